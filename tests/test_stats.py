"""`stats`: what was learnt, what is coming, how true the predictions are."""

import random
import sqlite3
from collections.abc import Iterator

import lives
import pytest
from conftest import Learner
from rich.cells import cell_len

from flashcards.memory.equations import Equations
from flashcards.memory.recall import DEFAULT_WEIGHTS
from flashcards.model import State, StudyDay
from flashcards.statistics import CardRow, LogRow, Statistics, share, summarise
from flashcards.terminal import charts

TODAY = 20_787  # 2026-11-30
TOPICS = """\
deck: Topics
topics:
  - question: Why a cache?
    title: Caches
    red_flags:
      - {claim: It is always faster., instead: Only with locality.}
      - {claim: It is memory., instead: It is a copy of some.}
    follow_ups:
      - {question: What is a miss?, short: A look-up that finds nothing.}
"""


@pytest.fixture
def lived(learner: Learner) -> Learner:
    """Give a learner who met forty cards, one a day, and answered them all until yesterday."""
    learner.write(lives.deck(40))
    learner.write(TOPICS, "topics.yaml")
    learner.run("due")
    lives.live(learner, [TODAY - 60 + number for number in range(43)], TODAY - 1)
    return learner


def test_an_empty_collection_has_statistics_too(learner: Learner) -> None:
    """Before the first card there is nothing to divide by, and nothing breaks."""
    found = learner.run("stats", "--json").json
    assert found["reviews"] == 0
    assert found["retention"] == {"true": None, "n": 0, "low": None, "high": None, "desired": None}
    assert found["calibration"]["log_loss"] is None
    assert "0 answers" in learner.run("stats").out


def test_every_answer_is_counted_on_its_day(learner: Learner) -> None:
    """Answers, those forgotten, new cards and the seconds of a day; what was undone is not."""
    learner.write(lives.deck(3))
    learner.review("\n3\n\n1\nu\nq\n")
    learner.at("2026-12-01T09:00:00+00:00")
    learner.answer("1")
    found = learner.run("stats", "--json").json
    assert found["reviews"] == 2
    assert [(day["day"], day["reviews"], day["again"]) for day in found["by_day"]] == [
        ("2026-11-30", 1, 0),
        ("2026-12-01", 1, 1),
    ]
    assert found["days_studied"] == {"all": 2, "last_30": 2}


def test_cards_are_counted_by_state(lived: Learner) -> None:
    """The states are those that `cards` lists, suspended ones among them and told apart."""
    lived.run("suspend", lived.cards()[0]["id"])
    found = lived.run("stats", "--json").json
    states = [card["state"] for card in lived.cards()]
    assert found["cards"] == {name: states.count(name) for name in found["cards"]}
    assert found["suspended"] == 1


def test_what_is_coming_agrees_with_the_cards(lived: Learner) -> None:
    """Each coming study day has the cards due on it; those due before are the backlog."""
    found = lived.run("stats", "--json").json
    due = [card["due_day"] for card in lived.cards() if card["due_day"]]
    assert found["backlog"] == sum(day < "2026-11-30" for day in due)
    for one in found["coming"]:
        assert one["learning"] + one["review"] == due.count(one["day"])


def test_the_number_remembered_is_the_sum_of_the_chances(lived: Learner) -> None:
    """What is expected to be recalled now is what `cards` says of each card, added up."""
    found = lived.run("stats", "--json").json
    chances = [card["retrievability"] for card in lived.cards() if card["retrievability"]]
    assert found["met"] == len(chances)
    assert found["remembered"] == pytest.approx(sum(chances), abs=0.01)


def test_retention_is_told_by_section_deck_and_interval(lived: Learner) -> None:
    """The parts add up to the whole, and only answers a day or more apart count."""
    found = lived.run("stats", "--json").json
    total = found["retention"]["n"]
    assert 0 < total < found["reviews"]
    for part in ("interval", "section", "deck"):
        assert sum(one["n"] for one in found[f"retention_by_{part}"]) == total
    sections = {one["name"] for one in found["retention_by_section"]}
    assert sections == {"cards", "red_flags", "follow_ups"}


