"""What to say of a file that is no YAML: from the parser's words to the author's.

The parser says where it gave up and in which rule. The line itself says what the author most
likely meant; each detector below knows one such mistake, the surest first.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

import yaml

from .nodes import Node, Scalar
from .source import Source


class Hint(NamedTuple):
    """A fault of the catalogue, its place (from 0), and the details of its wording."""

    code: str
    line: int
    column: int
    details: dict[str, str]


class _Trouble(NamedTuple):
    """All that is known when the parser gives up. Marks are (line, column) from 0."""

    source: Source
    problem: str
    mark: tuple[int, int]
    context: str
    opened: tuple[int, int] | None
    latest: Node | None

    def line_at(self, number: int) -> str:
        return self.source.line(number)

    def character(self, place: tuple[int, int]) -> str:
        line, column = place
        return self.source.line(line)[column : column + 1]


CODES: Final = frozenset(
    {"not-yaml", "merge-conflict", "tab-indent", "uneven-indent", "invisible-blank"}
    | {"missing-blank", "wrong-dash", "sign-at-start", "gap-at-start", "colon-in-text"}
    | {"open-quote", "text-after-quote", "apostrophe-in-quotes", "unknown-escape"}
    | {"open-bracket", "slip-in-brackets", "stray-line"}
)
"""What a hint may say: the faults that make a file no YAML."""

_MARKS: Final = ("<" * 7, ">" * 7, "|" * 7)
_CONFLICT = re.compile(r"(?:\A|(?<=[\r\n]))(?:<{7}|>{7}|\|{7})(?=[ \r\n]|\Z)")
INVISIBLE = "\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff"
"""Characters that look like blanks or like nothing, as a set in a pattern."""
INVISIBLE_CHARACTER = re.compile(f"[{INVISIBLE}]")
"""One such character."""

INVISIBLE_INDENT = re.compile(rf"^[ \t-]*([{INVISIBLE}])")
"""An indentation with such a character in it, which is the first group."""
_INVISIBLE_BLANK = re.compile(rf"^ *(?:- +)*[a-z_]+:([{INVISIBLE}])")
OTHER_DASH = re.compile("^ *([*+\u2022\u2010-\u2015]) +(?P<key>[a-z_]+):(?: |$)")
"""An entry that begins with a bullet, or with the dash of a word processor."""
_TAB_INDENT = re.compile(r"^ *(?:- +)*-?(\t)")
_NAMED_TEXT = re.compile(r"^ *(?:- +)*(?:[a-z_]+: +)?([*&])[^\s,\[\]{}]+,? +\S")
"""A text that YAML takes for a reference or an anchor, with words behind it."""
_GLUED_KEY = re.compile(r"^ *(?:- +)*([a-z_]+):[^\s:/]")
_GLUED_DASH = re.compile(r"^ *(-)[a-z_]+:(?: |$)")
_VALUE = re.compile(r"^ *(?:- +)*(?:[^\s:'\"]+: +)?")
_STARTERS = {
    "*": "`*` begins a reference in YAML",
    "&": "`&` begins an anchor in YAML",
    "%": "`%` begins a directive in YAML",
    "@": "`@` is reserved in YAML",
    "`": "a backtick is reserved in YAML",
    "!": "`!` begins a tag in YAML",
    "|": "`|` begins a block in YAML, with the text on the lines below",
    ">": "`>` begins a block in YAML, with the text on the lines below",
    "[": "`[` begins a list in YAML",
    "{": "`{` begins a map in YAML",
    "-": "`- ` begins a list entry in YAML",
    "?": "`? ` begins a key in YAML",
    "]": "`]` ends a list in YAML",
    "}": "`}` ends a map in YAML",
    ",": "`,` parts the entries of a list in YAML",
}


def explain(source: Source, error: yaml.YAMLError, latest: Node | None) -> Hint:
    """Say what the author most likely did wrong where the parser gave up.

    `latest` is the node that was completed last.
    """
    mark = _place(getattr(error, "problem_mark", None)) or (0, 0)
    trouble = _Trouble(
        source=source,
        problem=str(getattr(error, "problem", None) or "it cannot be read"),
        mark=mark,
        context=str(getattr(error, "context", None) or ""),
        opened=_place(getattr(error, "context_mark", None)),
        latest=latest,
    )
    for detector in _DETECTORS:
        if hint := detector(trouble):
            return hint
    return Hint("not-yaml", *mark, _unexplained(f"This is not YAML: {trouble.problem}."))


def _unexplained(what: str) -> dict[str, str]:
    fix = "Compare the indentation and the punctuation with the lines above."
    return {"what": what, "fix": fix}


def _place(mark: yaml.Mark | None) -> tuple[int, int] | None:
    return (mark.line, mark.column) if mark else None


def _conflict(trouble: _Trouble) -> Hint | None:
    text = trouble.source.text
    found = _CONFLICT.search(text) if any(mark in text for mark in _MARKS) else None
    return Hint("merge-conflict", *trouble.source.place(found.start()), {}) if found else None


def _too_deep(trouble: _Trouble) -> Hint | None:
    if "nesting depth" not in trouble.problem:
        return None
    what = "Lists and maps lie too deep inside each other."
    fix = "Put quotes around a text with brackets or braces."
    return Hint("not-yaml", *trouble.mark, {"what": what, "fix": fix})


def _invisible(trouble: _Trouble) -> Hint | None:
    """Blanks that are none, in the indentation of this line or the ones before it."""
    for number in range(trouble.mark[0], max(-1, trouble.mark[0] - 3), -1):
        if found := INVISIBLE_INDENT.match(trouble.line_at(number)):
            return _no_blank(number, found, "in the indentation")
    for number in _suspects(trouble):
        if found := _INVISIBLE_BLANK.match(trouble.line_at(number)):
            return _no_blank(number, found, "behind the colon")
    return None


def _no_blank(line: int, found: re.Match[str], where: str) -> Hint:
    details = {"name": f"U+{ord(found[1]):04X}", "where": where}
    return Hint("invisible-blank", line, found.start(1), details)


def _other_dash(trouble: _Trouble) -> Hint | None:
    for number in _suspects(trouble):
        if found := OTHER_DASH.match(trouble.line_at(number)):
            return Hint("wrong-dash", number, found.start(1), {"dash": found[1]})
    return None


def _tab(trouble: _Trouble) -> Hint | None:
    if "tab" not in trouble.problem and trouble.character(trouble.mark) != "\t":
        return None
    found = _TAB_INDENT.match(trouble.line_at(trouble.mark[0]))
    return Hint("tab-indent", trouble.mark[0], found.start(1), {}) if found else None


def _escape(trouble: _Trouble) -> Hint | None:
    if "escape" not in trouble.problem and "hexdecimal" not in trouble.problem:
        return None
    line, column = trouble.mark
    text = trouble.line_at(line)
    # For \x, \u and \U the parser has gone past the backslash.
    column = text.rfind("\\", 0, column + 1) if text[column : column + 1] != "\\" else column
    word = re.match(r"\\(?:[A-Za-z]+|.?)", text[max(column, 0) :])
    escape = word.group() if word else "\\"
    return Hint("unknown-escape", line, max(column, 0), {"escape": escape})


def _starter(trouble: _Trouble) -> Hint | None:
    """A text that begins with a character of YAML's own."""
    scanning = ("alias", "anchor", "tag", "block scalar", "next token", "directive")
    place = trouble.mark
    if trouble.context.endswith(scanning) and trouble.opened:
        place = trouble.opened
    elif "not allowed in this context" not in trouble.problem:
        return None
    character = trouble.character(place)
    if character not in _STARTERS or character in "[{":
        return None
    return _start_of_text(place, character)


