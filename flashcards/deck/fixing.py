r"""Slips of the pen mended without a word changed: quotes, a blank, an indentation.

Only what leaves no doubt. A fix says which text it expects to be read at its place, and counts
only if just that is read there and nothing in front of it goes wrong any more; cards that were
read before are read after it, to the letter. Each page of `explanations` says what is fixed of
its fault, and what is not and why. No fix makes or takes a line, so a diff goes line by line.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, cast

import yaml

from flashcards.notes import Deck, Note, Severity

from . import escapes, items, topics
from .crowding import ALL_KEYS, second_key
from .hints import CODES, INVISIBLE, INVISIBLE_CHARACTER, OTHER_DASH
from .nodes import Mapping, Node, Scalar
from .reading import read
from .scalars import single_quoted
from .source import Source, decode, unmarked
from .splicing import Edit, rewrite, splice
from .syntax import Fault, parse

MAX_WORK: Final = 6_000_000
"""Characters of one file that are parsed to find out what can be mended: each attempt does anew."""

_READING: Final = 3
"""Characters that are parsed in the time in which cards are made of one."""

_LOOKED_OVER: Final = 10
"""Characters that are looked over, behind the fault of a file, in the time one is parsed."""

_TEXT_KEYS: Final = (
    {"front", "back", "cloze", "extra", "question", "title", "prompt", "point"}
    | {"tldr", "short_answer", "memory_aid", "answer", "most_common_mistake"}
    | {*items.ITEM_TEXTS, *(key for keys in topics.TEXTS.values() for key in keys)}
)
_TAB_WIDTHS: Final = (2, 4, 8, 1, 3, 5, 6, 7)


class Fixed(NamedTuple):
    """What fixing makes of a file.

    ``text`` is what `edits` are places in, ``after`` the bytes of the file with them made.
    ``stopped`` tells that not every fault was tried, for that would have taken too long.
    """

    text: str
    edits: tuple[Edit, ...]
    after: bytes
    stopped: bool = False


def fix(data: bytes, path: str) -> Fixed:
    """Mend what can be mended for sure in the file `data` at `path`."""
    before, wrong = decode(data)
    allowance = _Allowance(MAX_WORK)
    text = before if wrong or unmarked(data) else _mended(before, path, allowance)
    edits = tuple(_by_line(Source(path, before), Source(path, text))) if text != before else ()
    after = rewrite(data, edits)
    if not edits or after is None:
        return Fixed(before, (), data, stopped=allowance.exceeded)
    return Fixed(before, edits, after, stopped=allowance.exceeded)


class _Allowance:
    """The characters that may still be read; ``exceeded`` once more would be needed."""

    def __init__(self, characters: int) -> None:
        self._left = characters
        self.exceeded = False

    def covers(self, characters: int) -> bool:
        """Take `characters` off, if there are as many left."""
        if characters > self._left:
            self.exceeded = True
            return False
        self._left -= characters
        return True


def _mended(text: str, path: str, allowance: _Allowance) -> str:
    deck = read(text.encode(), path)
    if deck.readable:
        return _mended_entries(text, deck, allowance)
    if not CODES & _codes(deck):
        allowance.exceeded = "more-problems" in _codes(deck)
        return text
    source = Source(path, text)
    fault = parse(source).fault
    while fault:
        reading = source.index(fault.line, fault.column) + len(source.written) // _LOOKED_OVER
        step = None
        if fault.code in CODES and allowance.covers(reading):
            step = _mended_fault(source, fault, allowance)
        if step is None:
            return source.written
        source, fault = step
    return _mended_entries(source.written, read(source.written.encode(), path), allowance)


def _by_line(before: Source, after: Source) -> Iterator[Edit]:
    for number, (old, new) in enumerate(zip(before.lines, after.lines, strict=True)):
        if old != new:
            start = before.index(number, 0)
            yield Edit(start, start + len(old), new)


# Files that are no YAML


class _Slip(NamedTuple):
    """A line put right, and the text that must be read at a column of it from then on."""

    line: str
    column: int
    expected: str


class _Step(NamedTuple):
    """A file with one fault less, and the next one that keeps it from being YAML."""

    source: Source
    fault: Fault | None


def _mended_fault(source: Source, fault: Fault, allowance: _Allowance) -> _Step | None:
    """Mend the fault that keeps a file from being YAML, if there is one way only."""
    line = source.line(fault.line)
    if _TAB.match(line):
        text = _without_tabs(source, allowance)
        made = Source(source.path, text) if text else None
        return _Step(made, parse(made).fault) if made else None
    for slip in filter(None, (mend(source, fault) for mend in _MENDERS)):
        start = source.index(fault.line, 0)
        mended = splice(source.written, [Edit(start, start + len(line), slip.line)])
        made = Source(source.path, mended)
        left = parse(made).fault
        # What was expected is read, and nothing goes wrong up to and in that line.
        if left is not None and left.line <= fault.line:
            continue
        if _texts(made).get((fault.line, slip.column)) == slip.expected:
            return _Step(made, left)
    return None


def _texts(source: Source) -> dict[tuple[int, int], str]:
    """Give the texts of a file by place, up to where it stops being YAML."""
    found: dict[tuple[int, int], str] = {}
    try:
        for event in yaml.parse(source.text, Loader=yaml.CBaseLoader):
            if isinstance(event, yaml.ScalarEvent):
                mark = cast("yaml.Mark", event.start_mark)
                found[mark.line, mark.column] = event.value
    except yaml.YAMLError:
        pass
    return found


_VALUE = re.compile(r"(?P<head>(?P<blanks> *(?:- +)*)(?P<key>[a-z_]+): +)(?P<value>\S.*?)[ \t]*")
_GLUED = re.compile(r"(?P<head> *(?:- +)*)(?P<key>[a-z_]+):(?P<value>[^\s:/].*)")
_DASH = re.compile(r"(?P<blanks> *)-(?P<key>[a-z_]+):(?: .*)?")
_INDENT = re.compile(rf"[ \t-]*[{INVISIBLE}][ \t{INVISIBLE}-]*")
_INVISIBLE_BLANK = re.compile(rf"(?P<head> *(?:- +)*(?P<key>[a-z_]+):)[ {INVISIBLE}]+(?=\S)")
_ZERO_WIDTH = re.compile("[\u00ad\u200b-\u200f\u2060-\u206f\ufeff]")
_KEY_BEHIND = re.compile(r"([a-z_]+):")
# A text in brackets that goes on behind them is no list and no map.
_BRACKETED = re.compile(r"\{\{.*\}\}.*|\[[^\[\]]*\] *[^\s,\[\]{}].*|\{[^{}]*\} *[^\s,\[\]{}].*")
_NO_TEXT: Final = frozenset("'\"|>-?#[{")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")


def _invisible(source: Source, fault: Fault) -> _Slip | None:
    line = source.line(fault.line)
    found = _INDENT.match(line)
    if not found:
        return None
    blanks = INVISIBLE_CHARACTER.sub(" ", _ZERO_WIDTH.sub("", found.group()))
    key = _KEY_BEHIND.match(line, found.end())
    return _Slip(blanks + line[found.end() :], len(blanks), key[1]) if key else None


def _blank_behind_colon(source: Source, fault: Fault) -> _Slip | None:
    found = _INVISIBLE_BLANK.match(source.line(fault.line))
    if not found or found["key"] not in ALL_KEYS:
        return None
    line = found.string
    return _Slip(f"{found['head']} {line[found.end() :]}", found.start("key"), found["key"])


def _other_dash(source: Source, fault: Fault) -> _Slip | None:
    line = source.line(fault.line)
    found = OTHER_DASH.match(line)
    if not found or found["key"] not in ALL_KEYS:
        return None
    mended = f"{line[: found.start(1)]}-{line[found.end(1) :]}"
    return _Slip(mended, found.start("key"), found["key"])


def _glued_dash(source: Source, fault: Fault) -> _Slip | None:
    found = _DASH.fullmatch(source.line(fault.line))
    if not found or found["key"] not in ALL_KEYS:
        return None
    at = found.end("blanks")
    line = found.string
    return _Slip(f"{line[:at]}- {line[at + 1 :]}", at + 2, found["key"])


def _glued_colon(source: Source, fault: Fault) -> _Slip | None:
    found = _GLUED.fullmatch(source.line(fault.line))
    if not found or found["key"] not in ALL_KEYS:
        return None
    line = f"{found['head']}{found['key']}: {found['value']}"
    return _Slip(line, found.end("head"), found["key"])


def _bare_text(source: Source, fault: Fault) -> _Slip | None:
    """Quote a text that begins with a sign of YAML's, or has `: ` in it."""
    found = _whole_value(source, fault.line)
    if not found or fault.column < found.start("value"):
        return None
    value = found["value"]
    if value[0] in _NO_TEXT and not _BRACKETED.fullmatch(value):
        return None
    if second_key(source, fault.line):
        return None
    return _Slip(found["head"] + single_quoted(value), found.start("value"), value)


