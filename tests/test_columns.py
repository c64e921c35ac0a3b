"""Lists and sentences for the width there is: wrapped by words on a terminal, whole in a pipe."""

import re
from pathlib import Path

import pexpect
import pytest
from conftest import Learner
from hypothesis import given
from hypothesis import strategies as st
from test_review_screen import Terminal

from flashcards.terminal.columns import cut, wrapped
from flashcards.text import display_width

LONG = "What does a write-back cache do on a write, and when does memory get to hear of it at last?"
DECK = f"""\
deck: Systems
cards:
  - front: {LONG}
    back: It changes the cache only.
topics:
  - question: Why do several heads see more than a single one of the same size?
    title: Several heads against a single one of the same size
    id: several-heads-against-a-single-one
    tldr: Several weightings per query.
    answer: They do.
"""
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


@pytest.fixture
def narrow(tmp_path: Path) -> Path:
    """Give a folder with a long front and a topic with a long name."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "deck.yaml").write_text(DECK, encoding="utf-8")
    return tmp_path


def printed(folder: Path, *words: str, columns: int = 50) -> list[str]:
    """Give the lines that a command prints on a terminal of so many columns."""
    morning = {"FLASHCARDS_NOW": "2026-11-30T09:00:00+00:00"}
    terminal = Terminal(folder, *words, rows=15, columns=columns, environment=morning)
    terminal.child.expect(pexpect.EOF)
    lines: list[str] = _ESCAPES.sub("", terminal.child.before.decode()).splitlines()
    return [line.rpartition("\r")[2] for line in lines]


@pytest.mark.parametrize(
    "words",
    [
        ("read",),
        ("cards",),
        ("due",),
        ("config",),
        ("config", "judge_timeout"),
        ("plan", "--by", "2026-12-20"),
        ("review", "is:due"),
        ("review", "no such card anywhere"),
        ("config", "new_per_day", "default"),
    ],
)
def test_no_word_is_broken_at_fifty_columns(narrow: Path, words: tuple[str, ...]) -> None:
    """A line is wider than the window only where one word alone is, such as a path."""
    lines = printed(narrow, *words)
    assert lines
    for line in lines:
        assert display_width(line) <= 50 or " " not in line.strip(), line


def test_the_plan_at_fifty_columns_is_a_table(narrow: Path) -> None:
    """Two paces stand side by side, and how the one that reaches the goal is set."""
    lines = printed(narrow, "plan", "--by", "2026-12-20")
    (head,) = [line for line in lines if line.endswith("for 90%")]
    (pace,) = [line for line in lines if line.startswith("new a day")]
    assert len(head) == len(pace)
    told = " ".join(lines)
    assert re.search(r"`flashcards config new_per_day \d+` sets the pace for 90%", told)


def test_topics_with_long_names_are_listed_below_them(narrow: Path) -> None:
    """Where a title does not fit beside the name, it stands below it."""
    lines = printed(narrow, "read")
    assert lines[-3:] == [
        "several-heads-against-a-single-one",
        "    Several heads against a single one of the same",
        "    size  (1 minute)",
    ]
    wide = printed(narrow, "read", columns=120)
    assert wide[-1].startswith("several-heads-against-a-single-one  Several heads against")


def test_fronts_take_the_width_there_is(narrow: Path) -> None:
    """On a wide terminal the whole front, on a narrow one what fits, said by its last sign."""
    (wide,) = [line for line in printed(narrow, "cards", columns=140) if "write-back" in line]
    assert wide.endswith(LONG)
    (short,) = [line for line in printed(narrow, "cards") if "What does a" in line]
    assert len(short) == 50
    assert short.endswith("…")


def test_fronts_are_whole_in_a_pipe(learner: Learner) -> None:
    """What another program reads is cut nowhere, for `cards` and for what changes cards."""
    learner.write(DECK)
    assert f"  {LONG}\n" in learner.run("cards").out
    uid = learner.card(LONG)["id"]
    assert learner.run("suspend", uid).out == f"suspended {uid}  {LONG}\n"


@given(st.text("ab 漢", max_size=80), st.integers(4, 40), st.integers(0, 3))
def test_wrapping_keeps_every_word(text: str, columns: int, hang: int) -> None:
    """The words stay, in order; a line too wide is a single word."""
    lines = list(wrapped(text, columns, hang))
    assert " ".join(lines).split() == text.split()
    for line in lines:
        assert display_width(line) <= columns or len(line.split()) <= 1


@given(st.text("ab 漢", max_size=80), st.integers(1, 40))
def test_a_cut_line_fits_and_says_so(text: str, columns: int) -> None:
    """It is the beginning, and ends with a sign that there is more."""
    short = cut(text, columns)
    assert display_width(short) <= columns
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))
