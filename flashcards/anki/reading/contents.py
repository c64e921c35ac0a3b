"""What a package holds, in Anki's terms: nothing here has been made ours yet."""

from enum import IntEnum
from typing import Final, NamedTuple

from flashcards.model import StudyDay

MARK_TAG: Final = "marked"
"""The tag that *Mark Note* gives a note in Anki, and shows as a star; in any case."""


class Template(NamedTuple):
    """How one card of a note type asks and answers, in Anki's template language."""

    name: str
    question: str
    answer: str


class NoteType(NamedTuple):
    """A note type with the names of its fields; of a cloze, each gap is a card."""

    id: int
    name: str
    cloze: bool
    fields: tuple[str, ...]
    templates: tuple[Template, ...]


class AnkiNote(NamedTuple):
    """A note with the HTML of its fields."""

    id: int
    guid: str
    note_type: int
    tags: tuple[str, ...]
    fields: tuple[str, ...]

    @property
    def beginning(self) -> str:
        """The first field with anything in it, which the note goes by."""
        return next((field for field in self.fields if field.strip()), "")

    @property
    def plain_tags(self) -> tuple[str, ...]:
        """The tags, each once, without that of a note that is marked."""
        return tuple(dict.fromkeys(tag for tag in self.tags if tag.lower() != MARK_TAG))


class CardType(IntEnum):
    """Where a card stands; a filtered deck changes nothing of it."""

    NEW = 0
    LEARNING = 1
    REVIEW = 2
    RELEARNING = 3


class AnkiCard(NamedTuple):
    """A card; `deck` is its home deck.

    `position` orders the new cards of a deck, and only those have one; siblings often share it.
    `due_day` is the study day of a card in Review or on a step that ends another day; `due_s` the
    instant, in seconds, at which a step of minutes ends. `steps_left` is how many steps a card in
    (re)learning has before it. `ease_permille` is SM-2's. `memory` is stability and difficulty
    where FSRS had them, `last_review_s` the instant of the last answer where that is kept.
    `changed_s` is when anything of the card last changed, in seconds. `flagged` has a coloured
    flag, `marked` is a card of a note that is.
    """

    id: int
    note: int
    ordinal: int
    deck: int
    type: CardType
    suspended: bool
    buried: bool
    position: int | None
    due_day: StudyDay | None
    due_s: int | None
    steps_left: int
    interval_days: int
    ease_permille: int
    reps: int
    flagged: bool
    marked: bool
    memory: tuple[float, float] | None
    last_review_s: int | None
    changed_s: int


class LogKind(IntEnum):
    """What a line of the log is about; `RESCHEDULED` is written by FSRS itself."""

    LEARN = 0
    REVIEW = 1
    RELEARN = 2
    FILTERED = 3
    MANUAL = 4
    RESCHEDULED = 5


class LogLine(NamedTuple):
    """A line of the log of card `card`; intervals are +days or -seconds.

    `id` is its instant in milliseconds. `ease` is the button from 1 to 4, or 0 for what was no
    answer. `factor` is the ease or, under FSRS, the difficulty, in permille.
    """

    id: int
    card: int
    ease: int
    interval: int
    last_interval: int
    factor: int
    taken_ms: int
    kind: LogKind


class Calendar(NamedTuple):
    """How a collection counts days.

    `created_day` is the study day that day numbers count from, `created_s` its instant, and
    `created_offset_s` the offset of the learner's clock then. `rollover` is the hour a day begins
    at, None where the package does not say.
    """

    created_day: StudyDay
    created_s: int
    created_offset_s: int
    rollover: int | None


class Preset(NamedTuple):
    """The options of some decks, as they hold for one of them.

    `weights` are FSRS's of any version, none where it runs on the defaults or not at all.
    `historical_retention` is the recall that SM-2 is taken to have aimed at, `ignored_before` the
    date (such as 2026-11-30) before which reviews are not looked at, empty if all are.
    """

    name: str
    weights: tuple[float, ...]
    desired_retention: float
    learning_steps_s: tuple[int, ...]
    relearning_steps_s: tuple[int, ...]
    maximum_interval_days: int
    new_per_day: int
    reviews_per_day: int
    historical_retention: float
    ignored_before: str


class Deck(NamedTuple):
    """A deck's whole name, its levels parted by ``::``, and its preset."""

    name: str
    preset: Preset | None
