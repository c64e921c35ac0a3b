"""Random decks, texts, pages, tables, fields and packages through all that reads them.

Run: ``nice python benchmarks/fuzz.py [ITEMS] [--seed N] [--only KIND] [--one SEED]``. Every item
has a seed of its own that makes it again: ``--only KIND --one SEED``. Items run in processes with a
limit on memory, each within a time of its own. Prints how many ran, how many were refused with a
sentence, the slowest, the peak of memory, and what failed; exits 1 when something did.
"""

import argparse
import multiprocessing
import platform
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import floods  # noqa: E402 - found beside the tests

ITEMS = 500_000
CHUNK = 250
MOST_SECONDS = 20
MOST_BYTES = 2 * 1024**3


class Report(NamedTuple):
    """What became of a chunk of items: counts by kind and outcome, and what stands out."""

    counts: Counter[tuple[str, str]]
    slowest: tuple[float, str, int]
    peak_kb: int
    failures: list[tuple[str, int, str]]


class _TooSlowError(BaseException):
    """An item took longer than it may."""


def _alarm(_number: int, _frame: FrameType | None) -> None:
    raise _TooSlowError


def run(task: tuple[str, range]) -> Report:
    """Send items of one kind through their readers, in this process."""
    kind, seeds = task
    counts: Counter[tuple[str, str]] = Counter()
    failures = []
    slowest = (0.0, kind, seeds.start)
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            begun = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
            try:
                outcome = floods.send(kind, seed, Path(folder))
            except (Exception, _TooSlowError) as error:  # noqa: BLE001 - whatever it is, it is told
                outcome = "failed"
                failures.append((kind, seed, _told(error)))
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            counts[kind, outcome] += 1
            slowest = max(slowest, (time.process_time() - begun, kind, seed))
    peak_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Report(counts, slowest, peak_kb, failures)


def _told(error: BaseException) -> str:
    """Say what was raised, and where in the program."""
    frames = traceback.extract_tb(error.__traceback__)
    place = next((one for one in reversed(frames) if "flashcards" in one.filename), frames[-1])
    return f"{type(error).__name__}: {str(error)[:200]} at {place.filename}:{place.lineno}"


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    signal.signal(signal.SIGPROF, _alarm)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def tasks(items: int, first: int, only: str) -> Iterator[tuple[str, range]]:
    """Cut the items into chunks, the kinds in turn, by the share each has."""
    shares = {only: 1} if only else floods.SHARES
    turn = [kind for kind, share in shares.items() for _ in range(share)]
    for number, start in enumerate(range(first, first + items, CHUNK)):
        yield turn[number % len(turn)], range(start, min(start + CHUNK, first + items))


def main() -> None:
    """Run all, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("items", nargs="?", type=int, default=ITEMS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=list(floods.SHARES), default="")
    parser.add_argument("--one", type=int, help="Run the item of this seed here, with a traceback.")
    parser.add_argument("--processes", type=int, default=2)
    wishes = parser.parse_args()
    if wishes.one is not None:
        with tempfile.TemporaryDirectory() as folder:
            print(repr(floods.made(wishes.only, wishes.one)[:2000]))
            print(floods.send(wishes.only, wishes.one, Path(folder)))
        return
    counts: Counter[tuple[str, str]] = Counter()
    slowest: list[tuple[float, str, int]] = []
    peak_kb, failed = 0, 0
    begun = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(
        wishes.processes, _limited, maxtasksperchild=20
    ) as pool:
        for report in pool.imap_unordered(run, tasks(wishes.items, wishes.seed, wishes.only)):
            counts += report.counts
            slowest = sorted([*slowest, report.slowest], reverse=True)[:5]
            peak_kb = max(peak_kb, report.peak_kb)
            for kind, seed, told in report.failures:
                failed += 1
                print(f"FAILED {kind} {seed}: {told}", flush=True)
            if counts.total() % 20_000 < CHUNK:
                print(f"... {counts.total():,} in {time.monotonic() - begun:.0f} s", flush=True)
    print(f"Python {platform.python_version()}, {platform.machine()}")
    for kind in floods.SHARES:
        became = {outcome: number for (of, outcome), number in counts.items() if of == kind}
        print(f"  {kind:9} {sum(became.values()):8,}  {became}")
    took = time.monotonic() - begun
    print(f"{counts.total():,} items in {took:.0f} s, peak {peak_kb / 1024:.0f} MB")
    for seconds, kind, seed in slowest:
        print(f"  slowest: {seconds:.2f} s CPU, {kind} {seed}")
    print(f"{failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
