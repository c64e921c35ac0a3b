"""Moving in from a real Anki: what is said is what is done, and a dry run says it beforehand."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from anki_desktop import Desktop
from conftest import Learner
from test_move_in import PIXEL, Mover
from test_move_in_options import OPTIONS, with_options


@pytest.fixture
def mover(learner: Learner, tmp_path: Path) -> Iterator[Mover]:
    """Give a learner without decks, and an Anki."""
    desk = Desktop(tmp_path / "anki")
    yield Mover(learner, desk, tmp_path)
    desk.close()


def as_foretold(said: str) -> str:
    """Say what was done as a dry run says that it would be."""
    for done, would in (("Wrote ", "Would write "), ("Added ", "Would add ")):
        said = re.sub(f"^{done}", would, said, flags=re.MULTILINE)
    said = said.replace("Taken over from", "Would take over from")
    return f"{said}Nothing was written (--dry-run).\n"


def a_bit_of_everything(mover: Mover) -> None:
    """Put into Anki whatever an import counts, or leaves out and names."""
    desk = mover.desk
    with_options(mover, "Greek", "Own", OPTIONS)
    mover.medium("a.png", PIXEL)
    mover.medium("key.png", b"-----BEGIN PRIVATE KEY-----")
    for number, image in enumerate(("a", "gone", "key")):
        card = desk.add("Basic", mover.deck("B"), f'x {number} <img src="{image}.png">', "y")
        desk.answer_on(-9, card.cards()[0].id, 3)
    desk.add("Basic", mover.deck("B"), "no answer", "")
    desk.add("Basic", mover.deck("B"), "same", "text")
    desk.add("Basic", mover.deck("B"), "same", "text")
    marked = [desk.add("Cloze", 1, f"{{{{c1::a}}}} {{{{c2::b}}}} {n}", "").cards() for n in "xyz"]
    for one, _ in marked:
        desk.answer_on(-5, one.id, 4)
    desk.col.sched.suspend_cards([marked[0][0].id])
    desk.col.sched.bury_cards([marked[1][0].id])
    desk.col.set_user_flag_for_cards(2, [marked[2][1].id])


@pytest.mark.parametrize("place", ["moved", "all.yaml", "../elsewhere"])
def test_a_dry_run_says_what_the_real_one_does(mover: Mover, place: str) -> None:
    """Line by line: entries, cards, images, what is kept away and why, marks, answers, options."""
    a_bit_of_everything(mover)
    words = ("-o", str(mover.learner.decks / place))
    foretold = mover.move(*words, "--dry-run")
    assert not (mover.learner.decks / place).exists()
    assert foretold == as_foretold(mover.move(*words))
    assert "kept away" in foretold or place == "../elsewhere"
    desk = mover.desk
    desk.answer(desk.add("Basic", 1, "later", "b").cards()[0].id, 3)
    foretold = mover.move(*words, "--dry-run")
    assert foretold == as_foretold(mover.move(*words))


def test_a_dry_run_changes_nothing(mover: Mover) -> None:
    """No file, no card, no setting; the decks that are there stay to the byte."""
    a_bit_of_everything(mover)
    mine = mover.learner.write("deck: B\ncards:\n  - front: q\n    back: a\n", "moved/b.yaml")
    before = mine.read_bytes(), kept(mover)
    mover.move("-o", str(mover.folder), "--dry-run")
    assert (mine.read_bytes(), kept(mover)) == before
    assert [path.name for path in mover.learner.decks.rglob("*")] == ["moved", "b.yaml"]


def kept(mover: Mover) -> list[str]:
    """Give all that the collection holds but when its files were looked at."""
    mover.learner.cards()
    with closing(sqlite3.connect(mover.learner.home / "collection.db")) as store:
        return [line for line in store.iterdump() if "deck_files" not in line]


@pytest.mark.parametrize("word", ["todo", "TODO!", "“todo”", "'todo'"])
def test_todo_is_a_word_in_anki(mover: Mover, word: str) -> None:
    """Spanish for "all": the note comes as a text, with its answers, and comes once."""
    desk = mover.desk
    desk.add("Basic", 1, "all", word)
    desk.add("Basic (and reversed card)", 1, word, "x")
    for number in [card.id for card in desk.cards()]:
        desk.answer_on(-5, number, 4)
    assert "Added 3 entries to the log, of 3 cards." in mover.move()
    one, two = mover.notes("default.yaml")
    assert (one.cards[0].back, two.cards[0].front, two.cards[1].back) == (word, word, word)
    assert {card["reps"] for card in mover.learner.cards("deck:Default")} == {1}
    desk.add("Basic", 1, word, "again")
    mover.move()
    assert len(mover.notes("default.yaml")) == 3


def test_what_is_added_to_a_deck_is_counted_by_itself(mover: Mover) -> None:
    """A file with two entries of one's own gets one more: that one is told of."""
    mover.learner.write(
        "deck: Default\ncards:\n  - front: q\n    back: a\n  - front: r\n    back: b\n", "mine.yaml"
    )
    mover.desk.add("Basic (and reversed card)", 1, "one", "two")
    said = mover.move("-o", str(mover.learner.decks))
    assert f"Added 1 entry, 2 cards to {mover.learner.decks / 'mine.yaml'}.\n" in said


