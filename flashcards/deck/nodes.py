"""A YAML document as a tree: what the author wrote, and where.

Every scalar is the text as written, whatever YAML would resolve it to. Lines and columns count
from 0 here, as the parser gives them; problems count from 1.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple


class Scalar(NamedTuple):
    """One text. ``style`` is empty (plain), a quote, ``|`` or ``>``.

    ``start`` and ``end`` are the characters of the source it was read from, quotes and block
    header included.
    """

    text: str
    style: str
    line: int
    column: int
    start: int
    end: int


class Sequence(NamedTuple):
    """A list. ``flow`` tells ``[a, b]`` from lines that begin with a dash."""

    items: "list[Node]"
    flow: bool
    line: int
    column: int


class Mapping(NamedTuple):
    """A map, keys and values in turn, as written: a key may occur twice.

    ``flow`` tells ``{a: b}`` from lines of their own.
    """

    parts: "list[Node]"
    flow: bool
    line: int
    column: int

    def pairs(self) -> Iterator["tuple[Node, Node]"]:
        """Give each key with its value, in the order of the file."""
        parts = iter(self.parts)
        return zip(parts, parts, strict=True)


Node = Scalar | Sequence | Mapping

_EMPTY = frozenset({"", "~", "null", "Null", "NULL"})
_QUOTES = frozenset({"'", '"'})
_TODO = re.compile(r"\W*todo\W*", re.IGNORECASE)


def is_empty(node: Node) -> bool:
    """Tell whether nothing is written: no text at all, ``~`` or ``null`` without quotes."""
    if isinstance(node, Scalar):
        return not node.text.strip() or (node.style == "" and node.text in _EMPTY)
    return False


def says_todo(text: str) -> bool:
    """Tell whether a text is a stub: ``todo`` in any case."""
    return _TODO.fullmatch(text) is not None


def is_todo(node: Node) -> bool:
    """Tell whether a value is a stub."""
    return isinstance(node, Scalar) and says_todo(node.text)


def is_quoted(node: Node) -> bool:
    """Tell whether a value is a text in quotes."""
    return isinstance(node, Scalar) and node.style in _QUOTES


def is_stub(node: Node) -> bool:
    """Tell whether the author left a value open: ``todo``, or nothing at all."""
    return is_empty(node) or is_todo(node)