def _apostrophes(source: Source, fault: Fault) -> _Slip | None:
    found = _whole_value(source, fault.line)
    value = found["value"] if found else ""
    if not found or len(value) < 3 or not (value[0] == value[-1] == "'"):  # noqa: PLR2004 - 'x'
        return None
    inner = value[1:-1]
    if len(_APOSTROPHE.findall(inner)) != inner.count("'"):
        return None
    return _Slip(found["head"] + single_quoted(inner), found.start("value"), inner)


def _backslashes(source: Source, fault: Fault) -> _Slip | None:
    found = _whole_value(source, fault.line)
    value = found["value"] if found else ""
    if not found or len(value) < 3 or not (value[0] == value[-1] == '"'):  # noqa: PLR2004 - "x"
        return None
    inner = value[1:-1]
    if '"' in inner or not escapes.are_all_meant(inner):
        return None
    return _Slip(found["head"] + single_quoted(inner), found.start("value"), inner)


def _whole_value(source: Source, number: int) -> re.Match[str] | None:
    """Match `key: value` if the text ends with the line: no comment, and nothing that goes on."""
    found = _VALUE.fullmatch(source.line(number))
    if not found or found["key"] not in _TEXT_KEYS or " #" in found["value"]:
        return None
    below = next((line for line in source.lines[number + 1 :] if line.strip()), "")
    goes_on = len(below) - len(below.lstrip(" ")) > found.end("blanks")
    return None if goes_on else found


