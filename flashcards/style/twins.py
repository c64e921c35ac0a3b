"""Questions that are equal or nearly so, over all decks, without comparing each with each.

Two questions that are alike share all content words but one, or share a rare word: candidates
are looked up under both, and only they are compared. What is alike in nothing but its function
words is found by the beginning and end of its one content word.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from rapidfuzz import fuzz

from flashcards import cloze
from flashcards.text import normalise, on_one_line

from .catalogue import ALIKE
from .seen import Frame, Hit, Seen
from .wording import FUNCTION_WORDS, cut, stem

DUPLICATE: Final = "duplicate-front"
NEAR: Final = "near-duplicate"

_RARE_WORDS = 3  # words of a question under which it is filed, the rarest first
_RARE = 30  # a word of more questions finds nothing
_MANY = 60  # of more questions than these in one place, only neighbours are compared
_NEIGHBOURS = 10
_MOST_WORDS = 16  # content words of which one may differ
_LONG = 60  # words of a question that is told to be too long, and not compared
_ENDS = 3  # characters of a lone content word that must agree at one end

# A flag keeps its dash and a name its sign: `-v`, `C++`, `C#`.
_SEPARATOR = re.compile(
    r"[.,;:!?\u2026\"'\u2018\u2019\u201c\u201d\u00ab\u00bb()\[\]*`_~\s]+|(?<=\w)[-\u2010-\u2014/](?=\w)|\s[-\u2013\u2014](?=\s)"
)
_HIDDEN = "[...]"


class Place(NamedTuple):
    """A card and where it stands."""

    path: str
    card: Seen


class _Question(NamedTuple):
    """A question to compare: cards of different groups are never alike, however worded."""

    group: str
    words: tuple[str, ...]
    line: str
    facts: frozenset[str]


def twins(places: Sequence[Place], passed: Sequence[frozenset[str]]) -> Iterator[tuple[int, Hit]]:
    """Give the cards, by index, whose question another note asks too, or nearly.

    `passed` are the rules that the author of each card wants silent; a pair is silent when
    either card is.
    """
    groups: dict[tuple[str, tuple[str, ...]], list[int]] = defaultdict(list)
    questions = [_question(place.card) for place in places]
    for index, question in enumerate(questions):
        if question.words:
            groups[question.group, question.words].append(index)
    for same in groups.values():
        yield from _duplicates(places, passed, same)
    first = [same[0] for same in groups.values()]
    yield from _near(places, passed, questions, first)


def _question(card: Seen) -> _Question:
    # The frame of a mistake holds the question of its topic, which is compared itself.
    words = () if card.frame is Frame.MISTAKE else tuple(_words(card.core))
    facts = frozenset(stem(word) for word in words if word not in FUNCTION_WORDS)
    return _Question(_group(card), words, " ".join(sorted(words)), facts)


def _group(card: Seen) -> str:
    """Say with which questions a card may be confused.

    A claim is no question, and a term alone (`Complexity`) is read below the title of its topic.
    """
    if card.frame is Frame.CLAIM:
        return card.frame.value
    is_term = card.frame is Frame.NONE and card.title and not card.note.text
    if is_term and not card.core.rstrip("\"'\u201d)*_ ").endswith("?"):
        return f"term {normalise(card.title)}"
    return ""


def _words(text: str) -> Iterator[str]:
    """Give the words of a question in the form in which case and punctuation do not count."""
    at = 0
    for start, end in cloze.protected(text):
        yield from _spoken(text[at:start])
        # In code and maths case and signs make the difference.
        yield "".join(text[start:end].strip("`$").split())
        at = end
    yield from _spoken(text[at:])


def _spoken(text: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFKC", text.replace(_HIDDEN, " "))
    for word in _SEPARATOR.split(plain):
        if len(word) == 1 and word not in "AI":
            yield word
        elif word:
            yield word.casefold()


def _duplicates(
    places: Sequence[Place], passed: Sequence[frozenset[str]], same: Sequence[int]
) -> Iterator[tuple[int, Hit]]:
    """Report each of these cards with the first other one of another note."""
    told = [index for index in same if DUPLICATE not in passed[index]]
    # The first card serves all notes but its own, which is served by the first of another.
    first = places[told[0]] if told else None
    second = next((places[i] for i in told if first and not _siblings(first, places[i])), None)
    for index in told:
        mine = places[index]
        twin = second if first and _siblings(first, mine) else first
        if twin:
            details = {"where": _where(mine, twin), "answer": _answers(mine, twin)}
            yield index, Hit(DUPLICATE, details)


class _Match(NamedTuple):
    score: float
    other: int


def _near(
    places: Sequence[Place],
    passed: Sequence[frozenset[str]],
    questions: Sequence[_Question],
    indexes: Sequence[int],
) -> Iterator[tuple[int, Hit]]:
    """Report each of these cards with the closest other one."""
    found: dict[int, list[_Match]] = defaultdict(list)
    for one, two in _candidates(questions, indexes):
        if _siblings(places[one], places[two]) or NEAR in passed[one] | passed[two]:
            continue
        # The words are sorted once, so that this is the token sort ratio.
        score = fuzz.ratio(questions[one].line, questions[two].line, score_cutoff=ALIKE)
        if score:
            found[one].append(_Match(score, two))
            found[two].append(_Match(score, one))
    for index, matches in found.items():
        best = max(matches, key=lambda match: (match.score, -match.other))
        mine, other = places[index], places[best.other]
        more = f" So do {len(matches) - 1} more." if len(matches) > 1 else ""
        details = {
            "where": _where(mine, other),
            # Not 100: the same words in another order are not the same question.
            "score": str(min(99, round(best.score))),
            "answer": _answers(mine, other),
            "other": cut(other.card.core),
            "more": more,
        }
        yield index, Hit(NEAR, details)


def _candidates(questions: Sequence[_Question], indexes: Sequence[int]) -> set[tuple[int, int]]:
    """Give the pairs that are worth comparing."""
    drawers: dict[tuple[object, ...], list[int]] = defaultdict(list)
    known = Counter(fact for index in indexes for fact in questions[index].facts)
    for index in indexes:
        for name in _drawers(questions[index], known):
            drawers[name].append(index)
    pairs: set[tuple[int, int]] = set()
    for drawer in drawers.values():
        pairs.update(_pairs(drawer, questions))
    return pairs


def _drawers(question: _Question, known: Counter[str]) -> Iterator[tuple[object, ...]]:
    """Give the names under which a question is filed."""
    group, facts = question.group, question.facts
    if len(question.words) > _LONG:
        return
    rare = sorted((known[fact], fact) for fact in facts if 1 < known[fact] <= _RARE)
    for _, fact in rare[:_RARE_WORDS]:
        yield group, "rare", fact
    if not facts:
        yield group, "words", question.line
    elif len(facts) == 1:
        (fact,) = facts
        yield group, "begins", fact[:_ENDS]
        yield group, "ends", fact[-_ENDS:]
    elif len(facts) <= _MOST_WORDS:
        yield group, "facts", facts
        for fact in facts:
            yield group, "facts", facts - {fact}


def _pairs(drawer: Sequence[int], questions: Sequence[_Question]) -> Iterable[tuple[int, int]]:
    if len(drawer) <= _MANY:
        return combinations(drawer, 2)
    row = sorted(drawer, key=lambda index: questions[index].line)
    return (
        (min(one, other), max(one, other))
        for at, one in enumerate(row)
        for other in row[at + 1 : at + 1 + _NEIGHBOURS]
    )


def _siblings(one: Place, other: Place) -> bool:
    return one.card.note is other.card.note


def _where(mine: Place, other: Place) -> str:
    line = other.card.note.line
    return f"line {line}" if mine.path == other.path else f"{on_one_line(other.path)}:{line}"


def _answers(mine: Place, other: Place) -> str:
    same = normalise(mine.card.card.back) == normalise(other.card.card.back)
    return "the answer is the same" if same else "the answers differ"
