"""Images and sounds of a package, put beside the deck that names them.

What a stranger packed is looked at before it is kept: an image or a sound it must be, by its
first bytes, and what lies there already is never written over.
"""

import filecmp
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from flashcards.anki.reading.archive import Archive
from flashcards.deck import media
from flashcards.errors import PackageError
from flashcards.importing.drafts import CardDraft

FOLDER: Final = "media"
"""The folder beside a deck that images and sounds are put in."""

_REASONS: Final = {
    "media-unknown": "is neither an image nor a sound",
    "media-too-big": "is larger than a deck may carry",
}


class Unpacked(NamedTuple):
    """How many files were put there, and the names of others with the reason they were not."""

    files: int
    refused: tuple[tuple[str, str], ...]


def unpack(archive: Archive, drafts: Iterable[CardDraft], folder: str) -> Unpacked:
    """Put the images and sounds that `drafts` name below `folder`.

    Raises:
        OSError: A file cannot be written.
    """
    files = 0
    refused = []
    for name in dict.fromkeys(_named(drafts)):
        if name not in archive.media:
            refused.append((name, "is not in the package"))
            continue
        reason = _put(archive, name, folder)
        files += reason is None
        if reason:
            refused.append((name, reason))
    return Unpacked(files, tuple(refused))


def _named(drafts: Iterable[CardDraft]) -> Iterable[str]:
    for draft in drafts:
        for text in (draft.front, draft.back, draft.cloze, draft.extra):
            for found in media.references(text):
                yield found.target.removeprefix(f"{FOLDER}/")


def _put(archive: Archive, name: str, folder: str) -> str | None:
    """Put one file there; give why not, if so."""
    inside = os.path.join(folder, FOLDER)
    os.makedirs(inside, exist_ok=True)
    part, target = os.path.join(inside, ".part"), os.path.join(inside, name)
    try:
        archive.unpack_medium(name, part)
        fault = media.fault(f"{FOLDER}/.part", Path(folder))
        if fault:
            return _REASONS.get(fault, "cannot be read")
        if os.path.lexists(target):
            same = os.path.isfile(target) and filecmp.cmp(part, target, shallow=False)
            return None if same else "has another file of its name in its place"
        os.replace(part, target)
    except PackageError:
        return "is damaged"
    finally:
        with suppress(FileNotFoundError):
            os.remove(part)
    return None
