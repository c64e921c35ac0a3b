"""Backups: whole copies while reviews run, and the way back to one, whatever is there now."""

import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import kill_drill
import pexpect
import processes
import pytest
from conftest import Learner, Result
from processes import ROOT, Place

from flashcards import clock
from flashcards.errors import StoreError
from flashcards.store import backups, restoring, schema


def _answers(file: Path) -> int:
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        count: int = database.execute(
            "SELECT count(*) FROM events WHERE kind = 'review' AND undone = 0"
        ).fetchone()[0]
        return count


def _reps(learner: Learner) -> int:
    return sum(card["reps"] for card in learner.cards())


def _backup(learner: Learner, *words: str) -> Path:
    done = learner.run("backup", *words)
    assert (done.code, done.err) == (0, "")
    return Path(done.out.splitlines()[0])


def _refused(result: Result, words: str) -> None:
    assert result.code == 1
    assert result.err.startswith("flashcards: ")
    assert words in result.err
    assert "Traceback" not in result.err


def _left_over(learner: Learner) -> list[str]:
    """Give the files of the home that no command leaves there."""
    kept = {"collection.db", "collection.db-wal", "collection.db-shm"}
    return [
        path.name
        for path in learner.home.rglob("*")
        if path.is_file() and path.name not in kept and not path.name.startswith("collection-")
    ]


# -- backup


def test_a_backup_says_where_it_is_and_what_is_in_it(regular: Learner) -> None:
    """It lies beside the collection, with date and time, and `--list` tells of it."""
    done = regular.run("backup")
    path, words = done.out.splitlines()
    assert path == f"{regular.home}/backups/collection-2026-11-30-090000.db"
    assert words == "60 cards, 8 answers."
    assert _answers(Path(path)) == 8
    assert regular.run("backup", "--list").out == "2026-11-30 09:00:00  60 cards, 8 answers\n"
    (listed,) = regular.run("backup", "--list", "--json").json["backups"]
    assert listed["path"] == path
    assert (listed["cards"], listed["answers"]) == (60, 8)
    assert [entry.name for entry in Path(path).parent.iterdir()] == [Path(path).name]


def test_backups_of_one_second_are_two(regular: Learner) -> None:
    """No backup takes the place of another one in the folder."""
    first, second = _backup(regular), _backup(regular)
    assert first != second
    assert _answers(first) == _answers(second) == 8


def test_a_backup_while_a_review_runs_has_its_answers(regular: Learner, tmp_path: Path) -> None:
    """What was acknowledged a moment ago, and lies in the log beside the file, is in the copy."""
    process = processes.start(regular.place, "review", "--plain", "--new", "60")
    for number in range(1, 6):
        processes.type_into(process, "\n4\n")
        processes.read_until(process, "rated ")
        assert _answers(_backup(regular, str(tmp_path / f"{number}.db"))) == 8 + number
    ended = processes.finish(process, "\n4\nq\n")
    assert (ended.code, ended.err) == (0, "")
    assert len(processes.acknowledged(ended.out.splitlines())) == 1


def test_a_backup_after_a_kill_has_every_answer(regular: Learner, tmp_path: Path) -> None:
    """After kill -9 the answers of minutes lie beside the file: the backup has them all."""
    process = processes.start(regular.place, "review", "--plain", "--new", "60")
    for _ in range(20):
        processes.type_into(process, "\n4\n")
        processes.read_until(process, "rated ")
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=processes.PATIENCE_S)
    assert (regular.home / "collection.db-wal").stat().st_size
    assert _answers(regular.collection) < 28, "a copy of the one file would do as well"
    assert _answers(_backup(regular, str(tmp_path / "all.db"))) == 28


@pytest.mark.parametrize("name", ["deck.yaml", "notes.txt", "backup"])
def test_a_backup_has_the_ending_of_a_database(regular: Learner, name: str) -> None:
    """A slip of the finger does not make a database of a deck."""
    path = regular.decks / name
    path.write_text("mine", encoding="utf-8")
    _refused(regular.run("backup", str(path)), "its name ends in .db")
    assert path.read_text(encoding="utf-8") == "mine"


