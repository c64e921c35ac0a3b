"""Notes that this program exported, as the entries and topics they were.

A note of a topic has all that its card shows: so its topic is put together again from its notes,
and read once, to see that each note comes out as it went in. A note that would not, or whose topic
is in the deck already, becomes an entry by itself, with what opens after its answer as the extra.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from html import unescape
from typing import Final

from flashcards import identity
from flashcards.deck import media, reading
from flashcards.deck.scalars import canonical
from flashcards.deck.topics import MISTAKE_LABEL
from flashcards.importing import decks
from flashcards.importing.decks import Gathered
from flashcards.importing.drafts import CardDraft, OfTopic, Part, TopicDraft, Work
from flashcards.model import Kind, Section, Uid
from flashcards.notes import Deck, Note
from flashcards.text import normalise

ID_FIELD: Final = "CardId"
"""The field of theirs that holds the id of the note."""

_LABEL: Final = ' <span class="label">'
_LINK = re.compile(r'<a href="([^"]*)">(.*)</a>', re.DOTALL)
_CLAIM = re.compile("You said: \u201c(.*)\u201d Correct yourself\\.", re.DOTALL)
_CONCEPT: Final = ": what is it?"
_ROUNDS: Final = 4  # without the cards that do not fit, the others may not fit any more
_ORDER: Final = (
    Section.KEY_CONCEPTS,
    Section.FOLLOW_UPS,
    Section.RED_FLAGS,
    Section.MOST_COMMON_MISTAKE,
    Section.CHEAT_SHEET,
)


def draft(
    blank: CardDraft,
    fields: Mapping[str, str],
    name: str,
    markdown: Callable[[str], str],
    gapped: Callable[[str], str],
) -> CardDraft:
    """Give a note by its fields, under the id `name`.

    `markdown` makes that of HTML, and `gapped` of HTML with gaps.
    """
    front, back, extra = (markdown(fields.get(side, "")) for side in ("Front", "Back", "Extra"))
    text = gapped(fields.get("Text", ""))
    works = tuple(_works(fields.get("Source", ""), markdown))
    found = blank._replace(
        front=front,
        back=back,
        cloze=text,
        extra=extra,
        source=tuple(map(_alone, works)),
        reverse=bool(fields.get("Reverse")),
        typed=bool(fields.get("Typed")),
        id=name,
    )
    section = fields.get("Section", "")
    if section in {"", Section.CARDS} or section not in set(Section):
        return found
    title, _, label = fields.get("Context", "").partition(_LABEL)
    of_topic = OfTopic(
        Section(section),
        markdown(fields.get("Topic", "")),
        markdown(title),
        markdown(label.removesuffix("</span>")),
        markdown(fields.get("Details", "")),
        markdown(fields.get("MemoryAid", "")),
        works,
    )
    return found._replace(topic=of_topic)


def is_named(guid: str, name: str) -> bool:
    """Tell if the note `guid` in Anki is the one that goes by the id `name` here."""
    moved = identity.in_anki(name)
    if moved:
        return moved.guid == guid
    return any(identity.anki_guid(Uid(name), kind) == guid for kind in (Kind.BASIC, Kind.CLOZE))


def _works(html: str, markdown: Callable[[str], str]) -> Iterator[Work]:
    for line in html.split("<br>") if html else ():
        link = _LINK.fullmatch(line)
        words = markdown(link[2] if link else line)
        url = unescape(link[1]) if link else ""
        if words:
            yield Work("" if words == url else words, url)


def _alone(work: Work) -> str:
    """Write a work as an entry names it, which has no list of works."""
    return f"[{work.words}]({work.url})" if work.words and work.url else work.words or work.url


# -- Topics


def in_topics(found: Gathered, there: Deck | None) -> Gathered:
    """Give the cards of topics back to these, but of topics that the deck has already."""
    known = {normalise(topic.question) for topic in there.topics} if there else set()
    groups: dict[tuple[object, ...], list[CardDraft]] = {}
    for card in found.cards:
        if card.topic and card.topic.question and normalise(card.topic.question) not in known:
            key = (card.deck, card.topic.question, card.topic.title)
            groups.setdefault(key, []).append(card)
    topics = []
    placed: set[CardDraft] = set()
    for cards in groups.values():
        whole = _whole(cards)
        if whole:
            topics.append(_topic(whole))
            placed.update(whole)
    loose = tuple(_by_itself(card) for card in found.cards if card not in placed)
    return found._replace(cards=loose, topics=(*found.topics, *topics))


def _whole(cards: Sequence[CardDraft]) -> Sequence[CardDraft]:
    """Give those of a topic's cards that read as they should once they are in it."""
    for _ in range(_ROUNDS):
        if not cards:
            break
        read = _read(_topic(cards))
        by_id = {note.id: note for note in read.notes}
        good = [card for card in cards if _is_same(card, by_id.get(card.id), read)]
        if len(good) == len(cards):
            return cards
        cards = good
    return ()


def _read(topic: TopicDraft) -> Deck:
    document = decks.document(Gathered("topic", topics=(topic,)), ())
    coming = (found.target for found in media.references(document))
    return reading.read(document.encode(), topic.place.path, coming)


