"""The day's queue: which cards come today, in which order, and what an answer changes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby, pairwise
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from flashcards.model import State, StudyDay, Uid
from flashcards.session import (
    LEARN_AHEAD_MS,
    Candidate,
    Counts,
    DeckLimit,
    Done,
    Limits,
    NewTopic,
    Queue,
    answered,
    counts,
    day_queue,
    fixed_queue,
    learning_order,
    limited,
    next_card,
    wait_until_ms,
    without,
)

TODAY = StudyDay(20_000)
NOW = 1_728_000_000_000
MINUTE = 60_000
NOTHING_DONE = Done()
NOTE_7_DONE = Done(notes=frozenset({7}))
USUAL_LIMITS = Limits()
ANY_NUMBER_OF_NEW = Limits(new=1000)


def review(number: int, topic: int = 0, *, note: int | None = None, late: int = 0) -> Candidate:
    """Make a card in Review with an interval of 20 days; its note and topic are its own."""
    day = StudyDay(TODAY - late)
    topic, note = topic or number, number if note is None else note
    uid = Uid(f"card{number}")
    return Candidate(number, uid, note, topic, "Deck", State.REVIEW, day, None, 20)


def new(number: int, topic: int = 0, *, note: int | None = None) -> Candidate:
    """Make a card that was never seen."""
    return review(number, topic, note=note)._replace(state=State.NEW, due_day=None, interval_days=0)


def step(number: int, minutes: float, topic: int = 0, *, note: int | None = None) -> Candidate:
    """Make a card whose learning step is over so many minutes from now."""
    return new(number, topic, note=note)._replace(
        state=State.LEARNING, due_at_ms=NOW + round(minutes * MINUTE)
    )


def topics(*cards: Iterable[Candidate]) -> list[NewTopic]:
    """Make a topic of each run of new cards."""
    return [NewTopic(line[0].topic, line) for line in map(list, cards)]


def queue_of(  # noqa: PLR0913 -- the arguments of day_queue
    *,
    learning: Iterable[Candidate] = (),
    reviews: Iterable[Candidate] = (),
    fresh: Iterable[NewTopic] = (),
    done: Done = NOTHING_DONE,
    limits: Limits = USUAL_LIMITS,
    waiting: int = 0,
) -> Queue:
    """Build today's queue; what is not said is empty."""
    return day_queue(
        day=TODAY,
        learning=learning,
        reviews=reviews,
        new=fresh,
        done=done,
        limits=limits,
        waiting=waiting,
    )


def leave(queue: Queue, card: Candidate) -> Queue:
    """Answer so that the card does not come back today."""
    return answered(queue, card, State.REVIEW, None)


def session(queue: Queue, now_ms: int = NOW) -> Iterator[Candidate]:
    """Show card after card, none of which comes back, until there is nothing to show."""
    while card := next_card(queue, now_ms):
        yield card
        queue = leave(queue, card)


def numbers(cards: Iterable[Candidate]) -> list[int]:
    """Give the cards' numbers."""
    return [card.card for card in cards]


def between(cards: Sequence[Candidate]) -> int:
    """Count the cards between two of one topic where they come closest (99: never)."""
    last: dict[int, int] = {}
    closest = 99
    for place, card in enumerate(cards):
        closest = min(closest, place - last.get(card.topic, -100) - 1)
        last[card.topic] = place
    return closest


# -- What comes first


def test_a_ripe_learning_card_comes_before_everything() -> None:
    """A step that is over is shown at once; one that is not waits behind the reviews."""
    queue = queue_of(learning=[step(1, 5), step(2, -1)], reviews=[review(3)])
    assert numbers(session(queue)) == [2, 3, 1]


def test_ripe_learning_cards_come_in_the_order_their_steps_ended() -> None:
    """The step that ended first is shown first, relearning or learning."""
    relearning = step(3, -30)._replace(state=State.RELEARNING)
    queue = queue_of(learning=[step(1, -5), step(2, -20), relearning])
    assert numbers(session(queue)) == [3, 2, 1]


def test_the_most_overdue_reviews_come_first() -> None:
    """Three times the interval late is more urgent than one time, and that than a day."""
    queue = queue_of(reviews=[review(1, late=60), review(2, late=20), review(3, late=1)])
    assert numbers(session(queue)) == [1, 2, 3]


def test_a_day_late_matters_more_to_a_short_interval() -> None:
    """A card of one day that waited two is more urgent than one of twenty that waited ten."""
    short = review(1, late=1)._replace(interval_days=1)
    queue = queue_of(reviews=[review(2, late=10), short])
    assert numbers(session(queue)) == [1, 2]


