"""A full screen: a head line, a window on a text, and foot lines, written in one go.

`lay_out` is pure: from what is to be seen and the size of the window to lines. Whatever a card
holds, every line is as wide as the window at most and holds no control character, so nothing
can move the cursor out of its place.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rich.text import Text

from flashcards.markup import reading
from flashcards.markup.stash import Stash
from flashcards.terminal import document
from flashcards.terminal.columns import wrapped
from flashcards.terminal.document import Line
from flashcards.text import clean, on_one_line

# Lines do not wrap: terminals differ in the width of some signs, and a line taken for too wide
# must not move all below it.
_ALTERNATE, _NORMAL = "\x1b[?1049h\x1b[?25l\x1b[?7l", "\x1b[?7h\x1b[?25h\x1b[?1049l"
_CLEAR_LINE, _CLEAR_BELOW = "\x1b[K", "\x1b[J"
_SMALLEST: Final = (30, 8)
_LOWEST_WITH_FOOT: Final = 10
_MARGIN: Final = 1
# The head line, the rule under it, and the rule over the foot.
_FRAME_LINES: Final = 3
_BETWEEN_KEYS: Final = "  "
_SHORTEST_HEAD: Final = 16
_LAST_KEYS: Final = 2
_MOST_REMARK_LINES: Final = 2


class Size(NamedTuple):
    """Columns and rows of the terminal."""

    columns: int
    rows: int


class Look(NamedTuple):
    """How a part of a screen is drawn: the styles of its words and of its marked gap.

    In a text that is no Markdown the first `hang` columns of a line are a name, beside which what
    the line does not hold goes on.
    """

    words: str = ""
    gap: str = "bold"
    markdown: bool = True
    hang: int = 0


CONTEXT: Final = Look("dim")
LABEL: Final = Look("italic", markdown=False)
QUESTION: Final = Look("bold")
CLOZE_QUESTION: Final = Look(gap="bold magenta")
ANSWER: Final = Look("bold green")
CLOZE_ANSWER: Final = Look(gap="bold green")
TEXT: Final = Look()
PLAIN: Final = Look(markdown=False)
FACTS: Final = Look(markdown=False, hang=9)
"""Lines of a word of up to seven letters and what it is, as `about` writes them."""
EVENTS: Final = Look(markdown=False, hang=18)
"""Lines of a time, to the minute, and what happened then."""
KEYS: Final = Look(markdown=False, hang=12)
"""Lines of keys, in ten columns, and what they do."""
HEADING: Final = Look("dim heading", markdown=False)


class Part(NamedTuple):
    """A piece of what is seen: a text with its look; a heading is a rule with words in it.

    The text of a cloze has its maths and code taken out and is clean.
    """

    look: Look
    text: str | Stash

    @property
    def written(self) -> str:
        """Its text as a person wrote it."""
        return self.text if isinstance(self.text, str) else self.text.source(self.text.text)


class Frame(NamedTuple):
    """What the screen shows.

    `head` stands left, `counts` in the middle and `progress` right on the first line; of
    `counts` and `offers` the first form that fits is taken. `parts` stand below one another;
    `keys` are what may be pressed, the most important first, of which the last two are kept
    longest; a remark takes two lines where it needs them. `top` is the first line of the parts
    that is seen.
    """

    head: str
    counts: tuple[str, ...]
    progress: str
    parts: tuple[Part, ...]
    offers: tuple[str, ...] = ()
    remark: str = ""
    keys: tuple[str, ...] = ()
    top: int = 0


class Laid(NamedTuple):
    """A frame as lines; `last_top` is as far as it scrolls, `starts` the line of each part."""

    lines: tuple[Line, ...]
    last_top: int
    window: int
    starts: tuple[int, ...]


def size() -> Size:
    """Give the terminal's size as the terminal says it; an exported COLUMNS may be stale."""
    try:
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        columns, rows = 0, 0
    return Size(columns, rows) if columns and rows else Size(80, 24)


def enter() -> None:
    """Begin drawing on the terminal's second screen."""
    _write(_ALTERNATE)


def leave() -> None:
    """Give the first screen back as it was."""
    _write(_NORMAL)


def draw(lines: Sequence[Line]) -> None:
    """Show a frame in one write, so that no half of it is ever seen.

    What was there is cleared before a line is written: after one that fills its row the cursor
    still stands on its last column, as lines do not wrap, and would clear that too.
    """
    clear = [*[_CLEAR_LINE] * (len(lines) - 1), _CLEAR_BELOW]
    rows = enumerate(zip(clear, document.printed(lines), strict=True), start=1)
    _write("".join(f"\x1b[{row};1H{cleared}{line}" for row, (cleared, line) in rows))


