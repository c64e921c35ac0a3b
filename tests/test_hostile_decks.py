"""Decks from a stranger: whatever the bytes, an answer at once, in little memory, and no exception.

Nothing here is timed. What an attack could make large is bounded by counting, and the counts
are asserted; an attack that got through would keep the suite from ending.
"""

import gc
import tracemalloc
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards.deck import reader, reading, shelf
from flashcards.deck.findings import MAX_PROBLEMS
from flashcards.deck.reading import load, read
from flashcards.notes import Deck, Severity
from flashcards.text import clean

GOOD = r"""
deck: Systems
tags: [one, two]
drill: [tldr, follow_ups, red_flags, most_common_mistake, cheat_sheet, key_concepts, attempt]
cards:
  - front: &f "What is \"x\"?\n$\\frac{1}{2}$"
    back: *f
    reverse: true
  - cloze: 'A {{c1::gap::hint}} and `{{code}}` and {{$\frac{a}{b}$}}'
    extra: "![a](b.png)"
  - <<: {front: a, back: b}
topics:
  - question: Why?
    title: Title
    tldr: |
      - short
      - shorter
    key_concepts:
      - Term: definition
    cheat_sheet: |
      - **bold** word
      - W^O: mixes
        - nested
    red_flags:
      - {claim: a, instead: b, why: c, source: key, id: rf}
    most_common_mistake: a
    follow_ups: [Why not? Because., {question: q, short: todo}]
    attempt: {prompt: p, minutes: 3, key_points: [a, {point: b, accept: [c], weight: 2}]}
    references: [{key: key, title: t, url: u}]
"""


def texts_of(deck: Deck) -> list[str]:
    """Give every text of a deck that may reach a screen."""
    texts = [deck.name]
    for note in (*deck.notes, *deck.quarantined):
        texts += [note.text, note.extra, note.detail, note.label, *note.source, *note.tags]
        texts += [side for card in note.cards for side in (card.front, card.back)]
    for topic in deck.topics:
        texts += [topic.question, topic.title, topic.tldr, topic.short_answer, topic.memory_aid]
        texts += [topic.answer, *topic.quick_scan, *topic.examples, *topic.cheat_sheet]
        texts += [text for concept in topic.key_concepts for text in concept]
        texts += [text for reference in topic.references for text in reference]
    for problem in deck.problems:
        texts += [problem.message, problem.fix, problem.excerpt]
    return texts


def assert_sound(deck: Deck) -> None:
    """Assert what holds of every deck, whatever it was read from."""
    assert all(clean(text) == text for text in texts_of(deck))
    errors = [problem for problem in deck.problems if problem.severity is Severity.ERROR]
    assert deck.readable or errors
    assert errors or not deck.quarantined
    assert all(card.front and card.back for note in deck.notes for card in note.cards)
    assert all(note.cards for note in deck.notes)
    for problem in deck.problems:
        assert problem.line >= 1
        assert problem.column >= 1
        assert "\n" not in problem.message + problem.fix + problem.excerpt
        assert problem.caret <= 2 * len(problem.excerpt)


def test_the_good_deck_of_these_tests_is_good() -> None:
    """Else mutating it would show little."""
    deck = read(GOOD.encode(), "a.yaml")
    assert [problem.code for problem in deck.problems] == ["media-missing"]
    assert len(deck.notes) == 9
    assert_sound(deck)


@given(st.binary(max_size=300))
def test_any_bytes_give_a_deck(data: bytes) -> None:
    """Reading never raises."""
    assert_sound(read(data, "a.yaml"))


@given(st.text(alphabet=" \n-:|>{}[],#&*!'\"\\`$?%@~acf\t\u00a0\u2028", max_size=120))
def test_any_marks_of_yaml_give_a_deck(text: str) -> None:
    """Nor does it on a heap of YAML's own marks."""
    assert_sound(read(text.encode(), "a.yaml"))
    assert_sound(read(f"cards:\n  - front: {text}\n    back: b\n".encode(), "a.yaml"))


@given(st.randoms(use_true_random=False), st.integers(1, 8))
def test_a_mutated_deck_gives_a_deck(dice: Random, edits: int) -> None:
    """Nor on a good deck with lines and characters cut, doubled and changed."""
    data = bytearray(GOOD.encode())
    for _ in range(edits):
        at = dice.randrange(len(data))
        until = min(len(data), at + dice.choice((1, 1, 2, 30)))
        piece = data[at:until]
        data[at:until] = dice.choice(
            (b"", piece * 2, bytes([dice.randrange(256)]), dice.choice(MARKS), piece[::-1])
        )
    assert_sound(read(bytes(data), "a.yaml"))


MARKS = [
    mark.encode()
    for mark in ("\n", "  ", "- ", ": ", "{{", "}}", "|\n", "[", "]", "{", "}", "&a ", "*a", "<<: ")
]


