"""Finds the starter collection: in the wheel beside the code, in a checkout beside the package."""

import os

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


def folder() -> str:
    """Give the folder of the decks that come with the program."""
    shipped = os.path.join(_PACKAGE, "starter_decks")
    if os.path.isdir(shipped):
        return shipped
    return os.path.join(os.path.dirname(_PACKAGE), "decks")
