"""Parts of a screen on paper: printed below one another, coloured where a terminal reads it."""

import sys
from collections.abc import Iterable

from flashcards.terminal import document, screen
from flashcards.terminal.screen import FACTS, PLAIN, Part
from flashcards.text import clean

_WIDEST = 100
_UNSEEN = 80


def show(parts: Iterable[Part]) -> None:
    """Print `parts` on standard output."""
    on_terminal = sys.stdout.isatty()
    columns = min(screen.size().columns, _WIDEST) if on_terminal else _UNSEEN
    for part in parts:
        if not on_terminal and part.look in {PLAIN, FACTS}:
            # Paths and ids stay whole for whoever searches them.
            lines: Iterable[str] = [*clean(part.written).split("\n"), ""]
        else:
            laid = screen.part_lines(part, columns)
            seen = (line.plain.rstrip() for line in laid)
            lines = document.printed(laid) if on_terminal else seen
        for line in lines:
            sys.stdout.write(f"{line}\n")
