"""What is said of a faulty deck: code, place, and the way out. Docstrings are deck files."""

import inspect
import os
import re
import string
from pathlib import Path

import pytest

from flashcards.deck.problems import CATALOGUE
from flashcards.deck.reading import load, read
from flashcards.notes import Deck, Problem, Severity
from flashcards.text import display_width


@pytest.fixture
def deck(request: pytest.FixtureRequest) -> Deck:
    """Read the deck in the test's docstring, below its first line."""
    _, _, text = (inspect.getdoc(request.function) or "").partition("\n\n")
    return read(text.encode(), "example.yaml")


def places(deck: Deck) -> list[tuple[str, int, int]]:
    """Give code, line and column of each problem."""
    return [(problem.code, problem.line, problem.column) for problem in deck.problems]


def fronts(deck: Deck) -> list[str]:
    """Give the fronts of the cards that are reviewed."""
    return [card.front for note in deck.notes for card in note.cards]


def only(text: str) -> Problem:
    """Give the one problem of a deck."""
    (problem,) = read(text.encode(), "example.yaml").problems
    return problem


def test_a_problem_shows_its_line_with_a_caret() -> None:
    """The caret stands below the place, by display width; controls are made visible."""
    problem = only("cards:\n  - {front: 漢字\te\u0301, bakc: x, back: y}\n")
    assert (problem.path, problem.line, problem.column) == ("example.yaml", 2, 20)
    assert problem.excerpt == "  - {front: 漢字 e\u0301, bakc: x, back: y}"
    assert problem.caret == display_width("  - {front: 漢字 e\u0301, ")
    assert problem.message == "There is no key `bakc` in a card."
    assert problem.fix == "Did you mean `back`?"


def test_a_long_line_is_cut_around_the_place() -> None:
    """A minified deck does not fill the screen."""
    problem = only("cards: [{front: " + "x" * 5_000 + ", bakc: y, back: " + "z" * 5_000 + "}]\n")
    assert len(problem.excerpt) < 200
    assert problem.excerpt[problem.caret :].startswith("bakc")
    assert problem.excerpt.startswith("\u2026")
    assert problem.excerpt.endswith("\u2026")


def test_all_faults_are_told_in_one_pass_and_the_rest_loads(deck: Deck) -> None:
    """Each faulty card is kept out with what could be read; the others are reviewed.

    cards:
      - front: good
        back: card
      - front: only a front
      - front: two
        back: of
        back: them
      - front: {a: map}
        back: x
      - just a text
      - front: fine
        back: again
    """
    assert places(deck) == [
        ("empty-side", 4, 5),
        ("duplicate-key", 7, 5),
        ("wrong-shape", 8, 12),
        ("wrong-shape", 10, 5),
    ]
    assert fronts(deck) == ["good", "fine"]
    kept = [(note.line, note.cards[0].front, note.cards[0].back) for note in deck.quarantined]
    assert kept == [
        (4, "only a front", ""),
        (5, "two", "of"),
        (8, "", "x"),
        (10, "just a text", ""),
    ]


