"""Leeches: cards that are forgotten again and again, and cost more than they give.

The rule is the field's own (SuperMemo, Anki): eight lapses make a leech, and every fourth lapse
after that says so again.
"""

LEECH_LAPSES = 8
"""From this many lapses on a card is a leech."""

LEECH_TAG = "leech"
"""The tag that a leech bears, here and in Anki; no deck file holds it."""

_TOLD_AGAIN_AFTER = 4


def is_leech(lapses: int) -> bool:
    """Tell if a card with so many lapses is a leech."""
    return lapses >= LEECH_LAPSES


def is_told(lapses: int) -> bool:
    """Tell if the lapse that made it so many is one the learner is told of."""
    return is_leech(lapses) and (lapses - LEECH_LAPSES) % _TOLD_AGAIN_AFTER == 0
