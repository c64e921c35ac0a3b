"""Paragraphs without Markdown in them, and formulas that stand on lines of their own."""

import re

from flashcards.markup.stash import Stash
from flashcards.markup.tree import (
    Block,
    DisplayMath,
    Emphasis,
    Inline,
    Inlines,
    LineBreak,
    Math,
    Paragraph,
    SoftBreak,
    Strong,
    Text,
)

_MARK = re.compile(
    r"""\0 | \*(?:(?<!\s\*)|(?!\s)) | _(?:(?<!\w_)|(?!\w)) | ~~ | \\[!-/:-@\[-`{-~\n] | <\S
    | &(?:\#|[A-Za-z]) | \]\( | \n(?:(?<=[ \t]\n)|[ \t])""",
    re.VERBOSE,
)
"""What could be a mark within a paragraph, a break of lines or space to take away.

Each alternative begins with a plain character: `re` then skips all others fast.
"""

_LETTER = r"[\w\U00040000-\U000dffff]"
_STRESSED = re.compile(rf"(?<![^\s(])(\*\*?)({_LETTER}(?:[^*]*{_LETTER})?)\1(?!\*)")
"""Words in stars that mean the same by every rule: nothing nested, no star elsewhere."""


def simple(text: str, kept: Stash) -> Inlines | None:
    """Give the inlines of a paragraph's `text` if that needs no parser, else None.

    That is so for plain words, whatever was taken out of them, and for ``**words**`` and
    ``*words*`` without marks in them.
    """
    if not _MARK.search(text):
        return words(text, kept)
    pieces = _STRESSED.split(text)
    if len(pieces) == 1 or any(map(_MARK.search, pieces[::3])):
        return None
    nodes = [*words(pieces[0], kept)] if pieces[0] else []
    for stars, inside, after in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        if _MARK.search(inside):
            return None
        stressed = words(inside, kept)
        nodes.append(Strong(stressed) if len(stars) > 1 else Emphasis(stressed))
        if after:
            nodes += words(after, kept)
    return tuple(nodes)


def words(text: str, kept: Stash) -> Inlines:
    """Give `text` with every mark in it shown, and what was taken out put back."""
    if "\n" not in text:
        nodes = kept.put_back(text)
    else:
        first, *more = text.split("\n")
        nodes = kept.put_back(first)
        for line in more:
            nodes += (SoftBreak(), *kept.put_back(line))
    return joined(nodes) if kept.strays else tuple(nodes)


def joined(nodes: list[Inline]) -> Inlines:
    """Give `nodes` with neighbouring texts made one."""
    result: list[Inline] = []
    texts: list[str] = []
    for node in nodes:
        if isinstance(node, Text):
            texts.append(node.text)
            continue
        if texts:
            result.append(Text("".join(texts)))
            texts = []
        result.append(node)
    if texts:
        result.append(Text("".join(texts)))
    return tuple(result)


def paragraph(inlines: Inlines) -> tuple[Block, ...]:
    """Give a paragraph of `inlines`, cut where a formula in display stands on lines of its own."""
    blocks: list[Block] = []
    begun = 0
    for at, node in enumerate(inlines):
        if isinstance(node, Math) and node.display and _alone(inlines, at):
            _append(blocks, inlines[begun : max(at - 1, begun)])
            blocks.append(DisplayMath(node.source))
            begun = at + 2
    _append(blocks, inlines[begun:])
    return tuple(blocks)


def _append(blocks: list[Block], inlines: Inlines) -> None:
    if inlines:
        blocks.append(Paragraph(inlines))


def _alone(inlines: Inlines, at: int) -> bool:
    around = (*inlines[max(at - 1, 0) : at], *inlines[at + 1 : at + 2])
    return all(isinstance(node, SoftBreak | LineBreak) for node in around)
