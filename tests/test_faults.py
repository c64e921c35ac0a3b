"""A fault at any call of any command: files are old or new, nothing is left, no answer lost."""

import fault_drill
import pytest

SAMPLE = 60  # `benchmarks/faults.py` tries every call


@pytest.mark.skipif(fault_drill.compiler() is None, reason="needs Linux and a C compiler")
def test_a_fault_anywhere_loses_and_leaves_nothing() -> None:
    """Killed, on a full disk or on one that fails: every command, at a sample of its calls."""
    found = fault_drill.run(SAMPLE)
    assert found.failed == []
    assert len(found.points) > len(fault_drill.CASES)
    assert {point.rpartition(": ")[2] for point in found.points} == set(fault_drill.FAULTS)
