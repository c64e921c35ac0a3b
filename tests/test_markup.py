"""Formatted text: what a card says is what is shown, in a list, in the terminal and in Anki."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from html import unescape
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashcards import cloze
from flashcards.anki.fields import Texts, fields
from flashcards.markup import building, code, tree
from flashcards.markup.gaps import for_anki, marked
from flashcards.markup.html import CODE_CSS, html
from flashcards.markup.plain import plain
from flashcards.markup.reading import read
from flashcards.markup.stash import stash

ROOT = Path(__file__).parent.parent

PIECES = (
    *("a", "b ", " c", " ", "  ", "\n", "\n\n", "    ", "\t", "d_k", "é", "漢", "word", "\xa0"),
    *("*", "**", "_", "__", "~~", "~", "**a**", " **b** ", "(*c*)", "_d_", "'", '"', "!", ":", "="),
    *("`", "``", "```\n", "```py\n", "~~~\n", "`x`", "$", "$$", "$x$", r"\(", r"\)", r"\[", r"\]"),
    *("\\", "[", "]", "](", "(", ")", "![", "<", ">", "<http://a.b>", "http://a.b", "{{", "}}"),
    *("{", "}", "{{c1::", "::", "&", "&lt;", "&#27;", "[sound:x.mp3]", '<img src="x.png">', "\r"),
    *("# ", "- ", "* ", "+ ", "1. ", "2) ", "> ", "|", "|-|", "---", "===", "- - -", "\ue000"),
    *("- a\n", "- b\n", "1. a\n", "2. b\n", "\n\n- c", "a | b\n", "* **"),
    *("\U00100000", "\U0010fff1", "\U00040000", "\U00040001", "\u2028", "\x85", "\x0b", "#", "-"),
)
"""What texts are made of that should go wrong: every mark, and what only looks like one."""

texts = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


def own_name(target: str) -> str:
    """Export a picture or sound under its own name."""
    return target


def field(text: str) -> str:
    """Give the HTML of `text` for an Anki field."""
    return html(read(text), own_name)


def cloze_field(text: str) -> str:
    """Give the HTML of a cloze `text` for an Anki field, its gaps numbered from 1."""
    numbers = {group: group + 1 for group in range(len(cloze.numbers(text)))}
    return for_anki(html(read(marked(text)), own_name), numbers)


def nodes(tree_or_node: object) -> list[tuple[object, ...]]:
    """Give every node of a tree, from left to right."""
    if not isinstance(tree_or_node, tuple):
        return []
    own = [tree_or_node] if hasattr(tree_or_node, "_fields") else []
    return own + [node for part in tree_or_node for node in nodes(part)]


def said(tree_or_text: object) -> str:
    """Give all that is said anywhere in a tree."""
    if isinstance(tree_or_text, str):
        return tree_or_text
    return "".join(map(said, tree_or_text)) if isinstance(tree_or_text, tuple) else ""


def maths(blocks: tree.Blocks) -> list[str]:
    """Give the TeX of all formulas, from left to right."""
    found = (n for n in nodes(blocks) if isinstance(n, tree.Math | tree.DisplayMath))
    return [node.source for node in found]


# What an author writes comes out as written.


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("vector<int> and <void>", "vector&lt;int&gt; and &lt;void&gt;"),
        ("#include <bits/stdc++.h>", "#include &lt;bits/stdc++.h&gt;"),
        ("[/] and x[i][j] and list[int]", "[/] and x[i][j] and list[int]"),
        ("d_k = d_model / h, 4 * d, a == b", "d_k = d_model / h, 4 * d, a == b"),
        ("Tom & Jerry cost $5, or $6", "Tom &amp; Jerry cost $5, or $6"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("[key]: not a definition", "[key]: not a definition"),
        ("1986", "1986"),
    ],
)
def test_nothing_vanishes(text: str, shown: str) -> None:
    """Angle brackets, brackets, underscores and dollars of prose are shown (cases 32, 33, 40)."""
    assert field(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("$x<a$", r"\(x&lt;a\)"),
        ("$f<x>$", r"\(f&lt;x&gt;\)"),
        ("${y}_{3} + {y}_{4}$", r"\({y}_{3} + {y}_{4}\)"),
        ("$a*b*c$ and *d*", r"\(a*b*c\) and <em>d</em>"),
        (r"$\{x\}$ and \(\{y\}\)", r"\(\{x\}\) and \(\{y\}\)"),
        (r"sum: $$a\\b$$", r"sum: \[a\\b\]"),
        ("$$\n- a\n# b\n$$", "<div>\\[\n- a\n# b\n\\]</div>"),
        ("As\n$$x$$\nshows", r"<p>As</p><div>\[x\]</div><p>shows</p>"),
        ("> $$\n> a\n> $$", "<blockquote><div>\\[\na\n\\]</div></blockquote>"),
        (r"$$\begin{align}a&=b\end{align}$$", r"<div>\[\begin{align}a&amp;=b\end{align}\]</div>"),
        ("[$x$](https://a.b) **$y$**", r'<a href="https://a.b">\(x\)</a> <strong>\(y\)</strong>'),
    ],
)
def test_maths_is_never_markdown(text: str, shown: str) -> None:
    """A formula arrives at Anki's own delimiters as it was written (case 42)."""
    assert field(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("`a == b`", "<code>a == b</code>"),
        ("`/proc/$PID/fd/$FD`", "<code>/proc/$PID/fd/$FD</code>"),
        ("`x` costs `$x$`", "<code>x</code> costs <code>$x$</code>"),
        ("`{{c1::x}}`", "<code>&#123;&#123;c1::x}}</code>"),
        (r"`\(x\)` and \\(x", r"<code>&#92;(x\)</code> and &#92;<span></span>(x"),
        (
            "```\n$x$ *y* [sound:z]\n```",
            '<pre class="fc-code"><code>$x$ *y* &#91;sound:z]</code></pre>',
        ),
        ("`` a`b ``", "<code>a`b</code>"),
        ("`over\nlines $x$`", "<code>over lines $x$</code>"),
    ],
)
def test_code_is_as_it_is(text: str, shown: str) -> None:
    """Nothing within code is maths, stressed, a gap or a sound (case 7)."""
    assert field(text) == shown


