"""Moving in the options of a real Anki's decks, and what stays where a move fails."""

import signal
import sqlite3
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from anki_desktop import Desktop
from conftest import Learner
from test_move_in import PIXEL, Mover

from flashcards.deck import reading
from flashcards.errors import NotWrittenError
from flashcards.importing import output
from flashcards.memory.recall import DEFAULT_WEIGHTS

OWN_WEIGHTS = (*(round(one * 1.1, 4) for one in DEFAULT_WEIGHTS[:4]), *DEFAULT_WEIGHTS[4:])
OPTIONS: dict[str, Any] = {
    "desiredRetention": 0.85,
    "fsrsParams6": list(OWN_WEIGHTS),
    "new": {"delays": [0.5, 15, 1440], "perDay": 33},
    "rev": {"maxIvl": 999, "perDay": 321},
    "lapse": {"delays": []},
}
TAKEN = {
    "desired_retention": 0.85,
    "learning_steps": [30, 900, 86_400],
    "maximum_interval": 999,
    "new_per_day": 33,
    "relearning_steps": [],
    "reviews_per_day": 321,
}


@pytest.fixture
def mover(learner: Learner, tmp_path: Path) -> Iterator[Mover]:
    """Give a learner without decks, and an Anki."""
    desk = Desktop(tmp_path / "anki")
    yield Mover(learner, desk, tmp_path)
    desk.close()


def with_options(mover: Mover, deck: str, name: str, options: dict[str, Any]) -> None:
    """Give a deck a preset of its own with one card."""
    decks = mover.desk.col.decks
    preset = decks.add_config(name)
    for key, value in options.items():
        preset[key] = {**preset[key], **value} if isinstance(value, dict) else value
    decks.update_config(preset)
    described = decks.get(mover.deck(deck))  # type: ignore[arg-type] # a number
    assert described is not None
    described["conf"] = preset["id"]
    decks.save(described)
    mover.desk.add("Basic", mover.deck(deck), f"of {deck}", "answer")


def in_force(mover: Mover, *deck: str) -> dict[str, Any]:
    """Give the settings that hold, in a deck or for all."""
    words = ("--deck", *deck) if deck else ()
    settings = mover.learner.run("config", *words, "--json").json["settings"]
    return {key: settings[key]["value"] for key in TAKEN}


@pytest.mark.parametrize("legacy", [True, False])
def test_options_that_all_decks_share_become_ones_own(mover: Mover, legacy: bool) -> None:  # noqa: FBT001 - a parameter
    """Steps, limits, retention, longest interval, and FSRS parameters, to the last decimal."""
    with_options(mover, "Greek", "Own", OPTIONS)
    said = mover.move(legacy=legacy)
    assert "Taken over from the decks' options in Anki:" in said
    assert "the FSRS parameters of “Own”" in said
    assert in_force(mover) == TAKEN
    parameters = mover.learner.run("config", "--json").json["parameters"]
    assert parameters["weights"] == list(OWN_WEIGHTS)
    assert parameters["from"] == "anki"
    assert "the defaults of FSRS-6" in mover.learner.run("optimize", "--undo").out


def test_what_anki_computes_with_its_parameters_is_computed_here(mover: Mover) -> None:
    """With years under parameters of one's own, memory and next intervals are as they were."""
    with_options(mover, "Greek", "Own", OPTIONS)
    (card,) = mover.desk.cards()
    for day, rating in ((-60, 3), (-60, 4), (-40, 1), (-39, 3), (-30, 3)):
        mover.desk.answer_on(day, card.id, rating)
    mover.move()
    (card,) = mover.desk.cards()
    here = mover.learner.card("of Greek")
    expected = (here["stability"], here["difficulty"])
    assert mover.desk.memory(card) == pytest.approx(expected, rel=1e-4)