@pytest.mark.parametrize(
    ("written", "line", "column", "code", "said"),
    [
        ("  - front: What is X: a\n    back: b\n", 2, 21, "colon-in-text", "begins a new key"),
        ("  - front: a\n    back: the rule: b\n", 3, 19, "colon-in-text", "begins a new key"),
        (
            '  - front: "a \\sum b"\n    back: b\n',
            2,
            15,
            "unknown-escape",
            r"`\sum` in double quotes",
        ),
        (
            '  - front: "a \\xi b"\n    back: b\n',
            2,
            15,
            "unknown-escape",
            r"`\xi` in double quotes",
        ),
        ("  - front: *bold* text\n    back: b\n", 2, 12, "sign-at-start", "cannot start with `*`"),
        (
            "  - front: **bold** text\n    back: b\n",
            2,
            12,
            "sign-at-start",
            "cannot start with `*`",
        ),
        ("  - front: & text\n    back: b\n", 2, 12, "sign-at-start", "cannot start with `&`"),
        ("  - front: %d prints\n    back: b\n", 2, 12, "sign-at-start", "cannot start with `%`"),
        ("  - front: @property\n    back: b\n", 2, 12, "sign-at-start", "cannot start with `@`"),
        ("  - front: !x{y} b\n    back: b\n", 2, 12, "sign-at-start", "cannot start with `!`"),
        ("  - front: | a pipe\n    back: b\n", 2, 12, "sign-at-start", "cannot start with `|`"),
        ("  - front: > a\n    back: b\n", 2, 12, "sign-at-start", "cannot start with `>`"),
        ("  - front: [a] text\n    back: b\n", 2, 12, "sign-at-start", "cannot start with `[`"),
        ("  - front: {a} text\n    back: b\n", 2, 12, "sign-at-start", "cannot start with `{`"),
        (
            "  - front: `code` does\n    back: b\n",
            2,
            12,
            "sign-at-start",
            "cannot start with a backtick",
        ),
        ("  - front: - a\n    back: b\n", 2, 12, "sign-at-start", "cannot start with `-`"),
        ("  - front: ? a\n    back: b\n", 2, 12, "sign-at-start", "cannot start with `?`"),
        ("  - cloze: {{c1::x}} is it\n", 2, 12, "gap-at-start", "starts with a gap"),
        ("  - front: [a text\n    back: b\n", 2, 12, "open-bracket", "not closed with `]`"),
        ("  - {front: a, back: c\n  - {front: a}\n", 2, 5, "open-bracket", "not closed with `}`"),
        ("  - {front: a: b, back: c}\n", 2, 14, "slip-in-brackets", "in brackets goes wrong"),
        (
            "  - {front: a::, back: c}\n",
            2,
            15,
            "slip-in-brackets",
            "between brackets or braces needs quotes",
        ),
        ("  - [G: a] x\n", 2, 5, "sign-at-start", "cannot start with `[`"),
        ("  - {a: [b: c d: e]}\n", 2, 16, "slip-in-brackets", "in brackets goes wrong"),
        ("  - front: a\n...\nmore\n", 4, 1, "not-yaml", "which ends before it"),
        ("\t- front: a\n", 2, 1, "tab-indent", "a tab in the indentation"),
        ("  - front: a\n\tback: b\n", 3, 1, "tab-indent", "a tab in the indentation"),
        (
            "<<<<<<< HEAD\n  - front: a\n=======\n>>>>>>> x\n",
            2,
            1,
            "merge-conflict",
            "merge conflict",
        ),
        (
            '  - front: "a" b\n    back: b\n',
            2,
            16,
            "text-after-quote",
            "text after the closing quote",
        ),
        ("  - front: 'it's'\n    back: b\n", 2, 15, "apostrophe-in-quotes", "apostrophe"),
        ('  - front: "a b\n    back: b\n', 2, 12, "open-quote", "never closed"),
        ('  - front: "a b\n    back: "b"\n', 2, 12, "open-quote", "closed only on line 3"),
        (
            "  - front: a\n    back: some\n  text\n  - front: c\n",
            4,
            3,
            "stray-line",
            "neither a key nor an entry",
        ),
        (
            "  - front: a\n    back: b\n\nStray text\n\n  - front: c\n",
            5,
            1,
            "stray-line",
            "neither a key",
        ),
        (
            "  - front: |\n        x\n      y\n    back: b\n",
            4,
            7,
            "uneven-indent",
            "indented less than the first",
        ),
        ("  - front: a\n   back: b\n", 3, 4, "uneven-indent", "does not fit the indentation"),
        ("  front: a\n    back: b\n", 3, 5, "uneven-indent", "indented deeper"),
        ("  - front:q\n    back: b\n", 2, 11, "missing-blank", "space is needed after the colon"),
        ("  - front: q\n    back:b\n", 3, 10, "missing-blank", "space is needed after the colon"),
        ("  -front: q\n   back: b\n", 2, 3, "missing-blank", "space is needed after the dash"),
        ("\u00a0 - front: a\n    back: b\n", 2, 1, "invisible-blank", "U+00A0, in the indentation"),
        (
            "  - front: a\n    back: b\n---\ncards: []\n",
            4,
            1,
            "second-document",
            "second document begins",
        ),
        ("  - " + "[" * 900, 2, 53, "too-big", "inside each other"),
    ],
)
def test_a_file_that_is_no_yaml_gets_a_hint_at_its_place(
    written: str, line: int, column: int, code: str, said: str
) -> None:
    """The commonest mistakes are named for what they are."""
    deck = read(("cards:\n" + written).encode(), "example.yaml")
    assert not deck.readable
    (problem,) = deck.problems
    assert (problem.code, problem.line, problem.column) == (code, line, column)
    assert said in problem.message
    assert problem.fix


