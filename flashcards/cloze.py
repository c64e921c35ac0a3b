r"""Gaps in a text: ``{{text}}``, ``{{text::hint}}`` and Anki's numbered ``{{c2::text::hint}}``.

Pure functions on one text. Braces inside maths and code are not gaps, and a gap may hold maths
or code: the braces of ``{{c1::\frac{1}{\sqrt{x}}}}`` are balanced before the gap is closed. It
may hold further gaps too, and stand for several numbers (``{{c1,3::text}}``), as in Anki.
Each level of gaps is one pass over the text and there are few, so that a hostile text costs no
more than its length.
"""

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

Span = tuple[int, int]
"""Start and end (exclusive) of a stretch of a text, in characters."""


class Gap(NamedTuple):
    """One gap of a text.

    ``start`` and ``end`` enclose it with its braces, in the text that holds it: for a gap
    within a gap, the ``source`` of the outer one. ``groups`` count from 0 in order of first
    appearance; gaps of one group are hidden together. A gap carries the author's ``numbers``
    and is in the group of each, or has none and is a group by itself. ``source`` is what it
    hides, as written, and ``inner`` the gaps in that. ``hint`` is empty when none is written.
    """

    start: int
    end: int
    groups: tuple[int, ...]
    numbers: tuple[int, ...]
    source: str
    hint: str
    inner: tuple["Gap", ...] = ()

    @property
    def answer(self) -> str:
        """What the gap hides, its inner gaps filled in."""
        return _shown(self.source, self.inner, None)


_TOKEN = re.compile(r"\\|`+|~{3,}|\$|[{}]")
_BACKTICKS = re.compile(r"`+")
_NUMBERS = re.compile(r"c([1-9][0-9]{0,3}(?:,[1-9][0-9]{0,3})*)::")
_TEX_DELIMITERS = {"\\(": "\\)", "\\[": "\\]"}
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_TO_DOLLAR = re.compile(r"([^\\$]*+(?:\\.[^\\$]*+)*+)\$", re.DOTALL)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


# Where a caller put marks for gaps (see `markup.gaps`), maths and code end before them: a gap may
# hold whole maths, and maths no gap, so that `{{$A}} and {{$B}}` stays two gaps and no formula.
_MARK = re.compile("[\U00100000-\U0010ffff]")

_DEEPEST = 8
"""Gaps within gaps; what lies deeper is text."""


@lru_cache(maxsize=8)  # a text is asked for its gaps, fronts and answers in a row
def parse(text: str) -> tuple[Gap, ...]:
    """Find the gaps of `text`, from left to right; a gap without an answer is none."""
    return _parse(text, {}, 1)


def _parse(text: str, groups: dict[object, int], depth: int) -> tuple[Gap, ...]:
    if "{{" not in text or depth > _DEEPEST:
        return ()
    gaps: list[Gap] = []
    for start, end in _gap_spans(text):
        numbers, source, hint = _content(text[start + 2 : end - 2])
        if source:
            keys = numbers or (object(),)
            found = tuple(groups.setdefault(key, len(groups)) for key in keys)
            inner = _parse(source, groups, depth + 1)
            gaps.append(Gap(start, end, found, numbers, source, hint, inner))
    return tuple(gaps)


def numbers(text: str) -> tuple[int | None, ...]:
    """Give the author's number of each group of `text`, in the order of the groups."""
    found: dict[int, int | None] = {}
    for gap in _all(parse(text)):
        for place, group in enumerate(gap.groups):
            found[group] = gap.numbers[place] if gap.numbers else None
    return tuple(found[group] for group in sorted(found))


def _all(gaps: Iterable[Gap]) -> Iterator[Gap]:
    for gap in gaps:
        yield gap
        yield from _all(gap.inner)


def front(text: str, group: int) -> str:
    """Give `text` with the gaps of `group` as ``[...]`` or ``[hint]`` and the others filled in."""
    return _shown(text, parse(text), group)


def filled(text: str) -> str:
    """Give `text` with every gap filled in."""
    return _shown(text, parse(text), None)


def answer(text: str, group: int) -> str:
    """Give what the gaps of `group` hide, separated by commas when there are several."""
    return ", ".join(answers(text, group))


