"""Which card of today is which card of yesterday: the rules one by one, then their laws."""

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from flashcards.identity import (
    Ambiguity,
    Matching,
    Present,
    anki_guid,
    id_from_anki,
    in_anki,
    match,
    moved_files,
)
from flashcards.model import Kind, Section, Uid, is_born_name
from flashcards.notes import Known


def note(  # noqa: PLR0913 - what an author may write, most of it left out
    number: int,
    front: str,
    back: str = "",
    *,
    path: str = "deck.yaml",
    topic: str = "",
    id: str | None = None,  # noqa: A002 - the field's own name
    section: Section = Section.CARDS,
    reverse: bool = False,
    topic_id: str | None = None,
) -> list[Present]:
    """Give the cards of one note; a front with gaps, {text} or {3:text}, makes it a cloze."""
    place = (path, "Deck", topic, number, id, section)
    gaps = list(re.finditer(r"\{(?:(\d+):)?([^}]*)\}", front))
    if not gaps:
        cards = [Present(*place, Kind.BASIC, None, front, back, topic_id)]
        if reverse:
            cards.append(Present(*place, Kind.REVERSE, None, back, front, topic_id))
        return cards
    cards = []
    for asked in gaps:
        shown = re.sub(
            r"\{(?:\d+:)?([^}]*)\}",
            lambda gap: "[...]" if gap.start() == asked.start() else gap[1],  # noqa: B023 - at once
            front,
        )
        written = None if asked[1] is None else int(asked[1])
        cards.append(Present(*place, Kind.CLOZE, written, shown, asked[2], topic_id))
    return cards


@dataclass
class Learner:
    """Someone whose decks are read from time to time, and whose answers are remembered."""

    known: dict[Uid, Known] = field(default_factory=dict)
    aliases: dict[str, Uid] = field(default_factory=dict)

    def read(
        self, *notes: Sequence[Present], reviewed: Callable[[Present], bool] = lambda _: True
    ) -> Matching:
        """Read decks with these notes; every card is answered unless `reviewed` says no."""
        topics: dict[tuple[str, str, str | None], int] = {}
        present = [
            card._replace(
                topic_number=topics.setdefault((card.path, card.topic, card.topic_id), len(topics))
            )
            for cards in notes
            for card in cards
        ]
        matching = match(
            present, list(self.known.values()), aliases=self.aliases, taken=self.known.__contains__
        )
        self.aliases |= dict(matching.aliases)
        seen = {
            who.uid: Known(
                who.uid,
                who.note_uid,
                card.path,
                card.topic,
                card.section,
                card.kind,
                who.ordinal,
                card.front,
                card.back,
                reviewed(card) or (who.uid in self.known and self.known[who.uid].reviewed),
                topic_uid=matching.topics.get(card.topic_number, Uid("")),
            )
            for who, card in zip(matching.cards, present, strict=True)
        }
        gone = {uid: card._replace(live=False) for uid, card in self.known.items()}
        self.known = {**{uid: card for uid, card in gone.items() if uid not in seen}, **seen}
        return matching


def uids(matching: Matching) -> list[Uid]:
    """Give the uids of the cards in order."""
    return [card.uid for card in matching.cards]


def born(matching: Matching) -> list[bool]:
    """Tell of each card in order whether it began anew."""
    return [card.born for card in matching.cards]


CACHE = ("What does a write-back cache do on a write?", "It changes the cache only.")
FAULT = ("What does a page fault do?", "It traps into the kernel, which maps the page.")
SPACE = ("What is the space of merge sort?", "O(n)")


# How a card is named at birth.


def test_a_uid_is_sixteen_letters_and_digits() -> None:
    """A uid can be typed: a letter, then fifteen of a-z and 2-7."""
    matching = Learner().read(*(note(number, f"Question {number}?", "Yes") for number in range(99)))
    assert all(re.fullmatch("[a-z][a-z2-7]{15}", uid) for uid in uids(matching))
    assert all(is_born_name(uid) for uid in uids(matching))
    assert not any(map(is_born_name, ("", "attention", "sixteen-letters-", "2bcdefghijklmnop")))


def test_two_machines_give_the_same_names() -> None:
    """Whoever clones the decks gets the same uids, however the accents are encoded."""
    composed, decomposed = "Caf\u00e9?", "Cafe\u0301?"
    assert uids(Learner().read(note(0, composed, "Coffee"))) == uids(
        Learner().read(note(0, decomposed, "Coffee"))
    )


