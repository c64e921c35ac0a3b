"""Permanent ids written into a deck file: `id: ...` in each entry that has none, nothing else.

Pure. What a splice makes is read again and compared with what was there before; only what leaves
the file saying the same in every note and text, ids apart, is given back.
"""

from collections.abc import Collection, Iterator, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from flashcards.notes import Deck, Note, Topic

from .id_places import Places
from .reading import read
from .source import Source, decode
from .splicing import Edit, rewrite

_MAX_TRIES: Final = 200
"""Readings of a file to find out which of its entries take no id."""


class Pinned(NamedTuple):
    """What pinning makes of a file.

    ``text`` is what `edits` are places in, ``after`` the bytes of the file with them made.
    ``pinned`` entries are given an id, ``had`` one already; ``covered`` are plain texts, which
    have no place for one and are known by what they say below the id of their topic; ``copied``
    stand below an id that another topic has, and ``without`` below none. ``refused`` are the
    entries and topics that have a place for an id and yet get none, by line and column from 1:
    with it, the file would not read as before.
    """

    text: str
    edits: tuple[Edit, ...]
    after: bytes
    pinned: int = 0
    had: int = 0
    covered: int = 0
    copied: int = 0
    without: int = 0
    refused: tuple[tuple[int, int], ...] = ()


class Naming(NamedTuple):
    """The ids of a note and of its topic; None for what is to get none."""

    note: str | None
    topic: str | None = None


def pin(data: bytes, deck: Deck, names: Sequence[Naming]) -> Pinned:
    """Give the entries of a file their ids, and those topics theirs that hold plain texts.

    `deck` is what `reading.read` made of `data`, and `names` are the ids of its notes, in their
    order. An entry that takes none keeps no other from its own.
    """
    text, _ = decode(data)
    places = Places(Source(deck.path, text), deck)
    changes = list(_of_notes(places, deck, names))
    changes += _of_topics(places, deck, names, {change.at for change in changes})
    kept, after = _agreeing(data, deck, sorted(changes, key=attrgetter("edit")))
    return _counted(
        Pinned(text, tuple(change.edit for change in kept), after), places, deck, names, kept
    )


class _Change(NamedTuple):
    """The edit that gives `name` to the note, or else the topic, at that index."""

    edit: Edit
    at: int
    name: str
    of_note: bool


def _of_notes(places: Places, deck: Deck, names: Sequence[Naming]) -> Iterator[_Change]:
    for index, (note, name) in enumerate(zip(deck.notes, names, strict=True)):
        entry = places.of(note) if note.id is None else None
        edit = places.edit(entry, name.note) if entry and name.note else None
        if edit and name.note:
            yield _Change(edit, index, name.note, of_note=True)


def _of_topics(
    places: Places, deck: Deck, names: Sequence[Naming], own: Collection[int]
) -> Iterator[_Change]:
    """Give their ids to the topics of notes that have none, and are not to get their `own`."""
    bare = (
        (note.topic, name.topic)
        for index, (note, name) in enumerate(zip(deck.notes, names, strict=True))
        if note.id is None and index not in own
    )
    for index, name in dict.fromkeys(bare):
        topic = None if index is None else deck.topics[index]
        entry = places.of(topic) if topic and topic.id is None else None
        edit = places.edit(entry, name) if entry and name else None
        if edit and name and index is not None:
            yield _Change(edit, index, name, of_note=False)


def _agreeing(data: bytes, deck: Deck, changes: list[_Change]) -> tuple[list[_Change], bytes]:
    """Make the changes that leave all else as it reads: all at once, or half by half."""
    kept: list[_Change] = []
    after = data
    groups = [changes] if changes else []
    for _ in range(_MAX_TRIES):
        if not groups:
            break
        group = groups.pop()
        tried = sorted([*kept, *group], key=attrgetter("edit"))
        made = rewrite(data, [change.edit for change in tried])
        if made is not None and _says_the_same(deck, read(made, deck.path), tried):
            kept, after = tried, made
        elif len(group) > 1:
            middle = len(group) // 2
            groups += [group[:middle], group[middle:]]
    return kept, after


def _counted(
    pinned: Pinned, places: Places, deck: Deck, names: Sequence[Naming], kept: Sequence[_Change]
) -> Pinned:
    """Say what became of each note, and name what could have had an id and has none."""
    own = {change.at for change in kept if change.of_note}
    ids = _topic_ids(deck, kept)
    covered = copied = without = 0
    refused: dict[tuple[int, int], None] = {}
    for index, (note, name) in enumerate(zip(deck.notes, names, strict=True)):
        if note.id is not None or index in own:
            continue
        topic = None if note.topic is None else deck.topics[note.topic]
        # A topic whose id another one holds goes by its question, and so do its plain texts.
        if note.topic is not None and name.topic == ids[note.topic]:
            covered += 1
        elif name.note and places.of(note):
            refused[note.line, note.column] = None
        elif note.topic is not None and ids[note.topic] is not None and name.topic is not None:
            copied += 1
        else:
            without += 1
            if topic and topic.id is None and name.topic and places.of(topic):
                refused[topic.line, topic.column] = None
    return pinned._replace(
        pinned=len(own),
        had=sum(note.id is not None for note in deck.notes),
        covered=covered,
        copied=copied,
        without=without,
        refused=tuple(sorted(refused)),
    )


def _topic_ids(deck: Deck, changes: Sequence[_Change]) -> list[str | None]:
    """Give the ids of the topics of `deck` with `changes` made."""
    ids = [topic.id for topic in deck.topics]
    for change in changes:
        if not change.of_note:
            ids[change.at] = change.name
    return ids


def _says_the_same(before: Deck, after: Deck, changes: Sequence[_Change]) -> bool:
    """Tell whether two readings differ in positions only, and in the ids given."""
    notes = [_placeless(note) for note in before.notes]
    for change in changes:
        if change.of_note:
            notes[change.at] = notes[change.at]._replace(id=change.name)
    ids = _topic_ids(before, changes)
    named = [_with_id(topic, name) for topic, name in zip(before.topics, ids, strict=True)]
    return (
        notes == [_placeless(note) for note in after.notes]
        and named == [_with_id(topic, topic.id) for topic in after.topics]
        and _rest(before) == _rest(after)
    )


def _with_id(topic: Topic, name: str | None) -> Topic:
    return topic._replace(line=0, column=0, id=name, key=topic.key if name is None else name)


def _rest(deck: Deck) -> tuple[object, ...]:
    return (
        [_placeless(note) for note in (*deck.quarantined, *deck.undrilled)],
        [stub.section for stub in deck.stubs],
        [problem.code for problem in deck.problems],
        deck._replace(notes=(), quarantined=(), undrilled=(), topics=(), stubs=(), problems=()),
    )


def _placeless(note: Note) -> Note:
    return note._replace(line=0, column=0)
