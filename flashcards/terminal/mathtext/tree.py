"""A formula as a tree of immutable values: what was written, before anyone lays it out.

Every node is a NamedTuple. Fonts are already applied to the characters, colours and labels are
gone, and a brace group is spliced into the row it stands in, so a `Row` never holds a `Row`
except as the empty group ``{}``.
"""

from enum import IntEnum
from typing import NamedTuple, TypeAlias


class Kind(IntEnum):
    """What part a sign plays in its row, and so how much room it gets; TeX's atom types.

    `BIG` are the operators that take limits, `FUNCTION` the named ones, `BAR` a vertical bar of
    which only the row can say whether it opens or closes, `SIGN` a plus or minus before its
    number and not between two.
    """

    ORDINARY = 0
    BIG = 1
    FUNCTION = 2
    BINARY = 3
    RELATION = 4
    OPENING = 5
    CLOSING = 6
    PUNCTUATION = 7
    INNER = 8
    BAR = 9
    SIGN = 10


class Style(IntEnum):
    """Where a thing stands: in a line of its own, inside of another thing, or in a script."""

    DISPLAY = 0
    TEXT = 1
    SCRIPT = 2


class Symbol(NamedTuple):
    """One sign: a letter, a digit, an arrow, a bracket; or a named one such as ``mod``."""

    text: str
    kind: Kind = Kind.ORDINARY


class Text(NamedTuple):
    """Upright words, their spaces kept."""

    text: str


class Space(NamedTuple):
    """Room the author asked for, in columns."""

    columns: int


class Operator(NamedTuple):
    """A big sign such as the sum, or a name such as ``log``; `limits` go above and below it."""

    text: str
    big: bool
    limits: bool


class Row(NamedTuple):
    """Things one after the other; empty for ``{}``."""

    items: tuple["Node", ...]


class Fraction(NamedTuple):
    """One thing over another with a bar between."""

    above: "Node"
    below: "Node"


class Binomial(NamedTuple):
    """One thing over another in round brackets, without a bar."""

    above: "Node"
    below: "Node"


class Root(NamedTuple):
    """A root; `degree` is None for the square root."""

    radicand: "Node"
    degree: "Node | None"


class Script(NamedTuple):
    """A base with a subscript, a superscript or both."""

    base: "Node"
    sub: "Node | None"
    sup: "Node | None"


class Fenced(NamedTuple):
    r"""Parts between delimiters that grow with them; an empty delimiter is ``\left.``.

    `middles` has one delimiter fewer than there are `parts`.
    """

    left: str
    right: str
    parts: tuple["Node", ...]
    middles: tuple[str, ...] = ()


class Accent(NamedTuple):
    """A mark over (or under) its base; `name` is TeX's without the backslash."""

    name: str
    base: "Node"


class Brace(NamedTuple):
    """A horizontal brace over or under its base, with the words at its tip."""

    over: bool
    base: "Node"
    label: "Node | None"


class Stack(NamedTuple):
    """A base with something small right above or below it."""

    base: "Node"
    above: "Node | None"
    below: "Node | None"


class Arrow(NamedTuple):
    """An arrow as long as what stands on it; `tip` is the end that points, ``→`` or ``←``."""

    tip: str
    above: "Node | None"
    below: "Node | None"


class Lineup(IntEnum):
    """How the cells of a grid stand to each other, and how they read in one line."""

    MATRIX = 0
    CASES = 1
    EQUATIONS = 2


class Grid(NamedTuple):
    """Rows of cells: a matrix, cases or lines of equations.

    `columns` holds ``l``, ``c`` or ``r`` for each column and ``|`` for a rule between; columns
    beyond it repeat them. `rules` are the rows that have a rule above them.
    """

    rows: tuple[tuple["Node", ...], ...]
    lineup: Lineup
    columns: str
    left: str = ""
    right: str = ""
    gap: int = 2
    rules: tuple[int, ...] = ()

    def is_ruled(self, at: int) -> bool:
        """Tell whether a rule stands before column `at`, counted without the rules."""
        seen = 0
        for letter in self.columns:
            if letter == "|" and seen == at:
                return True
            seen += letter != "|"
        return False


class Framed(NamedTuple):
    """Something in a frame."""

    content: "Node"


class Phantom(NamedTuple):
    """The room of something that is not shown."""

    content: "Node"


class Role(NamedTuple):
    """Something made to play another part in its row."""

    kind: Kind
    content: "Node"


class Tag(NamedTuple):
    """The number of an equation, with its brackets."""

    text: str


Node: TypeAlias = (
    Symbol
    | Text
    | Space
    | Operator
    | Row
    | Fraction
    | Binomial
    | Root
    | Script
    | Fenced
    | Accent
    | Brace
    | Stack
    | Arrow
    | Grid
    | Framed
    | Phantom
    | Role
    | Tag
)


def is_word(node: Node) -> bool:
    """Tell whether `node` is a name of several letters, which must not run into its neighbours."""
    return isinstance(node, Text | Symbol) and len(node.text) > 1 and node.text[-1:].isalnum()


def stands_alone(node: Node) -> bool:
    """Tell whether a script beside `node` can belong to nothing but all of it."""
    if isinstance(node, Row):
        return all(isinstance(item, Symbol) and item.text.isalnum() for item in node.items)
    if isinstance(node, Grid):
        return bool(node.left or node.right)
    return not isinstance(node, Fraction | Root | Script | Stack)