def test_the_name_comes_from_the_question_and_its_place_only() -> None:
    """Deck, topic, section, kind and front make the uid; the answer does not."""
    one = note(0, "Space?", "O(n)")[0]
    uid = uids(Learner().read([one]))[0]
    assert uids(Learner().read([one._replace(back="O(1)", path="other.yaml")])) == [uid]
    for other in (
        one._replace(deck="Other"),
        one._replace(topic="Heaps?"),
        one._replace(section=Section.CHEAT_SHEET),
        one._replace(front="Time?"),
    ):
        assert uids(Learner().read([other])) != [uid]


def test_a_name_once_frozen_stays() -> None:
    """The names of cards never change from one version of the program to the next."""
    matching = Learner().read(note(0, "Big-endian", "Most significant first", reverse=True))
    assert uids(matching) == ["kprlb32dixbxmdkt", "hqde4oldehukx65a"]


def test_equal_questions_get_names_of_their_own() -> None:
    """Two notes with the same question are two cards, in one file or in two."""
    matching = Learner().read(
        note(0, *SPACE), note(1, *SPACE), note(2, SPACE[0], "O(1)", path="other.yaml")
    )
    assert len(set(uids(matching))) == 3
    assert all(born(matching))


def test_an_id_from_the_start_is_the_uid() -> None:
    """A note born with an id is named by it, and its siblings by the note."""
    matching = Learner().read(note(0, "Big-endian", "Most significant first", id="endian"))
    assert matching.cards[0][:3] == ("endian", "endian", 1)
    assert matching.aliases == ()


def test_pinning_a_note_pins_its_siblings() -> None:
    """With the id in the file another machine names reverse and gaps alike, whatever the text."""
    here = Learner().read(note(0, "Big-endian", "Most significant first", reverse=True))
    there = Learner().read(note(0, "Network order", "Large end", reverse=True, id=uids(here)[0]))
    assert uids(here) == uids(there)
    here = Learner().read(note(0, "{TCP} is reliable, {UDP} is not."))
    there = Learner().read(note(0, "Reliable is {TCP}, but not {UDP}.", id=uids(here)[0]))
    assert uids(here) == uids(there)


# Ordinals: the place of a card in its Anki note.


def test_ordinals_follow_the_author_and_never_come_back() -> None:
    """A gap keeps the number it was born with; the number of a vanished gap is not given again."""
    learner = Learner()
    first = learner.read(note(0, "{3:TCP} is reliable, {UDP} is not."))
    assert [card.ordinal for card in first.cards] == [3, 1]
    learner.read(note(0, "{3:TCP} is reliable, UDP is not."))
    third = learner.read(note(0, "{3:TCP} is {reliable}, UDP is not."))
    assert [card.ordinal for card in third.cards] == [3, 2]
    assert born(third) == [False, True]


def test_a_reverse_is_the_second_card() -> None:
    """A reverse written later joins the note as its second card."""
    learner = Learner()
    (first,) = learner.read(note(0, "Big-endian", "Most significant first")).cards
    forward, reverse = learner.read(
        note(0, "Big-endian", "Most significant first", reverse=True)
    ).cards
    assert forward == first._replace(born=False)
    assert reverse[1:] == (first.note_uid, 2, True)


def test_a_gap_before_another_takes_nothing_from_it() -> None:
    """Case 2: the gaps behind keep number and history."""
    learner = Learner()
    before = learner.read(note(0, "TCP is {reliable}, UDP {is not}."))
    after = learner.read(note(0, "{TCP} is {reliable}, {UDP} {is not}."))
    assert [uids(after)[1], uids(after)[3]] == uids(before)
    assert [card.ordinal for card in after.cards] == [3, 1, 4, 2]


# Notes: what was split and what was joined.


def test_a_split_note_leaves_its_name_with_its_first_card() -> None:
    """Of a sentence cut in two, each gap keeps its history; one half founds a new note."""
    learner = Learner()
    whole = learner.read(note(0, "{TCP} is reliable. {UDP} is not."))
    halves = learner.read(
        note(0, "{TCP} is reliable. UDP is not."), note(1, "TCP is reliable. {UDP} is not.")
    )
    assert uids(halves) == uids(whole)
    one, two = halves.cards
    assert one.note_uid == whole.cards[0].note_uid
    assert (two.note_uid, two.ordinal) == (two.uid, 2)


