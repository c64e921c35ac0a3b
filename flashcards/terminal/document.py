"""Formatted text as lines of a terminal: wrapped, coloured where there is colour, maths drawn.

What comes out is no wider than asked, and nothing of the text is left out. Colours are the
terminal's own sixteen, and never the only sign of anything.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import StringIO
from typing import Final

from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.style import Style
from rich.text import Text

from flashcards.markup.code import Kind, tokens
from flashcards.markup.gaps import GAP_CLOSE, GAP_OTHER, is_gap_open
from flashcards.markup.tree import (
    Alignment,
    Block,
    Blocks,
    BulletList,
    Code,
    CodeBlock,
    DisplayMath,
    Emphasis,
    Heading,
    Image,
    Inline,
    Inlines,
    LineBreak,
    Link,
    Math,
    NumberedList,
    Paragraph,
    Quote,
    Rule,
    SoftBreak,
    Sound,
    Strong,
    Struck,
    Table,
)
from flashcards.markup.tree import Text as Words
from flashcards.terminal import mathtext

Line = Text
"""One line of a screen, without its end."""

_NARROWEST: Final = 8
_UNWRAPPED: Final = 100_000
_COLUMN_GAP: Final = "  "
_FORMULA_INDENT: Final = 4
_TAB: Final = 4
_BULLETS: Final = ("•", "◦", "▪")
_CODE_STYLES: Final = {
    Kind.TEXT: "",
    Kind.KEYWORD: "magenta",
    Kind.NAME: "cyan",
    Kind.FUNCTION: "cyan",
    Kind.TYPE: "yellow",
    Kind.STRING: "green",
    Kind.NUMBER: "cyan",
    Kind.COMMENT: "dim italic",
    Kind.OPERATOR: "",
}


def lines(blocks: Blocks, columns: int, *, words: str = "", gap: str = "bold") -> list[Line]:
    """Lay `blocks` out in `columns`.

    Running text has the style `words`, and what stands between gap marks the style `gap`.
    """
    return _Layout(words, gap).blocks(blocks, max(columns, _NARROWEST))


def words(blocks: Blocks) -> str:
    """Give `blocks` as words, a line each: maths as it is written within a line."""
    return "\n".join(line.plain for line in lines(blocks, _UNWRAPPED))


def prose(text: str, columns: int, style: str = "", hang: int = 0) -> list[Line]:
    """Wrap a text that is no Markdown; its own lines stay.

    The first `hang` columns of a line are a name; what the line does not hold goes on beside it.
    """
    columns = max(columns, _NARROWEST)
    hang = min(hang, columns - _NARROWEST)
    laid: list[Line] = []
    for line in text.split("\n"):
        name, told = line[:hang], line[hang:]
        if hang and cell_len(line) > columns:
            body = _wrapped(Text(told, style), columns - hang) or [Text()]
            laid += _prefixed(body, name, " " * hang)
        else:
            laid += _wrapped(Text(line, style), columns) or [Text()]
    return laid


class _Layout:
    """Lays out one text; a gap that is open stays so over the inlines it spans."""

    def __init__(self, words: str, gap: str) -> None:
        self._style = words
        self._gap = Style.parse(gap)
        self._open = 0

    def blocks(self, blocks: Blocks, columns: int, depth: int = 0) -> list[Line]:
        """Lay out blocks below one another, a blank line between."""
        laid: list[Line] = []
        for block in blocks:
            if laid:
                laid.append(Text())
            laid += self._block(block, columns, depth)
        return laid

    def _block(  # noqa: PLR0911 - a case a node
        self, block: Block, columns: int, depth: int
    ) -> list[Line]:
        match block:
            case Paragraph(inlines):
                return self._paragraph(inlines, columns, self._style)
            case Heading(_, inlines):
                return self._paragraph(inlines, columns, "bold underline")
            case CodeBlock(text, language):
                return _code(text, language, columns)
            case DisplayMath(source):
                return _formula(source, columns, self._style)
            case BulletList(items):
                mark = f"{_BULLETS[min(depth, len(_BULLETS) - 1)]} "
                return self._items(items, [mark] * len(items), columns, depth)
            case NumberedList(start, items):
                marks = [f"{number}. " for number in range(start, start + len(items))]
                width = max(map(len, marks), default=0)
                return self._items(items, [mark.rjust(width) for mark in marks], columns, depth)
            case Table():
                return self._table(block, columns)
            case Quote(inner):
                return _prefixed(self.blocks(inner, _inside(columns, 2), depth), "│ ", "│ ")
            case Rule():
                return [Text("─" * columns, "dim")]

    def _items(
        self, items: Sequence[Blocks], marks: Sequence[str], columns: int, depth: int
    ) -> list[Line]:
        laid: list[Line] = []
        loose = any(_is_loose(item) for item in items)
        for item, mark in zip(items, marks, strict=True):
            if laid and loose:
                laid.append(Text())
            width = _inside(columns, len(mark))
            body = self._item(item, width, depth + 1) or [Text()]
            laid += _prefixed(body, mark, " " * len(mark))
        return laid

    def _item(self, item: Blocks, columns: int, depth: int) -> list[Line]:
        """Lay out an item; a list in it follows its words at once."""
        laid: list[Line] = []
        for block in item:
            if laid and not isinstance(block, BulletList | NumberedList):
                laid.append(Text())
            laid += self._block(block, columns, depth)
        return laid

    def _paragraph(self, inlines: Inlines, columns: int, style: str) -> list[Line]:
        """Wrap running text; a formula set by itself stands on lines of its own."""
        laid: list[Line] = []
        text = Text(style=style)

        def flush() -> None:
            nonlocal text
            if text.plain.strip():
                laid.extend(_wrapped(text, columns))
            text = Text(style=style)

        for node in inlines:
            if isinstance(node, Math) and node.display:
                flush()
                laid.extend(_formula(node.source, columns, style))
            else:
                self._inline(node, text, Style.null())
        flush()
        return laid

    def _inline(self, node: Inline, text: Text, style: Style) -> None:  # noqa: C901 - a case a node
        match node:
            case Words(words):
                self._words(words, text, style)
            case Emphasis(inlines):
                self._inlines(inlines, text, style + Style(italic=True))
            case Strong(inlines):
                self._inlines(inlines, text, style + Style(bold=True))
            case Struck(inlines):
                self._inlines(inlines, text, style + Style(strike=True))
            case Code(words):
                self._words(words, text, style + Style(color="cyan"))
            case Math(source, _):
                self._words(inline_maths(source), text, style)
            case Link(url, inlines):
                self._inlines(inlines, text, style + Style(underline=True))
                _address(url, text)
            case Image(target, words):
                self._words(f"[image: {words or target}]", text, style + Style(italic=True))
            case Sound(target):
                self._words(f"[sound: {target}]", text, style + Style(italic=True))
            case LineBreak():
                text.append("\n")
            case SoftBreak():
                text.append(" ")

    def _inlines(self, inlines: Inlines, text: Text, style: Style) -> None:
        for node in inlines:
            self._inline(node, text, style)

    def _words(self, words: str, text: Text, style: Style) -> None:
        """Append words, in the gap's style between its marks."""
        run: list[str] = []
        for character in words:
            opens, closes = is_gap_open(character), character == GAP_CLOSE
            if opens or closes:
                text.append("".join(run), style + self._gap if self._open else style)
                run = []
                self._open = max(0, self._open + (1 if opens else -1))
            elif character != GAP_OTHER:
                run.append(character)
        text.append("".join(run), style + self._gap if self._open else style)

    # Tables

    def _table(self, table: Table, columns: int) -> list[Line]:
        header = [self._cell(cell, "bold") for cell in table.header]
        rows = [[self._cell(cell, "") for cell in row] for row in table.rows]
        widths = _widths([header, *rows], columns)
        if widths is None:
            return _stacked(header, rows, columns)
        laid = _row(header, widths, table.alignments)
        laid.append(Text("─" * (sum(widths) + len(_COLUMN_GAP) * (len(widths) - 1)), "dim"))
        for row in rows:
            laid += _row(row, widths, table.alignments)
        return laid

    def _cell(self, inlines: Inlines, style: str) -> Text:
        text = Text(style=style)
        self._inlines(inlines, text, Style.null())
        return Text(" ").join(text.split("\n")) if "\n" in text.plain else text


