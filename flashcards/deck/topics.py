"""Interview topics: the prose that is read, and the notes its sections make."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from flashcards import cloze
from flashcards.model import Kind, Section
from flashcards.notes import Card, Note, Topic
from flashcards.text import normalise, slug

from . import derivation, items, prose
from .derivation import Asked, Frame
from .entries import report_empty
from .items import Item
from .nodes import Mapping, Node, Scalar, Sequence, is_empty, is_stub
from .prose import WrittenAttempt
from .reader import STYLE_OK, Reader, closest_of
from .shelf import MAX_CARDS, Shelf, cloze_cards, gap_fault, joined

LONGEST_TITLE: Final = 40
"""Characters of a title; it is the context line of every card of its topic."""

DRILLED: Final = (
    Section.TLDR,
    Section.FOLLOW_UPS,
    Section.RED_FLAGS,
    Section.MOST_COMMON_MISTAKE,
    Section.CHEAT_SHEET,
    Section.KEY_CONCEPTS,
)
"""The sections that make cards when `drill` says nothing."""

ALOUD_LABEL: Final = "Answer aloud, or type it: `flashcards attempt`"
"""What stands above an attempt that comes in a review."""

MISTAKE_LABEL: Final = "Most common mistake"
"""What stands above a red flag that is also the topic's most common mistake."""

TEXTS: Final[dict[Section, tuple[str, ...]]] = {
    Section.TLDR: (),
    Section.FOLLOW_UPS: ("question", "short", "approach"),
    Section.RED_FLAGS: ("claim", "instead", "why"),
    Section.MOST_COMMON_MISTAKE: ("claim", "instead", "why"),
    Section.CHEAT_SHEET: (),
    Section.KEY_CONCEPTS: ("term", "definition"),
}
"""The texts that an item of each section may hold beside the common ones."""
# What is asked; the other sections ask the topic's question, which is reported there when missing.
_FRONT_KEYS: Final = {
    Section.FOLLOW_UPS: "question",
    Section.RED_FLAGS: "claim",
    Section.KEY_CONCEPTS: "term",
    Section.ATTEMPT: "prompt",
    Section.CHEAT_SHEET: "front",
}
READ: Final = ("short_answer", "memory_aid", "answer", "quick_scan", "examples", "references")
"""The sections that are read and make no cards."""
HEAD: Final = ("question", "title", "id", "tags", "drill", STYLE_OK)
"""What a topic says of itself, above its sections."""

KEYS: Final = (*HEAD, *READ, "attempt", *TEXTS)


class Inherited(NamedTuple):
    """What a topic takes over from its file, and its own position there."""

    tags: tuple[str, ...]
    style_ok: tuple[str, ...]
    drill: frozenset[Section]
    position: int


class _Topic(NamedTuple):
    """A topic while its sections are read."""

    reader: Reader
    position: int
    frame: Frame
    tags: tuple[str, ...]
    style_ok: tuple[str, ...]
    drill: frozenset[Section]
    references: dict[str, str]


def read(reader: Reader, node: Node, inherited: Inherited, shelf: Shelf) -> Topic | None:
    """Read one topic and put its notes on `shelf`; None for what is no topic."""
    if is_stub(node):
        reader.findings.stub(Section.TLDR, node.line, node.column)
        return None
    if not isinstance(node, Mapping):
        what = "This is no topic: a topic is a map with a `question`."
        fix = "Write `- question: ...`, and its sections below."
        reader.findings.at(node, "wrong-shape", what=what, fix=fix)
        return None
    fields = reader.fields(node, KEYS, "a topic")
    references = prose.references(reader, fields)
    written = prose.attempt(reader, fields)
    topic = _head(reader, node, fields)._replace(
        quick_scan=prose.listed(reader, fields, "quick_scan"),
        examples=prose.listed(reader, fields, "examples"),
        attempt=written.attempt if written else None,
        references=references,
        short_answer=prose.whole(reader, fields, "short_answer"),
        memory_aid=prose.whole(reader, fields, "memory_aid"),
        answer=prose.whole(reader, fields, "answer"),
    )
    opened = "\n\n".join(filter(None, (topic.short_answer, topic.memory_aid, topic.answer)))
    given_title = topic.title if "title" in fields and topic.title != topic.question else ""
    context = _Topic(
        reader,
        inherited.position,
        Frame(topic.question, given_title, opened),
        joined(inherited.tags, topic.tags),
        joined(inherited.style_ok, reader.style_ok(fields)),
        drill(reader, fields["drill"]) if "drill" in fields else inherited.drill,
        {ref.key: ref.title or ref.url for ref in references if ref.key},
    )
    found = {
        section: _section_items(reader, section, fields[section])
        for section in TEXTS
        if section in fields
    }
    if written and Section.ATTEMPT in context.drill:
        found[Section.ATTEMPT] = [written.item]
    for section, item, label in _in_file_order(context, fields, found):
        _note(context, section, item, label, shelf)
    if written and Section.ATTEMPT not in context.drill:
        _undrilled(context, written, shelf)
    return _with_shown(topic, found)


