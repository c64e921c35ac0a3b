"""`flashcards bury`: not today."""

import click

from flashcards.collection.opening import Collection
from flashcards.commands import World
from flashcards.commands.options import card_arguments
from flashcards.commands.setting_cards import change_cards
from flashcards.memory.days import study_day
from flashcards.model import StudyDay
from flashcards.store import keep
from flashcards.store.browse import CardRow


@click.command(epilog="Example: flashcards bury kq3v")
@card_arguments
@click.pass_obj
def command(world: World, cards: tuple[str, ...]) -> None:
    """Take cards out of today's reviews; they are back on the next study day, as they were."""

    def change(collection: Collection, row: CardRow) -> str:
        today = study_day(world.clock(), collection.settings.rollover)
        keep.bury(collection.database, row.id, StudyDay(today + 1))
        return "buried"

    change_cards(world, cards, change)
