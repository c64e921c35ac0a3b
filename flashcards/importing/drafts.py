"""What a reader makes of a text: drafts of cards and topics, and what it left out.

Drafts hold texts as they are to be written. Nothing here knows YAML.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from flashcards.model import Section

TODO: Final = "todo"
"""How a deck says that a text is still to be written."""


ITEM_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "follow_ups": ("question",),
    "red_flags": ("claim",),
    "key_concepts": ("term",),
    "references": ("title", "url"),
}
"""What an item of a section goes by; the rest of it is what is said of that."""


class Place(NamedTuple):
    """Where something stands in what was imported; line and column count from 1."""

    path: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        """Write the place as editors take it."""
        return f"{self.path}:{self.line}:{self.column}"


class Work(NamedTuple):
    """A work that a card leans on, by its ``words``, its address, or both."""

    words: str
    url: str


class OfTopic(NamedTuple):
    """What is said around a card of an interview topic: its section, and its topic.

    ``details`` and ``memory_aid`` open after the answer, ``label`` stands above the question.
    """

    section: Section
    question: str
    title: str
    label: str
    details: str
    memory_aid: str
    works: tuple[Work, ...]


class CardDraft(NamedTuple):
    """An entry of ``cards``: ``front`` and ``back``, or a ``cloze``.

    ``deck`` are the names of the decks around it, the outermost first. A card that was made of a
    ``topic`` may go back to it.
    """

    place: Place
    front: str = ""
    back: str = ""
    cloze: str = ""
    reverse: bool = False
    extra: str = ""
    source: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    suspended: bool = False
    typed: bool = False
    id: str = ""
    deck: tuple[str, ...] = ()
    topic: OfTopic | None = None


class Part(NamedTuple):
    """One section of a topic: a ``text``, or ``items``, each a map of texts.

    An item of nothing but ``text`` is written as that. A part without text and items was there,
    but closed; an empty text within an item as well. ``remark`` is the comment behind its key.
    """

    text: str = ""
    items: tuple[Mapping[str, str], ...] = ()
    remark: str = ""

    @property
    def is_closed(self) -> bool:
        """Whether nothing of it could be read."""
        return not self.text and not self.items

    @property
    def open_items(self) -> int:
        """How many of its items have a text that could not be read."""
        return sum(not all(item.values()) for item in self.items)

    @property
    def size(self) -> int:
        """How many characters it holds."""
        return len(self.text) + sum(len(text) for item in self.items for text in item.values())


class TopicDraft(NamedTuple):
    """An entry of ``topics``: the question of a page, and its sections by key.

    Without a title it is to be given one, unless it goes ``untitled``, by its question.
    """

    place: Place
    question: str
    title: str = ""
    tags: tuple[str, ...] = ()
    parts: Mapping[str, Part] = {}
    untitled: bool = False


class Remark(NamedTuple):
    """Something the person should know: what was left out, or guessed, and where it stood."""

    place: Place
    text: str


class Harvest(NamedTuple):
    """What was read from one text.

    ``kind`` says what it was taken for. ``deck`` is the name it gives itself, often none.
    ``left_out`` was not taken over, ``guessed`` was but may be wrong. Where cards are ``learnt``,
    their texts are finished: `TODO` is a word among others.
    """

    kind: str
    cards: tuple[CardDraft, ...] = ()
    topics: tuple[TopicDraft, ...] = ()
    deck: str = ""
    tags: tuple[str, ...] = ()
    left_out: tuple[Remark, ...] = ()
    guessed: tuple[Remark, ...] = ()
    learnt: bool = False
