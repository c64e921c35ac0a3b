r"""Text of a card -> tree: CommonMark with tables, strikethrough and maths.

Most texts on cards are plain, so four ways lead to the same tree: without any mark the text is
a paragraph at once; without a mark at the start of a line only the inlines are parsed, and so they
are in plain lists; else all is. markdown-it is not loaded before a text needs it.

Nothing is dropped: what is not understood, not allowed or nested too deeply is shown as written.
"""

import re

from flashcards.markup.lists import Lines, listed
from flashcards.markup.paragraphs import paragraph, simple
from flashcards.markup.stash import Stash, stash
from flashcards.markup.tree import Block, Blocks, Paragraph, Text
from flashcards.protecting import FENCE_PLACE, PLACE

_PLAIN = re.compile(
    r"(?![0-9]{1,9}[.)])[^\W_][^\\`*_~$<&\[\s]*+(?:(?: |(?<=\w)_(?=\w))[^\\`*_~$<&\[\s]++)*+"
)
"""One line that begins with a letter or digit and has no mark in it: most texts on cards."""

_TAKEN_OUT = re.compile(rf"[\\`$\[<]|~~~|&#|{PLACE}")
"""What could begin something to be taken out."""

_LINE = r"""(?: [ \t>|:] | \#{1,6}(?:[ \t]|$) | =+$ | -(?:[ \t|:-]|$) | [+*](?:[ \t]|$)
    | [*_](?:[ \t]*[*_]){2,}$ | [0-9]{1,9}[.)](?:[ \t]|$) | FENCE )""".replace("FENCE", FENCE_PLACE)
_FIRST_LINE = re.compile(_LINE, re.MULTILINE | re.VERBOSE)
_NEXT_LINE = re.compile(rf"\n(?: {_LINE} | (?<=[ \t]\n) )", re.MULTILINE | re.VERBOSE)
"""How a line begins that might be another block than a paragraph, or follow a break."""

_BLANK = re.compile(r"\n{2,}")


def read(text: str | Stash) -> Blocks:
    """Read `text` as Markdown with maths.

    A text whose protected parts are taken out already is read as it is. Characters of private use
    go through wherever they stand, and emphasis looks past them, so that a caller may mark places
    in the text (`flashcards.markup.gaps` does).
    """
    if isinstance(text, Stash):
        return _read(text)
    text = text.rstrip(" \t\r\n")
    if _PLAIN.fullmatch(text):
        return (Paragraph((Text(text),)),)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _read(stash(text) if _TAKEN_OUT.search(text) else Stash(text))


def _read(kept: Stash) -> Blocks:
    kept = kept._replace(text=kept.text.strip("\n"))
    if begins_block(kept.text) or _NEXT_LINE.search(kept.text):
        return listed(
            kept.text, Lines(begins_block, lambda part: _paragraph(part, kept))
        ) or _blocks(kept)
    return tuple(block for part in _BLANK.split(kept.text) for block in _paragraph(part, kept))


def begins_block(text: str) -> bool:
    """Tell whether `text` might begin as another block than a paragraph: a list, a fence ..."""
    return _FIRST_LINE.match(text) is not None


def _paragraph(text: str, kept: Stash) -> tuple[Block, ...]:
    text = text.strip()
    found = simple(text, kept)
    if found is None:
        from flashcards.markup.building import inlines  # noqa: PLC0415 -- loads markdown-it

        found = inlines(text, kept)
    return paragraph(found)


def _blocks(kept: Stash) -> Blocks:
    from flashcards.markup.building import blocks  # noqa: PLC0415 -- loads markdown-it

    return blocks(kept)
