"""What the rarer runs cost on many cards: ``python benchmarks/large.py``.

CPU time and peak memory of one run each: the first reading of the decks, reading one edited
file of many, listing, selecting.
"""

import os
import platform
import subprocess
import tempfile
from pathlib import Path

from collection import environment, live_in, program, write_decks

_SIZES = (10_000, 100_000)
_RUNS = (
    ("list of all as JSON", ("cards", "--json")),
    ("list of one deck", ("cards", "Area 3")),
    ("review of one deck", ("review", "--plain", "Area 3")),
    ("review of a word", ("review", "--plain", "quorum")),
    ("review of the weakest 20", ("review", "--plain", "--weakest", "20")),
    ("review of all (cram)", ("review", "--plain", "--cram")),
    ("check", ("check",)),
)


def show(title: str, home: Path, decks: Path, *words: str) -> None:
    """Run the program once and print what it took."""
    with subprocess.Popen(
        program(home, decks, *words),
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as child:
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(child.returncode)
    seconds = used.ru_utime + used.ru_stime
    print(f"  {title:26} {seconds:7.2f} s CPU {used.ru_maxrss / 1024:6.0f} MB")


def main() -> None:
    """Print the table."""
    print(f"Python {platform.python_version()}, {platform.machine()}")
    for size in _SIZES:
        with tempfile.TemporaryDirectory() as folder:
            home, decks = Path(folder, "home"), Path(folder, "decks")
            write_decks(decks, size)
            print(f"{size:,} cards in {len(list(decks.iterdir()))} files")
            show("first reading", home, decks, "due")
            live_in(home)
            edited = decks / "part-0003.yaml"
            text = edited.read_text(encoding="utf-8")
            edited.write_text(text.replace("The ", "That ", 20), encoding="utf-8")
            show("after an edit of one file", home, decks, "due")
            for title, words in _RUNS:
                show(title, home, decks, *words)


if __name__ == "__main__":
    main()
