"""The decks of `flashcards import PACKAGE`: what goes into which file, and how it is written."""

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from flashcards.anki.reading.opening import AnkiPackage
from flashcards.deck import reading
from flashcards.errors import FlashcardsError
from flashcards.importing import decks, ours, output, unpacking
from flashcards.importing.decks import Gathered
from flashcards.importing.drafts import CardDraft, Harvest
from flashcards.importing.output import Target
from flashcards.importing.packages import Moved, Tally, known_as
from flashcards.importing.unpacking import Placed, Unpacked
from flashcards.notes import Deck
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


class Plan(NamedTuple):
    """A deck file as it will be, for some decks of Anki: nothing has been written.

    `fresh` are the entries that are new, and `placed` the same with those of topics in these.
    `drafts` are the entries by deck of Anki; `ids` are theirs.
    """

    target: Target
    fresh: Gathered
    placed: Gathered
    data: bytes
    deck: Deck
    drafts: Mapping[str, Sequence[CardDraft]]
    ids: frozenset[str]

    @property
    def alone(self) -> Tally:
        """The cards of topics that are entries by themselves."""
        found = Tally()
        for card in self.placed.cards:
            if card.topic:
                name = partial(known_as, self.deck.name, card.front or card.cloze)
                found = found.grown(1, name)
        return found

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


class Written(NamedTuple):
    """A deck file as it was written, or would be, and the images and sounds beside it.

    `kept_away` are the ids of the entries of the package that a fault keeps away, now or since
    before.
    """

    plan: Plan
    deck: Deck
    media: Unpacked
    kept_away: frozenset[str]


def is_deck_file(path: str) -> bool:
    """Tell if a path names a deck file and no folder of them."""
    return path.lower().endswith(_DECK_ENDINGS)


def plans(path: str, moved: Moved, wishes: Wishes) -> Iterator[Plan]:
    """Give the deck files that what moved is to go into; nothing is written.

    Raises:
        FlashcardsError: A deck cannot be added to, or could not be read afterwards.
    """
    if not any(moved.decks.values()):
        return
    comments = (f"# Moved here from Anki, {on_one_line(os.path.basename(path))}.",)
    for target, gathered, drafts in _targets(path, moved.decks, wishes):
        fresh = _news(gathered, target)
        ids = frozenset(card.id for card in gathered.cards)
        if fresh.is_empty:
            deck = Deck(target.path, gathered.deck)
            yield Plan(target, fresh, fresh, b"", deck, drafts, ids)
            continue
        placed = ours.in_topics(fresh, target.deck)
        data = output.content(target, placed, comments).after
        yield Plan(target, fresh, placed, data, _readable(target, data), drafts, ids)


def write(package: AnkiPackage, planned: Sequence[Plan], placed: Placed) -> list[Written]:
    """Write all decks with their images and sounds, or nothing, as `placed` has it.

    Raises:
        FlashcardsError: Something cannot be written.
    """
    written = []
    for plan in planned:
        folder = os.path.dirname(os.path.abspath(plan.target.path))
        placed.folder(folder)
        unpacked = unpacking.unpack(package.archive, plan.fresh.cards, folder, placed)
        # Read before, entries with an image were kept away, for it was not there yet.
        again = plan.deck.quarantined and unpacked.files
        deck = reading.read(plan.data, plan.target.path, unpacked.targets) if again else plan.deck
        there = plan.target.deck if plan.fresh.is_empty else deck
        faulty = there.quarantined if there else ()
        kept_away = plan.ids.intersection(note.id for note in faulty)
        written.append(Written(plan, deck, unpacked, kept_away))
    for plan in planned:
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
    if is_deck_file(wishes.output):
        harvests = [
            Harvest("Anki package", tuple(drafts), deck=name, learnt=True)
            for name, drafts in found.items()
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
        harvest = Harvest("Anki package", tuple(drafts), deck=whole, learnt=True)
        gathered = decks.gathered([harvest], whole, wishes.tags)
        yield folder.target(whole, file_stem(name)), gathered, {name: drafts}


def _news(gathered: Gathered, target: Target) -> Gathered:
    """Give what is not in the deck yet: an id tells, whatever was made of the text since."""
    if target.deck is None:
        return gathered
    ids = {note.id for note in (*target.deck.notes, *target.deck.quarantined)}
    cards = tuple(card for card in gathered.cards if card.id not in ids)
    return decks.news(gathered._replace(cards=cards), target.deck)


# -- Words


def moved_words(moved: Moved) -> Iterator[str]:
    """Say what of a package was taken in another way than it was there, or not at all."""
    if not any(moved.decks.values()):
        yield "Nothing to move in."
    for title, found in (("Taken otherwise", moved.noted), ("Not taken over", moved.left_out)):
        if found:
            yield f"{title}:"
            for what, tally in found.items():
                yield f"  {what}: {tally.number:,}"
                yield from _names(tally)


def written_words(one: Written, *, dry: bool) -> Iterator[str]:
    """Say what was written into a deck file, or would be, and what was not and why."""
    fresh, deck, path = one.plan.fresh, one.deck, on_one_line(one.plan.target.path)
    is_new = one.plan.target.deck is None
    ids = {card.id for card in fresh.cards}
    notes = [note for note in deck.notes if is_new or note.id in ids]
    cards = sum(len(note.cards) for note in notes)
    parts = [count(len(notes), "entry", "entries"), count(cards, "card")]
    if one.media.files:
        parts.append(count(len(one.media.files), "image or sound", "images and sounds"))
    if not fresh.is_empty:
        did = ("Would write" if dry else "Wrote") if is_new else ("Would add" if dry else "Added")
        what = ", ".join(parts)
        yield f"{did} {path}: {what}." if is_new else f"{did} {what} to {path}."
        if away := len(one.kept_away & ids):
            entries = count(away, "entry", "entries")
            yield f"  kept away until mended (`flashcards check` tells why): {entries}"
    yield from _of_topics(one.plan)
    if fresh.repeats:
        yield f"Not written, for {path} has their text already: {count(fresh.repeats, 'note')}."
    for reason, tally in one.plan.left_out.items():
        yield f"  left out, {count(tally.number, 'note')}: {reason}"
        yield from _names(tally)
    for name, reason in one.media.refused[:_MOST_NAMED]:
        yield f"  not taken over: {on_one_line(name)} {reason}"
    if len(one.media.refused) > _MOST_NAMED:
        yield f"  ... and {len(one.media.refused) - _MOST_NAMED} more images or sounds"


def _of_topics(plan: Plan) -> Iterator[str]:
    """Say what became of topics, of which a package has only what their cards show."""
    if plan.placed.topics:
        yield (
            "  topics, without what none of their cards shows (quick scan, examples, what is read"
            f" only): {len(plan.placed.topics)}"
        )
    if plan.alone.number:
        yield (
            "  cards of topics that are entries by themselves, without the topic's title and"
            f" question: {plan.alone.number}"
        )
        yield from _names(plan.alone)


def _names(tally: Tally) -> Iterator[str]:
    yield from (f"    {called}" for called in tally.named)
    if tally.named and tally.number > len(tally.named):
        yield f"    ... and {tally.number - len(tally.named):,} more"
