"""Leeches: found by the rule, told at the end of a review, selected and tagged, and forgiven."""

import sqlite3
import zipfile

import lives
import pytest
from conftest import Learner

from flashcards.memory.leeches import is_leech, is_told

TOPIC = """\
deck: Systems
topics:
  - question: Why a cache?
    title: Caches
    follow_ups:
      - {question: What is a miss?, short: A look-up that finds nothing.}
"""


def _in_review_with(learner: Learner, lapses: int) -> str:
    """Let the one card of the learner be due, after so many lapses."""
    learner.run("due")
    database = sqlite3.connect(learner.home / "collection.db")
    with database:
        database.execute(
            "UPDATE cards SET state = 2, stability = 5.0, difficulty = 8.0, interval_days = 5,"
            " reps = 30, fuzz_reps = 20, lapses = ?, last_day = 20780, due_day = 20785,"
            " last_reviewed_ms = 20780 * 86400000",
            (lapses,),
        )
    database.close()
    uid: str = learner.cards()[0]["id"]
    return uid


def test_eight_lapses_and_then_every_fourth() -> None:
    """The rule of the field: told at 8, 12, 16 lapses; a leech from the eighth on."""
    assert [n for n in range(25) if is_told(n)] == [8, 12, 16, 20, 24]
    assert [n for n in range(12) if is_leech(n)] == [8, 9, 10, 11]


def test_the_end_of_a_review_names_the_leech_and_what_helps(learner: Learner) -> None:
    """The eighth lapse is told with the card, its topic, and the command that lets it go."""
    learner.write(TOPIC)
    uid = _in_review_with(learner, 7)
    said = learner.answer("1").out
    assert "Leech, forgotten 8 times: What is a miss?" in said
    assert f"`flashcards edit {uid}`" in said
    assert "`flashcards read caches`" in said
    assert f"`flashcards suspend {uid}`" in said


@pytest.mark.parametrize(
    ("lapses", "rating", "told"), [(6, 1, 0), (8, 1, 0), (11, 1, 1), (7, 3, 0), (8, 3, 0)]
)
def test_other_answers_say_nothing(learner: Learner, lapses: int, rating: int, told: int) -> None:
    """No word at the seventh and the ninth lapse or after a success; the twelfth says so again."""
    learner.write(lives.deck(1))
    _in_review_with(learner, lapses)
    assert learner.answer(str(rating)).out.count("Leech") == told


def test_an_undone_lapse_makes_no_leech(learner: Learner) -> None:
    """Taken back, the answer is not held against the card."""
    learner.write(lives.deck(1))
    _in_review_with(learner, 7)
    assert "Leech" not in learner.review("\n1\nu\nq\n").out


def test_cram_makes_no_leech(learner: Learner) -> None:
    """What changes no schedule counts no lapse."""
    learner.write(lives.deck(1))
    _in_review_with(learner, 7)
    assert "Leech" not in learner.answer("1", "--cram").out


def test_leeches_are_selected_by_state_and_by_tag(learner: Learner) -> None:
    """`is:leech` and `tag:leech` name the same cards."""
    learner.write(lives.deck(1))
    uid = _in_review_with(learner, 8)
    for term in ("is:leech", "tag:leech"):
        assert [card["id"] for card in learner.cards(term)] == [uid]
        assert learner.cards(f"not:{term}") == []


def test_a_leech_is_tagged_in_anki_too(learner: Learner) -> None:
    """The package tags its note, as Anki would; one made for others does not tell."""
    learner.write(lives.deck(1))
    _in_review_with(learner, 8)
    for words, tags in (((), "leech"), (("--no-progress",), "")):
        package = learner.home / "out.apkg"
        assert learner.run("export", "-o", str(package), *words).code == 0
        with zipfile.ZipFile(package) as archive:
            (learner.home / "out.anki2").write_bytes(archive.read("collection.anki2"))
        database = sqlite3.connect(learner.home / "out.anki2")
        ((found,),) = database.execute("SELECT tags FROM notes").fetchall()
        database.close()
        assert found.strip() == tags
