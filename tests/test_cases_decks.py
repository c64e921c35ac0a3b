"""Failures reported in programs like this one, on decks: each as an author met it."""

import shutil

import pytest
from conftest import DECK, Learner

TOPIC = """\
deck: ML Interviews
topics:
  - question: Why does attention divide by the square root of d_k?
    title: Scaled scores
    tldr: It keeps the variance of the scores at one, whatever d_k.
    cheat_sheet:
      - "Scores have variance {{d_k}} before the division."
      - Unscaled scores: push softmax to one-hot weights.
    follow_ups:
      - question: What happens to the gradient without it?
        short: It vanishes, since softmax saturates.
    red_flags:
      - claim: The division saves memory.
        instead: It only rescales the scores.
"""


def history(learner: Learner) -> dict[str, tuple[str, int]]:
    """Give uid and number of answers of each card, by what it asks."""
    return {card["front"]: (card["id"], card["reps"]) for card in learner.cards()}


@pytest.fixture
def reader(learner: Learner) -> Learner:
    """Give a learner who has answered three cards."""
    learner.write(DECK)
    learner.answer("434")
    return learner


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "What does a write-back cache do on a write?",
            "What does a write-back cache do on write?",
        ),
        ("memory later, on eviction", "the memory later, on its eviction"),
        ("deck: Systems", "deck: Hardware::Memory"),
        ("Big-endian", "big-endian."),
    ],
)
def test_a_correction_keeps_every_history(reader: Learner, old: str, new: str) -> None:
    """Case 1: a typo in a question or answer, or another deck name, resets no card."""
    before = sorted(history(reader).values())
    assert old in DECK
    reader.write(DECK.replace(old, new))
    assert sorted(history(reader).values()) == before
    assert reader.cards("is:orphan") == []


def test_reordering_and_moving_keep_every_history(reader: Learner) -> None:
    """Case 1: entries in another order, or in another file, are the same cards."""
    before = history(reader)
    head, *entries = DECK.split("  - ")
    reader.write(head + "  - " + "  - ".join(reversed(entries)))
    assert history(reader) == before
    reader.write(f"{head}  - {entries[0]}  - {entries[2]}")
    reader.write(f"deck: Numbers\ncards:\n  - {entries[1]}", "numbers.yaml")
    assert history(reader) == before


def test_renaming_and_splitting_a_file_keep_every_history(reader: Learner) -> None:
    """Case 1: a file renamed, then split in two."""
    before = history(reader)
    shutil.move(reader.decks / "deck.yaml", reader.decks / "systems.yml")
    assert history(reader) == before
    head, *entries = DECK.split("  - ")
    reader.write(f"{head}  - {entries[0]}", "systems.yml")
    reader.write(f"{head}  - {entries[1]}  - {entries[2]}", "more/second.yaml")
    assert history(reader) == before


def test_a_cloze_inserted_before_another_takes_nothing_from_it(learner: Learner) -> None:
    """Case 2: each gap keeps its own history when gaps and bullets come before it."""
    learner.write(TOPIC)
    learner.answer("4" * 6)
    before = history(learner)
    learner.write(
        TOPIC.replace(
            '      - "Scores have',
            '      - "Softmax is fed {{scaled}} scores."\n      - "Scores have',
        ).replace("Scores have variance {{d_k}}", "{{Scores}} have variance {{d_k}}")
    )
    after = history(learner)
    old = "Scores have variance [...] before the division."
    assert after[old] == before[old]
    assert after["Softmax is fed [...] scores."][1] == 0
    assert after["[...] have variance d_k before the division."][1] == 0


@pytest.mark.parametrize("text", ["no", "1.10", "012", "12:30", "2024-01-02", "1_000", "yes"])
def test_texts_stay_as_written(learner: Learner, text: str) -> None:
    """Case 3: YAML's numbers, dates and booleans are the author's texts."""
    learner.write(f"cards:\n  - front: {text}\n    back: {text}\n")
    (card,) = learner.cards()
    assert (card["front"], card["back"]) == (text, text)


