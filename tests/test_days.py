"""Study days: the learner's calendar turns over at the rollover hour, not at midnight."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from flashcards.memory.days import DAY_S, study_day
from flashcards.model import Moment

ROLLOVER = 4
OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: minutes * 60)
INSTANTS = st.integers(-(10**12), 5 * 10**12)
HOURS = st.integers(0, 23)


def at(text: str, zone: str = "UTC") -> Moment:
    """Give the moment a clock in `zone` shows `text`."""
    local = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))
    offset = local.utcoffset() or timedelta()
    return Moment(round(local.timestamp() * 1000), round(offset.total_seconds()))


def day(text: str, zone: str = "UTC") -> str:
    """Give the date of the study day, as a learner would write it."""
    number = study_day(at(text, zone), ROLLOVER)
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=number)).date().isoformat()


def test_one_in_the_morning_is_still_the_evening_before() -> None:
    """A review at 01:00 with rollover 4 counts for the day before; one at 04:00 for the new."""
    assert day("2026-03-05T01:00") == "2026-03-04"
    assert day("2026-03-05T03:59:59.999") == "2026-03-04"
    assert day("2026-03-05T04:00") == "2026-03-05"


def test_the_wall_clock_decides_and_not_utc() -> None:
    """In Tokyo it is Thursday's study day while London still has Wednesday's."""
    assert day("2026-03-05T05:00", "Asia/Tokyo") == "2026-03-05"
    assert day("2026-03-04T20:00", "Europe/London") == "2026-03-04"


def test_every_date_around_the_clock_change_is_one_study_day() -> None:
    """Going over to summer time and back skips no study day and has none twice."""
    for first in ("2026-03-27", "2026-10-23"):
        start = datetime.fromisoformat(first)
        dates = [(start + timedelta(days=n)).date().isoformat() for n in range(5)]
        for time in ("04:00", "08:00", "23:59"):
            assert [day(f"{date}T{time}", "Europe/Berlin") for date in dates] == dates


def test_the_night_of_the_clock_change_belongs_to_the_evening() -> None:
    """Half past one, and the hour that is missing or comes twice, are still the day before."""
    assert day("2026-03-29T01:30", "Europe/Berlin") == "2026-03-28"
    assert day("2026-03-29T03:30", "Europe/Berlin") == "2026-03-28"
    assert day("2026-10-25T02:30", "Europe/Berlin") == "2026-10-24"


@given(INSTANTS, OFFSETS, HOURS)
def test_a_study_day_later_is_the_next_one(instant: int, offset: int, rollover: int) -> None:
    """Twenty-four hours on, under the same clock, it is the next study day: not the one after."""
    today = study_day(Moment(instant, offset), rollover)
    assert study_day(Moment(instant + DAY_S * 1000, offset), rollover) == today + 1


def test_counting_days_loads_no_scheduler() -> None:
    """`due` must start at once: study days load neither fsrs nor datetime nor hashlib."""
    code = "import sys, flashcards.memory.days; print(*sys.modules)"
    shown = subprocess.run(
        [sys.executable, "-S", "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent.parent,
    )
    assert not {"fsrs", "datetime", "hashlib"} & set(shown.stdout.split())
