"""How long it takes to tell which card is which: `python benchmarks/identity.py`.

CPU seconds of `identity.match`, median of three, beside a plain dictionary of the same texts.
Each line is one save: nothing changed, a thousand cards reworded, every card reworded.
"""

import gc
import platform
import random
import statistics
import time
from collections.abc import Callable, Sequence

from flashcards.identity import Present, match
from flashcards.model import Kind, Section
from flashcards.notes import Known

_HEADS = ["ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu"]
_WORDS = [head + tail for head in _HEADS for tail in ("ran", "tel", "vos", "min", "pla")]
_RUNS = 3


def collection(cards: int) -> list[Present]:
    """Make cards of varied words, twenty a topic."""
    chance = random.Random(1)
    return [
        Present(
            path=f"{number // 500}.yaml",
            deck=f"Deck {number // 500}",
            topic=f"Topic {number // 20}",
            note=number,
            id=None,
            section=Section.FOLLOW_UPS,
            kind=Kind.BASIC,
            number=None,
            front=f"What does {' '.join(chance.choices(_WORDS, k=6))} do to x{number % 977}?",
            back=f"It {' '.join(chance.choices(_WORDS, k=8))}.",
        )
        for number in range(cards)
    ]


def remembered(cards: Sequence[Present]) -> list[Known]:
    """Store the cards as reviewed ones."""
    identities = match(cards, (), aliases={}, taken=lambda _: False).cards
    return [
        Known(
            who.uid,
            who.note_uid,
            card.path,
            card.topic,
            card.section,
            card.kind,
            who.ordinal,
            card.front,
            card.back,
            reviewed=True,
        )
        for who, card in zip(identities, cards, strict=True)
    ]


def reworded(cards: Sequence[Present], edits: int) -> list[Present]:
    """Change one word of the question of `edits` cards, spread evenly."""
    step = max(1, len(cards) // max(edits, 1))
    return [
        card._replace(front=card.front.replace(" do to", " change in"))
        if edits and number % step == 0 and number // step < edits
        else card
        for number, card in enumerate(cards)
    ]


def cpu_seconds(work: Callable[[], object]) -> float:
    """Give the median CPU time of `work`."""
    times = []
    for _ in range(_RUNS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def main() -> None:
    """Print the table; the collector of cycles rests, as it does while the program matches."""
    gc.disable()
    print(f"Python {platform.python_version()}, median of {_RUNS} runs, CPU seconds")
    for size in (1_000, 100_000):
        cards = collection(size)
        known = remembered(cards)
        uids = frozenset(card.uid for card in known)
        plain = cpu_seconds(lambda: {(c.path, c.front, c.back): c for c in cards})  # noqa: B023 - called at once
        for edits in (0, min(1_000, size // 10), size):
            today = reworded(cards, edits)
            spent = cpu_seconds(
                lambda: match(today, known, aliases={}, taken=uids.__contains__)  # noqa: B023 - called at once
            )
            print(
                f"{size:>8} cards, {edits:>7} edited: {spent:8.3f} s, {spent / plain:7.1f} x dict"
            )


if __name__ == "__main__":
    main()
