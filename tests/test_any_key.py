"""Any key and any command, in any state, on decks of every shape: no traceback, no lost answer."""

from typing import Final

import pytest
from any_key import BLANK, Desk, Edited, Key, Resized, at_a_desk
from hypothesis import given, settings
from hypothesis import strategies as st

from flashcards.terminal import keys

pytestmark = pytest.mark.slow


DECKS: Final = {
    "follow-ups only": """\
topics:
  - question: Q2?
    follow_ups:
      - {question: a, short: b}
      - {question: c, short: d}
""",
    "red flags only": """\
topics:
  - question: What is wrong here?
    red_flags:
      - "Says that more heads cost more: they do not."
      - wrong: Heads add up.
        right: They are concatenated.
""",
    "cheat sheet only": """\
topics:
  - question: What must you know?
    cheat_sheet: ["The weights number {{$4d^2$}}.", "Read only."]
""",
    "TL;DR only": "topics: [{question: Why?, title: Heads, tldr: Several weightings.}]\n",
    "two topics alike, one without a TL;DR": """\
topics:
  - {question: Why?, title: Heads, answer: A long one., follow_ups: [{question: a, short: b}]}
  - {question: Why?, title: Heads, tldr: Several., follow_ups: [{question: a, short: b}]}
""",
    "everything": r"""
deck: ML::Attention
topics:
  - question: Why several heads?
    title: Heads
    tldr: Several weightings per query.
    short_answer: What one says ![aloud](missing.png).
    memory_aid: Eight blenders.
    quick_scan: [Count the weights., Count the weightings.]
    answer: |
      $$\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V$$
    examples: ["One `x`."]
    key_concepts: [{term: Head, definition: One weighting.}]
    cheat_sheet: ["The projections hold {{$4d^2$}} weights.", Read only.]
    references: [{key: v, title: A paper, url: "https://arxiv.org/abs/1706.03762"}]
    attempt: {prompt: Say why., key_points: [{point: Same budget., accept: [budget]}, b]}
""",
    "cards of every kind": """\
cards:
  - {front: Plain, back: one, reverse: true}
  - {cloze: "A {{gap}} in {{a text}}", extra: more}
  - {front: How is it spelt?, back: separate, type: true}
  - {cloze: "Typed {{gap::hint}}", type: true}
  - {front: "Sound [sound:img/s.mp3]", back: "[sound:img/s.mp3] hello", type: true}
  - {front: "![a](no.png)", back: "![b](../../etc/passwd)", type: true}
  - {front: "![a](img/p.png)", back: "![b](img/p.png)", type: true}
  - {front: 字の幅は, back: "幅\u0301 \u202e wide"}
""",
    "all suspended": "cards: [{front: a, back: b, suspended: true}]\n",
    "one card": "cards: [{front: a, back: b}]\n",
    "none": "cards: []\n",
    "broken": "cards: [{front: a, back: b}\n",
}
MANY: Final = "cards:\n" + "".join(
    f"  - {{front: Question {n}, back: Answer {n}}}\n" for n in range(30)
)
SIZES: Final = [(80, 24), (30, 8), (29, 8), (1, 1), (200, 60), (40, 9), (80, 7)]
EDITS: Final = [
    *(Edited(text) for text in DECKS.values()),
    Edited(MANY),
    Edited(None),
    Edited("", fails=True),
    Edited("words", key="\x05"),
]
NAMED: Final = [
    keys.ENTER, keys.ESCAPE, keys.UP, keys.DOWN, keys.PAGE_UP, keys.PAGE_DOWN, keys.LEFT,
    keys.RIGHT, keys.HOME, keys.LINE_END, keys.DELETE, keys.PASTE, keys.UNKNOWN,
]  # fmt: skip
KEYS: Final = st.one_of(
    st.sampled_from([" ", " ", "1", "2", "3", "4", "u", keys.ENTER]),
    st.sampled_from([*"mdrfoe!sbi/?nqhjkxp", "\x7f", "\x15", "\x17", "\x05", "字"]),
    st.sampled_from(NAMED),
    st.just(BLANK),
    st.sampled_from(EDITS),
    st.sampled_from([Resized(*size) for size in SIZES]),
    st.text(max_size=1).filter(bool),
)
PRESSED: Final = st.lists(KEYS, max_size=60)
# What one types for a purpose, whole: keys alone come upon it too seldom.
PHRASES: Final = st.lists(
    st.one_of(
        KEYS.map(lambda key: [key]),
        st.sampled_from(["a", "Heads", "is:new", "tag:none", "section:tldr", "no:term", ""]).map(
            lambda words: ["/", *words, keys.ENTER]
        ),
        st.sampled_from(["separate", "hello", ""]).map(lambda words: [*words, keys.ENTER]),
        st.sampled_from("1234").map(lambda rating: [" ", rating]),
    ),
    max_size=40,
).map(lambda phrases: [key for phrase in phrases for key in phrase])
COMMANDS: Final = st.one_of(
    st.sampled_from(["", "show", "1", "2", "3", "4", "u", "q", *"sbmdrfi!"]),
    st.sampled_from(["=", "=separate", "=" + "x" * 300, "/", "/ Heads", "o", "e", "?", ".", "+1"]),
    st.sampled_from(["-1", "+999999", "+", "k", "r", "f", "exit", "\x00", "\x1b[2J", "0", "5"]),
    st.text(max_size=5).filter(lambda text: not set(text) & set("\r\n")),
)
QUEUES: Final = st.sampled_from(
    [(), (), ("--cram",), ("--weakest", "3"), ("--limit", "2"), ("--minutes", "1"),
     ("--new", "0"), ("--ahead", "3"), ("--final",), ("a",)]
)  # fmt: skip
LONG: Final = settings(max_examples=40, derandomize=True)


