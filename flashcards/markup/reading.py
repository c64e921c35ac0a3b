r"""Text of a card -> tree: CommonMark with tables, strikethrough and maths.

Most texts on cards are plain, so three ways lead to the same tree: without any mark the text is
a paragraph at once; without a mark at the start of a line only the inlines are parsed; else all
is. markdown-it is not loaded before a text needs it.

Nothing is dropped: what is not understood, not allowed or nested too deeply is shown as written.
"""

import re

from flashcards.markup.paragraphs import paragraph, words
from flashcards.markup.stash import Stash, stash
from flashcards.markup.tree import Block, Blocks

_MAYBE = re.compile(r"[\\`$\[<\U00040000-\U000dffff]")
"""What could begin something to be taken out."""

_BLOCK = re.compile(
    r"""^(?: [ \t>|:] | \#{1,6}(?:[ \t]|$) | =+$ | -(?:[ \t|:-]|$) | [+*](?:[ \t]|$)
    | [*_](?:[ \t]*[*_]){2,}$ | [0-9]{1,9}[.)](?:[ \t]|$) | ```|~~~ ) | [ \t]$""",
    re.MULTILINE | re.VERBOSE,
)
"""What could begin a block other than a paragraph, or end a line with a break."""

_INLINE = re.compile(
    r"""[`\0] | (?<!\s)\*|\*(?!\s) | (?<!\w)_|_(?!\w) | ~~ | \\[!-/:-@\[-`{-~\n]
    | <\S | &(?:\#|[A-Za-z]) | \]\(""",
    re.VERBOSE,
)
"""What could be an inline mark."""

_BLANK = re.compile(r"\n{2,}")


def read(text: str) -> Blocks:
    """Read `text` as Markdown with maths.

    Characters of private use go through wherever they stand, and emphasis looks past them, so
    that a caller may mark places in the text (`flashcards.markup.gaps` does).
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.strip("\n").rstrip()
    kept = stash(text) if _MAYBE.search(text) else Stash(text, ())
    if _BLOCK.search(kept.text):
        return _blocks(kept)
    return tuple(block for part in _BLANK.split(kept.text) for block in _paragraph(part, kept))


def _paragraph(text: str, kept: Stash) -> tuple[Block, ...]:
    text = text.strip()
    if not text:
        return ()
    if not _INLINE.search(text):
        return paragraph(words(text, kept))
    from flashcards.markup.building import inlines  # noqa: PLC0415 -- loads markdown-it

    return paragraph(inlines(text, kept))


def _blocks(kept: Stash) -> Blocks:
    from flashcards.markup.building import blocks  # noqa: PLC0415 -- loads markdown-it

    return blocks(kept)
