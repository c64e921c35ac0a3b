"""Saved interview pages: a question, and its sections in whatever order and decoration.

A page is text copied from a browser, so all that tells a heading from a sentence is its wording.
What was closed when the page was saved left a teaser at most: it becomes a stub, never a card.
A copy of the long and the short answer alone, without any heading, is a page as well.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from flashcards.deck.nodes import says_todo
from flashcards.importing import headings, marks, sections
from flashcards.importing.drafts import ITEM_NAMES, Harvest, Part, Remark, TopicDraft
from flashcards.importing.sections import Line, Paragraph, Paragraphs
from flashcards.importing.sources import NotImportedError, Source
from flashcards.importing.wrapping import wrapped
from flashcards.text import normalise

KIND: Final = "page"

ORDER: Final = (
    "tldr",
    "short_answer",
    "memory_aid",
    "key_concepts",
    "quick_scan",
    "answer",
    "examples",
    "follow_ups",
    "red_flags",
    "most_common_mistake",
    "cheat_sheet",
    "attempt",
    "references",
)
"""The sections in the order in which a deck has them."""

_PLAIN_LISTS = ("quick_scan", "examples", "cheat_sheet")
_MOST_TITLE = 40
_LONG_PROSE_WORDS = 25
_ENOUGH_SECTIONS = 2


class _Cut(NamedTuple):
    """A page cut at its headings: what stands above the first, and the lines of each section.

    ``repeated`` are the sections whose heading stands there more than once.
    """

    head: list[Line]
    bodies: dict[str, list[Line]]
    minutes: int | None
    repeated: frozenset[str] = frozenset()


def is_page(text: str) -> bool:
    """Tell whether a text looks like a saved page: two sections, or a question and prose."""
    found = {
        begun.section for line in text.split("\n") if (begun := headings.heading(line.strip()))
    }
    if len(found) >= _ENOUGH_SECTIONS:
        return True
    paragraphs = [part.strip() for part in text.split("\n\n") if part.strip()]
    return (
        len(paragraphs) > 1
        and paragraphs[0].endswith("?")
        and "\n" not in paragraphs[0]
        and all(_is_prose(part) for part in paragraphs[1:])
    )


def read(source: Source) -> Harvest:
    """Read a page as a topic, or as several when each has its question above its sections.

    Raises:
        NotImportedError: There is no question, or no section that is known.
    """
    left_out: list[Remark] = []
    guessed: list[Remark] = []
    pieces = _pieces(source.text.split("\n"))
    topics = tuple(_topic(source, piece, left_out, guessed) for piece in pieces)
    left_out.sort(key=lambda remark: remark.place.line)
    return Harvest(KIND, topics=topics, left_out=tuple(left_out), guessed=tuple(guessed))


def _topic(
    source: Source, piece: list[Line], left_out: list[Remark], guessed: list[Remark]
) -> TopicDraft:
    cut = _cut(piece)
    title = _question(source, cut.head)
    parts = dict(_parts(source, cut, title, left_out, guessed))
    above = [line for line in cut.head if line.number != title.number]
    written = sections.paragraphs(_kept(source, above, title, left_out))
    found = _prose(written, parts)
    parts |= found
    unused = (line for part in written for line in part if not found or not _is_long(part))
    left_out += [_remark(source, line) for line in unused]
    if not parts:
        reason = (
            "no section of an interview page is recognised (TL;DR, key concepts, follow-ups, ...), "
            "and no long answer below the question."
        )
        raise NotImportedError(source.path, reason)
    question = sections.unmarked(title.text)
    place = source.place(title.number)
    ordered: dict[str, Part] = {key: parts[key] for key in ORDER if key in parts}
    topic = TopicDraft(place, question, _title(question, ordered), parts=ordered)
    if topic.title:
        guessed.append(
            Remark(place, f"the title \u201c{topic.title}\u201d, from the key concepts.")
        )
    return topic


def _pieces(written: Sequence[str]) -> list[list[Line]]:
    """Cut a page in front of every question that stands above the heading the page begins with."""
    pieces: list[list[Line]] = [[]]
    first = inside = ""
    asked: set[str] = set()
    question: int | None = None  # where, in the piece, the last line of text asks something
    fenced = False
    for number, line in enumerate(map(str.strip, written), 1):
        fenced ^= line.startswith(("```", "~~~"))
        begun = None if fenced else headings.heading(line, inside)
        if begun:
            first = first or begun.section
            if question is not None and begun.section == first:
                form = normalise(sections.unmarked(pieces[-1][question].text))
                if asked and form not in asked:
                    pieces[-1:] = [pieces[-1][:question], pieces[-1][question:]]
                asked.add(form)
            inside = begun.section
        if begun or (line and not headings.is_furniture(line)):
            alone = not pieces[-1] or not pieces[-1][-1].text.strip()
            listed = inside == "follow_ups" and marks.without_marks([line])[0].is_marked
            asks = not begun and alone and line.endswith("?") and not listed
            question = len(pieces[-1]) if asks else None
        pieces[-1].append(Line(written[number - 1].rstrip(), number))
    return pieces


def merged(topics: Iterable[TopicDraft]) -> tuple[tuple[TopicDraft, ...], tuple[Remark, ...]]:
    """Make one topic of several captures of one question, and say what one of them says otherwise.

    Items come together by what they go by; of two versions of a text the fuller stays.
    """
    found: dict[str, TopicDraft] = {}
    otherwise: list[Remark] = []
    for topic in topics:
        key = normalise(topic.question)
        before = found.get(key)
        if before is None:
            found[key] = topic
            continue
        both: dict[str, Part] = {}
        for section in ORDER:
            parts = [one.parts[section] for one in (before, topic) if section in one.parts]
            if parts:
                both[section], differs = _joined(section, parts[0], parts[-1])
                name = section.replace("_", " ")
                reason = f"its {name} says something else than another capture; the fuller stays."
                otherwise += [Remark(topic.place, reason)] if differs else []
        title = before.title or topic.title
        tags = tuple(dict.fromkeys((*before.tags, *topic.tags)))
        found[key] = before._replace(title=title, tags=tags, parts=both)
    return tuple(found.values()), tuple(otherwise)


def _joined(section: str, one: Part, other: Part) -> tuple[Part, bool]:
    """Make one section of two, and tell whether they say different things."""
    if one.is_closed or other.is_closed:
        return (other if one.is_closed else one), False
    if section in ITEM_NAMES and one.items and other.items:
        return _with_items(section, one, other)
    if section in _PLAIN_LISTS:
        said = {normalise(item["text"]) for item in one.items}
        more = (item for item in other.items if normalise(item["text"]) not in said)
        return one._replace(items=(*one.items, *more)), False
    same = [normalise(text) for text in _texts(one)] == [normalise(text) for text in _texts(other)]
    return (other if other.size > one.size else one), not same


def _texts(part: Part) -> list[str]:
    return [part.text, *(text for item in part.items for text in item.values())]


def _with_items(section: str, one: Part, other: Part) -> tuple[Part, bool]:
    """Bring the items of two versions of a list together."""
    found = {_name(section, item): dict(item) for item in one.items}
    differs = False
    for item in other.items:
        mine = found.setdefault(_name(section, item), dict(item))
        for key, text in item.items():
            there = mine.get(key, "")
            differs |= bool(there and text) and normalise(there) != normalise(text)
            mine[key] = max(there, text, key=len)
    items = (_without_open(section, item) for item in found.values())
    return one._replace(items=tuple(items)), differs


def _name(section: str, item: Mapping[str, str]) -> str:
    return normalise(next((item[key] for key in ITEM_NAMES[section] if item.get(key)), ""))


def _without_open(section: str, item: Mapping[str, str]) -> Mapping[str, str]:
    """Give an item without texts that could not be read, if one that answers it could."""
    answers = {key for key, text in item.items() if text and key not in ITEM_NAMES[section]}
    return {key: text for key, text in item.items() if text} if answers else item


def _cut(lines: Iterable[Line]) -> _Cut:
    head: list[Line] = []
    bodies: dict[str, list[Line]] = {}
    body = head
    inside = ""
    minutes = None
    fenced = False
    repeated: set[str] = set()
    for written, number in lines:
        line = written.strip()
        fenced ^= line.startswith(("```", "~~~"))
        begun = None if fenced else headings.heading(line, inside)
        if begun is None:
            body.append(Line(written, number))
            continue
        inside = begun.section
        repeated |= {inside} & bodies.keys()
        body = bodies.setdefault(inside, [])
        body.append(Line(begun.rest, number))
        minutes = begun.minutes if inside == "attempt" else minutes
    return _Cut(head, bodies, minutes, frozenset(repeated))


def _question(source: Source, head: list[Line]) -> Line:
    """Find the question: the first line above the headings that asks, else the first of all."""
    lines = [line for line in head if line.text and not headings.is_furniture(line.text)]
    asking = [line for line in lines if line.text.endswith("?")]
    if not lines:
        raise NotImportedError(
            source.path, "there is no question above the first heading; write it on the first line."
        )
    return (asking or lines)[0]


def _parts(
    source: Source, cut: _Cut, title: Line, left_out: list[Remark], guessed: list[Remark]
) -> Iterator[tuple[str, Part]]:
    for section, body in cut.bodies.items():
        kept = _kept(source, body, title, left_out)
        if section in cut.repeated:
            kept = _once(source, kept, left_out)
        read = sections.READERS[section](sections.paragraphs(kept))
        left_out += [_remark(source, line) for line in read.dropped]
        if read.guess and kept:
            first = next(line for line in kept if line.text)
            guessed.append(Remark(source.place(first.number), read.guess))
        named = tuple(item for item in read.part.items if _is_named(section, item))
        part = read.part._replace(items=named)
        if section == "attempt" and cut.minutes and part.items:
            part = part._replace(items=({**part.items[0], "minutes": str(cut.minutes)},))
        if section != "attempt" or not part.is_closed:
            yield section, part


def _is_named(section: str, item: Mapping[str, str]) -> bool:
    """Tell whether an item goes by something: a bare ``todo`` is nothing in a deck."""
    keys = ITEM_NAMES.get(section, tuple(item))
    return any(item.get(key) and not says_todo(item[key]) for key in keys)


def _kept(source: Source, body: list[Line], title: Line, left_out: list[Remark]) -> list[Line]:
    """Give the lines of a section without teasers, furniture and the question said again."""
    teasers = (headings.teaser(line.text) for line in body)
    said = {normalise(teaser) for teaser in teasers if teaser is not None}
    said.add(normalise(sections.unmarked(title.text)))
    kept = []
    fenced = False
    for line in body:
        fenced ^= line.text.lstrip().startswith(("```", "~~~"))
        form = normalise(line.text)
        repeated = form in said or headings.teaser(line.text) is not None
        if line.text and not fenced and (repeated or headings.is_furniture(line.text)):
            left_out.append(_remark(source, line))
        else:
            kept.append(line)
    return kept


def _once(source: Source, body: list[Line], left_out: list[Remark]) -> list[Line]:
    """Give the lines of a section that a page shows twice, each of them once."""
    said: set[str] = set()
    kept = []
    fenced = False
    for line in body:
        fenced ^= line.text.lstrip().startswith(("```", "~~~"))
        if line.text.strip() in said and not fenced:
            left_out.append(_remark(source, line))
        else:
            kept.append(line)
            said |= {line.text.strip()} - {""}
    return kept


def _remark(source: Source, line: Line) -> Remark:
    return Remark(source.place(line.number), f"\u201c{line.text.strip()}\u201d")


def _prose(written: Paragraphs, parts: Mapping[str, Part]) -> dict[str, Part]:
    """Read long prose that stands under no heading: the longest is the answer, then the short."""
    long = [sections.prose(paragraph) for paragraph in written if _is_long(paragraph)]
    if not long:
        return {}
    found = {}
    answer = max(long, key=len)
    short = [text for text in long if text is not answer]
    if len(long) <= 2 and parts.get("answer", Part()).is_closed:  # noqa: PLR2004 -- long and short
        found["answer"] = Part(wrapped(answer))
        if short:
            found["short_answer"] = Part(wrapped(short[0]))
    elif parts.get("answer", Part()).is_closed:
        found["answer"] = Part(wrapped("\n\n".join(long)))
    return found


def _is_long(paragraph: Paragraph) -> bool:
    return _is_prose(sections.prose(paragraph))


def _is_prose(text: str) -> bool:
    return len(text.split()) >= _LONG_PROSE_WORDS


def _title(question: str, parts: Mapping[str, Part]) -> str:
    """Give the longest key concept that the question names, if it is short enough for a title."""
    terms = [item.get("term", "") for item in parts.get("key_concepts", Part()).items]
    named = [
        term
        for term in terms
        if term
        and len(term) <= _MOST_TITLE
        and f" {normalise(term)} " in f" {normalise(question)} "
    ]
    return max(named, key=len, default="")
