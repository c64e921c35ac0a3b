r"""What double quotes do to a backslash: ``"\frac"`` is a form feed and ``rac``.

YAML reads an escape where the author wrote LaTeX. Most give a control character, which no card
wants; ``\n`` and ``\t`` are wanted often, and are told from LaTeX by the word they begin.
"""

import re
from collections.abc import Iterator
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
# LaTeX commands that begin like the escapes which are also wanted.
_LATEX: Final = frozenset(
    (  # noqa: SIM905 -- eighty quoted words would fill a page
        "nLeftarrow nLeftrightarrow nRightarrow nVDash nVdash nabla natural ncong nearrow neg neq "
        "newcommand newline ngeq ngeqslant ngtr nleftarrow nleftrightarrow nleq nleqslant nobreak "
        "nolimits nonumber normalsize not notag notin npreceq nrightarrow nsubseteq nsucceq "
        "nsupseteq ntriangleleft ntriangleright nvDash nvdash nwarrow tag tau tbinom text textbf "
        "textcolor textit textmd textnormal textrm textsc textsf textsl textstyle texttt textup "
        "tfrac therefore theta thickspace thinspace tilde times tiny to top triangle triangledown "
        "triangleleft trianglelefteq triangleq triangleright trianglerighteq twoheadleftarrow "
        "twoheadrightarrow"
    ).split()
)
# Where the rest is an English word, only dollars around it say that it is maths: first, then
# "exists" on the next line.
_WORDS_TOO: Final = frozenset(
    "nexists nless nmid nparallel nprec nsim nsucc tan tanh tt".split()  # noqa: SIM905 -- as above
)
# And where it is one letter, also a blank in front: nobody ends a line with one.
_LETTERS_TOO: Final = frozenset({"ne", "ni", "nu"})
_DOLLARS: Final = re.compile(r"\$\$?")
_YAML_ESCAPES: Final = frozenset('0abtnvfreNLPxuU_ \t\r\n"/\\')
_CODED: Final = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})")
_FIRST_SAFE, _DELETE, _LAST_C1 = 0x20, 0x7F, 0x9F


def fault(source: str, start: int, end: int) -> Lost | None:
    """Find the first lost backslash of the double-quoted text between two places of `source`."""
    if source.find("\\", start, end) < 0:
        return None
    for found, is_tex in _escapes(source, start, end):
        written = found.group()
        name = _what_became(written, is_tex=is_tex)
        if name:
            escape = written if _CODED.match(written) else written[:2]
            return Lost(found.start(), escape, name, written)
    return None


def are_all_meant(inner: str) -> bool:
    """Tell whether each backslash of a double-quoted text is meant as one, and none as an escape.

    `inner` is the text as written, between the quotes. Only then do single quotes say what the
    author meant.
    """
    found = list(_escapes(inner, 0, len(inner)))
    return bool(found) and all(_is_meant(one.group(), is_tex=is_tex) for one, is_tex in found)


def _escapes(text: str, start: int, end: int) -> Iterator[tuple[re.Match[str], bool]]:
    """Give what follows each backslash, and whether that is a command of LaTeX in this place."""
    closing = text.rfind("$", start, end)
    inside, last = False, start
    for found in _ESCAPE.finditer(text, start, end):
        inside ^= len(_DOLLARS.findall(text, last, found.start())) % 2 == 1
        # A dollar behind a backslash that is written as two is no mark of maths.
        last = found.end() + (found.group() == "\\\\" and text.startswith("$", found.end()))
        in_maths = inside and found.start() < closing
        yield found, _is_tex(text, start, found, in_maths=in_maths)


def _is_tex(text: str, start: int, found: re.Match[str], *, in_maths: bool) -> bool:
    word, at = found.group()[1:], found.start()
    if word in _WORDS_TOO:
        return in_maths
    if word not in _LETTERS_TOO:
        return word in _LATEX
    if in_maths:
        # Behind `$$` a line may end, and then another does in front of the closing ones.
        opens = text.startswith("$$", max(start, at - 2))
        return not opens or text.find("\\n$$", found.end()) < 0
    alone = at == start or text[at - 1] in '" '
    return alone and not text[found.end() : found.end() + 1].isalnum()


def _is_meant(written: str, *, is_tex: bool) -> bool:
    letter, word = written[1], written[1:]
    if _CODED.match(written):
        return False
    if letter.isalpha():
        # YAML knows no escape that begins so, or one that nobody wants.
        refused = letter not in _YAML_ESCAPES or letter in "xuU"
        return len(word) > 1 and (refused or bool(_what_became(written, is_tex=is_tex)))
    return letter == "_" or letter not in _YAML_ESCAPES


def _what_became(written: str, *, is_tex: bool) -> str | None:
    letter, word = written[1], written[1:]
    if _CODED.match(written):
        code = int(word[1:], 16)
        control = code < _FIRST_SAFE or _DELETE <= code <= _LAST_C1
        return f"the control character U+{code:04X}" if control and code not in {9, 10} else None
    if letter in "nt" and not is_tex:
        return None
    return _NAMES.get(letter)
