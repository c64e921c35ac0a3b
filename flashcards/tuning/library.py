"""The optimiser of fsrs-rs, an extra of the installation, at arm's length."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec

import flashcards
from flashcards.errors import FlashcardsError
from flashcards.memory.fitting import Fit, History

_LIBRARY = "fsrs_rs_python"
_WEIGHTS = 21


def make_sure_it_is_there() -> None:
    """Make sure that the optimiser is installed.

    Raises:
        FlashcardsError: It is not; the message says how to install it.
    """
    if find_spec(_LIBRARY) is None:
        message = "the optimiser is not installed: pip install fsrs-rs-python"
        raise FlashcardsError(message)


def fitter(relearning_steps: int) -> Fit:
    """Give what fits weights to histories, for a learner with so many relearning steps."""
    return lambda found: fit(found, relearning_steps)


def fit(found: Sequence[History], relearning_steps: int) -> tuple[float, ...]:
    """Fit weights to histories, in a process of its own.

    Raises:
        FlashcardsError: The library failed on them.
    """
    task = {
        "histories": [[(one.rating, one.elapsed) for one in history] for history in found],
        "items": _items(found),
        "relearning_steps": relearning_steps,
    }
    done = subprocess.run(
        [sys.executable, "-m", "flashcards.tuning.worker"],
        input=json.dumps(task),
        capture_output=True,
        encoding="utf-8",
        env=_environment(),
        check=False,
    )
    try:
        weights = tuple(map(float, json.loads(done.stdout)))
    except ValueError:
        weights = ()
    if done.returncode or len(weights) != _WEIGHTS:
        message = f"the optimiser failed on these answers ({_reason(done)}); nothing was changed."
        raise FlashcardsError(message)
    return weights


def _items(found: Sequence[History]) -> list[tuple[int, int]]:
    """Name the answers to learn from in order of time: a day or more after the one before."""
    answers = [
        (one.at_ms, number, place + 1)
        for number, history in enumerate(found)
        for place, one in enumerate(history)
        if one.elapsed
    ]
    return [(number, length) for _, number, length in sorted(answers)]


def _environment() -> dict[str, str]:
    """Let the process find this very package, from wherever it was started."""
    ours = os.path.dirname(os.path.dirname(os.path.abspath(flashcards.__file__)))
    others = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (ours, others)))}


def _reason(done: subprocess.CompletedProcess[str]) -> str:
    """Give the last thing of the library that reads like a reason."""
    said = re.findall(r"^[\w.]*(?:Exception|Error): (.+)", done.stderr, re.MULTILINE)
    return said[-1] if said else f"code {done.returncode}"
