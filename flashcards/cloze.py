r"""Gaps in a text: ``{{text}}``, ``{{text::hint}}`` and Anki's numbered ``{{c2::text::hint}}``.

Pure functions on one text. Gaps are what is found where `protecting` has taken maths and code
out: their braces are not gaps, and a gap may hold them whole. Other braces in a gap are balanced
before it is closed: ``{{c1::\frac{1}{\sqrt{x}}}}``. It may hold further gaps too, and stand for
several numbers (``{{c1,3::text}}``), as in Anki. Each level of gaps is one pass over the text and
there are few, so that a hostile text costs no more than its length.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from flashcards.protecting import Span, Taken, protected, taken_out, within

__all__ = [
    "Gap",
    "Span",
    "answer",
    "answers",
    "filled",
    "front",
    "numbers",
    "parse",
    "protected",
    "rewritten",
    "rewritten_between",
    "within",
]


class Gap(NamedTuple):
    """One gap of a text.

    ``start`` and ``end`` enclose it with its braces, in the text that holds it: for a gap
    within a gap, the ``source`` of the outer one. ``groups`` count from 0 in order of first
    appearance; gaps of one group are hidden together. A gap carries the author's ``numbers``
    and is in the group of each, or has none and is a group by itself. ``source`` is what it
    hides, as written, ``answer`` the same with the ``inner`` gaps filled in. ``hint`` is empty
    when none is written.
    """

    start: int
    end: int
    groups: tuple[int, ...]
    numbers: tuple[int, ...]
    source: str
    answer: str
    hint: str
    inner: tuple["Gap", ...] = ()


Written = Callable[[Gap, str], str]
"""Writes a gap, told the gap and what it holds rewritten."""

_NUMBERS = re.compile(r"c([1-9][0-9]{0,3}(?:,[1-9][0-9]{0,3})*)::")
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_BRACE = re.compile(r"[{}]")

_DEEPEST = 8
"""Gaps within gaps; what lies deeper is text."""


class _Read(NamedTuple):
    """A text without its maths and code, and the gaps of that."""

    taken: Taken
    gaps: tuple[Gap, ...]


@lru_cache(maxsize=8)  # a text is asked for its gaps, fronts and answers in a row
def _read(text: str) -> _Read:
    if "{{" not in text:
        return _Read(Taken(text), ())
    taken = taken_out(text)
    return _Read(taken, _gaps(taken.text, {}, 1))


def parse(text: str) -> tuple[Gap, ...]:
    """Find the gaps of `text`, from left to right; a gap without an answer is none."""
    taken, gaps = _read(text)
    return _as_written(taken, taken.text, gaps)


def _as_written(taken: Taken, text: str, gaps: Iterable[Gap]) -> tuple[Gap, ...]:
    """Give the gaps of `text` with its maths and code back in them."""
    if not taken.parts:
        return tuple(gaps)
    found: list[Gap] = []
    at = reached = 0
    for gap in gaps:
        start = reached + len(taken.written(text[at : gap.start]))
        reached = start + len(taken.written(text[gap.start : gap.end]))
        at = gap.end
        found.append(
            gap._replace(
                start=start,
                end=reached,
                source=taken.written(gap.source),
                answer=taken.written(gap.answer),
                hint=taken.written(gap.hint),
                inner=_as_written(taken, gap.source, gap.inner),
            )
        )
    return tuple(found)


def _gaps(text: str, groups: dict[object, int], depth: int) -> tuple[Gap, ...]:
    """Find the gaps of a text from which maths and code are taken out."""
    if "{{" not in text or depth > _DEEPEST:
        return ()
    gaps: list[Gap] = []
    for start, end in _gap_spans(_bare(text)):
        numbers, source, hint = _content(text[start + 2 : end - 2])
        if source:
            keys = numbers or (object(),)
            found = tuple(groups.setdefault(key, len(groups)) for key in keys)
            inner = _gaps(source, groups, depth + 1)
            answer = _rewritten(source, inner, lambda _, inside: inside)
            gaps.append(Gap(start, end, found, numbers, source, answer, hint, inner))
    return tuple(gaps)


def numbers(text: str) -> tuple[int | None, ...]:
    """Give the author's number of each group of `text`, in the order of the groups."""
    found: dict[int, int | None] = {}
    for gap in _all(_read(text).gaps):
        for place, group in enumerate(gap.groups):
            found[group] = gap.numbers[place] if gap.numbers else None
    return tuple(found[group] for group in sorted(found))


