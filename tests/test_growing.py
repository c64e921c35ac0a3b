"""Texts of whatever signs written into deck files: where they are put, and that all else stays."""

import re
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from flashcards.deck import drafts, growing, scalars, skeletons
from flashcards.deck.reading import read
from flashcards.errors import NotWrittenError
from flashcards.notes import Severity


def grown(data: bytes, made: drafts.Draft) -> bytes:
    """Add the cards of a draft to a file."""
    return growing.grow(data, read(data, "x.yaml"), [drafts.addition(made)]).after


ENTRY = "  - front: w\n    back: m\n"
PAIR = "{front: w, back: m}"


@pytest.mark.parametrize(
    "text",
    [
        "cards:\n- front: a\n  back: b\n«- front: w\n  back: m\n»",
        "cards:\n    -   front: a\n        back: b\n«    -   front: w\n        back: m\n»",
        "cards:\n  -\n    front: a\n    back: b\n«  - front: w\n    back: m\n»",
        f"cards:\n  - front: a\n    back: |\n      b\n«{ENTRY}»",
        f"cards:\n  - front: a\n    back: |+\n      b\n«{ENTRY}»\n\n",
        f"cards:\n  - {{front: a, back: b}}\n\n  - {{front: c, back: d}}\n«\n{ENTRY}»",
        f"cards:\n  - front: a\n    back: b  # why\n  # +\n«{ENTRY}»\n# T\n\ntopics:\n  - todo\n",
        f"cards:\n  - front: a\n    back: b\n# the end\n«{ENTRY}»",
        f"cards:\n  - todo\n  - front: broken\n«{ENTRY}»",
        f"topics:\n  - question: q\n    tldr: t\n«\ncards:\n{ENTRY}»",
        f"cards:\n# none yet\n«{ENTRY}»",
        f"# notes\n«cards:\n{ENTRY}»",
        f"---\ncards:\n  - front: a\n    back: b\n«{ENTRY}»...\n",
        f"cards: [{{front: a, back: b}}«, {PAIR}»]\n",
        f"cards: [\n  {{front: a, back: b, tags: [x]}}«, {PAIR}»,  # one\n]\n",
        f"{{deck: X, cards: [«{PAIR}»]}}\n",
    ],
)
def test_a_card_is_put_at_the_end_of_the_cards(text: str) -> None:
    """The entry, here in « », follows the list in its layout; all else stays to the byte."""
    made = drafts.draft([{"front": "w", "back": "m"}], "x.yaml")
    for line_end in ("\n", "\r\n", "\r"):
        before = re.sub("«.*»", "", text, flags=re.DOTALL).replace("\n", line_end)
        after = re.sub("[«»]", "", text).replace("\n", line_end)
        if "\n" not in text.rstrip("»\n") and line_end != "\n":
            continue
        for mark, codec in ((b"", "utf-8"), (b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le")):
            data = mark + before.encode(codec)
            assert grown(data, made) == mark + after.encode(codec)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"cards:\n{ENTRY}"),
        ("cards: []  # none\n", f"cards:  # none\n{ENTRY}"),
        ("cards:\n  - front: a\n    back: b", f"cards:\n  - front: a\n    back: b\n{ENTRY}"),
        (
            "cards:\n  - front: a\n    back: b\n\n\n",
            f"cards:\n  - front: a\n    back: b\n{ENTRY}\n\n",
        ),
    ],
)
def test_a_list_is_begun_where_there_is_none(before: str, after: str) -> None:
    """Empty brackets give way to entries, and a last line without its end gets one."""
    made = drafts.draft([{"front": "w", "back": "m"}], "x.yaml")
    assert grown(before.encode(), made) == after.encode()