def test_a_mark_waits_for_its_entry_too(mover: Mover) -> None:
    """Kept away by an image that is not there, and marked in Anki without ever being answered."""
    note = mover.desk.add("Basic", 1, 'one <img src="gone.png">', "x")
    note.tags = ["marked"]
    mover.desk.col.update_note(note)
    assert "What was learnt waits, of 1 entry kept away" in mover.move()


def test_nothing_waits_where_nothing_was_learnt(mover: Mover) -> None:
    """A new card whose image is gone has no answers to wait for, and none are promised."""
    mover.desk.add("Basic", 1, '<img src="gone.png">', "y")
    said = mover.move()
    assert "  kept away until mended (`flashcards check` tells why): 1 entry\n" in said
    assert "What was learnt" not in said
    assert "once more" not in said
    assert "--reviews" not in said


def test_answers_of_an_entry_kept_away_are_not_of_a_stranger(mover: Mover) -> None:
    """Its card is here, behind a fault: it is not called one that is not in the collection."""
    for front in ('<img src="gone.png">', "good"):
        mover.desk.answer_on(-5, mover.desk.add("Basic", 1, front, "y").cards()[0].id, 4)
    said = mover.move()
    assert "not in this collection" not in said
    assert "  waiting for their entries: 1 card with 1 review\n" in said
    assert "What was learnt waits, of 1 entry kept away" in said
    said = mover.learner.run("import", "--reviews", str(mover.package), "--yes").out
    assert "not in this collection" not in said
    assert "  waiting for their entries: 1 card with 1 review\n    a fault keeps these away" in said


def test_a_note_goes_by_its_first_text(mover: Mover) -> None:
    """Its first field is empty by now: the next one tells which note is meant."""
    note = mover.desk.add("Cloze", 1, "{{c1::a}} b", "only this")
    mover.move()
    note.fields[0] = "{{c1::a}} {{c2::b}}"
    mover.desk.col.update_note(note)
    for number in [card.id for card in note.cards()]:
        mover.desk.answer_on(-3, number, 3)
    mover.desk.edit("UPDATE notes SET flds = char(31) || 'only this'")
    assert "    card 2 of “only this”, 1 review\n" in mover.move()


@pytest.mark.parametrize(
    "words",
    [
        ("--reviews", "PACKAGE", "--deck", "x"),
        ("--reviews", "PACKAGE", "--tags", "x"),
        ("--reviews", "PACKAGE", "--no-progress"),
        ("PACKAGE", "-o", "x.yaml", "--columns", "front,back"),
        ("words.csv", "--no-progress"),
    ],
)
def test_no_wish_is_passed_over(mover: Mover, words: tuple[str, ...]) -> None:
    """An option that means nothing here is refused, rather than taken and forgotten."""
    mover.desk.give(mover.package)
    said = [str(mover.package) if word == "PACKAGE" else word for word in words]
    done = mover.learner.run("import", *said)
    assert (done.code, done.out) == (2, "")
    assert re.search(r"leave --[a-z-]+ out\.", done.err)
