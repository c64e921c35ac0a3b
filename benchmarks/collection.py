"""Collections to measure with: made-up interview topics, and a history half lived.

Every topic gives twenty cards of all sections, every file holds 25 topics. The texts vary as
written ones do: each sentence is put together from word lists, the same in every run.
"""

import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOPICS_A_FILE = 25
CARDS_A_TOPIC = 20
_ANSWERS_A_CARD = 5

_SUBJECTS = [
    "cache",
    "index",
    "scheduler",
    "gradient",
    "tokenizer",
    "attention head",
    "replica",
    "quorum",
    "write-ahead log",
    "hash ring",
    "B-tree",
    "bloom filter",
    "page table",
    "mutex",
    "load balancer",
    "embedding",
    "optimizer",
    "learning rate",
    "normalization layer",
    "message queue",
]
_VERBS = [
    "delays",
    "evicts",
    "doubles",
    "hides",
    "reorders",
    "loses",
    "merges",
    "splits",
    "locks",
    "skips",
]
_OBJECTS = [
    "the oldest entry",
    "every second write",
    "cold reads",
    "the tail of the batch",
    "duplicate keys",
    "stale pages",
    "the slowest worker",
    "half of the weights",
    "late events",
    "the first request",
]
_REASONS = [
    "because memory is the bottleneck",
    "when the clock drifts",
    "until the next commit",
    "so that readers never wait",
    "unless the network partitions",
    "after the warm-up",
    "while the buffer is full",
    "if two writers meet",
]


def write_decks(folder: Path, cards: int) -> None:
    """Write deck files that `cards` cards come out of, a multiple of twenty, into `folder`."""
    chance = random.Random(1)
    folder.mkdir(parents=True, exist_ok=True)
    topics = range(cards // CARDS_A_TOPIC)
    for number, first in enumerate(topics[::TOPICS_A_FILE]):
        head = f"deck: Area {number % 12}::Part {number}\norder: {number}\ntopics:\n"
        body = "".join(_topic(topic, chance) for topic in topics[first : first + TOPICS_A_FILE])
        (folder / f"part-{number:04}.yaml").write_text(head + body, encoding="utf-8")


def _topic(number: int, chance: random.Random) -> str:
    def say() -> str:
        return " ".join(chance.choice(words) for words in (_SUBJECTS, _VERBS, _OBJECTS, _REASONS))

    def name() -> str:
        return f"{chance.choice(_OBJECTS)} of the {chance.choice(_SUBJECTS)}".capitalize()

    follow_ups = [
        f"      - question: In topic {number}, what if a {say()}?\n        short: The {say()}.\n"
        f"        approach: First the {say()}. Then the {say()}.\n"
        for _ in range(6)
    ]
    red_flags = [
        f"      - claim: A {say()}.\n        instead: The {say()}.\n        why: The {say()}.\n"
        for _ in range(4)
    ]
    key_concepts = [
        f"      - term: {name()} {item}\n        definition: The {say()}.\n" for item in range(5)
    ]
    cheat_sheet = [
        f"      - Fact {number}.{item} is that {{{{{name()}}}}} waits for the {say()}.\n"
        for item in range(4)
    ]
    return (
        f"  - question: Topic {number}. Why is it that a {say()}?\n"
        f"    title: Topic {number} on {chance.choice(_SUBJECTS)}\n"
        f"    tldr: The {say()}; the {say()}.\n"
        f"    answer: |\n      {say()}.\n      {say()}.\n      {say()}.\n"
        f"    key_concepts:\n{''.join(key_concepts)}"
        f"    follow_ups:\n{''.join(follow_ups)}"
        f"    red_flags:\n{''.join(red_flags)}"
        f"    cheat_sheet:\n{''.join(cheat_sheet)}"
    )


def program(home: Path, decks: Path, *words: str) -> list[str]:
    """Give the command line that runs the program on a collection, as the installed one does."""
    start = "from flashcards.commands import main; main()"
    place = ["--home", str(home), "--decks", str(decks)]
    return [sys.executable, "-c", start, *place, *words]


def environment() -> dict[str, str]:
    """Give the environment to measure in: with byte code kept, whatever this shell says."""
    kept = {name: value for name, value in os.environ.items() if "BYTECODE" not in name}
    return {**kept, "PYTHONPATH": str(ROOT)}


def read_in(home: Path, decks: Path) -> None:
    """Let the program read the decks for the first time: all cards are new."""
    subprocess.run(
        program(home, decks, "due"), env=environment(), check=True, stdout=subprocess.DEVNULL
    )


def live_in(home: Path, due: int = 200) -> None:
    """Put every second card into Review, `due` of them due today.

    Each of those has five answers in its log, which ends yesterday.
    """
    database = sqlite3.connect(home / "collection.db")
    with database:
        (today,) = database.execute("SELECT unixepoch() / 86400").fetchone()
        database.execute(
            "UPDATE cards SET state = 2, stability = 20.0, difficulty = 5.0, interval_days = 20,"
            " reps = 5, fuzz_reps = 4, last_day = ?1 - 1 - id % 19,"
            " last_reviewed_ms = (?1 - 1 - id % 19) * 86400000, due_day = ?1 + 1 + id % 60"
            " WHERE id % 2 = 0",
            (today,),
        )
        database.execute(
            "UPDATE cards SET due_day = ? WHERE id IN"
            " (SELECT id FROM cards WHERE state = 2 ORDER BY id * 7919 % 10007 LIMIT ?)",
            (today - 1, due),
        )
        _write_log(database)
    database.close()


def _write_log(database: sqlite3.Connection) -> None:
    """Log what led to the states: answers thirty days apart, and before them the first ones.

    Cards were met in the order of the decks, ten a day.
    """
    database.execute(
        "WITH RECURSIVE answers (n) AS"
        " (SELECT 0 UNION ALL SELECT n + 1 FROM answers WHERE n < ?1 - 1)"
        " INSERT INTO events (card, kind, device, sequence, reviewed_at_ms, clock_ms,"
        " utc_offset_s, study_day, rating, taken_ms, state_before, state_after,"
        " desired_retention, interval_s, due_day, parameter_set)"
        " SELECT id, 'review', 'bench', row_number() OVER (ORDER BY day, id),"
        " day * 86400000 + id, day * 86400000 + id, 0, day, 3, 4000 + id % 9000,"
        " iif(n = 0, 0, 2), 2, 0.9, 30 * 86400, day + 30, 1"
        " FROM (SELECT id, n, last_day - iif(n = 0,"
        " 30 * ?1 + (max(id) OVER () - id) / 20, 30 * (?1 - 1 - n)) AS day"
        " FROM cards, answers WHERE state = 2)",
        (_ANSWERS_A_CARD,),
    )
