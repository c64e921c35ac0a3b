"""A deck file laid out for the eye: the writer that knows lists, maps and comments, no dumper."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from flashcards.deck.scalars import STEP, scalar, words


class Words(NamedTuple):
    """Short texts without blanks, in brackets on one line."""

    words: tuple[str, ...]


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


Value: TypeAlias = str | Words | Items | Fields


def lines(fields: Fields, indent: int = 0) -> Iterator[str]:
    """Give the lines of a map whose keys stand `indent` blanks in."""
    for number, field in enumerate(fields.fields):
        if field.apart and number:
            yield ""
        yield from _field(field, indent)


def item_lines(items: Items, indent: int) -> Iterator[str]:
    """Give the lines of a list whose dashes stand `indent` blanks in."""
    for number, item in enumerate(items.items):
        if items.apart and number:
            yield ""
        yield from _item(item, indent)


def _field(field: Field, indent: int) -> Iterator[str]:
    pad = " " * indent
    comment = f"  # {field.comment}" if field.comment else ""
    value = field.value
    if isinstance(value, str):
        first, *rest = scalar(value, indent + STEP).split("\n")
        yield f"{pad}{field.key}: {first}{comment}"
        yield from rest
    elif isinstance(value, Words):
        yield f"{pad}{field.key}: {words(value.words)}{comment}"
    else:
        yield f"{pad}{field.key}:{comment}"
        yield from _inside(value, indent + STEP)


def _inside(value: Items | Fields, indent: int) -> Iterator[str]:
    return item_lines(value, indent) if isinstance(value, Items) else lines(value, indent)


def _item(value: Value, indent: int) -> Iterator[str]:
    pad = " " * indent
    if isinstance(value, str):
        first, *rest = scalar(value, indent + STEP).split("\n")
    elif isinstance(value, Words):
        first, rest = words(value.words), []
    else:
        first, *rest = _inside(value, indent + STEP)
        first = first[indent + STEP :]
    yield f"{pad}- {first}"
    yield from rest
