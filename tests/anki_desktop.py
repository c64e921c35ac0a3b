"""A real Anki, the one from PyPI, as a person has it on the desk: import a package, look at it.

`python tests/anki_desktop.py PACKAGE` imports a package into a new collection and prints what
became of its cards as JSON: for the time zones, which a process has only one of.
"""

import json
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import anki.collection  # noqa: F401 - first, or its modules would import each other in a circle
from anki.cards import Card, CardId
from anki.collection import (
    Collection,
    ExportAnkiPackageOptions,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
)
from anki.consts import MODEL_CLOZE
from anki.decks import DeckId
from anki.notes import Note
from anki.scheduler.dummy import DummyScheduler
from anki.scheduler.v3 import CardAnswer


class Log(NamedTuple):
    """How many notes an import added, updated, found the same, and could not reconcile."""

    new: int
    updated: int
    duplicate: int
    conflicting: int


class Desktop:
    """One Anki collection with FSRS on."""

    def __init__(self, folder: Path) -> None:
        """Make a collection below `folder`."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.col = Collection(str(folder / "collection.anki2"))
        self.col.set_config("fsrs", True)  # noqa: FBT003 - Anki's own signature
        # Begun years ago, for no day before its first can be shifted to.
        self.edit("UPDATE col SET crt = crt - ?", 3650 * 86_400)

    def close(self) -> None:
        """Close the collection."""
        self.col.close()

    def reopen(self) -> None:
        """Close the collection and open it again, as after an export of all of it."""
        self.col.close()
        self.col = Collection(str(self.folder / "collection.anki2"))

    def add(self, note_type: str, deck: int, *fields: str) -> Note:
        """Add a note with these fields, the rest left empty."""
        note = self.col.new_note(self.note_type(note_type))
        for place, text in enumerate(fields):
            note.fields[place] = text
        self.col.add_note(note, DeckId(deck))
        return note

    def answer(self, card: Card | int, rating: int) -> None:
        """Answer a card with a button from 1 to 4, as the reviewer does."""
        number = card if isinstance(card, int) else card.id
        states = self.col._backend.get_scheduling_states(number)  # noqa: SLF001 - no other way
        shown = self.col.get_card(CardId(number))
        shown.start_timer()
        scheduler = self.col.sched
        assert not isinstance(scheduler, DummyScheduler)
        given = scheduler.build_answer(
            card=shown,
            states=states,
            rating=CardAnswer.Rating.Value(("AGAIN", "HARD", "GOOD", "EASY")[rating - 1]),
        )
        scheduler.answer_card(given)

    def shift(self, days: int) -> None:
        """Move all that happened in the collection by whole days: to answer on another day."""
        self.col.close()
        if days:
            with closing(sqlite3.connect(self.folder / "collection.anki2")) as database:
                _shift(database, days)
        self.col = Collection(str(self.folder / "collection.anki2"))

    def answer_on(self, day: int, card: int, rating: int) -> None:
        """Answer a card `day` days from today, most often in the past."""
        self.shift(-day)
        self.answer(card, rating)
        self.shift(day)

    def practise(self, answers: Sequence[tuple[int, int, int]]) -> None:
        """Answer cards in this order: days from today, never going back, card and button."""
        for day, of_day in groupby(answers, key=itemgetter(0)):
            self.shift(-day)
            for _, card, rating in of_day:
                self.answer(card, rating)
            self.shift(day)

    def edit(self, statement: str, *values: object) -> None:
        """Change what the collection holds, as if it had come about in some other way."""
        self.col.close()
        with closing(sqlite3.connect(self.folder / "collection.anki2")) as database, database:
            database.execute(statement, values)
        self.col = Collection(str(self.folder / "collection.anki2"))

    def forget(self, card: int) -> None:
        """Reset a card, as a person does from its menu."""
        scheduler = self.col.sched
        assert not isinstance(scheduler, DummyScheduler)
        scheduler.schedule_cards_as_new([CardId(card)])

    def set_due(self, card: int, days: str) -> None:
        """Set a card's due day by hand, in days from today."""
        scheduler = self.col.sched
        assert not isinstance(scheduler, DummyScheduler)
        scheduler.set_due_date([CardId(card)], days)

    def reposition(self, cards: Sequence[int]) -> None:
        """Put new cards in this order, as a person does with *Reposition*."""
        scheduler = self.col.sched
        assert not isinstance(scheduler, DummyScheduler)
        scheduler.reposition_new_cards(
            [CardId(card) for card in cards],
            starting_from=1,
            step_size=1,
            randomize=False,
            shift_existing=False,
        )

    def suspend(self, card: int) -> None:
        """Suspend a card."""
        scheduler = self.col.sched
        assert not isinstance(scheduler, DummyScheduler)
        scheduler.suspend_cards([CardId(card)])

    def gather(self, card: int, *, reschedule: bool) -> None:
        """Put a card into a filtered deck, to be crammed or to be answered early."""
        scheduler = self.col.sched
        assert not isinstance(scheduler, DummyScheduler)
        deck = scheduler.get_or_create_filtered_deck(DeckId(0))
        deck.name = f"Filtered {card} {reschedule}"
        deck.config.reschedule = reschedule
        del deck.config.search_terms[:]
        deck.config.search_terms.add(search=f"cid:{card}", limit=10, order=0)
        scheduler.add_or_update_filtered_deck(deck)

    def begin_days_at(self, hour: int) -> None:
        """Set the hour at which a day begins."""
        self.col.set_config("rollover", hour)

    def standings(self, day: int) -> dict[tuple[str, int], "Standing"]:
        """Tell how each card stands `day` days from today, by the GUID of its note and ordinal."""
        self.shift(-day)
        found = {(card.note().guid, int(card.ord)): self._standing(card) for card in self.cards()}
        self.shift(day)
        return found

    def _standing(self, card: Card) -> "Standing":
        states = self.col._backend.get_scheduling_states(card.id)  # noqa: SLF001 - no other way
        computed = self.col._backend.compute_memory_state(card.id).state  # noqa: SLF001 - as above
        return Standing(
            int(card.id),
            int(card.type),
            self.memory(card),
            (computed.stability, computed.difficulty),
            tuple(_interval(getattr(states, name).normal) for name in _BUTTONS),
        )

    def take(self, package: Path | str, *, scheduling: bool = True, merge: bool = False) -> Log:
        """Import a package as a person does who ticks the boxes for progress and presets."""
        request = ImportAnkiPackageRequest(
            package_path=str(package),
            options=ImportAnkiPackageOptions(
                merge_notetypes=merge,
                with_scheduling=scheduling,
                with_deck_configs=scheduling,
            ),
        )
        log = self.col.import_anki_package(request).log
        self.col.models._clear_cache()  # noqa: SLF001 - Anki keeps a stale one after an import
        return Log(len(log.new), len(log.updated), len(log.duplicate), len(log.conflicting))

    def give(self, package: Path, *, legacy: bool = False) -> None:
        """Export everything with scheduling, as Anki does it."""
        self.col.export_anki_package(
            out_path=str(package),
            options=ExportAnkiPackageOptions(
                with_scheduling=True, with_deck_configs=True, with_media=True, legacy=legacy
            ),
            limit=None,
        )

    def notes(self) -> list[Note]:
        """Give all notes in the order of their ids."""
        return [self.col.get_note(number) for number in sorted(self.col.find_notes(""))]

    def note(self, text: str) -> Note:
        """Give the one note whose first field is `text`."""
        (note,) = [note for note in self.notes() if note.fields[0] == text]
        return note

    def cards(self) -> list[Card]:
        """Give all cards in the order of their ids."""
        return [self.col.get_card(number) for number in sorted(self.col.find_cards(""))]

    def question(self, card: Card) -> str:
        """Render the question as the reviewer shows it."""
        return card.question()

    def revlog(self) -> list[Sequence[Any]]:
        """Give the review log in order of time."""
        return self.col.db.all(  # type: ignore[union-attr] # there is one while it is open
            "select id, cid, ease, ivl, lastIvl, factor, time, type from revlog order by id"
        )

    def deck_names(self) -> set[str]:
        """Give the names of the decks, the default one aside."""
        return {deck.name for deck in self.col.decks.all_names_and_ids()} - {"Default"}

    def type_names(self) -> set[str]:
        """Give the names of the note types in use."""
        return {note.note_type()["name"] for note in self.notes()}  # type: ignore[index] # each has one

    def is_whole(self) -> bool:
        """Run Check Database, and say whether it found nothing to mend."""
        report, fine = self.col.fix_integrity()
        return fine and "fixed" not in report.lower()

    def memory(self, card: Card) -> tuple[float, float] | None:
        """Give a card's stability and difficulty, None for one without memory."""
        state = card.memory_state
        return (state.stability, state.difficulty) if state else None

    def remembered(self, card: Card) -> float | None:
        """Give the stability that Anki computes from a card's log, None when it finds none."""
        state = self.col.compute_memory_state(card.id)
        return state.stability or None

    def options(self, deck: str) -> dict[str, Any]:
        """Give the options of a deck."""
        number = self.col.decks.id_for_name(deck)
        assert number is not None
        return self.col.decks.config_dict_for_deck_id(number)

    def note_type(self, name: str) -> dict[str, Any]:
        """Give a note type by name."""
        found = self.col.models.by_name(name)
        assert found is not None
        return found

    def due_in_days(self, card: Card) -> int:
        """Give the days from Anki's today to the day a review is due."""
        return card.due - self.col.sched.today