def test_lists_deeper_than_yaml_reads_are_said_to_be_too_deep() -> None:
    """Whether we or the YAML library stops first, as PyYAML's does from 6.0.4 on."""
    (problem,) = read(("cards:\n  - " + "[" * 2_000).encode(), "example.yaml").problems
    assert (problem.code, problem.line, problem.column) in {
        ("too-big", 2, 53),
        ("not-yaml", 2, 1_003),
    }
    assert "inside each other" in problem.message


def test_a_wrong_encoding_names_the_byte_and_its_place() -> None:
    """Columns count characters, and a file saved in Windows-1252 is told as such."""
    deck = read(b"cards:\n  - front: \xc3\xa9 it\x92s\n", "a.yaml")
    assert places(deck) == [("wrong-encoding", 2, 16)]
    assert not deck.readable
    assert "Byte 0x92 is not UTF-8" in deck.problems[0].message
    assert "in Windows-1252 it is \u201c\u2019\u201d" in deck.problems[0].message
    assert "iconv" in deck.problems[0].fix


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("cards: []\n".encode("utf-16-le") * 200, "looks like UTF-16"),
        ("cards: é\n".encode("utf-16-be"), "looks like UTF-16"),
        (b"cards:\n  - \xed\xa0\x80", "half of a surrogate pair"),
        (b"\xef\xbb\xbfcards: \x81", "0x81 is not UTF-8"),
        (b"\xff\xfec\x00a", "0x61 is not UTF-16, which the file's byte order mark promises"),
        (b"\x01" * 2_000, "full of control characters"),
    ],
)
def test_other_encodings_are_explained(data: bytes, said: str) -> None:
    """UTF-16 without its mark, surrogates, a file cut off, no text at all."""
    deck = read(data, "a.yaml")
    assert ([problem.code for problem in deck.problems], deck.readable) == (
        ["wrong-encoding"],
        False,
    )
    assert said in deck.problems[0].message


@pytest.mark.parametrize("encoding", ["utf-16le", "utf-16be", "utf-32le", "utf-32be"])
@pytest.mark.parametrize("text", ["a", "Ж", "é" * 600])
def test_an_encoding_without_its_mark_is_one_fault(encoding: str, text: str) -> None:
    """Short or long, decodable or not: it is named, with the command that mends it."""
    data = f"cards:\n  - front: {text}\n    back: b\n".encode(encoding)
    (problem,) = read(data, "a.yaml").problems
    assert (problem.code, problem.line, problem.column) == ("wrong-encoding", 1, 1)
    assert f"looks like {encoding[:6].upper()} without" in problem.message
    assert f"iconv -f {encoding} -t utf-8" in problem.fix


def test_a_mark_or_a_few_nuls_are_no_foreign_encoding() -> None:
    """UTF-16 with its mark is read, and a NUL in a text is named in its place."""
    marked = "cards:\n  - front: a\x01b\n    back: b\n".encode("utf-16")
    assert places(read(marked, "a.yaml")) == [("control-character", 2, 13)]
    text = b"cards:\n  - front: a\0b\n    back: b\n  - front: c\n    back: \0\n"
    assert places(read(text, "a.yaml")) == [
        ("control-character", 2, 13),
        ("control-character", 5, 11),
    ]


