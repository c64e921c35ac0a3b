"""Captures imported into decks that have their topic: stubs are filled in, all else stays."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from conftest import Learner, Result
from hypothesis import given
from hypothesis import strategies as st

from flashcards.deck import growing, meaning, reading
from flashcards.deck.source import Source, decode
from flashcards.deck.syntax import parse
from flashcards.importing import decks, merging, pages
from flashcards.importing import sources as captures
from flashcards.importing.drafts import TopicDraft

QUESTION: Final = "Why do bridges have expansion joints?"
CLOSED: Final = f"""\
{QUESTION}

TL;DR

Steel and concrete grow when they warm up, and a gap gives them room.

Key concepts

Thermal strain
Bearing: it lets the deck slide on the pier.

Interviewer follow-ups

QHow wide is the gap?

QWhy do rails have none?

Don't say this

What marks a beginner. Click to expand.

Most common mistake

Saying the joints are there for traffic loads.
"""
LONG: Final = (
    "A body of length $L$ that warms by $\\Delta T$ grows by $\\alpha L \\Delta T$. A hundred "
    "metres of steel gain some five centimetres from winter to summer, and what is held at both "
    "ends does not grow but presses, with forces that buckle a deck."
)
SHORT: Final = (
    "Warm things grow, and a long deck grows by centimetres. Held fast, it would press against "
    "its abutments until one of them gave way, so a gap and a sliding bearing let it move."
)
PROSE: Final = f"{QUESTION}\n\n{LONG}\n\n{SHORT}\n"
OPEN: Final = f"""\
{QUESTION}

Key concepts

Thermal strain: growth per length and kelvin.
Bearing: a hinge.
Abutment: what a bridge rests on at its ends.

Interviewer follow-ups

QHow wide is the gap?

As wide as the deck grows between the coldest and the warmest day.

QWhy do rails have none?

QWhat closes the gap for wheels?

A comb of steel fingers.

Don't say this

