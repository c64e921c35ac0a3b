"""What `pin` and `check --fix` share: which files they may touch, and how a change is shown."""

import os
from collections.abc import Sequence

import click

from flashcards.collection import opening, roots
from flashcards.collection.opening import Collection
from flashcards.collection.roots import DeckFile
from flashcards.commands import World
from flashcards.deck.splicing import Edit, diff
from flashcards.errors import FlashcardsError, UnknownNameError


def files_named(paths: Sequence[str]) -> list[DeckFile]:
    """Give the deck files that PATH... names.

    Raises:
        UnknownNameError: There is none at a path.
        FlashcardsError: A file of the starter collection was named.
    """
    named = roots.resolve(paths)
    if named.missing:
        message = f"there is no deck file or folder {named.missing[0]}."
        raise UnknownNameError(message)
    files = list(roots.deck_files(named).files.values())
    for file in files:
        if file.starter:
            message = (
                f"{file.path} belongs to the starter collection and comes anew with every version "
                "of the program; copy it to your own decks first."
            )
            raise FlashcardsError(message)
    return files


def own_files(collection: Collection) -> list[DeckFile]:
    """Give the deck files of the collection, those that came with the program left out."""
    found = roots.deck_files(collection.roots).files.values()
    return [file for file in found if not file.starter]


def files_of_collection(world: World) -> list[DeckFile]:
    """Give the deck files of the collection as `own_files` does, none of them read."""
    with opening.opened(world.place, world.clock()) as collection:
        return own_files(collection)


def show_diff(path: str, text: str, edits: Sequence[Edit]) -> None:
    """Print what `edits` change in a file, coloured where that is seen."""
    for line in diff(shown(path), text, edits):
        colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
        click.echo(click.style(line, fg=colour) if colour and _coloured() else line)


def shown(path: str) -> str:
    """Give a path as short as it goes: from here where that is below."""
    here = os.getcwd() + os.sep
    return path.removeprefix(here)


def _coloured() -> bool:
    return "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
