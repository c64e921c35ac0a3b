"""New entries at the end of the cards of a deck file: all bytes around them stay as they are.

Pure. What the file says with them is read again and compared with what it said before; only a
file that says the same, and the new cards word by word, is given back.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from flashcards.errors import NotWrittenError
from flashcards.model import Section
from flashcards.notes import Deck, Note

from .drafts import Draft, Layout, entry, entry_in_brackets
from .nodes import Mapping, Node, Scalar, is_empty
from .nodes import Sequence as List
from .reading import read
from .source import Source, decode
from .splicing import Edit, rewrite
from .syntax import parse

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_DOCUMENT_END: Final = re.compile(r"\.\.\.(?:\s|$)")
_CLOSING: Final = re.compile(r"(?:[\s,]|#[^\r\n]*+)*+[\]}]")
_STEPS: Final = range(2, 9)
# What is no fault any more once there are cards.
_SOLVED: Final = Counter({"empty-deck": 1})
_EMPTY_LIST: Final = re.compile(r"[ \t]*\[\s*\]")


def append(data: bytes, draft: Draft, path: str) -> bytes:
    """Give the bytes of a deck file with the cards of `draft`, which has no faults, at the end.

    `data` is what the file at `path` holds.

    Raises:
        NotWrittenError: There is no sure place for the cards in it.
    """
    before = read(data, path)
    if not before.readable:
        problem = before.problems[0]
        message = f"{path}:{problem.line}:{problem.column}: {problem.message} {problem.fix}"
        raise NotWrittenError(message)
    edits = _edits(Source(path, decode(data)[0]), draft)
    after = rewrite(data, edits) if edits else None
    if after is None or not _says_as_well(before, read(after, path), draft):
        message = (
            f"{path} was not written: its cards stand in a form that cannot be added to safely. "
            "Give them a `cards:` with an entry behind each `- `, or add the card by hand."
        )
        raise NotWrittenError(message)
    return after


class _Spot(NamedTuple):
    """Where the list of cards is to be found: its key, its value, the next key of the file."""

    root: Mapping
    key: Scalar
    value: Node
    follower: Node | None


def _edits(source: Source, draft: Draft) -> list[Edit] | None:
    root = parse(source).root
    if root is None or (isinstance(root, Scalar) and is_empty(root)):
        return [_below(source, None, ["cards:", *_entries(draft, Layout())])]
    if not isinstance(root, Mapping):
        return None
    spot = _spot(root)
    if spot is not None:
        return _into(source, spot, draft)
    if root.flow:
        return None
    heading = " " * root.column + "cards:"
    entries = _entries(draft, Layout(root.column + 2, root.column + 4))
    return [_below(source, None, ["", heading, *entries])]


def _spot(root: Mapping) -> _Spot | None:
    pairs = list(root.pairs())
    for number, (key, value) in enumerate(pairs):
        if isinstance(key, Scalar) and key.text == "cards":
            follower = pairs[number + 1][0] if number + 1 < len(pairs) else None
            return _Spot(root, key, value, follower)
    return None


def _into(source: Source, spot: _Spot, draft: Draft) -> list[Edit] | None:
    """Give the edits that add to the list of cards, or begin one behind ``cards:``."""
    key, value, follower = spot.key, spot.value, spot.follower
    if (value.line, value.column) < (key.line, key.column):
        return None  # An alias: the list stands elsewhere, and may be used there too.
    if isinstance(value, List) and value.items:
        return _onto(source, value, follower, draft)
    if spot.root.flow:
        start = source.index(value.line, value.column) + 1
        empty = isinstance(value, List)
        return [Edit(start, start, _in_brackets(draft))] if empty else None
    below = _below(source, follower, _entries(draft, Layout(key.column + 2, key.column + 4)))
    if isinstance(value, List):
        # An empty list in brackets gives way to entries on lines of their own.
        brackets = _EMPTY_LIST.match(source.text, key.end + 1)
        return [Edit(brackets.start(), brackets.end(), ""), below] if brackets else None
    is_open = isinstance(value, Scalar) and value.start == value.end
    return [below] if is_open else None


def _onto(source: Source, cards: List, follower: Node | None, draft: Draft) -> list[Edit] | None:
    last = cards.items[-1]
    if cards.flow:
        end = _end_in_brackets(source, last)
        return None if end is None else [Edit(end, end, f", {_in_brackets(draft)}")]
    if source.line(cards.line)[cards.column : cards.column + 1] != "-":
        return None
    step = last.column - cards.column
    layout = Layout(cards.column, cards.column + (step if step in _STEPS else 2))
    apart = len(cards.items) > 1 and not source.line(last.line - 1).strip()
    return [_below(source, follower, _entries(draft, layout, apart=apart))]


def _entries(draft: Draft, layout: Layout, *, apart: bool = False) -> list[str]:
    """Write the cards as entries; `apart` puts a blank line in front of each."""
    gap = [""] if apart else []
    return [line for card in draft.cards for line in (*gap, *entry(card, layout))]


def _in_brackets(draft: Draft) -> str:
    return ", ".join(map(entry_in_brackets, draft.cards))


def _below(source: Source, follower: Node | None, lines: Sequence[str]) -> Edit:
    """Put `lines` below all that stands in front of `follower`, or in the file when it is None."""
    found = _LINE_END.search(source.written)
    line_end = found.group() if found else "\n"
    text = "".join(line + line_end for line in lines)
    number = _line_below(source, follower)
    if number < len(source.lines):
        at = source.index(number, 0)
        return Edit(at, at, text)
    # The last line has no end of its own yet.
    at = len(source.text)
    return Edit(at, at, line_end + text)


def _line_below(source: Source, follower: Node | None) -> int:
    """Give the number of the line in front of which new ones belong.

    Blank lines in front of `follower`, and comments in the first column there, stay with it.
    """
    lines = source.lines
    ends = (number for number, line in enumerate(lines) if _DOCUMENT_END.match(line))
    number = next(ends, len(lines)) if follower is None else follower.line
    while number > 0:
        line = lines[number - 1]
        if line.strip() and not (follower is not None and line.startswith("#")):
            break
        number -= 1
    return number


def _end_in_brackets(source: Source, node: Node) -> int | None:
    """Give the place behind a node that stands in brackets; None where it cannot be told."""
    if isinstance(node, Scalar):
        return node.end
    start = source.index(node.line, node.column)
    inside = node.parts if isinstance(node, Mapping) else node.items
    end = _end_in_brackets(source, inside[-1]) if inside else start + 1
    closing = _CLOSING.match(source.text, end) if end is not None and end > start else None
    return closing.end() if closing else None


def _says_as_well(before: Deck, after: Deck, draft: Draft) -> bool:
    """Tell whether `after` says all that `before` says, and the cards of `draft` behind it."""
    old, new = _simple(before), _simple(after)
    added = new[len(old) :]
    return (
        after.readable
        and _placeless(old) == _placeless(new[: len(old)])
        and len(added) == len(draft.notes)
        and all(map(_is_as_drafted, added, draft.notes))
        and _rest(before) == _rest(after)
        and not _codes(before) - _codes(after) - _SOLVED
    )


def _simple(deck: Deck) -> list[Note]:
    return [note for note in deck.notes if note.section is Section.CARDS]


def _placeless(notes: Iterable[Note]) -> list[Note]:
    return [note._replace(line=0, column=0) for note in notes]


def _is_as_drafted(note: Note, drafted: Note) -> bool:
    """Tell whether an entry says in the deck what it said alone; it may inherit tags."""
    in_place = drafted._replace(line=note.line, column=note.column, tags=note.tags)
    return in_place == note and set(drafted.tags) <= set(note.tags)


def _rest(deck: Deck) -> tuple[object, ...]:
    return (
        deck.name,
        deck.order,
        _placeless(note for note in deck.notes if note.section is not Section.CARDS),
        _placeless(deck.quarantined),
        [topic._replace(line=0, column=0) for topic in deck.topics],
        [stub.section for stub in deck.stubs],
    )


def _codes(deck: Deck) -> Counter[str]:
    return Counter(problem.code for problem in deck.problems)