def test_cards_reviewed_ahead_of_their_day_come_last() -> None:
    """`--ahead` brings what is due anyway before what is not due yet."""
    due = [review(n) for n in range(1, 6)]
    ahead = [review(n, late=-2) for n in range(6, 9)] + [review(9, late=-100)]
    shown = numbers(session(queue_of(reviews=ahead + due)))
    assert set(shown[:5]) == set(numbers(due))


def test_reviews_are_shuffled_but_stay_so_all_day() -> None:
    """A deck's order gives no hint, and leaving and coming back does not deal again."""
    cards = [review(n) for n in range(1, 41)]
    order = numbers(session(queue_of(reviews=cards)))
    assert order != sorted(order)
    assert order == numbers(session(queue_of(reviews=reversed(cards))))


def test_another_day_has_another_order() -> None:
    """Cards that are neighbours today are, but for chance, none tomorrow."""

    def neighbours(day: StudyDay) -> set[frozenset[int]]:
        cards = [review(n)._replace(due_day=day) for n in range(1, 101)]
        queue = day_queue(
            day=day, learning=(), reviews=cards, new=(), done=Done(), limits=Limits(), waiting=100
        )
        return {frozenset(pair) for pair in pairwise(numbers(session(queue)))}

    for day in range(TODAY, TODAY + 10):
        assert len(neighbours(StudyDay(day)) & neighbours(StudyDay(day + 1))) < 15


def test_one_new_card_comes_after_every_four_reviews() -> None:
    """A short session meets new cards as well."""
    reviews = [review(n) for n in range(1, 13)]
    fresh = topics([new(101)], [new(102)], [new(103)])
    kinds = [card.state.name[0] for card in session(queue_of(reviews=reviews, fresh=fresh))]
    assert "".join(kinds) == "RRRRNRRRRNRRRRN"


def test_the_new_cards_left_come_when_the_reviews_are_done() -> None:
    """With one review due, the day's new cards still come."""
    fresh = topics([new(n, topic=1) for n in range(1, 21)])
    shown = list(session(queue_of(reviews=[review(50)], fresh=fresh, waiting=1)))
    assert [card.state for card in shown] == [State.REVIEW] + [State.NEW] * 10


def test_sessions_of_three_reviews_meet_new_cards_too() -> None:
    """The four reviews before a new card may lie in two sessions."""
    queue = queue_of(
        reviews=[review(n) for n in range(4, 20)],
        fresh=topics([new(101)]),
        done=Done(reviews=3),
    )
    assert [card.state for card in session(queue)][:2] == [State.REVIEW, State.NEW]


# -- Learning within the session


