"""FSRS-6 as Anki calculates it: in single precision, and rounded to what it keeps with a card.

The memory of answers that were given in Anki is followed with it, and the days on the buttons are
Anki's wherever a card was answered. Where stability is some hundred days, a number of seven digits
differs from the exact one in the decimals that are kept, and some intervals by a day. Every step
is rounded where Anki rounds it, so the order of the operations matters; a test holds the outcome
to be Anki's own, to the last decimal.

Source of every formula: "The Algorithm", open-spaced-repetition (FSRS-6). The order of the
operations is that of fsrs-rs 5, the bounds are its S_MIN, S_MAX, D_MIN and D_MAX.
"""

from functools import lru_cache
from math import exp, floor, log
from struct import Struct

from flashcards.memory.recall import Memory, kept_by_anki
from flashcards.model import Rating

_FLOAT = Struct("f")


def single(number: float) -> float:
    """Give the number of single precision that is nearest to `number`."""
    (nearest,) = _FLOAT.unpack(_FLOAT.pack(number))
    return float(nearest)


_LOWEST_STABILITY, _HIGHEST_STABILITY = single(0.001), 36_500.0
_LOWEST_DIFFICULTY, _HIGHEST_DIFFICULTY = 1.0, 10.0
_AT_STABILITY = 0.9  # recall after as many days as the stability says
_STABILITY_PLACES, _DIFFICULTY_PLACES = 10_000, 1000
_MOST_DIGITS = 9  # of which every number of single precision has its own


def memory_in_anki(
    memory: Memory | None, elapsed_days: int, rating: Rating, weights: tuple[float, ...]
) -> Memory:
    """Give the memory Anki keeps after an answer `elapsed_days` study days after the last one.

    Without a `memory` it is the first answer, and the days do not matter.
    """
    kept = None if memory is None else kept_by_anki(memory)
    after = _model(weights).answered(kept, elapsed_days, rating)
    return Memory(
        _kept(after.stability, _STABILITY_PLACES), _kept(after.difficulty, _DIFFICULTY_PLACES)
    )


def wished_by_anki(
    memory: Memory | None,
    elapsed_days: int,
    rating: Rating,
    weights: tuple[float, ...],
    desired_retention: float,
) -> float:
    """Give the days, not yet whole, that Anki's model wishes for after an answer.

    They are counted from the memory that is kept before it, and not from the one kept after it:
    Anki rounds that one only once it has counted the days. So a card has the same days on its
    buttons here and in Anki, whichever of them it was answered in last.
    """
    model = _model(weights)
    kept = None if memory is None else kept_by_anki(memory)
    after = model.answered(kept, elapsed_days, rating)
    return model.interval(after.stability, single(desired_retention))


def _kept(number: float, places: int) -> float:
    """Round as Anki does, also in single precision, and write it as shortly as Anki does."""
    rounded = single(floor(single(number * places) + 0.5) / places)
    written = (float(f"{rounded:.{digits}g}") for digits in range(1, _MOST_DIGITS))
    return next((one for one in written if single(one) == rounded), rounded)


@lru_cache(maxsize=32)
def _model(weights: tuple[float, ...]) -> "_Model":
    return _Model(weights)


class _Model:
    """The model with one set of 21 weights; every number in and out is of single precision."""

    __slots__ = ("_decay", "_drawn_to", "_factor", "_forget_ceiling", "_growth", "_w")

    def __init__(self, weights: tuple[float, ...]) -> None:
        self._w = w = tuple(map(single, weights))
        self._decay = -w[20]
        self._factor = single(
            _exp(single(1 / self._decay) * single(log(single(_AT_STABILITY)))) - 1
        )
        # Difficulty is drawn a little towards that of a card first answered Easy.
        self._drawn_to = self._first_difficulty(Rating.EASY)
        self._growth = _exp(w[8])
        self._forget_ceiling = _exp(w[17] * w[18])

    def answered(self, memory: Memory | None, elapsed: int, rating: Rating) -> Memory:
        if memory is None:
            stability, difficulty = self._w[rating - 1], self._first_difficulty(rating)
        else:
            before = Memory(single(memory.stability), single(memory.difficulty))
            stability = self._grown(before, elapsed, rating)
            difficulty = self._difficulty(before.difficulty, rating)
        return Memory(
            min(max(stability, _LOWEST_STABILITY), _HIGHEST_STABILITY),
            min(max(difficulty, _LOWEST_DIFFICULTY), _HIGHEST_DIFFICULTY),
        )

    def interval(self, stability: float, retention: float) -> float:
        """Give the days until recall has fallen to `retention`."""
        share = single(_power(retention, single(1 / self._decay)) - 1)
        return single(single(stability / self._factor) * share)

    def _grown(self, memory: Memory, elapsed: int, rating: Rating) -> float:
        stability, difficulty = memory
        if elapsed < 1:
            return self._within_a_day(stability, rating)
        lost = self._lost(stability, elapsed)
        if rating is Rating.AGAIN:
            return self._forgotten(stability, difficulty, lost)
        return self._recalled(stability, difficulty, lost, rating)

    def _first_difficulty(self, rating: Rating) -> float:
        w = self._w
        return single(single(w[4] - _exp(w[5] * (rating - 1))) + 1)

    def _difficulty(self, difficulty: float, rating: Rating) -> float:
        w = self._w
        step = single(single(10 - difficulty) * single(-w[6] * (rating - Rating.GOOD)))
        moved = single(difficulty + single(step / 9))
        return single(single(w[7] * single(self._drawn_to - moved)) + moved)

    def _lost(self, stability: float, elapsed: int) -> float:
        """Give the chance that the card was not recalled after `elapsed` days."""
        spent = single(single(single(elapsed / stability) * self._factor) + 1)
        return single(1 - _power(spent, self._decay))

    def _within_a_day(self, stability: float, rating: Rating) -> float:
        w = self._w
        growth = _exp(w[17] * single(rating - Rating.GOOD + w[18]))
        growth = single(growth * _power(stability, -w[19]))
        return single(stability * (growth if rating is Rating.AGAIN else max(growth, 1.0)))

    def _forgotten(self, stability: float, difficulty: float, lost: float) -> float:
        w = self._w
        left = single(w[11] * _power(difficulty, -w[12]))
        left = single(left * single(_power(single(stability + 1), w[13]) - 1))
        left = single(left * _exp(lost * w[14]))
        return min(left, single(stability / self._forget_ceiling))

    def _recalled(self, stability: float, difficulty: float, lost: float, rating: Rating) -> float:
        w = self._w
        gain = single(self._growth * single(11 - difficulty))
        gain = single(gain * _power(stability, -w[9]))
        gain = single(gain * single(_exp(lost * w[10]) - 1))
        if rating is Rating.HARD:
            gain = single(gain * w[15])
        elif rating is Rating.EASY:
            gain = single(gain * w[16])
        return single(stability * single(gain + 1))


def _exp(exponent: float) -> float:
    return single(exp(single(exponent)))


def _power(base: float, exponent: float) -> float:
    power: float = base**exponent
    return single(power)
