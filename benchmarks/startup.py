"""What a start of the program costs: ``python benchmarks/startup.py``.

CPU time (user and system) of a child process, median of interleaved runs, beside a Python that
only imports click and sqlite3. The days measured: in the middle of things (half of the cards in
Review, 200 of them due), the first day (all cards new), and a day that is done (nothing to show).
The budgets: 1.4 times the bare imports at 10,000 cards, 1.3 times the small collection at 100,000.
"""

import platform
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from collection import environment, live_in, program, read_in, write_decks

_RUNS = 15
_SMALL, _MIDDLE, _LARGE = 1_000, 10_000, 100_000


def cpu_ms(command: Sequence[str]) -> float:
    """Give the CPU time of one run in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment(), check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent * 1000


def medians(commands: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """Give the median of each command, their runs taking turns."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(_RUNS):
        for name, command in commands.items():
            times[name].append(cpu_ms(command))
    return {name: statistics.median(spent) for name, spent in times.items()}


def days(folder: Path, size: int) -> dict[str, list[str]]:
    """Make collections of `size` cards and give the `due` of each kind of day on them."""
    decks, first = folder / f"decks{size}", folder / f"first{size}"
    middle, done = folder / f"middle{size}", folder / f"done{size}"
    write_decks(decks, size)
    read_in(first, decks)
    shutil.copytree(first, middle)
    live_in(middle)
    shutil.copytree(first, done)
    live_in(done, due=0)
    no_new = program(done, decks, "config", "new_per_day", "0")
    subprocess.run(no_new, env=environment(), check=True, stdout=subprocess.DEVNULL)
    homes = {"": middle, ", first day": first, ", day done": done}
    return {f"due, {size:,} cards{day}": program(home, decks, "due") for day, home in homes.items()}


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small, middle, large = (days(folder, size) for size in (_SMALL, _MIDDLE, _LARGE))
        commands = {
            "import click, sqlite3": [sys.executable, "-c", "import click, sqlite3"],
            "--help": [*program(Path("unused"), Path("unused"))[:3], "--help"],
            **small,
            **middle,
            **large,
        }
        found = medians(commands)
    base = found["import click, sqlite3"]
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    print(f"{versions}, {platform.machine()}, median of {_RUNS} runs, CPU")
    for command, spent in found.items():
        print(f"{command:32} {spent:7.1f} ms  {spent / base:5.2f} x")
    for few, many in zip(small, large, strict=True):
        print(f"{many} beside {_SMALL:,}: {found[many] / found[few]:.2f} x")


if __name__ == "__main__":
    main()
