"""Moving here from a real Anki: notes, decks, images and all that was learnt."""

import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from anki_desktop import Desktop, Log
from conftest import Learner

from flashcards.deck import reading
from flashcards.deck.reader import MAX_TEXT
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
    assert f"Added 1 entry, 1 card to {file}.\n" in mover.move()
    cards = {card["front"]: card["reps"] for card in mover.learner.cards("deck:Default")}
    assert cards == {"1, reworded": 2, "three": 0}


def test_a_note_whose_text_is_here_is_not_written_again(mover: Mover) -> None:
    """An entry of one's own with the same text stays the only one, and that is said."""
    mover.folder.mkdir()
    file = mover.folder / "default.yaml"
    file.write_text("deck: Default\ncards:\n  - front: one\n    back: two\n", "utf-8")
    mover.desk.add("Basic", 1, "one", "two")
    mover.desk.add("Basic", 1, "three", "four")
    assert "default.yaml has their text already: 1 note." in mover.move()
    assert len(mover.notes("default.yaml")) == 2


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


VOCABULARY = (
    ("{{Word}}", "{{FrontSide}}<hr id=answer>{{Meaning}}"),
    ("{{Example}}", "{{FrontSide}}<hr id=answer>{{Word}}"),
    ("{{Meaning}}!", "{{FrontSide}}<hr id=answer>{{Word}}"),
)
"""Three cards, none the reverse of another."""


