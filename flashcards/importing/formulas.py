r"""Formulas in HTML, put aside in dollars; and gaps within formulas, which a deck does not know.

Where a gap cuts a formula into parts that are formulas by themselves, it goes around its part:
``$x=$ {{c1::$y$}}``. Elsewhere, after ``^``, in braces or in an environment, the formula is the
gap, and its hint the formula as Anki asks for it: ``{{c1::$x^{2}$::$x^{[\ldots]}$}}``. Several such
gaps lie in each other, so that each card asks for its own.
"""

import re
from html import unescape
from itertools import chain, zip_longest
from typing import Final, NamedTuple

from flashcards import cloze
from flashcards.importing import ankigaps, notations, placeholders
from flashcards.importing.placeholders import EDGE

_BEGIN = re.compile(r"\\\(|\\\[|\[(?:\$\$?|latex)\]", re.IGNORECASE)
_ENDS: Final = {
    "\\(": re.compile(r"\\\)"),
    "\\[": re.compile(r"\\\]"),
    "[$]": re.compile(r"\[/\$\]"),
    "[$$]": re.compile(r"\[/\$\$\]"),
    "[latex]": re.compile(r"\[/latex\]", re.IGNORECASE),
}
_DISPLAYED: Final = frozenset({"\\[", "[$$]"})
_MATHJAX: Final = frozenset({"\\(", "\\["})
_PLAIN_CODE = re.compile(r"<(pre|code|textarea)\b[^<>]*>", re.IGNORECASE)
_CODE_ENDS: Final = {
    tag: re.compile(f"</{tag}", re.IGNORECASE) for tag in ("pre", "code", "textarea")
}
_DIGIT_NEXT = re.compile(r"(?:<[^<>]*>)*\d")
_TAG = re.compile(r"<[a-zA-Z/!][^<>]*>")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_PAIRED_MARK = re.compile(r"\\(begin|end|left|right)(?![a-zA-Z])")
_INFIX = re.compile(r"\\(?:over|atop|choose|above|brace|brack)(?![a-zA-Z])|(?<!\\)&")
_COMMAND_END = re.compile(r"\\([a-zA-Z]+)\*?\s*\Z")
_HANGS = re.compile(r"[\^_']")
_NO_ARGUMENT: Final = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi"  # noqa: SIM905 - a page of quoted words
    " pi rho sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma"
    " Upsilon Phi Psi Omega cdot cdots ldots dots times div pm mp ast star circ bullet oplus otimes"
    " le leq ge geq ne neq approx equiv sim simeq cong propto ll gg in notin ni subset subseteq"
    " supset supseteq cup cap setminus emptyset land lor lnot neg forall exists to mapsto gets"
    " rightarrow leftarrow leftrightarrow longrightarrow Rightarrow Leftarrow Leftrightarrow"
    " Longrightarrow implies iff mid parallel perp infty partial nabla hbar ell Re Im quad qquad"
    " sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan exp ln log lg det dim ker deg"
    " lim max min sup inf sum prod int oint iint displaystyle textstyle rightleftharpoons".split()
)
"""Commands after which something else begins."""
_MOST_NESTED: Final = 6
_FAR_BACK: Final = 500
"""Characters within which the command is looked for that an argument belongs to."""


class _Piece(NamedTuple):
    """A part of a formula: text, or a gap (`gap` is not negative) with what it holds."""

    text: str = ""
    gap: int = -1
    inside: tuple["_Piece", ...] = ()
    hint: str = ""