def answers(text: str, group: int) -> tuple[str, ...]:
    """Give what each gap of `group` hides."""
    return tuple(_hidden(parse(text), group))


def _hidden(gaps: Iterable[Gap], group: int) -> Iterator[str]:
    for gap in gaps:
        if group in gap.groups:
            yield gap.answer
        else:
            yield from _hidden(gap.inner, group)


def rewritten(text: str, written: Callable[[Gap, str], str]) -> str:
    """Give `text` with each gap put as `written` has it, told the gap and its rewritten inside."""
    return _rewritten(text, parse(text), written)


def _shown(text: str, gaps: Iterable[Gap], hidden: int | None) -> str:
    def shown(gap: Gap, inside: str) -> str:
        return f"[{gap.hint or '...'}]" if hidden in gap.groups else inside

    return _rewritten(text, gaps, shown)


def _rewritten(text: str, gaps: Iterable[Gap], written: Callable[[Gap, str], str]) -> str:
    pieces = []
    at = 0
    for gap in gaps:
        inside = _rewritten(gap.source, gap.inner, written)
        pieces += [text[at : gap.start], written(gap, inside)]
        at = gap.end
    return _joined([*pieces, text[at:]])


def _joined(pieces: list[str]) -> str:
    """Join pieces; code that then touches code is one, for its ticks would make a longer run."""
    joined: list[str] = []
    closing = ""
    for piece in filter(None, pieces):
        opening = _BACKTICKS.match(piece) if closing else None
        if opening and opening[0] == closing:
            joined[-1] = joined[-1][: -len(closing)]
            joined.append(piece[opening.end() :])
        else:
            joined += (" ", piece) if opening else (piece,)
        closing = _closing_ticks(piece)
    return "".join(joined)


def _closing_ticks(piece: str) -> str:
    """Give the ticks of the code that a piece ends with; empty if it ends with none."""
    if not piece.endswith("`"):
        return ""
    start, end = (protected(piece) or ((0, 0),))[-1]
    ticks = _BACKTICKS.match(piece, start)
    return ticks[0] if ticks and end == len(piece) else ""


def protected(text: str) -> tuple[Span, ...]:
    r"""Find the maths and code of `text`, where marks mean nothing.

    Maths is ``$...$`` by pandoc's rule (no space just inside, no digit after the closing
    dollar), ``$$...$$``, ``\(...\)`` and ``\[...\]``, its braces balanced. Code is a run of
    backticks up to an equal run, or a fence of ````` ``` ````` or ``~~~``.
    """
    return tuple((start, end) for start, end, token in _tokens(text) if not token)


def within(spans: tuple[Span, ...], at: int) -> bool:
    """Tell whether `at` lies in one of `spans`, which stand in order, as `protected` gives them."""
    nearest = bisect_right(spans, (at, sys.maxsize)) - 1
    return nearest >= 0 and at < spans[nearest][1]


def _content(inside: str) -> tuple[tuple[int, ...], str, str]:
    """Take the inside of a gap apart: numbers, what it hides, hint.

    The last ``::`` begins the hint, so that ``std::vector::hint`` keeps its answer whole; those
    of an inner gap are its own.
    """
    numbered = _NUMBERS.match(inside)
    found = tuple(dict.fromkeys(map(int, numbered[1].split(",")))) if numbered else ()
    inside = inside[numbered.end() :] if numbered else inside
    if "::" not in inside:
        return found, inside.strip(), ""
    kept = protected(inside), tuple(_gap_spans(inside))
    cut = inside.rfind("::")
    while cut >= 0 and any(within(spans, cut) for spans in kept):
        cut = inside.rfind("::", 0, cut)
    if cut < 0:
        return found, inside.strip(), ""
    return found, inside[:cut].strip(), inside[cut + 2 :].strip()


def _gap_spans(text: str) -> Iterator[Span]:
    """Find double braces around balanced text; where braces stray, the nearest ``}}`` closes."""
    braces = [(start, brace) for start, _, brace in _tokens(text) if brace]
    partner = _partners(braces)
    reached = 0
    for at, brace in braces:
        if brace == "{" and at >= reached and text.startswith("{{", at):
            end = _gap_end(text, at, partner)
            if end:
                reached = end
                yield at, end


