"""Packages that a real Anki wrote, in all its formats, and packages made to do harm."""

import json
import shutil
import sqlite3
import struct
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import zstandard
from anki_desktop import Desktop

from flashcards.anki.reading import opening, tables, wire
from flashcards.anki.reading.contents import CardType
from flashcards.errors import PackageError
from flashcards.memory.days import study_day
from flashcards.memory.scheduling import DEFAULT_WEIGHTS
from flashcards.model import Moment

FORMATS = ("new.apkg", "old.apkg", "new.colpkg", "old.colpkg")
PIXEL = b"\x89PNG\r\n\x1a\n" + b"0" * 100


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with one small collection in the four formats that Anki writes."""
    folder = tmp_path_factory.mktemp("packages")
    desk = Desktop(folder / "anki")
    deck = desk.col.decks.id('Größe::B "x"')
    assert deck is not None
    Path(desk.col.media.dir(), "bild ä.png").write_bytes(PIXEL)
    preset = desk.col.decks.add_config("Own")
    preset["fsrsParams6"] = [*DEFAULT_WEIGHTS[:20], 0.2]
    preset["desiredRetention"] = 0.85
    desk.col.decks.update_config(preset)
    described = desk.col.decks.get(deck)
    assert described is not None
    desk.col.decks.set_config_id_for_deck_dict(described, preset["id"])
    note = desk.add("Basic", deck, '<b>Front</b><img src="bild ä.png">', "Back")
    note.tags = ["one", "two::three"]
    desk.col.update_note(note)
    desk.answer(note.cards()[0], 4)
    desk.add("Cloze", deck, "{{c1::a}} {{c3::b}}", "extra")
    desk.add("Basic (and reversed card)", deck, "there", "back")
    desk.col.sched.suspend_cards([desk.add("Basic", 1, "asleep", "yes").cards()[0].id])
    desk.give(folder / "new.apkg")
    desk.give(folder / "old.apkg", legacy=True)
    for name, legacy in (("new.colpkg", False), ("old.colpkg", True)):
        desk.col.export_collection_package(str(folder / name), include_media=True, legacy=legacy)
        desk.reopen()
    desk.close()
    return folder


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_holds_the_same(packages: Path, name: str, tmp_path: Path) -> None:
    """Notes, cards, reviews, decks, presets and images come out alike, old format or new."""
    with opening.opened(str(packages / name)) as package:
        collection = package.collection
        notes = list(collection.notes())
        assert [note.fields for note in notes] == [
            ('<b>Front</b><img src="bild ä.png">', "Back"),
            ("{{c1::a}} {{c3::b}}", "extra"),
            ("there", "back"),
            ("asleep", "yes"),
        ]
        assert notes[0].tags == ("one", "two::three")
        types = [collection.note_types[note.note_type] for note in notes]
        assert [(one.name, one.cloze, len(one.templates)) for one in types] == [
            ("Basic", False, 1),
            ("Cloze", True, 1),
            ("Basic (and reversed card)", False, 2),
            ("Basic", False, 1),
        ]
        assert types[0].fields == ("Front", "Back")
        assert types[2].templates[1].question == "{{Back}}"
        cards = list(collection.cards())
        assert [card.ordinal for card in cards] == [0, 0, 2, 0, 1, 0]
        assert [card.suspended for card in cards] == [False] * 5 + [True]
        assert [card.type for card in cards] == [CardType.REVIEW] + [CardType.NEW] * 5
        assert cards[0].memory == pytest.approx((DEFAULT_WEIGHTS[3], 1.0), abs=1e-3)
        deck = collection.decks[cards[0].deck]
        assert deck.name == 'Größe::B "x"'
        assert deck.preset is not None
        assert deck.preset.weights[20] == pytest.approx(0.2)
        assert deck.preset.desired_retention == pytest.approx(0.85)
        (line,) = collection.log()
        assert (line.card, line.ease, line.factor) == (cards[0].id, 4, 100)
        answered = Moment(line.id, time.localtime(line.id // 1000).tm_gmtoff)
        assert cards[0].due_day == study_day(answered, 4) + line.interval
        package.archive.unpack_medium("bild ä.png", str(tmp_path / "image"))
        assert (tmp_path / "image").read_bytes() == PIXEL


def test_the_oldest_packages_say_nothing_of_their_format(packages: Path, tmp_path: Path) -> None:
    """Without `meta`, a package is one of `collection.anki21` or of `collection.anki2`."""
    with zipfile.ZipFile(packages / "old.apkg") as old:
        collection, media = old.read("collection.anki21"), old.read("media")
    for name in ("collection.anki2", "collection.anki21"):
        path = tmp_path / f"{name}.apkg"
        with zipfile.ZipFile(path, "w") as package:
            package.writestr(name, collection)
            package.writestr("media", media)
        with opening.opened(str(path)) as found:
            assert len(list(found.collection.notes())) == 4


# Made to do harm


def changed(source: Path, target: Path, **members: bytes | None) -> str:
    """Copy a package with some members put in or taken out; `_` in a name stands for a dot."""
    new = {name.replace("_", "."): data for name, data in members.items()}
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as package:
        for entry in old.infolist():
            if entry.filename not in new:
                package.writestr(entry, old.read(entry))
        for name, data in new.items():
            if data is not None:
                package.writestr(name, data, zipfile.ZIP_DEFLATED)
    return str(target)


def look_at_all(path: str) -> None:
    """Read everything there is in a package."""
    with opening.opened(path) as package:
        collection = package.collection
        assert collection.note_types is not None
        assert collection.decks is not None
        for values in (collection.notes(), collection.cards(), collection.log()):
            for _ in values:
                pass


@contextmanager
def database(packages: Path, folder: Path) -> Iterator[sqlite3.Connection]:
    """Give the legacy collection to be damaged."""
    with zipfile.ZipFile(packages / "old.apkg") as old:
        (folder / "db").write_bytes(old.read("collection.anki21"))
    with closing(sqlite3.connect(folder / "db", isolation_level=None)) as connection:
        yield connection


def with_sql(packages: Path, folder: Path, *statements: str) -> str:
    """Give a package whose collection went through `statements`."""
    with database(packages, folder) as connection:
        for statement in statements:
            connection.execute(statement)
    data = (folder / "db").read_bytes()
    return changed(packages / "old.apkg", folder / "bad.apkg", collection_anki21=data)


def zstd(data: bytes) -> bytes:
    """Pack data as the new format does."""
    return zstandard.ZstdCompressor().compress(data)


def field(number: int, data: bytes) -> bytes:
    """Write a field of bytes of a protocol buffer, short ones only."""
    return bytes((number << 3 | 2, len(data))) + data


def truncated(packages: Path, folder: Path) -> str:
    """Give a package with or of: the first half of one."""
    data = (packages / "new.apkg").read_bytes()
    (folder / "bad.apkg").write_bytes(data[: len(data) // 2])
    return str(folder / "bad.apkg")


def no_zip(packages: Path, folder: Path) -> str:
    """Give a package with or of: a file that is none."""
    del packages
    (folder / "bad.apkg").write_bytes(b"-----BEGIN PRIVATE KEY-----\n" * 100)
    return str(folder / "bad.apkg")


def bytes_flipped(packages: Path, folder: Path) -> str:
    """Give a package with or of: bytes changed on the way."""
    data = bytearray((packages / "old.apkg").read_bytes())
    for at in range(2000, 4000):
        data[at] ^= 0x55
    (folder / "bad.apkg").write_bytes(data)
    return str(folder / "bad.apkg")


def ten_gigabytes_declared(packages: Path, folder: Path) -> str:
    """Give a package with or of: a collection said to be enormous."""
    path = changed(packages / "new.apkg", folder / "bad.apkg")
    data = bytearray(Path(path).read_bytes())
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"collection.anki21b"))
    data[at + 24 : at + 28] = struct.pack("<I", 0xFFFFFFFE)
    Path(path).write_bytes(data)
    return path


def bomb_in_the_zip(packages: Path, folder: Path) -> str:
    """Give a package with or of: zeros packed very tightly."""
    zeros = bytes(200 * 1024**2)
    return changed(packages / "old.apkg", folder / "bad.apkg", collection_anki21=zeros)


def bomb_in_the_new_format(packages: Path, folder: Path) -> str:
    """Give a package with or of: the same within the newer format."""
    zeros = zstd(bytes(200 * 1024**2))
    return changed(packages / "new.apkg", folder / "bad.apkg", collection_anki21b=zeros)


def half_a_collection(packages: Path, folder: Path) -> str:
    """Give a package with or of: half a collection."""
    with zipfile.ZipFile(packages / "new.apkg") as package:
        data = package.read("collection.anki21b")
    half = data[: len(data) // 2]
    return changed(packages / "new.apkg", folder / "bad.apkg", collection_anki21b=half)


def damaged_pages(packages: Path, folder: Path) -> str:
    """Give a package with or of: damaged pages."""
    with zipfile.ZipFile(packages / "old.apkg") as package:
        data = bytearray(package.read("collection.anki21"))
    for at in range(5000, len(data), 1000):
        data[at : at + 100] = bytes(range(100))
    return changed(packages / "old.apkg", folder / "bad.apkg", collection_anki21=bytes(data))


def nothing_of_a_database(packages: Path, folder: Path) -> str:
    """Give a package with or of: nothing of a database."""
    return changed(packages / "old.apkg", folder / "bad.apkg", collection_anki21=b"x" * 5000)


def a_view_for_a_table(packages: Path, folder: Path) -> str:
    """Give a package with or of: a view for a table."""
    return with_sql(
        packages,
        folder,
        "ALTER TABLE notes RENAME TO others",
        "CREATE VIEW notes AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
        " SELECT i AS id, i AS guid, 1 AS mid, '' AS tags, i AS flds FROM n",
    )


def nonsense_in_json(packages: Path, folder: Path) -> str:
    """Give a package with or of: nonsense in json."""
    return with_sql(packages, folder, """UPDATE col SET models = '{"1": {"name": 3}}'""")


def nested_beyond_reason(packages: Path, folder: Path) -> str:
    """Give a package with or of: nested beyond reason."""
    return with_sql(packages, folder, f"UPDATE col SET models = '{'[' * 100_000}'")  # noqa: S608 - the test's own


def a_schema_of_the_future(packages: Path, folder: Path) -> str:
    """Give a package with or of: a schema of the future."""
    return with_sql(packages, folder, "UPDATE col SET ver = 99")


def no_such_button(packages: Path, folder: Path) -> str:
    """Give a package with or of: no such button."""
    return with_sql(packages, folder, "UPDATE revlog SET type = 77")


def a_format_of_the_future(packages: Path, folder: Path) -> str:
    """Give a package with or of: a format of the future."""
    return changed(packages / "new.apkg", folder / "bad.apkg", meta=b"\x08\x09")


def no_protocol_buffer(packages: Path, folder: Path) -> str:
    """Give a package with or of: no protocol buffer."""
    return changed(packages / "new.apkg", folder / "bad.apkg", media=zstd(b"\xff" * 40))


def a_size_beyond_the_end(packages: Path, folder: Path) -> str:
    """Give a package with or of: a size beyond the end."""
    return changed(packages / "new.apkg", folder / "bad.apkg", media=zstd(b"\x0a\x7fabc"))


def a_way_out(packages: Path, folder: Path) -> str:
    """Give a package with or of: an image outside of its folder."""
    media = zstd(field(1, field(1, b"../../.ssh/authorized_keys")))
    return changed(packages / "new.apkg", folder / "bad.apkg", media=media)


def an_absolute_name(packages: Path, folder: Path) -> str:
    """Give a package with or of: an image with an absolute name."""
    media = json.dumps({"0": "/etc/passwd"}).encode()
    return changed(packages / "old.apkg", folder / "bad.apkg", media=media)


def a_drive(packages: Path, folder: Path) -> str:
    """Give a package with or of: an image on a drive."""
    media = json.dumps({"0": "C:\\autoexec.bat"}).encode()
    return changed(packages / "old.apkg", folder / "bad.apkg", media=media)


def no_collection(packages: Path, folder: Path) -> str:
    """Give a package with or of: no collection."""
    return changed(packages / "new.apkg", folder / "bad.apkg", collection_anki21b=None)


def made_anew(packages: Path, folder: Path, table: str, columns: str, *then: str) -> str:
    """Give a package with one table in another form, its rows kept."""
    with database(packages, folder) as connection:
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    named = ", ".join(names)
    return with_sql(
        packages,
        folder,
        f"ALTER TABLE {table} RENAME TO old",
        f"CREATE TABLE {table} ({named}{columns})",
        f"INSERT INTO {table} ({named}) SELECT * FROM old",  # noqa: S608 - the test's own
        "DROP TABLE old",
        *then,
    )


def a_computed_column(packages: Path, folder: Path) -> str:
    """Give a package with or of: a column that is sixty megabytes in every row, when read."""
    return made_anew(packages, folder, "notes", ", more AS (printf('%.*c', 60000000, 'x'))")


def a_check_to_compute(packages: Path, folder: Path) -> str:
    """Give a package with or of: a check that computes what its author wrote."""
    check = ", CHECK (length(printf('%.*c', 60000000, 'x')))"
    return made_anew(packages, folder, "revlog", check)


def nothing_for_a_guid(packages: Path, folder: Path) -> str:
    """Give a package with or of: notes without identity."""
    return made_anew(packages, folder, "notes", "", "UPDATE notes SET guid = NULL")


def an_index_that_is_no_text(packages: Path, folder: Path) -> str:
    """Give a package with or of: a schema of which SQLite itself quotes what is no UTF-8."""
    with database(packages, folder):
        data = (folder / "db").read_bytes()
    damaged = data.replace(b"ix_notes_usn ON notes", b"ix_notes_usn ON n\x8d\x8des")
    assert damaged != data
    return changed(packages / "old.apkg", folder / "bad.apkg", collection_anki21=damaged)


def nothing_for_a_due_day(packages: Path, folder: Path) -> str:
    """Give a package with or of: cards without a due number."""
    return made_anew(packages, folder, "cards", "", "UPDATE cards SET due = NULL")


def nothing_for_a_button(packages: Path, folder: Path) -> str:
    """Give a package with or of: answers without a button."""
    return made_anew(packages, folder, "revlog", "", "UPDATE revlog SET ease = NULL")


def a_number_for_a_template(packages: Path, folder: Path) -> str:
    """Give a package with or of: a template that is a number."""
    statement = """UPDATE col SET models = replace(models, '"qfmt":"', '"qfmt":5,"other":"')"""
    return with_sql(packages, folder, statement)


def a_card_numbered_beyond_reason(packages: Path, folder: Path) -> str:
    """Give a package with or of: a card whose number has no room for another."""
    return with_sql(packages, folder, f"UPDATE cards SET id = {2**63 - 1} WHERE ord = 2")  # noqa: S608 - the test's own


def steps_without_end(packages: Path, folder: Path) -> str:
    """Give a package with or of: learning steps that are no numbers."""
    statement = "UPDATE col SET dconf = replace(dconf, '[1.0,10.0]', '[Infinity]')"
    return with_sql(packages, folder, statement)


def a_format_of_nothing(packages: Path, folder: Path) -> str:
    """Give a package with or of: a format that is left empty."""
    return changed(packages / "new.apkg", folder / "bad.apkg", meta=b"")


def a_list_of_what_is_not_there(packages: Path, folder: Path) -> str:
    """Give a package with or of: millions of images in its list, and none of them in it."""
    entries = zstd(b"".join(field(1, field(1, b"%c" % (97 + n % 20))) for n in range(300_000)))
    return changed(packages / "new.apkg", folder / "bad.apkg", media=entries)


def a_member_before_the_beginning(packages: Path, folder: Path) -> str:
    """Give a package with or of: members that would begin before the file does."""
    data = bytearray((packages / "old.apkg").read_bytes())
    at = data.rindex(b"PK\x05\x06") + 16  # where the directory begins, as it says itself
    (begins,) = struct.unpack("<I", data[at : at + 4])
    data[at : at + 4] = struct.pack("<I", begins + 1_000)
    (folder / "bad.apkg").write_bytes(data)
    return str(folder / "bad.apkg")


BAD = {
    a_list_of_what_is_not_there: "would have more than 1 MB when unpacked",
    a_member_before_the_beginning: "the file is damaged",
    a_computed_column: "its table “notes” is none that Anki makes",
    a_check_to_compute: "its table “revlog” is none that Anki makes",
    nothing_for_a_guid: "its collection holds what no Anki writes",
    nothing_for_a_due_day: "its collection holds what no Anki writes",
    nothing_for_a_button: "its collection holds what no Anki writes",
    a_number_for_a_template: "its collection holds what no Anki writes",
    a_card_numbered_beyond_reason: "its collection holds what no Anki writes",
    steps_without_end: "its collection holds what no Anki writes",
    a_format_of_nothing: "the file is damaged",
    truncated: "this is no Anki package, or only a part of one",
    no_zip: "this is no Anki package, or only a part of one",
    bytes_flipped: "the file is damaged",
    ten_gigabytes_declared: "would be more than 250 times as large when unpacked",
    bomb_in_the_zip: "would be more than 250 times as large when unpacked",
    bomb_in_the_new_format: "would be more than 250 times as large when unpacked",
    half_a_collection: "the file is damaged",
    damaged_pages: "its collection is damaged",
    an_index_that_is_no_text: "its collection is damaged",
    nothing_of_a_database: "its collection is damaged",
    a_view_for_a_table: "its collection has no table “notes”",
    nonsense_in_json: "its collection holds what no Anki writes",
    nested_beyond_reason: "its collection holds what no Anki writes",
    a_schema_of_the_future: "has schema 99, which this program does not know",
    no_such_button: "its collection holds what no Anki writes",
    a_format_of_the_future: "its format (9) is newer than this program knows",
    no_protocol_buffer: "the file is damaged",
    a_size_beyond_the_end: "the file is damaged",
    a_way_out: "it names a file that may not be written, ../../.ssh/authorized_keys",
    an_absolute_name: "it names a file that may not be written, /etc/passwd",
    a_drive: "it names a file that may not be written",
    no_collection: "there is no collection in it",
}


@pytest.mark.parametrize(("make", "said"), BAD.items(), ids=[make.__name__ for make in BAD])
def test_a_bad_package_ends_in_a_sentence(
    packages: Path, tmp_path: Path, make: Callable[[Path, Path], str], said: str
) -> None:
    """Truncated, overgrown, damaged or hostile: it is said what is wrong, and nothing is read."""
    path = make(packages, tmp_path)
    with pytest.raises(PackageError) as refusal:
        look_at_all(path)
    assert said in str(refusal.value)


def test_more_than_fits_in_memory_is_refused(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many rows, or too much text, are said before anything is read."""
    with monkeypatch.context() as patch:
        patch.setattr(tables, "_MOST_ROWS", {"cards": 5})
        with pytest.raises(PackageError, match="its table “cards” has more than 5 rows"):
            look_at_all(str(packages / "new.apkg"))
    monkeypatch.setattr(tables, "_MOST_TEXT", 10)
    with pytest.raises(PackageError, match="its notes have more than 0 MB of text"):
        look_at_all(str(packages / "new.apkg"))


