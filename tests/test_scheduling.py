"""What a rating does: published vectors of FSRS, Anki's order and limits, and reported failures."""

from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards.memory.days import DAY_S
from flashcards.memory.fuzz import bounds, position, spread
from flashcards.memory.intervals import Limits, easy_days, graduating_days
from flashcards.memory.recall import ideal_interval
from flashcards.memory.scheduling import (
    DEFAULT_WEIGHTS,
    Outcome,
    Outcomes,
    Policy,
    answer,
    outcomes,
    retrievability,
    upgrade_weights,
)
from flashcards.model import CardState, Moment, Rating, State, StudyDay, Uid

AGAIN, HARD, GOOD, EASY = Rating
NEW = CardState()
CARD = Uid("a")
MINUTE_S = 60
PLAIN = Policy(
    weights=DEFAULT_WEIGHTS,
    parameter_set=1,
    desired_retention=0.9,
    maximum_interval_days=36_500,
    learning_steps_s=(60, 600),
    relearning_steps_s=(600,),
    rollover_hour=4,
    fuzz=False,
)
FUZZY = PLAIN._replace(fuzz=True)
TODAY = StudyDay(20_000)


def on(day: int, hour: float = 12) -> Moment:
    """Give the moment `hour` hours after midnight of the calendar day `day`, in UTC."""
    return Moment(round((day * 24 + hour) * 3_600_000), 0)


def rate(
    state: CardState, rating: Rating, moment: Moment, policy: Policy = PLAIN, uid: Uid = CARD
) -> CardState:
    """Show the card and rate it at once."""
    return answer(state, outcomes(uid, state, moment, policy), rating, moment, policy)


def after(history: str, *gaps: int, policy: Policy = PLAIN) -> CardState:
    """Rate a new card as `history` says (digits 1 to 4), `gaps` days after the answer before."""
    state, day = NEW, TODAY
    for rating, gap in zip(history, gaps, strict=True):
        day = StudyDay(day + gap)
        state = rate(state, Rating(int(rating)), on(day), policy)
    return state


