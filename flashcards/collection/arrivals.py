"""Which notes and cards of a package are in the decks, and which of their cards are not."""

from collections import Counter
from collections.abc import Container, Iterable
from typing import NamedTuple

from flashcards import identity
from flashcards.anki.reading.collection import AnkiCollection
from flashcards.anki.reading.contents import AnkiNote
from flashcards.collection.tying import Tie
from flashcards.store import incoming
from flashcards.store.database import Database


class KnownNotes(Container[AnkiNote]):
    """The notes in Anki that are in the decks, also where an entry only bears the GUID in its id.

    So an entry is known wherever one has put it, before anything was learnt of it, and a note by
    any of the entries that its cards became. The notes `others` bear a name of ours and are none
    of ours, unless they moved in.
    """

    def __init__(self, database: Database, others: Container[int]) -> None:
        """Take what is in the decks now."""
        self._guids = incoming.guids(database)
        self._names = incoming.names(database)
        self._moved = {found.guid for name in self._names if (found := identity.in_anki(name))}
        self._others = others

    def __contains__(self, note: object) -> bool:
        """Tell if a note in Anki is in the decks."""
        if not isinstance(note, AnkiNote):
            return False
        if note.guid in self._moved or identity.id_from_anki(note.guid) in self._names:
            return True
        return note.guid in self._guids and note.id not in self._others


class Missing(NamedTuple):
    """A card in Anki, counted from 1 in its note, that the note here has not; its first field."""

    field: str
    number: int
    reviews: int


def missing(collection: AnkiCollection, ties: Iterable[Tie]) -> tuple[Missing, ...]:
    """Give the answered cards of notes that are here which their notes here do not have.

    Raises:
        PackageError: The package cannot be read.
    """
    cards = {tie.theirs.id: tie.theirs.note for tie in ties}
    notes = set(cards.values())
    lines = (line for line in collection.log() if line.card not in cards and line.ease)
    reviews = Counter(line.card for line in lines)
    found = [card for card in collection.cards() if card.id in reviews and card.note in notes]
    wanted = {card.note for card in found}
    fields = {note.id: note.fields[0] for note in collection.notes() if note.id in wanted}
    return tuple(
        Missing(fields.get(card.note, ""), card.ordinal + 1, reviews[card.id]) for card in found
    )
