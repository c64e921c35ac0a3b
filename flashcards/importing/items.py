"""Items of a list of HTML as those of Markdown: what each holds, set in below its mark."""

import re
from functools import partial
from typing import Final

from flashcards.importing import placeholders, stress
from flashcards.importing.placeholders import BLOCK, EDGE, HOLDING, INDENT, WITHIN, Shelf

RULE: Final = "---"
"""A line across the page."""

_RULE_IN_ITEM: Final = "***"
_NUMBER = re.compile(r"[0-9]{1,9}")
# Below a table, or what lies in an item or a quote, a line would belong to it.
_BLOCK_LINE = re.compile(
    rf"(?P<edges>(?:{placeholders.ONE_EDGE.pattern})*)"
    rf"(?:(?P<goes_on>{WITHIN}|{BLOCK}\||{BLOCK}{placeholders.KEPT_ONE.pattern}{HOLDING})"
    rf"|{BLOCK}{placeholders.KEPT.pattern})"
)
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


def number(value: str, otherwise: int) -> int:
    """Read a number of a list as Markdown can have it."""
    value = value.strip()
    return int(value) if _NUMBER.fullmatch(value) else otherwise


def is_empty(inside: str) -> bool:
    """Tell if an item holds nothing to be seen: three marks without a word would be a rule."""
    return not EDGE.sub("", stress.without(inside)).strip(f" \n{INDENT}")


def item(inside: str, bullet: str, shelf: Shelf) -> str:
    """Write an item that holds `inside`, on lines of its own."""
    inside = _BLANK_LINES.sub(partial(_joined, shelf=shelf), inside.strip())
    begins = _BLOCK_LINE.match(inside)
    # Three signs alike, that of the item among them, would be one rule.
    if begins is not None and _is_rule(begins, shelf):
        inside = f"{begins['edges']}{shelf.block(_RULE_IN_ITEM)}{inside[begins.end() :]}"
    first, *rest = inside.split("\n", 1)
    below = (set_in(lines, len(f"{bullet} ")) for lines in rest)
    return "\n".join([f"\n{shelf.holder(bullet)} {first}", *below])


def set_in(text: str, width: int) -> str:
    """Give the lines of a text as they lie in an item, `width` signs in."""
    return "\n".join(f"{WITHIN * width}{line}" if line.strip() else "" for line in text.split("\n"))


def _joined(blank: re.Match[str], shelf: Shelf) -> str:
    """Leave a blank line of an item out, but where what stands above it would go on."""
    text = blank.string
    above = _BLOCK_LINE.match(text, text.rfind("\n", 0, blank.start()) + 1)
    below = _BLOCK_LINE.match(text, blank.end())
    goes_on = above is not None and above["goes_on"] is not None
    is_rule = any(line is not None and _is_rule(line, shelf) for line in (above, below))
    return "\n\n" if goes_on or is_rule else "\n"


def _is_rule(line: re.Match[str], shelf: Shelf) -> bool:
    return line[3] is not None and shelf.of(int(line[3])) == RULE
