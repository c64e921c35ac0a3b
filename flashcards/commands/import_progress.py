"""What was learnt, of `flashcards import PACKAGE`: options, answers and marks come along."""

import os
import shlex
from collections.abc import Iterator, Sequence
from functools import partial

import click

from flashcards import clock
from flashcards.anki.reading.histories import Days
from flashcards.anki.reading.opening import AnkiPackage
from flashcards.collection import adopting, arrivals, comparing, marking, opening, tying
from flashcards.collection.adopting import Offer
from flashcards.collection.comparing import Causes, Compared
from flashcards.collection.marking import Carried
from flashcards.collection.opening import Collection
from flashcards.collection.returning import Returning
from flashcards.collection.strangers import strangers
from flashcards.commands.authoring import first_folder
from flashcards.commands.import_decks import Wishes, Written, is_deck_file
from flashcards.commands.import_reviews import added_words, look, take, unknown_words
from flashcards.model import EventKind, Moment
from flashcards.store.database import transaction
from flashcards.text import count, on_one_line


def others(collection: Collection, package: AnkiPackage) -> frozenset[int]:
    """Give the notes that bear a name of ours, and are others."""
    found = strangers(collection.database, package.collection)
    return frozenset(stranger.note for stranger in found)


def take_names(collection: Collection, package: AnkiPackage) -> None:
    """Let the notes keep the names they have in Anki, so that none goes back as a second."""
    database = collection.database
    found = list(tying.ties(database, package.collection, others(collection, package)))
    with transaction(database):
        tying.adopt(database, found)
        tying.keep_larger(database, package.collection, found)


def take_progress(
    collection: Collection,
    package: AnkiPackage,
    written: Sequence[Written],
    now: Moment,
    wishes: Wishes,
) -> None:
    """Take options, answers and marks over, of all notes that are in the decks by now, and say so.

    In a dry run `collection` is one that will be forgotten, and it is said what would come.
    """
    database, dry = collection.database, wishes.dry_run
    ties = tying.ties(database, package.collection, others(collection, package))
    moving = adopting.moving_decks(database, package.collection, ties)
    offer = adopting.look(collection, moving, package.collection.calendar.rollover)
    adopting.take(collection, offer, now)
    for line in _options(offer, "Would take over" if dry else "Taken over"):
        click.echo(line)
    collection = opening.set_again(collection)
    found = look(collection, package, now)
    waiting = _Waiting(collection, package, written, found, wishes.output)
    if found.ties:
        added = take(collection, found, "Looking" if dry else "Importing")
        with transaction(database):
            tying.keep_larger(database, package.collection, found.ties)
        marks = marking.carry(database, found.ties, now, collection.settings.rollover)
        click.echo(_added(added, found.cards, found.known, dry=dry))
        compared = comparing.compare(database, package.collection, found.ties)
        for line in (
            *_taken(found, marks, compared),
            *_otherwise(collection, package, compared, now),
            *unknown_words(package, found, waiting.cards),
        ):
            click.echo(line)
    for line in waiting.words():
        click.echo(line)


# -- What waits


class _Waiting:
    """What was learnt of notes that are not among one's decks yet, or kept away by a fault."""

    def __init__(
        self,
        collection: Collection,
        package: AnkiPackage,
        written: Sequence[Written],
        found: Returning,
        output: str,
    ) -> None:
        self._path = package.archive.path
        self._folder = first_folder(collection.place.decks or collection.settings.decks)
        self._output = output
        self._outside = [
            one
            for one in written
            if any(one.plan.drafts.values())
            and not opening.is_among(collection, one.plan.target.path)
        ]
        outside = frozenset[str]().union(*(one.plan.ids for one in self._outside))
        kept_away = frozenset[str]().union(*(one.kept_away for one in written)) - outside
        self.cards = arrivals.waiting(package.collection, outside | kept_away, found.ties)
        learnt = arrivals.learnt(package.collection, self.cards)
        self._has_outside = not outside.isdisjoint(learnt)
        self._kept_away = len(kept_away & learnt)

    def words(self) -> Iterator[str]:
        """Say what waits, and what to do."""
        if self._outside:
            yield from self._of_those_outside()
        if self._kept_away:
            yield (
                f"What was learnt waits, of {count(self._kept_away, 'entry', 'entries')} kept away"
                " (`flashcards check` tells why)."
            )
            yield "Mend what is to be mended, then import once more in the same way."

    def _of_those_outside(self) -> Iterator[str]:
        what = "What was learnt waits" if self._has_outside else "The options of its decks wait"
        files = [on_one_line(one.plan.target.path) for one in self._outside]
        more = f" and {len(files) - 1:,} more" if files[1:] else ""
        are = "are not among your decks" if more else "is not among your decks"
        where = f"which lie in {on_one_line(self._folder)}" if self._folder else _NAMED_BY
        yield f"{what}: {count(len(files), 'file')} {are}, {where}: {files[0]}{more}."
        beside = " with the folder media" if any(one.media.files for one in self._outside) else ""
        again = f"flashcards import {_quoted(self._path)} -o {_quoted(self._place())}"
        yield f"Put {'them' if more else 'it'} there{beside}, then import once more: {again}"

    def _place(self) -> str:
        """Give the place for a second import, in which it finds what was put there."""
        if not self._folder:
            return "PLACE"
        name = os.path.basename(self._output) if is_deck_file(self._output) else ""
        return os.path.join(self._folder, name) if name else self._folder


