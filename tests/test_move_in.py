"""Moving here from a real Anki: notes, decks, images and all that was learnt."""

import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from anki_desktop import Desktop
from conftest import Learner

from flashcards.deck import reading
from flashcards.notes import Note

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cf"
    "c000000301010018dd8db00000000049454e44ae426082"
)


class Mover:
    """A learner without decks, and an Anki that was used for a while."""

    def __init__(self, learner: Learner, desk: Desktop, folder: Path) -> None:
        """Take both as they are."""
        self.learner = learner
        self.desk = desk
        self.package = folder / "all.apkg"
        self.folder = learner.decks / "moved"
        now = datetime.now().astimezone() + timedelta(minutes=1)
        learner.at(now.isoformat(timespec="seconds"))

    def deck(self, name: str) -> int:
        """Give the id of a deck, made if need be."""
        number = self.desk.col.decks.id(name)
        assert number is not None
        return number

    def medium(self, name: str, data: bytes) -> None:
        """Put a file among Anki's media."""
        Path(self.desk.col.media.dir(), name).write_bytes(data)

    def move(self, *words: str, legacy: bool = False) -> str:
        """Export from Anki, move in here, and give what was said."""
        self.desk.give(self.package, legacy=legacy)
        done = self.learner.run("import", str(self.package), *(words or ("-o", str(self.folder))))
        assert done.code == 0, done.err
        assert done.err == ""
        return done.out

    def notes(self, name: str) -> tuple[Note, ...]:
        """Give the notes of a deck file that was written, all without a fault."""
        deck = reading.load(str(self.folder / name))
        assert not deck.quarantined
        return deck.notes


@pytest.fixture
def mover(learner: Learner, tmp_path: Path) -> Iterator[Mover]:
    """Give both."""
    desk = Desktop(tmp_path / "anki")
    yield Mover(learner, desk, tmp_path)
    desk.close()


@pytest.mark.parametrize("legacy", [True, False])
def test_notes_of_all_common_types_move_in(mover: Mover, legacy: bool) -> None:  # noqa: FBT001 - a parameter
    """Basic, reversed, optional, typed and cloze, with tags, extra and maths, deck by deck."""
    desk, greek, maths = mover.desk, mover.deck("Languages::Greek"), mover.deck("Maths")
    note = desk.add("Basic", greek, "<b>alpha</b>?", r"the \(\alpha\)")
    note.tags = ["letters", "greek::first"]
    desk.col.update_note(note)
    desk.add("Basic (and reversed card)", greek, "beta", "b")
    desk.add("Basic (optional reversed card)", greek, "gamma", "c", "y")
    desk.add("Basic (optional reversed card)", greek, "delta", "d")
    desk.add("Basic (type in the answer)", greek, "epsilon", "e")
    desk.add("Cloze", maths, "{{c1::one::hint}} and {{c3::three}}", "more of <i>it</i>")
    said = mover.move(legacy=legacy)
    assert "languages-greek.yaml: 5 entries, 7 cards." in said
    alpha, beta, gamma, delta, epsilon = mover.notes("languages-greek.yaml")
    assert [(c.front, c.back) for c in alpha.cards] == [("**alpha**?", r"the $\alpha$")]
    assert set(alpha.tags) == {"letters", "greek::first"}
    assert [(c.kind, c.front) for c in beta.cards] == [("basic", "beta"), ("reverse", "b")]
    assert (len(gamma.cards), len(delta.cards)) == (2, 1)
    assert (epsilon.typed, epsilon.cards[0].back) == (True, "e")
    (gaps,) = mover.notes("maths.yaml")
    assert (gaps.text, gaps.extra) == ("{{c1::one::hint}} and {{c3::three}}", "more of *it*")
    decks = {card["deck"] for card in mover.learner.cards()}
    assert decks >= {"Languages::Greek", "Maths"}


def test_what_was_learnt_moves_in(mover: Mover) -> None:
    """Memory, due days, lapses and suspension are as in Anki; nothing is asked anew."""
    desk = mover.desk
    first = desk.add("Basic (and reversed card)", 1, "one", "two").cards()
    gaps = desk.add("Cloze", 1, "{{c1::a}} {{c2::b}} {{c5::c}}", "").cards()
    for day, rating in ((-20, 3), (-20, 3), (-9, 1), (-9, 3)):
        desk.answer_on(day, first[1].id, rating)
    desk.answer_on(-5, gaps[2].id, 4)
    desk.col.sched.suspend_cards([first[0].id])
    assert "Added 5 entries to the log, of 2 cards." in mover.move()
    reverse = mover.learner.card("two")
    theirs = desk.col.get_card(first[1].id)
    assert desk.memory(theirs) == pytest.approx(
        (reverse["stability"], reverse["difficulty"]), rel=1e-3
    )
    assert (reverse["reps"], reverse["lapses"]) == (4, 1)
    assert mover.learner.card("one")["suspended"]
    third = mover.learner.card("a b [...]")
    assert (third["state"], third["interval_days"]) == ("review", desk.col.get_card(gaps[2].id).ivl)


