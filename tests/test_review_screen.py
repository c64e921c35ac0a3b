"""The review on a real terminal: keys pressed, and what the screen shows."""

import os
import random
import re
import signal
import sys
import time
from pathlib import Path

import pexpect
import pyte
import pytest
from processes import PATIENCE_S

from flashcards.terminal import pager, screen
from flashcards.terminal.screen import Frame, Size
from flashcards.text import has_control

ROOT = Path(__file__).parent.parent
TOPIC = r"""
deck: ML::Attention
topics:
  - question: Why several heads?
    title: Heads
    tldr: Several weightings per query.
    short_answer: What one says aloud.
    memory_aid: Eight blenders.
    quick_scan: [Count the weights., Count the weightings.]
    answer: |
      $$\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V$$
    cheat_sheet:
      - "The projections hold {{$4d^2$}} weights."
      - Read only.
    references:
      - {key: v, title: Attention Is All You Need, url: "https://arxiv.org/abs/1706.03762"}
"""
DECK = """\
deck: Systems
cards:
  - front: What does a write-back cache do on a write?
    back: It changes the cache only.
  - front: Big-endian
    back: The most significant byte comes first.
"""
_QUIET_S = 1.5 * pager.BLIND_S
_GLANCE_S = 0.02
# Where the kernel says a process is that waits for a key, and for a line.
_WAITING = ("poll", "wait_woken", "n_tty_read")


class _Screen(pyte.Screen):
    """A screen that erases from its last column on when that was written, as terminals do.

    The cursor of pyte then stands beyond it.
    """

    def erase_in_display(self, how: int = 0, *args: object, **options: object) -> None:
        """Erase from the column at which the cursor of a terminal stands."""
        self.cursor.x = min(self.cursor.x, self.columns - 1)
        super().erase_in_display(how, *args, **options)

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:  # noqa: FBT001, FBT002 - pyte's
        """Erase from the column at which the cursor of a terminal stands."""
        self.cursor.x = min(self.cursor.x, self.columns - 1)
        super().erase_in_line(how, private)


class Terminal:
    """The program on a pseudo-terminal, and the screen as a person sees it."""

    def __init__(
        self,
        folder: Path,
        *words: str,
        rows: int = 24,
        columns: int = 80,
        environment: dict[str, str] | None = None,
    ) -> None:
        """Start a review of `folder` with the words given."""
        place = ["--home", str(folder / "home"), "--decks", str(folder / "decks")]
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "flashcards", *place, *words],
            dimensions=(rows, columns),
            env={**os.environ, "TERM": "xterm-256color", **(environment or {})},
            cwd=str(ROOT),
            timeout=PATIENCE_S,
        )
        self.screen = _Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.printed = b""

    def shows(self, text: str | re.Pattern[str]) -> bool:
        """Read until the screen shows `text`; False when it never does."""
        wanted = re.compile(re.escape(text)) if isinstance(text, str) else text
        until = time.monotonic() + PATIENCE_S
        while not wanted.search(self.text()):
            if time.monotonic() > until or not self._read(_GLANCE_S):
                return wanted.search(self.text()) is not None
        return True

    def text(self) -> str:
        """Give the screen as text."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, keys: str) -> None:
        """Press keys when the program waits for one, and look when it waits for the next."""
        slept = self._rest()
        self.child.send(keys)
        self._rest(slept if keys else None)

    def _rest(self, slept: int | None = None) -> int | None:
        """Read until the program has waited for a key for so long that it will take any.

        Returns how often it had gone to sleep by then, which is more often than `slept`; None when
        it ended.
        """
        until = time.monotonic() + PATIENCE_S
        while self._read(_GLANCE_S):
            found = self._asleep()
            if found is not None and found != slept:
                self._read(_QUIET_S)
                if self._asleep() == found:
                    return found
            assert time.monotonic() < until, f"no key is waited for:\n{self.text()}"
        return None

    def _asleep(self) -> int | None:
        """Tell how often the program has gone to sleep; None when it does not wait for a key."""
        process = Path("/proc", str(self.child.pid))
        if not any(name in process.joinpath("wchan").read_text() for name in _WAITING):
            return None
        status = process.joinpath("status").read_text()
        return int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])

    def _read(self, wait_s: float) -> bool:
        """Read what is printed in so many seconds; False when the program has ended."""
        until = time.monotonic() + wait_s
        while time.monotonic() < until:
            try:
                data = self.child.read_nonblocking(65536, timeout=_GLANCE_S)
                self.printed += data
                self._stream.feed(data)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                return False
        return True


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with a deck of two cards."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "deck.yaml").write_text(DECK, encoding="utf-8")
    return tmp_path


def test_a_card_is_shown_revealed_and_rated_with_single_keys(folder: Path) -> None:
    """Space shows the answer with the four intervals; a digit rates; the next card comes."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("What does a write-back cache do")
    assert "It changes the cache only" not in terminal.text()
    terminal.press(" ")
    assert "It changes the cache only." in terminal.text()
    assert "1 Again 1m   2 Hard 6m   3 Good 10m   4 Easy" in terminal.text()
    assert "1 forgot · 2 barely · 3 knew · 4 instantly" in terminal.text()
    terminal.press("3")
    assert "Big-endian" in terminal.text()
    assert "Good: again in 10m" in terminal.text()
    terminal.press("q")
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    assert terminal.child.exitstatus == 0


