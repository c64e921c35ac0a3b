"""The cheat sheets as one page for the night before: offline, without a script, maths drawn."""

from collections.abc import Iterable, Iterator
from html import escape

from flashcards.collection.topics import Chapter
from flashcards.commands.review_parts import bulleted
from flashcards.files import writing
from flashcards.markup import reading
from flashcards.markup.html import CODE_CSS, html
from flashcards.terminal import mathtext

_COLUMNS = 72
_BEGIN = "<!doctype html>\n"
_TITLE = "<title>Cheat sheets</title>"
_KIND = writing.Kind(
    "a page of cheat sheets",
    (".html", ".htm"),
    lambda head: head.startswith(_BEGIN.encode()) and _TITLE.encode() in head,
)
_STYLE = """\
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 17px/1.5 system-ui, sans-serif;
  color-scheme: light dark; }
h2 { margin-top: 2.5rem; font-size: 1.15rem; }
.tldr { font-weight: 600; }
pre, code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em; }
pre { overflow-x: auto; line-height: 1.2; }
@media print { h2 { break-after: avoid; } li { break-inside: avoid; } }
"""


def write(path: str, chapters: Iterable[Chapter]) -> None:
    """Write the page of `chapters` to `path`.

    Raises:
        NotWrittenError: There is something else than such a page, or the system refused.
    """
    writing.write(path, _KIND, lambda file: file.writelines(map(str.encode, _page(chapters))))


def _page(chapters: Iterable[Chapter]) -> Iterator[str]:
    yield f"{_BEGIN}<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
    yield f"<meta name='viewport' content='width=device-width'>\n{_TITLE}\n"
    yield f"<style>\n{_STYLE}{CODE_CSS}</style>\n</head>\n<body>\n"
    for chapter in chapters:
        topic = chapter.topic
        yield f"<h2>{_html(topic.question)}</h2>\n"
        if topic.tldr:
            yield f"<div class='tldr'>{_html(topic.tldr)}</div>\n"
        if topic.cheat_sheet:
            yield f"{_html(bulleted(topic.cheat_sheet))}\n"
    yield "</body>\n</html>\n"


def _html(text: str) -> str:
    return html(reading.read(text), lambda _: None, _maths)


def _maths(source: str, display: bool) -> str:  # noqa: FBT001 - as the tree has it
    """Draw a formula with characters, which needs no script and no network."""
    if display:
        drawn = mathtext.fitted(source, _COLUMNS)
        return f"<pre>{escape(chr(10).join(drawn) if drawn else f'$${source}$$')}</pre>"
    return escape(mathtext.inline(source) or f"${source}$")
