"""A card's state as the fold of its log; the stored state is a cache of it, to the last bit.

Memory is computed anew, with the weights that were in force at each answer. When a card was due
is not: the log says it, and it stays as given even where steps, limits or retention are set
otherwise by now.
"""

from collections.abc import Callable, Iterable

from flashcards.memory.days import DAY_S
from flashcards.memory.recall import memory_after
from flashcards.memory.scheduling import Outcome, answered, memory_of
from flashcards.model import CardState, Event, EventKind, StudyDay, Uid


def fold(
    uid: Uid, events: Iterable[Event], weights_of: Callable[[int], tuple[float, ...]]
) -> CardState:
    """Give the state of the card `uid` after its `events`, undone ones left out.

    `events` come ordered by (reviewed_at_ms, device, sequence); `weights_of` gives the 21
    weights of a parameter set. Raises ValueError for a review without a rating.
    """
    state = CardState()
    for event in events:
        if not event.undone:
            state = apply(uid, state, event, weights_of)
    return state


def apply(
    uid: Uid, before: CardState, event: Event, weights_of: Callable[[int], tuple[float, ...]]
) -> CardState:
    """Give the card's state after one more event. Raises ValueError as `fold` does.

    What is not a review touches neither memory nor the time of the last review: forgetting
    makes the card new and keeps its counts (a fresh count would repeat the fuzz of its first
    life), rescheduling gives interval and day, a due date set by hand only the day.
    """
    if event.kind is EventKind.REVIEW:
        return _reviewed(uid, before, event, weights_of(event.parameter_set))
    if event.kind is EventKind.FORGET:
        return CardState(
            last_reviewed_ms=before.last_reviewed_ms,
            last_day=before.last_day,
            reps=before.reps,
            lapses=before.lapses,
            fuzz_reps=before.fuzz_reps,
        )
    moved = before._replace(due_day=event.due_day, due_at_ms=None)
    if event.kind is EventKind.RESCHEDULE:
        return moved._replace(interval_days=event.interval_s // DAY_S)
    return moved


def _reviewed(uid: Uid, before: CardState, event: Event, weights: tuple[float, ...]) -> CardState:
    if event.rating is None:
        message = f"card {uid}: review {event.sequence} of {event.device} has no rating"
        raise ValueError(message)
    day = _not_before(before.last_day, event.study_day)
    elapsed = 0 if before.last_day is None else day - before.last_day
    memory = memory_after(memory_of(before), elapsed, event.rating, weights)
    given = Outcome(event.rating, event.state_after, event.step_after, *memory, event.interval_s)
    # A log put together from two devices, or begun elsewhere, knows best where the card stood.
    stood = before._replace(state=event.state_before, step=event.step_before)
    return answered(stood, given, event.reviewed_at_ms, day, event.due_day)


def _not_before(last: StudyDay | None, day: StudyDay) -> StudyDay:
    return day if last is None else max(last, day)
