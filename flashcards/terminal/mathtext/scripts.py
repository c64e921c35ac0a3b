"""Scripts in small letters: `xᵢ₊₁`, `Kᵀ`, `10⁻³`, wherever Unicode has every letter needed."""

from collections.abc import Callable

from flashcards.terminal.mathtext import alphabets
from flashcards.terminal.mathtext.tree import Node, Operator, Row, Space, Symbol, Text

_LONGEST_WORD = 2


def raised(script: Node) -> str | None:
    """Give a superscript in small letters, None where one of them does not exist."""
    return _small(script, alphabets.raised)


def lowered(script: Node) -> str | None:
    """Give a subscript in small letters, None where one of them does not exist."""
    return _small(script, alphabets.lowered)


def _small(script: Node, smaller: Callable[[str], str | None]) -> str | None:
    """Shrink a flat script; a name such as `model` stays large, in bits it is hard to read."""
    if isinstance(script, Symbol):
        return smaller(script.text) if len(script.text) == 1 else None
    if isinstance(script, Text | Operator):
        return smaller(script.text) if len(script.text) <= _LONGEST_WORD else None
    if isinstance(script, Row) and script.items:
        pieces = list[str]()
        for item in script.items:
            piece = "" if isinstance(item, Space) else _small(item, smaller)
            if piece is None or isinstance(item, Operator):
                return None
            pieces.append(piece)
        return "".join(pieces)
    return None
