"""`review --plain`, line by line: what it takes, what it promises, and what it leaves alone."""

import re

import pytest
from conftest import DECK, Learner


@pytest.fixture
def reader(learner: Learner) -> Learner:
    """Give a learner with three cards."""
    learner.write(DECK)
    return learner


def test_three_cards_are_rated_and_every_command_agrees(reader: Learner) -> None:
    """What a session acknowledges is what due, show and the next session say."""
    result = reader.review("\n3\n\n1\n\n3\nq\n")
    assert result.code == 0
    assert [rating for _, rating, _ in result.rated] == ["3", "1", "3"]
    for uid, rating, interval in result.rated:
        shown = reader.run("show", uid, "--json").json
        assert [review["rating"] for review in shown["reviews"]] == [int(rating)]
        assert shown["card"]["state"] == "learning"
        seconds = shown["reviews"][0]["interval_seconds"]
        assert interval == f"{seconds // 60}m"
    due = reader.run("due", "--json").json
    assert due["total"] == {"new": 0, "learning": 3, "review": 0}
    assert due["reason"] is None


def test_a_rating_before_the_answer_is_refused(reader: Learner) -> None:
    """Nobody rates what they have not seen."""
    result = reader.review("3\nq\n")
    assert result.rated == []
    assert "show the answer first" in result.err


def test_an_empty_line_after_the_answer_does_nothing(reader: Learner) -> None:
    """A second Enter does not rate."""
    assert len(reader.review("\n\n\nshow\n3\nq\n").rated) == 1


def test_the_end_of_input_ends_the_session_and_keeps_it(reader: Learner) -> None:
    """A pipe that ends is as good as q."""
    result = reader.review("\n3\n")
    assert result.code == 0
    assert len(result.rated) == 1
    assert sum(card["reps"] for card in reader.cards()) == 1


def test_an_unknown_command_is_named_and_ignored(reader: Learner) -> None:
    """A typing error costs nothing."""
    result = reader.review("\nx\n3\nq\n")
    assert "'x' is no command" in result.err
    assert len(result.rated) == 1


def test_every_outcome_shown_is_the_one_given(reader: Learner) -> None:
    """The four intervals of `show` are those the review offers, gives and stores."""
    reader.answer("333333")
    reader.at("2026-12-02T09:00:00+00:00")
    uid = reader.cards("is:due")[0]["id"]
    promised = reader.run("show", uid, "--json").json["outcomes"]
    for number, name in enumerate(("again", "hard", "good", "easy"), start=1):
        (given,) = reader.review(f"\n{number}\nu\nq\n", uid).rated
        after = reader.review(f"\n{number}\n", uid)
        card = reader.run("show", uid, "--json").json
        last = card["reviews"][-1]
        assert last["interval_seconds"] == promised[name]["interval_seconds"]
        assert card["card"]["due_at"] == promised[name]["due_at"]
        assert card["card"]["stability"] == promised[name]["stability"]
        assert card["card"]["difficulty"] == promised[name]["difficulty"]
        assert given[2] == after.rated[0][2]
        reader.home.joinpath("collection.db").unlink()
        reader.at("2026-11-30T09:00:00+00:00")
        reader.answer("333333")
        reader.at("2026-12-02T09:00:00+00:00")


def test_undo_goes_as_deep_as_the_session_and_leaves_no_trace(reader: Learner) -> None:
    """Case 26: after undo each card is exactly as before, several levels deep."""
    before = reader.cards()
    result = reader.review("\n3\n\n1\n\n4\nu\nu\nu\nu\nq\n")
    assert len([line for line in result.out.splitlines() if line.startswith("undone ")]) == 3
    assert "nothing is left to undo" in result.err
    assert reader.cards() == before
    assert reader.run("due", "--json").json["total"]["new"] == 3


def test_an_undone_answer_stays_in_the_log_marked(reader: Learner) -> None:
    """The log forgets nothing: the history shows what was taken back."""
    uid = reader.review("\n3\nu\nq\n").rated[0][0]
    (review,) = reader.run("show", uid, "--json").json["reviews"]
    assert review["undone"]


def test_undo_takes_back_a_suspension_and_a_burial(reader: Learner) -> None:
    """Undo takes back the latest thing done, whatever it was."""
    result = reader.review("s\nb\nu\nu\nq\n")
    acknowledged = [line.split()[0] for line in result.out.splitlines() if len(line.split()) == 2]
    assert acknowledged == ["suspended", "buried", "undone", "undone"]
    assert reader.cards("is:suspended") == []
    assert all(card["buried_until"] is None for card in reader.cards())


def test_cram_asks_everything_and_changes_nothing(reader: Learner) -> None:
    """--cram is for the night before: the schedule stays as it was."""
    reader.answer("3")
    before = reader.cards()
    result = reader.answer("333", "--cram")
    assert result.rated == []
    assert len([line for line in result.out.splitlines() if line.startswith("crammed ")]) == 3
    assert reader.cards() == before


def test_cram_promises_no_intervals(reader: Learner) -> None:
    """Cards are headed as crammed; ratings and what is said of the card name no interval."""
    reader.answer("3")
    said = reader.review("\n3\ni\nq\n", "--cram").out
    assert "\n1 Again   2 Hard   3 Good   4 Easy\n" in said
    assert said.count("\ncram · ") == 2
    assert re.search(r"^crammed \S+ 3$", said, re.MULTILINE)
    assert not re.search(r"^now ", said, re.MULTILINE)


def test_limit_counts_the_cards_of_the_session(reader: Learner) -> None:
    """--limit 2 asks two cards, however often their steps bring them back."""
    result = reader.answer("333333", "--limit", "2")
    assert len({uid for uid, _, _ in result.rated}) == 2


def test_new_replaces_the_limit_of_the_day(reader: Learner) -> None:
    """--new 1 meets one new card, --new 0 none."""
    assert reader.answer("3", "--new", "0").out == "No card is left to review here.\n"
    assert len({uid for uid, _, _ in reader.answer("333333", "--new", "1").rated}) == 1


def test_ahead_takes_cards_that_are_due_later(reader: Learner) -> None:
    """--ahead reviews early, by the days that really passed."""
    reader.answer("444")
    reader.at("2026-12-02T09:00:00+00:00")
    assert reader.answer("3").rated == []
    (given,) = reader.answer("3", "--ahead", "30", "--limit", "1").rated
    after = reader.run("show", given[0], "--json").json["card"]
    assert after["state"] == "review"
    assert 8.3 < after["stability"] < 38.9, "two days of the eight passed, and count as two"


def test_weakest_asks_the_least_likely_remembered_first(reader: Learner) -> None:
    """--weakest orders by the chance of recall."""
    reader.answer("144")
    reader.at("2026-12-03T09:00:00+00:00")
    recall = {card["id"]: card["retrievability"] for card in reader.cards()}
    first = reader.answer("3", "--weakest", "2").rated[0][0]
    assert recall[first] == min(recall.values())


def test_minutes_stop_before_the_next_card(reader: Learner) -> None:
    """--minutes ends after a card, never in the middle of one; here the clock stands still."""
    assert len(reader.answer("333", "--minutes", "1").rated) == 3


def test_the_end_says_what_was_done(reader: Learner) -> None:
    """The last lines sum the session up."""
    assert "3 cards in 3 answers, 2 of them known, 1 min." in reader.answer("314").out
