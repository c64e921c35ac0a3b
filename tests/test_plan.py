"""`plan`: what will be known on a day, the pace it takes, and the final pass before it."""

import random
from contextlib import closing

import lives
import pytest
from conftest import Learner

from flashcards.memory.recall import DEFAULT_WEIGHTS, retrievability
from flashcards.memory.simulation import USUAL, Known, Pace, habits, simulate
from flashcards.model import CardState, StudyDay
from flashcards.store import browse
from flashcards.store.database import connect
from flashcards.store.scope import EVERYTHING

TODAY = 20_787  # 2026-11-30
SEED = 7
PACE = Pace(
    weights=DEFAULT_WEIGHTS,
    desired_retention=0.9,
    maximum_interval_days=36_500,
    new_per_day=20,
    reviews_per_day=1_000_000,
    learning_steps=0,
    relearning_steps=0,
)


@pytest.fixture
def lived(learner: Learner) -> Learner:
    """Give a learner of a hundred cards who met sixty of them, one a day until yesterday."""
    learner.write(lives.deck(100))
    learner.run("due")
    lives.live(learner, [TODAY - 60 + number for number in range(60)], TODAY - 1)
    return learner


# -- The simulation


@pytest.mark.parametrize("retention", [0.8, 0.9])
@pytest.mark.parametrize("days", [30, 180])
def test_the_simulation_agrees_with_that_of_fsrs_rs(days: int, retention: float) -> None:
    """On one setting both remember the same number of cards, within 1 %."""
    rust = pytest.importorskip("fsrs_rs_python")
    config = rust.default_simulator_config()
    config.deck_size, config.learn_span, config.learn_limit = 3000, days, 20
    config.max_cost_perday, config.review_limit = 1e9, 1_000_000
    config.learning_step_count = config.relearning_step_count = 0
    config.first_rating_prob, config.review_rating_prob = list(USUAL.first), list(USUAL.passed)
    theirs = rust.simulate(list(DEFAULT_WEIGHTS), retention, config, SEED)
    remembered = sum(
        retrievability(
            CardState(stability=one.stability, difficulty=5, last_day=StudyDay(one.last_date)),
            StudyDay(days),
            DEFAULT_WEIGHTS,
        )
        or 0
        for one in theirs.cards
        if one.last_date >= 0 and one.stability > 0
    )
    ours = simulate(
        [],
        3000,
        days,
        pace=PACE._replace(desired_retention=retention),
        own=USUAL,
        chance=random.Random(SEED).random,
    )
    assert ours.met == sum(theirs.learn_cnt_per_day)
    assert ours.remembered == pytest.approx(remembered, rel=0.01)
    assert sum(ours.reviews) == pytest.approx(sum(theirs.review_cnt_per_day), rel=0.06)


def test_the_same_seed_gives_the_same_future() -> None:
    """Asking twice gives one answer."""
    known = [Known(5.0, 5.0, -3, 2)] * 50
    one, other = (
        simulate(known, 10, 20, pace=PACE, own=USUAL, chance=random.Random(SEED).random)
        for _ in range(2)
    )
    assert one == other


def test_the_limits_of_a_day_hold() -> None:
    """No day takes more reviews or new cards than its limits, and no new ones in a backlog."""
    pace = PACE._replace(new_per_day=3, reviews_per_day=10)
    known = [Known(30.0, 5.0, -60, -20)] * 45
    future = simulate(known, 100, 20, pace=pace, own=USUAL, chance=random.Random(SEED).random)
    assert max(future.reviews) == 10
    assert max(future.new) == 3
    assert list(future.new[:4]) == [0, 0, 0, 0]
    assert sum(future.new) > 0


def test_a_final_pass_sees_every_card_once() -> None:
    """In the last three days each card that was met comes, and so more is known on the day."""
    known = [Known(200.0, 5.0, -10, 190)] * 90
    plain, final = (
        simulate(
            known, 0, 10, pace=PACE, own=USUAL, chance=random.Random(SEED).random, final_days=days
        )
        for days in (0, 3)
    )
    assert sum(plain.reviews) == 0
    assert list(final.reviews) == [0] * 7 + [30, 30, 30]
    assert final.remembered > plain.remembered


def test_the_final_pass_begins_with_the_weakest() -> None:
    """Those that are often forgotten, and so take longer, come on its first day."""
    known = [Known(one, 5.0, -300, 190) for one in (1.0, 5000.0) * 400]
    future = simulate(
        known, 0, 2, pace=PACE, own=USUAL, chance=random.Random(SEED).random, final_days=2
    )
    # 400 weak cards, of which 58 % are forgotten, are 10,172 seconds; half of them 7,500.
    assert future.seconds[0] == pytest.approx(10_172, rel=0.1)


def test_habits_are_ones_own_where_there_are_answers() -> None:
    """Shares and times come from the log; the steps of a day count with the card's first answer."""
    rows = []
    for card in range(1000):
        rows += [
            (card, "review", 1, 4, 3000, 0, 0, 0.9),
            (card, "review", 1, 3, 2000, 1, 0, 0.9),
            (card, "review", 9, 2, 7000, 2, 0, 0.9),
            (card, "review", 20, 1, 90_000, 2, 0, 0.9),
            (card, "review", 20, 3, 1000, 3, 0, 0.9),
        ]
    own = habits(rows)
    assert own.first[3] == pytest.approx(1, abs=0.03)
    assert own.passed[0] == pytest.approx(1, abs=0.03)
    assert own.new_s == pytest.approx(5, rel=0.25)
    assert own.passed_s == pytest.approx(7, rel=0.03)
    assert own.forgotten_s == pytest.approx(61, rel=0.03)
    usual = habits([])
    assert usual.first == pytest.approx(USUAL.first)
    assert usual[2:] == USUAL[2:]