def test_an_empty_side_is_a_fault_with_its_line(learner: Learner) -> None:
    """Case 3: an empty side makes no card `None`, but a fault."""
    learner.write("cards:\n  - front: What?\n    back:\n  - front: A\n    back: B\n")
    result = learner.run("check", "--json")
    (problem,) = result.json["problems"]
    assert result.code == 1
    assert problem["severity"] == "error"
    assert problem["line"] in {2, 3}
    assert [card["front"] for card in learner.cards()] == ["A"]


def test_a_backslash_in_double_quotes_is_named_with_its_fix(learner: Learner) -> None:
    """Case 4: LaTeX that YAML makes a control character of is a fault, and can be mended."""
    path = learner.write('cards:\n  - front: "What is $\\bar t$?"\n    back: A mean.\n')
    (problem,) = learner.run("check", "--json").json["problems"]
    assert (problem["code"], problem["line"]) == ("backslash-in-quotes", 2)
    assert "`\\b` is a backspace, so the backslash of `\\bar` is lost" in problem["message"]
    assert "single quotes" in problem["fix"]
    assert learner.cards() == []
    learner.run("check", "--fix", "--yes")
    assert "front: 'What is $\\bar t$?'" in path.read_text(encoding="utf-8")
    assert [card["front"] for card in learner.cards()] == ["What is $\\bar t$?"]


@pytest.mark.parametrize(
    ("stray", "code"),
    [
        ("Stray text\n", "stray-line"),
        ("  Stray text\n", "stray-line"),
        ("\n      Stray text\n", "joined-lines"),
        ("  - Stray text\n", "wrong-shape"),
        ("    Stray: text\n", "unknown-key"),
    ],
)
def test_stray_text_between_entries_is_a_fault(learner: Learner, stray: str, code: str) -> None:
    """Case 9: wherever it stands, it is named, and is on no card without a word."""
    learner.write(f"cards:\n  - front: A\n    back: B\n{stray}  - front: C\n    back: D\n")
    (problem,) = learner.run("check", "--json").json["problems"]
    assert problem["code"] == code
    assert problem["line"] in {3, 4}


def test_a_duplicate_key_names_both_lines(learner: Learner) -> None:
    """Case 5: of two backs none is lost in silence."""
    learner.write("cards:\n  - front: A\n    back: B\n    back: C\n")
    (problem,) = learner.run("check", "--json").json["problems"]
    assert problem["line"] == 4
    assert "3" in problem["message"]


@pytest.mark.parametrize(
    ("cloze", "fronts"),
    [
        ("Stop! {{now!}} here", ["Stop! [...] here"]),
        ("The set {{$\\{x\\}$}} is closed", ["The set [...] is closed"]),
        ("`a {{b}} c` is {{code}}", ["`a {{b}} c` is [...]"]),
        ("{{$x$}} and $y_{{1}}$", ["[...] and $y_{{1}}$"]),
        ("{{c1::$\\frac{1}{\\sqrt{x}}$}} falls", ["[...] falls"]),
    ],
)
def test_a_cloze_with_signs_in_it_is_intact(
    learner: Learner, cloze: str, fronts: list[str]
) -> None:
    """Case 6: exclamation marks, braces, maths and code neither cut a gap nor make one."""
    learner.write(f"cards:\n  - cloze: '{cloze}'\n")
    assert [card["front"] for card in learner.cards()] == fronts


def test_two_forms_of_an_accent_are_one_card(learner: Learner) -> None:
    """Case 8: “café” composed and decomposed is the same text."""
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    learner.write(f"cards:\n  - front: {composed}\n    back: coffee\n")
    learner.answer("4")
    learner.write(f"cards:\n  - front: {decomposed}\n    back: coffee\n")
    (card,) = learner.cards()
    assert card["reps"] == 1


