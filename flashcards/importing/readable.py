r"""HTML of another program's cards as readable Markdown with maths in dollars.

What can be said in Markdown is: stress, code, lists, tables, links, images, headings. What cannot
(colours, sizes, underlining) becomes its words. Nothing of the text itself is lost, and what looks
like a mark of Markdown in it is escaped. This room walks through the elements; what needs a rule
of its own has a room: `ankigaps`, `formulas`, `listings`, `grids`, `items`, `addresses`, `stress`,
`lines`.
"""

import re
from collections.abc import Callable, Container, Mapping
from html.parser import HTMLParser
from typing import Final, NamedTuple

from flashcards.importing import (
    addresses,
    ankigaps,
    formulas,
    grids,
    items,
    lines,
    listings,
    placeholders,
    stress,
    visible,
)
from flashcards.importing.media import Media
from flashcards.importing.placeholders import (
    ASIDE,
    BLOCK,
    EDGE,
    INDENT,
    KEPT,
    KEPT_SPACE,
    OURS,
    WITHIN,
    Shelf,
)

_STRESS: Final = {
    "b": "**", "strong": "**", "i": "*", "em": "*", "s": "~~", "del": "~~", "strike": "~~",
}  # fmt: skip
_BLOCKS: Final = frozenset({
    "address", "article", "aside", "center", "dd", "details", "dl", "dt", "fieldset", "figcaption",
    "figure", "footer", "form", "header", "main", "nav", "p", "section", "summary",
})  # fmt: skip
_WITHIN_LINES: Final = frozenset({*_STRESS, "a", "span", "font", "u", "sub", "sup", "small", "big"})
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_UNSEEN: Final = frozenset({"script", "style", "head", "title", "template", "noscript"})
_PLAYERS: Final = frozenset({"audio", "video"})
_EMBEDDING: Final = {"object": "data", "embed": "src", "input": "src", "iframe": "src"}
_LITERAL: Final = frozenset({"pre", "code", "tt", "kbd", "samp"})
_CODE_BOXES: Final = frozenset({"div", "p"})
_CODE_STYLE = re.compile(
    r"font-family\s*:[^;]*\b(?:monospace|Consolas|Menlo|Courier)", re.IGNORECASE
)
_PRE_STYLE = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_HIDDEN_STYLE = re.compile(
    r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)(?![\w-])", re.IGNORECASE
)
_SCRIPTS: Final = {"sub": "_", "sup": "^"}
_ENDING: Final = {"td": {"td", "th"}, "th": {"td", "th"}, "tr": {"td", "th", "tr"}}
_ENDED_BY: Final = {
    "li": frozenset({"li"}),
    "rt": frozenset({"rt"}),
    "p": _BLOCKS | _HEADINGS | {"div", "ul", "ol", "pre", "blockquote"},
}
_PARENTHESES: Final = frozenset("()[]\uff08\uff09\u3010\u3011\u300a\u300b")
_WIDEST_MARGIN: Final = 24
"""Characters before each line in lists and quotes that lie in each other; deeper ones are text."""
_DEEPEST: Final = 60
_INVISIBLE: Final = "notes with invisible signs, as for the direction of text, now without them"
_HIDDEN: Final = (
    "notes with a part that Anki does not show (`hidden`, `display: none`), now without it"
)
_EMBEDDED: Final = "notes with an image or a sound within their text (`data:`), now without it"

_SAME_LINE: Final = re.compile(r"[ \t\r\n\f]+")
_NEEDS_READING = re.compile(r"[<&\\\[$*_`~#>+=\n\r\t-]|\A\s*\d{1,9}[.)]|[\ufdd0-\ufdef]|\xa0")
_SOUND = re.compile(r"\[sound:([^\[\]\n]+)\]")
_VOICE = re.compile(r"\[/?anki:tts\b[^\[\]\n]*\]")
_BACKGROUND = re.compile(r"url\(\s*[\"']?([^\"'()]+)")
_TAG = re.compile(r"<[a-zA-Z/!][^<>]*>")
_SIGNS = re.compile(
    r"\\(?=[!-/:-@\[-`{-~\ufdd0-\ufdef\s]|\Z)|`|\*(?!\s)|(?<!\s)\*|(?<![^\W_])_|_(?![^\W_])"
    r"|&(?=#?\w+;)|<(?=(?:img|audio|video|source)\b)",
    re.IGNORECASE,
)
_CUT = re.compile(f"({placeholders.ONE_EDGE.pattern})")
_CLOSING_MARK = re.compile(
    rf"(?<![^\s\ufdd0-\ufdef])#+(?=(?:[{placeholders.STRESS}]|{placeholders.ONE_EDGE.pattern})*\Z)"
)
_SHORT = re.compile(r"[\w+\-\u2212,.()]{1,12}")
_REFERENCE = re.compile(r"\[[^\[\]]*\]")
_GOING_ON = re.compile(r"</(b|strong|i|em|s|del|strike)>(\s*)<\1>", re.IGNORECASE)


