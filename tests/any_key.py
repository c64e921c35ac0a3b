"""A learner who presses any key and types any command, and an eye on what becomes of the answers.

Beneath the keys all is the program's own: its decks, its database, its screens. Only the terminal
is given: which key comes next, how large the window is, and what is drawn on it.
"""

import io
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import Result

from flashcards import editing, reviewing
from flashcards.commands import run
from flashcards.errors import FlashcardsError
from flashcards.model import Rating
from flashcards.terminal import document, keys, screen
from flashcards.terminal.document import Line
from flashcards.terminal.screen import Size

BLANK = "\x00held"
"""No key: the next one comes at once, as from a key that is held."""

_STANDS = (
    "state step stability difficulty due_day due_at_ms interval_days last_reviewed_ms last_day"
    " reps lapses fuzz_reps suspended buried_until_day"
)


class Resized(NamedTuple):
    """The window has another size from here on."""

    columns: int
    rows: int


class Edited(NamedTuple):
    """The editor is opened and leaves this text; None removes the file, and without any it fails.

    The key that opens it is `e`, or Ctrl-E where text is typed.
    """

    text: str | None
    key: str = "e"
    fails: bool = False


_MEDIA = {"img/p.png": b"\x89PNG\r\n\x1a\n" + bytes(64), "img/s.mp3": b"ID3" + bytes(64)}
"""What decks may show and play."""

Key = str | Resized | Edited


