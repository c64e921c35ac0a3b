"""Collections to measure with: varied texts, twenty cards a topic, a history half lived."""

import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

_HEADS = ["ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu"]
_WORDS = [head + tail for head in _HEADS for tail in ("ran", "tel", "vos", "min", "pla")]
_TOPICS_A_FILE = 25
_CARDS_A_TOPIC = 20
ROOT = Path(__file__).parent.parent


def write_decks(folder: Path, cards: int) -> None:
    """Write deck files with `cards` cards into `folder`."""
    chance = random.Random(1)
    folder.mkdir(parents=True, exist_ok=True)
    topics = cards // _CARDS_A_TOPIC
    for first in range(0, topics, _TOPICS_A_FILE):
        numbers = range(first, min(first + _TOPICS_A_FILE, topics))
        blocks = [_topic(number, chance) for number in numbers]
        text = f"deck: Bench::Deck {first // _TOPICS_A_FILE}\ntopics:\n{''.join(blocks)}"
        (folder / f"{first:06}.yaml").write_text(text, encoding="utf-8")


def _topic(number: int, chance: random.Random) -> str:
    items = [
        f"      - question: What does {_sentence(chance, 5)} do to case {number}.{item}?\n"
        f"        short: It {_sentence(chance, 7)}.\n"
        for item in range(_CARDS_A_TOPIC)
    ]
    return (
        f"  - question: Why does {_sentence(chance, 5)} need {number}?\n"
        f"    title: Topic {number}\n    follow_ups:\n{''.join(items)}"
    )


def _sentence(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=words))


def program(home: Path, decks: Path, *words: str) -> list[str]:
    """Give the command line that runs the program on a collection, as the installed one does."""
    start = "from flashcards.commands import main; main()"
    place = ["--home", str(home), "--decks", str(decks)]
    return [sys.executable, "-c", start, *place, *words]


def environment() -> dict[str, str]:
    """Give the environment to measure in: with byte code kept, whatever this shell says."""
    kept = {name: value for name, value in os.environ.items() if "BYTECODE" not in name}
    return {**kept, "PYTHONPATH": str(ROOT)}


def live_in(home: Path, decks: Path, due: int = 200) -> None:
    """Read the decks, then put half of the cards into Review, `due` of them due today."""
    subprocess.run(
        program(home, decks, "due"), env=environment(), check=True, stdout=subprocess.DEVNULL
    )
    database = sqlite3.connect(home / "collection.db")
    with database:
        (today,) = database.execute("SELECT unixepoch() / 86400").fetchone()
        database.execute(
            "UPDATE cards SET state = 2, stability = 20.0, difficulty = 5.0, interval_days = 20,"
            " reps = 5, fuzz_reps = 4, last_day = ?1 - 10, last_reviewed_ms = (?1 - 10) * 86400000,"
            " due_day = ?1 + 1 + id % 60 WHERE id % 2 = 0",
            (today,),
        )
        database.execute(
            "UPDATE cards SET due_day = ? WHERE id IN"
            " (SELECT id FROM cards WHERE state = 2 ORDER BY id * 7919 % 10007 LIMIT ?)",
            (today - 1, due),
        )
    database.close()
