r"""The commands that take arguments: ``\frac``, ``\left``, ``\hat``, ``\begin`` and their kin.

Each function reads what follows its command, which is read already, and gives what it makes.
"""

from collections.abc import Mapping

from flashcards.terminal.mathtext.alphabets import MARKS, Font, negated
from flashcards.terminal.mathtext.environments import environment, substack
from flashcards.terminal.mathtext.reader import (
    TEXT_STYLES,
    Command,
    Reader,
    UnreadableError,
    single,
    with_scripts,
)
from flashcards.terminal.mathtext.symbols import sign
from flashcards.terminal.mathtext.tree import (
    Accent,
    Arrow,
    Binomial,
    Brace,
    Fenced,
    Fraction,
    Framed,
    Kind,
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


def _fraction(reader: Reader) -> Node:
    return Fraction(reader.argument(), reader.argument())


def _binomial(reader: Reader) -> Node:
    return Binomial(reader.argument(), reader.argument())


def _root(reader: Reader) -> Node:
    degree = reader.option()
    return Root(reader.argument(), degree)


# -- delimiters --------------------------------------------------------------------------------


def _fenced(reader: Reader) -> Node:
    left, parts, middles = reader.delimiter(), [single(reader.row())], list[str]()
    while reader.peek() == "\\middle":
        reader.take()
        middles.append(reader.delimiter())
        parts.append(single(reader.row()))
    reader.expect("\\right")
    return Fenced(left, reader.delimiter(), tuple(parts), tuple(middles))


def _sized(reader: Reader) -> Node:
    return sign(reader.delimiter())


def _sized_as(kind: Kind) -> Command:
    return lambda reader: Symbol(reader.delimiter(), kind)


# -- letters -----------------------------------------------------------------------------------


def _in_font(font: Font) -> Command:
    """Read an argument in `font`; several letters in an upright font are a word."""
    if font in {Font.ROMAN, Font.SANS, Font.MONOSPACE}:
        return lambda reader: _as_word(reader.argument(font))
    return lambda reader: reader.argument(font)


def _as_word(node: Node) -> Node:
    if not isinstance(node, Row) or not node.items:
        return node
    letters = [_letter(item) for item in node.items]
    return Text("".join(letters)) if all(letters) else node


def _letter(node: Node) -> str:
    """Give a letter, digit or space of a word, the empty text for anything else."""
    if isinstance(node, Symbol) and node.text.isalnum():
        return node.text
    return " " if isinstance(node, Space) else ""


def _switch_to(font: Font) -> Command:
    r"""Write the rest of the group in `font`: ``\bf``."""

    def switch(reader: Reader) -> Node:
        reader.font = font
        return Space(0)

    return switch


def _marked(name: str) -> Command:
    return lambda reader: Accent(name, reader.argument())


def _negated(reader: Reader) -> Node:
    node = reader.argument()
    if not isinstance(node, Symbol) or len(node.text) != 1:
        raise UnreadableError
    return Symbol(negated(node.text), Kind.RELATION)


# -- names and parts of a row ------------------------------------------------------------------


def _operator(reader: Reader) -> Node:
    return Operator(reader.plain_words(), big=False, limits=False)


def _operator_with_limits(reader: Reader) -> Node:
    return Operator(reader.plain_words(), big=False, limits=True)


def _role(kind: Kind) -> Command:
    def read(reader: Reader) -> Node:
        node = reader.argument()
        if kind is Kind.BIG and isinstance(node, Text | Symbol):
            return Operator(node.text, big=len(node.text) == 1, limits=True)
        return Symbol(node.text, kind) if isinstance(node, Symbol) else Role(kind, node)

    return read


def _modulo(reader: Reader) -> Node:
    return _after_room(Text("mod"), Space(1), reader.argument())


def _bracketed(reader: Reader) -> Node:
    return _after_room(reader.argument())


def _after_room(*content: Node) -> Node:
    """Put content into brackets that stand apart from what is before them."""
    *before, last = content
    items = last.items if isinstance(last, Row) else (last,)
    opening, closing = Symbol("(", Kind.OPENING), Symbol(")", Kind.CLOSING)
    return Row((Space(1), opening, *before, *items, closing))


def _mod(_reader: Reader) -> Node:
    return Row((Space(1), Text("mod"), Space(1)))


# -- over and under ----------------------------------------------------------------------------


def _over_brace(reader: Reader) -> Node:
    return Brace(over=True, base=reader.argument(), label=None)


def _under_brace(reader: Reader) -> Node:
    return Brace(over=False, base=reader.argument(), label=None)


def _over_set(reader: Reader) -> Node:
    above = reader.argument()
    return _stacked(reader.argument(), above, None)


def _under_set(reader: Reader) -> Node:
    below = reader.argument()
    return _stacked(reader.argument(), None, below)


def _stacked(base: Node, above: Node | None, below: Node | None) -> Node:
    """Set something over or under; at an operator these are its limits."""
    if isinstance(base, Text) and below:
        base = Operator(base.text, big=False, limits=True)
    if isinstance(base, Operator):
        return with_scripts(base._replace(limits=True), below, above)
    if isinstance(base, Script) and isinstance(base.base, Operator):
        taken = base.sup if above else base.sub
        if taken is None:
            operator = base.base._replace(limits=True)
            return Script(operator, below or base.sub, above or base.sup)
    return Stack(base, above, below)


def _arrow(tip: str) -> Command:
    def read(reader: Reader) -> Node:
        below = reader.option()
        return Arrow(tip, reader.argument(), below)

    return read


# -- what the screen does in its own way -------------------------------------------------------


def _frame(reader: Reader) -> Node:
    return Framed(reader.argument())


def _frame_of_text(reader: Reader) -> Node:
    return Framed(reader.words())


def _phantom(reader: Reader) -> Node:
    return Phantom(reader.argument())


def _upright_phantom(reader: Reader) -> Node:
    reader.argument()
    return Space(0)


def _tag(reader: Reader) -> Node:
    return Tag(f"({reader.plain_words()})")


def _bare_tag(reader: Reader) -> Node:
    return Tag(reader.plain_words())


def _label(reader: Reader) -> Node:
    reader.raw()
    return Space(0)


def _room(reader: Reader) -> Node:
    return Space(0 if reader.raw().lstrip().startswith("-") else 1)


def _colour(reader: Reader) -> Node:
    if reader.peek() == "[":
        reader.raw("[", "]")
    reader.raw()
    return Space(0)


def _coloured(reader: Reader) -> Node:
    _colour(reader)
    return reader.group()


def _content(reader: Reader) -> Node:
    return reader.argument()


def _nothing(_reader: Reader) -> Node:
    return Space(0)


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
_ROLES = {
    "mathord": Kind.ORDINARY, "mathop": Kind.BIG, "mathbin": Kind.BINARY,
    "mathrel": Kind.RELATION, "mathopen": Kind.OPENING, "mathclose": Kind.CLOSING,
    "mathpunct": Kind.PUNCTUATION, "mathinner": Kind.INNER,
}  # fmt: skip
_UNSEEN = (
    *("displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "notag", "nonumber"),
    *("mathstrut", "strut", "allowbreak", "nobreak", "relax", "null"),
)
_BIG = ("big", "Big", "bigg", "Bigg")

COMMANDS: Mapping[str, Command] = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), _fraction),
    **dict.fromkeys(("binom", "dbinom", "tbinom"), _binomial),
    "sqrt": _root,
    "left": _fenced,
    **dict.fromkeys(_BIG, _sized),
    **dict.fromkeys((f"{size}l" for size in _BIG), _sized_as(Kind.OPENING)),
    **dict.fromkeys((f"{size}r" for size in _BIG), _sized_as(Kind.CLOSING)),
    **dict.fromkeys((f"{size}m" for size in _BIG), _sized_as(Kind.RELATION)),
    **dict.fromkeys(TEXT_STYLES, Reader.words),
    **{name: _in_font(font) for name, font in _FONTS.items()},
    **{name: _switch_to(font) for name, font in _SWITCHES.items()},
    **{name: _marked(name) for name in MARKS},
    "not": _negated,
    "operatorname": _operator,
    "operatorname*": _operator_with_limits,
    **{name: _role(kind) for name, kind in _ROLES.items()},
    "pmod": _modulo,
    "pod": _bracketed,
    "mod": _mod,
    "overbrace": _over_brace,
    "underbrace": _under_brace,
    **dict.fromkeys(("overset", "stackrel"), _over_set),
    "underset": _under_set,
    "substack": substack,
    "xrightarrow": _arrow("→"),
    "xleftarrow": _arrow("←"),
    "begin": environment,
    "boxed": _frame,
    "fbox": _frame_of_text,
    **dict.fromkeys(("phantom", "hphantom"), _phantom),
    "vphantom": _upright_phantom,
    "tag": _tag,
    "tag*": _bare_tag,
    "label": _label,
    **dict.fromkeys(("hspace", "hspace*"), _room),
    "color": _colour,
    "textcolor": _coloured,
    "smash": _content,
    **dict.fromkeys(_UNSEEN, _nothing),
}
"""What reads the arguments of each command, by its name without the backslash."""
