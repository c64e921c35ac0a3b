"""What a deck file may say, and what becomes of it. Most tests' docstring is their deck file."""

import inspect
import os
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from flashcards.deck.reading import load, read
from flashcards.model import Kind
from flashcards.notes import Attempt, Card, Deck, KeyPoint, Reference
from flashcards.text import clean


@pytest.fixture
def deck(request: pytest.FixtureRequest) -> Deck:
    """Read the deck in the test's docstring, below its first line."""
    _, _, text = (inspect.getdoc(request.function) or "").partition("\n\n")
    return read(text.encode(), "folder/example.yaml")


def codes(deck: Deck) -> list[str]:
    """Give the codes of a deck's problems."""
    return [problem.code for problem in deck.problems]


def sides(deck: Deck) -> list[tuple[str, str]]:
    """Give front and back of every card."""
    return [(card.front, card.back) for note in deck.notes for card in note.cards]


def test_a_simple_card_has_front_and_back(deck: Deck) -> None:
    """A deck has a name, and its cards inherit its tags.

    deck: "Systems :: Caching"
    order: 2
    tags: [systems]
    cards:
      - front: What does a write-back cache do on a write?
        back: It changes the cache only, and memory later, on eviction.
        extra: Shown after the answer.
        source: Hennessy
        tags: caches, writes
        suspended: true
        type: yes
        id: write-back
    """
    assert (deck.name, deck.order, deck.problems) == ("Systems::Caching", 2, ())
    (note,) = deck.notes
    assert note.cards == (
        Card(
            Kind.BASIC,
            "What does a write-back cache do on a write?",
            "It changes the cache only, and memory later, on eviction.",
        ),
    )
    assert (note.line, note.column, note.id, note.topic) == (5, 5, "write-back", None)
    assert (note.extra, note.source) == ("Shown after the answer.", ("Hennessy",))
    assert (note.tags, note.suspended, note.typed) == (("systems", "caches", "writes"), True, True)


def test_reverse_asks_the_other_way_round_too(deck: Deck) -> None:
    """One entry, two cards.

    cards:
      - front: Big-endian
        back: The most significant byte comes first.
        reverse: true   # a second card
    """
    (note,) = deck.notes
    assert [card.kind for card in note.cards] == [Kind.BASIC, Kind.REVERSE]
    assert sides(deck)[1] == ("The most significant byte comes first.", "Big-endian")
    assert not deck.problems


def test_each_gap_of_a_cloze_is_a_card(deck: Deck) -> None:
    """Gaps of one number are one card.

    cards:
      - cloze: "{{c2::A}}, {{b::letter}} and {{c2::C}}"
    """
    (note,) = deck.notes
    assert note.text == "{{c2::A}}, {{b::letter}} and {{c2::C}}"
    assert note.cards == (
        Card(Kind.CLOZE, "[...], b and [...]", "A, C", gap=0, number=2),
        Card(Kind.CLOZE, "A, [letter] and C", "b", gap=1, number=None),
    )


def test_every_text_stays_as_it_is_written(deck: Deck) -> None:
    """YAML's own ideas of truth, numbers and dates do not reach a card.

    cards:
      - {front: no, back: 1.10}
      - {front: 12:30:45, back: 0123}
      - {front: 1_000, back: 2024-01-02}
      - {front: 'null', back: "~"}
      - {front: .inf, back: 0x1F}
      - {front: =, back: <<}
    """
    assert sides(deck) == [
        ("no", "1.10"),
        ("12:30:45", "0123"),
        ("1_000", "2024-01-02"),
        ("null", "~"),
        (".inf", "0x1F"),
        ("=", "<<"),
    ]


def test_a_block_keeps_lines_maths_and_code(deck: Deck) -> None:
    r"""The one rule for authors: a colon, a backslash, `#` or several lines go under `|`.

    cards:
      - front: |
          What is this: $\frac{a}{b}$  # not a comment
        back: |2

              indented code

          - a
          - b
    """
    assert sides(deck) == [
        (r"What is this: $\frac{a}{b}$  # not a comment", "    indented code\n\n- a\n- b")
    ]
    assert not deck.problems