def test_options_of_single_decks_stay_theirs(mover: Mover) -> None:
    """Each deck keeps its retention and limits; of two sets of parameters most notes decide."""
    with_options(mover, "Greek", "Own", OPTIONS)
    with_options(
        mover, "Maths", "Other", {"fsrsParams6": list(DEFAULT_WEIGHTS), "desiredRetention": 0.95}
    )
    mover.desk.add("Basic", mover.deck("Greek"), "one more", "answer")
    described = mover.desk.col.decks.get(mover.deck("Maths"))  # type: ignore[arg-type] # a number
    assert described is not None
    described["newLimit"] = 4
    mover.desk.col.decks.save(described)
    said = mover.move()
    assert "the FSRS parameters of “Other”: there is one set for all decks here" in said
    assert in_force(mover, "Greek") == TAKEN
    maths = in_force(mover, "Maths")
    assert (maths["desired_retention"], maths["new_per_day"]) == (0.95, 4)
    assert in_force(mover)["desired_retention"] == 0.9


def test_what_one_has_set_or_learnt_stays(mover: Mover) -> None:
    """Own settings and parameters are never overridden; what was not taken is named."""
    mover.learner.write("deck: Mine\ncards:\n  - front: q\n    back: a\n")
    mover.learner.answer("4", "deck:Mine")
    mover.learner.run("config", "desired_retention", "0.8")
    with_options(mover, "Greek", "Own", OPTIONS)
    said = mover.move()
    assert "  desired_retention of Greek: you have set it here" in said
    assert "the FSRS parameters of “Own”: you have answers or parameters of your own" in said
    assert in_force(mover, "Greek") == {**TAKEN, "desired_retention": 0.8}
    assert in_force(mover)["maximum_interval"] == 36_500
    assert mover.learner.run("config", "--json").json["parameters"]["from"] == "default"


def test_what_an_earlier_import_has_set_is_not_said_to_be_ones_own(mover: Mover) -> None:
    """A second collection finds set what came with the first: that nobody typed it is known."""
    with_options(mover, "Greek", "Own", OPTIONS)
    mover.move()
    with_options(mover, "Latin", "Other", {**OPTIONS, "desiredRetention": 0.95})
    said = mover.move()
    assert "  desired_retention of Latin: it is set here already" in said
    assert "you have set it" not in said


def test_options_come_once(mover: Mover) -> None:
    """What was set otherwise since the first import holds after the second."""
    with_options(mover, "Greek", "Own", OPTIONS)
    mover.move()
    mover.learner.run("config", "maximum_interval", "--default")
    mover.desk.add("Basic", mover.deck("Greek"), "one more", "answer")
    assert "decks' options" not in mover.move()
    assert in_force(mover)["maximum_interval"] == 36_500


def test_options_that_cannot_be_are_named(mover: Mover) -> None:
    """A retention out of bounds, or parameters of an unknown kind, are said and not taken."""
    with_options(mover, "Greek", "Own", {"desiredRetention": 0.85, "fsrsParams6": [1.0] * 21})
    mover.desk.give(mover.package, legacy=True)
    with zipfile.ZipFile(mover.package) as package:
        members = {name: package.read(name) for name in package.namelist()}
    loose = mover.package.with_suffix(".anki21")
    loose.write_bytes(members["collection.anki21"])
    with closing(sqlite3.connect(loose)) as store, store:
        store.execute("""UPDATE col SET dconf = replace(dconf, 'ion":0.85', 'ion":0.5')""")
    members["collection.anki21"] = loose.read_bytes()
    with zipfile.ZipFile(mover.package, "w") as package:
        for name, data in members.items():
            package.writestr(name, data)
    said = mover.learner.run("import", str(mover.package), "-o", str(mover.folder)).out
    assert "desired_retention of Greek: 0.5 is nothing it can be here" in said
    assert "the FSRS parameters of “Own”: Weight" in said


