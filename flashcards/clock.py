"""The one place that reads the clock; everything else is told what time it is."""

import os
import time
from datetime import date, datetime, timedelta, timezone

from flashcards.errors import FlashcardsError
from flashcards.model import Moment

NOW_VARIABLE = "FLASHCARDS_NOW"
"""Sets the clock, which then stands still: for simulations and tests. ISO 8601 with an offset."""

_EPOCH = date(1970, 1, 1).toordinal()
_FIRST_YEAR, _LAST_YEAR = 1971, 8999
# Nothing was learnt before the epoch; and what is due in hundreds of years still has a date.
_FIRST_S = (date(_FIRST_YEAR, 1, 1).toordinal() - _EPOCH) * 86_400
_END_S = (date(_LAST_YEAR + 1, 1, 1).toordinal() - _EPOCH) * 86_400


def now() -> Moment:
    """Give the present instant and the offset of the local clock at it.

    Raises:
        FlashcardsError: The variable that sets the clock holds no time with an offset, or the
            clock stands in a year of which no due days can be told.
    """
    pretended = os.environ.get(NOW_VARIABLE)
    if pretended:
        return _pretended(pretended)
    seconds = time.time()
    if not _FIRST_S <= seconds < _END_S:
        message = (
            f"the clock of this machine is {seconds:.0f} seconds after 1970, and cannot be right. "
            f"Set it, to one of the years {_FIRST_YEAR} to {_LAST_YEAR}."
        )
        raise FlashcardsError(message)
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
    seconds = start.timestamp()
    if not _FIRST_S <= seconds < _END_S:
        message = f"{NOW_VARIABLE} is {text!r}; it takes the years {_FIRST_YEAR} to {_LAST_YEAR}."
        raise FlashcardsError(message)
    return Moment(int(seconds * 1000), int(offset.total_seconds()))


def iso(moment: Moment) -> str:
    """Write a moment as ISO 8601 with the offset of the learner's clock."""
    zone = timezone(timedelta(seconds=moment.utc_offset_s))
    return datetime.fromtimestamp(moment.at_ms / 1000, zone).isoformat(timespec="seconds")


def local_instant(day_number: int, hour: int, fallback_offset_s: int) -> datetime:
    """Give `hour` o'clock on the local date `day_number` days after 1970-01-01.

    The offset is the zone's own on that day, unless the clock is a pretended one, whose offset
    stays what it is.
    """
    day = date.fromordinal(_EPOCH + day_number)
    naive = datetime(day.year, day.month, day.day, hour)  # noqa: DTZ001 - made aware below
    if os.environ.get(NOW_VARIABLE):
        return naive.replace(tzinfo=timezone(timedelta(seconds=fallback_offset_s)))
    return naive.astimezone()


def date_of(day_number: int) -> str:
    """Write a study day as the ISO date it is called by."""
    return date.fromordinal(_EPOCH + day_number).isoformat()


def day_number(text: str) -> int:
    """Read an ISO date as the study day it calls; ValueError for anything else."""
    return date.fromisoformat(text).toordinal() - _EPOCH


def day_name(day_number: int) -> str:
    """Write a study day for the eye: `Mon 30 Nov`."""
    day = date.fromordinal(_EPOCH + day_number)
    return f"{day:%a} {day.day:2} {day:%b}"


def offset_s_at(at_ms: int, fallback_offset_s: int) -> int:
    """Give the offset of the local clock at an instant; of a pretended one, what it always is."""
    if os.environ.get(NOW_VARIABLE):
        return fallback_offset_s
    return time.localtime(at_ms / 1000).tm_gmtoff
