"""A card made of named texts, as tables and lists of other programs hold them."""

import re
from collections.abc import Mapping
from typing import Final

from flashcards import cloze
from flashcards.importing import notations
from flashcards.importing.drafts import CardDraft, Place

_TRUE: Final = frozenset(["true", "yes", "on", "1", "x", "y"])
_ID: Final = re.compile(r"\S{1,100}")
_BETWEEN_TAGS = re.compile(r"[\s,;]+")
_ANKI_GAP = re.compile(r"\{\{c[1-9]")


def card(place: Place, texts: Mapping[str, str]) -> CardDraft:
    """Make a draft of texts by field. A front with numbered gaps is a cloze, its back the extra."""
    shown = {
        field: notations.images(notations.maths(text)).strip() for field, text in texts.items()
    }
    front, back = shown.get("front", ""), shown.get("back", "")
    text, extra = shown.get("cloze", ""), shown.get("extra", "")
    if not text and _ANKI_GAP.search(front) and cloze.parse(front):
        text, extra = front, "\n\n".join(filter(None, (back, extra)))
    elif text and front and back and not cloze.parse(text):
        text, extra = "", "\n\n".join(filter(None, (text, extra)))
    name = texts.get("id", "").strip()
    return CardDraft(
        place,
        front="" if text else front,
        back="" if text else back,
        cloze=text,
        reverse=_is_true(texts.get("reverse", "")) and not text,
        extra=extra,
        source=tuple(filter(None, shown.get("source", "").split("\n"))),
        tags=tags(texts.get("tags", "")),
        suspended=_is_true(texts.get("suspended", "")),
        typed=_is_true(texts.get("type", "")),
        id=name if _ID.fullmatch(name) else "",
        deck=tuple(part.strip() for part in texts.get("deck", "").split("::") if part.strip()),
    )


def tags(text: str) -> tuple[str, ...]:
    """Give the tags of one text, parted by blanks, commas or semicolons."""
    found = (tag.lstrip("#") for tag in _BETWEEN_TAGS.split(text))
    return tuple(dict.fromkeys(tag for tag in found if tag))


def _is_true(text: str) -> bool:
    return text.strip().casefold() in _TRUE
