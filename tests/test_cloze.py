"""Gaps in a text: where they are, what they hide, and how the text reads with and without."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards import cloze


def answers(text: str) -> list[str]:
    """Give what the gaps of `text` hide."""
    return [gap.answer for gap in cloze.parse(text)]


def test_each_gap_is_asked_alone() -> None:
    """One gap is hidden, the others are filled in."""
    text = "A {{cache miss}} on a clean line costs {{one::how many?}} memory access."
    assert cloze.front(text, 0) == "A [...] on a clean line costs one memory access."
    assert cloze.front(text, 1) == "A cache miss on a clean line costs [how many?] memory access."
    assert cloze.filled(text) == "A cache miss on a clean line costs one memory access."
    assert (cloze.answer(text, 0), cloze.answer(text, 1)) == ("cache miss", "one")


def test_gaps_of_one_number_are_hidden_together() -> None:
    """Anki's numbers group gaps; a gap without one stays by itself."""
    text = "{{c2::Paris}} is in {{France}}, {{c2::Lyon::city}} too."
    assert [gap.groups for gap in cloze.parse(text)] == [(0,), (1,), (0,)]
    assert cloze.numbers(text) == (2, None)
    assert cloze.front(text, 0) == "[...] is in France, [city] too."
    assert cloze.answer(text, 0) == "Paris, Lyon"


def test_a_gap_may_hold_gaps() -> None:
    """An inner gap is asked with the outer one filled in, and is hidden with it."""
    text = "{{c1::Canberra was {{c2::founded::what?}}}} in {{c2::1913}}"
    assert cloze.front(text, 0) == "[...] in 1913"
    assert cloze.answer(text, 0) == "Canberra was founded"
    assert cloze.front(text, 1) == "Canberra was [what?] in [...]"
    assert cloze.answer(text, 1) == "founded, 1913"
    assert cloze.filled(text) == "Canberra was founded in 1913"
    assert cloze.numbers("{{a {{b}} c}} {{d}}") == (None, None, None)
    assert cloze.front("{{a {{b}} c}} {{d}}", 1) == "a [...] c d"


def test_a_gap_may_stand_for_several_numbers() -> None:
    """A gap with two numbers is hidden on both cards."""
    text = "{{c1,3::x}} + {{c1::y}} = {{c3::z}}"
    assert cloze.numbers(text) == (1, 3)
    assert cloze.front(text, 0) == "[...] + [...] = z"
    assert cloze.front(text, 1) == "[...] + y = [...]"


def test_gaps_nested_without_end_are_answered_at_once() -> None:
    """A few levels are gaps, what lies deeper is text; nothing is lost and nothing overflows."""
    text = "{{a" * 20_000 + "}}" * 20_000
    assert len(cloze.numbers(text)) == 8
    assert cloze.filled(text).count("a") == 20_000


def test_positions_enclose_the_braces() -> None:
    """A gap can be cut out of its text by start and end."""
    text = "a {{b}} c"
    gap = cloze.parse(text)[0]
    assert text[gap.start : gap.end] == "{{b}}"


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        (r"{{c1::\frac{1}{\sqrt{x}}}} is it", [r"\frac{1}{\sqrt{x}}"]),
        (r"{{$\frac{1}{\sqrt{x}}$}} is it", [r"$\frac{1}{\sqrt{x}}$"]),
        (r"{{$x^{2}}} left open", ["$x^{2}"]),
        (r"{{\{a, b\}}} has two elements", [r"\{a, b\}"]),
        ("{{{x}}} is a set", ["{x}"]),
        ("{{wow!}} and {{a == b}}", ["wow!", "a == b"]),
        ("{{a `}}` b}} c", ["a `}}` b"]),
        ("{{the { character}} and {{b}}", ["the { character", "b"]),
        ("{{the } character}} and {{b}}", ["the } character", "b"]),
        ("{{ never closed, {{closed}}", ["closed"]),
        ("{{\nover\nlines\n}}", ["over\nlines"]),
    ],
)
def test_a_gap_may_hold_maths_code_and_braces(text: str, hidden: list[str]) -> None:
    """What stands in a gap stays whole, however many braces it has."""
    assert answers(text) == hidden


