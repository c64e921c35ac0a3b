"""Templates of another program's cards: what they are made of, and filled in with a note's fields.

A template is taken apart once and filled in piece by piece, so that whoever puts a card together
knows what each piece is: words of the template, a field and its filters, a tag. Comments and
styles show nothing and are none of it. Special fields (the deck, the tags ...) that stand between
signs alone are decoration and left out, signs and all; within words they are filled in.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from enum import Enum
from itertools import islice
from typing import Final, NamedTuple

SPECIAL: Final = frozenset({"Tags", "Type", "Deck", "Subdeck", "Card", "CardFlag"})
"""What a template may show beside the fields of the note."""

BRACKETS: Final = {"(": ")", "[": "]", "\uff08": "\uff09", "\u3010": "\u3011", "\u300c": "\u300d"}
"""Signs that open something, each with the one that closes it."""

_FRONT_SIDE: Final = "FrontSide"
_READINGS: Final = frozenset({"kanji", "kana", "furigana"})
_KNOWN_FILTERS: Final = _READINGS | {"text", "type", "nc", "hint", "cloze", "cloze-only"}
_SPOKEN: Final = "tts"
_ALTERNATIVE: Final = "{{=<% %>=}}"
_LONGEST_AS_WRITTEN: Final = 1_000_000
_LONGEST: Final = 20_000
"""Characters of a template without what it never shows; longer ones are scripts."""

_MOST_STEPS: Final = 2_000
"""Tags, fields and the words between them; of filters no more than that."""

_GROWTH: Final = 4
_SLACK: Final = 20_000
"""A side is no longer than its template, the note that many times, and these characters."""

_WORK: Final = 20
"""Filling a side in reads no more than that many times what the side may hold."""

_TAG = r"<[a-zA-Z/!][^<>]*>"
_MARK = re.compile(r"\{\{([^{}]*)\}\}")
_TOKEN = re.compile(rf"({_TAG})|{_MARK.pattern}")
_THREEFOLD = re.compile(r"\{\{\{([^{}]*)\}\}\}")
_ALTERNATIVE_MARK = re.compile(r"<%((?:(?!<%|%>)[^{}])*)%>")
_ALTERNATIVE_TOKEN = re.compile(
    rf"(<[a-zA-Z/!](?:<%(?:(?!<%|%>)[^{{}}])*%>|[^<>])*>)|{_ALTERNATIVE_MARK.pattern}"
)
_UNSEEN: Final = (
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<style\b", re.IGNORECASE), re.compile(r"</style[^<>]*>", re.IGNORECASE)),
)
_SCRIPT = re.compile(r"<script\b", re.IGNORECASE)
_WITHOUT_MEANING = re.compile(
    r"""\s(?:class|id|lang|title|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)""", re.IGNORECASE
)
_TAG_NAME = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)")
_ANSWER_ID = re.compile(r"\bid\s*=\s*[\"']?answer\b", re.IGNORECASE)
_SOURCE = re.compile(r"\bsrc\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+))", re.IGNORECASE)
_SOUND = re.compile(r"\[sound:([^\[\]\n]+)\]")
_BLOCKS: Final = frozenset(
    "address article aside blockquote br center dd details div dl dt fieldset figcaption figure"  # noqa: SIM905 -- a page of quoted words
    " footer form h1 h2 h3 h4 h5 h6 header main nav ol p pre section summary table tr ul".split()
)
_EMPTY = re.compile(r"(?:[ \t\n\r\f\v]|</?(?:br|div) ?/?>)*", re.IGNORECASE)
_UNSEEN_ALONE = re.compile(r"(?:</?(?:br|div)\b[^<>]*>|&nbsp;|\s)*", re.IGNORECASE)
_ONE_GAP = re.compile(r"c([1-9][0-9]{0,3})")
_READING_IN_BRACKETS = re.compile(r"\[([^\[\]]+)\]")
_BLANKS = re.compile(r"[ \t\n\r\f\v]+")
_ANY_TAG = re.compile(_TAG)
_LINE_TAG = re.compile(r"<(?:br|div|p|li|tr)\b[^<>]*>", re.IGNORECASE)


class TooLongError(ValueError):
    """A side is longer, or more work, than its note and template give reason for."""


class Part(Enum):
    """What a piece of a filled in template is.

    `BLOCK` is a tag at which a line ends, `RULE` a line across and `ANSWER` the one below which
    the answer begins; `PICTURE` is an image that belongs to the template.
    """

    WORDS = 1
    FIELD = 2
    TAG = 3
    PICTURE = 4
    BLOCK = 5
    RULE = 6
    ANSWER = 7


class Piece(NamedTuple):
    """A piece of a filled in template, as HTML; of a field, its name and filters.

    `alone` numbers the part of the template that shows it with one gap of a cloze only, 0 if with
    all.
    """

    part: Part
    html: str
    name: str = ""
    filters: tuple[str, ...] = ()
    alone: int = 0

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """What it shows: a field, and which reading of it."""
        return self.name, tuple(one for one in self.filters if one in _READINGS)

    @property
    def is_spoken(self) -> bool:
        """Whether it is said and not shown."""
        return any(one.partition(" ")[0] == _SPOKEN for one in self.filters)

    def goes_through(self, *filters: str) -> bool:
        """Tell if one of these filters is among its own."""
        return not set(filters).isdisjoint(self.filters)


class Values(NamedTuple):
    """What a template is filled in with: fields, special fields, the numbers of a cloze's cards."""

    fields: Mapping[str, str]
    special: Mapping[str, str]
    gaps: frozenset[int] = frozenset()


