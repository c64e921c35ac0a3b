"""A card's front on one line, for lists and remarks: as it reads, maths written out."""

import re

_MARKS = re.compile(r"[$`*_\\<\[|#]")


def front_line(front: str) -> str:
    """Give a front as it reads, on one line; most have no mark in them."""
    if _MARKS.search(front):
        from flashcards.markup import reading  # noqa: PLC0415 - loaded where a card has a mark in it
        from flashcards.terminal import document  # noqa: PLC0415 - loads rich, for marks alone

        front = document.words(reading.read(front))
    return " ".join(front.split())
