"""Changes of a deck file to the byte: pieces put in at their places, all else as it was.

A deck is never dumped anew: that would lose comments, quotes and line ends, and now and then a
backslash. Pure: text in, text out; `writing` is what touches the disk.
"""

import codecs
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from flashcards.text import clean, on_one_line

from .hints import INVISIBLE_CHARACTER
from .source import Source, decode

CONTEXT: Final = 3
"""Lines that a diff shows around a change."""

_CODECS: Final = (
    # UTF-32 first: its little-endian mark begins with the one of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF8, "utf-8"),
)


class Edit(NamedTuple):
    """The characters from `start` up to `end` give way to `text`."""

    start: int
    end: int
    text: str


def splice(text: str, edits: Iterable[Edit]) -> str:
    """Give `text` with `edits` made; they come in the order of the text and do not overlap."""
    pieces = []
    at = 0
    for edit in edits:
        pieces += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*pieces, text[at:]])


def rewrite(data: bytes, edits: Iterable[Edit]) -> bytes | None:
    """Make `edits` in the bytes of a file, whose encoding and byte order mark stay.

    Places count in the decoded text without its mark. None for bytes that do not decode, or
    that would not be written again as they are.
    """
    text, wrong = decode(data)
    mark, codec = next((pair for pair in _CODECS if data.startswith(pair[0])), (b"", "utf-8"))
    if wrong or mark + text.encode(codec) != data:
        return None
    return mark + splice(text, edits).encode(codec)


def diff(name: str, text: str, edits: Sequence[Edit]) -> Iterator[str]:
    """Give the lines of a unified diff of what `edits` do, made safe to print.

    The edits say what changed, so nothing is searched for: ten thousand take no longer than
    they are many.
    """
    if not edits:
        return
    source = Source(name, text)
    yield f"--- {on_one_line(name)}"
    yield f"+++ {on_one_line(name)}"
    # What stands behind the last line end is no line when it is empty.
    lines = len(source.lines) - (not source.lines[-1])
    shift = 0
    for hunk in _hunks(_changes(source, edits)):
        start = max(0, hunk[0].first - CONTEXT)
        end = min(lines, hunk[-1].last + CONTEXT)
        grown = sum(len(change.lines) - (change.last - change.first) for change in hunk)
        size = end - start
        yield f"@@ -{start + 1},{size} +{start + 1 + shift},{size + grown} @@"
        yield from _body(source, hunk, start, end)
        shift += grown


class _Change(NamedTuple):
    """Lines from `first` up to `last` (not included) that give way to `lines`."""

    first: int
    last: int
    lines: list[str]


def _changes(source: Source, edits: Sequence[Edit]) -> Iterator[_Change]:
    """Give the changes by line; edits that touch the same line are one."""
    group: list[Edit] = []
    for edit in edits:
        if group and source.place(edit.start)[0] > source.place(group[-1].end)[0]:
            yield _change(source, group)
            group = []
        group.append(edit)
    yield _change(source, group)


def _change(source: Source, edits: Sequence[Edit]) -> _Change:
    first, last = source.place(edits[0].start)[0], source.place(edits[-1].end)[0] + 1
    before = source.lines[first:last]
    start = source.index(first, 0)
    inside = (Edit(edit.start - start, edit.end - start, edit.text) for edit in edits)
    written = source.written[start : source.index(last - 1, 0) + len(before[-1])]
    after = Source("", splice(written, inside)).lines
    pairs = zip(reversed(before), reversed(after), strict=False)
    kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return _Change(first, last - kept, after[: len(after) - kept])


def _hunks(changes: Iterable[_Change]) -> Iterator[list[_Change]]:
    hunk: list[_Change] = []
    for change in changes:
        if hunk and change.first - hunk[-1].last > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    yield hunk


def _body(source: Source, hunk: Sequence[_Change], start: int, end: int) -> Iterator[str]:
    at = start
    for change in hunk:
        yield from (f" {clean(line)}" for line in source.lines[at : change.first])
        yield from (f"-{_visible(line)}" for line in source.lines[change.first : change.last])
        yield from (f"+{_visible(line)}" for line in change.lines)
        at = change.last
    yield from (f" {clean(line)}" for line in source.lines[at:end])


def _visible(line: str) -> str:
    """Show blanks that are none by their number, or a line would give way to its very likeness."""
    shown = INVISIBLE_CHARACTER.sub(lambda found: f"\u27e8U+{ord(found.group()):04X}\u27e9", line)
    return clean(shown)
