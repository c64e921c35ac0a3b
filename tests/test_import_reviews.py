"""Reviews come home: what was answered in a real Anki is in the log here, and nothing else is."""

import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import processes
import pytest
from anki_desktop import Desktop
from conftest import Learner

from flashcards.memory.recall import DEFAULT_WEIGHTS

DECK = "deck: Shared\ncards:\n" + "".join(
    f"  - front: Question {n}?\n    back: Answer {n}.\n" for n in range(4)
)


class Pair:
    """A learner and an Anki that was given the learner's cards."""

    def __init__(self, learner: Learner, desk: Desktop, folder: Path) -> None:
        """Export to the desk, all cards new but the first."""
        self.learner = learner
        self.desk = desk
        self.package = folder / "theirs.apkg"
        learner.write(DECK)
        self.today(-30)
        learner.answer("4", "--limit", "1")
        assert learner.run("export", "-o", str(folder / "ours.apkg")).code == 0
        desk.take(folder / "ours.apkg")
        self.today(0)

    def today(self, days: int) -> None:
        """Set the learner's clock to `days` from now, a minute ahead of all that was answered."""
        now = datetime.now().astimezone() + timedelta(days=days, minutes=1)
        self.learner.at(now.isoformat(timespec="seconds"))

    def there(self, number: int) -> int:
        """Give the id in Anki of the card that asks question `number`."""
        return int(self.desk.note(f"Question {number}?").cards()[0].id)

    def bring(self, *words: str, legacy: bool = False) -> str:
        """Export from Anki, import here, and give what was said."""
        self.desk.give(self.package, legacy=legacy)
        return self.take(*words)

    def edit(self, statement: str, *values: int) -> None:
        """Change the collection in the package, one of the older format."""
        with zipfile.ZipFile(self.package) as package:
            members = {name: package.read(name) for name in package.namelist()}
        loose = self.package.with_suffix(".anki21")
        loose.write_bytes(members["collection.anki21"])
        with closing(sqlite3.connect(loose)) as database, database:
            database.execute(statement, values)
        members["collection.anki21"] = loose.read_bytes()
        with zipfile.ZipFile(self.package, "w") as package:
            for name, data in members.items():
                package.writestr(name, data)

    def take(self, *words: str) -> str:
        """Import the package, and give what was said."""
        done = self.learner.run("import", "--reviews", str(self.package), *(words or ("--yes",)))
        assert done.code == 0, done.err
        return done.out

    def log(self, number: int) -> list[tuple[str, int | None, str, int]]:
        """Give kind, rating, source and mark of undone of each event of a card here."""
        with closing(sqlite3.connect(self.learner.home / "collection.db")) as database:
            return database.execute(
                "SELECT e.kind, e.rating, e.source, e.undone FROM events e"
                " JOIN cards c ON c.id = e.card WHERE c.front = ? ORDER BY e.reviewed_at_ms",
                (f"Question {number}?",),
            ).fetchall()

    def first(self) -> int:
        """Give the number of the card that was answered before the export."""
        (front,) = [card["front"] for card in self.learner.cards() if card["reps"]]
        return int(front.split()[1][:-1])


@pytest.fixture
def pair(learner: Learner, tmp_path: Path) -> Iterator[Pair]:
    """Give both."""
    desk = Desktop(tmp_path / "anki")
    yield Pair(learner, desk, tmp_path)
    desk.close()


def test_a_preview_says_what_would_come(pair: Pair) -> None:
    """How many reviews of how many cards, over which days; nothing is written by a dry run."""
    others = [number for number in range(4) if number != pair.first()]
    pair.desk.answer_on(-9, pair.there(others[0]), 3)
    pair.desk.answer(pair.there(others[0]), 3)
    pair.desk.answer(pair.there(others[1]), 1)
    said = pair.bring("--dry-run")
    days = [(datetime.now().astimezone() + timedelta(days=n)).date() for n in (-9, 0)]
    assert f": 3 new reviews of 2 cards, {days[0]} to {days[1]}." in said
    assert "here already: 1" in said
    assert pair.log(others[0]) == []
    assert "Added 3 entries to the log." in pair.bring()
    assert pair.log(others[0]) == [("review", 3, "anki", 0), ("review", 3, "anki", 0)]


