"""What of a text can be seen: a deck holds no signs for the direction of text, and no controls.

Anki's fields have them from other programs and from what was pasted. Here they would be shown as
what they are, in the middle of a word, and an answer that is typed would need them.
"""

import re
from html import unescape
from typing import NamedTuple

from flashcards.importing.placeholders import OURS
from flashcards.text import has_control, without_controls

_REFERENCE = re.compile(r"&#?\w{1,31};?")
_SPACES = re.compile("[\x0b\x0c\x85\u2028\u2029]")


class Seen(NamedTuple):
    """A field without what is not seen, and if that is all of it; what parts lines is a space."""

    html: str
    is_whole: bool


def is_all(html: str) -> bool:
    """Tell if there is nothing in a text, written as it is, that cannot be seen."""
    return not has_control(html) and not OURS.search(html)


def read(html: str) -> Seen:
    """Give a field without what is not seen, whether it stands there or is named."""
    text = html.replace("\r\n", "\n").replace("\r", "\n")
    text = _REFERENCE.sub(_spaced, text) if "&" in text else text
    text = _SPACES.sub(" ", text)
    seen = _REFERENCE.sub(_read, text) if "&" in text else text
    seen = without_controls(OURS.sub("", seen))
    return Seen(seen, seen == text)


def _spaced(reference: re.Match[str]) -> str:
    return " " if _SPACES.fullmatch(unescape(reference[0])) else reference[0]


def _read(reference: re.Match[str]) -> str:
    sign = unescape(reference[0])
    return reference[0] if without_controls(sign) == sign else ""
