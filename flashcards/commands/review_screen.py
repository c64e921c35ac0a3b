"""The review on a screen: one key reveals, one key rates, others look behind the card."""

from collections.abc import Callable, Mapping
from typing import ClassVar

import click

from flashcards import editing, viewing
from flashcards.collection import opening
from flashcards.collection.content import problems_from_json
from flashcards.collection.opening import Collection
from flashcards.collection.outlook import outlook
from flashcards.collection.roots import path_of
from flashcards.collection.topics import Chapter, chapter
from flashcards.commands import reading_page, review_parts
from flashcards.commands.about import history, standing
from flashcards.commands.review_images import open_image
from flashcards.commands.review_parts import DETAILS, MEMORY_AID, REFERENCES
from flashcards.commands.sitting import (
    CLOCK_BEHIND,
    asks_to_type,
    computed,
    ending,
    head,
    offers,
    progress,
    remaining,
    short_offers,
    words_to_type,
)
from flashcards.errors import FlashcardsError
from flashcards.model import Moment, Rating, State
from flashcards.notes import Severity
from flashcards.reviewing import CardChangedError, Session, Shown
from flashcards.store import log, shelf
from flashcards.store.browse import CardRow
from flashcards.terminal import keys, pager, screen
from flashcards.terminal.columns import cut, width, wrapped
from flashcards.terminal.entry import Entry
from flashcards.terminal.fronts import front_line
from flashcards.terminal.keys import Keyboard
from flashcards.terminal.screen import PLAIN, Frame, Laid, Part
from flashcards.terminal.typed import Comparison, compare
from flashcards.terminal.words import RATING_NAMES, interval, minutes

_RATINGS = {"1": Rating.AGAIN, "2": Rating.HARD, "3": Rating.GOOD, "4": Rating.EASY}
_FIRST_TIME = "1 forgot · 2 barely · 3 knew · 4 instantly"
_BACK = ("space on", "any other key back")
_WORDS_WIDTH = 16

Narrow = Callable[[str], Collection]
"""Limits the cards of a sitting to a selection as typed, and gives the collection so limited."""


def run(
    session: Session,
    collection: Collection,
    clock: Callable[[], Moment],
    ends_at_ms: int | None,
    narrow: Narrow,
) -> None:
    """Review until the queue or the time comes to its end, or the learner quits."""
    keyboard = keys.keyboard(screen.enter, screen.leave)
    begun = clock()
    sitting = _Sitting(session, collection, keyboard, clock, ends_at_ms, narrow)
    with keyboard.reading():
        sitting.run(begun)
    viewing.sweep()
    for line in ending(session, sitting.collection, begun, clock()).lines:
        click.echo("\n".join(wrapped(line, width())))


def _of_card(done: str, card: CardRow) -> str:
    """Say what was done to which card, on one line of the screen."""
    return cut(f"{done}: {front_line(card.front)}", screen.size().columns - 2)


