"""One reading of gaps: what `check` accepts, screen, page and Anki show with the same gaps."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashcards import cloze
from flashcards.deck import reading as deck_reading
from flashcards.deck.shelf import gap_fault
from flashcards.markup.gaps import GAP_CLOSE, GAP_HINT, asked, for_anki, marked, told
from flashcards.markup.html import html
from flashcards.markup.reading import read
from flashcards.markup.stash import Stash
from flashcards.terminal import document

pytestmark = pytest.mark.slow


ROOT = Path(__file__).parents[1]

LOST = (
    "End it with```\n```{{c1::r\nu}}\n",
    "> ````{{c1,3::a}}\n",
    "Code: ```python\nx = 1\n``` prints {{nothing}} at all.\n",
)
"""Gaps in what Markdown takes for the word behind a fence."""

HELD = (
    "{{c1::```py\nd = {1: {2: 3}}\n```}} is a {{dict}}",
    "- {{c1::~~~\n}}\n~~~\n}}\n- {{c2::b}}",
    "> ```\n> {{no}}\n\n{{yes}} after the quote",
    "- ~~~\n  {{no}}\n- {{yes}} in the next item",
    "1. ```\n   {{no}}\n   ```\n2. {{yes}}",
    "a `tick\n- {{not}} in code` here",
    "`{{a\n\nb}}` is two paragraphs",
    "{{c1::{{c2::```\nx\n```}} and `y`}}",
    "{{*::h}}* and {{*}}* {{c::*}} b*",
    "{{*}}\n- {{c1,3::b::- *hint\n- x}}",
    "![{{a cat}}](cat.png) and [it]({{there}}) and [x](http://a.b/{{c}})",
    '<img src="a.png" alt="{{b}}"> [sound:{{c}}.mp3] [a](http://b "{{t}}")',
    "[a](http://b{{c1::``a`b``::h}}{{c::`h`}}",
    '[a](http://b "&#x100000;") <img src=x alt="&#x10fff1;"> {{b}}',
)

_MARKS = "``` ```` ~~~ ~~~~ ```py ` `` $ $$ \\( \\) \\[ \\] { } {{ }} {{c1:: {{c2:: {{c1,3:: ::"
_WORDS = "\\ * ** _ ~~ a b 5 &amp; &#1048576; &#x100000; <!-- --> [a](http://b ]( ![ [sound: ]"
_TOKENS = (*_MARKS.split(), *_WORDS.split())
_SPACED = (
    *("\n", "\n\n", "\n```\n", "\n~~~\n", " ", "    ", "> ", "- ", "1. ", "* ", "# ", "\t"),
    *("| a | b |", "\n|---|---|\n", "~~~ x", "<img src=x alt=", '">', "\U00100000", "\U00040000"),
    *("```py\n{{x}}\n```\n", "$$\n- a\n$$", "`a`", "$x_{{1}}$"),
)
_TEXTS = st.recursive(
    st.sampled_from((*_TOKENS, *_SPACED)),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=6).map("".join),
        st.builds(
            "{}{}{}}}}}".format,
            st.sampled_from(("{{", "{{c1::", "{{c2::", "{{c1,3::")),
            inner,
            st.sampled_from(("", "", "::", "::h", "::*", "::`h`")),
        ),
    ),
    max_leaves=14,
)

_MARK = re.compile("([\U00100000-\U0010fff1])")
_OURS = re.compile("[\U00100000-\U0010fffd]")


def named(_target: str) -> str:
    """Give the name of every picture."""
    return "x.png"


def letters(shown: str) -> str:
    """Give what a browser shows of HTML, without the white space."""
    return re.sub(r"\s", "", unescape(re.sub(r"<[^>]*>", "", shown)))


def between_marks(text: Stash) -> list[tuple[int, str]]:
    """Give each gap that is left in a tree, by the number of its mark, with the words in it."""
    open_gaps: list[tuple[int, list[str]]] = []
    hints: list[bool] = []
    found = []
    page = re.sub("\U0010fff2.|\U0010fff3", "", html(read(text), named), flags=re.DOTALL)
    for piece in _MARK.split(page):
        if piece == GAP_CLOSE:
            number, inside = open_gaps.pop()
            hints.pop()
            found.append((number, letters("".join(inside))))
        elif piece == GAP_HINT:
            hints[-1] = True
        elif _MARK.fullmatch(piece):
            open_gaps.append((ord(piece) - 0x100000, []))
            hints.append(False)
        elif not (hints and hints[-1]):
            for _, inside in open_gaps:
                inside.append(piece)
    assert not open_gaps
    return found


def everywhere(gaps: Sequence[cloze.Gap]) -> Iterator[cloze.Gap]:
    """Give gaps and the gaps in them."""
    for gap in gaps:
        yield gap
        yield from everywhere(gap.inner)


def hidden(gaps: Sequence[cloze.Gap], group: int) -> Iterator[cloze.Gap]:
    """Give the gaps that a card has a box for: one within another is hidden with it."""
    for gap in gaps:
        if group in gap.groups:
            yield gap
        else:
            yield from hidden(gap.inner, group)


def field(text: str) -> str:
    """Give the Anki field of a cloze, its groups numbered from 1."""
    numbers = {group: group + 1 for group in range(len(cloze.numbers(text)))}
    return for_anki(html(read(marked(text)), named), numbers)


def assert_law(text: str) -> bool:
    """Check that all readers find the same gaps; tell whether `check` accepts the text."""
    gaps, groups = cloze.parse(text), len(cloze.numbers(text))
    of_field = field(text)
    html(read(text), named)
    cloze.filled(text)
    if gap_fault(text):
        return False
    wanted = sorted(group + 1 for gap in everywhere(gaps) for group in gap.groups)
    assert sorted(map(int, re.findall(r"\{\{c([0-9]+)::", of_field))) == wanted
    assert set(wanted) == set(range(1, groups + 1))
    exported = between_marks(marked(text))
    for group in range(groups):
        boxes = between_marks(asked(text, group))
        assert len(boxes) == len(list(hidden(gaps, group)))
        assert all(words[0] == "[" and words[-1] == "]" for _, words in boxes)
        answers = sorted(words for _, words in between_marks(told(text, group)))
        if not _OURS.search(text):  # what looks like a mark is not shown by a terminal
            assert answers == sorted(words for number, words in exported if number == group)
        for shown in (asked(text, group), told(text, group)):
            assert not _OURS.search("".join(line.plain for line in document.lines(read(shown), 60)))
    return True


@pytest.mark.parametrize("text", LOST)
def test_a_gap_that_markdown_takes_into_a_fence_is_a_fault_that_check_tells(text: str) -> None:
    """A text whose only gap stands behind a fence's marks is told of by `check`, not by a crash."""
    written = "cards:\n  - cloze: |\n" + "".join(f"      {line}\n" for line in text.splitlines())
    deck = deck_reading.read(written.encode(), "deck.yaml")
    assert [problem.code for problem in deck.problems] == ["no-gap"]
    assert not assert_law(text)


