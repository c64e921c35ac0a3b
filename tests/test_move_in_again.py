"""Moving in again from a real Anki: each note to its own deck, and nothing done here is lost."""

import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from anki_desktop import Desktop
from conftest import Learner
from test_move_in import PIXEL, Mover, note_type
from test_move_in_options import OPTIONS, TAKEN, in_force, with_options

from flashcards.collection import adopting
from flashcards.deck import reading
from flashcards.store import database

KEPT = Path(database.__file__).parent / "migrations" / "0009_taken_from_anki.sql"


@pytest.fixture
def mover(learner: Learner, tmp_path: Path) -> Iterator[Mover]:
    """Give a learner without decks, and an Anki."""
    desk = Desktop(tmp_path / "anki")
    yield Mover(learner, desk, tmp_path)
    desk.close()


def found(mover: Mover) -> dict[str, tuple[str, set[str]]]:
    """Give the deck and the questions of each file that was written."""
    read = {path.name: reading.load(str(path)) for path in mover.folder.glob("*.yaml")}
    return {
        name: (deck.name, {card.front for note in deck.notes for card in note.cards})
        for name, deck in read.items()
    }


# -- Each deck its file


def test_decks_whose_names_look_alike_keep_their_files(mover: Mover) -> None:
    """A note added to C++ comes into the file of C++, though C has no news and C# none."""
    for name in ("C", "C++", "C#"):
        mover.desk.add("Basic", mover.deck(name), f"of {name}", "x")
    mover.move()
    mover.desk.add("Basic", mover.deck("C++"), "more of C++", "x")
    mover.move()
    assert sorted(found(mover).values()) == [
        ("C", {"of C"}),
        ("C#", {"of C#"}),
        ("C++", {"of C++", "more of C++"}),
    ]


def test_names_in_other_scripts_name_files(mover: Mover) -> None:
    """A deck in Greek, Russian or Japanese is a file of that name, as `new` would name it."""
    for name in ("Ελληνικά", "Русский::Глаголы", "日本語"):
        mover.desk.add("Basic", mover.deck(name), f"of {name}", "x")
    mover.move()
    assert set(found(mover)) == {"ελληνικά.yaml", "русский-глаголы.yaml", "日本語.yaml"}


def test_a_deck_of_ones_own_in_a_file_of_that_name_is_left_alone(mover: Mover) -> None:
    """The file's `deck:` decides, not its name: Anki's deck gets and keeps a file of its own."""
    mover.folder.mkdir()
    own = mover.folder / "caching.yaml"
    own.write_text("deck: Mine\ncards:\n  - front: q\n    back: a\n", encoding="utf-8")
    mover.desk.add("Basic", mover.deck("Caching"), "one", "x")
    mover.move()
    mover.desk.add("Basic", mover.deck("Caching"), "two", "x")
    mover.move()
    assert found(mover) == {
        "caching.yaml": ("Mine", {"q"}),
        "caching-2.yaml": ("Caching", {"one", "two"}),
    }


def test_a_deck_is_found_in_a_file_that_was_renamed(mover: Mover) -> None:
    """What is new in Anki's deck goes into the file that says `deck:` with its name."""
    mover.desk.add("Basic", mover.deck("Greek"), "one", "x")
    mover.move()
    (mover.folder / "greek.yaml").rename(mover.folder / "words.yaml")
    mover.desk.add("Basic", mover.deck("Greek"), "two", "x")
    mover.move()
    assert found(mover) == {"words.yaml": ("Greek", {"one", "two"})}


# -- What was done here stays


def card_ids(mover: Mover, *fronts: str) -> list[Any]:
    """Add a plain note for each front to Anki's default deck, answered days ago; give its card."""
    numbers = [mover.desk.add("Basic", 1, front, "x").cards()[0].id for front in fronts]
    for number in numbers:
        mover.desk.answer_on(-5, number, 4)
    return numbers


def test_a_card_brought_back_here_is_not_suspended_again(mover: Mover) -> None:
    """Unsuspended here, it stays so whenever the package comes; one suspended since comes so."""
    one, two = card_ids(mover, "one", "two")
    mover.desk.col.sched.suspend_cards([one])
    assert "suspended, as in Anki: 1 card" in mover.move()
    mover.learner.run("unsuspend", mover.learner.card("one")["id"])
    assert "suspended" not in mover.move()
    assert not mover.learner.card("one")["suspended"]
    mover.desk.col.sched.suspend_cards([two])
    assert "suspended, as in Anki: 1 card" in mover.move()
    assert [mover.learner.card(front)["suspended"] for front in ("one", "two")] == [False, True]


