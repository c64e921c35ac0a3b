"""What a capture adds to a topic that is in the deck already.

A section that the topic lacks is put in; a stub is filled in; items that a list lacks come to its
end. What the author has, stays, whatever the capture says: it is named, and never overwritten.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from flashcards import cloze
from flashcards.deck import bullets, derivation, items, prose
from flashcards.deck.changes import Append, Change, Fill, Insert, Path, Unfold
from flashcards.deck.layout import Field, Fields, Items, Value
from flashcards.deck.nodes import Mapping as Map
from flashcards.deck.nodes import Node, Scalar, is_empty, is_todo
from flashcards.deck.nodes import Sequence as List
from flashcards.deck.scalars import canonical
from flashcards.deck.source import Source, decode
from flashcards.deck.syntax import parse
from flashcards.deck.topics import HEAD, TEXTS
from flashcards.identity.likeness import Bag, any_slip, bag, likeness, tokens, weight_of
from flashcards.importing import decks
from flashcards.importing.drafts import Part, TopicDraft
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
    capture. ``left`` are what the author has and the capture says otherwise.
    """

    topic: TopicDraft
    changes: tuple[Change, ...]
    filled: tuple[Piece, ...]
    added: tuple[Piece, ...]
    stubs: tuple[Piece, ...]
    left: tuple[Piece, ...]


_TOPIC_ORDER: Final = (*HEAD, *ORDER)
# What an item goes by; the rest of it is what is said of that.
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "follow_ups": ("question",),
    "red_flags": ("claim",),
    "key_concepts": ("term",),
    "references": ("title", "url"),
    "attempt": (),
}
_ITEM_ORDER: Final[Mapping[str, tuple[str, ...]]] = {
    **{str(section): keys for section, keys in TEXTS.items()},
    "attempt": prose.ATTEMPT_KEYS,
    "references": prose.REFERENCE_KEYS,
}
# What opens after the answer, and takes nothing away from one that is there.
_DETAILS: Final = frozenset(["approach", "why", "url", "minutes"])
_REWORDED: Final = 0.75
"""Likeness from which an item is one of the deck's in other words, and no new one."""


def merges(path: str, before: bytes, topics: Sequence[TopicDraft]) -> list[Merge]:
    """Say what each of `topics` does to the topic of its question, which is in the deck `before`.

    `path` is where that deck lies.
    """
    root = parse(Source(path, decode(before)[0])).root
    listed = _fields(root).get("topics")
    places: dict[str, tuple[int, Node]] = {}
    for number, node in enumerate(listed.items if isinstance(listed, List) else ()):
        question = _fields(node).get("question")
        if isinstance(question, Scalar):
            places.setdefault(normalise(canonical(question.text)), (number, node))
    found = []
    for topic in topics:
        place = places.get(normalise(topic.question))
        if place:
            number, node = place
            tags = _tags(root) | _tags(node)
            found.append(_Merger(("topics", number), node, tags).merge(topic))
        else:
            # Its question stands elsewhere, and is only repeated in the topic.
            left = tuple(Piece(key) for key, part in topic.parts.items() if not part.is_closed)
            found.append(Merge(topic, (), (), (), (), left))
    return found


class _Entry(NamedTuple):
    """An item of the deck: its own texts by key, the forms of what it goes by, of what it says.

    ``path`` is None for a bullet in a text, which has no place of its own.
    """

    path: Path | None
    node: Node
    texts: Mapping[str, str]
    names: frozenset[str]
    said: frozenset[str]

    @property
    def is_open(self) -> bool:
        """Whether nothing is written in it."""
        fields = _fields(self.node).items()
        stubs = (_is_stub(value) for key, value in fields if key not in items.ITEM_KEYS)
        return self.path is not None and not self.texts and all(stubs)


