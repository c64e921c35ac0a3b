"""Figures in words: intervals, counts and answers, the same wherever they are shown."""

from flashcards.model import Rating, Section, State

_MINUTE_S, _HOUR_S, _DAY_S = 60, 3600, 86_400

RATING_NAMES = {
    Rating.AGAIN: "Again",
    Rating.HARD: "Hard",
    Rating.GOOD: "Good",
    Rating.EASY: "Easy",
}

STATE_NAMES = {
    State.NEW: "new",
    State.LEARNING: "learning",
    State.REVIEW: "review",
    State.RELEARNING: "relearning",
}

SECTION_NAMES = {
    Section.KEY_CONCEPTS: "key concept",
    Section.TLDR: "TL;DR",
    Section.CHEAT_SHEET: "cheat sheet",
    Section.RED_FLAGS: "red flag",
    Section.MOST_COMMON_MISTAKE: "most common mistake",
    Section.FOLLOW_UPS: "follow-up",
    Section.ATTEMPT: "attempt",
}


def interval(seconds: int) -> str:
    """Write an interval: days to the day, since they are promised to the day; steps rounded."""
    if seconds >= _DAY_S:
        return f"{seconds // _DAY_S}d"
    if seconds >= _HOUR_S:
        return f"{_halves_up(seconds, _HOUR_S)}h"
    if seconds >= _MINUTE_S:
        return f"{_halves_up(seconds, _MINUTE_S)}m"
    return f"{seconds}s"


def _halves_up(number: int, unit: int) -> int:
    return (2 * number + unit) // (2 * unit)


def minutes(number: int) -> str:
    """Write a span of minutes: `11 min`, `1 h 05 min`."""
    hours, rest = divmod(number, 60)
    return f"{hours} h {rest:02} min" if hours else f"{rest} min"
