"""Tab in a real bash, zsh and fish: a deck's name is completed as a name, whatever it is made of.

A shell is driven on a pseudo-terminal; a key of it writes down what the line holds. That line is
then given to the shell as if Enter had been pressed, with the quotation closed or not.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pexpect
import pytest
from conftest import Learner

from flashcards.commands import cli, completion

pytestmark = pytest.mark.slow


ROOT = Path(__file__).parent.parent
PATIENCE_S = 60

ORDINARY = ("n00 two words", "n01::Größe::日本", "n02-a_b.c+d", "n03 🦀 crab")
HOSTILE = (
    "n10$(touch ran)",
    "n11`touch ran`",
    "n12;touch ran;",
    "n13 & touch ran &",
    "n14'$(touch ran)'",
    'n15"$(touch ran)"',
    "n16\\$(touch ran)\\",
    "n17'; touch ran; '",
    'n18"; touch ran; "',
    "n19 !! !touch <(touch ran)",
    "n20*[a-z]?{a,b}~",
    "n21(e:'touch ran':) | touch ran",
    "n22 -rf --help # > ran",
    "n23${ran:=x}%s^a^b",
)
POSITIONS = ("", "'", '"', "$'", '"deck:')

KEY = "\x07"
SET_UP = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        (
            'eval "$(_FLASHCARDS_COMPLETE=bash_source flashcards)"\n'
            'bind -x \'"\\C-g": '
            'printf %s "$READLINE_LINE" >line.part; READLINE_LINE=; mv line.part line'
            "'\n"
        ),
    ),
    "zsh": (
        ["zsh", "-f", "-i"],
        (
            "autoload -Uz compinit; compinit -u -D\n"
            'eval "$(_FLASHCARDS_COMPLETE=zsh_source flashcards)"\n'
            'dump() { print -rn -- "$BUFFER" >line.part; BUFFER=; mv line.part line }\n'
            "zle -N dump; bindkey '^G' dump\n"
        ),
    ),
    "fish": (
        ["fish", "--no-config", "-i"],
        (
            "_FLASHCARDS_COMPLETE=fish_source flashcards | source\n"
            "function dump; commandline >line.part; commandline ''; mv line.part line; end\n"
            "bind \\cg dump\n"
        ),
    ),
}


class Shell:
    """An interactive shell with our completion, in a folder of its own."""

    def __init__(self, name: str, folder: Path, home: Path) -> None:
        """Start the shell and wait until it takes keys."""
        self.name = name
        self.folder = folder
        program = folder / "bin" / "flashcards"
        program.parent.mkdir()
        # What is run in earnest writes down its words; what completes is the program itself.
        program.write_text(
            '#!/bin/sh\n[ -n "$_FLASHCARDS_COMPLETE" ] ||'
            ' { printf "%s\\n" "$@" >argv; exit 0; }\n'
            f'cd "{ROOT}" && exec "{sys.executable}" -m flashcards "$@"\n'
        )
        program.chmod(0o755)
        self._environment = {
            **os.environ,
            "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
            "FLASHCARDS_HOME": str(home),
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "XDG_DATA_HOME": str(folder),
            "TERM": "xterm",
            "LC_ALL": "C.UTF-8",
        }
        words, text = SET_UP[name]
        (folder / "setup").write_text(text)
        self._child = pexpect.spawn(
            words[0],
            words[1:],
            cwd=str(folder),
            env=self._environment,
            encoding="utf-8",
            dimensions=(24, 200),
            timeout=PATIENCE_S,
        )
        self._child.send("source ./setup; touch ready\r")
        self._wait(folder / "ready")

    def line(self, typed: str) -> str:
        """Type, press Tab, and give what the line holds."""
        written = self.folder / "line"
        written.unlink(missing_ok=True)
        self._child.send(f"{typed}\t{KEY}")
        self._wait(written)
        return written.read_text().removesuffix("\n")

    def words(self, line: str) -> list[str] | None:
        """Run a line and give the words that the program is started with; None if it is not."""
        words = self.folder / "argv"
        words.unlink(missing_ok=True)
        subprocess.run(
            [SET_UP[self.name][0][0], "-c", line],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
        )
        return words.read_text().splitlines() if words.exists() else None

    def _wait(self, path: Path) -> None:
        until = time.monotonic() + PATIENCE_S
        while not path.exists():
            assert time.monotonic() < until, f"{self.name} wrote no {path.name}"
            # A terminal whose output nobody reads stands still.
            try:
                self._child.read_nonblocking(65536, timeout=0.05)
            except pexpect.TIMEOUT:
                continue

    def close(self) -> None:
        """End the shell."""
        self._child.close(force=True)


@pytest.fixture(params=SET_UP)
def shell(request: pytest.FixtureRequest, learner: Learner, tmp_path: Path) -> Iterator[Shell]:
    """Give each shell that is here, in a collection of decks with such names."""
    if shutil.which(request.param) is None:
        pytest.skip(f"there is no {request.param} here")
    for number, name in enumerate((*ORDINARY, *HOSTILE)):
        quoted = name.replace("'", "''")
        learner.write(
            f"deck: '{quoted}'\ncards:\n  - front: q {number}\n    back: b\n", f"{number}.yaml"
        )
    learner.run("config", "starter", "off")
    assert len({card["deck"] for card in learner.cards()}) == len(ORDINARY) + len(HOSTILE)
    folder = tmp_path / "shell"
    folder.mkdir()
    shell = Shell(request.param, folder, learner.home)
    yield shell
    shell.close()


@pytest.mark.parametrize("position", POSITIONS)
def test_tab_and_enter_run_nothing(shell: Shell, position: str) -> None:
    """However a deck is called, and wherever its name is begun, only the program is started."""
    for name in HOSTILE:
        typed = f"flashcards due {position}{name[:3]}"
        line = shell.line(typed)
        for closing in ("", *position.strip("$deck:")):
            words = shell.words(line + closing)
            if position and shell.name == "zsh":
                # On a line that is typed zsh takes the backslash away that keeps `!` from history.
                words = words and [word.replace("\\!", "!") for word in words]
            assert not (shell.folder / "ran").exists(), line
            taken = {name, name[:3], f"deck:{name}", f"deck:{name[:3]}"}
            assert words is None or (words[0] == "due" and set(words[1:]) <= taken), (line, words)


@pytest.mark.parametrize("position", ["", "'", '"'])
def test_ordinary_names_are_completed(shell: Shell, position: str) -> None:
    """Blanks, letters of any script, colons and pictures come as they are."""
    for name in ORDINARY:
        line = shell.line(f"flashcards due {position}{name[:3]}")
        said = [shell.words(line.rstrip() + closing) for closing in ("", position)]
        assert ["due", name] in said, line


FILES_OF = (
    "import",
    "import --reviews",
    "preview",
    "check",
    "pin",
    "backup",
    "restore",
    "add --to",
    "read --html",
    "export -o",
    "config decks",
    "--decks",
)


def test_files_are_completed(shell: Shell) -> None:
    """Where a file is asked for, this folder's are offered; a folder's name stays open."""
    (shell.folder / "words of a deck.yaml").touch()
    (shell.folder / "inner" / "more").mkdir(parents=True)
    for words in FILES_OF:
        line = shell.line(f"flashcards {words} wor")
        assert shell.words(line) == [*words.split(), "words of a deck.yaml"], line
    for typed, path in (("inn", "inner/"), ("inner/m", "inner/more/")):
        line = shell.line(f"flashcards preview {typed}")
        assert shell.words(line) == ["preview", path], line
        assert not line.endswith(" ")


def test_names_of_files_run_nothing(shell: Shell) -> None:
    """A file from a stranger is quoted by the shell, whatever it is called."""
    for name in HOSTILE:
        if "/" not in name:
            (shell.folder / name).touch()
    for name in HOSTILE:
        line = shell.line(f"flashcards preview {name[:3]}")
        shell.words(line)
        assert not (shell.folder / "ran").exists(), line


def test_no_files_are_offered_for_a_deck(shell: Shell) -> None:
    """Where a name is asked for, a file of that name is none."""
    (shell.folder / "words.yaml").touch()
    assert shell.words(shell.line("flashcards due wor")) == ["due", "wor"]


def test_after_a_backslash_nothing_is_run(shell: Shell) -> None:
    """A backslash that waits for its sign is none of the name."""
    for name in HOSTILE:
        line = shell.line(f"flashcards due {name[:3]}\\")
        words = shell.words(line)
        assert not (shell.folder / "ran").exists(), line
        taken = {name, name[:3], f"{name[:3]}\\", f"{name[:3]} "}
        assert words is None or set(words[1:]) <= taken, (line, words)
        assert shell.name == "fish" or "!" not in line.replace("\\!", "")


@pytest.mark.parametrize("shell", ["bash", "powershell"])
def test_what_cannot_be_quoted_is_not_offered(
    learner: Learner, monkeypatch: pytest.MonkeyPatch, shell: str
) -> None:
    """A name of two lines nowhere; where nobody quotes, none with a sign that a shell knows."""
    learner.write('deck: "n\\n$(touch ran)"\ncards:\n  - {front: a, back: b}\n', "1.yaml")
    learner.write("deck: n $(touch ran)\ncards:\n  - {front: c, back: d}\n", "2.yaml")
    learner.write("deck: n plain\ncards:\n  - {front: e, back: f}\n", "3.yaml")
    assert len(learner.cards()) == 3
    monkeypatch.setenv("_FLASHCARDS_COMPLETE", f"{shell}_complete")
    context = click.Context(cli)
    context.params = {"home": str(learner.home)}
    offered = [item.value for item in completion.names(context, click.Argument(["deck"]), "n ")]
    assert offered == (["n plain"] if shell == "powershell" else ["n $(touch ran)", "n plain"])
    everything = completion.names(context, click.Argument(["deck"]), "")
    assert all(item.value.isprintable() for item in everything)
