"""Which cards of a topic train what an answer left out."""

from collections.abc import Mapping, Sequence
from typing import Final

from flashcards.notes import KeyPoint

from .words import is_number, same, words

_SHORTEST_TELLING: Final = 4
_ENOUGH: Final = 0.3
"""Share of a point's letters that a card has to have to be about it."""
_CARDS_A_POINT: Final = 2


def cards_for(
    missing: Sequence[KeyPoint], cards: Mapping[int, str], familiar: str
) -> tuple[int, ...]:
    """Choose the cards, given by number with their texts, that are about the points `missing`.

    At most two a point, the closest first; each once. The words of `familiar`, the topic's own,
    are on every card and tell nothing.
    """
    known = _telling(familiar)
    texts = {card: _telling(text) for card, text in cards.items()}
    chosen: dict[int, None] = {}
    for point in missing:
        wanted = {word for word in _telling(point.point) if not _has(known, word)}
        shares = {card: _share(wanted, text) for card, text in texts.items()}
        close = sorted(
            (card for card in shares if shares[card] >= _ENOUGH), key=lambda c: -shares[c]
        )
        chosen.update(dict.fromkeys(close[:_CARDS_A_POINT]))
    return tuple(chosen)


def _telling(text: str) -> frozenset[str]:
    forms = (word.text for word in words(text))
    return frozenset(w for w in forms if len(w) >= _SHORTEST_TELLING or is_number(w))


def _has(some: frozenset[str], word: str) -> bool:
    return any(same(one, word) or same(word, one) for one in some)


def _share(wanted: set[str], text: frozenset[str]) -> float:
    letters = sum(map(len, wanted))
    return sum(len(word) for word in wanted if _has(text, word)) / letters if letters else 0.0
