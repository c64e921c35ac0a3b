"""A tree written in one line: `softmax(QKᵀ/√dₖ)V`.

What height says on paper, brackets say here, and only where they are needed: a fraction is in
brackets when something is multiplied with it, its halves when they are not one thing.
"""

# ruff: noqa: RUF001 - signs that look like others are meant as they are

from enum import IntEnum
from functools import singledispatch
from typing import NamedTuple

from flashcards.terminal.mathtext.alphabets import marked
from flashcards.terminal.mathtext.scripts import lowered, raised
from flashcards.terminal.mathtext.spacing import Placed, is_far, placed, room
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
    is_word,
    stands_alone,
)


class Bond(IntEnum):
    """How firmly a line holds together when something is set beside it."""

    LOOSE = 0
    """Anything with room in it: `a + b`, `log n`, `-a`."""
    QUOTIENT = 1
    """`a/b`."""
    PRODUCT = 2
    """Things side by side: `2a`, `QKᵀ`."""
    POWER = 3
    """One thing that a sign before it could take apart: `x²`, `√x`, `n!`."""
    ATOM = 4
    """One thing: `x`, `xᵢ`, `10`, `(a + b)`."""


class End(IntEnum):
    """What would be taken for a part of a line if it followed without room."""

    CLOSED = 0
    NAME = 1
    """A letter or digit: `d_model` ends so."""
    OPERAND = 2
    """A bracket too: `√x` and `x^Q` end so."""


class Line(NamedTuple):
    """A text, how it holds together, and how it ends."""

    text: str
    bond: Bond = Bond.ATOM
    end: End = End.CLOSED


def written(node: Node) -> str:
    """Write a formula in one line."""
    return _write(node, Style.DISPLAY).text.strip()


def rows_written(node: Node) -> tuple[str, ...]:
    """Write a formula in one line, or equations in one line each."""
    node = node.items[0] if isinstance(node, Row) and len(node.items) == 1 else node
    if isinstance(node, Grid) and node.lineup is Lineup.EQUATIONS:
        return tuple(_equation(row).strip() for row in node.rows)
    return (written(node),)


def _bracketed(line: Line) -> Line:
    return Line(f"({line.text})")


def _held(line: Line, least: Bond) -> Line:
    """Put brackets round a line that does not hold together as firmly as `least`."""
    return line if line.bond >= least else _bracketed(line)


@singledispatch
def _write(node: Node, style: Style) -> Line:
    raise NotImplementedError(type(node), style)


@_write.register(Symbol)
@_write.register(Operator)
def _sign(node: Symbol | Operator, _style: Style) -> Line:
    return Line(node.text)


@_write.register(Text)
def _text(node: Text, _style: Style) -> Line:
    return Line(node.text, Bond.ATOM if node.text.strip().isalnum() else Bond.LOOSE)


@_write.register(Tag)
def _tag(node: Tag, _style: Style) -> Line:
    return Line(f"  {node.text}")


@_write.register(Space)
def _space(node: Space, _style: Style) -> Line:
    return Line(" " * node.columns)


@_write.register(Phantom)
def _phantom(_node: Phantom, _style: Style) -> Line:
    return Line(" ")


@_write.register(Role)
def _role(node: Role, style: Style) -> Line:
    return _write(node.content, style)


@_write.register(Framed)
def _framed(node: Framed, style: Style) -> Line:
    return Line(f"[{_write(node.content, style).text}]")


# -- rows --------------------------------------------------------------------------------------

_LEAVES_WHOLE = frozenset((Kind.RELATION, Kind.PUNCTUATION, Kind.SIGN))
_BESIDE_QUOTIENTS = frozenset("+-±∓·×")
_DIGITS = frozenset("0123456789.")
_APART = frozenset((Kind.BINARY, Kind.RELATION, Kind.PUNCTUATION, Kind.SIGN, Kind.BIG))
_ENDS_ANYTHING = frozenset((Kind.CLOSING, Kind.PUNCTUATION, Kind.BINARY, Kind.RELATION))


@_write.register(Row)
def _row(node: Row, style: Style) -> Line:
    parts = placed(node.items)
    lines = [_write(part.node, style) for part in parts]
    if len(parts) < 2:  # noqa: PLR2004 - nothing stands beside it
        return lines[0] if lines else Line("")
    for at, line in enumerate(lines):
        if line.bond <= Bond.QUOTIENT and _multiplied(parts, at):
            lines[at] = _bracketed(line)
            parts[at] = parts[at]._replace(left=Kind.OPENING, right=Kind.CLOSING)
    rooms = [_room(parts, lines, at, style) for at in range(1, len(parts))]
    text = lines[0].text + "".join(
        " " * columns + line.text for columns, line in zip(rooms, lines[1:], strict=True)
    )
    return Line(text, _bond(parts, lines, rooms), lines[-1].end)


