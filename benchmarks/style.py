"""What the advice of `check --style` costs on 10,000 cards, in CPU time and against reading them.

Run: ``PYTHONPATH=. python benchmarks/style.py``. Three decks: sentences of many words, where few
questions are alike; one formula for all, where every question is like hundreds; and terms.
"""

import platform
import random
import time
from collections.abc import Callable

from flashcards.deck.reading import read
from flashcards.notes import Deck
from flashcards.style.advising import advise

CARDS = 10_000

_SYLLABLES = ("ba", "co", "de", "fi", "gu", "ha", "ki", "lo", "me", "nu", "pa", "re", "si", "to")
_TEMPLATES = (
    "Why does {a} make {b} slower when {c} is shared?",
    "What happens to {a} after {b} has been released by {c}?",
    "Which part of {a} decides how {b} reaches {c}?",
    "How is {a} kept consistent while {b} writes {c}?",
    "Where does {a} store the {b} of its {c}?",
)


def word(chance: random.Random) -> str:
    """Give a made-up word of two to four syllables."""
    return "".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4)))


def varied(chance: random.Random) -> str:
    """Ask one of several questions about three of many things."""
    names = {name: word(chance) for name in "abc"}
    return chance.choice(_TEMPLATES).format(**names)


def uniform(chance: random.Random) -> str:
    """Ask the same of everything."""
    return f"What does {word(chance)} do?"


def term(chance: random.Random) -> str:
    """Name a thing."""
    return f"{word(chance)} {word(chance)}"


def deck(ask: Callable[[random.Random], str]) -> Deck:
    """Write a deck of questions and read it."""
    chance = random.Random(1)
    cards = "".join(
        f"  - front: {ask(chance)}\n    back: It keeps the {word(chance)} of {word(chance)}.\n"
        for _ in range(CARDS)
    )
    return read(f"deck: Benchmark\ncards:\n{cards}".encode(), "benchmark.yaml")


def main() -> None:
    """Measure and print."""
    print(f"{CARDS:,} cards, Python {platform.python_version()}")
    for ask in (varied, uniform, term):
        begun = time.process_time()
        read_deck = deck(ask)
        between = time.process_time()
        found = advise([read_deck])
        end = time.process_time()
        print(
            f"{ask.__name__:8} advice {end - between:5.2f} s CPU, writing and reading the deck"
            f" {between - begun:5.2f} s, {len(found):,} findings"
        )


if __name__ == "__main__":
    main()
