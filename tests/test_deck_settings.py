"""Settings of single decks: in force at once, for the decks below too, told with their origin."""

from collections import Counter

import lives
import pytest
from conftest import Learner

from flashcards.collection import opening
from flashcards.model import Moment, StudyDay
from flashcards.paths import Place
from flashcards.settings import Settings, for_deck, lineage
from flashcards.store import queue
from flashcards.store.scope import EVERYTHING

GOOD_DAYS = 86_400


@pytest.fixture
def learner_of_two(learner: Learner) -> Learner:
    """Give a learner of three decks, one of them below another."""
    learner.write(lives.deck(8, "Systems"), "a.yaml")
    learner.write(lives.deck(8, "Systems::Caching").replace("question", "caching"), "b.yaml")
    learner.write(lives.deck(8, "Maths").replace("question", "maths"), "c.yaml")
    learner.run("due")
    return learner


def _met(learner: Learner) -> Counter[str]:
    return Counter(card["deck"] for card in learner.cards() if card["reps"])


def test_a_deck_has_what_is_nearest_to_it() -> None:
    """Its own setting over that of the deck above, that over the collection's."""
    of_decks = {"A": {"new_per_day": "3", "desired_retention": "0.8"}, "A::B": {"new_per_day": "2"}}
    base = Settings()
    assert for_deck(base, of_decks, "C") == base
    assert for_deck(base, of_decks, "A").new_per_day == 3
    nearest = for_deck(base, of_decks, "A::B::C")
    assert (nearest.new_per_day, nearest.desired_retention) == (2, 0.8)
    assert for_deck(base, of_decks, "AB") == base
    assert lineage("A::B::C") == ("A", "A::B", "A::B::C")


def test_a_retention_of_its_own_holds_at_once(learner_of_two: Learner) -> None:
    """Case 30: the four outcomes of the deck's cards change with the very next command."""
    learner = learner_of_two
    systems, caching, maths = (
        next(card["id"] for card in learner.cards() if card["deck"] == deck)
        for deck in ("Systems", "Systems::Caching", "Maths")
    )

    def easy(card: str) -> int:
        seconds: int = learner.run("show", "--json", card).json["outcomes"]["easy"][
            "interval_seconds"
        ]
        return seconds

    before = [easy(card) for card in (systems, caching, maths)]
    learner.run("config", "--deck", "Systems", "desired_retention", "0.8")
    after = [easy(card) for card in (systems, caching, maths)]
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert after[2] == before[2]
    assert learner.answer("4", systems).rated == [[systems, "4", f"{after[0] // GOOD_DAYS}d"]]


def test_reschedule_follows_a_decks_retention(learner_of_two: Learner) -> None:
    """Only the cards of the deck move when its retention changes."""
    learner = learner_of_two
    lives.live(learner, [20_700 + number for number in range(24)], 20_786)
    learner.run("config", "--deck", "Maths", "desired_retention", "0.8")
    before = {card["id"]: card["due_day"] for card in learner.cards()}
    learner.run("reschedule", "--yes")
    moved = {card["deck"] for card in learner.cards() if before[card["id"]] != card["due_day"]}
    assert moved == {"Maths"}


def test_a_deck_meets_no_more_new_cards_than_its_limit(learner_of_two: Learner) -> None:
    """The limit is for the deck and those below it together, beside that of the collection."""
    learner = learner_of_two
    learner.run("config", "--deck", "Systems", "new_per_day", "3")
    assert learner.run("due", "--json").json["total"]["new"] == 10
    learner.answer("4" * 12)
    met = _met(learner)
    assert met["Systems"] + met["Systems::Caching"] == 3
    assert met["Maths"] == 7


def test_the_limit_of_a_deck_holds_over_a_restart(learner_of_two: Learner) -> None:
    """What was met this morning counts in the evening, and a new day begins anew."""
    learner = learner_of_two
    learner.run("config", "--deck", "Maths", "new_per_day", "2")
    for _ in range(3):
        learner.answer("4", "Maths")
    assert _met(learner)["Maths"] == 2
    assert "since the day's limit of Maths is reached" in learner.run("due", "Maths").out
    learner.at("2026-12-01T09:00:00+00:00")
    learner.answer("444", "Maths")
    assert _met(learner)["Maths"] == 4


def test_a_deck_that_is_full_is_not_read(learner_of_two: Learner) -> None:
    """However many new cards it holds, none of them is looked at until tomorrow."""
    place = Place(str(learner_of_two.home), decks=(str(learner_of_two.decks),))
    with opening.opened(place, Moment(0, 0)) as collection:
        found = queue.new_topics(collection.database, StudyDay(0), EVERYTHING, 9, ["Systems"])
        assert {topic.cards[0].deck for topic in found} == {"Maths"}


def test_a_deck_shows_no_more_reviews_than_its_limit(learner_of_two: Learner) -> None:
    """Reviews of the deck beyond its limit wait, those of others come."""
    learner = learner_of_two
    lives.live(learner, [20_700 + number for number in range(24)], 20_786)
    learner.at("2027-11-30T09:00:00+00:00")
    learner.run("config", "--deck", "Systems", "reviews_per_day", "5")
    decks = {one["deck"]: one["review"] for one in learner.run("due", "--json").json["decks"]}
    assert decks["Systems"] + decks.get("Systems::Caching", 0) == 5
    assert decks["Maths"] == 8


def test_steps_of_its_own(learner_of_two: Learner) -> None:
    """A deck without learning steps sends a new card to Review at once."""
    learner = learner_of_two
    learner.run("config", "--deck", "Maths", "learning_steps", "none")
    learner.answer("3", "Maths")
    learner.answer("3", "Systems")
    states = {card["deck"]: card["state"] for card in learner.cards() if card["reps"]}
    assert states["Maths"] == "review"
    assert "learning" in states.values()


def test_config_shows_where_each_comes_from(learner_of_two: Learner) -> None:
    """`config --deck` names the deck that a value is set for, `config` lists them all."""
    learner = learner_of_two
    learner.run("config", "new_per_day", "15")
    said = learner.run("config", "--deck", "systems", "desired_retention", "95%").out
    assert said == "desired_retention = 0.95  (deck Systems)\n"
    page = learner.run("config", "--deck", "Systems::Caching").out
    assert "desired_retention  0.95         (deck Systems)" in page
    assert "new_per_day        15           (config)" in page
    assert "rollover" not in page
    assert "deck Systems\ndesired_retention" in learner.run("config").out
    document = learner.run("config", "--json").json
    assert document["deck_settings"] == {"Systems": {"desired_retention": 0.95}}
    assert document["parameters"]["from"] == "default"
    learner.run("config", "--deck", "Systems", "desired_retention", "--default")
    assert learner.run("config", "--json").json["deck_settings"] == {}


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--deck", "Nosuch", "new_per_day", "3"), 1, "there is no deck 'Nosuch'"),
        (("--deck", "Maths", "rollover", "3"), 2, "rollover holds for all decks"),
        (("--deck", "Maths", "new_per_day", "many"), 2, "a whole number"),
        (("--deck", "Maths", "colour", "red"), 2, "there is no setting 'colour'"),
    ],
)
def test_what_a_deck_cannot_have_is_refused(
    learner_of_two: Learner, words: tuple[str, ...], code: int, said: str
) -> None:
    """A deck that is not there, a setting of the whole collection, a value that is none."""
    result = learner_of_two.run("config", *words)
    assert (result.code, said in result.err) == (code, True)
    assert learner_of_two.run("config", "--json").json["deck_settings"] == {}
