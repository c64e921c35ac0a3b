"""`flashcards backup`: a whole copy of the collection, while reviews go on."""

import os
from collections.abc import Iterator

import click

from flashcards.collection.opening import opened_store
from flashcards.commands import World
from flashcards.errors import FlashcardsError
from flashcards.store import backups, database, restoring
from flashcards.store.backups import Contents
from flashcards.text import count, on_one_line


@click.command(
    epilog="Examples: flashcards backup · flashcards backup ~/usb/cards.db · "
    "flashcards backup --list"
)
@click.argument("file", required=False, type=click.Path())
@click.option("--list", "listed", is_flag=True, help="List the backups, the latest first.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document; goes with --list.")
@click.pass_obj
def command(world: World, file: str | None, *, listed: bool, as_json: bool) -> None:
    """Copy the collection into FILE, or among the backups beside it.

    The copy is whole, with the answers of this very moment, also while a review runs. Its name
    ends in `.db`; only an older backup is written over. `flashcards restore` puts it back.
    """
    if (listed and file is not None) or (as_json and not listed):
        message = "--list goes with no FILE, and --json with --list."
        raise click.UsageError(message)
    if listed:
        _list(world, as_json=as_json)
        return
    if not os.path.exists(os.path.join(world.place.home, database.NAME)):
        message = f"there is no collection in {world.place.home} yet, so there is nothing to copy."
        raise FlashcardsError(message)
    target = None if file is None else _target(file)
    with opened_store(world.place):
        now = world.clock()
        if target is None:
            target = backups.free_name(world.place.home, now)
        source = os.path.join(world.place.home, database.NAME)
        contents = backups.make(source, target, now)
    click.echo(on_one_line(target))
    click.echo(f"{in_words(contents)}.")


def in_words(contents: Contents) -> str:
    """Say what is in a backup."""
    return f"{count(contents.cards, 'card')}, {count(contents.answers, 'answer')}"


def _target(file: str) -> str:
    target = os.path.abspath(os.path.expanduser(file))
    backups.refuse_to_write_over(target)
    return os.path.realpath(target)


def _list(world: World, *, as_json: bool) -> None:
    found = backups.made(world.place.home)
    if as_json:
        from flashcards.commands.due_shape import print_json  # noqa: PLC0415 - loads json

        print_json({"backups": [_shape(backup, _contents(backup.path)) for backup in found]})
        return
    if not found:
        click.echo("There are no backups yet; `flashcards backup` makes one.")
    for backup in found:
        click.echo("  ".join(_columns(backup, _contents(backup.path))))


def _contents(path: str) -> Contents | None:
    """Return what is in a backup, None where it cannot be restored."""
    try:
        return restoring.look_at(path)
    except FlashcardsError:
        return None


def _columns(backup: backups.Backup, contents: Contents | None) -> Iterator[str]:
    yield backup.taken
    yield in_words(contents) if contents else "damaged, or of a newer version"
    if backup.note:
        yield f"({backup.note})"


def _shape(backup: backups.Backup, contents: Contents | None) -> dict[str, object]:
    return {
        "path": backup.path,
        "taken": backup.taken,
        "note": backup.note,
        "cards": contents and contents.cards,
        "answers": contents and contents.answers,
    }
