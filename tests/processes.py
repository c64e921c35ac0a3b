"""The program as a process of its own, for what happens when one dies or two meet."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PATIENCE_S = 60
"""How long a process may take before a test gives it up: never met, whatever the machine does."""


class Ended(NamedTuple):
    """How a process ended; a negative code is the signal that ended it."""

    code: int
    out: str
    err: str


class Place(NamedTuple):
    """Where a collection and its decks are."""

    home: Path
    decks: Path


def start(
    place: Place, *words: str, now: str | None = None, through: Sequence[str] = ()
) -> subprocess.Popen[str]:
    """Start the program on `place` with pipes for a keyboard and a screen.

    `through` is a command that is given the whole line and starts it.
    """
    environment = {**os.environ, **({"FLASHCARDS_NOW": now} if now else {})}
    # With it Python flushes every line, and the program's own promise could not be seen to fail.
    environment.pop("PYTHONUNBUFFERED", None)
    return subprocess.Popen(
        [
            *through,
            *(sys.executable, "-m", "flashcards"),
            *("--home", str(place.home), "--decks", str(place.decks)),
            *words,
        ],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        bufsize=1,
    )


def finish(process: subprocess.Popen[str], typed: str = "") -> Ended:
    """Type the rest, close the keyboard, and wait for the end."""
    out, err = process.communicate(typed, timeout=PATIENCE_S)
    return Ended(process.returncode, out, err)


def run(place: Place, *words: str, typed: str = "") -> Ended:
    """Run the program from beginning to end."""
    return finish(start(place, *words), typed)


def type_into(process: subprocess.Popen[str], text: str) -> None:
    """Type; a program that is gone does not hear it."""
    if process.stdin is None:
        return
    try:
        process.stdin.write(text)
        process.stdin.flush()
    except BrokenPipeError:
        return


def lines_of(process: subprocess.Popen[str]) -> Iterator[str]:
    """Give what the program prints, line by line, until it ends."""
    return iter(process.stdout or ())


def read_until(process: subprocess.Popen[str], beginning: str) -> str:
    """Read what the program prints up to the line that begins so, and give that line."""
    seen: list[str] = []
    for line in lines_of(process):
        seen.append(line)
        if line.startswith(beginning):
            return line.rstrip("\n")
    message = f"the program ended before it printed {beginning!r}:\n{''.join(seen)}"
    raise AssertionError(message)


def acknowledged(lines: Sequence[str], word: str = "rated") -> list[list[str]]:
    """Give the acknowledgements among `lines` that begin with `word`, without it."""
    return [line.split()[1:] for line in lines if line.split()[:1] == [word]]
