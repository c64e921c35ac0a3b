"""`optimize`: a fit to the collection's own log, guarded, and putting it in force."""

from typing import NamedTuple

from flashcards.collection.opening import Collection
from flashcards.errors import FlashcardsError
from flashcards.memory import fitting
from flashcards.memory.days import study_day
from flashcards.memory.fitting import Fitted
from flashcards.model import Moment, StudyDay
from flashcards.reviewing import policies_of
from flashcards.store import history, parameters
from flashcards.store.database import Database, transaction
from flashcards.store.parameters import ParameterSet
from flashcards.store.rescheduling import count_movable
from flashcards.tuning import library, rescheduling

WEEK_DAYS = 7
"""The study days, today included, for which the load is told."""

_LOOKED_AT = 2000  # cards; where there are more, the load is an estimate from so many of them


class Proposal(NamedTuple):
    """Weights to put in force, beside those that are: what they mean, what they would do.

    `due_now` reviews fall due within a week as scheduled; `due_then` would, rescheduled.
    """

    fit: Fitted
    weights_before: tuple[float, ...]
    due_now: int
    due_then: int


def propose(collection: Collection, now: Moment) -> Proposal:
    """Fit weights to all answers of the collection. Writes nothing.

    Raises:
        FlashcardsError: The optimiser is not installed, the answers are not enough to fit to, or
            the library failed on them.
    """
    library.make_sure_it_is_there()
    database, settings = collection.database, collection.settings
    found = fitting.histories(history.answers(database))
    refusal = fitting.refusal(found)
    if refusal:
        raise FlashcardsError(refusal)
    weights = parameters.weights(database, parameters.latest_parameter_set(database))
    fit = fitting.fitted(found, weights, library.fitter(len(settings.relearning_steps)))
    due_now, due_then = _week(collection, study_day(now, settings.rollover), fit.weights)
    return Proposal(fit, weights, due_now, due_then)


def _week(collection: Collection, day: StudyDay, weights: tuple[float, ...]) -> tuple[int, int]:
    """Count the reviews due within a week, as scheduled and were all rescheduled by `weights`."""
    due = history.due_by(collection.database, collection.scope, StudyDay(day + WEEK_DAYS - 1))
    policy_of = policies_of(collection)
    found = rescheduling.preview(
        collection,
        lambda deck: policy_of(deck)._replace(weights=weights),
        day,
        lambda: None,
        _LOOKED_AT,
    )
    changes = rescheduling.days_of(found.moves, day, WEEK_DAYS)
    more = sum(come - leave for leave, come in changes)
    cards = count_movable(collection.database, collection.scope)
    return due, max(0, due + round(more * cards / max(1, found.looked_at)))


def put_in_force(database: Database, fit: Fitted, now: Moment) -> None:
    """Let the weights of a fit hold from the next answer on; the sets before are kept."""
    with transaction(database):
        parameters.add(database, fit.weights, fit.answers, now.at_ms)


def undo(database: Database) -> ParameterSet:
    """Withdraw the parameters in force, and give the set that holds again.

    Raises:
        FlashcardsError: The defaults are in force.
    """
    with transaction(database):
        before = parameters.withdraw(database)
    if before is None:
        message = "the parameters in force are the defaults; there is nothing to take back."
        raise FlashcardsError(message)
    return before
