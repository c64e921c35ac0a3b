"""One memory on two devices: reviews here and in a real Anki, exchanged in any order.

Anki runs in a process of its own without fuzz, which is decided once a process. On its side a day
passes by moving everything that has happened in the collection into the past.
"""

import multiprocessing
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from multiprocessing.managers import BaseManager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Protocol, cast

import pytest
from anki_desktop import Desktop, Log, Standing
from conftest import Learner
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from flashcards.collection import opening
from flashcards.memory.days import DAY_S
from flashcards.memory.scheduling import DEFAULT_WEIGHTS, outcomes
from flashcards.model import CardState, Moment, Rating, State, Uid
from flashcards.paths import Place
from flashcards.reviewing import Session, forget, policy_of
from flashcards.session import fixed_queue
from flashcards.store import browse, parameters, queue
from flashcards.store.scope import EVERYTHING

CARDS = 3
FIRST_DAY = -40
MANY = 150


def deck(cards: int) -> str:
    """Give a deck of so many cards."""
    return "deck: Shared\ncards:\n" + "".join(
        f"  - front: Question {n}?\n    back: Answer {n}.\n" for n in range(cards)
    )


class _Desks(BaseManager):
    """A process with Ankis."""


class Desk(Protocol):
    """An Anki in that process."""

    def take(self, package: str) -> Log:
        """Import a package."""

    def give(self, package: Path, *, legacy: bool = False) -> None:
        """Export to a package."""

    def shift(self, days: int) -> None:
        """Move all that happened by whole days."""

    def answer(self, card: int, rating: int) -> None:
        """Answer a card."""

    def practise(self, answers: Sequence[tuple[int, int, int]]) -> None:
        """Answer many cards: day, card, button."""

    def forget(self, card: int) -> None:
        """Reset a card."""

    def set_due(self, card: int, days: str) -> None:
        """Set a card's due day."""

    def begin_days_at(self, hour: int) -> None:
        """Set when a day begins."""

    def standings(self, day: int) -> dict[tuple[str, int], Standing]:
        """Tell how each card stands on a day."""

    def close(self) -> None:
        """Close it."""


_Desks.register("Desktop", Desktop)
MakeDesk = Callable[[Path], Desk]


