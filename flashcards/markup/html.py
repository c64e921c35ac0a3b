r"""Formatted text -> HTML for a field of an Anki note.

What an author wrote never becomes HTML, a sound, LaTeX, maths or a gap by itself: everything is
escaped, and only the tree says what is what. Maths stands in ``\( \)`` and ``\[ \]``, which Anki
draws itself; a formula that would do more than be drawn is shown as it was written. Colours of
code are classes, for `CODE_CSS` to say in light and in dark.
"""

import re
from collections.abc import Callable

from flashcards.markup.addresses import CARRIER, is_address, is_inert
from flashcards.markup.code import Kind, language_name, tokens
from flashcards.markup.tree import (
    Block,
    Blocks,
    BulletList,
    Code,
    CodeBlock,
    DisplayMath,
    Emphasis,
    Heading,
    Image,
    Inline,
    Inlines,
    LineBreak,
    Link,
    Math,
    NumberedList,
    Paragraph,
    Quote,
    Rule,
    SoftBreak,
    Sound,
    Strong,
    Struck,
    Table,
    Text,
)

Media = Callable[[str], str | None]
"""Gives the exported name of a picture or sound, by its target; None when there is none."""

Maths = Callable[[str, bool], str]
"""Writes a formula, its TeX without delimiters, given whether it is set by itself."""

CODE_CSS = """\
.fc-code { text-align: left; overflow-x: auto; }
.fc-keyword { color: #8250df; }
.fc-name { color: #0550ae; }
.fc-function { color: #6639ba; }
.fc-type { color: #953800; }
.fc-string { color: #0a5c2f; }
.fc-number { color: #0550ae; }
.fc-comment { color: #59636e; font-style: italic; }
.fc-operator { color: #b0222c; }
.nightMode .fc-keyword, .night_mode .fc-keyword { color: #c9a2ff; }
.nightMode .fc-name, .night_mode .fc-name { color: #84c1ff; }
.nightMode .fc-function, .night_mode .fc-function { color: #d7b9ff; }
.nightMode .fc-type, .night_mode .fc-type { color: #ffb27a; }
.nightMode .fc-string, .night_mode .fc-string { color: #86d79c; }
.nightMode .fc-number, .night_mode .fc-number { color: #84c1ff; }
.nightMode .fc-comment, .night_mode .fc-comment { color: #a3abb5; }
.nightMode .fc-operator, .night_mode .fc-operator { color: #ff938a; }
"""
"""The style of the classes used here, for light cards and for Anki's night mode."""

_SET_ALONE = True
_SOFT_BREAK = "\n"
"""A line end of the source: white space in HTML, so that it does not break the line."""

_BREAK = "<span></span>"
"""Parts a text for MathJax, which reads what a browser made of references and joins lines."""

_LATEX = r"\[(?=(?i:sound:|anki:|/?latex\])|/?\$\$?\])"
_RISKY = re.compile(rf"[&<>]|\{{\{{(?=c)|{_LATEX}")
_RISKY_IN_CODE = re.compile(rf"{_RISKY.pattern}|\\(?=[(\[])")
_FOR_MATHJAX = re.compile(rf"\\(?=[(\[]|{CARRIER})")
_PERHAPS_RISKY = re.compile(r"[&<>{\[\\]")
_RISKY_IN_MATHS = re.compile(rf"""[&<>]|\{{(?=\{{c[0-9])|{_LATEX}""")
_KEPT_SPACES = re.compile(r"\A | (?= )|(?<= ) ")
"""Spaces of code that HTML would join, or leave out."""
_PLAIN_NAME = re.compile(r"[a-z0-9+#-]{1,20}")
_RISKY_IN_ATTRIBUTE = re.compile(r"""[&<>"'\\{}\[]""")


def for_mathjax(source: str, display: bool) -> str:  # noqa: FBT001 -- as the tree has it
    r"""Write maths in ``\( \)`` or ``\[ \]``, for MathJax to draw.

    What MathJax would make a link, a style or a script of is code.
    """
    if not is_inert(source):
        return f"<code>{_code(source)}</code>"
    return rf"\[{_maths(source)}\]" if display else rf"\({_maths(source)}\)"


def html(blocks: Blocks, media: Media, maths: Maths = for_mathjax) -> str:
    """Write `blocks` as HTML; a lone paragraph stays one line without a tag around it.

    A picture or sound that `media` has no name for is shown as its words in brackets. `maths`
    writes formulas.
    """
    return _Writer(media, maths).top(blocks)


def _reference(match: re.Match[str]) -> str:
    return "".join(_NAMED.get(c) or f"&#{ord(c)};" for c in match.group())


_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def anchor(url: str, words: str) -> str:
    """Write a link of `words`, which are HTML; what is no address of the web or of mail is none."""
    return f'<a href="{_attribute(url)}">{words}</a>' if is_address(url) else words


def _text(text: str) -> str:
    if not _PERHAPS_RISKY.search(text):
        return text
    if "\\" not in text:
        return _RISKY.sub(_reference, text)
    parts = _FOR_MATHJAX.split(text)
    return f"&#92;{_BREAK}".join([_RISKY.sub(_reference, part) for part in parts])


