"""Which lines of a saved interview page are headings, labels, buttons and teasers.

Pages differ in wording, order and decoration: minutes and counts glued to a heading, a number or
picture in front of it. What is compared is a plain form without any of these.
"""

import re
from typing import Final, NamedTuple

from flashcards.deck.nodes import says_todo


def names(row: str) -> frozenset[str]:
    """Give the set of names that stand in a row, parted by bars."""
    return frozenset(row.split("|"))


_WORDINGS: Final[dict[str, str]] = {
    "attempt": "attempt it|attempt|your attempt|try it|try it yourself|your turn",
    "tldr": "tl dr|tldr|in one sentence|in a nutshell|the short version|in short|summary"
    "|bottom line",
    "short_answer": "short answer|concise answer|spoken answer|say it out loud|elevator pitch"
    "|60 second answer|one minute answer|1 minute answer|interview answer|model answer"
    "|sample answer",
    "memory_aid": "memory aid|memory hook|mnemonic|analogy|how to remember it",
    "key_concepts": "key concepts|key terms|key ideas|core concepts|concepts|terminology|glossary",
    "answer": "detailed answer and concept explanation|detailed answer|full answer|long answer"
    "|in depth answer|detailed explanation|concept explanation|explanation|deep dive|answer",
    "quick_scan": "quick scan|quick overview|skim|key takeaways|takeaways|key points",
    "examples": "real world examples|examples|real examples|in the real world|in practice"
    "|use cases",
    "follow_ups": "interviewer follow ups|interviewer follow up questions|follow ups|follow up"
    "|follow up questions|likely follow ups|what they ask next"
    "|common follow ups|possible follow ups",
    "red_flags": "dont say this|what not to say|red flags|red flags and common mistakes"
    "|common mistakes|mistakes to avoid|pitfalls|common pitfalls|what to avoid",
    "most_common_mistake": "most common mistake|the most common mistake|number one mistake"
    "|biggest mistake",
    "cheat_sheet": "cheat sheet|cheatsheet|night before bullets",
    "references": "references|sources|further reading|bibliography|citations",
}
_SECTIONS: Final = {
    wording: section for section, row in _WORDINGS.items() for wording in row.split("|")
}
_WEAK: Final = names(
    "answer|explanation|examples|analogy|concepts|skim|sources|in practice|pitfalls"
    "|use cases|deep dive|concept explanation|summary|in short|bottom line|takeaways|key points"
)
"""Wordings that an answer uses for its own parts: no headings within it."""

_SPEAKING: Final = ("tldr", "short_answer", "memory_aid", "most_common_mistake", "key_concepts")
"""Sections whose heading may stand on the line of its text, before a colon."""

_GROUPS: Final = names(
    "quick reference|overview|reference|learn|practice|review|the essentials|go deeper"
)
_BUTTONS: Final = names(
    "submit|evaluate|evaluate my answer|check my answer|show answer|show approach|hide"
    "|hide answer|hide approach|view answer|view approach|reveal approach|show details|hide details"
    "|expand|expand all|collapse|collapse all|reveal|reveal answer|copy|copy link|share"
    "|bookmark|save|edit|next|previous|next question|previous question|mark as done"
    "|mark complete|upgrade|sign in|sign up|log in|report|feedback|read more|show more"
    "|show less|easy to grasp|was this helpful|was this helpful yes no|was this page helpful"
    "|was this page helpful yes no|yes no|rate this answer|leave a comment"
)

_MINUTES = re.compile(
    r"[\s\W]*?(\d{1,3})(?:\s*[-\u2013\u2014]\s*\d{1,3})?\s*min(?:ute)?s?(?:\s+read)?\W*$",
    re.IGNORECASE,
)
_COUNT = re.compile(r"[\s\W]*\d{1,3}\W*$")
_ASIDE = re.compile(r"\s*[(\[][^()\[\]]{1,20}[)\]]\W*$")
_NUMBER = re.compile(r"\W*\d{1,2}[.)]\s*")
_SPAN = re.compile(r"(?:\d{1,3}|one|two|five|thirty|sixty) (?:second|seconds|minute|min|s) ")
# A name, perhaps in Markdown's stars, and the text behind its colon or dash.
_SPOKEN = re.compile(
    r"(?P<name>[^:\u2013\u2014]{1,60}?)(?P<mark>\*\*|__)?(?::|\s[\u2013\u2014]\s)(?:\*\*|__)?(?P<rest>.*)"
)
_NOT_WORD = re.compile(r"[\W_]+")
_APOSTROPHES = re.compile("['\u2019\u2018`]")
_LONGEST = 60

