"""Templates of another program's cards, filled in: fields, conditions, and what stands around.

Filters that only change how a field looks give the field; those that ask for an answer to be typed
or hide something until it is clicked give nothing on a question. What is spoken gives nothing,
either. But a question of nothing else is what it says, or what it hides.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

_MARK = re.compile(r"\{\{\s*([#^/]?)\s*([^{}]*?)\s*\}\}")
_ANSWER_BEGINS = re.compile(r"<hr\b[^<>]*\bid\s*=\s*[\"']?answer\b[^<>]*>", re.IGNORECASE)
_SPECIAL: Final = frozenset({"FrontSide", "Tags", "Type", "Deck", "Subdeck", "Card", "CardFlag"})


class Side(NamedTuple):
    """A side of a card as HTML, and whether it asks for an answer to be typed."""

    html: str
    typed: bool


def is_simple(template: str) -> bool:
    """Tell if a template shows its fields without a script of its own."""
    return "<script" not in template.lower()


def cloze_field(template: str) -> str | None:
    """Give the field whose gaps a template asks for."""
    for mark in _MARK.finditer(template):
        *filters, name = mark[2].split(":")
        if not mark[1] and "cloze" in filters:
            return name.strip()
    return None


def question(template: str, fields: Mapping[str, str]) -> Side:
    """Fill in a question; a cloze keeps the marks of its gaps."""
    typed = any("type" in mark[2].split(":")[:-1] for mark in _MARK.finditer(template))
    asked, of_fields = _filled(template, fields, unseen=frozenset({"type", "hint", "tts"}))
    if not _words(of_fields):
        asked, _ = _filled(template, fields, unseen=frozenset({"type"}))
    return Side(asked, typed)


def begins_answer(template: str) -> bool:
    """Tell if an answer says where it begins, below the question."""
    return _ANSWER_BEGINS.search(template) is not None


def answer(template: str, fields: Mapping[str, str], without: str | None = None) -> str:
    """Fill in an answer, without the question above it and without the field `without`."""
    begins = _ANSWER_BEGINS.search(template)
    if begins:
        template = template[begins.end() :]
    shown = {name: text for name, text in fields.items() if name != without}
    told, _ = _filled(template, shown, unseen=frozenset({"tts"}))
    return told


def _filled(template: str, fields: Mapping[str, str], unseen: frozenset[str]) -> tuple[str, str]:
    """Fill in a template; give the whole, and what of it stands in fields."""
    pieces: list[str] = []
    of_fields: list[str] = []
    conditions: list[tuple[str, bool]] = []
    at = 0
    for mark in _MARK.finditer(template):
        if all(met for _, met in conditions):
            pieces.append(template[at : mark.start()])
        at = mark.end()
        kind, name = mark[1], mark[2]
        if kind in {"#", "^"}:
            conditions.append((name, bool(_words(fields.get(name, ""))) == (kind == "#")))
        elif kind == "/":
            if conditions:
                conditions.pop()
        elif all(met for _, met in conditions):
            *filters, field = (part.strip() for part in name.split(":"))
            hidden = unseen.intersection(one.partition(" ")[0] for one in filters)
            shown = field in fields and field not in _SPECIAL and not hidden
            if shown:
                pieces.append(fields[field])
                of_fields.append(fields[field])
    if all(met for _, met in conditions):
        pieces.append(template[at:])
    return "".join(pieces), "".join(of_fields)


def _words(html: str) -> str:
    """Give what counts for a condition: a field of nothing but blanks and breaks is empty."""
    return re.sub(r"</?(?:br|div)\b[^<>]*>|&nbsp;|\s", "", html, flags=re.IGNORECASE)