def test_a_sound_of_another_size_than_it_says(packages: Path, tmp_path: Path) -> None:
    """An image that is not as large as the list of images says is not taken."""
    path = changed(packages / "new.apkg", tmp_path / "bad.apkg")
    with zipfile.ZipFile(path) as package:
        member = next(n for n in package.namelist() if n == "0")
    path = changed(Path(path), tmp_path / "worse.apkg", **{member: zstd(b"GIF89a")})
    with opening.opened(path) as damaged, pytest.raises(PackageError):
        damaged.archive.unpack_medium("bild ä.png", str(tmp_path / "image"))


def test_nothing_unpacked_stays_behind(
    packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The temporary collection is gone afterwards, whether reading went well or not."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    look_at_all(str(packages / "new.apkg"))
    shutil.copy(packages / "new.apkg", tmp_path / "copy.apkg")
    with pytest.raises(PackageError):
        look_at_all(half_a_collection(packages, tmp_path))
    assert not [path for path in tmp_path.iterdir() if path.is_dir()]


def test_numbers_of_any_length_are_decoded() -> None:
    """A protocol buffer is read field by field, and one without an end is refused."""
    message = b"\x08\xac\x02" + field(2, b"abc") + b"\x1d" + struct.pack("<f", 0.5)
    assert list(wire.fields(message)) == [(1, 300), (2, b"abc"), (3, struct.pack("<f", 0.5))]
    assert wire.floats(message, 3) == (0.5,)
    for wrong in (b"\x08", b"\x08" + b"\xff" * 11, b"\x12\x05abc", b"\x0b", b"\x02\x00"):
        with pytest.raises(ValueError, match="protocol buffer"):
            list(wire.fields(wrong))


def test_a_package_that_is_not_there_is_the_systems_to_report(tmp_path: Path) -> None:
    """A missing file is no damaged one."""
    with pytest.raises(FileNotFoundError):
        look_at_all(str(tmp_path / "none.apkg"))
