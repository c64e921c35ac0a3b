"""Suspensions, burials, flags and marks of Anki: what is new there comes, and nothing twice.

What was undone here since stays undone, whatever package is imported again.
"""

from collections.abc import Iterable
from typing import NamedTuple

from flashcards.collection.tying import Tie
from flashcards.memory.days import study_day
from flashcards.model import Moment, StudyDay
from flashcards.store import adopted, keep
from flashcards.store.adopted import Marks
from flashcards.store.database import Database, transaction

_NONE = Marks(0, suspended=False, buried=False, flagged=False)


class Carried(NamedTuple):
    """How many cards were suspended, buried, and marked."""

    suspended: int
    buried: int
    marked: int


def carry(database: Database, ties: Iterable[Tie], now: Moment, rollover: int) -> Carried:
    """Suspend here what was suspended there, bury what was buried today, mark what is flagged.

    So is a card of a note that is marked.

    A card that changed there before the last time it was looked at tells nothing new: its package
    is an old one.
    """
    today = study_day(now, rollover)
    suspended = buried = marked = 0
    with transaction(database):
        known = adopted.marks(database)
        for theirs, ours, _ in ties:
            before = known.get(ours.id, _NONE)
            if theirs.changed_s < before.changed_s:
                continue
            flagged = theirs.flagged or theirs.marked
            found = Marks(theirs.changed_s, theirs.suspended, theirs.buried, flagged)
            if found.suspended and not before.suspended:
                keep.suspend(database, ours.id, suspended=True)
                suspended += 1
            # Anki ends burials with the day, so one that is new there is as old as the change.
            changed = Moment(found.changed_s * 1000, now.utc_offset_s)
            is_new = not before.buried or found.changed_s > before.changed_s
            if found.buried and is_new and study_day(changed, rollover) == today:
                keep.bury(database, ours.id, StudyDay(today + 1))
                buried += 1
            if found.flagged and not before.flagged:
                keep.mark(database, ours.id, marked=True)
                marked += 1
            if found != before:
                adopted.save_marks(database, ours.id, found)
    return Carried(suspended, buried, marked)