class _Merger:
    """Merges a capture into one topic, and keeps account of it."""

    def __init__(self, path: Path, node: Node, tags: frozenset[str]) -> None:
        self._path = path
        self._tags = tags
        self._own = _fields(node)
        self._repeated = _repeated(node)
        self._changes: list[Change] = []
        self._filled: dict[Piece, None] = {}
        self._added: dict[Piece, None] = {}
        self._stubs: dict[Piece, None] = {}
        self._left: dict[Piece, None] = {}

    def merge(self, topic: TopicDraft) -> Merge:
        if not self._tags.issuperset(topic.tags):
            self._left[Piece("tags")] = None
        title = self._own.get("title")
        if topic.title and title is not None and _is_stub(title):
            self._fill((*self._path, "title"), topic.title, Piece("title"))
        for key in ORDER:
            if key in topic.parts:
                self._section(key, topic.parts[key])
        told = (self._filled, self._added, self._stubs, self._left)
        return Merge(topic, tuple(self._changes), *map(tuple, told))

    def _section(self, key: str, part: Part) -> None:
        there = self._own.get(key)
        if there is None and key not in self._repeated:
            self._changes.append(Insert(self._path, decks.section(key, part), _TOPIC_ORDER))
            (self._stubs if part.is_closed else self._added)[Piece(key)] = None
        elif part.is_closed:
            return
        elif there is None:
            self._left[Piece(key)] = None  # It came by `<<` from elsewhere.
        elif _is_stub(there):
            self._fill((*self._path, key), decks.section(key, part).value, Piece(key))
        elif key == "attempt" and isinstance(there, Map):
            self._complete(key, part.items[0], _entry(key, there, (*self._path, key)))
        elif key in _WHOLE:
            self._text(key, there, part.text or part.items[0].get("prompt", ""))
        else:
            self._items(key, there, part.items)

    def _text(self, key: str, there: Node, text: str) -> None:
        """Bring a section together that is one text, whatever shape the author gave it."""
        entries = list(_entries(key, there, (*self._path, key)))
        whole = _form(" ".join(text for entry in entries for text in entry.texts.values()))
        if _form(text) in {whole, *(form for entry in entries for form in entry.said)}:
            return
        free = next((entry for entry in entries if entry.is_open), None)
        if free and len(entries) == 1:
            name = "claim" if "claim" in _fields(free.node) else "text"
            self._fill_entry(key, {name: text}, free, Piece(key))
        else:
            self._left[Piece(key)] = None

    def _items(self, key: str, there: Node, wanted: Sequence[Mapping[str, str]]) -> None:
        """Bring the items of a capture together with those of the deck."""
        entries = list(_entries(key, there, (*self._path, key)))
        found = _matched(key, entries, wanted)
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

    def _complete(self, key: str, item: Mapping[str, str], entry: _Entry) -> None:
        """Give an item that is there what it lacks, and leave what it says otherwise."""
        name = _shown(item) if _NAMES.get(key) else ""
        fields = _fields(entry.node) if entry.path else {}
        lacking = []
        for text_key, text in item.items():
            if not text or _form(text) in entry.names | entry.said:
                continue
            piece = Piece(key, name, text_key)
            there = fields.get(text_key)
            if entry.path and there is not None and _is_stub(there):
                self._fill((*entry.path, text_key), text, piece._replace(key=""))
            elif there is None and entry.path and self._may_gain(entry, text_key):
                lacking.append(Field(text_key, text))
                told = self._added if entry.said else self._filled
                told[piece if entry.said else piece._replace(key="")] = None
            else:
                self._left[piece] = None
        self._put(key, entry, lacking)

    @staticmethod
    def _may_gain(entry: _Entry, key: str) -> bool:
        """Tell whether a text that an item lacks leaves what it answers as it is."""
        return not entry.said or (key in _DETAILS and isinstance(entry.node, Map))

    def _put(self, key: str, entry: _Entry, lacking: Sequence[Field]) -> None:
        """Put fields into an item; a plain text becomes the first of a map."""
        if not lacking or entry.path is None:
            return
        if isinstance(entry.node, Scalar):
            self._changes.append(Unfold(entry.path, _NAMES[key][0], Fields(tuple(lacking))))
            return
        order = _ITEM_ORDER.get(key, ())
        self._changes += [Insert(entry.path, field, order) for field in lacking]

    def _fill_entry(self, key: str, item: Mapping[str, str], entry: _Entry, piece: Piece) -> None:
        """Write an item in place of one that is left open."""
        if entry.path is None:
            return
        if not isinstance(entry.node, Map):
            self._fill(entry.path, decks.entry(item), piece)
            return
        fields = _fields(entry.node)
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


# Reading what is there


def _fields(node: Node | None) -> dict[str, Node]:
    """Give the values of a map by key, the first of each as in reading; none of what is no map."""
    found: dict[str, Node] = {}
    for key, value in node.pairs() if isinstance(node, Map) else ():
        if isinstance(key, Scalar):
            found.setdefault(key.text, value)
    return found


def _tags(node: Node | None) -> frozenset[str]:
    """Give the tags a file or topic has of its own."""
    written = _fields(node).get("tags")
    if isinstance(written, Scalar):
        return frozenset(written.text.replace(",", " ").split())
    found = written.items if isinstance(written, List) else []
    return frozenset("_".join(tag.text.split()) for tag in found if isinstance(tag, Scalar))


def _repeated(node: Node) -> frozenset[str]:
    """Give the keys that a map takes over from others by ``<<``."""
    merged = _fields(node).get("<<")
    sources = merged.items if isinstance(merged, List) else [merged]
    return frozenset(
        key for one in sources if isinstance(one, Map) for key in (*_fields(one), *_repeated(one))
    )


