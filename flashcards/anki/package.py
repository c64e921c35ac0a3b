"""Writes a package: genanki makes the notes, into a database of ours, in a file made here.

The same contents give the same bytes.
"""

import hashlib
import json
import mmap
import os
import re
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import timedelta
from hashlib import blake2b
from typing import Any, Final
from unicodedata import normalize

import genanki

from flashcards.anki.contents import Contents, MediaFile, PackageNote, Preset
from flashcards.anki.note_types import NoteTypes, note_types
from flashcards.anki.progress import columns, log_line, preset_id, presets
from flashcards.errors import FlashcardsError, reason_of
from flashcards.files import writing
from flashcards.files.temporary import temporary_folder

Tick = Callable[[], object]
"""Told of each note that is written, for a progress bar."""

_ENTRY_DATE: Final = (1980, 1, 1, 0, 0, 0)  # the earliest a zip file knows
_READABLE: Final = 0o100644 << 16  # a regular file, in the upper half of the attributes
_UNIX: Final = 3
_COLLECTION: Final = "collection.anki2"
_DEFAULT_PRESET_ID = 1
_CHUNK: Final = 1 << 20
_LEVEL: Final = 4  # a database packs to the size of zlib's own 6 within 1 %, in two thirds the time

# The first member of a zip file, as `_zip` writes it: not packed by anybody else with its date.
_OURS: Final = re.compile(rb"PK\x03\x04.{6}\x00\x00\x21\x00.{16}collection\.anki2", re.DOTALL)
KIND: Final = writing.Kind("an Anki package", (".apkg",), lambda head: bool(_OURS.match(head)))
"""A package as it is written here; one that Anki wrote is none."""


class _Note(genanki.Note):  # type: ignore[misc] # genanki has no types
    """A note with the cards it was given, and a time of its own."""

    def __init__(
        self, note: PackageNote, types: NoteTypes, preset: Preset | None, tick: Tick
    ) -> None:
        super().__init__(
            types.cloze if note.cloze else types.basic,
            note.fields,
            tags=note.tags,
            guid=note.guid,
        )
        self._note = note
        self._preset = preset
        self._tick = tick

    @property
    def cards(self) -> tuple[()]:
        """No cards: genanki would find them in the fields, and knows nothing of a schedule."""
        return ()

    def write_to_db(
        self, cursor: sqlite3.Cursor, timestamp: float, deck_id: int, id_gen: Iterator[int]
    ) -> None:
        del timestamp
        note = self._note
        super().write_to_db(cursor, note.modified_s, deck_id, id_gen)
        for card in note.cards:
            cursor.execute(
                "INSERT INTO cards VALUES (?, ?, ?, ?, ?, -1, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?)",
                (
                    card.id,
                    note.id,
                    deck_id,
                    card.ordinal,
                    note.modified_s,
                    *columns(card, self._preset),
                ),
            )
        self._tick()

    def _check_invalid_html_tags_in_fields(self) -> None:
        """Look for nothing: our fields are HTML that was escaped where it was written."""


class _Deck(genanki.Deck):  # type: ignore[misc] # genanki has no types
    """A deck under our preset."""

    def __init__(self, name: str, preset: int) -> None:
        super().__init__(_deck_id(name), name)
        self._preset = preset

    def to_json(self) -> dict[str, Any]:
        described: dict[str, Any] = super().to_json()
        nothing = [0, 0]
        today = dict.fromkeys(("newToday", "revToday", "lrnToday", "timeToday"), nothing)
        return {**described, **today, "conf": self._preset, "mod": 0}


class PackageError(FlashcardsError):
    """The package could not be written; what lay in its place is untouched."""


