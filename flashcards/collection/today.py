"""The queue of a study day, built from the store: one function for `review`, `due` and the rest."""

from collections.abc import Callable, Mapping

from flashcards.collection.opening import Collection
from flashcards.model import StudyDay
from flashcards.session import DeckLimit, Done, Limits, Queue, day_queue
from flashcards.settings import Settings, for_deck, lineage
from flashcards.store import decks, log, parameters, queue
from flashcards.store.database import Database

# More of one topic than any day takes, so that siblings left out do not shorten the day.
_CARDS_OF_A_TOPIC = 500


def queue_of(
    collection: Collection, day: StudyDay, *, new: int | None = None, ahead_days: int = 0
) -> Queue:
    """Build what study day `day` asks for, less what was answered on it already.

    `new` stands in for the day's limit of new cards, and then they come however many reviews
    wait; `ahead_days` takes in cards due that many days later.
    """
    database, settings, scope = collection.database, collection.settings, collection.scope
    answered = log.answered_on(database, day)
    limits = Limits(
        new=settings.new_per_day if new is None else new, reviews=settings.reviews_per_day
    )
    waiting = queue.waiting(database, day, scope, most=limits.reviews + 1)
    if waiting > limits.reviews - answered.reviews:
        reviews = queue.backlog(database, day, scope, ahead_days, _recall_lost(database))
    else:
        reviews = queue.reviews(database, day, scope, ahead_days)
    own = deck_limits(collection, day)
    full = [one.deck for one in own if one.new == 0]
    return day_queue(
        day=day,
        learning=queue.learning(database, day, scope),
        reviews=reviews,
        new=queue.new_topics(database, day, scope, _CARDS_OF_A_TOPIC, full),
        done=Done(answered.new, answered.reviews, answered.new_by_topic, answered.notes),
        limits=limits,
        waiting=0 if new else waiting,
        deck_limits=own,
    )


def deck_limits(collection: Collection, day: StudyDay) -> list[DeckLimit]:
    """Give what the decks with limits of their own may still show on study day `day`."""
    own = {
        deck: texts
        for deck, texts in collection.of_decks.items()
        if not texts.keys().isdisjoint(("new_per_day", "reviews_per_day"))
    }
    if not own:
        return []
    answered = decks.answered_on(collection.database, day)
    return [_left_in(collection.settings, deck, texts, answered) for deck, texts in own.items()]


def _left_in(
    base: Settings, deck: str, texts: Mapping[str, str], answered: Mapping[str, tuple[int, int]]
) -> DeckLimit:
    done = [one for name, one in answered.items() if deck in lineage(name)]
    new, reviews = (sum(column) for column in zip((0, 0), *done, strict=True))
    most = for_deck(base, {deck: texts}, deck)
    return DeckLimit(
        deck,
        max(0, most.new_per_day - new) if "new_per_day" in texts else None,
        max(0, most.reviews_per_day - reviews) if "reviews_per_day" in texts else None,
    )


def _recall_lost(database: Database) -> Callable[[float, int], float]:
    # Only in a backlog is the model of memory asked which card comes first.
    from flashcards.memory.backlog import recall_lost  # noqa: PLC0415 - only in a backlog

    in_force = parameters.latest_parameter_set(database)
    return recall_lost(parameters.weights(database, in_force))