"Joints make a bridge stronger." They make it longer-lived.
"""


def take(learner: Learner, path: Path, capture: str, *words: str) -> Result:
    """Import a capture into the deck at `path`."""
    file = learner.decks.parent / "capture.txt"
    file.write_text(capture, encoding="utf-8")
    result = learner.run("import", str(file), "-o", str(path), *words)
    assert result.code == 0, result.err
    return result


def said(path: Path) -> meaning.Said:
    """Give what a deck file says, places and comments aside."""
    return meaning.said(parse(Source("", decode(path.read_bytes())[0])).root)


def merged(learner: Learner, before: str, capture: str) -> str:
    """Give the text of a deck after a capture was imported into it."""
    path = learner.decks / "deck.yaml"
    path.write_bytes(before.encode())
    take(learner, path, capture)
    return path.read_bytes().decode()


@pytest.mark.parametrize("captures", [(CLOSED, PROSE), (PROSE, CLOSED)])
def test_one_capture_after_the_other_gives_what_both_at_once_give(
    learner: Learner, captures: tuple[str, str]
) -> None:
    """In either order, to the word and the order of keys."""
    files = [learner.decks.parent / name for name in ("one.txt", "two.txt")]
    for file, capture in zip(files, captures, strict=True):
        file.write_text(capture, encoding="utf-8")
    at_once, in_turn = learner.decks / "a.yaml", learner.decks / "b.yaml"
    learner.run("import", *map(str, files), "-o", str(at_once), "--deck", "D")
    for file in files:
        learner.run("import", str(file), "-o", str(in_turn))
    text = in_turn.read_text(encoding="utf-8")
    in_turn.write_text(re.sub("deck: .*", "deck: D", text), encoding="utf-8")
    assert said(in_turn) == said(at_once)


def test_what_was_learnt_stays_and_filled_stubs_become_cards(learner: Learner) -> None:
    """A deck from one capture is reviewed; the second completes it under the same cards."""
    path = learner.decks / "bridges.yaml"
    take(learner, path, CLOSED)
    learner.answer("333")
    before = {card["id"]: card for card in learner.cards()}
    assert [card["reps"] for card in before.values()] == [1, 1, 1]
    take(learner, path, PROSE)
    result = take(learner, path, OPEN)
    after = {card["id"]: card for card in learner.cards()}
    assert len(after) == 8
    for uid, card in before.items():
        same = ("front", "back", "state", "due_at", "stability", "difficulty", "reps")
        assert [after[uid][key] for key in same] == [card[key] for key in same]
    fronts = [card["front"] for uid, card in after.items() if uid not in before]
    assert "How wide is the gap?" in fronts
    assert "You said: \u201cJoints make a bridge stronger.\u201d Correct yourself." in fronts
    assert "filled in: key concepts (1), follow ups (1), red flags" in result.err
    assert "added: key concepts (1), follow ups (1)" in result.err
    assert "key concepts, \u201cBearing\u201d: definition" in result.err
    assert result.out == (
        f"Added 2 to {path}, filled in 3, left 1 as you have it: 8 cards, 1 stub.\n"
    )


@pytest.mark.parametrize("capture", [CLOSED, PROSE, OPEN])
def test_a_capture_imported_again_changes_no_byte(learner: Learner, capture: str) -> None:
    """The file keeps its time as well, and the command says that nothing is new."""
    path = learner.decks / "bridges.yaml"
    for text in (CLOSED, PROSE, OPEN):
        take(learner, path, text)
    before = path.read_bytes(), path.stat().st_mtime_ns
    result = take(learner, path, capture)
    assert result.out.startswith(f"Nothing new: {path} has it")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_a_dry_run_shows_what_would_change(learner: Learner) -> None:
    """As a diff, and nothing is written."""
    path = learner.decks / "bridges.yaml"
    take(learner, path, CLOSED)
    before = path.read_bytes()
    result = take(learner, path, PROSE, "--dry-run")
    assert "+    short_answer: |" in result.out
    assert "Would add 2 to" in result.err
    assert path.read_bytes() == before
    result = take(learner, learner.decks / "new.yaml", PROSE, "--dry-run")
    assert "    short_answer: |" in result.out
    assert "Would write" in result.err
    assert not (learner.decks / "new.yaml").exists()


def test_a_topic_of_ones_own_is_filled_in_where_it_stands(learner: Learner) -> None:
    """Comments, quotes, order and indentation stay; sections come where the format has them."""
    assert merged(learner, MINE, OPEN) == MERGED


MINE: Final = f"""\
# Bridges
deck: 'Building'
topics:
- question: "{QUESTION}"   # from the exam
  # What I would say:
  tldr: Room to grow.

  follow_ups:   # to be learnt
  - How wide is the gap?   # ask Ann
  - question: Why do rails have none?
    short: They are stressed.

  # Learn by heart
  cheat_sheet: ["A {{{{gap}}}} gives room."]
  red_flags:
  -   claim: todo   # find one
      instead:
- question: Another?
"""
MERGED: Final = f"""\
# Bridges
deck: 'Building'
topics:
- question: "{QUESTION}"   # from the exam
  # What I would say:
  tldr: Room to grow.

  key_concepts:
    - term: Thermal strain
      definition: growth per length and kelvin.
    - term: Bearing
      definition: a hinge.
    - term: Abutment
      definition: what a bridge rests on at its ends.

  follow_ups:   # to be learnt
  - question: How wide is the gap?   # ask Ann
    short: As wide as the deck grows between the coldest and the warmest day.
  - question: Why do rails have none?
    short: They are stressed.
  - question: What closes the gap for wheels?
    short: A comb of steel fingers.

  # Learn by heart
  cheat_sheet: ["A {{{{gap}}}} gives room."]
  red_flags:
  -   claim: Joints make a bridge stronger.  # find one
      instead: They make it longer-lived.
