"""What an answer costs among 100,000 cards: ``PYTHONPATH=. python benchmarks/review.py``.

CPU time from the key to the next card laid out, with the answer durable; median and the slowest
of a hundred. Then the resident memory of a real review on a pseudo-terminal, some cards into it.
The budgets: 20 ms, 80 MB.
"""

import os
import platform
import pty
import statistics
import subprocess
import tempfile
import termios
import time
from pathlib import Path

from collection import environment, live_in, program, read_in, write_decks

from flashcards import clock
from flashcards.collection import opening
from flashcards.collection.today import queue_of
from flashcards.commands.review_parts import card_parts
from flashcards.commands.sitting import offers, remaining
from flashcards.model import Rating
from flashcards.paths import Place
from flashcards.reviewing import Session, Shown
from flashcards.terminal import document, screen

_CARDS = 100_000
_ANSWERS = 100
_ON_SCREEN = 10
_BEFORE_A_KEY_S = 0.2  # longer than the screen takes a key for a slip of the hand
_SIZE = screen.Size(80, 24)


def answer_ms(place: Place) -> list[float]:
    """Answer up to a hundred cards and give the CPU milliseconds of each."""
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
                lay_out(sitting, shown)
            spent.append((time.process_time() - start) * 1000)
    return spent


def lay_out(sitting: Session, shown: Shown) -> None:
    """Lay the card out as the screen does, the answer with it."""
    counter = " ".join(map(str, remaining(sitting, shown.since.at_ms)))
    parts = card_parts(shown, None, revealed=True, opened=frozenset(), typed=None)
    offered = ("   ".join(offers(shown.outcomes)),)
    frame = screen.Frame(
        shown.card.deck, (counter,), "", tuple(parts), offered, keys=("? help", "q")
    )
    laid = screen.lay_out(frame, _SIZE)
    list(document.printed(laid.lines))


def resident_mb(home: Path, decks: Path) -> float:
    """Review some cards on a pseudo-terminal and give the resident memory at its highest."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (_SIZE.rows, _SIZE.columns))
    child = subprocess.Popen(
        program(home, decks, "review", "--new", "0"),
        stdin=theirs,
        stdout=theirs,
        env={**environment(), "TERM": "xterm"},
    )
    for _ in range(_ON_SCREEN):
        wait_for(ours, b"space show")
        os.write(ours, b" ")
        wait_for(ours, b"Good")
        time.sleep(_BEFORE_A_KEY_S)
        os.write(ours, b"3")
    wait_for(ours, b"space show")
    status = Path(f"/proc/{child.pid}/status").read_text(encoding="ascii")
    child.terminate()
    child.wait()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def wait_for(terminal: int, text: bytes) -> None:
    """Read the screen until `text` stands on it."""
    seen = b""
    while text not in seen:
        seen += os.read(terminal, 65_536)


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        home, decks = Path(folder, "home"), Path(folder, "decks")
        write_decks(decks, _CARDS)
        read_in(home, decks)
        live_in(home)
        memory = resident_mb(home, decks)
        spent = answer_ms(Place(str(home), decks=(str(decks),), origin="--decks"))
    print(f"Python {platform.python_version()}, {platform.machine()}, {_CARDS:,} cards")
    usual, most = statistics.median(spent), max(spent)
    print(f"{len(spent)} answers, key to next card: {usual:.1f} ms CPU, {most:.1f} most")
    print(f"resident memory of the review: {memory:.0f} MB")


if __name__ == "__main__":
    main()