def test_a_key_that_stands_twice_names_both_lines(deck: Deck) -> None:
    """Perhaps a dash is missing.

    cards:
      - front: a
        back: b
        front: c
    """
    (problem,) = deck.problems
    assert places(deck) == [("duplicate-key", 4, 5)]
    assert "first on line 2" in problem.message
    assert "`- `" in problem.fix


def test_an_unknown_key_is_matched_with_the_closest(deck: Deck) -> None:
    """At the top, in a card, in a topic and in an item.

    tgas: x
    cards:
      - {front: a, back: b, revers: true}
      - {front: a, back: b, zzz: true}
      - {front: a, back: B, the token}
      - {fornt: a, back: b}
    topics:
      - question: Q?
        cheatsheet: x
        red_flags:
          - {claim: a, insted: b}
    """
    said = [(problem.line, problem.code, problem.fix) for problem in deck.problems]
    assert said[0] == (1, "unknown-key", "Did you mean `tags`?")
    assert said[1] == (3, "unknown-key", "Did you mean `reverse`?")
    assert said[2][2].startswith("The keys here are back, cloze")
    assert said[3][:2] == (5, "comma-in-braces")
    assert said[4][1:] == ("unknown-key", "Did you mean `front`?")
    assert said[5][2] == "Did you mean `cheat_sheet`?"
    assert said[6][2] == "Did you mean `instead`?"


def test_an_empty_side_is_a_fault_with_its_line(deck: Deck) -> None:
    """Nothing, `null`, blanks, or a comment where the text should be.

    cards:
      - front: a
        back:
      - front: b
        back: null
      - front: "  "
        back: c
      - front: #1 rule
        back: d
      - cloze: ~
    """
    assert places(deck) == [
        ("empty-side", 3, 10),
        ("empty-side", 5, 11),
        ("empty-side", 6, 12),
        ("empty-side", 8, 11),
        ("empty-side", 10, 12),
    ]
    assert "Everything after `#` is a comment" in deck.problems[3].message


def test_a_comment_that_cuts_a_text_is_told(deck: Deck) -> None:
    """A comment that is meant stands two blanks off.

    cards:
      - front: What is C #?
        back: a language  # a comment that is meant
      - front: Issue #12
        back: b # cut
    """
    assert places(deck) == [("cut-comment", 2, 22), ("cut-comment", 4, 18), ("cut-comment", 5, 13)]
    assert deck.problems[0].severity is Severity.WARNING
    assert fronts(deck) == ["What is C", "Issue"]


@pytest.mark.parametrize(
    "text",
    [
        *(
            r"\newline",
            r"a \newline b",
            r"\ni",
            r"$S \ni x$",
            r"S \ni x",
            r"\times",
            r"\beta",
            r"\nu",
        ),
        *(
            r"$a \nless b$",
            r"$$\nexists x$$",
            r"$a\ne b$",
            r"if $\ni$",
            r"$$\nu = 3$$",
            r"\textsc{a}",
        ),
        *(r"costs 3\\$, $a \nmid b$", r"first\n$a \nless b$", r"$p$ and $\nsim$"),
    ],
)
def test_a_command_of_tex_that_begins_like_an_escape_is_found(text: str) -> None:
    """As a whole word; what is an ordinary word behind a line end must stand in dollars."""
    data = f'cards:\n  - front: "{text}"\n    back: b\n'.encode()
    assert [one.code for one in read(data, "a.yaml").problems] == ["backslash-in-quotes"]


