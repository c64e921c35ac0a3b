"""`flashcards edit`: the editor where a card is written, and what became of the cards."""

import os
from collections.abc import Iterator, Sequence

import click

from flashcards.collection import opening, places, roots
from flashcards.collection.places import Change, Place
from flashcards.commands import World, authoring
from flashcards.deck.reading import load
from flashcards.errors import UnknownNameError
from flashcards.notes import Known, Severity
from flashcards.text import count, on_one_line

_MOST_SHOWN = 12
_FRONT_WIDTH = 52


@click.command(epilog="Examples: flashcards edit kq3v · flashcards edit inbox.yaml")
@click.argument("card")
@click.pass_obj
def command(world: World, card: str) -> None:
    """Open your editor at the line of CARD, and say afterwards what became of its file.

    CARD is an id or its unique beginning, a topic's id, or a deck file, which opens at its first
    fault. Histories are kept, whatever is reworded or moved. $VISUAL or $EDITOR names the editor;
    without a terminal, the place is printed.
    """
    if not card.strip():
        message = "CARD is empty."
        raise click.UsageError(message)
    place = _place(world, card)
    if not authoring.has_terminal():
        click.echo(f"{on_one_line(place.path)}:{place.line}")
        click.echo(authoring.counts(load(place.path)))
        return
    here = _with(world, place.path)
    with opening.opened(here.place, here.clock()) as collection:
        before = places.cards_in(collection, place.path)
    authoring.edit(place.path, place.line)
    with opening.opened(here.place, here.clock()) as collection:
        change = places.change(collection, place.path, before)
    authoring.tell(place.path, load(place.path))
    for line in _report(change):
        click.echo(line)


def _place(world: World, name: str) -> Place:
    """Give the place that `name` means: a file's, a topic's or a card's."""
    path = authoring.file_named(world, name)
    if name.endswith(roots.ENDINGS) or os.path.dirname(name):
        return _first_fault(path)
    try:
        with opening.opened(world.place, world.clock()) as collection:
            place = places.place_of(collection, name)
    except UnknownNameError:
        if not os.path.isfile(path):
            raise
        return _first_fault(path)
    return place._replace(path=places.own(place.path))


def _first_fault(path: str) -> Place:
    real = places.own(path)
    faults = (p.line for p in load(real).problems if p.severity is Severity.ERROR)
    return Place(real, next(faults, 1))


def _with(world: World, path: str) -> World:
    """Give the world with the file among the decks, where it is not one of them."""
    with opening.opened(world.place, world.clock()) as collection:
        known = collection.roots
    if roots.lies_in(known.present, path):
        return world
    return world._replace(place=world.place._replace(decks=(*known.present, path), origin="CARD"))


def _report(change: Change) -> Iterator[str]:
    """Say which cards kept their history, and name those that are new or no longer there."""
    if change.kept:
        whose = "its" if len(change.kept) == 1 else "their"
        yield f"{count(len(change.kept), 'card')} kept, with {whose} history."
    yield from _named("new", change.new)
    yield from _named("now in another file", change.moved)
    yield from _named("left the decks", change.left)
    if any(card.reviewed for card in change.left):
        yield "A history waits for its text to return; `flashcards relink OLD NEW` hands it over."


def _named(what: str, cards: Sequence[Known]) -> Iterator[str]:
    if cards:
        yield f"{count(len(cards), 'card')} {what}:"
    for card in cards[:_MOST_SHOWN]:
        front = " ".join(card.front.split())
        cut = f"{front[: _FRONT_WIDTH - 1]}…" if len(front) > _FRONT_WIDTH else front
        yield f"  {card.uid:16}  {cut}"
    if len(cards) > _MOST_SHOWN:
        yield f"  and {len(cards) - _MOST_SHOWN} more"
