"""HTML of Anki's fields as Markdown: what it becomes, and that no word of it is lost."""

import re
from html import escape, unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashcards.importing.readable import markdown
from flashcards.markup import html, plain, reading

MEDIA = ("bild ä.png", "a b.png", "x.png", "100%25.png", "s_1.mp3", "v.mp4")
EXAMPLES = {
    "plain words": "plain words",
    "a<br>b<br><br>c": "a\\\nb\n\nc",
    "one<div>two</div><div>three</div>": "one\\\ntwo\n\nthree",
    "<b>bold </b>x <i>it</i>": "**bold** x *it*",
    '<span style="font-weight: 700">s</span>': "**s**",
    "<u>under</u> <font color=red>red</font>": "under red",
    "unclosed <b>bold": "unclosed **bold**",
    "<b>a</b><b>b</b> <i>c</i> <i>d</i>": "**ab** *c d*",
    "<b>a<strong>b</strong></b>": "**ab**",
    "<b>Note:</b><code>x</code><code>y</code>": "**Note:**`x` `y`",
    "f<b>(x)</b>y <b>or.</b>z": "f(**x**)y **or**.z",
    "x<b>a</b><i>b</i> <b><i>c</i></b>": "x**a**b ***c***",
    "f<b>!</b>": "f!",
    "<code>a<b>b</b></code> <b>c</b>*": "`ab` **c**\\*",
    r"a\<b>x</b>": r"a\\**x**",
    "<u>[a]</u>(b) <u>~</u>~": r"[a\](b) \~~",
    "<b>$</b>5 or <b>$</b>6": r"\$5 or \$6",
    r"$5\(x\) or 6": r"$5\(x\) or 6",
    "<ul><li>a<li>b<ul><li>c</ul></ul>after": "- a\n- b\n  - c\n\nafter",
    "<ol><li>one</li><li>two</li></ol>": "1. one\n2. two",
    "<h2>Title</h2>text": "## Title\n\ntext",
    "<blockquote>q<br>r</blockquote>": "> q\n> r",
    "<table><tr><th>a</th><th>b|c</th></tr><tr><td>1<td>2<br>3</table>": (
        "| a | b\\|c |\n| --- | --- |\n| 1 | 2 3 |"
    ),
    "use <code>a | *b*</code>": "use `a | *b*`",
    "<pre><code>def f():<br>    return 1</code></pre>": "```\ndef f():\n    return 1\n```",
    '<img src="bild ä.png"><img src="a%20b.png" alt="B">': (
        "![](<media/bild ä.png>)![B](<media/a b.png>)"
    ),
    '<img src="https://x.org/y.png">': "![](https://x.org/y.png)",
    "[sound:x_y.mp3]": "[sound:x_y.mp3]",
    "*a* [sound:s_1.mp3] b_": "\\*a\\* [sound:media/s_1.mp3] b\\_",
    "{{c1::[sound:s_1.mp3]}} x": "{{c1::[sound:media/s_1.mp3]}} x",
    '<img src="./x.png"><img src=x.png><img src="bild a\u0308.png">': (
        "![](media/x.png)![](media/x.png)![](<media/bild ä.png>)"
    ),
    '<img src="100%25.png">': "![](<media/100%25.png>)",
    "<div style=\"background: url('x.png') center\">b</div>": "![](media/x.png)\\\nb",
    '<img srcset="x.png 1x, y.png 2x"><img srcset="y.png">': "![](media/x.png)",
    '<video controls><source src="v.mp4"><source src="v.webm"></video>': "[sound:media/v.mp4]",
    '<object data="v.mp4"></object><embed src="x.png"><object data="y.pdf">': (
        "[sound:media/v.mp4]![](media/x.png)"
    ),
    '<a href="s_1.mp3">hear</a> <svg><image xlink:href="x.png"/></svg>': (
        "hear [sound:media/s_1.mp3] ![](media/x.png)"
    ),
    "[anki:tts lang=en_US]said[/anki:tts]": "said",
    r"[latex]\begin{align}a&amp;=b\end{align}[/latex]": r"$$\begin{align}a&=b\end{align}$$",
    r"[latex]so \begin{equation*}x\end{equation*} and $\begin{matrix}1\end{matrix}$[/latex]": (
        r"so $$x$$ and $\begin{matrix}1\end{matrix}$"
    ),
    r"[latex]\begin{math}x\end{math} \begin{tabular}{c}y\end{tabular}[/latex]": (
        r"$x$ \begin{tabular}{c}y\end{tabular}"
    ),
    r"[latex]\begin{align}a&={{c1::b}}\end{align}[/latex]": r"\begin{align}a&={{c1::b}}\end{align}",
    '<a href="https://x.org/z">link</a> <a href="javascript:x()">none</a>': (
        "[link](https://x.org/z) none"
    ),
    "<script>alert(1)</script>seen<style>b {}</style>": "seen",
    r"\(a&lt;b\) and \[\frac{1}{2}\]": r"$a<b$ and $$\frac{1}{2}$$",
    r"\(a\)2 and [$]b_1[/$], [latex]$c$[/latex]": r"\(a\)2 and $b_1$, $c$",
    r"regex \\(b\\)": r"regex \\$b\ $",
    r"\(x <b>y</b> z\)": "$x y z$",
    r"<b>\(a\)</b>2 and c\\(b\)": r"\(a\)2 and c\\$b$",
    "H<sub>2</sub>O and x<sup><i>n</i>+1</sup>": r"H\(_{2}\)O and x\(^{n+1}\)",
    "{{c1::<b>x</b>::hint}} and {{c2::y}}": "{{c1::**x**::hint}} and {{c2::y}}",
    r"\(x={{c1::\frac{1}{2} }}+{{c2::y::hint}}\)": (
        r"$x=$ {{c1::$\frac{1}{2}$}} $+$ {{c2::$y$::hint}}"
    ),
    r"\(\frac{ {{c1::a}} }{b}\)": r"{{c1::$\frac{ a }{b}$}}",
    "# none<br>- none<br>1. none": "\\# none\\\n\\- none\\\n1\\. none",
    "costs $5 or $6&nbsp;": r"costs \$5 or \$6",
    "snake_case 2*3*4": r"snake_case 2\*3\*4",
    "a &lt;tag&gt; &amp;amp;": r"a <tag> \&amp;",
}


