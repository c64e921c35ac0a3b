"""`flashcards import PACKAGE`: notes of Anki move in as decks, with what was learnt of them."""

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

import click

from flashcards import clock
from flashcards.anki.reading import opening as packages
from flashcards.anki.reading.opening import AnkiPackage
from flashcards.collection import adopting, marking, opening, returning, roots, tying
from flashcards.collection.adopting import Offer
from flashcards.collection.arrivals import KnownNotes
from flashcards.collection.marking import Carried
from flashcards.collection.opening import Collection
from flashcards.collection.returning import Compared, Returning
from flashcards.collection.strangers import strangers
from flashcards.collector import without_collector
from flashcards.commands import World
from flashcards.commands.import_reviews import (
    added_words,
    look,
    presets,
    take,
    unknown_words,
)
from flashcards.deck import reading, writing
from flashcards.errors import FlashcardsError
from flashcards.importing import decks, output, unpacking
from flashcards.importing.decks import Gathered
from flashcards.importing.drafts import CardDraft, Harvest
from flashcards.importing.output import Target
from flashcards.importing.packages import Moved, Tally, known_as, read
from flashcards.importing.unpacking import Unpacked
from flashcards.model import EventKind
from flashcards.notes import Deck
from flashcards.store import cache
from flashcards.store.database import transaction
from flashcards.text import count, file_stem, on_one_line

_DECK_ENDINGS = (".yaml", ".yml")
_MOST_NAMED = 20


class Wishes(NamedTuple):
    """What the person says of a move: where to, a name for the deck, tags, and if with progress.

    In a dry run nothing is written.
    """

    output: str
    deck: str
    tags: tuple[str, ...]
    progress: bool
    dry_run: bool


def is_package(path: str) -> bool:
    """Tell if a file is a package by its name."""
    return path.lower().endswith(packages.ENDINGS)


def move_in(world: World, path: str, wishes: Wishes) -> None:
    """Write the notes of the package at `path` as decks, and take their reviews over.

    Raises:
        FlashcardsError: The package cannot be read, or a deck cannot be written.
    """
    with packages.opened(path) as package:
        with _alone(world), without_collector():
            with opening.opened(world.place, world.clock()) as collection:
                others = _others(collection, package)
                here = KnownNotes(collection.database, others)
            moved = read(package.collection, path, package.archive.media, here, others)
            package.collection.check()
            plans = list(_plans(path, moved, wishes))
            written = [] if wishes.dry_run else _written(package, plans)
        for line in _report(moved):
            click.echo(line)
        if wishes.dry_run:
            _preview(world, path, package, plans, wishes)
            return
        for line in (line for one in written for line in _of_deck(one)):
            click.echo(line)
        if wishes.progress:
            _take_progress(world, package)
            for line in _waiting(world, path, plans, written):
                click.echo(line)
        else:
            _take_names(world, package)


@contextmanager
def _alone(world: World) -> Iterator[None]:
    """Wait for another import, so that what it writes is seen here and not written once more."""
    with (
        opening.opened_store(world.place) as (database, _),
        writing.alone(world.place.home),
    ):
        cache.doubt_media(database)
        yield


def _others(collection: Collection, package: AnkiPackage) -> frozenset[int]:
    """Give the notes that bear a name of ours, and are others."""
    found = strangers(collection.database, package.collection)
    return frozenset(stranger.note for stranger in found)


def _preview(
    world: World, path: str, package: AnkiPackage, plans: Sequence["_Plan"], wishes: Wishes
) -> None:
    """Say what would be written, and what would be learnt and set."""
    for plan in plans:
        if not plan.fresh.is_empty:
            whole = plan.deck._replace(notes=(*plan.deck.notes, *plan.deck.quarantined))
            click.echo(f"Would write {on_one_line(plan.target.path)}: {_entries(whole)}.")
    if wishes.progress:
        reviews = sum(1 for line in package.collection.log() if line.ease)
        click.echo(f"Reviews in the package: {reviews:,}.")
        with opening.opened(world.place, world.clock()) as collection:
            offer = _offer(collection, package, plans)
        for line in (*_options(offer, "Would take over"), *_waiting(world, path, plans, ())):
            click.echo(line)
    click.echo("Nothing was written (--dry-run).")


