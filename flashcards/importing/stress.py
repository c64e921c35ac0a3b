r"""Stress where Markdown can say it: marks beside a letter, or beside each other, may be none.

``f<b>(x)</b>`` as ``f**(x)**`` shows its stars, for a mark opens only where a word begins. So
readers note where a stress begins and ends, and the marks are set once it is known what stands
around them: signs at its edge go out of it, ``f(**x**)``, and what cannot be said is left out. The
rules are those of left- and right-flanking runs in CommonMark 0.31.
"""

import re
import unicodedata
from collections.abc import Container, Iterable
from itertools import accumulate
from typing import Final, NamedTuple

from flashcards.importing import ankigaps, placeholders
from flashcards.importing.placeholders import EDGE, INDENT, STRUCTURE

BEGINS: Final = dict(zip(("*", "**", "~~"), placeholders.STRESS[:3], strict=True))
"""What notes that a stress by this mark begins."""
ENDS: Final = dict(zip(("*", "**", "~~"), placeholders.STRESS[3:], strict=True))
"""What notes that it ends."""

_MARKS: Final = {sign: mark for signs in (BEGINS, ENDS) for mark, sign in signs.items()}
_STARS_BEGIN: Final = frozenset({BEGINS["*"], BEGINS["**"]})
_STARS_END: Final = frozenset({ENDS["*"], ENDS["**"]})
_STARS: Final = _STARS_BEGIN | _STARS_END
_NOTE = re.compile(f"[{''.join(_MARKS)}]")
# What was put aside, an escaped sign, an edge of a gap: each is one piece.
_PIECE = re.compile(rf"{placeholders.ASIDE.pattern}|\\[!-/:-@\[-`{{-~]|.", re.DOTALL)
_RIGHT, _LEFT = 1, -1
# By what closes them, what opens brackets and quotations of several languages.
_OPENED_BY: Final = {
    ")": "(", "]": "[", "}": "{", "\uff09": "\uff08", "\uff3d": "\uff3b", "\u3011": "\u3010",
    "\u300b": "\u300a", "\u3009": "\u3008", "\u300d": "\u300c", "\u300f": "\u300e",
    "\u201d": "\u201c\u201e", "\u201c": "\u201e", "\u2019": "\u2018\u201a", "\u2018": "\u201a",
    "\u00bb": "\u00ab", "\u00ab": "\u00bb", "\u203a": "\u2039", "\u2039": "\u203a", '"': '"',
}  # fmt: skip
_OPENING: Final = frozenset("".join(_OPENED_BY.values()))
_MOST_OPEN: Final = 8
"""Brackets within each other, as far as their partners are looked for."""


def noted(inside: str, mark: str) -> str:
    """Note that each line of `inside` is stressed by `mark`, which may be none, spaces outside.

    Marks do not reach over a paragraph's end, nor over an end of a gap: what is hidden would take
    one of them along.
    """
    if not mark:
        return inside
    return "\n".join(
        "".join(_noted_piece(piece, mark) for piece in ankigaps.parted(line))
        for line in ankigaps.tightened(inside).split("\n")
    )


def _noted_piece(piece: str, mark: str) -> str:
    words = piece.strip(f" {INDENT}")
    if not EDGE.sub("", words).strip() or STRUCTURE.intersection(words):
        return piece
    before, _, after = piece.partition(words)
    return f"{before}{BEGINS[mark]}{words}{ENDS[mark]}{after}"


def without(text: str) -> str:
    """Give a text without the notes."""
    return _NOTE.sub("", text)


def written(line: str) -> str:
    """Set the marks of a line in place of the notes.

    Pairs are nested, as elements are, and none lies in another of its own mark.
    """
    return _Line(line).written() if _NOTE.search(line) else line


class _Pair(NamedTuple):
    """Where a stress begins, and if it lies in another of stars."""

    begin: int
    is_nested: bool


