"""Long lines of prose broken where Markdown does not mind, so that a deck is pleasant to edit.

Only white space changes. Maths, code, tables and headings stay on their lines, and no line begins
with what would become a bullet or heading there.
"""

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from flashcards import cloze

WIDTH: Final = 80
"""Columns of a line of prose, the indentation of the deck not counted."""

_BEGINS_BLOCK = re.compile(r"[-+*=]+$|#{1,6}$|[>|:]|[0-9]{1,9}[.)]$|~~~|```")
_KEPT = re.compile(r"[ \t]*(?:#{1,6}[ \t]|\||>|$)|[ \t]{4}")
_HANGING = re.compile(r"[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)?")
_SPACES = re.compile(r"[ \t]+")
_BLANKS = re.compile(r"[ \t\n]*")


def wrapped(text: str) -> str:
    """Break the long lines of `text`; a displayed formula within prose gets its own paragraph."""
    text = _formulas_apart(text)
    spans = cloze.protected(text)
    pieces = []
    at = 0
    for line in text.split("\n"):
        end = at + len(line)
        kept = len(line) <= WIDTH or _KEPT.match(line) or _is_kept_whole(spans, at, end)
        pieces.append(line if kept else "\n".join(_broken(text, spans, at, end)))
        at = end + 1
    return "\n".join(pieces)


def _formulas_apart(text: str) -> str:
    pieces = []
    at = 0
    for start, end in cloze.protected(text):
        if not text.startswith("$$", start) or text.find("\n", start, end) >= 0:
            continue
        before, after = text[at:start].rstrip(" "), _BLANKS.match(text, end)
        blanks = after.group() if after else ""
        if not blanks and end < len(text):
            continue  # a full stop or comma follows, and must not begin a paragraph
        parted = "" if not before or before.endswith("\n\n") else "\n\n"
        pieces += [before, parted, text[start:end], "\n\n"]
        at = end + len(blanks)
    return "".join([*pieces, text[at:]]).rstrip()


def _is_kept_whole(spans: tuple[cloze.Span, ...], start: int, end: int) -> bool:
    """Tell whether the line between two places lies in code or a formula of several lines."""
    nearest = bisect_right(spans, (start, sys.maxsize)) - 1
    if nearest < 0 or spans[nearest][1] <= start:
        return False
    return spans[nearest][0] < start or spans[nearest][1] > end


def _broken(text: str, spans: tuple[cloze.Span, ...], start: int, end: int) -> Iterator[str]:
    lead = _HANGING.match(text, start, end)
    hanging = " " * (lead.end() - start) if lead else ""
    line = ""
    for word in _words(text, spans, start, end):
        if line and len(line) + len(word) >= WIDTH and not _BEGINS_BLOCK.match(word.strip()):
            yield line
            line = hanging + word.lstrip()
        else:
            line += word
    yield line


def _words(text: str, spans: tuple[cloze.Span, ...], start: int, end: int) -> Iterator[str]:
    """Give the words between two places, each with the blanks before it; a formula is one."""
    lead = _HANGING.match(text, start, end)
    at = start
    begin = lead.end() if lead else start
    for space in _SPACES.finditer(text, begin, end):
        if not cloze.within(spans, space.start()):
            yield text[at : space.start()]
            at = space.start()
    yield text[at:end]
