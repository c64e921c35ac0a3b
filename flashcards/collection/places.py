"""Where in the deck files something stands that a person names, and what became of it there."""

import os
from collections.abc import Mapping
from typing import NamedTuple

from flashcards.collection import roots
from flashcards.collection.choosing import card_named
from flashcards.collection.content import topic_from_json
from flashcards.collection.opening import Collection
from flashcards.errors import UnknownNameError
from flashcards.model import Uid
from flashcards.notes import Known
from flashcards.store import browse, shelf


class Place(NamedTuple):
    """A line (from 1) of the deck file at `path`."""

    path: str
    line: int


class Change(NamedTuple):
    """What became of the cards of a file: kept, new in it, moved to another, or in none."""

    kept: tuple[Known, ...]
    new: tuple[Known, ...]
    moved: tuple[Known, ...]
    left: tuple[Known, ...]


def place_of(collection: Collection, name: str) -> Place:
    """Give the place of the topic that goes by `name`, else of the card.

    Raises:
        UnknownNameError: There is none, there are several, or the card is in no deck any more.
    """
    topics = browse.topics_named(collection.database, name)
    if len(topics) > 1:
        paths = ", ".join(roots.path_of(key) for key, _ in topics)
        message = f"several files have a topic {name!r}: {paths}. Name the file."
        raise UnknownNameError(message)
    for key, content in topics:
        topic = topic_from_json(content)
        return Place(roots.path_of(key), topic.line if topic else 1)
    row = browse.card(collection.database, card_named(collection, name))
    path = roots.path_of(row.path)
    if row.presence == shelf.ORPHAN:
        message = f"{row.uid} left the decks; it last stood in {path}, and its history waits."
        raise UnknownNameError(message)
    return Place(path, row.line)


def cards_in(collection: Collection, path: str) -> Mapping[Uid, Known]:
    """Give the cards that the collection knows to stand in the file at real path `path`."""
    known = shelf.cards_of_files(collection.database, [roots.key_of(path)])
    return {card.uid: card for card in known if card.live}


def change(collection: Collection, path: str, before: Mapping[Uid, Known]) -> Change:
    """Compare the cards of a file with those it had `before`."""
    after = cards_in(collection, path)
    gone = [card for uid, card in before.items() if uid not in after]
    left = tuple(card for card in gone if _is_orphan(collection, card.uid))
    return Change(
        kept=tuple(card for uid, card in after.items() if uid in before),
        new=tuple(card for uid, card in after.items() if uid not in before),
        moved=tuple(card for card in gone if card not in left),
        left=left,
    )


def _is_orphan(collection: Collection, uid: Uid) -> bool:
    (number,) = browse.named(collection.database, uid)
    return browse.card(collection.database, number).presence == shelf.ORPHAN


def own(path: str) -> str:
    """Give the real path of a deck file that is the person's own.

    Raises:
        UnknownNameError: It is no file, or one that came with the program.
    """
    real = os.path.realpath(path)
    if not os.path.isfile(real):
        message = f"there is no deck file {path}."
        raise UnknownNameError(message)
    if roots.key_of(real) != real:
        message = (
            f"{real} belongs to the starter collection and comes anew with every version of the "
            "program; copy it to your own decks first. Its cards keep their history there."
        )
        raise UnknownNameError(message)
    return real