def test_a_joined_note_takes_both_histories_in() -> None:
    """Two sentences joined: the cards keep their histories in one note, at different places."""
    learner = Learner()
    apart = learner.read(
        note(0, "{TCP} is reliable, UDP is not."), note(1, "TCP is reliable, {UDP} is not.")
    )
    joined = learner.read(note(0, "{TCP} is reliable, {UDP} is not."))
    assert uids(joined) == uids(apart)
    assert len({card.note_uid for card in joined.cards}) == 1
    assert [card.ordinal for card in joined.cards] == [1, 2]


# Ids that authors write.


def test_an_id_wins_over_a_text_that_is_gone() -> None:
    """What has an id may be rewritten from end to end."""
    learner = Learner()
    before = learner.read(note(0, *CACHE, id="cache"), note(1, *FAULT, id="fault"))
    after = learner.read(note(0, "Other?", "Yes.", id="fault"), note(1, "This?", "No.", id="cache"))
    assert uids(after) == uids(before)[::-1]


def test_a_text_that_stands_where_it_stood_wins_over_every_id() -> None:
    """The id of another takes it nowhere, and its own id brings nobody its history."""
    learner = Learner()
    before = learner.read(note(0, *CACHE, id="cache"), note(1, *FAULT, id="fault"))
    swapped = (note(0, *FAULT, id="cache"), note(1, "Other?", "Yes.", id="fault"))
    after = learner.read(*swapped)
    assert uids(after)[0] == uids(before)[1]
    assert (born(after), after.copied) == ([False, True], (1,))
    again = learner.read(*swapped)
    assert (uids(again), again.copied) == (uids(after), (1,))


def test_an_id_moves_a_card_to_another_section() -> None:
    """An id holds a card wherever it is put, even to another section of a topic."""
    learner = Learner()
    before = learner.read(note(0, *FAULT, id="fault"))
    after = learner.read(note(0, *FAULT, id="fault", topic="Why?", section=Section.CHEAT_SHEET))
    assert uids(after) == uids(before)


def test_an_id_written_later_is_another_name() -> None:
    """An id written on a known card is kept as an alias: it stays the same card."""
    learner = Learner()
    before = learner.read(note(0, *CACHE))
    named = learner.read(note(0, *CACHE, id="cache"))
    assert (uids(named), named.aliases) == (uids(before), (("cache", uids(before)[0]),))
    rewritten = learner.read(note(0, "Anything?", "At all.", id="cache"))
    assert (uids(rewritten), rewritten.aliases) == (uids(before), ())


def test_a_copied_id_stays_with_the_closest() -> None:
    """Of two notes with one id, the one like the stored text keeps it; the other is reported."""
    learner = Learner()
    before = learner.read(note(0, *CACHE, id="cache"))
    after = learner.read(
        note(0, "What is a cache line?", "64 bytes", id="cache"),
        note(1, CACHE[0], "It changes only the cache.", id="cache"),
    )
    assert born(after) == [True, False]
    assert uids(after)[1] == uids(before)[0]
    assert after.copied == (0,)


def test_an_id_new_on_two_notes_goes_to_the_first() -> None:
    """Nobody had the id yet: the first note has it, the other is reported."""
    matching = Learner().read(note(0, *CACHE, id="x"), note(1, *FAULT, id="x"))
    assert uids(matching)[0] == "x"
    assert matching.copied == (1,)


def test_an_id_from_elsewhere_is_a_copy() -> None:
    """An id that belongs to a card outside of what was read is not given away."""
    matching = match(note(0, *CACHE, id="cache"), (), aliases={}, taken=lambda uid: uid == "cache")
    assert uids(matching) != ["cache"]
    assert matching.copied == (0,)


# The rounds.


def test_the_same_place_goes_before_the_same_text_elsewhere() -> None:
    """Of two equal cards each stays in its file, in whatever order the files are read."""
    learner = Learner()
    before = learner.read(note(0, *SPACE, path="a.yaml"), note(1, *SPACE, path="b.yaml"))
    after = learner.read(note(0, *SPACE, path="b.yaml"), note(1, *SPACE, path="a.yaml"))
    assert uids(after) == uids(before)[::-1]


