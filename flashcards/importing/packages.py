"""Notes of an Anki collection as drafts of cards, deck by deck, and what was not taken over.

A note type is taken by what its templates show, so that any of them works that shows fields. Two
cards that ask each other's answer are one entry that is asked both ways.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from flashcards import cloze, identity
from flashcards.anki.reading.collection import AnkiCollection
from flashcards.anki.reading.contents import AnkiCard, AnkiNote, NoteType
from flashcards.importing import readable, templates
from flashcards.importing.drafts import CardDraft, Place
from flashcards.text import normalise, on_one_line

_OCCLUSION: Final = "image-occlusion:"
_OUR_TYPES: Final = frozenset({"Flashcards", "Flashcards Cloze"})
_OUR_ID: Final = "CardId"


class Moved(NamedTuple):
    """What a collection becomes.

    `decks` holds the drafts by the name of their deck. `left_out` counts notes and cards by the
    reason, and `noted` those that were taken in another way than they were there.
    """

    decks: Mapping[str, Sequence[CardDraft]]
    left_out: Mapping[str, int]
    noted: Mapping[str, int]


def read(
    collection: AnkiCollection, path: str, media: Container[str], here: Container[str]
) -> Moved:
    """Read all notes but those whose GUID is `here` already.

    `path` is the package, for places; `media` are the names of the images and sounds it has.

    Raises:
        PackageError: The package cannot be read.
    """
    mover = _Mover(collection, path, media)
    cards = {
        number: tuple(of_note)
        for number, of_note in groupby(collection.cards(), attrgetter("note"))
    }
    for number, note in enumerate(collection.notes(), start=1):
        if note.guid in here:
            mover.left_out["notes that are in your decks already"] += 1
        else:
            mover.move(number, note, cards.get(note.id, ()))
    return Moved(mover.decks, mover.left_out, mover.noted)


class _Sides(NamedTuple):
    """A card that is no cloze, as it asks and answers."""

    ordinal: int
    front: str
    back: str
    typed: bool


class _Mover:
    def __init__(self, collection: AnkiCollection, path: str, media: Container[str]) -> None:
        self._collection = collection
        self._path = path
        self._media = media
        self.decks: dict[str, list[CardDraft]] = {}
        self.left_out: Counter[str] = Counter()
        self.noted: Counter[str] = Counter()

    def move(self, number: int, note: AnkiNote, cards: Sequence[AnkiCard]) -> None:
        note_type = self._collection.note_types.get(note.note_type)
        if note_type is None or not cards:
            self.left_out["notes without a card"] += 1
            return
        if _OCCLUSION in note.fields[0]:
            self.left_out["notes of image occlusion"] += 1
            return
        deck = self._collection.decks.get(cards[0].deck)
        drafts = self.decks.setdefault(deck.name if deck else "Default", [])
        fields = dict(zip(note_type.fields, note.fields, strict=False))
        blank = CardDraft(Place(self._path, number), tags=_tags(note.tags))
        if note_type.name.rstrip("+") in _OUR_TYPES and fields.get(_OUR_ID):
            drafts.append(self._ours(blank, fields))
        elif note_type.cloze:
            drafts += self._cloze(blank, note, note_type, fields, cards)
        else:
            drafts += self._basic(blank, note, note_type, fields, cards)

    def _ours(self, blank: CardDraft, fields: Mapping[str, str]) -> CardDraft:
        """Give a note that this program exported, under its own id."""
        front, back, text, extra = (
            self._markdown(fields.get(name, "")) for name in ("Front", "Back", "Text", "Extra")
        )
        return blank._replace(
            front=front,
            back=back,
            cloze=text,
            extra=extra,
            reverse=bool(fields.get("Reverse")),
            typed=bool(fields.get("Typed")),
            id=fields[_OUR_ID],
        )

    def _cloze(
        self,
        blank: CardDraft,
        note: AnkiNote,
        note_type: NoteType,
        fields: Mapping[str, str],
        cards: Sequence[AnkiCard],
    ) -> Iterator[CardDraft]:
        template = note_type.templates[0] if note_type.templates else None
        field = templates.cloze_field(template.question) if template else None
        if template and field and templates.is_simple(template.question + template.answer):
            side = templates.question(template.question, fields)
            extra = templates.answer(template.answer, fields, without=field)
        else:
            self.noted[f"notes of “{on_one_line(note_type.name)}”: first field and second"] += 1
            text, second = (*note.fields, "", "")[:2]
            side, extra = templates.Side(fields.get(field or "", text), typed=False), second
        text = self._markdown(side.html)
        numbers = {number for number in cloze.numbers(text) if number is not None}
        lost = sum(card.ordinal + 1 not in numbers for card in cards)
        if lost == len(cards):
            self.left_out["cloze notes without a gap that could be read"] += 1
            return
        if lost:
            self.left_out["gaps that lie in a formula or a link, or are empty by now"] += lost
        yield blank._replace(
            cloze=text,
            extra=self._markdown(extra),
            typed=side.typed,
            id=identity.id_from_anki(note.guid),
        )

    def _basic(
        self,
        blank: CardDraft,
        note: AnkiNote,
        note_type: NoteType,
        fields: Mapping[str, str],
        cards: Sequence[AnkiCard],
    ) -> Iterator[CardDraft]:
        sides = [found for card in cards if (found := self._sides(note_type, fields, card))]
        if len(sides) < len(cards):
            sides = self._two_fields(note, note_type, cards)
        first = sides[0]
        if [one.ordinal for one in sides] == [0, 1] and _mirrored(*sides):
            yield self._entry(blank, note, first)._replace(reverse=True)
            return
        if len(sides) > 1:
            what = "cards that became entries of their own"
            self.noted[f"{what}, of “{on_one_line(note_type.name)}”"] += len(sides)
        for one in sides:
            yield self._entry(blank, note, one)

    def _entry(self, blank: CardDraft, note: AnkiNote, sides: _Sides) -> CardDraft:
        return blank._replace(
            front=sides.front,
            back=sides.back,
            typed=sides.typed,
            id=identity.id_from_anki(note.guid, sides.ordinal),
        )

    def _sides(
        self, note_type: NoteType, fields: Mapping[str, str], card: AnkiCard
    ) -> _Sides | None:
        """Give the card as its template shows it; None where that is no front and back."""
        if card.ordinal >= len(note_type.templates):
            return None
        template = note_type.templates[card.ordinal]
        if not templates.is_simple(template.question + template.answer):
            return None
        side = templates.question(template.question, fields)
        front = self._markdown(side.html)
        back = self._markdown(templates.answer(template.answer, fields))
        # Without the line that begins an answer, the question stands above it once more.
        if not templates.begins_answer(template.answer) and back.startswith(f"{front}\n"):
            back = back[len(front) :].strip()
        return _Sides(card.ordinal, front, back, side.typed) if front and back else None

    def _two_fields(
        self, note: AnkiNote, note_type: NoteType, cards: Sequence[AnkiCard]
    ) -> list[_Sides]:
        name = on_one_line(note_type.name)
        self.noted[f"notes of “{name}”: first field and second"] += 1
        if len(cards) > 1:
            self.left_out[f"further cards of notes of “{name}”"] += len(cards) - 1
        front, back = (*map(self._markdown, note.fields), "", "")[:2]
        return [_Sides(cards[0].ordinal, front, back, typed=False)]

    def _markdown(self, html: str) -> str:
        return readable.markdown(html, self._media)


def _mirrored(one: _Sides, other: _Sides) -> bool:
    return (normalise(one.front), normalise(one.back)) == (
        normalise(other.back),
        normalise(other.front),
    )


def _tags(tags: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag.strip("#,") for tag in tags if tag.strip("#,")))