def test_without_progress_no_options_come(mover: Mover) -> None:
    """--no-progress leaves them in Anki."""
    with_options(mover, "Greek", "Own", OPTIONS)
    assert "options" not in mover.move("-o", str(mover.folder), "--no-progress")
    assert in_force(mover)["maximum_interval"] == 36_500


def test_options_of_a_deck_elsewhere_are_not_set(mover: Mover, tmp_path: Path) -> None:
    """A deck that is written outside of one's decks changes no setting."""
    with_options(mover, "Greek", "Own", OPTIONS)
    said = mover.move("-o", str(tmp_path / "elsewhere"))
    assert "The options of its decks wait" in said
    assert in_force(mover)["maximum_interval"] == 36_500


def test_a_dry_run_says_all_and_writes_nothing(mover: Mover) -> None:
    """Decks, reviews and options that would come; no file, no setting, no review."""
    with_options(mover, "Greek", "Own", OPTIONS)
    mover.desk.answer(mover.desk.cards()[0], 3)
    said = mover.move("-o", str(mover.folder), "--dry-run")
    assert f"Would write {mover.folder / 'greek.yaml'}: 1 entry, 1 card." in said
    assert "Would add 1 entry to the log, of 1 card." in said
    assert "Would take over from the decks' options in Anki:" in said
    assert "Nothing was written (--dry-run)." in said
    assert list(mover.learner.decks.iterdir()) == []
    assert in_force(mover)["maximum_interval"] == 36_500


def test_flags_and_burying_come_along(mover: Mover) -> None:
    """A flagged card is marked here, a buried one waits until tomorrow, none is lost."""
    flagged, buried = (mover.desk.add("Basic", 1, text, "x").cards()[0] for text in "ab")
    mover.desk.col.set_user_flag_for_cards(3, [flagged.id])
    mover.desk.col.sched.bury_cards([buried.id])
    said = mover.move()
    assert "marked, as in Anki: 1 card" in said
    assert "buried, as in Anki: 1 card" in said
    assert mover.learner.run("cards", "is:marked", "--json").json["cards"][0]["front"] == "a"
    assert mover.learner.card("b")["buried_until"] is not None


def test_a_marked_note_is_marked_here(mover: Mover) -> None:
    """*Mark Note* in Anki marks its cards, and stays no tag; what was taken off here stays off."""
    note = mover.desk.add("Basic (and reversed card)", 1, "a", "b")
    note.tags = ["Marked", "remarked"]
    mover.desk.col.update_note(note)
    mover.desk.add("Basic", 1, "c", "d")
    assert "  marked, as in Anki: 2 cards\n" in mover.move()
    assert {card["front"] for card in mover.learner.cards("is:marked")} == {"a", "b"}
    assert [list(note.tags) for note in mover.notes("default.yaml")] == [["remarked"], []]
    assert "marked" not in mover.move()
    note = mover.desk.col.get_note(mover.desk.col.find_notes("c")[0])
    note.tags = ["marked"]
    mover.desk.col.update_note(note)
    assert "  marked, as in Anki: 1 card\n" in mover.move()


# -- Wholly, or not at all


