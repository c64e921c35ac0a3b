"""A tree drawn in two dimensions: every node becomes a box.

Scripts are small Unicode letters where all of them exist, and stand on lines of their own where
not. Fractions, roots, limits, brackets and grids are drawn as on paper.
"""

# ruff: noqa: RUF001 - signs that look like others are meant as they are

from functools import singledispatch

from flashcards.terminal.mathtext import boxes
from flashcards.terminal.mathtext.alphabets import marked
from flashcards.terminal.mathtext.boxes import NOTHING, Box, of_text
from flashcards.terminal.mathtext.scripts import lowered, raised
from flashcards.terminal.mathtext.spacing import Placed, placed, room
from flashcards.terminal.mathtext.tree import (
    Accent,
    Arrow,
    Binomial,
    Brace,
    Fenced,
    Fraction,
    Framed,
    Grid,
    Kind,
    Lineup,
    Node,
    Operator,
    Phantom,
    Role,
    Root,
    Row,
    Script,
    Space,
    Stack,
    Style,
    Symbol,
    Tag,
    Text,
    stands_alone,
)

_TAG_GAP = 4


def drawn(node: Node) -> Box:
    """Draw a formula as it stands in a line of its own."""
    return _draw(node, Style.DISPLAY)


@singledispatch
def _draw(node: Node, style: Style) -> Box:
    raise NotImplementedError(type(node), style)


@_draw.register(Symbol)
@_draw.register(Text)
@_draw.register(Operator)
def _sign(node: Symbol | Text | Operator, _style: Style) -> Box:
    return of_text(node.text)


@_draw.register(Tag)
def _tag(node: Tag, _style: Style) -> Box:
    return of_text(" " * (_TAG_GAP - 1) + node.text)


@_draw.register(Space)
def _space(node: Space, _style: Style) -> Box:
    return boxes.blank(node.columns)


@_draw.register(Role)
def _role(node: Role, style: Style) -> Box:
    return _draw(node.content, style)


@_draw.register(Phantom)
def _phantom(node: Phantom, style: Style) -> Box:
    return boxes.blank(_draw(node.content, style).width)


@_draw.register(Framed)
def _frame(node: Framed, style: Style) -> Box:
    return boxes.framed(_draw(node.content, style))


@_draw.register(Row)
def _row(node: Row, style: Style) -> Box:
    pieces = list[Box]()
    before: Placed | None = None
    for now in placed(_with_tall_brackets(node.items)):
        columns = now.asked if before is None else _room(before, now, style)
        if columns:
            pieces.append(boxes.blank(columns))
        pieces.append(_draw(now.node, style))
        before = now
    return boxes.beside(pieces)


def _is_tall(item: Node) -> bool:
    """Tell whether plain brackets round `item` should grow with it; scripts do not count."""
    if isinstance(item, Script):
        return _is_tall(item.base) or (isinstance(item.base, Operator) and item.base.big)
    return isinstance(item, Fraction | Binomial | Grid | Fenced)


def _with_tall_brackets(items: tuple[Node, ...]) -> tuple[Node, ...]:
    """Let plain brackets grow with a fraction or a grid between them, as `Fenced` ones do."""
    if not any(map(_is_tall, items)):
        return items
    levels: list[list[Node]] = [[]]
    for item in items:
        sign = item.base if isinstance(item, Script) else item
        kind = sign.kind if isinstance(sign, Symbol) else Kind.ORDINARY
        if kind is Kind.OPENING and item is sign:
            levels.append([item])
        elif kind is Kind.CLOSING and len(levels) > 1:
            level = levels.pop()
            levels[-1] += _closed(level, item)
        else:
            levels[-1].append(item)
    return tuple(item for level in levels for item in level)


def _closed(level: list[Node], closing: Node) -> list[Node]:
    """Put an opening sign, what follows it and the closing one together, if it is tall."""
    opening, *inside = level
    sign = closing.base if isinstance(closing, Script) else closing
    tall = any(map(_is_tall, inside))
    if not (tall and isinstance(opening, Symbol) and isinstance(sign, Symbol)):
        return [*level, closing]
    inner = inside[0] if len(inside) == 1 else Row(tuple(inside))
    fenced = Fenced(opening.text, sign.text, (inner,))
    return [closing._replace(base=fenced) if isinstance(closing, Script) else fenced]


def _room(before: Placed, after: Placed, style: Style) -> int:
    """Give the room between neighbours: no line of one may run into a line of the other."""
    columns = room(before, after, style)
    lines = (Fraction, Root)
    if not columns and isinstance(after.node, lines) and before.right is not Kind.OPENING:
        touches = isinstance(after.node, Fraction) or isinstance(before.node, lines)
        return int(touches)
    return columns