def test_a_table_keeps_its_formulas_and_pipes() -> None:
    r"""`|` within maths does not end a cell; `\|` is a pipe there as on any page."""
    text = "| a | b |\n|:--|--:|\n| $|x|$ | `p\\|q` |\n| $\\|y\\|$ |"
    (table,) = read(text)
    assert isinstance(table, tree.Table)
    assert [maths(((tree.Paragraph(row[0])),)) for row in table.rows] == [["|x|"], ["|y|"]]
    assert said(table.rows[0][1]) == "p|q"
    assert table.alignments == ("left", "right")
    assert '<td style="text-align: right"><code>p|q</code></td>' in field(text)


def test_a_row_longer_than_its_table_is_shown() -> None:
    """Cells beyond the header would be dropped: then it is shown as written."""
    assert "lost" in field("| a |\n|---|\n| b | lost |")


def test_lists_nest_and_count() -> None:
    """Bullets, numbers from where they start, and blocks within items."""
    text = "3. one\n   - deep\n\n     still deep\n4. two\n\n- a\n- b"
    assert field(text) == (
        '<ol start="3"><li>one<ul><li><p>deep</p><p>still deep</p></li></ul></li><li>two</li></ol>'
        "<ul><li>a</li><li>b</li></ul>"
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "First:\n- a\n- *b*\n\nThen.",
            "<p>First:</p><ul><li>a</li><li><em>b</em></li></ul><p>Then.</p>",
        ),
        (
            "3. a\n4. `b`\n7. $c$",
            r'<ol start="3"><li>a</li><li><code>b</code></li><li>\(c\)</li></ol>',
        ),
        ("A year like\n1984. It was", "A year like\n1984. It was"),
        ("- a\n\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("- a\n* b", "<ul><li>a</li></ul><ul><li>b</li></ul>"),
        ("- a\nand on", "<ul><li>a\nand on</li></ul>"),
        ("- a\n  - b", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
        ("* **", "<hr>"),
        (
            "a | b\n--|--",
            "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody></tbody></table>",
        ),
    ],
)
def test_lists_are_what_every_reader_of_markdown_takes_for_lists(text: str, shown: str) -> None:
    """Plain lists among paragraphs, and what only looks like one."""
    assert field(text) == shown