def test_a_copy_begins_anew() -> None:
    """A card copied within its file: the first has the history, the copy none."""
    learner = Learner()
    before = learner.read(note(0, *SPACE))
    after = learner.read(note(0, *SPACE), note(1, *SPACE))
    assert uids(after)[0] == uids(before)[0]
    assert born(after) == [False, True]


def test_equal_cards_of_one_file_pair_in_order() -> None:
    """Two equal cards before and two now: the first is the first."""
    learner = Learner()
    before = learner.read(note(0, *SPACE), note(1, *SPACE))
    assert uids(learner.read(note(0, *SPACE), note(1, *SPACE))) == uids(before)


def test_markup_case_and_accents_make_no_other_card() -> None:
    """Cases 1 and 8: what is normalised away keeps the history."""
    learner = Learner()
    before = learner.read(note(0, "What is a caf\u00e9?", "A place to drink coffee"))
    for front, back in (
        ("What is a cafe\u0301?", "A place to drink coffee"),
        ("What  is a **café**", "a place to drink<br>coffee."),
    ):
        assert uids(learner.read(note(0, front, back))) == uids(before)


def test_another_answer_to_the_same_question_is_the_same_card() -> None:
    """An answer may be replaced altogether; a short question must stay in its place."""
    learner = Learner()
    before = learner.read(note(0, "Space?", "O(n)", topic="Merge sort"))
    after = learner.read(note(0, "Space?", "Linear in the input", topic="Merge sort"))
    assert uids(after) == uids(before)
    moved = learner.read(note(0, "Space?", "None at all", topic="Bubble sort"))
    assert born(moved) == [True]


def test_the_same_answer_alone_hands_nothing_over() -> None:
    """“Yes” is the answer to many questions."""
    learner = Learner()
    learner.read(note(0, "Is TCP reliable?", "Yes"))
    assert born(learner.read(note(0, "Has a mutex an owner?", "Yes"))) == [True]


def test_another_kind_is_another_card() -> None:
    """A question turned into a cloze begins anew."""
    learner = Learner()
    learner.read(note(0, "[...] is reliable", "TCP"))
    assert born(learner.read(note(0, "{TCP} is reliable"))) == [True]


def test_a_number_is_never_a_slip() -> None:
    """HTTP 404 and HTTP 403 are two cards, even without others to compare with."""
    learner = Learner()
    learner.read(note(0, "What does HTTP 404 mean?", "The client may not see it"))
    after = learner.read(note(0, "What does HTTP 403 mean?", "A client may not see it"))
    assert born(after) == [True]


def test_one_letter_in_another_case_is_another_flag() -> None:
    """-c and -C are two cards, while a capital at the start of a sentence makes no other one."""
    learner = Learner()
    before = learner.read(note(0, "In tar, what does -c do?", "It creates an archive."))
    after = learner.read(note(0, "In tar, what does -C do?", "It changes the directory first."))
    assert born(after) == [True]
    again = learner.read(note(0, "in tar, what does -c do?", "It creates an archive."))
    assert uids(again) == uids(before)


def test_another_sign_is_another_question() -> None:
    """Marks that are no more than emphasis are left out of account, a sign asked about is not."""
    learner = Learner()
    before = learner.read(note(0, "What does `*` do?", "It multiplies two numbers."))
    after = learner.read(note(0, "What does `~` do?", "It inverts every single bit."))
    assert born(after) == [True]
    again = learner.read(note(0, "What *does* `*` do?", "It multiplies."))
    assert uids(again) == uids(before)


SPLIT = ("How does a full leaf of a tree split?", "Half of its keys go to a new leaf.")
OTHERS = [
    note(number, f"Why is {word} a trap?", f"Because {word} misleads.", path="others.yaml")
    for number, word in enumerate(("caching", "polling", "locking", "retrying", "batching"), 1)
]


def test_similar_is_enough_at_home_and_not_abroad() -> None:
    """Both sides a third rewritten: the same card in its file, another in another file."""
    new = ("When does a full leaf of some tree split?", "Half of its keys go to another node.")
    for path, expected in (("deck.yaml", False), ("other.yaml", True)):
        learner = Learner()
        learner.read(note(0, *SPLIT), *OTHERS)
        assert born(learner.read(note(0, *new, path=path), *OTHERS))[0] is expected


