"""Learners who lived before the test began: a log as the program would have written it.

Recall follows the model's own curve, so that what a prediction is worth is known.
"""

import random
from collections.abc import Sequence

from conftest import Learner

from flashcards.memory.equations import Equations
from flashcards.memory.recall import DEFAULT_WEIGHTS
from flashcards.memory.scheduling import Policy, answer, outcomes, review_event
from flashcards.model import CardState, Event, Moment, Rating
from flashcards.store import browse, log
from flashcards.store.database import connect, transaction
from flashcards.store.scope import EVERYTHING

DAY_MS = 86_400_000
TRUTH = DEFAULT_WEIGHTS
"""The memory that people live with; what they are scheduled by is in the policy."""

POLICY = Policy(DEFAULT_WEIGHTS, 1, 0.9, 36_500, (60, 600), (600,), 4)
FIRST_RATINGS = (Rating.AGAIN, Rating.HARD, Rating.GOOD, Rating.EASY)
FIRST_SHARES = (24, 10, 60, 6)
PASSED = (Rating.HARD, Rating.GOOD, Rating.EASY)
PASSED_SHARES = (15, 75, 10)


def rated(recall: float | None, chance: random.Random) -> Rating:
    """Answer as somebody would who recalls with that chance; None for a new card."""
    if recall is None:
        return chance.choices(FIRST_RATINGS, FIRST_SHARES)[0]
    if chance.random() > recall:
        return Rating.AGAIN
    return chance.choices(PASSED, PASSED_SHARES)[0]


def life(
    uid: str, first_day: int, last_day: int, chance: random.Random, policy: Policy = POLICY
) -> tuple[list[Event], CardState]:
    """Live with one card from its first day to the last, answering on each due day."""
    model = Equations(TRUTH)
    memory: tuple[float, float] | None = None
    events: list[Event] = []
    state = CardState()
    at_ms = first_day * DAY_MS + 9 * 3_600_000 + chance.randrange(3_600_000)
    while at_ms < (last_day + 1) * DAY_MS:
        moment = Moment(at_ms, 0)
        shown = outcomes(uid, state, moment, policy)  # type: ignore[arg-type] # any text will do
        elapsed = 0 if state.last_day is None else shown.day - state.last_day
        rating = rated(None if memory is None else model.recall(elapsed, memory[0]), chance)
        memory = model.first(rating) if memory is None else model.after(*memory, elapsed, rating)
        after = answer(state, shown, rating, moment, policy)
        events.append(
            review_event(
                state,
                after,
                shown,
                rating,
                moment=moment,
                clock_ms=at_ms,
                taken_ms=chance.randrange(2000, 20_000),
                device="before",
                sequence=0,
                policy=policy,
            )
        )
        state = after
        if state.due_at_ms is not None:
            at_ms = state.due_at_ms
        else:
            at_ms = int(state.due_day or 0) * DAY_MS + 9 * 3_600_000 + chance.randrange(3_600_000)
    return events, state


def live(learner: Learner, days: Sequence[int], until: int, seed: int = 1) -> int:
    """Give each card of the learner's a life; card i is met on study day `days[i]`.

    Returns how many answers there were. The decks must have been read before.
    """
    chance = random.Random(seed)
    database = connect(str(learner.home))
    taken: set[int] = set()
    total = 0
    with transaction(database):
        cards = list(browse.cards(database, EVERYTHING, presence=1))
        for row, day in zip(cards, days, strict=False):
            events, state = life(row.uid, day, until, chance)
            for event in events:
                at_ms = event.reviewed_at_ms
                while at_ms in taken:
                    at_ms += 1
                taken.add(at_ms)
                total += 1
                moved = event._replace(reviewed_at_ms=at_ms, sequence=total)
                revision = log.standing(database, row.id).revision
                log.append(database, row.id, revision, moved, state)
            if events:
                last = state._replace(last_reviewed_ms=at_ms)
                log.keep_state(database, row.id, log.standing(database, row.id).revision, last)
    database.close()
    return total


def deck(cards: int, name: str = "Lived") -> str:
    """Write a deck of so many simple cards."""
    body = "".join(
        f"  - front: What is question {number}?\n    back: Answer {number}.\n"
        for number in range(cards)
    )
    return f"deck: {name}\ncards:\n{body}"