def test_a_deck_without_a_name_is_named_after_its_file(tmp_path: Path) -> None:
    """The stem of the file serves as name."""
    path = tmp_path / "cache lines.yaml"
    path.write_text("cards:\n  - {front: a, back: b}\n", encoding="utf-8")
    deck = load(str(path))
    assert (deck.name, deck.path, len(deck.notes)) == ("cache lines", str(path), 1)


def test_cards_and_topics_stand_in_the_order_of_the_file(deck: Deck) -> None:
    """One file may hold both, and sections come as they are written.

    cards:
      - {front: first, back: a}
    topics:
      - question: Q?
        cheat_sheet: ["{{second}} it is"]
        tldr: third
    """
    assert [note.cards[0].back for note in deck.notes] == ["a", "second", "third"]
    assert [note.topic for note in deck.notes] == [None, 0, 0]


def test_anchors_and_merge_keys_carry_values_over(deck: Deck) -> None:
    """What YAML lets an author share is shared; what the entry says itself wins.

    cards:
      - &base
        front: a
        back: b
        tags: &shared [x, y]
      - <<: *base
        front: c
      - {front: d, back: e, tags: *shared}
    """
    assert sides(deck) == [("a", "b"), ("c", "b"), ("d", "e")]
    assert {note.tags for note in deck.notes} == {("x", "y")}
    assert not deck.problems


def test_a_place_left_open_is_a_stub_and_no_fault(deck: Deck) -> None:
    """`todo` and an empty entry make no card; check counts them.

    cards:
      - front: What is a page fault?
        back: todo
      -
      - TODO
      - cloze: Todo.
    """
    assert [(stub.section, stub.line) for stub in deck.stubs] == [
        ("cards", 2),
        ("cards", 4),
        ("cards", 5),
        ("cards", 6),
    ]
    assert not deck.notes
    assert not deck.problems


def test_tags_have_no_blanks(deck: Deck) -> None:
    """A tag with a blank is joined by one rule everywhere; a text of words is several tags.

    tags: one, two three
    cards:
      - {front: a, back: b, tags: [machine learning, one, nlp]}
    """
    assert deck.notes[0].tags == ("one", "two", "three", "machine_learning", "nlp")


def test_a_topic_holds_what_is_read(deck: Deck) -> None:
    """Prose, lists, references and the attempt are kept with the topic.

    topics:
      - question: Why several heads?
        title: Heads
        id: mha
        tags: [attention]
        short_answer: |
          First line.
          Second line.
        memory_aid: [Eight blenders, make eight drinks]
        quick_scan: [Count the weights., Then count: the rest.]
        answer: |
          ## Code
          - a bullet
        examples: |
          - BERT has 12 heads.
          - GPT
            has more.
        attempt:
          prompt: Explain it.
          minutes: 4
          key_points:
            - point: Same weights.
              accept: [same budget, same size]
              weight: 2
            - Several averages: one a head.
        "references":
          - key: v17
            title: Attention Is All You Need
            url: https://arxiv.org/abs/1706.03762
          - A talk
    """
    (topic,) = deck.topics
    assert (topic.key, topic.title, topic.question) == ("mha", "Heads", "Why several heads?")
    assert (topic.line, topic.column, topic.tags) == (2, 5, ("attention",))
    assert topic.short_answer == "First line.\nSecond line."
    assert topic.memory_aid == "Eight blenders\n\nmake eight drinks"
    assert topic.quick_scan == ("Count the weights.", "Then count: the rest.")
    assert topic.answer == "## Code\n- a bullet"
    assert topic.examples == ("BERT has 12 heads.", "GPT\nhas more.")
    assert topic.attempt == Attempt(
        "Explain it.",
        4,
        (
            KeyPoint("Same weights.", ("same budget", "same size"), 2),
            KeyPoint("Several averages: one a head.", (), 1),
        ),
    )
    assert topic.references == (
        Reference("v17", "Attention Is All You Need", "https://arxiv.org/abs/1706.03762"),
        Reference("", "A talk", ""),
    )
    assert codes(deck) == ["empty-deck"]  # prose alone asks nothing


