"""The deck format as a JSON Schema (Draft-07), for editors that complete and check YAML.

Which keys a map takes is read from the tables that the reader goes by; here stands only what
each key holds, and a line about it. Whatever the reader takes without a word is valid; what is
not valid, it reports.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from flashcards.files.writing import Kind
from flashcards.model import Section

from . import FORMAT_VERSION, entries, items, prose, reading, topics
from .topics import DRILLED

VERSION_KEY: Final = "x-deck-format"
"""Where the schema says which version of the format it describes."""

KIND: Final = Kind("a schema", (".json",), lambda head: f'"{VERSION_KEY}"'.encode() in head)
"""A file with the schema in it."""

Schema = dict[str, Any]
_Table = dict[str, tuple[Schema, str]]

_TODO: Final = r"^\W*[Tt][Oo][Dd][Oo]\W*$"
_WHOLE_NUMBER: Final = "^[+-]?[0-9]{1,9}$"
_WORD: Final = r"^\s*\S{0,100}\s*$"
_SECTIONS: Final = [str(section) for section in (*DRILLED, Section.ATTEMPT)]
_YES_OR_NO: Final = "|".join(
    "".join(f"[{letter.upper()}{letter}]" for letter in word)
    for word in ("true", "false", "yes", "no", "on", "off")
)

# What kinds of values there are. To YAML `64` and `true` are no texts; to a deck they are.
_TEXT: Final[Schema] = {"type": ["string", "number", "boolean"]}
_OPEN_TEXT: Final[Schema] = {"type": ["string", "number", "boolean", "null"]}
_TEXTS: Final[Schema] = {
    "type": ["string", "number", "boolean", "null", "array"],
    "items": _OPEN_TEXT,
}
_FLAG: Final[Schema] = {"type": ["boolean", "string", "null"], "pattern": f"^(?:{_YES_OR_NO})$"}
_NUMBER: Final[Schema] = {"type": ["integer", "string", "null"], "pattern": _WHOLE_NUMBER}
_ID: Final[Schema] = {"type": ["string", "number", "boolean", "null"], "pattern": _WORD}


def _reference(name: str) -> Schema:
    # Beside a `$ref`, Draft-07 reads nothing else: a description would be lost.
    return {"allOf": [{"$ref": f"#/definitions/{name}"}]}


def _one_or_more(name: str) -> Schema:
    """Give a value that is one of what is defined as `name`, or a list of such."""
    item = {"$ref": f"#/definitions/{name}"}
    return {"if": {"type": "array"}, "then": {"items": item}, "else": item}


def _list_of(name: str) -> Schema:
    return {"type": ["array", "null"], "items": {"$ref": f"#/definitions/{name}"}}


_SHARED: Final[_Table] = {
    "tags": (_TEXTS, "A list, or words in one text. What stands inside inherits them."),
    "id": (_ID, "Never needed: a card keeps its history without it. Unique in the collection."),
    "source": (_TEXTS, "Where it is from: free text, or keys of the topic's references."),
    "suspended": (_FLAG, "true: never asked until this is deleted."),
    "style-ok": (_TEXTS, "Rules of style that are silent here."),
    "drill": (_one_or_more("drill"), "Which sections become cards; the usual six without it."),
}
_FILE: Final[_Table] = {
    "deck": (_OPEN_TEXT, "The deck; `A::B` is a sub-deck. Without it, the name of the file."),
    "cards": (_list_of("card"), "Simple cards."),
    "topics": (_list_of("topic"), "Interview topics."),
    "order": (_NUMBER, "Where this file stands among new cards; lower comes first."),
}
_CARD: Final[_Table] = {
    "front": (_TEXT, "The question."),
    "back": (_TEXT, "The answer."),
    "reverse": (_FLAG, "true: a second card asks the other way round."),
    "cloze": (_TEXT, "A text with gaps, {{like this}} or {{this::with a hint}}; a card for each."),
    "extra": (_OPEN_TEXT, "Shown after the answer."),
    "type": (_FLAG, "true: the answer is typed."),
}
_TOPIC: Final[_Table] = {
    "question": (_TEXT, "The interview question."),
    "title": (_OPEN_TEXT, "At most 40 characters; stands above every card of the topic."),
    "id": (
        _ID,
        "Never needed: its texts are known by it, whatever the question is. `pin` writes it.",
    ),
    "short_answer": (_one_or_more("read"), "Read, no card: the minute you would say aloud."),
    "memory_aid": (_one_or_more("read"), "Read, no card: a picture or story to remember it by."),
    "answer": (_one_or_more("read"), "Read, no card: the detailed answer."),
    "quick_scan": (_one_or_more("read"), "Read, no card: what to say, in order."),
    "examples": (_one_or_more("read"), "Read, no card: places where it is used."),
    "references": (_one_or_more("references"), "Works the topic leans on."),
    "attempt": (_reference("attempt"), "A task to answer in your own words."),
    "tldr": (_one_or_more("tldr"), "A card: the question -> this."),
    "follow_ups": (_one_or_more("follow_ups"), "A card each: the question -> `short`."),
    "red_flags": (_one_or_more("red_flags"), "A card each: the claim -> `instead`."),
    "most_common_mistake": (
        _one_or_more("most_common_mistake"),
        "A card: what most people get wrong here.",
    ),
    "cheat_sheet": (
        _one_or_more("cheat_sheet"),
        "A card for each {{gap}}, `term: rest`, and `front` with `back`; other bullets are read.",
    ),
    "key_concepts": (_one_or_more("key_concepts"), "A card each: term -> definition."),
}
_ITEM: Final[_Table] = {
    "text": (_OPEN_TEXT, "What is shown when the topic is read."),
    "front": (_OPEN_TEXT, "What is asked, in place of the derived wording."),
    "back": (_OPEN_TEXT, "What is answered, in place of the derived wording."),
    "question": (_OPEN_TEXT, "What is asked next."),
    "short": (_OPEN_TEXT, "The graded answer, one line."),
    "approach": (_OPEN_TEXT, "The strong answer; opens after the graded one."),
    "claim": (_OPEN_TEXT, "What somebody says wrongly."),
    "instead": (_OPEN_TEXT, "What is right, one line: the graded answer."),
    "why": (_OPEN_TEXT, "The reason; opens after the answer."),
    "term": (_OPEN_TEXT, "The concept."),
    "definition": (_OPEN_TEXT, "What it is, one line."),
    "key": (_OPEN_TEXT, "The short name by which `source` names this work."),
    "title": (_OPEN_TEXT, "The title of the work."),
    "url": (_OPEN_TEXT, "Where it is to be found."),
    "prompt": (_OPEN_TEXT, "The task."),
    "minutes": (_NUMBER, "Minutes for it; 3 without a number."),
    "key_points": (_one_or_more("key_points"), "What a good answer says."),
    "point": (_OPEN_TEXT, "The point."),
    "accept": (_TEXTS, "Other wordings that count."),
    "weight": (_NUMBER, "How much it counts; 1 without a number."),
}


def text() -> str:
    """Give the schema as the text of a file."""
    return json.dumps(build(), indent=2, ensure_ascii=False) + "\n"


def build() -> Schema:
    """Give the JSON Schema of a deck file."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        VERSION_KEY: FORMAT_VERSION,
        "title": "A deck of flashcards",
        "type": "object",
        **_closed(reading.KEYS, _FILE),
        "if": {"required": ["topics"]},
        "else": {"required": ["cards"]},
        "definitions": {
            "drill": _drilled(),
            "card": _card(),
            "topic": _topic(),
            "read": _item((), "an item"),
            "references": _item(prose.REFERENCE_KEYS, "a reference"),
            "attempt": _attempt(),
            "key_points": _map_or_text(prose.POINT_KEYS, "a key point"),
            **{
                str(section): _item(own, f"an item of {section}")
                for section, own in topics.TEXTS.items()
            },
        },
    }