class Field(NamedTuple):
    """A field that a template shows, through these filters, the last one first."""

    name: str
    filters: tuple[str, ...]


class _Fixed(NamedTuple):
    """What stands in a template; within a tag there may be fields."""

    part: Part
    pieces: tuple["str | Field", ...]


class _Condition(NamedTuple):
    """Where a part begins that is shown only with a field, or without; `end` comes after it."""

    name: str
    negated: bool
    end: int


_Step = _Fixed | Field | _Condition


class Template(NamedTuple):
    """A template taken apart.

    It is `usable` if it shows its fields without a script and is no longer than any template
    need be. `beside` names the fields that conditions ask for or that stand in tags, `foreign`
    the filters that Anki has not by itself, `decorations` the special fields that were left out,
    and `missing` the images and sounds of its own that are not there; an image that is written
    into it has no name.
    """

    steps: tuple[_Step, ...] = ()
    length: int = 0
    usable: bool = False
    beside: frozenset[str] = frozenset()
    foreign: tuple[str, ...] = ()
    decorations: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def parsed(text: str, names: Container[str], is_there: Callable[[str], bool]) -> Template:
    """Take a template apart, whose note type has fields of these `names`.

    `is_there` tells of an image's tag, or a sound, if its file is there.
    """
    if len(text) > _LONGEST_AS_WRITTEN:
        return Template()
    for begin, end in _UNSEEN:
        text = _without(text, begin, end)
    mark, token = _MARK, _TOKEN
    if text.lstrip().startswith(_ALTERNATIVE):
        text = text.lstrip().removeprefix(_ALTERNATIVE)
        mark, token = _ALTERNATIVE_MARK, _ALTERNATIVE_TOKEN
    text = _THREEFOLD.sub(r"{{\1}}", text)
    if "<pre" not in text.lower():
        text = " ".join(_BLANKS.split(text))
    if _has_more(token, text, _LONGEST):
        return Template()
    missing: list[str] = []
    steps = list(_with_what_is_there(_steps(text, token, mark), is_there, missing))
    length = sum(len(_words_of(step)) for step in steps)
    steps, decorations = _undecorated(steps, names)
    fields = [
        field
        for step in steps
        for field in (step.pieces if isinstance(step, _Fixed) else (step,))
        if isinstance(field, Field)
    ]
    return Template(
        tuple(steps),
        length,
        length <= _LONGEST
        and len(steps) <= _MOST_STEPS
        and sum(len(field.filters) for field in fields) <= _MOST_STEPS
        and not _SCRIPT.search(text),
        frozenset(_beside(steps)),
        tuple(dict.fromkeys(one for field in fields for one in field.filters if _is_foreign(one))),
        decorations,
        tuple(dict.fromkeys(missing)),
    )


