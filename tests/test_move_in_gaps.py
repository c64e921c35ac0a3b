"""Cloze notes that move in: each gap of Anki is one here, whatever it lies in, and no brace is."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from anki_desktop import Desktop
from conftest import Learner
from test_move_in import Mover

PROGRAMMERS: dict[str, list[int]] = {
    "Vue: {{ msg }} and {{c1::v-bind}} {{other}}": [1],
    "{{C1::upper}} then {{c01::lead}}": [1],
    "<pre>if x:\n    {{c1::return}} f({{c2::y}})</pre>": [1, 2],
    "Use <code>git {{c3::rebase}}</code>.": [3],
    r"\(\sum_{{c1::i=1}}^{{c2::n}} i\)": [1, 2],
    r"\(\begin{aligned} a &amp;= {{c1::b}} \\ c &amp;= {{c4::d}} \end{aligned}\)": [1, 4],
    "{{c2::<table><tr><td>a</td><td>b</td></tr></table>}} and {{c1::c}}": [1, 2],
}


@pytest.fixture
def mover(learner: Learner, tmp_path: Path) -> Iterator[Mover]:
    """Give a learner without decks, and an empty Anki."""
    desk = Desktop(tmp_path / "anki")
    yield Mover(learner, desk, tmp_path)
    desk.close()


def test_no_gap_is_lost_with_its_history_and_none_is_new(mover: Mover, tmp_path: Path) -> None:
    """In code, formulas and tables and beside other braces, each card has the answers it had."""
    given: dict[int, int] = {}
    for text in PROGRAMMERS:
        for card in mover.desk.add("Cloze", 1, text).cards():
            given[int(card.id)] = card.ord + 1
    for times in range(1, 5):
        for answered, number in given.items():
            if number >= times:
                mover.desk.answer_on(times - 30, answered, 3)
    said = mover.move()
    assert "without a gap" not in said
    assert f"of {len(given)} cards." in said
    notes = mover.notes("default.yaml")
    numbers = [sorted(card.number or 0 for card in note.cards) for note in notes]
    assert numbers == list(PROGRAMMERS.values())
    repeated = sorted(card["reps"] for card in mover.learner.cards())
    assert repeated == sorted(given.values())
    # And back, in an Anki that has not seen them: as many cards.
    out = tmp_path / "back.apkg"
    assert mover.learner.run("export", "--with-moved", "-o", str(out)).code == 0
    other = Desktop(tmp_path / "other")
    other.take(out)
    assert len(other.col.find_cards("")) == len(given)
    other.close()


def test_braces_of_other_notes_are_text(mover: Mover, tmp_path: Path) -> None:
    """A note about clozes is one card here, and reads the same when it goes back."""
    text = "{{c1::x}} hides x, {{ y }} nothing"
    mover.desk.add("Basic", 1, "How is a gap written?", text)
    mover.move()
    (note,) = mover.notes("default.yaml")
    assert [card.back for card in note.cards] == [text]
    out = tmp_path / "back.apkg"
    assert mover.learner.run("export", "--with-moved", "-o", str(out)).code == 0
    other = Desktop(tmp_path / "other")
    other.take(out)
    (card,) = (other.col.get_card(number) for number in other.col.find_cards(""))
    assert "&#123;&#123;c1::x}} hides x, {{ y }} nothing" in card.answer()
    other.close()


def test_what_no_deck_can_hold_is_named(mover: Mover) -> None:
    """Signs for the direction of text, and images that are no files, go; the cards come."""
    mover.desk.add("Basic", 1, "shalom", "\u200f\u05e9\u05dc\u05d5\u05dd&lrm;")
    mover.desk.add("Basic", 1, "dot", f'black <img src="data:image/png;base64,{"A" * 9000}">')
    said = mover.move()
    assert "invisible signs, as for the direction of text, now without them: 1\n" in said
    assert "    Default: shalom\n" in said
    assert "within their text (`data:`), now without it: 1\n    Default: dot\n" in said
    assert "AAAA" not in said
    backs = [note.cards[0].back for note in mover.notes("default.yaml")]
    assert backs == ["\u05e9\u05dc\u05d5\u05dd", "black"]


def test_a_field_longer_than_any_card_is_named_and_not_read(mover: Mover) -> None:
    """A megabyte of HTML in one field is refused by a sentence; an embedded image is not it."""
    mover.desk.add("Basic", 1, "<td>x" * 100_000, "b")
    mover.desk.add("Basic", 1, "dot", f'<img src="data:image/png;base64,{"A" * 900_000}">black')
    said = mover.move()
    assert "notes with a field of more than 300,000 characters of HTML: 1\n" in said
    assert [note.cards[0].front for note in mover.notes("default.yaml")] == ["dot"]
