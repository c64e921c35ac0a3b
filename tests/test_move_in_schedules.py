"""Moving in cards whose schedule is known in a real Anki, and whose history is not."""

import json
import sqlite3
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from anki_desktop import Desktop
from conftest import MORNING_HOUR, Learner

from flashcards.clock import date_of
from flashcards.memory.recall import DEFAULT_WEIGHTS, Memory, memory_after
from flashcards.model import CardState, Rating, State
from flashcards.reviewing import fold_of
from flashcards.store import browse, database
from flashcards.store.scope import EVERYTHING

DAY_S = 86_400
EASES = ((2500, 30), (1300, 5), (0, 1), (3500, 400), (1950, 12))


class Shared:
    """A learner, and an Anki with somebody else's cards: due days, and no log."""

    def __init__(self, learner: Learner, desk: Desktop, folder: Path) -> None:
        """Take both as they are."""
        self.learner = learner
        self.desk = desk
        self.folder = folder
        now = datetime.now().astimezone() + timedelta(minutes=1)
        learner.at(now.isoformat(timespec="seconds"))
        learner.run("config", "starter", "off")

    def add(self, name: str) -> int:
        """Add a card, and give its number."""
        return int(self.desk.add("Basic", 1, name, "answer").cards()[0].id)

    def schedule(self, name: str, due_in: int, interval: int, ease: int) -> int:
        """Add a card in Review that somebody else has learnt."""
        number = self.add(name)
        self.desk.edit(
            "UPDATE cards SET type = 2, queue = 2, due = ?, ivl = ?, factor = ?, reps = 9,"
            " lapses = 1 WHERE id = ?",
            self.desk.col.sched.today + due_in,
            interval,
            ease,
            number,
        )
        return number

    def line(self, card: int, days_ago: int, ease: int, *figures: int) -> None:
        """Add a line to the log: interval, last interval, factor, kind."""
        at_ms = int((time.time() - days_ago * DAY_S) * 1000)
        self.desk.edit(
            "INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, 3000, ?)",
            at_ms,
            card,
            ease,
            *figures,
        )

    def move(self, *, legacy: bool = False) -> str:
        """Export from Anki, move in here, and give what was said."""
        package = self.folder / "all.apkg"
        self.desk.give(package, legacy=legacy)
        target = str(self.learner.decks / "moved")
        done = self.learner.run("import", str(package), "-o", target)
        assert (done.code, done.err) == (0, "")
        return done.out

    def back(self) -> Desktop:
        """Export from here into an Anki that never saw the cards."""
        package = self.folder / "back.apkg"
        assert self.learner.run("export", "-o", str(package)).code == 0
        other = Desktop(self.folder / "other")
        other.take(package)
        return other

    def states(self) -> dict[str, CardState]:
        """Give the cards' states by their fronts, each of which the log folds to."""
        with closing(database.connect(str(self.learner.home))) as store:
            rows = list(browse.cards(store, EVERYTHING, 1))
            for row in rows:
                assert fold_of(store, row.id, row.uid) == row.state
        return {row.front: row.state for row in rows}


def in_days(days: int, rollover: int = 4) -> str:
    """Give the study day so many days from today's, by its date."""
    moment = datetime.now().astimezone() + timedelta(days=days, hours=-rollover)
    return moment.date().isoformat()


@pytest.fixture
def shared(learner: Learner, tmp_path: Path) -> Iterator[Shared]:
    """Give both."""
    desk = Desktop(tmp_path / "anki")
    yield Shared(learner, desk, tmp_path)
    desk.close()


