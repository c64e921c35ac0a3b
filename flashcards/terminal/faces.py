"""What stands on a card: its sides as Markdown, the same for lines and for the screen."""

from typing import NamedTuple

from flashcards.markup import gaps
from flashcards.model import Kind


class Face(NamedTuple):
    """A card as the learner meets it.

    `context` is where it belongs, `label` a remark above the question. `answer` is graded;
    `below` opens with it and is not. In a cloze the gap asked for is marked, in `question` as a
    box and in `answer` within the whole text.
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
    gap: int,
    front: str,
    back: str,
    text: str,
    below: tuple[str, ...],
) -> Face:
    """Put a card together."""
    if kind is Kind.CLOZE:
        front, back = gaps.asked(text, gap), gaps.told(text, gap)
    return Face(context, label, front, back, tuple(filter(None, below)))