def test_half_of_the_words_in_common_are_another_card() -> None:
    """Half of the words of either side are too few, even in the same file."""
    new = ("When does a full leaf of any page get split?", "Some of its keys go to another node.")
    learner = Learner()
    learner.read(note(0, *SPLIT), *OTHERS)
    assert born(learner.read(note(0, *new), *OTHERS))[0]


def test_an_equal_long_answer_needs_a_question_like_the_old() -> None:
    """Two questions may have the same long answer and be different cards."""
    learner = Learner()
    answer = "It is written to the log before the page itself."
    learner.read(note(0, "What is write-ahead logging?", answer))
    assert born(learner.read(note(0, "How do databases survive power cuts?", answer))) == [True]


def test_another_first_letter_is_no_slip() -> None:
    """Malloc and calloc differ in more than spelling."""
    learner = Learner()
    learner.read(note(0, "What does malloc return here?", "A block of memory, left uncleared."))
    after = learner.read(note(0, "What does calloc return here?", "A block of memory, cleared."))
    assert born(after) == [True]


def test_an_orphan_is_found_again() -> None:
    """A card deleted and put back has its history, unless another took its text."""
    learner = Learner()
    before = learner.read(note(0, *CACHE), note(1, *FAULT))
    learner.read(note(0, *CACHE))
    assert uids(learner.read(note(0, *CACHE), note(1, *FAULT, path="new.yaml"))) == uids(before)


def test_a_topic_reworded_keeps_the_cards_below_it() -> None:
    """The short questions of a topic stay with it when its own question is reworded."""
    learner = Learner()
    before = learner.read(
        note(0, "Space?", "O(n)", topic="Merge sort"),
        note(1, "Time?", "O(n log n)", topic="Merge sort"),
        note(2, "Space?", "O(1)", topic="Heapsort"),
    )
    after = learner.read(
        note(0, "Space?", "Linear", topic="How does merge sort work?"),
        note(1, "Time?", "O(n log n)", topic="How does merge sort work?"),
        note(2, "Space?", "O(1)", topic="Heapsort"),
    )
    assert uids(after) == uids(before)


def test_the_cards_of_a_topic_vouch_for_its_short_answer() -> None:
    """A topic reworded and its TL;DR corrected in one save: its other cards know it again."""
    old, new = "How does merge sort work?", "What are the steps of merging?"
    space = ("Which space does it take?", "That of a second array.")
    told = "It halves the list, sorts both halves and merges them."
    for tldr, follow_up, expected in (
        ("It halves the list, sorts both havles and merges them. See heaps.", space, False),
        ("Two sorted runs are read side by side, the smaller item first.", space, True),
        ("It halves the list, sorts both havles and merges them.", ("Stable?", "Yes"), True),
    ):
        learner = Learner()
        learner.read(
            note(0, old, told, topic=old, section=Section.TLDR),
            note(1, *space, topic=old, section=Section.FOLLOW_UPS),
        )
        after = learner.read(
            note(0, new, tldr, topic=new, section=Section.TLDR),
            note(1, *follow_up, topic=new, section=Section.FOLLOW_UPS),
        )
        assert born(after)[0] is expected


# What is not guessed.


def test_one_of_two_equals_deleted_is_not_guessed() -> None:
    """Two equal cards with histories become one: it begins anew and says which it may be."""
    learner = Learner()
    before = learner.read(note(0, *SPACE), note(1, *SPACE))
    after = learner.read(note(0, *SPACE))
    assert after.ambiguities == (Ambiguity(0, tuple(uids(before))),)
    assert born(after) == [True]
    settled = learner.read(note(0, *SPACE))
    assert (uids(settled), settled.ambiguities) == (uids(after), ())


def test_equals_without_a_history_are_not_worth_a_question() -> None:
    """Two equal cards never answered become one: there is nothing to lose and nothing to ask."""
    learner = Learner()
    before = learner.read(note(0, *SPACE), note(1, *SPACE), reviewed=lambda _: False)
    after = learner.read(note(0, *SPACE))
    assert after.ambiguities == ()
    assert uids(after)[0] in uids(before)


def test_two_files_joined_with_equal_cards_are_not_guessed() -> None:
    """Equal cards of two files end in a third, one of them: the program asks."""
    learner = Learner()
    before = learner.read(note(0, *SPACE, path="a.yaml"), note(1, *SPACE, path="b.yaml"))
    after = learner.read(note(0, *SPACE, path="c.yaml"))
    assert set(after.ambiguities[0].candidates) == set(uids(before))


