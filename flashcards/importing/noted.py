"""Cards among notes: ``front::back``, a ``?`` between front and back, highlights as gaps.

``:::`` and ``??`` ask both ways. A separator in code or maths, within a gap or in a C++ or Rust
path is none. All lines that touch the line of the ``?`` belong to its card, up to a blank line or
a card on one line: so the Obsidian plugin "Spaced Repetition" documents it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from flashcards import cloze
from flashcards.deck.reader import MAX_TEXT
from flashcards.importing import notations
from flashcards.importing.drafts import CardDraft, Remark
from flashcards.importing.passages import Passage, decks_and_tags, without_tags
from flashcards.importing.sources import Source
from flashcards.text import count

_TABLE_ROW = re.compile(r"\|.*\|.*\|")
_COLONS = re.compile(r":{2,}")
_WORD_END = re.compile(r"\w+\Z")
_PATH = re.compile(r"\w{1,40}(?:::\w{1,40}){0,8}")
_BULLET = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_SCHEDULE = re.compile(r"<!--SR:[^\n]*?-->")
_NAMESPACES: Final = frozenset(
    "std boost crate self super core alloc tokio chrono absl torch tf folly fmt eigen".split()  # noqa: SIM905 -- a page of quoted words
)
_LONGEST_WORD = 40
_LONGEST_LINE = 10_000
"""Characters of a line that may be a card; nobody writes a longer one."""

_BASIC, _BOTH_WAYS = 2, 3


class Parted(NamedTuple):
    """The sides of a card, and whether it asks both ways."""

    front: str
    back: str
    reverse: bool


def is_card(passage: Passage) -> bool:
    """Tell whether a passage holds a card."""
    lines = [line for line in passage.lines if len(line) <= _LONGEST_LINE]
    if any(line.strip() in {"?", "??"} for line in lines[1:-1]):
        return True
    text = "\n".join(lines)[:MAX_TEXT]
    return any(map(parted, lines)) or bool(cloze.parse(notations.highlights(text)))


def is_apart(passage: Passage) -> bool:
    """Tell whether a passage among questions and answers is made of cards of this manner."""
    code = _code(passage.lines)
    return _question_mark(passage.lines, code) is not None or not any(
        line_code or parted(line) is None
        for line, line_code in zip(passage.lines, code, strict=True)
    )


def on_one_line(passage: Passage) -> list[int]:
    """Give the numbers, in the file, of the lines of a passage that are cards by themselves."""
    code = _code(passage.lines)
    return [
        passage.line + at
        for at, line in enumerate(passage.lines)
        if not code[at] and (parted(line) or _is_highlighted(line))
    ]


def _is_highlighted(line: str) -> bool:
    return line != (marked := notations.highlights(line)) and bool(cloze.parse(marked))


def read(
    source: Source, found: Iterable[Passage], left_out: list[Remark], guessed: list[Remark]
) -> Iterator[CardDraft]:
    """Give the cards; plain text is counted in `left_out`, and schedules are.

    Fronts of several lines are counted in `guessed`: a sentence that stands above a question
    without a blank line is part of it.
    """
    plain: list[int] = []
    schedules: list[int] = []
    long: list[int] = []
    for passage in found:
        bare = passage._replace(lines=tuple(_unscheduled(passage.lines)))
        if bare.lines != passage.lines:
            schedules.append(passage.line)
        for made in _cards(source, bare):
            if isinstance(made, int):
                plain.append(made)
            else:
                if "\n" in made.front:
                    long.append(made.place.line)
                yield made
    if long:
        reason = (
            f"{count(len(long), 'front')} of several lines: all above the `?`, up to a blank line."
        )
        guessed.append(Remark(source.place(long[0]), reason))
    if plain:
        reason = f"{count(len(plain), 'passage')} of text without a card, the first here."
        left_out.append(Remark(source.place(plain[0]), reason))
    if schedules:
        reason = f"the schedules of {count(len(schedules), 'passage')}; all cards begin new."
        left_out.append(Remark(source.place(schedules[0]), reason))


def _unscheduled(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        bare = _SCHEDULE.sub("", line)
        if bare == line or bare.strip():
            yield bare.rstrip() if bare != line else line


def _cards(source: Source, passage: Passage) -> Iterator[CardDraft | int]:
    """Give the cards of a passage, and the number of a line where text begins that is none."""
    code = _code(passage.lines)
    start = 0
    for number, line in enumerate(passage.lines):
        parts = None if code[number] else parted(line)
        if parts:
            yield from _rest(source, _cut(passage, start, number))
            start = number + 1
            yield _basic(source, passage, passage.line + number, parts)
    yield from _rest(source, _cut(passage, start, len(passage.lines)))


def _cut(passage: Passage, start: int, end: int) -> Passage:
    return passage._replace(lines=passage.lines[start:end], line=passage.line + start)


def parted(line: str) -> Parted | None:
    """Take ``front::back`` or ``front:::back`` apart; None for a line that is none."""
    if "::" not in line or len(line) > _LONGEST_LINE:
        return None
    bullet = _BULLET.match(line)
    line = (line[bullet.end() :] if bullet else line).strip()
    if _TABLE_ROW.fullmatch(line):
        return None
    spans = cloze.protected(line)
    gaps = tuple((gap.start, gap.end) for gap in cloze.parse(line))
    usable = [
        colons
        for colons in _COLONS.finditer(line)
        if len(colons.group()) in {_BASIC, _BOTH_WAYS}
        and not cloze.within(spans, colons.start())
        and not cloze.within(gaps, colons.start())
        and line[: colons.start()].strip()
        and line[colons.end() :].strip()
        and not _is_path(line, colons.start(), colons.end())
    ]
    apart = [colons for colons in usable if " " in line[colons.start() - 1] + line[colons.end()]]
    for colons in [*apart, *usable][:1]:
        both = len(colons.group()) == _BOTH_WAYS
        return Parted(line[: colons.start()].strip(), line[colons.end() :].strip(), both)
    return None


def _is_path(line: str, start: int, end: int) -> bool:
    """Tell whether colons part the names of a path, as in ``std::vector``."""
    before = _WORD_END.search(line, max(0, start - _LONGEST_WORD), start)
    after = _PATH.match(line, end)
    if not before or not after:
        return False
    called = line[after.end() : after.end() + 1] in {"(", "<"}
    return before.group() in _NAMESPACES or "::" in after.group() or called


def _question_mark(lines: tuple[str, ...], code: list[bool]) -> int | None:
    """Find the line of nothing but ``?`` or ``??`` that has text on both sides."""
    for number, line in enumerate(lines[1:-1], 1):
        if line.strip() in {"?", "??"} and not code[number]:
            return number
    return None


def _code(lines: Iterable[str]) -> list[bool]:
    """Tell of each line whether it belongs to a fence."""
    inside = False
    found = []
    for line in lines:
        fence = line.lstrip().startswith(("```", "~~~"))
        found.append(inside or fence)
        inside ^= fence
    return found


def _basic(source: Source, passage: Passage, line: int, parts: Parted) -> CardDraft:
    front, front_tags = without_tags(parts.front)
    back, back_tags = without_tags(parts.back)
    deck, tags = decks_and_tags([*front_tags, *back_tags])
    return CardDraft(
        source.place(line),
        front=_noted(front),
        back=_noted(back),
        reverse=parts.reverse,
        tags=passage.tags + tags,
        deck=deck or passage.deck,
    )


def _rest(source: Source, passage: Passage) -> Iterator[CardDraft | int]:
    """Give the card that lines between others are, or where they begin when they are none."""
    lines, line = passage.lines, passage.line
    between = _question_mark(lines, _code(lines))
    if between is not None:
        reverse = lines[between].strip() == "??"
        parts = Parted("\n".join(lines[:between]), "\n".join(lines[between + 1 :]), reverse)
        yield _basic(source, passage, line, parts)
        return
    text = "\n".join(lines)
    if len(text) > MAX_TEXT:
        yield line
        return
    text, found = without_tags(notations.highlights(text))
    if not cloze.parse(text):
        if text.strip():
            yield line
        return
    deck, tags = decks_and_tags(found)
    bullet = _BULLET.match(text) if len(lines) == 1 else None
    yield CardDraft(
        source.place(line),
        cloze=_noted(text[bullet.end() :] if bullet else text),
        tags=passage.tags + tags,
        deck=deck or passage.deck,
    )


def _noted(text: str) -> str:
    return notations.links(notations.images(notations.maths(text)))
