"""The import table of ARCHITECTURE.md, enforced: each room one concern, each library one room.

A room is a module or folder of the package. `ROOMS` says what each may import; imports are read
from the source with `ast`, so lazy ones inside functions count as well.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "flashcards"


class Room(NamedTuple):
    """What one room may import: other rooms, and libraries from outside."""

    rooms: frozenset[str] = frozenset()
    libraries: frozenset[str] = frozenset()


def _room(rooms: str = "", libraries: str = "") -> Room:
    return Room(frozenset(rooms.split()), frozenset(libraries.split()))


EVERYTHING = (
    "model notes text cloze errors paths clock deck identity memory session selection settings "
    "store starter collection reviewing terminal markup anki collector style editing importing"
    " files attempting judge drafts statistics tuning viewing"
)
ROOMS = {
    "__init__": _room(),
    "__main__": _room("commands"),
    "model": _room(),
    "notes": _room("model"),
    "text": _room(),
    "protecting": _room(),
    "cloze": _room("protecting"),
    "errors": _room(),
    "paths": _room("errors", "platformdirs"),
    "clock": _room("model errors"),
    "collector": _room(),
    "editing": _room("errors"),
    "viewing": _room("errors"),
    "attempting": _room("model notes", "rapidfuzz"),
    "judge": _room("errors"),
    "drafts": _room("files"),
    "files": _room("errors"),
    "deck": _room("model notes text cloze collector style errors files", "yaml rapidfuzz"),
    "identity": _room("model notes text", "rapidfuzz"),
    "memory": _room("model", "fsrs"),
    "style": _room("model notes text cloze", "rapidfuzz"),
    "session": _room("model memory"),
    "selection": _room("model memory errors"),
    "settings": _room("model errors style"),
    "statistics": _room("model memory"),
    "store": _room("model notes errors session files clock", "sqlite3"),
    "starter": _room(),
    "collection": _room(
        "model notes paths text errors starter deck identity store settings selection session"
        " memory anki collector statistics files drafts"
    ),
    "anki": _room("model errors text memory cloze markup files", "genanki sqlite3 zstandard"),
    "importing": _room("model notes deck text cloze errors anki identity files"),
    "reviewing": _room("model errors clock collection memory session settings store"),
    "tuning": _room("model errors collection memory reviewing store statistics", "fsrs_rs_python"),
    "markup": _room("text cloze protecting", "markdown_it pygments"),
    "terminal": _room("model text cloze markup", "rich"),
    "commands": _room(EVERYTHING, "click"),
}

# The core computes; whatever it needs to know of the world is an argument.
CORE = (
    "model",
    "notes",
    "text",
    "protecting",
    "cloze",
    "identity",
    "memory",
    "session",
    "selection",
    "statistics",
    "markup",
    "style",
    "attempting",
)
# Into temporary files and folders, which they are given or make.
TEMPORARY = ("flashcards/anki/reading/archive.py", "flashcards/viewing.py")
WORLD = {"os", "time", "random", "secrets", "socket", "subprocess", "sqlite3", "pathlib", "io"}


# What Windows does not have, and the one file that may import it.
POSIX_MODULES = {"termios", "tty", "pty", "fcntl", "pwd", "grp", "resource", "select", "syslog"}
POSIX_FILES = {"terminal/posix_keys.py", "files/locks.py"}
POSIX_CALLS = {"os.getuid", "os.geteuid", "os.getgid", "os.fork", "os.mkfifo", "os.mknod"}


def _files(room: str) -> list[Path]:
    module = PACKAGE / f"{room}.py"
    return [module] if module.exists() else sorted((PACKAGE / room).rglob("*.py"))


def _imports(path: Path) -> Iterator[str]:
    """Give the dotted name of everything that `path` imports, relative imports made absolute."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) + 1 - node.level]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _room_of(name: str) -> str | None:
    """Give the room a dotted name of our package lies in, None for the package itself."""
    _, _, inside = name.partition(".")
    room = inside.partition(".")[0]
    return room if room in ROOMS else None


def test_every_room_is_in_the_table() -> None:
    """A new module or folder must be given its place before it can be used."""
    found = {path.stem for path in PACKAGE.glob("*.py")}
    found |= {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert found == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_the_table_allows(room: str) -> None:
    """Each room keeps to its own rooms and libraries, in lazy imports too."""
    allowed = ROOMS[room]
    for path in _files(room):
        for name in _imports(path):
            top = name.partition(".")[0]
            where = f"{path.relative_to(ROOT)} imports {name}"
            if top == "flashcards":
                target = _room_of(name)
                assert target in {None, room, *allowed.rooms}, where
            elif top not in sys.stdlib_module_names or top == "sqlite3":
                assert top in allowed.libraries, where


@pytest.mark.parametrize("room", CORE)
def test_the_core_does_not_touch_the_world(room: str) -> None:
    """No clock, randomness, environment or files in the core: they come as arguments."""
    for path in _files(room):
        for name in _imports(path):
            assert name.partition(".")[0] not in WORLD, f"{path.relative_to(ROOT)}: {name}"


@pytest.mark.parametrize("room", CORE)
def test_the_core_never_asks_what_time_it_is(room: str) -> None:
    """`now`, `today` and `utcnow` are never called in the core."""
    for path in _files(room):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                assert node.func.attr not in {"now", "today", "utcnow"}, where


def test_what_only_posix_has_is_imported_in_one_place() -> None:
    """Whatever else the program does on Windows, it loads."""
    for path in PACKAGE.rglob("*.py"):
        if str(path.relative_to(PACKAGE)) in POSIX_FILES:
            continue
        for name in _imports(path):
            assert name.partition(".")[0] not in POSIX_MODULES, f"{path.relative_to(ROOT)}: {name}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                assert ast.unparse(node) not in POSIX_CALLS, where


@pytest.mark.parametrize("room", [room for room in ROOMS if room not in {"files", "store"}])
def test_files_are_put_in_their_place_in_one_room(room: str) -> None:
    """Renames, links and files opened for writing by their own name are for `files` alone."""
    for path in _files(room):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                called = ast.unparse(node.func)
                assert called not in {"os.replace", "os.rename", "os.link", "os.fsync"}, where
                if called == "open" and "devnull" not in ast.unparse(node):
                    mode = ast.unparse(node.args[1]) if len(node.args) > 1 else "'r'"
                    assert not set(mode) & set("wax+") or where.startswith(TEMPORARY), where
