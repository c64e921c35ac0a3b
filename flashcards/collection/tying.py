"""Which card of a package is which card here, and the names that notes have in Anki.

Notes are known by their GUID and cards by their ordinal, or by the id that was made of both when
they moved in. What moved in wholly goes by the GUID that Anki has for it. A card that became an
entry of its own cannot: Anki has one note for it and others, so there it stays.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from flashcards import identity
from flashcards.anki.reading.collection import AnkiCollection
from flashcards.anki.reading.contents import AnkiCard, AnkiNote
from flashcards.model import Section
from flashcards.store import incoming, shelf
from flashcards.store.database import Database
from flashcards.store.incoming import IncomingCard

_LARGER = 1  # as a card of a note with others


class Tie(NamedTuple):
    """A card in Anki, and the card here that it is."""

    theirs: AnkiCard
    ours: IncomingCard
    guid: str


def ties(
    database: Database, collection: AnkiCollection, others: Container[int] = ()
) -> Iterator[Tie]:
    """Give the cards of a package that are here; the notes `others` only bear a name of ours.

    In a damaged package two notes may have one GUID, or a note one card twice: the first counts.

    Raises:
        PackageError: The package cannot be read.
    """
    guids: dict[str, int] = {}
    for note in collection.notes():
        guids.setdefault(note.guid, note.id)
    of_notes = {number: guid for guid, number in guids.items()}
    ours = _Ours(database)
    last = None
    for card in collection.cards():
        guid = of_notes.get(card.note)
        found = ours.card(guid, card.ordinal, moved=card.note in others) if guid else None
        if guid and found and last != (last := (card.note, card.ordinal)):
            yield Tie(card, found, guid)


def adopt(database: Database, found: Iterable[Tie]) -> None:
    """Give notes and cards the names they have in Anki, so that none goes back as a second.

    Runs in the caller's transaction. What Anki was given by an export keeps the names it had then.
    What moved in with a name that tells its GUID has that already.
    """
    for tie in found:
        theirs, ours = tie.theirs, tie.ours
        renamed = tie.guid != ours.guid
        if ours.given or (not renamed and theirs.id == ours.anki_id):
            continue
        wholly = theirs.ordinal == ours.ordinal
        if wholly:
            incoming.adopt_note(database, ours.note, tie.guid, theirs.note)
            incoming.adopt_card(database, ours.id, theirs.id)
        if renamed:
            incoming.set_moved(database, ours.note, 0 if wholly else theirs.ordinal)


def keep_larger(database: Database, collection: AnkiCollection, found: Iterable[Tie]) -> None:
    """Let notes stay as they are in Anki that have more there than their entries here can hold.

    These are cards of topics that became entries by themselves: an export would take the topic
    from them. Runs in the caller's transaction.

    Raises:
        PackageError: The package cannot be read.
    """
    of_topics = {note.id for note in collection.notes() if _is_of_topic(collection, note)}
    alone = incoming.simple_notes(database) if of_topics else ()
    for tie in found:
        if tie.theirs.note in of_topics and tie.ours.note in alone and not tie.ours.given:
            incoming.set_moved(database, tie.ours.note, _LARGER)


def _is_of_topic(collection: AnkiCollection, note: AnkiNote) -> bool:
    fields = collection.fields(note)
    return bool(fields.get("CardId")) and fields.get("Section", "") not in {"", Section.CARDS}


class _Ours:
    """The cards of this collection by all names that Anki may know them by."""

    def __init__(self, database: Database) -> None:
        self._aliases: Mapping[str, str] = shelf.aliases(database)
        self._by_guid: dict[str, dict[int, IncomingCard]] = {}
        self._by_name: dict[str, dict[int, IncomingCard]] = {}
        for card in incoming.cards(database):
            self._by_guid.setdefault(card.guid, {})[card.ordinal] = card
            of_note = self._by_name.setdefault(card.note_uid, {})
            of_note[card.ordinal] = card
            self._by_name.setdefault(card.uid, of_note)

    def card(self, guid: str, ordinal: int, *, moved: bool) -> IncomingCard | None:
        """Give the card of that note, or the one that it became when it moved in.

        With `moved` it is none that was here before; what has moved in bears its GUID in its name.
        """
        cards = self._named(identity.id_from_anki(guid))
        if not cards and not moved:
            cards = self._by_guid.get(guid)
        if cards and ordinal in cards:
            return cards[ordinal]
        alone = self._named(identity.id_from_anki(guid, ordinal)) if ordinal else None
        return next(iter(alone.values())) if alone else None

    def _named(self, name: str) -> Mapping[int, IncomingCard] | None:
        return self._by_name.get(self._aliases.get(name, name))
