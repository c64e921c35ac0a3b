"""HTML of Anki's fields as the Markdown that decks hold."""

from html.parser import HTMLParser
from typing import Final

_MARKS: Final = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "s": "~~"}
_LINES: Final = frozenset(["div", "p", "ul", "ol", "tr", "table", "blockquote", "hr", "section"])
_SILENT: Final = frozenset(["script", "style"])
_HEADINGS: Final = {f"h{level}": "#" * level + " " for level in range(1, 7)}


def markdown(text: str) -> str:
    """Give HTML as Markdown: stress, code, lists, images and line ends; other tags are dropped."""
    if "<" not in text and "&" not in text:
        return text
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    """Collects the text, with a mark for each tag that means something on a card."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._pieces: list[str] = []
        self._silent = 0
        self._code = 0

    def text(self) -> str:
        """Give the text, without more than one blank line in a row."""
        lines = [line.rstrip() for line in "".join(self._pieces).split("\n")]
        kept = [line for n, line in enumerate(lines) if line or (n and lines[n - 1])]
        return "\n".join(kept).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in _SILENT
        if tag == "br":
            self._pieces.append("\n")
        elif tag == "li":
            self._pieces.append("\n- ")
        elif tag == "pre":
            self._code += 1
            self._pieces.append("\n```\n")
        elif tag in _HEADINGS:
            self._pieces.append(f"\n{_HEADINGS[tag]}")
        elif tag == "img":
            given = dict(attrs)
            target = given.get("src") or ""
            target = f"<{target}>" if " " in target or "(" in target else target
            self._pieces.append(f"![{given.get('alt') or ''}]({target})")
        elif tag in _MARKS and not self._code:
            self._pieces.append(_MARKS[tag])
        elif tag in _LINES:
            self._line()

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in _SILENT and self._silent > 0
        if tag == "pre" and self._code:
            self._code -= 1
            self._pieces.append("\n```\n")
        elif tag in _MARKS and not self._code:
            self._pieces.append(_MARKS[tag])
        elif tag in _LINES or tag in _HEADINGS:
            self._line()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._pieces.append(data.replace("\u00a0", " "))

    def _line(self) -> None:
        """Begin a line, unless one begins here already."""
        if self._pieces and not self._pieces[-1].endswith("\n"):
            self._pieces.append("\n")
