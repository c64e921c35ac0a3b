"""Deck values as the texts the store keeps them as, and back."""

import json
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

from flashcards.model import Section
from flashcards.notes import (
    Attempt,
    KeyPoint,
    Note,
    Problem,
    Reference,
    Severity,
    Stub,
    Topic,
)
from flashcards.store.failures import read_back


def problems_as_json(problems: Iterable[Problem]) -> str:
    """Write problems for the store."""
    return json.dumps(list(problems), ensure_ascii=False)


@read_back()
def problems_from_json(text: str) -> list[Problem]:
    """Read problems back from the store."""
    problems = [Problem(*fields) for fields in json.loads(text)]
    return [problem._replace(severity=Severity(problem.severity)) for problem in problems]


def stubs_as_json(stubs: Iterable[Stub]) -> str:
    """Write stubs for the store."""
    return json.dumps(list(stubs))


@read_back()
def stubs_from_json(text: str) -> list[Stub]:
    """Read stubs back from the store."""
    return [Stub(section, line, column) for section, line, column in json.loads(text)]


def topic_as_json(topic: Topic | None) -> str:
    """Write a topic for the store; None stands for the cards of a simple deck."""
    return json.dumps(topic, ensure_ascii=False)


def digest_of_bytes(data: bytes) -> bytes:
    """Give the digest of a file's content, by which a change of it is seen."""
    return blake2b(data, digest_size=16).digest()


@read_back()
def topic_from_json(text: str) -> Topic | None:
    """Read a topic back from the store; None for the cards of a simple deck."""
    fields = json.loads(text)
    if fields is None:
        return None
    topic = Topic(*fields)
    return topic._replace(
        tags=tuple(topic.tags),
        quick_scan=tuple(topic.quick_scan),
        examples=tuple(topic.examples),
        cheat_sheet=tuple(topic.cheat_sheet),
        key_concepts=tuple((term, definition) for term, definition in topic.key_concepts),
        attempt=_attempt(topic.attempt) if topic.attempt else None,
        references=tuple(Reference(*fields) for fields in topic.references),
        red_flags=tuple((claim, instead) for claim, instead in topic.red_flags),
        follow_ups=tuple((question, told) for question, told in topic.follow_ups),
    )


def _attempt(fields: Sequence[Any]) -> Attempt:
    prompt, minutes, points = fields
    return Attempt(
        prompt,
        minutes,
        tuple(KeyPoint(point, tuple(accept), weight) for point, accept, weight in points),
    )


def digest_of(deck: str, topic: Topic | None, note: Note) -> bytes:
    """Give the digest of all that an export takes from a note, to tell when its content changed.

    The place in the file and what is set on cards alone or for `check` do not count. The TL;DR
    carries the topic's prose with it.
    """
    prose = topic if note.section is Section.TLDR else None
    content = (
        deck,
        topic and topic.title,
        prose and prose._replace(line=0, column=0),
        note._replace(line=0, column=0, topic=None, suspended=False, style_ok=()),
    )
    return blake2b(json.dumps(content, ensure_ascii=False).encode(), digest_size=16).digest()
