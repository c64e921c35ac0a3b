"""`check --fix`: slips that leave no doubt are mended, the rest is left to its author."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Learner
from hypothesis import given, settings
from hypothesis import strategies as st

from flashcards.commands import check_fix
from flashcards.deck import fixing
from flashcards.deck.fixing import fix
from flashcards.deck.reading import read

ROOT = Path(__file__).parent.parent


def mended(text: str) -> str:
    """Give what `check --fix` makes of a deck file."""
    return fix(text.encode(), "a.yaml").after.decode()


FIXED = [
    ("  - front: What is X: a\n    back: b\n", "  - front: 'What is X: a'\n    back: b\n"),
    ("  - front: it's: a\n    back: b\n", "  - front: 'it''s: a'\n    back: b\n"),
    ("  - front: a\n    back: b: c: d\n", "  - front: a\n    back: 'b: c: d'\n"),
    ("  - front: *a* b\n    back: c\n", "  - front: '*a* b'\n    back: c\n"),
    ("  - front: **a** b\n    back: c\n", "  - front: '**a** b'\n    back: c\n"),
    ("  - front: & b\n    back: c\n", "  - front: '& b'\n    back: c\n"),
    ("  - front: %d\n    back: @c\n", "  - front: '%d'\n    back: '@c'\n"),
    ("  - front: `a` b\n    back: c\n", "  - front: '`a` b'\n    back: c\n"),
    ("  - front: !x{y} b\n    back: c\n", "  - front: '!x{y} b'\n    back: c\n"),
    ("  - front: [a] b\n    back: c\n", "  - front: '[a] b'\n    back: c\n"),
    ("  - front: {a} b\n    back: c\n", "  - front: '{a} b'\n    back: c\n"),
    ("  - cloze: {{a}} b\n", "  - cloze: '{{a}} b'\n"),
    ("  - cloze: {{a}}\n", "  - cloze: '{{a}}'\n"),
    ("  - front: 'it's'\n    back: b\n", "  - front: 'it''s'\n    back: b\n"),
    ('  - front: "\\sum a"\n    back: b\n', "  - front: '\\sum a'\n    back: b\n"),
    ('  - front: "\\xi\'s"\n    back: b\n', "  - front: '\\xi''s'\n    back: b\n"),
    ('  - front: "$\\bar t$"\n    back: b\n', "  - front: '$\\bar t$'\n    back: b\n"),
    ('  - {front: "$\\bar t$", back: b}\n', "  - {front: '$\\bar t$', back: b}\n"),
    ('  - front: &a "\\theta"\n    back: *a\n', "  - front: &a '\\theta'\n    back: *a\n"),
    ("  - front:q\n    back: b\n", "  - front: q\n    back: b\n"),
    ("  - front: q\n    back:b\n", "  - front: q\n    back: b\n"),
    ("  -front: q\n    back: b\n", "  - front: q\n    back: b\n"),
    ("\t- front: a\n\t  back: b\n", "  - front: a\n    back: b\n"),
    ("  - front: a\n\tback: b\n", "  - front: a\n    back: b\n"),
    ("  - front: a\n    back: b\n\t\n", "  - front: a\n    back: b\n  \n"),
    ("  - front:\u00a0a\n    back: b\n", "  - front: a\n    back: b\n"),
    ("  -\u00a0front: a\n    back: b\n", "  - front: a\n    back: b\n"),
    ("  \u2013 front: a\n    back: b\n", "  - front: a\n    back: b\n"),
    ("  * front: a\n    back: b\n", "  - front: a\n    back: b\n"),
    ("\u00a0 - front: a\n    back: b\n", "  - front: a\n    back: b\n"),
    ("  - front: a\n\u00a0   back: b\n", "  - front: a\n    back: b\n"),
    ("  - front: a\n  \u200b  back: b\n", "  - front: a\n    back: b\n"),
    ("  - {front: a, back: b, c, d}\n", "  - {front: a, back: 'b, c, d'}\n"),
    ("  - {front: a, b, back: it's, c}\n", "  - {front: 'a, b', back: 'it''s, c'}\n"),
]


@pytest.mark.parametrize(("before", "after"), FIXED)
def test_a_slip_that_leaves_no_doubt_is_mended(before: str, after: str) -> None:
    """The file then reads as it was meant, and there is nothing left to mend."""
    assert mended("cards:\n" + before) == "cards:\n" + after
    assert read(("cards:\n" + after).encode(), "a.yaml").problems == ()
    assert mended("cards:\n" + after) == "cards:\n" + after


LEFT = {
    "a key on the line of another": "  - front: What is DNA? back: a molecule\n",
    "a key behind a comma": "  - front: a\n    back: y, extra: z\n",
    "a key behind a sign": "  - front: *a* b back: c\n",
    "a text that goes on below": "  - front: a: b\n      goes on\n    back: c\n",
    "what may be a comment": "  - front: a: b # c\n    back: d\n",
    "what may be a block": "  - front: | a\n    back: b\n",
    "what may be a list": "  - front: [a\n    back: b\n",
    "tags are a list": "  - front: a\n    back: b\n    tags: [x] y\n",
    "a line end that is meant": '  - front: "a\\n\\bar b"\n    back: c\n',
    "an escaped quote": '  - front: "\\"\\bar\\""\n    back: c\n',
    "a path is no LaTeX": '  - front: "C:\\new\\bin"\n    back: c\n',
    "a no-break space within quotes": '  - front: "a\n\u00a0 - back: b\n    c\n  * front: d"e: f\n',
    "a quote left open": "  - front: 'a\n    back: what's: x\n",
    "quotes within the text": "  - front: 'a' and 'b'\n    back: c\n",
    "a tab below a block": "  - front: |\n\tback: b\n",
    "an unknown key": "  - fornt: a: b\n    back: c\n",
    "an unused anchor": "  - front: &a b\n    back: c\n",
    "an unknown alias": "  - front: *a\n    back: c\n",
    "a tag": "  - front: !a b\n    back: c\n",
    "a comment": "  - front: a #b\n    back: c\n",
    "a stray line": "  - front: a\n    back: b\n\nstray\n",
    "a conflict": "<<<<<<< a\n  - front: b\n=======\n>>>>>>> c\n",
    "a copied id": "  - {front: a, id: x, back: b}\n  - {front: c, id: x, back: d}\n",
}


@pytest.mark.parametrize("name", LEFT)
def test_what_may_be_meant_otherwise_is_left_alone(name: str) -> None:
    """Rather a fault to mend by hand than a card that says something else."""
    text = "cards:\n" + LEFT[name]
    assert mended(text) == text
    assert read(text.encode(), "a.yaml").problems


def test_one_tab_that_could_mean_two_things_is_left_alone() -> None:
    """As wide as the key above it begins a new key, wider it goes on with the text."""
    text = "topics:\n- question: Q?\n  tldr: x\n  cheat_sheet:\n  - front: a\n\t- b\n"
    assert mended(text) == text


def test_tabs_in_a_block_of_code_are_not_indentation() -> None:
    """A makefile on a card keeps its tabs, whatever is mended elsewhere."""
    text = "cards:\n  - front: |\n      all:\n      \techo\n    back: a: b\n"
    assert mended(text) == text.replace("a: b", "'a: b'")


def test_slips_of_all_kinds_are_mended_in_one_go() -> None:
    """Each of the file's faults in its turn; line ends and encoding stay."""
    before = "cards:\n" + "".join(before for before, _ in FIXED if "\t" not in before)
    after = "cards:\n" + "".join(after for before, after in FIXED if "\t" not in before)
    assert mended(before) == after
    windows = before.replace("\n", "\r\n").encode("utf-16")
    assert fix(windows, "a.yaml").after == after.replace("\n", "\r\n").encode("utf-16")


