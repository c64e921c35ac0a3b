"""`flashcards export`: the cards as a package for Anki, with what has been learnt of them."""

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from flashcards import clock
from flashcards.anki import package
from flashcards.anki.progress import CREATED_DAY
from flashcards.collection import exporting, opening
from flashcards.collection.exporting import Export
from flashcards.collection.opening import Collection
from flashcards.collector import without_collector
from flashcards.commands.options import select_argument, selected, warn_of
from flashcards.commands.progress import progress
from flashcards.errors import FlashcardsError
from flashcards.files import writing
from flashcards.model import Moment, State
from flashcards.notes import Problem
from flashcards.reviewing import policy_of
from flashcards.store.database import snapshot
from flashcards.text import count, on_one_line

_IMAGES = ("image or sound", "images and sounds")
_DEFAULT_NAME = "flashcards.apkg"
_ENDING = ".apkg"
# Anki takes a file of this name for a whole collection, and would put it in place of its own.
_COLLECTION_NAME = "collection.apkg"

_HOW_TO = """\
To the phone: send it the file and open it there with AnkiDroid or AnkiMobile; or import it into
Anki on the desktop (File > Import) and sync.
The first time, tick “Import any learning progress” and “Import any deck presets”, then switch
FSRS on in Anki's deck options: one switch for all decks, which no package can set.
Later packages update texts, images and tags of the same notes. They never touch the schedule of
a card that Anki has already; to send it again, delete the notes in Anki before you import.
docs/anki.md has the rest."""
_HOW_TO_WITHOUT = """\
All cards are new in this package. Open it with Anki, AnkiDroid or AnkiMobile; cards that are there
already keep their schedule."""


class _Wishes(NamedTuple):
    """What the person wants in the package; `lenient` leaves cards with missing images out."""

    progress: bool
    lenient: bool
    with_moved: bool


