"""The JSON documents of `attempt`; their keys are a contract and are never renamed."""

from collections.abc import Iterable

from flashcards import clock
from flashcards.attempting.matching import Span
from flashcards.collection.attempts import Asked, Past
from flashcards.commands.attempt_page import share_of
from flashcards.commands.attempt_sitting import Sheet, Sitting
from flashcards.commands.shapes import Shape
from flashcards.reviewing import Given
from flashcards.store.browse import CardRow


def attempt_shape(
    sitting: Sitting, sheet: Sheet, given: Given | None, cards: Iterable[CardRow]
) -> Shape:
    """Give an attempt as it was checked; what is unknown is null."""
    suggestion = sitting.suggestion(sheet)
    return {
        "id": sitting.asked.card.uid,
        "topic": sitting.asked.chapter.topic.key,
        "prompt": sitting.asked.attempt.prompt,
        "answer": sheet.text,
        "begun_at": clock.iso(sheet.begun),
        "seconds": sheet.seconds,
        "reading": sheet.assessment.reading.value,
        "points": [_point(sitting, sheet, number) for number in range(len(sitting.points))],
        "misconceptions": [
            {"claim": one.claim, "instead": one.instead, "quote": _quote(sheet, one.span)}
            for one in sheet.assessment.misconceptions
        ],
        "share": sitting.share(sheet) if sitting.points else None,
        "suggestion": suggestion,
        "judge": sheet.judge_said or None,
        "rating": given.rating if given else None,
        "interval_seconds": given.outcome.interval_s if given else None,
        "cards": [card.uid for card in cards],
    }


def _point(sitting: Sitting, sheet: Sheet, number: int) -> Shape:
    point, found = sitting.points[number], sheet.assessment.found[number]
    said = sheet.verdicts[number] if sheet.verdicts else None
    return {
        "point": point.point,
        "weight": point.weight,
        "ticked": sheet.ticked[number],
        "by": "judge" if said and said.met is not None else "wording" if found else None,
        "quote": _quote(sheet, found.span) if found else None,
        "negated": found.negated if found else False,
    }


def _quote(sheet: Sheet, span: Span) -> str:
    return sheet.text[span.start : span.end]


def history_shape(asked: Asked, made: Iterable[Past]) -> Shape:
    """Give the attempts at a topic, the first one first."""
    return {
        "id": asked.card.uid,
        "topic": asked.chapter.topic.key,
        "attempts": [_past(one) for one in made],
    }


def _past(made: Past) -> Shape:
    return {
        "begun_at": clock.iso(made.begun),
        "seconds": made.seconds,
        "share": share_of(made) if made.points else None,
        "rating": made.rating,
        "points": [one._asdict() for one in made.points],
        "answer": made.text,
    }
