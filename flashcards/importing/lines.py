"""The last look at a text, line by line: what is a mark of Markdown only where it stands.

A line that begins like a list is none, a line that HTML broke stays broken, and a line that was
indented stays so.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from flashcards.importing import stress
from flashcards.importing.placeholders import (
    BLOCK,
    GAP_BEGINS,
    HOLDING,
    INDENT,
    KEPT,
    KEPT_ONE,
    KEPT_SPACE,
    ONE_EDGE,
    STRESS,
    WITHIN,
    Shelf,
)

_BEFORE = (
    rf"(?:[ {BLOCK}{HOLDING}]|(?<={BLOCK}){KEPT_ONE.pattern}(?={HOLDING})|{ONE_EDGE.pattern})*"
)
_AFTER = rf"(?:\s|$|{ONE_EDGE.pattern})"
_LINE_START = re.compile(
    rf"^({_BEFORE})(?=#{{1,6}}{_AFTER}|>|[-+]{_AFTER}|\*(?:\s|$)|=+{_BEFORE}$|-{{2,}}{_BEFORE}$)",
    re.MULTILINE,
)
_NUMBERED = re.compile(
    rf"^({_BEFORE}\d{{1,9}}(?:{ONE_EDGE.pattern})*)(?=[.)]{_AFTER})", re.MULTILINE
)
# What only several pieces of text make together.
_TILDES = re.compile(rf"~(?=(?:{ONE_EDGE.pattern})*~)")
_LIKE_A_LINK = re.compile(r"\\.|\](?=\()")
# With a link behind it, it would be an image.
_EXCLAMATION = re.compile(rf"!(?=(?:{ONE_EDGE.pattern})*{KEPT.pattern})")
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_SIDE_BY_SIDE = re.compile(f"{KEPT.pattern}(?={KEPT.pattern})")
_INDENTED = re.compile(
    rf"^((?:[{STRESS}]|{GAP_BEGINS.pattern})*)({INDENT}(?:[ ]?{INDENT})+)(?=[ ]*[^\s{INDENT}])",
    re.MULTILINE,
)
_HELD = re.compile(rf"[ {WITHIN}]+|{GAP_BEGINS.pattern}|{BLOCK}{KEPT.pattern}{HOLDING}")
# As in HTML, a line begins with no space that is not kept.
_LEADING = re.compile(rf"^({WITHIN}*)[ ]+", re.MULTILINE)
_SPACES = re.compile(rf"(?<=[^ \n{HOLDING}])[ ]{{2,}}")
_JOINED = re.compile(rf"(?:(?<! )[ ]+)?{INDENT}[ {INDENT}]*")


def finished(text: str, shelf: Shelf) -> str:
    """Give `text` as it stays, but for what was put aside and its gaps."""
    text = _JOINED.sub(" ", _INDENTED.sub(_indented, text))
    text = _SPACES.sub(" ", text)
    text = _BLANK_LINES.sub("\n\n", _LEADING.sub(r"\1", text))
    text = "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
    text = "\n".join(map(stress.written, _TILDES.sub(r"\~", text).split("\n")))
    text = _LIKE_A_LINK.sub(lambda found: r"\]" if found[0] == "]" else found[0], text)
    text = _EXCLAMATION.sub(lambda found: r"\!" if shelf.of(int(found[1])) == "[" else "!", text)
    text = "\n".join(_with_breaks(text.split("\n"), shelf)).replace(WITHIN, " ")
    text = _NUMBERED.sub(r"\1\\", _LINE_START.sub(r"\1\\", text))
    return _SIDE_BY_SIDE.sub(lambda found: _parted(found, shelf), text)


def _parted(found: re.Match[str], shelf: Shelf) -> str:
    """Part two pieces of code, whose ticks would be one run."""
    before, after = (shelf.of(int(number)) for number in found.groups())
    return f"{found[0]} " if before.endswith("`") and after.startswith("`") else found[0]


def _indented(found: re.Match[str]) -> str:
    return found[1] + KEPT_SPACE * len(found[2])


class _Line(NamedTuple):
    """What stands in a line, behind the marks of the quotes and of the item that hold it."""

    quotes: int
    begins_item: bool
    content: str

    @property
    def is_of_paragraph(self) -> bool:
        """Tell if it would be joined to such a line beside it."""
        return bool(ONE_EDGE.sub("", self.content)) and not self.content.startswith(BLOCK)


def _with_breaks(lines: list[str], shelf: Shelf) -> Iterator[str]:
    """Break the lines where HTML did, if the one that follows would be joined to it."""
    read = [_line(line, shelf) for line in lines]
    for text, (line, following) in zip(lines, pairwise((*read, _line("", shelf))), strict=True):
        joins = line.is_of_paragraph and following.is_of_paragraph
        joins = joins and line.quotes == following.quotes and not following.begins_item
        yield f"{text}\\" if joins else text


def _line(line: str, shelf: Shelf) -> _Line:
    quotes, begins_item, at = 0, False, 0
    while found := _HELD.match(line, at):
        at = found.end()
        if found[1]:
            is_quote = shelf.of(int(found[1])) == ">"
            quotes += is_quote
            begins_item = begins_item or not is_quote
    return _Line(quotes, begins_item, line[at:])
