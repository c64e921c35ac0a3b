"""Images of a card: drawn where the terminal can, else opened by the system's viewer."""

import base64
import os
import sys
from pathlib import Path
from typing import Final

from flashcards import viewing
from flashcards.collection.roots import path_of
from flashcards.collection.topics import Chapter
from flashcards.deck import media
from flashcards.deck.media import Loaded
from flashcards.deck.media_kinds import Family
from flashcards.store.browse import CardRow
from flashcards.terminal.keys import Keyboard
from flashcards.text import on_one_line
from flashcards.viewing import ViewingError

_CHUNK: Final = 4096


def open_image(keyboard: Keyboard, card: CardRow, chapter: Chapter | None) -> str:
    """Show the first image of the card, or of its topic, and say what happened."""
    texts = [card.front, card.back, card.text, card.extra, card.detail]
    if chapter:
        texts += [chapter.topic.answer, chapter.topic.short_answer]
    folder = Path(os.path.dirname(path_of(card.path)))
    targets = [found.target for text in texts for found in media.references(text)]
    if not targets:
        return "there is no image on this card"
    name = on_one_line(targets[0])
    found = media.load(targets[0], folder)
    if isinstance(found, str):
        return f"{name} cannot be opened ({found})"
    if _draws(found):
        _draw(keyboard, found.content)
        return ""
    noun = "sound" if found.kind.family is Family.RECORDING else "image"
    try:
        viewing.view(found.content, noun, found.kind.ending)
    except ViewingError as error:
        return f"{name}: {error}"
    return f"opened {name}"


def _draws(found: Loaded) -> bool:
    """Tell if this terminal draws such an image by itself; within tmux none does."""
    if "TMUX" in os.environ or found.kind.family is not Family.PICTURE:
        return False
    return (_is_kitty() and found.kind.ending == "png") or _is_iterm()


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
