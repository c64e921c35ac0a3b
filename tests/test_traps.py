"""The traps of YAML that authors of cards fall into, a row each: found, named, and in its place."""

import codecs

import pytest
from conftest import Learner

from flashcards.deck.reading import read
from flashcards.notes import Deck

Place = tuple[str, int, int]


def card(front: str, back: str = "b") -> str:
    """Give a deck with one card; its front begins at line 2, column 12."""
    return f"cards:\n  - front: {front}\n    back: {back}\n"


def places(deck: Deck) -> list[Place]:
    """Give code, line and column of each problem."""
    return [(problem.code, problem.line, problem.column) for problem in deck.problems]


def texts(deck: Deck) -> list[tuple[str, str]]:
    """Give front and back of each card."""
    return [(card.front, card.back) for note in deck.notes for card in note.cards]


TRAPS: dict[str, tuple[str, list[Place], str]] = {
    "`: ` in a text": (card("What is X: a"), [("colon-in-text", 2, 21)], "begins a new key"),
    "` #` in a text": (card("What is C #?"), [("cut-comment", 2, 22)], "comment"),
    "`#` at its beginning": (card("#1 rule"), [("empty-side", 2, 11)], "`#` is a comment"),
    "a star": (card("*bold* a"), [("sign-at-start", 2, 12)], "with `*`"),
    "a star and a word": (card("*bold"), [("unknown-alias", 2, 12)], "no"),
    "an ampersand": (card("& a"), [("sign-at-start", 2, 12)], "with `&`"),
    "an ampersand and a word": (card("&a b"), [("unused-anchor", 2, 12)], "not on the card"),
    "a per cent sign": (card("%d"), [("sign-at-start", 2, 12)], "with `%`"),
    "an at sign": (card("@property"), [("sign-at-start", 2, 12)], "with `@`"),
    "an exclamation mark": (card("! a"), [("unsupported-tag", 2, 12)], "a YAML tag"),
    "one and a word": (card("!important a"), [("unsupported-tag", 2, 12)], "a YAML tag"),
    "a Python object": (card("!!python/name:os.x"), [("unsupported-tag", 2, 12)], "a YAML tag"),
    "a `>`": (card("> a"), [("sign-at-start", 2, 12)], "with `>`"),
    "a `|`": (card("| a"), [("sign-at-start", 2, 12)], "with `|`"),
    "a bracket": (card("[a] b"), [("sign-at-start", 2, 12)], "with `[`"),
    "a whole list": (card("[a, b]"), [("wrong-shape", 2, 12)], "YAML reads a list"),
    "a bracket left open": (card("[a b"), [("open-bracket", 2, 12)], "not closed"),
    "a brace": (card("{a} b"), [("sign-at-start", 2, 12)], "with `{`"),
    "a dash": (card("- a"), [("sign-at-start", 2, 12)], "with `-`"),
    "a question mark": (card("? a"), [("sign-at-start", 2, 12)], "with `?`"),
    "a backtick": (card("`a` b"), [("sign-at-start", 2, 12)], "with a backtick"),
    "a comma in braces": (
        "cards:\n  - {front: a, back: B, the token}\n",
        [("comma-in-braces", 2, 25)],
        "A comma ended the value before `the token`",
    ),
    "a tab before an entry": ("cards:\n\t- front: a\n", [("tab-indent", 2, 1)], "a tab"),
    "a tab before a key": (
        "cards:\n  - front: a\n\tback: b\n",
        [("tab-indent", 3, 1)],
        "a tab in the indentation",
    ),
    "LaTeX in double quotes": (
        card(r'"\frac \nabla \theta \alpha \beta \rho \vec \epsilon"', r'"a \rho"'),
        [("backslash-in-quotes", 2, 13), ("backslash-in-quotes", 3, 14)],
        "is a form feed",
    ),
    "LaTeX that is no escape": (
        card(r'"a \sum \lambda"'),
        [("unknown-escape", 2, 15)],
        r"`\sum` in double quotes",
    ),
    "an apostrophe": (card("'it's'"), [("apostrophe-in-quotes", 2, 15)], "apostrophe"),
    "text behind the quote": (
        card('"a" b'),
        [("text-after-quote", 2, 16)],
        "after the closing quote",
    ),
    "a key twice": (
        card("a") + "    front: c\n",
        [("duplicate-key", 4, 5)],
        "first on line 2",
    ),
    "a gap at the beginning": (
        "cards:\n  - cloze: {{c1::x}} is y\n",
        [("gap-at-start", 2, 12)],
        "starts with a gap",
    ),
    "nothing but a gap": ("cards:\n  - cloze: {{x}}\n", [("gap-at-start", 2, 12)], "with a gap"),
    "a colon without its blank": (
        "cards:\n  - front:q\n    back: b\n",
        [("missing-blank", 2, 11)],
        "space is needed after the colon",
    ),
    "`>` over bullets": (
        card(">\n      - one\n      - two"),
        [("joined-lines", 2, 12)],
        "`>` joins lines",
    ),
    "`>` over code": (
        card(">\n      ```\n      x = 1\n      ```"),
        [("joined-lines", 2, 12)],
        "`>` joins lines",
    ),
    "bullets below a text": (
        card("Two things\n      - one\n      - two"),
        [("joined-lines", 2, 12)],
        "Without `|` lines are joined",
    ),
    "an unknown key": (card("a") + "    bakc: c\n", [("unknown-key", 4, 5)], "no key `bakc`"),
    "a no-break space before an entry": (
        "cards:\n\u00a0 - front: a\n    back: b\n",
        [("invisible-blank", 2, 1)],
        "U+00A0, in the indentation",
    ),
    "a no-break space before a key": (
        "cards:\n  - front: a\n\u00a0   back: b\n",
        [("invisible-blank", 3, 1)],
        "U+00A0, in the indentation",
    ),
    "a no-break space behind a colon": (
        "cards:\n  - front:\u00a0a\n    back: b\n",
        [("invisible-blank", 2, 11)],
        "U+00A0, behind the colon",
    ),
    "the dash of a word processor": (
        "cards:\n  \u2013 front: a\n    back: b\n",
        [("wrong-dash", 2, 3)],
        "begins no entry",
    ),
    "two dashes": (
        "cards:\n  - - front: a\n      back: b\n",
        [("wrong-shape", 2, 5)],
        "two dashes",
    ),
    "two keys on a line": (
        card("What is DNA? back: a molecule"),
        [("second-key-on-line", 2, 25)],
        "on a line of its own",
    ),
    "a line separator": (card("a\u2028b"), [("invisible-character", 2, 13)], "U+2028"),
    "a NUL": (card("a\0b"), [("control-character", 2, 13)], "U+0000"),
    "an escape": (card("a\x1bb"), [("control-character", 2, 13)], "U+001B"),
    "a DEL": (card("a\x7fb"), [("control-character", 2, 13)], "U+007F"),
    "a NEL": (card("a\x85b"), [("control-character", 2, 13)], "U+0085"),
    "conflict marks": (
        "cards:\n<<<<<<< HEAD\n  - front: a\n=======\n  - front: b\n>>>>>>> c\n",
        [("merge-conflict", 2, 1)],
        "merge conflict",
    ),
    "an unindented line": (
        card("a", "some\n  text") + "  - front: c\n",
        [("stray-line", 4, 3)],
        "neither a key nor an entry",
    ),
    "two documents": (
        card("a") + "---\n" + card("c"),
        [("second-document", 4, 1)],
        "second document",
    ),
    "a list at the top": ("- a\n", [("not-a-deck", 1, 1)], "not a deck"),
    "another map": ("a: b\n", [("not-a-deck", 1, 1)], "not a deck"),
}