def test_a_topic_is_named_by_title_else_question(deck: Deck) -> None:
    """Without an id, commands name a topic by a slug.

    topics:
      - {question: What is RoPE?, title: Rotary embedding}
      - {question: What is a KV cache?}
    """
    assert [topic.key for topic in deck.topics] == ["rotary-embedding", "what-is-a-kv-cache"]
    assert deck.topics[1].title == "What is a KV cache?"


@pytest.mark.parametrize(
    "written",
    [
        'cheat_sheet: "W^O: mixes the outputs."',
        'cheat_sheet: ["W^O: mixes the outputs."]',
        "cheat_sheet:\n      - W^O: mixes the outputs.",
        "cheat_sheet:\n      - text: 'W^O: mixes the outputs.'",
        "cheat_sheet:\n      text: 'W^O: mixes the outputs.'",
        "cheat_sheet: |\n      - W^O: mixes the outputs.",
        "cheat_sheet: |\n\n      * **W^O**: mixes the outputs.",
        "cheat_sheet: |\n      - **W^O:** mixes the outputs.",
    ],
)
def test_a_section_may_take_any_shape(written: str) -> None:
    """One text, a list, a map, bullets: the same card comes out."""
    deck = read(f"topics:\n  - question: Q?\n    {written}\n".encode(), "a.yaml")
    assert sides(deck) == [("W^O", "mixes the outputs.")]
    assert not deck.problems


def test_bullets_know_their_lines(deck: Deck) -> None:
    """An editor opens at the bullet, and what belongs to a bullet stays with it.

    topics:
      - question: Q?
        cheat_sheet: |

          - The {{first}} bullet
            goes on.

            - nested {{below}}

          - Code {{here}}:
          ```
          - not a bullet {{nor a gap}}
          ```
          A {{paragraph}} of its bullet.

          A {{paragraph}} alone.
    """
    assert [(note.line, note.column) for note in deck.notes] == [(5, 7), (10, 7), (16, 7)]
    assert deck.notes[0].text == "The {{first}} bullet\ngoes on.\n\n- nested {{below}}"
    assert [card.back for card in deck.notes[1].cards] == ["here", "paragraph"]


def test_an_item_may_carry_its_own_id_source_and_tags(deck: Deck) -> None:
    """Source keys become the title of the reference, other sources stay as they are.

    tags: [deck]
    topics:
      - question: Q?
        tags: [topic]
        tldr: {text: Short., id: short, source: v17, tags: [item], suspended: true}
        cheat_sheet:
          - {front: a, back: b, source: [v17, "c18, v17", "Page 3, line 4"]}
        "references":
          - {key: v17, title: Attention}
          - {key: c18, url: https://example.org}
    """
    first, second = deck.notes
    assert (first.id, first.suspended, first.source) == ("short", True, ("Attention",))
    assert first.tags == ("deck", "topic", "item")
    assert second.source == ("Attention", "https://example.org", "Attention", "Page 3, line 4")
    assert not deck.problems