def inline_maths(source: str) -> str:
    """Write maths within a line, as its source where it cannot be written."""
    drawn = mathtext.inline(source)
    return f"${source}$" if drawn is None else drawn


def _formula(source: str, columns: int, style: str) -> list[Line]:
    drawn = mathtext.fitted(source, columns)
    if drawn is None:
        return _wrapped(Text(f"$${source}$$", style), columns)
    width = max(map(cell_len, drawn), default=0)
    indent = " " * max(0, min(_FORMULA_INDENT, columns - width))
    return [Text(f"{indent}{line}".rstrip(), style) for line in drawn]


def _address(url: str, text: Text) -> None:
    shown = url.removeprefix("https://").removeprefix("http://").removeprefix("mailto:")
    if shown.rstrip("/") not in text.plain:
        text.append(f" ({shown})", "dim")


def _code(text: str, language: str, columns: int) -> list[Line]:
    """Colour code; a line too long goes on below, its indentation kept by the margin."""
    whole = Text()
    for piece in tokens(text.rstrip("\n").expandtabs(_TAB), language):
        whole.append(piece.text, _CODE_STYLES[piece.kind])
    laid: list[Line] = []
    width = _inside(columns, 2)
    for line in whole.split("\n", allow_blank=True):
        laid += _prefixed(_chopped(line, width), "  ", "↪ ")
    return laid