def _take_names(world: World, package: AnkiPackage) -> None:
    """Let the notes keep the names they have in Anki, so that none goes back as a second."""
    with opening.opened(world.place, world.clock()) as collection:
        others = _others(collection, package)
        found = list(tying.ties(collection.database, package.collection, others))
        with transaction(collection.database):
            tying.adopt(collection.database, found)


def _take_progress(world: World, package: AnkiPackage) -> None:
    """Take options, answers and marks over, of all notes that are in the decks by now."""
    now = world.clock()
    with opening.opened(world.place, now) as collection:
        offer = _offer(collection, package, ())
        adopting.take(collection, offer, now)
    for line in _options(offer, "Taken over"):
        click.echo(line)
    with opening.opened(world.place, now) as collection:
        found = look(collection, package, now)
        if not found.ties:
            return
        added = take(collection, found)
        marks = marking.carry(collection.database, found.ties, now, collection.settings.rollover)
        compared = returning.compare(collection.database, found.ties)
        causes = list(_causes(collection, package, found))
    click.echo(_added(added, found.cards))
    for line in (*_taken(found, marks, compared, causes), *unknown_words(package, found)):
        click.echo(line)


def _taken(
    found: Returning, marks: Carried, compared: Compared, causes: Sequence[str]
) -> Iterator[str]:
    """Say what came with the answers, and where both sides differ."""
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
    if compared.otherwise_remembered:
        yield (
            f"  remembered otherwise than in Anki: {compared.otherwise_remembered:,} of"
            f" {count(compared.learnt, 'card')}. It may be that"
        )
        for cause in causes or ["an older algorithm left them so"]:
            yield f"    {cause}"


def _causes(collection: Collection, package: AnkiPackage, found: Returning) -> Iterator[str]:
    """Say what is known to differ between both sides, and may change what is remembered."""
    of_cards = set(presets(package, found))
    other = adopting.other_parameters(collection.database, presets(package, found))
    if other or len({preset.weights for preset in of_cards}) > 1:
        yield "other FSRS parameters hold there"
    for since in sorted({one.ignored_before for one in of_cards if one.ignored_before}):
        yield f"reviews before {since} are ignored there"
    calendar = package.collection.calendar
    begun_s = clock.offset_s_at(calendar.created_s * 1000, calendar.created_offset_s)
    if begun_s != calendar.created_offset_s:
        yield (
            f"the answers were given in another time zone ({_zone(calendar.created_offset_s)} when"
            f" that collection began, {_zone(begun_s)} here): `TZ` sets the one to count days by"
        )
    if calendar.rollover is None:
        hour = collection.settings.rollover
        yield f"a day begins at another hour there, which the package does not name, than {hour}"
        yield "  (`flashcards config rollover` before the import; a .colpkg names it)"


def _zone(offset_s: int) -> str:
    return f"UTC{offset_s // 3600:+03d}:{offset_s // 60 % 60:02d}"


# -- Decks


class _Written(NamedTuple):
    """A deck file that was written, what went into it and what did not.

    `repeats` are notes whose text is in it already. `waiting` is how many entries of the package
    are kept away by a fault, now or since before.
    """

    deck: Deck
    left_out: Mapping[str, Tally]
    repeats: int
    media: Unpacked
    waiting: int


class _Plan(NamedTuple):
    """A deck file as it will be, for some decks of Anki: nothing has been written.

    `drafts` are the entries by deck of Anki; `ids` are theirs.
    """

    target: Target
    fresh: Gathered
    data: bytes
    deck: Deck
    drafts: Mapping[str, Sequence[CardDraft]]
    ids: frozenset[str]

    def waiting(self, deck: Deck | None) -> int:
        """Count the entries of the package that a fault keeps away in `deck`, if it is there."""
        return sum(note.id in self.ids for note in deck.quarantined) if deck else 0

    @property
    def left_out(self) -> Mapping[str, Tally]:
        """What of its drafts could not be drilled, by the reason."""
        of = {
            draft.place: partial(known_as, deck, draft.front or draft.cloze or draft.back)
            for deck, drafts in (self.drafts.items() if self.fresh.left_out else ())
            for draft in drafts
        }
        found: dict[str, Tally] = {}
        for place, reason in self.fresh.left_out:
            found[reason] = found.get(reason, Tally()).grown(1, of[place])
        return found


