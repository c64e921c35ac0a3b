"""What a capture adds to a topic that is in the deck already.

A section that the topic lacks is put in; a stub is filled in; items that a list lacks come to its
end. What the author has, stays, whatever the capture says: it is named, and never overwritten.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from flashcards.deck.changes import Append, Change, Fill, Insert, Path, Unfold
from flashcards.deck.layout import Field, Fields, Items, Value
from flashcards.deck.nodes import Mapping as Map
from flashcards.deck.nodes import Node, Scalar, says_todo
from flashcards.deck.nodes import Sequence as List
from flashcards.deck.scalars import canonical
from flashcards.deck.source import Source, decode
from flashcards.deck.syntax import parse
from flashcards.deck.topics import HEAD
from flashcards.importing import decks
from flashcards.importing.drafts import ITEM_NAMES, Part, TopicDraft
from flashcards.importing.matching import (
    ITEM_ORDER,
    WHOLE,
    Entry,
    entries_of,
    entry_of,
    fields_of,
    form,
    is_stub,
    matched,
    repeated,
    tags_of,
)
from flashcards.importing.pages import ORDER
from flashcards.text import normalise


class Piece(NamedTuple):
    """A section of a topic, or the item of it that goes by ``item``; ``key`` is a text of that."""

    section: str
    item: str = ""
    key: str = ""


class Merge(NamedTuple):
    """What becomes of a topic that is there, and the changes that do it.

    ``filled`` were stubs, ``added`` were not there, ``stubs`` were neither there nor in the
    capture. ``left`` are what the author has and the capture says otherwise. ``asking`` are those
    of the filled that a card asked for already, by what stood below them: its answer is another.
    """

    topic: TopicDraft
    changes: tuple[Change, ...]
    filled: tuple[Piece, ...]
    added: tuple[Piece, ...]
    stubs: tuple[Piece, ...]
    left: tuple[Piece, ...]
    asking: tuple[Piece, ...] = ()


_TOPIC_ORDER: Final = (*HEAD, *ORDER)
# What opens after the answer, and takes nothing away from one that is there.
_DETAILS: Final = frozenset(["approach", "why", "url", "minutes"])


def merges(path: str, before: bytes, topics: Sequence[TopicDraft]) -> list[Merge]:
    """Say what each of `topics` does to the topic of its question, which is in the deck `before`.

    `path` is where that deck lies.
    """
    root = parse(Source(path, decode(before)[0])).root
    listed = fields_of(root).get("topics")
    places: dict[str, tuple[int, Node]] = {}
    for number, node in enumerate(listed.items if isinstance(listed, List) else ()):
        question = fields_of(node).get("question")
        if isinstance(question, Scalar):
            places.setdefault(normalise(canonical(question.text)), (number, node))
    found = []
    for topic in topics:
        place = places.get(normalise(topic.question))
        if place:
            number, node = place
            tags = tags_of(root) | tags_of(node)
            found.append(_Merger(("topics", number), node, tags).merge(topic))
        else:
            # Its question stands elsewhere, and is only repeated in the topic.
            left = tuple(Piece(key) for key, part in topic.parts.items() if not part.is_closed)
            found.append(Merge(topic, (), (), (), (), left))
    return found


class _Merger:
    """Merges a capture into one topic, and keeps account of it."""

    def __init__(self, path: Path, node: Node, tags: frozenset[str]) -> None:
        self._path = path
        self._tags = tags
        self._own = fields_of(node)
        self._repeated = repeated(node)
        self._changes: list[Change] = []
        self._filled: dict[Piece, None] = {}
        self._added: dict[Piece, None] = {}
        self._stubs: dict[Piece, None] = {}
        self._left: dict[Piece, None] = {}
        self._asking: dict[Piece, None] = {}

    def merge(self, topic: TopicDraft) -> Merge:
        if not self._tags.issuperset(topic.tags):
            self._left[Piece("tags")] = None
        title = self._own.get("title")
        if topic.title and title is not None and is_stub(title):
            self._fill((*self._path, "title"), topic.title, Piece("title"))
        for key in ORDER:
            if key in topic.parts:
                self._section(key, self._without_mistake(key, topic.parts[key]))
        told = (self._filled, self._added, self._stubs, self._left, self._asking)
        return Merge(topic, tuple(self._changes), *map(tuple, told))

    def _without_mistake(self, key: str, part: Part) -> Part:
        """Leave out the red flag that names the author's most common mistake.

        It would ask in the place of that card, whose history would be over.
        """
        mistake = self._own.get("most_common_mistake")
        if key != "red_flags" or mistake is None:
            return part
        entries = entries_of("most_common_mistake", mistake, (*self._path, "most_common_mistake"))
        known = {form for entry in entries for form in (*entry.names, *entry.said)}
        named = [item for item in part.items if form(item.get("claim", "")) in known]
        self._left.update(dict.fromkeys(Piece(key, _shown(item)) for item in named))
        return part._replace(items=tuple(item for item in part.items if item not in named))

    def _section(self, key: str, part: Part) -> None:
        there = self._own.get(key)
        if there is None and key not in self._repeated:
            self._changes.append(Insert(self._path, decks.section(key, part), _TOPIC_ORDER))
            (self._stubs if part.is_closed else self._added)[Piece(key)] = None
        elif part.is_closed:
            return
        elif there is None:
            self._left[Piece(key)] = None  # It came by `<<` from elsewhere.
        elif is_stub(there):
            self._fill((*self._path, key), decks.section(key, part).value, Piece(key))
        elif key == "attempt" and isinstance(there, Map):
            self._complete(key, part.items[0], entry_of(key, there, (*self._path, key)))
        elif key in WHOLE:
            self._text(key, there, part.text or part.items[0].get("prompt", ""))
        else:
            self._items(key, there, part.items)

    def _text(self, key: str, there: Node, text: str) -> None:
        """Bring a section together that is one text, whatever shape the author gave it."""
        entries = list(entries_of(key, there, (*self._path, key)))
        whole = form(" ".join(text for entry in entries for text in entry.texts.values()))
        if form(text) in {whole, *(said for entry in entries for said in entry.said)}:
            return
        free = next((entry for entry in entries if entry.is_open), None)
        if free and len(entries) == 1:
            name = "claim" if "claim" in fields_of(free.node) else "text"
            self._fill_entry(key, {name: text}, free, Piece(key))
        else:
            self._left[Piece(key)] = None

    def _items(self, key: str, there: Node, wanted: Sequence[Mapping[str, str]]) -> None:
        """Bring the items of a capture together with those of the deck."""
        entries = list(entries_of(key, there, (*self._path, key)))
        found = matched(key, entries, wanted)
        for item, entry in found.pairs:
            self._complete(key, item, entry)
        self._left.update(dict.fromkeys(Piece(key, _shown(item)) for item in found.reworded))
        free = [entry for entry in entries if entry.is_open]
        new = found.new[len(free) :]
        for item, entry in zip(found.new, free, strict=False):
            self._fill_entry(key, item, entry, Piece(key, _shown(item)))
        pieces = dict.fromkeys(Piece(key, _shown(item)) for item in new)
        if new and isinstance(there, List):
            added = Items(tuple(map(decks.entry, new)))
            self._changes.append(Append((*self._path, key), added))
            self._added.update(pieces)
        else:
            self._left.update(pieces)

    def _complete(self, key: str, item: Mapping[str, str], entry: Entry) -> None:
        """Give an item that is there what it lacks, and leave what it says otherwise."""
        name = _shown(item) if ITEM_NAMES.get(key) else ""
        fields = fields_of(entry.node) if entry.path else {}
        lacking = []
        for text_key, text in item.items():
            if not text or says_todo(text) or form(text) in entry.names | entry.said:
                continue
            piece = Piece(key, name, text_key)
            there = fields.get(text_key)
            if entry.path and there is not None and is_stub(there):
                self._fill((*entry.path, text_key), text, piece._replace(key=""))
                if entry.said and text_key not in _DETAILS:
                    self._asking[piece._replace(key="")] = None
            elif there is None and entry.path and self._may_gain(entry, text_key):
                lacking.append(Field(text_key, text))
                told = self._added if entry.said else self._filled
                told[piece if entry.said else piece._replace(key="")] = None
            else:
                self._left[piece] = None
        self._put(key, entry, lacking)

    @staticmethod
    def _may_gain(entry: Entry, key: str) -> bool:
        """Tell whether a text that an item lacks leaves what it answers as it is."""
        return not entry.said or (key in _DETAILS and isinstance(entry.node, Map))

    def _put(self, key: str, entry: Entry, lacking: Sequence[Field]) -> None:
        """Put fields into an item; a plain text becomes the first of a map."""
        if not lacking or entry.path is None:
            return
        if isinstance(entry.node, Scalar):
            self._changes.append(Unfold(entry.path, ITEM_NAMES[key][0], Fields(tuple(lacking))))
            return
        order = ITEM_ORDER.get(key, ())
        self._changes += [Insert(entry.path, field, order) for field in lacking]

    def _fill_entry(self, key: str, item: Mapping[str, str], entry: Entry, piece: Piece) -> None:
        """Write an item in place of one that is left open."""
        if entry.path is None:
            return
        if not isinstance(entry.node, Map):
            self._fill(entry.path, decks.entry(item), piece)
            return
        fields = fields_of(entry.node)
        lacking = []
        for text_key, text in item.items():
            if text and text_key in fields:
                self._fill((*entry.path, text_key), text, piece)
            elif text:
                lacking.append(Field(text_key, text))
                self._filled[piece] = None
        self._put(key, entry, lacking)

    def _fill(self, path: Path, value: Value, piece: Piece) -> None:
        self._changes.append(Fill(path, value, decks.REMARKS))
        self._filled[piece] = None


def _shown(item: Mapping[str, str]) -> str:
    """Give what an item goes by, as it is shown."""
    return next((text for text in item.values() if text), "")
