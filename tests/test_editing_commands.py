"""`edit`, and the editor that it and others open: at the right line, and what became of cards."""

import os
import re
import sys
from pathlib import Path

import pytest
from conftest import Learner
from editors import ROOT, Terminal, editor

from flashcards import editing
from flashcards.errors import FlashcardsError


def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> Path:
    """Put a program called `name` first on the PATH that notes its words in the file returned."""
    folder, seen = tmp_path / "bin", tmp_path / "seen"
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(
        f"#!{sys.executable}\nimport sys\n"
        f"open({str(seen)!r}, 'w').write('\\n'.join(sys.argv[1:]))\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("VISUAL", raising=False)
    return seen


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("vim -n", ["-n", "+7", "{path}"]),
        ("nvim", ["+7", "{path}"]),
        ("nano", ["+7", "{path}"]),
        ("emacs -nw", ["-nw", "+7", "{path}"]),
        ("micro", ["+7", "{path}"]),
        ("kak", ["+7", "{path}"]),
        ("code", ["--wait", "--goto", "{path}:7"]),
        ("code --wait", ["--wait", "--goto", "{path}:7"]),
        ("codium", ["--wait", "--goto", "{path}:7"]),
        ("cursor -w", ["-w", "--goto", "{path}:7"]),
        ("hx", ["{path}:7"]),
        ("subl -w", ["-w", "{path}:7"]),
        ("unknown-one 'two words'", ["two words", "{path}"]),
    ],
)
def test_every_editor_is_told_the_line_its_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, words: list[str]
) -> None:
    """The words in $EDITOR are kept, quotes respected, and the line goes in the editor's form."""
    seen = stand_in(tmp_path, monkeypatch, command.split(maxsplit=1)[0])
    monkeypatch.setenv("EDITOR", command)
    path = str(tmp_path / "a deck.yaml")
    editing.edit(path, 7)
    assert seen.read_text().split("\n") == [word.format(path=path) for word in words]


def test_visual_comes_before_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """$VISUAL wins over $EDITOR."""
    seen = stand_in(tmp_path, monkeypatch, "nano")
    monkeypatch.setenv("EDITOR", "no-such-program")
    monkeypatch.setenv("VISUAL", "nano")
    editing.edit("x", 1)
    assert seen.exists()


def test_without_variables_what_is_there_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`editor`, `nano` and `vi` are looked for; a link named `editor` is known by its target."""
    seen = stand_in(tmp_path, monkeypatch, "vi")
    (tmp_path / "bin" / "editor").symlink_to("vi")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("EDITOR", raising=False)
    editing.edit("/x", 3)
    assert seen.read_text() == "+3\n/x"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("no-such-program -x", "'no-such-program' could not be started"),
        ("false", "ended with code 1"),
        ("vi 'open", "a quote is not closed"),
        ("", "there is no editor"),
    ],
)
def test_an_editor_that_fails_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, command: str, said: str
) -> None:
    """What is wrong with the editor is said in a line, and what to set."""
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", command)
    if not command:
        monkeypatch.setenv("PATH", "")
    with pytest.raises(FlashcardsError, match=re.escape(said)):
        editing.edit("x.yaml", 1)


CARDS = """\
cards:
  - front: What is a page?
    back: A fixed block of addresses.

  - front: What is a frame?
    back: A fixed block of memory.
