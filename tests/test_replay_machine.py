"""Whatever happens to a collection, the log tells it, and the state kept is the fold of the log.

Two programs review one collection while the clock jumps, decks are edited and connections die.
The machine keeps its own list of what was answered and taken back, and after every step the
store must agree with it.
"""

import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from flashcards.collection.opening import Collection, opened
from flashcards.collection.today import queue_of
from flashcards.memory.days import study_day
from flashcards.memory.recall import DEFAULT_WEIGHTS
from flashcards.memory.scheduling import Policy
from flashcards.model import CardState, Event, EventKind, Moment, Rating, Uid
from flashcards.paths import Place
from flashcards.reviewing import CardChangedError, Session, Shown, fold_of, forget, policy_of
from flashcards.store import browse, keep, log, parameters, shelf
from flashcards.store import rescheduling as batches
from flashcards.store.database import Database, connect, transaction
from flashcards.store.scope import EVERYTHING
from flashcards.tuning import rescheduling

pytestmark = pytest.mark.slow


DECK = """\
deck: Machine
cards:
  - front: What is write-back?
    back: Memory changes on eviction.
    reverse: true
  - cloze: A {{cache miss}} costs {{one}} access, and a {{hit}} none.
  - front: Which byte does big-endian put first?
    back: The most significant.
  - front: What does a page fault do?
    back: It traps into the kernel.
  - front: What is a barrier for?
    back: It orders what others see of memory.
"""
CARDS = 8
OTHER_WEIGHTS = (0.1, 0.6, 1.2, 4.0, *DEFAULT_WEIGHTS[4:8], 2.1, *DEFAULT_WEIGHTS[9:])
FIRST_MS = 1_796_029_200_000  # 2026-11-30 09:00 UTC
MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS

programs = st.sampled_from(["one", "other"])
numbers = st.integers(0, CARDS - 1)


class Answer(NamedTuple):
    """An answer the store acknowledged, and the state before it.

    `undos` are the card's by then, `taken_back` the reschedules that were undone as a whole.
    """

    uid: Uid
    rating: Rating | None
    before: CardState
    undos: int
    taken_back: int
    undone: bool = False


class Program:
    """A review of its own connection: what it shows now, and what it can take back."""

    def __init__(self, machine: "Machine") -> None:
        """Open the collection, which takes over what the deck says now."""
        self.life = ExitStack()
        self.collection: Collection = self.life.enter_context(
            opened(machine.place, machine.moment())
        )
        self.session = Session(
            self.collection,
            machine.moment,
            lambda day: queue_of(self.collection, day),
            new_limit=self.collection.settings.new_per_day,
        )
        self.shown: Shown | None = None
        self.done: list[int | None] = []
        """The answers given here, by their place in the machine's list; None for the rest."""


