"""What an answer costs among 100,000 cards: `python benchmarks/review.py`.

CPU time from the key to the next card laid out, with the answer durable; median and the slowest
of a hundred. Then the resident memory of a real review on a pseudo-terminal.
"""

import os
import platform
import pty
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from collection import environment, live_in, program, write_decks

from flashcards import clock
from flashcards.collection import opening
from flashcards.collection.today import queue_of
from flashcards.commands.sitting import face
from flashcards.model import Rating
from flashcards.paths import Place
from flashcards.reviewing import Session
from flashcards.terminal import screen

_CARDS = 100_000
_ANSWERS = 100
_SETTLED_S = 4.0


def answer_ms(place: Place) -> list[float]:
    """Answer a hundred cards and give the CPU milliseconds of each."""
    spent = []
    with opening.opened(place, clock.now()) as collection:
        sitting = Session(collection, clock.now, lambda day: queue_of(collection, day))
        shown = sitting.show()
        for _ in range(_ANSWERS):
            if shown is None:
                break
            start = time.process_time()
            sitting.rate(shown, Rating.GOOD)
            shown = sitting.show()
            if shown is not None:
                frame = screen.Frame("deck", "counter", face(shown), True, ("keys",))  # noqa: FBT003 - revealed
                screen.lay_out(frame, screen.Size(80, 24))
            spent.append((time.process_time() - start) * 1000)
    return spent


def resident_mb(home: Path, decks: Path) -> float:
    """Start a review on a pseudo-terminal and give its resident memory."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        program(home, decks, "review"),
        stdin=theirs,
        stdout=theirs,
        env={**environment(), "TERM": "xterm"},
    )
    time.sleep(_SETTLED_S)
    status = Path(f"/proc/{child.pid}/status").read_text(encoding="ascii")
    os.write(ours, b"q")
    child.terminate()
    child.wait()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        home, decks = Path(folder, "home"), Path(folder, "decks")
        write_decks(decks, _CARDS)
        live_in(home, decks)
        memory = resident_mb(home, decks)
        spent = answer_ms(Place(str(home), decks=(str(decks),), origin="--decks"))
    print(f"Python {platform.python_version()}, {_CARDS:,} cards, {len(spent)} answers")
    print(f"key to next card: median {statistics.median(spent):.1f} ms CPU, most {max(spent):.1f}")
    print(f"resident memory of the review: {memory:.0f} MB")


if __name__ == "__main__":
    main()