def test_what_can_be_mended_is_though_something_else_cannot() -> None:
    """The fault that is left comes after the mended ones, or in another entry."""
    text = "cards:\n  - front: a: b\n    back: c\n  - front: d\n   back: e\n"
    assert mended(text) == text.replace("a: b", "'a: b'")
    text = 'cards:\n  - {front: "\\bar", back: b}\n  - {front: "\\n\\bar", back: c}\n'
    assert mended(text) == text.replace('{front: "\\bar"', "{front: '\\bar'")


def test_more_faults_than_are_told_are_mended() -> None:
    """A thousand are told of a file; those behind them come up as they are mended."""
    text = "cards:\n" + "  - {front: a, back: b, c d}\n" * 1_200
    assert mended(text) == text.replace("b, c d", "'b, c d'")
    many = fix(("cards:\n" + "  - {front: a, back: b, c d}\n" * 11_000).encode(), "a.yaml")
    assert (many.edits, many.stopped) == ((), True)


@pytest.mark.parametrize(
    ("slip", "right"),
    [
        ("  - front: a: b\n    back: c\n", "  - front: 'a: b'\n    back: c\n"),
        ("  - {front: a, back: b, c}\n", "  - {front: a, back: 'b, c'}\n"),
        ("  - front: a\n\tback: b\n", "  - front: a\n    back: b\n"),
    ],
)
def test_what_would_take_too_long_is_left_and_that_is_told(
    monkeypatch: pytest.MonkeyPatch, slip: str, right: str
) -> None:
    """Each attempt reads the file anew, so a large file has fewer of them."""
    text = "cards:\n" + slip * 30 + '  - {front: "\\bar", back: d}\n'
    whole = fix(text.encode(), "a.yaml")
    assert (whole.after.decode().count(right), whole.stopped) == (30, False)
    monkeypatch.setattr(fixing, "MAX_WORK", 3_000)
    part = fix(text.encode(), "a.yaml")
    assert part.after.decode().count(right) < 30
    assert part.stopped
    assert fix(f"cards:\n{right}".encode(), "a.yaml").stopped is False


