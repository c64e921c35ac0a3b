"""The final pass before a day planned for: every card met comes once more, the weakest first."""

from typing import NamedTuple

from flashcards.collection.opening import Collection
from flashcards.errors import FlashcardsError
from flashcards.model import StudyDay
from flashcards.session import Queue, fixed_queue
from flashcards.store import plan, queue
from flashcards.store.plan import FINAL_DAYS, KeptPlan


class Part(NamedTuple):
    """What is left of the pass: in all, and for today, which it is spread evenly to."""

    left: int
    today: int


def plan_in_final_days(collection: Collection, day: StudyDay) -> KeptPlan:
    """Give the plan whose final pass is on.

    Raises:
        FlashcardsError: No day is planned for, or it is too far away or over.
    """
    kept = plan.kept(collection.database)
    if kept is None or day >= kept.by:
        message = "no day is planned for; `flashcards plan --by DATE` does."
        raise FlashcardsError(message)
    early = kept.by - FINAL_DAYS - day
    if early > 0:
        message = f"the final pass begins {FINAL_DAYS} days before the day planned for."
        raise FlashcardsError(message)
    return kept


def part_of(collection: Collection, by: StudyDay, day: StudyDay) -> Part:
    """Count what is left of the final pass on study day `day`; before it begins, all of it.

    What was answered on the day itself counts as done of its part.
    """
    begins = StudyDay(by - FINAL_DAYS)
    day = max(day, begins)
    left = plan.not_seen_since(collection.database, collection.scope, begins)
    done = plan.seen_on(collection.database, collection.scope, day)
    share = -(-(left + done) // max(1, by - day))
    return Part(left, min(left, max(0, share - done)))


def final_queue(collection: Collection, day: StudyDay) -> Queue:
    """Give today's part of the final pass over the cards in scope.

    Raises:
        FlashcardsError: No final pass is on.
    """
    by = plan_in_final_days(collection, day).by
    today = part_of(collection, by, day).today
    return fixed_queue(
        queue.weakest(
            collection.database, day, collection.scope, today, since=StudyDay(by - FINAL_DAYS)
        )
    )