def _plans(path: str, moved: Moved, wishes: Wishes) -> Iterator[_Plan]:
    if not any(moved.decks.values()):
        return
    comments = (f"# Moved here from Anki, {on_one_line(os.path.basename(path))}.",)
    for target, gathered, drafts in _targets(path, moved.decks, wishes):
        fresh = _news(gathered, target)
        ids = frozenset(card.id for card in gathered.cards)
        if fresh.is_empty:
            yield _Plan(target, fresh, b"", Deck(target.path, gathered.deck), drafts, ids)
            continue
        data = output.content(target, fresh, comments).after
        yield _Plan(target, fresh, data, _readable(target, data), drafts, ids)


def _written(package: AnkiPackage, plans: Sequence[_Plan]) -> list[_Written]:
    """Write all decks with their images and sounds, or nothing."""
    written = []
    with unpacking.wholly() as placed:
        for plan in plans:
            folder = os.path.dirname(os.path.abspath(plan.target.path))
            placed.folder(folder)
            unpacked = unpacking.unpack(package.archive, plan.fresh.cards, folder, placed)
            # Read before, entries with an image were kept away, for it was not there yet.
            again = plan.deck.quarantined and unpacked.files
            deck = reading.read(plan.data, plan.target.path) if again else plan.deck
            there = plan.target.deck if plan.fresh.is_empty else deck
            repeats, waiting = plan.fresh.repeats, plan.waiting(there)
            written.append(_Written(deck, plan.left_out, repeats, unpacked, waiting))
        for plan in plans:
            if not plan.fresh.is_empty:
                placed.step(
                    partial(output.write, plan.target, plan.data),
                    partial(output.take_back, plan.target, plan.data),
                )
    return written


def _readable(target: Target, data: bytes) -> Deck:
    deck = reading.read(data, target.path)
    if not deck.readable:
        reasons = " ".join(problem.message for problem in deck.problems[:1])
        message = (
            f"{on_one_line(target.path)} was not written, for it could not be read. {reasons}\n"
            "Export fewer of Anki's decks at a time, or name a folder with -o: a file for each."
        )
        raise FlashcardsError(message)
    return deck


def _targets(
    path: str, found: Mapping[str, Sequence[CardDraft]], wishes: Wishes
) -> Iterator[tuple[Target, Gathered, Mapping[str, Sequence[CardDraft]]]]:
    """Give the deck files: one for all decks together, or in a folder one for each.

    With each come the decks of Anki that go into it, with their notes.
    """
    if wishes.output.lower().endswith(_DECK_ENDINGS):
        harvests = [
            Harvest("Anki package", tuple(drafts), deck=name) for name, drafts in found.items()
        ]
        gathered = decks.gathered(harvests, wishes.deck, wishes.tags)
        named = gathered.deck or os.path.splitext(os.path.basename(path))[0]
        yield output.target(wishes.output), gathered._replace(deck=named), found
        return
    folder = output.Folder(wishes.output)
    for name, drafts in found.items():
        if not drafts:
            continue
        whole = f"{wishes.deck}::{name}" if wishes.deck else name
        gathered = decks.gathered([Harvest("", tuple(drafts), deck=whole)], whole, wishes.tags)
        yield folder.target(whole, file_stem(name)), gathered, {name: drafts}


def _news(gathered: Gathered, target: Target) -> Gathered:
    """Give what is not in the deck yet: an id tells, whatever was made of the text since."""
    if target.deck is None:
        return gathered
    ids = {note.id for note in (*target.deck.notes, *target.deck.quarantined)}
    cards = tuple(card for card in gathered.cards if card.id not in ids)
    return decks.news(gathered._replace(cards=cards), target.deck)


