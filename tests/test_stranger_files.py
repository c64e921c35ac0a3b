"""A deck or a package from a stranger runs nothing: no file that is called unlike what it is."""

import json
import os
import sqlite3
import stat
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from anki_desktop import Desktop
from conftest import Learner
from test_review_screen import Terminal

from flashcards import viewing
from flashcards.deck import media_kinds
from flashcards.deck.media_kinds import Family

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360f8ffff3f0005fe02fea7d6059b0000000049454e44ae426082"
)
STARTER = b"#!AMR\n[Desktop Entry]\nType=Application\nExec=touch ran\n"
DECK = b"GIF89a: 1\ncards:\n  - front: planted\n    back: x\n"
SCRIPTED = b"<svg xmlns='http://www.w3.org/2000/svg'><script>top.ran = 1</script></svg>"
DISGUISED = {
    "a.desktop": STARTER,
    "a.command": PNG,
    "a.html": PNG + b"<script>ran()</script>",
    "a.xhtml": SCRIPTED,
    "a.xml": SCRIPTED,
    "a.js": b"GIF89a=1;ran()",
    "a.sh": STARTER,
    "a.bat": b"BM....\x00\x00\x00\x00\r\nstart ran",
    "a.lnk": PNG,
    "a.webloc": PNG,
    "a.yaml": DECK,
    "a.png.desktop": PNG,
    "a.png ": PNG,
    "a.png.": PNG,
    "a": PNG,
    ".png": PNG,
    "a.png": SCRIPTED,
    "a.svg": PNG,
    "a.mp3": PNG,
    "b.png": STARTER,
}
"""Files whose bytes begin like an image or a sound, and whose names say something else."""


def deck_with(*names: str) -> str:
    """Give a deck with a card for each of these files."""
    cards = (
        f"  - front: |-\n      see {number} ![it](<{name}>)\n    back: b\n"
        for number, name in enumerate(names)
    )
    return f"deck: D\ncards:\n{''.join(cards)}"


@pytest.mark.parametrize("name", DISGUISED)
def test_a_file_called_unlike_what_is_in_it_is_a_fault(learner: Learner, name: str) -> None:
    """`check` names the file, and its card goes nowhere: not to reviews, not into a package."""
    (learner.decks / name).write_bytes(DISGUISED[name])
    deck = learner.write(deck_with(name), "deck.yml")
    checked = learner.run("check", str(deck))
    assert checked.code == 1
    assert "[media-ending]" in checked.out
    package = learner.decks.parent / "out.apkg"
    exported = learner.run_bare(
        "--home", str(learner.home), "--decks", str(deck), "export", "-o", str(package)
    )
    if package.exists():
        with zipfile.ZipFile(package) as packed:
            assert packed.read("media") == b"{}", exported


def test_a_picture_may_be_called_like_another_kind_of_picture(learner: Learner) -> None:
    """Half the web's PNGs are called .jpg; no viewer minds, and no card is lost for it."""
    names = ("a.jpg", "b.JPEG", "c.webp", "d.PNG")
    for name in names:
        (learner.decks / name).write_bytes(PNG)
    learner.write(deck_with(*names))
    assert learner.run("check").code == 0


@pytest.mark.parametrize(
    "written",
    ["![it](a&amp;b.png)", "![it](<a&amp;b.png>)", '<img src="a&amp;b.png">', "![it](a&b.png)"],
)
def test_an_image_is_found_by_its_name_as_markdown_reads_it(learner: Learner, written: str) -> None:
    """`check` and `export` look for one file: what stands for a sign in Markdown is the sign."""
    learner.write(f"cards:\n  - front: |-\n      see {written}\n    back: b\n")
    (learner.decks / "a&b.png").write_bytes(PNG)
    assert learner.run("check").code == 0
    done = learner.run("export", "-o", str(learner.home / "a.apkg"))
    assert (done.code, "1 image" in done.out) == (0, True)


def test_no_two_kinds_claim_one_ending_and_each_begins_like_itself() -> None:
    """The table is a table: an ending has one family, and is found in any case and folder."""
    endings = [e for kind in media_kinds.KINDS for e in (kind.ending, *kind.also.split())]
    assert len(endings) == len(set(endings))
    assert media_kinds.of_name("img/A.PnG") is Family.PICTURE
    assert media_kinds.of_name("a.png/x") is None


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desktop]:
    """Give an Anki."""
    desk = Desktop(tmp_path / "anki")
    yield desk
    desk.close()


