r"""What Markdown must not touch is taken out before it is read, and put back into the tree.

Maths, code, sounds and ``<img>`` are replaced by one character each, from planes of Unicode in
which nothing is assigned: no block or inline rule can see into them, so that ``- a`` inside ``$$``
is no bullet and ``$a*b*c$`` keeps its stars. What is maths or code is said by `protecting` and by
nobody else: Markdown's own rules for code are off, so gaps and markup never disagree about it.

A text that itself holds such a character loses nothing: it is taken out like the rest.
"""

import html
import re
from collections.abc import Sequence
from typing import NamedTuple

from flashcards.markup.addresses import is_address
from flashcards.markup.tree import Code, CodeBlock, Image, Inline, Inlines, Link, Math, Sound, Text
from flashcards.protecting import (
    FENCE_PLACE,
    FIRST_PLACE,
    PLACE,
    Taken,
    are_too_many,
    part_number,
    place_of,
    taken_out,
)
from flashcards.text import clean

_PLACE = re.compile(PLACE)
_PLACES = re.compile(f"({PLACE})")
_FENCE_PLACE = re.compile(FENCE_PLACE)
_PERHAPS_OTHER = re.compile(r"\[sound:|<(?:img|audio|video|source)\b|&#", re.IGNORECASE)

MARKS = "\U00100000-\U0010fffd"
"""The characters that callers mark places with, for a pattern; no medium has one in it."""

_OURS = f"{PLACE[1:-1]}{MARKS}"
_LIKE_OURS = re.compile(f"[{_OURS}]")
_OTHER = re.compile(
    rf"(?<!\\)(?:\[sound:(?P<sound>[^\[\]\n{_OURS}]+)\]|(?P<image><img\s[^<>{_OURS}]*>)"
    rf"|(?P<player><(?:audio|video|source)\s[^<>{_OURS}]*>(?:</(?:audio|video)>)?)"
    r"|&#(?:x(?P<hex>[0-9a-f]{5,6})|(?P<decimal>[0-9]{6,7}));)",
    re.IGNORECASE,
)
_LINE_END = re.compile(r"\n[ \t>]*")
"""What code in a line has a space for: only in a quote do its lines begin with a mark."""
_QUOTED = re.compile(r"^[ \t]{0,3}>[ \t]?", re.MULTILINE)
_ATTRIBUTE = re.compile(
    r"""(?<![\w-])(src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE
)
_MATHS = {"$$": True, r"\(": False, r"\[": True}


def is_place(character: str) -> bool:
    """Tell if `character` stands for something that was taken out."""
    return _PLACE.fullmatch(character) is not None


def is_fence(character: str) -> bool:
    """Tell if `character` stands for a fence."""
    return _FENCE_PLACE.fullmatch(character) is not None


class Stashed(NamedTuple):
    """One thing taken out: the text it was written as, and the node it becomes, if any.

    What becomes several nodes has them in `nodes`.
    """

    source: str
    node: Inline | None
    nodes: Inlines = ()


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
            part = self.parts[part_number(place)]
            if part.node is not None:
                nodes.append(part.node if as_it_is else self._placed(part.node))
            nodes += part.nodes
            if after:
                nodes.append(Text(after))
        return nodes

    def source(self, text: str) -> str:
        """Give `text`, a piece of this stash's text, as the author wrote it."""
        return _PLACE.sub(self._written, text) if self.parts else text

    def fence(self, place: str, indent: int) -> CodeBlock:
        """Return the fence that `place` stands for, in column `indent` of what holds it."""
        source = self.parts[part_number(place)].source
        opening, _, inside = source.partition("\n")
        mark = opening[0]
        run = len(opening) - len(opening.lstrip(mark))
        lines = inside.split("\n") if inside else []
        for _ in range(self.quotes):
            lines = [_QUOTED.sub("", line) for line in lines]
        closing = lines[-1].strip(" \t>") if lines else ""
        if len(closing) >= run and not closing.strip(mark):
            lines.pop()
        lines = [line[min(indent, len(line) - len(line.lstrip(" \t"))) :] for line in lines]
        return CodeBlock("\n".join(lines), clean(opening[run:].strip()))

    def _written(self, place: re.Match[str]) -> str:
        number = part_number(place.group())
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
    """Take the protected parts out of `text`."""
    return stashed(taken_out(text))


def stashed(taken: Taken, further: Sequence[Stashed] = ()) -> Stash:
    """Give a text whose maths and code are taken out as one to be read.

    Places behind those of `taken` stand for what is in `further`.
    A text with more parts than there are places, megabytes of nothing else, is kept whole as one
    piece of plain text.
    """
    text = taken.text
    parts = [*(Stashed(source, _protected(source)) for source in taken.parts), *further]
    strays = bool(further) or any(isinstance(part.node, Text) for part in parts)
    if _PERHAPS_OTHER.search(text):
        text = _others(text, parts)
        if are_too_many(parts):
            whole = taken.written(taken.text)
            return Stash(chr(FIRST_PLACE), (Stashed(whole, Text(whole)),))
        strays = strays or any(isinstance(part.node, Text) for part in parts)
    return Stash(text, tuple(parts), strays)


def _protected(source: str) -> Inline:
    """Give the node of a protected part; a character that only looks like ours is text."""
    if source[:2] in _MATHS and len(source) > 3:  # noqa: PLR2004 -- both delimiters
        return Math(source[2:-2], _MATHS[source[:2]])
    if source[0] == "$":
        return Math(source[1:-1], display=False)
    return _code(source) if source[0] in "`~" else Text(source)


def _code(source: str) -> Code:
    inside = source.lstrip(source[0])
    run = source[: len(source) - len(inside)]
    inside = _LINE_END.sub(" ", inside.rstrip().removesuffix(run))
    if inside and inside[0] == inside[-1] == " " and inside.strip(" "):
        inside = inside[1:-1]  # the spaces that keep backticks apart
    return Code(inside)


def _others(text: str, parts: list[Stashed]) -> str:
    """Take sounds and pictures, and entities for characters that look like ours, out of `text`."""

    def taken(match: re.Match[str]) -> str:
        node = _other(match)
        if node is None:
            return match.group()
        parts.append(Stashed(match.group(), node))
        return place_of(len(parts) - 1)

    return _OTHER.sub(taken, text)


def _other(match: re.Match[str]) -> Inline | None:
    if match["sound"]:
        return Sound(match["sound"].strip())
    if match["image"]:
        return _image(match["image"])
    if match["player"]:
        image = _image(match["player"])
        return Sound(image.target) if isinstance(image, Image) else image
    number = int(match["hex"], 16) if match["hex"] else int(match["decimal"])
    return Text(match.group()) if number >= FIRST_PLACE else None


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
    if not given.get("src") or any(_LIKE_OURS.search(value) for value in given.values()):
        return None
    return pictured(given["src"], given.get("alt", ""))
