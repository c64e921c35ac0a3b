"""Tables of HTML as those of Markdown: each cell in its column, and each on one line."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from flashcards.importing import placeholders
from flashcards.importing.placeholders import BLOCK, CELL_END, KEPT, ROW_END, Shelf

_CELL = re.compile(
    f"{CELL_END}([^{CELL_END}]*){CELL_END}(\\d+){CELL_END}(\\d+){CELL_END}([a-z]*){CELL_END}"
)
_ENDS_PER_CELL: Final = 5
_SIDE = re.compile(r"text-align\s*:\s*(left|center|right)\b", re.IGNORECASE)
_MARKS: Final = {"left": ":---", "center": ":---:", "right": "---:"}
_WIDEST: Final = 100
"""Columns or rows that one cell may span; more is no table for people."""
_LEAST_ROOM: Final = 1000
_ROOM_PER_CELL: Final = 20
"""How many empty cells a table may have for each that is written, beside the least."""


class _Cell(NamedTuple):
    """The words of a cell, over how many columns and rows it goes, and the side they are set to."""

    words: str
    columns: int = 1
    rows: int = 1
    side: str = ""


def span(value: str) -> int:
    """Read over how many rows or columns a cell goes."""
    value = value.strip()
    return min(max(int(value), 1), _WIDEST) if value.isascii() and value.isdigit() else 1


def side(style: str) -> str:
    """Read to which side the words of a cell are set; empty if its style does not say."""
    found = _SIDE.search(style)
    return found[1].lower() if found else ""


def cell(inside: str, columns: int, rows: int, to: str, shelf: Shelf) -> str:
    """Write a cell, to be placed by `table`.

    `columns` and `rows` are how far it goes, `to` is the side its words are set to.
    """
    words = KEPT.sub(
        lambda found: shelf.keep(shelf.filled(found[0]).replace("|", "\\|")),
        placeholders.one_line(inside).replace("|", "\\|"),
    )
    return f"{CELL_END}{words}{CELL_END}{columns}{CELL_END}{rows}{CELL_END}{to}{CELL_END}"


def row(inside: str) -> str:
    """Write a row of cells; what stands beside them is a cell as well."""
    return f"{placeholders.one_line(inside)}{ROW_END}"


def table(inside: str) -> str:
    """Write a table, its first row as the header; what has no cells is what it holds.

    A column is set to the side that all its cells are set to.
    """
    if CELL_END not in inside:
        return inside.replace(ROW_END, "\n")
    rows = list(_placed(inside))
    if not rows:
        return "\n"
    width = max(map(len, rows))
    # A wider table, or an emptier one, is of hostile make and has short rows.
    padded = width if width <= _WIDEST and width * len(rows) <= _room(inside) else 0
    sides = [{row[at].side for row in rows if at < len(row)} for at in range(padded)]
    rows[0] += [_Cell("")] * (width - len(rows[0]))
    words = ([one.words for one in row] for row in rows)
    lines = [f"| {' | '.join(cells + [''] * (padded - len(cells)))} |" for cells in words]
    marks = [_MARKS.get("".join(of) if len(of) == 1 else "", "---") for of in sides]
    lines.insert(1, f"| {' | '.join([*marks, *['---'] * (width - padded)])} |")
    return "\n\n" + "\n".join(f"{BLOCK}{line}" for line in lines) + "\n\n"


def is_box(inside: str) -> bool:
    """Tell if a table is no more than its only cell: a box around something."""
    before, _, rest = inside.partition(CELL_END)
    after = rest.rpartition(CELL_END)[2]
    return not before.strip() and not after.replace(ROW_END, "").strip()


def flat(inside: str) -> str:
    """Write a table in one line, for a cell of another: commas between cells, then semicolons."""
    return "; ".join(", ".join(one.words for one in row if one.words) for row in _placed(inside))


def _room(inside: str) -> int:
    """Give how many cells a table may have, those that are empty among them."""
    return _LEAST_ROOM + _ROOM_PER_CELL * (inside.count(CELL_END) // _ENDS_PER_CELL)


def _placed(inside: str) -> Iterator[list[_Cell]]:
    """Give the cells of each row by their columns; what a cell goes over stays empty.

    Once a table has no more room for that, its cells go over one row and one column.
    """
    room = _room(inside)
    taken: dict[int, int] = {}  # by column, in how many rows more it is taken
    for line in inside.split(ROW_END):
        found = _cells(line)
        if not any(one.words.strip() for one in found):
            continue
        cells: list[_Cell] = []
        following: dict[int, int] = {}
        for one in found:
            columns = min(one.columns, max(1, _WIDEST - len(cells))) if room > 0 else 1
            while taken.get(len(cells), 0):
                following[len(cells)] = taken[len(cells)] - 1
                cells.append(_Cell(""))
            for column in range(len(cells), len(cells) + columns):
                following[column] = one.rows - 1
            cells += [one, *[one._replace(words="")] * (columns - 1)]
        following.update((c, n - 1) for c, n in taken.items() if c >= len(cells) and n > 0)
        room -= len(cells)
        taken = following if room > 0 else {}
        yield cells


def _cells(line: str) -> list[_Cell]:
    cells: list[_Cell] = []
    at = 0

    def take(beside: str) -> None:
        if words := beside.replace(CELL_END, "").strip():
            cells.append(_Cell(words))

    for found in _CELL.finditer(line):
        take(line[at : found.start()])
        cells.append(_Cell(found[1], int(found[2]), int(found[3]), found[4]))
        at = found.end()
    take(line[at:])
    return cells
