"""From tables to a deck: delimiters, headers, quotes, encodings, and what Anki exports as text."""

from pathlib import Path

import pytest
from conftest import Learner, Result

from flashcards.deck import reading


def run(
    learner: Learner, tmp_path: Path, data: str | bytes, *words: str, name: str = "words.csv"
) -> Result:
    """Import a table."""
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return learner.run_bare("import", str(path), *words)


def cards(result: Result) -> list[tuple[str, str]]:
    """Give front and back of each card of the printed deck."""
    assert result.code == 0, result.err
    deck = reading.read(result.out.encode(), "deck.yaml")
    return [(card.front, card.back) for note in deck.notes for card in note.cards]


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("front,back\nhuis,house\nboom,tree\n", "a.csv"),
        ("huis,house\nboom,tree\n", "a.csv"),
        ("huis;house\nboom;tree\n", "a.csv"),
        ("huis\thouse\nboom\ttree\n", "a.tsv"),
        ("huis\thouse\nboom\ttree\n", "a.txt"),
        ("huis|house\nboom|tree\n", "a.csv"),
        ("sep=;\nhuis;house\nboom;tree\n", "a.csv"),
        ("Definition,Term\nhouse,huis\ntree,boom\n", "a.csv"),
        ("Q;A\r\nhuis;house\r\nboom;tree\r\n", "a.csv"),
        ("\ufeffQuestion,Answer\nhuis,house\n\nboom,tree\n", "a.csv"),
    ],
)
def test_delimiter_and_columns_are_found(
    learner: Learner, tmp_path: Path, table: str, name: str
) -> None:
    """Comma, semicolon, tab or bar; with names above, in any order, or without."""
    result = run(learner, tmp_path, table, name=name)
    assert cards(result) == [("huis", "house"), ("boom", "tree")]


def test_columns_without_names_are_a_guess(learner: Learner, tmp_path: Path) -> None:
    """Said with the place, for the first row may have been names in another language."""
    assert "words.csv:1:1: the columns, front" in run(learner, tmp_path, "Wort,word\n").err
    assert "Guessed" not in run(learner, tmp_path, "front,back\nWort,word\n").err


def test_quoted_cells_hold_line_ends_and_quotes(learner: Learner, tmp_path: Path) -> None:
    """A place in what was left out is a line of the file, not a row."""
    result = run(learner, tmp_path, 'front,back\n"two\nlines","a ""b"", c"\n,empty\n')
    assert cards(result) == [("two\nlines", 'a "b", c')]
    assert "words.csv:4:1: the front is empty." in result.err


def test_columns_can_be_named(learner: Learner, tmp_path: Path) -> None:
    """By place, or by the names of a header in any language."""
    table = "1,huis,house,noun\n2,boom,tree,noun plant\n"
    result = run(learner, tmp_path, table, "--columns", "-,back,front,tags")
    assert cards(result) == [("house", "huis"), ("tree", "boom")]
    assert "tags: [noun]" in result.out
    result = run(
        learner, tmp_path, "vraag,antwoord\nhuis,house\n", "--map", "front=vraag,back=antwoord"
    )
    assert cards(result) == [("huis", "house")]


def test_what_no_column_takes_is_counted(learner: Learner, tmp_path: Path) -> None:
    """A column without a field of ours is named with the number of its texts."""
    result = run(learner, tmp_path, "front,back,Level\na,b,3\nc,d,\ne,f,4\n")
    assert "column 3 \u201cLevel\u201d: 2 texts." in result.err


def test_text_exported_by_anki_keeps_decks_tags_ids_and_gaps(
    learner: Learner, tmp_path: Path
) -> None:
    """The lines above the table say which column is what."""
    table = (
        "#separator:tab\n#html:false\n#guid column:1\n#deck column:2\n#tags column:5\n"
        "x]7\tNL::Huis\thuis\thouse\tnoun\ny8\tNL::Werk\t{{c1::werk}} it\tmore\t\n"
    )
    result = run(learner, tmp_path, table, name="notes.txt")
    deck = reading.read(result.out.encode(), "deck.yaml")
    assert deck.name == "NL"
    basic, cloze = deck.notes
    assert (basic.id, basic.tags) == ("x]7", ("Huis", "noun"))
    assert (cloze.id, cloze.text, cloze.extra) == ("y8", "{{c1::werk}} it", "more")