def intervals_on_due_days(history: str, policy: Policy) -> list[int]:
    """Rate on each due day; give the intervals in whole days, 0 for a learning step."""
    state, given = NEW, []
    for rating in history:
        moment = on(TODAY if state.due_day is None else state.due_day)
        shown = outcomes(CARD, state, moment, policy).of(Rating(int(rating)))
        state = rate(state, Rating(int(rating)), moment, policy)
        given.append(shown.interval_s // DAY_S)
    return given


def review_card(
    stability: float, difficulty: float = 5.0, interval: int = 10, elapsed: int = 10
) -> CardState:
    """Give a card in Review, last answered `elapsed` days before today."""
    last = StudyDay(TODAY - elapsed)
    return CardState(
        state=State.REVIEW,
        stability=stability,
        difficulty=difficulty,
        due_day=StudyDay(last + interval),
        interval_days=interval,
        last_reviewed_ms=on(last).at_ms,
        last_day=last,
        reps=5,
        fuzz_reps=5,
    )


def days(shown: Outcomes) -> list[float]:
    """Give the four intervals in days."""
    return [shown.of(rating).interval_s / DAY_S for rating in Rating]


# The numbered vectors: tests of ts-fsrs, py-fsrs and fsrs-rs; the last computed with py-fsrs.


def test_vector_1_the_first_answer() -> None:
    """A new card's memory after each first rating is what the weights say."""
    shown = outcomes(CARD, NEW, on(TODAY), PLAIN)
    assert [shown.of(r).stability for r in Rating] == [0.212, 1.2931, 2.3065, 8.2956]
    assert [shown.of(r).difficulty for r in Rating] == pytest.approx(
        [6.4133, 5.11217071, 2.11810397, 1], abs=1e-8
    )


def test_vector_2_a_long_history_with_lapses() -> None:
    """Six Good, two Again, five Good, each on its due day."""
    expected = [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]
    assert intervals_on_due_days("3333331133333", PLAIN) == expected


def test_vector_3_memory_after_six_answers() -> None:
    """Again, then five Good after growing gaps."""
    state = after("133333", 0, 0, 1, 3, 8, 21)
    assert state.stability == pytest.approx(53.62691, abs=1e-4)
    assert state.difficulty == pytest.approx(6.3574867, abs=1e-6)


def test_vector_4_without_same_day_weights() -> None:
    """The same with the three weights for answers on one day set to nothing."""
    weights = (*DEFAULT_WEIGHTS[:17], 0, 0, 0, DEFAULT_WEIGHTS[20])
    state = after("133333", 0, 0, 1, 3, 8, 21, policy=PLAIN._replace(weights=weights))
    assert state.stability == pytest.approx(53.335106, abs=1e-4)


def test_vector_5_intervals_for_each_retention() -> None:
    """A stability of one day, retention from 0.2 to 1.0."""
    wished = [ideal_interval(1, tenths / 10, DEFAULT_WEIGHTS) for tenths in range(2, 11)]
    given = [spread(days, 1, 10**6, None) for days in wished]
    assert given == [34793, 2508, 387, 90, 27, 9, 3, 1, 1]


def test_vector_6_the_forgetting_curve() -> None:
    """A stability of one day and a decay of 0.2, after one, two and three days."""
    weights = (*DEFAULT_WEIGHTS[:20], 0.2)
    state = review_card(1.0, elapsed=0)
    recall = [retrievability(state, StudyDay(TODAY + n), weights) for n in (1, 2, 3)]
    assert recall == pytest.approx([0.9, 0.84028935, 0.7985001], abs=1e-6)


def test_vector_7_recall_eight_days_after_easy() -> None:
    """A card first rated Easy is recalled with 90.2 % after eight days."""
    state = after("4", 0)
    recall = retrievability(state, StudyDay(TODAY + 8), DEFAULT_WEIGHTS)
    assert recall == pytest.approx(0.9024733, abs=1e-6)


def test_vector_8_older_weights_without_steps() -> None:
    """Weights of an older model, no steps: the intervals of the long history."""
    weights = (
        *(0.4197, 1.1869, 3.0412, 15.2441, 7.1434, 0.6477, 1.0007, 0.0674, 1.6597, 0.1712),
        *(1.1178, 2.0225, 0.0904, 0.3025, 2.1214, 0.2498, 2.9466, 0.0, 0.0, 0.0, 0.5),
    )
    policy = PLAIN._replace(weights=weights, learning_steps_s=(), relearning_steps_s=())
    expected = [3, 13, 48, 155, 445, 1158, 17, 3, 11, 37, 112, 307, 773]
    assert intervals_on_due_days("3333331133333", policy) == expected


@pytest.mark.parametrize(
    ("gap", "stability"), [(1, 13.485063), (8, 38.90515), (80, 111.973744), (800, 195.885133)]
)
def test_vector_9_early_and_late_reviews(gap: int, stability: float) -> None:
    """Good after Easy counts the days that really went by, early or overdue."""
    assert after("43", 0, gap).stability == pytest.approx(stability, abs=1e-4)


# Days and clocks.


@pytest.mark.parametrize("gap", [11, 23])
def test_a_night_is_a_day(gap: int) -> None:
    """21:00, and again 11 or 23 hours later over the rollover: one day, as in Anki."""
    evening = rate(NEW, EASY, on(TODAY, 21))
    after_a_day = after("43", 0, 1)
    assert rate(evening, GOOD, on(TODAY, 21 + gap)).stability == after_a_day.stability


def test_a_card_due_this_evening_is_due_all_day() -> None:
    """Answered one evening with a day's interval, it is due the next morning already."""
    state = rate(NEW, HARD, on(TODAY, 22), PLAIN._replace(learning_steps_s=()))
    assert (state.due_day, state.due_at_ms) == (TODAY + 1, None)


def test_one_in_the_morning_counts_for_the_day_before() -> None:
    """At 01:00 the card's day is yesterday's, and its interval counts from there."""
    state = rate(NEW, EASY, on(TODAY, 25))
    assert (state.last_day, state.due_day) == (TODAY, TODAY + 8)


@pytest.mark.parametrize("first", ["2026-03-26", "2026-10-22"])
def test_summer_time_makes_no_day_longer(first: str) -> None:
    """Every evening at 23:30 across the clock change: one day apart each time."""
    berlin, state, seen = ZoneInfo("Europe/Berlin"), NEW, []
    for n in range(6):
        local = datetime.fromisoformat(f"{first}T23:30").replace(tzinfo=berlin) + timedelta(n)
        offset = local.utcoffset() or timedelta()
        moment = Moment(round(local.timestamp() * 1000), round(offset.total_seconds()))
        state = rate(state, EASY, moment)
        seen.append(state.last_day or 0)
    assert [later - earlier for earlier, later in pairwise(seen)] == [1] * 5
    assert state == after("444444", 0, 1, 1, 1, 1, 1)._replace(
        due_day=state.due_day, last_day=state.last_day, last_reviewed_ms=state.last_reviewed_ms
    )


def test_a_clock_set_back_neither_breaks_memory_nor_due_dates() -> None:
    """Eleven days back and one review: warned, counted as today; later days count from today."""
    first = rate(NEW, EASY, on(TODAY))
    early = on(TODAY - 11)
    shown = outcomes(CARD, first, early, PLAIN)
    assert shown.clock_behind
    assert shown.day == TODAY
    second = answer(first, shown, GOOD, early, PLAIN)
    assert second.last_reviewed_ms == (first.last_reviewed_ms or 0) + 1
    assert (second.due_day or 0) > TODAY
    third = rate(second, GOOD, on(TODAY + 8))
    assert third.stability == pytest.approx(38.90515, abs=1e-4)  # and not 58.5
    assert not outcomes(CARD, second, on(TODAY + 8), PLAIN).clock_behind


def test_travelling_west_is_no_clock_fault() -> None:
    """Landing where it is still yesterday: the day stays the card's last, without a warning."""
    tokyo = Moment(on(TODAY, 0).at_ms, 9 * 3600)
    hawaii = Moment(on(TODAY, 10).at_ms, -10 * 3600)
    state = rate(NEW, EASY, tokyo)
    shown = outcomes(CARD, state, hawaii, PLAIN)
    assert state.last_day == shown.day == TODAY
    assert not shown.clock_behind


def test_a_card_on_screen_at_the_rollover_is_rated_for_its_day() -> None:
    """Shown at 03:59 and answered at 04:01, it counts as shown: the same days, the same due."""
    card = review_card(10)
    shown = outcomes(CARD, card, on(TODAY, 27.99), PLAIN)
    state = answer(card, shown, GOOD, on(TODAY, 28.01), PLAIN)
    assert state.last_day == TODAY
    assert state.due_day == TODAY + shown.good.interval_s // DAY_S
    assert state.stability == shown.good.stability


def test_a_step_within_the_day_is_due_at_an_instant() -> None:
    """Again on a new card: back in a minute, in this session."""
    state = rate(NEW, AGAIN, on(TODAY, 20))
    assert state.due_at_ms == on(TODAY, 20).at_ms + 60_000
    assert (state.due_day, state.state, state.step) == (TODAY, State.LEARNING, 0)


def test_a_step_past_the_rollover_is_tomorrows() -> None:
    """Good with ten minutes at 03:55: no instant, due all through the new day."""
    state = rate(NEW, GOOD, on(TODAY, 27 + 55 / 60))
    assert (state.last_day, state.due_day, state.due_at_ms) == (TODAY, TODAY + 1, None)
    assert state.state is State.LEARNING


def test_a_step_of_three_days_is_due_in_three_days() -> None:
    """Steps of whole days leave the session and count study days."""
    policy = PLAIN._replace(learning_steps_s=(60, 3 * DAY_S))
    state = rate(NEW, GOOD, on(TODAY, 27), policy)
    assert (state.due_day, state.due_at_ms, state.state) == (TODAY + 3, None, State.LEARNING)


def test_a_learning_card_answered_days_later_counts_the_days() -> None:
    """A card left in learning over three days is judged by three days and not by ten minutes."""
    at_once, later = after("33", 0, 0), after("33", 0, 3)
    assert (later.stability or 0) > 2 * (at_once.stability or 0)
    assert (later.state, later.step) == (State.REVIEW, None)


# Steps.


def test_a_new_card_walks_the_steps() -> None:
    """Good, then Good again: ten minutes, then Review with its memory's interval."""
    first = rate(NEW, GOOD, on(TODAY))
    second = rate(first, GOOD, on(TODAY, 12.2))
    assert (first.state, first.step) == (State.LEARNING, 1)
    assert (second.state, second.step, second.interval_days) == (State.REVIEW, None, 2)
    assert (second.reps, second.lapses, second.fuzz_reps) == (2, 0, 1)


@pytest.mark.parametrize(
    ("steps_s", "hard_s"),
    [
        ((60, 600), 330),
        ((60,), 90),
        ((61, 600), 330),
        ((DAY_S, 3 * DAY_S), 2 * DAY_S),
        ((DAY_S, 2 * DAY_S), 2 * DAY_S),
        ((3 * DAY_S,), 4 * DAY_S),
        ((60, 102_000), 51_030),
    ],
)
def test_hard_on_the_first_step(steps_s: tuple[int, ...], hard_s: int) -> None:
    """Hard waits between Again and Good; a single step half as long again. Anki gives the same."""
    shown = outcomes(CARD, NEW, on(TODAY), PLAIN._replace(learning_steps_s=steps_s))
    assert (shown.hard.interval_s, shown.hard.step) == (hard_s, 0)


def test_hard_on_a_later_step_repeats_it() -> None:
    """Hard on the ten-minute step: ten minutes once more."""
    shown = outcomes(CARD, after("3", 0), on(TODAY, 12.2), PLAIN)
    assert (shown.hard.interval_s, shown.hard.step) == (600, 1)


def test_a_lapse_goes_to_relearning_and_is_counted() -> None:
    """Again in Review: one more lapse, ten minutes; Again while relearning is no further lapse."""
    lapsed = rate(review_card(10), AGAIN, on(TODAY))
    failed = rate(lapsed, AGAIN, on(TODAY, 12.2))
    assert (lapsed.state, lapsed.step, lapsed.lapses) == (State.RELEARNING, 0, 1)
    assert (failed.state, failed.step, failed.lapses, failed.reps) == (State.RELEARNING, 0, 1, 7)
    assert lapsed.interval_days == failed.interval_days == 10  # the last of a day or more


@pytest.mark.parametrize("state", [State.LEARNING, State.RELEARNING])
def test_fewer_steps_than_the_cards_own(state: State) -> None:
    """A step was removed from the settings: Again stays learning, Good leaves, Hard waits."""
    card = review_card(3)._replace(state=state, step=4)
    shown = outcomes(CARD, card, on(TODAY), PLAIN._replace(relearning_steps_s=(60, 600)))
    assert [shown.of(r).state for r in Rating] == [state, state, State.REVIEW, State.REVIEW]
    assert [shown.again.step, shown.again.interval_s] == [0, 60]
    assert [shown.hard.step, shown.hard.interval_s] == [1, 600]


def test_again_and_again_while_relearning_never_lengthens_good() -> None:
    """Failing a step over and over does not shop for a longer interval."""
    for uid in map(Uid, "abcdefgh"):
        state = rate(review_card(300), AGAIN, on(TODAY), FUZZY, uid)
        good = outcomes(uid, state, on(TODAY), FUZZY).good.interval_s
        for _ in range(20):
            state = rate(state, AGAIN, on(TODAY), FUZZY, uid)
            shown = outcomes(uid, state, on(TODAY), FUZZY).good.interval_s
            assert shown <= good
            good = shown


def test_no_learning_steps() -> None:
    """Without steps a memory below half a day waits its hours; longer ones go to Review."""
    shown = outcomes(CARD, NEW, on(TODAY), PLAIN._replace(learning_steps_s=()))
    assert (shown.again.state, shown.again.step) == (State.LEARNING, 0)
    assert shown.again.interval_s == 18_316
    assert days(shown)[1:] == [1, 2, 8]


def test_no_relearning_steps() -> None:
    """Without steps a lapse stays in Review with its few days, or waits its hours."""
    policy = PLAIN._replace(relearning_steps_s=())
    strong = outcomes(CARD, review_card(50, interval=50, elapsed=30), on(TODAY), policy)
    weak = outcomes(CARD, review_card(0.1, elapsed=1), on(TODAY), policy)
    assert (strong.again.state, strong.again.interval_s) == (State.REVIEW, 3 * DAY_S)
    assert (weak.again.state, weak.again.interval_s) == (State.RELEARNING, 4888)
    state = answer(review_card(50), strong, AGAIN, on(TODAY), policy)
    assert (state.lapses, state.interval_days) == (1, 3)


# Order, limits and fuzz.

STATES = st.builds(
    review_card,
    stability=st.floats(0.001, 40_000),
    difficulty=st.floats(1, 10),
    interval=st.integers(0, 36_500),
    elapsed=st.integers(0, 40_000),
).flatmap(
    lambda card: st.sampled_from(
        [NEW, card, *(card._replace(state=s, step=0) for s in (State.LEARNING, State.RELEARNING))]
    )
)
POLICIES = st.builds(
    PLAIN._replace,
    desired_retention=st.floats(0.7, 0.99),
    maximum_interval_days=st.integers(1, 36_500),
    learning_steps_s=st.sampled_from([(), (60,), (60, 600)]),
    relearning_steps_s=st.sampled_from([(), (600,)]),
    fuzz=st.booleans(),
)
UIDS = st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=1, max_size=8).map(Uid)


