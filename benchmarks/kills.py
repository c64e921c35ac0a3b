"""A hundred `kill -9` at random moments of a review, and what was lost: nothing may be.

Run: ``python benchmarks/kills.py [KILLS]``. Prints how many answers were acknowledged, and how
many kills fell between the disk and the acknowledgement. Exits 1 when an acknowledged answer is
missing, one appears that was not given, or the database is not whole.
"""

import platform
import sqlite3
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import kill_drill  # noqa: E402 - found beside the tests
from processes import Place  # noqa: E402 - found beside the tests

KILLS = 100


def main() -> None:
    """Kill, count and print."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else KILLS
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder, "home"), Path(folder, "decks"))
        kill_drill.new_place(place)
        drills = [kill_drill.drill(place, number) for number in range(kills)]
    faults = [fault for drill in drills for fault in drill.faults]
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}")
    print(
        f"{kills} kills, {sum(drill.promised for drill in drills)} lines acknowledged, "
        f"{sum(drill.one_more for drill in drills)} kills between disk and acknowledgement, "
        f"{sum(not drill.promised for drill in drills)} before any answer, {len(faults)} faults"
    )
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