def drill(reader: Reader, node: Node) -> frozenset[Section]:
    """Read which sections make cards; a name that is none is reported."""
    names = {str(section): section for section in (*DRILLED, Section.ATTEMPT)}
    chosen = set()
    entries = node.items if isinstance(node, Sequence) else [node]
    for entry in entries:
        if is_empty(entry):
            continue
        words = entry.text.replace(",", " ").split() if isinstance(entry, Scalar) else [""]
        for word in words:
            if word in names:
                chosen.add(names[word])
            else:
                _unknown_section(reader, entry, word, names)
    return frozenset(chosen)


def _unknown_section(reader: Reader, node: Node, word: str, names: Iterable[str]) -> None:
    closest = closest_of(word, list(names)) if word else None
    fix = f"Did you mean `{closest}`?" if closest else f"These are: {', '.join(names)}."
    reader.findings.at(
        node, "bad-value", key="drill", value=word, wanted="a section that makes cards", fix=fix
    )


def _head(reader: Reader, node: Mapping, fields: dict[str, Node]) -> Topic:
    question = reader.filled(fields["question"], "question") if "question" in fields else ""
    title = reader.filled(fields["title"], "title") if "title" in fields else ""
    if not question and ("question" in fields or not reader.is_torn(node)):
        report_empty(reader, fields.get("question", node), "question")
    if len(title) > LONGEST_TITLE:
        count, limit = str(len(title)), str(LONGEST_TITLE)
        reader.findings.at(fields["title"], "title-too-long", count=count, limit=limit)
    name = reader.identifier(fields, "topic")
    return Topic(
        key=name or slug(title or question),
        question=question,
        title=title or question,
        line=node.line + 1,
        column=node.column + 1,
        tags=reader.tags(fields),
        id=name,
    )


Found = dict[Section, list[Item]]


def _in_file_order(
    context: _Topic, fields: dict[str, Node], found: Found
) -> Iterator[tuple[Section, Item, str]]:
    """Give the items that may make cards, each with its section and label.

    The most common mistake is left out when it names a red flag: that one is labelled.
    """
    named = _named_red_flag(context, found)
    for section in (section for key in fields for section in found if section == key):
        if named is not None and section is Section.MOST_COMMON_MISTAKE:
            continue
        for item in found[section]:
            yield section, item, MISTAKE_LABEL if item is named else ""


def _with_shown(topic: Topic, found: Found) -> Topic:
    """Add what reading shows of the sections that make cards."""
    concepts = map(_concept, found.get(Section.KEY_CONCEPTS, ()))
    bullets = (cloze.filled(items.shown(item)) for item in found.get(Section.CHEAT_SHEET, ()))
    return topic._replace(
        tldr="\n".join(filter(None, map(items.shown, found.get(Section.TLDR, ())))),
        key_concepts=tuple(concept for concept in concepts if any(concept)),
        cheat_sheet=tuple(filter(None, bullets)),
        red_flags=tuple(_pairs(topic, Section.RED_FLAGS, found)),
        follow_ups=tuple(_pairs(topic, Section.FOLLOW_UPS, found)),
    )


def _pairs(topic: Topic, section: Section, found: Found) -> Iterator[tuple[str, str]]:
    """Give what is claimed or asked, with what to say to it: all of it, the long answer too."""
    frame = Frame(topic.question, topic.title, "")
    for item in found.get(section, ()):
        asked = derivation.DERIVERS[section](frame, item.texts)
        said = (
            item.texts.get("question") or derivation.split_question(item.texts.get("text", ""))[0]
        )
        if section is Section.RED_FLAGS:
            said, _ = derivation.claim_of(item.texts)
        if asked and said:
            yield said, "\n\n".join(filter(None, (asked.back, asked.detail)))


def _section_items(reader: Reader, section: Section, node: Node) -> list[Item]:
    found = list(items.read(reader, node, TEXTS[section], f"`{section}`"))
    whole = section is Section.TLDR and all(item.fields == {} for item in found)
    if not whole or len(found) <= 1:
        return found
    # One question has one answer: a TL;DR of several texts is one text of several bullets.
    text = "\n".join(f"- {items.shown(item)}" for item in found if item.texts)
    faulty = any(item.faulty for item in found)
    return [Item({"text": text}, {}, node.line, node.column, faulty)]


def _concept(item: Item) -> tuple[str, str]:
    term, definition = derivation.concept_of(item.texts)
    if definition or "text" in item.texts:
        return term, definition
    return term, items.shown(item)


