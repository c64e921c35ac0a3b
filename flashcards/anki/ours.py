"""What our two note types are called, and their fields: for those who write them and who read them.

In Anki a person may rename both, so the types are known by the ids that never change, and fields
by their places.
"""

from typing import Final

from flashcards.anki.reading.contents import NoteType

BASIC_ID: Final = 1_796_040_000_101
CLOZE_ID: Final = 1_796_040_000_201
BASIC_NAME: Final = "Flashcards"
CLOZE_NAME: Final = "Flashcards Cloze"
BASIC_FIELDS: Final = (
    "Front",
    "Back",
    "Extra",
    "Context",
    "Details",
    "MemoryAid",
    "Topic",
    "Section",
    "Source",
    "CardId",
    "Reverse",
    "Typed",
)
CLOZE_FIELDS: Final = ("Text", *BASIC_FIELDS[2:10], "Typed")

_FIELDS: Final = {False: BASIC_FIELDS, True: CLOZE_FIELDS}


def is_ours(note_type: NoteType) -> bool:
    """Tell if a note type is one of ours; Anki adds ``+`` to one that it keeps beside another."""
    name = note_type.name.rstrip("+")
    return note_type.id in {BASIC_ID, CLOZE_ID} or name in {BASIC_NAME, CLOZE_NAME}


def field_names(note_type: NoteType) -> tuple[str, ...]:
    """Give the names of a type's fields; in a type of ours one that was renamed has its first name.

    It is known by its place, unless the field of that place has moved to another.
    """
    names = note_type.fields
    first = _FIELDS[note_type.cloze]
    if not is_ours(note_type) or len(names) < len(first):
        return names
    if note_type.id not in {BASIC_ID, CLOZE_ID} and len(names) != len(first):
        return names  # perhaps somebody else's, of the same name
    return tuple(
        before if before not in names and name not in first else name
        for name, before in zip(names, (*first, *names[len(first) :]), strict=True)
    )