def test_cramming_promises_no_interval(folder: Path) -> None:
    """The head says cram; neither the ratings nor the words after one name an interval."""
    terminal = Terminal(folder, "review", "--cram")
    assert terminal.shows("write-back")
    assert " cram · Systems " in terminal.text()
    terminal.press(" ")
    assert " 1 Again   2 Hard   3 Good   4 Easy\n" in terminal.text()
    terminal.press("3")
    assert "Good: its schedule stays (u takes it back)" in terminal.text()
    terminal.press("i")
    assert "Again 1m" not in terminal.text()
    terminal.press("qq")


def test_the_last_answer_can_be_taken_back_at_the_end(folder: Path) -> None:
    """After the last card `u` still undoes; any other key ends."""
    terminal = Terminal(folder, "review", "--limit", "1")
    assert terminal.shows("write-back")
    terminal.press(" ")
    terminal.press("4")
    assert terminal.shows("That was all of those chosen; 1 card left for today.")
    terminal.press("u")
    assert terminal.shows("write-back")
    terminal.press("q")


def test_a_rating_needs_the_answer_and_mashed_keys_rate_nothing_else(folder: Path) -> None:
    """Digits before the reveal, and within a moment of it, are not taken."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.press("3")
    assert "space shows the answer first" in terminal.text()
    terminal.press(" 3333")
    assert "It changes the cache only." in terminal.text()


def test_a_resize_draws_anew_and_a_small_window_says_so(folder: Path) -> None:
    """The screen follows the window down to a sentence."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.child.setwinsize(15, 50)
    terminal.screen.resize(15, 50)
    terminal.press("")
    assert "space show" in terminal.text()
    terminal.child.setwinsize(5, 20)
    terminal.screen.resize(5, 20)
    terminal.screen.reset()
    terminal.press("")
    assert "window too small" in terminal.text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_ended_program_leaves_the_terminal_as_it_was(folder: Path, number: int) -> None:
    """SIGTERM and Ctrl-C give echo, lines and the first screen back."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.child.kill(number)
    terminal.child.expect(pexpect.EOF)
    assert b"\x1b[?1049l" in terminal.child.before
    terminal.child.close()
    assert terminal.child.exitstatus in {130, 143}


def test_the_glance_goes_on_with_one_key(folder: Path) -> None:
    """Without a command on a terminal: today, and Enter begins the review."""
    terminal = Terminal(folder)
    assert terminal.shows("Enter review · n new deck · ? help · q quit")
    terminal.press("\r")
    assert terminal.shows("space show")
    terminal.press("q")


def test_the_first_screen_fits_a_usual_window(folder: Path) -> None:
    """80 by 24: from the welcome to the keys, no word broken; ? helps and stays; q ends."""
    terminal = Terminal(folder)
    assert terminal.shows("q quit")
    assert terminal.text().startswith("Welcome. 2 cards wait; a review takes a few minutes a day.")
    assert all(line.rstrip() == line and len(line) <= 80 for line in terminal.text().splitlines())
    assert "back: It changes the cache only, and memory later, on eviction.\n" in terminal.text()
    terminal.press("?")
    assert "start a deck of your own" in terminal.text()
    assert "flashcards --help" in terminal.text()
    terminal.press("x")
    assert "That key does nothing here" in terminal.text()
    terminal.press("q")
    terminal.child.expect(pexpect.EOF)


def test_keys_that_just_fit_are_whole(folder: Path) -> None:
    """At fifty columns the keys of an answer fill the last line to its last column."""
    terminal = Terminal(folder, "review", rows=15, columns=50)
    assert terminal.shows("write-back")
    for key in " 3 ":
        terminal.press(key)
    assert "The most significant byte" in terminal.text()
    assert terminal.screen.display[-1] == " u undo  e edit  s suspend  b bury  ? help  q quit"
    terminal.press("q")


def test_keys_give_way_whole_to_a_memory_aid(topic: Path) -> None:
    """With a memory aid on offer: at fifty columns, and at sixty-four where it just fits."""
    terminal = Terminal(topic, "review")
    assert terminal.shows("New topic")
    for key in ("", "n", " ", "3", "q"):
        terminal.press(key)
    for columns, aid in ((50, ""), (64, "  m memory aid")):
        terminal = Terminal(topic, "review", "Several weightings", rows=15, columns=columns)
        assert terminal.shows("Why several heads")
        terminal.press(" ")
        foot = f" u undo  e edit  s suspend  b bury{aid}  ? help  q quit"
        assert terminal.screen.display[-1] == foot
        terminal.press("m")
        assert "Eight blenders." in terminal.text()
        assert terminal.screen.display[-1] == foot
        terminal.press("q")


def test_the_first_screen_in_a_small_window_ends_with_today(folder: Path) -> None:
    """50 by 15: how a review goes, today, and the keys; the example of a deck is left out."""
    terminal = Terminal(folder, rows=15, columns=50)
    assert terminal.shows("Enter review · n new deck · ? help · q quit")
    assert "1 Again, 2 Hard, 3 Good, 4 Easy; each says when\nthe card comes" in terminal.text()
    assert "2 cards, about" in terminal.text()
    assert "front:" not in terminal.text()
    terminal.press("?")
    assert "\nEnter  review the cards of today\n" in terminal.text()
    assert "flashcards --help      all commands" in terminal.text()
    terminal.press("q")


def lines_of(text: str) -> list[str]:
    """Give the lines of a screen that are not empty."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