class Standing(NamedTuple):
    """Where a card stands: its memory as kept and as computed from the log, its intervals.

    Intervals are ("days", number) or ("step", seconds), for the four buttons in order.
    """

    id: int
    type: int
    memory: tuple[float, float] | None
    computed: tuple[float, float]
    intervals: tuple[tuple[str, int], ...]


_BUTTONS = ("again", "hard", "good", "easy")


def _interval(state: Any) -> tuple[str, int]:  # noqa: ANN401 - a message of Anki's
    match state.WhichOneof("kind"):
        case "review":
            return "days", state.review.scheduled_days
        case "learning":
            return "step", state.learning.scheduled_secs
        case "relearning":
            return "step", state.relearning.learning.scheduled_secs
        case other:
            message = f"unknown state {other}"
            raise ValueError(message)


def _shift(database: sqlite3.Connection, days: int) -> None:
    seconds = days * 86_400
    with database:
        database.execute("UPDATE col SET crt = crt + ?", (seconds,))
        # By way of negative ids, or one would for a moment have that of another.
        database.execute("UPDATE revlog SET id = -(id + ?)", (seconds * 1000,))
        database.execute("UPDATE revlog SET id = -id")
        database.execute("UPDATE cards SET due = due + ? WHERE due > 1000000000", (seconds,))
        database.execute(
            "UPDATE cards SET data = json_set(data, '$.lrt', json_extract(data, '$.lrt') + ?)"
            " WHERE json_extract(data, '$.lrt') IS NOT NULL",
            (seconds,),
        )


def cloze_ordinals(note: Note) -> list[int]:
    """Give the ordinals of the cards that Anki makes of a note."""
    assert note.note_type()["type"] == MODEL_CLOZE  # type: ignore[index] # each has one
    return sorted(card.ord for card in note.cards())


def _main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        desktop = Desktop(Path(folder))
        desktop.take(sys.argv[1])
        found = {
            "cards": {
                str(card.id): [
                    card.type,
                    card.queue,
                    desktop.due_in_days(card),
                    card.ivl,
                    card.left,
                ]
                for card in desktop.cards()
            },
            "memory": {str(card.id): desktop.memory(card) for card in desktop.cards()},
            "reviews": [list(line) for line in desktop.revlog()],
            "fields": [note.fields for note in desktop.notes()],
            "tags": [note.tags for note in desktop.notes()],
            "decks": sorted(desktop.deck_names()),
            "types": sorted(desktop.type_names()),
            "whole": desktop.is_whole(),
            "again": desktop.take(sys.argv[1])._asdict(),
            "questions": [card.question() for card in desktop.cards()],
            "answers": [card.answer() for card in desktop.cards()],
        }
        desktop.close()
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    _main()