class Formulas:
    """The formulas of one field."""

    def __init__(self, shelf: placeholders.Shelf, gaps: ankigaps.Gaps) -> None:
        """Put formulas on a shelf; a gap that is none of a field's own is added to its `gaps`."""
        self._shelf = shelf
        self._gaps = gaps
        self.dollars = 0
        """How many dollars a dollar of the text could pair with, and itself; 0 if it has none."""

    def aside(self, html: str) -> str:
        """Put the formulas aside. What never ends is looked for once, however often it begins."""
        outside: list[str] = []
        formulas: list[tuple[str, str, bool]] = []
        at = 0
        for mark, start, end, after in _found(html):
            outside.append(html[at:start])
            at = after
            digit_follows = _DIGIT_NEXT.match(html, at) is not None
            formulas.append((mark, html[start + len(mark) : end], digit_follows))
        outside.append(html[at:])
        dollars = sum(unescape(text).count("$") for text in outside)
        # Beside a dollar that is a price, a formula in dollars would begin or end at it.
        written = [
            self._written(mark, inside, fenced=digit_follows or dollars > 0)
            for mark, inside, digit_follows in formulas
        ]
        if dollars:  # LaTeX has dollars of its own, or gets them
            within = sum(inside.count("$") + (mark == "[latex]") for mark, inside, _ in formulas)
            self.dollars = dollars + within
        return "".join(chain.from_iterable(zip_longest(outside, written, fillvalue="")))

    def _written(self, mark: str, inside: str, *, fenced: bool) -> str:
        """Give what stands for a formula; the edges of gaps that go on outside are put there."""
        stray = ankigaps.unpaired(inside)
        lost = {edge[0]: "::" if placeholders.is_hint(edge) else "" for edge in stray}
        text = words(EDGE.sub(lambda edge: lost.get(edge[0], edge[0]), inside))
        before = "".join(edge[0] for edge in stray if placeholders.is_begin(edge))
        after = "".join(edge[0] for edge in stray if placeholders.is_end(edge))
        if mark == "[latex]":
            formula = self._latex(text)
        else:
            formula = self._formula(text, display=mark in _DISPLAYED, fenced=fenced)
        return f"{before}{formula}{after}"

    def _latex(self, text: str) -> str:
        """Put a LaTeX text aside; gaps in what is no formula stay where they are."""
        text = notations.latex(text)
        if not EDGE.search(text):
            return self._shelf.keep(text)
        pieces: list[str] = []
        at = 0
        for start, end in cloze.protected(text):
            pieces.append(self._kept_between_edges(text[at:start]))
            display = text.startswith(("$$", "\\["), start)
            width = 2 if display or text[start] == "\\" else 1
            inside = text[start + width : end - width]
            whole = text[start] in "$\\" and ankigaps.is_whole(inside)
            formula = self._formula(inside, display=display) if whole else ""
            pieces.append(formula or self._kept_between_edges(text[start:end]))
            at = end
        pieces.append(self._kept_between_edges(text[at:]))
        return "".join(pieces)

    def _kept_between_edges(self, text: str) -> str:
        pieces: list[str] = []
        at = 0
        for edge in EDGE.finditer(text):
            pieces += [self._kept(text[at : edge.start()]), edge[0]]
            at = edge.end()
        return "".join([*pieces, self._kept(text[at:])])

    def _kept(self, text: str) -> str:
        words = text.strip()
        if not words:
            return text
        before, _, after = text.partition(words)
        return f"{before}{self._shelf.keep(words)}{after}"

    def _formula(self, inside: str, *, display: bool, fenced: bool = False) -> str:
        inside = " ".join(inside.split())
        if not EDGE.search(inside):
            formula = written(inside, display=display, fenced=fenced)
            return self._shelf.keep(formula) if formula else ""
        pieces = _pieces(inside)
        if _comes_apart(pieces):
            return self._in_parts(pieces, display=display, fenced=fenced)
        return self._whole(pieces, display=display, fenced=fenced)

    def _in_parts(self, pieces: tuple[_Piece, ...], *, display: bool, fenced: bool) -> str:
        """Write gaps around parts; a formula that is all one gap keeps a line of its own."""
        display = display and len(pieces) == 1
        parts: list[str] = []
        for piece in pieces:
            if piece.gap < 0:
                formula = written(piece.text.strip(), display=False, fenced=fenced)
                parts.append(self._shelf.keep(formula) if formula else "")
                continue
            if _comes_apart(piece.inside):
                inside = self._in_parts(piece.inside, display=display, fenced=fenced)
            else:
                inside = self._whole(piece.inside, display=display, fenced=fenced)
            hint = f"{placeholders.hint(piece.gap)}{piece.hint}" if piece.hint else ""
            parts.append(
                f"{placeholders.begin(piece.gap)}{inside}{hint}{placeholders.end(piece.gap)}"
            )
        return " ".join(filter(None, parts))

    def _whole(self, pieces: tuple[_Piece, ...], *, display: bool, fenced: bool) -> str:
        """Let all of a formula be the gap, of each number in it; a hint stands within a line."""
        numbers = tuple(dict.fromkeys(chain.from_iterable(map(self._all_numbers, pieces))))
        solved = self._shelf.keep(
            written(self._tex(pieces, frozenset()), display=display, fenced=fenced)
        )
        if not numbers:
            return solved
        asked: list[tuple[int, ...]] = [(number,) for number in numbers[:_MOST_NESTED]]
        asked[-1] = numbers[_MOST_NESTED - 1 :] or asked[-1]
        for of_gap in reversed(asked):
            gap = self._gaps.add(of_gap)
            tex = self._tex(pieces, frozenset(of_gap))
            hint = self._shelf.keep(written(tex, display=False, fenced=fenced))
            begins, hints, ends = (
                edge(gap) for edge in (placeholders.begin, placeholders.hint, placeholders.end)
            )
            solved = f"{begins}{solved}{hints}{hint}{ends}"
        return solved

    def _all_numbers(self, piece: _Piece) -> tuple[int, ...]:
        if piece.gap < 0:
            return ()
        inner = chain.from_iterable(map(self._all_numbers, piece.inside))
        return (*self._gaps.numbers(piece.gap), *inner)

    def _tex(self, pieces: tuple[_Piece, ...], hidden: frozenset[int]) -> str:
        """Give the TeX of pieces with the gaps of some numbers hidden."""
        text = ""
        for piece in pieces:
            if piece.gap < 0:
                text += piece.text
                continue
            if hidden.isdisjoint(self._gaps.numbers(piece.gap)):
                inside = self._tex(piece.inside, hidden).strip()
            else:
                inside = rf"[\text{{{piece.hint}}}]" if piece.hint else r"[\ldots]"
            # What is one letter to TeX was meant to be all of the gap.
            grouped = _wants_group(text) and not re.search(r"(?<!\\)&|\\\\", inside)
            text += f"{{{inside}}}" if grouped else inside
        return text


