"""The numbers and letters that a page puts in front of its questions, often glued to them."""

import re
from typing import Final

from flashcards.importing.headings import names

_NUMBERED = re.compile(
    r"(?:Q(?:uestion)?\s*\d{1,2}|#?\d{1,2}(?=\s*[.):\u2013-]))\s*[.):\u2013-]?\s+(?=\S)"
    r"|Q\d{1,2}(?=[A-Z])",
    re.IGNORECASE,
)
_GLUED_NUMBER = re.compile(r"(\d{1,2})(?=[A-Z][a-z])")
_Q_MARK = re.compile(r"Q\s*[.:)\u2013-]\s*(?=\S)|Q\s+(?=[A-Z])")
_Q_WORD = re.compile(r"Q(\w[\w-]*)")
_Q_NAMES: Final = names(
    "qkv|qk|qat|qa|qas|qps|qos|quic|qr|qlora|qml|qp|qk|qv|qkt|qoq|qft|qpsk|qmc|qed|qcd|qaoa"
)


def without_q(text: str) -> str:
    """Take a ``Q:`` or ``Q`` that stands apart off a question."""
    return _Q_MARK.sub("", text, count=1)


def asking(texts: list[str], bare: list[str]) -> list[bool]:
    """Tell which lines are questions: where some bear a mark, the others are answers."""
    marked = [text != after for text, after in zip(texts, bare, strict=True)]
    if not any(marked):
        asking = [text.endswith("?") for text in bare]
        # Tasks such as "Explain ...", below the line that introduces them.
        return asking if any(asking) else [number > 0 for number in range(len(bare))]
    return [
        mark or (text.endswith("?") and re.match("Q[A-Z]", text) is not None)
        for mark, text in zip(marked, bare, strict=True)
    ]


def without_marks(texts: list[str]) -> list[str]:
    """Take the numbers or the ``Q`` off questions, glued to them or not.

    A number glued to a word counts when it is the next one; a ``Q`` when what follows is a word
    of its own: ``QKV`` and ``QAT`` stay whole.
    """
    mostly_glued = sum(bool(re.match("Q[A-Z][a-z]", text)) for text in texts) * 2 > len(texts)
    bare = []
    number = 1
    for text in texts:
        numbered, glued = _NUMBERED.match(text), _GLUED_NUMBER.match(text)
        if numbered:
            bare.append(text[numbered.end() :])
        elif glued and int(glued[1]) == number:
            bare.append(text[glued.end() :])
            number += 1
        else:
            bare.append(_without_glued_q(text, mostly_glued=mostly_glued))
    return bare


def _without_glued_q(text: str, *, mostly_glued: bool) -> str:
    mark, word = _Q_MARK.match(text), _Q_WORD.match(text)
    if mark:
        return text[mark.end() :]
    if not word or not word[1][0].isupper():
        return text
    if text.startswith("QQ"):
        return text[1:]
    if word.group().casefold() in _Q_NAMES:
        return text
    is_plain_word = word[1][1:].islower() or word[1] in {"A", "I"}
    return text[1:] if is_plain_word or mostly_glued else text
