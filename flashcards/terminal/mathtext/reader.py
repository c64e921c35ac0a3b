"""A reader of lexemes: rows and groups, scripts, words, and the arguments of commands.

What a command means is not known here: a table of commands is given.
"""

# ruff: noqa: RUF001 - signs that look like others are meant as they are

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from flashcards.terminal.mathtext.alphabets import Font, styled
from flashcards.terminal.mathtext.symbols import ESCAPED, OPERATORS, SYMBOLS, delimiter, sign
from flashcards.terminal.mathtext.tree import (
    Binomial,
    Brace,
    Fraction,
    Node,
    Operator,
    Row,
    Script,
    Space,
    Symbol,
    Text,
)

DEEPEST = 32
"""Levels of groups within groups that are read."""

_ENDS = frozenset(("}", "&", "\\\\", "\\cr", "\\right", "\\middle", "\\end", "$", "\\)", ""))
_SCRIPT_MARKS = frozenset(("^", "_", "'"))
_MISPLACED = _ENDS | {"%", "#"}
_LIMITS = {"\\limits": True, "\\nolimits": False, "\\displaylimits": True}
_SPACES = {
    ",": 1, ":": 1, ";": 1, ">": 1, " ": 1, "\n": 1, "\t": 1, "!": 0, "/": 0,
    "thinspace": 1, "medspace": 1, "thickspace": 1, "enspace": 1, "space": 1, "nobreakspace": 1,
    "quad": 2, "qquad": 4, "negthinspace": 0, "negmedspace": 0, "negthickspace": 0,
}  # fmt: skip
_READY: dict[str, Node] = {
    **OPERATORS,
    **ESCAPED,
    **{name: Space(columns) for name, columns in _SPACES.items()},
}
TEXT_STYLES = frozenset(
    (
        *("text", "textrm", "textnormal", "textbf", "textit", "textsf", "texttt", "textup"),
        *("textsc", "textmd", "emph", "mbox", "hbox"),
    )
)
"""The commands whose group is text; its style is not shown."""

EMPTY = Row(())
"""What ``{}`` reads as."""


class UnreadableError(Exception):
    """The source holds what this grammar does not know."""


