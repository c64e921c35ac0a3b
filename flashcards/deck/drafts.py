"""Cards that come from a program or a prompt, on their way into a deck file.

A draft card is a map with the keys of the deck format. It is written as the entry it will be and
read as every entry is read, so that there is one gate, and one judge of what a card is. Pure.
"""

import json
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from flashcards.notes import Note, Problem, Severity

from . import entries, layout
from .changes import Append
from .layout import IN_A_NEW_LIST, Bare, Field, Fields, Items, Row, Value
from .reading import read
from .scalars import foreign, in_brackets

# Keys that take a list of texts.
_LISTS: Final = frozenset({"tags", "source", "style-ok"})
# What an entry in a deck may do with a word of warning, but a new one has no reason to.
_REFUSED: Final = frozenset({"duplicate-id", "more-problems"})
# What stands in for a list or map where a text is meant, which is reported apart.
_STAND_IN: Final = "x"
_LONGEST_KEY: Final = 100


class Fault(NamedTuple):
    """What is wrong with one of the cards given; `card` counts from 0."""

    card: int
    code: str
    message: str
    fix: str


class Draft(NamedTuple):
    """Cards as given, the note of each, and what is wrong with them.

    With faults, the others are of no use: some are missing.
    """

    cards: tuple[Mapping[str, object], ...]
    notes: tuple[Note, ...]
    faults: tuple[Fault, ...]


def draft(cards: Sequence[object], path: str) -> Draft:
    """Read `cards`, which are to stand in the file at `path`.

    Each is what JSON makes of a map: texts, numbers, ``true`` and ``false``, lists of texts.
    What is ``null`` counts as not written.
    """
    lines = ["cards:"]
    starts = []
    for card in cards:
        starts.append(len(lines) + 1)
        lines += layout.item_lines(Items((_entry(card),)), IN_A_NEW_LIST)
    deck = read("\n".join([*lines, ""]).encode("utf-8", "surrogatepass"), path)
    faults = [fault for number, card in enumerate(cards) for fault in _unfit(number, card)]
    shapes = {fault.card for fault in faults}
    for problem in deck.problems:
        number = _index(starts, problem.line)
        told = problem.code == "bad-value" and number in shapes
        if cards and _is_refused(problem) and not told:
            faults.append(Fault(number, problem.code, problem.message, problem.fix))
    faults += [_left_open(_index(starts, stub.line)) for stub in deck.stubs]
    maps = tuple(card for card in cards if isinstance(card, Mapping))
    return Draft(maps, deck.notes, tuple(sorted(faults)))


def addition(draft: Draft) -> Append:
    """Give the change of a deck file that adds the cards of a draft to it."""
    return Append(("cards",), Items(tuple(map(_entry, draft.cards))))


def saying(note: Note) -> tuple[str, ...]:
    """Give what a note asks and answers, blanks and the composition of letters aside."""
    front, back = note.cards[0].front, note.cards[0].back
    return tuple(
        " ".join(unicodedata.normalize("NFC", text).split())
        for text in ((note.text,) if note.text else (front, back))
    )


def _in_order(card: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    """Give what a card holds in the order of the format, unknown keys at the end."""
    rank = {key: number for number, key in enumerate(entries.KEYS)}
    written = (
        (key, value if key in _LISTS or not isinstance(value, list) else _STAND_IN)
        for key, value in card.items()
        if value is not None
    )
    return sorted(written, key=lambda pair: rank.get(pair[0], len(rank)))


def _entry(card: object) -> Value:
    """Give a card as it is to be written."""
    if not isinstance(card, Mapping):
        return Bare("[]")  # No card, whatever it is, and read as such.
    fields = (Field(in_brackets(key[:_LONGEST_KEY]), _value(v)) for key, v in _in_order(card))
    return Fields(tuple(fields)) if any(v is not None for v in card.values()) else Bare("{}")


def _value(value: object) -> Value:
    if not isinstance(value, list):
        return _word(value)
    return Row(tuple(_word(word) for word in value if word is not None))


def _word(value: object) -> str | Bare:
    if isinstance(value, list | Mapping):
        return _STAND_IN
    return value if isinstance(value, str) else Bare(json.dumps(value))


def _unfit(number: int, card: object) -> Iterator[Fault]:
    """Report what can not be written: lists and maps for a text, and control characters."""
    for key, value in card.items() if isinstance(card, Mapping) else ():
        if key not in entries.KEYS:
            continue
        inside = value if isinstance(value, list) and key in _LISTS else [value]
        if any(isinstance(one, list | Mapping) for one in inside):
            wanted = "a text or a list of texts" if key in _LISTS else "one text"
            message = f"`{key}` is a list or a map where {wanted} is meant."
            yield Fault(number, "wrong-shape", message, "Write it as a text.")
        for text in (one for one in inside if isinstance(one, str)):
            if found := foreign(text):
                name = f"U+{ord(found.group()):04X}"
                message = f"There is a control character, {name}, in `{key}`."
                yield Fault(number, "control-character", message, "Delete it.")


def _index(starts: Sequence[int], line: int) -> int:
    return max(0, bisect_right(starts, line) - 1)


def _is_refused(problem: Problem) -> bool:
    return problem.severity is Severity.ERROR or problem.code in _REFUSED


def _left_open(index: int) -> Fault:
    message = "This card is left open: nothing, or `todo`, stands for what is still to be written."
    return Fault(index, "left-open", message, "Write its text, or leave the card out.")
