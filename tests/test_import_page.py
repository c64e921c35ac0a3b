"""From a saved interview page to a deck: sections, stubs, teasers, several captures of one page."""

from pathlib import Path

import pytest
from conftest import Learner

from flashcards.deck import reading
from flashcards.model import Section
from flashcards.notes import Deck

QUESTION = "Why does a write-ahead log make commits both durable and fast?"
PAGE = f"""\
{QUESTION}

Attempt it

A database must not lose a committed row, and one commit may touch forty pages. How does a log \
help with both?

Pro · 3 AI checks / day

Quick reference

TL;DR

One sequential write of the log replaces forty random page writes, and recovery replays it.

Memory aid

Easy to picture

A waiter writes orders on one pad in the order they come. The kitchen cooks later, and after a \
power cut the pad tells what was ordered.

Key concepts

Log sequence number Group commit Checkpoint

Detailed answer & concept explanation

~6 min read

All of the topic, from the disk up. Click to expand.

All of the topic, from the disk up.

Quick scan · 2\u20134 min

All that matters, in a hurry.

Name the two costs; say what is sequential; show the recovery; and close with group commit.

Real-world examples

Systems that use this idea every day.

PostgreSQL keeps 16 MB segments in pg_wal.
SQLite has had a WAL mode since 3.7.0.

Interviewer follow-ups

What they would ask next.

QWhen may a dirty page be written before its log record?

QWAL or shadow paging: which suits copy-on-write file systems?

QHow does group commit trade latency for throughput?

Don't say this

What marks a beginner. Click to expand.

Most common mistake

Saying the log is faster because it is smaller; it is faster because it is sequential.

60-second cheat sheet

Scan these in the lift.

References

Primary sources to skim.
"""
LONG = (
    "A commit is durable when it survives a crash. Writing each changed page in place costs one "
    "random write a page. The log needs one append: $$t = t_{seek} + n / b$$ Pages follow at "
    "leisure, and after a crash the records since the last checkpoint are read again, redone in "
    "order, and what never committed is undone."
)
SHORT = (
    "The log turns many random writes into one sequential write. A commit waits for that append "
    "alone, the pages are written later, and recovery repeats the log from the last checkpoint."
)
PROSE = f"{QUESTION}\n\n{LONG}\n\n{SHORT}"


@pytest.fixture
def captures(learner: Learner, tmp_path: Path) -> tuple[str, str]:
    """Give two captures of one page: its sections, and its two texts."""
    del learner
    page, prose = tmp_path / "page.txt", tmp_path / "prose.txt"
    page.write_text(PAGE, encoding="utf-8")
    prose.write_text(PROSE, encoding="utf-8")
    return str(page), str(prose)


def imported(learner: Learner, tmp_path: Path, page: str) -> Deck:
    """Import one page and read the deck that was printed."""
    path = tmp_path / "saved.txt"
    path.write_bytes(page.encode())
    result = learner.run_bare("import", str(path))
    assert result.code == 0, result.err
    deck = reading.read(result.out.encode(), "deck.yaml")
    assert not [problem for problem in deck.problems if problem.severity == "error"], result.out
    return deck


def told(learner: Learner, tmp_path: Path, page: str) -> tuple[Deck, str]:
    """Import one page as it is; give the deck printed, stubs and all, and what was said."""
    path = tmp_path / "page.txt"
    path.write_text(page, encoding="utf-8")
    result = learner.run_bare("import", "--as", "page", str(path))
    return reading.read(result.out.encode(), "deck.yaml"), result.err


def follow_ups(learner: Learner, tmp_path: Path, text: str) -> list[str]:
    """Import a page with these follow-ups, and give the questions as the deck has them."""
    page = f"What is a tensor?\n\nTL;DR\n\nAn array with axes.\n\nFollow-ups\n\n{text}\n"
    path = tmp_path / "saved.txt"
    path.write_text(page, encoding="utf-8")
    out = learner.run_bare("import", str(path)).out
    return [line.partition("question: ")[2] for line in out.splitlines() if "question:" in line][1:]


