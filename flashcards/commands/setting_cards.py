"""What `suspend`, `unsuspend`, `bury` and `forget` share: cards named, changed, and told."""

from collections.abc import Callable, Sequence

import click

from flashcards.collection import opening
from flashcards.collection.choosing import card_named
from flashcards.collection.opening import Collection
from flashcards.commands import World
from flashcards.store import browse
from flashcards.store.browse import CardRow
from flashcards.terminal.columns import cut, width
from flashcards.terminal.fronts import front_line

Change = Callable[[Collection, CardRow], str]
"""Changes one card and gives the word for what was done."""


def change_cards(world: World, names: Sequence[str], change: Change) -> None:
    """Apply `change` to each card named, once all the names are known to be good."""
    with opening.opened(world.place, world.clock()) as collection:
        numbers = dict.fromkeys(card_named(collection, name) for name in names)
        for number in numbers:
            row = browse.card(collection.database, number)
            told = f"{change(collection, row)} {row.uid}  {front_line(row.front)}"
            click.echo(cut(told, width()))
