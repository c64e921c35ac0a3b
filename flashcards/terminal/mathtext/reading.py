r"""From TeX to a tree, or to nothing: what is not known for certain makes the formula unreadable.

The grammar is the part of LaTeX and amsmath that stands in notes. There are no macros. The source
is read once, from left to right; its length and depth are bounded.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import takewhile

from flashcards.terminal.mathtext.alphabets import MARKS, Font, negated, styled
from flashcards.terminal.mathtext.symbols import ESCAPED, OPERATORS, SYMBOLS, delimiter, sign
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
    Symbol,
    Tag,
    Text,
)
from flashcards.text import has_control

LONGEST = 5000
"""Characters of the longest formula that is read."""

DEEPEST = 32
"""Levels of groups within groups that are read."""

_TOKEN = re.compile(
    r"%[^\n]*\n\s*"  # a comment takes the line break and the indent of the next line with it
    r"|\s+"
    r"|\\(?:operatorname|tag|hspace)\*"
    r"|\\[A-Za-z]+"
    r"|\\."
    r"|[^\\][\u0300-\u036f\u20d0-\u20ff]*",
    re.DOTALL,
)
# A comma between thousands is no list. After a bracket `1,100` is two numbers, `10,000` is one.
_THOUSANDS = re.compile(
    r"(?<![\d.,(\[{])[1-9]\d{0,2}(?:,\d{3})+(?!\d|,\d)|(?<![\d.,])[1-9]\d{1,2}(?:,\d{3})+(?!\d|,\d)"
)
_LENGTH = re.compile(r"\s*-?[\d.]+\s*(?:pt|em|ex|mu|mm|cm|in|bp|pc|\\baselineskip)\s*")
_ENDS = frozenset(("}", "&", "\\\\", "\\cr", "\\right", "\\middle", "\\end", "$", "\\)", ""))
_EMPTY = Row(())


class _UnreadableError(Exception):
    """The source holds what this grammar does not know."""


@lru_cache(maxsize=64)  # a card is drawn again at every key
def parse(source: str) -> Node | None:
    r"""Read a formula without its dollars; None when any of it is not understood.

    An unknown command, a brace or an environment that is not closed, a second superscript, a
    ``%`` that would swallow the end, controls, more than `LONGEST` characters or `DEEPEST` levels
    of groups: each makes the whole formula None. Line breaks outside of environments
    (``\\``) make lines.
    """
    if len(source) > LONGEST or has_control(source):
        return None
    tokens = _TOKEN.findall(_THOUSANDS.sub(_joined_thousands, source))
    if tokens and tokens[-1] == "\\":
        return None
    try:
        return _Reader(tokens).formula()
    except _UnreadableError:
        return None


def _joined_thousands(match: re.Match[str]) -> str:
    return match.group().replace(",", "{,}")


class _Reader:
    """A place in the tokens of one formula; each method reads on from there."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0
        self._font = Font.PLAIN

    def formula(self) -> Node:
        """Read everything."""
        lines = [self.row()]
        while self.peek() in {"\\\\", "\\cr"}:
            self.take()
            self.skip_length()
            lines.append(self.row())
        if self.peek():
            raise _UnreadableError
        while len(lines) > 1 and lines[-1] == _EMPTY:
            lines.pop()
        if len(lines) == 1:
            return lines[0]
        return Grid(tuple((line,) for line in lines), Lineup.EQUATIONS, "l", gap=0)

    # -- tokens ------------------------------------------------------------------------------

    def peek(self) -> str:
        """Give the next token that is no white space, the empty text at the end."""
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if not (token.isspace() or (token[0] == "%" and len(token) > 1)):
                return token
            self._at += 1
        return ""

    def take(self) -> str:
        """Give the next token that is no white space, and go past it."""
        token = self.peek()
        self._at += 1
        return token

    def expect(self, token: str) -> None:
        """Go past `token`, which must stand here."""
        if self.take() != token:
            raise _UnreadableError

    def raw(self, opening: str = "{", closing: str = "}") -> str:
        """Read a group that is no maths: a length, a colour, a name."""
        self.expect(opening)
        depth, start = 1, self._at
        while depth:
            token = self._next()
            depth += (token == "{") - (token == "}" if closing == "}" else token == closing)
        return "".join(self._tokens[start : self._at - 1])

    def skip_option(self) -> None:
        """Go past ``[...]`` if one stands here."""
        if self.peek() == "[":
            self.raw("[", "]")

    def skip_length(self) -> None:
        r"""Go past the ``[2pt]`` that may follow a line break at once; another bracket is text."""
        rest = self._tokens[self._at : self._at + 12]
        inside = "".join(takewhile(lambda token: token != "]", rest[1:]))
        if rest[:1] == ["["] and _LENGTH.fullmatch(inside):
            self.raw("[", "]")

    def _next(self) -> str:
        """Give the next token, white space too."""
        if self._at >= len(self._tokens):
            raise _UnreadableError
        self._at += 1
        return self._tokens[self._at - 1]

    # -- rows and groups ---------------------------------------------------------------------

    def row(self, closing: str = "") -> Row:
        """Read up to what ends a row, or up to `closing`, and stay before it."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise _UnreadableError
        font, items = self._font, list[Node]()
        while (token := self.peek()) not in _ENDS and token != closing:
            if token in _INFIX:
                self.take()
                items = [_INFIX[token](Row(tuple(items)), self.row(closing))]
                break
            _append(items, self.scripted(self.atom()))
        self._font = font
        self._depth -= 1
        return Row(tuple(items))

    def group(self) -> Row:
        """Read ``{...}``."""
        self.expect("{")
        row = self.row()
        self.expect("}")
        return row

    def argument(self, font: Font | None = None) -> Node:
        """Read what a command applies to: a group or one thing, in `font` if one is given."""
        before = self._font
        self._font = before if font is None else font
        node = _single(self.group() if self.peek() == "{" else self.atom())
        self._font = before
        return node

    def option(self) -> Node | None:
        """Read ``[...]`` as maths, if one stands here."""
        if self.peek() != "[":
            return None
        self.take()
        row = self.row("]")
        self.expect("]")
        return _single(row)

    def atom(self) -> Node:
        """Read one thing without its scripts."""
        token = self.peek()
        if token == "{":
            return self.group()
        if token in {"^", "_", "'"}:
            return _EMPTY
        self.take()
        if token.startswith("\\"):
            return self.command(token[1:])
        if token in _ENDS or token in {"%", "#"}:
            raise _UnreadableError
        if token == "~":
            return Space(1)
        if "\u0300" <= token[0] <= "\u036f" or "\u20d0" <= token[0] <= "\u20ff":
            raise _UnreadableError  # a mark without the letter it belongs on
        return sign(styled(token, self._font))

    def command(self, name: str) -> Node:
        """Read what the command `name` needs, the command itself being read."""
        if name in SYMBOLS:
            symbol = SYMBOLS[name]
            return symbol._replace(text=styled(symbol.text, self._font))
        if name in OPERATORS:
            return OPERATORS[name]
        if name in ESCAPED:
            return ESCAPED[name]
        if name in _SPACES:
            return Space(_SPACES[name])
        if name in _SWITCHES:
            self._font = _SWITCHES[name]
            return Space(0)
        if name in _FONTS:
            return self.in_font(_FONTS[name])
        if name in MARKS:
            return Accent(name, self.argument())
        if name in _COMMANDS:
            return _COMMANDS[name](self)
        raise _UnreadableError

    def in_font(self, font: Font) -> Node:
        """Read an argument in `font`; several letters in an upright font are a word."""
        node = self.argument(font)
        return _as_word(node) if font in _WORDY else node

    # -- scripts -----------------------------------------------------------------------------

    def scripted(self, base: Node) -> Node:
        """Read the scripts that follow `base`."""
        sub: Node | None = None
        sup: Node | None = None
        while True:
            token = self.peek()
            if token == "_" and sub is None:
                self.take()
                sub = self.argument()
            elif token == "'" and sup is None:
                sup = self.primes()
            elif token == "^" and sup is None:
                self.take()
                sup = self.argument()
            elif token in _LIMITS and isinstance(base, Operator):
                self.take()
                base = base._replace(limits=_LIMITS[token])
            else:
                break
        if token in {"^", "_", "'"}:
            raise _UnreadableError  # TeX calls it a double superscript
        return base if sub is None and sup is None else _with_scripts(base, sub, sup)

    def primes(self) -> Node:
        """Read ``'`` and its repetitions, and the superscript that may follow them."""
        count = 0
        while self.peek() == "'":
            self.take()
            count += 1
        items = [Symbol(prime) for prime in _primes(count)]
        if self.peek() == "^":
            self.take()
            _append(items_of := list[Node](items), self.argument())
            return Row(tuple(items_of))
        return items[0] if len(items) == 1 else Row(tuple(items))

    # -- text --------------------------------------------------------------------------------

    def words(self) -> Node:
        """Read a group of text, in which spaces count and maths stands between dollars."""
        self.expect("{")
        items, text, depth = list[Node](), "", 1
        while depth:
            token = self._next()
            if token in {"$", "\\("}:
                items += [Text(text)] if text else []
                text = ""
                items += self.row().items
                self.expect("$" if token == "$" else "\\)")
            elif token in {"{", "}"}:
                depth += 1 if token == "{" else -1
            else:
                text += _in_text(token)
        items += [Text(text)] if text else []
        return items[0] if len(items) == 1 else Row(tuple(items))

    def plain_words(self) -> str:
        """Read a group of text without maths in it."""
        words = self.words()
        if words == _EMPTY:
            return ""
        if not isinstance(words, Text):
            raise _UnreadableError
        return words.text

    # -- commands with arguments -------------------------------------------------------------

    def fraction(self) -> Node:
        r"""``\frac{above}{below}``."""
        return Fraction(self.argument(), self.argument())

    def binomial(self) -> Node:
        r"""``\binom{n}{k}``."""
        return Binomial(self.argument(), self.argument())

    def root(self) -> Node:
        r"""``\sqrt[index]{radicand}``."""
        index = self.option()
        return Root(self.argument(), index)

    def fenced(self) -> Node:
        r"""``\left( ... \middle| ... \right)``."""
        left, parts, middles = self.delimiter(), [_single(self.row())], list[str]()
        while self.peek() == "\\middle":
            self.take()
            middles.append(self.delimiter())
            parts.append(_single(self.row()))
        self.expect("\\right")
        return Fenced(left, self.delimiter(), tuple(parts), tuple(middles))

    def delimiter(self) -> str:
        """Read a bracket or the dot that stands for none."""
        found = delimiter(self.take())
        if found is None:
            raise _UnreadableError
        return found

    def sized(self) -> Node:
        r"""``\big(``: the size is left to the screen."""
        return sign(self.delimiter())

    def opening(self) -> Node:
        r"""``\bigl|``."""
        return Symbol(self.delimiter(), Kind.OPENING)

    def closing(self) -> Node:
        r"""``\bigr|``."""
        return Symbol(self.delimiter(), Kind.CLOSING)

    def relation(self) -> Node:
        r"""``\bigm|``."""
        return Symbol(self.delimiter(), Kind.RELATION)

    def negation(self) -> Node:
        r"""``\not=``."""
        node = self.argument()
        if not isinstance(node, Symbol) or len(node.text) != 1:
            raise _UnreadableError
        return Symbol(negated(node.text), Kind.RELATION)

    def over_brace(self) -> Node:
        r"""``\overbrace{base}``; its superscript is the label."""
        return Brace(True, self.argument(), None)  # noqa: FBT003 - the field is called over

    def under_brace(self) -> Node:
        r"""``\underbrace{base}``; its subscript is the label."""
        return Brace(False, self.argument(), None)  # noqa: FBT003 - the field is called over

    def over_set(self) -> Node:
        r"""``\overset{above}{base}``."""
        above, base = self.argument(), self.argument()
        return _stacked(base, above, None)

    def under_set(self) -> Node:
        r"""``\underset{below}{base}``."""
        below, base = self.argument(), self.argument()
        return _stacked(base, None, below)

    def right_arrow(self) -> Node:
        r"""``\xrightarrow[below]{above}``."""
        below = self.option()
        return Arrow("→", self.argument(), below)

    def left_arrow(self) -> Node:
        r"""``\xleftarrow[below]{above}``."""
        below = self.option()
        return Arrow("←", self.argument(), below)

    def substack(self) -> Node:
        r"""``\substack{a \\ b}``."""
        self.expect("{")
        rows = self.grid_rows()[0]
        self.expect("}")
        if any(len(cells) > 1 for cells in rows):
            raise _UnreadableError
        return Grid(rows, Lineup.MATRIX, "c", gap=1)

    def named_operator(self) -> Node:
        r"""``\operatorname{name}``."""
        return Operator(self.plain_words().strip(), big=False, limits=False)

    def named_operator_with_limits(self) -> Node:
        r"""``\operatorname*{name}``."""
        return Operator(self.plain_words().strip(), big=False, limits=True)

    def modulo(self) -> Node:
        r"""``\pmod{n}``."""
        mod = (Space(1), Symbol("(", Kind.OPENING), Text("mod"), Space(1))
        return Row((*mod, *_items(self.argument()), Symbol(")", Kind.CLOSING)))

    def bracketed(self) -> Node:
        r"""``\pod{n}``."""
        opening = (Space(1), Symbol("(", Kind.OPENING))
        return Row((*opening, *_items(self.argument()), Symbol(")", Kind.CLOSING)))

    def mod(self) -> Node:
        r"""``\mod n``."""
        return Row((Space(1), Text("mod"), Space(1)))

    def tag(self) -> Node:
        r"""``\tag{1}``."""
        return Tag(f"({self.plain_words()})")

    def bare_tag(self) -> Node:
        r"""``\tag*{1}``."""
        return Tag(self.plain_words())

    def frame(self) -> Node:
        r"""``\boxed{content}``."""
        return Framed(self.argument())

    def phantom(self) -> Node:
        r"""``\phantom{content}``."""
        return Phantom(self.argument())

    def upright_phantom(self) -> Node:
        r"""``\vphantom{content}``: no width, and height is left to the screen."""
        self.argument()
        return Space(0)

    def unseen(self) -> Node:
        r"""``\label{name}``: a word for the typesetter only."""
        self.raw()
        return Space(0)

    def nothing(self) -> Node:
        r"""``\displaystyle``: sizes are left to the screen."""
        return Space(0)

    def room(self) -> Node:
        r"""``\hspace{1em}``."""
        return Space(0 if self.raw().lstrip().startswith("-") else 1)

    def colour(self) -> Node:
        r"""``\color{red}``."""
        self.skip_option()
        self.raw()
        return Space(0)

    def coloured(self) -> Node:
        r"""``\textcolor{red}{content}``: the content stays."""
        self.colour()
        return self.group()

    def content(self) -> Node:
        r"""``\mathstrut``-like wrappers that change nothing on a screen: ``\smash{content}``."""
        return self.argument()

    def role(self, kind: Kind) -> Node:
        r"""``\mathrel{content}`` and its kin."""
        node = self.argument()
        if isinstance(node, Symbol):
            return Symbol(node.text, kind)
        if kind is Kind.BIG and isinstance(node, Text):
            return Operator(node.text, big=False, limits=True)
        return Role(kind, node)

    # -- environments ------------------------------------------------------------------------

    def environment(self) -> Node:
        r"""``\begin{name} ... \end{name}``."""
        name = self.raw()
        shape = _ENVIRONMENTS.get(name.removesuffix("*"))
        if shape is None:
            raise _UnreadableError
        if name in _WITH_OPTION:
            self.skip_option()
        columns = self.raw() if name in _WITH_COLUMNS else ""
        if shape.lineup is Lineup.MATRIX and columns:
            shape = shape._replace(columns=_columns(columns))
        rows, rules = self.grid_rows()
        self.expect("\\end")
        if self.raw() != name:
            raise _UnreadableError
        return shape._replace(rows=rows, rules=rules)

    def grid_rows(self) -> tuple[tuple[tuple[Node, ...], ...], tuple[int, ...]]:
        r"""Read cells up to ``\end`` or a brace; give the rows and which have a rule above."""
        rows, rules = list[tuple[Node, ...]](), list[int]()
        while True:
            while self.peek() == "\\hline":
                self.take()
                rules.append(len(rows))
            cells = [_single(self.row())]
            while self.peek() == "&":
                self.take()
                cells.append(_single(self.row()))
            rows.append(tuple(cells))
            if self.peek() not in {"\\\\", "\\cr"}:
                break
            self.take()
            self.skip_length()
        if rows[-1] == (_EMPTY,):
            rows.pop()
        return tuple(rows), tuple(rules)


