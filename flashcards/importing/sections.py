"""How the text below each heading of a page becomes a section of a topic."""

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from flashcards import cloze
from flashcards.deck.derivation import split_question, split_term
from flashcards.importing import headings, marks
from flashcards.importing.drafts import Part
from flashcards.importing.wrapping import wrapped
from flashcards.text import normalise


class Line(NamedTuple):
    """A line of the page; ``number`` counts from 1."""

    text: str
    number: int


Paragraph: TypeAlias = list[Line]
Paragraphs: TypeAlias = list[Paragraph]


class Read(NamedTuple):
    """A section as read, the lines that were left out of it, and what was guessed in reading."""

    part: Part
    dropped: tuple[Line, ...] = ()
    guess: str = ""


_MARKDOWN_HEADING = re.compile(r"#{1,6}[ \t]+\S")
_RIGHT = re.compile(r"\s*(?:[\u2705\u2713\u2714]\ufe0f?|\u2192|->|=>)\s*")
_WRONG = re.compile(r"[\u274c\u2717\u2718\u2715\u2716\u26d4\U0001f6ab\U0001f6a9]\ufe0f?\s*")
_AROUND_A_TITLE = " \t-\u2013\u2014:,;"
_EMPTY_BRACKETS = re.compile(r"\(\s*\)|\[\s*\]|<>")
_BRACKETED = re.compile(r"\[([^\[\]]*)\]")
_FOOTNOTE = re.compile(r"\[\d{1,3}\]:?\s+")
_URL = re.compile(r"<?(https?://[^\s<>()]+)>?")
_BETWEEN_TERMS = re.compile(r"\s*(?:[\u00b7|\u2022;,\t]|\s{2,})\s*")
_TERM_DASH = re.compile(r"\s+[\u2013\u2014-]\s+")
_QUOTED = re.compile(
    r"[\u201c\"\u201e\u00ab]([^\u201c\u201d\"\u00bb]+)[\u201d\"\u201c\u00bb][\s:\u2013\u2014-]*"
)
_FIELD = re.compile(
    r"(?P<why>why(?: it.?s wrong)?|because|reason)|"
    r"(?P<instead>instead|(?:do )?say(?: this)?(?: instead)?|better|correct(?:ion)?|right|truth"
    r"|reality|fact)",
    re.IGNORECASE,
)
_CLAIM = re.compile(
    r"^\s*(?:(?:do ?n.?t|do not|never|avoid) say(?:ing)?(?: this)?|claim|wrong|myth|red flag"
    r"|mistake)\s*:\s*(?=\S)",
    re.IGNORECASE,
)
_ANSWER_LABELS: Final = headings.names(
    "approach|strong answer|answer|how to approach|how to answer|show approach|a"
)
_NUMBER_ALONE = re.compile(r"(?:Q\s*)?\d{1,2}[.)]?|Q[.):]?")
_GLUED_TERMS = re.compile("(?<=[a-z]{3})(?=[A-Z][a-z]{2})")
_SHORT_SENTENCE = 120
_SAYS_LITTLE = re.compile(r"[^0-9:;?`$\"\u2192\u2705\u2713\u2714\u201c\u201d\u00ab]+\.")
_MANY_TIMES_LONGER = 3
_MOST_WORDS_OF_SHORT = 30
_LEAST_TERM_WORDS = 2
_MANY_WORDS_OF_A_TERM = 4


def paragraphs(lines: list[Line]) -> Paragraphs:
    """Part lines at the blank ones and at headings of Markdown, outside fences."""
    found: Paragraphs = [[]]
    fenced = False
    for line in lines:
        fenced ^= line.text.lstrip().startswith(("```", "~~~"))
        if not fenced and _MARKDOWN_HEADING.match(line.text):
            found += [[line], []]
        elif line.text.strip() or fenced:
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [paragraph for paragraph in found if paragraph]


def unmarked(text: str) -> str:
    """Give a question without a number or heading mark in front of it."""
    text = text.strip().lstrip("#").strip()
    bare = re.sub(r"^(?:Q(?:uestion)?\s*)?\d{1,3}\s*[.:)]\s+", "", text, count=1)
    return marks.without_q(bare)


def prose(paragraph: Paragraph) -> str:
    """Give the text of a paragraph: its lines joined, unless they are bullets or code."""
    texts = [line.text for line in paragraph]
    if any(
        marks.BULLET.match(text) or text.lstrip().startswith(("```", "~~~", "|")) for text in texts
    ):
        return "\n".join(texts)
    return " ".join(text.strip() for text in texts)