# Anki.


def test_the_guid_is_of_the_note_and_its_kind() -> None:
    """Forward and reverse are one Anki note, the gaps another; the text plays no part."""
    uid = Uid("kq3xwmzdcjt5r2ab")
    basic, cloze = anki_guid(uid, Kind.BASIC), anki_guid(uid, Kind.CLOZE)
    assert anki_guid(uid, Kind.REVERSE) == basic != cloze
    assert re.fullmatch("[a-z0-9]+", basic + cloze)
    assert anki_guid(Uid("Any id: ünïcode"), Kind.BASIC).isascii()


# Laws, on small decks full of coincidences.

WORDS = st.sampled_from(["heap", "sort", "space", "time", "O(n)", "O(1)", "404", "403"])
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
CLOZES = st.lists(
    st.tuples(WORDS, st.sampled_from(["{}", "{{{}}}", "{{2:{}}}"])).map(
        lambda pair: pair[1].format(pair[0])
    ),
    min_size=1,
    max_size=4,
).map(" ".join)
NOTES = st.fixed_dictionaries(
    {
        "front": TEXTS | CLOZES,
        "back": TEXTS,
        "path": st.sampled_from(["a.yaml", "b.yaml"]),
        "topic": st.sampled_from(["", "Heaps?", "Sorts?"]),
        "topic_id": st.sampled_from([None, None, "t", "u"]),
        "id": st.sampled_from([None, None, None, "x", "y"]),
        "section": st.sampled_from([Section.CARDS, Section.CHEAT_SHEET, Section.TLDR]),
        "reverse": st.booleans(),
    }
)
DECKS = st.lists(NOTES, max_size=6)


def decks(notes: Iterable[Mapping[str, object]]) -> list[list[Present]]:
    """Give the cards of `notes`."""
    return [note(number, **arguments) for number, arguments in enumerate(notes)]  # type: ignore[arg-type]


def history(learner: Learner) -> list[tuple[Uid, Uid, Kind, int]]:
    """Give what the store holds unique."""
    return [(card.uid, card.note_uid, card.kind, card.ordinal) for card in learner.known.values()]


