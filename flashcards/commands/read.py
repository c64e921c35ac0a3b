"""`flashcards read`: a topic to read before it is drilled, and the cheat sheets as one page."""

import os
from itertools import chain

import click

from flashcards.collection import opening, topics
from flashcards.collection.opening import Collection
from flashcards.commands import World, reading_page
from flashcards.commands.options import topic_argument, warn_of
from flashcards.memory.days import study_day
from flashcards.terminal import keys, paper, screen
from flashcards.terminal.columns import width, wrapped
from flashcards.text import count, on_one_line

_LEAST_TITLE = 24  # columns


@click.command(
    epilog="Examples: flashcards read multi-head-attention · flashcards read --html tonight.html"
)
@topic_argument
@click.option("--section", type=click.Choice(reading_page.SECTIONS), help="This section alone.")
@click.option(
    "--html", type=click.Path(), metavar="FILE", help="Write the cheat sheets as one page, offline."
)
@click.pass_obj
def command(world: World, topic: str | None, section: str | None, html: str | None) -> None:
    """Read a topic: the short answer, the whole one, then its cheat sheet bullet by bullet.

    TOPIC is a topic's id or title, or words in it; without one the topics are listed. Reading is
    unrated and changes no schedule.
    """
    now = world.clock()
    with opening.opened(world.place, now) as collection:
        day = study_day(now, collection.settings.rollover)
        named = topics.named(collection, topic, now, day) if topic else None
        if html:
            from flashcards.commands.reading_html import write  # noqa: PLC0415 - only for the page

            chosen = [named] if named else list(topics.chapters(collection))
            write(os.path.expanduser(html), chosen)
            click.echo(f"Wrote {on_one_line(html)}: {count(len(chosen), 'topic')}.")
        elif named is None:
            _list(collection)
        elif keys.has_screen():
            _on_screen(named, section)
        else:
            paper.show(reading_page.parts(named.topic, section))
        warn_of(collection)


def _on_screen(chapter: topics.Chapter, section: str | None) -> None:
    if section is not None:
        reading_page.require(chapter.topic, section)
    keyboard = keys.keyboard(screen.enter, screen.leave)
    with keyboard.reading():
        reading_page.on_screen(keyboard, chapter.topic, section)


def _list(collection: Collection) -> None:
    """List the topics, the name first; where both do not fit beside each other, below it."""
    columns = width()
    found = [chapter.topic for chapter in topics.chapters(collection)]
    names = [topics.called(topic.key, topic.title) for topic in found]
    first = max(map(len, names), default=0)
    beside = columns is None or first + _LEAST_TITLE <= columns
    for topic, name in zip(found, names, strict=True):
        spent = count(reading_page.minutes_of(topic), "minute")
        told = f"{topic.title}  ({spent})"
        if beside:
            lines = wrapped(f"{name:{first}}  {told}", columns, first + 2)
        else:
            lines = chain([name], wrapped(f"    {told}", columns))
        click.echo("\n".join(lines))