def _multiplied(parts: list[Placed], at: int) -> bool:
    """Tell whether a neighbour in the row would take a piece of the quotient at `at`."""
    if isinstance(parts[at].node, Text):
        return False
    now = parts[at]
    before = parts[at - 1] if at else None
    after = parts[at + 1] if at + 1 < len(parts) else None
    open_before = before is None or before.right in {Kind.OPENING, Kind.BIG} or _apart(before)
    open_after = after is None or after.left is Kind.CLOSING or _apart(after)
    return not (open_before or is_far(before, now)) or not (open_after or is_far(now, after))


def _apart(part: Placed) -> bool:
    """Tell whether a neighbour on either side leaves a quotient whole without brackets."""
    if isinstance(part.node, Tag):
        return True
    if part.left is Kind.BINARY:
        return isinstance(part.node, Symbol) and part.node.text in _BESIDE_QUOTIENTS
    return part.left in _LEAVES_WHOLE


def _room(parts: list[Placed], lines: list[Line], at: int, style: Style) -> int:
    """Give the room before the thing at `at`, one column where it would be misread without."""
    before, after = parts[at - 1], parts[at]
    columns = room(before, after, style)
    if columns or not lines[at].text:
        return columns
    first, last = lines[at].text[0], lines[at - 1].text[-1:]
    end = lines[at - 1].end
    if first.isalnum() and end is not End.CLOSED:
        return 1
    if end is End.OPERAND and after.left not in _ENDS_ANYTHING and first != "/":
        return 1
    if before.right not in {Kind.ORDINARY, Kind.CLOSING} or last == "/":
        return 0
    if isinstance(after.node, Root) and after.node.degree is not None:
        return 1
    return int(first == "(" and last not in ")]" and not _is_authors_bracket(after.node))


def _is_authors_bracket(node: Node) -> bool:
    """Tell whether a bracket at the begin of `node` was written there; ours are no calls."""
    base = node.base if isinstance(node, Script) else node
    return isinstance(base, Symbol | Fenced)


def _bond(parts: list[Placed], lines: list[Line], rooms: list[int]) -> Bond:
    """Say how a row of several things holds together."""
    if all(line.text in _DIGITS for line in lines):
        return Bond.ATOM
    depth, ends = 0, list[int]()
    for at, part in enumerate(parts):
        depth += part.left is Kind.OPENING
        if depth == 0 and (part.left in _APART or lines[at].text == "/" or (at and rooms[at - 1])):
            return Bond.LOOSE
        if depth == 0 and lines[at].bond < Bond.PRODUCT:
            return Bond.LOOSE
        depth -= part.right is Kind.CLOSING
        if depth < 0:
            return Bond.LOOSE
        if depth == 0:
            ends.append(at)
    if depth or not ends:
        return Bond.LOOSE
    return _bond_of_units(parts, lines, ends)


def _bond_of_units(parts: list[Placed], lines: list[Line], ends: list[int]) -> Bond:
    """Say how units side by side hold together, `ends` being where each of them ends."""
    if len(ends) == 1:
        return min(lines[ends[0]].bond, Bond.ATOM)
    if len(ends) != 2:  # noqa: PLR2004 - a name and its bracket, a number and its !
        return Bond.PRODUCT
    return Bond.POWER if lines[-1].text == "!" or _is_call(parts, lines) else Bond.PRODUCT


def _is_call(parts: list[Placed], lines: list[Line]) -> bool:
    """Tell whether two units are a function and what it is given: `f(x)`, but not `n(n - 1)`."""
    if lines[1].text[:1] not in {"(", "["} or parts[0].left is Kind.OPENING:
        return False
    name = parts[0].node.base if isinstance(parts[0].node, Script) else parts[0].node
    if is_word(name) or isinstance(name, Operator):
        return True
    given = parts[1].node.parts if isinstance(parts[1].node, Fenced) else ()
    inside = [part.node for part in parts[2:-1]] or [
        node for part in given for node in (part.items if isinstance(part, Row) else (part,))
    ]
    adds = any(isinstance(node, Symbol) and node.kind is Kind.BINARY for node in inside)
    return isinstance(name, Symbol) and name.text.isalpha() and not adds


# -- brackets, fractions, roots ----------------------------------------------------------------


@_write.register(Fenced)
def _fenced(node: Fenced, style: Style) -> Line:
    parts = [_write(part, style) for part in node.parts]
    if not node.left and len(parts) == 1:
        parts = [_held(parts[0], Bond.PRODUCT)]
    text = parts[0].text.strip()
    for middle, part in zip(node.middles, parts[1:], strict=True):
        text += f" {middle} {part.text.strip()}" if middle else part.text
    bond = Bond.ATOM if node.left and node.right else Bond.LOOSE
    return Line(f"{node.left}{text}{node.right}", bond)


