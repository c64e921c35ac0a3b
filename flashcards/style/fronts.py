"""The rules on questions: each looks at one card and gives the rules it breaks."""

import re
from collections.abc import Iterator

from flashcards.text import count

from .catalogue import LONG_FRONT_CHARACTERS, LONG_FRONT_WORDS, REVEALED
from .seen import Frame, Hit, Seen
from .wording import EDGES, THING, Wording, content, cut, sentences, worded

_QUESTION_MARK = re.compile(r"\?+(?=[\"'\u201d\u2019)\]*_]*(?:\s|$))")
_AND_WHY = re.compile(r"\band (?:why|how)\b", re.IGNORECASE)
_AUXILIARY = re.compile(
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|"
    r"must)(?:n['\u2019]t|not)?\b|(?:can|won|shan)['\u2019]t\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,:;]\s+|\s[\u2013\u2014]\s|\u2014")
_ASKING = re.compile(r"\b(?:what|which|who|whom|whose|why|how)\b", re.IGNORECASE)
_ASKING_ALONE = re.compile(r"(?:when|where)", re.IGNORECASE)
_OR = re.compile(r"\bor\b(?!\s+(?:not|no)\b)", re.IGNORECASE)
_REQUEST = r"(?:(?:can|could|would|will) you (?:please )?)?"
_POLITE = re.compile(
    r"(?:can|could|would|will) you (?:please )?"
    r"(?:explain|describe|discuss|tell|name|give|list|compare|say|show|walk)\b",
    re.IGNORECASE,
)
_YES_NO = re.compile(r"(yes|no|true|false)(?=\s*(?:[,.;:!\u2013\u2014]|$)|\s-\s)", re.IGNORECASE)
_VAGUE = re.compile(
    rf"{_REQUEST}(?:explain|describe|discuss|tell me (?:more )?about)\b(?!\s*:)", re.IGNORECASE
)
_NUMBER = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve)"
_KINDS = (
    r"(?:main|key|major|different|various|common|basic|types|kinds|steps|stages|phases|parts|"
    r"components|advantages|disadvantages|benefits|drawbacks|limitations|reasons|pros)"
)
_LIST = (
    re.compile(
        rf"{_REQUEST}list (?:the|all|every|each|any|some|at least|both|several|{_NUMBER})\b",
        re.IGNORECASE,
    ),
    re.compile(rf"{_REQUEST}name (?:all|every|{_NUMBER})\b", re.IGNORECASE),
    re.compile(rf"{_REQUEST}name the (?:{_NUMBER}\b|(?:\w+ )?\w+[^\Wsui]s\b)", re.IGNORECASE),
    re.compile(rf"what are the (?:{_NUMBER}|{_KINDS})\b", re.IGNORECASE),
)
_POINTING = re.compile(
    r"(?:it|its|this|these|those|they|their|them)(?:['\u2019]s)?\b", re.IGNORECASE
)
_ELSEWHERE = re.compile(
    r"\b(?:the (?:above|below|following)\b|(?:as|see|shown|mentioned|listed|given|described|"
    r"from|code|figure|picture|diagram|table|example|graph|question|line) (?:above|below)\b"
    r"(?!\s+(?:an?|the|this|that|its?|which|zero|\d+)\b)"
    r"|(?:above|below)(?=\s*[?.!:]*$))",
    re.IGNORECASE,
)
_WHAT_IS = re.compile(r"what(?:['\u2019]s| is| are)\s", re.IGNORECASE)
_SHORT = 4
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_UNDATED = re.compile(
    r"\bstate[- ]of[- ]the[- ]art\b|\bnowadays\b|\bas of (?:now|today|writing)\b|\bthese days\b"
    r"|\btoday['\u2019]s\b"
    r"|\bcurrently\b(?!\s+(?:\w+ing|held|holds?|owned|selected|open|active|loaded|allocated|"
    r"visible|executed|in use)\b)"
    r"|\blatest (?:\w+ )?(?:model|release|generation|research|result|standard|edition|hardware|GPU|"
    r"paper|stud|LLM)"
    r"|\brecent (?:\w+ )?(?:work|research|paper|stud|model|result|advance|year|release|benchmark|"
    r"LLM|development)"
    r"|\brecently (?:introduced|proposed|shown|published|released|become|been|found)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(r"\b(?:not|no|never|none|nothing|neither|without)\b|n['\u2019]t\b")
_FIRST_CLAUSE = re.compile(r"[,.;:]\s|[.!?]*$|\s[\u2013\u2014-]\s|\u2014")


def every(card: Seen) -> Iterator[Hit]:
    """Judge a front of any kind, cloze texts and claims included."""
    yield from _length(card)
    yield from _undated(card)
    if card.frame not in {Frame.CLAIM, Frame.MISTAKE}:
        yield from _reference(card)


def question(card: Seen) -> Iterator[Hit]:
    """Judge the front of a question and answer that the author worded."""
    for pattern in _LIST:
        if found := pattern.match(card.front.spoken):
            yield Hit("list-prompt", {"words": cut(found.group())})
            break
    vague = _VAGUE.match(card.front.spoken)
    # `EXPLAIN` in capitals is a statement of SQL.
    if vague and not vague.group().isupper():
        yield Hit("vague-verb", {"words": vague.group()})
    yield from _two_questions(card)
    choice = _chosen(card)
    if choice:
        yield Hit("either-or", {"answer": cut(choice)})
    else:
        yield from _yes_no(card)
        yield from _revealed(card)
    yield from _no_context(card)


def _length(card: Seen) -> Iterator[Hit]:
    wording = card.front if card.core == card.card.front else worded(card.core)
    words, characters = len(wording.words), len(wording.plain.replace(THING, ""))
    if words > LONG_FRONT_WORDS:
        details = {"count": count(words, "word"), "limit": str(LONG_FRONT_WORDS)}
        yield Hit("front-too-long", details)
    elif characters > LONG_FRONT_CHARACTERS:
        details = {"count": count(characters, "character"), "limit": str(LONG_FRONT_CHARACTERS)}
        yield Hit("front-too-long", details)


def _undated(card: Seen) -> Iterator[Hit]:
    for wording in (card.front, card.back):
        if found := _UNDATED.search(wording.plain):
            shown = (card.card.front, card.card.back, card.note.extra, *card.note.source)
            if not any(_YEAR.search(text) for text in shown):
                yield Hit("undated", {"words": found.group()})
            return


def _reference(card: Seen) -> Iterator[Hit]:
    spoken = card.front.spoken
    if _carries_its_object(card.front):
        return
    found = _POINTING.match(spoken) or (THING not in spoken and _ELSEWHERE.search(spoken))
    if found:
        yield Hit("unresolved-reference", {"words": found.group()})


def _carries_its_object(front: Wording) -> bool:
    """Tell whether code, an image or a further line stands on the card itself."""
    return any(mark in front.text for mark in ("`", "![", "$$", "\n"))


def _two_questions(card: Seen) -> Iterator[Hit]:
    spoken = card.front.spoken
    marks = len(_QUESTION_MARK.findall(spoken))
    if marks > 1:
        yield Hit("two-questions", {"what": f"it has {marks} question marks"})
    elif found := _AND_WHY.search(spoken):
        yield Hit("two-questions", {"what": f"\u201c{found.group()}\u201d begins a second one"})


def _yes_no(card: Seen) -> Iterator[Hit]:
    if _asks_yes_or_no(card.front.spoken):
        yield Hit("yes-no", {"what": "The answer to this is yes or no"})
    elif found := _YES_NO.match(card.back.plain):
        yield Hit("yes-no", {"what": f"The answer begins with \u201c{found[1]}\u201d"})


def _asks_yes_or_no(spoken: str) -> bool:
    last = (sentences(spoken) or [""])[-1]
    if not last.rstrip("\"'\u201d\u2019)*_ ").endswith("?") or _POLITE.match(last):
        return False
    clauses = _CLAUSE.split(last)
    for number, clause in enumerate(clauses):
        if _AUXILIARY.match(clause):
            return _OR.search(" ".join(clauses[number:])) is None
        if _ASKING.search(clause) or _ASKING_ALONE.fullmatch(clause.strip()):
            return False
    return False


def _chosen(card: Seen) -> str:
    """Give the answer when the question offers it as one of two; else nothing."""
    answer = _FIRST_CLAUSE.split(card.card.back, maxsplit=1)[0].strip()
    wanted, offered = _plain_words(answer), _plain_words(card.card.front)
    length = len(wanted)
    if not wanted or "?" not in card.front.spoken:
        return ""
    for at, word in enumerate(offered):
        around = (offered[max(0, at - length) : at], offered[at + 1 : at + 1 + length])
        if word == "or" and wanted in around:
            return answer
    return ""


def _plain_words(text: str) -> list[str]:
    words = (word.strip(EDGES).casefold() for word in text.split())
    return [word for word in words if word not in {"", "a", "an", "the"}]


def _revealed(card: Seen) -> Iterator[Hit]:
    answer = content(card.back)
    if not answer or _NEGATION.search(card.back.plain.casefold()):
        return
    there = answer & content(card.front)
    if len(there) >= REVEALED * len(answer):
        words = ", ".join(sorted(there))
        of = "all" if there == answer else f"{len(there)} of {len(answer)}"
        yield Hit("front-reveals-answer", {"what": f"{of} of its words stand there ({cut(words)})"})


def _no_context(card: Seen) -> Iterator[Hit]:
    words = card.card.front.split()
    if not card.place and _WHAT_IS.match(card.card.front) and len(words) <= _SHORT:
        yield Hit("no-context", {"words": card.card.front})
