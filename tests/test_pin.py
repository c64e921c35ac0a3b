"""`pin`: ids written into deck files to the byte, and nobody's identity changed by it."""

import os
import re
import stat
from pathlib import Path

import pytest
from conftest import Learner
from hypothesis import given, settings
from hypothesis import strategies as st

from flashcards import clock
from flashcards.collection import opening
from flashcards.collection.pinning import plan
from flashcards.collection.roots import deck_files
from flashcards.deck.pinning import Naming, Pinned, pin
from flashcards.deck.reading import read
from flashcards.deck.splicing import Edit, rewrite
from flashcards.errors import NotWrittenError
from flashcards.files.writing import replace
from flashcards.notes import Note
from flashcards.paths import Place


def pinned(text: str | bytes) -> Pinned:
    """Pin a deck file whose notes are known as id0, id1 and so on, its topics as topic0 ..."""
    data = text.encode() if isinstance(text, str) else text
    deck = read(data, "a.yaml")
    return pin(data, deck, [_naming(number, note) for number, note in enumerate(deck.notes)])


def _naming(number: int, note: Note) -> Naming:
    return Naming(f"id{number}", None if note.topic is None else f"topic{note.topic}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- front: a\n  back: b\n", "- front: a\n  id: id0\n  back: b\n"),
        ("  - front: a\n    back: b", "  - front: a\n    id: id0\n    back: b"),
        ("-\n  front: a\n  back: b\n", "-\n  front: a\n  id: id0\n  back: b\n"),
        ("-   front: a\n    back: b\n", "-   front: a\n    id: id0\n    back: b\n"),
        ("- {front: a, back: b}\n", "- {front: a, id: id0, back: b}\n"),
        ('- {"front":"a","back":"b"}\n', '- {"front":"a", id: id0,"back":"b"}\n'),
        ("- {front: a\n  , back: b}\n", "- {front: a, id: id0\n  , back: b}\n"),
        ("- front: a # c\n  # d\n  back: b\n", "- front: a # c\n  id: id0\n  # d\n  back: b\n"),
        ("- front: 'a\n\n    c'\n  back: b\n", "- front: 'a\n\n    c'\n  id: id0\n  back: b\n"),
        ("- front: a\n    c\n  back: b\n", "- front: a\n    c\n  id: id0\n  back: b\n"),
        ("- front: |\n    a\n\n  back: b\n", "- front: |\n    a\n  id: id0\n\n  back: b\n"),
        ("- front: |+\n    a\n\n  back: b\n", "- front: |+\n    a\n\n  id: id0\n  back: b\n"),
        ("- front: >- # c+\n    a\n  back: b\n", "- front: >- # c+\n    a\n  id: id0\n  back: b\n"),
        ("- cloze: '{{a}} b'\n", "- cloze: '{{a}} b'\n  id: id0\n"),
        ("- cloze: '{{a}} b'", "- cloze: '{{a}} b'\n  id: id0"),
        ("- cloze: |\n    {{a}} b", "- cloze: |\n    {{a}} b\n  id: id0"),
        ("- cloze: |\n    {{a}} b\n\n# end\n", "- cloze: |\n    {{a}} b\n  id: id0\n\n# end\n"),
        ("- ? front\n  : a\n  ? back\n  : b\n", "- ? front\n  : a\n  id: id0\n  ? back\n  : b\n"),
        ("- tags:\n   - a\n  cloze: '{{a}}'\n", "- tags:\n   - a\n  id: id0\n  cloze: '{{a}}'\n"),
        ("- {tags: [a], front: a, back: b}\n", "- {tags: [a], id: id0, front: a, back: b}\n"),
        ("- &x\n  front: a\n  back: b\n", "- &x\n  front: a\n  id: id0\n  back: b\n"),
        ("- &x {front: a, back: b}\n", "- &x {front: a, id: id0, back: b}\n"),
        ("- front: &x a\n  back: *x\n", "- front: &x a\n  id: id0\n  back: *x\n"),
        (
            "- &x\n  front: a\n  back: b\n- <<: *x\n  front: c\n- <<: *x # again\n",
            "- &x\n  front: a\n  id: id0\n  back: b\n"  # noqa: ISC004 - one deck in two lines
            "- <<: *x\n  id: id1\n  front: c\n- <<: *x # again\n  id: id2\n",
        ),
        ("- front: é漢\u0301\n  back: b\n", "- front: é漢\u0301\n  id: id0\n  back: b\n"),
    ],
)  # fmt: skip
def test_the_id_is_the_second_key_and_all_else_stays(before: str, after: str) -> None:
    """Whatever the layout: indentation, braces, blocks, comments, anchors, merges."""
    head = "cards:\n"
    made = pinned(head + before)
    assert made.after.decode() == head + after
    assert [note.id for note in read(made.after, "a.yaml").notes] == [
        f"id{number}" for number in range(made.pinned)
    ]
    assert pinned(made.after).edits == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_line_ends_and_encodings_stay(end: str, encoding: str) -> None:
    """Files of Windows and of old Macs are pinned in their own manner."""
    before = "cards:\n- front: é\n  back: b\n- {front: c, back: d}\n".replace("\n", end)
    after = "cards:\n- front: é\n  id: id0\n  back: b\n- {front: c, id: id1, back: d}\n"
    assert pinned(before.encode(encoding)).after == after.replace("\n", end).encode(encoding)