@pytest.mark.parametrize(
    "text",
    [
        *(
            r"first\nnext",
            r"first\nin the",
            r"one\ni think",
            r"it\nexists",
            r"more\nless",
            r"a\tan",
        ),
        *(
            r"$x$\nless than $y$",
            r"$$\ni = 1\n$$",
            r"$$\nu = 3\n$$",
            r"pi\ne\ni",
            r"a\nsim",
            r"a\tb",
        ),
        *(r"5$\nmid", r"first\nu2", r"one \ni2", r"a\n\nb", r"$a$\nmid-2020 $b$"),
    ],
)
def test_a_line_end_in_front_of_a_word_is_one(text: str) -> None:
    """Ordinary text with a line end or a tab in it raises no alarm."""
    data = f'cards:\n  - front: "{text}"\n    back: b\n'.encode()
    deck = read(data, "a.yaml")
    assert not deck.problems
    assert len(deck.notes) == 1


def test_a_backslash_lost_in_double_quotes_is_found(deck: Deck) -> None:
    r"""Double quotes make control characters of LaTeX; line ends and tabs that are meant stay.

    cards:
      - front: "$\bar t$"
        back: "\\frac is fine"
      - front: "a $\nabla f$"
        back: b
      - front: "the angle \theta"
        back: b
      - front: "x\_i and \Lambda"
        back: b
      - front: "first\nnot second\tand third \u00e9 \x41 \"quoted\""
        back: "\ttwo"
      - front: "$\tan x$"
        back: '\frac'
    """
    assert places(deck) == [
        ("backslash-in-quotes", 2, 14),
        ("backslash-in-quotes", 4, 16),
        ("backslash-in-quotes", 6, 23),
        ("backslash-in-quotes", 8, 14),
        ("backslash-in-quotes", 12, 14),
    ]
    assert "`\\b` is a backspace" in deck.problems[0].message
    assert "`\\bar`" in deck.problems[0].message
    assert "single quotes" in deck.problems[0].fix
    assert fronts(deck) == ['first\nnot second\tand third é A "quoted"']


def test_control_characters_keep_only_their_card_out() -> None:
    """NUL, ESC and DEL are named with their place; invisible ones are shown and told."""
    text = (
        "cards:\n  - {front: 'a\x1b[2Jb', back: c}\n  - {front: d, back: e}\n"
        "  - {front: f\u2028g, back: h}\n  - {front: 'i\u202ej', back: k}\n# \x00\n"
    )
    deck = read(text.encode(), "a.yaml")
    assert places(deck) == [
        ("control-character", 2, 15),
        ("invisible-character", 4, 14),
        ("invisible-character", 5, 15),
        ("control-character", 6, 3),
    ]
    assert fronts(deck) == ["d", "f g", "i\u27e8U+202E\u27e9j"]
    assert deck.quarantined[0].cards[0].front == "a\u241b[2Jb"
    assert "\x1b" not in "".join(problem.excerpt for problem in deck.problems)


def test_an_invisible_character_in_the_indentation_is_named() -> None:
    """A no-break space from a web page looks like indentation and is none: that, and no more."""
    for below in ("\u00a0   back: b\n", "    \u00a0back: b\n", "# c\n\n\u00a0   back: b\n"):
        deck = read(f"cards:\n  - front: a\n{below}".encode(), "a.yaml")
        assert [problem.code for problem in deck.problems] == ["invisible-blank"]
        assert "U+00A0, in the indentation" in deck.problems[0].message
        assert (len(deck.notes), len(deck.quarantined)) == (0, 1)


def test_an_invisible_character_hides_no_other_fault() -> None:
    """An entry that is whole without the line below it, or lies elsewhere, is judged as ever."""
    whole = "cards:\n  - front: a\n    back: b\n\u00a0   extra: c\n"
    assert [p.code for p in read(whole.encode(), "a.yaml").problems] == ["invisible-blank"]
    assert len(read(whole.encode(), "a.yaml").notes) == 1
    other = "cards:\n  - front: a\n  - front: c\n    back: d\n\u00a0   extra: e\n"
    assert places(read(other.encode(), "a.yaml")) == [
        ("empty-side", 2, 5),
        ("invisible-blank", 5, 1),
    ]
    topic = "topics:\n  - tldr: a\n\u00a0   question: b\n"
    assert places(read(topic.encode(), "a.yaml")) == [("invisible-blank", 3, 1)]


