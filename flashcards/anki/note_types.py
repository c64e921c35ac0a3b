"""The two note types of our packages: how their cards look, and the ids that must never change.

Anki knows note types, fields and templates by these ids, so each may be renamed later without a
second type coming up beside the first. Cards are redrawn when `_TEMPLATES_CHANGED_S` is newer
than what Anki has; with it unchanged, what a person made of the style sheet stays.
"""

from importlib.resources import files
from typing import Any, Final, NamedTuple

import genanki

from flashcards.anki.ours import (
    BASIC_FIELDS,
    BASIC_ID,
    BASIC_NAME,
    CLOZE_FIELDS,
    CLOZE_ID,
    CLOZE_NAME,
)
from flashcards.markup.html import CODE_CSS

_TEMPLATES_CHANGED_S: Final = 1_796_000_000
"""When a template or the style sheet last changed: raise it with every such change."""


class _NoteType(genanki.Model):  # type: ignore[misc] # genanki has no types
    """A note type that says it changed when its templates did, not when a package was made."""

    def to_json(self, timestamp: float, deck_id: int) -> dict[str, Any]:
        del timestamp
        described: dict[str, Any] = super().to_json(_TEMPLATES_CHANGED_S, deck_id)
        return described


class NoteTypes(NamedTuple):
    """Both note types, made anew for each package since genanki writes into them."""

    basic: genanki.Model
    cloze: genanki.Model


def note_types() -> NoteTypes:
    """Make the note types."""
    return NoteTypes(
        _NoteType(
            BASIC_ID,
            BASIC_NAME,
            fields=_fields(BASIC_ID, BASIC_FIELDS),
            templates=[
                _template(BASIC_ID, 0, "Card", "basic"),
                _template(BASIC_ID, 1, "Reverse", "reverse"),
            ],
            css=_style(),
        ),
        _NoteType(
            CLOZE_ID,
            CLOZE_NAME,
            fields=_fields(CLOZE_ID, CLOZE_FIELDS),
            templates=[_template(CLOZE_ID, 0, "Cloze", "cloze")],
            css=_style(),
            model_type=genanki.Model.CLOZE,
        ),
    )


def _fields(note_type: int, names: tuple[str, ...]) -> list[dict[str, Any]]:
    first = note_type + 10
    return [{"name": name, "id": first + place} for place, name in enumerate(names)]


def _template(note_type: int, place: int, name: str, file: str) -> dict[str, Any]:
    return {
        "name": name,
        "id": note_type + 50 + place,
        "qfmt": _read(f"{file}-question.html"),
        "afmt": _read(f"{file}-answer.html"),
    }


def _style() -> str:
    return f"{_read('card.css')}\n{CODE_CSS}"


def _read(name: str) -> str:
    text = (files("flashcards.anki") / "templates" / name).read_text(encoding="utf-8")
    return text.rstrip("\n")
