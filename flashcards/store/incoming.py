"""What an import of reviews asks and writes: our cards as Anki names them, and foreign events."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from flashcards.model import Event, Kind, Uid
from flashcards.store.database import Database
from flashcards.store.log import next_place
from flashcards.store.shelf import PRESENT


class IncomingCard(NamedTuple):
    """A card and its note, as both are known here and in Anki; `ordinal` is Anki's, from 0.

    `anki_id` is the card's id there, `given` says that Anki was given the note by an export.
    """

    id: int
    uid: Uid
    note: int
    note_uid: Uid
    guid: str
    kind: Kind
    ordinal: int
    anki_id: int
    given: bool


def cards(database: Database) -> Iterator[IncomingCard]:
    """Give all cards, orphans too, the first of each note first."""
    rows = database.execute(
        "SELECT c.id, c.uid, n.id, n.uid, n.anki_guid, c.kind, c.ordinal - 1,"
        " c.anki_id, EXISTS (SELECT 1 FROM exported x WHERE x.note = n.id)"
        " FROM cards c JOIN notes n ON n.id = c.note ORDER BY n.id, c.ordinal"
    )
    for row in rows:
        card = IncomingCard(*row)
        yield card._replace(kind=Kind(card.kind), given=bool(card.given))


def guids(database: Database) -> frozenset[str]:
    """Give the GUIDs of the notes that are in the decks."""
    rows = database.execute(
        "SELECT anki_guid FROM notes n WHERE EXISTS"
        f" (SELECT 1 FROM cards c WHERE c.note = n.id AND c.presence = {PRESENT})"
    )
    return frozenset(row[0] for row in rows)


def names(database: Database) -> frozenset[str]:
    """Give the names of the notes that are in the decks, and other names of theirs."""
    rows = database.execute(
        "WITH here AS (SELECT n.uid FROM notes n WHERE EXISTS"
        f" (SELECT 1 FROM cards c WHERE c.note = n.id AND c.presence = {PRESENT}))"
        " SELECT uid FROM here UNION SELECT alias FROM aliases WHERE uid IN here"
    )
    return frozenset(row[0] for row in rows)


def decks_of_notes(database: Database) -> Mapping[int, str]:
    """Give the deck of each note that is in the decks, by row id."""
    rows = database.execute(
        "SELECT DISTINCT c.note, f.deck FROM cards c JOIN topics t ON t.id = c.topic"
        f" JOIN deck_files f ON f.id = t.file WHERE c.presence = {PRESENT}"
    )
    return dict(rows.fetchall())


def simple_notes(database: Database) -> frozenset[int]:
    """Give the row ids of the notes that belong to no topic."""
    rows = database.execute("SELECT id FROM notes WHERE section = 'cards'")
    return frozenset(row[0] for row in rows)


def has_guid(database: Database, guid: str) -> bool:
    """Tell if a note, in the decks or not, goes by `guid` in Anki."""
    row = database.execute("SELECT 1 FROM notes WHERE anki_guid = ?", (guid,)).fetchone()
    return row is not None


class Written(NamedTuple):
    """A note as it was born, the name of its topic if it is of one, what its first card says."""

    uid: Uid
    topic: str
    front: str
    back: str


def written(database: Database, guid: str) -> Written | None:
    """Give what the note says that goes by `guid` in Anki, in the decks or not."""
    row = database.execute(
        "SELECT n.uid, CASE n.section WHEN 'cards' THEN '' ELSE t.uid END, c.front, c.back"
        " FROM notes n JOIN topics t ON t.id = n.topic JOIN cards c ON c.note = n.id"
        " WHERE n.anki_guid = ? ORDER BY c.ordinal LIMIT 1",
        (guid,),
    ).fetchone()
    return Written(*row) if row else None


def is_named(database: Database, name: str) -> bool:
    """Tell if a note goes by `name`, in the decks or not."""
    row = database.execute(
        "SELECT 1 FROM notes WHERE uid = ?1 UNION SELECT 1 FROM aliases WHERE alias = ?1", (name,)
    ).fetchone()
    return row is not None


class Logged(NamedTuple):
    """What is logged already: events from elsewhere, what happened when, each card's first instant.

    `foreign` are cards with a number of the other side, `answers` the numbers of answers with
    rating and time taken: two collections may have one number, but hardly for one same answer.
    `counting` are the numbers of answers that were not undone, each with its card. `instants` are
    card, instant and rating, None for what is no answer: an answer there and a reset here may fall
    on one millisecond, and are two.
    """

    foreign: frozenset[tuple[int, int]]
    answers: frozenset[tuple[int, int, int]]
    counting: frozenset[tuple[int, int]]
    instants: frozenset[tuple[int, int, int | None]]
    first_ms: Mapping[int, int]

    def has(self, card: int, event: Event) -> bool:
        """Tell if an event of the card with row id `card` is logged, under either of its names."""
        return (
            (card, event.foreign_id) in self.foreign
            or (event.foreign_id, event.rating, event.taken_ms) in self.answers
            or (card, event.reviewed_at_ms, event.rating) in self.instants
        )


def logged(database: Database, source: str) -> Logged:
    """Give what is logged of events from `source`, and what happened of all events."""
    foreign = database.execute(
        "SELECT card, foreign_id, rating, taken_ms, undone FROM events"
        " WHERE source = ? AND foreign_id IS NOT NULL",
        (source,),
    ).fetchall()
    events = database.execute("SELECT card, reviewed_at_ms, rating FROM events")
    first = database.execute("SELECT card, min(reviewed_at_ms) FROM events GROUP BY card")
    return Logged(
        frozenset((card, number) for card, number, _, _, _ in foreign),
        frozenset((number, rating, taken) for _, number, rating, taken, _ in foreign if rating),
        frozenset(
            (number, card) for card, number, rating, _, gone in foreign if rating and not gone
        ),
        frozenset(map(tuple, events)),
        dict(first.fetchall()),
    )


_COLUMNS = ", ".join(Event._fields)
_MARKS = ", ".join("?" * len(Event._fields))


def append(database: Database, card: int, events: Iterable[Event]) -> int:
    """Log foreign events of a card by row id, in the caller's transaction, and give how many.

    Each gets device and sequence, and an instant that nothing else has: the next free one. One
    that is logged by now is passed over.
    """
    here, sequence = next_place(database)
    added = 0
    taken = "SELECT 1 FROM events WHERE reviewed_at_ms = ?"
    for event in events:
        at_ms = event.reviewed_at_ms
        while database.execute(taken, (at_ms,)).fetchone():
            at_ms += 1
        placed = event._replace(device=here, sequence=sequence, reviewed_at_ms=at_ms)
        cursor = database.execute(
            f"INSERT OR IGNORE INTO events (card, {_COLUMNS}) VALUES (?, {_MARKS})", (card, *placed)
        )
        added += cursor.rowcount
        sequence += 1
    return added


def adopt_note(database: Database, note: int, guid: str, anki_id: int) -> None:
    """Let a note be the one that Anki has under `guid` and `anki_id`, where these are free."""
    for column, value in (("anki_guid", guid), ("anki_id", anki_id)):
        database.execute(
            f"UPDATE notes SET {column} = ?2 WHERE id = ?1"
            f" AND NOT EXISTS (SELECT 1 FROM notes WHERE {column} = ?2)",
            (note, value),
        )


def set_moved(database: Database, note: int, ordinal: int) -> None:
    """Keep that a note moved in: 0 if wholly, else it is the card `ordinal` of a note in Anki."""
    database.execute("UPDATE notes SET moved_ordinal = ? WHERE id = ?", (ordinal, note))


def adopt_card(database: Database, card: int, anki_id: int) -> None:
    """Let a card be the one that Anki has under `anki_id`, where this is free."""
    database.execute(
        "UPDATE cards SET anki_id = ?2 WHERE id = ?1"
        " AND NOT EXISTS (SELECT 1 FROM cards WHERE anki_id = ?2)",
        (card, anki_id),
    )
