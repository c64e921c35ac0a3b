"""A fault at each call of each command that writes, and what was lost or left: nothing may be.

Run: ``python benchmarks/faults.py [SAMPLE]``, for every call, or every SAMPLE-th. Each is met by
`kill -9` (before, after and in the middle of it), by a full disk and by one that fails. Prints how
many faults each command met. Exits 1 when a file is half, something of ours stays behind, an
acknowledged answer is missing, or a traceback is shown. Needs Linux and a C compiler.
"""

import platform
import sqlite3
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import fault_drill  # noqa: E402 - found beside the tests


def main() -> None:
    """Disturb, count and print."""
    if fault_drill.compiler() is None:
        sys.exit("there is no C compiler here, or this is not Linux: nothing was tried")
    found = fault_drill.run(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}")
    by_command: Counter[str] = Counter()
    for point, number in found.points.items():
        by_command[point.partition(": ")[0]] += number
    for command, number in by_command.items():
        print(f"{number:6}  {command}")
    print(f"{by_command.total():6}  faults, {len(found.failed)} failed")
    for one in found.failed:
        print(one)
    sys.exit(1 if found.failed else 0)


if __name__ == "__main__":
    main()
