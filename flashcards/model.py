"""The nouns of the program: decks, notes, cards, reviews and the states a card is in.

Every value here is immutable and cheap to make. They are NamedTuples because this module is
loaded by every command, and a handful of dataclasses costs more at import than all the rest.

Units are in the names: ``_ms`` are milliseconds since 1970-01-01 UTC, ``_s`` seconds,
``_days`` whole days, ``_day`` study days (days since 1970-01-01 on the learner's own calendar,
which turns over at the rollover hour and not at midnight).
"""

from enum import IntEnum, StrEnum
from typing import NamedTuple, NewType

Uid = NewType("Uid", str)
"""A card's name for life: given at birth, never derived from its later texts."""

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


class Severity(StrEnum):
    """How bad a problem is: an error keeps a card (or a file) out, the others do not."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Problem(NamedTuple):
    """A fault of a deck file, with its place and the way out.

    ``line`` and ``column`` count from 1, columns in characters of the decoded line.
    ``excerpt`` is the source line made safe to print, and ``caret`` the number of terminal
    columns in front of the place in it.
    """

    code: str
    severity: Severity
    path: str
    line: int
    column: int
    message: str
    fix: str
    excerpt: str = ""
    caret: int = 0


class Card(NamedTuple):
    """One question of a note, as the deck words it today.

    For a cloze, ``front`` is the text with this gap as ``[...]`` or ``[hint]`` and the others
    filled in, ``back`` what the gap hides, and ``gap`` the index of this gap's group in the
    text (from 0). ``number`` is the author's own number in ``{{c2::...}}``, else None.
    """

    kind: Kind
    front: str
    back: str
    gap: int = 0
    number: int | None = None


class Note(NamedTuple):
    """One entry of a deck; its cards are siblings.

    ``text`` is the whole cloze text with its gaps as written, and empty for other notes.
    ``extra`` is shown with the answer, ``detail`` opens after it. ``label`` is a remark above
    the card (a red flag that is also the most common mistake). ``topic`` is an index into
    ``Deck.topics``, None for a note of a simple deck.
    """

    section: Section
    cards: tuple[Card, ...]
    line: int
    column: int
    id: str | None = None
    topic: int | None = None
    text: str = ""
    extra: str = ""
    detail: str = ""
    label: str = ""
    source: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    suspended: bool = False
    typed: bool = False


class Reference(NamedTuple):
    """A work a topic leans on; notes name it by ``key``."""

    key: str
    title: str
    url: str


class KeyPoint(NamedTuple):
    """One point a good free answer makes, the wordings that count for it, and its weight."""

    point: str
    accept: tuple[str, ...]
    weight: int


class Attempt(NamedTuple):
    """The topic's task to answer in one's own words."""

    prompt: str
    minutes: int
    key_points: tuple[KeyPoint, ...]


class Topic(NamedTuple):
    """An interview question with the prose that is read and never drilled.

    ``key`` is the author's id, else a slug of the title or question. Cards show ``title``.
    ``key_concepts`` are (term, definition) pairs.
    """

    key: str
    question: str
    title: str
    line: int
    column: int
    tags: tuple[str, ...] = ()
    tldr: str = ""
    short_answer: str = ""
    memory_aid: str = ""
    key_concepts: tuple[tuple[str, str], ...] = ()
    quick_scan: tuple[str, ...] = ()
    answer: str = ""
    examples: tuple[str, ...] = ()
    cheat_sheet: tuple[str, ...] = ()
    attempt: Attempt | None = None
    references: tuple[Reference, ...] = ()


class Stub(NamedTuple):
    """A place the author left open (``todo``, nothing): no card, and no fault either."""

    section: Section
    line: int
    column: int


class Deck(NamedTuple):
    """One deck file, read.

    ``quarantined`` are notes with a fault, holding what text could be read: they make no cards,
    but they keep their history from being taken for another card's. ``readable`` is False for
    a file that is not YAML at all; nothing may be concluded from its silence.
    """

    path: str
    name: str
    order: int | None = None
    topics: tuple[Topic, ...] = ()
    notes: tuple[Note, ...] = ()
    quarantined: tuple[Note, ...] = ()
    stubs: tuple[Stub, ...] = ()
    problems: tuple[Problem, ...] = ()
    readable: bool = True


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


class Event(NamedTuple):
    """One line of a card's log.

    ``reviewed_at_ms`` orders events and is unique in a collection; ``clock_ms`` is what the
    machine's clock really said. ``state_after`` and ``step_after`` are what the answer made of
    the card: the steps may be set otherwise by the time the log is read. ``interval_s`` is the
    interval given, in seconds (whole days count 86,400), ``due_day`` the study day the card
    became due on. ``rating`` and ``taken_ms`` belong to reviews. ``source`` says where the event
    was made (``""`` here, ``"anki"``), with ``foreign_id`` its number there.
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