class _Line:
    """A line in pieces. A note that is dropped leaves an empty one, so that places stay."""

    def __init__(self, line: str) -> None:
        self._pieces: list[str] = _PIECE.findall(line)
        self._pairs = self._paired()

    def written(self) -> str:
        self._part_stars()
        for end, (begin, is_nested) in sorted(self._pairs.items()):  # the inner ones first
            self._settle(begin, end, is_nested=is_nested)
        return "".join(map(self._mark, range(len(self._pieces))))

    def _paired(self) -> dict[int, _Pair]:
        """Give each pair by the place of its end."""
        found: dict[int, _Pair] = {}
        begun: list[int] = []
        stars = 0
        for place, piece in enumerate(self._pieces):
            stars += (piece in _STARS_BEGIN) - (piece in _STARS_END)
            if piece in BEGINS.values():
                begun.append(place)
            elif piece in ENDS.values():
                found[place] = _Pair(begun.pop(), piece in _STARS_END and stars > 0)
        return found

    def _part_stars(self) -> None:
        """Let none begin right where others end: nothing would tell the two runs of stars."""
        ends = {pair.begin: end for end, pair in self._pairs.items()}
        last = 0
        is_next = False
        for place, piece in enumerate(self._pieces):
            # What may be dropped, or is not there when a gap is filled in, keeps nothing apart.
            if _MARKS.get(piece) == "~~" or placeholders.EDGE.fullmatch(piece):
                is_next = False
                continue
            before = self._pieces[last]
            if piece not in _STARS_BEGIN or before not in _STARS_END:
                last, is_next = place, True
                continue
            end = ends.pop(place)
            second = self._pairs.pop(end)
            self._pieces[place] = ""
            if is_next and _MARKS[piece] == _MARKS[before]:  # both are one stress
                self._pieces[last] = ""
                self._pairs[end] = second._replace(begin=self._pairs.pop(last).begin)
            else:
                self._pieces[end] = ""

    def _settle(self, begin: int, end: int, *, is_nested: bool) -> None:
        """Draw both notes inward until they are marks there, or drop them."""
        first, last = begin, end
        begin, opens = self._drawn(begin, end, _RIGHT)
        end, closes = self._drawn(end, begin, _LEFT)
        while opens and closes and (begin, end) != (first, last):
            torn = self._torn(range(first, last + 1), range(begin + 1, end))
            if torn is None:
                break
            place, is_opening = torn
            # What stands before a bracket, or behind it, stays stressed; else what is in it.
            between = range(begin + 1, place) if is_opening else range(place + 1, end)
            note = end if is_opening == self._has_words(between) else begin
            if not self._moves(note, place):
                break
            if note == end:
                end, closes = self._drawn(place, begin, _LEFT)
            else:
                begin, opens = self._drawn(place, end, _RIGHT)
        if not (opens and closes) or (is_nested and self._is_mistakable(begin, end)):
            self._pieces[begin] = self._pieces[end] = ""

    def _torn(self, whole: range, inside: range) -> tuple[int, bool] | None:
        """Give a bracket inside whose partner a note was drawn past, and if it opens."""
        opened: list[int] = []
        for place in whole:
            piece = self._pieces[place]
            openers = _OPENED_BY.get(piece, "")
            depths = range(len(opened) - 1, -1, -1) if openers else ()
            found = next((depth for depth in depths if self._pieces[opened[depth]] in openers), -1)
            if found >= 0:
                partner = opened[found]
                if (partner in inside) != (place in inside):
                    return (place, False) if place in inside else (partner, True)
                del opened[found:]
            elif piece in _OPENING:
                opened = [*opened[1 - _MOST_OPEN :], place]
        return None

    def _has_words(self, places: range) -> bool:
        pieces = map(self._pieces.__getitem__, places)
        return any(_is_word(piece) or placeholders.KEPT.match(piece) for piece in pieces)

    def _moves(self, note: int, torn: int) -> bool:
        """Move a note to the other side of a bracket, if that crosses no element."""
        pieces = self._pieces
        step = _RIGHT if note < torn else _LEFT
        crossed = pieces[note + step : torn + step : step]
        turns = ((one in BEGINS.values()) - (one in ENDS.values()) for one in crossed)
        depths = [step * depth for depth in accumulate(turns)]
        if depths[-1] or min(depths) < 0 or any(map(placeholders.ASIDE.match, crossed)):
            return False
        pieces.insert(torn, pieces.pop(note))
        return True

    def _drawn(self, place: int, partner: int, inward: int) -> tuple[int, bool]:
        """Give the place at which a note has come to stand, and if it is a mark there."""
        pieces = self._pieces
        while not self._is_mark(place, partner, inward):
            beside = place + inward
            if beside == partner or not _is_passed(pieces[beside]):
                return place, False
            pieces[place], pieces[beside] = pieces[beside], pieces[place]
            place = beside
        return place, True

    def _is_mark(self, place: int, partner: int, inward: int) -> bool:
        inside, outside = self._around(place, partner, inward)
        return bool(inside.strip()) and (_is_word(inside) or not _is_word(outside))

    def _is_mistakable(self, begin: int, end: int) -> bool:
        """Tell if what begins could be an end to others, or what ends a beginning."""
        around = (self._around(begin, end, _RIGHT), self._around(end, begin, _LEFT))
        return any(
            outside.strip() and _is_word(inside) == _is_word(outside) for inside, outside in around
        )

    def _around(self, place: int, partner: int, inward: int) -> tuple[str, str]:
        """Give what stands on the inner and on the outer side of a note."""
        pieces = self._pieces
        # Inside, all is settled: other signs stand there, and stars together make one run.
        alike = _STARS if pieces[place] in _STARS else frozenset({pieces[place]})
        end = len(pieces) if inward == _LEFT else -1
        return (
            self._next(range(place + inward, partner, inward), alike),
            self._beyond(range(place - inward, end, -inward)),
        )

    def _beyond(self, places: Iterable[int]) -> str:
        """Give the first piece outside that may stand there when gaps are filled in."""
        for place in places:
            piece = self._pieces[place]
            edge = placeholders.EDGE.fullmatch(piece)
            if edge and placeholders.is_hint(edge):
                return "x"  # whatever follows the gap
            if piece and not edge and piece not in _MARKS:
                return piece
        return ""

    def _next(self, places: Iterable[int], unseen: Container[str]) -> str:
        """Give the first piece at these places, but for those dropped and those unseen."""
        pieces = self._pieces
        return next((pieces[i] for i in places if pieces[i] and pieces[i] not in unseen), "")

    def _mark(self, place: int) -> str:
        """Give a piece as it is written: no sign of the text joins the marks beside it."""
        piece = self._pieces[place]
        if piece == "\\":
            return r"\\"
        if piece in {"*", "~"}:
            beside = (range(place - 1, -1, -1), range(place + 1, len(self._pieces)))
            if any(_MARKS.get(self._next(places, ()), " ")[0] == piece for places in beside):
                return f"\\{piece}"
        return _MARKS.get(piece, piece)


def _is_passed(piece: str) -> bool:
    """Tell if a stress may give a piece up: no edge of a gap, none of another stress, no code."""
    return not placeholders.ASIDE.match(piece) and piece not in _MARKS


def _is_word(piece: str) -> bool:
    """Tell if a piece is a letter or digit, neither a sign nor a space nor the edge.

    What is not seen, as the place for a hyphen, counts as a letter to Markdown.
    """
    if len(piece) != 1 or placeholders.OURS.match(piece):
        return False
    category = unicodedata.category(piece)
    return category[0] not in "PSZ" and category not in {"Cc", "Co"}
