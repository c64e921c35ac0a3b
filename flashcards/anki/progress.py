"""A schedule in Anki's terms: the columns of a card, the lines of its log, the preset.

Observed on what Anki itself writes; `CREATED_DAY` is the day its day numbers count from.
"""

import json
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from flashcards.anki.contents import PackageCard, PackageReview, Preset
from flashcards.memory.days import DAY_S
from flashcards.memory.recall import Memory, ideal_interval, kept_by_anki
from flashcards.model import CardState, Event, EventKind, State

CREATED_DAY: Final = 18_262
"""The study day a package counts days from: 2020-01-01, as days since 1970."""

_PRESET_ID: Final = 1_796_040_000_301
_DEFAULT_EASE: Final = (
    2500  # permille; FSRS has no use for it, but Anki expects one of a review card
)
_NEW_QUEUE, _LEARNING_QUEUE, _REVIEW_QUEUE, _DAY_LEARNING_QUEUE, _SUSPENDED = 0, 1, 2, 3, -1
_LEARN, _REVIEW, _RELEARN, _MANUAL = 0, 1, 2, 4
_LOG_KINDS = {
    State.NEW: _LEARN,
    State.LEARNING: _LEARN,
    State.REVIEW: _REVIEW,
    State.RELEARNING: _RELEARN,
}
_LEARNING = (State.LEARNING, State.RELEARNING)
_DECAY = 20  # index of the weight that is the exponent of the forgetting curve


class Columns(NamedTuple):
    """What Anki keeps of a card's schedule, under its names."""

    type: int
    queue: int
    due: int
    ivl: int
    factor: int
    reps: int
    lapses: int
    left: int
    data: str


def columns(card: PackageCard, preset: Preset | None) -> Columns:
    """Give the columns of a card; without `preset` it is new, whatever it is here."""
    state = card.state
    if preset is None or state.state is State.NEW:
        queue = _SUSPENDED if card.suspended else _NEW_QUEUE
        reps, lapses = (state.reps, state.lapses) if preset else (0, 0)
        return Columns(0, queue, card.position, 0, 0, reps, lapses, 0, "{}")
    queue, due = _queue_and_due(state)
    return Columns(
        type=state.state,
        queue=_SUSPENDED if card.suspended else queue,
        due=due,
        ivl=_interval(state, preset),
        factor=0 if state.state is State.LEARNING else _DEFAULT_EASE,
        reps=state.reps,
        lapses=state.lapses,
        left=_steps_left(state, preset),
        data=_data(state, preset),
    )


def _queue_and_due(state: CardState) -> tuple[int, int]:
    if state.due_at_ms is not None:
        return _LEARNING_QUEUE, state.due_at_ms // 1000
    queue = _DAY_LEARNING_QUEUE if state.state in _LEARNING else _REVIEW_QUEUE
    return queue, (state.due_day or 0) - CREATED_DAY


def _interval(state: CardState, preset: Preset) -> int:
    """Give the days of a review; of a relearning card those it will have when it returns."""
    if state.state is State.LEARNING:
        return 0
    if state.state is State.RELEARNING and state.stability:
        days = ideal_interval(state.stability, preset.desired_retention, preset.weights)
        return max(1, min(round(days), preset.maximum_interval_days))
    return state.interval_days


def _steps_left(state: CardState, preset: Preset) -> int:
    if state.state not in _LEARNING:
        return 0
    relearning = state.state is State.RELEARNING
    steps = preset.relearning_steps_s if relearning else preset.learning_steps_s
    return max(1, len(steps) - (state.step or 0))


def _data(state: CardState, preset: Preset) -> str:
    if state.stability is None or state.difficulty is None:
        return "{}"
    memory = kept_by_anki(Memory(state.stability, state.difficulty))
    known = {
        "s": memory.stability,
        "d": memory.difficulty,
        "dr": round(preset.desired_retention, 2),
        "decay": round(preset.weights[_DECAY], 3),
        "lrt": (state.last_reviewed_ms or 0) // 1000,
    }
    return json.dumps(known, separators=(",", ":"))


class LogLine(NamedTuple):
    """A line of Anki's review log, under its names. Intervals are +days or -seconds."""

    id: int
    cid: int
    usn: int
    ease: int
    ivl: int
    last_ivl: int
    factor: int
    time: int
    type: int


def log_line(review: PackageReview) -> LogLine:
    """Give the line of Anki's log for an event; what is no answer is entered as by hand."""
    event = review.event
    answered = event.kind is EventKind.REVIEW
    return LogLine(
        id=event.reviewed_at_ms,
        cid=review.card,
        usn=-1,
        ease=event.rating or 0,
        ivl=_days_or_seconds(event),
        last_ivl=_days_or_seconds(review.previous) if review.previous else 0,
        factor=_factor(review),
        time=event.taken_ms,
        type=_LOG_KINDS[review.stood] if answered else _MANUAL,
    )


def _factor(review: PackageReview) -> int:
    """Give the difficulty; Anki takes a line by hand that has nothing there for a reset."""
    event = review.event
    if event.kind is EventKind.FORGET:
        return 0
    known = _difficulty_permille(review.difficulty)
    return known if event.kind is EventKind.REVIEW else known or _DEFAULT_EASE


def _days_or_seconds(event: Event) -> int:
    return event.interval_s // DAY_S if event.state_after is State.REVIEW else -event.interval_s


def _difficulty_permille(difficulty: float | None) -> int:
    """Write difficulty (1 to 10) where Anki has the ease: from 100 to 1100 permille."""
    return 0 if difficulty is None else round(((difficulty - 1) / 9 + 0.1) * 1000)


def preset_id(preset: Preset) -> int:
    """Give the number of a preset in Anki: always the same for options of one owner."""
    if not preset.owner:
        return _PRESET_ID
    digest = blake2b(preset.owner.encode(), digest_size=8).digest()
    return _PRESET_ID + 1 + int.from_bytes(digest) % 10**9


def presets(every: Iterable[Preset]) -> dict[str, Mapping[str, Any]]:
    """Give deck options by id, in the form of Anki's schema 11."""
    return {str(preset_id(preset)): _options(preset) for preset in every}


def _options(preset: Preset) -> Mapping[str, Any]:
    return {
        "id": preset_id(preset),
        "name": f"flashcards: {preset.owner}" if preset.owner else "flashcards",
        "mod": 0,
        "usn": -1,
        "autoplay": True,
        "replayq": True,
        "maxTaken": 60,
        "timer": 0,
        "new": {
            "bury": True,
            "delays": _minutes(preset.learning_steps_s),
            "initialFactor": _DEFAULT_EASE,
            "ints": [1, 4, 0],
            "order": 1,
            "perDay": preset.new_per_day,
        },
        "rev": {
            "bury": True,
            "ease4": 1.3,
            "hardFactor": 1.2,
            "ivlFct": 1.0,
            "maxIvl": preset.maximum_interval_days,
            "perDay": preset.reviews_per_day,
        },
        "lapse": {
            "delays": _minutes(preset.relearning_steps_s),
            "leechAction": 1,  # tag only
            "leechFails": 8,
            "minInt": 1,
            "mult": 0.0,
        },
        # By position and unsorted, over all sub-decks: the order in which we would show them.
        "newGatherPriority": 1,
        "newSortOrder": 1,
        "fsrsParams6": list(preset.weights),
        "desiredRetention": preset.desired_retention,
    }


def _minutes(steps_s: tuple[int, ...]) -> list[float]:
    return [seconds / 60 for seconds in steps_s]
