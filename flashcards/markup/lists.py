"""Lists of one-line items among paragraphs, read without a parser: most lists on cards."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from flashcards.markup.tree import Block, Blocks, BulletList, NumberedList

_BLANK = re.compile(r"\n{2,}")
_ITEM = re.compile(r"(?P<mark>[-+*]|(?P<number>[0-9]{1,9})(?P<behind>[.)])) (?=\S)(?![-* \t]+$)")


class Lines(NamedTuple):
    """How the lines of a text are understood: what begins a block, and what a paragraph is."""

    begins_block: Callable[[str], bool]
    paragraph: Callable[[str], Blocks]


def listed(text: str, lines: Lines) -> Blocks | None:
    """Give the blocks of `text` if they are paragraphs and plain lists, else None.

    A plain list has one line an item, one mark for all, and nothing further in: only what every
    reader of Markdown takes for the same list.
    """
    found: list[Block] = []
    for part in _BLANK.split(text):
        blocks = _blocks(part.split("\n"), lines)
        # Two lists of one kind with a blank line between them may be one.
        if not blocks or (found and _is_list(blocks[0]) and _is_list(found[-1])):
            return None
        found += blocks
    return tuple(found)


def _is_list(block: Block) -> bool:
    return isinstance(block, BulletList | NumberedList)


def _blocks(written: Sequence[str], lines: Lines) -> Blocks | None:
    """Give a paragraph, a list or both, one right above the other."""
    begun = 0
    while begun < len(written) and not _ITEM.match(written[begun]):
        if lines.begins_block(written[begun]) or written[begun].endswith((" ", "\t")):
            return None
        begun += 1
    words = lines.paragraph("\n".join(written[:begun])) if begun else ()
    if begun == len(written):
        return words
    items = _list(written[begun:], lines, below_words=begun > 0)
    return None if items is None else (*words, items)


def _list(written: Sequence[str], lines: Lines, *, below_words: bool) -> Block | None:
    items: list[Blocks] = []
    kinds: set[str] = set()
    start = 0
    for line in written:
        found = _ITEM.match(line)
        if not found or lines.begins_block(line[found.end() :]):
            return None
        if not items:
            start = int(found["number"] or 0)
        kinds.add(found["behind"] or found["mark"])
        items.append(lines.paragraph(line[found.end() :]))
    if len(kinds) > 1:
        return None
    if kinds <= set("-+*"):
        return BulletList(tuple(items))
    # A number above one may be the rest of a sentence.
    return None if below_words and start != 1 else NumberedList(start, tuple(items))
