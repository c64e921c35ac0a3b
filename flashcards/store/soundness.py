"""What may stand in a collection: asked only when something went wrong, or a backup is looked at.

SQLite checks types, what is unique and what a table says of itself; the rest is here. A value
outside of these bounds is one that no version of the program wrote.
"""

import sqlite3

from flashcards.model import Section
from flashcards.store import schema

# The clock's own years with centuries to both sides, of all of which a date can be told.
_DAY = "BETWEEN -100000 AND 2700000"
_INSTANT = "BETWEEN -8640000000000 AND 233280000000000"
_OFFSET = "BETWEEN -86399 AND 86399"
_NUMBER = "BETWEEN 0 AND 1000000000000000"
_WEIGHTS = 21
_SECTION = f"IN ({', '.join(repr(str(section)) for section in Section)})"

_WRONG = {
    "deck_files": (
        f"NOT size {_NUMBER}",
        "NOT json_valid(stubs) OR json_type(stubs) <> 'array'",
        "NOT json_valid(problems) OR json_type(problems) <> 'array'",
    ),
    "topics": ("content <> '' AND NOT json_valid(content)",),
    "notes": (
        f"section NOT {_SECTION}",
        f"NOT line {_NUMBER}",
        f"NOT anki_id {_NUMBER}",
        f"NOT content_changed_at_ms {_INSTANT}",
    ),
    "cards": (
        f"NOT created_at_ms {_INSTANT}",
        f"NOT anki_id {_NUMBER}",
        f"NOT revision {_NUMBER}",
        "step < 0 OR step > 1000000",
        "stability <= 0 OR stability > 1e9",
        "difficulty < 1 OR difficulty > 10",
        "(stability IS NULL) <> (difficulty IS NULL)",
        f"NOT due_day {_DAY}",
        f"NOT due_at_ms {_INSTANT}",
        f"NOT buried_until_day {_DAY}",
        f"NOT last_reviewed_ms {_INSTANT}",
        f"NOT last_day {_DAY}",
        "NOT interval_days BETWEEN 0 AND 1000000",
        f"NOT reps {_NUMBER} OR NOT lapses {_NUMBER} OR NOT fuzz_reps {_NUMBER}",
    ),
    "events": (
        f"NOT sequence {_NUMBER}",
        f"NOT reviewed_at_ms {_INSTANT} OR NOT clock_ms {_INSTANT}",
        f"NOT utc_offset_s {_OFFSET}",
        f"NOT study_day {_DAY} OR NOT due_day {_DAY}",
        f"NOT taken_ms {_NUMBER}",
        "step_before < 0 OR step_after < 0",
        "NOT desired_retention BETWEEN 0.01 AND 0.999999",
        f"NOT interval_s {_NUMBER}",
        "stability > 1e9",
    ),
    "attempts": (
        f"NOT begun_at_ms {_INSTANT}",
        f"NOT utc_offset_s {_OFFSET}",
        f"NOT seconds {_NUMBER}",
        "NOT json_valid(points) OR json_type(points) <> 'array'",
    ),
    "parameter_sets": (
        f"NOT created_at_ms {_INSTANT}",
        f"NOT fitted_to {_NUMBER}",
        "NOT json_valid(weights) OR json_type(weights) <> 'array'",
        f"(SELECT count(*) <> {_WEIGHTS} OR total(abs(value) > 1e6) > 0 FROM json_each(weights))",
        "(SELECT total(type NOT IN ('real', 'integer')) > 0 FROM json_each(weights))",
    ),
    "reschedules": (f"NOT made_at_ms {_INSTANT}",),
    "exported": (f"NOT modified_s {_NUMBER}",),
}


def is_whole(database: sqlite3.Connection) -> bool:
    """Tell if no page is damaged, and the tables are those of the version of the schema."""
    return (
        database.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
        and schema.has_shape_of_its_version(database)
        and database.execute("SELECT 1 FROM meta WHERE key = 'device'").fetchone() is not None
    )


def is_sound(database: sqlite3.Connection) -> bool:
    """Tell if a database is whole, and nothing stands in it that the program never writes."""
    return (
        is_whole(database)
        and database.execute("PRAGMA foreign_key_check").fetchone() is None
        and database.execute("SELECT 1 FROM parameter_sets WHERE NOT withdrawn").fetchone()
        is not None
        and not any(
            database.execute(f"SELECT 1 FROM {table} WHERE {wrong} LIMIT 1").fetchone()
            for table, conditions in _WRONG.items()
            for wrong in conditions
        )
    )
