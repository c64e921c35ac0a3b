"""The queue of one study day: which cards come, in which order, and what an answer changes.

`day_queue` chooses today's cards within the limits; `fixed_queue` takes cards as they are given.
`next_card` says which one to show now. `answered` and `without` give a new queue and leave the
old one as it was, so undo is going back to the old value.

The order: learning cards whose step is over; then reviews, with one new card after every four;
then the new cards left; then learning cards that are due within twenty minutes. Cards of one
topic are kept apart. Of the cards of one note (siblings) a day shows one, learning aside.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import frexp
from typing import NamedTuple
from zlib import crc32

from flashcards.model import State, StudyDay, Uid

LEARN_AHEAD_MS = 20 * 60_000
"""How long before its time a learning card may be shown when nothing else is left."""

_REVIEWS_PER_NEW = 4
_CARDS_BETWEEN = 3  # between two cards of one topic
_NEARLY_DONE = 2  # a topic with so few new cards left lets the next one open

# Cards are picked out of turn only among so many: a whole day of the usual limits, or one topic's
# cards would pile up unseen, and a bound on the work for each card with limits of thousands.
_REACH = 128

_LEARNING = (State.LEARNING, State.RELEARNING)


class Candidate(NamedTuple):
    """A card as the queue knows it: what orders it, and nothing of its text.

    ``card``, ``note`` and ``topic`` are the store's numbers; a file of simple cards is one
    topic. ``due_at_ms`` is set while a learning step falls due within its study day,
    ``due_day`` otherwise; a new card has neither. ``interval_days`` is its last interval.
    ``recall_lost`` is what one more day of waiting costs of its recall; it is known, and orders
    the reviews, while more of them wait than the day takes.
    """

    card: int
    uid: Uid
    note: int
    topic: int
    deck: str
    state: State
    due_day: StudyDay | None
    due_at_ms: int | None
    interval_days: int
    recall_lost: float | None = None


class Limits(NamedTuple):
    """How many cards one study day shows at most, and how many topics are learnt side by side."""

    new: int = 10
    reviews: int = 100
    open_topics: int = 3


class Done(NamedTuple):
    """What the log says of this study day, answers undone left out.

    ``new`` and ``reviews`` count the answers to cards that were in New and in Review,
    ``new_by_topic`` those to new cards for each topic. ``notes`` are the notes of which any
    card was answered.
    """

    new: int = 0
    reviews: int = 0
    new_by_topic: Mapping[int, int] = {}
    notes: frozenset[int] = frozenset()


class DeckLimit(NamedTuple):
    """What a deck, with the decks below it, may still show today; None without an own limit."""

    deck: str
    new: int | None = None
    reviews: int | None = None


class NewTopic(NamedTuple):
    """A topic and its new cards in the order they are to be met, siblings included."""

    topic: int
    cards: Sequence[Candidate]


class Counts(NamedTuple):
    """How many cards of each kind are to be shown."""

    new: int = 0
    learning: int = 0
    review: int = 0


class Queue(NamedTuple):
    """The cards still to be shown; a value, which an answer never changes.

    ``learning`` are cards within a learning step, by time. ``reviews`` and ``new`` stand in
    their order, of which cards are taken out of turn only among the first ``reach``, to keep
    topics apart. ``shown`` are the last cards answered, oldest first, and ``since_new`` counts
    the reviews answered since the last new card.
    """

    learning: tuple[Candidate, ...] = ()
    reviews: tuple[Candidate, ...] = ()
    new: tuple[Candidate, ...] = ()
    shown: tuple[Candidate, ...] = ()
    since_new: int = 0
    reach: int = _REACH


def day_queue(  # noqa: PLR0913 -- named, and each a different thing the store knows of the day
    *,
    day: StudyDay,
    learning: Iterable[Candidate],
    reviews: Iterable[Candidate],
    new: Iterable[NewTopic],
    done: Done,
    limits: Limits,
    waiting: int,
    deck_limits: Sequence[DeckLimit] = (),
) -> Queue:
    """Choose the cards of `day` that are still to come, after what was `done` of it.

    `learning` are all cards in Learning or Relearning due by `day`; they always come. Those
    with a moment are shown at it. Those whose step reached past a rollover have none: they head
    the reviews, and no limit counts them, since waiting would cost what was just learnt.

    `reviews` are cards in Review, the most overdue relative to their interval first: by
    ``(day - due_day) / max(interval_days, 1)`` downwards, ties always in the same way; in a
    backlog by the recall they lose. `new`
    are topics already begun, then the others, both in the order of their files. Both may be
    produced while they are read: no more is read than is needed.

    `waiting` is how many reviews are due in all. When they do not fit into what is left of the
    day's limit there are no new cards: those would only lengthen the queue.

    `deck_limits` hold beside `limits`, for the decks they name.

    Called again later on the same day, it gives what was left, in the same order.
    """
    in_steps = tuple(learning)
    busy = {card.note for card in in_steps} | done.notes
    left = max(0, limits.reviews - done.reviews)
    of_decks = _within(_one_of_each_note(reviews, busy), _left_by_deck(deck_limits, "reviews"))
    todays = tuple(islice(of_decks, left))
    wanted = max(0, limits.new - done.new) if waiting <= left else 0
    new_left = _left_by_deck(deck_limits, "new")
    turns = _by_turns(iter(new), busy, done.new_by_topic, limits.open_topics)
    fresh = _within(turns, new_left)

    def turn(card: Candidate) -> tuple[int, int, Uid]:
        return -_urgency(card, day), _shuffle(card.uid, day), card.uid

    past_rollover = (card for card in in_steps if card.due_at_ms is None)
    return Queue(
        learning=_by_time(in_steps),
        reviews=(*sorted(past_rollover, key=turn), *sorted(todays, key=turn)),
        new=tuple(islice(fresh, wanted)),
        since_new=max(0, done.reviews - done.new * _REVIEWS_PER_NEW),
    )


def fixed_queue(cards: Iterable[Candidate]) -> Queue:
    """Take `cards` in the order given: no limits, siblings stay, topics are not kept apart.

    A card that is answered Again still comes back when its step is over.
    """
    return Queue(reviews=tuple(cards), reach=1)


def limited(queue: Queue, cards: int, now_ms: int) -> Queue:
    """Keep the first `cards` cards that `queue` would show from `now_ms` on.

    Each of them counts once, however often its learning steps bring it back.
    """
    kept: set[int] = set()
    rest = queue
    for _ in range(cards):
        card = next_card(rest, now_ms)
        if card is None:
            return queue
        kept.add(card.card)
        rest = answered(rest, card, State.REVIEW, None)
    return queue._replace(
        learning=tuple(card for card in queue.learning if card.card in kept),
        reviews=tuple(card for card in queue.reviews if card.card in kept),
        new=tuple(card for card in queue.new if card.card in kept),
    )


def next_card(queue: Queue, now_ms: int) -> Candidate | None:
    """Give the card to show at `now_ms`, None when there is nothing to show now.

    None does not mean that the day is over: `wait_until_ms` tells.
    """
    if queue.learning and _due_by(queue.learning[0], now_ms):
        return queue.learning[0]
    if queue.reviews or queue.new:
        return _next_in_line(queue)
    soon = [card for card in queue.learning if _due_by(card, now_ms + LEARN_AHEAD_MS)]
    return _longest_unseen(soon, queue.shown) if soon else None


def wait_until_ms(queue: Queue) -> int | None:
    """Give the moment the next learning step is over, None when no card is in a step.

    When `next_card` has nothing to show, this is when the session may go on, or that it ended.
    """
    return queue.learning[0].due_at_ms if queue.learning else None


def answered(queue: Queue, card: Candidate, state: State, due_at_ms: int | None) -> Queue:
    """Give the queue after `card` was rated and went to `state`.

    The card leaves; with `due_at_ms`, the end of a learning step within the day, it comes back
    then. Its siblings need no care here: a day's queue was built without them.
    """
    rest = without(queue, card)
    if due_at_ms is not None:
        back = card._replace(state=state, due_at_ms=due_at_ms)
        rest = rest._replace(learning=_by_time((*rest.learning, back)))
    return rest._replace(
        shown=(*queue.shown, card)[-_CARDS_BETWEEN:],
        since_new=0 if card.state is State.NEW else queue.since_new + (card.state is State.REVIEW),
    )


def without(queue: Queue, card: Candidate) -> Queue:
    """Give the queue without `card`: suspended, buried, gone, or rated elsewhere meanwhile."""
    return queue._replace(
        learning=_drop(queue.learning, card.card),
        reviews=_drop(queue.reviews, card.card),
        new=_drop(queue.new, card.card),
    )


def counts(queue: Queue, now_ms: int) -> Mapping[str, Counts]:
    """Count the cards to be shown by deck; decks without any are left out.

    Learning cards count when they are due within twenty minutes of `now_ms`.
    """
    soon = [card for card in queue.learning if _due_by(card, now_ms + LEARN_AHEAD_MS)]
    by_deck: dict[str, list[int]] = {}
    for card in (*queue.new, *soon, *queue.reviews):
        column = 0 if card.state is State.NEW else 1 if card.state in _LEARNING else 2
        by_deck.setdefault(card.deck, [0, 0, 0])[column] += 1
    return {deck: Counts(*numbers) for deck, numbers in by_deck.items()}


def _due_by(card: Candidate, moment_ms: int) -> bool:
    return card.due_at_ms is not None and card.due_at_ms <= moment_ms


def _by_time(cards: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Give those of `cards` that have a moment, the earliest first."""
    timed = [(card.due_at_ms, card.card, card) for card in cards if card.due_at_ms is not None]
    return tuple(card for _, _, card in sorted(timed))


