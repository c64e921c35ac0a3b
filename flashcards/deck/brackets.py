"""How a text is written between brackets, as in ``[a, b]`` and ``{front: a}``, to read back so.

There a comma ends a text and no block can stand; elsewhere `scalars` writes what is nicer to edit.
"""

import re
from typing import Final

from .scalars import canonical, is_plain, quoted

_ENDING: Final = re.compile(r"[,\[\]{}:#\t]")


def in_brackets(text: str) -> str:
    """Write `text` as an entry of a list or map in brackets."""
    text = canonical(text)
    if "\n" not in text and is_plain(text) and not _ENDING.search(text):
        return text
    return quoted(text)
