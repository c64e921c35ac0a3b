r"""What a text of a stranger may lead to: web pages and mail, in Anki's fields and on our pages.

MathJax in Anki reads what a browser made of a field: references are characters there, and only an
element parts two pieces of text. So the fields are read here as a browser reads them.
"""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from anki_desktop import Desktop
from conftest import Learner
from hypothesis import given, settings
from hypothesis import strategies as st

from flashcards.anki.fields import Texts, fields, rendered
from flashcards.markup import gaps
from flashcards.markup.html import html
from flashcards.markup.reading import read

SCHEMES = ("javascript:", "JaVaScRiPt:", "java\tscript:", " javascript:", "vbscript:", "data:")
OTHERS = ("file:///", "//host/", "ftp://h/", "tel:1", "a.html", "#top", "\x01javascript:", "x:")
ESCAPED = ("javascript&#58;", "javascript&colon;", "java&Tab;script:", "&#106;avascript:")
FORMS = (
    "[x](%salert)",
    "[x](<%salert>)",
    "<%salert>",
    "![x](%salert)",
    "<img src='%salert' onerror=y>",
    '<img src="%salert">',
    "<a href='%salert'>x</a>",
    "<audio src=%salert onplay=x></audio>",
    "[sound:%salert]",
    r"$\href{%salert}{x}$",
    r"$$\href {%salert}{x}$$",
    r"\(\text{\href{%salert}{x}}\)",
    r"\\(\\href{%salert}{x}\\)",
    r"&#92;(&#92;href{%salert}{x}\\)",
    r"$\let\x\href\x{%salert}{y}$",
    r"$\href%%" + "\n{%salert}{x}$",
    r"$\verb\x\\href{%salert}{x}$",
    r"$\mmlToken{mi}[href='%salert']{x}$",
    r"$\bbox[background:url(%salert)]{x}$",
    r"$\bbox[border: 1px; background:url(%salert)]{x}$",
    r"$\def\x#1{\bbox[#1]{y}}\x{background:url(%salert)}$",
    r"$\fcolorbox{red;background:url(%salert)}{x}{y}$",
    r"$\definecolor{c}{named}{red;background:url(%salert)}$",
    r"$\style{background:url(%salert)}{x}$",
    r"$\require{%salert}$",
    r"$\class{%salert}{x}$ $\cssId{%salert}{x}$",
    r"$\url{%salert}$ $\includegraphics{%salert}$ $\htmlStyle{%salert}{x}$",
    r"$a{$ \\href{%salert}{x} }\\)",
    r"$$\ce{\href{%salert}{x}}$$",
    r"\\![href{%salert}{x}](a.png)",
)
CARRIERS = re.compile(
    r"\\(?:mmlToken|style|class|cssId|require|url|includegraphics|html[A-Z]\w*)(?![a-zA-Z])"
    r"|\\href(?![a-zA-Z])(?!\s*\{(?:https?://|mailto:))|url\("
)
OPENING = re.compile(r"\\[(\[]")