def _drop(line: tuple[Candidate, ...], number: int) -> tuple[Candidate, ...]:
    """Give `line` without the card `number`: one slice, since lines may be long."""
    place = next((i for i, card in enumerate(line) if card.card == number), None)
    return line if place is None else line[:place] + line[place + 1 :]


def _one_of_each_note(cards: Iterable[Candidate], busy: set[int]) -> Iterator[Candidate]:
    """Give `cards` as long as their note is not `busy`, which each card makes its own."""
    for card in cards:
        if card.note not in busy:
            busy.add(card.note)
            yield card


# -- The limits of single decks


def _left_by_deck(deck_limits: Iterable[DeckLimit], kind: str) -> dict[str, int]:
    found = {one.deck: getattr(one, kind) for one in deck_limits}
    return {deck: left for deck, left in found.items() if left is not None}


def _limited_by(deck: str, left: Mapping[str, int]) -> list[str]:
    return [name for name in left if deck == name or deck.startswith(f"{name}::")]


def _within(cards: Iterable[Candidate], left: dict[str, int]) -> Iterator[Candidate]:
    """Give those of `cards` that their decks have room for, of which each takes one."""
    if not left:
        yield from cards
        return
    for card in cards:
        names = _limited_by(card.deck, left)
        if all(left[name] > 0 for name in names):
            for name in names:
                left[name] -= 1
            yield card


