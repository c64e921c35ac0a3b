"""Brings the store up to date with deck files that changed, without a card losing its history.

The files are read first, outside any lock; matching and writing are one transaction, so that
two programs that find the same change do not both act on it.
"""

import os
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from flashcards import identity
from flashcards.collection import roots as roots_room
from flashcards.collection.content import (
    digest_of,
    digest_of_bytes,
    problems_as_json,
    stubs_as_json,
    topic_as_json,
)
from flashcards.collection.roots import Absent, DeckFile, Roots
from flashcards.collector import without_collector
from flashcards.deck import FORMAT_VERSION
from flashcards.deck.problems import CATALOGUE
from flashcards.deck.reading import load
from flashcards.identity import Identity, Matching, Present
from flashcards.model import Kind, Moment, Section, Uid
from flashcards.notes import Deck, Known, Note, Problem, Severity, Topic
from flashcards.store import cache, incoming, shelf
from flashcards.store.database import Database, transaction
from flashcards.text import clean, display_width, slug

_NAMELESS = Uid("")


class _Read(NamedTuple):
    """A changed file and what was read of it."""

    file: DeckFile
    deck: Deck
    digest: bytes


class _Entry(NamedTuple):
    """A note of a changed file; `held` when a fault keeps it away, else `drilled` or not."""

    read: int
    note: Note
    held: bool
    drilled: bool = True


class _Place(NamedTuple):
    """A line and column (from 1) of the changed file with the number `read`."""

    read: int
    line: int
    column: int


def _entries_of(number: int, deck: Deck) -> Iterator[_Entry]:
    yield from (_Entry(number, note, held=False) for note in deck.notes)
    yield from (_Entry(number, note, held=True) for note in deck.quarantined)
    yield from (_Entry(number, note, held=False, drilled=False) for note in deck.undrilled)


_Identified = tuple[_Entry, Sequence[Identity]]
"""A note with who each of its cards is."""


def synchronise(
    database: Database,
    roots: Roots,
    changed: Sequence[DeckFile],
    absent: Absent,
    moment: Moment,
) -> int:
    """Take over what `changed` files say now, and that others are `absent`.

    Gives how many cards with a history left the decks by it.
    """
    # A hundred thousand small values are made here, and no cycle.
    with without_collector():
        return _synchronise(database, roots, changed, absent, moment)


def _synchronise(
    database: Database,
    roots: Roots,
    changed: Sequence[DeckFile],
    absent: Absent,
    moment: Moment,
) -> int:
    kept = cache.cached_files(database)
    digests = cache.digests(database)
    fresh: list[_Read] = []
    touched: list[DeckFile] = []
    for file in changed:
        digest = _digest(file.path)
        current = file.key in kept and kept[file.key].format == FORMAT_VERSION
        if digest and current and digests.get(file.key) == digest:
            touched.append(file)
        else:
            fresh.append(_Read(file, load(file.path), digest))
    doubted = (
        _doubted(database, roots, {read.file.key for read in fresh}) if fresh or absent.gone else []
    )
    with transaction(database):
        for file in touched:
            shelf.touch_file(database, file.key, file.size, file.mtime_ns)
        news = _still_news(database, fresh)
        left = _Taking(database, roots, [*news, *doubted], moment, absent).run()
        _bring_over(database, roots, left, moment, absent)
        for key in absent.waiting:
            shelf.touch_file(database, key, kept[key].size, cache.UNREAD)  # it was searched for
        return shelf.count_orphans(database, [card.uid for card in left])


def take_over(
    database: Database, roots: Roots, decks: Iterable[tuple[Deck, bytes]], moment: Moment
) -> None:
    """Take over decks, each with the bytes it was read from, as if they lay in their places."""
    fresh = [
        _Read(
            DeckFile(roots_room.key_of(path), path, len(data), cache.UNREAD),
            deck,
            digest_of_bytes(data),
        )
        for deck, data in decks
        for path in (os.path.realpath(deck.path),)
    ]
    doubted = _doubted(database, roots, {read.file.key for read in fresh})
    with transaction(database):
        _Taking(database, roots, [*fresh, *doubted], moment).run()


