"""How the time of each reader grows with its input: ``python benchmarks/growth.py [TIMES] [WORD]``.

CPU time at TIMES the size of the tests, and at twice that. What is linear takes twice as long;
what takes four times as long goes through its input once for every part of it.
"""

import sys
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from doubling import CASES, Case  # noqa: E402 - found beside the tests

from flashcards.errors import FlashcardsError  # noqa: E402 - of this checkout

_RUNS = 1
_TELLING_S = 0.05
_STEEP = 2.8


def taken(case: Case, size: int) -> float:
    """Give the least CPU time of a few runs."""
    data = case.make(size).encode()
    times = []
    for _ in range(_RUNS):
        begun = time.process_time()
        with suppress(FlashcardsError):
            case.read(data)
        times.append(time.process_time() - begun)
    return min(times)


def main() -> None:
    """Print a line for each case; those that grow steeply are marked."""
    times, word, *_ = (*sys.argv[1:], *("10", "")[len(sys.argv) - 1 :])
    for name, case in CASES.items():
        if word not in name:
            continue
        one, two = (taken(case, case.size * int(times) * double) for double in (1, 2))
        steep = two > _TELLING_S and two / max(one, 1e-4) > _STEEP
        print(
            f"{'!' if steep else ' '} {name:32} {one:8.3f} {two:8.3f} {two / max(one, 1e-4):5.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
