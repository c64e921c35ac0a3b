"""Settings as the texts they were given as, and the small states a person sets on cards."""

from flashcards.model import StudyDay
from flashcards.store.database import Database


def settings(database: Database) -> dict[str, str]:
    """Give the settings that were set, by name."""
    return dict(database.execute("SELECT key, value FROM settings").fetchall())


def save_setting(database: Database, name: str, text: str | None) -> None:
    """Set `name` to `text`; None takes the setting back to its default."""
    if text is None:
        database.execute("DELETE FROM settings WHERE key = ?", (name,))
    else:
        database.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, text))


def suspend(database: Database, card: int, *, suspended: bool) -> None:
    """Suspend the card with row id `card`, or end its suspension."""
    database.execute("UPDATE cards SET suspended = ? WHERE id = ?", (suspended, card))


def mark(database: Database, card: int, *, marked: bool) -> None:
    """Mark the card with row id `card` for later, or take the mark off."""
    database.execute("UPDATE cards SET marked = ? WHERE id = ?", (marked, card))


def bury(database: Database, card: int, until: StudyDay | None) -> None:
    """Keep the card with row id `card` out of the queue until study day `until` begins."""
    database.execute("UPDATE cards SET buried_until_day = ? WHERE id = ?", (until, card))
