"""Moves a card's history to another card: the log, the memory it folds to, its place in Anki."""

from flashcards.model import CardState, Kind, Uid
from flashcards.store.database import Database
from flashcards.store.shelf import save_alias

# What belongs to a history; the rest of a card's row is what the decks say, and its uid.
_MEMORY = ", ".join(("suspended", "buried_until_day", *CardState._fields))
_NOBODYS = -1


def has_history(database: Database, card: int) -> bool:
    """Tell if anything that counts is logged of the card with row id `card`."""
    row = database.execute(
        "SELECT EXISTS (SELECT 1 FROM events WHERE card = ? AND undone = 0)", (card,)
    ).fetchone()
    return bool(row[0])


def with_uid(database: Database, uid: str) -> int | None:
    """Give the row id of the card born as `uid`, whatever its history leads to by now."""
    row = database.execute("SELECT id FROM cards WHERE uid = ?", (uid,)).fetchone()
    return None if row is None else int(row[0])


def leads_to(database: Database, old: Uid, new: Uid) -> None:
    """Let the name `old` lead to the card `new`, and `new` no longer to `old`."""
    database.execute("DELETE FROM aliases WHERE alias = ?", (new,))
    save_alias(database, old, new)


def no_longer_leads(database: Database, uid: Uid) -> None:
    """Let the name `uid` mean the card that was born under it again."""
    database.execute("DELETE FROM aliases WHERE alias = ?", (uid,))


def swap_histories(database: Database, one: int, other: int) -> None:
    """Let the cards with row ids `one` and `other` change histories.

    Runs inside the caller's transaction; done twice, it changes nothing. Their Anki cards go
    with the histories, and their Anki notes too where each card is the first of its note.
    Answers that are being given to either are refused.
    """
    _swap_columns(database, "cards", _MEMORY, (one, other))
    _swap_columns(database, "cards", "anki_id", (one, other))
    database.execute("UPDATE cards SET revision = revision + 1 WHERE id IN (?, ?)", (one, other))
    database.execute(
        "UPDATE events SET card = CASE card WHEN ?1 THEN ?2 ELSE ?1 END WHERE card IN (?1, ?2)",
        (one, other),
    )
    database.execute(
        "UPDATE attempts SET card = CASE card WHEN ?1 THEN ?2 ELSE ?1 END WHERE card IN (?1, ?2)",
        (one, other),
    )
    (note, is_cloze), (other_note, other_is_cloze) = (_first_of(database, c) for c in (one, other))
    if note and other_note and note != other_note and is_cloze == other_is_cloze:
        _swap_columns(database, "notes", "anki_guid, anki_id, moved_ordinal", (note, other_note))
        _swap_exports(database, note, other_note)


def _first_of(database: Database, card: int) -> tuple[int | None, bool]:
    """Give the note whose first card this is, else None; and whether it asks for a gap."""
    note, kind, is_first = database.execute(
        "SELECT c.note, c.kind, c.ordinal = (SELECT min(ordinal) FROM cards WHERE note = c.note)"
        " FROM cards c WHERE c.id = ?",
        (card,),
    ).fetchone()
    return (note if is_first else None), kind == Kind.CLOZE


def _swap_columns(database: Database, table: str, names: str, rows: tuple[int, int]) -> None:
    columns = names.split(", ")
    values = [
        database.execute(f"SELECT {names} FROM {table} WHERE id = ?", (row,)).fetchone()
        for row in rows
    ]
    # Anki's names are unique, so that one of the two has to give its own up first.
    unique = [column for column in columns if column.startswith("anki_")]
    for column in unique:
        database.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (_NOBODYS, rows[1]))
    assignments = ", ".join(f"{column} = ?" for column in columns)
    for row, taken in zip(rows, reversed(values), strict=True):
        database.execute(f"UPDATE {table} SET {assignments} WHERE id = ?", (*taken, row))


def _swap_exports(database: Database, one: int, other: int) -> None:
    """Let what Anki was last given go with the Anki notes, so that it takes the next one over."""
    move = "UPDATE exported SET note = ? WHERE note = ?"
    # A row per note, so that one of the two has to step aside first.
    given = database.execute(
        "DELETE FROM exported WHERE note = ? RETURNING digest, modified_s", (one,)
    ).fetchall()
    database.execute(move, (one, other))
    database.executemany("INSERT INTO exported VALUES (?, ?, ?)", ((other, *row) for row in given))


def read_again(database: Database, card: int) -> None:
    """Have the file that the card stands in read anew at the next start, unchanged as it is."""
    database.execute(
        "UPDATE deck_files SET mtime_ns = -1, digest = x'' WHERE id ="
        " (SELECT t.file FROM topics t JOIN cards c ON c.topic = t.id WHERE c.id = ?)",
        (card,),
    )