- question: Another?
"""


def test_what_comes_to_one_place_comes_in_order(learner: Learner) -> None:
    """Items of the last list, then the section below it, then a new topic; stubs lose remarks."""
    gap = "      - question: How wide is the gap?\n        short: "
    before = (
        f"topics:\n  - question: {QUESTION}\n    tldr: a\n    memory_aid: b\n    follow_ups:\n{gap}"
    )
    path = learner.write(f"{before}todo  # collapsed in the page")
    files = [learner.decks.parent / name for name in ("one.txt", "two.txt")]
    files[0].write_text("What is a pier?\n\nTL;DR: A pillar.\n\nMemory aid: a leg.\n", "utf-8")
    files[1].write_text(
        f"{QUESTION}\n\nFollow-ups\n\nHow wide is the gap?\n\nWide.\n\nWhy?\n\nDon't say this\n",
        encoding="utf-8",
    )
    learner.run("import", *map(str, files), "-o", str(path))
    assert path.read_text(encoding="utf-8") == (
        f"{before}Wide.\n      - question: Why?\n        short: todo  # collapsed in the page\n"
        "        approach: todo\n    red_flags: todo  # collapsed in the page\n\n"
        "  - question: What is a pier?\n"
        "    title: todo  # at most 40 characters; stands above every card\n\n"
        "    tldr: A pillar.\n\n    memory_aid: a leg.\n"
    )


@pytest.mark.parametrize("name", ["topic", "simple"])
def test_a_skeleton_of_new_is_filled_in(learner: Learner, name: str) -> None:
    """Its comments stay above the sections, and what the page lacks stays to be written."""
    options = ["--simple"] if name == "simple" else []
    made = learner.run("new", QUESTION, "--no-edit", *options)
    path = Path(made.out.splitlines()[0])
    before = path.read_text(encoding="utf-8").splitlines()
    take(learner, path, OPEN)
    after = path.read_text(encoding="utf-8").splitlines()
    comments = [line for line in before if line.lstrip().startswith("#")]
    assert [line for line in after if line.lstrip().startswith("#")][: len(comments)] == comments
    assert "How wide is the gap?" in [card["front"] for card in learner.cards()]


@pytest.mark.parametrize(
    ("section", "after"),
    [
        ("red_flags: todo", None),
        ("red_flags: TODO  # later", None),
        ("red_flags:", None),
        ("red_flags:  # later", None),
        ("red_flags: []", None),
        ("red_flags:\n      todo", None),
        ("red_flags: |\n      todo", None),
        ("red_flags: |  # later\n      todo\n", None),
        ("red_flags:\n      -\n", None),
        ("red_flags: [todo]", "red_flags: [{claim: Joints make a bridge stronger., "),
        ("red_flags: [{claim: todo}]", "[{claim: Joints make a bridge stronger., instead: "),
        ("'red_flags' : ~", None),
    ],
)
def test_every_form_of_a_stub_gives_way(learner: Learner, section: str, after: str | None) -> None:
    """Whatever the author wrote to say that something is to come; a comment there stays."""
    before = f"topics:\n  - question: {QUESTION}\n    {section}\n    memory_aid: A belt.\n"
    text = merged(learner, before, OPEN)
    (card,) = learner.cards("section:red_flags")
    assert card["front"].startswith("You said: \u201cJoints make a bridge stronger.")
    assert card["back"] == "They make it longer-lived."
    assert text.count("# later") == section.count("# later")
    assert after is None or after in text


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_line_ends_and_encodings_stay(learner: Learner, line_end: str, codec: str) -> None:
    """Of every kind that a deck may have, with or without an end of the last line."""
    for tail in ("", line_end):
        before = line_end.join(["topics:", f"  - question: {QUESTION}", "    tldr: todo"]) + tail
        path = learner.decks / "deck.yaml"
        path.write_bytes(before.encode(codec))
        take(learner, path, CLOSED)
        text = path.read_bytes().decode(codec)
        assert set(re.findall(r"\r\n|\r|\n", text)) == {line_end}
        assert "tldr: Steel and concrete" in text
        assert not reading.load(str(path)).problems


def test_what_the_author_says_otherwise_stays_and_is_named(learner: Learner) -> None:
    """Answers, items in other words, and sections that stand as one text."""
    before = (
        f"topics:\n  - question: {QUESTION}\n    tldr: Mine.\n"
        "    follow_ups:\n      - question: How wide is this gap?\n"
        "        approach: As wide as it is.\n"
        "      - question: Why do rails have none?\n        short: Mine too.\n"
        "      - question: What closes the gap for wheels?\n        approach: Rubber.\n"
        "    key_concepts: |\n      - Bearing: mine.\n"
        "    red_flags:\n      - Joints make a bridge stronger: no.\n"
    )
    path = learner.write(before)
    result = take(learner, path, OPEN)
    assert path.read_text(encoding="utf-8") == before
    for left in (
        "follow ups, \u201cHow wide is the gap?\u201d\n",
        "follow ups, \u201cWhat closes the gap for wheels?\u201d: short\n",
        "key concepts, \u201cBearing\u201d: definition\n",
        "key concepts, \u201cAbutment\u201d\n",
        "red flags, \u201cJoints make a bridge stronger.\u201d: instead\n",
    ):
        assert left in result.err
    assert "6 of it in your own words" in result.out


def test_a_correction_of_a_slip_is_no_new_follow_up(learner: Learner) -> None:
    """A question that was reworded is not added once more; another number is another question."""
    before = (
        f"topics:\n  - question: {QUESTION}\n    follow_ups:\n"
        "      - question: How is the gap of a 100 m deck computed by hand?\n        short: a\n"
        "      - question: Why do the rails on it have none?\n        short: b\n"
    )
    capture = (
        f"{QUESTION}\n\nTL;DR\n\nRoom.\n\nFollow-ups\n\n"
        "How is the gap of a 200 m deck computed by hand?\n\nWhy do the rails on it hav none?\n"
    )
    text = merged(learner, before, capture)
    assert "200 m" in text
    assert "hav none" not in text


def test_references_and_attempts_gain_what_they_lack(learner: Learner) -> None:
    """An address to a title, minutes to a task; what is there stays."""
    before = (
        f"topics:\n  - question: {QUESTION}\n    attempt:\n      prompt: todo\n"
        "      key_points: [It names strain.]\n    references:\n      - Bridge manual\n"
        "      - {key: x, title: Code of practice}\n"
    )
    capture = (
        f"{QUESTION}\n\nAttempt it · 4 min\n\nExplain the gap.\n\nReferences\n\n"
        "Bridge manual - https://example.org/a\nCode of practice - https://example.org/b\n"
    )
    assert merged(learner, before, capture) == (
        f"topics:\n  - question: {QUESTION}\n    attempt:\n      prompt: Explain the gap.\n"
        "      minutes: 4\n"
        "      key_points: [It names strain.]\n    references:\n      - title: Bridge manual\n"
        "        url: https://example.org/a\n"
        "      - {key: x, title: Code of practice, url: https://example.org/b}\n"
    )


@pytest.mark.parametrize(
    "topic",
    [
        f"x: &t\n  question: {QUESTION}\ntopics: [*t]\n",
        f"topics:\n  - &a\n    question: {QUESTION}\n    tldr: todo\n  - <<: *a\n    title: b\n",
        f"topics:\n  - question: {QUESTION}\n    tldr: &s todo\n    memory_aid: *s\n",
        f"topics:\n  - question: {QUESTION}\n    tldr:\n      # mine\n      todo\n",
        f"topics:\n  - ? question\n    : {QUESTION}\n    ? tldr\n    : todo\n",
    ],
)
def test_a_form_without_a_sure_place_is_refused(learner: Learner, topic: str) -> None:
    """With a sentence and a way out; the file is as it was."""
    path = learner.write(topic)
    file = learner.decks.parent / "capture.txt"
    file.write_text(CLOSED, encoding="utf-8")
    result = learner.run("import", str(file), "-o", str(path))
    assert result.code == 1
    assert "by hand" in result.err
    assert path.read_text(encoding="utf-8") == topic


def test_tags_of_the_command_are_for_new_entries(learner: Learner) -> None:
    """A topic keeps the tags its author gave it, and the summary says so."""
    path = learner.write(f"topics:\n  - question: {QUESTION}\n    tags: [mine]\n")
    result = take(learner, path, CLOSED, "--tags", "mine,theirs")
    assert "tags: [mine]\n" in path.read_text(encoding="utf-8")
    assert "    tags\n" in result.err


_SECTIONS: Final = {
    "tldr": "TL;DR\n\nOne two three.",
    "short_answer": "Short answer\n\nFour five six.",
    "memory_aid": "Memory aid\n\nSeven eight.",
    "key_concepts": "Key concepts\n\nAlpha: a first letter.\nBeta: a second.",
    "answer": "Detailed answer\n\nIt is $a^2$, and `b # c`.",
    "follow_ups": "Follow-ups\n\nQWhy so?\n\nBecause: it is.\n\nQHow so?",
    "red_flags": 'Red flags\n\n"It is not." It is.',
    "cheat_sheet": "Cheat sheet\n\n- Gamma: a third.\n- Delta is fourth.",
    "references": "References\n\nManual - https://example.org/m",
}
_STYLES: Final[tuple[Callable[[str], str], ...]] = (
    lambda text: text,
    lambda text: text.replace("\n\n", "\n"),
    lambda text: text.replace("\n", "\r\n"),
    lambda text: re.sub("(?m)^  - ", "  -     ", re.sub("(?m)^(?=    )", "    ", text)),
    lambda text: text.rstrip("\n"),
    lambda text: text.rstrip() + "\n\n# the end\n",
    lambda text: text.rstrip() + "\n  - question: Another?\n    tldr: x\n",
    lambda text: text.replace("  # collapsed in the page", "  # mine"),
)


def _read(keys: frozenset[str]) -> TopicDraft:
    page = "\n\n".join(["What is it?", *(_SECTIONS[key] for key in _SECTIONS if key in keys)])
    (topic,) = pages.read(captures.source("page.txt", f"{page}\n".encode())).topics
    return topic


@given(
    st.frozensets(st.sampled_from(sorted(_SECTIONS)), min_size=1),
    st.frozensets(st.sampled_from(sorted(_SECTIONS)), min_size=1),
    st.lists(st.sampled_from(_STYLES), max_size=3),
)
def test_merging_keeps_every_line_and_is_done_once(
    first: frozenset[str], second: frozenset[str], styles: list[Callable[[str], str]]
) -> None:
    """Whatever sections come first, and however the file is laid out by then."""
    text = decks.document(decks.Gathered("D", topics=(_read(first),)), [])
    for style in styles:
        text = style(text)
    before = text.encode()
    capture = _read(second)
    (merge,) = merging.merges("deck.yaml", before, [capture])
    assert {piece.section for piece in merge.added} == second - first
    after = growing.grow(before, reading.read(before, "deck.yaml"), merge.changes).after
    assert not [p for p in reading.read(after, "deck.yaml").problems if p.severity == "error"]
    kept = iter(after.decode().splitlines())
    assert all(line in kept for line in text.splitlines())
    (again,) = merging.merges("deck.yaml", after, [capture])
    assert again.changes == ()


def test_a_filled_stub_that_changes_an_answer_is_named(learner: Learner, tmp_path: Path) -> None:
    """A card that asked for what stood below the stub asks for what came into it."""
    deck = learner.write(
        f"deck: D\ntopics:\n  - question: {QUESTION}\n    follow_ups:\n"
        "      - question: How wide is the gap?\n        short: todo\n"
        "        approach: Measure the deck in winter and in summer.\n"
    )
    page = tmp_path / "open.txt"
    page.write_text(OPEN, encoding="utf-8")
    result = learner.run_bare("import", str(page), "-o", str(deck))
    assert "its card has another answer now: follow ups, “How wide is the gap?”" in result.err


def test_the_authors_mistake_keeps_its_card(learner: Learner, tmp_path: Path) -> None:
    """A red flag that says the same would ask in its place: it is left out, and named."""
    deck = learner.write(
        f"deck: D\ntopics:\n  - question: {QUESTION}\n    tldr: Room to grow.\n"
        "    most_common_mistake: It is for looks.\n"
    )
    (mistake,) = learner.cards("section:most_common_mistake")
    page = tmp_path / "page.txt"
    page.write_text(
        f'{QUESTION}\n\nTL;DR\n\nRoom to grow.\n\nDon\'t say this\n\n"It is for looks." It is for '
        'heat.\n\n"It carries load." It lets the deck slide.\n',
        encoding="utf-8",
    )
    result = learner.run_bare("import", str(page), "-o", str(deck))
    assert [card["id"] for card in learner.cards("section:most_common_mistake")] == [mistake["id"]]
    assert [card["back"] for card in learner.cards("section:red_flags")] == [
        "It lets the deck slide."
    ]
    assert "red flags, “It is for looks.”" in result.err