def _offer(collection: Collection, package: AnkiPackage, plans: Sequence[_Plan]) -> Offer:
    """Find out which options come along, with notes in the decks and those of `plans` to come."""
    database = collection.database
    ties = tying.ties(database, package.collection, _others(collection, package))
    coming = [
        (plan.deck.name, name, len(drafts))
        for plan in plans
        for name, drafts in plan.drafts.items()
        if drafts and _is_in_decks(collection, plan)
    ]
    return adopting.look(
        collection,
        adopting.moving_decks(database, package.collection, ties, coming),
        package.collection.calendar.rollover,
    )


def _is_in_decks(collection: Collection, plan: _Plan) -> bool:
    """Tell if a deck will be among one's decks, where they lie now or will."""
    places = [os.path.realpath(os.path.expanduser(path)) for path, _ in collection.named]
    return roots.lies_in(places, os.path.realpath(plan.target.path))


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


def _added(added: int, cards: int) -> str:
    """Say how much came into the log; another import may have been faster with all of it."""
    if not added:
        return "No answers that are not here already."
    return f"Added {added_words(added)}, of {count(cards, 'card')}."


def _waiting(
    world: World, path: str, plans: Sequence[_Plan], written: Sequence[_Written]
) -> Iterator[str]:
    """Say of what nothing was learnt yet, since it is not in the decks, and what to do."""
    with opening.opened(world.place, world.clock()) as collection:
        outside = [
            plan
            for plan in plans
            if any(plan.drafts.values()) and not _is_in_decks(collection, plan)
        ]
    again = f"flashcards import {shlex.quote(on_one_line(path))}"
    if outside:
        yield (
            f"What was learnt waits: {on_one_line(outside[0].target.path)} is not among your decks"
            " (`flashcards config decks` names them)."
        )
        yield f"Put it there, then import once more, with its new place: {again} -o PLACE"
    elif waiting := sum(one.waiting for one in written):
        yield (
            f"What was learnt waits, of {count(waiting, 'entry', 'entries')} kept away"
            " (`flashcards check` tells why)."
        )
        yield "Mend what is to be mended, then import once more in the same way."


def _report(moved: Moved) -> Iterator[str]:
    if not any(moved.decks.values()):
        yield "Nothing to move in."
    for title, found in (("Taken otherwise", moved.noted), ("Not taken over", moved.left_out)):
        if found:
            yield f"{title}:"
            for what, tally in found.items():
                yield f"  {what}: {tally.number:,}"
                yield from _names(tally)


def _names(tally: Tally) -> Iterator[str]:
    yield from (f"    {called}" for called in tally.named)
    if tally.named and tally.number > len(tally.named):
        yield f"    ... and {tally.number - len(tally.named):,} more"


def _entries(deck: Deck) -> str:
    entries = count(len(deck.notes), "entry", "entries")
    return f"{entries}, {count(sum(len(note.cards) for note in deck.notes), 'card')}"


def _of_deck(one: _Written) -> Iterator[str]:
    deck = one.deck
    parts = [_entries(deck)]
    if one.media.files:
        parts.append(count(one.media.files, "image or sound", "images and sounds"))
    if deck.notes or deck.quarantined:
        yield f"Wrote {on_one_line(deck.path)}: {', '.join(parts)}."
    if deck.quarantined:
        yield (
            f"  kept away until mended (`flashcards check` tells): {len(deck.quarantined)}; then"
            " `import --reviews` brings\n  what was learnt of them"
        )
    if one.repeats:
        yield (
            f"Not written, for {on_one_line(deck.path)} has their text already:"
            f" {count(one.repeats, 'note')}."
        )
    for reason, tally in one.left_out.items():
        yield f"  left out, {count(tally.number, 'note')}: {reason}"
        yield from _names(tally)
    for name, reason in one.media.refused[:_MOST_NAMED]:
        yield f"  not taken over: {on_one_line(name)} {reason}"
    if len(one.media.refused) > _MOST_NAMED:
        yield f"  ... and {len(one.media.refused) - _MOST_NAMED} more images or sounds"
