"""Our own package moves into a second home: what was exported is all there, and stays in Anki."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from anki_desktop import Desktop, Log
from conftest import Learner
from hypothesis import given
from hypothesis import strategies as st
from test_move_in import PIXEL

from flashcards.deck import reading
from flashcards.deck.scalars import canonical
from flashcards.importing import ours
from flashcards.importing.decks import document, gathered, with_shared_tags
from flashcards.importing.drafts import CardDraft, Harvest, OfTopic, Place, Work
from flashcards.model import Section
from flashcards.notes import Deck

DECK = r"""
deck: ML::Attention
tags: [nlp]
cards:
  - front: F1 with `code|x` and $a_b$
    back: "**B:** x"
    extra: my extra
    source: https://e.org/x?a=1&b=2
    tags: [hot]
  - cloze: "A {{gap::hint}} and {{c2::two {{inner}}}} $x$"
    source: [A book, Another & one]
  - front: hond
    back: dog
    reverse: true
    type: true
topics:
  - title: Softmax
    question: Why scale by the root of $d$?
    tags: [maths]
    tldr: Because the **variance** grows.
    memory_aid: |
      VAR

      - a list
    short_answer: The short one.
    answer: |
      $$q \cdot k$$

      The long answer with `code`.
    quick_scan: [Look at the variance.]
    references: [{key: r, title: "R: a paper", url: "https://e.org/x?a=1&b=2"}]
    key_concepts:
      - {term: Logit, definition: What goes in., source: r, tags: [word]}
      - {term: Softmax, definition: The function itself.}
    follow_ups:
      - question: And without?
        short: It saturates.
        approach: |
          1. First this.
          2. Then that.
      - question: Why a root?
        approach: Since variance adds.
    red_flags:
      - claim: It is for speed.
        instead: It is for the gradient.
        why: Speed is the same.
      - claim: Nothing changes.
        why: Gradients vanish.
    most_common_mistake: It is for speed.
    cheat_sheet:
      - The variance of $q \cdot k$ is {{$d$}}.
      - "Temperature: divides the logits."
      - Use **softmax** here.
      - {front: What is d?, back: A width.}
  - question: A topic without a title?
    tldr: It goes by its question.
    most_common_mistake: {claim: Leaving it out., instead: Put it in., why: It helps.}
"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desktop]:
    """Give an Anki."""
    desk = Desktop(tmp_path / "anki")
    yield desk
    desk.close()


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Learner:
    """Give a second home without decks."""
    (tmp_path / "other").mkdir()
    other = Learner(tmp_path / "other", monkeypatch)
    other.run("config", "starter", "off")
    return other


def in_hours(hours: int) -> str:
    """Give the time so many hours from now: what changes later is newer for Anki."""
    return (datetime.now().astimezone() + timedelta(hours=hours)).isoformat(timespec="seconds")


def exported(learner: Learner, deck: str, package: Path) -> Path:
    """Write a deck and export all cards."""
    learner.at(in_hours(0))
    learner.write(deck)
    learner.run("config", "starter", "off")
    assert learner.run("export", "-o", str(package)).code == 0
    return package


def moved(other: Learner, package: Path) -> tuple[str, Deck]:
    """Move in there; give what was said, and the deck."""
    other.at(in_hours(1))
    done = other.run("import", str(package), "-o", str(other.decks))
    assert (done.code, done.err) == (0, "")
    (path,) = other.decks.glob("*.yaml")
    return done.out, reading.load(str(path))


def of_cards(learner: Learner) -> dict[str, list[object]]:
    """Give what is shown of each card, by its id."""
    keys = ("front", "back", "kind", "section", "tags", "source", "deck", "reps")
    return {
        card["id"]: [set(card[key]) if key == "tags" else card[key] for key in keys]
        for card in learner.cards()
    }