def _doubted(database: Database, roots: Roots, fresh: Container[str]) -> list[_Read]:
    """Read the files, but those `fresh`, that were told an id of theirs is another's.

    Whether it still is depends on the other file, so the two are judged together.
    """
    keys = [key for key in cache.files_with(database, "duplicate-id") if key not in fresh]
    files = roots_room.deck_files(roots).files if keys else {}
    return [
        _Read(files[key], load(files[key].path), _digest(files[key].path))
        for key in keys
        if key in files
    ]


def _bring_over(
    database: Database, roots: Roots, left: Sequence[Known], moment: Moment, absent: Absent
) -> None:
    """Let cards that just left with a history go on in the copies that were made of them.

    Who moves a card pastes it first and cuts it afterwards. A status line that looked in between
    has made a card of the copy, which nobody ever answered: its file is read once more, as if
    that card had never been.
    """
    copies = shelf.unanswered_copies(database, left) if left else {}
    files = roots_room.deck_files(roots).files if copies else {}
    places = [files[key] for key in sorted(set(copies.values())) if key in files]
    if not places:
        return
    passed_over = frozenset(uid for uid, key in copies.items() if key in files)
    shelf.set_presence(database, passed_over, shelf.ORPHAN)
    again = [_Read(file, load(file.path), _digest(file.path)) for file in places]
    _Taking(database, roots, again, moment, absent._replace(gone=())).run(passed_over)


def _digest(path: str) -> bytes:
    """Give the digest of a file's bytes, empty for what is no readable regular file."""
    try:
        if not os.path.isfile(path):
            return b""
        with open(path, "rb") as stream:
            return digest_of_bytes(stream.read())
    except OSError:
        return b""


def _still_news(database: Database, fresh: Sequence[_Read]) -> list[_Read]:
    """Leave out what another program took over while this one was reading."""
    kept = cache.cached_files(database)
    digests = cache.digests(database)
    return [
        read
        for read in fresh
        if not read.digest
        or digests.get(read.file.key) != read.digest
        or kept[read.file.key].format != FORMAT_VERSION
    ]


# Within a topic, what must be understood first comes first: the concepts, the answer in a line,
# the facts, then what goes wrong and what is asked next.
_SECTION_ORDER = {section: rank for rank, section in enumerate(Section)}


_NOTHING_ABSENT = Absent()


