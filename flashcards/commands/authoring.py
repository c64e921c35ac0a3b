"""What the commands that write decks share: where files go, and what is said of one written."""

import json
import os
import sys
from collections.abc import Iterable, Sequence

import click

from flashcards.collection import opening, roots
from flashcards.commands import World
from flashcards.commands.faults import problem_lines
from flashcards.deck import FORMAT_VERSION, schema
from flashcards.deck.reading import load
from flashcards.deck.skeletons import SCHEMA_NAME
from flashcards.errors import FlashcardsError
from flashcards.files.writing import ChangedError, TakenError, create, replace
from flashcards.notes import Deck, Problem, Severity
from flashcards.settings import from_texts
from flashcards.text import count, on_one_line


def folder(world: World) -> str:
    """Give the folder where new deck files go: the first that --decks or the settings name.

    Raises:
        FlashcardsError: Only files are named.
    """
    with opening.opened_store(world.place) as (_, texts):
        named = world.place.decks or from_texts(texts).decks
    found = first_folder(named)
    if found:
        return found
    message = (
        f"no folder is named to start a deck file in, only {named[0]}; "
        "name one with --decks or `flashcards config decks`."
    )
    raise FlashcardsError(message)


def first_folder(named: Iterable[str]) -> str:
    """Give the first of the decks named that is or may become a folder, empty if none may."""
    places = (os.path.abspath(os.path.expanduser(path)) for path in named)
    return next((place for place in places if not os.path.isfile(place)), "")


def put_schema(directory: str) -> None:
    """Put the schema of the format beside the decks, where it is missing or an older one."""
    path, ours = os.path.join(directory, SCHEMA_NAME), schema.text().encode()
    try:
        if not os.path.lexists(path):
            create(path, ours)
            return
        with open(path, "rb") as file:
            there = file.read()
        if _is_older(there, ours):
            replace(path, there, ours)
    except (ChangedError, TakenError):
        return  # another of us was faster
    except (OSError, FlashcardsError) as error:
        # It helps editors, and no deck needs it.
        click.echo(f"flashcards: {on_one_line(str(error))}", err=True)


def _is_older(there: bytes, ours: bytes) -> bool:
    """Tell whether a schema was written by this program for this format or one before.

    An empty one was left by a version before, when it was killed.
    """
    if not there:
        return True
    try:
        version = int(json.loads(there)[schema.VERSION_KEY])
    except (ValueError, KeyError, TypeError):
        return False
    return version < FORMAT_VERSION or (version == FORMAT_VERSION and there != ours)


def say_folder(made: str) -> None:
    """Say that a folder was made on the way to a file; nothing when `made` is empty."""
    if made:
        click.echo(f"Made the folder {on_one_line(made)}.", err=True)


def tell(path: str, deck: Deck) -> None:
    """Print the path of a deck file, and count what is in it."""
    click.echo(on_one_line(path))
    click.echo(counts(deck))


def counts(deck: Deck) -> str:
    """Count cards, stubs and errors of a deck file, and the entries these keep away."""
    faults, away = len(_errors(deck)), len(deck.quarantined)
    cards = sum(len(note.cards) for note in deck.notes)
    told = [count(cards, "card"), count(len(deck.stubs), "stub")]
    told.append(count(faults, "fault") if faults else "no faults")
    if away:
        told.append(f"{count(away, 'entry', 'entries')} kept away until mended")
    return f"{', '.join(told)}."


def has_terminal() -> bool:
    """Tell whether there is somebody to open an editor for."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def edit(path: str, line: int) -> None:
    """Open the editor at `line`, and again as long as there are faults and the person wishes."""
    from flashcards import editing  # noqa: PLC0415 - loads subprocess

    at: int | None = line
    while at is not None:
        editing.edit(path, at)
        deck = load(path)
        for problem in deck.problems:
            click.echo("\n".join(problem_lines(problem)), err=True)
        faults = _errors(deck)
        at = faults[0].line if faults and _goes_on() else None


def _goes_on() -> bool:
    """Ask whether to go back into the editor; the end of input is a no."""
    click.echo("Enter edits again · q leaves it so: ", nl=False, err=True)
    answer = sys.stdin.readline()
    return answer.endswith("\n") and not answer.strip().lower().startswith("q")


def _errors(deck: Deck) -> list[Problem]:
    return [problem for problem in deck.problems if problem.severity is Severity.ERROR]


def note_if_outside(world: World, path: str) -> None:
    """Say so when a deck file lies where the collection does not look."""
    with opening.opened_store(world.place) as (_, texts):
        named = opening.named_decks(world.place, from_texts(texts), texts)
    real = os.path.realpath(path)
    if not roots.lies_in(roots.resolve([deck for deck, _ in named]).present, real):
        message = (
            f"flashcards: {on_one_line(path)} lies outside your decks, and its cards are not "
            "reviewed; `flashcards config decks` names the folders."
        )
        click.echo(message, err=True)


def found_named(world: World, names: Sequence[str]) -> list[str]:
    """Give the files and folders that go by `names` from here, else in the folder of the decks.

    What is in neither place keeps its name, for the sentence that there is none.
    """
    return [_found(world, name) for name in names]


def _found(world: World, name: str) -> str:
    path = os.path.expanduser(name)
    if os.path.dirname(path) or os.path.lexists(path):
        return name
    try:
        inside = file_named(world, name)
    except FlashcardsError:
        return name
    return inside if os.path.exists(inside) else name


def file_named(world: World, name: str) -> str:
    """Give the deck file that goes by `name`: a path, or a file in the folder of the decks."""
    path = os.path.expanduser(name)
    if os.path.dirname(path) or os.path.exists(path):
        return os.path.abspath(path)
    ending = "" if path.endswith(roots.ENDINGS) else roots.ENDINGS[0]
    return os.path.join(folder(world), path + ending)
