"""The page behind each code: there, true in its examples, and printed by `check --explain`."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Learner

from flashcards.commands.check_explain import pages
from flashcards.deck.fixing import fix
from flashcards.deck.problems import CATALOGUE
from flashcards.deck.reading import read

PAGES = pages()

WITHOUT_EXAMPLE = {
    "unreadable-file": "it is the file, not what is in it",
    "too-big": "an example would fill a book",
    "wrong-encoding": "a page of text holds no wrong bytes",
    "more-problems": "an example has a thousand faults",
    "text-too-long": "an example has a hundred thousand characters",
    "too-many-gaps": "an example has a hundred gaps",
    "media-too-big": "an example has 32 MiB",
    "ambiguous-history": "it is what happened before, not what is in the file",
}
# Pages show what an editor hides by its picture or number.
SHOWN = re.compile("\u27e8U\\+([0-9A-F]{4})\u27e9")


def blocks(page: str, label: str) -> Iterator[str]:
    """Give the examples that stand under `label` in a page."""
    for block in re.findall(rf"^{label}:\n\n((?:    .*\n|\n)+)", page, re.MULTILINE):
        text = re.sub(r"^ {4}", "", block, flags=re.MULTILINE).strip("\n") + "\n"
        text = SHOWN.sub(lambda found: chr(int(found[1], 16)), text)
        yield text.replace("\u241b", "\x1b")


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Give the place of a deck that has an image and a text beside it."""
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "mesi.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "img" / "mesi.html").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "img" / "mesi.txt").write_text("no image", encoding="utf-8")
    return str(tmp_path / "deck.yaml")


def codes(text: str, path: str) -> list[str]:
    """Give the code of each problem of a deck."""
    return [problem.code for problem in read(text.encode(), path).problems]


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    """Each begins with its code and says what `check --fix` does about it, where it could."""
    assert set(PAGES) == set(CATALOGUE)
    for code, page in PAGES.items():
        assert page.startswith(f"# {code}: ")
        assert "`check --fix`" in page or code == "more-problems"
        assert max(map(len, page.splitlines())) <= 100


@pytest.mark.parametrize("code", sorted(set(CATALOGUE) - set(WITHOUT_EXAMPLE)))
def test_examples_show_that_fault_and_no_other(code: str, path: str) -> None:
    """Wrong examples give just that code, right ones none."""
    wrong, right = list(blocks(PAGES[code], "Wrong")), list(blocks(PAGES[code], "Right"))
    assert wrong
    assert right
    for text in wrong:
        assert set(codes(text, path)) == {code}, text
    for text in right:
        assert codes(text, path) == [], text


@pytest.mark.parametrize("code", sorted(set(CATALOGUE) - set(WITHOUT_EXAMPLE)))
def test_what_a_page_says_of_fixing_is_so(code: str, path: str) -> None:
    """An example is mended where its part of the page does not say that it is left alone."""
    for part in re.split(r"^## ", PAGES[code], flags=re.MULTILINE):
        for text in blocks(part, "Wrong"):
            mended = fix(text.encode(), path)
            promised = "leave" not in part.partition("`check --fix`")[2].partition(".")[0]
            if "`check --fix`" in part and promised:
                assert codes(mended.after.decode(), path) == [], text
            else:
                assert mended.edits == (), text


@pytest.mark.parametrize("code", WITHOUT_EXAMPLE)
def test_pages_without_an_example_have_a_reason(code: str) -> None:
    """No wrong example, and no right one for want of it."""
    assert "Wrong:" not in PAGES[code]


def test_explain_prints_the_page(learner: Learner) -> None:
    """No deck and no collection are needed."""
    result = learner.run("check", "--explain", "duplicate-key")
    assert result.code == 0
    assert result.out == PAGES["duplicate-key"]
    assert not learner.home.exists()


def test_explain_knows_what_was_meant(learner: Learner) -> None:
    """A misspelt code gets the closest one, anything else the list."""
    near = learner.run("check", "--explain", "duplicate-keys")
    assert (near.code, "Did you mean duplicate-key?" in near.err) == (1, True)
    far = learner.run("check", "--explain", "xyz")
    assert "alias-bomb, ambiguous-history" in far.err
