"""`flashcards unsuspend`: suspended cards come again."""

import click

from flashcards.collection.opening import Collection
from flashcards.collection.roots import path_of
from flashcards.commands import World
from flashcards.commands.options import card_arguments
from flashcards.commands.setting_cards import change_cards
from flashcards.errors import FlashcardsError
from flashcards.store import keep
from flashcards.store.browse import CardRow


@click.command(epilog="Example: flashcards unsuspend kq3v")
@card_arguments
@click.pass_obj
def command(world: World, cards: tuple[str, ...]) -> None:
    """Let suspended cards come again, with the history they had."""

    def change(collection: Collection, row: CardRow) -> str:
        if row.deck_suspended:
            message = (
                f"{row.uid} is suspended in its deck; take `suspended: true` out at\n"
                f"{path_of(row.path)}:{row.line}"
            )
            raise FlashcardsError(message)
        keep.suspend(collection.database, row.id, suspended=False)
        return "unsuspended"

    change_cards(world, cards, change)
