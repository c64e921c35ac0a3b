"""Card templates of a real Anki: what its cards ask and answer is what the entries here do."""

import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from anki_desktop import Desktop
from conftest import Learner
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_move_in import PIXEL, Mover

from flashcards.importing import sides as importing_sides
from flashcards.importing import templates
from flashcards.importing.templates import Part, Piece
from flashcards.notes import Note

FRONT = "{{FrontSide}}<hr id=answer>"


@pytest.fixture
def mover(learner: Learner, tmp_path: Path) -> Iterator[Mover]:
    """Give a learner without decks, and an Anki."""
    desk = Desktop(tmp_path / "anki")
    yield Mover(learner, desk, tmp_path)
    desk.close()


def note_type(
    desk: Desktop, name: str, fields: str, *cards: tuple[str, str], cloze: bool = False
) -> None:
    """Add a note type with these fields, and a question and an answer for each card."""
    models = desk.col.models
    made: dict[str, Any] = models.new(name)
    made["type"] = int(cloze)
    for field in fields.split():
        models.add_field(made, models.new_field(field))
    for number, (asks, tells) in enumerate(cards, start=1):
        template = models.new_template(f"Card {number}")
        template["qfmt"], template["afmt"] = asks, tells
        models.add_template(made, template)
    models.add(made)


def moved(
    mover: Mover, fields: str, card: tuple[str, str], *values: str, cloze: bool = False
) -> Note:
    """Move a note of a type with one template in, and give what it became."""
    note_type(mover.desk, "Own", fields, card, cloze=cloze)
    mover.desk.add("Own", 1, *values)
    mover.move()
    (note,) = mover.notes("default.yaml")
    return note


def sides(note: Note) -> tuple[str, str, str]:
    """Give question, answer and what is shown beside it."""
    return note.cards[0].front, note.cards[0].back, note.extra


# -- Filters


def test_readings_are_shown_as_in_anki(mover: Mover) -> None:
    """A word is asked without its reading, the reading alone, and both where both are shown."""
    note_type(
        mover.desk,
        "Japanese",
        "Expression Meaning Reading",
        ("{{kanji:Reading}}", f"{FRONT}{{{{kana:Reading}}}}"),
        ("{{Meaning}}", f"{FRONT}{{{{furigana:Reading}}}}<br>{{{{Expression}}}}"),
    )
    mover.desk.add("Japanese", 1, "食べる", "to eat", "食[た]べる")
    mover.desk.add("Japanese", 1, "日本語", "Japanese", "日本[にほん] 語[ご]")
    mover.move()
    found = [sides(note)[:2] for note in mover.notes("default.yaml")]
    assert found == [
        ("食べる", "たべる"),
        ("to eat", "食(た)べる\\\n食べる"),
        ("日本語", "にほんご"),
        ("Japanese", "日本(にほん)語(ご)\\\n日本語"),
    ]


READINGS = (
    "食[た]べ物[もの] と 飲[の]み 物[もの]",
    "<b>漢[かん]</b>字[じ]",
    "大[おお]&nbsp;人[ひと]",
    "聞[き]く 音[sound:a.mp3] 木[き]",
    "a[b] c [d]",
    "[x] y[]",
)


@pytest.mark.parametrize("text", READINGS)
def test_each_reading_is_the_one_anki_shows(tmp_path: Path, text: str) -> None:
    """Blanks before words go, sounds stay, and a word reaches back to the blank before it."""
    desk = Desktop(tmp_path / "anki")
    note_type(desk, "Readings", "A", ("{{kanji:A}}|{{kana:A}}", "x"))
    card = desk.add("Readings", 1, text).cards()[0]
    theirs = plain(re.sub(r"\[anki:play:q:\d+\]", "", desk.question(card)))
    parts = templates.parsed("{{kanji:A}}|{{kana:A}}", ("A",), lambda _: True)
    pieces = templates.filled(parts, templates.Values({"A": text}, {}))
    desk.close()
    ours = plain("".join(piece.html for piece in pieces).replace("[sound:a.mp3]", ""))
    assert ours == theirs


