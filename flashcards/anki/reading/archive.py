"""The zip around a package: which format it is, its database, its images and sounds, in bounds.

Nothing is believed of the sizes that are declared, and nothing is ever unpacked under a name that
the package chose.
"""

import errno
import json
import os
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import IO, Final, NamedTuple

import zstandard

from flashcards.anki.reading import wire
from flashcards.errors import PackageError
from flashcards.text import on_one_line

LARGEST_COLLECTION: Final = 4 * 1024**3
"""The most bytes a collection may have when unpacked; one with a million notes has a quarter."""

LARGEST_MEDIUM: Final = 512 * 1024**2
"""The most bytes an image or sound may have when unpacked."""

LARGEST_RATIO: Final = 250
"""How many times its packed size a member may have; texts and tables come to twenty at most."""

_FREE_BYTES: Final = 16 * 1024**2  # small files may be packed as tightly as they like
_LARGEST_LIST: Final = 64 * 1024**2
_FREE_LIST: Final = 1024**2
_LARGEST_ENTRY: Final = (
    2048  # of a list: a name of 255 bytes, each written as six at most, and sums
)
_LARGEST_META: Final = 1024**2
_LARGEST_WINDOW: Final = 128 * 1024**2
_PIECE: Final = 1024**2
_PACKED_PIECE: Final = 1024  # a bomb makes 32 MB of it, and is seen then

_LEGACY_1, _LEGACY_2, _LATEST = 1, 2, 3
_COLLECTIONS: Final = {
    _LEGACY_1: "collection.anki2",
    _LEGACY_2: "collection.anki21",
    _LATEST: "collection.anki21b",
}
_RESERVED: Final = frozenset('/\\:*?"<>|')
_FAILURES = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    zstandard.ZstdError,
    EOFError,
    NotImplementedError,  # zipfile's own, of a compression that it cannot read
    RuntimeError,
    UnicodeDecodeError,
    ValueError,
    OverflowError,
)


_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class Medium(NamedTuple):
    """The member that holds an image or sound, and the size it should have, if that is said."""

    member: str
    size: int | None


class Archive(NamedTuple):
    """An open package: its path, its format, its images and sounds by the names notes use."""

    path: str
    file: zipfile.ZipFile
    format: int
    media: Mapping[str, Medium]

    def unpack_collection(self, target: str) -> None:
        """Write the database to `target`. Raises PackageError when it cannot be had whole."""
        name = _COLLECTIONS[self.format]
        with _failures_in_words(self.path):
            _write(target, self._pieces(name, LARGEST_COLLECTION))

    def unpack_medium(self, name: str, target: str) -> None:
        """Write the image or sound called `name` to `target`. Raises PackageError as above."""
        medium = self.media[name]
        with _failures_in_words(self.path):
            size = _write(target, self._pieces(medium.member, LARGEST_MEDIUM))
            if medium.size not in {None, size}:
                raise EOFError

    def _pieces(self, member: str, most: int) -> Iterator[bytes]:
        return _pieces(self.file, member, most, packed_twice=self.format == _LATEST)


@contextmanager
def opened(path: str) -> Iterator[Archive]:
    """Open the package at `path`.

    Raises:
        PackageError: It is no package, or one that is damaged or made to do harm.
        OSError: The file cannot be read.
    """
    # A folder cannot be read, and a pipe would be waited for.
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise PackageError(path, "this is no regular file")
    with ExitStack() as stack:
        stream = stack.enter_context(open(path, "rb"))
        with _failures_in_words(path):
            if not zipfile.is_zipfile(stream):
                raise PackageError(path, "this is no Anki package, or only a part of one")
            file = stack.enter_context(zipfile.ZipFile(stream))
            found = _format(path, file)
            media = _media(path, file, found)
        yield Archive(path, file, found, media)


def _format(path: str, file: zipfile.ZipFile) -> int:
    """Tell how a package is written; the oldest say nothing of it."""
    names = set(file.namelist())
    found = _LEGACY_2 if _COLLECTIONS[_LEGACY_2] in names else _LEGACY_1
    if "meta" in names:
        meta = b"".join(_pieces(file, "meta", _LARGEST_META, packed_twice=False))
        found = wire.number(meta, 1)
        if not found:
            raise ValueError
        if found not in _COLLECTIONS:
            raise PackageError(path, f"its format ({found}) is newer than this program knows")
    if _COLLECTIONS[found] not in names:
        raise PackageError(path, "there is no collection in it")
    return found