@_write.register(Fraction)
def _fraction(node: Fraction, style: Style) -> Line:
    above = _held(_write(node.above, style), Bond.PRODUCT)
    below = _write(node.below, style)
    below = _held(below, Bond.PRODUCT if _is_derivative(node) else Bond.POWER)
    return Line(f"{above.text}/{below.text}", Bond.QUOTIENT, below.end)


def _is_derivative(node: Fraction) -> bool:
    """Tell whether a fraction is `dy/dx` or `∂²f/∂x∂y`, which nobody takes apart."""
    items = node.below.items if isinstance(node.below, Row) else ()
    if _head(node.above) == _head(node.below) == "∂":
        return True
    return _head(node.above) == _head(node.below) == "d" and len(items) == 2  # noqa: PLR2004 - d and its variable


def _head(node: Node) -> str:
    """Give the letter that a thing begins with."""
    if isinstance(node, Row):
        return _head(node.items[0]) if node.items else ""
    if isinstance(node, Script):
        return _head(node.base)
    return node.text if isinstance(node, Symbol) else ""


@_write.register(Binomial)
def _binomial(node: Binomial, style: Style) -> Line:
    return Line(f"({_write(node.above, style).text} choose {_write(node.below, style).text})")


_ROOTS = {"3": "∛", "4": "∜"}


@_write.register(Root)
def _root(node: Root, style: Style) -> Line:
    radicand = _held(_write(node.radicand, style), Bond.ATOM)
    if node.degree is None:
        sign = "√"
    else:
        index = _write(node.degree, Style.SCRIPT).text
        small = raised(node.degree)
        sign = _ROOTS.get(index) or (f"{small}√" if small else f"√[{index}]")
        radicand = radicand if index in _ROOTS or small else _bracketed(radicand)
    return Line(
        sign + radicand.text, Bond.POWER, End.CLOSED if radicand.text.endswith(")") else End.OPERAND
    )


# -- scripts -----------------------------------------------------------------------------------


@_write.register(Script)
def _script(node: Script, style: Style) -> Line:
    base = _write(node.base, style)
    if not stands_alone(node.base):
        base = _bracketed(base)
    small_sub = lowered(node.sub) if node.sub else ""
    small_sup = raised(node.sup) if node.sup else ""
    if small_sub and small_sup is None and _is_bare(node.sub, "_") and _is_bare(node.sup, "^"):
        # `W_i^Q` has both in one manner, but `∫₀^∞` reads better than `∫_0^∞`.
        small_sub = small_sub if isinstance(node.base, Operator) else None
    sub = _plain("_", node.sub) if node.sub and small_sub is None else Line(small_sub or "")
    sup = _plain("^", node.sup) if node.sup and small_sup is None else Line(small_sup or "")
    bond = Bond.POWER if node.sup else min(base.bond, Bond.ATOM)
    if small_sup and small_sub is None:
        # `d²_model`, for the small letters of `d_model²` could be a part of the subscript.
        return Line(base.text + sup.text + sub.text, bond, sub.end)
    return Line(base.text + sub.text + sup.text, bond, sup.end if node.sup else sub.end)


def _plain(mark: str, script: Node) -> Line:
    """Write a script behind its mark, in brackets when it is more than one word."""
    line = _write(script, Style.SCRIPT)
    text = line.text.strip()
    if _is_bare(script, mark):
        operand = mark == "^" and text.isalnum()
        return Line(mark + text, end=End.OPERAND if operand else End.NAME)
    if line.bond is Bond.ATOM and text[:1] == "(":
        # A raised `(i)` is a number in brackets, no power: its brackets must not become ours.
        return Line(f"{mark}{{{text}}}" if mark == "^" else mark + text)
    return Line(f"{mark}({text})")


def _is_bare(script: Node | None, mark: str) -> bool:
    """Tell whether a script is one sign, number or word, so that it needs no brackets.

    Letters side by side are a word when lowered, as in `d_model`, and a product when raised.
    """
    if isinstance(script, Row):
        text = "".join(
            item.text if isinstance(item, Symbol) and len(item.text) == 1 else " "
            for item in script.items
        )
        return text.isalnum() if mark == "_" else bool(text) and _DIGITS.issuperset(text)
    if isinstance(script, Accent):
        return isinstance(script.base, Symbol)
    if isinstance(script, Text | Operator):
        return script.text.isalnum()
    return isinstance(script, Symbol)


