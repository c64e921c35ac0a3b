"""Parameter sets: the weights of FSRS, the newest in force, all of them kept as history."""

from typing import NamedTuple

from flashcards.store.database import Database
from flashcards.store.failures import read_back

_IN_FORCE = "SELECT max(id) FROM parameter_sets WHERE withdrawn = 0"


class ParameterSet(NamedTuple):
    """A set: its row id, when it came into force, how many answers it was fitted to, its source.

    Both numbers are 0 for the defaults. A set that was taken over has the other program for its
    source (`ANKI`), and to how many answers it was fitted is not known.
    """

    id: int
    created_at_ms: int
    fitted_to: int
    source: str

    @property
    def is_default(self) -> bool:
        """Tell if these are the defaults of FSRS-6."""
        return not self.fitted_to and not self.source


@read_back()
def weights(database: Database, parameter_set: int) -> tuple[float, ...]:
    """Read the FSRS weights of a parameter set."""
    import json  # noqa: PLC0415 - `due` counts cards without ever needing a weight

    row = database.execute(
        "SELECT weights FROM parameter_sets WHERE id = ?", (parameter_set,)
    ).fetchone()
    return tuple(float(weight) for weight in json.loads(row[0]))


def latest_parameter_set(database: Database) -> int:
    """Give the id of the parameter set in force, the newest that was not withdrawn."""
    latest: int = database.execute(_IN_FORCE).fetchone()[0]
    return latest


def are_several(database: Database) -> bool:
    """Tell if there was ever a set beside the defaults: else every memory is by these."""
    row = database.execute("SELECT count(*) > 1 FROM parameter_sets").fetchone()
    return bool(row[0])


def in_force(database: Database) -> ParameterSet:
    """Give the parameter set in force."""
    row = database.execute(
        f"SELECT id, created_at_ms, fitted_to, source FROM parameter_sets WHERE id = ({_IN_FORCE})"
    ).fetchone()
    return ParameterSet(*row)


def add(
    database: Database,
    weights: tuple[float, ...],
    fitted_to: int,
    created_at_ms: int,
    source: str = "",
) -> ParameterSet:
    """Put new weights in force, fitted to so many answers or taken over from `source`."""
    import json  # noqa: PLC0415 - loads json

    cursor = database.execute(
        "INSERT INTO parameter_sets (model, weights, created_at_ms, fitted_to, source)"
        " VALUES ('FSRS-6', ?, ?, ?, ?)",
        (json.dumps(list(weights)), created_at_ms, fitted_to, source),
    )
    return ParameterSet(cursor.lastrowid or 0, created_at_ms, fitted_to, source)


def withdraw(database: Database) -> ParameterSet | None:
    """Withdraw the set in force and give the one in force now; None if only the defaults are."""
    if in_force(database).is_default:
        return None
    database.execute(f"UPDATE parameter_sets SET withdrawn = 1 WHERE id = ({_IN_FORCE})")
    return in_force(database)