@pytest.mark.parametrize("legacy", [True, False])
def test_a_due_day_without_a_history_is_kept(shared: Shared, legacy: bool) -> None:  # noqa: FBT001 - a parameter
    """Such cards are due here, and in the next Anki, on the day and with the interval they had."""
    for place, (ease, interval) in enumerate(EASES):
        shared.schedule(f"card {place}", place - 2, interval, ease)
    asleep = shared.schedule("asleep", 3, 20, 2500)
    shared.desk.col.sched.suspend_cards([asleep])  # type: ignore[list-item] # a number
    said = shared.move(legacy=legacy)
    assert "memory estimated from interval and ease" in said
    assert said.splitlines()[-2].endswith(": 6 cards")
    states = shared.states()
    for place, (_, interval) in enumerate(EASES):
        state = states[f"card {place}"]
        assert state.due_day is not None
        assert (state.state, state.interval_days) == (State.REVIEW, interval)
        assert date_of(state.due_day) == in_days(place - 2)
        assert (state.stability, state.last_day) == (interval, state.due_day - interval)
    here = shared.learner.card("asleep")
    assert (here["suspended"], here["due_day"]) == (True, in_days(3))
    other = shared.back()
    found = {card.note()["Front"]: card for card in other.cards()}
    for place, (_, interval) in enumerate(EASES):
        card = found[f"card {place}"]
        assert (other.due_in_days(card), card.ivl) == (place - 2, interval)
        state = states[f"card {place}"]
        assert other.memory(card) == pytest.approx((state.stability, state.difficulty), abs=1e-3)
    assert other.is_whole()
    other.close()


@pytest.mark.parametrize("rollover", [MORNING_HOUR - 3, MORNING_HOUR + 3])
def test_a_due_day_is_kept_before_and_after_the_rollover(shared: Shared, rollover: int) -> None:
    """Before the hour at which a day begins, today is still yesterday, here as in Anki."""
    shared.learner.run("config", "rollover", str(rollover))
    shared.desk.begin_days_at(rollover)
    shared.desk.shift(-30)
    shared.desk.set_due(shared.schedule("moved", 6, 20, 2500), "9")
    shared.schedule("kept", 3, 20, 2500)
    shared.move()
    due = {name: shared.learner.card(name)["due_day"] for name in ("moved", "kept")}
    assert due == {"moved": in_days(9, rollover), "kept": in_days(3, rollover)}
    other = shared.back()
    other.begin_days_at(rollover)
    assert {card.note()["Front"]: other.due_in_days(card) for card in other.cards()} == {
        "moved": 9,
        "kept": 3,
    }
    other.close()


def test_a_second_import_estimates_nothing(shared: Shared) -> None:
    """A card that was answered here since knows better; one that was not is as it was."""
    for name in ("one", "two"):
        shared.schedule(name, 0, 10, 2500)
    shared.move()
    shared.learner.answer("3", shared.learner.card("one")["id"])
    before = shared.states()
    assert before["one"].reps == 1
    assert "No answers that are not here already." in shared.move()
    assert shared.states() == before


def test_the_memory_that_fsrs_kept_is_taken(shared: Shared) -> None:
    """Without a log, but with FSRS on: stability and difficulty are Anki's, not an estimate."""
    number = shared.add("known")
    for days in (-30, -30, -20):
        shared.desk.answer_on(days, number, 3)
    shared.desk.edit("DELETE FROM revlog")
    shared.move()
    state = shared.states()["known"]
    card = shared.desk.cards()[0]
    assert shared.desk.memory(card) == pytest.approx((state.stability, state.difficulty))
    assert state.last_day is not None
    assert date_of(state.last_day) == in_days(-20)
    assert (state.due_day or 0) - state.last_day == card.ivl


@pytest.mark.parametrize("factor", [2500, 1300, 300, 0])
@pytest.mark.parametrize("button", [1, 3])
def test_a_log_that_is_cut_off_goes_on_as_in_anki(shared: Shared, factor: int, button: int) -> None:
    """The memory behind its first answer is estimated as Anki does it, under SM-2 and FSRS."""
    number = shared.schedule("cut", 5, 45, 2500)
    shared.line(number, 40, button, 20, 8, factor, 1)
    shared.line(number, 20, 3, 45, 20, factor, 1)
    theirs = shared.desk.standings(0)
    shared.move()
    state = shared.states()["cut"]
    (standing,) = theirs.values()
    assert (state.stability, state.difficulty) == pytest.approx(standing.computed, rel=1e-3)
    assert state.reps == 2
    other = shared.back()
    (again,) = other.standings(0).values()
    assert again.computed == pytest.approx(standing.computed, rel=1e-2)
    other.close()


