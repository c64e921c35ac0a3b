"""Attempts of a collection: which one is most due, and what was answered so far."""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flashcards.collection import topics
from flashcards.collection.opening import Collection
from flashcards.collection.topics import Chapter
from flashcards.errors import UnknownNameError
from flashcards.model import Moment, Rating, State, StudyDay
from flashcards.notes import Attempt, KeyPoint
from flashcards.store import attempts, browse
from flashcards.store.attempts import Kept, Task
from flashcards.store.browse import CardRow
from flashcards.store.failures import read_back


class Asked(NamedTuple):
    """A topic's attempt and the card that schedules it."""

    chapter: Chapter
    attempt: Attempt
    card: CardRow


class TickedPoint(NamedTuple):
    """A key point as it was worded when it was answered, and whether it was made."""

    point: str
    weight: int
    ticked: bool


class Past(NamedTuple):
    """An attempt that was made: when, how long, the words, the key points, and its rating."""

    id: int
    begun: Moment
    seconds: int
    text: str
    points: tuple[TickedPoint, ...]
    rating: Rating | None


def named(collection: Collection, name: str, now: Moment, day: StudyDay) -> Asked:
    """Give the attempt of the topic that `name` names.

    Raises:
        UnknownNameError: There is no such topic, several fit, or it has no attempt.
    """
    chapter = topics.named(collection, name, now, day)
    listed = attempts.tasks(collection.database, day, collection.scope)
    found = next((task for task in listed if task.topic == chapter.number), None)
    asked = _asked(collection, found) if found else None
    if asked is None:
        message = (
            f"{chapter.topic.title} has no attempt. Write one below the topic:\n"
            "    attempt:\n      prompt: ...\n      key_points: [...]"
        )
        raise UnknownNameError(message)
    return asked


def most_due(collection: Collection, day: StudyDay) -> Asked:
    """Give the attempt that is most overdue for its interval, else one that was never made.

    Raises:
        UnknownNameError: There is none, or none is due; it says when the next one is.
    """
    listed = attempts.tasks(collection.database, day, collection.scope)
    if not listed:
        message = "no topic of the decks has an attempt."
        raise UnknownNameError(message)
    for task in sorted((one for one in listed if not one.idle), key=lambda one: _turn(one, day)):
        asked = _asked(collection, task) if _is_due(task, day) else None
        if asked:
            return asked
    raise UnknownNameError(_when(listed, day))


def _is_due(task: Task, day: StudyDay) -> bool:
    return task.state is State.NEW or (task.due_day is not None and task.due_day <= day)


def _turn(task: Task, day: StudyDay) -> tuple[bool, float]:
    """Order attempts: those in use by how late they are for their interval, then the new ones."""
    late = 0.0 if task.due_day is None else (day - task.due_day) / max(1, task.interval_days)
    return task.state is State.NEW, -late


def _when(listed: Sequence[Task], day: StudyDay) -> str:
    coming = [(one.due_day, one.key) for one in listed if one.due_day is not None and not one.idle]
    if not coming:
        return "all attempts are suspended or buried; name a topic to answer it all the same."
    next_day, key = min(coming)
    days = "tomorrow" if next_day - day == 1 else f"in {next_day - day} days"
    return f"no attempt is due; the next is {key}, {days}. `flashcards attempt {key}` makes it now."


def _asked(collection: Collection, task: Task) -> Asked | None:
    chapter = topics.chapter(collection, task.topic)
    if chapter is None or chapter.topic.attempt is None:
        return None
    card = browse.card(collection.database, task.card)
    attempt = chapter.topic.attempt
    prompt = attempt.prompt or chapter.topic.question
    return Asked(chapter, attempt._replace(prompt=prompt), card)


def past(collection: Collection, card: int) -> Iterator[Past]:
    """Give the attempts at the card with row id `card`, the first one first."""
    return map(_past, attempts.history(collection.database, card))


@read_back()
def _past(kept: Kept) -> Past:
    record = kept.record
    points = tuple(
        TickedPoint(point, weight, bool(tick)) for point, weight, tick in json.loads(record.points)
    )
    begun = Moment(record.begun_at_ms, record.utc_offset_s)
    return Past(kept.id, begun, record.seconds, record.text, points, kept.rating)


def points_as_json(
    points: Sequence[KeyPoint], weights: Sequence[int], ticks: Sequence[bool]
) -> str:
    """Write key points with their ticks for the store."""
    kept = [
        (one.point, weight, tick) for one, weight, tick in zip(points, weights, ticks, strict=True)
    ]
    return json.dumps(kept, ensure_ascii=False)
