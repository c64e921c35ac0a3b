"""How much room stands between the things of a row, in columns.

TeX's rules (The TeXbook, chapter 18 and appendix G, rules 5 and 6) brought down to columns: one
on both sides of a relation and of an operator between two things, none after a sign that begins
a number, none in scripts. What a terminal adds: a name of several letters never runs into the
letters beside it.
"""

from functools import cache
from typing import NamedTuple

from flashcards.terminal.mathtext.tree import (
    Accent,
    Arrow,
    Binomial,
    Fenced,
    Fraction,
    Grid,
    Kind,
    Node,
    Operator,
    Role,
    Script,
    Space,
    Stack,
    Style,
    Symbol,
    Tag,
    Text,
    is_word,
)


class Placed(NamedTuple):
    """One thing of a row: the part it plays there to its left and right, and the room before it.

    `asked` is the room the author asked for before it, in columns.
    """

    node: Node
    left: Kind
    right: Kind
    asked: int


_SIGNS = frozenset("+-±∓")
_BEFORE_A_SIGN = frozenset(
    (Kind.BIG, Kind.FUNCTION, Kind.BINARY, Kind.RELATION, Kind.OPENING, Kind.PUNCTUATION, Kind.SIGN)
)
_AFTER_NO_OPERATOR = frozenset((Kind.RELATION, Kind.CLOSING, Kind.PUNCTUATION))


def placed(items: tuple[Node, ...]) -> list[Placed]:
    """Say of every thing in a row which part it plays; spaces become room before the next one."""
    return _with_signs(_with_bars(_parts(items)))


def _parts(items: tuple[Node, ...]) -> list[Placed]:
    parts = list[Placed]()
    asked = 0
    for node in items:
        if isinstance(node, Space):
            asked += node.columns
        else:
            parts.append(Placed(node, *_edges(node), asked))
            asked = 0
    return parts


def _edges(node: Node) -> tuple[Kind, Kind]:  # noqa: PLR0911 - one line for each kind of node
    """Say which part a node plays for its left and for its right neighbour."""
    if isinstance(node, Symbol):
        return node.kind, node.kind
    if isinstance(node, Operator):
        kind = Kind.BIG if node.big else Kind.FUNCTION
        return kind, kind
    if isinstance(node, Script):
        if isinstance(node.base, Operator) and node.base.limits:
            return Kind.BIG, Kind.BIG
        return _edges(node.base)
    if isinstance(node, Stack | Accent):
        return _edges(node.base)
    if isinstance(node, Fenced):
        return Kind.OPENING, Kind.CLOSING
    if isinstance(node, Grid) and (node.left or node.right):
        return Kind.OPENING, Kind.CLOSING if node.right else Kind.INNER
    if isinstance(node, Role):
        return node.kind, node.kind
    kind = _KINDS.get(type(node), Kind.ORDINARY)
    return kind, kind


_KINDS = {
    Fraction: Kind.INNER,
    Grid: Kind.INNER,
    Arrow: Kind.RELATION,
    Binomial: Kind.ORDINARY,
    Tag: Kind.INNER,
}


def _with_bars(parts: list[Placed]) -> list[Placed]:
    """Decide of vertical bars: two on one level of brackets open and close, one alone divides."""
    if not any(part.left is Kind.BAR for part in parts):
        return parts
    found = list(parts)
    levels: list[list[int]] = [[]]
    for at, part in enumerate(parts):
        if part.left is Kind.OPENING and part.right is Kind.OPENING:
            levels.append([])
        elif part.left is Kind.BAR:
            levels[-1].append(at)
        elif part.left is Kind.CLOSING and len(levels) > 1:
            _pair_bars(found, levels.pop())
    for bars in levels:
        _pair_bars(found, bars)
    return found


def _pair_bars(parts: list[Placed], bars: list[int]) -> None:
    for place, at in enumerate(bars):
        paired = Kind.CLOSING if place % 2 else Kind.OPENING
        kind = Kind.ORDINARY if len(bars) % 2 else paired
        parts[at] = parts[at]._replace(left=kind, right=kind)


def _with_signs(parts: list[Placed]) -> list[Placed]:
    """Tell an operator between two things from a sign before one."""
    found = list[Placed]()
    before: Kind | None = None
    for at, part in enumerate(parts):
        now = part
        if part.left is Kind.BINARY:
            after = parts[at + 1].left if at + 1 < len(parts) else None
            between = before is not None and before not in _BEFORE_A_SIGN and not _divides(found)
            if not between and isinstance(part.node, Symbol) and part.node.text in _SIGNS:
                now = part._replace(left=Kind.SIGN, right=Kind.SIGN)
            elif not between or after is None or after in _AFTER_NO_OPERATOR:
                now = part._replace(left=Kind.ORDINARY, right=Kind.ORDINARY)
        found.append(now)
        before = now.right
    return found


def _divides(parts: list[Placed]) -> bool:
    """Tell whether the last of `parts` is a bar that stands alone: a sign may follow it."""
    node = parts[-1].node
    return isinstance(node, Symbol) and node.kind is Kind.BAR and parts[-1].right is Kind.ORDINARY


def room(before: Placed, after: Placed, style: Style) -> int:
    """Give the columns between two neighbours; scripts have less."""
    asked = after.asked
    if _spaced(before.node, last=True) or _spaced(after.node, last=False):
        return asked
    columns = max(asked, gap(before.right, after.left, tight=style is Style.SCRIPT))
    if columns:
        return columns
    return int(_run_together(before.node, after.node))


def is_far(before: Placed | None, after: Placed | None) -> bool:
    """Tell whether neighbours are apart as words or by a quad, so that nothing is multiplied."""
    if before is None or after is None:
        return True
    words = _spaced(before.node, last=True) or _spaced(after.node, last=False)
    return words or after.asked > 1


@cache
def gap(before: Kind, after: Kind, *, tight: bool) -> int:
    """Give the columns that two parts stand apart by their kinds alone."""
    kinds = (before, after)
    if before in {Kind.SIGN, Kind.OPENING} or after is Kind.CLOSING or after is Kind.PUNCTUATION:
        return 0
    if before is after is Kind.RELATION:
        return 0
    if Kind.RELATION in kinds or Kind.BINARY in kinds or before is Kind.PUNCTUATION:
        return int(not tight)
    if kinds == (Kind.FUNCTION, Kind.OPENING):
        return 0
    if Kind.BIG in kinds or Kind.FUNCTION in kinds:
        return 1
    return int(Kind.INNER in kinds and not tight)


def _spaced(node: Node, *, last: bool) -> bool:
    """Tell whether a text brings its own space at this end."""
    return isinstance(node, Text) and node.text[-1 if last else 0].isspace()


def _run_together(before: Node, after: Node) -> bool:
    """Tell whether a name and a letter or number would read as one name."""
    before = before.base if isinstance(before, Script) else before
    after_base = after.base if isinstance(after, Script) else after
    named = is_word(before) or is_word(after_base)
    return named and _letters(before, last=True) and _letters(after_base, last=False)


def _letters(node: Node, *, last: bool) -> bool:
    if isinstance(node, Accent):
        return True
    return isinstance(node, Symbol | Text) and node.text[-1 if last else 0].isalnum()