def test_entries_that_have_no_place_for_an_id_are_counted() -> None:
    """Plain texts, `- Term: text`, what an alias repeats; the topic's id covers its own."""
    made = pinned("""\
cards:
  - &a {front: a, back: b}
  - *a
  - {front: c, back: d, id: own}
topics:
  - question: Q?
    tldr: text
    cheat_sheet:
      - "{{gap}}"
      - Term: rest
      - term: rest
      - {text: "{{gap}} two"}
      - [text: "x: y"]
    red_flags: |
      - a: b
      - c: d
""")
    assert (made.pinned, made.had, made.covered, made.without) == (1, 1, 6, 2)
    assert b'{text: "{{gap}} two", id: id7}' in made.after
    assert b"  - question: Q?\n    id: topic0\n    tldr: text\n" in made.after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- question: Q?\n  tldr: x\n", "- question: Q?\n  id: topic0\n  tldr: x\n"),
        ("  - tldr: x\n    question: Q?", "  - tldr: x\n    id: topic0\n    question: Q?"),
        ("- {question: Q?, tldr: x}\n", "- {question: Q?, id: topic0, tldr: x}\n"),
        (
            "- question: Q? # c\n\n  # d\n  tldr: x\n",
            "- question: Q? # c\n  id: topic0\n\n  # d\n  tldr: x\n",
        ),
        (
            "- question: |\n    Q?\n\n  tldr: x\n",
            "- question: |\n    Q?\n  id: topic0\n\n  tldr: x\n",
        ),
        ("- &t\n  question: Q?\n  tldr: x\n", "- &t\n  question: Q?\n  id: topic0\n  tldr: x\n"),
        (
            "- red_flags:\n  - claim: a\n    instead: b\n  question: Q?\n  tldr: x\n",
            "- red_flags:\n  - claim: a\n    id: id0\n    instead: b\n"  # noqa: ISC004 - one deck in two lines
            "  id: topic0\n  question: Q?\n  tldr: x\n",
        ),
        (
            "- red_flags:\n  - front: a {{b}}\n    back: c\n  question: Q?\n"  # noqa: ISC004 - one deck in two lines
            '  cheat_sheet: ["{{x}}", {text: "{{y}}"}]\n',
            "- red_flags:\n  - front: a {{b}}\n    id: id0\n    back: c\n  id: topic0\n"  # noqa: ISC004 - one deck in two lines
            '  question: Q?\n  cheat_sheet: ["{{x}}", {text: "{{y}}", id: id2}]\n',
        ),
    ],
)  # fmt: skip
def test_a_topic_with_plain_texts_gets_an_id_of_its_own(before: str, after: str) -> None:
    """They have no place for one; all else in the file stays to the byte."""
    made = pinned("topics:\n" + before)
    assert made.after.decode() == "topics:\n" + after
    again = pinned(made.after)
    assert (again.edits, again.without) == ((), 0)


@pytest.mark.parametrize(
    ("deck", "without"),
    [
        ("- question: Q?\n  red_flags: [{claim: a, instead: b}]\n", 0),
        ("- question: Q?\n  id: mine\n  tldr: x\n", 1),
        ("- &t {question: Q?, tldr: x}\n- *t\n", 2),
    ],
)
def test_a_topic_that_needs_no_id_or_has_no_place_gets_none(deck: str, without: int) -> None:
    """Nothing to cover, an id already (which another topic may hold), or one place for two."""
    made = pinned("topics:\n" + deck)
    assert b"topic0" not in made.after
    assert (made.covered, made.copied + made.without) == (0, without)