def _named_text(trouble: _Trouble) -> Hint | None:
    """A text that begins with a reference or an anchor of YAML's, and goes on after it."""
    line, column = trouble.mark
    found = _NAMED_TEXT.match(trouble.line_at(line))
    if not found or column < found.start(1):
        return None
    return _start_of_text((line, found.start(1)), found[1])


def _start_of_text(place: tuple[int, int], character: str) -> Hint:
    shown = "a backtick" if character == "`" else f"`{character}`"
    details = {"sign": shown, "why": _STARTERS[character]}
    return Hint("sign-at-start", *place, details)


def _unclosed_quote(trouble: _Trouble) -> Hint | None:
    if "quoted scalar" not in trouble.context or not trouble.opened:
        return None
    details = {"how": "never closed", "whose": "the"}
    return Hint("open-quote", *trouble.opened, details)


def _after_quote(trouble: _Trouble) -> Hint | None:
    """Text behind the closing quote; or a quote that closed lines below where it should."""
    quoted = trouble.latest
    if not isinstance(quoted, Scalar) or quoted.style not in {"'", '"'}:
        return None
    line, column = trouble.source.place(quoted.end)
    if line != trouble.mark[0] or "':'" in trouble.problem:
        return None
    if quoted.line < line:
        details = {"how": f"closed only on line {line + 1}", "whose": "its own"}
        return Hint("open-quote", quoted.line, quoted.column, details)
    if quoted.style == "'" and trouble.mark[1] == column:
        return Hint("apostrophe-in-quotes", line, column - 1, {})
    return Hint("text-after-quote", *trouble.mark, {})


