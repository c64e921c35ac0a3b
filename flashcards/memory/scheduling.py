"""What each rating would do to a card, and what an answer does: computed once, shown, given.

`outcomes` is asked when a card comes up; `answer` takes one of the four as it stands. The study
day is pinned with them: a card shown at 03:59 is rated for the day it was shown on.
"""

from typing import NamedTuple

from flashcards.memory.days import DAY_S, study_day
from flashcards.memory.fuzz import position
from flashcards.memory.intervals import (
    Limits,
    Passing,
    easy_days,
    graduating_days,
    hard_step_s,
    lapsed_days,
    review_days,
    seconds_below_half_a_day,
)
from flashcards.memory.recall import (
    DEFAULT_WEIGHTS,
    Memory,
    memory_after,
    retrievability,
    upgrade_weights,
)
from flashcards.memory.single import wished_by_anki
from flashcards.model import (
    CardState,
    Event,
    EventKind,
    Moment,
    Rating,
    State,
    StudyDay,
    Uid,
)

__all__ = [
    "DEFAULT_WEIGHTS",
    "Outcome",
    "Outcomes",
    "Policy",
    "answer",
    "answered",
    "memory_of",
    "outcomes",
    "retrievability",
    "review_event",
    "upgrade_weights",
]


# What a clock is set back by to keep in step; nothing to warn of.
_CLOCK_CORRECTION_MS = 60_000


class Policy(NamedTuple):
    """What is in force when outcomes are computed.

    `weights` are the 21 of FSRS-6 and `parameter_set` the id of the set they came from.
    """

    weights: tuple[float, ...]
    parameter_set: int
    desired_retention: float
    maximum_interval_days: int
    learning_steps_s: tuple[int, ...]
    relearning_steps_s: tuple[int, ...]
    rollover_hour: int
    fuzz: bool = True


class Outcome(NamedTuple):
    """What one rating does: where the card then stands, and when it comes again.

    `stability` is in days. `interval_s` is in seconds, whole days counting 86,400.
    """

    rating: Rating
    state: State
    step: int | None
    stability: float
    difficulty: float
    interval_s: int


class Outcomes(NamedTuple):
    """What the four ratings would do to a card, and for which study day.

    `day` is never before the card's last. `clock_behind` says that the clock lies before the
    card's last review, of which the learner should be warned.
    """

    day: StudyDay
    moment: Moment
    clock_behind: bool
    again: Outcome
    hard: Outcome
    good: Outcome
    easy: Outcome

    def of(self, rating: Rating) -> Outcome:
        """Give the outcome of `rating`."""
        return (self.again, self.hard, self.good, self.easy)[rating - 1]


def outcomes(uid: Uid, before: CardState, moment: Moment, policy: Policy) -> Outcomes:
    """Compute what each rating would do to the card `uid`, shown at `moment`."""
    day = _day_of(before, moment, policy.rollover_hour)
    limits = Limits(
        policy.maximum_interval_days, position(uid, before.fuzz_reps) if policy.fuzz else None
    )
    wishes = _wishes(before, day, policy)
    given = _of_review if before.state is State.REVIEW else _of_learning
    return Outcomes(
        day,
        moment,
        before.last_reviewed_ms is not None
        and moment.at_ms < before.last_reviewed_ms - _CLOCK_CORRECTION_MS,
        *given(before, wishes, limits, policy),
    )


