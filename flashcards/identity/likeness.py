"""How alike two texts are: the share of their words they have in common, rare words counting more.

Rarity is what tells cards of one formula apart. "What is the capital of France?" and "What is
the capital of Spain?" share five words in six and are different cards: the sixth is the one no
other card has. A slip of the pen is forgiven, a different number never is.
"""

import math
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from rapidfuzz.distance import OSA

from flashcards.identity.wording import ALONE

# Scripts that put no space between words: kana and Han, Hangul, and Thai to Khmer. There a
# character stands for a word.
_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
# C, C++ and C# are three words, and so is what stands alone; every other sign is one for itself.
_TOKEN = re.compile(
    rf"[^\W_{_UNSPACED}]+(?:[+#]+)?|[{_UNSPACED}]|{ALONE}[^{ALONE}]+{ALONE}|[^\w\s{ALONE}]"
)
_SIGN = 0.25  # what a sign weighs beside a word: O(n) and O(1) share three of four tokens

_SLIP = 0.7  # one wrong letter in four, or two in seven
_SHORTEST_SLIP = 4  # TCP and UDP, min and max: in shorter words every letter tells
_FEWEST_LETTERS = 3  # what is left of four when one is forgotten
_MOST_LEFT_OVER = 12  # words without a partner; beyond it the texts are simply different

Slip = Callable[[str, str], bool]


def tokens(text: str) -> list[str]:
    """Split casefolded `text` into its words, numbers and signs."""
    return _TOKEN.findall(text)


class Bag(NamedTuple):
    """The words of a text with their weights; a repeated word is told apart by its count."""

    weights: Mapping[str, float]
    total: float


def bag(text: str, weight: Callable[[str], float]) -> Bag:
    """Weigh the words of normalised `text`."""
    weights: dict[str, float] = {}
    for token in tokens(text):
        name, count = token, 1
        while name in weights:
            count += 1
            name = f"{token} {count}"
        is_word = token[0].isalnum() or token[0] == ALONE
        weights[name] = weight(token) if is_word else _SIGN * weight(token)
    return Bag(weights, sum(weights.values()))


def weight_of(count: int, total: int) -> float:
    """Give the weight of a word that `count` of `total` cards use: log(1 + total / count).

    The inverse document frequency of Spärck Jones (1972), smoothed so that a word every card
    uses still counts a little.
    """
    return math.log1p(total / max(count, 1))


def any_slip(one: str, other: str) -> bool:
    """Tell whether two words may be one with a slip of the pen, whatever letter it hit.

    Numbers and signs that stand alone are never slips.
    """
    return (
        max(len(one), len(other)) >= _SHORTEST_SLIP
        and min(len(one), len(other)) >= _FEWEST_LETTERS
        and not any(map(str.isdigit, one + other))
        and ALONE not in one + other
        and OSA.normalized_similarity(one, other, score_cutoff=_SLIP) > 0
    )


def likely_slip(one: str, other: str) -> bool:
    """Tell the same where nothing else vouches for it: the first letter must be right.

    Slips rarely hit it, and many opposites differ there: malloc and calloc, sync and async,
    stable and unstable, encrypt and decrypt.
    """
    return one[0] == other[0] and any_slip(one, other)


def likeness(one: Bag, other: Bag, slip: Slip) -> float:
    """Give the weighted share of words that the two have in common, from 0 to 1 (Dice 1945)."""
    total = one.total + other.total
    if not total:
        return 1.0
    shared = one.weights.keys() & other.weights.keys()
    common = 2 * sum(map(one.weights.__getitem__, shared))
    left, right = _left_over(one, other)
    if left and right and len(left) + len(right) <= _MOST_LEFT_OVER:
        forgiven, undue = _slips(one, left, other, right, slip)
        common += forgiven
        total -= undue
    return common / total


def only_slips(one: Bag, other: Bag) -> bool:
    """Tell whether two texts have the same words, slips of the pen aside."""
    left, right = _left_over(one, other)
    if "".join(left) == "".join(right):
        return True
    return len(left) == len(right) == len(_partners(left, right, any_slip))


def _left_over(one: Bag, other: Bag) -> tuple[list[str], list[str]]:
    """Give the words of each that the other has not."""
    return (
        [word for word in one.weights if word not in other.weights],
        [word for word in other.weights if word not in one.weights],
    )


def _partners(left: list[str], right: list[str], slip: Slip) -> dict[str, str]:
    """Give the words of `left` that are a slip away from one of `right`, each used once."""
    partners: dict[str, str] = {}
    free = dict.fromkeys(right)
    for word in left:
        partner = next((name for name in free if slip(word, name)), None)
        if partner is not None:
            del free[partner]
            partners[word] = partner
    return partners


def _slips(
    one: Bag, left: list[str], other: Bag, right: list[str], slip: Slip
) -> tuple[float, float]:
    """Give the weight that words left over on both sides have in common after all.

    And the weight that a misspelt word has unduly: nobody else writes it so, but it is as common
    as the word that was meant.
    """
    if "".join(left) == "".join(right):  # write-back and writeback
        words = [one.weights[word] for word in left] + [other.weights[word] for word in right]
        return sum(words), 0.0
    forgiven = undue = 0.0
    for word, partner in _partners(left, right, slip).items():
        weights = one.weights[word], other.weights[partner]
        forgiven += OSA.normalized_similarity(word, partner) * 2 * min(weights)
        undue += max(weights) - min(weights)
    return forgiven, undue
