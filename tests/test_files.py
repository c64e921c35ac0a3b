"""Files are whole or not there, over nothing that the program did not make."""

import os
import subprocess
import sys
import time
from pathlib import Path

import processes
import pytest
from conftest import DECK, Learner

from flashcards.deck import skeletons
from flashcards.files import leftovers
from flashcards.files.locks import alone
from flashcards.files.writing import TakenError, create

TOPIC = "topics:\n  - question: Why?\n    title: Why\n    tldr: Because.\n"
SAVED_PAGE = "<!doctype html>\n<html><head><title>Saved from the web</title></head></html>\n"


# -- Over nothing that it did not make


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("words", [("read", "--html"), ("export", "-o"), ("schema", "-o")])
@pytest.mark.parametrize("ending", ["html", "apkg", "json", "yaml", "db"])
def test_no_output_takes_the_place_of_something_else(
    learner: Learner, words: tuple[str, str], ending: str, *, linked: bool
) -> None:
    """Whatever the file is called, a deck in it is left as it is, in place and through a link."""
    deck = learner.write(TOPIC, "theirs.yaml" if linked else f"theirs.{ending}")
    before = deck.read_bytes()
    named = deck
    if linked:
        named = learner.home.parent / f"link.{ending}"
        named.symlink_to(deck)
    learner.write(TOPIC.replace("Why", "How"), "mine.yaml")
    done = learner.run(*words, str(named))
    assert done.code in {1, 2}
    assert str(named) in done.err
    assert deck.read_bytes() == before
    assert named.is_symlink() == linked


def test_no_output_takes_the_place_of_the_database(learner: Learner) -> None:
    """The collection itself is as safe as a deck, also behind a name that would do."""
    learner.write(TOPIC)
    learner.cards()
    link = learner.home.parent / "sheet.html"
    link.symlink_to(learner.home / "collection.db")
    for path in (learner.home / "collection.db", link, learner.home):
        assert learner.run("read", "--html", str(path)).code == 1
    assert len(learner.cards()) == 1


def test_a_saved_page_and_a_package_of_anki_stay(learner: Learner) -> None:
    """A page is replaced that this program wrote, and so is a package; others are somebody's."""
    learner.write(TOPIC)
    page, package = learner.home.parent / "a.html", learner.home.parent / "a.apkg"
    page.write_text(SAVED_PAGE, encoding="utf-8")
    package.write_bytes(b"PK\x03\x04" + bytes(22) + b"\x04\x00\x00\x00meta")
    before = package.read_bytes()
    for words in (("read", "--html", str(page)), ("export", "-o", str(package))):
        done = learner.run(*words)
        assert (done.code, "Choose another name" in done.err) == (1, True)
    assert page.read_text(encoding="utf-8") == SAVED_PAGE
    assert package.read_bytes() == before
    for path, command in ((page, ("read", "--html")), (package, ("export", "-o"))):
        path.unlink()
        for _ in range(2):
            assert learner.run(*command, str(path)).code == 0


def test_a_name_that_does_not_fit_is_refused(learner: Learner) -> None:
    """The sentence has a name that would do."""
    learner.write(TOPIC)
    done = learner.run("read", "--html", str(learner.home.parent / "tonight"))
    assert done.code == 1
    assert "tonight.html" in done.err
    assert not (learner.home.parent / "tonight").exists()


# -- Whole, or not at all


def test_first_cards_at_once_are_all_kept(learner: Learner) -> None:
    """Eight programs start the inbox in the same moment: each of their cards is in it."""
    place = processes.Place(learner.home, learner.decks)
    learner.run("due")
    for turn in range(6):
        path = learner.decks / f"inbox-{turn}.yaml"
        running = [
            processes.start(place, "add", f"front {n}", "back", "--to", str(path)) for n in range(8)
        ]
        ended = [processes.finish(one) for one in running]
        assert [(one.code, one.err) for one in ended] == [(0, "")] * 8
        lines = path.read_text(encoding="utf-8").splitlines()
        fronts = sorted(line for line in lines if "front:" in line)
        assert fronts == [f"  - front: front {n}" for n in range(8)]