@click.command(epilog="Examples: flashcards export · flashcards export Attention -o attention.apkg")
@select_argument
@click.option(
    "-o", "--output", type=click.Path(), metavar="FILE", default=_DEFAULT_NAME, show_default=True
)
@click.option("--no-progress", is_flag=True, help="Leave schedules and reviews out: for others.")
@click.option(
    "--skip-missing", is_flag=True, help="Leave out cards whose image or sound is not there."
)
@click.option(
    "--with-moved",
    is_flag=True,
    help="Send cards that moved in from a note of several: for an Anki that has not that note.",
)
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - click's, one an option
    ctx: click.Context,
    select: tuple[str, ...],
    output: str,
    no_progress: bool,  # noqa: FBT001 - click's flag
    skip_missing: bool,  # noqa: FBT001 - click's flag
    with_moved: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Write an Anki package (.apkg) of the cards that SELECT names, all of them without one.

    The notes keep their identity: import a later package and Anki updates them in place. Due
    days, memory states and reviews travel along, unless --no-progress.

    When an image is not there nothing is written, and a package of before stays. Exit code 1
    when cards had to be left out.
    """
    path = _path(output)
    now = ctx.obj.clock()
    with opening.opened(ctx.obj.place, now) as everything:
        collection = selected(everything, select, now)
        wishes = _Wishes(not no_progress, lenient=skip_missing, with_moved=with_moved)
        export = _written_to(path, collection, now, wishes)
        warn_of(everything)
        # Decks named for a run, or cards chosen, may be those of the starter collection alone.
        comes_along = not collection.place.decks and not (
            select and export.of_starter == len(export.contents.notes)
        )
    of_starter = export.of_starter if comes_along else 0
    for line in _report(path, export, of_starter, with_progress=not no_progress):
        click.echo(line)
    if export.left_out:
        _say_left_out(export.left_out)
        ctx.exit(1)


def _path(output: str) -> str:
    """Give the file to write, or say why Anki would not open it."""
    path = os.path.expanduser(output)
    if output.strip() in {"", "-"}:
        message = f"-o {output!r} names no file; a package is not written to standard output."
        raise click.UsageError(message)
    if os.path.isdir(path):
        path = os.path.join(path, _DEFAULT_NAME)
    stem, ending = os.path.splitext(path)
    if not ending:
        path = f"{stem}{_ENDING}"
    elif ending.lower() != _ENDING:
        message = f"-o {output}: Anki opens packages whose names end in {_ENDING}."
        raise click.UsageError(message)
    if os.path.basename(path).lower() == _COLLECTION_NAME:
        message = (
            f"-o {output}: Anki takes a file of this name for a whole collection and would put it "
            "in place of its own. Choose another name."
        )
        raise click.UsageError(message)
    writing.check(path, package.KIND)
    folder = os.path.dirname(os.path.abspath(path))
    if not os.access(folder, os.W_OK):
        message = f"cannot write into the folder {on_one_line(folder)}."
        raise FlashcardsError(message)
    return path


def _written_to(path: str, collection: Collection, now: Moment, wishes: _Wishes) -> Export:
    notes = exporting.count_notes(collection)
    if not notes:
        message = "there are no cards to export here. `flashcards due` says what there is."
        raise FlashcardsError(message)
    rollover = collection.settings.rollover
    # Each note is rendered once and written once, all of one state of the collection, whatever a
    # review beside this changes.
    with (
        without_collector(),
        progress(2 * notes, "Exporting") as tick,
        snapshot(collection.database),
    ):
        export = exporting.gather(
            collection,
            now,
            policy_of(collection.database, collection.settings),
            progress=wishes.progress,
            with_moved=wishes.with_moved,
            created=clock.local_instant(CREATED_DAY, rollover, now.utc_offset_s),
            tick=tick,
        )
        missing = [fault for fault in export.left_out if fault.code == "media-missing"]
        if missing and not wishes.lenient:
            raise FlashcardsError(_missing(missing))
        if export.stayed and not export.contents.notes:
            message = f"nothing was written. {_stayed(export.stayed)}"
            raise FlashcardsError(message)
        package.write(path, export.contents, tick)
    exporting.remember(collection.database, export)
    return export


def _missing(faults: Iterable[Problem]) -> str:
    lines = [_line(fault) for fault in faults]
    return "\n".join(
        [
            f"{count(len(lines), *_IMAGES)} cannot be found; nothing was written.",
            *lines,
            "Put them there, or leave their cards out with --skip-missing.",
        ]
    )


def _line(fault: Problem) -> str:
    return f"{on_one_line(fault.path)}:{fault.line}:{fault.column}: {fault.message}"


def _say_left_out(faults: Iterable[Problem]) -> None:
    lines = [_line(fault) for fault in faults]
    click.echo(f"flashcards: left out, {count(len(lines), 'fault')} of images or sounds:", err=True)
    for line in lines:
        click.echo(f"  {line}", err=True)


def _stayed(cards: int) -> str:
    return (
        f"Not sent: {count(cards, 'card')} that Anki has as parts of larger notes. There they stay"
        " as they are,\nand their reviews come back as before. For an Anki without these notes:"
        " --with-moved."
    )


def _report(path: str, export: Export, of_starter: int, *, with_progress: bool) -> Iterator[str]:
    contents = export.contents
    cards = [card for note in contents.notes for card in note.cards]
    decks = {note.deck.casefold() for note in contents.notes}
    parts = [
        count(len(contents.notes), "note"),
        count(len(cards), "card"),
        count(len(decks), "deck"),
    ]
    if contents.media:
        parts.append(count(len(contents.media), *_IMAGES))
    size = os.path.getsize(path)
    yield f"Wrote {on_one_line(path)} ({size / 1000:,.0f} kB): {', '.join(parts)}."
    if with_progress:
        begun = sum(card.state.state is not State.NEW for card in cards)
        yield f"With progress: {count(begun, 'card')} with due day, memory state and reviews."
    if of_starter:
        yield (
            f"Of the starter collection: {count(of_starter, 'note')}. To leave it out, here and in"
            " reviews: flashcards config starter off"
        )
    if export.moved:
        yield (
            f"Moved here from Anki: {count(export.moved, 'note')}. Where Anki has them under a type"
            " of its own it keeps\nthem as they are, and calls them conflicting."
        )
    if export.stayed:
        yield _stayed(export.stayed)
    yield ""
    yield _HOW_TO if with_progress else _HOW_TO_WITHOUT