@pytest.mark.parametrize("text", HELD)
def test_a_gap_next_to_code_is_the_same_to_all(text: str) -> None:
    """Gaps around fences, in quotes, lists, pictures and links are the same for all readers."""
    assert assert_law(text)
    assert "no" not in {gap.answer for gap in cloze.parse(text)}


@settings(max_examples=400)
@given(_TEXTS)
def test_what_check_accepts_all_show_with_the_same_gaps(text: str) -> None:
    """Question, answer, page and package have the gaps that the deck has, of the same words."""
    assert_law(text)


def test_a_real_anki_has_the_same_gaps() -> None:
    """Anki makes the cards that the deck has, and hides as many places on each."""
    pytest.importorskip("anki")
    texts = [text for text in HELD if gap_fault(text) is None]
    done = subprocess.run(
        [sys.executable, __file__],
        input=json.dumps([field(text) for text in texts]),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for text, boxes in zip(texts, json.loads(done.stdout), strict=True):
        gaps, groups = cloze.parse(text), len(cloze.numbers(text))
        assert boxes == [len(list(hidden(gaps, group))) for group in range(groups)], text


@pytest.mark.parametrize(
    "text",
    [
        "`" + "a`" * 60_000,
        "~~~ " * 40_000,
        "".join("`" * (n % 400 + 1) + "\n- " for n in range(2_000)),
        "{{`" * 30_000,
        "```\n" * 30_000 + "{{a}}",
        "> " * 20_000 + "```\n{{a}}",
        "$ " * 60_000 + "{{a}}",
        "{{a::b" * 20_000 + "}}" * 20_000,
    ],
)
def test_hostile_texts_are_read_in_time(text: str) -> None:
    """Texts of nothing but marks are read at once: none costs the square of its length."""
    cloze.numbers(text)
    read(marked(text))


def _boxes_of_anki() -> None:
    """Write how many places each card of each field hides: the child process."""
    from anki.collection import Collection  # noqa: PLC0415 -- the child alone loads Anki

    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(str(Path(folder) / "collection.anki2"))
        model = collection.models.by_name("Cloze")
        assert model is not None
        shown = []
        for text in json.load(sys.stdin):
            note = collection.new_note(model)
            note["Text"] = text
            collection.add_note(note, collection.decks.get_current_id())
            shown.append([card.question().count('class="cloze"') for card in note.cards()])
        collection.close()
    json.dump(shown, sys.stdout)


if __name__ == "__main__":
    _boxes_of_anki()