@pytest.mark.parametrize("name", TRAPS)
def test_a_trap_is_named_in_its_place(name: str) -> None:
    """Code, line and column, a sentence that says what happened, and a way out."""
    text, expected, said = TRAPS[name]
    deck = read(text.encode(), "a.yaml")
    assert places(deck) == expected
    assert said in deck.problems[0].message
    assert all(problem.fix for problem in deck.problems)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("name", TRAPS)
def test_a_trap_is_in_the_same_place_whatever_the_line_ends(name: str, end: str) -> None:
    """A file of Windows, or of an old Mac, is told the same."""
    text, expected, _ = TRAPS[name]
    assert places(read(text.replace("\n", end).encode(), "a.yaml")) == expected


@pytest.mark.parametrize(
    "written",
    ["no", "yes", "1.10", "12:30:45", "0123", "0o17", "1_000", "2024-01-02", "=", "9" * 5_000],
)
def test_what_yaml_would_make_a_value_of_stays_the_text(written: str) -> None:
    """Truths, numbers, times and dates are what the author wrote."""
    deck = read(card(written, written).encode(), "a.yaml")
    assert (places(deck), texts(deck)) == ([], [(written, written)])


def test_a_bullet_with_a_colon_stays_one_text() -> None:
    """YAML makes a map of `- Term: text`."""
    text = "topics:\n  - question: Q?\n    quick_scan:\n      - Term: text\n    tldr: x\n"
    deck = read(text.encode(), "a.yaml")
    assert (places(deck), deck.topics[0].quick_scan) == ([], ("Term: text",))