def _code(text: str) -> str:
    """Write code, which MathJax does not read."""
    return _RISKY_IN_CODE.sub(_reference, text) if _PERHAPS_RISKY.search(text) else text


def _spaced(code: str) -> str:
    return _KEPT_SPACES.sub("&nbsp;", code) if " " in code else code


def _attribute(text: str) -> str:
    return _RISKY_IN_ATTRIBUTE.sub(_reference, text)


def _maths(source: str) -> str:
    return _RISKY_IN_MATHS.sub(lambda m: "{ " if m.group() == "{" else _reference(m), source)


class _Writer:
    """One walk over a tree, with the names of the media."""

    def __init__(self, media: Media, maths: Maths) -> None:
        self._media = media
        self._maths = maths

    def top(self, blocks: Blocks) -> str:
        if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
            return self.inlines(blocks[0].inlines)
        return "".join(map(self.block, blocks))

    def inlines(self, inlines: Inlines) -> str:
        # Words are most of all nodes, and the test for their type alone is fastest.
        written = [_text(n[0]) if type(n) is Text else self.inline(n) for n in inlines]
        if any(piece.endswith("\\") for piece in written[:-1]):
            # A backslash would meet what follows the text, like the bracket of an image.
            return "".join([f"{one}{_BREAK}" if one.endswith("\\") else one for one in written])
        return "".join(written)

    def inline(self, node: Inline) -> str:  # noqa: C901, PLR0911 -- a case a node
        match node:
            case Text(text):
                return _text(text)
            case Math(source, display):
                return self._maths(source, display)
            case Code(text):
                return f"<code>{_spaced(_code(text))}</code>"
            case Strong(inside):
                return f"<strong>{self.inlines(inside)}</strong>"
            case Emphasis(inside):
                return f"<em>{self.inlines(inside)}</em>"
            case Struck(inside):
                return f"<s>{self.inlines(inside)}</s>"
            case Link(url, inside):
                return anchor(url, self.inlines(inside))
            case Image(target, words):
                return self._image(target, words)
            case Sound(target):
                name = self._media(target)
                return f"[{_text(target)}]" if name is None else f"[sound:{_text(name)}]"
            case LineBreak():
                return "<br>"
            case SoftBreak():
                return _SOFT_BREAK

    def _image(self, target: str, words: str) -> str:
        name = self._media(target)
        if name is None:
            return f"[{_text(words or target)}]"
        return f'<img src="{_attribute(name)}" alt="{_attribute(words)}">'

    def block(self, block: Block) -> str:  # noqa: PLR0911 -- a case a node
        match block:
            case Paragraph(inlines):
                return f"<p>{self.inlines(inlines)}</p>"
            case Heading(level, inlines):
                return f"<h{level}>{self.inlines(inlines)}</h{level}>"
            case CodeBlock(text, language):
                code = f"<code{_named(language)}>{_coloured(text, language)}</code>"
                return f'<pre class="fc-code">{code}</pre>'
            case DisplayMath(source):
                return f"<div>{self._maths(source, _SET_ALONE)}</div>"
            case BulletList(items):
                return f"<ul>{self._items(items)}</ul>"
            case NumberedList(start, items):
                begun = "" if start == 1 else f' start="{start}"'
                return f"<ol{begun}>{self._items(items)}</ol>"
            case Table():
                return self._table(block)
            case Quote(blocks):
                return f"<blockquote>{''.join(map(self.block, blocks))}</blockquote>"
            case Rule():
                return "<hr>"

    def _items(self, items: tuple[Blocks, ...]) -> str:
        return "".join(f"<li>{self._item(item)}</li>" for item in items)

    def _item(self, blocks: Blocks) -> str:
        """Write an item; its only paragraph stands without space around it."""
        if len(blocks) == 1:
            return self.top(blocks)
        if sum(isinstance(block, Paragraph) for block in blocks) > 1:
            return "".join(map(self.block, blocks))
        return "".join(self.top((block,)) for block in blocks)

    def _table(self, table: Table) -> str:
        head = self._row("th", table.header, table)
        body = "".join(self._row("td", row, table) for row in table.rows)
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"

    def _row(self, tag: str, row: tuple[Inlines, ...], table: Table) -> str:
        cells = zip(row, table.alignments, strict=True)
        return f"<tr>{''.join(self._cell(tag, cell, side) for cell, side in cells)}</tr>"

    def _cell(self, tag: str, cell: Inlines, side: str) -> str:
        style = f' style="text-align: {side}"' if side else ""
        return f"<{tag}{style}>{self.inlines(cell)}</{tag}>"


def _named(language: str) -> str:
    """Name a language as HTML does, for who reads the field; nothing is drawn otherwise by it."""
    name = language_name(language)
    return f' class="language-{name}"' if _PLAIN_NAME.fullmatch(name) else ""


def _coloured(text: str, language: str) -> str:
    return "".join(
        _code(piece) if kind is Kind.TEXT else f'<span class="fc-{kind}">{_code(piece)}</span>'
        for kind, piece in tokens(text, language)
    )
