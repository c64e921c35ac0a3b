"""An attempt line by line: for scripts, screen readers and plain terminals.

The answer is what comes on standard input up to a line with a single dot, or its end. Then one
command a line; after a COMMIT one line acknowledges it.
"""

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from flashcards import editing
from flashcards.commands import review_plain
from flashcards.commands.attempt_page import checklist, clock_face, result_lines, warnings
from flashcards.commands.attempt_sitting import Sheet, Sitting, behind
from flashcards.commands.sitting import offers
from flashcards.model import Moment, Rating
from flashcards.reviewing import CardChangedError, Given
from flashcards.terminal.words import interval

if TYPE_CHECKING:
    from flashcards.store.browse import CardRow

_END = "."
_TICK, _UNTICK = "+", "-"
_RATINGS = {"1", "2", "3", "4"}
_HELP = (
    "+2 ticks point 2, -2 takes its tick off, 1-4 rate, s short answer, d details, "
    "f follow-ups, u undo, r reviews the cards on what was missed, q ends"
)


def run(sitting: Sitting, clock: Callable[[], Moment], seconds: int, *, in_editor: bool) -> None:
    """Have the attempt made; without a rating by the end of input it is kept without one."""
    asked = sitting.asked
    click.echo(f"{asked.chapter.topic.title} ({clock_face(seconds)})\n\n{asked.attempt.prompt}\n")
    text = sitting.edit(editing.edit, sitting.draft()) if in_editor else _answer(sitting)
    sheet = sitting.check(text, sitting.elapsed())
    _Lines(sitting, sheet, clock).run()


def _answer(sitting: Sitting) -> str:
    """Read the answer, and keep each line as it comes; a draft that was left goes on."""
    text = sitting.draft()
    if text:
        click.echo(f"The draft goes on:\n{text}")
    if sys.stdin.isatty():
        click.echo("Your answer; a line with a single dot ends it.", err=True)
    for line in iter(sys.stdin.readline, ""):
        if line.rstrip("\r\n") == _END:
            break
        text = f"{text}\n{line.rstrip()}".lstrip("\n")
        sitting.save_draft(text)
    return text


class _Lines:
    """The dialogue about a finished answer."""

    def __init__(self, sitting: Sitting, sheet: Sheet, clock: Callable[[], Moment]) -> None:
        self._sitting = sitting
        self._sheet = sheet
        self._clock = clock
        self._given: Given | None = None
        self._train: list[CardRow] = []

    def run(self) -> None:
        """Take commands until the input ends."""
        self._show()
        for line in iter(sys.stdin.readline, ""):
            word = line.strip()
            if word == "q":
                break
            if word == "r" and self._train:
                self._review()
                return
            self._take(word)
        if self._given is None and self._sitting.keep(self._sheet):
            _acknowledge(f"kept {self._sitting.asked.card.uid}")

    def _review(self) -> None:
        session, collection = self._sitting.training(self._train), self._sitting.collection
        narrow = partial(self._sitting.narrow, session, self._train)
        review_plain.run(session, collection, self._clock, None, narrow)

    def _show(self) -> None:
        for warning in warnings(self._sheet):
            click.echo(warning)
        if self._sheet.judge_said:
            click.echo(self._sheet.judge_said)
        for number, line in enumerate(checklist(self._sitting, self._sheet), start=1):
            click.echo(f"{number} {line}")
        click.echo(self._sitting.remark(self._sheet))
        if self._sitting.shown:
            click.echo("   ".join(offers(self._sitting.shown.outcomes)))

    def _take(self, word: str) -> None:
        opened = behind(self._sitting).get(word)
        if opened:
            click.echo(f"--- {opened[0]}\n{opened[1]}")
        elif word[:1] in {_TICK, _UNTICK} and self._given is None:
            self._tick(word)
        elif word in _RATINGS and self._given is None:
            self._rate(Rating(int(word)))
        elif word == "u" and self._given is not None:
            self._sitting.undo()
            self._given, self._train = None, []
            _acknowledge(f"undone {self._sitting.asked.card.uid}")
        elif word:
            click.echo(f"flashcards: {word!r} is no command here: {_HELP}.", err=True)

    def _tick(self, word: str) -> None:
        number = int(word[1:]) - 1 if word[1:].isdecimal() and len(word) < 6 else -1  # noqa: PLR2004 - no topic has that many
        if not 0 <= number < len(self._sheet.ticked):
            click.echo(f"flashcards: there is no key point {word[1:]!r}.", err=True)
            return
        if self._sheet.ticked[number] is not (word[0] == _TICK):
            self._sheet = self._sheet.toggled(number)
        self._sheet = self._sheet._replace(corrected=True)
        click.echo(self._sitting.remark(self._sheet))

    def _rate(self, rating: Rating) -> None:
        try:
            self._given = self._sitting.rate(self._sheet, rating)
        except CardChangedError as error:
            click.echo(f"flashcards: {error}", err=True)
            self._sitting.shows_again()
            return
        if self._given is None:
            click.echo("flashcards: the card is suspended or buried; no rating is given.", err=True)
            return
        self._train = self._sitting.trainers(self._sheet)
        again = interval(self._given.outcome.interval_s)
        _acknowledge(f"rated {self._given.uid} {rating:d} {again}")
        for line in result_lines(self._sitting, self._sheet, self._given, self._train):
            click.echo(line)


def _acknowledge(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()
