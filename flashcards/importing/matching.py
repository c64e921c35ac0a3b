"""What a topic of a deck holds, in whatever shape, and which of its items a capture speaks of."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from flashcards import cloze
from flashcards.deck import bullets, derivation, items, nodes, prose
from flashcards.deck.changes import Path
from flashcards.deck.nodes import Mapping as Map
from flashcards.deck.nodes import Node, Scalar
from flashcards.deck.nodes import Sequence as List
from flashcards.deck.scalars import canonical
from flashcards.deck.topics import TEXTS
from flashcards.identity.likeness import Bag, any_slip, bag, likeness, tokens, weight_of
from flashcards.importing.drafts import ITEM_NAMES
from flashcards.text import normalise

WHOLE: Final = frozenset(
    ["tldr", "short_answer", "memory_aid", "answer", "most_common_mistake", "attempt"]
)
"""The sections that are one text."""

ITEM_ORDER: Final[Mapping[str, tuple[str, ...]]] = {
    **{str(section): keys for section, keys in TEXTS.items()},
    "attempt": prose.ATTEMPT_KEYS,
    "references": prose.REFERENCE_KEYS,
}
"""The keys of an item of each section, in the order of the format."""

_REWORDED: Final = 0.75
"""Likeness from which an item is one of the deck's in other words, and no new one."""


class Entry(NamedTuple):
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
        fields = fields_of(self.node).items()
        stubs = (is_stub(value) for key, value in fields if key not in items.ITEM_KEYS)
        return self.path is not None and not self.texts and all(stubs)


def fields_of(node: Node | None) -> dict[str, Node]:
    """Give the values of a map by key, the first of each as in reading; none of what is no map."""
    found: dict[str, Node] = {}
    for key, value in node.pairs() if isinstance(node, Map) else ():
        if isinstance(key, Scalar):
            found.setdefault(key.text, value)
    return found


def tags_of(node: Node | None) -> frozenset[str]:
    """Give the tags a file or topic has of its own."""
    written = fields_of(node).get("tags")
    if isinstance(written, Scalar):
        return frozenset(written.text.replace(",", " ").split())
    found = written.items if isinstance(written, List) else []
    return frozenset("_".join(tag.text.split()) for tag in found if isinstance(tag, Scalar))


def repeated(node: Node) -> frozenset[str]:
    """Give the keys that a map takes over from others by ``<<``."""
    merged = fields_of(node).get("<<")
    sources = merged.items if isinstance(merged, List) else [merged]
    return frozenset(
        key for one in sources if isinstance(one, Map) for key in (*fields_of(one), *repeated(one))
    )


def is_stub(node: Node) -> bool:
    """Tell whether a value is left open: ``todo``, nothing, or brackets without anything."""
    if isinstance(node, Scalar):
        return nodes.is_stub(node)
    return not (node.items if isinstance(node, List) else node.parts)


def entries_of(section: str, node: Node, path: Path) -> Iterator[Entry]:
    """Give the items of a section, whatever shape the author gave it."""
    if isinstance(node, List):
        for number, item in enumerate(node.items):
            yield entry_of(section, item, (*path, number))
    elif isinstance(node, Scalar) and section not in WHOLE:
        for bullet in bullets.split(canonical(node.text)):
            yield entry_of(section, node._replace(text=bullet.text), None)
    else:
        yield entry_of(section, node, path)


def entry_of(section: str, node: Node, path: Path | None) -> Entry:
    """Give one item of a section; `path` is None for what has no place of its own."""
    known = items.known_keys(ITEM_ORDER.get(section, ()))
    fields = fields_of(node) if isinstance(node, Map) else {"text": node}
    texts = {
        key: canonical(value.text)
        for key, value in fields.items()
        if isinstance(value, Scalar) and not is_stub(value) and key not in items.ITEM_KEYS
    }
    if items.is_lone_text(node, known):  # `- Term: text`
        parts = (part.text for part in node.parts if isinstance(part, Scalar))
        path, texts = None, {"text": ": ".join(parts)}
    names, said = _sides(section, texts)
    return Entry(path, node, texts, frozenset(map(form, names)), frozenset(map(form, said)))


def _sides(section: str, texts: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Part the texts of an item into what it goes by, and what it says of that."""
    named = ITEM_NAMES.get(section, ())
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


class Matched(NamedTuple):
    """Items with their entries, those that an entry says in other words, and the new ones."""

    pairs: list[tuple[Mapping[str, str], Entry]]
    reworded: list[Mapping[str, str]]
    new: list[Mapping[str, str]]


def matched(section: str, entries: Sequence[Entry], wanted: Sequence[Mapping[str, str]]) -> Matched:
    """Find each item among the entries by what it goes by; each entry is found once."""
    free = list(entries)
    found = Matched([], [], [])
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
            word for forms in names for word in {t for name in forms for t in tokens(name)}
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
    keys = ITEM_NAMES.get(section, ("text",))
    return frozenset(form(item[key]) for key in keys if item.get(key))


def form(text: str) -> str:
    """Give the form in which wordings compare; gaps are what they hide."""
    text = cloze.filled(canonical(text))
    return normalise(text) or text
