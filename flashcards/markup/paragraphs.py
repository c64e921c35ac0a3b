"""Paragraphs without Markdown in them, and formulas that stand on lines of their own."""

from flashcards.markup.stash import Stash, Stashed
from flashcards.markup.tree import (
    Block,
    DisplayMath,
    Inline,
    Inlines,
    LineBreak,
    Math,
    Paragraph,
    SoftBreak,
    Text,
)


def words(text: str, kept: Stash) -> Inlines:
    """Give `text`, in which no mark means anything, with what was taken out put back."""
    if not kept.parts and "\n" not in text:
        return (Text(text),)
    nodes: list[Inline] = []
    for number, line in enumerate(text.split("\n")):
        if number:
            nodes.append(SoftBreak())
        nodes += (p.node if isinstance(p, Stashed) else Text(p) for p in kept.nodes(line))
    return joined(nodes)


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
