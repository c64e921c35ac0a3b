"""`relink`: a history given to the card it belongs to, where no text could tell."""

from pathlib import Path

import pytest
from anki_desktop import Desktop
from conftest import Learner

from flashcards.reviewing import fold_of
from flashcards.store import browse
from flashcards.store.database import connect

OLD = "cards:\n  - front: What is a monad?\n    back: A monoid of endofunctors.\n"
NEW = "cards:\n  - front: Which laws must bind obey?\n    back: Two identities, associativity.\n"


@pytest.fixture
def rewritten(learner: Learner) -> tuple[Learner, str, str]:
    """Give a learner who wrote a reviewed card anew in other words, with both uids."""
    learner.write(OLD)
    learner.answer("3")
    learner.at("2026-12-02T09:00:00+00:00")
    learner.answer("3")
    (old,) = learner.cards()
    learner.write(NEW)
    (new,) = learner.cards()
    assert (new["state"], new["reps"]) == ("new", 0)
    return learner, old["id"], new["id"]


def test_a_card_written_anew_is_given_its_history(rewritten: tuple[Learner, str, str]) -> None:
    """It is due when the old one was, and the old name leads to it."""
    learner, old, new = rewritten
    before = learner.run("show", old, "--json").json
    result = learner.run("relink", old[:5], new[:5])
    assert result.code == 0
    assert "It has 2 answers now" in result.out
    (card,) = learner.cards()
    after = learner.run("show", old, "--json").json
    assert (card["id"], after["card"]["id"]) == (new, new)
    assert after["reviews"] == before["reviews"]
    for field in ("state", "due_day", "interval_days", "stability", "difficulty", "reps"):
        assert card[field] == before["card"][field]
    learner.at("2026-12-03T09:00:00+00:00")
    assert learner.run("due", "--json").json["total"]["new"] == 0


def test_relinking_the_other_way_round_takes_it_back(rewritten: tuple[Learner, str, str]) -> None:
    """Every row is as it was, and the old name means the old card."""
    learner, old, new = rewritten
    before = [learner.run("show", uid, "--json").json for uid in (old, new)]
    assert learner.run("relink", old, new).code == 0
    assert learner.run("relink", new, old).code == 0
    after = [learner.run("show", uid, "--json").json for uid in (old, new)]
    assert [(a["card"], a["reviews"]) for a in after] == [(b["card"], b["reviews"]) for b in before]


def test_the_state_kept_is_still_the_fold_of_the_log(rewritten: tuple[Learner, str, str]) -> None:
    """Replay rebuilds both cards to the last bit."""
    learner, old, new = rewritten
    learner.run("relink", old, new)
    database = connect(str(learner.home))
    try:
        for uid in (old, new):
            (row,) = database.execute("SELECT id FROM cards WHERE uid = ?", (uid,)).fetchone()
            card = browse.card(database, row)
            assert fold_of(database, row, card.uid) == card.state
    finally:
        database.close()


def test_anki_updates_its_note_and_makes_no_second_one(learner: Learner, tmp_path: Path) -> None:
    """The card on the phone gets the new wording and keeps its reviews; and so on the way back."""
    package = tmp_path / "flashcards.apkg"
    desk = Desktop(tmp_path / "anki")
    learner.write(OLD)
    learner.answer("4")
    (old,) = learner.cards()
    assert learner.run("export", "-o", str(package)).code == 0
    assert desk.take(package).new == 1
    learner.at("2026-12-02T09:00:00+00:00")
    learner.write(NEW)
    (new,) = learner.cards()
    assert learner.run("relink", old["id"], new["id"]).code == 0
    assert learner.run("export", "-o", str(package)).code == 0
    log = desk.take(package)
    assert (log.new, log.updated) == (0, 1)
    (note,) = desk.notes()
    assert "bind obey" in note.fields[0]
    assert len(desk.revlog()) == 1
    learner.write(OLD)
    assert learner.run("relink", new["id"], old["id"]).code == 0
    learner.at("2026-12-03T09:00:00+00:00")
    assert learner.run("export", "-o", str(package)).code == 0
    log = desk.take(package)
    assert (log.new, log.updated) == (0, 1)
    (note,) = desk.notes()
    assert "monad" in note.fields[0]
    desk.close()


