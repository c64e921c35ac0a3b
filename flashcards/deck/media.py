r"""The images and sounds a text names, and whether they may be used.

A deck may come from a stranger. What it names must lie in its own folder, links resolved, and be
an image or a sound by its first bytes: no deck carries a private key into a package.
"""

import os
import re
import stat
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote

from flashcards import cloze
from flashcards.deck import media_kinds
from flashcards.deck.media_kinds import MediaKind

LARGEST_BYTES: Final = 32 * 1024 * 1024
"""The most an image or sound may have; a phone has to load what a package brings."""


class Reference(NamedTuple):
    """A file named in a text: where its markup stands, the path, and the words in its place.

    ``written`` is the path as the author wrote it.
    """

    start: int
    end: int
    target: str
    written: str
    words: str


class Loaded(NamedTuple):
    """What is in an image or sound, and which kind it is."""

    content: bytes
    kind: MediaKind


# An escaped sign begins none of them, nor does one end the words of an image.
_MARKUP = re.compile(
    r"\\[!-/:-@\[-`{-~]"
    r"|!\[(?P<words>(?:\\[\s\S]|[^\[\]\\])*+)\]\(\s*(?:<(?P<angled>[^<>\n]*)>|(?P<plain>[^\s()]*))"
    r"(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
    r"|<(?:img|audio|video|source)\b[^<>]*?\bsrc\s*=\s*(?P<html>\"[^\"]*\"|'[^']*'|[^\s>]+)[^>]*>"
    r"|\[sound:(?P<sound>[^\[\]\n]+)\]",
    re.IGNORECASE,
)
_REMOTE = re.compile(r"https?://", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_SEPARATOR = re.compile(r"[/\\]")


def references(text: str) -> Iterator[Reference]:
    """Find the media files that `text` names, outside code and maths; web addresses are none."""
    if "](" not in text and "src" not in text and "[sound:" not in text:
        return
    spans = cloze.protected(text)
    for found in _MARKUP.finditer(text):
        if found[0][0] == "\\" or cloze.within(spans, found.start()):
            continue
        raw = next(found[name] for name in _PATHS if found[name] is not None).strip("\"'")
        target = raw if found["sound"] else unescape(raw)  # as Markdown and HTML read it
        if found["html"] or found["plain"]:
            target = unquote(target)
        if not _REMOTE.match(target):
            yield Reference(found.start(), found.end(), target, raw, found["words"] or "")


_PATHS = ("angled", "plain", "html", "sound")


def fault(target: str, folder: Path, called: str = "") -> str | None:
    """Return the code of what is wrong with the file `target` of a deck in `folder`, if anything.

    Nothing outside the folder is opened. `called` is the name that the file is to have.
    """
    found = _looked_at(target, folder, called or target, media_kinds.HEAD_BYTES)
    return found if isinstance(found, str) else None


def load(target: str, folder: Path) -> Loaded | str:
    """Return the image or sound `target` of a deck in `folder`, or the code of what is wrong."""
    return _looked_at(target, folder, target, LARGEST_BYTES)


def _looked_at(target: str, folder: Path, called: str, most: int) -> Loaded | str:
    """Read the file up to `most` bytes: what is looked at is what is used."""
    try:
        content = _read(target, folder, most)
    except (OSError, RuntimeError, ValueError):
        # Not there, not readable, a loop of links, or a name no file can have.
        return "media-missing"
    if isinstance(content, str):
        return content
    kind = media_kinds.of_bytes(content[: media_kinds.HEAD_BYTES])
    if kind is None:
        return "media-unknown"
    return Loaded(content, kind) if media_kinds.of_name(called) is kind.family else "media-ending"


def _read(target: str, folder: Path, most: int) -> bytes | str:
    if not target:
        return "media-missing"
    path = inside(target, folder)
    if path is None:
        return "media-outside"
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        return "media-unknown"
    if status.st_size > LARGEST_BYTES:
        return "media-too-big"
    with open(path, "rb", opener=_opened_at_once) as file:
        return file.read(most)


def _opened_at_once(path: str, flags: int) -> int:
    """Open a file that may have become a pipe or a link since it was looked for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))


def inside(target: str, folder: Path) -> Path | None:
    """Return the real path of `target`, None if it is outside `folder` by name or by a link.

    Raises OSError, RuntimeError or ValueError for names that lead nowhere.
    """
    if target[0] in "~/\\" or _SCHEME.match(target) or ".." in _SEPARATOR.split(target):
        return None
    home = folder.resolve()
    path = (home / target).resolve()
    return path if path.is_relative_to(home) else None
