r"""Grids: ``\begin{...} ... \end{...}``, and what ``\\`` and ``&`` make elsewhere."""

import re
from itertools import takewhile

from flashcards.terminal.mathtext.reader import EMPTY, Reader, UnreadableError, single
from flashcards.terminal.mathtext.tree import Grid, Lineup, Node

_BREAKS = frozenset(("\\\\", "\\cr"))
_LENGTH = re.compile(r"\s*-?[\d.]+\s*(?:pt|em|ex|mu|mm|cm|in|bp|pc)\s*")
_LONGEST_LENGTH = 12

MOST_CELLS = 1000
"""Cells of the largest grid that is read, short rows counted as long as the longest."""


def lines(reader: Reader) -> Node:
    r"""Read a whole formula; ``\\`` at the outside makes several lines of it."""
    rows = [reader.row()]
    while reader.peek() in _BREAKS:
        _break(reader)
        rows.append(reader.row())
    if reader.peek():
        raise UnreadableError
    while len(rows) > 1 and rows[-1] == EMPTY:
        rows.pop()
    if len(rows) == 1:
        return rows[0]
    return Grid(tuple((row,) for row in rows), Lineup.EQUATIONS, "l", gap=0)


def environment(reader: Reader) -> Node:
    r"""Read ``{name} ... \end{name}``."""
    name = reader.raw()
    shape = _SHAPES.get(name.removesuffix("*"))
    if shape is None:
        raise UnreadableError
    if name in _WITH_OPTION and reader.peek() == "[":
        reader.raw("[", "]")
    columns = reader.raw() if name in _WITH_COLUMNS else ""
    if columns and shape.lineup is Lineup.MATRIX:
        shape = shape._replace(columns=_columns(columns))
    rows, rules = _rows(reader)
    reader.expect("\\end")
    if reader.raw() != name:
        raise UnreadableError
    return shape._replace(rows=rows, rules=rules)


def substack(reader: Reader) -> Node:
    r"""Read ``{a \\ b}``, small lines over each other."""
    reader.expect("{")
    rows, rules = _rows(reader)
    reader.expect("}")
    if rules or any(len(cells) > 1 for cells in rows):
        raise UnreadableError
    return Grid(rows, Lineup.MATRIX, "c", gap=1)


def _rows(reader: Reader) -> tuple[tuple[tuple[Node, ...], ...], tuple[int, ...]]:
    """Read cells up to what ends the grid; give the rows and which of them have a rule above."""
    rows, rules = list[tuple[Node, ...]](), list[int]()
    while True:
        while reader.peek() == "\\hline":
            reader.take()
            rules.append(len(rows))
        cells = [single(reader.row())]
        while reader.peek() == "&":
            reader.take()
            cells.append(single(reader.row()))
        rows.append(tuple(cells))
        if reader.peek() not in _BREAKS:
            break
        _break(reader)
    if rows[-1] == (EMPTY,):
        rows.pop()
    if len(rows) * max(map(len, rows), default=0) > MOST_CELLS:
        raise UnreadableError
    return tuple(rows), tuple(rules)


def _break(reader: Reader) -> None:
    """Go past a line break and its ``[2pt]``; any other bracket after it is text."""
    reader.take()
    after = reader.touching(_LONGEST_LENGTH)
    inside = "".join(takewhile(lambda lexeme: lexeme != "]", after[1:]))
    if after[:1] == ["["] and _LENGTH.fullmatch(inside):
        reader.raw("[", "]")


def _columns(specification: str) -> str:
    """Keep what the columns of an array look like; what is not known is unreadable."""
    columns = "".join(specification.split())
    if columns.strip("lcr|") or not columns.strip("|"):
        raise UnreadableError
    return columns


def _matrix(left: str, right: str) -> Grid:
    return Grid((), Lineup.MATRIX, "c", left, right)


_CASES = Grid((), Lineup.CASES, "l", "{", "", gap=3)
_ALIGNED = Grid((), Lineup.EQUATIONS, "rl", gap=0)
_CENTRED = Grid((), Lineup.EQUATIONS, "c", gap=0)
_SHAPES = {
    "matrix": _matrix("", ""),
    "smallmatrix": _matrix("", "")._replace(gap=1),
    "pmatrix": _matrix("(", ")"),
    "bmatrix": _matrix("[", "]"),
    "Bmatrix": _matrix("{", "}"),
    "vmatrix": _matrix("|", "|"),
    "Vmatrix": _matrix("‖", "‖"),
    "array": _matrix("", ""),
    "subarray": _matrix("", "")._replace(gap=1),
    "cases": _CASES,
    "dcases": _CASES,
    "rcases": _CASES._replace(left="", right="}"),
    **dict.fromkeys(
        ("align", "aligned", "alignat", "alignedat", "flalign", "split", "eqnarray"), _ALIGNED
    ),
    **dict.fromkeys(("gather", "gathered", "equation", "multline", "displaymath"), _CENTRED),
}
_WITH_COLUMNS = frozenset(("array", "subarray", "alignat", "alignat*", "alignedat"))
_WITH_OPTION = frozenset(("array", "aligned", "alignedat", "gathered")) | {
    f"{brackets}matrix*" for brackets in ("", "p", "b", "B", "v", "V")
}
