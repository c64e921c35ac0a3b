r"""From TeX to a tree, or to nothing: what is not known for certain makes the formula unreadable.

The grammar is the part of LaTeX and amsmath that stands in notes. There are no macros. The source
is read once, from left to right; its length and depth are bounded.
"""

import re
from functools import lru_cache

from flashcards.terminal.mathtext.commands import COMMANDS
from flashcards.terminal.mathtext.environments import lines
from flashcards.terminal.mathtext.reader import Reader, UnreadableError
from flashcards.terminal.mathtext.tree import Node
from flashcards.text import has_control

LONGEST = 5000
"""Characters of the longest formula that is read."""

_LEXEME = re.compile(
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


@lru_cache(maxsize=64)  # a card is drawn again at every key
def parse(source: str) -> Node | None:
    r"""Read a formula without its dollars; None when any of it is not understood.

    An unknown command, a brace or an environment that is not closed, a second superscript, a
    ``%`` that would swallow the end, controls, more than `LONGEST` characters or too many groups
    within groups: each makes the whole formula None. Line breaks outside of environments
    (``\\``) make lines.
    """
    if len(source) > LONGEST or has_control(source):
        return None
    lexemes = _LEXEME.findall(_THOUSANDS.sub(_as_one_number, source))
    if sum(map(len, lexemes)) < len(source):
        return None  # a backslash at the very end
    try:
        return lines(Reader(lexemes, COMMANDS))
    except UnreadableError:
        return None


def _as_one_number(match: re.Match[str]) -> str:
    return match.group().replace(",", "{,}")
