"""`flashcards restore`: a backup in the place of the collection."""

import os
import sys

import click
from click.shell_completion import CompletionItem

from flashcards import paths
from flashcards.commands import World
from flashcards.commands.backup import in_words
from flashcards.errors import FlashcardsError, UnknownNameError
from flashcards.store import backups, restoring
from flashcards.store.restoring import Restored
from flashcards.text import on_one_line


def _complete(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Give the times of the backups, or files where none begins so."""
    del parameter
    home = paths.home(ctx.find_root().params.get("home"))
    names = [one.name for one in backups.made(home) if one.name.startswith(incomplete)]
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


@click.command(
    epilog="Examples: flashcards restore 2026-11-30 · flashcards restore ~/usb/cards.db --yes"
)
@click.argument("backup", metavar="FILE|DATE", shell_complete=_complete)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def command(world: World, backup: str, *, yes: bool) -> None:
    """Put a backup in the place of the collection: a FILE, or the last one of a DATE.

    It is looked over first, and what is there now is kept: as one more backup, or, if it is
    damaged, file by file. A review that is running ends at its next answer. Decks are not touched.
    `flashcards backup --list` lists the backups; a DATE may have a time: `2026-11-30-0900`.
    """
    source = _source(world.place.home, backup)
    contents = restoring.look_at(source)
    click.echo(f"{on_one_line(source)}: {in_words(contents)}.")
    if not yes and not _agreed():
        click.echo("Nothing was changed.")
        return
    _tell(restoring.restore(world.place.home, source, world.clock()))


def _source(home: str, named: str) -> str:
    path = os.path.abspath(os.path.expanduser(named))
    if os.path.lexists(path):
        return path
    found = backups.taken_on(home, named)
    if found is None:
        message = (
            f"there is no file and no backup {named!r}. `flashcards backup --list` lists those "
            "beside the collection."
        )
        raise UnknownNameError(message)
    return found.path


def _agreed() -> bool:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = "nothing was changed: add --yes, where there is nobody to ask."
        raise FlashcardsError(message)
    return click.confirm("Put it in the place of the collection?")


def _tell(done: Restored) -> None:
    click.echo("Restored.")
    if done.was_damaged:
        click.echo(f"What was there was damaged, and is kept in {on_one_line(done.kept)}")
    elif done.kept:
        click.echo(f"What was there is kept: {on_one_line(done.kept)}")
