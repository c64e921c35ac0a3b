"""The JSON Schema of the deck format: it takes what the reader takes, and catches what editors can.

The YAML here is read as an editor reads it: `no` and `12:30` are texts, `64` and `true` are not.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from conftest import Learner

from flashcards.deck import (
    FORMAT_VERSION,
    entries,
    items,
    prose,
    reading,
    schema,
    skeletons,
    topics,
)
from flashcards.notes import Severity

ROOT = Path(__file__).parent.parent
SCHEMA = schema.build()


class Editor(yaml.SafeLoader):
    """Reads YAML 1.2, as language servers do."""


Editor.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", "~nN"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    resolver = re.compile(rf"^(?:{pattern})$")
    Editor.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", resolver, [*first, ""])
Editor.add_implicit_resolver("tag:yaml.org,2002:merge", re.compile("^<<$"), ["<"])


def complaints(text: str) -> list[str]:
    """Give what an editor would say of a deck file: the key in question, and the rule."""
    document = yaml.load(text, Loader=Editor)  # noqa: S506 - a SafeLoader
    found = jsonschema.Draft7Validator(SCHEMA).iter_errors(document)
    return sorted(
        f"{'/'.join(map(str, error.absolute_path))}: {error.validator}" for error in found
    )


def errors(text: str) -> list[str]:
    """Give the codes of the errors that the reader finds."""
    problems = reading.read(text.encode(), "x.yaml").problems
    return [problem.code for problem in problems if problem.severity is Severity.ERROR]


def test_the_schema_is_one() -> None:
    """It keeps to Draft-07, says which format it is for, and every reference leads somewhere."""
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert SCHEMA[schema.VERSION_KEY] == FORMAT_VERSION
    references = {str(node["$ref"]) for node in nodes(SCHEMA) if "$ref" in node}
    assert references == {f"#/definitions/{name}" for name in SCHEMA["definitions"]}


def nodes(value: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - whatever JSON holds
    """Give every map of a JSON document."""
    if isinstance(value, dict):
        yield value
    for inside in value.values() if isinstance(value, dict) else ():
        yield from nodes(inside)
    for inside in value if isinstance(value, list) else ():
        yield from nodes(inside)


@pytest.mark.parametrize(
    ("where", "keys"),
    [
        (None, reading.KEYS),
        ("card", entries.KEYS),
        ("topic", topics.KEYS),
        ("attempt", (*prose.ATTEMPT_KEYS, *items.ITEM_KEYS)),
        ("key_points", prose.POINT_KEYS),
        ("references", (*prose.REFERENCE_KEYS, *items.ITEM_TEXTS, *items.ITEM_KEYS)),
        ("read", (*items.ITEM_TEXTS, *items.ITEM_KEYS)),
        *(
            (str(section), (*own, *items.ITEM_TEXTS, *items.ITEM_KEYS))
            for section, own in topics.TEXTS.items()
        ),
    ],
)
def test_its_keys_are_those_of_the_reader(where: str | None, keys: tuple[str, ...]) -> None:
    """Each map takes the keys that the reader takes there, and each has a line about it."""
    found = SCHEMA["definitions"][where] if where else SCHEMA
    assert set(found["properties"]) == set(keys)
    assert all(value["description"] for value in found["properties"].values())


TAKEN = """
cards: [{front: 64, back: true}, {front: no, back: 12:30}, {front: 2024-01-02, back: 1.10}]
---
cards: [{front: a, back: b, reverse: yes, type: TRUE, suspended: 'off', tags: a b, id: 12}]
---
cards: [{front: a, back: b, tags: [a, 1], source: [a, b], extra: }, {front: a, back: b, id: x}]
---
cards: ['TODO', null, ~, {front: todo}, {front: a, back: (todo)}, {cloze: todo}, ]
---
cards: [{cloze: '{{a::b}}', extra: x, source: y, type: true}]
---
cards:
  - &first
    front: a
    back: b
    tags: [x]
  - <<: *first
    front: c
---
deck: 7
order: '3'
tags:
drill: tldr, follow_ups
cards:
topics:
---
topics: [todo, null, {question: q}, {question: q, title: todo, tags: , drill: }]
---
topics: [{question: q, tldr: t, answer: , short_answer: [a, {text: b}], examples: {text: c}}]
---
topics:
  - question: q
    key_concepts:
      - Term: what it is
      - a: 5
      - bare
      - {term: t, definition: d, front: f, back: b, id: i, source: [k], tags: x, suspended: no}
