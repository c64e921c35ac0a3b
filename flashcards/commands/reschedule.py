"""`flashcards reschedule`: due dates by the parameters and retention in force."""

from collections.abc import Iterator

import click

from flashcards import clock
from flashcards.collection import opening
from flashcards.collection.opening import Collection
from flashcards.commands import World
from flashcards.commands.options import select_argument, selected, warn_of
from flashcards.commands.progress import progress
from flashcards.commands.stats import chart_width, show_charts
from flashcards.memory.days import study_day
from flashcards.model import Moment
from flashcards.reviewing import policies_of
from flashcards.store.rescheduling import count_movable
from flashcards.terminal import charts
from flashcards.text import count
from flashcards.tuning import rescheduling
from flashcards.tuning.rescheduling import Preview

_DAYS = 14


@click.command(epilog="Examples: flashcards reschedule · flashcards reschedule --yes")
@select_argument
@click.option("--yes", is_flag=True, help="Move the due dates; without it nothing is changed.")
@click.option("--undo", is_flag=True, help="Take the latest reschedule back.")
@click.pass_obj
def command(world: World, select: tuple[str, ...], yes: bool, undo: bool) -> None:  # noqa: FBT001 - click's flags
    """Show what would move if the cards were scheduled by what is in force now; --yes moves it.

    Each card in Review gets the interval that its last answer would be given with the
    parameters and the desired retention in force. Where these did not change nothing moves; a
    due date set by hand stays.
    """
    if undo and (yes or select):
        message = "--undo takes the latest reschedule back as a whole; it goes alone."
        raise click.UsageError(message)
    now = world.clock()
    with opening.opened(world.place, now) as everything:
        if undo:
            moved_back = rescheduling.undo(everything.database)
            click.echo(f"{count(moved_back, 'card')} moved back.")
            return
        collection = selected(everything, select, now)
        found = previewed(collection, now)
        for line in told(found):
            click.echo(line)
        if found.moves:
            show_charts(_chart(found))
        if found.moves and yes:
            moved = rescheduling.apply(
                collection.database, found.moves, policies_of(collection), now
            )
            click.echo(
                f"\n{count(moved, 'card')} moved (`flashcards reschedule --undo` undoes it)."
            )
        elif found.moves:
            click.echo("\nNothing was changed; `flashcards reschedule --yes` does it.")
        warn_of(everything)


def previewed(collection: Collection, now: Moment) -> Preview:
    """Look at all cards, with a progress bar where there is somebody to see it."""
    length = count_movable(collection.database, collection.scope)
    with progress(length, "Looking") as tick:
        return rescheduling.preview(
            collection,
            policies_of(collection),
            study_day(now, collection.settings.rollover),
            tick,
        )


def told(found: Preview) -> Iterator[str]:
    """Say what would move."""
    if not found.looked_at:
        yield "There is no card in Review yet, so there is nothing to reschedule."
    elif not found.moves:
        yield (
            f"All {found.looked_at} cards stay: they are scheduled by what is in force."
            if found.looked_at > 1
            else "The card stays: it is scheduled by what is in force."
        )
    else:
        yield f"{len(found.moves)} of {count(found.looked_at, 'card')} would move."
        become = f"{count(found.become_due, 'card')} would become due today"
        yield f"{become}, {found.no_longer_due} that are due would no longer be."


def _chart(found: Preview) -> list[charts.Line]:
    rows = []
    for offset, (leave, come) in enumerate(rescheduling.days_of(found.moves, found.day, _DAYS)):
        name = clock.day_name(found.day + offset) if offset else "by today"
        rows.append((name, f"-{leave}", f"+{come}", f"{come - leave:+}"))
    head = ("", "leave", "come", "in all")
    return [charts.Line(), *charts.table(head, rows, chart_width())]
