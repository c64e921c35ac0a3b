"""What a deck file gains: entries, sections and items; stubs give way to what stands for them.

The one way by which `add` and `import` write into a deck that is there. All bytes around what is
new stay as they are. Pure. A file that was changed is parsed again, and its tree compared with
the old one in which the same changes were made: only a file that says what is meant is given back.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from flashcards.errors import NotWrittenError
from flashcards.notes import Deck, Severity

from . import meaning
from .changes import Change
from .placing import edits_of
from .reading import read
from .source import Source, decode
from .splicing import Edit, rewrite
from .syntax import parse


class Grown(NamedTuple):
    """A deck file with its changes: ``edits`` are made in ``text``, ``after`` are its bytes."""

    text: str
    edits: tuple[Edit, ...]
    after: bytes


def grow(data: bytes, before: Deck, changes: Sequence[Change], alone: Deck | None = None) -> Grown:
    """Make `changes`, in their order, in the bytes of a deck file.

    `before` is what `reading.read` made of `data`. `alone` is what the new texts say in a deck of
    their own: the errors that they have there, an image that is missing say, are no reason to
    refuse them. Of keys put into one map, the first in the order of the format comes first.

    Raises:
        NotWrittenError: The file is no deck, or there is no sure place in it for one of them.
    """
    path = before.path
    if not before.readable:
        problem = before.problems[0]
        message = f"{path}:{problem.line}:{problem.column}: {problem.message} {problem.fix}"
        raise NotWrittenError(message)
    source = Source(path, decode(data)[0])
    root = parse(source).root
    edits = edits_of(source, root, changes)
    after = rewrite(data, edits)
    wanted = meaning.changed(meaning.said(root), changes)
    if (
        after is None
        or meaning.said(parse(Source(path, decode(after)[0])).root) != wanted
        or not _is_as_sound(before, read(after, path), alone)
    ):
        message = (
            f"{path} was not written: it stands in a form that cannot be added to safely. "
            "Write its lists with an entry behind each `- `, or add the text by hand."
        )
        raise NotWrittenError(message)
    return Grown(source.text, tuple(edits), after)


def _is_as_sound(before: Deck, after: Deck, alone: Deck | None) -> bool:
    """Tell whether there is no error in `after` that was not before, nor is in the new texts."""
    allowed = _errors(before) + (_errors(alone) if alone else Counter())
    return after.readable and not _errors(after) - allowed


def _errors(deck: Deck) -> Counter[str]:
    return Counter(p.code for p in deck.problems if p.severity is Severity.ERROR)
