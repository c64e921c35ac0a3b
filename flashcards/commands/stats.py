"""`flashcards stats`: what was learnt, what is coming, how true the predictions are."""

import os
import sys

import click

from flashcards.collection import opening
from flashcards.collection.summing import statistics_of
from flashcards.commands import World
from flashcards.commands.due_shape import print_json, speaks_utf8
from flashcards.commands.options import select_argument, selected, warn_of
from flashcards.commands.stats_page import page
from flashcards.commands.stats_shape import stats_shape
from flashcards.memory.days import study_day
from flashcards.reviewing import policy_of, rows_in_force
from flashcards.store import browse
from flashcards.terminal import charts, screen

_PIPED_WIDTH = 80


@click.command(epilog="Examples: flashcards stats · flashcards stats section:red_flags")
@select_argument
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.pass_obj
def command(world: World, select: tuple[str, ...], as_json: bool) -> None:  # noqa: FBT001 - click's flag
    """Show what was learnt, what is coming, and how true the predictions are.

    Recall is counted over answers to cards in Review, a day or more after the last; the range
    behind a share is where the true one lies, 19 times in 20. Predictions are those of the
    parameters in force.
    """
    now = world.clock()
    with opening.opened(world.place, now) as everything:
        collection = selected(everything, select, now)
        found = statistics_of(collection, now)
        day = study_day(now, collection.settings.rollover)
        database = collection.database
        policy = policy_of(database, collection.settings)
        numbers = dict.fromkeys((*found.hardest, *found.leeches))
        rows = (browse.card(database, number) for number in numbers)
        named = {row.id: row for row in rows_in_force(database, rows, policy)}
        if as_json:
            print_json(stats_shape(found, named, day))
        else:
            show_charts(page(found, named, day, chart_width()))
        warn_of(everything)


def chart_width() -> int:
    """Give the columns that charts may take: the terminal's, or 80 where there is none."""
    return screen.size().columns if sys.stdout.isatty() else _PIPED_WIDTH


def show_charts(lines: list[charts.Line]) -> None:
    """Print charts as standard output takes them."""
    plain = not sys.stdout.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    click.echo(
        charts.printed(lines, chart_width(), colour=not plain, ascii_only=not speaks_utf8()),
        nl=False,
    )