def test_the_old_card_with_its_id_is_still_the_same_one(
    rewritten: tuple[Learner, str, str],
) -> None:
    """Whoever goes back to the old wording in git, where it was pinned, keeps the history."""
    learner, old, new = rewritten
    learner.run("relink", old, new)
    learner.write(f"{OLD}    id: {old}\n")
    (card,) = learner.cards()
    assert (card["id"], card["reps"]) == (new, 2)


def test_two_histories_are_not_made_one(rewritten: tuple[Learner, str, str]) -> None:
    """A card that was answered already keeps its own, and nothing changes."""
    learner, old, new = rewritten
    learner.answer("2")
    result = learner.run("relink", old, new)
    assert result.code == 1
    assert "has a history of its own" in result.err
    assert learner.run("show", new, "--json").json["card"]["reps"] == 1


def test_an_answer_that_was_taken_back_is_no_history(rewritten: tuple[Learner, str, str]) -> None:
    """Undone answers do not stand in the way."""
    learner, old, new = rewritten
    learner.review("\n3\nu\nq\n")
    assert learner.run("relink", old, new).code == 0
    assert learner.card("Which laws must bind obey?")["reps"] == 2


def test_what_makes_no_sense_is_refused_in_a_sentence(
    rewritten: tuple[Learner, str, str],
) -> None:
    """A card still in the decks, a card to itself, no history to give, no such card."""
    learner, old, new = rewritten
    learner.write("cards:\n  - {front: Another one, back: entirely}\n", "more.yaml")
    other = learner.card("Another one")["id"]
    for words, said in (
        ((new, other), "still in the decks"),
        ((new, new), "one and the same card"),
        ((new, old), "no history to give"),
        (("nosuchcard", new), "there is no card"),
    ):
        result = learner.run("relink", *words)
        assert (result.code, said in result.err) == (1, True), result.err


def test_doubts_about_equal_cards_are_settled_by_relink(learner: Learner) -> None:
    """The warning names both cards, its command works as it stands, and the warning goes."""
    twice = "cards:\n  - {front: What does SIGHUP mean?, back: The terminal is gone.}\n"
    learner.write("deck: A\n" + twice, "a.yaml")
    learner.write("deck: B\n" + twice, "b.yaml")
    learner.answer("34")
    (learner.decks / "a.yaml").unlink()
    (learner.decks / "b.yaml").unlink()
    learner.write("deck: C\n" + twice, "c.yaml")
    told = learner.run("check")
    assert told.code == 0
    assert "[ambiguous-history]" in told.out
    command = told.out.partition("flashcards relink ")[2].split()[:2]
    assert learner.run("relink", *command).code == 0
    assert learner.cards()[0]["reps"] == 1
    assert "ambiguous" not in learner.run("check").out
    assert learner.cards()[0]["reps"] == 1


def test_siblings_are_relinked_one_by_one(learner: Learner) -> None:
    """Forward and reverse card each get their own history, and one Anki note goes with both."""
    both = "cards:\n  - {front: Big-endian, back: Most significant byte first, reverse: true}\n"
    learner.write(both)
    learner.answer("4")
    learner.at("2026-12-01T09:00:00+00:00")
    learner.answer("4")
    old = {card["kind"]: card["id"] for card in learner.cards()}
    learner.write("cards:\n  - {front: Network order, back: 0x12 leads 0x34, reverse: yes}\n")
    new = {card["kind"]: card["id"] for card in learner.cards()}
    for kind, uid in old.items():
        assert learner.run("relink", uid, new[kind]).code == 0
    assert [card["reps"] for card in learner.cards()] == [1, 1]
    assert {card["kind"]: card["id"] for card in learner.cards()} == new
