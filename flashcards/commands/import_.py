"""`flashcards import`: what others wrote becomes a deck file."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence

import click

from flashcards.commands import World, authoring
from flashcards.commands import import_report as report
from flashcards.commands.import_decks import Wishes as PackageWishes
from flashcards.commands.import_package import is_package, move_in
from flashcards.commands.import_reviews import take_reviews
from flashcards.commands.writing_back import show_diff
from flashcards.deck import reading
from flashcards.deck.growing import Grown
from flashcards.errors import FlashcardsError
from flashcards.importing import cells, columns, decks, kinds, merging, output, sources
from flashcards.importing.decks import Gathered
from flashcards.importing.drafts import Harvest
from flashcards.importing.kinds import Wishes
from flashcards.importing.merging import Merge
from flashcards.importing.output import Target
from flashcards.notes import Deck
from flashcards.text import on_one_line

_STDIN = "-"


@click.command(
    epilog="Examples: flashcards import page.txt prose.txt -o attention.yaml · "
    "flashcards import words.csv --columns front,back,tags > words.yaml · "
    "flashcards import collection.colpkg -o ~/flashcards/anki · "
    "flashcards import --reviews phone.apkg"
)
@click.argument("files", nargs=-1, metavar="FILE...", type=click.Path())
@click.option(
    "-o",
    "--output",
    "path",
    type=click.Path(),
    metavar="DECK.yaml",
    help="Deck file to make or add to.",
)
@click.option("--deck", "name", metavar="NAME", default="", help="Name of the deck: A::B.")
@click.option("--tags", metavar="TAGS", default="", help="Tags for all cards: a,b.")
@click.option("--as", "kind", type=click.Choice(kinds.KINDS), help="Read the files as this.")
@click.option("--columns", "order", metavar="NAMES", help="Columns of a table: front,back,-,tags.")
@click.option("--map", "pairs", metavar="PAIRS", help="Names of fields: front=vraag,back=antwoord.")
@click.option("--no-progress", is_flag=True, help="Of an Anki package: leave its reviews there.")
@click.option(
    "--reviews",
    type=click.Path(),
    metavar="PACKAGE",
    help="Take reviews from an Anki package instead.",
)
@click.option("--dry-run", is_flag=True, help="Only say what would come, and what would change.")
@click.option("--yes", is_flag=True, help="Of --reviews: do not ask first.")
@click.option("--reworded", is_flag=True, help="Of --reviews: trust ids, whatever notes say.")
@click.pass_obj
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    world: World,
    files: tuple[str, ...],
    path: str | None,
    name: str,
    tags: str,
    kind: str | None,
    order: str | None,
    pairs: str | None,
    no_progress: bool,  # noqa: FBT001 - click's flag
    reviews: str | None,
    dry_run: bool,  # noqa: FBT001 - click's flag
    yes: bool,  # noqa: FBT001 - click's flag
    reworded: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Make a deck of a saved page, Markdown, a table, YAML or an Anki package.

    Several files become one deck, captures of one page one topic; `-` reads standard input.
    Without -o the deck is printed. A deck that is there gets what is new: entries at the ends of
    its lists; sections and follow-ups that a topic lacks, or has as stubs. Nothing you wrote is
    changed. What was left out, left as it is or guessed is said on standard error.

    An Anki package (.apkg, .colpkg) moves in with its images, sounds and reviews, and the options
    of its decks where you have set none; -o FOLDER makes a deck file of each of its decks.

    With --reviews nothing is written into decks: what you answered in Anki, on cards that came
    from here or moved in from there, is added to the log. Answers made here are not added twice.
    """
    of_texts = {"--as": kind, "--columns": order, "--map": pairs}
    if reviews is not None:
        if files or path:
            message = "--reviews takes its one package, and neither FILE nor -o."
            raise click.UsageError(message)
        _refuse("--reviews writes no deck", {"--deck": name, "--tags": tags, **of_texts})
        _refuse("--reviews is all about progress", {"--no-progress": no_progress})
        take_reviews(world, reviews, dry_run=dry_run, yes=yes, reworded=reworded)
        return
    if reworded:
        message = "--reworded goes with --reviews."
        raise click.UsageError(message)
    if any(map(is_package, files)):
        _refuse("a package of Anki is read as what it is", of_texts)
        _move_in(
            world,
            files,
            PackageWishes(path or "", name, cells.tags(tags), not no_progress, dry_run),
        )
        return
    _refuse("it goes with a package of Anki", {"--no-progress": no_progress})
    if yes:
        message = "--yes goes with an Anki package."
        raise click.UsageError(message)
    if not files:
        message = "Missing argument 'FILE...'."
        raise click.UsageError(message)
    wishes = Wishes(_columns(order), _renamed(pairs))
    harvests = [_harvest(file, kind or "", wishes) for file in files]
    found = decks.gathered(harvests, name, cells.tags(tags))
    to = output.target(path) if path else Target("")
    _refuse_other_name(to, name)
    fresh = decks.news(found._replace(deck=found.deck or _stem(path or files[0])), to.deck)
    known = {topic.question for topic in fresh.topics}
    tagged = decks.with_own_tags(found).topics
    old = [topic for topic in tagged if topic.question not in known]
    merged = merging.merges(to.path, to.before or b"", old)
    for line in report.remarks(files, harvests, fresh, merged):
        click.echo(line, err=True)
    if fresh.is_empty and not any(merge.changes for merge in merged):
        _nothing_new(found, to, merged)
        return
    grown = output.content(to, fresh, tuple(_comments(files, fresh)), merged)
    deck = _read(to, grown.after)
    _put(to, grown, dry=dry_run)
    for line in report.to_mend(deck):
        click.echo(line, err=True)
    told = report.outcome(to, fresh, merged, deck, dry=dry_run)
    click.echo(told, err=not to.path or dry_run)


