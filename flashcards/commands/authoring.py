"""What the commands that write decks share: where files go, and what is said of one written."""

import json
import os
import sys
from typing import Final

import click

from flashcards.collection import opening, roots
from flashcards.commands import World
from flashcards.commands.check import problem_lines
from flashcards.deck import FORMAT_VERSION, creating, schema, writing
from flashcards.deck.reading import load
from flashcards.deck.skeletons import SCHEMA_NAME
from flashcards.errors import FlashcardsError, NotWrittenError
from flashcards.notes import Deck, Severity
from flashcards.settings import from_texts
from flashcards.text import count, on_one_line

_AGAIN: Final = "Enter edits again · q leaves it so: "


def folder(world: World) -> str:
    """Give the folder where new deck files go: the first that --decks or the settings name.

    Raises:
        FlashcardsError: Only files are named.
    """
    with opening.opened_store(world.place) as (_, texts):
        named = world.place.decks or from_texts(texts).decks
    for path in named:
        full = os.path.abspath(os.path.expanduser(path))
        if not os.path.isfile(full):
            return full
    message = (
        f"no folder is named to start a deck file in, only {named[0]}; "
        "name one with --decks or `flashcards config decks`."
    )
    raise FlashcardsError(message)


def put_schema(directory: str) -> None:
    """Put the schema of the format beside the decks, where it is missing or an older one."""
    path, text = os.path.join(directory, SCHEMA_NAME), schema.text()
    try:
        with open(path, "rb") as file:
            there = file.read()
    except FileNotFoundError:
        creating.create(path, text)
        return
    if _format_of(there) < FORMAT_VERSION or (
        _format_of(there) == FORMAT_VERSION and there != text.encode()
    ):
        writing.replace(path, there, text.encode())


def _format_of(data: bytes) -> float:
    """Give the version a schema was written for; one that is not ours is as good as the newest."""
    try:
        document = json.loads(data)
        return int(document[schema.VERSION_KEY])
    except (ValueError, KeyError, TypeError):
        return float("inf")


def tell(path: str, deck: Deck) -> None:
    """Print the path of a deck file, what is in it, and on stderr its faults as `check` does."""
    for problem in deck.problems:
        click.echo("\n".join(problem_lines(problem)), err=True)
    click.echo(on_one_line(path))
    click.echo(counts(deck))


def counts(deck: Deck) -> str:
    """Count cards, stubs and faults: `3 cards, 1 stub, no faults.`"""
    faults = sum(problem.severity is Severity.ERROR for problem in deck.problems)
    cards = sum(len(note.cards) for note in deck.notes)
    told = (count(cards, "card"), count(len(deck.stubs), "stub"))
    return f"{', '.join(told)}, {count(faults, 'fault') if faults else 'no faults'}."


def has_terminal() -> bool:
    """Tell whether there is somebody to open an editor for."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def edit(path: str, line: int) -> Deck:
    """Open the editor at `line`, again as long as there are faults and the person wishes.

    Gives what the file holds in the end.
    """
    from flashcards import editing  # noqa: PLC0415 - loads subprocess

    while True:
        editing.edit(path, line)
        deck = load(path)
        faults = [p for p in deck.problems if p.severity is Severity.ERROR]
        if not faults:
            return deck
        for problem in faults:
            click.echo("\n".join(problem_lines(problem)), err=True)
        click.echo(_AGAIN, nl=False, err=True)
        answer = sys.stdin.readline()
        if answer.strip().lower() not in {"", "e"} or not answer:
            return deck
        line = faults[0].line


def file_named(world: World, name: str) -> str:
    """Give the deck file that goes by `name`: a path, or a file in the folder of the decks."""
    path = os.path.expanduser(name)
    if os.path.dirname(path) or os.path.exists(path):
        return os.path.abspath(path)
    ending = "" if path.endswith(roots.ENDINGS) else roots.ENDINGS[0]
    return os.path.join(folder(world), path + ending)
