"""The cache of deck files: which were read, when, and how many faults they had.

Looked at by every start of the program, so that unchanged decks are not read again.
"""

from collections.abc import Container
from typing import NamedTuple

from flashcards.store.database import Database

UNREAD = -1
"""The time of a file that is to be read again, though its own did not change."""


class CachedFile(NamedTuple):
    """A deck file as it was when it was last read."""

    id: int
    size: int
    mtime_ns: int
    format: int


def cached_files(database: Database) -> dict[str, CachedFile]:
    """Give the deck files known and not gone, by path."""
    rows = database.execute(
        "SELECT path, id, size, mtime_ns, format FROM deck_files WHERE gone = 0"
    )
    return {row[0]: CachedFile(*row[1:]) for row in rows}


def doubt_media(database: Database) -> None:
    """Have files with faults of images or sounds read again: these may have come there since.

    A deck does not change by it, so no start of the program would notice.
    """
    database.execute(
        "UPDATE deck_files SET format = 0 WHERE gone = 0 AND problems LIKE '%\"media-%'"
    )


def digests(database: Database) -> dict[str, bytes]:
    """Give the digest of each file's bytes, by path."""
    return dict(database.execute("SELECT path, digest FROM deck_files WHERE gone = 0").fetchall())


def files_with(database: Database, code: str) -> list[str]:
    """Give the paths of the files in which a problem called `code` was found."""
    rows = database.execute(
        "SELECT path FROM deck_files WHERE gone = 0 AND EXISTS"
        " (SELECT 1 FROM json_each(problems) WHERE json_extract(value, '$[0]') = ?) ORDER BY path",
        (code,),
    )
    return [path for (path,) in rows]


def files_with_errors(database: Database) -> list[str]:
    """Give the paths of the files in which a fault keeps something away."""
    rows = database.execute(
        "SELECT path FROM deck_files WHERE gone = 0 AND errors > 0 AND readable ORDER BY path"
    )
    return [path for (path,) in rows]


def error_count(database: Database, paths: Container[str]) -> tuple[int, int]:
    """Count the errors of those of `paths` that have any, and these files."""
    rows = database.execute("SELECT path, errors FROM deck_files WHERE gone = 0 AND errors > 0")
    errors = [count for path, count in rows if path in paths]
    return sum(errors), len(errors)
