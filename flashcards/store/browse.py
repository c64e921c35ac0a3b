"""Whole cards, for those who list, search or show them: streamed, never all held at once."""

from collections.abc import Iterator
from typing import NamedTuple

from flashcards.model import CardState, Kind, Section, State, StudyDay, Uid
from flashcards.store.database import Database
from flashcards.store.scope import Scope


class CardRow(NamedTuple):
    """A card with all that is shown of it.

    `path` is the key the shelf keeps the file under.
    """

    id: int
    uid: Uid
    note: int
    topic: int
    kind: Kind
    section: Section
    gap: int
    front: str
    back: str
    text: str
    extra: str
    detail: str
    label: str
    source: tuple[str, ...]
    tags: tuple[str, ...]
    typed: bool
    line: int
    path: str
    deck: str
    topic_key: str
    topic_title: str
    question: str
    presence: int
    suspended: bool
    deck_suspended: bool
    marked: bool
    drilled: bool
    buried_until_day: StudyDay | None
    revision: int
    state: CardState


_STATE = ", ".join(f"c.{field}" for field in CardState._fields)
_ROW = (
    "c.id, c.uid, c.note, c.topic, c.kind, n.section, c.gap, c.front, c.back, n.text, n.extra,"
    " n.detail, n.label, n.source, n.tags, n.typed, n.line, f.path, f.deck, t.key, t.title,"
    " t.question, c.presence, c.suspended, c.deck_suspended, c.marked,"
    f" c.drilled, c.buried_until_day, c.revision, {_STATE}"
)
_FROM = (
    "cards c JOIN notes n ON n.id = c.note JOIN topics t ON t.id = c.topic"
    " JOIN deck_files f ON f.id = t.file"
)
_PLAIN = len(CardRow._fields) - 1


def _row(values: tuple[object, ...]) -> CardRow:
    state = CardState._make(values[_PLAIN:])
    row = CardRow._make((*values[:_PLAIN], state))
    return row._replace(
        state=state._replace(state=State(state.state)),
        source=lines_of(row.source),
        tags=lines_of(row.tags),
        kind=Kind(row.kind),
        section=Section(row.section),
        typed=bool(row.typed),
        suspended=bool(row.suspended),
        deck_suspended=bool(row.deck_suspended),
        marked=bool(row.marked),
        drilled=bool(row.drilled),
    )


def lines_of(text: object) -> tuple[str, ...]:
    """Give the items of a list that is kept a line each; none for an empty text."""
    return tuple(str(text).split("\n")) if text else ()


def card(database: Database, number: int) -> CardRow:
    """Read the card with row id `number`."""
    return _row(
        database.execute(f"SELECT {_ROW} FROM {_FROM} WHERE c.id = ?", (number,)).fetchone()
    )


def cards(database: Database, scope: Scope, presence: int) -> Iterator[CardRow]:
    """Give the cards in scope that are in the decks (or are not), in the order of the decks."""
    rows = database.execute(
        f"SELECT {_ROW} FROM {_FROM} WHERE c.presence = ?{scope.condition()}"
        " ORDER BY f.starter, ifnull(f.deck_order, 1e18), f.path, t.position, n.line, c.ordinal",
        (presence,),
    )
    return map(_row, rows)


class SubjectRow(NamedTuple):
    """The little of a card that a selection asks about; `words` are its texts."""

    id: int
    uid: Uid
    deck: str
    topic_key: str
    topic_slug: str
    section: Section
    tags: tuple[str, ...]
    words: str
    state: State
    due_day: StudyDay | None
    due_at_ms: int | None
    idle: bool
    suspended: bool
    presence: int
    lapses: int
    marked: bool


def subjects(database: Database, day: StudyDay) -> Iterator[SubjectRow]:
    """Give every card there is or was as a selection sees it; `idle` ones wait for a later day."""
    rows = database.execute(
        "SELECT c.id, c.uid, f.deck, t.key, t.slug, n.section, n.tags,"
        " c.front || char(10) || c.back || char(10) || n.text, c.state, c.due_day, c.due_at_ms,"
        " ifnull(c.buried_until_day, 0) > ?, c.suspended OR c.deck_suspended, c.presence, c.lapses,"
        " c.marked"
        f" FROM {_FROM}",
        (day,),
    )
    for row in rows:
        subject = SubjectRow(*row)
        yield subject._replace(
            section=Section(subject.section),
            tags=lines_of(subject.tags),
            state=State(subject.state),
            idle=bool(subject.idle),
            suspended=bool(subject.suspended),
            marked=bool(subject.marked),
        )