def test_a_merged_topic_is_no_copy_of_the_id() -> None:
    """What `<<` takes over has an id of its own."""
    made = pinned("topics:\n- &t\n  question: Q?\n  tldr: x\n- <<: *t\n  question: R?\n")
    assert made.after.decode() == (
        "topics:\n- &t\n  question: Q?\n  id: topic0\n  tldr: x\n"
        "- <<: *t\n  id: topic1\n  question: R?\n"
    )


def test_an_id_that_yaml_would_read_otherwise_is_quoted() -> None:
    """An author's own id, taken out of the file and pinned again, is any word."""
    data = b"cards:\n  - {front: a, back: b}\n"
    for name in ("null", "#1", "it's", "*x", "a:b", "~", "-"):
        made = pin(data, read(data, "a.yaml"), [Naming(name)])
        assert [note.id for note in read(made.after, "a.yaml").notes] == [name]


def test_what_would_not_read_as_before_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever went wrong in a splice, the reading after it finds out, and nothing is written."""
    from flashcards.deck import id_places  # noqa: PLC0415 - the room under test, broken on purpose

    monkeypatch.setattr(id_places, "_indent", lambda *_: " ")
    made = pinned("cards:\n  - front: a\n    back: b\n")
    assert (made.pinned, made.refused) == (0, ((2, 5),))
    assert made.after == b"cards:\n  - front: a\n    back: b\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- front: a\n  id:\n  back: b\n", "- front: a\n  id: id0\n  back: b\n"),
        ("- front: a\n  id: \n  back: b\n", "- front: a\n  id: id0 \n  back: b\n"),
        ("- id:\n  front: a\n  back: b\n", "- id: id0\n  front: a\n  back: b\n"),
        ("- front: a\n  back: b\n  id:", "- front: a\n  back: b\n  id: id0"),
        ("- front: a\n  id:  # c\n  back: b\n", "- front: a\n  id: id0  # c\n  back: b\n"),
        ("- front: a\n  id: # c\n  back: b\n", "- front: a\n  id: 'id0' # c\n  back: b\n"),
        ('- front: a\n  id: ""\n  back: b\n', "- front: a\n  id: id0\n  back: b\n"),
        ("- front: a\n  id:   ' '\n  back: b\n", "- front: a\n  id:   id0\n  back: b\n"),
        ("- front: a\n  id: ~ # c\n  back: b\n", "- front: a\n  id: 'id0' # c\n  back: b\n"),
        ("- front: a\n  'id': null\n  back: b\n", "- front: a\n  'id': id0\n  back: b\n"),
        ("- front: a\n  ? id\n  :\n  back: b\n", "- front: a\n  ? id\n  : id0\n  back: b\n"),
        ("- {front: a, id: , back: b}\n", "- {front: a, id: id0 , back: b}\n"),
        ("- {front: a, back: b, id: }\n", "- {front: a, back: b, id: id0 }\n"),
        ("- {front: a, id, back: b}\n", "- {front: a, id: id0, back: b}\n"),
        ('- {"front":"a","id":"","back":"b"}\n', '- {"front":"a","id": id0,"back":"b"}\n'),
    ],
)
def test_an_id_that_stands_empty_is_filled_in(before: str, after: str) -> None:
    """The key that is there gets its value, and no second one is put beside it."""
    made = pinned("cards:\n" + before)
    assert made.after.decode() == "cards:\n" + after
    assert (made.pinned, made.refused) == (1, ())
    assert pinned(made.after).edits == ()


@pytest.mark.parametrize("empty", ["", " ''", " ~"])
def test_the_empty_id_of_a_topic_and_of_an_item_is_filled_in(empty: str) -> None:
    """As that of a card is."""
    text = "topics:\n- question: Q?\n  id:{}\n  tldr: x\n  red_flags:\n  - claim: a\n    id:{}\n"
    text += "    instead: b\n"
    made = pinned(text.format(empty, empty))
    assert made.after.decode() == text.format(" topic0", " id1")


UNSURE = {
    "an empty id with an anchor": "- front: a\n  id: &x\n  back: b\n",
    "an empty text with an anchor": "- front: a\n  id: &x ''\n  back: b\n",
    "an empty id with a tag": "- front: a\n  id: !!str\n  back: b\n",
    "an empty id that repeats another": "- front: a\n  id: *e\n  back: b\n",
    "an empty block": "- front: a\n  id: |\n  back: b\n",
    "a question without its answer": "- front: a\n  ? id\n  back: b\n",
}


@pytest.mark.parametrize("name", UNSURE)
def test_an_entry_that_takes_no_id_keeps_no_other_from_its_own(name: str) -> None:
    """It is left to the byte, its line and column are named, and the rest is pinned."""
    head = "cards:\n- {front: x, back: &e ''}\n" if "*e" in UNSURE[name] else "cards:\n"
    text = head + "- front: c\n  back: d\n" + UNSURE[name] + "- {front: e, back: f}\n"
    deck = read(text.encode(), "a.yaml")
    made = pinned(text)
    places = [(note.line, note.column) for note in deck.notes if note.cards[0].front == "a"]
    assert list(made.refused) == places
    assert UNSURE[name].encode() in made.after
    assert made.pinned == len(deck.notes) - len(places)


def test_where_the_file_would_read_otherwise_only_those_entries_are_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever is wrong with some places, all the others are found and written."""
    from flashcards.deck import id_places  # noqa: PLC0415 - the room under test, broken on purpose

    indent = id_places._indent  # noqa: SLF001 - so that it can go wrong for some
    monkeypatch.setattr(
        id_places, "_indent", lambda source, key: indent(source, key) + " " * (key.line % 30 == 1)
    )
    made = pinned("cards:\n" + "- front: a\n  back: b\n- front: c\n  back: d\n" * 25)
    assert made.refused == ((2, 3), (32, 3), (62, 3), (92, 3))
    assert made.pinned == 46


