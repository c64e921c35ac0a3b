"""Decks written from the command line: `new` and `add`."""

import itertools
import json
import os
import re
import stat
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import Learner
from editors import Terminal, editor

from flashcards.deck.reading import read
from flashcards.notes import Deck, Note, Severity

ROOT = Path(__file__).parent.parent
QUESTION = "Why does a cache line hold 64 bytes?"
NAME = "why-does-a-cache-line-hold-64-bytes.yaml"


def errors(deck: Deck) -> list[str]:
    """Give the codes of a deck's errors."""
    return [problem.code for problem in deck.problems if problem.severity is Severity.ERROR]


# new


def test_new_starts_a_topic_where_the_decks_are(learner: Learner) -> None:
    """The file is named after the question, counts no card yet, and has no fault."""
    result = learner.run("new", QUESTION)
    path = learner.decks / NAME
    assert result.out.splitlines() == [str(path), "0 cards, 13 stubs, no faults."]
    assert not result.err
    assert learner.run("check", "--json").json["problems"] == []
    assert yaml.safe_load(path.read_text())["topics"][0]["question"] == QUESTION


def test_new_says_of_each_section_what_goes_in(learner: Learner) -> None:
    """Every section of the format stands in the skeleton, below a line that explains it."""
    learner.run("new", QUESTION)
    lines = (learner.decks / NAME).read_text().splitlines()
    topic = yaml.safe_load("\n".join(lines))["topics"][0]
    sections = set(topic) - {"question", "title", "tags"}
    assert sections == {
        "tldr", "short_answer", "memory_aid", "key_concepts", "quick_scan", "answer", "examples",
        "follow_ups", "red_flags", "most_common_mistake", "cheat_sheet", "attempt", "references",
    }  # fmt: skip
    for section in sections:
        (number,) = [n for n, line in enumerate(lines) if line.startswith(f"    {section}:")]
        assert re.match(r"    # .*", lines[number - 1]), section


def test_filling_in_the_skeleton_makes_its_cards(learner: Learner) -> None:
    """With a text for each `todo`, every section that promises cards makes them."""
    learner.run("new", QUESTION)
    path = learner.decks / NAME
    numbers = itertools.count(1)
    filled = re.sub(
        "todo", lambda _: f"It holds {{{{eight}}}} words, {next(numbers)}.", path.read_text()
    )
    path.write_text(filled)
    assert {card["section"] for card in learner.cards()} == {
        "tldr", "key_concepts", "follow_ups", "red_flags", "most_common_mistake", "cheat_sheet",
    }  # fmt: skip
    assert learner.run("check").code == 0


def test_new_points_editors_to_the_schema(learner: Learner) -> None:
    """The first line names the schema, which stands beside the deck."""
    learner.run("new", QUESTION)
    first = (learner.decks / NAME).read_text().splitlines()[0]
    assert first == "# yaml-language-server: $schema=deck.schema.json"
    assert (learner.decks / "deck.schema.json").read_text() == learner.run("schema").out


def test_an_older_schema_is_replaced_and_a_newer_one_left(learner: Learner) -> None:
    """A schema of an older format gives way; a newer program's, or another's, does not."""
    path = learner.decks / "deck.schema.json"
    for number, (text, replaced) in enumerate(
        [
            ('{"x-deck-format": 0}', True),
            ('{"x-deck-format": 9999}', False),
            ('{"title": "mine"}', False),
            ("no JSON", False),
        ]
    ):
        path.write_text(text)
        assert learner.run("new", f"Question {number}?").code == 0
        assert (path.read_text() != text) is replaced, text


def test_new_never_overwrites(learner: Learner) -> None:
    """A file that is there stays to the byte, and the sentence names it."""
    path = learner.write("cards: []  # mine\n", NAME)
    result = learner.run("new", QUESTION)
    assert result.code == 1
    assert result.err == f"flashcards: {path} is there already, and was left as it is.\n"
    assert path.read_text() == "cards: []  # mine\n"


def test_new_does_not_follow_a_link_that_leads_nowhere(learner: Learner) -> None:
    """A dangling link with the file's name counts as there: its target is not created."""
    (learner.decks / NAME).symlink_to(learner.home / "elsewhere.yaml")
    assert learner.run("new", QUESTION).code == 1
    assert not (learner.home / "elsewhere.yaml").exists()


