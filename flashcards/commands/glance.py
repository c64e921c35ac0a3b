"""What the program says without a command: today at a glance, and how to go on."""

import os
import sys
from collections.abc import Iterator

import click

from flashcards.collection import opening
from flashcards.collection.opening import Collection
from flashcards.collection.outlook import Outlook, outlook
from flashcards.commands import World
from flashcards.commands.due import lines
from flashcards.commands.options import warn_of
from flashcards.store import log, queue
from flashcards.text import count

_FIRST_RUN = """\
Welcome. {cards} wait; a review takes a few minutes a day.

  A card asks; think of the answer, then show it (space) and say how well you knew it:
  1 Again · 2 Hard · 3 Good · 4 Easy. The better you knew it, the later it comes again;
  each key shows when. u undoes, q ends, and nothing is lost when you stop at any time.

  Your own decks are YAML files in {folder}:

      deck: Systems::Caching
      cards:
        - front: What does a write-back cache do on a write?
          back: It changes the cache only, and memory later, on eviction.

  `flashcards check` finds their faults; `flashcards config starter off` drops ours.
"""


def glance(world: World) -> None:
    """Show today at a glance; on a terminal, offer the one key to go on with."""
    now = world.clock()
    with opening.opened(world.place, now) as collection:
        found = outlook(collection, now)
        for line in _page(collection, found):
            click.echo(line)
        warn_of(collection)
    if found.total.cards and sys.stdin.isatty() and sys.stdout.isatty() and os.name != "nt":
        _offer()
    elif found.total.cards:
        click.echo("\nflashcards review")


def _page(collection: Collection, found: Outlook) -> Iterator[str]:
    if not log.has_answers(collection.database) and found.total.cards:
        cards = queue.count_cards(collection.database, collection.scope)
        yield _FIRST_RUN.format(
            cards=count(cards, "card"),
            folder=collection.settings.decks[0],
        )
    yield from lines(found)


def _offer() -> None:
    click.echo("\nEnter review · ? help · q quit")
    from flashcards.terminal.keys import ENTER, Keyboard  # noqa: PLC0415 - POSIX terminals only

    keyboard = Keyboard(lambda: None, lambda: None)
    with keyboard.reading():
        key = keyboard.press()
    context = click.get_current_context()
    if key == ENTER:
        from flashcards.commands.review import command  # noqa: PLC0415 - when it goes on

        context.invoke(command)
    elif key == "?":
        click.echo(context.get_help())
