"""The rounds that need equal text: exact, then normalised, then an equal question in its place.

Every round files both sides under a key and settles what meets there. Cards that the decks had
at the last reading are asked before orphans.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import NamedTuple, TypeVar

from flashcards.identity.values import Ambiguity, Present
from flashcards.model import Kind, Section, Uid
from flashcards.notes import Known
from flashcards.text import normalise

Key = Callable[["Wording"], Hashable]
Settle = Callable[[Sequence[int], Sequence[int]], None]
ASK_FOR_TOPIC = (Section.TLDR, Section.MOST_COMMON_MISTAKE)
"""The sections whose fronts are made of the topic's question."""

LONG = 5
"""Words from which an equal side speaks for itself."""

_SIGNS = re.compile(r"(?<!\w)[^\W\d_](?!\w)|(?<!\S)(?:[^\w\s]|_)+(?!\S)")
_Name = tuple[str | None, str | None]
_Place = TypeVar("_Place", str, tuple[str, str])


class Wording(NamedTuple):
    """The text of a card, the same for both sides of the comparison.

    ``group`` is kind and section: only cards of one group are compared. A reverse card is worded
    like its forward card, so that both come to one verdict: ``question`` is always what the
    author wrote as the front. ``signs`` are the words of one letter in it, whose case tells
    -c from -C, and the signs that stand alone: both are lost on the plain question.
    """

    group: str
    path: str
    topic: str
    question: str
    answer: str
    signs: str
    plain_question: str
    plain_answer: str


def sides_of(card: Present | Known) -> tuple[str, str]:
    """Give what the author wrote as front and back: those of a reverse card are swapped."""
    if card.kind is Kind.REVERSE:
        return card.back, card.front
    return card.front, card.back


def word(card: Present | Known) -> Wording:
    """Give the wording of `card`."""
    question, answer = sides_of(card)
    return Wording(
        f"{card.kind}/{card.section}",
        card.path,
        card.topic,
        question,
        answer,
        "".join(_SIGNS.findall(question)),
        normalise(question),
        normalise(answer),
    )


class Ties:
    """Which present card is which stored card, as far as is settled.

    ``stored_of`` maps the index of a present card to that of its stored card. Cards in doubt
    are out of the search on both sides, so that no weaker round hands out what a stronger one
    could not decide.
    """

    def __init__(self, present: Sequence[Present], known: Sequence[Known]) -> None:
        """Begin with nothing settled."""
        self.present = present
        self.known = known
        self.stored_of: dict[int, int] = {}
        self.ambiguities: list[Ambiguity] = []
        self._taken: set[int] = set()
        self._doubted: set[int] = set()

    def tie(self, card: int, stored: int) -> None:
        """Say that present `card` is the stored card `stored`."""
        self.stored_of[card] = stored
        self._taken.add(stored)

    def place(self, present: Sequence[Present], known: Sequence[Known]) -> None:
        """Give the cards of both sides other places; who is settled stays so."""
        self.present = present
        self.known = known

    def doubt(self, cards: Iterable[int], candidates: Sequence[int]) -> None:
        """Take `cards` and their `candidates` out of the search and report them."""
        uids = tuple(self.known[stored].uid for stored in candidates)
        for card in cards:
            self._doubted.add(card)
            self.ambiguities.append(Ambiguity(card, uids))
        self._taken.update(candidates)

    def open_card(self, card: int) -> bool:
        """Tell whether the present card is still looking for its stored one."""
        return card not in self.stored_of and card not in self._doubted

    def free(self, stored: int) -> bool:
        """Tell whether the stored card is still to be had."""
        return stored not in self._taken

    def any_settled(self, cards: Iterable[int]) -> bool:
        """Tell whether one of these present cards is a stored one."""
        return any(card in self.stored_of for card in cards)

    def all_free(self, stored: Iterable[int]) -> bool:
        """Tell whether all these stored cards are still to be had."""
        return self._taken.isdisjoint(stored)

    def open_cards(self) -> list[int]:
        """Give the present cards that still look for their stored ones."""
        return [card for card in range(len(self.present)) if self.open_card(card)]

    def free_stored(self) -> list[int]:
        """Give the stored cards that are still to be had."""
        return [stored for stored in range(len(self.known)) if self.free(stored)]

    def settle(self, cards: Sequence[int], stored: Sequence[int]) -> None:
        """Settle `cards` and `stored` whose texts are equal.

        Positions decide where they can: among equals that stand in one place on each side, when
        none of the stored ones is left over. Otherwise a history may not be given by guess.
        """
        if len(cards) == len(stored) == 1:  # nearly always
            self.tie(cards[0], stored[0])
            return
        reviewed = any(self.known[index].reviewed for index in stored)
        in_order = (
            len(cards) >= len(stored)
            and self._one_place(self.present[index] for index in cards)
            and self._one_place(self.known[index] for index in stored)
        )
        if len(stored) > 1 and reviewed and not in_order:
            self.doubt(cards, stored)
            return
        for card, index in zip(cards, stored, strict=False):
            self.tie(card, index)

    def settle_alone(self, cards: Sequence[int], stored: Sequence[int]) -> None:
        """Tie a present card to a stored one when there is no other on either side."""
        if len(cards) == len(stored) == 1:
            self.tie(cards[0], stored[0])

    def settle_or_doubt(self, cards: Sequence[int], stored: Sequence[int]) -> None:
        """Tie a present card to a stored one that is alone, and doubt every other case."""
        if len(cards) == len(stored) == 1:
            self.tie(cards[0], stored[0])
        elif any(self.known[index].reviewed for index in stored):
            self.doubt(cards, stored)

    @staticmethod
    def _one_place(cards: Iterable[Present | Known]) -> bool:
        return len({(card.path, card.topic) for card in cards}) == 1


