"""Which topic of today is which topic of yesterday, and the names that topics are born with.

A topic's id is its place: whatever is reworded, and in whatever file it stands now, the stored
cards of the topic with that id are compared as if they stood where it stands. Where a topic has
none, its place is its file and question.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from flashcards.identity.digests import TOPIC, digests
from flashcards.identity.ties import ASK_FOR_TOPIC, Search, Ties
from flashcards.identity.values import Present
from flashcards.model import Uid
from flashcards.notes import Known

_KEY = "\0"  # in front of an id, so that no question is taken for one

_PLACE = attrgetter("path", "deck", "topic", "topic_id", "topic_number")
_TEXT = attrgetter("section", "kind", "front", "back")
_GROUP = attrgetter("section", "kind")


class Place(NamedTuple):
    """A topic of this run by where it stands; ``id`` is what the author named it."""

    path: str
    deck: str
    question: str
    id: str | None
    number: int


class Topics(NamedTuple):
    """The topics of this run.

    ``cards`` gives the indexes of the cards of each, in the order of the decks. ``holders`` are
    the topics whose id is their place, ``copied`` those whose id another topic has. ``strangers``
    are the ids whose holder shows nothing of the stored topic, and takes nothing of it over.
    """

    cards: Mapping[Place, Sequence[int]]
    holders: Mapping[str, Place]
    copied: tuple[Place, ...]
    strangers: frozenset[str]


def read_topics(ties: Ties, taken: Callable[[str], bool]) -> Topics:
    """Find out which topics hold the ids they have.

    In `ties` are the cards that are unchanged in their place: an id is believed only where they
    do not speak against it. One that several have stays with the topic that shares most with the
    stored one. When nothing tells, the first has it as a mere name. One that a topic which is not
    read has (`taken`) is a copy.
    """
    filed: dict[tuple[str, str, str, str | None, int], list[int]] = defaultdict(list)
    for index, place in enumerate(map(_PLACE, ties.present)):
        filed[place].append(index)
    cards = {Place(*place): indexes for place, indexes in filed.items()}
    claims: dict[str, list[Place]] = defaultdict(list)
    for topic in cards:
        if topic.id:
            claims[topic.id].append(topic)
    holders: dict[str, Place] = {}
    copied: list[Place] = []
    strangers: set[str] = set()
    stored = _stored(ties.known, claims)
    evidence = _Evidence(ties, cards, claims)
    for name, claimants in claims.items():
        theirs = stored[name]
        holder = None
        if any(ties.known[index].live for index in theirs) or not taken(name):
            holder = evidence.holder(name, theirs)
            if holder is None:
                strangers.add(name)
            holders[name] = holder or claimants[0]
        copied += [topic for topic in claimants if topic != holders.get(name)]
    return Topics(cards, holders, tuple(copied), frozenset(strangers))


def _stored(known: Sequence[Known], names: Mapping[str, object]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    if names:
        for index, card in enumerate(known):
            if card.topic_uid in names:
                found[card.topic_uid].append(index)
    return found


class _Evidence:
    """What speaks for and against the ids of topics, which are claimed by those in `claims`."""

    def __init__(
        self,
        ties: Ties,
        cards: Mapping[Place, Sequence[int]],
        claims: Mapping[str, Sequence[Place]],
    ) -> None:
        self._ties = ties
        self._cards = cards
        self._claims = claims

    def holder(self, name: str, stored: Sequence[int]) -> Place | None:
        """Give the topic that is the `stored` one called `name`; None when none is, or none tells.

        Who has cards of it unchanged is the one. When another topic stands there, nobody is, and
        who is another stored topic is not this one.
        """
        claimants = self._claims[name]
        if not stored:
            return claimants[0]
        unchanged = set(stored)
        kept = {topic: self._kept(topic, unchanged) for topic in claimants}
        if len(claimants) == 1 and kept[claimants[0]]:  # nearly always
            return claimants[0]
        theirs = [self._ties.known[index] for index in stored]
        texts = frozenset(map(_TEXT, theirs))
        shared = {topic: self._shared(topic, texts) for topic in claimants}
        places = {(card.path, card.topic) for card in theirs}
        here = [topic for topic in claimants if kept[topic]]
        if not here:
            if self._stands(claimants, places, unchanged, shared_by_any=any(shared.values())):
                return None
            here = [
                topic for topic in claimants if not self._is_another(name, topic, shared[topic])
            ]

        paths = {path for path, _ in places}

        def score(topic: Place) -> tuple[int, int, bool, bool]:
            in_place = (topic.path, topic.question) in places
            return kept[topic], shared[topic], in_place, topic.path in paths

        return _best(here, score) if len(claimants) > 1 else next(iter(here), None)

    def _kept(self, topic: Place, stored: AbstractSet[int]) -> int:
        """Count the cards of `topic` that are `stored` ones."""
        return sum(self._ties.stored_of.get(card) in stored for card in self._cards[topic])

    def _shared(self, topic: Place, texts: AbstractSet[object]) -> int:
        """Count the cards of `topic` with one of `texts`."""
        return sum(_TEXT(self._ties.present[card]) in texts for card in self._cards[topic])

    def _stands(
        self,
        claimants: Sequence[Place],
        places: AbstractSet[tuple[str, str]],
        stored: AbstractSet[int],
        *,
        shared_by_any: bool,
    ) -> bool:
        """Tell whether a topic that does not claim the name stands where the `stored` one stood.

        One that shows nothing of it has only taken over its question if a claimant does.
        """
        return any(
            not shared_by_any or self._kept(topic, stored)
            for place in places
            for topic in self._here.get(place, ())
            if topic not in claimants
        )

    def _is_another(self, name: str, topic: Place, shared: int) -> bool:
        """Tell whether a stored topic other than `name` stood where `topic` stands.

        Not one that goes by its own id now, nor one of which it shows less.
        """
        theirs = self._stood.get((topic.path, topic.question), ())
        uids = {card.topic_uid for card in theirs}
        if name in uids or uids <= self._claims.keys():
            return False
        return self._shared(topic, frozenset(map(_TEXT, theirs))) >= shared

    @cached_property
    def _here(self) -> dict[tuple[str, str], list[Place]]:
        """The topics of this run by path and question."""
        found: dict[tuple[str, str], list[Place]] = defaultdict(list)
        for topic in self._cards:
            if topic.question:
                found[topic.path, topic.question].append(topic)
        return found

    @cached_property
    def _stood(self) -> dict[tuple[str, str], list[Known]]:
        """The stored cards in the decks by path and question of their topic."""
        found: dict[tuple[str, str], list[Known]] = defaultdict(list)
        for card in self._ties.known:
            if card.live and card.topic:
                found[card.path, card.topic].append(card)
        return found


def _best(
    topics: Sequence[Place], score: Callable[[Place], tuple[int, int, bool, bool]]
) -> Place | None:
    """Give the topic with the best score; None when it has nothing for it, or another as much.

    Of those with cards in their place the first is the best: these are copies to the letter.
    """
    best = max(topics, key=score, default=None)
    if best is None or not any(score(best)[:3]):
        return None
    top = score(best)
    return best if top[0] or sum(score(topic) == top for topic in topics) == 1 else None


def placed(
    topics: Topics, present: Sequence[Present], known: Sequence[Known]
) -> tuple[Sequence[Present], Sequence[Known]]:
    """Give the cards of both sides with the ids of their topics as their places.

    An id that is new in the decks is that of the topic which had its question: its author has
    just written it there.
    """
    if not topics.holders:
        return present, known
    cards = list(present)
    for name, place in topics.holders.items():
        for index in topics.cards[place]:
            cards[index] = cards[index]._replace(topic=_KEY + name)
    standing = {card.topic_uid for card in known if card.live} - topics.strangers
    named = {
        (place.path, place.question): name
        for name, place in topics.holders.items()
        if name not in standing
    }

    def move(card: Known) -> Known:
        name: str | None = card.topic_uid
        if name not in topics.holders or name in topics.strangers:
            name = named.get((card.path, card.topic)) if card.topic else None
        if name is None:
            return card
        return card._replace(path=topics.holders[name].path, topic=_KEY + name)

    return cards, [move(card) for card in known]


def tie_sections(ties: Ties, search: Search, topics: Topics) -> None:
    """Tie what asks for the topic itself by its topic: with an id of the topic, whatever it says.

    Without one the answer must be what it was, below another question. Only where a topic has one
    such card on each side; and by an id not when most of what the stored topic had is now
    elsewhere, so that the id stands on another topic than it did. Orphans are asked when the
    whole topic had left the decks.
    """
    wanted = {
        place: asking
        for place, cards in topics.cards.items()
        if (asking := _alone(ties, cards)) and any(map(ties.open_card, asking.values()))
    }
    if not wanted:
        return
    stored: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, known in enumerate(ties.known):
        standing = search.stored.get(index, known)
        stored[standing.path, standing.topic].append(index)
    for place, asking in wanted.items():
        first = ties.present[topics.cards[place][0]]
        found = stored[first.path, first.topic]
        theirs = [index for index in found if ties.known[index].live] or found
        held = place.id is not None and topics.holders.get(place.id) == place
        if held and _went_elsewhere(ties, theirs, topics.cards[place]):
            continue
        for group, card in asking.items():
            fitting = [index for index in theirs if _GROUP(ties.known[index]) == group]
            if len(fitting) != 1 or not (ties.open_card(card) and ties.free(fitting[0])):
                continue
            if held or ties.present[card].back == ties.known[fitting[0]].back:
                ties.tie(card, fitting[0])


def _alone(ties: Ties, cards: Sequence[int]) -> dict[object, int]:
    """Give the cards of a topic that ask for it, those alone in their section."""
    found: dict[object, list[int]] = defaultdict(list)
    for index in cards:
        card = ties.present[index]
        if card.section in ASK_FOR_TOPIC:
            found[_GROUP(card)].append(index)
    return {group: indexes[0] for group, indexes in found.items() if len(indexes) == 1}


def _went_elsewhere(ties: Ties, stored: Sequence[int], cards: Sequence[int]) -> bool:
    """Tell whether of the `stored` cards that are settled most are not among `cards`."""
    settled = {ties.stored_of[card] for card in cards if card in ties.stored_of}
    elsewhere = sum(not ties.free(index) and index not in settled for index in stored)
    return elsewhere > sum(index in settled for index in stored)


class Naming(NamedTuple):
    """The name of each topic of this run, and pairs of an old name and the id that is new."""

    names: Mapping[Place, Uid]
    renamed: tuple[tuple[Uid, Uid], ...]


def name_topics(ties: Ties, topics: Topics, taken: Callable[[str], bool]) -> Naming:
    """Give each topic the name under which its cards are born, and were.

    It is the id it holds; else the name of the stored topic most of its cards come from; else a
    digest of deck and question, counted up where a topic that is not read has it (`taken`).
    """
    names = {place: Uid(name) for name, place in topics.holders.items()}
    given: set[str] = set(topics.holders)
    standing = {card.topic_uid for card in ties.known if card.live}

    def free(uid: str) -> bool:
        return uid not in given and (uid in standing or not taken(uid))

    heirs = sorted(_heirs(ties, topics))
    for _, _, place, uid in heirs:
        if place not in names and free(uid):
            names[place] = uid
            given.add(uid)
    for place in topics.cards:
        if place not in names and _is_topic(place):
            born = digests(TOPIC, (place.deck, place.question))
            _, names[place] = next(pair for pair in born if free(pair[1]))
            given.add(names[place])
    renamed: dict[Uid, Uid] = {}
    for _, _, place, uid in heirs:
        if uid not in given and topics.holders.get(names[place]) == place:
            renamed.setdefault(uid, names[place])
    return Naming(names, tuple(renamed.items()))


def _heirs(ties: Ties, topics: Topics) -> Iterator[tuple[int, int, Place, Uid]]:
    """Give the topics whose cards were a stored topic's: how many less than none, and its name."""
    for place, cards in topics.cards.items():
        votes = Counter(
            ties.known[ties.stored_of[card]].topic_uid for card in cards if card in ties.stored_of
        )
        del votes[Uid("")]
        if votes and _is_topic(place):
            uid, count = votes.most_common(1)[0]
            yield -count, cards[0], place, uid


def _is_topic(place: Place) -> bool:
    """Tell a topic from the simple cards of a file."""
    return bool(place.question or place.id)