def _append(items: list[Node], node: Node) -> None:
    """Add `node` to a row: a group is spliced in, a group of one sign makes the sign ordinary."""
    if node == Space(0):
        return
    if not isinstance(node, Row) or not node.items:
        items.append(node)
    elif len(node.items) == 1 and isinstance(only := node.items[0], Symbol) and len(only.text) == 1:
        items.append(Symbol(only.text))
    else:
        items.extend(node.items)


def _single(node: Node) -> Node:
    return node.items[0] if isinstance(node, Row) and len(node.items) == 1 else node


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Row) else (node,)


def _with_scripts(base: Node, sub: Node | None, sup: Node | None) -> Node:
    base = _single(base)
    if isinstance(base, Brace) and base.label is None:
        base = base._replace(label=sup if base.over else sub)
        sub, sup = (sub, None) if base.over else (None, sup)
        return base if sub is None and sup is None else Script(base, sub, sup)
    if isinstance(base, Script) and (base.sub is None or sub is None):
        # `{x_i}^2` is `x_i^2`; a second superscript needs the brackets it will be drawn with.
        if sup is None and base.sub is None:
            return Script(base.base, sub, base.sup) if base.sup is None else Script(base, sub, sup)
        if base.sup is None and sub is None:
            return Script(base.base, base.sub, sup)
    return Script(base, sub, sup)


