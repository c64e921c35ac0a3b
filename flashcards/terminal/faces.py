"""What stands on a card: its sides as text, the same for lines and for the screen."""

from typing import NamedTuple

from flashcards import cloze
from flashcards.model import Kind


class Face(NamedTuple):
    """A card as the learner meets it.

    `context` is where it belongs, `label` a remark above the question. `answer` is graded;
    `below` opens with it and is not.
    """

    context: str
    label: str
    question: str
    answer: str
    below: tuple[str, ...]


def face_of(  # noqa: PLR0913 - the parts a card is made of
    *,
    context: str,
    label: str,
    kind: Kind,
    front: str,
    back: str,
    text: str,
    extra: str,
    detail: str,
) -> Face:
    """Put a card together; a cloze shows its whole text with the answer."""
    whole = (cloze.filled(text),) if kind is Kind.CLOZE else ()
    below = tuple(part for part in (*whole, extra, detail) if part)
    return Face(context, label, front, back, below)