CUT = {
    "a lapse": [(40, 1, -600, 20, 2300, 1), (39, 3, 9, -600, 2300, 2), (30, 3, 25, 9, 2300, 1)],
    "a lapsed card": [(40, 3, 9, -600, 2300, 2), (30, 3, 25, 9, 2300, 1)],
    "an early review": [(40, 3, 9, 5, 2300, 3), (30, 3, 25, 9, 2300, 1)],
    "cramming": [(40, 3, 5, 3, 0, 3), (30, 3, 25, 9, 2300, 1)],
    "a day set": [(40, 0, 5, 3, 2300, 4), (30, 3, 25, 9, 2300, 1)],
}


@pytest.mark.parametrize("lines", CUT.values(), ids=CUT.keys())
def test_a_log_may_be_cut_off_anywhere(shared: Shared, lines: list[tuple[int, ...]]) -> None:
    """Whatever the first line that is left was about, memory is what Anki makes of the rest."""
    number = shared.schedule("cut", 5, 25, 2300)
    for days_ago, button, *figures in lines:
        shared.line(number, days_ago, button, *figures)
    (standing,) = shared.desk.standings(0).values()
    shared.move()
    state = shared.states()["cut"]
    assert (state.stability, state.difficulty) == pytest.approx(standing.computed, rel=1e-3)


def test_the_next_answer_goes_on_from_the_estimate(shared: Shared) -> None:
    """The days since the card must have been answered count, as for any other."""
    shared.schedule("one", 0, 10, 2500)
    shared.move()
    before = shared.states()["one"]
    assert before.stability is not None
    assert before.difficulty is not None
    shared.learner.answer("3", shared.learner.card("one")["id"])
    after = shared.states()["one"]
    memory = Memory(before.stability, before.difficulty)
    assert (after.stability, after.difficulty) == memory_after(
        memory, 10, Rating.GOOD, DEFAULT_WEIGHTS
    )
    assert after.interval_days > before.interval_days


def test_steps_go_on_without_a_log(shared: Shared) -> None:
    """A lapsed card stays on its step; one that was never reviewed, without memory, begins new."""
    lapsed, first, known = (shared.add(name) for name in ("lapsed", "first", "known"))
    for days in (-30, -30, -20):
        shared.desk.answer_on(days, lapsed, 3)
    shared.desk.answer(lapsed, 1)
    for number in (first, known):
        shared.desk.answer(number, 3)
    shared.desk.edit("DELETE FROM revlog")
    shared.desk.edit("UPDATE cards SET data = '{}' WHERE id = ?", first)
    said = shared.move()
    assert "new here, for they were being learnt" in said
    states = shared.states()
    assert (states["lapsed"].state, states["lapsed"].step) == (State.RELEARNING, 0)
    assert (states["known"].state, states["known"].step) == (State.LEARNING, 1)
    assert states["first"] == CardState()
    for name, number in (("lapsed", lapsed), ("known", known)):
        due_ms = states[name].due_at_ms
        assert due_ms is not None
        assert due_ms // 1000 == pytest.approx(shared.desk.col.get_card(number).due, abs=1)  # type: ignore[arg-type] # a number


