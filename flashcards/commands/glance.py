"""What the program says without a command: today at a glance, and how to go on."""

import os
import sys
from collections.abc import Iterator

import click

from flashcards.collection import opening
from flashcards.collection.opening import Collection
from flashcards.collection.outlook import Outlook, outlook
from flashcards.collection.today import queue_of
from flashcards.collection.topics import called, chapter, chapters
from flashcards.commands import World
from flashcards.commands.due import lines
from flashcards.commands.options import warn_of
from flashcards.memory.days import study_day
from flashcards.model import Moment
from flashcards.session import next_card
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
        reading = _to_read(collection, now)
    if sys.stdin.isatty() and sys.stdout.isatty() and os.name != "nt":
        _offer(found, reading)
    elif found.total.cards:
        click.echo("\nflashcards review")


def _to_read(collection: Collection, now: Moment) -> str | None:
    """Give the name of the topic whose cards come next, else of the first there is."""
    day = study_day(now, collection.settings.rollover)
    waiting = next_card(queue_of(collection, day), now.at_ms)
    found = chapter(collection, waiting.topic) if waiting else None
    found = found or next(chapters(collection), None)
    return called(found.topic.key, found.topic.title) if found else None


def _page(collection: Collection, found: Outlook) -> Iterator[str]:
    if not log.has_answers(collection.database) and found.total.cards:
        cards = queue.count_cards(collection.database, collection.scope)
        yield _FIRST_RUN.format(
            cards=count(cards, "card"),
            folder=collection.settings.decks[0],
        )
    yield from lines(found)


def _offer(found: Outlook, reading: str | None) -> None:
    offers = [
        "Enter review" if found.total.cards else "",
        "r read" if reading else "",
        "n new deck",
        "? help",
        "q quit",
    ]
    click.echo(f"\n{' · '.join(filter(None, offers))}")
    from flashcards.terminal.keys import ENTER, Keyboard  # noqa: PLC0415 - POSIX terminals only

    keyboard = Keyboard(lambda: None, lambda: None)
    with keyboard.reading():
        key = keyboard.press()
    context = click.get_current_context()
    if key == ENTER and found.total.cards:
        from flashcards.commands.review import command as review  # noqa: PLC0415 - when it goes on

        context.invoke(review)
    elif key == "r" and reading:
        from flashcards.commands.read import command as read  # noqa: PLC0415 - when it goes on

        context.invoke(read, topic=reading)
    elif key == "n":
        from flashcards.commands.new import command as new  # noqa: PLC0415 - when it goes on

        context.invoke(new, question=click.prompt("The question the deck begins with"))
    elif key == "?":
        click.echo(context.get_help())
