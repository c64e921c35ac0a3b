"""`flashcards cards`: a list, for the eye or for another program."""

import click

from flashcards.collection import opening
from flashcards.commands import World
from flashcards.commands.options import select_argument, selected, warn_of
from flashcards.memory.days import study_day
from flashcards.model import State, StudyDay
from flashcards.store import browse
from flashcards.store.browse import CardRow
from flashcards.store.shelf import ORPHAN, PRESENT
from flashcards.terminal.columns import cut, width
from flashcards.terminal.fronts import front_line
from flashcards.terminal.words import STATE_NAMES
from flashcards.text import count

_WIDE, _SHORT_ID = 72, 8


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
            listed, columns = 0, width()
            for row in rows:
                click.echo(_line(row, day, columns))
                listed += 1
            click.echo(f"{count(listed, 'card')}.", err=True)
        warn_of(everything)


def _line(row: CardRow, day: StudyDay, columns: int | None) -> str:
    """Give a card on a line, cut where a terminal ends: another program gets all of it."""
    narrow = columns is not None and columns < _WIDE
    uid = row.uid[:_SHORT_ID] if narrow else row.uid
    return cut(f"{uid}  {_standing(row, day):12}  {front_line(row.front)}", columns)


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