AS_WRITTEN = attrgetter("kind", "section", "path", "topic", "front", "back")
"""The text of a card to the letter, with its place: the same for both sides."""

_SAME_TEXT: tuple[Key, ...] = (
    attrgetter("group", "path", "topic", "question", "answer"),
    attrgetter("group", "path", "question", "answer"),
    attrgetter("group", "question", "answer"),
    attrgetter("group", "path", "topic", "plain_question", "plain_answer"),
    attrgetter("group", "path", "plain_question", "plain_answer"),
    attrgetter("group", "plain_question", "plain_answer"),
)
_SAME_QUESTION: tuple[Key, ...] = (
    attrgetter("group", "path", "topic", "question"),
    attrgetter("group", "path", "topic", "plain_question", "signs"),
)


def tie_in_place(ties: Ties, aliases: Mapping[str, Uid]) -> None:
    """Tie the cards whose text and place are what they were, before any name is believed.

    Equals are told apart by their names (with `aliases` for these), else by their order. Where
    fewer are left than there were, they wait until it is known what names mean.
    """
    _tie_as_written(ties, partial(_settle_by_name, ties, aliases))


def tie_unchanged(ties: Ties) -> None:
    """Round 1: tie the cards whose text and place are what they were."""
    _tie_as_written(ties, ties.settle)


def _tie_as_written(ties: Ties, settle: Settle) -> None:
    """Tie the cards equal to the letter, and `settle` where there are several."""
    present, known = ties.present, ties.known
    cards = _file((card, AS_WRITTEN(present[card])) for card in ties.open_cards())
    stored = _file(
        (index, AS_WRITTEN(known[index])) for index in ties.free_stored() if known[index].live
    )
    for key, card in cards.alone.items():
        index = stored.alone.get(key)
        if index is not None:
            ties.tie(card, index)
        elif key in stored.equals:
            settle([card], stored.equals[key])
    for key, equals in cards.equals.items():
        if key in stored.alone:
            settle(equals, [stored.alone[key]])
        elif key in stored.equals:
            settle(equals, stored.equals[key])


def _settle_by_name(
    ties: Ties, aliases: Mapping[str, Uid], cards: Sequence[int], stored: Sequence[int]
) -> None:
    """Settle equals by those names that tell them apart, and the others in their order."""
    stored_by_name: dict[_Name, list[int]] = defaultdict(list)
    for index in stored:
        known = ties.known[index]
        stored_by_name[known.note_uid, None].append(index)
        stored_by_name[None, known.topic_uid].append(index)
    by_name: dict[_Name, list[int]] = defaultdict(list)
    for index in cards:
        one = ties.present[index]
        name: _Name = (aliases.get(one.id, one.id), None) if one.id else (None, one.topic_id)
        by_name[name].append(index)
    for name, equals in by_name.items():
        if len(equals) == len(stored_by_name.get(name, ())):
            for card, index in zip(equals, stored_by_name[name], strict=True):
                if ties.free(index):
                    ties.tie(card, index)
    left = [index for index in stored if ties.free(index)]
    waiting = [card for card in cards if ties.open_card(card)]
    if len(left) <= len(waiting):
        for card, index in zip(waiting, left, strict=False):
            ties.tie(card, index)


