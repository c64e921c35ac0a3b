"""From the folders and files a person names to the deck files in them."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from flashcards import starter
from flashcards.files import leftovers

ENDINGS = (".yaml", ".yml")
"""How the names of deck files end."""

_NOT_UTF8 = "its name is not UTF-8; rename it"
_STARTER_PREFIX = "starter:"


class DeckFile(NamedTuple):
    """A deck file found on disk.

    `key` is the name the store keeps it under: its real path, or for the starter collection,
    which moves with every installation, `starter:` and its name there.
    """

    key: str
    path: str
    size: int
    mtime_ns: int

    @property
    def starter(self) -> bool:
        """Tell if the file belongs to the starter collection."""
        return is_of_starter(self.key)


class Found(NamedTuple):
    """The deck files by key, and the folders that could not be looked into, with the reason."""

    files: dict[str, DeckFile]
    closed: dict[str, str]


class Roots(NamedTuple):
    """Folders and files as real paths; `missing` are those that were named and are not there.

    `unread` are the real paths of places that are named as well, by the settings if not for this
    run, and that this run does not read: what lies there waits.
    """

    present: tuple[str, ...]
    missing: tuple[str, ...]
    unread: tuple[str, ...] = ()


class Absent(NamedTuple):
    """Files that are known and not read: their cards may be in those that are.

    `gone` are nowhere. `waiting` are not there either, in a place that is named and may come back;
    `elsewhere` are there, in no place that is named.
    """

    gone: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


def resolve(named: Sequence[str], settled: Sequence[str] = ()) -> Roots:
    """Sort what a person named into what is there and what is not; `settled` are not read.

    A name that is no UTF-8 cannot be kept in the collection, and counts as not there.
    """
    paths = [os.path.realpath(os.path.expanduser(path)) for path in named]
    there = [os.path.exists(path) and is_utf8(path) for path in paths]
    present = dict.fromkeys(path for path, exists in zip(paths, there, strict=True) if exists)
    others = (os.path.realpath(os.path.expanduser(path)) for path in settled)
    return Roots(
        tuple(present),
        tuple(name for name, exists in zip(named, there, strict=True) if not exists),
        tuple(dict.fromkeys(path for path in (*paths, *others) if path not in present)),
    )


def deck_files(roots: Roots) -> Found:
    """Find the deck files under `roots`, each once, by key.

    Folders are searched to any depth, hidden ones and links to folders aside; of the starter
    collection only the folder itself. What a killed program left there unfinished is removed.
    """
    home = os.path.realpath(starter.folder())
    found = Found({}, {})
    for root in roots.present:
        deep = root != home
        walk = _walk(root, found.closed, deep=deep) if os.path.isdir(root) else _single(root)
        for path, status in walk:
            key = key_of(path, home)
            found.files[key] = DeckFile(key, path, status.st_size, status.st_mtime_ns)
    return found


def is_utf8(path: str) -> bool:
    """Tell if a path is text; others have no place in the collection, whose texts are UTF-8."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def key_of(path: str, home: str | None = None) -> str:
    """Give the name the store keeps the file at real path `path` under."""
    home = home or os.path.realpath(starter.folder())
    inside = path.startswith(home + os.sep)
    return _STARTER_PREFIX + path[len(home) + 1 :].replace(os.sep, "/") if inside else path


def is_of_starter(key: str) -> bool:
    """Tell if the file kept under `key` belongs to the starter collection."""
    return key.startswith(_STARTER_PREFIX)


def path_of(key: str) -> str:
    """Give the real path of the file that the store keeps under `key`."""
    if is_of_starter(key):
        name = key.removeprefix(_STARTER_PREFIX).replace("/", os.sep)
        return os.path.join(os.path.realpath(starter.folder()), name)
    return key


def is_there(key: str) -> bool:
    """Tell if the file kept under `key` is on the disk, or may be: a refusal is no absence."""
    try:
        os.stat(path_of(key))
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def covers(roots: Roots, key: str) -> bool:
    """Tell if the file kept under `key` lies where `roots` were read, so that its absence tells."""
    return lies_in(roots.present, key)


def lies_in(places: Iterable[str], key: str) -> bool:
    """Tell if the file kept under `key` is, or lies below, one of the `places`."""
    path = path_of(key)
    return any(path == place or path.startswith(place + os.sep) for place in places)


def _single(path: str) -> Iterator[tuple[str, os.stat_result]]:
    yield path, os.stat(path)


def _walk(
    folder: str, closed: dict[str, str], *, deep: bool
) -> Iterator[tuple[str, os.stat_result]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        closed[folder] = error.strerror or "the system refused"
        return
    for entry in entries:
        if entry.name.startswith("."):
            if leftovers.is_unfinished(entry.name):
                leftovers.sweep_up([entry.path])
            continue
        if not is_utf8(entry.path):
            if entry.name.endswith(ENDINGS) or entry.is_dir(follow_symlinks=False):
                closed[entry.path] = _NOT_UTF8
            continue
        if entry.is_dir(follow_symlinks=False):
            if deep:
                yield from _walk(entry.path, closed, deep=True)
        elif entry.name.endswith(ENDINGS):
            yield from _file(entry)


def _file(entry: os.DirEntry[str]) -> Iterator[tuple[str, os.stat_result]]:
    try:
        status = entry.stat()
    except OSError:
        # A dangling link: reading it will say so, with its name.
        status = entry.stat(follow_symlinks=False)
        yield entry.path, status
        return
    yield (os.path.realpath(entry.path) if entry.is_symlink() else entry.path), status
