"""All there is to know about a card in lines: where it is written, how it stands, its history."""

from collections.abc import Iterator, Sequence

from flashcards import clock
from flashcards.collection.roots import path_of
from flashcards.memory.recall import retrievability
from flashcards.memory.scheduling import Outcomes, Policy
from flashcards.model import Event, Moment, StudyDay
from flashcards.store.browse import CardRow
from flashcards.terminal.words import RATING_NAMES, STATE_NAMES, interval
from flashcards.text import count, on_one_line


def standing(row: CardRow, found: Outcomes | None, day: StudyDay, policy: Policy) -> Iterator[str]:
    """Say who the card is, how it stands on `day`, and what each rating would do, if anything."""
    yield f"id       {row.uid}"
    yield f"written  {on_one_line(path_of(row.path))}:{row.line}"
    yield from (f"source   {source}" for source in row.source)
    if row.tags:
        yield f"tags     {', '.join(row.tags)}"
    yield f"state    {', '.join(_states(row, day))}"
    yield from _memory(row, day, policy)
    if found is None:
        return
    given = (found.again, found.hard, found.good, found.easy)
    yield "now      " + "   ".join(
        f"{RATING_NAMES[one.rating]} {interval(one.interval_s)}" for one in given
    )


def history(events: Sequence[Event]) -> Iterator[str]:
    """Tell the events of a card, a line each."""
    yield from map(_event, events)
    if not events:
        yield "No reviews yet."


def _states(row: CardRow, day: StudyDay) -> Iterator[str]:
    yield STATE_NAMES[row.state.state]
    if row.state.due_day is not None:
        yield f"due {clock.date_of(row.state.due_day)}"
    if row.deck_suspended:
        yield "suspended in the deck"
    elif row.suspended:
        yield "suspended"
    if (row.buried_until_day or 0) > day:
        yield "buried until tomorrow"
    if row.marked:
        yield "marked"
    if row.presence < 0:
        yield "no longer in the decks"


def _memory(row: CardRow, day: StudyDay, policy: Policy) -> Iterator[str]:
    state = row.state
    if state.stability is None or state.difficulty is None:
        return
    recall = retrievability(state, day, policy.weights) or 0
    yield (
        f"memory   stability {state.stability:.1f} days, difficulty {state.difficulty:.1f}, "
        f"recall today {recall:.0%}"
    )
    yield f"answers  {count(state.reps, 'answer')}, {count(state.lapses, 'lapse')}"


def _event(event: Event) -> str:
    when = clock.iso(Moment(event.reviewed_at_ms, event.utc_offset_s))[:16].replace("T", " ")
    what = RATING_NAMES[event.rating] if event.rating else event.kind
    given = f" → {interval(event.interval_s)}" if event.rating else ""
    return f"{when}  {what}{given}{'  (undone)' if event.undone else ''}"
