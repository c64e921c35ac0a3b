"""`export` from the command line: what it writes, refuses and says, and what it never carries."""

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
import zipfile
from contextlib import closing
from pathlib import Path

import pexpect
import pytest
from conftest import DECK, Learner

from flashcards.anki import package
from flashcards.anki.contents import Contents

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 64
ROOT = Path(__file__).parent.parent


def export(learner: Learner, *words: str) -> Path:
    """Export to a file beside the home, and give it."""
    path = learner.home.parent / "cards.apkg"
    done = learner.run("export", "-o", str(path), *words)
    assert done.code == 0, done.err
    return path


def media_of(package: Path) -> list[str]:
    """Give the names of the images and sounds in a package."""
    with zipfile.ZipFile(package) as whole:
        names: dict[str, str] = json.loads(whole.read("media"))
        assert set(whole.namelist()) == {"collection.anki2", "media", *names}
    return sorted(names.values())


def fields_of(package: Path) -> list[list[str]]:
    """Give the fields of the notes in a package."""
    with zipfile.ZipFile(package) as whole:
        file = whole.extract("collection.anki2", package.parent / "unpacked")
    with closing(sqlite3.connect(file)) as database:
        rows = database.execute("SELECT flds FROM notes ORDER BY id").fetchall()
    return [row[0].split("\x1f") for row in rows]


def test_says_what_is_in_it_and_how_to_go_on(learner: Learner) -> None:
    """The one thing a newcomer must know is on the screen after the first export."""
    learner.write(DECK)
    learner.answer("4")
    done = learner.run("export", "-o", str(learner.home.parent / "mine"))
    assert done.code == 0
    assert "mine.apkg" in done.out
    assert "3 notes, 3 cards, 1 deck." in done.out
    assert "1 card with due day, memory state and reviews." in done.out
    for word in ("AnkiDroid", "AnkiMobile", "Import any learning progress", "FSRS", "docs/anki.md"):
        assert word in done.out
    assert not done.err


