"""What others call the fields of a card."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

_NAMES: Final[dict[str, str]] = {
    "front": "front question q term recto prompt word",
    "back": "back answer a definition verso meaning response translation",
    "cloze": "cloze text",
    "extra": "extra backextra notes note hint explanation comment",
    "source": "source reference url",
    "tags": "tags tag keywords labels",
    "id": "id guid uid",
    "deck": "deck category",
    "reverse": "reverse reversed bidirectional",
    "suspended": "suspended",
    "type": "typed",
}
FIELDS: Final = tuple(_NAMES)
"""The fields that can be taken over, as decks name them."""

_FIELD_OF: Final = {name: field for field, names in _NAMES.items() for name in names.split()}
_NOT_NAME = re.compile(r"[\W_]+")


def known(name: str, renamed: Mapping[str, str]) -> str | None:
    """Give the field that a name stands for: first by the person's `renamed`, in any case."""
    key = folded(name)
    return renamed.get(key) or _FIELD_OF.get(key)


def folded(name: str) -> str:
    """Give a name as it is compared: no case, blanks or hyphens."""
    return _NOT_NAME.sub("", name.casefold())


def both_sides(fields: Iterable[str | None]) -> bool:
    """Tell whether there are the fields of a card: a front and a back, or a cloze."""
    found = set(fields)
    return {"front", "back"} <= found or "cloze" in found