def _is_stub(node: Node) -> bool:
    """Tell whether a value is left open: ``todo``, nothing, or brackets without anything."""
    if isinstance(node, Scalar):
        return is_empty(node) or is_todo(node)
    return not (node.items if isinstance(node, List) else node.parts)


def _entries(section: str, node: Node, path: Path) -> Iterator[_Entry]:
    """Give the items of a section, whatever shape the author gave it."""
    if isinstance(node, List):
        for number, item in enumerate(node.items):
            yield _entry(section, item, (*path, number))
    elif isinstance(node, Scalar) and section not in _WHOLE:
        for bullet in bullets.split(canonical(node.text)):
            yield _entry(section, node._replace(text=bullet.text), None)
    else:
        yield _entry(section, node, path)


_WHOLE: Final = frozenset(
    ["tldr", "short_answer", "memory_aid", "answer", "most_common_mistake", "attempt"]
)
"""The sections that are one text."""


def _entry(section: str, node: Node, path: Path | None) -> _Entry:
    known = items.known_keys(_ITEM_ORDER.get(section, ()))
    fields = _fields(node) if isinstance(node, Map) else {"text": node}
    texts = {
        key: canonical(value.text)
        for key, value in fields.items()
        if isinstance(value, Scalar) and not _is_stub(value) and key not in items.ITEM_KEYS
    }
    if items.is_lone_text(node, known):  # `- Term: text`
        parts = (part.text for part in node.parts if isinstance(part, Scalar))
        path, texts = None, {"text": ": ".join(parts)}
    names, said = _sides(section, texts)
    return _Entry(path, node, texts, frozenset(map(_form, names)), frozenset(map(_form, said)))


def _sides(section: str, texts: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Part the texts of an item into what it goes by, and what it says of that."""
    named = _NAMES.get(section, ())
    text = texts.get("text", "")
    if not named:
        shown = " ".join(texts[side] for side in ("front", "back") if side in texts)
        return [*filter(None, (text, shown))], list(texts.values())
    split = derivation.split_question if section == "follow_ups" else derivation.split_term
    name, rest = split(text) if section != "references" else (text, "")
    names = [texts[key] for key in (*named, "front") if key in texts]
    said = [value for key, value in texts.items() if key not in {*named, "text", "front"}]
    return [*filter(None, (*names, name))], [*filter(None, (*said, rest))]


# Comparing


class _Matched(NamedTuple):
    """Items with their entries, those that an entry says in other words, and the new ones."""

    pairs: list[tuple[Mapping[str, str], _Entry]]
    reworded: list[Mapping[str, str]]
    new: list[Mapping[str, str]]


def _matched(
    section: str, entries: Sequence[_Entry], wanted: Sequence[Mapping[str, str]]
) -> _Matched:
    """Find each item among the entries by what it goes by; each entry is found once."""
    free = list(entries)
    found = _Matched([], [], [])
    unmatched = []
    for item in wanted:
        names = _names(section, item)
        entry = next((entry for entry in free if entry.names & names), None)
        if entry:
            free.remove(entry)
            found.pairs.append((item, entry))
        else:
            unmatched.append(item)
    weigh = _Weights([*(entry.names for entry in entries), *(_names(section, i) for i in wanted)])
    for item in unmatched:
        alike = (entry for entry in free if weigh.alike(entry.names, _names(section, item)))
        entry = next(alike, None)
        if entry:
            free.remove(entry)
        (found.reworded if entry else found.new).append(item)
    return found


class _Weights:
    """How rare each word is among what the items of one section go by."""

    def __init__(self, names: Sequence[frozenset[str]]) -> None:
        self._total = len(names)
        self._counts = Counter(
            word for forms in names for word in {t for form in forms for t in tokens(form)}
        )

    def alike(self, some: frozenset[str], others: frozenset[str]) -> bool:
        """Tell whether one is most likely the other in other words; a number makes another."""
        pairs = ((self._bag(one), self._bag(other)) for one in some for other in others)
        return any(
            likeness(one, other, any_slip) >= _REWORDED and _numbers(one) == _numbers(other)
            for one, other in pairs
        )

    def _bag(self, text: str) -> Bag:
        return bag(text, lambda word: weight_of(self._counts[word], self._total))


def _numbers(words: Bag) -> set[str]:
    return {word for word in words.weights if word[0].isdigit()}


def _names(section: str, item: Mapping[str, str]) -> frozenset[str]:
    keys = _NAMES.get(section, ("text",))
    return frozenset(_form(item[key]) for key in keys if item.get(key))


def _form(text: str) -> str:
    """Give the form in which wordings compare; gaps are what they hide."""
    text = cloze.filled(canonical(text))
    return normalise(text) or text


def _shown(item: Mapping[str, str]) -> str:
    """Give what an item goes by, as it is shown."""
    return next((text for text in item.values() if text), "")