@_draw.register(Fraction)
def _fraction(node: Fraction, style: Style) -> Box:
    inner = max(style, Style.TEXT)
    above, below = _draw(node.above, inner), _draw(node.below, inner)
    bar = of_text("─" * (max(above.width, below.width) + 2))
    return boxes.over((above, bar, below), above.height)


@_draw.register(Binomial)
def _binomial(node: Binomial, style: Style) -> Box:
    inner = max(style, Style.TEXT)
    above, below = _draw(node.above, inner), _draw(node.below, inner)
    pile = boxes.over((above, NOTHING, below), above.height)
    return _between("(", boxes.padded(pile, 1, 1), ")")


@_draw.register(Root)
def _root(node: Root, style: Style) -> Box:
    content = _draw(node.radicand, max(style, Style.TEXT))
    lines = (
        "┌" + "─" * content.width,
        *("│" + line for line in content.lines[:-1]),
        "√" + content.lines[-1],
    )
    root = Box(lines, content.baseline + 1, content.width + 1)
    if node.degree is None:
        return root
    index = _draw(node.degree, Style.SCRIPT)
    # The last line of the index is the one above the tick.
    return boxes.beside((boxes.hung([(index, content.below - index.height)]), root))


@_draw.register(Fenced)
def _fenced(node: Fenced, style: Style) -> Box:
    parts = [_draw(part, style) for part in node.parts]
    if len(parts) == 1:
        side = int(isinstance(node.parts[0], Grid))
        return _between(node.left, boxes.padded(parts[0], side, side), node.right)
    above = max(part.baseline for part in parts)
    below = max(part.below for part in parts)
    height = above + below + 1
    pieces = [parts[0]]
    for middle, part in zip(node.middles, parts[1:], strict=True):
        sign = boxes.delimiter(middle, height, above)
        pieces += [boxes.padded(sign, 1, 1) if sign.width else sign, part]
    return _between(node.left, boxes.beside(pieces), node.right)


def _between(left: str, content: Box, right: str) -> Box:
    size = (content.height, content.baseline)
    return boxes.beside((boxes.delimiter(left, *size), content, boxes.delimiter(right, *size)))


# -- scripts -----------------------------------------------------------------------------------


@_draw.register(Script)
def _script(node: Script, style: Style) -> Box:
    sub, sup = node.sub, node.sup
    small_sub = lowered(sub) if sub else None
    small_sup = raised(sup) if sup else None
    base = node.base
    if isinstance(base, Operator) and base.limits:
        small = (not sub or small_sub) and (not sup or small_sup)
        if style is Style.DISPLAY or not small:
            return _limits(_draw(base, style), sub, sup)
    box = _draw(base, style)
    if not stands_alone(base):
        box = _between("(", box, ")")
    if small_sub and small_sup and box.height == 1:
        return boxes.beside((box, of_text(small_sub + small_sup)))
    scripts = list[tuple[Box, int]]()
    if sup:
        above = of_text(small_sup) if small_sup else _draw(sup, Style.SCRIPT)
        last = -box.baseline if small_sup or box.baseline else -1
        scripts.append((above, last - above.height + 1))
    if sub:
        below = of_text(small_sub) if small_sub else _draw(sub, Style.SCRIPT)
        scripts.append((below, box.below if small_sub or box.below else 1))
    return boxes.beside((box, boxes.hung(scripts)))


def _limits(operator: Box, below: Node | None, above: Node | None) -> Box:
    return _piled(
        operator,
        _draw(above, Style.SCRIPT) if above else None,
        _draw(below, Style.SCRIPT) if below else None,
    )


def _piled(base: Box, above: Box | None, below: Box | None) -> Box:
    """Set small things right above and below `base`."""
    pile = [box for box in (above, base, below) if box is not None]
    return boxes.over(pile, base.baseline + (above.height if above else 0))


@_draw.register(Stack)
def _stack(node: Stack, style: Style) -> Box:
    return _limits(_draw(node.base, style), node.below, node.above)


@_draw.register(Arrow)
def _arrow(node: Arrow, _style: Style) -> Box:
    above = _draw(node.above, Style.SCRIPT) if node.above else None
    below = _draw(node.below, Style.SCRIPT) if node.below else None
    shaft = "─" * (max(box.width for box in (above, below, NOTHING) if box) + 1)
    return _piled(of_text(shaft + "→" if node.tip == "→" else "←" + shaft), above, below)


# -- marks over and under ----------------------------------------------------------------------

