"""One drill of many: a review is killed at a random moment, and its promises are checked.

The promise of `review --plain` is a line: `rated ID RATING INTERVAL` or `undone ID` stands for
something on disk. So after a kill the log must be what was promised, in that order, and at most
the one thing more that was written while its line was on the way.
"""

import random
import signal
import subprocess
import threading
from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from processes import PATIENCE_S, Place, lines_of, start, type_into

from flashcards.reviewing import fold_of
from flashcards.store import browse, log, shelf
from flashcards.store.database import Database, connect
from flashcards.store.scope import EVERYTHING
from flashcards.terminal.words import interval

CARDS = 60
DECK = "deck: Drill\ncards:\n" + "".join(
    f"  - front: What is {n} times {n}?\n    back: '{n * n}'\n" for n in range(CARDS)
)
_SCRIPT_LENGTH = 400
_DEAD_ON_ARRIVAL = (
    0.25  # the share of the runs that are killed before or while the first card comes
)
_LONGEST_START_S = 0.25
_MOST_ANSWERS = 8  # acknowledged before the timer of a later kill is set
_LONGEST_SITTING_S = 0.02


class Written(NamedTuple):
    """An answer as the log or an acknowledgement tells it."""

    uid: str
    rating: str
    interval: str
    undone: bool = False


class Drill(NamedTuple):
    """What one kill found: promises read, whether one thing more was on disk, and `faults`."""

    promised: int
    one_more: bool
    faults: tuple[str, ...]


def new_place(place: Place) -> None:
    """Put the deck of the drill there; the collection is left to the program to make."""
    place.decks.mkdir(parents=True, exist_ok=True)
    place.decks.joinpath("drill.yaml").write_text(DECK, encoding="utf-8")


def drill(place: Place, number: int) -> Drill:
    """Review on the `number`-th day of a drill, be killed, and compare promises with the disk."""
    chance = random.Random(number)
    before = logged(place) if place.home.joinpath("collection.db").exists() else []
    promised = _killed_review(place, chance, number)
    found = faults(place)
    after = logged(place)[len(before) :]
    if not is_kept(promised, after):
        found = (*found, f"promised {promised}, found {after}")
    return Drill(len(promised), after != _written(promised), found)


def _killed_review(place: Place, chance: random.Random, number: int) -> list[list[str]]:
    """Run a review, kill it, and give its acknowledgements."""
    script = [
        chance.choice(["\n1\n", "\n2\n", "\n3\n", "\n4\n", "\n3\nu\n"])
        for _ in range(_SCRIPT_LENGTH)
    ]
    at_once, early = chance.random() < 0.5, chance.random() < _DEAD_ON_ARRIVAL
    answers = chance.randrange(_MOST_ANSWERS)
    now = f"2027-{1 + number // 28 % 12:02}-{1 + number % 28:02}T09:00:00+00:00"
    process = start(place, "review", "--plain", "--new", "20", now=now)
    longest = _LONGEST_START_S if early else _LONGEST_SITTING_S
    timer = threading.Timer(chance.uniform(0, longest), process.send_signal, [signal.SIGKILL])
    if early:
        timer.start()
    type_into(process, "".join(script) if at_once else script.pop())
    promised: list[list[str]] = []
    for line in lines_of(process):
        seen = len(promised) >= answers
        if seen and not (early or timer.is_alive() or timer.finished.is_set()):
            timer.start()
        if line.startswith(("rated ", "undone ")):
            promised.append(line.split())
            if not at_once and script:
                type_into(process, script.pop())
    timer.join(PATIENCE_S)
    _bury(process)
    return promised


def _bury(process: subprocess.Popen[str]) -> None:
    process.wait(PATIENCE_S)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            try:
                stream.close()
            except BrokenPipeError:
                continue  # what was still to be typed


def logged(place: Place) -> list[Written]:
    """Give all answers in the log, in the order they were written."""
    with closing(connect(str(place.home))) as database:
        found = [
            (
                event.sequence,
                Written(card.uid, str(event.rating), interval(event.interval_s), event.undone),
            )
            for card in browse.cards(database, EVERYTHING, shelf.PRESENT)
            for event in log.events(database, card.id)
        ]
    return [written for _, written in sorted(found)]


def _written(promised: Sequence[Sequence[str]]) -> list[Written]:
    """Give the log that the acknowledgements stand for."""
    found: list[Written] = []
    for word, *rest in promised:
        if word == "rated":
            uid, rating, given = rest
            found.append(Written(uid, rating, given))
        else:
            _take_back(found)
    return found


def _take_back(found: list[Written]) -> None:
    last = max(number for number, one in enumerate(found) if not one.undone)
    found[last] = found[last]._replace(undone=True)


def is_kept(promised: Sequence[Sequence[str]], after: list[Written]) -> bool:
    """Tell if the log holds what was promised, and at most the one thing more under way."""
    return after in _allowed(promised, after)


def _allowed(promised: Sequence[Sequence[str]], after: list[Written]) -> list[list[Written]]:
    """Give the logs that keep the promise: as promised, or with the one thing under way."""
    exact = _written(promised)
    allowed = [exact, [*exact, *after[len(exact) : len(exact) + 1]]]
    if any(not one.undone for one in exact):
        taken_back = list(exact)
        _take_back(taken_back)
        allowed.append(taken_back)
    return allowed


def faults(place: Place) -> tuple[str, ...]:
    """Say what is wrong with the database itself: damage, or a state its log does not fold to."""
    with closing(connect(str(place.home))) as database:
        return (*_damage(database), *_unfolded(database))


def _damage(database: Database) -> list[str]:
    found = [row[0] for row in database.execute("PRAGMA integrity_check")]
    return [] if found == ["ok"] else found


def _unfolded(database: Database) -> list[str]:
    return [
        f"{card.uid} is kept as {card.state}, its log says {folded}"
        for card in browse.cards(database, EVERYTHING, shelf.PRESENT)
        if (folded := fold_of(database, card.id, card.uid)) != card.state
    ]
