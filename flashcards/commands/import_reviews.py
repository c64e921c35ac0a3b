"""`flashcards import --reviews`: what was answered in Anki comes into the log here."""

import sys
from collections.abc import Container, Iterator, Mapping
from functools import partial

import click

from flashcards import clock
from flashcards.anki.reading import opening as packages
from flashcards.anki.reading.contents import Preset
from flashcards.anki.reading.opening import AnkiPackage
from flashcards.clock import date_of
from flashcards.collection import adopting, arrivals, opening, returning
from flashcards.collection.adopting import Parameters
from flashcards.collection.opening import Collection
from flashcards.collection.returning import Returning, Watch
from flashcards.collector import without_collector
from flashcards.commands import World
from flashcards.commands.options import warn_of
from flashcards.commands.progress import progress
from flashcards.errors import FlashcardsError
from flashcards.importing import readable
from flashcards.memory.days import study_day
from flashcards.model import EventKind, Moment
from flashcards.reviewing import policy_of
from flashcards.text import count, on_one_line

_MOST_NAMED = 10
_NAME_WIDTH = 60


def take_reviews(world: World, path: str, *, dry_run: bool, yes: bool, reworded: bool) -> None:
    """Say what the package at `path` would bring, ask, and take it.

    With `reworded` an id alone tells which entry a note is.

    Raises:
        FlashcardsError: The package cannot be read, or there is nobody to ask.
    """
    now = world.clock()
    with opening.opened(world.place, now) as collection, packages.opened(path) as package:
        found = look(collection, package, now, reworded=reworded)
        other = adopting.other_parameters(collection.database, presets(package, found))
        for line in (*preview(path, found, now.utc_offset_s), *_of_parameters(other)):
            click.echo(line)
        away = arrivals.kept_away(collection) if found.unknown else ()
        waiting = arrivals.waiting(package.collection, away, found.ties) if away else {}
        for line in (*unknown_words(package, found, waiting), *strangers_words(package, found)):
            click.echo(line)
        if waiting:
            click.echo(
                "    a fault keeps these away; once it is mended, the next import brings them"
            )
        takes = other if other and not other.own else None
        if (found.cards or takes) and not dry_run and (yes or _agreed()):
            if takes:
                adopting.take_parameters(collection.database, takes, now)
                found = look(collection, package, now, reworded=reworded)
            click.echo(f"Added {added_words(take(collection, found, 'Importing'))}.")
        elif dry_run and (found.cards or takes):
            click.echo("Nothing was added (--dry-run).")
        warn_of(collection)


def presets(package: AnkiPackage, found: Returning) -> Iterator[Preset]:
    """Give the preset of each card of ours that FSRS has a memory of in Anki."""
    decks = package.collection.decks
    for tie in found.ties:
        deck = decks.get(tie.theirs.deck)
        if tie.theirs.memory and deck and deck.preset:
            yield deck.preset


def _of_parameters(other: Parameters | None) -> Iterator[str]:
    """Say that Anki goes by other parameters, and what becomes of that."""
    if other is None:
        return
    cards = _number(other.cards, "card")
    yield f"  in Anki {cards} go by other FSRS parameters, of “{on_one_line(other.named)}”:"
    if other.own:
        yield "    not taken over, for you have chosen those here; memories differ until both agree"
    else:
        yield "    taken over, for you have chosen none here (`flashcards optimize --undo`)"


def look(
    collection: Collection, package: AnkiPackage, now: Moment, *, reworded: bool = False
) -> Returning:
    """Find out what a package would bring to the log."""
    policy = policy_of(collection.database, collection.settings)
    offset_s_at = partial(clock.offset_s_at, fallback_offset_s=now.utc_offset_s)
    with without_collector():
        return returning.look(
            collection.database,
            package.collection,
            policy,
            Watch(offset_s_at, now.at_ms),
            reworded=reworded,
        )


def take(collection: Collection, found: Returning, label: str) -> int:
    """Add to the log what was found, with a progress bar on a terminal; give how much it was."""
    with without_collector(), progress(found.cards, label) as tick:
        return returning.take(collection.database, found, tick)


