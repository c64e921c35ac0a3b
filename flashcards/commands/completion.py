"""Completion of deck names and topic ids for the shell's Tab key.

bash breaks words at ``:``, which deck names are full of: its script here passes the whole line,
and what stands before the last colon is cut off the answers, as bash expects.

A deck may come from a stranger, and its name holds whatever a shell would run. Unquoted, each such
sign is written behind a backslash, by us for bash and by zsh and fish themselves; where the person
has opened a quotation in bash, or in a shell that is not known, such names are not offered.
"""

import os
from collections.abc import Iterable
from typing import Final, NamedTuple

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    add_completion_class,
)

from flashcards import paths
from flashcards.collection.opening import opened_store
from flashcards.collection.topics import called
from flashcards.errors import FlashcardsError
from flashcards.selection import KINDS
from flashcards.store import browse
from flashcards.text import on_one_line

_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            plain,*) COMPREPLY+=("${line#plain,}") ;;
            file,*) compopt -o default ;;
            dir,*) compopt -o dirnames ;;
        esac
    done < <(env COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_BREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete "$1")
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""

# Click's own, but for a name with a comma, and one that `echo` would take for an option.
_FISH = """\
function %(complete_func)s
    for completion in (env COMP_WORDS=(commandline -cp) COMP_CWORD=(commandline -t) \\
            %(complete_var)s=fish_complete %(prog_name)s)
        set -l parts (string split -m 1 "," -- $completion)
        switch $parts[1]
            case dir
                __fish_complete_directories $parts[2]
            case file
                __fish_complete_path $parts[2]
            case plain
                printf "%%s\\n" $parts[2]
        end
    end
end
complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""

_PLAIN_SIGNS: Final = " -_.:/=+,@%"
"""What means nothing to a shell within quotes, nor would run anything without them."""

_QUOTING: Final = ("bash", "zsh", "fish")
"""The shells of which it is known that they, or we for them, quote what is completed."""


class _Fish(FishComplete):
    """Passes names on whole."""

    source_template = _FISH


class _Bash(BashComplete):
    """Splits the line itself, since bash's own words are broken at colons."""

    source_template = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        """Give the words before the one to complete, and that one."""
        line = _read(os.environ["COMP_LINE"])
        return list(line.words[1:]), line.incomplete

    def complete(self) -> str:
        """Return the answers, a line each with its type: names as bash inserts them.

        Files and folders are found by bash, which reads, quotes and marks them as it always does.
        """
        args, incomplete = self.get_completion_args()
        items = self.get_completions(args, incomplete)
        values = [item.value for item in items if item.type == "plain"]
        inserted = [f"plain,{value}" for value in self._inserted(values, incomplete)]
        paths_wanted = [f"{item.type}," for item in items if item.type != "plain"]
        return "\n".join([*inserted, *paths_wanted])

    @staticmethod
    def _inserted(values: list[str], incomplete: str) -> list[str]:
        if _read(os.environ["COMP_LINE"]).quote:
            # Within quotes bash breaks no words and inserts what it is given as it is, and the
            # person may close them before or after it: no sign that a shell knows may be in it.
            return list(filter(_is_plain, values))
        cut = 0
        if ":" in os.environ.get("COMP_BREAKS", ":"):
            cut = incomplete.rfind(":") + 1
        return [_quote(value[cut:]) for value in values]


def _quote(word: str) -> str:
    return "".join(c if c.isalnum() or c in "-_.:/=+,@%" else f"\\{c}" for c in word)


def _is_plain(word: str) -> bool:
    """Tell if no shell takes anything in `word` for a sign of its own, quoted or not."""
    return all(not c.isascii() or c.isalnum() or c in _PLAIN_SIGNS for c in word)


class _Line(NamedTuple):
    """A line as a shell reads it: the words, the one being typed, and the quote open around it."""

    words: tuple[str, ...]
    incomplete: str
    quote: str


def _read(line: str) -> _Line:
    """Read a line up to its end, where a quotation may be open; a backslash there is no sign."""
    words: list[str] = []
    word: str | None = None
    quote = ""
    escaped = False
    for sign in line:
        if escaped:
            kept = "\\" if quote and sign not in '$`"\\' else ""
            word, escaped = f"{word or ''}{kept}{sign}", False
        elif sign == "\\" and quote != "'":
            escaped = True
        elif sign == quote:
            quote = ""
        elif not quote and sign in "'\"":
            word, quote = word or "", sign
        elif quote or not sign.isspace():
            word = f"{word or ''}{sign}"
        elif word is not None:
            words.append(word)
            word = None
    return _Line(tuple(words), word or "", quote)


def register() -> None:
    """Put our completion for bash and fish in the place of click's."""
    add_completion_class(_Bash)
    add_completion_class(_Fish)


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
    return [CompletionItem(name) for name in _fitting(filter(_is_offered, known), incomplete)]


def _is_offered(name: str) -> bool:
    """Tell if a name can be passed on: on one line, and in quotes where quotes are needed."""
    if on_one_line(name) != name:
        return False
    shell = os.environ.get("_FLASHCARDS_COMPLETE", "").partition("_")[0]
    return shell in _QUOTING or _is_plain(name)


def _fitting(known: Iterable[str], incomplete: str) -> list[str]:
    prefix, _, rest = incomplete.rpartition("deck:")
    if prefix == "" and incomplete.startswith("deck:"):
        return [f"deck:{name}" for name in known if name.casefold().startswith(rest.casefold())]
    terms = [f"{kind}:" for kind in (*KINDS, "not")]
    return [name for name in (*known, *terms) if name.casefold().startswith(incomplete.casefold())]
