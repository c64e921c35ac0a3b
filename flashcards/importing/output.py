"""Where an import goes: a new deck file, or the end of one that is there."""

import os
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import Final, NamedTuple

from flashcards.deck import growing, reading
from flashcards.deck.changes import Append, Change
from flashcards.deck.growing import Grown
from flashcards.deck.splicing import Edit
from flashcards.errors import NotWrittenError
from flashcards.files.writing import create, replace
from flashcards.importing import decks
from flashcards.importing.decks import Gathered
from flashcards.importing.merging import Merge
from flashcards.notes import Deck, Severity
from flashcards.text import clean

_ENDINGS: Final = (".yaml", ".yml")
_SCHEMA = "deck.schema.json"


class Target(NamedTuple):
    """The deck file to write: ``before`` and ``deck`` are what it holds, if it is there."""

    path: str
    before: bytes | None = None
    deck: Deck | None = None


def target(path: str) -> Target:
    """Look at the deck file an import is to go to.

    Raises:
        NotWrittenError: Its name has not the ending of a deck, or there is something else.
    """
    if os.path.isdir(path) or not os.path.basename(path):
        message = f"{path} was not written: it is a folder. Name a deck file in it."
        raise NotWrittenError(message)
    if os.path.splitext(path)[1].lower() not in _ENDINGS:
        message = f"{path} was not written: decks end in .yaml. Name it {path}.yaml."
        raise NotWrittenError(message)
    if not os.path.lexists(path):
        return Target(path)
    deck = reading.load(path)
    if not deck.readable:
        fault = next(p for p in deck.problems if p.severity is Severity.ERROR)
        place = f"{path}:{fault.line}:{fault.column}"
        message = f"{place}: nothing was written, for this is no deck. {fault.message}"
        raise NotWrittenError(message)
    with open(path, "rb") as file:
        return Target(path, file.read(), deck)


class Folder:
    """A folder of decks that an import goes to: each deck into the file that holds it, if any."""

    def __init__(self, path: str) -> None:
        """Look at the decks that lie there; what cannot be read as a deck is none to add to.

        Raises:
            NotWrittenError: There is something else than a folder.
        """
        if os.path.lexists(path) and not os.path.isdir(path):
            message = f"{path} is no folder. Name one, or a deck file: {path}.yaml."
            raise NotWrittenError(message)
        self._path = path
        self._by_deck: dict[str, Target] = {}
        self._given: set[str] = set()
        for name in sorted(os.listdir(path)) if os.path.isdir(path) else ():
            if name.lower().endswith(_ENDINGS) and not name.startswith("."):
                self._take(os.path.join(path, name))

    def _take(self, path: str) -> None:
        with suppress(NotWrittenError, OSError):
            found = target(path)
            if found.deck is not None:
                self._by_deck.setdefault(_same(found.deck.name), found)

    def target(self, deck: str, stem: str) -> Target:
        """Give the file that holds `deck`, else one that is to be made: `stem`, or with a number.

        No two decks are given one file.
        """
        found = self._by_deck.pop(_same(deck), None)
        if found is not None:
            return found
        for number in count(1):
            name = f"{stem}.yaml" if number == 1 else f"{stem}-{number}.yaml"
            path = os.path.join(self._path, name)
            if name not in self._given and not os.path.lexists(path):
                self._given.add(name)
                return Target(path)
        raise AssertionError


def _same(deck: str) -> str:
    """Give the form in which a deck's name compares: as it is read from a file."""
    parts = (part.strip(" :") for part in " ".join(clean(deck).split()).split("::"))
    return "::".join(filter(None, parts))


def content(
    to: Target, found: Gathered, comments: tuple[str, ...], merged: Sequence[Merge] = ()
) -> Grown:
    """Give the whole deck file with what was found, and what is `merged` into its topics.

    Raises:
        NotWrittenError: There is no sure place for it in the deck that is there.
    """
    if to.before is not None and to.deck is not None and to.before.strip():
        own = decks.with_own_tags(found)
        whole = own._replace(topics=(*own.topics, *(merge.topic for merge in merged)))
        alone = reading.read(decks.document(whole, ()).encode(), to.path)
        changes: list[Change] = [change for merge in merged for change in merge.changes]
        changes += (Append((key,), items) for key, items in decks.lists(own))
        return growing.grow(to.before, to.deck, changes, alone)
    if os.path.exists(os.path.join(os.path.dirname(to.path), _SCHEMA)):
        comments = (decks.SCHEMA_LINE, *comments)
    text = decks.document(decks.with_shared_tags(found), comments)
    return Grown("", (Edit(0, 0, text),), text.encode())


def take_back(to: Target, after: bytes) -> None:
    """Undo `write`: the deck file is again as it was before, if nobody changed it since.

    Raises:
        NotWrittenError: The system refused, or the file changed meanwhile.
    """
    if to.before is not None:
        replace(to.path, after, to.before)
        return
    with open(to.path, "rb") as file:
        ours = file.read() == after
    if ours:
        os.remove(to.path)


def write(to: Target, after: bytes) -> str:
    """Put the deck file in its place, wholly or not at all, and give the folder made for it.

    Raises:
        NotWrittenError: The system refused, or the file changed meanwhile.
    """
    if to.before is not None:
        replace(to.path, to.before, after)
        return ""
    return create(to.path, after)