class Reader:
    """A place in the lexemes of one formula; each method reads on from there.

    Every method raises `UnreadableError` where the source is not what it must be.
    """

    def __init__(self, lexemes: Sequence[str], commands: "Mapping[str, Command]") -> None:
        """Begin at the first of `lexemes`; `commands` by their names without the backslash."""
        self._lexemes = lexemes
        self._commands = commands
        self._at = 0
        self._depth = 0
        self.font = Font.PLAIN

    # -- lexemes -----------------------------------------------------------------------------

    def peek(self) -> str:
        """Give the next lexeme that is no white space, the empty text at the end."""
        while self._at < len(self._lexemes):
            lexeme = self._lexemes[self._at]
            if not (lexeme.isspace() or _is_comment(lexeme)):
                return lexeme
            self._at += 1
        return ""

    def take(self) -> str:
        """Give the next lexeme that is no white space, and go past it."""
        lexeme = self.peek()
        self._at += 1
        return lexeme

    def expect(self, lexeme: str) -> None:
        """Go past `lexeme`, which must stand here."""
        if self.take() != lexeme:
            raise UnreadableError

    def raw(self, opening: str = "{", closing: str = "}") -> str:
        """Read a group that is not shown: a length, a colour, a name.

        It is plain: what looks like a formula in it was meant to be seen, so a brace is missing.
        """
        self.expect(opening)
        start = self._at
        while (lexeme := self._next()) != closing:
            if lexeme[0] in "\\{}$":
                raise UnreadableError
        return "".join(self._lexemes[start : self._at - 1])

    def touching(self, count: int) -> Sequence[str]:
        """Give the next lexemes as they stand, white space too, and stay before them."""
        return self._lexemes[self._at : self._at + count]

    def _next(self) -> str:
        if self._at >= len(self._lexemes):
            raise UnreadableError
        self._at += 1
        return self._lexemes[self._at - 1]

    # -- rows and groups ---------------------------------------------------------------------

    def row(self, closing: str = "") -> Row:
        """Read up to what ends a row, or up to `closing`, and stay before it."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise UnreadableError
        font, items = self.font, list[Node]()
        while (lexeme := self.peek()) not in _ENDS and lexeme != closing:
            if lexeme in _INFIX:
                self.take()
                items = [_INFIX[lexeme](single(Row(tuple(items))), single(self.row(closing)))]
                break
            _append(items, self._scripted(self._atom()))
        self.font = font
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
        before = self.font
        self.font = before if font is None else font
        node = single(self.group() if self.peek() == "{" else self._one())
        self.font = before
        return node

    def option(self) -> Node | None:
        """Read ``[...]`` as maths, if one stands here."""
        if self.peek() != "[":
            return None
        self.take()
        row = self.row("]")
        self.expect("]")
        return single(row)

    def delimiter(self) -> str:
        """Read a bracket or the dot that stands for none."""
        found = delimiter(self.take())
        if found is None:
            raise UnreadableError
        return found

    def _atom(self) -> Node:
        """Read one thing without its scripts; nothing, where a script stands without a base."""
        lexeme = self.peek()
        if lexeme == "{":
            return self.group()
        return EMPTY if lexeme in _SCRIPT_MARKS else self._one()

    def _one(self) -> Node:
        """Read one sign or command."""
        lexeme = self.take()
        if lexeme.startswith("\\"):
            return self._command(lexeme[1:])
        if lexeme in _MISPLACED or lexeme in _SCRIPT_MARKS or _is_mark(lexeme[0]):
            raise UnreadableError
        return Space(1) if lexeme == "~" else sign(styled(lexeme, self.font))

    def _command(self, name: str) -> Node:
        """Read what the command `name` needs, the command itself being read."""
        if symbol := SYMBOLS.get(name):
            return symbol._replace(text=styled(symbol.text, self.font))
        if ready := _READY.get(name):
            return ready
        if name not in self._commands:
            raise UnreadableError
        # Commands within commands go as deep as groups do, and take no brace to do it.
        self._depth += 1
        if self._depth > DEEPEST:
            raise UnreadableError
        node = self._commands[name](self)
        self._depth -= 1
        return node

    # -- scripts -----------------------------------------------------------------------------

    def _scripted(self, base: Node) -> Node:
        """Read the scripts that follow `base`."""
        sub: Node | None = None
        sup: Node | None = None
        while True:
            lexeme = self.peek()
            if lexeme == "_" and sub is None:
                self.take()
                sub = self.argument()
            elif lexeme in {"^", "'"} and sup is None:
                sup = self._superscript()
            elif lexeme in _LIMITS and isinstance(base, Operator):
                self.take()
                base = base._replace(limits=_LIMITS[lexeme])
            elif lexeme in _SCRIPT_MARKS:
                raise UnreadableError  # a double superscript, says TeX
            else:
                return with_scripts(base, sub, sup)

    def _superscript(self) -> Node:
        """Read primes and what is raised beside them."""
        primes = 0
        while self.peek() == "'":
            self.take()
            primes += 1
        items: list[Node] = [Symbol(text) for text in _primes(primes)]
        if self.peek() == "^":
            self.take()
            _append(items, self.argument())
        return single(Row(tuple(items)))

    # -- text --------------------------------------------------------------------------------

    def words(self) -> Node:
        """Read a group of text, in which spaces count and maths stands between dollars."""
        self.expect("{")
        items, text, depth = list[Node](), "", 1
        while depth:
            lexeme = self._next()
            if lexeme in {"$", "\\("}:
                items += [Text(text)] if text else []
                text = ""
                items += self.row().items
                self.expect("$" if lexeme == "$" else "\\)")
            elif lexeme in {"{", "}"}:
                depth += 1 if lexeme == "{" else -1
            else:
                text += _in_text(lexeme)
        items += [Text(text)] if text else []
        return single(Row(tuple(items)))

    def plain_words(self) -> str:
        """Read a group of text that is not empty and has no maths in it."""
        words = self.words()
        if not isinstance(words, Text) or not words.text.strip():
            raise UnreadableError
        return words.text.strip()


Command: TypeAlias = Callable[[Reader], Node]
"""Reads the arguments of one command and gives what it makes of them."""


def single(node: Node) -> Node:
    """Give what stands alone in a row instead of the row."""
    return node.items[0] if isinstance(node, Row) and len(node.items) == 1 else node


def with_scripts(base: Node, sub: Node | None, sup: Node | None) -> Node:
    """Give `base` its scripts; a horizontal brace takes the one at its tip as its label."""
    if sub is None and sup is None:
        return base
    base = single(base)
    if isinstance(base, Brace) and base.label is None:
        base = base._replace(label=sup if base.over else sub)
        sub, sup = (sub, None) if base.over else (None, sup)
        return base if sub is None and sup is None else Script(base, sub, sup)
    if isinstance(base, Script):
        # `{x_i}^2` is `x_i^2`; a second script of one kind needs brackets round the first.
        free_below = sub is None or (base.sub is None and base.sup is None)
        if free_below and (sup is None or base.sup is None):
            return Script(base.base, sub or base.sub, sup or base.sup)
    return Script(base, sub, sup)


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


def _is_comment(lexeme: str) -> bool:
    return lexeme[0] == "%" and len(lexeme) > 1


def _is_mark(character: str) -> bool:
    """Tell whether a character only marks the one before it, so that it cannot come first."""
    return "\u0300" <= character <= "\u036f" or "\u20d0" <= character <= "\u20ff"


def _primes(count: int) -> list[str]:
    quadruples, rest = divmod(count, 4)
    return ["⁗"] * quadruples + (["′″‴"[rest - 1]] if rest else [])


def _in_text(lexeme: str) -> str:
    """Give what a lexeme of text shows."""
    if lexeme.isspace() or lexeme == "~":
        return " "
    if _is_comment(lexeme):
        return ""
    name = lexeme[1:]
    if not lexeme.startswith("\\"):
        if lexeme == "%":
            raise UnreadableError
        return lexeme
    if name in _SPACES:
        return " " * _SPACES[name]
    if name in TEXT_STYLES:
        return ""
    if name not in ESCAPED or name == "|":
        raise UnreadableError
    return name


_INFIX: dict[str, Callable[[Node, Node], Node]] = {"\\over": Fraction, "\\choose": Binomial}
