"""Where an id goes in a deck file: as the second key of its entry, or where one stands empty."""

import re
from collections import Counter
from typing import Final, NamedTuple

from flashcards.model import Section
from flashcards.notes import Deck, Note, Topic

from . import items, nodes, topics
from .nodes import Mapping, Node, Scalar
from .scalars import in_brackets, single_quoted
from .source import Source
from .splicing import Edit
from .syntax import parse


class Places:
    """The places of a file that may hold an id."""

    def __init__(self, source: Source, deck: Deck) -> None:
        """Look for them in `source`, which reads as `deck`."""
        self._source = source
        self._maps = _maps(source)
        notes = (*deck.notes, *deck.quarantined, *deck.undrilled)
        self._shared = Counter((note.line, note.column) for note in notes)
        self._shared.update((topic.line, topic.column) for topic in deck.topics)

    def of(self, one: Note | Topic) -> Mapping | None:
        """Give the map that would hold the id of an entry or topic; None for what has none.

        A plain text has none, nor has an entry that an alias repeats.
        """
        place = (one.line, one.column)
        entry = self._maps.get(place) if self._shared[place] == 1 else None
        if entry is None or (isinstance(one, Note) and not _may_hold_id(entry, one.section)):
            return None
        return entry

    def edit(self, entry: Mapping, name: str) -> Edit | None:
        """Give the edit that makes `name` the id of `entry`; None where there is no sure place."""
        for key, value in entry.pairs():
            if isinstance(key, Scalar) and key.text == "id":
                return _filling(self._source, entry, key, value, name)
        return _insertion(self._source, entry, f"id: {in_brackets(name)}")


def _maps(source: Source) -> dict[tuple[int, int], Mapping]:
    """Give the maps of a file by line and column, from 1; each once, however often repeated."""
    root = parse(source).root
    found: dict[tuple[int, int], Mapping] = {}
    seen: set[int] = set()
    left: list[Node] = [root] if root else []
    while left:
        node = left.pop()
        if isinstance(node, Scalar) or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Mapping):
            found.setdefault((node.line + 1, node.column + 1), node)
            left += node.parts
        else:
            left += node.items
    return found


def _may_hold_id(entry: Mapping, section: Section) -> bool:
    """Tell whether an id in `entry` is read as one: ``- Term: text`` would become another map."""
    if section not in topics.TEXTS:
        return True
    return not items.is_lone_text(entry, items.known_keys(topics.TEXTS[section]))


_FLOW_START = re.compile(r"(?:[&!]\S*\s+)*\{")
_EXPLICIT = re.compile(r"\?[ \t]+$")
_ALIAS_LINE = re.compile(r"[ \t]*:[ \t]+\*[^\s,\[\]{}]+[ \t]*(?:#.*)?")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


class _Beginning(NamedTuple):
    """The first pair of an entry.

    ``value`` is its text, None for a list, a map, or a text that stands elsewhere and is only
    repeated here; nothing here tells where those end. ``second`` is where the second key
    begins, None when there is none.
    """

    key: Scalar
    value: Scalar | None
    second: int | None


def _beginning(source: Source, entry: Mapping) -> _Beginning | None:
    key, value, *more = entry.parts
    # A key that is an alias stands where its anchor is.
    if not isinstance(key, Scalar) or key.start < source.index(entry.line, entry.column):
        return None
    second = source.index(more[0].line, more[0].column) if more else None
    if second is not None and second < key.end:
        return None
    limit = len(source.text) if second is None else second
    if isinstance(value, Scalar) and key.end <= value.start and value.end <= limit:
        return _Beginning(key, value, second)
    return _Beginning(key, None, second)


def _filling(source: Source, entry: Mapping, key: Scalar, value: Node, name: str) -> Edit | None:
    """Give the edit that fills in an `id` that stands empty."""
    if not isinstance(value, Scalar) or not nodes.is_empty(value) or value.start < key.end:
        return None
    there = source.text[value.start : value.end]
    # A block, and what has an anchor or a tag, is not simply empty.
    as_written = there.startswith(value.style) if value.style else there == value.text
    if value.style in {"|", ">"} or not as_written:
        return None
    if there:
        return _value(source, value.start, value.end, name)
    # The parser gives the place of what is not there, which may be behind blanks.
    colon = source.text.find(":", key.end, value.start)
    if colon >= 0:
        return _value(source, colon + 1, colon + 1, name)
    # `{front: a, id, back: b}`
    return Edit(key.end, key.end, f": {in_brackets(name)}") if entry.flow else None


def _value(source: Source, start: int, end: int, name: str) -> Edit:
    """Put `name` between two places; in front of a comment it has quotes, so as to end there."""
    written = single_quoted(name) if source.text[end : end + 2] == " #" else in_brackets(name)
    return Edit(start, end, written if source.text[start - 1] in " \t" else f" {written}")


def _insertion(source: Source, entry: Mapping, pair: str) -> Edit | None:
    """Give the edit that makes `pair` the second one of `entry`."""
    found = _beginning(source, entry)
    if found is None:
        return None
    if entry.flow:
        start = source.index(entry.line, entry.column)
        has_braces = _FLOW_START.match(source.text, start) is not None
        return _between_commas(found, pair) if has_braces else None
    return _on_a_line(source, found, pair)


def _between_commas(found: _Beginning, pair: str) -> Edit | None:
    if found.value:
        return Edit(found.value.end, found.value.end, f", {pair}")
    return None if found.second is None else Edit(found.second, found.second, f"{pair}, ")


def _on_a_line(source: Source, found: _Beginning, pair: str) -> Edit | None:
    key = found.key
    line = _indent(source, key) + pair
    if found.value:
        return _line_after(source, _last_line(source, found.value), line)
    if _ALIAS_LINE.fullmatch(source.line(key.line)[key.column + key.end - key.start :]):
        return _line_after(source, key.line, line)
    if found.second is None:
        return None
    number, column = source.place(found.second)
    alone = not source.line(number)[:column].strip(" ?")
    return _line_after(source, number - 1, line) if alone else None


def _indent(source: Source, key: Scalar) -> str:
    """Give the blanks in front of the keys of the map that begins with `key`."""
    explicit = _EXPLICIT.search(source.line(key.line)[: key.column])
    return " " * (explicit.start() if explicit else key.column)


def _last_line(source: Source, value: Scalar) -> int:
    """Give the last line of a text, without the blank ones below a block that do not count."""
    if value.style not in {"|", ">"}:
        return source.place(value.end)[0]
    written = source.text[value.start : value.end]
    if "+" in _LINE_END.split(written, maxsplit=1)[0].partition("#")[0]:
        line, column = source.place(value.end)
        return line if column else line - 1
    return source.place(value.start + len(written.rstrip(" \t\r\n")))[0]


def _line_after(source: Source, number: int, line: str) -> Edit:
    """Put `line` below line `number`, with its line end."""
    at = source.index(number, 0) + len(source.line(number))
    end = _LINE_END.match(source.written, at)
    if end:
        return Edit(end.end(), end.end(), line + end.group())
    first = _LINE_END.search(source.written)
    return Edit(at, at, (first.group() if first else "\n") + line)
