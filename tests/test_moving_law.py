"""The law of moving: whatever becomes of roots and files, each card is the one it was."""

import shutil
import tempfile
from pathlib import Path

import pytest
from conftest import Learner
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from flashcards import clock
from flashcards.collection import opening
from flashcards.paths import Place
from flashcards.store import browse, keep

pytestmark = pytest.mark.slow


ASKED = ("Where does", "Why would", "When must", "How can")
THINGS = ("an eager otter", "the brass lantern", "a quiet glacier", "every last tenor")
DONE = ("borrow against", "outlive", "translate", "polish")
OTHERS = ("the tax office", "a purple comet", "seven violins", "its own shadow")

# A file is a list of cards, each its lineage and how often it was reworded.
Cards = list[tuple[int, int]]


def _asked(lineage: int) -> str:
    """Give a question that shares at most some of its words with others."""
    one, two, three, four = (lineage >> shift & 3 for shift in (0, 2, 4, 6))
    return f"{ASKED[one]} {THINGS[two]} {DONE[three]} {OTHERS[four]} number {lineage}?"


def _text(cards: Cards) -> str:
    lines = [
        f"  - front: {_asked(lineage)}\n    back: It answers {lineage}{' indeed' * reworded}.\n"
        for lineage, reworded in cards
    ]
    return "deck: All\ncards:\n" + "".join(lines)


