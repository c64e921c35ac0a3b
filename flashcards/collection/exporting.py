"""From the collection to the contents of a package for Anki, and what is remembered of it."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize
from urllib.parse import unquote

from flashcards.anki.contents import (
    Contents,
    MediaFile,
    PackageCard,
    PackageNote,
    PackageReview,
    Preset,
)
from flashcards.anki.fields import Texts, fields
from flashcards.anki.package import media_digest
from flashcards.collection.content import problems_from_json, topic_from_json
from flashcards.collection.opening import Collection
from flashcards.collection.roots import covers, is_of_starter, path_of
from flashcards.deck import media
from flashcards.deck.problems import CATALOGUE
from flashcards.memory import replay
from flashcards.memory.leeches import LEECH_TAG, is_leech
from flashcards.memory.scheduling import Policy
from flashcards.model import CardState, Event, EventKind, Kind, Moment, Section, State, Uid
from flashcards.notes import Problem, Severity, Topic
from flashcards.session import Candidate, Limits, NewTopic, learning_order
from flashcards.settings import Settings, for_deck, lineage
from flashcards.store import outgoing, parameters, queue, shelf
from flashcards.store.database import Database, transaction
from flashcards.store.outgoing import Given, OutgoingCard, OutgoingNote
from flashcards.store.scope import EVERYTHING
from flashcards.text import slug

Tick = Callable[[], object]
"""Told of each note that is done, for a progress bar."""

_MEDIA_PREFIX = "media-"


class Export(NamedTuple):
    """What goes into a package, and what to remember once it is written.

    `given` are the notes that Anki was not given like this before, `left_out` the faults of
    images and sounds that keep cards out. `moved` notes came from Anki under the names they have
    there, and `stayed` cards are not in the package, being cards of notes that only Anki has.
    `of_starter` notes are of the starter collection.
    """

    contents: Contents
    given: tuple[Given, ...]
    left_out: tuple[Problem, ...]
    moved: int
    stayed: int
    of_starter: int


def count_notes(collection: Collection) -> int:
    """Count the notes that an export of `collection` carries."""
    return outgoing.count_notes(collection.database, collection.scope)


def gather(  # noqa: PLR0913 - named, and each a different thing
    collection: Collection,
    now: Moment,
    policy: Policy,
    *,
    progress: bool,
    with_moved: bool,
    created: datetime,
    tick: Tick,
) -> Export:
    """Put together what a package of the cards in scope holds.

    With `progress` cards carry their schedule and their log, else all are new. `with_moved` takes
    those along that Anki may have as cards of other notes. `created` is the
    instant a package counts days from, as in `Contents`. Nothing is written, not even what is
    remembered of it.
    """
    database = collection.database
    shelf_of_media = _Media()
    stale = _seen_anew(database, policy) if progress else {}
    drafts = []
    stayed = 0
    for note in outgoing.notes(database, collection.scope):
        if note.stays and not with_moved:
            stayed += len(note.cards)
            continue
        shown = _marked(_as_in_force(note, stale)) if progress else note
        drafts.append(_draft(shown, shelf_of_media, tick))
    whole = [draft for draft in drafts if not draft.faults]
    given = [_given(draft, now) for draft in whole]
    carried = [draft.note for draft in whole]
    positions = _positions(database, collection.settings.new_per_day, carried)
    notes = tuple(
        _package_note(draft, one.modified_s, positions, progress=progress)
        for draft, one in zip(whole, given, strict=True)
    )
    contents = Contents(
        notes=notes,
        reviews=_reviews(database, carried) if progress else (),
        media=shelf_of_media.files,
        preset=_preset(policy, collection.settings) if progress else None,
        created=created,
        of_decks=_presets(collection, policy, whole) if progress else {},
    )
    read = _known_faults(collection, {draft.note.topic.path for draft in drafts})
    found = [fault for draft in drafts for fault in draft.faults]
    changed = (
        one
        for draft, one in zip(whole, given, strict=True)
        if (one.digest, one.modified_s) != (draft.note.exported, draft.note.exported_s)
        # Without progress it is for others: one's own Anki still has it as a card among others.
        and (progress or not draft.note.stays)
    )
    moved = sum(note.moved_ordinal is not None for note in carried)
    of_starter = sum(is_of_starter(note.topic.path) for note in carried)
    return Export(contents, tuple(changed), (*read, *found), moved, stayed, of_starter)


def remember(database: Database, export: Export) -> None:
    """Keep what Anki was given, so that the next package says truly what changed since."""
    if export.given:
        with transaction(database):
            outgoing.remember(database, export.given)


# -- Notes


class _Draft(NamedTuple):
    """A note with its fields, or the faults that keep it out."""

    note: OutgoingNote
    fields: tuple[str, ...]
    faults: tuple[Problem, ...]


def _seen_anew(database: Database, policy: Policy) -> dict[int, CardState]:
    """Give the states of cards whose memory was last computed by other parameters.

    Anki takes a memory for one that the weights in the preset made.
    """
    return {
        card: replay.seen_with(Uid(uid), state, events, policy.weights)
        for card, uid, state, events in outgoing.seen_otherwise(database, policy.parameter_set)
    }


def _as_in_force(note: OutgoingNote, states: Mapping[int, CardState]) -> OutgoingNote:
    if not states:
        return note
    cards = (card._replace(state=states.get(card.id, card.state)) for card in note.cards)
    return note._replace(cards=tuple(cards))


def _marked(note: OutgoingNote) -> OutgoingNote:
    """Give a note its tag when one of its cards is a leech, as Anki marks them."""
    if LEECH_TAG in note.tags or not any(is_leech(card.state.lapses) for card in note.cards):
        return note
    return note._replace(tags=(*note.tags, LEECH_TAG))


def _draft(note: OutgoingNote, files: "_Media", tick: Tick) -> _Draft:
    faults: list[Problem] = []

    def picture(target: str) -> str | None:
        name = files.name_of(note.topic.path, target)
        if name.fault:
            faults.append(_fault(note, name.fault, target))
        return name.exported

    written = fields(_texts(note), picture)
    tick()
    return _Draft(note, written, tuple(faults))


def _texts(note: OutgoingNote) -> Texts:
    topic = _topic(note.topic.content)
    numbers = {card.gap: card.ordinal for card in note.cards} if note.text else {}
    sides = {card.kind: card for card in note.cards}
    forward, reverse = sides.get(Kind.BASIC), sides.get(Kind.REVERSE)
    front, back = _sides(forward, reverse)
    prose = topic if topic and note.section is Section.TLDR else None
    return Texts(
        front=front,
        back=back,
        text=note.text,
        numbers=numbers,
        extra=note.extra,
        context=note.topic.title or note.topic.deck.rpartition("::")[2],
        label=note.label,
        memory_aid=prose.memory_aid if prose else "",
        details="\n\n".join(filter(None, (prose.short_answer, prose.answer)))
        if prose
        else note.detail,
        topic=topic.question if topic else "",
        section=note.section,
        source=tuple([_with_address(source, topic) for source in note.source]),
        uid=note.uid,
        reverse=reverse is not None,
        typed=note.typed,
    )


def _sides(forward: OutgoingCard | None, reverse: OutgoingCard | None) -> tuple[str, str]:
    if forward:
        return forward.front, forward.back
    return (reverse.back, reverse.front) if reverse else ("", "")


@lru_cache(maxsize=1)  # the notes of a topic come in a row
def _topic(content: str) -> Topic | None:
    return topic_from_json(content)


def _with_address(source: str, topic: Topic | None) -> tuple[str, str]:
    references = topic.references if topic else ()
    known = (one.url for one in references if source in {one.title, one.url, one.key})
    address = source if source.startswith(("https://", "http://")) else ""
    return source, next(known, address)


def _given(draft: _Draft, now: Moment) -> Given:
    """Say what Anki is given of a note now, and since when it is so.

    A note that differs from what Anki was given changed just now, not when its deck did: Anki
    may have touched the note in between (it tags leeches), and would take ours for older. The
    time also grows where several changes come within one second.
    """
    note = draft.note
    digest = blake2b("\x1f".join(draft.fields + note.tags).encode(), digest_size=16).digest()
    changed_s = note.changed_at_ms // 1000
    if note.exported is None or note.exported_s is None:
        return Given(note.id, digest, changed_s)
    if note.exported == digest:
        return Given(note.id, digest, note.exported_s)
    return Given(note.id, digest, max(now.at_ms // 1000, note.exported_s + 1))


def _package_note(
    draft: _Draft, modified_s: int, positions: Mapping[int, int], *, progress: bool
) -> PackageNote:
    note = draft.note
    return PackageNote(
        id=note.anki_id,
        guid=note.guid,
        cloze=bool(note.text),
        deck=note.topic.deck,
        modified_s=modified_s,
        fields=draft.fields,
        tags=note.tags,
        cards=tuple([_package_card(card, positions, progress=progress) for card in note.cards]),
    )


def _package_card(
    card: OutgoingCard, positions: Mapping[int, int], *, progress: bool
) -> PackageCard:
    return PackageCard(
        id=card.anki_id,
        ordinal=card.ordinal - 1,
        position=positions[card.id],
        suspended=card.deck_suspended or (progress and card.suspended),
        state=card.state,
    )


# -- The order of new cards


def _positions(
    database: Database, new_per_day: int, notes: Iterable[OutgoingNote]
) -> dict[int, int]:
    """Number the cards from 1: new ones in the order the days to come would show them."""
    topics: dict[int, list[Candidate]] = {}
    others: list[int] = []
    for note in notes:
        for card in note.cards:
            asked = not (card.suspended or card.deck_suspended)
            if card.state.state is State.NEW and asked:
                topics.setdefault(note.topic.id, []).append(_candidate(card, note))
            else:
                others.append(card.id)
    started = [topic for topic in queue.started(database) if topic in topics]
    in_order = [*started, *(topic for topic in topics if topic not in started)]
    lines = [NewTopic(topic, topics[topic]) for topic in in_order]
    met = [card.card for card in learning_order(lines, Limits(new=new_per_day or Limits().new))]
    return {card: position for position, card in enumerate([*met, *others], start=1)}


def _candidate(card: OutgoingCard, note: OutgoingNote) -> Candidate:
    return Candidate(
        card.id,
        Uid(card.uid),
        note.id,
        note.topic.id,
        note.topic.deck,
        card.state.state,
        None,
        None,
        0,
    )


# -- The log


def _presets(collection: Collection, policy: Policy, drafts: Iterable[_Draft]) -> dict[str, Preset]:
    """Give the presets of the decks with options of their own, one a distinct set of them."""
    everywhere = _preset(policy, collection.settings)
    known: dict[Preset, Preset] = {everywhere: everywhere}
    found: dict[str, Preset] = {}
    for deck in sorted({draft.note.topic.deck for draft in drafts}):
        settings = for_deck(collection.settings, collection.of_decks, deck)
        preset = _preset(policy, settings)
        owner = next((one for one in reversed(lineage(deck)) if one in collection.of_decks), "")
        found[deck] = known.setdefault(preset, preset._replace(owner=owner))
    return {deck: preset for deck, preset in found.items() if preset.owner}


def _preset(policy: Policy, settings: Settings) -> Preset:
    return Preset(
        weights=policy.weights,
        desired_retention=settings.desired_retention,
        maximum_interval_days=settings.maximum_interval,
        learning_steps_s=settings.learning_steps,
        relearning_steps_s=settings.relearning_steps,
        new_per_day=settings.new_per_day,
        reviews_per_day=settings.reviews_per_day,
    )


def _reviews(database: Database, notes: Iterable[OutgoingNote]) -> Iterator[PackageReview]:
    """Give the log of the cards exported, with the difficulty after each answer."""
    cards = {card.id: card for note in notes for card in note.cards}
    weights_of = lru_cache(lambda parameter_set: parameters.weights(database, parameter_set))
    counted = groupby(outgoing.counted_events(database), key=itemgetter(0))
    for number, rows in counted:
        card = cards.get(number)
        if card is None:
            continue
        before, learnt = CardState(), False
        previous: Event | None = None
        events = (event for _, event in rows)
        told = list(replay.states(Uid(card.uid), events, weights_of))
        for (event, state), (following, estimated) in pairwise((*told, told[-1])):
            if event.kind is EventKind.ESTIMATE:
                before, learnt = state, True
                continue
            stood = _stood(before, event, is_first=previous is None, learnt=learnt)
            learnt = event.kind is not EventKind.FORGET and (
                learnt or event.state_after is State.REVIEW
            )
            left = estimated if following.kind is EventKind.ESTIMATE else state
            yield PackageReview(card.anki_id, stood, event, previous, left.difficulty)
            before, previous = state, event


def _stood(before: CardState, event: Event, *, is_first: bool, learnt: bool) -> State:
    """Tell where a card stood for Anki when it was answered.

    The answers of another device may come between any two of ours, made without knowing of them.
    In Anki's log a card is learnt once, from its first answer, until somebody resets it.
    """
    if before.stability is None:
        # A log that was cut off begins with a review there, which is the first answer here.
        cut_off = is_first and event.state_before in {State.REVIEW, State.RELEARNING}
        return event.state_before if cut_off else State.NEW
    if learnt and event.state_before in {State.NEW, State.LEARNING}:
        return State.RELEARNING
    return event.state_before


# -- Images and sounds


class _Named(NamedTuple):
    """The name of a file in the package, or the code of what is wrong with it."""

    exported: str | None
    fault: str | None


class _Media:
    """The images and sounds of a package: each looked at once, named by its content."""

    def __init__(self) -> None:
        self.files: dict[str, MediaFile] = {}
        self._named: dict[tuple[str, str], _Named] = {}

    def name_of(self, deck: str, target: str) -> _Named:
        """Name the file `target` of the deck kept under the key `deck`.

        It is looked at again: since the deck was read a link may lead elsewhere.
        """
        folder = os.path.dirname(path_of(deck))
        if (folder, target) not in self._named:
            # In an address a blank may be written %20; a file may be called that, too.
            as_written = self._look_at(Path(folder), target)
            decoded = unquote(target)
            self._named[folder, target] = (
                self._look_at(Path(folder), decoded)
                if as_written.fault and decoded != target
                else as_written
            )
        return self._named[folder, target]

    def _look_at(self, folder: Path, target: str) -> _Named:
        fault = media.fault(target, folder)
        if fault:
            return _Named(None, fault)
        path = str(media.inside(target, folder))
        try:
            digest = media_digest(path)
        except OSError:
            return _Named(None, "media-missing")
        stem, ending = os.path.splitext(os.path.basename(normalize("NFC", target)))
        while stem.endswith(f"-{digest}"):  # it came from a package of ours
            stem = stem.removesuffix(f"-{digest}")
        name = f"{slug(stem)}-{digest}{ending.lower() if ending[1:].isalnum() else ''}"
        self.files[name] = MediaFile(path, digest)
        return _Named(name, None)


def _fault(note: OutgoingNote, code: str, target: str) -> Problem:
    wording = CATALOGUE[code]
    return Problem(
        code,
        Severity.ERROR,
        path_of(note.topic.path),
        note.line,
        1,
        wording.message.format(target=target),
        wording.fix,
    )


def _known_faults(collection: Collection, paths: set[str]) -> Iterator[Problem]:
    """Give the faults of images and sounds that reading found, in all files or those in scope."""
    for finding in shelf.findings(collection.database):
        in_run = covers(collection.roots, finding.path)
        if in_run and (collection.scope == EVERYTHING or finding.path in paths):
            for problem in problems_from_json(finding.problems):
                if problem.code.startswith(_MEDIA_PREFIX):
                    yield problem
