"""What `check --style` adds to the faults: advice on the cards, and why a rule is a rule."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from flashcards.collection.opening import opened_store
from flashcards.commands import World
from flashcards.deck.source import excerpts
from flashcards.notes import Deck, Problem
from flashcards.settings import from_texts
from flashcards.store import database
from flashcards.style.catalogue import PREFIX, RULES


def judge(world: World) -> Callable[[Iterable[Deck]], Iterator[Problem]]:
    """Give the judge of decks, who passes over what the setting `style.ok` names."""
    silent = _silent_everywhere(world)
    return lambda decks: _advice(list(decks), silent)


def _advice(decks: Sequence[Deck], silent: Sequence[str]) -> Iterator[Problem]:
    """Give the advice on `decks`, each with its source line."""
    from flashcards.style.advising import advise  # noqa: PLC0415 - loads rapidfuzz

    for path, problems in groupby(advise(decks, silent), key=attrgetter("path")):
        found = list(problems)
        lines = excerpts(path, [(problem.line - 1, problem.column - 1) for problem in found])
        for problem, line in zip(found, lines, strict=True):
            yield problem._replace(excerpt=line.text, caret=line.caret)


def _silent_everywhere(world: World) -> tuple[str, ...]:
    # Checking files makes no collection, and neither does looking for the setting.
    if not os.path.exists(os.path.join(world.place.home, database.NAME)):
        return ()
    with opened_store(world.place) as (_, texts):
        return from_texts(texts).style_ok


def is_advice(problem: Problem) -> bool:
    """Tell advice from the faults of a deck."""
    return problem.code.startswith(PREFIX)


def explanation(name: str) -> Iterator[str]:
    """Explain a rule of style, named as in a problem or under `style-ok`."""
    rule = RULES[name.removeprefix(PREFIX)]
    yield f"{rule.code}: {rule.severity}"
    yield ""
    yield rule.reason
    yield ""
    yield "From:"
    yield from (f"  {source}" for source in rule.sources)
    yield ""
    yield f"To pass over it, write `style-ok: [{rule.name}]` on the card, its topic or its file,"
    yield f"or everywhere: flashcards config style.ok {rule.name}"
