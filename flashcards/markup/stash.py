r"""What Markdown must not touch is taken out before it is read, and put back into the tree.

Maths, code within one line, sounds and ``<img>`` are replaced by one character each, from planes
of Unicode in which nothing is assigned: no block or inline rule can see into them, so that
``- a`` inside ``$$`` is no bullet and ``$a*b*c$`` keeps its stars. What is maths or code is said
by `cloze.protected` and by nobody else, so gaps and markup never disagree about it.

A text that itself holds such a character loses nothing: it is taken out like the rest.
"""

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from flashcards import cloze
from flashcards.markup.tree import Code, Image, Inline, Math, Sound, Text
from flashcards.text import clean

_FIRST = 0x40000
_LAST = 0xDFFFF
_PLACE = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")

_OTHER = re.compile(
    rf"(?<!\\)(?:\[sound:(?P<sound>[^\[\]\n]+)\]|(?P<image><img\s[^<>]*>))|{_PLACE.pattern}"
)
_ATTRIBUTE = re.compile(r"""\b(src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_MATHS = {"$$": True, "$": False, r"\(": False, r"\[": True}


class Stashed(NamedTuple):
    """One thing taken out: the text it was written as, and the node it becomes."""

    source: str
    node: Inline


class Stash(NamedTuple):
    """A text whose protected parts are one character each, and those parts in order."""

    text: str
    parts: tuple[Stashed, ...]

    def nodes(self, text: str) -> Iterator[Stashed | str]:
        """Give the pieces of `text`, a piece of this stash's text: plain ones and taken ones."""
        at = 0
        for place in _PLACE.finditer(text):
            if place.start() > at:
                yield text[at : place.start()]
            yield self.parts[ord(place.group()) - _FIRST]
            at = place.end()
        if at < len(text):
            yield text[at:]

    def source(self, text: str) -> str:
        """Give `text` as the author wrote it."""
        if not self.parts:
            return text
        return _PLACE.sub(lambda place: self.parts[ord(place.group()) - _FIRST].source, text)


def stash(text: str) -> Stash:
    """Take the protected parts out of `text`.

    A text with more parts than there are places, megabytes of nothing else, is kept whole as one
    piece of plain text.
    """
    spans = cloze.protected(text)
    pieces: list[str] = []
    parts: list[Stashed] = []
    at = 0
    for start, end in spans:
        node = _protected(text[start:end])
        if node:
            pieces.append(_others(text[at:start], parts))
            parts.append(Stashed(text[start:end], node))
            pieces.append(_place(parts))
            at = end
    pieces.append(_others(text[at:], parts))
    if len(parts) > _LAST - _FIRST:
        return Stash(chr(_FIRST), (Stashed(text, Text(text)),))
    return Stash("".join(pieces), tuple(parts))


def _place(parts: list[Stashed]) -> str:
    return chr(min(_FIRST + len(parts) - 1, _LAST))


def _protected(source: str) -> Inline | None:
    """Give the node of a protected span; None for code over several lines, Markdown's own."""
    if source[0] == "`":
        return _code(source)
    opening = source[:2] if source[:2] in _MATHS else source[0]
    if opening in _MATHS:
        width = len(opening)
        return Math(source[width:-width], _MATHS[opening])
    return None


def _code(source: str) -> Code | None:
    inside = source.lstrip("`")
    run = source[: len(source) - len(inside)]
    if "\n" in source or not inside.endswith(run):
        return None
    return Code(code_text(inside[: -len(run)]))


def code_text(inside: str) -> str:
    """Give what code within a line says: without the space that keeps backticks apart."""
    if inside[:1] == inside[-1:] == " " and inside.strip(" "):
        return inside[1:-1]
    return inside


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
    return Text(match.group())


def _image(tag: str) -> Image | None:
    given = {
        m[1]: clean(html.unescape(m[2] or m[3] or m[4] or "")) for m in _ATTRIBUTE.finditer(tag)
    }
    return Image(given["src"], given.get("alt", "")) if given.get("src") else None