def answer(
    before: CardState, outcomes: Outcomes, rating: Rating, moment: Moment, policy: Policy
) -> CardState:
    """Give the card's state after `rating` at `moment`: exactly the outcome that was shown.

    The answer counts for the day of `outcomes`, and for an instant after the card's last. A
    step that ends within that day is due at an instant; one that reaches past the rollover is
    due all through the study day it ends on.
    """
    given = outcomes.of(rating)
    reviewed_at_ms = moment.at_ms
    if before.last_reviewed_ms is not None:
        reviewed_at_ms = max(reviewed_at_ms, before.last_reviewed_ms + 1)
    if given.state is State.REVIEW:
        due_day = StudyDay(outcomes.day + given.interval_s // DAY_S)
    else:
        ends = Moment(reviewed_at_ms + given.interval_s * 1000, moment.utc_offset_s)
        due_day = max(outcomes.day, study_day(ends, policy.rollover_hour))
    return answered(before, given, reviewed_at_ms, outcomes.day, due_day)


def answered(
    before: CardState, given: Outcome, reviewed_at_ms: int, day: StudyDay, due_day: StudyDay | None
) -> CardState:
    """Give the state after an answer that did `given`: the one definition for live and replay."""
    timed = given.state is not State.REVIEW and due_day == day
    days = given.interval_s // DAY_S
    return CardState(
        state=given.state,
        step=given.step,
        stability=given.stability,
        difficulty=given.difficulty,
        due_day=due_day,
        due_at_ms=reviewed_at_ms + given.interval_s * 1000 if timed else None,
        interval_days=days or before.interval_days,
        last_reviewed_ms=reviewed_at_ms,
        last_day=day,
        reps=before.reps + 1,
        lapses=before.lapses + (given.rating is Rating.AGAIN and before.state is State.REVIEW),
        fuzz_reps=before.fuzz_reps + (before.state in {State.NEW, State.REVIEW}),
    )


def review_event(  # noqa: PLR0913 - an event is that many facts, and each is named where it is given
    before: CardState,
    after: CardState,
    outcomes: Outcomes,
    rating: Rating,
    *,
    moment: Moment,
    clock_ms: int,
    taken_ms: int,
    device: str,
    sequence: int,
    policy: Policy,
) -> Event:
    """Write down an answer so that folding the log gives `after`, whatever is set by then.

    `after` is what `answer` gave for the same arguments; `clock_ms` is what the clock said.
    Raises ValueError if `after` is no state after an answer.
    """
    if after.last_reviewed_ms is None:
        message = "a card that was never answered has no review to log"
        raise ValueError(message)
    return Event(
        kind=EventKind.REVIEW,
        device=device,
        sequence=sequence,
        reviewed_at_ms=after.last_reviewed_ms,
        clock_ms=clock_ms,
        utc_offset_s=moment.utc_offset_s,
        study_day=outcomes.day,
        rating=rating,
        taken_ms=taken_ms,
        state_before=before.state,
        step_before=before.step,
        state_after=after.state,
        step_after=after.step,
        desired_retention=policy.desired_retention,
        interval_s=outcomes.of(rating).interval_s,
        due_day=after.due_day,
        parameter_set=policy.parameter_set,
    )


def memory_of(state: CardState) -> Memory | None:
    """Give the memory state of a card, None before its first answer."""
    if state.stability is None or state.difficulty is None:
        return None
    return Memory(state.stability, state.difficulty)


class _Wish(NamedTuple):
    """What the model says of one rating: the memory after it, and the days until it is due."""

    rating: Rating
    memory: Memory
    days: float

    def waits(self, state: State, step: int, interval_s: int) -> Outcome:
        """Give the outcome of a card that waits `interval_s` on a step."""
        return Outcome(self.rating, state, step, *self.memory, interval_s)

    def reviews(self, days: int) -> Outcome:
        """Give the outcome of a card that comes for review in `days`."""
        return Outcome(self.rating, State.REVIEW, None, *self.memory, days * DAY_S)


def _day_of(before: CardState, moment: Moment, rollover_hour: int) -> StudyDay:
    day = study_day(moment, rollover_hour)
    return day if before.last_day is None else max(day, before.last_day)


def _wishes(before: CardState, day: StudyDay, policy: Policy) -> list[_Wish]:
    memory = memory_of(before)
    elapsed = 0 if before.last_day is None else day - before.last_day
    wishes = []
    for rating in Rating:
        after = memory_after(memory, elapsed, rating, policy.weights)
        days = wished_by_anki(memory, elapsed, rating, policy.weights, policy.desired_retention)
        wishes.append(_Wish(rating, after, days))
    return wishes


def _of_review(
    before: CardState, wishes: list[_Wish], limits: Limits, policy: Policy
) -> tuple[Outcome, ...]:
    """Again falls back to the relearning steps; a success counts in ordered whole days."""
    again, *passing = wishes
    if policy.relearning_steps_s:
        fallen = again.waits(State.RELEARNING, 0, policy.relearning_steps_s[0])
    else:
        fallen = _without_steps(again, State.RELEARNING, lapsed_days(again.days, limits))
    ideal = Passing(*(wish.days for wish in passing))
    days = review_days(ideal, before.interval_days, limits)
    return fallen, *map(_Wish.reviews, passing, days)


def _of_learning(
    before: CardState, wishes: list[_Wish], limits: Limits, policy: Policy
) -> tuple[Outcome, ...]:
    """Walk the steps: Again back to the first, Good on to the next, Easy past all of them."""
    again, hard, good, easy = wishes
    relearning = before.state is State.RELEARNING
    state = State.RELEARNING if relearning else State.LEARNING
    steps_s = policy.relearning_steps_s if relearning else policy.learning_steps_s
    if steps_s:
        # There may be fewer steps than when the card was given its own: it is on the last then.
        step = min(before.step or 0, len(steps_s) - 1)
        first = again.waits(state, 0, steps_s[0])
        repeated = hard.waits(state, step, hard_step_s(steps_s, step))
        if step + 1 < len(steps_s):
            moved_on = good.waits(state, step + 1, steps_s[step + 1])
        else:
            moved_on = good.reviews(graduating_days(good.days, limits))
    else:
        first, repeated, moved_on = (
            _without_steps(wish, state, graduating_days(wish.days, limits))
            for wish in (again, hard, good)
        )
    given = moved_on.interval_s // DAY_S if moved_on.state is State.REVIEW else 0
    skipped = easy.reviews(easy_days(good.days, easy.days, given, limits))
    return first, repeated, moved_on, skipped


def _without_steps(wish: _Wish, state: State, days: int) -> Outcome:
    seconds = seconds_below_half_a_day(wish.days)
    return wish.reviews(days) if seconds is None else wish.waits(state, 0, seconds)