def test_two_captures_of_a_page_become_one_topic(
    learner: Learner, captures: tuple[str, str]
) -> None:
    """TL;DR and most common mistake are cards at once; what was closed stands as stubs."""
    result = learner.run("import", *captures, "-o", str(learner.decks / "wal.yaml"))
    assert result.code == 0
    deck = reading.load(str(learner.decks / "wal.yaml"))
    assert [note.section for note in deck.notes] == ["tldr", "most_common_mistake"]
    assert [stub.section for stub in deck.stubs].count(Section.FOLLOW_UPS) == 3
    (topic,) = deck.topics
    assert " ".join(topic.short_answer.split()) == SHORT
    assert " ".join(topic.answer.split()) == LONG
    assert topic.title == topic.question  # no key concept is named in the question
    assert topic.attempt is not None


def test_no_teaser_reaches_a_card_or_the_topic(learner: Learner, captures: tuple[str, str]) -> None:
    """Invitations, subtitles, buttons and quotas are left out, and each is named."""
    result = learner.run_bare("import", *captures)
    for teaser in ("Click", "in a hurry", "All of the topic", "AI checks", "in the lift", "skim"):
        assert teaser not in result.out
        assert teaser in result.err


def test_the_deck_is_pleasant_to_edit(learner: Learner, captures: tuple[str, str]) -> None:
    """Sections in the order of the format, a blank line between them, long texts below a bar."""
    assert learner.run_bare("import", *captures).out == EDITABLE


EDITABLE = f"""\
# Imported from page.txt, prose.txt.
# A `todo` makes no card: write what is missing in its place, and it becomes one.
deck: page

topics:
  - question: {QUESTION}
    title: todo  # at most 40 characters; stands above every card

    tldr: |
      One sequential write of the log replaces forty random page writes, and recovery
      replays it.

    short_answer: |
      The log turns many random writes into one sequential write. A commit waits for
      that append alone, the pages are written later, and recovery repeats the log
      from the last checkpoint.

    memory_aid: |
      A waiter writes orders on one pad in the order they come. The kitchen cooks
      later, and after a power cut the pad tells what was ordered.

    key_concepts:  # guessed where each term ends
      - term: Log sequence number
        definition: todo  # not in the page
      - term: Group commit
        definition: todo  # not in the page
      - term: Checkpoint
        definition: todo  # not in the page

    quick_scan:
      - Name the two costs
      - say what is sequential
      - show the recovery
      - close with group commit.

    answer: |
      A commit is durable when it survives a crash. Writing each changed page in
      place costs one random write a page. The log needs one append:

      $$t = t_{{seek}} + n / b$$

      Pages follow at leisure, and after a crash the records since the last
      checkpoint are read again, redone in order, and what never committed is undone.

    examples:
      - PostgreSQL keeps 16 MB segments in pg_wal.
      - SQLite has had a WAL mode since 3.7.0.

    follow_ups:
      - question: When may a dirty page be written before its log record?
        short: todo  # collapsed in the page
        approach: todo
      - question: 'WAL or shadow paging: which suits copy-on-write file systems?'
        short: todo  # collapsed in the page
        approach: todo
      - question: How does group commit trade latency for throughput?
        short: todo  # collapsed in the page
        approach: todo

    red_flags: todo  # collapsed in the page

    most_common_mistake: |
      Saying the log is faster because it is smaller; it is faster because it is
      sequential.

    cheat_sheet: todo  # collapsed in the page

    attempt:
      prompt: |
        A database must not lose a committed row, and one commit may touch forty pages.
        How does a log help with both?

    references: todo  # collapsed in the page
"""


def test_stubs_filled_in_by_hand_become_cards_and_no_history_is_lost(
    learner: Learner, captures: tuple[str, str]
) -> None:
    """What was learnt before the page was completed stays learnt."""
    path = learner.decks / "wal.yaml"
    learner.run("import", *captures, "-o", str(path))
    learner.answer("33")
    before = {card["id"]: card for card in learner.cards()}
    assert {card["section"] for card in before.values()} == {"tldr", "most_common_mistake"}
    assert all(card["reps"] == 1 for card in before.values())
    text = path.read_text(encoding="utf-8")
    answers = iter(("Never.", "Shadow paging.", "It waits for company."))
    while "short: todo  # collapsed in the page" in text:
        text = text.replace("short: todo  # collapsed in the page", f"short: {next(answers)}", 1)
    text = text.replace("title: todo ", "title: Write-ahead log ")
    text = text.replace(
        "red_flags: todo", "red_flags: ['The log is only a backup: it is the truth']", 1
    )
    path.write_text(text, encoding="utf-8")
    after = {card["id"]: card for card in learner.cards()}
    assert len(after) == 6
    for uid, card in before.items():
        assert (after[uid]["reps"], after[uid]["stability"]) == (1, card["stability"])