def test_moving_in_twice_adds_nothing(mover: Mover) -> None:
    """What is here already stays as it was made since; what is new in Anki comes."""
    desk = mover.desk
    card = int(desk.add("Basic", 1, "one", "two").cards()[0].id)
    desk.answer_on(-5, card, 3)
    mover.move()
    file = mover.folder / "default.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("one", "1, reworded"), "utf-8")
    assert "notes that are in your decks already" in mover.move()
    desk.answer(card, 3)
    assert "Added 1 entry" in mover.move()
    desk.add("Basic", 1, "three", "four")
    assert "default.yaml: 2 entries, 2 cards." in mover.move()
    cards = {card["front"]: card["reps"] for card in mover.learner.cards("deck:Default")}
    assert cards == {"1, reworded": 2, "three": 0}


def test_going_back_to_anki_makes_no_second_notes(mover: Mover, tmp_path: Path) -> None:
    """The notes keep their identity: Anki finds its own again and adds none."""
    for number in range(3):
        mover.desk.add("Basic (and reversed card)", 1, f"front {number}", f"back {number}")
    mover.desk.add("Cloze", 1, "{{c1::a}} {{c2::b}}", "")
    mover.move()
    mover.learner.run("config", "starter", "off")
    assert mover.learner.run("export", "-o", str(tmp_path / "back.apkg")).code == 0
    log = mover.desk.take(tmp_path / "back.apkg")
    assert (log.new, mover.desk.col.note_count(), mover.desk.col.card_count()) == (0, 4, 8)


def test_other_note_types_by_what_their_templates_show(mover: Mover) -> None:
    """Fields, conditions and words around them; scripts are not run, and that is said."""
    desk = mover.desk
    note_type(
        desk,
        "Word",
        "Means <i>{{Word}}</i>?",
        "{{FrontSide}}<hr id=answer>{{Meaning}}"
        "{{#Example}}<br>As in: {{Example}}{{/Example}}{{^Example}}alone{{/Example}}",
    )
    note_type(desk, "Scripted", "<script>x()</script>{{Word}}", "{{Meaning}}")
    note_type(desk, "Two", "{{Word}}", "{{Meaning}}", ("{{Example}}", "{{Word}} and {{Meaning}}"))
    desk.add("Word", 1, "w", "m", "e")
    desk.add("Word", 1, "v", "n", "")
    desk.add("Scripted", 1, "s", "t", "u")
    desk.add("Two", 1, "p", "q", "r")
    said = mover.move()
    assert "notes of “Scripted”: first field and second: 1" in said
    assert "cards that became entries of their own, of “Two”: 2" in said
    sides = {(note.cards[0].front, note.cards[0].back) for note in mover.notes("default.yaml")}
    assert sides == {
        ("Means *w*?", "m\\\nAs in: e"),
        ("Means *v*?", "nalone"),
        ("s", "t"),
        ("p", "q"),
        ("r", "p and q"),
    }


def note_type(
    desk: Desktop, name: str, question: str, answer: str, *further: tuple[str, str]
) -> None:
    """Add a note type of three fields with these templates."""
    models = desk.col.models
    made: dict[str, Any] = models.new(name)
    for field in ("Word", "Meaning", "Example"):
        models.add_field(made, models.new_field(field))
    for number, (asks, tells) in enumerate(((question, answer), *further)):
        template = models.new_template(f"Card {number}")
        template["qfmt"], template["afmt"] = asks, tells
        models.add_template(made, template)
    models.add(made)


def test_images_come_along_and_nothing_else(mover: Mover) -> None:
    """What cards name lies beside the deck; a key that calls itself an image stays out."""
    mover.medium("größe a.png", PIXEL)
    mover.medium("key.png", b"-----BEGIN PRIVATE KEY-----")
    mover.desk.add("Basic", 1, 'see <img src="größe a.png">', "[sound:none.mp3] here")
    mover.desk.add("Basic", 1, 'look <img src="key.png">', "there")
    said = mover.move()
    assert (mover.folder / "media" / "größe a.png").read_bytes() == PIXEL
    assert sorted(path.name for path in (mover.folder / "media").iterdir()) == ["größe a.png"]
    assert "not taken over: key.png is neither an image nor a sound" in said
    assert "not taken over: none.mp3 is not in the package" in said
    assert mover.learner.run("check", str(mover.folder)).code == 1


def test_an_entry_with_an_image_is_counted_like_any_other(mover: Mover) -> None:
    """Its image comes with it, so nothing is said to be kept away, beforehand or after."""
    mover.medium("a.png", PIXEL)
    mover.desk.add("Basic", 1, 'look <img src="a.png">', "there")
    assert ": 1 entry, 1 card." in mover.move("-o", str(mover.folder), "--dry-run")
    said = mover.move()
    assert "default.yaml: 1 entry, 1 card, 1 image or sound." in said
    assert "kept away" not in said