def aliases(levels: int) -> str:
    """Give a file whose lists grow tenfold at each level."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join([*lines, f"cards: *a{levels - 1}", ""])


HOSTILE = {
    "alias bomb": (aliases(12), "alias-bomb"),
    "one long text repeated": (
        f"cards:\n  - &a {{front: {'x' * 50_000}, back: y}}\n" + "  - *a\n" * 30_000,
        "alias-bomb",
    ),
    "merge bomb": (
        "x: &a0 {front: a}\n"
        + "".join(f"x{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}\n" for n in range(1, 30))
        + "cards: [*a29]\n",
        "alias-bomb",
    ),
    "an alias of itself": ("cards: &a [*a]\n", "wrong-shape"),
    "10,000 lists": (
        "cards:\n  - " + "[" * 10_000 + "]" * 10_000,
        None,
    ),  # PyYAML 6.0.4 stops first
    "900 lists": ("cards:\n  - " + "[" * 900 + "]" * 900, "too-big"),
    "10,000 maps": ("cards:\n  - " + "{a: " * 10_000, "too-big"),
    "10,000 dashes": ("- " * 10_000, "too-big"),
    "1,000 indented keys": ("\n".join(" " * n + "a:" for n in range(1_000)), "too-big"),
    "a 5 MB plain text": (f"cards:\n  - {{front: {'x' * 5_000_000}, back: b}}\n", "text-too-long"),
    "a 5 MB block": (
        "cards:\n  - front: |\n" + "      {{ $ `\n" * 400_000 + "    back: b\n",
        "text-too-long",
    ),
    "a 5 MB key": ("cards:\n  - ? " + "k" * 5_000_000 + "\n    : q\n", "unknown-key"),
    "a 1 MB tag": ("cards:\n  - {front: !" + "k" * 1_000_000 + " q, back: b}\n", None),
    "100,000 lines of cards": ("cards:\n" + "  - front: q\n    back: a\n" * 50_000, ""),
    "100,000 lines of faults": ("cards:\n" + "  - x\n" * 100_000, "wrong-shape"),
    "one key 100,000 times": (
        "cards:\n  - front: q\n" + "    back: b\n" * 100_000,
        "duplicate-key",
    ),
    "100,000 unknown keys": (
        "cards:\n  - front: q\n" + "".join(f"    k{n}: b\n" for n in range(100_000)),
        "unknown-key",
    ),
    "NUL bytes": ("\0" * 5_000_000, "wrong-encoding"),
    "line separators": ("\u2028" * 500_000, "invisible-character"),
    "comments": ("# x\n" * 500_000, "empty-deck"),
    "documents": ("---\n" * 100_000, "second-document"),
    "directives": ("%TAG ! !\n" * 100_000, "not-yaml"),
    "an open quote": ('cards:\n  - front: "a\n' + "x\n" * 500_000, "open-quote"),
    "16,000 gaps": ("cards:\n  - cloze: '" + "{{a}} " * 16_000 + "'\n", "too-many-gaps"),
    "open gaps": ("cards:\n  - cloze: '" + "{{{ " * 20_000 + "'\n", "no-gap"),
    "open maths": ("cards:\n  - cloze: '" + r"\( {{" * 16_000 + "'\n", "no-gap"),
    "open code": (
        "cards:\n  - cloze: '" + " ".join("`" * n for n in range(440)) + "'\n",
        "no-gap",
    ),
    "open images": ("cards:\n  - {front: '" + "![a](" * 18_000 + "', back: b}\n", ""),
    "open HTML": ("cards:\n  - {front: '" + "<img " * 18_000 + " src', back: b}\n", ""),
    "5,000 images": (
        "cards:\n  - {front: '"
        + " ".join(f"![a](x{n}.png)" for n in range(5_000))
        + "', back: b}\n",
        "media-missing",
    ),
    "bold marks": ("topics:\n  - {question: q, cheat_sheet: 'x " + "**b" * 30_000 + "'}\n", None),
    "colons in code": (
        "topics:\n  - {question: q, cheat_sheet: 'x " + "`a: b` " * 10_000 + "'}\n",
        "empty-deck",
    ),
    "100,000 bullets": (
        "topics:\n  - question: q\n    cheat_sheet: |\n" + "      - a\n" * 100_000,
        "text-too-long",
    ),
    "right-to-left": ("cards:\n  - {front: '" + "\u202e" * 90_000 + "', back: b}\n", None),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_answered(name: str) -> None:
    """Bombs, depths and floods end in a fault, or in cards that can be shown."""
    text, code = HOSTILE[name]
    deck = read(text.encode(), "a.yaml")
    found = [problem.code for problem in deck.problems]
    assert len(found) <= MAX_PROBLEMS
    if code is not None:
        assert code in found or (not code and not found)
    assert len(deck.notes) <= 50_000
    longest = max((len(card.front) for note in deck.notes for card in note.cards), default=0)
    assert longest <= reader.MAX_TEXT
    assert all(len(note.cards) <= shelf.MAX_CARDS for note in deck.notes)
    assert all(len(problem.message) < 600 for problem in deck.problems)


@pytest.mark.parametrize("name", ["alias bomb", "10,000 lists", "one long text repeated"])
def test_a_bomb_is_answered_in_little_memory(name: str) -> None:
    """What it would become is never built."""
    data = HOSTILE[name][0].encode()
    tracemalloc.start()
    try:
        read(data, "a.yaml")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000


def test_a_file_full_of_faults_is_given_up() -> None:
    """Nothing is concluded from what was not read of it; the rest of its faults are counted."""
    deck = read(("cards:\n" + "  - x\n" * 20_000).encode(), "a.yaml")
    assert not deck.readable
    assert not deck.notes
    assert deck.problems[-1].code == "more-problems"
    assert "9002" in deck.problems[-1].message


def test_a_file_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is told."""
    monkeypatch.setattr(reading, "MAX_BYTES", 1_048_576)
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(1_048_577)
    deck = load(str(path))
    assert ([problem.code for problem in deck.problems], deck.readable) == (["too-big"], False)
    assert "at most 1 MB" in deck.problems[0].message


@pytest.mark.parametrize("collecting", [True, False])
def test_reading_leaves_the_garbage_collector_as_it_was(*, collecting: bool) -> None:
    """It is stopped while a file is read, and a caller's own choice is kept."""
    was_on = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        read(b"cards: [", "a.yaml")
        read(b"cards: []", "a.yaml")
        assert gc.isenabled() is collecting
    finally:
        (gc.enable if was_on else gc.disable)()