def _write(text: str) -> None:
    sys.stdout.flush()
    data = text.encode(sys.stdout.encoding or "utf-8", "replace")
    while data:
        data = data[os.write(sys.stdout.fileno(), data) :]


def lay_out(frame: Frame, at: Size) -> Laid:
    """Lay a frame out for a terminal of that size."""
    if at.columns < _SMALLEST[0] or at.rows < _SMALLEST[1]:
        return Laid((_cut(Text("window too small"), at.columns),), 0, 1, ())
    body: list[Line] = []
    starts = []
    for part in frame.parts:
        starts.append(len(body))
        body += part_lines(part, at.columns)
    while body and not body[-1].plain.strip():
        body.pop()
    foot = _foot(frame, at)
    window = max(1, at.rows - _FRAME_LINES - len(foot))
    last_top = max(0, len(body) - window)
    top = min(frame.top, last_top)
    seen = body[top : top + window]
    seen += [Text()] * (window - len(seen))
    rest = len(body) - top - window
    rule = _rule(at.columns, f"↓ {rest} more (space)" if rest > 0 else "")
    head = _head(frame, at.columns)
    lines = (head, Text("─" * at.columns, "dim"), *seen, rule, *foot)
    return Laid(lines, last_top, window, tuple(starts))


@lru_cache(maxsize=64)  # a card is laid out again for every key that scrolls
def part_lines(part: Part, columns: int) -> tuple[Line, ...]:
    """Lay a part out, with a margin at the left."""
    look, text = part
    width = columns - 2 * _MARGIN
    if isinstance(text, Stash):
        blocks = reading.read(text)
        return _with_margin(document.lines(blocks, width, words=look.words, gap=look.gap))
    if look == HEADING:
        words = f" ─── {on_one_line(text)} "
        rest = max(0, columns - len(words) - 1)
        return (_cut(Text(f"{words}{'─' * rest}", "dim"), columns), Text())
    if look.markdown:
        laid = document.lines(reading.read(clean(text)), width, words=look.words, gap=look.gap)
    else:
        laid = document.prose(clean(text), width, look.words, look.hang)
    return _with_margin(laid)


def _with_margin(lines: Iterable[Line]) -> tuple[Line, ...]:
    margin = " " * _MARGIN
    return (*(Text(margin).append_text(line) for line in lines), Text())


def _head(frame: Frame, columns: int) -> Line:
    """Put deck, counts and progress on a line; where it is narrow the deck gives way first."""
    forms = ["   ".join(filter(None, (form, frame.progress))) for form in frame.counts or ("",)]
    wanted = min(len(frame.head), _SHORTEST_HEAD)
    right = next((form for form in forms if len(form) + wanted + 3 <= columns), forms[-1])
    head = _cut(
        Text(on_one_line(frame.head), "bold"), max(_SHORTEST_HEAD, columns - len(right) - 3)
    )
    gap = max(1, columns - head.cell_len - len(right) - 2)
    line = Text(" ").append_text(head).append(" " * gap).append(right, "bold")
    return _cut(line, columns)


def _foot(frame: Frame, at: Size) -> list[Line]:
    """Put offers and keys below; a remark takes the line of the offers where there are none."""
    keys = _fitting(frame.keys, at.columns)
    remark = _remark(frame.remark, at.columns)
    if frame.offers:
        fitting = (one for one in frame.offers if len(one) < at.columns)
        lines = [next(fitting, frame.offers[-1]), *(remark or [keys])]
    else:
        lines = [*remark, keys]
    if at.rows < _LOWEST_WITH_FOOT:
        lines = [next(filter(None, lines), "")]
    return [_cut(Text(f" {on_one_line(line)}"), at.columns) for line in lines if line]


def _remark(text: str, columns: int) -> list[str]:
    """Wrap a remark; of a long one the last line is cut."""
    laid = list(wrapped(on_one_line(text), columns - _MARGIN)) if text else []
    if len(laid) > _MOST_REMARK_LINES:
        laid[_MOST_REMARK_LINES - 1 :] = [" ".join(laid[_MOST_REMARK_LINES - 1 :])]
    return laid


def _fitting(keys: Sequence[str], columns: int) -> str:
    """Give as many keys as fit, whole and in order; the last two stay longest, then the first."""
    shown = [key for key in keys if key]
    while len(shown) > 1 and len(_BETWEEN_KEYS.join(shown)) + _MARGIN > columns:
        del shown[-3 if len(shown) > _LAST_KEYS + 1 else 1]
    return _BETWEEN_KEYS.join(shown)


def _rule(columns: int, remark: str = "") -> Line:
    if not remark:
        return Text("─" * columns, "dim")
    return Text(f"{'─' * max(0, columns - len(remark) - 4)} {remark} ──", "dim")


def _cut(text: Text, columns: int) -> Line:
    text.truncate(max(1, columns), overflow="ellipsis")
    return text
