"""`flashcards import PACKAGE`: notes of Anki move in as decks, with what was learnt of them."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import click

from flashcards.anki.reading import opening as packages
from flashcards.anki.reading.opening import AnkiPackage
from flashcards.collection import opening, returning
from flashcards.collector import without_collector
from flashcards.commands import World
from flashcards.commands.import_reviews import added_words, look, take
from flashcards.deck import reading
from flashcards.errors import FlashcardsError
from flashcards.importing import decks, output, unpacking
from flashcards.importing.decks import Gathered
from flashcards.importing.drafts import CardDraft, Harvest, Remark
from flashcards.importing.output import Target
from flashcards.importing.packages import Moved, read
from flashcards.importing.unpacking import Unpacked
from flashcards.model import EventKind
from flashcards.notes import Deck
from flashcards.store import incoming
from flashcards.text import count, on_one_line, slug

_DECK_ENDINGS = (".yaml", ".yml")
_MOST_NAMED = 20


class Wishes(NamedTuple):
    """What the person says of a move: where to, a name for the deck, tags, and if with progress."""

    output: str
    deck: str
    tags: tuple[str, ...]
    progress: bool


def is_package(path: str) -> bool:
    """Tell if a file is a package by its name."""
    return path.lower().endswith(packages.ENDINGS)


def move_in(world: World, path: str, wishes: Wishes) -> None:
    """Write the notes of the package at `path` as decks, and take their reviews over.

    Raises:
        FlashcardsError: The package cannot be read, or a deck cannot be written.
    """
    now = world.clock()
    with packages.opened(path) as package:
        with opening.opened(world.place, now) as collection:
            here = incoming.guids(collection.database)
        with without_collector():
            moved = read(package.collection, path, package.archive.media, here)
            package.collection.check()
            written = list(_written(package, path, moved, wishes))
        for line in (*_report(moved), *(line for one in written for line in _of_deck(one))):
            click.echo(line)
        if wishes.progress:
            _take_progress(world, package)


def _take_progress(world: World, package: AnkiPackage) -> None:
    now = world.clock()
    with opening.opened(world.place, now) as collection:
        found = look(collection, package, now)
        if not found.ties:
            click.echo(
                "What was learnt waits: the deck is not among your decks (`flashcards config decks`"
                " names them).\nPut it there, then: flashcards import --reviews PACKAGE"
            )
            return
        added = take(collection, found)
        asleep = returning.suspend(collection.database, found.ties)
        compared = returning.compare(collection.database, found.ties)
    click.echo(f"Added {added_words(added)}, of {count(found.cards, 'card')}.")
    estimates = found.kinds.get(EventKind.ESTIMATE, 0)
    if estimates:
        click.echo(
            "  memory estimated from interval and ease, for earlier reviews are not in the package:"
            f" {count(estimates, 'card')}"
        )
    if asleep:
        click.echo(f"  suspended, as in Anki: {count(asleep, 'card')}")
    if found.crammed:
        click.echo(f"  left out, for cramming changes no schedule: {found.crammed:,}")
    if compared.without_reviews:
        click.echo(
            "  new here, for they were being learnt and their reviews are not in the package:"
            f" {count(compared.without_reviews, 'card')}"
        )
    if compared.otherwise_remembered:
        click.echo(
            "  remembered otherwise than in Anki, which has parameters of its own or an older"
            f" algorithm there: {compared.otherwise_remembered:,} of"
            f" {count(compared.learnt, 'card')}"
        )


# -- Decks


class _Written(NamedTuple):
    """A deck file that was written, what went into it and what did not."""

    deck: Deck
    left_out: Sequence[Remark]
    media: Unpacked


def _written(package: AnkiPackage, path: str, moved: Moved, wishes: Wishes) -> Iterator[_Written]:
    if not any(moved.decks.values()):
        return
    comments = (f"# Moved here from Anki, {on_one_line(os.path.basename(path))}.",)
    for target, gathered in _targets(path, moved.decks, wishes):
        fresh = _news(gathered, target)
        folder = os.path.dirname(os.path.abspath(target.path))
        unpacked = unpacking.unpack(package.archive, fresh.cards, folder)
        deck = _put(target, fresh, comments) if not fresh.is_empty else Deck(target.path, "")
        yield _Written(deck, fresh.left_out, unpacked)


def _put(target: Target, fresh: Gathered, comments: tuple[str, ...]) -> Deck:
    data = output.content(target, fresh, comments)
    deck = reading.read(data, target.path)
    if not deck.readable:
        reasons = " ".join(problem.message for problem in deck.problems[:1])
        message = (
            f"{on_one_line(target.path)} was not written, for it could not be read. {reasons}\n"
            "Export fewer of Anki's decks at a time, or name a folder with -o: a file for each."
        )
        raise FlashcardsError(message)
    output.write(target, data)
    return deck


def _targets(
    path: str, found: Mapping[str, Sequence[CardDraft]], wishes: Wishes
) -> Iterator[tuple[Target, Gathered]]:
    """Give the deck files: one for all decks together, or in a folder one for each."""
    if wishes.output.lower().endswith(_DECK_ENDINGS):
        harvests = [
            Harvest("Anki package", tuple(drafts), deck=name) for name, drafts in found.items()
        ]
        gathered = decks.gathered(harvests, wishes.deck, wishes.tags)
        named = gathered.deck or os.path.splitext(os.path.basename(path))[0]
        yield output.target(wishes.output), gathered._replace(deck=named)
        return
    os.makedirs(wishes.output, exist_ok=True)
    used: set[str] = set()
    for name, drafts in found.items():
        if not drafts:
            continue
        stem = slug(name.replace("::", "-"))
        file = next(f for n in range(1, 10_000) if (f := _numbered(stem, n)) not in used)
        used.add(file)
        whole = f"{wishes.deck}::{name}" if wishes.deck else name
        gathered = decks.gathered([Harvest("", tuple(drafts), deck=whole)], whole, wishes.tags)
        yield output.target(os.path.join(wishes.output, file)), gathered


def _numbered(stem: str, number: int) -> str:
    return f"{stem}.yaml" if number == 1 else f"{stem}-{number}.yaml"


def _news(gathered: Gathered, target: Target) -> Gathered:
    """Give what is not in the deck yet: an id tells, whatever was made of the text since."""
    if target.deck is None:
        return gathered
    ids = {note.id for note in (*target.deck.notes, *target.deck.quarantined)}
    cards = tuple(card for card in gathered.cards if card.id not in ids)
    return decks.news(gathered._replace(cards=cards), target.deck)


# -- Words


def _report(moved: Moved) -> Iterator[str]:
    if not any(moved.decks.values()):
        yield "Nothing to move in."
    for title, found in (("Taken otherwise", moved.noted), ("Not taken over", moved.left_out)):
        if found:
            yield f"{title}:"
            yield from (f"  {number:,} {what}" for what, number in found.items())


def _of_deck(one: _Written) -> Iterator[str]:
    deck = one.deck
    entries = f"{len(deck.notes)} {'entry' if len(deck.notes) == 1 else 'entries'}"
    parts = [entries, count(sum(len(note.cards) for note in deck.notes), "card")]
    if one.media.files:
        parts.append(count(one.media.files, "image or sound"))
    if deck.notes or deck.quarantined:
        yield f"Wrote {on_one_line(deck.path)}: {', '.join(parts)}."
    if deck.quarantined:
        yield f"  kept away until mended (`flashcards check` tells): {len(deck.quarantined)}"
    reasons: dict[str, int] = {}
    for remark in one.left_out:
        reasons[remark.text] = reasons.get(remark.text, 0) + 1
    for reason, number in reasons.items():
        yield f"  left out, {count(number, 'note')}: {reason}"
    for name, reason in one.media.refused[:_MOST_NAMED]:
        yield f"  not taken over: {on_one_line(name)} {reason}"
    if len(one.media.refused) > _MOST_NAMED:
        yield f"  ... and {len(one.media.refused) - _MOST_NAMED} more images or sounds"
