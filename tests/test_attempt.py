"""Attempts line by line and as documents: kept, scheduled, judged, and shown again."""

import json
import re
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import processes
import pytest
from conftest import Learner
from processes import PATIENCE_S, Place

from flashcards.store import schema

TOPIC = """
deck: ML
topics:
  - question: Why several heads?
    title: Heads
    tldr: Several weightings per query.
    red_flags:
      - {claim: It wins because of a larger size., instead: The size is the same.}
    cheat_sheet:
      - "The output projection: mixes the concatenated results."
    attempt:
      prompt: Say why it helps.
      key_points:
        - {point: The weights are the same., accept: [same budget], weight: 2}
        - {point: Each head averages once., accept: [one average], weight: 2}
        - {point: The output projection mixes the results., accept: [output projection]}
  - question: What is a mask?
    title: Masks
    tldr: It hides what comes later.
    attempt: {prompt: Say where it acts., key_points: [{point: On the scores., accept: [scores]}]}
"""
ANSWER = "It costs the same budget, but a head gives one average per query."
HEADS = ("attempt", "heads")


@pytest.fixture
def heads(learner: Learner) -> Learner:
    """Give a learner with two topics that have an attempt."""
    learner.write(TOPIC)
    return learner


def attempt(learner: Learner, typed: str = ANSWER, *words: str) -> Any:  # noqa: ANN401 - a document
    """Make an attempt as a script does, and give the document."""
    return learner.run(*HEADS, "--json", *words, typed=typed).json


def reps(learner: Learner) -> list[tuple[str, int]]:
    """Give the cards of attempts that are in use, with their answers."""
    return [(c["topic"], c["reps"]) for c in learner.cards() if c["section"] == "attempt"]


def test_an_attempt_line_by_line(heads: Learner) -> None:
    """The answer up to a dot, then commands; what is written to disk is acknowledged."""
    done = heads.run(*HEADS, "--plain", typed=f"{ANSWER}\n.\n+3\n-3\n3\n")
    assert done.code == 0
    assert "1 [x] The weights are the same. (2)  — “same budget”" in done.out
    assert "4 of 5 (80%), suggests Good" in done.out
    assert "5 of 5 (100%), suggests Good" in done.out
    ((_, rating, given),) = done.rated
    assert (rating, given) == ("3", "10m")
    assert "1 point missing; 1 card to train that:\n  The output projection\n" in done.out
    assert reps(heads) == [("heads", 1)]


def test_a_rating_is_undone_line_by_line(heads: Learner) -> None:
    """Undo takes the rating back, and the attempt stays with the one that follows."""
    done = heads.run(*HEADS, "--plain", typed=f"{ANSWER}\n.\n1\nu\n-1\n2\n")
    assert [rating for _, rating, _ in done.rated] == ["1", "2"]
    (made,) = heads.run(*HEADS, "--history", "--json").json["attempts"]
    assert (made["rating"], made["share"], made["answer"]) == (2, 0.4, ANSWER)
    assert reps(heads) == [("heads", 1)]


def test_slips_on_the_lines_change_nothing(heads: Learner) -> None:
    """A point that is not there, a word that is none: said, and passed over."""
    done = heads.run(*HEADS, "--plain", typed=f"{ANSWER}\n.\n+9\n+x\nz\n5\n+²\n")
    assert done.err.count("there is no key point") == 3
    assert done.err.count("is no command here") == 2
    assert "kept " in done.out
    assert not done.rated


def test_the_answers_are_shown_line_by_line(heads: Learner) -> None:
    """S gives the short answer, and r reviews the cards on what was missed."""
    done = heads.run(*HEADS, "--plain", typed=f"{ANSWER}\n.\ns\n3\nr\n\n3\n")
    assert "--- short\nSeveral weightings per query." in done.out
    assert "--- mixes the concatenated results." in done.out
    assert len(done.rated) == 2


