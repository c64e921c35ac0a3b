"""Fitting the weights to a learner's own answers, and the guard that keeps it from doing harm.

A fit to few answers, or to answers that are all right, predicts worse than the weights everybody
starts with. So a fit needs enough answers, is drawn towards the defaults the more the fewer
there are, and must predict the newest answers, which it has not seen, no worse than what is in
force. Figures behind the limits: plain fits to 64 answers worsened log loss by up to 0.09,
blended ones by 0.0017 at most.
"""

from collections.abc import Callable, Iterable, Sequence
from math import exp, log
from typing import NamedTuple

from flashcards.memory.equations import Equations
from flashcards.memory.recall import DEFAULT_WEIGHTS, upgrade_weights
from flashcards.model import EventKind, State

LEAST_ANSWERS = 400
"""So many answers a day or more after the one before are needed."""

LEAST_FORGOTTEN = 20
"""So many of them must have been forgotten."""

HELD_OUT = 5
"""One answer in so many is held out, the newest ones."""

_HALF_WAY = 1000  # with so many answers fit and defaults count the same
_DECIMALS = 4  # py-fsrs holds weights to bounds that are written so
_TINY = 1e-4  # a weight of nothing has no logarithm
_SURE = 1e-4  # no prediction counts as surer, or one wrong one would decide everything


class Answer(NamedTuple):
    """An answer: when it was given, its rating, and the study days since the one before."""

    at_ms: int
    rating: int
    elapsed: int


History = tuple[Answer, ...]
"""The answers to one card from its first one on."""

Fit = Callable[[Sequence[History]], tuple[float, ...]]
"""Fits weights to histories, without any guard."""

LogRow = tuple[int, str, int, int | None, int, int]
"""An event that counts: card, kind, study day, rating, state before, instant in milliseconds."""


class Fitted(NamedTuple):
    """Weights fitted to `answers`, of which `forgotten` were, and what they are worth.

    `loss_before` is the log loss of the newest `held_out` answers with the weights in force,
    `loss_after` with a fit that had not seen them.
    """

    weights: tuple[float, ...]
    answers: int
    forgotten: int
    held_out: int
    loss_before: float
    loss_after: float

    @property
    def predicts_no_worse(self) -> bool:
        """Tell if the fit may come into force."""
        return self.loss_after <= self.loss_before


def histories(rows: Iterable[LogRow]) -> list[History]:
    """Give the histories in a log ordered by card; a forgotten card begins a new one.

    A history whose first answer is not to a new card is left out: what came before is not known.
    """
    found: list[History] = []
    answers: list[Answer] = []
    of_card, last_day, known = -1, 0, False
    for card, kind, day, rating, state, at_ms in rows:
        if card != of_card or kind == EventKind.FORGET:
            if known and answers:
                found.append(tuple(answers))
            of_card, answers, known = card, [], False
        if kind != EventKind.REVIEW or rating is None:
            continue
        if not answers:
            known, last_day = state == State.NEW, day
        answers.append(Answer(at_ms, rating, max(0, day - last_day)))
        last_day = max(day, last_day)
    if known and answers:
        found.append(tuple(answers))
    return found


def refusal(found: Sequence[History]) -> str | None:
    """Say why the answers are not enough to fit to; None when they are."""
    if not found:
        return "there are no answers yet to fit to; the defaults serve well until there are."
    if all(len(one) == 1 for one in found):
        return "every card was answered only once so far; there is no forgetting to learn from."
    answers, forgotten = _interday(found)
    if not answers:
        return "no card was answered on two days yet; there is no forgetting to learn from."
    if answers < LEAST_ANSWERS or forgotten < LEAST_FORGOTTEN:
        return (
            f"a fit needs {LEAST_ANSWERS} answers a day or more after the one before, and "
            f"{LEAST_FORGOTTEN} of them forgotten; there are {answers} and {forgotten}. "
            "The defaults serve well until then."
        )
    return None


def fitted(found: Sequence[History], in_force: tuple[float, ...], fit: Fit) -> Fitted:
    """Fit weights to histories that `refusal` has nothing against.

    What is checked on the newest answers is a fit to all the others; the weights given are then
    fitted to all of them by the same way.
    """
    since = _newest(found)
    older = [part for one in found if (part := _before(one, since))]
    checked = blended(fit(older), _interday(older)[0])
    answers, forgotten = _interday(found)
    return Fitted(
        weights=blended(fit(found), answers),
        answers=answers,
        forgotten=forgotten,
        held_out=sum(one.elapsed > 0 and one.at_ms >= since for each in found for one in each),
        loss_before=loss(found, in_force, since),
        loss_after=loss(found, checked, since),
    )


def blended(weights: Sequence[float], answers: int) -> tuple[float, ...]:
    """Draw a fit to so many answers towards the defaults, in the logarithms; four decimals.

    Raises ValueError for weights that are none of FSRS-6's.
    """
    own = answers / (answers + _HALF_WAY)
    mixed = (
        exp(own * log(max(one, _TINY)) + (1 - own) * log(max(default, _TINY)))
        for one, default in zip(weights, DEFAULT_WEIGHTS, strict=True)
    )
    return upgrade_weights(round(one, _DECIMALS) for one in mixed)


def loss(found: Iterable[History], weights: tuple[float, ...], since_ms: int = 0) -> float:
    """Give the mean log loss of the answers since an instant that came a day or more later.

    0 when there are none.
    """
    model = Equations(weights)
    total, n = 0.0, 0
    for history in found:
        memory = model.first(history[0].rating)
        for at_ms, rating, elapsed in history[1:]:
            if elapsed and at_ms >= since_ms:
                recall = min(max(model.recall(elapsed, memory[0]), _SURE), 1 - _SURE)
                total -= log(recall if rating > 1 else 1 - recall)
                n += 1
            memory = model.after(*memory, elapsed, rating)
    return total / n if n else 0.0


def _interday(found: Iterable[History]) -> tuple[int, int]:
    """Count the answers a day or more after the one before, and those of them forgotten."""
    late = [one.rating for each in found for one in each if one.elapsed]
    return len(late), late.count(1)


def _newest(found: Iterable[History]) -> int:
    """Give the instant from which on the answers are held out."""
    instants = sorted(one.at_ms for each in found for one in each if one.elapsed)
    return instants[-(len(instants) // HELD_OUT)]


def _before(history: History, instant: int) -> History:
    return tuple(one for one in history if one.at_ms < instant)
