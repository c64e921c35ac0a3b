"""A topic as it is read before it is drilled: in parts for a screen, for paper, and for a page.

Reading is unrated: it changes no schedule.
"""

from collections.abc import Callable, Iterator
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


def has_prose(topic: Topic) -> bool:
    """Tell if a topic has more to read than its question."""
    return bool(topic.answer or topic.short_answer or topic.quick_scan or topic.cheat_sheet)


def minutes_of(topic: Topic) -> int:
    """Give the minutes that reading takes, at 200 words a minute, one at least."""
    words = sum(len(text(topic).split()) for _, text in _SECTIONS.values())
    return max(1, round(words / _WORDS_A_MINUTE))


def parts(topic: Topic, section: str | None = None) -> Iterator[Part]:
    """Give the topic's sections, or the one named, below its question.

    Raises:
        UnknownNameError: The topic has nothing in that section.
    """
    yield Part(CONTEXT, topic.title)
    yield Part(QUESTION, topic.question)
    written = [(name, *_SECTIONS[name]) for name in SECTIONS if section in {None, name}]
    shown = [(title, text(topic)) for _, title, text in written if text(topic)]
    if not shown:
        message = f"{topic.title} has no section {section}."
        raise UnknownNameError(message)
    for title, text in shown:
        yield Part(HEADING, title)
        yield Part(TEXT, text)


def on_screen(keyboard: Keyboard, topic: Topic, section: str | None = None) -> None:
    """Show a topic page by page, then its cheat sheet bullet by bullet."""
    cheat_sheet_alone = section == _BULLET_BY_BULLET
    if not cheat_sheet_alone:
        wanted = [
            name
            for name in SECTIONS
            if section in {None, name} and (section or name != _BULLET_BY_BULLET)
        ]
        key = pager.page(keyboard, topic.title, list(_some(topic, wanted)), _hints(topic, section))
        if key not in {" ", ENTER} or section is not None:
            return
    _bullets(keyboard, topic)


def _some(topic: Topic, names: list[str]) -> Iterator[Part]:
    yield Part(QUESTION, topic.question)
    for name in names:
        title, text = _SECTIONS[name]
        if text(topic):
            yield Part(HEADING, title)
            yield Part(TEXT, text(topic))


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