@_write.register(Stack)
def _stack(node: Stack, style: Style) -> Line:
    base = _write(node.base, style)
    if isinstance(node.base, Symbol) and node.base.kind in {Kind.RELATION, Kind.BINARY}:
        below = _plain("_", node.below).text if node.below else ""
        return Line(base.text + below + (_plain("^", node.above).text if node.above else ""))
    text = base.text
    if node.above:
        text = f"overset({_write(node.above, style).text}, {text})"
    if node.below:
        text = f"underset({_write(node.below, style).text}, {text})"
    return Line(text)


@_write.register(Arrow)
def _arrow(node: Arrow, style: Style) -> Line:
    above = _write(node.above, style).text.strip() if node.above else ""
    arrow = f"─{above}→" if node.tip == "→" else f"←{above}─"
    return Line(arrow + (_plain("_", node.below).text if node.below else ""))


# -- marks over and under ----------------------------------------------------------------------

_STROKES = {"bar": "overline", "overline": "overline", "underline": "underline"}


@_write.register(Accent)
def _accent(node: Accent, style: Style) -> Line:
    text = _write(node.base, style).text
    if len(text) == 1 and not text.isspace():
        return Line(marked(text, node.name))
    if node.name in _STROKES:
        if text.isascii() and text.isalnum():
            return Line("".join(marked(letter, _STROKES[node.name]) for letter in text))
        return Line(f"{_STROKES[node.name]}({text})")
    return Line(f"{node.name.removeprefix('wide').removeprefix('math')}({text})")


@_write.register(Brace)
def _brace(node: Brace, style: Style) -> Line:
    name, mark = ("overbrace", "^") if node.over else ("underbrace", "_")
    label = _plain(mark, node.label) if node.label else Line("")
    return Line(f"{name}({_write(node.base, style).text}){label.text}", Bond.ATOM, label.end)


# -- grids -------------------------------------------------------------------------------------


@_write.register(Grid)
def _grid(node: Grid, style: Style) -> Line:
    if node.lineup is Lineup.EQUATIONS:
        return Line(_equations(node), Bond.LOOSE)
    rows = [[_write(cell, style).text.strip() for cell in row] for row in node.rows]
    if node.lineup is Lineup.CASES:
        return Line("{" + "; ".join(map(_case, rows)) + "}")
    comma = " & " if any(_lists(cell) for row in rows for cell in row) else ", "
    text = "; ".join(_cells(row, comma, node) for row in rows)
    return Line(f"{node.left}{text}{node.right}", Bond.ATOM if node.left else Bond.LOOSE)


def _cells(row: list[str], comma: str, grid: Grid) -> str:
    text = row[0] if row else ""
    for at, cell in enumerate(row[1:], 1):
        text += (" | " if grid.is_ruled(at) else comma) + cell
    return text


def _lists(cell: str) -> bool:
    """Tell whether a cell has a comma of its own, outside of brackets."""
    depth = 0
    for character in cell:
        depth += (character in "([{") - (character in ")]}")
        if character in ",;" and depth <= 0:
            return True
    return False


def _case(cells: list[str]) -> str:
    """Write one case: a comma before its condition, unless a comma or a word is there."""
    text = cells[0] if cells else ""
    for cell in cells[1:]:
        worded = cell[:2].isalpha() or text.endswith(",")
        text += (" " if worded else ", ") + cell
    return text.removesuffix(",")


def _equations(grid: Grid) -> str:
    """Write lines of equations after each other; a line that goes on needs no mark before it."""
    sentences = list[list[Node]]()
    for row in grid.rows:
        items = _items(row)
        if sentences and _goes_on(items):
            sentences[-1] += [item for item in items[1:] if not isinstance(item, Space)]
        else:
            sentences.append(items)
    written_each = (_write(Row(tuple(items)), Style.DISPLAY).text for items in sentences)
    return "; ".join(text.strip() for text in written_each if text.strip())


def _equation(row: tuple[Node, ...]) -> str:
    return _write(Row(tuple(_items(row))), Style.DISPLAY).text


def _items(row: tuple[Node, ...]) -> list[Node]:
    """Give what stands in the cells of a line, the columns of equations a little apart."""
    items = list[Node]()
    for at, cell in enumerate(row):
        items += [Space(2)] if at and at % 2 == 0 else []
        items += cell.items if isinstance(cell, Row) and cell.items else (cell,)
    return items


def _goes_on(items: list[Node]) -> bool:
    """Tell whether a line has an empty first half and goes on with a relation or an operator."""
    parts = placed(tuple(items))
    return (
        len(parts) > 1
        and parts[0].node == Row(())
        and parts[1].left in {Kind.RELATION, Kind.BINARY}
    )