def plain(html: str) -> str:
    """Give the words of HTML."""
    html = re.sub(r"<style>.*?</style>|<!--.*?-->", "", html, flags=re.DOTALL)
    return unescape(re.sub(r"<[^<>]*>", "", html)).replace("\xa0", " ")


def test_filters_one_in_another(mover: Mover) -> None:
    """The one nearest to the field comes first; `text` takes stress away."""
    asked = "{{text:kanji:A}} {{text:B}}", f"{FRONT}{{{{kana:A}}}}"
    note = moved(mover, "A B", asked, "<b>食[た]</b>べる", "<i>x</i> &lt; y")
    assert sides(note)[:2] == ("食べる x < y", "**た**べる")


def test_a_filter_of_an_add_on_is_named(mover: Mover) -> None:
    """Without the add-on the field stands as it is, there and here."""
    note_type(mover.desk, "Own", "A B", ("{{edit:A}}", f"{FRONT}{{{{edit:B}}}}"))
    mover.desk.add("Own", 1, "a", "b")
    said = mover.move()
    assert "notes of “Own”: fields without the filter “edit”, which is an add-on's: 1\n" in said
    assert sides(mover.notes("default.yaml")[0])[:2] == ("a", "b")


def test_other_signs_for_fields(mover: Mover) -> None:
    """A template may begin by saying that its fields stand in `<% %>`; braces are braces then."""
    other = "{{=<% %>=}}"
    card = f"{other}<%#A%><%A%><%/A%> {{B}}", f"{other}<%FrontSide%><hr id=answer><%B%>"
    assert sides(moved(mover, "A B", card, "a", "b"))[:2] == ("a {B}", "b")


def test_what_is_typed_is_all_of_the_answer(mover: Mover) -> None:
    """So that it can be compared; what else the answer shows is beside it, as is a hint."""
    card = "{{A}} {{hint:C}}<br>{{type:B}}", f"{FRONT}{{{{type:B}}}}<br>{{{{D}}}}"
    note = moved(mover, "A B C D", card, "question", "answer", "hint", "more")
    assert note.typed
    assert sides(note) == ("question", "answer", "more\\\nhint")


FIELDS = ("A", "B", "C")
TEXTS = ("", "a", "<br>", "<div></div>", " \n", "日[に] <b>本[ほん]</b>", "&nbsp;", "x &lt; y", "0")
SHOWN = ("A", " B ", "text:B", "kanji:C", "kana:C", "kanji:text:C", "foo:A", "Tags", "Type", "Card")
AROUND = ("word", "<b>x</b>", "<br>", "&amp;", "<!-- {{A}} -->", "|", "} y", "<", "w<hr>")


