"""Opens the person's own editor at a line of a file, and waits until it is closed."""

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from flashcards.errors import FlashcardsError

VARIABLES: Final = ("VISUAL", "EDITOR")
"""The environment variables that name an editor, the first that is set wins."""

FALLBACKS: Final = ("notepad",) if os.name == "nt" else ("editor", "nano", "vi")
"""What is looked for when none is set."""


def edit(path: str, line: int) -> None:
    """Open the file at `path` in the editor, at `line` (from 1), and wait for its end.

    Raises:
        FlashcardsError: There is no editor, or it could not be started, or it failed.
    """
    command = _command()
    words = (*command, *_place_of(command, path, line))
    try:
        with _deaf():
            # The words are the person's own, and no shell reads them.
            code = subprocess.run(words, check=False).returncode  # noqa: S603 - see above
    except OSError as error:
        reason = (error.strerror or "the system refused").lower()
        message = f"the editor {command[0]!r} could not be started: {reason}. {_ADVICE}"
        raise FlashcardsError(message) from error
    if code:
        ended = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        message = f"the editor {command[0]!r} {ended}; what it saved is in {path}."
        raise FlashcardsError(message)


@contextmanager
def _deaf() -> Iterator[None]:
    """Leave Ctrl-C to the editor, which means something else by it."""
    # A handler and not SIG_IGN: the editor would inherit that.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_ADVICE: Final = "Set EDITOR to the one you use, for example `export EDITOR=nano`."


def _command() -> Sequence[str]:
    """Give the words that start the editor."""
    for variable in VARIABLES:
        written = os.environ.get(variable, "").strip()
        if written:
            return _words(variable, written)
    for name in FALLBACKS:
        found = shutil.which(name)
        if found:
            return (found,)
    message = f"there is no editor: neither {' nor '.join(VARIABLES)} is set. {_ADVICE}"
    raise FlashcardsError(message)


def _words(variable: str, written: str) -> Sequence[str]:
    if os.path.isfile(written):
        return (written,)  # A path with blanks in it, and no words behind.
    try:
        # With its own rules a backslash would be lost from the paths of Windows.
        return shlex.split(written, posix=os.name != "nt")
    except ValueError as error:
        message = f"{variable} is {written!r}, in which a quote is not closed."
        raise FlashcardsError(message) from error


def _plus(path: str, line: int) -> Sequence[str]:
    return (f"+{line}", path)


def _goto(path: str, line: int) -> Sequence[str]:
    return ("--wait", "--goto", f"{path}:{line}")


def _colon(path: str, line: int) -> Sequence[str]:
    return (f"{path}:{line}",)


def _colon_and_wait(path: str, line: int) -> Sequence[str]:
    return ("--wait", f"{path}:{line}")


# How each editor is told the line, by the name of its program.
_WAYS: Final[dict[str, Callable[[str, int], Sequence[str]]]] = {
    **dict.fromkeys(
        ("vi", "vim", "nvim", "vim.tiny", "vim.basic", "vim.nox", "nano", "pico", "mg", "joe"),
        _plus,
    ),
    **dict.fromkeys(("emacs", "emacs-nox", "emacsclient", "micro", "kak"), _plus),
    **dict.fromkeys(("code", "codium", "cursor", "code-insiders", "windsurf"), _goto),
    **dict.fromkeys(("hx", "helix"), _colon),
    **dict.fromkeys(("subl", "zed"), _colon_and_wait),
}


def _place_of(command: Sequence[str], path: str, line: int) -> Sequence[str]:
    """Give the words that name the place; an editor that is not known gets the file alone."""
    # `editor` is a link to the real one where alternatives are managed.
    found = shutil.which(command[0]) or command[0]
    names = (os.path.basename(command[0]), os.path.basename(os.path.realpath(found)))
    for name in names:
        way = _WAYS.get(name.lower().removesuffix(".exe").removesuffix(".cmd"))
        if way:
            return _without_repeats(command, way(os.path.abspath(path), line))
    return (os.path.abspath(path),)


def _without_repeats(command: Sequence[str], words: Sequence[str]) -> Sequence[str]:
    """Leave out a flag that the person already gave: `code --wait`."""
    wait = {"--wait", "-w"} & set(command)
    return tuple(word for word in words if not (wait and word == "--wait"))
