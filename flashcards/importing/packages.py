"""Notes of an Anki collection as drafts of cards, deck by deck, and what was not taken over.

A note type is taken by what its templates show, so that any of them works that shows fields. Two
cards that ask each other's answer are one entry that is asked both ways.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple, TypeVar

from flashcards import cloze, identity
from flashcards.anki.ours import is_ours
from flashcards.anki.reading.collection import AnkiCollection
from flashcards.anki.reading.contents import AnkiCard, AnkiNote, NoteType
from flashcards.importing import ours, readable, sides, templates
from flashcards.importing.drafts import CardDraft, Place
from flashcards.text import normalise, on_one_line

_OCCLUSION: Final = "image-occlusion:"

_MOST_NAMED: Final = 5
_NAME_WIDTH: Final = 60
_LONGEST_NAMED: Final = 10_000
"""Characters of a field that are read for a name."""
_MOST_GROWTH: Final = 128_000_000
"""Characters that templates may add to the notes: more than those of a hundred thousand notes."""

_LOOSE_LATEX = re.compile(r"\\(?:[a-zA-Z]{2,}|begin\{)")


_Found = TypeVar("_Found", sides.Sides, sides.Sides | None)


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
    return Moved(mover.decks(), mover.left_out, mover.noted)


def known_as(deck: str, text: str) -> str:
    """Name a note by its deck and how it begins."""
    words = on_one_line(" ".join(text.split()))
    shown = words if len(words) <= _NAME_WIDTH else f"{words[: _NAME_WIDTH - 1].rstrip()}…"
    return f"{on_one_line(deck)}: {shown}" if deck else shown


class _Sides(NamedTuple):
    """A card that is no cloze, as it asks and answers; `shown` names the fields it shows.

    A side may be empty.
    """

    card: AnkiCard
    front: str
    back: str
    extra: str
    typed: bool
    shown: frozenset[str]


class _Entry(NamedTuple):
    """An entry to be, and the cards that it stands for."""

    cards: Sequence[AnkiCard]
    draft: CardDraft

    @property
    def position(self) -> int | None:
        """Where its first new card stands among the new ones of its deck."""
        return min(
            (card.position for card in self.cards if card.position is not None), default=None
        )


class _Templates(NamedTuple):
    """The templates of a card, taken apart."""

    question: templates.Template
    answer: templates.Template

    @property
    def usable(self) -> bool:
        """Whether both can be filled in."""
        return self.question.usable and self.answer.usable


class _Subject(NamedTuple):
    """A note with its cards, its type, its texts by field, and what all its drafts have.

    `called` gives its name, for people; `templates` are those of its type, taken apart.
    """

    note: AnkiNote
    cards: Sequence[AnkiCard]
    type: NoteType
    templates: Sequence[_Templates]
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
        self._entries: dict[str, list[_Entry]] = {}
        self._templates: dict[int, tuple[_Templates, ...]] = {}
        self._growth = 0
        self.left_out: dict[str, Tally] = {}
        self.noted: dict[str, Tally] = {}
        self._lacking: dict[str, None] = {}  # of the note at hand, in the order it was found
        self._known: dict[str, readable.Read] = {}  # of the note at hand, for cards that show it

    def decks(self) -> dict[str, Sequence[CardDraft]]:
        """Give the drafts by deck: decks by name, as in Anki's list, new entries by position."""
        names = sorted(self._entries, key=lambda name: name.casefold().split("::"))
        return {name: _in_order(self._entries[name]) for name in names}

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
        note = note._replace(fields=tuple(map(readable.without_data, note.fields)))
        called = partial(self._called, note, cards)
        if note_type is None or not cards:
            self.leave_out("notes without a card", called)
            return
        if _OCCLUSION in note.fields[0]:
            self.leave_out("notes of image occlusion", called)
            return
        if any(len(field) > readable.MOST_HTML for field in note.fields):
            most = f"{readable.MOST_HTML:,}"
            self.leave_out(f"notes with a field of more than {most} characters of HTML", called)
            return
        fields = dict(zip(note_type.fields, note.fields, strict=False))
        blank = CardDraft(Place(self._path, number), tags=note.plain_tags)
        parts = self._parts(note_type)
        subject = _Subject(note, cards, note_type, parts, fields, blank, called)
        self._lacking.clear()
        self._known.clear()
        found = list(self._drafts(subject))
        for what in self._lacking:
            self._note(what, called)
        for entry in found:
            self._entries.setdefault(self._deck(entry.cards[0]), []).append(entry)
        if len(found) == 1 and len({card.deck for card in cards}) > 1:
            self._note("notes with cards in several decks, now in that of the first", called)
        if any(_has_loose_latex(note, entry.draft) for entry in found):
            self._note("notes with LaTeX that is no formula and stays as it is written", called)

    def _drafts(self, subject: _Subject) -> Iterable[_Entry]:
        fields = self._collection.fields(subject.note)
        if is_ours(subject.type) and fields.get(ours.ID_FIELD):
            return (_Entry(subject.cards, self._exported(subject, fields)),)
        return self._cloze(subject) if subject.type.cloze else self._basic(subject)

    def _deck(self, card: AnkiCard) -> str:
        deck = self._collection.decks.get(card.deck)
        return deck.name if deck else "Default"

    def _called(self, note: AnkiNote, cards: Sequence[AnkiCard]) -> str:
        fields = map(_beginning, note.fields)
        texts = [text for text in fields if text and _OCCLUSION not in text]
        words = next(filter(None, map(readable.words, texts)), "")
        # A note of nothing but images goes by the name of the first.
        shown = words or next(filter(None, map(readable.markdown, texts)), note.guid)
        return known_as(self._deck(cards[0]) if cards else "", shown)

    def _exported(self, subject: _Subject, fields: Mapping[str, str]) -> CardDraft:
        """Give a note that this program exported, under its own id if that is free."""
        name = fields[ours.ID_FIELD]
        if not ours.is_named(subject.note.guid, name):  # a copy made in Anki, which copied the id
            name = identity.id_from_anki(subject.note.guid)
        elif subject.note.id in self._others:
            self._note(
                "notes with the id of another entry of yours, now under one of their own",
                subject.called,
            )
            name = identity.id_from_anki(subject.note.guid)
        return ours.draft(subject.blank, fields, name, self._markdown, self._gapped)

    def _cloze(self, subject: _Subject) -> Iterator[_Entry]:
        note = subject.note
        found, used = self._gaps(subject)
        text = self._gapped(found.front)
        numbers = {number for number in cloze.numbers(text) if number is not None}
        lost = sum(card.ordinal + 1 not in numbers for card in subject.cards)
        if lost == len(subject.cards):
            self.leave_out("cloze notes without a gap that could be read", subject.called)
            return
        if lost:
            reason = "gaps that hold nothing by now, or lie where nothing is shown"
            self.leave_out(reason, subject.called, lost)
        if found.alone:
            what = f"notes {subject.of_type}: what is shown with one gap alone, now with all"
            self._note(what, subject.called)
        self._say_what_is_left(subject, used, found.shown)
        draft = subject.blank._replace(
            cloze=text,
            extra=self._markdown(found.extra),
            typed=found.typed,
            id=identity.id_from_anki(note.guid),
        )
        yield _Entry(subject.cards, draft)

    def _gaps(self, subject: _Subject) -> tuple[sides.Sides, Sequence[_Templates]]:
        """Fill a cloze in, as its template shows it or by first field and second; give which."""
        field = None
        for parts in subject.templates[:1]:
            field = sides.gapped_field(parts.question)
            found = self._filled(sides.gaps, subject, subject.cards[0], parts)
            if found is not None:
                return found, (parts,)
        self._note(f"notes {subject.of_type}: first field and second", subject.called)
        first, second = (*subject.type.fields, "", "")[:2]
        field = field if field and field in subject.fields else first
        text = subject.fields.get(field, "")
        beside = subject.fields.get(second, "") if second != field else ""
        shown = frozenset({field, second})
        return sides.Sides(text, "", beside, typed=False, shown=shown), ()

    def _basic(self, subject: _Subject) -> Iterator[_Entry]:
        read = [(card, self._sides(subject, card)) for card in subject.cards]
        found = [one for _, one in read if one and one.front and one.back]
        used = [subject.templates[one.card.ordinal] for one in found]
        lost = len(subject.cards) - len(found)
        if not found:
            unread = next((card for card, one in read if one is None), None)
            front, back = (*map(self._markdown, subject.note.fields), "", "")[:2]
            if unread is None or not front or not back:
                self.leave_out(f"notes {subject.of_type} with an empty side", subject.called)
                return
            self._note(f"notes {subject.of_type}: first field and second", subject.called)
            shown = frozenset(subject.type.fields[:2])
            found = [_Sides(unread, front, back, "", typed=False, shown=shown)]
            lost -= 1
        if lost:
            reason = f"cards {subject.of_type} with a side that shows nothing, or runs a script"
            self.leave_out(reason, subject.called, lost)
        self._say_what_is_left(subject, used, frozenset[str]().union(*(one.shown for one in found)))
        first, *others = found
        mirrored = [one.card.ordinal for one in found[:2]] == [0, 1] and _mirrored(*found[:2])
        entry = self._entry(subject, first)
        if mirrored:
            yield _Entry((first.card, others[0].card), entry._replace(reverse=True))
        else:
            yield _Entry((first.card,), entry)
        others = others[mirrored:]
        if others:
            what = f"cards that became entries of their own, {subject.of_type}"
            self._note(what, number=len(others) + 1)
        for one in others:
            yield _Entry((one.card,), self._entry(subject, one))

    def _entry(self, subject: _Subject, of_card: _Sides) -> CardDraft:
        return subject.blank._replace(
            front=of_card.front,
            back=of_card.back,
            extra=of_card.extra,
            typed=of_card.typed,
            id=identity.id_from_anki(subject.note.guid, of_card.card.ordinal),
        )

    def _sides(self, subject: _Subject, card: AnkiCard) -> _Sides | None:
        """Give the card as its template shows it; None where that cannot be read."""
        if card.ordinal >= len(subject.templates):
            return None
        found = self._filled(sides.basic, subject, card, subject.templates[card.ordinal])
        if found is None:
            return None
        front, back, extra = map(self._markdown, (found.front, found.back, found.extra))
        return _Sides(card, front, back, extra, found.typed, found.shown)

    def _filled(
        self,
        fill: Callable[[templates.Template, templates.Template, templates.Values], _Found],
        subject: _Subject,
        card: AnkiCard,
        parts: _Templates,
    ) -> _Found | None:
        """Fill a card in, unless its templates are of no use, or all together write too much."""
        if not parts.usable or self._growth > _MOST_GROWTH:
            return None
        try:
            found = fill(parts.question, parts.answer, self._values(subject, card))
        except templates.TooLongError:
            return None
        if found is not None:
            written = len(found.front) + len(found.back) + len(found.extra)
            self._growth += max(0, written - sum(map(len, subject.note.fields)))
        return found

    def _values(self, subject: _Subject, card: AnkiCard) -> templates.Values:
        """Give what the templates of a card are filled in with."""
        deck = self._deck(card)
        ordinal = 0 if subject.type.cloze else card.ordinal
        special = {
            "Deck": deck,
            "Subdeck": deck.rpartition("::")[2],
            "Tags": " ".join(subject.note.tags),
            "Type": subject.type.name,
            "Card": subject.type.templates[ordinal].name,
            "CardFlag": f"flag{int(card.flagged)}",
        }
        gaps = frozenset(card.ordinal + 1 for card in subject.cards if subject.type.cloze)
        return templates.Values(subject.fields, special, gaps)

    def _parts(self, note_type: NoteType) -> tuple[_Templates, ...]:
        """Take the templates of a type apart, once."""
        if note_type.id not in self._templates:
            self._templates[note_type.id] = tuple(
                _Templates(
                    templates.parsed(one.question, note_type.fields, self._is_there),
                    templates.parsed(one.answer, note_type.fields, self._is_there),
                )
                for one in note_type.templates
            )
        return self._templates[note_type.id]

    def _is_there(self, html: str) -> bool:
        """Tell if an image or a sound is in the package, or on the web."""
        if "data:" in html:
            return False  # a deck holds no image itself
        written = readable.markdown(html, self._media)
        return not written or "media/" in written or "://" in written

    def _say_what_is_left(
        self, subject: _Subject, used: Iterable[_Templates], shown: frozenset[str]
    ) -> None:
        """Count what the templates show, or the note has, and the entry has not."""
        of_type = f"“{on_one_line(subject.type.name)}”"
        parts = [part for both in used for part in both]
        for name in dict.fromkeys(name for part in parts for name in part.missing):
            what = f"“{on_one_line(name)}”, not in the package, " if name else "an image written "
            self.leave_out(f"{what}in the templates of {of_type}")
        special = dict.fromkeys(name for part in parts for name in part.decorations)
        if special:
            self.leave_out(f"special fields that {of_type} shows: {', '.join(special)}")
        for one in dict.fromkeys(name for part in parts for name in part.foreign):
            what = f"notes {subject.of_type}: fields without the filter “{on_one_line(one)}”"
            self._note(f"{what}, which is an add-on's")
        of_all = (part.beside for both in subject.templates for part in both)
        asked_for = shown.union(*of_all)
        for name, text in subject.fields.items():
            if name not in asked_for and not templates.is_empty(text):
                reason = ", which no card of it shows" if parts else ""
                self.leave_out(f"the field “{on_one_line(name)}” of {of_type}{reason}")

    def _markdown(self, html: str) -> str:
        if html not in self._known:
            self._known[html] = readable.read(html, self._media)
        return self._taken(self._known[html])

    def _gapped(self, html: str) -> str:
        return self._taken(readable.read_cloze(html, self._media))

    def _taken(self, found: readable.Read) -> str:
        """Give what was read, and keep in mind what was left out of it."""
        self._lacking.update(dict.fromkeys(found.left_out))
        return found.text


def _beginning(html: str) -> str:
    """Return as much of a long field as tells what it is about, up to the end of a tag."""
    if len(html) <= _LONGEST_NAMED:
        return html
    return html[: html.rfind(">", 0, _LONGEST_NAMED) + 1] or html[:_LONGEST_NAMED]


def _mirrored(one: _Sides, other: _Sides) -> bool:
    return (normalise(one.front), normalise(one.back), one.extra) == (
        normalise(other.back),
        normalise(other.front),
        other.extra,
    )


def _in_order(entries: Iterable[_Entry]) -> tuple[CardDraft, ...]:
    """Give the drafts as they come: new ones by position, in the places that are no one else's.

    What is learnt already keeps its place among the notes.
    """
    placed = [(entry.position, entry.draft) for entry in entries]
    new = iter(sorted((one for one in placed if one[0] is not None), key=itemgetter(0)))
    return tuple(draft if position is None else next(new)[1] for position, draft in placed)


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