class _Terminal(io.StringIO):
    """A stream that takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


class Hands:
    """Keys at the place where the program reads them; after the last one the terminal is gone."""

    def __init__(self, pressed: Sequence[Key], deck: Path) -> None:
        """Begin with the first of `pressed`."""
        self.pasted = "pasted\x1b[2J\nwords"
        self.quiet_s = 1.0
        self.size = Size(80, 24)
        self.seen: list[str] = []
        self._left = list(pressed)
        self._deck = deck
        self._edit = Edited("", fails=True)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Hold nothing."""
        yield

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Lend nothing."""
        yield

    def press(self, wait_s: float | None = None) -> str | None:
        """Return the next key; where one need not come, sometimes none does."""
        del wait_s
        self.quiet_s = 1.0
        while self._left:
            key = self._left.pop(0)
            if key == BLANK:
                self.quiet_s = 0.0
            elif isinstance(key, Resized):
                self.size = Size(*key)
                return keys.RESIZE
            elif isinstance(key, Edited):
                self._edit = key
                return key.key
            else:
                return key
        return keys.END

    def edit(self, path: str, line: int) -> None:
        """Do what the editor does; it is given lines of the file it opens."""
        assert line >= 1
        if self._edit.fails:
            message = "the editor 'none' could not be started: it is not there."
            raise FlashcardsError(message)
        if Path(path) != self._deck:
            Path(path).write_text(self._edit.text or "", encoding="utf-8")
        elif self._edit.text is None:
            self._deck.unlink(missing_ok=True)
        else:
            self._deck.write_text(self._edit.text, encoding="utf-8")

    def draw(self, lines: Sequence[Line]) -> None:
        """See what is drawn: never more than the window holds."""
        assert len(lines) <= max(1, self.size.rows)
        assert all(line.cell_len <= self.size.columns for line in lines)
        printed = list(document.printed(lines))
        assert len(printed) == len(lines)
        self.seen.append("\n".join(line.plain for line in lines))


class Ledger:
    """What the program acknowledged, each looked up in the database by a connection of its own."""

    def __init__(self, home: Path, patch: pytest.MonkeyPatch) -> None:
        """Watch every sitting from here on."""
        self._path = home / "collection.db"
        self.standing = 0
        self._before: list[tuple[int, tuple[object, ...]]] = []
        rate, suspend, bury, undo = (
            getattr(reviewing.Session, name) for name in ("rate", "suspend", "bury", "undo")
        )

        def rated(
            session: reviewing.Session,
            shown: reviewing.Shown,
            rating: Rating,
            beside: Callable[[int], object] | None = None,
        ) -> reviewing.Given:
            before = self.stands(shown.card.id)
            given: reviewing.Given = rate(session, shown, rating, beside)
            self._before.append((shown.card.id, before))
            if not session.keeps_schedule:
                self.standing += 1
            assert self.answers() == self.standing
            return given

        def set_aside(how: Callable[..., str]) -> Callable[..., str]:
            def done(session: reviewing.Session, shown: reviewing.Shown) -> str:
                before = self.stands(shown.card.id)
                uid = how(session, shown)
                self._before.append((shown.card.id, before))
                return uid

            return done

        def undone(session: reviewing.Session) -> reviewing.TakenBack | None:
            taken: reviewing.TakenBack | None = undo(session)
            if taken is not None:
                number, before = self._before.pop()
                assert self.stands(number) == before, "undo gives back what was before"
                if taken.rating is not None and not session.keeps_schedule:
                    self.standing -= 1
                assert self.answers() == self.standing
            return taken

        patch.setattr(reviewing.Session, "rate", rated)
        patch.setattr(reviewing.Session, "suspend", set_aside(suspend))
        patch.setattr(reviewing.Session, "bury", set_aside(bury))
        patch.setattr(reviewing.Session, "undo", undone)

    def begins(self) -> None:
        """Count from what the database holds now."""
        self.standing = self.answers()

    def answers(self) -> int:
        """Count the answers that stand in the log."""
        (number,) = self._ask("SELECT count(*) FROM events WHERE rating > 0 AND NOT undone")
        assert isinstance(number, int)
        return number

    def stands(self, number: int) -> tuple[object, ...]:
        """Return all that reviewing changes of a card."""
        columns = ", ".join(_STANDS.split())
        return self._ask(f"SELECT {columns} FROM cards WHERE id = {number}")  # noqa: S608 - a number

    def _ask(self, question: str) -> tuple[object, ...]:
        if not self._path.exists():
            return (0,)
        database = sqlite3.connect(self._path)
        try:
            found: tuple[object, ...] = database.execute(question).fetchone()
        finally:
            database.close()
        return found


class Desk:
    """A deck, a home, and a learner at them."""

    def __init__(self, folder: Path, deck: str, patch: pytest.MonkeyPatch) -> None:
        """Write the deck; the clock stands at nine in the morning."""
        self._place = ("--home", str(folder / "home"), "--decks", str(folder / "decks"))
        self._patch = patch
        self.deck = folder / "decks" / "deck.yaml"
        self.deck.parent.mkdir()
        self.deck.write_text(deck, encoding="utf-8")
        for name, data in _MEDIA.items():
            path = self.deck.parent / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        self.at("2026-11-30T09:00:00+00:00")
        patch.setenv("TERM", "xterm")
        patch.setenv("PATH", str(folder))  # no viewer of images
        self.ledger = Ledger(folder / "home", patch)

    def at(self, moment: str) -> None:
        """Set the clock."""
        self._patch.setenv("FLASHCARDS_NOW", moment)

    def type(self, *words: str, typed: str) -> Result:
        """Run the program with `typed` on standard input."""
        out, err = io.StringIO(), io.StringIO()
        with self._streams(io.StringIO(typed), out, err):
            code = run((*self._place, *words))
        return Result(code, out.getvalue(), err.getvalue())

    def press(self, *words: str, pressed: Sequence[Key]) -> tuple[Result, Hands]:
        """Run the program on a screen with `pressed` as keys."""
        hands = Hands(pressed, self.deck)
        out, err = _Terminal(), io.StringIO()
        with self._streams(_Terminal(), out, err) as patch:
            patch.setattr(keys, "keyboard", lambda *_: hands)
            patch.setattr(editing, "edit", hands.edit)
            patch.setattr(screen, "size", lambda: hands.size)
            patch.setattr(screen, "draw", hands.draw)
            code = run((*self._place, *words))
        return Result(code, out.getvalue(), err.getvalue()), hands

    @contextmanager
    def _streams(
        self, keyboard: io.StringIO, out: io.StringIO, err: io.StringIO
    ) -> Iterator[pytest.MonkeyPatch]:
        self.ledger.begins()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", keyboard)
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            yield patch
        assert self.ledger.answers() == self.ledger.standing, "no acknowledged answer is lost"


@contextmanager
def at_a_desk(deck: str) -> Iterator[Desk]:
    """Give a learner with one deck, for one example of many."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for name in ("FLASHCARDS_HOME", "FLASHCARDS_DECKS"):
            patch.delenv(name, raising=False)
        yield Desk(Path(os.path.realpath(folder)), deck, patch)
