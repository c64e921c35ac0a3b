"""`flashcards show`: all there is to know about one card."""

from collections.abc import Iterator, Sequence

import click

from flashcards.collection import opening
from flashcards.collection.choosing import card_named
from flashcards.commands import World
from flashcards.commands.about import history, standing
from flashcards.commands.due_shape import print_json
from flashcards.commands.options import warn_of
from flashcards.commands.shapes import card_shape, outcomes_shape, review_shape
from flashcards.commands.sitting import face_of_row
from flashcards.memory.days import study_day
from flashcards.memory.scheduling import outcomes
from flashcards.model import EventKind
from flashcards.reviewing import as_in_force, policies_of
from flashcards.store import browse, log
from flashcards.store.browse import CardRow
from flashcards.terminal import paper
from flashcards.terminal.faces import whole_card
from flashcards.terminal.screen import FACTS, HEADING, Part


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
            paper.show(_page(row, [*standing(row, found, day, policy), "", *history(events)]))
        warn_of(collection)


def _page(row: CardRow, about: Sequence[str]) -> Iterator[Part]:
    yield from whole_card(face_of_row(row), row.kind, further=(row.detail,))
    yield Part(HEADING, "card")
    yield Part(FACTS, "\n".join(about))
