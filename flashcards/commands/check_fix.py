"""`flashcards check --fix`: slips that leave no doubt, mended; the diff is shown first."""

import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import click

from flashcards.commands import World
from flashcards.commands.writing_back import files_named, files_of_collection, show_diff, shown
from flashcards.deck.fixing import Fixed, fix
from flashcards.deck.reading import content
from flashcards.errors import NotWrittenError
from flashcards.files.writing import replace
from flashcards.text import count, on_one_line

_STOPPED = (
    "not every fault was tried, for that would take too long in a file of this size. "
    "Once these are mended, run it again."
)


class _Change(NamedTuple):
    path: str
    before: bytes
    fixed: Fixed


def fix_files(world: World, paths: Sequence[str], *, without_asking: bool) -> bool:
    """Show what can be mended in the files at `paths`, or of the collection, and write it if told.

    Asks on a terminal; elsewhere nothing is written unless `without_asking`. False when a file
    had to be left as it is, though it was to be written.

    Raises:
        FlashcardsError: There is no deck at a path, or one that came with the program.
    """
    files = files_named(paths) if paths else files_of_collection(world)
    tried = [change for file in files for change in _change(file.path)]
    changes = [change for change in tried if change.fixed.edits]
    for change in changes:
        show_diff(change.path, change.fixed.text, change.fixed.edits)
    for change in tried:
        if change.fixed.stopped:
            click.echo(f"{on_one_line(shown(change.path))}: {_STOPPED}", err=True)
    if not changes:
        click.echo("Nothing that can be mended without a doubt.", err=True)
    elif without_asking or _asked(len(changes)):
        written = [_write(change) for change in changes]
        return all(written)
    else:
        click.echo("Nothing was written; --yes writes it.", err=True)
    return True


def _change(path: str) -> Iterable[_Change]:
    try:
        before = content(path)
    except (OSError, ValueError):
        return  # what cannot be read, the check itself tells
    yield _Change(path, before, fix(before, path))


def _asked(files: int) -> bool:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return click.confirm(f"Write this to {count(files, 'file')}?", err=True)


def _write(change: _Change) -> bool:
    """Write one file and say so; False when it had to be left as it is."""
    try:
        replace(change.path, change.before, change.fixed.after)
    except NotWrittenError as error:
        click.echo(f"flashcards: {on_one_line(str(error))}", err=True)
        return False
    lines = count(len(change.fixed.edits), "line")
    click.echo(f"{on_one_line(shown(change.path))}: {lines} mended.", err=True)
    return True
