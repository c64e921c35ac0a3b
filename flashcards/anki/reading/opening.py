"""Opens a package: unpacks its collection to a temporary place, and closes both after."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from flashcards.anki.reading import archive, tables
from flashcards.anki.reading.archive import Archive
from flashcards.anki.reading.collection import AnkiCollection
from flashcards.temporary import temporary_folder

ENDINGS = (".apkg", ".colpkg")
"""How the names of packages end: some decks, or a whole collection."""


class AnkiPackage(NamedTuple):
    """An open package: its collection, and the zip with images and sounds."""

    collection: AnkiCollection
    archive: Archive


@contextmanager
def opened(path: str) -> Iterator[AnkiPackage]:
    """Open the package at `path`, of any current format.

    Raises:
        PackageError: It cannot be read, or not without harm. Reading on may find so later.
        OSError: The file cannot be read, or there is no room to unpack it.
    """
    with (
        archive.opened(path) as packed,
        temporary_folder() as folder,
    ):
        database = os.path.join(folder, "collection")
        packed.unpack_collection(database)
        with tables.opened(path, database) as (connection, schema):
            # It is read from as it is; and if this program is killed, no gigabytes stay behind.
            with suppress(OSError):
                os.remove(database)
            yield AnkiPackage(AnkiCollection(path, connection, schema), packed)