def _text(found: Paragraphs) -> Read:
    """Read running text; a label of a few words above it is left out."""
    dropped: tuple[Line, ...] = ()
    if len(found) > 1 and len(found[0]) == 1 and headings.is_label(found[0][0].text):
        dropped, found = tuple(found[0]), found[1:]
    elif len(found) == 1 and len(found[0]) > 1 and headings.is_label(found[0][0].text):
        dropped, found = (found[0][0],), [found[0][1:]]
    return Read(Part(wrapped("\n\n".join(map(prose, found)))), dropped)


def _graded(found: Paragraphs) -> Read:
    """Read the one line of a card: what stands below another heading is no part of it."""
    for number in range(1, len(found) - 1):
        if len(found[number]) == 1 and _is_heading(found[number][0].text):
            read = _text(found[:number])
            below = tuple(line for paragraph in found[number:] for line in paragraph)
            return read._replace(dropped=read.dropped + below)
    return _text(found)


def _is_heading(text: str) -> bool:
    return headings.is_label(text) and text[:1].isupper()


def _answer(found: Paragraphs) -> Read:
    """Read the detailed answer; short lines between its paragraphs are its headings."""
    if _is_lone_teaser(found):
        return Read(Part(), tuple(found[0]))
    pieces = []
    guess = ""
    for number, paragraph in enumerate(found):
        text = prose(paragraph)
        last = number == len(found) - 1
        if len(paragraph) == 1 and _is_heading(text) and not last:
            text = f"## {text}"
            guess = "short lines within the answer are its headings."
        pieces.append(text)
    return Read(Part(wrapped("\n\n".join(pieces))), guess=guess)


def _attempt(found: Paragraphs) -> Read:
    read = _text(found)
    prompt = read.part.text
    return read._replace(part=Part(items=({"prompt": prompt},) if prompt else ()))


def _cheat_sheet(found: Paragraphs) -> Read:
    dropped, found = _without_teaser(found)
    read = _list(found)
    return read._replace(dropped=dropped + read.dropped)


def _list(found: Paragraphs) -> Read:
    """Read a list: its bullets, or its lines."""
    dropped, found = _without_subtitle(found)
    texts = (wrapped(line.text) for line in _entries(found))
    return Read(Part(items=tuple({"text": text} for text in texts)), dropped)


def _quick_scan(found: Paragraphs) -> Read:
    dropped, found = _without_subtitle(found)
    entries = _entries(found)
    if len(entries) == 1:
        cut = _at_semicolons(entries[0].text)
        if len(cut) > 1:
            items = tuple({"text": text} for text in cut)
            guess = "one sentence became a list, cut at its semicolons."
            return Read(Part(items=items), dropped, guess)
    return Read(Part(items=tuple({"text": wrapped(entry.text)} for entry in entries)), dropped)


def _at_semicolons(text: str) -> list[str]:
    spans = cloze.protected(text)
    cuts = [at for at, mark in enumerate(text) if mark == ";" and not cloze.within(spans, at)]
    edges = zip([0, *(cut + 1 for cut in cuts)], [*cuts, len(text)], strict=True)
    pieces = [text[start:end].strip() for start, end in edges]
    return [re.sub(r"^and\s+", "", piece) for piece in pieces if piece]


def _key_concepts(found: Paragraphs) -> Read:
    """Read terms: one a line with its definition, or all on one line without any."""
    lines = [line for paragraph in found for line in paragraph]
    if len(lines) == 1:
        return _terms_on_a_line(lines[0])
    items: list[dict[str, str]] = []
    for line in lines:
        text = marks.BULLET.sub("", line.text, count=1).strip()
        term, definition = _term(text)
        if not definition and items and not items[-1]["definition"] and not headings.is_label(text):
            items[-1]["definition"] = text
        else:
            items.append({"term": term, "definition": definition})
    return Read(Part(items=tuple(items)))


def _term(text: str) -> tuple[str, str]:
    term, definition = split_term(text)
    if definition:
        return term, definition
    term, _, definition = text.partition("\t")
    if definition.strip() and "\t" not in definition:
        return term.strip(), definition.strip()
    cut = _TERM_DASH.split(text, maxsplit=1)
    if len(cut) > 1 and headings.is_label(cut[0]):
        return cut[0], cut[1]
    return text, ""


