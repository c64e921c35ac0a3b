"""Finds the wordings of key points in an answer, and the claims of red flags.

Whole texts are never compared: measured on eight answers to one question, the likeness of the
whole to a reference gave a wrong answer 58, a good one 67 and a partial one 78 of 100. What tells
them apart are the wordings an author accepts, found word by word.

A wording is found where its words stand in their order, one word more between them at most.
Numbers count when they are equal. A negation within three words before, in the same clause,
stands against it; so does a passage that was copied from the prompt.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from flashcards.notes import KeyPoint

from .words import NEGATIONS, Vocabulary, Word, is_number, same, words

_NEGATION_REACH: Final = 3
LONGEST_WORDING: Final = 5
"""Words of a wording that is looked for in order; a longer one is a sentence, and is looked for
by the share of it that is said, if more than one of its words tells anything."""
MOST_SAID: Final = 2_000
"""Words of an answer that are looked at, the first ones: some ten minutes of talk."""
MOST_WANTED: Final = 200
"""Words of a wording or a claim that are looked for, the first ones."""

_SHARE_SAID: Final = 0.77
_SHORTEST_TELLING: Final = 4
_SHORTEST_WITH_ROOM: Final = 3
_COPIED: Final = 4
"""Words in a row that, standing so in the prompt, were copied from it."""


class Span(NamedTuple):
    """A place in an answer: characters from `start` to `end`."""

    start: int
    end: int


class Found(NamedTuple):
    """Where an answer says a wording, and whether it says it with a negation."""

    span: Span
    negated: bool = False


class Answer(NamedTuple):
    """An answer in words; `own` tells of each whether it is the person's and not the prompt's."""

    text: str
    words: tuple[Word, ...]
    own: tuple[bool, ...]


def read(text: str, prompt: str) -> Answer:
    """Read an answer to `prompt`; both in composed form (NFC)."""
    said = words(text, MOST_SAID)
    return Answer(text, said, _own(said, words(prompt, MOST_SAID)))


def _own(said: Sequence[Word], asked: Sequence[Word]) -> tuple[bool, ...]:
    """Mark the words outside of passages that stand in the prompt as well."""
    passages = {_texts(asked[at : at + _COPIED]) for at in range(len(asked) - _COPIED + 1)}
    copied: set[int] = set()
    for at in range(len(said) - _COPIED + 1):
        if _texts(said[at : at + _COPIED]) in passages:
            copied.update(range(at, at + _COPIED))
    return tuple(at not in copied for at in range(len(said)))


def _texts(some: Iterable[Word]) -> tuple[str, ...]:
    return tuple(word.text for word in some)


def point(answer: Answer, key_point: KeyPoint) -> Found | None:
    """Find a key point in an answer: by what its author accepts, or by its own sentence.

    A place without negation is preferred, and the first of those.
    """
    found = [
        one
        for wording in (*key_point.accept, key_point.point)
        for one in _places(answer, _texts(words(wording, MOST_WANTED)))
    ]
    return min(found, key=lambda one: (one.negated, one.span), default=None)


def claim(answer: Answer, claimed: str, familiar: Vocabulary) -> Found | None:
    """Find what a red flag claims, said without a negation that the claim does not have.

    The words of `familiar`, the topic's own, tell nothing: a right answer has them too.
    """
    said = _texts(words(claimed, MOST_WANTED))
    wanted = [word for word in said if not familiar.same_as(word)]
    found = (one for one in _sentences(answer, wanted) if not one.negated)
    return next(found, None)


def _places(answer: Answer, wanted: Sequence[str]) -> Iterator[Found]:
    """Give the places of a wording in an answer."""
    if len(wanted) > LONGEST_WORDING and len(_telling(wanted)) > 1:
        yield from _sentences(answer, wanted)
        return
    for at in range(len(answer.words)):
        last = _end_of(answer.words, at, wanted)
        if last is not None and any(answer.own[at : last + 1]):
            said = answer.words[at : last + 1]
            negated = _is_negated(answer.words, at, said, wanted)
            yield Found(Span(said[0].start, said[-1].end), negated)


def _end_of(said: Sequence[Word], at: int, wanted: Sequence[str]) -> int | None:
    """Give the index of the last word of a wording that begins at `at`; None if none does."""
    room = 1 if len(wanted) >= _SHORTEST_WITH_ROOM else 0
    if not wanted or not same(wanted[0], said[at].text):
        return None
    for word in wanted[1:]:
        at += 1
        if room and at < len(said) and not same(word, said[at].text):
            between = said[at].text
            if between in NEGATIONS or is_number(between):
                return None
            at, room = at + 1, 0
        if at >= len(said) or not same(word, said[at].text):
            return None
    return at


def _is_negated(
    whole: Sequence[Word], at: int, said: Sequence[Word], wanted: Sequence[str]
) -> bool:
    """Tell if a negation stands before a place, or in it without being asked for."""
    before = [
        word.text
        for word in whole[max(0, at - _NEGATION_REACH) : at]
        if word.clause == said[0].clause
    ]
    inside = {word.text for word in said} & NEGATIONS
    return bool(set(before) & NEGATIONS) or inside != set(wanted) & NEGATIONS


# -- Sentences


def _sentences(answer: Answer, wanted: Sequence[str]) -> Iterator[Found]:
    """Give the sentences of an answer that say most of `wanted`, all of its numbers among it.

    Its words count by their letters, since long ones tell more.
    """
    telling = Vocabulary(_telling(wanted))
    if not telling.words:
        return
    negative = bool(set(wanted) & NEGATIONS)
    for first, end in _sentence_ends(answer):
        said = answer.words[first:end]
        hits = [
            place
            for place, word in enumerate(said)
            if answer.own[first + place] and telling.same_as(word.text)
        ]
        found = frozenset[str]().union(*(telling.same_as(said[hit].text) for hit in hits))
        if hits and _is_said(telling.words, [one for one in telling.words if one not in found]):
            near = said[max(0, hits[0] - _NEGATION_REACH) : hits[-1] + 1]
            negated = bool({word.text for word in near} & NEGATIONS) != negative
            yield Found(Span(said[hits[0]].start, said[hits[-1]].end), negated)


def _telling(wanted: Sequence[str]) -> tuple[str, ...]:
    """Give the words that tell something: numbers, and those of four letters or more."""
    return tuple(dict.fromkeys(w for w in wanted if len(w) >= _SHORTEST_TELLING or is_number(w)))


def _is_said(telling: Sequence[str], missed: Sequence[str]) -> bool:
    letters = sum(map(len, telling))
    enough = letters - sum(map(len, missed)) >= _SHARE_SAID * letters
    return enough and not any(map(is_number, missed))


def _sentence_ends(answer: Answer) -> Iterator[tuple[int, int]]:
    """Give the sentences of an answer, as the indices of their words."""
    starts = [0]
    for at, (before, word) in enumerate(pairwise(answer.words), start=1):
        between = answer.text[before.end : word.start]
        if any(mark in between for mark in ".!?;\n"):
            starts.append(at)
    yield from pairwise((*starts, len(answer.words)))
