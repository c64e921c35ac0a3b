"""What an export reads: whole notes with their cards, the log, and what Anki was given before."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from flashcards.model import CardState, Event, EventKind, Kind, Rating, Section, State
from flashcards.store import log, parameters
from flashcards.store.browse import lines_of
from flashcards.store.database import Database
from flashcards.store.scope import Scope
from flashcards.store.shelf import PRESENT


class OutgoingCard(NamedTuple):
    """A card of a note that is exported; `suspended` by the person, or in the deck."""

    id: int
    anki_id: int
    uid: str
    kind: Kind
    ordinal: int
    gap: int
    front: str
    back: str
    position: int
    suspended: bool
    deck_suspended: bool
    state: CardState


class OutgoingNote(NamedTuple):
    """A note in the decks, its topic, and what Anki was last given of it.

    `path` is the key the shelf keeps the file under, `content` the topic's prose as JSON.
    `exported` is the digest of what was given and `exported_s` the time it carried, both None
    for a note never exported.
    """

    id: int
    uid: str
    guid: str
    anki_id: int
    section: Section
    line: int
    text: str
    extra: str
    detail: str
    label: str
    source: tuple[str, ...]
    tags: tuple[str, ...]
    typed: bool
    changed_at_ms: int
    topic: int
    title: str
    content: str
    path: str
    deck: str
    exported: bytes | None
    exported_s: int | None
    cards: tuple[OutgoingCard, ...]


_NOTE = (
    "n.id, n.uid, n.anki_guid, n.anki_id, n.section, n.line, n.text, n.extra, n.detail, n.label,"
    " n.source, n.tags, n.typed, n.content_changed_at_ms, t.id, t.title, t.content, f.path, f.deck,"
    " x.digest, x.modified_s"
)
_CARD = (
    "c.id, c.anki_id, c.uid, c.kind, c.ordinal, c.gap, c.front, c.back, c.position, c.suspended,"
    " c.deck_suspended"
)
_STATE = ", ".join(f"c.{field}" for field in CardState._fields)
_NOTE_WIDTH = len(OutgoingNote._fields) - 1
_SECTION, _SOURCE, _TAGS = map(OutgoingNote._fields.index, ("section", "source", "tags"))
# An attempt is answered at a keyboard; it goes to a phone only where the deck drills it.
_CARRIED = f"c.presence = {PRESENT} AND c.drilled = 1"
_CARD_END = _NOTE_WIDTH + len(OutgoingCard._fields) - 1


def count_notes(database: Database, scope: Scope) -> int:
    """Count the notes that `notes` gives."""
    count: int = database.execute(
        f"SELECT count(DISTINCT c.note) FROM cards c WHERE {_CARRIED}{scope.condition()}"
    ).fetchone()[0]
    return count


def notes(database: Database, scope: Scope) -> Iterator[OutgoingNote]:
    """Give the notes of which a card is in scope, in the order of the decks, with all cards."""
    inside = f"SELECT c.note FROM cards c WHERE {_CARRIED}{scope.condition()}"
    rows = database.execute(
        f"SELECT {_NOTE}, {_CARD}, {_STATE} FROM cards c JOIN notes n ON n.id = c.note"
        " JOIN topics t ON t.id = c.topic JOIN deck_files f ON f.id = t.file"
        " LEFT JOIN exported x ON x.note = n.id"
        f" WHERE {_CARRIED} AND n.id IN ({inside})"
        " ORDER BY f.starter, ifnull(f.deck_order, 1e18), f.path, t.position, c.position, n.id,"
        " c.kind, c.ordinal"
    )
    for _, group in groupby(rows, key=lambda row: row[0]):
        together = list(group)
        yield _note(together[0], tuple(map(_card, together)))


def _note(row: Sequence[Any], cards: tuple[OutgoingCard, ...]) -> OutgoingNote:
    values = list(row[:_NOTE_WIDTH])
    values[_SECTION] = Section(values[_SECTION])
    values[_SOURCE] = lines_of(values[_SOURCE])
    values[_TAGS] = lines_of(values[_TAGS])
    return OutgoingNote._make((*values, cards))


def _card(row: Sequence[Any]) -> OutgoingCard:
    number, anki_id, uid, kind, *rest = row[_NOTE_WIDTH:_CARD_END]
    state, *memory = row[_CARD_END:]
    return OutgoingCard._make(
        (number, anki_id, uid, Kind(kind), *rest, CardState(State(state), *memory))
    )


_EVENT = ", ".join(f"e.{field}" for field in Event._fields)


def counted_events(database: Database) -> Iterator[tuple[int, Event]]:
    """Give each card's row id with its events in the order they fold in, undone ones left out."""
    rows = database.execute(
        f"SELECT e.card, {_EVENT} FROM events e WHERE e.undone = 0"
        " ORDER BY e.card, e.reviewed_at_ms, e.device, e.sequence"
    )
    for card, *fields in rows:
        event = Event._make(fields)
        yield (
            card,
            event._replace(
                kind=EventKind(event.kind),
                rating=None if event.rating is None else Rating(event.rating),
                state_before=State(event.state_before),
                state_after=State(event.state_after),
                undone=False,
            ),
        )


def seen_otherwise(
    database: Database, parameter_set: int
) -> Iterator[tuple[int, str, CardState, list[Event]]]:
    """Give the cards whose memory another parameter set computed: row id, uid, state, events."""
    if not parameters.are_several(database):
        return
    rows = database.execute(
        f"SELECT c.id, c.uid, {_STATE} FROM cards c WHERE c.stability IS NOT NULL AND ? <>"
        " (SELECT e.parameter_set FROM events e WHERE e.card = c.id AND e.undone = 0"
        " AND e.kind IN ('review', 'reschedule')"
        " ORDER BY e.reviewed_at_ms DESC, e.device DESC, e.sequence DESC LIMIT 1)",
        (parameter_set,),
    )
    for number, uid, state, *memory in rows.fetchall():
        events = list(log.events(database, number))
        yield number, uid, CardState(State(state), *memory), events


class Given(NamedTuple):
    """What Anki is now given of a note."""

    note: int
    digest: bytes
    modified_s: int


def remember(database: Database, given: Iterable[Given]) -> None:
    """Keep what Anki is given, inside the caller's transaction."""
    database.executemany("INSERT OR REPLACE INTO exported VALUES (?, ?, ?)", given)