def test_a_backup_writes_over_backups_alone(regular: Learner, tmp_path: Path) -> None:
    """Not over a text, another program's database, a collection in use, a folder, or a link."""
    other = tmp_path / "other"
    assert regular.run_bare("--home", str(other), "--decks", str(regular.decks), "due").code == 0
    (tmp_path / "text.db").write_text("mine", encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "theirs.db")) as theirs:
        theirs.execute("CREATE TABLE meta (key, value)")
        theirs.execute("INSERT INTO meta VALUES ('backup', '1')")
        theirs.commit()
    (tmp_path / "folder.db").mkdir()
    (tmp_path / "link.db").symlink_to(regular.decks / "drill.yaml")
    (tmp_path / "loose.db").symlink_to(tmp_path / "nowhere.db")
    for path in (
        *(tmp_path / f"{name}.db" for name in ("text", "theirs", "folder", "link", "loose")),
        regular.collection,
        other / "collection.db",
    ):
        before = path.read_bytes() if path.is_file() else b""
        _refused(regular.run("backup", str(path)), "no backup")
        assert (path.read_bytes() if path.is_file() else b"") == before
    old = _backup(regular, str(tmp_path / "old.db"))
    regular.answer("4")
    (tmp_path / "way.db").symlink_to(old)
    _backup(regular, str(tmp_path / "way.db"))
    assert (tmp_path / "way.db").is_symlink()
    assert _answers(old) == 9


def test_a_backup_of_nothing_is_none(learner: Learner) -> None:
    """Where there is no collection none is made to be copied."""
    _refused(learner.run("backup"), "there is no collection")
    assert not learner.home.exists()


def test_a_backup_that_finds_no_room_leaves_nothing(regular: Learner, tmp_path: Path) -> None:
    """In a folder that is not there, or that takes no file as large, no half a copy stays."""
    _refused(regular.run("backup", str(tmp_path / "none" / "a.db")), "no such file")
    limited = ("sh", "-c", 'ulimit -f 64; exec "$@"', "sh")
    target = tmp_path / "a.db"
    process = processes.start(regular.place, "backup", str(target), through=limited)
    ended = processes.finish(process)
    assert ended.code == 1
    assert "Traceback" not in ended.err
    assert not target.exists()
    assert not list(tmp_path.glob(".a.db*"))


# -- restore


