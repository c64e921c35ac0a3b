"""The review line by line: for scripts, screen readers and poor lines.

One command a line is read; after a COMMIT one line acknowledges it, flushed at once. That line
is a promise: what it says is on disk.
"""

import sys
from collections.abc import Callable

import click

from flashcards.commands.sitting import CLOCK_BEHIND, ending, face, offers
from flashcards.model import Moment, Rating
from flashcards.reviewing import CardChangedError, Session, Shown
from flashcards.terminal.words import interval

_HELP = "empty or `show` shows the answer, 1-4 rate it, u undo, s suspend, b bury, q quit"


def run(session: Session, clock: Callable[[], Moment], ends_at_ms: int | None) -> None:
    """Review until the queue, the input or the time comes to its end."""
    dialogue = _Lines(session)
    dialogue.run(clock, ends_at_ms)
    while dialogue.is_through:
        click.echo("No card is left; u takes the last answer back, an empty line ends.", err=True)
        if not dialogue.takes_back():
            break
        dialogue.run(clock, ends_at_ms)
    now = clock()
    for line in ending(session, now.at_ms, now.utc_offset_s):
        click.echo(line)


class _Lines:
    """The dialogue: a card, whether its answer is shown, and what one line does to both."""

    def __init__(self, session: Session) -> None:
        self._session = session
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
        click.echo(f"\n{seen.context}")
        if self._shown.outcomes.clock_behind:
            click.echo(f"flashcards: {CLOCK_BEHIND}", err=True)
        click.echo("\n".join(filter(None, (seen.label, seen.question))))

    def _take(self, word: str) -> None:
        shown = self._shown
        if shown is None:
            return
        if word in {"", "show"}:
            self._reveal(shown)
        elif word in {"1", "2", "3", "4"}:
            self._rate(shown, Rating(int(word)))
        elif word == "u":
            self._undo()
        elif word == "s":
            self._acknowledge(f"suspended {self._session.suspend(shown)}")
        elif word == "b":
            self._acknowledge(f"buried {self._session.bury(shown)}")
        else:
            click.echo(f"flashcards: {word!r} is no command: {_HELP}.", err=True)

    def _reveal(self, shown: Shown) -> None:
        if self._revealed:
            return
        self._revealed = True
        seen = face(shown)
        click.echo(f"--- {seen.answer}")
        for part in seen.below:
            click.echo(part)
        click.echo("   ".join(offers(shown.outcomes)))

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
        word = "crammed" if self._session.keeps_schedule else "rated"
        self._acknowledge(f"{word} {given.uid} {rating:d} {interval(given.outcome.interval_s)}")

    def _undo(self) -> None:
        uid = self._session.undo()
        if uid is None:
            click.echo("flashcards: nothing is left to undo in this session.", err=True)
            return
        self._acknowledge(f"undone {uid}")

    def _acknowledge(self, line: str) -> None:
        click.echo(line)
        sys.stdout.flush()
        self._next()