class _Filed(NamedTuple):
    """Cards by key: most are alone under theirs, and a list for each would cost a third more."""

    alone: dict[object, int]
    equals: dict[object, list[int]]


def _file(keys: Iterable[tuple[int, object]]) -> _Filed:
    alone: dict[object, int] = {}
    equals: dict[object, list[int]] = {}
    for index, key in keys:
        if key in equals:
            equals[key].append(index)
        elif key in alone:
            equals[key] = [alone.pop(key), index]
        else:
            alone[key] = index
    return _Filed(alone, equals)


class Search:
    """The cards that round 1 left, worded for comparison.

    Where a file was renamed or a topic reworded, the stored cards are given the new place, so
    that "the same place" goes on meaning what the author means by it.
    """

    def __init__(self, ties: Ties) -> None:
        """Word the cards still open in `ties`."""
        self.ties = ties
        self.cards = {card: word(ties.present[card]) for card in ties.open_cards()}
        stored = {stored: word(ties.known[stored]) for stored in ties.free_stored()}
        self.stored = _follow(ties.present, self.cards, stored)

    def tie_same_text(self) -> None:
        """Rounds 1 to 3: the same text, as written or normalised, here or elsewhere."""
        for live in (True, False):
            for key in _SAME_TEXT:
                self._round(key, self.ties.settle, live=live)

    def tie_same_question(self, settle: Settle) -> None:
        """Round 4 in the same place: the question is the same, the answer another."""
        for live in (True, False):
            for key in _SAME_QUESTION:
                self._round(key, settle, live=live)

    def open_cards(self) -> dict[int, Wording]:
        """Give the present cards still open."""
        return {card: text for card, text in self.cards.items() if self.ties.open_card(card)}

    def free_stored(self) -> dict[int, Wording]:
        """Give the stored cards still to be had."""
        return {stored: text for stored, text in self.stored.items() if self.ties.free(stored)}

    def _round(self, key: Key, settle: Settle, *, live: bool) -> None:
        stored_by_key: dict[object, list[int]] = defaultdict(list)
        for stored, text in self.stored.items():
            if self.ties.free(stored) and self.ties.known[stored].live is live:
                stored_by_key[key(text)].append(stored)
        if not stored_by_key:
            return
        cards_by_key: dict[object, list[int]] = defaultdict(list)
        for card, text in self.cards.items():
            if self.ties.open_card(card):
                found = key(text)
                if found in stored_by_key:
                    cards_by_key[found].append(card)
        for found, cards in cards_by_key.items():
            settle(cards, stored_by_key[found])


def _follow(
    present: Sequence[Present], cards: Mapping[int, Wording], stored: Mapping[int, Wording]
) -> dict[int, Wording]:
    """Move the stored cards of a vanished place to the place where most of their texts went."""
    places = {(card.path, card.topic) for card in present}
    paths = {path for path, _ in places}
    place_votes: dict[tuple[str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    path_votes: dict[str, Counter[str]] = defaultdict(Counter)
    for before, after in _moved(cards, stored):
        place_votes[before.path, before.topic][after.path, after.topic] += 1
        path_votes[before.path][after.path] += 1

    def place_of(text: Wording) -> Wording:
        place = (text.path, text.topic)
        if place in places:
            return text
        if place in place_votes:
            path, topic = _favourite(place_votes[place])
            return text._replace(path=path, topic=topic)
        if text.path not in paths and text.path in path_votes:
            return text._replace(path=_favourite(path_votes[text.path]))
        return text

    return {index: place_of(text) for index, text in stored.items()}


def _moved(
    cards: Mapping[int, Wording], stored: Mapping[int, Wording]
) -> Iterable[tuple[Wording, Wording]]:
    """Give the pairs of equal text that occur once on either side."""
    alike = _text_of_its_own
    before, after = Counter(map(alike, stored.values())), Counter(map(alike, cards.values()))
    now = {alike(text): text for text in cards.values()}
    for text in stored.values():
        key = alike(text)
        if before[key] == after[key] == 1:
            yield text, now[key]


def _text_of_its_own(text: Wording) -> tuple[str, str, str]:
    """Give a text without what it has of its topic: a TL;DR asks whatever the topic asks.

    The most common mistake may be that of many topics, and tells of none.
    """
    of_topic = text.group.endswith(Section.TLDR) and len(text.answer.split()) >= LONG
    return text.group, "" if of_topic else text.question, text.answer


def _favourite(votes: Counter[_Place]) -> _Place:
    """Give what has most votes, the first in the alphabet among equals."""
    return min(votes, key=lambda place: (-votes[place], place))
