"""Texts written as YAML: whatever the signs, they read back as they were, wherever they stand."""

import pytest
from conftest import Learner
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flashcards.deck import layout, pinning, scalars
from flashcards.deck.changes import Append
from flashcards.deck.growing import grow
from flashcards.deck.nodes import Mapping, Scalar, Sequence
from flashcards.deck.reading import read
from flashcards.deck.source import Source
from flashcards.deck.syntax import parse
from flashcards.importing.decks import Gathered, document
from flashcards.importing.drafts import CardDraft, Place
from flashcards.text import without_controls

HARD = (
    *(
        "a:?b",
        "b:?",
        "a:[",
        "a:,b",
        "x:{y",
        "a:",
        ":a",
        "?b",
        "a::b",
        "- x",
        "-",
        "---",
        "...",
        "#",
    ),
    *(
        "no",
        "1.10",
        "0123",
        "0x1F",
        "12e4",
        "~",
        "null",
        "<<",
        "=",
        "2024-01-02",
        "1_000",
        "+1",
        "y",
    ),
    *(
        "a #b",
        "a#b",
        "a: b",
        "a\tb",
        "a\t#b",
        "'",
        '"',
        "it's",
        "'\"",
        "\\",
        "%x",
        "@x",
        "`x`",
        "|",
    ),
    *(
        "\x85a\x85b",
        "\ufeffa",
        "a\ufeff",
        "\ud800x",
        "\u2028",
        "a ",
        " a",
        "\xa0a",
        "\x00",
        "\x1b[0m",
    ),
    *(
        "\U0001f600",
        "a\U0001f600:?b",
        "[a]",
        "{a}",
        "a,b",
        "&a",
        "*a",
        "!a",
        "!!str",
        ">",
        "a]",
        "}",
    ),
)
SIGNS = ":#-'\"\\[]{},&*!|>%@`?~= \taZ0.\u00e9\u0301\xa0\x85\u2028\ufeff\ud800\U0001f600"
TEXTS = st.one_of(
    st.sampled_from(HARD),
    st.lists(st.sampled_from((*SIGNS, *HARD)), min_size=1, max_size=6).map("".join),
    st.text(max_size=40),
    st.text("ab ", min_size=80, max_size=120),
)


def texts_of(written: str) -> list[str]:
    """Give what our reader finds in a document, in its order."""
    found = parse(Source("x.yaml", written))
    assert found.fault is None
    assert not found.flaws
    left = [found.root] if found.root else []
    texts = []
    while left:
        node = left.pop(0)
        if isinstance(node, Scalar):
            texts.append(node.text.strip("\n") if node.style == "|" else node.text)
        elif isinstance(node, Sequence | Mapping):
            left[:0] = node.items if isinstance(node, Sequence) else node.parts
    return texts


@settings(max_examples=500)
@given(text=TEXTS)
@example("a:?b")
@example("b:?")
@example("x:{y")
def test_any_text_reads_back_wherever_it_stands(text: str) -> None:
    """Behind a dash, behind a key, in brackets, in braces, and as a key there."""
    wanted = scalars.canonical(text)
    assert texts_of(f"- {scalars.scalar(text, 2)}") == [wanted]
    assert texts_of(f"k: {scalars.scalar(text, 2)}") == ["k", wanted]
    inline = scalars.in_brackets(text)
    assert texts_of(f"[{inline}, {inline}]") == [wanted] * 2
    assert texts_of(f"{{{inline}: {inline}, k: {inline}}}") == [wanted, wanted, "k", wanted]
    assert texts_of(f"- {inline}  # why\n- k: {inline}\n") == [wanted, "k", wanted]
    assert "\n" not in inline


@settings(max_examples=300)
@given(tags=st.lists(TEXTS, max_size=4))
@example(["a:?b"])
def test_any_words_are_tags(tags: list[str]) -> None:
    """A table with tags of whatever signs becomes a deck with these tags."""
    card = CardDraft(Place("t.csv", 1), front="f", back="b", tags=("x", *tags, "y"))
    deck = read(document(Gathered("D", cards=(card,)), ()).encode(), "d.yaml")
    assert deck.readable
    wanted = ["_".join(scalars.canonical(tag).split()) for tag in ("x", *tags, "y")]
    assert list(deck.notes[0].tags) == list(dict.fromkeys(filter(None, wanted)))


@settings(max_examples=300)
@given(front=TEXTS, flow=st.booleans())
@example(front="a:?b", flow=True)
def test_any_text_is_added_to_a_deck(front: str, *, flow: bool) -> None:
    """Behind what the file has: in the list with dashes, and in the one in brackets."""
    front = without_controls(f"x{front}x")
    old = b"cards: [{front: a, back: b}]\n" if flow else b"cards:\n  - {front: a, back: b}\n"
    fields = layout.Fields((layout.Field("front", front), layout.Field("back", "b")))
    change = Append(("cards",), layout.Items((fields,)))
    if "\n" in scalars.canonical(front) or "\r" in front:
        return
    deck = read(grow(old, read(old, "d.yaml"), [change]).after, "d.yaml")
    assert [card.front for note in deck.notes for card in note.cards] == [
        "a",
        scalars.canonical(front),
    ]


@pytest.mark.parametrize("name", ["no", "1.10", "0123", "12e4", "a.b-c", "3", "null"])
@pytest.mark.parametrize("entry", ["  - front: q\n    back: a\n", "  - {front: q, back: a}\n"])
def test_any_id_is_pinned(name: str, entry: str) -> None:
    """An id that others take for a number, a truth or nothing stands in quotes."""
    before = f"cards:\n{entry}".encode()
    deck = read(before, "d.yaml")
    pinned = pinning.pin(before, deck, [pinning.Naming(name)])
    assert read(pinned.after, "d.yaml").notes[0].id == name


def test_a_tag_with_a_colon_keeps_no_table_away(learner: Learner) -> None:
    """A tag `a:?b` is a tag as any other: the table comes over, and the tag is there."""
    table = learner.write("front,back,tags\nq,a,a:?b\n", "table.csv")
    deck = table.parent / "new.yaml"
    result = learner.run_bare("import", str(table), "-o", str(deck))
    assert result.code == 0
    assert read(deck.read_bytes(), "new.yaml").notes[0].tags == ("a:?b",)
