"""A text of several lines that is typed within a full screen; a value, one key after another."""

from typing import Final, NamedTuple

from flashcards.terminal import keys
from flashcards.text import clean

_ERASERS: Final = {"\x7f", "\x08"}
_ERASE_WORD, _ERASE_LINE = "\x17", "\x15"
CURSOR: Final = "▏"
"""What stands where the next letter will."""


class Composition(NamedTuple):
    """What was typed so far, and the place in it that the next letter goes to."""

    text: str = ""
    at: int = 0

    def after(self, key: str) -> "Composition":
        """Give the text after one more key; keys that mean nothing change nothing."""
        if key == keys.ENTER:
            return self.with_typed("\n")
        if key in _MOVES:
            return self._moved(key)
        if key in _ERASERS or key in {_ERASE_WORD, _ERASE_LINE}:
            return self._without(self._erased_from(key))
        if key == keys.DELETE:
            return self._replace(text=self.text[: self.at] + self.text[self.at + 1 :])
        return self.with_typed(key) if len(key) == 1 and key.isprintable() else self

    def _erased_from(self, key: str) -> int:
        """Give where what a key erases begins; it ends at the cursor."""
        if key == _ERASE_WORD:
            before = self.text[: self.at].rstrip()
            return max(before.rfind(" "), before.rfind("\n")) + 1
        return self._line_start(self.at) if key == _ERASE_LINE else self.at - 1

    def with_typed(self, more: str) -> "Composition":
        """Give the text with `more` at its place, controls made visible."""
        more = clean(more)
        text = self.text[: self.at] + more + self.text[self.at :]
        return Composition(text, self.at + len(more))

    def shown(self) -> str:
        """Give the text with its cursor."""
        return f"{self.text[: self.at]}{CURSOR}{self.text[self.at :]}"

    def _without(self, start: int) -> "Composition":
        start = max(0, start)
        return Composition(self.text[:start] + self.text[self.at :], start)

    def _moved(self, key: str) -> "Composition":
        start, end = self._line_start(self.at), self._line_end(self.at)
        if key in {keys.LEFT, keys.RIGHT}:
            at = self.at + (1 if key == keys.RIGHT else -1)
        elif key in {keys.HOME, keys.LINE_END}:
            at = start if key == keys.HOME else end
        elif key == keys.UP:
            above = self._line_start(start - 1) if start else 0
            at = min(above + self.at - start, start - 1) if start else 0
        else:
            at = len(self.text) if end == len(self.text) else end + 1 + self.at - start
            at = min(at, self._line_end(end + 1))
        return self._replace(at=max(0, min(at, len(self.text))))

    def _line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, max(0, at)) + 1

    def _line_end(self, at: int) -> int:
        found = self.text.find("\n", at)
        return len(self.text) if found < 0 else found


_MOVES: Final = {keys.LEFT, keys.RIGHT, keys.UP, keys.DOWN, keys.HOME, keys.LINE_END}
