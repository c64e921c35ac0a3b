"""The queue of a study day, built from the store: one function for `review`, `due` and the rest."""

from flashcards.collection.opening import Collection
from flashcards.model import StudyDay
from flashcards.session import Done, Limits, Queue, day_queue
from flashcards.store import log, queue

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
    return day_queue(
        day=day,
        learning=queue.learning(database, day, scope),
        reviews=queue.reviews(database, day, scope, ahead_days),
        new=queue.new_topics(database, day, scope, _CARDS_OF_A_TOPIC),
        done=Done(answered.new, answered.reviews, answered.new_by_topic, answered.notes),
        limits=limits,
        waiting=0 if new else queue.waiting(database, day, scope, most=limits.reviews + 1),
    )
