"""The dialogue of a review key by key, below a terminal of the test's making."""

import pytest
from any_key import Edited, at_a_desk

from flashcards.terminal import keys

TWO_TOPICS = """\
topics:
  - question: Why several heads?
    title: Heads
    follow_ups: [{question: head one, short: x}, {question: head two, short: x}]
  - question: Why a mask?
    title: Masks
    follow_ups: [{question: mask one, short: x}, {question: mask two, short: x}]
"""
TYPED = """\
cards:
  - {front: Plain, back: hello, type: true}
  - {front: Sound, back: "[sound:img/s.mp3] hello", type: true}
  - {front: Image, back: "**hello ![pic](img/p.png)**", type: true}
  - {front: Linked, back: "[hello ![pic](img/p.png)](https://example.org)", type: true}
"""
SIGHT = """\
cards:
  - {front: What does it look like?, back: "![pic](img/p.png)", type: true}
"""


def test_the_final_pass_keeps_to_what_was_planned_after_a_selection() -> None:
    """`/` narrows within the cards planned for, and `/` with Enter alone takes all of these."""
    with at_a_desk(TWO_TOPICS) as desk:
        desk.at("2026-11-20T09:00:00+00:00")
        desk.type("review", "--plain", "--new", "9", typed="\n4\n" * 4)
        desk.at("2026-11-30T09:00:00+00:00")
        desk.type("plan", "--by", "2026-12-01", "head", typed="")
        _, hands = desk.press("review", "--final", pressed=[" ", "/", *"one", keys.ENTER])
        assert "head" in hands.seen[-1]
        assert "due 1" in hands.seen[-1]
        _, hands = desk.press("review", "--final", pressed=["/", *"mask", keys.ENTER])
        assert "no card matches 'mask'" in hands.seen[-1]
        _, hands = desk.press(
            "review", "--final", pressed=["/", *"one", keys.ENTER, "/", keys.ENTER]
        )
        assert "due 2" in hands.seen[-1]


def test_a_selection_that_is_refused_leaves_the_one_before_it() -> None:
    """After `/ nowhere` the cards are those of `/ one` still, also in a queue built anew."""
    without_one = TWO_TOPICS.replace("{question: head one, short: x}, ", "")
    with at_a_desk(TWO_TOPICS) as desk:
        desk.at("2026-11-20T09:00:00+00:00")
        desk.type("review", "--plain", "--new", "9", typed="\n4\n" * 4)
        desk.at("2026-11-30T09:00:00+00:00")
        desk.type("plan", "--by", "2026-12-01", "head", typed="")
        pressed = ["/", *"one", keys.ENTER, "/", *"nowhere", keys.ENTER, Edited(without_one)]
        _, hands = desk.press("review", "--final", pressed=pressed)
        assert any("no card matches 'nowhere'" in seen for seen in hands.seen)
        assert "head two" not in hands.seen[-1]


def test_a_selection_within_the_final_pass_may_be_given_at_once() -> None:
    """`review --final SELECT` takes those of the cards planned for that SELECT names."""
    with at_a_desk(TWO_TOPICS) as desk:
        desk.at("2026-11-20T09:00:00+00:00")
        desk.type("review", "--plain", "--new", "9", typed="\n4\n" * 4)
        desk.at("2026-11-30T09:00:00+00:00")
        desk.type("plan", "--by", "2026-12-01", "head", typed="")
        asked = desk.type("review", "--plain", "--final", "one", typed="\n4\n" * 4)
        assert (asked.out.count("head one"), asked.out.count("mask")) == (1, 0)


@pytest.mark.parametrize("front", ["Plain", "Sound", "Image", "Linked"])
def test_a_typed_answer_is_compared_by_its_words(front: str) -> None:
    """A sound or an image in the back cannot be typed, and is no part of what is."""
    with at_a_desk(TYPED) as desk:
        result = desk.type("review", "--plain", front, typed="=hello\n")
        assert "suggests 3 Good" in result.out
        _, hands = desk.press("review", front, pressed=[*"hello", keys.ENTER])
        assert "you typed: hello  (right; suggests Good)" in hands.seen[-1]


def test_an_answer_without_words_is_not_typed() -> None:
    """Where the back is an image alone one looks, as on any card."""
    with at_a_desk(SIGHT) as desk:
        result = desk.type("review", "--plain", typed="=a cat\n\n3\n")
        assert "to have it compared" not in result.out
        assert "the answer has no words to compare with" in result.out
        assert len(result.rated) == 1
        result, hands = desk.press("review", pressed=[" ", "3"])
        assert "type the answer" not in "".join(hands.seen)
        assert desk.ledger.standing == 2


def test_a_topic_of_cards_alone_can_be_read() -> None:
    """`f` and `read` say that there is nothing to read, and the review goes on."""
    deck = "topics: [{question: Q2?, title: Two, follow_ups: [{question: a, short: b}]}]\n"
    with at_a_desk(deck) as desk:
        result = desk.type("review", "--plain", typed="f\n\n3\n")
        assert "nothing to read" in result.out
        assert (result.code, len(result.rated)) == (0, 1)
        _, hands = desk.press("review", pressed=["f"])
        assert "nothing to read" in "".join(hands.seen)
        assert "nothing to read" in desk.type("read", "Two", typed="").out
        _, hands = desk.press("read", "Two", pressed=["q"])
        assert "nothing to read" in hands.seen[-1]


@pytest.mark.parametrize("section", ["answer", "cheat_sheet"])
def test_a_section_that_is_not_there_is_told_on_a_terminal_too(section: str) -> None:
    """`read TOPIC --section` ends with the same sentence with and without a screen."""
    with at_a_desk(TWO_TOPICS) as desk:
        told = desk.type("read", "Heads", "--section", section, typed="")
        seen, hands = desk.press("read", "Heads", "--section", section, pressed=["q"])
        assert (told.code, told.err) == (seen.code, seen.err)
        assert f"Heads has no section {section}." in seen.err
        assert hands.seen == []


def test_a_review_after_an_attempt_takes_a_selection() -> None:
    """`/` among the cards on what was missed goes on with those it names."""
    deck = """\
topics:
  - question: Why several heads?
    title: Heads
    follow_ups:
      - {question: What is the budget?, short: The budget is the same.}
      - {question: What mixes the results?, short: The projection mixes the results.}
    attempt:
      key_points: [The budget is the same., The projection mixes the results.]
"""
    with at_a_desk(deck) as desk:
        pressed = [*"I say nothing of it", keys.END, "1", "r", "n"]
        _, hands = desk.press("attempt", pressed=[*pressed, "/", *"budget", keys.ENTER])
        assert "only budget" in hands.seen[-1]
        assert "What is the budget?" in hands.seen[-1]
        assert "1/1" in hands.seen[-1]
        _, hands = desk.press("attempt", pressed=[*pressed, "/", *"nowhere", keys.ENTER])
        assert "no card matches 'nowhere'" in hands.seen[-1]


@pytest.mark.parametrize("command", [("review",), ("attempt", "Heads"), ("read", "Heads"), ()])
def test_a_terminal_that_knows_only_lines_gets_lines(command: tuple[str, ...]) -> None:
    """With TERM=dumb nothing draws a screen or waits for single keys."""
    deck = "topics: [{question: Why?, title: Heads, tldr: So., attempt: {key_points: [a, b]}}]\n"
    with at_a_desk(deck) as desk, pytest.MonkeyPatch.context() as patch:
        patch.setenv("TERM", "dumb")
        result, hands = desk.press(*command, pressed=[])
        assert result.code == 0
        assert hands.seen == []
        assert "\x1b[?" not in result.out
