"""The wheel: what it holds, and that it works away from the checkout."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
    (built,) = folder.glob("fsrs_flashcards-*.whl")
    return built


def test_the_wheel_holds_the_package_and_the_starter_decks_only(wheel: Path) -> None:
    """No `cli` module and no tests land in anybody's site-packages."""
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"flashcards"}
    assert "flashcards/starter_decks/multi-head-attention.yaml" in names
    assert "flashcards/store/migrations/0001_first.sql" in names
    assert "flashcards/deck/explanations/not-yaml.md" in names
    assert "flashcards/py.typed" in names


def test_the_wheel_reviews_its_starter_decks(wheel: Path, tmp_path: Path) -> None:
    """Unpacked anywhere, the program finds the decks that came with it."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    ran = subprocess.run(
        [sys.executable, "-m", "flashcards", "--home", str(tmp_path / "home"), "cards", "--json"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site"), "HOME": str(tmp_path)},
    )
    cards = json.loads(ran.stdout)["cards"]
    assert cards
    starter = tmp_path / "site" / "flashcards" / "starter_decks"
    assert {Path(card["path"]).parent for card in cards} == {starter}
