"""A review session against the store: show a card, rate it, undo; shared by screen and lines.

What a person sees is decided elsewhere. Here it is decided what happens: the four outcomes are
computed once when a card is shown, the one chosen is written in one transaction, and only then
is there a next card.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from flashcards.collection.opening import Collection
from flashcards.memory import replay
from flashcards.memory.days import study_day
from flashcards.memory.leeches import is_told
from flashcards.memory.scheduling import Outcome, Outcomes, Policy, answer, outcomes, review_event
from flashcards.model import CardState, Event, EventKind, Moment, Rating, State, StudyDay, Uid
from flashcards.session import Candidate, Queue, answered, next_card, wait_until_ms, without
from flashcards.settings import Settings, for_deck
from flashcards.store import browse, keep, log, parameters
from flashcards.store.browse import CardRow
from flashcards.store.database import Database, transaction
from flashcards.store.log import CardChangedError
from flashcards.store.shelf import HELD, PRESENT

Clock = Callable[[], Moment]


class Shown(NamedTuple):
    """A card in front of the learner, with what each rating will do."""

    card: CardRow
    candidate: Candidate
    outcomes: Outcomes
    since: Moment


class Given(NamedTuple):
    """An answer that was written: the card's uid and topic, the rating and the outcome it got.

    `leech` is the card as it stands now, when this lapse made it a leech or tells so again.
    """

    uid: Uid
    topic: int
    rating: Rating
    outcome: Outcome
    leech: CardRow | None = None


class TakenBack(NamedTuple):
    """What an undo took back: on which card, and the rating if it was an answer.

    Without a rating the card had been suspended or buried. `card` stands as it did when shown.
    """

    card: CardRow
    rating: Rating | None


class _Done(NamedTuple):
    """Something done in this sitting, and how it is taken back inside a transaction."""

    what: TakenBack
    queue: Queue
    day: StudyDay
    take_back: Callable[[], object]


def policy_of(database: Database, settings: Settings) -> Policy:
    """Give what is in force for the outcomes of every card."""
    parameter_set = parameters.latest_parameter_set(database)
    return Policy(
        weights=parameters.weights(database, parameter_set),
        parameter_set=parameter_set,
        desired_retention=settings.desired_retention,
        maximum_interval_days=settings.maximum_interval,
        learning_steps_s=settings.learning_steps,
        relearning_steps_s=settings.relearning_steps,
        rollover_hour=settings.rollover,
    )


def policies_of(collection: Collection) -> Callable[[str], Policy]:
    """Give what tells, by the name of a deck, what is in force for its cards."""

    def policy_in(deck: str) -> Policy:
        settings = for_deck(collection.settings, collection.of_decks, deck)
        return policy_of(collection.database, settings)

    return lru_cache(maxsize=1024)(policy_in)


class Session:
    """One sitting. `rebuild` gives the queue anew when a study day begins during it."""

    def __init__(
        self,
        collection: Collection,
        clock: Clock,
        rebuild: Callable[[StudyDay], Queue],
        *,
        new_limit: int | None = None,
        keeps_schedule: bool = False,
    ) -> None:
        """Begin a sitting.

        `new_limit` is the day's limit of new cards, which holds even while another program
        introduces some; None for a queue that knows no limits. With `keeps_schedule` (cram)
        answers are not logged and change nothing.
        """
        self._database = collection.database
        self._clock = clock
        self._rebuild = rebuild
        self._new_limit = new_limit
        self.keeps_schedule = keeps_schedule
        self._policy = policy_of(collection.database, collection.settings)
        self._policy_in = policies_of(collection)
        self._day = study_day(clock(), self._policy.rollover_hour)
        self._done: list[_Done] = []
        self.queue = rebuild(self._day)
        self.given: list[Given] = []

    @property
    def day(self) -> StudyDay:
        """The study day the queue was built for."""
        return self._day

    @property
    def policy(self) -> Policy:
        """What is in force in this sitting where a deck has nothing of its own."""
        return self._policy

    @property
    def is_first_ever(self) -> bool:
        """Tell if nothing was ever answered in this collection: ratings need explaining."""
        return not log.has_answers(self._database)

    def show(self) -> Shown | None:
        """Give the next card with its outcomes, None when there is nothing to show now."""
        now = self._clock()
        self._turn_over(now)
        while (candidate := next_card(self.queue, now.at_ms)) is not None:
            policy = self._policy_in(candidate.deck)
            card = as_in_force(self._database, browse.card(self._database, candidate.card), policy)
            if self._may_come(card, candidate):
                computed = outcomes(card.uid, card.state, now, policy)
                return Shown(card, candidate, computed, now)
            self.queue = without(self.queue, candidate)
        return None

    def _turn_over(self, now: Moment) -> None:
        day = study_day(now, self._policy.rollover_hour)
        if day > self._day:
            self._day, self.queue = day, self._rebuild(day)

    def _may_come(self, card: CardRow, candidate: Candidate) -> bool:
        """Tell if the card is still as it was queued: another program may be at work as well."""
        if card.suspended or card.deck_suspended:
            return False
        if card.presence != PRESENT and not _sleeps(card):
            return False
        if self.keeps_schedule:
            return True
        buried = (card.buried_until_day or 0) > self._day
        return not buried and _is_as_queued(card, candidate) and self._has_its_turn(candidate)

    def _has_its_turn(self, candidate: Candidate) -> bool:
        """Tell if the day's limit and the siblings, as the log has them now, let the card come."""
        if self._new_limit is None or candidate.state in {State.LEARNING, State.RELEARNING}:
            return True
        answered_today = log.answered_on(self._database, self._day)
        full = candidate.state is State.NEW and answered_today.new >= self._new_limit
        return not full and candidate.note not in answered_today.notes

    def wait_until_ms(self) -> int | None:
        """Give when the next learning card comes, None when none is left."""
        return wait_until_ms(self.queue)

    def rate(
        self, shown: Shown, rating: Rating, beside: Callable[[int], object] | None = None
    ) -> Given:
        """Write the answer to the card shown; on return it is safe on disk.

        `beside` is given the row id of the event, and writes more in the same transaction.

        Raises:
            CardChangedError: Somebody else answered the card meanwhile; nothing was written.
        """
        outcome, card = shown.outcomes.of(rating), shown.card
        leech: CardRow | None = None
        if self.keeps_schedule:
            again = rating is Rating.AGAIN
            due_at_ms = self._clock().at_ms + outcome.interval_s * 1000 if again else None
            queue = answered(self.queue, shown.candidate, shown.candidate.state, due_at_ms)
            self._note(TakenBack(card, rating), queue, lambda: None)
        else:
            event, after = self._write(shown, rating, beside)
            queue = answered(self.queue, shown.candidate, after.state, after.due_at_ms)
            take_back = partial(_take_back, self._database, event, card.id, card.uid)
            if after.lapses > card.state.lapses and is_told(after.lapses):
                leech = card._replace(state=after)
            self._note(TakenBack(card, rating), queue, take_back)
        given = Given(card.uid, card.topic, rating, outcome, leech)
        self.given.append(given)
        return given

    def look_again(self, shown: Shown) -> Shown | None:
        """Give the card shown as its deck has it now; None when it may not be asked any more."""
        card = browse.card(self._database, shown.card.id)
        if not self._may_come(card, shown.candidate):
            return None
        return shown._replace(card=card)

    def narrow(self, rebuild: Callable[[StudyDay], Queue]) -> None:
        """Go on with what `rebuild` gives, now and when a study day begins."""
        self._rebuild = rebuild
        self.queue = rebuild(self._day)

    def renew(self) -> None:
        """Build what is left of the day anew, after the decks changed."""
        self.queue = self._rebuild(self._day)

    def mark(self, shown: Shown) -> bool:
        """Mark the card shown for later, or take its mark off; give whether it is marked now."""
        marked = not shown.card.marked
        with transaction(self._database):
            keep.mark(self._database, shown.card.id, marked=marked)
        return marked

    def _note(self, what: TakenBack, queue: Queue, take_back: Callable[[], object]) -> None:
        """Go on to `queue`, and remember the way back."""
        self._done.append(_Done(what, self.queue, self._day, take_back))
        self.queue = queue

    def _write(
        self, shown: Shown, rating: Rating, beside: Callable[[int], object] | None
    ) -> tuple[int, CardState]:
        card, now = shown.card, self._clock()
        database, policy = self._database, self._policy_in(shown.candidate.deck)
        with transaction(database):
            moment = now._replace(at_ms=log.free_instant(database, card.id, now.at_ms))
            after = answer(card.state, shown.outcomes, rating, moment, policy)
            device, sequence = log.next_place(database)
            event = review_event(
                card.state,
                after,
                shown.outcomes,
                rating,
                moment=moment,
                clock_ms=now.at_ms,
                taken_ms=max(0, now.at_ms - shown.since.at_ms),
                device=device,
                sequence=sequence,
                policy=policy,
            )
            number = log.append(database, card.id, card.revision, event, after)
            if beside is not None:
                beside(number)
            return number, after

    def suspend(self, shown: Shown) -> Uid:
        """Take the card shown out of reviews until it is unsuspended."""
        suspend = partial(keep.suspend, self._database, shown.card.id)
        return self._set_aside(
            shown, partial(suspend, suspended=True), partial(suspend, suspended=False)
        )

    def bury(self, shown: Shown) -> Uid:
        """Take the card shown out of this study day."""
        bury = partial(keep.bury, self._database, shown.card.id)
        until = StudyDay(self._day + 1)
        return self._set_aside(
            shown, partial(bury, until), partial(bury, shown.card.buried_until_day)
        )

    def _set_aside(
        self, shown: Shown, do: Callable[[], object], take_back: Callable[[], object]
    ) -> Uid:
        """Change the one thing meant: another program may have set the others meanwhile."""
        with transaction(self._database):
            do()
        queue = without(self.queue, shown.candidate)
        self._note(TakenBack(shown.card, None), queue, take_back)
        return shown.card.uid

    def undo(self) -> TakenBack | None:
        """Take back the latest thing done in this sitting; None when all is taken back.

        An answer stays in the log, marked; the card's state is folded anew without it.
        """
        if not self._done:
            return None
        last = self._done[-1]
        with transaction(self._database):
            last.take_back()
        self._done.pop()
        if last.what.rating is not None:
            self.given.pop()
        # The queue of a day that is over would hide what the new one asks for.
        self.queue = last.queue if last.day == self._day else self._rebuild(self._day)
        return last.what