def _chopped(line: Text, width: int) -> list[Line]:
    if cell_len(line.plain) <= width:
        return [line]
    ends: list[int] = []
    for part in chop_cells(line.plain, width):
        ends.append((ends[-1] if ends else 0) + len(part))
    return list(line.divide(ends[:-1]))


def _prefixed(laid: Sequence[Line], first: str, others: str) -> list[Line]:
    return [Text(others if number else first).append_text(line) for number, line in enumerate(laid)]


def _inside(columns: int, margin: int) -> int:
    return max(_NARROWEST, columns - margin)


def _is_loose(item: Blocks) -> bool:
    """Tell if an item has more than its words and lists in it."""
    return sum(not isinstance(block, BulletList | NumberedList) for block in item) > 1


def _widths(rows: Sequence[Sequence[Text]], columns: int) -> list[int] | None:
    """Give the width of each column, the widest made narrower; None when they cannot fit."""
    count = len(rows[0])
    room = columns - len(_COLUMN_GAP) * (count - 1)
    widths = [max(1, *(row[place].cell_len for row in rows)) for place in range(count)]
    if room < count * _NARROWEST and sum(widths) > room:
        return None
    while sum(widths) > room:
        widest = max(widths)
        second = max((width for width in widths if width < widest), default=0)
        wide = [place for place, width in enumerate(widths) if width == widest]
        excess = sum(widths) - room
        cut = max(1, min(widest - max(second, _NARROWEST), -(-excess // len(wide))))
        for place in wide:
            widths[place] -= cut
    return widths


def _row(
    cells: Sequence[Text], widths: Sequence[int], alignments: Sequence[Alignment]
) -> list[Line]:
    wrapped = [_wrapped(cell, width) or [Text()] for cell, width in zip(cells, widths, strict=True)]
    laid: list[Line] = []
    for number in range(max(map(len, wrapped))):
        line = Text()
        for place, (column, width) in enumerate(zip(wrapped, widths, strict=True)):
            cell = column[number] if number < len(column) else Text()
            line.append(_COLUMN_GAP if place else "")
            line.append_text(_aligned(cell, width, alignments[place]))
        line.rstrip()
        laid.append(line)
    return laid


def _aligned(cell: Text, width: int, alignment: Alignment) -> Text:
    room = max(0, width - cell.cell_len)
    left = {"right": room, "center": room // 2}.get(alignment, 0)
    return Text(" " * left).append_text(cell).append(" " * (room - left))


def _stacked(header: Sequence[Text], rows: Sequence[Sequence[Text]], columns: int) -> list[Line]:
    """Write each row of a table too wide as lines of `name: value`."""
    laid: list[Line] = []
    for row in rows or [[]]:
        if laid:
            laid.append(Text())
        for place, name in enumerate(header):
            value = row[place] if place < len(row) else Text()
            laid += _wrapped(Text.assemble(name, ": ", value), columns)
    return laid


def _wrapped(text: Text, columns: int) -> list[Line]:
    wrapped = text.wrap(_console(), columns, overflow="fold", tab_size=_TAB)
    for line in wrapped:
        line.rstrip()
    return list(wrapped)


@lru_cache(maxsize=1)
def _console() -> Console:
    """Give the console that text is wrapped by; nothing is printed on it."""
    return Console(file=StringIO(), width=80, markup=False, emoji=False, highlight=False)


def printed(laid: Sequence[Line]) -> Iterator[str]:
    """Give lines as a terminal takes them, with the colours it has."""
    console = Console(
        file=StringIO(), force_terminal=True, width=10_000, markup=False, emoji=False,
        highlight=False,
    )  # fmt: skip
    for line in laid:
        console.print(line, end="\n", soft_wrap=True)
    file = console.file
    assert isinstance(file, StringIO)  # noqa: S101 - made above
    yield from file.getvalue().split("\n")[:-1]