def test_one_line_stays_one_line() -> None:
    """A lone paragraph has no tag around it; line ends of the source are only white space."""
    assert field("one\nline\n") == "one\nline"
    assert field("two\n\nof them") == "<p>two</p><p>of them</p>"
    assert field("broken  \nby hand") == "broken<br>by hand"
    assert field("# Title\n\n---") == "<h1>Title</h1><hr>"
    assert field("") == ""


# Links, pictures and sounds.


@pytest.mark.parametrize(
    "text",
    [
        "[a](javascript:alert(1))",
        "[a](data:text/html;base64,x)",
        "[a](file:///etc/passwd)",
        "[a](notes.md)",
        "<javascript:alert(1)>",
        "[a](https://x\u202ey)",
    ],
)
def test_a_stranger_cannot_link_elsewhere(text: str) -> None:
    """Only web and mail addresses become links; others are shown as they were written."""
    found = read(text)
    assert not any(isinstance(node, tree.Link) for node in nodes(found))
    assert "<a" not in field(text)


def test_links_show_where_they_lead() -> None:
    """Web and mail addresses are links, and a title is not lost on a phone."""
    assert field('[a](https://x.y/?a&b "T") <m@n.o>') == (
        '<a href="https://x.y/?a&amp;b">a</a> (T) <a href="mailto:m@n.o">m@n.o</a>'
    )


def test_pictures_and_sounds_get_their_exported_names() -> None:
    """Markdown's and HTML's pictures, and Anki's sounds; two pictures are two (case 44)."""
    text = '![a *b*](i/x.png "c") <img alt="d" src=\'y.png\'> [sound:s_1_2.mp3]'
    names = {"i/x.png": "x-1.png", "y.png": "y-2.png", "s_1_2.mp3": "s-3.mp3"}
    assert html(read(text), names.get) == (
        '<img src="x-1.png" alt="a b (c)"> <img src="y-2.png" alt="d"> [sound:s-3.mp3]'
    )
    assert html(read(text), lambda _target: None) == "[a b (c)] [d] [s_1_2.mp3]"


def test_attributes_cannot_be_left() -> None:
    """Quotes in an alternative text do not end the attribute."""
    assert field("![\"onerror='x](a.png)") == ('<img src="a.png" alt="&#34;onerror=&#39;x">')


def test_prose_is_no_command_to_anki() -> None:
    """Sounds, speech, LaTeX and gaps that are only talked about do nothing."""
    assert field(r"`[sound:x]` [latex]x[/latex] [\$]y[/\$] [anki:tts]z") == (
        "<code>&#91;sound:x]</code> &#91;latex]x&#91;/latex] &#91;$]y&#91;/$] &#91;anki:tts]z"
    )
    assert field(r"{{c1::x}} and \\[y and `\(`") == (
        "&#123;&#123;c1::x}} and &#92;<span></span>[y and <code>&#92;(</code>"
    )
    assert field("${{c1::x}}$") == r"\({ {c1::x}}\)"


def test_an_entity_cannot_smuggle() -> None:
    """Entities are the signs they name, but no controls and no marks of ours."""
    assert plain(read("&lt;b&gt; &eacute; a&nbsp;b")) == "<b> é a\xa0b"
    assert plain(read("&#27;[2J &#x202e; &#x100000; &#0;")) == "&#27;[2J &#x202e; &#x100000; &#0;"


