r"""Maths as text: TeX in, lines of a terminal out.

`display` draws a formula in two dimensions, `inline` writes it in one line, and `fitted` takes
what fits. Text is never lost and never wrong: a formula with one unknown command is None as a
whole, and the caller shows its source. No macros, no state; a formula takes about half a
millisecond.

    >>> print(*display(r"\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V", 80), sep="\n")
           ⎛ QKᵀ ⎞
    softmax⎜─────⎟V
           ⎜ ┌── ⎟
           ⎝ √dₖ ⎠
    >>> inline(r"\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V")
    'softmax(QKᵀ/√dₖ)V'
"""

from flashcards.terminal.mathtext import drawing, line
from flashcards.terminal.mathtext.boxes import Box
from flashcards.terminal.mathtext.reading import parse
from flashcards.text import display_width

__all__ = ["Box", "box", "display", "fitted", "inline"]

_INDENT = "  "


def box(source: str) -> Box | None:
    """Draw `source`, TeX without its dollars, in two dimensions, as wide as it comes.

    The box tells which of its lines is the baseline, to set it beside text. None for a formula
    that is not understood.
    """
    tree = parse(source)
    return None if tree is None else drawing.drawn(tree)


def display(source: str, columns: int) -> tuple[str, ...] | None:
    """Draw `source` in two dimensions; None when not understood or wider than `columns`.

    All lines have the same width.
    """
    drawn = box(source)
    return None if drawn is None or drawn.width > columns else drawn.lines


def inline(source: str) -> str | None:
    """Write `source` in one line, however long; None when it is not understood."""
    tree = parse(source)
    return None if tree is None else line.written(tree)


def fitted(source: str, columns: int) -> tuple[str, ...] | None:
    """Draw `source` in two dimensions where it fits, else write it in lines of its own.

    A line too long is broken at spaces and goes on indented. None when the formula is not
    understood or has a piece longer than `columns`: then the caller shows its source.
    """
    lines = display(source, columns)
    if lines is not None:
        return lines
    tree = parse(source)
    if tree is None:
        return None
    folded = tuple(piece for row in line.rows_written(tree) for piece in _folded(row, columns))
    return folded if all(display_width(piece) <= columns for piece in folded) else None


def _folded(text: str, columns: int) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if display_width(longer) <= columns or not lines[-1].strip():
            lines[-1] = longer
        else:
            lines.append(_INDENT + word)
    return lines