_MENDERS: tuple[Callable[[Source, Fault], _Slip | None], ...] = (
    _invisible,
    _blank_behind_colon,
    _other_dash,
    _glued_dash,
    _glued_colon,
    _bare_text,
    _apostrophes,
    _backslashes,
)


# Tabs

_TAB = re.compile(r"[ -]*\t")
_BLANKS = re.compile(r"(?:[ \t]|-(?=[ \t]))*")
_BLOCK = re.compile(r"(?:.*[:-])?[ \t]+[|>][-+0-9]*[ \t]*(?:#.*)?")


def _without_tabs(source: Source, allowance: _Allowance) -> str | None:
    """Replace the tabs in all indentations, if every width that makes YAML of it says the same."""
    numbers = _tabbed(source)
    if not numbers or not allowance.covers(len(_TAB_WIDTHS) * len(source.written)):
        return None
    readings: dict[tuple[object, ...], str] = {}
    for width in _TAB_WIDTHS:
        edits = [_expanded(source, number, width) for number in numbers]
        text = splice(source.written, edits)
        deck = read(text.encode(), source.path)
        if deck.readable:
            readings.setdefault(_content(deck), text)
    return next(iter(readings.values())) if len(readings) == 1 else None


def _tabbed(source: Source) -> list[int]:
    """Give the lines with a tab in their indentation; none if one may belong to a block of text."""
    found: list[int] = []
    block: int | None = None
    for number, line in enumerate(source.lines):
        spaces = len(line) - len(line.lstrip(" "))
        if block is not None and (not line.strip() or spaces > block):
            continue
        has_tab = _TAB.match(line) is not None
        if has_tab and block is not None:
            return []
        block = spaces if _BLOCK.fullmatch(line) else None
        if has_tab and block is not None:
            return []
        if has_tab:
            found.append(number)
    return found


def _expanded(source: Source, number: int, width: int) -> Edit:
    blanks = cast("re.Match[str]", _BLANKS.match(source.line(number))).group()
    start = source.index(number, 0)
    return Edit(start, start + len(blanks), blanks.expandtabs(width))


# Files that are YAML


def _mended_entries(text: str, deck: Deck, allowance: _Allowance) -> str:
    """Mend what is faulty in single entries; all at once, or half by half what can be had."""
    groups = _groups(text, deck, allowance)
    # The faults of a file are told up to a limit: those behind it come up as others are mended.
    more = False
    while groups and allowance.covers(_READING * len(text)):
        # The last group first: what is in front of it stays in its place.
        edits = groups.pop()
        mended = splice(text, edits)
        after = read(mended.encode(), deck.path)
        if _is_better(deck, after):
            more = more or "more-problems" in _codes(deck)
            text, deck = mended, after
        elif len(edits) > 1:
            middle = len(edits) // 2
            groups += [edits[:middle], edits[middle:]]
        if more and not groups:
            groups, more = _groups(text, deck, allowance), False
    return text


