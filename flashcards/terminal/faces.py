"""What stands on a card: its sides as Markdown, the same for lines and for the screen."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flashcards.markup import gaps
from flashcards.markup.stash import Stash
from flashcards.model import Kind
from flashcards.terminal.screen import (
    ANSWER,
    CLOZE_ANSWER,
    CLOZE_QUESTION,
    CONTEXT,
    HEADING,
    LABEL,
    QUESTION,
    TEXT,
    Part,
)


class Face(NamedTuple):
    """A card as the learner meets it.

    `context` is where it belongs, `label` a remark above the question. `answer` is graded;
    `below` opens with it and is not. In a cloze the gap asked for is marked, in `question` as a
    box and in `answer` within the whole text.
    """

    context: str
    label: str
    question: str | Stash
    answer: str | Stash
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
    shown = tuple(filter(None, below))
    if kind is Kind.CLOZE:
        return Face(context, label, gaps.asked(text, gap), gaps.told(text, gap), shown)
    return Face(context, label, front, back, shown)


def question(face: Face, kind: Kind) -> Iterator[Part]:
    """Give what of a card is seen before the reveal."""
    if face.context:
        yield Part(CONTEXT, face.context)
    if face.label:
        yield Part(LABEL, face.label)
    yield Part(CLOZE_QUESTION if kind is Kind.CLOZE else QUESTION, face.question)


def answer(face: Face, kind: Kind) -> Iterator[Part]:
    """Give what opens with the reveal."""
    yield Part(CLOZE_ANSWER if kind is Kind.CLOZE else ANSWER, face.answer)
    for text in face.below:
        yield Part(TEXT, text)


def whole_card(face: Face, kind: Kind, further: Sequence[str] = ()) -> Iterator[Part]:
    """Give both sides of a card, and what stands behind it."""
    yield from question(face, kind)
    yield Part(HEADING, "answer")
    yield from answer(face, kind)
    for text in further:
        if text and text not in face.below:
            yield Part(TEXT, text)
