"""A deck file laid out for the eye: the writer that knows lists, maps and comments, no dumper."""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from .scalars import STEP, in_brackets, quoted, scalar, words


class Words(NamedTuple):
    """Short texts without blanks, in brackets on one line."""

    words: tuple[str, ...]


class Row(NamedTuple):
    """Texts, and words that mean what YAML makes of them, in brackets on one line."""

    items: "tuple[str | Bare, ...]"


class Bare(NamedTuple):
    """A word that means what YAML makes of it: ``true``."""

    word: str


class Quoted(NamedTuple):
    """A text that would mean something else without quotes: ``'todo'``."""

    text: str


class Items(NamedTuple):
    """A list, each item behind a dash; ``apart`` puts a blank line between them."""

    items: "tuple[Value, ...]"
    apart: bool = False


class Field(NamedTuple):
    """A key with its value, and a comment behind it; ``apart`` puts a blank line above it."""

    key: str
    value: "Value"
    comment: str = ""
    apart: bool = False


class Fields(NamedTuple):
    """A map, in the order in which it is to be written."""

    fields: tuple[Field, ...]


Value: TypeAlias = str | Words | Row | Bare | Quoted | Items | Fields


class Columns(NamedTuple):
    """How a list is set out: the columns of its dashes, and of what stands behind them."""

    dash: int = STEP
    entry: int = 2 * STEP


IN_A_NEW_LIST: Final = Columns()
"""Where the entries of ``cards`` and ``topics`` stand in a file that this program starts."""


def lines(fields: Fields, indent: int = 0) -> Iterator[str]:
    """Give the lines of a map whose keys stand `indent` blanks in."""
    for number, field in enumerate(fields.fields):
        if field.apart and number:
            yield ""
        yield from field_lines(field, indent)


def field_lines(field: Field, indent: int) -> Iterator[str]:
    """Give the lines of a key and its value, the key `indent` blanks in."""
    first, *rest = value_lines(field.value, Columns(indent + STEP, indent + 2 * STEP), indent)
    comment = f"  # {field.comment}" if field.comment else ""
    yield f"{' ' * indent}{field.key}:{first and f' {first}'}{comment}"
    yield from rest


def value_lines(value: Value, columns: Columns, indent: int) -> list[str]:
    """Give what stands behind a key, and the lines below it.

    A list is set out in `columns`; other things stand deeper than the key, which is `indent`
    blanks in.
    """
    if isinstance(value, Items):
        return ["", *item_lines(value, columns)]
    if isinstance(value, Fields):
        return ["", *lines(value, indent + STEP)]
    return _text_lines(value, indent)


def item_lines(items: Items, columns: Columns) -> Iterator[str]:
    """Give the lines of a list."""
    for number, item in enumerate(items.items):
        if items.apart and number:
            yield ""
        first, *rest = entry_lines(item, columns)
        yield " " * columns.dash + "-" + " " * (columns.entry - columns.dash - 1) + first
        yield from rest


def entry_lines(value: Value, columns: Columns) -> list[str]:
    """Give what stands behind the dash of an entry, and the lines below it."""
    if isinstance(value, Items | Fields):
        inner = Columns(columns.entry, columns.entry + STEP)
        below = item_lines(value, inner) if isinstance(value, Items) else lines(value, inner.dash)
        first, *rest = below
        return [first[columns.entry :], *rest]
    return _text_lines(value, columns.dash)


def bracketed(value: Value) -> str:
    """Write a value on one line, as it may stand between brackets."""
    if isinstance(value, Fields):
        return (
            "{"
            + ", ".join(f"{field.key}: {bracketed(field.value)}" for field in value.fields)
            + "}"
        )
    if isinstance(value, Items):
        return "[" + ", ".join(map(bracketed, value.items)) + "]"
    if isinstance(value, str):
        return in_brackets(value)
    return _text_lines(value, 0)[0]


def _text_lines(value: str | Words | Row | Bare | Quoted, indent: int) -> list[str]:
    """Give the lines of a value whose key or dash stands `indent` blanks in."""
    if isinstance(value, Words):
        return [words(value.words)]
    if isinstance(value, Row):
        return ["[" + ", ".join(map(bracketed, value.items)) + "]"]
    if isinstance(value, Bare):
        return [value.word]
    if isinstance(value, Quoted):
        return [quoted(value.text)]
    return scalar(value, indent + STEP).split("\n")
