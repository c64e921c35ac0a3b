"""Lines of Anki's log as events of ours: what was an answer, and what only looks like one.

Found by doing each thing in Anki and looking at what it logs:

- An answer has a button from 1 to 4. In a filtered deck that reschedules it counts as any other.
- A filtered deck that does not reschedule (cramming) logs buttons too, always with a factor of 0.
- A line without a button was entered by hand or by FSRS: with a factor of 0 the card was reset,
  else its due day was set. That makes any card one in Review, without a memory if it was new.
- Very old resets are not logged at all: a card in Review is suddenly learnt again.
- An interval of days is no sign that a card has left its steps: a step that ends beyond the
  rollover is logged in days too, be it of ten minutes. What came next tells, or at the end the
  card itself.
- A log may be cut off, so that it begins with a review, or be missing altogether: decks that are
  shared with their schedule have none. Anki then estimates the memory: from the interval of the
  first review it knows, or that of the card, and from the ease beside it. So it is done here.

The log does not tell the learning step, nor a due day set by hand. The step follows from the
buttons, the due day from the card itself as long as nothing came after.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from flashcards.anki.reading.contents import AnkiCard, CardType, LogKind, LogLine
from flashcards.memory.days import DAY_S, study_day
from flashcards.memory.recall import Memory, estimated, kept_by_anki
from flashcards.model import ANKI, Event, EventKind, Moment, Rating, State, StudyDay

_EARLIEST_MS = 1_000_000_000_000  # in 2001, before there was an Anki
_LONGEST_TAKEN_MS = 86_400_000
_HOUR_MS = 3_600_000
_INTO_A_DAY_H = 6  # an answer whose hour is not known was given in the middle of its day
_BEYOND_ALL_LINES = 10**16  # so that the number of a card is not taken for that of a line
_HARDEST_PERMILLE = 1100  # difficulty 10
_LOWEST_EASE_PERMILLE = 1300  # of SM-2, which gives a card its ease when it leaves the steps


class Days(NamedTuple):
    """How instants become study days: the offset of the learner's clock at each, the rollover."""

    offset_s_at: Callable[[int], int]
    rollover_hour: int


class Terms(NamedTuple):
    """What was in force for the answers of a log, as far as it can be known."""

    parameter_set: int
    weights: tuple[float, ...]
    desired_retention: float
    historical_retention: float
    learning_steps: int
    relearning_steps: int


class Tale(NamedTuple):
    """A card's log as events, and how many of its lines are none.

    `crammed` answers change no schedule; `unusable` lines have no instant or button that can be,
    or lie in the future.
    """

    events: tuple[Event, ...]
    crammed: int
    unusable: int

    @property
    def is_estimate(self) -> bool:
        """Tell if the log said nothing, and the events are what the card itself says."""
        return [event.kind for event in self.events] == [EventKind.ESTIMATE]


