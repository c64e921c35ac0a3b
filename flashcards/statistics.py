"""What a log says of learning: how much, how well, what is coming, how true the predictions are.

`summarise` goes once through cards and log, both in the order of the cards, and keeps sums only:
a million answers need no more memory than a hundred. Predictions are those that the parameters
in force would have made, whatever set made them then.
"""

from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from math import log, sqrt
from typing import NamedTuple

from flashcards.memory.days import DAY_S
from flashcards.memory.equations import Equations
from flashcards.memory.leeches import is_leech
from flashcards.model import EventKind, State, StudyDay

BINS = 20
"""How many classes of predicted recall the calibration has, equally wide."""

FORECAST_DAYS = 28
"""How many study days, today included, the forecast covers."""

_LONGEST_ANSWER_MS = 60_000  # what takes longer was a pause
_MOST_HARD_CARDS = 10
_Z = 1.96  # of the normal distribution, for ranges of 95 %
_SURE = 1e-4  # no prediction is surer than this, or one wrong one would make the loss infinite

INTERVAL_BANDS = (
    (1, "1 day"),
    (2, "2-6 days"),
    (7, "7-20 days"),
    (21, "21-59 days"),
    (60, "60-179 days"),
    (180, "180+ days"),
)
"""The shortest interval of each band in days, and what the band is called."""

STABILITY_BANDS = (
    (0, "under 1 day"),
    (1, "1-6 days"),
    (7, "7-29 days"),
    (30, "30-89 days"),
    (90, "90-364 days"),
    (365, "365+ days"),
)
"""The lowest stability of each band in days, and what the band is called."""


class CardRow(NamedTuple):
    """What is counted of a card; `present` ones stand in the decks."""

    card: int
    deck: str
    section: str
    present: bool
    suspended: bool
    state: int
    due_day: StudyDay | None
    lapses: int


LogRow = tuple[int, str, int, int | None, int, int, int, float, *tuple[float | None, ...]]
"""An event that counts: card, kind, study day, rating, milliseconds taken, state before, interval
given in seconds, desired retention, and the memory of an estimate. Light, since there may be
millions."""


class Share(NamedTuple):
    """How many of `n` answers were right, the range the true share lies in (95 %), the wish.

    `true`, `low`, `high` and `desired` are shares of 1, None without an answer.
    """

    true: float | None
    n: int
    low: float | None
    high: float | None
    desired: float | None


class DayTally(NamedTuple):
    """The answers of one study day, and the cards met for the first time on it."""

    reviews: int
    again: int
    new: int
    seconds: float


class Coming(NamedTuple):
    """The cards that fall due on one study day, by what they are."""

    learning: int
    review: int


class Bin(NamedTuple):
    """Answers of about one predicted recall: the mean prediction, the share that was right."""

    predicted: float
    actual: float
    n: int


class Calibration(NamedTuple):
    """How true the predictions are: log loss, and the distance by bins (RMSE weighted by n).

    Both are None without an answer a day or more after the one before it.
    """

    n: int
    log_loss: float | None
    rmse: float | None
    bins: tuple[Bin, ...]


class Statistics(NamedTuple):
    """All that `stats` tells; shares by band and name, counts of cards, sums by study day."""

    reviews: int
    cards: Mapping[State, int]
    suspended: int
    by_day: Mapping[int, DayTally]
    backlog: int
    coming: Sequence[Coming]
    retention: Share
    by_interval: Mapping[str, Share]
    by_section: Mapping[str, Share]
    by_deck: Mapping[str, Share]
    stability: Mapping[str, int]
    difficulty: Sequence[int]
    met: int
    remembered: float
    hardest: Sequence[int]
    leeches: Sequence[int]
    calibration: Calibration


def summarise(
    cards: Iterable[CardRow], events: Iterable[LogRow], weights: tuple[float, ...], today: StudyDay
) -> Statistics:
    """Sum up `cards` and their `events`, both ordered by card, the events then as they fold."""
    return _Sums(Equations(weights), today).over(cards, events)