SIGNS = st.text(alphabet="ab:' \"\\#*&[]{},-|\n\t", max_size=40)


@settings(max_examples=150)
@given(SIGNS, SIGNS)
def test_fixing_never_changes_a_card_that_was_read(front: str, back: str) -> None:
    """Whatever a file is full of, what was a card is the same card, and no line comes or goes."""
    text = (
        f"cards:\n  - front: {front}\n    back: b\n  - {{front: x, back: {back}}}\n  - front: z\n"
    )
    before, after = read(text.encode(), "a.yaml"), read(mended(text).encode(), "a.yaml")
    kept = [note._replace(column=0) for note in after.notes]
    assert all(note._replace(column=0) in kept for note in before.notes)
    assert mended(text).count("\n") == text.count("\n")
    assert mended(mended(text)) == mended(text)


# The command


def test_the_command_says_when_not_every_fault_was_tried(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is mended is shown, and that there may be more."""
    learner.write(SLIP + SLIP.removeprefix("cards:\n") * 9)
    assert "not every fault was tried" not in learner.run("check", "--fix").err
    monkeypatch.setattr(fixing, "MAX_WORK", 400)
    result = learner.run("check", "--fix")
    assert "deck.yaml: not every fault was tried" in result.err
    assert result.out.count("+  - front: 'What is X: a'") in range(1, 9)


SLIP = "cards:\n  - front: What is X: a\n    back: b\n"


def test_without_a_terminal_only_the_diff_is_printed(learner: Learner) -> None:
    """Nothing is written, that is said, and the faults are told as ever."""
    path = learner.write(SLIP)
    result = learner.run("check", "--fix")
    assert result.code == 1
    assert "-  - front: What is X: a\n+  - front: 'What is X: a'\n" in result.out
    assert "[colon-in-text]" in result.out
    assert "Nothing was written; --yes writes it." in result.err
    assert path.read_text(encoding="utf-8") == SLIP


def test_yes_writes_without_asking(learner: Learner) -> None:
    """The check that follows finds the file mended, in the collection and by path."""
    for words in ((), (str(learner.decks),)):
        path = learner.write(SLIP)
        result = learner.run("check", "--fix", "--yes", *words)
        assert result.code == 0
        assert "1 line mended" in result.err
        assert "1 card" in result.out
        assert path.read_text(encoding="utf-8") == SLIP.replace("What is X: a", "'What is X: a'")


def test_with_nothing_to_mend_it_says_so(learner: Learner) -> None:
    """A faultless collection, and one whose faults need their author."""
    learner.write("cards:\n  - {front: a}\n")
    result = learner.run("check", "--fix", "--yes")
    assert result.code == 1
    assert "Nothing that can be mended without a doubt." in result.err


def test_an_invisible_character_is_seen_in_the_diff(learner: Learner) -> None:
    """Else a line would give way to its likeness."""
    learner.write("cards:\n\u00a0 - front: a\n    back: b\n")
    assert "-\u27e8U+00A0\u27e9 - front: a" in learner.run("check", "--fix").out


@pytest.mark.posix
def test_what_cannot_be_read_is_passed_over(learner: Learner) -> None:
    """A pipe and a dangling link do not hold it up; the check tells of them."""
    os.mkfifo(learner.decks / "pipe.yaml")
    (learner.decks / "link.yaml").symlink_to("nowhere.yaml")
    path = learner.write(SLIP)
    result = learner.run("check", "--fix", "--yes")
    assert "[unreadable-file]" in result.out
    assert "'What is X: a'" in path.read_text(encoding="utf-8")


def test_a_file_that_may_not_be_written_fails_the_run(learner: Learner) -> None:
    """It is left as it is, that is said, and the exit code tells."""
    path = learner.write(SLIP)
    path.chmod(0o444)
    result = learner.run("check", "--fix", "--yes")
    assert "it is read-only" in result.err
    assert result.code == 1


def test_a_file_saved_while_the_question_was_asked_fails_the_run(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What somebody wrote meanwhile stays, without a fault by now; the exit code is 1."""
    path = learner.write(SLIP)
    theirs = "cards:\n  - front: a\n    back: b\n"
    monkeypatch.setattr(check_fix, "_asked", lambda _: bool(path.write_text(theirs)))
    result = learner.run("check", "--fix")
    assert "deck.yaml was not written: it changed in the meantime" in result.err
    assert "1 card, 0 stubs: no faults." in result.out
    assert path.read_text(encoding="utf-8") == theirs
    assert result.code == 1


@pytest.mark.parametrize("words", [["--fix", "--json"], ["--yes"]])
def test_options_that_do_not_go_together_are_refused(learner: Learner, words: list[str]) -> None:
    """JSON has no place for a diff, and there is nothing to say yes to."""
    assert learner.run("check", *words).code == 2


@pytest.mark.parametrize(("answer", "written"), [("y\n", True), ("n\n", False)])
def test_on_a_terminal_it_asks(learner: Learner, answer: str, *, written: bool) -> None:
    """The diff is there before the question."""
    path = learner.write(SLIP)
    ours, theirs = pty.openpty()
    words = ["--home", str(learner.home), "--decks", str(learner.decks), "check", "--fix"]
    process = subprocess.Popen(
        [sys.executable, "-m", "flashcards", *words],
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT,
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    while b"[y/N]" not in seen:
        seen += os.read(ours, 4096)
    assert b"What is X" in seen
    os.write(ours, answer.encode())
    while True:
        try:
            if not os.read(ours, 4096):
                break
        except OSError:
            break
    assert process.wait() == (0 if written else 1)
    os.close(ours)
    assert ("'What is X: a'" in path.read_text(encoding="utf-8")) is written