def test_a_restore_that_finds_no_room_says_nothing_against_the_backup(
    regular: Learner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is told that the only backup is damaged throws it away; it is the disk that is full."""
    target = _backup(regular, str(tmp_path / "a.db"))

    def refuse(*_: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(backups, "copy", refuse)
    with pytest.raises(StoreError, match="the disk is full") as raised:
        restoring.restore(str(regular.home), str(target), clock.now())
    assert "damaged" not in str(raised.value)


def test_a_restore_goes_back_and_keeps_what_was_there(regular: Learner, tmp_path: Path) -> None:
    """The collection is that of the backup; what was answered since is a backup of its own."""
    backup, before = _backup(regular, str(tmp_path / "a.db")), regular.cards()
    regular.answer("44")
    done = regular.run("restore", str(backup), "--yes")
    assert done.code == 0
    assert regular.cards() == before
    kept = Path(done.out.splitlines()[-1].partition(": ")[2])
    assert _answers(kept) == 10
    assert kill_drill.faults(regular.place) == ()
    assert regular.run("restore", str(kept), "--yes").code == 0
    assert _reps(regular) == 10
    assert _left_over(regular) == []


def test_a_backup_is_found_by_its_date(regular: Learner) -> None:
    """A date means the last backup of the day that is not what another restore replaced."""
    _backup(regular)
    regular.answer("4")
    regular.at("2026-11-30T18:00:00+00:00")
    _backup(regular)
    regular.answer("4")
    regular.at("2026-11-30T19:00:00+00:00")
    for _ in range(2):
        assert regular.run("restore", "2026-11-30", "--yes").code == 0
        assert _reps(regular) == 9
    for name in ("2026-11-30-0900", "2026-11-30 09:00", "2026-11-30T09"):
        assert regular.run("restore", name, "--yes").code == 0
        assert _reps(regular) == 8
    _refused(regular.run("restore", "2026-11-29", "--yes"), "no backup '2026-11-29'")
    _refused(regular.run("restore", "yesterday", "--yes"), "no backup 'yesterday'")


def test_a_restore_asks(regular: Learner, tmp_path: Path) -> None:
    """Without --yes it asks on a terminal, and elsewhere changes nothing."""
    backup = _backup(regular, str(tmp_path / "a.db"))
    regular.answer("4")
    _refused(regular.run("restore", str(backup)), "--yes")
    for typed, reps in (("n", 9), ("y", 8)):
        words = ["-m", "flashcards", "--home", str(regular.home), "restore", str(backup)]
        terminal = pexpect.spawn("python", words, encoding="utf-8", cwd=ROOT, timeout=60)
        terminal.expect("60 cards, 8 answers.*in the place of the collection")
        terminal.sendline(typed)
        terminal.expect("Restored" if typed == "y" else "Nothing was changed")
        terminal.expect(pexpect.EOF)
        terminal.close()
        assert terminal.exitstatus == 0
        assert _reps(regular) == reps


def test_a_restore_while_a_review_runs_ends_the_review(regular: Learner, tmp_path: Path) -> None:
    """What it was about to write goes nowhere, and both say what happened; nothing is mixed."""
    backup = _backup(regular, str(tmp_path / "a.db"))
    process = processes.start(regular.place, "review", "--plain", "--new", "60")
    processes.type_into(process, "\n4\n")
    processes.read_until(process, "rated ")
    processes.type_into(process, "\n")
    processes.read_until(process, "1 Again")
    done = regular.run("restore", str(backup), "--yes")
    assert done.code == 0
    kept = Path(done.out.splitlines()[-1].partition(": ")[2])
    ended = processes.finish(process, "4\n\n4\n")
    assert ended.code == 1
    assert "was restored or replaced while this program used it" in ended.err
    assert processes.acknowledged(ended.out.splitlines()) == []
    assert _answers(kept) == 9
    assert _reps(regular) == 8
    assert kill_drill.faults(regular.place) == ()


def test_a_review_writes_into_no_file_that_lost_its_name(regular: Learner) -> None:
    """Where the file was moved away or copied over by hand, an answer is not said to be kept."""
    process = processes.start(regular.place, "review", "--plain", "--new", "60")
    processes.type_into(process, "\n")
    processes.read_until(process, "1 Again")
    regular.collection.rename(regular.home / "elsewhere.db")
    ended = processes.finish(process, "4\n")
    assert ended.code == 1
    assert "was restored or replaced" in ended.err
    assert processes.acknowledged(ended.out.splitlines()) == []


def test_no_answer_falls_between_the_copy_and_the_restore(regular: Learner) -> None:
    """Restores beside a review: what was acknowledged is in what was kept, or it was refused."""
    backup = _backup(regular, str(regular.home / "base.db"))
    script = "\n1\n" * 20_000  # more than can be answered until the restore is there
    for _ in range(4):
        process = processes.start(regular.place, "review", "--plain", "--new", "60")
        processes.type_into(process, "\n1\n")
        processes.read_until(process, "rated ")
        processes.type_into(process, script)
        done = regular.run("restore", str(backup), "--yes")
        kept = Path(done.out.splitlines()[-1].partition(": ")[2])
        ended = processes.finish(process)
        given = len(processes.acknowledged(ended.out.splitlines()))
        assert _answers(kept) == 8 + 1 + given
        assert "was restored or replaced" in ended.err
        assert _reps(regular) == 8


RUINS = {
    "zero bytes": b"",
    "a text": b"Dear diary\n" * 500,
    "a header of nonsense": b"\x00" * 8192,
}


@pytest.mark.parametrize("log", [False, True], ids=["alone", "with a log"])
@pytest.mark.parametrize("ruin", [*RUINS, "cut short", "pages of nonsense", "gone"])
def test_a_restore_mends_whatever_is_there(regular: Learner, ruin: str, *, log: bool) -> None:
    """Damaged, empty, gone: the backup is put in its place, and what was there is kept."""
    backup, before = _backup(regular), regular.cards()
    file, beside = regular.collection, regular.home / "collection.db-wal"
    sound = file.read_bytes()
    if log:
        beside.write_bytes(_log_of_answers(regular))
    ruined = RUINS.get(ruin, b"")
    if ruin == "cut short":
        ruined = sound[:10_000]
    elif ruin == "pages of nonsense":
        ruined = sound[:4096] + random.Random(1).randbytes(len(sound) - 4096)
    file.write_bytes(ruined)
    if ruin == "gone":
        file.unlink()
    if log or ruin != "gone":
        _refused(regular.run("due"), "flashcards restore")
    done = regular.run("restore", str(backup), "--yes")
    assert (done.code, done.err) == (0, "")
    assert regular.cards() == before
    assert kill_drill.faults(regular.place) == ()
    if ruined and not log:  # what SQLite can apply of a log it does, before anybody looks
        kept = Path(done.out.splitlines()[-1].rpartition(" kept in ")[2])
        assert (kept / "collection.db").read_bytes() == ruined


def _log_of_answers(learner: Learner) -> bytes:
    """Give the log of a review that was killed, of another collection."""
    home = learner.home.parent / "other"
    process = processes.start(Place(home, learner.decks), "review", "--plain", "--new", "60")
    for _ in range(3):
        processes.type_into(process, "\n4\n")
        processes.read_until(process, "rated ")
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=processes.PATIENCE_S)
    return (home / "collection.db-wal").read_bytes()


def test_a_backup_of_an_older_schema_is_brought_to_this_one(learner: Learner) -> None:
    """What an older version of the program kept is restored, and climbs."""
    old = learner.home.parent / "old.db"
    scripts = schema.migrations()[:5]
    with closing(sqlite3.connect(old, isolation_level=None)) as database:
        for number, script in enumerate(scripts, start=1):
            schema.climb(database, number, script)
    done = learner.run("restore", str(old), "--yes")
    assert (done.code, done.err) == (0, "")
    with closing(sqlite3.connect(learner.collection)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (schema.SCHEMA_VERSION,)
    learner.write("deck: A\ncards:\n  - front: a\n    back: b\n")
    assert len(learner.cards()) == 1


def _hostile(learner: Learner, folder: Path) -> dict[str, Path]:
    sound = _backup(learner, str(folder / "sound.db")).read_bytes()
    found = {
        name: folder / f"{name}.db"
        for name in (
            *("text", "empty", "theirs", "cut", "ruined", "newer", "trap", "folder", "pipe"),
            *("loose", "none"),
        )
    }
    found["text"].write_text("mine\n" * 2000, encoding="utf-8")
    found["empty"].write_bytes(b"")
    found["cut"].write_bytes(sound[:20_000])
    found["ruined"].write_bytes(sound[:4096] + b"\x07" * (len(sound) - 4096))
    with closing(sqlite3.connect(found["theirs"])) as database:
        database.execute("CREATE TABLE notes (text)")
    for name, statement in (
        ("newer", "PRAGMA user_version = 99"),
        ("trap", "CREATE TRIGGER trap AFTER INSERT ON events BEGIN DELETE FROM cards; END"),
    ):
        found[name].write_bytes(sound)
        with closing(sqlite3.connect(found[name])) as database:
            database.execute(statement)
    found["folder"].mkdir()
    os.mkfifo(found["pipe"])
    found["loose"].symlink_to(folder / "nowhere.db")
    found["own"] = learner.collection
    return found


def test_nothing_but_a_whole_backup_is_restored(regular: Learner, tmp_path: Path) -> None:
    """A text, another database, a torso, a trap, a folder, a pipe: a sentence, and all stays."""
    before = regular.cards()
    for name, path in _hostile(regular, tmp_path).items():
        content = path.read_bytes() if path.is_file() else b""
        words = {"newer": "newer version", "none": "no file and no backup"}
        _refused(regular.run("restore", str(path), "--yes"), words.get(name, "was not restored"))
        assert (path.read_bytes() if path.is_file() else b"") == content
    assert regular.cards() == before
    assert not (regular.home / "backups").exists()
    assert _left_over(regular) == []


def test_a_restore_through_a_link_and_beside_its_log(regular: Learner, tmp_path: Path) -> None:
    """A link to a backup is one; so is the collection of another home, with what its log holds."""
    backup = _backup(regular, str(tmp_path / "a.db"))
    (tmp_path / "way.db").symlink_to(backup)
    assert regular.run("restore", str(tmp_path / "way.db"), "--yes").code == 0
    _log_of_answers(regular)
    other = regular.home.parent / "other" / "collection.db"
    done = regular.run("restore", str(other), "--yes")
    assert done.out.splitlines()[0] == f"{other}: 60 cards, 3 answers."
    assert _reps(regular) == 3


def test_a_restore_that_is_killed_leaves_the_old_or_the_new(regular: Learner) -> None:
    """Kill -9 at any moment: one of the two, whole, and the next start sweeps what was begun."""
    backup = _backup(regular, str(regular.home.parent / "a.db"))
    regular.answer("4")
    chance = random.Random(7)
    seen = set()
    for _ in range(12):
        process = processes.start(regular.place, "restore", str(backup), "--yes")
        processes.read_until(process, str(backup))
        try:
            process.wait(chance.uniform(0, 0.12))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        process.communicate(timeout=processes.PATIENCE_S)
        assert kill_drill.faults(regular.place) == ()
        reps = _reps(regular)
        assert reps in {8, 9}
        assert _left_over(regular) == []
        seen.add(reps)
        if reps == 8:
            regular.answer("4")
    assert seen


# -- What is there


def test_an_empty_file_is_no_new_collection(regular: Learner) -> None:
    """A database of zero bytes was one once: nothing is made in its place by itself."""
    for path in regular.home.glob("collection.db-*"):
        path.unlink()
    regular.collection.write_bytes(b"")
    for command in (("due",), ("review", "--plain"), ("backup",)):
        _refused(regular.run(*command), "is damaged")
    assert regular.collection.read_bytes() == b""


def test_a_damaged_collection_is_never_taken_for_a_backup(regular: Learner) -> None:
    """Pages that the disk lost are found when they are copied: no backup is made or replaced."""
    kept = regular.home / "kept.db"
    assert _backup(regular, str(kept)) == kept
    before = kept.read_bytes()
    for path in regular.home.glob("collection.db-*"):
        path.unlink()
    with closing(sqlite3.connect(regular.collection)) as database:
        (root,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'notes'")
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with regular.collection.open("r+b") as file:
        file.seek((root[0] - 1) * size + 8)
        file.write(b"\xff" * (size - 8))
    for words in ((), (str(kept),)):
        _refused(regular.run("backup", *words), "is damaged")
    assert kept.read_bytes() == before
    assert not list(regular.home.glob("backups/*"))


def test_a_collection_is_made_whole_or_not_at_all(learner: Learner) -> None:
    """However early the very first start is killed, the next one finds no half a database."""
    kill_drill.new_place(learner.place)
    chance = random.Random(3)
    for _ in range(12):
        shutil.rmtree(learner.home, ignore_errors=True)
        process = processes.start(learner.place, "due")
        try:
            process.wait(chance.uniform(0.05, 0.5))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        process.communicate(timeout=processes.PATIENCE_S)
        if learner.collection.exists():
            assert learner.collection.stat().st_size
        assert learner.run("due").code == 0
        assert _left_over(learner) == []


def test_copies_of_older_versions_move_among_the_backups(regular: Learner) -> None:
    """What a migration used to leave beside the database is swept, or listed with the others."""
    backup = _backup(regular, str(regular.home.parent / "a.db"))
    shutil.copy(backup, regular.home / "collection.db.schema-9")
    (regular.home / "collection.db.schema-8.part").write_bytes(b"half")
    assert regular.run("due").code == 0
    assert sorted(path.name for path in regular.home.iterdir()) == ["backups", "collection.db"]
    listed = regular.run("backup", "--list").out
    assert "60 cards, 8 answers" in listed
    assert "(schema-9)" in listed


def test_nobody_else_reads_what_is_kept(learner: Learner) -> None:
    """Folders we make are the owner's alone, and so is every file, whatever the umask."""
    kill_drill.new_place(learner.place)
    before = os.umask(0)
    try:
        process = processes.start(learner.place, "review", "--plain")
        processes.type_into(process, "\n4\n")
        processes.read_until(process, "rated ")
        assert learner.run("backup").code == 0
        found = {path: stat.S_IMODE(path.stat().st_mode) for path in learner.home.rglob("*")}
        processes.finish(process, "q\n")
    finally:
        os.umask(before)
    assert stat.S_IMODE(learner.home.stat().st_mode) == 0o700
    assert {path.name for path in found} > {"collection.db-wal", "collection.db-shm", "backups"}
    assert {mode for path, mode in found.items() if path.is_file()} == {0o600}
    assert {mode for path, mode in found.items() if path.is_dir()} == {0o700}


def test_a_folder_of_ones_own_keeps_its_mode(learner: Learner) -> None:
    """A home that a person made may be shared: it is left as it is."""
    learner.home.mkdir(mode=0o755)
    assert learner.run("due").code == 0
    assert stat.S_IMODE(learner.home.stat().st_mode) == 0o755


# -- What stands in rows and in the clock

NONSENSE = (None, "nonsense", "[[1]]", b"\xff", -1, 7, 2**62, -(2**62), 9e300, float("inf"))
LOOKS = (
    ("due", "--json"),
    ("review", "--plain"),
    ("cards", "--json"),
    ("stats", "--json"),
    ("config", "--json"),
    ("plan", "--by", "2026-12-20"),
    ("reschedule",),
    ("check",),
    (),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    ["meta", "settings", "deck_settings", "deck_files", "topics", "notes", "cards", "events",
     "parameter_sets"],
)  # fmt: skip
def test_nonsense_in_a_row_is_a_sentence(regular: Learner, table: str) -> None:
    """Whatever stands in whichever column, a command does its work or says what is wrong."""
    regular.run("config", "new_per_day", "12")
    regular.run("config", "--deck", "Drill", "new_per_day", "3")
    sound = regular.collection.read_bytes()
    chance = random.Random(table)
    with closing(sqlite3.connect(regular.collection)) as database:
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    for column in columns:
        for value in NONSENSE:
            for path in regular.home.glob("collection.db-*"):
                path.unlink()
            regular.collection.write_bytes(sound)
            with closing(sqlite3.connect(regular.collection)) as database:
                database.execute("PRAGMA ignore_check_constraints = ON")
                try:
                    statement = f"UPDATE OR IGNORE {table} SET {column} = ?"  # noqa: S608 - names
                    database.execute(statement, (value,))
                    database.commit()
                except sqlite3.Error:
                    continue
            command = chance.choice(LOOKS)
            result = regular.run(*command, typed="\n3\n")
            assert result.code in {0, 1}, (column, value, command, result.err)
            assert "Traceback" not in result.err, (column, value, command, result.err)


@pytest.mark.parametrize("version", [-1, 0, 1, 5, 8, 2**31 - 1])
def test_a_version_that_is_not_its_own_is_damage(regular: Learner, version: int) -> None:
    """A database that says it is older or newer than it is, is climbed no step."""
    with closing(sqlite3.connect(regular.collection)) as database:
        database.execute(f"PRAGMA user_version = {version}")
    for command in LOOKS:
        _refused(regular.run(*command), "newer version" if version > 99 else "is damaged")


@pytest.mark.parametrize("now", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_a_clock_without_due_days_is_a_sentence(learner: Learner, now: str) -> None:
    """In the first and the last year there is, no command ends in a traceback."""
    learner.write("deck: A\ncards:\n  - front: a\n    back: b\n")
    learner.at(now)
    for command in LOOKS:
        result = learner.run(*command, typed="\n4\n")
        assert result.code in {0, 1}
        assert "Traceback" not in result.err
    _refused(learner.run("due"), "it takes the years 1971 to 8999")


def test_a_setting_that_cannot_be_is_taken_back(regular: Learner) -> None:
    """The sentence names the command that mends it, and the command does."""
    with closing(sqlite3.connect(regular.collection)) as database, database:
        database.execute("INSERT INTO settings VALUES ('rollover', 'noon'), ('gone', '1')")
    for _ in range(2):
        refused = regular.run("due")
        _refused(refused, "--default` takes that back")
        regular.run(*refused.err.partition("`flashcards ")[2].partition("`")[0].split())
    assert regular.run("due").code == 0
