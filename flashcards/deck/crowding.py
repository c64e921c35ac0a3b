"""Two keys on one line: ``front: What is DNA? back: a molecule``.

YAML sees a `: ` in a text, and quotes around that text would make it one. But the word before the
`: ` is a key that an entry of this place may have, and most likely it was meant as one.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from flashcards.model import Section

from . import entries, items, prose, reader, topics
from .source import Source


class SecondKey(NamedTuple):
    """A key that stands within the line of another one; the column counts from 0.

    ``above`` is what the line should hold, and ``below`` what the next one should begin with.
    """

    first: str
    key: str
    column: int
    above: str
    below: str


TOP: Final = ("deck", "tags", "order", "drill", reader.STYLE_OK, "cards", "topics")
"""What may stand at the top of a deck file."""

_KEYS_BELOW: Final[dict[str, frozenset[str]]] = {
    "cards": frozenset(entries.KEYS),
    "topics": frozenset(topics.KEYS),
    **{key: frozenset(items.known_keys(())) for key in topics.READ},
    **{str(section): frozenset(items.known_keys(own)) for section, own in topics.TEXTS.items()},
    str(Section.ATTEMPT): frozenset(items.known_keys(prose.ATTEMPT_KEYS)),
    "key_points": frozenset(prose.POINT_KEYS),
    "references": frozenset(items.known_keys(prose.REFERENCE_KEYS)),
}
ALL_KEYS: Final = frozenset(TOP).union(*_KEYS_BELOW.values())
"""Every key of the format."""

_PAIR = re.compile(r"(?P<blanks> *(?:- +)*)(?P<key>[a-z_-]+): +(?P<value>\S.*)")
_WITHIN = re.compile(r"(?<=[\s,;])(?P<key>[a-z_-]+):(?=[ \t]|$)")
_OPENING = re.compile(r"(?P<blanks> *(?:- +)*)(?P<key>[a-z_]+):[ \t]*(?:#.*)?")


def second_key(source: Source, number: int) -> SecondKey | None:
    """Find a key within the text of another one on line `number`, from 0."""
    pair = _PAIR.fullmatch(source.line(number))
    if not pair:
        return None
    for found in _within(pair):
        if found["key"] in _keys_beside(source, number, pair.end("blanks")):
            line = pair.string
            above = line[pair.start("key") : found.start()].rstrip(" \t,;")
            below = line[found.start() :].rstrip()
            return SecondKey(pair["key"], found["key"], found.start(), above, below)
    return None


def _within(pair: re.Match[str]) -> Iterator[re.Match[str]]:
    """Give what looks like a key within a text; a text in quotes up to its end holds none."""
    value = pair["value"].rstrip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        return
    for found in _WITHIN.finditer(pair.string, pair.start("value")):
        if found["key"] in ALL_KEYS and found["key"] != pair["key"]:
            yield found


def _keys_beside(source: Source, number: int, column: int) -> frozenset[str]:
    """Give the keys that may stand beside one at `column`: those of the list it lies in."""
    for above in range(number - 1, -1, -1):
        line = source.line(above)
        opening = _OPENING.fullmatch(line) if ":" in line else None
        if opening and opening.end("blanks") < column:
            return _KEYS_BELOW.get(opening["key"], ALL_KEYS)
    return ALL_KEYS if column else frozenset(TOP)