@pytest.mark.parametrize("legacy", [True, False])
def test_a_card_in_a_filtered_deck_keeps_its_own_day_and_deck(
    shared: Shared,
    legacy: bool,  # noqa: FBT001 - a parameter
) -> None:
    """What a filtered deck borrowed is due here when it would be back in its own."""
    number = shared.schedule("borrowed", 6, 20, 2500)
    shared.desk.gather(number, reschedule=True)
    assert shared.desk.col.get_card(number).odid  # type: ignore[arg-type] # a number
    shared.move(legacy=legacy)
    here = shared.learner.card("borrowed")
    assert (here["deck"], here["due_day"], here["interval_days"]) == ("Default", in_days(6), 20)


def test_a_day_set_by_hand_on_a_card_without_a_history(shared: Shared) -> None:
    """The log knows only of the day set; the memory is estimated, the day is the one set."""
    shared.desk.set_due(shared.schedule("moved", 6, 20, 2500), "9")
    shared.move()
    here = shared.learner.card("moved")
    (card,) = shared.desk.cards()
    assert (here["state"], here["stability"], here["due_day"]) == ("review", card.ivl, in_days(9))


def test_an_answer_in_anki_after_the_estimate_goes_on_from_it(
    shared: Shared, tmp_path: Path
) -> None:
    """Moved in without a history, then answered in Anki: the answer counts from the estimate."""
    number = shared.schedule("one", 0, 10, 2500)
    shared.move()
    before = shared.states()["one"]
    assert before.stability is not None
    assert before.difficulty is not None
    shared.desk.answer(number, 3)
    shared.desk.give(tmp_path / "later.apkg")
    done = shared.learner.run("import", "--reviews", str(tmp_path / "later.apkg"), "--yes")
    assert "Added 1 entry" in done.out
    after = shared.states()["one"]
    memory = memory_after(
        Memory(before.stability, before.difficulty), 10, Rating.GOOD, DEFAULT_WEIGHTS
    )
    assert (after.stability, after.difficulty) == pytest.approx(memory, abs=1e-3)
    assert after.interval_days == shared.desk.cards()[0].ivl


def test_a_reset_that_is_all_the_log_says_is_taken(shared: Shared, tmp_path: Path) -> None:
    """Learnt here from an estimate, then reset in Anki: the card is new here too."""
    number = shared.schedule("one", 0, 10, 2500)
    shared.move()
    assert shared.states()["one"].state is State.REVIEW
    shared.desk.forget(number)
    shared.desk.give(tmp_path / "later.apkg")
    done = shared.learner.run("import", "--reviews", str(tmp_path / "later.apkg"), "--yes")
    assert "1 reset" in done.out
    assert shared.states()["one"].state is State.NEW


def test_a_log_is_told_once_by_two_packages(shared: Shared, tmp_path: Path) -> None:
    """A package without the log first, one with it later: the answers come, nothing is doubled."""
    number = shared.add("known")
    for days in (-30, -30, -20):
        shared.desk.answer_on(days, number, 3)
    lines = [list(line) for line in shared.desk.revlog()]
    shared.desk.edit("DELETE FROM revlog")
    shared.move()
    assert shared.states()["known"].reps == 0
    for at_ms, card, ease, interval, last, factor, taken, kind in lines:
        shared.desk.edit(
            "INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, ?, ?)",
            *(at_ms, card, ease, interval, last, factor, taken, kind),
        )
    shared.desk.give(tmp_path / "later.apkg")
    done = shared.learner.run("import", "--reviews", str(tmp_path / "later.apkg"), "--yes")
    assert "Added 3 entries" in done.out
    state = shared.states()["known"]
    (card,) = shared.desk.cards()
    assert state.reps == 3
    assert shared.desk.memory(card) == pytest.approx((state.stability, state.difficulty), rel=1e-3)


