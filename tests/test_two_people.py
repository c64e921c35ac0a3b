"""Two people's decks meet in a package: one id for two entries, one GUID on two notes."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from anki_desktop import Desktop
from conftest import Learner
from test_import_reviews import Pair
from test_move_in import PIXEL, Mover

from flashcards.identity import id_from_anki

MINE = """\
deck: Networks
cards:
  - id: tcp-1
    front: How does TCP open a connection?
    back: With a handshake of three segments.
"""
THEIRS = """\
deck: Networks
cards:
  - id: tcp-1
    front: Why does slow start grow exponentially?
    back: Every acknowledged byte widens the window again.
"""
REWORDED = MINE.replace("How does TCP open a connection", "What opens a TCP connection")


@pytest.fixture
def mover(learner: Learner, tmp_path: Path) -> Iterator[Mover]:
    """Give a learner with a deck, and an Anki."""
    desk = Desktop(tmp_path / "anki")
    yield Mover(learner, desk, tmp_path)
    desk.close()


def answered(
    mover: Mover, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deck: str, *words: str
) -> None:
    """Let somebody else export a deck and answer its card in Anki; the package is theirs."""
    folder = tmp_path / "other"
    folder.mkdir()
    other = Learner(folder, monkeypatch)
    other.write(deck)
    assert other.run("export", "-o", str(folder / "out.apkg"), *words).code == 0
    mover.desk.take(folder / "out.apkg")
    (card,) = mover.desk.cards()
    mover.desk.answer(card, 3)
    mover.desk.give(mover.package)
    Mover(mover.learner, mover.desk, tmp_path)  # the clock is a minute ahead again


def fetched(mover: Mover, *words: str) -> str:
    """Take the reviews of the package, and give what was said."""
    done = mover.learner.run("import", "--reviews", str(mover.package), "--yes", *words)
    assert done.code == 0, done.err
    return done.out


def test_a_stranger_with_the_id_of_ones_own_entry_is_left_out(
    mover: Mover, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their answers are not learnt for another card; it is named, and one may know better."""
    mover.learner.write(MINE)
    answered(mover, tmp_path, monkeypatch, THEIRS)
    said = fetched(mover)
    assert "no reviews that are not here already" in said
    assert (
        "  left out, for another entry here has the id: 1 note (--reworded takes them)\n"
        "    there “Why does slow start grow exponentially?”,"
        " here “How does TCP open a connection?”\n"
    ) in said
    assert mover.learner.card("How does TCP open a connection?")["reps"] == 0
    assert "Added 1 entry to the log." in fetched(mover, "--reworded")
    assert mover.learner.card("How does TCP open a connection?")["reps"] == 1


