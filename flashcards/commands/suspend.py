"""`flashcards suspend`: out of reviews until unsuspended."""

import click

from flashcards.collection.opening import Collection
from flashcards.commands import World
from flashcards.commands.options import card_arguments
from flashcards.commands.setting_cards import change_cards
from flashcards.store import keep
from flashcards.store.browse import CardRow


@click.command(epilog="Example: flashcards suspend kq3v")
@card_arguments
@click.pass_obj
def command(world: World, cards: tuple[str, ...]) -> None:
    """Take cards out of reviews until `flashcards unsuspend`; their history stays."""

    def change(collection: Collection, row: CardRow) -> str:
        keep.suspend(collection.database, row.id, suspended=True)
        return "suspended"

    change_cards(world, cards, change)