def test_the_summary_says_what_came_and_what_is_open(
    learner: Learner, captures: tuple[str, str]
) -> None:
    """Sections that came, stubs and guesses are told apart."""
    err = learner.run_bare("import", *captures).err
    assert "came: TL;DR, short answer, memory aid, key concepts, quick scan" in err
    assert "stubs to fill in: red flags, cheat sheet, references, 3 of 3 key concepts" in err
    assert "page.txt:23:1: the key concepts stood on one line" in err


def test_importing_a_page_twice_changes_nothing(
    learner: Learner, captures: tuple[str, str]
) -> None:
    """The topic is there already, so the file keeps every byte and its time."""
    path = learner.decks / "wal.yaml"
    learner.run("import", *captures, "-o", str(path))
    before = path.read_bytes(), path.stat().st_mtime_ns
    result = learner.run("import", *captures, "-o", str(path))
    assert result.out == f"Nothing new: {path} has it all already.\n"
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("QWhy so many axes?\nQHow few?", ["Why so many axes?", "How few?"]),
        ("Q1. Why so many?\nQ2. How few?", ["Why so many?", "How few?"]),
        ("1Why so many?\n2How few?", ["Why so many?", "How few?"]),
        ("1. Why so many?\n2. How few?", ["Why so many?", "How few?"]),
        ("Q\nWhy so many?\nQ\nHow few?", ["Why so many?", "How few?"]),
        ("- Why so many?\n- How few?", ["Why so many?", "How few?"]),
        ("QKV caching: why?\nQWhy so many?", ["'QKV caching: why?'", "Why so many?"]),
        ("QWhy so many?\nQAT or PTQ?", ["Why so many?", "QAT or PTQ?"]),
        ("QQKV caching?\nQQAT or PTQ?", ["QKV caching?", "QAT or PTQ?"]),
        ("QLoRA or LoRA?\nQHow few?", ["QLoRA or LoRA?", "How few?"]),
        ("QGPUs or TPUs?\nQHow few?\nQWhy?", ["GPUs or TPUs?", "How few?", "Why?"]),
        ("2D arrays?\n3D arrays?", ["2D arrays?", "3D arrays?"]),
        ("1D arrays?\n2D arrays?", ["1D arrays?", "2D arrays?"]),
        ("2PC or Saga?\n3D parallelism?", ["2PC or Saga?", "3D parallelism?"]),
        (
            "1BERT vs GPT?\n2Why QAT?\n3QKV projections\n4 8-bit?",
            ["BERT vs GPT?", "Why QAT?", "QKV projections", "8-bit?"],
        ),
        ("1Why so?\n22PC or Saga?\n3How?", ["Why so?", "2PC or Saga?", "How?"]),
        ("1Why so?\nQAT or PTQ?\n2How?", ["Why so?", "QAT or PTQ?", "How?"]),
        ("Q1Why so many?\nQ2QAT or PTQ?\nQ33D?", ["Why so many?", "QAT or PTQ?", "3D?"]),
        ("1. Explain axes.\n2. Compare views.", ["Explain axes.", "Compare views."]),
        ("1Name 1.5 uses.\n2 Compare 8-bit codes.", ["Name 1.5 uses.", "Compare 8-bit codes."]),
        ("1Why so?2 min\n2How few? \u00b7 3 min read", ["Why so?", "How few?"]),
        ("4.1 Why so?\n4.2 How few?", ["Why so?", "How few?"]),
        ("\u25b8 Why so?\n\u25b8 How few?", ["Why so?", "How few?"]),
        ("Why so many?\n1. They add up.\n2. They cost little.", ["Why so many?"]),
        ("1Why so?\n2 GB are enough for it.\n2How?", ["Why so?", "How?"]),
        ("Why so many?\nWhy so many?", ["Why so many?"]),
        ("Why so many?\n```\ntodo\n```\nTODO\nHow few?", ["Why so many?", "How few?"]),
    ],
)
def test_marks_in_front_of_follow_ups_go_and_words_stay_whole(
    learner: Learner, tmp_path: Path, written: str, read: list[str]
) -> None:
    """A number or a Q belongs to the page; in QKV, QAT and 2D it belongs to the word."""
    assert follow_ups(learner, tmp_path, written) == read


