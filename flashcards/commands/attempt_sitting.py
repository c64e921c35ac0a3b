"""One attempt from its answer to its rating: what the screen, the lines and the document share."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from flashcards import drafts, judge
from flashcards.attempting import judging
from flashcards.attempting.assessing import (
    WORTHLESS,
    Assessment,
    Reading,
    assess,
    composed,
    share,
    suggested,
    weights_of,
)
from flashcards.attempting.judging import UnreadableVerdictError, Verdict
from flashcards.attempting.practice import cards_for
from flashcards.collection.attempts import Asked, Past, past, points_as_json
from flashcards.collection.choosing import in_scope
from flashcards.collection.opening import Collection
from flashcards.commands import review_parts
from flashcards.commands.options import selected
from flashcards.judge import JudgeError
from flashcards.model import Moment, Rating, StudyDay
from flashcards.reviewing import Given, Session, Shown
from flashcards.session import Candidate, Queue, fixed_queue
from flashcards.store import attempts, browse
from flashcards.store.attempts import Record
from flashcards.store.browse import CardRow
from flashcards.store.database import transaction
from flashcards.terminal.words import RATING_NAMES
from flashcards.text import count

_REASONS = {
    Reading.EMPTY: "nothing was written",
    Reading.TOO_SHORT: "fewer than four words say nothing",
    Reading.PARROTED: "it repeats the question",
    Reading.KEYWORDS: "a list of key words: tick what you could explain",
    Reading.UNCLEAR: "no wording was recognised: tick what you said in words of your own",
}


class Judge(NamedTuple):
    """A command that judges, and the seconds it may take."""

    command: str
    seconds: float


class Sheet(NamedTuple):
    """A finished answer with its ticks.

    `judge_said` is empty without a judge, else what became of it; `verdicts` are its own. With
    `corrected` the ticks are the person's.
    """

    text: str
    begun: Moment
    seconds: int
    assessment: Assessment
    ticked: tuple[bool, ...]
    judge_said: str = ""
    verdicts: tuple[Verdict, ...] = ()
    corrected: bool = False

    def toggled(self, number: int) -> "Sheet":
        """Tick the key point of that index, or take its tick off."""
        ticks = list(self.ticked)
        ticks[number] = not ticks[number]
        return self._replace(ticked=tuple(ticks), corrected=True)


class Sitting:
    """An attempt of one topic: its draft, its check, and its rating."""

    def __init__(
        self,
        collection: Collection,
        asked: Asked,
        clock: Callable[[], Moment],
        judged_by: Judge | None,
    ) -> None:
        """Begin an attempt; the time counts from here."""
        self.collection = collection
        self.asked = asked
        self.points = asked.attempt.key_points
        self.begun = clock()
        self._since = time.monotonic()
        self._clock = clock
        self._judge = judged_by
        self._draft = drafts.path_of(collection.place.home, asked.card.uid)
        candidate = candidate_of(asked.card)
        self._session = Session(collection, clock, lambda _: fixed_queue((candidate,)))
        self._has_drafted = False
        self._kept: int | None = None
        self.shown: Shown | None = self._session.show()

    def elapsed(self) -> int:
        """Give the whole seconds since the attempt was begun."""
        return int(time.monotonic() - self._since)

    # The draft

    def draft(self) -> str:
        """Give what was written in an attempt that was left."""
        self._has_drafted = True
        return drafts.read(self._draft)

    def save_draft(self, text: str) -> None:
        """Keep what was written so far, whatever happens next."""
        drafts.save(self._draft, text)

    def edit(self, edit: Callable[[str, int], None], text: str) -> str:
        """Have `text` written further in an editor, with the question below it; give the result."""
        below = f"\n\n{drafts.SCISSORS}\n{self.asked.attempt.prompt}\n"
        self.save_draft(f"{text}{below}")
        try:
            edit(self._draft, text.count("\n") + 1)
        finally:
            written = self.draft()
            self.save_draft(written)
        return written

    # The check

    def check(self, text: str, seconds: int) -> Sheet:
        """Hold an answer against the key points, by its wording and then by the judge if any."""
        text = composed(text.strip())
        topic = self.asked.chapter.topic
        found = assess(text, self.asked.attempt, topic.red_flags, f"{topic.title} {topic.question}")
        sheet = Sheet(text, self.begun, seconds, found, found.ticked)
        wanted = self._judge and self.points and found.reading not in WORTHLESS
        return self._judged(sheet, self._judge) if wanted and self._judge else sheet

    @property
    def has_judge(self) -> bool:
        """Tell if a judge will be asked."""
        return self._judge is not None

    def _judged(self, sheet: Sheet, by: Judge) -> Sheet:
        try:
            given = judge.ask(
                by.command, judging.document(self.asked.attempt, sheet.text), by.seconds
            )
            said = judging.verdicts(given, len(self.points), sheet.text)
        except (JudgeError, UnreadableVerdictError) as error:
            told = f"The judge was of no use: {error}. The ticks are by wording."
            return sheet._replace(judge_said=told)
        except KeyboardInterrupt:
            return sheet._replace(judge_said="The judge was stopped. The ticks are by wording.")
        found = judging.judged(sheet.assessment, said)
        passed_over = sum(one.met is None for one in said)
        told = "Ticked by the judge."
        if passed_over:
            told = f"Ticked by the judge, but for {count(passed_over, 'point')} by wording."
        return sheet._replace(assessment=found, ticked=found.ticked, judge_said=told, verdicts=said)

    def share(self, sheet: Sheet) -> float:
        """Give the weight ticked as a share of the whole."""
        return share(self.points, sheet.ticked)

    def suggestion(self, sheet: Sheet) -> Rating | None:
        """Give the rating that the ticks suggest; None while it is the person's to say."""
        if not self.points or (sheet.assessment.is_undecided and not sheet.corrected):
            return None
        return suggested(self.share(sheet))

    def remark(self, sheet: Sheet) -> str:
        """Say in a line what the ticks come to, and why they say nothing where they do not."""
        if not self.points:
            return "There are no key points: compare with the answer, and rate yourself."
        weights = weights_of(self.points)
        got = sum(weight for weight, tick in zip(weights, sheet.ticked, strict=True) if tick)
        parts = [f"{got} of {sum(weights)} ({self.share(sheet):.0%})"]
        suggestion = self.suggestion(sheet)
        if suggestion is not None:
            parts.append(f"suggests {RATING_NAMES[suggestion]}")
        reason = _REASONS.get(sheet.assessment.reading)
        if reason and not sheet.corrected:
            parts.append(reason)
        return ", ".join(parts)

    # The rating

    def rate(self, sheet: Sheet, rating: Rating) -> Given | None:
        """Give the rating, and keep the attempt with it; both are on disk on return, or neither.

        None where the card is suspended or buried: then the attempt alone is kept.

        Raises:
            CardChangedError: Another program answered the card meanwhile; nothing was written.
        """
        if self.shown is None:
            self.keep(sheet)
            return None
        shown = self.shown._replace(since=self.begun)
        given = self._session.rate(shown, rating, lambda event: self._write(sheet, event))
        self._drop_draft()
        return given

    def keep(self, sheet: Sheet) -> bool:
        """Keep the attempt without a rating; False where there is nothing to keep."""
        if sheet.text:
            with transaction(self.collection.database):
                self._write(sheet, None)
        self._drop_draft()
        return bool(sheet.text)

    def _drop_draft(self) -> None:
        """Drop the draft that this attempt went on with; one that it never saw stays."""
        if self._has_drafted:
            drafts.drop(self._draft)

    def _write(self, sheet: Sheet, event: int | None) -> None:
        database = self.collection.database
        points = points_as_json(self.points, weights_of(self.points), sheet.ticked)
        if self._kept is not None:
            attempts.revise(database, self._kept, points, event)
            return
        record = Record(
            begun_at_ms=sheet.begun.at_ms,
            utc_offset_s=sheet.begun.utc_offset_s,
            seconds=sheet.seconds,
            prompt=self.asked.attempt.prompt,
            text=sheet.text,
            points=points,
        )
        self._kept = attempts.keep(database, self.asked.card.id, record, event)

    def undo(self) -> bool:
        """Take the rating back, for another one; the attempt stays kept."""
        undone = self._session.undo() is not None
        self.shown = self._session.show()
        return undone

    def shows_again(self) -> None:
        """Look at the card again, after another program answered it."""
        self.shown = self._session.show()

    def before(self) -> Past | None:
        """Give the attempt before this one."""
        made = [one for one in past(self.collection, self.asked.card.id) if one.id != self._kept]
        return made[-1] if made else None

    # What was missed

    def trainers(self, sheet: Sheet) -> list[CardRow]:
        """Give the cards of the topic that train the points that were missed."""
        missing = [one for one, tick in zip(self.points, sheet.ticked, strict=True) if not tick]
        chapter = self.asked.chapter
        texts = attempts.trainers(self.collection.database, chapter.number)
        familiar = f"{chapter.topic.title} {chapter.topic.question}"
        chosen = cards_for(missing, texts, familiar)
        return [browse.card(self.collection.database, number) for number in chosen]

    def training(self, cards: Sequence[CardRow]) -> Session:
        """Give a review of `cards` now, whether or not they are due."""
        return Session(self.collection, self._clock, partial(_queue, cards))

    def narrow(self, training: Session, cards: Sequence[CardRow], words: str) -> Collection:
        """Go on in a review of `cards` with those of them that `words` name; none names all.

        Raises:
            FlashcardsError: A term makes no sense, or names nothing.
        """
        chosen = selected(self.collection, words.split(), self._clock())
        named = in_scope(chosen)
        left = [card for card in cards if named is None or card.id in named]
        training.narrow(partial(_queue, left))
        return chosen


def _queue(cards: Sequence[CardRow], _: StudyDay) -> Queue:
    return fixed_queue(map(candidate_of, cards))


def candidate_of(card: CardRow) -> Candidate:
    """Give a card as a queue has it."""
    state = card.state
    return Candidate(
        card.id, card.uid, card.note, card.topic, card.deck, state.state, state.due_day,
        state.due_at_ms, state.interval_days,
    )  # fmt: skip


def behind(sitting: Sitting) -> dict[str, tuple[str, str]]:
    """Give what a key opens after the answer: its name and its text, where there is any."""
    topic = sitting.asked.chapter.topic
    follow_ups = "\n\n".join(f"**{asked}**\n\n{told}" for asked, told in topic.follow_ups)
    answer = "\n\n".join(filter(None, (topic.answer, review_parts.bulleted(topic.examples))))
    offered = {
        "s": ("short", topic.short_answer or topic.tldr),
        "d": ("details", answer),
        "f": ("follow-ups", follow_ups),
    }
    return {key: (name, text) for key, (name, text) in offered.items() if text}
