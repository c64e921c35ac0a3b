"""Images of a card: drawn where the terminal can, else opened by the system's viewer."""

import base64
import os
import sys
from pathlib import Path
from typing import Final

import click

from flashcards.collection.roots import path_of
from flashcards.collection.topics import Chapter
from flashcards.deck import media
from flashcards.store.browse import CardRow
from flashcards.terminal.keys import Keyboard
from flashcards.text import on_one_line

_CHUNK: Final = 4096
_PNG: Final = b"\x89PNG"


def open_image(keyboard: Keyboard, card: CardRow, chapter: Chapter | None) -> str:
    """Show the first image of the card, or of its topic, and say what happened."""
    texts = [card.front, card.back, card.text, card.extra, card.detail]
    if chapter:
        texts += [chapter.topic.answer, chapter.topic.short_answer]
    folder = Path(os.path.dirname(path_of(card.path)))
    targets = [found.target for text in texts for found in media.references(text)]
    if not targets:
        return "there is no image on this card"
    target = targets[0]
    fault = media.fault(target, folder)
    path = None if fault else media.inside(target, folder)
    if path is None:
        return f"{on_one_line(target)} cannot be opened ({fault})"
    data = path.read_bytes()
    if _draws(data):
        _draw(keyboard, data)
        return ""
    with keyboard.lent():
        code = click.launch(str(path))
    return "no viewer was found for it" if code else f"opened {on_one_line(target)}"


def _draws(data: bytes) -> bool:
    """Tell if this terminal draws such an image by itself; within tmux none does."""
    if "TMUX" in os.environ:
        return False
    return (_is_kitty() and data.startswith(_PNG)) or _is_iterm()


def _is_kitty() -> bool:
    return "KITTY_WINDOW_ID" in os.environ or os.environ.get("TERM") in {
        "xterm-kitty",
        "xterm-ghostty",
    }


def _is_iterm() -> bool:
    return os.environ.get("TERM_PROGRAM") in {"iTerm.app", "WezTerm"}


def _draw(keyboard: Keyboard, data: bytes) -> None:
    """Draw an image on an empty screen, never over text, until a key is pressed."""
    encoded = base64.standard_b64encode(data).decode("ascii")
    sys.stdout.write("\x1b[2J\x1b[H")
    if _is_kitty():
        pieces = [encoded[at : at + _CHUNK] for at in range(0, len(encoded), _CHUNK)]
        for number, piece in enumerate(pieces):
            first = "a=T,f=100," if number == 0 else ""
            more = int(number + 1 < len(pieces))
            sys.stdout.write(f"\x1b_G{first}m={more};{piece}\x1b\\")
    else:
        sys.stdout.write(f"\x1b]1337;File=inline=1;preserveAspectRatio=1:{encoded}\x07")
    sys.stdout.flush()
    keyboard.press()
    if _is_kitty():
        sys.stdout.write("\x1b_Ga=d\x1b\\")
    sys.stdout.write("\x1b[2J")
    sys.stdout.flush()