def test_follow_ups_that_were_open_come_with_their_answers(
    learner: Learner, tmp_path: Path
) -> None:
    """What stands below a question is its answer, and makes it a card."""
    page = (
        "What is a tensor?\n\nFollow-ups\n\nQWhy axes?\n\nApproach\n\nThey name directions.\n\n"
        "QHow few?\n\nTL;DR\n\nAn array with axes."
    )
    deck = imported(learner, tmp_path, page)
    cards = {note.cards[0].front: note.cards[0].back for note in deck.notes}
    assert cards == {
        "What is a tensor?": "An array with axes.",
        "Why axes?": "They name directions.",
    }
    assert len(deck.stubs) == 1


@pytest.mark.parametrize(
    ("line", "terms"),
    [
        ("Broadcasting · Strides · Views", ["Broadcasting", "Strides", "Views"]),
        ("Broadcasting, Strides, Views", ["Broadcasting", "Strides", "Views"]),
        ("Axis order Memory layout", ["Axis order", "Memory layout"]),
        ("Scaled Dot Product Attention", ["Scaled Dot Product Attention"]),
        ("Stride: bytes to the next element", ["Stride"]),
        ("Axis orderMemory layoutStride", ["Axis order", "Memory layout", "Stride"]),
        ("Stride\tbytes to the next\nView\tshares memory", ["Stride", "View"]),
        ("JavaScript arrays", ["JavaScript arrays"]),
    ],
)
def test_key_concepts_on_one_line_are_told_apart(
    learner: Learner, tmp_path: Path, line: str, terms: list[str]
) -> None:
    """By what stands between them, else by their capitals; a guess says that it is one."""
    page = f"What is a tensor?\n\nTL;DR\n\nAn array.\n\nKey concepts\n\n{line}\n"
    (topic,) = imported(learner, tmp_path, page).topics
    assert [term for term, _ in topic.key_concepts] == terms


@pytest.mark.parametrize(
    "heading",
    [
        "60-second cheat sheet",
        "60-second cheat sheet2 min",
        "Cheat sheet · 1\u20132 min",
        "## Cheat Sheet",
        "7. Cheat sheet",
        "⚡ Cheat sheet (4)",
        "**Cheat sheet**",
        "CHEAT SHEET:",
        "\U0001f4cc Cheat sheet (60 seconds)",
    ],
)
def test_a_heading_is_known_in_every_decoration(
    learner: Learner, tmp_path: Path, heading: str
) -> None:
    """Minutes, numbers, marks and pictures around a heading change nothing."""
    page = (
        f"What is a tensor?\r\n\r\nTL;DR\r\n\r\nAn array.\r\n\r\n{heading}\r\n\r\n• Rank: axes\r\n"
    )
    deck = imported(learner, tmp_path, page)
    assert [note.cards[0].front for note in deck.notes] == ["What is a tensor?", "Rank"]


def test_an_open_page_gives_every_section(learner: Learner, tmp_path: Path) -> None:
    """Code in the answer stays, claims come with corrections, references with addresses."""
    deck = imported(learner, tmp_path, OPEN)
    cards = {note.section: note.cards[0] for note in deck.notes}
    assert cards[Section.RED_FLAGS].front == "You said: “Views copy the data.” Correct yourself."
    assert cards[Section.RED_FLAGS].back == "They share it."
    assert cards[Section.KEY_CONCEPTS].back == "Bytes from one element to the next."
    (topic,) = deck.topics
    assert "## Mechanics\n" in topic.answer
    assert "```python\nx = a.T\n\nTL;DR\n```" in topic.answer
    assert topic.references[0] == ("", "NumPy manual", "https://numpy.org/doc/")
    assert topic.attempt is not None
    assert (topic.attempt.prompt, topic.attempt.minutes) == ("Explain strides.", 5)


