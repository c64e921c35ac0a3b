"""A sitting beside other programs and over midnight: what undo gives back, and what it leaves."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from conftest import DECK, Learner

from flashcards.collection.opening import opened
from flashcards.collection.today import queue_of
from flashcards.errors import StoreError
from flashcards.model import Moment, Rating
from flashcards.paths import Place
from flashcards.reviewing import Session
from flashcards.store.database import connect
from flashcards.store.failures import failures_in_words

MORNING_MS = 1_796_029_200_000  # 2026-11-30 09:00 UTC
DAY_MS = 86_400_000


class Desk:
    """A learner with a sitting under way, and a clock to set."""

    def __init__(self, learner: Learner, ends: ExitStack) -> None:
        """Begin a sitting in the morning."""
        self.learner = learner
        self.now_ms = MORNING_MS
        place = Place(str(learner.home), decks=(str(learner.decks),), origin="--decks")
        collection = ends.enter_context(opened(place, self.now()))
        self.database = collection.database
        self.session = Session(collection, self.now, lambda day: queue_of(collection, day))

    def now(self) -> Moment:
        """Give the time it is."""
        return Moment(self.now_ms, 0)

    def answer(self, rating: Rating) -> str:
        """Rate the next card and give its id."""
        shown = self.session.show()
        assert shown is not None
        return self.session.rate(shown, rating).uid

    def undo(self) -> str:
        """Take the latest thing back and give the id of its card."""
        taken_back = self.session.undo()
        assert taken_back is not None
        return taken_back.card.uid


@pytest.fixture
def desk(learner: Learner) -> Iterator[Desk]:
    """Give a learner who has begun to review three new cards."""
    learner.write(DECK)
    with ExitStack() as ends:
        yield Desk(learner, ends)


def test_undo_of_a_burial_leaves_a_suspension_from_elsewhere(desk: Desk) -> None:
    """Each undo takes back its own thing, and nothing that another terminal did since."""
    shown = desk.session.show()
    assert shown is not None
    uid = desk.session.bury(shown)
    desk.learner.run("suspend", uid)
    assert desk.undo() == uid
    (card,) = desk.learner.cards("is:suspended")
    assert (card["id"], card["buried_until"]) == (uid, None)


def test_undo_of_a_suspension_leaves_a_burial_from_elsewhere(desk: Desk) -> None:
    """The other way round as well."""
    shown = desk.session.show()
    assert shown is not None
    uid = desk.session.suspend(shown)
    desk.learner.run("bury", uid)
    assert desk.undo() == uid
    assert desk.learner.cards("is:suspended") == []
    assert desk.learner.run("show", uid, "--json").json["card"]["buried_until"] == "2026-12-01"


def test_undo_after_midnight_keeps_the_new_day(desk: Desk) -> None:
    """An answer of yesterday is taken back, and what is due today is still asked today."""
    first, second = desk.answer(Rating.EASY), desk.answer(Rating.AGAIN)
    desk.now_ms += 30 * DAY_MS
    assert desk.session.show() is not None
    assert desk.undo() == second
    asked = {desk.answer(Rating.EASY) for _ in range(3)}
    assert {first, second} <= asked


def test_undo_that_could_not_be_written_can_be_tried_again(desk: Desk) -> None:
    """While another program holds the database an undo fails; it is not forgotten."""
    uid = desk.answer(Rating.GOOD)
    desk.database.execute("PRAGMA busy_timeout = 10")
    with closing(connect(str(desk.learner.home))) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError), failures_in_words("collection.db"):
            desk.session.undo()
    assert desk.undo() == uid
    assert desk.learner.cards("is:new") == desk.learner.cards()
