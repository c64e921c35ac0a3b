"""Packages in the real Anki from PyPI: what a person sees after importing, and importing again."""

import re
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from anki_desktop import Desktop, cloze_ordinals
from conftest import Learner

from flashcards.memory.recall import DEFAULT_WEIGHTS
from flashcards.store import parameters
from flashcards.store.database import connect, transaction

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cf"
    "c000000301010018dd8db00000000049454e44ae426082"
)
DECK = r"""
deck: Systems::Caching
tags: [systems, operating systems]
cards:
  - front: What does `vector<int>` hold, and is $x<a$?
    back: |
      A block of `int`s. **Contiguous**, $x_{i} < a$:

      ```python
      def f(x: int) -> str:
          return "<b>"
      ```

      | size | cost |
      |------|-----:|
      | 1    | $\|x\|$ |
  - front: Big-endian
    back: The most significant byte comes first.
    reverse: true
  - cloze: "{{c1::Canberra was {{c2::founded}}}} in {{1913::year}}, {{$\\frac{1}{\\sqrt{x}}$}}"
  - cloze: "A {{std::vector::container}} of {{a `}}` b}}."
  - front: Which state?
    back: "![MESI](img/mesi.png) and ![again](other/mesi.png)"
  - front: Type it
    back: exactly
    type: true
  - front: Suspended by its author
    back: Yes.
    suspended: true
"""
TOPIC = """
deck: ML
order: 1
topics:
  - question: Why several heads?
    title: Heads
    tldr: Several weightings per query.
    short_answer: Said aloud.
    memory_aid: Eight blenders.
    answer: |
      $$\\mathrm{Concat}(h_1)W^O$$
    follow_ups:
      - question: Why not one?
        short: One weight row.
        approach: The strong answer.
        source: vaswani
    references:
      - key: vaswani
        title: Attention Is All You Need
        url: https://arxiv.org/abs/1706.03762
"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desktop]:
    """Give a real Anki with an empty collection."""
    desktop = Desktop(tmp_path / "anki")
    yield desktop
    desktop.close()


@pytest.fixture
def author(learner: Learner) -> Learner:
    """Give a learner with a deck of every kind of card, images and a topic, at this moment."""
    learner.at(now_and(days=0))
    for name, colour in (("img", b""), ("other", b"\0")):
        (learner.decks / name).mkdir()
        (learner.decks / name / "mesi.png").write_bytes(PIXEL + colour)
    learner.write(DECK, "caching.yaml")
    learner.write(TOPIC, "heads.yaml")
    return learner


def now_and(days: float) -> str:
    """Give the moment `days` from now, as the clock's variable takes it."""
    return (datetime.now().astimezone() + timedelta(days=days)).isoformat(timespec="seconds")


def export(learner: Learner, name: str = "cards.apkg", *words: str) -> Path:
    """Export to a file of that name."""
    path = learner.home.parent / name
    done = learner.run("export", "-o", str(path), *words)
    assert done.code == 0, done.err
    return path


def test_the_same_collection_gives_the_same_bytes(author: Learner) -> None:
    """Check 1: a package made twice is the same file, reviews included."""
    author.answer("3313")
    first = export(author, "first.apkg").read_bytes()
    author.at(now_and(days=1 / 24))
    assert export(author, "second.apkg").read_bytes() == first


def test_everything_arrives(author: Learner, desk: Desktop) -> None:
    """Checks 2 to 9: all notes new, all cards there, names exact, nothing to mend."""
    log = desk.take(export(author))
    assert log == (9, 0, 0, 0)
    # The author's cards as we count them are the cards that Anki makes of the fields.
    assert len(desk.cards()) == len(author.cards())
    assert desk.is_whole()
    assert not desk.col.get_empty_cards().notes
    found = desk.col.media.check()
    assert (list(found.unused), list(found.missing)) == ([], [])
    assert desk.type_names() == {"Flashcards", "Flashcards Cloze"}
    assert desk.deck_names() == {"ML", "Systems", "Systems::Caching"}
    for card in desk.cards():
        assert "{{" not in card.question(), card.question()
        assert "href=https://docs.ankiweb.net" not in card.question() + card.answer()


