"""`flashcards cards`: a list, for the eye or for another program."""

import re

import click

from flashcards.collection import opening
from flashcards.commands import World
from flashcards.commands.options import select_argument, selected, warn_of
from flashcards.memory.days import study_day
from flashcards.model import State, StudyDay
from flashcards.store import browse
from flashcards.store.browse import CardRow
from flashcards.store.shelf import ORPHAN, PRESENT
from flashcards.terminal.words import STATE_NAMES
from flashcards.text import count

_FRONT_WIDTH = 46
_MARKS = re.compile(r"[$`*_\\<\[|#]")


@click.command(epilog="Example: flashcards cards is:due section:red_flags")
@select_argument
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.pass_obj
def command(world: World, select: tuple[str, ...], as_json: bool) -> None:  # noqa: FBT001 - click's flag
    """List the cards that SELECT names, all of them without one.

    Cards that left the decks are listed with is:orphan only.
    """
    now = world.clock()
    with opening.opened(world.place, now) as everything:
        collection = selected(everything, select, now)
        day = study_day(now, collection.settings.rollover)
        presence = ORPHAN if "is:orphan" in select else PRESENT
        rows = browse.cards(collection.database, collection.scope, presence)
        if as_json:
            from flashcards.commands.shapes import print_cards  # noqa: PLC0415 - loads fsrs
            from flashcards.reviewing import policy_of, rows_in_force  # noqa: PLC0415 - loads fsrs

            policy = policy_of(collection.database, collection.settings)
            print_cards(rows_in_force(collection.database, rows, policy), now, day, policy)
        else:
            listed = 0
            for row in rows:
                click.echo(_line(row, day))
                listed += 1
            click.echo(f"{count(listed, 'card')}.", err=True)
        warn_of(everything)


def _line(row: CardRow, day: StudyDay) -> str:
    front = " ".join(_read(row.front).split())
    if len(front) > _FRONT_WIDTH:
        front = f"{front[: _FRONT_WIDTH - 1]}…"
    return f"{row.uid:16}  {_standing(row, day):12}  {front}"


def _read(front: str) -> str:
    """Give a front as it reads, maths written out; most have no mark in them."""
    if not _MARKS.search(front):
        return front
    from flashcards.markup import reading  # noqa: PLC0415 - loaded where a card has a mark in it
    from flashcards.terminal import document  # noqa: PLC0415 - loads rich, for marks alone

    return document.words(reading.read(front))


def _standing(row: CardRow, day: StudyDay) -> str:
    state = row.state
    if row.suspended or row.deck_suspended:
        return "suspended"
    if (row.buried_until_day or 0) > day:
        return "buried"
    if state.state is State.REVIEW and state.due_day is not None:
        days = state.due_day - day
        return "due" if days <= 0 else f"in {days}d"
    return STATE_NAMES[state.state]
