"""Formatted text -> readable plain text, for lists of cards."""

from typing import TypeVar, cast

from flashcards.markup.tree import (
    Block,
    Blocks,
    BulletList,
    CodeBlock,
    DisplayMath,
    Heading,
    Image,
    Inline,
    Inlines,
    LineBreak,
    Math,
    NumberedList,
    Paragraph,
    Quote,
    Rule,
    SoftBreak,
    Sound,
    Table,
)

_Node = TypeVar("_Node")


def plain(blocks: Blocks) -> str:
    """Give the words of `blocks` without marks: a block a line, maths as its TeX in dollars."""
    return "\n".join(filter(None, map(_block, blocks)))


def plain_inlines(inlines: Inlines) -> str:
    """Give the words of `inlines` on one line."""
    return "".join(map(_inline, inlines))


def words(blocks: Blocks) -> str:
    """Return the words of `blocks` alone: what can be typed, without images and sounds."""
    return plain(tuple(map(_without_media, blocks))).strip()


def _without_media(node: _Node) -> _Node:
    """Return a node, or any part of one, without the images and sounds in it."""
    if not isinstance(node, tuple):
        return node
    kept = [_without_media(part) for part in node if not isinstance(part, Image | Sound)]
    # A node is a tuple with names; a line of them is one without.
    return cast("_Node", type(node)(*kept) if hasattr(node, "_fields") else tuple(kept))


def _inline(node: Inline) -> str:
    match node:
        case Math(source, display):
            return f"$${source}$$" if display else f"${source}$"
        case Image(target, words):
            return f"[{words or target}]"
        case Sound(target):
            return f"[{target}]"
        case LineBreak() | SoftBreak():
            return " "
        case _:
            content = node[-1]
            return content if isinstance(content, str) else plain_inlines(content)


def _block(block: Block) -> str:  # noqa: PLR0911 -- a case a node
    match block:
        case Paragraph(inlines) | Heading(_, inlines):
            return plain_inlines(inlines)
        case CodeBlock(text, _):
            return text
        case DisplayMath(source):
            return f"$${source}$$"
        case BulletList(items):
            return "\n".join(f"- {plain(item)}" for item in items)
        case NumberedList(start, items):
            return "\n".join(f"{n}. {plain(item)}" for n, item in enumerate(items, start))
        case Table(header, rows, _):
            return "\n".join(" | ".join(map(plain_inlines, row)) for row in (header, *rows))
        case Quote(inside):
            return plain(inside)
        case Rule():
            return ""
