"""The command line as it is written down: help, JSON, exit codes, settings, selections."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Learner

from flashcards.commands import COMMANDS

ROOT = Path(__file__).parent.parent

DECK = """\
deck: Systems::Caching
tags: [systems]
cards:
  - front: What does a write-back cache do on a write?
    back: It changes the cache only, and memory later, on eviction.
    tags: writes hard
  - front: Big-endian
    back: The most significant byte comes first.
    source: Cohen 1980
"""
TOPIC = """\
deck: ML Interviews::Attention
topics:
  - question: Why divide by the square root of d_k?
    title: Scaled scores
    id: scaled-scores
    tldr: It keeps the variance of the scores at one.
    red_flags:
      - claim: It saves memory.
        instead: It only rescales the scores.
"""


@pytest.fixture
def reader(learner: Learner) -> Learner:
    """Give a learner with a simple deck and a topic."""
    learner.write(DECK)
    learner.write(TOPIC, "topic.yaml")
    return learner


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_and_the_summary_it_is_listed_with(
    learner: Learner, name: str
) -> None:
    """`--help` of each command shows how it is typed, and says what the overview says."""
    result = learner.run_bare(name, "--help")
    assert result.code == 0
    assert f"flashcards {name}" in result.out.split("Example")[1]


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        (["--help"], "yaml rich fsrs genanki sqlite3 platformdirs"),
        (["due"], "yaml rich genanki fsrs rapidfuzz platformdirs json"),
        (["due", "--json"], "yaml rich genanki fsrs rapidfuzz platformdirs"),
        (["due", "--short"], "yaml rich genanki fsrs rapidfuzz platformdirs json"),
    ],
)
def test_what_is_typed_often_loads_little(reader: Learner, words: list[str], unwanted: str) -> None:
    """`--help` and `due` on unchanged decks start without the heavy libraries."""
    reader.run("due")
    program = (
        "import sys; from flashcards.commands import run; code = run(sys.argv[1:]);"
        "print(*sys.modules, file=sys.stderr); sys.exit(code)"
    )
    place = ["--home", str(reader.home), "--decks", str(reader.decks)]
    ran = subprocess.run(
        [sys.executable, "-c", program, *place, *words],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert not set(unwanted.split()) & set(ran.stderr.split())


@pytest.mark.parametrize("words", [["-m", "flashcards"], ["cli.py"]])
def test_the_program_starts_in_each_of_its_ways(words: list[str], tmp_path: Path) -> None:
    """`python -m flashcards` and `python cli.py` are the same program."""
    ran = subprocess.run(
        [sys.executable, *words, "--home", str(tmp_path), "due", "--json"],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert json.loads(ran.stdout)["total"]["new"] > 0


def test_due_counts_by_deck(reader: Learner) -> None:
    """`due --json` has the keys of the contract, and counts what review would show."""
    document = reader.run("due", "--json").json
    assert set(document) == {
        "study_day", "now", "total", "decks", "minutes", "next_due_at", "reason", "backlog", "plan",
    }  # fmt: skip
    assert document["study_day"] == "2026-11-30"
    assert document["now"] == "2026-11-30T09:00:00+00:00"
    assert document["decks"] == [
        {"deck": "ML Interviews::Attention", "new": 2, "learning": 0, "review": 0},
        {"deck": "Systems::Caching", "new": 2, "learning": 0, "review": 0},
    ]
    assert document["total"] == {"new": 4, "learning": 0, "review": 0}


def test_due_short_is_one_line(reader: Learner) -> None:
    """The line for a status bar, and nothing when all is done."""
    assert reader.run("due", "--short").out == "4 · 2 min\n"
    reader.answer("4444")
    assert reader.run("due", "--short").out == ""


def test_due_of_a_selection(reader: Learner) -> None:
    """A deck named up to a `::` is a selection like any other."""
    document = reader.run("due", "Systems", "--json").json
    assert [deck["deck"] for deck in document["decks"]] == ["Systems::Caching"]


def test_cards_have_the_keys_of_the_contract(reader: Learner) -> None:
    """Every card says where it stands, what it asks and what is known of it; unknown is null."""
    card = reader.card("Big-endian")
    assert card == {
        "id": card["id"],
        "deck": "Systems::Caching",
        "topic": None,
        "section": None,
        "kind": "basic",
        "front": "Big-endian",
        "back": "The most significant byte comes first.",
        "tags": ["systems"],
        "source": "Cohen 1980",
        "path": str(reader.decks / "deck.yaml"),
        "line": 7,
        "state": "new",
        "due_at": None,
        "due_day": None,
        "interval_days": None,
        "stability": None,
        "difficulty": None,
        "retrievability": None,
        "reps": 0,
        "lapses": 0,
        "suspended": False,
        "marked": False,
        "buried_until": None,
        "orphan": False,
    }
    red_flag = next(card for card in reader.cards() if card["section"] == "red_flags")
    assert red_flag["topic"] == "scaled-scores"


@pytest.mark.parametrize(
    ("select", "count"),
    [
        (["Systems"], 2),
        (["systems::caching"], 2),
        (["Caching"], 2),
        (["achin"], 0),
        (["ML Interviews::Attention"], 2),
        (["deck:ML Interviews"], 2),
        (["scaled-scores"], 2),
        (["tag:systems"], 2),
        (["tag:hard", "Systems"], 1),
        (["section:red_flags"], 1),
        (["not:section:red_flags"], 3),
        (["eviction"], 1),
        (["is:new"], 4),
        (["is:due"], 0),
        (["is:new", "not:tag:hard"], 3),
    ],
)
def test_selections(reader: Learner, select: list[str], count: int) -> None:
    """Decks, topics, tags, sections, states and words, together and excluded."""
    result = reader.run("cards", "--json", *select)
    if count or result.code == 0:
        assert len(result.json["cards"]) == count
    else:
        assert result.code == 1
        assert "no card matches" in result.err


def test_a_card_goes_by_the_beginning_of_its_id(reader: Learner) -> None:
    """Four letters do, where they are of one card only."""
    uid = reader.card("Big-endian")["id"]
    assert [card["id"] for card in reader.cards(uid[:6])] == [uid]
    assert reader.run("show", uid[:6], "--json").json["card"]["id"] == uid


def test_show_has_the_keys_of_the_contract(reader: Learner) -> None:
    """One card with its history and the four outcomes."""
    uid = reader.answer("3").rated[0][0]
    document = reader.run("show", uid, "--json").json
    assert set(document) == {"card", "reviews", "outcomes"}
    assert document["reviews"] == [
        {
            "reviewed_at": "2026-11-30T09:00:00+00:00",
            "study_day": "2026-11-30",
            "rating": 3,
            "state_before": "new",
            "interval_seconds": 600,
            "undone": False,
            "source": None,
        }
    ]
    assert list(document["outcomes"]) == ["again", "hard", "good", "easy"]
    assert set(document["outcomes"]["good"]) == {
        "interval_seconds", "due_at", "stability", "difficulty",
    }  # fmt: skip


def test_show_for_the_eye(reader: Learner) -> None:
    """Sides, place, state, what each rating would do, and the history."""
    uid = reader.answer("4", "Big-endian").rated[0][0]
    page = reader.run("show", uid).out
    assert "The most significant byte comes first." in page
    assert f"{reader.decks / 'deck.yaml'}:7" in page
    assert "stability 8.3 days" in page
    assert "Again 10m" in page
    assert "2026-11-30 09:00  Easy" in page


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["show", "nosuchcard"], 1, "there is no card 'nosuchcard'"),
        (["due", "deck:Nosuch"], 1, "there is no deck 'Nosuch'"),
        (["cards", "is:purple"], 2, "is:purple is no state"),
        (["cards", "section:x"], 2, "section:x is no section"),
        (["revew"], 2, "Did you mean `review`?"),
        (["review", "--limit", "0"], 2, "limit"),
        (["review", "--cram", "--weakest", "3"], 2, "different queues"),
        (["config", "nosuch"], 2, "there is no setting 'nosuch'"),
        (["config", "rollover", "25"], 2, "rollover takes an hour from 0 to 23"),
        (["config", "desired_retention", "1"], 2, "a share from 0.70 to 0.99"),
        (["check", "nosuch.yaml"], 1, "there is no deck file or folder nosuch.yaml"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    reader: Learner, words: list[str], code: int, said: str
) -> None:
    """Exit code 1 for what is not there, 2 for what was typed wrongly; never a traceback."""
    result = reader.run(*words)
    assert result.code == code
    assert said in result.err
    assert "Traceback" not in result.err
    assert result.out == ""


def test_a_deck_is_named_by_a_part_of_its_name(learner: Learner) -> None:
    """The last part or one between, like the whole and the beginning; words of cards come after."""
    for name in ("Systems::Caching::CPU", "Systems::Networks", "Caching", "Other"):
        learner.write(
            f"deck: {name}\ncards:\n  - front: What is it?\n    back: b\n", f"{name}.yaml"
        )
    selected = {
        "Networks": ["Systems::Networks"],
        "cpu": ["Systems::Caching::CPU"],
        "caching::cpu": ["Systems::Caching::CPU"],
        "Systems": ["Systems::Caching::CPU", "Systems::Networks"],
        "Caching": ["Caching"],  # a deck of that name, and not one within another
    }
    for term, decks in selected.items():
        assert sorted({card["deck"] for card in learner.cards(term)}) == decks, term
    assert {card["deck"] for card in learner.cards("deck:CPU")} == {"Systems::Caching::CPU"}
    assert len(learner.cards("not:Networks")) == 3


@pytest.mark.parametrize("words", [("check",), ("preview",), ("pin",), ("check", "--fix")])
def test_a_file_of_the_decks_folder_goes_by_its_name(
    learner: Learner, words: tuple[str, ...]
) -> None:
    """From anywhere, with its ending or without, as `add --to` and `edit` take it."""
    learner.write("deck: D\ncards:\n  - front: A front\n    back: b\n", "mine.yaml")
    for name in ("mine.yaml", "mine"):
        result = learner.run(*words, name)
        assert result.code == 0, result.err
    missing = learner.run(*words, "nosuch")
    assert missing.code == 1
    assert "nosuch" in missing.err + missing.out


def test_answered_cards_that_leave_the_decks_are_said(learner: Learner) -> None:
    """Once, with the way to their history; a new card that leaves, or one that moves, is none."""
    entries = [f"  - front: Question {n}?\n    back: Answer number {n}.\n" for n in range(3)]
    learner.write("deck: D\ncards:\n" + "".join(entries))
    learner.answer("33")
    learner.write(f"deck: D\ncards:\n{entries[0]}")
    gone = learner.run("due")
    assert "1 card you have answered left the decks" in gone.err
    assert "relink" in gone.err
    assert "left the decks" not in learner.run("due").err
    learner.write("deck: D\ncards: []\n")
    learner.write(f"deck: D\ncards:\n{entries[0]}", "other.yaml")
    assert "left the decks" not in learner.run("due").err


def test_a_deck_that_is_not_there_is_named(learner: Learner) -> None:
    """A misspelt --decks is an error, not an empty collection."""
    result = learner.run_bare("--home", str(learner.home), "--decks", "nosuch", "due")
    assert result.code == 1
    assert "nosuch" in result.err
    assert "--decks" in result.err


def test_suspend_and_unsuspend(reader: Learner) -> None:
    """A suspended card stays away until it is let come again."""
    uid = reader.card("Big-endian")["id"]
    assert f"suspended {uid}" in reader.run("suspend", uid).out
    assert reader.run("due", "--json").json["total"]["new"] == 3
    assert reader.card("Big-endian")["suspended"]
    assert f"unsuspended {uid}" in reader.run("unsuspend", uid[:8]).out
    assert reader.run("due", "--json").json["total"]["new"] == 4


def test_a_card_suspended_in_its_deck_is_unsuspended_there(learner: Learner) -> None:
    """What the author wrote is undone by the author, at the line named."""
    learner.write("cards:\n  - front: A\n    back: B\n    suspended: true\n")
    (card,) = learner.cards()
    assert card["suspended"]
    result = learner.run("unsuspend", card["id"])
    assert result.code == 1
    assert "deck.yaml:2" in result.err


def test_bury_lasts_until_the_next_study_day(reader: Learner) -> None:
    """A buried card is back tomorrow."""
    uid = reader.card("Big-endian")["id"]
    reader.run("bury", uid)
    assert reader.card("Big-endian")["buried_until"] == "2026-12-01"
    assert reader.run("due", "--json").json["total"]["new"] == 3
    reader.at("2026-12-01T09:00:00+00:00")
    assert reader.card("Big-endian")["buried_until"] is None


def test_forget_returns_a_card_to_new_and_keeps_its_log(reader: Learner) -> None:
    """The card starts again; what was answered stays on record."""
    uid = reader.answer("4").rated[0][0]
    reader.run("forget", uid)
    document = reader.run("show", uid, "--json").json
    assert document["card"]["state"] == "new"
    assert document["card"]["stability"] is None
    assert len(document["reviews"]) == 1


def test_one_unknown_card_among_several_changes_none(reader: Learner) -> None:
    """All names are looked up before anything is done."""
    uid = reader.card("Big-endian")["id"]
    assert reader.run("suspend", uid, "nosuchcard").code == 1
    assert not reader.card("Big-endian")["suspended"]


def test_config_says_what_is_in_force_and_why(reader: Learner) -> None:
    """Every setting with its value and where that comes from."""
    reader.run("config", "new_per_day", "3")
    document = reader.run("config", "--json").json
    assert document["home"] == str(reader.home)
    assert document["database"] == str(reader.home / "collection.db")
    assert document["decks"] == [{"path": str(reader.decks), "from": "--decks"}]
    assert document["settings"]["new_per_day"] == {"value": 3, "from": "config"}
    assert document["settings"]["rollover"] == {"value": 4, "from": "default"}
    assert reader.run("due", "--json").json["total"]["new"] == 3
    assert "new_per_day = 10  (default)" in reader.run("config", "new_per_day", "--default").out


def test_decks_come_from_the_setting_and_the_starter_collection(
    reader: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --decks: the variable, else the setting with the starter collection beside it."""
    home = ("--home", str(reader.home))
    reader.run_bare(*home, "config", "decks", str(reader.decks))
    decks = reader.run_bare(*home, "due", "--json").json["decks"]
    assert len(decks) == 3 or {"Systems::Caching"} <= {deck["deck"] for deck in decks}
    reader.run_bare(*home, "config", "starter", "off")
    assert reader.run_bare(*home, "due", "--json").json["total"]["new"] == 4
    monkeypatch.setenv("FLASHCARDS_DECKS", os.pathsep.join([str(reader.decks / "topic.yaml")]))
    assert reader.run_bare(*home, "due", "--json").json["total"]["new"] == 2


