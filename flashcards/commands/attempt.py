"""`flashcards attempt`: answer a topic in your own words, against its key points."""

import sys
from collections.abc import Callable

import click

from flashcards.collection import attempts, opening
from flashcards.collection.attempts import Asked
from flashcards.collection.opening import Collection
from flashcards.commands import World
from flashcards.commands.attempt_sitting import Judge, Sitting
from flashcards.commands.options import topic_argument, warn_of
from flashcards.memory.days import study_day
from flashcards.model import Moment, Rating
from flashcards.terminal.keys import by_lines

_LONGEST_S = 24 * 3_600


@click.command(
    epilog="Examples: flashcards attempt multi-head-attention · flashcards attempt --seconds 60 · "
    "flashcards attempt --history multi-head-attention"
)
@topic_argument
@click.option(
    "--seconds", type=click.IntRange(1, _LONGEST_S), help="Time to aim at, for the topic's own."
)
@click.option("--editor", is_flag=True, help="Write the answer in your editor.")
@click.option("--history", is_flag=True, help="Show how the attempts at TOPIC grew.")
@click.option("--judge-command", metavar="CMD", help="Have CMD judge; none for no judge.")
@click.option("--plain", is_flag=True, help="Line by line, for scripts and plain terminals.")
@click.option("--json", "as_json", is_flag=True, help="Answer on stdin, one JSON document out.")
@click.option("--rate", type=click.IntRange(1, 4), help="With --json: give this rating.")
@click.pass_obj
def command(  # noqa: PLR0913 - an option each
    world: World,
    topic: str | None,
    *,
    seconds: int | None,
    editor: bool,
    history: bool,
    judge_command: str | None,
    plain: bool,
    as_json: bool,
    rate: int | None,
) -> None:
    """Answer a topic in your own words; then tick the key points you made, and rate yourself.

    TOPIC is a topic's id or title, or words in it; without one it is the topic whose attempt is
    most due. What your wording matches is ticked beforehand, and the ticks are yours to correct.
    Whatever ends the program, the draft is kept.
    """
    if rate and not as_json:
        message = "--rate goes with --json; elsewhere a key gives the rating."
        raise click.UsageError(message)
    if history and topic is None:
        message = "--history needs the TOPIC."
        raise click.UsageError(message)
    now = world.clock()
    with opening.opened(world.place, now) as collection:
        warn_of(collection)
        asked = _asked(collection, topic, now)
        if history:
            _history(collection, asked, as_json=as_json)
            return
        sitting = Sitting(collection, asked, world.clock, _judge(collection, judge_command))
        if as_json:
            _document(sitting, Rating(rate) if rate else None)
            return
        limit = seconds or asked.attempt.minutes * 60
        _run(plain)(sitting, world.clock, limit, in_editor=editor)


def _asked(collection: Collection, topic: str | None, now: Moment) -> Asked:
    day = study_day(now, collection.settings.rollover)
    if topic is None:
        return attempts.most_due(collection, day)
    return attempts.named(collection, topic, now, day)


def _judge(collection: Collection, option: str | None) -> Judge | None:
    settings = collection.settings
    command = settings.judge_command if option is None else option.strip()
    return Judge(command, settings.judge_timeout) if command not in {"", "none"} else None


def _history(collection: Collection, asked: Asked, *, as_json: bool) -> None:
    made = list(attempts.past(collection, asked.card.id))
    if as_json:
        from flashcards.commands.attempt_shape import history_shape  # noqa: PLC0415 - one of two
        from flashcards.commands.due_shape import print_json  # noqa: PLC0415 - loads json

        print_json(history_shape(asked, made))
        return
    from flashcards.commands.attempt_history import lines  # noqa: PLC0415 - one of two

    for line in lines(asked.chapter.topic.title, made):
        click.echo(line)


def _document(sitting: Sitting, rating: Rating | None) -> None:
    """Check the answer on standard input, keep it, and print what was found."""
    from flashcards.commands.attempt_shape import attempt_shape  # noqa: PLC0415 - only with --json
    from flashcards.commands.due_shape import print_json  # noqa: PLC0415 - loads json

    click.echo(sitting.asked.attempt.prompt, err=True)
    sheet = sitting.check(sys.stdin.read(), sitting.elapsed())
    given = sitting.rate(sheet, rating) if rating else None
    if given is None:
        sitting.keep(sheet)
    print_json(attempt_shape(sitting, sheet, given, sitting.trainers(sheet)))


def _run(plain: bool) -> Callable[..., None]:  # noqa: FBT001 - the flag as given
    if plain or by_lines():
        from flashcards.commands.attempt_plain import run as run_plain  # noqa: PLC0415 - one of two

        return run_plain
    from flashcards.commands.attempt_screen import run as run_screen  # noqa: PLC0415 - one of two

    return run_screen
