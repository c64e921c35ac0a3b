"""The names cards are born with, and what they keep of them: note and ordinal.

A uid is a digest of the first text, so that two machines that see the same first text give the
same one. Nothing is ever derived from a later text. In a topic, the topic stands in it by its
own name: with that as its `id` in the file, a card is born alike however the question reads.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import count

from flashcards.identity.digests import FIRST, SIBLING, SPLIT, digest, digests
from flashcards.identity.ids import Names
from flashcards.identity.ties import ASK_FOR_TOPIC, Ties
from flashcards.identity.values import Identity, Present
from flashcards.model import Kind, Uid
from flashcards.notes import Known

_FORWARD, _REVERSE = 1, 2


def identify(  # noqa: PLR0913, PLR0917 - what is known of a run
    ties: Ties,
    names: Names,
    notes: Mapping[int, Sequence[int]],
    stored_notes: Mapping[Uid, Sequence[int]],
    topic_uids: Mapping[int, Uid],
    free: Callable[[str], bool],
) -> tuple[Identity, ...]:
    """Give every present card its identity.

    `topic_uids` name the topic of each present card that has one, and `free` tells if a uid
    belongs to nothing yet.
    """
    return _Registry(ties, names, notes, stored_notes, topic_uids, free).identify()


class _Registry:
    """Notes and cards of this run, as they get their names."""

    def __init__(  # noqa: PLR0913, PLR0917 - what is known of a run
        self,
        ties: Ties,
        names: Names,
        notes: Mapping[int, Sequence[int]],
        stored_notes: Mapping[Uid, Sequence[int]],
        topic_uids: Mapping[int, Uid],
        free: Callable[[str], bool],
    ) -> None:
        self._ties = ties
        self._names = names
        self._notes = notes
        self._stored_notes = stored_notes
        self._topic_uids = topic_uids
        self._free_in_store = free
        self._given: set[str] = set(names.newcomers.values())
        self._reached: dict[tuple[bytes | str, ...], int] = {}
        self._identities: dict[int, Identity] = {}

    def identify(self) -> tuple[Identity, ...]:
        note_uids = self._settle_notes()
        for note, cards in self._notes.items():
            uid = note_uids.get(note)
            if uid is None:
                self._bear_note(note, cards)
            else:
                self._keep_note(uid, cards)
        return tuple(self._identities[index] for index in range(len(self._ties.present)))

    def _settle_notes(self) -> dict[int, Uid]:
        """Decide which stored note each note of today is, and found new ones after a split."""
        claims: dict[Uid, list[int]] = defaultdict(list)
        for note, cards in self._notes.items():
            uid = self._names.holders.get(note) or self._most_come_from(cards)
            if uid is not None:
                claims[uid].append(note)
        settled: dict[int, Uid] = {}
        losers: list[int] = []
        for uid, claimants in claims.items():
            if len(claimants) == 1:
                settled[claimants[0]] = uid
                continue
            keeper = min(claimants, key=partial(self._claim, uid))
            settled[keeper] = uid
            losers += [note for note in claimants if note != keeper]
        for note in sorted(losers, key=lambda note: self._notes[note][0]):
            settled[note] = self._found(note)
        return settled

    def _most_come_from(self, cards: Sequence[int]) -> Uid | None:
        """Give the stored note that most of `cards` come from, the first card's among equals."""
        uids = [stored.note_uid for stored in self._stored(cards)]
        if len(uids) < 2 or len(set(uids)) == 1:  # noqa: PLR2004 - one card, one note
            return uids[0] if uids else None
        return Counter(uids).most_common(1)[0][0]

    def _claim(self, uid: Uid, note: int) -> tuple[bool, bool, int, int]:
        """Rank a note's claim on the stored note `uid`, the best least.

        The card that gave the note its uid takes the note with it: it could not name another.
        """
        cards = self._notes[note]
        own = [stored for stored in self._stored(cards) if stored.note_uid == uid]
        return (
            self._names.holders.get(note) != uid,
            all(stored.uid != uid for stored in own),
            -len(own),
            cards[0],
        )

    def _found(self, note: int) -> Uid:
        """Name the new note of a split after its first settled card."""
        uids = [stored.uid for stored in self._stored(self._notes[note])]
        for uid in uids:
            if uid not in self._stored_notes and uid not in self._given:
                self._given.add(uid)
                return uid
        return self._new(SPLIT, uids)

    def _stored(self, cards: Sequence[int]) -> list[Known]:
        stored_of, known = self._ties.stored_of, self._ties.known
        return [known[stored_of[card]] for card in cards if card in stored_of]

    def _keep_note(self, note_uid: Uid, cards: Sequence[int]) -> None:
        """Give the cards of a note that the store knows, or that a split has founded."""
        born: list[int] = []
        strangers: list[int] = []
        for index in cards:
            stored = self._ties.stored_of.get(index)
            if stored is None:
                born.append(index)
                continue
            card = self._ties.known[stored]
            if card.note_uid == note_uid:
                self._identities[index] = Identity(card.uid, note_uid, card.ordinal, born=False)
            else:
                strangers.append(index)
        if born or strangers:
            ordinals = _Ordinals(
                self._ties.known[index] for index in self._stored_notes.get(note_uid, ())
            )
            self._welcome(note_uid, strangers, ordinals)
            self._bear_siblings(note_uid, born, ordinals)

    def _welcome(self, note_uid: Uid, cards: Sequence[int], ordinals: "_Ordinals") -> None:
        """Take settled cards of another note in, with their ordinal where it is free."""
        for index in cards:
            card = self._ties.known[self._ties.stored_of[index]]
            ordinal = ordinals.take(card.kind, card.ordinal)
            self._identities[index] = Identity(card.uid, note_uid, ordinal, born=False)

    def _bear_note(self, note: int, cards: Sequence[int]) -> None:
        """Bear a new note: its first card gives it its uid, or takes the author's id as its own."""
        present = self._ties.present
        ordinals = _Ordinals(())
        given = {
            index: ordinals.take(present[index].kind, present[index].number)
            for index in _numbered_first(present, cards)
        }
        first, *others = sorted(given, key=lambda index: (given[index], index))
        name = self._names.newcomers.get(note)
        # An id that was crossed with another (see `read_names`) is another card's uid.
        if name is None or not self._free_in_store(name):
            note_uid = self._first_uid(first)
        else:
            note_uid = Uid(name)
        self._identities[first] = Identity(note_uid, note_uid, given[first], born=True)
        for index in others:
            self._bear_sibling(index, note_uid, given[index])

    def _bear_siblings(self, note_uid: Uid, cards: Sequence[int], ordinals: "_Ordinals") -> None:
        """Bear further cards of a note; a number whose card lives on elsewhere is not free."""
        for index in _numbered_first(self._ties.present, cards):
            card = self._ties.present[index]
            ordinal = ordinals.take(card.kind, card.number)
            while card.kind is Kind.CLOZE and not self._free(_sibling(note_uid, card, ordinal)):
                ordinal = ordinals.take(card.kind, None)
            self._bear_sibling(index, note_uid, ordinal)

    def _bear_sibling(self, index: int, note_uid: Uid, ordinal: int) -> None:
        parts = (note_uid, self._ties.present[index].kind, str(ordinal))
        self._identities[index] = Identity(self._new(SIBLING, parts), note_uid, ordinal, born=True)

    def _first_uid(self, index: int) -> Uid:
        card, topic = self._ties.present[index], self._topic_uids.get(index)
        if topic is None:
            return self._new(FIRST, (card.deck, "", card.section, card.kind, card.front))
        # These fronts are made of the topic's question, which the topic's name outlives.
        fronts = () if card.section in ASK_FOR_TOPIC else (card.front,)
        return self._new(FIRST, (topic, card.section, card.kind, *fronts))

    def _new(self, purpose: bytes, parts: Sequence[str]) -> Uid:
        """Give the first digest of `parts` that is nobody's yet, counting up where it is."""
        # Of equal first texts each begins where the last one left off: thousands cost no square.
        first = self._reached.get((purpose, *parts), 0)
        number, uid = next(pair for pair in digests(purpose, parts, first) if self._free(pair[1]))
        self._reached[purpose, *parts] = number
        self._given.add(uid)
        return uid

    def _free(self, uid: str) -> bool:
        return uid not in self._given and self._free_in_store(uid)