def test_cards_and_topics_are_what_they_were(
    learner: Learner, other: Learner, tmp_path: Path
) -> None:
    """Each card by its id, with sources, tags and all that opens after it; topics are topics."""
    package = exported(learner, DECK, tmp_path / "ours.apkg")
    said, deck = moved(other, package)
    assert not deck.problems
    assert of_cards(other) == of_cards(learner)
    first, second = deck.topics
    assert (first.question, first.title) == ("Why scale by the root of $d$?", "Softmax")
    assert (first.memory_aid, first.tldr) == ("VAR\n\n- a list", "Because the **variance** grows.")
    assert "The short one.\n\n$$q \\cdot k$$" in first.answer
    assert second.title == second.question
    assert (
        "  topics, without what none of their cards shows (quick scan, examples, what is read"
        " only): 2\n" in said
    )
    assert "by themselves" not in said


def test_the_second_home_empties_nothing_in_anki(
    learner: Learner, other: Learner, desk: Desktop, tmp_path: Path
) -> None:
    """What it exports into the same Anki leaves every field of every note as it was."""
    desk.take(exported(learner, DECK, tmp_path / "ours.apkg"))
    before = {note.guid: note.fields for note in desk.notes()}
    desk.give(tmp_path / "from-anki.apkg")
    moved(other, tmp_path / "from-anki.apkg")
    assert other.run("export", "-o", str(tmp_path / "theirs.apkg")).code == 0
    log = desk.take(tmp_path / "theirs.apkg")
    assert log == Log(new=0, updated=len(before), duplicate=0, conflicting=0)
    assert {note.guid: note.fields for note in desk.notes()} == before


@pytest.mark.parametrize("legacy", [True, False])
def test_fields_may_be_renamed_in_anki(
    learner: Learner,
    other: Learner,
    desk: Desktop,
    tmp_path: Path,
    legacy: bool,  # noqa: FBT001 - a parameter
) -> None:
    """Whatever the types and their fields are called by then, and if one was added at the end."""
    desk.take(exported(learner, DECK, tmp_path / "ours.apkg"))
    for name in ("Flashcards", "Flashcards Cloze"):
        note_type = desk.note_type(name)
        for place, field in enumerate(note_type["flds"]):
            desk.col.models.rename_field(note_type, field, f"Feld {place}")
        desk.col.models.add_field(note_type, desk.col.models.new_field("Mine"))
        note_type["name"] = f"{name}: mine"
        desk.col.models.update_dict(note_type)
    desk.give(tmp_path / "from-anki.apkg", legacy=legacy)
    said, deck = moved(other, tmp_path / "from-anki.apkg")
    assert "left out" not in said
    assert not deck.problems
    assert of_cards(other) == of_cards(learner)


def test_a_renamed_field_beside_one_that_moved(
    learner: Learner, other: Learner, desk: Desktop, tmp_path: Path
) -> None:
    """What still has its name is known by it, wherever it stands."""
    desk.take(exported(learner, DECK, tmp_path / "ours.apkg"))
    for name, first in (("Flashcards", "Front"), ("Flashcards Cloze", "Text")):
        note_type = desk.note_type(name)
        fields = {field["name"]: field for field in note_type["flds"]}
        desk.col.models.rename_field(note_type, fields[first], "Asked")
        desk.col.models.reposition_field(note_type, fields["CardId"], 4)
        desk.col.models.update_dict(note_type)
    desk.give(tmp_path / "from-anki.apkg")
    moved(other, tmp_path / "from-anki.apkg")
    assert of_cards(other) == of_cards(learner)


def test_images_keep_their_names_on_every_trip(
    learner: Learner, other: Learner, desk: Desktop, tmp_path: Path
) -> None:
    """From home to home they are called what they were, and so Anki's fields stay as they are."""
    (learner.decks / "Heart!.PNG").write_bytes(PIXEL)
    deck = "deck: D\ncards: [{front: 'F ![h](Heart!.PNG)', back: B}]\n"
    desk.take(exported(learner, deck, tmp_path / "ours.apkg"))
    before = [note.fields for note in desk.notes()]
    desk.give(tmp_path / "from-anki.apkg")
    moved(other, tmp_path / "from-anki.apkg")
    assert other.run("export", "-o", str(tmp_path / "theirs.apkg")).code == 0
    assert desk.take(tmp_path / "theirs.apkg").updated == 1
    assert [note.fields for note in desk.notes()] == before
    (name,) = (path.name for path in (other.decks / "media").iterdir())
    assert re.fullmatch("heart-[0-9a-f]{12}\\.png", name)


