"""The review line by line: for scripts, screen readers and poor lines.

One command a line is read; after a COMMIT one line acknowledges it, flushed at once. That line
is a promise: what it says is on disk.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

import click

from flashcards import cloze
from flashcards.collection.opening import Collection
from flashcards.collection.topics import chapter
from flashcards.commands import reading_page, review_parts
from flashcards.commands.about import history, standing
from flashcards.commands.sitting import (
    CLOCK_BEHIND,
    asks_to_type,
    computed,
    ending,
    face,
    head,
    offers,
    words_to_type,
)
from flashcards.model import Moment, Rating
from flashcards.reviewing import CardChangedError, Session, Shown
from flashcards.store import log
from flashcards.terminal.screen import HEADING, Part
from flashcards.terminal.typed import compare
from flashcards.terminal.words import RATING_NAMES, interval

_HELP = (
    "empty or `show` shows the answer, 1-4 rate it, u undo, s suspend, b bury, q quit; "
    "m memory aid, d details, r references, f the topic, i history, ! mark for later, "
    "=TEXT compares your answer"
)


def run(
    session: Session,
    collection: Collection,
    clock: Callable[[], Moment],
    ends_at_ms: int | None,
    _narrow: Callable[[str], Collection],
) -> None:
    """Review until the queue, the input or the time comes to its end."""
    dialogue = _Lines(session, collection)
    begun = clock()
    dialogue.run(clock, ends_at_ms)
    while dialogue.is_through:
        click.echo("No card is left; u takes the last answer back, an empty line ends.", err=True)
        if not dialogue.takes_back():
            break
        dialogue.run(clock, ends_at_ms)
    for line in ending(session, collection, begun, clock()).lines:
        click.echo(line)


class _Lines:
    """The dialogue: a card, whether its answer is shown, and what one line does to both."""

    def __init__(self, session: Session, collection: Collection) -> None:
        self._session = session
        self._collection = collection
        self._shown: Shown | None = None
        self._revealed = False

    @property
    def is_through(self) -> bool:
        """Tell if there is no card left to show, though the learner did not end it."""
        return self._shown is None

    def takes_back(self) -> bool:
        """Read whether the last answer is taken back after all."""
        if sys.stdin.readline().strip() != "u":
            return False
        self._undo()
        return True

    def run(self, clock: Callable[[], Moment], ends_at_ms: int | None) -> None:
        if self._shown is None:
            self._next()
        while self._shown is not None:
            if ends_at_ms is not None and not self._revealed and clock().at_ms >= ends_at_ms:
                click.echo("The time is up.")
                return
            line = sys.stdin.readline()
            if not line or line.strip() == "q":
                return
            self._take(line.strip())

    def _next(self) -> None:
        self._shown, self._revealed = self._session.show(), False
        if self._shown is None:
            return
        seen = face(self._shown)
        click.echo(f"\n{head(self._session, seen.context)}")
        if self._shown.outcomes.clock_behind:
            click.echo(f"flashcards: {CLOCK_BEHIND}", err=True)
        click.echo("\n".join(filter(None, (seen.label, self._shown.card.front))))
        if asks_to_type(self._shown.card):
            click.echo("(type = and your answer to have it compared)")

    def _take(self, word: str) -> None:
        shown = self._shown
        if shown is None:
            return
        if word in {"", "show"}:
            self._reveal(shown)
        elif word in {"1", "2", "3", "4"}:
            self._rate(shown, Rating(int(word)))
        elif word in {"m", "d", "r", "f"}:
            self._open(word, shown)
        elif word.startswith("="):
            self._compare(word[1:], shown)
        elif word in self._actions:
            self._actions[word](self, shown)
        else:
            click.echo(f"flashcards: {word!r} is no command: {_HELP}.", err=True)

    def _suspend(self, shown: Shown) -> None:
        self._acknowledge(f"suspended {self._session.suspend(shown)}")

    def _bury(self, shown: Shown) -> None:
        self._acknowledge(f"buried {self._session.bury(shown)}")

    def _mark(self, shown: Shown) -> None:
        marked = self._session.mark(shown)
        self._shown = shown._replace(card=shown.card._replace(marked=marked))
        click.echo("marked for later" if marked else "mark taken off")

    def _reveal(self, shown: Shown) -> None:
        if self._revealed:
            return
        self._revealed = True
        seen = face(shown)
        click.echo(f"--- {shown.card.back}")
        whole = (cloze.filled(shown.card.text),) if shown.card.text else ()
        for part in (*whole, *seen.below):
            click.echo(part)
        click.echo("   ".join(offers(computed(self._session, shown))))

    def _info(self, shown: Shown) -> None:
        events = list(log.events(self._collection.database, shown.card.id))
        session, found = self._session, computed(self._session, shown)
        about = standing(shown.card, found, session.day, session.policy)
        for line in (*about, *history(events)):
            click.echo(line)

    def _open(self, word: str, shown: Shown) -> None:
        """Print what stands behind the card, or the topic; an answer only after the reveal."""
        found = chapter(self._collection, shown.card.topic)
        parts: Iterable[Part] = ()
        if word == "f" and found:
            parts = reading_page.parts(found.topic)
        elif word != "f" and not self._revealed:
            click.echo("flashcards: show the answer first (an empty line does).", err=True)
            return
        elif word != "f":
            parts = review_parts.behind(word, shown.card, found)
        lines = [f"--- {part.written}" if part.look == HEADING else part.written for part in parts]
        click.echo("\n".join(lines) or "there is none on this card")

    def _compare(self, typed: str, shown: Shown) -> None:
        expected = words_to_type(shown.card)
        if expected:
            found = compare(typed, expected)
            click.echo(f"suggests {found.suggested:d} {RATING_NAMES[found.suggested]}")
        else:
            click.echo("the answer has no words to compare with")
        self._reveal(shown)

    def _rate(self, shown: Shown, rating: Rating) -> None:
        if not self._revealed:
            click.echo("flashcards: show the answer first (an empty line does).", err=True)
            return
        try:
            given = self._session.rate(shown, rating)
        except CardChangedError as error:
            click.echo(f"flashcards: {error}", err=True)
            self._next()
            return
        answer = f"{given.uid} {rating:d}"
        if self._session.keeps_schedule:
            self._acknowledge(f"crammed {answer}")
        else:
            self._acknowledge(f"rated {answer} {interval(given.outcome.interval_s)}")

    def _undo(self, _: Shown | None = None) -> None:
        taken_back = self._session.undo()
        if taken_back is None:
            click.echo("flashcards: nothing is left to undo in this session.", err=True)
            return
        self._acknowledge(f"undone {taken_back.card.uid}")

    def _acknowledge(self, line: str) -> None:
        click.echo(line)
        sys.stdout.flush()
        self._next()

    _actions: ClassVar[Mapping[str, Callable[["_Lines", Shown], None]]] = {
        "u": _undo,
        "s": _suspend,
        "b": _bury,
        "!": _mark,
        "i": _info,
    }
