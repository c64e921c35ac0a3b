"""The one place that reads the clock; everything else is told what time it is."""

import os
import time
from datetime import UTC, datetime, timedelta, timezone

from flashcards.errors import FlashcardsError
from flashcards.model import Moment

NOW_VARIABLE = "FLASHCARDS_NOW"
"""Sets the clock, which then runs on: for simulations and tests. ISO 8601 with an offset."""

_STARTED = time.monotonic()


def now() -> Moment:
    """Give the present instant and the offset of the local clock at it.

    Raises:
        FlashcardsError: The variable that sets the clock holds no time with an offset.
    """
    pretended = os.environ.get(NOW_VARIABLE)
    if pretended:
        return _pretended(pretended)
    seconds = time.time()
    return Moment(int(seconds * 1000), time.localtime(seconds).tm_gmtoff)


def _pretended(text: str) -> Moment:
    try:
        start = datetime.fromisoformat(text)
        offset = start.utcoffset()
    except ValueError:
        offset = None
    if offset is None:
        message = f"{NOW_VARIABLE} is {text!r}; it takes a time such as 2026-11-30T09:00:00+01:00."
        raise FlashcardsError(message)
    running_ms = int((time.monotonic() - _STARTED) * 1000)
    return Moment(int(start.timestamp() * 1000) + running_ms, int(offset.total_seconds()))


def at(moment: Moment) -> datetime:
    """Give a moment as an aware datetime on the learner's clock."""
    zone = timezone(timedelta(seconds=moment.utc_offset_s))
    return datetime.fromtimestamp(moment.at_ms / 1000, UTC).astimezone(zone)


def local_instant(day_number: int, hour: int, fallback_offset_s: int) -> datetime:
    """Give `hour` o'clock on the local date `day_number` days after 1970-01-01.

    The offset is the zone's own on that day, unless the clock is a pretended one, whose offset
    stays what it is.
    """
    naive = datetime(1970, 1, 1) + timedelta(days=day_number, hours=hour)  # noqa: DTZ001 - made aware below
    if os.environ.get(NOW_VARIABLE):
        return naive.replace(tzinfo=timezone(timedelta(seconds=fallback_offset_s)))
    return naive.astimezone()


def today_name(day_number: int) -> str:
    """Give the ISO date of a study day."""
    return (datetime(1970, 1, 1) + timedelta(days=day_number)).date().isoformat()  # noqa: DTZ001 - a date alone
