r"""What Markdown must not touch is taken out before it is read, and put back into the tree.

Maths, code within one line, sounds and ``<img>`` are replaced by one character each, from planes
of Unicode in which nothing is assigned: no block or inline rule can see into them, so that
``- a`` inside ``$$`` is no bullet and ``$a*b*c$`` keeps its stars. What is maths or code is said
by `cloze.protected` and by nobody else, so gaps and markup never disagree about it.

A text that itself holds such a character loses nothing: it is taken out like the rest.
"""

import html
import re
from typing import NamedTuple

from flashcards import cloze
from flashcards.markup.addresses import is_address
from flashcards.markup.tree import Code, Image, Inline, Link, Math, Sound, Text
from flashcards.text import clean

_FIRST = 0x40000
_LAST = 0xDFFFF
_PLACE = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")
_PLACES = re.compile(f"({_PLACE.pattern})")
_PERHAPS_OTHER = re.compile(
    rf"\[sound:|<(?:img|audio|video|source)\b|{_PLACE.pattern}", re.IGNORECASE
)

_OTHER = re.compile(
    rf"(?<!\\)(?:\[sound:(?P<sound>[^\[\]\n]+)\]|(?P<image><img\s[^<>]*>)"
    rf"|(?P<player><(?:audio|video|source)\s[^<>]*>(?:</(?:audio|video)>)?))|{_PLACE.pattern}",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"^[ \t]{0,3}>[ \t]?", re.MULTILINE)
_ATTRIBUTE = re.compile(
    r"""(?<![\w-])(src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE
)
_MATHS = {"$$": True, r"\(": False, r"\[": True}


def is_place(character: str) -> bool:
    """Tell if `character` stands for something that was taken out."""
    return chr(_FIRST) <= character <= chr(_LAST)


class Stashed(NamedTuple):
    """One thing taken out: the text it was written as, and the node it becomes."""

    source: str
    node: Inline


class Stash(NamedTuple):
    """A text whose protected parts are one character each, and those parts in order.

    ``strays`` tells whether some of them are text after all, characters that only look like ours.
    ``quotes`` and ``cell`` say where its pieces stand: in how many quotes, and in a table or not.
    """

    text: str
    parts: tuple[Stashed, ...] = ()
    strays: bool = False
    quotes: int = 0
    cell: bool = False

    def put_back(self, text: str) -> list[Inline]:
        """Give the nodes of `text`, a piece of this stash's text."""
        if not self.parts or text.isascii():  # no place is
            return [Text(text)] if text else []
        pieces = _PLACES.split(text)
        nodes: list[Inline] = [Text(pieces[0])] if pieces[0] else []
        as_it_is = not (self.quotes or self.cell)
        for place, after in zip(pieces[1::2], pieces[2::2], strict=True):
            node = self.parts[ord(place) - _FIRST].node
            nodes.append(node if as_it_is else self._placed(node))
            if after:
                nodes.append(Text(after))
        return nodes

    def source(self, text: str) -> str:
        """Give `text`, a piece of this stash's text, as the author wrote it."""
        return _PLACE.sub(self._written, text) if self.parts else text

    def _written(self, place: re.Match[str]) -> str:
        number = ord(place.group()) - _FIRST
        # An entity in an address may stand for such a character: then it is no place of ours.
        return self.parts[number].source if number < len(self.parts) else place.group()

    def _placed(self, node: Inline) -> Inline:
        """Give `node` without the marks its place asks for: ``>`` before lines, escaped pipes."""
        if not isinstance(node, Code | Math):
            return node
        content = node[0]
        for _ in range(self.quotes if "\n" in content else 0):
            first, _, rest = content.partition("\n")
            content = f"{first}\n{_QUOTED.sub('', rest)}"
        if self.cell:
            content = content.replace("\\|", "|")
        return Code(content) if isinstance(node, Code) else Math(content, node.display)


def stash(text: str) -> Stash:
    """Take the protected parts out of `text`.

    A text with more parts than there are places, megabytes of nothing else, is kept whole as one
    piece of plain text.
    """
    possible = "[" in text or "<" in text or not text.isascii()
    others = possible and _PERHAPS_OTHER.search(text) is not None
    pieces: list[str] = []
    parts: list[Stashed] = []
    at = 0
    for start, end in cloze.protected(text):
        source = text[start:end]
        node = _protected(source)
        if node:
            before = text[at:start]
            pieces.append(_others(before, parts) if others else before)
            parts.append(Stashed(source, node))
            pieces.append(_place(parts))
            at = end
    pieces.append(_others(text[at:], parts) if others else text[at:])
    if len(parts) > _LAST - _FIRST:
        return Stash(chr(_FIRST), (Stashed(text, Text(text)),))
    strays = others and any(isinstance(part.node, Text) for part in parts)
    return Stash("".join(pieces), tuple(parts), strays)


def _place(parts: list[Stashed]) -> str:
    return chr(min(_FIRST + len(parts) - 1, _LAST))


def _protected(source: str) -> Inline | None:
    """Give the node of a protected span; None for code over several lines, Markdown's own."""
    if source[0] == "`":
        return _code(source)
    if source[:2] in _MATHS:
        return Math(source[2:-2], _MATHS[source[:2]])
    return Math(source[1:-1], display=False) if source[0] == "$" else None


def _code(source: str) -> Code | None:
    inside = source.lstrip("`")
    run = len(source) - len(inside)
    if "\n" in source or not inside.endswith(source[:run]):
        return None
    inside = inside[:-run]
    if inside[0] == inside[-1] == " " and inside.strip(" "):
        inside = inside[1:-1]  # the spaces that keep backticks apart
    return Code(inside)


def _others(text: str, parts: list[Stashed]) -> str:
    """Take sounds, pictures and stray place characters out of `text`, between protected spans."""

    def taken(match: re.Match[str]) -> str:
        node = _other(match)
        if node is None:
            return match.group()
        parts.append(Stashed(match.group(), node))
        return _place(parts)

    return _OTHER.sub(taken, text)


def _other(match: re.Match[str]) -> Inline | None:
    if match["sound"]:
        return Sound(match["sound"].strip())
    if match["image"]:
        return _image(match["image"])
    if match["player"]:
        image = _image(match["player"])
        return Sound(image.target) if isinstance(image, Image) else image
    return Text(match.group())


def pictured(target: str, words: str) -> Inline:
    """Give a picture; one on the web, which no card loads, is a link to it."""
    if target.lower().startswith(("https://", "http://")):
        told = Text(words or target)
        return Link(target, (told,)) if is_address(target) else told
    return Image(target, words)


def _image(tag: str) -> Inline | None:
    given = {
        m[1].lower(): clean(html.unescape(m[2] or m[3] or m[4] or ""))
        for m in _ATTRIBUTE.finditer(tag)
    }
    return pictured(given["src"], given.get("alt", "")) if given.get("src") else None