def test_answers_of_one_day_are_of_one_day(pair: Pair) -> None:
    """A day is named once."""
    other = next(number for number in range(4) if number != pair.first())
    pair.desk.answer_on(-9, pair.there(other), 3)
    day = (datetime.now().astimezone() - timedelta(days=9)).date()
    assert f": 1 new review of 1 card, {day}.\n" in pair.bring("--dry-run")


def test_without_a_terminal_yes_is_said_beforehand(pair: Pair) -> None:
    """A script that does not say --yes is told so, and nothing is written."""
    pair.desk.answer(pair.there(0), 3)
    pair.desk.give(pair.package)
    done = pair.learner.run("import", "--reviews", str(pair.package))
    assert (done.code, "--yes" in done.err) == (1, True)
    assert all(event[2] == "" for event in pair.log(0))


def test_cramming_is_no_review(pair: Pair) -> None:
    """What a filtered deck asks without rescheduling is counted and left out."""
    card, number = pair.there(pair.first()), pair.first()
    pair.desk.gather(card, reschedule=False)
    pair.desk.answer(card, 1)
    pair.desk.answer(card, 2)
    said = pair.bring()
    assert "left out, for cramming changes no schedule: 2" in said
    assert pair.log(number) == [("review", 4, "", 0)]


def test_an_early_review_counts(pair: Pair) -> None:
    """What a filtered deck asks and reschedules is a review like any other."""
    card, number = pair.there(pair.first()), pair.first()
    pair.desk.gather(card, reschedule=True)
    pair.desk.answer(card, 1)
    pair.desk.answer(card, 3)
    pair.bring()
    assert [event[1] for event in pair.log(number)] == [4, 1, 3]
    here = pair.learner.card(f"Question {number}?")
    assert (here["state"], here["lapses"]) == ("review", 1)
    memory = pair.desk.memory(pair.desk.col.get_card(card))  # type: ignore[arg-type] # a number
    assert memory == pytest.approx((here["stability"], here["difficulty"]), rel=1e-3)


def test_a_reset_and_a_due_day_set_by_hand_are_no_ratings(pair: Pair) -> None:
    """They are kept as what they are: the card is due that day, or new again."""
    card, number = pair.there(pair.first()), pair.first()
    pair.desk.set_due(card, "5")
    said = pair.bring()
    assert "0 resets, 1 due day set by hand" in said
    due = (datetime.now().astimezone() + timedelta(days=5)).date().isoformat()
    assert pair.learner.card(f"Question {number}?")["due_day"] == due
    pair.desk.forget(card)
    pair.bring()
    assert [event[0] for event in pair.log(number)] == ["review", "reschedule", "forget"]
    here = pair.learner.card(f"Question {number}?")
    assert (here["state"], here["stability"], here["reps"]) == ("new", None, 1)


def test_a_reset_that_old_ankis_did_not_log(pair: Pair) -> None:
    """A card in Review that is suddenly learnt again begins anew, as Anki counts it."""
    card, number = pair.there(pair.first()), pair.first()
    pair.desk.forget(card)
    pair.desk.answer(card, 3)
    database = pair.desk.col.db
    assert database is not None
    database.execute("delete from revlog where type = 4")
    pair.bring()
    assert [event[0] for event in pair.log(number)] == ["review", "forget", "review"]
    memory = pair.desk.memory(pair.desk.col.get_card(card))  # type: ignore[arg-type] # a number
    here = pair.learner.card(f"Question {number}?")
    assert memory == pytest.approx((here["stability"], here["difficulty"]), rel=1e-3)
    assert "no reviews that are not here already" in pair.bring()


def test_what_was_taken_back_stays_taken_back(pair: Pair, tmp_path: Path) -> None:
    """An answer that went out and was undone afterwards does not come home as a new one."""
    number = next(n for n in range(4) if n != pair.first())
    pair.today(-3)
    uid = pair.learner.card(f"Question {number}?")["id"]
    pair.learner.answer("1", "--new", "9", "--limit", "1", uid)
    with closing(sqlite3.connect(pair.learner.home / "collection.db")) as database, database:
        # As if it had been undone in the session that is still open.
        pair.learner.run("export", "-o", str(tmp_path / "second.apkg"))
        database.execute("UPDATE events SET undone = 1 WHERE rating = 1")
    fresh = Desktop(tmp_path / "other")
    fresh.take(tmp_path / "second.apkg")
    fresh.give(tmp_path / "home.apkg")
    fresh.close()
    pair.today(0)
    done = pair.learner.run("import", "--reviews", str(tmp_path / "home.apkg"), "--yes")
    assert "no reviews that are not here already" in done.out
    assert pair.log(number) == [("review", 1, "", 1)]