def _found(html: str) -> list[tuple[str, int, int, int]]:
    """Find formulas: how each begins, where, where its inside ends, and what follows it."""
    found: list[tuple[str, int, int, int]] = []
    code = _code_spans(html)
    at = 0
    endless: set[str] = set()
    for begin in _BEGIN.finditer(html):
        mark = begin[0].lower()
        if begin.start() < at or mark in endless:
            continue
        if mark in _MATHJAX and cloze.within(code, begin.start()):
            continue  # MathJax leaves code alone
        end = _ENDS[mark].search(html, begin.end())
        if end is None:
            endless.add(mark)
            continue
        at = end.end()
        found.append((mark, begin.start(), end.start(), at))
    return found


def _code_spans(html: str) -> tuple[cloze.Span, ...]:
    spans: list[cloze.Span] = []
    at = 0
    for begin in _PLAIN_CODE.finditer(html):
        if begin.start() < at:
            continue
        end = _CODE_ENDS[begin[1].lower()].search(html, begin.end())
        at = end.start() if end else len(html)
        spans.append((begin.start(), at))
    return tuple(spans)


def words(html: str) -> str:
    """Give the words of a piece of HTML without elements."""
    text = re.sub(r"<(?:br|div|p)\b[^<>]*>", " ", html, flags=re.IGNORECASE)
    return unescape(_TAG.sub("", text)).replace("\xa0", " ")