# Gaps of cloze notes.


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "A {{cache miss}} costs {{one::how many?}}.",
            "A {{c1::cache miss}} costs {{c2::one::how many?}}.",
        ),
        (r"{{c1::$\frac{1}{\sqrt{x}}$}}", r"{{c1::\(\frac{1}{\sqrt{x} }\)}}"),
        (r"{{$x_{n}$}}", r"{{c1::\(x_{n}\)}}"),
        ("{{std::vector::}} {{x:}}", "{{c1::std&#58;&#58;vector}} {{c2::x&#58;}}"),
        ("{{{x}}} {{`a}}`}}", "{{c1::{x&#125;}} {{c2::<code>a&#125;}</code>}}"),
        (
            "{{wow!}} {{**bold**::*why*}}",
            "{{c1::wow!}} {{c2::<strong>bold</strong>::<em>why</em>}}",
        ),
        ("{{a {{b}}}}", "{{c1::a {{c2::b}}}}"),
        ("{{c2::a}} {{b}} {{c2::c}}", "{{c1::a}} {{c2::b}} {{c1::c}}"),
        ("{{- a\n- b}}", "<p>{{c1::</p><ul><li>a</li><li>b</li></ul><p>}}</p>"),
        (
            "x {{so\n\n```\na\n```\n}} y",
            '<p>x {{c1::so</p><pre class="fc-code"><code>a</code></pre><p>}} y</p>',
        ),
        ("\U00100000 {{a\U00100001}}", "\U00100000 {{c1::a\U00100001}}"),
        (r"\{\{c1::a}} {{b}}", "&#123;&#123;c1::a}} {{c1::b}}"),
        ("`  a  b` {{`c`}}", "<code>&nbsp;&nbsp;a&nbsp;&nbsp;b</code> {{c1::<code>c</code>}}"),
    ],
)
def test_gaps_stay_whole_in_anki(text: str, shown: str) -> None:
    """Braces, colons, maths, code and lists within a gap neither end it nor add one (6, 43)."""
    assert cloze_field(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**{{a}}**", "<strong>{{c1::a}}</strong>"),
        ("{{**a**}}", "{{c1::<strong>a</strong>}}"),
        ("{{_a_}}", "{{c1::<em>a</em>}}"),
        ('x{{**"a"**}}y', 'x{{c1::<strong>"a"</strong>}}y'),
        ("x**{{a}}**y", "x<strong>{{c1::a}}</strong>y"),
        ("*b {{a}}*", "<em>b {{c1::a}}</em>"),
        ("[{{a}}](https://x.y)", '<a href="https://x.y">{{c1::a}}</a>'),
        ("~~{{a}}~~", "<s>{{c1::a}}</s>"),
    ],
)
def test_emphasis_works_next_to_a_gap(text: str, shown: str) -> None:
    """The marks of gaps are neither letters nor signs to the rules of emphasis."""
    assert cloze_field(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**Note:**`x`", "<strong>Note:</strong><code>x</code>"),
        ("$x$**!**", r"\(x\)<strong>!</strong>"),
        ("**`x`**s", "<strong><code>x</code></strong>s"),
        ("a **$x$**b", r"a <strong>\(x\)</strong>b"),
    ],
)
def test_emphasis_works_next_to_code_and_maths(text: str, shown: str) -> None:
    """Outside the marks they are signs, as in CommonMark; inside they may be a word's part."""
    assert html(read(text), str) == shown


CLOZES = (
    r"{{c1::$\frac{1}{\sqrt{x}}$}} and {{$x_{n}$::hint}}",
    "{{std::vector<int>::}} {{{x}}} {{`}}`}} {{a `::` b::`h`}}",
    "`{{c1::code}}` {{**bold**}} $x_{{c7::n}}$",
    "- {{one}}\n- {{two `c`}} and {{c3::a {{c4::b}}}}",
    "{{```python\nd = {1: {2: 3}}\n```}}",
)


