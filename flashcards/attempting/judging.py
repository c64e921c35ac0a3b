"""What a judge from outside is asked, and what of its verdict counts.

A judge may be wrong, lazy or made up; so it has to quote. A point counts as met only with a
quotation that stands in the answer, which the person then sees.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from flashcards.notes import Attempt

from .assessing import Assessment, Reading, composed
from .matching import Found, Span

DOCUMENT_VERSION: Final = 1
"""Raised when the document a judge is given changes its meaning."""

_SHORTEST_QUOTE: Final = 5
"""Characters of a quotation; a shorter one stands in any text."""
_ALIKE: Final = {"'": "['\u2018\u2019]", '"': '["\u201c\u201d]', "-": "[-\u2010-\u2014]"}


class Verdict(NamedTuple):
    """What a judge says of one key point; `met` None when it does not count, and `why` not."""

    met: bool | None
    span: Span | None = None
    why: str = ""


class UnreadableVerdictError(ValueError):
    """What the judge gave is no verdict, and the message says why."""


def document(attempt: Attempt, answer: str) -> str:
    """Write what a judge is given, as one JSON document."""
    points = [
        {"id": number, "point": one.point, "accept": list(one.accept), "weight": one.weight}
        for number, one in enumerate(attempt.key_points, start=1)
    ]
    asked = {
        "version": DOCUMENT_VERSION,
        "prompt": attempt.prompt,
        "key_points": points,
        "answer": answer,
    }
    return json.dumps(asked, ensure_ascii=False)


def verdicts(text: str, points: int, answer: str) -> tuple[Verdict, ...]:
    """Read what a judge gave on an answer, a verdict for each of `points` key points.

    Raises:
        UnreadableVerdictError: It is no JSON document of the form that was asked for, or it
            says nothing of any point.
    """
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        message = "it gave no JSON"
        raise UnreadableVerdictError(message) from error
    listed = given.get("points") if isinstance(given, Mapping) else None
    if not isinstance(listed, list):
        message = "its JSON has no list `points`"
        raise UnreadableVerdictError(message)
    by_id = dict(_by_id(listed))
    said = tuple(_verdict(by_id.get(number), composed(answer)) for number in range(1, points + 1))
    if not any(number in by_id for number in range(1, points + 1)):
        message = "it says nothing of any key point"
        raise UnreadableVerdictError(message)
    return said


def _by_id(listed: Sequence[Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for one in listed:
        number = one.get("id") if isinstance(one, Mapping) else None
        if isinstance(number, str) and number.isdecimal() and number.isascii():
            number = int(number[:9])
        if isinstance(number, int):
            yield number, one


def _verdict(given: Mapping[str, Any] | None, answer: str) -> Verdict:
    if given is None or not isinstance(given.get("met"), bool):
        return Verdict(None, why="it says nothing of this point")
    if not given["met"]:
        return Verdict(met=False)
    quote = given.get("quote")
    span = _place(composed(quote), answer) if isinstance(quote, str) else None
    if span is None:
        return Verdict(None, why="it quotes what is not in your answer")
    return Verdict(met=True, span=span)


def _place(quote: str, answer: str) -> Span | None:
    """Find a quotation; case, blanks, and the shape of quotes and dashes make no difference."""
    words = quote.strip().strip("\"'\u2018\u2019\u201c\u201d\u2026").split()
    if len(" ".join(words)) < _SHORTEST_QUOTE:
        return None
    pattern = r"\s+".join("".join(_ALIKE.get(c, re.escape(c)) for c in word) for word in words)
    found = re.search(pattern, answer, re.IGNORECASE)
    return Span(found.start(), found.end()) if found else None


def judged(assessment: Assessment, said: Sequence[Verdict]) -> Assessment:
    """Give the assessment with a judge's verdicts in place of the wording, where they count."""
    ticks = zip(assessment.ticked, said, strict=True)
    places = zip(assessment.found, said, strict=True)
    return assessment._replace(
        reading=Reading.MATCHED if _decides(said) else assessment.reading,
        ticked=tuple(tick if one.met is None else one.met for tick, one in ticks),
        found=tuple(Found(one.span) if one.span else found for found, one in places),
    )


def _decides(said: Sequence[Verdict]) -> bool:
    return all(one.met is not None for one in said)