def _gap_end(text: str, at: int, partner: dict[int, int]) -> int | None:
    close = partner.get(at)
    if close is None:
        inner = text.find("{{", at + 2)
        nearest = text.find("}}", at + 2, inner if inner >= 0 else len(text))
        return nearest + 2 if nearest >= 0 else None
    if partner.get(at + 1) == close - 1:
        return close + 1
    return close + 2 if text.startswith("}}", close) else None


def _partners(braces: list[tuple[int, str]]) -> dict[int, int]:
    """Pair the braces up: opening to closing position."""
    partner: dict[int, int] = {}
    waiting: list[int] = []
    for at, brace in braces:
        if brace == "{":
            waiting.append(at)
        elif waiting:
            partner[waiting.pop()] = at
    return partner


def _tokens(text: str) -> Iterator[tuple[int, int, str]]:
    """Give the protected spans (with an empty token) and the single braces between them."""
    # Where each TeX delimiter closes last: a text full of unclosed ones is not searched for each.
    last_close = _last_closes(text) if "\\" in text else {}
    marked = not text.isascii() and _MARK.search(text) is not None
    at = 0
    while token := _TOKEN.search(text, at):
        start, mark = token.start(), token.group()
        if mark == "\\":
            end = _delimited_end(text, start, last_close)
        else:
            end = _protected_end(text, start, mark)
        if end and not (marked and _MARK.search(text, start, end)):
            yield start, end, ""
            at = end
        elif mark == "\\":
            at = start + 2
        else:
            at = token.end()
            if mark in "{}":
                yield start, at, mark


def _last_closes(text: str) -> dict[str, int]:
    return {opening: text.rfind(close) for opening, close in _TEX_DELIMITERS.items()}


def _protected_end(text: str, start: int, mark: str) -> int | None:
    """Give the end of the dollar maths or code that begins at `start`, None if none does."""
    if mark == "$":
        return _dollar_end(text, start)
    if mark[0] in "`~":
        return _fence_end(text, start, mark) or _code_end(text, start, mark)
    return None


def _delimited_end(text: str, start: int, last_close: dict[str, int]) -> int | None:
    """Give the end of the TeX-delimited maths that begins at `start`, None if none does."""
    opening = text[start : start + 2]
    if last_close.get(opening, -1) < start + 2:
        return None
    return text.index(_TEX_DELIMITERS[opening], start + 2) + 2


def _fence_end(text: str, start: int, mark: str) -> int | None:
    if len(mark) < 3:  # noqa: PLR2004 -- a fence has three marks
        return None
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start)
    info = text[start + len(mark) : line_end if line_end >= 0 else len(text)]
    if text[line_start:start].strip(" \t>") or "`" in info:
        return None
    close = re.compile(rf"^[ \t>]*{mark[0]}{{{len(mark)},}}[ \t]*$", re.MULTILINE)
    found = close.search(text, line_end) if line_end >= 0 else None
    return found.end() if found else len(text)


def _code_end(text: str, start: int, mark: str) -> int | None:
    if mark[0] == "~":
        return None
    runs = _BACKTICKS.finditer(text, start + len(mark))
    return next((run.end() for run in runs if run.group() == mark), None)


def _dollar_end(text: str, start: int) -> int | None:
    if text.startswith("$$", start):
        end = text.find("$$", start + 2)
        if end > start + 2 and _balanced(text[start + 2 : end]):
            return end + 2
    found = _TO_DOLLAR.match(text, start + 1)
    body = found[1] if found else ""
    if not found or not body or body[0].isspace() or body[-1].isspace():
        return None
    end = found.end()
    if text[end : end + 1].isdigit() or _BLANK_LINE.search(body) or not _balanced(body):
        return None
    return end


def _balanced(text: str) -> bool:
    """Tell whether the unescaped braces of `text` pair up."""
    if "{" not in text and "}" not in text:
        return True
    depth = 0
    for brace in _BRACES.findall(text):
        depth += (brace == "{") - (brace == "}")
        if depth < 0:
            return False
    return depth == 0
