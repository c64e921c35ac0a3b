"""Screens pinned: what a review draws at three sizes, line by line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards.terminal import screen
from flashcards.terminal.screen import Frame, Part, Size

ANSWER = r"""
$$s = \frac{q \cdot k}{\sqrt{d_k}}$$

so that `softmax` keeps a gradient:

- scores of variance 1
- and not $d_k$
"""
BELOW = """
```python
scores = q @ k.T / math.sqrt(d_k)
```

| d_k | deviation |
|----:|----------:|
| 64  | 8 |
"""
CARD = Frame(
    head="ML Interviews::Attention",
    counts=("new 3 · learning 1 · due 12", "new 3 · learn 1 · due 12", "3 · 1 · 12"),
    progress="7/16",
    parts=(
        Part(screen.CONTEXT, "Heads"),
        Part(screen.QUESTION, r"Why divide by $\sqrt{d_k}$ in attention?"),
        Part(screen.HEADING, "answer"),
        Part(screen.ANSWER, ANSWER),
        Part(screen.TEXT, BELOW),
    ),
    offers=("1 Again 1m   2 Hard 6m   3 Good 10m   4 Easy 8d", "1 1m  2 6m  3 10m  4 8d"),
    keys=(
        "u undo",
        "e edit",
        "s suspend",
        "b bury",
        "m memory aid",
        "d details",
        "? help",
        "q quit",
    ),
)
SCREENS = {
    Size(80, 24): """\
 ML Interviews::Attention                    new 3 · learning 1 · due 12   7/16
────────────────────────────────────────────────────────────────────────────────
 Heads

 Why divide by √dₖ in attention?

 ─── answer ───────────────────────────────────────────────────────────────────

          q · k
     s = ───────
           ┌──
           √dₖ

 so that softmax keeps a gradient:

 • scores of variance 1
 • and not dₖ

   scores = q @ k.T / math.sqrt(d_k)

 d_k  deviation
──────────────────────────────────────────────────────────── ↓ 2 more (space) ──
 1 Again 1m   2 Hard 6m   3 Good 10m   4 Easy 8d
 u undo  e edit  s suspend  b bury  m memory aid  d details  ? help  q quit""",
    Size(50, 15): """\
 ML Interviews::… new 3 · learn 1 · due 12   7/16
──────────────────────────────────────────────────
 Heads

 Why divide by √dₖ in attention?

 ─── answer ─────────────────────────────────────

          q · k
     s = ───────
           ┌──
           √dₖ
───────────────────────────── ↓ 11 more (space) ──
 1 Again 1m   2 Hard 6m   3 Good 10m   4 Easy 8d
 u undo  e edit  s suspend  b bury  ? help  q quit""",
    Size(40, 12): """\
 ML Interviews::Atte… 3 · 1 · 12   7/16
────────────────────────────────────────
 Heads

 Why divide by √dₖ in attention?

 ─── answer ───────────────────────────

          q · k
─────────────────── ↓ 14 more (space) ──
 1 1m  2 6m  3 10m  4 8d
 u undo  e edit  ? help  q quit""",
}


@pytest.mark.parametrize("size", SCREENS)
def test_a_card_is_drawn_as_pinned(size: Size) -> None:
    """Maths in two dimensions, a list, code; what does not fit is a page further."""
    assert shown(CARD, size) == SCREENS[size]


def shown(frame: Frame, size: Size) -> str:
    """Give a frame as the text that stands on the screen."""
    return "\n".join(line.plain.rstrip() for line in screen.lay_out(frame, size).lines)


def test_the_end_of_a_card_is_reached_by_paging() -> None:
    """The table at the end, and nothing below it."""
    laid = screen.lay_out(CARD, Size(50, 15))
    end = shown(CARD._replace(top=laid.last_top), Size(50, 15)).splitlines()
    assert end[9:13] == [" d_k  deviation", " ──────────────", "  64          8", "─" * 50]


KEYS = (
    "space show",
    "/ only head",
    "space on to the cheat sheet",
    "u undo",
    "m memory aid",
    "any other key back",
    "? help",
    "q quit",
)


@given(st.integers(30, 100), st.lists(st.sampled_from(KEYS), min_size=1, max_size=8, unique=True))
def test_no_key_is_cut_at_the_foot(columns: int, keys: list[str]) -> None:
    """In any width whole entries give way, and those left stand in their order."""
    frame = Frame("Deck", (), "", (Part(screen.PLAIN, "words"),), keys=tuple(keys))
    foot = shown(frame, Size(columns, 15)).splitlines()[-1]
    left = foot.strip().split("  ")
    assert [key for key in keys if key in left] == left
    assert left[0] == keys[0]


def test_a_long_remark_takes_two_lines() -> None:
    """A fault of a deck is read to its end in a window of fifty columns."""
    remark = "line 12: There is no key `bakc`. Did you mean `back`? (e edits again)"
    foot = shown(CARD._replace(remark=remark), Size(50, 15)).splitlines()[-3:]
    assert foot == [
        " 1 Again 1m   2 Hard 6m   3 Good 10m   4 Easy 8d",
        " line 12: There is no key `bakc`. Did you mean",
        " `back`? (e edits again)",
    ]


def test_what_keys_do_goes_on_beside_them() -> None:
    """In a narrow window a long line of the key list keeps its column."""
    parts = (Part(screen.KEYS, "space       show the answer, then the next page; never rates"),)
    body = shown(Frame("Keys", (), "", parts), Size(50, 15)).splitlines()[2:4]
    assert body == [
        " space       show the answer, then the next page;",
        "             never rates",
    ]


def test_a_long_path_begins_beside_its_name() -> None:
    """Where a card is written goes on below, under its beginning."""
    parts = (Part(screen.FACTS, "written  /home/somebody/notes/interviews/caching.yaml:32"),)
    body = shown(Frame("Card", (), "", parts), Size(40, 15)).splitlines()[2:4]
    assert body == [
        " written  /home/somebody/notes/intervie",
        "          ws/caching.yaml:32",
    ]


def test_the_readme_shows_the_screen_as_it_is() -> None:
    """The picture in the README is this very screen."""
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    assert SCREENS[Size(80, 24)] in readme
