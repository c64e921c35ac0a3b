"""A week with a new collection: what a learner meets day by day."""

from collections import Counter
from itertools import chain

from flashcards.model import State, StudyDay, Uid
from flashcards.session import (
    Candidate,
    Done,
    Limits,
    NewTopic,
    answered,
    day_queue,
    next_card,
)

MONDAY = StudyDay(20_003)
TOPICS = 3
CARDS = 20
KEY_CONCEPTS = 6


def topic(number: int) -> NewTopic:
    """Make a topic of twenty new cards, each gap of its four two-gap bullets a sibling."""
    cards = [
        Candidate(
            card=(card := 100 * number + place),
            uid=Uid(f"card{card}"),
            note=card - card % 2 if KEY_CONCEPTS <= place < KEY_CONCEPTS + 8 else card,
            topic=number,
            deck=f"Topic {number}",
            state=State.NEW,
            due_day=None,
            due_at_ms=None,
            interval_days=0,
        )
        for place in range(CARDS)
    ]
    return NewTopic(number, cards)


def week() -> list[list[Candidate]]:
    """Learn for seven days and know everything; each card is reviewed one and three days on."""
    fresh = [topic(number) for number in range(1, TOPICS + 1)]
    known: dict[Candidate, int] = {}
    days: list[list[Candidate]] = []
    for day in (StudyDay(MONDAY + offset) for offset in range(7)):
        due = [card for card in known if card.due_day is not None and card.due_day <= day]
        queue = day_queue(
            day=day,
            learning=(),
            reviews=due,
            new=fresh,
            done=Done(),
            limits=Limits(),
            waiting=len(due),
        )
        shown: list[Candidate] = []
        while card := next_card(queue, 0):
            shown.append(card)
            queue = answered(queue, card, State.REVIEW, None)
            interval = 3 * known.pop(card, 0) or 1
            known[
                card._replace(
                    state=State.REVIEW, due_day=StudyDay(day + interval), interval_days=interval
                )
            ] = interval
        met = {card.card for card in shown}
        fresh = [
            NewTopic(number, [card for card in cards if card.card not in met])
            for number, cards in fresh
        ]
        days.append(shown)
    return days


def new_cards(day: list[Candidate]) -> list[Candidate]:
    """Give the cards of a day that were met for the first time."""
    return [card for card in day if card.state is State.NEW]


def test_three_topics_are_met_in_six_days_ten_cards_a_day() -> None:
    """Sixty cards, ten a day, none left out, and the seventh day is for reviews."""
    assert [len(new_cards(day)) for day in week()] == [10] * 6 + [0]
    met = [card.card for card in chain.from_iterable(map(new_cards, week()))]
    assert len(met) == len(set(met)) == TOPICS * CARDS


def test_no_day_brings_more_than_four_new_cards_of_a_topic() -> None:
    """No topic is crammed, to the last day."""
    for day in week():
        assert max(Counter(card.topic for card in new_cards(day)).values(), default=0) <= 4


def test_every_topic_begins_with_its_key_concepts() -> None:
    """The words a topic is told in are met before what is told with them."""
    met = [card.card for card in chain.from_iterable(map(new_cards, week()))]
    for number in range(1, TOPICS + 1):
        own = [card % 100 for card in met if card // 100 == number]
        assert own[:KEY_CONCEPTS] == list(range(KEY_CONCEPTS))


def test_no_day_shows_two_siblings() -> None:
    """The two gaps of a bullet are met on different days, and reviewed so."""
    for day in week():
        notes = [card.note for card in day]
        assert len(notes) == len(set(notes))


def test_new_cards_are_spread_over_the_day() -> None:
    """From the second day on, a new card stands among the first five of every session."""
    for day in week()[1:6]:
        assert State.NEW in {card.state for card in day[:5]}
