"""Sweeps what a program that was killed left unfinished: files that never came to their place.

The name of each says which process made it, on which machine; that of one who still writes stays.
"""

import os
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Final
from zlib import crc32

_OURS: Final = re.compile(
    r"\.flashcards-([0-9a-f]{8})-([0-9]{1,9})-\w+(?:\.part(?:-(?:journal|wal|shm))?)?"
)
# All begin with a dot: a person's own `flashcards-20261128-1-thesis` must never be taken for one.
# As versions before named theirs: they say nothing of their maker.
_OLDER: Final = re.compile(
    r"\..+\.ya?ml\.\w{8}\.new|\.(?:.+\.apkg|flashcards)\.\w{8}\.part|collection\.db\.schema-\d+\.part"
)
_LONGEST_S: Final = 24 * 3600  # nobody writes on one file for a day

_mine: set[str] = set()


def prefix() -> str:
    """Return how the names of what this process has not finished begin."""
    return f".flashcards-{_machine()}-{os.getpid()}-"


def began(path: str) -> None:
    """Remember that this process writes at `path`."""
    _mine.add(path)


def ended(path: str) -> None:
    """Forget what `began`: it came to its place, or is gone."""
    _mine.discard(path)


def is_unfinished(name: str) -> bool:
    """Tell if a file or folder of this name is one that the program has not put in its place."""
    return bool(_OURS.fullmatch(name) or _OLDER.fullmatch(name))


def sweep(folder: str) -> None:
    """Remove what processes that are no more left unfinished in `folder`, if there is one."""
    with suppress(OSError), os.scandir(folder) as entries:
        sweep_up([entry.path for entry in entries if is_unfinished(entry.name)])


def sweep_up(paths: Iterable[str]) -> None:
    """Remove those of `paths`, all named as `is_unfinished` tells, whose maker is no more."""
    for path in paths:
        with suppress(OSError):
            if path not in _mine and _is_left_behind(path):
                _remove(path)


def _is_left_behind(path: str) -> bool:
    """Tell if whoever made it is no more: on this machine the process, elsewhere for a day."""
    if time.time() - os.lstat(path).st_mtime > _LONGEST_S:
        return True
    name = _OURS.fullmatch(os.path.basename(path))
    return name is not None and name[1] == _machine() and not _runs(int(name[2]))


def _runs(process: int) -> bool:
    """Tell if a process of this machine is there, as far as the system can say."""
    if process == os.getpid():
        return False  # one before it that had its number: what it makes itself is known
    if os.name != "posix":
        return True  # Windows has no signal that only asks
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _remove(path: str) -> None:
    if os.path.isdir(path) and not os.path.islink(path):
        import shutil  # noqa: PLC0415 - after a kill only

        shutil.rmtree(path)
    else:
        os.remove(path)


def _machine() -> str:
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return f"{crc32(name.encode('utf-8', 'replace')):08x}"