def test_an_image_of_ones_own_is_not_written_over(mover: Mover) -> None:
    """A file that lies there under the same name stays, and it is said."""
    mover.medium("a.png", PIXEL)
    mover.desk.add("Basic", 1, '<img src="a.png">', "x")
    (mover.folder / "media").mkdir(parents=True)
    own = mover.folder / "media" / "a.png"
    own.write_bytes(PIXEL + b"own")
    assert "a.png has another file of its name in its place" in mover.move()
    assert own.read_bytes() == PIXEL + b"own"


def test_image_occlusion_is_counted(mover: Mover) -> None:
    """Its notes are masks on a picture, which no text can say; none is made a card."""
    mover.desk.add("Image Occlusion", 1, "{{c1::image-occlusion:rect:left=1}}", "picture")
    mover.desk.add("Basic", 1, "a", "b")
    said = mover.move()
    assert "notes of image occlusion: 1" in said
    assert len(mover.notes("default.yaml")) == 1


def test_all_decks_in_one_file(mover: Mover) -> None:
    """With -o DECK.yaml the decks below the one they share become tags."""
    mover.desk.add("Basic", mover.deck("L::Greek"), "a", "b")
    mover.desk.add("Basic", mover.deck("L::Dutch"), "c", "d")
    mover.folder.mkdir()
    mover.move("-o", str(mover.folder / "all.yaml"), "--tags", "old")
    found = {(n.cards[0].front, frozenset(n.tags)) for n in mover.notes("all.yaml")}
    assert found == {("a", frozenset({"Greek", "old"})), ("c", frozenset({"Dutch", "old"}))}
    assert reading.load(str(mover.folder / "all.yaml")).name == "L"


def test_without_progress_all_is_new(mover: Mover) -> None:
    """--no-progress takes the notes alone."""
    mover.desk.answer(mover.desk.add("Basic", 1, "a", "b").cards()[0].id, 4)
    mover.move("-o", str(mover.folder), "--no-progress")
    assert mover.learner.card("a")["state"] == "new"


def test_a_deck_elsewhere_waits_for_its_reviews(mover: Mover, tmp_path: Path) -> None:
    """Written outside of one's decks, its reviews come when it is put among them."""
    mover.desk.answer(mover.desk.add("Basic", 1, "a", "b").cards()[0].id, 4)
    said = mover.move("-o", str(tmp_path / "elsewhere.yaml"))
    assert "What was learnt waits" in said
    (tmp_path / "elsewhere.yaml").rename(mover.learner.decks / "here.yaml")
    done = mover.learner.run("import", "--reviews", str(mover.package), "--yes")
    assert "Added 1 entry to the log." in done.out
    assert mover.learner.card("a")["state"] == "review"


def test_our_own_notes_come_back_under_their_ids(mover: Mover, tmp_path: Path) -> None:
    """Decks that were lost, but exported once, are made again with their history."""
    learner = mover.learner
    deck = learner.write("deck: Own\ncards:\n  - front: What is *x*?\n    back: A $y$.\n")
    learner.answer("4", "deck:Own")
    before = learner.card("What is *x*?")
    assert learner.run("export", "deck:Own", "-o", str(tmp_path / "own.apkg")).code == 0
    mover.desk.take(tmp_path / "own.apkg")
    deck.unlink()
    mover.move()
    after = learner.card("What is *x*?")
    assert (after["id"], after["reps"], after["due_day"]) == (before["id"], 1, before["due_day"])


def test_a_package_needs_a_place(mover: Mover) -> None:
    """Without -o there is nowhere to put images: wrong usage."""
    mover.desk.give(mover.package)
    done = mover.learner.run("import", str(mover.package))
    assert (done.code, "-o" in done.err) == (2, True)


def test_a_hostile_package_leaves_nothing_behind(mover: Mover) -> None:
    """A file that would lie outside of the deck's folder: a sentence, and no deck is written."""
    mover.medium("a.png", PIXEL)
    mover.desk.add("Basic", 1, '<img src="a.png">', "x")
    mover.desk.give(mover.package, legacy=True)
    with zipfile.ZipFile(mover.package) as package:
        members = {name: package.read(name) for name in package.namelist()}
    members["media"] = members["media"].replace(b"a.png", b"../../a.png")
    with zipfile.ZipFile(mover.package, "w") as package:
        for name, data in members.items():
            package.writestr(name, data)
    done = mover.learner.run("import", str(mover.package), "-o", str(mover.folder))
    assert (done.code, done.out) == (1, "")
    assert "it names a file that may not be written" in done.err
    assert list(mover.learner.decks.iterdir()) == []
