"""The review on a screen: one key reveals, one key rates."""

import time
from collections.abc import Callable

import click

from flashcards.commands.sitting import CLOCK_BEHIND, ending, face, offers, remaining
from flashcards.model import Moment, Rating
from flashcards.reviewing import CardChangedError, Session, Shown
from flashcards.terminal import keys, screen
from flashcards.terminal.screen import Frame, Laid
from flashcards.terminal.words import RATING_NAMES, interval

# A key held or mashed through the reveal must not rate what was not read yet.
_BLIND_S = 0.15
_RATINGS = {"1": Rating.AGAIN, "2": Rating.HARD, "3": Rating.GOOD, "4": Rating.EASY}
_QUESTION_KEYS = "space show   u undo   s suspend   b bury   q quit"
_ANSWER_KEYS = "space on   u undo   s suspend   b bury   q quit"
_FIRST_TIME = "1 forgot · 2 barely · 3 knew · 4 instantly"


def run(session: Session, clock: Callable[[], Moment], ends_at_ms: int | None) -> None:
    """Review until the queue or the time comes to its end, or the learner quits."""
    keyboard = keys.Keyboard(screen.enter, screen.leave)
    with keyboard.reading():
        _Sitting(session, keyboard, clock, ends_at_ms).run()
    now = clock()
    for line in ending(session, now.at_ms, now.utc_offset_s):
        click.echo(line)


class _Sitting:
    """The dialogue: what is on screen, and what a key does to it."""

    def __init__(
        self,
        session: Session,
        keyboard: keys.Keyboard,
        clock: Callable[[], Moment],
        ends_at_ms: int | None,
    ) -> None:
        self._session = session
        self._keyboard = keyboard
        self._clock = clock
        self._ends_at_ms = ends_at_ms
        self._shown: Shown | None = None
        self._revealed_at: float | None = None
        self._top = 0
        self._remark = ""
        self._quit = False

    def run(self) -> None:
        self._next()
        while not self._quit:
            if self._shown is None or self._time_is_up():
                self._end()
                continue
            laid = self._draw(self._shown, self._clock().at_ms)
            key = self._keyboard.press()
            if key is not None and key != keys.RESIZE:
                self._remark = ""
                self._take(key, self._shown, laid)

    def _time_is_up(self) -> bool:
        over = self._ends_at_ms is not None and self._clock().at_ms >= self._ends_at_ms
        return over and self._revealed_at is None

    def _end(self) -> None:
        """Offer to take the last answer back; any other key ends."""
        now = self._clock()
        lines = tuple(ending(self._session, now.at_ms, now.utc_offset_s))
        screen.draw(screen.page("The end", lines, "u undo   any other key ends", screen.size()))
        key = self._keyboard.press()
        if key == "u":
            self._undo()
            self._ends_at_ms = None
        elif key != keys.RESIZE:
            self._quit = True

    def _undo(self) -> None:
        uid = self._session.undo()
        self._next()
        self._remark = "nothing is left to undo" if uid is None else f"undone: {uid}"

    def _next(self) -> None:
        self._shown = self._session.show()
        self._revealed_at, self._top = None, 0
        if self._shown is not None and self._shown.outcomes.clock_behind:
            self._remark = CLOCK_BEHIND

    def _draw(self, shown: Shown, now_ms: int) -> Laid:
        new, again, due = remaining(self._session, now_ms)
        seen = face(shown)
        frame = Frame(
            head=shown.card.deck,
            counter=f"new {new} · again {again} · due {due}",
            face=seen._replace(context=shown.card.topic_title),
            revealed=self._revealed_at is not None,
            foot=self._foot(shown),
            top=self._top,
        )
        laid = screen.lay_out(frame, screen.size())
        self._top = min(self._top, laid.last_top)
        screen.draw(laid.lines)
        return laid

    def _foot(self, shown: Shown) -> tuple[str, ...]:
        if self._revealed_at is None:
            return (self._remark, _QUESTION_KEYS)
        first = self._session.is_first_ever and not self._remark
        keys_line = _FIRST_TIME if first else self._remark or _ANSWER_KEYS
        return ("   ".join(offers(shown.outcomes)), keys_line)

    def _take(self, key: str, shown: Shown, laid: Laid) -> None:
        if key in {"q", keys.ESCAPE, keys.END}:
            self._quit = True
        elif key in {" ", keys.ENTER, keys.PAGE_DOWN, keys.DOWN, keys.UP, keys.PAGE_UP}:
            self._move(key, shown, laid)
        elif key in _RATINGS:
            self._rate(shown, _RATINGS[key])
        elif key == "u":
            self._undo()
        elif key == "s":
            self._remark = f"suspended {self._session.suspend(shown)} (u takes it back)"
            self._next()
        elif key == "b":
            self._remark = f"buried {self._session.bury(shown)} until tomorrow (u takes it back)"
            self._next()

    def _move(self, key: str, shown: Shown, laid: Laid) -> None:
        if key in {keys.UP, keys.PAGE_UP}:
            self._top = max(0, self._top - (1 if key == keys.UP else laid.window - 1))
        elif self._top < laid.last_top:
            self._top = min(laid.last_top, self._top + (1 if key == keys.DOWN else laid.window - 1))
        elif self._revealed_at is None and key in {" ", keys.ENTER}:
            self._revealed_at = time.monotonic()
        elif key == keys.ENTER:
            self._rate(shown, Rating.GOOD)

    def _rate(self, shown: Shown, rating: Rating) -> None:
        if self._revealed_at is None:
            self._remark = "space shows the answer first"
            return
        if time.monotonic() - self._revealed_at < _BLIND_S:
            return
        try:
            given = self._session.rate(shown, rating)
            again = interval(given.outcome.interval_s)
            self._remark = f"{RATING_NAMES[rating]}: again in {again} (u takes it back)"
        except CardChangedError as error:
            self._remark = str(error)
        self._next()
