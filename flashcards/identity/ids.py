"""The names authors give their notes, and the cards of one note among themselves.

An id wins over every text but one that stands unchanged where it stood: what it names is matched
within its note, whatever was rewritten.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from flashcards.identity.ties import Key, Ties, word
from flashcards.identity.values import Present
from flashcards.model import Kind, Uid
from flashcards.notes import Known
from flashcards.text import normalise


class Names(NamedTuple):
    """What the ids of this run mean, by the index of the note.

    ``holders`` hold a stored note, ``newcomers`` an id that nothing has yet. ``copied`` are the
    cards whose id another note holds. ``refuted`` have an id of a stored note that they cannot
    be; whether theirs is a copy shows when all is settled.
    """

    holders: Mapping[int, Uid]
    newcomers: Mapping[int, str]
    copied: tuple[int, ...]
    refuted: Mapping[int, Uid]


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
    run, so here it is a copy as well. In `ties` are the cards that are unchanged in their place:
    an id is believed only where they do not speak against it.
    """
    claims: dict[str, list[int]] = defaultdict(list)
    for note, cards in notes.items():
        name = ties.present[cards[0]].id
        if name:
            claims[name].append(note)
    if not claims:
        return Names({}, {}, (), {})
    note_of_card = {card.uid: card.note_uid for card in ties.known}
    claimed: dict[Uid, list[int]] = defaultdict(list)
    newcomers: dict[int, str] = {}
    copies: list[int] = []
    for name, claimants in claims.items():
        meant = [uid for uid in (aliases.get(name), Uid(name)) if uid is not None]
        named = next((uid for uid in meant if uid in stored_notes or uid in note_of_card), None)
        if named is not None:
            claimed[named if named in stored_notes else note_of_card[named]] += claimants
        elif any(map(taken, meant)):
            copies += claimants
        else:
            newcomers[claimants[0]] = name
            copies += claimants[1:]
    holders: dict[int, Uid] = {}
    refuted: dict[int, Uid] = {}
    evidence = _Evidence(ties, notes, stored_notes, claimed)
    for uid, claimants in claimed.items():
        believable = evidence.believable(claimants, uid)
        if believable:
            closest = _closest(ties, [notes[note] for note in believable], stored_notes[uid])
            first = believable[closest]
            holders[first] = uid
        else:
            first = claimants[0]
            refuted[first] = uid
            newcomers[first] = ties.present[notes[first][0]].id or ""
        copies += [note for note in claimants if note != first]
    copied = sorted(card for note in copies for card in notes[note])
    return Names(holders, newcomers, tuple(copied), refuted)


class _Evidence:
    """What speaks for and against the ids that name stored notes, `claimed` by notes."""

    def __init__(
        self,
        ties: Ties,
        notes: Mapping[int, Sequence[int]],
        stored_notes: Mapping[Uid, Sequence[int]],
        claimed: Mapping[Uid, Sequence[int]],
    ) -> None:
        self._ties = ties
        self._notes = notes
        self._stored_notes = stored_notes
        self._claimed = claimed

    def believable(self, claimants: Sequence[int], uid: Uid) -> Sequence[int]:
        """Give those of `claimants` that may be the stored note `uid`.

        Who has a card of it unchanged is the one. When another note has, nobody of them is, and
        who is another stored note is not this one.
        """
        here = [note for note in claimants if uid in self._settled(note)]
        if here or not self._ties.all_free(self._stored_notes[uid]):
            return here
        return [note for note in claimants if not self._is_another(note, uid)]

    def _settled(self, note: int) -> set[Uid]:
        """Give the stored notes whose cards those of `note` are."""
        stored_of, known = self._ties.stored_of, self._ties.known
        return {known[stored_of[card]].note_uid for card in self._notes[note] if card in stored_of}

    def _is_another(self, note: int, uid: Uid) -> bool:
        """Tell whether `note` is a stored note other than `uid`: unchanged, or by its question.

        A question that two notes had in one place tells nothing, nor does that of a note which
        goes by its own id. And a note with the answer of `uid` has only taken over a question.
        """
        if self._settled(note):
            return True
        asked = {_QUESTION(card): card.back for card in map(self._present, self._notes[note])}
        asking = {uid for question in asked for uid in self._asked.get(question, ())}
        answers = {self._ties.known[index].back for index in self._stored_notes[uid]}
        return bool(
            asking - self._claimed.keys()
            and uid not in asking
            and answers.isdisjoint(asked.values())
        )

    def _present(self, index: int) -> Present:
        return self._ties.present[index]

    @cached_property
    def _asked(self) -> dict[object, set[Uid]]:
        """The stored notes in the decks that are not settled, by their questions."""
        found: dict[object, set[Uid]] = defaultdict(set)
        for index in self._ties.free_stored():
            card = self._ties.known[index]
            if card.live:
                found[_QUESTION(card)].add(card.note_uid)
        return found


_QUESTION = attrgetter("kind", "section", "path", "topic", "front")


def judge_refuted(ties: Ties, names: Names, notes: Mapping[int, Sequence[int]]) -> Names:
    """Tell which refuted ids are copies, now that it is settled who each card is.

    Where the stored note of that name is in the decks without an id of its own, the name goes on
    being its own. Otherwise it is free, as another name of a note that has one: so it is where
    two notes were born the other way round on another machine and have each other's ids.
    """
    if not names.refuted:
        return names
    copied = set(names.copied)
    settled: dict[Uid, bool] = {}  # whether all its cards have an id of their own
    for card, stored in ties.stored_of.items():
        uid, named = ties.known[stored].note_uid, ties.present[card].id and card not in copied
        settled[uid] = settled.get(uid, True) and bool(named)
    copies = {
        note
        for note, uid in names.refuted.items()
        if uid in settled and not (settled[uid] and ties.any_settled(notes[note]))
    }
    copied.update(card for note in copies for card in notes[note])
    free = {note: name for note, name in names.newcomers.items() if note not in copies}
    return names._replace(newcomers=free, copied=tuple(sorted(copied)))


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
