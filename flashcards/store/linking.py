"""Two cards that change places: one that left the decks becomes one that is in them."""

from flashcards.model import Kind, Uid
from flashcards.store.database import Database
from flashcards.store.shelf import PRESENT

# What the decks say of a card; the rest of its row (uid, memory, log, what was set by hand) is
# the card itself.
_DECK_SIDE = "note, topic, kind, ordinal, gap, front, back, position, presence, deck_suspended"
_NOWHERE = -1


def has_history(database: Database, card: int) -> bool:
    """Tell if anything that counts is logged of the card with row id `card`."""
    row = database.execute(
        "SELECT EXISTS (SELECT 1 FROM events WHERE card = ? AND undone = 0)", (card,)
    ).fetchone()
    return bool(row[0])


def swap_places(database: Database, one: int, other: int) -> None:
    """Let two cards change places in the decks, inside the caller's transaction.

    Each takes over the other's note, texts and names, and keeps uid, log and memory. Answers
    to either that are on their way are refused. Doing it twice changes nothing.
    """
    rows = {
        card: database.execute(f"SELECT {_DECK_SIDE} FROM cards WHERE id = ?", (card,)).fetchone()
        for card in (one, other)
    }
    columns = _DECK_SIDE.split(", ")
    assignments = ", ".join(f"{column} = ?" for column in columns)
    # A note has each ordinal once, so one of the two has to step aside first.
    database.execute("UPDATE cards SET ordinal = ? WHERE id = ?", (_NOWHERE, other))
    for card, place in ((one, other), (other, one)):
        database.execute(
            f"UPDATE cards SET {assignments}, revision = revision + 1 WHERE id = ?",
            (*rows[place], card),
        )
    _swap_names(database, one, other)
    notes = {card: row[columns.index("note")] for card, row in rows.items()}
    kinds = {card: Kind(row[columns.index("kind")]) for card, row in rows.items()}
    first = all(_is_first(database, card) for card in (one, other))
    if first and (kinds[one] is Kind.CLOZE) == (kinds[other] is Kind.CLOZE):
        _swap_anki_notes(database, notes[one], notes[other])


def _swap_names(database: Database, one: int, other: int) -> None:
    """Give each card the further names of the other, which authors wrote where it now stands."""
    database.execute(
        "UPDATE aliases SET uid = CASE uid"
        " WHEN (SELECT uid FROM cards WHERE id = ?1) THEN (SELECT uid FROM cards WHERE id = ?2)"
        " ELSE (SELECT uid FROM cards WHERE id = ?1) END"
        " WHERE uid IN (SELECT uid FROM cards WHERE id IN (?1, ?2))",
        (one, other),
    )


def _is_first(database: Database, card: int) -> bool:
    """Tell if a card is the first of its note, whose Anki note goes with it."""
    row = database.execute(
        "SELECT NOT EXISTS (SELECT 1 FROM cards c JOIN cards mine ON mine.id = ?"
        " WHERE c.note = mine.note AND c.ordinal < mine.ordinal)",
        (card,),
    ).fetchone()
    return bool(row[0])


def _swap_anki_notes(database: Database, one: int, other: int) -> None:
    """Let two notes change their Anki notes, so that an export goes on updating the old one."""
    rows = {
        note: database.execute(
            "SELECT anki_guid, anki_id FROM notes WHERE id = ?", (note,)
        ).fetchone()
        for note in (one, other)
    }
    update = "UPDATE notes SET anki_guid = ?, anki_id = ? WHERE id = ?"
    database.execute(update, ("", _NOWHERE, other))
    database.execute(update, (*rows[other], one))
    database.execute(update, (*rows[one], other))


def read_again(database: Database, card: int) -> None:
    """Have the file of a card in the decks read anew at the next start, unchanged as it is."""
    database.execute(
        "UPDATE deck_files SET mtime_ns = -1, digest = x'' WHERE id ="
        " (SELECT t.file FROM topics t JOIN cards c ON c.topic = t.id"
        f" WHERE c.id = ? AND c.presence = {PRESENT})",
        (card,),
    )


def uid_of_note(database: Database, card: int) -> Uid:
    """Give the uid of the note that the card with row id `card` belongs to."""
    row = database.execute(
        "SELECT n.uid FROM notes n JOIN cards c ON c.note = n.id WHERE c.id = ?", (card,)
    ).fetchone()
    return Uid(row[0])
