"""`reschedule`: due dates by what is in force, as events that replay, and taken back whole."""

import random
from contextlib import closing
from typing import NamedTuple

import lives
import pytest
from conftest import Learner
from hypothesis import given, settings
from hypothesis import strategies as st

from flashcards.collection.opening import opened
from flashcards.collection.today import queue_of
from flashcards.memory import replay
from flashcards.memory.recall import DEFAULT_WEIGHTS
from flashcards.memory.rescheduling import moved
from flashcards.model import CardState, Event, EventKind, Moment, Rating, StudyDay, Uid
from flashcards.paths import Place
from flashcards.reviewing import Session, fold_of, policies_of
from flashcards.store import browse, log, parameters
from flashcards.store.database import connect, transaction
from flashcards.store.scope import EVERYTHING
from flashcards.tuning.rescheduling import apply, preview

TODAY = 20_787  # 2026-11-30
NOW = Moment(TODAY * lives.DAY_MS + 9 * 3_600_000, 0)
# Stabilities half as long, and memories that last longer from there.
OTHER = (0.1, 0.6, 1.2, 4.0, *DEFAULT_WEIGHTS[4:8], 2.1, *DEFAULT_WEIGHTS[9:])
CARD = Uid("kq3xw")


@pytest.fixture
def lived(learner: Learner) -> Learner:
    """Give a learner who met thirty cards, one a day, and answered them all until yesterday."""
    learner.write(lives.deck(30))
    learner.run("due")
    lives.live(learner, [TODAY - 60 + number for number in range(30)], TODAY - 1)
    return learner


class Card(NamedTuple):
    """A card as the collection keeps it."""

    uid: Uid
    state: CardState


def cards(learner: Learner) -> dict[int, Card]:
    """Give the cards by row id, each held against the fold of its log."""
    with closing(connect(str(learner.home))) as database:
        rows = list(browse.cards(database, EVERYTHING, presence=1))
        for row in rows:
            folded = fold_of(database, row.id, row.uid)
            assert folded._replace(last_reviewed_ms=0) == row.state._replace(last_reviewed_ms=0)
        return {row.id: Card(row.uid, row.state) for row in rows}


def refit(learner: Learner, weights: tuple[float, ...]) -> None:
    """Put other parameters in force, as `optimize` does."""
    with closing(connect(str(learner.home))) as database, transaction(database):
        parameters.add(database, weights, 1000, NOW.at_ms)


def test_with_nothing_changed_nothing_moves(lived: Learner) -> None:
    """By what was in force all the time every card is where it belongs."""
    assert lived.run("reschedule", "--yes").out.startswith("All 30 cards stay")


def test_without_yes_nothing_is_written(lived: Learner) -> None:
    """The dry run tells what would move, and that nothing did."""
    before = cards(lived)
    lived.run("config", "desired_retention", "0.95")
    said = lived.run("reschedule").out
    assert "would become due today" in said
    assert "Nothing was changed" in said
    assert cards(lived) == before


def test_a_higher_retention_brings_cards_forward(lived: Learner) -> None:
    """The number that becomes due is the one told, and the log folds to what is kept."""
    before = cards(lived)
    due = sum(one.state.due_day <= TODAY for one in before.values() if one.state.due_day)
    lived.run("config", "desired_retention", "0.95")
    said = lived.run("reschedule", "--yes").out
    after = cards(lived)
    now_due = sum(one.state.due_day <= TODAY for one in after.values() if one.state.due_day)
    assert f"{now_due - due} cards would become due today" in said
    for number, one in after.items():
        assert one.state.interval_days <= before[number].state.interval_days
        assert one.state.reps == before[number].state.reps
    assert lived.run("reschedule").out.startswith("All 30 cards stay")


def test_undo_brings_every_card_back(lived: Learner) -> None:
    """One `--undo` takes the latest reschedule back, a second the one before, and then none."""
    states = [cards(lived)]
    for retention in ("0.95", "0.8"):
        lived.run("config", "desired_retention", retention)
        lived.run("reschedule", "--yes")
        states.append(cards(lived))
    assert states[0] != states[1] != states[2]
    lived.run("reschedule", "--undo")
    assert cards(lived) == states[1]
    lived.run("reschedule", "--undo")
    assert cards(lived) == states[0]
    nothing = lived.run("reschedule", "--undo")
    assert (nothing.code, "no reschedule to take back" in nothing.err) == (1, True)


def test_new_parameters_see_the_whole_history(lived: Learner) -> None:
    """After `reschedule` a card stands where it would, had the parameters always been these."""
    refit(lived, OTHER)
    assert "would move" in lived.run("reschedule", "--yes").out
    with closing(connect(str(lived.home))) as database:
        for number, card in cards(lived).items():
            events = [
                event._replace(parameter_set=2)
                for event in log.events(database, number)
                if event.kind is EventKind.REVIEW
            ]
            always = replay.fold(card.uid, events, lambda _: OTHER)
            assert card.state.stability == always.stability


