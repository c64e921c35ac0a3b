"""How a text is written into a deck file so that it reads back as it is.

The author's own rule, kept by a program: one line without signs of YAML stands as it is, with
them in single quotes, and several lines, or a line with a quote in it, stand under ``|``. Pure.
"""

import re
from typing import Final

STEP: Final = 2
"""Blanks by which what belongs to a key stands deeper than it."""

_PLAIN: Final = re.compile(r"[^\W_](?:[^\n:#]|:(?=\S)|(?<=\S)#)*")
# Letters, digits and the signs of prose: what needs no quotes between brackets either.
_PLAIN_IN_BRACKETS: Final = re.compile(r"[^\W_][\w .;+/()-]*")
_NOTHING: Final = frozenset({"null", "Null", "NULL"})


def settled(text: str) -> str:
    """Give `text` as a deck keeps it: with one kind of line end, and without blank ends.

    Blanks before the first word stay, for code begins with them.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").rstrip()


def value(text: str, indent: int) -> str:
    """Write `text` as what stands behind ``key: ``, or behind the dash of an entry.

    `indent` is the column of that key or dash; the lines of a block stand two deeper. The last
    line has no line end.
    """
    text = settled(text)
    one_line = "\n" not in text and text == text.strip()
    if one_line and _PLAIN.fullmatch(text) and text not in _NOTHING:
        return text
    if one_line and "'" not in text:
        return f"'{text}'"
    return _block(text, indent)


def in_brackets(text: str) -> str:
    """Write `text` as an entry of a list or map in brackets: ``[a, b]``, ``{front: a}``."""
    text = settled(text)
    if "\n" in text or text != text.strip():
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if _PLAIN_IN_BRACKETS.fullmatch(text) and text not in _NOTHING:
        return text
    return "'" + text.replace("'", "''") + "'"


def _block(text: str, indent: int) -> str:
    """Write `text` under ``|``; how deep it stands is said when its first line hides that."""
    start = f"|{STEP}" if text[:1] in {" ", "\t"} else "|"
    margin = " " * (indent + STEP)
    lines = (margin + line if line else "" for line in text.split("\n"))
    return "\n".join((start, *lines))
