"""FSRS-6's equations on bare numbers, for those who follow a million answers at once.

The same model as `recall`, which asks py-fsrs and decides every interval that is given. Here
nothing is scheduled: histories are judged, futures simulated. A test holds both to be equal.

Source of every formula: "The Algorithm", open-spaced-repetition (FSRS-6), with the bounds of
py-fsrs 6.3.
"""

from math import e, exp

_LOWEST_STABILITY = 0.001
_LOWEST_DIFFICULTY, _HIGHEST_DIFFICULTY = 1.0, 10.0
_AGAIN, _HARD, _GOOD, _EASY = 1, 2, 3, 4
_AT_STABILITY = 0.9  # recall after as many days as the stability says


class Equations:
    """The model with one set of 21 weights. Ratings are 1 to 4, times whole days."""

    __slots__ = (
        "_back",
        "_decay",
        "_drawn_to",
        "_factor",
        "_first_difficulty",
        "_first_stability",
        "_forget_ceiling",
        "_growth",
        "_short",
        "weights",
    )

    def __init__(self, weights: tuple[float, ...]) -> None:
        """Work out what does not change from answer to answer."""
        self.weights = weights
        self._decay = -weights[20]
        self._factor = _AT_STABILITY ** (1 / self._decay) - 1
        self._first_stability = tuple(max(one, _LOWEST_STABILITY) for one in weights[:4])
        wished = [weights[4] - e ** (weights[5] * step) + 1 for step in range(4)]
        self._first_difficulty = tuple(map(_bounded, wished))
        # Difficulty is drawn a little towards that of a card first answered Easy.
        self._drawn_to = weights[7] * wished[3]
        self._back = 1 - weights[7]
        self._growth = exp(weights[8])
        self._forget_ceiling = exp(weights[17] * weights[18])
        self._short = tuple(exp(weights[17] * (step - 2 + weights[18])) for step in range(4))

    def first(self, rating: int) -> tuple[float, float]:
        """Give stability and difficulty after the first answer of a card."""
        return self._first_stability[rating - 1], self._first_difficulty[rating - 1]

    def recall(self, elapsed: float, stability: float) -> float:
        """Give the chance of recall `elapsed` days after the last answer."""
        chance: float = (1 + self._factor * elapsed / stability) ** self._decay
        return chance

    def interval(self, stability: float, retention: float) -> float:
        """Give the days, unrounded, until recall has fallen to `retention`."""
        days: float = stability / self._factor * (retention ** (1 / self._decay) - 1)
        return days

    def after(
        self, stability: float, difficulty: float, elapsed: int, rating: int
    ) -> tuple[float, float]:
        """Give stability and difficulty after an answer `elapsed` days after the last one."""
        w = self.weights
        if elapsed < 1:
            growth = self._short[rating - 1] * stability ** -w[19]
            grown = stability * (growth if rating == _AGAIN else max(growth, 1.0))
        elif rating == _AGAIN:
            recall = (1 + self._factor * elapsed / stability) ** self._decay
            grown = min(
                w[11]
                * difficulty ** -w[12]
                * ((stability + 1) ** w[13] - 1)
                * exp((1 - recall) * w[14]),
                stability / self._forget_ceiling,
            )
        else:
            recall = (1 + self._factor * elapsed / stability) ** self._decay
            gain = (
                self._growth
                * (11 - difficulty)
                * stability ** -w[9]
                * (exp((1 - recall) * w[10]) - 1)
            )
            if rating == _HARD:
                gain *= w[15]
            elif rating == _EASY:
                gain *= w[16]
            grown = stability * (1 + gain)
        moved = difficulty - w[6] * (rating - _GOOD) * (10.0 - difficulty) / 9.0
        return max(grown, _LOWEST_STABILITY), _bounded(self._drawn_to + self._back * moved)


def _bounded(difficulty: float) -> float:
    return min(max(difficulty, _LOWEST_DIFFICULTY), _HIGHEST_DIFFICULTY)