@pytest.mark.parametrize("order", [(0, 1), (1, 0), (1,)])
def test_the_beginning_of_a_cut_off_log_takes_the_place_of_its_estimate(
    shared: Shared, order: tuple[int, ...]
) -> None:
    """The end of a log and all of it, in whatever order, and all of it at once: the same memory."""
    number = shared.add("known")
    for days, rating in ((-90, 3), (-85, 3), (-60, 1), (-59, 3), (-30, 3)):
        shared.desk.answer_on(days, number, rating)
    lines = shared.desk.revlog()
    packages = (shared.folder / "cut.apkg", shared.folder / "full.apkg")
    shared.desk.give(packages[1])
    shared.desk.edit("DELETE FROM revlog WHERE id < ?", lines[3][0])
    shared.desk.give(packages[0])
    target = str(shared.learner.decks / "moved.yaml")
    for place in order:
        done = shared.learner.run("import", str(packages[place]), "-o", target)
        assert done.code == 0, done.err
    state = shared.states()["known"]
    assert state.reps == 5
    (card,) = shared.desk.cards()
    assert shared.desk.memory(card) == pytest.approx((state.stability, state.difficulty), rel=1e-4)


@pytest.mark.parametrize("due", [772_048_430_094, 2**62, -(2**62)])
def test_a_due_moment_beyond_all_calendars_is_none(shared: Shared, due: int) -> None:
    """What a damaged card says of its day stops neither the import nor any command after it."""
    shared.desk.add("Basic", 1, "front", "back")
    package = shared.folder / "all.apkg"
    shared.desk.give(package, legacy=True)
    with zipfile.ZipFile(package) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    loose = shared.folder / "loose"
    loose.write_bytes(members["collection.anki21"])
    with closing(sqlite3.connect(loose)) as store, store:
        memory = json.dumps({"s": 3.0, "d": 5.0})
        store.execute("UPDATE cards SET type=1, queue=1, reps=1, data=?, due=?", (memory, due))
    members["collection.anki21"] = loose.read_bytes()
    with zipfile.ZipFile(package, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    target = str(shared.learner.decks / "moved")
    assert shared.learner.run("import", str(package), "-o", target).code == 0
    for words in (("due",), ("cards", "--json"), ("stats",), ("check",)):
        result = shared.learner.run(*words)
        assert (result.code, "Traceback" in result.err) == (0, False), result.err


BEFORE = {
    "a step of a day": ([(9, 3, 1, 0, 224, 0), (5, 3, 7, 1, 223, 0)], 0),
    "ten minutes over the rollover": ([(9, 3, 1, 0, 224, 0), (5, 3, 7, -600, 223, 0)], 0),
    "SM-2, a step of a day": ([(9, 3, 1, 0, 0, 0), (5, 3, 3, 1, 2500, 0)], 0),
    "SM-2, an old reset": ([(9, 3, 1, -600, 2500, 0), (5, 3, 3, -60, 2500, 0)], 1),
    "an old reset after Easy": ([(9, 4, 4, 0, 100, 0), (5, 3, -600, 0, 224, 0)], 1),
    "an old reset after days": ([(9, 3, 4, -600, 224, 0), (5, 3, -600, 0, 224, 0)], 1),
    "an old reset in Review": (
        [(9, 3, 2, -600, 224, 0), (7, 3, 9, 2, 223, 1), (5, 3, -600, -60, 224, 0)],
        1,
    ),
    "relearning over days": (
        [(9, 4, 2, 0, 100, 0), (7, 1, 1, 2, 810, 1), (6, 3, 2, 1, 809, 2), (4, 3, 5, 2, 700, 1)],
        0,
    ),
}


@pytest.mark.parametrize(("lines", "resets"), BEFORE.values(), ids=BEFORE.keys())
def test_a_step_over_days_is_no_reset(
    shared: Shared, lines: list[tuple[int, ...]], resets: int
) -> None:
    """Learnt again after days: a step that ended on another day, or a reset that left no line."""
    number = shared.schedule("card", 3, 7, 2500)
    for days_ago, button, *figures in lines:
        shared.line(number, days_ago, button, *figures)
    shared.move()
    uid = shared.learner.card("card")["id"]
    shown = shared.learner.run("show", uid).out
    assert shown.count("forget") == resets