@pytest.fixture
def topic(tmp_path: Path) -> Path:
    """Give a folder with a topic of two cards."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "heads.yaml").write_text(TOPIC, encoding="utf-8")
    return tmp_path


def test_a_new_topic_offers_to_be_read_first(topic: Path) -> None:
    """Before its first card a topic can be read; then the cheat sheet comes bullet by bullet."""
    terminal = Terminal(topic, "review")
    assert terminal.shows("New topic")
    assert "space read (1 min)  n cards now" in terminal.text()
    terminal.press("")
    terminal.press(" ")
    assert "Several weightings per query." in terminal.text()
    terminal.press(" ")
    assert "⎛ QK" in terminal.text()
    terminal.press(" ")
    assert terminal.shows("1 of 2")
    assert "The projections hold 4d² weights." in terminal.text()
    assert "Read only." not in terminal.text()
    terminal.press(" ")
    assert "Read only." in terminal.text()
    terminal.press(" ")
    assert terminal.shows("space show")
    terminal.press("q")


def test_the_offer_of_a_topic_says_what_the_last_answer_gave(topic: Path) -> None:
    """The next interval is told although the next screen is no card, and `u` takes it back."""
    other = TOPIC.replace("several heads", "several layers").replace(
        "title: Heads", "title: Layers"
    )
    (topic / "decks" / "layers.yaml").write_text(other, encoding="utf-8")
    terminal = Terminal(topic, "review", rows=15, columns=50)
    assert terminal.shows("New topic")
    terminal.press("")
    for key in "n 3":
        terminal.press(key)
    assert "New topic" in terminal.text()
    assert "Good: again in 10m (u takes it back)" in terminal.text()
    assert "space read (1 min)  n cards now  ? help  q quit" in terminal.text()
    terminal.press("u")
    assert "Good taken back: Why several " in terminal.text()
    assert "space show" in terminal.text()
    terminal.press("q")


def test_a_stray_key_leaves_the_offer_of_a_topic(topic: Path) -> None:
    """A digit or an unknown key says so and does no more; ? lists the keys and comes back."""
    terminal = Terminal(topic, "review")
    assert terminal.shows("New topic")
    for key in "3x":
        terminal.press("")
        terminal.press(key)
        assert "no card is shown yet: n goes on to the cards" in terminal.text()
    terminal.press("?")
    assert "read the topic first" in terminal.text()
    assert "Again, Hard, Good, Easy" in terminal.text()
    terminal.press("x")
    assert "New topic" in terminal.text()
    terminal.press("n")
    assert "space show" in terminal.text()
    terminal.press("q")


def test_escape_closes_what_is_open_and_then_ends(topic: Path) -> None:
    """In the details Esc goes back to the card, and only there it ends the session."""
    terminal = Terminal(topic, "review")
    assert terminal.shows("New topic")
    terminal.press("")
    terminal.press("n")
    terminal.press(" ")
    terminal.press("d")
    assert "What one says aloud." in terminal.text()
    terminal.press("\x1b")
    assert "What one says aloud." not in terminal.text()
    assert "─── answer ───" in terminal.text()
    terminal.press("\x1b")
    terminal.child.expect(pexpect.EOF)


def test_suspending_and_burying_name_the_card(folder: Path) -> None:
    """The remark says which card went and, when it is taken back, which came back."""
    terminal = Terminal(folder, "review", rows=15, columns=50)
    assert terminal.shows("write-back")
    terminal.press("s")
    assert "suspended (u takes it back): What does a write-…" in terminal.text()
    terminal.press("b")
    assert "buried until tomorrow (u takes it back): Big-en…" in terminal.text()
    assert "That was all for today." in terminal.text()
    terminal.press("u")
    assert "back again: Big-endian" in terminal.text()
    terminal.press("q")


def test_a_card_that_comes_back_is_said_to_be_met(folder: Path) -> None:
    """When all were met and wait on their steps, the screen says so, not `2/2` and no more."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("1/2")
    for _ in range(2):
        terminal.press(" ")
        terminal.press("3")
    assert "new 0 · learning 2 · due 0   2/2 met" in terminal.text()
    terminal.press("q")


