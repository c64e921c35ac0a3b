"""The whole log and all cards, streamed in the order of the cards: for who sums them up."""

from collections.abc import Iterator

from flashcards.model import StudyDay
from flashcards.store.database import Database
from flashcards.store.scope import Scope

_CARD_ORDER = "e.card, e.reviewed_at_ms, e.device, e.sequence"


def card_facts(
    database: Database, scope: Scope
) -> Iterator[tuple[int, str, str, bool, bool, int, int | None, int]]:
    """Give of each card in scope, orphans included, what statistics count.

    Row id, deck, section, whether it is in the decks, whether suspended, state, due day, lapses.
    """
    return database.execute(
        "SELECT c.id, f.deck, n.section, c.presence = 1, c.suspended OR c.deck_suspended, c.state,"
        " c.due_day, c.lapses FROM cards c CROSS JOIN notes n ON n.id = c.note"
        " CROSS JOIN topics t ON t.id = c.topic CROSS JOIN deck_files f ON f.id = t.file"
        f" WHERE 1{scope.condition()} ORDER BY c.id"
    )


def log_rows(
    database: Database, scope: Scope
) -> Iterator[tuple[int, str, int, int | None, int, int, int, float, *tuple[float | None, ...]]]:
    """Give the events of the cards in scope, undone ones left out, as they fold, card by card.

    Card, kind, study day, rating, milliseconds taken, state before, interval given in seconds,
    desired retention, and the stability and difficulty of an estimate.
    """
    inside = f" CROSS JOIN cards c ON c.id = e.card{scope.condition()}" if scope.table else ""
    return database.execute(
        "SELECT e.card, e.kind, e.study_day, e.rating, e.taken_ms, e.state_before, e.interval_s,"
        " e.desired_retention, e.stability, e.difficulty"
        f" FROM events e{inside} WHERE e.undone = 0 ORDER BY {_CARD_ORDER}"
    )


def answers(database: Database) -> Iterator[tuple[int, str, int, int | None, int, int]]:
    """Give what counts of the whole log as it folds, card by card, orphans' too.

    Card, kind, study day, rating, state before, instant in milliseconds.
    """
    return database.execute(
        "SELECT e.card, e.kind, e.study_day, e.rating, e.state_before, e.reviewed_at_ms"
        f" FROM events e WHERE e.undone = 0 ORDER BY {_CARD_ORDER}"
    )


def due_by(database: Database, scope: Scope, day: StudyDay) -> int:
    """Count the cards in Review that are due by study day `day`."""
    count: int = database.execute(
        "SELECT count(*) FROM cards c WHERE c.state = 2 AND c.presence = 1 AND c.due_day <= ?"
        f"{scope.condition()}",
        (day,),
    ).fetchone()[0]
    return count