def _after_flow(trouble: _Trouble) -> Hint | None:
    """A text that begins with a bracket or brace, so that YAML saw a list or map end in it."""
    closed = trouble.latest
    if closed is None or isinstance(closed, Scalar) or not closed.flow:
        return None
    if closed.line != trouble.mark[0] or "flow" in trouble.context:
        return None
    place = (closed.line, closed.column)
    text = trouble.line_at(closed.line)[closed.column :]
    if text.startswith("{{"):
        return Hint("gap-at-start", *place, {})
    return _start_of_text(place, text[:1]) if text[:1] in {"[", "{"} else None


def _open_flow(trouble: _Trouble) -> Hint | None:
    """A list or map in brackets that goes wrong before its end."""
    if "flow" not in trouble.context or not trouble.opened:
        return None
    line, column = trouble.opened
    text = trouble.line_at(line)[column:]
    if text.startswith("{{"):
        return Hint("gap-at-start", line, column, {})
    if trouble.mark[0] > line:
        closing = "]" if text.startswith("[") else "}"
        return Hint("open-bracket", line, column, {"opening": text[:1], "closing": closing})
    what = "The list or map in brackets goes wrong here: a `: `, a comma or a bracket too many."
    return Hint("slip-in-brackets", *trouble.mark, {"what": what})


def _suspects(trouble: _Trouble) -> list[int]:
    """Give the lines where a slip shows up as an error here: where it began, and this one."""
    first = trouble.opened[0] if trouble.opened else trouble.mark[0] - 1
    return sorted({first, trouble.mark[0]})


def _glued(trouble: _Trouble) -> Hint | None:
    """`front:q` and `-front: q`: YAML wants a blank after the colon and the dash."""
    for number in _suspects(trouble):
        text = trouble.line_at(number)
        if found := _GLUED_KEY.match(text):
            details = {"behind": f"colon of `{found[1]}:`", "sign": "colon"}
            return Hint("missing-blank", number, found.end() - 1, details)
        if found := _GLUED_DASH.match(text):
            details = {"behind": "dash", "sign": "dash"}
            return Hint("missing-blank", number, found.start(1), details)
    return None


def _colon(trouble: _Trouble) -> Hint | None:
    line, column = trouble.mark
    if trouble.problem == "found unexpected ':'":
        what = "A `:` in a text between brackets or braces needs quotes."
        return Hint("slip-in-brackets", line, column, {"what": what})
    if not trouble.problem.startswith("mapping values"):
        return None
    text = trouble.line_at(line)
    value = _VALUE.match(text)
    if value and column > value.end() and value.group().rstrip().endswith((":", "-")):
        return Hint("colon-in-text", line, column, {})
    what = "This key is indented deeper than the entry it belongs to."
    fix = "Indent it like the key above; if the line is part of the text above, use `key: |`."
    return Hint("uneven-indent", line, len(text) - len(text.lstrip()), {"what": what, "fix": fix})


def _stray(trouble: _Trouble) -> Hint | None:
    """A line that is neither a key nor an entry."""
    if "could not find expected ':'" not in trouble.problem or not trouble.opened:
        return None
    return Hint("stray-line", *trouble.opened, {})


def _block_indent(trouble: _Trouble) -> Hint | None:
    block = trouble.latest
    if not isinstance(block, Scalar) or block.style not in {"|", ">"}:
        return None
    if trouble.source.place(block.end)[0] != trouble.mark[0] or not trouble.mark[1]:
        return None
    what = f"This line is indented less than the first line of the `{block.style}` text above it."
    fix = "Indent every line of the text at least as deep as its first line."
    return Hint("uneven-indent", *trouble.mark, {"what": what, "fix": fix})


def _indent(trouble: _Trouble) -> Hint | None:
    """A line that fits no level of indentation above it."""
    if "did not find expected" not in trouble.problem:
        return None
    if "<document start>" in trouble.problem:
        what = "This line does not belong to what is above, which ends before it."
        return Hint("not-yaml", *trouble.mark, _unexplained(what))
    opened = f", which began on line {trouble.opened[0] + 1}" if trouble.opened else ""
    what = f"This line does not fit the indentation of what is above{opened}."
    fix = (
        "Indent the keys of one entry alike, directly under its first key, "
        "and begin each entry with `- `, all in one column."
    )
    return Hint("uneven-indent", *trouble.mark, {"what": what, "fix": fix})


_DETECTORS: tuple[Callable[[_Trouble], Hint | None], ...] = (
    _conflict,
    _too_deep,
    _invisible,
    _tab,
    _escape,
    _other_dash,
    _starter,
    _named_text,
    _unclosed_quote,
    _after_quote,
    _after_flow,
    _open_flow,
    _glued,
    _colon,
    _stray,
    _block_indent,
    _indent,
)