def test_references_open_as_the_topic_shows_them(topic: Path) -> None:
    """Under r as in `read`: a bullet each, what goes on below it indented."""
    terminal = Terminal(topic, "review", rows=15, columns=40)
    assert terminal.shows("New topic")
    terminal.press("")
    terminal.press("n")
    terminal.press(" ")
    terminal.press("r")
    assert " • Attention Is All You Need\n   https://arxiv.org/abs/1706.03762" in terminal.text()
    terminal.press("q")


def test_what_stands_behind_a_card_opens_and_closes(topic: Path) -> None:
    """m, d and r open memory aid, details and references below the answer, and close them."""
    terminal = Terminal(topic, "review")
    assert terminal.shows("New topic")
    terminal.press("")
    terminal.press("n")
    terminal.press("m")
    assert "space shows the answer first" in terminal.text()
    terminal.press(" ")
    terminal.press("m")
    assert "─── memory aid ───" in terminal.text()
    assert "Eight blenders." in terminal.text()
    terminal.press("m")
    assert "Eight blenders." not in terminal.text()
    terminal.press("d")
    assert "What one says aloud." in terminal.text()
    terminal.press("d")
    terminal.press("r")
    assert "https://arxiv.org/abs/1706.03762" in terminal.text()
    terminal.press("q")


