"""The JSON document of `stats`; its keys are a contract and are never renamed."""

from collections.abc import Mapping
from typing import Any

from flashcards import clock
from flashcards.model import StudyDay
from flashcards.statistics import (
    Calibration,
    Share,
    Statistics,
    days_studied,
)
from flashcards.store.browse import CardRow
from flashcards.terminal.words import STATE_NAMES

Shape = dict[str, Any]


def stats_shape(found: Statistics, named: Mapping[int, CardRow], today: StudyDay) -> Shape:
    """Give the document of `stats`; shares without an answer are null."""
    return {
        "study_day": clock.date_of(today),
        "reviews": found.reviews,
        "cards": {STATE_NAMES[state]: number for state, number in found.cards.items()},
        "suspended": found.suspended,
        "retention": _share(found.retention),
        "retention_by_interval": _shares(found.by_interval),
        "retention_by_section": _shares(found.by_section),
        "retention_by_deck": _shares(found.by_deck),
        "by_day": [
            {"day": clock.date_of(day), **tally._asdict()} for day, tally in found.by_day.items()
        ],
        "days_studied": {
            "all": len(found.by_day),
            "last_30": days_studied(found.by_day, today, 30),
        },
        "backlog": found.backlog,
        "coming": [
            {"day": clock.date_of(today + offset), **coming._asdict()}
            for offset, coming in enumerate(found.coming)
        ],
        "stability": dict(found.stability),
        "difficulty": list(found.difficulty),
        "met": found.met,
        "remembered": round(found.remembered, 2),
        "hardest": [_card(named[number]) for number in found.hardest],
        "leeches": [_card(named[number]) for number in found.leeches],
        "calibration": _calibration(found.calibration),
    }


def _share(share: Share) -> Shape:
    return share._asdict()


def _shares(shares: Mapping[str, Share]) -> list[Shape]:
    return [{"name": name, **_share(share)} for name, share in shares.items()]


def _card(row: CardRow) -> Shape:
    return {
        "id": row.uid,
        "front": row.front,
        "lapses": row.state.lapses,
        "difficulty": row.state.difficulty,
    }


def _calibration(found: Calibration) -> Shape:
    return {**found._asdict(), "bins": [one._asdict() for one in found.bins]}
