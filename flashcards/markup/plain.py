"""Formatted text -> readable plain text, for lists of cards."""

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


def plain(blocks: Blocks) -> str:
    """Give the words of `blocks` without marks: a block a line, maths as its TeX in dollars."""
    return "\n".join(filter(None, map(_block, blocks)))


def plain_inlines(inlines: Inlines) -> str:
    """Give the words of `inlines` on one line."""
    return "".join(map(_inline, inlines))


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
