"""From other people's YAML and JSON to a deck, and the promise that written texts read back."""

import json
from pathlib import Path

import pytest
from conftest import Learner, Result
from hypothesis import given
from hypothesis import strategies as st

from flashcards.deck import media, reading
from flashcards.deck.scalars import canonical
from flashcards.importing import decks, output
from flashcards.importing.decks import Gathered
from flashcards.importing.drafts import CardDraft, Place


def run(learner: Learner, tmp_path: Path, text: str, *words: str, name: str = "old.yaml") -> Result:
    """Import a YAML or JSON file."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return learner.run_bare("import", str(path), *words)


def cards(result: Result) -> list[tuple[str, str]]:
    """Give front and back of each card of the printed deck."""
    assert result.code == 0, result.err
    deck = reading.read(result.out.encode(), "deck.yaml")
    return [(card.front, card.back) for note in deck.notes for card in note.cards]


@pytest.mark.parametrize(
    "text",
    [
        "- front: one\n  back: b\n- {Question: two, ANSWER: d}\n",
        "Flashcards:\n  - Q: one\n    A: b\n  - term: two\n    definition: d\n",
        "notes: [{recto: one, verso: b}, {recto: two, verso: d}]\n",
        "data:\n  - [one, b]\n  - [two, d]\n",
        "one: b\ntwo: d\n",
        "- one: b\n- two: d\n",
        "front: one\nback: b\n---\nfront: two\nback: d\n",
        "title: T\n---\n- {front: one, back: b}\n---\n- {front: two, back: d}\n",
        "one: {definition: b}\ntwo: {answer: d}\n",
    ],
)
def test_cards_are_found_in_every_usual_shape(learner: Learner, tmp_path: Path, text: str) -> None:
    """Under a key, in a bare list, as a map of terms, in several documents; names in any case."""
    assert cards(run(learner, tmp_path, text)) == [("one", "b"), ("two", "d")]


def test_texts_stay_what_was_written(learner: Learner, tmp_path: Path) -> None:
    """`no`, `1.10` and dates are texts; a list of texts becomes bullets."""
    text = (
        "- {front: no, back: 1.10}\n- {front: 12:30, back: 2024-01-02}\n"
        "- {front: c, back: [d, e]}\n"
    )
    assert cards(run(learner, tmp_path, text)) == [
        ("no", "1.10"),
        ("12:30", "2024-01-02"),
        ("c", "- d\n- e"),
    ]


def test_names_of_fields_can_be_given(learner: Learner, tmp_path: Path) -> None:
    """When no known name fits."""
    text = "- {vraag: a, antwoord: b}\n"
    result = run(learner, tmp_path, text)
    assert result.code == 1
    assert "its keys are vraag, antwoord" in result.err
    result = run(learner, tmp_path, text, "--map", "front=Vraag,back=antwoord")
    assert cards(result) == [("a", "b")]


def test_deck_names_tags_and_ids_come_along(learner: Learner, tmp_path: Path) -> None:
    """Decks within one file become tags below what they share; a guid is the id."""
    text = (
        "decks:\n  - name: Sys::Memory\n    tags: [os]\n    cards:\n"
        "      - {front: a, back: b, guid: x1, tags: [hard one]}\n"
        "  - name: Sys::Disks\n    cards: [{front: c, back: d, guid: x1}]\n"
    )
    result = run(learner, tmp_path, text)
    deck = reading.read(result.out.encode(), "deck.yaml")
    assert deck.name == "Sys"
    assert [note.tags for note in deck.notes] == [("Memory", "os", "hard_one"), ("Disks",)]
    assert [note.id for note in deck.notes] == ["x1", None]


def test_marks_of_other_programs_are_put_as_decks_have_them(
    learner: Learner, tmp_path: Path
) -> None:
    """Maths in brackets becomes maths in dollars, an image a Markdown image."""
    text = (
        "- front: 'Root of [$] x^2 [/$]?'\n"
        "  back: |\n    [$$]\\sqrt{x^2}[/$$]\n    [[image:a.png]]\n"
    )
    out = run(learner, tmp_path, text).out
    assert "Root of $x^2$?" in out
    assert "$$\\sqrt{x^2}$$\n" in out
    assert "![](a.png)\n" in out


def test_json_is_read_with_what_only_json_allows(learner: Learner, tmp_path: Path) -> None:
    """Pairs of surrogates, tabs and numbers; a card keeps the place it stood at."""
    text = '[\n\t{"front": "\\ud83d\\ude00 \\/", "back": 1.50},\n\t{"front": "b"}\n]'
    result = run(learner, tmp_path, text, name="old.json")
    assert cards(result) == [("\U0001f600 /", "1.50")]
    plain = json.dumps([{"front": "a", "back": "b"}, {"front": "c", "back": ""}], indent=1)
    assert "old.json:6:2: the back is empty." in run(learner, tmp_path, plain, name="old.json").err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- {front: a, back: b, level: 3}\n", "1:23: key \u201clevel\u201d."),
        ("- {front: a, back: b}\n- lone\n", "2:3: this entry is a single text"),
        (
            "- {front: a, back: b}\n- front: What is C #?\n  back: x\n",
            "2:10: everything after ` #`",
        ),
        ('- {front: a, back: b}\n- front: "\\frac"\n  back: x\n', "2:10: in double quotes `\\f`"),
        ("- {front: a, back: b}\n- {front: c, back: {d: e}}\n", "2:20: the back of this entry"),
    ],
)
def test_what_is_not_taken_over_is_named(
    learner: Learner, tmp_path: Path, text: str, said: str
) -> None:
    """With its place, also where YAML itself lost a part of the text."""
    result = run(learner, tmp_path, text)
    assert cards(result) == [("a", "b")]
    assert f"old.yaml:{said}" in result.err


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("cards: [\n", "2:1"),
        ("- front: a: b\n", "1:11"),
        ("a: b\n---\nc: d\n---\ne: [\n", "6:1"),
        ('{"a": tru\n', ""),
        ("topics:\n  - question: a?\n", ""),
        ("lone\n", ""),
        ("[" * 200_000, ""),
        ("a: &a [" + "x, " * 2000 + "]\nb: [" + "*a, " * 2000 + "]\n", ""),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(
    learner: Learner, tmp_path: Path, text: str, place: str
) -> None:
    """Broken and hostile files, and decks of this program, give a sentence each."""
    result = run(learner, tmp_path, text)
    assert (result.code, result.out) == (1, "")
    assert f"old.yaml:{place}" in result.err if place else "flashcards: " in result.err


def test_a_file_that_is_too_large_is_refused(learner: Learner, tmp_path: Path) -> None:
    """Before anything is read of it."""
    result = run(learner, tmp_path, "- {front: a, back: b}\n" * 500_000)
    assert result.code == 1
    assert "larger than 10 MB" in result.err


def test_several_files_of_all_kinds_make_one_deck(learner: Learner, tmp_path: Path) -> None:
    """What stands in two of them is taken once; one that cannot be read stops it all."""
    for name, text in (("a.md", "t::u\n"), ("b.csv", "t,u\nr,b\n"), ("c.yaml", "s: c\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [str(tmp_path / name) for name in ("a.md", "b.csv", "c.yaml")]
    result = learner.run_bare("import", *files, "--deck", "All", "--tags", "old,mixed")
    assert cards(result) == [("t", "u"), ("r", "b"), ("s", "c")]
    assert "deck: All\ntags: [old, mixed]\n" in result.out
    assert "Twice or there already, and not taken over: 1." in result.err
    out = str(tmp_path / "d.yaml")
    assert learner.run_bare("import", *files, str(tmp_path / "gone.md"), "-o", out).code == 1
    assert not Path(out).exists()


def test_the_schema_is_named_where_there_is_one(learner: Learner, tmp_path: Path) -> None:
    """Editors then check and complete what is written."""
    (tmp_path / "deck.schema.json").write_text("{}")
    run(learner, tmp_path, "a: b\n", "-o", str(tmp_path / "d.yaml"))
    first = (tmp_path / "d.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=deck.schema.json"


_NASTY = st.sampled_from(
    [
        *":'\"-?{}[]\\$|>&*!%@`~=.,0 \n\t\u00e9\u00a0\u0085\u2028\ufeff\ufffe\x00\x1b\U0001f600",
        *(": ", " #", "- ", "::", "{{", "---", "\n  ", "  ", "no", "todo", "null", "1e3"),
    ]
)
_TEXTS = (
    st.lists(_NASTY | st.text(max_size=5), min_size=1, max_size=12)
    .map("".join)
    .filter(lambda text: canonical(text).strip() and not list(media.references(text)))
)
_HERE = Place("x", 1)


@given(st.lists(st.tuples(_TEXTS, _TEXTS, _TEXTS), min_size=1, max_size=4), _TEXTS)
def test_whatever_the_texts_they_read_back_the_same(
    written: list[tuple[str, str, str]], name: str
) -> None:
    """Fronts, backs, extras and the deck's name, in a deck that has no fault."""
    drafts = tuple(CardDraft(_HERE, front=f"{f}x", back=f"x{b}", extra=e) for f, b, e in written)
    text = decks.document(Gathered(name, (), drafts), ["# Imported."])
    deck = reading.read(text.encode(), "deck.yaml")
    assert not [problem for problem in deck.problems if problem.severity == "error"], text
    read = [(note.cards[0].front, note.cards[0].back, note.extra) for note in deck.notes]
    assert read == [(canonical(d.front), canonical(d.back), canonical(d.extra)) for d in drafts]


