r"""Gaps as Anki reads them, on their way through HTML, and as a deck has them.

Anki sees ``{{c`` with a number, and ``}}`` that closes what was opened last, wherever they stand
in a field: in code, in a formula, across elements. All other braces are text there, and so they
must be here. Where closing braces stand together and some belong to what the gap holds, as in
``{{c1::\frac{1}{2}}}``, the last two close it, whatever Anki shows.
"""

import re
from typing import Final, NamedTuple

from flashcards.importing import placeholders
from flashcards.importing.placeholders import (
    BLOCK,
    EDGE,
    HOLDING,
    INDENT,
    KEPT,
    WITHIN,
    Shelf,
)

_HIGHEST: Final = 500
"""Anki has no card for a higher number: all those are on the card of this one."""
_LARGEST: Final = 65_535
"""What Anki reads as a number; text that asks for more is no gap."""
_DEEPEST: Final = 8
"""Gaps within gaps, as many as a deck may have."""
_TOKEN = re.compile(r"\{\{c([0-9,]+)::|\\\{(?!\{c[0-9,]+::)|\{|\\?\}+|::")
_BRACE = re.compile(r"\\[!-/:-@\[-`{-~]|[{}]", re.DOTALL)
_COLON = re.compile(r"^:|(?<=:):")
_BLOCK_BEGINS = re.compile(rf"[ ]*{BLOCK}")
_HINT = placeholders.hint(0)[0]
_SPACES = f"[ \n{INDENT}{WITHIN}]"
_SPACE_INSIDE = re.compile(
    rf"(?P<begins>(?:{placeholders.GAP_BEGINS.pattern})+)(?P<after>{_SPACES}+)"
    rf"|(?<!{_SPACES})(?P<before>{_SPACES}+)(?!{placeholders.GAP_BEGINS.pattern})"
    rf"(?P<ends>{placeholders.ONE_EDGE.pattern})"
)
_BLOCK_MARKS = re.compile(rf"{BLOCK}{KEPT.pattern}{HOLDING}?")
_STRESS = re.compile(f"[{placeholders.STRESS}]")
_LAST_LINE = re.compile(r"\n(?:::[^\n]*)?\}\}\Z")
_WHOLE_LINE = re.compile(rf"[ >{BLOCK}{HOLDING}]*{BLOCK}(?:\|.*\||`{{3,}}|---)\Z")


class _Opened(NamedTuple):
    """A gap that was begun: where in the pieces, its numbers, and what is open in it so far."""

    place: int
    written: str
    numbers: tuple[int, ...]
    counted: bool


class Gaps:
    """The gaps of a field by their number among them, with Anki's numbers of each."""

    def __init__(self) -> None:
        """Begin with none."""
        self._numbers: list[tuple[int, ...]] = []

    def add(self, numbers: tuple[int, ...]) -> int:
        """Take a gap of these numbers, and give which it is."""
        self._numbers.append(numbers)
        return len(self._numbers) - 1

    def numbers(self, gap: int) -> tuple[int, ...]:
        """Give the numbers of a gap."""
        return self._numbers[gap]


def marked(html: str, gaps: Gaps) -> str:
    """Give `html` with the edges of its gaps marked."""
    return _Marking(html, gaps).done()


