"""A file that is to be imported, as text: decoded strictly, its lines counted."""

import os
import stat
from typing import Final, NamedTuple

from flashcards.deck.source import WrongByte, decode
from flashcards.errors import FlashcardsError
from flashcards.importing.drafts import Place
from flashcards.text import on_one_line

MAX_BYTES: Final = 10 * 1024 * 1024
"""The largest file that is read."""

MAX_ENTRIES: Final = 150_000
"""Rows or documents of one file; a deck file holds about as many cards."""

_WINDOWS = "cp1252"


class NotImportedError(FlashcardsError):
    """A file cannot be taken over: the message says where and why."""

    def __init__(self, place: Place | str, reason: str) -> None:
        """Say why the file at `place` cannot be taken over."""
        super().__init__(f"{place}: {reason}")


class Source(NamedTuple):
    """The text of a file, all its line ends line feeds, and without a byte order mark."""

    path: str
    text: str

    def place(self, line: int, column: int = 1) -> Place:
        """Give the place of `line` and `column`, both from 1."""
        return Place(self.path, line, column)


def load(path: str) -> Source:
    """Read the file at `path`, a regular one.

    Raises:
        NotImportedError: It is not there, no file, too large, or no text.
    """
    name = on_one_line(path)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise NotImportedError(name, "this is no regular file; name one with text in it.")
        with open(path, "rb") as file:
            return source(path, file.read(MAX_BYTES + 1))
    except OSError as error:
        reason = (error.strerror or "the system refused").lower()
        raise NotImportedError(name, f"it cannot be read: {reason}.") from error


def source(path: str, data: bytes) -> Source:
    """Make the text of a file's bytes.

    Raises:
        NotImportedError: It is empty, too large, or no text in UTF-8 (or what its mark promises).
    """
    if len(data) > MAX_BYTES:
        limit = f"{MAX_BYTES // 2**20} MB"
        raise NotImportedError(path, f"the file is larger than {limit}; split it into several.")
    text, wrong = decode(data)
    if wrong:
        raise NotImportedError(Place(path, wrong.line, wrong.column), _wrong_byte(data, wrong))
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise NotImportedError(Place(path, line), "this is no text: it holds NUL characters.")
    if not text.strip():
        raise NotImportedError(path, "it is empty.")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\u2028", "\n").replace("\u2029", "\n\n").replace("\ufeff", "")
    return Source(path, text)


def _wrong_byte(data: bytes, wrong: WrongByte) -> str:
    name = wrong.encoding.upper()
    guess = ""
    if wrong.encoding == "utf-8":
        try:
            data.decode(_WINDOWS)
            guess = f" (in Windows-1252 it is \u201c{bytes([wrong.value]).decode(_WINDOWS)}\u201d)"
        except UnicodeDecodeError:
            pass
    return (
        f"byte 0x{wrong.value:02X} is not {name}{guess}. Save the file as UTF-8, for example "
        "with `iconv -f windows-1252 -t utf-8`."
    )