def share(right: int, n: int, desired: float | None = None) -> Share:
    """Give the share of `right` among `n` with its range: Wilson's score interval, 95 %.

    Source: E. B. Wilson, "Probable Inference", 1927.
    """
    if not n:
        return Share(None, 0, None, None, desired)
    part = right / n
    middle = (part + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    reach = _Z / (1 + _Z**2 / n) * sqrt(part * (1 - part) / n + _Z**2 / (4 * n**2))
    return Share(part, n, max(0.0, middle - reach), min(1.0, middle + reach), desired)


def days_studied(by_day: Mapping[int, DayTally], today: StudyDay, last: int) -> int:
    """Count the study days with an answer among the `last` ones up to today."""
    return sum(today - day < last for day in by_day if day <= today)


class Judge:
    """Gathers predictions and what came of them."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._loss = 0.0
        self._bins = [[0.0, 0, 0] for _ in range(BINS)]

    def add(self, predicted: float, right: bool) -> None:  # noqa: FBT001 - one of two outcomes
        """Note that recall was `predicted`, and whether the answer was right."""
        sure = min(max(predicted, _SURE), 1 - _SURE)
        self._loss -= log(sure if right else 1 - sure)
        one = self._bins[min(int(predicted * BINS), BINS - 1)]
        one[0] += predicted
        one[1] += right
        one[2] += 1

    def verdict(self) -> Calibration:
        """Give how true the predictions were."""
        bins = tuple(Bin(p / n, right / n, int(n)) for p, right, n in self._bins if n)
        n = sum(one.n for one in bins)
        if not n:
            return Calibration(0, None, None, ())
        square = sum(one.n * (one.predicted - one.actual) ** 2 for one in bins) / n
        return Calibration(n, self._loss / n, sqrt(square), bins)


class _Tries:
    """How many answers there were, how many right, and what was wished of them."""

    __slots__ = ("desired", "n", "right")

    def __init__(self) -> None:
        self.right, self.n, self.desired = 0, 0, 0.0

    def share(self) -> Share:
        return share(self.right, self.n, round(self.desired / self.n, 4) if self.n else None)


class _Sums:
    """One pass: what was summed up so far."""

    def __init__(self, model: Equations, today: StudyDay) -> None:
        self._model = model
        self._today = today
        self._reviews = 0
        self._days: dict[int, list[float]] = {}
        self._states = dict.fromkeys(State, 0)
        self._suspended = 0
        self._backlog = 0
        self._coming = [[0, 0] for _ in range(FORECAST_DAYS)]
        self._all = _Tries()
        self._by_interval = {name: _Tries() for _, name in INTERVAL_BANDS}
        self._by_section: dict[str, _Tries] = {}
        self._by_deck: dict[str, _Tries] = {}
        self._stability = dict.fromkeys((name for _, name in STABILITY_BANDS), 0)
        self._difficulty = [0] * 10
        self._met = 0
        self._remembered = 0.0
        self._hard: list[tuple[int, float, int]] = []
        self._leeches: list[tuple[int, int]] = []
        self._judge = Judge()

    def over(self, cards: Iterable[CardRow], events: Iterable[LogRow]) -> Statistics:
        rest = iter(events)
        event = next(rest, None)
        for card in cards:
            own: list[LogRow] = []
            while event is not None and event[0] <= card.card:
                if event[0] == card.card:
                    own.append(event)
                event = next(rest, None)
            memory = self._history(card, own) if own else None
            if card.present:
                self._stands(card, memory)
        return self._result()

    def _history(self, card: CardRow, events: list[LogRow]) -> tuple[float, float, int] | None:
        """Follow the log of a card; give its stability, difficulty and last day."""
        model = self._model
        memory: tuple[float, float] | None = None
        last_day = interval_s = 0
        for _, kind, day, rating, taken_ms, state, given_s, desired, *given in events:
            if kind == EventKind.REVIEW and rating is not None:
                self._count(day, rating, taken_ms, state)
                if memory is None:
                    memory = model.first(rating)
                else:
                    elapsed = max(0, day - last_day)
                    if elapsed:
                        self._judge.add(model.recall(elapsed, memory[0]), rating > 1)
                        if state == State.REVIEW:
                            self._tried(card, interval_s // DAY_S, rating, desired)
                    memory = model.after(*memory, elapsed, rating)
                last_day = max(last_day, day)
                interval_s = given_s
            elif kind == EventKind.FORGET:
                memory = None
            elif kind == EventKind.ESTIMATE:
                memory = given[0] or 0.0, given[1] or 0.0
                last_day, interval_s = max(last_day, day), given_s or interval_s
            elif kind == EventKind.RESCHEDULE:
                interval_s = given_s
        return None if memory is None else (*memory, last_day)

    def _count(self, day: int, rating: int, taken_ms: int, state: int) -> None:
        self._reviews += 1
        sums = self._days.get(day)
        if sums is None:
            sums = self._days[day] = [0, 0, 0, 0]
        sums[0] += 1
        sums[1] += rating == 1
        sums[2] += state == State.NEW
        sums[3] += min(taken_ms, _LONGEST_ANSWER_MS)

    def _tried(self, card: CardRow, interval: int, rating: int, desired: float) -> None:
        band = _band(INTERVAL_BANDS, max(1, interval))
        for tries in (
            self._all,
            self._by_interval[band],
            self._by_section.setdefault(card.section, _Tries()),
            self._by_deck.setdefault(card.deck, _Tries()),
        ):
            tries.n += 1
            tries.right += rating > 1
            tries.desired += desired

    def _stands(self, card: CardRow, memory: tuple[float, float, int] | None) -> None:
        """Count where a card of the decks stands now."""
        self._states[State(card.state)] += 1
        self._suspended += card.suspended
        if is_leech(card.lapses):
            self._leeches.append((card.lapses, card.card))
        if card.due_day is not None and not card.suspended:
            self._falls_due(card.state, card.due_day - self._today)
        if memory is None:
            return
        stability, difficulty, last_day = memory
        self._met += 1
        self._remembered += self._model.recall(max(0, self._today - last_day), stability)
        self._stability[_band(STABILITY_BANDS, stability)] += 1
        self._difficulty[min(9, round(difficulty) - 1)] += 1
        if card.lapses:
            self._hard.append((card.lapses, difficulty, card.card))
            if len(self._hard) > 100 * _MOST_HARD_CARDS:
                self._hard = nlargest(_MOST_HARD_CARDS, self._hard)

    def _falls_due(self, state: int, days: int) -> None:
        if days < 0:
            self._backlog += 1
        elif days < FORECAST_DAYS:
            self._coming[days][state == State.REVIEW] += 1

    def _result(self) -> Statistics:
        days = {
            day: DayTally(int(reviews), int(again), int(new), taken_ms / 1000)
            for day, (reviews, again, new, taken_ms) in sorted(self._days.items())
        }
        return Statistics(
            reviews=self._reviews,
            cards=self._states,
            suspended=self._suspended,
            by_day=days,
            backlog=self._backlog,
            coming=[Coming(*one) for one in self._coming],
            retention=self._all.share(),
            by_interval={name: tries.share() for name, tries in self._by_interval.items()},
            by_section={name: tries.share() for name, tries in sorted(self._by_section.items())},
            by_deck={name: tries.share() for name, tries in sorted(self._by_deck.items())},
            stability=self._stability,
            difficulty=self._difficulty,
            met=self._met,
            remembered=self._remembered,
            hardest=[card for _, _, card in nlargest(_MOST_HARD_CARDS, self._hard)],
            leeches=[card for _, card in sorted(self._leeches, reverse=True)],
            calibration=self._judge.verdict(),
        )


def _band(bands: Sequence[tuple[int, str]], number: float) -> str:
    """Give the name of the band that `number` falls into."""
    return next(name for lowest, name in reversed(bands) if number >= lowest)
