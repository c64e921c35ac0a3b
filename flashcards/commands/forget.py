"""`flashcards forget`: back to new."""

import click

from flashcards.collection.opening import Collection
from flashcards.commands import World
from flashcards.commands.options import card_arguments
from flashcards.commands.setting_cards import change_cards
from flashcards.reviewing import forget, policy_of
from flashcards.store.browse import CardRow


@click.command(epilog="Example: flashcards forget kq3v")
@card_arguments
@click.pass_obj
def command(world: World, cards: tuple[str, ...]) -> None:
    """Return cards to new, as if never learnt; the log of their answers stays."""

    def change(collection: Collection, row: CardRow) -> str:
        policy = policy_of(collection.database, collection.settings)
        forget(collection.database, row.id, world.clock(), policy)
        return "forgot"

    change_cards(world, cards, change)