@given(st.lists(DECKS, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_every_save_gives_each_card_to_at_most_one(
    saves: list[list[Mapping[str, object]]], chance: random.Random
) -> None:
    """Through any edits: one uid for one card, one place in its note, and kinds never change."""
    learner = Learner()
    for save in saves:
        before = dict(learner.known)
        present = decks(save)
        matching = learner.read(*present, reviewed=lambda _: chance.random() < 0.5)
        cards = [card for cards in present for card in cards]
        assert len(set(uids(matching))) == len(cards)
        assert len(set(matching.topics.values())) == len(matching.topics)
        for card, who in zip(cards, matching.cards, strict=True):
            assert who.born == (who.uid not in before)
            assert who.born or before[who.uid].kind is card.kind
        assert all(uid in before for doubt in matching.ambiguities for uid in doubt.candidates)
        places = [place[1:] for place in history(learner)]
        assert len(set(places)) == len(places)
        by_note: dict[int, Uid] = {}
        for card, who in zip(cards, matching.cards, strict=True):
            assert by_note.setdefault(card.note, who.note_uid) == who.note_uid
        assert len(set(by_note.values())) == len(by_note)


@given(st.lists(DECKS, min_size=1, max_size=3))
def test_reading_again_changes_nothing(saves: list[list[Mapping[str, object]]]) -> None:
    """Whoever saves without an edit finds every card as it was, none born and nothing asked."""
    learner = Learner()
    for save in saves:
        first = learner.read(*decks(save))
        again = learner.read(*decks(save))
        assert uids(again) == uids(first)
        assert [card[1:3] for card in again.cards] == [card[1:3] for card in first.cards]
        assert not any(born(again))
        assert again.ambiguities == ()
        assert (again.topics, again.copied_topics) == (first.topics, first.copied_topics)


@given(DECKS, DECKS)
def test_the_same_decks_have_the_same_outcome(
    before: list[Mapping[str, object]], after: list[Mapping[str, object]]
) -> None:
    """Two machines with the same past agree on everything."""
    outcomes = []
    for _ in range(2):
        learner = Learner()
        learner.read(*decks(before))
        outcomes.append(learner.read(*decks(after)))
    assert outcomes[0] == outcomes[1]


SENTENCES = st.lists(
    st.sampled_from(["cache", "heap", "kernel", "mutex", "packet", "socket", "shard", "lease"]),
    min_size=3,
    max_size=6,
    unique=True,
).map(" ".join)


@given(
    st.lists(
        st.tuples(SENTENCES, SENTENCES), max_size=8, unique_by=(lambda t: t[0], lambda t: t[1])
    ),
    st.lists(SENTENCES, max_size=8),
    st.randoms(use_true_random=False),
)
def test_the_order_of_entries_decides_nothing(
    entries: list[tuple[str, str]], answers: list[str], chance: random.Random
) -> None:
    """Different cards in another order, with the store in another order, are who they are."""
    learner = Learner()
    learner.read(*(note(number, *entry) for number, entry in enumerate(entries)))
    rest = (back for _, back in entries[len(answers) :])
    edited = [
        (front, answer) for (front, _), answer in zip(entries, (*answers, *rest), strict=False)
    ]
    present = [card for number, entry in enumerate(edited) for card in note(number, *entry)]
    known = list(learner.known.values())
    plain = match(present, known, aliases={}, taken=learner.known.__contains__)
    order = chance.sample(range(len(present)), len(present))
    mixed = match(
        [present[index] for index in order],
        chance.sample(known, len(known)),
        aliases={},
        taken=learner.known.__contains__,
    )
    assert uids(mixed) == [plain.cards[index].uid for index in order]


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), st.integers(0, 65_535))
def test_an_id_from_anki_tells_its_note(guid: str, ordinal: int) -> None:
    """It can stand in a deck, differs for each card, and is read back wherever the deck goes."""
    name = id_from_anki(guid, ordinal)
    assert re.fullmatch(r"[a-z2-7]+(-anki\d*)?", name)
    assert len(name) <= 100
    assert in_anki(name) == ((guid, ordinal) if len(guid.encode()) <= 50 else None)
    assert id_from_anki(guid, ordinal + 1) != name


@given(st.from_regex(r"[a-z2-7]{0,20}(-anki[0-9]{0,3})?", fullmatch=True))
def test_ids_that_only_look_like_ankis(name: str) -> None:
    """An author's own id is taken for a GUID only where that GUID would have this very id."""
    found = in_anki(name)
    assert found is None or id_from_anki(*found) == name


def test_a_card_that_borrows_the_words_of_others_is_still_itself() -> None:
    """Moved and reworded with rare words of a card that left, it is found by what it kept."""
    question = (
        "Which signal does the kernel send to some process that writes into pipes whose reader"
        " has gone away in the meantime, and what happens by default?"
    )
    answer = "It sends SIGPIPE, which terminates the process unless somebody handles it."
    borrowed = "aardvark abacus abbey abbot abdomen"
    learner = Learner()
    stranger = note(1, f"Name animals: {borrowed}", "None of these.", path="old.yaml")
    others = [
        note(number, f"Filler {number} of {number}?", f"{number}", path="old.yaml")
        for number in range(2, 20)
    ]
    before = learner.read(note(0, question, answer, path="old.yaml"), stranger, *others)
    after = learner.read(
        note(0, f"{question} ({borrowed})", f"{answer} Mostly.", path="new.yaml", topic="Pipes")
    )
    assert uids(after) == uids(before)[:1]


# -- Files that moved


def test_of_two_files_that_fit_alike_none_is_guessed() -> None:
    """A deck that was moved and copied is followed to where its folder went, or to neither."""
    learner = Learner()
    learner.read(note(0, *CACHE, path="a/deck.yaml"), note(1, *FAULT, path="a/deck.yaml"))
    stored = list(learner.known.values())
    places = {"b/deck.yaml": note(0, *CACHE, path="b/deck.yaml")}
    assert moved_files(places["b/deck.yaml"], stored, {"a/deck.yaml"}, set()) == {
        "a/deck.yaml": "b/deck.yaml"
    }
    both = [*places["b/deck.yaml"], *note(0, *CACHE, path="c/deck.yaml")]
    assert moved_files(both, stored, {"a/deck.yaml"}, set()) == {}
