"""Ctrl-C while the program loads, and standard streams that are closed or fail."""

import os
import subprocess
import sys
from pathlib import Path

import processes
import pytest
from conftest import Learner
from processes import ROOT, Ended, Place

DECK = "cards:\n  - {front: a, back: b}\n  - {front: c, back: d, color: red}\n"
# Ctrl-C comes as the program imports its n-th module from its first line on, or as it ends.
_AT_AN_IMPORT = """\
import os, signal, sys
from importlib.abc import MetaPathFinder

left = int(sys.argv.pop(1))

class Interrupting(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGINT)

import flashcards.__main__
sys.meta_path.insert(0, Interrupting())
try:
    flashcards.__main__.main()
finally:
    if left > 0:
        os.kill(os.getpid(), signal.SIGINT)
"""


@pytest.fixture
def place(learner: Learner) -> Place:
    """Give a place with a good card and a faulty one, of which stderr tells."""
    learner.write(DECK)
    learner.run("due")
    return Place(learner.home, learner.decks)


def _interrupted(place: Place, number: int, *words: str) -> Ended:
    command = [sys.executable, "-c", _AT_AN_IMPORT, str(number)]
    where = ["--home", str(place.home), "--decks", str(place.decks)]
    ended = subprocess.run(
        [*command, *where, *words],
        cwd=ROOT, env=dict(os.environ), stdin=subprocess.DEVNULL, capture_output=True,
        encoding="utf-8", check=False, timeout=processes.PATIENCE_S,
    )  # fmt: skip
    return Ended(ended.returncode, ended.stdout, ended.stderr)


@pytest.mark.posix
@pytest.mark.parametrize("number", [1, 2, 3, 5, 8, 12, 20, 30, 40, 50])
def test_ctrl_c_while_the_program_loads_ends_it(place: Place, number: int) -> None:
    """Whatever is being loaded, Ctrl-C ends the program with code 130 and no traceback."""
    ended = _interrupted(place, number, "due")
    assert "Traceback" not in ended.err
    assert ended.code == 130


@pytest.mark.posix
def test_ctrl_c_when_all_is_done_breaks_nothing(place: Place) -> None:
    """What was asked for was done and said: the end of Python itself is not broken into."""
    ended = _interrupted(place, 1_000_000, "due", "--json")
    assert ended.code == 0
    assert '"total"' in ended.out
    assert "Traceback" not in ended.err


@pytest.mark.posix
def test_an_ignored_ctrl_c_stays_ignored() -> None:
    """A job that was started to run on when the person leaves does so."""
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
        "from flashcards.__main__ import main; import sys; "
        "sys.argv[1:] = ['--version']; import atexit; "
        "atexit.register(lambda: print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.endswith("True\n")


@pytest.mark.posix
@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("due", "--json"), 0, '"total"'),
        (("review", "--plain"), 0, "rated "),
        (("no-such-command",), 2, ""),
        (("show", "no-such-card"), 1, ""),
        (("due", "--home"), 2, ""),
    ],
)
def test_messages_that_cannot_be_said_end_nothing(
    place: Place, streams: str, words: tuple[str, ...], code: int, said: str
) -> None:
    """With a stderr that is closed or full a command does what it does, with the same code."""
    through = ("sh", "-c", f'exec "$@" {streams}', "sh")
    ended = processes.finish(processes.start(place, *words, through=through), "\n3\n")
    assert (ended.code, ended.err) == (code, "")
    assert said in ended.out


@pytest.mark.posix
@pytest.mark.parametrize("streams", [">/dev/full 2>/dev/full", ">/dev/full 2>&-"])
def test_nothing_that_can_be_said_is_an_exit_code(place: Place, streams: str) -> None:
    """Where neither stream takes anything the code still tells."""
    through = ("sh", "-c", f'exec "$@" {streams}', "sh")
    assert processes.finish(processes.start(place, "due", through=through)).code == 1


@pytest.mark.posix
def test_no_file_takes_the_place_of_a_closed_stream(place: Place, tmp_path: Path) -> None:
    """With all streams closed a deck is still checked, and nothing is printed into a file."""
    before = {path: path.read_bytes() for path in place.decks.iterdir()}
    through = ("sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh")
    assert processes.finish(processes.start(place, "check", through=through)).code == 1
    assert {path: path.read_bytes() for path in place.decks.iterdir()} == before
    assert tmp_path.exists()
