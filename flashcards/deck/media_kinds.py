r"""The kinds of images and sounds: how the name of one ends, and how its bytes begin.

One table for all who ask. A desktop chooses by the ending what it does with a file, and may run
it; what the bytes say, a stranger chose as freely. So both must say the same: a picture is called
like a picture and is one. Which of the pictures matters to nobody, and a PNG called ``.jpg`` is
what half the web is made of.
"""

import re
from enum import Enum
from typing import Final, NamedTuple


class Family(Enum):
    """What a file is for: kinds of one family may be called like one another."""

    PICTURE = "picture"
    DRAWING = "drawing"
    """SVG: an image that may carry scripts, and a document to a browser."""
    RECORDING = "recording"


class MediaKind(NamedTuple):
    """A kind of file: its family, the ending it has by rights, and the start of its bytes."""

    family: Family
    ending: str
    also: str
    start: bytes


_PICTURE, _DRAWING, _RECORDING = Family.PICTURE, Family.DRAWING, Family.RECORDING

# WebP, WAVE and AVI share RIFF; AVIF, HEIC and MP4 the `ftyp` box, which follows four bytes of
# length and names what is in it, and older QuickTime begins with another box.
KINDS: Final = (
    MediaKind(_PICTURE, "png", "apng", rb"\x89PNG\r\n\x1a\n"),
    MediaKind(_PICTURE, "jpg", "jpeg jpe jfif", rb"\xff\xd8\xff"),
    MediaKind(_PICTURE, "gif", "", rb"GIF8[79]a"),
    MediaKind(_PICTURE, "webp", "", rb"RIFF....WEBP"),
    MediaKind(_PICTURE, "bmp", "dib", rb"BM....\x00\x00\x00\x00"),
    MediaKind(_PICTURE, "tiff", "tif", rb"II\*\x00|MM\x00\*"),
    MediaKind(_PICTURE, "ico", "", rb"\x00\x00\x01\x00"),
    MediaKind(_PICTURE, "avif", "avifs", rb"....ftypavi[fs]"),
    MediaKind(_PICTURE, "heic", "heif heics", rb"....ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)"),
    MediaKind(
        _DRAWING,
        "svg",
        "",
        rb"(?:\xef\xbb\xbf)?"
        rb"(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE\s+svg[^>\[]*(?:\[.*?\]\s*)?>)*<svg\b",
    ),
    MediaKind(_RECORDING, "mp4", "m4a m4b m4v 3gp 3g2", rb"....ftyp"),
    MediaKind(_RECORDING, "mov", "qt", rb"\x00...(?:moov|mdat|wide)"),
    MediaKind(_RECORDING, "mp3", "aac mp2 mpga", rb"ID3|\xff[\xe2-\xff]"),
    MediaKind(_RECORDING, "ogg", "oga ogv opus spx", rb"OggS"),
    MediaKind(_RECORDING, "flac", "", rb"fLaC"),
    MediaKind(_RECORDING, "wav", "", rb"RIFF....WAVE"),
    MediaKind(_RECORDING, "avi", "", rb"RIFF....AVI "),
    MediaKind(_RECORDING, "webm", "mkv mka", rb"\x1aE\xdf\xa3"),
    MediaKind(_RECORDING, "aiff", "aif aifc", rb"FORM....AIF[FC]"),
    MediaKind(_RECORDING, "mid", "midi", rb"MThd"),
    MediaKind(_RECORDING, "amr", "", rb"#!AMR"),
    MediaKind(_RECORDING, "mpg", "mpeg", rb"\x00\x00\x01[\xba\xb3]"),
    MediaKind(_RECORDING, "flv", "", rb"FLV\x01"),
    MediaKind(_RECORDING, "caf", "", rb"caff\x00"),
    MediaKind(_RECORDING, "au", "snd", rb"\.snd\x00"),
    MediaKind(_RECORDING, "wma", "wmv asf", rb"0&\xb2u\x8ef\xcf\x11"),
)
"""All kinds that a deck may carry; of two that begin alike, the one that says more comes first."""

HEAD_BYTES: Final = 16_384
"""How many of the first bytes tell what a file is: an SVG may begin with a long comment."""

_FAMILIES: Final = {
    ending: kind.family for kind in KINDS for ending in (kind.ending, *kind.also.split())
}
_STARTS: Final = re.compile(b"|".join(b"(" + kind.start + b")" for kind in KINDS), re.DOTALL)
# What Windows takes for a device, whatever the ending.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])", re.IGNORECASE)
_RISKY_START: Final = (".", "-", " ", "~")


def of_bytes(head: bytes) -> MediaKind | None:
    """Return the kind of a file that begins with `head`, None if a deck carries none such."""
    found = _STARTS.match(head)
    return KINDS[found.lastindex - 1] if found and found.lastindex else None


def of_name(name: str) -> Family | None:
    """Return the family that the ending of a file's name claims, None for all other files."""
    stem, dot, ending = re.split(r"[/\\]", name)[-1].rpartition(".")
    return _FAMILIES.get(ending.lower()) if stem and dot else None


def is_portable(name: str) -> bool:
    """Tell if every system takes `name` for a plain file's, and no program for an option."""
    stem = name.partition(".")[0].rstrip(" ")
    return (
        not name.startswith(_RISKY_START)
        and not name.endswith((".", " "))
        and _DEVICE.fullmatch(stem) is None
    )
