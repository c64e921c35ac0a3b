"""Markdown notes with cards in them, in either of two manners or both.

Questions: lines that begin with ``Q:``, ``A:`` or ``C:``, each text going on until the next. Notes:
``front::back``, a ``?`` alone on a line between front and back, ``==highlights==``. Headings and
``#flashcards/...`` tags are decks; other tags stay tags. Code and maths are never taken apart.
"""

import re
import tomllib
from collections.abc import Iterator
from collections.abc import Sequence as Several
from typing import Final, NamedTuple

from flashcards.deck.nodes import Mapping, Scalar, Sequence
from flashcards.deck.source import Source as DeckSource
from flashcards.deck.syntax import parse
from flashcards.importing import noted, questions
from flashcards.importing.drafts import Harvest, Remark
from flashcards.importing.passages import Passage, passages
from flashcards.importing.sources import Source
from flashcards.text import count

KIND: Final = "Markdown"

_FRONT_MATTER = re.compile(r"\s*(---|\+\+\+)[ \t]*\n(.*?)\n\1[ \t]*(?:\n|\Z)", re.DOTALL)
_NAMES = ("deck", "name", "title")


class _Head(NamedTuple):
    """What a file says of itself above its text, and the lines that takes."""

    deck: str = ""
    tags: tuple[str, ...] = ()
    lines: int = 0


def is_markdown(text: str) -> bool:
    """Tell whether there is a card in a text, in one of the two manners."""
    found = list(passages(text, 0))
    return questions.are_in(found) or any(noted.is_card(passage) for passage in found)


def read(source: Source) -> Harvest:
    """Read all cards of a file; text that is none is counted."""
    head = _head(source.text)
    body = "\n".join(source.text.split("\n")[head.lines :])
    found = list(passages(body, head.lines))
    left_out: list[Remark] = []
    guessed: list[Remark] = []
    if questions.are_in(found):
        asked, apart = _told_apart(source, found, guessed)
        cards = [*questions.read(source, asked, left_out)]
        cards += noted.read(source, apart, left_out, guessed)
        cards.sort(key=lambda card: card.place.line)
    else:
        cards = [*noted.read(source, found, left_out, guessed)]
    told = (tuple(left_out), tuple(guessed))
    return Harvest(KIND, tuple(cards), (), head.deck, head.tags, *told)


def _told_apart(
    source: Source, found: Several[Passage], guessed: list[Remark]
) -> tuple[list[Passage], list[Passage]]:
    """Part passages of questions and answers from those that are cards of the other manner.

    A line such as ``front::back`` within an answer stays there, and is counted. Behind a card of
    the other manner an answer has ended.
    """
    asked: list[Passage] = []
    apart: list[Passage] = []
    within: list[int] = []
    ended = False
    for passage in found:
        alone = noted.is_apart(passage) or (ended and noted.is_card(passage))
        if alone and not questions.are_begun(passage):
            apart.append(passage)
            ended = True
            continue
        within += noted.on_one_line(passage)
        asked.append(passage._replace(ended=passage.ended or ended))
        ended = False
    if within:
        lines = count(len(within), "line")
        reason = f"{lines} with `::` or `==` within questions and answers stayed there, from here."
        guessed.append(Remark(source.place(within[0]), reason))
    return asked, apart


def _head(text: str) -> _Head:
    found = _FRONT_MATTER.match(text)
    if not found:
        return _Head()
    values = dict(_values(found[2]))
    deck = next((values[name][0] for name in _NAMES if values.get(name)), "")
    tags = tuple(
        tag for text in values.get("tags", []) for tag in re.split(r"[\s,#]+", text) if tag
    )
    return _Head(deck, tags, found.group().count("\n"))


def _values(text: str) -> Iterator[tuple[str, list[str]]]:
    """Give the texts of front matter by key, whether it is TOML or YAML."""
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        yield from _yaml_values(text)
        return
    for key, value in found.items():
        yield (
            key.casefold(),
            [str(item) for item in (value if isinstance(value, list) else [value])],
        )


def _yaml_values(text: str) -> Iterator[tuple[str, list[str]]]:
    root = parse(DeckSource("", text)).root
    for key, value in root.pairs() if isinstance(root, Mapping) else ():
        if isinstance(key, Scalar):
            items = value.items if isinstance(value, Sequence) else [value]
            yield key.text.casefold(), [item.text for item in items if isinstance(item, Scalar)]
