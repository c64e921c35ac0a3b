"""`flashcards optimize`: parameters fitted to the learner's own answers."""

import sys
from collections.abc import Iterator, Sequence

import click

from flashcards.collection import opening
from flashcards.commands import World
from flashcards.commands.options import warn_of
from flashcards.errors import FlashcardsError
from flashcards.memory.recall import ideal_interval
from flashcards.store.parameters import ParameterSet
from flashcards.text import count
from flashcards.tuning import optimizing
from flashcards.tuning.optimizing import Proposal

_RATINGS = 4


@click.command(epilog="Examples: flashcards optimize · flashcards optimize --dry-run")
@click.option("--dry-run", is_flag=True, help="Only show what the fit would change.")
@click.option("--yes", is_flag=True, help="Put the fit in force without asking.")
@click.option("--undo", is_flag=True, help="Go back to the parameters that held before.")
@click.pass_obj
def command(world: World, dry_run: bool, yes: bool, undo: bool) -> None:  # noqa: FBT001 - click's flags
    """Fit the parameters of memory to your own answers, and put them in force if you agree.

    It takes 400 answers a day or more after the one before, 20 of them forgotten. A fit that
    predicts the newest fifth of your answers worse than the parameters in force is refused. Due
    dates stay as they are; `flashcards reschedule` moves them. Needs the extra `optimize`.
    """
    if dry_run + yes + undo > 1:
        message = "--dry-run, --yes and --undo are three different things; name one."
        raise click.UsageError(message)
    now = world.clock()
    with opening.opened(world.place, now) as collection:
        if undo:
            click.echo(f"In force again: {set_in_words(optimizing.undo(collection.database))}.")
            return
        proposal = optimizing.propose(collection, now)
        for line in _told(proposal, collection.settings.desired_retention):
            click.echo(line)
        if not proposal.fit.predicts_no_worse:
            message = "the fit predicts the newest answers worse than what is in force; it stays."
            raise FlashcardsError(message)
        if not dry_run and (yes or _agreed()):
            optimizing.put_in_force(collection.database, proposal.fit, now)
            click.echo("In force from the next answer on; `flashcards optimize --undo` goes back.")
            click.echo("Due dates stay; `flashcards reschedule` shows which would move.")
        else:
            click.echo("Nothing was changed.")
        warn_of(collection)


def set_in_words(found: ParameterSet) -> str:
    """Say which parameters a set holds."""
    if found.is_default:
        return "the defaults of FSRS-6"
    if not found.fitted_to:
        return "the parameters taken over from Anki"
    return f"the parameters fitted to {count(found.fitted_to, 'answer')}"


def _agreed() -> bool:
    """Ask, where there is somebody to ask."""
    if not sys.stdin.isatty():
        click.echo("`flashcards optimize --yes` puts them in force.")
        return False
    return click.confirm("Put them in force?")


def _told(proposal: Proposal, desired_retention: float) -> Iterator[str]:
    fit = proposal.fit
    yield (
        f"Fitted to {fit.answers} answers a day or more after the one before, "
        f"{fit.forgotten} of them forgotten."
    )
    yield ""
    yield f"{'':34}{'in force':>18}{'fitted':>18}"
    losses = f"{fit.loss_before:>18.4f}{fit.loss_after:>18.4f}"
    yield f"{f'log loss, the newest {fit.held_out} answers':34}{losses}"
    first = "".join(
        f"{_first_days(weights, desired_retention):>18}"
        for weights in (proposal.weights_before, fit.weights)
    )
    yield f"{'first days: Again Hard Good Easy':34}{first}"
    yield f"{'reviews due within a week':34}{proposal.due_now:>18}{proposal.due_then:>18}"
    yield ""
    yield "(The last figure is with due dates rescheduled, which is a step of its own.)"


def _first_days(weights: Sequence[float], desired_retention: float) -> str:
    """Write the days after the first answer to a card, were there no learning steps."""
    days = (
        ideal_interval(weights[place], desired_retention, tuple(weights))
        for place in range(_RATINGS)
    )
    return " ".join(f"{one:.1f}" for one in days)
