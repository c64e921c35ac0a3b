"""Puts files in their place: each is whole or not there, and on the disk on return.

What is to be written goes into a temporary file beside its place first. It then takes the name in
one step, and the folder is written to the disk as well, for a name is an entry of its folder.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EINVAL, EPERM, EROFS
from typing import BinaryIO, Final, NamedTuple

from flashcards.errors import FlashcardsError, NotWrittenError, is_full, reason_of
from flashcards.files.locks import alone
from flashcards.files.temporary import TemporaryFile, temporary_file

_WRITABLE: Final = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_HEAD_BYTES: Final = 4096


class ChangedError(NotWrittenError):
    """The file is not the one that was read any more: read it again, and write anew."""


class TakenError(NotWrittenError):
    """There is something in the place of a new file, which is left as it is."""


class Kind(NamedTuple):
    """A kind of output: what it is called, how its names end, and if a file is such a one.

    `is_ours` is given the first bytes of a file, 4096 at most, and tells if this program wrote it.
    """

    name: str
    endings: tuple[str, ...]
    is_ours: Callable[[bytes], bool]


def create(path: str, data: bytes) -> str:
    """Write a new file, and the folders it lies in where they are missing.

    Returns the outermost folder that was made, so that it can be said; empty if none was. A name
    that is taken stays with who has it, also if that came in the meantime.

    Raises:
        TakenError: There is something at `path`, be it a link that leads nowhere.
        NotWrittenError: The system refused.
    """
    path = os.path.abspath(path)
    folder = os.path.dirname(path)
    missing = _missing(folder)
    made = missing[-1] if missing else ""
    with _refusals(path):
        try:
            _make(missing)
            with temporary_file(path) as new:
                new.file.write(data)
                put_new(new, path)
        except BaseException:
            for one in missing:
                with suppress(OSError):
                    os.rmdir(one)
            raise
    return made


def put_new(new: TemporaryFile, path: str, mode: int | None = None) -> None:
    """Give a temporary file, written to its end, the name `path`, which nobody may have.

    It gets the mode of any new file, or the one that is given.

    Raises:
        TakenError: There is something at `path`.
        OSError: The system refused.
    """
    _seal(new, _usual_mode() if mode is None else mode)
    try:
        _name(new.path, path)
    except FileExistsError as error:
        message = f"{path} is there already, and was left as it is."
        raise TakenError(message) from error
    try:
        settle(os.path.dirname(path))
    except OSError:
        with suppress(OSError):
            os.remove(path)
        raise


def put_over(new: TemporaryFile, path: str, mode: int) -> None:
    """Put a temporary file, written to its end, in the place of whatever is at `path`.

    Raises:
        OSError: The system refused.
    """
    _seal(new, mode)
    os.replace(new.path, path)
    settle(os.path.dirname(path))


def replace(path: str, before: bytes, after: bytes) -> None:
    """Put `after` in the place of the file at `path`, which holds `before`.

    It keeps its mode; a link stays a link, and the file it leads to is replaced.

    Raises:
        ChangedError: The file no longer holds `before`; it is as it was.
        NotWrittenError: It is read-only, or the system refused.
        FlashcardsError: It was written, and the disk did not confirm it.
    """
    real = os.path.realpath(path)
    with _refusals(path):
        mode = _mode_of(path, real)
        with temporary_file(real) as new:
            new.file.write(after)
            _seal(new, mode)
            with alone(os.path.dirname(real)):
                with open(real, "rb") as file:
                    now = file.read()
                if now != before:
                    raise ChangedError(
                        _sentence(
                            path, "it changed in the meantime", "Save it, and run this once more"
                        )
                    )
                os.replace(new.path, real)
            _confirm(path, real)


def check(path: str, kind: Kind) -> None:
    """Look if an output of this kind may be written to `path`, before the work is done.

    Raises:
        NotWrittenError: The name does not end like one, or there is something else.
    """
    if not path.lower().endswith(kind.endings):
        ending = kind.endings[0]
        raise NotWrittenError(
            _sentence(path, f"{kind.name} ends in {ending}", f"Name it {_stem(path)}{ending}")
        )
    real = os.path.realpath(path)
    with _refusals(path):
        if not os.path.lexists(real):
            if os.path.islink(path):
                raise NotWrittenError(_sentence(path, "it is no regular file", _ANOTHER))
            return
        _mode_of(path, real)
        with open(real, "rb") as file:
            head = file.read(_HEAD_BYTES)
        if head and not kind.is_ours(head):
            reason = f"what is there is not {kind.name} of this program"
            raise NotWrittenError(_sentence(path, reason, _ANOTHER))


def write(path: str, kind: Kind, fill: Callable[[BinaryIO], object]) -> None:
    """Write an output of a kind to `path`, where nothing is or one of the same kind.

    `fill` is given a binary file to write to. A link is followed to such a file.

    Raises:
        NotWrittenError: There is something else, or the system refused; it is as it was.
    """
    check(path, kind)
    real = os.path.realpath(path)
    with _refusals(path), temporary_file(real) as new:
        fill(new.file)
        is_new = not os.path.lexists(real)
        if is_new:
            put_new(new, real)
            return
        _seal(new, _mode_of(path, real))
        with alone(os.path.dirname(real)):
            check(path, kind)  # it may have become another while `fill` was at work
            os.replace(new.path, real)
        _confirm(path, real)


def keep(path: str, data: bytes) -> None:
    """Write a file of the program's own, over the one before; nobody else may read it.

    It is whole whatever ends the program. The disk is not waited for: this is done at every key.

    Raises:
        OSError: The system refused; the one before is as it was.
    """
    os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    with temporary_file(path) as new:
        new.file.write(data)
        new.file.close()
        os.replace(new.path, path)


_ANOTHER: Final = "Choose another name"


def _missing(folder: str) -> list[str]:
    """Return the folders of a path that are not there, the innermost first."""
    missing = []
    while folder and not os.path.lexists(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    return missing


def _make(missing: list[str]) -> None:
    for folder in reversed(missing):
        with suppress(FileExistsError):
            os.mkdir(folder)
        settle(os.path.dirname(folder))


def _seal(new: TemporaryFile, mode: int) -> None:
    """Have what was written on the disk, and close the file: Windows renames none that is open."""
    try:
        new.file.flush()
        os.fsync(new.file.fileno())
    except OSError as error:
        raise OSError(error.errno, error.strerror, new.path) from error
    new.file.close()
    os.chmod(new.path, mode)


def _name(source: str, path: str) -> None:
    """Give a file the name `path`, and never take it from another file."""
    try:
        os.link(source, path)
    except FileExistsError:
        raise
    except (OSError, AttributeError, NotImplementedError):
        # There are no links on such a disk. Windows refuses to rename onto a file; elsewhere
        # those who write through here wait for each other.
        with alone(os.path.dirname(path)):
            if os.path.lexists(path):
                raise FileExistsError from None
            os.rename(source, path)


def _mode_of(path: str, real: str) -> int:
    """Return the mode of the file that is to be replaced.

    Raises:
        NotWrittenError: It may not be written, or is no file.
    """
    status = os.stat(real)
    if stat.S_ISDIR(status.st_mode):
        raise NotWrittenError(_sentence(path, "it is a folder", "Name a file in it"))
    if not stat.S_ISREG(status.st_mode):
        raise NotWrittenError(_sentence(path, "it is no regular file", _ANOTHER))
    if not status.st_mode & _WRITABLE or not os.access(real, os.W_OK):
        raise NotWrittenError(_sentence(path, "it is read-only", "Change its mode"))
    return stat.S_IMODE(status.st_mode)


def _usual_mode() -> int:
    """Return the mode of a new file: a temporary one is for its owner alone."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def settle(folder: str) -> None:
    """Have the folder's new entry on the disk, where the system knows how."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != EINVAL:  # some disks of the network have no such thing
            raise
    finally:
        os.close(handle)


def _confirm(path: str, real: str) -> None:
    """Have the folder of a file that took its place on the disk.

    Raises:
        FlashcardsError: The system refused; the file is there, and whole.
    """
    try:
        settle(os.path.dirname(real))
    except OSError as error:
        message = (
            f"{path} was written, but may be lost in a power cut: {reason_of(error)}. "
            "Look at its disk."
        )
        raise FlashcardsError(message) from error


@contextmanager
def _refusals(path: str) -> Iterator[None]:
    """Turn what the system refuses in the body into a sentence."""
    try:
        yield
    except OSError as error:
        raise NotWrittenError(_sentence(path, _reason(path, error), _advice(error))) from error


def _reason(path: str, error: OSError) -> str:
    """Say why, and of what if it is not the file itself: a folder above it that is none."""
    if isinstance(error, NotADirectoryError):
        above = os.path.dirname(os.path.abspath(path))
        while not os.path.lexists(above):
            above = os.path.dirname(above)
        return f"{above} is no folder"
    return reason_of(error)


def _advice(error: OSError) -> str:
    if is_full(error):
        return "Make room on it, and run this once more"
    if error.errno in {EACCES, EPERM, EROFS}:
        return "Change its mode or that of its folder, or choose another name"
    return "Look at its folder and disk"


def _stem(path: str) -> str:
    return os.path.splitext(path)[0]


def _sentence(path: str, reason: str, advice: str) -> str:
    return f"{path} was not written: {reason}. {advice}."