@pytest.mark.parametrize("title", ["Reasons (RS)", "1. Reasons", "Reasons"])
def test_a_title_may_have_parentheses(
    learner: Learner, other: Learner, tmp_path: Path, title: str
) -> None:
    """Its key concepts are of the topic, and ask for what they asked."""
    concepts = "[{term: Logit, definition: L.}, {term: Root (mean), definition: R.}]"
    deck = FURTHER.replace("title: Reasons", f"title: {title}\n    key_concepts: {concepts}")
    said, read = moved(other, exported(learner, deck, tmp_path / "ours.apkg"))
    assert "by themselves" not in said
    sections = [note.section for note in read.notes]
    assert sections == ["tldr", "key_concepts", "key_concepts", "follow_ups"]


def test_topics_of_two_decks_stay_two(learner: Learner, other: Learner, tmp_path: Path) -> None:
    """They ask the same under the same title, and come into one file."""
    second = FURTHER.replace("deck: D", "deck: E").replace("So.", "Since.").replace("At", "In")
    second = second.replace("id: one", "id: three").replace("id: two", "id: four")
    second = second.replace("And then", "What then")
    learner.write(second, "second.yaml")
    package = exported(learner, FURTHER, tmp_path / "ours.apkg")
    done = other.run("import", str(package), "-o", str(other.decks / "one.yaml"))
    assert (done.code, done.err) == (0, "")
    deck = reading.load(str(other.decks / "one.yaml"))
    assert not deck.problems
    assert [(topic.question, topic.tldr) for topic in deck.topics] == [
        ("Why?", "So."),
        ("Why?", "Since."),
    ]
    assert {(note.id, note.topic, note.tags) for note in deck.notes} == {
        ("one", 0, ("D",)),
        ("two", 0, ("D",)),
        ("three", 1, ("E",)),
        ("four", 1, ("E",)),
    }
    assert other.run("check").code == 0


CODE = """
deck: D
cards:
  - front: What is printed?
    back: |
      ```Python title="x"
      print(f"{1}")
      ```

      | a | b | c | d |
      | :-- | --: | :-: | --- |
      | 1 | 2 |  | 4 |
  - front: And this?
    back: |
      ```c++
      int x;
      ```

          indented

      ```
      plain
      ```
"""


def test_languages_of_code_and_sides_of_columns_come_home(
    learner: Learner, other: Learner, desk: Desktop, tmp_path: Path
) -> None:
    """Code is coloured in the second home too, and stays coloured in Anki; columns as well."""
    desk.take(exported(learner, CODE, tmp_path / "ours.apkg"))
    before = [note.fields for note in desk.notes()]
    desk.give(tmp_path / "from-anki.apkg")
    _, deck = moved(other, tmp_path / "from-anki.apkg")
    first, second = (note.cards[0].back for note in deck.notes)
    assert "```python\n" in first
    assert "| :--- | ---: | :---: | --- |" in first
    assert "```c++\n" in second
    assert other.run("export", "-o", str(tmp_path / "theirs.apkg")).code == 0
    assert desk.take(tmp_path / "theirs.apkg").updated == 2
    assert [note.fields for note in desk.notes()] == before


FURTHER = """
deck: D
topics:
  - question: Why?
    title: Reasons
    tldr: {text: So., id: one}
    follow_ups: [{question: And then?, short: Nothing., approach: At length., id: two}]
"""


def test_a_card_that_has_no_topic_to_go_to_stays_whole_in_anki(
    learner: Learner, other: Learner, desk: Desktop, tmp_path: Path
) -> None:
    """The topic is here already: the card is an entry, named, and its note is not sent back."""
    exported(learner, re.sub("    follow_ups.*\n", "", FURTHER), tmp_path / "one.apkg")
    moved(other, tmp_path / "one.apkg")
    desk.take(exported(learner, FURTHER, tmp_path / "two.apkg"))
    before = [note.fields for note in desk.notes()]
    desk.give(tmp_path / "both.apkg")
    said, deck = moved(other, tmp_path / "both.apkg")
    assert "entries by themselves, without the topic's title and question: 1\n    D: And" in said
    assert {(note.section, note.extra) for note in deck.notes} == {
        ("tldr", ""),
        ("cards", "At length."),
    }
    path = next(other.decks.glob("*.yaml"))
    path.write_text(path.read_text("utf-8").replace("Nothing.", "Nothing more."), "utf-8")
    back = tmp_path / "back.apkg"
    out = other.run("export", "-o", str(back)).out
    assert "Not sent: 1 card that Anki has as parts of larger notes." in out
    assert desk.take(back) == Log(new=0, updated=1, duplicate=0, conflicting=0)
    assert [note.fields for note in desk.notes()] == before


