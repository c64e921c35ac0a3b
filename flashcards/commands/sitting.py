"""What both forms of a review say: the card's face, the four outcomes, and the end."""

from collections.abc import Iterator
from typing import NamedTuple

from flashcards.collection.opening import Collection
from flashcards.collection.outlook import tomorrow
from flashcards.collection.today import queue_of
from flashcards.collection.topics import Chapter, called, chapter
from flashcards.markup import reading
from flashcards.markup.plain import words
from flashcards.memory.scheduling import Outcomes
from flashcards.model import Moment, Rating, Section, StudyDay
from flashcards.reviewing import Session, Shown
from flashcards.session import LEARN_AHEAD_MS, counts
from flashcards.store import log
from flashcards.store.browse import CardRow
from flashcards.terminal.columns import cut
from flashcards.terminal.faces import Face, face_of
from flashcards.terminal.fronts import front_line
from flashcards.terminal.words import RATING_NAMES, interval, minutes
from flashcards.text import count

CLOCK_BEHIND = (
    "the clock stands before this card's last review; it is rated as of that review's day."
)

_FRONT_WIDTH = 52


def face(shown: Shown) -> Face:
    """Give the face of the card shown."""
    return face_of_row(shown.card)


def face_of_row(card: CardRow) -> Face:
    """Give the face of a card."""
    return face_of(
        context=f"{card.deck} · {card.topic_title}" if card.topic_title else card.deck,
        label=card.label,
        kind=card.kind,
        gap=card.gap,
        front=card.front,
        back=card.back,
        text=card.text,
        below=(card.extra, "" if opens_by_key(card) else card.detail),
    )


def opens_by_key(card: CardRow) -> bool:
    """Tell if what is behind a card is the prose of its topic, which keys open: it is long."""
    return card.section is Section.TLDR


def words_to_type(card: CardRow) -> str:
    """Return what an answer that is typed is compared with; empty where the back has no words."""
    return words(reading.read(card.back))


def asks_to_type(card: CardRow) -> bool:
    """Tell if the answer is to be typed: an image or a sound alone cannot be."""
    return card.typed and bool(words_to_type(card))


def head(session: Session, of_card: str) -> str:
    """Give what stands over a card; where answers change no schedule it begins with that."""
    return f"cram · {of_card}" if session.keeps_schedule else of_card


def computed(session: Session, shown: Shown) -> Outcomes | None:
    """Give what the ratings will do to the schedule; None where they leave it alone."""
    return None if session.keeps_schedule else shown.outcomes


def offers(found: Outcomes | None) -> list[str]:
    """Give the four ratings with the intervals they will give, if they give any."""
    return [f"{rating:d} {RATING_NAMES[rating]}{_will_give(found, rating)}" for rating in Rating]


def short_offers(found: Outcomes | None) -> list[str]:
    """Give the four ratings as keys with their intervals, for a narrow window."""
    return [f"{rating:d}{_will_give(found, rating)}" for rating in Rating]


def _will_give(found: Outcomes | None, rating: Rating) -> str:
    return f" {interval(found.of(rating).interval_s)}" if found else ""


def remaining(session: Session, now_ms: int) -> tuple[int, int, int]:
    """Give how many new, learning and due cards are still to be shown."""
    by_deck = counts(session.queue, now_ms).values()
    return (
        sum(one.new for one in by_deck),
        sum(one.learning for one in by_deck),
        sum(one.review for one in by_deck),
    )


def progress(session: Session, shown: Shown, now_ms: int) -> str:
    """Say which card of how many this is; one that comes back counts once, and is said to be met.

    What comes back is counted by `remaining` as learning.
    """
    new, _, due = remaining(session, now_ms)
    met = {given.uid for given in session.given}
    soon = now_ms + LEARN_AHEAD_MS
    unmet = sum(
        card.uid not in met for card in session.queue.learning if (card.due_at_ms or 0) <= soon
    )
    total = len(met) + new + due + unmet
    if shown.card.uid in met:
        return f"{len(met)}/{total} met"
    return f"{min(len(met) + 1, total)}/{total}"


