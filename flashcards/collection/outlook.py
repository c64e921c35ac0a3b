"""What waits for the learner now, what comes next, and why nothing does when nothing does."""

from collections.abc import Mapping
from typing import NamedTuple

from flashcards.collection.opening import Collection
from flashcards.collection.today import deck_limits, queue_of
from flashcards.memory.days import study_day
from flashcards.model import Moment, StudyDay
from flashcards.session import counts
from flashcards.store import log, plan, queue
from flashcards.store.scope import EVERYTHING
from flashcards.text import count

# Until there are own times. A new card is asked about twice on its first day: when it is met
# and when its learning step is over.
_SECONDS_PER_ANSWER = 15.0
_ANSWERS_PER_NEW_CARD = 2


class Waiting(NamedTuple):
    """How many cards are to be shown, by what they are."""

    new: int = 0
    learning: int = 0
    review: int = 0

    @property
    def cards(self) -> int:
        """All of them."""
        return self.new + self.learning + self.review


class NextDue(NamedTuple):
    """When something comes after what waits now: an instant, or a study day from its start."""

    at_ms: int | None = None
    day: StudyDay | None = None


class Backlog(NamedTuple):
    """More reviews wait than today takes: how many, and in how many days none will.

    `days` is None when they do not become fewer within a year.
    """

    waiting: int
    days: int | None


class Planned(NamedTuple):
    """The study day that is planned for, and how many days are left to it."""

    by: StudyDay
    days_left: int


class Outlook(NamedTuple):
    """What `due` tells. `reason` is a sentence when nothing waits, else None."""

    decks: Mapping[str, Waiting]
    total: Waiting
    minutes: int
    next_due: NextDue
    reason: str | None
    backlog: Backlog | None = None
    planned: Planned | None = None


class Tomorrow(NamedTuple):
    """What the next study day brings as things stand: reviews and new cards, limits applied."""

    reviews: int
    new: int


def tomorrow(collection: Collection, day: StudyDay) -> Tomorrow:
    """Look at the study day after `day`."""
    settings, database, scope = collection.settings, collection.database, collection.scope
    after = StudyDay(day + 1)
    reviews = queue.waiting(database, after, scope, most=settings.reviews_per_day)
    new = queue.count_new(database, after, scope)
    return Tomorrow(reviews, min(new, settings.new_per_day))


def outlook(collection: Collection, now: Moment) -> Outlook:
    """Look at the day from `now` on, limits applied, exactly as `review` would begin it."""
    day = study_day(now, collection.settings.rollover)
    waiting = counts(queue_of(collection, day), now.at_ms)
    decks = {deck: Waiting(*one) for deck, one in waiting.items()}
    total = Waiting(*(sum(column) for column in zip(*decks.values(), strict=True)))
    upcoming = _next_due(collection, day, now)
    reason = None if total.cards else _reason(collection, day, now, upcoming)
    return Outlook(
        decks,
        total,
        _minutes(collection, total),
        upcoming,
        reason,
        _backlog(collection, day),
        _planned(collection, day),
    )


def _planned(collection: Collection, day: StudyDay) -> Planned | None:
    kept = plan.kept(collection.database)
    return Planned(kept.by, kept.by - day) if kept and kept.by >= day else None


def _backlog(collection: Collection, day: StudyDay) -> Backlog | None:
    database, scope = collection.database, collection.scope
    per_day = collection.settings.reviews_per_day
    left = max(0, per_day - log.answered_on(database, day).reviews)
    if queue.waiting(database, day, scope, most=left + 1) <= left:
        return None
    # Loaded for who has been away: `due` counts without a model of memory.
    from flashcards.memory.backlog import HORIZON_DAYS, days_to_clear  # noqa: PLC0415 - only in a backlog

    load = queue.load(database, day, scope)
    coming = queue.coming(database, day, scope, HORIZON_DAYS)
    return Backlog(load.cards, days_to_clear(load.cards, left, per_day, coming, load.mean_interval))


