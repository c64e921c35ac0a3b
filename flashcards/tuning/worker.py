"""The process in which the optimiser of fsrs-rs runs: histories on stdin, weights on stdout.

The library panics on data it does not expect, prints a backtrace, and its exception passes every
``except Exception``. Here that ends this process and nothing else.
"""

import json
import sys
from typing import Any

from fsrs_rs_python import DEFAULT_PARAMETERS, FSRS, FSRSItem, FSRSReview


def weights(task: dict[str, Any]) -> list[float]:
    """Fit weights to the histories of `task`, each a list of (rating, elapsed days).

    `items` names in order of time the answers to learn from, by history and length up to it: the
    library's result depends on the order.
    """
    reviews = [
        [FSRSReview(rating, elapsed) for rating, elapsed in history]
        for history in task["histories"]
    ]
    items = [FSRSItem(reviews[number][:length]) for number, length in task["items"]]
    fitted: list[float] = FSRS(list(DEFAULT_PARAMETERS)).compute_parameters(
        items, num_relearning_steps=task["relearning_steps"]
    )
    return fitted


if __name__ == "__main__":
    json.dump(weights(json.load(sys.stdin)), sys.stdout)