@pytest.mark.parametrize(
    ("written", "place", "fix"),
    [
        (
            "cards:\n  - front: a? back: b\n",
            (2, 15),
            "`front: a?`, and on the line below `back: b`",
        ),
        ("cards:\n  - front: a\n    back: b, extra: c\n", (3, 14), "below `extra: c`"),
        ("topics:\n- question: a\n  tldr: b; title: c\n", (3, 12), "below `title: c`"),
        ("topics:\n- question: a\n  red_flags:\n  - claim: b why: c\n", (4, 14), "`why: c`"),
        ("deck: a tags: b\ncards: []\n", (1, 9), "`deck: a`, and on the line below `tags: b`"),
    ],
)
def test_a_key_within_the_line_of_another_is_told_apart_from_a_text(
    written: str, place: tuple[int, int], fix: str
) -> None:
    """A word that is a key of this entry most likely was meant as one: both lines are shown."""
    (problem,) = read(written.encode(), "a.yaml").problems
    assert (problem.code, (problem.line, problem.column)) == ("second-key-on-line", place)
    assert fix in problem.fix


@pytest.mark.parametrize("text", ["a term: b", "a claim: b", "a aback: b", "a:back: b: c"])
def test_a_word_that_is_no_key_here_is_a_part_of_the_text(text: str) -> None:
    """Keys of other entries, and words that end like a key, are words."""
    (problem,) = read(f"cards:\n  - front: {text}\n    back: c\n".encode(), "a.yaml").problems
    assert problem.code == "colon-in-text"


def test_texts_that_yaml_takes_for_its_own_are_found(deck: Deck) -> None:
    """Tags, anchors and aliases drop a part of the text without a word.

    cards:
      - {front: !important note, back: b}
      - {front: &ref is what?, back: b}
      - {front: a, back: *ref2}
      - !card {front: a, back: b}
      - {front: !!python/object:os.system x, back: b}
    """
    assert places(deck) == [
        ("unsupported-tag", 2, 13),
        ("unused-anchor", 3, 13),
        ("unknown-alias", 4, 22),
        ("unsupported-tag", 5, 5),
        ("unsupported-tag", 6, 13),
    ]
    assert not deck.notes


def test_joined_lines_are_told(deck: Deck) -> None:
    """`>` over a list, and text that a blank line does not part from the answer.

    cards:
      - front: >
          - one
          - two
        back: |
          - kept
          - kept
      - front: a
        back: b

          stray text
      - front: >
          one text over
          two lines
        back: c
    """
    assert places(deck) == [("joined-lines", 2, 12), ("joined-lines", 9, 11)]
    assert fronts(deck)[2] == "one text over two lines"


def test_a_cloze_needs_gaps_of_its_own(deck: Deck) -> None:
    r"""No gap, a gap within a gap, or sides beside it.

    cards:
      - cloze: Nothing is hidden, not even $\text{{this}}$.
      - cloze: "{{a}}"
        back: b
      - cloze: {{bare}}
    """
    assert places(deck) == [
        ("no-gap", 2, 12),
        ("wrong-shape", 4, 11),
        ("gap-at-start", 5, 12),
    ]
    assert "starts with a gap" in deck.problems[2].message


def test_values_are_checked(deck: Deck) -> None:
    """Numbers, truths, ids and sections that are none.

    order: second
    drill: [tldr, red_flag, answer]
    cards:
      - {front: a, back: b, suspended: maybe}
      - {front: a, back: b, id: two words}
      - {front: a, back: b, reverse: [yes]}
    topics:
      - question: Q?
        attempt: {prompt: Say it., minutes: -1, key_points: [{point: a, weight: heavy}]}
    """
    assert places(deck) == [
        ("bad-value", 1, 8),
        ("bad-value", 2, 15),
        ("bad-value", 2, 25),
        ("bad-value", 4, 36),
        ("bad-value", 5, 29),
        ("bad-value", 6, 34),
        ("bad-value", 9, 41),
        ("bad-value", 9, 77),
    ]
    assert deck.order is None
    assert deck.problems[1].fix == "Did you mean `red_flags`?"
    assert "`second`, which is not a whole number" in deck.problems[0].message


