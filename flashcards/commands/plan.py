"""`flashcards plan`: an interview on a day, and what will be known then."""

import math
from collections.abc import Callable, Iterator, Mapping

import click

from flashcards import clock
from flashcards.collection import opening
from flashcards.collection.opening import Collection
from flashcards.commands import World
from flashcards.commands.due_shape import Shape, print_json
from flashcards.commands.options import select_argument, selected, warn_of
from flashcards.commands.progress import progress
from flashcards.errors import FlashcardsError
from flashcards.memory.days import study_day
from flashcards.model import Moment, StudyDay
from flashcards.store import plan as store
from flashcards.store.plan import FINAL_DAYS, KeptPlan
from flashcards.terminal.columns import width, wrapped
from flashcards.terminal.words import minutes
from flashcards.text import count
from flashcards.tuning import planning
from flashcards.tuning.planning import Plan, Scenario

_FARTHEST_DAYS = 3650


@click.command(
    epilog="Examples: flashcards plan --by 2026-12-18 Attention · flashcards plan · "
    "flashcards plan --drop"
)
@select_argument
@click.option("--by", metavar="DATE", help="The day to know the cards on, as 2026-12-18.")
@click.option(
    "--goal",
    type=click.FloatRange(0.5, 0.99),
    default=0.9,
    show_default=True,
    help="Share of the cards to recall on that day.",
)
@click.option("--drop", is_flag=True, help="End the plan that is kept.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.pass_obj
def command(  # noqa: PLR0913 - an option each
    world: World,
    select: tuple[str, ...],
    *,
    by: str | None,
    goal: float,
    drop: bool,
    as_json: bool,
) -> None:
    """See what you will recall on a day, of all cards or of those that SELECT names.

    It is simulated from your own cards, parameters, answers and times: at your pace of late, and
    at the slowest that reaches the goal. The plan is kept, so that `due` counts the days; no due
    date changes. Without --by the plan kept is looked at again.
    """
    now = world.clock()
    if drop and (by or select):
        message = "--drop ends the plan; it goes alone."
        raise click.UsageError(message)
    if select and by is None:
        message = "a plan for some cards needs the day: --by DATE."
        raise click.UsageError(message)
    with opening.opened(world.place, now) as everything:
        today = study_day(now, everything.settings.rollover)
        if drop:
            store.keep(everything.database, None)
            click.echo("No day is planned for any more.")
            return
        wanted = _wanted(everything, by, select, today)
        collection = selected(everything, wanted.select, now)
        found = _planned(collection, wanted, goal, now)
        if by is not None:
            store.keep(everything.database, wanted)
        if as_json:
            print_json(_shape(found))
        else:
            click.echo("\n".join(_page(found)))
        warn_of(everything)


def _wanted(
    collection: Collection, by: str | None, select: tuple[str, ...], today: StudyDay
) -> KeptPlan:
    if by is None:
        kept = store.kept(collection.database)
        if kept is None or kept.by <= today:
            message = "no day is planned for; `flashcards plan --by DATE` does."
            raise FlashcardsError(message)
        return kept
    try:
        day = StudyDay(clock.day_number(by))
    except ValueError as error:
        message = f"--by takes a date such as 2026-12-18, not {by!r}."
        raise click.UsageError(message) from error
    if not today < day <= today + _FARTHEST_DAYS:
        message = f"{by} is not a day to plan for: it must lie after today, within ten years."
        raise click.UsageError(message)
    return KeptPlan(day, select)


def _planned(collection: Collection, wanted: KeptPlan, goal: float, now: Moment) -> Plan:
    with progress(planning.scenarios(collection), "Simulating") as tick:
        found = planning.plan_for(collection, wanted.by, goal, now, tick)
    if found is None:
        message = "there is no card here to plan for."
        raise FlashcardsError(message)
    return found


def _page(found: Plan) -> Iterator[str]:
    columns = width()
    for line in (*_now(found), "", *_table(found), "", *_further(found)):
        yield from wrapped(line, columns)


def _now(found: Plan) -> Iterator[str]:
    share = f"{found.recalled_now / found.cards:.0%}"
    yield (
        f"{count(found.days_left, 'day')} to {clock.date_of(found.by)}: "
        f"{count(found.cards, 'card')}, {found.met} met, {share} would be recalled now."
    )


def _table(found: Plan) -> Iterator[str]:
    """Give the two paces side by side, narrow enough for any window."""
    other = f"for {found.goal:.0%}" if found.reaching else "all at once"
    yield f"{'':18}{'as of late':>12}{other:>14}"
    scenarios = (found.present, found.reaching or found.best)
    for name, told in _MEASURES.items():
        here, there = map(told, scenarios)
        yield f"{name:18}{here:>12}{there:>14}"


_MEASURES: Mapping[str, Callable[[Scenario], str]] = {
    "new a day": lambda one: f"{one.new_per_day:.1f}".removesuffix(".0"),
    "time a day": lambda one: minutes(round(one.minutes_per_day)),
    "on the longest day": lambda one: minutes(round(one.most_minutes)),
    "recalled": lambda one: f"{one.recalled:.0%}",
    "with a final pass": lambda one: f"{one.with_final_pass:.0%}",
}


def _further(found: Plan) -> Iterator[str]:
    """Say how the pace that reaches the goal is set, and what the final pass is."""
    if found.reaching:
        pace = math.ceil(found.reaching.new_per_day)
        yield f"`flashcards config new_per_day {pace}` sets the pace for {found.goal:.0%}."
    else:
        yield f"{found.goal:.0%} is out of reach by then; meeting all cards at once is the most."
    yield "In the final pass each card comes once more in the last days, the weakest first."
    if found.days_left > FINAL_DAYS:
        begins = clock.day_name(found.final_from)
        yield f"It begins {begins}: `flashcards review --final` shows each day's part."
    elif found.final.left:
        today = f"{found.final.today} today of {found.final.left}"
        yield f"It is on, {today}: `flashcards review --final`."
    else:
        yield "All cards met came once more: the final pass is done."


def _shape(found: Plan) -> Shape:
    return {
        "study_day": clock.date_of(found.today),
        "by": clock.date_of(found.by),
        "days_left": found.days_left,
        "cards": found.cards,
        "met": found.met,
        "recalled_now": round(found.recalled_now / found.cards, 4),
        "goal": found.goal,
        "final_left": found.final.left,
        "final_from": clock.date_of(found.final_from),
        "present": _scenario(found.present),
        "reaching": None if found.reaching is None else _scenario(found.reaching),
        "best": _scenario(found.best),
    }


def _scenario(one: Scenario) -> Shape:
    return {name: round(value, 4) for name, value in one._asdict().items()}