def test_cards_of_others_are_counted(pair: Pair) -> None:
    """Reviews of cards that are not in this collection are said, and nothing is made of them."""
    note = pair.desk.add("Basic", 1, "theirs alone", "yes")
    pair.desk.answer(note.cards()[0], 3)
    assert "not in this collection: 1 card with 1 review" in pair.bring()


def test_an_instant_that_is_taken_moves_by_a_millisecond(pair: Pair) -> None:
    """Two answers of the same millisecond, one here and one there, are both kept."""
    here, there, _ = (number for number in range(4) if number != pair.first())
    uid = pair.learner.card(f"Question {here}?")["id"]
    pair.learner.answer("3", "--new", "9", "--limit", "1", uid)
    with closing(sqlite3.connect(pair.learner.home / "collection.db")) as database:
        (instant,) = database.execute("SELECT max(reviewed_at_ms) FROM events").fetchone()
    pair.desk.answer(pair.there(there), 3)
    pair.desk.give(pair.package, legacy=True)
    pair.edit("UPDATE revlog SET id = ? WHERE id = (SELECT max(id) FROM revlog)", instant)
    assert "Added 1 entry to the log." in pair.take()
    assert pair.log(here) == [("review", 3, "", 0)]
    assert pair.log(there) == [("review", 3, "anki", 0)]
    assert "no reviews that are not here already" in pair.take()


def test_an_answer_there_and_a_reset_here_of_one_millisecond_are_two(pair: Pair) -> None:
    """The answer is not taken for ours that comes home."""
    number = next(one for one in range(4) if one != pair.first())
    uid = pair.learner.card(f"Question {number}?")["id"]
    assert pair.learner.run("forget", uid).code == 0
    with closing(sqlite3.connect(pair.learner.home / "collection.db")) as database:
        (instant,) = database.execute("SELECT max(reviewed_at_ms) FROM events").fetchone()
    pair.desk.answer(pair.there(number), 3)
    pair.desk.give(pair.package, legacy=True)
    pair.edit("UPDATE revlog SET id = ? WHERE id = (SELECT max(id) FROM revlog)", instant)
    assert "Added 1 entry to the log." in pair.take()
    assert pair.log(number) == [("forget", None, "", 0), ("review", 3, "anki", 0)]
    assert "no reviews that are not here already" in pair.take()


def test_two_collections_may_have_answers_of_one_millisecond(pair: Pair) -> None:
    """A line's number is its instant: of two Ankis, both answers come, and each but once."""
    one, other = [number for number in range(4) if number != pair.first()][:2]
    pair.desk.answer(pair.there(one), 3)
    pair.bring()
    pair.desk.answer(pair.there(other), 2)
    pair.desk.give(pair.package, legacy=True)
    pair.edit("UPDATE cards SET type = 0, queue = 0, data = '' WHERE id = ?", pair.there(one))
    pair.edit("CREATE TABLE of_one AS SELECT id FROM revlog WHERE cid = ?", pair.there(one))
    pair.edit("DELETE FROM revlog WHERE cid = ?", pair.there(one))
    pair.edit("UPDATE revlog SET id = (SELECT id FROM of_one) WHERE cid = ?", pair.there(other))
    assert "Added 1 entry to the log." in pair.take()
    assert pair.log(other) == [("review", 2, "anki", 0)]
    assert pair.log(one) == [("review", 3, "anki", 0)]
    assert "no reviews that are not here already" in pair.take()


def test_an_answer_that_went_to_another_card_does_not_come_again(pair: Pair) -> None:
    """A history may have been moved here; the card that Anki has it on gets no second one."""
    one, other = [number for number in range(4) if number != pair.first()][:2]
    pair.desk.answer(pair.there(one), 3)
    pair.bring()
    with closing(sqlite3.connect(pair.learner.home / "collection.db")) as database, database:
        database.execute(
            "UPDATE events SET card = (SELECT id FROM cards WHERE front = ?) WHERE source = 'anki'",
            (f"Question {other}?",),
        )
    assert "no reviews that are not here already" in pair.take()


