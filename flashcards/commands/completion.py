"""Completion of deck names and topic ids for the shell's Tab key.

bash breaks words at ``:``, which deck names are full of: its script here passes the whole line,
and what stands before the last colon is cut off the answers, as bash expects.
"""

import os
import shlex
from collections.abc import Iterable
from contextlib import suppress

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from flashcards import paths
from flashcards.collection.opening import opened_store
from flashcards.collection.topics import called
from flashcards.errors import FlashcardsError
from flashcards.selection import KINDS
from flashcards.store import browse

_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' line
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(env COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_BREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete "$1")
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


_CLOSINGS = ("", '"', "'")


class _Bash(BashComplete):
    """Splits the line itself, since bash's own words are broken at colons."""

    source_template = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        """Give the words before the one to complete, and that one."""
        line = os.environ["COMP_LINE"]
        words = _split(line)[1:]
        if not line[-1:].isspace() and words:
            return words[:-1], words[-1]
        return words, ""

    def complete(self) -> str:
        """Give the answers as bash inserts them, a line each."""
        args, incomplete = self.get_completion_args()
        if _open_quotation(os.environ["COMP_LINE"]):
            # Within quotes bash breaks no words, and takes each letter for itself.
            return "\n".join(item.value for item in self.get_completions(args, incomplete))
        cut = 0
        if ":" in os.environ.get("COMP_BREAKS", ":"):
            cut = incomplete.rfind(":") + 1
        values = [item.value for item in self.get_completions(args, incomplete)]
        return "\n".join(_quote(value)[len(_quote(value[:cut])) :] for value in values)


def _quote(word: str) -> str:
    return "".join(c if c.isalnum() or c in "-_.:/=+,@%" else f"\\{c}" for c in word)


def _split(line: str) -> list[str]:
    """Split a line as a shell does, an open quotation at its end included."""
    for closing in _CLOSINGS:
        with suppress(ValueError):
            return shlex.split(line + closing)
    return line.split()


def _open_quotation(line: str) -> bool:
    """Tell whether a quotation mark at the end of a line is still open."""
    for closing in _CLOSINGS:
        with suppress(ValueError):
            shlex.split(line + closing)
            return bool(closing)
    return False


def register() -> None:
    """Put our bash completion in the place of click's."""
    add_completion_class(_Bash)


def names(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Give the decks, topics and kinds of terms that `incomplete` may become."""
    del parameter
    root = ctx.find_root().params
    try:
        with opened_store(paths.place(root.get("home"), ())) as (database, _):
            topics = (called(key, title) for key, title in browse.topics(database))
            known = [*browse.decks(database), *topics]
    except FlashcardsError:
        # Tab must never print an error into the line being typed.
        known = []
    return [CompletionItem(name) for name in _fitting(known, incomplete)]


def _fitting(known: Iterable[str], incomplete: str) -> list[str]:
    prefix, _, rest = incomplete.rpartition("deck:")
    if prefix == "" and incomplete.startswith("deck:"):
        return [f"deck:{name}" for name in known if name.casefold().startswith(rest.casefold())]
    terms = [f"{kind}:" for kind in (*KINDS, "not")]
    return [name for name in (*known, *terms) if name.casefold().startswith(incomplete.casefold())]
