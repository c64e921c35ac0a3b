"""Advice on decks: every rule on every card that is drilled, as problems with their place.

Judged is what is asked and graded, never what opens after it. What the reader reports as a fault
(an empty side, a cloze without a gap, a value YAML made something else of) is not said again. A
drilled `attempt` is a free answer by intent, and judged for residue alone.
"""

from collections.abc import Collection, Iterator, Sequence

from flashcards.model import Kind, Section
from flashcards.notes import Card, Deck, Note, Problem

from . import backs, company, fronts, gaps, residue
from .catalogue import RULES
from .seen import Frame, Hit, Seen, seen
from .twins import Place, twins

_JUDGED = 10  # cards of one text: of more it is told that they are too many, and that will do


def advise(decks: Sequence[Deck], silent: Collection[str] = ()) -> tuple[Problem, ...]:
    """Give the advice on all `decks`, sorted by place; each rule at most once for an entry.

    The rules named in `silent` are passed over, and for an entry those it names itself. The
    problems have no excerpt: the text of the files is not known here.
    """
    found: dict[tuple[str, int, int, str], Problem] = {}
    for deck, note, hit in _hits(decks):
        problem = _problem(deck, note, hit)
        if hit.rule not in silent and hit.rule not in note.style_ok:
            found.setdefault((deck.path, note.line, note.column, hit.rule), problem)
    return tuple(found[place] for place in sorted(found))


def _problem(deck: Deck, note: Note, hit: Hit) -> Problem:
    rule = RULES[hit.rule]
    return Problem(
        rule.code,
        rule.severity,
        deck.path,
        note.line,
        note.column,
        rule.message.format(**hit.details),
        rule.fix.format(**hit.details),
    )


def _hits(decks: Sequence[Deck]) -> Iterator[tuple[Deck, Note, Hit]]:
    owners: list[Deck] = []
    places: list[Place] = []
    for deck in decks:
        for note in deck.notes:
            cards = [_seen(deck, note, card) for card in note.cards[:_JUDGED]]
            for hit in _of_note(note, cards):
                yield deck, note, hit
            owners += [deck] * len(cards)
            places += [Place(deck.path, card) for card in cards]
        told = [note for note in deck.notes if company.SOURCE not in note.style_ok]
        for note, hit in company.sources(deck, told):
            yield deck, note, hit
    passed = [frozenset(place.card.note.style_ok) for place in places]
    for index, hit in twins(places, passed):
        yield owners[index], places[index].card.note, hit
    yield from company.orphans(decks)


def _seen(deck: Deck, note: Note, card: Card) -> Seen:
    title = "" if note.topic is None else deck.topics[note.topic].title
    named = deck.name if deck.name != _stem(deck.path) else ""
    return seen(note, card, title, title or named)


def _stem(path: str) -> str:
    """Give the name that a file without `deck:` lends its cards."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return name.rpartition(".")[0] or name


def _of_note(note: Note, cards: Sequence[Seen]) -> Iterator[Hit]:
    if note.text:
        yield from gaps.text(note)
    for card in cards:
        yield from residue.residue(card)
        if note.section is Section.ATTEMPT:
            continue
        yield from fronts.every(card)
        if card.card.kind is Kind.CLOZE:
            yield from gaps.gap(card)
            continue
        yield from backs.answer(card)
        if card.frame in {Frame.NONE, Frame.CONCEPT}:
            yield from fronts.question(card)
