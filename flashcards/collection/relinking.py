"""A history given on by hand, where no text told whose it is."""

from typing import NamedTuple

from flashcards.collection.choosing import card_named
from flashcards.collection.opening import Collection
from flashcards.errors import FlashcardsError
from flashcards.model import Uid
from flashcards.store import browse, linking
from flashcards.store.browse import CardRow
from flashcards.store.database import transaction
from flashcards.store.shelf import ORPHAN


class Relinked(NamedTuple):
    """The uid that had the history, and the card as it is now that it has it."""

    old: Uid
    card: CardRow


def relink(collection: Collection, old: str, new: str) -> Relinked:
    """Give the history of the card named `old` to the card named `new`.

    One of them is in the decks and the other has left them, so that relinking the other way
    round takes it back. The name of the card that left leads to the other from now on.

    Raises:
        UnknownNameError: A name means no card, or several.
        FlashcardsError: `old` has no history or `new` has one, or both or neither are in the
            decks.
    """
    database = collection.database
    with transaction(database):
        before, after = (browse.card(database, _card(collection, name)) for name in (old, new))
        _check(collection, before, after)
        linking.swap_histories(database, before.id, after.id)
        if before.presence == ORPHAN:
            linking.leads_to(database, before.uid, after.uid)
        else:
            linking.no_longer_leads(database, after.uid)
        # What was in doubt is settled, and `check` is not to ask about it any more.
        linking.read_again(database, after.id if before.presence == ORPHAN else before.id)
        return Relinked(before.uid, browse.card(database, after.id))


def _card(collection: Collection, name: str) -> int:
    """Give the card meant; here the uid of a card that was relinked still means that card."""
    born = linking.with_uid(collection.database, name)
    return card_named(collection, name) if born is None else born


def _check(collection: Collection, before: CardRow, after: CardRow) -> None:
    reason = _reason(collection, before, after)
    if reason:
        raise FlashcardsError(reason)


def _reason(collection: Collection, before: CardRow, after: CardRow) -> str | None:
    if before.id == after.id:
        return f"{before.uid} is one and the same card both times."
    orphans = [card.presence == ORPHAN for card in (before, after)]
    if not any(orphans):
        return (
            f"{before.uid} is still in the decks, and keeps its own history.\n"
            "Only a card that left them gives it away; `flashcards cards is:orphan` lists those."
        )
    if all(orphans):
        return (
            f"{after.uid} is not in the decks, so it cannot be reviewed.\n"
            "Name a card that `flashcards cards` lists."
        )
    if not linking.has_history(collection.database, before.id):
        return f"{before.uid} has no history to give."
    if linking.has_history(collection.database, after.id):
        return (
            f"{after.uid} has a history of its own, and two cannot be made one: how well a card "
            "is remembered follows from every answer in its order.\n"
            f"`flashcards show {after.uid}` and `flashcards show {before.uid}` tell which to keep."
        )
    return None
