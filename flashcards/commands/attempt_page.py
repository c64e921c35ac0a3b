"""What an attempt shows: the prompt, the checklist with what was recognised, and the result."""

from collections.abc import Iterator, Sequence

from flashcards.attempting.matching import Span
from flashcards.collection.attempts import Past
from flashcards.commands.attempt_sitting import Sheet, Sitting
from flashcards.reviewing import Given
from flashcards.store.browse import CardRow
from flashcards.terminal.screen import HEADING, PLAIN, Part, part_lines
from flashcards.terminal.words import RATING_NAMES, interval
from flashcards.text import count, on_one_line

_LONGEST_QUOTE = 60


def clock_face(seconds: int) -> str:
    """Write a time as a clock does: `1:05`."""
    return f"{seconds // 60}:{seconds % 60:02}"


def quoted(text: str, span: Span) -> str:
    """Quote a place of the answer; a long one without its middle."""
    quote = " ".join(text[span.start : span.end].split())
    if len(quote) > _LONGEST_QUOTE:
        half = _LONGEST_QUOTE // 2
        quote = f"{quote[:half].rstrip()} … {quote[-half:].lstrip()}"
    return f"\u201c{on_one_line(quote)}\u201d"


def checklist(sitting: Sitting, sheet: Sheet) -> Iterator[str]:
    """Give each key point in a line: its tick, its words and weight, and where it was seen."""
    for number, (point, tick) in enumerate(zip(sitting.points, sheet.ticked, strict=True)):
        weight = f" ({point.weight})" if point.weight != 1 else ""
        seen = _seen(sheet, number)
        yield f"[{'x' if tick else ' '}] {point.point}{weight}{f'  — {seen}' if seen else ''}"


def _seen(sheet: Sheet, number: int) -> str:
    found = sheet.assessment.found[number]
    said = sheet.verdicts[number] if sheet.verdicts else None
    place = quoted(sheet.text, found.span) if found else ""
    if said and said.why:
        return f"{place} (the judge does not count: {said.why})".strip()
    if said and said.met is False:
        return f"{place} (not met, says the judge)".strip()
    return f"{place} with a negation" if found and found.negated else place


def warnings(sheet: Sheet) -> Iterator[str]:
    """Warn of each red flag that the answer seems to raise."""
    for one in sheet.assessment.misconceptions:
        yield f"Red flag: {quoted(sheet.text, one.span)} is like \u201c{one.claim}\u201d"
        if one.instead:
            yield f"  Say instead: {one.instead.splitlines()[0]}"


def marked(sheet: Sheet) -> str:
    """Give the answer with what was recognised in it between brackets."""
    spans = sorted(one.span for one in sheet.assessment.found if one)
    text = sheet.text
    pieces: list[str] = []
    at = 0
    for span in spans:
        if span.start >= at:
            pieces += [text[at : span.start], "⟦", text[span.start : span.end], "⟧"]
            at = span.end
    return "".join((*pieces, text[at:]))


def sheet_parts(sitting: Sitting, sheet: Sheet, cursor: int | None) -> Iterator[Part]:
    """Give the page of the checklist; `cursor` is the index of the point a key will tick."""
    yield Part(HEADING, "key points")
    if sheet.judge_said:
        yield Part(PLAIN, sheet.judge_said)
    lines = _with_cursor(sitting, sheet, cursor)
    yield Part(PLAIN, "\n".join((*lines, "", sitting.remark(sheet))))
    told = list(warnings(sheet))
    if told:
        yield Part(PLAIN, "\n".join(told))
    yield Part(HEADING, "your answer")
    yield Part(PLAIN, marked(sheet) or "(nothing)")


def _with_cursor(sitting: Sitting, sheet: Sheet, cursor: int | None) -> list[str]:
    lines = enumerate(checklist(sitting, sheet))
    return [f"{'>' if number == cursor else ' '} {line}" for number, line in lines]


def first_line_of(
    sitting: Sitting, sheet: Sheet, cursor: int, starts: Sequence[int], columns: int
) -> int:
    """Give the line of the checklist's page that a key point begins on."""
    part = 2 if sheet.judge_said else 1
    if part >= len(starts):
        return 0
    above = "\n".join(_with_cursor(sitting, sheet, None)[:cursor])
    # A part ends with an empty line, which the lines above are not followed by.
    lines = len(part_lines(Part(PLAIN, above), columns)) - 1 if above else 0
    return starts[part] + lines


def share_of(made: Past) -> float:
    """Give the share of the weight that was ticked in an attempt of before."""
    whole = sum(one.weight for one in made.points)
    return sum(one.weight for one in made.points if one.ticked) / whole if whole else 0.0


def result_lines(
    sitting: Sitting, sheet: Sheet, given: Given | None, cards: Sequence[CardRow]
) -> Iterator[str]:
    """Say how the attempt is rated, how it compares, and which cards train what was missed."""
    if given:
        again = interval(given.outcome.interval_s)
        yield f"{RATING_NAMES[given.rating]}: again in {again}."
    else:
        yield "The attempt is kept without a rating."
    if sitting.points:
        before = sitting.before()
        compared = f"; {share_of(before):.0%} the time before" if before and before.points else ""
        yield f"{sitting.share(sheet):.0%} of the key points{compared}."
    if cards:
        missing = len(sheet.ticked) - sum(sheet.ticked)
        yield f"{count(missing, 'point')} missing; {count(len(cards), 'card')} to train that:"
        for card in cards:
            yield f"  {on_one_line(card.front)}"