def test_an_attempt_sleeps_until_it_is_rated(heads: Learner) -> None:
    """Not drilled: no count, list or export has it; rated, it is due like any card."""
    before = heads.run("due", "--json").json["total"]
    assert reps(heads) == []
    attempt(heads)
    assert reps(heads) == []
    assert heads.run("due", "--json").json["total"] == before
    attempt(heads, ANSWER, "--rate", "3")
    assert reps(heads) == [("heads", 1)]
    heads.at("2026-12-03T09:00:00+00:00")
    due = heads.run("due", "section:attempt", "--json").json["total"]
    assert due["review"] + due["learning"] == 1
    shown = heads.review("\n3\n", "section:attempt")
    assert "Say why it helps." in shown.out
    assert "- The weights are the same." in shown.out
    assert reps(heads) == [("heads", 2)]


def test_an_attempt_that_is_new_again_sleeps_again(heads: Learner) -> None:
    """After `forget`, or when its only rating is undone, no review asks it."""
    attempt(heads, ANSWER, "--rate", "3")
    (card,) = [card for card in heads.cards() if card["section"] == "attempt"]
    heads.run("forget", card["id"])
    assert reps(heads) == []
    undone = heads.run(*HEADS, "--plain", typed=f"{ANSWER}\n.\n3\nu\nq\n")
    assert f"undone {card['id']}" in undone.out
    assert reps(heads) == []


def test_an_attempt_is_not_exported(heads: Learner) -> None:
    """In use or not, it stays off the phone, unless the deck drills it."""
    attempt(heads, ANSWER, "--rate", "3")
    package = heads.home / "out.apkg"
    assert "4 notes" in _exported(heads, package)
    heads.write(TOPIC.replace("deck: ML", "deck: ML\ndrill: [tldr, attempt]"))
    assert "4 notes" in _exported(heads, package)
    assert reps(heads) == [("heads", 1), ("masks", 0)]


def test_a_drilled_attempt_in_use_goes_on(heads: Learner) -> None:
    """With `drill: attempt` it comes in reviews and packages; without it its history stays."""
    attempt(heads, ANSWER, "--rate", "3")
    heads.write(TOPIC.replace("deck: ML", "deck: ML\ndrill: [attempt]"))
    assert reps(heads) == [("heads", 1), ("masks", 0)]
    heads.write(TOPIC)
    assert reps(heads) == [("heads", 1)]


def _exported(learner: Learner, package: Path) -> str:
    done = learner.run("export", "-o", str(package))
    assert done.code == 0
    return done.out + done.err


def test_history_survives_edits_of_the_deck(heads: Learner) -> None:
    """A reworded prompt, title and key points, a moved file: the attempts are still there."""
    attempt(heads, ANSWER, "--rate", "3")
    changed = (
        TOPIC.replace("Say why it helps.", "Say why this helps.")
        .replace("title: Heads", "title: Many heads")
        .replace("Each head averages once.", "A head averages once.")
    )
    heads.write(changed)
    heads.run("due")
    (heads.decks / "deck.yaml").rename(heads.decks / "moved.yaml")
    told = heads.run("attempt", "many heads", "--history").out
    assert "1 attempt." in told
    assert reps(heads) == [("many-heads", 1)]


def test_relink_takes_the_attempts_along(heads: Learner) -> None:
    """A prompt that was written anew goes on with the attempts of the old one, and wakes."""
    made = attempt(heads, ANSWER, "--rate", "3")
    heads.write(
        TOPIC.replace("Say why it helps.", "Which evidence is there?").replace(
            "The weights are the same.", "Voita."
        ).replace("Each head averages once.", "Olsson.").replace("mixes the results", "-")
    )  # fmt: skip
    new = attempt(heads, "Something else that I say.")["id"]
    assert new != made["id"]
    assert heads.run("relink", made["id"], new).code == 0
    kept = heads.run(*HEADS, "--history", "--json").json["attempts"]
    assert ANSWER in [one["answer"] for one in kept]
    assert reps(heads) == [("heads", 1)]


