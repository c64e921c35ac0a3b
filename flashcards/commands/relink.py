"""`flashcards relink`: the history of a card that left the decks, to the card it has become."""

import click

from flashcards.collection import opening
from flashcards.collection.relinking import relink
from flashcards.commands import World
from flashcards.commands.options import warn_of
from flashcards.text import count


@click.command(epilog="Example: flashcards relink kq3v mzt2")
@click.argument("old")
@click.argument("new")
@click.pass_obj
def command(world: World, old: str, new: str) -> None:
    """Give the history of OLD, a card that left the decks, to NEW, a card in them.

    For what no text could tell: a card written anew in other words, or one of several alike. NEW
    must be unanswered. `flashcards cards is:orphan` lists the cards that left; to take it back,
    name the two the other way round.
    """
    with opening.opened(world.place, world.clock()) as collection:
        done = relink(collection, old, new)
        front = " ".join(done.card.front.split())[:56]
        click.echo(f"relinked {done.card.uid}  {front}")
        click.echo(f"It has {count(done.card.state.reps, 'answer')} now, those of {done.old}.")
        click.echo(f"Not meant? flashcards relink {done.card.uid} {done.old}")
        warn_of(collection)