def catalogue(database: Database) -> tuple[list[str], list[str], list[str], dict[str, str]]:
    """Give the names that a selection may use: decks, topics, uids, and aliases with their uid."""
    topics = database.execute(
        "SELECT key FROM topics WHERE key <> '' UNION SELECT slug FROM topics WHERE slug <> ''"
    )
    uids = database.execute("SELECT uid FROM cards")
    aliases = dict(database.execute("SELECT alias, uid FROM aliases").fetchall())
    return decks(database), [r[0] for r in topics], [r[0] for r in uids], aliases


def named(database: Database, name: str, most: int = 2) -> list[int]:
    """Give the row ids of up to `most` cards whose uid or alias is, or begins with, `name`.

    A whole uid or alias wins over those that merely begin with it, and an alias over a uid: it
    leads from a card that gave its history away to the one that has it.
    """
    whole = database.execute(
        "SELECT id FROM cards WHERE uid = ifnull((SELECT uid FROM aliases WHERE alias = ?1), ?1)",
        (name,),
    ).fetchall()
    if whole:
        return [row[0] for row in whole]
    rows = database.execute(
        "SELECT id FROM cards WHERE uid >= ?1 AND uid < ?1 || char(1114111) ORDER BY uid LIMIT ?2",
        (name, most),
    )
    return [row[0] for row in rows]


def decks(database: Database) -> list[str]:
    """Give the names of the decks that are there."""
    rows = database.execute("SELECT DISTINCT deck FROM deck_files WHERE gone = 0 ORDER BY deck")
    return [row[0] for row in rows]


# A topic may hold nothing but an attempt, whose card sleeps until it is first answered.
_IN_DECKS = "(c.presence = 1 OR (c.presence = 0 AND c.drilled = 0))"


class TopicRow(NamedTuple):
    """A topic with its prose as JSON, and the deck it stands in."""

    id: int
    key: str
    slug: str
    title: str
    content: str
    deck: str


_TOPIC = "SELECT t.id, t.key, t.slug, t.title, t.content, f.deck FROM topics t JOIN deck_files f"


def topic(database: Database, number: int) -> TopicRow:
    """Read the topic with row id `number`."""
    return TopicRow(
        *database.execute(f"{_TOPIC} ON f.id = t.file WHERE t.id = ?", (number,)).fetchone()
    )


def whole_topics(database: Database, scope: Scope) -> Iterator[TopicRow]:
    """Give the topics of which a card is in scope, in the order of the decks."""
    rows = database.execute(
        f"{_TOPIC} ON f.id = t.file WHERE t.key <> '' AND EXISTS (SELECT 1 FROM cards c"
        f" WHERE c.topic = t.id AND {_IN_DECKS}{scope.condition()})"
        " ORDER BY f.starter, ifnull(f.deck_order, 1e18), f.path, t.position"
    )
    return (TopicRow(*row) for row in rows)


def topics(database: Database) -> list[tuple[str, str]]:
    """Give key and title of each topic that has cards in the decks, in their order."""
    rows = database.execute(
        "SELECT t.key, t.title FROM topics t JOIN deck_files f ON f.id = t.file"
        " WHERE t.key <> '' AND EXISTS"
        f" (SELECT 1 FROM cards c WHERE c.topic = t.id AND {_IN_DECKS})"
        " ORDER BY f.starter, ifnull(f.deck_order, 1e18), f.path, t.position"
    )
    return rows.fetchall()


def topics_named(database: Database, key: str) -> list[tuple[str, str]]:
    """Give the path and content of each topic that goes by `key`, whether it has cards or not.

    Where it is nobody's id, those whose slug it is.
    """
    for column in ("key", "slug"):
        rows = database.execute(
            "SELECT f.path, t.content FROM topics t JOIN deck_files f ON f.id = t.file"
            f" WHERE t.{column} = ? AND t.position >= 0 AND f.gone = 0"
            " ORDER BY f.starter, f.path",
            (key,),
        ).fetchall()
        if rows:
            return rows
    return []
