"""Drafts as a deck file: what is new of them, and how it is laid out."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from flashcards.deck import layout, media
from flashcards.deck.layout import Bare, Field, Fields, Items, Quoted, Value, Words
from flashcards.deck.nodes import says_todo
from flashcards.deck.reader import MAX_TEXT
from flashcards.deck.scalars import canonical
from flashcards.deck.shelf import MAX_CARDS, gap_fault
from flashcards.importing import pages
from flashcards.importing.drafts import TODO, CardDraft, Harvest, Part, Remark, TopicDraft
from flashcards.model import Section
from flashcards.notes import Deck, Note
from flashcards.text import normalise

SCHEMA_LINE: Final = "# yaml-language-server: $schema=deck.schema.json"
"""The comment by which editors check and complete a deck."""

_COLLAPSED: Final = "collapsed in the page"
_MISSING: Final = "not in the page"
_TITLE: Final = "at most 40 characters; stands above every card"
_WHY_OPEN: Final = {"short": _COLLAPSED, "definition": _MISSING, "instead": _MISSING}

REMARKS: Final = frozenset([_COLLAPSED, _MISSING, _TITLE])
"""The comments behind stubs: they are true no more once these are filled in."""


class Gathered(NamedTuple):
    """All that is to be written into one deck file.

    ``deck`` is empty when no name is given by what was read. ``tags`` are those all cards share.
    ``repeats`` counts the cards that were read twice, or are in the deck already.
    """

    deck: str = ""
    tags: tuple[str, ...] = ()
    cards: tuple[CardDraft, ...] = ()
    topics: tuple[TopicDraft, ...] = ()
    left_out: tuple[Remark, ...] = ()
    repeats: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write."""
        return not self.cards and not self.topics


def gathered(harvests: Iterable[Harvest], deck: str, tags: tuple[str, ...]) -> Gathered:
    """Bring together what was read for one deck named `deck`, if a name is given.

    The decks that all cards share name the deck; what lies below that becomes a tag. Captures of
    one page become one topic. A card that could not be drilled is left out with the reason.
    """
    cards: list[CardDraft] = []
    topics: list[TopicDraft] = []
    left_out: list[Remark] = []
    for harvest in harvests:
        outer = _names(harvest.deck)
        for card in harvest.cards:
            reason = _reason_against(card, learnt=harvest.learnt)
            if reason:
                left_out.append(Remark(card.place, reason))
            else:
                whole = card._replace(deck=(*outer, *card.deck), tags=harvest.tags + card.tags)
                cards.append(whole)
        topics += (topic._replace(tags=harvest.tags + topic.tags) for topic in harvest.topics)
    common = _common([card.deck for card in cards])
    cards = [_placed(card, len(common)) for card in cards]
    merged, otherwise = pages.merged(topics)
    left_out += otherwise
    return Gathered(deck or "::".join(common), tags, tuple(cards), merged, tuple(left_out))


def news(found: Gathered, deck: Deck | None) -> Gathered:
    """Give what of `found` is not in `deck` yet, each card once; cards keep an id if it is free."""
    seen = set(_keys_of(deck)) if deck else set()
    marred = set(_marred_keys(deck)) if deck else set()
    ids = {note.id for note in (*deck.notes, *deck.quarantined) if note.id} if deck else set()
    inherited = set(_shared_tags(deck)) if deck else set()
    cards = []
    for card in found.cards:
        key = _key(card)
        if key in seen or _without_media(card) in marred:
            continue
        seen.add(key)
        if card.id in ids:
            card = card._replace(id="")  # noqa: PLW2901 -- the same card, its copied id taken off
        ids.add(card.id)
        tags = tuple(tag for tag in dict.fromkeys(card.tags) if tag not in inherited)
        cards.append(card._replace(tags=tags))
    topics = tuple(
        topic for topic in found.topics if ("topic", normalise(topic.question)) not in seen
    )
    repeats = len(found.cards) - len(cards)
    tags = tuple(tag for tag in found.tags if tag not in inherited)
    return found._replace(tags=tags, cards=tuple(cards), topics=topics, repeats=repeats)