def test_a_mark_taken_off_here_stays_off(mover: Mover) -> None:
    """The flag it had in Anki all along is no news."""
    (one,) = card_ids(mover, "one")
    mover.desk.col.set_user_flag_for_cards(3, [one])
    mover.move()
    with closing(sqlite3.connect(mover.learner.home / "collection.db")) as store, store:
        store.execute("UPDATE cards SET marked = 0")
    assert "marked" not in mover.move()


def test_an_old_package_takes_nothing_back(mover: Mover, tmp_path: Path) -> None:
    """What a card was before it last changed in Anki is no news either."""
    (one,) = card_ids(mover, "one")
    mover.desk.col.sched.suspend_cards([one])
    old = tmp_path / "old.apkg"
    mover.desk.give(old)
    mover.desk.edit("UPDATE cards SET queue = 2, mod = mod + 60")
    mover.move()
    assert mover.learner.run("import", str(old), "-o", str(mover.folder)).code == 0
    assert not mover.learner.card("one")["suspended"]


def test_a_burial_ends_with_its_day(mover: Mover) -> None:
    """Buried in Anki today: until tomorrow. In a package of days ago: Anki has it back by now."""
    one, two = card_ids(mover, "one", "two")
    mover.desk.col.sched.bury_cards([one, two])
    mover.desk.edit("UPDATE cards SET mod = mod - 10 * 86400 WHERE id = ?", two)
    assert "buried, as in Anki: 1 card" in mover.move()
    assert mover.learner.card("one")["buried_until"] is not None
    assert mover.learner.card("two")["buried_until"] is None


def test_what_moved_in_with_an_older_version_is_left_as_it_is(mover: Mover) -> None:
    """A collection of before this was kept: its cards were suspended once, and have options."""
    with_options(mover, "Greek", "Own", OPTIONS)
    (number,) = [card.id for card in mover.desk.cards()]
    mover.desk.answer_on(-5, number, 4)
    mover.desk.col.sched.suspend_cards([number])
    mover.move()
    mover.learner.run("unsuspend", mover.learner.card("of Greek")["id"])
    mover.learner.run("config", "maximum_interval", "--default")
    with closing(sqlite3.connect(mover.learner.home / "collection.db")) as store, store:
        store.executescript(f"DROP TABLE anki_decks; DROP TABLE anki_marks; {KEPT.read_text()}")
    assert "options" not in mover.move()
    assert in_force(mover)["maximum_interval"] == 36_500
    assert not mover.learner.card("of Greek")["suspended"]


# -- What was not learnt yet


def with_progress(mover: Mover) -> None:
    """Give Anki a deck with options, an answered card and a suspended one."""
    with_options(mover, "Greek", "Own", OPTIONS)
    (card,) = mover.desk.cards()
    mover.desk.answer_on(-5, card.id, 4)
    mover.desk.col.sched.suspend_cards([card.id])


def learnt(mover: Mover) -> tuple[object, ...]:
    """Give the options in force, and how the card of Greek stands."""
    card = mover.learner.card("of Greek")
    weights = mover.learner.run("config", "--json").json["parameters"]["weights"]
    return in_force(mover), weights, card["suspended"], card["reps"], card["stability"]


def test_a_deck_elsewhere_brings_all_once_it_is_among_ones_own(
    two: tuple[Learner, Learner], mover: Mover, tmp_path: Path
) -> None:
    """Doing what is said leads where a direct import leads: answers, suspensions and options."""
    with_progress(mover)
    elsewhere = tmp_path / "elsewhere"
    dry = mover.move("-o", str(elsewhere), "--dry-run")
    assert ("What was learnt waits" in dry, "Would take over" in dry) == (True, False)
    said = mover.move("-o", str(elsewhere))
    decks = mover.learner.decks
    assert (
        f"1 file is not among your decks, which lie in {decks}: {elsewhere / 'greek.yaml'}.\n"
        f"Put it there, then import once more: flashcards import {mover.package} -o {decks}\n"
    ) in said
    (elsewhere / "greek.yaml").rename(decks / "words.yaml")
    said = mover.move("-o", str(decks))
    assert "Taken over from the decks' options in Anki:" in said
    direct = Mover(two[0], mover.desk, tmp_path)
    direct.move("-o", str(direct.learner.decks))
    assert learnt(mover) == learnt(direct)
    assert len(mover.learner.cards("deck:Greek")) == 1


