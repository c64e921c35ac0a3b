"""Other people's YAML and JSON: lists of cards under some key, maps of terms, several documents.

Every text stays as it was written, as in decks. JSON is read as the YAML it nearly always is, so
that each card has its line; what only JSON allows is read as JSON.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from flashcards.deck import escapes, hints, nodes
from flashcards.deck.nodes import Node, Scalar, Sequence
from flashcards.deck.problems import CATALOGUE
from flashcards.deck.source import Source as YamlSource
from flashcards.deck.syntax import MAX_DEPTH, Fault, parse
from flashcards.importing import cells, columns
from flashcards.importing.drafts import CardDraft, Harvest, Place, Remark
from flashcards.importing.sources import MAX_ENTRIES, NotImportedError, Source

_LISTS: Final = frozenset(
    ["cards", "notes", "flashcards", "data", "decks", "items", "questions", "entries"]
)
_DECK_NAMES: Final = frozenset(["deck", "name", "title"])
_ABOUT_FILE: Final = _DECK_NAMES | {"tags", "author", "description", "version", "date", "language"}
_DOCUMENT = re.compile(r"^(?:---|\.\.\.)(?=\s|$)[ \t]*", re.MULTILINE)
_COMMENT = re.compile(r"[ \t]#[^\n]{0,80}|[ \t]{2,}#")
_MOST_KEYS_NAMED = 6
_PAIR = 2


class _Document(NamedTuple):
    """One document: its tree, the text its nodes are places in, and the lines above it."""

    root: Node
    text: str
    above: int


class _Group(NamedTuple):
    """Where cards are found: the decks around them, and the tags they inherit."""

    deck: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


def is_structured(text: str) -> bool:
    """Tell whether a text is a list or map with a card in it."""
    try:
        return bool(read(Source("", text), {}).cards)
    except NotImportedError:
        return False


def read(source: Source, renamed: Mapping[str, str]) -> Harvest:
    """Read all cards of a file; `renamed` gives the field that a name stands for.

    Raises:
        NotImportedError: It is neither YAML nor JSON, or a deck of this program already.
    """
    cards: list[CardDraft] = []
    left_out: list[Remark] = []
    outer = _Group()
    documents = list(_documents(source))
    for document in documents:
        pairs = _pairs(document.root)
        _refuse_deck(source, pairs)
        walk = _Walk(source, document, renamed, left_out)
        if len(documents) > 1 and _is_about_file(pairs):
            outer = walk.named(pairs, outer)
        else:
            cards += walk.group(document.root, outer)
    kind = "JSON" if source.text.lstrip()[:1] in {"[", "{"} else "YAML"
    return Harvest(kind, tuple(cards), left_out=tuple(left_out))


def _documents(source: Source) -> Iterator[_Document]:
    starts = [0, *(mark.end() for mark in _DOCUMENT.finditer(source.text))]
    ends = [*(mark.start() for mark in _DOCUMENT.finditer(source.text)), len(source.text)]
    if len(starts) > MAX_ENTRIES:
        reason = f"there are more than {MAX_ENTRIES:,} documents in it; split the file."
        raise NotImportedError(source.path, reason)
    above = counted = 0
    for start, end in zip(starts, ends, strict=True):
        above += source.text.count("\n", counted, start)
        counted = start
        yaml = YamlSource(source.path, source.text[start:end])
        document = parse(yaml)
        root, text = document.root, yaml.text
        if document.fault:
            root, text = _json(source, document.fault, above), ""
        if root is not None and not nodes.is_empty(root):
            yield _Document(root, text, above)


def _json(source: Source, fault: Fault, above: int) -> Node:
    """Read what is no YAML as JSON; else it is what the YAML's fault says."""
    details = fault.details
    reason = CATALOGUE[fault.code].message.format(**details)
    fix = CATALOGUE[fault.code].fix.format(**details)
    place = source.place(above + fault.line + 1, fault.column + 1)
    if source.text.lstrip()[:1] not in {"[", "{"} or fault.code not in hints.CODES:
        raise NotImportedError(place, f"{reason} {fix}".strip())
    try:
        value = json.loads(source.text, parse_int=str, parse_float=str, parse_constant=str)
        return _node(value, MAX_DEPTH)
    except json.JSONDecodeError as error:
        at = source.place(error.lineno, error.colno)
        raise NotImportedError(at, f"this is neither JSON ({error.msg}) nor YAML.") from error
    except RecursionError as error:
        raise NotImportedError(source.path, "its lists lie too deep inside each other.") from error


