"""Formatted text: what a card says is what is shown, in a list, in the terminal and in Anki."""

import pytest

from flashcards.markup.gaps import for_anki, marked
from flashcards.markup.html import html
from flashcards.markup.reading import read


def field(text: str) -> str:
    """Give the HTML of `text` for an Anki field, with media under their own names."""
    return html(read(text), lambda target: target)


def cloze_field(text: str, *numbers: int) -> str:
    """Give the HTML of a cloze `text` for an Anki field."""
    return for_anki(html(read(marked(text)), lambda target: target), dict(enumerate(numbers)))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("vector<int> and <void>", "vector&lt;int&gt; and &lt;void&gt;"),
        ("#include <bits/stdc++.h>", "#include &lt;bits/stdc++.h&gt;"),
        ("$x<a$", r"\(x&lt;a\)"),
        ("${y}_{3} + {y}_{4}$", r"\({y}_{3} + {y}_{4}\)"),
        ("[/] and x[i][j]", "[/] and x[i][j]"),
    ],
)
def test_nothing_vanishes(text: str, shown: str) -> None:
    """Angle brackets, brackets and underscores are what the author wrote."""
    assert field(text) == shown
