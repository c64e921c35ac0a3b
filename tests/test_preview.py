"""`preview` and `read`: cards and topics on paper and on a screen, as a review would show them."""

from pathlib import Path

from conftest import Learner
from test_review_screen import Terminal

DECK = r"""
deck: Systems::Caching
cards:
  - front: What is $\frac{a}{b}$?
    back: |
      $$\frac{a}{b}$$
    extra: With `code`.
  - cloze: "A {{cache miss}} costs {{one::how many?}} access."
"""
TOPIC = """
deck: ML
topics:
  - question: Why several heads?
    title: Heads
    tldr: Several weightings per query.
    answer: Because of `h` and $x<y$.
    cheat_sheet:
      - The projections hold {{four}} matrices.
    key_concepts:
      - {term: Head, definition: One projection of each kind.}
"""


def test_a_file_is_drawn_card_by_card(learner: Learner) -> None:
    """Each card with both sides, maths drawn, gaps as boxes, and the counts at the end."""
    path = learner.write(DECK)
    done = learner.run_bare("preview", str(path))
    assert done.code == 0
    assert done.out == DRAWN


DRAWN = """\
 ─── 1 of 3, line 4 ───────────────────────────────────────────────────────────

 What is a/b?

 ─── answer ───────────────────────────────────────────────────────────────────

      a
     ───
      b

 With code.

 ─── 2 of 3, line 8 ───────────────────────────────────────────────────────────

 A [...] costs one access.

 ─── answer ───────────────────────────────────────────────────────────────────

 A cache miss costs one access.

 ─── 3 of 3, line 8 ───────────────────────────────────────────────────────────

 A cache miss costs [how many?] access.

 ─── answer ───────────────────────────────────────────────────────────────────

 A cache miss costs one access.

 ─── Systems::Caching ─────────────────────────────────────────────────────────

3 cards, 0 stubs, no faults.

"""


def test_faults_are_told_below_the_cards(learner: Learner) -> None:
    """A card with a fault is not drawn; the fault stands at the end, worded as `check` does."""
    path = learner.write(DECK.replace("back: |", "bakc: |"))
    done = learner.run_bare("preview", str(path))
    assert "2 cards, 0 stubs, 1 fault, 1 entry kept away until mended." in done.out
    assert f"{path}:5:5: error:" in done.out
    assert "\n        bakc: |\n        ^\n    Did you mean `back`?\n" in done.out
    checked = learner.run_bare("check", str(path)).out
    assert checked.rpartition("\n\n")[0] in done.out


def test_two_faults_of_one_entry_keep_one_away(learner: Learner) -> None:
    """Faults and the entries they keep away are counted apart, as an import counts entries."""
    path = learner.write(DECK.replace("back: |", "tag: x\n    bakc: |"))
    said = learner.run_bare("preview", str(path)).out
    assert "2 cards, 0 stubs, 2 faults, 1 entry kept away until mended." in said


def test_a_fault_keeps_its_caret_on_a_terminal(tmp_path: Path) -> None:
    """The source line stands in as far as its caret does."""
    path = tmp_path / "deck.yaml"
    path.write_text(DECK.replace("back: |", "bakc: |"), encoding="utf-8")
    shown = Terminal(tmp_path, "preview", str(path), "--watch")
    assert shown.shows("1 of 2")
    shown.press("    ")
    assert shown.shows("Did you mean")
    lines = [line.rstrip() for line in shown.text().split("\n")]
    assert lines[lines.index("         bakc: |") + 1] == "         ^"
    shown.press("q")


def test_a_file_that_cannot_be_read_is_an_error(learner: Learner) -> None:
    """No traceback, and exit code 1."""
    done = learner.run_bare("preview", str(learner.decks / "nowhere.yaml"))
    assert done.code == 1
    assert "it is not there" in done.out


def test_watching_draws_anew_on_a_save(tmp_path: Path) -> None:
    """With --watch the screen follows each save until q."""
    path = tmp_path / "deck.yaml"
    path.write_text(DECK, encoding="utf-8")
    terminal = Terminal(tmp_path, "preview", str(path), "--watch")
    assert terminal.shows("With code.")
    path.write_text(DECK.replace("With `code`", "Something else"), encoding="utf-8")
    assert terminal.shows("Something else.")
    terminal.press("q")
    terminal.child.wait()
    assert terminal.child.exitstatus == 0


def test_topics_are_listed_and_read_on_paper(learner: Learner) -> None:
    """Without a topic they are listed; with one its sections come in order, --section alone."""
    learner.write(TOPIC)
    assert learner.run("read").out == "heads  Heads  (1 minute)\n"
    whole = learner.run("read", "heads").out
    places = [whole.index(f"─── {name} ───") for name in ("TL;DR", "key concepts", "answer")]
    assert places == sorted(places)
    assert "The projections hold four matrices." in whole
    assert "x < y" in whole
    alone = learner.run("read", "heads", "--section", "answer").out
    assert "Because of h" in alone
    assert "Several weightings" not in alone
    assert learner.run("read", "several").out == whole
    missing = learner.run("read", "nothing-like-it")
    assert missing.code == 1
    assert learner.run("read", "heads", "--section", "examples").code == 1


def test_the_cheat_sheets_are_one_offline_page(learner: Learner, tmp_path: Path) -> None:
    """One HTML file without a script or an address, maths written out, everything escaped."""
    learner.write(TOPIC.replace("Why several heads?", "Why <several> heads & $d_k$?"))
    page = tmp_path / "tonight.html"
    done = learner.run("read", "--html", str(page))
    assert done.code == 0
    text = page.read_text(encoding="utf-8")
    assert "The projections hold four matrices." in text
    assert "&lt;several&gt; heads &amp;" in text
    assert "<script" not in text
    assert "http" not in text


def test_reading_changes_no_schedule(learner: Learner) -> None:
    """Reading is unrated."""
    learner.write(TOPIC)
    before = learner.cards()
    learner.run("read", "heads")
    assert learner.cards() == before