def test_help_and_history_open_over_the_card(folder: Path) -> None:
    """? lists the keys, i the card's standing and its answers; any key comes back."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.press("?")
    assert "mark for later" in terminal.text()
    terminal.press("x")
    terminal.press("i")
    assert "state    new" in terminal.text()
    assert "No reviews yet." in terminal.text()
    terminal.press("x")
    assert "space show" in terminal.text()
    terminal.press("q")


def test_a_selection_can_be_made_in_the_session(folder: Path) -> None:
    """/ narrows to the cards named; a name that fits none says so, an empty one takes all."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.press("/")
    assert "enter all cards" in terminal.text()
    terminal.press("endian\r")
    assert terminal.shows("Big-endian")
    assert "only endian (/ and Enter: all)" in terminal.text()
    assert "new 1" in terminal.text()
    terminal.press("x")
    assert "/ only endian" in terminal.text()
    terminal.press("/nothing-like-it\r")
    assert "no card matches" in terminal.text()
    terminal.press("/\r")
    assert "new 2" in terminal.text()
    terminal.press("q")


def test_after_a_selection_the_end_counts_the_whole_day(folder: Path) -> None:
    """What is left of the cards chosen is told apart from what the day still brings."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.press("/endian\r")
    terminal.press("q")
    assert b"1 card left of those chosen; 2 for today in all." in terminal.printed


def test_at_the_end_of_a_selection_all_cards_can_come(folder: Path) -> None:
    """When those chosen are through, / goes on with the others; the end still undoes."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.press("/endian\r")
    terminal.press(" ")
    terminal.press("4")
    assert "That was all of those chosen; 1 card left for today." in terminal.text()
    assert "(u takes it back)" in terminal.text()
    terminal.press("/")
    assert "write-back" in terminal.text()
    assert "space show" in terminal.text()
    terminal.press("q")


def test_a_mark_for_later_is_found_again(folder: Path) -> None:
    """! marks the card; `cards is:marked` lists it; ! takes the mark off."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.press("!")
    assert "marked for later" in terminal.text()
    listed = Terminal(folder, "cards", "is:marked")
    assert listed.shows("1 card.")
    terminal.press("!")
    assert "mark taken off" in terminal.text()
    terminal.press("q")


def test_a_card_is_edited_in_the_session(folder: Path) -> None:
    """E opens the deck in the editor; the session goes on with the new text and the history."""
    script = folder / "editor"
    deck = folder / "decks" / "deck.yaml"
    script.write_text(f"#!/bin/sh\nsed -i 's/It changes/It alters/' {deck}\n", encoding="utf-8")
    script.chmod(0o755)
    terminal = Terminal(folder, "review", environment={"VISUAL": str(script)})
    assert terminal.shows("write-back")
    terminal.press("e")
    assert terminal.shows("taken over; the history stays")
    terminal.press(" ")
    assert "It alters the cache only." in terminal.text()
    script.write_text(
        f"#!/bin/sh\nsed -i 's/    back: It/    bakc: It/' {deck}\n", encoding="utf-8"
    )
    terminal.press("e")
    assert terminal.shows("There is no key `bakc`")
    assert "write-back" in terminal.text()
    mended = f"#!/bin/sh\nsed -i 's/    bakc: It/    back: It/' {deck}\n"
    script.write_text(mended, encoding="utf-8")
    terminal.press("e")
    terminal.press(" ")
    assert "It alters the cache only." in terminal.text()
    terminal.press("q")


def test_a_held_key_rates_nothing(folder: Path) -> None:
    """Enter held down shows an answer and waits there, however long it is held."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.child.send("\r" * 400)
    terminal.press("")
    assert "It changes the cache only." in terminal.text()
    assert "1/2" in terminal.text()
    terminal.press("q")


def test_a_window_too_small_takes_no_rating(folder: Path) -> None:
    """What cannot be seen cannot be rated; q still ends."""
    terminal = Terminal(folder, "review", rows=5, columns=20)
    assert terminal.shows("window too small")
    for key in " 3 3":
        terminal.press(key)
    terminal.child.setwinsize(24, 80)
    terminal.screen.resize(24, 80)
    terminal.press("")
    assert "1/2" in terminal.text()
    assert "space show" in terminal.text()
    terminal.press("q")


