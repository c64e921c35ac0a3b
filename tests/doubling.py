"""Inputs that can be made twice as large, each for one reader: what a step too many would show in.

A maker takes a size and gives an input whose length grows with it. Each is made of what a reader
might go through once for every other: many of one thing, one long thing, what never ends, what
lies in itself.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import readers


class Case(NamedTuple):
    """What reads an input, how it is made, and the size at which a square would show."""

    read: Callable[[bytes], object]
    make: Callable[[int], str]
    size: int = 300


def _repeated(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda size: before + piece * size + after


def _numbered(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """Give a maker of pieces that differ: ``@`` in them is a number."""
    return lambda size: before + "".join(piece.replace("@", f"{n}x") for n in range(size)) + after


def _pair(given: Callable[[int], str], right: Callable[[int], str]) -> Callable[[int], str]:
    return lambda size: f"{given(size)}\0{right(size)}"


def _same(made: Callable[[int], str]) -> Callable[[int], str]:
    return _pair(made, made)


_PAGE = partial(readers.text, kind="page")
_MARKDOWN = partial(readers.text, kind="markdown")
_TABLE = partial(readers.text, kind="csv")
_YAML = partial(readers.text, kind="yaml")
_HEAD = "What is it?\n\nTL;DR\n\nIt is.\n\n"
_CARD = "cards:\n  - front: a\n    back: b\n"
_BLOCK = "cards:\n  - front: |\n"
_WORDS = "".join(f"word{n} " for n in range(8))

CASES: Final[dict[str, Case]] = {
    # Decks
    "deck: cards": Case(readers.deck, _numbered("  - front: q @?\n    back: a @\n", "cards:\n")),
    "deck: equal cards": Case(readers.deck, _repeated("  - front: q\n    back: a\n", "cards:\n")),
    "deck: like cards": Case(
        readers.deck, _numbered("  - front: what is the @ of a thing?\n    back: b\n", "cards:\n")
    ),
    "deck: ids": Case(readers.deck, _numbered("  - {front: q @, back: b, id: i@}\n", "cards:\n")),
    "deck: one id": Case(readers.deck, _numbered("  - {front: q @, back: b, id: i}\n", "cards:\n")),
    "deck: tags": Case(readers.deck, _numbered("t@, ", _CARD + "    tags: [", "z]\n")),
    "deck: tags of all": Case(readers.deck, _numbered("t@, ", "tags: [", "z]\n" + _CARD)),
    "deck: sources": Case(readers.deck, _numbered("s@, ", _CARD + "    source: [", "z]\n")),
    "deck: unknown keys": Case(readers.deck, _numbered("    k@: x\n", _CARD)),
    "deck: one key": Case(readers.deck, _repeated("    back: x\n", _CARD)),
    "deck: faults": Case(readers.deck, _repeated("  - {front: q}\n", "cards:\n")),
    "deck: faults to mend": Case(
        readers.deck, _repeated("  - front: a: b\n    back: c\n", "cards:\n"), 60
    ),
    "deck: double quotes": Case(
        readers.deck, _repeated('  - front: "x \\\\frac"\n    back: "\\frac{a}"\n', "cards:\n"), 60
    ),
    "deck: tabs": Case(readers.deck, _repeated("\t- front: a\n\t  back: b\n", "cards:\n"), 100),
    "deck: braces cut at commas": Case(
        readers.deck, _repeated("  - {front: a, b, back: c, d}\n", "cards:\n"), 60
    ),
    "deck: aliases": Case(
        readers.deck, _numbered("  - *c\n", "x: &c {front: a, back: b}\ncards:\n")
    ),
    "deck: anchors": Case(readers.deck, _numbered("  - &a@ {front: q @, back: b}\n", "cards:\n")),
    "deck: merges": Case(
        readers.deck, _numbered("  - {<<: *c, front: q @}\n", "x: &c {back: b}\ncards:\n")
    ),
    "deck: topics": Case(
        readers.deck, _numbered("  - question: Why @?\n    tldr: so @\n", "topics:\n"), 100
    ),
    "deck: bullets": Case(
        readers.deck,
        _numbered(
            "      - b @: x\n",
            "drill: [cheat_sheet]\ntopics:\n  - question: q\n    cheat_sheet: |\n",
        ),
    ),
    "deck: red flags": Case(
        readers.deck,
        _numbered(
            "      - {claim: c @, instead: i @}\n", "topics:\n  - question: q\n    red_flags:\n"
        ),
    ),
    "deck: references": Case(
        readers.deck,
        _numbered("      - {key: k@, title: t @}\n", "topics:\n  - question: q\n    references:\n"),
    ),
    "deck: gaps": Case(readers.deck, _numbered("{{g@}} ", "cards:\n  - cloze: '", "'\n"), 60),
    "deck: open gaps": Case(
        readers.deck, _repeated("{{ ", "cards:\n  - cloze: 'a {{b}} ", "'\n"), 1000
    ),
    "deck: gaps in gaps": Case(
        readers.deck,
        lambda n: "cards:\n  - cloze: '" + "{{c1::a " * n + "}}" * n + "'\n",
        60,
    ),
    "deck: one long word": Case(
        readers.deck, _repeated("x", "cards:\n  - back: b\n    front: "), 9000
    ),
    "deck: one long answer": Case(
        readers.deck, _repeated("word ", "cards:\n  - front: b\n    back: "), 2000
    ),
    "deck: images": Case(
        readers.deck, _numbered("![a](x@.png) ", "cards:\n  - back: b\n    front: '", "'\n")
    ),
    # Other people's texts
    "page: bullets": Case(_PAGE, _numbered("- bullet @\n", _HEAD + "Cheat sheet\n\n")),
    "page: follow-ups": Case(_PAGE, _numbered("Why @? Because @.\n", _HEAD + "Follow-ups\n\n")),
    "page: red flags": Case(
        _PAGE, _numbered("Claim @\nSay this instead: @\n", _HEAD + "Red flags\n\n")
    ),
    "page: concepts": Case(_PAGE, _numbered("Term@ - what @ is\n", _HEAD + "Key concepts\n\n")),
    "page: references": Case(
        _PAGE, _numbered("Book @ - https://e.org/@\n", _HEAD + "References\n\n")
    ),
    "page: sections": Case(_PAGE, _repeated("Follow-ups\n\nWhy? So.\n\n", _HEAD)),
    "page: topics": Case(_PAGE, _numbered("What is @?\n\nTL;DR\n\nIt @.\n\n"), 100),
    "page: long line": Case(_PAGE, _repeated("a; ", _HEAD + "Quick scan\n\n"), 3000),
    "page: capitals": Case(_PAGE, _repeated("Aa bB. ", _HEAD + "Key concepts\n\n"), 2000),
    "page: prose": Case(_PAGE, _repeated("It is so. ", _HEAD + "Answer\n\n"), 2000),
    "markdown: questions": Case(_MARKDOWN, _numbered("Q: what is @?\nA: it @\n\n")),
    "markdown: equal": Case(_MARKDOWN, _repeated("Q: what is?\nA: it\n\n")),
    "markdown: lines": Case(_MARKDOWN, _numbered("q @::a @\n")),
    "markdown: gaps": Case(_MARKDOWN, _numbered("The ==g@== is.\n\n", "#flashcards\n\n")),
    "markdown: headings": Case(_MARKDOWN, _numbered("## h @ #card\n\nx\n\n")),
    "markdown: nested headings": Case(_MARKDOWN, _numbered("# a\n## b @\nq @::a\n")),
    "markdown: fences": Case(_MARKDOWN, _repeated("```\nx\n```\n", "Q: a\nA: b\n\n")),
    "markdown: open fences": Case(_MARKDOWN, _repeated("```x\n", "Q: a\nA: b\n\n")),
    "markdown: open comments": Case(_MARKDOWN, _repeated("<!-- ", "a::b\n\n"), 1000),
    "markdown: open maths": Case(_MARKDOWN, _repeated("$$ \\( ", "a::b\n\n"), 1000),
    "markdown: open gaps": Case(_MARKDOWN, _repeated("{{ == ", "a::b\n\n"), 1000),
    "markdown: long answer": Case(_MARKDOWN, _repeated("line\n", "Q: a\nA: b\n"), 2000),
    "markdown: tags": Case(_MARKDOWN, _numbered("#t@ ", "q::a "), 1000),
    "markdown: list": Case(_MARKDOWN, _numbered("- q @ :: a @\n")),
    "markdown: blank lines": Case(_MARKDOWN, _repeated("\n", "a::b\n", "c::d\n"), 5000),
    "table: rows": Case(_TABLE, _numbered("q @,a @,t@\n", "front,back,tags\n")),
    "table: equal rows": Case(_TABLE, _repeated("q,a,t\n", "front,back,tags\n")),
    "table: tags": Case(_TABLE, _numbered("t@ ", "front,back,tags\nq,a,"), 1000),
    "table: tags shared": Case(
        _TABLE,
        lambda n: (
            "front,back,tags\n"
            + "".join(f"q{i},a,{'x '.join(map(str, range(n)))}\n" for i in range(3))
        ),
        1000,
    ),
    "table: columns": Case(
        _TABLE, lambda n: f"front,back{',c' * n}\nq,a{',x' * n}\nr,a{',x' * n}\n", 1000
    ),
    "table: quotes": Case(_TABLE, _repeated('""', 'front,back\nq,"', '"\n'), 3000),
    "table: open quotes": Case(_TABLE, _repeated('q,"a\n', "front,back\n"), 1000),
    "table: odd rows": Case(_TABLE, _numbered("q@,a\nx@,y,z,w\n", "front,back\n")),
    "table: comments": Case(_TABLE, _repeated("#x:y\n", "", "q,a\n"), 1000),
    "records: maps": Case(_YAML, _numbered("- {front: q @, back: a @}\n")),
    "records: JSON": Case(
        _YAML, lambda n: "[" + ",".join(f'{{"front":"q{i}","back":"a"}}' for i in range(n)) + "]"
    ),
    "records: tags": Case(_YAML, _numbered("t@, ", "- {front: q, back: a, tags: [", "z]}\n"), 1000),
    "records: keys": Case(_YAML, _numbered("  k@: x\n", "- front: q\n  back: a\n")),
    "records: documents": Case(_YAML, _numbered("---\nfront: q @\nback: a\n")),
    "records: nested": Case(
        _YAML, _numbered("- name: g@\n  cards:\n    - {front: q @, back: a}\n")
    ),
    # Fields of Anki
    "field: words": Case(readers.html, _repeated("word &amp; "), 1000),
    "field: cells": Case(readers.html, _repeated("<td>x", "<table><tr>"), 500),
    "field: rows": Case(readers.html, _repeated("<tr><td>x<td>y", "<table>"), 300),
    "field: tables": Case(readers.html, _repeated("<table><tr><td>x</table>"), 200),
    "field: tables in tables": Case(readers.html, _repeated("<table><tr><td>"), 300),
    "field: ruby": Case(readers.html, _repeated("<ruby>x<rt>y"), 500),
    "field: items": Case(readers.html, _repeated("<li>x", "<ul>"), 500),
    "field: lists in lists": Case(readers.html, _repeated("<ul><li>x"), 300),
    "field: stress": Case(readers.html, _repeated("<b>x</b><i>y"), 500),
    "field: open stress": Case(readers.html, _repeated("<b>x <i>"), 500),
    "field: stars": Case(readers.html, _repeated("*a_ **b** "), 500),
    "field: divs": Case(readers.html, _repeated("<div>x</div>"), 500),
    "field: open divs": Case(readers.html, _repeated("<div>x"), 500),
    "field: breaks": Case(readers.html, _repeated("x<br>"), 1000),
    "field: code": Case(readers.html, _repeated("<code>x</code> "), 500),
    "field: listing": Case(readers.html, _repeated("x\n", "<pre>", "</pre>"), 1000),
    "field: code boxes": Case(
        readers.html, _repeated("<div style='font-family:monospace'>x</div>"), 300
    ),
    "field: images": Case(readers.html, _repeated("<img src=a.png>"), 500),
    "field: data": Case(
        readers.html, lambda n: f"<img src='data:image/png;base64,{'A' * n}'>", 20_000
    ),
    "field: sounds": Case(readers.html, _repeated("[sound:a.mp3]"), 500),
    "field: links": Case(readers.html, _repeated("<a href='http://a.b'>x</a> "), 300),
    "field: attributes": Case(readers.html, _repeated("a=b ", "<p ", ">x"), 1000),
    "field: references": Case(readers.html, _repeated("&#8206;&nbsp;"), 1000),
    "field: formulas": Case(readers.html, _repeated("\\(x_1\\) "), 500),
    "field: open formulas": Case(readers.html, _repeated("\\( \\[ [$] [latex] "), 500),
    "field: dollars": Case(readers.html, _repeated("$x$ "), 500),
    "field: gaps": Case(readers.html, _numbered("{{c1::g@}} "), 500),
    "field: open gaps": Case(readers.html, _repeated("{{c1::g "), 500),
    "field: gaps in gaps": Case(readers.html, lambda n: "{{c1::g " * n + "}}" * n, 200),
    "field: hints": Case(readers.html, _repeated("{{c1::a::b}} ::"), 500),
    "field: comments": Case(readers.html, _repeated("<!-- x -->"), 500),
    "field: open comments": Case(readers.html, _repeated("<!-- x"), 1000),
    "field: sections": Case(readers.html, _repeated("<![x"), 1000),
    "field: sections that end": Case(readers.html, _repeated("<![x]>"), 1000),
    "field: angles": Case(readers.html, _repeated("< > <a "), 1000),
    "field: scripts": Case(readers.html, _repeated("<script>x"), 1000),
    "field: instructions": Case(readers.html, _repeated("<?x"), 1000),
    "field: ends": Case(readers.html, _repeated("</b></x>"), 1000),
    "field: quotes": Case(readers.html, _repeated("<blockquote>x"), 300),
    "field: headings": Case(readers.html, _repeated("<h1>x</h1>"), 300),
    "field: indices": Case(readers.html, _repeated("x<sub>1</sub>"), 500),
    "field: blanks": Case(readers.html, _repeated("&nbsp; \n\t"), 1000),
    "field: open attributes": Case(readers.html, _repeated("<a b='"), 1000),
    "template: fields": Case(readers.template, _repeated("{{Front}} "), 200),
    "template: conditions": Case(readers.template, _repeated("{{#Front}}x{{/Front}}"), 200),
    "template: open conditions": Case(readers.template, _repeated("{{#Front}}"), 200),
    "template: open fields": Case(readers.template, _repeated("{{Front "), 1000),
    "template: tags": Case(readers.template, _repeated("<div>x</div>"), 300),
    "template: open comments": Case(readers.template, _repeated("<!-- <script>"), 500),
    # A card's text
    "text: words": Case(readers.markup, _repeated("word "), 2000),
    "text: long word": Case(readers.markup, _repeated("x"), 9000),
    "text: lines": Case(readers.markup, _repeated("word\n"), 1000),
    "text: paragraphs": Case(readers.markup, _repeated("word\n\n"), 500),
    "text: stress": Case(readers.markup, _repeated("**a** *b* "), 500),
    "text: open stress": Case(readers.markup, _repeated("**a *b "), 500),
    "text: underscores": Case(readers.markup, _repeated("_a __b "), 500),
    "text: tildes": Case(readers.markup, _repeated("~~a ~"), 500),
    "text: code": Case(readers.markup, _repeated("`a` "), 500),
    "text: open code": Case(
        readers.markup, lambda n: " ".join("`" * i for i in range(int(n**0.5) * 3))
    ),
    "text: fences": Case(readers.markup, _repeated("```py\nx = 1\n```\n"), 200),
    "text: open fences": Case(readers.markup, _repeated("```x\n"), 500),
    "text: maths": Case(readers.markup, _repeated("$x_1$ "), 500),
    "text: open maths": Case(readers.markup, _repeated("\\( \\[ $ "), 500),
    "text: long formula": Case(readers.markup, _repeated("x+", "$$", "1$$"), 300),
    "text: gaps": Case(readers.markup, _repeated("{{a}} "), 500),
    "text: open gaps": Case(readers.markup, _repeated("{{a "), 500),
    "text: links": Case(readers.markup, _repeated("[a](http://b.c) "), 300),
    "text: open links": Case(readers.markup, _repeated("[a]("), 500),
    "text: open brackets": Case(readers.markup, _repeated("["), 500),
    "text: images": Case(readers.markup, _repeated("![a](b.png) "), 300),
    "text: open images": Case(readers.markup, _repeated("![a]("), 500),
    "text: HTML images": Case(readers.markup, _repeated("<img src='a.png'> "), 300),
    "text: open HTML": Case(readers.markup, _repeated("<img a"), 500),
    "text: addresses": Case(readers.markup, _repeated("<http://a.b> "), 300),
    "text: sounds": Case(readers.markup, _repeated("[sound:a.mp3] "), 300),
    "text: bullets": Case(readers.markup, _repeated("- a\n"), 300),
    "text: nested bullets": Case(
        readers.markup, lambda n: "".join(f"{'  ' * (i % 30)}- a\n" for i in range(n))
    ),
    "text: quotes": Case(readers.markup, _repeated("> a\n"), 300),
    "text: nested quotes": Case(readers.markup, lambda n: "> " * n + "a", 200),
    "text: table": Case(readers.markup, _repeated("| a | b |\n", "| x | y |\n|---|---|\n"), 200),
    "text: wide table": Case(
        readers.markup, lambda n: "|" + "a|" * n + "\n|" + "-|" * n + "\n|" + "b|" * n, 200
    ),
    "text: many tables": Case(readers.markup, _repeated("|a|b|\n|-|-|\n|c|d|\n\n"), 100),
    "text: pipes": Case(readers.markup, _repeated("a|"), 500),
    "text: rules": Case(readers.markup, _repeated("---\n\n"), 300),
    "text: headings": Case(readers.markup, _repeated("# a\n"), 300),
    "text: backslashes": Case(readers.markup, _repeated("\\*"), 1000),
    "text: references": Case(readers.markup, _repeated("&amp; &x"), 500),
    "text: combining": Case(readers.markup, _repeated("e\u0301"), 2000),
    "text: wide signs": Case(readers.markup, _repeated("漢"), 2000),
    # Formulas
    "formula: sum": Case(readers.maths, _repeated("x+"), 300),
    "formula: letters": Case(readers.maths, _repeated("x"), 500),
    "formula: indices": Case(readers.maths, _repeated("x_1^2 "), 200),
    "formula: fractions": Case(readers.maths, _repeated("\\frac{a}{b}"), 100),
    "formula: fractions in fractions": Case(
        readers.maths, lambda n: "\\frac{a}{" * n + "b" + "}" * n, 20
    ),
    "formula: groups": Case(readers.maths, lambda n: "{" * n + "x" + "}" * n, 40),
    "formula: open groups": Case(readers.maths, _repeated("{x"), 300),
    "formula: roots": Case(readers.maths, lambda n: "\\sqrt{" * n + "x" + "}" * n, 20),
    "formula: brackets": Case(readers.maths, _repeated("\\left( x \\right)"), 100),
    "formula: open brackets": Case(readers.maths, _repeated("\\left( x "), 100),
    "formula: matrix": Case(
        readers.maths, _repeated("a & b \\\\ ", "\\begin{matrix}", "\\end{matrix}"), 60
    ),
    "formula: wide matrix": Case(
        readers.maths, _repeated("a & ", "\\begin{matrix}", "b\\end{matrix}"), 60
    ),
    "formula: open matrices": Case(readers.maths, _repeated("\\begin{matrix} a "), 60),
    "formula: text": Case(readers.maths, _repeated("word ", "\\text{", "}"), 300),
    "formula: primes": Case(readers.maths, _repeated("x'"), 300),
    "formula: accents": Case(readers.maths, lambda n: "\\hat{" * n + "x" + "}" * n, 20),
    # Comparing
    "answer: equal": Case(readers.answers, _same(_repeated("word ")), 400),
    "answer: like": Case(readers.answers, _pair(_numbered("a@ "), _numbered("b@ ")), 300),
    "answer: one letter": Case(readers.answers, _pair(_repeated("a"), _repeated("a", "b")), 3000),
    "answer: two letters": Case(readers.answers, _pair(_repeated("ab"), _repeated("aab")), 1000),
    "answer: short against long": Case(
        readers.answers, _pair(lambda _: "a b " * 100, _repeated("b a c ")), 2000
    ),
    "answer: many points": Case(
        readers.answers, _pair(_numbered("w@ "), _numbered("w@ v@\n")), 100
    ),
    "answer: copied": Case(readers.answers, _same(_repeated("the same words ")), 300),
    "edits: other order": Case(
        readers.edited,
        lambda n: (
            "cards:\n"
            + "".join(f"  - front: what is {i}x?\n    back: it {i}\n" for i in range(n))
            + "\0cards:\n"
            + "".join(f"  - front: what is {i}x?\n    back: it {i}\n" for i in reversed(range(n)))
        ),
    ),
    "edits: all reworded": Case(
        readers.edited,
        lambda n: (
            "cards:\n"
            + "".join(f"  - front: what is the {i}x of it?\n    back: it {i}\n" for i in range(n))
            + "\0cards:\n"
            + "".join(f"  - front: which {i}x is of it?\n    back: this {i}\n" for i in range(n))
        ),
    ),
    "edits: all equal": Case(
        readers.edited,
        _same(_repeated("  - front: a\n    back: b\n", "cards:\n")),
    ),
    "edits: one question": Case(
        readers.edited,
        _pair(
            _numbered("  - front: a\n    back: b @ c\n", "cards:\n"),
            _numbered("  - front: a\n    back: c @ d\n", "cards:\n"),
        ),
    ),
    "edits: long words": Case(
        readers.edited,
        _pair(
            _numbered("w@ ", "cards:\n  - back: b\n    front: "),
            _numbered("v@ ", "cards:\n  - back: b\n    front: "),
        ),
    ),
    "edits: nothing in common": Case(
        readers.edited,
        _pair(
            _numbered("  - front: a@\n    back: b@\n", "cards:\n"),
            _numbered("  - front: c@\n    back: d@\n", "cards:\n"),
        ),
    ),
}