MOST_HTML: Final = 300_000
"""Characters of a field that are read, embedded images aside: three times what a card may hold."""

_DATA = re.compile(r"(?<=data:)[\w/+.-]{1,60};base64,[A-Za-z0-9+/=%\s]*")


class Read(NamedTuple):
    """A field as Markdown, and what of it was left out, each in words that count notes."""

    text: str
    left_out: tuple[str, ...] = ()


def read(html: str, media: Container[str] = ()) -> Read:
    """Read a field as Markdown; the images and sounds named in `media` lie in a folder ``media``.

    Braces are text in it, as Anki has it in all notes but clozes.
    """
    return _read(html, media, None)


def read_cloze(html: str, media: Container[str] = ()) -> Read:
    """Read a field of a cloze note as Markdown with the gaps that Anki sees, and no others."""
    return _read(html, media, ankigaps.Gaps())


def markdown(html: str, media: Container[str] = ()) -> str:
    """Give a field as Markdown, by `read`."""
    return read(html, media).text


def cloze(html: str, media: Container[str] = ()) -> str:
    """Give a field of a cloze note as Markdown, by `read_cloze`."""
    return read_cloze(html, media).text


def without_data(html: str) -> str:
    """Return a field without the bytes of the images and sounds embedded in it; their tags stay."""
    return _DATA.sub("", html) if ";base64," in html else html


def words(html: str) -> str:
    """Give the bare words of `html` in one line, to name it by."""
    return " ".join(formulas.words(_TAG.sub(" ", html)).split())


def _read(html: str, media: Container[str], gaps: ankigaps.Gaps | None) -> Read:
    plain = not _NEEDS_READING.search(html) and bool(visible.is_all(html))
    if plain and (gaps is None or "{{" not in html):
        return Read(html.strip())
    reader = _Reader(Media(media), gaps)
    seen, is_whole = visible.read(html)
    if not is_whole:
        reader.left_out.append(_INVISIBLE)
    seen = _GOING_ON.sub(r"\2", _VOICE.sub("", seen))  # what a voice would say can be read
    if gaps is not None:
        seen = ankigaps.marked(seen, gaps)
    reader.feed(_complete(reader.formulas.aside(seen)))
    reader.close()
    return Read(reader.result(), tuple(dict.fromkeys(reader.left_out)))


def _complete(html: str) -> str:
    """Let what begins a tag or a comment and never ends be the sign it looks like.

    The parser would find so too, going to the end of the text for each. What it takes for a
    section of SGML, and may give up at, is a comment up to the next ``>`` in a browser.
    """
    comments = html.rfind("-->") + 1
    html = html[:comments] + html[comments:].replace("<!--", "&lt;!--")
    tags = html.rfind(">") + 1
    return html[:tags].replace("<![", "<!-[") + html[tags:].replace("<", "&lt;")


class _Frame:
    """An element that is open, with what was written in it so far."""

    def __init__(self, tag: str, mark: str = "", style: str = "") -> None:
        self.tag = tag
        self.mark = mark
        self.pieces: list[str] = []
        self.items = 0
        self.margin = 0  # of what its last item holds
        self.spans = (1, 1)
        self.side = grids.side(style)
        self.cells: list[str] = []
        self.language = ""
        self.is_hidden = False
        self.is_code = tag in _LITERAL or (
            tag in _CODE_BOXES and _CODE_STYLE.search(style) is not None
        )
        self.is_pre = tag == "pre" or (self.is_code and _PRE_STYLE.search(style) is not None)


class _Listing(str):
    """Code in an element that is a box for it."""

    __slots__ = ()


