r"""What may lead out of a card: web pages and mail, and nothing that runs or loads.

The same holds for links of Markdown and for those that a formula carries: MathJax, which draws
formulas in Anki, makes links of ``\href`` and styles of ``\bbox``, whoever wrote them.
"""

import re
from typing import Final

from flashcards.text import clean

_ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s<>\"\\^`{|}]+", re.IGNORECASE)

# No `#`: in a macro it stands for whatever the macro is given.
_NAME = r"\s*\{[\w .,!-]*\}"
# Commands that carry links, styles, ids or scripts, with the form in which each may stand.
# `\verb` can make a backslash before one a part of something else, so none is looked at. What is
# loaded by `\require` is not known here, and the last are commands of KaTeX.
_CARRIERS: Final = {
    "href": r"\s*\{(?:https?://|mailto:)[^\s<>\"\\^`{|}]+\}",
    "bbox": r"\s*(?:\{|\[(?:[\w\s.,-]|(?<![\w-])border:)*\])",
    "fcolorbox": rf"(?:\s*\[\w+\])?{_NAME}{_NAME}",
    "definecolor": rf"{_NAME}{_NAME}{_NAME}",
    **dict.fromkeys(("mmlToken", "style", "class", "cssId", "require"), ""),
    **dict.fromkeys(("url", "includegraphics", "htmlClass", "htmlId", "htmlStyle", "htmlData"), ""),
}
CARRIER: Final = "|".join(
    rf"{name}(?![a-zA-Z]){rf'(?!{form})' if form else ''}" for name, form in _CARRIERS.items()
)
r"""A pattern for what follows the backslash of a command that a formula may not hold."""

_CARRIED = re.compile(rf"\\(?:{CARRIER})")


def is_address(url: str) -> bool:
    """Tell if `url` is the address of a web page or of mail, and is seen as it is."""
    return _ADDRESS.fullmatch(url) is not None and clean(url) == url


def is_inert(formula: str) -> bool:
    """Tell if MathJax makes nothing of the TeX of `formula` but a drawing."""
    return "\\" not in formula or _CARRIED.search(formula) is None