class Machine(RuleBasedStateMachine):
    """Everything that can happen to a collection, in any order."""

    def __init__(self) -> None:
        """Write the deck; the collection is made when the first program starts."""
        super().__init__()
        self.ends = ExitStack()
        folder = Path(self.ends.enter_context(tempfile.TemporaryDirectory()))
        self.deck = folder / "decks" / "machine.yaml"
        self.deck.parent.mkdir()
        self.deck.write_text(DECK, encoding="utf-8")
        self.place = Place(str(folder / "home"), decks=(str(self.deck),), origin="--decks")
        self.now_ms = FIRST_MS
        self.answers: list[Answer] = []
        self.edits = 0
        self.taken_back = 0

    def moment(self) -> Moment:
        """Give the time it is."""
        return Moment(self.now_ms, 0)

    @initialize()
    def begin(self) -> None:
        """Start both programs, and look on with a connection of its own."""
        self.running = {name: Program(self) for name in ("one", "other")}
        self.onlooker: Database = self.ends.enter_context(closing(connect(self.place.home)))
        self.cards = {
            card.id: card.uid for card in browse.cards(self.onlooker, EVERYTHING, shelf.PRESENT)
        }
        assert len(self.cards) == CARDS

    def teardown(self) -> None:
        """Close everything."""
        for program in self.running.values():
            program.life.close()
        self.ends.close()

    # -- What a learner does

    @rule(name=programs)
    def show(self, name: str) -> None:
        """Look at the next card; it stays on the screen while other things happen."""
        program = self.running[name]
        program.shown = program.session.show()

    @rule(name=programs, ratings=st.lists(st.sampled_from(Rating), min_size=1, max_size=5))
    def sit(self, name: str, ratings: list[Rating]) -> None:
        """Answer a few cards in a row."""
        for rating in ratings:
            self.rate(name, rating)

    @rule(rating=st.sampled_from(Rating), other_rating=st.sampled_from(Rating))
    def race(self, rating: Rating, other_rating: Rating) -> None:
        """Have a card on both screens, most often the same one, and answer both."""
        for name in self.running:
            self.show(name)
        for name, given in zip(self.running, (rating, other_rating), strict=True):
            self.rate(name, given)

    @rule(name=programs, rating=st.sampled_from(Rating))
    def rate(self, name: str, rating: Rating) -> None:
        """Rate the card on the screen; an answer to a card that changed is not kept."""
        program = self.running[name]
        shown = program.shown or program.session.show()
        program.shown = None
        if shown is None:
            return
        now = log.standing(self.onlooker, shown.card.id)
        if now.revision != shown.card.revision:
            try:
                program.session.rate(shown, rating)
            except CardChangedError:
                return
            message = "an answer to a card that had changed was kept"
            raise AssertionError(message)
        promised = shown.outcomes.of(rating)
        given = program.session.rate(shown, rating)
        assert (given.uid, given.outcome) == (shown.card.uid, promised)
        program.done.append(len(self.answers))
        self._note(shown.card.uid, rating, now.state)

    def _note(self, uid: Uid, rating: Rating | None, before: CardState) -> None:
        undos = sum(one.undone for one in self.answers if one.uid == uid)
        self.answers.append(Answer(uid, rating, before, undos, self.taken_back))

    @rule(name=programs)
    def undo(self, name: str) -> None:
        """Take back the latest thing done in a program; the card is as it was before."""
        program = self.running[name]
        taken_back = program.session.undo()
        if not program.done:
            assert taken_back is None
            return
        place = program.done.pop()
        if place is None:
            return
        answer = self.answers[place]
        assert taken_back is not None
        uid = taken_back.card.uid
        assert (uid, taken_back.rating) == (answer.uid, answer.rating)
        self.answers[place] = answer._replace(undone=True)
        later = [
            one for one in self.answers[place + 1 :] if one.uid == answer.uid and not one.undone
        ]
        undos = sum(one.undone for one in self.answers if one.uid == answer.uid) - 1
        if not later and (undos, self.taken_back) == (answer.undos, answer.taken_back):
            assert self._standing(answer.uid) == answer.before

    @rule(name=programs, suspended=st.booleans())
    def set_aside(self, name: str, suspended: bool) -> None:  # noqa: FBT001 - hypothesis names it
        """Suspend or bury the card on the screen."""
        program = self.running[name]
        shown = program.session.show()
        if shown is None:
            return
        aside = program.session.suspend if suspended else program.session.bury
        assert aside(shown) == shown.card.uid
        program.done.append(None)
        program.shown = None

    @rule(number=numbers, suspended=st.booleans())
    def suspend(self, number: int, suspended: bool) -> None:  # noqa: FBT001 - hypothesis names it
        """Suspend a card from elsewhere, or let it come again, out of its burial too."""
        keep.suspend(self.onlooker, list(self.cards)[number], suspended=suspended)
        if not suspended:
            keep.bury(self.onlooker, list(self.cards)[number], None)

    @rule(number=numbers)
    def forget(self, number: int) -> None:
        """Return a card to new."""
        card, uid = list(self.cards.items())[number]
        self._note(uid, None, self._standing(uid))
        collection = self.running["one"].collection
        forget(self.onlooker, card, self.moment(), policy_of(self.onlooker, collection.settings))

    @rule(fitted=st.booleans())
    def optimize(self, fitted: bool) -> None:  # noqa: FBT001 - hypothesis names it
        """Put other parameters in force, or withdraw them; programs that run know the old ones."""
        with transaction(self.onlooker):
            if fitted:
                parameters.add(self.onlooker, OTHER_WEIGHTS, 1000, self.now_ms)
            else:
                parameters.withdraw(self.onlooker)

    @rule(retention=st.sampled_from([0.75, 0.9, 0.97]))
    def reschedule(self, retention: float) -> None:
        """Move all due dates, from elsewhere, to another retention and what is in force."""
        collection = self.running["one"].collection
        policy = policy_of(self.onlooker, collection.settings)

        def policy_in(_: str) -> Policy:
            return policy._replace(desired_retention=retention)

        day = study_day(self.moment(), policy.rollover_hour)
        found = rescheduling.preview(collection, policy_in, day, lambda: None)
        rescheduling.apply(self.onlooker, found.moves, policy_in, self.moment())
        again = rescheduling.preview(collection, policy_in, day, lambda: None)
        assert not again.moves

    @rule()
    def take_a_reschedule_back(self) -> None:
        """Undo the latest reschedule, if there is one."""
        if batches.latest(self.onlooker) is not None:
            self.taken_back += 1
            rescheduling.undo(self.onlooker)

    # -- What the world does

    @rule(minutes=st.integers(-90, 90))
    def minutes_pass(self, minutes: int) -> None:
        """Let minutes pass, or the clock be corrected."""
        self.now_ms += minutes * MINUTE_MS

    @rule(days=st.sampled_from([-12, -1, 1, 1, 2, 9, 40]))
    def days_pass(self, days: int) -> None:
        """Let days pass, or a clock be set back."""
        self.now_ms += days * DAY_MS

    @rule(name=programs)
    def reopen(self, name: str) -> None:
        """End a program and start it again."""
        self.running[name].life.close()
        self.running[name] = Program(self)

    @rule(name=programs, number=numbers)
    def crash(self, name: str, number: int) -> None:
        """Let a program die in the middle of writing: nothing of it stays."""
        dying = self.running[name].collection.database
        card = list(self.cards)[number]
        dying.execute("BEGIN IMMEDIATE")
        standing = log.standing(dying, card)
        log.keep_state(dying, card, standing.revision, CardState())
        dying.execute("UPDATE events SET undone = 1")
        dying.close()
        self.running[name] = Program(self)

    @precondition(lambda self: self.edits < CARDS)
    @rule(name=programs)
    def edit(self, name: str) -> None:
        """Mend a typo in the deck, which the next start of a program takes over."""
        self.edits += 1
        text = DECK.replace("What", "Waht") if self.edits % 2 else DECK
        self.deck.write_text(f"{text}# edited {'.' * self.edits}\n", encoding="utf-8")
        self.reopen(name)

    # -- What must hold

    def _standing(self, uid: Uid) -> CardState:
        card = next(number for number, name in self.cards.items() if name == uid)
        return log.standing(self.onlooker, card).state

    def _events(self) -> dict[Uid, list[Event]]:
        return {uid: list(log.events(self.onlooker, card)) for card, uid in self.cards.items()}

    @invariant()
    def the_state_is_the_fold_of_the_log(self) -> None:
        """Each card stands where its log says, to the last bit."""
        for card, uid in self.cards.items():
            assert log.standing(self.onlooker, card).state == fold_of(self.onlooker, card, uid)

    @invariant()
    def the_log_is_what_was_done(self) -> None:
        """Every answer is there once, in order, with its mark; nothing else is."""
        found = [
            (event.sequence, uid, event)
            for uid, events in self._events().items()
            for event in events
        ]
        found.sort()
        kinds = {event.kind for _, _, event in found}
        assert kinds <= {EventKind.REVIEW, EventKind.FORGET, EventKind.RESCHEDULE}
        told = [
            (uid, event.rating, event.undone)
            for _, uid, event in found
            if event.kind is not EventKind.RESCHEDULE
        ]
        assert told == [(one.uid, one.rating, one.undone) for one in self.answers]

    @invariant()
    def events_have_an_order(self) -> None:
        """No two events share an instant, and what counts of a card folds as it happened."""
        by_card = self._events()
        instants = [event.reviewed_at_ms for events in by_card.values() for event in events]
        assert len(instants) == len(set(instants))
        for events in by_card.values():
            counting = [event.sequence for event in events if not event.undone]
            assert counting == sorted(counting)

    @invariant()
    def the_cards_are_the_same_cards(self) -> None:
        """No edit makes a card another, doubles it or drops it."""
        now = {card.id: card.uid for card in browse.cards(self.onlooker, EVERYTHING, shelf.PRESENT)}
        assert now == self.cards


Machine.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestEverythingThatCanHappen = Machine.TestCase
