"""Reviews that come home from Anki: whose they are, which are news, and what they fold to.

A review made here that went out and comes home has our own instant for its id, and is ours; one
from Anki is known by its id there. Whatever is marked as undone stays so.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby, islice
from operator import attrgetter
from typing import NamedTuple

from flashcards.anki.reading import histories
from flashcards.anki.reading.collection import AnkiCollection
from flashcards.anki.reading.contents import AnkiCard, LogLine
from flashcards.anki.reading.histories import Days, Tale, Terms
from flashcards.collection import tying
from flashcards.collection.strangers import Stranger, strangers
from flashcards.collection.tying import Tie
from flashcards.memory import replay
from flashcards.memory.scheduling import Policy
from flashcards.model import ANKI, Event, EventKind
from flashcards.store import incoming, log, parameters
from flashcards.store.database import Database, transaction
from flashcards.store.incoming import IncomingCard

_USUAL_RETENTION = 0.9  # what SM-2 is taken to have aimed at
_ESTIMATED_TO_MS = 1000  # Anki keeps a card's last answer to the second
_AT_A_TIME = 200  # cards: a tenth of a second, with eight answers each

Tick = Callable[[], object]
"""Told of each card that is done, for a progress bar."""


class Watch(NamedTuple):
    """The learner's clock: how far it is ahead of UTC at an instant, in seconds, and now."""

    offset_s_at: Callable[[int], int]
    now_ms: int


class News(NamedTuple):
    """The events of one card that are not here yet, in their order."""

    card: IncomingCard
    events: tuple[Event, ...]


class Returning(NamedTuple):
    """What a package would bring: nothing has been written.

    `strangers` are notes that bear a name of ours and say something else: they are left out.
    `news` goes through the package once more and gives, card by card, what is not here yet:
    `cards` cards with `kinds` events, from the first instant of `span_ms` to the last. `known`
    counts the events that are here already, `unknown` the lines of each card with reviews that is
    not in this collection. `crammed` answers changed no schedule there
    and will change none here; `unusable` lines are of no time or button. `gone` counts the answers
    that came from Anki once and are not in its log any more, though given before the package.
    """

    ties: tuple[Tie, ...]
    strangers: tuple[Stranger, ...]
    news: Callable[[], Iterator[News]]
    cards: int
    kinds: Mapping[EventKind, int]
    span_ms: tuple[int, int] | None
    known: int
    unknown: Mapping[int, int]
    crammed: int
    unusable: int
    gone: int


def look(
    database: Database,
    collection: AnkiCollection,
    policy: Policy,
    watch: Watch,
    *,
    reworded: bool = False,
) -> Returning:
    """Find out what the package of `collection` would bring.

    With `reworded` a note is ours by its name alone, whatever it says there. Days begin at the
    hour Anki says, else at our own.

    Raises:
        PackageError: The package cannot be read.
    """
    others = () if reworded else tuple(strangers(database, collection))
    found = tying.ties(database, collection, {stranger.note for stranger in others})
    tales = _Tales(found, collection, policy, watch)
    logged = incoming.logged(database, ANKI)

    def news() -> Iterator[News]:
        for card, tale in tales.told():
            fresh = _fresh(card, tale, logged)
            if fresh:
                yield News(card, fresh)

    kinds: Counter[EventKind] = Counter()
    spans: list[int] = []
    told = crammed = unusable = 0
    for card, tale in tales.told():
        told += len(tale.events)
        crammed += tale.crammed
        unusable += tale.unusable
        fresh = _fresh(card, tale, logged)
        if fresh:
            kinds.update(event.kind for event in fresh)
            spans += (fresh[0].reviewed_at_ms, fresh[-1].reviewed_at_ms)
    unknown: Counter[int] = Counter()
    ours = {tie.ours.id for tie in tales.ties.values()}
    gone = {
        number
        for number, card in logged.counting
        if card in ours and number <= collection.written_ms
    }
    has_log = False
    for line in collection.log():
        has_log = True
        gone.discard(line.id)
        if line.card not in tales.ties:
            unknown[line.card] += 1
    return Returning(
        ties=tuple(tales.ties.values()),
        strangers=others,
        news=news,
        cards=len(spans) // 2,
        kinds=kinds,
        span_ms=(min(spans), max(spans)) if spans else None,
        known=told - kinds.total(),
        unknown=unknown,
        crammed=crammed,
        unusable=unusable,
        gone=len(gone) if has_log else 0,
    )


