"""A line that is typed within a full screen: letters, backspace, Enter, Escape."""

from typing import NamedTuple

from flashcards.terminal import keys
from flashcards.text import clean

_ERASERS = {"\x7f", "\x08"}
_LINE_ERASER = "\x15"  # Ctrl-U
_LONGEST = 500


class Entry(NamedTuple):
    """What was typed so far."""

    text: str = ""

    def after(self, key: str, pasted: str = "") -> "Entry":
        """Give the entry after one more key, or a paste; what writes nothing changes nothing."""
        if key in _ERASERS:
            return Entry(self.text[:-1])
        if key == _LINE_ERASER:
            return Entry()
        typed = " ".join(pasted.split()) if key == keys.PASTE else key
        if key != keys.PASTE and (len(key) != 1 or not key.isprintable()):
            return self
        return Entry((self.text + clean(typed))[:_LONGEST])