@given(STATES, POLICIES, UIDS)
def test_intervals_are_ordered_and_bounded(card: CardState, policy: Policy, uid: Uid) -> None:
    """Hard before Good before Easy by a day in Review, and nothing beyond the maximum."""
    shown = outcomes(uid, card, on(TODAY), policy)
    most = policy.maximum_interval_days
    in_review: list[Outcome] = []
    for outcome in (shown.hard, shown.good, shown.easy):
        if outcome.state is State.REVIEW:
            assert 1 <= outcome.interval_s // DAY_S <= most
            in_review.append(outcome)
        else:
            assert outcome.interval_s < DAY_S
    given_days = [outcome.interval_s // DAY_S for outcome in in_review]
    if card.state is State.REVIEW:
        assert all(b > a or a == b == most for a, b in pairwise(given_days))
    else:
        assert given_days == sorted(given_days)
        assert len(given_days) == 1 or given_days[-1] > given_days[-2] or given_days[-1] == most


@given(STATES, POLICIES, UIDS, st.sampled_from(Rating))
def test_the_interval_shown_is_the_interval_given(
    card: CardState, policy: Policy, uid: Uid, rating: Rating
) -> None:
    """Whatever was shown beside the key is what the card then has."""
    shown = outcomes(uid, card, on(TODAY), policy)
    state = answer(card, shown, rating, on(TODAY, 12.01), policy)
    outcome = shown.of(rating)
    assert state[:4] == outcome[1:5]
    if outcome.state is State.REVIEW:
        assert state.due_day == TODAY + outcome.interval_s // DAY_S
    else:
        assert state.due_at_ms == on(TODAY, 12.01).at_ms + outcome.interval_s * 1000


@given(STATES, UIDS)
def test_leaving_and_returning_shows_the_same(card: CardState, uid: Uid) -> None:
    """Show the answer, leave, come back later that day: the same four intervals."""
    now, later = (outcomes(uid, card, on(TODAY, hour), FUZZY) for hour in (12, 23))
    assert now[3:] == later[3:]


@given(st.floats(0.5, 5000), st.integers(1, 5000), UIDS)
def test_a_success_is_never_shorter_than_the_rules_allow(
    stability: float, interval: int, uid: Uid
) -> None:
    """Fuzz does not turn a longer interval into a shorter one than last time's."""
    card = review_card(stability, interval=interval, elapsed=interval)
    plain, fuzzy = (outcomes(uid, card, on(TODAY), policy) for policy in (PLAIN, FUZZY))
    for rating in (HARD, GOOD, EASY):
        if plain.of(rating).interval_s > interval * DAY_S:
            assert fuzzy.of(rating).interval_s > interval * DAY_S


def test_fuzz_does_not_turn_four_into_three() -> None:
    """Good would give 4 days after 3: with fuzz it is 4 or more, whatever the card's hash."""
    card = review_card(2, difficulty=9, interval=3, elapsed=2)
    assert days(outcomes(CARD, card, on(TODAY), PLAIN))[2] == 4
    assert bounds(3.92, 1, 36_500).lower == 3  # what the width alone would allow
    for number in range(200):
        shown = outcomes(Uid(f"a{number}"), card, on(TODAY), FUZZY)
        assert days(shown)[2] >= 4


def test_a_nearly_equal_interval_is_kept() -> None:
    """The model wishes 10 days after 11, within the fuzz: it stays 11. After 20, it is 10."""
    near = outcomes(CARD, review_card(10, interval=11, elapsed=0), on(TODAY), PLAIN)
    far = outcomes(CARD, review_card(10, interval=20, elapsed=0), on(TODAY), PLAIN)
    assert days(near)[1:] == [11, 12, 16]
    assert days(far)[1:] == [10, 11, 16]


def test_easy_lies_after_the_good_that_is_shown() -> None:
    """Where rounding lets Anki show 5 days for both, Easy is 6 here; a step for Good leaves 5."""
    limits = Limits(36_500, 0.22378)
    assert graduating_days(5.7, limits) == 5
    assert easy_days(5.7, 6.352, 5, limits) == 6
    assert easy_days(5.7, 6.352, 0, limits) == 5


def test_the_place_in_the_fuzz_is_a_hash_of_card_and_count() -> None:
    """The same on every machine and in every version."""
    assert position(Uid("a"), 0) == pytest.approx(0.494126446471, abs=1e-12)
    assert position(Uid("a"), 1) == pytest.approx(0.802820586956, abs=1e-12)


@pytest.mark.parametrize(
    ("interval", "lower", "upper"),
    [(2.4, 2, 2), (2.5, 2, 4), (8, 6, 10), (10, 8, 12), (100, 93, 107), (36_499, 34_672, 36_500)],
)
def test_the_width_of_the_fuzz(interval: float, lower: int, upper: int) -> None:
    """None below two and a half days, then 15, 10 and 5 per cent of what lies above."""
    assert bounds(interval, 1, 36_500) == (lower, upper)


@given(st.floats(0, 10**5), st.integers(0, 40_000), st.integers(1, 40_000), st.floats(0, 1))
def test_fuzz_chooses_within_its_bounds(
    interval: float, minimum: int, maximum: int, place: float
) -> None:
    """Nothing below the minimum unless the maximum says so, nothing above the maximum."""
    chosen = spread(interval, minimum, maximum, place)
    lower, upper = bounds(interval, minimum, maximum)
    assert min(minimum, maximum) <= lower <= chosen <= upper <= maximum


def test_fuzz_uses_all_of_its_bounds() -> None:
    """Over many cards each of the days 8 to 12 is given for an interval of 10, about as often."""
    chosen = [spread(10, 1, 365, position(Uid(f"a{n}"), 0)) for n in range(5000)]
    assert set(chosen) == {8, 9, 10, 11, 12}
    assert all(900 < chosen.count(number) < 1100 for number in set(chosen))


def test_a_changed_retention_counts_at_once() -> None:
    """Retention 0.95 asks the same card back sooner, 0.8 later, without any reload."""
    card = review_card(20, interval=20, elapsed=20)
    good = [
        outcomes(CARD, card, on(TODAY), PLAIN._replace(desired_retention=r)).good.interval_s
        for r in (0.95, 0.9, 0.8)
    ]
    assert good == sorted(set(good))


# Memory and weights.


def test_a_card_without_memory_has_no_retrievability() -> None:
    """A new card: nothing is known of its recall."""
    assert retrievability(NEW, TODAY, DEFAULT_WEIGHTS) is None


def test_retrievability_before_the_last_review_is_full() -> None:
    """A clock set back does not make recall better than certain."""
    assert retrievability(review_card(5, elapsed=0), StudyDay(TODAY - 3), DEFAULT_WEIGHTS) == 1


def test_a_review_card_without_memory_begins_one() -> None:
    """A card whose history begins elsewhere is judged as at its first answer, and stays."""
    card = review_card(1)._replace(stability=None, difficulty=None)
    shown = outcomes(CARD, card, on(TODAY), PLAIN)
    assert shown.good.stability == DEFAULT_WEIGHTS[2]
    assert shown.good.state is State.REVIEW


def test_older_weights_are_upgraded() -> None:
    """Weights of FSRS-5 and FSRS-4.5 become the FSRS-6 weights that mean the same."""
    assert upgrade_weights(DEFAULT_WEIGHTS) == DEFAULT_WEIGHTS
    assert upgrade_weights(DEFAULT_WEIGHTS[:19]) == (*DEFAULT_WEIGHTS[:19], 0, 0.5)
    old = upgrade_weights(DEFAULT_WEIGHTS[:17])
    assert old[17:] == (0, 0, 0, 0.5)
    assert old[4:7] == pytest.approx((8.0801, 0.417607, 3.5194), abs=1e-5)


def test_weights_in_single_precision_are_accepted() -> None:
    """0.8 as Anki stores it lies a hair above the bound 0.8: it is taken as the bound."""
    weights = (*DEFAULT_WEIGHTS[:19], 0.800000011920929, 0.2)
    assert upgrade_weights(weights)[19] == 0.8


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (DEFAULT_WEIGHTS[:20], "17, 19 or 21 weights, not 20"),
        ((*DEFAULT_WEIGHTS[:20], 0.9), "Weight 20 must lie between 0.1 and 0.8, not 0.9"),
        ((float("nan"), *DEFAULT_WEIGHTS[1:]), "Weight 0 must lie between 0.001 and 100, not nan"),
        ((*DEFAULT_WEIGHTS[:5], -1.0, *DEFAULT_WEIGHTS[6:17]), "Weight 5 of FSRS-4.5"),
    ],
)
def test_wrong_weights_are_refused(weights: tuple[float, ...], message: str) -> None:
    """A wrong count or a weight out of its bounds is said in a sentence."""
    with pytest.raises(ValueError, match=message):
        upgrade_weights(weights)
