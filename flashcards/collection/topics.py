"""The topics of the decks as they are read: their prose, and where they stand among the others."""

from collections.abc import Iterator
from typing import NamedTuple

from flashcards.collection.choosing import select
from flashcards.collection.content import topic_from_json
from flashcards.collection.opening import Collection
from flashcards.errors import UnknownNameError
from flashcards.model import Moment, StudyDay
from flashcards.notes import Topic
from flashcards.store import browse
from flashcards.store.browse import TopicRow


class Chapter(NamedTuple):
    """A topic with its prose, its row id and its deck."""

    number: int
    deck: str
    topic: Topic


def chapter(collection: Collection, number: int) -> Chapter | None:
    """Give the topic with row id `number`; None for the simple cards of a file."""
    return _chapter(browse.topic(collection.database, number))


def chapters(collection: Collection) -> Iterator[Chapter]:
    """Give the topics in scope, in the order of the decks."""
    for row in browse.whole_topics(collection.database, collection.scope):
        found = _chapter(row)
        if found:
            yield found


def place_of(collection: Collection, number: int) -> tuple[int, int]:
    """Give the place of a topic among all, from 1, and how many there are."""
    numbers = [row.id for row in browse.whole_topics(collection.database, collection.scope)]
    return (numbers.index(number) + 1 if number in numbers else 0), len(numbers)


def named(collection: Collection, name: str, now: Moment, day: StudyDay) -> Chapter:
    """Give the one topic that `name` names: its id, title, deck, or words in its cards.

    Raises:
        UnknownNameError: There is none, or there are several.
    """
    rows = list(browse.whole_topics(collection.database, collection.scope))
    wanted = name.casefold()
    fitting = [row for row in rows if wanted in {row.key.casefold(), row.title.casefold()}]
    if not fitting:
        fitting = [row for row in rows if wanted in f"{row.key} {row.title}".casefold()]
    if not fitting:
        chosen = select(collection, [name], now, day)
        fitting = list(browse.whole_topics(collection.database, chosen.scope))
    found = [one for one in map(_chapter, fitting) if one]
    if len(found) == 1:
        return found[0]
    if found:
        keys = ", ".join(one.topic.key for one in found[:5])
        message = f"{name!r} fits several topics: {keys}. Name one by its id."
        raise UnknownNameError(message)
    message = f"{name!r} has no topic to read; `flashcards read` lists the topics."
    raise UnknownNameError(message)


def _chapter(row: TopicRow) -> Chapter | None:
    topic = topic_from_json(row.content)
    return Chapter(row.id, row.deck, topic) if topic else None
