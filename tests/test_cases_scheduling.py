"""Failures reported in programs like this one, on scheduling and the day: each as a user met it."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from conftest import Learner

SIMPLE = "deck: D\ncards:\n" + "".join(
    f"  - front: Question {n:02}?\n    back: Answer {n:02}.\n" for n in range(1, 41)
)
ONE = "cards:\n  - front: Which byte comes first in big-endian?\n    back: The most significant.\n"


def test_eleven_hours_over_the_rollover_are_one_day(learner: Learner) -> None:
    """Case 15: reviewed at 21:00 and again at 08:00, a card was kept for one day, as in Anki."""
    learner.write(ONE)
    learner.at("2026-11-30T21:00:00+01:00")
    learner.answer("4")
    learner.at("2026-12-08T22:00:00+01:00")
    learner.answer("3")
    evening = learner.cards()[0]["stability"]
    learner.at("2026-12-09T08:00:00+01:00")
    learner.answer("3", "--ahead", "100")
    assert learner.cards()[0]["stability"] > evening, "a same-day answer would not have counted so"
    days = learner.run("show", learner.cards()[0]["id"], "--json").json["reviews"]
    assert [day["study_day"] for day in days] == ["2026-11-30", "2026-12-08", "2026-12-09"]


def test_a_card_due_in_the_evening_is_due_all_day(learner: Learner) -> None:
    """Case 16: learnt late, due in the morning of its day already."""
    learner.write(ONE)
    learner.at("2026-11-30T23:30:00+00:00")
    learner.answer("4")
    learner.at("2026-12-08T04:00:00+00:00")
    assert learner.run("due", "--json").json["total"]["review"] == 1


def test_one_in_the_morning_belongs_to_the_day_before(learner: Learner) -> None:
    """Case 17: with the rollover at four, a review at 01:00 counts for the evening."""
    learner.write(ONE)
    learner.at("2026-12-01T01:00:00+00:00")
    learner.answer("4")
    shown = learner.run("show", learner.cards()[0]["id"], "--json").json
    assert shown["reviews"][0]["study_day"] == "2026-11-30"
    days = timedelta(days=shown["card"]["interval_days"])
    assert date.fromisoformat(shown["card"]["due_day"]) == date(2026, 11, 30) + days


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("2026-03-28T22:00:00+01:00", "2026-03-29T22:00:00+02:00"),
        ("2026-10-24T22:00:00+02:00", "2026-10-25T22:00:00+01:00"),
    ],
)
def test_the_clock_change_is_one_study_day(learner: Learner, before: str, after: str) -> None:
    """Case 18: the night the clocks change loses no day and counts none twice."""
    learner.write(ONE)
    learner.at(before)
    learner.answer("4")
    learner.at(after)
    learner.answer("3", "--ahead", "100")
    reviews = learner.run("show", learner.cards()[0]["id"], "--json").json["reviews"]
    assert [review["study_day"] for review in reviews] == [before[:10], after[:10]]


def test_a_clock_set_back_is_warned_of_and_clamped(learner: Learner) -> None:
    """Case 19: no review lies before the card's last one, and no due day either."""
    learner.write(ONE)
    learner.answer("4")
    learner.at("2026-12-08T09:00:00+00:00")
    learner.answer("3")
    due = learner.cards()[0]["due_day"]
    learner.at("2026-11-27T09:00:00+00:00")
    result = learner.answer("3", "--ahead", "365")
    assert "clock stands before" in result.err
    shown = learner.run("show", learner.cards()[0]["id"], "--json").json
    times = [review["reviewed_at"] for review in shown["reviews"]]
    assert times == sorted(times)
    assert shown["reviews"][-1]["study_day"] == "2026-12-08"
    assert shown["card"]["due_day"] >= due


def test_showing_and_leaving_changes_no_interval(learner: Learner) -> None:
    """Case 20: show the answer, quit, come back: the same four intervals."""
    learner.write(ONE)
    learner.answer("4")
    learner.at("2026-12-08T09:00:00+00:00")
    shown = [learner.review("\nq\n").out.splitlines() for _ in range(3)]
    offers = [next(line for line in lines if line.startswith("1 Again")) for lines in shown]
    assert len(set(offers)) == 1


def test_the_interval_acknowledged_is_the_one_written(learner: Learner) -> None:
    """Case 21: over a month of reviews, each `rated` line names the interval in the log."""
    learner.write(SIMPLE)
    for day in range(1, 29, 3):
        learner.at(f"2026-12-{day:02}T09:00:00+00:00")
        for uid, _, interval in learner.answer("3").rated:
            last = learner.run("show", uid, "--json").json["reviews"][-1]["interval_seconds"]
            assert interval == (f"{last // 86400}d" if last >= 86400 else f"{last // 60}m")


def test_fuzz_never_makes_good_shorter_than_before(learner: Learner) -> None:
    """Case 22: a success on time never gives a shorter interval than the one before."""
    learner.write(SIMPLE)
    learner.answer("4" * 10)
    learner.at("2026-12-08T09:00:00+00:00")
    before = {card["id"]: card["interval_days"] for card in learner.cards("is:due")}
    given = learner.answer("3" * len(before)).rated
    intervals = {card["id"]: card["interval_days"] for card in learner.cards()}
    assert before
    assert all(intervals[uid] > before[uid] for uid, _, _ in given if uid in before)