def test_history_shows_how_coverage_grew(heads: Learner) -> None:
    """Each attempt in a line, each key point across them."""
    assert heads.run(*HEADS, "--history").out == "Heads: no attempt yet.\n"
    attempt(heads, "All I remember is the same budget, and that was it.", "--rate", "2")
    heads.at("2026-12-05T09:00:00+00:00")
    attempt(heads, f"{ANSWER} The output projection mixes them.")
    assert heads.run(*HEADS, "--history").out == (
        "Heads: 2 attempts.\n\n"
        "2026-11-30 09:00  ########............  40%  0:00  11 words  Hard\n"
        "2026-12-05 09:00  #################### 100%  0:00  18 words  not rated\n\n"
        "xx  The weights are the same.\n"
        "·x  Each head averages once.\n"
        "·x  The output projection mixes the results.\n"
    )


def test_without_a_topic_the_most_overdue_comes(heads: Learner) -> None:
    """Those due come before those never made, and when none is due it says when."""
    asked = heads.run("attempt", "--json", typed="-").json["topic"]
    assert asked == "heads"
    attempt(heads, ANSWER, "--rate", "4")
    assert heads.run("attempt", "--json", typed="-").json["topic"] == "masks"
    heads.run("attempt", "masks", "--json", "--rate", "4", typed="It acts on the scores of all.")
    nothing = heads.run("attempt", "--json", typed="-")
    assert nothing.code == 1
    assert "no attempt is due; the next is" in nothing.err
    heads.at("2027-01-30T09:00:00+00:00")
    assert heads.run("attempt", "--json", typed="-").json["topic"] in {"heads", "masks"}


def test_a_topic_without_an_attempt_says_so(learner: Learner) -> None:
    """With what to write; a topic that is an attempt alone can be made."""
    learner.write("topics: [{question: Why?, title: Bare, tldr: So.}]")
    done = learner.run("attempt", "bare")
    assert done.code == 1
    assert "Bare has no attempt." in done.err
    learner.write("topics: [{question: Why?, title: Alone, attempt: {key_points: [a, b]}}]")
    made = learner.run("attempt", "alone", "--json", typed="Some words of my own.").json
    assert made["prompt"] == "Why?"


def test_the_document_of_an_attempt(heads: Learner) -> None:
    """All that was found, for a script; a red flag is a warning and no more."""
    made = attempt(heads, f"{ANSWER} It wins because its size is larger.", "--rate", "1")
    assert made["reading"] == "matched"
    assert [point["ticked"] for point in made["points"]] == [True, True, False]
    assert made["points"][0]["quote"] == "same budget"
    assert made["points"][0]["by"] == "wording"
    (flag,) = made["misconceptions"]
    assert flag["instead"] == "The size is the same."
    assert (made["share"], made["suggestion"], made["rating"]) == (0.8, 3, 1)
    assert made["interval_seconds"] == 60
    assert len(made["cards"]) == 1


def test_nothing_written_is_not_kept(heads: Learner) -> None:
    """An empty answer without a rating leaves no trace."""
    assert attempt(heads, " \n")["suggestion"] == 1
    assert heads.run(*HEADS, "--history").out == "Heads: no attempt yet.\n"


def test_a_suspended_attempt_is_made_and_not_rated(heads: Learner) -> None:
    """It is kept, and its card stays as it is."""
    made = attempt(heads, ANSWER, "--rate", "3")
    heads.run("suspend", made["id"])
    assert attempt(heads, ANSWER, "--rate", "3")["rating"] is None
    assert len(heads.run(*HEADS, "--history", "--json").json["attempts"]) == 2
    assert reps(heads) == [("heads", 1)]


