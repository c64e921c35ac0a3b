"""The nouns of reviewing: ratings, states, events, and what a log says of a card.

Every value here is immutable and cheap to make. They are NamedTuples because this module is
loaded by every command, and a handful of dataclasses costs more at import than all the rest.

Units are in the names: ``_ms`` are milliseconds since 1970-01-01 UTC, ``_s`` seconds,
``_days`` whole days, ``_day`` study days (days since 1970-01-01 on the learner's own calendar,
which turns over at the rollover hour and not at midnight).
"""

from enum import IntEnum, StrEnum
from typing import Final, NamedTuple, NewType

Uid = NewType("Uid", str)
"""A card's name for life: given at birth, never derived from its later texts."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_BORN_WITH = frozenset(f"{_LETTERS}234567")
_LENGTH = 16


def is_born_name(name: str) -> bool:
    """Tell whether `name` has the form in which cards and topics are named at birth.

    That is 16 of a-z and 2-7, the first a letter: what a digest is, and hardly any author's id.
    """
    return len(name) == _LENGTH and name[0] in _LETTERS and _BORN_WITH.issuperset(name)


StudyDay = NewType("StudyDay", int)
"""Days since 1970-01-01 of the local date after moving the clock back by the rollover."""


class Rating(IntEnum):
    """What the learner says of an answer; the numbers are the keys and Anki's ``ease``."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class State(IntEnum):
    """Where a card stands; the numbers are Anki's card types."""

    NEW = 0
    LEARNING = 1
    REVIEW = 2
    RELEARNING = 3


class Kind(StrEnum):
    """How a card asks."""

    BASIC = "basic"
    REVERSE = "reverse"
    CLOZE = "cloze"


class Section(StrEnum):
    """The part of a deck file a note stands in; the values are the keys of the YAML format."""

    CARDS = "cards"
    KEY_CONCEPTS = "key_concepts"
    TLDR = "tldr"
    CHEAT_SHEET = "cheat_sheet"
    RED_FLAGS = "red_flags"
    MOST_COMMON_MISTAKE = "most_common_mistake"
    FOLLOW_UPS = "follow_ups"
    ATTEMPT = "attempt"


class Moment(NamedTuple):
    """An instant and the clock on the learner's wall at it (seconds east of UTC)."""

    at_ms: int
    utc_offset_s: int


class CardState(NamedTuple):
    """What the log says about one card: the fold of its events.

    ``step`` is the index of the (re)learning step the card stands on, None otherwise.
    ``stability`` is in days, ``difficulty`` from 1 to 10; both None for a card without memory.
    ``due_day`` is the study day the card is due on, and ``due_at_ms`` the instant, set only
    while a learning step falls due within the study day it was given on. ``interval_days`` is
    the last interval of a day or more (0 before there is one). ``reps`` counts the answers not
    undone; ``fuzz_reps`` those of them given in New or Review, which seed the fuzz.
    """

    state: State = State.NEW
    step: int | None = None
    stability: float | None = None
    difficulty: float | None = None
    due_day: StudyDay | None = None
    due_at_ms: int | None = None
    interval_days: int = 0
    last_reviewed_ms: int | None = None
    last_day: StudyDay | None = None
    reps: int = 0
    lapses: int = 0
    fuzz_reps: int = 0


class EventKind(StrEnum):
    """What happened to a card."""

    REVIEW = "review"
    FORGET = "forget"
    RESCHEDULE = "reschedule"
    SET_DUE = "set-due"
    ESTIMATE = "estimate"


ANKI: Final = "anki"
"""The source of events that happened in Anki."""


class Event(NamedTuple):
    """One line of a card's log.

    ``reviewed_at_ms`` orders events and is unique in a collection; ``clock_ms`` is what the
    machine's clock really said. ``state_after`` and ``step_after`` are what the answer made of
    the card: the steps may be set otherwise by the time the log is read. ``interval_s`` is the
    interval given, in seconds (whole days count 86,400), ``due_day`` the study day the card
    became due on. ``rating`` and ``taken_ms`` belong to reviews. ``source`` says where the event
    was made (``""`` here, `ANKI` there), with ``foreign_id`` its number there.

    An estimate is a memory taken over without the answers that led to it: `stability` and
    `difficulty` are its own. It says where the card stood and when it was due, or, without a
    `due_day`, only how well it was remembered after the answer before.
    """

    kind: EventKind
    device: str
    sequence: int
    reviewed_at_ms: int
    clock_ms: int
    utc_offset_s: int
    study_day: StudyDay
    rating: Rating | None
    taken_ms: int
    state_before: State
    step_before: int | None
    state_after: State
    step_after: int | None
    desired_retention: float
    interval_s: int
    due_day: StudyDay | None
    parameter_set: int
    source: str = ""
    foreign_id: int | None = None
    undone: bool = False
    stability: float | None = None
    difficulty: float | None = None
