"""The last look at a text, line by line: what is a mark of Markdown only where it stands.

A line that begins like a list is none, a line that HTML broke stays broken, and a line that was
indented stays so.
"""

import re

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
_LIKE_A_LINK = re.compile(r"\](?=\()")
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_SIDE_BY_SIDE = re.compile(f"{KEPT.pattern}(?={KEPT.pattern})")
_INDENTED = re.compile(
    rf"^((?:[{STRESS}]|{GAP_BEGINS.pattern})*)({INDENT}(?:[ ]?{INDENT})+)(?=[ ]*[^\s{INDENT}])",
    re.MULTILINE,
)
_SPACES = re.compile(rf"(?<=[^ \n{HOLDING}])[ ]{{2,}}")
_JOINED = re.compile(rf"(?:(?<! )[ ]+)?{INDENT}[ {INDENT}]*")


def finished(text: str, shelf: Shelf) -> str:
    """Give `text` as it stays, but for what was put aside and its gaps."""
    text = _JOINED.sub(" ", _INDENTED.sub(_indented, text))
    text = _SPACES.sub(" ", text)
    text = _BLANK_LINES.sub("\n\n", text)
    text = "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
    text = "\n".join(map(stress.written, _TILDES.sub(r"\~", text).split("\n")))
    text = _LIKE_A_LINK.sub(r"\\]", text)
    text = "\n".join(map(_with_break, *_pairs(text.split("\n"))))
    text = _NUMBERED.sub(r"\1\\", _LINE_START.sub(r"\1\\", text))
    return _SIDE_BY_SIDE.sub(lambda found: _parted(found, shelf), text)


def _parted(found: re.Match[str], shelf: Shelf) -> str:
    """Part two pieces of code, whose ticks would be one run."""
    before, after = (shelf.of(int(number)) for number in found.groups())
    return f"{found[0]} " if before.endswith("`") and after.startswith("`") else found[0]


def _indented(found: re.Match[str]) -> str:
    return found[1] + KEPT_SPACE * len(found[2])


def _pairs(lines: list[str]) -> tuple[list[str], list[str]]:
    return lines, [*lines[1:], ""]


def _with_break(line: str, following: str) -> str:
    """Break the line where HTML did, if the one that follows would be joined to it."""
    joins = line and following and not any(map(_begins_otherwise, (line, following)))
    return f"{line}\\" if joins else line


def _begins_otherwise(line: str) -> bool:
    if line[:1] == " ":
        return True
    while begin := GAP_BEGINS.match(line):
        line = line[begin.end() :]
    return line.lstrip()[:1] == BLOCK
