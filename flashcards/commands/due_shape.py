"""The JSON document of `due`, apart from those of cards, which load the scheduler."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from flashcards import clock
from flashcards.collection.outlook import NextDue, Outlook, Waiting
from flashcards.model import Moment, StudyDay

Shape = dict[str, Any]


def speaks_utf8() -> bool:
    """Tell if standard output carries every character; elsewhere JSON escapes what it cannot."""
    return (sys.stdout.encoding or "utf-8").lower().replace("-", "") == "utf8"


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document on standard output."""
    json.dump(document, sys.stdout, ensure_ascii=not speaks_utf8(), indent=2)
    sys.stdout.write("\n")


def due_shape(found: Outlook, now: Moment, day: StudyDay, rollover: int) -> Shape:
    """Give the document of `due`."""
    return {
        "study_day": clock.date_of(day),
        "now": clock.iso(now),
        "total": _waiting(found.total),
        "decks": [
            {"deck": deck, **_waiting(waiting)} for deck, waiting in sorted(found.decks.items())
        ],
        "minutes": found.minutes,
        "next_due_at": _next_due_at(found.next_due, now, rollover),
        "reason": found.reason,
        "backlog": None if found.backlog is None else found.backlog._asdict(),
        "plan": found.planned
        and {"by": clock.date_of(found.planned.by), "days_left": found.planned.days_left},
    }


def _waiting(waiting: Waiting) -> Shape:
    return {"new": waiting.new, "learning": waiting.learning, "review": waiting.review}


def _next_due_at(upcoming: NextDue, now: Moment, rollover: int) -> str | None:
    if upcoming.at_ms is not None:
        return clock.iso(now._replace(at_ms=upcoming.at_ms))
    return day_begins(upcoming.day, now, rollover)


def day_begins(day: StudyDay | None, now: Moment, rollover: int) -> str | None:
    """Give the instant study day `day` begins as ISO 8601, None for no day."""
    if day is None:
        return None
    return clock.local_instant(day, rollover, now.utc_offset_s).isoformat(timespec="seconds")