def test_a_selection_in_which_nothing_waits_says_so(folder: Path) -> None:
    """Case 38: the session goes on with the cards it had, and says why."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.press("/is:due\r")
    assert "is:due: " in terminal.text()
    assert "write-back" in terminal.text()
    terminal.press("q")


def test_a_terminal_that_is_not_known_is_drawn_on_all_the_same(folder: Path) -> None:
    """Case 37: no terminfo is needed."""
    terminal = Terminal(folder, "review", environment={"TERM": "no-such-terminal"})
    assert terminal.shows("write-back")
    terminal.press(" ")
    assert "1 Again 1m" in terminal.text()
    terminal.press("q")


def test_a_typed_answer_is_compared_and_a_rating_suggested(tmp_path: Path) -> None:
    """With `type: true` one types; what differs is shown, and no rating is given by itself."""
    (tmp_path / "decks").mkdir()
    deck = "cards:\n  - {front: How is it spelt?, back: separate, type: true}\n"
    (tmp_path / "decks" / "deck.yaml").write_text(deck, encoding="utf-8")
    terminal = Terminal(tmp_path, "review")
    assert terminal.shows("type the answer")
    terminal.press("seperat\x7fte")
    assert "> seperate" in terminal.text()
    terminal.press("\r")
    assert "you typed: sep[e]rate" in terminal.text()
    assert "suggests Hard" in terminal.text()
    assert "separate" in terminal.text()
    assert "1 Again" in terminal.text()
    terminal.press("q")


def test_undo_goes_three_deep(folder: Path) -> None:
    """Answers are taken back one by one, to the first."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    for key in "343":
        terminal.press(" ")
        terminal.press(key)
    for rating in ("Good", "Easy", "Good"):
        terminal.press("u")
        assert f"{rating} taken back: " in terminal.text()
    assert "Good taken back: What does a write-back cache do on a write?" in terminal.text()
    assert "new 2 · learning 0 · due 0" in terminal.text()
    terminal.press("u")
    assert "nothing is left to undo" in terminal.text()
    terminal.press("q")


def test_the_end_says_how_it_went_and_what_comes(topic: Path) -> None:
    """Cards, time, known of rated, tomorrow, the week, and the topic to read again."""
    terminal = Terminal(topic, "review", "--limit", "1")
    assert terminal.shows("New topic")
    terminal.press("")
    terminal.press("n")
    terminal.press(" ")
    terminal.press("1")
    terminal.press("\x1b")
    assert terminal.shows("Most was missed")
    # What is printed after the screen was left; this terminal has no second one to leave.
    told = terminal.printed.decode().rpartition("\x1b[?1049l")[2]
    assert "1 card in 1 answer, 0 of them known, 1 min." in told
    assert "Studied on 1 of the last 7 days." in told
    assert "Tomorrow: " in told
    assert "Most was missed of “Heads”." in told