def test_of_many_decks_elsewhere_the_number_is_said(mover: Mover, tmp_path: Path) -> None:
    """How many files wait, which comes first, that images go with them, and what to run then."""
    with_progress(mover)
    mover.medium("a.png", PIXEL)
    mover.desk.add("Basic", mover.deck("Latin"), '<img src="a.png">', "y")
    said = mover.move("-o", str(tmp_path / "elsewhere"))
    first, decks = tmp_path / "elsewhere" / "greek.yaml", mover.learner.decks
    assert f"2 files are not among your decks, which lie in {decks}: {first} and 1 more." in said
    assert "Put them there with the folder media, then import once more: " in said
    assert said.endswith(f" -o {decks}\n")


def test_a_deck_file_elsewhere_is_imported_again_as_that_file(mover: Mover, tmp_path: Path) -> None:
    """-o deck.yaml in another folder: the command named then is for the file where it belongs."""
    with_progress(mover)
    said = mover.move("-o", str(tmp_path / "deck.yaml"))
    place = mover.learner.decks / "deck.yaml"
    assert said.endswith(f" -o {place}\n")
    (tmp_path / "deck.yaml").rename(place)
    assert "Added 1 entry to the log, of 1 card." in mover.move("-o", str(place))
    assert mover.learner.card("of Greek")["suspended"]


def test_a_deck_moved_elsewhere_among_ones_own_is_known(mover: Mover, tmp_path: Path) -> None:
    """Entries are known by their id wherever they lie, so that none is written twice."""
    with_progress(mover)
    mover.move("-o", str(tmp_path / "elsewhere"))
    deeper = mover.learner.decks / "languages"
    deeper.mkdir()
    (tmp_path / "elsewhere" / "greek.yaml").rename(deeper / "greek.yaml")
    mover.move("-o", str(mover.learner.decks))
    assert [path.name for path in mover.learner.decks.iterdir()] == ["languages"]
    assert (in_force(mover), mover.learner.card("of Greek")["suspended"]) == (TAKEN, True)


def test_a_note_is_known_by_any_of_its_entries(mover: Mover) -> None:
    """Of a note whose first card Anki does not have, the entry of the second tells."""
    with_example = "{{#Example}}{{Example}}: {{Word}}?{{/Example}}"
    note_type(mover.desk, "Other", with_example, "{{Meaning}}", ("{{Word}}", "{{Meaning}}"))
    mover.desk.add("Other", mover.deck("Lang"), "hond", "dog", "")
    mover.move()
    path = mover.folder / "lang.yaml"
    path.write_text(path.read_text().replace("deck: Lang", "deck: Dutch"))
    path.rename(mover.folder / "dutch.yaml")
    assert "notes that are in your decks already: 1" in mover.move()
    assert [path.name for path in mover.folder.glob("*.yaml")] == ["dutch.yaml"]


def test_entries_that_are_kept_away_bring_all_once_they_are_mended(mover: Mover) -> None:
    """An image is gone: what was learnt waits for it, and the same import then brings it."""
    note = mover.desk.add("Basic", 1, 'one <img src="gone.png">', "x")
    number = note.cards()[0].id
    mover.desk.answer_on(-5, number, 4)
    mover.desk.col.sched.suspend_cards([number])
    assert "What was learnt waits, of 1 entry kept away" in mover.move()
    assert "What was learnt waits, of 1 entry kept away" in mover.move()
    (mover.folder / "gone.png").write_bytes(PIXEL)
    assert "waits" not in mover.move()
    (card,) = mover.learner.cards("deck:Default")
    assert (card["reps"], card["suspended"]) == (1, True)