class Tree(RuleBasedStateMachine):
    """Roots with folders and files, that are moved and edited between two looks at them."""

    def __init__(self) -> None:
        """Begin with an empty folder."""
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.patch = pytest.MonkeyPatch()
        for name in ("FLASHCARDS_HOME", "FLASHCARDS_DECKS"):
            self.patch.delenv(name, raising=False)
        self.learner = Learner(self.folder, self.patch)
        self.learner.decks.rmdir()
        self.named: list[Path] = []
        self.aside: list[tuple[Path, Path]] = []
        self.files: dict[Path, Cards] = {}
        self.copies: set[Path] = set()
        self.uids: dict[int, str] = {}
        self.names = 0

    def teardown(self) -> None:
        """Delete the folder."""
        self.patch.undo()
        shutil.rmtree(self.folder)

    def _new(self, folder: Path, ending: str = "") -> Path:
        self.names += 1
        return folder / f"name{self.names}{ending}"

    @initialize(sizes=st.lists(st.integers(1, 5), min_size=2, max_size=5))
    def begin(self, sizes: list[int]) -> None:
        """Write two roots, read them, and answer every card."""
        self.named = [self._new(self.folder), self._new(self.folder)]
        lineages = iter(range(1, 100))
        for number, size in enumerate(sizes):
            folder = self.named[number % 2] / ("in", "deep/er")[number // 2 % 2]
            self.files[self._new(folder, ".yaml")] = [(next(lineages), 0) for _ in range(size)]
        self._write()
        self._name()
        home = ("--home", str(self.learner.home))
        self.learner.run_bare(*home, "config", "starter", "off")
        self.learner.run_bare(*home, "review", "--plain", "--new", "100", typed="\n4\n" * 60)
        self.uids = dict(self._seen())

    def _write(self) -> None:
        for path, cards in self.files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_text() != _text(cards):
                path.write_text(_text(cards))

    def _name(self) -> None:
        with opening.opened_store(self._place()) as (database, _):
            keep.save_setting(database, "decks", "\n".join(map(str, self.named)))

    def _place(self) -> Place:
        return Place(str(self.learner.home))

    def _seen(self) -> list[tuple[int, str]]:
        """Read the decks; give lineage and uid of each card in scope."""
        with opening.opened(self._place(), clock.now()) as collection:
            rows = list(browse.cards(collection.database, collection.scope, presence=1))
        return [(int(row.front.rstrip("?").split()[-1]), row.uid) for row in rows]

    def _moved(self, old: Path, new: Path) -> None:
        """Move a folder or file on the disk and in mind."""
        new.parent.mkdir(parents=True, exist_ok=True)
        old.rename(new)

        def place(path: Path) -> Path:
            return new / path.relative_to(old) if path.is_relative_to(old) else path

        self.files = {place(path): cards for path, cards in self.files.items()}
        self.copies = set(map(place, self.copies))
        self.named = list(map(place, self.named))

    def _there(self) -> list[Path]:
        return sorted(path for path in self.files if path.exists())

    @rule(which=st.integers(0, 9))
    def rename_root(self, which: int) -> None:
        """Give a root another name."""
        root = self.named[which % len(self.named)]
        if root.exists():
            self._moved(root, self._new(self.folder))

    @precondition(lambda self: len(self.named) > 1 and not self.aside)
    @rule(which=st.integers(0, 9))
    def nest(self, which: int) -> None:
        """Move a root into another, which alone is named from then on."""
        inner = self.named[which % len(self.named)]
        outer = next(root for root in self.named if root != inner)
        if not outer.is_relative_to(inner):
            self._moved(inner, self._new(outer))
            self.named = [root for root in self.named if not root.is_relative_to(outer)] + [outer]

    @rule(which=st.integers(0, 9))
    def take_out(self, which: int) -> None:
        """Make a root of a folder that lay in one."""
        path = self._there()[which % len(self._there())] if self._there() else None
        if path and path.parent not in self.named:
            target = self._new(self.folder)
            self._moved(path.parent, target)
            self.named.append(target)

    @precondition(lambda self: len(self.named) > 1 and not self.aside)
    @rule()
    def swap_roots(self) -> None:
        """Let two roots change their names."""
        one, two = self.named[:2]
        if one.is_relative_to(two) or two.is_relative_to(one):
            return
        between = self._new(self.folder)
        self._moved(one, between)
        self._moved(two, one)
        self._moved(between, two)

    @rule(which=st.integers(0, 99), other=st.integers(0, 99))
    def move_file(self, which: int, other: int) -> None:
        """Give a file another name, in the folder of another."""
        there = self._there()
        if self.copies:
            self.look()  # two that say the same and both have new names: nobody could tell
        if there:
            target = self._new(there[other % len(there)].parent, ".yaml")
            self._moved(there[which % len(there)], target)

    @rule(which=st.integers(0, 99), other=st.integers(0, 99))
    def move_card(self, which: int, other: int) -> None:
        """Cut a card from a file and paste it into another."""
        there = [path for path in self._there() if path not in self.copies]
        if len(there) > 1:
            source, target = there[which % len(there)], there[other % len(there)]
            if len(self.files[source]) > 1:
                self.files[target].append(self.files[source].pop(0))

    @rule(which=st.integers(0, 99), card=st.integers(0, 9))
    def reword(self, which: int, card: int) -> None:
        """Reword the answer of a card; not one that was copied, whose copies are its rivals."""
        there = self._there()
        if there:
            cards = self.files[there[which % len(there)]]
            lineage, reworded = cards[card % len(cards)]
            if not self._is_copied(lineage):
                cards[card % len(cards)] = (lineage, reworded + 1)

    def _is_copied(self, lineage: int) -> bool:
        return any(lineage == one for path in self.copies for one, _ in self.files[path])

    @precondition(lambda self: not self.copies)
    @rule(which=st.integers(0, 99))
    def copy_file(self, which: int) -> None:
        """Copy a file beside itself, and look."""
        self.look()
        there = self._there()
        if there:
            path = there[which % len(there)]
            copy = self._new(path.parent, ".yaml")
            shutil.copy(path, copy)
            self.files[copy] = list(self.files[path])
            self.copies.add(copy)
            self.look()

    @rule(which=st.integers(0, 9))
    def copy_root_and_name_the_copy(self, which: int) -> None:
        """Leave a root lying and go on with a copy of it."""
        root = self.named[which % len(self.named)]
        if root.exists() and not any(
            root.is_relative_to(other) or other.is_relative_to(root)
            for other in self.named
            if other != root
        ):
            self.look()
            target = self._new(self.folder)
            self._moved(root, target)
            shutil.copytree(target, root)

    @precondition(lambda self: not self.aside)
    @rule(which=st.integers(0, 9))
    def unmount(self, which: int) -> None:
        """Let a root be missing for a while."""
        root = self.named[which % len(self.named)]
        if not any(root.is_relative_to(other) for other in self.named if other != root):
            self.look()
            self.aside = [(root, self._new(self.folder))]
            root.rename(self.aside[0][1])
            self._name()
            self._seen()

    @precondition(lambda self: bool(self.aside))
    @rule()
    def mount(self) -> None:
        """Let it come back."""
        ((root, aside),) = self.aside
        aside.rename(root)
        self.aside = []

    @rule()
    def look(self) -> None:
        """Read the decks: every card is who it was, and no copy is."""
        for path in self._there():
            if path.read_text() != _text(self.files[path]):
                path.write_text(_text(self.files[path]))
        self._name()
        seen = self._seen()
        there = {lineage for path in self._there() for lineage, _ in self.files[path]}
        owner = {uid: lineage for lineage, uid in self.uids.items()}
        assert len({uid for _, uid in seen}) == len(seen)
        assert sum(len(self.files[path]) for path in self._there()) == len(seen)
        assert all(owner.get(uid, lineage) == lineage for lineage, uid in seen)
        kept = {owner[uid] for _, uid in seen if uid in owner}
        assert kept == there


TestTree = Tree.TestCase
TestTree.settings = settings(
    max_examples=15,
    stateful_step_count=12,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
