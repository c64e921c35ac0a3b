"""Cards written as ``Q:`` and ``A:``, or ``C:`` with ``[gaps]``, on as many lines as they need."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from flashcards import cloze
from flashcards.deck.reader import MAX_TEXT
from flashcards.importing import notations
from flashcards.importing.drafts import CardDraft, Remark
from flashcards.importing.passages import Passage, decks_and_tags, without_tags
from flashcards.importing.sources import Source

_START = re.compile(
    r"(?:\*\*)?(?P<key>Q|A|C|Question|Answer|Cloze)\d{0,3}(?:\*\*:|:\*\*|:)(?:[ \t]+|$)",
    re.IGNORECASE,
)


class _Piece(NamedTuple):
    """A text behind one of the letters."""

    key: str
    line: int
    lines: list[str]
    passage: Passage

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip("\n").rstrip()


def are_in(found: Iterable[Passage]) -> bool:
    """Tell whether cards of this manner are among the passages."""
    keys = {start["key"][0].upper() for passage in found for _, start in _starts(passage)}
    return "C" in keys or {"Q", "A"} <= keys


def are_begun(passage: Passage) -> bool:
    """Tell whether a passage holds the beginning of a question, an answer or a cloze."""
    return any(True for _ in _starts(passage))


def read(source: Source, found: Sequence[Passage], left_out: list[Remark]) -> Iterator[CardDraft]:
    """Give the cards; what has no answer, and text outside of cards, goes to `left_out`."""
    question: _Piece | None = None
    for piece in _pieces(found):
        if piece.key == "A" and question:
            yield _basic(source, question, piece)
            question = None
            continue
        if question:
            left_out.append(_remark(source, question, "this question has no answer."))
            question = None
        if piece.key == "Q":
            question = piece
        elif piece.key == "C":
            yield from _cloze(source, piece, left_out)
        else:
            reason = "this answer has no question." if piece.key else "this text is no card."
            left_out.append(_remark(source, piece, reason))
    if question:
        left_out.append(_remark(source, question, "this question has no answer."))


def _pieces(found: Iterable[Passage]) -> Iterator[_Piece]:
    """Give the texts in order, those that go on over blank lines put together."""
    current: _Piece | None = None
    for passage in found:
        if passage.ended and current:
            yield current
            current = None
        starts = dict(_starts(passage))
        if current and 0 not in starts:
            current.lines.append("")
        for number, line in enumerate(passage.lines):
            start = starts.get(number)
            if start:
                if current:
                    yield current
                key = start["key"][0].upper()
                current = _Piece(key, passage.line + number, [line[start.end() :]], passage)
            elif current:
                current.lines.append(line)
            else:
                current = _Piece("", passage.line + number, [line], passage)
    if current:
        yield current


def _starts(passage: Passage) -> Iterator[tuple[int, re.Match[str]]]:
    """Find the lines that begin a text, outside of code."""
    fence = ""
    for number, line in enumerate(passage.lines):
        bare = line.lstrip()
        if bare.startswith(fence or ("```", "~~~")):
            fence = "" if fence else bare[:3]
        start = None if fence else _START.match(line)
        if start:
            yield number, start


def _basic(source: Source, question: _Piece, answer: _Piece) -> CardDraft:
    front, tags = without_tags(_noted(question.text))
    deck, own = decks_and_tags(tags)
    return CardDraft(
        source.place(question.line),
        front=front,
        back=_noted(answer.text),
        tags=question.passage.tags + own,
        deck=deck or question.passage.deck,
    )


def _cloze(source: Source, piece: _Piece, left_out: list[Remark]) -> Iterator[CardDraft]:
    if len(piece.text) > MAX_TEXT:
        left_out.append(_remark(source, piece, f"this text has more than {MAX_TEXT:,} characters."))
        return
    text, tags = without_tags(_noted(piece.text))
    if cloze.parse(text):
        left_out.append(_remark(source, piece, "its double braces would become gaps here."))
        return
    deck, own = decks_and_tags(tags)
    yield CardDraft(
        source.place(piece.line),
        cloze=notations.squares(text) if "[" in text else text,
        tags=piece.passage.tags + own,
        deck=deck or piece.passage.deck,
    )


def _noted(text: str) -> str:
    return notations.images(notations.maths(text))


def _remark(source: Source, piece: _Piece, reason: str) -> Remark:
    return Remark(source.place(piece.line), reason)
