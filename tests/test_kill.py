"""A review that dies: killed, terminated, interrupted, or out of input, it loses nothing."""

import os
import random
import signal

import kill_drill
import processes
import pytest
from conftest import Learner
from processes import Place

pytestmark = pytest.mark.slow


KILLS = 20


@pytest.fixture
def place(learner: Learner) -> Place:
    """Give a place with a deck of sixty cards and no collection yet."""
    found = Place(learner.home, learner.decks)
    kill_drill.new_place(found)
    return found


def test_twenty_kills_lose_no_acknowledged_answer(learner: Learner, place: Place) -> None:
    """Whatever moment `kill -9` hits, what was acknowledged is on disk, and nothing invented."""
    drills = [kill_drill.drill(place, number) for number in range(KILLS)]
    assert [drill.faults for drill in drills if drill.faults] == []
    assert sum(drill.promised for drill in drills) > KILLS, "the kills came before any answer"
    _commands_agree(learner, place)


def _commands_agree(learner: Learner, place: Place) -> None:
    learner.at("2027-02-01T09:00:00+00:00")
    written = kill_drill.logged(place)
    cards = learner.cards()
    assert len(cards) == kill_drill.CARDS
    for card in cards:
        shown = learner.run("show", card["id"], "--json").json
        mine = [(one.rating, one.undone) for one in written if one.uid == card["id"]]
        assert [(str(one["rating"]), one["undone"]) for one in shown["reviews"]] == mine
        assert shown["card"] == card
        assert card["reps"] == sum(not undone for _, undone in mine)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_review_and_keeps_its_answers(
    learner: Learner, place: Place, number: signal.Signals, code: int
) -> None:
    """Ctrl-C (exit code 130) and SIGTERM, at eight moments: every answer acknowledged is kept."""
    chance = random.Random(number)
    answers = 0
    for _ in range(8):
        process = processes.start(place, "review", "--plain", "--new", "60")
        processes.read_until(process, "Drill")
        for _ in range(chance.randrange(4)):
            processes.type_into(process, "\n1\n")
            processes.read_until(process, "rated ")
            answers += 1
        processes.type_into(process, chance.choice(["", "\n"]))
        process.send_signal(number)
        ended = processes.finish(process)
        assert (ended.code, ended.err.strip()) == (code, "")
        assert sum(card["reps"] for card in learner.cards()) == answers
    assert kill_drill.faults(place) == ()


def test_the_end_of_input_after_any_line_keeps_the_answers(learner: Learner, place: Place) -> None:
    """A pipe that ends anywhere, even in the middle of a line, ends a session cleanly."""
    script = "\n3\n\n1\nu\n\n4\n"
    reps = 0
    for length in range(len(script) + 1):
        ended = processes.run(place, "review", "--plain", "--new", "60", typed=script[:length])
        lines = ended.out.splitlines()
        assert (ended.code, ended.err) == (0, "")
        reps += len(processes.acknowledged(lines)) - len(processes.acknowledged(lines, "undone"))
        assert sum(card["reps"] for card in learner.cards()) == reps
    assert reps > len(script) // 2


def test_a_reader_that_goes_away_loses_no_answer(learner: Learner, place: Place) -> None:
    """`review --plain | head -1` ends in silence, and what was answered by then is kept."""
    process = processes.start(place, "review", "--plain")
    processes.type_into(process, "\n3\n")
    processes.read_until(process, "rated ")
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    ended = processes.finish(process, "\n3\n\n3\n")
    assert (ended.code, ended.err) == (1, "")
    assert 1 <= sum(card["reps"] for card in learner.cards()) <= 2
    assert kill_drill.faults(place) == ()


def test_bytes_that_are_no_text_are_no_command(
    learner: Learner, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stray byte on the keyboard is named and ignored, and the session goes on."""
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8:strict")
    process = processes.start(place, "review", "--plain")
    assert process.stdin is not None
    os.write(process.stdin.fileno(), b"\xff\n")
    ended = processes.finish(process, "\n3\nq\n")
    assert ended.code == 0
    assert "is no command" in ended.err
    assert sum(card["reps"] for card in learner.cards()) == 1


def test_a_closed_keyboard_is_the_end_of_input(place: Place) -> None:
    """`review <&-` shows the first card and ends."""
    process = processes.start(
        place, "review", "--plain", through=("sh", "-c", 'exec "$@" <&-', "sh")
    )
    ended = processes.finish(process)
    assert (ended.code, ended.err) == (0, "")


def test_a_screen_that_takes_nothing_is_named(learner: Learner, place: Place) -> None:
    """Output to a full disk is a sentence and exit code 1, and the log stays whole."""
    full = ("sh", "-c", 'exec "$@" >/dev/full', "sh")
    for words in (("review", "--plain"), ("due",), ("cards", "--json")):
        ended = processes.finish(processes.start(place, *words, through=full), "\n3\n")
        assert ended.code == 1
        assert ended.err == "flashcards: the disk is full\n"
    assert sum(card["reps"] for card in learner.cards()) == 0