def test_a_selection_narrows_all_figures(lived: Learner) -> None:
    """`stats section:red_flags` is about these cards alone."""
    found = lived.run("stats", "--json", "section:red_flags").json
    assert sum(found["cards"].values()) == 2
    assert [one["name"] for one in found["retention_by_section"]] == ["red_flags"]


def test_the_day_the_clock_changes_is_one_study_day(learner: Learner) -> None:
    """Case 18: evenings around the end of summer time are a study day each, none lost or twice."""
    learner.write(lives.deck(6))
    evenings = ("24T23:30:00+02:00", "25T23:30:00+01:00", "26T03:59:00+01:00", "26T04:00:00+01:00")
    for evening in evenings:
        learner.at(f"2026-10-{evening}")
        learner.answer("4")
    days = learner.run("stats", "--json").json["by_day"]
    assert [(day["day"], day["reviews"]) for day in days] == [
        ("2026-10-24", 1),
        ("2026-10-25", 2),
        ("2026-10-26", 1),
    ]


def test_hard_cards_and_leeches_are_named(lived: Learner) -> None:
    """A card of eight lapses is a leech; one of seven is only hard."""
    ids = [card["id"] for card in lived.cards()]
    database = sqlite3.connect(lived.home / "collection.db")
    with database:
        database.execute("UPDATE cards SET lapses = 0")
        database.execute("UPDATE cards SET lapses = 8 WHERE uid = ?", (ids[3],))
        database.execute("UPDATE cards SET lapses = 7 WHERE uid = ?", (ids[5],))
    database.close()
    found = lived.run("stats", "--json").json
    assert [card["id"] for card in found["leeches"]] == [ids[3]]
    assert [card["id"] for card in found["hardest"]] == [ids[3], ids[5]]
    page = lived.run("stats").out
    assert "Leeches: 1" in page
    assert ids[5][:8] in page


@pytest.mark.parametrize("width", [50, 80, 120])
def test_the_page_fits_and_needs_no_colour(lived: Learner, width: int) -> None:
    """Nothing is wider than the terminal, and no escape sequence is needed to read it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("flashcards.commands.stats._PIPED_WIDTH", width)
        page = lived.run("stats").out
    lines = page.splitlines()
    assert max(map(cell_len, lines)) <= width
    assert "\x1b" not in page
    assert "Recall by interval" in page
    assert all(line == line.rstrip() for line in lines)


def test_the_heat_map_shows_a_year() -> None:
    """53 weeks in 58 columns; today is the last sign of its row, and darker means more."""
    lines = charts.heat_map({TODAY: 8, TODAY - 7: 1, TODAY - 364: 4}, TODAY, 80)
    monday = lines[1].plain
    assert len(monday) == 58
    assert (monday[-1], monday[-2], monday[-53]) == ("█", "░", "▒")
    assert len(lines[2].plain) == 57


def test_a_terminal_of_ascii_can_read_the_charts() -> None:
    """Where a stream carries ASCII only, other signs stand for the shades."""
    lines = charts.bars([charts.Bar("one", 4, 1), charts.Bar("two", 0)], 40)
    text = charts.printed(lines, 40, colour=False, ascii_only=True)
    assert text.isascii()
    assert text.splitlines()[0].count("#") > text.splitlines()[0].count("+") > 0


def test_a_range_is_given_with_every_share() -> None:
    """Nine of ten right: Wilson's range of 95 % is 60 to 98 %."""
    nine = share(9, 10)
    assert nine.low == pytest.approx(0.5958, abs=1e-4)
    assert nine.high == pytest.approx(0.9821, abs=1e-4)


