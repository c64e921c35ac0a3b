"""`flashcards check`: every fault of every deck file, in one pass."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click

from flashcards.collection import opening, roots
from flashcards.collection.content import problems_from_json, stubs_from_json
from flashcards.commands import World
from flashcards.deck.reading import load
from flashcards.errors import UnknownNameError
from flashcards.notes import Problem, Severity, Stub
from flashcards.store import shelf
from flashcards.terminal.words import SECTION_NAMES
from flashcards.text import count, on_one_line


class Checked(NamedTuple):
    """What was found in all files looked at; stubs come with the path they stand in."""

    files: int
    cards: int
    stubs: tuple[tuple[str, Stub], ...]
    problems: tuple[Problem, ...]


@click.command(epilog="Examples: flashcards check · flashcards check notes/caching.yaml --json")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path())
@click.option("--stubs", is_flag=True, help="List the places left open as well.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], stubs: bool, as_json: bool) -> None:  # noqa: FBT001 - click's flags
    """Find the faults of deck files: where, what, and how to mend it.

    Without PATH, the files of the collection. Exit code 1 when there are errors.
    """
    found = _of_paths(paths) if paths else _of_collection(ctx.obj)
    if as_json:
        from flashcards.commands.due_shape import print_json  # noqa: PLC0415 - loads json
        from flashcards.commands.shapes import problem_shape  # noqa: PLC0415 - loads fsrs

        print_json(
            {
                "files": found.files,
                "cards": found.cards,
                "stubs": len(found.stubs),
                "problems": [problem_shape(problem) for problem in found.problems],
            }
        )
    else:
        for block in _report(found, with_stubs=stubs):
            click.echo(block)
    if any(problem.severity is Severity.ERROR for problem in found.problems):
        ctx.exit(1)


def _of_paths(paths: Sequence[str]) -> Checked:
    """Read the files named, without a collection."""
    named = roots.resolve(paths)
    if named.missing:
        message = f"there is no deck file or folder {named.missing[0]}."
        raise UnknownNameError(message)
    there = roots.deck_files(named)
    for notice in opening.closed_notices(there.closed):
        click.echo(f"flashcards: {on_one_line(notice)}", err=True)
    decks = [load(file.path) for file in there.files.values()]
    return Checked(
        files=len(decks),
        cards=sum(len(note.cards) for deck in decks for note in deck.notes),
        stubs=tuple((deck.path, stub) for deck in decks for stub in deck.stubs),
        problems=_sorted(problem for deck in decks for problem in deck.problems),
    )


def _of_collection(world: World) -> Checked:
    """Look at what the collection knows of its files, which are read first where they changed."""
    with opening.opened(world.place, world.clock()) as collection:
        kept = shelf.findings(collection.database)
        files = roots.deck_files(collection.roots).files
        mine = [finding for finding in kept if finding.path in files]
        for notice in collection.notices:
            click.echo(f"flashcards: {on_one_line(notice)}", err=True)
        return Checked(
            files=len(mine),
            cards=sum(finding.cards for finding in mine),
            stubs=tuple(
                (roots.path_of(f.path), stub) for f in mine for stub in stubs_from_json(f.stubs)
            ),
            problems=_sorted(p for f in mine for p in problems_from_json(f.problems)),
        )


def _sorted(problems: Iterator[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda p: (p.path, p.line, p.column, p.code)))


def _report(found: Checked, *, with_stubs: bool) -> Iterator[str]:
    for problem in found.problems:
        yield "\n".join(problem_lines(problem))
    if with_stubs:
        for path, stub in found.stubs:
            section = SECTION_NAMES.get(stub.section, stub.section)
            yield f"{on_one_line(path)}:{stub.line}:{stub.column}: open: {section}"
    yield _summary(found)


def problem_lines(problem: Problem) -> Iterator[str]:
    """Give the lines that show one fault: its place, the line with a caret, and the way out."""
    place = f"{on_one_line(problem.path)}:{problem.line}:{problem.column}"
    yield f"{place}: {problem.severity}: {problem.message} [{problem.code}]"
    if problem.excerpt:
        yield f"    {problem.excerpt}"
        yield f"    {' ' * problem.caret}^"
    if problem.fix:
        yield f"    {problem.fix}"
    yield ""


def _summary(found: Checked) -> str:
    if not found.files:
        return "No deck file found; `flashcards config` shows where decks are looked for."
    totals = [
        f"{count(sum(p.severity is severity for p in found.problems), noun)}"
        for severity, noun in (
            (Severity.ERROR, "error"),
            (Severity.WARNING, "warning"),
            (Severity.INFO, "remark"),
        )
        if any(p.severity is severity for p in found.problems)
    ]
    faults = ", ".join(totals) or "no faults"
    looked_at = (
        count(found.files, "file"),
        count(found.cards, "card"),
        count(len(found.stubs), "stub"),
    )
    return f"{', '.join(looked_at)}: {faults}."
