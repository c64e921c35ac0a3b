"""A deck file laid out for the eye: the writer that knows lists, maps and comments, no dumper."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from flashcards.deck.scalars import STEP, scalar, words


class Words(NamedTuple):
    """Short texts without blanks, in brackets on one line."""

    words: tuple[str, ...]


class Bare(NamedTuple):
    """A word that means what YAML makes of it: ``true``."""

    word: str


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


Value: TypeAlias = str | Words | Bare | Items | Fields


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
    if isinstance(value, Items | Fields):
        yield f"{pad}{field.key}:{comment}"
        yield from _inside(value, indent + STEP)
    else:
        first, *rest = _text_lines(value, indent)
        yield f"{pad}{field.key}: {first}{comment}"
        yield from rest


def _item(value: Value, indent: int) -> Iterator[str]:
    if isinstance(value, Items | Fields):
        first, *rest = _inside(value, indent + STEP)
        first = first[indent + STEP :]
    else:
        first, *rest = _text_lines(value, indent)
    yield f"{' ' * indent}- {first}"
    yield from rest


def _inside(value: Items | Fields, indent: int) -> Iterator[str]:
    return item_lines(value, indent) if isinstance(value, Items) else lines(value, indent)


def _text_lines(value: str | Words | Bare, indent: int) -> list[str]:
    """Give the lines of a value whose key or dash stands `indent` blanks in."""
    if isinstance(value, Words):
        return [words(value.words)]
    if isinstance(value, Bare):
        return [value.word]
    return scalar(value, indent + STEP).split("\n")