class _Marking:
    """One walk over a field, brace by brace."""

    def __init__(self, html: str, gaps: Gaps) -> None:
        self._gaps = gaps
        self._pieces: list[str] = []
        self._open: list[_Opened] = []
        self._depth = 0
        self._depths: list[int] = []
        self._hints: list[int] = []
        self._signs: list[tuple[int, str]] = []  # what was written where a mark is, by its place
        at = 0
        for token in _TOKEN.finditer(html):
            self._pieces.append(html[at : token.start()])
            self._take(token)
            at = token.end()
        self._pieces.append(html[at:])

    def done(self) -> str:
        """Give the marked text; what lies in a gap that never ends is text, as it is no card."""
        if self._open:
            first = self._open[0].place
            for place, sign in self._signs:
                if place > first:
                    self._pieces[place] = sign
        return "".join(self._pieces)

    def _take(self, token: re.Match[str]) -> None:
        sign = token[0]
        if token[1] is not None:
            self._begin(sign, token[1])
        elif sign == "::":
            if self._open and self._hints[-1] < 0:
                self._hints[-1] = len(self._pieces)
                self._depths[-1] = 0
            self._pieces.append(sign)
        elif "}" in sign:
            self._close(sign)
        else:
            if self._open and sign == "{":
                self._depths[-1] += 1
            self._pieces.append(sign)

    def _begin(self, sign: str, listed: str) -> None:
        numbers = [int(number) for number in listed.split(",") if number]
        if not numbers or max(numbers) > _LARGEST:
            self._pieces.append(sign)
            return
        if self._open:
            self._hints[-1] = -1  # a hint holds no gap
        kept = tuple(dict.fromkeys(min(number, _HIGHEST) for number in numbers if number))
        counted = bool(kept) and self._depth < _DEEPEST
        self._depth += counted
        self._open.append(_Opened(len(self._pieces), sign, kept, counted))
        self._depths.append(0)
        self._hints.append(-1)
        self._pieces.append(sign)

    def _close(self, run: str) -> None:
        left = len(run)
        if run[0] == "\\":
            left -= 1
            self._pieces.append("\\")
            if not self._open or self._can_spare(left):
                left -= 1
                self._pieces.append("}")
        while left:
            if self._open and self._depths[-1] > 0 and self._can_spare(left):
                self._depths[-1] -= 1
            elif self._open and left > 1:
                left -= 2
                self._end()
                continue
            elif self._open:
                self._depths[-1] = max(0, self._depths[-1] - 1)
            left -= 1
            self._pieces.append("}")

    def _can_spare(self, left: int) -> bool:
        """Tell if so many closing braces close as many gaps with one of them taken for text."""
        return (left - 1) // 2 >= min(len(self._open), left // 2)

    def _end(self) -> None:
        opened = self._open.pop()
        self._depth -= opened.counted
        self._depths.pop()
        hinted = self._hints.pop()
        if not opened.counted:
            self._pieces[opened.place] = ""
            if hinted >= 0:
                del self._pieces[hinted:]
            return
        gap = self._gaps.add(opened.numbers)
        self._mark(opened.place, placeholders.begin(gap))
        if hinted >= 0:
            self._mark(hinted, placeholders.hint(gap))
        self._pieces.append("}}")
        self._mark(len(self._pieces) - 1, placeholders.end(gap))

    def _mark(self, place: int, mark: str) -> None:
        self._signs.append((place, self._pieces[place]))
        self._pieces[place] = mark


def paired(text: str) -> str:
    """Take out the edges that have lost their partner, and gaps that hold nothing."""
    pieces: list[str] = []
    begun: list[tuple[int, int, int]] = []  # which gap, the place of its beginning, of its hint
    at = 0
    for edge in EDGE.finditer(text):
        pieces.append(text[at : edge.start()])
        at = edge.end()
        gap = int(edge[2])
        if placeholders.is_begin(edge):
            begun.append((gap, len(pieces), -1))
            pieces.append(edge[0])
        elif not any(gap == other for other, _, _ in begun):
            continue
        else:
            while begun[-1][0] != gap:
                _unmark(pieces, *begun.pop())
            if placeholders.is_hint(edge):
                begun[-1] = (gap, begun[-1][1], len(pieces))
                pieces.append(edge[0])
                continue
            _, place, hinted = begun.pop()
            end = hinted if hinted >= 0 else len(pieces)
            if _STRESS.sub("", placeholders.spaced("".join(pieces[place + 1 : end]))).strip():
                pieces.append(edge[0])
            else:
                pieces[place:] = pieces[place + 1 : end]
    pieces.append(text[at:])
    for lost in begun:
        _unmark(pieces, *lost)
    return "".join(pieces)


def _unmark(pieces: list[str], _: int, place: int, hinted: int) -> None:
    """Make text of a gap whose end was lost."""
    pieces[place] = ""
    if hinted >= 0:
        pieces[hinted] = "::"


def tightened(text: str) -> str:
    """Put the space and the line ends that a gap begins or ends with outside of it."""
    for _ in range(_DEEPEST + 1):
        moved = _SPACE_INSIDE.sub(_tightened, text)
        if moved == text:
            break
        text = moved
    return text


