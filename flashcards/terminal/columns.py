"""Plain lines for the width there is: wrapped by words or cut on a terminal, whole in a pipe.

Loads nothing heavy: `due` and the first screen, which are typed often, print through it.
"""

import os
import sys
from collections.abc import Iterator
from typing import TextIO

from flashcards.text import display_width


def width() -> int | None:
    """Give the columns of the terminal on standard output; None where none limits a line."""
    return _size(sys.stdout)[0] or None


def height() -> int | None:
    """Give the rows of the terminal on standard output; None where there is none."""
    return _size(sys.stdout)[1] or None


def width_of_messages() -> int | None:
    """Give the columns of the terminal on standard error; None where none limits a line."""
    return _size(sys.stderr)[0] or None


def _size(stream: TextIO | None) -> tuple[int, int]:
    try:
        # Not from shutil, which loads four ways to compress files.
        return os.get_terminal_size(stream.fileno()) if stream else (0, 0)
    except (OSError, ValueError):
        return 0, 0


def wrapped(line: str, columns: int | None, hang: int = 0) -> Iterator[str]:
    """Wrap a line between its words; what follows the first begins `hang` columns further in.

    A word wider than the line stays whole: it is a path or an address, and is copied. The blanks
    within the line stay as they are as long as it fits.
    """
    if columns is None or display_width(line) <= columns:
        yield line
        return
    margin = " " * (len(line) - len(line.lstrip(" ")))
    taken = ""
    for blanks, word in _words(line[len(margin) :]):
        longer = f"{taken}{blanks}{word}" if taken else f"{margin}{word}"
        if taken and display_width(longer) > columns:
            yield taken
            longer = f"{margin}{' ' * hang}{word}"
        taken = longer
    yield taken


def _words(text: str) -> Iterator[tuple[str, str]]:
    """Give each word of a text with the blanks before it."""
    blanks = ""
    for piece in text.split(" "):
        if piece:
            yield blanks, piece
            blanks = ""
        blanks += " "


def cut(text: str, columns: int | None) -> str:
    """Cut a text to so many columns, the last of which then says that more would follow."""
    if columns is None or display_width(text) <= columns:
        return text
    kept, at = "", 0
    for character in text:
        at += display_width(character)
        if at >= columns:
            break
        kept += character
    return f"{kept.rstrip()}…"