def test_an_empty_file_is_no_fault_but_is_told() -> None:
    """Nothing, a comment, an empty list: a warning, and no cards."""
    for text in ("", "# later\n", "cards:\n", "topics: []\n", "---\n"):
        deck = read(text.encode(), "a.yaml")
        assert (codes(deck), deck.readable) == (["empty-deck"], True)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_byte_order_marks_and_line_ends_make_no_difference(encoding: str, line_end: str) -> None:
    """Decks from any editor on any system load alike."""
    text = "cards:\n  - front: |\n      é\n      two\n    back: ü\n  - front: x\n"
    deck = read(text.replace("\n", line_end).encode(encoding), "a.yaml")
    assert sides(deck) == [("é\ntwo", "ü")]
    assert [(problem.code, problem.line, problem.column) for problem in deck.problems] == [
        ("empty-side", 6, 5)
    ]


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Make a folder with a deck's media, and a secret beside it."""
    folder = tmp_path / "decks"
    (folder / "img").mkdir(parents=True)
    (folder / "img" / "mesi.png").write_bytes(b"\x89PNG\r\n\x1a\n rest")
    (folder / "img" / "with blank.svg").write_text("<svg xmlns='x'/>", encoding="utf-8")
    (folder / "beep.mp3").write_bytes(b"ID3\x04 rest")
    (folder / "notes.png").write_text("plain text", encoding="utf-8")
    (tmp_path / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\n secret")
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    (folder / "loop.png").symlink_to(folder / "loop.png")
    os.mkfifo(folder / "pipe.png")
    return folder


def front_of(folder: Path, front: str) -> Deck:
    """Read a deck in `folder` whose only card has this front."""
    text = f"cards:\n  - front: |\n      {front}\n    back: b\n"
    return read(text.encode(), str(folder / "deck.yaml"))


@pytest.mark.posix
@pytest.mark.parametrize(
    "front",
    [
        "![MESI](img/mesi.png)",
        '![MESI](./img/mesi.png "a title")',
        "![a](img/with%20blank.svg) and ![b](<img/with blank.svg>)",
        '<img alt="x" src="img/mesi.png">',
        "[sound:beep.mp3]",
        "![far](https://example.org/a.png)",
        "`![code](../secret.png)`",
        "[a link](../secret.png) is no picture",
    ],
)
def test_media_in_the_folder_of_the_deck_are_fine(pictures: Path, front: str) -> None:
    """Images and sounds are named relative to the deck."""
    deck = front_of(pictures, front)
    assert codes(deck) == []
    assert deck.notes[0].cards[0].front == front


@pytest.mark.posix
@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("../secret.png", "media-outside"),
        ("img/../../secret.png", "media-outside"),
        ("..%2Fsecret.png", "media-outside"),
        ("..\\secret.png", "media-outside"),
        ("/etc/passwd", "media-outside"),
        ("~/.ssh/id_rsa", "media-outside"),
        ("file:///etc/passwd", "media-outside"),
        ("C:/secret.png", "media-outside"),
        ("link.png", "media-outside"),
        ("notes.png", "media-unknown"),
        ("img", "media-unknown"),
        ("pipe.png", "media-unknown"),
        ("nowhere.png", "media-missing"),
        ("loop.png", "media-missing"),
        ("", "media-missing"),
    ],
)
def test_no_other_file_gets_in(pictures: Path, target: str, code: str) -> None:
    """A deck from a stranger carries no file of yours into a package."""
    deck = front_of(pictures, f"See ![it]({target})")
    assert codes(deck) == [code]
    (note,) = deck.quarantined
    expected = f"See ![it]({target})" if code == "media-missing" else "See it"
    assert note.cards[0].front == expected
    assert deck.problems[0].line == 3


@pytest.mark.posix
def test_prose_names_no_file_outside_either(pictures: Path) -> None:
    """The detailed answer opens after a card, so it is held to the same rule."""
    text = "topics:\n  - question: Q?\n    tldr: a\n    answer: '![x](../secret.png) text'\n"
    deck = read(text.encode(), str(pictures / "deck.yaml"))
    assert codes(deck) == ["media-outside"]
    assert deck.topics[0].answer == "x text"
    assert deck.notes[0].detail == "x text"


WORDS = st.text(
    st.characters(
        exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="\ufeff\ufffe\uffff"
    )
)


@given(WORDS, WORDS)
def test_any_text_comes_back_as_it_was_written(front: str, back: str) -> None:
    """Whatever a YAML writer quotes, the card shows, blanks at the ends aside."""
    entry = {"front": f"a{front}", "back": f"b{back}"}
    written = yaml.safe_dump({"cards": [entry]}, allow_unicode=True, default_style="'")
    deck = read(written.encode(), "a.yaml")
    notes = deck.notes or deck.quarantined
    shown = notes[0].cards[0]
    if not any(code.startswith("media") for code in codes(deck)):
        assert (shown.front, shown.back) == (
            _visible(entry["front"]),
            _visible(entry["back"]),
        )


def _visible(text: str) -> str:
    return clean(text).strip()