def _terms_on_a_line(line: Line) -> Read:
    text = line.text.strip()
    term, definition = _term(text)
    if definition and "\t" not in text and not _BETWEEN_TERMS.search(term):
        return Read(Part(items=({"term": term, "definition": definition},)))
    terms = [term for term in _BETWEEN_TERMS.split(text) if term]
    guess = ""
    if len(terms) == 1:
        glued = _GLUED_TERMS.split(text)
        terms = glued if len(glued) > _LEAST_TERM_WORDS else _at_capitals(text)
        if len(terms) > 1:
            guess = "the key concepts stood on one line; each capital letter began a new one."
        elif len(text.split()) >= _MANY_WORDS_OF_A_TERM:
            guess = "the key concepts stand on one line and may be several; they are one term here."
    remark = "guessed where each term ends" if guess else ""
    items = tuple({"term": term, "definition": ""} for term in terms)
    return Read(Part(items=items, remark=remark), guess=guess)


def _at_capitals(text: str) -> list[str]:
    """Cut a line of terms before each capitalised word, if most words are not capitalised."""
    words = text.split()
    capitals = [word[:1].isupper() for word in words]
    if sum(capitals) < _LEAST_TERM_WORDS or sum(capitals) * 2 > len(words) + 1:
        return [text]
    terms: list[str] = []
    for word, capital in zip(words, capitals, strict=True):
        if capital or not terms:
            terms.append(word)
        else:
            terms[-1] += f" {word}"
    return terms


def _follow_ups(found: Paragraphs) -> Read:
    """Read questions, each with the answer below it, if the page shows one."""
    lines = [line for paragraph in found for line in paragraph]
    lines = [line for line in lines if not _NUMBER_ALONE.fullmatch(line.text.strip())]
    bare = marks.without_marks([line.text.strip() for line in lines])
    asking = marks.asking(bare)
    items: list[dict[str, str]] = []
    dropped = []
    seen: set[str] = set()
    for line, (whole, _), asks in zip(lines, bare, asking, strict=True):
        text, answer = _question_and_answer(whole) if asks else (whole, "")
        if asks and normalise(text) in seen:
            dropped.append(line)
        elif asks:
            seen.add(normalise(text))
            items.append({"question": text, "short": "", "approach": answer})
        elif not items:
            dropped.append(line)
        elif headings.plain(text) not in _ANSWER_LABELS:
            before = items[-1]["approach"]
            items[-1]["approach"] = f"{before}\n\n{text}" if before else text
    answered = any(item["approach"] for item in items)
    guess = "what stands below a follow-up is its answer." if answered else ""
    return Read(Part(items=tuple(map(_answered, items))), tuple(dropped), guess)


def _question_and_answer(text: str) -> tuple[str, str]:
    """Take an answer off that stands behind its question on one line."""
    question, answer = split_question(text)
    return (question, answer) if question.endswith("?") else (text, "")


def _answered(item: dict[str, str]) -> dict[str, str]:
    approach = re.sub(
        r"^(?:approach|strong answer|answer|a)\s*:\s*", "", item["approach"], flags=re.IGNORECASE
    )
    if not approach:
        return item
    if len(approach.split()) <= _MOST_WORDS_OF_SHORT:
        return {"question": item["question"], "short": approach}
    return {"question": item["question"], "approach": wrapped(approach)}


def _red_flags(found: Paragraphs) -> Read:
    """Read claims, each with what to say instead and why, as far as the page shows them."""
    dropped, found = _without_teaser(found)
    items: list[dict[str, str]] = []
    guess = ""
    below_quoted = False
    for entry in _entries(found):
        label, _, rest = entry.text.partition(":")
        field = _FIELD.fullmatch(label.strip())
        right = _RIGHT.match(entry.text)
        if field and _is_field(entry.text) and items:
            items[-1][field.lastgroup or "why"] = wrapped(rest.strip())
        elif right and items:
            items[-1]["instead"] = wrapped(entry.text[right.end() :])
        elif below_quoted and not (_QUOTED.match(entry.text) or _WRONG.match(entry.text)):
            items[-1]["instead"] = wrapped(entry.text)
            guess = "what stands below a claim in quotes is what to say instead."
        else:
            said = _CLAIM.sub("", _WRONG.sub("", entry.text, count=1), count=1)
            items.append(_claim(said))
            below_quoted = _QUOTED.fullmatch(said.strip()) is not None
            continue
        below_quoted = False
    return Read(Part(items=tuple(items)), dropped, guess)