OPEN = """\
What is a view of a tensor?

References

NumPy manual - https://numpy.org/doc/

Red flags

"Views copy the data." They share it.

Key concepts

Stride
Bytes from one element to the next.

Detailed answer

Mechanics

A view has strides of its own.

```python
x = a.T

TL;DR
```

Attempt it · 5 min

Explain strides.
"""


@pytest.mark.parametrize(
    "text",
    ["What is a tensor?\n\nA text.\n", "Shopping\n\nMilk\n\nBread\n", ""],
)
def test_a_page_without_known_sections_is_refused(
    learner: Learner, tmp_path: Path, text: str
) -> None:
    """One sentence says so, and nothing is written."""
    path = tmp_path / "saved.txt"
    path.write_text(text, encoding="utf-8")
    result = learner.run_bare("import", str(path), "--as", "page", "-o", str(tmp_path / "d.yaml"))
    assert result.code == 1
    assert result.out == ""
    assert str(path) in result.err
    assert not (tmp_path / "d.yaml").exists()


def section(deck: Deck, name: Section) -> list[tuple[str, str]]:
    """Give front and back of the cards of a section."""
    return [note.cards[0][1:3] for note in deck.notes if note.section is name]


@pytest.mark.parametrize(
    "flags",
    [
        "\u274c \u201cViews copy.\u201d \u2705 They share.",
        "\u274c Views copy.\n\u2705 They share.",
        "- Views copy.\n  Instead: They share.",
        "Views copy. \u2192 They share.",
        "\u201cViews copy.\u201d\n\nSay instead: They share.",
    ],
)
def test_a_red_flag_is_told_from_its_correction(
    learner: Learner, tmp_path: Path, flags: str
) -> None:
    """By signs, arrows, labels or quotes; none of them is left on the card."""
    deck = imported(
        learner, tmp_path, f"What is a tensor?\n\nTL;DR\n\nX.\n\nRed flags\n\n{flags}\n"
    )
    assert section(deck, Section.RED_FLAGS) == [
        ("You said: \u201cViews copy.\u201d Correct yourself.", "They share.")
    ]


def test_a_page_in_markdown_keeps_its_headings_apart(learner: Learner, tmp_path: Path) -> None:
    """Those of the answer stay in it; those of follow-ups are the questions."""
    page = (
        "# What is a tensor?\n## TL;DR\nAn array.\n## Detailed answer\nIt has axes.\n### Views\n"
        "They share memory.\n## Follow-ups\n### Why axes?\nThey name directions.\n"
        "### How few?\nNone.\n## References\n[1] NumPy manual https://numpy.org/doc/\n"
    )
    deck = imported(learner, tmp_path, page)
    (topic,) = deck.topics
    assert topic.answer == "It has axes.\n\n### Views\n\nThey share memory."
    assert topic.references[0] == ("", "NumPy manual", "https://numpy.org/doc/")
    assert section(deck, Section.FOLLOW_UPS) == [
        ("Why axes?", "They name directions."),
        ("How few?", "None."),
    ]


def test_a_follow_up_with_its_answer_on_one_line_is_a_card(
    learner: Learner, tmp_path: Path
) -> None:
    """The question ends at its mark."""
    page = "What is a tensor?\n\nTL;DR\n\nX.\n\nFollow-ups\n\n1. Why axes? To name.\n2. How few?\n"
    deck = imported(learner, tmp_path, page)
    assert section(deck, Section.FOLLOW_UPS) == [("Why axes?", "To name.")]


def test_what_a_page_says_elsewhere_is_named(learner: Learner, tmp_path: Path) -> None:
    """Lines above the question, and a section that is not known below a graded line."""
    page = (
        "Arrays \u00b7 Hard\n\nQuestion 3 of 9\n\nWhat is a tensor?\n\nTL;DR\n\nAn array.\n\n"
        "Why we ask\n\nTo see how you think.\n\nKey concepts\n\nAxis Memory layout Stride\n"
    )
    path = tmp_path / "saved.txt"
    path.write_text(page, encoding="utf-8")
    result = learner.run_bare("import", str(path))
    assert section(reading.read(result.out.encode(), "x.yaml"), Section.TLDR)[0][1] == "An array."
    for line in (
        "1:1: \u201cArrays",
        "3:1: \u201cQuestion 3",
        "11:1: \u201cWhy we",
        "13:1: \u201cTo see",
    ):
        assert line in result.err
    assert "the key concepts stand on one line and may be several" in result.err


