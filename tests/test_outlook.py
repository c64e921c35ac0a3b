"""What waits, what comes next and why nothing does, on real decks and a real collection."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Learner

from flashcards.collection import opening
from flashcards.collection.opening import Collection
from flashcards.memory.days import study_day
from flashcards.model import Moment, StudyDay
from flashcards.paths import Place
from flashcards.store import browse, keep, log, queue
from flashcards.store.scope import EVERYTHING

NOW = Moment(20_000 * 86_400_000 + 12 * 3_600_000, 0)
TODAY = study_day(NOW, 4)


def _topic(question: str, follow_ups: int) -> str:
    items = "".join(
        f"      - question: {question} {number}, and then?\n        short: Answer {number}.\n"
        for number in range(follow_ups)
    )
    return f"  - question: {question}\n    title: {question}\n    follow_ups:\n{items}"


def _file(order: int, *topics: str) -> str:
    return f"deck: Deck {order}\norder: {order}\ntopics:\n" + "".join(
        _topic(topic, 5) for topic in topics
    )


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    """Open a collection of three files that are to be met in another order than their names'."""
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "a.yaml").write_text(_file(3, "Epsilon"), encoding="utf-8")
    (decks / "b.yaml").write_text(_file(1, "Zeta", "Alpha"), encoding="utf-8")
    (decks / "c.yaml").write_text(_file(2, "Gamma", "Beta"), encoding="utf-8")
    with opening.opened(Place(str(tmp_path / "home"), decks=(str(decks),)), NOW) as opened:
        yield opened


def _titles(collection: Collection) -> list[str]:
    """Give the titles of the topics with new cards, in the order they are opened."""
    topics = queue.new_topics(collection.database, TODAY, EVERYTHING, most=9)
    firsts = [topic.cards[0].card for topic in topics]
    return [browse.card(collection.database, card).topic_title for card in firsts]


def _card(collection: Collection, front: str) -> int:
    cards = browse.cards(collection.database, EVERYTHING, presence=1)
    return next(card.id for card in cards if card.front == front)


def _put_in_review(collection: Collection, card: int, due: int) -> None:
    """Let a card stand in Review, due on study day `due`."""
    before = log.standing(collection.database, card)
    state = before.state._replace(state=2, due_day=StudyDay(due), interval_days=9)  # type: ignore[arg-type] # as SQLite gives it
    log.keep_state(collection.database, card, before.revision, state)


def test_files_come_by_their_order_and_topics_as_they_stand(collection: Collection) -> None:
    """New topics open file by file, by `order`, and within one from top to bottom."""
    assert _titles(collection) == ["Zeta", "Alpha", "Gamma", "Beta", "Epsilon"]


def test_a_topic_once_learnt_is_passed_over(collection: Collection) -> None:
    """A topic with no new card left does not come, nor does one all of whose cards are put away."""
    for number in range(5):
        _put_in_review(collection, _card(collection, f"Zeta {number}, and then?"), TODAY + 3)
        keep.suspend(
            collection.database, _card(collection, f"Gamma {number}, and then?"), suspended=True
        )
    assert _titles(collection) == ["Alpha", "Beta", "Epsilon"]


def test_a_topic_begun_is_gone_on_with_and_comes_once(learner: Learner) -> None:
    """What was begun yesterday is opened first today, though it stands last in the decks."""
    learner.write(_file(1, "One", "Two", "Three", "Four"))
    assert learner.answer("4", "Four 2, and then?").rated
    learner.at("2026-12-01T09:00:00+00:00")
    learner.answer("444")
    met = {card["topic"] for card in learner.cards() if card["reps"]}
    assert met == {"one", "two", "four"}
    with opening.opened(Place(str(learner.home), decks=(str(learner.decks),)), NOW) as opened:
        assert sorted(_titles(opened)) == ["Four", "One", "Three", "Two"]
        assert _titles(opened)[-1] == "Three"


def test_the_next_day_is_the_first_on_which_a_card_comes(collection: Collection) -> None:
    """Of the cards due later the earliest counts; suspended ones do not come."""
    _put_in_review(collection, _card(collection, "Zeta 0, and then?"), TODAY + 9)
    _put_in_review(collection, _card(collection, "Zeta 1, and then?"), TODAY + 4)
    sooner = _card(collection, "Zeta 2, and then?")
    _put_in_review(collection, sooner, TODAY + 2)
    keep.suspend(collection.database, sooner, suspended=True)
    assert queue.next_day(collection.database, TODAY, EVERYTHING) == TODAY + 4


@pytest.mark.parametrize(
    ("due", "buried_until", "comes"),
    [(-3, 1, 1), (-3, 5, 5), (2, 5, 5), (6, 5, 6), (2, -1, 2)],
)
def test_a_buried_card_comes_when_both_are_over(
    collection: Collection, due: int, buried_until: int, comes: int
) -> None:
    """A buried card comes on its due day, or after its burial where that lasts longer."""
    card = _card(collection, "Zeta 0, and then?")
    _put_in_review(collection, card, TODAY + due)
    keep.bury(collection.database, card, StudyDay(TODAY + buried_until))
    assert queue.next_day(collection.database, TODAY, EVERYTHING) == TODAY + comes


def test_nothing_comes_when_nothing_was_learnt(collection: Collection) -> None:
    """Without a card in Review or a step there is no next day; new cards are another matter."""
    assert queue.next_day(collection.database, TODAY, EVERYTHING) is None
    assert queue.leaves_some(collection.database, TODAY, EVERYTHING)


def test_due_says_that_all_is_suspended(learner: Learner) -> None:
    """When every card is suspended that is the reason, and how to let one come."""
    learner.write("deck: D\ncards:\n  - {front: a, back: b}\n  - {front: c, back: d}\n")
    learner.run("suspend", *(card["id"] for card in learner.cards()))
    reason = learner.run("due", "--json").json["reason"]
    assert reason.startswith("All 2 cards are suspended.")


def test_due_says_that_the_rest_is_buried(learner: Learner) -> None:
    """When what could come is buried, `due` says how much, and that it comes tomorrow."""
    learner.write("deck: D\ncards:\n  - {front: a, back: b}\n  - {front: c, back: d}\n")
    learner.answer("44")
    learner.at("2027-03-01T09:00:00+00:00")
    learner.run("bury", *(card["id"] for card in learner.cards()))
    found = learner.run("due", "--json").json
    assert found["reason"].startswith("2 cards are buried until tomorrow.")
    assert found["next_due_at"] == "2027-03-02T04:00:00+00:00"


def test_a_run_on_one_file_knows_only_its_cards(learner: Learner) -> None:
    """With one of two files named, counts, lists, selections and reviews are about that one."""
    one = learner.write(_file(1, "One"), "one.yaml")
    learner.write(_file(2, "Two", "Three"), "two.yaml")
    assert len(learner.cards("then")) == 15
    place = ("--home", str(learner.home), "--decks", str(one))
    assert len(learner.run_bare(*place, "cards", "--json", "then").json["cards"]) == 5
    assert len(learner.run_bare(*place, "cards", "--json").json["cards"]) == 5
    assert learner.run_bare(*place, "due", "--json").json["total"]["new"] == 5