def _answered(desk: Desk) -> None:
    """Have the cards met before, so that there is something to review, weaken and undo."""
    desk.type("review", "--plain", typed="\n3\n" * 4)


@pytest.mark.parametrize("shape", DECKS)
@pytest.mark.parametrize("key", "mdrfoi!sb?/neu1234q ")
def test_each_key_on_decks_of_every_shape(shape: str, key: str) -> None:
    """Each key before the answer, after it, and twice: it does something or nothing, no more."""
    with at_a_desk(DECKS[shape]) as desk:
        for pressed in ([key], ["n", key], ["n", " ", key], ["n", " ", key, key, " ", "u", key]):
            result, _ = desk.press("review", pressed=pressed)
            assert (result.code, result.err.count("Traceback")) == (0, 0)


@pytest.mark.parametrize("shape", DECKS)
def test_each_word_on_decks_of_every_shape(shape: str) -> None:
    """Each command of a review line by line, before the answer and after it, one after another."""
    words = ["f", "m", "d", "r", "i", "!", "=x", "o", "u", "1"]
    with at_a_desk(DECKS[shape]) as desk:
        for typed in ([*words], ["", *words, "", "1"], ["s", "u", "b", "u", "", *words]):
            result = desk.type("review", "--plain", typed="\n".join(typed))
            assert result.code == 0
            assert "Traceback" not in result.err


@LONG
@given(
    deck=st.sampled_from([*DECKS.values(), MANY]),
    pressed=st.one_of(PRESSED, PHRASES),
    queue=QUEUES,
    met=st.booleans(),
)
def test_any_keys_on_the_screen(
    deck: str, pressed: list[Key], queue: tuple[str, ...], *, met: bool
) -> None:
    """Any keys, windows and editors: what is acknowledged is on disk, and undo is exact."""
    with at_a_desk(deck) as desk:
        if met:
            _answered(desk)
        result, _ = desk.press("review", *queue, pressed=pressed)
        refused = queue in {("--final",), ("a",)}
        assert result.code == 0 or (refused and result.code == 1), result.err


@LONG
@given(
    deck=st.sampled_from([*DECKS.values(), MANY]),
    typed=st.lists(COMMANDS, max_size=60),
    queue=QUEUES,
    cut=st.booleans(),
)
def test_any_words_line_by_line(
    deck: str, typed: list[str], queue: tuple[str, ...], *, cut: bool
) -> None:
    """Any words and an end of input anywhere: every `rated` line is true."""
    with at_a_desk(deck) as desk:
        result = desk.type("review", "--plain", *queue, typed="\n".join(typed) + "\n" * (not cut))
        refused = queue in {("--final",), ("a",)}
        assert result.code == 0 or (refused and result.code == 1), result.err
        lines = [line.split()[0] for line in result.out.splitlines() if line.split()]
        if "--cram" not in queue:
            assert lines.count("rated") >= desk.ledger.standing


@LONG
@given(
    pressed=st.one_of(PRESSED, PHRASES),
    words=st.sampled_from([("attempt",), ("attempt", "--editor"), ("read", "Heads")]),
    deck=st.sampled_from([DECKS["everything"], DECKS["follow-ups only"]]),
)
def test_any_keys_in_an_attempt_and_while_reading(
    pressed: list[Key], words: tuple[str, ...], deck: str
) -> None:
    """The pages of an attempt and of a topic take any key as well."""
    with at_a_desk(deck) as desk:
        result, _ = desk.press(*words, pressed=pressed)
        assert result.code in {0, 1}, result.err
        assert result.code == 0 or deck != DECKS["everything"], result.err


@LONG
@given(typed=st.lists(COMMANDS, max_size=40), answer=st.sampled_from(["", ".", "Same budget.\n."]))
def test_any_words_in_an_attempt_line_by_line(typed: list[str], answer: str) -> None:
    """An attempt line by line takes any word as well, and the end of input anywhere."""
    with at_a_desk(DECKS["everything"]) as desk:
        result = desk.type("attempt", "--plain", typed="\n".join((answer, *typed)))
        assert result.code == 0, result.err