def test_fields_hold_the_text_exactly(author: Learner, desk: Desktop) -> None:
    """Check 10: code, maths, tables and gaps stand in the fields as Anki needs them."""
    desk.take(export(author))
    note = desk.note(r"What does <code>vector&lt;int&gt;</code> hold, and is \(x&lt;a\)?")
    assert r"\(x_{i} &lt; a\)" in note["Back"]
    assert "<strong>Contiguous</strong>" in note["Back"]
    assert r"\(|x|\)" in note["Back"]
    assert "<table>" in note["Back"]
    assert '"fc-' in note["Back"]
    assert note["Context"] == "Caching"
    assert note.tags == ["operating_systems", "systems"]
    heads = desk.note("Why several heads?")
    assert (heads["Context"], heads["MemoryAid"]) == ("Heads", "Eight blenders.")
    assert r"\[\mathrm{Concat}(h_1)W^O\]" in heads["Details"]
    follow_up = desk.note("Why not one?")
    link = '<a href="https://arxiv.org/abs/1706.03762">Attention Is All You Need</a>'
    assert (follow_up["Details"], follow_up["Source"]) == ("The strong answer.", link)


def test_gaps_are_ankis_own(author: Learner, desk: Desktop) -> None:
    """Checks 3 and 5, cases 6 and 43: nested, hinted, with maths, code and colons inside."""
    desk.take(export(author))
    maths = r"\(\frac{1}{\sqrt{x} }\)"
    text = "{{c1::Canberra was {{c2::founded}}}} in {{c3::1913::year}}, {{c4::MATHS}}"
    note = desk.note(text.replace("MATHS", maths))
    assert cloze_ordinals(note) == [0, 1, 2, 3]
    shown = [plain(card.question()) for card in note.cards()]
    assert "[...] in 1913" in shown[0]
    assert "Canberra was [...] in 1913" in shown[1]
    assert "[year]" in shown[2]
    assert shown[3].strip().endswith("1913, [...]")
    (other,) = [note for note in desk.notes() if "container" in note.fields[0]]
    front, back = (plain(card.answer()) for card in other.cards())
    assert "A std::vector of a }} b." in front
    assert front == back


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("The variables {{$HOME}} and {{$PATH}} are set.", ["$HOME", "$PATH"]),
        ("{{5$}} or {{6$}}", ["5$", "6$"]),
        ("{{`a$`}} and {{$x$}} cost $5", ["a$", r"\(x\)"]),
    ],
)
def test_dollars_in_gaps_are_no_maths_across_them(
    learner: Learner, desk: Desktop, text: str, hidden: list[str]
) -> None:
    """Case 7's relative: a formula never reaches from one gap into the next."""
    learner.at(now_and(0))
    learner.write(f"deck: D\ncards:\n  - cloze: |-\n      {text}\n")
    desk.take(export(learner))
    (note,) = desk.notes()
    assert cloze_ordinals(note) == [0, 1]
    for card, answer in zip(note.cards(), hidden, strict=True):
        assert f">{answer}</span>" in card.answer().replace("<code>", "").replace("</code>", "")


def plain(html: str) -> str:
    """Give the words of a rendered card, its style sheet aside."""
    return unescape(re.sub(r"<[^>]*>", "", html.rsplit("</style>", maxsplit=1)[-1]))


def test_both_images_arrive_under_names_of_their_own(author: Learner, desk: Desktop) -> None:
    """Case 44: two files of one name in two folders are two images on the card."""
    desk.take(export(author))
    note = desk.note("Which state?")
    names = desk.col.media.files_in_str(note.mid, note["Back"])
    assert len(set(names)) == 2
    stored = {Path(desk.col.media.dir(), name).read_bytes() for name in names}
    assert stored == {PIXEL, PIXEL + b"\0"}


