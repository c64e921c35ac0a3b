"""`flashcards review`: the day's queue, on a screen or line by line."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import click

from flashcards import session as queues
from flashcards.collection import opening
from flashcards.collection.final_pass import final_queue, plan_in_final_days
from flashcards.collection.opening import Collection
from flashcards.collection.outlook import outlook
from flashcards.collection.today import queue_of
from flashcards.commands import World
from flashcards.commands.options import select_argument, selected, warn_of
from flashcards.memory.days import study_day
from flashcards.model import Moment, StudyDay
from flashcards.reviewing import Session
from flashcards.session import Queue
from flashcards.store import queue as rows
from flashcards.terminal.columns import width, wrapped
from flashcards.terminal.keys import by_lines

_MOST = 100_000


class Wish(NamedTuple):
    """What the learner asked of this sitting beside the cards."""

    limit: int | None
    new: int | None
    ahead_days: int
    weakest: int | None
    cram: bool
    final: bool


@click.command(
    epilog="Examples: flashcards review · flashcards review Attention --minutes 10 · "
    "flashcards review section:red_flags --cram"
)
@select_argument
@click.option("--minutes", type=click.IntRange(1, _MOST), help="Stop after this many minutes.")
@click.option("--limit", type=click.IntRange(1, _MOST), help="At most this many cards.")
@click.option("--new", type=click.IntRange(0, _MOST), help="Today's new cards, for once.")
@click.option(
    "--ahead", type=click.IntRange(0, _MOST), default=0, metavar="DAYS", help="Cards due by then."
)
@click.option("--weakest", type=click.IntRange(1, _MOST), help="The N least likely remembered.")
@click.option("--final", is_flag=True, help="Today's part of the pass before the day planned for.")
@click.option("--cram", is_flag=True, help="All the cards, without changing their schedule.")
@click.option("--plain", is_flag=True, help="Line by line, for scripts and plain terminals.")
@click.pass_obj
def command(  # noqa: PLR0913 - an option each
    world: World,
    select: tuple[str, ...],
    *,
    minutes: int | None,
    limit: int | None,
    new: int | None,
    ahead: int,
    weakest: int | None,
    cram: bool,
    final: bool,
    plain: bool,
) -> None:
    """Review the cards of the day, or those of them that SELECT names.

    SELECT is a deck, a topic, a card, a word, or tag:NAME, is:new, section:red_flags,
    deck:NAME; all must hold, and not:TERM excludes. Each answer is safe on disk before the
    next card is shown.
    """
    if cram + bool(weakest) + final > 1:
        message = "--cram, --weakest and --final are different queues; name one."
        raise click.UsageError(message)
    if (cram or weakest or final) and (new is not None or ahead):
        message = "--new and --ahead belong to the day's queue, not to --cram, --weakest, --final."
        raise click.UsageError(message)
    wish = Wish(limit, new, ahead, weakest, cram, final)
    now = world.clock()
    with opening.opened(world.place, now) as everything:
        warn_of(everything)
        collection = _limited(everything, wish, select, now)
        sitting = _begin(world, collection, wish)

        def narrow(words: str) -> Collection:
            chosen = _limited(everything, wish, words.split() or select, world.clock())
            sitting.narrow(_rebuild(world, chosen, wish))
            return chosen

        ends_at_ms = now.at_ms + minutes * 60_000 if minutes else None
        if sitting.show() is None:
            reason = outlook(collection, now).reason or "No card is left to review here."
            click.echo("\n".join(wrapped(reason, width())))
            return
        _run(plain)(sitting, everything, world.clock, ends_at_ms, narrow)


def _limited(everything: Collection, wish: Wish, select: Sequence[str], now: Moment) -> Collection:
    """Return the collection limited to SELECT, and in a final pass to what was planned as well."""
    if wish.final:
        day = study_day(now, everything.settings.rollover)
        planned = plan_in_final_days(everything, day).select
        everything = selected(everything, planned, now)
    return selected(everything, select, now)


def _begin(world: World, collection: Collection, wish: Wish) -> Session:
    settings = collection.settings
    fixed = wish.cram or wish.final or wish.weakest is not None
    new_limit = settings.new_per_day if wish.new is None else wish.new
    return Session(
        collection,
        world.clock,
        _rebuild(world, collection, wish),
        new_limit=None if fixed else new_limit,
        keeps_schedule=wish.cram,
    )


def _rebuild(world: World, collection: Collection, wish: Wish) -> Callable[[StudyDay], Queue]:
    """Give what builds the queue of a study day as the learner asked for it."""

    def queue_for(day: StudyDay) -> Queue:
        queue = _queue(collection, wish, day)
        return (
            queue if wish.limit is None else queues.limited(queue, wish.limit, world.clock().at_ms)
        )

    return queue_for


def _queue(collection: Collection, wish: Wish, day: StudyDay) -> Queue:
    database, scope = collection.database, collection.scope
    if wish.cram:
        return queues.fixed_queue(rows.all_asked(database, day, scope))
    if wish.weakest is not None:
        return queues.fixed_queue(rows.weakest(database, day, scope, wish.weakest))
    if wish.final:
        return final_queue(collection, day)
    return queue_of(collection, day, new=wish.new, ahead_days=wish.ahead_days)


def _run(plain: bool) -> Callable[..., None]:  # noqa: FBT001 - the flag as given
    if plain or by_lines():
        from flashcards.commands.review_plain import run as run_plain  # noqa: PLC0415 - one of two

        return run_plain
    from flashcards.commands.review_screen import run as run_screen  # noqa: PLC0415 - one of two

    return run_screen