def _stacked(base: Node, above: Node | None, below: Node | None) -> Node:
    if isinstance(base, Text):
        base = Operator(base.text, big=False, limits=True) if below else base
    if isinstance(base, Operator):
        return Script(base._replace(limits=True), below, above)
    if isinstance(base, Script) and isinstance(base.base, Operator):
        operator = base.base._replace(limits=True)
        if (above is None or base.sup is None) and (below is None or base.sub is None):
            return Script(operator, below or base.sub, above or base.sup)
    return Stack(base, above, below)


def _primes(count: int) -> list[str]:
    quadruples, rest = divmod(count, 4)
    return ["⁗"] * quadruples + (["′″‴"[rest - 1]] if rest else [])


def _as_word(node: Node) -> Node:
    """Make one word of a row of letters and digits; anything else stays what it is."""
    if not isinstance(node, Row):
        return node
    letters = [
        " " if isinstance(item, Space) else item.text
        for item in node.items
        if (isinstance(item, Symbol) and item.text.isalnum()) or item == Space(1)
    ]
    return Text("".join(letters)) if len(letters) == len(node.items) > 0 else node


def _in_text(token: str) -> str:
    """Give what a token of text shows."""
    if token.isspace() or token == "~":
        return " "
    if token[0] == "%":
        if len(token) == 1:
            raise _UnreadableError
        return ""
    if not token.startswith("\\"):
        return token
    name = token[1:]
    if name in ESCAPED and name != "|":
        return name
    if name in _SPACES:
        return " " * _SPACES[name]
    if name in _TEXT_STYLES:
        return ""
    raise _UnreadableError