def _node(value: object, deepest: int) -> Node:
    """Give a JSON value as the tree of a YAML file; its places are not known."""
    if not deepest:
        raise RecursionError
    if isinstance(value, dict):
        parts = [_node(part, deepest - 1) for pair in value.items() for part in pair]
        return nodes.Mapping(parts, flow=True, line=0, column=0)
    if isinstance(value, list):
        items = [_node(item, deepest - 1) for item in value]
        return Sequence(items, flow=True, line=0, column=0)
    text = "" if value is None else str(value)
    return Scalar(text.lower() if isinstance(value, bool) else text, "'", 0, 0, 0, 0)


def _refuse_deck(source: Source, pairs: list[tuple[Scalar, Node]]) -> None:
    if any(key.text == "topics" for key, _ in pairs):
        reason = "this is a deck already: put it beside the others, there is nothing to import."
        raise NotImportedError(source.path, reason)


def _pairs(node: Node) -> list[tuple[Scalar, Node]]:
    """Give the entries of a map whose keys are texts; none for what is no map."""
    if not isinstance(node, nodes.Mapping):
        return []
    return [(key, value) for key, value in node.pairs() if isinstance(key, Scalar)]


def _lists(pairs: list[tuple[Scalar, Node]]) -> list[Node]:
    """Give what stands under the usual names for a list of cards."""
    return [
        value
        for key, value in pairs
        if columns.folded(key.text) in _LISTS and not isinstance(value, Scalar)
    ]


def _holds_more(pairs: list[tuple[Scalar, Node]]) -> bool:
    return any(not isinstance(value, Scalar) for _, value in pairs)


def _is_about_file(pairs: list[tuple[Scalar, Node]]) -> bool:
    """Tell whether a document only says what the next ones are about."""
    keys = {columns.folded(key.text) for key, _ in pairs}
    return bool(keys & _DECK_NAMES) and keys <= _ABOUT_FILE