def test_a_real_anki_finds_the_same_gaps() -> None:
    """Anki makes a card of each gap, no more and no fewer, and hides the whole of it."""
    pytest.importorskip("anki")
    fields = [cloze_field(text) for text in CLOZES]
    done = subprocess.run(
        [sys.executable, __file__],
        input=json.dumps(fields),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for text, cards in zip(CLOZES, json.loads(done.stdout), strict=True):
        assert len(cards) == len(cloze.numbers(text)), text
        for group, (question, answer) in enumerate(cards):
            hint = next((gap.hint for gap in cloze.parse(text) if group in gap.groups), "")
            assert f"[{html(read(hint), own_name) or '...'}]" in question, text
            assert letters(answer) == letters(html(read(cloze.filled(text)), own_name)), text


def letters(shown: str) -> str:
    """Give what a browser shows of HTML, without the white space."""
    words = re.sub(r"<style>.*?</style>|<[^>]*>", "", shown, flags=re.DOTALL)
    return re.sub(r"\s", "", unescape(words))


def cards_of_anki() -> None:
    """Write question and answer of every card of each cloze field: the child process."""
    from anki.collection import Collection  # noqa: PLC0415 -- the child alone loads Anki

    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(str(Path(folder) / "collection.anki2"))
        model = collection.models.by_name("Cloze")
        assert model is not None
        shown = []
        for text in json.load(sys.stdin):
            note = collection.new_note(model)
            note["Text"] = text
            collection.add_note(note, collection.decks.get_current_id())
            shown.append([(card.question(), card.answer()) for card in note.cards()])
        collection.close()
    json.dump(shown, sys.stdout)


# Colours of code.


def test_code_is_cut_into_kinds() -> None:
    """Whoever colours code learns what its pieces are."""
    kinds = {token.text: token.kind for token in code.tokens('def f(): return "s"  # c', "Python")}
    assert kinds["def"] is code.Kind.KEYWORD
    assert kinds["f"] is code.Kind.FUNCTION
    assert kinds['"s"'] is code.Kind.STRING
    assert kinds["# c"] is code.Kind.COMMENT
    assert code.tokens("x", "no-such-language") == (code.Token(code.Kind.TEXT, "x"),)
    assert code.tokens("", "python") == ()


def test_colours_are_classes_with_a_style() -> None:
    """Every kind has a colour in light and in night mode, and code needs no script."""
    shown = field("```python\nif x < 1: pass\n```")
    assert '<span class="fc-keyword">if</span>' in shown
    assert '<span class="fc-operator">&lt;</span>' in shown
    for kind in set(code.Kind) - {code.Kind.TEXT}:
        assert f"\n.fc-{kind} {{" in CODE_CSS
        assert f".nightMode .fc-{kind}," in CODE_CSS


@settings(max_examples=60)
@given(text=texts, language=st.sampled_from(["python", "c++", "bash", "html", "json", "sql", "ts"]))
def test_colouring_loses_nothing(text: str, language: str) -> None:
    """The pieces of code together are the code."""
    assert "".join(token.text for token in code.tokens(text, language)) == text


# Laws.

NOT_MARKS = re.compile(r"[^\s!-/:-@\[-`{-~0-9\ue000]")


@settings(max_examples=500)
@given(texts)
def test_no_text_is_ever_lost(text: str) -> None:
    """Whatever the marks, every letter of the text is somewhere in what is shown."""
    there = Counter(NOT_MARKS.findall(said(read(text))))
    written = text.replace("&lt;", "<")
    tags = Counter("imgsrc" * text.count("<img") + "sound" * text.count("[sound"))
    assert not Counter(NOT_MARKS.findall(written)) - tags - there


@settings(max_examples=500)
@given(texts)
def test_the_fast_ways_lead_to_the_same_tree(text: str) -> None:
    """What is read without the parser is read as the parser would."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip(" \t\n").lstrip("\n")
    with patch.object(building, "simple", lambda *_: None):
        parsed = building.blocks(stash(lines))
    assert repr(read(text)) == repr(parsed)


@settings(max_examples=500)
@given(st.one_of(texts, st.text(st.characters(exclude_categories=["Cs"]), max_size=8)))
def test_a_plain_text_is_its_own_field(text: str) -> None:
    """A field that is written without reading its text says what reading it would have said."""
    front, back, *_ = fields(Texts(front=text, back=f"a{text}"), own_name)
    assert (front, back) == (html(read(text), own_name), html(read(f"a{text}"), own_name))


@settings(max_examples=500)
@given(texts)
def test_maths_is_what_gaps_take_for_maths(text: str) -> None:
    """A formula of the tree is one that protects its braces from being a gap, in order."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip(" \t\n").lstrip("\n")
    quoted = re.compile(r"^[ \t>]*|\\(?=\|)", re.MULTILINE)
    spans = [quoted.sub("", text[start:end]) for start, end in cloze.protected(text)]
    protected = iter(spans)
    for source in maths(read(text)):
        wanted = quoted.sub("", source)
        assert any(wanted in span for span in protected), (source, spans)


@pytest.mark.parametrize(
    "text",
    [
        "$a$ b `$c$` $$d$$",
        "x $5 and $6",
        r"\(a\) \[b\] \\(c\\)",
        "```\n$a$\n```\n$b$",
        "> $a$\n- $b$",
    ],
)
def test_all_that_gaps_take_for_maths_is_maths(text: str) -> None:
    """No formula that gaps respect is read as prose."""
    spans = [text[start:end] for start, end in cloze.protected(text)]
    assert [s for s in spans if s[0] in "$\\"] == [
        next(s for s in spans if source in s and s[0] in "$\\") for source in maths(read(text))
    ]


@settings(max_examples=200)
@given(texts)
def test_html_says_what_the_text_says(text: str) -> None:
    """Only tags of ours are in the HTML, whatever the text."""
    names = r"p|em|strong|s|code|pre|[uo]l|li|table|t[dhr]|thead|tbody|blockquote|div|a|h\d|span"
    tag = re.compile(
        rf'/?({names})( (class|href|start|style)="[^"<]*")?|br|hr|img src="x.png" alt=""'
    )
    assert all(tag.fullmatch(found) for found in re.findall(r"<([^>]*)>", field(text)))


HOSTILE = (
    *(
        "[",
        "*",
        ">",
        "`",
        "$",
        r"\(",
        r"\[",
        "- ",
        "![",
        "[a](",
        "<",
        "<img ",
        "{{",
        "\\",
        "|",
        "~~~ ",
    ),
    *("*a **b ", "\ue000*", "&lt;", "# ", "a\n", "- a\n", "> - ", "|a|\n|-|\n", "\U00040000", "$a"),
)


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_hostile_text_is_read_in_bounded_depth(unit: str) -> None:
    """Thousands of the same mark do not crash, and what stands around them is shown."""
    text = "start " + unit * (20_000 // len(unit)) + " end"
    assert "start" in field(text)
    assert "start" in plain(read(text))
    assert "end" in plain(read(text))


def test_deep_nesting_is_shown_as_written() -> None:
    """Lists and quotes deeper than anybody reads lose nothing."""
    lists = "\n".join(" " * (2 * depth) + f"- item{depth}" for depth in range(200))
    assert all(f"item{depth}" in plain(read(lists)) for depth in range(200))
    assert plain(read(">" * 5000 + " deep")).endswith(" deep")
    stars = "*" * 5000
    assert "deep" in plain(read(f"{stars}deep{stars}"))


def test_plain_text_is_for_lists() -> None:
    """A list of cards shows the words, with maths as its source."""
    text = "**Bold** `code` $x^2$\n\n- a\n- b\n\n![p](x.png) [l](https://a.b)"
    assert plain(read(text)) == "Bold code $x^2$\n- a\n- b\n[p] l"


def test_plain_cards_do_not_load_the_parser() -> None:
    """Texts with no more than bold words, code and maths cost no import of markdown-it."""
    program = (
        "import sys; from flashcards.markup.reading import read;"
        "from flashcards.markup.html import html;"
        "html(read('Plain.'), str); html(read('**b** $x$ `c`'), str);"
        "sys.exit(any(name.startswith(('markdown_it', 'pygments')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    cards_of_anki()
