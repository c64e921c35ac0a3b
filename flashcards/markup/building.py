"""markdown-it's tokens -> tree, with what was taken out of the text put back in its place.

Nesting is bounded here: inlines deeper than `DEEPEST` keep their marks as text, and a text whose
blocks are nested deeper than the parser reads is shown as it was written.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, get_args
from unicodedata import category

from markdown_it.token import Token

from flashcards.markup.paragraphs import joined, paragraph, words
from flashcards.markup.parser import DEEPEST, block_tokens, inline_tokens
from flashcards.markup.plain import plain_inlines
from flashcards.markup.stash import Stash, Stashed
from flashcards.markup.tree import (
    Alignment,
    Block,
    Blocks,
    BulletList,
    Code,
    CodeBlock,
    Emphasis,
    Heading,
    Image,
    Inline,
    Inlines,
    LineBreak,
    Link,
    Math,
    NumberedList,
    Quote,
    Rule,
    SoftBreak,
    Strong,
    Struck,
    Table,
    Text,
)
from flashcards.text import clean

_ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s<>\"\\^`{|}]+", re.IGNORECASE)
_BLANK = re.compile(r"\n[ \t]*\n\s*")
_QUOTED = re.compile(r"^[ \t]{0,3}>[ \t]?", re.MULTILINE)
_ALIGNMENTS: dict[str, Alignment] = {f"text-align:{side}": side for side in get_args(Alignment)}


class _Place(NamedTuple):
    """Where a piece of text stands: what was taken out of it is put back accordingly."""

    kept: Stash
    quotes: int = 0
    cell: bool = False

    def node(self, part: Stashed) -> Inline:
        """Give the node of a part, without the marks that quotes and tables ask for within it."""
        node = part.node
        if isinstance(node, Code | Math):
            content = node[0]
            for _ in range(self.quotes if "\n" in content else 0):
                first, _, rest = content.partition("\n")
                content = f"{first}\n{_QUOTED.sub('', rest)}"
            if self.cell:
                content = content.replace("\\|", "|")
            return Code(content) if isinstance(node, Code) else Math(content, node.display)
        return node

    def put_back(self, text: str) -> Iterator[Inline]:
        """Give the nodes of a piece of text."""
        for piece in self.kept.nodes(text):
            yield Text(piece) if isinstance(piece, str) else self.node(piece)


def inlines(text: str, kept: Stash) -> Inlines:
    """Read one paragraph's `text`, a piece of the text of `kept`."""
    return _inlines(inline_tokens(text), _Place(kept))


def blocks(kept: Stash) -> Blocks:
    """Read the whole text of `kept`."""
    tokens = block_tokens(kept.text)
    if any(token.level >= DEEPEST - 1 for token in tokens):
        written = (part.strip("\n") for part in _BLANK.split(kept.text))
        return tuple(block for part in written if part for block in paragraph(words(part, kept)))
    return _Blocks(tokens).read(_Place(kept))


