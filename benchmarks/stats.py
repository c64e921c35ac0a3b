"""What the memory engine costs over 100,000 cards with 1,000,000 answers.

``PYTHONPATH=. python benchmarks/stats.py``. CPU time (user and system) and the highest resident
memory of each command in a process of its own, beside a Python that only reads the same log from
SQLite row by row. `stats` is to need memory for its sums only; `due` stands beside it.
"""

import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from collection import environment, program, read_in, write_decks

_CARDS = 100_000
_ANSWERS = 1_000_000
_READ = (
    "import sqlite3, sys\n"
    "rows = sqlite3.connect(sys.argv[1]).execute('SELECT card, kind, study_day, rating, taken_ms,"
    " state_before, interval_s, desired_retention FROM events WHERE undone = 0"
    " ORDER BY card, reviewed_at_ms, device, sequence')\n"
    "for row in rows: pass"
)
# One answer in ten is a lapse; intervals double from a day on, and a card's answers lie on the
# days at which they fell due.
_LOG = """
WITH RECURSIVE answers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM answers WHERE n < ?1 - 1)
INSERT INTO events (card, kind, device, sequence, reviewed_at_ms, clock_ms, utc_offset_s,
    study_day, rating, taken_ms, state_before, state_after, desired_retention, interval_s,
    due_day, parameter_set)
SELECT id, 'review', 'bench', row_number() OVER (ORDER BY day, id), day * 86400000 + id * 10 + n,
    day * 86400000 + id * 10 + n, 0, day,
    iif(abs(random() % 10) = 0, 1, 3), 3000 + id % 9000, iif(n = 0, 0, 2), 2, 0.9,
    (1 << n) * 86400, day + (1 << n), 1
FROM (SELECT id, n, ?2 - (1 << ?1) - id % 200 + (1 << n) AS day FROM cards, answers)
"""


def usage(command: Sequence[str]) -> tuple[float, float]:
    """Give CPU seconds and the most megabytes of one run."""
    child = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def live(home: Path) -> None:
    """Let every card have its answers, and stand where the last one put it."""
    database = sqlite3.connect(home / "collection.db")
    with database:
        (today,) = database.execute("SELECT unixepoch() / 86400").fetchone()
        database.execute(_LOG, (_ANSWERS // _CARDS, today))
        database.execute(
            "UPDATE cards SET state = 2, stability = 300.0, difficulty = 5.0, reps = 10,"
            " fuzz_reps = 10, interval_days = 512, lapses = 1, (last_day, due_day,"
            " last_reviewed_ms) = (SELECT study_day, due_day, reviewed_at_ms FROM events"
            " WHERE card = cards.id ORDER BY reviewed_at_ms DESC LIMIT 1)"
        )
    database.close()


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        home, decks = Path(folder, "home"), Path(folder, "decks")
        write_decks(decks, _CARDS)
        read_in(home, decks)
        live(home)
        size = (home / "collection.db").stat().st_size / 1e6
        commands = {
            "reading the log": [sys.executable, "-c", _READ, str(home / "collection.db")],
            "due": program(home, decks, "due"),
            "stats": program(home, decks, "stats"),
            "stats --json": program(home, decks, "stats", "--json"),
            "reschedule (nothing changed)": program(home, decks, "reschedule"),
            "optimize --dry-run": program(home, decks, "optimize", "--dry-run"),
            "plan --by (in 60 days)": program(home, decks, "plan", "--by", _in_days(60)),
        }
        found = {name: usage(command) for name, command in commands.items()}
    base = found["reading the log"][0]
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    print(f"{versions}, {platform.machine()}; {_ANSWERS:,} answers, database {size:.0f} MB")
    for name, (seconds, memory) in found.items():
        print(f"{name:30} {seconds:7.2f} s CPU  {seconds / base:6.2f} x  {memory:6.0f} MB")


def _in_days(days: int) -> str:
    with sqlite3.connect(":memory:") as database:
        (text,) = database.execute("SELECT date('now', ?)", (f"+{days} days",)).fetchone()
    return str(text)


if __name__ == "__main__":
    main()
