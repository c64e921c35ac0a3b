"""Notes of other people that bear the name of a note here: two may choose the id `tcp-1`.

Who chose an id is not to be seen. So a note in Anki is believed to be the one here where their
texts have something in common; else its answers would be learnt for a card nobody gave them on.
A name that is made of texts, or of a GUID, nobody else has for something else.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from flashcards import identity
from flashcards.anki import fields
from flashcards.anki.reading.collection import AnkiCollection
from flashcards.anki.reading.contents import AnkiNote
from flashcards.model import is_born_name
from flashcards.store import incoming
from flashcards.store.database import Database

_LITTLE: Final = 3  # letters of "the", "is", "how", which are in all texts
_IN_COMMON: Final = 1 / 3


class Stranger(NamedTuple):
    """A note in Anki that bears the name of another here: its id, first field, and front here."""

    note: int
    field: str
    front: str


def strangers(database: Database, collection: AnkiCollection) -> Iterator[Stranger]:
    """Give the notes of a package that have nothing in common with the ones here of their name.

    One that has moved in beside the other is known by now, and none of them.

    Raises:
        PackageError: The package cannot be read.
    """
    for note in collection.notes():
        ours = incoming.written(database, note.guid)
        if ours is None or not _is_chosen(ours) or _alike(note, ours):
            continue
        if not incoming.is_named(database, identity.id_from_anki(note.guid)):
            yield Stranger(note.id, next(filter(None, note.fields), ""), ours.front)


def _is_chosen(ours: incoming.Written) -> bool:
    """Tell if somebody chose the name of a note, or of the topic that it was made of."""
    if not is_born_name(ours.uid):
        return identity.in_anki(ours.uid) is None
    return bool(ours.topic) and not is_born_name(ours.topic)


def _alike(note: AnkiNote, ours: incoming.Written) -> bool:
    """Tell if a third of the words of the text with fewer are in the other, little words aside.

    Where one shows no words at all, nothing speaks against it.
    """
    theirs = fields.words(" ".join(note.fields[:2]))
    here = fields.words(" ".join(map(fields.rendered, (ours.front, ours.back))))
    long = tuple({word for word in side if len(word) > _LITTLE} for side in (theirs, here))
    one, other = long if all(long) else (theirs, here)
    return len(one & other) >= min(len(one), len(other)) * _IN_COMMON