class _Sitting:
    """The dialogue: what is on screen, and what a key does to it."""

    def __init__(  # noqa: PLR0913, PLR0917 - what a sitting is made of
        self,
        session: Session,
        collection: Collection,
        keyboard: Keyboard,
        clock: Callable[[], Moment],
        ends_at_ms: int | None,
        narrow: Narrow,
    ) -> None:
        self.collection = collection
        self._session = session
        self._keyboard = keyboard
        self._clock = clock
        self._ends_at_ms = ends_at_ms
        self._narrow = narrow
        self._shown: Shown | None = None
        self._chapter: Chapter | None = None
        self._revealed = False
        self._opened: frozenset[str] = frozenset()
        self._entry: Entry | None = None
        self._comparison: Comparison | None = None
        self._top = 0
        self._remark = ""
        self._quit = False
        self._words = ""
        self._offered: set[int] = set()

    def run(self, begun: Moment) -> None:
        self._next()
        while not self._quit:
            if self._shown is None or self._time_is_up():
                self._end(begun)
                continue
            if self._chapter and self._offers_reading(self._shown, self._chapter):
                self._offer_reading(self._shown, self._chapter)
                continue
            laid = self._draw(self._shown)
            key = self._keyboard.press()
            if key is not None and key != keys.RESIZE:
                self._remark = ""
                self._take(key, self._shown, laid)

    def _time_is_up(self) -> bool:
        over = self._ends_at_ms is not None and self._clock().at_ms >= self._ends_at_ms
        return over and not self._revealed

    # Between cards

    def _end(self, begun: Moment) -> None:
        """Say how it went; offer to take the last answer back, and what else one may go on with."""
        told = ending(self._session, self.collection, begun, self._clock())
        parts = [Part(PLAIN, "\n".join(told.lines))]
        reads = ("f read it",) if told.weakest else ()
        lifts = ("/ all cards",) if self._words else ()
        hints = ("u undo", *lifts, *reads, "any other key ends", "")
        key = pager.page(self._keyboard, "The end", parts, hints, remark=self._remark)
        if key == "u":
            self._undo()
            self._ends_at_ms = None
        elif key == "f" and told.weakest:
            reading_page.on_screen(self._keyboard, told.weakest.topic)
        elif key == "/" and lifts:
            self._select("")
            self._ends_at_ms = None
        else:
            self._quit = True

    def _next(self) -> None:
        self._shown = self._session.show()
        self._begin_card()

    def _begin_card(self) -> None:
        shown = self._shown
        self._revealed, self._top = False, 0
        self._opened, self._comparison = frozenset(), None
        self._entry = Entry() if shown is not None and asks_to_type(shown.card) else None
        self._chapter = None if shown is None else chapter(self.collection, shown.card.topic)
        if shown is not None and shown.outcomes.clock_behind:
            self._remark = CLOCK_BEHIND

    def _offers_reading(self, shown: Shown, found: Chapter) -> bool:
        """Tell if this is the first meeting with a topic that has something to read."""
        topic = shown.card.topic
        if shown.card.state.state is not State.NEW or topic in self._offered:
            return False
        untouched = log.is_untouched(self.collection.database, topic)
        return untouched and reading_page.has_prose(found.topic)

    def _offer_reading(self, shown: Shown, found: Chapter) -> None:
        """Offer a topic before its first card; what is no answer to that leaves the offer."""
        spent = minutes(reading_page.minutes_of(found.topic))
        parts = [Part(PLAIN, "New topic"), Part(screen.QUESTION, found.topic.question)]
        hints = (f"space read ({spent})", "n cards now", "u undo", "? help", "q quit")
        key = pager.page(self._keyboard, found.deck, parts, hints, remark=self._remark)
        self._remark = ""
        if key in {"q", keys.ESCAPE, keys.END}:
            self._quit = True
        elif key in {" ", keys.ENTER, "f"}:
            self._offered.add(shown.card.topic)
            reading_page.on_screen(self._keyboard, found.topic)
        elif key == "n":
            self._offered.add(shown.card.topic)
        elif key == "u":
            self._undo()
        elif key == "?":
            parts = [
                Part(screen.KEYS, review_parts.OFFER_HELP),
                Part(screen.HEADING, "on a card"),
                Part(screen.KEYS, review_parts.HELP),
            ]
            pager.page(self._keyboard, "Keys", parts, _BACK)
        else:
            self._remark = "no card is shown yet: n goes on to the cards"

    # Drawing

    def _draw(self, shown: Shown) -> Laid:
        frame = self._frame(shown)
        laid = screen.lay_out(frame, screen.size())
        if laid.starts:
            self._top = min(self._top, laid.last_top)
        screen.draw(laid.lines)
        return laid

    def _frame(self, shown: Shown) -> Frame:
        new, learning, due = remaining(self._session, self._clock().at_ms)
        parts = list(
            review_parts.card_parts(
                shown,
                self._chapter,
                revealed=self._revealed,
                opened=self._opened,
                typed=self._comparison,
            )
        )
        if self._entry is not None and not self._revealed:
            parts.append(Part(PLAIN, f"> {self._entry.text}▏"))
        revealed = self._revealed
        first = revealed and self._session.is_first_ever
        return Frame(
            head=head(self._session, shown.card.deck),
            counts=(
                f"new {new} · learning {learning} · due {due}",
                f"new {new} · learn {learning} · due {due}",
                f"{new} · {learning} · {due}",
            ),
            progress=progress(self._session, shown, self._clock().at_ms),
            parts=tuple(parts),
            offers=self._offers(shown) if revealed else (),
            remark=self._remark or (_FIRST_TIME if first else ""),
            keys=self._keys(shown),
            top=self._top,
        )

    def _offers(self, shown: Shown) -> tuple[str, ...]:
        found = computed(self._session, shown)
        return "   ".join(offers(found)), "  ".join(short_offers(found))

    def _keys(self, shown: Shown) -> tuple[str, ...]:
        if self._entry is not None and not self._revealed:
            return ("type the answer", "enter show", "esc other keys")
        behind = [
            words
            for key, words in ((MEMORY_AID, "m memory aid"), (DETAILS, "d details"))
            if self._revealed and review_parts.has_behind(key, shown.card, self._chapter)
        ]
        shows = [] if self._revealed else ["space show"]
        common = ["u undo", "e edit", "s suspend", "b bury"]
        if self._words:
            common.insert(0, f"/ only {cut(self._words, _WORDS_WIDTH)}")
        return (*shows, *common, *behind, "? help", "q quit")

    # Keys

    def _take(self, key: str, shown: Shown, laid: Laid) -> None:
        if key == keys.END or (not laid.starts and key in {"q", keys.ESCAPE}):
            self._quit = True
        elif not laid.starts:
            return  # the window is too small to see what a key would do
        elif self._entry is not None and not self._revealed:
            self._type(key, shown, self._entry)
        elif key == keys.ESCAPE and self._opened:
            self._opened = frozenset()
        elif key in {"q", keys.ESCAPE}:
            self._quit = True
        elif key in _RATINGS:
            self._rate(shown, _RATINGS[key])
        elif key in {" ", keys.ENTER} and self._top == laid.last_top:
            self._go_on(key, shown)
        elif key in {MEMORY_AID, DETAILS, REFERENCES}:
            self._open(key, shown, laid)
        elif key in self._actions:
            self._actions[key](self, shown)
        else:
            page = " " if key == keys.ENTER else key
            further = pager.scrolled(page, self._top, laid)
            self._top = self._top if further is None else further

    def _type(self, key: str, shown: Shown, entry: Entry) -> None:
        if key == keys.ESCAPE:
            self._entry = None
        elif key == keys.ENTER:
            self._comparison = compare(entry.text, words_to_type(shown.card))
            self._revealed = True
        else:
            self._entry = entry.after(key, self._keyboard.pasted)

    def _go_on(self, key: str, shown: Shown) -> None:
        """Reveal, or at the end of a revealed card take Enter for a rating."""
        if not self._revealed:
            self._revealed = True
        elif key == keys.ENTER and self._comparison and self._comparison.suggested < Rating.GOOD:
            self._remark = "what you typed differs: 1 to 4 rates it"
        elif key == keys.ENTER:
            self._rate(shown, Rating.GOOD)

    def _open(self, key: str, shown: Shown, laid: Laid) -> None:
        """Open what stands behind the card and go there, or close it again."""
        if not self._revealed:
            self._remark = "space shows the answer first"
        elif not review_parts.has_behind(key, shown.card, self._chapter):
            self._remark = "there is none on this card"
        elif key in self._opened:
            self._opened -= {key}
        else:
            self._opened |= {key}
            before = len(laid.starts)
            opened = screen.lay_out(self._frame(shown), screen.size())
            place = before if before < len(opened.starts) else -1
            if key == max(self._opened, key=(MEMORY_AID, DETAILS, REFERENCES).index):
                self._top = opened.starts[place]

    def _rate(self, shown: Shown, rating: Rating) -> None:
        if not self._revealed:
            self._remark = "space shows the answer first"
            return
        if self._keyboard.quiet_s < pager.BLIND_S:
            return  # held or mashed: it was not meant for what stands here now
        try:
            given = self._session.rate(shown, rating)
            again = f"again in {interval(given.outcome.interval_s)}"
            does = "its schedule stays" if self._session.keeps_schedule else again
            self._remark = f"{RATING_NAMES[rating]}: {does} (u takes it back)"
        except CardChangedError as error:
            self._remark = str(error)
        self._next()

    def _undo(self, _: Shown | None = None) -> None:
        taken_back = self._session.undo()
        self._next()
        if taken_back is None:
            self._remark = "nothing is left to undo"
        elif taken_back.rating is None:
            self._remark = _of_card("back again", taken_back.card)
        else:
            name = RATING_NAMES[taken_back.rating]
            self._remark = _of_card(f"{name} taken back", taken_back.card)

    def _suspend(self, shown: Shown) -> None:
        self._session.suspend(shown)
        self._next()
        self._remark = _of_card("suspended (u takes it back)", shown.card)

    def _bury(self, shown: Shown) -> None:
        self._session.bury(shown)
        self._next()
        self._remark = _of_card("buried until tomorrow (u takes it back)", shown.card)

    def _mark(self, shown: Shown) -> None:
        marked = self._session.mark(shown)
        self._shown = shown._replace(card=shown.card._replace(marked=marked))
        self._remark = (
            "marked for later: `flashcards cards is:marked`" if marked else "mark taken off"
        )

    def _help(self, _: Shown) -> None:
        parts = [Part(screen.KEYS, review_parts.HELP)]
        pager.page(self._keyboard, "Keys", parts, _BACK)

    def _info(self, shown: Shown) -> None:
        events = list(log.events(self.collection.database, shown.card.id))
        session, found = self._session, computed(self._session, shown)
        about = standing(shown.card, found, session.day, session.policy)
        parts = list(review_parts.info(list(about), list(history(events))))
        pager.page(self._keyboard, shown.card.deck, parts, _BACK)

    def _read(self, _: Shown) -> None:
        if self._chapter is None:
            self._remark = "this card has no topic to read"
        else:
            reading_page.on_screen(self._keyboard, self._chapter.topic)

    def _picture(self, shown: Shown) -> None:
        self._remark = open_image(self._keyboard, shown.card, self._chapter)

    def _filter(self, _: Shown) -> None:
        """Ask for a selection on the last line, and go on with the cards it names."""
        entry = Entry()
        while True:
            parts = (
                Part(PLAIN, "Review only: a deck, topic, tag:NAME, section:NAME, is:new, a word."),
                Part(PLAIN, self._in_force()),
                Part(PLAIN, f"/ {entry.text}▏"),
            )
            enter = "enter only these" if entry.text.strip() else "enter all cards"
            frame = Frame("Select", (), "", parts, keys=(enter, "esc back"))
            screen.draw(screen.lay_out(frame, screen.size()).lines)
            key = self._keyboard.press()
            if key in {keys.ESCAPE, keys.END}:
                return
            if key == keys.ENTER:
                self._select(entry.text.strip())
                return
            if key is not None and key != keys.RESIZE:
                entry = entry.after(key, self._keyboard.pasted)

    def _in_force(self) -> str:
        now = f"Now only {self._words}. " if self._words else ""
        return f"{now}Enter alone takes all cards."

    def _select(self, words: str) -> None:
        """Go on with the cards that `words` name; where none waits, stay and say why."""
        before = self._words
        try:
            chosen = self._narrow(words)
        except FlashcardsError as error:
            self._narrow(before)  # what was listed for it may be overwritten already
            self._remark = str(error).splitlines()[0]
            return
        if self._session.show() is None:
            reason = outlook(chosen, self._clock()).reason
            self._narrow(before)
            self._remark = f"{words or 'all cards'}: {reason or 'no card waits'}"
            return
        self._words = words
        self._next()
        self._remark = f"only {words} (/ and Enter: all)" if words else "all cards"

    def _edit(self, shown: Shown) -> None:
        """Open the card in the editor; go on with the new text and the same history."""
        path = path_of(shown.card.path)
        failed = ""
        with self._keyboard.lent():
            try:
                editing.edit(path, shown.card.line)
            except FlashcardsError as error:
                failed = str(error).splitlines()[0]
        self.collection = opening.read_again(self.collection, self._clock())
        again = self._session.look_again(shown)
        fault = self._fault_in(shown.card.path)
        if again is not None:
            same = again.card == shown.card
            self._shown = again
            self._chapter = chapter(self.collection, again.card.topic)
            self._remark = "nothing changed" if same else "taken over; the history stays"
        if fault:
            self._remark = f"{fault} (e edits again)"
        elif again is None:
            self._session.renew()
            self._next()
            self._remark = "that card has left the deck; its history is kept"
        self._remark = failed or self._remark

    def _fault_in(self, key: str) -> str:
        """Give the first fault of the file kept under `key`, with its place; empty without one."""
        for finding in shelf.findings(self.collection.database):
            if finding.path == key:
                for problem in problems_from_json(finding.problems):
                    if problem.severity is Severity.ERROR:
                        return f"line {problem.line}: {problem.message}"
        return ""

    _actions: ClassVar[Mapping[str, Callable[["_Sitting", Shown], None]]] = {
        "u": _undo,
        "s": _suspend,
        "b": _bury,
        "!": _mark,
        "?": _help,
        "i": _info,
        "f": _read,
        "o": _picture,
        "/": _filter,
        "e": _edit,
    }