def test_the_loser_of_a_race_adds_to_the_file(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program makes the inbox after this one saw none: both cards are in it."""
    started = skeletons.started
    others = iter(["theirs"])

    def late(deck: str, *, schema: bool) -> str:
        for front in others:
            assert learner.run("add", front, "back").code == 0
        return started(deck, schema=schema)

    monkeypatch.setattr(skeletons, "started", late)
    assert learner.run("add", "ours", "back").code == 0
    assert {card["front"] for card in learner.cards()} == {"theirs", "ours"}


def test_what_a_kill_left_empty_is_filled(learner: Learner) -> None:
    """An empty inbox takes a card, an empty schema and an empty file of a question are mended."""
    for name in ("inbox.yaml", "deck.schema.json", "why.yaml"):
        learner.write("", name)
    assert learner.run("add", "front", "back").code == 0
    assert learner.run("new", "Why?", "--no-edit").code == 0
    assert "front: front" in (learner.decks / "inbox.yaml").read_text(encoding="utf-8")
    assert "Why?" in (learner.decks / "why.yaml").read_text(encoding="utf-8")
    assert (learner.decks / "deck.schema.json").read_bytes()


def test_a_disk_without_links_takes_new_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no second name can be given, a new file is whole as well, and takes no other's name."""

    def refused(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    path = tmp_path / "made" / "a.yaml"
    assert create(str(path), b"one") == str(tmp_path / "made")
    with pytest.raises(TakenError):
        create(str(path), b"two")
    assert path.read_bytes() == b"one"
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_made_for_nothing_goes(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk is full, that is said, and the folders made for a file are not left behind."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    learner.run("due")  # the collection is there already
    monkeypatch.setattr(os, "fsync", full)
    path = learner.home.parent / "made" / "deeper" / "a.yaml"
    done = learner.run("add", "front", "back", "--to", str(path))
    assert (done.code, "the disk is full. Make room" in done.err) == (1, True)
    assert not (learner.home.parent / "made").exists()


def test_a_folder_can_be_kept_to_oneself_twice(tmp_path: Path) -> None:
    """An import of a package into the folder of the collection does not wait for itself."""
    code = "from flashcards.files.locks import alone\nwith alone('.'), alone('.'): print('in')"
    words = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONPATH": str(processes.ROOT)}
    with alone(str(tmp_path)), alone(str(tmp_path)):
        waiting = subprocess.Popen(words, cwd=tmp_path, env=environment, stdout=subprocess.PIPE)
        assert waiting.poll() is None
    out, _ = waiting.communicate(timeout=processes.PATIENCE_S)
    assert out == b"in\n"


# -- Swept


def _unfinished(of: str) -> str:
    """Return how an unfinished file of this process is named, with the number of another."""
    return f"{leftovers.prefix().replace(f'-{os.getpid()}-', f'-{of}-')}abcdefgh.part"


def _dead() -> str:
    """Return the number of a process that is no more."""
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    return str(done.pid)


def test_the_next_start_sweeps_what_a_kill_left(learner: Learner) -> None:
    """Beside decks, below them, in the home, among the drafts, and where it writes again."""
    learner.write(TOPIC)
    out = learner.home.parent / "out"
    places = [learner.decks, learner.decks / "media", learner.home, learner.home / "drafts", out]
    left = [place / _unfinished(_dead()) for place in places]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"half")
    assert learner.run("due").code == 0
    assert [path.exists() for path in left] == [False, False, False, False, True]
    assert learner.run("export", "-o", str(out / "a.apkg")).code == 0
    assert [path.name for path in out.iterdir()] == ["a.apkg"]


def test_what_somebody_is_writing_stays(learner: Learner) -> None:
    """The file of a living process stays, and of one on another machine until it is a day old."""
    learner.write(DECK)
    names = (
        _unfinished(str(os.getppid())),
        ".deck.yaml.swp",
        ".flashcards-00000000-1-abc.part",
        ".deck.yaml.abcdefgh.new",
    )
    paths = [learner.decks / name for name in names]
    for path in paths:
        path.write_bytes(b"half")
    assert learner.run("due").code == 0
    assert [path.exists() for path in paths] == [True] * 4
    yesterday = time.time() - 25 * 3600
    for path in paths[1:]:
        os.utime(path, (yesterday, yesterday))
    assert learner.run("due").code == 0
    assert [path.exists() for path in paths] == [True, True, False, False]


def test_what_a_person_named_after_the_program_and_a_day_stays(learner: Learner) -> None:
    """Eight digits are no machine: nothing of a person's is swept, however old and named."""
    learner.write(DECK)
    out = learner.home.parent / "out"
    kept = []
    for place in (learner.decks, out):
        thesis = place / "flashcards-20261128-2-thesis"
        thesis.mkdir(parents=True)
        (thesis / "more.yaml").write_text(TOPIC)
        lecture = place / "flashcards-20261128-1-lecture.pdf"
        lecture.write_bytes(b"mine")
        kept += [lecture, thesis]
    yesterday = time.time() - 25 * 3600
    for path in kept:
        os.utime(path, (yesterday, yesterday))
    assert learner.run("add", "Big-endian", "The most significant byte first.").code == 0
    assert learner.run("export", "-o", str(out / "a.apkg")).code == 0
    assert [path.exists() for path in kept] == [True] * 4