@given(
    st.lists(st.tuples(_TEXTS, _TEXTS), min_size=1, max_size=3),
    st.lists(st.tuples(_TEXTS, _TEXTS), min_size=1, max_size=3),
    st.sampled_from(["\n", "\r\n"]),
)
def test_appending_changes_no_byte_above_and_adds_nothing_twice(
    first: list[tuple[str, str]], second: list[tuple[str, str]], ending: str
) -> None:
    """Whatever stands in the deck, and whatever comes to it."""
    old = tuple(CardDraft(_HERE, front=f"{f}x", back=f"x{b}") for f, b in first)
    new = Gathered("D", (), tuple(CardDraft(_HERE, front=f"{f}y", back=f"y{b}") for f, b in second))
    before = decks.document(Gathered("D", (), old), []).replace("\n", ending).encode()
    deck = reading.read(before, "deck.yaml")
    fresh = decks.news(new, deck)
    after = output.content(output.Target("deck.yaml", before, deck), fresh, ()).after
    assert after.startswith(before)
    whole = reading.read(after, "deck.yaml")
    assert whole.notes[: len(old)] == deck.notes
    assert len(whole.notes) == len(old) + len(fresh.cards)
    assert decks.news(new, whole).is_empty


def test_two_keys_for_one_field_lose_nothing(learner: Learner, tmp_path: Path) -> None:
    """What opens after the answer comes together; a second answer is named."""
    path = tmp_path / "cards.yaml"
    path.write_text(
        "- front: f\n  back: b\n  hint: HH\n  explanation: EE\n  answer: AA\n", encoding="utf-8"
    )
    result = learner.run_bare("import", str(path))
    (note,) = reading.read(result.out.encode(), "deck.yaml").notes
    assert (note.cards[0].back, note.extra) == ("b", "HH\n\nEE")
    assert "cards.yaml:5:11: a second back of this entry: “AA”" in result.err