def test_new_cards_come_in_our_order(author: Learner, desk: Desktop) -> None:
    """Check 17: Anki shows new cards in the order in which a review here meets them."""
    desk.take(export(author))
    new = sorted((card for card in desk.cards() if card.queue == 0), key=lambda card: card.due)
    assert [card.due for card in new] == list(range(1, len(new) + 1))
    here = cards_here(author)
    met = []
    for days in range(5):
        author.at(now_and(days))
        met += [rated[0] for rated in author.answer("4" * 20, "is:new").rated]
    assert [here[card.id]["id"] for card in new] == met


def test_suspension_travels(author: Learner, desk: Desktop) -> None:
    """Check 16: what is suspended here, by the author or by hand, is suspended there."""
    author.run("suspend", author.card("Big-endian")["id"])
    desk.take(export(author))
    suspended = {(card.note().fields[0], card.ord) for card in desk.cards() if card.queue == -1}
    assert suspended == {("Big-endian", 0), ("Suspended by its author", 0)}


@pytest.fixture
def reviewer(author: Learner) -> Learner:
    """Give a learner with cards in Review, Relearning, on both steps of Learning, and new."""
    author.at(now_and(days=-40))
    author.answer("44444")
    author.at(now_and(days=-20))
    author.answer("33233", "--new", "0")
    author.at(now_and(days=0))
    author.answer("11", "--ahead", "40", "--limit", "2")
    for rating in "31":
        author.answer(rating, "--new", "2", "section:cards", "is:new")
    return author


def test_progress_arrives(reviewer: Learner, desk: Desktop) -> None:
    """Checks 11 to 16 and 19: due days, intervals, memory and the whole log are as here."""
    desk.take(export(reviewer))
    states, left = set(), set()
    here = cards_here(reviewer)
    for card in desk.cards():
        ours = here[card.id]
        states.add(ours["state"])
        assert (card.reps, card.lapses) == (ours["reps"], ours["lapses"])
        if ours["state"] == "new":
            assert (card.type, desk.memory(card)) == (0, None)
            continue
        memory = (ours["stability"], ours["difficulty"])
        assert desk.memory(card) == pytest.approx(memory, abs=1e-3)
        assert card.desired_retention == pytest.approx(0.9)
        if ours["state"] == "review":
            assert card.ivl == ours["interval_days"]
            assert desk.due_in_days(card) == days_from_today(reviewer, ours["due_day"])
        else:
            due = datetime.fromisoformat(ours["due_at"]).timestamp()
            assert (card.queue, card.due) == (1, int(due))
            assert card.left == len(steps_of(ours["state"])) - step_of(reviewer, ours["id"])
            left.add((ours["state"], card.left))
        stats = desk.col.card_stats_data(card.id)
        assert len(stats.revlog) == ours["reps"]
        assert stats.added == card.id // 1000
    assert states == {"new", "learning", "review", "relearning"}
    assert left == {("learning", 1), ("learning", 2), ("relearning", 1)}


def cards_here(learner: Learner) -> dict[int, dict[str, Any]]:
    """Give our cards as `cards --json` has them, by the id they have in Anki."""
    with closing(sqlite3.connect(learner.home / "collection.db")) as database:
        ids = dict(database.execute("SELECT uid, anki_id FROM cards").fetchall())
    return {ids[card["id"]]: card for card in learner.cards()}


def days_from_today(learner: Learner, day: str) -> int:
    """Give the days from the learner's study day to `day`."""
    today = learner.run("due", "--json").json["study_day"]
    return (datetime.fromisoformat(day) - datetime.fromisoformat(today)).days


def steps_of(state: str) -> tuple[int, ...]:
    """Give the default steps of a state."""
    return {"learning": (60, 600), "relearning": (600,)}[state]


