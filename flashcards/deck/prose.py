"""The parts of a topic that are read: prose, lists, references, and the attempt."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from flashcards.model import Section
from flashcards.notes import Attempt, KeyPoint, Reference

from . import items
from .items import Item
from .nodes import Mapping, Node, Scalar, Sequence, is_stub
from .reader import Reader

DEFAULT_MINUTES: Final = 3
"""Minutes of an attempt that names none."""

ATTEMPT_KEYS: Final = ("prompt", "minutes", "key_points")
"""What an attempt may say, beside the common keys of items."""
POINT_KEYS: Final = ("point", "accept", "weight")
"""What a key point of an attempt may say."""
REFERENCE_KEYS: Final = ("key", "title", "url")
"""What a reference may say, beside the common keys of items."""


class WrittenAttempt(NamedTuple):
    """An attempt, and the same as an item that can be drilled."""

    attempt: Attempt
    item: Item


def whole(reader: Reader, fields: dict[str, Node], key: str) -> str:
    """Read a text that is shown whole; several become its paragraphs."""
    node = fields.get(key)
    if isinstance(node, Scalar) and not is_stub(node):
        return reader.text(node, key)
    return "\n\n".join(listed(reader, fields, key))


def listed(reader: Reader, fields: dict[str, Node], key: str) -> tuple[str, ...]:
    """Read the items of a section that makes no cards."""
    return tuple(map(items.shown, _written(reader, fields, key, ())))


def _written(
    reader: Reader, fields: dict[str, Node], key: str, texts: tuple[str, ...]
) -> Iterator[Item]:
    """Give the items of a section that hold something; those left open are stubs."""
    if key not in fields:
        return
    for item in items.read(reader, fields[key], texts, f"`{key}`"):
        if item.texts:
            yield item
        elif not item.faulty:
            reader.findings.stub(key, item.line, item.column)


def references(reader: Reader, fields: dict[str, Node]) -> tuple[Reference, ...]:
    """Read the works a topic leans on."""
    return tuple(
        Reference(
            item.texts.get("key", ""),
            item.texts.get("title") or items.shown(item),
            item.texts.get("url", ""),
        )
        for item in _written(reader, fields, "references", REFERENCE_KEYS)
    )


def attempt(reader: Reader, fields: dict[str, Node]) -> WrittenAttempt | None:
    """Read the task to answer in one's own words; None when there is none."""
    node = fields.get("attempt")
    if node is None:
        return None
    if is_stub(node):
        reader.findings.stub(Section.ATTEMPT, node.line, node.column)
        return None
    before = reader.findings.errors
    inside: dict[str, Node] = {"prompt": node}
    if isinstance(node, Mapping):
        inside = reader.fields(node, (*ATTEMPT_KEYS, *items.ITEM_KEYS), "`attempt`")
    prompt = reader.filled(inside["prompt"], "prompt") if "prompt" in inside else ""
    points = _key_points(reader, inside["key_points"]) if "key_points" in inside else ()
    minutes = _minutes(reader, inside)
    if not (prompt or points) and reader.findings.errors == before:
        reader.findings.stub(Section.ATTEMPT, node.line, node.column)
        return None
    texts = {"prompt": prompt, "points": "\n".join(f"- {point.point}" for point in points)}
    item = Item(
        {key: text for key, text in texts.items() if text},
        {key: inside[key] for key in items.ITEM_KEYS if key in inside},
        node.line,
        node.column,
        reader.findings.errors > before,
    )
    return WrittenAttempt(Attempt(prompt, minutes, points), item)


def _minutes(reader: Reader, fields: dict[str, Node]) -> int:
    minutes = reader.number(fields, "minutes")
    if minutes is not None and minutes < 1:
        wanted, fix = "a number of minutes", "Write at least 1."
        reader.bad_value(fields["minutes"], "minutes", wanted, fix)
        return DEFAULT_MINUTES
    return minutes or DEFAULT_MINUTES


def _key_points(reader: Reader, node: Node) -> tuple[KeyPoint, ...]:
    points = []
    for entry in node.items if isinstance(node, Sequence) else [node]:
        alone = items.lone_text(reader, entry, POINT_KEYS)
        if alone is None and isinstance(entry, Mapping):
            fields = reader.fields(entry, POINT_KEYS, "a key point")
            point = reader.filled(fields["point"], "point") if "point" in fields else ""
            accept = reader.listed(fields["accept"], "accept") if "accept" in fields else ()
            weight = reader.number(fields, "weight")
            points.append(KeyPoint(point, accept, 1 if weight is None else max(weight, 0)))
        elif alone is None:
            points += [KeyPoint(text, (), 1) for text in _texts(reader, entry)]
        else:
            points.append(KeyPoint(alone, (), 1))
    return tuple(point for point in points if point.point)


def _texts(reader: Reader, node: Node) -> list[str]:
    return [items.shown(item) for item in items.read(reader, node, (), "`key_points`")]
