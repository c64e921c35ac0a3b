"""An attempt on a real terminal: typed, left, killed, corrected, and rated."""

import re
import signal
import time
from pathlib import Path

import pexpect
import pytest
from processes import PATIENCE_S
from test_review_screen import Terminal

TOPIC = """
deck: ML::Attention
topics:
  - question: Why several heads?
    title: Heads
    tldr: Several weightings per query.
    short_answer: What one says aloud.
    answer: The whole story.
    follow_ups:
      - {question: Why not wider?, short: It is still one row.}
    cheat_sheet:
      - "The output projection: mixes the concatenated results."
    attempt:
      prompt: Say why it helps.
      minutes: 2
      key_points:
        - {point: The weights are the same., accept: [same budget], weight: 2}
        - {point: Each head averages once., accept: [one average], weight: 2}
        - {point: The output projection mixes the results., accept: [output projection]}
"""
ANSWER = "It costs the same budget, but a head gives one average per query."


@pytest.fixture
def topic(tmp_path: Path) -> Path:
    """Give a folder with a topic that has an attempt."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "heads.yaml").write_text(TOPIC, encoding="utf-8")
    return tmp_path


def begun(topic: Path, *words: str, **environment: str) -> Terminal:
    """Begin an attempt and wait until it is asked."""
    terminal = Terminal(topic, "attempt", "heads", *words, environment=environment)
    assert terminal.shows("Say why it helps.")
    return terminal


def ended(terminal: Terminal) -> str:
    """Wait for the end and give what was printed last, on the screen or below it."""
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    said: bytes = terminal.child.before or b""
    return f"{terminal.text()}\n{said.decode()}"


def draft(topic: Path) -> str:
    """Give the drafts there are, one after another."""
    folder = topic / "home" / "drafts"
    return "".join(one.read_text(encoding="utf-8") for one in sorted(folder.glob("*.md")))


def test_an_answer_is_typed_checked_corrected_and_rated(topic: Path) -> None:
    """What the wording matches is ticked, a key corrects it, Enter gives the suggestion."""
    terminal = begun(topic)
    assert "of 2:00" in terminal.text()
    terminal.press(f"{ANSWER}\r")
    terminal.press("\x04")
    assert terminal.shows("4 of 5 (80%), suggests Good")
    told = terminal.text()
    assert "[x] The weights are the same. (2)  — “same budget”" in told
    assert "[ ] The output projection mixes the results." in told
    terminal.press("j ")
    assert "2 of 5 (40%), suggests Hard" in terminal.text()
    assert "enter Hard" in terminal.text()
    terminal.press("\r")
    assert terminal.shows("Hard: again in")
    assert "2 points missing; 1 card to train that:" in terminal.text()
    terminal.press("q")
    assert "40% of the key points." in ended(terminal)
    assert draft(topic) == ""


def test_the_answers_are_one_key_away(topic: Path) -> None:
    """S, d and f open the short answer, the detailed one, and the follow-ups; any key is back."""
    terminal = begun(topic)
    terminal.press(f"{ANSWER}\x04")
    assert terminal.shows("key points")
    for key, text in (("s", "What one says aloud."), ("d", "The whole story."), ("f", "one row")):
        terminal.press(key)
        assert terminal.shows(text)
        terminal.press("x")
        assert terminal.shows("[x] The weights")
    terminal.press("q")
    assert "kept without a rating" in ended(terminal)


def test_the_rating_is_taken_back_and_the_missing_cards_are_reviewed(topic: Path) -> None:
    """U undoes the rating and comes back to the checklist; r reviews what trains the gap."""
    terminal = begun(topic)
    terminal.press(f"{ANSWER}\x04")
    assert terminal.shows("suggests Good")
    terminal.press("3")
    assert terminal.shows("Good: again in")
    terminal.press("u")
    assert terminal.shows("the rating is taken back")
    terminal.press("1")
    assert terminal.shows("Again: again in")
    terminal.press("r")
    terminal.press("n")
    assert terminal.shows("The output projection")
    terminal.press(" ")
    assert terminal.shows("mixes the concatenated results.")
    terminal.press("q")


def test_the_rating_is_never_given_by_itself(topic: Path) -> None:
    """A right answer in words of one's own has no suggestion: Enter asks the person to say."""
    terminal = begun(topic)
    own = "Nothing gets dearer, and each of the pieces can look at another place in the sentence."
    terminal.press(f"{own}\x04")
    assert terminal.shows("no wording was recognised")
    terminal.press("\r")
    assert terminal.shows("it is yours to say")
    terminal.press(" ")
    assert "2 of 5 (40%), suggests Hard" in terminal.text()
    terminal.press("q")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_draft_survives_whatever_ends_the_program(topic: Path, number: int) -> None:
    """`kill -9`, Ctrl-C, SIGTERM, a closed terminal: what was typed is there the next time."""
    terminal = begun(topic)
    terminal.press("It costs the same\rbudget, b\x7f")
    terminal.child.kill(number)
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    assert draft(topic) == "It costs the same\nbudget, "
    terminal = begun(topic)
    assert terminal.shows("the draft goes on")
    terminal.press(" but\x04")
    assert terminal.shows("key points")
    terminal.press("q")
    assert ended(terminal)
    assert draft(topic) == ""