def test_tags_are_words_of_a_text_or_a_list() -> None:
    """`tags: a, b` is one text to YAML, and two tags."""
    for written in ("a, b", "a b", "[a, b]", "\n      - a\n      - b"):
        deck = read(f"{card('x')}    tags: {written}\n".encode(), "a.yaml")
        assert deck.notes[0].tags == ("a", "b")


def test_anchors_aliases_and_merges_work() -> None:
    """A text, an entry, and all of an entry but what is written anew and its id."""
    deck = read(
        b"cards:\n  - &e\n    front: a\n    id: one\n    back: &t b\n  - {front: c, back: *t}\n"
        b"  - <<: *e\n    front: d\n",
        "a.yaml",
    )
    assert (places(deck), texts(deck)) == ([], [("a", "b"), ("c", "b"), ("d", "b")])
    assert [note.id for note in deck.notes] == ["one", None, None]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_with_a_mark_and_all_line_ends_load(encoding: str, end: str) -> None:
    """What Windows and old Macs write is read, and faults stand where an editor shows them."""
    data = (card("é") + "    bakc: x\n").replace("\n", end).encode(encoding)
    assert places(read(data, "a.yaml")) == [("unknown-key", 4, 5)]
    big_endian = codecs.BOM_UTF16_BE + card("é").replace("\n", end).encode("utf-16-be")
    assert texts(read(big_endian, "a.yaml")) == [("é", "b")]


@pytest.mark.parametrize(
    ("data", "column", "said"),
    [
        (b"it\x92s", 14, "Windows-1252"),
        (b"caf\xe9", 15, "0xE9 is not UTF-8"),
        (b"\xe9\xe8", 12, "0xE9 is not UTF-8"),
        (b"\xc3\xa9\x80", 13, "0x80 is not UTF-8"),
        (b"a\xed\xb2\x80", 13, "half of a surrogate pair"),
        (b"a\xf8\x88\x80\x80\x80", 13, "0xF8 is not UTF-8"),
        (b"a\xc0\x80", 13, "0xC0 is not UTF-8"),
    ],
)
def test_wrong_bytes_are_named_with_line_and_column(data: bytes, column: int, said: str) -> None:
    """Latin-1, Windows-1252, lone surrogates, and bytes that are in no encoding."""
    deck = read(card("@@").encode().replace(b"@@", data), "a.yaml")
    assert places(deck) == [("wrong-encoding", 2, column)]
    assert said in deck.problems[0].message


def test_one_word_composed_or_not_is_one_card(learner: Learner) -> None:
    """Case 8: an editor that writes accents as signs of their own costs no history."""
    learner.write(card("What is a caf\u00e9?"))
    learner.answer("4")
    before = [(card["id"], card["reps"]) for card in learner.cards()]
    learner.write(card("What is a cafe\u0301?"))
    assert [(card["id"], card["reps"]) for card in learner.cards()] == before


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("  - front: *args collects what?", 12, "cannot start with `*`"),
        ("  - front: *NIX is what", 12, "cannot start with `*`"),
        ("  - front: *a, b", 12, "cannot start with `*`"),
        ("  -\tfront: a", 4, "a tab in the indentation"),
    ],
)
def test_words_behind_a_star_and_a_tab_behind_a_dash(line: str, column: int, words: str) -> None:
    """What YAML takes for a reference, or refuses without saying why, is named where it stands."""
    deck = read(f"cards:\n{line}\n    back: b\n".encode(), "deck.yaml")
    problem = deck.problems[0]
    assert (problem.line, problem.column) == (2, column)
    assert words in problem.message
