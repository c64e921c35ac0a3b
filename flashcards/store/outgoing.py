"""What an export reads: whole notes with their cards, the log, and what Anki was given before."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from flashcards.model import CardState, Event, EventKind, Kind, Rating, Section, State
from flashcards.store import log, parameters
from flashcards.store.browse import lines_of
from flashcards.store.database import Database
from flashcards.store.scope import EVERYTHING, Scope
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
    suspended: bool
    deck_suspended: bool
    state: CardState


class OutgoingTopic(NamedTuple):
    """What the notes of a topic share.

    `content` is its prose as JSON, `path` the key the shelf keeps its file under.
    """

    id: int
    title: str
    content: str
    path: str
    deck: str


class OutgoingNote(NamedTuple):
    """A note in the decks, its topic, and what Anki was last given of it.

    `exported` is the digest of what was given and `exported_s` the time it carried, both None
    for a note never exported. `moved_ordinal` is 0 for a note that moved in from Anki, and where
    it is but one card of a note there, the ordinal of that card; any other than 0 says that Anki
    has more in its note than is here.
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
    moved_ordinal: int | None
    exported: bytes | None
    exported_s: int | None
    topic: OutgoingTopic
    cards: tuple[OutgoingCard, ...]

    @property
    def stays(self) -> bool:
        """Whether it is part of a larger note in Anki, which was given no other."""
        return bool(self.moved_ordinal) and self.exported is None


# An attempt is answered at a keyboard; it goes to a phone only where the deck drills it.
_CARRIED = f"c.presence = {PRESENT} AND c.drilled = 1"
_STATE = ", ".join(f"c.{field}" for field in CardState._fields)
_NEW = CardState()
_KINDS = {kind.value: kind for kind in Kind}
_SECTIONS = {section.value: section for section in Section}


def count_notes(database: Database, scope: Scope) -> int:
    """Count the notes that `notes` gives."""
    count: int = database.execute(
        f"SELECT count(DISTINCT c.note) FROM cards c WHERE {_CARRIED}{scope.condition()}"
    ).fetchone()[0]
    return count


def notes(database: Database, scope: Scope) -> Iterator[OutgoingNote]:
    """Give the notes of which a card is in scope, in the order of the decks, with all cards."""
    in_scope = _note_rows(database, scope)
    topics = _topics(database)
    states = _states(database)
    # Read apart: one query for all would sort whole rows, and repeat a topic with every card.
    rows = database.execute(
        "SELECT c.note, c.topic, c.id, c.anki_id, c.uid, c.kind, c.ordinal, c.gap, c.front,"
        " c.back, c.suspended, c.deck_suspended FROM cards c JOIN topics t ON t.id = c.topic"
        f" JOIN deck_files f ON f.id = t.file WHERE {_CARRIED}"
        " ORDER BY f.starter, ifnull(f.deck_order, 1e18), f.path, t.position, c.position, c.note,"
        " c.kind, c.ordinal"
    )
    for (note, topic), group in groupby(rows, key=itemgetter(0, 1)):
        if note in in_scope:
            cards = tuple([_card(row, states) for row in group])
            yield _note(in_scope[note], topics[topic], cards)


def _note_rows(database: Database, scope: Scope) -> dict[int, Sequence[Any]]:
    chosen = f"SELECT c.note FROM cards c WHERE {_CARRIED}{scope.condition()}"
    rows = database.execute(
        "SELECT n.id, n.uid, n.anki_guid, n.anki_id, n.section, n.line, n.text, n.extra, n.detail,"
        " n.label, n.source, n.tags, n.typed, n.content_changed_at_ms, n.moved_ordinal,"
        " x.digest, x.modified_s FROM notes n LEFT JOIN exported x ON x.note = n.id"
        + (f" WHERE n.id IN ({chosen})" if scope != EVERYTHING else "")
    )
    return {row[0]: row for row in rows}


def _topics(database: Database) -> dict[int, OutgoingTopic]:
    rows = database.execute(
        "SELECT t.id, t.title, t.content, f.path, f.deck"
        " FROM topics t JOIN deck_files f ON f.id = t.file"
    )
    return {row[0]: OutgoingTopic._make(row) for row in rows}


def _states(database: Database) -> dict[int, CardState]:
    """Give the states of all cards that anything ever happened to."""
    unknown = ", ".join("?" * len(_NEW))
    rows = database.execute(
        f"SELECT c.id, {_STATE} FROM cards c WHERE ({_STATE}) IS NOT ({unknown})", _NEW
    )
    return {card: CardState(State(state), *memory) for card, state, *memory in rows}


def _note(
    row: Sequence[Any], topic: OutgoingTopic, cards: tuple[OutgoingCard, ...]
) -> OutgoingNote:
    (
        *known,
        section,
        line,
        text,
        extra,
        detail,
        label,
        source,
        tags,
        typed,
        changed,
        moved_ordinal,
        digest,
        since,
    ) = row
    return OutgoingNote._make(
        (
            *known,
            _SECTIONS[section],
            line,
            text,
            extra,
            detail,
            label,
            lines_of(source),
            lines_of(tags),
            typed,
            changed,
            moved_ordinal,
            digest,
            since,
            topic,
            cards,
        )
    )


def _card(row: Sequence[Any], states: Mapping[int, CardState]) -> OutgoingCard:
    number, anki_id, uid, kind, *shown = row[2:]
    return OutgoingCard._make(
        (number, anki_id, uid, _KINDS[kind], *shown, states.get(number, _NEW))
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