WORDS = st.sampled_from(
    ["a", "it's", "x: y", "# no", "$a_b$", "é漢", "- b", "{{g}}", "*x*", "a, b"]
)


@st.composite
def scalars(draw: st.DrawFn, indent: int) -> str:
    """Give a text in one of YAML's styles, for a key whose entry is indented so."""
    text = " ".join(draw(st.lists(WORDS, min_size=1, max_size=3)))
    inner = "\n" + " " * (indent + draw(st.integers(1, 3)))
    double = text.replace("\\", "\\\\").replace('"', '\\"')
    return draw(
        st.sampled_from(
            [
                "'" + text.replace("'", "''") + "'",
                '"' + double + '"',
                f"|{inner}{text}{inner}{text}",
                f">-{inner}{text}{inner}{inner}{text}",
                f"|+{inner}{text}\n",
                f"plain{inner}goes on",
                "plain",
            ]
        )
    )


@st.composite
def entries(draw: st.DrawFn, keys: tuple[str, ...], indent: int) -> str:
    """Give one entry as a map with these keys, in one of its layouts."""
    if draw(st.booleans()):
        texts = [draw(WORDS).replace("'", "''") for _ in keys]
        pairs = ", ".join(f"{key}: '{text}'" for key, text in zip(keys, texts, strict=True))
        return " " * indent + f"- {{{pairs}}}" + draw(st.sampled_from(["", "  # c"]))
    gap = " " * draw(st.integers(1, 3))
    column = indent + 1 + len(gap)
    lines = [f"{key}: {draw(scalars(column))}" for key in draw(st.permutations(keys))]
    between = draw(st.sampled_from(["\n", "\n\n", f"\n{' ' * column}# c\n", "\n# c\n"]))
    own_line = draw(st.sampled_from(["", "\n" + " " * column]))
    first = f"-{own_line}" if own_line else f"-{gap}"
    return " " * indent + first + (between + " " * column).join(lines)


@st.composite
def decks(draw: st.DrawFn) -> str:
    """Give a deck file with cards and a topic, in every layout YAML knows."""
    indent = draw(st.integers(0, 4))
    sides = st.sampled_from([("front", "back"), ("front", "back", "extra"), ("cloze",)])
    cards = [draw(entries(draw(sides), indent)) for _ in range(draw(st.integers(1, 4)))]
    text = "# head\ncards:\n" + "\n".join(cards) + "\n"
    topics = [draw(topic(indent)) for _ in range(draw(st.integers(0, 2)))]
    text += "topics:\n" + "\n".join(topics) + "\n" if topics else ""
    text = text if draw(st.booleans()) else text.rstrip("\n")
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n", "\r"])))