# Where a value has several forms, a keyword that is about one of them says nothing of the others,
# and `if` chooses the rest. With `anyOf` an editor could only say that none of them fits.


def _closed(keys: Iterable[str], about: _Table) -> Schema:
    """Say that a map takes `keys` and no others."""
    return {"properties": _properties(keys, about), "additionalProperties": False}


def _properties(keys: Iterable[str], about: _Table) -> Schema:
    values = {**_SHARED, **about}
    return {key: {"description": values[key][1], **values[key][0]} for key in keys}


def _card() -> Schema:
    """Give a card: two sides, or a text with gaps, or a place left open."""
    todo = {"type": "string", "pattern": _TODO}
    left_open = [
        {"required": [key], "properties": {key: todo}} for key in ("front", "back", "cloze")
    ]
    return {
        "title": "a card",
        **_open_or_map("A card is a map with `front` and `back`, or with `cloze`."),
        **_closed(entries.KEYS, _CARD),
        "if": {"anyOf": left_open},
        "else": {
            "if": {"required": ["cloze"]},
            "then": {"properties": dict.fromkeys(("front", "back", "reverse"), False)},
            "else": {"required": ["front", "back"]},
        },
    }


def _open_or_map(otherwise: str) -> Schema:
    """Give a map, or a place left open; editors say `otherwise` of another text."""
    return {
        "type": ["object", "string", "null"],
        "pattern": _TODO,
        "patternErrorMessage": otherwise,
    }


def _topic() -> Schema:
    return {
        "title": "a topic",
        **_open_or_map("A topic is a map with a `question`."),
        **_closed(topics.KEYS, _TOPIC),
        "required": ["question"],
    }


def _attempt() -> Schema:
    return {
        "title": "an attempt",
        "type": [*_OPEN_TEXT["type"], "object"],
        **_closed((*prose.ATTEMPT_KEYS, *items.ITEM_KEYS), _ITEM),
    }


def _item(own: Iterable[str], title: str) -> Schema:
    return _map_or_text((*own, *items.ITEM_TEXTS, *items.ITEM_KEYS), title)


def _map_or_text(keys: Sequence[str], title: str) -> Schema:
    """Give an item: a map with some of `keys`, or a text.

    `- Term: text` is a text to the reader, and to YAML a map with one key that is none of them.
    """
    return {
        "title": title,
        "type": [*_OPEN_TEXT["type"], "object"],
        "properties": _properties(keys, _ITEM),
        "if": {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "propertyNames": {"not": {"enum": list(keys)}},
        },
        "then": {"additionalProperties": _OPEN_TEXT},
        "else": {"propertyNames": {"enum": list(keys)}},
    }


def _drilled() -> Schema:
    """Give the name of a section that makes cards, or several in one text."""
    name = f"(?:{'|'.join(_SECTIONS)})"
    several = rf"^[\s,]*{name}(?:[\s,]+{name})*[\s,]*$"
    return {"anyOf": [{"enum": [*_SECTIONS, None]}, {"type": "string", "pattern": several}]}
