"""An answer typed by the learner beside the right one: what differs, and what rating that is."""

from difflib import SequenceMatcher
from typing import Final, NamedTuple

from flashcards.model import Rating
from flashcards.text import normalise

_NEARLY: Final = 0.8
"""Share of characters in common from which an answer is a slip rather than a miss."""


class Comparison(NamedTuple):
    """What was typed in pieces, each with whether it is right, and the rating it suggests."""

    pieces: tuple[tuple[str, bool], ...]
    suggested: Rating


def compare(typed: str, expected: str) -> Comparison:
    """Compare what was `typed` with the answer; case, blanks and a last dot make no difference."""
    if not typed.strip():
        return Comparison((), Rating.AGAIN)
    if normalise(typed) == normalise(expected):
        return Comparison(((typed, True),), Rating.GOOD)
    matcher = SequenceMatcher(None, typed.casefold(), expected.casefold(), autojunk=False)
    pieces = []
    at = 0
    for block in matcher.get_matching_blocks():
        if block.a > at:
            pieces.append((typed[at : block.a], False))
        if block.size:
            pieces.append((typed[block.a : block.a + block.size], True))
        at = block.a + block.size
    near = matcher.ratio() >= _NEARLY
    return Comparison(tuple(pieces), Rating.HARD if near else Rating.AGAIN)