def test_a_deck_that_cannot_be_written_leaves_no_images(
    mover: Mover, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the second deck fails, the first is taken back, and every image and folder with it."""
    mover.medium("a.png", PIXEL)
    for deck in ("Greek", "Maths"):
        mover.desk.add("Basic", mover.deck(deck), 'x <img src="a.png">', "y")
    mover.desk.give(mover.package)
    write = output.write

    def failing(to: output.Target, after: bytes) -> None:
        if "maths" in to.path:
            message = "maths.yaml was not written: no space left on device."
            raise NotWrittenError(message)
        write(to, after)

    monkeypatch.setattr(output, "write", failing)
    done = mover.learner.run("import", str(mover.package), "-o", str(mover.folder))
    assert (done.code, "no space left" in done.err) == (1, True)
    assert list(mover.learner.decks.iterdir()) == []


def test_an_interruption_leaves_a_deck_as_it_was(
    mover: Mover, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after the deck was added to: its entries of before are all that is in it."""
    mover.folder.mkdir()
    deck = mover.folder / "default.yaml"
    deck.write_text("deck: Default\ncards:\n  - front: q\n    back: a\n", encoding="utf-8")
    before = deck.read_bytes()
    mover.medium("a.png", PIXEL)
    mover.desk.add("Basic", 1, 'x <img src="a.png">', "y")
    mover.desk.give(mover.package)
    write = output.write

    def interrupted(to: output.Target, after: bytes) -> None:
        write(to, after)
        raise KeyboardInterrupt

    monkeypatch.setattr(output, "write", interrupted)
    done = mover.learner.run("import", str(mover.package), "-o", str(mover.folder))
    assert done.code == 130
    assert deck.read_bytes() == before
    assert list(mover.folder.iterdir()) == [deck]


def test_a_deck_of_somebody_else_is_not_taken_back(
    mover: Mover, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that appears in the moment of writing stays, and the move fails."""
    mover.desk.add("Basic", 1, "x", "y")
    mover.desk.give(mover.package)
    write = output.write

    def late(to: output.Target, after: bytes) -> None:
        Path(to.path).write_bytes(after)
        write(to, after)

    monkeypatch.setattr(output, "write", late)
    done = mover.learner.run("import", str(mover.package), "-o", str(mover.folder))
    assert (done.code, "is there already" in done.err) == (1, True)
    assert (mover.folder / "default.yaml").exists()


def process(mover: Mover) -> subprocess.Popen[bytes]:
    """Begin to move in, in a process of its own."""
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "flashcards"),
            *("--home", str(mover.learner.home), "--decks", str(mover.learner.decks)),
            *("import", str(mover.package), "-o", str(mover.folder)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_two_imports_at_once_write_everything_once(mover: Mover) -> None:
    """The later one waits, and finds that all of it is there."""
    mover.medium("a.png", PIXEL)
    for number in range(200):
        note = mover.desk.add("Basic", 1, f'{number} <img src="a.png">', "y")
        if number < 20:
            mover.desk.answer(note.cards()[0], 4)
    mover.desk.give(mover.package)
    running = [process(mover) for _ in range(3)]
    said = [one.communicate(timeout=60) for one in running]
    assert [one.returncode for one in running] == [0, 0, 0], said
    assert len(reading.load(str(mover.folder / "default.yaml")).notes) == 200
    with closing(sqlite3.connect(mover.learner.home / "collection.db")) as store:
        assert store.execute("SELECT count(*) FROM events").fetchone() == (20,)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_move_that_was_stopped_can_be_made_again(mover: Mover, how: signal.Signals) -> None:
    """Stopped at any moment, the next import brings all of it, and nothing twice."""
    for number in range(60):
        mover.medium(f"{number}.png", PIXEL + bytes([number]))
        note = mover.desk.add("Basic", 1, f'{number} <img src="{number}.png">', "y")
        mover.desk.answer(note.cards()[0], 4)
    mover.desk.give(mover.package)
    for tenths in (1, 3, 4, 5, 6, 7, 8):
        running = process(mover)
        time.sleep(tenths / 10)
        running.send_signal(how)
        _, err = running.communicate(timeout=60)
        # What Ctrl-C ends while Python itself starts, no program can word.
        assert running.returncode in {0, 130, -how} or b"__main__.py" not in err
    mover.move()
    assert len(reading.load(str(mover.folder / "default.yaml")).notes) == 60
    files = sorted(path.name for path in (mover.folder / "media").iterdir())
    assert files == sorted(f"{number}.png" for number in range(60))
    with closing(sqlite3.connect(mover.learner.home / "collection.db")) as store:
        assert store.execute("SELECT count(*) FROM events").fetchone() == (60,)