def filled(template: Template, values: Values) -> list[Piece]:
    """Fill a template in; of a field that is empty there is no piece.

    Raises:
        TooLongError: It became too long to be of any use, or took too long.
    """
    pieces: list[Piece] = []
    at = size = work = alone = alone_until = 0
    most = template.length + _GROWTH * sum(map(len, values.fields.values())) + _SLACK
    while at < len(template.steps):
        step = template.steps[at]
        at += 1
        work += _work(step, values)
        if work > _WORK * most:
            raise TooLongError
        if isinstance(step, _Condition):
            if not _is_met(step, values):
                at = step.end
            elif at > alone_until and _gap_of(step.name, values) and len(values.gaps) > 1:
                alone, alone_until = at, step.end
            continue
        piece = _piece(step, values)
        if piece.html:
            pieces.append(piece._replace(alone=alone if at <= alone_until else 0))
            size += len(piece.html)
            if size > most:
                raise TooLongError
    return pieces


def is_empty(html: str) -> bool:
    """Tell if a field is empty to a condition: nothing but blanks and breaks."""
    return _EMPTY.fullmatch(html) is not None


def has_words(html: str) -> bool:
    """Tell if there is anything to be seen."""
    return _UNSEEN_ALONE.fullmatch(html) is None


# -- Taking apart


def _without(text: str, begin: re.Pattern[str], end: re.Pattern[str]) -> str:
    """Cut out what `begin` and `end` enclose. What never ends is looked for once."""
    pieces: list[str] = []
    at = 0
    while (begins := begin.search(text, at)) and (ends := end.search(text, begins.end())):
        pieces.append(text[at : begins.start()])
        at = ends.end()
    return "".join([*pieces, text[at:]])


def _has_more(pattern: re.Pattern[str], text: str, most: int) -> bool:
    return any(True for _ in islice(pattern.finditer(text), most, None))


def _steps(text: str, token: re.Pattern[str], mark: re.Pattern[str]) -> list[_Step]:
    """Give the steps in order; where a condition ends is put in once that is known."""
    steps: list[_Step] = []
    waiting: list[tuple[int, _Condition]] = []
    at = 0
    for found in token.finditer(text):
        _add_words(steps, text[at : found.start()])
        at = found.end()
        if found[1]:
            steps += _tag(found[1], mark)
            continue
        inside = found[2].strip()
        kind, name = inside[:1], inside[1:].strip()
        if kind in {"#", "^"}:
            condition = _Condition(name, kind == "^", 0)
            waiting.append((len(steps), condition))
            steps.append(condition)
        elif kind != "/":
            steps.append(_field(inside))
        elif waiting:
            begin, condition = waiting.pop()
            steps[begin] = condition._replace(end=len(steps))
    _add_words(steps, text[at:])
    for begin, condition in waiting:
        steps[begin] = condition._replace(end=len(steps))
    return steps


def _add_words(steps: list[_Step], text: str) -> None:
    """Add the words between two tags or fields, and each sound in them by itself."""
    words, *sounds = _SOUND.split(text)
    if words:
        steps.append(_Fixed(Part.WORDS, (words,)))
    for name, following in zip(sounds[::2], sounds[1::2], strict=True):
        steps.append(_Fixed(Part.PICTURE, (f"[sound:{name}]",)))
        if following:
            steps.append(_Fixed(Part.WORDS, (following,)))


def _field(inside: str) -> Field:
    *filters, name = (part.strip() for part in inside.split(":"))
    return Field(name, tuple(filters))