def test_new_makes_the_decks_folder(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    """The default folder `~/flashcards` comes into being with the first deck."""
    monkeypatch.setenv("HOME", str(learner.home))
    result = learner.run_bare("--home", str(learner.home / "data"), "new", QUESTION)
    assert result.out.splitlines()[0] == str(learner.home / "flashcards" / NAME)


def test_new_needs_a_folder(learner: Learner) -> None:
    """With a file alone as the decks there is nowhere to start one, and a sentence says so."""
    path = learner.write("cards: []\n")
    result = learner.run_bare("--home", str(learner.home), "--decks", str(path), "new", QUESTION)
    assert result.code == 1
    assert "no folder" in result.err


def test_new_takes_simple_cards_and_a_deck(learner: Learner) -> None:
    """`--simple` asks the question on a simple card, in the deck that is named."""
    learner.run("new", "--simple", "--deck", "C: the language", "What is it's: `#`?")
    deck = read((learner.decks / "what-is-it-s.yaml").read_bytes(), "x.yaml")
    assert (deck.name, deck.problems) == ("C: the language", ())
    filled = (learner.decks / "what-is-it-s.yaml").read_text().replace("todo", "A {{sign}}.")
    notes = read(filled.encode(), "x.yaml").notes
    assert [note.cards[0].front for note in notes][:1] == ["What is it's: `#`?"]


@pytest.mark.parametrize("words", [("\u202aWhy?",), ("Why?", "--deck", "C\u2060")])
def test_new_refuses_what_no_deck_holds(learner: Learner, words: tuple[str, ...]) -> None:
    """A question pasted with an invisible sign is refused as `add` refuses it, and not changed."""
    result = learner.run("new", *words)
    assert result.code == 2
    assert "There is a control character, U+2" in result.err
    assert not list(learner.decks.iterdir())


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Was heißt „Größe“?", "was-heißt-größe.yaml"),
        ("注意力为什么要除以根号?", "注意力为什么要除以根号.yaml"),
        ("../../etc/passwd", "etc-passwd.yaml"),
        ("???", "untitled.yaml"),
    ],
)
def test_files_are_named_in_the_script_of_the_question(
    learner: Learner, question: str, name: str
) -> None:
    """A question in any script gives its file a name of its own, inside the decks folder."""
    result = learner.run("new", question)
    assert Path(result.out.splitlines()[0]) == learner.decks / unicodedata.normalize("NFC", name)


def test_new_needs_a_question(learner: Learner) -> None:
    """An empty question is wrong usage."""
    assert learner.run("new", " ").code == 2


# add


def added(path: Path) -> list[Note]:
    """Give the notes of a deck file that has no error."""
    deck = read(path.read_bytes(), str(path))
    assert not errors(deck)
    return list(deck.notes)


def test_add_starts_the_inbox(learner: Learner) -> None:
    """A card without `--to` goes to inbox.yaml, deck Inbox, which is begun by the first."""
    result = learner.run("add", "Big-endian", "The most significant byte first.")
    path = learner.decks / "inbox.yaml"
    assert result.out.splitlines() == [str(path), "1 card, 0 stubs, no faults."]
    (card,) = learner.cards()
    assert (card["deck"], card["front"]) == ("Inbox", "Big-endian")
    assert path.read_text() == (
        "# yaml-language-server: $schema=deck.schema.json\n"
        "deck: Inbox\n"
        "cards:\n"
        "  - front: Big-endian\n"
        "    back: The most significant byte first.\n"
    )


def test_add_takes_what_a_card_may_carry(learner: Learner) -> None:
    """Tags, sources, the reverse and typing stand in the entry."""
    learner.run(
        "add", "RAM", "Random-access memory", "--tag", "hardware", "--tag", "to learn",
        "--source", "Hennessy: 2", "--reverse", "--type",
    )  # fmt: skip
    (note,) = added(learner.decks / "inbox.yaml")
    assert [card.kind for card in note.cards] == ["basic", "reverse"]
    assert (note.tags, note.source, note.typed) == (
        ("hardware", "to_learn"),
        ("Hennessy: 2",),
        True,
    )


def test_add_takes_a_cloze(learner: Learner) -> None:
    """`--cloze` makes a card of each gap."""
    learner.run("add", "--cloze", "{{Ada}} wrote the first {{program}}.")
    assert [card["kind"] for card in learner.cards()] == ["cloze", "cloze"]


