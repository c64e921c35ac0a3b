"""How cards stand here and in Anki once both have told what they know, and why they may differ."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from flashcards.anki.reading.collection import AnkiCollection
from flashcards.anki.reading.contents import AnkiCard, CardType, Preset
from flashcards.anki.reading.histories import Days
from flashcards.collection import adopting
from flashcards.collection.tying import Tie
from flashcards.memory.days import study_day
from flashcards.model import ANKI, Event, EventKind, Moment, State
from flashcards.store import log
from flashcards.store.database import Database

_ALIKE = 0.1
_TELLING = frozenset({EventKind.REVIEW, EventKind.FORGET})
_HOURS = range(24)
_EPOCH = date(1970, 1, 1).toordinal()


class Compared(NamedTuple):
    """How the cards that moved in stand here, compared with Anki.

    A card that stands otherwise since one side knows of answers that the other does not is none
    of them: `learnt` of the rest have a schedule there. `without_reviews` have no line in the log,
    so they are new here; `otherwise_remembered` have a stability that differs by more than a tenth.
    """

    learnt: int
    without_reviews: int
    otherwise_remembered: tuple[Tie, ...]


def compare(database: Database, collection: AnkiCollection, ties: Iterable[Tie]) -> Compared:
    """Compare the memory of cards here and there, once their reviews were taken.

    Raises:
        PackageError: The package cannot be read.
    """
    learnt = 0
    unlike: dict[int, Tie] = {}
    new: set[int] = set()
    for tie in ties:
        if tie.theirs.type is CardType.NEW:
            continue
        state = log.standing(database, tie.ours.id).state
        learnt += 1
        if state.state is State.NEW:
            new.add(tie.theirs.id)
        elif not tie.theirs.memory or math.isclose(
            state.stability or 0, tie.theirs.memory[0], rel_tol=_ALIKE
        ):
            continue
        unlike[tie.theirs.id] = tie
    lines: dict[int, set[int]] = {number: set() for number in unlike}
    for line in collection.log() if unlike else ():
        if line.card in lines:
            lines[line.card].add(line.id)
    alike = {
        number: tie
        for number, tie in unlike.items()
        if not any(_is_of_one_side(e, lines[number]) for e in log.events(database, tie.ours.id))
    }
    return Compared(
        learnt - len(unlike) + len(alike),
        len(new & alike.keys()),
        tuple(tie for number, tie in alike.items() if number not in new),
    )


def _is_of_one_side(event: Event, lines: set[int]) -> bool:
    """Tell if an event changes memory here and not in Anki, whose log has `lines`, or there alone.

    Resets that Anki did not log have a negative number.
    """
    if event.kind not in _TELLING:
        return False
    number = event.foreign_id if event.source == ANKI else event.reviewed_at_ms
    in_anki = number is None or number < 0 or number in lines
    return in_anki == event.undone


# -- Why


class Causes(NamedTuple):
    """What differs on both sides, of cards that are remembered otherwise, and can be the cause.

    `parameters` tells of other FSRS parameters in Anki, `ignored_before` are dates before which
    reviews of such a card are not looked at there. `zones` are the offsets, in seconds, that the
    collection began in and that this machine's clock had then, if days are counted otherwise by
    them. `hour` tells that a day begins at an hour the package does not name, which may matter.
    """

    parameters: bool
    ignored_before: tuple[str, ...]
    zones: tuple[int, int] | None
    hour: bool


def causes(
    database: Database, collection: AnkiCollection, unlike: Iterable[Tie], days: Days
) -> Causes:
    """Look for the causes of cards that are remembered otherwise; days are counted here by `days`.

    Raises:
        PackageError: The package cannot be read.
    """
    cards = {tie.theirs.id: tie.theirs for tie in unlike}
    answers: dict[int, list[int]] = {number: [] for number in cards}
    for line in collection.log() if cards else ():
        if line.card in answers and line.ease:
            answers[line.card].append(line.id)
    calendar = collection.calendar
    began_s, here_s = calendar.created_offset_s, days.offset_s_at(calendar.created_s * 1000)
    if calendar.rollover is not None:
        days = days._replace(rollover_hour=calendar.rollover)
    there = days._replace(offset_s_at=lambda _: began_s)
    presets = {number: _preset(collection, card) for number, card in cards.items()}
    return Causes(
        parameters=any(
            adopting.other_parameters(database, [preset])
            for preset in set(presets.values())
            if preset
        ),
        ignored_before=tuple(sorted(set(_ignored(presets, answers, days)))),
        zones=(began_s, here_s) if began_s != here_s and _differ(answers, days, there) else None,
        hour=calendar.rollover is None
        and any(_differ(answers, days, days._replace(rollover_hour=hour)) for hour in _HOURS),
    )


def _preset(collection: AnkiCollection, card: AnkiCard) -> Preset | None:
    deck = collection.decks.get(card.deck)
    return deck.preset if deck else None


def _ignored(
    presets: Mapping[int, Preset | None], answers: Mapping[int, Sequence[int]], days: Days
) -> Iterator[str]:
    """Give the dates before which answers were given that are not looked at."""
    for number, preset in presets.items():
        if preset and preset.ignored_before and answers[number]:
            first = date.fromordinal(_EPOCH + _day(answers[number][0], days))
            if first.isoformat() < preset.ignored_before:
                yield preset.ignored_before


def _differ(answers: Mapping[int, Sequence[int]], one: Days, other: Days) -> bool:
    """Tell if the days between answers, which memory depends on, are counted otherwise."""
    return any(_gaps(of_card, one) != _gaps(of_card, other) for of_card in answers.values())


def _gaps(answers: Sequence[int], days: Days) -> list[int]:
    return [_day(after, days) - _day(before, days) for before, after in pairwise(answers)]


def _day(at_ms: int, days: Days) -> int:
    return study_day(Moment(at_ms, days.offset_s_at(at_ms)), days.rollover_hour)