---
topics:
  - question: q
    drill: [tldr, attempt]
    attempt:
      prompt: p
      minutes: 3
      tags: x
      key_points: [a, b: c, {point: p, accept: [x, y], weight: '2'}]
---
topics:
  - question: q
    attempt: just do it
    references: [free text, {key: k, title: t, url: u}]
---
topics:
  - question: q
    follow_ups: {question: a, short: b, approach: c}
    most_common_mistake: {claim: a, why: b, instead: c}
    red_flags: [{claim: a, instead: b}]
    cheat_sheet: '- a: b'
"""


@pytest.mark.parametrize("text", TAKEN.split("---\n"))
def test_what_the_reader_takes_is_valid(text: str) -> None:
    """No form of the format is underlined in an editor."""
    assert errors(text) == []
    assert complaints(text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cards: [{front: a, bakc: b}]", ["cards/0: additionalProperties", "cards/0: required"]),
        ("cards: [{front: a}]", ["cards/0: required"]),
        ("cards: [{cloze: '{{a}}', back: b}]", ["cards/0: None"]),
        ("cards: [no card]", ["cards/0: pattern"]),
        ("cards: [{front: a, back: [b]}]", ["cards/0/back: type"]),
        ("cards: [{front: a, back: b, reverse: maybe}]", ["cards/0/reverse: pattern"]),
        ("cards: [{front: a, back: b, id: two words}]", ["cards/0/id: pattern"]),
        ("crads: []", [": additionalProperties", ": required"]),
        ("deck: x", [": required"]),
        ("- a", [": type"]),
        ("order: first\ncards: []", ["order: pattern"]),
        ("cards: {front: a}", ["cards: type"]),
        ("topics: [{tldr: t}]", ["topics/0: required"]),
        ("topics: [{question: q, tdlr: t}]", ["topics/0: additionalProperties"]),
        ("topics: [{question: q, drill: [tdlr]}]", ["topics/0/drill/0: anyOf"]),
        (
            "topics: [{question: q, attempt: {promt: p}}]",
            ["topics/0/attempt: additionalProperties"],
        ),
        (
            "topics: [{question: q, follow_ups: [{question: a, shrt: b}]}]",
            ["topics/0/follow_ups/0: enum"],
        ),
    ],
)
def test_slips_are_caught(text: str, said: list[str]) -> None:
    """A mistyped key, a missing side or a wrong shape is underlined where it stands."""
    assert complaints(text) == said
    assert errors(text)


@pytest.mark.parametrize("path", sorted(ROOT.glob("decks/*.yaml")), ids=lambda path: path.name)
def test_the_decks_that_come_with_the_program_are_valid(path: Path) -> None:
    """Every shipped deck points to the schema beside it, and an editor finds nothing in it."""
    text = path.read_text(encoding="utf-8")
    assert text.startswith(skeletons.SCHEMA_LINE)
    assert complaints(text) == []


def test_the_schema_beside_them_is_this_one() -> None:
    """`flashcards schema -o decks/deck.schema.json` was run after the last change."""
    assert (ROOT / "decks" / skeletons.SCHEMA_NAME).read_text(encoding="utf-8") == schema.text()


@pytest.mark.parametrize("skeleton", [skeletons.topic, skeletons.simple])
def test_what_new_writes_is_valid(skeleton: Any) -> None:  # noqa: ANN401 - either of two
    """A skeleton is valid as it is, and with texts in the place of each `todo`."""
    text = skeleton("What's: this?", "A::B")[0]
    assert complaints(text) == []
    assert complaints(text.replace("todo", "text")) == []


def test_the_command_prints_it_and_writes_it(learner: Learner) -> None:
    """`schema` prints the document; `-o FILE` writes it, over an older one too."""
    assert learner.run("schema").json == SCHEMA
    path = learner.home.parent / "x" / "deck.schema.json"
    for _ in range(2):
        assert learner.run("schema", "-o", str(path)).out == f"{path}\n"
        assert json.loads(path.read_text()) == SCHEMA
        path.write_text('{"x-deck-format": 1}')
