"""`flashcards pin`: the ids that cards have anyway, written into the deck files."""

from collections.abc import Sequence

import click

from flashcards.collection import opening, roots
from flashcards.collection.opening import Collection
from flashcards.collection.pinning import Plan, plan
from flashcards.collection.roots import DeckFile
from flashcards.commands import World
from flashcards.commands.authoring import found_named
from flashcards.commands.options import warn_of
from flashcards.commands.writing_back import files_named, own_files, show_diff, shown
from flashcards.errors import NotWrittenError
from flashcards.files.writing import replace
from flashcards.paths import Place
from flashcards.text import on_one_line

_REFUSED = (
    "this entry got no id, for the file would not read with it as it does now. "
    "Write each of its keys on a line of its own."
)


@click.command(epilog="Examples: flashcards pin --dry-run · flashcards pin notes/caching.yaml")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path())
@click.option("--dry-run", is_flag=True, help="Print the diff, and write nothing.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], dry_run: bool) -> None:  # noqa: FBT001 - click's flag
    """Write the id of each card's entry into its deck file: `id: ...`, and nothing else.

    A card keeps its history without it. With it, its identity travels with git: whoever reads the
    file elsewhere has the same cards, whatever is reworded, and two who pin the same cards write
    the same ids. Plain texts have no place for one; their topic gets one that covers them. Without
    PATH, all files of the collection but the starter decks.
    """
    world: World = ctx.obj
    named = files_named(found_named(world, paths))
    place = _place(world, named)
    with opening.opened(place, world.clock()) as collection:
        warn_of(collection)
        files = named if paths else own_files(collection)
        refused = [file for file in files if not _pin(collection, file, dry_run=dry_run)]
    if not dry_run:
        # What was written is read at once, while it is known to be nothing but ids.
        with opening.opened(place, world.clock()):
            pass
    if not files:
        click.echo("No deck file of your own found; `flashcards config` shows where it looks.")
    if refused:
        ctx.exit(1)


def _place(world: World, named: Sequence[DeckFile]) -> Place:
    """Give where things are, with the files named beside the decks of the collection."""
    with opening.opened(world.place, world.clock()) as collection:
        known = collection.roots
    outside = tuple(file.path for file in named if not roots.covers(known, file.key))
    if not outside:
        return world.place
    return world.place._replace(decks=(*known.present, *outside), origin="PATH")


def _pin(collection: Collection, file: DeckFile, *, dry_run: bool) -> bool:
    """Pin one file and say what was done; False when it, or an entry, had to be left as it is."""
    path = on_one_line(shown(file.path))
    try:
        made = plan(collection, file)
        if made.pinned.edits and dry_run:
            show_diff(file.path, made.pinned.text, made.pinned.edits)
        elif made.pinned.edits:
            replace(file.path, made.before, made.pinned.after)
    except NotWrittenError as error:
        click.echo(f"flashcards: {on_one_line(str(error))}", err=True)
        return False
    click.echo(f"{path}: {_counts(made, dry_run=dry_run)}", err=dry_run)
    for line, column in made.pinned.refused:
        click.echo(f"{path}:{line}:{column}: {_REFUSED}", err=True)
    return not made.pinned.refused


def _counts(made: Plan, *, dry_run: bool) -> str:
    pinned = made.pinned
    parts = [f"{pinned.pinned} {'to pin' if dry_run else 'pinned'}"]
    if pinned.had:
        parts.append(f"{pinned.had} had an id")
    if pinned.covered:
        parts.append(f"{pinned.covered} covered by their topic's id")
    if pinned.copied:
        parts.append(f"{pinned.copied} below a topic with an id that another has")
    if pinned.without:
        parts.append(f"{pinned.without} without a place for one (plain or repeated text)")
    return f"{', '.join(parts)}."