class _Reader(HTMLParser):
    """Writes Markdown from the inside out: each element, when it closes, becomes text."""

    def __init__(self, media: Media, gaps: ankigaps.Gaps | None) -> None:
        super().__init__(convert_charrefs=True)
        self._media = media
        self._gaps = gaps
        self._frames = [_Frame("")]
        self._unseen = 0
        self._shelf = Shelf()
        self.formulas = formulas.Formulas(self._shelf, gaps or ankigaps.Gaps())
        self.left_out: list[str] = []

    def result(self) -> str:
        """Give the whole text, once all was fed."""
        while len(self._frames) > 1:
            self._close()
        text = ankigaps.tightened(ankigaps.paired(self._inside(self._frames[0])))
        text = lines.finished(text, self._shelf)
        if self._gaps is not None:
            text = ankigaps.written(text, self._gaps, self._shelf)
        text = self._shelf.filled(text).replace(KEPT_SPACE, "\xa0")
        return OURS.sub("", text).strip()

    # -- What html.parser calls

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: ASIDE.sub("", value or "") for name, value in attrs}
        if tag in _UNSEEN:
            self._unseen += 1
        elif self._unseen:
            return
        elif tag == "br":
            self._write("\n")
        elif tag == "hr":
            self._write(f"\n\n{self._shelf.block(items.RULE)}\n\n")
        elif tag in {"img", "image"}:
            self._write("" if _is_hidden(values) else self._image(values))
        elif tag == "source":
            self._play(values)
        elif tag in _EMBEDDING:
            self._write(self._embedded(values.get(_EMBEDDING[tag], "")))
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
        if any(frame.is_pre for frame in self._frames):
            self._write(data.replace("\xa0", " "))
            return
        data = _SAME_LINE.sub(" ", data)
        if self._is_in_code():
            self._write(data.replace("\xa0", " "))
            return
        words, *sounds = _SOUND.split(data.replace("\xa0", INDENT))
        self._write(self._escaped(words))
        for name, following in zip(sounds[::2], sounds[1::2], strict=True):
            sound = self._shelf.keep(self._media.sound(placeholders.spaced(name)))
            self._write(sound + self._escaped(following))

    # -- Elements

    def _open(self, tag: str, values: dict[str, str]) -> None:
        if tag in _ENDING:
            self._end_cells(_ENDING[tag])
        elif tag == "a":
            self._end_link()
        elif tag in _ENDED_BY.get(self._frames[-1].tag, ()):
            self._close()
        mark = _STRESS.get(tag, "")
        style = values.get("style", "")
        if "url(" in style:
            shown = map(self._media.shown, _BACKGROUND.findall(style))
            self._write("".join(map(self._shelf.keep, filter(None, shown))))
        if tag == "a":
            mark = values.get("href", "")
        elif tag == "span" and not mark:
            style = style.replace(" ", "")
            mark = "**" if "font-weight:bold" in style or "font-weight:700" in style else ""
            mark = "*" if not mark and "font-style:italic" in style else mark
        if mark and any(frame.mark == mark or frame.is_code for frame in self._frames):
            mark = ""  # stressed already, or where stars would be stars
        frame = _Frame(tag, mark, values.get("style", ""))
        frame.spans = (grids.span(values.get("colspan", "")), grids.span(values.get("rowspan", "")))
        frame.language = listings.language(values.get("class", ""))
        frame.is_hidden = _is_hidden(values)
        if tag == "ol":
            frame.items = items.number(values.get("start", ""), 1) - 1
        self._frames.append(frame)
        if tag in _PLAYERS:
            self._play(values)

    def _end_cells(self, tags: Container[str]) -> None:
        """Close what is open of a table and ends where something of it begins anew."""
        places = range(len(self._frames) - 1, 0, -1)
        table = next((at for at in places if self._frames[at].tag == "table"), 0)
        while any(frame.tag in tags for frame in self._frames[table + 1 :]):
            self._close()

    def _end_link(self) -> None:
        """Close a link within which another begins, as browsers do, but not around blocks."""
        place = next((at for at, one in enumerate(self._frames) if one.tag == "a"), 0)
        if place and all(one.tag in _WITHIN_LINES for one in self._frames[place:]):
            while len(self._frames) > place:
                self._close()

    def _close(self) -> None:
        frame = self._frames.pop()
        self._write(self._written(frame, self._inside(frame)))

    def _written(self, frame: _Frame, inside: str) -> str:
        """Give an element as Markdown; one that means nothing there is what it holds."""
        tag = frame.tag
        if frame.is_hidden and not EDGE.search(inside):  # a gap is a card, wherever it lies
            return self._of_hidden(inside)
        if frame.is_code:
            return self._code(frame, inside)
        if self._is_in_code():
            is_apart = tag in _BLOCKS or tag == "div"
            return listings.division(inside) if is_apart else f"{_SCRIPTS.get(tag, '')}{inside}"
        if tag in _STRESS or tag == "span":
            return stress.noted(inside, frame.mark)
        if tag in _BLOCKS:
            return f"\n\n{inside.strip()}\n\n"
        written = _WRITERS.get(tag)
        return written(self, frame, inside) if written else inside

    def _of_hidden(self, inside: str) -> str:
        """Give the sounds of what is hidden: they are played all the same."""
        kept = (found[0] for found in KEPT.finditer(inside))
        sounds = "".join(one for one in kept if self._shelf.filled(one).startswith("[sound:"))
        if inside.strip() != sounds:
            self.left_out.append(_HIDDEN)
        return sounds

    def _heading(self, frame: _Frame, inside: str) -> str:
        words = _CLOSING_MARK.sub(r"\\\g<0>", placeholders.one_line(ankigaps.tightened(inside)))
        if not ankigaps.is_whole(words):
            return f"\n\n{words}\n\n"  # a gap that ends in it began before its mark
        mark = self._shelf.block("#" * int(frame.tag[1]))
        return f"\n\n{mark} {words}\n\n" if words else "\n\n"

    def _division(self, _: _Frame, inside: str) -> str:
        """Put a division on lines of its own, and a block in it apart from what is around."""
        bare = inside.strip("\n")
        before = "\n\n" if inside.startswith("\n\n") and bare else "\n"
        after = "\n\n" if inside.endswith("\n\n") and bare else "\n"
        return f"{before}{bare}{after}"

    def _list(self, _: _Frame, inside: str) -> str:
        inside = inside.strip(" \n")
        around = self._nearest("li", "ul", "ol")
        # Editors write a list that belongs to an item behind it, and not in it.
        if around is not None and around.margin and self._can_hold(0):
            return f"\n{items.set_in(inside, around.margin)}"
        return f"\n{inside}\n\n" if self._nearest("li") else f"\n\n{inside}\n\n"

    def _cell(self, frame: _Frame, inside: str) -> str:
        table = self._nearest("table")
        if table is None:
            return f" {inside} "
        table.cells.append(inside)
        return grids.cell(inside, *frame.spans, frame.side, self._shelf)

    def _row(self, _: _Frame, inside: str) -> str:
        return grids.row(inside) if self._nearest("table") else f"\n{inside}\n"

    def _table(self, frame: _Frame, inside: str) -> str:
        if len(frame.cells) == 1 and grids.is_box(inside):
            return f"\n\n{frame.cells[0].strip()}\n\n"
        if self._nearest("td", "th"):
            return f" {grids.flat(inside)} "
        return grids.table(inside)

    def _can_hold(self, width: int) -> bool:
        """Tell if lines may have a margin of this width beside that of what is open."""
        lists = (frame for frame in self._frames if frame.tag in {"ul", "ol", "blockquote"})
        return sum(_margin(frame) for frame in lists) + width <= _WIDEST_MARGIN

    def _quote(self, _: _Frame, inside: str) -> str:
        if not self._can_hold(2):
            return f"\n\n{inside.strip()}\n\n"
        mark = self._shelf.holder(">")
        quoted = (f"{mark} {line}" for line in inside.strip().split("\n"))
        return "\n\n" + "\n".join(quoted) + "\n\n"

    def _item(self, _: _Frame, inside: str) -> str:
        listing = self._nearest("ul", "ol")
        bullet = "-"
        if listing is not None:
            listing.items += 1
            bullet = f"{listing.items}." if listing.tag == "ol" else bullet
        if items.is_empty(inside):
            return "".join(edge[0] for edge in EDGE.finditer(inside))
        if not self._can_hold(0):
            return f"\n{inside.strip()}"
        if listing is not None:
            listing.margin = len(f"{bullet} ")
        return items.item(inside, bullet, self._shelf)

    def _code(self, frame: _Frame, inside: str) -> str:
        outer = next((other for other in self._frames if other.is_code), None)
        if outer is not None:
            outer.language = outer.language or frame.language
            return listings.division(inside) if frame.tag in _CODE_BOXES else inside
        if frame.tag in _CODE_BOXES:
            return _Listing(inside)
        if frame.is_pre or not listings.is_one_line(inside):
            return self._listing(inside, frame.language)
        return listings.inline(inside, self._shelf, self._escaped)

    def _listing(self, inside: str, language: str = "") -> str:
        if self._nearest("td", "th", "a", "rt", *_HEADINGS):
            code = inside.strip("\n").split("\n")
            return " ".join(listings.inline(line, self._shelf, self._escaped) for line in code)
        return listings.block(inside, self._shelf, self._escaped, language)

    def _inside(self, frame: _Frame) -> str:
        """Give what an element holds; boxes of code that follow each other are one listing."""
        written: list[str] = []
        code: list[str] = []
        for piece in (*frame.pieces, "."):
            if isinstance(piece, _Listing):
                code.append(piece.strip("\n"))
            elif code and not piece.strip():
                code += [""] * piece.count("\n")
            else:
                if code:
                    written.append(self._boxed("\n".join(code).rstrip("\n")))
                    code.clear()
                written.append(piece)
        return "".join(written[:-1])

    def _boxed(self, code: str) -> str:
        if listings.is_one_line(code):
            return f"\n{listings.inline(code, self._shelf, self._escaped)}\n"
        return self._listing(code)

    def _reading(self, _: _Frame, inside: str) -> str:
        """Write how signs are read behind them, in parentheses."""
        words = placeholders.one_line(inside)
        return f"({words})" if words else ""

    def _no_parenthesis(self, _: _Frame, inside: str) -> str:
        """Leave out what stands for the parentheses that are written anyway."""
        return "" if inside.strip() in _PARENTHESES else inside

    def _index(self, frame: _Frame, inside: str) -> str:
        return self._script(inside, _SCRIPTS[frame.tag])

    def _script(self, inside: str, mark: str) -> str:
        """Set a short index as maths; longer ones are read as words."""
        if BLOCK in inside:
            return inside
        if EDGE.search(inside):  # a gap stays one, around its part of an index
            return "".join(
                piece if EDGE.fullmatch(piece) else self._script(piece, mark)
                for piece in _CUT.split(inside)
            )
        words = stress.without(inside).strip()
        if _REFERENCE.fullmatch(words) or addresses.has_link(inside, self._shelf):
            return inside
        if _SHORT.fullmatch(words):
            return self._shelf.keep(rf"\({mark}{{{words}}}\)")
        return f"{mark}({words})" if words else ""

    def _link(self, frame: _Frame, inside: str) -> str:
        address = frame.mark.strip()
        if self._media.name_of(address):
            medium = self._medium(address)
            return f"{inside} {medium or self._told(address)}"
        words = placeholders.one_line(inside)
        if not words or addresses.leads_nowhere(address):
            return inside
        target = addresses.linkable(address)
        if not target:
            is_told = stress.without(inside).strip() == self._escaped(address)
            return inside if is_told else f"{inside} ({self._told(address)})"
        is_whole = ankigaps.is_whole(inside)
        if is_whole and (not placeholders.STRUCTURE.isdisjoint(inside) or "\n\n" in inside.strip()):
            return f"{inside.rstrip()}\n\n{addresses.alone(target, self._shelf)}\n\n"
        if not is_whole or addresses.has_link(inside, self._shelf):
            return f"{inside} ({addresses.alone(target, self._shelf)})"
        edges = placeholders.spaced(inside[0] + inside[-1])
        before, after = (" " * edge.isspace() for edge in edges)
        return f"{before}{addresses.link(words, target, self._shelf)}{after}"

    def _told(self, address: str) -> str:
        """Write an address that can be no link, as it stands."""
        return listings.inline(" ".join(address.split()), self._shelf, self._escaped)

    def _embedded(self, source: str) -> str:
        """Write what is shown from elsewhere within a card: a medium, or its address."""
        if source.strip().lower().startswith("data:"):
            self.left_out.append(_EMBEDDED)
            return ""
        medium = self._medium(source)
        if medium or addresses.leads_nowhere(source):
            return medium
        target = addresses.linkable(source)
        return f"\n{self._shelf.keep(f'<{target}>') if target else self._told(source)}\n"

    def _image(self, values: dict[str, str]) -> str:
        sources = (values.get(name, "") for name in ("src", "href", "xlink:href"))
        source = next(filter(None, sources), "")
        words = values.get("alt", "").replace("[", "(").replace("]", ")")
        if source.strip().lower().startswith("data:"):
            self.left_out.append(_EMBEDDED)
            return self._escaped(words)
        if not source:
            return self._medium(_first_of(values.get("srcset", "")))
        return self._shelf.keep(self._media.picture(source, words))

    def _medium(self, source: str) -> str:
        shown = self._media.shown(source)
        return self._shelf.keep(shown) if shown else ""

    def _play(self, values: dict[str, str]) -> None:
        """Write the first source of a player; the others are the same in other formats."""
        player = self._nearest(*_PLAYERS)
        source = values.get("src")
        if source and player is not None and not player.mark:
            player.mark = source
            if source.strip().lower().startswith("data:"):
                self.left_out.append(_EMBEDDED)
            else:
                self._write(self._shelf.keep(self._media.sound(source)))

    # -- Texts

    def _escaped(self, text: str) -> str:
        r"""Give plain text so that Markdown takes no sign of it for a mark.

        A dollar that is the only one of a field begins no maths.
        """
        text = _SIGNS.sub(r"\\\g<0>", text)
        return text.replace("$", "\\$") if self.formulas.dollars > 1 else text

    def _is_in_code(self) -> bool:
        return any(frame.is_code for frame in self._frames)

    def _nearest(self, *tags: str) -> _Frame | None:
        """Give the innermost open element of one of these names."""
        return next((frame for frame in reversed(self._frames) if frame.tag in tags), None)

    def _write(self, text: str) -> None:
        """Add to the innermost element; words right behind an item stand on a line of their own."""
        pieces = self._frames[-1].pieces
        follows_item = bool(pieces) and pieces[-1].startswith((f"\n{BLOCK}", f"\n{WITHIN}"))
        if follows_item and text[:1] != "\n" and EDGE.sub("", text).strip():
            pieces.append("\n")
        pieces.append(text)


