"""Images and sounds of a package, put beside the deck that names them.

They are written before the deck, so that no deck names what is not there. If the deck then cannot
be written, `Placed` takes them away again. What a stranger packed is looked at before it is kept:
an image or a sound it must be, by its first bytes and by its ending, and what lies there already is
never written over.
"""

import filecmp
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from flashcards.anki.reading.archive import Archive
from flashcards.deck import media, media_kinds
from flashcards.errors import FlashcardsError, NotWrittenError, PackageError
from flashcards.files.temporary import temporary_file, temporary_folder
from flashcards.files.writing import put_new
from flashcards.importing.drafts import CardDraft

FOLDER: Final = "media"
"""The folder beside a deck that images and sounds are put in."""

_REASONS: Final = {
    "media-unknown": "is neither an image nor a sound",
    "media-ending": "does not end as the image or sound that is in it",
    "media-too-big": "is larger than a deck may carry",
    "media-outside": f"would lie elsewhere, for the folder {FOLDER} is a link out of the deck's",
}


class Unpacked(NamedTuple):
    """The names of the files that are there, and of others with the reason they are not."""

    files: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]

    @property
    def targets(self) -> Iterator[str]:
        """The files as a deck names them."""
        return (f"{FOLDER}/{name}" for name in self.files)


class Placed:
    """What an import has put on the disk so far: it stays when all of it is there, or goes."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._undo: list[Callable[[], object]] = []

    def folder(self, path: str) -> None:
        """Make a folder and those above it that are missing."""
        above, _ = os.path.split(os.path.abspath(path))
        if not os.path.isdir(above):
            self.folder(above)
        with suppress(FileExistsError):
            self.step(partial(os.mkdir, path), partial(os.rmdir, path))

    def step(self, do: Callable[[], object], undo: Callable[[], object]) -> None:
        """Do something that can be undone; a step that fails by itself has done nothing."""
        self._undo.append(undo)  # before it is done, for an interruption may come right after
        try:
            do()
        except (OSError, FlashcardsError):
            self._undo.pop()
            raise

    def bench(self, folder: str) -> str:
        """Give the folder below which files for `folder` are unpacked, to be looked at first."""
        self.folder(os.path.join(folder, FOLDER))
        return folder

    def take_back(self) -> None:
        """Undo all steps, the last one first; what the system refuses stays behind."""
        while self._undo:
            with suppress(OSError, FlashcardsError):
                self._undo.pop()()


class _Imagined(Placed):
    """What an import would put on the disk: all of it is looked at, and nothing done."""

    def __init__(self, scratch: str) -> None:
        super().__init__()
        self._scratch = scratch

    def folder(self, path: str) -> None:
        """Make no folder."""
        del path

    def step(self, do: Callable[[], object], undo: Callable[[], object]) -> None:
        """Do nothing."""
        del do, undo

    def bench(self, folder: str) -> str:
        """Give the scratch folder, for whatever."""
        del folder
        os.makedirs(os.path.join(self._scratch, FOLDER), exist_ok=True)
        return self._scratch


@contextmanager
def imagined() -> Iterator[Placed]:
    """Let the body look at all that it would put on the disk, and put nothing there."""
    with temporary_folder() as scratch:
        yield _Imagined(scratch)


@contextmanager
def wholly() -> Iterator[Placed]:
    """Let all that the body puts on the disk stay, or nothing, if it fails or is interrupted."""
    placed = Placed()
    try:
        yield placed
    except BaseException:
        placed.take_back()
        raise


def unpack(archive: Archive, drafts: Iterable[CardDraft], folder: str, placed: Placed) -> Unpacked:
    """Put the images and sounds that `drafts` name below `folder`, alone there.

    Raises:
        NotWrittenError: A file cannot be written.
    """
    try:
        return _unpack(archive, drafts, folder, placed)
    except OSError as error:
        where = error.filename or os.path.join(folder, FOLDER)
        reason = (error.strerror or "the system refused").lower()
        message = (
            f"{os.path.dirname(where)}: the images and sounds cannot be put there ({reason})."
            " Look at the folder and its disk; nothing was taken over."
        )
        raise NotWrittenError(message) from error


def _unpack(archive: Archive, drafts: Iterable[CardDraft], folder: str, placed: Placed) -> Unpacked:
    files = []
    refused = []
    for name in dict.fromkeys(_named(drafts)):
        if name not in archive.media:
            refused.append((name, "is not in the package"))
            continue
        reason = _put(archive, name, folder, placed)
        if reason:
            refused.append((name, reason))
        else:
            files.append(name)
    return Unpacked(tuple(files), tuple(refused))


def _named(drafts: Iterable[CardDraft]) -> Iterable[str]:
    for draft in drafts:
        around = (draft.topic.details, draft.topic.memory_aid) if draft.topic else ()
        for text in (draft.front, draft.back, draft.cloze, draft.extra, *around):
            for found in media.references(text):
                yield found.target.removeprefix(f"{FOLDER}/")


def _put(archive: Archive, name: str, folder: str, placed: Placed) -> str | None:
    """Put one file there; give why not, if so."""
    if media_kinds.of_name(name) is None:
        return _REASONS["media-unknown"]
    if not media_kinds.is_portable(name):
        return "has a name that not every system takes for a file's"
    bench = placed.bench(folder)
    target = os.path.join(folder, FOLDER, name)
    with temporary_file(os.path.join(bench, FOLDER, name)) as part:
        try:
            archive.unpack_medium(name, part.path)
        except PackageError:
            return "is damaged"
        fault = media.fault(f"{FOLDER}/{os.path.basename(part.path)}", Path(bench), name)
        if fault:
            return _REASONS.get(fault, "cannot be read")
        if os.path.lexists(target):
            same = os.path.isfile(target) and filecmp.cmp(part.path, target, shallow=False)
            return None if same else "has another file of its name in its place"
        placed.step(partial(put_new, part, target), partial(os.remove, target))
    return None
