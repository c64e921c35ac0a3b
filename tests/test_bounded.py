"""Twice as much to read takes twice as many steps: for every importer, reader and comparer.

Steps are counted and not timed: the lines of Python that run, here and in the libraries, and the
characters that methods of texts go through. What a regular expression does within one call is not
seen by that; `benchmarks/growth.py` measures it on the same inputs, and at larger sizes.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final

import pytest
from doubling import CASES, Case

from flashcards.attempting import assessing, matching
from flashcards.errors import FlashcardsError
from flashcards.importing import decks, readable
from flashcards.importing.drafts import CardDraft, Place
from flashcards.model import Rating
from flashcards.notes import Attempt, KeyPoint
from flashcards.terminal import typed

pytestmark = pytest.mark.slow


_STEEPEST: Final = 2.4
"""Steps for twice as much, by those for once: a little more than two, for what sorts."""
_SIGNS_A_STEP: Final = 64
_SCANNING: Final = frozenset({"replace", "split", "splitlines", "casefold", "lower", "translate"})
# What is a product by its nature has a bound of its own: faults are mended one by one, each with a
# look at the file, until `fixing.MAX_WORK` is spent; each gap is a card that shows the whole text,
# up to `shelf.MAX_CARDS`; each point is looked for in the first `matching.MOST_SAID` words.
_CAPPED: Final = frozenset({
    "deck: faults to mend", "deck: braces cut at commas", "deck: tabs", "deck: gaps",
    "answer: many points",
})  # fmt: skip


class _Counter:
    """Counts what runs while it is on."""

    def __init__(self) -> None:
        self.steps = 0

    def line(self, _frame: FrameType, _event: str, _argument: object) -> Any:  # noqa: ANN401 - as Python has it
        self.steps += 1
        return self.line

    def call(self, _frame: FrameType, event: str, function: object) -> None:
        if event == "c_call" and getattr(function, "__name__", "") in _SCANNING:
            text = getattr(function, "__self__", "")
            self.steps += len(text) // _SIGNS_A_STEP if isinstance(text, str) else 0


@contextmanager
def counted() -> Iterator[_Counter]:
    """Count the steps of the body; whoever traces now, for coverage, goes on afterwards."""
    counter = _Counter()
    before = sys.gettrace(), sys.getprofile()
    sys.settrace(counter.line)
    sys.setprofile(counter.call)
    try:
        yield counter
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])


def steps(read: Callable[[], object]) -> int:
    """Give the steps that reading takes."""
    with counted() as counter, suppress(FlashcardsError):
        read()
    return counter.steps


def of(case: Case, size: int) -> int:
    """Give the steps for an input of this size."""
    data = case.make(size).encode()
    return steps(lambda: case.read(data))


@pytest.mark.parametrize("name", [name for name in CASES if name not in _CAPPED])
def test_twice_as_much_takes_twice_as_many_steps(name: str) -> None:
    """Whatever there is much of, no reader goes through all of it for each of it."""
    case = CASES[name]
    size = max(8, case.size // 6)
    of(case, 2)  # what is made once is made now
    once, twice = of(case, size), of(case, 2 * size)
    assert twice <= _STEEPEST * once


class _Tag(str):
    """A tag that counts how often it is looked up."""

    __slots__ = ()
    looked_up = 0

    def __hash__(self) -> int:
        """Count, and be the text's own."""
        _Tag.looked_up += 1
        return super().__hash__()

    def __eq__(self, other: object) -> bool:
        """Be equal as texts are."""
        return super().__eq__(other)


@pytest.mark.parametrize("give", [decks.with_shared_tags, decks.with_own_tags])
def test_tags_are_looked_up_once_for_each(
    give: Callable[[decks.Gathered], decks.Gathered],
) -> None:
    """A note with 16,000 tags is moved in at once: twice the tags are looked up twice as often."""

    def looked_up(number: int) -> int:
        tags = tuple(_Tag(f"t{n}") for n in range(number))
        cards = tuple(CardDraft(Place("x", n), tags=tags) for n in range(3))
        before = _Tag.looked_up
        give(decks.Gathered("D", cards=cards))
        return _Tag.looked_up - before

    assert looked_up(400) <= 2.1 * looked_up(200)


def test_a_long_typed_answer_is_compared_in_words() -> None:
    """An answer of 5,000 signs against 60,000 is told wrong or right, in few steps."""
    given, right = "a b " * 1_250, "b a c " * 10_000
    found = typed.compare(given, right)
    assert "".join(piece for piece, _ in found.pieces) == given
    assert found.suggested is Rating.AGAIN
    once = steps(lambda: typed.compare(given, right))
    assert steps(lambda: typed.compare(given * 2, right * 2)) <= _STEEPEST * once
    assert typed.compare("word " * 300 + "ward", "word " * 301).suggested is Rating.HARD


def test_a_typed_answer_is_cut_where_it_stands() -> None:
    """A sign that becomes two in lower case shifts no mark behind it."""
    found = typed.compare("Straße xy", "straße xz")
    assert found.pieces == (("Straße x", True), ("y", False))


def test_a_long_free_answer_counts_with_its_first_words() -> None:
    """Whatever is said and asked for, words are compared in a bounded number of pairs."""
    point = KeyPoint("the cache holds keys", ("cache holds keys",), 1)
    attempt = Attempt("Explain.", 3, (point,))
    filler = "other words here. "
    said = filler * 10 + "The cache holds keys."
    assert assessing.assess(said, attempt).ticked == (True,)
    long = filler * matching.MOST_SAID + "The cache holds keys."
    assert assessing.assess(long, attempt).ticked == (False,)


def test_a_field_that_no_card_could_hold_is_not_read() -> None:
    """An embedded image is no text: its bytes are passed over, however many."""
    image = f'<img src="data:image/png;base64,{"A" * 2 * readable.MOST_HTML}">'
    assert len(readable.without_data(f"black {image}")) < 100
    assert readable.without_data("data:image/png;base64,AA") == "data:"
    assert readable.without_data("a ;base64,A") == "a ;base64,A"
