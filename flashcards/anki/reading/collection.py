"""A package's collection, old schema or new, as values; notes, cards and log as they come.

Whatever a table holds is brought to the type it should have: text where a number should be, or a
number beyond all sense, is damage and said to be.
"""

import json
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Any, Final, TypeVar

from flashcards.anki import ours
from flashcards.anki.reading import tables, wire
from flashcards.anki.reading.contents import (
    MARK_TAG,
    AnkiCard,
    AnkiNote,
    Calendar,
    CardType,
    Deck,
    LogKind,
    LogLine,
    NoteType,
    Preset,
    Template,
)
from flashcards.errors import PackageError
from flashcards.memory.days import DAY_S
from flashcards.model import StudyDay

_Read = TypeVar("_Read")

_FIELD_END: Final = "\x1f"
_DAY_S: Final = 86_400
_SUSPENDED: Final = -1
_BURIED: Final = frozenset({-2, -3})
_ON_STEPS: Final = frozenset({CardType.LEARNING, CardType.RELEARNING})
_FIRST_INSTANT_S: Final = 1_000_000_000  # a due number above this is no day but an instant
_LARGEST_ID: Final = 1 << 53
_LAST_DAY: Final = 1_000_000  # in the year 4707
_LAST_INSTANT_S: Final = _LAST_DAY * DAY_S
_LONGEST_DAYS: Final = 36_500
_LARGEST_STABILITY: Final = 36_500.0
_LOWEST_DIFFICULTY, _HIGHEST_DIFFICULTY = 1.0, 10.0
_CLOZE: Final = 1
_LAST_HOUR: Final = 23
_WEIGHTS: Final = ("fsrsParams6", "fsrsParams5", "fsrsWeights")
# Numbers of fields in the messages of the newer schema, as found in what Anki writes.
_TYPE_KIND, _QUESTION, _ANSWER = 1, 1, 2
_NORMAL_DECK, _DECK_PRESET = 1, 1
_PRESET_WEIGHTS: Final = (6, 5, 3)
_PRESET_RETENTION, _PRESET_HISTORICAL_RETENTION, _PRESET_IGNORED_BEFORE = 37, 40, 46
_PRESET_STEPS, _PRESET_RELEARNING_STEPS = 1, 2
_PRESET_NEW, _PRESET_REVIEWS, _PRESET_LONGEST = 9, 10, 16
_DECK_REVIEWS, _DECK_NEW, _DECK_RETENTION = 6, 7, 10
_USUAL_RETENTION: Final = 0.9