def _is_same(card: CardDraft, note: Note | None, read: Deck) -> bool:
    if note is None or card.topic is None or note.topic is None:
        return False
    of_topic, topic = card.topic, read.topics[note.topic]
    asked = (note.text,) if note.text else note.cards[0][1:3]
    urls = {reference.title or reference.url: reference.url for reference in topic.references}
    detail, aid = note.detail, ""
    if note.section is Section.TLDR:
        detail, aid = topic.answer, topic.memory_aid
    said = (*asked, note.extra, detail, aid, note.label, topic.title)
    wanted = (
        *((card.cloze,) if card.cloze else (card.front, card.back)),
        card.extra,
        of_topic.details,
        of_topic.memory_aid,
        of_topic.label,
        of_topic.title,
    )
    return (
        note.section is of_topic.section
        and said == tuple(map(canonical, wanted))
        and [(words, urls.get(words, "")) for words in note.source]
        == [(work.words or work.url, work.url) for work in of_topic.works]
    )


def _by_itself(card: CardDraft) -> CardDraft:
    if card.topic is None:
        return card
    opened = (card.extra, card.topic.memory_aid, card.topic.details)
    return card._replace(extra="\n\n".join(filter(None, opened)))


def _topic(cards: Sequence[CardDraft]) -> TopicDraft:
    """Put a topic together from its cards, of which there is one at least."""
    about = _of(cards[0])
    keys = _keys(cards)
    shared = set.intersection(*(set(card.tags) for card in cards))
    parts: dict[str, Part] = {}
    for card in (card for card in cards if _of(card).section is Section.TLDR):
        side = {} if card.front == about.question else {"front": card.front}
        texts = {"text": card.back, **side, **_marks(card, keys, shared)}
        parts[Section.TLDR] = Part(items=(texts,))
        for key, text in (("memory_aid", _of(card).memory_aid), ("answer", _of(card).details)):
            if text:
                parts[key] = Part(text)
    for section in _ORDER:
        of_section = [card for card in cards if _of(card).section is section]
        if of_section:
            items = ({**_texts(card), **_marks(card, keys, shared)} for card in of_section)
            parts[section] = Part(items=tuple(items))
    mistakes = [_texts(card).get("claim") for card in cards if _of(card).label == MISTAKE_LABEL]
    if mistakes and mistakes[0]:
        parts.setdefault(Section.MOST_COMMON_MISTAKE, Part(mistakes[0]))
    if keys:
        parts["references"] = Part(items=tuple(_references(keys)))
    return TopicDraft(
        cards[0].place,
        about.question,
        "" if about.title == about.question else about.title,
        tuple(tag for tag in cards[0].tags if tag in shared),
        parts,
        untitled=about.title == about.question,
    )


def _of(card: CardDraft) -> OfTopic:
    if card.topic is None:
        raise AssertionError
    return card.topic


def _texts(card: CardDraft) -> dict[str, str]:
    """Give the texts of an item that asks what the card asks."""
    about = _of(card)
    if card.cloze:
        return {"text": card.cloze}
    front, back, detail = card.front, card.back, about.details
    asked = {"front": front, "back": back}
    texts = asked
    if about.section is Section.FOLLOW_UPS:
        texts = {"question": front, "short": back, "approach": detail}
    elif about.section is Section.KEY_CONCEPTS and (term := _term(front, about.title)):
        texts = {"term": term, "definition": back}
    elif about.section is Section.RED_FLAGS:
        claim = _CLAIM.fullmatch(front)
        said = {"claim": claim[1], "instead": back} if claim else asked
        texts = {**said, "why": detail}
    elif about.section is Section.MOST_COMMON_MISTAKE:
        texts = {"claim": back, "instead": card.extra, "why": detail}
    return {key: text for key, text in texts.items() if text}


def _term(front: str, title: str) -> str:
    """Give the term that a question asks for in a topic of this title; empty if it does not."""
    term = front.removesuffix(_CONCEPT)
    if term == front:
        return ""
    if normalise(term) == normalise(title):
        return term  # alone, for the title says nothing beside it
    found = term.removesuffix(f" ({title})")
    return "" if found == term or normalise(found) == normalise(title) else found


def _marks(card: CardDraft, keys: Mapping[Work, str], shared: Container[str]) -> dict[str, str]:
    """Give what an item carries beside its texts; `keys` are those of works."""
    marks = {
        "id": card.id,
        "source": ", ".join(keys[work] for work in _of(card).works),
        "tags": " ".join(tag for tag in card.tags if tag not in shared),
    }
    return {key: text for key, text in marks.items() if text}


def _keys(cards: Iterable[CardDraft]) -> dict[Work, str]:
    """Give each work that the cards of a topic name a key, for its list of references."""
    works = dict.fromkeys(work for card in cards for work in _of(card).works)
    return {work: f"work-{number}" for number, work in enumerate(works, start=1)}


def _references(keys: Mapping[Work, str]) -> Iterator[Mapping[str, str]]:
    for work, key in keys.items():
        texts = {"key": key, "title": work.words, "url": work.url}
        yield {name: text for name, text in texts.items() if text}
