"""How a fault of a deck is shown, by whatever command finds it."""

from collections.abc import Iterator

from flashcards.notes import Problem
from flashcards.text import on_one_line


def problem_lines(problem: Problem) -> Iterator[str]:
    """Give the lines that show one fault: its place, the line with a caret, and the way out."""
    place = f"{on_one_line(problem.path)}:{problem.line}:{problem.column}"
    yield f"{place}: {problem.severity}: {problem.message} [{problem.code}]"
    if problem.excerpt:
        yield f"    {problem.excerpt}"
        yield f"    {' ' * problem.caret}^"
    if problem.fix:
        yield f"    {problem.fix}"
    yield ""
