"""Decks that change, break and vanish while the collection remembers: no history is lost."""

import builtins
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import processes
import pytest
from conftest import DECK, Learner
from processes import Place

OTHER = """\
deck: Numbers
cards:
  - front: What is 6 times 7?
    back: 42
"""
CONFLICT = DECK.replace(
    "    back: The most significant byte comes first.\n",
    """\
<<<<<<< HEAD
    back: The most significant byte comes first.
=======
    back: The big end comes first.
>>>>>>> laptop
""",
)


@pytest.fixture
def reader(learner: Learner) -> Learner:
    """Give a learner with two decks who has answered all four cards."""
    learner.write(DECK)
    learner.write(OTHER, "numbers.yaml")
    assert len(learner.answer("4343").rated) == 4
    return learner


def _history(learner: Learner, *select: str) -> dict[str, int]:
    """Give how often each card was answered, by its id."""
    return {card["id"]: card["reps"] for card in learner.cards(*select)}


def _fronts(learner: Learner, *select: str) -> set[str]:
    return {card["front"] for card in learner.cards(*select)}


# -- Case 10: somebody edits a deck during a session


def test_a_deck_edited_during_a_review_is_theirs(reader: Learner) -> None:
    """Case 10: a review writes no deck; the next run has the new text, and the old history."""
    before = _history(reader)
    reader.at("2027-01-11T09:00:00+00:00")
    review = processes.start(Place(reader.home, reader.decks), "review", "--plain")
    processes.type_into(review, "\n3\n")
    processes.read_until(review, "rated ")
    edited = DECK.replace("Big-endian", "Big-endian order") + "# a remark of theirs\n"
    path = reader.write(edited)
    ended = processes.finish(review, "\n3\n" * 3)
    assert ended.code == 0
    assert path.read_text(encoding="utf-8") == edited
    assert "Big-endian order" in _fronts(reader)
    assert _history(reader) == {uid: reps + 1 for uid, reps in before.items()}


def test_a_card_deleted_during_a_review_keeps_the_answer(reader: Learner) -> None:
    """Case 10: the card on the screen may leave the deck meanwhile; what was said of it stays."""
    reader.at("2027-01-11T09:00:00+00:00")
    uid = reader.card("Big-endian")["id"]
    review = processes.start(Place(reader.home, reader.decks), "review", uid, "--plain")
    processes.read_until(review, "Big-endian")
    head, *entries = DECK.split("  - ")
    reader.write(f"{head}  - {entries[0]}  - {entries[2]}")
    assert uid not in _history(reader)
    ended = processes.finish(review, "\n3\n")
    assert [one[0] for one in processes.acknowledged(ended.out.splitlines())] == [uid]
    assert _history(reader, "is:orphan") == {uid: 2}


def test_a_deck_that_vanishes_during_a_review_is_not_asked_from_again(reader: Learner) -> None:
    """Case 10: once another program saw that a deck is gone, an open review passes over it."""
    reader.at("2027-01-11T09:00:00+00:00")
    review = processes.start(Place(reader.home, reader.decks), "review", "--plain")
    processes.type_into(review, "\n")
    processes.read_until(review, "1 Again")
    (reader.decks / "deck.yaml").unlink()
    (reader.decks / "numbers.yaml").unlink()
    assert reader.run("due").code == 0
    ended = processes.finish(review, "3\n" + "\n3\n" * 5)
    assert len(processes.acknowledged(ended.out.splitlines())) == 1


# -- Case 11: conflict markers


def test_conflict_markers_stop_their_deck_only(reader: Learner) -> None:
    """Case 11: one clear fault; the other decks are reviewed, and the history waits."""
    before = _history(reader)
    kept = _history(reader, "deck:Systems")
    reader.write(CONFLICT)
    reader.at("2027-01-11T09:00:00+00:00")
    result = reader.review("\n3\n")
    assert result.code == 0
    assert "1 fault in 1 deck file keeps cards away; `flashcards check` tells." in result.err
    assert {uid for uid, _, _ in result.rated} == before.keys() - kept.keys()
    checked = reader.run("check")
    assert checked.code == 1
    assert f"{reader.decks / 'deck.yaml'}:6:1: error: " in checked.out
    assert "conflict" in checked.out.lower()
    assert reader.cards("is:orphan") == []
    for uid, reps in kept.items():
        shown = reader.run("show", uid, "--json").json
        assert (shown["card"]["reps"], shown["card"]["orphan"]) == (reps, False)
    reader.write(DECK.replace("The most significant byte comes first", "The big end comes first"))
    after = _history(reader)
    assert after.keys() == before.keys()
    assert {uid: after[uid] for uid in kept} == kept
    assert reader.run("due").err == ""


