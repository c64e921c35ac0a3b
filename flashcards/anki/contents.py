"""What a package holds, in our terms: notes with their cards, reviews, media, and a preset."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from flashcards.model import CardState, Event, State


class PackageCard(NamedTuple):
    """A card of a note in a package.

    `id` is its Anki id, unique milliseconds, and `ordinal` its place among the cards of the note:
    0 for forward and 1 for reverse, for a gap its number less one. `position` orders new cards,
    from 1. A `suspended` card keeps its schedule and is not asked.
    """

    id: int
    ordinal: int
    position: int
    suspended: bool
    state: CardState


class PackageNote(NamedTuple):
    """A note with the HTML of its fields in the order of its note type.

    `id` is its Anki id, `modified_s` when a field or tag last changed, in seconds since 1970:
    Anki takes a note over when this is newer than what it has.
    """

    id: int
    guid: str
    cloze: bool
    deck: str
    modified_s: int
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    cards: tuple[PackageCard, ...]


class PackageReview(NamedTuple):
    """One event of a card's log, the one before it, and the difficulty it left (1 to 10).

    `stood` is where the card stood for Anki, which forgets whatever lies before a second learning,
    and all that lies before a reset without one after it.
    """

    card: int
    stood: State
    event: Event
    previous: Event | None
    difficulty: float | None


class Preset(NamedTuple):
    """The options of decks in a package: what FSRS runs on, the limits, the steps.

    `owner` is the deck whose own options these are, empty for those of the collection.
    """

    weights: tuple[float, ...]
    desired_retention: float
    maximum_interval_days: int
    learning_steps_s: tuple[int, ...]
    relearning_steps_s: tuple[int, ...]
    new_per_day: int
    reviews_per_day: int
    owner: str = ""


class MediaFile(NamedTuple):
    """An image or sound on disk, and the digest of its content when it was looked at."""

    path: str
    digest: str


class Contents(NamedTuple):
    """A whole package.

    `media` gives the file to read for each exported name. Without `preset` (no progress) all
    cards are new; `of_decks` are the presets of decks with options of their own. `created` is
    the rollover on `progress.CREATED_DAY` by the learner's clock, with its offset: the instant
    that Anki counts days from.
    """

    notes: tuple[PackageNote, ...]
    reviews: Iterable[PackageReview]
    media: Mapping[str, MediaFile]
    preset: Preset | None
    created: datetime
    of_decks: Mapping[str, Preset] = MappingProxyType({})

    def preset_of(self, deck: str) -> Preset | None:
        """Give the preset of a deck, None without progress."""
        return self.of_decks.get(deck, self.preset)