def parts_of(*inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Give parts of templates one after the other."""
    return st.lists(st.one_of(*inside), min_size=1, max_size=4).map("".join)


def conditional(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Give a part that a condition shows, and others around it."""
    names, kinds = st.sampled_from((*FIELDS, "Tags")), st.sampled_from("#^")
    asked = st.builds("{{{{{1}{0}}}}}{2}{{{{/{0}}}}}".format, names, kinds, inside)
    return parts_of(asked, inside)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    """Give an Anki with one note type of three fields."""
    found = Desktop(tmp_path_factory.mktemp("law"))
    note_type(found, "Law", " ".join(FIELDS), ("{{A}}", "x"))
    yield found
    found.close()


@given(
    question=st.recursive(
        parts_of(st.sampled_from(SHOWN).map("{{{{{}}}}}".format), st.sampled_from(AROUND)),
        conditional,
        max_leaves=6,
    ),
    texts=st.tuples(*[st.sampled_from(TEXTS)] * 3),
    tags=st.sampled_from([[], ["t", "u"]]),
    other=st.booleans(),
)
@settings(max_examples=150)
def test_a_template_says_what_it_says_in_anki(
    desk: Desktop, question: str, texts: tuple[str, ...], tags: list[str], *, other: bool
) -> None:
    """Fields, filters and conditions in each other, and both kinds of signs for them."""
    if other:
        question = "{{=<% %>=}}" + question.replace("{{", "<%").replace("}}", "%>")
    kind = desk.note_type("Law")
    note = desk.col.new_note(kind)
    note.fields[:], note.tags = texts, tags
    template = {**kind["tmpls"][0], "qfmt": question}
    theirs = note.ephemeral_card(0, custom_note_type=kind, custom_template=template).question()
    theirs = theirs.partition("<div>The front of this card is blank.")[0]
    special = {"Tags": " ".join(tags), "Type": "Law", "Card": "Card 1"}
    parts = templates.parsed(question, FIELDS, lambda _: True)
    assume(not parts.decorations)
    pieces = templates.filled(
        parts, templates.Values(dict(zip(FIELDS, texts, strict=True)), special)
    )
    ours = plain("".join(piece.html for piece in pieces))
    # Without blanks, for where `text` takes a line's end away it leaves one here.
    assert "".join(ours.split()) == "".join(plain(theirs).split())


def test_labels_of_what_is_hidden_go_along(mover: Mover) -> None:
    """Where the question waits for a click, a voice or a key, nothing is left to introduce it."""
    card = (
        "{{A}}<br>Hint: {{hint:C}}<div>Hear:{{tts en_US:A}}</div><p>Type it: {{type:B}}</p>",
        f"{FRONT}{{{{type:B}}}}",
    )
    assert sides(moved(mover, "A B C D", card, "a", "b", "c")) == ("a", "b", "c")


# -- What an answer repeats

REPEATING = {
    "the whole question": ("Q: {{A}}", "Q: {{A}}<br>A: {{B}}", ("Q: a", "A: b")),
    "the question with a label": ("{{A}}", "<b>Question:</b> {{A}}<br>{{B}}", ("a", "b")),
    "the question in another dress": (
        "<div class=q>{{A}}</div>",
        "<div class=small><i>{{A}}</i></div><hr>{{B}}",
        ("a", "b"),
    ),
    "a line across": ("{{A}}", "{{FrontSide}}<hr>{{B}}<hr>{{D}}", ("a", "b")),
    "a title": ("<h2>{{C}}</h2>{{A}}", "<h2>{{C}}</h2>{{B}}", ("## c\n\na", "b")),
    "within a sentence": ("{{A}}", "{{A}} is {{B}}", ("a", "a is b")),
    "in another order": ("{{A}} or {{B}}?", "{{B}} after {{A}}", ("a or b?", "b after a")),
    "something new above the line": (
        "{{A}}",
        "{{A}} /{{C}}/<hr id=answer>{{B}}",
        ("a", "a /c/\n\n---\n\nb"),
    ),
    "the question below a label": (
        "{{A}}",
        "<div>Front:</div>{{A}}<hr><div>Back:</div>{{B}}",
        ("a", "Back:\\\nb"),
    ),
    "a place where it begins": (
        "{{A}}",
        "<p>What is {{A}}?</p><div id='answer'>{{B}}</div>",
        ("a", "b"),
    ),
    "the question above the line": (
        "<p>{{A}}</p>",
        "<b>Q</b> {{A}}<hr id=answer>{{B}}",
        ("a", "b"),
    ),
    "a list": ("<ul><li>{{A}}</ul>", "<ul><li>{{A}}<li>{{B}}</ul>", ("- a", "- a\n- b")),
    "what was to be typed": ("{{A}}<br>{{type:B}}", "{{A}}<br>{{type:B}}", ("a", "b")),
    "nothing else": ("{{A}}{{C}}", "{{A}}", ("ac", "a")),
}  # fmt: skip


@pytest.mark.parametrize("what", REPEATING)
def test_an_answer_does_not_repeat_the_question(mover: Mover, what: str) -> None:
    """The question stands above it here; what says something new stays, with its words."""
    question, answer, told = REPEATING[what]
    note = moved(mover, "A B C D", (question, answer), "a", "b", "c", "")
    assert sides(note)[:2] == told


def test_a_cloze_does_not_repeat_its_title(mover: Mover) -> None:
    """Beside the answer stands what the answer has more than the question."""
    asked = "<h3>{{Head}}</h3>{{cloze:Text}}"
    note_type(
        mover.desk,
        "Own",
        "Head Text More Source",
        (asked, f"{asked}<hr>{{{{More}}}}<br>{{{{Source}}}}"),
        cloze=True,
    )
    mover.desk.add("Own", 1, "Title", "{{c1::x}} y", "more", "a book")
    mover.desk.add("Own", 1, "Title", "{{c1::z}} y", "", "")
    mover.move()
    found = [(note.text, note.extra) for note in mover.notes("default.yaml")]
    assert found == [
        ("### Title\n\n{{c1::x}} y", "more\\\na book"),
        ("### Title\n\n{{c1::z}} y", ""),
    ]


LINES = ("Q: ", "<b>x</b>", " word ", "<br>", "<hr>", "<h3>T</h3>", "<p>", "|", "<div>", "</div>")
ANY = ("A", "B", "C", "hint:C", "type:B", "furigana:A", "text:C", "FrontSide")
GAPPED = (*ANY, "cloze:A", "cloze:B", "type:cloze:A", "cloze-only:A")


def sides_of(fields: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Give templates of any kind, in which the answer may begin anywhere."""
    marks = st.sampled_from(fields).map("{{{{{}}}}}".format)
    words = st.sampled_from((*LINES, "<hr id=answer>"))
    return st.recursive(parts_of(marks, marks, words), conditional, max_leaves=5)


def seen(pieces: list[Piece]) -> set[str]:
    """Give the fields that a person comes to see."""
    return {piece.name for piece in pieces if piece.part is Part.FIELD}


@given(asks=sides_of(ANY), tells=sides_of(ANY), third=st.sampled_from(["", "c"]))
@settings(max_examples=200)
def test_nothing_that_a_card_shows_is_lost(asks: str, tells: str, third: str) -> None:
    """Whatever an answer repeats or hides, each field is on one side of the entry or beside it."""
    question, answer = (templates.parsed(text, FIELDS, lambda _: True) for text in (asks, tells))
    values = templates.Values({"A": "a", "B": "b", "C": third}, {})
    shown = seen(templates.filled(question, values)) | seen(templates.filled(answer, values))
    assert importing_sides.basic(question, answer, values).shown >= shown


@given(asks=sides_of(GAPPED), tells=sides_of(GAPPED), second=st.sampled_from(["b", "{{c2::b}}"]))
@settings(max_examples=200)
def test_nothing_that_a_cloze_shows_is_lost(asks: str, tells: str, second: str) -> None:
    """Each field is in the text or beside it, and gaps are in the text alone, each once."""
    asks = f"{{{{cloze:A}}}}{asks}"
    question, answer = (templates.parsed(text, FIELDS, lambda _: True) for text in (asks, tells))
    fields = {"A": "{{c1::a}} {{c2::x}}", "B": second, "C": "c"}
    values = templates.Values(fields, {}, frozenset({1, 2}))
    shown = seen(templates.filled(question, values)) | seen(templates.filled(answer, values))
    found = importing_sides.gaps(question, answer, values)
    assert found is not None
    assert found.shown >= shown
    assert "{{" not in found.extra
    assert found.front.count("{{c1::") == 1


# -- What stands beside the fields


def test_special_fields_are_no_ornament(mover: Mover) -> None:
    """Deck and tags are the entry's own; signs around them go along, and they are named."""
    card = "{{Deck}} / {{Tags}} [{{Card}}]: {{A}}", f"{FRONT}{{{{B}}}}<div>{{{{Subdeck}}}}</div>"
    note_type(mover.desk, "Own", "A B", card)
    note = mover.desk.add("Own", mover.deck("D::Sub"), "a", "b")
    note.tags = ["x"]
    mover.desk.col.update_note(note)
    assert "  special fields that “Own” shows: Deck, Tags, Card, Subdeck: 1\n" in mover.move()
    (found,) = mover.notes("d-sub.yaml")
    assert sides(found)[:2] == ("a", "b")


def test_special_fields_in_a_sentence(mover: Mover) -> None:
    """There they are what the sentence is about; a field of the note's own may bear their name."""
    note_type(
        mover.desk,
        "Own",
        "A B Type",
        ("In {{Subdeck}}, what is {{A}}?", f"{FRONT}{{{{B}}}} ({{{{Type}}}})"),
    )
    mover.desk.add("Own", mover.deck("D::Greek &c"), "a", "b", "noun")
    mover.move()
    (note,) = mover.notes("d-greek-c.yaml")
    assert sides(note)[:2] == ("In Greek &c, what is a?", "b (noun)")


BRACKETED = {
    ("{{Tags}}({{A}}) {{Deck}}", "{{B}} ({{Card}}) [{{C}}]"): ("(a)", "b [c]"),
    ("{{A}} | {{Tags}} ({{B}})", "{{C}}"): ("a (b)", "c"),
    ("({{A}}) {{Tags}} [{{B}}]", "{{C}}"): ("(a) [b]", "c"),
    ("{{A}}{{Tags}} {{#D}}({{D}}){{/D}}", "{{B}}"): ("a", "b"),
    ("{{A}} ({{hint:C}})", "{{B}}"): ("a", "b"),
    ("{{A}} [ <b>{{hint:C}}</b> {{tts en_GB:A}}] now", "{{B}} ({{tts en_GB:B}})."): ("a now", "b."),
    ("{{A}} ({{C}}{{hint:B}})", "{{B}}"): ("a (c)", "b"),
}


@pytest.mark.parametrize("card", BRACKETED)
def test_brackets_go_with_what_they_hold(mover: Mover, card: tuple[str, str]) -> None:
    """They stay around what is shown, both of them, and go with what is not."""
    assert sides(moved(mover, "A B C D", card, "a", "b", "c"))[:2] == BRACKETED[card]


def test_an_ornament_that_is_not_there_keeps_no_card_away(mover: Mover) -> None:
    """It is named once; one that is there comes along."""
    mover.medium("_here.png", PIXEL)
    card = (
        '<img src="_logo.png">[sound:_ding.mp3]{{A}}',
        f'{FRONT}<img class=x src="_here.png"> {{{{B}}}}<img src="data:image/png;base64,AAAA">',
    )
    note_type(mover.desk, "Own", "A B", card)
    for name in "ab":
        mover.desk.add("Own", 1, name, "back")
    said = mover.move()
    assert "  “_logo.png”, not in the package, in the templates of “Own”: 2\n" in said
    assert "  “_ding.mp3”, not in the package, in the templates of “Own”: 2\n" in said
    assert "  an image written in the templates of “Own”: 2\n" in said
    assert "kept away" not in said
    found = [sides(note)[:2] for note in mover.notes("default.yaml")]
    assert found == [(name, "![](media/_here.png) back") for name in "ab"]


def test_a_field_that_no_card_shows_is_named(mover: Mover) -> None:
    """It stays in Anki; fields that a condition asks for, or that are empty, are no loss."""
    card = "{{#C}}{{A}}{{/C}}", f'{FRONT}<a href="https://e.org/{{{{F}}}}">{{{{B}}}}</a>'
    note_type(mover.desk, "Own", "A B C D E F", card)
    mover.desk.add("Own", 1, "a", "b", "yes", "remark", "", "page")
    said = mover.move()
    assert "  the field “D” of “Own”, which no card of it shows: 1\n" in said
    assert said.count("which no card of it shows") == 1


def test_comments_and_styles_are_not_read(mover: Mover) -> None:
    """A field in a comment is not shown, and a script in it is none."""
    card = "<!-- {{B}} <script> --><style>.a{color:red}</style>{{A}}", f"{FRONT}{{{{B}}}}"
    assert sides(moved(mover, "A B", card, "a", "b"))[:2] == ("a", "b")


# -- Gaps


def test_gaps_in_two_fields(mover: Mover) -> None:
    """All gaps are in the text, and each has the reviews of its card; none stands in the rest."""
    asked = "{{cloze:A}}<br>{{cloze:B}}"
    note_type(mover.desk, "Own", "A B C", (asked, f"{asked}<br>{{{{C}}}}"), cloze=True)
    note = mover.desk.add("Own", 1, "a {{c1::b}}", "c {{c2::d}}", "more")
    for card, rating in zip(note.cards(), (1, 4), strict=True):
        mover.desk.answer(int(card.id), rating)
    assert "Added 2 entries to the log, of 2 cards." in mover.move()
    (found,) = mover.notes("default.yaml")
    assert (found.text, found.extra) == ("a {{c1::b}}\\\nc {{c2::d}}", "more")
    assert mover.learner.card("a b\\\nc [...]")["state"] == "review"


def test_what_one_gap_alone_shows(mover: Mover) -> None:
    """An entry has one text for all gaps: a hint for one of them is shown with the answer."""
    asked = "{{cloze:A}}{{#c1}}<br>Hint: {{B}}{{/c1}}{{#c2}}<br>Hint: {{C}}{{/c2}}"
    note_type(mover.desk, "Own", "A B C D", (asked, "{{cloze:A}}<br>{{D}}"), cloze=True)
    mover.desk.add("Own", 1, "{{c1::x}} {{c2::y}}", "one", "two", "more")
    said = mover.move()
    assert "  notes of “Own”: what is shown with one gap alone, now with all: 1\n" in said
    (note,) = mover.notes("default.yaml")
    assert note.text == "{{c1::x}} {{c2::y}}"
    assert note.extra == "Hint: one\\\nHint: two\n\nmore"


def test_a_text_that_each_gap_introduces_otherwise(mover: Mover) -> None:
    """It stands there once."""
    asked = "{{#c1}}First: {{cloze:A}}{{/c1}}{{#c2}}Second: {{cloze:A}}{{/c2}}"
    note = moved(mover, "A", (asked, asked), "{{c1::x}} {{c2::y}}", cloze=True)
    assert (note.text, note.extra) == ("First: {{c1::x}} {{c2::y}}", "")


def test_gaps_that_hide_nothing(mover: Mover) -> None:
    """They are no gaps and no text here; their cards are counted."""
    mover.desk.add("Cloze", 1, "A {{c1::}} and {{c2::b}}{{c3:: }}.{{c4,5::::hint}}", "")
    assert re.search(r"  gaps that .*: 4\n", mover.move())
    (note,) = mover.notes("default.yaml")
    assert note.text == "A and {{c2::b}} ."


def test_a_card_without_an_answer_becomes_no_other(mover: Mover) -> None:
    """What it asks is asked nowhere else: its answers in Anki would be those of another card."""
    note_type(mover.desk, "Own", "Expr Mean Read", ("{{Expr}} reading?", "{{Read}}"))
    note = mover.desk.add("Own", 1, "wordy", "meany", "")
    mover.desk.add("Own", 1, "other", "thing", "adda")
    mover.desk.answer(note.cards()[0], 3)
    said = mover.move()
    assert "  notes of “Own” with an empty side: 1\n    Default: wordy\n" in said
    assert "first field and second" not in said
    assert fronts(mover) == ["other reading?"]


# -- Bounds

LONG = {
    "conditions": "{{#Front}}" * 20_000 + "x",
    "conditions in each other": "{{#Front}}" * 20_000 + "x" + "{{/Front}}" * 20_000,
    "fields": "{{Front}}" * 20_000,
    "signs": "{{" * 100_000 + "<" * 100_000 + "<!--" * 50_000 + "{{" + " " * 100_000,
    "tags": "<b>" * 100_000,
    "filters": "{{" + "kana:" * 40_000 + "Front}}",
    "other signs": "{{=<% %>=}}" + "<%" * 100_000 + "<a <%" * 50_000,
}


@pytest.mark.parametrize("what", LONG)
def test_a_template_made_to_last(mover: Mover, what: str) -> None:
    """Two hundred kilobytes of it are none: the first fields come, in no time."""
    for number in range(30):
        mover.desk.add("Basic", 1, f"front {number}", "back")
    mover.desk.give(mover.package, legacy=True)
    with_templates(mover.package, LONG[what])
    done = mover.learner.run("import", str(mover.package), "-o", str(mover.folder))
    assert done.code == 0, done.err
    assert "notes of “Basic”: first field and second: 30\n" in done.out
    assert len(mover.notes("default.yaml")) == 30


def with_templates(package: Path, question: str) -> None:
    """Put another question into all templates of a package."""
    with zipfile.ZipFile(package) as found:
        members = {name: found.read(name) for name in found.namelist()}
    database = package.with_suffix(".db")
    database.write_bytes(members["collection.anki21"])
    with closing(sqlite3.connect(database)) as collection, collection:
        ((text,),) = collection.execute("SELECT models FROM col").fetchall()
        models = json.loads(text)
        for model in models.values():
            for template in model["tmpls"]:
                template["qfmt"] = question
        collection.execute("UPDATE col SET models = ?", (json.dumps(models),))
    members["collection.anki21"] = database.read_bytes()
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as written:
        for name, data in members.items():
            written.writestr(name, data)


def test_a_field_that_is_shown_over_and_over(mover: Mover) -> None:
    """A side far longer than its note is of no use to anybody."""
    card = "<b>{{A}}</b>" * 400, f"{FRONT}{{{{B}}}}"
    note_type(mover.desk, "Own", "A B", card)
    mover.desk.add("Own", 1, "long " * 2_000, "b")
    assert "notes of “Own”: first field and second: 1\n" in mover.move()


@pytest.mark.parametrize("asks", ["{{kana:B}}" * 400, "{{" + "kana:" * 400 + "B}}"])
def test_a_field_that_is_worked_on_over_and_over(mover: Mover, asks: str) -> None:
    """Little is shown in the end, but no card needs its note read hundreds of times."""
    note_type(mover.desk, "Own", "A B", ("{{A}}" + asks, "{{A}}"))
    mover.desk.add("Own", 1, "a", "w" * 20_000 + "[r]")
    assert "notes of “Own”: first field and second: 1\n" in mover.move()


# -- Order


def fronts(mover: Mover, name: str = "default.yaml") -> list[str]:
    """Give the first question of each entry, in the order of the file."""
    return [note.cards[0].front for note in mover.notes(name)]


@pytest.mark.parametrize("legacy", [True, False])
def test_new_cards_come_in_the_order_of_their_positions(mover: Mover, legacy: bool) -> None:  # noqa: FBT001 - a parameter
    """As one has put them in Anki they are written, and as they are written they are asked."""
    cards = [int(mover.desk.add("Basic", 1, f"q{n}", "x").cards()[0].id) for n in range(6)]
    mover.desk.reposition(cards[::-1])
    mover.move(legacy=legacy)
    assert fronts(mover) == ["q5", "q4", "q3", "q2", "q1", "q0"]
    mover.learner.run("config", "starter", "off")
    asked = mover.learner.review("\n4\n\n4\n\n4\nq\n", "--plain").out
    assert re.findall(r"\bq\d\b", asked)[:3] == ["q5", "q4", "q3"]


def test_what_is_learnt_keeps_its_place(mover: Mover) -> None:
    """New entries are put in order among themselves, in the places between."""
    cards = [int(mover.desk.add("Basic", 1, f"q{n}", "x").cards()[0].id) for n in range(6)]
    mover.desk.reposition(cards[::-1])
    for number in (1, 2):
        mover.desk.answer(cards[number], 4)
    mover.move()
    assert fronts(mover) == ["q5", "q1", "q2", "q4", "q3", "q0"]


def test_a_later_import_keeps_the_order_of_what_it_adds(mover: Mover) -> None:
    """What is there stays where it is; the new ones follow in the order of their positions."""
    desk = mover.desk
    first = [int(desk.add("Basic", 1, f"a{n}", "x").cards()[0].id) for n in range(3)]
    desk.reposition(first[::-1])
    mover.move()
    second = [int(desk.add("Basic", 1, f"b{n}", "x").cards()[0].id) for n in range(3)]
    desk.reposition([second[1], second[2], second[0]])
    mover.move()
    assert fronts(mover) == ["a2", "a1", "a0", "b1", "b2", "b0"]


def test_notes_with_several_new_cards(mover: Mover) -> None:
    """An entry stands where its first new card does; cards that are entries each by their own."""
    desk = mover.desk
    note_type(
        desk,
        "Two",
        "A B C",
        ("{{A}}", f"{FRONT}{{{{B}}}}"),
        ("{{C}}", f"{FRONT}{{{{A}}}}"),
    )
    pair = [int(card.id) for card in desk.add("Basic (and reversed card)", 1, "p", "q").cards()]
    gaps = [int(card.id) for card in desk.add("Cloze", 1, "{{c1::x}} {{c2::y}}", "").cards()]
    two = [int(card.id) for card in desk.add("Two", 1, "a", "b", "c").cards()]
    for place, card in enumerate((two[1], gaps[1], pair[0], two[0], gaps[0], pair[1]), start=1):
        desk.edit("UPDATE cards SET due = ? WHERE id = ?", place, card)
    desk.answer(pair[0], 4)
    mover.move()
    assert fronts(mover) == ["c", "[...] y", "a", "p"]


def test_new_cards_in_a_filtered_deck_keep_their_positions(mover: Mover) -> None:
    """There they stand in another order for a while; suspended ones keep theirs, too."""
    desk = mover.desk
    cards = [int(desk.add("Basic", 1, f"q{n}", "x").cards()[0].id) for n in range(4)]
    desk.reposition(cards[::-1])
    desk.gather(cards[0], reschedule=True)
    desk.suspend(cards[3])
    mover.move()
    assert fronts(mover) == ["q3", "q2", "q1", "q0"]


def test_several_decks_in_one_file_stand_in_their_order(mover: Mover) -> None:
    """Anki goes through its decks by name, each before those below it, whichever was made first."""
    for name in ("Z", "A b", "A::b", "A"):
        for number in (1, 2):
            mover.desk.add("Basic", mover.deck(name), f"{name} {number}", "x")
    mover.folder.mkdir()
    mover.move("-o", str(mover.folder / "all.yaml"))
    found = [front[:-2] for front in fronts(mover, "all.yaml")]
    assert list(dict.fromkeys(found)) == ["A", "A::b", "A b", "Z"]


def test_the_order_goes_back_to_anki(mover: Mover, tmp_path: Path) -> None:
    """An Anki that has none of these notes gets their positions with them."""
    cards = [int(mover.desk.add("Basic", 1, f"q{n}", "x").cards()[0].id) for n in range(4)]
    mover.desk.reposition(cards[::-1])
    mover.move()
    mover.learner.run("config", "starter", "off")
    mover.learner.run("export", "-o", str(tmp_path / "back.apkg"))
    other = Desktop(tmp_path / "other")
    other.take(tmp_path / "back.apkg")
    found = [plain(card.question()) for card in sorted(other.cards(), key=lambda card: card.due)]
    other.close()
    assert [re.findall(r"q\d", text)[-1] for text in found] == ["q3", "q2", "q1", "q0"]
