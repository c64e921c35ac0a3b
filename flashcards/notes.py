"""What an author writes: decks, topics, notes and their cards, and the faults in them.

Apart from the nouns of reviewing in `model`, because counting what is due needs none of these.
"""

from enum import StrEnum
from typing import NamedTuple

from flashcards.model import Kind, Section, Uid


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
    ``Deck.topics``, None for a note of a simple deck. ``style_ok`` names the rules of style that
    the author wants silent here, on the topic or in the whole file.
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
    style_ok: tuple[str, ...] = ()


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

    ``key`` is the author's ``id``, else a slug of the title or question. Cards show ``title``.
    ``key_concepts`` are (term, definition) pairs, ``red_flags`` pairs of a claim and what to say
    instead, ``follow_ups`` pairs of a question and its answer; the last two are here whether they
    are drilled or not, since an attempt is held against them.
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
    red_flags: tuple[tuple[str, str], ...] = ()
    follow_ups: tuple[tuple[str, str], ...] = ()
    id: str | None = None


class Stub(NamedTuple):
    """A place the author left open (``todo``, nothing): no card, and no fault either.

    ``section`` is the key it stands under, of a section that makes cards or one that is read.
    """

    section: str
    line: int
    column: int


class Deck(NamedTuple):
    """One deck file, read.

    ``quarantined`` are notes with a fault, holding what text could be read: they make no cards,
    but they keep their history from being taken for another card's. ``undrilled`` are the
    attempts that `drill` does not name: their cards sleep until the first attempt is rated.
    ``readable`` is False for a file that is not YAML at all; nothing may be concluded from its
    silence.
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
    undrilled: tuple[Note, ...] = ()


class Known(NamedTuple):
    """A card as the store remembers it, in its last seen wording.

    ``reviewed`` says that it has a history that could be lost. ``live`` says that the decks
    still had it when its root was last read; an orphan is not live. Without that mark a card
    born beside two orphans of its own text could not be told from them in the next run.
    ``topic_uid`` names its topic however the question reads, and is empty in a simple deck.
    """

    uid: Uid
    note_uid: Uid
    path: str
    topic: str
    section: Section
    kind: Kind
    ordinal: int
    front: str
    back: str
    reviewed: bool
    live: bool = True
    topic_uid: Uid = Uid("")