@pytest.mark.parametrize(("written", "read"), EXAMPLES.items())
def test_html_becomes_what_an_author_would_have_written(written: str, read: str) -> None:
    """Stress, lists, code, tables, images, maths and gaps as decks have them."""
    assert markdown(written, MEDIA) == read


TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"], exclude_characters="\\$[{")
)


@settings(max_examples=300)
@given(TEXT)
def test_no_sign_of_a_plain_text_becomes_a_mark(text: str) -> None:
    """Whatever stands in a field as text is read here as that text, stars and hashes included."""
    words = " ".join(text.split())
    shown = plain.plain(reading.read(markdown(escape(words, quote=False))))
    assert " ".join(shown.split()) == words


WORDS = ["a", "b ", " c", "é", "(x)", "1.", "-", "#", ".", "—", "“q”", "*", "_", "\\", "&amp;", "|"]
ELEMENTS = ["b", "i", "s", "u", "code", "span"]


def within(element: str, pieces: list[str]) -> str:
    """Give an element with so much in it."""
    return f"<{element}>{''.join(pieces)}</{element}>"


@settings(max_examples=500)
@given(
    st.lists(
        st.recursive(
            st.sampled_from([*WORDS, "<br>"]),
            lambda inner: st.builds(
                within, st.sampled_from(ELEMENTS), st.lists(inner, min_size=1, max_size=3)
            ),
            max_leaves=8,
        ),
        max_size=4,
    )
)
def test_stress_shows_no_star_and_loses_no_sign(pieces: list[str]) -> None:
    """However elements lie in each other and beside signs and letters, the text is what is seen."""
    written = "".join(pieces)
    shown = html.html(reading.read(markdown(written)), lambda name: name)
    assert seen(shown) == seen(written)


def seen(written: str) -> str:
    """Give the text of some HTML without its spaces."""
    return "".join(unescape(re.sub(r"<[^<>]*>", " ", written)).split())


@settings(max_examples=300)
@given(st.lists(st.sampled_from([
    "<b>", "</b>", "<i>", "</i>", "<ul>", "<li>", "</ul>", "<table>", "<tr>", "<td>", "</table>",
    "<pre>", "</pre>", "<code>", "</code>", "<div>", "</div>", "<br>", "<h1>", "</h1>", "word",
    "<blockquote>", "</blockquote>", "<a href='https://x.org'>", "</a>", "other", r"\(x\)",
])))  # fmt: skip
def test_no_word_is_lost_whatever_the_elements_are(pieces: list[str]) -> None:
    """Elements closed in a wrong order, or never, hide nothing that was shown."""
    read = markdown("".join(pieces))
    shown = html.html(reading.read(read), lambda name: name)
    for word in ("word", "other"):
        assert len(re.findall(word, shown)) == pieces.count(word)


@pytest.mark.parametrize(
    ("opens", "sign"),
    [
        (r"\(", "("),
        (r"\[", "["),
        ("[$]", "["),
        ("[latex]", "["),
        ("<a href=", "a"),
        ("<span style='", "'"),
        ("<!--", "!"),
        (r"{{c1::\(", "("),
    ],
)
def test_what_never_ends_is_text_however_often_it_begins(opens: str, sign: str) -> None:
    """A field of a hundred thousand openings is read once through, and all of it is there."""
    assert markdown(opens * 50_000).count(sign) == (opens * 50_000).count(sign)