def _columns(specification: str) -> str:
    """Keep what the columns of an array look like; what is not known is unreadable."""
    columns = "".join(specification.split())
    if not columns.strip("lcr|"):
        return columns or "c"
    raise _UnreadableError


_INFIX: dict[str, Callable[[Node, Node], Node]] = {
    "\\over": lambda above, below: Fraction(_single(above), _single(below)),
    "\\choose": lambda above, below: Binomial(_single(above), _single(below)),
}
_LIMITS = {"\\limits": True, "\\nolimits": False, "\\displaylimits": True}

_SPACES = {
    ",": 1, ":": 1, ";": 1, ">": 1, " ": 1, "\n": 1, "\t": 1, "!": 0, "/": 0,
    "thinspace": 1, "medspace": 1, "thickspace": 1, "enspace": 1, "space": 1, "nobreakspace": 1,
    "quad": 2, "qquad": 4, "negthinspace": 0, "negmedspace": 0, "negthickspace": 0,
}  # fmt: skip
_FONTS = {
    "mathrm": Font.ROMAN, "mathup": Font.ROMAN, "mathit": Font.ROMAN, "mathnormal": Font.PLAIN,
    "mathbf": Font.BOLD, "mathbfit": Font.BOLD_ITALIC, "boldsymbol": Font.BOLD_ITALIC,
    "bm": Font.BOLD_ITALIC, "pmb": Font.BOLD_ITALIC, "mathcal": Font.SCRIPT,
    "mathscr": Font.SCRIPT, "mathfrak": Font.FRAKTUR, "mathbb": Font.DOUBLE_STRUCK,
    "mathbbm": Font.DOUBLE_STRUCK, "mathds": Font.DOUBLE_STRUCK, "Bbb": Font.DOUBLE_STRUCK,
    "mathsf": Font.SANS, "mathtt": Font.MONOSPACE,
}  # fmt: skip
_SWITCHES = {
    "rm": Font.ROMAN, "bf": Font.BOLD, "it": Font.PLAIN, "cal": Font.SCRIPT, "sf": Font.SANS,
    "tt": Font.MONOSPACE,
}  # fmt: skip
_WORDY = frozenset((Font.ROMAN, Font.SANS, Font.MONOSPACE))
_TEXT_STYLES = frozenset(
    "text textrm textnormal textbf textit textsf texttt textup textsc textmd emph mbox hbox".split()
)

