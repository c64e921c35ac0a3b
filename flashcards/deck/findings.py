"""What is found while a file is read: its problems, each with place and excerpt, and its stubs."""

from flashcards import text as texts
from flashcards.notes import Problem, Severity, Stub

from .nodes import Node
from .problems import CATALOGUE
from .source import Source

MAX_PROBLEMS = 1_000
"""Problems reported of one file; the rest are counted."""

_LONGEST_DETAIL = 60
_SENTENCES = frozenset({"what", "fix", "why", "effect", "dash", "reason", "where"})
_LONGEST_SENTENCE = 400


class Findings:
    """Collects what is found in one file.

    ``errors`` counts the errors so far: whoever reads an entry compares it before and after.
    """

    def __init__(self, source: Source) -> None:
        """Collect for `source`, which gives the excerpts."""
        self.stubs: list[Stub] = []
        self.errors = 0
        self._source = source
        self._problems: dict[Problem, None] = {}
        self._more = 0

    def report(self, code: str, line: int, column: int, **details: str) -> None:
        """Add a problem at a place (from 0), worded by the catalogue with `details`."""
        wording = CATALOGUE[code]
        self.errors += wording.severity is Severity.ERROR
        if len(self._problems) >= MAX_PROBLEMS:
            self._more += 1
            return
        shown = {name: _shown(name, detail) for name, detail in details.items()}
        excerpt = self._source.excerpt(line, column)
        problem = Problem(
            code,
            wording.severity,
            self._source.path,
            line + 1,
            column + 1,
            wording.message.format(**shown),
            wording.fix.format(**shown),
            excerpt.text,
            excerpt.caret,
        )
        self._problems[problem] = None

    def at(self, node: Node, code: str, **details: str) -> None:
        """Add a problem at the place of `node`."""
        self.report(code, node.line, node.column, **details)

    def spoil(self) -> None:
        """Count an error that is reported elsewhere, so that the entry being read is kept out."""
        self.errors += 1

    def stub(self, section: str, line: int, column: int) -> None:
        """Add a place (from 0) below the key `section` that the author left open."""
        self.stubs.append(Stub(section, line + 1, column + 1))

    def problems(self) -> tuple[Problem, ...]:
        """Give the problems, sorted by place."""
        if self._more:
            more, self._more = self._more, 0
            last = max(problem.line for problem in self._problems)
            del self._problems[next(reversed(self._problems))]
            self.report("more-problems", last - 1, 0, count=str(more + 1))
        return tuple(sorted(self._problems, key=lambda problem: (problem.line, problem.column)))


def _shown(name: str, detail: str) -> str:
    """Make a detail fit for one line of a message."""
    longest = _LONGEST_SENTENCE if name in _SENTENCES else _LONGEST_DETAIL
    if len(detail) > longest:
        detail = detail[: longest - 1] + "\u2026"
    return texts.clean(detail).replace("\n", " ").replace("\t", " ")