# -- The command


def test_a_plan_tells_the_present_and_the_pace_that_reaches_the_goal(lived: Learner) -> None:
    """One new card a day is too slow for forty in twenty days; the pace told reaches the goal."""
    found = lived.run("plan", "--by", "2026-12-20", "--json").json
    assert (found["days_left"], found["cards"], found["met"]) == (20, 100, 60)
    assert found["present"]["new_per_day"] == 1
    assert found["present"]["with_final_pass"] < 0.9 <= found["reaching"]["with_final_pass"]
    assert 1 < found["reaching"]["new_per_day"] <= 3
    assert found["reaching"]["minutes_per_day"] > found["present"]["minutes_per_day"]
    assert found["best"]["with_final_pass"] >= found["reaching"]["with_final_pass"]


def test_a_goal_out_of_reach_is_told(lived: Learner) -> None:
    """Tomorrow nobody recalls 99 % of cards of which half are new."""
    page = lived.run("plan", "--by", "2026-12-01", "--goal", "0.99").out
    assert "99% is out of reach by then" in page
    assert lived.run("plan", "--json").json["reaching"] is not None


def test_a_plan_changes_no_due_date(lived: Learner) -> None:
    """Planning looks, and touches nothing but the plan itself."""

    def states() -> list[CardState]:
        with closing(connect(str(lived.home))) as database:
            return [row.state for row in browse.cards(database, EVERYTHING, presence=1)]

    before = states()
    lived.run("plan", "--by", "2026-12-20")
    assert states() == before


def test_due_and_the_glance_count_the_days(lived: Learner) -> None:
    """The days left are shown until the day is over, with the final pass in the last three."""
    lived.run("plan", "--by", "2026-12-20", "question")
    assert "20 days to 2026-12-20" in lived.run("due").out
    assert "20 days to 2026-12-20" in lived.run().out
    assert lived.run("due", "--json").json["plan"] == {"by": "2026-12-20", "days_left": 20}
    lived.at("2026-12-17T09:00:00+00:00")
    assert "3 days to 2026-12-20: time for the final pass" in lived.run("due").out
    lived.at("2026-12-20T09:00:00+00:00")
    assert "Today is the day" in lived.run("due").out
    lived.at("2026-12-21T09:00:00+00:00")
    assert lived.run("due", "--json").json["plan"] is None


def test_the_final_pass_is_spread_over_its_days(lived: Learner) -> None:
    """Three days before: a third of all; what was seen by then does not come again."""
    lived.run("config", "new_per_day", "0")
    lived.run("plan", "--by", "2026-12-03", "What")
    assert "It is on, 20 today of 60: `flashcards review --final`" in lived.run("plan").out
    chances = {card["id"]: card["retrievability"] for card in lived.cards()}
    seen = [one[0] for one in lived.answer("4" * 12, "--final").rated]
    # Leaving and coming back on the same day goes on with the day's part.
    seen += [one[0] for one in lived.answer("4" * 50, "--final").rated]
    assert len(seen) == 20
    assert max(chances[uid] for uid in seen) <= min(
        chance for uid, chance in chances.items() if chance and uid not in seen
    )
    lived.at("2026-12-01T09:00:00+00:00")
    seen += [one[0] for one in lived.answer("4" * 50, "--final").rated]
    lived.at("2026-12-02T09:00:00+00:00")
    seen += [one[0] for one in lived.answer("4" * 50, "--final").rated]
    assert len(seen) == len(set(seen)) == 60
    assert "the final pass is done" in lived.run("plan").out


def test_the_final_pass_is_no_other_days_business(lived: Learner) -> None:
    """Without a plan, and long before its day, `--final` says so; it is no cram."""
    assert "no day is planned for" in lived.run("review", "--final").err
    lived.run("plan", "--by", "2026-12-20")
    assert "begins 3 days before" in lived.run("review", "--final").err
    assert lived.run("review", "--final", "--cram").code == 2


def test_a_plan_is_kept_with_its_cards_and_dropped(lived: Learner) -> None:
    """`plan` alone looks again at what was planned; `--drop` ends it."""
    uid = lived.cards()[0]["id"]
    lived.run("plan", "--by", "2026-12-20", uid)
    assert lived.run("plan", "--json").json["cards"] == 1
    lived.run("plan", "--drop")
    again = lived.run("plan")
    assert (again.code, "no day is planned for" in again.err) == (1, True)
    assert "2026-12-20" not in lived.run("due").out


@pytest.mark.parametrize(
    "words",
    [("--by", "soon"), ("--by", "2026-11-30"), ("--by", "2099-01-01"), ("question",)],
)
def test_a_day_that_is_none_is_wrong_usage(lived: Learner, words: tuple[str, ...]) -> None:
    """What is no date, past or absurdly far is told as such."""
    assert lived.run("plan", *words).code == 2


def test_a_plan_without_cards_says_so(learner: Learner) -> None:
    """There is nothing to look ahead to."""
    assert "no card here to plan for" in learner.run("plan", "--by", "2026-12-20").err
