"""What the last import found in Anki: what is there again is no news, and overrides nothing."""

from collections.abc import Mapping
from typing import NamedTuple

from flashcards.store.database import Database


class Marks(NamedTuple):
    """What a card had in Anki when it last changed there, at second `changed_s`.

    It is `flagged` if it had a flag of any colour, or its note was marked.
    """

    changed_s: int
    suspended: bool
    buried: bool
    flagged: bool


def decks(database: Database) -> frozenset[str]:
    """Give the decks, by their names here, whose options in Anki were looked at."""
    return frozenset(row[0] for row in database.execute("SELECT deck FROM anki_decks"))


def add_deck(database: Database, deck: str) -> None:
    """Note that the options of a deck were looked at."""
    database.execute("INSERT OR IGNORE INTO anki_decks VALUES (?)", (deck,))


def marks(database: Database) -> Mapping[int, Marks]:
    """Give what cards had in Anki, by row id."""
    rows = database.execute("SELECT card, changed_s, suspended, buried, flagged FROM anki_marks")
    return {
        card: Marks(changed_s, bool(suspended), bool(buried), bool(flagged))
        for card, changed_s, suspended, buried, flagged in rows
    }


def save_marks(database: Database, card: int, found: Marks) -> None:
    """Keep what the card with row id `card` has in Anki."""
    database.execute("INSERT OR REPLACE INTO anki_marks VALUES (?, ?, ?, ?, ?)", (card, *found))
