r"""The images and sounds a text names, and whether they may be used.

A deck may come from a stranger. What it names must lie in its own folder, links resolved, and be
an image or a sound by its first bytes: no deck carries a private key into a package.
"""

import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote

from flashcards import cloze

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
_HEAD_BYTES = 16_384

# The first bytes of what may be used. WebP, WAVE and AVI share RIFF; MP4, M4A, AVIF and HEIC share
# the `ftyp` box, which follows four bytes of length, and older QuickTime begins with another box.
# Then MPEG's streams, Flash video, Core Audio, Sun's audio, and what Windows Media lies in.
_MAGIC: Final = re.compile(
    rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF....(?:WEBP|WAVE|AVI )|BM....\x00\x00\x00\x00"
    rb"|II\*\x00|MM\x00\*|\x00\x00\x01\x00|....ftyp|ID3|\xff[\xe2-\xff]|OggS|fLaC|\x1aE\xdf\xa3"
    rb"|FORM....AIF[FC]|MThd|#!AMR|\x00...(?:moov|mdat|wide)|\x00\x00\x01[\xba\xb3]|FLV\x01|caff\x00"
    rb"|\.snd\x00|0&\xb2u\x8ef\xcf\x11"
    rb"|(?:\xef\xbb\xbf)?(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE\s+svg[^>\[]*(?:\[.*?\]\s*)?>)*<svg\b",
    re.DOTALL,
)


def references(text: str) -> Iterator[Reference]:
    """Find the media files that `text` names, outside code and maths; web addresses are none."""
    if "](" not in text and "src" not in text and "[sound:" not in text:
        return
    spans = cloze.protected(text)
    for found in _MARKUP.finditer(text):
        if found[0][0] == "\\" or cloze.within(spans, found.start()):
            continue
        raw = next(found[name] for name in _PATHS if found[name] is not None).strip("\"'")
        target = unquote(raw) if found["html"] or found["plain"] else raw
        if not _REMOTE.match(target):
            yield Reference(found.start(), found.end(), target, raw, found["words"] or "")


_PATHS = ("angled", "plain", "html", "sound")


def fault(target: str, folder: Path) -> str | None:
    """Give the code of what is wrong with the file `target` of a deck in `folder`, if anything.

    Nothing outside the folder is opened.
    """
    if not target:
        return "media-missing"
    try:
        path = inside(target, folder)
        if path is None:
            return "media-outside"
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return "media-unknown"
        if status.st_size > LARGEST_BYTES:
            return "media-too-big"
        with path.open("rb") as file:
            return None if _MAGIC.match(file.read(_HEAD_BYTES)) else "media-unknown"
    except (OSError, RuntimeError, ValueError):
        # Not there, not readable, a loop of links, or a name no file can have.
        return "media-missing"


def inside(target: str, folder: Path) -> Path | None:
    """Give the real path of `target`, None if it is outside `folder` by name or by a link.

    Raises OSError, RuntimeError or ValueError for names that lead nowhere.
    """
    if target[0] in "~/\\" or _SCHEME.match(target) or ".." in _SEPARATOR.split(target):
        return None
    home = folder.resolve()
    path = (home / target).resolve()
    return path if path.is_relative_to(home) else None