_NAMED_BY = "which `flashcards config decks` names"


def _quoted(path: str) -> str:
    return shlex.quote(on_one_line(path))


# -- Words


def _options(offer: Offer, title: str) -> Iterator[str]:
    """Say which options come along, and which do not and why."""
    if offer.weights or offer.everywhere or offer.of_decks:
        yield f"{title} from the decks' options in Anki:"
    if offer.weights:
        yield f"  the FSRS parameters of “{on_one_line(offer.named)}”"
    for key, text in offer.everywhere.items():
        yield f"  {key} {text}"
    for name, texts in offer.of_decks.items():
        told = ", ".join(f"{key} {text}" for key, text in texts.items())
        yield f"  {on_one_line(name)}: {told}"
    if offer.refused:
        yield "Not taken over from the decks' options (`flashcards config` sets them):"
        yield from (f"  {reason}" for reason in offer.refused)


def _added(added: int, cards: int, known: int, *, dry: bool) -> str:
    """Say how much came into the log; another import may have been faster with all of it."""
    if not added:
        return "No answers that are not here already." if known else "No answers in the package."
    return f"{'Would add' if dry else 'Added'} {added_words(added)}, of {count(cards, 'card')}."


def _taken(found: Returning, marks: Carried, compared: Compared) -> Iterator[str]:
    """Say what came with the answers."""
    counts = {
        "memory estimated from interval and ease, for earlier reviews are not in the package": (
            found.kinds.get(EventKind.ESTIMATE, 0)
        ),
        **{f"{what}, as in Anki": number for what, number in marks._asdict().items()},
        "new here, for they were being learnt and their reviews are not in the package": (
            compared.without_reviews
        ),
    }
    for what, number in counts.items():
        if number:
            yield f"  {what}: {count(number, 'card')}"
    if found.crammed:
        yield f"  left out, for cramming changes no schedule: {found.crammed:,}"


def _otherwise(
    collection: Collection, package: AnkiPackage, compared: Compared, now: Moment
) -> Iterator[str]:
    """Say where both sides remember otherwise, and what may be the cause."""
    unlike = compared.otherwise_remembered
    if not unlike:
        return
    offset_s_at = partial(clock.offset_s_at, fallback_offset_s=now.utc_offset_s)
    days = Days(offset_s_at, collection.settings.rollover)
    found = comparing.causes(collection.database, package.collection, unlike, days)
    yield (
        f"  remembered otherwise than in Anki: {len(unlike):,} of"
        f" {count(compared.learnt, 'card')}. It may be that"
    )
    told = list(_causes(found, days.rollover_hour)) or ["an older algorithm left them so"]
    yield from (f"    {cause}" for cause in told)


def _causes(found: Causes, rollover: int) -> Iterator[str]:
    if found.parameters:
        yield "other FSRS parameters hold there"
    for since in found.ignored_before:
        yield f"reviews before {since} are ignored there"
    if found.zones:
        there, here = map(_zone, found.zones)
        yield (
            f"the answers were given in another time zone ({there} when that collection began,"
            f" {here} here): `TZ` sets the one to count days by"
        )
    if found.hour:
        yield (
            f"a day begins at another hour there, which the package does not name, than {rollover}"
        )
        yield "  (`flashcards config rollover` before the import; a .colpkg names it)"


def _zone(offset_s: int) -> str:
    return f"UTC{offset_s // 3600:+03d}:{offset_s // 60 % 60:02d}"