def test_an_older_collection_learns_to_attempt(heads: Learner) -> None:
    """A collection of before there were attempts is migrated; its cards and answers stay."""
    heads.answer("3")
    before = heads.cards()
    store = sqlite3.connect(heads.home / "collection.db")
    store.executescript("""
        DROP TABLE anki_decks;
        DROP TABLE anki_marks;
        DROP INDEX topics_uid;
        ALTER TABLE topics DROP COLUMN uid;
        ALTER TABLE topics DROP COLUMN slug;
        DROP TABLE reschedules;
        DROP TABLE deck_settings;
        ALTER TABLE parameter_sets DROP COLUMN withdrawn;
        ALTER TABLE parameter_sets DROP COLUMN fitted_to;
        ALTER TABLE parameter_sets DROP COLUMN source;
        DROP TABLE attempts;
        DELETE FROM cards WHERE drilled = 0;
        DELETE FROM notes WHERE section = 'attempt';
        ALTER TABLE cards DROP COLUMN drilled;
        ALTER TABLE notes DROP COLUMN moved_ordinal;
        UPDATE deck_files SET format = 3;
        DROP INDEX events_card;
        DROP INDEX events_day;
        DROP INDEX events_first;
        DROP INDEX events_foreign;
        ALTER TABLE events RENAME TO later;
    """)
    first = schema.migrations()[0]
    store.executescript(first[first.index("CREATE TABLE events") : first.index("-- An id that")])
    names = ", ".join(row[1] for row in store.execute("PRAGMA table_info(events)"))
    store.executescript(f"""
        INSERT INTO events ({names}) SELECT {names} FROM later;
        DROP TABLE later;
        PRAGMA user_version = 3;
    """)  # noqa: S608 - names of columns
    store.close()
    assert heads.cards() == before
    assert attempt(heads, ANSWER, "--rate", "3")["rating"] == 3
    assert len(heads.cards()) == len(before) + 1


# -- The draft, line by line


def test_lines_typed_before_a_kill_are_kept(heads: Learner) -> None:
    """`kill -9` in the middle of an answer: each whole line is there the next time."""
    place = Place(heads.home, heads.decks)
    process = processes.start(place, *HEADS, "--plain")
    processes.read_until(process, "Say why")
    processes.type_into(process, "It costs the same budget,\n")
    folder = heads.home / "drafts"
    until = time.monotonic() + PATIENCE_S
    while not any(one.read_text() for one in folder.glob("*.md")) and time.monotonic() < until:
        time.sleep(0.01)
    process.kill()
    processes.finish(process)
    ended = processes.run(place, *HEADS, "--plain", typed="but gives one average.\n.\n3\n")
    assert "The draft goes on:\nIt costs the same budget," in ended.out
    assert "4 of 5 (80%)" in ended.out
    assert list(folder.iterdir()) == []


def test_a_script_leaves_a_draft_alone(heads: Learner) -> None:
    """A document made from standard input does not drop what was typed elsewhere."""
    made = attempt(heads)
    draft = heads.home / "drafts" / f"{made['id']}.md"
    draft.parent.mkdir()
    draft.write_text("half", encoding="utf-8")
    attempt(heads, ANSWER, "--rate", "3")
    assert draft.read_text(encoding="utf-8") == "half"


# -- The judge

Judged = Callable[..., Any]


@pytest.fixture
def judged(heads: Learner, tmp_path: Path) -> Judged:
    """Give what makes an attempt before a judge that runs the Python code given."""

    def make(code: str, patience_s: int = PATIENCE_S) -> Any:  # noqa: ANN401 - a document
        script = tmp_path / "judge.py"
        script.write_text(f"import json, sys, time, os\n{code}\n", encoding="utf-8")
        command = f"'{sys.executable}' '{script}'"
        heads.run("config", "judge_timeout", str(patience_s))
        return attempt(heads, ANSWER, "--judge-command", command)

    return make


def gives(*points: dict[str, Any]) -> str:
    """Give the code of a judge that prints these verdicts."""
    return f"sys.stdin.read(); print({json.dumps(json.dumps({'points': points}))})"


ALL = (
    {"id": 1, "met": False},
    {"id": 2, "met": True, "quote": "ONE average  per query"},
    {"id": 3, "met": True, "quote": "a head gives"},
)


def test_a_judge_that_judges_well_sets_the_ticks(judged: Judged) -> None:
    """Its quotations are shown in place of the wordings."""
    made = judged(gives(*ALL))
    assert [point["ticked"] for point in made["points"]] == [False, True, True]
    assert [point["by"] for point in made["points"]] == ["judge"] * 3
    assert made["points"][1]["quote"] == "one average per query"
    assert made["judge"] == "Ticked by the judge."


