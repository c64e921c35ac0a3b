"""What the tests of the starter topics share: a topic as its file has it, and its code, run."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

_DECKS = Path(__file__).parent.parent / "decks"
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def read_topic(slug: str) -> dict[str, Any]:
    """Read the topic of `decks/SLUG.yaml`; every scalar stays the text in the file."""
    text = (_DECKS / f"{slug}.yaml").read_text(encoding="utf-8")
    (topic,) = yaml.BaseLoader(text).get_single_data()["topics"]
    assert isinstance(topic, dict)
    return topic


def find(topic: dict[str, Any], section: str, start: str) -> dict[str, Any]:
    """Give the one item of a section whose shown text begins so."""
    keys = ("text", "question", "claim", "term")
    (item,) = (
        item
        for item in topic[section]
        if next(item[key] for key in keys if key in item).startswith(start)
    )
    assert isinstance(item, dict)
    return item


def said(value: object) -> str:
    """Put all texts of a section on one line, to look a phrase up in."""
    return " ".join(" ".join(_texts(value)).split())


def run_code(topic: dict[str, Any]) -> dict[str, Any]:
    """Run the code of the detailed answer as it stands, and give the names it defines."""
    names: dict[str, Any] = {}
    for block in _PYTHON.findall(topic["answer"]):
        exec(compile(block, topic["id"], "exec"), names)  # noqa: S102 - our own deck; running it is the test
    return names


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