def _tag(text: str, mark: re.Pattern[str]) -> Iterator[_Fixed]:
    """Give a tag; one that is no line, but says that the answer begins, comes after a line."""
    named = _TAG_NAME.match(text)
    name = named[1].lower() if named else ""
    answer = _ANSWER_ID.search(text) is not None
    if name == "hr" or answer:
        yield _Fixed(Part.ANSWER if answer else Part.RULE, ("<hr>",))
    if name == "hr":
        return
    pieces: list[str | Field] = []
    at = 0
    text = _WITHOUT_MEANING.sub("", text)
    for found in mark.finditer(text):
        pieces.append(text[at : found.start()])
        at = found.end()
        if not found[1].strip().startswith(("#", "^", "/")):
            pieces.append(_field(found[1].strip()))
    pieces.append(text[at:])
    if name == "img" and len(pieces) == 1:
        yield _Fixed(Part.PICTURE, tuple(pieces))
    else:
        yield _Fixed(Part.BLOCK if name in _BLOCKS else Part.TAG, tuple(pieces))


def _with_what_is_there(
    steps: Iterable[_Step], is_there: Callable[[str], bool], missing: list[str]
) -> Iterator[_Step]:
    """Empty the images and sounds of the template whose file is not there, and name them."""
    for step in steps:
        if isinstance(step, _Fixed) and step.part is Part.PICTURE:
            html = "".join(map(str, step.pieces))
            if not is_there(html):
                missing.append(_name_of(html))
                step = step._replace(pieces=())  # noqa: PLW2901 -- the same step, emptied
        yield step


def _name_of(html: str) -> str:
    found = _SOUND.fullmatch(html) or _SOURCE.search(html)
    name = next(filter(None, found.groups()), "") if found else html
    return "" if name.startswith("data:") else name


def _undecorated(steps: list[_Step], names: Container[str]) -> tuple[list[_Step], tuple[str, ...]]:
    """Empty the special fields that stand between signs alone, with these; and name them.

    Steps keep their numbers, for conditions say by number where they end.
    """
    steps = list(steps)
    left_out: dict[str, None] = {}
    stretch: list[int] = []
    for at in range(len(steps) + 1):
        step = steps[at] if at < len(steps) else None
        if isinstance(step, _Condition):
            continue
        special = isinstance(step, Field) and _is_special(step, names)
        if special or (isinstance(step, _Fixed) and step.part is Part.WORDS):
            stretch.append(at)
            continue
        left_out.update(dict.fromkeys(_emptied(steps, stretch, between=_is_between(steps, at))))
        stretch = []
    return steps, tuple(left_out)


def _is_between(steps: list[_Step], at: int) -> bool:
    return at < len(steps) and isinstance(steps[at], Field)


def _emptied(steps: list[_Step], stretch: list[int], *, between: bool) -> Iterator[str]:
    """Empty a stretch of words and special fields if its words say nothing.

    Brackets stay that hold something beside it, each in its place.
    """
    words = "".join(_words_of(steps[at]) for at in stretch)
    names = [step.name for at in stretch if isinstance(step := steps[at], Field)]
    if not names or any(map(str.isalnum, re.sub(r"&\w+;", "", words))):
        return
    before = steps[stretch[0] - 1] if stretch[0] else None
    closing, opening = _unpaired((at, sign) for at in stretch for sign in _words_of(steps[at]))
    if between and isinstance(before, Field):
        closing.append((closing[-1][0] if closing else stretch[0], " "))
    kept = dict.fromkeys(stretch, "")
    for at, sign in closing + opening:
        kept[at] += sign
    for at, signs in kept.items():
        steps[at] = _Fixed(Part.WORDS, (signs,))
    yield from (name for name in names if name != _FRONT_SIDE)


