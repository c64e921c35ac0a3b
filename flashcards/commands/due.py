"""`flashcards due`: what waits, how long it will take, and when the next comes."""

from collections.abc import Iterator

import click

from flashcards import clock
from flashcards.collection import opening
from flashcards.collection.outlook import Backlog, Outlook, Planned, outlook
from flashcards.commands import World
from flashcards.commands.options import select_argument, selected, warn_of
from flashcards.memory.days import study_day
from flashcards.store.plan import FINAL_DAYS
from flashcards.terminal.columns import width, wrapped
from flashcards.terminal.words import minutes
from flashcards.text import count


@click.command(epilog="Example: flashcards due --short")
@select_argument
@click.option("--short", is_flag=True, help="One line for a status bar; empty when done.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.pass_obj
def command(world: World, select: tuple[str, ...], short: bool, as_json: bool) -> None:  # noqa: FBT001 - click's flags
    """Count what `review` would show now, by deck, with the limits of the day applied.

    Says how many minutes it will take by your own times, when the next card is due, and why
    when nothing is.
    """
    now = world.clock()
    with opening.opened(world.place, now) as everything:
        collection = selected(everything, select, now)
        found = outlook(collection, now)
        day = study_day(now, collection.settings.rollover)
        if as_json:
            from flashcards.commands.due_shape import due_shape, print_json  # noqa: PLC0415 - rare

            print_json(due_shape(found, now, day, collection.settings.rollover))
        elif short:
            click.echo(short_line(found), nl=bool(found.total.cards))
        else:
            click.echo("\n".join(lines(found)))
        if not short:
            warn_of(everything)


_FIGURES_WIDTH = 25  # of the three columns, and the blanks before them
_SHORTEST_DECK = 12
_UNLIMITED = 10_000


def short_line(found: Outlook) -> str:
    """Give the line for a status bar, empty when nothing is due."""
    return f"{found.total.cards} · {minutes(found.minutes)}" if found.total.cards else ""


def lines(found: Outlook) -> list[str]:
    """Give what is due as a table and a sentence or two, for the width there is."""
    columns = width()
    said = [line for remark in _remarks(found) for line in wrapped(remark, columns)]
    if not found.total.cards:
        return [*wrapped(found.reason or "Nothing is due.", columns), *said]
    room = max(_SHORTEST_DECK, (columns or _UNLIMITED) - _FIGURES_WIDTH)
    names = {deck: deck if len(deck) <= room else f"…{deck[1 - room :]}" for deck in found.decks}
    longest = max(map(len, names.values())) + 2
    rows = [f"{'':{longest}}{'new':>6}{'learning':>10}{'due':>6}"]
    rows += [
        f"{names[deck]:{longest}}{one.new:>6}{one.learning:>10}{one.review:>6}"
        for deck, one in sorted(found.decks.items())
    ]
    rows += ["", f"{count(found.total.cards, 'card')}, about {minutes(found.minutes)}."]
    return [*rows, *said]


def _remarks(found: Outlook) -> Iterator[str]:
    if found.backlog:
        yield _backlog_line(found.backlog)
    if found.planned:
        yield _planned_line(found.planned)


def _planned_line(planned: Planned) -> str:
    """Say how many days are left to the day planned for."""
    date = clock.date_of(planned.by)
    if not planned.days_left:
        return "Today is the day you planned for. Good luck!"
    left = f"{count(planned.days_left, 'day')} to {date}"
    if planned.days_left <= FINAL_DAYS:
        return f"{left}: time for the final pass, `flashcards review --final`."
    return f"{left} (`flashcards plan` looks ahead)."


def _backlog_line(backlog: Backlog) -> str:
    """Say how much waits beyond today's limit, and in how many days it is caught up."""
    waiting = f"{count(backlog.waiting, 'review')} wait in all"
    if backlog.days is None:
        return f"{waiting}, and do not become fewer at this pace (reviews_per_day limits it)."
    return f"{waiting}; at this pace all is caught up in {count(backlog.days, 'day')}."
