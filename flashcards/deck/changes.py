"""The changes that a deck file may be asked for: each names its place by keys and numbers."""

from typing import NamedTuple, TypeAlias

from .layout import Field, Fields, Items, Value

Path: TypeAlias = tuple[str | int, ...]
"""The way from the top of a file to a value: keys of maps, and numbers (from 0) in lists."""


class Append(NamedTuple):
    """`items` at the end of the list at `path`; a list of the file's top is begun if need be."""

    path: Path
    items: Items


class Insert(NamedTuple):
    """A new key in the map at `path`, behind the nearest of those that `order` puts before it."""

    path: Path
    field: Field
    order: tuple[str, ...]


class Fill(NamedTuple):
    """`value` in place of the stub at `path`, and of a comment behind it that is one of `remarks`.

    Other comments stay.
    """

    path: Path
    value: Value
    remarks: frozenset[str] = frozenset()


class Unfold(NamedTuple):
    """The text at `path`, an entry of a list, becomes the `key` of a map with `fields` below."""

    path: Path
    key: str
    fields: Fields


Change: TypeAlias = Append | Insert | Fill | Unfold
