"""Permanent ids written into a deck file: `id: ...` as the second key of an entry, nothing else.

Pure. What a splice makes is read again and compared with what was there before; only a file that
says the same in every note and text, ids apart, is given back.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from flashcards.model import Section
from flashcards.notes import Deck, Note

from . import items, nodes, topics
from .nodes import Mapping, Node, Scalar
from .reading import read
from .source import Source, decode
from .splicing import Edit, rewrite
from .syntax import parse


class Pinned(NamedTuple):
    """What pinning makes of a file.

    ``text`` is what `edits` are places in, ``after`` the bytes of the file with them made.
    ``pinned`` entries are given an id, ``had`` one already; ``without`` have no place for one:
    plain texts, which are known by what they say. ``refused`` says that the file with the ids
    would not have read as before, so that nothing is to be changed.
    """

    text: str
    edits: tuple[Edit, ...]
    after: bytes
    pinned: int
    had: int
    without: int
    refused: bool = False


def pin(data: bytes, deck: Deck, names: Sequence[str | None]) -> Pinned:
    """Give the entries of a file their ids.

    `deck` is what `reading.read` made of `data`, and `names` are the ids of its notes, in their
    order; None for a note that is to get none.
    """
    text, _ = decode(data)
    source = Source(deck.path, text)
    places = _places(source)
    shared = Counter((note.line, note.column) for note in (*deck.notes, *deck.quarantined))
    edits: list[Edit] = []
    ids: list[str | None] = []
    for note, name in zip(deck.notes, names, strict=True):
        place = (note.line, note.column)
        entry = places.get(place) if shared[place] == 1 else None
        edit = None
        if name is not None and note.id is None and entry and _may_hold_id(entry, note.section):
            edit = _insertion(source, entry, name)
        ids.append(name if edit else note.id)
        edits += [edit] if edit else []
    had = sum(note.id is not None for note in deck.notes)
    edits.sort()
    pinned = Pinned(text, tuple(edits), data, len(edits), had, len(deck.notes) - had - len(edits))
    if not edits:
        return pinned
    after = rewrite(data, edits)
    if after is None or not _says_the_same(deck, read(after, deck.path), ids):
        return pinned._replace(refused=True)
    return pinned._replace(after=after)


def _places(source: Source) -> dict[tuple[int, int], Mapping]:
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


_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
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


def _insertion(source: Source, entry: Mapping, name: str) -> Edit | None:
    """Give the edit that makes `name` the id of `entry`; None where there is no sure place."""
    found = _beginning(source, entry)
    if found is None:
        return None
    written = name if _PLAIN.fullmatch(name) and not _is_nothing(name) else _quoted(name)
    if entry.flow:
        start = source.index(entry.line, entry.column)
        has_braces = _FLOW_START.match(source.text, start) is not None
        return _between_commas(found, f"id: {written}") if has_braces else None
    return _on_a_line(source, found, f"id: {written}")


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


def _is_nothing(name: str) -> bool:
    return nodes.is_empty(Scalar(name, "", 0, 0, 0, 0))


def _quoted(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


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


def _says_the_same(before: Deck, after: Deck, ids: Sequence[str | None]) -> bool:
    """Tell whether two readings differ in positions only, and in `ids`."""
    wished = [
        _placeless(note)._replace(id=name) for note, name in zip(before.notes, ids, strict=True)
    ]
    return wished == [_placeless(note) for note in after.notes] and _rest(before) == _rest(after)


def _rest(deck: Deck) -> tuple[object, ...]:
    return (
        [_placeless(note) for note in deck.quarantined],
        [topic._replace(line=0, column=0) for topic in deck.topics],
        [stub.section for stub in deck.stubs],
        [problem.code for problem in deck.problems],
        deck._replace(notes=(), quarantined=(), topics=(), stubs=(), problems=()),
    )


def _placeless(note: Note) -> Note:
    return note._replace(line=0, column=0)
