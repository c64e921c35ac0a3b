"""What the program says without a command: today at a glance, and how to go on."""

from collections.abc import Callable, Iterator
from functools import partial

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
from flashcards.terminal import keys
from flashcards.terminal.columns import height, width, wrapped
from flashcards.text import count

_WELCOME = """\
Welcome. {cards} wait; a review takes a few minutes a day.

A card asks; think of the answer, show it (space), and say how well you knew it:
1 Again, 2 Hard, 3 Good, 4 Easy; each says when the card comes again.
u undoes, q ends, and nothing is lost when you stop.
"""
_OWN_DECKS = """\
Your own decks are YAML files in {folder}:

    deck: Systems::Caching
    cards:
      - front: What does a write-back cache do on a write?
        back: It changes the cache only, and memory later, on eviction.

`flashcards check` finds faults; `flashcards config starter off` drops ours.
"""
_HELP = """\
Enter  review the cards of today
r      read the topic that comes next
n      start a deck of your own
q      end

flashcards read        the topics to read
flashcards stats       what you have learnt
flashcards check       faults of your decks
flashcards export      your cards for Anki
flashcards --help      all commands"""
_HELP_HANG = 23
# Below the page: a blank line, the keys, and the line where the cursor waits.
_AROUND = 3


def glance(world: World) -> None:
    """Show today at a glance; on a terminal, offer the keys to go on with."""
    now = world.clock()
    with opening.opened(world.place, now) as collection:
        found = outlook(collection, now)
        for line in _page(collection, found):
            click.echo(line)
        warn_of(collection)
        reading = _to_read(collection, now)
    if not keys.by_lines():
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
    """Give today, and on the first run what to know; where it is low, the least telling goes."""
    today = lines(found)
    if log.has_answers(collection.database) or not found.total.cards:
        yield from today
        return
    cards = count(queue.count_cards(collection.database, collection.scope), "card")
    welcome = _fitted(_WELCOME.format(cards=cards))
    own = _fitted(_OWN_DECKS.format(folder=collection.settings.decks[0]))
    yield from welcome
    rows = height()
    if rows is None or len(welcome) + len(own) + len(today) + _AROUND <= rows:
        yield from own
    yield from today


def _fitted(text: str, hang: int = 0) -> list[str]:
    """Give a text in lines for the width there is."""
    return [part for line in text.split("\n") for part in wrapped(line, width(), hang)]


def _offer(found: Outlook, reading: str | None) -> None:
    """Take keys until one of them goes on or ends."""
    context = click.get_current_context()
    ways: dict[str | None, Callable[[], None]] = {"n": partial(_start_deck, context)}
    if found.total.cards:
        ways[keys.ENTER] = partial(_review, context)
    if reading:
        ways["r"] = partial(_read, context, reading)
    offers = _offers(keys.ENTER in ways, "r" in ways)
    click.echo(f"\n{offers}")
    keyboard = keys.keyboard(lambda: None, lambda: None)
    with keyboard.reading():
        while (key := keyboard.press()) not in {*ways, "q", keys.ESCAPE, keys.END}:
            if key == "?":
                click.echo("\n".join(("", *_fitted(_HELP, _HELP_HANG), "", offers)))
            elif key != keys.RESIZE:
                click.echo("That key does nothing here; ? lists those that do.")
    if key in ways:
        ways[key]()


def _offers(review: bool, read: bool) -> str:  # noqa: FBT001 - whether each can be offered
    """Name the keys, in fewer words where the line is short."""
    for deck in ("n new deck", "n new"):
        offers = ("Enter review" * review, "r read" * read, deck, "? help", "q quit")
        line = " · ".join(filter(None, offers))
        if len(line) <= (width() or len(line)):
            break
    return line


def _review(context: click.Context) -> None:
    from flashcards.commands.review import command  # noqa: PLC0415 - when it goes on

    context.invoke(command)


def _read(context: click.Context, topic: str) -> None:
    from flashcards.commands.read import command  # noqa: PLC0415 - when it goes on

    context.invoke(command, topic=topic)


def _start_deck(context: click.Context) -> None:
    from flashcards.commands.new import command  # noqa: PLC0415 - when it goes on

    context.invoke(command, question=click.prompt("The question the deck begins with"))
