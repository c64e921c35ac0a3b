"""Where things live: the folder of the collection and, until a setting says more, the decks."""

import os

from flashcards.errors import FlashcardsError

HOME_VARIABLE = "FLASHCARDS_HOME"
DECKS_VARIABLE = "FLASHCARDS_DECKS"


def home(option: str | None) -> str:
    """Give the folder the collection is kept in: `option`, else the variable, else the platform's.

    Raises:
        FlashcardsError: The platform names no such folder (there is no home directory).
    """
    chosen = option or os.environ.get(HOME_VARIABLE)
    if chosen:
        return os.path.abspath(os.path.expanduser(chosen))
    # Costs a quarter of the start-up, so only who needs it pays.
    from platformdirs import user_data_dir  # noqa: PLC0415

    folder = user_data_dir("flashcards", appauthor=False)
    if not os.path.isabs(folder):
        message = f"there is no home directory to keep a collection in; set {HOME_VARIABLE}."
        raise FlashcardsError(message)
    return folder


def decks_from_environment() -> tuple[str, ...]:
    """Give the decks named by the environment variable, none when it is not set."""
    listed = os.environ.get(DECKS_VARIABLE, "")
    return tuple(path for path in listed.split(os.pathsep) if path)