"""


def test_edit_opens_at_the_line_and_says_what_became_of_the_cards(
    learner: Learner, tmp_path: Path
) -> None:
    """A card reworded keeps its history; one added is new, one taken out has left, by name."""
    path = learner.write(CARDS)
    learner.answer("33")
    uid = learner.card("What is a frame?")["id"]
    body = (
        "text = open(path).read()\n"
        "text = text.replace('What is a page?', 'What is a page of memory?')\n"
        "text = text[:text.index('  - front: What is a frame?')] + '  - {front: new, back: b}'\n"
        "open(path, 'w').write(text)"
    )
    terminal = Terminal(learner, editor(tmp_path, body), "edit", uid[:6])
    lines = terminal.rest().splitlines()
    assert lines[:3] == [
        str(path),
        "2 cards, 0 stubs, no faults.",
        "1 card kept, with its history.",
    ]
    assert "1 card new:" in lines
    assert "1 card left the decks:" in lines
    assert any(line.split(maxsplit=1) == [uid, "What is a frame?"] for line in lines)
    assert "relink" in lines[-1]
    assert learner.card("What is a page of memory?")["reps"] == 1


def test_faults_bring_the_offer_to_go_back_in(learner: Learner, tmp_path: Path) -> None:
    """Faults are shown as `check` shows them; Enter opens the editor at the fault, q leaves it."""
    path = learner.write(CARDS)
    seen = tmp_path / "seen"
    program = tmp_path / "vim"
    program.write_text(
        f"#!{sys.executable}\nimport sys\npath = sys.argv[-1]\n"
        f"open({str(seen)!r}, 'a').write(sys.argv[1] + ' ')\n"
        "text = open(path).read()\n"
        "if 'bakc' in text: text = text.replace('bakc', 'back')\n"
        "else: text = text.replace('back: A fixed block of m', 'bakc: A fixed block of m')\n"
        "open(path, 'w').write(text)\n"
    )
    program.chmod(0o755)
    uid = learner.card("What is a frame?")["id"]
    terminal = Terminal(learner, str(program), "edit", uid)
    terminal.child.expect_exact(f"{path}:6:5: error: There is no key `bakc` in a card.")
    terminal.child.expect_exact("q leaves it so")
    terminal.child.sendline("")
    assert "2 cards kept, with their history." in terminal.rest()
    assert seen.read_text() == "+5 +6 "
    terminal = Terminal(learner, str(program), "edit", uid)
    terminal.child.expect_exact("q leaves it so")
    terminal.child.sendline("q")
    rest = terminal.rest()
    assert "1 card, 0 stubs, 1 fault, 1 entry kept away until mended." in rest
    assert "left the decks" not in rest
    assert terminal.child.exitstatus == 0


def test_ctrl_c_belongs_to_the_editor(learner: Learner, tmp_path: Path) -> None:
    """An editor that lives on after Ctrl-C is waited for."""
    learner.write(CARDS)
    body = (
        "import signal, time\ncaught = []\n"
        "signal.signal(signal.SIGINT, lambda *_: caught.append(1))\n"
        "print('open', flush=True)\n"
        "while not caught: time.sleep(0.01)"
    )
    terminal = Terminal(learner, editor(tmp_path, body), "edit", "deck.yaml")
    terminal.child.expect_exact("open")
    terminal.child.sendintr()
    assert "2 cards kept, with their history." in terminal.rest()


def test_edit_knows_topics_and_files(learner: Learner) -> None:
    """A topic's id leads to its line, also while it is all stubs; a file to its first fault."""
    path = learner.write(
        "topics:\n  - question: q\n    tldr: todo\n  - question: r\n    id: second\n"
    )
    for name, line in (("second", 4), ("q", 2), ("deck.yaml", 1), ("deck", 1), (str(path), 1)):
        result = learner.run("edit", name)
        assert result.out.splitlines()[0] == f"{path}:{line}", name
    learner.write("cards:\n  - front: a\n    back: b\n  - front: c\n", "broken.yaml")
    assert learner.run("edit", "broken.yaml").out.splitlines()[0].endswith("broken.yaml:4")


def test_edit_says_what_it_cannot_open(learner: Learner) -> None:
    """A name that is nothing, a card that left, two topics of one id, a starter deck: sentences."""
    path = learner.write(CARDS)
    uid = learner.card("What is a frame?")["id"]
    learner.answer("3")
    path.write_text(CARDS[: CARDS.index("\n  - front: What is a frame?")])
    learner.write("topics:\n  - question: q\n    id: t\n", "one.yaml")
    learner.write("topics:\n  - question: r\n    id: t\n", "two.yaml")
    starter = ROOT / "decks" / "multi-head-attention.yaml"
    for name, said in (
        ("nothing", "there is no card 'nothing'"),
        ("nothing.yaml", "there is no deck file"),
        (uid, "left the decks"),
        ("t", "several files have a topic"),
        (str(starter), "starter collection"),
    ):
        result = learner.run("edit", name)
        assert (result.code, said in result.err) == (1, True), (name, result)


def test_a_card_moved_to_another_file_is_said_to_be_there(learner: Learner, tmp_path: Path) -> None:
    """An editor with two files open may move a card: it keeps its history there."""
    path = learner.write(CARDS)
    other = learner.write("cards:\n  - front: x\n    back: y\n", "other.yaml")
    learner.answer("333")
    body = (
        "text = open(path).read()\nat = text.index('  - front: What is a frame?')\n"
        f"open({str(other)!r}, 'a').write(text[at:])\nopen(path, 'w').write(text[:at])"
    )
    rest = Terminal(learner, editor(tmp_path, body), "edit", str(path)).rest()
    assert "1 card now in another file:" in rest
    assert learner.card("What is a frame?")["reps"] == 1
