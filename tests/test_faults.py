"""A fault at any call of any command: files are old or new, nothing is left, no answer lost."""

import shutil
import subprocess
import sys
from pathlib import Path

import fault_drill
import processes
import pytest

pytestmark = pytest.mark.slow


SAMPLE = 60  # `benchmarks/faults.py` tries every call


@pytest.mark.skipif(fault_drill.compiler() is None, reason="needs Linux and a C compiler")
def test_a_fault_anywhere_loses_and_leaves_nothing() -> None:
    """Killed, on a full disk or on one that fails: every command, at a sample of its calls."""
    found = fault_drill.run(SAMPLE)
    assert found.failed == []
    assert len(found.points) > len(fault_drill.CASES)
    assert {point.rpartition(": ")[2] for point in found.points} == set(fault_drill.FAULTS)


FULL = """\
mount -t tmpfs -o size=2m tmpfs "$1" || exit 77
where="$1" decks="$2" python="$3"
due() { "$python" -m flashcards --home "$where/home" --decks "$decks" due; }
mkdir "$where/home" && due || exit 78
for left in 0 4 16; do
    free=$(df -k --output=avail "$where" | tail -1)
    dd if=/dev/zero of="$where/fill" bs=1k count=$((free - left)) 2>/dev/null
    due && echo "no word at $left KiB"
    rm "$where/fill"
done
due
"""


def test_a_disk_with_hardly_any_room_is_called_full(tmp_path: Path) -> None:
    """Under 32 KiB free, where SQLite only says that reading or writing failed."""
    if shutil.which("unshare") is None:
        pytest.skip("needs `unshare`, to mount a small disk")
    deck = tmp_path / "deck.yaml"
    deck.write_text("cards:\n  - front: a\n    back: b\n", encoding="utf-8")
    disk = tmp_path / "disk"
    disk.mkdir()
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", FULL, "sh", str(disk), str(deck), sys.executable],
        capture_output=True,
        text=True,
        check=False,
        cwd=processes.ROOT,
    )
    if done.returncode in {1, 77} and not done.stdout:
        pytest.skip("this machine lets nobody mount a small disk")
    assert (done.returncode, "no word" in done.stdout) == (0, False)
    said = [line for line in done.stderr.splitlines() if line.startswith("flashcards: ")]
    assert len(said) == 3
    assert all("the disk is full" in line for line in said)
