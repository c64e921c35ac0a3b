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
from .source import Source, decode, unmarked
from .splicing import Edit, rewrite, splice
from .syntax import Fault, parse

MAX_ROUNDS: Final = 200
"""Faults of a file that is no YAML which are mended in one go: each is found by reading anew."""

_MAX_TRIES: Final = 50
"""Readings of a file to find out which of its mended entries are better off."""

_TEXT_KEYS: Final = (
    {"front", "back", "cloze", "extra", "question", "title", "prompt", "point"}
    | {"tldr", "short_answer", "memory_aid", "answer", "most_common_mistake"}
    | {*items.ITEM_TEXTS, *(key for keys in topics.TEXTS.values() for key in keys)}
)
_TAB_WIDTHS: Final = (2, 4, 8, 1, 3, 5, 6, 7)


class Fixed(NamedTuple):
    """What fixing makes of a file.

    ``text`` is what `edits` are places in, ``after`` the bytes of the file with them made.
    """

    text: str
    edits: tuple[Edit, ...]
    after: bytes


def fix(data: bytes, path: str) -> Fixed:
    """Mend what can be mended for sure in the file `data` at `path`."""
    before, wrong = decode(data)
    text = before if wrong or unmarked(data) else _mended(before, path)
    edits = tuple(_by_line(Source(path, before), Source(path, text)))
    after = rewrite(data, edits)
    if not edits or after is None:
        return Fixed(before, (), data)
    return Fixed(before, edits, after)


def _mended(text: str, path: str) -> str:
    for _ in range(MAX_ROUNDS):
        source = Source(path, text)
        fault = parse(source).fault
        if fault is None:
            return _mended_entries(text, path)
        mended = _mended_fault(source, fault) if fault.code in CODES else None
        if mended is None:
            return text
        text = mended
    return text


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


def _mended_fault(source: Source, fault: Fault) -> str | None:
    """Mend the fault that keeps a file from being YAML, if there is one way only."""
    line = source.line(fault.line)
    if _TAB.match(line):
        return _without_tabs(source)
    for slip in filter(None, (mend(source, fault) for mend in _MENDERS)):
        start = source.index(fault.line, 0)
        mended = splice(source.written, [Edit(start, start + len(line), slip.line)])
        if _is_progress(Source(source.path, mended), fault.line, slip):
            return mended
    return None


def _is_progress(source: Source, line: int, slip: _Slip) -> bool:
    """Tell whether what was expected is read, and nothing goes wrong up to and in that line."""
    fault = parse(source).fault
    if fault is not None and fault.line <= line:
        return False
    return _texts(source).get((line, slip.column)) == slip.expected


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
    return _Slip(found["head"] + _quoted(value), found.start("value"), value)


def _apostrophes(source: Source, fault: Fault) -> _Slip | None:
    found = _whole_value(source, fault.line)
    value = found["value"] if found else ""
    if not found or len(value) < 3 or not (value[0] == value[-1] == "'"):  # noqa: PLR2004 - 'x'
        return None
    inner = value[1:-1]
    if len(_APOSTROPHE.findall(inner)) != inner.count("'"):
        return None
    return _Slip(found["head"] + _quoted(inner), found.start("value"), inner)


def _backslashes(source: Source, fault: Fault) -> _Slip | None:
    found = _whole_value(source, fault.line)
    value = found["value"] if found else ""
    if not found or len(value) < 3 or not (value[0] == value[-1] == '"'):  # noqa: PLR2004 - "x"
        return None
    inner = value[1:-1]
    if '"' in inner or not escapes.are_all_meant(inner):
        return None
    return _Slip(found["head"] + _quoted(inner), found.start("value"), inner)


def _whole_value(source: Source, number: int) -> re.Match[str] | None:
    """Match `key: value` if the text ends with the line: no comment, and nothing that goes on."""
    found = _VALUE.fullmatch(source.line(number))
    if not found or found["key"] not in _TEXT_KEYS or " #" in found["value"]:
        return None
    below = next((line for line in source.lines[number + 1 :] if line.strip()), "")
    goes_on = len(below) - len(below.lstrip(" ")) > found.end("blanks")
    return None if goes_on else found


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


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


def _without_tabs(source: Source) -> str | None:
    """Replace the tabs in all indentations, if every width that makes YAML of it says the same."""
    numbers = _tabbed(source)
    if not numbers:
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


def _mended_entries(text: str, path: str) -> str:
    """Mend what is faulty in single entries; all at once, or half by half what can be had."""
    deck = read(text.encode(), path)
    if not _MENDABLE.intersection(problem.code for problem in deck.problems):
        return text
    groups = [_apart(sorted(_proposals(Source(path, text), deck)))]
    for _ in range(_MAX_TRIES):
        if not groups:
            break
        # The last group first: what is in front of it stays in its place.
        edits = groups.pop()
        mended = splice(text, edits)
        after = read(mended.encode(), path)
        if _is_better(deck, after):
            text, deck = mended, after
        elif len(edits) > 1:
            middle = len(edits) // 2
            groups += [edits[:middle], edits[middle:]]
    return text


_MENDABLE: Final = {"backslash-in-quotes", "comma-in-braces", "gap-at-start", "invisible-blank"}


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
    for problem in deck.problems:
        fault = Fault(problem.code, problem.line - 1, problem.column - 1, {})
        slip = None
        if problem.code == "gap-at-start":
            slip = _bare_text(source, fault)
        elif problem.code == "invisible-blank":
            slip = _invisible(source, fault)
        if slip:
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
        yield Edit(start, node.end, _quoted(inner))


def _commas(source: Source, node: Mapping, cut: list[int]) -> Iterator[Edit]:
    """Quote a text in braces that was cut at its commas."""
    value: Node | None = None
    last: Scalar | None = None
    for key, here in (*node.pairs(), (None, None)):
        if isinstance(key, Scalar) and not key.style and _holds(cut, key.start, key.start + 1):
            last = key
            continue
        if last and isinstance(value, Scalar) and not value.style and value.line == last.line:
            yield Edit(value.start, last.end, _quoted(source.text[value.start : last.end]))
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
