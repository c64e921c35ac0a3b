"""The text of a deck file: decoded strictly, made fit for a YAML parser, its lines at hand.

Positions stay what an editor shows: every character that YAML would refuse, or count as a line
end that no editor counts, is replaced by exactly one other.
"""

import codecs
import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

from flashcards import text as texts

_BYTE_ORDER_MARKS: Final = (
    # UTF-32 first: its little-endian mark begins with the one of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE: Final = 1_000
# Which of every four bytes are NUL in most texts, and which never are; UTF-32 first here, too.
_LAYOUTS: Final = (
    ("utf-32le", (2, 3), (0,)),
    ("utf-32be", (0, 1), (3,)),
    ("utf-16le", (1, 3), (0, 2)),
    ("utf-16be", (0, 2), (1, 3)),
)
_LINE_END = re.compile(r"\r\n|\r|\n")

# What YAML refuses outright, and the three line ends that only YAML knows.
_MARRING = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_SEPARATORS = re.compile("[\u2028\u2029]")
_REPLACEMENT = "\ufffd"

MAX_MARRED: Final = 1_000
"""Control characters that are told apart; a file with more is no text."""

_EXCERPT_WIDTH = 160
_EXCERPT_BEFORE = 70


class WrongByte(NamedTuple):
    """The first byte that is not in the file's encoding; line and column count from 1."""

    value: int
    line: int
    column: int
    encoding: str


class Excerpt(NamedTuple):
    """A source line made safe to print, and the columns in front of a place in it."""

    text: str
    caret: int


def decode(data: bytes) -> tuple[str, WrongByte | None]:
    """Decode `data` as UTF-8, or as the byte order mark says.

    Bytes that do not fit become U+FFFD, and the first of them is returned with its place.
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding), None
    except UnicodeDecodeError as error:
        lines = _LINE_END.split(data[: error.start].decode(encoding, "replace"))
        place = (len(lines), len(lines[-1]) + 1)
        return data.decode(encoding, "replace"), WrongByte(data[error.start], *place, encoding)


def unmarked(data: bytes) -> str:
    """Name the encoding of a text in two or four bytes a character that has no byte order mark.

    ``utf-16le``, ``utf-16be``, ``utf-32le`` or ``utf-32be``; empty for anything else. It is seen
    by the NUL bytes of the characters that Latin script has, which keep to certain places.
    """
    if data.startswith(tuple(mark for mark, _ in _BYTE_ORDER_MARKS)):
        return ""
    rows = [data[:_SAMPLE][at::4] for at in range(4)]
    many = [row.count(0) * 5 > len(row) for row in rows]
    for encoding, nul, text in _LAYOUTS:
        if all(many[at] for at in nul) and not any(0 in rows[at] for at in text):
            return encoding
    return ""


class Source:
    """A decoded deck file.

    ``written`` is the text as decoded, ``text`` the same with one harmless character in place of
    each that would stop the parser or shift its lines; both have the same length. ``marred`` are
    the places of control characters, ``separators`` those of line ends that only YAML knows, the
    first `MAX_MARRED` of each.
    """

    def __init__(self, path: str, written: str) -> None:
        """Take the text of the file at `path`, without a byte order mark."""
        self.path = path
        self.written = written
        self.marred = _places(_MARRING, written)
        self.separators = _places(_SEPARATORS, written)
        self.text = written
        if 0 < len(self.marred) < MAX_MARRED:
            self.text = _MARRING.sub(_harmless, self.text)
        if self.separators:
            self.text = _SEPARATORS.sub(" ", self.text)

    @cached_property
    def lines(self) -> list[str]:
        """The lines as written, without their ends."""
        return _LINE_END.split(self.written)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.written))]

    def place(self, index: int) -> tuple[int, int]:
        """Give line and column, from 0, of the character at `index`."""
        line = bisect_left(self._line_starts, index + 1) - 1
        return line, index - self._line_starts[line]

    def index(self, line: int, column: int) -> int:
        """Give the index of the character at `line` and `column`, from 0."""
        return self._line_starts[min(line, len(self._line_starts) - 1)] + column

    def line(self, number: int) -> str:
        """Give line `number`, from 0; empty beyond the end."""
        return self.lines[number] if 0 <= number < len(self.lines) else ""

    def is_marred(self, start: int, end: int) -> bool:
        """Tell whether a control character stands between two indices."""
        at = bisect_left(self.marred, start)
        return at < len(self.marred) and self.marred[at] < end

    def excerpt(self, line: int, column: int) -> Excerpt:
        """Give line `line` safe to print, with the place of `column`; long lines are cut."""
        whole = self.line(line)
        column = min(column, len(whole))
        start = 0
        if len(whole) > _EXCERPT_WIDTH:
            start = max(0, min(column - _EXCERPT_BEFORE, len(whole) - _EXCERPT_WIDTH))
        end = start + _EXCERPT_WIDTH
        ahead = ("\u2026" if start else "") + _flat(whole[start:column])
        after = _flat(whole[column:end]) + ("\u2026" if end < len(whole) else "")
        return Excerpt(ahead + after.rstrip(), texts.display_width(ahead))


def excerpts(path: str, places: Sequence[tuple[int, int]]) -> list[Excerpt]:
    """Give the lines at `places` (line and column, from 0) of the file at `path` as it is now.

    They are empty when it cannot be read any more.
    """
    try:
        with open(path, "rb") as file:
            source = Source(path, decode(file.read())[0])
    except OSError:
        source = Source(path, "")
    return [source.excerpt(line, column) for line, column in places]


def _places(pattern: re.Pattern[str], text: str) -> list[int]:
    return [match.start() for match in islice(pattern.finditer(text), MAX_MARRED)]


def _flat(text: str) -> str:
    return texts.clean(text.replace("\t", " "))


def _harmless(match: re.Match[str]) -> str:
    """Stand in for a character YAML refuses: its picture if that is one character."""
    picture = texts.clean(match.group())
    return picture if len(picture) == 1 and picture != match.group() else _REPLACEMENT
