"""Permanent ids written into a deck file: `id: ...` as the second key of a map, nothing else.

Pure. What a splice makes is read again and compared with what was there before; only a file that
says the same in every note and text, ids apart, is given back.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from flashcards.model import Section
from flashcards.notes import Deck, Note, Topic

from . import items, nodes, topics
from .nodes import Mapping, Node, Scalar
from .reading import read
from .source import Source, decode
from .splicing import Edit, rewrite
from .syntax import parse


class Pinned(NamedTuple):
    """What pinning makes of a file.

    ``text`` is what `edits` are places in, ``after`` the bytes of the file with them made.
    ``pinned`` entries are given an id, ``had`` one already; ``covered`` are plain texts, which
    have no place for one and are known by what they say below the id of their topic; ``copied``
    stand below an id that another topic has, and ``without`` below none. ``refused`` says that
    the file with the ids would not have read as before, so that nothing is to be changed.
    """

    text: str
    edits: tuple[Edit, ...]
    after: bytes
    pinned: int = 0
    had: int = 0
    covered: int = 0
    copied: int = 0
    without: int = 0
    refused: bool = False


class Naming(NamedTuple):
    """The ids of a note and of its topic; None for what is to get none."""

    note: str | None
    topic: str | None = None


def pin(data: bytes, deck: Deck, names: Sequence[Naming]) -> Pinned:
    """Give the entries of a file their ids, and those topics theirs that hold plain texts.

    `deck` is what `reading.read` made of `data`, and `names` are the ids of its notes, in their
    order.
    """
    text, _ = decode(data)
    pinning = _Pinning(Source(deck.path, text), deck)
    edits: list[Edit] = []
    ids: list[str | None] = []
    for note, name in zip(deck.notes, names, strict=True):
        edit = pinning.of_note(note, name.note)
        ids.append(name.note if edit else note.id)
        edits += [edit] if edit else []
    pinned = len(edits)
    plain = [
        (note.topic, name.topic)
        for note, own, name in zip(deck.notes, ids, names, strict=True)
        if own is None
    ]
    topic_ids = [topic.id for topic in deck.topics]
    for index, uid in dict.fromkeys(plain):
        edit = pinning.of_topic(index, uid)
        if edit and index is not None:
            topic_ids[index] = uid
            edits.append(edit)
    # A topic whose id another one holds goes by its question, and so do its plain texts.
    above = Counter(
        uid == topic_ids[index]
        for index, uid in plain
        if index is not None and topic_ids[index] is not None and uid is not None
    )
    edits.sort()
    made = Pinned(
        text,
        tuple(edits),
        data,
        pinned,
        had=len(deck.notes) - pinned - len(plain),
        covered=above[True],
        copied=above[False],
        without=len(plain) - above.total(),
    )
    if not edits:
        return made
    after = rewrite(data, edits)
    if after is None or not _says_the_same(deck, read(after, deck.path), ids, topic_ids):
        return made._replace(refused=True)
    return made._replace(after=after)


class _Pinning:
    """The places of a file that may hold an id."""

    def __init__(self, source: Source, deck: Deck) -> None:
        self._source = source
        self._topics = deck.topics
        self._maps = _maps(source)
        notes = (*deck.notes, *deck.quarantined, *deck.undrilled)
        self._shared = Counter((note.line, note.column) for note in notes)
        self._shared.update((topic.line, topic.column) for topic in deck.topics)

    def of_note(self, note: Note, name: str | None) -> Edit | None:
        entry = self._own_map(note)
        if name is None or note.id is not None or not entry:
            return None
        if not _may_hold_id(entry, note.section):
            return None
        return _insertion(self._source, entry, name)

    def of_topic(self, index: int | None, name: str | None) -> Edit | None:
        topic = None if index is None else self._topics[index]
        if topic is None or name is None or topic.id is not None:
            return None
        entry = self._own_map(topic)
        return _insertion(self._source, entry, name) if entry else None

    def _own_map(self, one: Note | Topic) -> Mapping | None:
        """Give the map that an entry or topic is; None for one that an alias repeats."""
        place = (one.line, one.column)
        return self._maps.get(place) if self._shared[place] == 1 else None


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


def _says_the_same(
    before: Deck, after: Deck, ids: Sequence[str | None], topic_ids: Sequence[str | None]
) -> bool:
    """Tell whether two readings differ in positions only, and in the ids given."""
    notes = [
        _placeless(note)._replace(id=name) for note, name in zip(before.notes, ids, strict=True)
    ]
    named = [_with_id(topic, name) for topic, name in zip(before.topics, topic_ids, strict=True)]
    return (
        notes == [_placeless(note) for note in after.notes]
        and named == [_with_id(topic, topic.id) for topic in after.topics]
        and _rest(before) == _rest(after)
    )


def _with_id(topic: Topic, name: str | None) -> Topic:
    return topic._replace(line=0, column=0, id=name, key=topic.key if name is None else name)


def _rest(deck: Deck) -> tuple[object, ...]:
    return (
        [_placeless(note) for note in (*deck.quarantined, *deck.undrilled)],
        [stub.section for stub in deck.stubs],
        [problem.code for problem in deck.problems],
        deck._replace(notes=(), quarantined=(), undrilled=(), topics=(), stubs=(), problems=()),
    )


def _placeless(note: Note) -> Note:
    return note._replace(line=0, column=0)
