"""Which notes and cards of a package are in the decks, and which of their cards are not."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from flashcards import identity
from flashcards.anki.reading.collection import AnkiCollection
from flashcards.anki.reading.contents import AnkiNote, CardType
from flashcards.collection.opening import Collection
from flashcards.collection.roots import covers, path_of
from flashcards.collection.tying import Tie
from flashcards.deck.reading import load
from flashcards.store import cache, incoming
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
    """A card in Anki, counted from 1 in its note, that the note here has not; its first text."""

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
    fields = {note.id: note.beginning for note in collection.notes() if note.id in wanted}
    return tuple(
        Missing(fields.get(card.note, ""), card.ordinal + 1, reviews[card.id]) for card in found
    )


# -- What waits


def kept_away(collection: Collection) -> frozenset[str]:
    """Give the ids of the entries in one's decks that a fault keeps away."""
    faulty = cache.files_with_errors(collection.database)
    decks = [load(path_of(key)) for key in faulty if covers(collection.roots, key)]
    return frozenset(note.id for deck in decks for note in deck.quarantined if note.id)


def waiting(
    collection: AnkiCollection, names: Container[str], ties: Iterable[Tie]
) -> Mapping[int, str]:
    """Give the cards of a package that have no card here, but an entry called one of `names`.

    Each comes with the name of its entry.

    Raises:
        PackageError: The package cannot be read.
    """
    tied = {tie.theirs.id for tie in ties}
    guids = {
        note.id: (note.guid, collection.fields(note).get("CardId", ""))
        for note in collection.notes()
    }
    found = {}
    for card in collection.cards():
        guid, own = guids.get(card.note, ("", ""))
        called = (own, identity.id_from_anki(guid), identity.id_from_anki(guid, card.ordinal))
        name = next((name for name in called if name and name in names), None)
        if name and card.id not in tied:
            found[card.id] = name
    return found


def learnt(collection: AnkiCollection, cards: Mapping[int, str]) -> frozenset[str]:
    """Give the names of those of `cards` of which anything was learnt, or that bear a mark.

    Raises:
        PackageError: The package cannot be read.
    """
    if not cards:
        return frozenset()
    answered = {line.card for line in collection.log() if line.card in cards}
    return frozenset(
        cards[card.id]
        for card in collection.cards()
        if card.id in cards
        and (
            card.id in answered
            or card.type is not CardType.NEW
            or card.suspended
            or card.buried
            or card.flagged
            or card.marked
        )
    )