# -- Case 12: malformed YAML


@pytest.mark.parametrize(
    "text",
    [
        "cards:\n  - front: [a\n    back: b\n",
        "cards:\n  - front: a: b\n    back: c\n",
        "cards:\n\t- front: a\n",
        "cards:\n  - front: 'a\n    back: b\n",
        "cards:\n  - front: *nobody\n    back: b\n",
        "- just\n- a list\n",
        "\x00\x01\x02",
        "{{{{",
    ],
)
def test_malformed_yaml_is_a_place_and_a_hint(reader: Learner, text: str) -> None:
    """Case 12: whatever the file, `check` names path, line and column, and what to do."""
    path = reader.write(text, "broken.yaml")
    result = reader.run("check")
    assert result.code == 1
    first = next(line for line in result.out.splitlines() if line.startswith(f"{path}:"))
    line, column = first.removeprefix(f"{path}:").split(":")[:2]
    assert int(line) >= 1
    assert int(column) >= 1
    (problem, *_) = reader.run("check", "--json").json["problems"]
    assert problem["fix"]
    assert len(reader.cards()) == 4


# -- Case 14: nothing to review


@pytest.mark.parametrize(
    "text",
    ["", "deck: Empty\ncards: []\n", "deck: Stubs\ncards:\n  - todo\n  -\n"],
)
def test_no_cards_or_only_stubs_is_a_sentence(learner: Learner, text: str) -> None:
    """Case 14: with nothing to ask, each command says so and none fails."""
    for words in (["due"], ["review", "--plain"], []):
        result = learner.run(*words)
        assert result.code == 0
        assert "There are no cards here yet." in result.out
    learner.write(text)
    for words in (["due"], ["review", "--plain"], []):
        result = learner.run(*words)
        assert (result.code, "There are no cards here yet." in result.out) == (0, True)
    assert learner.run("due", "--json").json["total"] == {"new": 0, "learning": 0, "review": 0}
    assert learner.run("due", "--short").out == ""
    assert learner.cards() == []
    assert learner.run("check").code == 0


# -- Orphans


def test_other_decks_for_a_run_orphan_nothing(reader: Learner, tmp_path: Path) -> None:
    """`--decks` elsewhere, on one file or on a folder within: the rest is as it was."""
    before = _history(reader)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    reader.write(DECK.replace("Systems", "Deep"), "sub/deep.yaml")
    everything = _history(reader)
    for decks in (elsewhere, reader.decks / "numbers.yaml", reader.decks / "sub"):
        result = reader.run_bare("--home", str(reader.home), "--decks", str(decks), "due")
        assert result.code == 0
    assert _history(reader) == everything
    assert before.items() <= everything.items()
    assert reader.cards("is:orphan") == []


def test_a_decks_folder_that_is_not_there_orphans_nothing(reader: Learner, tmp_path: Path) -> None:
    """A folder on a disk that is not plugged in proves nothing; its cards come back with it."""
    bare = ("--home", str(reader.home))
    reader.run_bare(*bare, "config", "starter", "off")
    reader.run_bare(*bare, "config", "decks", str(reader.decks))
    before = _history(reader)
    reader.decks.rename(tmp_path / "unplugged")
    result = reader.run_bare(*bare, "due")
    assert result.code == 0
    assert f"the decks folder {reader.decks} is not there" in result.err
    (tmp_path / "unplugged").rename(reader.decks)
    assert reader.cards("is:orphan") == []
    assert _history(reader) == before


def test_a_file_that_vanishes_leaves_orphans_that_return_with_its_text(reader: Learner) -> None:
    """Deleted and put back, under another name too, the cards have the history they had."""
    kept = _history(reader, "deck:Systems")
    (reader.decks / "deck.yaml").unlink()
    assert _fronts(reader) == {"What is 6 times 7?"}
    assert _history(reader, "is:orphan") == kept
    assert all(card["orphan"] for card in reader.cards("is:orphan"))
    reader.write(DECK, "again/under another name.yml")
    assert _history(reader, "deck:Systems") == kept
    assert reader.cards("is:orphan") == []


def test_an_orphan_is_shown_and_never_asked(reader: Learner) -> None:
    """What left the decks is listed with is:orphan, shown with its history, and not reviewed."""
    (reader.decks / "deck.yaml").unlink()
    reader.at("2027-01-11T09:00:00+00:00")
    listed = reader.run("cards", "is:orphan").out
    assert len(listed.splitlines()) == 3
    uid = reader.cards("is:orphan")[0]["id"]
    shown = reader.run("show", uid)
    assert "no longer in the decks" in shown.out
    assert len(reader.review("\n4\n" * 5).rated) == 1
    assert reader.review("\n4\n", uid).rated == []


