"""An attempt on a screen: written against a quiet clock, checked, corrected, and rated."""

from collections.abc import Callable
from functools import partial

import click

from flashcards import editing
from flashcards.collection.topics import called
from flashcards.commands import review_screen
from flashcards.commands.attempt_page import (
    clock_face,
    first_line_of,
    result_lines,
    sheet_parts,
)
from flashcards.commands.attempt_sitting import Sheet, Sitting, behind
from flashcards.commands.sitting import offers, short_offers
from flashcards.errors import FlashcardsError
from flashcards.model import Moment, Rating
from flashcards.reviewing import CardChangedError, Given
from flashcards.store.browse import CardRow
from flashcards.terminal import keys, pager, screen
from flashcards.terminal.composing import Composition
from flashcards.terminal.keys import Keyboard
from flashcards.terminal.screen import CONTEXT, HEADING, PLAIN, QUESTION, TEXT, Frame, Part
from flashcards.terminal.words import RATING_NAMES
from flashcards.text import count

_TICK_S = 1.0
_EDITOR = "\x05"
_RATINGS = {"1": Rating.AGAIN, "2": Rating.HARD, "3": Rating.GOOD, "4": Rating.EASY}
_CHOOSES = {"k": -1, keys.UP: -1, "j": 1, keys.DOWN: 1}
_LEFT = "The draft is kept: `flashcards attempt {name}` goes on with it."
_BACK = ("space on", "any other key back", "")


def run(sitting: Sitting, clock: Callable[[], Moment], seconds: int, *, in_editor: bool) -> None:
    """Have the attempt made within about `seconds`; it may take longer."""
    keyboard = keys.keyboard(screen.enter, screen.leave)
    dialogue = _Dialogue(sitting, keyboard, seconds)
    topic = sitting.asked.chapter.topic
    left = _LEFT.format(name=called(topic.key, topic.title))
    try:
        with keyboard.reading():
            train = dialogue.run(in_editor=in_editor)
    except (KeyboardInterrupt, SystemExit):
        if sitting.draft():
            click.echo(f"\n{left}", err=True)
        raise
    if sitting.draft():
        click.echo(left)
    for line in dialogue.told:
        click.echo(line)
    if train:
        session, collection = sitting.training(train), sitting.collection
        narrow = partial(sitting.narrow, session, train)
        review_screen.run(session, collection, clock, None, narrow)