@pytest.mark.parametrize(
    "line",
    [
        "TL;DR: An array.",
        "**TL;DR:** An array.",
        "**TL;DR**: An array.",
        "1. TL;DR \u2014 An array.",
    ],
)
def test_a_heading_may_stand_on_the_line_of_its_text(
    learner: Learner, tmp_path: Path, line: str
) -> None:
    """Before a colon or dash; within a detailed answer, `Summary:` is a part of that."""
    page = f"What is a tensor?\n\n{line}\n\nDetailed answer\n\nIt has axes.\n\nSummary: axes.\n"
    deck = imported(learner, tmp_path, page)
    assert section(deck, Section.TLDR) == [("What is a tensor?", "An array.")]
    assert deck.topics[0].answer == "It has axes.\n\nSummary: axes."


def test_what_a_page_shows_twice_is_read_once(learner: Learner, tmp_path: Path) -> None:
    """A section for narrow screens and one for wide ones; the foot of the page is no text."""
    page = (
        "What is a tensor?\n\nTL;DR\n\nAn array.\n\nTL;DR\n\nAn array.\n\nCheat sheet\n\n"
        "Rank: axes\n\n\u00a9 2026 Some Page\nTerms \u00b7 Privacy\n"
    )
    deck = imported(learner, tmp_path, page)
    assert section(deck, Section.TLDR) == [("What is a tensor?", "An array.")]
    assert deck.topics[0].cheat_sheet == ("Rank: axes",)


def test_captures_given_together_share_what_each_of_them_shows(
    learner: Learner, tmp_path: Path
) -> None:
    """A follow-up that is open in one and closed in the other comes with its answer."""
    files = [tmp_path / "one.txt", tmp_path / "two.txt"]
    head = "What is a tensor?\n\nTL;DR\n\nAn array{}.\n\nFollow-ups\n\n"
    files[0].write_text(f"{head.format('')}QWhy axes?\n\nTo name.\n\nQHow few?\n", encoding="utf-8")
    files[1].write_text(
        f"{head.format(' with axes')}QWhy axes?\n\nQHow few?\n\nNone.\n\nQWhy?\n", encoding="utf-8"
    )
    result = learner.run_bare("import", *map(str, files))
    deck = reading.read(result.out.encode(), "deck.yaml")
    assert section(deck, Section.FOLLOW_UPS) == [("Why axes?", "To name."), ("How few?", "None.")]
    assert len(deck.stubs) == 1
    assert section(deck, Section.TLDR) == [("What is a tensor?", "An array with axes.")]
    assert f"{files[1]}:1:1: its tldr says something else than another capture" in result.err


def test_what_stands_in_twos_is_read_in_twos(learner: Learner, tmp_path: Path) -> None:
    """A claim in quotes above its correction, a title above its address; a poll is no reference."""
    deck, said = told(
        learner,
        tmp_path,
        "Why limit the rate?\n\nTL;DR\n\nTo shed load early.\n\nRed flags\n\n"
        '\u274c "Count per day."\n\u2705 Count per second.\n\n'
        '"Use a global lock."\nUse a token bucket.\n'
        '"Never refuse."\nRefuse, and say when to retry.\n\n'
        "References\n\nA primer on limits (2017),\nhttps://example.org/x\n"
        "[A manual](https://example.org/y)\nWas this helpful? Yes No\n",
    )
    flags = [(note.cards[0].front, note.cards[0].back) for note in deck.notes[1:]]
    assert [back for _, back in flags] == [
        "Count per second.",
        "Use a token bucket.",
        "Refuse, and say when to retry.",
    ]
    assert [reference[1:] for reference in deck.topics[0].references] == [
        ("A primer on limits (2017)", "https://example.org/x"),
        ("A manual", "https://example.org/y"),
    ]
    assert "below a claim in quotes" in said
    assert "\u201cWas this helpful? Yes No\u201d" in said


