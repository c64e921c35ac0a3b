"""What a file is: a page, Markdown, a table or YAML, by its ending and what stands in it."""

import os
import sys
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from flashcards.importing import markdown, pages, structured, tables
from flashcards.importing.drafts import Harvest
from flashcards.importing.sources import NotImportedError, Source


class Wishes(NamedTuple):
    """What the person says about columns: their order, and other names of fields."""

    columns: tuple[str, ...] = ()
    renamed: Mapping[str, str] = {}


_READERS: Final[dict[str, Callable[[Source, Wishes], Harvest]]] = {
    "page": lambda source, _: pages.read(source),
    "markdown": lambda source, _: markdown.read(source),
    "csv": lambda source, wishes: tables.read(source, wishes.columns, wishes.renamed),
    "yaml": lambda source, wishes: structured.read(source, wishes.renamed),
}
KINDS: Final = tuple(_READERS)
"""The kinds of text that are read, by name."""

_MOST_CHARACTERS: Final = {"page": 1_000_000, "markdown": 4_000_000}
"""Nobody writes longer ones by hand; tables and YAML may be as long as any file that is read."""

_PROBED_CHARACTERS = 200_000

_ENDINGS: Final = {
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "yaml",
    ".md": "markdown",
    ".markdown": "markdown",
}
_PROBES: Final[tuple[tuple[str, Callable[[str], bool]], ...]] = (
    ("page", pages.is_page),
    ("markdown", markdown.is_markdown),
    ("csv", tables.is_table),
)
"""How each kind is told from the others, by the beginning of a text."""


def read(source: Source, kind: str, wishes: Wishes) -> Harvest:
    """Read a file as `kind`, or as what it looks like when that is empty.

    Raises:
        NotImportedError: It is nothing that is known, or not what it should be.
    """
    kind = kind or kind_of(source)
    most = _MOST_CHARACTERS.get(kind, sys.maxsize)
    if len(source.text) > most:
        reason = f"as {kind} it is too long: {most:,} characters are read at most; split it."
        raise NotImportedError(source.path, reason)
    return _READERS[kind](source, wishes)


def kind_of(source: Source) -> str:
    """Tell what a file is: its ending says it, unless it may hold any text."""
    ending = os.path.splitext(source.path)[1].lower()
    named = _ENDINGS.get(ending, "")
    if named in {"csv", "yaml"}:
        return named
    if tables.names_delimiter(source.text):
        return "csv"
    beginning = _beginning(source.text)
    if named == "markdown" and (markdown.is_markdown(beginning) or not pages.is_page(beginning)):
        return named
    for kind, fits in _PROBES:
        if fits(beginning):
            return kind
    if structured.is_structured(source.text):
        return "yaml"
    reason = (
        "it is not clear what this is: no page with sections, no cards in Markdown, no table, "
        "no YAML; --as page|markdown|csv|yaml says it."
    )
    raise NotImportedError(source.path, reason)


def _beginning(text: str) -> str:
    """Give the first lines of a text, enough to tell what it is."""
    if len(text) <= _PROBED_CHARACTERS:
        return text
    return text[: text.rfind("\n", 0, _PROBED_CHARACTERS) + 1]
