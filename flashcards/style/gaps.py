"""The rules on cloze texts: few gaps, short ones, on words that matter, with context around."""

import re
from collections.abc import Iterator

from flashcards import cloze
from flashcards.notes import Note
from flashcards.text import count

from .catalogue import CONTEXT, LONG_GAP, MOST_GAPS
from .seen import Hit, Seen
from .wording import content, cut, worded

_SMALL_WORDS = (
    "a an and are as at be been by did do does for had has have in is it its of on that the their "
    "these they this those to was were with"
)
_GRAMMAR = frozenset(_SMALL_WORDS.split())
_WORDS = re.compile(r"[^\W\d_]+")
_TELLING = 3


def text(note: Note) -> Iterator[Hit]:
    """Judge a cloze text as a whole."""
    if len(note.cards) > MOST_GAPS:
        yield Hit("cloze-many", {"count": str(len(note.cards)), "limit": str(MOST_GAPS)})


def gap(card: Seen) -> Iterator[Hit]:
    """Judge one gap and what stands around it."""
    for answer in cloze.answers(card.note.text, card.card.gap):
        words = len(worded(answer).words)
        if words > LONG_GAP:
            details = {"words": cut(answer), "count": str(words), "limit": str(LONG_GAP)}
            yield Hit("cloze-long", details)
        if _is_grammar(answer):
            yield Hit("cloze-function-word", {"words": cut(answer)})
        if _stands_in(card.card.front, answer):
            what = f"\u201c{cut(answer)}\u201d stands elsewhere in the text"
            yield Hit("front-reveals-answer", {"what": what})
    # Brackets of the hidden gap hold a hint, which is context; the dots of one without are none.
    left = len(content(card.front))
    if left < CONTEXT:
        details = {"words": cut(card.card.back), "count": count(left, "content word")}
        yield Hit("cloze-no-context", details)


def _is_grammar(answer: str) -> bool:
    """Tell whether a gap holds small words alone; `A` in capitals is a name."""
    words = _WORDS.findall(answer)
    if not words or (len(answer) == 1 and answer.isupper()) or cloze.protected(answer):
        return False
    return _GRAMMAR.issuperset(word.casefold() for word in words)


def _stands_in(front: str, answer: str) -> bool:
    if sum(c.isalnum() for c in answer) < _TELLING:
        return False
    return re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", front, re.IGNORECASE) is not None