@pytest.fixture(scope="module")
def make_desk() -> Iterator[MakeDesk]:
    """Give what makes Ankis without fuzz."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANKI_TEST_MODE", "1")
        patch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent)]))
        desks = _Desks(ctx=multiprocessing.get_context("spawn"))
        desks.start()
    yield cast("MakeDesk", desks.Desktop)  # type: ignore[attr-defined] # registered above
    desks.shutdown()


class Habits(NamedTuple):
    """Steps here and in Anki, how many hours from now the day turns over, retention, parameters.

    The parameters are the default ones, all so many times as large.
    """

    learning: str
    relearning: str
    hours_left: int
    retention: float = 0.9
    scale: float = 1.0


# Half a day before the rollover all steps of minutes end on their day; two hours before it a step
# of two hours always ends on the next. The day never turns over during a test.
USUAL = Habits("1m 10m", "10m", 12)
HABITS = (
    USUAL,
    Habits("1m 2h 1d", "2h", 2, 0.85),
    Habits("2h", "10m 1d", 2, 0.93, 1.07),
    Habits("15m 1d 3d", "10m 1d", 12, 0.97, 1.2),
    Habits("none", "10m", 2, 0.8, 1.02),
    Habits("none", "none", 2),
)


class Ours(NamedTuple):
    """A card here: its uid, its state, and its four outcomes as Anki shows them."""

    uid: Uid
    state: CardState
    intervals: tuple[tuple[str, int], ...]


class World:
    """A learner with one deck, and an Anki on the desk, on any day of the last weeks."""

    def __init__(
        self,
        folder: Path,
        patch: pytest.MonkeyPatch,
        make_desk: MakeDesk,
        cards: int = CARDS,
        habits: Habits = USUAL,
    ) -> None:
        """Begin on the first day, with the deck already in Anki if somebody exports it."""
        self.folder = folder
        self.learner = Learner(folder, patch)
        self.learner.write(deck(cards))
        self.day = FIRST_DAY
        self.hour = (datetime.now().astimezone().hour + habits.hours_left) % 24
        self.learner.run("config", "rollover", str(self.hour))
        self.learner.run("config", "learning_steps", habits.learning)
        self.learner.run("config", "relearning_steps", habits.relearning)
        self.learner.run("config", "desired_retention", str(habits.retention))
        self.place = Place(str(self.learner.home), "--home", (str(self.learner.decks),), "--decks")
        if habits.scale != 1:
            weights = tuple(round(one * habits.scale, 4) for one in DEFAULT_WEIGHTS)
            with opening.opened(self.place, self.moment()) as collection:
                parameters.add(collection.database, weights, 0, 0, "")
        self._make_desk = make_desk
        self.desk = make_desk(folder / "anki")
        self.desk.begin_days_at(self.hour)
        self._desk_day = 0
        self.packages: list[Path] = []

    def moment(self) -> Moment:
        """Set the clock to the present day of this world, and give the instant."""
        now = datetime.now().astimezone() + timedelta(days=self.day)
        offset = now.utcoffset() or timedelta()
        self.learner.at(now.isoformat(timespec="milliseconds"))
        return Moment(int(now.timestamp() * 1000), int(offset.total_seconds()))

    def answer_here(self, number: int, rating: int, *, undone: bool = False) -> None:
        """Answer a card here, due or not, and take the answer back if so wished."""
        with opening.opened(self.place, self.moment()) as collection:
            session = Session(collection, self.moment, lambda _: fixed_queue([]))
            asked = [
                card
                for card in queue.all_asked(collection.database, session.day, EVERYTHING)
                if browse.card(collection.database, card.card).front == f"Question {number}?"
            ]
            session.narrow(lambda _: fixed_queue(asked))
            shown = session.show()
            assert shown is not None
            session.rate(shown, Rating(rating))
            if undone:
                session.undo()

    def forget_here(self, number: int) -> None:
        """Return a card to new, here."""
        now = self.moment()
        with opening.opened(self.place, now) as collection:
            policy = policy_of(collection.database, collection.settings)
            for card in browse.cards(collection.database, EVERYTHING, 1):
                if card.front == f"Question {number}?":
                    forget(collection.database, card.id, now, policy)

    def go_on(self, days: int) -> None:
        """Let days pass, until today."""
        self.day = min(0, self.day + days)

    def send(self) -> None:
        """Export from here and import there."""
        self.moment()
        path = self.folder / "ours.apkg"
        assert self.learner.run("export", "-o", str(path)).code == 0
        self._desk_on(0)
        self.desk.take(str(path))

    def answer_there(self, number: int, rating: int) -> None:
        """Answer a card in Anki, if it has it."""
        card = self._card_there(number)
        if card is not None:
            self._desk_on(self.day)
            self.desk.answer(card, rating)

    def forget_there(self, number: int) -> None:
        """Reset a card in Anki, if it has it."""
        card = self._card_there(number)
        if card is not None:
            self._desk_on(self.day)
            self.desk.forget(card)

    def set_due_there(self, number: int, days: int) -> None:
        """Set a card's due day by hand in Anki, if it has it."""
        card = self._card_there(number)
        if card is not None:
            self._desk_on(self.day)
            self.desk.set_due(card, str(days))

    def _card_there(self, number: int) -> int | None:
        guids = self.guids()
        found = self.anki(0)
        return next((one.id for (guid, _), one in found.items() if guids[guid] == number), None)

    def anki(self, day: int) -> dict[tuple[str, int], Standing]:
        """Tell how the cards in Anki stand on a day."""
        self._desk_on(0)
        return self.desk.standings(day)

    def guids(self) -> dict[str, int]:
        """Give the number of each card by the GUID of its note."""
        with closing(sqlite3.connect(self.learner.home / "collection.db")) as database:
            rows = database.execute(
                "SELECT n.anki_guid, c.front FROM notes n JOIN cards c ON c.note = n.id"
            )
            return {guid: int(front.split()[1][:-1]) for guid, front in rows}

    def fetch(self, *, legacy: bool) -> None:
        """Bring what Anki has here."""
        self._desk_on(0)
        path = self.folder / f"theirs-{len(self.packages)}.apkg"
        self.desk.give(path, legacy=legacy)
        self.packages.append(path)
        self.take(path)

    def take(self, path: Path) -> str:
        """Import the reviews of a package, and give what was said."""
        self.moment()
        done = self.learner.run("import", "--reviews", str(path), "--yes")
        assert done.code == 0, done.err
        return done.out

    def _desk_on(self, day: int) -> None:
        """Move the desk so that what is done next there is done on `day`."""
        if day != self._desk_day:
            self.desk.shift(self._desk_day - day)
            self._desk_day = day

    def ours(self) -> dict[int, Ours]:
        """Tell how the cards here stand today."""
        now = self.moment()
        with opening.opened(self.place, now) as collection:
            policy = policy_of(collection.database, collection.settings)._replace(fuzz=False)
            found = {}
            for card in browse.cards(collection.database, EVERYTHING, 1):
                shown = outcomes(card.uid, card.state, now, policy)
                intervals = tuple(
                    ("days", given.interval_s // DAY_S)
                    if given.state is State.REVIEW
                    else ("step", given.interval_s)
                    for given in map(shown.of, Rating)
                )
                found[int(card.front.split()[1][:-1])] = Ours(card.uid, card.state, intervals)
            return found

    def without_ankis(self) -> None:
        """Take all events from Anki out again, as if none had ever been imported."""
        with closing(sqlite3.connect(self.learner.home / "collection.db")) as database, database:
            database.execute("DELETE FROM events WHERE source = 'anki'")

    def fresh_anki(self) -> dict[int, Standing]:
        """Give how our cards stand in an Anki that never saw them, by their number."""
        self.moment()
        path = self.folder / "all.apkg"
        assert self.learner.run("export", "-o", str(path)).code == 0
        desk = self._make_desk(self.folder / "fresh")
        desk.begin_days_at(self.hour)
        desk.take(str(path))
        guids = self.guids()
        found = {guids[guid]: one for (guid, _), one in desk.standings(self.day).items()}
        desk.close()
        return found


def same(ours: Ours, theirs: Standing) -> None:
    """Compare type, memory within a thousandth, and the four next intervals, which are equal."""
    memory = theirs.memory
    assert theirs.type == ours.state.state
    if ours.state.stability is None:
        assert memory is None or memory == (0, 0)
    else:
        expected = (ours.state.stability, ours.state.difficulty)
        assert memory == pytest.approx(expected, rel=1e-3, abs=1e-3)
    assert ours.intervals == theirs.intervals


CARD = st.integers(0, CARDS - 1)
RATING = st.integers(1, 4)
STEP = st.one_of(
    st.tuples(st.just("here"), CARD, RATING),
    st.tuples(st.just("here"), CARD, RATING),
    st.tuples(st.just("there"), CARD, RATING),
    st.tuples(st.just("there"), CARD, RATING),
    st.tuples(st.just("day"), st.integers(1, 6), st.just(0)),
    st.tuples(st.just("day"), st.integers(1, 6), st.just(0)),
    st.tuples(st.just("send"), st.just(0), st.just(0)),
    st.tuples(st.just("fetch"), st.booleans(), st.just(0)),
    st.tuples(st.just("undo"), CARD, st.just(0)),
    st.tuples(st.just("forget here"), CARD, st.just(0)),
    st.tuples(st.just("forget there"), CARD, st.just(0)),
    st.tuples(st.just("due there"), CARD, st.integers(0, 5)),
)
LIVES = st.lists(STEP, min_size=4, max_size=14)


def live(world: World, steps: list[tuple[str, Any, int]]) -> None:
    """Do what was drawn, in its order."""
    doings: dict[str, Callable[[Any, int], None]] = {
        "here": world.answer_here,
        "there": world.answer_there,
        "undo": lambda card, _: world.answer_here(card, 4, undone=True),
        "forget here": lambda card, _: world.forget_here(card),
        "forget there": lambda card, _: world.forget_there(card),
        "due there": world.set_due_there,
        "day": lambda days, _: world.go_on(days),
        "send": lambda *_: world.send(),
        "fetch": lambda legacy, _: world.fetch(legacy=legacy),
    }
    for what, which, rating in steps:
        doings[what](which, rating)


# Reset here, answered as a review there; learnt here, learnt once more there.
@example(
    steps=[("day", 1, 0), ("there", 2, 4), ("forget here", 2, 0), ("there", 2, 1)],
    shuffled=Random(1),
    legacy=False,
    habits=USUAL,
)
@example(
    steps=[("here", 0, 4), ("day", 3, 0), ("here", 0, 3), ("day", 3, 0), ("there", 0, 1)],
    shuffled=Random(1),
    legacy=True,
    habits=USUAL,
)
@example(
    steps=[("there", 0, 3), ("there", 0, 3), ("day", 1, 0), ("there", 0, 3), ("there", 0, 1)],
    shuffled=Random(1),
    legacy=True,
    habits=HABITS[1],
)
# Reset here, moved by hand there, neither knowing of the other.
@example(
    steps=[("there", 0, 4), ("there", 0, 1), ("forget here", 0, 0), ("due there", 0, 2)],
    shuffled=Random(1),
    legacy=False,
    habits=USUAL,
)
@example(
    steps=[("day", 1, 0), ("due there", 0, 0), ("forget here", 0, 0), ("there", 0, 1)],
    shuffled=Random(1),
    legacy=False,
    habits=USUAL,
)
# New and learning cards in Review by hand.
@pytest.mark.slow
@example(
    steps=[
        *(("due there", 0, 0), ("there", 1, 3), ("due there", 1, 2)),
        *(("day", 2, 0), ("there", 0, 3), ("there", 1, 3), ("there", 1, 1), ("due there", 2, 3)),
    ],
    shuffled=Random(1),
    legacy=False,
    habits=USUAL,
)
@given(
    steps=LIVES,
    shuffled=st.randoms(use_true_random=False),
    legacy=st.booleans(),
    habits=st.sampled_from(HABITS),
)
@settings(
    max_examples=20,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_one_memory_in_any_order(
    make_desk: MakeDesk,
    steps: list[tuple[str, Any, int]],
    shuffled: Random,
    legacy: bool,  # noqa: FBT001 - drawn
    habits: Habits,
) -> None:
    """Whatever was answered where and exchanged when, all of it counts once, as Anki counts it."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        world = World(Path(folder), patch, make_desk, habits=habits)
        world.send()
        live(world, steps)
        world.fetch(legacy=legacy)
        after = world.ours()
        # Once more adds nothing.
        assert "no reviews that are not here already" in world.take(world.packages[-1])
        assert states(world.ours()) == states(after)
        # In another order, from nothing, the same.
        world.without_ankis()
        packages = list(world.packages)
        shuffled.shuffle(packages)
        for path in packages:
            world.take(path)
        assert states(world.ours()) == states(after)
        # And Anki makes the same of the whole log.
        fresh = world.fresh_anki()
        for number, ours in after.items():
            same(ours, fresh[number])
            if ours.state.stability is not None:
                # From the log Anki computes in full what it rounds from answer to answer.
                expected = (ours.state.stability, ours.state.difficulty)
                assert fresh[number].computed == pytest.approx(expected, rel=1e-2, abs=1e-3)
        world.desk.close()


def states(found: dict[int, Ours]) -> dict[int, CardState]:
    """Give the states alone."""
    return {number: ours.state for number, ours in found.items()}


@pytest.mark.parametrize("legacy", [True, False])
def test_what_is_answered_in_anki_is_remembered_here(
    make_desk: MakeDesk,
    legacy: bool,  # noqa: FBT001 - a parameter
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All four buttons, learning, lapses, relearning: memory and next intervals are Anki's own."""
    world = World(tmp_path, monkeypatch, make_desk)
    world.answer_here(0, 4)
    world.answer_here(1, 3)
    world.send()
    for days, answers in ((0, "331"), (1, "312"), (9, "134"), (10, "313"), (12, "213")):
        world.day = FIRST_DAY + days
        for number, rating in enumerate(answers):
            world.answer_there(number, int(rating))
        if days < 12:
            world.answer_there(2, 3)
    world.fetch(legacy=legacy)
    guids = world.guids()
    theirs = {guids[guid]: one for (guid, _), one in world.anki(world.day).items()}
    ours = world.ours()
    assert {one.state.state for one in ours.values()} >= {State.REVIEW, State.RELEARNING}
    for number in range(CARDS):
        same(ours[number], theirs[number])
    world.desk.close()


@pytest.mark.slow
@pytest.mark.parametrize("habits", HABITS)
def test_next_intervals_are_ankis_own(
    make_desk: MakeDesk,
    habits: Habits,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Hundreds of random histories in Anki, early, late and lapsed: the intervals are the same.

    Memory is, but for the last decimal of answers given here.
    """
    random = Random(f"histories {habits}")
    world = World(tmp_path, monkeypatch, make_desk, MANY, habits)
    world.day = -900
    for number in range(0, MANY, 3):
        world.answer_here(number, random.randrange(1, 5))
    world.send()
    guids = world.guids()
    there = {guids[guid]: one.id for (guid, _), one in world.anki(0).items()}
    days = (-900, -900, -899, -895, -880, -850, -800, -700, -550, -350, -120, 0)
    world.desk.practise(
        [
            (day, there[number], random.choices((1, 2, 3, 4), (2, 1, 6, 1))[0])
            for day in days
            for number in range(MANY)
            if day == 0 or random.random() < random.choice((0.2, 0.9))
        ]
    )
    world.day = 0
    world.fetch(legacy=habits.hours_left == 2)
    theirs = {guids[guid]: one for (guid, _), one in world.anki(0).items()}
    ours = world.ours()
    if habits.relearning != "none":
        assert {one.state.state for one in ours.values()} >= {State.REVIEW, State.RELEARNING}
    for number in range(MANY):
        state, there_now = ours[number].state, theirs[number]
        same(ours[number], there_now)
        assert there_now.memory == pytest.approx((state.stability, state.difficulty), rel=1e-5)
    world.desk.close()


def test_buttons_are_ankis_where_a_card_was_answered_here(
    make_desk: MakeDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anki is given the memory rounded, and counts its days from that; so they are counted here."""
    random = Random(3)
    world = World(tmp_path, monkeypatch, make_desk, 60, HABITS[-1])
    for days in (0, 0, 1, 5, 20):
        world.go_on(days)
        for number in range(60):
            if random.random() < 0.8:
                world.answer_here(number, random.choices((1, 2, 3, 4), (3, 1, 4, 1))[0])
    world.day = 0
    world.send()
    theirs = world.anki(0)
    ours = world.ours()
    guids = world.guids()
    for (guid, _), standing in theirs.items():
        same(ours[guids[guid]], standing)
    world.desk.close()
