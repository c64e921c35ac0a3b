"""Which card of today is which card of yesterday.

An author never types an id and never loses history: `match` ties the cards of the decks to the
cards of the store by id, then by text, in rounds from the surest to the least sure, each card
used at most once. What is not sure enough is not guessed: a wrong hand-over is worse than a lost
history. Pure: what the store knows comes as arguments.

`files` tells which file is which; `ids` reads what authors named, `topics` the ids of topics;
`ties` holds the rounds of equal text,
`similar` those that need judgement (with `wording`, `corpus` and `likeness` to judge by), `births`
names what is new by its `digests`.
"""

from collections.abc import Callable, Mapping, Sequence

from flashcards.identity.births import identify, written_aliases
from flashcards.identity.digests import InAnki, anki_guid, id_from_anki, in_anki
from flashcards.identity.files import moved_cards, moved_files
from flashcards.identity.ids import (
    judge_refuted,
    notes_of,
    read_names,
    stored_notes_of,
    tie_siblings,
    tie_within,
)
from flashcards.identity.ties import Search, Ties, tie_in_place, tie_unchanged
from flashcards.identity.topics import (
    Topics,
    name_topics,
    placed,
    read_topics,
    tie_sections,
)
from flashcards.identity.values import Ambiguity, Identity, Matching, Present
from flashcards.model import Uid
from flashcards.notes import Known

__all__ = [
    "Ambiguity",
    "Identity",
    "InAnki",
    "Matching",
    "Present",
    "anki_guid",
    "id_from_anki",
    "in_anki",
    "match",
    "moved_cards",
    "moved_files",
]


def match(
    present: Sequence[Present],
    known: Sequence[Known],
    *,
    aliases: Mapping[str, Uid],
    taken: Callable[[str], bool],
    topic_taken: Callable[[str], bool] = lambda _: False,
) -> Matching:
    """Tell who each present card is.

    `known` are the stored cards that take part, those of one file in their order there: among
    equal texts the order decides. `aliases` maps other ids of a card to its uid. `taken` tells
    whether a uid exists anywhere in the store, also outside `known`, and `topic_taken` whether
    a topic of the decks goes by a name.
    """
    ties = Ties(present, known)
    if any(card.id or card.topic_id for card in present):
        tie_in_place(ties, aliases)
    topics = read_topics(ties, topic_taken)
    ties.place(*placed(topics, present, known))
    notes, stored_notes = notes_of(present), stored_notes_of(known)
    names = read_names(ties, notes, stored_notes, aliases, taken)
    for note, uid in names.holders.items():
        tie_within(ties, notes[note], stored_notes[uid])
    tie_unchanged(ties)
    if ties.open_cards() and ties.free_stored():
        _search(ties, topics, lambda: tie_siblings(ties, notes, stored_notes))
    names = judge_refuted(ties, names, notes)
    naming = name_topics(ties, topics, topic_taken)

    def free(uid: str) -> bool:
        return uid not in stored_notes and uid not in aliases and not taken(uid)

    by_card = {card: uid for place, uid in naming.names.items() for card in topics.cards[place]}
    cards = identify(ties, names, notes, stored_notes, by_card, free)
    return Matching(
        cards,
        tuple(sorted(ties.ambiguities)),
        names.copied,
        written_aliases(names, notes, cards),
        {place.number: uid for place, uid in naming.names.items()},
        tuple(sorted(place.number for place in topics.copied)),
        naming.renamed,
    )


def _search(ties: Ties, topics: Topics, follow: Callable[[], None]) -> None:
    """Run rounds 2 to 6; after each kind of evidence siblings `follow` what was settled by it."""
    search = Search(ties)
    search.tie_same_text()
    follow()
    tie_sections(ties, search, topics)
    search.tie_same_question(ties.settle_alone)
    if ties.open_cards() and ties.free_stored():
        from flashcards.identity.similar import tie_similar  # noqa: PLC0415 - costs 13 ms

        tie_similar(ties, search)
    follow()
    search.tie_same_question(ties.settle_or_doubt)
    follow()