@pytest.mark.parametrize(
    "text",
    [
        r"$\frac{{a}}{b}$",
        r"$$\text{{a}}$$",
        r"\({{a}}\) and \[{{b}}\]",
        "`{{a}}` and ``{{`b`}}``",
        "```jinja\n{{ a }}\n```",
        "- x\n\n  ~~~\n  {{a}}\n  ~~~",
        "```\n{{ never closed }}",
        r"\{{a}}",
        "{{}} and {{ }} and {{::hint}} and {{c1::}}",
        "a { b } {c: {d: 1}}",
        r"\frac{{a}{b}}",
    ],
)
def test_braces_in_maths_and_code_are_no_gaps(text: str) -> None:
    """Formulas, code, escaped and empty braces ask nothing."""
    assert answers(text) == []
    assert cloze.filled(text) == text


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("It costs $5 and {{$6}} more", ["$6"]),
        ("{{$5}} or {{$x}}", ["$5", "$x"]),
        ("a $ {{b}} $ c", ["b"]),
        ("a $5 {{b}}$6 c", ["b"]),
        ("$a\n\n{{b}}$", ["b"]),
        (r"\$a {{b}} c$", ["b"]),
        ("one ` tick {{b}}", ["b"]),
        ("`a` {{b}} `c`", ["b"]),
        ("```a``` {{b}}", ["b"]),
        ("a ~~~ in a line {{b}}", ["b"]),
    ],
)
def test_prose_is_not_taken_for_maths_or_code(text: str, hidden: list[str]) -> None:
    """Dollars are maths by pandoc's rule, and a lone backtick is no code."""
    assert answers(text) == hidden


def test_the_last_colons_begin_the_hint() -> None:
    """Names with `::` stay whole when a hint follows, and in code always."""
    text = "{{std::vector::a class}}, {{`std::map`}}, {{`std::set`::a set}}, {{std::list::}}"
    found = [(gap.answer, gap.hint) for gap in cloze.parse(text)]
    assert found == [
        ("std::vector", "a class"),
        ("`std::map`", ""),
        ("`std::set`", "a set"),
        ("std::list", ""),
    ]


def test_within_tells_maths_from_prose() -> None:
    """A place in protected text is known as such, the first and the last included."""
    spans = cloze.protected("a $x$ b `c`")
    inside = [at for at in range(11) if cloze.within(spans, at)]
    assert inside == [2, 3, 4, 8, 9, 10]


MARKS = st.text(alphabet="ab{}$`\\:~\n c1", max_size=60)


def without_ticks(text: str) -> str:
    """Give a text without what keeps two pieces of code apart."""
    return text.replace("`", "").replace(" ", "")


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("`f(`{{c1::`x`}}`)`", "`f(x)`"),
        ("`    `{{c1::`return`}} `x`", "`    return` `x`"),
        (r"{{c1::`a\`}}`b`", r"`a\b`"),
        ("{{c1::``a`b``}}`c`", "``a`b`` `c`"),
        (r"\`{{c1::`a`}}", r"\``a`"),
    ],
)
def test_code_in_a_gap_goes_on_with_the_code_beside_it(text: str, filled: str) -> None:
    """Ticks that would touch when a gap is filled in never show, or swallow what follows."""
    assert cloze.filled(text) == filled


@given(MARKS)
def test_gaps_never_overlap_and_lose_nothing(text: str) -> None:
    """Outside its gaps a text stays as it is, and gaps stand in order without overlap."""
    gaps = cloze.parse(text)
    edges = [edge for gap in gaps for edge in (gap.start, gap.end)]
    assert edges == sorted(edges)
    outside = [text[a:b] for a, b in zip([0, *edges[1::2]], [*edges[::2], len(text)], strict=True)]
    filled, pieces = cloze.filled(text), [*outside, *(gap.answer for gap in gaps)]
    # But for ticks: code that touches code is one.
    assert Counter(without_ticks(filled)) == Counter(without_ticks("".join(pieces)))
    assert len(cloze.numbers(text)) >= len({gap.groups for gap in gaps})


@given(MARKS)
def test_a_front_hides_its_answer_and_shows_the_rest(text: str) -> None:
    """Each group's front has one box for each gap of the group."""
    gaps = cloze.parse(text)
    for group in range(len(cloze.numbers(text))):
        front = cloze.front(text, group)
        boxes = [f"[{gap.hint or '...'}]" for gap in gaps if group in gap.groups]
        assert all(box in front for box in boxes)
