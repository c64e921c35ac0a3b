"""What an export costs beside genanki alone: ``PYTHONPATH=. python benchmarks/exporting.py``.

Ten thousand notes: plain, with code, emphasis and maths on both sides, and with lists too; the
median CPU time of five whole processes each. Alone, genanki gets the finished HTML of the same
notes and writes its own file. The budgets: 1.5 times genanki for plain notes, 4 with Markdown,
and a file a quarter of the size of genanki's.
"""

import json
import os
import platform
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import version
from pathlib import Path

from collection import environment, program, read_in

_NOTES = 10_000
_RUNS = 5
_PLAIN = "  - front: What does cache {n} do on a write to line {n}?\n    back: It marks line {n}.\n"
_MARKED = (
    "  - front: What does `cache[{n}]` do on a **write** to line $x_{{{n}}}$?\n"
    "    back: It marks line `{n}` *dirty*, at $O(n^{{{n}}})$.\n"
)
_BLOCKS = (
    "  - front: What does `cache[{n}]` do on a **write** to line $x_{{{n}}}$?\n"
    "    back: |\n      It marks line {n}, at $O(n^{{{n}}})$:\n\n"
    "      - *dirty* first\n      - then `evict()`\n"
)
_KINDS = (("plain", _PLAIN), ("marks", _MARKED), ("lists", _BLOCKS))
_GENANKI = """
import json, sys, genanki
notes = json.load(open(sys.argv[1]))
model = genanki.Model(1, "M", fields=[{"name": f"f{n}"} for n in range(len(notes[0]))],
    templates=[{"name": "c", "qfmt": "{{f0}}", "afmt": "{{f1}}"}])
deck = genanki.Deck(2, "D")
for fields in notes:
    deck.add_note(genanki.Note(model, fields))
genanki.Package(deck).write_to_file(sys.argv[2])
"""


def cpu_s(words: list[str]) -> float:
    """Run a process and give the CPU seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, env=environment(), check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(folder: Path, card: str) -> tuple[float, float, float]:
    """Give our CPU seconds, genanki's, and the ratio of the file sizes."""
    (folder / "decks").mkdir(parents=True)
    cards = "".join(card.format(n=n) for n in range(_NOTES))
    (folder / "decks" / "deck.yaml").write_text(f"deck: D\ncards:\n{cards}", encoding="utf-8")
    read_in(folder / "home", folder / "decks")
    ours, theirs = folder / "ours.apkg", folder / "theirs.apkg"
    words = program(folder / "home", folder / "decks", "export", "-o", str(ours))
    cpu_s(words)
    with zipfile.ZipFile(ours) as package:
        database = sqlite3.connect(package.extract("collection.anki2", folder))
    fields = [row[0].split("\x1f") for row in database.execute("SELECT flds FROM notes")]
    (folder / "fields.json").write_text(json.dumps(fields), encoding="utf-8")
    alone = [sys.executable, "-c", _GENANKI, str(folder / "fields.json"), str(theirs)]
    runs = [(cpu_s(words), cpu_s(alone)) for _ in range(_RUNS)]
    own, other = (statistics.median(column) for column in zip(*runs, strict=True))
    return own, other, os.path.getsize(ours) / os.path.getsize(theirs)


def main() -> None:
    """Measure both kinds of notes and print the ratios."""
    print(f"Python {platform.python_version()}, genanki {version('genanki')}, {_NOTES:,} notes")
    for name, card in _KINDS:
        with tempfile.TemporaryDirectory() as folder:
            own, other, size = measure(Path(folder) / name, card)
        print(
            f"{name:9} {own / other:.2f} x genanki ({own:.2f} s, {other:.2f} s), size {size:.2f} x"
        )


if __name__ == "__main__":
    main()