def _sleeps(card: CardRow) -> bool:
    """Tell if the card is an attempt that waits for its first answer; no day's queue has these."""
    return not card.drilled and card.presence == HELD and card.state.state is State.NEW


def _is_as_queued(card: CardRow, candidate: Candidate) -> bool:
    """Tell if the card's due moment is the one it was queued for: its day, or a step's end."""
    if card.state.state is not candidate.state or card.state.due_at_ms != candidate.due_at_ms:
        return False
    return candidate.due_at_ms is not None or card.state.due_day == candidate.due_day


def as_in_force(database: Database, card: CardRow, policy: Policy) -> CardRow:
    """Give the card with its memory as the parameters in force see it.

    What is kept of a card is its memory at the last answer; since then `optimize` may have been.
    """
    if card.state.stability is None or log.seen_by(database, card.id) == policy.parameter_set:
        return card
    events = list(log.events(database, card.id))
    return card._replace(state=replay.seen_with(card.uid, card.state, events, policy.weights))


def rows_in_force(database: Database, rows: Iterable[CardRow], policy: Policy) -> Iterator[CardRow]:
    """Give cards with their memory as the parameters in force see it."""
    if parameters.are_several(database):
        return (as_in_force(database, row, policy) for row in rows)
    return iter(rows)


def _take_back(database: Database, event: int, card: int, uid: Uid) -> None:
    log.mark_reschedules_undone(database, card, event)
    log.mark_undone(database, event)
    refold(database, card, uid)