def test_a_reset_that_moved_by_a_millisecond_is_known(pair: Pair) -> None:
    """Its instant was taken by an answer here: it comes once, under the number it has there."""
    here, there, _ = (number for number in range(4) if number != pair.first())
    uid = pair.learner.card(f"Question {here}?")["id"]
    pair.learner.answer("3", "--new", "9", "--limit", "1", uid)
    with closing(sqlite3.connect(pair.learner.home / "collection.db")) as database:
        (instant,) = database.execute("SELECT max(reviewed_at_ms) FROM events").fetchone()
    pair.desk.answer_on(-3, pair.there(there), 3)
    pair.desk.forget(pair.there(there))
    pair.desk.give(pair.package, legacy=True)
    pair.edit("UPDATE revlog SET id = ? WHERE id = (SELECT max(id) FROM revlog)", instant)
    assert "Added 2 entries to the log." in pair.take()
    assert "no reviews that are not here already" in pair.take()


def test_answers_of_the_future_are_left_out(pair: Pair) -> None:
    """A clock that was wrong by years must not keep a card from ever being answered again."""
    pair.desk.answer(pair.there(pair.first()), 3)
    pair.desk.give(pair.package, legacy=True)
    pair.edit("UPDATE revlog SET id = id + 86400000 * 900 WHERE id = (SELECT max(id) FROM revlog)")
    assert "left out, for they lie in the future or have no button: 1" in pair.take()