class _Taking:
    """One taking-over, inside its transaction: who each card is, then everything written."""

    def __init__(
        self,
        database: Database,
        roots: Roots,
        fresh: Sequence[_Read],
        moment: Moment,
        absent: Absent = _NOTHING_ABSENT,
    ) -> None:
        self._database = database
        self._roots = roots
        self._fresh = fresh
        self._absent = absent
        self._now_ms = moment.at_ms
        self._topic_uids: Mapping[int, Uid] = {}
        self._lines: dict[int, Sequence[str]] = {}  # of the files in which problems are shown
        self._next_anki_id = max(moment.at_ms, shelf.latest_anki_id(database) + 1)
        self._entries = [
            entry
            for number, read in enumerate(fresh)
            if read.deck.readable
            for entry in _entries_of(number, read.deck)
        ]
        # Topics are numbered through all files; this is the number of the first of each.
        sizes = (len(read.deck.topics) for read in fresh)
        self._first_topics = tuple(accumulate(sizes, initial=0))

    def run(self, passed_over: frozenset[Uid] = frozenset()) -> list[Known]:
        """Take over, and give the cards with a history that no deck read now has.

        They have left the decks, or wait where nothing can be read. The stored cards
        `passed_over` are not found again, as if they had never been.
        """
        present = list(self._present())
        files = {card.uid: card for card in self._of_files() if card.uid not in passed_over}
        away = frozenset((*self._absent.gone, *self._absent.waiting))
        elsewhere = frozenset(self._absent.elsewhere)
        moved = identity.moved_files(present, list(files.values()), away, elsewhere)
        single = identity.moved_cards(present, list(files.values()), elsewhere)
        known = {
            uid: card
            for uid, card in files.items()
            if card.path in moved or card.path not in elsewhere or uid in single
        }
        for card in self._others():
            if card.uid not in passed_over:
                known.setdefault(card.uid, card)
        matching = identity.match(
            present,
            [card._replace(path=moved.get(card.path, card.path)) for card in known.values()],
            aliases=shelf.aliases(self._database),
            taken=lambda uid: shelf.is_taken(self._database, uid),
            topic_taken=lambda uid: shelf.is_topic(self._database, uid),
        )
        self._topic_uids = matching.topics
        for alias, uid in matching.aliases:
            shelf.save_alias(self._database, alias, uid)
        for old, new in matching.renamed_topics:
            shelf.rename_topic(self._database, old, new)
        problems = self._identity_problems(present, matching)
        identities = iter(matching.cards)
        by_entry = [[next(identities) for _ in entry.note.cards] for entry in self._entries]
        in_file: dict[int, list[_Identified]] = {number: [] for number in range(len(self._fresh))}
        for entry, ids in zip(self._entries, by_entry, strict=True):
            in_file[entry.read].append((entry, ids))
        for number, read in enumerate(self._fresh):
            self._write_file(number, read, problems[number], in_file[number])
        for key in self._absent.gone:
            shelf.mark_gone(self._database, key)
        found = {one.uid for one in matching.cards}
        back = elsewhere.union(self._absent.waiting)  # these may be read again one day
        for key in {known[uid].path for uid in found if uid in known} & back:
            shelf.doubt_file(self._database, key)
        return self._let_go(known, found)

    def _of_files(self) -> Iterator[Known]:
        """Give the stored cards of the files that were read, are gone or absent."""
        readable = [read.file.key for read in self._fresh if read.deck.readable]
        yield from shelf.cards_of_files(self._database, chain(readable, *self._absent))

    def _others(self) -> Iterator[Known]:
        """Give the stored cards that may be found again wherever they stood."""
        for card in shelf.orphans(self._database):
            if roots_room.covers(self._roots, card.path) or not roots_room.is_there(card.path):
                yield card
        names = shelf.aliases(self._database)
        for name in {entry.note.id for entry in self._entries if entry.note.id}:
            yield from _loose(shelf.cards_of_note(self._database, names.get(name, name)))
        for name in {topic.id for read in self._fresh for topic in read.deck.topics if topic.id}:
            yield from _loose(shelf.cards_of_topic(self._database, name))

    def _present(self) -> Iterator[Present]:
        for number, entry in enumerate(self._entries):
            read, note = self._fresh[entry.read], entry.note
            topic = None if note.topic is None else read.deck.topics[note.topic]
            first = self._first_topics[entry.read]
            for card in note.cards:
                yield Present(
                    path=read.file.key,
                    deck=read.deck.name,
                    topic=topic.question if topic else "",
                    note=number,
                    id=note.id,
                    section=note.section,
                    kind=card.kind,
                    number=card.number,
                    front=card.front,
                    back=card.back,
                    topic_id=topic.id if topic else None,
                    topic_number=first + note.topic if note.topic is not None else -1,
                )

    def _identity_problems(
        self, present: Sequence[Present], matching: Matching
    ) -> dict[int, list[Problem]]:
        """Word what the matcher could not settle, by number of the file it stands in."""
        found: dict[int, list[Problem]] = {number: [] for number in range(len(self._fresh))}
        for number in dict.fromkeys(present[card].note for card in matching.copied):
            entry = self._entries[number]
            place = _Place(entry.read, entry.note.line, entry.note.column)
            message = f"another card already has the id `{entry.note.id}`; this one goes without."
            fix = "Give this card an id of its own, or take the line out."
            found[entry.read].append(self._problem("duplicate-id", place, message, fix))
        for copy in matching.copied_topics:
            number = bisect_right(self._first_topics, copy) - 1
            topic = self._fresh[number].deck.topics[copy - self._first_topics[number]]
            place = _Place(number, topic.line, topic.column)
            message = (
                f"another topic already has the id `{topic.id}`; this one goes by its question."
            )
            fix = "Give this topic an id of its own, or take the line out."
            found[number].append(self._problem("duplicate-id", place, message, fix))
        for ambiguity in matching.ambiguities:
            entry = self._entries[present[ambiguity.card].note]
            place = _Place(entry.read, entry.note.line, entry.note.column)
            new = matching.cards[ambiguity.card].uid
            message, fix = _ambiguous_words(ambiguity.candidates, new)
            found[entry.read].append(self._problem("ambiguous-history", place, message, fix))
        return found

    def _problem(self, code: str, place: _Place, message: str, fix: str) -> Problem:
        path = self._fresh[place.read].file.path
        lines = self._lines.get(place.read)
        if lines is None:
            lines = self._lines[place.read] = _lines_of(path)
        line = lines[place.line - 1] if place.line <= len(lines) else ""
        caret = display_width(clean(line[: place.column - 1]))
        return Problem(
            code, Severity.WARNING, path, place.line, place.column, message, fix, clean(line), caret
        )

    def _write_file(
        self,
        number: int,
        read: _Read,
        further: Sequence[Problem],
        entries: Sequence[_Identified],
    ) -> None:
        deck, file = read.deck, read.file
        problems = _without_doubles(deck.problems, further)
        problems.sort(key=lambda p: (p.line, p.column, p.code))
        record = shelf.FileRecord(
            path=file.key,
            size=file.size,
            # What the system would not give is asked for again, though its time stays the same.
            mtime_ns=file.mtime_ns if read.digest else cache.UNREAD,
            digest=read.digest,
            format=FORMAT_VERSION,
            readable=deck.readable,
            deck=deck.name,
            starter=file.starter,
            deck_order=deck.order,
            errors=sum(problem.severity is Severity.ERROR for problem in problems),
            stubs=stubs_as_json(deck.stubs),
            problems=problems_as_json(problems),
        )
        row = shelf.save_file(self._database, record)
        if not deck.readable:
            shelf.hold_file(self._database, file.key)
            return
        topics = self._write_topics(row, deck, self._first_topics[number])
        shelf.set_presence(
            self._database,
            [one.uid for entry, ids in entries if entry.held for one in ids if not one.born],
            shelf.HELD,
        )
        asked = [(entry, ids) for entry, ids in entries if not entry.held]
        asked.sort(key=lambda pair: _SECTION_ORDER[pair[0].note.section])
        for position, (entry, ids) in enumerate(asked):
            self._write_note(deck, entry, ids, topics[entry.note.topic], position)

    def _write_topics(self, file: int, deck: Deck, first: int) -> dict[int | None, int]:
        """Keep the topics of a deck and give their row ids by index, None for simple cards."""
        keys: dict[str, int] = {}
        records = [shelf.TopicRecord("", 0, "", "", topic_as_json(None), _NAMELESS, "")]
        for position, topic in enumerate(deck.topics, start=1):
            keys[topic.key] = keys.get(topic.key, 0) + 1
            key = topic.key if keys[topic.key] == 1 else f"{topic.key}-{keys[topic.key]}"
            uid = self._topic_uids.get(first + position - 1, _NAMELESS)
            records.append(
                shelf.TopicRecord(
                    key,
                    position,
                    topic.title,
                    topic.question,
                    topic_as_json(topic),
                    uid,
                    slug(topic.title),
                )
            )
        rows = shelf.save_topics(self._database, file, records)
        return dict(zip((None, *range(len(deck.topics))), rows, strict=True))

    def _write_note(
        self, deck: Deck, entry: _Entry, ids: Sequence[Identity], topic: int, position: int
    ) -> None:
        note = entry.note
        about: Topic | None = None if note.topic is None else deck.topics[note.topic]
        if not ids:
            return
        guid, moved_ordinal = self._in_anki(ids[0], note.cards[0].kind)
        row = shelf.save_note(
            self._database,
            shelf.NoteRecord(
                uid=ids[0].note_uid,
                topic=topic,
                section=note.section,
                line=note.line,
                text=note.text,
                extra=note.extra,
                detail=note.detail,
                label=note.label,
                source="\n".join(note.source),
                tags="\n".join(note.tags),
                typed=note.typed,
                anki_guid=guid,
                anki_id=self._anki_id(),
                moved_ordinal=moved_ordinal,
                digest=digest_of(deck.name, about, note),
                content_changed_at_ms=self._now_ms,
            ),
        )
        shelf.save_cards(
            self._database,
            [
                shelf.CardRecord(
                    uid=one.uid,
                    note=row,
                    topic=topic,
                    kind=card.kind,
                    ordinal=one.ordinal,
                    gap=card.gap,
                    anki_id=self._anki_id(),
                    front=card.front,
                    back=card.back,
                    position=position,
                    presence=shelf.PRESENT if entry.drilled else shelf.HELD,
                    deck_suspended=note.suspended,
                    created_at_ms=self._now_ms,
                    drilled=entry.drilled,
                )
                for card, one in zip(note.cards, ids, strict=True)
            ],
        )

    def _in_anki(self, one: Identity, kind: Kind) -> tuple[str, int | None]:
        """Give the GUID of a note, and if it moved in, which card of a note in Anki it is.

        One that moved in wholly keeps the GUID it has there, unless another note goes by it.
        """
        moved = identity.in_anki(one.note_uid) if one.born else None
        if moved and not moved.ordinal and not incoming.has_guid(self._database, moved.guid):
            return moved.guid, 0
        ordinal = moved.ordinal if moved and moved.ordinal else None
        return identity.anki_guid(one.note_uid, kind), ordinal

    def _anki_id(self) -> int:
        self._next_anki_id += 1
        return self._next_anki_id

    def _let_go(self, known: Mapping[Uid, Known], found: set[Uid]) -> list[Known]:
        """Orphan what was read without being found; a faulty file proves nothing missing.

        Gives the cards with a history that are in no deck read now.

        An orphan of before stays one, whatever becomes of the file it stood in.
        """
        faulty = {
            read.file.key
            for read in self._fresh
            if any(problem.severity is Severity.ERROR for problem in read.deck.problems)
        }
        clean_files = {read.file.key for read in self._fresh if read.deck.readable} - faulty
        left = [card for uid, card in known.items() if card.live and uid not in found]
        proven = clean_files | set(self._absent.gone)
        waiting = {*self._absent.waiting}
        orphaned = [card for card in left if card.path in proven]
        held = [card.uid for card in left if card.path in faulty]
        shelf.set_presence(self._database, [card.uid for card in orphaned], shelf.ORPHAN)
        shelf.set_presence(self._database, held, shelf.HELD)
        return [card for card in left if card.reviewed and card.path in proven | waiting]