def test_options_come_when_an_import_was_stopped_before_them(
    mover: Mover, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The decks were written and no option was set: the same import once more sets them all."""
    with_progress(mover)

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    mover.desk.give(mover.package)
    with monkeypatch.context() as patch:
        patch.setattr(adopting, "take", stopped)
        done = mover.learner.run("import", str(mover.package), "-o", str(mover.folder))
    assert done.code == 130
    assert (mover.folder / "greek.yaml").exists()
    assert "Taken over from the decks' options in Anki:" in mover.move()
    assert in_force(mover) == TAKEN
    assert mover.learner.run("config", "--json").json["parameters"]["from"] == "anki"


def test_a_deck_with_entries_of_ones_own_keeps_its_options(mover: Mover) -> None:
    """Notes that join a deck of one's own do not change how it is reviewed, and that is said."""
    mover.learner.write("deck: Greek\ncards:\n  - front: q\n    back: a\n", "moved/greek.yaml")
    with_options(mover, "Greek", "Own", OPTIONS)
    said = mover.move()
    assert "the options of Greek: Greek has entries of your own" in said
    assert in_force(mover, "Greek")["maximum_interval"] == 36_500
    assert "options" not in mover.move()


def test_ones_own_cards_from_the_phone_bring_no_options(mover: Mover, tmp_path: Path) -> None:
    """What went out from here and is imported whole has its options here."""
    mover.learner.write("deck: Mine\ncards:\n  - front: q\n    back: a\n")
    assert mover.learner.run("export", "deck:Mine", "-o", str(tmp_path / "out.apkg")).code == 0
    mover.desk.take(tmp_path / "out.apkg")
    assert "options" not in mover.move()


def test_options_of_decks_that_are_fewer_are_named(mover: Mover) -> None:
    """In one file for all, the deck with most notes decides; what the others had is said."""
    with_options(mover, "Big::Two", "Other", {"desiredRetention": 0.8, "new": {"perDay": 7}})
    for text in ("one", "two"):
        mover.desk.add("Basic", mover.deck("Big::One"), text, "x")
    mover.folder.mkdir()
    said = mover.move("-o", str(mover.folder / "one.yaml"))
    assert (
        "  desired_retention 0.8, new_per_day 7 of Big::Two: Big goes by the options of Big::One,"
        " which has most of its notes"
    ) in said


def test_answers_of_a_gap_that_is_not_here_are_named(mover: Mover) -> None:
    """A gap was added in Anki since: its answers are counted and named, and come with the gap."""
    note = mover.desk.add("Cloze", 1, "{{c1::a}} b", "")
    mover.move()
    note.fields[0] = "{{c1::a}} {{c2::b}}"
    mover.desk.col.update_note(note)
    for number in [card.id for card in note.cards()]:
        mover.desk.answer_on(-3, number, 3)
    said = mover.move()
    assert "Added 1 entry to the log, of 1 card." in said
    assert "  not in this collection: 1 card with 1 review\n" in said
    assert "    card 2 of “{{c1::a}} {{c2::b}}”, 1 review" in said
    file = mover.folder / "default.yaml"
    text = file.read_text(encoding="utf-8").replace("{{c1::a}} b", "{{c1::a}} {{c2::b}}")
    file.write_text(text, encoding="utf-8")
    assert "Added 1 entry to the log, of 1 card." in mover.move()
    assert [card["reps"] for card in mover.learner.cards("deck:Default")] == [1, 1]


# -- What is put on the disk


def test_no_file_of_ones_own_is_written_through(mover: Mover, tmp_path: Path) -> None:
    """A link or a file that happens to lie where images are unpacked stays what it is."""
    mover.medium("a.png", PIXEL)
    mover.desk.add("Basic", 1, '<img src="a.png">', "x")
    precious = tmp_path / "precious"
    precious.write_text("precious", encoding="utf-8")
    (mover.folder / "media").mkdir(parents=True)
    (mover.folder / "media" / ".part").symlink_to(precious)
    mover.move()
    assert precious.read_text(encoding="utf-8") == "precious"
    assert (mover.folder / "media" / ".part").is_symlink()
    image, deck = mover.folder / "media" / "a.png", mover.folder / "default.yaml"
    assert image.read_bytes() == PIXEL
    assert image.stat().st_mode == deck.stat().st_mode


def import_with_at_most(mover: Mover, kib: int) -> tuple[int, str]:
    """Import in a process whose files may have `kib` at most, as on a disk that is nearly full."""
    done = subprocess.run(
        [
            *("sh", "-c", f'ulimit -f {kib * 2}; exec "$@"', "sh"),  # in blocks of 512 bytes
            *(sys.executable, "-m", "flashcards"),
            *("--home", str(mover.learner.home), "--decks", str(mover.learner.decks)),
            *("import", str(mover.package), "-o", str(mover.folder)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


def test_a_full_disk_is_named(mover: Mover) -> None:
    """Where there is no room for the collection, or an image: which place, and what to do."""
    mover.medium("a.png", PIXEL + random.Random(1).randbytes(3_000_000))
    mover.desk.add("Basic", 1, '<img src="a.png">', "x")
    mover.desk.give(mover.package)
    code, said = import_with_at_most(mover, 40)
    assert code == 1
    assert f"{mover.package}: it cannot be unpacked in {tempfile.gettempdir()}" in said
    assert "make room there, or name another folder with TMPDIR; nothing was taken over." in said
    code, said = import_with_at_most(mover, 2_000)
    assert code == 1
    assert f"{mover.folder / 'media'}: the images and sounds cannot be put there" in said
    assert list(mover.learner.decks.iterdir()) == []


def test_an_image_that_comes_later_is_seen(learner: Learner) -> None:
    """`check` looks again at what was not there, though the deck has not changed."""
    learner.write("deck: X\ncards:\n  - front: one ![](a.png)\n    back: x\n")
    assert learner.run("check").code == 1
    (learner.decks / "a.png").write_bytes(PIXEL)
    assert learner.run("check").code == 0
    assert len(learner.cards("deck:X")) == 1