def _answers(number: int, seed: int) -> Iterator[LogRow]:
    """Answer cards whose memory is the model's own, at intervals of all lengths."""
    chance = random.Random(seed)
    model = Equations(DEFAULT_WEIGHTS)
    for card in range(number // 10):
        day, memory = 0, model.first(3)
        yield card, "review", day, 3, 0, State.NEW, 86_400, 0.9
        for _ in range(10):
            elapsed = max(1, round(memory[0] * chance.uniform(0.2, 3)))
            right = chance.random() < model.recall(elapsed, memory[0])
            rating = 3 if right else 1
            day += elapsed
            memory = model.after(*memory, elapsed, rating)
            yield card, "review", day, rating, 0, State.REVIEW, 86_400, 0.9


def _summed(*events: LogRow, suspended: bool = False) -> Statistics:
    """Sum up one card in Review that is due tomorrow."""
    due = StudyDay(101)
    card = CardRow(1, "D", "cards", True, suspended, State.REVIEW, due, 0)  # noqa: FBT003 - a row
    return summarise([card], events, DEFAULT_WEIGHTS, StudyDay(100))


def test_a_forgotten_card_is_met_anew() -> None:
    """After `forget` nothing was predicted of the next answer, so nothing is judged."""
    first: LogRow = (1, "review", 10, 3, 0, State.NEW, 86_400, 0.9)
    second: LogRow = (1, "review", 12, 3, 0, State.NEW, 86_400, 0.9)
    forget: LogRow = (1, "forget", 11, None, 0, State.REVIEW, 0, 0.9)
    assert _summed(first, second).calibration.n == 1
    found = _summed(first, forget, second)
    assert (found.calibration.n, found.met, found.reviews) == (0, 1, 2)


def test_a_memory_that_was_taken_over_is_judged_from_there() -> None:
    """An estimate is no answer; what it predicts of the next one is."""
    estimate: LogRow = (1, "estimate", 10, None, 0, State.NEW, 20 * 86_400, 0.9, 20.0, 5.0)
    answer: LogRow = (1, "review", 30, 3, 0, State.REVIEW, 86_400, 0.9)
    found = _summed(estimate, answer)
    assert (found.calibration.n, found.reviews) == (1, 1)
    assert [name for name, one in found.by_interval.items() if one.n] == ["7-20 days"]


def test_a_rescheduled_card_counts_for_its_new_interval() -> None:
    """Recall by interval goes by the interval that the card really had."""
    first: LogRow = (1, "review", 10, 3, 0, State.NEW, 86_400, 0.9)
    moved: LogRow = (1, "reschedule", 11, None, 0, State.REVIEW, 30 * 86_400, 0.9)
    last: LogRow = (1, "review", 40, 3, 0, State.REVIEW, 86_400, 0.9)
    assert [name for name, one in _summed(first, last).by_interval.items() if one.n] == ["1 day"]
    found = _summed(first, moved, last).by_interval
    assert [name for name, one in found.items() if one.n] == ["21-59 days"]


def test_suspended_cards_do_not_come() -> None:
    """What is coming leaves out what will not be asked."""
    assert _summed().coming[1].review == 1
    assert _summed(suspended=True).coming[1].review == 0


def test_true_parameters_are_seen_to_be_true() -> None:
    """Over 100,000 answers drawn from the model, 20 bins lie within 0.01 of what was predicted."""
    cards = (
        CardRow(n, "D", "cards", True, False, State.REVIEW, None, 0)  # noqa: FBT003 - a row
        for n in range(10_000)
    )
    found = summarise(cards, _answers(100_000, 5), DEFAULT_WEIGHTS, StudyDay(40_000)).calibration
    assert found.n == 100_000
    assert found.rmse is not None
    assert found.rmse < 0.01
    assert len(found.bins) > 8


def test_wrong_parameters_are_seen_to_be_wrong() -> None:
    """The same answers judged with stabilities five times too long show it."""
    wrong = (*(5 * one for one in DEFAULT_WEIGHTS[:4]), *DEFAULT_WEIGHTS[4:])
    cards = (
        CardRow(n, "D", "cards", True, False, State.REVIEW, None, 0)  # noqa: FBT003 - a row
        for n in range(1_000)
    )
    found = summarise(cards, _answers(10_000, 5), wrong, StudyDay(40_000)).calibration
    assert found.rmse is not None
    assert found.rmse > 0.015
