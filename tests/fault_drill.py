"""Every call of every command that writes fails once: by `kill -9`, a full disk, a failing disk.

A process is preloaded with `faults.c` and has the whole program loaded. For each fault it forks:
the child lets the n-th call fail that writes below its own folder, of Python or of SQLite, and
runs the command. Then the program starts once more, and what it finds is looked at: each file as
it was or as it is to be, nothing unfinished beside them, every acknowledged answer on the disk.
"""

import contextlib
import ctypes
import errno
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import kill_drill  # noqa: E402 - found beside this file
import processes  # noqa: E402 - found beside this file

from flashcards.files import leftovers  # noqa: E402 - found above this file

SHIM: Final = Path(__file__).parent / "faults.c"
FAULTS: Final = {
    "killed before": -1,
    "killed after": -2,
    "killed halfway": -3,
    "disk full": errno.ENOSPC,
    "disk fails": errno.EIO,
}
_NOW = "2027-03-01T09:00:00+00:00"
_MEMORY = "/dev/shm"  # noqa: S108 - for a folder with a name of its own
_LONGEST = 100_000  # calls: none has so many
_TRACEBACK = 70
_ANSWERS = "\n3\n\n1\n\n4\nu\n\n2\n"

DECK = """\
deck: Drill
cards:
  - id: page
    front: What is a page?
    back: A fixed block of memory.
  - front: What is a frame?
    back: A fixed block of physical memory.
    suspended: yes
topics:
  - question: What is a page fault?
    title: Page faults
    tldr: A trap into the kernel, which maps the page.
    cheat_sheet:
      - "cost: microseconds"
    attempt:
      prompt: Explain a page fault.
      key_points:
        - It traps into the kernel.
"""
SLIP = 'deck: Slip\ncards:\n  - front: "What is $\\alpha$?"\n    back: a letter\n'
TABLE = "front,back\nWhat is a TLB?,A cache of translations.\n"


class Case(NamedTuple):
    """A command to disturb: its words, what is typed, and what lies there before.

    `again` are the exit codes that it may end with once more, when it comes to the same end.
    """

    name: str
    words: tuple[str, ...]
    typed: str = ""
    before: str = "settled"
    again: tuple[int, ...] = (0,)


CASES: Final = (
    Case("first start", ("due",), before="new"),
    Case("new", ("new", "What is a page table?", "--no-edit"), again=(0, 1)),
    Case("new, a folder", ("--decks", "other/deeper", "new", "Why?", "--no-edit"), again=(0, 1)),
    Case("add, a new file", ("add", "front", "back")),
    Case("add", ("add", "front", "back", "--to", "decks/drill.yaml")),
    Case("import, a new deck", ("import", "table.csv", "-o", "decks/table.yaml")),
    Case("import into a deck", ("import", "table.csv", "-o", "decks/drill.yaml")),
    Case("import, a package", ("import", "cards.apkg", "-o", "decks/anki")),
    Case("import --reviews", ("import", "--reviews", "cards.apkg", "--yes")),
    Case("pin", ("pin", "decks/drill.yaml")),
    Case("check --fix", ("check", "--fix", "--yes", "decks/slip.yaml")),
    Case("schema", ("schema", "-o", "deck.schema.json")),
    Case("schema once more", ("schema", "-o", "old.schema.json")),
    Case("read --html", ("read", "--html", "out/sheet.html")),
    Case("read --html once more", ("read", "--html", "out/old.html")),
    Case("export", ("export", "-o", "out/cards.apkg")),
    Case("export once more", ("export", "-o", "cards.apkg")),
    Case("review", ("review", "--plain", "--new", "20"), typed=_ANSWERS, again=()),
    Case("attempt", ("attempt", "page-faults"), typed="It traps.\n\n3\n", again=()),
    Case("suspend", ("suspend", "page"), again=()),
    Case("bury", ("bury", "page"), again=()),
    Case("forget", ("forget", "page"), again=()),
    Case("config", ("config", "desired_retention", "0.92")),
    Case("a deck that changed", ("due",), before="changed"),
)


class Outcome(NamedTuple):
    """How a run ended; a negative code is the signal. `unused` calls did not come to the fault."""

    code: int
    out: str
    err: str
    unused: int


def compiler() -> str | None:
    """Return the C compiler of this machine, None without one, or without its preloading."""
    return shutil.which("cc") if sys.platform.startswith("linux") else None


class Found(NamedTuple):
    """How many faults there were, by command and fault, and what was wrong after one."""

    points: Mapping[str, int]
    failed: list[str]


