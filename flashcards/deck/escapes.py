r"""What double quotes do to a backslash: ``"\frac"`` is a form feed and ``rac``.

YAML reads an escape where the author wrote LaTeX. Most give a control character, which no card
wants; ``\n`` and ``\t`` are wanted often, and are told from LaTeX by the word they begin.
"""

import re
from typing import Final, NamedTuple


class Lost(NamedTuple):
    """A backslash lost in double quotes.

    ``at`` is its place in the source, ``escape`` what YAML took for one, ``name`` what that
    became, ``word`` what the author most likely wrote.
    """

    at: int
    escape: str
    name: str
    word: str


_ESCAPE = re.compile(
    r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[A-Za-z]+|\r\n|.)", re.DOTALL
)
_NAMES: Final = {
    "0": "a NUL character",
    "a": "a bell character",
    "b": "a backspace",
    "e": "an escape character",
    "f": "a form feed",
    "r": "a carriage return",
    "v": "a vertical tab",
    "n": "a line end",
    "t": "a tab",
    "N": "a NEL control character",
    "L": "a line separator",
    "P": "a paragraph separator",
    "_": "a no-break space",
}
# LaTeX commands that begin like the escapes which are also wanted. Where the rest is an English
# word (`\tan`), dollars must say that it is maths.
_LATEX: Final = frozenset(
    (  # noqa: SIM905 -- forty quoted words would fill a page
        "nabla natural ne nearrow neg neq nexists ngeq nleq nmid nolimits nonumber not notin nsim "
        "nsubseteq nu nwarrow tag tau tbinom text textbf textit textrm textsf texttt tfrac "
        "therefore theta thinspace tilde times to top triangle triangleq"
    ).split()
)
_LATEX_IN_MATHS: Final = frozenset({"tan", "tanh"})
_YAML_ESCAPES: Final = frozenset('0abtnvfreNLPxuU_ \t\r\n"/\\')
_CODED: Final = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})")
_FIRST_SAFE, _DELETE, _LAST_C1 = 0x20, 0x7F, 0x9F


def fault(source: str, start: int, end: int) -> Lost | None:
    """Find the first lost backslash of the double-quoted text between two places of `source`."""
    if source.find("\\", start, end) < 0:
        return None
    in_maths = source.find("$", start, end) >= 0
    at = start
    while found := _ESCAPE.search(source, at, end):
        written = found.group()
        name = _what_became(written, in_maths=in_maths)
        if name:
            escape = written if _CODED.match(written) else written[:2]
            return Lost(found.start(), escape, name, written)
        at = found.end()
    return None


def are_all_meant(inner: str) -> bool:
    """Tell whether each backslash of a double-quoted text is meant as one, and none as an escape.

    `inner` is the text as written, between the quotes. Only then do single quotes say what the
    author meant.
    """
    in_maths = "$" in inner
    found = _ESCAPE.findall(inner)
    return bool(found) and all(_is_meant(written, in_maths=in_maths) for written in found)


def _is_meant(written: str, *, in_maths: bool) -> bool:
    letter, word = written[1], written[1:]
    if _CODED.match(written):
        return False
    if letter.isalpha():
        # YAML knows no escape that begins so, or one that nobody wants.
        refused = letter not in _YAML_ESCAPES or letter in "xuU"
        return len(word) > 1 and (refused or bool(_what_became(written, in_maths=in_maths)))
    return letter == "_" or letter not in _YAML_ESCAPES


def _what_became(written: str, *, in_maths: bool) -> str | None:
    letter, word = written[1], written[1:]
    if _CODED.match(written):
        code = int(word[1:], 16)
        control = code < _FIRST_SAFE or _DELETE <= code <= _LAST_C1
        return f"the control character U+{code:04X}" if control and code not in {9, 10} else None
    if letter in "nt":
        lost = word in _LATEX or (in_maths and word in _LATEX_IN_MATHS)
        return _NAMES[letter] if lost else None
    return _NAMES.get(letter)