def _media(path: str, file: zipfile.ZipFile, found: int) -> dict[str, Medium]:
    """Give the images and sounds of a package by name; what is listed without a file is not."""
    members = set(file.namelist())
    if "media" not in members:
        return {}
    # A list of what is not there costs more than it weighs: it may have what the members take.
    most = min(_LARGEST_LIST, _FREE_LIST + _LARGEST_ENTRY * len(members))
    written = b"".join(_pieces(file, "media", most, packed_twice=found == _LATEST))
    media = dict(_new_list(written) if found == _LATEST else _old_list(written))
    for name in media:
        if not _is_harmless(name):
            reason = f"it names a file that may not be written, {on_one_line(name)[:80]}"
            raise PackageError(path, reason)
    return {name: medium for name, medium in media.items() if medium.member in members}


def _new_list(written: bytes) -> Iterator[tuple[str, Medium]]:
    entries = [entry for key, entry in wire.fields(written) if key == 1]
    for place, entry in enumerate(entries):
        if not isinstance(entry, bytes):
            raise ValueError  # noqa: TRY004 - what the format forbids is a wrong value
        yield wire.text(entry, 1), Medium(str(place), wire.number(entry, 2))


def _old_list(written: bytes) -> Iterator[tuple[str, Medium]]:
    entries = json.loads(written)
    if not isinstance(entries, dict) or not all(isinstance(v, str) for v in entries.values()):
        raise ValueError
    for member, name in entries.items():
        yield name, Medium(member, None)


def _is_harmless(name: str) -> bool:
    """Tell if a name is that of a file in the folder it is put in, on any system."""
    return (
        0 < len(name.encode("utf-8", "replace")) <= 255  # noqa: PLR2004 - what file systems take
        and name not in {".", ".."}
        and not any(sign in _RESERVED or ord(sign) < ord(" ") for sign in name)
    )


def _pieces(
    file: zipfile.ZipFile, member: str, most: int, *, packed_twice: bool
) -> Iterator[bytes]:
    """Unpack a member piece by piece, as far as the bounds let it."""
    entry = file.getinfo(member)
    if entry.flag_bits & 1:
        reason = "is encrypted"
        raise _BoundsError(reason)
    _check_size(entry.file_size, entry.compress_size, most)
    size = 0
    with file.open(entry) as packed:
        for piece in _unpacked(packed) if packed_twice else _read(packed):
            size += len(piece)
            _check_size(size, entry.compress_size, most)
            yield piece


def _write(target: str, pieces: Iterable[bytes]) -> int:
    """Write a file and give its size; what the system refuses is said of that file.

    Raises:
        OSError: It cannot be written: there is no room, or it may not be so large.
    """
    size = 0
    with _named(target), open(target, "wb", buffering=0) as file:
        for piece in pieces:
            rest = memoryview(piece)
            while rest:
                rest = rest[file.write(rest) :]
            size += len(piece)
    return size


@contextmanager
def _named(target: str) -> Iterator[None]:
    """Name the file in errors that the system gives without one."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in _NO_ROOM:
            raise OSError(error.errno, error.strerror, target) from error
        raise


def _unpacked(packed: IO[bytes]) -> Iterator[bytes]:
    """Unpack what was packed by zstd; its own reader takes half a frame for a whole one."""
    decompressor = zstandard.ZstdDecompressor(max_window_size=_LARGEST_WINDOW)
    frame = decompressor.decompressobj()
    while piece := packed.read(_PACKED_PIECE):
        while piece:
            if frame.eof:
                frame = decompressor.decompressobj()
            yield frame.decompress(piece)
            piece = frame.unused_data
    if not frame.eof:
        raise EOFError


def _read(stream: IO[bytes]) -> Iterator[bytes]:
    while piece := stream.read(_PIECE):
        yield piece


class _BoundsError(Exception):
    """A member is more than a package may hold; the message ends the sentence about it."""


def _check_size(size: int, packed: int, most: int) -> None:
    if size > most:
        reason = f"would have more than {most // 1024**2:,} MB when unpacked"
        raise _BoundsError(reason)
    if size > _FREE_BYTES and size > LARGEST_RATIO * max(packed, 1):
        reason = f"would be more than {LARGEST_RATIO} times as large when unpacked"
        raise _BoundsError(reason)


@contextmanager
def _failures_in_words(path: str) -> Iterator[None]:
    try:
        yield
    except _BoundsError as error:
        raise PackageError(path, f"something in it {error}") from error
    except _FAILURES as error:
        raise PackageError(path, "the file is damaged") from error
    except OSError as error:
        # A member that would begin before the file does: no place to go to.
        if error.errno != errno.EINVAL:
            raise
        raise PackageError(path, "the file is damaged") from error