def test_a_card_that_is_there_is_not_added_twice(learner: Learner) -> None:
    """Front and back as before: the file stays as it is, and that is said."""
    learner.run("add", "RAM", "Random-access memory")
    before = (learner.decks / "inbox.yaml").read_bytes()
    result = learner.run("add", "RAM", "  Random-access  memory ")
    assert (result.code, result.err) == (0, "This card is there already; nothing was added.\n")
    assert (learner.decks / "inbox.yaml").read_bytes() == before
    learner.run("add", "RAM", "Volatile memory")
    assert len(learner.cards()) == 2


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["Only a front"], 2, "BACK is missing"),
        (["a", "b", "--cloze", "{{c}}"], 2, "both question and answer"),
        ([], 2, "There is no card"),
        (["a", "b", "--json", "-"], 2, "standard input alone"),
        (["--json", "cards.json"], 2, "--json takes `-`"),
        (["", "b"], 1, "The front is empty."),
        (["a", "todo"], 1, "left open"),
        (["--cloze", "no gap"], 1, "no gap"),
        (["a", "![x](../../secret.png)"], 1, "outside the folder"),
        (["bell\a", "b"], 1, "control character"),
    ],
)
def test_add_says_what_is_wrong(learner: Learner, words: list[str], code: int, said: str) -> None:
    """A slip is a sentence, and nothing is written."""
    result = learner.run("add", *words)
    assert (result.code, said in result.err) == (code, True), result.err
    assert not (learner.decks / "inbox.yaml").exists()


def test_add_knows_files_by_path_and_by_name(learner: Learner, tmp_path: Path) -> None:
    """A bare name is a file of the decks folder; outside of it, that is said."""
    assert not learner.run("add", "a", "b", "--to", "caching").err
    assert (learner.decks / "caching.yaml").exists()
    outside = tmp_path / "elsewhere" / "x.yaml"
    assert "outside your decks" in learner.run("add", "a", "b", "--to", str(outside)).err
    assert outside.read_text() == "deck: x\ncards:\n  - front: a\n    back: b\n"


def test_add_names_the_deck_of_a_new_file_only(learner: Learner) -> None:
    """`--deck` begins a deck; of a file that is another deck already it is refused."""
    assert learner.run("add", "a", "b", "--to", "c", "--deck", "Systems::Caching").code == 0
    assert learner.run("add", "c", "d", "--to", "c", "--deck", "Systems :: Caching").code == 0
    result = learner.run("add", "e", "f", "--to", "c", "--deck", "Other")
    assert result.code == 1
    assert "is the deck 'Systems::Caching'" in result.err
    assert [card["deck"] for card in learner.cards()] == ["Systems::Caching"] * 2


@pytest.mark.parametrize("text", ["front: no list\n", "cards: [\n", "- a\n", "\x00"])
def test_add_leaves_alone_what_is_no_deck(learner: Learner, text: str) -> None:
    """A file with a fault that hides its cards is named with line and column, and not touched."""
    path = learner.write(text, "inbox.yaml")
    result = learner.run("add", "a", "b")
    assert result.code == 1
    assert f"{path}:" in result.err
    assert path.read_text() == text


@pytest.mark.posix
def test_add_does_not_follow_the_file_of_a_pipe(learner: Learner) -> None:
    """A pipe in the place of the file is refused and does not hold the program up."""
    os.mkfifo(learner.decks / "inbox.yaml")
    assert "no regular file" in learner.run("add", "a", "b").err


def test_add_respects_a_file_that_may_not_be_written(learner: Learner) -> None:
    """A read-only deck stays as it is."""
    path = learner.write("cards:\n  - front: a\n    back: b\n", "inbox.yaml")
    path.chmod(stat.S_IRUSR)
    assert "read-only" in learner.run("add", "c", "d").err
    assert path.read_text() == "cards:\n  - front: a\n    back: b\n"


def test_histories_stay_when_a_card_is_added(learner: Learner) -> None:
    """A card added between reviews changes no other card."""
    learner.write("cards:\n  - front: a\n    back: b\n", "inbox.yaml")
    learner.answer("3")
    before = learner.card("a")
    learner.run("add", "c", "d")
    assert learner.card("a") == before


# add --json


def add_json(learner: Learner, cards: object, *words: str) -> dict[str, Any]:
    """Give `cards` to `add --json -` and return its document."""
    document: dict[str, Any] = learner.run(
        "add", *words, "--json", "-", typed=json.dumps(cards)
    ).json
    return document


