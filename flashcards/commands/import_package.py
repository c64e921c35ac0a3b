"""`flashcards import PACKAGE`: notes of Anki move in as decks, with what was learnt of them."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

import click

from flashcards.anki.reading import opening as packages
from flashcards.anki.reading.opening import AnkiPackage
from flashcards.collection import opening
from flashcards.collection.arrivals import KnownNotes
from flashcards.collection.opening import Collection
from flashcards.collector import without_collector
from flashcards.commands import World, import_decks
from flashcards.commands.import_decks import Wishes, Written
from flashcards.commands.import_progress import others, take_names, take_progress
from flashcards.files.locks import alone
from flashcards.importing import unpacking
from flashcards.importing.packages import Moved, read
from flashcards.store import cache


def is_package(path: str) -> bool:
    """Tell if a file is a package by its name."""
    return path.lower().endswith(packages.ENDINGS)


def move_in(world: World, path: str, wishes: Wishes) -> None:
    """Write the notes of the package at `path` as decks, and take their reviews over.

    A dry run goes the same way, but what it writes is looked at and forgotten: so it says what
    would come.

    Raises:
        FlashcardsError: The package cannot be read, or a deck cannot be written.
    """
    dry = wishes.dry_run
    with packages.opened(path) as package:
        with _alone(world), without_collector():
            moved = _moved(world, package, path)
            plans = list(import_decks.plans(path, moved, wishes))
            with unpacking.imagined() if dry else unpacking.wholly() as placed:
                written = import_decks.write(package, plans, placed)
        for line in import_decks.moved_words(moved):
            click.echo(line)
        for one in written:
            for line in import_decks.written_words(one, dry=dry):
                click.echo(line)
        now = world.clock()
        with _after(world, written, dry=dry) as collection:
            if wishes.progress:
                take_progress(collection, package, written, now, wishes)
            else:
                take_names(collection, package)
        if dry:
            click.echo("Nothing was written (--dry-run).")


@contextmanager
def _alone(world: World) -> Iterator[None]:
    """Wait for another import, so that what it writes is seen here and not written once more."""
    with (
        opening.opened_store(world.place) as (database, _),
        alone(world.place.home),
    ):
        cache.doubt_media(database)
        yield


def _moved(world: World, package: AnkiPackage, path: str) -> Moved:
    """Read the notes that are not in the decks yet."""
    with opening.opened(world.place, world.clock()) as collection:
        strange = others(collection, package)
        here = KnownNotes(collection.database, strange)
    moved = read(package.collection, path, package.archive.media, here, strange)
    package.collection.check()
    return moved


def _after(
    world: World, written: Sequence[Written], *, dry: bool
) -> AbstractContextManager[Collection]:
    """Open the collection with what was written; in a dry run, a copy as it would be."""
    if not dry:
        return opening.opened(world.place, world.clock())
    coming = [(one.deck, one.plan.data) for one in written if not one.plan.fresh.is_empty]
    return opening.imagined(world.place, world.clock(), coming)
