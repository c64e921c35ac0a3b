"""Notes of other people that bear the name of a note here: two may choose the id `tcp-1`.

Who chose an id is not to be seen. So a note in Anki is believed to be the one here where their
texts have something in common; else its answers would be learnt for a card nobody gave them on.
"""

import html
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from flashcards import identity
from flashcards.anki.reading.collection import AnkiCollection
from flashcards.anki.reading.contents import AnkiNote
from flashcards.store import incoming
from flashcards.store.database import Database

_TAG = re.compile(r"<[^>]*>")
_WORD = re.compile(r"\w+")
_LITTLE: Final = 3  # letters of "the", "is", "how", which are in all texts
_IN_COMMON: Final = 1 / 3


class Stranger(NamedTuple):
    """A note in Anki that bears the name of another here: its id, first text, and front here."""

    note: int
    field: str
    front: str


def strangers(database: Database, collection: AnkiCollection) -> Iterator[Stranger]:
    """Give the notes of a package that have nothing in common with the ones here of their name.

    What moved in has a name that only Anki gave: it may read in any way by now.

    Raises:
        PackageError: The package cannot be read.
    """
    for note in collection.notes():
        ours = incoming.written(database, note.guid)
        if ours and identity.in_anki(ours.uid) is None and not _alike(note, ours):
            yield Stranger(note.id, note.beginning, ours.front)


def _alike(note: AnkiNote, ours: incoming.Written) -> bool:
    """Tell if a third of the words in the shorter text are in the other, little words aside."""
    theirs = _words(html.unescape(_TAG.sub(" ", " ".join(note.fields[:2]))))
    here = _words(f"{ours.front} {ours.back}")
    shorter = min(len(theirs), len(here))
    return len(theirs & here) >= shorter * _IN_COMMON


def _words(text: str) -> set[str]:
    found = set(_WORD.findall(text.lower()))
    return {word for word in found if len(word) > _LITTLE} or found
