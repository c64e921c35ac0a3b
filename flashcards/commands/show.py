"""`flashcards show`: all there is to know about one card."""

from collections.abc import Iterator, Sequence

import click

from flashcards import clock
from flashcards.collection import opening
from flashcards.collection.choosing import card_named
from flashcards.collection.roots import path_of
from flashcards.commands import World
from flashcards.commands.due_shape import print_json
from flashcards.commands.options import warn_of
from flashcards.commands.shapes import card_shape, outcomes_shape, review_shape
from flashcards.memory.days import study_day
from flashcards.memory.recall import retrievability
from flashcards.memory.scheduling import Outcomes, Policy, outcomes
from flashcards.model import Event, EventKind, Moment, StudyDay
from flashcards.reviewing import as_in_force, policies_of
from flashcards.store import browse, log
from flashcards.store.browse import CardRow
from flashcards.terminal.words import RATING_NAMES, STATE_NAMES, interval
from flashcards.text import count, on_one_line


@click.command(epilog="Example: flashcards show kq3v")
@click.argument("card")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.pass_obj
def command(world: World, card: str, as_json: bool) -> None:  # noqa: FBT001 - click's flag
    """Show one card: its sides, where it is written, its history, and what each rating would do.

    CARD is an id from `flashcards cards`, or the unique beginning of one.
    """
    now = world.clock()
    with opening.opened(world.place, now) as collection:
        database = collection.database
        row = browse.card(database, card_named(collection, card))
        events = list(log.events(database, row.id))
        policy = policies_of(collection)(row.deck)
        row = as_in_force(database, row, policy)
        day = study_day(now, policy.rollover_hour)
        found = outcomes(row.uid, row.state, now, policy)
        if as_json:
            reviews = [event for event in events if event.kind is EventKind.REVIEW]
            print_json(
                {
                    "card": card_shape(row, now, day, policy),
                    "reviews": [review_shape(event) for event in reviews],
                    "outcomes": outcomes_shape(row.state, found, now, policy),
                }
            )
        else:
            click.echo("\n".join(_page(row, events, found, day, policy)))
        warn_of(collection)


def _page(
    row: CardRow, events: Sequence[Event], found: Outcomes, day: StudyDay, policy: Policy
) -> Iterator[str]:
    yield f"{row.deck}{' · ' + row.topic_title if row.topic_title else ''}"
    yield ""
    yield row.front
    yield "───"
    yield row.back
    yield from filter(None, (row.extra, row.detail))
    yield ""
    yield f"id       {row.uid}"
    yield f"written  {on_one_line(path_of(row.path))}:{row.line}"
    yield from (f"source   {source}" for source in row.source)
    if row.tags:
        yield f"tags     {', '.join(row.tags)}"
    yield f"state    {', '.join(_standing(row, day))}"
    yield from _memory(row, day, policy)
    given = (found.again, found.hard, found.good, found.easy)
    yield "now      " + "   ".join(
        f"{RATING_NAMES[one.rating]} {interval(one.interval_s)}" for one in given
    )
    yield ""
    yield from map(_event, events)
    if not events:
        yield "No reviews yet."


def _standing(row: CardRow, day: StudyDay) -> Iterator[str]:
    yield STATE_NAMES[row.state.state]
    if row.state.due_day is not None:
        yield f"due {clock.date_of(row.state.due_day)}"
    if row.deck_suspended:
        yield "suspended in the deck"
    elif row.suspended:
        yield "suspended"
    if (row.buried_until_day or 0) > day:
        yield "buried until tomorrow"
    if row.presence < 0:
        yield "no longer in the decks"


def _memory(row: CardRow, day: StudyDay, policy: Policy) -> Iterator[str]:
    state = row.state
    if state.stability is None or state.difficulty is None:
        return
    recall = retrievability(state, day, policy.weights) or 0
    yield (
        f"memory   stability {state.stability:.1f} days, difficulty {state.difficulty:.1f}, "
        f"recall today {recall:.0%}"
    )
    yield f"answers  {count(state.reps, 'answer')}, {count(state.lapses, 'lapse')}"


def _event(event: Event) -> str:
    when = clock.iso(Moment(event.reviewed_at_ms, event.utc_offset_s))[:16].replace("T", " ")
    what = RATING_NAMES[event.rating] if event.rating else event.kind
    given = f" → {interval(event.interval_s)}" if event.rating else ""
    return f"{when}  {what}{given}{'  (undone)' if event.undone else ''}"