def test_again_in_relearning_does_not_raise_good(learner: Learner) -> None:
    """Case 23: pressing Again over and over never makes the next Good longer."""
    learner.write(ONE)
    learner.answer("4")
    learner.at("2026-12-08T09:00:00+00:00")
    uid = learner.cards()[0]["id"]
    goods = []
    for _ in range(5):
        learner.answer("1")
        goods.append(learner.run("show", uid, "--json").json["outcomes"]["good"])
    seconds = [good["interval_seconds"] for good in goods]
    assert all(later <= earlier for earlier, later in pairwise(seconds))


def test_fewer_steps_than_before_keep_a_failed_card_learning(learner: Learner) -> None:
    """Case 24: with fewer steps configured than the card's own, Again does not graduate it."""
    learner.write(ONE)
    learner.run("config", "learning_steps", "1m", "10m", "30m")
    learner.answer("33")
    learner.run("config", "learning_steps", "1m")
    learner.answer("1")
    assert learner.cards()[0]["state"] == "learning"


TWO_WAYS = """\
deck: D
cards:
  - front: Big-endian
    back: The most significant byte comes first.
    reverse: true
"""


def test_a_sibling_is_back_tomorrow_and_still_new(learner: Learner) -> None:
    """Case 25: one side answered, the other waits for the next study day, unchanged."""
    learner.write(TWO_WAYS)
    first = learner.answer("444")
    assert len({uid for uid, _, _ in first.rated}) == 1
    assert learner.run("due", "--json").json["total"]["new"] == 0
    learner.at("2026-12-01T09:00:00+00:00")
    assert learner.run("due", "--json").json["total"]["new"] == 1
    other = next(card for card in learner.cards() if card["id"] != first.rated[0][0])
    assert (other["state"], other["due_at"], other["stability"]) == ("new", None, None)


def test_a_buried_card_is_back_tomorrow(learner: Learner) -> None:
    """Case 25 again: `b` lasts until the next study day and no longer."""
    learner.write(ONE)
    assert "buried " in learner.review("b\n").out
    assert learner.run("due", "--json").json["total"]["new"] == 0
    learner.at("2026-12-01T04:00:00+00:00")
    assert learner.run("due", "--json").json["total"]["new"] == 1


def test_the_limit_of_new_cards_holds_over_a_restart(learner: Learner) -> None:
    """Case 27: ten new cards a day are ten, in one session or in three."""
    learner.write(SIMPLE)
    met = {uid for _ in range(4) for uid, _, _ in learner.answer("4" * 4).rated}
    assert len(met) == 10
    learner.at("2026-12-01T09:00:00+00:00")
    assert learner.run("due", "--json").json["total"]["new"] == 10


def test_siblings_do_not_shorten_the_day(learner: Learner) -> None:
    """Case 28: the limit counts cards that will be shown, not siblings that wait."""
    notes = "".join(
        f"  - front: Term {n}\n    back: Meaning {n}.\n    reverse: true\n" for n in range(15)
    )
    learner.write(f"deck: D\ncards:\n{notes}")
    assert learner.run("due", "--json").json["total"]["new"] == 10


def test_a_new_card_that_was_failed_comes_back_in_the_session(learner: Learner) -> None:
    """Case 29: Again on a new card asks it again, soon."""
    learner.write(ONE)
    uids = [uid for uid, _, _ in learner.answer("113").rated]
    assert len(uids) == 3
    assert len(set(uids)) == 1


def test_a_changed_retention_holds_at_once(learner: Learner) -> None:
    """Case 30: a higher desired retention shortens the very next interval offered."""
    learner.write(ONE)
    learner.answer("4")
    learner.at("2026-12-08T09:00:00+00:00")
    uid = learner.cards()[0]["id"]
    before = learner.run("show", uid, "--json").json["outcomes"]["good"]["interval_seconds"]
    learner.run("config", "desired_retention", "0.95")
    after = learner.run("show", uid, "--json").json["outcomes"]["good"]["interval_seconds"]
    assert after < before


def test_a_choice_without_a_card_is_not_taken_for_a_collection_without_one(
    learner: Learner,
) -> None:
    """Who names two things that no card has both of is not told to write a first deck."""
    learner.write(SIMPLE)
    learner.answer("4")
    for command in ("due", "review"):
        said = learner.run(command, "is:new", "is:review").out
        assert "no cards here yet" not in said
        assert "No card is in all that was chosen." in said


def test_nothing_due_says_why(learner: Learner) -> None:
    """Case 38: no decks, limits reached, all suspended: a sentence for each."""
    assert "no cards here yet" in learner.run("due").out
    learner.write(SIMPLE)
    learner.run("config", "new_per_day", "2")
    learner.answer("44")
    assert "2 new cards met, 38 more wait" in learner.run("due").out
    assert learner.run("due", "--short").out.strip() == ""
    learner.run("suspend", *(card["id"] for card in learner.cards()))
    assert "All 40 cards are suspended" in learner.run("due").out


def test_nothing_due_says_when(learner: Learner) -> None:
    """Case 38 again: the next step by the clock, the next card by its day."""
    learner.write(ONE)
    learner.run("config", "learning_steps", "2h")
    learner.answer("1")
    due = learner.run("due", "--json").json
    assert due["next_due_at"] == "2026-11-30T11:00:00+00:00"
    assert "11:00" in due["reason"]
    learner.at("2026-11-30T11:30:00+00:00")
    learner.answer("4")
    due = learner.run("due", "--json").json
    assert due["next_due_at"].endswith("T04:00:00+00:00")
    assert "is due in" in due["reason"]