_READING_TIME = re.compile(r"\W*\d{1,3}(?:\s*[-\u2013]\s*\d{1,3})?\s*min(?:ute)?s?(?:\s+read)?\W*")
_QUOTA = re.compile(
    r"\W*(?:free|pro|premium|plus|basic)\s*[\u00b7|\u2022-].*"
    r"|.{0,40}\b\d+\s.{1,40}(?:/|\bper)\s*(?:day|week|month)\W*",
    re.IGNORECASE,
)
_INVITATION = re.compile(
    r"(?:\b(?-i:Click|Tap|Press)|^\W{0,9}(?:click|tap|press))\s+(?:here\s+)?to\s+"
    r"(?:expand|reveal|show|open|read|see|view)\b.{0,40}$",
    re.IGNORECASE,
)
# A few words each that a page says about itself, and no answer says.
_TELLTALE = re.compile(
    r"would ask next|before peeking|scan these|night before the|primary sources"
    r"|original framing|use this idea|everything important,|everything you need to"
    r"|signals? (?:a )?junior|on the way to the (?:call|interview)"
    r"|^\W{0,9}(?:(?:upgrade|sign up|subscribe)\b.{0,20}\bto\b|subscribe (?:now|for)"
    r"|unlock (?:this|the full|full|all|every|premium|more|unlimited|with|access)\b)",
    re.IGNORECASE,
)
_COPYRIGHT = re.compile(r"\W*(?:\u00a9|copyright\b|all rights reserved\b)", re.IGNORECASE)
_FOOTER: Final = names(
    "terms|of|service|privacy|policy|and|contact|about|us|blog|pricing|home|help|cookies|careers"
    "|faq|support|imprint"
)
_RULE = re.compile(r"[\s\-_=*\u2013\u2014\u2022\u00b7]+")
_LABEL = re.compile(r"[^.?!:;$`]{1,40}")
_MOST_WORDS_OF_A_LABEL = 5


class Heading(NamedTuple):
    """A line that begins a section; ``rest`` is the text behind its colon, if any."""

    section: str
    minutes: int | None = None
    rest: str = ""


def heading(line: str, inside: str = "") -> Heading | None:
    """Tell which section a line begins, if it does; `inside` is the section it stands in."""
    if len(line) > _LONGEST or not line:
        return _speaking(line, inside)
    found = _MINUTES.search(line)
    minutes = int(found[1]) if found else None
    for form in _forms(line[: found.start()] if found else line):
        section = _SECTIONS.get(form)
        if section and not (inside == "answer" and form in _WEAK):
            return Heading(section, minutes)
    return _speaking(line, inside)


def _forms(line: str) -> tuple[str, ...]:
    """Give the plain forms of a line, the fullest first."""
    full = plain(line)
    short = plain(_NUMBER.sub("", _COUNT.sub("", _ASIDE.sub("", line)), count=1))
    return full, short, _SPAN.sub("", short, count=1)


def _speaking(line: str, inside: str) -> Heading | None:
    parted = _SPOKEN.match(line)
    if not parted:
        return None
    name, rest = parted["name"], parted["rest"].strip()
    for form in _forms(name) if rest else ():
        section = _SECTIONS.get(form)
        if section in _SPEAKING and not (inside == "answer" and form in _WEAK):
            return Heading(section, rest=rest)
    return None


def plain(line: str) -> str:
    """Give a line as words in small letters: no marks, no case, ``&`` as a word."""
    line = _APOSTROPHES.sub("", line.casefold().replace("&", " and "))
    return _NOT_WORD.sub(" ", line).strip()


def is_furniture(line: str) -> bool:
    """Tell whether a line belongs to the page around the text: groups, buttons, quotas, times.

    A bare ``todo`` is none either: in a deck it stands for what is still to be written.
    """
    form = plain(line)
    words = form.split()
    return (
        (len(words) > 1 and _FOOTER.issuperset(words))
        or _COPYRIGHT.match(line) is not None
        or says_todo(line)
        or _RULE.fullmatch(line) is not None
        or form in _GROUPS
        or form in _BUTTONS
        or _READING_TIME.fullmatch(line) is not None
        or (len(line) <= _LONGEST and _QUOTA.fullmatch(line) is not None)
    )


def teaser(line: str) -> str | None:
    """Give what a line says when it is a teaser (without ``Click to expand``), else None."""
    invitation = _INVITATION.search(line)
    if invitation:
        return line[: invitation.start()].strip()
    return line if _TELLTALE.search(line) else None


def is_label(line: str) -> bool:
    """Tell whether a line is a few words without an end, as stand above a paragraph."""
    return _LABEL.fullmatch(line) is not None and len(line.split()) <= _MOST_WORDS_OF_A_LABEL
