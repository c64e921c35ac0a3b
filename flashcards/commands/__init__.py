"""The command line: one file a command, loaded when it is called.

`COMMANDS` is the table of contents; `main` runs what is named there and turns every error a
person may meet into a sentence and an exit code.
"""

import gc
import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import NamedTuple, NoReturn

import click

from flashcards import __version__, clock, paths
from flashcards.errors import FlashcardsError, reason_of
from flashcards.model import Moment
from flashcards.paths import Place
from flashcards.text import clean, on_one_line

INTERRUPTED = 130


class World(NamedTuple):
    """What a command is told of the world: where things are, and a clock to ask."""

    place: Place
    clock: Callable[[], Moment]


class Entry(NamedTuple):
    """A command's line in the help; ``module`` holds it when its name is no name in Python."""

    group: str
    summary: str
    module: str = ""


COMMANDS = {
    "review": Entry("Every day", "Review the cards of the day."),
    "read": Entry("Every day", "Read a topic before drilling it."),
    "attempt": Entry("Every day", "Answer a topic in your own words, against its key points."),
    "due": Entry("Every day", "Count what is due, and say when the next is."),
    "stats": Entry("Every day", "What was learnt, what is coming, how true the predictions are."),
    "plan": Entry("Every day", "See what will be known on a day, and the pace it takes."),
    "new": Entry("Write", "Start a deck file for an interview question."),
    "add": Entry("Write", "Add a card, or many."),
    "edit": Entry("Write", "Open the editor where a card is written."),
    "cards": Entry("Write", "List cards."),
    "show": Entry("Write", "Show one card with its history and outcomes."),
    "preview": Entry("Write", "Draw every card of a deck file."),
    "check": Entry("Write", "Find the faults of deck files, with place and fix."),
    "import": Entry(
        "Write", "Make a deck of a page, Markdown, a table, YAML or an Anki package.", "import_"
    ),
    "pin": Entry("Write", "Write permanent ids into deck files, so that they travel with git."),
    "relink": Entry("Write", "Give a card that left the decks on to the card it has become."),
    "schema": Entry("Write", "Print the JSON Schema of the deck format, for editors."),
    "export": Entry("Anki", "Write an Anki package with your progress."),
    "suspend": Entry("Tune", "Take cards out of reviews until unsuspended."),
    "unsuspend": Entry("Tune", "Let suspended cards come again."),
    "bury": Entry("Tune", "Take cards out of today's reviews."),
    "forget": Entry("Tune", "Return cards to new; their log stays."),
    "optimize": Entry("Tune", "Fit the parameters of memory to your own answers."),
    "reschedule": Entry("Tune", "Move due dates to the parameters and retention in force."),
    "config": Entry("Tune", "Show the settings, or change one."),
    "backup": Entry("Keep", "Copy the collection, also while a review runs."),
    "restore": Entry("Keep", "Put a backup in the place of the collection."),
}


class _Commands(click.Group):
    """Knows its commands by name and loads only the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = COMMANDS[cmd_name].module or cmd_name
        command: click.Command = import_module(f"flashcards.commands.{module}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            # Loaded for who mistyped only; the word itself is data, never markup.
            from difflib import get_close_matches  # noqa: PLC0415 - after a slip

            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean `{near[0]}`?" if near else ""
            ctx.fail(f"there is no command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        for group in dict.fromkeys(entry.group for entry in COMMANDS.values()):
            rows = [(name, e.summary) for name, e in COMMANDS.items() if e.group == group]
            with formatter.section(group):
                formatter.write_dl(rows)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: flashcards review --minutes 10",
)
@click.option(
    "--home",
    type=click.Path(),
    metavar="DIR",
    help="Folder of the collection (or FLASHCARDS_HOME).",
)
@click.option(
    "--decks",
    type=click.Path(),
    metavar="PATH",
    multiple=True,
    help="Deck file or folder; may be repeated (or FLASHCARDS_DECKS).",
)
@click.version_option(__version__, "--version", message="flashcards %(version)s")
@click.pass_context
def cli(ctx: click.Context, home: str | None, decks: tuple[str, ...]) -> None:
    """Review flashcards in the terminal: decks are YAML, scheduling is FSRS.

    Without a command: today at a glance.
    """
    ctx.obj = World(paths.place(home, decks), clock.now)
    if ctx.invoked_subcommand is None:
        from flashcards.commands.glance import glance  # noqa: PLC0415 - only without a command

        glance(ctx.obj)


def main() -> NoReturn:
    """Run the program with the words of the command line, and end with its exit code."""
    # What is loaded by now stays to the end: to look through it for garbage costs an eighth of
    # `due`. And what the command made need not be looked through once more when all is over.
    gc.freeze()
    if "_FLASHCARDS_COMPLETE" in os.environ:
        from flashcards.commands import completion  # noqa: PLC0415 - only for the shell's Tab

        completion.register()
    _prepare_streams()
    for name in ("SIGTERM", "SIGHUP"):
        _end_in_order(name)
    code = _run_interruptibly(sys.argv[1:])
    gc.freeze()
    sys.exit(code)


class _Messages(io.TextIOWrapper):
    """Standard error that may fail: what cannot be said ends no command."""

    def write(self, text: str, /) -> int:
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


def _prepare_streams() -> None:
    """Make the standard streams such that none ends the program by a traceback."""
    # A stream that was closed reads as empty, and swallows what is written to it. It also keeps
    # its number: the next file opened would be taken for it.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - for the whole run
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the whole run
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the whole run
    for stream in (sys.stdin, sys.stdout):
        # A sign that a stream cannot carry becomes a question mark, never a traceback.
        stream.reconfigure(errors="replace")  # type: ignore[union-attr] # TextIOWrapper at start
    encoding = sys.stderr.encoding
    data = sys.stderr.detach()  # type: ignore[union-attr] # TextIOWrapper at start
    sys.stderr = _Messages(data, encoding, errors="replace", line_buffering=True)


def _run_interruptibly(words: Sequence[str]) -> int:
    """Run the program with Ctrl-C as an exception, from its first step to its last one."""
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    try:
        try:
            if not ignored:
                signal.signal(signal.SIGINT, signal.default_int_handler)
            return run(words)
        finally:
            # All is done: what comes now must not break into the end of Python itself.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:
        return INTERRUPTED


def _end_in_order(name: str) -> None:
    """Let a signal end the program by way of its `finally`s: nothing half done is left behind."""
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) is signal.SIG_DFL:
        signal.signal(number, lambda *_: sys.exit(128 + number))


def run(words: Sequence[str]) -> int:
    """Run the program with `words` and give its exit code."""
    try:
        # Outside of standalone mode click gives the code of `ctx.exit` back as the result.
        code = cli.main(list(words), prog_name="flashcards", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except FlashcardsError as error:
        from flashcards.commands.options import warn  # noqa: PLC0415 - after an error

        warn(clean(str(error)))
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("", err=True)
        return INTERRUPTED
    except OSError as error:
        return _refused(error)
    return code if isinstance(code, int) else 0


def _refused(error: OSError) -> int:
    """Say what the system refused (a full disk behind stdout, a failing one), and give the code."""
    # The reader went away (`| head`): nothing more to say, and nothing to say it to.
    if not isinstance(error, BrokenPipeError):
        where = f"{on_one_line(str(error.filename))}: " if error.filename else ""
        click.echo(f"flashcards: {where}{reason_of(error)}", err=True)
    # What was not written yet goes nowhere, or Python would try again at its end.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
