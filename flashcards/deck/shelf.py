"""Where notes are put as they are read: those that make cards, and those kept out by a fault."""

from collections.abc import Sequence
from itertools import islice

from flashcards import cloze
from flashcards.model import Kind
from flashcards.notes import Card, Note

MAX_CARDS = 100
"""Cards of one cloze; each shows the whole text, so they cost its length times their number."""


HIGHEST_NUMBER = 500
"""The highest number of a gap that Anki makes a card of."""


class Shelf:
    """The notes of one file, in the order of the file."""

    def __init__(self) -> None:
        """Begin empty."""
        self.notes: list[Note] = []
        self.quarantined: list[Note] = []
        self.undrilled: list[Note] = []

    def put(self, note: Note, *, faulty: bool) -> None:
        """Add `note`; a faulty one makes no cards."""
        (self.quarantined if faulty else self.notes).append(note)


def cloze_cards(text: str) -> tuple[Card, ...]:
    """Make a card of each group of gaps of `text`, of the first `MAX_CARDS` at most."""
    return tuple(
        Card(Kind.CLOZE, cloze.front(text, group), cloze.answer(text, group), group, number)
        for group, number in islice(enumerate(cloze.numbers(text)), MAX_CARDS)
    )


def gap_fault(text: str) -> str | None:
    """Give the code of what is wrong with a cloze text, if anything."""
    numbers = cloze.numbers(text)
    groups = len(numbers)
    if not groups:
        return "no-gap"
    if max((number or 0 for number in numbers), default=0) > HIGHEST_NUMBER:
        return "gap-number"
    return "too-many-gaps" if groups > MAX_CARDS else None


def joined(*parts: Sequence[str]) -> tuple[str, ...]:
    """Give all strings once, in the order of their first place: inherited tags, then own ones."""
    return tuple(dict.fromkeys(item for part in parts for item in part))
