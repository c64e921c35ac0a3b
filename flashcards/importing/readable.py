r"""HTML of another program's cards as readable Markdown with maths in dollars.

What can be said in Markdown is: stress, code, lists, tables, links, images, headings. What cannot
(colours, sizes, underlining) becomes its words. Nothing of the text itself is lost, and what looks
like a mark of Markdown in it is escaped. Maths and gaps go through as they are.
"""

import re
from collections.abc import Callable, Container, Mapping
from html import unescape
from html.parser import HTMLParser
from itertools import chain, zip_longest
from typing import Final
from unicodedata import normalize
from urllib.parse import unquote

from flashcards.importing import notations, stress

_STRESS: Final = {
    "b": "**", "strong": "**", "i": "*", "em": "*", "s": "~~", "del": "~~", "strike": "~~",
}  # fmt: skip
_BLOCKS: Final = frozenset({
    "address", "article", "aside", "center", "dd", "details", "dl", "dt", "fieldset", "figcaption",
    "figure", "footer", "form", "header", "main", "nav", "p", "section", "summary",
})  # fmt: skip
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_UNSEEN: Final = frozenset({"script", "style", "head", "title", "template", "noscript"})
_PLAYERS: Final = frozenset({"audio", "video"})
_EMBEDDING: Final = {"object": "data", "embed": "src", "input": "src"}
_PICTURES: Final = frozenset(
    ["avif", "bmp", "gif", "heic", "ico", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp"]
)
_SOUNDS: Final = frozenset(
    [
        "3gp",
        "aac",
        "aif",
        "aiff",
        "amr",
        "avi",
        "flac",
        "flv",
        "m4a",
        "m4v",
        "mid",
        "mkv",
        "mov",
        "mp3",
        "mp4",
        "mpeg",
        "mpg",
        "oga",
        "ogg",
        "ogv",
        "opus",
        "spx",
        "wav",
        "webm",
        "wma",
        "wmv",
    ]
)
_LITERAL: Final = frozenset({"pre", "code", "tt", "kbd", "samp"})
_SCRIPTS: Final = {"sub": "_", "sup": "^"}
_DEEPEST: Final = 60
_SAME_LINE: Final = re.compile(r"[ \t\r\n\f]+")

_NEEDS_READING = re.compile(r"[<&\\\[$*_`~#>+=\n\r\t-]|\A\s*\d{1,9}[.)]|\ue000|\xa0")
_MATHS_BEGIN = re.compile(r"\\\(|\\\[|\[(?:\$\$?|latex)\]", re.IGNORECASE)
_MATHS_ENDS: Final = {
    "\\(": re.compile(r"\\\)"),
    "\\[": re.compile(r"\\\]"),
    "[$]": re.compile(r"\[/\$\]"),
    "[$$]": re.compile(r"\[/\$\$\]"),
    "[latex]": re.compile(r"\[/latex\]", re.IGNORECASE),
}
_DIGIT_NEXT = re.compile(r"(?:<[^<>]*>)*\d")
_SOUND = re.compile(r"\[sound:([^\[\]\n]+)\]")
_VOICE = re.compile(r"\[/?anki:tts\b[^\[\]\n]*\]")
_BACKGROUND = re.compile(r"url\(\s*[\"']?([^\"'()]+)")
_TAG = re.compile(r"<[a-zA-Z/!][^<>]*>")
_GAP = re.compile(r"\{\{c(\d+)::(.*?)(?:::([^{}:]*))?\}\}", re.DOTALL)
_GAP_OPENING = re.compile(r"\{\{c\d+::")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_LINE_START = re.compile(
    r"^([ ]*)(?=#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|=+\s*$|-{2,}\s*$)", re.MULTILINE
)
_NUMBERED = re.compile(r"^([ ]*\d{1,9})(?=[.)](?:\s|$))", re.MULTILINE)
_SIGNS = re.compile(
    r"\\(?=[!-/:-@\[-`{-~\ue000\s]|\Z)|`|\*(?!\s)|(?<!\s)\*|(?<![^\W_])_|_(?![^\W_])"
    r"|&(?=#?\w+;)"
)
# What only several pieces of text make together.
_TILDES = re.compile(r"(?<![~\\])~(?=~)")
_LIKE_A_LINK = re.compile(r"\](?=\()")
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_KEPT = re.compile("\ue000(\\d+)\ue001")
_SIDE_BY_SIDE = re.compile(f"{_KEPT.pattern}(?={_KEPT.pattern})")
_GOING_ON = re.compile(r"</(b|strong|i|em|s|del|strike)>(\s*)<\1>", re.IGNORECASE)
_OURS = re.compile("[\ue000-\ue00a]")
_CELL_END, _ROW_END, _BLOCK_MARK = "\ue002", "\ue003", "\ue004"
_STRUCTURE: Final = frozenset({_CELL_END, _ROW_END, _BLOCK_MARK})


def markdown(html: str, media: Container[str] = ()) -> str:
    """Give `html` as Markdown; the images and sounds named in `media` lie in a folder ``media``."""
    if not _NEEDS_READING.search(html):
        return html.strip()
    reader = _Reader(media)
    html = _VOICE.sub("", html)  # what a voice would say can be read
    html = _GOING_ON.sub(r"\2", html)
    reader.feed(_complete(_with_maths(_OURS.sub("", html), reader)))
    reader.close()
    return reader.result()


def words(html: str) -> str:
    """Give the bare words of `html` in one line, to name it by."""
    return " ".join(_text_of(_TAG.sub(" ", html)).split())


def _with_maths(html: str, reader: "_Reader") -> str:
    """Put the formulas aside. What never ends is looked for once, however often it begins."""
    outside: list[str] = []
    formulas: list[tuple[str, str, bool]] = []
    at = 0
    endless: set[str] = set()
    for begin in _MATHS_BEGIN.finditer(html):
        mark = begin[0].lower()
        if begin.start() < at or mark in endless:
            continue
        end = _MATHS_ENDS[mark].search(html, begin.end())
        if end is None:
            endless.add(mark)
            continue
        outside.append(html[at : begin.start()])
        at = end.end()
        digit_follows = _DIGIT_NEXT.match(html, at) is not None
        formulas.append((mark, html[begin.end() : end.start()], digit_follows))
    outside.append(html[at:])
    reader.dollars = sum(unescape(text).count("$") for text in outside)
    # Beside a dollar that is a price, a formula in dollars would begin or end at it.
    written = [
        reader.maths(mark, inside, fenced=digit_follows or reader.dollars > 0)
        for mark, inside, digit_follows in formulas
    ]
    return "".join(chain.from_iterable(zip_longest(outside, written, fillvalue="")))


def _complete(html: str) -> str:
    """Let what begins a tag or a comment and never ends be the sign it looks like.

    The parser would find so too, going to the end of the text for each.
    """
    comments = html.rfind("-->") + 1
    html = html[:comments] + html[comments:].replace("<!--", "&lt;!--")
    tags = html.rfind(">") + 1
    return html[:tags] + html[tags:].replace("<", "&lt;")


class _Frame:
    """An element that is open, with what was written in it so far."""

    def __init__(self, tag: str, mark: str = "") -> None:
        self.tag = tag
        self.mark = mark
        self.pieces: list[str] = []
        self.items = 0


class _Reader(HTMLParser):
    """Writes Markdown from the inside out: each element, when it closes, becomes text."""

    def __init__(self, media: Container[str]) -> None:
        super().__init__(convert_charrefs=True)
        self._media = media
        self._frames = [_Frame("")]
        self._unseen = 0
        self._kept: list[str] = []
        self.dollars = 0

    def result(self) -> str:
        """Give the whole text, once all was fed."""
        while len(self._frames) > 1:
            self._close()
        text = _BLANK_LINES.sub("\n\n", "".join(self._frames[0].pieces))
        text = "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
        text = "\n".join(map(stress.written, _TILDES.sub(r"\~", text).split("\n")))
        text = _LIKE_A_LINK.sub(r"\\]", text)
        text = "\n".join(map(_with_break, *_pairs(text.split("\n"))))
        text = _NUMBERED.sub(r"\1\\", _LINE_START.sub(r"\1\\", text))
        text = _SIDE_BY_SIDE.sub(self._parted, text)
        while _KEPT.search(text):
            text = _KEPT.sub(lambda found: self._kept[int(found[1])], text)
        return _OURS.sub("", text).strip()

    def _parted(self, found: re.Match[str]) -> str:
        """Part two pieces of code, whose ticks would be one run."""
        before, after = (self._kept[int(number)] for number in found.groups())
        return f"{found[0]} " if before.endswith("`") and after.startswith("`") else found[0]

    def maths(self, mark: str, inside: str, *, fenced: bool) -> str:
        """Put a formula aside, in dollars; a gap in it becomes a gap around its part."""
        if mark == "[latex]":
            text = _text_of(inside)
            # Within dollars a gap would be none.
            return self._keep(text.strip() if _GAP_OPENING.search(text) else notations.latex(text))
        display = mark in {"\\[", "[$$]"}
        return self._keep(_formula(_text_of(inside), display=display, fenced=fenced))

    # -- What html.parser calls

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in _UNSEEN:
            self._unseen += 1
        elif self._unseen:
            return
        elif tag == "br":
            self._write("\n")
        elif tag == "hr":
            self._write(f"\n\n{self._block('---')}\n\n")
        elif tag in {"img", "image"}:
            self._write(self._image(values))
        elif tag == "source":
            self._play(values)
        elif tag in _EMBEDDING:
            self._write(self._medium(values.get(_EMBEDDING[tag], "")))
        elif len(self._frames) < _DEEPEST:
            self._open(tag, values)

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif not self._unseen and any(frame.tag == tag for frame in self._frames[1:]):
            while self._frames[-1].tag != tag:
                self._close()
            self._close()

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        if self._within("pre"):
            self._write(data)
            return
        data = _SAME_LINE.sub(" ", data.replace("\xa0", " "))
        if self._within("code"):
            self._write(data)
            return
        words, *sounds = _SOUND.split(data)
        self._write(self._escaped(words))
        for name, following in zip(sounds[::2], sounds[1::2], strict=True):
            self._write(self._sound(name) + self._escaped(following))

    # -- Elements

    def _open(self, tag: str, values: dict[str, str]) -> None:
        if tag in {"li", "td", "th", "tr"} and self._frames[-1].tag == tag:
            self._close()
        mark = _STRESS.get(tag, "")
        if "url(" in values.get("style", ""):
            self._write("".join(map(self._medium, _BACKGROUND.findall(values["style"]))))
        if tag == "a":
            mark = values.get("href", "")
        elif tag == "span" and not mark:
            style = values.get("style", "").replace(" ", "")
            mark = "**" if "font-weight:bold" in style or "font-weight:700" in style else ""
            mark = "*" if not mark and "font-style:italic" in style else mark
        if mark and any(frame.mark == mark or frame.tag in _LITERAL for frame in self._frames):
            mark = ""  # stressed already, or where stars would be stars
        self._frames.append(_Frame(tag, mark))
        if tag in _PLAYERS:
            self._play(values)

    def _close(self) -> None:
        frame = self._frames.pop()
        self._write(self._written(frame, "".join(frame.pieces)))

    def _written(self, frame: _Frame, inside: str) -> str:
        """Give an element as Markdown; one that means nothing there is what it holds."""
        tag = frame.tag
        if tag in _STRESS or tag == "span":
            return _stressed(inside, frame.mark)
        if tag in _SCRIPTS:
            return self._script(inside, _SCRIPTS[tag])
        if tag in _HEADINGS:
            words = " ".join(inside.split())
            return f"\n\n{self._block('#' * int(tag[1]))} {words}\n\n" if words else "\n\n"
        if tag in _BLOCKS:
            return f"\n\n{inside.strip()}\n\n"
        if tag == "a":
            return self._link(inside, frame.mark)
        written = _WRITERS.get(tag)
        return written(self, inside) if written else inside

    def _division(self, inside: str) -> str:
        return f"\n{inside.strip(chr(10))}\n"

    def _list(self, inside: str) -> str:
        inside = inside.strip("\n")
        return f"\n{inside}\n" if self._within("li") else f"\n\n{inside}\n\n"

    def _cell(self, inside: str) -> str:
        cell = " ".join(inside.split()).replace("|", "\\|")
        return f"{cell}{_CELL_END}"

    def _row(self, inside: str) -> str:
        return f"{' '.join(inside.split())}{_ROW_END}"

    def _quote(self, inside: str) -> str:
        lines = (f"{self._block('>')} {line}" for line in inside.strip().split("\n"))
        return "\n\n" + "\n".join(lines) + "\n\n"

    def _item(self, inside: str) -> str:
        listing = next((f for f in reversed(self._frames) if f.tag in {"ul", "ol"}), None)
        number = 0
        if listing is not None and listing.tag == "ol":
            listing.items += 1
            number = listing.items
        mark = self._block(f"{number}." if number else "-")
        width = len(f"{number}. ") if number else 2
        first, *rest = _BLANK_LINES.sub("\n", inside.strip()).split("\n")
        return "\n".join([f"\n{mark} {first}", *(f"{' ' * width}{line}" for line in rest)])

    def _table(self, inside: str) -> str:
        rows = [row.removesuffix(_CELL_END).split(_CELL_END) for row in inside.split(_ROW_END)]
        rows = [
            [" ".join(cell.split()) for cell in row] for row in rows if any(map(str.strip, row))
        ]
        if not rows:
            return inside
        width = max(map(len, rows))
        rows = [row + [""] * (width - len(row)) for row in rows]
        lines = [f"| {' | '.join(row)} |" for row in rows]
        lines.insert(1, f"|{' --- |' * width}")
        return "\n\n" + "\n".join(lines) + "\n\n"

    def _code_block(self, inside: str) -> str:
        fence = "`" * max(3, _longest_run(inside) + 1)
        lines = (fence, *inside.strip("\n").split("\n"), fence)
        # Line by line, so that it can be indented; even an empty one is a line of its own.
        return "\n\n" + "\n".join(map(self._block, lines)) + "\n\n"

    def _code(self, inside: str) -> str:
        words = " ".join(inside.split())
        if not words or any(frame.tag in _LITERAL for frame in self._frames):
            return inside
        ticks = "`" * (_longest_run(words) + 1)
        space = " " if words.startswith("`") or words.endswith("`") else ""
        return self._keep(f"{ticks}{space}{words}{space}{ticks}")

    def _script(self, inside: str, mark: str) -> str:
        """Set a short index as maths; longer ones are read as words."""
        words = stress.without(inside).strip()
        if re.fullmatch(r"[\w+\-\u2212,.()]{1,12}", words):
            return self._keep(rf"\({mark}{{{words}}}\)")
        return f"{mark}({words})" if words else ""

    def _link(self, inside: str, address: str) -> str:
        words = " ".join(inside.split())
        if self._name_of(address):
            return f"{inside} {self._medium(address)}"
        if _BLOCK_MARK in inside or not re.match(r"https?://[^\s<>()]+\Z", address):
            return inside
        return f"{self._keep('[')}{words}{self._keep(f']({address})')}" if words else ""

    def _image(self, values: dict[str, str]) -> str:
        sources = (values.get(name, "") for name in ("src", "href", "xlink:href"))
        source = next(filter(None, sources), "")
        if not source:
            return self._medium(_first_of(values.get("srcset", "")))
        words = values.get("alt", "").replace("[", "(").replace("]", ")")
        return self._keep(self._picture(source, words))

    def _picture(self, source: str, words: str = "") -> str:
        target = self._file(source)
        # In angles a name is taken as it stands, and its % is none of an address.
        angled = re.search(r"[ ()]|%[0-9a-fA-F]{2}", target)
        return f"![{words}]({f'<{target}>' if angled and '://' not in target else target})"

    def _sound(self, source: str) -> str:
        return self._keep(f"[sound:{self._file(source)}]")

    def _play(self, values: dict[str, str]) -> None:
        """Write the first source of a player; the others are the same in other formats."""
        player = next((frame for frame in reversed(self._frames) if frame.tag in _PLAYERS), None)
        source = values.get("src")
        if source and player is not None and not player.mark:
            player.mark = source
            self._write(self._sound(source))

    def _medium(self, source: str) -> str:
        """Write a picture or a sound, whichever its name says, that only some packages have.

        Anki takes no notice of these; in a whole collection they are there.
        """
        ending = self._name_of(source).rpartition(".")[2].lower()
        if ending in _SOUNDS:
            return self._sound(source)
        return self._keep(self._picture(source)) if ending in _PICTURES else ""

    def _file(self, source: str) -> str:
        name = self._name_of(source)
        return f"media/{name}" if name else source

    def _name_of(self, source: str) -> str:
        """Give the name in the package for what a field calls `source`; empty if it has none."""
        given = source.strip().removeprefix("./")
        names = (given, unquote(given))
        return next((n for n in (*names, *map(_composed, names)) if n in self._media), "")

    # -- Texts

    def _escaped(self, text: str) -> str:
        r"""Give plain text so that Markdown takes no sign of it for a mark.

        A dollar that is the only one of a field begins no maths.
        """
        text = _SIGNS.sub(r"\\\g<0>", text)
        return text.replace("$", "\\$") if self.dollars > 1 else text

    def _within(self, tag: str) -> bool:
        return any(frame.tag == tag for frame in self._frames)

    def _write(self, text: str) -> None:
        self._frames[-1].pieces.append(text)

    def _keep(self, markup: str) -> str:
        """Put markup aside, so that it is not taken for text that must be escaped."""
        self._kept.append(markup)
        return f"\ue000{len(self._kept) - 1}\ue001"

    def _block(self, markup: str) -> str:
        """Put markup aside that begins a block: its line is no line of a paragraph."""
        return f"{_BLOCK_MARK}{self._keep(markup)}"


_WRITERS: Final[Mapping[str, Callable[[_Reader, str], str]]] = {
    "div": _Reader._division,  # noqa: SLF001 - a table of its own methods
    "ul": _Reader._list,  # noqa: SLF001 - the table of this reader, beside it
    "ol": _Reader._list,  # noqa: SLF001 - the table of this reader, beside it
    "li": _Reader._item,  # noqa: SLF001 - the table of this reader, beside it
    "td": _Reader._cell,  # noqa: SLF001 - the table of this reader, beside it
    "th": _Reader._cell,  # noqa: SLF001 - the table of this reader, beside it
    "tr": _Reader._row,  # noqa: SLF001 - the table of this reader, beside it
    "table": _Reader._table,  # noqa: SLF001 - the table of this reader, beside it
    "blockquote": _Reader._quote,  # noqa: SLF001 - the table of this reader, beside it
    "pre": _Reader._code_block,  # noqa: SLF001 - the table of this reader, beside it
    "code": _Reader._code,  # noqa: SLF001 - the table of this reader, beside it
    "tt": _Reader._code,  # noqa: SLF001 - the table of this reader, beside it
    "kbd": _Reader._code,  # noqa: SLF001 - the table of this reader, beside it
    "samp": _Reader._code,  # noqa: SLF001 - the table of this reader, beside it
}


def _composed(name: str) -> str:
    return normalize("NFC", name)


def _first_of(srcset: str) -> str:
    """Give the first picture of several sizes."""
    words = srcset.partition(",")[0].split()
    return words[0] if words else ""


def _pairs(lines: list[str]) -> tuple[list[str], list[str]]:
    return lines, [*lines[1:], ""]


def _with_break(line: str, following: str) -> str:
    """Break the line where HTML did, if the one that follows would be joined to it."""
    joins = line and following and not any(map(_begins_otherwise, (line, following)))
    return f"{line}\\" if joins else line


def _begins_otherwise(line: str) -> bool:
    return line.lstrip()[:1] in {_BLOCK_MARK, "|"} or line[:1] == " "


def _text_of(html: str) -> str:
    """Give the words of a piece of HTML without elements."""
    text = re.sub(r"<(?:br|div|p)\b[^<>]*>", " ", html, flags=re.IGNORECASE)
    return unescape(_TAG.sub("", text)).replace("\xa0", " ")


def _formula(inside: str, *, display: bool, fenced: bool = False) -> str:
    inside = " ".join(inside.split())
    if not inside:
        return ""
    if _GAP_OPENING.search(inside) and "}}" in inside:
        return _with_gaps(inside, display=display)
    return _formula_alone(inside, display=display, fenced=fenced)


def _formula_alone(inside: str, *, display: bool, fenced: bool = False) -> str:
    """Give a formula as it stands, whatever opens in it."""
    if inside.endswith("\\") and not inside.endswith(r"\\"):
        inside += " "  # that would take its end for a sign
    if display:
        return f"$${inside}$$"
    return rf"\({inside}\)" if fenced or "$" in inside else f"${inside}$"


def _with_gaps(inside: str, *, display: bool) -> str:
    """Put the gaps of a formula around formulas, where each part is one by itself.

    Else all of it is the gap, if there is but one.
    """
    closed = inside.rfind("}}") + 2  # what opens after it would be looked through to the end
    parts = _GAP.split(inside[:closed])
    parts[-1] += inside[closed:]
    outer, numbers, answers, hints = parts[::4], parts[1::4], parts[2::4], parts[3::4]
    if all(map(_is_balanced, (*outer, *answers))):
        pieces = [_formula(outer[0], display=False)]
        for number, answer, hint, after in zip(numbers, answers, hints, outer[1:], strict=True):
            hinted = f"::{hint}" if hint else ""
            gap = f"{{{{c{number}::{_formula(answer, display=False)}{hinted}}}}}"
            pieces += [gap, _formula(after, display=False)]
        return " ".join(filter(None, pieces))
    words = "".join(map("".join, zip(outer, (*answers, ""), strict=True)))
    whole = _formula_alone(words, display=display)
    return f"{{{{c{numbers[0]}::{whole}}}}}" if len(set(numbers)) == 1 else whole


def _is_balanced(tex: str) -> bool:
    depth = 0
    for brace in _BRACE.findall(tex):
        depth += (brace == "{") - (brace == "}")
        if depth < 0:
            return False
    return depth == 0 and r"\left" not in tex.replace(r"\leftarrow", "")


def _stressed(inside: str, mark: str) -> str:
    """Stress each line by itself, spaces outside: marks do not reach over a paragraph's end."""
    if not mark:
        return inside
    return "\n".join(_stressed_line(line, mark) for line in inside.split("\n"))


def _stressed_line(line: str, mark: str) -> str:
    words = line.strip()
    if not words or _STRUCTURE.intersection(words):
        return line
    before, _, after = line.partition(words)
    return f"{before}{stress.BEGINS[mark]}{words}{stress.ENDS[mark]}{after}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)
