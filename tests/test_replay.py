"""Folding the log gives the state that was stored, to the last bit, whatever happened since."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flashcards.memory.recall import Memory, memory_after
from flashcards.memory.replay import fold, seen_with
from flashcards.memory.rescheduling import moved
from flashcards.memory.scheduling import (
    DEFAULT_WEIGHTS,
    Policy,
    answer,
    outcomes,
    review_event,
    upgrade_weights,
)
from flashcards.model import ANKI, CardState, Event, EventKind, Moment, Rating, State, StudyDay, Uid

CARD = Uid("kq3xw")
DEVICE = "laptop"
NOON_MS = 20_000 * 86_400_000 + 12 * 3_600_000
WEIGHTS = (DEFAULT_WEIGHTS, upgrade_weights(DEFAULT_WEIGHTS[:17]))
POLICY = Policy(
    weights=DEFAULT_WEIGHTS,
    parameter_set=0,
    desired_retention=0.9,
    maximum_interval_days=36_500,
    learning_steps_s=(60, 600),
    relearning_steps_s=(600,),
    rollover_hour=4,
)
OTHER_POLICY = POLICY._replace(weights=WEIGHTS[1], parameter_set=1)


def weights_of(parameter_set: int) -> tuple[float, ...]:
    """Give the weights of a parameter set, as the store would."""
    return WEIGHTS[parameter_set]


AFTER = {EventKind.FORGET: State.NEW, EventKind.ESTIMATE: State.REVIEW}


class Log(NamedTuple):
    """A card's events, the state before each, and the state now, as the program showed it."""

    events: tuple[Event, ...] = ()
    states: tuple[CardState, ...] = ()
    state: CardState = CardState()

    @property
    def last_ms(self) -> int:
        """The time of the last event, undone or not."""
        return self.events[-1].reviewed_at_ms if self.events else 0

    def add(self, event: Event, state: CardState) -> "Log":
        """Write an event down."""
        return Log((*self.events, event), (*self.states, self.state), state)

    def rate(self, rating: Rating, moment: Moment, policy: Policy = POLICY) -> "Log":
        """Show the card, rate it five seconds later, and write it down."""
        before = seen_with(CARD, self.state, self.events, policy.weights)
        shown = outcomes(CARD, before, moment, policy)
        then = moment._replace(at_ms=max(moment.at_ms + 5000, self.last_ms + 1))
        state = answer(before, shown, rating, then, policy)
        event = review_event(
            before,
            state,
            shown,
            rating,
            moment=then,
            clock_ms=moment.at_ms + 5000,
            taken_ms=5000,
            device=DEVICE,
            sequence=len(self.events),
            policy=policy,
        )
        return self.add(event, state)

    def note(self, kind: EventKind, moment: Moment, days: int = 0) -> "Log":
        """Write down what is no review."""
        due = StudyDay(moment.at_ms // 86_400_000 + days)
        event = Event(
            kind=kind,
            device=DEVICE,
            sequence=len(self.events),
            reviewed_at_ms=max(moment.at_ms, self.last_ms + 1),
            clock_ms=moment.at_ms,
            utc_offset_s=moment.utc_offset_s,
            study_day=StudyDay(moment.at_ms // 86_400_000),
            rating=None,
            taken_ms=0,
            state_before=self.state.state,
            step_before=self.state.step,
            state_after=AFTER.get(kind, self.state.state),
            step_after=None if kind in AFTER else self.state.step,
            desired_retention=0.9,
            interval_s=days * 86_400,
            due_day=None if kind is EventKind.FORGET else due,
            parameter_set=0,
            stability=days + 0.5 if kind is EventKind.ESTIMATE else None,
            difficulty=5.0 if kind is EventKind.ESTIMATE else None,
        )
        return self.add(event, fold(CARD, (*self.events, event), weights_of))

    def undo(self) -> "Log":
        """Mark the last event that still counts, and show the state before it."""
        for index in reversed(range(len(self.events))):
            if not self.events[index].undone:
                marked = self.events[index]._replace(undone=True)
                events = (*self.events[:index], marked, *self.events[index + 1 :])
                return Log(events, self.states, self.states[index])
        return self


def at(days: float, offset_s: int = 0) -> Moment:
    """Give the moment `days` days after the first noon."""
    return Moment(NOON_MS + round(days * 86_400_000), offset_s)


GAPS = st.one_of(st.sampled_from([0.001, 0.007, 0.5, 1]), st.floats(-12, 200))
OFFSETS = st.sampled_from([0, 3600, -36_000, 32_400])
POLICIES = st.builds(
    lambda number, *rest: Policy(WEIGHTS[number], number, *rest),
    st.sampled_from([0, 1]),
    st.floats(0.7, 0.99),
    st.integers(1, 36_500),
    st.sampled_from([(), (60,), (60, 600), (600, 86_400, 200_000)]),
    st.sampled_from([(), (600,), (600, 100_000)]),
    st.sampled_from([0, 4, 20]),
    st.booleans(),
)


def rated(gap: float, offset_s: int, rating: Rating, policy: Policy) -> Callable[..., Log]:
    """Give the action of rating the card."""
    return lambda log, now: log.rate(rating, at(now + gap, offset_s), policy)


def noted(gap: float, kind: EventKind, days: int) -> Callable[..., Log]:
    """Give the action of forgetting, rescheduling, setting a due date, or an estimate."""
    return lambda log, now: log.note(kind, at(now + gap), days)


NOT_REVIEWS = st.sampled_from([kind for kind in EventKind if kind is not EventKind.REVIEW])
ACTIONS = st.one_of(
    st.tuples(GAPS, st.builds(rated, GAPS, OFFSETS, st.sampled_from(Rating), POLICIES)),
    st.tuples(GAPS, st.builds(noted, GAPS, NOT_REVIEWS, st.integers(0, 400))),
    st.tuples(GAPS, st.just(lambda log, _now: log.undo())),
)


@pytest.mark.slow
@settings(max_examples=400)
@given(st.lists(ACTIONS, max_size=12))
@example(
    [
        (5.0, rated(0, 0, Rating.GOOD, POLICY)),
        (0.0, noted(0, EventKind.FORGET, 0)),
        (0.0, noted(0, EventKind.FORGET, 0)),
        (-3.0, noted(0, EventKind.ESTIMATE, 30)),
        (0.0, rated(0, 0, Rating.GOOD, POLICY)),
        (4.0, rated(0, 0, Rating.GOOD, OTHER_POLICY)),
    ]
)
def test_replay_equals_live(actions: list[tuple[float, Callable[[Log, float], Log]]]) -> None:
    """Ratings, forgetting, undo, a clock that jumps, settings changed at every step: all equal.

    One state at a time, a second computer that folds the log finds what the first one stored.
    """
    log, now = Log(), 0.0
    for gap, action in actions:
        now += gap
        log = action(log, now)
        assert fold(CARD, log.events, weights_of) == log.state


def test_undo_gives_back_the_state_before_several_levels_deep() -> None:
    """Three answers and three undos: exactly the states before, and at last a new card."""
    log = Log().rate(Rating.GOOD, at(0)).rate(Rating.GOOD, at(0.01)).rate(Rating.AGAIN, at(2))
    for state in reversed(log.states):
        log = log.undo()
        assert fold(CARD, log.events, weights_of) == state
    assert log.state == CardState()


def test_an_undone_answer_leaves_the_fuzz_as_it_was() -> None:
    """Rate, undo, look again: the four intervals are those of the first look."""
    log = Log().rate(Rating.EASY, at(0))
    now = at(9)
    first = outcomes(CARD, log.state, now, POLICY)
    log = log.rate(Rating.GOOD, now).undo()
    assert outcomes(CARD, fold(CARD, log.events, weights_of), now, POLICY) == first


def test_due_dates_stay_as_logged_when_settings_change() -> None:
    """New weights for what comes next: the old answers keep their memory and their due day."""
    log = Log().rate(Rating.EASY, at(0)).rate(Rating.GOOD, at(8))
    other = POLICY._replace(
        weights=WEIGHTS[1], parameter_set=1, desired_retention=0.8, learning_steps_s=()
    )
    later = log.rate(Rating.GOOD, at(60), other)
    assert fold(CARD, later.events[:2], weights_of) == log.state
    assert fold(CARD, later.events, weights_of) == later.state


def test_an_answer_given_in_anki_is_computed_from_the_rounded_memory() -> None:
    """Anki keeps four decimals of stability and three of difficulty, and goes on from these."""
    log = Log().rate(Rating.HARD, at(0)).rate(Rating.AGAIN, at(4)).rate(Rating.GOOD, at(7))
    here = log.state
    there = fold(CARD, [event._replace(source=ANKI) for event in log.events], weights_of)
    memory: Memory | None = None
    for rating, days in ((Rating.HARD, 0), (Rating.AGAIN, 4), (Rating.GOOD, 3)):
        after = memory_after(memory, days, rating, DEFAULT_WEIGHTS)
        memory = Memory(round(after.stability, 4), round(after.difficulty, 3))
    assert (there.stability, there.difficulty) == memory
    assert there._replace(stability=None, difficulty=None) == here._replace(
        stability=None, difficulty=None
    )
    assert there.stability != here.stability


def test_an_estimate_is_a_memory_without_an_answer() -> None:
    """The card is in Review from then on, with no answers; `forget` takes it back to new."""
    log = Log().note(EventKind.ESTIMATE, at(0), 30)
    state = log.state
    assert (state.state, state.stability, state.difficulty) == (State.REVIEW, 30.5, 5.0)
    assert (state.interval_days, state.reps, state.lapses) == (30, 0, 0)
    assert log.rate(Rating.AGAIN, at(30)).state.lapses == 1
    assert log.note(EventKind.FORGET, at(1)).state.state is State.NEW
    assert moved(CARD, log.events, weights_of, POLICY) is None


@pytest.mark.parametrize(
    ("stands", "days", "timed"),
    [(State.LEARNING, 0, True), (State.LEARNING, 1, False), (State.REVIEW, 0, False)],
)
def test_an_estimate_has_a_moment_only_within_a_step_of_its_day(
    stands: State, days: int, *, timed: bool
) -> None:
    """A card that came in a step is due at a moment that day; else it is due by the day."""
    (event,) = Log().note(EventKind.ESTIMATE, at(0), days).events
    state = fold(CARD, (event._replace(state_after=stands, interval_s=600),), weights_of)
    assert (state.due_at_ms is not None) is timed
    assert state.due_day == event.due_day


def test_an_estimate_without_a_due_day_is_no_day_of_review() -> None:
    """The days since the last answer are as many when a history is folded anew as they were."""
    log = Log().rate(Rating.GOOD, at(0), POLICY).note(EventKind.ESTIMATE, at(5), 30)
    bare = log.events[-1]._replace(due_day=None)
    events = (log.events[0], bare)
    log = Log(events, log.states, fold(CARD, events, weights_of))
    for day in (10, 12):
        log = log.rate(Rating.GOOD, at(day), POLICY)
        assert fold(CARD, log.events, weights_of) == log.state


def test_forgetting_makes_the_card_new_and_keeps_its_counts() -> None:
    """After `forget` nothing is known of the memory, but the answers and lapses happened."""
    log = Log().rate(Rating.EASY, at(0)).rate(Rating.AGAIN, at(8)).note(EventKind.FORGET, at(9))
    state = log.state
    assert (state.state, state.stability, state.difficulty) == (State.NEW, None, None)
    assert (state.due_day, state.due_at_ms, state.interval_days) == (None, None, 0)
    assert (state.reps, state.lapses, state.fuzz_reps) == (2, 1, 2)
    again = log.rate(Rating.GOOD, at(400)).state
    assert again.stability == DEFAULT_WEIGHTS[2]


def test_a_due_date_set_by_hand_never_feeds_memory() -> None:
    """Only the due day moves; the next answer counts the days since the last answer."""
    log = Log().rate(Rating.EASY, at(0))
    moved = log.note(EventKind.SET_DUE, at(1), days=30)
    assert moved.state == log.state._replace(due_day=StudyDay(20_031))
    assert moved.rate(Rating.GOOD, at(8)).state == log.rate(Rating.GOOD, at(8)).state


def test_rescheduling_gives_interval_and_due_day() -> None:
    """After `reschedule` the card has its new interval, and the same memory."""
    log = Log().rate(Rating.EASY, at(0))
    moved = log.note(EventKind.RESCHEDULE, at(1), days=5).state
    assert moved == log.state._replace(due_day=StudyDay(20_006), interval_days=5)


def test_a_due_date_set_by_hand_ends_the_wait_for_a_step() -> None:
    """A learning card moved to another day is due on that day and at no instant."""
    moved = Log().rate(Rating.AGAIN, at(0)).note(EventKind.SET_DUE, at(0.001), days=2).state
    assert (moved.state, moved.due_day, moved.due_at_ms) == (State.LEARNING, 20_002, None)


def test_a_clock_set_back_is_in_the_log_beside_the_time_that_counts() -> None:
    """The event keeps what the clock really said; its own time lies after the card's last."""
    log = Log().rate(Rating.EASY, at(0)).rate(Rating.GOOD, at(-11))
    first, second = log.events
    assert second.reviewed_at_ms == first.reviewed_at_ms + 1
    assert second.clock_ms == at(-11).at_ms + 5000
    assert second.study_day == first.study_day


def test_a_history_begun_elsewhere_starts_where_the_log_says() -> None:
    """The first answer we know of was a lapse in Review: it counts as one, and memory begins."""
    event = Log().rate(Rating.AGAIN, at(0)).events[0]
    lapse = event._replace(state_before=State.REVIEW, state_after=State.RELEARNING)
    state = fold(CARD, [lapse], weights_of)
    assert (state.state, state.lapses, state.stability) == (State.RELEARNING, 1, 0.212)


def test_two_computers_in_two_time_zones() -> None:
    """The later answer was given where it was still yesterday: it counts for the first's day."""
    first, second = Log().rate(Rating.EASY, at(0)).rate(Rating.GOOD, at(0.1)).events
    west = second._replace(device="phone", study_day=StudyDay(19_999))
    state = fold(CARD, [first, west], weights_of)
    assert state.last_day == 20_000
    assert state.stability == fold(CARD, [first, second], weights_of).stability


def test_a_review_without_a_rating_is_refused_by_name() -> None:
    """A damaged log names the card and the line, and is not guessed at."""
    event = Log().rate(Rating.GOOD, at(0)).events[0]._replace(rating=None)
    with pytest.raises(ValueError, match="card kq3xw: review 0 of laptop has no rating"):
        fold(CARD, [event], weights_of)


def test_only_answers_are_logged_as_reviews() -> None:
    """A card that was never answered cannot be written down as reviewed."""
    shown = outcomes(CARD, CardState(), at(0), POLICY)
    with pytest.raises(ValueError, match="never answered"):
        review_event(
            CardState(),
            CardState(),
            shown,
            Rating.GOOD,
            moment=at(0),
            clock_ms=0,
            taken_ms=0,
            device=DEVICE,
            sequence=0,
            policy=POLICY,
        )
