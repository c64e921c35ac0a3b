"""A card as the rules see it: what the author wrote of it, apart from the frame it is put in.

Derivation puts red flags, mistakes and key concepts into a fixed frame. The frame is the
program's and not judged; `core` is what stands in it.
"""

import re
from enum import StrEnum
from typing import Final, NamedTuple

from flashcards.model import Section
from flashcards.notes import Card, Note

from .wording import Wording, worded


class Frame(StrEnum):
    """What a front was put into: nothing, or the frame of its section."""

    NONE = "none"
    CLAIM = "claim"
    MISTAKE = "mistake"
    CONCEPT = "concept"


class Seen(NamedTuple):
    """One card with its sides taken apart; ``title`` is its topic's, empty without one.

    ``place`` is the name that stands above the card because the author gave it: the topic's
    title, or the name of the deck where it is more than the name of the file.
    """

    note: Note
    card: Card
    title: str
    place: str
    frame: Frame
    core: str
    front: Wording
    back: Wording


class Hit(NamedTuple):
    """A rule that was broken, by name, with the details of its message."""

    rule: str
    details: dict[str, str]


_CLAIM = re.compile(r"You said: \u201c(.*)\u201d Correct yourself\.", re.DOTALL)
_MISTAKE = re.compile(r"Most common mistake when answering \u201c(.*)\u201d\?", re.DOTALL)
_CONCEPT: Final = ": what is it?"


def seen(note: Note, card: Card, title: str, place: str) -> Seen:
    """Take a card apart."""
    frame, core = _framed(note.section, card.front, title)
    return Seen(note, card, title, place, frame, core, worded(card.front), worded(card.back))


def _framed(section: Section, front: str, title: str) -> tuple[Frame, str]:
    if section is Section.RED_FLAGS and (found := _CLAIM.fullmatch(front)):
        return Frame.CLAIM, found[1]
    if section is Section.MOST_COMMON_MISTAKE and (found := _MISTAKE.fullmatch(front)):
        return Frame.MISTAKE, found[1]
    if section is Section.KEY_CONCEPTS and front.endswith(_CONCEPT):
        return Frame.CONCEPT, front.removesuffix(_CONCEPT).removesuffix(f" ({title})")
    return Frame.NONE, front