@st.composite
def topic(draw: st.DrawFn, indent: int) -> str:
    """Give a topic with plain texts and maps, its keys in any order and any layout."""
    keys = draw(st.sampled_from([("question", "tldr"), ("question", "title", "tldr")]))
    if draw(st.booleans()):
        return draw(entries(keys, indent))
    inner = indent + 2
    flags = [draw(entries(("claim", "instead"), inner)) for _ in range(draw(st.integers(1, 2)))]
    pairs = [f"{key}: {draw(scalars(inner))}" for key in keys]
    pairs.append("red_flags:\n" + "\n".join(flags))
    pairs.append(draw(st.sampled_from(["cheat_sheet: ['{{g}}', 'a: b']", "quick_scan: [a, b]"])))
    between = draw(st.sampled_from(["\n", "\n\n", "\n# c\n"]))
    return " " * indent + "- " + (between + " " * inner).join(draw(st.permutations(pairs)))


def without_ids(text: str) -> str:
    """Take the ids of `pinned` out again."""
    text = re.sub(r"(?<=[\r\n]) *id: (?:id|topic)\d+(?:\r\n|\r|\n)", "", text)
    text = re.sub(r"(?:\r\n|\r|\n) *id: (?:id|topic)\d+\Z", "", text)
    return re.sub(r", id: (?:id|topic)\d+", "", text)


@settings(max_examples=150)
@given(decks())
def test_pinning_changes_nothing_but_the_ids(text: str) -> None:
    """Take the ids out again, and the file is what it was; pin it again, and nothing happens."""
    deck = read(text.encode(), "a.yaml")
    made = pinned(text)
    assert not made.refused
    assert made.pinned + made.covered + made.copied + made.without == len(deck.notes)
    assert without_ids(made.after.decode()) == text
    again = read(made.after, "a.yaml")
    assert [note.cards for note in again.notes] == [note.cards for note in deck.notes]
    assert pinned(made.after).edits == ()


STARTER = sorted((Path(__file__).parent.parent / "decks").glob("*.yaml"))


@pytest.mark.parametrize("path", STARTER, ids=lambda path: path.stem)
def test_the_starter_decks_can_be_pinned(path: Path) -> None:
    """Real decks, every item of theirs a map or counted."""
    before = path.read_bytes()
    made = pinned(before)
    assert without_ids(made.after.decode()).encode() == before
    assert made.pinned > 5


def test_a_file_edited_after_it_was_read_is_not_pinned(learner: Learner) -> None:
    """Its cards are not those the collection knows; the next run reads them first."""
    path = learner.write(DECK)
    place = Place(str(learner.home), "", (str(learner.decks),), "test")
    with opening.opened(place, clock.now()) as collection:
        (file,) = deck_files(collection.roots).files.values()
        assert plan(collection, file).pinned.pinned == 4
        path.write_text(DECK + "      - claim: x\n        instead: y\n", encoding="utf-8")
        with pytest.raises(NotWrittenError, match="changed while it was read"):
            plan(collection, file)


def test_bytes_that_are_no_text_are_not_written_again() -> None:
    """What did not decode would come out as something else."""
    assert rewrite(b"cards: \xff", [Edit(0, 0, "x")]) is None


# Writing


def test_the_file_keeps_its_mode_and_a_link_stays_one(tmp_path: Path) -> None:
    """What is replaced is the file a link leads to."""
    real = tmp_path / "real.yaml"
    real.write_bytes(b"one")
    real.chmod(0o640)
    link = tmp_path / "link.yaml"
    link.symlink_to("real.yaml")
    replace(str(link), b"one", b"two")
    assert link.is_symlink()
    assert real.read_bytes() == b"two"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["link.yaml", "real.yaml"]