class _Tales:
    """The cards of a package that are ours, and what it tells of each."""

    def __init__(
        self,
        ties: Iterable[Tie],
        collection: AnkiCollection,
        policy: Policy,
        watch: Watch,
    ) -> None:
        rollover = collection.calendar.rollover
        self.ties = {tie.theirs.id: tie for tie in ties}
        self._collection = collection
        self._policy = policy
        self._days = Days(
            lru_cache(maxsize=1 << 16)(watch.offset_s_at),
            policy.rollover_hour if rollover is None else rollover,
        )
        self._now_ms = watch.now_ms

    def told(self) -> Iterator[tuple[IncomingCard, Tale]]:
        """Go through the log once, and then to the cards of which it says nothing."""
        silent = dict(self.ties)
        for number, lines in groupby(self._collection.log(), attrgetter("card")):
            tie = silent.pop(number, None)
            if tie is not None:
                yield tie.ours, self._tale(tie, lines)
        for tie in silent.values():
            yield tie.ours, self._tale(tie, ())

    def _tale(self, tie: Tie, lines: Iterable[LogLine]) -> Tale:
        terms = _terms(self._collection, tie.theirs, self._policy)
        return histories.tale(tie.theirs, lines, self._days, terms, self._now_ms)


def _fresh(card: IncomingCard, tale: Tale, logged: incoming.Logged) -> tuple[Event, ...]:
    """Give the events of a card that are not logged yet.

    Of a card that has a history here nothing need be estimated.
    """
    first_ms = logged.first_ms.get(card.id)
    if tale.is_estimate and first_ms is not None:
        return ()
    return tuple(
        event
        for event in tale.events
        if not logged.has(card.id, event)
        and not (
            event.kind is EventKind.ESTIMATE
            and first_ms is not None
            and first_ms < event.reviewed_at_ms
        )
    )


def _terms(collection: AnkiCollection, card: AnkiCard, policy: Policy) -> Terms:
    deck = collection.decks.get(card.deck)
    preset = deck.preset if deck else None
    retention = preset.desired_retention if preset else 0.0
    return Terms(
        policy.parameter_set,
        policy.weights,
        retention if 0 < retention < 1 else policy.desired_retention,
        preset.historical_retention if preset else _USUAL_RETENTION,
        len(preset.learning_steps_s if preset else policy.learning_steps_s),
        len(preset.relearning_steps_s if preset else policy.relearning_steps_s),
    )


def take(database: Database, found: Returning, tick: Tick) -> int:
    """Log what is new and fold it; give how many events were added.

    A card is taken wholly or not at all, some cards at a time: years of answers take minutes, and
    a review in another window is not to wait for the end of them. After an interruption the next
    import brings the rest.
    """
    weights_of = lru_cache(lambda parameter_set: parameters.weights(database, parameter_set))
    with transaction(database):
        tying.adopt(database, found.ties)
    added = 0
    news = found.news()
    # What comes next is read from the package between the transactions, and others have a turn.
    while together := list(islice(news, _AT_A_TIME)):
        with transaction(database):
            for card, events in together:
                if events[0].kind is EventKind.REVIEW:
                    since_ms = events[0].reviewed_at_ms - _ESTIMATED_TO_MS
                    log.mark_estimates_undone(database, card.id, since_ms)
                added += incoming.append(database, card.id, events)
                folded = replay.fold(card.uid, log.events(database, card.id), weights_of)
                standing = log.standing(database, card.id)
                log.keep_state(database, card.id, standing.revision, folded)
                tick()
    return added
