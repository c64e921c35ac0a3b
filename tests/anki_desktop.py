"""A real Anki, the one from PyPI, as a person has it on the desk: import a package, look at it.

`python tests/anki_desktop.py PACKAGE` imports a package into a new collection and prints what
became of its cards as JSON: for the time zones, which a process has only one of.
"""

import json
import sys
import tempfile
from collections.abc import Sequence
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
