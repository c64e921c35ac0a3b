"""The progress bar of long work, for somebody who watches."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

Tick = Callable[[], None]
_WIDTH = 20
"""Of the bar alone: with its label and a percentage it fits the narrowest window."""


@contextmanager
def progress(length: int, label: str) -> Iterator[Tick]:
    """Show a bar on standard error while the block runs, if that is a terminal.

    Yields what counts one of the `length` steps as done; without a terminal it does nothing.
    """
    # A bar of click's can be hidden from 8.2 on only; what distributions have is older.
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=length, label=label, width=_WIDTH, file=sys.stderr) as bar:
        yield lambda: bar.update(1)