@pytest.mark.parametrize(
    ("data", "place", "reason"),
    [
        ("a,b\nna\u00efve,c\n".encode("cp1252"), "2:3", "0xEF is not UTF-8 (in Windows-1252 it is"),
        (b'a,b\n"open,c\n', "2:1", "quotes of this row do not match"),
        (b"one\ntwo\n", "", "no two columns are found"),
        (b"a,b\n\0\n", "2:1", "NUL"),
        (b"", "", "it is empty"),
    ],
)
def test_a_faulty_table_is_refused_with_its_place(
    learner: Learner, tmp_path: Path, data: bytes, place: str, reason: str
) -> None:
    """One sentence with path, line and column; nothing is printed as a deck."""
    result = run(learner, tmp_path, data)
    assert (result.code, result.out) == (1, "")
    assert reason in result.err
    assert f"words.csv{':' if place else ''}{place}" in result.err


def test_utf_16_with_its_mark_is_read(learner: Learner, tmp_path: Path) -> None:
    """As spreadsheets save it."""
    assert cards(run(learner, tmp_path, "na\u00efve\tb\n".encode("utf-16"))) == [
        ("na\u00efve", "b")
    ]


@pytest.mark.parametrize(
    "words",
    [("--columns", "front,bakc"), ("--map", "front"), ("--as", "html")],
)
def test_unknown_names_are_wrong_usage(
    learner: Learner, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """They end with code 2, as every wrong usage."""
    assert run(learner, tmp_path, "a,b\n", *words).code == 2


def test_a_deck_that_is_there_gets_what_is_new(learner: Learner, tmp_path: Path) -> None:
    """Comments and layout above stay to the byte; the same words in other case are not new."""
    deck = learner.write(
        "deck: NL # mine\ntags: [nl]\ncards:\n- {front: Huis, back: 'House.'}\n# end"
    )
    result = run(learner, tmp_path, "huis,house\nboom,tree\n", "--tags", "nl,x", "-o", str(deck))
    assert result.code == 0
    assert deck.read_text(encoding="utf-8") == (
        "deck: NL # mine\ntags: [nl]\ncards:\n- {front: Huis, back: 'House.'}\n# end\n"
        "- front: boom\n  back: tree\n  tags: [x]\n"
    )
    before = deck.read_bytes()
    result = run(learner, tmp_path, "huis,house\nboom,tree\n", "-o", str(deck))
    assert "Nothing new" in result.out
    assert deck.read_bytes() == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cards:\r\n  - front: a\r\n    back: |\r\n      b\r\n", "  - front: c\r\n    back: d\r\n"),
        ("\ufeffcards:\n - front: a\n   back: b", "\n - front: c\n   back: d\n"),
        ("deck: D\ncards:\n", "  - front: c\n    back: d\n"),
        ("# Mine\n", "cards:\n  - front: c\n    back: d\n"),
        ("topics:\n  - question: a?\n    tldr: b\n", "\ncards:\n  - front: c\n    back: d\n"),
    ],
)
def test_new_cards_fit_the_deck_they_come_to(
    learner: Learner, tmp_path: Path, before: str, after: str
) -> None:
    """Its line ends, its indentation, its byte order mark, and a list that is not there yet."""
    deck = tmp_path / "deck.yaml"
    deck.write_bytes(before.encode())
    assert run(learner, tmp_path, "c,d\n", "-o", str(deck)).code == 0
    written = deck.read_bytes().decode()
    assert written == before + after
    assert not [p for p in reading.load(str(deck)).problems if p.severity == "error"]