def test_a_judge_is_given_one_document(judged: Judged) -> None:
    """Prompt, key points and answer, nothing about the person."""
    code = """
given = json.load(sys.stdin)
keys = sorted(given) == ["answer", "key_points", "prompt", "version"]
right = keys and given["key_points"][0]["accept"] == ["same budget"]
points = [{"id": p["id"], "met": right, "quote": given["answer"]} for p in given["key_points"]]
print(json.dumps({"points": points}))
"""
    assert judged(code)["share"] == 1


def test_a_judge_that_makes_a_quotation_up_is_not_believed(judged: Judged) -> None:
    """That point does not count, and the wording decides on it."""
    made = judged(gives(*ALL[:2], {"id": 3, "met": True, "quote": "the output projection mixes"}))
    assert [point["ticked"] for point in made["points"]] == [False, True, False]
    assert made["judge"] == "Ticked by the judge, but for 1 point by wording."


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("print('As a language model I')", "it gave no JSON"),
        ("sys.stdout.buffer.write(bytes([255, 254]))", "no UTF-8"),
        ("time.sleep(60)", "longer than 2 seconds"),
        ("os.close(1); os.close(2); time.sleep(60)", "longer than 2 seconds"),
        ("os.fork() and os._exit(0); time.sleep(60)", "longer than 2 seconds"),
        ("print('no model', file=sys.stderr); sys.exit(3)", "code 3: no model"),
        ("os.kill(os.getpid(), 9)", "signal 9"),
        ("while True: print('flood' * 1000)", "more than 1000 kB"),
        ("while True: print('flood' * 1000, file=sys.stderr)", "longer than 2 seconds"),
    ],
)
def test_a_judge_of_no_use_leaves_the_wording(judged: Judged, code: str, told: str) -> None:
    """Rubbish, a hang, a failure, a flood: a sentence, and the checklist as without a judge."""
    made = judged(code, 2 if told.endswith("2 seconds") else PATIENCE_S)
    assert made["judge"].startswith("The judge was of no use: ")
    assert told in made["judge"]
    assert [point["ticked"] for point in made["points"]] == [True, True, False]
    assert made["share"] == 0.8


def test_a_judge_that_is_not_there_is_named(heads: Learner) -> None:
    """A command that cannot be started, or read, is a sentence too."""
    for command in ("/no/such/judge", "'open quote"):
        made = attempt(heads, ANSWER, "--judge-command", command)
        assert "it could not be started" in made["judge"]
        assert made["share"] == 0.8


def test_a_judge_is_off_until_it_is_set(heads: Learner, tmp_path: Path) -> None:
    """The setting turns it on, `none` turns it off for once, and nothing is not judged."""
    assert attempt(heads)["judge"] is None
    script = tmp_path / "judge.py"
    script.write_text(f"import json, sys\n{gives(*ALL)}\n", encoding="utf-8")
    heads.run("config", "judge_command", f"'{sys.executable}' '{script}'")
    assert attempt(heads)["judge"] == "Ticked by the judge."
    assert attempt(heads, ANSWER, "--judge-command", "none")["judge"] is None
    assert attempt(heads, "I don't know")["judge"] is None


class _Model(BaseHTTPRequestHandler):
    """A model server that quotes the whole answer for each point."""

    def do_POST(self) -> None:
        """Answer a chat request, with the chatter that models add."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        document = json.loads(request["messages"][-1]["content"])
        points = [
            {"id": one["id"], "met": True, "quote": document["answer"]}
            for one in document["key_points"]
        ]
        said = f"Here you are:\n{json.dumps({'points': points})}\nAnything else?"
        body = json.dumps({"choices": [{"message": {"content": said}}]}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_the_example_of_the_documentation_judges(
    heads: Learner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The script of docs/judge.md, before a model server on this machine."""
    page = (processes.ROOT / "docs" / "judge.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert found
    script = tmp_path / "judge.py"
    script.write_text(found[1], encoding="utf-8")
    with HTTPServer(("127.0.0.1", 0), _Model) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("JUDGE_URL", f"http://127.0.0.1:{server.server_port}/v1")
        made = attempt(heads, ANSWER, "--judge-command", f"'{sys.executable}' '{script}'")
        server.shutdown()
    assert (made["judge"], made["share"]) == ("Ticked by the judge.", 1)