def step_of(learner: Learner, uid: str) -> int:
    """Give the step a card in (re)learning stands on: one further for each Good, from 0."""
    reviews = learner.run("show", uid, "--json").json["reviews"]
    state = reviews[-1]["state_before"]
    return int(reviews[-1]["rating"] == 3 and state in {"new", "learning"})


def test_every_review_arrives(reviewer: Learner, desk: Desktop) -> None:
    """Check 14: the log there has each answer with its time, rating, interval and duration."""
    reviewer.review("\n3\nu\nq\n")  # an answer taken back does not travel
    desk.take(export(reviewer))
    log = {line[0]: line for line in desk.revlog()}
    assert len(log) == sum(card["reps"] for card in reviewer.cards())
    for number, card in cards_here(reviewer).items():
        reviews = reviewer.run("show", card["id"], "--json").json["reviews"]
        counted = [review for review in reviews if not review["undone"]]
        lines = [line for line in log.values() if line[1] == number]
        for review, line in zip(counted, lines, strict=True):
            at = datetime.fromisoformat(review["reviewed_at"]).timestamp()
            seconds = review["interval_seconds"]
            assert line[0] // 1000 == round(at)
            assert line[2] == review["rating"]
            assert line[3] in {seconds // 86_400, -seconds}
            assert (
                line[7]
                == {"new": 0, "learning": 0, "review": 1, "relearning": 2}[review["state_before"]]
            )
            assert 100 <= line[5] <= 1100


def test_the_preset_arrives(reviewer: Learner, desk: Desktop) -> None:
    """Check 18: weights, retention, steps and limits are the options of our decks there."""
    reviewer.run("config", "desired_retention", "0.92")
    desk.take(export(reviewer))
    options = desk.options("Systems::Caching")
    weights = options["fsrsParams6"]
    assert len(weights) == 21
    assert weights[20] == pytest.approx(0.1542, abs=1e-6)
    assert options["desiredRetention"] == pytest.approx(0.92, abs=1e-6)
    assert (options["new"]["perDay"], options["rev"]["perDay"]) == (10, 100)
    assert (options["new"]["delays"], options["lapse"]["delays"]) == ([1.0, 10.0], [10.0])
    assert options["name"] == "flashcards"


def test_options_of_a_deck_arrive_as_a_preset_of_its_own(reviewer: Learner, desk: Desktop) -> None:
    """Decks with the same options share a preset, the others keep the one for all."""
    for deck in ("Systems::Caching", "ML"):
        reviewer.run("config", "--deck", deck, "desired_retention", "0.8")
    desk.take(export(reviewer))
    names = {card["deck"] for card in reviewer.cards()}
    presets = {name: desk.options(name) for name in names}
    for name, options in presets.items():
        own = name.startswith(("Systems::Caching", "ML"))
        assert options["desiredRetention"] == pytest.approx(0.8 if own else 0.9, abs=1e-6)
        assert options["name"] == ("flashcards: ML" if own else "flashcards")


def test_memory_in_anki_is_by_the_parameters_in_the_preset(
    reviewer: Learner, desk: Desktop
) -> None:
    """After `optimize` the cards not answered since go out as the new parameters see them."""
    before = cards_here(reviewer)
    weights = (*(one / 2 for one in DEFAULT_WEIGHTS[:4]), *DEFAULT_WEIGHTS[4:])
    with closing(connect(str(reviewer.home))) as database, transaction(database):
        parameters.add(database, weights, 1000, 1)
    desk.take(export(reviewer))
    here = cards_here(reviewer)
    seen = 0
    for card in desk.cards():
        memory = desk.memory(card)
        if memory is not None:
            assert memory[0] == pytest.approx(here[card.id]["stability"], abs=1e-3)
            assert memory[0] != pytest.approx(before[card.id]["stability"], abs=1e-2)
            seen += 1
    assert seen


def test_a_moved_due_day_is_no_reset(reviewer: Learner, desk: Desktop, tmp_path: Path) -> None:
    """Anki and a second home still remember a card whose due day was moved without an answer."""
    reviewer.run("config", "desired_retention", "0.8")
    assert "moved" in reviewer.run("reschedule", "--yes").out
    package = export(reviewer)
    desk.take(package)
    here = cards_here(reviewer)
    remembered = [card for card in desk.cards() if desk.remembered(card)]
    assert {card.id for card in remembered} == {
        number for number, card in here.items() if card["stability"] is not None
    }
    for card in remembered:
        assert desk.remembered(card) == pytest.approx(here[card.id]["stability"], abs=1e-3)
    second = ("--home", str(tmp_path / "second"), "--decks", str(reviewer.decks))
    assert reviewer.run_bare(*second, "import", "--reviews", str(package), "--yes").code == 0
    there = reviewer.run_bare(*second, "cards", "--json").json["cards"]
    assert {card["id"]: card["stability"] for card in there} == {
        card["id"]: card["stability"] and pytest.approx(card["stability"], abs=1e-3)
        for card in reviewer.cards()
    }


def test_the_deck_list_counts_what_we_count(reviewer: Learner, desk: Desktop) -> None:
    """Check 20: new, learning and due in Anki's deck list are what the cards say."""
    desk.take(export(reviewer))
    tree = desk.col.sched.deck_due_tree()
    counted = {node.name: (node.learn_count, node.review_uncapped) for node in tree.children}
    cards = [card for card in reviewer.cards() if not card["suspended"]]
    for root in ("ML", "Systems"):
        own = [card for card in cards if card["deck"].split("::")[0] == root]
        learning = sum(card["state"] in {"learning", "relearning"} for card in own)
        due = [card for card in own if card["state"] == "review"]
        waiting = sum(days_from_today(reviewer, card["due_day"]) <= 0 for card in due)
        assert counted[root] == (learning, waiting)


def test_the_same_package_again_changes_nothing(author: Learner, desk: Desktop) -> None:
    """Check 21, case 39: an unchanged export is all duplicates, however often."""
    desk.take(export(author))
    author.at(now_and(days=2))
    assert desk.take(export(author)) == (0, 0, 9, 0)


def test_an_edit_updates_its_note_alone(author: Learner, desk: Desktop) -> None:
    """Check 22, case 39: one edit here is one update there; what was edited there stays."""
    desk.take(export(author))
    edited = desk.note("Type it")
    edited["Back"] = "mine"
    desk.col.update_note(edited)
    author.write(
        DECK.replace("The most significant byte comes first.", "High byte first."), "caching.yaml"
    )
    author.at(now_and(days=1))
    assert desk.take(export(author)) == (0, 1, 8, 0)
    assert desk.note("Big-endian")["Back"] == "High byte first."
    assert desk.note("Type it")["Back"] == "mine"
    assert len(desk.notes()) == 9


def test_a_correction_arrives_though_anki_touched_the_note(author: Learner, desk: Desktop) -> None:
    """Anki tags leeches by itself, after our edit: the export is what counts, not the edit."""
    desk.take(export(author))
    author.write(DECK.replace("exactly", "precisely"), "caching.yaml")
    author.at(now_and(days=-1))
    author.cards()
    note = desk.note("Type it")
    note.add_tag("leech")
    desk.col.update_note(note)
    author.at(now_and(days=1))
    assert desk.take(export(author)).updated == 1
    assert desk.note("Type it")["Back"] == "precisely"


def test_edits_within_a_second_arrive_one_after_the_other(author: Learner, desk: Desktop) -> None:
    """Two edits exported in the same second are two updates: the time of change always grows."""
    desk.take(export(author))
    for answer in ("one", "two"):
        author.write(DECK.replace("back: exactly", f"back: {answer}"), "caching.yaml")
        assert desk.take(export(author)).updated == 1
        assert desk.note("Type it")["Back"] == answer


def test_a_changed_image_updates_its_note(author: Learner, desk: Desktop) -> None:
    """A picture drawn anew under the same name is a change, though the deck's text is the same."""
    desk.take(export(author))
    (author.decks / "img" / "mesi.png").write_bytes(PIXEL + b"\1")
    author.at(now_and(days=1))
    assert desk.take(export(author)) == (0, 1, 8, 0)


def test_a_users_own_style_stays(author: Learner, desk: Desktop) -> None:
    """Check 23: who changed the style sheet in Anki keeps it over later packages."""
    desk.take(export(author))
    note_type = desk.note_type("Flashcards")
    note_type["css"] = ".card { color: red }"
    desk.col.models.update_dict(note_type)
    author.write(DECK.replace("exactly", "precisely"), "caching.yaml")
    author.at(now_and(days=1))
    desk.take(export(author))
    assert desk.note_type("Flashcards")["css"] == ".card { color: red }"


def test_a_renamed_deck_makes_no_new_notes(author: Learner, desk: Desktop) -> None:
    """Check 24: notes are known by their identity; cards in Anki stay in the deck they are in."""
    desk.take(export(author))
    author.write(DECK.replace("Systems::Caching", "Computers::Caches"), "caching.yaml")
    author.at(now_and(days=1))
    assert desk.take(export(author)).new == 0
    assert "Systems::Caching" in desk.deck_names()
    assert desk.take(export(author)) == (0, 0, 9, 0)


def test_a_field_renamed_by_the_user_is_no_conflict(author: Learner, desk: Desktop) -> None:
    """Check 25: fields are known by their ids, whatever they are called there."""
    desk.take(export(author))
    note_type = desk.note_type("Flashcards")
    note_type["flds"][2]["name"] = "Zusatz"
    desk.col.models.update_dict(note_type)
    author.write(DECK.replace("exactly", "precisely"), "caching.yaml")
    author.at(now_and(days=1))
    assert desk.take(export(author), merge=True) == (0, 1, 8, 0)
    assert desk.type_names() == {"Flashcards", "Flashcards Cloze"}


def test_without_scheduling_all_cards_are_new(reviewer: Learner, desk: Desktop) -> None:
    """Check 26: who does not tick the box gets new cards, and so does who gets --no-progress."""
    desk.take(export(reviewer), scheduling=False)
    assert {card.type for card in desk.cards()} == {0}
    assert not desk.revlog()


def test_no_progress_leaves_all_of_it_out(reviewer: Learner, desk: Desktop) -> None:
    """A package for others holds no review, no schedule and no suspension of one's own."""
    reviewer.run("suspend", reviewer.card("Big-endian")["id"])
    desk.take(export(reviewer, "others.apkg", "--no-progress"))
    assert {card.type for card in desk.cards()} == {0}
    assert not desk.revlog()
    suspended = [card.note().fields[0] for card in desk.cards() if card.queue == -1]
    assert suspended == ["Suspended by its author"]
    with sqlite_of(reviewer.home.parent / "others.apkg") as database:
        assert database.execute("SELECT sum(reps), sum(ivl) FROM cards").fetchone() == (0, 0)


def test_ankis_own_export_of_it_is_equal(reviewer: Learner, desk: Desktop, tmp_path: Path) -> None:
    """Check 27: through Anki into a second Anki, every card and review is the same."""
    desk.take(export(reviewer))
    desk.give(tmp_path / "again.apkg")
    other = Desktop(tmp_path / "other")
    other.take(tmp_path / "again.apkg")

    def told(one: Desktop) -> list[tuple[Any, ...]]:
        return [
            (card.id, card.type, card.queue, card.ivl, card.due, card.reps, card.lapses, card.left)
            for card in one.cards()
        ]

    assert told(other) == told(desk)
    assert other.revlog() == desk.revlog()
    assert [note.fields for note in other.notes()] == [note.fields for note in desk.notes()]
    other.close()


def test_history_lands_on_the_first_import_only(author: Learner, desk: Desktop) -> None:
    """A later package refreshes texts and adds reviews, but never moves a card that is there."""
    desk.take(export(author))
    author.answer("4444")
    author.at(now_and(days=1))
    desk.take(export(author))
    assert {card.type for card in desk.cards()} == {0}
    desk.col.remove_notes([note.id for note in desk.notes()])
    desk.take(export(author))
    assert sorted(card.type for card in desk.cards())[-4:] == [2, 2, 2, 2]


def test_the_starter_collection_renders(learner: Learner, desk: Desktop, tmp_path: Path) -> None:
    """Every card that comes with the program renders without a template error in Anki."""
    learner.at(now_and(0))
    path = tmp_path / "starter.apkg"
    done = learner.run_bare("--home", str(learner.home), "export", "-o", str(path))
    assert done.code == 0, done.err
    log = desk.take(path)
    assert log.new >= 25
    for card in desk.cards():
        for side in (card.question(), card.answer()):
            assert "could not" not in side.lower()
            assert "<unknown" not in side
            assert "$" not in side.split("</style>")[-1]
    assert desk.is_whole()


class sqlite_of:  # noqa: N801 - used as a function is
    """Open the database inside a package."""

    def __init__(self, package: Path) -> None:
        """Unpack it beside the package."""
        with zipfile.ZipFile(package) as whole:
            self._file = whole.extract("collection.anki2", package.parent / package.stem)

    def __enter__(self) -> sqlite3.Connection:
        """Give the connection."""
        self._connection = sqlite3.connect(self._file)
        return self._connection

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self._connection.close()


@pytest.mark.parametrize(
    ("front", "field", "seen"),
    [
        ("`a == b` in `/proc/$PID/fd/$FD`", None, "a == b in /proc/$PID/fd/$FD"),
        ("`<void>` and vector<int>", None, "<void> and vector<int>"),
        ("#include <bits/stdc++.h>", None, "#include <bits/stdc++.h>"),
        ("${y}_{3} + {y}_{4}$", r"\({y}_{3} + {y}_{4}\)", r"\({y}_{3} + {y}_{4}\)"),
        ("$x<a$ and <b>no</b>", r"\(x&lt;a\) and &lt;b&gt;no&lt;/b&gt;", r"\(x<a\) and <b>no</b>"),
        ("It costs $5 and $6", None, "It costs $5 and $6"),
        (r"`\(x\)` and {{c1::x}} in `{{c2::y}}`", None, None),
        ("x[i][j], [/], list[int], a * b * c", None, "x[i][j], [/], list[int], a * b * c"),
        ("{{Front}} {{#if}} <script>alert(1)</script>", None, "{{Front}} {{#if}} <script>alert(1)"),
        ("[anki:tts] [latex]x[/latex]", None, None),
    ],
)
def test_what_is_written_is_what_is_seen(
    learner: Learner, desk: Desktop, front: str, field: str | None, seen: str | None
) -> None:
    """Cases 7, 33, 40 and 42: code, brackets, angle brackets, dollars and braces stay."""
    learner.at(now_and(0))
    learner.write(f"deck: D\ncards:\n  - front: |-\n      {front}\n    back: b\n")
    desk.take(export(learner))
    (note,) = desk.notes()
    (card,) = note.cards()
    shown = plain(card.question())
    if field is not None:
        assert note.fields[0] == field
    assert (seen or front.replace("`", "")) in shown
    assert desk.is_whole()


def test_tags_with_any_blank_stay_whole(learner: Learner, desk: Desktop) -> None:
    """Case 41: white space within a tag becomes `_`, here and there alike."""
    learner.at(now_and(0))
    tags = '["a b", "c\\u3000d", "e\\u00a0f"]'
    learner.write(f"deck: D\ntags: {tags}\ncards:\n  - front: a\n    back: b\n")
    desk.take(export(learner))
    (note,) = desk.notes()
    assert sorted(note.tags) == sorted(learner.card("a")["tags"]) == ["a_b", "c_d", "e_f"]
