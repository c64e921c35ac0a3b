"""How the answers to one prompt grew: each attempt in a line, each key point across them."""

from collections.abc import Iterator, Sequence

from flashcards import clock
from flashcards.collection.attempts import Past
from flashcards.commands.attempt_page import clock_face, share_of
from flashcards.terminal.words import RATING_NAMES
from flashcards.text import count

_BAR = 20
_LATEST = 12
_SEEN, _MISSED, _NOT_ASKED = "x", "·", " "


def lines(title: str, made: Sequence[Past]) -> Iterator[str]:
    """Tell the attempts at a topic, the first one first."""
    if not made:
        yield f"{title}: no attempt yet."
        return
    yield f"{title}: {count(len(made), 'attempt')}."
    yield ""
    yield from map(_attempt, made)
    if any(one.points for one in made):
        yield ""
        yield from _points(made[-_LATEST:])


def _attempt(made: Past) -> str:
    when = clock.iso(made.begun)[:16].replace("T", " ")
    words = count(len(made.text.split()), "word")
    filled = round(share_of(made) * _BAR)
    bar = "#" * filled + "." * (_BAR - filled)
    rating = RATING_NAMES[made.rating] if made.rating else "not rated"
    return f"{when}  {bar} {share_of(made):4.0%}  {clock_face(made.seconds)}  {words}  {rating}"


def _points(made: Sequence[Past]) -> Iterator[str]:
    """Show when each key point was made; one that is worded otherwise today is another one."""
    latest = dict.fromkeys(one.point for attempt in reversed(made) for one in attempt.points)
    for point in latest:
        row = "".join(_mark(attempt, point) for attempt in made)
        yield f"{row}  {point}"


def _mark(made: Past, point: str) -> str:
    ticks = [one.ticked for one in made.points if one.point == point]
    if not ticks:
        return _NOT_ASKED
    return _SEEN if ticks[0] else _MISSED
