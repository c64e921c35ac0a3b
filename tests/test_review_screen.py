"""The review on a real terminal: keys pressed, and what the screen shows."""

import os
import signal
import sys
import time
from pathlib import Path

import pexpect
import pyte
import pytest

ROOT = Path(__file__).parent.parent
DECK = """\
deck: Systems
cards:
  - front: What does a write-back cache do on a write?
    back: It changes the cache only.
  - front: Big-endian
    back: The most significant byte comes first.
"""
_SETTLE_S = 0.3


class Terminal:
    """The program on a pseudo-terminal, and the screen as a person sees it."""

    def __init__(self, folder: Path, *words: str, rows: int = 24, columns: int = 80) -> None:
        """Start a review of `folder` with the words given."""
        place = ["--home", str(folder / "home"), "--decks", str(folder / "decks")]
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "flashcards", *place, *words],
            dimensions=(rows, columns),
            env={**os.environ, "TERM": "xterm-256color"},
            cwd=str(ROOT),
            timeout=10,
        )
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)

    def shows(self, text: str) -> bool:
        """Read until the screen shows `text`; False when it does not within ten seconds."""
        until = time.monotonic() + 10
        while time.monotonic() < until:
            if text in self.text():
                return True
            self._read(0.1)
        return False

    def text(self) -> str:
        """Give the screen as text."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, keys: str) -> None:
        """Press keys, and look when the screen has settled."""
        self.child.send(keys)
        self._read(_SETTLE_S)

    def _read(self, wait_s: float) -> None:
        until = time.monotonic() + wait_s
        while time.monotonic() < until:
            try:
                self._stream.feed(self.child.read_nonblocking(65536, timeout=0.05))
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                return


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with a deck of two cards."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "deck.yaml").write_text(DECK, encoding="utf-8")
    return tmp_path


def test_a_card_is_shown_revealed_and_rated_with_single_keys(folder: Path) -> None:
    """Space shows the answer with the four intervals; a digit rates; the next card comes."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("What does a write-back cache do")
    assert "It changes the cache only" not in terminal.text()
    terminal.press(" ")
    assert "It changes the cache only." in terminal.text()
    assert "1 Again 1m   2 Hard 6m   3 Good 10m   4 Easy" in terminal.text()
    assert "1 forgot · 2 barely · 3 knew · 4 instantly" in terminal.text()
    terminal.press("3")
    assert "Big-endian" in terminal.text()
    assert "Good: again in 10m" in terminal.text()
    terminal.press("q")
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    assert terminal.child.exitstatus == 0


def test_the_last_answer_can_be_taken_back_at_the_end(folder: Path) -> None:
    """After the last card `u` still undoes; any other key ends."""
    terminal = Terminal(folder, "review", "--limit", "1")
    assert terminal.shows("write-back")
    terminal.press(" ")
    terminal.press("4")
    assert terminal.shows("That was all for today.")
    terminal.press("u")
    assert terminal.shows("write-back")
    terminal.press("q")


def test_a_rating_needs_the_answer_and_mashed_keys_rate_nothing_else(folder: Path) -> None:
    """Digits before the reveal, and within a moment of it, are not taken."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.press("3")
    assert "space shows the answer first" in terminal.text()
    terminal.press(" 3333")
    assert "It changes the cache only." in terminal.text()


def test_a_resize_draws_anew_and_a_small_window_says_so(folder: Path) -> None:
    """The screen follows the window down to a sentence."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.child.setwinsize(15, 50)
    terminal.screen.resize(15, 50)
    terminal.press("")
    assert "space show" in terminal.text()
    terminal.child.setwinsize(5, 20)
    terminal.screen.resize(5, 20)
    terminal.screen.reset()
    terminal.press("")
    assert "window too small" in terminal.text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_ended_program_leaves_the_terminal_as_it_was(folder: Path, number: int) -> None:
    """SIGTERM and Ctrl-C give echo, lines and the first screen back."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.child.kill(number)
    terminal.child.expect(pexpect.EOF)
    assert b"\x1b[?1049l" in terminal.child.before
    terminal.child.close()
    assert terminal.child.exitstatus in {130, 143}


def test_the_glance_goes_on_with_one_key(folder: Path) -> None:
    """Without a command on a terminal: today, and Enter begins the review."""
    terminal = Terminal(folder)
    assert terminal.shows("Enter review")
    terminal.press("\r")
    assert terminal.shows("space show")
    terminal.press("q")
