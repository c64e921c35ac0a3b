"""What an answer is worth as far as its wording tells, and where a person has to say so."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple
from unicodedata import normalize

from flashcards.model import Rating
from flashcards.notes import Attempt, KeyPoint

from . import matching
from .matching import LONGEST_WORDING, Answer, Found, Span
from .words import Vocabulary, words

FEWEST_WORDS: Final = 4
"""Words below which an answer says nothing."""

PARROTED: Final = 0.8
"""Share of an answer's words standing in the prompt from which it only repeats the question."""

_LISTED: Final = 0.5
"""Share of an answer's words that are wordings from which it is a list of key words."""
_FEWEST_LISTED: Final = 3
_SUBSTANCE: Final = 12
"""Words from which an answer without a wording in it may be right in words of its own."""
_HARD_FROM, _GOOD_FROM = 0.4, 0.7
_ADMITTED: Final = ("do not know", "no idea", "weiß nicht", "keine ahnung")
_LONGEST_ADMISSION: Final = 25


class Reading(StrEnum):
    """How an answer reads; all but the first leave a word to the person, or score nothing."""

    MATCHED = "matched"
    EMPTY = "empty"
    TOO_SHORT = "too short"
    PARROTED = "parroted"
    KEYWORDS = "keywords"
    UNCLEAR = "unclear"
    NOTHING = "nothing"


_UNDECIDED: Final = frozenset({Reading.KEYWORDS, Reading.UNCLEAR})
WORTHLESS: Final = frozenset({Reading.EMPTY, Reading.TOO_SHORT, Reading.PARROTED})
"""Readings of an answer that is not worth a judge's time."""


class Misconception(NamedTuple):
    """A red flag that an answer seems to raise: where, and what to say instead."""

    claim: str
    instead: str
    span: Span


class Assessment(NamedTuple):
    """What was found: for each key point its place or None, and whether it is ticked by that."""

    reading: Reading
    found: tuple[Found | None, ...]
    ticked: tuple[bool, ...]
    misconceptions: tuple[Misconception, ...]

    @property
    def is_undecided(self) -> bool:
        """Tell if the wording suggests no rating: only a person, or a judge, can say."""
        return self.reading in _UNDECIDED


def assess(
    text: str, attempt: Attempt, red_flags: Sequence[tuple[str, str]] = (), familiar: str = ""
) -> Assessment:
    """Hold an answer against the key points of its attempt, and against (claim, instead) pairs.

    `familiar` are words of the topic itself, which tell nothing about a claim.
    """
    answer = matching.read(composed(text), composed(attempt.prompt))
    points = [
        KeyPoint(composed(one.point), tuple(map(composed, one.accept)), one.weight)
        for one in attempt.key_points
    ]
    nothing = _worthless(answer, composed(attempt.prompt))
    if nothing:
        return Assessment(nothing, (None,) * len(points), (False,) * len(points), ())
    found = tuple(matching.point(answer, one) for one in points)
    told = tuple(_misconceptions(answer, red_flags, familiar))
    reading = _reading(answer, found, told)
    ticked = tuple(
        one is not None and not one.negated and reading is Reading.MATCHED for one in found
    )
    return Assessment(reading, found, ticked, told)


def composed(text: str) -> str:
    """Bring a text to the form that places are counted in."""
    return normalize("NFC", text)


def _worthless(answer: Answer, prompt: str) -> Reading | None:
    said = answer.text.split()
    if not said:
        return Reading.EMPTY
    if len(said) < FEWEST_WORDS or not answer.words:
        return Reading.TOO_SHORT
    asked = {word.text for word in matching.read(prompt, "").words}
    repeated = sum(word.text in asked for word in answer.words)
    return Reading.PARROTED if repeated >= PARROTED * len(answer.words) else None


def _misconceptions(
    answer: Answer, red_flags: Sequence[tuple[str, str]], familiar: str
) -> list[Misconception]:
    told = []
    known = Vocabulary(word.text for word in words(composed(familiar)))
    for claim, instead in red_flags:
        found = matching.claim(answer, composed(claim), known)
        if found:
            told.append(Misconception(claim, instead, found.span))
    return told


def _reading(
    answer: Answer, found: Sequence[Found | None], told: Sequence[Misconception]
) -> Reading:
    said = [one for one in found if one and not one.negated]
    if said:
        return Reading.KEYWORDS if _is_list(answer, said) else Reading.MATCHED
    if told or len(answer.words) < _SUBSTANCE:
        return Reading.NOTHING
    spoken = " ".join(word.text for word in answer.words)
    admits = any(admission in spoken for admission in _ADMITTED)
    short = len(answer.words) < _LONGEST_ADMISSION
    return Reading.NOTHING if admits and short else Reading.UNCLEAR


def _is_list(answer: Answer, said: Sequence[Found]) -> bool:
    """Tell if most words of the answer are the wordings themselves: nothing is said about them."""
    inside = [
        [at for at, word in enumerate(answer.words) if span.start <= word.start < span.end]
        for span in (one.span for one in said)
    ]
    # A place as long as a sentence is a sentence.
    listed = [place for place in inside if len(place) <= LONGEST_WORDING]
    covered = {at for place in listed for at in place}
    return len(listed) >= _FEWEST_LISTED and len(covered) > _LISTED * len(answer.words)


def share(points: Sequence[KeyPoint], ticked: Sequence[bool]) -> float:
    """Give the weight that is ticked, as a share of the whole; 0 where there are no points."""
    weights = weights_of(points)
    got = sum(weight for weight, tick in zip(weights, ticked, strict=True) if tick)
    return got / sum(weights) if weights else 0.0


def weights_of(points: Sequence[KeyPoint]) -> tuple[int, ...]:
    """Give the weights that count; where all are 0, each point counts the same."""
    weights = tuple(one.weight for one in points)
    return weights if any(weights) else (1,) * len(points)


def suggested(coverage: float) -> Rating:
    """Give the rating that a share of the weight suggests: below 40 % Again, below 70 % Hard."""
    if coverage < _HARD_FROM:
        return Rating.AGAIN
    return Rating.HARD if coverage < _GOOD_FROM else Rating.GOOD