def test_again_on_a_new_card_brings_it_back_in_the_session() -> None:
    """Case 29: a failed new card is asked again, the minute its step takes put in between."""
    queue = queue_of(fresh=topics([new(1), new(2)]))
    first = next_card(queue, NOW)
    assert first is not None
    queue = answered(queue, first, State.LEARNING, NOW + MINUTE)
    second = next_card(queue, NOW + MINUTE // 2)
    assert second is not None
    assert second.card != first.card
    again = next_card(queue, NOW + MINUTE)
    assert again is not None
    assert (again.card, again.state) == (first.card, State.LEARNING)


def test_a_learning_card_is_shown_early_only_when_nothing_else_is_left() -> None:
    """With learning cards alone, those due within twenty minutes do not keep one waiting."""
    queue = queue_of(learning=[step(1, 19)], reviews=[review(2)])
    assert numbers(session(queue)) == [2, 1]


def test_the_session_ends_saying_when_the_next_step_is_over() -> None:
    """A step of half an hour is not waited for, and the learner hears when to come back."""
    queue = queue_of(learning=[step(1, 90), step(2, 30)])
    assert next_card(queue, NOW) is None
    assert wait_until_ms(queue) == NOW + 30 * MINUTE
    shown = next_card(queue, NOW + 30 * MINUTE - LEARN_AHEAD_MS)
    assert shown is not None
    assert shown.card == 2


def test_an_empty_day_is_over() -> None:
    """Nothing to show and nothing to wait for."""
    assert next_card(queue_of(), NOW) is None
    assert wait_until_ms(queue_of()) is None


def test_the_card_just_answered_is_not_asked_again_at_once() -> None:
    """Of two learning cards shown early the other one comes, even if its step ends later."""
    queue = queue_of(learning=[step(1, 0, topic=7), step(2, 9, topic=7)])
    first = next_card(queue, NOW)
    assert first is not None
    queue = answered(queue, first, State.LEARNING, NOW + MINUTE)
    assert numbers([card for card in [next_card(queue, NOW)] if card]) == [2]


def test_the_same_card_comes_back_when_it_is_the_only_one() -> None:
    """The last card in learning is asked until it is known."""
    queue = answered(queue_of(learning=[step(1, 0)]), step(1, 0), State.LEARNING, NOW + MINUTE)
    assert numbers([card for card in [next_card(queue, NOW)] if card]) == [1]


def test_a_step_past_the_rollover_comes_first_the_next_day() -> None:
    """A card learnt at 03:55 with ten minutes to go heads the reviews, whatever the limit."""
    waiting = step(1, 0)._replace(due_at_ms=None, due_day=TODAY)
    overdue = [review(n, late=90) for n in range(2, 9)]
    assert numbers(session(queue_of(learning=[waiting], reviews=overdue)))[0] == 1
    queue = queue_of(learning=[waiting], reviews=overdue, limits=Limits(reviews=0))
    assert numbers(session(queue)) == [1]
    assert counts(queue, NOW) == {"Deck": Counts(learning=1)}


def test_a_step_left_over_from_yesterday_comes_at_once() -> None:
    """A session broken off in the evening: its learning cards open the next one."""
    queue = queue_of(learning=[step(1, -600)], reviews=[review(2)])
    assert numbers(session(queue)) == [1, 2]


# -- Limits


def test_the_limits_of_a_day_hold() -> None:
    """Ten new cards and a hundred reviews, whatever else there is."""
    fresh = topics(*([new(1000 * t + n, topic=t) for n in range(30)] for t in range(1, 9)))
    queue = queue_of(reviews=[review(n) for n in range(1, 101)], fresh=fresh, waiting=100)
    kinds = Counter(card.state for card in session(queue))
    assert kinds == {State.NEW: 10, State.REVIEW: 100}


def test_a_restart_does_not_start_the_limits_afresh() -> None:
    """Case 27: what was done today counts, so after ten new cards there is none left."""
    fresh = topics([new(n, topic=1) for n in range(1, 31)])
    reviews = [review(n) for n in range(100, 140)]
    done = Done(new=10, reviews=80, new_by_topic={1: 10})
    queue = queue_of(reviews=reviews, fresh=fresh, done=done)
    assert Counter(card.state for card in session(queue)) == {State.REVIEW: 20}


def test_a_lowered_limit_ends_the_day() -> None:
    """More done than the limit now allows leaves nothing, and is no fault."""
    done = Done(new=15, reviews=120)
    queue = queue_of(reviews=[review(1)], fresh=topics([new(2)]), done=done)
    assert next_card(queue, NOW) is None


def test_no_new_cards_while_more_reviews_wait_than_a_day_takes() -> None:
    """Who is behind catches up first; with a hundred waiting new cards come."""
    fresh = topics([new(1)])
    assert not queue_of(fresh=fresh, waiting=101).new
    assert queue_of(fresh=fresh, waiting=100).new
    assert not queue_of(fresh=fresh, waiting=100, done=Done(reviews=1)).new


def test_siblings_leave_before_the_limit_counts() -> None:
    """Case 28: three notes of three cards and a limit of three give three cards, not one."""
    cards = [review(n, note=n // 3) for n in range(3, 12)]
    queue = queue_of(reviews=cards, limits=Limits(reviews=3))
    assert sorted(card.note for card in session(queue)) == [1, 2, 3]


def test_siblings_leave_before_the_new_limit_counts() -> None:
    """The gaps of one bullet take one place of the day's new cards."""
    fresh = topics([new(n, topic=1, note=n // 4) for n in range(4, 84)])
    shown = list(session(queue_of(fresh=fresh)))
    assert len({card.note for card in shown}) == len(shown) == 10


def test_only_as_much_is_read_as_is_needed() -> None:
    """A backlog of a hundred thousand reviews, or as many new topics, is not read for a day."""
    read = Counter[str]()

    def reading(kind: str, cards: Iterable[int]) -> Iterator[int]:
        for number in cards:
            read[kind] += 1
            yield number

    queue = queue_of(
        reviews=(review(n) for n in reading("reviews", count(1))),
        fresh=(
            NewTopic(t, [new(1000 * t + n, topic=t) for n in range(20)])
            for t in reading("topics", count(1))
        ),
    )
    assert (len(queue.reviews), len(queue.new)) == (100, 10)
    assert read == {"reviews": 100, "topics": 3}


# -- Siblings


def test_a_sibling_waits_while_its_card_is_in_learning() -> None:
    """Forward and reverse of one entry do not meet on one day."""
    queue = queue_of(
        learning=[step(1, 5, note=7)],
        reviews=[review(2, note=7), review(3)],
        fresh=topics([new(4, note=7), new(5)]),
    )
    assert sorted(numbers(session(queue))) == [1, 3, 5]


def test_a_sibling_of_a_card_answered_today_waits() -> None:
    """Case 25: it waits for tomorrow, still new, by itself: nothing was written."""
    fresh = topics([new(1, note=7), new(2)])
    assert numbers(session(queue_of(fresh=fresh, done=NOTE_7_DONE))) == [2]
    assert numbers(session(queue_of(fresh=fresh))) == [1, 2]


def test_the_review_goes_before_its_new_sibling() -> None:
    """Of a card to keep and a card to begin, the one to keep comes."""
    queue = queue_of(reviews=[review(1, note=7)], fresh=topics([new(2, note=7), new(3)]))
    assert sorted(numbers(session(queue))) == [1, 3]


def test_siblings_in_learning_both_come() -> None:
    """What is being learnt is not put off: a learning card has no siblings to wait for."""
    queue = queue_of(learning=[step(1, 0, note=7), step(2, 1, note=7)], done=NOTE_7_DONE)
    assert numbers(session(queue)) == [1, 2]


# -- New cards by topics


def test_three_topics_are_open_at_once_and_take_turns() -> None:
    """Ten new cards of five topics: four, three and three of the first three."""
    fresh = topics(*([new(100 * t + n, topic=t) for n in range(20)] for t in range(1, 6)))
    shown = list(session(queue_of(fresh=fresh)))
    assert [card.topic for card in shown] == [1, 2, 3, 1, 2, 3, 1, 2, 3, 1]


def test_within_a_topic_new_cards_keep_their_order() -> None:
    """Key concepts are met before follow-ups, whatever stands between."""
    fresh = topics(*([new(100 * t + n, topic=t) for n in range(20)] for t in range(1, 4)))
    shown = list(session(queue_of(reviews=map(review, range(1, 30)), fresh=fresh)))
    for topic in (1, 2, 3):
        own = [card.card for card in shown if card.state is State.NEW and card.topic == topic]
        assert own == sorted(own)


def test_the_next_topic_opens_when_one_has_two_new_cards_left() -> None:
    """Finishing a topic makes room; until then a fourth stays closed."""
    sizes = {1: 4, 2: 20, 3: 20, 4: 20}
    fresh = topics(*([new(100 * t + n, topic=t) for n in range(m)] for t, m in sizes.items()))
    turns = [card.topic for card in queue_of(fresh=fresh, limits=ANY_NUMBER_OF_NEW).new]
    assert turns[:8] == [1, 2, 3, 2, 3, 1, 4, 4]


def test_no_topic_gets_a_fifth_card_before_the_others_had_four() -> None:
    """What was met earlier today counts when turns are taken after a restart."""
    fresh = topics(*([new(100 * t + n, topic=t) for n in range(20)] for t in (1, 2, 3)))
    done = Done(new=6, new_by_topic={1: 4, 2: 1, 3: 1})
    turns = Counter(card.topic for card in queue_of(fresh=fresh, done=done).new)
    assert turns == {2: 2, 3: 2}


def test_a_single_topic_fills_the_day_alone() -> None:
    """Who learns one deck gets the ten new cards of the day from it."""
    assert len(queue_of(fresh=topics([new(n, topic=1) for n in range(50)])).new) == 10


def test_twenty_new_cards_are_twenty() -> None:
    """A raised limit is reached with three topics open, evenly."""
    fresh = topics(*([new(100 * t + n, topic=t) for n in range(30)] for t in range(1, 6)))
    turns = Counter(card.topic for card in queue_of(fresh=fresh, limits=Limits(new=20)).new)
    assert sorted(turns.values()) == [6, 7, 7]


def test_a_topic_whose_siblings_wait_does_not_keep_the_next_one_closed() -> None:
    """A bullet of twelve gaps has one card to give today; the day is full all the same."""
    blocked = [[new(100 * t + n, topic=t, note=t) for n in range(12)] for t in (1, 2, 3)]
    plain = [new(900 + n, topic=9) for n in range(20)]
    assert len(queue_of(fresh=topics(*blocked, plain)).new) == 10


# -- Topics kept apart


def test_cards_of_one_topic_do_not_come_in_a_row() -> None:
    """Five topics of twenty reviews each, one after the other in the decks: well mixed."""
    cards = [review(n, topic=1 + n // 20) for n in range(100)]
    assert between(list(session(queue_of(reviews=cards)))) == 3


def test_a_topic_with_half_the_cards_is_spread_evenly() -> None:
    """Where three cards between are not possible, one is."""
    cards = [review(n, topic=1 if n % 2 else 100 + n) for n in range(40)]
    assert between(list(session(queue_of(reviews=cards)))) == 1


@pytest.mark.parametrize(
    ("waiting", "shown"),
    [
        ([1, 2, 2], [2, 1, 2]),
        ([1, 1, 1, 2], [1, 2, 1, 1]),
        ([1, 2, 2, 2], [1, 2, 2, 2]),
    ],
)
def test_few_cards_are_kept_apart_as_far_as_they_go(waiting: list[int], shown: list[int]) -> None:
    """With little left to put between the cards of a topic, it goes there where it helps first."""
    queue = Queue(reviews=tuple(review(n, topic) for n, topic in enumerate(waiting, start=1)))
    assert [card.topic for card in session(queue)] == shown


def test_a_large_topic_does_not_pile_up_at_the_end() -> None:
    """Most cards of one simple deck, some of others: the others are not used up early."""
    cards = [review(n, topic=1 if n % 3 else 100 + n) for n in range(60)]
    shown = [card.topic for card in session(queue_of(reviews=cards))]
    assert max(len(list(run)) for _, run in groupby(shown)) < 10


def test_a_new_card_waits_while_its_topic_was_just_reviewed() -> None:
    """The new card of the topic on screen lets a few reviews of other topics go first."""
    fresh = topics([new(1, topic=4)])
    reviews = [review(n) for n in range(11, 20)]
    queue = queue_of(reviews=reviews, fresh=fresh)._replace(
        shown=(review(2), review(3), review(5, topic=4)), since_new=4
    )
    places = [card.card for card in session(queue)]
    assert places.index(1) == 3


def test_a_ripe_learning_card_is_not_held_back_for_its_topic() -> None:
    """Learning steps keep their time, topic or not."""
    queue = leave(queue_of(learning=[step(1, 0, topic=5)]), review(2, topic=5))
    assert numbers(session(queue)) == [1]


# -- Fixed order, counts, limits of a session


def test_chosen_cards_come_in_the_order_given_siblings_and_all() -> None:
    """`--weakest` and `--cram`: the order asked for, and every card of it."""
    cards = [review(3, topic=1, note=1), new(1, topic=1, note=1), step(2, 500, topic=1, note=1)]
    queue = fixed_queue([*cards, review(4)])
    assert numbers(session(queue)) == [3, 1, 2, 4]
    assert counts(queue, NOW) == {"Deck": Counts(new=1, learning=1, review=2)}


def test_again_while_cramming_brings_the_card_back() -> None:
    """A chosen card that was not known comes again after its minute."""
    queue = fixed_queue([review(1), review(2), review(3)])
    queue = answered(queue, review(1), State.RELEARNING, NOW + MINUTE)
    assert numbers(session(queue, NOW + MINUTE)) == [1, 2, 3]


def test_counts_are_given_by_deck_with_what_is_due_soon() -> None:
    """Learning counts when due within twenty minutes; a deck with nothing is left out."""
    other = review(4)._replace(deck="Other")
    queue = queue_of(
        learning=[step(1, 20), step(2, 21)], reviews=[review(3), other], fresh=topics([new(5)])
    )
    assert counts(queue, NOW) == {"Deck": Counts(1, 1, 1), "Other": Counts(0, 0, 1)}


def test_a_session_of_five_cards_has_five_however_often_they_come() -> None:
    """`--limit 5`: the first five, new ones among them, and their steps."""
    fresh = topics([new(101)])
    queue = limited(queue_of(reviews=map(review, range(1, 30)), fresh=fresh), 5, NOW)
    shown = list(session(queue))
    assert Counter(card.state for card in shown) == {State.REVIEW: 4, State.NEW: 1}
    again = answered(queue, shown[0], State.RELEARNING, NOW + MINUTE)
    assert sorted(numbers(session(again))) == sorted(numbers(shown))


def test_a_session_limit_beyond_the_queue_changes_nothing() -> None:
    """With three cards left, a limit of ten leaves them all, and the step to wait for."""
    queue = queue_of(learning=[step(1, 90)], reviews=[review(2), review(3)])
    assert limited(queue, 10, NOW) == queue
    assert next_card(limited(queue, 0, NOW), NOW) is None


# -- The limits of single decks


def _of_decks(*limits: DeckLimit, by_deck: Sequence[str], are_new: bool) -> list[int]:
    """Give the cards that come of one in each of `by_deck` under limits of single decks."""
    make = new if are_new else review
    cards = [make(n, n)._replace(deck=deck) for n, deck in enumerate(by_deck, start=1)]
    queue = day_queue(
        day=TODAY,
        learning=(),
        reviews=() if are_new else cards,
        new=topics(*([card] for card in cards)) if are_new else (),
        done=NOTHING_DONE,
        limits=Limits(new=100, open_topics=100),
        waiting=0,
        deck_limits=limits,
    )
    return sorted(cards_of(queue))


@pytest.mark.parametrize("are_new", [True, False])
def test_a_deck_has_a_limit_of_its_own(*, are_new: bool) -> None:
    """It holds for the deck and those below it, and for no deck that merely begins alike."""
    left = DeckLimit("ML", new=2, reviews=2)
    by_deck = ["ML", "ML::Loss", "ML::Loss", "MLOps", "Other"]
    assert _of_decks(left, by_deck=by_deck, are_new=are_new) == [1, 2, 4, 5]
    assert _of_decks(left._replace(deck="ML::Loss"), by_deck=by_deck, are_new=are_new) == [
        1,
        2,
        3,
        4,
        5,
    ]
    none = DeckLimit("ML", new=0, reviews=0)
    assert _of_decks(none, by_deck=by_deck, are_new=are_new) == [4, 5]


def test_a_card_needs_room_in_each_deck_it_lies_in() -> None:
    """The deck above may be full while the one below has room, and the other way round."""
    limits = (DeckLimit("ML", reviews=3), DeckLimit("ML::Loss", reviews=1))
    by_deck = ["ML::Loss", "ML::Loss", "ML", "ML", "ML"]
    assert _of_decks(*limits, by_deck=by_deck, are_new=False) == [1, 3, 4]


def test_a_limit_of_new_cards_is_none_of_reviews() -> None:
    """What a deck does not limit is not limited."""
    assert _of_decks(DeckLimit("ML", new=0), by_deck=["ML"], are_new=False) == [1]


# -- The order in which new cards will be learnt


def test_new_cards_are_learnt_by_days_their_topics_by_turns() -> None:
    """Two a day: the topics take turns, and a sibling comes a day after its card."""
    a = [new(1, 1, note=1), new(2, 1, note=1), new(3, 1)]
    b = [new(4, 2), new(5, 2)]
    order = numbers(learning_order(topics(a, b), Limits(new=2)))
    assert order == [1, 4, 2, 5, 3]


def test_a_topic_alone_is_learnt_in_its_order_siblings_apart() -> None:
    """Without siblings it is the order of the file; a sibling waits for the next day."""
    alone = [new(n, 1) for n in range(1, 6)]
    assert numbers(learning_order(topics(alone), Limits(new=2))) == [1, 2, 3, 4, 5]
    siblings = [new(1, 1, note=1), new(2, 1, note=1), new(3, 1), new(4, 1)]
    assert numbers(learning_order(topics(siblings), Limits(new=2))) == [1, 3, 2, 4]


def test_all_new_cards_have_a_place_where_none_a_day_are_learnt() -> None:
    """With a limit of no new cards a day the order is that of one a day."""
    order = learning_order(topics([new(1, 1), new(2, 1)], [new(3, 2)]), Limits(new=0))
    assert sorted(numbers(order)) == [1, 2, 3]


# -- What was done of the day before


@pytest.mark.parametrize(
    ("reviews", "news", "until_new"), [(0, 0, 4), (3, 0, 1), (6, 1, 2), (4, 2, 4)]
)
def test_new_cards_go_on_in_turn_after_a_break(reviews: int, news: int, until_new: int) -> None:
    """A new card comes after every fourth review of the day, whoever many sittings it has."""
    queue = queue_of(
        reviews=[review(n) for n in range(1, 9)],
        fresh=topics([new(20, 20)]),
        done=Done(new=news, reviews=reviews),
    )
    assert [card.state is State.NEW for card in session(queue)].index(True) == until_new


def test_a_session_limit_counts_learning_and_new_cards_too() -> None:
    """Of three kinds of cards the first ones stay, and no other."""
    queue = queue_of(
        learning=[step(1, -1), step(2, 90)], reviews=[review(3)], fresh=topics([new(4), new(5)])
    )
    assert numbers(session(limited(queue, 3, NOW))) == [1, 3, 4]
    kept = limited(queue, 3, NOW)
    assert (numbers(kept.learning), numbers(kept.reviews), numbers(kept.new)) == ([1], [3], [4])


def test_the_card_that_loses_most_by_waiting_comes_first() -> None:
    """In a backlog recall lost decides: twice the loss is a band, halves of it are none."""
    queue = queue_of(
        reviews=[review(1)._replace(recall_lost=0.01), review(2)._replace(recall_lost=0.09)]
    )
    assert numbers(queue.reviews) == [2, 1]


def test_a_suspended_card_does_not_come_back() -> None:
    """Suspended in a learning step or before it was shown, the card is out of the queue."""
    queue = queue_of(learning=[step(1, 0)], reviews=[review(2)], fresh=topics([new(3)]))
    for card in (step(1, 0), review(2), new(3)):
        queue = without(queue, card)
    assert next_card(queue, NOW) is None
    assert without(queue, review(99)) == queue


# -- Laws


class Collection(NamedTuple):
    """Cards as a store would hand them out, and what was done today."""

    learning: tuple[Candidate, ...]
    reviews: tuple[Candidate, ...]
    new: tuple[Candidate, ...]
    done: Done = NOTHING_DONE

    def queue(self, limits: Limits) -> Queue:
        """Build the queue: topics already begun first, both kinds in the order of topics."""
        by_topic = groupby(sorted(self.new, key=lambda card: card.topic), lambda card: card.topic)
        return queue_of(
            learning=self.learning,
            reviews=self.reviews,
            fresh=[NewTopic(topic, tuple(cards)) for topic, cards in by_topic],
            done=self.done,
            limits=limits,
            waiting=len(self.reviews),
        )

    def after(self, card: Candidate, due_at_ms: int | None) -> "Collection":
        """Log an answer."""
        was_new, was_review = card.state is State.NEW, card.state is State.REVIEW
        by_topic = Counter(self.done.new_by_topic)
        by_topic[card.topic] += was_new
        back = (card._replace(state=State.LEARNING, due_at_ms=due_at_ms),) if due_at_ms else ()

        def others(cards: Sequence[Candidate]) -> tuple[Candidate, ...]:
            return tuple(each for each in cards if each.card != card.card)

        return Collection(
            learning=others(self.learning) + back,
            reviews=others(self.reviews),
            new=others(self.new),
            done=Done(
                new=self.done.new + was_new,
                reviews=self.done.reviews + was_review,
                new_by_topic=by_topic,
                notes=self.done.notes | {card.note},
            ),
        )


@st.composite
def collections(draw: st.DrawFn) -> Collection:
    """Draw up to forty cards in a few topics, with siblings, in any state."""
    card_count = draw(st.integers(0, 40))
    learning, reviews, fresh = list[Candidate](), list[Candidate](), list[Candidate]()
    for number in range(1, card_count + 1):
        topic = draw(st.integers(1, 6))
        note = 10 * topic + draw(st.integers(0, 9))
        kind = draw(st.sampled_from(["step", "past rollover", "review", "review", "new", "new"]))
        if kind == "step":
            learning.append(step(number, draw(st.integers(-30, 60)), topic, note=note))
        elif kind == "past rollover":
            timed = step(number, 0, topic, note=note)
            learning.append(timed._replace(due_at_ms=None, due_day=TODAY))
        elif kind == "review":
            reviews.append(review(number, topic, note=note, late=draw(st.integers(0, 90))))
        else:
            fresh.append(new(number, topic, note=note))
    reviews.sort(key=lambda card: card.due_day or 0)
    return Collection(tuple(learning), tuple(reviews), tuple(fresh))


LIMITS = st.builds(
    Limits, new=st.integers(0, 12), reviews=st.integers(0, 30), open_topics=st.integers(1, 4)
)
ANSWERS = st.lists(st.sampled_from(["good", "again", "suspend"]), max_size=60)


def cards_of(queue: Queue) -> list[int]:
    """Give the numbers of all cards of the queue."""
    return sorted(numbers([*queue.learning, *queue.reviews, *queue.new]))


@given(collections(), LIMITS, ANSWERS)
def test_no_card_is_lost_or_doubled_and_undo_is_the_old_queue(
    collection: Collection, limits: Limits, answers: list[str]
) -> None:
    """Whatever is answered, each card is in the queue once or has left it for good."""
    queue = collection.queue(limits)
    before: list[tuple[Queue, list[int]]] = []
    expected = set(cards_of(queue))
    now = NOW
    for answer in answers:
        now += MINUTE // 2
        card = next_card(queue, now)
        if card is None:
            break
        before.append((queue, cards_of(queue)))
        if answer == "again":
            queue = answered(queue, card, State.LEARNING, now + MINUTE)
        else:
            queue = leave(queue, card) if answer == "good" else without(queue, card)
            expected.remove(card.card)
        assert cards_of(queue) == sorted(expected)
    assert all(cards_of(old) == cards for old, cards in before)


@given(collections(), LIMITS)
def test_a_day_keeps_its_limits_and_shows_one_card_of_each_note(
    collection: Collection, limits: Limits
) -> None:
    """Never more than the limits, never two siblings in New and Review, never a wrong kind."""
    queue = collection.queue(limits)
    assert len(queue.new) <= limits.new
    assert sum(card.state is State.REVIEW for card in queue.reviews) <= limits.reviews
    learning = {card.card for card in collection.learning}
    assert learning <= set(cards_of(queue))
    lines = [card for card in (*queue.reviews, *queue.new) if card.card not in learning]
    notes = [card.note for card in lines]
    assert len(notes) == len(set(notes))
    assert not set(notes) & {card.note for card in collection.learning}


@given(collections(), LIMITS)
def test_a_session_comes_to_its_end(collection: Collection, limits: Limits) -> None:
    """Everything in the queue is shown, once its time has come."""
    queue = collection.queue(limits)
    assert sorted(numbers(session(queue, NOW + 60 * MINUTE))) == cards_of(queue)


@given(collections(), LIMITS, st.lists(st.booleans(), max_size=40))
def test_leaving_and_coming_back_goes_on_where_one_was(
    collection: Collection, limits: Limits, known: list[bool]
) -> None:
    """A queue built anew from the log holds the same cards, the reviews in the same order."""
    queue = collection.queue(limits)
    for good in known:
        card = next_card(queue, NOW)
        if card is None:
            break
        due_at_ms = None if good else NOW + MINUTE
        queue = answered(queue, card, State.LEARNING, due_at_ms)
        collection = collection.after(card, due_at_ms)
    again = collection.queue(limits)
    assert again.learning == queue.learning
    assert again.reviews == queue.reviews
    assert set(again.new) == set(queue.new)


@given(st.lists(st.integers(1, 6), min_size=30, max_size=60), st.lists(st.integers(1, 6)))
def test_a_new_card_never_waits_for_long(of_reviews: list[int], of_new: list[int]) -> None:
    """However few the topics, a new card comes after four reviews, at most three more for rest."""
    reviews = tuple(review(number, topic) for number, topic in enumerate(of_reviews))
    fresh = tuple(new(100 + number, topic) for number, topic in enumerate(of_new))
    shown = [card.state for card in session(Queue(reviews=reviews, new=fresh))]
    until_last_new = "".join(state.name[0] for state in shown).rpartition("N")[0]
    assert max(map(len, until_last_new.split("N"))) <= 7


@given(st.lists(st.integers(1, 9), min_size=1, max_size=100))
def test_topics_are_three_cards_apart_where_that_is_possible(by_card: list[int]) -> None:
    """Whenever an order with three cards between exists, the queue finds one."""
    sizes = Counter(by_card).values()
    most = max(sizes)
    fullest = sum(size == most for size in sizes)
    assume((most - 1) * 4 + fullest <= len(by_card))
    cards = [review(number, topic) for number, topic in enumerate(by_card)]
    assert between(list(session(queue_of(reviews=cards)))) >= 3


@pytest.mark.parametrize("limit", [5, 10, 20])
@given(sizes=st.lists(st.integers(3, 30), min_size=1, max_size=6))
def test_new_cards_fill_the_limit_whenever_there_are_enough(limit: int, sizes: list[int]) -> None:
    """Taking turns never leaves places of the day empty."""
    fresh = topics(*([new(100 * t + n, t) for n in range(m)] for t, m in enumerate(sizes, 1)))
    queue = queue_of(fresh=fresh, limits=Limits(new=limit))
    assert len(queue.new) == min(limit, sum(sizes))
