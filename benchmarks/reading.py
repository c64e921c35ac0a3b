"""How long reading 10,000 simple cards takes, against PyYAML's own C loader on the same file.

Run: ``python benchmarks/reading.py``. Prints the ratio of the median CPU times of interleaved
runs; the budget is 0.75 against ``yaml.load`` as anyone would call it. The second ratio is against
the same with garbage collection off.
"""

import gc
import platform
import statistics
import time
from collections.abc import Callable

import yaml

from flashcards.deck.reading import read

CARDS = 10_000
RUNS = 7

ENTRY = """\
  - front: What does write-back cache number {n} do on a write to a clean line?
    back: It changes the cache only, and memory later, on eviction of line {n}; until then the
      dirty bit of the line says that memory is behind.
    tags: [systems, caching]
    extra: The bus sees nothing of write {n} until then, which is what other caches must know.
"""


def cpu_seconds(run: Callable[[], object]) -> float:
    """Run once and give the CPU seconds it took."""
    gc.collect()
    begun = time.process_time()
    run()
    return time.process_time() - begun


def main() -> None:
    """Measure and print."""
    text = "deck: Benchmark\ncards:\n" + "".join(ENTRY.format(n=n) for n in range(CARDS))
    data = text.encode()
    deck = read(data, "benchmark.yaml")
    if len(deck.notes) != CARDS or deck.problems:
        message = "the benchmark's own deck was not read whole"
        raise SystemExit(message)

    def load() -> None:
        yaml.load(data, Loader=yaml.CSafeLoader)

    def load_without_collector() -> None:
        gc.disable()
        try:
            load()
        finally:
            gc.enable()

    runs: dict[str, Callable[[], object]] = {
        "read": lambda: read(data, "benchmark.yaml"),
        "CSafeLoader": load,
        "CSafeLoader, collector off": load_without_collector,
    }
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(RUNS):
        for name, run in runs.items():
            seconds[name].append(cpu_seconds(run))
    medians = {name: statistics.median(times) for name, times in seconds.items()}
    print(f"Python {platform.python_version()}, PyYAML {yaml.__version__}, {len(data):,} bytes")
    for name, median in medians.items():
        print(f"{name:28}{median:8.3f} s   read / this: {medians['read'] / median:.2f}")


if __name__ == "__main__":
    main()