def test_notes_of_the_starter_collection_are_counted(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside one's own come those of the starter collection, until the command named is given."""
    learner.write(DECK)
    monkeypatch.setenv("HOME", str(learner.home.parent))
    home = ("--home", str(learner.home))
    learner.run_bare(*home, "config", "decks", str(learner.decks))
    out = ("-o", str(learner.home.parent / "all.apkg"))
    said = learner.run_bare(*home, "export", *out).out
    found = re.search(r": (\d+) notes.*Of the starter collection: (\d+) notes\.", said, re.DOTALL)
    assert found
    assert int(found[1]) - int(found[2]) == 3
    of_starter = "Of the starter collection"
    assert of_starter not in learner.run_bare(*home, "export", "kv-cache", *out).out
    to_leave_out = said.partition("reviews: flashcards ")[2].splitlines()[0]
    assert learner.run_bare(*home, *to_leave_out.split()).code == 0
    said = learner.run_bare(*home, "export", *out).out
    assert (": 3 notes" in said, of_starter in said) == (True, False)


def test_one_image_is_one_image(learner: Learner) -> None:
    """In the package, and where it is missing."""
    learner.write("deck: D\ncards:\n  - front: '![](a.png)'\n    back: b\n")
    image = learner.decks / "a.png"
    image.write_bytes(PNG)
    out = ("-o", str(learner.home.parent / "one.apkg"))
    assert "1 note, 1 card, 1 deck, 1 image or sound." in learner.run("export", *out).out
    image.unlink()
    missing = learner.run("export", *out).err
    assert "1 image or sound cannot be found; nothing was written." in missing


def test_writes_flashcards_apkg_without_options(learner: Learner) -> None:
    """`flashcards export` alone writes `flashcards.apkg` into the current folder."""
    learner.write(DECK)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    place = ["--home", str(learner.home), "--decks", str(learner.decks)]
    words = [sys.executable, "-m", "flashcards", *place, "export"]
    folder = learner.home.parent / "here"
    folder.mkdir()
    subprocess.run(words, cwd=folder, env=environment, check=True, capture_output=True)
    assert zipfile.is_zipfile(folder / "flashcards.apkg")
    assert [path.name for path in folder.iterdir()] == ["flashcards.apkg"]


def test_exports_what_is_selected(learner: Learner) -> None:
    """SELECT works as everywhere; a note goes whole, with all its cards."""
    learner.write(DECK.replace("byte comes first.", "byte comes first.\n    reverse: true"))
    package = export(learner, "Big-endian")
    assert [fields[0] for fields in fields_of(package)] == ["Big-endian"]
    assert learner.run("export", "-o", str(package), "nowhere").code == 1


def test_the_package_is_smaller_than_its_database(learner: Learner) -> None:
    """The file is deflated."""
    learner.write(DECK)
    with zipfile.ZipFile(export(learner)) as whole:
        (entry,) = [one for one in whole.infolist() if one.filename == "collection.anki2"]
        assert entry.compress_size < entry.file_size / 4
        assert entry.date_time == (1980, 1, 1, 0, 0, 0)


@pytest.mark.parametrize(
    ("name", "words"),
    [("collection.apkg", "whole collection"), ("cards.zip", ".apkg"), ("cards.colpkg", ".apkg")],
)
def test_names_that_anki_would_misread_are_refused(learner: Learner, name: str, words: str) -> None:
    """A package called `collection.apkg` would replace all there is in Anki."""
    learner.write(DECK)
    done = learner.run("export", "-o", str(learner.home.parent / name))
    assert done.code == 2
    assert words in done.err
    assert not (learner.home.parent / name).exists()


def test_keeps_mode_and_links(learner: Learner) -> None:
    """Over a link the file it leads to is replaced, and its permissions stay."""
    learner.write(DECK)
    target = learner.home.parent / "there.apkg"
    export(learner).rename(target)
    target.chmod(0o640)
    (learner.home.parent / "cards.apkg").symlink_to(target)
    export(learner)
    assert (learner.home.parent / "cards.apkg").is_symlink()
    assert zipfile.is_zipfile(target)
    assert target.stat().st_mode & 0o777 == 0o640


def test_an_empty_selection_writes_nothing(learner: Learner) -> None:
    """Case 14: no cards, or stubs alone, are a sentence and no file."""
    learner.write("deck: Empty\ntopics:\n  - question: Why?\n    tldr: todo\n")
    done = learner.run("export", "-o", str(learner.home.parent / "cards.apkg"))
    assert done.code == 1
    assert "no cards to export" in done.err
    assert not (learner.home.parent / "cards.apkg").exists()


def test_a_folder_that_cannot_be_written_is_a_sentence(learner: Learner) -> None:
    """No traceback, and the name of the place."""
    learner.write(DECK)
    done = learner.run("export", "-o", str(learner.home.parent / "nowhere" / "cards.apkg"))
    assert done.code == 1
    assert "nowhere" in done.err
    assert "Traceback" not in done.err


def test_a_missing_image_leaves_the_old_package(learner: Learner) -> None:
    """Case 45: the fault is named with its place, nothing is written; --skip-missing goes on."""
    deck = learner.write(DECK + '  - front: Which state?\n    back: "![MESI](img/mesi.png)"\n')
    (learner.decks / "img").mkdir()
    picture = learner.decks / "img" / "mesi.png"
    picture.write_bytes(PNG)
    package = export(learner)
    before = package.read_bytes()
    picture.unlink()
    done = learner.run("export", "-o", str(package))
    assert done.code == 1
    assert f"{deck}:" in done.err
    assert "img/mesi.png" in done.err
    assert package.read_bytes() == before
    # Read anew the card is quarantined, which is no reason to write without it either.
    os.utime(deck, ns=(1, 1))
    assert learner.run("export", "-o", str(package)).code == 1
    assert package.read_bytes() == before
    assert [path for path in package.parent.iterdir() if path.suffix == ".part"] == []
    done = learner.run("export", "-o", str(package), "--skip-missing")
    assert done.code == 1
    assert "img/mesi.png" in done.err
    assert len(fields_of(package)) == 3


def test_a_deck_from_a_stranger_carries_nothing_away(learner: Learner, tmp_path: Path) -> None:
    """Absolute paths, `..`, links out, huge files and texts named .png: none is in the package."""
    secret = tmp_path / "secret.png"
    secret.write_bytes(PNG)
    (learner.decks / "link.png").symlink_to(secret)
    with open(learner.decks / "huge.png", "wb") as huge:
        huge.write(PNG)
        huge.truncate(100_000_000)
    (learner.decks / "text.png").write_text("-----BEGIN PRIVATE KEY-----", encoding="utf-8")
    (learner.decks / "good.png").write_bytes(PNG)
    targets = ("/etc/hostname", "../secret.png", "link.png", "huge.png", "text.png", "good.png")
    cards = "".join(f"  - front: What is {n}?\n    back: '![x]({n})'\n" for n in targets)
    html = "  - front: And this?\n    back: <img src='/etc/hostname'> [sound:../secret.png]\n"
    learner.write(f"deck: Stranger\ncards:\n{cards}{html}")
    package = tmp_path / "cards.apkg"
    done = learner.run("export", "-o", str(package))
    assert done.code == 1
    for target in targets[:-1]:
        assert target in done.err
    assert [name.split("-")[0] for name in media_of(package)] == ["good"]
    assert [fields[0] for fields in fields_of(package)] == ["What is good.png?"]


def test_a_link_turned_after_reading_is_noticed(learner: Learner, tmp_path: Path) -> None:
    """A picture is looked at again when it is packed: by then it may lead elsewhere."""
    secret = tmp_path / "secret.png"
    secret.write_bytes(PNG)
    learner.write(
        "deck: D\ncards:\n  - front: a\n    back: '![x](p.png)'\n  - front: c\n    back: d\n"
    )
    (learner.decks / "p.png").write_bytes(PNG)
    assert len(learner.cards()) == 2
    (learner.decks / "p.png").unlink()
    (learner.decks / "p.png").symlink_to(secret)
    done = learner.run("export", "-o", str(tmp_path / "cards.apkg"))
    assert done.code == 1
    assert "outside" in done.err
    assert media_of(tmp_path / "cards.apkg") == []


def test_media_names_are_safe_and_tell_contents_apart(learner: Learner) -> None:
    """Names are plain ASCII with a digest: nothing Anki would rename, nothing that collides."""
    names = ("Ünï cödé?.png", "CON.png", "a/x.png", "b/x.png")
    for number, name in enumerate(names):
        path = learner.decks / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(PNG + bytes([number]))
    cards = "".join(f"  - front: q{n}\n    back: '![x](<{n}>)'\n" for n in names)
    learner.write(f"deck: D\ncards:\n{cards}")
    found = media_of(export(learner))
    assert len(found) == 4
    assert all(name.isascii() and " " not in name and "?" not in name for name in found)
    assert not any(name.startswith(("CON.", "con.")) for name in found)


def test_a_bar_shows_the_way_on_a_terminal(learner: Learner) -> None:
    """Long work has a progress bar where somebody looks, and none in a pipe."""
    learner.write(DECK)
    place = ["--home", str(learner.home), "--decks", str(learner.decks)]
    words = ["-m", "flashcards", *place, "export", "-o", str(learner.home.parent / "c.apkg")]
    child = pexpect.spawn(
        sys.executable, words, env={**os.environ, "PYTHONPATH": str(ROOT)}, encoding="utf-8"
    )
    child.expect("Exporting")
    child.expect("100%")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize("name", ["my pic.png", "50% off.png", "a%20b.png"])
def test_blanks_and_percents_in_names_are_found(learner: Learner, name: str) -> None:
    """A name may be written with %20 for a blank; a file whose name has a percent is found too."""
    (learner.decks / name).write_bytes(PNG)
    written = f"<{name}>" if "%" in name else name.replace(" ", "%20")
    learner.write(f"deck: D\ncards:\n  - front: q\n    back: '![x]({written})'\n")
    assert len(media_of(export(learner))) == 1


def test_an_image_on_the_web_is_a_link(learner: Learner) -> None:
    """No card loads anything from the network; the address can be followed."""
    learner.write("deck: D\ncards:\n  - front: q\n    back: '![pic](https://example.org/a.png)'\n")
    (fields,) = fields_of(export(learner))
    assert fields[1] == '<a href="https://example.org/a.png">pic</a>'


def test_a_reference_leads_to_the_web_or_nowhere(learner: Learner) -> None:
    """An address that would run a script is no link, and what stands around a card is escaped."""
    learner.write(
        "topics:\n  - question: 'Why [latex]x[/latex]?'\n    title: On $x^2$\n"
        "    tldr: {text: Because., source: [a]}\n"
        "    references: [{key: a, title: A, url: 'javascript:alert(1)'}]\n"
    )
    (fields,) = fields_of(export(learner))
    assert fields[8] == "A"
    assert fields[3] == r"On \(x^2\)"
    assert "[latex]" not in "".join(fields)


@pytest.mark.posix
@pytest.mark.parametrize("kind", ["fifo", "device", "dangling"])
def test_only_regular_files_are_replaced(learner: Learner, kind: str) -> None:
    """A pipe or a link to a device is left as it is, and said so."""
    learner.write(DECK)
    path = learner.home.parent / "cards.apkg"
    if kind == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/null" if kind == "device" else "/nowhere/at/all")
    done = learner.run("export", "-o", str(path))
    assert done.code == 1
    assert "no regular file" in done.err


@pytest.mark.parametrize(
    "head",
    [
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<!-- graphviz -->\n',
        b'<?xml version="1.0"?><?xml-stylesheet href="a.css"?><?plantuml 1?>',
        b'<!DOCTYPE svg PUBLIC "a" "b" [ <!ENTITY ns "http://x"> ]>',
        b"<!-- " + b"licence " * 500 + b" -->",
    ],
)
def test_drawings_of_common_tools_are_images(learner: Learner, head: bytes) -> None:
    """SVG begins in many ways: comments, processing instructions, a document type."""
    (learner.decks / "a.svg").write_bytes(head + b'<svg xmlns="http://www.w3.org/2000/svg"/>')
    learner.write("deck: D\ncards:\n  - front: q\n    back: '![x](a.svg)'\n")
    assert len(media_of(export(learner))) == 1


def test_a_picture_swapped_while_it_is_packed_stays_here(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies in the picture's place by then is not packed, whatever it is."""
    picture = learner.decks / "p.png"
    picture.write_bytes(PNG)
    learner.write("deck: D\ncards:\n  - front: q\n    back: '![x](p.png)'\n")
    write = package.write

    def swapped(path: str, contents: Contents, tick: package.Tick) -> None:
        picture.unlink()
        picture.write_text("TOPSECRET", encoding="utf-8")
        write(path, contents, tick)

    monkeypatch.setattr(package, "write", swapped)
    done = learner.run("export", "-o", str(learner.home.parent / "cards.apkg"))
    assert done.code == 1
    assert "changed while it was packed" in done.err
    assert not list(learner.home.parent.glob("*apkg*"))


def test_an_export_beside_a_review_is_one_moment(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer given while a package is written is in it as a whole or not at all."""
    learner.write(DECK)
    write = package.write

    def beside(path: str, contents: Contents, tick: package.Tick) -> None:
        learner.answer("4")
        write(path, contents, tick)

    with monkeypatch.context() as patch:
        patch.setattr(package, "write", beside)
        package_then = export(learner)
    with zipfile.ZipFile(package_then) as whole:
        file = whole.extract("collection.anki2", learner.home.parent / "unpacked")
    with closing(sqlite3.connect(file)) as database:
        (reps,) = database.execute("SELECT sum(reps) FROM cards").fetchone()
        (log,) = database.execute("SELECT count(*) FROM revlog").fetchone()
    assert (reps, log) == (0, 0)


def test_a_signal_leaves_nothing_half_done(learner: Learner) -> None:
    """SIGTERM in the middle: no part of a package beside its place."""
    cards = "".join(f"  - front: Question {n}?\n    back: Answer {n}.\n" for n in range(3000))
    learner.write(f"deck: D\ncards:\n{cards}")
    learner.cards()
    out = learner.home.parent / "out"
    temporary = learner.home.parent / "tmp"
    out.mkdir()
    temporary.mkdir()
    place = ["--home", str(learner.home), "--decks", str(learner.decks)]
    words = ["-m", "flashcards", *place, "export", "-o", str(out / "c.apkg")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}
    child = subprocess.Popen([sys.executable, *words], env=environment, stdout=subprocess.DEVNULL)
    while not list(temporary.iterdir()) and child.poll() is None:
        time.sleep(0.005)
    child.terminate()
    assert child.wait() in {0, 143}
    assert list(temporary.iterdir()) == []
    assert [path.name for path in out.iterdir()] in ([], ["c.apkg"])
