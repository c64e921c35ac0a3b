"""The pages of `docs/`: every example in them is read, run, and does what the page says."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Learner
from test_schema import complaints

from flashcards.commands import COMMANDS
from flashcards.deck import entries, items, prose, reading, topics
from flashcards.notes import Severity

DOCS = Path(__file__).parent.parent / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> list[str]:
    """Give the code blocks of a page in one language."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return [body for name, body in BLOCK.findall(text) if name == language]


def examples() -> Iterator[Any]:
    """Give each deck of decks.md with the cards that are promised below it."""
    decks, promised = blocks("decks.md", "yaml"), blocks("decks.md", "cards")
    for deck, cards in zip(decks, promised, strict=True):
        yield pytest.param(deck, cards.splitlines(), id=" ".join(deck.split())[:40])


@pytest.mark.parametrize(("deck", "promised"), list(examples()))
def test_the_examples_make_the_cards_they_promise(deck: str, promised: list[str]) -> None:
    """Each deck on the page has no fault, and makes just the cards that stand below it."""
    found = reading.read(deck.encode(), "example.yaml")
    assert [p.code for p in found.problems if p.severity is not Severity.INFO] == []
    cards = [card for note in found.notes for card in note.cards]
    said = [f"{card.front} → {card.back}".replace("\n", " / ") for card in cards]
    assert said == promised


@pytest.mark.parametrize("deck", blocks("decks.md", "yaml"))
def test_editors_find_nothing_in_the_examples(deck: str) -> None:
    """Each deck on the page is valid by the JSON Schema too."""
    assert complaints(deck) == []


def test_captures_merge_as_the_page_shows(
    learner: Learner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two captures on the page, and what the second import says."""
    monkeypatch.chdir(tmp_path)
    first, second = blocks("decks.md", "text")
    Path("first.txt").write_text(first, encoding="utf-8")
    Path("second.txt").write_text(second, encoding="utf-8")
    assert learner.run_bare("import", "first.txt", "-o", "cache.yaml").code == 0
    (shown,) = blocks("decks.md", "console")
    command, *said = shown.splitlines()
    result = learner.run_bare(*shlex.split(command.removeprefix("$ flashcards ")))
    assert (result.err + result.out).splitlines() == said


def test_the_page_knows_every_key() -> None:
    """No key of the format is missing from decks.md."""
    text = (DOCS / "decks.md").read_text(encoding="utf-8")
    keys = {
        *(*reading.KEYS, *entries.KEYS, *topics.KEYS, *items.ITEM_TEXTS, *items.ITEM_KEYS),
        *(*prose.ATTEMPT_KEYS, *prose.POINT_KEYS, *prose.REFERENCE_KEYS),
        *(key for own in topics.TEXTS.values() for key in own),
    }
    assert not {key for key in keys if not re.search(rf"(?<![\w-]){key}(?![\w-])", text)}


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_every_command_on_a_page_exists(page: Path) -> None:
    """No page names a command that there is not."""
    named = set(re.findall(r"`?flashcards ([a-z]+)\b", page.read_text(encoding="utf-8")))
    assert named <= set(COMMANDS)


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    """Each link to a file is to one that is there."""
    for target in re.findall(r"\]\(([^)#:]+)\)", re.sub(r"`[^`]*`", "", page.read_text())):
        assert (DOCS / target).exists(), target


def test_the_steps_for_programs_work(learner: Learner) -> None:
    """agents.md from the schema to the check: each command runs, and prints what is told of it."""
    commands = [shlex.split(line[2:]) for line in blocks("agents.md", "console")]
    (cards,) = blocks("agents.md", "json")
    schema, add, check, preview = (words[1:] for words in commands)
    assert learner.run(*schema).json["title"]
    document = learner.run(*add[: add.index("<")], typed=cards).json
    assert document["added"] == [0, 1]
    page = (DOCS / "agents.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in page for key in (*document, "card", "code", "message", "fix"))
    again = learner.run(*add[: add.index("<")], typed=cards).json
    assert again["already_there"] == [0, 1]
    path = str(learner.decks / check[-1])
    checked = learner.run(*check[:-1], path).json
    assert list(checked) == ["files", "cards", "stubs", "problems"]
    assert "write-back cache" in learner.run(preview[0], path).out
    assert json.loads(cards)[0]["front"] in {card["front"] for card in learner.cards("Systems")}