def test_a_stop_and_return_draws_the_card_again(folder: Path) -> None:
    """Case 35: Ctrl-Z gives the terminal back and stops; the return draws the screen anew."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.child.kill(signal.SIGTSTP)
    os.waitid(os.P_PID, terminal.child.pid, os.WSTOPPED | os.WNOWAIT)
    terminal.screen.reset()
    terminal.child.kill(signal.SIGCONT)
    assert terminal.shows("write-back")
    terminal.press(" ")
    assert "It changes the cache only." in terminal.text()
    terminal.press("q")


def test_a_paste_and_mashed_keys_rate_nothing(folder: Path) -> None:
    """Case 31: what is pasted is one key that means nothing; keys at the reveal are not taken."""
    terminal = Terminal(folder, "review")
    assert terminal.shows("write-back")
    terminal.press("\x1b[200~ 3 3 q s b\x1b[201~")
    assert "space show" in terminal.text()
    terminal.press("  33")
    assert "It changes the cache only." in terminal.text()
    assert "learning 0" in terminal.text()
    terminal.press("q")


def test_a_long_card_keeps_its_place_on_reveal(tmp_path: Path) -> None:
    """Case 36: the end of a long front is reached by paging, and the reveal does not jump."""
    (tmp_path / "decks").mkdir()
    front = "".join(f"        - line {n}\n" for n in range(30))
    deck = f"cards:\n  - front: |\n{front}    back: the answer\n"
    (tmp_path / "decks" / "deck.yaml").write_text(deck, encoding="utf-8")
    terminal = Terminal(tmp_path, "review")
    assert terminal.shows("line 0")
    assert "more (space)" in terminal.text()
    terminal.press(" ")
    assert "line 29" in terminal.text()
    top = lines_of(terminal.text())[2]
    terminal.press(" ")
    assert lines_of(terminal.text())[2] == top
    terminal.press(" ")
    assert "the answer" in terminal.text()
    terminal.press("q")


HOSTILE = (
    "\x1b[2J\x1b]0;owned\x07", "\u202eevil\u202c", "x" * 5000, "漢字" * 400, "👩‍👩‍👧‍👦" * 50,
    "[/]", "[bold]x[/bold]", "x[i][j]", "<void> vector<int>", "\u2028\u2029\x85", "a\u0300" * 300,
    "| a | b |\n|---|---|\n| " + "w" * 300 + " | y |", "- a\n  - b\n    - c\n" * 30,
    "$" + "\\frac{a}{" * 50 + "}" * 50 + "$", "$$\\unknown{x}$$", "```py\n" + "y" * 900 + "\n```",
    "> " * 200 + "deep", "{{c1::never", "\t\tx\ty", "1. a\n" * 50, "![i](x.png)", "\0",
    "e\u0301" * 200,
)  # fmt: skip


@pytest.mark.parametrize(
    "size", [Size(80, 24), Size(50, 15), Size(40, 12), Size(31, 8), Size(20, 5)]
)
def test_nothing_on_a_card_leaves_the_frame(size: Size) -> None:
    """Cases 32 to 34: a thousand hostile cards; no line too wide, no control character."""
    chance = random.Random(5)
    for _ in range(200):
        texts = [" ".join(chance.sample(HOSTILE, chance.randrange(1, 4))) for _ in range(3)]
        texts[0] = chance.choice((texts[0], "\n\n".join(texts)))
        parts = tuple(screen.Part(look, text) for look, text in zip(LOOKS, texts, strict=True))
        frame = Frame(
            texts[0], ("new 1", "1"), "1/2", parts, ("1 Again",), texts[1], ("? help", "q")
        )
        laid = screen.lay_out(frame, size)
        assert len(laid.lines) <= size.rows
        for line in laid.lines:
            assert line.cell_len <= size.columns, repr(line.plain)
            assert not has_control(line.plain.replace("\n", "\0")), repr(line.plain)


LOOKS = (screen.QUESTION, screen.CLOZE_ANSWER, screen.PLAIN)


def test_the_glance_reads_the_topic_that_comes_next(topic: Path) -> None:
    """R opens the topic whose cards the day begins with."""
    terminal = Terminal(topic)
    assert terminal.shows("Enter review · r read · n new deck")
    terminal.press("r")
    assert terminal.shows("Several weightings per query.")
    terminal.press("q")


def test_the_glance_starts_a_new_deck(topic: Path) -> None:
    """N asks for a question and makes the file."""
    terminal = Terminal(topic, environment={"VISUAL": "true"})
    assert terminal.shows("n new deck")
    terminal.press("n")
    assert terminal.shows("The question the deck begins with")
    terminal.press("Why caches?\r")
    assert terminal.shows("13 stubs")
    assert (topic / "decks" / "why-caches.yaml").exists()


def test_three_hundred_keys_at_random_end_no_review_by_a_traceback(topic: Path) -> None:
    """Whatever is pressed on a real terminal, and however it is resized: q ends it, in order."""
    chance = random.Random(10)
    terminal = Terminal(topic, "review", environment={"VISUAL": "true"})
    assert terminal.shows("New topic")
    for _ in range(300):
        terminal.child.send(
            chance.choice([*" 1234umdrfi!sb?/ne\r\x7f", "\x1b[A", "\x1b[6~", "\x1b"])
        )
        if chance.random() < 0.05:
            terminal.child.setwinsize(chance.choice([5, 9, 24]), chance.choice([20, 40, 80]))
    terminal.child.sendeof()
    terminal.child.expect(pexpect.EOF, timeout=60)
    terminal.child.close()
    assert b"Traceback" not in terminal.child.before
    assert terminal.child.exitstatus == 0