def _refuse(why: str, said: Mapping[str, object]) -> None:
    """Refuse options that would be passed over."""
    for option, value in said.items():
        if value:
            message = f"{why}: leave {option} out."
            raise click.UsageError(message)


def _put(to: Target, grown: Grown, *, dry: bool) -> None:
    """Write the deck file, or print it, or what would change in one that is there."""
    if dry and to.deck:
        show_diff(to.path, grown.text, grown.edits)
    elif dry or not to.path:
        click.echo(grown.after.decode(), nl=False)
    else:
        authoring.say_folder(output.write(to, grown.after))


def _read(to: Target, data: bytes) -> Deck:
    deck = reading.read(data, to.path or "deck.yaml")
    if not deck.readable:
        reasons = " ".join(problem.message for problem in deck.problems[:1])
        message = f"nothing was written, for such a deck could not be read. {reasons}"
        raise FlashcardsError(message)
    return deck


def _comments(files: Sequence[str], found: Gathered) -> Iterator[str]:
    """Give what stands at the top of a new deck."""
    yield f"# Imported from {', '.join(on_one_line(os.path.basename(file)) for file in files)}."
    if any(part.is_closed or part.open_items for t in found.topics for part in t.parts.values()):
        yield "# A `todo` makes no card: write what is missing in its place, and it becomes one."


def _move_in(world: World, files: Sequence[str], wishes: PackageWishes) -> None:
    """Take packages of Anki over; they need a place, for they come with images."""
    if not all(map(is_package, files)) or not wishes.output:
        message = "packages of Anki come by themselves, with -o DECK.yaml or -o FOLDER."
        raise click.UsageError(message)
    for file in files:
        move_in(world, file, wishes)


def _harvest(file: str, kind: str, wishes: Wishes) -> Harvest:
    """Read a file, or standard input."""
    if file == _STDIN:
        # The bytes, where there are some: what is not UTF-8 must not become question marks.
        written = getattr(sys.stdin, "buffer", sys.stdin).read(sources.MAX_BYTES + 1)
        data = written.encode("utf-8", "replace") if isinstance(written, str) else written
        return kinds.read(sources.source("stdin", data), kind, wishes)
    return kinds.read(sources.load(file), kind, wishes)


def _columns(order: str | None) -> tuple[str, ...]:
    if order is None:
        return ()
    names = tuple(name.strip().lower() for name in order.split(","))
    for name in names:
        if name not in {"", "-", *columns.FIELDS}:
            known = ", ".join(columns.FIELDS)
            message = f"--columns: there is no field {name!r}; there are {known}, and - for none."
            raise click.UsageError(message)
    return names


def _renamed(pairs: str | None) -> Mapping[str, str]:
    renamed = {}
    for pair in pairs.split(",") if pairs else ():
        field, equals, name = pair.partition("=")
        if not equals or field.strip().lower() not in columns.FIELDS or not name.strip():
            known = ", ".join(columns.FIELDS)
            message = f"--map: {pair!r} is not field=name; the fields are {known}."
            raise click.UsageError(message)
        renamed[columns.folded(name)] = field.strip().lower()
    return renamed


def _stem(path: str) -> str:
    return on_one_line(os.path.splitext(os.path.basename(path))[0]).strip("-") or "Imported"


def _refuse_other_name(to: Target, name: str) -> None:
    if to.deck and name and name != to.deck.name:
        message = f"{to.path} is the deck {to.deck.name!r}: leave --deck out, or name another file."
        raise FlashcardsError(message)


def _nothing_new(found: Gathered, to: Target, merged: Sequence[Merge]) -> None:
    if found.is_empty:
        message = "there is nothing in it to take over."
        raise FlashcardsError(message)
    what = f"{on_one_line(to.path)} has it all already" if to.deck else "all of it stands twice"
    if left := sum(len(merge.left) for merge in merged):
        what = f"{on_one_line(to.path)} has it already, {left} of it in your own words"
    click.echo(f"Nothing new: {what}.")