class _Blocks:
    """A walk over block tokens: each call of `read` consumes one level up to its end."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = iter(tokens)

    def read(self, place: _Place) -> Blocks:
        found: list[Block] = []
        for token in self._tokens:
            if token.nesting < 0:
                break
            found += self._block(token, place)
        return tuple(found)

    def _block(self, token: Token, place: _Place) -> tuple[Block, ...]:  # noqa: PLR0911 -- a case a node
        match token.type:
            case "paragraph_open":
                return paragraph(self._line(place))
            case "heading_open":
                return (Heading(int(token.tag[1]), self._line(place)),)
            case "fence":
                language = place.kept.source(clean(token.info.strip()))
                return (CodeBlock(place.kept.source(token.content).removesuffix("\n"), language),)
            case "bullet_list_open":
                return (BulletList(self._items(place)),)
            case "ordered_list_open":
                return (NumberedList(int(token.attrs.get("start", 1)), self._items(place)),)
            case "blockquote_open":
                return (Quote(self.read(place._replace(quotes=place.quotes + 1))),)
            case "table_open":
                return (self._table(place._replace(cell=True)),)
            case _:
                return (Rule(),)

    def _line(self, place: _Place) -> Inlines:
        """Read the inline token that follows, and what closes it."""
        content = next(self._tokens).content
        next(self._tokens)
        return _inlines(inline_tokens(content), place)

    def _items(self, place: _Place) -> tuple[Blocks, ...]:
        items = []
        for token in self._tokens:
            if token.nesting < 0:
                break
            items.append(self.read(place))
        return tuple(items)

    def _table(self, place: _Place) -> Table:
        rows: list[list[Inlines]] = []
        alignments: list[Alignment] = []
        for token in self._tokens:
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append([])
            elif token.type in {"th_open", "td_open"}:
                if len(rows) == 1:
                    alignments.append(_ALIGNMENTS[str(token.attrs.get("style", "text-align:"))])
                rows[-1].append(self._line(place))
        header, *body = (tuple(row) for row in rows)
        return Table(header, tuple(body), tuple(alignments))


class _Open(NamedTuple):
    """A span whose end has not come: its opening token, and the nodes before it."""

    token: Token
    before: list[Inline]


def _inlines(tokens: list[Token], place: _Place) -> Inlines:
    nodes: list[Inline] = []
    waiting: list[_Open] = []
    for token in tokens:
        if token.nesting > 0:
            waiting.append(_Open(token, nodes))
            nodes = []
        elif token.nesting < 0:
            opening, before = waiting.pop()
            before += _span(opening, nodes, len(waiting), place)
            nodes = before
        else:
            nodes += _single(token, place)
    return joined(nodes)


def _span(token: Token, nodes: list[Inline], depth: int, place: _Place) -> list[Inline]:
    """Give what an opening token and the nodes up to its end become."""
    inside = joined(nodes)
    if token.type == "link_open":
        return _link(token, inside, place)
    if depth >= DEEPEST:
        return [Text(token.markup), *nodes, Text(token.markup)]
    match token.type:
        case "em_open":
            return [Emphasis(inside)]
        case "strong_open":
            return [Strong(inside)]
        case _:
            return [Struck(inside)]


def _link(token: Token, inside: Inlines, place: _Place) -> list[Inline]:
    url = place.kept.source(str(token.attrs["href"]))
    title = place.kept.source(clean(str(token.attrs.get("title", ""))))
    if _ADDRESS.fullmatch(url) and clean(url) == url:
        return [Link(url, inside), *([Text(f" ({title})")] if title else [])]
    if token.info == "auto":
        return [Text("<"), *inside, Text(">")]
    quoted = f' "{title}"' if title else ""
    return [Text("["), *inside, Text(f"]({clean(url)}{quoted})")]


def _single(token: Token, place: _Place) -> list[Inline]:
    match token.type:
        case "text":
            return list(place.put_back(token.content))
        case "text_special":
            return [Text(_special(token))]
        case "code_inline":
            return [Code(place.kept.source(token.content))]
        case "softbreak":
            return [SoftBreak()]
        case "hardbreak":
            return [LineBreak()]
        case _:
            return [_image(token, place)]


def _special(token: Token) -> str:
    """Give an escaped character or an entity; one that would not be seen stays as written."""
    if token.info == "entity" and not _seen(token.content):
        return token.markup
    return token.content


def _seen(text: str) -> bool:
    """Tell whether `text` is letters, signs and spaces: no control, mark or stand-in."""
    return "\ufffd" not in text and all(c.isprintable() or category(c) == "Zs" for c in text)


def _image(token: Token, place: _Place) -> Image:
    title = clean(str(token.attrs.get("title", "")))
    alt = plain_inlines(_inlines(token.children or [], place))
    shown = f"{alt} ({title})" if alt and title else alt or title
    return Image(clean(place.kept.source(str(token.attrs["src"]))), place.kept.source(shown))
