"""Moving never resets: renamed, moved, nested and copied roots and files keep every history."""

import shutil
from pathlib import Path

import pytest
from anki_desktop import Desktop
from conftest import Learner, Result

from flashcards.store.database import connect

FRONTS = ("What does a write-back cache do?", "What is big-endian?", "What does a page fault do?")
BACKS = (
    "It changes the cache only, and memory later, on eviction.",
    "The most significant byte of a number comes first.",
    "It traps into the kernel, which maps the page.",
)


def deck(*cards: int, name: str = "Systems", edited: int | None = None) -> str:
    """Write a deck of some of the cards; the one `edited` has a word more on each side."""
    text = f"deck: {name}\ncards:\n"
    for number in cards:
        front, back = FRONTS[number], BACKS[number]
        if number == edited:
            front, back = front.replace("?", " then?"), back.replace(".", ", always.")
        text += f"  - front: {front}\n    back: {back}\n"
    return text


class Mover(Learner):
    """Somebody whose decks are named by the settings."""

    def run(self, *words: str, typed: str = "") -> Result:
        """Run the program on the decks that the settings name."""
        return self.run_bare("--home", str(self.home), *words, typed=typed)

    def name(self, *roots: Path) -> Result:
        """Name the decks."""
        return self.run("config", "decks", *map(str, roots))

    def histories(self, *words: str) -> dict[str, tuple[str, int]]:
        """Give uid and number of answers of each card in the decks, by the start of its front."""
        cards = self.run(*words, "cards", "--json").json["cards"]
        return {f"{one['front'][:16]}/{one['path']}": (one["id"], one["reps"]) for one in cards}

    def reps(self, *words: str) -> list[int]:
        """Give the numbers of answers of the cards in the decks, in order."""
        return sorted(reps for _, reps in self.histories(*words).values())