def test_the_current_directory_plays_no_part(
    reader: Learner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Counts do not change with `cd`."""
    here = reader.run("due", "--json").out
    monkeypatch.chdir(tmp_path)
    assert reader.run("due", "--json").out == here


def test_faults_are_counted_on_stderr_and_stop_nothing(learner: Learner) -> None:
    """A faulty card is kept out, said so in a line, and the others are reviewed."""
    learner.write("cards:\n  - front: A\n    back: B\n  - front: C\n    bakc: D\n")
    result = learner.answer("3")
    assert len(result.rated) == 1
    assert "`flashcards check` tells" in result.err
    check = learner.run("check")
    assert check.code == 1
    assert "deck.yaml:5:5" in check.out
    assert "did you mean `back`" in check.out.lower()
    assert "    ^" in check.out


def test_check_of_files_needs_no_collection(learner: Learner, tmp_path: Path) -> None:
    """`check FILE` reads the file and touches no database: fit for a commit hook."""
    path = learner.write("cards:\n  - front: A\n    back: B\n")
    result = learner.run_bare("--home", str(learner.home), "check", str(path))
    assert result.code == 0
    assert result.out == "1 file, 1 card, 0 stubs: no faults.\n"
    assert not learner.home.exists()
    assert tmp_path in path.parents


def test_without_a_command_today_at_a_glance(reader: Learner) -> None:
    """Piped, the glance is text: what waits, and the command to go on with."""
    first = reader.run()
    assert "Welcome. 4 cards wait" in first.out
    assert "flashcards review" in first.out
    reader.answer("4")
    again = reader.run()
    assert "Welcome" not in again.out
    assert "3 cards, about" in again.out


def complete(line: str, reader: Learner) -> list[str]:
    """Return the names that bash is given to insert at the end of `line`."""
    environment = {
        **os.environ,
        "_FLASHCARDS_COMPLETE": "bash_complete",
        "COMP_LINE": line,
        "COMP_BREAKS": " \t\n\"'><=;|&(:",
        "FLASHCARDS_HOME": str(reader.home),
    }
    program = [sys.executable, "-m", "flashcards"]
    ran = subprocess.run(
        program, capture_output=True, text=True, check=False, env=environment, cwd=ROOT
    )
    return [one.removeprefix("plain,") for one in ran.stdout.splitlines()]


def test_tab_completes_decks_topics_and_commands(reader: Learner) -> None:
    """Deck names with colons and blanks, topic ids and commands, as bash inserts them."""
    reader.run("due")
    assert complete("flashcards rev", reader) == ["review"]
    assert complete("flashcards review Sys", reader) == ["Systems::Caching"]
    assert complete("flashcards review Systems::Ca", reader) == ["Caching"]
    assert complete("flashcards review ML", reader) == ["ML\\ Interviews::Attention"]
    assert complete("flashcards review ML\\ Interviews::A", reader) == ["Attention"]
    assert complete("flashcards review 'ML Interviews::A", reader) == ["ML Interviews::Attention"]
    assert complete('flashcards review "ml', reader) == ["ML Interviews::Attention"]
    assert complete("flashcards due sca", reader) == ["scaled-scores"]
    assert complete("flashcards read Sca", reader) == ["scaled-scores"]
    assert complete("flashcards attempt sca", reader) == ["scaled-scores"]
    assert complete("flashcards config new", reader) == ["new_per_day"]


def test_bash_inserts_what_tab_completes(reader: Learner, tmp_path: Path) -> None:
    """The script for bash, run by a bash, fills COMPREPLY."""
    reader.run("due")
    environment = {**os.environ, "FLASHCARDS_HOME": str(reader.home)}
    command = tmp_path / "flashcards"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m flashcards "$@"\n')
    command.chmod(0o755)
    environment["PATH"] = f"{tmp_path}{os.pathsep}{environment['PATH']}"
    script = (
        'eval "$(_FLASHCARDS_COMPLETE=bash_source flashcards)"\n'
        "COMP_LINE='flashcards due Systems::C'; COMP_POINT=${#COMP_LINE}\n"
        "_flashcards_completion flashcards\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    ran = subprocess.run(
        ["bash", "-c", script],
        capture_output=True, text=True, check=True, env=environment, cwd=ROOT,
    )  # fmt: skip
    assert ran.stdout == "Caching\n"


def test_a_list_of_cards_reads_as_the_cards_do(learner: Learner) -> None:
    """Maths is written out and marks are gone; brackets that mark nothing stay."""
    learner.write(
        "deck: D\ncards:\n  - {front: 'Is $x_{i}<a$ in **`list[int]`**?', back: a}\n"
        "  - {front: 'What is x[i][j]?', back: b}\n"
    )
    listed = learner.run("cards").out
    assert "Is xᵢ < a in list[int]?" in listed
    assert "What is x[i][j]?" in listed


def test_a_retention_may_be_said_in_hundredths(learner: Learner) -> None:
    """0.9, 90% and 90 are the same; what is refused is told both forms."""
    for text in ("90", "90%", "0.9"):
        assert "desired_retention = 0.9 " in learner.run("config", "desired_retention", text).out
    refused = learner.run("config", "desired_retention", "9")
    assert refused.code != 0
    assert "from 0.70 to 0.99, or 70% to 99%, not '9'" in refused.err


def test_the_word_default_is_told_the_option(learner: Learner) -> None:
    """Who types `default` as a value learns how a setting is taken back."""
    refused = learner.run("config", "new_per_day", "default")
    assert refused.code != 0
    assert "`flashcards config new_per_day --default`" in refused.err
