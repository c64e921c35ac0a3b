"""A line that is typed within a full screen: letters, backspace, Enter, Escape."""

from typing import NamedTuple

from flashcards.terminal import keys

_ERASERS = {"\x7f", "\x08"}
_LONGEST = 500


class Entry(NamedTuple):
    """What was typed so far."""

    text: str = ""

    def after(self, key: str) -> "Entry":
        """Give the entry after one more key; keys that write nothing change nothing."""
        if key in _ERASERS:
            return Entry(self.text[:-1])
        if key == keys.PASTE or len(key) != 1 or not key.isprintable():
            return self
        return Entry((self.text + key)[:_LONGEST])
