"""Where things live: the folder of the collection and, until a setting says more, the decks."""

import os
from typing import NamedTuple

from flashcards.errors import FlashcardsError

HOME_VARIABLE = "FLASHCARDS_HOME"
DECKS_VARIABLE = "FLASHCARDS_DECKS"


class Place(NamedTuple):
    """Where the person says things are.

    `home` is the folder of the collection and `home_origin` what named it; `decks` are the decks
    named for this run and `origin` what named those, empty when the settings decide.
    """

    home: str
    home_origin: str = ""
    decks: tuple[str, ...] = ()
    origin: str = ""


def place(home_option: str | None, decks_option: tuple[str, ...]) -> Place:
    """Give where things are, from the options of the command line and the environment.

    Raises:
        FlashcardsError: The platform names no folder to keep a collection in.
    """
    listed = os.environ.get(DECKS_VARIABLE, "")
    decks, origin = decks_option, "--decks"
    if not decks:
        decks = tuple(path for path in listed.split(os.pathsep) if path)
        origin = DECKS_VARIABLE if decks else ""
    named = "--home" if home_option else HOME_VARIABLE if os.environ.get(HOME_VARIABLE) else ""
    return Place(home(home_option), named or "default", decks, origin)


def home(option: str | None) -> str:
    """Give the folder the collection is kept in: `option`, else the variable, else the platform's.

    Raises:
        FlashcardsError: The platform names no such folder (there is no home directory).
    """
    chosen = option or os.environ.get(HOME_VARIABLE)
    if chosen:
        return os.path.abspath(os.path.expanduser(chosen))
    # Costs a quarter of the start-up, so only who needs it pays.
    from platformdirs import user_data_dir  # noqa: PLC0415 - see above

    folder = user_data_dir("flashcards", appauthor=False)
    if not os.path.isabs(folder):
        message = f"there is no home directory to keep a collection in; set {HOME_VARIABLE}."
        raise FlashcardsError(message)
    return folder
