"""The program on a real terminal, with an editor of a test's making."""

import os
import shlex
import sys
from pathlib import Path

import pexpect
from conftest import Learner
from processes import PATIENCE_S

ROOT = Path(__file__).parent.parent


def editor(tmp_path: Path, body: str) -> str:
    """Write an editor that runs Python `body` with its words in `words`, and give its command."""
    script = tmp_path / "my editor.py"
    script.write_text(f"import sys\nwords = sys.argv[1:]\npath = words[-1]\n{body}\n")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


class Terminal:
    """The program on a real terminal, with an editor of the test's making."""

    def __init__(self, learner: Learner, editor_command: str, *words: str) -> None:
        """Start the program with `words`."""
        place = ["--home", str(learner.home), "--decks", str(learner.decks)]
        environment = {**os.environ, "VISUAL": editor_command, "TERM": "xterm"}
        self.child = pexpect.spawn(
            sys.executable, ["-m", "flashcards", *place, *words],
            cwd=ROOT, env=environment, encoding="utf-8", timeout=PATIENCE_S,
        )  # fmt: skip

    def rest(self) -> str:
        """Wait for the end, and give what was printed since the last thing expected."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        return str(self.child.before).replace("\r\n", "\n")