class Ending(NamedTuple):
    """What a sitting says at its end; `weakest` is the topic most was missed of, to be read."""

    lines: tuple[str, ...]
    weakest: Chapter | None


def ending(session: Session, collection: Collection, begun: Moment, now: Moment) -> Ending:
    """Say what was done, what is left of the day, what comes tomorrow, and what to read again.

    `collection` is the whole one, of which the sitting may have chosen a part.
    """
    weakest = _weakest(session, collection)
    lines = [*_done(session, begun, now), *_left(session, collection, now)]
    if session.given and not session.keeps_schedule:
        lines += _around(collection, session.day)
    lines += _leeches(session)
    if weakest:
        lines.append(f"Most was missed of \u201c{weakest.topic.title}\u201d.")
    return Ending(tuple(lines), weakest)


def _done(session: Session, begun: Moment, now: Moment) -> Iterator[str]:
    answers = len(session.given)
    if answers:
        cards = len({given.uid for given in session.given})
        known = sum(given.rating is not Rating.AGAIN for given in session.given)
        spent = minutes(max(1, round((now.at_ms - begun.at_ms) / 60_000)))
        said = count(answers, "answer")
        yield f"{count(cards, 'card')} in {said}, {known} of them known, {spent}."


def _left(session: Session, collection: Collection, now: Moment) -> Iterator[str]:
    """Say what is left of the cards chosen, and of the day where that is more."""
    left = sum(remaining(session, now.at_ms))
    today = _left_today(collection, session.day, now)
    step = session.wait_until_ms()
    if left and today > left:
        yield f"{count(left, 'card')} left of those chosen; {today} for today in all."
    elif left:
        yield f"{count(left, 'card')} left for today."
    elif step is not None:
        minute = (step // 1000 + now.utc_offset_s + 59) // 60 % (24 * 60)
        yield f"The next learning step is over at {minute // 60:02}:{minute % 60:02}."
    elif today:
        yield f"That was all of those chosen; {count(today, 'card')} left for today."
    else:
        yield "That was all for today."


def _left_today(collection: Collection, day: StudyDay, now: Moment) -> int:
    """Count what the day still brings, whatever this sitting chose."""
    by_deck = counts(queue_of(collection, day), now.at_ms).values()
    return sum(sum(one) for one in by_deck)


def _around(collection: Collection, day: StudyDay) -> Iterator[str]:
    coming = tomorrow(collection, day)
    yield f"Tomorrow: {count(coming.reviews, 'review')} and {coming.new} new."
    studied = log.days_studied(collection.database, StudyDay(day - _WEEK + 1), day)
    yield f"Studied on {studied} of the last {_WEEK} days."


_WEEK = 7


def _weakest(session: Session, collection: Collection) -> Chapter | None:
    """Give the topic of which the largest share was missed, None where nothing was."""
    answers: dict[int, list[bool]] = {}
    for given in session.given:
        answers.setdefault(given.topic, []).append(given.rating is Rating.AGAIN)
    missed = {topic: sum(one) / len(one) for topic, one in answers.items() if any(one)}
    in_order = sorted(missed, key=lambda topic: (-missed[topic], -len(answers[topic])))
    found = (chapter(collection, topic) for topic in in_order)
    return next((one for one in found if one), None)


def _leeches(session: Session) -> Iterator[str]:
    """Name the cards that this sitting showed to be leeches, and say what helps."""
    for row in (given.leech for given in session.given if given.leech is not None):
        front = cut(front_line(row.front), _FRONT_WIDTH)
        yield f"Leech, forgotten {row.state.lapses} times: {front}"
        name = called(row.topic_key, row.topic_title)
        read = f", read its topic (`flashcards read {name}`)" if name else ""
        yield (
            f"  Reword or split it (`flashcards edit {row.uid}`){read}, "
            f"or let it go: `flashcards suspend {row.uid}`."
        )
