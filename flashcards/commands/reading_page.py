"""A topic as it is read before it is drilled: in parts for a screen, for paper, and for a page.

Reading is unrated: it changes no schedule.
"""

from collections.abc import Callable, Sequence
from typing import Final

from flashcards.commands.review_parts import bulleted
from flashcards.errors import UnknownNameError
from flashcards.notes import Topic
from flashcards.terminal import pager
from flashcards.terminal.keys import ENTER, Keyboard
from flashcards.terminal.screen import CONTEXT, HEADING, PLAIN, QUESTION, TEXT, Part

_WORDS_A_MINUTE: Final = 200

_SECTIONS: Final[dict[str, tuple[str, Callable[[Topic], str]]]] = {
    "tldr": ("TL;DR", lambda topic: topic.tldr),
    "quick_scan": ("quick scan", lambda topic: bulleted(topic.quick_scan)),
    "short_answer": ("short answer", lambda topic: topic.short_answer),
    "memory_aid": ("memory aid", lambda topic: topic.memory_aid),
    "key_concepts": (
        "key concepts",
        lambda topic: bulleted([f"**{term}**: {told}" for term, told in topic.key_concepts]),
    ),
    "answer": ("answer", lambda topic: topic.answer),
    "examples": ("examples", lambda topic: bulleted(topic.examples)),
    "cheat_sheet": ("60-second cheat sheet", lambda topic: bulleted(topic.cheat_sheet)),
    "references": (
        "references",
        lambda topic: bulleted([f"{one.title} {one.url}".strip() for one in topic.references]),
    ),
}
SECTIONS: Final = tuple(_SECTIONS)
"""The sections that can be read, in the order they are."""

_BULLET_BY_BULLET: Final = "cheat_sheet"
_NOTHING: Final = "This topic has nothing to read; its cards ask all there is."


def has_prose(topic: Topic) -> bool:
    """Tell if a topic has more to read than its question."""
    return bool(topic.answer or topic.short_answer or topic.quick_scan or topic.cheat_sheet)


def minutes_of(topic: Topic) -> int:
    """Give the minutes that reading takes, at 200 words a minute, one at least."""
    words = sum(len(text(topic).split()) for _, text in _SECTIONS.values())
    return max(1, round(words / _WORDS_A_MINUTE))


def parts(topic: Topic, section: str | None = None) -> list[Part]:
    """Return the topic's sections, or the one named, below its question.

    Raises:
        UnknownNameError: The topic has nothing in that section.
    """
    return [Part(CONTEXT, topic.title), *_sections(topic, _written(topic, section))]


def on_screen(keyboard: Keyboard, topic: Topic, section: str | None = None) -> None:
    """Show a topic page by page, then its cheat sheet bullet by bullet.

    Raises:
        UnknownNameError: The topic has nothing in that section.
    """
    names = _written(topic, section)
    if section != _BULLET_BY_BULLET:
        first = [name for name in names if section or name != _BULLET_BY_BULLET]
        key = pager.page(keyboard, topic.title, _sections(topic, first), _hints(topic, section))
        if key not in {" ", ENTER} or section is not None:
            return
    _bullets(keyboard, topic)


def require(topic: Topic, section: str) -> None:
    """Make sure that the topic has something in a section, before a screen is opened for it.

    Raises:
        UnknownNameError: It has not.
    """
    _written(topic, section)


def _written(topic: Topic, section: str | None) -> list[str]:
    """Return the names of the sections that hold something, or the one named."""
    names = [name for name in SECTIONS if section in {None, name} and _SECTIONS[name][1](topic)]
    if section is not None and not names:
        message = f"{topic.title} has no section {section}."
        raise UnknownNameError(message)
    return names


def _sections(topic: Topic, names: Sequence[str]) -> list[Part]:
    """Return the question and the sections of those names; a topic may have cards alone."""
    shown = [Part(QUESTION, topic.question)]
    for name in names:
        title, text = _SECTIONS[name]
        shown += [Part(HEADING, title), Part(TEXT, text(topic))]
    if not names and not topic.cheat_sheet:
        shown.append(Part(PLAIN, _NOTHING))
    return shown


def _hints(topic: Topic, section: str | None) -> tuple[str, ...]:
    further = (
        ("space on to the cheat sheet",) if topic.cheat_sheet and not section else ("space on",)
    )
    return (*further, "any other key back", "")


def _bullets(keyboard: Keyboard, topic: Topic) -> None:
    """Uncover the cheat sheet one bullet a key, so that each can be thought of first."""
    bullets = topic.cheat_sheet
    for seen in range(1, len(bullets) + 1):
        shown = [
            Part(HEADING, "60-second cheat sheet"),
            Part(TEXT, bulleted(bullets[:seen])),
            Part(PLAIN, f"{seen} of {len(bullets)}"),
        ]
        last = seen == len(bullets)
        hints = (("space done",) if last else ("space next bullet",)) + ("any other key back", "")
        if pager.page(keyboard, topic.title, shown, hints, from_end=True) not in {" ", ENTER}:
            return