def _named_red_flag(context: _Topic, found: Found) -> Item | None:
    """Find the red flag that the most common mistake names, by its claim or its id."""
    mistakes = found.get(Section.MOST_COMMON_MISTAKE, [])
    if (
        len(mistakes) != 1
        or not {
            Section.RED_FLAGS,
            Section.MOST_COMMON_MISTAKE,
        }
        <= context.drill
    ):
        return None
    mistake = derivation.most_common_mistake(context.frame, mistakes[0].texts).back
    wanted = normalise(mistake)
    for item in found.get(Section.RED_FLAGS, ()):
        name = item.fields.get("id")
        claim, _ = derivation.claim_of(item.texts)
        named = isinstance(name, Scalar) and name.text == mistake
        if wanted and (named or normalise(claim) == wanted):
            return item
    return None


def _note(context: _Topic, section: Section, item: Item, label: str, shelf: Shelf) -> None:
    """Put the note of one item on `shelf`, unless it is left open, read only, or not drilled."""
    reader = context.reader
    before = reader.findings.errors
    asked = _asked(context.frame, section, item)
    if asked is None:
        if section in context.drill:
            reader.findings.report("asks-nothing", item.line, item.column)
        return
    if not asked.back and not asked.cloze and not item.faulty:
        reader.findings.stub(section, item.line, item.column)
        return
    if asked.cloze and (fault := gap_fault(asked.cloze)):
        reader.findings.report(fault, item.line, item.column, limit=str(MAX_CARDS))
    no_question = not asked.front and not asked.cloze
    if no_question and section in _FRONT_KEYS and not item.faulty:
        fix = f"Write it as `{_FRONT_KEYS[section]}: ...`."
        reader.findings.report(
            "empty-side", item.line, item.column, side=_FRONT_KEYS[section], why="", fix=fix
        )
    cards = cloze_cards(asked.cloze) or (Card(Kind.BASIC, asked.front, asked.back),)
    note = Note(
        section=section,
        cards=cards,
        line=item.line + 1,
        column=item.column + 1,
        id=reader.identifier(item.fields, "note"),
        topic=context.position,
        text=asked.cloze,
        extra=asked.extra,
        detail=asked.detail,
        label=label,
        source=_sources(context, item),
        tags=joined(context.tags, reader.tags(item.fields)),
        suspended=reader.flag(item.fields, "suspended"),
        style_ok=joined(context.style_ok, reader.style_ok(item.fields)),
    )
    if section in context.drill:
        faulty = item.faulty or no_question or reader.findings.errors > before
        shelf.put(note, faulty=faulty)


def _undrilled(context: _Topic, written: WrittenAttempt, shelf: Shelf) -> None:
    """Put the attempt on `shelf` as a card that sleeps; without a prompt it asks the question."""
    item, reader = written.item, context.reader
    asked = derivation.attempt(context.frame, item.texts)
    front = asked.front or context.frame.question
    note = Note(
        section=Section.ATTEMPT,
        cards=(Card(Kind.BASIC, front, asked.back or context.frame.prose),),
        line=item.line + 1,
        column=item.column + 1,
        id=reader.identifier(item.fields, "note"),
        topic=context.position,
        label=ALOUD_LABEL,
        source=_sources(context, item),
        tags=joined(context.tags, reader.tags(item.fields)),
        suspended=reader.flag(item.fields, "suspended"),
    )
    if item.faulty or not front:
        shelf.put(note, faulty=True)
    else:
        shelf.undrilled.append(note)


def _asked(frame: Frame, section: Section, item: Item) -> Asked | None:
    """Give what an item asks: the author's wording in place of the derived one."""
    front, back = item.texts.get("front"), item.texts.get("back")
    asked = derivation.DERIVERS[section](frame, item.texts)
    if not (front or back):
        return asked
    asked = asked or Asked()
    derived_back = asked.back or item.texts.get("text", "")
    return asked._replace(front=front or asked.front, back=back or derived_back, cloze="")


def _sources(context: _Topic, item: Item) -> tuple[str, ...]:
    """Give the sources of an item, a reference's key replaced by its title."""
    node = item.fields.get("source")
    if node is None:
        return ()
    entries = node.items if isinstance(node, Sequence) else [node]
    return tuple(source for entry in entries for source in _resolved(context, entry))


def _resolved(context: _Topic, node: Node) -> list[str]:
    """Give the titles that one source stands for, or its own text."""
    source = context.reader.text(node, "source")
    keys = [part.strip() for part in source.split(",")]
    if all(key in context.references for key in keys):
        return [context.references[key] for key in keys]
    closest = closest_of(source, list(context.references)) if " " not in source else None
    if closest:
        context.reader.findings.at(node, "unknown-reference", key=source, closest=closest)
    return [source] if source else []
