"""One package in several Ankis: ``PYTHONPATH=. python benchmarks/anki_versions.py``.

Installs each version from PyPI into an environment of its own, imports a package with every kind
of card and progress into it, and names what differs from the newest.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

from collection import environment, live_in, program, read_in

_VERSIONS = ("23.12.1", "25.9.2", "26.9.3")
_ROOT = Path(__file__).parent.parent
_DECK = r"""
deck: Systems::Caching
tags: [systems, operating systems]
cards:
  - front: What does `vector<int>` hold, and is $x<a$?
    back: A block of **contiguous** `int`s.
  - front: Big-endian
    back: The most significant byte comes first.
    reverse: true
  - cloze: "{{c1::Canberra was {{c2::founded}}}} in {{1913::year}}, {{c1,3::twice}}"
  - front: Type it
    back: exactly
    type: true
  - front: Suspended
    back: Yes.
    suspended: true
"""


def python_with(version: str, folder: Path) -> Path:
    """Make an environment with that Anki, and give its Python."""
    venv.create(folder / version, with_pip=True)
    python = folder / version / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", f"anki=={version}"], check=True)
    return python


def told(python: Path, package: Path) -> dict[str, Any]:
    """Import the package with the Anki of that Python and give what became of it."""
    script = str(_ROOT / "tests" / "anki_desktop.py")
    done = subprocess.run(
        [python, script, str(package)], check=True, capture_output=True, text=True
    )
    # Older ones also print that something took them long.
    line = next(line for line in done.stdout.splitlines() if line.startswith("{"))
    found: dict[str, Any] = json.loads(line)
    return found


def main() -> None:
    """Compare all versions with the last."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "decks").mkdir()
        (folder / "decks" / "deck.yaml").write_text(_DECK, encoding="utf-8")
        read_in(folder / "home", folder / "decks")
        live_in(folder / "home", due=1)
        package = folder / "cards.apkg"
        words = program(folder / "home", folder / "decks", "export", "-o", str(package))
        subprocess.run(words, env=environment(), check=True, stdout=subprocess.DEVNULL)
        found = {one: told(python_with(one, folder), package) for one in _VERSIONS}
    newest = found[_VERSIONS[-1]]
    for version in _VERSIONS[:-1]:
        different = [key for key, value in found[version].items() if value != newest[key]]
        print(f"{version}: {'differs in ' + ', '.join(different) if different else 'the same'}")
        for key in different:
            print(f"  {key}: {found[version][key]}\n  {_VERSIONS[-1]}: {newest[key]}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
