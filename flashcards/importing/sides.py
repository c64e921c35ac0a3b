"""What a card asks and what it answers, by its templates, for a screen that shows both at once.

The question stands above its answer here, so what an answer repeats of it is left out: all above
the line at which the answer begins, if it is nothing new; without such a line, the first lines
that show nothing but what the question shows. Filters that say, hide or ask something give
nothing on a question, unless there is nothing else.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from flashcards import cloze
from flashcards.importing import templates
from flashcards.importing.templates import Field, Part, Piece, Template, Values

_ASIDE: Final = "<br>"
_SEEN: Final = frozenset({Part.WORDS, Part.FIELD, Part.PICTURE})
_LINE_ENDS: Final = frozenset({Part.BLOCK, Part.RULE, Part.ANSWER})
_RULES: Final = frozenset({Part.RULE, Part.ANSWER})
_LABEL_END = re.compile(r"[:\uff1a]\Z")


class Sides(NamedTuple):
    """A card as HTML: its sides, and what is shown beside the answer.

    `typed` tells that the answer is to be typed, `shown` names the fields it shows. Of a cloze
    `front` is the text with its gaps, and there is no `back`; `alone` tells that it has parts that
    its template shows with one gap only.
    """

    front: str
    back: str
    extra: str
    typed: bool
    shown: frozenset[str]
    alone: bool = False


def basic(question: Template, answer: Template, values: Values) -> Sides:
    """Fill in a card that is no cloze. What is typed is all of its answer; the rest is extra.

    Raises:
        TooLongError: A side became too long to be of any use.
    """
    asked = templates.filled(question, values)
    front = _question(asked)
    told = _answer(asked, templates.filled(answer, values))
    if not any(map(_is_seen, told)) and _names(answer) <= _names(question):
        told = templates.filled(answer, values)  # it never shows more than the question
    typed = [piece for piece in asked if piece.goes_through("type")]
    back, beside = _parted(told, typed[0]) if typed else (told, [])
    return _sides(
        front, back, [*beside, *_hints(asked, (*front, *back, *beside))], typed=bool(typed)
    )


def gaps(question: Template, answer: Template, values: Values) -> Sides | None:
    """Fill in a cloze; None where its template asks for no gaps of any field.

    Raises:
        TooLongError: A side became too long to be of any use.
    """
    asked = templates.filled(question, values)
    typed = any(piece.goes_through("type") and _is_gapped(piece) for piece in asked)
    asked = _with_gaps_shown(asked, values)
    names = {piece.name for piece in asked if _is_gapped(piece)}
    if not names:
        return None
    front, alone = _apart(_question(asked))
    told = _answer(asked, templates.filled(answer, values))
    extra = [_with_gaps_filled(piece) for piece in told if piece.name not in names]
    known = {piece.key for piece in extra if piece.part is Part.FIELD}
    aside = [piece for piece in alone if piece.key not in known or piece.part is not Part.FIELD]
    beside = [*aside, *extra, *_hints(asked, (*front, *alone, *extra))]
    found = _sides(front, [], beside, typed=typed)
    return found._replace(alone=any(piece.alone for piece in (*asked, *told)))


def gapped_field(question: Template) -> str | None:
    """Give the field whose gaps a template asks for first."""
    gapped = {"cloze", "cloze-only"}
    return next((one.name for one in _fields(question) if gapped & set(one.filters)), None)


def _fields(template: Template) -> Iterator[Field]:
    yield from (step for step in template.steps if isinstance(step, Field))


def _names(template: Template) -> set[str]:
    return {field.name for field in _fields(template)}


def _sides(
    front: Sequence[Piece], back: Sequence[Piece], extra: Sequence[Piece], *, typed: bool
) -> Sides:
    shown = (piece.name for piece in (*front, *back, *extra) if piece.part is Part.FIELD)
    return Sides(_html(front), _html(back), _html(extra), typed, frozenset(shown))


def _html(pieces: Iterable[Piece]) -> str:
    """Put pieces together; of lines across only those that part something from something."""
    written: list[str] = []
    rule: int | None = None
    begun = False
    for piece in pieces:
        if piece.part in _RULES:
            if begun and rule is None:
                rule = len(written)
            written.append("")
            continue
        if _is_seen(piece):
            if rule is not None:
                written[rule] = "<hr>"
            rule, begun = None, True
        written.append(piece.html)
    return "".join(written)


def _is_seen(piece: Piece) -> bool:
    return piece.part in _SEEN and templates.has_words(piece.html)


# -- Questions


def _question(asked: list[Piece]) -> list[Piece]:
    """Give what a question shows, without the labels of what it does not."""
    labels = {
        at
        for line in _lines(asked)
        if not any(_is_shown(asked[at]) for at in line) and any(asked[at].name for at in line)
        for at in line
        if _is_label(_plain(asked[at]))
    }
    gone = {at for at, piece in enumerate(asked) if _is_hidden(piece) or piece.is_spoken}
    shown = _without(asked, gone, labels)
    if not any(piece.part is Part.FIELD and _is_seen(piece) for piece in shown):
        shown = [piece for piece in asked if not piece.goes_through("type")]
    return shown


def _without(
    pieces: Sequence[Piece], gone: AbstractSet[int], labels: AbstractSet[int] = frozenset()
) -> list[Piece]:
    """Leave pieces out, with the brackets that held nothing but what is `gone`."""
    left = list(pieces)
    passed = {
        at
        for at, piece in enumerate(pieces)
        if at in gone
        or piece.part is Part.TAG
        or (piece.part is Part.WORDS and not piece.html.strip())
    }
    for begin in range(len(left)):
        if begin in passed:
            continue
        end = begin + 1
        while end in passed:
            end += 1
        if end == len(left) or gone.isdisjoint(range(begin, end)):
            continue
        before, after = left[begin], left[end]
        opens, closes = before.html.rstrip(), after.html.lstrip()
        if before.part is after.part is Part.WORDS and _is_pair(opens[-1:], closes[:1]):
            left[begin] = before._replace(html=opens[:-1].rstrip())
            left[end] = after._replace(html=closes[1:])
    return [piece for at, piece in enumerate(left) if at not in gone and at not in labels]


def _is_pair(opens: str, closes: str) -> bool:
    return templates.BRACKETS.get(opens) == closes


def _is_shown(piece: Piece) -> bool:
    return piece.part is Part.FIELD and not (_is_hidden(piece) or piece.is_spoken)


def _is_hidden(piece: Piece) -> bool:
    return piece.goes_through("type", "hint")


def _hints(asked: Iterable[Piece], shown: Iterable[Piece]) -> Iterator[Piece]:
    """Give what the question hides for a while, if nothing else shows it: a line each."""
    names = {piece.name for piece in shown if piece.part is Part.FIELD}
    for piece in asked:
        if _is_hidden(piece) and piece.name not in names:
            names.add(piece.name)
            yield Piece(Part.BLOCK, _ASIDE)
            yield piece


# -- Answers


def _answer(asked: Sequence[Piece], told: list[Piece]) -> list[Piece]:
    """Give an answer without what it repeats of the question."""
    told = _without(told, {at for at, piece in enumerate(told) if piece.is_spoken})
    begin = next((at for at, piece in enumerate(told) if piece.part is Part.ANSWER), None)
    if begin is None:
        repeated = set(_repeated_first(asked, told))
    else:
        repeated = set(_repeated_above(asked, told[:begin]))
    return [piece for at, piece in enumerate(told) if at not in repeated]


def _repeated_above(asked: Sequence[Piece], above: Sequence[Piece]) -> Iterator[int]:
    """Number the pieces above the line at which an answer begins, but lines with a new field."""
    keys = _keys(asked)
    for line in _lines(above):
        fields = [above[at] for at in line if above[at].part is Part.FIELD]
        if not any(piece.goes_through("type") or piece.key not in keys for piece in fields):
            yield from line


def _repeated_first(asked: Sequence[Piece], told: Sequence[Piece]) -> Iterator[int]:
    """Number the pieces of the first lines that show nothing new, with their labels."""
    keys = _keys(asked)
    words = {_plain(piece) for piece in asked if piece.part in {Part.WORDS, Part.PICTURE}}
    labels: list[int] = []
    for line in _lines(told):
        pieces = [told[at] for at in line if _is_seen(told[at])]
        fields = [piece for piece in pieces if piece.part is Part.FIELD]
        others = {_plain(piece) for piece in pieces if piece.part is not Part.FIELD}
        if any(piece.goes_through("type") or piece.key not in keys for piece in fields):
            return
        if not all(one in words or _is_label(one) for one in others):
            return
        labels += line
        if fields or (others and others <= words):
            yield from labels
            labels = []


def _is_label(words: str) -> bool:
    """Tell if words only say what follows them, or say nothing."""
    return _LABEL_END.search(words) is not None or not any(map(str.isalnum, words))


def _keys(asked: Iterable[Piece]) -> set[tuple[str, tuple[str, ...]]]:
    return {
        piece.key
        for piece in asked
        if piece.part is Part.FIELD and not (piece.goes_through("type") or piece.is_spoken)
    }


def _plain(piece: Piece) -> str:
    return " ".join(piece.html.replace("&nbsp;", " ").split())


def _lines(pieces: Sequence[Piece]) -> Iterator[list[int]]:
    """Number what is to be seen, line by line; tags are of no line, and stay in pairs."""
    line: list[int] = []
    for at, piece in enumerate(pieces):
        if piece.part in _LINE_ENDS:
            yield line
            line = []
        elif piece.part in _SEEN:
            line.append(at)
    yield line


def _parted(told: list[Piece], typed: Piece) -> tuple[list[Piece], list[Piece]]:
    """Part what is to be typed from the rest of an answer, which may have it in the question."""
    found = [piece for piece in told if piece.name == typed.name]
    found = [piece for piece in found if piece.goes_through("type")] or found
    rest = [piece for piece in told if piece.name != typed.name]
    shows_more = any(piece.part is Part.FIELD and _is_seen(piece) for piece in rest)
    return [*found, typed][:1], rest if shows_more else []


# -- Gaps


def _is_gapped(piece: Piece) -> bool:
    return piece.part is Part.FIELD and piece.goes_through("cloze", "cloze-only")


def _with_gaps_shown(asked: list[Piece], values: Values) -> list[Piece]:
    """Give a question in which each field with gaps stands once, whole."""
    order = sorted(
        (at for at, piece in enumerate(asked) if _is_gapped(piece)),
        key=lambda at: (
            _is_hidden(asked[at]),
            asked[at].goes_through("cloze-only"),
            asked[at].alone > 0,
            at,
        ),
    )
    first: dict[str, int] = {}
    for at in order:
        first.setdefault(asked[at].name, at)
    again = {asked[at].alone for at in order} - {0, *(asked[at].alone for at in first.values())}
    shown = []
    for at, piece in enumerate(asked):
        if piece.alone in again and piece.part is not Part.FIELD:
            continue  # what introduces the same text once more
        if _is_gapped(piece) and first[piece.name] == at:
            html = values.fields[piece.name]
            plain = tuple(one for one in piece.filters if one not in {"type", "hint"})
            shown.append(piece._replace(html=html, filters=plain))
        elif piece.name not in first:
            shown.append(_with_gaps_filled(piece))
    return shown


def _apart(pieces: list[Piece]) -> tuple[list[Piece], list[Piece]]:
    """Part what a template shows with one gap only, and what holds no gaps, from the rest."""
    alone: dict[int, list[Piece]] = {}
    for piece in pieces:
        if piece.alone:
            alone.setdefault(piece.alone, []).append(piece)
    moved = {number for number, group in alone.items() if not any(map(_is_gapped, group))}
    rest = [piece for piece in pieces if piece.alone not in moved]
    aside: list[Piece] = []
    for number in sorted(moved):
        group = [piece for piece in alone[number] if piece.part not in _LINE_ENDS]
        aside += [*group, Piece(Part.BLOCK, _ASIDE)]
    return rest, aside


def _with_gaps_filled(piece: Piece) -> Piece:
    """Fill the gaps of a field in that no card asks for."""
    if piece.part is not Part.FIELD or "{{" not in piece.html:
        return piece
    return piece._replace(html=cloze.rewritten(piece.html, _filled_in))


def _filled_in(gap: cloze.Gap, inside: str) -> str:
    hint = f"::{gap.hint}" if gap.hint else ""
    return inside if gap.numbers else f"{{{{{inside}{hint}}}}}"