def _unpaired(
    signs: Iterable[tuple[int, str]],
) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Give the brackets that close, and those that open, around something beside these signs."""
    closing: list[tuple[int, str]] = []
    opening: list[tuple[int, str]] = []
    for at, sign in signs:
        if sign in BRACKETS:
            opening.append((at, sign))
        elif sign in BRACKETS.values() and opening and BRACKETS[opening[-1][1]] == sign:
            opening.pop()
        elif sign in BRACKETS.values():
            closing.append((at, sign))
    return closing, opening


def _is_special(field: Field, names: Container[str]) -> bool:
    """Tell if this is no field of the note, which may have one of that name."""
    return field.name == _FRONT_SIDE or (field.name in SPECIAL and field.name not in names)


def _words_of(step: _Step) -> str:
    if not isinstance(step, _Fixed):
        return ""
    return "".join(one for one in step.pieces if isinstance(one, str))


def _beside(steps: Iterable[_Step]) -> Iterator[str]:
    for step in steps:
        if isinstance(step, _Condition):
            yield step.name
        elif isinstance(step, _Fixed):
            yield from (one.name for one in step.pieces if isinstance(one, Field))


def _is_foreign(one: str) -> bool:
    return bool(one) and one not in _KNOWN_FILTERS and one.partition(" ")[0] != _SPOKEN


# -- Filling in


def _piece(step: _Fixed | Field, values: Values) -> Piece:
    if isinstance(step, Field):
        part = Part.FIELD if step.name in values.fields else Part.WORDS
        return Piece(part, _shown(step, values), step.name, step.filters)
    pieces = (one if isinstance(one, str) else _shown(one, values) for one in step.pieces)
    return Piece(step.part, "".join(pieces))


def _work(step: _Step, values: Values) -> int:
    """Count the characters that filling a step in reads."""
    if isinstance(step, _Fixed):
        return sum(_work(one, values) for one in step.pieces if isinstance(one, Field))
    times = 1 + len(step.filters) if isinstance(step, Field) else 1
    return times * len(values.fields.get(step.name, ""))


def _shown(field: Field, values: Values) -> str:
    html = values.fields.get(field.name)
    if html is None or field.name == _FRONT_SIDE:
        return _escaped(values.special.get(field.name, ""))
    for one in reversed(field.filters):
        if one in _READINGS:
            html = _read(html, one)
        elif one == "text":
            html = _ANY_TAG.sub("", _LINE_TAG.sub(" ", html))
    return html


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _is_met(condition: _Condition, values: Values) -> bool:
    """Tell if a part is shown; one that some cards of a cloze show, and others not, is."""
    gap = _gap_of(condition.name, values)
    if gap:
        return bool(values.gaps - {gap}) if condition.negated else gap in values.gaps
    html = values.fields.get(condition.name, values.special.get(condition.name, ""))
    return is_empty(html) == condition.negated


def _gap_of(name: str, values: Values) -> int:
    """Give the number of the gap that a condition asks for, 0 if it asks for a field."""
    found = _ONE_GAP.fullmatch(name)
    return int(found[1]) if found and name not in values.fields else 0


def _read(html: str, how: str) -> str:
    """Write ``word[reading]`` as the word, the reading, or ``word(reading)``.

    The word begins after a blank, which is not shown, or after a tag. A sound is no reading.
    """
    html = html.replace("&nbsp;", " ")
    pieces: list[str] = []
    at = 0
    for found in _READING_IN_BRACKETS.finditer(html):
        begin = 1 + max(html.rfind(" ", at, found.start()), html.rfind(">", at, found.start()))
        begin = max(begin, at)
        word, reading = html[begin : found.start()], found[1]
        if not word:
            continue
        if reading.startswith("sound:"):
            pieces.append(html[at : found.end()])
        else:
            pieces += [html[at:begin].removesuffix(" "), _as_read(word, reading, how)]
        at = found.end()
    return "".join([*pieces, html[at:]])


def _as_read(word: str, reading: str, how: str) -> str:
    if how == "kanji":
        return word
    return reading if how == "kana" else f"{word}({reading})"
