"""Fuzz: cards learnt together drift apart, by a few days that are the same each time one looks.

The width follows Anki. The choice within it is a hash of the
card and of its answers so far: leaving a card and coming back shows the same intervals, and
folding the log on another machine finds nothing that depends on chance.
"""

from hashlib import blake2b
from math import floor
from typing import NamedTuple

from flashcards.model import Uid

_NO_FUZZ_BELOW_DAYS = 2.5
# (from, to, share): how much of each part of an interval may be added or taken. Anki's figures.
_SHARES = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.1), (20.0, float("inf"), 0.05))


class Bounds(NamedTuple):
    """The days fuzz may choose from, both ends included."""

    lower: int
    upper: int


def position(uid: Uid, reps: int) -> float:
    """Give the card's own place in [0, 1) after `reps` answers in New or Review.

    Answers in (re)learning are not counted, so that failing a step again and again does not
    shop for a longer interval.
    """
    digest = blake2b(f"{uid}\0{reps}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def whole_days(days: float) -> int:
    """Round to whole days, halves up."""
    return floor(days + 0.5)


def bounds(days: float, minimum: int, maximum: int) -> Bounds:
    """Give the days that may be chosen for an unrounded interval of `days`.

    Nothing lies outside [`minimum`, `maximum`]; where they contradict, the maximum holds.
    """
    minimum = min(minimum, maximum)
    days = min(max(days, minimum), maximum)
    delta = _delta(days)
    lower = max(whole_days(days - delta), minimum)
    upper = min(whole_days(days + delta), maximum)
    return Bounds(lower, upper)


def spread(days: float, minimum: int, maximum: int, position: float | None) -> int:
    """Choose whole days for an unrounded interval; `position` in [0, 1) picks within the bounds.

    Without a position (fuzz is off) the interval is rounded and kept within the limits.
    """
    if position is None:
        return min(max(whole_days(min(days, maximum)), minimum), maximum)
    lower, upper = bounds(days, minimum, maximum)
    # The hash may come so close to 1 that a float cannot tell.
    return min(floor(lower + position * (1 + upper - lower)), upper)


def _delta(days: float) -> float:
    if days < _NO_FUZZ_BELOW_DAYS:
        return 0.0
    return 1.0 + sum(share * max(0.0, min(days, to) - since) for since, to, share in _SHARES)