class _Dialogue:
    """The three pages of an attempt: the answer, the checklist, the result."""

    def __init__(self, sitting: Sitting, keyboard: Keyboard, seconds: int) -> None:
        self._sitting = sitting
        self._keyboard = keyboard
        self._limit = seconds
        self._remark = ""
        self._behind = behind(sitting)
        self.told: list[str] = []

    def run(self, *, in_editor: bool) -> list[CardRow]:
        """Go through the pages; give the cards that are to be reviewed now."""
        text = self._write(in_editor=in_editor)
        if text is None:
            return []
        if self._sitting.has_judge:
            self._wait_for_judge()
        sheet: Sheet | None = self._sitting.check(text, self._sitting.elapsed())
        while sheet is not None:
            answered = self._correct(sheet)
            if answered is None:
                return []
            sheet, given = answered
            key, cards = self._result(sheet, given)
            if key == "r":
                return cards
            if key != "u":
                return []
        return []

    # The answer

    def _write(self, *, in_editor: bool) -> str | None:
        """Have the answer written; None when it is left, its draft kept."""
        draft = self._sitting.draft()
        written = Composition(draft, len(draft))
        if draft:
            self._remark = "the draft goes on (ctrl-u erases a line)"
        if in_editor:
            return self._in_editor(written).text
        while True:
            self._draw_writing(written)
            key = self._keyboard.press(_TICK_S)
            if key is None or key == keys.RESIZE:
                continue
            self._remark = ""
            if key == keys.ESCAPE:
                return None
            if key == keys.END:
                # Ctrl-D; a terminal that is gone says the same, and nothing more after it.
                return written.text
            before = written.text
            if key == _EDITOR:
                written = self._in_editor(written)
            elif key == keys.PASTE:
                written = written.with_typed(self._keyboard.pasted)
            else:
                written = written.after(key)
            if written.text != before:
                self._save(written.text)

    def _save(self, text: str) -> None:
        try:
            self._sitting.save_draft(text)
        except OSError as error:
            self._remark = f"the draft cannot be kept: {error.strerror}"

    def _in_editor(self, written: Composition) -> Composition:
        with self._keyboard.lent():
            try:
                text = self._sitting.edit(editing.edit, written.text)
            except FlashcardsError as error:
                self._remark = str(error).splitlines()[0]
                text = self._sitting.draft()
        return Composition(text, len(text))

    def _draw_writing(self, written: Composition) -> None:
        asked = self._sitting.asked
        parts = (
            Part(CONTEXT, asked.chapter.topic.title),
            Part(QUESTION, asked.attempt.prompt),
            Part(HEADING, "your answer"),
            Part(PLAIN, written.shown()),
        )
        frame = Frame(
            head=asked.chapter.deck,
            counts=(f"{clock_face(self._sitting.elapsed())} of {clock_face(self._limit)}",),
            progress="",
            parts=parts,
            remark=self._remark,
            keys=("ctrl-e editor", "esc leave, the draft stays", "ctrl-d done"),
        )
        at = screen.size()
        laid = screen.lay_out(frame, at)
        if laid.starts:
            before = Part(PLAIN, written._replace(text=written.text[: written.at]).shown())
            line = laid.starts[-1] + len(screen.part_lines(before, at.columns)) - 1
            top = max(0, line - laid.window)
            laid = screen.lay_out(frame._replace(top=top), at)
        screen.draw(laid.lines)

    def _wait_for_judge(self) -> None:
        frame = Frame(
            self._sitting.asked.chapter.deck,
            (),
            "",
            (Part(PLAIN, "The judge reads your answer … (ctrl-c goes on without)"),),
        )
        screen.draw(screen.lay_out(frame, screen.size()).lines)

    # The checklist

    def _correct(self, sheet: Sheet) -> tuple[Sheet, Given | None] | None:
        """Have the ticks corrected and a rating given; None when it is kept without one."""
        cursor, top = 0, 0
        points = len(self._sitting.points)
        while True:
            laid = self._draw_sheet(sheet, cursor, top)
            key = self._keyboard.press()
            if key is None or key == keys.RESIZE:
                continue
            self._remark = ""
            if key in {"q", keys.ESCAPE, keys.END}:
                self._leave(key, sheet)
                return None
            if key in _RATINGS or key == keys.ENTER:
                given = self._rate(sheet, key)
                if given is not None:
                    return sheet, given[0]
            elif key in _CHOOSES and points:
                cursor = (cursor + _CHOOSES[key]) % points
                top = _near(self._line_of(sheet, cursor, laid), laid, top)
            elif key in {" ", "x"} and points:
                sheet = sheet.toggled(cursor)
            elif not self._opens(key):
                further = pager.scrolled(key, top, laid)
                top = top if further is None else further

    def _line_of(self, sheet: Sheet, cursor: int, laid: screen.Laid) -> int:
        columns = screen.size().columns
        return first_line_of(self._sitting, sheet, cursor, laid.starts, columns)

    def _rate(self, sheet: Sheet, key: str) -> tuple[Given | None] | None:
        """Give the rating of a key; None when it gives none."""
        rating = _RATINGS.get(key) or self._sitting.suggestion(sheet)
        if rating is None:
            self._remark = "it is yours to say: tick what you said, or rate with 1 to 4"
            return None
        try:
            return (self._sitting.rate(sheet, rating),)
        except CardChangedError as error:
            self._remark = str(error)
            self._sitting.shows_again()
            return None

    def _draw_sheet(self, sheet: Sheet, cursor: int, top: int) -> screen.Laid:
        sitting = self._sitting
        shown = sitting.shown
        suggestion = sitting.suggestion(sheet)
        enter = (f"enter {RATING_NAMES[suggestion]}",) if suggestion else ()
        opens = self._hints()
        offered = (
            ("   ".join(offers(shown.outcomes)), "  ".join(short_offers(shown.outcomes)))
            if shown
            else ("suspended or buried: the attempt is kept, a rating is not",)
        )
        frame = Frame(
            head=sitting.asked.chapter.deck,
            counts=(f"{clock_face(sheet.seconds)} · {count(len(sheet.text.split()), 'word')}",),
            progress="",
            parts=tuple(sheet_parts(sitting, sheet, cursor)),
            offers=offered,
            remark=self._remark,
            keys=("↑↓ space tick", *enter, *opens[:-1], "p prompt", *opens[-1:], "q unrated"),
            top=top,
        )
        laid = screen.lay_out(frame, screen.size())
        screen.draw(laid.lines)
        return laid

    def _leave(self, key: str, sheet: Sheet) -> None:
        """Keep the attempt without a rating; where the terminal is gone its draft stays."""
        if key != keys.END and self._sitting.keep(sheet):
            self.told.append("The attempt is kept without a rating.")

    def _hints(self) -> list[str]:
        return [f"{key} {name}" for key, (name, _) in self._behind.items()]

    def _opens(self, key: str) -> bool:
        """Open the page of a key, if it has one."""
        if key == "p":
            self._show_prompt()
        elif key in self._behind:
            self._open(key)
        return key == "p" or key in self._behind

    def _open(self, key: str) -> None:
        name, text = self._behind[key]
        parts = [Part(HEADING, name), Part(TEXT, text)]
        pager.page(self._keyboard, self._sitting.asked.chapter.topic.title, parts, _BACK)

    def _show_prompt(self) -> None:
        asked = self._sitting.asked
        parts = [Part(QUESTION, asked.attempt.prompt)]
        pager.page(self._keyboard, asked.chapter.topic.title, parts, _BACK)

    # The result

    def _result(self, sheet: Sheet, given: Given | None) -> tuple[str, list[CardRow]]:
        """Say what came of it; give the key that was pressed, and the cards it may stand for."""
        cards = self._sitting.trainers(sheet)
        lines = list(result_lines(self._sitting, sheet, given, cards))
        self.told += lines
        hints = self._hints()
        if cards:
            hints.insert(0, f"r review {count(len(cards), 'card')}")
        if given:
            hints.insert(0, "u undo")
        while True:
            parts = [Part(PLAIN, "\n".join(lines))]
            title = self._sitting.asked.chapter.topic.title
            key = pager.page(self._keyboard, title, parts, (*hints, "other keys end", ""))
            if key in self._behind:
                self._open(key)
                continue
            if key == "u" and given and self._sitting.undo():
                self.told.clear()
                self._remark = "the rating is taken back"
                return "u", []
            return (key if key == "r" and cards else ""), cards


def _near(line: int, laid: screen.Laid, top: int) -> int:
    """Give the first line to be seen so that `line` and the one after it are."""
    if line < top:
        return line
    return top if line < top + laid.window - 1 else line - laid.window + 2