@pytest.mark.parametrize("words", [(), ("--no-progress",)])
def test_a_note_of_several_cards_goes_back_without_doubles(
    mover: Mover, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """Its cards are entries here, but one note in Anki: there it stays, and that is said."""
    desk, learner = mover.desk, mover.learner
    note_type(desk, "Vocabulary", *VOCABULARY[0], *VOCABULARY[1:])
    desk.add("Vocabulary", 1, "word", "meaning", "example")
    desk.add("Basic", 1, "front", "back")
    mover.move("-o", str(mover.folder), *words)
    learner.run("config", "starter", "off")
    back = tmp_path / "back.apkg"
    said = learner.run("export", "-o", str(back)).out
    assert ": 2 notes, 2 cards, 1 deck." in said
    assert "Moved here from Anki: 2 notes." in said
    assert "Not sent: 2 cards that Anki has as parts of larger notes." in said
    assert desk.take(back) == Log(new=0, updated=0, duplicate=0, conflicting=2)
    assert (desk.col.note_count(), desk.col.card_count()) == (2, 4)
    for card in desk.cards():
        desk.answer(card, 3)
    desk.give(mover.package)
    assert learner.run("import", "--reviews", str(mover.package), "--yes").code == 0
    assert [card["reps"] for card in learner.cards()] == [1, 1, 1, 1]


def test_all_that_moved_in_reaches_an_anki_without_it(mover: Mover, tmp_path: Path) -> None:
    """--with-moved gives each card a note of its own, which later packages then update."""
    note_type(mover.desk, "Vocabulary", *VOCABULARY[0], *VOCABULARY[1:])
    mover.desk.add("Vocabulary", 1, "word", "meaning", "example")
    mover.move()
    learner, back = mover.learner, tmp_path / "back.apkg"
    learner.run("config", "starter", "off")
    (file,) = mover.folder.glob("*.yaml")
    other = Desktop(tmp_path / "other")
    learner.run("export", "--with-moved", "--no-progress", "-o", str(tmp_path / "others.apkg"))
    said = learner.run("export", "-o", str(back)).out
    assert "Not sent: 2 cards" in said, "a package for others is not one for the own Anki"
    assert learner.run("export", "--with-moved", "-o", str(back)).code == 0
    assert other.take(back) == Log(new=3, updated=0, duplicate=0, conflicting=0)
    file.write_text(file.read_text("utf-8").replace("meaning!", "meaning?"), "utf-8")
    assert "Not sent" not in learner.run("export", "-o", str(back)).out
    assert other.take(back) == Log(new=0, updated=1, duplicate=2, conflicting=0)
    other.close()


def test_no_doubles_from_another_machine(mover: Mover, tmp_path: Path) -> None:
    """Decks that went there by git are known by their ids: their notes are those of Anki."""
    note_type(mover.desk, "Vocabulary", *VOCABULARY[0], *VOCABULARY[1:])
    mover.desk.add("Vocabulary", 1, "word", "meaning", "example")
    mover.desk.add("Basic (and reversed card)", 1, "front", "back")
    odd = mover.desk.add("Cloze", 1, "{{c1::a}} {{c2::b}}", "")
    mover.desk.edit("UPDATE notes SET guid = ? WHERE id = ?", "é'{}#" * 3, odd.id)
    mover.move("-o", str(tmp_path / "elsewhere"))
    mover.folder.mkdir()
    (tmp_path / "elsewhere" / "default.yaml").rename(mover.folder / "default.yaml")
    mover.learner.run("config", "starter", "off")
    back = tmp_path / "back.apkg"
    assert "Not sent: 2 cards" in mover.learner.run("export", "-o", str(back)).out
    assert mover.desk.take(back) == Log(new=0, updated=0, duplicate=0, conflicting=3)


def test_a_guid_that_is_too_long_for_an_id(mover: Mover, tmp_path: Path) -> None:
    """Other programs make such GUIDs; the notes are known from the package then."""
    long = mover.desk.add("Basic", 1, "front", "back")
    mover.desk.edit("UPDATE notes SET guid = ? WHERE id = ?", "x" * 70, long.id)
    mover.move("-o", str(mover.folder), "--no-progress")
    mover.learner.run("config", "starter", "off")
    assert mover.learner.run("export", "-o", str(tmp_path / "back.apkg")).code == 0
    assert mover.desk.take(tmp_path / "back.apkg").new == 0


def test_cards_that_stay_in_anki_make_no_empty_package(mover: Mover, tmp_path: Path) -> None:
    """Where nothing is left to send, a package of before stays, and the reason is said."""
    note_type(mover.desk, "Vocabulary", *VOCABULARY[0], *VOCABULARY[1:])
    mover.desk.add("Vocabulary", 1, "word", "meaning", "example")
    mover.move()
    second = mover.learner.card("example")["id"]
    done = mover.learner.run("export", second, "-o", str(tmp_path / "back.apkg"))
    assert (done.code, done.out) == (1, "")
    assert (
        "nothing was written. Not sent: 1 card that Anki has as parts of larger notes" in done.err
    )
    assert not (tmp_path / "back.apkg").exists()


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


SOUND = b"ID3\x03" + bytes(90)
SOUNDS = {
    "s.mp3": SOUND,
    "frames.mp3": b"\xff\xfb\x90\x00" + bytes(90),
    "s.ogg": b"OggS\x00\x02" + bytes(40),
    "s.opus": b"OggS\x00\x02" + bytes(40),
    "s.wav": b"RIFF\x24\x00\x00\x00WAVEfmt " + bytes(20),
    "s.m4a": b"\x00\x00\x00\x1cftypM4A " + bytes(20),
    "s.flac": b"fLaC\x00\x00\x00\x22" + bytes(20),
    "s.aac": b"\xff\xf1\x50\x80" + bytes(20),
    "s.wma": bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c"),
    "v.webm": b"\x1aE\xdf\xa3\x01" + bytes(20),
    "v.mov": b"\x00\x00\x00\x08wide\x00\x00\x00\x00mdat" + bytes(8),
    "v.avi": b"RIFF\x24\x00\x00\x00AVI LIST" + bytes(20),
    "v.mpg": b"\x00\x00\x01\xba\x44\x00" + bytes(20),
}
"""Sounds and films as they begin."""


def test_notes_with_sounds_come_with_their_reviews(mover: Mover, tmp_path: Path) -> None:
    """A sound is named where it lies, in any format, so the card is asked and goes to Anki."""
    for name, data in SOUNDS.items():
        mover.medium(name, data)
        note = mover.desk.add("Basic", 1, f"hear [sound:{name}]", "it")
        mover.desk.answer(int(note.cards()[0].id), 4)
    number = len(SOUNDS)
    said = mover.move()
    assert f": {number} entries, {number} cards, {number} images and sounds." in said
    assert f"Added {number} entries to the log" in said
    assert {note.cards[0].front for note in mover.notes("default.yaml")} == {
        f"hear [sound:media/{name}]" for name in SOUNDS
    }
    learner, back = mover.learner, tmp_path / "back.apkg"
    learner.run("config", "starter", "off")
    assert learner.run("check").code == 0
    assert learner.run("export", "-o", str(back)).code == 0
    other = Desktop(tmp_path / "other")
    assert other.take(back).new == number
    heard = {tag.filename for card in other.cards() for tag in card.question_av_tags()}  # type: ignore[union-attr] # no speech
    assert {path.name for path in Path(other.col.media.dir()).iterdir()} == heard
    other.close()


def test_images_and_sounds_wherever_a_note_names_them(mover: Mover, tmp_path: Path) -> None:
    """Players, templates, hints, and names that look like addresses."""
    pictures = ("größe a.png", "100%.png", "a%20b.png", "q(1).png", "a&b.png", "e.png", "_t.png")
    for number, name in enumerate(pictures):
        mover.medium(name, PIXEL + bytes([number]))
    for number, name in enumerate(("ä, 1.mp3", "x.mp3", "y.mp3")):
        mover.medium(name, SOUND + bytes([number]))
    note_type(
        mover.desk,
        "Pictured",
        '<img src="_t.png"> {{Word}}',
        "{{FrontSide}}<hr id=answer>{{Meaning}} {{hint:Example}}",
    )
    mover.desk.add(
        "Pictured",
        1,
        'one <img src=e.png> <img src="größe a.png"><img src="100%.png"><img src="a%20b.png">',
        '<img src="q(1).png"><img src="a&amp;b.png"><img srcset="set.png 1x, e.png 2x">',
        "[sound:ä, 1.mp3] <audio src='x.mp3'></audio>"
        '<video><source src="y.mp3"><source src="e.mp4"></video>'
        " [anki:tts lang=en_US]said[/anki:tts]",
    )
    said = mover.move()
    assert "1 entry, 1 card, 10 images and sounds." in said
    assert "not taken over" not in said
    (note,) = mover.notes("default.yaml")
    assert "said" in note.cards[0].back
    mover.learner.run("config", "starter", "off")
    back = tmp_path / "back.apkg"
    assert mover.learner.run("export", "-o", str(back)).code == 0
    other = Desktop(tmp_path / "other")
    other.take(back)
    assert len(list(Path(other.col.media.dir()).iterdir())) == 10
    shown = other.note_type("Flashcards")["id"]
    named = other.col.media.files_in_str(shown, "\x1f".join(other.notes()[0].fields))
    assert set(named) == {path.name for path in Path(other.col.media.dir()).iterdir()}
    other.close()


def test_an_entry_with_an_image_is_counted_like_any_other(mover: Mover) -> None:
    """Its image comes with it, so nothing is said to be kept away, beforehand or after."""
    mover.medium("a.png", PIXEL)
    mover.desk.add("Basic", 1, 'look <img src="a.png">', "there")
    dry = mover.move("-o", str(mover.folder), "--dry-run")
    said = mover.move()
    assert "default.yaml: 1 entry, 1 card, 1 image or sound." in dry
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


def test_what_is_left_out_is_named(mover: Mover) -> None:
    """The first few notes of each reason by deck and beginning, and how many more there are."""
    desk = mover.desk
    for number in range(7):
        desk.add("Basic", mover.deck("A::B"), f"<b>no</b> answer {number} {'x' * 90}", "")
    desk.add("Image Occlusion", 1, "{{c1::image-occlusion:rect:left=1}}", "", "the head")
    desk.add("Cloze", 1, r"\({{c1::x}\) {{c2::gap}}", "")
    desk.add("Basic", 1, "a " * MAX_TEXT, "b")
    said = mover.move()
    assert "  notes of “Basic” with an empty side: 7\n    A::B: no answer 0 xxx" in said
    assert "    A::B: no answer 4 xxx" in said
    assert "no answer 5" not in said
    assert "    ... and 2 more\n" in said
    assert "  notes of image occlusion: 1\n    Default: the head\n" in said
    assert f"holds at most {MAX_TEXT:,}.\n    Default: a a a" in said
    assert max(map(len, said.splitlines())) < 120


def test_tags_stay_what_they_are(mover: Mover) -> None:
    """Signs that mean something in YAML or elsewhere are part of a tag's name."""
    note = mover.desk.add("Basic", 1, "a", "b")
    note.tags = ["c#", "#first", "a,b", "x::y", "-z", "q:"]
    mover.desk.col.update_note(note)
    mover.move()
    (moved,) = mover.notes("default.yaml")
    assert set(moved.tags) == set(note.tags)


def test_cards_of_one_note_in_two_decks(mover: Mover) -> None:
    """Entries go where their card was; what is one entry goes to its first card's deck, named."""
    desk = mover.desk
    note_type(desk, "Vocabulary", *VOCABULARY[0], *VOCABULARY[1:])
    pair = desk.add("Basic (and reversed card)", mover.deck("One"), "front", "back")
    three = desk.add("Vocabulary", mover.deck("One"), "word", "meaning", "example")
    elsewhere = [int(note.cards()[1].id) for note in (pair, three)]
    desk.col.set_deck(elsewhere, mover.deck("Two"))  # type: ignore[arg-type] # plain numbers
    said = mover.move()
    assert (
        "  notes with cards in several decks, now in that of the first: 1\n    One: front\n" in said
    )
    fronts = {name: [note.cards[0].front for note in mover.notes(name)] for name in DECK_FILES}
    assert fronts == {"one.yaml": ["front", "word", "meaning!"], "two.yaml": ["example"]}


DECK_FILES = ("one.yaml", "two.yaml")


def test_a_card_that_shows_nothing_leaves_the_others(mover: Mover) -> None:
    """Cards that can be shown come with their reviews; the one that cannot is named."""
    desk = mover.desk
    note_type(desk, "Partly", *VOCABULARY[0], VOCABULARY[1], ("<script>x()</script>{{Word}}", "y"))
    for card in desk.add("Partly", 1, "word", "meaning", "example").cards():
        desk.answer(int(card.id), 4)
    said = mover.move()
    assert (
        "  cards of “Partly” with a side that shows nothing, or runs a script: 1\n"
        "    Default: word\n" in said
    )
    assert "Added 2 entries to the log, of 2 cards." in said
    assert [note.cards[0].front for note in mover.notes("default.yaml")] == ["word", "example"]


def test_a_question_that_is_spoken_or_clicked_for_is_asked_in_words(mover: Mover) -> None:
    """A terminal says and hides nothing, so the field stands there; beside others it does not."""
    note_type(
        mover.desk,
        "Heard",
        "Listen: {{tts en_US:Word}}",
        "{{Meaning}}",
        ("{{Word}} {{hint:Example}}", "{{FrontSide}}<hr id=answer>{{Meaning}} {{Example}}"),
        ("{{hint:Example}} {{type:Word}}", "{{FrontSide}}<hr id=answer>{{Word}}"),
    )
    mover.desk.add("Heard", 1, "word", "meaning", "example")
    mover.move()
    found = [(note.cards[0].front, note.typed) for note in mover.notes("default.yaml")]
    assert found == [("Listen: word", False), ("word", False), ("example", True)]


def test_a_reversed_pair_with_a_third_card(mover: Mover) -> None:
    """Two that ask each other's answer are one entry, so that their note is Anki's; one is left."""
    desk = mover.desk
    answer = "{{FrontSide}}<hr id=answer>"
    note_type(
        desk,
        "Three",
        "{{Word}}",
        f"{answer}{{{{Meaning}}}}",
        ("{{Meaning}}", f"{answer}{{{{Word}}}}"),
        ("{{Example}}", f"{answer}{{{{Word}}}}"),
    )
    for card in desk.add("Three", 1, "word", "meaning", "example").cards():
        desk.answer(int(card.id), 4)
    assert "Added 3 entries to the log, of 3 cards." in mover.move()
    pair, third = mover.notes("default.yaml")
    assert [card.front for card in pair.cards] == ["word", "meaning"]
    assert [card.front for card in third.cards] == ["example"]


def test_latex_that_is_no_formula_is_named(mover: Mover) -> None:
    """Formulas are drawn as such; a table of LaTeX stays as written, and one is told."""
    mover.desk.add("Basic", 1, "sum", r"[latex]\begin{align}a&amp;=b\end{align}[/latex]")
    mover.desk.add("Basic", 1, "table", r"[latex]\begin{tabular}{c}x\end{tabular}[/latex]")
    said = mover.move()
    assert (
        "  notes with LaTeX that is no formula and stays as it is written: 1\n"
        "    Default: table\n" in said
    )
    formula = mover.notes("default.yaml")[0].cards[0].back
    assert formula == r"$$\begin{align}a&=b\end{align}$$"


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
