"""The items of a section, whatever shape the author gave it.

One text, a list of texts, a list of maps, one map, or a block of Markdown bullets: all become a
row of `Item` values, each with its texts by key and its place.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeGuard

from . import bullets
from .nodes import Mapping, Node, Scalar, Sequence, is_stub, says_todo
from .reader import STYLE_OK, Reader

ITEM_TEXTS = ("text", "front", "back")
"""What an item of every section may say: what is shown, and the wording that is drilled."""

ITEM_KEYS = ("id", "source", "tags", "suspended", STYLE_OK)
"""What else an item may carry."""


class Item(NamedTuple):
    """One item of a section.

    ``texts`` are its texts by key; a bare text stands under ``text``. Empty ones and stubs are
    left out. ``fields`` are the values behind `ITEM_KEYS`. The place counts from 0. An item that
    is ``faulty`` had an error in it.
    """

    texts: dict[str, str]
    fields: dict[str, Node]
    line: int
    column: int
    faulty: bool


def read(reader: Reader, node: Node, keys: tuple[str, ...], where: str) -> Iterator[Item]:
    """Give the items of a section; `keys` are the texts its maps may hold beside the common ones.

    A value left open is an item without texts. `where` names the section in messages.
    """
    if isinstance(node, Sequence):
        for entry in node.items:
            yield _item(reader, entry, keys, where)
    elif isinstance(node, Scalar) and not is_stub(node):
        yield from _bullets(reader, node, where)
    else:
        yield _item(reader, node, keys, where)


def shown(item: Item) -> str:
    """Give what reading shows of an item: its text, else the wording that is drilled."""
    if "text" in item.texts:
        return item.texts["text"]
    parts = [item.texts[side] for side in ("front", "back") if side in item.texts]
    return ("\n" if any("\n" in part for part in parts) else " ").join(parts)


def lone_text(reader: Reader, node: Node, keys: tuple[str, ...]) -> str | None:
    """Give the text of ``- Term: text``, which YAML reads as a map; None for a real map."""
    if not is_lone_text(node, keys):
        return None
    key, value = node.parts
    return f"{reader.text(key, 'text')}: {reader.text(value, 'text')}".strip()


def is_lone_text(node: Node, keys: tuple[str, ...]) -> TypeGuard[Mapping]:
    """Tell whether ``- Term: text`` was written, with a term that is none of `keys`."""
    if not isinstance(node, Mapping) or len(node.parts) != 2:  # noqa: PLR2004 - a key and a value
        return False
    key, value = node.parts
    if not (isinstance(key, Scalar) and isinstance(value, Scalar)):
        return False
    return not (key.text in keys or key.text == "<<" or (node.flow and value.start == value.end))


def known_keys(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Give all keys of an item whose own texts are `keys`."""
    return (*keys, *ITEM_TEXTS, *ITEM_KEYS)


def _item(reader: Reader, node: Node, keys: tuple[str, ...], where: str) -> Item:
    before = reader.findings.errors
    texts: dict[str, str] = {}
    fields: dict[str, Node] = {}
    known = known_keys(keys)
    alone = lone_text(reader, node, known)
    if alone is not None:
        texts = {"text": alone}
    elif isinstance(node, Mapping):
        fields = reader.fields(node, known, f"an item of {where}")
        texts = {key: reader.filled(fields[key], key) for key in fields if key not in ITEM_KEYS}
    else:
        texts = {"text": reader.filled(node, where.strip("`"))}
    texts = {key: text for key, text in texts.items() if text}
    return Item(texts, fields, node.line, node.column, reader.findings.errors > before)


def _bullets(reader: Reader, node: Scalar, where: str) -> Iterator[Item]:
    before = reader.findings.errors
    text = reader.text(node, where.strip("`"))
    faulty = reader.findings.errors > before
    # The text lost its leading blank lines, and a block begins on the line after its mark.
    skipped = len(node.text) - len(node.text.lstrip("\n"))
    for bullet in bullets.split(text):
        line, column = node.line, node.column
        if node.style == "|":
            line += 1 + skipped + bullet.line
            source = reader.source.line(line)
            column = len(source) - len(source.lstrip())
        texts = {} if says_todo(bullet.text) else {"text": bullet.text}
        yield Item(texts, {}, line, column, faulty)