def _all(gaps: Iterable[Gap]) -> Iterator[Gap]:
    for gap in gaps:
        yield gap
        yield from _all(gap.inner)


def front(text: str, group: int) -> str:
    """Give `text` with the gaps of `group` as ``[...]`` or ``[hint]`` and the others filled in."""

    def shown(gap: Gap, inside: str) -> str:
        return f"[{gap.hint or '...'}]" if group in gap.groups else inside

    return rewritten(text, shown)


def filled(text: str) -> str:
    """Give `text` with every gap filled in."""
    return rewritten(text, lambda _, inside: inside)


def answer(text: str, group: int) -> str:
    """Give what the gaps of `group` hide, separated by commas when there are several."""
    return ", ".join(answers(text, group))


def answers(text: str, group: int) -> tuple[str, ...]:
    """Give what each gap of `group` hides."""
    taken, gaps = _read(text)
    return tuple(map(taken.written, _hidden(gaps, group)))


def _hidden(gaps: Iterable[Gap], group: int) -> Iterator[str]:
    for gap in gaps:
        if group in gap.groups:
            yield gap.answer
        else:
            yield from _hidden(gap.inner, group)


def rewritten(text: str, written: Written) -> str:
    """Give `text` with each gap put as `written` has it.

    What `written` is told has a character for each piece of maths and code, which stays one.
    """
    taken, gaps = _read(text)
    return taken.written(_rewritten(taken.text, gaps, written)) if gaps else text


def rewritten_between(text: str, written: Written) -> Taken:
    """Give `text` with each gap put as `written` has it, its maths and code still taken out."""
    taken = taken_out(text)
    return taken._replace(text=_rewritten(taken.text, _read(text).gaps, written))


def _rewritten(text: str, gaps: Iterable[Gap], written: Written) -> str:
    pieces = []
    at = 0
    for gap in gaps:
        inside = _rewritten(gap.source, gap.inner, written)
        pieces += [text[at : gap.start], written(gap, inside)]
        at = gap.end
    return "".join([*pieces, text[at:]])


def _bare(text: str) -> str:
    """Give `text` with letters for what a backslash escapes, which is no mark."""
    return _ESCAPED.sub("aa", text) if "\\" in text else text


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
    bare = _bare(inside)
    inner = tuple(_gap_spans(bare))
    cut = bare.rfind("::")
    while cut >= 0 and within(inner, cut):
        cut = bare.rfind("::", 0, cut)
    if cut < 0:
        return found, inside.strip(), ""
    return found, inside[:cut].strip(), inside[cut + 2 :].strip()


def _gap_spans(bare: str) -> Iterator[Span]:
    """Find double braces around balanced text; where braces stray, the nearest ``}}`` closes."""
    braces = [(found.start(), found[0]) for found in _BRACE.finditer(bare)]
    partner = _partners(braces)
    reached = 0
    for at, brace in braces:
        if brace == "{" and at >= reached and bare.startswith("{{", at):
            end = _gap_end(bare, at, partner)
            if end:
                reached = end
                yield at, end


def _gap_end(bare: str, at: int, partner: dict[int, int]) -> int | None:
    close = partner.get(at)
    if close is None:
        inner = bare.find("{{", at + 2)
        nearest = bare.find("}}", at + 2, inner if inner >= 0 else len(bare))
        return nearest + 2 if nearest >= 0 else None
    if partner.get(at + 1) == close - 1:
        return close + 1
    return close + 2 if bare.startswith("}}", close) else None


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
