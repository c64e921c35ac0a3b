"""What the matcher is told and what it answers."""

from collections.abc import Mapping
from typing import NamedTuple

from flashcards.model import Kind, Section, Uid


class Present(NamedTuple):
    """A card as the decks have it in this run.

    ``topic`` is the question of its topic, empty in a simple deck; ``topic_id`` is what the
    author named it, and ``topic_number`` tells topics with one question apart. ``note`` is the
    index of its note in this run: cards that share it are siblings. ``id`` is what the author
    named the note, the same for all its cards. ``number`` is the cloze number as the author
    wrote it.
    """

    path: str
    deck: str
    topic: str
    note: int
    id: str | None
    section: Section
    kind: Kind
    number: int | None
    front: str
    back: str
    topic_id: str | None = None
    topic_number: int = -1


class Identity(NamedTuple):
    """Who a present card is; ``born`` when no stored card is it.

    ``ordinal`` counts from 1 among the cards of one Anki note: 1 for the forward card, 2 for
    its reverse, the gap's own number in a cloze.
    """

    uid: Uid
    note_uid: Uid
    ordinal: int
    born: bool


class Ambiguity(NamedTuple):
    """A present card that was not guessed: born anew, while its candidates keep their history.

    Either several stored cards fit it equally well and differ in history, or the one candidate
    fits several present cards equally well.
    """

    card: int
    candidates: tuple[Uid, ...]


class Matching(NamedTuple):
    """The answer of a run.

    ``cards`` has one identity for each present card, in their order. ``copied`` are the present
    cards whose ``id`` belongs to another note; they were treated as if they had none.
    ``aliases`` are ids the author wrote on cards that were born under another uid.
    ``topics`` has the name of each topic by its ``topic_number``, and ``copied_topics`` are the
    numbers of those whose id another topic holds; they were treated as if they had none.
    ``renamed_topics`` are pairs of an old name and the id that its topic has now.
    """

    cards: tuple[Identity, ...]
    ambiguities: tuple[Ambiguity, ...]
    copied: tuple[int, ...]
    aliases: tuple[tuple[str, Uid], ...]
    topics: Mapping[int, Uid]
    copied_topics: tuple[int, ...]
    renamed_topics: tuple[tuple[Uid, Uid], ...]