def test_an_id_belongs_to_one_entry_of_a_file(deck: Deck) -> None:
    """A copied id is told, and both cards stay; topics have ids of their own.

    cards:
      - {front: a, back: b, id: one}
      - {front: c, back: d, id: one}
    topics:
      - {question: Q?, id: one, tldr: {text: e, id: one}}
    """
    assert places(deck) == [("duplicate-id", 3, 29), ("duplicate-id", 5, 49)]
    assert "line 2" in deck.problems[0].message
    assert fronts(deck) == ["a", "c", "Q?"]


def test_a_title_is_a_line_of_context(deck: Deck) -> None:
    """More than forty characters are told.

    topics:
      - question: Q?
        title: A title of forty characters, precisely..
        tldr: a
      - question: Q?
        title: A title of forty-one characters, at last.
        tldr: b
    """
    assert places(deck) == [("title-too-long", 6, 12)]


def test_a_source_key_with_a_typo_is_told(deck: Deck) -> None:
    """Free text is no key.

    topics:
      - question: Q?
        tldr: {text: a, source: [vaswani2071, chapter 3]}
        "references":
          - {key: vaswani2017, title: Attention}
    """
    assert places(deck) == [("unknown-reference", 3, 30)]
    assert deck.problems[0].fix == "Did you mean `vaswani2017`?"
    assert deck.notes[0].source == ("vaswani2071", "chapter 3")


@pytest.mark.parametrize(
    "text", ["- a\n- b\n", "name: x\nwords: []\n", "just words\n", "crads: []"]
)
def test_what_is_no_deck_is_sent_to_import(text: str) -> None:
    """Nothing is concluded from a file in another shape."""
    deck = read(text.encode(), "a.yaml")
    assert ([problem.code for problem in deck.problems], deck.readable) == (["not-a-deck"], False)
    assert "flashcards import FILE" in deck.problems[0].fix
    assert ("Did you mean `cards`" in deck.problems[0].fix) == text.startswith("crads")


@pytest.mark.parametrize("text", ["cards: front\n", "topics: {question: a}\n", "topics: [a]\n"])
def test_cards_and_topics_are_lists_of_maps(text: str) -> None:
    """Another shape is told at its place."""
    problem = only(text)
    assert (problem.code, problem.line) == ("wrong-shape", 1)


@pytest.mark.posix
def test_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    """A folder, a pipe, a dangling link, nothing: one problem each, and never a hang."""
    (tmp_path / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "link.yaml").symlink_to(tmp_path / "nowhere.yaml")
    reasons = {
        "folder.yaml": "a folder",
        "pipe.yaml": "no regular file",
        "link.yaml": "a link to a file that is not there",
        "none.yaml": "it is not there",
        "nul\0.yaml": "null",
    }
    for name, reason in reasons.items():
        deck = load(str(tmp_path / name))
        assert ([problem.code for problem in deck.problems], deck.readable) == (
            ["unreadable-file"],
            False,
        )
        assert reason in deck.problems[0].message


def test_problems_stand_in_the_order_of_the_file(deck: Deck) -> None:
    """Whatever is found first, the list reads from top to bottom.

    topics:
      - question: Q?
        tldr: {text: a, srouce: b}
        short_answer: [{texts: a, x: y}]
        red_flags: [{claims: a, x: b}]
    order: x
    """
    lines = [problem.line for problem in deck.problems]
    assert lines == sorted(lines)
    assert lines[-1] == 6


def test_every_code_is_worded_and_kept() -> None:
    """Codes are kebab-case, and every template says what is wrong and what to do."""
    for code, wording in CATALOGUE.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert wording.message
        assert wording.fix
        for template in (wording.message, wording.fix):
            names = [name for _, name, _, _ in string.Formatter().parse(template) if name]
            assert all(name.isidentifier() for name in names)