def test_a_review_sees_the_history_by_the_parameters_in_force(lived: Learner) -> None:
    """Without any reschedule, too: the next answer counts from a memory computed anew."""
    refit(lived, OTHER)
    number, card = next(iter(cards(lived).items()))
    with closing(connect(str(lived.home))) as database:
        events = [event._replace(parameter_set=2) for event in log.events(database, number)]
    memory = replay.fold(card.uid, events, lambda _: OTHER)
    shown = lived.run("show", "--json", card.uid).json
    assert shown["card"]["stability"] == memory.stability
    assert shown["card"] == lived.cards(card.uid)[0]
    rated = lived.review("\n3\n", card.uid, "--ahead", "999").rated
    assert rated == [[card.uid, "3", f"{shown['outcomes']['good']['interval_seconds'] // 86400}d"]]
    cards(lived)


def test_a_due_date_set_by_hand_stays(lived: Learner) -> None:
    """What the learner moved by hand is not moved again."""
    number, card = next(iter(cards(lived).items()))
    with closing(connect(str(lived.home))) as database, transaction(database):
        event = list(log.events(database, number))[-1]
        by_hand = event._replace(
            kind=EventKind.SET_DUE,
            reviewed_at_ms=log.free_instant(database, number, NOW.at_ms),
            sequence=10_000,
            rating=None,
            due_day=StudyDay(TODAY + 77),
        )
        moved_to = card.state._replace(due_day=StudyDay(TODAY + 77))
        log.append(database, number, log.standing(database, number).revision, by_hand, moved_to)
    lived.run("config", "desired_retention", "0.95")
    lived.run("reschedule", "--yes")
    assert cards(lived)[number].state.due_day == TODAY + 77


def test_undo_right_after_a_reschedule_undoes_the_answer(lived: Learner) -> None:
    """In a review that goes on meanwhile, u takes back the answer and what was computed from it."""
    lived.run("config", "desired_retention", "0.8")
    place = Place(str(lived.home), decks=(str(lived.decks),), origin="--decks")
    before = cards(lived)
    with opened(place, NOW) as collection:
        session = Session(
            collection, lambda: NOW, lambda day: queue_of(collection, day, ahead_days=90)
        )
        shown = session.show()
        assert shown is not None
        session.rate(shown, Rating.EASY)
        lived.run("config", "desired_retention", "0.95")
        assert "moved" in lived.run("reschedule", "--yes").out
        taken_back = session.undo()
        assert taken_back is not None
        assert taken_back.card.uid == shown.card.uid
    after = cards(lived)
    assert after[shown.card.id] == before[shown.card.id]
    lived.run("reschedule", "--undo")
    assert cards(lived) == before


def test_what_was_answered_since_the_preview_stays(lived: Learner) -> None:
    """An answer given meanwhile decides for its card; the others move."""
    lived.run("config", "desired_retention", "0.95")
    place = Place(str(lived.home), decks=(str(lived.decks),), origin="--decks")
    with opened(place, NOW) as collection:
        policy_of = policies_of(collection)
        found = preview(collection, policy_of, StudyDay(TODAY), lambda: None)
        chosen = found.moves[0].card
        (answered,) = lived.answer("4", chosen.uid, "--ahead", "999").rated
        assert apply(collection.database, found.moves, policy_of, NOW) == len(found.moves) - 1
    assert cards(lived)[chosen.id].state.interval_days == int(answered[2].removesuffix("d"))


def test_a_selection_moves_only_its_cards(lived: Learner) -> None:
    """`reschedule CARD` is about that card alone."""
    before = cards(lived)
    lived.run("config", "desired_retention", "0.95")
    chosen = before[next(iter(before))].uid
    assert "1 card moved" in lived.run("reschedule", "--yes", chosen).out
    assert sum(one != before[number] for number, one in cards(lived).items()) == 1


def test_with_no_card_in_review_it_says_so(learner: Learner) -> None:
    """Before anything was learnt there is nothing to move."""
    learner.write(lives.deck(2))
    assert "no card in Review" in learner.run("reschedule").out


@given(seed=st.integers(0, 10_000), retention=st.sampled_from([0.75, 0.9, 0.97]))
@settings(max_examples=60)
def test_what_is_in_force_moves_no_card(seed: int, retention: float) -> None:
    """A law: a life lived under a policy stays as it is under that policy."""
    policy = lives.POLICY._replace(desired_retention=retention)
    events, _ = lives.life(CARD, TODAY - 200, TODAY, random.Random(seed), policy)
    assert moved(CARD, events, lambda _: DEFAULT_WEIGHTS, policy) is None


@given(seed=st.integers(0, 10_000))
@settings(max_examples=60)
def test_there_and_back_is_where_it_was(seed: int) -> None:
    """A law: moved to other parameters and back, a card has its old interval and day."""
    sets = {1: DEFAULT_WEIGHTS, 2: OTHER}
    events, state = lives.life(CARD, TODAY - 200, TODAY, random.Random(seed))
    for number in (2, 1):
        policy = lives.POLICY._replace(weights=sets[number], parameter_set=number)
        move = moved(CARD, events, sets.__getitem__, policy)
        if move is not None:
            events.append(_rescheduled(events[-1], number, move))
    back = replay.fold(CARD, events, sets.__getitem__)
    assert (back.interval_days, back.due_day) == (state.interval_days, state.due_day)


def _rescheduled(last: Event, parameter_set: int, move: tuple[int, StudyDay]) -> Event:
    return last._replace(
        kind=EventKind.RESCHEDULE,
        reviewed_at_ms=last.reviewed_at_ms + 1,
        rating=None,
        interval_s=move[0] * 86_400,
        due_day=move[1],
        parameter_set=parameter_set,
    )