def refold(database: Database, card: int, uid: Uid) -> CardState:
    """Put the fold of the card's log in place of the state kept, and give it."""
    folded = fold_of(database, card, uid)
    log.keep_state(database, card, log.standing(database, card).revision, folded)
    return folded


def fold_of(database: Database, card: int, uid: Uid) -> CardState:
    """Give the fold of the card's log."""
    return replay.fold(
        uid, log.events(database, card), lambda one: parameters.weights(database, one)
    )


def forget(database: Database, number: int, now: Moment, policy: Policy) -> None:
    """Return the card with row id `number` to New; its log stays, and says so."""
    with transaction(database):
        card = browse.card(database, number)
        before = card.state
        device, sequence = log.next_place(database)
        event = Event(
            kind=EventKind.FORGET,
            device=device,
            sequence=sequence,
            reviewed_at_ms=log.free_instant(database, number, now.at_ms),
            clock_ms=now.at_ms,
            utc_offset_s=now.utc_offset_s,
            study_day=study_day(now, policy.rollover_hour),
            rating=None,
            taken_ms=0,
            state_before=before.state,
            step_before=before.step,
            state_after=State.NEW,
            step_after=None,
            desired_retention=policy.desired_retention,
            interval_s=0,
            due_day=None,
            parameter_set=policy.parameter_set,
        )
        after = replay.apply(card.uid, before, event, lambda one: parameters.weights(database, one))
        log.append(database, number, card.revision, event, after)


__all__ = [
    "CardChangedError",
    "Clock",
    "Given",
    "Session",
    "Shown",
    "TakenBack",
    "as_in_force",
    "fold_of",
    "forget",
    "policies_of",
    "policy_of",
    "refold",
    "rows_in_force",
]
