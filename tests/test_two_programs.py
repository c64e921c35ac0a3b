"""Two programs on one collection: no answer is lost or doubled, and nobody has to wait long."""

import subprocess
from contextlib import ExitStack, closing

import kill_drill
import processes
import pytest
from conftest import Learner
from kill_drill import CARDS
from processes import Place

from flashcards.store.database import connect

NOT_KEPT = (
    "flashcards: another program answered this card in the meantime; this answer was not kept."
)
THROUGH = "No card is left; u takes the last answer back, an empty line ends."
NO_UNDO = "flashcards: nothing is left to undo in this session."


@pytest.fixture
def place(learner: Learner) -> Place:
    """Give a place with sixty cards, whose collection is made already."""
    found = Place(learner.home, learner.decks)
    kill_drill.new_place(found)
    assert learner.run("due").code == 0
    return found


def _whole(place: Place) -> None:
    assert kill_drill.faults(place) == ()


def test_the_slower_answer_to_a_card_is_not_kept_and_says_so(
    learner: Learner, place: Place
) -> None:
    """Two terminals show the same card; the first answer counts, the second is told why not."""
    quick, slow = (processes.start(place, "review", "--plain") for _ in range(2))
    for process in (quick, slow):
        processes.type_into(process, "\n")
        processes.read_until(process, "1 Again")
    processes.type_into(quick, "4\n")
    uid, *_ = processes.read_until(quick, "rated ").split()[1:]
    processes.type_into(slow, "1\n")
    processes.read_until(slow, "What is ")
    first, second = processes.finish(quick, "q\n"), processes.finish(slow, "\n3\nq\n")
    assert (first.code, second.code) == (0, 0)
    assert second.err == f"{NOT_KEPT}\n"
    ((other, *_),) = processes.acknowledged(second.out.splitlines())
    assert other != uid, "the slower one goes on with another card"
    assert [card["reps"] for card in learner.cards() if card["id"] == uid] == [1]
    assert sum(card["reps"] for card in learner.cards()) == 2
    _whole(place)


def test_two_reviews_side_by_side_keep_every_answer_once(place: Place) -> None:
    """Both go through the day as fast as they can; what each acknowledged is what the log has."""
    script = "\n3\n\n1\nu\n\n4\n" * 40
    both = [processes.start(place, "review", "--plain", "--new", "60") for _ in range(2)]
    for process in both:
        processes.type_into(process, script)
    ended = [processes.finish(process) for process in both]
    assert [one.code for one in ended] == [0, 0]
    assert {line for one in ended for line in one.err.splitlines()} <= {NOT_KEPT, THROUGH, NO_UNDO}
    lines = [line for one in ended for line in one.out.splitlines()]
    given, taken_back = processes.acknowledged(lines), processes.acknowledged(lines, "undone")
    logged = kill_drill.logged(place)
    told = sorted((one.uid, one.rating, one.interval) for one in logged)
    assert told == sorted((uid, rating, interval) for uid, rating, interval in given)
    assert sorted(one.uid for one in logged if one.undone) == sorted(uid for (uid,) in taken_back)
    assert len(given) > CARDS
    _whole(place)


def test_the_limit_of_new_cards_holds_across_both(learner: Learner, place: Place) -> None:
    """Ten new cards a day are ten, however many terminals are open, on whatever decks."""
    learner.write(kill_drill.DECK.replace("Drill", "Other").replace("times", "and"), "other.yaml")
    one, other = (
        processes.start(place, "review", f"deck:{deck}", "--plain") for deck in ("Drill", "Other")
    )
    processes.read_until(other, "Other")
    for _ in range(6):
        processes.type_into(one, "\n4\n")
        processes.read_until(one, "rated ")
    ended = processes.finish(other, "\n4\n" * 15)
    assert len(processes.acknowledged(ended.out.splitlines())) == 4
    # The one card that was on the screen by then may still be answered.
    ended = processes.finish(one, "\n4\n" * 15)
    assert len(processes.acknowledged(ended.out.splitlines())) <= 1
    assert learner.run("due", "--json").json["total"]["new"] == 0
    _whole(place)


def test_both_on_the_same_cards_meet_ten_of_them(learner: Learner, place: Place) -> None:
    """Two terminals that ask the same new cards at once get through the ten together."""
    both = [processes.start(place, "review", "--plain") for _ in range(2)]
    for process in both:
        processes.type_into(process, "\n4\n" * 15)
    for process in both:
        assert processes.finish(process).code == 0
    assert sum(card["reps"] for card in learner.cards()) == 10
    _whole(place)


def test_one_can_look_while_a_review_is_open(learner: Learner, place: Place) -> None:
    """`due` and `cards` tell of each answer as soon as it is acknowledged."""
    review = processes.start(place, "review", "--plain")
    for answers in range(1, 5):
        processes.type_into(review, "\n4\n")
        processes.read_until(review, "rated ")
        assert processes.run(place, "due", "--short").out.startswith(f"{10 - answers} · ")
        assert sum(card["reps"] for card in learner.cards()) == answers
    assert processes.finish(review).code == 0


