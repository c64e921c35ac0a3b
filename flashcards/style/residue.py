"""What a paste from a page brings along: its buttons, and marks that lost their partner."""

import re
from collections.abc import Iterator

from .seen import Hit, Seen
from .wording import THING, Wording

_BUTTON = re.compile(
    r"\bclick to (?:expand|collapse|reveal|copy)\b|\b(?:show|read) (?:more|less)(?=[.\u2026]*\s*$)"
    r"|\bcopy code\b(?=\s*$)",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTA = re.compile(
    r"^.{0,20}\bfree\s*[\u00b7\u2022|]\s*\d+\b.{0,40}$"
    r"|^\s*\d+\s+(?:\w+ ){0,3}(?:/|per)\s*day\s*$"
    r"|^~?\d+ min(?:ute)? read$|\b\d+ (?:\w+ ){0,2}(?:left|remaining) today\b",
    re.IGNORECASE | re.MULTILINE,
)
_GLUED = re.compile(
    r"^[QA](?=(?:Why|What|How|When|Where|Which|Who|Can|Could|Do|Does|Is|Are|If|Explain|Describe|"
    r"Suppose|Would|Should)\b)"
)
_TEX = re.compile(r"\\(?:[a-zA-Z]{2,})")
_BOLD = re.compile(r"(?<!\*)\*\*(?!\*)")
_NO_BOLD = re.compile(r"(?<=\w)\*\*(?=\w)|\*\*(?=kwargs\b|\w+\s*[,)=])")


def residue(card: Seen) -> Iterator[Hit]:
    """Look for what is left of a page on either side of a card."""
    for wording in (card.front, card.back):
        yield from _page(wording)
        yield from _marks(wording)


def _page(wording: Wording) -> Iterator[Hit]:
    mend = "Delete it."
    for pattern in (_BUTTON, _QUOTA):
        if found := pattern.search(wording.plain):
            words = found.group().strip()
            yield Hit(
                "page-residue", {"what": f"\u201c{words}\u201d belongs to a page.", "mend": mend}
            )
    if found := _GLUED.match(wording.plain):
        word = wording.plain[: found.end() + 8].split()[0]
        what = f"The mark {found.group()} of a page is glued to the text: \u201c{word}\u201d."
        yield Hit("page-residue", {"what": what, "mend": mend})


def _marks(wording: Wording) -> Iterator[Hit]:
    for mark, alone in (("**", _bold), ("$", _dollar), ("{{", _braces)):
        if alone(wording.plain):
            what = f"A `{mark}` has lost its partner."
            mend = "Add the one that is missing, or delete this one."
            yield Hit("page-residue", {"what": what, "mend": mend})


def _bold(plain: str) -> bool:
    # `2**3` and `**kwargs` are no bold text.
    return len(_BOLD.findall(plain)) % 2 == 1 and not _NO_BOLD.search(plain)


def _dollar(plain: str) -> bool:
    # A price or a variable of a shell is no formula; a command of TeX outside of one is.
    return "$" in plain and bool(_TEX.search(plain.replace(THING, "")))


def _braces(plain: str) -> bool:
    return plain.count("{{") != plain.count("}}")