HOSTILE_NAMES = {
    **{name: content for name, content in DISGUISED.items() if name.strip(". ") == name},
    "aux.png": PNG,
    "COM1.x.png": PNG,
    "-rf.png": PNG,
    "~a.png": PNG,
    ".hidden.png": PNG,
}


def rename_media(package: Path, names: dict[str, str]) -> None:
    """Give the media of a package names that no Anki lets in."""
    with zipfile.ZipFile(package) as packed:
        members = {name: packed.read(name) for name in packed.namelist()}
    listed = json.loads(members["media"])
    members["media"] = json.dumps({m: names[name] for m, name in listed.items()}).encode()
    database = package.with_suffix(".anki21")
    database.write_bytes(members["collection.anki21"])
    with closing(sqlite3.connect(database)) as connection, connection:
        for before, after in names.items():
            connection.execute("UPDATE notes SET flds = replace(flds, ?, ?)", (before, after))
    members["collection.anki21"] = database.read_bytes()
    with zipfile.ZipFile(package, "w") as packed:
        for name, data in members.items():
            packed.writestr(name, data)


def test_a_package_plants_no_file_that_is_no_image(
    learner: Learner, desk: Desktop, tmp_path: Path
) -> None:
    """Of all that calls itself an image only the image lies on the disk; the rest is named."""
    names = {f"{number:03}.bin": name for number, name in enumerate([*HOSTILE_NAMES, "good.png"])}
    for harmless, name in names.items():
        Path(desk.col.media.dir(), harmless).write_bytes(HOSTILE_NAMES.get(name, PNG))
        desk.add("Basic", 1, f'{harmless[:3]} <img src="{harmless}">', "b")
    package = tmp_path / "all.apkg"
    desk.give(package, legacy=True)
    rename_media(package, names)
    done = learner.run("import", str(package), "-o", str(learner.decks / "moved"))
    assert done.code == 0, done.err
    (deck,) = (learner.decks / "moved").glob("*.yaml")
    assert [path.name for path in (deck.parent / "media").iterdir()] == ["good.png"]
    assert "media-missing" in learner.run("check").out
    assert "a.desktop is neither an image nor a sound" in done.out
    assert not any(card["front"] == "planted" for card in learner.cards())


def test_a_media_folder_that_leads_away_gets_no_file(
    learner: Learner, desk: Desktop, tmp_path: Path
) -> None:
    """A link `media` in a stranger's folder of decks brings no file into one's own folders."""
    Path(desk.col.media.dir(), "good.png").write_bytes(PNG)
    desk.add("Basic", 1, '<img src="good.png">', "b")
    package = tmp_path / "all.apkg"
    desk.give(package)
    away = tmp_path / "autostart"
    away.mkdir()
    (learner.decks / "media").symlink_to(away)
    done = learner.run("import", str(package), "-o", str(learner.decks / "moved.yaml"))
    assert list(away.iterdir()) == []
    assert "good.png would lie elsewhere" in done.out


def test_a_link_in_a_package_becomes_no_link(
    learner: Learner, desk: Desktop, tmp_path: Path
) -> None:
    """A member that says it is a symbolic link is a file of those bytes, and so no image."""
    Path(desk.col.media.dir(), "key.png").write_bytes(PNG)
    desk.add("Basic", 1, '<img src="key.png">', "b")
    package = tmp_path / "all.apkg"
    desk.give(package, legacy=True)
    with zipfile.ZipFile(package) as packed:
        members = {name: packed.read(name) for name in packed.namelist()}
    with zipfile.ZipFile(package, "w") as packed:
        for name, data in members.items():
            entry = zipfile.ZipInfo(name)
            if name == "0":
                entry.external_attr = (stat.S_IFLNK | 0o777) << 16
            packed.writestr(entry, b"/etc/passwd" if name == "0" else data)
    done = learner.run("import", str(package), "-o", str(learner.decks / "moved.yaml"))
    assert "key.png is neither an image nor a sound" in done.out
    assert not any((learner.decks / "media").glob("*"))


# -- The viewer