def _loose(cards: Iterable[Known]) -> Iterator[Known]:
    """Leave out what stands in a file that was not read now: it keeps its id, here is a copy."""
    for card in cards:
        if not card.live or not roots_room.is_there(card.path):
            yield card


def _ambiguous_words(candidates: Sequence[Uid], new: Uid) -> tuple[str, str]:
    """Say that a history was not given by guess, and how to give it."""
    wording = CATALOGUE["ambiguous-history"]
    old = candidates[0]
    what = f"the reviewed card {old} fits this card and others"
    which = f"If it is {old}"
    if len(candidates) > 1:
        what = f"several reviewed cards fit this card ({', '.join(candidates)})"
        which = "Look at each with `flashcards show`; if it is the first, for example"
    return wording.message.format(what=what), wording.fix.format(which=which, old=old, new=new)


def _lines_of(path: str) -> Sequence[str]:
    """Give the lines of a deck file, none when it cannot be had any more."""
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return [line.rstrip("\n") for line in stream]
    except OSError:
        return ()


def _without_doubles(read: Sequence[Problem], found: Sequence[Problem]) -> list[Problem]:
    """Join what the reading of a file and what the matcher `found`.

    The reading tells which of two ids comes second, the matcher which one is the copy: where
    it knows, it is believed.
    """
    copied = {_named(problem) for problem in found if problem.code == "duplicate-id"}
    return [
        *(one for one in read if one.code != "duplicate-id" or _named(one) not in copied),
        *found,
    ]


def _named(problem: Problem) -> str:
    """Give the first name that the words of a problem quote."""
    return problem.message.split("`")[1]
