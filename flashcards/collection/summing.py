"""The statistics of a collection: its cards and log streamed through `statistics.summarise`."""

from flashcards.collection.opening import Collection
from flashcards.memory.days import study_day
from flashcards.model import Moment
from flashcards.statistics import CardRow, Statistics, summarise
from flashcards.store import history, parameters


def statistics_of(collection: Collection, now: Moment) -> Statistics:
    """Sum up the cards in scope and their log, as of the study day of `now`."""
    database, scope = collection.database, collection.scope
    return summarise(
        map(CardRow._make, history.card_facts(database, scope)),
        history.log_rows(database, scope),
        parameters.weights(database, parameters.latest_parameter_set(database)),
        study_day(now, collection.settings.rollover),
    )