def test_many_cards_come_as_json(learner: Learner) -> None:
    """Cards with the keys of the format are added, and one JSON document tells how it went."""
    learner.run("add", "a", "b")
    cards = [
        {"front": "a", "back": "b"},
        {"front": 64, "back": True, "tags": ["x", "y: z"], "extra": None},
        {"cloze": "A {{gap}}.", "source": "Knuth", "id": "gap-1", "suspended": True},
        {"front": "c", "back": "d", "tags": "one two"},
    ]
    document = add_json(learner, cards)
    path = learner.decks / "inbox.yaml"
    assert document == {
        "path": str(path), "added": [1, 2, 3], "already_there": [0], "faults": [],
        "cards": 4, "stubs": 0, "problems": [],
    }  # fmt: skip
    assert [note.tags for note in added(path)] == [(), ("x", "y:_z"), (), ("one", "two")]
    assert added(path)[1].cards[0][1:3] == ("64", "true")


def test_one_faulty_card_keeps_all_out(learner: Learner) -> None:
    """Every fault is named by the index of its card, in JSON and in words; nothing is written."""
    cards = [
        {"front": "a", "back": "b"},
        {"front": "a", "bakc": "b"},
        "no map",
        {"front": ["a", "list"], "back": "b"},
        {"front": "x", "back": "y", "id": "same"},
        {"front": "u", "back": "v", "id": "same"},
        {"front": "", "back": "b"},
        None,
        {},
        {"front": "t", "back": "u", "reverse": "maybe"},
    ]
    result = learner.run("add", "--json", "-", typed=json.dumps(cards))
    faults = result.json["faults"]
    assert result.code == 1
    assert [(fault["card"], fault["code"]) for fault in faults] == [
        (1, "unknown-key"), (2, "wrong-shape"), (3, "wrong-shape"), (5, "duplicate-id"),
        (6, "empty-side"), (7, "wrong-shape"), (8, "empty-side"), (8, "empty-side"),
        (9, "bad-value"),
    ]  # fmt: skip
    assert "Did you mean `back`?" in faults[0]["fix"]
    assert "flashcards: [1]: There is no key `bakc`" in result.err
    assert not (learner.decks / "inbox.yaml").exists()


@pytest.mark.parametrize(
    "typed",
    ["", "[", "5", '"a"', "[" * 100_000, '{"front": "a"} x', '[{"back": "a", "back": "b"}]'],
)
def test_what_is_no_json_list_is_a_sentence(learner: Learner, typed: str) -> None:
    """Standard input that holds no cards is told in one line."""
    result = learner.run("add", "--json", "-", typed=typed)
    assert result.code == 1
    assert result.err.startswith("flashcards: standard input is no ")
    assert not result.out


@pytest.mark.parametrize(
    ("card", "codes"),
    [
        ({"front": {"a": {"b": []}}, "back": [[["c"]]]}, ["wrong-shape", "wrong-shape"]),
        ({"front": "a", "back": "b", "tags": [["x"]], "reverse": []}, ["wrong-shape"] * 2),
        ({"front": "a", "back": "b", "note": {"deep": 1}}, ["unknown-key"]),
        ({"front": "a", "back": "b", "k" * 5000: "x"}, ["unknown-key"]),
        ({"front": "a", "back": "b", "<<": "x", "": "y"}, ["unknown-key", "unknown-key"]),
        ({"front": "\ud800", "back": "b"}, ["control-character"]),
        ({"front": "a\u0000b", "back": "b"}, ["control-character"]),
        ([["front"]], ["wrong-shape"]),
        (5, ["wrong-shape"]),
    ],
)
def test_any_json_is_judged_as_cards(learner: Learner, card: object, codes: list[str]) -> None:
    """Whatever a program sends, what is wrong with it is named, and nothing breaks."""
    faults = add_json(learner, [{"front": "good", "back": "card"}, card])["faults"]
    assert [(fault["card"], fault["code"]) for fault in faults] == [(1, code) for code in codes]


def test_numbers_stay_as_they_were_sent(learner: Learner) -> None:
    """`1.10` and a number of a hundred digits are texts on a card."""
    typed = '[{"front": 1.10, "back": ' + "9" * 100 + "}]"
    assert learner.run("add", "--json", "-", typed=typed).json["added"] == [0]
    (card,) = learner.cards()
    assert (card["front"], card["back"]) == ("1.10", "9" * 100)


