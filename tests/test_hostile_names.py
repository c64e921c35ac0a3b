"""File names and terminals that carry less, or more, than a name should."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Learner

ROOT = Path(__file__).parent.parent
CARD = "cards:\n  - front: q 日本 → é\n    back: x\n"
FAULT = "cards:\n  - fron: a\n    back: b\n"


def write_bytes_name(learner: Learner, name: bytes, text: str) -> None:
    """Write a deck whose file name is these bytes."""
    with open(os.path.join(os.fsencode(learner.decks), name), "w", encoding="utf-8") as stream:
        stream.write(text)


@pytest.mark.parametrize("words", [["due"], ["check"], ["cards"], ["review", "--plain"]])
def test_a_file_name_that_is_no_utf8_is_passed_over_and_said(
    learner: Learner, words: list[str]
) -> None:
    """One such name stops nothing: a line on stderr, and the other decks go on."""
    write_bytes_name(learner, b"b\xffad.yaml", CARD)
    learner.write(CARD)
    result = learner.run(*words)
    assert result.code == 0
    assert "its name is not UTF-8; rename it" in result.err
    assert len(learner.cards()) == 1


def test_a_folder_name_that_is_no_utf8_is_passed_over(learner: Learner) -> None:
    """The same for a folder, which is not entered."""
    os.mkdir(os.path.join(os.fsencode(learner.decks), b"f\xff"))
    write_bytes_name(learner, b"f\xff/a.yaml", CARD)
    result = learner.run("due")
    assert result.code == 0
    assert "not UTF-8" in result.err


def test_control_characters_in_names_are_inert_wherever_they_are_shown(learner: Learner) -> None:
    """Case 34, for names: no escape sequence and no line break of a name gets through."""
    learner.write(FAULT + "  - front: A\n    back: B\n", "z\x1b[7m\nX.yaml")
    uid = learner.cards()[0]["id"]
    page = str(learner.decks.parent / "p\x1b[7m\nX.html")
    for words in (
        ["check"],
        ["show", uid],
        ["due"],
        ["config"],
        ["review", "--plain"],
        ["edit", uid],
        ["read", "--html", page],
    ):
        result = learner.run(*words)
        assert "\x1b" not in result.out + result.err
        assert "\nX" not in result.out + result.err
    assert "z␛[7m␊X.yaml:2:5: error" in learner.run("check").out
    missing = learner.run_bare("--home", str(learner.home), "--decks", "no\x1b[31mpe", "due")
    assert "no␛[31mpe" in missing.err


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_json_loses_no_text_where_stdout_is_not_utf8(learner: Learner, encoding: str) -> None:
    """A program that reads the document gets every character, whatever the locale."""
    learner.write("deck: Ünï\n" + CARD)
    place = ["--home", str(learner.home), "--decks", str(learner.decks)]
    for words, found in ((["cards", "--json"], "cards"), (["due", "--json"], "decks")):
        ran = subprocess.run(
            [sys.executable, "-m", "flashcards", *place, *words],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": encoding},
        )
        (row,) = json.loads(ran.stdout.decode(encoding))[found]
        assert row["deck"] == "Ünï"


def test_faults_of_other_decks_are_not_counted(learner: Learner) -> None:
    """The line about faults is about the decks of this run."""
    learner.write(FAULT, "faulty.yaml")
    good = learner.write(CARD, "good.yaml")
    assert "`flashcards check` tells" in learner.run("due").err
    only = learner.run_bare("--home", str(learner.home), "--decks", str(good), "due")
    assert only.err == ""


@pytest.mark.parametrize("words", [[""], ["   "]])
def test_an_empty_name_is_no_deck(learner: Learner, words: list[str]) -> None:
    """`config decks "$UNSET"` stores nothing, least of all the current folder."""
    result = learner.run("config", "decks", *words)
    assert result.code == 2
    assert "decks = ~/flashcards  (default)" in learner.run("config", "decks").out


@pytest.mark.parametrize(
    "words",
    [
        ["config", "--default"],
        ["config", "--default", "rollover", "3"],
        ["review", "--cram", "--new", "5"],
        ["review", "--cram", "--ahead", "3"],
        ["review", "--weakest", "3", "--new", "5"],
    ],
)
def test_options_that_do_not_go_together_are_refused(learner: Learner, words: list[str]) -> None:
    """What would be ignored in silence is wrong usage."""
    assert learner.run(*words).code == 2


def test_new_cards_that_are_all_buried_come_tomorrow(learner: Learner) -> None:
    """`due` says when, also when every card is new and buried."""
    learner.write(CARD)
    learner.run("bury", learner.cards()[0]["id"])
    due = learner.run("due", "--json").json
    assert due["next_due_at"].startswith("2026-12-01T04:00:00")
    assert due["reason"].startswith("1 card is buried until tomorrow.")
