"""Which card of today is which card of yesterday: rule by rule, and the laws behind them."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from flashcards.identity import Matching, Present, anki_guid, match
from flashcards.model import Kind, Section, Uid
from flashcards.notes import Known


def present(front: str, back: str = "That.", **changes: object) -> Present:
    """Give a simple card of today."""
    card = Present("a.yaml", "A", "", 0, None, Section.CARDS, Kind.BASIC, None, front, back)
    return card._replace(**changes)  # type: ignore[arg-type] # fields by name


def notes(*cards: Present) -> list[Present]:
    """Make each card a note of its own."""
    return [card._replace(note=number) for number, card in enumerate(cards)]


def match_all(cards: Sequence[Present], known: Sequence[Known] = ()) -> Matching:
    """Match against a store that holds `known` and nothing else."""
    uids = {card.uid for card in known} | {card.note_uid for card in known}
    return match(cards, known, aliases={}, taken=uids.__contains__)


def remembered(
    cards: Sequence[Present], matching: Matching, *, reviewed: bool = True
) -> list[Known]:
    """Store cards as they were matched."""
    return [
        Known(
            who.uid, who.note_uid, card.path, card.topic, card.section, card.kind, who.ordinal,
            card.front, card.back, reviewed,
        )
        for who, card in zip(matching.cards, cards, strict=True)
    ]  # fmt: skip


def uids(matching: Matching) -> list[Uid]:
    """Give the uid of each card."""
    return [card.uid for card in matching.cards]


def test_two_machines_name_a_card_alike() -> None:
    """The same first text has the same uid everywhere: lower-case base32 after a letter."""
    (one,), (two,) = (uids(match_all([present("What?")])) for _ in range(2))
    assert one == two
    assert one[0].isalpha()
    assert set(one) <= set("abcdefghijklmnopqrstuvwxyz234567")


def test_equal_texts_of_one_deck_are_told_apart() -> None:
    """Two equal cards are two, and each keeps its place among the two."""
    cards = notes(present("What?"), present("What?"))
    first = match_all(cards)
    assert len(set(uids(first))) == 2
    assert uids(match_all(cards, remembered(cards, first))) == uids(first)


def test_the_deck_and_the_kind_make_another_card() -> None:
    """One text in two decks, or asked in two ways, is two cards."""
    cards = notes(present("What?"), present("What?", deck="B", path="b.yaml"))
    assert len(set(uids(match_all(cards)))) == 2


def test_pinning_a_note_pins_all_its_cards() -> None:
    """A reversed card's other side is named after the note, so an id in the file fixes both."""
    sides = [present("Big-endian"), present("That.", "Big-endian", kind=Kind.REVERSE)]
    here = match_all(sides)
    pinned = [side._replace(id=here.cards[0].note_uid) for side in sides]
    assert uids(match_all(pinned)) == uids(here)
    assert [card.ordinal for card in here.cards] == [1, 2]


def test_an_id_wins_over_every_text() -> None:
    """A card with an id is that card, whatever it says now."""
    before = [present("What?", id="mine")]
    known = remembered(before, match_all(before))
    assert uids(match_all([present("Else?", "Other.", id="mine")], known)) == ["mine"]


def test_an_id_written_later_is_another_name_of_the_card() -> None:
    """The uid of birth stays; the author's id leads to it."""
    before = [present("What?")]
    first = match_all(before)
    matching = match_all([present("What?", id="mine")], remembered(before, first))
    assert uids(matching) == uids(first)
    assert matching.aliases == (("mine", first.cards[0].uid),)


def test_of_two_cards_with_one_id_the_closest_keeps_it() -> None:
    """A copied id is reported for the copy, which is a new card."""
    before = [present("What is a page fault?", id="mine")]
    known = remembered(before, match_all(before))
    cards = notes(
        present("What is a cache line?", "64 bytes.", id="mine"),
        present("What is a page fault?", id="mine"),
    )
    matching = match_all(cards, known)
    assert matching.cards[1].uid == "mine"
    assert matching.cards[0].born
    assert matching.copied == (0,)


def test_what_fits_several_reviewed_cards_is_not_guessed() -> None:
    """Equal cards with different histories elsewhere: the new one starts new, and says so."""
    before = notes(
        present("What is a leader lease?"),
        present("What is a leader lease?", deck="B", path="b.yaml"),
    )
    known = remembered(before, match_all(before))
    matching = match_all([present("What is a leader lease?", deck="C", path="c.yaml")], known)
    assert matching.cards[0].born
    ((card, candidates),) = matching.ambiguities
    assert card == 0
    assert set(candidates) == {one.uid for one in known}


def test_an_inserted_gap_leaves_the_others_who_they_were() -> None:
    """Ordinals are fixed at birth: a gap put first takes the next free number."""
    gap = present("A [...] costs one access.", "cache miss", kind=Kind.CLOZE)
    first = match_all([gap])
    inserted = present("A cache miss costs [...] access.", "one", kind=Kind.CLOZE)
    matching = match_all([inserted, gap], remembered([gap], first))
    assert matching.cards[1] == first.cards[0]._replace(born=False)
    assert (matching.cards[0].ordinal, matching.cards[0].note_uid) == (2, first.cards[0].note_uid)


def test_the_guid_of_anki_hangs_on_uid_and_kind_alone() -> None:
    """Forward and reverse are one note there; a cloze is another."""
    uid = Uid("kq3vabcdefghijkl")
    assert anki_guid(uid, Kind.BASIC) == anki_guid(uid, Kind.REVERSE)
    assert anki_guid(uid, Kind.BASIC) != anki_guid(uid, Kind.CLOZE)
    assert anki_guid(uid, Kind.BASIC).isalnum()


WORDS = st.lists(
    st.sampled_from(["cache", "line", "page", "fault", "lease", "leader", "token", "head"]),
    min_size=2,
    max_size=6,
).map(" ".join)
CARDS = st.lists(st.tuples(WORDS, WORDS, st.sampled_from("abc")), max_size=12).map(
    lambda rows: notes(*(present(f"What is {f}?", b, path=f"{p}.yaml", deck=p) for f, b, p in rows))
)


@given(CARDS, CARDS)
def test_no_uid_is_given_twice(before: list[Present], after: list[Present]) -> None:
    """Whatever was saved, each stored card goes to one card of today at most."""
    known = remembered(before, match_all(before))
    matching = match_all(after, known)
    assert len(set(uids(matching))) == len(after)


@given(CARDS, CARDS)
def test_matching_again_changes_nothing(before: list[Present], after: list[Present]) -> None:
    """A second look at the same files ties every card to itself."""
    known = remembered(before, match_all(before))
    first = match_all(after, known)
    again = match_all(after, remembered(after, first))
    assert uids(again) == uids(first)
    assert not any(card.born for card in again.cards)