class AnkiCollection:
    """An open collection. Its methods raise `PackageError` for what cannot be read."""

    def __init__(self, path: str, connection: sqlite3.Connection, schema: int) -> None:
        """Read from `connection`, which was unpacked from the package at `path`."""
        self._path = path
        self._connection = connection
        self._latest = schema == tables.LATEST_SCHEMA

    @cached_property
    def note_types(self) -> Mapping[int, NoteType]:
        """The note types by id."""
        return {one.id: one for one in self._meant(self._note_types)}

    @cached_property
    def decks(self) -> Mapping[int, Deck]:
        """The decks by id."""
        return dict(self._meant(self._decks))

    @cached_property
    def calendar(self) -> Calendar:
        """How days are counted."""
        (calendar,) = self._meant(self._calendar)
        return calendar

    @cached_property
    def written_ms(self) -> int:
        """The instant of the last change to the collection, in milliseconds."""
        ((changed_ms,),) = self._rows("SELECT CAST(mod AS INTEGER) FROM col LIMIT 1")
        return int(changed_ms)

    def check(self) -> None:
        """Read everything once, for those who write something before they come to the end."""
        for values in (self.notes(), self.cards(), self.log()):
            deque(values, maxlen=0)
        deque((self.note_types, self.decks, self.calendar), maxlen=0)

    def notes(self) -> Iterator[AnkiNote]:
        """Give the notes in the order they were made."""
        rows = self._rows(
            "SELECT CAST(id AS INTEGER), CAST(guid AS TEXT), CAST(mid AS INTEGER),"
            " CAST(tags AS TEXT), CAST(flds AS TEXT) FROM notes ORDER BY id"
        )
        for number, guid, note_type, tags, fields in rows:
            yield AnkiNote(
                number, guid, note_type, tuple(tags.split()), tuple(fields.split(_FIELD_END))
            )

    def fields(self, note: AnkiNote) -> Mapping[str, str]:
        """Give the HTML of a note by the names of its fields; nothing for one without a type.

        Fields of our own types have the names we gave them, whatever they are called in Anki.
        """
        return dict(zip(self._field_names.get(note.note_type, ()), note.fields, strict=False))

    @cached_property
    def _field_names(self) -> Mapping[int, tuple[str, ...]]:
        return {one.id: ours.field_names(one) for one in self.note_types.values()}

    def cards(self) -> Iterator[AnkiCard]:
        """Give the cards by note and ordinal."""
        rows = self._rows(
            "SELECT CAST(id AS INTEGER), CAST(nid AS INTEGER), CAST(ord AS INTEGER),"
            " CAST(CASE WHEN odid THEN odid ELSE did END AS INTEGER), CAST(type AS INTEGER),"
            " CAST(queue AS INTEGER),"
            # A card on a step keeps its own due moment in a filtered deck.
            " CAST(CASE WHEN odid AND type IN (0, 2) THEN odue ELSE due END AS INTEGER),"
            " CAST(left AS INTEGER), CAST(ivl AS INTEGER), CAST(factor AS INTEGER),"
            " CAST(reps AS INTEGER), CAST(flags AS INTEGER), CAST(data AS TEXT),"
            " CAST(mod AS INTEGER), nid IN"
            " (SELECT id FROM notes WHERE ' ' || tags || ' ' LIKE ?)"
            " FROM cards ORDER BY nid, ord, id",
            f"% {MARK_TAG} %",
        )
        for row in rows:
            number, note, ordinal, deck, kind, queue, due, left, days, *more = row
            ease, reps, flags, data, changed_s, marked = more
            if (
                kind not in set(CardType)
                or not 0 <= ordinal < 1 << 16
                or abs(number) >= _LARGEST_ID
            ):
                raise self._damaged()
            memory, last_review_s = _remembered(data)
            yield AnkiCard(
                id=number,
                note=note,
                ordinal=ordinal,
                deck=deck,
                type=CardType(kind),
                suspended=queue == _SUSPENDED,
                buried=queue in _BURIED,
                position=due if kind == CardType.NEW else None,
                due_day=self._due_day(due) if kind != CardType.NEW else None,
                due_s=self._due_s(due) if kind in _ON_STEPS else None,
                steps_left=left % 1000,
                interval_days=min(max(0, days), _LONGEST_DAYS),
                ease_permille=max(0, ease),
                reps=reps,
                flagged=bool(flags & 7),
                marked=bool(marked),
                memory=memory,
                last_review_s=last_review_s,
                changed_s=changed_s if 0 < changed_s < _LAST_DAY * _DAY_S else 0,
            )

    def log(self) -> Iterator[LogLine]:
        """Give the log of the cards that are there, card by card, in order of time."""
        rows = self._rows(
            "SELECT CAST(r.id AS INTEGER), CAST(r.cid AS INTEGER), CAST(r.ease AS INTEGER),"
            " CAST(r.ivl AS INTEGER), CAST(r.lastIvl AS INTEGER), CAST(r.factor AS INTEGER),"
            " CAST(r.time AS INTEGER), CAST(r.type AS INTEGER)"
            " FROM revlog r JOIN cards c ON c.id = r.cid ORDER BY r.cid, r.id"
        )
        for row in rows:
            line = LogLine._make(row)
            if line.kind not in set(LogKind):
                raise self._damaged()
            yield line._replace(
                kind=LogKind(line.kind),
                interval=_bounded(line.interval),
                last_interval=_bounded(line.last_interval),
            )

    def _due_day(self, due: int) -> StudyDay | None:
        day = self.calendar.created_day + due
        return StudyDay(day) if due < _FIRST_INSTANT_S and 0 <= day <= _LAST_DAY else None

    @staticmethod
    def _due_s(due: int) -> int | None:
        return due if _FIRST_INSTANT_S < due < _LAST_INSTANT_S else None

    def _rows(self, query: str, *values: int | str) -> Iterator[Any]:
        with tables.failures_in_words(self._path):
            # Not `yield from`, which would close the cursor of a loop that was broken off, later.
            for row in self._connection.execute(query, values):
                if None in row:
                    raise self._damaged()
                yield row

    def _meant(self, read: Callable[[], Iterator[_Read]]) -> list[_Read]:
        """Give what `read` gives, unless what is written there means nothing."""
        try:
            return list(read())
        except (
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            OverflowError,
            RecursionError,
        ) as error:
            raise self._damaged() from error

    def _damaged(self) -> PackageError:
        return PackageError(self._path, "its collection holds what no Anki writes")

    # -- Note types

    def _note_types(self) -> Iterator[NoteType]:
        if self._latest:
            yield from self._latest_note_types()
            return
        for number, one in self._json("models").items():
            yield NoteType(
                int(number),
                str(one["name"]),
                one.get("type") == _CLOZE,
                tuple(str(field["name"]) for field in one["flds"]),
                tuple(
                    Template(*map(_text, (t["name"], t["qfmt"], t["afmt"]))) for t in one["tmpls"]
                ),
            )

    def _latest_note_types(self) -> Iterator[NoteType]:
        for number, name, config in self._rows(
            "SELECT CAST(id AS INTEGER), CAST(name AS TEXT), CAST(config AS BLOB) FROM notetypes"
        ):
            fields = self._rows(
                "SELECT CAST(name AS TEXT) FROM fields WHERE ntid = ?"
                " ORDER BY CAST(ord AS INTEGER)",
                number,
            )
            templates = self._rows(
                "SELECT CAST(name AS TEXT), CAST(config AS BLOB) FROM templates WHERE ntid = ?"
                " ORDER BY CAST(ord AS INTEGER)",
                number,
            )
            yield NoteType(
                number,
                name,
                wire.number(config, _TYPE_KIND) == _CLOZE,
                tuple(name for (name,) in fields),
                tuple(
                    Template(name, wire.text(config, _QUESTION), wire.text(config, _ANSWER))
                    for name, config in templates
                ),
            )

    # -- Decks and their presets

    def _decks(self) -> Iterator[tuple[int, Deck]]:
        if self._latest:
            yield from self._latest_decks()
            return
        presets = {number: _preset(one) for number, one in self._json("dconf").items()}
        for number, one in self._json("decks").items():
            preset = presets.get(str(one.get("conf")))
            if preset:
                retention = one.get("desiredRetention")
                preset = preset._replace(
                    desired_retention=retention / 100 if retention else preset.desired_retention,
                    new_per_day=_or(one.get("newLimit"), preset.new_per_day),
                    reviews_per_day=_or(one.get("reviewLimit"), preset.reviews_per_day),
                )
            yield int(number), Deck(str(one["name"]).replace(_FIELD_END, "::"), preset)

    def _latest_decks(self) -> Iterator[tuple[int, Deck]]:
        presets = {
            number: _latest_preset(name, config)
            for number, name, config in self._rows(
                "SELECT CAST(id AS INTEGER), CAST(name AS TEXT), CAST(config AS BLOB)"
                " FROM deck_config"
            )
        }
        for number, name, kind in self._rows(
            "SELECT CAST(id AS INTEGER), CAST(name AS TEXT), CAST(kind AS BLOB) FROM decks"
        ):
            normal = wire.data(kind, _NORMAL_DECK)
            preset = presets.get(wire.number(normal, _DECK_PRESET))
            if preset:
                retention = wire.floats(normal, _DECK_RETENTION)
                preset = preset._replace(
                    desired_retention=_share(retention, preset.desired_retention),
                    new_per_day=wire.number(normal, _DECK_NEW, preset.new_per_day),
                    reviews_per_day=wire.number(normal, _DECK_REVIEWS, preset.reviews_per_day),
                )
            yield number, Deck(name.replace(_FIELD_END, "::"), preset)

    # -- Days

    def _calendar(self) -> Iterator[Calendar]:
        ((created_s,),) = self._rows("SELECT CAST(crt AS INTEGER) FROM col LIMIT 1")
        settings = dict(self._settings())
        # The collection began at the rollover, of which the offset then gives the date.
        west_minutes = int(settings.get("creationOffset") or 0)
        hour = settings.get("rollover")
        if hour is not None and not 0 <= int(hour) <= _LAST_HOUR:
            raise ValueError
        if not 0 <= created_s < _LAST_DAY * _DAY_S:
            raise ValueError
        yield Calendar(
            StudyDay((created_s - west_minutes * 60) // _DAY_S),
            created_s,
            -west_minutes * 60,
            None if hour is None else int(hour),
        )

    def _settings(self) -> Iterator[tuple[str, Any]]:
        if not self._latest:
            yield from self._json("conf").items()
            return
        for name, value in self._rows("SELECT CAST(KEY AS TEXT), CAST(val AS TEXT) FROM config"):
            if name in {"creationOffset", "rollover"}:
                yield name, json.loads(value)

    def _json(self, column: str) -> Mapping[str, Any]:
        ((text,),) = self._rows(f"SELECT CAST({column} AS TEXT) FROM col LIMIT 1")  # noqa: S608 - a name of this module
        found = json.loads(text)
        if not isinstance(found, dict):
            raise TypeError
        return found


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _bounded(interval: int) -> int:
    """Keep an interval (+days or -seconds) within what a schedule may say."""
    return min(max(interval, -_LONGEST_DAYS * _DAY_S), _LONGEST_DAYS)


def _remembered(data: str) -> tuple[tuple[float, float] | None, int | None]:
    """Read memory and last review where FSRS keeps them; nonsense is as good as nothing."""
    try:
        known = json.loads(data) if data else {}
        stability, difficulty = float(known["s"]), float(known["d"])
        last_s = int(known.get("lrt") or 0)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None, None
    possible = 0 < stability <= _LARGEST_STABILITY
    possible &= _LOWEST_DIFFICULTY <= difficulty <= _HIGHEST_DIFFICULTY
    memory = (stability, difficulty) if possible else None
    return memory, last_s if last_s > _FIRST_INSTANT_S else None


def _preset(options: Mapping[str, Any]) -> Preset:
    weights = next((options[name] for name in _WEIGHTS if options.get(name)), ())
    new, reviews, lapse = (options.get(name) or {} for name in ("new", "rev", "lapse"))
    return Preset(
        str(options.get("name", "")),
        tuple(map(float, weights)),
        float(options.get("desiredRetention", _USUAL_RETENTION)),
        _steps(new.get("delays", ())),
        _steps(lapse.get("delays", ())),
        int(reviews.get("maxIvl", _LONGEST_DAYS)),
        int(new.get("perDay", 0)),
        int(reviews.get("perDay", 0)),
        _usable_share(float(options.get("sm2Retention") or 0)),
        _date(str(options.get("ignoreRevlogsBeforeDate") or "")),
    )


def _latest_preset(name: str, config: bytes) -> Preset:
    weights = next((found for key in _PRESET_WEIGHTS if (found := wire.floats(config, key))), ())
    return Preset(
        name,
        weights,
        _share(wire.floats(config, _PRESET_RETENTION), _USUAL_RETENTION),
        _steps(wire.floats(config, _PRESET_STEPS)),
        _steps(wire.floats(config, _PRESET_RELEARNING_STEPS)),
        wire.number(config, _PRESET_LONGEST),
        wire.number(config, _PRESET_NEW),
        wire.number(config, _PRESET_REVIEWS),
        _usable_share(_share(wire.floats(config, _PRESET_HISTORICAL_RETENTION), 0)),
        _date(wire.text(config, _PRESET_IGNORED_BEFORE)),
    )


def _steps(minutes: Iterable[float]) -> tuple[int, ...]:
    return tuple(max(1, round(float(one) * 60)) for one in minutes)


def _share(found: tuple[float, ...], usual: float) -> float:
    """Give a share that was kept in single precision, of which two decimals were meant."""
    return round(found[-1], 4) if found else usual


def _usable_share(found: float) -> float:
    return found if 0 < found < 1 else _USUAL_RETENTION


def _date(found: str) -> str:
    """Give a date as it is written, and nothing for what is none: Anki looks at all then."""
    try:
        return date.fromisoformat(found).isoformat()
    except ValueError:
        return ""


def _or(found: int | None, usual: int) -> int:
    return usual if found is None else int(found)
