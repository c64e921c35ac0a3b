"""What each section of an interview topic asks: the table of the deck format, as functions.

Pure: from the texts of one item to one graded line. The rest opens after the reveal.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from flashcards import cloze
from flashcards.model import Section
from flashcards.text import normalise


class Frame(NamedTuple):
    """What an item needs to know of its topic; ``title`` is empty when none is given."""

    question: str
    title: str
    prose: str


class Asked(NamedTuple):
    """What an item asks: a front and the back that is graded, or the text of a cloze.

    ``extra`` is shown with the answer, ``detail`` opens after it.
    """

    front: str = ""
    back: str = ""
    extra: str = ""
    detail: str = ""
    cloze: str = ""


Texts = Mapping[str, str]

LONGEST_TERM: Final = 60
"""Characters in front of the colon of ``term: rest``; what is longer is a sentence."""

_TERM = re.compile(r":(?:\*\*)?\s+(?=\S)")
_ALL_BOLD = re.compile(r"\*\*([^*]+)(?:\*\*)?")
_SENTENCE_END = re.compile(r"[.?!]\s")
_QUESTION = re.compile(r"\?[\"'\u201d)*_]*:?(?:\s+|$)")
_BOLD = re.compile(r"\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*")


def split_term(text: str) -> tuple[str, str]:
    """Take ``term: rest`` apart, outside code and maths; the rest is empty if it is none."""
    spans = cloze.protected(text)
    for colon in _TERM.finditer(text):
        if cloze.within(spans, colon.start()):
            continue
        term = text[: colon.start()].strip()
        bold = _ALL_BOLD.fullmatch(term)
        term = bold[1] if bold else term
        if not term or len(term) > LONGEST_TERM or _SENTENCE_END.search(term):
            break
        return term, text[colon.end() :].strip()
    return text, ""


def split_question(text: str) -> tuple[str, str]:
    """Take ``question? answer`` apart, else ``term: rest``; the answer may be empty."""
    mark = _QUESTION.search(text)
    if not mark:
        return split_term(text)
    return text[: mark.end()].strip().rstrip(":"), text[mark.end() :].strip()


def bold_gaps(text: str) -> str:
    """Make gaps of the words in ``**bold**``, outside code and maths."""
    spans = cloze.protected(text)

    def gap(found: re.Match[str]) -> str:
        if cloze.within(spans, found.start()) or cloze.within(spans, found.end() - 1):
            return found.group()
        # An empty hint keeps the `::` of the text from being taken for one.
        return f"{{{{{found[1]}{'::' if '::' in found[1] else ''}}}}}"

    return _BOLD.sub(gap, text)


def tldr(frame: Frame, texts: Texts) -> Asked:
    """Ask the question of the topic; the TL;DR is the answer."""
    return Asked(frame.question, texts.get("text", ""), detail=frame.prose)


def follow_up(_frame: Frame, texts: Texts) -> Asked:
    """Ask the follow-up question; the short answer is graded, else the whole approach."""
    question, rest = split_question(texts.get("text", ""))
    short = texts.get("short") or rest
    approach = texts.get("approach", "")
    detail = approach if short else ""
    return Asked(texts.get("question", question), short or approach, detail=detail)


def red_flag(_frame: Frame, texts: Texts) -> Asked:
    """Have the claim corrected; what to say instead is graded, else why it is wrong."""
    claim, rest = claim_of(texts)
    instead = texts.get("instead") or rest
    why = texts.get("why", "")
    front = f"You said: \u201c{claim}\u201d Correct yourself." if claim else ""
    return Asked(front, instead or why, detail=why if instead else "")


def claim_of(texts: Texts) -> tuple[str, str]:
    """Give what a red flag or mistake claims, and the correction written behind it, if any."""
    if "claim" in texts:
        return texts["claim"], ""
    return split_term(texts.get("text", ""))


def most_common_mistake(frame: Frame, texts: Texts) -> Asked:
    """Ask what goes wrong most often in answering the question."""
    mistake = texts.get("claim") or texts.get("text", "")
    front = f"Most common mistake when answering \u201c{frame.question}\u201d?"
    return Asked(
        front if frame.question else "",
        mistake,
        extra=texts.get("instead", ""),
        detail=texts.get("why", ""),
    )


def key_concept(frame: Frame, texts: Texts) -> Asked:
    """Ask what a term is."""
    term, definition = concept_of(texts)
    if not term:
        return Asked(back=definition)
    context = f" ({frame.title})"
    if not frame.title or normalise(frame.title) == normalise(term):
        context = ""
    return Asked(f"{term}{context}: what is it?", definition)


def concept_of(texts: Texts) -> tuple[str, str]:
    """Give a key concept's term and definition."""
    term, definition = split_term(texts.get("text", ""))
    return texts.get("term", term), texts.get("definition", definition)


def cheat_sheet(_frame: Frame, texts: Texts) -> Asked | None:
    """Ask for the gaps, else for the rest behind a term, else for what is bold.

    None for a bullet without any of these: it is read only.
    """
    text = texts.get("text", "")
    if not text:
        return Asked()
    if cloze.parse(text):
        return Asked(cloze=text)
    term, rest = split_term(text)
    if rest:
        return Asked(term, rest)
    gaps = bold_gaps(text)
    return Asked(cloze=gaps) if cloze.parse(gaps) else None


def attempt(_frame: Frame, texts: Texts) -> Asked:
    """Have the prompt answered; the key points are the answer."""
    return Asked(texts.get("prompt", ""), texts.get("points", ""))


Deriver = Callable[[Frame, Texts], Asked | None]

DERIVERS: Final[dict[Section, Deriver]] = {
    Section.TLDR: tldr,
    Section.FOLLOW_UPS: follow_up,
    Section.RED_FLAGS: red_flag,
    Section.MOST_COMMON_MISTAKE: most_common_mistake,
    Section.CHEAT_SHEET: cheat_sheet,
    Section.KEY_CONCEPTS: key_concept,
    Section.ATTEMPT: attempt,
}
