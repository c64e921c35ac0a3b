"""An answer typed by the learner beside the right one: what differs, and what rating that is.

Finding what two texts share takes the product of their lengths, so both are bounded: short ones
are compared sign by sign, longer ones word by word, and of those the first words alone.
"""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from flashcards.model import Rating
from flashcards.text import normalise

_NEARLY: Final = 0.8
"""Share of characters in common from which an answer is a slip rather than a miss."""

MOST_SIGNS: Final = 400
"""Characters of the longer text up to which both are compared sign by sign."""

MOST_WORDS: Final = 400
"""Words of each text that are compared, where one is longer; the rest counts as wrong."""

_WORD = re.compile(r"\s*\S+")


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
    by_sign = max(len(typed), len(expected)) <= MOST_SIGNS
    given, wanted = (list(text) if by_sign else _words(text) for text in (typed, expected))
    pieces = []
    at = common = 0
    for start, end in _shared(given, wanted):
        if start > at:
            pieces.append(("".join(given[at:start]), False))
        right = "".join(given[start:end])
        pieces.append((right, True))
        common += len(right)
        at = end
    rest = typed[sum(len(piece) for piece, _ in pieces) :]
    if rest:
        pieces.append((rest, False))
    near = 2 * common >= _NEARLY * (len(typed) + len(expected))
    return Comparison(tuple(pieces), Rating.HARD if near else Rating.AGAIN)


def _words(text: str) -> list[str]:
    """Return the first words of a text, each with the blanks in front of it."""
    return [
        found.group() for found, _ in zip(_WORD.finditer(text), range(MOST_WORDS), strict=False)
    ]


def _shared(given: Sequence[str], wanted: Sequence[str]) -> list[tuple[int, int]]:
    """Return the stretches of `given` that stand in `wanted` too, in the same order."""
    matcher = SequenceMatcher(None, _folded(given), _folded(wanted), autojunk=False)
    blocks = matcher.get_matching_blocks()
    return [(block.a, block.a + block.size) for block in blocks if block.size]


def _folded(units: Sequence[str]) -> list[str]:
    return [one.strip().casefold() or one for one in units]
