"""Packages made in one time zone and imported in another: what is exact, and what a day off."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from conftest import DECK, Learner

TESTS = Path(__file__).parent
ZONES = ("Pacific/Auckland", "Europe/Berlin", "America/Los_Angeles")
ROLLOVER = timedelta(hours=4)


def in_zone(zone: str, *words: str) -> str:
    """Run Python in a process of its own whose clock is in `zone`."""
    environment = {**os.environ, "TZ": zone, "PYTHONPATH": f"{TESTS.parent}:{TESTS}"}
    del environment["FLASHCARDS_NOW"]
    done = subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def packed(learner: Learner, home: str) -> tuple[Path, dict[str, int]]:
    """Review in the zone `home` and export there; give the due days, counted from 1970, by card."""
    now = datetime.now(ZoneInfo(home))
    learner.at((now - timedelta(days=3)).isoformat())
    learner.answer("444")
    package = learner.home.parent / "cards.apkg"
    place = ("--home", str(learner.home), "--decks", str(learner.decks))
    in_zone(home, "-m", "flashcards", *place, "export", "-o", str(package))
    with closing(sqlite3.connect(learner.home / "collection.db")) as database:
        days = database.execute("SELECT anki_id, due_day FROM cards").fetchall()
    return package, {str(card): day for card, day in days}


def today_in(zone: str) -> int:
    """Give the study day in `zone`, counted from 1970."""
    return ((datetime.now(ZoneInfo(zone)) - ROLLOVER).date() - datetime(1970, 1, 1).date()).days  # noqa: DTZ001 - a date


@pytest.mark.parametrize("there", ZONES)
@pytest.mark.parametrize("here", ZONES)
def test_due_days_over_time_zones(learner: Learner, here: str, there: str) -> None:
    """In one zone due days are exact; between two they are by the calendar there, or a day off."""
    learner.write(DECK)
    package, due = packed(learner, here)
    before = today_in(there)
    found = json.loads(in_zone(there, str(TESTS / "anki_desktop.py"), str(package)))["cards"]
    if before != today_in(there):
        pytest.skip("a study day ended during this test")
    off = {cell[2] - (due[card] - before) for card, cell in found.items()}
    assert len(found) == 3
    assert all(cell[0] == 2 for cell in found.values())
    assert off <= ({0} if here == there else {-1, 0, 1})
