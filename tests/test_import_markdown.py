"""From Markdown notes to a deck: questions and answers, separators, highlights, tags, headings."""

from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import Learner

from flashcards.deck import reading
from flashcards.notes import Deck


class Imported(NamedTuple):
    """The deck that was printed, and what was said about it."""

    deck: Deck
    said: str

    @property
    def cards(self) -> list[tuple[str, str]]:
        """Front and back of each card."""
        return [(card.front, card.back) for note in self.deck.notes for card in note.cards]


def imported(learner: Learner, tmp_path: Path, text: str) -> Imported:
    """Import notes, and read the deck that was printed."""
    path = tmp_path / "notes.md"
    path.write_text(text, encoding="utf-8")
    result = learner.run_bare("import", str(path))
    assert result.code == 0, result.err
    return Imported(reading.read(result.out.encode(), "deck.yaml"), result.err)


def test_questions_and_answers_go_on_over_lines(learner: Learner, tmp_path: Path) -> None:
    """A text ends where the next letter, a rule or a heading begins; code is not looked into."""
    found = imported(
        learner,
        tmp_path,
        "Q: Name two sorts\nthat are stable.\nA:\n\n- merge\n- insertion\n\n"
        "```\nQ: not a card\n```\n\nC: [Quicksort] is [not] stable.\n---\n",
    )
    assert found.cards == [
        (
            "Name two sorts\nthat are stable.",
            "- merge\n- insertion\n\n```\nQ: not a card\n```",
        ),
        ("[...] is not stable.", "Quicksort"),
        ("Quicksort is [...] stable.", "not"),
    ]


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("C: The [map] is not [the land].", ["map", "the land"]),
        ("C: A [list [of lists]] nests.", ["list [of lists]"]),
        ("C: See [the manual](https://example.org/a) for [views].", ["views"]),
        ("C: ![a tree](tree.png) A [tree].", ["tree"]),
        ("C: `a[0]` and $x_{[1]}$ are [first].", ["first"]),
        ("C: [std::vector] grows.", ["std::vector"]),
    ],
)
def test_square_brackets_are_gaps_but_links_images_code_and_maths_are_not(
    learner: Learner, tmp_path: Path, text: str, answers: list[str]
) -> None:
    """What is asked is what the author put in brackets, and nothing else."""
    (tmp_path / "tree.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    path, deck = tmp_path / "notes.md", tmp_path / "deck.yaml"
    path.write_text(text, encoding="utf-8")
    assert learner.run_bare("import", str(path), "-o", str(deck)).code == 0
    (note,) = reading.load(str(deck)).notes
    assert [card.back for card in note.cards] == answers


@pytest.mark.parametrize(
    ("line", "sides"),
    [
        ("Big-endian::most significant byte first", ("Big-endian", "most significant byte first")),
        ("- What is `a::b`? :: A path", ("What is `a::b`?", "A path")),
        ("`std::move(x)`::a cast", ("`std::move(x)`", "a cast")),
        (r"$f::g$ :: maths", ("$f::g$", "maths")),
        ("What does std::vector do :: It grows", ("What does std::vector do", "It grows")),
        ("Vec::new()::makes an empty one", ("Vec::new()", "makes an empty one")),
        ("Time: 12:30 :: noon", ("Time: 12:30", "noon")),
    ],
)
def test_two_colons_part_front_and_back(
    learner: Learner, tmp_path: Path, line: str, sides: tuple[str, str]
) -> None:
    """Those in code, maths and the paths of C++ and Rust are no separators."""
    assert imported(learner, tmp_path, line).cards == [sides]


def test_a_mark_on_a_line_between_parts_several_lines(learner: Learner, tmp_path: Path) -> None:
    """`?` asks one way, `??` and `:::` both; an answer may hold code with blank lines."""
    found = imported(
        learner,
        tmp_path,
        "What is\na futex?\n?\nA lock\n```c\nint a;\n\nint b;\n```\n\nhit\n??\nmiss\n\nin:::out\n",
    )
    assert found.cards == [
        ("What is\na futex?", "A lock\n```c\nint a;\n\nint b;\n```"),
        ("hit", "miss"),
        ("miss", "hit"),
        ("in", "out"),
        ("out", "in"),
    ]


def test_all_that_touches_the_mark_is_its_card(learner: Learner, tmp_path: Path) -> None:
    """Up to a blank line or a card on one line; that a front has several lines is said."""
    found = imported(
        learner,
        tmp_path,
        "Caches are small.\n\nin::out\nOf two kinds.\nWhich?\n?\nBoth.\nMore.\nhit::miss\n",
    )
    assert found.cards == [
        ("in", "out"),
        ("Of two kinds.\nWhich?", "Both.\nMore."),
        ("hit", "miss"),
    ]
    assert "notes.md:4:1: 1 front of several lines" in found.said
    assert "notes.md:1:1: 1 passage of text without a card" in found.said


def test_both_manners_in_one_file_are_read(learner: Learner, tmp_path: Path) -> None:
    """In a paragraph of their own, `::` and `?` are cards; within an answer they stay, named."""
    found = imported(
        learner,
        tmp_path,
        "Q: One?\nA: Yes, see\na::b\n\nstd::vector grows.\n\ntwo::three\n- four::five\n\n"
        "Lost.\n\nQ: Six?\nA: Seven.\n\nEight?\n?\nNine.\n",
    )
    assert found.cards == [
        ("One?", "Yes, see\na::b\n\nstd::vector grows."),
        ("two", "three"),
        ("four", "five"),
        ("Six?", "Seven."),
        ("Eight?", "Nine."),
    ]
    assert "notes.md:3:1: 1 line with `::` or `==` within questions and answers" in found.said
    assert "notes.md:10:1: this text is no card." in found.said


def test_highlights_behind_a_card_of_their_manner_are_gaps(
    learner: Learner, tmp_path: Path
) -> None:
    """A `?` has ended the answer above; right below a question they are part of it, and named."""
    found = imported(
        learner,
        tmp_path,
        "Q: One?\nA: Two.\n\nThree?\n?\nFour.\n\nA ==TLB== holds pages.\n\n"
        "Q: Five?\nA: Six.\n\nThe ==MTU== of a link.\n",
    )
    assert found.cards == [
        ("One?", "Two."),
        ("Three?", "Four."),
        ("A [...] holds pages.", "TLB"),
        ("Five?", "Six.\n\nThe ==MTU== of a link."),
    ]
    assert "notes.md:13:1: 1 line with `::` or `==` within questions and answers" in found.said


def test_highlights_and_braces_are_gaps(learner: Learner, tmp_path: Path) -> None:
    """Hints and numbers come along; `==` in code and between numbers is no highlight."""
    found = imported(
        learner,
        tmp_path,
        "A ==TLB==^[cache] holds ==pages==.\n\n"
        "==One==[^1] and ==two==[^2] and ==three==[^1].\n\nA {{page}} is 4 KiB.\n\n"
        "`a == b` and a == b, c == d.\n",
    )
    assert [front for front, _ in found.cards] == [
        "A [cache] holds pages.",
        "A TLB holds [...].",
        "[...] and two and [...].",
        "One and [...] and three.",
        "A [...] is 4 KiB.",
    ]
    assert "notes.md:7:1: 1 passage of text without a card" in found.said


def test_headings_and_flashcard_tags_are_decks(learner: Learner, tmp_path: Path) -> None:
    """What all cards share names the deck; what lies below is a tag, as one file is one deck."""
    found = imported(
        learner, tmp_path, "# Systems\n\n## Memory\n\na::b\n\n## Disks #\n\nc::d #hard\n"
    )
    assert found.deck.name == "Systems"
    assert [note.tags for note in found.deck.notes] == [("Memory",), ("Disks", "hard")]
    found = imported(
        learner, tmp_path, "#flashcards/os/memory #vm\na::b\n\n#flashcards/os/disk\nc::d\n"
    )
    assert found.deck.name == "os"
    assert [note.tags for note in found.deck.notes] == [("memory", "vm"), ("disk",)]


def test_front_matter_names_deck_and_tags(learner: Learner, tmp_path: Path) -> None:
    """In TOML or YAML, and places still count from the top of the file."""
    found = imported(learner, tmp_path, '---\nname = "Groups"\n---\n\nQ: a\nA: b\n\nQ: c\n')
    assert found.deck.name == "Groups"
    assert "notes.md:8:1: this question has no answer." in found.said
    found = imported(learner, tmp_path, "---\ndeck: A::B\ntags: [x, y]\n---\na::b\n")
    assert found.deck.name == "A::B"
    assert found.deck.notes[0].tags == ("x", "y")


def test_what_is_no_card_is_counted_and_named(learner: Learner, tmp_path: Path) -> None:
    """Plain text, answers without questions, and the other program's schedules."""
    found = imported(
        learner, tmp_path, "Only text.\n\nfront::back <!--SR:!2024-05-01,3,250-->\nMore text.\n"
    )
    assert found.cards == [("front", "back")]
    assert "2 passages of text without a card" in found.said
    assert "the schedules of 1 passage; all cards begin new." in found.said
    found = imported(learner, tmp_path, "A: lost\n\nQ: a\nA: b\n\nC: no gap\n")
    assert "notes.md:1:1: this answer has no question." in found.said
    assert "notes.md:6:1: no gap of this cloze" in found.said


def test_wiki_links_and_embeds_are_put_as_decks_have_them(learner: Learner, tmp_path: Path) -> None:
    """A link shows its words, an embedded picture is a Markdown image."""
    path = tmp_path / "notes.md"
    path.write_text("[[Paging|pages]]::see [[TLB]] and ![[my tree.png]]\n", encoding="utf-8")
    out = learner.run_bare("import", str(path)).out
    assert "front: pages\n" in out
    assert "back: see TLB and ![](<my tree.png>)\n" in out