def test_a_faulty_entry_keeps_its_history_and_is_no_orphan(reader: Learner) -> None:
    """While a card is kept out by a fault it waits; mended, it comes back as it was."""
    before = _history(reader)
    uid = reader.card("Big-endian")["id"]
    reader.write(DECK.replace("    back: The most significant byte comes first.\n", ""))
    assert _history(reader) == {one: reps for one, reps in before.items() if one != uid}
    assert reader.cards("is:orphan") == []
    assert reader.run("show", uid, "--json").json["card"]["reps"] == before[uid]
    reader.write(DECK)
    assert _history(reader) == before


def test_a_card_missing_from_a_faulty_file_is_no_orphan_yet(reader: Learner) -> None:
    """A file with a fault proves nothing missing; mended without the card, it does."""
    uid = reader.card("Big-endian")["id"]
    head, *entries = DECK.split("  - ")
    without = f"{head}  - {entries[0]}  - {entries[2]}"
    reader.write(f"{without}  - front: a\n")
    assert reader.cards("is:orphan") == []
    assert uid not in _history(reader)
    reader.write(without)
    assert list(_history(reader, "is:orphan")) == [uid]


def test_an_orphan_stays_one_while_its_old_file_is_faulty(reader: Learner) -> None:
    """A fault made later does not hide what was taken out long before."""
    head, *entries = DECK.split("  - ")
    uid = reader.card("Big-endian")["id"]
    reader.write(f"{head}  - {entries[0]}  - {entries[2]}")
    assert list(_history(reader, "is:orphan")) == [uid]
    reader.write(f"{head}  - {entries[0]}  - {entries[2]}  - front: a\n")
    assert list(_history(reader, "is:orphan")) == [uid]


def test_a_card_written_anew_beside_two_orphans_is_known_again(learner: Learner) -> None:
    """Whose history it has was not guessed; from then on it has its own through every edit."""
    head, entry = OTHER.split("  - ")
    more = "  - front: What is 7 times 8?\n    back: 56\n"
    learner.write(f"{head}  - {entry}  - {entry}")
    learner.answer("44")
    learner.write(f"{head}{more}")
    assert len(learner.cards("is:orphan")) == 2
    learner.write(f"{head}  - {entry}{more}")
    born = learner.card("What is 6 times 7?")["id"]
    learner.answer("4", born)
    learner.write(f"{head}  - {entry}{more}  - front: a\n    back: b\n")
    assert _history(learner)[born] == 1
    assert len(learner.cards()) == 3
    assert len(learner.cards("is:orphan")) == 2


# -- What the system will not give

Opener = Callable[..., Any]


@pytest.fixture
def forbidden(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Give a set of paths that the system refuses to open or list, as long as they are in it."""
    refused: set[str] = set()

    def guarded(real: Opener) -> Opener:
        def opener(path: Any, *rest: Any, **options: Any) -> Any:  # noqa: ANN401 - as the real one
            if str(path) in refused:
                raise PermissionError(13, "Permission denied", str(path))
            return real(path, *rest, **options)

        return opener

    with monkeypatch.context() as patch:
        for module, name in ((builtins, "open"), (os, "open"), (os, "scandir")):
            patch.setattr(module, name, guarded(getattr(module, name)))
        yield refused


def test_a_file_without_permission_is_read_once_it_has_it(
    reader: Learner, forbidden: set[str]
) -> None:
    """`chmod` changes no time stamp, and still the deck is back in the next run."""
    before = _history(reader)
    path = reader.write(DECK + "# edited\n")
    forbidden.add(str(path))
    assert _fronts(reader) == {"What is 6 times 7?"}
    assert "you have no permission to read it" in reader.run("check").out
    assert reader.cards("is:orphan") == []
    forbidden.clear()
    assert _history(reader) == before
    assert reader.run("check").code == 0


def test_a_folder_without_permission_is_named_and_orphans_nothing(
    reader: Learner, forbidden: set[str]
) -> None:
    """Not to be allowed to look is not to find nothing: the cards wait, and a line says why."""
    reader.write(DECK.replace("Systems", "Deep"), "sub/deep.yaml")
    before = _history(reader)
    folder = reader.decks / "sub"
    forbidden.add(str(folder))
    result = reader.run("due")
    assert result.code == 0
    assert f"{folder} cannot be read (Permission denied)" in result.err
    assert len(reader.cards()) == 4
    assert reader.cards("is:orphan") == []
    forbidden.clear()
    assert _history(reader) == before