def _sibling(note_uid: Uid, card: Present, ordinal: int) -> Uid:
    return digest(SIBLING, (note_uid, card.kind, str(ordinal)))


def _numbered_first(present: Sequence[Present], cards: Sequence[int]) -> list[int]:
    """Give the cards the author numbered before those that take what is left."""
    return sorted(cards, key=lambda index: present[index].number is None)


class _Ordinals:
    """The ordinals of one note; those of gaps that vanished are never given again."""

    def __init__(self, stored: Iterable[Known]) -> None:
        self._gaps = {card.ordinal for card in stored if card.kind is Kind.CLOZE}

    def take(self, kind: Kind, wish: int | None) -> int:
        """Give a card its ordinal: for a gap `wish` or the next free number."""
        if kind is not Kind.CLOZE:
            return _REVERSE if kind is Kind.REVERSE else _FORWARD
        if wish is None or wish in self._gaps:
            wish = next(number for number in count(1) if number not in self._gaps)
        self._gaps.add(wish)
        return wish


def written_aliases(
    names: Names, notes: Mapping[int, Sequence[int]], cards: Sequence[Identity]
) -> tuple[tuple[str, Uid], ...]:
    """Give the ids that authors wrote on notes born under another uid, with that uid."""
    aliases: list[tuple[str, Uid]] = []
    for note, name in names.newcomers.items():
        settled = [cards[index] for index in notes[note] if not cards[index].born]
        if settled:
            first = next((card for card in settled if card.uid == card.note_uid), settled[0])
            aliases.append((name, first.uid))
    return tuple(aliases)
