"""A handful of the flood of ``benchmarks/fuzz.py``: whatever comes, it is read or refused."""

from pathlib import Path

import floods
import pytest

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", floods.SHARES)
def test_whatever_comes_is_read_or_refused(kind: str, tmp_path: Path) -> None:
    """Random inputs of every kind go through all that reads them, and no traceback comes of it."""
    outcomes = {floods.send(kind, seed, tmp_path) for seed in range(25)}
    assert "read" in outcomes
    assert outcomes <= {"read", "refused"}
