"""What both forms of a review say: the card's face, the four outcomes, and the end."""

from collections.abc import Iterator

from flashcards.memory.scheduling import Outcomes
from flashcards.model import Rating
from flashcards.reviewing import Session, Shown
from flashcards.session import counts
from flashcards.terminal.faces import Face, face_of
from flashcards.terminal.words import RATING_NAMES, interval
from flashcards.text import count

CLOCK_BEHIND = (
    "the clock stands before this card's last review; it is rated as of that review's day."
)

_FRONT_WIDTH = 52


def face(shown: Shown) -> Face:
    """Give the face of the card shown."""
    card = shown.card
    return face_of(
        context=f"{card.deck} · {card.topic_title}" if card.topic_title else card.deck,
        label=card.label,
        kind=card.kind,
        front=card.front,
        back=card.back,
        text=card.text,
        extra=card.extra,
        detail=card.detail,
    )


def offers(found: Outcomes) -> list[str]:
    """Give the four ratings with the intervals they will give."""
    given = (found.again, found.hard, found.good, found.easy)
    return [f"{o.rating:d} {RATING_NAMES[o.rating]} {interval(o.interval_s)}" for o in given]


def remaining(session: Session, now_ms: int) -> tuple[int, int, int]:
    """Give how many new, learning and due cards are still to be shown."""
    by_deck = counts(session.queue, now_ms).values()
    return (
        sum(one.new for one in by_deck),
        sum(one.learning for one in by_deck),
        sum(one.review for one in by_deck),
    )


def ending(session: Session, now_ms: int, utc_offset_s: int) -> Iterator[str]:
    """Say what was done, and what is left of the day."""
    answers = len(session.given)
    if answers:
        cards = len({given.uid for given in session.given})
        known = sum(given.rating is not Rating.AGAIN for given in session.given)
        yield f"{count(cards, 'card')} in {count(answers, 'answer')}, {known} of them known."
    left = sum(remaining(session, now_ms))
    step = session.wait_until_ms()
    if left:
        yield f"{count(left, 'card')} left for today."
    elif step is not None:
        minute = (step // 1000 + utc_offset_s + 59) // 60 % (24 * 60)
        yield f"The next learning step is over at {minute // 60:02}:{minute % 60:02}."
    elif answers:
        yield "That was all for today."
    yield from leeches(session)


def leeches(session: Session) -> Iterator[str]:
    """Name the cards that this sitting showed to be leeches, and say what helps."""
    for row in (given.leech for given in session.given if given.leech is not None):
        front = " ".join(row.front.split())
        if len(front) > _FRONT_WIDTH:
            front = f"{front[: _FRONT_WIDTH - 1]}…"
        yield f"Leech, forgotten {row.state.lapses} times: {front}"
        topic = f"read its topic “{row.topic_title}” again" if row.topic_title else "learn it anew"
        yield (
            f"  Reword it or split it into smaller cards, {topic}, or let it go: "
            f"`flashcards suspend {row.uid}`."
        )
