"""Where notes are put as they are read: those that make cards, and those kept out by a fault."""

from collections.abc import Sequence

from flashcards import cloze
from flashcards.model import Card, Kind, Note


class Shelf:
    """The notes of one file, in the order of the file."""

    def __init__(self) -> None:
        """Begin empty."""
        self.notes: list[Note] = []
        self.quarantined: list[Note] = []

    def put(self, note: Note, *, faulty: bool) -> None:
        """Add `note`; a faulty one makes no cards."""
        (self.quarantined if faulty else self.notes).append(note)

    def extend(self, other: "Shelf") -> None:
        """Add all notes of `other`."""
        self.notes += other.notes
        self.quarantined += other.quarantined


def cloze_cards(text: str) -> tuple[Card, ...]:
    """Make a card of each group of gaps of `text`."""
    first = {gap.group: gap for gap in reversed(cloze.parse(text))}
    return tuple(
        Card(Kind.CLOZE, cloze.front(text, group), cloze.answer(text, group), group, gap.number)
        for group, gap in sorted(first.items())
    )


def has_nested_gap(text: str) -> bool:
    """Tell whether a gap of `text` has a gap inside."""
    return any(cloze.parse(gap.answer) for gap in cloze.parse(text))


def joined(*parts: Sequence[str]) -> tuple[str, ...]:
    """Give all strings once, in the order of their first place: inherited tags, then own ones."""
    return tuple(dict.fromkeys(item for part in parts for item in part))
