"""Which deck file of today is which file of yesterday: by what is in it, and its place in a tree.

No folder above a file counts for itself, so that roots may be renamed, nested and carried to
another machine. What is answered here only moves the stored cards of a file to the place where it
stands now; who each card is, its texts tell.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from operator import attrgetter

from flashcards.identity.values import Present
from flashcards.model import Uid
from flashcards.notes import Known

_TEXT = attrgetter("section", "kind", "front", "back")
_FILES_OF_A_TEXT = 24  # what stands in more files tells of none of them

_Parts = tuple[str, ...]


def moved_files(
    present: Sequence[Present],
    known: Sequence[Known],
    away: AbstractSet[str],
    elsewhere: AbstractSet[str],
) -> dict[str, str]:
    """Return the new path of each stored file that stands somewhere else now, by its old one.

    The files of `away` are not there any more. Those `elsewhere` still are, and are not read: one
    of them is moved only when half of its cards are in a single file of today, or with its folder.
    All others were read now; they stay, unless they have changed places.
    """
    paths = list(dict.fromkeys(card.path for card in present))
    stored = [card for card in known if card.live]
    if not away and not elsewhere and len(paths) < 2:  # noqa: PLR2004 - two to change places
        return {}
    return _Moves(paths, present, stored, away, elsewhere).moved()


def moved_cards(
    present: Sequence[Present], known: Sequence[Known], elsewhere: AbstractSet[str]
) -> set[Uid]:
    """Return the stored cards of the files `elsewhere` that stand in other files of today.

    Those files are still there and were not read, so each card must be told by itself: its text is
    that of one card of today, and of no other stored one. Half of the cards of a file must be found
    so, wherever they are now: a stranger's deck may say one thing alike. So files may be merged and
    split in a copy, while what they were made of is kept.
    """
    if not elsewhere:
        return set()
    today = Counter(map(_TEXT, present))
    stored = Counter(map(_TEXT, known))
    single = [
        card
        for card in known
        if card.path in elsewhere and today[_TEXT(card)] == stored[_TEXT(card)] == 1
    ]
    found, sizes = (Counter(card.path for card in cards) for cards in (single, known))
    return {card.uid for card in single if found[card.path] * 2 >= sizes[card.path]}


class _Moves:
    """Files of both sides with what they have in common."""

    def __init__(
        self,
        paths: Sequence[str],
        present: Sequence[Present],
        stored: Sequence[Known],
        away: AbstractSet[str],
        elsewhere: AbstractSet[str],
    ) -> None:
        self._now = paths
        self._before = list(dict.fromkeys(card.path for card in stored))
        self._away = away
        self._elsewhere = elsewhere
        self._parts = {path: _parts(path) for path in (*self._now, *self._before)}
        self._sizes = Counter(card.path for card in stored)
        self._shared: Counter[tuple[str, str]] = Counter()
        self._compare(present, stored)
        self._best_first = sorted(self._shared, key=lambda pair: (self._rank(*pair), pair))

    def moved(self) -> dict[str, str]:
        """Return where each file went that did not stay."""
        new_of = {path: path for path in self._staying()}
        given = set(new_of.values())
        for _, equals in groupby(self._best_first, key=lambda pair: self._rank(*pair)):
            pairs = [
                (old, new)
                for old, new in equals
                if old not in new_of and new not in given and self._may_go(old, new)
            ]
            olds, news = Counter(old for old, _ in pairs), Counter(new for _, new in pairs)
            for old, new in pairs:
                if olds[old] == news[new] == 1:  # of two that fit equally well none is guessed
                    new_of[old] = new
                    given.add(new)
        new_of |= dict(self._with_their_folder(new_of, given))
        return {old: new for old, new in new_of.items() if old != new}

    def _compare(self, present: Sequence[Present], stored: Sequence[Known]) -> None:
        files: dict[object, set[str]] = defaultdict(set)
        for card in stored:
            files[_TEXT(card)].add(card.path)
        for path, text in dict.fromkeys((card.path, _TEXT(card)) for card in present):
            found = files.get(text, ())
            if len(found) <= _FILES_OF_A_TEXT:
                self._shared.update((old, path) for old in found)

    def _staying(self) -> Iterator[str]:
        """Give the files that are what stood in their place, or most of it."""
        best_old: dict[str, str] = {}
        best_new: dict[str, str] = {}
        for old, new in self._best_first:
            best_old.setdefault(new, old)
            best_new.setdefault(old, new)
        for path in self._now:
            if path in (best_old.get(path), best_new.get(path)):
                yield path

    def _rank(self, old: str, new: str) -> tuple[int, bool, int]:
        """Rank a pair, the best least: by what is shared, then by the end of their paths."""
        return (
            -self._shared[old, new],
            old in self._elsewhere,
            -_common(self._parts[old], self._parts[new]),
        )

    def _may_go(self, old: str, new: str) -> bool:
        if old in self._elsewhere:
            return self._shared[old, new] * 2 >= self._sizes[old]
        return True

    def _with_their_folder(
        self, new_of: Mapping[str, str], given: AbstractSet[str]
    ) -> Iterable[tuple[str, str]]:
        """Give the files that share little or nothing, and stand where their folder went to."""
        folders = {
            _folders(self._parts[old], self._parts[new])
            for old, new in new_of.items()
            if old != new
        }
        free = {self._parts[path]: path for path in self._now if path not in given}
        for old in self._before:
            if old in new_of or not (old in self._away or old in self._elsewhere):
                continue
            parts = self._parts[old]
            for before, after in sorted(folders):
                new = (*after, *parts[len(before) :])
                if parts[: len(before)] == before and new in free:
                    yield old, free.pop(new)
                    break


def _parts(path: str) -> _Parts:
    return tuple(path.replace("\\", "/").split("/"))


def _common(one: _Parts, other: _Parts) -> int:
    """Count the names that the ends of two paths have in common, from the file upwards."""
    count = 0
    for mine, theirs in zip(reversed(one), reversed(other), strict=False):
        if mine != theirs:
            break
        count += 1
    return count


def _folders(old: _Parts, new: _Parts) -> tuple[_Parts, _Parts]:
    """Return the folders in which two files have the same place."""
    common = _common(old, new)
    return old[: len(old) - common], new[: len(new) - common]
