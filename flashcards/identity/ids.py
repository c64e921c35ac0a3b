"""The names authors give their notes, and the cards of one note among themselves.

An id wins over every text: what it names is matched within its note, whatever was rewritten.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple, TypeVar

from flashcards.identity.ties import AS_WRITTEN, Key, Ties
from flashcards.identity.values import Present
from flashcards.identity.wording import word
from flashcards.model import Kind, Uid
from flashcards.notes import Known
from flashcards.text import normalise


class Names(NamedTuple):
    """What the ids of this run mean, by the index of the note.

    ``holders`` hold a stored note, ``newcomers`` an id that nothing has yet. ``copied`` are the
    cards whose id another note holds.
    """

    holders: Mapping[int, Uid]
    newcomers: Mapping[int, str]
    copied: tuple[int, ...]


def notes_of(present: Sequence[Present]) -> dict[int, list[int]]:
    """Give the indexes of the cards of each note."""
    notes: dict[int, list[int]] = defaultdict(list)
    for index, card in enumerate(present):
        notes[card.note].append(index)
    return notes


def stored_notes_of(known: Sequence[Known]) -> dict[Uid, list[int]]:
    """Give the indexes of the stored cards of each stored note."""
    notes: dict[Uid, list[int]] = defaultdict(list)
    for index, card in enumerate(known):
        notes[card.note_uid].append(index)
    return notes


def read_names(
    ties: Ties,
    notes: Mapping[int, Sequence[int]],
    stored_notes: Mapping[Uid, Sequence[int]],
    aliases: Mapping[str, Uid],
    taken: Callable[[str], bool],
) -> Names:
    """Find out whom each id names, and who only has a copy of it.

    An id that the store knows outside `stored_notes` belongs to a note that is not read in this
    run, so here it is a copy as well. One that stands on the unchanged text of another note,
    while its own text is unchanged elsewhere, was born the other way round on another machine:
    it is a newcomer, another name for the card whose text it stands on.
    """
    claims: dict[str, list[int]] = defaultdict(list)
    for note, cards in notes.items():
        name = ties.present[cards[0]].id
        if name:
            claims[name].append(note)
    if not claims:
        return Names({}, {}, ())
    note_of_card = {card.uid: card.note_uid for card in ties.known}
    holders: dict[Uid, list[int]] = defaultdict(list)
    newcomers: dict[int, str] = {}
    copies: list[int] = []
    texts = _Texts(ties, notes, stored_notes)
    for name, claimants in claims.items():
        meant = [uid for uid in (aliases.get(name), Uid(name)) if uid is not None]
        named = next((uid for uid in meant if uid in stored_notes or uid in note_of_card), None)
        if named is not None:
            uid = named if named in stored_notes else note_of_card[named]
            if len(claimants) == 1 and texts.are_crossed(claimants[0], uid):
                newcomers[claimants[0]] = name
            else:
                holders[uid] += claimants
        elif any(map(taken, meant)):
            copies += claimants
        else:
            newcomers[claimants[0]] = name
            copies += claimants[1:]
    closest: dict[int, Uid] = {}
    for uid, claimants in holders.items():
        holder = _closest(ties, [notes[note] for note in claimants], stored_notes[uid])
        closest[claimants[holder]] = uid
        copies += claimants[:holder] + claimants[holder + 1 :]
    return Names(closest, newcomers, tuple(sorted(card for note in copies for card in notes[note])))


class _Texts:
    """Who has which text to the letter, on either side; made only for whom an id surprises."""

    def __init__(
        self,
        ties: Ties,
        notes: Mapping[int, Sequence[int]],
        stored_notes: Mapping[Uid, Sequence[int]],
    ) -> None:
        self._ties = ties
        self._notes = notes
        self._stored_notes = stored_notes

    def are_crossed(self, note: int, uid: Uid) -> bool:
        """Tell whether `note` is another stored note unchanged, and `uid` another present one."""
        mine = self._of_note(note)
        theirs = self._of_stored(uid)
        if mine == theirs:  # nearly always
            return False
        return self._stored.get(mine, uid) != uid and self._present.get(theirs, note) != note

    @cached_property
    def _present(self) -> dict[object, int]:
        return _alone((self._of_note(note), note) for note in self._notes)

    @cached_property
    def _stored(self) -> dict[object, Uid]:
        return _alone((self._of_stored(uid), uid) for uid in self._stored_notes)

    def _of_note(self, note: int) -> frozenset[object]:
        return frozenset(AS_WRITTEN(self._ties.present[card]) for card in self._notes[note])

    def _of_stored(self, uid: Uid) -> frozenset[object]:
        known = (self._ties.known[index] for index in self._stored_notes[uid])
        return frozenset(AS_WRITTEN(card) for card in known if card.live)


_Name = TypeVar("_Name", int, Uid)


def _alone(texts: Iterable[tuple[object, _Name]]) -> dict[object, _Name]:
    """Give what is alone under its text."""
    found: dict[object, list[_Name]] = defaultdict(list)
    for text, name in texts:
        found[text].append(name)
    return {text: names[0] for text, names in found.items() if len(names) == 1}


def _closest(ties: Ties, notes: Sequence[Sequence[int]], stored: Sequence[int]) -> int:
    """Give the index of the note whose text is closest to the stored one, the first of equals."""
    if len(notes) == 1:
        return 0
    from rapidfuzz import fuzz  # noqa: PLC0415 - only where an id was copied, it costs 13 ms

    def text(cards: Sequence[Present | Known]) -> str:
        return normalise("\n".join(f"{card.front}\n{card.back}" for card in cards))

    before = [ties.known[index] for index in stored]

    def score(index: int) -> tuple[float, bool, int]:
        today = [ties.present[card] for card in notes[index]]
        in_place = (today[0].path, today[0].topic) == (before[0].path, before[0].topic)
        return fuzz.ratio(text(today), text(before)), in_place, -index

    return max(range(len(notes)), key=score)


def tie_within(ties: Ties, cards: Sequence[int], stored: Sequence[int]) -> None:
    """Tie the cards of one note among themselves, in whatever section they stand.

    A note has one forward card and one reverse. Its gaps are told apart by their texts; only
    when it has one before and one now may both have changed.
    """
    for kind in (Kind.BASIC, Kind.REVERSE):
        _tie_single(ties, *_of_kind(ties, kind, cards, stored))
    gaps, stored_gaps = _of_kind(ties, Kind.CLOZE, cards, stored)
    for key in _GAP_ROUNDS:
        _tie_equal(ties, key, gaps, stored_gaps)
    _tie_single(ties, gaps, stored_gaps)


_GAP_ROUNDS: tuple[Key, ...] = (
    attrgetter("question", "answer"),
    attrgetter("plain_question", "plain_answer"),
    attrgetter("plain_question"),
    attrgetter("plain_answer"),
)


def _of_kind(
    ties: Ties, kind: Kind, cards: Sequence[int], stored: Sequence[int]
) -> tuple[list[int], list[int]]:
    return (
        [index for index in cards if ties.present[index].kind is kind],
        [index for index in stored if ties.known[index].kind is kind],
    )


def _tie_single(ties: Ties, cards: Sequence[int], stored: Sequence[int]) -> None:
    if len(cards) == len(stored) == 1 and ties.open_card(cards[0]) and ties.free(stored[0]):
        ties.tie(cards[0], stored[0])


def _tie_equal(ties: Ties, key: Key, cards: Sequence[int], stored: Sequence[int]) -> None:
    """Tie the cards with the same key, in order where both sides have as many."""
    stored_by_key: dict[object, list[int]] = defaultdict(list)
    for index in stored:
        if ties.free(index):
            stored_by_key[key(word(ties.known[index]))].append(index)
    cards_by_key: dict[object, list[int]] = defaultdict(list)
    for index in cards:
        if ties.open_card(index):
            cards_by_key[key(word(ties.present[index]))].append(index)
    for found, equals in cards_by_key.items():
        if len(equals) == len(stored_by_key.get(found, ())):
            for card, index in zip(equals, stored_by_key[found], strict=True):
                ties.tie(card, index)


def tie_siblings(
    ties: Ties, notes: Mapping[int, Sequence[int]], stored_notes: Mapping[Uid, Sequence[int]]
) -> None:
    """Let the open cards of a note follow those that are settled, to the same stored note."""
    for note in sorted({ties.present[card].note for card in ties.open_cards()}):
        votes = Counter(
            ties.known[ties.stored_of[card]].note_uid
            for card in notes[note]
            if card in ties.stored_of
        )
        if votes:
            tie_within(ties, notes[note], stored_notes[votes.most_common(1)[0][0]])
