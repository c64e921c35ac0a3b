"""What every test of the program needs: a learner with a home, decks, a clock and a keyboard."""

import io
import json
import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import kill_drill
import pytest
from hypothesis import HealthCheck, settings
from processes import Place

from flashcards.commands import run

# A busy machine takes any time for an example, which says nothing about the law that it tries.
_ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Whether a change lands depends on the change alone, so every run tries the same examples;
# `pytest --hypothesis-profile=search` looks for new ones.
settings.register_profile("landing", parent=_ANY_MACHINE, derandomize=True)
settings.register_profile("search", parent=_ANY_MACHINE)
settings.load_profile("landing")

MORNING_HOUR = 9


def pytest_configure() -> None:
    """Let the suite run in the morning and in the foreground, however it is run.

    A real Anki reads the real clock, which cannot be set: were midnight or the rollover to pass
    during a test, what it expected would be of yesterday. So the local time is chosen instead, by
    an offset from UTC. Other hours and zones are tried by tests of their own.

    What a shell starts with `&` ignores Ctrl-C, and so would every program started here.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.platform != "win32":
        os.environ["TZ"] = morning_zone(time.gmtime().tm_hour)
        time.tzset()


def morning_zone(utc_hour: int) -> str:
    """Return the zone, as `TZ` takes it, in which it is the hour of nine when it is so in UTC."""
    ahead = (MORNING_HOUR - utc_hour + 12) % 24 - 12
    return f"<{ahead:+03}>{-ahead}"


try:
    import termios
except ModuleNotFoundError:
    HAS_POSIX = False
else:
    HAS_POSIX = bool(termios)

_ON_A_TERMINAL = re.compile(
    r"^(?:import pexpect|from (?:editors|test_review_screen) )", re.MULTILINE
)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the files that need a pseudo-terminal, where there is none."""
    if HAS_POSIX or collection_path.suffix != ".py":
        return None
    return bool(_ON_A_TERMINAL.search(collection_path.read_text(encoding="utf-8"))) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests marked as POSIX's own, where there is no POSIX."""
    if not HAS_POSIX:
        for item in items:
            if item.get_closest_marker("posix"):
                item.add_marker(pytest.mark.skip(reason="pipes and signals are POSIX's own"))


DECK = """\
deck: Systems
cards:
  - front: What does a write-back cache do on a write?
    back: It changes the cache only, and memory later, on eviction.
  - front: Big-endian
    back: The most significant byte comes first.
  - front: What does a page fault do?
    back: It traps into the kernel, which maps the page.
"""


class Result(NamedTuple):
    """What a run of the program printed and ended with."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401 - whatever the document holds
        """The JSON document on standard output."""
        return json.loads(self.out)

    @property
    def rated(self) -> list[list[str]]:
        """The acknowledgements of ratings: card, rating and interval of each."""
        return [line.split()[1:] for line in self.out.splitlines() if line.startswith("rated ")]


class Learner:
    """Somebody with an own home and decks, who runs the program at moments of their choice."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Give the learner a place below `folder`; the clock stands at nine in the morning."""
        self.home = folder / "home"
        self.decks = folder / "decks"
        self.decks.mkdir()
        self._monkeypatch = monkeypatch
        self.at("2026-11-30T09:00:00+00:00")

    @property
    def place(self) -> Place:
        """The home and the decks, as a program of its own is given them."""
        return Place(self.home, self.decks)

    @property
    def collection(self) -> Path:
        """The file of the collection."""
        return self.home / "collection.db"

    def at(self, moment: str) -> None:
        """Set the clock."""
        self._monkeypatch.setenv("FLASHCARDS_NOW", moment)

    def write(self, text: str, name: str = "deck.yaml") -> Path:
        """Write a deck file."""
        path = self.decks / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *words: str, typed: str = "") -> Result:
        """Run the program on the own decks and give what it printed."""
        place = ("--home", str(self.home), "--decks", str(self.decks))
        return self.run_bare(*place, *words, typed=typed)

    def run_bare(self, *words: str, typed: str = "") -> Result:
        """Run the program with exactly these words."""
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(typed))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = run(words)
        return Result(code, out.getvalue(), err.getvalue())

    def review(self, typed: str, *words: str) -> Result:
        """Review line by line with `typed` as the keyboard."""
        return self.run("review", "--plain", *words, typed=typed)

    def answer(self, ratings: str, *words: str) -> Result:
        """Review, showing and rating one card for each digit of `ratings`."""
        return self.review("".join(f"\n{rating}\n" for rating in ratings), *words)

    def cards(self, *select: str) -> list[dict[str, Any]]:
        """Give the cards as `cards --json` lists them."""
        cards: list[dict[str, Any]] = self.run("cards", "--json", *select).json["cards"]
        return cards

    def card(self, front: str) -> dict[str, Any]:
        """Give the one card that asks `front`."""
        (card,) = [card for card in self.cards() if card["front"] == front]
        return card


@pytest.fixture
def learner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Learner:
    """Give a learner with an empty folder of decks."""
    for name in ("FLASHCARDS_HOME", "FLASHCARDS_DECKS"):
        monkeypatch.delenv(name, raising=False)
    return Learner(tmp_path, monkeypatch)


@pytest.fixture
def regular(learner: Learner) -> Learner:
    """Give a learner with sixty cards, eight of them answered."""
    kill_drill.new_place(learner.place)
    assert len(learner.answer("33143214").rated) == 8
    return learner


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Learner, Learner]:
    """Give two people with homes and decks of their own."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    return Learner(tmp_path / "one", monkeypatch), Learner(tmp_path / "two", monkeypatch)