# -- The order of reviews


def _urgency(card: Candidate, day: StudyDay) -> int:
    """Give the band of a review, the higher the sooner it comes.

    In a backlog a band up means twice the recall lost by a day's wait.
    """
    if card.recall_lost is None:
        return _lateness(card, day)
    return frexp(card.recall_lost)[1]


def _lateness(card: Candidate, day: StudyDay) -> int:
    """Give the band of a review: 1 from its due day on, one more each time its wait doubles.

    The wait is the time since the last review in units of the interval then given: 1 when due.
    With the default parameters of FSRS-6 (decay 0.1542, desired retention 0.9) the chance of
    recall is 0.90 at a wait of 1, 0.85 at 2, 0.78 at 4, 0.71 at 8. Cards of one band differ by
    about as little as the prediction is worth, so nothing is lost by shuffling them. Cards
    reviewed ahead of their day are in band 0.
    """
    late = 0 if card.due_day is None else day - card.due_day
    return max(0, 1 + late // max(1, card.interval_days)).bit_length()


def _shuffle(uid: Uid, day: StudyDay) -> int:
    """Give a number that orders cards at random, the same all day and another the next.

    The checksum alone would not do with the day in it: it is linear, so the same cards would
    be neighbours every day. An odd factor permutes the 32-bit numbers, each day in its own way.
    """
    return crc32(uid.encode()) * (2 * day + 1) % 2**32


# -- The order of new cards


def _by_turns(
    topics: Iterator[NewTopic], busy: set[int], had: Mapping[int, int], open_topics: int
) -> Iterator[Candidate]:
    """Give new cards without end, from `open_topics` topics at a time, the open ones by turns.

    The turn is the topic's that gave the fewest today (`had` says how many it gave before), of
    equals that with the most left, so that none runs dry early. With three topics and ten cards
    none gives more than four; more than four come only when no other has that many to give.
    """
    given = dict(had)
    left: dict[int, list[Candidate]] = {}
    while True:
        while _another_opens(left, given, open_topics):
            topic = next(topics, None)
            if topic is None:
                break
            cards = list(_one_of_each_note(topic.cards, busy))
            if cards:
                left[topic.topic] = cards
        if not left:
            return
        turn = min(left, key=lambda topic: (given.get(topic, 0), -len(left[topic])))
        yield left[turn].pop(0)
        given[turn] = given.get(turn, 0) + 1
        if not left[turn]:
            del left[turn]


def learning_order(topics: Iterable[NewTopic], limits: Limits) -> Iterator[Candidate]:
    """Give all new cards in the order in which the coming days would show them.

    Each day takes its limit by turns from the topics open, and siblings a day apart.
    """
    a_day = max(1, limits.new)
    left = {topic.topic: list(topic.cards) for topic in topics}
    if len(left) == 1:
        (only,) = left.values()
        if len({card.note for card in only}) == len(only):
            yield from only  # no topics and no siblings to keep apart
            return
    shown: tuple[Candidate, ...] = ()
    while left:
        # More cards of one topic than a day takes change nothing, and may be thousands.
        today = (
            NewTopic(topic, list(islice(_one_of_each_note(cards, set()), a_day + _NEARLY_DONE)))
            for topic, cards in left.items()
        )
        cards = tuple(islice(_by_turns(today, set(), {}, limits.open_topics), a_day))
        for card in _as_shown(cards, shown):
            yield card
            shown = (*shown, card)[-_CARDS_BETWEEN:]
            left[card.topic].remove(card)
            if not left[card.topic]:
                del left[card.topic]


def _as_shown(cards: tuple[Candidate, ...], shown: tuple[Candidate, ...]) -> Iterator[Candidate]:
    """Give the new cards of a day in the order they are shown, topics kept apart."""
    if len({card.topic for card in cards}) == 1:
        yield from cards
        return
    queue = Queue(new=cards, shown=shown)
    while (card := next_card(queue, 0)) is not None:
        queue = answered(queue, card, State.REVIEW, None)
        yield card


def _another_opens(
    left: Mapping[int, Sequence[Candidate]], given: Mapping[int, int], open_topics: int
) -> bool:
    """Say whether a further topic may open.

    It may when fewer than `open_topics` have more than a few cards to give today, and when all
    open ones have given one: before that it would not be its turn, and need not be read.
    """
    filled = sum(len(cards) > _NEARLY_DONE for cards in left.values())
    return filled < open_topics and all(given.get(topic, 0) for topic in left)


# -- Topics kept apart


def _next_in_line(queue: Queue) -> Candidate:
    """Choose among reviews and new cards; there is at least one of them.

    A new card whose topic was just shown lets a few reviews go first; a review does not bring a
    new card forward, or a day of one topic's reviews would begin with all the new cards.
    """
    reviews, new = queue.reviews[: queue.reach], queue.new[: queue.reach]
    new_first = bool(new) and (not reviews or queue.since_new >= _REVIEWS_PER_NEW)
    lines = [line for line in ((new, reviews) if new_first else (reviews,)) if line]
    for line in lines:
        card = _rested(line, (*reviews, *new), queue.shown)
        if card is not None:
            return card
    return _longest_unseen(lines[0], queue.shown)


def _rested(
    line: Sequence[Candidate], left: Sequence[Candidate], shown: Sequence[Candidate]
) -> Candidate | None:
    """Give the first card of `line` whose topic has rested, None when there is none.

    A topic rests for three cards, or for as many as all that is `left` to show can put between
    its cards. As soon as the fullest topics fill all the room there is they go first, or their
    cards would come at the end, in a row.
    """
    cards: dict[int, int] = {}
    for card in left:
        cards[card.topic] = cards.get(card.topic, 0) + 1
    most = max(cards.values())
    fullest = sum(number == most for number in cards.values())
    tight = (most - 1) * (_between(most, len(left) - fullest) + 1) >= len(left) - fullest

    def rested(topic: int) -> bool:
        rest = _between(cards[topic], len(left) - 1)
        return all(card.topic != topic for card in shown[max(0, len(shown) - rest) :])

    free = [card for card in line if rested(card.topic)]
    first = [card for card in free if tight and cards[card.topic] == most]
    return next(iter(first or free), None)


def _between(cards: int, places: int) -> int:
    """Count the cards between two of a topic with so many `cards`, the last one aside `places`.

    All but the last take their place and those after it up to the next card of the topic.
    """
    if cards == 1:
        return _CARDS_BETWEEN
    return max(0, min(_CARDS_BETWEEN, places // (cards - 1) - 1))


def _longest_unseen(line: Sequence[Candidate], shown: Sequence[Candidate]) -> Candidate:
    """Give the card of `line` whose topic was shown longest ago, of equals not the last card."""
    topics = {card.topic: place for place, card in enumerate(shown)}
    places = {card.card: place for place, card in enumerate(shown)}
    return min(line, key=lambda card: (topics.get(card.topic, -1), places.get(card.card, -1)))
