"""A Markdown text cut into passages: lines that belong together, with the decks and tags there."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple


class Passage(NamedTuple):
    """Lines between blank ones, rules, headings and lines of tags; blank lines in code stay.

    ``line`` is the number of the first, from 1. ``ended`` says that a heading, a rule or a line
    of tags stands above it, so that nothing goes on from before.
    """

    lines: tuple[str, ...]
    line: int
    deck: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    ended: bool = False


_FENCE = re.compile(r"[ \t]*(?:[-*+>][ \t]+)?(`{3,}|~{3,})")
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_RULE = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_TAGS_ALONE = re.compile(r"[ \t]*(?:#[^\W\d_][\w/-]*[ \t]*)+$")
_TAG = re.compile(r"#([^\W\d_][\w/-]*)")
_LEADING_TAGS = re.compile(r"[ \t]*((?:#[^\W\d_][\w/-]*[ \t]+)+)")
_DIRECTIVES: Final = frozenset(
    ["include", "define", "ifdef", "ifndef", "endif", "pragma", "undef", "if", "else", "elif"]
)
_MARKERS: Final = frozenset(["flashcards", "flashcard", "cards", "card", "anki"])


def passages(text: str, above: int) -> Iterator[Passage]:
    """Cut `text` into passages; `above` lines stand over it in the file."""
    headings: list[str] = []
    tagged: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    lines: list[str] = []
    ended = False
    fence = ""
    first = above + 1
    for number, line in enumerate([*text.split("\n"), ""], above + 1):
        found = _FENCE.match(line)
        if fence:
            fence = "" if found and found[1].startswith(fence) else fence
            lines.append(line)
            continue
        heading, alone = _HEADING.match(line), _TAGS_ALONE.match(line)
        parts = bool(heading or alone or _RULE.match(line))
        if parts or not line.strip():
            if lines:
                deck, tags = tagged
                yield Passage(tuple(lines), first, deck or _names(headings), tags, ended)
                lines, ended = [], False
            ended |= parts
        else:
            first = first if lines else number
            lines.append(line)
            fence = found[1] if found else ""
        if heading:
            level = len(heading[1])
            headings = [*headings[: level - 1], *[""] * (level - 1 - len(headings)), heading[2]]
        elif alone:
            tagged = decks_and_tags(_TAG.findall(line))
    if lines:
        yield Passage(tuple(lines), first, tagged[0] or _names(headings), tagged[1], ended)


def decks_and_tags(found: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Part tags into the deck that ``flashcards/...`` names, and the others as we write them."""
    deck: tuple[str, ...] = ()
    tags = []
    for tag in found:
        marker, *inner = [part for part in tag.split("/") if part]
        if marker.casefold() in _MARKERS:
            deck = deck or tuple(inner)
        else:
            tags.append("::".join([marker, *inner]))
    return deck, tuple(tags)


def without_tags(text: str) -> tuple[str, list[str]]:
    """Take the tags off the beginning and the end of a card's text."""
    tags: list[str] = []
    leading = _LEADING_TAGS.match(text)
    if leading and not _DIRECTIVES & set(_TAG.findall(leading[1])):
        tags += _TAG.findall(leading[1])
        text = text[leading.end() :]
    end = len(text.rstrip())
    while (start := max(text.rfind(" ", 0, end), text.rfind("\n", 0, end)) + 1) > 0:
        tag = _TAG.fullmatch(text, start, end)
        if not tag or tag[1] in _DIRECTIVES:
            break
        tags.append(tag[1])
        end = len(text[:start].rstrip())
    return text[:end], tags


def _names(headings: list[str]) -> tuple[str, ...]:
    return tuple(name for heading in headings if (name := heading.strip(" *_`").replace("::", " ")))