def _is_field(text: str) -> bool:
    """Tell whether a line goes on with a red flag: ``Instead: ...``."""
    label, colon, _ = text.partition(":")
    return bool(colon) and _FIELD.fullmatch(label.strip()) is not None


def _claim(text: str) -> dict[str, str]:
    said, *instead = _RIGHT.split(text, maxsplit=1)
    quoted = _QUOTED.match(said if instead else text)
    if instead and said.strip():
        claim = quoted[1] if quoted and quoted.end() == len(said) else said
        return {"claim": claim.strip(), "instead": wrapped(instead[0].strip())}
    if quoted:
        return {"claim": quoted[1].strip(), "instead": wrapped(text[quoted.end() :].strip())}
    claim, right = split_term(text)
    if not right:
        claim, *rest = re.split(r"\s+[\u2013\u2014]\s+", text, maxsplit=1)
        right = rest[0] if rest else ""
    return {"claim": claim, "instead": wrapped(right)}


def _references(found: Paragraphs) -> Read:
    dropped, found = _without_teaser(found)
    items: list[dict[str, str]] = []
    for entry in _entries(found):
        text = _FOOTNOTE.sub("", entry.text, count=1)
        url = _URL.search(text)
        title = _title(text[: url.start()] + text[url.end() :] if url else text)
        if url and not title and items and "url" not in items[-1]:
            items[-1]["url"] = url[1]  # on the line below its title
        else:
            known = {"title": title, "url": url[1] if url else ""}
            items.append({key: value for key, value in known.items() if value})
    return Read(Part(items=tuple(items)), dropped)


def _title(text: str) -> str:
    """Give what a reference is called, without what stood around its address."""
    text = _EMPTY_BRACKETS.sub("", text).strip(_AROUND_A_TITLE)
    bracketed = _BRACKETED.fullmatch(text)
    return bracketed[1] if bracketed else text


def _entries(found: Paragraphs) -> list[Line]:
    """Give the entries of a list: its bullets with the lines that go on, else its lines."""
    lines = [line for paragraph in found for line in paragraph]
    bulleted = any(marks.BULLET.match(line.text) for line in lines)
    entries: list[Line] = []
    for line in lines:
        bullet = marks.BULLET.match(line.text)
        text = line.text[bullet.end() :].strip() if bullet else line.text.strip()
        if bulleted and not bullet and entries and not _is_field(text):
            entries[-1] = Line(f"{entries[-1].text} {text}", entries[-1].number)
        elif text:
            entries.append(Line(text, line.number))
    return entries


def _without_teaser(found: Paragraphs) -> tuple[tuple[Line, ...], Paragraphs]:
    """Take off all of a list that is one sentence saying little: it was closed."""
    if _is_lone_teaser(found):
        return tuple(found[0]), []
    return _without_subtitle(found)


def _without_subtitle(found: Paragraphs) -> tuple[tuple[Line, ...], Paragraphs]:
    """Take off the sentence by which a page introduces a list."""
    if len(found) > 1 and len(found[0]) == 1 and _says_little(found[0][0].text):
        following = found[1]
        much = len(prose(following)) > _MANY_TIMES_LONGER * len(found[0][0].text)
        if len(following) > 1 or (len(found) == 2 and much):  # noqa: PLR2004 -- it and the list
            return tuple(found[0]), found[1:]
    return (), found


def _is_lone_teaser(found: Paragraphs) -> bool:
    return len(found) == 1 and len(found[0]) == 1 and _says_little(found[0][0].text)


def _says_little(text: str) -> bool:
    """Tell whether a sentence only introduces what follows; no bullet and no gap does."""
    if marks.BULLET.match(text) or "{{" in text:
        return False
    return len(text) <= _SHORT_SENTENCE and _SAYS_LITTLE.fullmatch(text.strip()) is not None


READERS: Final[Mapping[str, Callable[[Paragraphs], Read]]] = {
    "tldr": _graded,
    "short_answer": _text,
    "memory_aid": _text,
    "key_concepts": _key_concepts,
    "quick_scan": _quick_scan,
    "answer": _answer,
    "examples": _list,
    "follow_ups": _follow_ups,
    "red_flags": _red_flags,
    "most_common_mistake": _graded,
    "cheat_sheet": _cheat_sheet,
    "attempt": _attempt,
    "references": _references,
}