class _Walk:
    """Finds the cards of one document."""

    def __init__(
        self,
        source: Source,
        document: _Document,
        renamed: Mapping[str, str],
        left_out: list[Remark],
    ) -> None:
        self._source = source
        self._document = document
        self._renamed = renamed
        self._left_out = left_out

    def group(self, node: Node, group: _Group) -> Iterator[CardDraft]:
        """Give the cards of a list, or of a map that names lists, terms, or one card."""
        if isinstance(node, Sequence):
            for item in node.items:
                yield from self._entry(item, group)
            return
        pairs = _pairs(node)
        lists = _lists(pairs)
        if lists:
            inner = self.named(pairs, group)
            for inside in lists:
                yield from self.group(inside, inner)
        elif columns.both_sides(self._fields(pairs)):
            yield from self._entry(node, group)
        elif pairs:
            for key, value in pairs:
                yield from self._under(key, value, group)
        else:
            self._leave(node, "this is no list of cards.")

    def named(self, pairs: list[tuple[Scalar, Node]], group: _Group) -> _Group:
        """Give the group a map makes of the cards in it, by the name and tags beside them."""
        deck, tags = group
        for key, value in pairs:
            name = columns.folded(key.text)
            if name in _DECK_NAMES and isinstance(value, Scalar) and not nodes.is_empty(value):
                deck += tuple(part.strip() for part in value.text.split("::") if part.strip())
            elif columns.known(key.text, self._renamed) == "tags":
                tags += cells.tags(self._words(value))
        return _Group(deck, tags)

    def _under(self, key: Scalar, value: Node, group: _Group) -> Iterator[CardDraft]:
        """Give the cards under a key that is a term, or the name of a deck."""
        if isinstance(value, Scalar) or (
            isinstance(value, Sequence) and all(isinstance(item, Scalar) for item in value.items)
        ):
            yield from self._card(key, [("front", key), ("back", value)], group)
        elif "back" in (fields := self._fields(_pairs(value))) and "front" not in fields:
            known = zip(fields, _pairs(value), strict=True)
            found = [(name, part) for name, (_, part) in known if name]
            yield from self._card(key, [("front", key), *found], group)
        else:
            yield from self.group(value, group._replace(deck=(*group.deck, key.text.strip())))

    def _entry(self, node: Node, group: _Group) -> Iterator[CardDraft]:
        if isinstance(node, Sequence) and len(node.items) >= _PAIR:
            named = zip(("front", "back", "tags"), node.items, strict=False)
            yield from self._card(node, list(named), group)
            return
        pairs = _pairs(node)
        fields = self._fields(pairs)
        if columns.both_sides(fields):
            self._note_unknown(pairs, fields)
            known = zip(fields, pairs, strict=True)
            found = [(name, value) for name, (_, value) in known if name]
            yield from self._card(node, found, group)
        elif len(pairs) == 1 and isinstance(pairs[0][1], Scalar) and not fields[0]:
            yield from self._under(*pairs[0], group)
        elif _lists(pairs) or (_holds_more(pairs) and not any(fields)):
            yield from self.group(node, group)
        elif pairs:
            names = ", ".join(key.text.strip() for key, _ in pairs[:_MOST_KEYS_NAMED])
            self._leave(node, f"this entry has no front and back; its keys are {names}.")
        elif not nodes.is_empty(node):
            self._leave(node, "this entry is a single text, without front and back.")

    def _fields(self, pairs: list[tuple[Scalar, Node]]) -> list[str | None]:
        return [columns.known(key.text, self._renamed) for key, _ in pairs]

    def _note_unknown(self, pairs: list[tuple[Scalar, Node]], fields: list[str | None]) -> None:
        for (key, value), field in zip(pairs, fields, strict=True):
            if field is None and not nodes.is_empty(value):
                self._leave(key, f"key \u201c{key.text.strip()}\u201d.")

    def _card(
        self, node: Node, found: list[tuple[str, Node]], group: _Group
    ) -> Iterator[CardDraft]:
        texts: dict[str, str] = {}
        for field, value in found:
            text = self._words(value) if field == "tags" else self._text(value, field)
            if text is None:
                self._leave(value, f"the {field} of this entry holds lists or maps.")
                return
            if lost := self._lost(value):
                self._leave(value, lost)
                return
            before = texts.get(field, "")
            if text and before and field == "extra":
                texts[field] = f"{before}\n\n{text}"
            elif text and before and text != before:
                self._leave(value, f"a second {field} of this entry: \u201c{text.strip()}\u201d.")
            elif not before:
                texts[field] = text
        draft = cells.card(self._place(node), texts)
        yield draft._replace(deck=(*group.deck, *draft.deck), tags=(*group.tags, *draft.tags))

    def _text(self, node: Node, field: str) -> str | None:
        """Give a value as one text; a list of texts becomes bullets, of sources lines."""
        if isinstance(node, Scalar):
            return "" if nodes.is_empty(node) else node.text
        items = node.items if isinstance(node, Sequence) else [node]
        texts = [item.text.strip() for item in items if isinstance(item, Scalar)]
        if len(texts) < len(items):
            return None
        bullet = "" if len(texts) == 1 or field == "source" else "- "
        return "\n".join(bullet + text for text in texts)

    def _words(self, node: Node) -> str:
        """Give tags as words: one text's, or each text of a list as one."""
        if isinstance(node, Scalar):
            return "" if nodes.is_empty(node) else node.text
        items = node.items if isinstance(node, Sequence) else []
        return " ".join("_".join(item.text.split()) for item in items if isinstance(item, Scalar))

    def _lost(self, node: Node) -> str:
        """Say what YAML took from a text without a word, if anything."""
        if not isinstance(node, Scalar) or not self._document.text:
            return ""
        text = self._document.text
        if node.style == '"' and (lost := escapes.fault(text, node.start, node.end)):
            return (
                f"in double quotes `{lost.escape}` is {lost.name}, so the backslash of "
                f"`{lost.word}` is lost; use single quotes there."
            )
        comment = _COMMENT.match(text, node.end) if not node.style else None
        if comment and not comment.group().startswith("  "):
            said = comment.group().strip()
            return (
                f"everything after ` #` is a comment in YAML: `{said}`; put quotes around the text."
            )
        return ""

    def _place(self, node: Node) -> Place:
        return self._source.place(self._document.above + node.line + 1, node.column + 1)

    def _leave(self, node: Node, reason: str) -> None:
        self._left_out.append(Remark(self._place(node), reason))
