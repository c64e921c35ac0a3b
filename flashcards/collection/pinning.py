"""Which permanent ids a deck file gets: the uids that its notes and topics have here."""

from collections import defaultdict, deque
from collections.abc import Iterator
from typing import NamedTuple

from flashcards.collection.content import digest_of_bytes
from flashcards.collection.opening import Collection
from flashcards.collection.roots import DeckFile
from flashcards.deck.pinning import Naming, Pinned, pin
from flashcards.deck.reading import content, read
from flashcards.errors import NotWrittenError
from flashcards.notes import Deck, Note
from flashcards.store import cache, shelf
from flashcards.store.database import Database


class Plan(NamedTuple):
    """What pinning will make of the file at `path`, which holds `before`."""

    path: str
    before: bytes
    pinned: Pinned


def plan(collection: Collection, file: DeckFile) -> Plan:
    """Say what pinning makes of one file of the collection.

    Raises:
        NotWrittenError: The file changed since the collection read it, or cannot be read.
    """
    database = collection.database
    try:
        data = content(file.path)
    except (OSError, ValueError) as error:
        message = f"{file.path} cannot be read; `flashcards check` tells why."
        raise NotWrittenError(message) from error
    if cache.digests(database).get(file.key) != digest_of_bytes(data):
        message = f"{file.path} changed while it was read; run this once more."
        raise NotWrittenError(message)
    deck = read(data, file.path)
    if not deck.readable:
        message = f"{file.path} cannot be read as a deck; `flashcards check` tells why."
        raise NotWrittenError(message)
    return Plan(file.path, data, pin(data, deck, list(_names(database, file.key, deck))))


def _names(database: Database, key: str, deck: Deck) -> Iterator[Naming]:
    """Give the uids of each note of `deck` and of its topic as the collection knows them."""
    kept: dict[shelf.Look, deque[Naming]] = defaultdict(deque)
    for standing in shelf.note_uids(database, key):
        kept[standing.look].append(Naming(standing.uid, standing.topic or None))
    for note in deck.notes:
        found = kept.get(_look(note))
        yield found.popleft() if found else Naming(None)


def _look(note: Note) -> shelf.Look:
    card = note.cards[0]
    return shelf.Look(note.line, note.section, card.kind, card.gap, card.front, card.back)
