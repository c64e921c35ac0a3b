"""The topics of the decks as they are read, and the names they go by."""

from collections.abc import Iterator
from typing import NamedTuple

from flashcards.collection.choosing import select
from flashcards.collection.content import topic_from_json
from flashcards.collection.opening import Collection
from flashcards.errors import UnknownNameError
from flashcards.model import Moment, StudyDay, is_born_name
from flashcards.notes import Topic
from flashcards.store import browse
from flashcards.store.browse import TopicRow
from flashcards.text import slug


class Chapter(NamedTuple):
    """A topic with its prose, its row id and its deck."""

    number: int
    deck: str
    topic: Topic


def called(key: str, title: str) -> str:
    """Give what a person calls the topic with this key: not by an id that `pin` has written."""
    return slug(title) if is_born_name(key) else key


def chapter(collection: Collection, number: int) -> Chapter | None:
    """Give the topic with row id `number`; None for the simple cards of a file."""
    return _chapter(browse.topic(collection.database, number))


def chapters(collection: Collection) -> Iterator[Chapter]:
    """Give the topics in scope, in the order of the decks."""
    for row in browse.whole_topics(collection.database, collection.scope):
        found = _chapter(row)
        if found:
            yield found


def named(collection: Collection, name: str, now: Moment, day: StudyDay) -> Chapter:
    """Give the one topic that `name` names: its id, title, deck, or words in its cards.

    Raises:
        UnknownNameError: There is none, or there are several.
    """
    rows = list(browse.whole_topics(collection.database, collection.scope))
    wanted = name.casefold()
    fitting = [row for row in rows if wanted in (name.casefold() for name in _names(row))]
    if not fitting:
        fitting = [row for row in rows if wanted in " ".join(_names(row)).casefold()]
    if not fitting:
        fitting = _of_cards(collection, name, now, day)
    found = [one for one in map(_chapter, fitting) if one]
    if len(found) == 1:
        return found[0]
    if found:
        keys = ", ".join(one.topic.key for one in found[:5])
        message = f"{name!r} fits several topics: {keys}. Name one by its id."
        raise UnknownNameError(message)
    message = f"{name!r} has no topic to read; `flashcards read` lists the topics."
    raise UnknownNameError(message)


def _names(row: TopicRow) -> tuple[str, ...]:
    return row.key, row.slug, row.title


def _of_cards(collection: Collection, name: str, now: Moment, day: StudyDay) -> list[TopicRow]:
    """Give the topics of the cards that `name` selects."""
    try:
        chosen = select(collection, [name], now, day)
    except UnknownNameError:
        return []
    return list(browse.whole_topics(collection.database, chosen.scope))


def _chapter(row: TopicRow) -> Chapter | None:
    topic = topic_from_json(row.content)
    return Chapter(row.id, row.deck, topic) if topic else None
