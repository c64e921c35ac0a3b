"""From the text of a file to a tree of nodes, or to the one fault that makes it no YAML.

The tree is built from parse events and not composed: events come one at a time, so depth, size
and what aliases repeat are bounded before anything is built, and no recursion runs out.
"""

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

import yaml

from . import hints
from .nodes import Mapping, Node, Scalar, Sequence
from .source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_DEPTH: Final = 50
"""Levels of lists and maps; the format needs seven."""

MAX_NODES: Final = 1_500_000
"""Texts, lists and maps of one file: some 150,000 cards."""

MAX_REPEATED: Final = 1_000_000
"""Characters and entries that aliases may repeat."""

Place = tuple[int, int]


class _Mark(Protocol):
    line: int
    column: int
    index: int


class _Event(Protocol):
    """What the C parser's events carry, each those it has."""

    start_mark: _Mark
    end_mark: _Mark
    anchor: str
    tag: str | None
    value: str
    style: str | None
    flow_style: bool | None


class Fault(NamedTuple):
    """A fault found while parsing; line and column count from 0."""

    code: str
    line: int
    column: int
    details: dict[str, str]


class Document(NamedTuple):
    """A parsed file. ``root`` is None for an empty one, and for one with a ``fault``.

    ``flaws`` are faults of single nodes, by their place: what YAML makes of a text that begins
    with ``!``, ``&`` or ``*``. They count when the node is read.
    """

    root: Node | None
    flaws: dict[Place, Fault]
    fault: Fault | None = None


def parse(source: Source) -> Document:
    """Parse the text of `source`; a file that is no YAML gives a fault."""
    builder = _Builder()
    fault = _build(source, builder)
    return Document(None, {}, fault) if fault else Document(builder.root(), builder.all_flaws())


def _build(source: Source, builder: "_Builder") -> Fault | None:
    try:
        events = yaml.parse(source.text, Loader=yaml.CBaseLoader)
        for event in cast("Iterator[_Event]", events):
            fault = builder.take(event)
            if fault:
                return fault
    except yaml.YAMLError as error:
        return Fault(*hints.explain(source, error, builder.latest))
    return None


class _Anchor(NamedTuple):
    node: Node
    weight: int


class _Builder:
    """Builds the tree, one event at a time."""

    def __init__(self) -> None:
        self.latest: Node | None = None
        self._handlers: dict[type, Callable[[_Event], Fault | None]] = {
            yaml.ScalarEvent: self._scalar,
            yaml.SequenceStartEvent: self._sequence,
            yaml.MappingStartEvent: self._mapping,
            yaml.SequenceEndEvent: self._end,
            yaml.MappingEndEvent: self._end,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._document,
        }
        self._flaws: dict[Place, Fault] = {}
        self._unused: dict[str, Fault] = {}
        self._anchors: dict[str, _Anchor] = {}
        self._top: list[Node] = []
        self._current = self._top
        # For each open collection: the list around it, its node, its anchor, the size before it.
        self._open: list[tuple[list[Node], Node, str | None, int]] = []
        self._nodes = 0
        self._size = 0
        self._repeated = 0
        self._documents = 0

    def root(self) -> Node | None:
        return self._top[0] if self._top else None

    def all_flaws(self) -> dict[Place, Fault]:
        unused = {(fault.line, fault.column): fault for fault in self._unused.values()}
        return {**unused, **self._flaws}

    def take(self, event: _Event) -> Fault | None:
        """Add what `event` says to the tree; a fault ends the file."""
        handler = self._handlers.get(type(event))
        return handler(event) if handler else None

    def _scalar(self, event: _Event) -> Fault | None:
        mark = event.start_mark
        text = event.value
        node = Scalar(
            text, event.style or "", mark.line, mark.column, mark.index, event.end_mark.index
        )
        self.latest = node
        self._current.append(node)
        self._nodes += 1
        self._size += len(text) + 1
        if event.tag is not None:
            self._tagged(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchor(node, len(text) + 1)
            place = (node.line, node.column)
            self._unused[event.anchor] = Fault("unused-anchor", *place, {"name": event.anchor})
        return self._too_many(node.line) if self._nodes > MAX_NODES else None

    def _sequence(self, event: _Event) -> Fault | None:
        mark = event.start_mark
        inside: list[Node] = []
        node = Sequence(inside, bool(event.flow_style), mark.line, mark.column)
        return self._start(event, node, inside)

    def _mapping(self, event: _Event) -> Fault | None:
        mark = event.start_mark
        inside: list[Node] = []
        node = Mapping(inside, bool(event.flow_style), mark.line, mark.column)
        return self._start(event, node, inside)

    def _start(self, event: _Event, node: Node, inside: list[Node]) -> Fault | None:
        self._current.append(node)
        self._open.append((self._current, node, event.anchor, self._size))
        self._current = inside
        self._nodes += 1
        self._size += 1
        if event.tag is not None:
            self._tagged(event)
        if len(self._open) > MAX_DEPTH:
            details = {"what": "lists and maps lie inside each other", "limit": f"{MAX_DEPTH} deep"}
            return Fault("too-big", node.line, node.column, details)
        return self._too_many(node.line) if self._nodes > MAX_NODES else None

    def _end(self, _event: _Event) -> None:
        self._current, self.latest, anchor, before = self._open.pop()
        if anchor is not None:
            self._anchors[anchor] = _Anchor(self.latest, self._size - before)

    def _alias(self, event: _Event) -> Fault | None:
        mark = event.start_mark
        name = event.anchor
        anchor = self._anchors.get(name)
        if anchor is None:
            end = event.end_mark.index
            self._current.append(Scalar(f"*{name}", "", mark.line, mark.column, mark.index, end))
            place = (mark.line, mark.column)
            self._flaws[place] = Fault("unknown-alias", *place, {"name": name})
            return None
        self._current.append(anchor.node)
        self._unused.pop(name, None)
        self._nodes += 1
        self._size += anchor.weight
        self._repeated += anchor.weight
        if self._repeated > MAX_REPEATED:
            return Fault("alias-bomb", mark.line, mark.column, {"limit": f"{MAX_REPEATED:,}"})
        return self._too_many(mark.line) if self._nodes > MAX_NODES else None

    def _document(self, event: _Event) -> Fault | None:
        self._documents += 1
        if self._documents == 1:
            return None
        mark = event.start_mark
        return Fault("second-document", mark.line, mark.column, {})

    def _tagged(self, event: _Event) -> None:
        tag = (event.tag or "").replace("tag:yaml.org,2002:", "!!")
        mark = event.start_mark
        self._flaws[mark.line, mark.column] = Fault(
            "unsupported-tag", mark.line, mark.column, {"tag": tag}
        )

    def _too_many(self, line: int) -> Fault:
        details = {"what": "it has too many entries", "limit": f"{MAX_NODES:,} texts and lists"}
        return Fault("too-big", line, 0, details)