def test_a_topic_joins_a_deck_with_others(learner: Learner, other: Learner, tmp_path: Path) -> None:
    """Exported later, it goes below the topic that is there, which stays as it is."""
    moved(other, exported(learner, FURTHER, tmp_path / "one.apkg"))
    before = next(other.decks.glob("*.yaml")).read_text("utf-8")
    more = FURTHER + "  - {question: What else?, tldr: Much., memory_aid: All.}\n"
    said, deck = moved(other, exported(learner, more, tmp_path / "two.apkg"))
    assert "Added 1 entry, 1 card to " in said
    assert [topic.question for topic in deck.topics] == ["Why?", "What else?"]
    assert next(other.decks.glob("*.yaml")).read_text("utf-8").startswith(before)
    assert of_cards(other) == of_cards(learner)


PIECES = (
    *(
        "a",
        "Why",
        "todo",
        "null",
        ": ",
        "- ",
        "# ",
        "?",
        "$x$",
        "{{g}}",
        "{{c1::g::h}}",
        "\n\n",
        "\n",
    ),
    *("'", '"', "\\", "|", ", ", "work-1", "&", "![](media/a.png)", "`c{{d}}`", "---", "\t", "é"),
)
TEXTS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join).map(canonical)
SOME = TEXTS.filter(bool)


@st.composite
def cards_of_a_topic(draw: st.DrawFn) -> tuple[CardDraft, ...]:
    """Give cards as they may come from a package, of one topic and all its sections."""
    question, title = draw(SOME), draw(SOME)
    found = []
    for number in range(draw(st.integers(1, 6))):
        section = draw(st.sampled_from([s for s in Section if s is not Section.CARDS]))
        work = Work(draw(TEXTS), draw(st.sampled_from(["", "https://e.org/a?b=(c)&d"])))
        about = OfTopic(section, question, title, "", draw(TEXTS), draw(TEXTS), (work,))
        front = {
            Section.TLDR: question,
            Section.KEY_CONCEPTS: f"{draw(SOME)} ({title}): what is it?",
            Section.RED_FLAGS: f"You said: “{draw(SOME)}” Correct yourself.",
        }.get(section, draw(SOME))
        tags = tuple(draw(st.sets(st.sampled_from(["x", "a::b", "c#"]))))
        card = CardDraft(
            Place("d.yaml", number + 1),
            front,
            draw(SOME),
            tags=tags,
            id=f"id-{number}",
            topic=about,
        )
        is_cloze = draw(st.booleans())
        found.append(card._replace(cloze="{{c1::a}} " + draw(SOME)) if is_cloze else card)
    return tuple(found)


@given(cards_of_a_topic())
def test_no_card_of_a_topic_is_lost_or_changed(cards: tuple[CardDraft, ...]) -> None:
    """Whatever they say: each asks the same in its topic, or is an entry by itself."""
    found = gathered([Harvest("package", cards, deck="D", learnt=True)], "D", ())
    placed = ours.in_topics(found, None)
    text = document(with_shared_tags(placed), ())
    deck = reading.read(text.encode(), "d.yaml", ["media/a.png"])
    notes = {note.id: note for note in (*deck.notes, *deck.quarantined)}
    alone = {card.id for card in placed.cards}
    assert notes.keys() == {card.id for card in found.cards}
    for card in found.cards:
        note = notes[card.id]
        assert set(note.tags) == set(card.tags)
        assert (note.section is Section.CARDS) == (card.id in alone)
        if card.id not in alone:
            asked = (note.text,) if note.text else note.cards[0][1:3]
            assert asked == ((card.cloze,) if card.cloze else (card.front, card.back))
