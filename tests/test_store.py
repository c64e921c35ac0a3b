"""A database in trouble: each trouble is a sentence and exit code 1, and makes nothing worse."""

import random
import resource
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import kill_drill
import processes
import pytest
from conftest import Learner, Result

from flashcards.store import database, schema
from flashcards.store.database import Database, connect
from flashcards.store.failures import failures_in_words
from flashcards.store.schema import SCHEMA_VERSION

PAGE = 4096
COMMANDS = (("due",), ("cards", "--json"), ("check",), ("review", "--plain"))
Open = Callable[..., Database]


def _trouble(result: Result | processes.Ended, words: str) -> None:
    """Check that a run ended with a sentence that holds `words`."""
    assert result.code == 1
    assert result.err.startswith("flashcards: ")
    assert words in result.err
    assert "Traceback" not in result.err


def _every_command_says(learner: Learner, words: str) -> None:
    for command in COMMANDS:
        _trouble(learner.run(*command, typed="\n3\n"), words)


def _whole(learner: Learner) -> None:
    """Check that the database is sound and every state is the fold of its log."""
    assert kill_drill.faults(learner.place) == ()


# -- The file


def test_a_page_of_nonsense_is_called_damage(regular: Learner) -> None:
    """Whichever page a failing disk ruined, a command works or says that the file is damaged."""
    sound = regular.collection.read_bytes()
    named = 0
    for page in range(len(sound) // PAGE):
        ruined = bytearray(sound)
        # The first hundred bytes are the header: without it, it is no database at all.
        start = page * PAGE or 100
        end = (page + 1) * PAGE
        ruined[start:end] = random.Random(page).randbytes(end - start)
        for command in COMMANDS:
            _put(regular, bytes(ruined))
            result = regular.run(*command, typed="\n3\n")
            if result.code:
                _trouble(result, "is damaged")
                named += 1
    assert named > len(sound) // PAGE


def _put(learner: Learner, content: bytes) -> None:
    for path in learner.home.iterdir():
        path.unlink()
    learner.collection.write_bytes(content)


@pytest.mark.parametrize("kept", [10_000, PAGE * 3, PAGE, 700])
def test_a_file_cut_short_is_called_damaged(regular: Learner, kept: int) -> None:
    """Half a copy is no collection, and no command goes on as if the rest had never been."""
    _put(regular, regular.collection.read_bytes()[:kept])
    _every_command_says(regular, "is damaged")
    assert regular.collection.read_bytes()[:16] == b"SQLite format 3\x00"


def test_nonsense_in_a_card_is_called_damage(regular: Learner) -> None:
    """A value that no version of the program writes is damage, and not a traceback."""
    with closing(sqlite3.connect(regular.collection)) as raw:
        raw.execute("PRAGMA ignore_check_constraints = ON")
        raw.execute("UPDATE cards SET state = 7")
        raw.commit()
    _trouble(regular.run("cards", "--json"), "is damaged")


def test_an_error_of_the_program_is_not_called_damage(regular: Learner) -> None:
    """While the database is whole, an unforeseen error stays what it is."""
    with pytest.raises(ValueError, match="abc"), failures_in_words(str(regular.collection)):
        int("abc")


def test_a_file_that_is_no_database_is_left_alone(regular: Learner) -> None:
    """A text in the place of the database is named, and not a byte of it changes."""
    text = b"Dear diary, today I learnt about caches.\n" * 200
    _put(regular, text)
    _every_command_says(regular, "is not a flashcards database")
    assert regular.collection.read_bytes() == text


def test_the_database_of_another_program_is_left_alone(regular: Learner) -> None:
    """No table is added to it, no setting changed."""
    _put(regular, b"")
    with closing(sqlite3.connect(regular.collection)) as theirs:
        theirs.execute("CREATE TABLE notes (text)")
        theirs.execute("PRAGMA user_version = 1")
    before = regular.collection.read_bytes()
    _every_command_says(regular, "is not a flashcards database")
    assert regular.collection.read_bytes() == before


def test_a_newer_database_is_refused_and_left_alone(regular: Learner) -> None:
    """An older program does not touch what a newer one wrote; it says which to install."""
    with closing(sqlite3.connect(regular.collection)) as raw:
        raw.execute("PRAGMA user_version = 99")
    before = regular.collection.read_bytes()
    words = f"newer version of this program (schema 99, this one knows {SCHEMA_VERSION})"
    _every_command_says(regular, words)
    assert regular.collection.read_bytes() == before


# -- The folder and the disk


def test_a_home_that_cannot_be_made_is_named(learner: Learner) -> None:
    """Below a file there is no folder; the way out is named."""
    learner.home.write_text("not a folder", encoding="utf-8")
    for home in (learner.home, learner.home / "below"):
        result = learner.run_bare("--home", str(home), "--decks", str(learner.decks), "due")
        _trouble(result, f"cannot keep a collection in {home}")
        assert "--home DIR" in result.err


def test_a_folder_in_the_place_of_the_database_is_named(learner: Learner) -> None:
    """Not even a folder called collection.db gives a traceback."""
    learner.collection.mkdir(parents=True)
    _trouble(learner.run("due"), "cannot be opened")


def test_a_full_disk_ends_the_review_and_keeps_what_was_acknowledged(
    regular: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer that no longer fits is not acknowledged; all others are there."""
    before = sum(card["reps"] for card in regular.cards())
    with monkeypatch.context() as patch:
        patch.setattr(database, "connect", _on_a_full_disk(database.connect))
        result = regular.review("\n1\n" * 200)
    _trouble(result, "the disk is full")
    assert len(result.rated) > 1
    assert sum(card["reps"] for card in regular.cards()) == before + len(result.rated)
    _whole(regular)


def test_a_deck_that_no_longer_fits_is_taken_over_whole_later(
    regular: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk a new deck adds none of its cards, and all of them once there is room."""
    long = "x" * 3000
    cards = "".join(f"  - front: Question {n} {long}\n    back: '{n}'\n" for n in range(40))
    regular.write(f"deck: Long\ncards:\n{cards}", "long.yaml")
    with monkeypatch.context() as patch:
        patch.setattr(database, "connect", _on_a_full_disk(database.connect))
        _trouble(regular.run("due"), "the disk is full")
    _whole(regular)
    assert len(regular.cards("deck:Drill")) == kill_drill.CARDS
    assert len(regular.cards("deck:Long")) == 40


def _on_a_full_disk(real: Open) -> Open:
    """Let the database grow by two pages and no more."""

    def limited(home: str) -> Database:
        opened = real(home)
        (pages,) = opened.execute("PRAGMA page_count").fetchone()
        opened.execute(f"PRAGMA max_page_count = {pages + 2}")
        return opened

    return limited


def test_a_disk_that_refuses_ends_the_review_and_keeps_what_was_acknowledged(
    regular: Learner,
) -> None:
    """A limit on the size of files, met in the middle of a sitting, is a sentence as well."""
    before = sum(card["reps"] for card in regular.cards())
    limited = ("sh", "-c", 'ulimit -f 360; exec "$@"', "sh")
    process = processes.start(regular.place, "review", "--plain", through=limited)
    ended = processes.finish(process, "\n1\n" * 200)
    _trouble(ended, "reading or writing")
    rated = processes.acknowledged(ended.out.splitlines())
    assert rated
    assert sum(card["reps"] for card in regular.cards()) == before + len(rated)
    _whole(regular)


# -- Other programs


@pytest.fixture
def impatient(regular: Learner, monkeypatch: pytest.MonkeyPatch) -> Learner:
    """Give a learner whose program waits for others no longer than a moment."""
    monkeypatch.setattr(database, "connect", partial(connect, busy_timeout_ms=20))
    return regular


def test_a_program_that_does_not_let_go_is_named(impatient: Learner) -> None:
    """While another one writes and writes, one can look but not answer, and is told why."""
    before = impatient.cards()
    with closing(connect(str(impatient.home))) as holder:
        holder.execute("BEGIN IMMEDIATE")
        holder.execute("UPDATE cards SET suspended = 1")
        assert impatient.run("due").code == 0
        assert impatient.cards() == before
        _trouble(impatient.answer("3"), "is in use by another program")
        _trouble(impatient.run("suspend", before[0]["id"]), "is in use by another program")
        impatient.write("deck: New\ncards:\n  - front: a\n    back: b\n", "new.yaml")
        _trouble(impatient.run("due"), "is in use by another program")
    assert len(impatient.cards()) == kill_drill.CARDS + 1
    assert impatient.cards("is:suspended") == []
    _whole(impatient)


def test_a_program_that_shuts_others_out_is_named(impatient: Learner) -> None:
    """An exclusive lock (a backup tool, a database browser) is a sentence too."""
    with closing(sqlite3.connect(impatient.collection, isolation_level=None)) as holder:
        holder.execute("PRAGMA locking_mode = EXCLUSIVE")
        holder.execute("BEGIN IMMEDIATE")
        _every_command_says(impatient, "is in use by another program")


def test_a_short_wait_is_no_trouble(regular: Learner) -> None:
    """A writer that lets go in time is waited for, and nobody hears of it."""
    with closing(connect(str(regular.home))) as holder:
        holder.execute("BEGIN IMMEDIATE")
        process = processes.start(regular.place, "review", "--plain")
        processes.type_into(process, "\n3\n")
        processes.read_until(process, "1 Again")
    ended = processes.finish(process)
    assert (ended.code, ended.err) == (0, "")
    assert len(processes.acknowledged(ended.out.splitlines())) == 1


# -- Migrations

STEP = "ALTER TABLE cards ADD COLUMN remark TEXT;\nCREATE TABLE remarks (text TEXT) STRICT;\n"


def _new_version(patch: pytest.MonkeyPatch, script: str) -> None:
    """Let the program be one whose schema is a step further."""
    scripts = [*schema.migrations(), script]
    patch.setattr(schema, "migrations", lambda: scripts)
    patch.setattr(schema, "SCHEMA_VERSION", len(scripts))


def _copy_of_before(learner: Learner) -> Path:
    (found,) = learner.home.glob(f"backups/collection-*-schema-{SCHEMA_VERSION}.db")
    return found


def test_a_migration_keeps_everything_and_a_copy(
    regular: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an upgrade all is as before, and beside it lies the database of before."""
    before = regular.cards()
    _new_version(monkeypatch, STEP)
    assert regular.cards() == before
    assert sorted(path.name for path in regular.home.iterdir()) == ["backups", "collection.db"]
    with closing(sqlite3.connect(_copy_of_before(regular))) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copy.execute("SELECT count(*) FROM events").fetchone() == (8,)
    monkeypatch.undo()
    _trouble(
        regular.run_bare("--home", str(regular.home), "--decks", str(regular.decks), "due"),
        "newer version",
    )


def test_without_room_for_the_copy_nothing_is_migrated(
    regular: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upgrade that cannot keep a copy says so, and leaves neither half a copy nor a step."""
    before = regular.cards()
    with monkeypatch.context() as patch, _files_no_larger_than(64 * 1024):
        _new_version(patch, STEP)
        _trouble(regular.run("due"), "reading or writing")
    assert [path.name for path in regular.home.iterdir() if path.is_file()] == ["collection.db"]
    assert list(regular.home.glob("backups/*")) == []
    assert regular.cards() == before


@contextmanager
def _files_no_larger_than(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_the_copy_is_a_collection_to_go_back_to(
    regular: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Restored by the older program, the copy is what it had left."""
    before = regular.cards()
    with monkeypatch.context() as patch:
        _new_version(patch, STEP)
        assert regular.run("due").code == 0
    assert regular.run("restore", str(_copy_of_before(regular)), "--yes").code == 0
    assert regular.cards() == before


def test_a_crash_inside_a_migration_leaves_the_old_version(
    regular: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a step is no step: the old program goes on, and the next try finds the old version."""
    before = regular.cards()
    with monkeypatch.context() as patch:
        _new_version(patch, STEP + "DROP TABLE nowhere;\n")
        with pytest.raises(sqlite3.OperationalError, match="nowhere"):
            regular.run("due")
    with closing(connect(str(regular.home))) as store:
        assert store.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert store.execute("SELECT 1 FROM sqlite_master WHERE name = 'remarks'").fetchall() == []
    assert regular.cards() == before
    with monkeypatch.context() as patch:
        _new_version(patch, STEP)
        assert regular.cards() == before


def test_programs_that_migrate_at_once_take_each_step_once(
    regular: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many start after an upgrade, one migrates, and the copy is of before."""
    _new_version(monkeypatch, STEP)

    def version(_: int) -> int:
        with closing(connect(str(regular.home))) as store:
            found: int = store.execute("PRAGMA user_version").fetchone()[0]
            return found

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(version, range(8))) == {SCHEMA_VERSION + 1}
    with closing(sqlite3.connect(_copy_of_before(regular))) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_a_log_of_before_estimates_climbs_whole(tmp_path: Path) -> None:
    """Answers and the attempts that led to them are as they were, and still belong together."""
    scripts = schema.migrations()[:5]
    with closing(sqlite3.connect(tmp_path / "collection.db")) as old, old:
        for script in scripts:
            old.executescript(script)
        old.executescript(
            "INSERT INTO meta VALUES ('device', 'here');"
            "INSERT INTO deck_files VALUES (1, 'a.yaml', 1, 1, x'', 1, 1, 0, 'A', 0, 1, 0, '', '');"
            "INSERT INTO topics VALUES (1, 1, 't', 1, 'T', 'T?', '');"
            "INSERT INTO notes VALUES (1, 'n', 1, 'cards', 1, '', '', '', '', '', '', 0, 'g', 1,"
            " x'', 1);"
            "INSERT INTO cards (id, uid, note, topic, kind, ordinal, gap, anki_id, first_front,"
            " first_back, front, back, position, presence, created_at_ms)"
            " VALUES (1, 'c', 1, 1, 'basic', 1, 0, 1, 'q', 'a', 'q', 'a', 1, 1, 1);"
            "INSERT INTO events VALUES (7, 1, 'review', 'here', 1, 99, 99, 0, 20000, 3, 5, 0, NULL,"
            " 1, 1, 0.9, 600, 20000, 1, '', NULL, 0);"
            "INSERT INTO attempts VALUES (1, 1, 98, 0, 5, 'p', 'x', '[]', 7);"
            "PRAGMA user_version = 5;"
        )
        before = old.execute("SELECT * FROM events").fetchall()
    with closing(connect(str(tmp_path))) as store:
        assert [row[:-2] for row in store.execute("SELECT * FROM events")] == before
        assert store.execute("SELECT text, event FROM attempts").fetchall() == [("x", 7)]
        assert store.execute("PRAGMA foreign_key_check").fetchall() == []
        with pytest.raises(sqlite3.IntegrityError):
            store.execute("UPDATE attempts SET event = 8")
