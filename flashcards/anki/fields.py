"""The texts of a note as the HTML fields of its note type."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from html import unescape
from typing import NamedTuple

from flashcards.markup import gaps, html, reading

Picture = Callable[[str], str | None]
"""Gives the name in the package for an image or sound that a text names, None if there is none."""


# One line with no mark in it that Markdown or HTML could mean something by: most texts.
_PLAIN = re.compile(r"(?![0-9]{1,9}[.)])[^\W_][^\\`*_~$<>&{\[\r\n]*+(?<!\s)")


_UNSEEN = re.compile(r"<[^<>]*>|\{\{c[\d,]+::|\[sound:[^\]]*\]")
_WORD = re.compile(r"\w+")


class Texts(NamedTuple):
    """A note as its author wrote it, and what stands around it.

    A cloze has `text`, and `numbers` with the number that Anki counts each group of gaps by;
    other notes have `front` and `back`. `context` and `label` stand above the question,
    `memory_aid` and `details` open after the answer. `source` are works with their address,
    empty where there is none. `uid` names the note for `flashcards show`.
    """

    front: str = ""
    back: str = ""
    text: str = ""
    numbers: Mapping[int, int] = {}
    extra: str = ""
    context: str = ""
    label: str = ""
    memory_aid: str = ""
    details: str = ""
    topic: str = ""
    section: str = ""
    source: tuple[tuple[str, str], ...] = ()
    uid: str = ""
    reverse: bool = False
    typed: bool = False


def fields(texts: Texts, picture: Picture) -> tuple[str, ...]:
    """Write a note's fields in the order of its note type."""
    # Most notes have nothing but two sides; what is empty is not asked about.
    around = (
        texts.extra and rendered(texts.extra, picture),
        _context(texts),
        texts.details and rendered(texts.details, picture),
        texts.memory_aid and rendered(texts.memory_aid, picture),
        texts.topic and _said(texts.topic),
        texts.section,
        "<br>".join([html.anchor(url, _said(words)) for words, url in texts.source]),
        texts.uid,
    )
    typed = "1" if texts.typed else ""
    if texts.text:
        html_of_gaps = html.html(reading.read(gaps.marked(texts.text)), picture)
        return (gaps.for_anki(html_of_gaps, texts.numbers), *around, typed)
    reverse = "1" if texts.reverse else ""
    front, back = rendered(texts.front, picture), rendered(texts.back, picture)
    return (front, back, *around, reverse, typed)


def words(text: str) -> frozenset[str]:
    """Give the words that some HTML shows, in lower case; those in gaps and their hints as well."""
    return frozenset(_WORD.findall(unescape(_UNSEEN.sub(" ", text)).lower()))


def rendered(text: str, picture: Picture = lambda _: None) -> str:
    """Write a text of a deck as HTML."""
    return text if not text or _PLAIN.fullmatch(text) else html.html(reading.read(text), picture)


def _context(texts: Texts) -> str:
    context = _said(texts.context)
    if not texts.label:
        return context
    return f'{context} <span class="label">{_said(texts.label)}</span>'


@lru_cache(maxsize=256)  # titles, questions and sources come back with every card of a topic
def _said(text: str) -> str:
    """Write a text that brings no image and no sound along."""
    return rendered(text)