def test_the_same_question_in_two_decks_is_two_cards(learner: Learner) -> None:
    """Case 13: neither of two equal questions is skipped; the style check warns."""
    for name in ("one", "two"):
        learner.write(f"deck: {name}\ncards:\n  - front: What?\n    back: That.\n", f"{name}.yaml")
    assert len({card["id"] for card in learner.cards()}) == 2
    assert learner.run("check", "--json").json["problems"] == []
    told = learner.run("check", "--style", "--json").json["problems"]
    same = [problem for problem in told if problem["code"] == "style/duplicate-front"]
    assert {problem["path"].rpartition("/")[2] for problem in same} == {"one.yaml", "two.yaml"}


def test_only_stubs_or_nothing_is_a_sentence(learner: Learner) -> None:
    """Case 14: a deck without a card crashes nothing."""
    learner.write("topics:\n  - question: Why?\n    tldr: todo\n    red_flags: []\n")
    result = learner.run("review")
    assert result.code == 0
    assert "no cards here yet" in result.out


def test_a_section_moves_with_its_topic(learner: Learner) -> None:
    """Bullets reordered and a question reworded: every card of the topic keeps its history."""
    learner.write(TOPIC)
    learner.answer("4" * 6)
    before = history(learner)
    reworded = TOPIC.replace("What happens to the gradient without it?", "What of its gradient?")
    first = '      - "Scores have variance {{d_k}} before the division."\n'
    second = "      - Unscaled scores: push softmax to one-hot weights.\n"
    learner.write(reworded.replace(first + second, second + first))
    after = history(learner)
    assert after.pop("What of its gradient?") == before.pop(
        "What happens to the gradient without it?"
    )
    assert after == before


def test_reading_other_decks_orphans_nothing(reader: Learner) -> None:
    """A run with other decks leaves the cards of the first as they are."""
    before = history(reader)
    other = reader.home.parent / "other.yaml"
    other.write_text("cards:\n  - front: A\n    back: B\n", encoding="utf-8")
    home = ("--home", str(reader.home))
    only = reader.run_bare(*home, "--decks", str(other), "cards", "--json").json["cards"]
    assert [card["front"] for card in only] == ["A"]
    assert history(reader) == before
    assert reader.cards("is:orphan") == []


def test_a_card_taken_out_is_an_orphan_and_found_again(reader: Learner) -> None:
    """What leaves the decks keeps its history, and has it again when its text returns."""
    before = history(reader)
    reader.write("\n".join(DECK.split("\n")[:6]) + "\n")
    (orphan,) = reader.cards("is:orphan")
    assert orphan["front"] == "What does a page fault do?"
    assert len(reader.cards()) == 2
    reader.write(DECK)
    assert history(reader) == before


def test_an_id_written_later_keeps_history_and_names_the_card(reader: Learner) -> None:
    """An author may give a card an id at any time; the card answers to it."""
    before = history(reader)
    reader.write(DECK.replace("  - front: Big-endian", "  - id: endian\n    front: Big-endian"))
    assert history(reader) == before
    assert reader.run("show", "endian", "--json").json["card"]["front"] == "Big-endian"


def test_an_id_from_the_start_is_the_card_s_own(learner: Learner) -> None:
    """A card born with an id carries it, through any rewording."""
    learner.write(
        "cards:\n  - id: endian\n    front: Big-endian\n    back: Most significant first.\n"
    )
    learner.answer("4")
    learner.write("cards:\n  - id: endian\n    front: Network order?\n    back: Large end up.\n")
    (card,) = learner.cards()
    assert (card["id"], card["reps"]) == ("endian", 1)