class Page(HTMLParser):
    """What a browser finds: the attributes, and the texts that MathJax would look through."""

    def __init__(self, text: str) -> None:
        """Read a page or a field."""
        super().__init__(convert_charrefs=True)
        self.outward: list[str] = []
        self.others: list[str] = []
        self.runs = [""]
        self._code = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element down."""
        self.others.append(tag)
        for name, value in attrs:
            if name in {"href", "src"}:
                self.outward.append(value or "")
            else:
                self.others.append(name)
        self._code += tag in {"code", "pre"}
        if tag not in {"br", "wbr"}:
            self.runs.append("")

    def handle_endtag(self, tag: str) -> None:
        """An element parts the texts on both sides."""
        self._code -= tag in {"code", "pre"}
        self.runs.append("")

    def handle_data(self, data: str) -> None:
        """Take a text down; MathJax passes code over."""
        if not self._code:
            self.runs[-1] += data


def assert_harmless(written: str) -> None:
    """Nothing in a field leads or loads from anywhere else."""
    page = Page(written)
    for address in page.outward:
        assert re.fullmatch(r"(?i)(?:https?://|mailto:)[^\s<>\"\\]+|[a-z0-9-]+\.[a-z]+", address)
        assert not any(ord(sign) < 33 for sign in address)
    assert not {"script", "iframe", "object", "embed", "svg", "link"} & {*page.others}
    assert not [name for name in page.others if name.startswith("on")]
    for run in page.runs:
        opening = OPENING.search(run)
        if opening:
            assert not CARRIERS.search(run, opening.start()), (run, written)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("scheme", [*SCHEMES, *OTHERS, *ESCAPED])
def test_only_the_web_and_mail_are_linked(form: str, scheme: str) -> None:
    """Neither a link, nor an image, nor a formula of a deck leads to anything that runs."""
    text = form.replace("%%", "%").replace("%s", scheme)
    assert_harmless(rendered(text, lambda _: "a-1f.png"))
    assert_harmless(rendered(text))


PIECES = st.sampled_from(
    [
        *FORMS,
        *SCHEMES,
        *ESCAPED,
        *"\\()[]{}$`<>&;#%*_!\n|~:a ",
        "$$",
        r"\(",
        r"\)",
        r"\\",
        "href",
        r"\href",
        "{https://a.b}",
        "<https://a.b>",
        "&#92;",
        "&bsol;",
        "```\n",
        "- ",
        "{{",
        "}}",
        "<br>",
    ]
)
TEXTS = st.lists(PIECES, max_size=14).map("".join)


@settings(max_examples=400)
@given(text=TEXTS, cloze=TEXTS)
def test_no_text_whatever_leads_elsewhere(text: str, cloze: str) -> None:
    """The law over random texts of hostile pieces, in every field and with gaps."""
    texts = Texts(front=text, back=cloze, source=((text, text), ("a", f"https://a{text}")))
    for field in fields(texts, lambda _: "a-1f.png"):
        assert_harmless(field)
    assert_harmless(html(read(gaps.marked(cloze)), lambda _: "a-1f.png"))


@pytest.mark.parametrize(
    "formula",
    [
        r"\href{https://example.org/a?b=1}{x}",
        r"\href{mailto:a@example.org}{x}",
        r"\bbox[5px, border: 1px solid red]{x}",
        r"\bbox{x}",
        r"\fcolorbox{red}{blue}{x}",
        r"\definecolor{c}{RGB}{1,2,3}\color{c}x",
        r"\hrefs \styles \classes",
    ],
)
def test_a_formula_that_only_draws_stays_one(formula: str) -> None:
    """Links to the web, frames and colours are drawn as before."""
    assert rendered(f"${formula}$") == rf"\({formula}\)"


def test_links_to_the_web_and_to_mail_stay() -> None:
    """What leads to a page or an address of mail is a link, in any case."""
    for address in ("https://a.b/c?d=[1]", "HTTP://a.b", "mailto:a@b.c"):
        assert Page(rendered(f"[x]({address})")).outward == [address]
        (source,) = [
            f for f in fields(Texts(source=(("x", address),)), lambda _: None) if "<a" in f
        ]
        assert Page(source).outward == [address]
        assert "[" not in source


def test_latex_in_any_case_is_no_command_to_anki(tmp_path: Path) -> None:
    """Anki hands `[LaTeX]` to a program in whatever case it is written, and ours never."""
    desk = Desktop(tmp_path / "anki")
    for text in ("[latex]x[/latex]", "[LaTeX]x[/LATEX]", "$[LaTeX]$ x $[/LaTeX]$", r"[\$]x[/\$]"):
        found = desk.col._backend.extract_latex(  # noqa: SLF001 - no other way
            text=rendered(text), svg=False, expand_clozes=False
        )
        assert not found.latex
    desk.close()


def test_the_page_of_cheat_sheets_leads_nowhere_else(learner: Learner, tmp_path: Path) -> None:
    """`read --html` writes no link, style or script of a stranger, in words or in formulas."""
    lines = "\n".join(
        f"          - 'x {form.replace('%%', '%').replace('%s', 'javascript:')}'".replace("\n", " ")
        for form in FORMS
        if "'" not in form
    )
    learner.write(
        "deck: D\ntopics:\n  - question: Q?\n    title: T\n    tldr: t\n"
        f"    cheat_sheet:\n{lines.replace('          -', '      -')}\n"
    )
    page = tmp_path / "page.html"
    done = learner.run("read", "--html", str(page))
    assert done.code == 0, done.err
    text = page.read_text(encoding="utf-8")
    assert "alert" in text
    found = Page(text)
    assert found.outward == []
    assert not [name for name in found.others if name.startswith("on") or name == "script"]
