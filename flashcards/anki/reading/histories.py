"""Lines of Anki's log as events of ours: what was an answer, and what only looks like one.

Found by doing each thing in Anki and looking at what it logs:

- An answer has a button from 1 to 4. In a filtered deck that reschedules it counts as any other.
- A filtered deck that does not reschedule (cramming) logs buttons too, always with a factor of 0.
- A line without a button was entered by hand or by FSRS: with a factor of 0 the card was reset,
  else its due day was set.
- Very old resets are not logged at all: a card in Review is suddenly learnt again.

The log does not tell the learning step, nor a due day set by hand. The step follows from the
buttons, the due day from the card itself as long as nothing came after.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from flashcards.anki.reading.contents import AnkiCard, LogKind, LogLine
from flashcards.memory.days import DAY_S, study_day
from flashcards.model import ANKI, Event, EventKind, Moment, Rating, State, StudyDay

_EARLIEST_MS = 1_000_000_000_000  # in 2001, before there was an Anki
_LONGEST_TAKEN_MS = 86_400_000


class Days(NamedTuple):
    """How instants become study days: the offset of the learner's clock at each, the rollover."""

    offset_s_at: Callable[[int], int]
    rollover_hour: int


class Terms(NamedTuple):
    """What was in force for the answers of a log, as far as it can be known."""

    parameter_set: int
    desired_retention: float


class Tale(NamedTuple):
    """A card's log as events, and how many of its lines are none.

    `crammed` answers change no schedule; `unusable` lines have no instant or button that can be,
    or lie in the future.
    """

    events: tuple[Event, ...]
    crammed: int
    unusable: int


def tale(card: AnkiCard, lines: Iterable[LogLine], days: Days, terms: Terms, now_ms: int) -> Tale:
    """Give the log of a card as events, in their order; device and sequence are still empty.

    The id of a line is the event's instant and foreign id. A reset that was not logged has the
    negative id of the answer after it.
    """
    usable: list[LogLine] = []
    crammed = unusable = 0
    for line in lines:
        if not _EARLIEST_MS <= line.id <= now_ms + DAY_S * 1000 or not 0 <= line.ease <= max(
            Rating
        ):
            unusable += 1
        elif line.ease and line.kind is LogKind.FILTERED and not line.factor:
            crammed += 1
        else:
            usable.append(line)
    return Tale(tuple(_Teller(card, days, terms).tell(usable)), crammed, unusable)


class _Teller:
    """Walks through the lines of a card, knowing where it stands after each."""

    def __init__(self, card: AnkiCard, days: Days, terms: Terms) -> None:
        self._card = card
        self._days = days
        self._terms = terms
        self._state = State.NEW
        self._step: int | None = None
        self._last_day: StudyDay | None = None

    def tell(self, lines: list[LogLine]) -> Iterator[Event]:
        for place, line in enumerate(lines):
            if line.ease:
                yield from self._answered(line)
            elif line.kind is LogKind.MANUAL and not line.factor:
                yield self._reset(line.id, line.id)
            else:
                yield self._moved(line, is_last=place + 1 == len(lines))

    def _answered(self, line: LogLine) -> Iterator[Event]:
        learnt_again = self._state in {State.REVIEW, State.RELEARNING}
        if line.kind is LogKind.LEARN and learnt_again:
            yield self._reset(line.id - 1, -line.id)
        before, rating = self._before(line), Rating(line.ease)
        step_before = (self._step or 0) if before in _STEPS else None
        self._state, self._step = _after(before, step_before, rating, line.interval)
        day = self._day(line.id)
        if self._state is State.REVIEW:
            interval_s = line.interval * DAY_S
            due_day = StudyDay(day + line.interval)
        else:
            interval_s = max(0, -line.interval)
            due_day = max(day, self._date(line.id + interval_s * 1000))
        self._last_day = day
        event = self._event(line.id, line.id, EventKind.REVIEW, before, interval_s, due_day)
        taken_ms = min(max(0, line.taken_ms), _LONGEST_TAKEN_MS)
        yield event._replace(rating=rating, taken_ms=taken_ms, step_before=step_before)

    def _before(self, line: LogLine) -> State:
        """Tell where the card stood when it was answered."""
        if line.kind is LogKind.LEARN:
            return State.LEARNING if self._state is State.LEARNING else State.NEW
        if line.kind is LogKind.REVIEW:
            return State.REVIEW
        if line.kind is LogKind.FILTERED and line.last_interval > 0:
            return State.REVIEW
        if line.kind is LogKind.FILTERED and self._state in {State.NEW, State.LEARNING}:
            return self._state
        return State.RELEARNING

    def _reset(self, at_ms: int, foreign_id: int) -> Event:
        before = self._state
        self._state, self._step = State.NEW, None
        return self._event(at_ms, foreign_id, EventKind.FORGET, before, 0, None)

    def _moved(self, line: LogLine, *, is_last: bool) -> Event:
        before = self._state
        if is_last and self._card.due_day is not None:
            due_day = self._card.due_day
        elif line.kind is LogKind.RESCHEDULED and self._last_day is not None:
            due_day = StudyDay(self._last_day + max(0, line.interval))
        else:
            due_day = StudyDay(self._day(line.id) + max(0, line.interval))
        if before in _STEPS:
            self._state, self._step = State.REVIEW, None
        kind = EventKind.RESCHEDULE if line.interval > 0 else EventKind.SET_DUE
        interval_s = max(0, line.interval) * DAY_S
        return self._event(line.id, line.id, kind, before, interval_s, due_day)

    def _event(  # noqa: PLR0913, PLR0917 - what differs between events
        self,
        at_ms: int,
        foreign_id: int,
        kind: EventKind,
        before: State,
        interval_s: int,
        due_day: StudyDay | None,
    ) -> Event:
        return Event(
            kind=kind,
            device="",
            sequence=0,
            reviewed_at_ms=at_ms,
            clock_ms=at_ms,
            utc_offset_s=self._days.offset_s_at(at_ms),
            study_day=self._day(at_ms),
            rating=None,
            taken_ms=0,
            state_before=before,
            step_before=None,
            state_after=self._state,
            step_after=self._step,
            desired_retention=self._terms.desired_retention,
            interval_s=interval_s,
            due_day=due_day,
            parameter_set=self._terms.parameter_set,
            source=ANKI,
            foreign_id=foreign_id,
        )

    def _day(self, at_ms: int) -> StudyDay:
        day = self._date(at_ms)
        return day if self._last_day is None else max(day, self._last_day)

    def _date(self, at_ms: int) -> StudyDay:
        return study_day(Moment(at_ms, self._days.offset_s_at(at_ms)), self._days.rollover_hour)


_STEPS = (State.LEARNING, State.RELEARNING)


def _after(
    before: State, step: int | None, rating: Rating, interval: int
) -> tuple[State, int | None]:
    """Tell where an answer left the card: an interval of days ends all steps."""
    if interval > 0:
        return State.REVIEW, None
    state = State.LEARNING if before in {State.NEW, State.LEARNING} else State.RELEARNING
    if rating is Rating.AGAIN or before is State.REVIEW:
        return state, 0
    return state, (step or 0) + (rating is Rating.GOOD)
