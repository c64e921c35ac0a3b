"""Opens a package: unpacks its collection to a temporary place, and closes both after."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from flashcards.anki.reading import archive, tables
from flashcards.anki.reading.archive import Archive
from flashcards.anki.reading.collection import AnkiCollection
from flashcards.errors import PackageError
from flashcards.files.temporary import temporary_folder

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
        PackageError: It cannot be read, or not without harm, or there is no room to unpack it.
            Reading on may find so later.
        OSError: The file cannot be read.
    """
    with (
        archive.opened(path) as packed,
        temporary_folder() as folder,
    ):
        database = os.path.join(folder, "collection")
        try:
            packed.unpack_collection(database)
        except OSError as error:
            if error.filename is None:
                raise
            reason = (error.strerror or "the system refused").lower()
            message = (
                f"it cannot be unpacked in {os.path.dirname(folder)} ({reason}): make room there,"
                " or name another folder with TMPDIR"
            )
            raise PackageError(path, message) from error
        with tables.opened(path, database) as (connection, schema):
            # It is read from as it is; and if this program is killed, no gigabytes stay behind.
            with suppress(OSError):
                os.remove(database)
            yield AnkiPackage(AnkiCollection(path, connection, schema), packed)