def with_shared_tags(found: Gathered) -> Gathered:
    """Write the tags that all entries have once, for the deck."""
    entries = [card.tags for card in found.cards] + [topic.tags for topic in found.topics]
    shared = set.intersection(*map(set, entries)) if entries else set()
    tags = _joined(found.tags, tuple(tag for tag in entries[0] if tag in shared))
    written = frozenset(tags)
    return found._replace(
        tags=tags,
        cards=tuple(card._replace(tags=_without(card.tags, written)) for card in found.cards),
        topics=tuple(topic._replace(tags=_without(topic.tags, written)) for topic in found.topics),
    )


def with_own_tags(found: Gathered) -> Gathered:
    """Write the tags of the import on each entry: the deck has its own already."""
    return found._replace(
        tags=(),
        cards=tuple(card._replace(tags=_joined(found.tags, card.tags)) for card in found.cards),
        topics=tuple(
            topic._replace(tags=_joined(found.tags, topic.tags)) for topic in found.topics
        ),
    )


def document(found: Gathered, comments: Iterable[str]) -> str:
    """Write a deck file, `comments` at its top."""
    fields = [Field("deck", found.deck)]
    if found.tags:
        fields.append(Field("tags", Words(found.tags)))
    fields += [Field(key, items, apart=True) for key, items in lists(found)]
    return "\n".join([*comments, *layout.lines(Fields(tuple(fields)))]) + "\n"


def lists(found: Gathered) -> Iterator[tuple[str, Items]]:
    """Give the entries under ``cards`` and under ``topics``, whichever there are."""
    if found.cards:
        entries = tuple(map(_card, found.cards))
        long = any(
            "\n" in text for card in found.cards for text in (card.front, card.back, card.cloze)
        )
        yield "cards", Items(entries, apart=long)
    if found.topics:
        yield "topics", Items(tuple(map(_topic, found.topics)), apart=True)


def section(key: str, part: Part) -> Field:
    """Lay out a section of a topic."""
    remark = _COLLAPSED if part.is_closed else part.remark
    return Field(key, _part(key, part), remark, apart=True)


def entry(item: Mapping[str, str]) -> Value:
    """Lay out an item of a section."""
    if item.keys() == {"text"}:
        return item["text"]
    return Fields(
        tuple(
            Field(key, text or TODO, "" if text else _WHY_OPEN.get(key, ""))
            for key, text in item.items()
        )
    )


def _names(deck: str) -> tuple[str, ...]:
    return tuple(name for part in deck.split("::") if (name := " ".join(part.split())))


