"""What `config --deck` set, as texts, and what was answered in each deck."""

from flashcards.model import State, StudyDay
from flashcards.store.database import Database


def settings(database: Database) -> dict[str, dict[str, str]]:
    """Give the settings of decks by deck and name."""
    found: dict[str, dict[str, str]] = {}
    for deck, key, value in database.execute("SELECT deck, key, value FROM deck_settings"):
        found.setdefault(deck, {})[key] = value
    return found


def save_setting(database: Database, deck: str, name: str, text: str | None) -> None:
    """Set `name` to `text` for a deck; None lets the deck go by what holds above it."""
    if text is None:
        database.execute("DELETE FROM deck_settings WHERE deck = ? AND key = ?", (deck, name))
    else:
        database.execute(
            "INSERT OR REPLACE INTO deck_settings VALUES (?, ?, ?)", (deck, name, text)
        )


def answered_on(database: Database, day: StudyDay) -> dict[str, tuple[int, int]]:
    """Count by deck the cards met for the first time on study day `day`, and those in Review."""
    rows = database.execute(
        "SELECT f.deck, count(DISTINCT iif(e.state_before = ?, c.id, NULL)),"
        " count(DISTINCT iif(e.state_before = ?, c.id, NULL))"
        " FROM events e JOIN cards c ON c.id = e.card JOIN topics t ON t.id = c.topic"
        " JOIN deck_files f ON f.id = t.file"
        " WHERE e.study_day = ? AND e.kind = 'review' AND e.undone = 0 GROUP BY f.deck",
        (State.NEW, State.REVIEW, day),
    )
    return {deck: (new, reviews) for deck, new, reviews in rows}