def test_topics_of_one_id_are_two_as_well(
    mover: Mover, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names of a topic's cards are made of its id."""
    topic = "deck: D\ntopics:\n  - {id: tcp, question: %s, tldr: %s}\n"
    mover.learner.write(topic % ("How does TCP open?", "With a handshake of three segments."))
    answered(mover, tmp_path, monkeypatch, topic % ("Why is slow start quick?", "Windows double."))
    assert "left out, for another entry here has the id: 1 note" in fetched(mover)


def test_an_entry_that_was_reworded_is_no_stranger(
    mover: Mover, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words that both have tell that it is the same, on a machine that never exported it."""
    mover.learner.write(REWORDED)
    answered(mover, tmp_path, monkeypatch, MINE)
    assert "Added 1 entry to the log." in fetched(mover)


def test_a_stranger_moves_in_beside_ones_own_entry(
    mover: Mover, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It becomes an entry under another id, with its answers; both go out as notes of their own."""
    path = mover.learner.write(MINE)
    answered(mover, tmp_path, monkeypatch, THEIRS)
    words = ("import", str(mover.package), "-o", str(path))
    said = mover.learner.run(*words).out
    assert "notes with the id of another entry of yours, now under one of their own: 1" in said
    reps = {card["front"]: card["reps"] for card in mover.learner.cards()}
    assert reps == {
        "How does TCP open a connection?": 0,
        "Why does slow start grow exponentially?": 1,
    }
    before = path.read_bytes()
    assert "notes that are in your decks already: 1" in mover.learner.run(*words).out
    assert path.read_bytes() == before
    out = str(tmp_path / "both.apkg")
    assert re.search(r"\b2 notes", mover.learner.run("export", "-o", out).out)


def test_one_that_has_moved_in_takes_its_answers(
    mover: Mover, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From then on it is known: nothing is left out, and nothing comes to the other entry."""
    path = mover.learner.write(MINE)
    answered(mover, tmp_path, monkeypatch, THEIRS)
    mover.learner.run("import", str(mover.package), "-o", str(path))
    (card,) = mover.desk.cards()
    mover.desk.answer(card, 3)
    mover.desk.give(mover.package)
    assert "left out" not in fetched(mover)
    mover.desk.answer(card, 3)
    mover.desk.give(mover.package)
    assert "Added 1 entry" in fetched(mover, "--reworded")
    reps = {card["front"]: card["reps"] for card in mover.learner.cards()}
    assert reps == {
        "How does TCP open a connection?": 0,
        "Why does slow start grow exponentially?": 3,
    }


def test_ones_own_are_no_strangers_whatever_they_show(mover: Mover, tmp_path: Path) -> None:
    """Images, addresses, code and little words: what is seen is compared, and it is the same."""
    (mover.learner.decks / "heart.png").write_bytes(PIXEL)
    mover.learner.write(
        "deck: Odd\ncards:\n"
        '  - {id: a, front: "![](heart.png)", back: Cor}\n'
        '  - {id: b, front: "![](heart.png)", back: "7"}\n'
        '  - {id: c, cloze: "The {{c1::cat}} and the {{c2::dog::animal}}"}\n'
        '  - {id: d, front: "[RFC](https://example.org/rfc)", back: a b}\n'
        '  - {id: e, front: "```python\\nx = 1\\n```", back: "1"}\n'
    )
    assert mover.learner.run("export", "-o", str(tmp_path / "out.apkg")).code == 0
    mover.desk.take(tmp_path / "out.apkg")
    for card in mover.desk.cards():
        mover.desk.answer(card, 3)
    mover.desk.give(mover.package)
    Mover(mover.learner, mover.desk, tmp_path)
    said = fetched(mover)
    assert "Added 6 entries to the log." in said
    assert "left out" not in said


@pytest.mark.parametrize("name", ["tcp-1", id_from_anki("a}bc~d.e-f")])
def test_a_copy_made_in_anki_is_a_note_of_its_own(
    mover: Mover, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It copies the id with all fields; here it goes by another, and both keep their answers.

    So it is with an entry that had moved in and has its GUID for an id.
    """
    answered(mover, tmp_path, monkeypatch, MINE.replace("tcp-1", name), "--with-moved")
    (first,) = mover.desk.notes()
    kind = first.note_type()
    assert kind is not None
    copy = mover.desk.add(kind["name"], 1, *first.fields)
    copy["Front"] = "Which segments open a connection?"
    mover.desk.col.update_note(copy)
    mover.desk.answer(copy.cards()[0], 4)
    mover.move()
    cards = mover.learner.cards()
    assert {card["front"]: card["reps"] for card in cards} == {
        "How does TCP open a connection?": 1,
        "Which segments open a connection?": 1,
    }
    assert len({card["id"] for card in cards}) == 2
    assert "no faults" in mover.learner.run("check").out


def test_of_two_notes_with_one_guid_the_first_counts(learner: Learner, tmp_path: Path) -> None:
    """In a damaged package: the answers on the other are of no card here, and counted so."""
    desk = Desktop(tmp_path / "anki")
    pair = Pair(learner, desk, tmp_path)
    one, other = [number for number in range(4) if number != pair.first()][:2]
    desk.answer(pair.there(one), 3)
    desk.answer(pair.there(other), 1)
    first, second = sorted((one, other), key=lambda n: desk.note(f"Question {n}?").id)
    desk.give(pair.package, legacy=True)
    pair.edit(
        "UPDATE notes SET guid = (SELECT guid FROM notes WHERE id = ?) WHERE id = ?",
        desk.note(f"Question {first}?").id,
        desk.note(f"Question {second}?").id,
    )
    said = pair.take()
    assert "not in this collection: 1 card with 1 review" in said
    assert len(pair.log(first)) == 1
    assert pair.log(second) == []
    desk.close()


def test_of_one_card_twice_the_first_counts(learner: Learner, tmp_path: Path) -> None:
    """In a damaged package a note may have two cards of one place."""
    desk = Desktop(tmp_path / "anki")
    pair = Pair(learner, desk, tmp_path)
    number = next(one for one in range(4) if one != pair.first())
    card = pair.there(number)
    desk.answer(card, 3)
    desk.give(pair.package, legacy=True)
    pair.edit("CREATE TABLE two AS SELECT * FROM cards WHERE id = ?", card)
    pair.edit("UPDATE two SET id = id + 1")
    pair.edit("INSERT INTO cards SELECT * FROM two")
    pair.edit("CREATE TABLE lines AS SELECT * FROM revlog WHERE cid = ?", card)
    pair.edit("UPDATE lines SET id = id + 5, cid = cid + 1")
    pair.edit("INSERT INTO revlog SELECT * FROM lines")
    assert "not in this collection: 1 card with 1 review" in pair.take()
    assert len(pair.log(number)) == 1
    desk.close()
