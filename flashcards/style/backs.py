"""The rules on answers: one line, one fact, and a number with its unit."""

import re
from collections.abc import Iterator

from flashcards.model import Section
from flashcards.text import count

from .catalogue import LISTED, LONG_ANSWER, TOO_LONG_ANSWER
from .seen import Hit, Seen
from .wording import sentences

_BULLET = re.compile(r"^[ \t]*(?:[-*+\u2022]|[0-9]{1,3}[.)])[ \t]+\S", re.MULTILINE)
_SEPARATOR = re.compile(r"(?<!\d),|,(?!\d{3}(?!\d))|;")
_BARE_NUMBER = re.compile(
    r"(?:about |around |roughly |~|\u2248)?\s*[-+\u2212]?\d[\d,.]*(?:e[-+]?\d+)?\.?"
)
_CUE = re.compile(
    r"\bhow (?:many|often)\b|\b(?:percent(?:age)?|share|fraction|ratio|factor|number|count|"
    r"probability|exponent|degree|rank|index|dimension|dimensionality|size|score|level|port|"
    r"version|release|year|when|value|which|code|recall|precision|accuracy|f1|auc|cardinality|order|base|length|sum|product|output|print|"
    r"prints|return|returns|result|evaluate|evaluates|complexity|bits?|bytes?|[kmgt]i?b|ms|"
    r"milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|layers?|heads?|tokens?|"
    r"[µn]s|hz|[kmg]hz|met(?:er|re)s?|km|kg|grams?|watts?|volts?|degrees|times|status|"
    r"default|maximum|minimum|limit)\b|[%=_^]|\bper\b",
    re.IGNORECASE,
)
_SYMBOL = re.compile(
    r"\bwhat(?:['\u2019]s| is| are)\s+(?:\ufffc|[^\W\d_]{1,3}\s*\?)", re.IGNORECASE
)

_SHORTEN = {
    Section.TLDR: "Keep what answers the question; the rest belongs into `short_answer`.",
    Section.RED_FLAGS: "Put the correction into one line, `instead`; the reason goes into `why`.",
    Section.MOST_COMMON_MISTAKE: "Name the mistake in one line; the reason goes into `why`.",
    Section.CHEAT_SHEET: "Make a bullet of each fact.",
    Section.KEY_CONCEPTS: "Define the term in one line; the rest belongs into `answer`.",
}
_ONLY_APPROACH = "Write what is graded as `short`; `approach` then opens after it."
_FOLLOW_UP = "Shorten `short`; the rest belongs into `approach`."
_SPLIT = "Make a card of each fact, or move what is not asked into `extra`."


def answer(card: Seen) -> Iterator[Hit]:
    """Judge the back of a question and answer."""
    yield from _length(card)
    listed = _list(card)
    if listed:
        yield Hit("list-answer", {"count": listed})
    facts = len(sentences(card.back.plain))
    if facts > 1 and not _bullets(card):
        yield Hit("multiple-facts", {"count": str(facts), "shorten": _shorten(card)})
    if _BARE_NUMBER.fullmatch(card.back.plain.strip()) and not _says_of_what(card):
        yield Hit("number-without-unit", {"words": card.card.back.strip()})


def _length(card: Seen) -> Iterator[Hit]:
    words = len(card.back.words)
    if words <= LONG_ANSWER:
        return
    name = "answer-too-long" if words > TOO_LONG_ANSWER else "answer-long"
    yield Hit(name, {"count": str(words), "limit": str(LONG_ANSWER), "shorten": _shorten(card)})


def _shorten(card: Seen) -> str:
    """Say where what is too much belongs, by the section the card comes from."""
    if card.note.section is Section.FOLLOW_UPS:
        return _FOLLOW_UP if card.note.detail else _ONLY_APPROACH
    return _SHORTEN.get(card.note.section, _SPLIT)


def _list(card: Seen) -> str:
    bullets = _bullets(card)
    if bullets:
        return count(bullets, "line") + " with bullets or numbers"
    separators = len(_SEPARATOR.findall(card.back.plain))
    return f"{separators} commas and semicolons" if separators >= LISTED else ""


def _bullets(card: Seen) -> int:
    """Count the bullets of an answer; one alone is no list."""
    found = len(_BULLET.findall(card.back.plain))
    return found if found > 1 else 0


def _says_of_what(card: Seen) -> bool:
    front = card.front
    return bool(_CUE.search(front.plain) or _SYMBOL.search(front.plain))
