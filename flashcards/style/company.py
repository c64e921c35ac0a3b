"""The rules on what stands around a card: sources, and other cards of its deck and tags."""

from collections import Counter
from collections.abc import Iterator, Sequence

from flashcards.notes import Deck, Note
from flashcards.text import on_one_line

from .seen import Hit

SOURCE = "no-source"
ORPHAN = "orphan"


def sources(deck: Deck, notes: Sequence[Note]) -> Iterator[tuple[Note, Hit]]:
    """Give those of `notes` that name no source; a file that names none at all is told once."""
    missing = [note for note in notes if not note.source and not _topic_has_source(deck, note)]
    if len(missing) > 1 and len(missing) == len(deck.notes):
        what = f"None of the {len(missing)} entries of this file names a source."
        yield missing[0], Hit(SOURCE, {"what": what})
        return
    for note in missing:
        yield note, Hit(SOURCE, {"what": "This names no source, and neither does its topic."})


def _topic_has_source(deck: Deck, note: Note) -> bool:
    return note.topic is not None and bool(deck.topics[note.topic].references)


def orphans(decks: Sequence[Deck]) -> Iterator[tuple[Deck, Note, Hit]]:
    """Give the notes whose one card is all there is of a deck or a tag."""
    by_deck: Counter[str] = Counter()
    by_tag: Counter[str] = Counter()
    for deck in decks:
        for note in deck.notes:
            by_deck[deck.name] += len(note.cards)
            by_tag.update(dict.fromkeys(note.tags, len(note.cards)))
    for deck in decks:
        for note in deck.notes:
            alone = [f"the tag `{on_one_line(tag)}`" for tag in note.tags if by_tag[tag] == 1]
            if by_deck[deck.name] == 1:
                alone.insert(0, f"the deck `{on_one_line(deck.name)}`")
            if alone:
                what = f"This card is the only one of {' and '.join(alone)}."
                yield deck, note, Hit(ORPHAN, {"what": what})
