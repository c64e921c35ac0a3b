"""How long it takes to know the cards of a collection again.

Run it from the root of a checkout: ``PYTHONPATH=. python benchmarks/identity.py``. Medians of
CPU time, and their ratio to filing the same cards in a plain dict by place and text, which is
the least any matcher by text can do.
"""

import gc
import platform
import random
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from statistics import median
from time import process_time

from flashcards.identity import Present, match
from flashcards.model import Kind, Section
from flashcards.notes import Known

ROUNDS = 3
MANY, FEW, EDITS = 100_000, 1_000, 1_000
PER_FILE, PER_TOPIC = 250, 10
SUBJECTS = 5_000
FORMULAS = (
    ("What does {} do when {} fails?", "It hands the work of {} to {} and waits."),
    ("Why is {} faster than {}?", "Because {} keeps {} in memory."),
    ("What is the capital of {} {}?", "{} {}"),
    ("How does {} find out about {}?", "By asking {}, which stores {} in order."),
)
SYLLABLES = ("ka", "lo", "mi", "tru", "ven", "so", "pra", "del", "qui", "nor", "bex", "hal")


def collection(count: int) -> list[Present]:
    """Give cards of four formulas about made-up subjects, in files of some hundred cards."""
    chance = random.Random(count)
    subjects = ["".join(chance.choices(SYLLABLES, k=4)) for _ in range(SUBJECTS)]
    cards = []
    for number in range(count):
        question, answer = FORMULAS[number % len(FORMULAS)]
        file = number // PER_FILE
        cards.append(
            Present(
                f"deck-{file}.yaml",
                f"Deck {file}",
                f"How does {subjects[number // PER_TOPIC % SUBJECTS]} work?",
                number,
                None,
                Section.FOLLOW_UPS,
                Kind.BASIC,
                None,
                question.format(*chance.choices(subjects, k=2)),
                answer.format(*chance.choices(subjects, k=2)),
            )
        )
    return cards


def remember(cards: Sequence[Present]) -> list[Known]:
    """Store `cards`, each with a history."""
    matching = match(cards, (), aliases={}, taken=lambda _: False)
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
        for who, card in zip(matching.cards, cards, strict=True)
    ]


def misspell(text: str) -> str:
    """Swap two letters of the longest word."""
    word = max(text.split(), key=len)
    return text.replace(word, f"{word[:2]}{word[3]}{word[2]}{word[4:]}", 1)


def edited(cards: Sequence[Present], count: int) -> list[Present]:
    """Misspell `count` of the cards: question, answer, or both in turn."""
    after = list(cards)
    chance = random.Random(count)
    for turn, index in enumerate(chance.sample(range(len(cards)), count)):
        card = after[index]
        front = misspell(card.front) if turn % 3 != 1 else card.front
        back = misspell(card.back) if turn % 3 != 0 else card.back
        after[index] = card._replace(front=front, back=back)
    return after


def replaced(cards: Sequence[Present]) -> list[Present]:
    """Give other cards of the same formulas in place of all."""
    others = collection(len(cards) + 1)[1:]
    return [
        card._replace(front=other.front, back=other.back)
        for card, other in zip(cards, others, strict=True)
    ]


def seconds(call: Callable[[], object]) -> float:
    """Give the median CPU time of a call."""
    times = []
    for _ in range(ROUNDS):
        gc.collect()
        start = process_time()
        call()
        times.append(process_time() - start)
    return median(times)


def cases(cards: list[Present]) -> Iterator[tuple[str, list[Present]]]:
    """Give what may have become of the cards."""
    yield "unchanged", list(cards)
    if len(cards) > EDITS:
        yield f"{EDITS:,} edited", edited(cards, EDITS)
    yield "all edited", edited(cards, len(cards))
    yield "all moved", [card._replace(path=f"new/{card.path}") for card in cards]
    yield "all replaced", replaced(cards)


def main() -> None:
    """Print the medians, their ratios and how many cards were known again."""
    libraries = f"rapidfuzz {version('rapidfuzz')}, {platform.machine()}"
    print(f"Python {platform.python_version()}, {libraries}")
    for count in (FEW, MANY):
        cards = collection(count)
        known = remember(cards)
        uids = frozenset(card.uid for card in known)
        bare = seconds(lambda: {card[:3] + card[5:]: card for card in cards})  # noqa: B023 - called within the turn it is made in
        print(f"{count:,} cards; in a dict {bare * 1000:.1f} ms")
        for name, after in cases(cards):

            def call(after: list[Present] = after) -> int:
                found = match(after, known, aliases={}, taken=uids.__contains__)  # noqa: B023 - called within the turn it is made in
                return sum(not card.born for card in found.cards)

            kept = call()
            taken = seconds(call)
            print(f"  {name:14} {taken:7.3f} s {taken / bare:7.1f} x   {kept:,} known again")


if __name__ == "__main__":
    main()