def written(inside: str, *, display: bool, fenced: bool = False) -> str:
    """Give a formula in dollars, or in brackets where dollars would not hold it."""
    inside = " ".join(inside.split())
    if not inside:
        return ""
    if inside.endswith("\\") and not inside.endswith(r"\\"):
        inside += " "  # that would take its end for a sign
    bracketed = "$" in inside or not _is_balanced(inside)
    if display:
        return rf"\[{inside}\]" if fenced or bracketed else f"$${inside}$$"
    return rf"\({inside}\)" if fenced or bracketed else f"${inside}$"


def _pieces(text: str) -> tuple[_Piece, ...]:
    """Take a formula apart at its gaps, which are whole."""
    levels: list[list[_Piece]] = [[]]
    hints: list[str | None] = [None]
    at = 0

    def take(piece: str) -> None:
        if not piece:
            return
        hint = hints[-1]
        if hint is None:
            levels[-1].append(_Piece(piece))
        else:
            hints[-1] = hint + piece

    for edge in EDGE.finditer(text):
        take(text[at : edge.start()])
        at = edge.end()
        if placeholders.is_begin(edge):
            levels.append([])
            hints.append(None)
        elif placeholders.is_hint(edge):
            hints[-1] = ""
        else:
            inside, hint = tuple(levels.pop()), (hints.pop() or "").strip()
            levels[-1].append(_Piece(gap=int(edge[2]), inside=inside, hint=hint))
    take(text[at:])
    return tuple(levels[0])


def _comes_apart(pieces: tuple[_Piece, ...]) -> bool:
    """Tell if each piece of a formula is one by itself."""
    before = ""
    for piece in pieces:
        text = piece.text if piece.gap < 0 else _plain(piece.inside)
        if not _is_balanced(text) or _INFIX.search(text) or not _marks_pair(text):
            return False
        if before.strip() and (_wants_group(before) or _HANGS.match(text.lstrip())):
            return False
        before += text
    return True


def _plain(pieces: tuple[_Piece, ...]) -> str:
    return "".join(_plain(piece.inside) if piece.gap >= 0 else piece.text for piece in pieces)


def _wants_group(before: str) -> bool:
    """Tell if what follows belongs to what stands before: a power, an index, an argument."""
    before = before[-_FAR_BACK:].rstrip()
    if before.endswith(("^", "_")) and not before.endswith((r"\^", r"\_")):
        return True
    command = _COMMAND_END.search(before)
    if command:
        return command[1] not in _NO_ARGUMENT
    return before.endswith(("}", "]")) and _follows_argument(before)


def _follows_argument(before: str) -> bool:
    """Tell if a text ends in the first argument of a command that takes two."""
    groups = 0
    while before.endswith(("}", "]")):
        opening = "{" if before[-1] == "}" else "["
        start = _opened(before, opening, before[-1])
        if start is None:
            return False
        groups += opening == "{"
        before = before[:start].rstrip()
    command = _COMMAND_END.search(before)
    return command is not None and groups < _ARGUMENTS.get(command[1], 1)


_ARGUMENTS: Final = {
    "frac": 2, "dfrac": 2, "tfrac": 2, "cfrac": 2, "binom": 2, "dbinom": 2, "tbinom": 2,
    "overset": 2, "underset": 2, "stackrel": 2, "textcolor": 2, "color": 2, "colorbox": 2,
    "class": 2, "style": 2, "href": 2, "cssId": 2,
}  # fmt: skip


def _opened(text: str, opening: str, closing: str) -> int | None:
    """Give where the group begins that a text ends with."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        if at and text[at - 1] == "\\":
            continue
        depth += (text[at] == closing) - (text[at] == opening)
        if not depth:
            return at
    return None


def _marks_pair(tex: str) -> bool:
    open_marks: list[str] = []
    for mark in _PAIRED_MARK.findall(tex):
        if mark in {"begin", "left"}:
            open_marks.append(mark)
        elif not open_marks or open_marks.pop() != {"end": "begin", "right": "left"}[mark]:
            return False
    return not open_marks


def _is_balanced(tex: str) -> bool:
    depth = 0
    for brace in _BRACE.findall(tex):
        depth += (brace == "{") - (brace == "}")
        if depth < 0:
            return False
    return depth == 0