_COMMANDS: dict[str, Callable[[_Reader], Node]] = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), _Reader.fraction),
    **dict.fromkeys(("binom", "dbinom", "tbinom"), _Reader.binomial),
    **dict.fromkeys(_TEXT_STYLES, _Reader.words),
    **dict.fromkeys(("big", "Big", "bigg", "Bigg"), _Reader.sized),
    **dict.fromkeys(("bigl", "Bigl", "biggl", "Biggl"), _Reader.opening),
    **dict.fromkeys(("bigr", "Bigr", "biggr", "Biggr"), _Reader.closing),
    **dict.fromkeys(("bigm", "Bigm", "biggm", "Biggm"), _Reader.relation),
    **dict.fromkeys(
        ("displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "notag", "nonumber")
        + ("mathstrut", "strut", "allowbreak", "nobreak", "relax", "null"),
        _Reader.nothing,
    ),
    "sqrt": _Reader.root,
    "left": _Reader.fenced,
    "not": _Reader.negation,
    "overbrace": _Reader.over_brace,
    "underbrace": _Reader.under_brace,
    "overset": _Reader.over_set,
    "stackrel": _Reader.over_set,
    "underset": _Reader.under_set,
    "xrightarrow": _Reader.right_arrow,
    "xleftarrow": _Reader.left_arrow,
    "substack": _Reader.substack,
    "operatorname": _Reader.named_operator,
    "operatorname*": _Reader.named_operator_with_limits,
    "pmod": _Reader.modulo,
    "pod": _Reader.bracketed,
    "mod": _Reader.mod,
    "tag": _Reader.tag,
    "tag*": _Reader.bare_tag,
    "label": _Reader.unseen,
    "boxed": _Reader.frame,
    "fbox": lambda reader: Framed(reader.words()),
    "phantom": _Reader.phantom,
    "hphantom": _Reader.phantom,
    "vphantom": _Reader.upright_phantom,
    "hspace": _Reader.room,
    "hspace*": _Reader.room,
    "color": _Reader.colour,
    "textcolor": _Reader.coloured,
    "smash": _Reader.content,
    "mathrel": lambda reader: reader.role(Kind.RELATION),
    "mathbin": lambda reader: reader.role(Kind.BINARY),
    "mathop": lambda reader: reader.role(Kind.BIG),
    "mathord": lambda reader: reader.role(Kind.ORDINARY),
    "mathopen": lambda reader: reader.role(Kind.OPENING),
    "mathclose": lambda reader: reader.role(Kind.CLOSING),
    "mathpunct": lambda reader: reader.role(Kind.PUNCTUATION),
    "mathinner": lambda reader: reader.role(Kind.INNER),
    "begin": _Reader.environment,
}