def _common(paths: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Give the names with which all paths begin."""
    if not paths:
        return ()
    first, last = min(paths), max(paths)
    for number, name in enumerate(first):
        if number >= len(last) or last[number] != name:
            return first[:number]
    return first


def _placed(card: CardDraft, depth: int) -> CardDraft:
    """Give a card whose decks below the first `depth` are a tag."""
    inner = "::".join("_".join(name.split()) for name in card.deck[depth:])
    return card._replace(tags=(inner, *card.tags)) if inner else card


def _reason_against(card: CardDraft, *, learnt: bool) -> str:
    """Say why a card could not be drilled; empty if it can."""
    sides = {"cloze": card.cloze} if card.cloze else {"front": card.front, "back": card.back}
    for side, text in sides.items():
        if not canonical(text):
            return f"the {side} is empty."
        if says_todo(text) and not learnt:
            return (
                f"the {side} is `{text.strip()}`, which is no text in a deck: it stands for none."
            )
        if len(text) > MAX_TEXT:
            return f"the {side} has {len(text):,} characters; a card holds at most {MAX_TEXT:,}."
    fault = gap_fault(canonical(card.cloze)) if card.cloze else None
    if fault == "no-gap":
        return "no gap of this cloze is one outside maths and code."
    return f"there are more than {MAX_CARDS} gaps." if fault else ""


def _key(card: CardDraft) -> tuple[str, ...]:
    """Give what makes two entries the same: the sides in the form in which wordings compare.

    Two topics may ask the same.
    """
    topic = (_same(card.topic.question),) if card.topic else ()
    if card.cloze:
        return "cloze", _same(card.cloze), *topic
    return "card", _same(card.front), _same(card.back), *topic


def _same(text: str) -> str:
    text = canonical(text)
    return normalise(text) or text


def _key_of(note: Note) -> tuple[str, ...]:
    if note.text:
        return "cloze", _same(note.text)
    return "card", _same(note.cards[0].front), _same(note.cards[0].back)


def _keys_of(deck: Deck) -> Iterator[tuple[str, ...]]:
    for note in (*deck.notes, *deck.quarantined):
        if note.section is Section.CARDS and note.cards:
            yield _key_of(note)
    for topic in deck.topics:
        yield "topic", normalise(topic.question)


def _marred_keys(deck: Deck) -> Iterator[tuple[str, ...]]:
    """Give the keys of entries kept away by an image outside the folder: they lost its markup."""
    yield from (_key_of(note) for note in deck.quarantined if note.cards)


def _without_media(card: CardDraft) -> tuple[str, ...]:
    """Give the key of a card as reading has it when none of its images may be used."""
    texts = [_worded(text) for text in (card.front, card.back, card.cloze)]
    if texts == [card.front, card.back, card.cloze]:
        return ()
    return _key(card._replace(front=texts[0], back=texts[1], cloze=texts[2]))


def _worded(text: str) -> str:
    pieces = []
    at = 0
    for found in media.references(text):
        pieces += [text[at : found.start], found.words]
        at = found.end
    return "".join([*pieces, text[at:]])


def _shared_tags(deck: Deck) -> Iterator[str]:
    """Give the tags that every entry of a deck has: those it inherits from the file."""
    notes = [note for note in deck.notes if note.section is Section.CARDS]
    if notes:
        yield from set.intersection(*(set(note.tags) for note in notes))


def _without(tags: tuple[str, ...], shared: frozenset[str]) -> tuple[str, ...]:
    return tuple(tag for tag in tags if tag not in shared)


def _joined(*parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag for part in parts for tag in part))


def _card(card: CardDraft) -> Fields:
    """Lay an entry out, its keys in the order of the format."""
    texts = [("front", card.front), ("back", card.back)]
    if card.cloze:
        texts = [("cloze", card.cloze)]
    fields = [Field(key, Quoted(text) if says_todo(text) else text) for key, text in texts]
    if card.reverse:
        fields.append(Field("reverse", Bare("true")))
    if card.extra:
        fields.append(Field("extra", card.extra))
    if card.source:
        fields.append(
            Field("source", card.source[0] if len(card.source) == 1 else Items(card.source))
        )
    if card.tags:
        fields.append(Field("tags", Words(card.tags)))
    fields += [
        Field(key, Bare("true"))
        for key, on in (("suspended", card.suspended), ("type", card.typed))
        if on
    ]
    if card.id:
        fields.append(Field("id", card.id))
    return Fields(tuple(fields))


def _topic(topic: TopicDraft) -> Fields:
    title = Field("title", topic.title or TODO, _TITLE)
    head = [Field("question", topic.question)]
    if not topic.untitled:
        head.append(title._replace(comment="" if topic.title else title.comment))
    if topic.tags:
        head.append(Field("tags", Words(topic.tags)))
    sections = (section(key, part) for key, part in topic.parts.items())
    return Fields((*head, *sections))


def _part(key: str, part: Part) -> Value:
    if not part.items:
        return part.text or TODO
    entries = tuple(map(entry, part.items))
    return entries[0] if key == "attempt" else Items(entries)
