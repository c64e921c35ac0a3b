"""The JSON documents of the commands; their keys are a contract and are never renamed."""

import json
import sys
from collections.abc import Iterable
from typing import Any

from flashcards import clock
from flashcards.collection.roots import path_of
from flashcards.commands.due_shape import day_begins, speaks_utf8
from flashcards.memory.recall import retrievability
from flashcards.memory.scheduling import Outcome, Outcomes, Policy, answer
from flashcards.model import CardState, Event, Moment, State, StudyDay
from flashcards.notes import Problem
from flashcards.store.browse import CardRow
from flashcards.store.shelf import ORPHAN
from flashcards.terminal.words import STATE_NAMES

Shape = dict[str, Any]


def print_cards(rows: Iterable[CardRow], now: Moment, day: StudyDay, policy: Policy) -> None:
    """Print the document of `cards` while its rows are read, so that no list holds them all."""
    # A card at once: `json.dump` would go through it piece by piece in Python, four times as slow.
    encode = json.JSONEncoder(ensure_ascii=not speaks_utf8()).encode
    sys.stdout.write('{"cards": [')
    for number, row in enumerate(rows):
        sys.stdout.write(",\n  " if number else "\n  ")
        sys.stdout.write(encode(card_shape(row, now, day, policy)))
    sys.stdout.write("\n]}\n")


def card_shape(card: CardRow, now: Moment, day: StudyDay, policy: Policy) -> Shape:
    """Give a card as `cards` and `show` print it; what is unknown is null."""
    state = card.state
    memory = state.stability is not None
    return {
        "id": card.uid,
        "deck": card.deck,
        "topic": card.topic_key or None,
        "section": None if card.section == "cards" else card.section,
        "kind": card.kind,
        "front": card.front,
        "back": card.back,
        "tags": list(card.tags),
        "source": "; ".join(card.source) or None,
        "path": path_of(card.path),
        "line": card.line,
        "state": STATE_NAMES[state.state],
        "due_at": _due_at(state, now, policy.rollover_hour),
        "due_day": None if state.due_day is None else clock.date_of(state.due_day),
        "interval_days": state.interval_days if state.state is State.REVIEW else None,
        "stability": state.stability,
        "difficulty": state.difficulty,
        "retrievability": retrievability(state, day, policy.weights) if memory else None,
        "reps": state.reps,
        "lapses": state.lapses,
        "suspended": card.suspended or card.deck_suspended,
        "marked": card.marked,
        "buried_until": _buried_until(card, day),
        "orphan": card.presence == ORPHAN,
    }


def _due_at(state: CardState, now: Moment, rollover: int) -> str | None:
    if state.due_at_ms is not None:
        return clock.iso(now._replace(at_ms=state.due_at_ms))
    return day_begins(state.due_day, now, rollover)


def _buried_until(card: CardRow, day: StudyDay) -> str | None:
    if card.buried_until_day is None or card.buried_until_day <= day:
        return None
    return clock.date_of(card.buried_until_day)


def review_shape(event: Event) -> Shape:
    """Give one review of a card's history."""
    return {
        "reviewed_at": clock.iso(Moment(event.reviewed_at_ms, event.utc_offset_s)),
        "study_day": clock.date_of(event.study_day),
        "rating": event.rating,
        "state_before": STATE_NAMES[event.state_before],
        "interval_seconds": event.interval_s,
        "undone": event.undone,
        "source": event.source or None,
    }


def outcomes_shape(before: CardState, found: Outcomes, now: Moment, policy: Policy) -> Shape:
    """Give what each rating would do now."""
    return {
        outcome.rating.name.lower(): _outcome(
            outcome, answer(before, found, outcome.rating, now, policy), now, policy.rollover_hour
        )
        for outcome in (found.again, found.hard, found.good, found.easy)
    }


def _outcome(outcome: Outcome, after: CardState, now: Moment, rollover: int) -> Shape:
    return {
        "interval_seconds": outcome.interval_s,
        "due_at": _due_at(after, now, rollover),
        "stability": outcome.stability,
        "difficulty": outcome.difficulty,
    }


def problem_shape(problem: Problem) -> Shape:
    """Give one fault of a deck file."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "path": problem.path,
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "fix": problem.fix,
    }
