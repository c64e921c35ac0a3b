"""What the tests of the starter collection share: a deck read, its words, its code run."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

DECKS = sorted((Path(__file__).parent.parent / "decks").glob("*.yaml"))
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def load(path: Path) -> dict[str, Any]:
    """Read a deck as the program does: every scalar stays the text in the file."""
    document = yaml.BaseLoader(path.read_text(encoding="utf-8")).get_single_data()
    assert isinstance(document, dict)
    return document


def texts(value: object) -> Iterator[str]:
    """Give every text under `value`, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def code(answer: str) -> list[str]:
    """Give the blocks marked `python` in a detailed answer."""
    return _PYTHON.findall(answer)


def run(block: str) -> dict[str, Any]:
    """Run one block as it stands, and give the names it defines."""
    names: dict[str, Any] = {}
    exec(compile(block, "<deck>", "exec"), names)  # noqa: S102 - our own deck; running it is the test
    return names


class Topic(NamedTuple):
    """A topic of the collection, and its text with every run of white space as one space."""

    raw: dict[str, Any]
    words: str

    def run(self) -> dict[str, Any]:
        """Run the first block of code in the detailed answer, and give its names."""
        return run(code(self.raw["answer"])[0])

    def says(self, *claims: str) -> bool:
        """Tell whether each claim stands in the topic word for word."""
        missing = [claim for claim in claims if claim not in self.words]
        assert not missing, missing
        return True


def topic(name: str) -> Topic:
    """Give the topic with the id `name`."""
    raw = next(raw for path in DECKS for raw in load(path).get("topics", []) if raw["id"] == name)
    return Topic(raw, " ".join(" ".join(texts(raw)).split()))


def read_topic(slug: str) -> dict[str, Any]:
    """Read the topic of `decks/SLUG.yaml`."""
    (raw,) = load(DECKS[0].parent / f"{slug}.yaml")["topics"]
    assert isinstance(raw, dict)
    return raw


def find(raw: dict[str, Any], section: str, start: str) -> dict[str, Any]:
    """Give the one item of a section whose shown text begins so."""
    keys = ("text", "question", "claim", "term")
    (item,) = (
        item
        for item in raw[section]
        if next(item[key] for key in keys if key in item).startswith(start)
    )
    assert isinstance(item, dict)
    return item


def said(value: object) -> str:
    """Put all texts of a section on one line, to look a phrase up in."""
    return " ".join(" ".join(texts(value)).split())


def run_code(raw: dict[str, Any]) -> dict[str, Any]:
    """Run the code of the detailed answer as it stands, and give the names it defines."""
    names: dict[str, Any] = {}
    for block in code(raw["answer"]):
        names |= run(block)
    return names
