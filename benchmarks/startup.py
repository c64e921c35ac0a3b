"""What a start of the program costs: `python benchmarks/startup.py`.

CPU time (user and system) of a child process, median of interleaved runs, beside a Python that
only imports click and sqlite3. Half of the cards are in Review, 200 of them due.
"""

import platform
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from collection import environment, live_in, program, write_decks

_RUNS = 15
_SIZES = (1_000, 10_000, 100_000)


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


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        commands = {
            "import click, sqlite3": [sys.executable, "-c", "import click, sqlite3"],
            "--help": [*program(Path("unused"), Path("unused"))[:3], "--help"],
        }
        for size in _SIZES:
            home, decks = Path(folder, f"home{size}"), Path(folder, f"decks{size}")
            write_decks(decks, size)
            live_in(home, decks)
            commands[f"due, {size:,} cards"] = program(home, decks, "due")
            commands[f"due --json, {size:,} cards"] = program(home, decks, "due", "--json")
        found = medians(commands)
    base = found["import click, sqlite3"]
    print(f"Python {platform.python_version()}, median of {_RUNS} runs, CPU milliseconds")
    for name, spent in found.items():
        print(f"{name:28} {spent:7.1f} ms  {spent / base:5.2f} x")
    small, large = found["due, 1,000 cards"], found["due, 100,000 cards"]
    print(f"due at 100,000 cards beside 1,000: {large / small:.2f} x")


if __name__ == "__main__":
    main()