def tale(card: AnkiCard, lines: Iterable[LogLine], days: Days, terms: Terms, now_ms: int) -> Tale:
    """Give the log of a card as events, in their order; device and sequence are still empty.

    The id of a line is the event's instant and foreign id. A reset that was not logged has the
    negative id of the answer after it, and the estimate behind a log that is cut off that of its
    first answer. A card that was learnt, with nothing of it in the log, is one estimate.
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
    teller = _Teller(card, days, terms)
    silent = not any(line.ease for line in usable) and (card.reps > 0 or not usable)
    untold = silent and card.type is not CardType.NEW
    events = teller.estimate(now_ms) if untold else teller.tell(usable)
    return Tale(tuple(events), crammed, unusable)


class _Teller:
    """Walks through the lines of a card, knowing where it stands after each."""

    def __init__(self, card: AnkiCard, days: Days, terms: Terms) -> None:
        self._card = card
        self._days = days
        self._terms = terms
        self._state = State.NEW
        self._step: int | None = None
        self._last_day: StudyDay | None = None
        self._begins_before: bool | None = None

    def estimate(self, now_ms: int) -> Iterator[Event]:
        """Give what is known of a card that was learnt without a word of it in the log."""
        card = self._card
        if card.type is CardType.LEARNING and not card.memory:
            return
        memory = self._estimated(card.interval_days, card.ease_permille)
        at_ms = self._learnt_ms(now_ms)
        day = self._day(at_ms)
        self._state, self._step = State(card.type), None
        if self._state is State.REVIEW:
            interval_s = max(1, card.interval_days) * DAY_S
            due_day = self._date(now_ms) if card.due_day is None else card.due_day
        else:
            learning = self._state is State.LEARNING
            steps = self._terms.learning_steps if learning else self._terms.relearning_steps
            self._step = max(0, steps - card.steps_left)
            due_ms = now_ms if card.due_s is None else card.due_s * 1000
            interval_s = max(0, due_ms - at_ms) // 1000
            due_day = self._date(due_ms) if card.due_day is None else card.due_day
        yield self._estimate(
            self._event(
                at_ms,
                -(_BEYOND_ALL_LINES + card.id),
                EventKind.ESTIMATE,
                State.NEW,
                interval_s,
                max(day, due_day),
            ),
            Memory(*card.memory) if card.memory else memory,
        )

    def _learnt_ms(self, now_ms: int) -> int:
        """Give the instant of a card's last answer, or one on the day it must have been on.

        No two cards have the same, or they would look for a free one among each other's.
        """
        card = self._card
        at_ms = now_ms
        if card.last_review_s is not None:
            at_ms = card.last_review_s * 1000 + card.id % 1000
        elif card.type is CardType.REVIEW and card.due_day is not None:
            hour = self._days.rollover_hour + _INTO_A_DAY_H
            at_ms = ((card.due_day - max(1, card.interval_days)) * 24 + hour) * _HOUR_MS
            at_ms += card.id % (_INTO_A_DAY_H * _HOUR_MS) - self._days.offset_s_at(at_ms) * 1000
        return max(_EARLIEST_MS, min(at_ms, now_ms - card.id % _HOUR_MS))

    def _began_before(self, line: LogLine) -> Event:
        """Give the estimate behind the first interval of a log that is cut off before it.

        Under FSRS the line has the difficulty where SM-2 has the ease.
        """
        memory = self._estimated(line.interval, line.factor)
        if 0 < line.factor <= _HARDEST_PERMILLE:
            difficulty = (line.factor / 1000 - 0.1) * 9 + 1
            memory = memory._replace(difficulty=min(max(difficulty, 1.0), 10.0))
        event = self._event(line.id + 1, -line.id, EventKind.ESTIMATE, self._state, 0, None)
        return self._estimate(event, memory)

    def _estimated(self, interval_days: int, ease_permille: int) -> Memory:
        terms = self._terms
        return estimated(interval_days, ease_permille, terms.weights, terms.historical_retention)

    @staticmethod
    def _estimate(event: Event, memory: Memory) -> Event:
        kept = kept_by_anki(memory)
        return event._replace(stability=kept.stability, difficulty=kept.difficulty)

    def tell(self, lines: list[LogLine]) -> Iterator[Event]:
        for place, line in enumerate(lines):
            if line.ease:
                if self._begins_before is None:
                    self._begins_before = _continues(line)
                following = lines[place + 1] if place + 1 < len(lines) else None
                yield from self._answered(line, following)
                # As in Anki, the first interval of days tells; a lapse before it does not.
                if self._begins_before and line.interval > 0:
                    self._begins_before = False
                    yield self._began_before(line)
            elif line.kind is LogKind.MANUAL and not line.factor:
                yield self._reset(line.id, line.id)
            else:
                yield self._moved(line, is_last=place + 1 == len(lines))

    def _answered(self, line: LogLine, following: LogLine | None) -> Iterator[Event]:
        learnt_again = self._state in {State.REVIEW, State.RELEARNING}
        if line.kind is LogKind.LEARN and learnt_again:
            yield self._reset(line.id - 1, -line.id)
        before, rating = self._before(line), Rating(line.ease)
        step_before = (self._step or 0) if before in _STEPS else None
        self._state, self._step = self._after(line, following, before, step_before)
        day = self._day(line.id)
        if line.interval > 0:
            interval_s = line.interval * DAY_S
            due_day = StudyDay(day + line.interval)
        else:
            interval_s = -line.interval
            due_day = max(day, self._date(line.id + interval_s * 1000))
        self._last_day = day
        event = self._event(line.id, line.id, EventKind.REVIEW, before, interval_s, due_day)
        taken_ms = min(max(0, line.taken_ms), _LONGEST_TAKEN_MS)
        yield event._replace(rating=rating, taken_ms=taken_ms, step_before=step_before)

    def _after(
        self, line: LogLine, following: LogLine | None, before: State, step: int | None
    ) -> tuple[State, int | None]:
        """Tell where an answer left the card."""
        if line.interval > 0 and not self._stays_on_steps(line, following, before):
            return State.REVIEW, None
        learning = before in {State.NEW, State.LEARNING}
        state = State.LEARNING if learning else State.RELEARNING
        steps = self._terms.learning_steps if learning else self._terms.relearning_steps
        if following is None and State(self._card.type) is state:
            # Steps may have been set otherwise meanwhile.
            return state, max(0, steps - self._card.steps_left)
        if line.ease == Rating.AGAIN or before is State.REVIEW:
            return state, 0
        return state, min((step or 0) + (line.ease == Rating.GOOD), max(0, steps - 1))

    def _stays_on_steps(self, line: LogLine, following: LogLine | None, before: State) -> bool:
        """Tell if an answer that gave days gave a step, one that ends on another study day."""
        learning = before in {State.NEW, State.LEARNING}
        passed = before is State.REVIEW and line.ease != Rating.AGAIN
        has_ease = learning and line.factor >= _LOWEST_EASE_PERMILLE
        if line.ease == Rating.EASY or passed or has_ease:
            return False
        if following is None:
            return self._card.type in {CardType.LEARNING, CardType.RELEARNING}
        if following.kind is LogKind.LEARN:
            return learning and not self._is_first_answer(following, line)
        if following.kind in {LogKind.REVIEW, LogKind.RELEARN}:
            return following.kind is LogKind.RELEARN and not learning
        return following.last_interval <= 0

    def _is_first_answer(self, line: LogLine, previous: LogLine) -> bool:
        """Tell if a card was new when it was answered, though it had been answered before.

        A reset without a line of its own lies between. A new card has no last interval; nor has
        one without steps, which waits for a day at most.
        """
        waits_without_steps = previous.interval == 1 and not self._terms.learning_steps
        return line.last_interval == 0 and not waits_without_steps

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
        self._begins_before = False
        return self._event(at_ms, foreign_id, EventKind.FORGET, before, 0, None)

    def _moved(self, line: LogLine, *, is_last: bool) -> Event:
        before = self._state
        if is_last and self._card.due_day is not None:
            due_day = self._card.due_day
        elif line.kind is LogKind.RESCHEDULED and self._last_day is not None:
            due_day = StudyDay(self._last_day + max(0, line.interval))
        else:
            due_day = StudyDay(self._day(line.id) + max(0, line.interval))
        self._state, self._step = State.REVIEW, None
        if before is State.NEW and self._was_new(line):
            self._begins_before = False
        kind = EventKind.RESCHEDULE if line.interval > 0 else EventKind.SET_DUE
        interval_s = max(0, line.interval) * DAY_S
        return self._event(line.id, line.id, kind, before, interval_s, due_day)

    @staticmethod
    def _was_new(line: LogLine) -> bool:
        """Tell if a day was set on a card that no answer had met: FSRS gives it no interval."""
        no_interval = line.interval == line.last_interval == 0
        return no_interval and line.factor >= _LOWEST_EASE_PERMILLE

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


def _continues(line: LogLine) -> bool:
    """Tell if an answer, the first of a log, was given to a card that had been learnt before."""
    if line.kind is LogKind.FILTERED:
        return line.last_interval > 0
    return line.kind is not LogKind.LEARN