@pytest.fixture
def opener(tmp_path: Path) -> Path:
    """Put an opener first on the path, which notes what it is given; give the file of its notes."""
    notes = tmp_path / "opened"
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("xdg-open", "open"):
        program = folder / name
        program.write_text(
            f'#!/bin/sh\nprintf "%s\\n" "$@" > {notes}.part\nmv {notes}.part {notes}\n'
        )
        program.chmod(0o755)
    (tmp_path / "tmp").mkdir()
    return notes


def opened(tmp_path: Path, name: str, content: bytes) -> Terminal:
    """Review a card with the image `name`, and press `o`."""
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / name).write_bytes(content)
    (decks / "deck.yaml").write_text(deck_with(name), encoding="utf-8")
    terminal = Terminal(
        tmp_path,
        "review",
        environment={
            "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "TMPDIR": str(tmp_path / "tmp"),
            "TERM_PROGRAM": "",
            "TMUX": "",
        },
    )
    assert terminal.shows("see 0")
    terminal.press("o")
    return terminal


def test_the_viewer_gets_a_copy_with_our_own_name(tmp_path: Path, opener: Path) -> None:
    """`o` gives the opener no file of the deck: its copy lies alone, and ends in what it is."""
    terminal = opened(tmp_path, "--help x.jpg", PNG)
    assert terminal.shows("opened --help x.jpg")
    (given,) = opener.read_text().splitlines()
    path = Path(given)
    assert path.name == "image-1.png"
    assert path.read_bytes() == PNG
    assert path.parent.parent == tmp_path / "tmp"
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    terminal.press("q")
    assert path.exists()  # the viewer may still read it


def test_an_svg_is_shown_within_a_page_where_it_runs_nothing(tmp_path: Path, opener: Path) -> None:
    """A browser runs the scripts of an SVG that it opens, and none of one within a page."""
    assert opened(tmp_path, "a.svg", SCRIPTED).shows("opened a.svg")
    path = Path(opener.read_text().strip())
    assert path.name == "image-1.html"
    page = path.read_text()
    assert "<script" not in page
    assert "default-src 'none'" in page
    assert 'src="data:image/svg+xml;base64,' in page


def test_a_disguised_file_is_never_opened(tmp_path: Path, opener: Path) -> None:
    """The starter that calls itself a sound does not reach the opener."""
    decks = tmp_path / "decks"
    terminal = opened(tmp_path, "a.png", PNG)
    assert terminal.shows("opened a.png")
    opener.unlink()
    (decks / "a.png").write_bytes(SCRIPTED)  # since the deck was read
    terminal.press("o")
    assert terminal.shows("a.png cannot be opened (media-ending)")
    assert not opener.exists()


def test_copies_of_earlier_days_are_swept_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a viewer was given yesterday goes; today's stays, and what only looks like ours."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name in ("flashcards-view-old", "flashcards-view-new", "away"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "image-1.png").write_bytes(PNG)
    (tmp_path / "flashcards-view-link").symlink_to(tmp_path / "away")
    before = time.time() - 2 * 24 * 3600
    for name in ("flashcards-view-old", "away"):
        os.utime(tmp_path / name, (before, before))
    os.utime(tmp_path / "flashcards-view-link", (before, before), follow_symlinks=False)
    viewing.sweep()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "away",
        "flashcards-view-link",
        "flashcards-view-new",
    ]
    assert (tmp_path / "away" / "image-1.png").exists()


def test_windows_and_macos_get_a_copy_as_well(
    tmp_path: Path, opener: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`os.startfile` and `open` are told our own name, like `xdg-open`."""
    given: list[str] = []
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    monkeypatch.setattr(os, "startfile", given.append, raising=False)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        viewing.view(PNG, "image", "png")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "darwin")
        viewing.view(b"ID3", "sound", "mp3")
    given += opener.read_text().splitlines()
    assert [os.path.basename(path) for path in given] == ["image-1.png", "sound-1.mp3"]
    assert Path(given[0]).read_bytes() == PNG


def test_a_desktop_without_a_viewer_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No opener, no traceback, and no copy left behind."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(viewing.ViewingError, match="there is no viewer"):
        viewing.view(PNG, "image", "png")
    assert list(tmp_path.iterdir()) == []