def run(sample: int) -> Found:
    """Disturb every command at every `sample`-th call, in a process with the shim, and count."""
    # In memory, where there is such a place: a disk makes thousands of writes wait.
    place = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="faults-", dir=place) as folder:
        shim = Path(folder, "faults.so")
        command = [str(compiler()), "-shared", "-fPIC", "-O1", "-o", str(shim), str(SHIM), "-ldl"]
        subprocess.run(command, check=True)
        environment = {**os.environ, "LD_PRELOAD": str(shim), "FLASHCARDS_NOW": _NOW}
        environment.pop("PYTHONUNBUFFERED", None)
        done = subprocess.run(
            [sys.executable, __file__, str(shim), folder, str(sample)],
            env=environment,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            check=True,
        )
    return Found(**json.loads(done.stdout))


class Drill:
    """The drill of one process: a folder with what lies there before, copied for each fault."""

    def __init__(self, shim: ctypes.CDLL, folder: Path) -> None:
        """Prepare the places that the commands begin with."""
        self._shim = shim
        self._folder = folder
        self._number = 0
        self.points: Counter[str] = Counter()
        self.failed: list[str] = []
        self._settled = folder / "settled"
        _lay(folder / "new")
        _lay(self._settled)
        for words, typed in (
            (("review", "--plain", "--new", "2"), "\n3\n\n3\n"),
            (("export", "-o", "cards.apkg"), ""),
            (("read", "--html", "out/old.html"), ""),
            (("schema", "-o", "old.schema.json"), ""),
        ):
            done = self._run(self._settled, words, typed)
            if done.code:
                message = f"{words}: {done}"
                raise AssertionError(message)
        changed = folder / "changed"
        shutil.copytree(self._settled, changed)
        with (changed / "decks" / "drill.yaml").open("a", encoding="utf-8") as deck:
            deck.write("  - question: What is thrashing?\n    tldr: More paging than work.\n")

    def disturb(self, case: Case, sample: int) -> None:
        """Run a command with each fault at each `sample`-th of its calls, and look after each."""
        before = self._folder / case.before
        calm = self._copy(before)
        done = self._run(calm, case.words, case.typed, fault=(_LONGEST, errno.EIO))
        if done.code:
            message = f"{case.name}, undisturbed: {done}"
            raise AssertionError(message)
        calls = _LONGEST - done.unused
        self._run(calm, ("due",))
        old, new = _files(before), _files(calm)
        shutil.rmtree(calm)
        for fault, code in FAULTS.items():
            first = 1 + (len(self.points) * 7 + code) % sample
            for call in range(first, calls + 1, sample):
                self._point(case, before, (old, new), (fault, call))

    def _point(
        self,
        case: Case,
        before: Path,
        allowed: tuple[Mapping[str, bytes], Mapping[str, bytes]],
        point: tuple[str, int],
    ) -> None:
        fault, call = point
        place = self._copy(before)
        logged = kill_drill.logged(_as_place(before)) if case.typed else []
        done = self._run(place, case.words, case.typed, fault=(call, FAULTS[fault]))
        self.points[f"{case.name}: {fault}"] += 1
        try:
            problems = list(self._problems(case, place, done, allowed, logged))
        except Exception:  # noqa: BLE001 - it is what the drill is to find
            problems = [traceback.format_exc()]
        self.failed += [f"{case.name}, {fault} at call {call}: {one}" for one in problems]
        shutil.rmtree(place)

    def _problems(
        self,
        case: Case,
        place: Path,
        done: Outcome,
        allowed: tuple[Mapping[str, bytes], Mapping[str, bytes]],
        logged: list[kill_drill.Written],
    ) -> Iterator[str]:
        if "Traceback" in done.err or done.code == _TRACEBACK:
            yield done.err
        if done.code > 0 and not done.err.strip():
            yield "no word of what went wrong"
        old, new = allowed
        yield from _strange(_files(place), old, new)
        if case.again:
            again = self._run(place, case.words, case.typed)
            if again.code not in case.again:
                yield f"once more: {again}"
        there = self._run(place, ("due",))
        if there.code:
            yield f"due: {there}"
        left = _files(place)
        yield from _strange(left, old, new)
        # A draft is no part: its answer may be kept, and the system refuse to remove it.
        known = {*old, *new, *(name for name in left if name.startswith("home/drafts/"))}
        yield from (
            f"left behind: {name}" for name in left if name not in known - _unfinished(left)
        )
        if case.again:
            # The schema helps editors, and no deck needs it: the word that it is not there is all.
            owed = (name for name in new if not name.endswith("deck.schema.json"))
            yield from (
                f"not made in the end: {name}" for name in owed if left.get(name) != new[name]
            )
        yield from kill_drill.faults(_as_place(place))
        if case.typed:
            yield from _broken_promises(done, logged, kill_drill.logged(_as_place(place)))

    def _copy(self, place: Path) -> Path:
        self._number += 1
        copy = self._folder / str(self._number)
        shutil.copytree(place, copy)
        return copy

    def _run(
        self, place: Path, words: tuple[str, ...], typed: str = "", fault: tuple[int, int] = (0, 0)
    ) -> Outcome:
        """Run the program in a child, which lets a call fail."""
        streams = [self._folder / name for name in ("in.txt", "out.txt", "err.txt", "left.txt")]
        streams[0].write_text(typed, encoding="utf-8")
        for stream in streams[1:]:
            stream.write_text("", encoding="utf-8")
        child = os.fork()
        if not child:
            self._be_the_program(place, words, streams, fault)
        _, status = os.waitpid(child, 0)
        out, err, left = (stream.read_text(encoding="utf-8") for stream in streams[1:])
        return Outcome(os.waitstatus_to_exitcode(status), out, err, int(left or 0))

    def _be_the_program(
        self, place: Path, words: tuple[str, ...], streams: list[Path], fault: tuple[int, int]
    ) -> None:
        from flashcards import commands  # noqa: PLC0415 - after the fork, where it is loaded

        for number, stream in enumerate(streams[:3]):
            os.dup2(os.open(stream, os.O_RDONLY if not number else os.O_RDWR), number)
        sys.stdin, sys.stdout, sys.stderr = (
            io.TextIOWrapper(io.FileIO(number, "r" if not number else "w", closefd=False))
            if not number
            else open(number, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - for the whole run
            for number in range(3)
        )
        tempfile.tempdir = str(place / "tmp")
        os.chdir(place)
        options = ["--home", "home"] + ([] if "--decks" in words else ["--decks", "decks"])
        sys.argv = ["flashcards", *options, *words]
        code = _TRACEBACK
        self._shim.faults_arm(str(place).encode(), *fault)
        try:
            commands.main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0
        except BaseException:  # noqa: BLE001 - the end of the child
            traceback.print_exc()
        left = self._shim.faults_left()
        self._shim.faults_arm(b"", 0, 0)
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        streams[3].write_text(str(left), encoding="utf-8")
        os._exit(code)


def _lay(place: Path) -> None:
    for name in ("home", "decks", "out", "tmp"):
        (place / name).mkdir(parents=True)
    (place / "decks" / "drill.yaml").write_text(DECK, encoding="utf-8")
    (place / "decks" / "slip.yaml").write_text(SLIP, encoding="utf-8")
    (place / "table.csv").write_text(TABLE, encoding="utf-8")


def _as_place(place: Path) -> processes.Place:
    return processes.Place(place / "home", place / "decks")


def _unfinished(names: Iterable[str]) -> set[str]:
    return {name for name in names if leftovers.is_unfinished(os.path.basename(name))}


def _files(place: Path) -> dict[str, bytes]:
    """Return what lies in a place, the database and its log aside."""
    return {
        str(path.relative_to(place)): path.read_bytes()
        for path in sorted(place.rglob("*"))
        if path.is_file() and not path.name.startswith("collection.db")
    }


def _strange(
    now: Mapping[str, bytes], old: Mapping[str, bytes], new: Mapping[str, bytes]
) -> Iterator[str]:
    """Name the files that are neither as they were nor as they are to be."""
    for name in {*old, *new}:
        if now.get(name) not in {old.get(name), new.get(name)}:
            yield f"{name} is neither old nor new: {now.get(name, b'')[:300]!r}"


def _broken_promises(
    done: Outcome, before: list[kill_drill.Written], after: list[kill_drill.Written]
) -> Iterator[str]:
    lines = (line.split() for line in done.out.splitlines())
    promised = [line for line in lines if line[:1] in (["rated"], ["undone"])]
    found = after[len(before) :]
    if not kill_drill.is_kept(promised, found):
        yield f"promised {promised}, found {found}"


def main() -> None:
    """Run the drill in this process, which was preloaded with the shim, and print what it found."""
    from importlib import import_module  # noqa: PLC0415 - here alone

    from flashcards.commands import COMMANDS  # noqa: PLC0415 - here alone

    for name, entry in COMMANDS.items():
        import_module(f"flashcards.commands.{entry.module or name}")
    shim = ctypes.CDLL(sys.argv[1])
    shim.faults_left.restype = ctypes.c_long
    shim.faults_arm.argtypes = ctypes.c_char_p, ctypes.c_long, ctypes.c_int
    drill = Drill(shim, Path(sys.argv[2]))
    for case in CASES:
        drill.disturb(case, int(sys.argv[3]))
    json.dump({"points": drill.points, "failed": drill.failed}, sys.stdout)


if __name__ == "__main__":
    main()
