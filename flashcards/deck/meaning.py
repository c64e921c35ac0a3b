"""What a deck file says, places and ways of writing aside, and what it is to say once it changes.

This knows nothing of lines and columns, so that it can judge what was done with them. Pure.
"""

from collections.abc import Sequence as Several
from typing import TypeAlias

from .changes import Append, Change, Fill, Insert, Path
from .layout import Bare, Fields, Items, Quoted, Row, Value, Words
from .nodes import Node, Scalar, Sequence, is_empty
from .scalars import canonical

Said: TypeAlias = "str | list[Said] | tuple[Said, ...] | None"
"""A text, None for nothing, a list, or a map as keys and values in turn."""


def said(root: Node | None) -> Said:
    """Give what a tree says; an empty file is an empty map."""
    return () if root is None or is_empty(root) else _of_node(root)


def changed(tree: Said, changes: Several[Change]) -> Said:
    """Give what a file is to say that says `tree` and is changed."""
    for change in changes:
        tree = _at(tree, change.path, change)
    return tree


def insertion(keys: Several[object], key: str, order: Several[str]) -> int:
    """Give the number of the one of `keys` behind which `key` belongs.

    It is the nearest that `order` puts before it, else the first.
    """
    ranks = {name: rank for rank, name in enumerate(order)}
    wanted = ranks.get(key, len(ranks))
    found = [ranks.get(name, wanted) if isinstance(name, str) else wanted for name in keys]
    before = [(rank, at) for at, rank in enumerate(found) if rank < wanted]
    return max(before)[1] if before else 0


def _of_node(node: Node) -> Said:
    if isinstance(node, Scalar):
        # As the gate for texts (`reader`) takes their ends off.
        text = node.text.strip("\n").rstrip() if node.style in {"|", ">"} else node.text.strip()
        return None if is_empty(node) else text
    if isinstance(node, Sequence):
        return list(map(_of_node, node.items))
    return tuple(map(_of_node, node.parts))


def _of_value(value: Value) -> Said:
    if isinstance(value, str):
        return canonical(value) or None
    if isinstance(value, Bare):
        return value.word
    if isinstance(value, Quoted):
        return canonical(value.text)
    if isinstance(value, Words):
        return ["_".join(canonical(word).split()) for word in value.words]
    if isinstance(value, Items | Row):
        return list(map(_of_value, value.items))
    return _of_fields(value)


def _of_fields(fields: Fields) -> tuple[Said, ...]:
    return tuple(part for field in fields.fields for part in (field.key, _of_value(field.value)))


def _at(tree: Said, path: Path, change: Change) -> Said:
    """Make a change at `path` below `tree`; a path that leads nowhere changes nothing."""
    if not path:
        return _made(tree, change)
    step, rest = path[0], path[1:]
    if isinstance(tree, tuple) and step in tree[::2]:
        at = 2 * tree[::2].index(step) + 1
        return (*tree[:at], _at(tree[at], rest, change), *tree[at + 1 :])
    if isinstance(tree, tuple) and isinstance(step, str) and isinstance(change, Append):
        return (*tree, step, _at(None, rest, change))
    if isinstance(tree, list) and isinstance(step, int) and step < len(tree):
        return [*tree[:step], _at(tree[step], rest, change), *tree[step + 1 :]]
    return tree


def _made(there: Said, change: Change) -> Said:
    if isinstance(change, Fill):
        return _of_value(change.value)
    if isinstance(change, Append):
        return [*(there if isinstance(there, list) else ()), *_of_value_list(change.items)]
    if isinstance(change, Insert):
        if not isinstance(there, tuple):
            return there
        at = 2 * insertion(there[::2], change.field.key, change.order) + 2
        return (*there[:at], change.field.key, _of_value(change.field.value), *there[at:])
    return (change.key, there, *_of_fields(change.fields))


def _of_value_list(items: Items) -> list[Said]:
    return list(map(_of_value, items.items))
