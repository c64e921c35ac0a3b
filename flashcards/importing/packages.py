"""Notes of an Anki collection as drafts of cards, deck by deck, and what was not taken over.

A note type is taken by what its templates show, so that any of them works that shows fields. Two
cards that ask each other's answer are one entry that is asked both ways.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from flashcards import cloze, identity
from flashcards.anki.reading.collection import AnkiCollection
from flashcards.anki.reading.contents import AnkiCard, AnkiNote, NoteType
from flashcards.importing import ours, readable, templates
from flashcards.importing.drafts import CardDraft, Place
from flashcards.text import normalise, on_one_line

_OCCLUSION: Final = "image-occlusion:"

_MOST_NAMED: Final = 5
_NAME_WIDTH: Final = 60
_LOOSE_LATEX = re.compile(r"\\(?:[a-zA-Z]{2,}|begin\{)")


class Tally(NamedTuple):
    """How many notes or cards something is true of, and the first of them by name."""

    number: int = 0
    named: tuple[str, ...] = ()

    def grown(self, number: int, called: Callable[[], str] | None) -> "Tally":
        """Count `number` more; `called` gives the name of their note, if it is to be named."""
        named = self.named
        if called is not None and len(named) < _MOST_NAMED:
            named = (*named, called())
        return Tally(self.number + number, named)


class Moved(NamedTuple):
    """What a collection becomes.

    `decks` holds the drafts by the name of their deck. `left_out` counts notes and cards by the
    reason, and `noted` those that were taken in another way than they were there.
    """

    decks: Mapping[str, Sequence[CardDraft]]
    left_out: Mapping[str, Tally]
    noted: Mapping[str, Tally]


def read(
    collection: AnkiCollection,
    path: str,
    media: Container[str],
    here: Container[AnkiNote],
    others: Container[int] = (),
) -> Moved:
    """Read all notes but those that are `here` already.

    `path` is the package, for places; `media` are the names of the images and sounds it has. The
    notes `others` bear the id of another entry, and cannot keep it.

    Raises:
        PackageError: The package cannot be read.
    """
    mover = _Mover(collection, path, media, others)
    cards = {
        number: tuple(of_note)
        for number, of_note in groupby(collection.cards(), attrgetter("note"))
    }
    for number, note in enumerate(collection.notes(), start=1):
        if note in here:
            mover.leave_out("notes that are in your decks already")
        else:
            mover.move(number, note, cards.get(note.id, ()))
    return Moved(mover.decks, mover.left_out, mover.noted)


def known_as(deck: str, text: str) -> str:
    """Name a note by its deck and how it begins."""
    words = on_one_line(" ".join(text.split()))
    shown = words if len(words) <= _NAME_WIDTH else f"{words[: _NAME_WIDTH - 1].rstrip()}…"
    return f"{on_one_line(deck)}: {shown}" if deck else shown


class _Sides(NamedTuple):
    """A card that is no cloze, as it asks and answers."""

    card: AnkiCard
    front: str
    back: str
    typed: bool


class _Subject(NamedTuple):
    """A note with its cards, its type, its texts by field, and what all its drafts have.

    `called` gives its name, for people.
    """

    note: AnkiNote
    cards: Sequence[AnkiCard]
    type: NoteType
    fields: Mapping[str, str]
    blank: CardDraft
    called: Callable[[], str]

    @property
    def of_type(self) -> str:
        """Its type, in words."""
        return f"of “{on_one_line(self.type.name)}”"


class _Mover:
    def __init__(
        self,
        collection: AnkiCollection,
        path: str,
        media: Container[str],
        others: Container[int],
    ) -> None:
        self._collection = collection
        self._path = path
        self._media = media
        self._others = others
        self.decks: dict[str, list[CardDraft]] = {}
        self.left_out: dict[str, Tally] = {}
        self.noted: dict[str, Tally] = {}

    def leave_out(
        self, reason: str, called: Callable[[], str] | None = None, number: int = 1
    ) -> None:
        """Count what is not taken."""
        self.left_out[reason] = self.left_out.get(reason, Tally()).grown(number, called)

    def _note(self, what: str, called: Callable[[], str] | None = None, number: int = 1) -> None:
        self.noted[what] = self.noted.get(what, Tally()).grown(number, called)

    def move(self, number: int, note: AnkiNote, cards: Sequence[AnkiCard]) -> None:
        """Make drafts of a note, in the decks of their cards."""
        note_type = self._collection.note_types.get(note.note_type)
        called = partial(self._called, note, cards)
        if note_type is None or not cards:
            self.leave_out("notes without a card", called)
            return
        if _OCCLUSION in note.fields[0]:
            self.leave_out("notes of image occlusion", called)
            return
        fields = dict(zip(note_type.fields, note.fields, strict=False))
        blank = CardDraft(Place(self._path, number), tags=tuple(dict.fromkeys(note.tags)))
        subject = _Subject(note, cards, note_type, fields, blank, called)
        found = list(self._drafts(subject))
        for card, draft in found:
            self.decks.setdefault(self._deck(card), []).append(draft)
        if len(found) == 1 and len({card.deck for card in cards}) > 1:
            self._note("notes with cards in several decks, now in that of the first", called)
        if any(_has_loose_latex(note, draft) for _, draft in found):
            self._note("notes with LaTeX that is no formula and stays as it is written", called)

    def _drafts(self, subject: _Subject) -> Iterable[tuple[AnkiCard, CardDraft]]:
        if subject.type.name.rstrip("+") in ours.NAMES and subject.fields.get(ours.ID_FIELD):
            return ((subject.cards[0], self._exported(subject)),)
        return self._cloze(subject) if subject.type.cloze else self._basic(subject)

    def _deck(self, card: AnkiCard) -> str:
        deck = self._collection.decks.get(card.deck)
        return deck.name if deck else "Default"

    def _called(self, note: AnkiNote, cards: Sequence[AnkiCard]) -> str:
        texts = [text for text in note.fields if text and _OCCLUSION not in text]
        words = next(filter(None, map(readable.words, texts)), "")
        # A note of nothing but images goes by the name of the first.
        shown = words or next(filter(None, map(readable.markdown, texts)), note.guid)
        return known_as(self._deck(cards[0]) if cards else "", shown)

    def _exported(self, subject: _Subject) -> CardDraft:
        """Give a note that this program exported, under its own id if that is free."""
        fields, name = subject.fields, subject.fields[ours.ID_FIELD]
        if subject.note.id in self._others:
            self._note(
                "notes with the id of another entry of yours, now under one of their own",
                subject.called,
            )
            name = identity.id_from_anki(subject.note.guid)
        return ours.draft(subject.blank, fields, name, self._markdown)

    def _cloze(self, subject: _Subject) -> Iterator[tuple[AnkiCard, CardDraft]]:
        note, note_type, fields = subject.note, subject.type, subject.fields
        template = note_type.templates[0] if note_type.templates else None
        field = templates.cloze_field(template.question) if template else None
        if template and field and templates.is_simple(template.question + template.answer):
            side = templates.question(template.question, fields)
            extra = templates.answer(template.answer, fields, without=field)
        else:
            self._note(f"notes {subject.of_type}: first field and second", subject.called)
            text, second = (*note.fields, "", "")[:2]
            side, extra = templates.Side(fields.get(field or "", text), typed=False), second
        text = self._markdown(side.html)
        numbers = {number for number in cloze.numbers(text) if number is not None}
        lost = sum(card.ordinal + 1 not in numbers for card in subject.cards)
        if lost == len(subject.cards):
            self.leave_out("cloze notes without a gap that could be read", subject.called)
            return
        if lost:
            reason = "gaps that lie in a formula or a link, or are empty by now"
            self.leave_out(reason, subject.called, lost)
        yield (
            subject.cards[0],
            subject.blank._replace(
                cloze=text,
                extra=self._markdown(extra),
                typed=side.typed,
                id=identity.id_from_anki(note.guid),
            ),
        )

    def _basic(self, subject: _Subject) -> Iterator[tuple[AnkiCard, CardDraft]]:
        sides = [found for card in subject.cards if (found := self._sides(subject, card))]
        lost = len(subject.cards) - len(sides)
        if not sides:
            front, back = (*map(self._markdown, subject.note.fields), "", "")[:2]
            if not front or not back:
                self.leave_out(f"notes {subject.of_type} with an empty side", subject.called)
                return
            self._note(f"notes {subject.of_type}: first field and second", subject.called)
            sides = [_Sides(subject.cards[0], front, back, typed=False)]
            lost -= 1
        if lost:
            reason = f"cards {subject.of_type} with a side that shows nothing, or runs a script"
            self.leave_out(reason, subject.called, lost)
        first, *others = sides
        mirrored = [one.card.ordinal for one in sides[:2]] == [0, 1] and _mirrored(*sides[:2])
        entry = self._entry(subject, first)
        yield first.card, entry._replace(reverse=True) if mirrored else entry
        others = others[mirrored:]
        if others:
            what = f"cards that became entries of their own, {subject.of_type}"
            self._note(what, number=len(others) + 1)
        for one in others:
            yield one.card, self._entry(subject, one)

    def _entry(self, subject: _Subject, sides: _Sides) -> CardDraft:
        return subject.blank._replace(
            front=sides.front,
            back=sides.back,
            typed=sides.typed,
            id=identity.id_from_anki(subject.note.guid, sides.card.ordinal),
        )

    def _sides(self, subject: _Subject, card: AnkiCard) -> _Sides | None:
        """Give the card as its template shows it; None where that is no front and back."""
        if card.ordinal >= len(subject.type.templates):
            return None
        template = subject.type.templates[card.ordinal]
        if not templates.is_simple(template.question + template.answer):
            return None
        side = templates.question(template.question, subject.fields)
        front = self._markdown(side.html)
        back = self._markdown(templates.answer(template.answer, subject.fields))
        # Without the line that begins an answer, the question stands above it once more.
        if not templates.begins_answer(template.answer) and back.startswith(f"{front}\n"):
            back = back[len(front) :].strip()
        return _Sides(card, front, back, side.typed) if front and back else None

    def _markdown(self, html: str) -> str:
        return readable.markdown(html, self._media)


def _mirrored(one: _Sides, other: _Sides) -> bool:
    return (normalise(one.front), normalise(one.back)) == (
        normalise(other.back),
        normalise(other.front),
    )


def _has_loose_latex(note: AnkiNote, draft: CardDraft) -> bool:
    """Tell if something of LaTeX was left that is no maths by now."""
    if not any("[latex]" in field.lower() for field in note.fields):
        return False
    texts = (draft.front, draft.back, draft.cloze, draft.extra)
    return any(
        not cloze.within(spans, found.start())
        for text in texts
        for spans in (cloze.protected(text),)
        for found in _LOOSE_LATEX.finditer(text)
    )