def test_a_copied_id_is_reported_and_both_cards_live(learner: Learner) -> None:
    """Copy and paste with the id: the closest card keeps it, the other is new, and said so."""
    one = "  - id: endian\n    front: Big-endian\n    back: Most significant first.\n"
    learner.write(f"cards:\n{one}")
    learner.answer("4")
    two = "  - id: endian\n    front: What is a cache line?\n    back: 64 bytes here.\n"
    learner.write(f"cards:\n{two}{one}")
    cards = {card["front"]: card for card in learner.cards()}
    assert cards["Big-endian"]["id"] == "endian"
    assert cards["Big-endian"]["reps"] == 1
    assert cards["What is a cache line?"]["reps"] == 0
    codes = [problem["code"] for problem in learner.run("check", "--json").json["problems"]]
    assert "duplicate-id" in codes


def test_an_id_copied_to_another_file_takes_nothing_away(learner: Learner) -> None:
    """The card stays where it was when its id is pasted in a file written later."""
    one = "  - id: endian\n    front: Big-endian\n    back: Most significant first.\n"
    learner.write(f"cards:\n{one}", "one.yaml")
    learner.answer("4")
    learner.write(f"cards:\n{one.replace('Big-endian', 'Byte order')}", "two.yaml")
    cards = {card["front"]: card for card in learner.cards()}
    assert (cards["Big-endian"]["id"], cards["Big-endian"]["reps"]) == ("endian", 1)
    assert cards["Byte order"]["reps"] == 0
    codes = [problem["code"] for problem in learner.run("check", "--json").json["problems"]]
    assert "duplicate-id" in codes


def test_a_card_in_doubt_is_asked_about_once(learner: Learner) -> None:
    """One of two equal cards deleted begins anew, and then keeps what it learns."""
    one = "  - front: Space?\n    back: O(n)\n"
    learner.write(f"cards:\n{one}{one}")
    learner.answer("44")
    learner.write(f"cards:\n{one}")
    (doubtful,) = learner.cards()
    assert doubtful["reps"] == 0
    learner.answer("4")
    learner.write(f"cards:\n{one}  - front: Time?\n    back: O(n log n)\n")
    (again,) = [card for card in learner.cards() if card["front"] == "Space?"]
    assert (again["id"], again["reps"]) == (doubtful["id"], 1)


@pytest.mark.parametrize("pinned", [False, True])
def test_a_card_moved_in_two_saves_keeps_its_history(learner: Learner, pinned: bool) -> None:  # noqa: FBT001 - a case
    """Pasted into another file, looked at by a status line, and only then cut: still the card."""
    line = "    id: endian\n" if pinned else ""
    one = f"  - front: Big-endian\n{line}    back: Most significant first.\n"
    rest = "  - front: What is a page fault?\n    back: A trap into the kernel.\n"
    learner.write(f"cards:\n{one}{rest}", "a.yaml")
    learner.write("cards:\n  - front: Other?\n    back: Yes, other.\n", "b.yaml")
    learner.answer("444")
    before = learner.card("Big-endian")
    learner.write(f"cards:\n  - front: Other?\n    back: Yes, other.\n{one}", "b.yaml")
    assert len([card for card in learner.cards() if card["front"] == "Big-endian"]) == 2
    learner.write(f"cards:\n{rest}", "a.yaml")
    after = learner.card("Big-endian")
    assert (after["id"], after["reps"]) == (before["id"], 1)
    assert after["path"].endswith("b.yaml")
    assert learner.run("check").code == 0
    assert learner.run("cards", "--json").json == learner.run("cards", "--json").json


def test_a_copy_that_was_answered_itself_keeps_its_own_history(learner: Learner) -> None:
    """Two cards with a life of their own are two: deleting one does not touch the other."""
    one = "  - front: Big-endian\n    back: Most significant first.\n"
    learner.write(f"cards:\n{one}", "a.yaml")
    learner.answer("4")
    learner.write(f"cards:\n{one}", "b.yaml")
    learner.answer("3")
    mine = next(card for card in learner.cards() if card["path"].endswith("b.yaml"))
    (learner.decks / "a.yaml").unlink()
    assert learner.card("Big-endian") == mine