_OVER = {
    "hat": "^", "widehat": "^", "check": "ˇ", "tilde": "~", "widetilde": "~", "vec": "→",
    "overrightarrow": "→", "overleftarrow": "←", "dot": "˙", "ddot": "¨", "dddot": "⋯",
    "breve": "˘", "acute": "´", "grave": "`", "mathring": "˚",
}  # fmt: skip


@_draw.register(Accent)
def _accent(node: Accent, style: Style) -> Box:
    base = _draw(node.base, style)
    if base.height == 1 and len(base.lines[0]) == 1 and not base.lines[0].isspace():
        return Box((marked(base.lines[0], node.name),), 0, base.width)
    width = max(base.width, 1)
    if node.name == "underline":
        return _piled(base, None, of_text("─" * width))
    if node.name in {"bar", "overline"}:
        return _piled(base, of_text("─" * width), None)
    if node.name == "overrightarrow":
        return _piled(base, of_text("─" * (width - 1) + "→"), None)
    if node.name == "overleftarrow":
        return _piled(base, of_text("←" + "─" * (width - 1)), None)
    return _piled(base, of_text(_OVER[node.name]), None)


@_draw.register(Brace)
def _brace(node: Brace, style: Style) -> Box:
    base = _draw(node.base, style)
    label = _draw(node.label, Style.SCRIPT) if node.label else None
    width = max(base.width, 3)
    left = (width - 3) // 2
    right = width - 3 - left
    if node.over:
        brace = of_text("╭" + "─" * left + "┴" + "─" * right + "╮")
        above = boxes.over((label, brace), 0) if label else brace
        return _piled(base, above, None)
    brace = of_text("╰" + "─" * left + "┬" + "─" * right + "╯")
    return _piled(base, None, boxes.over((brace, label), 0) if label else brace)


# -- grids -------------------------------------------------------------------------------------


@_draw.register(Grid)
def _grid(node: Grid, style: Style) -> Box:
    inner = style if node.lineup is Lineup.EQUATIONS else max(style, Style.TEXT)
    cells = [[_cell(cell, at, node, inner) for at, cell in enumerate(row)] for row in node.rows]
    if not cells:
        return _between(node.left, NOTHING, node.right)
    count = max(map(len, cells))
    widths = [
        max((row[at].width for row in cells if at < len(row)), default=0) for at in range(count)
    ]
    body = _rows_over(cells, widths, node)
    if node.left or node.right:
        body = boxes.padded(body, int(bool(node.left)), int(bool(node.right)))
    return _between(node.left, body, node.right)


def _cell(cell: Node, at: int, grid: Grid, style: Style) -> Box:
    if grid.lineup is Lineup.EQUATIONS and at % 2:
        # amsmath puts an empty thing before the second half, so that its relation stands off.
        cell = Row((Row(()), *(cell.items if isinstance(cell, Row) else (cell,))))
    return _draw(cell, style)


def _grid_row(row: list[Box], widths: list[int], grid: Grid) -> Box:
    """Set the cells of one row beside each other; a row of none is a line of air."""
    letters = grid.columns.replace("|", "")
    above = max((box.baseline for box in row), default=0)
    below = max((box.below for box in row), default=0)
    pieces = list[Box]()
    for at, width in enumerate(widths):
        gap = _column_gap(grid, at)
        pieces.append(Box((gap,) * (above + below + 1), above, len(gap)))
        box = row[at] if at < len(row) else NOTHING
        pieces.append(boxes.aligned(box, width, letters[at % len(letters)]))
    if grid.is_ruled(len(widths)):
        pieces.append(Box((" │",) * (above + below + 1), above, 2))
    return boxes.beside(pieces)


def _column_gap(grid: Grid, at: int) -> str:
    """Give what stands before column `at` on every line."""
    if grid.lineup is Lineup.EQUATIONS:
        return "" if at % 2 or not at else " " * 4
    if grid.is_ruled(at):
        return " │ " if at else "│ "
    return " " * grid.gap if at else ""


def _rows_over(rows: list[list[Box]], widths: list[int], grid: Grid) -> Box:
    """Set the rows of a grid over each other, with air where one is tall or two stand alone."""
    tall = any(box.height > 1 for row in rows for box in row)
    pair = len(rows) == 2 and grid.gap > 1  # noqa: PLR2004 - two rows have no middle line
    air = _grid_row([], widths, grid)
    rule = of_text("─" * air.width)
    pile = list[Box]()
    for at, row in enumerate(rows):
        if at in grid.rules:
            pile.append(rule)
        elif at and (tall or pair):
            pile.append(air)
        pile.append(_grid_row(row, widths, grid))
    if len(rows) in grid.rules:
        pile.append(rule)
    height = sum(box.height for box in pile)
    return boxes.over(pile, (height - 1) // 2)
