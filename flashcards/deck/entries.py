"""Simple cards: the entries under ``cards:``."""

import re
from typing import Final, NamedTuple

from flashcards.model import Kind, Section
from flashcards.notes import Card, Note

from .nodes import Mapping, Node, Scalar, Sequence, is_empty, is_quoted, is_stub, is_todo
from .reader import STYLE_OK, Reader
from .shelf import MAX_CARDS, Shelf, cloze_cards, gap_fault, joined

KEYS: Final = (
    "front",
    "back",
    "reverse",
    "cloze",
    "extra",
    "source",
    "tags",
    "suspended",
    "type",
    "id",
    STYLE_OK,
)

_ASKED = ("front", "back", "cloze")
_GLUED = re.compile(r"(front|back|cloze):(?=[^ \t\n])")
_HASH = re.compile(r"[ \t]*#")


class Inherited(NamedTuple):
    """What the cards of a file take over from it."""

    tags: tuple[str, ...]
    style_ok: tuple[str, ...]


def read(reader: Reader, node: Node, inherited: Inherited, shelf: Shelf) -> None:
    """Put the note of one entry on `shelf`."""
    if is_stub(node):
        reader.findings.stub(Section.CARDS, node.line, node.column)
    elif isinstance(node, Mapping):
        _entry(reader, node, inherited, shelf)
    else:
        _no_entry(reader, node, shelf)


def _entry(reader: Reader, node: Mapping, inherited: Inherited, shelf: Shelf) -> None:
    before = reader.findings.errors
    fields = reader.fields(node, KEYS, "a card")
    if any(key in fields and _is_open(fields[key]) for key in _ASKED):
        reader.findings.stub(Section.CARDS, node.line, node.column)
        return
    text = ""
    if "cloze" in fields:
        text = reader.text(fields["cloze"], "cloze")
        cards = _gaps(reader, fields, text)
    else:
        cards = _sides(reader, node, fields, before)
    note = Note(
        section=Section.CARDS,
        cards=cards,
        line=node.line + 1,
        column=node.column + 1,
        id=reader.identifier(fields, "note"),
        text=text,
        extra=reader.text(fields["extra"], "extra") if "extra" in fields else "",
        source=reader.listed(fields["source"], "source") if "source" in fields else (),
        tags=_more(inherited.tags, reader.tags(fields)),
        suspended=reader.flag(fields, "suspended"),
        typed=reader.flag(fields, "type"),
        style_ok=_more(inherited.style_ok, reader.style_ok(fields)),
    )
    shelf.put(note, faulty=reader.findings.errors > before)


def _is_open(side: Node) -> bool:
    """Tell whether a side is still to be written; in quotes `todo` is the word, as `null` is."""
    return is_todo(side) and not is_quoted(side)


def _more(inherited: tuple[str, ...], own: tuple[str, ...]) -> tuple[str, ...]:
    return joined(inherited, own) if own else inherited


def _sides(reader: Reader, node: Mapping, fields: dict[str, Node], before: int) -> tuple[Card, ...]:
    # A side that is not there is no news when the entry's keys were reported: `frotn: ...`.
    missing = node if reader.findings.errors == before else None
    if missing and not {"front", "back"} <= fields.keys() and reader.is_torn(node):
        missing = None
    front = _side(reader, fields.get("front"), "front", missing)
    back = _side(reader, fields.get("back"), "back", missing)
    card = Card(Kind.BASIC, front, back)
    if reader.flag(fields, "reverse"):
        return card, Card(Kind.REVERSE, back, front)
    return (card,)


def _side(reader: Reader, value: Node | None, side: str, missing: Mapping | None) -> str:
    """Read one side; an empty one is a fault, and one not there is a fault of `missing`."""
    before = reader.findings.errors
    text = reader.text(value, side) if value is not None else ""
    place = value if value is not None else missing
    if not text and place is not None and reader.findings.errors == before:
        report_empty(reader, place, side)
    return text


def report_empty(reader: Reader, node: Node, side: str) -> None:
    """Report that a side of a card is empty, at its place or at its entry's."""
    cut = isinstance(node, Scalar) and _HASH.match(reader.source.text, node.end)
    why = " Everything after `#` is a comment." if cut else ""
    fix = "Put single quotes around a text with `#`." if cut else f"Write it as `{side}: ...`."
    reader.findings.at(node, "empty-side", side=side, why=why, fix=fix)


def _gaps(reader: Reader, fields: dict[str, Node], text: str) -> tuple[Card, ...]:
    for key in ("front", "back", "reverse"):
        if key in fields:
            what = f"A cloze has no `{key}`: its text is both question and answer."
            fix = f"Delete `{key}`, or `cloze`, or make two entries of them."
            reader.findings.at(fields[key], "wrong-shape", what=what, fix=fix)
    if not text:
        if is_empty(fields["cloze"]):
            report_empty(reader, fields["cloze"], "cloze")
        return ()
    if fault := gap_fault(text):
        reader.findings.at(fields["cloze"], fault, limit=str(MAX_CARDS))
    return cloze_cards(text) or (Card(Kind.CLOZE, text, ""),)


def _no_entry(reader: Reader, node: Node, shelf: Shelf) -> None:
    what = "This entry is no card: it has no `front` and `back`, and no `cloze`."
    fix = "Write `- front: ...` and below it `back: ...`."
    text = node.text if isinstance(node, Scalar) else ""
    if glued := _GLUED.match(text):
        fix = f"A space is needed after the colon of `{glued[1]}:`."
    if isinstance(node, Sequence) and not node.flow:
        what = "This entry is a list, for it begins with two dashes."
        fix = "Delete one of the two `- `."
    reader.findings.at(node, "wrong-shape", what=what, fix=fix)
    front = reader.text(node, "front") if text else ""
    card = Card(Kind.BASIC, front, "")
    shelf.put(Note(Section.CARDS, (card,), node.line + 1, node.column + 1), faulty=True)