def write(path: str, contents: Contents, tick: Tick) -> None:
    """Write `contents` to `path`, over what is there, whole or not at all.

    Raises:
        PackageError: There is no room to make it, or a media file changed meanwhile.
        NotWrittenError: There is something else than such a package, or the system refused.
    """
    try:
        with temporary_folder() as folder:
            database = os.path.join(folder, _COLLECTION)
            _write_database(database, contents, tick)
            writing.write(path, KIND, lambda file: _zip(file, database, contents.media))
    except (sqlite3.Error, OSError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else error
        message = (
            f"the package {path} was not written: in the temporary folder "
            f"{tempfile.gettempdir()}: {reason}. Make room there, or name another with TMPDIR."
        )
        raise PackageError(message) from error


def _write_database(path: str, contents: Contents, tick: Tick) -> None:
    # A temporary database of SQLite's own: in memory while it is small, on disk beyond.
    with closing(sqlite3.connect("", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        _make_tables(connection)
        connection.execute("BEGIN")  # without, each row is a transaction: half the time of all
        _add_notes(connection, contents, tick)
        connection.executemany(
            "INSERT INTO revlog VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            map(log_line, contents.reviews),
        )
        _describe_collection(connection, contents)
        connection.execute("COMMIT")
        connection.execute("VACUUM INTO ?", (path,))


def _make_tables(connection: sqlite3.Connection) -> None:
    genanki.Package([]).write_to_db(connection.cursor(), 0, iter(()))
    # Anki makes its own when it reads the file, which is a quarter smaller without.
    indexes = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    for (name,) in connection.execute(indexes).fetchall():
        connection.execute(f'DROP INDEX "{name}"')


def _add_notes(connection: sqlite3.Connection, contents: Contents, tick: Tick) -> None:
    by_deck = _by_deck(contents.notes)
    ids = (note.id for notes in by_deck.values() for note in notes)
    cursor = connection.cursor()
    for deck in _decks(by_deck, contents, tick):
        deck.write_to_db(cursor, 0, ids)


def _by_deck(notes: Sequence[PackageNote]) -> dict[str, list[PackageNote]]:
    """Sort notes by deck; names that differ in case are one deck to Anki, spelt as first seen."""
    spelt: dict[str, str] = {}
    by_deck: dict[str, list[PackageNote]] = {}
    for note in notes:
        by_deck.setdefault(_spelling(note.deck, spelt), []).append(note)
    return by_deck


def _spelling(name: str, spelt: dict[str, str]) -> str:
    whole = ""
    for part in normalize("NFC", name).split("::"):
        whole = f"{whole}::{part}" if whole else part
        whole = spelt.setdefault(whole.casefold(), whole)
    return whole


def _decks(
    by_deck: Mapping[str, Sequence[PackageNote]], contents: Contents, tick: Tick
) -> list[_Deck]:
    types = note_types()
    decks = []
    for name, notes in by_deck.items():
        preset = contents.preset_of(notes[0].deck)
        deck = _Deck(name, preset_id(preset) if preset else _DEFAULT_PRESET_ID)
        for note in notes:
            deck.add_note(_Note(note, types, preset, tick))
        decks.append(deck)
    return decks


def _deck_id(name: str) -> int:
    """Give a deck of this name its number: always the same, of the size of Anki's own."""
    digest = blake2b(name.encode(), digest_size=8).digest()
    return 10**12 + int.from_bytes(digest) % 10**12


def _describe_collection(connection: sqlite3.Connection, contents: Contents) -> None:
    """Set what Anki reads days, time zone and options from."""
    conf, options = map(json.loads, connection.execute("SELECT conf, dconf FROM col").fetchone())
    offset = contents.created.utcoffset() or timedelta()
    conf |= {
        "schedVer": 2,
        "sched2021": True,
        "creationOffset": -offset // timedelta(minutes=1),
        "rollover": contents.created.hour,
        "nextPos": 1 + sum(len(note.cards) for note in contents.notes),
    }
    if contents.preset:
        options |= presets((contents.preset, *contents.of_decks.values()))
    created_s = round(contents.created.timestamp())
    changed_ms = 1000 * max((note.modified_s for note in contents.notes), default=created_s)
    connection.execute(
        "UPDATE col SET crt = ?, mod = ?, scm = ?, conf = ?, dconf = ?",
        (created_s, changed_ms, changed_ms, json.dumps(conf), json.dumps(options)),
    )


def media_digest(path: str) -> str:
    """Give the digest of a media file. Raises OSError if it cannot be read."""
    with open(path, "rb", opener=_opened_at_once) as file:
        return hashlib.file_digest(file, _digest).hexdigest()


def _digest() -> blake2b:
    return blake2b(digest_size=6)


def _opened_at_once(path: str, flags: int) -> int:
    """Open a file that may have become a pipe or a link since it was looked at."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))


def _zip(file: Any, database: str, media: Mapping[str, MediaFile]) -> None:  # noqa: ANN401 - what zipfile takes
    with zipfile.ZipFile(file, "w") as package:
        with (
            open(database, "rb") as content,
            mmap.mmap(content.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            package.writestr(_entry(_COLLECTION), data, compresslevel=_LEVEL)
        names = {str(number): name for number, name in enumerate(media)}
        package.writestr(_entry("media"), json.dumps(names, ensure_ascii=False))
        for number, source in enumerate(media.values()):
            _add(package, str(number), source)


def _add(package: zipfile.ZipFile, name: str, media: MediaFile) -> None:
    """Add a media file; what is not what was looked at never leaves the machine."""
    digest = _digest()
    with (
        open(media.path, "rb", opener=_opened_at_once) as content,
        package.open(_entry(name), "w") as entry,
    ):
        while chunk := content.read(_CHUNK):
            digest.update(chunk)
            entry.write(chunk)
    if digest.hexdigest() != media.digest:
        message = f"{media.path} changed while it was packed; nothing was written. Export again."
        raise PackageError(message)


def _entry(name: str) -> zipfile.ZipInfo:
    """Describe a member so that nothing of this machine or moment is in it."""
    entry = zipfile.ZipInfo(name, _ENTRY_DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = _UNIX
    entry.external_attr = _READABLE
    return entry
