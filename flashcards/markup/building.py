"""markdown-it's tokens -> tree, with what was taken out of the text put back in its place.

Nesting is bounded here: inlines deeper than `DEEPEST` keep their marks as text, and a text whose
blocks are nested deeper than the parser reads is shown as it was written.
"""

import re
from typing import NamedTuple, get_args
from unicodedata import category

from markdown_it.token import Token

from flashcards.markup.addresses import is_address
from flashcards.markup.paragraphs import joined, paragraph, simple, words
from flashcards.markup.parser import DEEPEST, block_tokens, inline_tokens
from flashcards.markup.plain import plain_inlines
from flashcards.markup.stash import MARKS, Stash, pictured
from flashcards.markup.tree import (
    Alignment,
    Block,
    Blocks,
    BulletList,
    Emphasis,
    Heading,
    Inline,
    Inlines,
    LineBreak,
    Link,
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

_MARKED = re.compile(f"[{MARKS}]")
_BLANK = re.compile(r"\n[ \t]*\n\s*")
_ALIGNMENTS: dict[str, Alignment] = {f"text-align:{side}": side for side in get_args(Alignment)}


def inlines(text: str, kept: Stash) -> Inlines:
    """Read one paragraph's `text`, a piece of the text of `kept`."""
    found = simple(text, kept)
    return _tree(inline_tokens(text), kept) if found is None else found


def blocks(kept: Stash) -> Blocks:
    """Read the whole text of `kept`."""
    tokens = block_tokens(kept.text)
    if any(token.level >= DEEPEST - 1 for token in tokens):
        written = (part.strip("\n") for part in _BLANK.split(kept.text))
        return tuple(block for part in written if part for block in paragraph(words(part, kept)))
    return _Blocks(tokens).read(kept)


class _Blocks:
    """A walk over block tokens: each call of `read` consumes one level up to its end."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = iter(tokens)

    def read(self, kept: Stash) -> Blocks:
        found: list[Block] = []
        for token in self._tokens:
            if token.nesting < 0:
                break
            found += self._block(token, kept)
        return tuple(found)

    def _block(self, token: Token, kept: Stash) -> tuple[Block, ...]:  # noqa: PLR0911 -- a case a node
        match token.type:
            case "paragraph_open":
                return paragraph(self._line(kept))
            case "heading_open":
                return (Heading(int(token.tag[1]), self._line(kept)),)
            case "fence":
                return (kept.fence(token.content, token.meta["indent"]),)
            case "bullet_list_open":
                return (BulletList(self._items(kept)),)
            case "ordered_list_open":
                return (NumberedList(int(token.attrs.get("start", 1)), self._items(kept)),)
            case "blockquote_open":
                return (Quote(self.read(kept._replace(quotes=kept.quotes + 1))),)
            case "table_open":
                return (self._table(kept._replace(cell=True)),)
            case _:
                return (Rule(),)

    def _line(self, kept: Stash) -> Inlines:
        """Read the inline token that follows, and what closes it."""
        content = next(self._tokens).content.strip()
        next(self._tokens)
        return inlines(content, kept)

    def _items(self, kept: Stash) -> tuple[Blocks, ...]:
        items = []
        for token in self._tokens:
            if token.nesting < 0:
                break
            items.append(self.read(kept))
        return tuple(items)

    def _table(self, kept: Stash) -> Table:
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
                rows[-1].append(self._line(kept))
        header, *body = (tuple(row) for row in rows)
        return Table(header, tuple(body), tuple(alignments))


class _Open(NamedTuple):
    """A span whose end has not come: its opening token, and the nodes before it."""

    token: Token
    before: list[Inline]


def _tree(tokens: list[Token], kept: Stash) -> Inlines:
    nodes: list[Inline] = []
    waiting: list[_Open] = []
    too_deep = 0  # spans that are open and keep their marks
    for token in tokens:
        if not token.nesting:
            nodes += _single(token, kept)
        elif token.tag != "a" and len(waiting) >= DEEPEST and (too_deep or token.nesting > 0):
            too_deep += token.nesting
            nodes.append(Text(token.markup))
        elif token.nesting > 0:
            waiting.append(_Open(token, nodes))
            nodes = []
        else:
            opening, before = waiting.pop()
            before += _span(opening, joined(nodes), kept)
            nodes = before
    return joined(nodes)


def _span(token: Token, inside: Inlines, kept: Stash) -> list[Inline]:
    """Give what an opening token and the nodes up to its end become."""
    match token.type:
        case "em_open":
            return [Emphasis(inside)]
        case "strong_open":
            return [Strong(inside)]
        case "s_open":
            return [Struck(inside)]
        case _:
            return _link(token, inside, kept)


def _link(token: Token, inside: Inlines, kept: Stash) -> list[Inline]:
    url = kept.source(str(token.attrs["href"]))
    title = kept.source(clean(str(token.attrs.get("title", ""))))
    if is_address(url) and not _MARKED.search(url):
        return [Link(url, inside), *([Text(f" ({title})")] if title else [])]
    if token.info == "auto":
        return [Text("<"), *inside, Text(">")]
    quoted = f' "{title}"' if title else ""
    return [Text("["), *inside, Text(f"]({clean(url)}{quoted})")]


def _single(token: Token, kept: Stash) -> list[Inline]:
    match token.type:
        case "text":
            return kept.put_back(token.content)
        case "text_special":
            return _special(token, kept)
        case "softbreak":
            return [SoftBreak()]
        case "hardbreak":
            return [LineBreak()]
        case _:
            return _image(token, kept)


def _special(token: Token, kept: Stash) -> list[Inline]:
    """Give an escaped character or an entity; one that would not be seen stays as written."""
    if token.info != "entity":
        return kept.put_back(token.content)
    return [Text(token.content if _seen(token.content) else token.markup)]


def _seen(text: str) -> bool:
    """Tell whether `text` is letters, signs and spaces: no control, mark or stand-in."""
    return "\ufffd" not in text and all(c.isprintable() or category(c) == "Zs" for c in text)


def _image(token: Token, kept: Stash) -> list[Inline]:
    """Give the picture; one on the web, which no card loads, is a link to it.

    Words of it that a caller marked stand behind it, where they can be hidden and shown; a picture
    whose address or title is marked is none.
    """
    title = kept.source(clean(str(token.attrs.get("title", ""))))
    target = clean(kept.source(str(token.attrs["src"])))
    inside = _tree(token.children or [], kept)
    if _MARKED.search(target) or _MARKED.search(title):
        quoted = f' "{title}"' if title else ""
        return [Text("!["), *inside, Text(f"]({target}{quoted})")]
    words = plain_inlines(inside)
    shown = f"{words} ({title})" if words and title else words or title
    if _MARKED.search(shown):
        return [pictured(target, title), Text(" "), *inside]
    return [pictured(target, shown)]
