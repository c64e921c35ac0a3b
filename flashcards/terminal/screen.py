"""A full screen of text: each frame is laid out whole and written at once."""

import os
import sys
from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from flashcards.terminal.faces import Face
from flashcards.text import clean

_ALTERNATE, _NORMAL = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_HOME, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
_SMALLEST = (30, 8)
# The head line, the rule under it, and the rule over the foot.
_FRAME_LINES = 3


class Size(NamedTuple):
    """Columns and rows of the terminal."""

    columns: int
    rows: int


class Frame(NamedTuple):
    """What the screen shows: head line, a card (its answer once revealed), and the foot lines.

    `top` is the first line of the card's text that is seen.
    """

    head: str
    counter: str
    face: Face
    revealed: bool
    foot: tuple[str, ...]
    top: int = 0


class Laid(NamedTuple):
    """A frame as lines, and how far its text reaches: the lines above and below the window."""

    lines: tuple[str, ...]
    last_top: int
    answer_at: int
    window: int


def size() -> Size:
    """Give the terminal's size as the terminal says it; an exported COLUMNS may be stale."""
    try:
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        return Size(80, 24)
    return Size(columns, rows)


def enter() -> None:
    """Begin drawing on the terminal's second screen."""
    _write(_ALTERNATE)


def leave() -> None:
    """Give the first screen back as it was."""
    _write(_NORMAL)


def draw(lines: Sequence[str]) -> None:
    """Show a frame in one write, so that no half of it is ever seen."""
    body = "\r\n".join(f"{line}{_CLEAR_LINE}" for line in lines)
    _write(f"{_HOME}{body}{_CLEAR_BELOW}")


def _write(text: str) -> None:
    sys.stdout.flush()
    data = text.encode(sys.stdout.encoding or "utf-8", "replace")
    while data:
        data = data[os.write(sys.stdout.fileno(), data) :]


def lay_out(frame: Frame, at: Size) -> Laid:
    """Lay a frame out for a terminal of that size."""
    if at.columns < _SMALLEST[0] or at.rows < _SMALLEST[1]:
        return Laid(("window too small",), 0, 0, 1)
    body, answer_at = _body(frame, at.columns)
    foot = _foot(frame.foot, at.columns)
    window = max(1, at.rows - _FRAME_LINES - len(foot))
    last_top = max(0, len(body) - window)
    top = min(frame.top, last_top)
    seen = body[top : top + window]
    seen += [""] * (window - len(seen))
    rest = len(body) - top - window
    rule = _rule(at.columns, f"↓ {rest} more (space)" if rest > 0 else "")
    head = _pair(f" {frame.head}", f"{frame.counter} ", at.columns)
    lines = (_styled(head, "bold"), _styled(_rule(at.columns), "dim"), *seen)
    return Laid((*lines, _styled(rule, "dim"), *foot), last_top, answer_at, window)


def page(head: str, lines: Sequence[str], foot: str, at: Size) -> tuple[str, ...]:
    """Lay a short text out as a screen of its own, with a head line and a foot line."""
    body = [line for text in lines for line in _wrapped(text, at.columns, "")]
    room = max(0, at.rows - _FRAME_LINES - 2)
    body = body[:room] + [""] * (room - len(body))
    top = (_styled(_pair(f" {head}", "", at.columns), "bold"), _styled(_rule(at.columns), "dim"))
    return (*top, "", *body, _styled(_rule(at.columns), "dim"), *_foot((foot,), at.columns))


def _body(frame: Frame, columns: int) -> tuple[list[str], int]:
    face = frame.face
    lines: list[str] = []
    if face.context:
        lines += _wrapped(face.context, columns, "dim")
    if face.label:
        lines += _wrapped(face.label, columns, "italic")
    lines += ["", *_wrapped(face.question, columns, "bold"), ""]
    answer_at = len(lines)
    if frame.revealed:
        lines.append(_styled(f" ─── answer {'─' * max(0, columns - 13)}", "dim"))
        lines += ["", *_wrapped(face.answer, columns, "bold green")]
        for part in face.below:
            lines += ["", *_wrapped(part, columns, "")]
    return lines, answer_at


def _foot(foot: Sequence[str], columns: int) -> list[str]:
    return [_styled(_cut(f" {line}", columns), "") for line in foot]


def _pair(left: str, right: str, columns: int) -> str:
    """Put one text at each end of a line; the left one gives way."""
    room = columns - Text(right).cell_len - 1
    left = _cut(left, max(0, room))
    return f"{left}{' ' * max(1, columns - Text(left).cell_len - Text(right).cell_len)}{right}"


def _cut(text: str, columns: int) -> str:
    line = Text(text)
    line.truncate(columns, overflow="ellipsis")
    return line.plain


def _rule(columns: int, remark: str = "") -> str:
    return f"{'─' * max(0, columns - len(remark) - 4)} {remark} ──" if remark else "─" * columns


def _wrapped(text: str, columns: int, style: str) -> list[str]:
    """Wrap a text to the window with a margin of one; its own lines stay."""
    console = _console(columns - 1)
    console.print(Text(clean(text), style=style), overflow="fold")
    return [f" {line}" for line in _output(console).split("\n")]


def _styled(line: str, style: str) -> str:
    console = _console(max(1, Text(line).cell_len))
    console.print(Text(clean(line), style=style), overflow="fold", no_wrap=True)
    return _output(console)


def _console(columns: int) -> Console:
    return Console(
        file=StringIO(),
        width=max(1, columns),
        force_terminal=True,
        markup=False,
        emoji=False,
        highlight=False,
    )


def _output(console: Console) -> str:
    file = console.file
    return file.getvalue().removesuffix("\n") if isinstance(file, StringIO) else ""
