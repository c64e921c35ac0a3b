"""Puts new cards into a deck file, which is started when it is not there."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from flashcards.deck import drafts, growing, skeletons
from flashcards.deck.drafts import Draft, Fault, saying
from flashcards.deck.reading import load, read
from flashcards.errors import NotWrittenError
from flashcards.files.writing import ChangedError, TakenError, create, replace
from flashcards.notes import Deck

_TRIES = 1000  # each that fails is one in which somebody else was done


class Added(NamedTuple):
    """Which cards of a draft (from 0) were added, and which were there already.

    ``folder`` is the outermost folder that was made for a new file, empty if none was.
    """

    added: tuple[int, ...]
    there: tuple[int, ...]
    folder: str = ""


def drafted(path: str, cards: Sequence[object]) -> Draft:
    """Read `cards`, which are to go into the file at `path`, where there may be others.

    Raises:
        NotWrittenError: The file there is no deck.
    """
    draft = drafts.draft(cards, path)
    before, _ = _held(path)
    ids = {note.id: saying(note) for note in before.notes if note.id} if before else {}
    taken = [
        Fault(
            number,
            "duplicate-id",
            f"Another card of the file has the id `{note.id}`.",
            "Leave the `id` out: it is never needed, and each belongs to one entry.",
        )
        for number, note in enumerate(draft.notes)
        if not draft.faults and note.id in ids and ids[note.id] != saying(note)
    ]
    return draft._replace(faults=(*draft.faults, *taken))


def add(path: str, draft: Draft, deck: str | None, *, schema: bool) -> Added:
    """Add the cards of `draft`, which has no faults, to the file at `path`.

    A new file is named `deck`, or as the file is called; with `schema`, its first line points
    editors to the schema beside it. A card is there when its deck has one that asks and answers
    the same.

    Raises:
        NotWrittenError: The file may not be written, is no deck, or is another deck than `deck`.
    """
    for _ in range(_TRIES):
        try:
            return _add(path, draft, deck, schema=schema)
        except (ChangedError, TakenError):
            continue  # somebody else added a card: read what they wrote, and add to that
    return _add(path, draft, deck, schema=schema)


def _add(path: str, draft: Draft, deck: str | None, *, schema: bool) -> Added:
    before, data = _held(path)
    if deck is not None and before is not None and before.name != _name_of(deck, path):
        message = f"{path} is the deck {before.name!r}; `--deck` names the deck of a new file."
        raise NotWrittenError(message)
    known = {saying(note) for note in before.notes} if before else set()
    added: list[int] = []
    there: list[int] = []
    folder = ""
    for number, note in enumerate(draft.notes):
        (there if saying(note) in known else added).append(number)
        known.add(saying(note))
    if added:
        news = Draft(
            tuple(draft.cards[number] for number in added),
            tuple(draft.notes[number] for number in added),
            (),
        )
        if before is None or data is None:
            start = skeletons.started(deck or _title(path), schema=schema).encode()
            after = growing.grow(start, read(start, path), [drafts.addition(news)]).after
            folder = create(path, after)
        else:
            after = growing.grow(data, before, [drafts.addition(news)]).after
            replace(path, data, after)
    return Added(tuple(added), tuple(there), folder)


def _held(path: str) -> tuple[Deck | None, bytes | None]:
    """Give what a deck file says and holds; nothing for one that is not there."""
    if not os.path.lexists(path):
        return None, None
    deck = load(path)
    if not deck.readable:
        problem = deck.problems[0]
        message = f"{path}:{problem.line}:{problem.column}: {problem.message} {problem.fix}"
        raise NotWrittenError(message)
    with open(path, "rb") as file:
        return deck, file.read()


def _title(path: str) -> str:
    stem = os.path.splitext(os.path.basename(path))[0]
    return "Inbox" if stem == "inbox" else stem


def _name_of(deck: str, path: str) -> str:
    return read(skeletons.started(deck, schema=False).encode(), path).name
