"""The numbers and letters that a page puts in front of its questions, often glued to them."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from flashcards.importing.headings import names


class Marked(NamedTuple):
    """A line without what stood in front of it, and whether that marks it as a question."""

    text: str
    is_marked: bool


BULLET: Final = re.compile(
    r"[ \t]*(?:[-*+\u2022\u00b7\u25aa\u25e6\u2023\u2013\u25b8\u25ba\u25b6\u25cf\u27a4]"
    r"|[0-9]{1,2}[.)])[ \t]+"
)
"""The bullet or number of a list, as pages and Markdown have it."""

_HASHES = re.compile(r"#{1,6}[ \t]+")
_NUMBERED = re.compile(
    r"(?:Q(?:uestion)?\s*\d{1,2}|#?\d{1,2}(?=\s*[.):\u2013-]))\s*[.):\u2013-]?\s+(?=\S)"
    r"|Q\d{1,2}(?=[A-Z])|\d{1,2}\.\d{1,2}[.)]?\s+(?=[A-Z])",
    re.IGNORECASE,
)
_GLUED_NUMBER = re.compile(r"(\d{1,2})(?=[A-Z][a-z])")
# What may stand behind the number of a list: not the rest of 1.5, 2nd, 8-bit or 10,000.
_BEHIND_NUMBER = re.compile(
    r"(?:\s*[.):]|\s+[\u2013-])?(?:\s+(?=\S)|(?![\s\d.,:;%/+*=\u2013-])(?![a-z]{1,2}\b))"
)
_DIGITS = re.compile(r"(?:Q\s*|#)?(\d{1,3})(?!\d)")
_MINUTES_BEHIND = re.compile(
    r"(?<=\?)\W{0,3}\d{1,2}(?:\s*[-\u2013]\s*\d{1,2})?\s*min(?:ute)?s?(?:\s+read)?\W*$"
)
_Q_MARK = re.compile(r"Q\s*[.:)\u2013-]\s*(?=\S)|Q\s+(?=[A-Z])")
_Q_WORD = re.compile(r"Q(\w[\w-]*)")
_Q_GLUED = re.compile("Q[A-Z][a-z]")
_Q_NAMES: Final = names(
    "qkv|qk|qat|qa|qas|qps|qos|quic|qr|qlora|qml|qp|qk|qv|qkt|qoq|qft|qpsk|qmc|qed|qcd|qaoa"
)
_SHORTEST_RUN = 2
_LETTERS_OF_A_UNIT = 2


def without_q(text: str) -> str:
    """Take a ``Q:`` or ``Q`` that stands apart off a question."""
    return _Q_MARK.sub("", text, count=1)


def without_bullet(text: str) -> str:
    """Take the bullet or number of a list off a line."""
    return BULLET.sub("", text, count=1).strip()


def asking(lines: Sequence[Marked]) -> list[bool]:
    """Tell which lines are questions: where some bear a mark, the others are answers."""
    if not any(line.is_marked for line in lines):
        asking = [line.text.endswith("?") for line in lines]
        # Tasks such as "Explain ...", below the line that introduces them.
        return asking if any(asking) else [number > 0 for number in range(len(lines))]
    return [
        line.is_marked or (line.text.endswith("?") and re.match("Q[A-Z]", line.text) is not None)
        for line in lines
    ]


def without_marks(texts: Sequence[str]) -> list[Marked]:
    """Take the numbers or the ``Q`` off questions, glued to them or not.

    Numbers count where they run on from 1, whatever they are glued to; else what looks like one
    belongs to the word, as in 3D. A ``Q`` counts when what follows is a word of its own: ``QKV``
    and ``QAT`` stay whole.
    """
    texts = [_MINUTES_BEHIND.sub("", text) for text in texts]
    run = _run(texts)
    mostly_glued = sum(_Q_GLUED.match(text) is not None for text in texts) * 2 > len(texts)
    found = []
    for number, text in enumerate(texts):
        if number in run:
            found.append(Marked(run[number], is_marked=True))
            continue
        hashes = _HASHES.match(text)
        bare = without_bullet(text[hashes.end() :] if hashes else text)
        numbered, glued = _NUMBERED.match(bare), _GLUED_NUMBER.match(bare)
        if numbered:
            after = bare[numbered.end() :]
        elif glued and int(glued[1]) == 1 and not run:
            after = bare[glued.end() :]
        else:
            after = _without_glued_q(bare, mostly_glued=mostly_glued)
        found.append(Marked(after, after != bare or hashes is not None))
    return found


def _run(texts: Sequence[str]) -> dict[int, str]:
    """Give the lines that are numbered 1, 2, 3 and so on, without their numbers.

    Where the questions bear no numbers, but the steps of an answer do, there are none.
    """
    numbered, glued = _numbers(texts)
    found: dict[int, str] = {}
    exact = 0
    start = 0
    while True:
        wanted = len(found) + 1
        bearing = [one for one in numbered.get(wanted, []) if one.at >= start]
        exact += bool(bearing)
        bearing = bearing or [one for one in glued.get(wanted, []) if one.at >= start]
        if not bearing:
            break
        chosen = next((one for one in bearing if one.text.endswith("?")), bearing[0])
        found[chosen.at] = chosen.text
        start = chosen.at + 1
    asks = any(text.endswith("?") for text in found.values())
    others_ask = any(text.endswith("?") for at, text in enumerate(texts) if at not in found)
    if exact < _SHORTEST_RUN or _is_one_unit(list(found.values())) or (others_ask and not asks):
        return {}
    return found


class _Rest(NamedTuple):
    """What stands behind a number at the beginning of line `at`."""

    at: int
    text: str


def _numbers(texts: Sequence[str]) -> tuple[dict[int, list[_Rest]], dict[int, list[_Rest]]]:
    """File lines by the number they begin with; and by one that runs into a figure.

    ``13D?`` is 13, or 1 and 3D.
    """
    numbered: dict[int, list[_Rest]] = {}
    glued: dict[int, list[_Rest]] = {}
    for at, text in enumerate(texts):
        mark = _DIGITS.match(text)
        if not mark:
            continue
        digits, rest = mark[1], text[mark.end() :]
        behind = _BEHIND_NUMBER.match(text, mark.end())
        if behind:
            numbered.setdefault(int(digits), []).append(_Rest(at, text[behind.end() :]))
        if rest.endswith("?") and (rest[0].isalpha() or rest[0] == "-"):
            for cut in range(1, len(digits)):
                whole = _Rest(at, digits[cut:] + rest)
                glued.setdefault(int(digits[:cut]), []).append(whole)
    return numbered, glued


def _is_one_unit(rests: Sequence[str]) -> bool:
    """Tell whether all go on with the same few letters: 1D, 2D and 3D are not numbered."""
    first = {re.split(r"\W", rest, maxsplit=1)[0] for rest in rests}
    return len(first) == 1 and len(first.pop()) <= _LETTERS_OF_A_UNIT


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
    is_plain_word = word[1].isalpha() and (word[1][1:].islower() or word[1] in {"A", "I"})
    return text[1:] if is_plain_word or mostly_glued else text