def test_a_page_may_hold_several_questions(learner: Learner, tmp_path: Path) -> None:
    """Each above the heading that the page begins with; one said again is the same topic."""
    deck, said = told(
        learner,
        tmp_path,
        "What is a mutex?\n\nTL;DR\n\nOne holder at a time.\n\nInterviewer follow-ups\n\n"
        "1. Who may unlock it?\n\nWhat is a semaphore?\n\nTL;DR\n\nSeveral holders.\n\n"
        "Interviewer follow-ups\n\nQK-style counters help when?\nMany readers.\nHide approach\n\n"
        "What is a semaphore?\n\nTL;DR\n\nSeveral holders.\n",
    )
    assert [topic.question for topic in deck.topics] == ["What is a mutex?", "What is a semaphore?"]
    assert len(deck.stubs) == 1
    assert [note.cards[0].back for note in deck.notes] == [
        "One holder at a time.",
        "Several holders.",
        "Many readers.",
    ]
    assert deck.notes[-1].cards[0].front == "QK-style counters help when?"
    assert "page, 2 topics" in said


def test_what_not_to_say_is_never_the_answer(learner: Learner, tmp_path: Path) -> None:
    """A label in front of a claim is no claim, whatever it is called."""
    deck, _ = told(
        learner,
        tmp_path,
        "Why cache?\n\nTL;DR\n\nTo wait less.\n\nDon\u2019t say this\n\n"
        "Don\u2019t say: it slows inference\nSay instead: it trades memory for time\n"
        "Myth: caches are free\nReality: they take memory\n",
    )
    flags = [note.cards[0] for note in deck.notes if note.section is Section.RED_FLAGS]
    assert [(card.front, card.back) for card in flags] == [
        (
            "You said: \u201cit slows inference\u201d Correct yourself.",
            "it trades memory for time",
        ),
        ("You said: \u201ccaches are free\u201d Correct yourself.", "they take memory"),
    ]


def test_ordinary_sentences_are_no_furniture(learner: Learner, tmp_path: Path) -> None:
    """Unlocking, subscribing and clicking are what answers speak of, too."""
    deck, said = told(
        learner,
        tmp_path,
        "How does a mutex work?\n\nTL;DR\n\nThe thread that locked a mutex must unlock it.\n\n"
        "Answer\n\nFirst, lock. Then do the work.\n\nThen unlock in reverse order.\n\n"
        "Follow-ups\n\n1What happens if you unlock twice?\n\nUndefined behaviour.\n\n"
        "2How do consumers subscribe?\n\nBy name.\n\nMost common mistake\n\n"
        "To let a click to open a file run twice.\n\nUnlock the full answer with Premium.\n\n"
        "Cheat sheet\n\n- A hinge {{in steel}} holds.\n",
    )
    assert [note.cards[0].back for note in deck.notes] == [
        "The thread that locked a mutex must unlock it.",
        "Undefined behaviour.",
        "By name.",
        "To let a click to open a file run twice.",
        "in steel",
    ]
    assert "Then unlock in reverse order." in deck.topics[0].answer
    assert "“Unlock the full answer with Premium.”" in said


def test_captures_given_together_keep_all_bullets(learner: Learner, tmp_path: Path) -> None:
    """As they do one after the other: those of the first, then what the next ones add."""
    sheets = ("- Height: one.\n- Width: two.", "- width: two\n- Depth: three.\n- Weight: four.")
    for number, sheet in enumerate(sheets):
        text = f"Why so?\n\nTL;DR\n\nIt is.\n\nCheat sheet\n\n{sheet}\n"
        (tmp_path / f"{number}.txt").write_text(text, encoding="utf-8")
    result = learner.run_bare("import", *(str(tmp_path / f"{n}.txt") for n in range(2)))
    deck = reading.read(result.out.encode(), "deck.yaml")
    fronts = [note.cards[0].front for note in deck.notes if note.section is Section.CHEAT_SHEET]
    assert fronts == ["Height", "Width", "Depth", "Weight"]


def test_a_long_run_of_blanks_is_read_at_once(learner: Learner, tmp_path: Path) -> None:
    """Half a million of them in a line."""
    page = tmp_path / "page.txt"
    blanks = " " * 500_000
    page.write_text(f"Why?\n\nTL;DR\n\nx{blanks}y\n\nKey concepts\n\nA: b\n", encoding="utf-8")
    result = learner.run_bare("import", "--as", "page", str(page))
    assert "came: TL;DR, key concepts" in result.err