def _minutes(collection: Collection, total: Waiting) -> int:
    if not total.cards:
        return 0
    answers = total.new * _ANSWERS_PER_NEW_CARD + total.learning + total.review
    seconds = log.seconds_per_answer(collection.database) or _SECONDS_PER_ANSWER
    return max(1, round(answers * seconds / 60))


def _next_due(collection: Collection, day: StudyDay, now: Moment) -> NextDue:
    """Find what comes after all that waits now."""
    database, scope = collection.database, collection.scope
    step = queue.next_step(database, day, scope, after_ms=now.at_ms)
    if step is not None:
        return NextDue(at_ms=step)
    tomorrow = StudyDay(day + 1)
    if queue.leaves_some(database, day, scope) and collection.settings.new_per_day:
        return NextDue(day=tomorrow)
    return NextDue(day=queue.next_day(database, day, scope))


def _reason(collection: Collection, day: StudyDay, now: Moment, upcoming: NextDue) -> str:
    database, scope = collection.database, collection.scope
    if not queue.any_unsuspended(database, scope):
        cards = queue.count_cards(database, scope)
        if cards:
            which = f"All {cards} cards are" if cards > 1 else "The only card is"
            return f"{which} suspended. `flashcards unsuspend CARD` lets one come."
        if queue.count_cards(database, EVERYTHING):
            return "No card is in all that was chosen. `flashcards cards` lists the cards."
        return (
            "There are no cards here yet. A deck is a YAML file in ~/flashcards; "
            "`flashcards config` shows where decks are looked for."
        )
    if upcoming.at_ms is not None:
        clock = _clock_time(upcoming.at_ms, now.utc_offset_s)
        return f"Nothing to do until {clock}, when the next learning step is over."
    return " ".join(filter(None, [_why_held(collection, day), _when(upcoming, day)]))


def _why_held(collection: Collection, day: StudyDay) -> str:
    database, scope, settings = collection.database, collection.scope, collection.settings
    answered = log.answered_on(database, day)
    waiting = queue.waiting(database, day, scope, most=10_000)
    new = queue.count_new(database, day, scope)
    if waiting and answered.reviews >= settings.reviews_per_day:
        return (
            f"Today's {settings.reviews_per_day} reviews are done; {waiting} more wait "
            "(`flashcards config reviews_per_day N` raises the limit)."
        )
    if new and not settings.new_per_day:
        return f"{count(new, 'new card')} left, but new_per_day is 0."
    if new and answered.new >= settings.new_per_day:
        return (
            f"Done for today: {count(answered.new, 'new card')} met, {new} more wait "
            "(`flashcards review --new N` takes some now)."
        )
    if waiting or new:
        wait = "waits" if waiting + new == 1 else "wait"
        return f"{count(waiting + new, 'card')} {wait}, {_what_holds(collection, day)}."
    buried = queue.count_buried(database, day, scope)
    if buried:
        return f"{count(buried, 'card')} {'is' if buried == 1 else 'are'} buried until tomorrow."
    return "Everything is learnt for now."


def _what_holds(collection: Collection, day: StudyDay) -> str:
    full = [one.deck for one in deck_limits(collection, day) if 0 in {one.new, one.reviews}]
    if full:
        return f"since the day's limit of {' and '.join(full)} is reached"
    return "since a sibling was answered today"


def _when(upcoming: NextDue, day: StudyDay) -> str:
    if upcoming.day is None:
        return ""
    days = upcoming.day - day
    return "The next cards come tomorrow." if days == 1 else f"The next card is due in {days} days."


def _clock_time(at_ms: int, utc_offset_s: int) -> str:
    minutes = (at_ms // 1000 + utc_offset_s + 59) // 60 % (24 * 60)
    return f"{minutes // 60:02}:{minutes % 60:02}"
