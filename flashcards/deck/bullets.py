"""Markdown bullets of a block of text: each an item, with the line it begins on."""

import re
from typing import NamedTuple


class Bullet(NamedTuple):
    """One bullet without its mark, or a paragraph between bullets; ``line`` counts from 0."""

    text: str
    line: int


_MARK = re.compile(r"([ \t]*)(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(?=\S)")
_FENCE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?(`{3,}|~{3,})")
_INDENT = re.compile(r"[ \t]*")


def split(text: str) -> tuple[Bullet, ...]:
    """Take a text with bullets apart; a text without any is one item.

    Deeper bullets, lines that go on and code belong to the bullet above them.
    """
    lines = text.split("\n")
    first = next((mark for mark in map(_MARK.match, lines) if mark), None)
    if first is None or (len(lines) == 1 and first.group().strip()[0] not in "-*+"):
        return (Bullet(text.strip(), 0),) if text.strip() else ()
    starts = _starts(lines, len(first[1]))
    ends = [*starts[1:], len(lines)]
    bullets = (Bullet(_text(lines[a:b]), a) for a, b in zip(starts, ends, strict=True))
    return tuple(bullet for bullet in bullets if bullet.text)


def _starts(lines: list[str], outer: int) -> list[int]:
    """Find the lines that begin an item: bullets of the outer level, and paragraphs there."""
    starts = [0]
    fence = ""
    for number, line in enumerate(lines):
        mark = _MARK.match(line)
        begins = bool(mark and len(mark[1]) <= outer) or _is_paragraph(lines, number, outer)
        if begins and not fence and number:
            starts.append(number)
        found = _FENCE.match(line)
        if found and not fence:
            fence = found[1]
        elif found and found[1].startswith(fence) and not line.strip(" \t`~"):
            fence = ""
    return starts


def _is_paragraph(lines: list[str], number: int, outer: int) -> bool:
    """Tell whether text begins here after a blank line, no deeper than the bullets."""
    if not number or lines[number - 1].strip() or not lines[number].strip():
        return False
    return len(_indent(lines[number])) <= outer


def _indent(line: str) -> str:
    found = _INDENT.match(line)
    return found.group() if found else ""


def _text(lines: list[str]) -> str:
    """Join the lines of one item, its mark and the indentation that the mark made taken off."""
    mark = _MARK.match(lines[0])
    width = mark.end() if mark else len(_indent(lines[0]))
    rest = (line[min(width, len(_indent(line))) :] for line in lines[1:])
    return "\n".join([lines[0][width:], *rest]).strip()
