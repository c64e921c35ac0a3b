"""The draft of an answer, in a file beside the collection, written as it is typed.

It survives whatever ends the program, and is dropped once the answer is kept.
"""

import os
from contextlib import suppress
from typing import Final

FOLDER: Final = "drafts"
"""The folder of the drafts, within that of the collection."""

SCISSORS: Final = "---------- your answer stands above this line ----------"
"""Below it an editor shows what is asked; it and what follows is no part of the answer."""


def path_of(home: str, name: str) -> str:
    """Give the path of the draft called `name` of the collection in `home`."""
    return os.path.join(home, FOLDER, f"{name}.md")


def read(path: str) -> str:
    """Give the draft at `path`, without what an editor was shown below it; empty if none."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except FileNotFoundError:
        return ""
    return text.partition(SCISSORS)[0].rstrip()


def save(path: str, text: str) -> None:
    """Put `text` in place of the draft at `path`, a whole one or none.

    Raises OSError where it cannot be written.
    """
    from flashcards.files.writing import keep  # noqa: PLC0415 - loads tempfile, for a text only

    keep(path, text.encode("utf-8", "replace"))


def drop(path: str) -> None:
    """Remove the draft at `path`, if there is one."""
    with suppress(FileNotFoundError):
        os.remove(path)