def test_a_deck_in_brackets_stays_in_brackets(learner: Learner, tmp_path: Path) -> None:
    """What is new follows behind a comma."""
    deck = tmp_path / "deck.yaml"
    deck.write_text("{deck: D, cards: [{front: a, back: b}]}  # mine\n")
    run(learner, tmp_path, "'c, d',e\n".replace("'", '"'), "-o", str(deck))
    assert deck.read_text() == (
        "{deck: D, cards: [{front: a, back: b}, {front: 'c, d', back: e}]}  # mine\n"
    )


def test_cards_go_to_the_end_of_their_list_above_the_topics(
    learner: Learner, tmp_path: Path
) -> None:
    """What stands below moves down and does not change."""
    deck = tmp_path / "deck.yaml"
    deck.write_text("cards:\n  - front: a\n    back: b\n\n# Topics\ntopics:\n  - question: q?\n")
    run(learner, tmp_path, "c,d\n", "-o", str(deck))
    assert deck.read_text() == (
        "cards:\n  - front: a\n    back: b\n  - front: c\n    back: d\n"
        "\n# Topics\ntopics:\n  - question: q?\n"
    )


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("deck.yaml", "cards: &all [{front: a, back: b}]\ntags: *all\n", "added to safely"),
        ("deck.yaml", "{topics: []}\n", "it is written in braces"),
        ("deck.yaml", "shopping: [milk]\n", "this is no deck"),
        ("deck.yaml", "cards: [\n", "this is no deck"),
        ("deck.txt", "", "decks end in .yaml"),
    ],
)
def test_a_file_that_is_no_place_for_cards_is_left_alone(
    learner: Learner, tmp_path: Path, name: str, text: str, reason: str
) -> None:
    """Refused with a sentence, and every byte is as it was."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    result = run(learner, tmp_path, "c,d\n", "-o", str(path))
    assert result.code == 1
    assert reason in result.err
    assert path.read_text(encoding="utf-8") == text


def test_standard_input_is_read_too(learner: Learner) -> None:
    """A dash stands for it, so that a clipboard can be piped in."""
    result = learner.run_bare("import", "-", "--deck", "NL", typed="huis\thouse\nboom\ttree\n")
    assert cards(result) == [("huis", "house"), ("boom", "tree")]
    assert "deck: NL\n" in result.out


def test_html_of_anki_becomes_markdown(learner: Learner, tmp_path: Path) -> None:
    """Where the export says that its fields are HTML: stress, lists, code, images, entities."""
    table = (
        "#separator:tab\n#html:true\n"
        "What is <b>x&lt;y</b>?\tOne<br>two<div>three</div><ul><li>a</li><li>b</li></ul>\n"
        '"<img src=""a b.png"">"\t<pre>int *a;<br>b</pre><code>c</code>&nbsp;<i>d</i>\n'
    )
    path, deck = tmp_path / "notes.txt", tmp_path / "deck.yaml"
    (tmp_path / "a b.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    path.write_text(table, encoding="utf-8")
    learner.run_bare("import", str(path), "-o", str(deck))
    first, second = reading.load(str(deck)).notes
    assert first.cards[0][1:3] == ("What is **x<y**?", "One\\\ntwo\\\nthree\n\n- a\n- b")
    assert second.cards[0][1:3] == ("![](<a b.png>)", "```\nint *a;\nb\n```\n\n`c` *d*")


@pytest.mark.parametrize(
    "table",
    [
        "a,b\nc,TODO\n",
        "a,![x](../out.png)\nc,![](gone.png)\n",
        "a,b\x1bc\n?,d\n!,d\n",
        "A,B\na,b.\n",
    ],
)
def test_importing_twice_adds_nothing_whatever_became_of_the_cards(
    learner: Learner, tmp_path: Path, table: str
) -> None:
    """Stubs, cards kept away for an image, and cards of signs alone are known again."""
    deck = tmp_path / "deck.yaml"
    assert run(learner, tmp_path, table, "-o", str(deck)).code == 0
    before = deck.read_bytes()
    assert "Nothing new" in run(learner, tmp_path, table, "-o", str(deck)).out
    assert deck.read_bytes() == before
