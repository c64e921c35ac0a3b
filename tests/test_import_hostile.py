"""Whatever is given to `import`, and wherever it is to go: a sentence, and nothing half written."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from conftest import Learner

pytestmark = pytest.mark.slow


KINDS: Final = (None, "page", "markdown", "csv", "yaml")
PAGE: Final = "What is it?\n\nTL;DR\n\nIt.\n\nFollow-ups\n\n"
ODD: Final = {
    "empty": b"",
    "blank": b"\xef\xbb\xbf \r\n\n",
    "line": b"one line",
    "latin-1": "na\u00efve,b\n".encode("latin-1"),
    "nul": b"Q: a\0\nA: b\n",
    "half of a pair": b"\xff\xfea\0,\0b",
    "brackets": b"[" * 50_000,
    "a long line": b"front:: " + b"b" * 5_000_000,
    "long": b"word " * 1_000_000,
    "too long": b"a,b\n" * 3_000_000,
}


def run(learner: Learner, name: str, target: Path, *words: str) -> str:
    """Import a file that cannot be taken over, and give the sentence that says so."""
    result = learner.run_bare("import", name, "-o", str(target), *words)
    assert result.code == 1
    assert result.out == ""
    assert "flashcards: " in result.err
    assert "Traceback" not in result.err
    return result.err


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ODD)
def test_what_is_no_text_of_cards_is_refused(
    learner: Learner, tmp_path: Path, name: str, kind: str | None
) -> None:
    """As any kind of text; no deck file and no folder is left behind."""
    path = tmp_path / "odd.txt"
    path.write_bytes(ODD[name])
    run(learner, str(path), tmp_path / "new" / "deck.yaml", *(("--as", kind) if kind else ()))
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("ending", ["txt", "apkg"])
@pytest.mark.posix
def test_what_is_no_file_is_refused(learner: Learner, tmp_path: Path, ending: str) -> None:
    """A folder, and a pipe, which would be waited for."""
    folder, pipe = tmp_path / f"folder.{ending}", tmp_path / f"pipe.{ending}"
    folder.mkdir()
    os.mkfifo(pipe)
    for path in (folder, pipe):
        assert "no regular file" in run(learner, str(path), tmp_path / "deck.yaml")
    assert not (tmp_path / "deck.yaml").exists()


@pytest.mark.parametrize("name", ["gone.txt", "gone.apkg", "link.csv"])
def test_a_name_that_leads_nowhere_is_refused(tmp_path: Path, name: str) -> None:
    """In the words of the system."""
    (tmp_path / "link.csv").symlink_to("nowhere")
    words = (sys.executable, "-m", "flashcards", "--home", str(tmp_path), "import")
    target = str(tmp_path / "deck.yaml")
    done = subprocess.run(
        (*words, str(tmp_path / name), "-o", target), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "no such file or directory" in done.stderr.lower()
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("folder", "it is a folder. Name a deck file in it"),
        ("folder/", "it is a folder. Name a deck file in it"),
        ("gone/", "it is a folder. Name a deck file in it"),
        ("deck", "decks end in .yaml"),
        ("file/deck.yaml", "file is no folder"),
        ("folder.yaml", "it is a folder"),
        ("link.yaml", "a link to a file that is not there"),
    ],
)
def test_where_no_deck_can_stand_nothing_is_written(
    learner: Learner, tmp_path: Path, name: str, reason: str
) -> None:
    """The reason, and what is there stays what it is."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "link.yaml").symlink_to("nowhere")
    (tmp_path / "words.csv").write_text("a,b\n", encoding="utf-8")
    before = sorted(os.walk(tmp_path))
    result = learner.run_bare(
        "import", str(tmp_path / "words.csv"), "-o", os.path.join(tmp_path, name)
    )
    assert result.code == 1
    assert reason in result.err
    assert sorted(os.walk(tmp_path)) == before


def test_a_folder_that_is_made_is_named(learner: Learner, tmp_path: Path) -> None:
    """By `import`, by `add` and by `new`, and only when there was none."""
    words = tmp_path / "words.csv"
    words.write_text("a,b\n", encoding="utf-8")
    deck = tmp_path / "new" / "folder" / "deck.yaml"
    made = f"Made the folder {tmp_path / 'new'}.\n"
    assert made in learner.run("import", str(words), "-o", str(deck)).err
    other = deck.with_name("other.yaml")
    assert "Made the folder" not in learner.run("import", str(words), "-o", str(other)).err
    inbox = tmp_path / "here" / "inbox.yaml"
    assert (
        f"Made the folder {inbox.parent}.\n" in learner.run("add", "a", "b", "--to", str(inbox)).err
    )
    learner.decks.rmdir()
    started = learner.run("new", "What is a B-tree?", "--no-edit")
    assert started.err == f"Made the folder {learner.decks}.\n"


@pytest.mark.parametrize(
    "page",
    [
        PAGE + "".join(f"{number % 99 + 1}Why so?\n" for number in range(40_000)),
        PAGE + "".join(f"{number}Why so?\n" for number in range(20_000)),
        "What is it?\n\nTL;DR\n\nIt.\n\nDetailed answer\n\n" + "# x\n" * 100_000,
    ],
)
def test_a_page_of_nothing_but_marks_is_read(learner: Learner, tmp_path: Path, page: str) -> None:
    """However many numbers and headings stand in it."""
    path = tmp_path / "page.txt"
    path.write_text(page, encoding="utf-8")
    assert learner.run_bare("import", str(path)).code == 0


def test_bytes_on_standard_input_are_told_from_text(tmp_path: Path) -> None:
    """What is not UTF-8 is refused there as well, and becomes no question marks."""
    words = (sys.executable, "-m", "flashcards", "--home", str(tmp_path), "import", "-")
    done = subprocess.run(words, input=b"na\xefve,b\n", capture_output=True, check=False)
    assert done.returncode == 1
    assert b"stdin:1:3: byte 0xEF is not UTF-8" in done.stderr
    assert done.stdout == b""
