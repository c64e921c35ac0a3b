"""SELECT terms: what a person types to name some of the cards, and which cards it names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from flashcards.errors import FlashcardsError, UnknownNameError
from flashcards.memory.leeches import is_leech
from flashcards.model import Section, State

_SHORTEST_PREFIX = 4
KINDS = ("tag", "is", "section", "deck")


class TermError(FlashcardsError):
    """A term of a selection makes no sense."""

    exit_code = 2


class Subject(NamedTuple):
    """What terms are asked about: one card, with its texts in `words` case-folded.

    ``topics`` are the names that its topic goes by: its id, and what it is called without one.
    """

    uid: str
    deck: str
    topics: tuple[str, ...]
    section: Section
    tags: tuple[str, ...]
    words: str
    state: State
    due: bool
    suspended: bool
    orphan: bool
    marked: bool
    lapses: int


class Catalogue(NamedTuple):
    """The names a bare term may be: decks, topics, and further names of cards by name."""

    decks: Sequence[str]
    topics: Iterable[str]
    uids: Sequence[str]
    aliases: Mapping[str, str]


class Term(NamedTuple):
    """One condition: `kind` is tag, is, section, deck, part (of its name), topic, card or words."""

    kind: str
    value: str
    excluded: bool = False


def parse(words: Iterable[str], catalogue: Catalogue) -> tuple[Term, ...]:
    """Read the terms a person typed.

    A bare term is a deck (whole, or up to a ``::``), else a topic, else a card (its id or the
    unique beginning of one), else another part of a deck's name, else words in the card.

    Raises:
        TermError: A term has a value that its kind does not know.
        UnknownNameError: A deck is named that is not there, or a beginning fits several cards.
    """
    return tuple(_term(word, catalogue) for word in words)


def _term(word: str, catalogue: Catalogue) -> Term:
    excluded = word.startswith("not:")
    word = word.removeprefix("not:")
    kind, colon, value = word.partition(":")
    # `A::B` is a deck's name and no term of kind A.
    if colon and kind in KINDS and not value.startswith(":"):
        return _named(kind, value, catalogue)._replace(excluded=excluded)
    return _bare(word, catalogue)._replace(excluded=excluded)


def _named(kind: str, value: str, catalogue: Catalogue) -> Term:
    if kind == "is" and value not in _STATE_TESTS:
        message = f"is:{value} is no state of a card. There are: {', '.join(_STATE_TESTS)}."
        raise TermError(message)
    if kind == "section" and value not in set(Section):
        message = f"section:{value} is no section. There are: {', '.join(Section)}."
        raise TermError(message)
    if kind != "deck":
        return Term(kind, value)
    deck = _deck(value, catalogue) or _part(value, catalogue)
    if deck is None:
        message = f"there is no deck {value!r}. `flashcards due` lists the decks."
        raise UnknownNameError(message)
    return deck


def _deck(name: str, catalogue: Catalogue) -> Term | None:
    there = any(_in_deck(deck, name) for deck in catalogue.decks)
    return Term("deck", name) if there else None


def _part(name: str, catalogue: Catalogue) -> Term | None:
    there = any(_has_part(deck, name) for deck in catalogue.decks)
    return Term("part", name) if there else None


def _bare(word: str, catalogue: Catalogue) -> Term:
    deck = _deck(word, catalogue)
    if deck:
        return deck
    if word in catalogue.topics:
        return Term("topic", word)
    if word in catalogue.aliases:
        return Term("card", catalogue.aliases[word])
    if word in catalogue.uids:
        return Term("card", word)
    if len(word) >= _SHORTEST_PREFIX:
        fitting = [uid for uid in catalogue.uids if uid.startswith(word)]
        if len(fitting) == 1:
            return Term("card", fitting[0])
    return _part(word, catalogue) or Term("words", word.casefold())


def _in_deck(deck: str, name: str) -> bool:
    deck, name = deck.casefold(), name.casefold()
    return deck == name or deck.startswith(f"{name}::")


def _has_part(deck: str, name: str) -> bool:
    return f"::{name.casefold()}::" in f"::{deck.casefold()}::"


def wants_orphans(terms: Iterable[Term]) -> bool:
    """Tell if the terms ask for orphans, which are left out otherwise."""
    return Term("is", "orphan") in terms


def holds(terms: Iterable[Term], subject: Subject) -> bool:
    """Tell if all `terms` hold for a card."""
    return all(_holds(term, subject) != term.excluded for term in terms)


def _holds(term: Term, subject: Subject) -> bool:
    return _TESTS[term.kind](term.value, subject)


def _has_tag(tag: str, subject: Subject) -> bool:
    return tag.casefold() in (one.casefold() for one in subject.tags)


_STATE_TESTS: Mapping[str, Callable[[Subject], bool]] = {
    "new": lambda card: card.state is State.NEW,
    "due": lambda card: card.due,
    "learning": lambda card: card.state in {State.LEARNING, State.RELEARNING},
    "review": lambda card: card.state is State.REVIEW,
    "suspended": lambda card: card.suspended,
    "marked": lambda card: card.marked,
    "leech": lambda card: is_leech(card.lapses),
    "orphan": lambda card: card.orphan,
}
_TESTS: Mapping[str, Callable[[str, Subject], bool]] = {
    "deck": lambda name, card: _in_deck(card.deck, name),
    "part": lambda name, card: _has_part(card.deck, name),
    "topic": lambda name, card: name in card.topics,
    "card": lambda uid, card: card.uid == uid,
    "tag": _has_tag,
    "section": lambda section, card: card.section == section,
    "is": lambda state, card: _STATE_TESTS[state](card),
    "words": lambda words, card: words in card.words,
}