def test_a_damaged_package_is_a_sentence(pair: Pair, tmp_path: Path) -> None:
    """One line, exit code 1, and the log is as it was."""
    pair.desk.answer(pair.there(pair.first()), 3)
    pair.desk.give(pair.package)
    with zipfile.ZipFile(pair.package) as whole, zipfile.ZipFile(tmp_path / "bad.apkg", "w") as bad:
        for name in whole.namelist():
            data = whole.read(name)
            bad.writestr(name, data[: len(data) // 2] if name.endswith("b") else data)
    done = pair.learner.run("import", "--reviews", str(tmp_path / "bad.apkg"), "--yes")
    assert done.code == 1
    assert done.err.strip().endswith("the file is damaged; nothing was taken over.")
    assert pair.log(pair.first()) == [("review", 4, "", 0)]


def test_a_review_of_the_day_counts_for_its_limits(pair: Pair) -> None:
    """A new card met in Anki today is one of the day's new cards here."""
    other = next(n for n in range(4) if n != pair.first())
    before = pair.learner.run("due", "--json").json["total"]["new"]
    pair.learner.run("config", "new_per_day", "2")
    pair.desk.answer(pair.there(other), 4)
    pair.bring()
    assert before == 3
    assert pair.learner.run("due", "--json").json["total"]["new"] == 1


def test_an_import_beside_an_open_review(pair: Pair) -> None:
    """The card on screen was answered in Anki meanwhile: that holds, and the review goes on."""
    place = processes.Place(pair.learner.home, pair.learner.decks)
    moment = (datetime.now().astimezone() + timedelta(minutes=1)).isoformat(timespec="seconds")
    review = processes.start(place, "review", "--plain", "is:new", "deck:Shared", now=moment)
    shown = int(processes.read_until(review, "Question ").removesuffix("?").split()[1])
    processes.type_into(review, "\n")
    processes.read_until(review, "1 Again")
    pair.desk.answer(pair.there(shown), 1)
    pair.bring()
    ended = processes.finish(review, "4\n\n4\nq\n")
    assert (ended.code, "was not kept" in ended.err) == (0, True)
    ((other, *_),) = processes.acknowledged(ended.out.splitlines())
    assert pair.log(shown) == [("review", 1, "anki", 0)]
    assert other != pair.learner.card(f"Question {shown}?")["id"]


def test_a_new_card_whose_due_day_was_set_is_in_review(pair: Pair) -> None:
    """As in Anki: due on that day, and its first answer gives days, not a step."""
    new, learning = (n for n in range(3) if n != pair.first())
    pair.desk.answer_on(-1, pair.there(learning), 3)
    pair.desk.set_due(pair.there(new), "0")
    pair.desk.set_due(pair.there(learning), "0")
    assert "2 due days set by hand" in pair.bring()
    for number in (new, learning):
        here = pair.learner.card(f"Question {number}?")
        card = pair.desk.col.get_card(pair.there(number))  # type: ignore[arg-type] # a number
        known = pair.desk.memory(card)
        assert (here["state"], here["interval_days"]) == ("review", card.ivl)
        assert (known is None) == (here["stability"] is None) == (number == new)
        pair.learner.answer("3", here["id"])
        pair.desk.answer(card, 3)
        here = pair.learner.card(f"Question {number}?")
        card.load()
        assert pair.desk.memory(card) == pytest.approx(
            (here["stability"], here["difficulty"]), rel=1e-3
        )
        assert (here["state"], card.type) == ("review", 2)


def test_a_due_day_set_there_goes_out_as_one(pair: Pair, tmp_path: Path) -> None:
    """Another Anki is told what the first logged; without an ease it would be a reset."""
    number = next(one for one in range(4) if one != pair.first())
    pair.desk.set_due(pair.there(number), "3")
    pair.bring()
    back = tmp_path / "back.apkg"
    assert pair.learner.run("export", "-o", str(back)).code == 0
    with closing(Desktop(tmp_path / "second")) as second:
        second.take(back)
        assert second.revlog()[-1][2:] == pair.desk.revlog()[-1][2:]


def test_an_answer_that_was_undone_in_anki_is_named(pair: Pair) -> None:
    """Fetched, then undone there: it stays, for another device may have given it; that is said."""
    other = next(n for n in range(4) if n != pair.first())
    pair.desk.answer(pair.there(other), 1)
    assert "no longer" not in pair.bring()
    pair.desk.col.undo()
    said = pair.bring()
    assert "here, but no longer in Anki's log: 1 review (undone there" in said
    assert pair.log(other) == [("review", 1, "anki", 0)]


def test_a_package_of_before_misses_nothing(pair: Pair) -> None:
    """An older package, or one without the log, is not taken for Anki having undone something."""
    other = next(n for n in range(4) if n != pair.first())
    older = pair.package.with_name("older.apkg")
    pair.desk.answer(pair.there(pair.first()), 3)
    pair.desk.give(older)
    pair.desk.answer(pair.there(other), 3)
    pair.bring()
    done = pair.learner.run("import", "--reviews", str(older), "--yes")
    assert "no longer" not in done.out


def optimised(pair: Pair) -> list[float]:
    """Let Anki have new parameters, with which it has computed all memories anew."""
    options = pair.desk.options("Shared")
    options["fsrsParams6"] = [round(one * 1.06, 4) for one in DEFAULT_WEIGHTS]
    pair.desk.col.decks.update_config(options)
    for card in pair.desk.cards():
        computed = pair.desk.col._backend.compute_memory_state(card.id).state  # noqa: SLF001 - no other way
        card.memory_state = computed if card.type else None
        pair.desk.col.update_card(card)
    parameters: list[float] = options["fsrsParams6"]
    return parameters


def test_parameters_that_were_optimised_in_anki_are_taken_over(pair: Pair) -> None:
    """Where nobody has fitted any here: told first, and then both sides remember alike again."""
    first, other = pair.first(), next(n for n in range(4) if n != pair.first())
    pair.desk.answer_on(-20, pair.there(other), 4)
    pair.bring()
    parameters = optimised(pair)
    said = pair.bring("--dry-run")
    assert "in Anki 2 cards go by other FSRS parameters, of “flashcards”:\n    taken over" in said
    assert pair.learner.run("config", "--json").json["parameters"]["from"] == "default"
    for number in (first, other):
        pair.desk.answer(pair.there(number), 3)
    pair.bring()
    in_force = pair.learner.run("config", "--json").json["parameters"]
    assert (in_force["from"], in_force["weights"]) == ("anki", parameters)
    here = pair.learner.card(f"Question {other}?")
    memory = pair.desk.memory(pair.desk.col.get_card(pair.there(other)))  # type: ignore[arg-type] # a number
    assert memory == pytest.approx((here["stability"], here["difficulty"]), rel=1e-4)
    assert "FSRS parameters" not in pair.bring()


def test_parameters_of_ones_own_stay(pair: Pair) -> None:
    """Taken over and gone back on: the difference is said at each import, and nothing is done."""
    optimised(pair)
    pair.bring()
    pair.learner.run("optimize", "--undo")
    assert "not taken over, for you have chosen those here" in pair.bring()
    assert pair.learner.run("config", "--json").json["parameters"]["from"] == "default"


def test_a_backlog_with_a_card_without_a_memory(pair: Pair) -> None:
    """More waits than a day's limit: a card that is in Review by hand alone is no trouble."""
    pair.learner.run("config", "reviews_per_day", "1")
    for number in range(4):
        pair.desk.set_due(pair.there(number), "0")
    pair.bring()
    assert pair.learner.run("due", "--json").json["total"]["review"] == 1
