"""Five hundred lives of cards, as chance has them, go to a real Anki and are read back there."""

import random
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from anki_desktop import Desktop
from conftest import Learner

from flashcards.collection import opening
from flashcards.memory import replay
from flashcards.memory.scheduling import DEFAULT_WEIGHTS
from flashcards.model import Event, EventKind, Moment, Rating, State, StudyDay, Uid
from flashcards.paths import Place
from flashcards.reviewing import Session, forget
from flashcards.session import Queue, fixed_queue
from flashcards.store import outgoing, queue
from flashcards.store.scope import EVERYTHING

CARDS = 500
DAYS = 120
DAY_MS = 86_400_000


def live(learner: Learner, now: Moment) -> None:
    """Answer cards by chance on fifty days up to now, take answers back, forget some cards."""
    chance = random.Random(27)
    place = Place(str(learner.home), "--home", (str(learner.decks),), "--decks")
    days = sorted([*chance.sample(range(1, DAYS), 49), 0], reverse=True)
    for days_ago in days:
        at = [now.at_ms - days_ago * DAY_MS - 3_600_000]

        def clock(at: list[int] = at) -> Moment:
            at[0] += chance.randrange(1_000, 40_000)
            return Moment(min(at[0], now.at_ms), now.utc_offset_s)

        with opening.opened(place, clock()) as collection:

            def rebuild(day: StudyDay, collection: opening.Collection = collection) -> Queue:
                asked = list(queue.all_asked(collection.database, day, EVERYTHING))
                return fixed_queue(chance.sample(asked, 40))

            session = Session(collection, clock, rebuild)
            for _ in range(55):
                shown = session.show()
                if shown is None:
                    break
                session.rate(shown, chance.choice([*Rating, Rating.GOOD, Rating.GOOD]))
                if chance.random() < 0.05:
                    session.undo()
            if chance.random() < 0.2:
                forget(collection.database, chance.randrange(1, CARDS), clock(), session.policy)


@pytest.fixture
def lived(learner: Learner) -> Learner:
    """Give a learner with 500 cards and random histories of them that end now."""
    cards = "".join(f"  - front: Question {n}?\n    back: Answer {n}.\n" for n in range(CARDS))
    learner.write(f"deck: Lives\ncards:\n{cards}")
    now = datetime.now().astimezone().replace(microsecond=0)
    offset = now.utcoffset() or timedelta()
    live(learner, Moment(int(now.timestamp()) * 1000, int(offset.total_seconds())))
    learner.at(now.isoformat())
    return learner


def logs(learner: Learner) -> dict[int, tuple[Uid, list[Event]]]:
    """Give the uid and the counting events of each card by its id in Anki."""
    place = Place(str(learner.home), "--home", (str(learner.decks),), "--decks")
    with opening.opened_store(place) as (database, _):
        rows = database.execute("SELECT id, uid, anki_id FROM cards").fetchall()
        found: dict[int, tuple[int, Uid, list[Event]]] = {
            number: (anki_id, Uid(uid), []) for number, uid, anki_id in rows
        }
        for number, event in outgoing.counted_events(database):
            found[number][2].append(event)
    return {anki_id: (uid, events) for anki_id, uid, events in found.values()}


@pytest.mark.slow
def test_five_hundred_histories_are_the_same_in_anki(lived: Learner, tmp_path: Path) -> None:
    """Due day, interval, memory, lapses, reps and every line of the log, read through Anki."""
    package = tmp_path / "lives.apkg"
    assert lived.run("export", "-o", str(package)).code == 0
    today = lived.run("due", "--json").json["study_day"]
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    today_number = (datetime.fromisoformat(f"{today}T00:00+00:00") - epoch).days
    with closing(Desktop(tmp_path / "anki")) as desk:
        assert desk.take(package).new == CARDS
        theirs = {int(card.id): card for card in desk.cards()}
        lines = desk.revlog()
        expected = []
        seen = set()
        for number, (uid, events) in logs(lived).items():
            state = replay.fold(uid, events, lambda _: DEFAULT_WEIGHTS)
            card = theirs[number]
            seen.add(state.state)
            assert int(card.type) == state.state
            assert (card.reps, card.lapses) == (state.reps, state.lapses)
            if state.state is State.REVIEW:
                assert card.ivl == state.interval_days
                assert desk.due_in_days(card) == (state.due_day or 0) - today_number
            if state.state is State.NEW:
                assert desk.memory(card) is None
            else:
                memory = (state.stability, state.difficulty)
                assert desk.memory(card) == pytest.approx(memory, abs=1e-3)
            expected += lines_of(number, uid, events)
        assert seen == set(State)
        assert [tuple(line) for line in lines] == sorted(expected)
        assert len(lines) > 1500


def lines_of(card: int, uid: Uid, events: list[Event]) -> list[tuple[int, ...]]:
    """Write a card's events as Anki's log has them, each from the fold up to it."""
    kinds = {State.NEW: 0, State.LEARNING: 0, State.REVIEW: 1, State.RELEARNING: 2}
    lines: list[tuple[int, ...]] = []
    last = 0
    for place, event in enumerate(events, start=1):
        days = event.state_after is State.REVIEW
        interval = event.interval_s // 86_400 if days else -event.interval_s
        difficulty = replay.fold(uid, events[:place], lambda _: DEFAULT_WEIGHTS).difficulty
        factor = 0 if difficulty is None else round((difficulty - 1) / 9 * 1000 + 100)
        kind = kinds[event.state_before] if event.kind is EventKind.REVIEW else 4
        rating = event.rating or 0
        key = event.reviewed_at_ms
        lines.append((key, card, rating, interval, last, factor, event.taken_ms, kind))
        last = interval
    return lines


def test_a_reschedule_is_no_reset_in_anki(learner: Learner, tmp_path: Path) -> None:
    """Anki computes the same memory from the log, and a new home here reads no reset from it."""
    learner.write("deck: Moved\ncards:\n  - front: Question?\n    back: Answer.\n")
    now = datetime.now().astimezone()
    for days_ago in (60, 50, 30):
        learner.at((now - timedelta(days=days_ago)).isoformat(timespec="seconds"))
        learner.answer("4")
    learner.at(now.isoformat(timespec="seconds"))
    learner.run("config", "desired_retention", "0.8")
    assert "moved" in learner.run("reschedule", "--yes").out
    package = tmp_path / "moved.apkg"
    learner.run("export", "-o", str(package))
    here = learner.card("Question?")
    with closing(Desktop(tmp_path / "anki")) as desk:
        desk.take(package)
        (standing,) = desk.standings(0).values()
        expected = (here["stability"], here["difficulty"])
        assert standing.computed == pytest.approx(expected, rel=1e-3)
        assert [(line[2], line[7]) for line in desk.revlog()][-1] == (0, 5)