def test_what_somebody_else_wrote_meanwhile_is_not_lost(tmp_path: Path) -> None:
    """The file no longer holds what was read: it is left alone, and that is said."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"theirs")
    with pytest.raises(NotWrittenError, match="changed in the meantime"):
        replace(str(path), b"one", b"two")
    assert path.read_bytes() == b"theirs"
    assert os.listdir(tmp_path) == ["a.yaml"]


def test_a_read_only_file_gets_a_sentence(learner: Learner) -> None:
    """It is left as it is, the others are pinned, and the exit code tells."""
    closed = learner.write("cards:\n  - {front: a, back: b}\n", "closed.yaml")
    open_file = learner.write("cards:\n  - {front: c, back: d}\n", "open.yaml")
    closed.chmod(0o444)
    result = learner.run("pin")
    assert result.code == 1
    assert "closed.yaml was not written: it is read-only." in result.err
    assert "id" not in closed.read_text(encoding="utf-8")
    assert "id" in open_file.read_text(encoding="utf-8")


def test_a_failing_disk_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the system refuses, the file is whole and nothing lies beside it."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"one")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(NotWrittenError, match="the disk is full"):
        replace(str(path), b"one", b"two")
    assert path.read_bytes() == b"one"
    assert os.listdir(tmp_path) == ["a.yaml"]


# The command

DECK = """\
deck: Systems
cards:
  - front: What does a page fault do?
    back: It traps into the kernel.
  - front: Big-endian
    back: Most significant byte first.
    reverse: true
  - cloze: A {{minor}} fault needs no {{disk}}, a {{major}} one does.
topics:
  - question: Why divide by the square root of d_k?
    tldr: It keeps the variance at one.
    red_flags:
      - claim: It saves memory.
        instead: It rescales.
"""


def identity_of(learner: Learner) -> list[tuple[object, ...]]:
    """Give who each card is and what it remembers."""
    fields = ("id", "kind", "front", "state", "due_day", "stability", "reps", "orphan")
    cards = [*learner.cards(), *learner.cards("is:orphan")]
    return [tuple(card[field] for field in fields) for card in cards]


def test_pinning_changes_nobodys_identity(learner: Learner) -> None:
    """Uids and histories are the same after it, edits before it included."""
    path = learner.write(DECK)
    learner.answer("4444")
    path.write_text(
        DECK.replace("It traps into", "Traps into").replace("A {{minor}} fault", "A fault"),
        encoding="utf-8",
    )
    learner.at("2026-12-03T09:00:00+00:00")
    learner.answer("44")
    before = identity_of(learner)
    result = learner.run("pin")
    assert result.code == 0
    assert result.out.endswith("deck.yaml: 4 pinned, 1 covered by their topic's id.\n")
    assert identity_of(learner) == before
    again = learner.run("pin").out
    assert again.endswith("deck.yaml: 0 pinned, 4 had an id, 1 covered by their topic's id.\n")


def test_a_pinned_card_keeps_its_history_whatever_is_rewritten(learner: Learner) -> None:
    """The id in the file wins over every text."""
    path = learner.write(DECK)
    learner.answer("4")
    (reviewed,) = [card for card in learner.cards() if card["reps"]]
    learner.run("pin")
    text = path.read_text(encoding="utf-8")
    text = text.replace(reviewed["front"], "Quite another matter").replace(
        reviewed["back"], "With another answer"
    )
    path.write_text(text, encoding="utf-8")
    assert learner.card("Quite another matter")["id"] == reviewed["id"]


def test_two_people_who_pin_the_same_cards_agree(two: tuple[Learner, Learner]) -> None:
    """Git merges the two without a conflict."""
    texts = []
    for learner in two:
        path = learner.write(DECK)
        learner.run("pin")
        texts.append(path.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]


def test_who_reads_a_pinned_deck_has_the_same_cards(two: tuple[Learner, Learner]) -> None:
    """Someone new to the file, and someone who met the cards in other words, keep in step."""
    one, other = two
    path = one.write(DECK)
    one.answer("4")
    path.write_text(DECK.replace("What does a page fault do?", "What does a page fault cause?"))
    one.run("pin")
    # The other meets the cards in today's words first, and answers some; then comes the pull.
    other.write(DECK.replace("What does a page fault do?", "What does a page fault cause?"))
    other.answer("4444")
    before = identity_of(other)
    other.write(path.read_text(encoding="utf-8"))
    assert identity_of(other) == before
    assert "4 had an id" in other.run("pin").out
    assert other.write(path.read_text(encoding="utf-8")).read_bytes() == path.read_bytes()


def test_a_dry_run_prints_the_diff_and_writes_nothing(learner: Learner) -> None:
    """The counts go to stderr, so that the diff can be piped."""
    path = learner.write(DECK)
    result = learner.run("pin", "--dry-run")
    assert path.read_text(encoding="utf-8") == DECK
    added = [line for line in result.out.splitlines() if line.startswith("+")]
    assert len(added) == 1 + 4 + 1
    assert all("id: " in line for line in added[1:])
    assert "4 to pin" in result.err


def test_a_file_outside_the_collection_can_be_pinned(learner: Learner, tmp_path: Path) -> None:
    """It is read beside the decks, so that a card cut here and pasted there keeps its id."""
    path = learner.write(DECK)
    learner.answer("4")
    before = {card["front"]: card["id"] for card in learner.cards()}
    outside = tmp_path / "elsewhere.yaml"
    path.rename(outside)
    learner.write("cards: [{front: x, back: y}]\n")
    assert learner.run("pin", str(outside)).code == 0
    text = outside.read_text(encoding="utf-8")
    assert before["What does a page fault do?"] in text


def test_a_starter_deck_is_not_written_to(learner: Learner) -> None:
    """The files that came with the program are not the learner's."""
    result = learner.run_bare("--home", str(learner.home), "pin", str(STARTER[0]))
    assert result.code == 1
    assert "belongs to the starter collection" in result.err
    assert "id: jee" not in STARTER[0].read_text(encoding="utf-8")


