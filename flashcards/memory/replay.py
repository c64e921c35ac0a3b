"""A card's state as the fold of its log; the stored state is a cache of it, to the last bit.

Memory is computed anew. With new weights all the answers before are seen by them, as Anki does
it: the memory after an event is what the event's own parameter set makes of the whole history.
An answer given in Anki goes from the rounded memory that Anki keeps to another one, in Anki's
single precision: over many answers that moves an interval by a day, one time in twenty, and it is
Anki's that was shown and given. Answers given here are computed in full.

When a card was due is not computed: the log says it, and it stays as given even where steps,
limits or retention are set otherwise by now.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from flashcards.memory.days import DAY_S
from flashcards.memory.recall import Memory, memory_after
from flashcards.memory.scheduling import Outcome, answered, memory_of
from flashcards.memory.single import memory_in_anki
from flashcards.model import ANKI, CardState, Event, EventKind, Rating, State, StudyDay, Uid

WeightsOf = Callable[[int], tuple[float, ...]]
"""Gives the 21 weights of a parameter set."""


def fold(uid: Uid, events: Iterable[Event], weights_of: WeightsOf) -> CardState:
    """Give the state of the card `uid` after its `events`, undone ones left out.

    `events` come ordered by (reviewed_at_ms, device, sequence). Raises ValueError for a review
    without a rating, and an estimate without a memory.
    """
    state = CardState()
    for _, state in states(uid, events, weights_of):  # noqa: B007 - the last one is the fold
        pass
    return state


def states(
    uid: Uid, events: Iterable[Event], weights_of: WeightsOf
) -> Iterator[tuple[Event, CardState]]:
    """Give each event that counts with the state after it. Raises ValueError as `fold` does."""
    state = CardState()
    before: list[Event] = []
    seen_by: int | None = None
    for event in events:
        if event.undone:
            continue
        if sees(event.kind) and event.parameter_set != seen_by:
            state = seen_with(uid, state, before, weights_of(event.parameter_set))
            seen_by = event.parameter_set
        state = apply(uid, state, event, weights_of)
        before.append(event)
        yield event, state


def sees(kind: EventKind) -> bool:
    """Tell if an event of this kind has the memory computed by its own parameter set."""
    return kind in {EventKind.REVIEW, EventKind.RESCHEDULE}


def seen_with(
    uid: Uid, state: CardState, events: Sequence[Event], weights: tuple[float, ...]
) -> CardState:
    """Give `state` with the memory that `weights` make of the `events` that led to it.

    Raises ValueError as `fold` does.
    """
    memory: Memory | None = None
    last_day: StudyDay | None = None
    for event in events:
        if event.undone:
            continue
        if event.kind is EventKind.FORGET:
            memory = None
        elif event.kind is EventKind.ESTIMATE:
            memory = _given(uid, event)
            if event.due_day is not None:
                last_day = _not_before(last_day, event.study_day)
        elif event.kind is EventKind.REVIEW:
            day = _not_before(last_day, event.study_day)
            elapsed = 0 if last_day is None else day - last_day
            memory = _remembered(uid, memory, elapsed, event, weights)
            last_day = day
    stability, difficulty = memory or (None, None)
    return state._replace(stability=stability, difficulty=difficulty)


def apply(uid: Uid, before: CardState, event: Event, weights_of: WeightsOf) -> CardState:
    """Give the card's state after one more event. Raises ValueError as `fold` does.

    The memory `before` is one that the event's parameter set computed: `seen_with` gives it.

    An estimate brings a memory of its own. What else is not a review touches neither memory nor
    the time of the last review: forgetting makes the card new and keeps its counts (a fresh count
    would repeat the fuzz of its first life), rescheduling gives interval and day, a due date set
    by hand only the day, or, if it took the card off its steps, both.
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
    if event.kind is EventKind.ESTIMATE:
        return _estimated(uid, before, event)
    moved = before._replace(due_day=event.due_day, due_at_ms=None)
    days = event.interval_s // DAY_S
    if before.stability is None and event.state_before is not State.NEW:
        days = 0  # moved on another device, which did not know of a reset: there is no interval
    if event.state_after is not event.state_before:
        return moved._replace(state=event.state_after, step=event.step_after, interval_days=days)
    return moved._replace(interval_days=days) if event.kind is EventKind.RESCHEDULE else moved


def _estimated(uid: Uid, before: CardState, event: Event) -> CardState:
    stability, difficulty = _given(uid, event)
    known = before._replace(stability=stability, difficulty=difficulty)
    if event.due_day is None:
        return known
    day = _not_before(before.last_day, event.study_day)
    timed = event.state_after is not State.REVIEW and event.due_day == day
    return known._replace(
        state=event.state_after,
        step=event.step_after,
        due_day=event.due_day,
        due_at_ms=event.reviewed_at_ms + event.interval_s * 1000 if timed else None,
        interval_days=event.interval_s // DAY_S if event.state_after is State.REVIEW else 0,
        last_reviewed_ms=event.reviewed_at_ms,
        last_day=day,
    )


def _given(uid: Uid, event: Event) -> Memory:
    if event.stability is None or event.difficulty is None:
        message = f"card {uid}: estimate {event.sequence} of {event.device} has no memory"
        raise ValueError(message)
    return Memory(event.stability, event.difficulty)


def _reviewed(uid: Uid, before: CardState, event: Event, weights: tuple[float, ...]) -> CardState:
    rating = _rating(uid, event)
    day = _not_before(before.last_day, event.study_day)
    elapsed = 0 if before.last_day is None else day - before.last_day
    memory = _remembered(uid, memory_of(before), elapsed, event, weights)
    given = Outcome(rating, event.state_after, event.step_after, *memory, event.interval_s)
    # A log put together from two devices, or begun elsewhere, knows best where the card stood.
    stood = before._replace(state=event.state_before, step=event.step_before)
    return answered(stood, given, event.reviewed_at_ms, day, event.due_day)


def _remembered(
    uid: Uid, memory: Memory | None, elapsed: int, event: Event, weights: tuple[float, ...]
) -> Memory:
    rating = _rating(uid, event)
    if event.source != ANKI:
        return memory_after(memory, elapsed, rating, weights)
    return memory_in_anki(memory, elapsed, rating, weights)


def _rating(uid: Uid, event: Event) -> Rating:
    if event.rating is None:
        message = f"card {uid}: review {event.sequence} of {event.device} has no rating"
        raise ValueError(message)
    return event.rating


def _not_before(last: StudyDay | None, day: StudyDay) -> StudyDay:
    return day if last is None else max(last, day)
