"""Charts of plain text: bars, a heat map of the year, tables; readable without any colour.

Every chart is lines of rich Text, no wider than it is told. `printed` makes one string of them,
for the terminal it is to stand on.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from io import StringIO
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from flashcards.text import display_width

Line = Text
"""A line of a chart."""

_EPOCH = date(1970, 1, 1).toordinal()
_SHADES = "·░▒▓█"
_SHADE_STYLES = ("dim", "green", "green", "bold green", "bold green")
_FULL, _LIGHT, _LINE, _MARK = "█", "▒", "─", "│"
# What stands for a sign where the terminal knows no more than ASCII.
_PLAIN = str.maketrans("·░▒▓█─│…", ".:+x#-|~")
_WEEKDAYS = ("Mon", "", "Wed", "", "Fri", "", "Sun")
_MOST_WEEKS = 53
_WEEK = 7
_HEAT_LEFT = 5  # columns of the weekday's name
_SCALE_FROM, _SCALE_TO = 0.5, 1.0  # the shares that a scale shows
_LEAST_BAR, _MOST_BAR = 8, 40


class Bar(NamedTuple):
    """A row of a bar chart: a number, a part of which is drawn lighter, and a word after it."""

    label: str
    number: float
    light: float = 0
    note: str = ""


class Scale(NamedTuple):
    """A row that shows where a share lies, the range it may lie in, and where it was wished."""

    label: str
    share: float | None
    low: float | None
    high: float | None
    wish: float | None
    note: str = ""


def title(text: str, remark: str = "") -> Text:
    """Give the headline of a chart, with what to know to read it."""
    return Text.assemble((text, "bold"), ("  " if remark else ""), (remark, "dim"))


def remark(text: str) -> Text:
    """Give a line that is said beside a chart."""
    return Text(text, "dim")


def page(blocks: Iterable[Sequence[Text]]) -> list[Text]:
    """Set charts under each other, an empty line between two."""
    lines: list[Text] = []
    for block in blocks:
        lines += [*([Text()] if lines else []), *block]
    return lines


def pairs(rows: Iterable[tuple[str, str]], width: int) -> list[Text]:
    """Give facts under each other: a name and a sentence, wrapped beside the names."""
    rows = list(rows)
    left = max((display_width(name) for name, _ in rows), default=0) + 2
    lines = []
    for name, sentence in rows:
        for number, line in enumerate(_wrapped(sentence, max(20, width - left))):
            lines.append(Text.assemble((_padded("" if number else name, left), "cyan"), line))
    return lines


def bars(rows: Sequence[Bar], width: int) -> list[Text]:
    """Draw a bar for each row, the longest as long as the room allows."""
    left = _label_width((row.label for row in rows), width)
    numbers = [f"{row.number:g}" for row in rows]
    right = max((len(one) for one in numbers), default=0)
    notes = max((display_width(row.note) for row in rows), default=0)
    room = min(_MOST_BAR, max(_LEAST_BAR, width - left - right - notes - 3))
    most = max((row.number for row in rows), default=0) or 1
    return [
        _bar(row, number.rjust(right), left, room, most)
        for row, number in zip(rows, numbers, strict=True)
    ]


def _bar(row: Bar, number: str, left: int, room: int, most: float) -> Text:
    length = _length(row.number, most, room)
    light = min(length, _length(row.light, most, room))
    return Text.assemble(
        _padded(row.label, left),
        (number, "bold" if row.number else "dim"),
        " ",
        (_FULL * (length - light), "green"),
        (_LIGHT * light, "yellow"),
        " " * (room - length + 1) if row.note else "",
        (row.note, "dim"),
    )


def _length(number: float, most: float, room: int) -> int:
    """Give the columns of a bar; what is not nothing is seen."""
    return max(1, round(room * number / most)) if number else 0


def scales(rows: Sequence[Scale], width: int) -> list[Text]:
    """Draw each share on one scale from a half to all, its range, and the share wished for."""
    left = _label_width((row.label for row in rows), width)
    notes = max((display_width(row.note) for row in rows), default=0)
    room = min(_MOST_BAR, width - left - notes - 8)
    return [_scale(row, left, room) for row in rows]


def _scale(row: Scale, left: int, room: int) -> Text:
    if row.share is None or row.low is None or row.high is None:
        return Text.assemble(_padded(row.label, left), ("  none", "dim"))
    line = Text.assemble(_padded(row.label, left), (f"{row.share:4.0%}", "bold"), " ")
    if room >= _LEAST_BAR:
        line.append_text(_ranged(row.share, row.low, row.high, row.wish, room))
    return line.append(f" {row.note}", "dim")


def _ranged(share: float, low: float, high: float, wish: float | None, room: int) -> Text:
    signs = [(" ", "")] * room
    first, last = _place(low, room), _place(high, room)
    signs[first : last + 1] = [(_LINE, "green")] * (last - first + 1)
    if wish is not None:
        signs[_place(wish, room)] = (_MARK, "yellow")
    signs[_place(share, room)] = (_FULL, "bold green")
    return Text.assemble(*signs)


def _place(share: float, room: int) -> int:
    part = (share - _SCALE_FROM) / (_SCALE_TO - _SCALE_FROM)
    return min(room - 1, max(0, round(part * (room - 1))))


def heat_map(by_day: Mapping[int, int], today: int, width: int) -> list[Text]:
    """Draw the year up to `today`, a week a column, a study day darker the more it had.

    `by_day` counts by days since 1970. As many weeks are shown as fit, at most 53.
    """
    weeks = min(_MOST_WEEKS, width - _HEAT_LEFT)
    monday = today - (today + 3) % _WEEK  # 1970-01-01 was a Thursday
    first = monday - (weeks - 1) * _WEEK
    most = max((n for day, n in by_day.items() if first <= day <= today), default=0)
    lines = [Text(" " * _HEAT_LEFT + _months(first, weeks), "dim")]
    for weekday, name in enumerate(_WEEKDAYS):
        line = Text(name.ljust(_HEAT_LEFT), "dim")
        for day in range(first + weekday, today + 1, _WEEK):
            shade = _shade(by_day.get(day, 0), most)
            line.append(_SHADES[shade], _SHADE_STYLES[shade])
        lines.append(line)
    return lines


def _shade(number: int, most: int) -> int:
    return 0 if not number else min(4, 1 + number * 4 // (most + 1))


def _months(first: int, weeks: int) -> str:
    """Write the names of the months over the weeks they begin in."""
    line = ""
    for week in range(weeks):
        day = date.fromordinal(_EPOCH + first + week * _WEEK)
        begins = day.day <= _WEEK
        if begins and len(line) <= week and week + 3 <= weeks:
            line = f"{line:{week}}{day:%b} "
    return line.rstrip()


def table(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[Text]:
    """Set rows in columns, the first to the left and wide, the rest to the right."""
    columns = list(zip(head, *rows, strict=True))
    wide = [max(map(display_width, column)) for column in columns]
    wide[0] = min(wide[0], max(8, width - sum(wide[1:]) - 2 * len(wide[1:])))
    lines = []
    for number, row in enumerate((head, *rows)):
        first = _padded(_cut(row[0], wide[0]), wide[0])
        rest = "".join(
            f"  {' ' * (room - display_width(cell))}{cell}"
            for cell, room in zip(row[1:], wide[1:], strict=True)
        )
        lines.append(Text(first + rest, "" if number else "dim"))
    return lines


def printed(lines: Iterable[Text], width: int, *, colour: bool, ascii_only: bool) -> str:
    """Give the lines as one string, ready to be written."""
    out = StringIO()
    console = Console(
        file=out,
        width=width,
        markup=False,
        emoji=False,
        highlight=False,
        force_terminal=colour,
        no_color=None if colour else True,
    )
    for line in lines:
        console.print(line)
    text = "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())
    return text.translate(_PLAIN) if ascii_only else text


def _label_width(labels: Iterable[str], width: int) -> int:
    return min(max(map(display_width, labels), default=0), width // 3) + 2


def _padded(text: str, width: int) -> str:
    text = _cut(text, width)
    return text + " " * (width - display_width(text))


def _cut(text: str, width: int) -> str:
    """Give `text` no wider than `width` columns, its end left out if it must be."""
    if display_width(text) <= width:
        return text
    while display_width(text) > width - 1:
        text = text[:-1]
    return f"{text}…"


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and display_width(lines[-1]) + 1 + display_width(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return lines