@pytest.mark.posix
def test_what_cannot_be_read_is_left_alone(learner: Learner) -> None:
    """A file that is no YAML, a pipe, a dangling link: a sentence each, and never a hang."""
    broken = learner.write("cards: [\n", "broken.yaml")
    os.mkfifo(learner.decks / "pipe.yaml")
    (learner.decks / "link.yaml").symlink_to("nowhere.yaml")
    good = learner.write(DECK)
    result = learner.run("pin")
    assert result.code == 1
    for name in ("broken", "pipe", "link"):
        assert f"{name}.yaml cannot be read" in result.err
    assert broken.read_text(encoding="utf-8") == "cards: [\n"
    assert "id: " in good.read_text(encoding="utf-8")
    with pytest.raises(NotWrittenError, match="no regular file"):
        replace(str(learner.decks / "pipe.yaml"), b"", b"")


def test_a_faulty_entry_is_left_alone_and_the_rest_is_pinned(learner: Learner) -> None:
    """What makes no card gets no id."""
    path = learner.write("cards:\n  - {front: a, back: b}\n  - {front: c}\n")
    assert learner.run("pin").code == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert "id:" in lines[1]
    assert lines[2] == "  - {front: c}"


def test_an_entry_that_takes_no_id_is_named_by_its_line(learner: Learner) -> None:
    """The rest of the file is pinned, and the exit code tells that not all is."""
    text = "cards:\n  - front: a\n    id: &x\n    back: b\n  - front: c\n    id:\n    back: d\n"
    path = learner.write(text)
    dry = learner.run("pin", "--dry-run")
    assert path.read_text(encoding="utf-8") == text
    result = learner.run("pin")
    for ran in (dry, result):
        assert ran.code == 1
        assert "deck.yaml:2:5: this entry got no id" in ran.err
    assert "1 pinned" in result.out
    assert path.read_text(encoding="utf-8").startswith(text[:47])
    assert len(learner.cards()) == 2


def test_equal_questions_keep_their_histories_apart(two: tuple[Learner, Learner]) -> None:
    """Born in another order elsewhere, two cards with one question go by each other's ids."""
    bank = "  - front: Translate bank\n    back: {}\n"
    first, second = bank.format("die Bank"), bank.format("das Ufer")
    one, other = two
    one.write("deck: D\ncards:\n" + second)
    one.run("due")
    path = one.write("deck: D\ncards:\n" + first + second)
    one.run("pin")
    other.write("deck: D\ncards:\n" + first + second)
    other.answer("4")
    before = {card["back"]: (card["id"], card["reps"]) for card in other.cards()}
    assert sorted(reps for _, reps in before.values()) == [0, 1]
    pulled = other.write(path.read_text(encoding="utf-8"))
    assert {card["back"]: (card["id"], card["reps"]) for card in other.cards()} == before
    assert "no faults" in other.run("check").out
    # From now on each id leads to the card that it stands on, whatever is rewritten.
    pulled.write_text(pulled.read_text(encoding="utf-8").replace("das Ufer", "der Rand"))
    after = {card["back"]: (card["id"], card["reps"]) for card in other.cards()}
    assert after["der Rand"] == before["das Ufer"]
