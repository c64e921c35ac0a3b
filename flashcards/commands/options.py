"""What several commands share: the SELECT argument, and the words about faulty decks."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from flashcards.collection.opening import Collection
from flashcards.memory.days import study_day
from flashcards.model import Moment
from flashcards.terminal.columns import width_of_messages, wrapped
from flashcards.text import count, on_one_line

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _complete(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    from flashcards.commands.completion import names  # noqa: PLC0415 - only for the shell's Tab

    return names(ctx, parameter, incomplete)


def complete_setting(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """Complete the name of a setting."""
    del ctx, parameter
    from click.shell_completion import CompletionItem  # noqa: PLC0415 - only for the shell's Tab

    from flashcards.settings import NAMES  # noqa: PLC0415 - only for the shell's Tab

    return [CompletionItem(name) for name in NAMES if name.startswith(incomplete)]


def complete_value(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """Complete the value of a setting: files and folders for `decks`, nothing else."""
    del parameter
    from click.shell_completion import CompletionItem  # noqa: PLC0415 - only for the shell's Tab

    return [CompletionItem(incomplete, type="file")] if ctx.params.get("key") == "decks" else []


def select_argument(function: _Function) -> _Function:
    """Give a command the argument SELECT..."""
    return click.argument("select", nargs=-1, shell_complete=_complete)(function)


def topic_argument(function: _Function) -> _Function:
    """Give a command the argument TOPIC, which may be left out."""
    return click.argument("topic", required=False, shell_complete=_complete)(function)


def card_arguments(function: _Function) -> _Function:
    """Give a command the argument CARD..."""
    return click.argument("cards", nargs=-1, required=True, metavar="CARD...")(function)


def selected(collection: Collection, select: Sequence[str], now: Moment) -> Collection:
    """Give the collection limited to what SELECT names."""
    if not select:
        return collection
    from flashcards.collection.choosing import select as choose  # noqa: PLC0415 - `due` alone is fast

    return choose(collection, select, now, study_day(now, collection.settings.rollover))


def warn(message: str) -> None:
    """Say on stderr what a person should know, wrapped by words on a terminal."""
    columns = width_of_messages()
    for line in f"flashcards: {message}".split("\n"):
        click.echo("\n".join(wrapped(line, columns)), err=True)


def warn_of(collection: Collection) -> None:
    """Say on stderr what is wrong with the decks, a sentence each; reviews go on."""
    for notice in collection.notices:
        warn(on_one_line(notice))
    errors, files = collection.errors
    if errors:
        warn(
            f"{count(errors, 'fault')} in {count(files, 'deck file')} "
            f"{'keeps' if errors == 1 else 'keep'} cards away; `flashcards check` tells."
        )