def test_what_is_done_elsewhere_holds_in_an_open_review(place: Place) -> None:
    """A card suspended, buried or answered in another terminal is not asked in this one."""
    review = processes.start(place, "review", "--plain")
    processes.read_until(review, "What is ")
    aside = []
    for key, word in (("s", "suspended"), ("s", "suspended"), ("b", "buried")):
        other = processes.run(place, "review", "--plain", typed=f"{key}\nq\n")
        aside += processes.acknowledged(other.out.splitlines(), word)
    elsewhere = processes.run(place, "review", "--plain", typed="\n4\nq\n")
    (answered,) = processes.acknowledged(elsewhere.out.splitlines())
    ended = processes.finish(review, "\n4\n" * 12)
    asked = {uid for uid, *_ in processes.acknowledged(ended.out.splitlines())}
    # The first was on the screen by then, and whoever sees a card may answer it.
    (_,), (suspended,), (buried,) = aside
    assert not asked & {suspended, buried, answered[0]}
    assert len(asked) > 5
    _whole(place)


def test_a_step_answered_elsewhere_is_not_asked_again(learner: Learner, place: Place) -> None:
    """A card that comes back after its step is left out when another terminal was faster."""
    review = processes.start(place, "review", "--plain", "--limit", "2")
    processes.type_into(review, "\n1\n")
    uid = processes.read_until(review, "rated ").split()[1]
    assert len(learner.answer("4", uid).rated) == 1
    ended = processes.finish(review, "\n4\n" * 3)
    (other,) = processes.acknowledged(ended.out.splitlines())
    assert other[0] != uid
    _whole(place)


def test_an_undo_takes_back_ones_own_answer_only(learner: Learner, place: Place) -> None:
    """What the other terminal answered since stays, on the same card too."""
    review = processes.start(place, "review", "--plain")
    processes.type_into(review, "\n1\n")
    uid = processes.read_until(review, "rated ").split()[1]
    elsewhere = processes.run(place, "review", uid, "--plain", typed="\n3\nq\n")
    assert [one[0] for one in processes.acknowledged(elsewhere.out.splitlines())] == [uid]
    ended = processes.finish(review, "u\nq\n")
    assert f"undone {uid}" in ended.out.splitlines()
    reviews = learner.run("show", uid, "--json").json["reviews"]
    assert [(one["rating"], one["undone"]) for one in reviews] == [(1, True), (3, False)]
    _whole(place)


def test_a_card_forgotten_elsewhere_is_not_rated_as_it_was(learner: Learner, place: Place) -> None:
    """`forget` while the card is on the screen: the answer of before is refused."""
    review = processes.start(place, "review", "--plain")
    processes.type_into(review, "\n1\n")
    uid = processes.read_until(review, "rated ").split()[1]
    processes.finish(review, "q\n")
    review = processes.start(place, "review", uid, "--plain")
    processes.type_into(review, "\n")
    processes.read_until(review, "1 Again")
    assert learner.run("forget", uid).code == 0
    ended = processes.finish(review, "4\n")
    assert "this answer was not kept" in ended.err
    assert learner.run("show", uid, "--json").json["card"]["state"] == "new"
    _whole(place)


@pytest.mark.parametrize("programs", [2, 4])
def test_a_changed_deck_read_by_several_at_once_is_one_set_of_cards(
    learner: Learner, place: Place, programs: int
) -> None:
    """A deck reworded, moved and added to is taken over once, whoever finds it first."""
    learner.answer("3333")
    before = {card["id"]: card for card in learner.cards()}
    with ExitStack() as stack:
        # All of them read the files while nobody can write, so that all find the same change.
        holder = stack.enter_context(closing(connect(str(learner.home))))
        holder.execute("BEGIN IMMEDIATE")
        text = kill_drill.DECK.replace("times", "multiplied by")
        learner.write(f"{text}  - front: What is a barrier?\n    back: An order.\n", "moved.yaml")
        (learner.decks / "drill.yaml").unlink()
        started = [processes.start(place, "due", "--json") for _ in range(programs)]
        with pytest.raises(subprocess.TimeoutExpired):
            started[-1].wait(0.5)
        assert [process.poll() for process in started] == [None] * programs
    for process in started:
        assert processes.finish(process).code == 0
    after = {card["id"]: card for card in learner.cards()}
    assert len(after) == CARDS + 1
    assert before.keys() <= after.keys()
    assert all(after[uid]["reps"] == card["reps"] for uid, card in before.items())
    assert learner.cards("is:orphan") == []
    _whole(place)


def test_a_new_collection_made_by_several_at_once_is_one(learner: Learner) -> None:
    """The very first start, eight times at once: one collection, one set of cards, no complaint."""
    place = Place(learner.home, learner.decks)
    kill_drill.new_place(place)
    started = [processes.start(place, "due", "--json") for _ in range(8)]
    for process in started:
        ended = processes.finish(process)
        assert (ended.code, ended.err) == (0, "")
    assert len(learner.cards()) == CARDS
    assert learner.cards("is:orphan") == []
    _whole(place)
