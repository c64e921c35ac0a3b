"""Study days: the learner's own calendar, which turns over at the rollover hour.

Integers only, so that commands which merely count what is due start at once.
"""

from flashcards.model import Moment, StudyDay

DAY_S = 86_400
"""Seconds of a whole day, as intervals are logged."""

_DAY_MS = DAY_S * 1000
_HOUR_MS = 3_600_000


def study_day(moment: Moment, rollover_hour: int) -> StudyDay:
    """Give the study day of `moment`: the date on the wall `rollover_hour` hours earlier.

    At rollover 4, 03:59 still belongs to the day before. The offset is the one in force at the
    moment itself, so a change to or from summer time neither skips a study day nor repeats one.
    """
    return StudyDay(
        (moment.at_ms + moment.utc_offset_s * 1000 - rollover_hour * _HOUR_MS) // _DAY_MS
    )