@pytest.mark.parametrize(
    "text",
    [
        "x: &c\n  - front: a\n    back: b\ncards: *c\n",
        "cards: &c\n  - front: a\n    back: b\n",
        "cards: text\n",
        "cards: [  # none\n]\n",
        "{topics: []}\n",
        "cards: &a []\n",
        "cards: [a: b]\n",
        "tags: &c [{front: a, back: b}]\ncards: *c\n",
    ],
)
def test_what_cannot_be_added_to_safely_is_refused(text: str) -> None:
    """A list that stands elsewhere, or leaves doubt, is left alone with a sentence."""
    made = drafts.draft([{"front": "w", "back": "m"}], "x.yaml")
    with pytest.raises(NotWrittenError, match=r"^x\.yaml"):
        grown(text.encode(), made)


def test_what_would_read_otherwise_in_brackets_is_refused() -> None:
    """A line end in front of letters that make a command of LaTeX would keep the card away."""
    made = drafts.draft([{"front": "w", "back": "m\nabla"}], "x.yaml")
    with pytest.raises(NotWrittenError, match="cannot be added to safely"):
        grown(b"cards: [{front: a, back: b}]\n", made)


SIGNS = ":#-'\"\\$[]{},&*!|>%@`?~= \n\t\ra\u00e9\u65e5\u0301\u00a0"
WORDS = (
    *(": ", " #", "- ", "{{", "}}", "<<", "---", "...", "::", "x:", ":y", "\\frac", "\\n"),
    *("null", "no", "todo", "1.10", "0x1F", "2024-01-02", "\r\n", "\n\n", "\n  ", "\n- ", "\n# "),
)
TEXTS = st.one_of(
    st.lists(st.sampled_from((*SIGNS, *WORDS)), min_size=1, max_size=9).map("".join),
    st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufeff")),
)


@settings(max_examples=400)
@given(front=TEXTS, back=TEXTS, layout=st.integers(0, 2))
@example("  indented: code\n    deeper\n", "\tx\n", 0)
@example("null", "~", 1)
@example("it's \\'", '"quoted" # and: more', 1)
def test_texts_read_back_as_they_were(front: str, back: str, layout: int) -> None:
    """Colons, `#`, quotes, maths, several lines, any script: what is added is what is asked."""
    base = ("cards:\n- front: x y\n  back: y x\n", "cards: [{front: x y, back: y x}]\n", "")[layout]
    made = drafts.draft([{"front": front, "back": back}], "x.yaml")
    assume(not made.faults)
    wanted = [scalars.canonical(front), scalars.canonical(back)]
    try:
        deck = read(grown(base.encode(), made), "x.yaml")
    except NotWrittenError:
        # In brackets a line end may look like the start of a LaTeX command.
        assert layout == 1
        return
    card = deck.notes[-1].cards[0]
    assert [card.front, card.back] == wanted


@settings(max_examples=100)
@given(TEXTS)
@example("null")
@example("~")
@example("{{a}}: b")
def test_a_text_is_refused_only_for_what_a_card_cannot_hold(text: str) -> None:
    """No sign of YAML is a reason to refuse a text: only emptiness, `todo`, or foreign media."""
    codes = {fault.code for fault in drafts.draft([{"front": text, "back": "b"}], "x.yaml").faults}
    blank = not text.strip()
    stub = re.fullmatch(r"\W*todo\W*", text, re.IGNORECASE)
    assert codes <= {"control-character", *(["empty-side"] * blank), *(["left-open"] * bool(stub))}


@pytest.mark.parametrize("skeleton", [skeletons.topic, skeletons.simple])
@given(question=TEXTS, deck=TEXTS)
@example("\u202a", "\u202a")
@settings(max_examples=40)
def test_skeletons_hold_any_question(skeleton: Any, question: str, deck: str) -> None:  # noqa: ANN401 - either
    """Whatever is typed as the question and the deck, the skeleton is a deck without errors."""
    assume(question.strip() and deck.strip() and not re.search("todo", question, re.IGNORECASE))
    asked = scalars.canonical(" ".join(question.split()))
    read_back = read(skeleton(question, deck)[0].encode(), "x.yaml")
    assert not [one for one in read_back.problems if one.severity is Severity.ERROR]
    assert [topic.question for topic in read_back.topics] in ([], [asked])