def _tightened(found: re.Match[str]) -> str:
    edges, space = found["begins"], found["after"]
    if edges:
        line = found.string[found.string.rfind("\n", 0, found.start()) + 1 : found.start()]
        return f"{space if _BLOCK_MARKS.sub('', line).strip() else ''}{edges}"
    edges, space = found["ends"], found["before"]
    following = found.string[found.end() : found.end() + 1]
    return edges if edges[0] == _HINT or following in {"", "\n"} else f"{edges}{space}"


def unpaired(text: str) -> list[re.Match[str]]:
    """Give the edges in a text of gaps that do not both begin and end in it."""
    begun: list[re.Match[str]] = []
    whole: set[str] = set()
    for edge in EDGE.finditer(text):
        if placeholders.is_begin(edge):
            begun.append(edge)
        elif placeholders.is_end(edge) and begun and begun[-1][2] == edge[2]:
            whole.add(begun.pop()[2])
    return [edge for edge in EDGE.finditer(text) if edge[2] not in whole]


def is_whole(text: str) -> bool:
    """Tell if every gap that begins in a text ends in it, and the other way round."""
    return not unpaired(text)


def parted(text: str) -> list[str]:
    """Cut a text at the edges of gaps that are not all in it; they are pieces of their own."""
    pieces: list[str] = []
    at = 0
    for edge in unpaired(text):
        pieces += [text[at : edge.start()], edge[0]]
        at = edge.end()
    return [*pieces, text[at:]]


def written(text: str, gaps: Gaps, shelf: Shelf) -> str:
    """Give a text with its marked gaps as a deck has them, and no others.

    What was put aside still is: a brace in code or in maths opens no gap.
    """
    layers: list[list[str]] = [[]]
    hints: list[list[str] | None] = [None]
    at = 0
    for edge in EDGE.finditer(text):
        _text_of(layers, hints).append(_without_braces(text[at : edge.start()]))
        at = edge.end()
        if placeholders.is_begin(edge):
            layers.append([])
            hints.append(None)
        elif placeholders.is_hint(edge):
            hints[-1] = []
        else:
            gap = _gap(gaps.numbers(int(edge[2])), layers.pop(), hints.pop(), shelf)
            following = EDGE.match(text, at)
            goes_on = placeholders.is_begin(following) if following else text[at : at + 1].strip()
            ends_line = goes_on and _LAST_LINE.search(gap)
            _text_of(layers, hints).append(f"{gap}\n\n" if ends_line else gap)
    _text_of(layers, hints).append(_without_braces(text[at:]))
    return "".join(layers[0])


def _text_of(layers: list[list[str]], hints: list[list[str] | None]) -> list[str]:
    hint = hints[-1]
    return layers[-1] if hint is None else hint


def _gap(numbers: tuple[int, ...], pieces: list[str], hint: list[str] | None, shelf: Shelf) -> str:
    inside = "".join(pieces).strip(" \n")
    told = _COLON.sub(r"\\:", placeholders.one_line("".join(hint or ())))
    own = "".join(piece for piece in pieces if not piece.startswith("{{c"))
    # An empty hint keeps what stands in the gap from being taken for one.
    end = f"::{told}" if told or "::" in own else ""
    first = last = ""
    if "\n" in inside:
        first = "\n" if _BLOCK_BEGINS.match(inside) else ""
        last = "\n" if _WHOLE_LINE.match(shelf.filled(inside.rpartition("\n")[2])) else ""
    return f"{{{{c{','.join(map(str, numbers))}::{first}{inside}{last}{end}}}}}"


def _without_braces(text: str) -> str:
    """Escape the braces of a stretch between edges that stand alone, together or at its ends."""
    braces = [brace for brace in _BRACE.finditer(text) if len(brace[0]) == 1]
    if not braces:
        return text
    places = {brace.start() for brace in braces}
    risky = {
        at for at in places if at in {0, len(text) - 1} or not places.isdisjoint((at - 1, at + 1))
    }
    opened: list[int] = []
    for brace in braces:
        at = brace.start()
        if brace[0] == "{":
            opened.append(at)
        elif not opened:
            risky.add(at)
        elif not risky.isdisjoint(pair := (opened.pop(), at)):
            risky.update(pair)
    risky.update(opened)
    return "".join(f"\\{sign}" if at in risky else sign for at, sign in enumerate(text))
