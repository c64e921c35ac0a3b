"""What the decks said when they were last read: files, topics, notes and the texts of cards.

Everything that writes here runs inside the caller's transaction.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from flashcards.model import Kind, Section, Uid
from flashcards.notes import Known
from flashcards.store.cache import UNREAD
from flashcards.store.database import Database

PRESENT, HELD, ORPHAN = 1, 0, -1


class FileRecord(NamedTuple):
    """A deck file to keep; `stubs` and `problems` are JSON for those who show them later."""

    path: str
    size: int
    mtime_ns: int
    digest: bytes
    format: int
    readable: bool
    deck: str
    starter: bool
    deck_order: int | None
    errors: int
    stubs: str
    problems: str


_FILE_COLUMNS = ", ".join(FileRecord._fields)
_FILE_MARKS = ", ".join("?" * len(FileRecord._fields))
_FILE_UPDATES = ", ".join(f"{field} = excluded.{field}" for field in FileRecord._fields)


def save_file(database: Database, record: FileRecord) -> int:
    """Keep a file as just read, and give its row id."""
    row = database.execute(
        f"INSERT INTO deck_files ({_FILE_COLUMNS}) VALUES ({_FILE_MARKS})"
        f" ON CONFLICT (path) DO UPDATE SET {_FILE_UPDATES}, gone = 0 RETURNING id",
        record,
    ).fetchone()
    number: int = row[0]
    return number


def touch_file(database: Database, path: str, size: int, mtime_ns: int) -> None:
    """Note that a file has a new time and the old content."""
    database.execute(
        "UPDATE deck_files SET size = ?, mtime_ns = ? WHERE path = ?", (size, mtime_ns, path)
    )


def mark_gone(database: Database, path: str) -> None:
    """Note that a file is no longer there, and with it its problems."""
    database.execute(
        "UPDATE deck_files SET gone = 1, errors = 0, problems = '[]', stubs = '[]' WHERE path = ?",
        (path,),
    )


def doubt_file(database: Database, path: str) -> None:
    """Have a file read again that is not read now, some of whose cards were found elsewhere.

    One that has no card in the decks any more is gone.
    """
    live = (
        "EXISTS (SELECT 1 FROM topics t JOIN cards c ON c.topic = t.id"
        f" WHERE t.file = deck_files.id AND c.presence <> {ORPHAN})"
    )
    database.execute(
        f"UPDATE deck_files SET mtime_ns = {UNREAD}, digest = x'', gone = NOT {live}"
        " WHERE path = ?",
        (path,),
    )


class TopicRecord(NamedTuple):
    """A topic of a file to keep; `content` is its prose as JSON.

    It goes by `key`, and by `slug` for who does not know its id; its cards are born as of `uid`.
    """

    key: str
    position: int
    title: str
    question: str
    content: str
    uid: Uid
    slug: str


def save_topics(database: Database, file: int, records: Sequence[TopicRecord]) -> list[int]:
    """Keep the topics of a file as just read, and give their row ids in order.

    Those it had before keep their rows for the cards that left with them.
    """
    database.execute("UPDATE topics SET position = -1 WHERE file = ?", (file,))
    return [
        database.execute(
            "INSERT INTO topics (file, key, position, title, question, content, uid, slug)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (file, key) DO UPDATE SET"
            " position = excluded.position, title = excluded.title,"
            " question = excluded.question, content = excluded.content,"
            " uid = excluded.uid, slug = excluded.slug RETURNING id",
            (file, *record),
        ).fetchone()[0]
        for record in records
    ]


_STORED = (
    "SELECT c.uid, n.uid, f.path, t.question, n.section, c.kind, c.ordinal, c.front, c.back,"
    f" EXISTS (SELECT 1 FROM events e WHERE e.card = c.id), c.presence <> {ORPHAN},"
    " t.uid FROM cards c JOIN notes n ON n.id = c.note JOIN topics t ON t.id = c.topic"
    " JOIN deck_files f ON f.id = t.file"
)


def _stored(row: tuple[Uid, Uid, str, str, str, str, int, str, str, int, int, Uid]) -> Known:
    uid, note_uid, path, topic, section, kind, ordinal, front, back, reviewed, live, named = row
    return Known(
        uid, note_uid, path, topic, Section(section), Kind(kind), ordinal, front, back,
        bool(reviewed), bool(live), named,
    )  # fmt: skip


def cards_of_files(database: Database, paths: Iterable[str]) -> Iterator[Known]:
    """Give the cards that stand, or last stood, in the files named, in their order there."""
    for path in paths:
        in_order = f"{_STORED} WHERE f.path = ? ORDER BY c.position, c.id"
        yield from map(_stored, database.execute(in_order, (path,)))


class Look(NamedTuple):
    """A note by its place and its first card: enough to find it again in the very same file."""

    line: int
    section: str
    kind: str
    gap: int
    front: str
    back: str


class Standing(NamedTuple):
    """How a card of the decks looks, and the uids of its note and its topic."""

    look: Look
    uid: Uid
    topic: Uid


def note_uids(database: Database, path: str) -> Iterator[Standing]:
    """Give the note of each card that stands in the file `path`, in their order there."""
    rows = database.execute(
        "SELECT n.line, n.section, c.kind, c.gap, c.front, c.back, n.uid, t.uid"
        " FROM cards c JOIN notes n ON n.id = c.note JOIN topics t ON t.id = c.topic"
        f" JOIN deck_files f ON f.id = t.file WHERE f.path = ? AND c.presence = {PRESENT}"
        " ORDER BY c.position, c.id",
        (path,),
    )
    for *look, uid, topic in rows:
        yield Standing(Look(*look), Uid(uid), Uid(topic))


def orphans(database: Database) -> Iterator[Known]:
    """Give the cards that have left the decks."""
    return map(_stored, database.execute(f"{_STORED} WHERE c.presence = {ORPHAN}"))


def cards_of_note(database: Database, note_uid: str) -> Iterator[Known]:
    """Give the cards of the note that goes by `note_uid`, or holds the card of that name."""
    condition = "WHERE n.uid = ?1 OR n.id = (SELECT note FROM cards WHERE uid = ?1)"
    return map(_stored, database.execute(f"{_STORED} {condition}", (note_uid,)))


def rename_topic(database: Database, old: Uid, new: Uid) -> None:
    """Let what went by `old` go by `new`, with the cards that left it or are held by a fault."""
    database.execute("UPDATE topics SET uid = ? WHERE uid = ?", (new, old))


def cards_of_topic(database: Database, uid: str) -> Iterator[Known]:
    """Give the cards of the topics that go, or went, by `uid`."""
    return map(_stored, database.execute(f"{_STORED} WHERE t.uid = ? AND t.uid <> ''", (uid,)))


def is_topic(database: Database, uid: str) -> bool:
    """Tell if a topic with cards in the decks goes by `uid`."""
    row = database.execute(
        "SELECT EXISTS (SELECT 1 FROM topics t JOIN cards c ON c.topic = t.id"
        f" WHERE t.uid = ? AND t.uid <> '' AND c.presence <> {ORPHAN})",
        (uid,),
    ).fetchone()
    return bool(row[0])


def unanswered_copies(database: Database, cards: Iterable[Known]) -> dict[Uid, str]:
    """Find the cards in the decks with the very texts of `cards` that were never answered.

    Gives the path of each by its uid.
    """
    texts = {(card.section, card.kind, card.front, card.back) for card in cards}
    rows = database.execute(
        f"{_STORED} WHERE c.presence = {PRESENT} AND c.state = 0"
        " AND NOT EXISTS (SELECT 1 FROM events e WHERE e.card = c.id)"
    )
    return {
        card.uid: card.path
        for card in map(_stored, rows)
        if (card.section, card.kind, card.front, card.back) in texts
    }


def aliases(database: Database) -> dict[str, Uid]:
    """Give the uid behind each further name of a card."""
    return dict(database.execute("SELECT alias, uid FROM aliases").fetchall())


def save_alias(database: Database, alias: str, uid: Uid) -> None:
    """Let the card `uid` go by `alias` as well."""
    database.execute("INSERT OR REPLACE INTO aliases VALUES (?, ?)", (alias, uid))


def is_taken(database: Database, uid: str) -> bool:
    """Tell if any card or note goes by `uid`."""
    row = database.execute(
        "SELECT EXISTS (SELECT 1 FROM cards WHERE uid = ?1)"
        " OR EXISTS (SELECT 1 FROM notes WHERE uid = ?1)",
        (uid,),
    ).fetchone()
    return bool(row[0])


def latest_anki_id(database: Database) -> int:
    """Give the highest Anki id in use; new ones go above it."""
    row = database.execute(
        "SELECT max(ifnull((SELECT max(anki_id) FROM notes), 0),"
        " ifnull((SELECT max(anki_id) FROM cards), 0))"
    ).fetchone()
    latest: int = row[0]
    return latest


class NoteRecord(NamedTuple):
    """A note to keep; `source` and `tags` are lists, a line each.

    `anki_guid`, `anki_id` and `moved_ordinal` (which card of a note in Anki it was, 0 for all of
    it) count only when the note is new, `content_changed_at_ms` when it is
    new or its `digest` differs from the one kept.
    """

    uid: Uid
    topic: int
    section: Section
    line: int
    text: str
    extra: str
    detail: str
    label: str
    source: str
    tags: str
    typed: bool
    anki_guid: str
    anki_id: int
    moved_ordinal: int | None
    digest: bytes
    content_changed_at_ms: int


_NOTE_COLUMNS = ", ".join(NoteRecord._fields)
_NOTE_MARKS = ", ".join("?" * len(NoteRecord._fields))
_NOTE_UPDATES = ", ".join(
    f"{field} = excluded.{field}"
    for field in NoteRecord._fields
    if field not in {"uid", "anki_guid", "anki_id", "moved_ordinal", "content_changed_at_ms"}
)


def save_note(database: Database, record: NoteRecord) -> int:
    """Keep a note as just read, and give its row id."""
    row = database.execute(
        f"INSERT INTO notes ({_NOTE_COLUMNS}) VALUES ({_NOTE_MARKS})"
        f" ON CONFLICT (uid) DO UPDATE SET {_NOTE_UPDATES}, content_changed_at_ms ="
        " CASE WHEN digest = excluded.digest THEN content_changed_at_ms"
        " ELSE excluded.content_changed_at_ms END RETURNING id",
        record,
    ).fetchone()
    number: int = row[0]
    return number


class CardRecord(NamedTuple):
    """A card to keep; `anki_id` and `created_at_ms` count only when it is new.

    One that is not `drilled` comes with the presence `HELD`: it sleeps until it is first answered,
    and one that was is `PRESENT` here whatever is given.
    """

    uid: Uid
    note: int
    topic: int
    kind: Kind
    ordinal: int
    gap: int
    anki_id: int
    front: str
    back: str
    position: int
    presence: int
    deck_suspended: bool
    created_at_ms: int
    drilled: bool = True


_CARD_COLUMNS = ", ".join(CardRecord._fields)
_CARD_MARKS = ", ".join(f":{field}" for field in CardRecord._fields)
_CARD_UPDATES = ", ".join(
    f"{field} = excluded.{field}"
    for field in CardRecord._fields
    if field not in {"uid", "anki_id", "created_at_ms", "presence"}
)
_PRESENCE_NOW = (
    f"CASE WHEN excluded.drilled = 0 AND state <> 0 THEN {PRESENT} ELSE excluded.presence END"
)


def save_cards(database: Database, records: Iterable[CardRecord]) -> None:
    """Keep cards as just read; a new one also keeps its first texts."""
    database.executemany(
        f"INSERT INTO cards ({_CARD_COLUMNS}, first_front, first_back)"
        f" VALUES ({_CARD_MARKS}, :front, :back)"
        f" ON CONFLICT (uid) DO UPDATE SET {_CARD_UPDATES}, presence = {_PRESENCE_NOW}",
        (record._asdict() for record in records),
    )


def count_orphans(database: Database, uids: Iterable[str]) -> int:
    """Count those of the cards `uids` that are in no deck."""
    found = (
        database.execute("SELECT presence FROM cards WHERE uid = ?", (uid,)).fetchone()
        for uid in uids
    )
    return sum(row[0] == ORPHAN for row in found)


def set_presence(database: Database, uids: Iterable[str], presence: int) -> None:
    """Mark cards as `PRESENT`, `HELD` by a fault, or `ORPHAN`."""
    database.executemany(
        "UPDATE cards SET presence = ? WHERE uid = ?", ((presence, uid) for uid in uids)
    )


def hold_file(database: Database, path: str) -> None:
    """Keep the cards of a file that could not be read from being asked; none is orphaned."""
    database.execute(
        f"UPDATE cards SET presence = {HELD} WHERE presence = {PRESENT} AND topic IN"
        " (SELECT t.id FROM topics t JOIN deck_files f ON f.id = t.file WHERE f.path = ?)",
        (path,),
    )


class Finding(NamedTuple):
    """What reading a file found: how many cards, and its stubs and problems as JSON."""

    path: str
    cards: int
    stubs: str
    problems: str


def findings(database: Database) -> list[Finding]:
    """Give what the last reading of each file found."""
    rows = database.execute(
        "SELECT f.path, (SELECT count(*) FROM cards c JOIN topics t ON t.id = c.topic"
        f" WHERE t.file = f.id AND c.presence = {PRESENT}), f.stubs, f.problems"
        " FROM deck_files f WHERE f.gone = 0"
    )
    return [Finding(*row) for row in rows]
