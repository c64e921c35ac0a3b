"""`flashcards check`: every fault of every deck file, in one pass, and advice on the cards."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import click

from flashcards.collection import opening, roots
from flashcards.collection.content import problems_from_json, stubs_from_json
from flashcards.commands import World, check_style
from flashcards.commands.authoring import found_named
from flashcards.commands.faults import problem_lines
from flashcards.deck.reading import load
from flashcards.errors import UnknownNameError
from flashcards.notes import Deck, Problem, Severity, Stub
from flashcards.store import cache, shelf
from flashcards.terminal.words import SECTION_NAMES
from flashcards.text import count, on_one_line

Judge = Callable[[Iterable[Deck]], Iterable[Problem]]
"""Gives the advice on decks, which come as they are read."""


_STUB_NAMES = {str(section): name for section, name in SECTION_NAMES.items()}


class Checked(NamedTuple):
    """What was found in all files looked at; stubs come with the path they stand in."""

    files: int
    cards: int
    stubs: tuple[tuple[str, Stub], ...]
    problems: tuple[Problem, ...]


@click.command(epilog="Examples: flashcards check · flashcards check --fix notes/caching.yaml")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path())
@click.option("--style", "with_style", is_flag=True, help="Judge the cards as well, as advice.")
@click.option("--explain", metavar="CODE", help="Tell what is behind a code, and no more.")
@click.option("--stubs", is_flag=True, help="List the places left open as well.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.option("--fix", is_flag=True, help="Mend slips that leave no doubt; shows the diff, asks.")
@click.option("--yes", is_flag=True, help="With --fix: write without asking.")
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - click's options
    ctx: click.Context,
    paths: tuple[str, ...],
    with_style: bool,  # noqa: FBT001 - click's flag
    explain: str | None,
    stubs: bool,  # noqa: FBT001 - click's flag
    as_json: bool,  # noqa: FBT001 - click's flag
    fix: bool,  # noqa: FBT001 - click's flag
    yes: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Find the faults of deck files: where, what, and how to mend it.

    PATH is a file or folder, from here or in your decks folder; without it, the files of the
    collection. With --style, also what makes a card hard to review; `style-ok: [RULE, ...]` on a
    card, topic or file silences a rule there, and `flashcards config style.ok RULE,...`
    everywhere. Exit code 1 when there are errors, or when --fix could not write a file.
    """
    if explain is not None:
        from flashcards.commands.check_explain import explanation  # noqa: PLC0415 - for who asks

        click.echo(explanation(explain))
        return
    if (fix and as_json) or (yes and not fix):
        ctx.fail("--fix prints a diff and no JSON, and --yes goes with --fix.")
    paths = tuple(found_named(ctx.obj, paths))
    all_written = True
    if fix:
        from flashcards.commands import check_fix  # noqa: PLC0415 - for who asks

        all_written = check_fix.fix_files(ctx.obj, paths, without_asking=yes)
    judge = check_style.judge(ctx.obj) if with_style else _leave
    found = _of_paths(paths, judge) if paths else _of_collection(ctx.obj, judge)
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
        for block in _report(found, with_stubs=stubs, with_style=with_style):
            click.echo(block)
    has_errors = any(problem.severity is Severity.ERROR for problem in found.problems)
    if has_errors or not all_written:
        ctx.exit(1)


def _leave(decks: Iterable[Deck]) -> Iterable[Problem]:
    """Judge nothing; the decks are not even read."""
    del decks
    return ()


def _of_paths(paths: Sequence[str], judge: Judge) -> Checked:
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
        problems=_sorted(chain((p for deck in decks for p in deck.problems), judge(decks))),
    )


def _of_collection(world: World, judge: Judge) -> Checked:
    """Look at what the collection knows of its files, which are read first where they changed."""
    with opening.opened_store(world.place) as (database, _):
        cache.doubt_media(database)
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
            problems=_sorted(
                chain(
                    (p for f in mine for p in problems_from_json(f.problems)),
                    judge(load(file.path) for file in files.values()),
                )
            ),
        )


def _sorted(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda p: (p.path, p.line, p.column, p.code)))


def _report(found: Checked, *, with_stubs: bool, with_style: bool) -> Iterator[str]:
    for problem in found.problems:
        yield "\n".join(problem_lines(problem))
    if with_stubs:
        for path, stub in found.stubs:
            section = _STUB_NAMES.get(stub.section) or stub.section.replace("_", " ")
            yield f"{on_one_line(path)}:{stub.line}:{stub.column}: open: {section}"
    yield _summary(found, with_style=with_style)


def _summary(found: Checked, *, with_style: bool) -> str:
    if not found.files:
        return "No deck file found; `flashcards config` shows where decks are looked for."
    faults = [problem for problem in found.problems if not check_style.is_advice(problem)]
    advice = [problem for problem in found.problems if check_style.is_advice(problem)]
    told = _totals(faults) or "no faults"
    if with_style:
        told += f"; style: {_totals(advice) or 'nothing to say'}"
    looked_at = (
        count(found.files, "file"),
        count(found.cards, "card"),
        count(len(found.stubs), "stub"),
    )
    return f"{', '.join(looked_at)}: {told}."


def _totals(problems: Sequence[Problem]) -> str:
    """Count problems by severity: `1 error, 4 warnings`; empty when there are none."""
    counted = (
        (sum(problem.severity is severity for problem in problems), noun)
        for severity, noun in (
            (Severity.ERROR, "error"),
            (Severity.WARNING, "warning"),
            (Severity.INFO, "remark"),
        )
    )
    return ", ".join(count(number, noun) for number, noun in counted if number)
