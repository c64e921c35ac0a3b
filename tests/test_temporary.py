"""Temporary files and folders are gone, at whatever moment the program is told to end."""

import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from flashcards.files.temporary import temporary_file, temporary_folder


@pytest.fixture(autouse=True)
def ends_on_a_signal() -> Iterator[None]:
    """End as the program does: wherever it is when the signal comes."""

    def end(*_: object) -> None:
        raise SystemExit(143)

    before = signal.signal(signal.SIGTERM, end)
    yield
    signal.signal(signal.SIGTERM, before)


def interrupted(do: Callable[..., Any]) -> Callable[..., Any]:
    """Send the signal right after something was done, before anybody knows of it."""

    def done(*words: Any, **more: Any) -> Any:  # noqa: ANN401 - whatever it takes and gives
        made = do(*words, **more)
        signal.raise_signal(signal.SIGTERM)
        return made

    return done


@pytest.mark.posix
def test_a_folder_that_was_just_made_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal comes between its making and the body."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(tempfile, "mkdtemp", interrupted(tempfile.mkdtemp))
    with pytest.raises(SystemExit), temporary_folder():
        pytest.fail("the body began")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.posix
def test_a_file_that_was_just_made_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same beside the file that is to be replaced."""
    monkeypatch.setattr(tempfile, "mkstemp", interrupted(tempfile.mkstemp))
    with pytest.raises(SystemExit), temporary_file(str(tmp_path / "deck.yaml"), ".new"):
        pytest.fail("the body began")
    assert list(tmp_path.iterdir()) == []


def test_what_the_body_left_goes_and_what_it_renamed_stays(tmp_path: Path) -> None:
    """An error in the body takes its file along; a file in its place is nobody's to remove."""
    with pytest.raises(SystemExit), temporary_file(str(tmp_path / "a"), ".new"):
        signal.raise_signal(signal.SIGTERM)
    assert list(tmp_path.iterdir()) == []
    with temporary_file(str(tmp_path / "a"), ".new") as made:
        made.file.write(b"whole")
        made.file.close()
        Path(made.path).replace(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"whole"
