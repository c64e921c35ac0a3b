"""Shows a file in the system's own viewer, which is given a copy of it and never the file itself.

What a desktop does with a file, it reads from its name and its folder; and a browser, which is the
viewer of many, lets a document run what is in it. So the viewer gets a copy in a folder for the
person alone, under a name that is ours, with the ending of what it is. An SVG comes within a page,
as Anki shows it: there an image runs nothing and loads nothing.

Nobody says when a viewer is done, so the copies stay when the review ends; `sweep` takes those of
earlier days away.
"""

import base64
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from typing import Final

from flashcards.errors import FlashcardsError

_PREFIX: Final = "flashcards-view-"
_OLD_S: Final = 24 * 3600
_OPENER_S: Final = 2.0
_PAGE: Final = """\
<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:">
<title>Image</title>
<img alt="" src="data:image/svg+xml;base64,%s">
"""


class ViewingError(FlashcardsError):
    """The file could not be shown, and the message says why."""


def view(content: bytes, noun: str, ending: str) -> None:
    """Show `content` in the system's viewer, as a file called by `noun` and `ending`.

    Raises:
        ViewingError: There is no viewer, or none for such a file, or no place for a copy.
    """
    if ending == "svg":
        content, ending = _paged(content), "html"
    opener = _opener()
    try:
        # The folder is for its owner alone, whatever the mask.
        path = os.path.join(tempfile.mkdtemp(prefix=_PREFIX), f"{noun}-1.{ending}")
        with open(path, "xb") as file:
            file.write(content)
        is_shown = _handed_over(opener, path)
    except OSError as error:
        message = f"no viewer could be started: {(error.strerror or 'the system refused').lower()}"
        raise ViewingError(message) from error
    if not is_shown:
        message = "no viewer was found for it"
        raise ViewingError(message)


def sweep() -> None:
    """Take away the copies of earlier days, which no viewer reads any more."""
    folder = tempfile.gettempdir()
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(_PREFIX) and _is_old(entry):
                shutil.rmtree(entry.path, ignore_errors=True)


def _is_old(entry: os.DirEntry[str]) -> bool:
    """Tell if a folder was made a day ago or longer; a link is none of ours."""
    with suppress(OSError):
        status = entry.stat(follow_symlinks=False)
        return entry.is_dir(follow_symlinks=False) and time.time() - status.st_mtime > _OLD_S
    return False


def _paged(drawing: bytes) -> bytes:
    """Return a page that shows an SVG as an image."""
    return (_PAGE % base64.standard_b64encode(drawing).decode("ascii")).encode("ascii")


def _opener() -> str:
    """Return the program that opens a file; empty on Windows, which does it itself."""
    if sys.platform == "win32":
        return ""
    name = "open" if sys.platform == "darwin" else "xdg-open"
    opener = shutil.which(name)
    if opener is None:
        message = f"there is no viewer to open it with ({name})"
        raise ViewingError(message)
    return opener


def _handed_over(opener: str, path: str) -> bool:
    """Hand a file to the opener, whose own words must not fall into the screen."""
    if sys.platform == "win32":
        os.startfile(path)  # noqa: S606 - a copy under our own name and ending
        return True
    process = subprocess.Popen(  # noqa: S603 - the system's own opener, no shell
        [opener, path],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(_OPENER_S) == 0
    except subprocess.TimeoutExpired:
        return True  # the viewer itself runs on