_WRITERS: Final[Mapping[str, Callable[[_Reader, _Frame, str], str]]] = {
    "a": _Reader._link,  # noqa: SLF001 - a table of its own methods
    "sub": _Reader._index,  # noqa: SLF001 - the table of this reader, beside it
    "sup": _Reader._index,  # noqa: SLF001 - the table of this reader, beside it
    **dict.fromkeys(_HEADINGS, _Reader._heading),  # noqa: SLF001 - as above
    "div": _Reader._division,  # noqa: SLF001 - the table of this reader, beside it
    "ul": _Reader._list,  # noqa: SLF001 - the table of this reader, beside it
    "ol": _Reader._list,  # noqa: SLF001 - the table of this reader, beside it
    "li": _Reader._item,  # noqa: SLF001 - the table of this reader, beside it
    "td": _Reader._cell,  # noqa: SLF001 - the table of this reader, beside it
    "th": _Reader._cell,  # noqa: SLF001 - the table of this reader, beside it
    "tr": _Reader._row,  # noqa: SLF001 - the table of this reader, beside it
    "table": _Reader._table,  # noqa: SLF001 - the table of this reader, beside it
    "blockquote": _Reader._quote,  # noqa: SLF001 - the table of this reader, beside it
    "rt": _Reader._reading,  # noqa: SLF001 - the table of this reader, beside it
    "rp": _Reader._no_parenthesis,  # noqa: SLF001 - the table of this reader, beside it
}


def _is_hidden(values: Mapping[str, str]) -> bool:
    """Tell if an element is not shown, by what it says of itself."""
    return "hidden" in values or _HIDDEN_STYLE.search(values.get("style", "")) is not None


def _first_of(srcset: str) -> str:
    """Give the first picture of several sizes."""
    words = srcset.partition(",")[0].split()
    return words[0] if words else ""


def _margin(frame: _Frame) -> int:
    """Give how far a list or a quote sets in what it holds."""
    return len(f"{frame.items}. ") if frame.tag == "ol" else 2