@pytest.fixture
def mover(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mover:
    """Give somebody with three answered cards in the named folder `decks`."""
    for name in ("FLASHCARDS_HOME", "FLASHCARDS_DECKS"):
        monkeypatch.delenv(name, raising=False)
    mover = Mover(tmp_path, monkeypatch)
    mover.run("config", "starter", "off")
    mover.write(deck(0, 1, 2))
    mover.name(mover.decks)
    mover.review("\n4\n\n4\n\n4\n")
    assert mover.reps() == [1, 1, 1]
    return mover


EDITED = pytest.mark.parametrize(
    "edited", [None, 0, 1, 2], ids=["", "edited-0", "edited-1", "edited-2"]
)


@EDITED
def test_the_folder_moved_and_named_anew(mover: Mover, tmp_path: Path, edited: int | None) -> None:
    """`mv decks elsewhere; flashcards config decks elsewhere` keeps every history."""
    uids = {uid for uid, _ in mover.histories().values()}
    elsewhere = tmp_path / "elsewhere"
    mover.decks.rename(elsewhere)
    (elsewhere / "deck.yaml").write_text(deck(0, 1, 2, edited=edited))
    mover.name(elsewhere)
    assert mover.reps() == [1, 1, 1]
    assert {uid for uid, _ in mover.histories().values()} == uids


@EDITED
def test_another_name_for_this_run(mover: Mover, tmp_path: Path, edited: int | None) -> None:
    """A folder that moved and is named by `--decks` keeps every history."""
    elsewhere = tmp_path / "elsewhere"
    mover.decks.rename(elsewhere)
    (elsewhere / "deck.yaml").write_text(deck(0, 1, 2, edited=edited))
    assert mover.reps("--decks", str(elsewhere)) == [1, 1, 1]


@EDITED
@pytest.mark.parametrize("inside", [True, False], ids=["into", "out-of"])
def test_a_root_nested(mover: Mover, tmp_path: Path, edited: int | None, *, inside: bool) -> None:
    """A root that goes into another, or out of it, keeps every history."""
    outer = tmp_path / "outer"
    places = [mover.decks, outer / "in" / "decks"]
    if not inside:
        places = [outer / "in" / "decks", tmp_path / "out"]
        places[0].parent.mkdir(parents=True)
        mover.decks.rename(places[0])
        mover.name(outer)
        assert mover.reps() == [1, 1, 1]
    places[1].parent.mkdir(parents=True, exist_ok=True)
    places[0].rename(places[1])
    (places[1] / "deck.yaml").write_text(deck(0, 1, 2, edited=edited))
    mover.name(outer if inside else places[1])
    assert mover.reps() == [1, 1, 1]


def test_a_root_named_by_its_file_and_by_a_link(mover: Mover, tmp_path: Path) -> None:
    """A file, or a link to the folder, is the same decks."""
    mover.name(mover.decks / "deck.yaml")
    assert mover.reps() == [1, 1, 1]
    link = tmp_path / "link"
    link.symlink_to(mover.decks, target_is_directory=True)
    mover.name(link)
    assert mover.reps() == [1, 1, 1]


@EDITED
def test_a_link_that_leads_to_the_next_copy(
    mover: Mover, tmp_path: Path, edited: int | None
) -> None:
    """A link that was turned to a copy of the folder it led to keeps every history."""
    link, copy = tmp_path / "link", tmp_path / "copy"
    link.symlink_to(mover.decks, target_is_directory=True)
    mover.name(link)
    mover.reps()
    shutil.copytree(mover.decks, copy)
    (copy / "deck.yaml").write_text(deck(0, 1, 2, edited=edited))
    link.unlink()
    link.symlink_to(copy, target_is_directory=True)
    assert mover.reps() == [1, 1, 1]


@EDITED
def test_two_roots_swapped(mover: Mover, tmp_path: Path, edited: int | None) -> None:
    """Two roots that change their names keep their histories, and equal cards do not mix theirs."""
    other = tmp_path / "other"
    other.mkdir()
    rest = (
        "  - front: Where?\n    back: Nowhere at all.\n  - front: When?\n    back: Never again.\n"
    )
    (other / "deck.yaml").write_text(deck(0, name="Other") + rest)
    mover.name(mover.decks, other)
    before = mover.histories()
    aside = tmp_path / "aside"
    mover.decks.rename(aside)
    other.rename(mover.decks)
    aside.rename(other)
    (other / "deck.yaml").write_text(deck(0, 1, 2, edited=edited))
    assert mover.reps() == [0, 0, 0, 1, 1, 1]
    old, new = str(mover.decks), str(other)
    after = mover.histories()
    if edited is None:
        swapped = {key.replace(old, "*").replace(new, old).replace("*", new) for key in before}
        assert swapped == set(after)
        assert all(
            before[key.replace(old, "*").replace(new, old).replace("*", new)] == after[key]
            for key in after
        )


@EDITED
def test_a_copy_beside_the_original(mover: Mover, edited: int | None) -> None:
    """The original keeps its histories and the copy is new, until the original is deleted."""
    copy = mover.decks / "copy.yaml"
    before = mover.histories()
    copy.write_text(deck(0, 1, 2))
    mover.write(deck(0, 1, 2, edited=edited))
    assert mover.reps() == [0, 0, 0, 1, 1, 1]
    after = mover.histories()
    kept = {uid for key, (uid, _) in after.items() if "copy.yaml" not in key}
    if edited is None:
        assert kept == {uid for uid, _ in before.values()}
    else:  # what was copied first and reworded then goes on in the copy, which says it still
        assert len(kept & {uid for uid, _ in before.values()}) == 2
    mover.write(deck(0, 1, 2))
    mover.run("due")
    (mover.decks / "deck.yaml").unlink()
    assert mover.reps() == [1, 1, 1]


def test_a_copy_read_alone_while_the_original_is_named(mover: Mover, tmp_path: Path) -> None:
    """A copy named for one run is new while the settings still name the original."""
    copy = tmp_path / "copy"
    shutil.copytree(mover.decks, copy)
    assert mover.reps("--decks", str(copy)) == [0, 0, 0]
    assert mover.reps() == [1, 1, 1]
    shutil.rmtree(mover.decks)
    assert mover.reps("--decks", str(copy)) == [1, 1, 1]


@EDITED
def test_a_copy_named_instead_of_the_original(
    mover: Mover, tmp_path: Path, edited: int | None
) -> None:
    """Who names a copy and leaves the original lying goes on with every history in the copy."""
    copy = tmp_path / "copy"
    before = {uid for uid, _ in mover.histories().values()}
    shutil.copytree(mover.decks, copy)
    (copy / "deck.yaml").write_text(deck(0, 1, 2, edited=edited))
    mover.name(copy)
    assert mover.reps() == [1, 1, 1]
    mover.write(deck(0, 1, 2, edited=edited))
    mover.name(mover.decks)
    assert mover.reps() == [1, 1, 1]
    assert {uid for uid, _ in mover.histories().values()} == before


def test_a_strangers_deck_with_a_card_of_ones_own(mover: Mover, tmp_path: Path) -> None:
    """Another deck that says one card in three alike is no copy, and takes nothing over."""
    other = tmp_path / "other.yaml"
    other.write_text(deck(0, name="Other"))
    mover.name(other)
    assert mover.reps() == [0]
    mover.name(mover.decks)
    assert mover.reps() == [1, 1, 1]


@EDITED
def test_a_root_missing_for_a_while(mover: Mover, tmp_path: Path, edited: int | None) -> None:
    """A root that is not there today, while another is read, is whole when it comes back."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "other.yaml").write_text("cards:\n  - front: Where?\n    back: There.\n")
    mover.name(mover.decks, other)
    aside = tmp_path / "aside"
    mover.decks.rename(aside)
    told = mover.run("due")
    assert "is not there" in told.err
    assert "left the decks" not in told.err
    assert mover.reps() == [0]
    (other / "other.yaml").write_text("cards:\n  - front: Where?\n    back: Over there.\n")
    assert mover.reps() == [0]
    aside.rename(mover.decks)
    mover.write(deck(0, 1, 2, edited=edited))
    assert mover.reps() == [0, 1, 1, 1]


def test_a_missing_root_found_in_another(mover: Mover, tmp_path: Path) -> None:
    """The cards of a named root that is gone go on where they are found, and only there."""
    other = tmp_path / "other"
    other.mkdir()
    mover.name(mover.decks, other)
    shutil.copytree(mover.decks, other / "copy")
    assert mover.reps() == [0, 0, 0, 1, 1, 1]
    aside = tmp_path / "aside"
    mover.decks.rename(aside)
    assert mover.reps() == [1, 1, 1]
    aside.rename(mover.decks)
    assert mover.reps() == [0, 0, 0, 1, 1, 1]


def test_histories_that_are_nowhere_are_told(mover: Mover, tmp_path: Path) -> None:
    """Cards with a history that are in no deck any more are told of once, and kept."""
    empty = tmp_path / "empty"
    empty.mkdir()
    shutil.rmtree(mover.decks)
    told = mover.name(empty)
    told = mover.run("due")
    assert "3 cards you have answered left the decks" in told.err
    assert "left the decks" not in mover.run("due").err
    (empty / "again.yaml").write_text(deck(0, 1, 2))
    assert mover.reps() == [1, 1, 1]


@EDITED
def test_half_of_the_files_moved(mover: Mover, tmp_path: Path, edited: int | None) -> None:
    """Files that went to another root one by one keep every history, as do those that stayed."""
    other = tmp_path / "other"
    other.mkdir()
    (mover.decks / "deck.yaml").unlink()
    mover.write(deck(0), "a.yaml")
    mover.write(deck(1, 2), "b.yaml")
    mover.name(mover.decks, other)
    assert mover.reps() == [1, 1, 1]
    (mover.decks / "b.yaml").unlink()
    (other / "B.yaml").write_text(deck(2, 1, edited=edited))
    assert mover.reps() == [1, 1, 1]
    shutil.rmtree(mover.decks)
    (other / "B.yaml").write_text(deck(2, 0, 1, edited=edited))
    mover.name(other)
    assert mover.reps() == [1, 1, 1]


def test_a_renamed_folder_takes_its_reworded_files_along(mover: Mover, tmp_path: Path) -> None:
    """In a folder that was renamed a file of one card, half reworded, is the one it was."""
    mover.write(
        "deck: One\ncards:\n  - front: What is a mutex?\n    back: A lock for one.\n", "one.yaml"
    )
    mover.review("\n3\n" * 5)
    before = mover.reps()
    elsewhere = tmp_path / "elsewhere"
    mover.decks.rename(elsewhere)
    (elsewhere / "one.yaml").write_text(
        "deck: One\ncards:\n  - front: What is a mutex?\n    back: It excludes all others.\n"
    )
    mover.name(elsewhere)
    assert mover.reps() == before


def test_a_home_carried_to_another_machine(mover: Mover, tmp_path: Path) -> None:
    """A copied home finds the clone of its decks at another path."""
    clone, home = tmp_path / "clone" / "decks", tmp_path / "clone" / "home"
    shutil.copytree(mover.decks, clone)
    shutil.copytree(mover.home, home)
    shutil.rmtree(mover.decks)
    mover.home = home
    mover.name(clone)
    assert mover.reps() == [1, 1, 1]


def test_equal_files_of_a_moved_tree_stay_apart(mover: Mover, tmp_path: Path) -> None:
    """Files that say the same keep each its own history by their place below the root."""
    for name in ("one/deck.yaml", "two/deck.yaml"):
        mover.write(deck(0, 1, 2), name)
    (mover.decks / "deck.yaml").unlink()
    before = mover.histories()
    elsewhere = tmp_path / "else" / "where"
    elsewhere.parent.mkdir()
    mover.decks.rename(elsewhere)
    mover.name(elsewhere)
    after = mover.histories()
    assert after == {
        key.replace(str(mover.decks), str(elsewhere)): value for key, value in before.items()
    }


@pytest.mark.parametrize("copied", [False, True], ids=["moved", "copied"])
def test_anki_gets_no_doubles_after_a_move(mover: Mover, tmp_path: Path, *, copied: bool) -> None:
    """The export after a move updates the notes that Anki has, and adds none."""
    desk = Desktop(tmp_path / "anki")
    try:
        first, second = tmp_path / "first.apkg", tmp_path / "second.apkg"
        assert mover.run("export", "-o", str(first)).code == 0
        assert desk.take(first).new == 3
        elsewhere = tmp_path / "elsewhere"
        (shutil.copytree if copied else shutil.move)(mover.decks, elsewhere)
        (elsewhere / "deck.yaml").write_text(deck(0, 1, 2, edited=1))
        mover.name(elsewhere)
        assert mover.run("export", "-o", str(second)).code == 0
        assert desk.take(second).new == 0
        assert len(list(desk.notes())) == 3
    finally:
        desk.close()


def test_a_file_that_went_is_gone_at_once(mover: Mover, tmp_path: Path) -> None:
    """A file that moved and lost a card on the way is not looked for again at the next start."""
    mover.decks.rename(tmp_path / "elsewhere")
    (tmp_path / "elsewhere" / "deck.yaml").write_text(deck(0, 1))
    mover.name(tmp_path / "elsewhere")
    assert mover.reps() == [1, 1]
    database = connect(str(mover.home))
    try:
        gone = database.execute("SELECT path, gone FROM deck_files ORDER BY id").fetchall()
    finally:
        database.close()
    assert [bool(flag) for _, flag in gone] == [True, False]


def test_files_merged_in_a_copy_keep_every_history(mover: Mover, tmp_path: Path) -> None:
    """Two files put together in a new folder, which is named; the old folder is kept as it was."""
    (mover.decks / "deck.yaml").write_text(deck(0, 1))
    (mover.decks / "more.yaml").write_text(deck(2))
    assert mover.reps() == [1, 1, 1]
    uids = {uid for uid, _ in mover.histories().values()}
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "all.yaml").write_text(deck(0, 1, 2))
    mover.name(elsewhere)
    assert mover.reps() == [1, 1, 1]
    assert {uid for uid, _ in mover.histories().values()} == uids


def test_a_file_split_in_a_copy_keeps_every_history(mover: Mover, tmp_path: Path) -> None:
    """One file taken apart in a new folder, which is named; the old folder is kept as it was."""
    uids = {uid for uid, _ in mover.histories().values()}
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for number in range(3):
        (elsewhere / f"{number}.yaml").write_text(deck(number))
    mover.name(elsewhere)
    assert mover.reps() == [1, 1, 1]
    assert {uid for uid, _ in mover.histories().values()} == uids
    mover.name(mover.decks)  # and back: the decks are what they were
    assert mover.reps() == [1, 1, 1]