def test_ctrl_c_says_that_the_draft_is_kept(topic: Path) -> None:
    """Ctrl-C ends with code 130 and a line that says how to go on; so does Esc, without it."""
    terminal = begun(topic)
    terminal.press("It costs")
    terminal.child.sendintr()
    assert "`flashcards attempt heads` goes on with it" in ended(terminal)
    assert terminal.child.exitstatus == 130
    terminal = begun(topic)
    terminal.press("\x1b")
    assert "The draft is kept" in ended(terminal)
    assert terminal.child.exitstatus == 0


def test_the_clock_is_quiet_and_may_be_passed(topic: Path) -> None:
    """The time runs on the first line; nothing happens when it is over."""
    terminal = begun(topic, "--seconds", "1")
    assert "of 0:01" in terminal.text()
    assert terminal.shows(re.compile(r"(?!0:0[01])\d:\d\d of 0:01"))
    terminal.press("still writing")
    assert "still writing" in terminal.text()
    terminal.press("\x1b")


def test_an_answer_is_written_in_the_editor(topic: Path) -> None:
    """Ctrl-E opens what was typed in the editor, the question below it; what it saves counts."""
    script = topic / "editor"
    seen = topic / "seen"
    script.write_text(
        f'#!/bin/sh\ncp "$1" {seen}\nsed -i "1s/.*/& one average of all/" "$1"\n', encoding="utf-8"
    )
    script.chmod(0o755)
    terminal = begun(topic, VISUAL=str(script))
    terminal.press("At the same budget\x05")
    assert terminal.shows("At the same budget one average of all")
    assert "Say why it helps." in seen.read_text(encoding="utf-8")
    terminal.press("\x04")
    assert terminal.shows("4 of 5 (80%)")
    terminal.press("q")


def test_a_kill_while_the_editor_is_open_keeps_what_it_saved(topic: Path) -> None:
    """What the editor wrote is the draft, also when the program dies meanwhile."""
    script = topic / "editor"
    script.write_text('#!/bin/sh\nsed -i "1s/.*/saved words/" "$1"\nsleep 60\n', encoding="utf-8")
    script.chmod(0o755)
    terminal = begun(topic, VISUAL=str(script))
    terminal.press("typed")
    terminal.child.send("\x05")
    until = time.monotonic() + PATIENCE_S
    while "saved words" not in draft(topic) and time.monotonic() < until:
        time.sleep(0.05)
    terminal.child.kill(signal.SIGKILL)
    terminal.child.close(force=True)
    terminal = begun(topic)
    assert terminal.shows("saved words▏")
    terminal.press("\x1b")


def test_the_cursor_moves_in_the_lines(topic: Path) -> None:
    """Arrows, Home, End, Ctrl-W and pasted lines: an answer can be mended without an editor."""
    terminal = begun(topic)
    terminal.press("two lines\rhere\x1b[A\x1b[H")
    terminal.press("My ")
    assert "My ▏two lines" in terminal.text()
    terminal.press("\x1b[F\x17words")
    assert "My two words▏" in terminal.text()
    terminal.press("\x1b[200~ and\rmore\x1b[201~")
    assert "My two words and" in terminal.text()
    assert draft(topic) == "My two words and\nmore\nhere"
    terminal.press("\x1b")