def _groups(text: str, deck: Deck, allowance: _Allowance) -> list[list[Edit]]:
    """Give the edits that may mend entries, as one group; none where there is nothing to mend."""
    if not _MENDABLE & _codes(deck) or not allowance.covers(_READING * len(text)):
        return []
    edits = _apart(sorted(_proposals(Source(deck.path, text), deck)))
    return [edits] if edits else []


def _codes(deck: Deck) -> set[str]:
    return {problem.code for problem in deck.problems}


# Faults of entries that are mended by a line put right, one a line.
_OF_LINES: Final[dict[str, Callable[[Source, Fault], _Slip | None]]] = {
    "gap-at-start": _bare_text,
    "invisible-blank": _invisible,
}
_MENDABLE: Final = {"backslash-in-quotes", "comma-in-braces", *_OF_LINES}


def _apart(edits: list[Edit]) -> list[Edit]:
    """Leave out what would change the same characters twice."""
    apart: list[Edit] = []
    for edit in edits:
        if not apart or edit.start >= apart[-1].end:
            apart.append(edit)
    return apart


def _proposals(source: Source, deck: Deck) -> Iterator[Edit]:
    lost, cut = (
        sorted(
            source.index(problem.line - 1, problem.column - 1)
            for problem in deck.problems
            if problem.code == code
        )
        for code in ("backslash-in-quotes", "comma-in-braces")
    )
    for node in _nodes(parse(source).root):
        if isinstance(node, Scalar) and node.style == '"':
            yield from _single_quotes(source, node, lost)
        elif isinstance(node, Mapping) and node.flow:
            yield from _commas(source, node, cut)
    faults = {
        problem.line: Fault(problem.code, problem.line - 1, problem.column - 1, {})
        for problem in deck.problems
        if problem.code in _OF_LINES
    }
    for fault in faults.values():
        if slip := _OF_LINES[fault.code](source, fault):
            start = source.index(fault.line, 0)
            yield Edit(start, start + len(source.line(fault.line)), slip.line)


def _holds(places: list[int], start: int, end: int) -> bool:
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def _nodes(root: Node | None) -> Iterator[Node]:
    left = [root] if root else []
    seen: set[int] = set()
    while left:
        node = left.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if not isinstance(node, Scalar):
            left += node.parts if isinstance(node, Mapping) else node.items


def _single_quotes(source: Source, node: Scalar, lost: list[int]) -> Iterator[Edit]:
    """Give single quotes to a text in double ones whose every backslash is meant as one."""
    if not _holds(lost, node.start, node.end):
        return
    start = source.text.find('"', node.start)
    inner = source.text[start + 1 : node.end - 1]
    if "\n" not in inner and "\r" not in inner and escapes.are_all_meant(inner):
        yield Edit(start, node.end, single_quoted(inner))


def _commas(source: Source, node: Mapping, cut: list[int]) -> Iterator[Edit]:
    """Quote a text in braces that was cut at its commas."""
    value: Node | None = None
    last: Scalar | None = None
    for key, here in (*node.pairs(), (None, None)):
        if isinstance(key, Scalar) and not key.style and _holds(cut, key.start, key.start + 1):
            last = key
            continue
        if last and isinstance(value, Scalar) and not value.style and value.line == last.line:
            yield Edit(value.start, last.end, single_quoted(source.text[value.start : last.end]))
        value, last = here, None


def _is_better(before: Deck, after: Deck) -> bool:
    """Tell whether less is wrong, and every card of before is there, to the letter."""
    kept = iter([_placeless(note) for note in after.notes])
    all_there = all(_placeless(note) in kept for note in before.notes)
    # Errors are counted up to a limit only, entries that are kept out are not.
    less = len(after.quarantined) < len(before.quarantined) or _errors(after) < _errors(before)
    return after.readable and all_there and less


def _errors(deck: Deck) -> int:
    return sum(problem.severity is Severity.ERROR for problem in deck.problems)


def _content(deck: Deck) -> tuple[object, ...]:
    notes = tuple(_placeless(note) for note in (*deck.notes, *deck.quarantined))
    heads = tuple(topic._replace(line=0, column=0) for topic in deck.topics)
    return notes, heads, tuple(problem.code for problem in deck.problems), deck.name, deck.order


def _placeless(note: Note) -> Note:
    return note._replace(line=0, column=0)