def _matrix(left: str, right: str) -> Grid:
    return Grid((), Lineup.MATRIX, "c", left, right)


_EQUATIONS = Grid((), Lineup.EQUATIONS, "rl", gap=0)
_ENVIRONMENTS = {
    "matrix": _matrix("", ""),
    "smallmatrix": _matrix("", "")._replace(gap=1),
    "pmatrix": _matrix("(", ")"),
    "bmatrix": _matrix("[", "]"),
    "Bmatrix": _matrix("{", "}"),
    "vmatrix": _matrix("|", "|"),
    "Vmatrix": _matrix("‖", "‖"),
    "array": _matrix("", ""),
    "subarray": _matrix("", ""),
    "cases": Grid((), Lineup.CASES, "l", "{", "", 3),
    "dcases": Grid((), Lineup.CASES, "l", "{", "", 3),
    "rcases": Grid((), Lineup.CASES, "l", "", "}", 3),
    **dict.fromkeys(
        ("align", "aligned", "alignat", "alignedat", "flalign", "split", "eqnarray"), _EQUATIONS
    ),
    **dict.fromkeys(
        ("gather", "gathered", "equation", "multline", "displaymath"),
        _EQUATIONS._replace(columns="c"),
    ),
}
_WITH_COLUMNS = frozenset(("array", "subarray", "alignat", "alignat*", "alignedat"))
_WITH_OPTION = frozenset(("array", "aligned", "alignedat", "gathered")) | {
    f"{brackets}matrix*" for brackets in ("", "p", "b", "B", "v", "V")
}