def test_an_empty_list_adds_nothing(learner: Learner) -> None:
    """No cards are no fault, and begin no file."""
    assert add_json(learner, [])["added"] == []
    assert not list(learner.decks.iterdir())


def test_an_id_that_is_taken_is_refused(learner: Learner) -> None:
    """A new card cannot take the id of one that is in the file."""
    learner.write("cards:\n  - front: a\n    id: mine\n    back: b\n", "inbox.yaml")
    (fault,) = add_json(learner, [{"front": "c", "back": "d", "id": "mine"}])["faults"]
    assert (fault["card"], fault["code"]) == (0, "duplicate-id")
    again = add_json(learner, [{"front": "a", "back": "b", "id": "mine"}])
    assert (again["faults"], again["already_there"]) == ([], [0])


# on a terminal


def test_new_opens_the_editor_where_writing_goes_on(learner: Learner, tmp_path: Path) -> None:
    """On a terminal the skeleton is opened; `--no-edit` only writes it."""
    seen = tmp_path / "seen"
    command = editor(tmp_path, f"open({str(seen)!r}, 'w').write(path)")
    assert "0 cards, 13 stubs" in Terminal(learner, command, "new", QUESTION).rest()
    assert seen.read_text() == str(learner.decks / NAME)
    seen.unlink()
    assert "0 cards, 13 stubs" in Terminal(learner, command, "new", "Other?", "--no-edit").rest()
    assert not seen.exists()


def test_add_asks_for_the_card(learner: Learner) -> None:
    """On a terminal, front and back are asked for; each ends with an empty line."""
    terminal = Terminal(learner, "false", "add", "--tag", "t")
    terminal.child.expect_exact("Front")
    terminal.child.sendline("Two: lines")
    terminal.child.sendline("  of a front")
    terminal.child.sendline("")
    terminal.child.expect_exact("Back")
    terminal.child.sendline("Back #1")
    terminal.child.sendline("")
    assert "1 card, 0 stubs, no faults." in terminal.rest()
    (note,) = added(learner.decks / "inbox.yaml")
    assert (note.cards[0].front, note.cards[0].back) == ("Two: lines\n  of a front", "Back #1")
    assert note.tags == ("t",)


def test_ctrl_c_adds_nothing(learner: Learner) -> None:
    """Interrupted while it asks, `add` ends with 130 and no file."""
    terminal = Terminal(learner, "false", "add")
    terminal.child.expect_exact("Front")
    terminal.child.sendline("A front")
    terminal.child.sendline("")
    terminal.child.expect_exact("Back")
    terminal.child.sendintr()
    terminal.rest()
    assert terminal.child.exitstatus == 130
    assert not list(learner.decks.iterdir())


def test_cards_added_at_once_are_all_kept(learner: Learner) -> None:
    """Eight programs add a card each at the same moment: what was acknowledged is in the file."""
    learner.write("deck: D\ncards:\n  - front: first\n    back: card\n", "inbox.yaml")
    place = ["--home", str(learner.home), "--decks", str(learner.decks)]
    words = [sys.executable, "-m", "flashcards", *place, "add"]
    children = [
        subprocess.Popen(
            [*words, f"Front {n}", f"Back {n}"],
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
            stdout=subprocess.DEVNULL,
        )
        for n in range(8)
    ]
    assert [child.wait() for child in children] == [0] * 8
    fronts = {card["front"] for card in learner.cards()}
    assert fronts == {"first", *(f"Front {n}" for n in range(8))}


def test_questions_that_begin_alike_get_files_of_their_own(learner: Learner) -> None:
    """A name that another question's file has gets a number; the same question does not."""
    start = "What is the difference between optimistic and pessimistic locking in"
    for place in ("databases", "Java", "Rust"):
        assert learner.run("new", f"{start} {place}?").code == 0
    assert len(list(learner.decks.glob("what-is-the-difference*.yaml"))) == 3
    again = learner.run("new", f"{start} Java?")
    assert again.code == 1
    assert "-2.yaml is there already" in again.err


@pytest.mark.parametrize("question", ["todo", " ", "q\udcff?"])
def test_what_asks_nothing_starts_no_file(learner: Learner, question: str) -> None:
    """An empty question, a stub, and bytes that are no text."""
    assert learner.run("new", question).code == 2
    assert list(learner.decks.glob("*.yaml")) == []
    assert learner.run("edit", "").code == 2
