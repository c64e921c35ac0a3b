"""Moving in again from a real Anki: each note to its own deck, and nothing that one has done lost."""

import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from anki_desktop import Desktop
from conftest import Learner
from test_move_in import PIXEL, Mover
from test_move_in_options import OPTIONS, TAKEN, in_force, with_options

from flashcards.collection import adopting
from flashcards.deck import reading


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
    """The file's `deck:` decides, not its name: Anki's deck gets a file of its own, and keeps it."""
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
