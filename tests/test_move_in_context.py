"""What a real Anki counts by: the hour of its day, its zone, the reviews it does not look at."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from anki_desktop import Desktop
from conftest import Learner
from test_export_zones import in_zone
from test_move_in import Mover


@pytest.fixture
def mover(learner: Learner, tmp_path: Path) -> Iterator[Mover]:
    """Give a learner without decks, and an Anki with a card that was answered three times."""
    desk = Desktop(tmp_path / "anki")
    card = desk.add("Basic", 1, "question", "answer").cards()[0].id
    for day in (-40, -40, -20):
        desk.answer_on(day, card, 3)
    # At two o'clock and the last one at six, so that it matters at which hour a day begins.
    two_ms = 7_200_000 - offset_s() * 1000
    desk.edit("UPDATE revlog SET id = id / 86400000 * 86400000 + ? + id % 3600000", two_ms)
    desk.edit("UPDATE revlog SET id = id + 14400000 WHERE id = (SELECT max(id) FROM revlog)")
    yield Mover(learner, desk, tmp_path)
    desk.close()


def offset_s() -> int:
    """Return the offset of the local clock."""
    return time.localtime().tm_gmtoff


def remember_otherwise(mover: Mover) -> None:
    """Let Anki have a memory that does not follow from the log."""
    mover.desk.edit("UPDATE cards SET data = json_set(data, '$.s', 777.7)")


def whole_collection(mover: Mover) -> str:
    """Export the collection with its settings, move in here, and give what was said."""
    package = str(mover.package.with_suffix(".colpkg"))
    mover.desk.col.export_collection_package(package, include_media=True, legacy=False)
    mover.desk.reopen()
    done = mover.learner.run("import", package, "-o", str(mover.folder))
    assert done.code == 0, done.err
    return done.out


def rollover(mover: Mover) -> int:
    """Give the hour at which a day begins here."""
    hour: int = mover.learner.run("config", "--json").json["settings"]["rollover"]["value"]
    return hour


def test_the_hour_at_which_a_day_begins_comes_along(mover: Mover) -> None:
    """Of a whole collection, where nobody has answered or set anything here."""
    mover.desk.begin_days_at(9)
    assert "\n  rollover 9\n" in whole_collection(mover)
    assert rollover(mover) == 9


@pytest.mark.parametrize("how", ["set", "answered"])
def test_an_hour_of_ones_own_stays(mover: Mover, how: str) -> None:
    """Set here, or gone by in answers here: what was not taken is named."""
    mover.desk.begin_days_at(9)
    if how == "set":
        mover.learner.run("config", "rollover", "5")
    else:
        mover.learner.write("deck: Mine\ncards:\n  - front: q\n    back: a\n")
        mover.learner.answer("4", "deck:Mine")
    why = "you have set it here" if how == "set" else "you have answers here"
    assert f"  rollover 9: {why}" in whole_collection(mover)
    assert rollover(mover) == (5 if how == "set" else 4)


def test_a_cause_is_named_only_where_it_is_one(mover: Mover) -> None:
    """Memory differs: of what may be the cause, that is said which is so, and nothing else."""
    remember_otherwise(mover)
    said = mover.move()
    assert "  remembered otherwise than in Anki: 1 of 1 card. It may be that\n" in said
    assert "a day begins at another hour there" in said
    assert "parameters hold" not in said
    assert "time zone" not in said


def test_an_older_algorithm_is_the_cause_that_is_left(mover: Mover) -> None:
    """The hour is known, the zone is the same, parameters too."""
    mover.desk.begin_days_at(4)
    remember_otherwise(mover)
    assert whole_collection(mover).endswith("    an older algorithm left them so\n")


@pytest.mark.parametrize("legacy", [True, False])
def test_reviews_that_anki_ignores_are_named(mover: Mover, legacy: bool) -> None:  # noqa: FBT001 - a parameter
    """They count here, and that is said, as an option not taken and as a cause."""
    options: dict[str, Any] = mover.desk.options("Default")
    since = (datetime.now().astimezone() - timedelta(days=30)).date().isoformat()
    options["ignoreRevlogsBeforeDate"] = since
    mover.desk.col.decks.update_config(options)
    remember_otherwise(mover)
    said = mover.move(legacy=legacy)
    assert f"  reviews before {since} are ignored by “Default”: here all count" in said
    assert f"    reviews before {since} are ignored there" in said


def test_what_differs_and_touches_no_such_card_is_no_cause(mover: Mover) -> None:
    """No answer is as old as the date, and all were given at one hour of the day."""
    options: dict[str, Any] = mover.desk.options("Default")
    options["ignoreRevlogsBeforeDate"] = "2009-01-01"
    mover.desk.col.decks.update_config(options)
    mover.desk.edit("UPDATE revlog SET id = id - 14400000 WHERE id = (SELECT max(id) FROM revlog)")
    remember_otherwise(mover)
    assert mover.move().endswith("It may be that\n    an older algorithm left them so\n")


def test_answers_given_here_are_no_difference(mover: Mover) -> None:
    """Anki does not know of them yet: moving in again finds nothing that would need a cause."""
    cards = [mover.desk.add("Basic", 1, f"further {n}", "x").cards()[0].id for n in range(3)]
    for card in cards:
        mover.desk.answer_on(-30, card, 4)
    mover.move()
    mover.learner.answer("3333", "--ahead", "400")
    mover.learner.run("forget", mover.learner.card("further 0")["id"])
    again = mover.move()
    assert "otherwise" not in again
    assert "new here" not in again


def test_a_difference_is_told_beside_cards_answered_here(mover: Mover) -> None:
    """Of a card that both sides know all of, the memory is compared as before."""
    other = mover.desk.add("Basic", 1, "answered here", "x").cards()[0].id
    mover.desk.answer_on(-30, other, 4)
    mover.move()
    mover.learner.answer("3", "answered here", "--ahead", "400")
    remember_otherwise(mover)
    said = mover.move()
    assert "  remembered otherwise than in Anki: 1 of 1 card. It may be that" in said


def test_another_time_zone_is_named(mover: Mover) -> None:
    """The package says in which zone its collection began; this machine's clock is in another."""
    remember_otherwise(mover)
    mover.desk.give(mover.package)
    place = ("--home", str(mover.learner.home), "--decks", str(mover.learner.decks))
    words = ("-m", "flashcards", *place, "import", str(mover.package), "-o", str(mover.folder))
    here = offset_s() // 3600
    there = here - 12 if here > 0 else here + 12
    said = in_zone(f"<{there:+03}>{-there}", *words)
    assert f"another time zone (UTC{here:+03}:00 when that collection began" in said
    assert f", UTC{there:+03}:00 here)" in said


@pytest.mark.parametrize("legacy", [True, False])
def test_what_sm_2_aimed_at_is_known(mover: Mover, legacy: bool) -> None:  # noqa: FBT001 - a parameter
    """A log that is cut off is estimated by the historical retention of its preset, as in Anki."""
    options: dict[str, Any] = mover.desk.options("Default")
    options["sm2Retention"] = 0.8
    mover.desk.col.decks.update_config(options)
    mover.desk.edit("DELETE FROM revlog WHERE type = 0")
    mover.desk.edit("UPDATE revlog SET type = 1, ivl = 30, factor = 2300")
    (card,) = mover.desk.cards()
    mover.desk.answer(card, 3)
    computed = mover.desk.col._backend.compute_memory_state(card.id).state  # noqa: SLF001 - no other way
    mover.move(legacy=legacy)
    here = mover.learner.card("question")
    expected = (computed.stability, computed.difficulty)
    assert (here["stability"], here["difficulty"]) == pytest.approx(expected, rel=1e-3)