def added_words(added: int) -> str:
    """Say how much was added."""
    return f"{added:,} {'entry' if added == 1 else 'entries'} to the log"


def _agreed() -> bool:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = "nothing was added: say --yes to add it without being asked."
        raise FlashcardsError(message)
    return click.confirm("Add them?", err=True)


def preview(path: str, found: Returning, utc_offset_s: int) -> Iterator[str]:
    """Say what a package would bring, what is here already, and what is no review of ours."""
    name = on_one_line(path)
    reviews = found.kinds.get(EventKind.REVIEW, 0)
    if found.span_ms is None:
        yield f"{name}: no reviews that are not here already."
    else:
        days = [date_of(study_day(Moment(at_ms, utc_offset_s), 0)) for at_ms in found.span_ms]
        cards = count(found.cards, "card")
        span = " to ".join(dict.fromkeys(map(str, days)))
        yield f"{name}: {_number(reviews, 'new review')} of {cards}, {span}."
    if found.known:
        yield f"  here already: {found.known:,}"
    resets = found.kinds.get(EventKind.FORGET, 0)
    moved = sum(found.kinds.get(kind, 0) for kind in (EventKind.RESCHEDULE, EventKind.SET_DUE))
    if resets or moved:
        yield (
            f"  no ratings, but kept in the log: {_number(resets, 'reset')},"
            f" {_number(moved, 'due day')} set by hand or by FSRS"
        )
    estimates = found.kinds.get(EventKind.ESTIMATE, 0)
    if estimates:
        yield (
            "  memory estimated from interval and ease, for earlier reviews are not in the package:"
            f" {_number(estimates, 'card')}"
        )
    if found.crammed:
        yield f"  left out, for cramming changes no schedule: {found.crammed:,}"
    if found.unusable:
        yield f"  left out, for they lie in the future or have no button: {found.unusable:,}"
    if found.gone:
        yield (
            f"  here, but no longer in Anki's log: {_number(found.gone, 'review')} (undone there,"
            " or given on a device that has not been synchronised); kept"
        )


def unknown_words(package: AnkiPackage, found: Returning, waiting: Container[int]) -> Iterator[str]:
    """Say which answers are of cards that are not here, by name where their note is.

    The cards `waiting` are here, and only kept away.
    """
    unknown = {card: lines for card, lines in found.unknown.items() if card not in waiting}
    if unknown:
        yield f"  not in this collection: {_of_cards(unknown)}"
    if len(unknown) < len(found.unknown):
        waits = {card: lines for card, lines in found.unknown.items() if card in waiting}
        yield f"  waiting for their entries: {_of_cards(waits)}"
    if not unknown:
        return
    lost = arrivals.missing(package.collection, found.ties)
    if lost:
        yield "    of notes that are here, which have no such card or gap here:"
    for one in lost[:_MOST_NAMED]:
        shown = _shown(package, one.field)
        yield f"    card {one.number} of “{shown}”, {_number(one.reviews, 'review')}"
    if len(lost) > _MOST_NAMED:
        yield f"    ... and {len(lost) - _MOST_NAMED:,} more"


def strangers_words(package: AnkiPackage, found: Returning) -> Iterator[str]:
    """Say which notes have the id of an entry here, and nothing else in common with it."""
    if not found.strangers:
        return
    number = _number(len(found.strangers), "note")
    yield f"  left out, for another entry here has the id: {number} (--reworded takes them)"
    for one in found.strangers[:_MOST_NAMED]:
        here = on_one_line(" ".join(one.front.split())[:_NAME_WIDTH])
        yield f"    there “{_shown(package, one.field)}”, here “{here}”"
    if len(found.strangers) > _MOST_NAMED:
        yield f"    ... and {len(found.strangers) - _MOST_NAMED:,} more"


def _of_cards(lines: Mapping[int, int]) -> str:
    return f"{_number(len(lines), 'card')} with {_number(sum(lines.values()), 'review')}"


def _shown(package: AnkiPackage, field: str) -> str:
    text = " ".join(readable.markdown(field, package.archive.media).split())
    return on_one_line(text[:_NAME_WIDTH])


def _number(number: int, noun: str) -> str:
    return count(number, noun).replace(str(number), f"{number:,}", 1)
