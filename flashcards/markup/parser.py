"""Markdown-it, set up once: CommonMark with tables and strikethrough, and nothing that loses text.

Left out are HTML, reference definitions (they vanish from what is shown) and all code: backticks
and fences are taken out before (see `stash`), and what stands for a fence is a block here.
"""

import unicodedata

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_block.table import table as parse_table
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token
from markdown_it.utils import EnvType

from flashcards.markup import stash

DEEPEST = 40
"""Levels of nested blocks that are read; markdown-it drops what lies deeper."""


def block_tokens(text: str) -> list[Token]:
    """Give the blocks of `text`; the content of ``inline`` tokens is not parsed yet."""
    tokens: list[Token] = []
    _MARKDOWN.block.parse(text, _MARKDOWN, {}, tokens)
    return tokens


def inline_tokens(text: str) -> list[Token]:
    """Give the inlines of `text`, the content of one paragraph, heading or cell."""
    return _MARKDOWN.inline.parse(text, _MARKDOWN, {}, [])


class _MarkedState(StateInline):
    """Emphasis knows of characters of private use: they mark places, and are no letters.

    Seen from a delimiter, a mark on the far side of it is an edge, as a brace would be, and one on
    the near side is not there: what counts is the word behind it. So ``{{_a_}}``, ``{{**"a"**}}``
    and ``x**{{a}}**`` are stressed although marks stand where the braces stood. What was taken out
    is an edge on the far side as well, and a word on the near one: **Note:**`code` is stressed,
    as everywhere, and so is **`code`**s.
    """

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803, FBT001 -- markdown-it's names
        if self.src.isascii():  # known at once, and so is that no mark stands there
            return super().scanDelims(start, canSplitWord)
        end = start + 1
        while end < self.posMax and self.src[end] == self.src[start]:
            end += 1
        before, after = start, end
        while before > 0 and _private(self.src[before - 1]):
            before -= 1
        while after < self.posMax and _private(self.src[after]):
            after += 1
        left, right = self.src[before - 1 : before], self.src[after : min(after + 1, self.posMax)]
        if (before, after) == (start, end) and not any(map(stash.is_place, (left, right))):
            return super().scanDelims(start, canSplitWord)
        run = self.src[start:end]
        far_left = "" if before < start or stash.is_place(left) else left
        far_right = "" if after > end or stash.is_place(right) else right
        opens = self._scanned(far_left, run, right, canSplitWord).can_open
        closes = self._scanned(left, run, far_right, canSplitWord).can_close
        return Scanned(opens, closes, len(run))

    def _scanned(self, left: str, run: str, right: str, split: bool) -> Scanned:  # noqa: FBT001 -- markdown-it's rule
        alone = StateInline(left + run + right, self.md, self.env, [])
        return alone.scanDelims(len(left), split)


class _Inline(ParserInline):
    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        state = _MarkedState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def _private(character: str) -> bool:
    return character > "\ud7ff" and unicodedata.category(character) == "Co"


def _fence(state: StateBlock, start: int, _end: int, silent: bool) -> bool:  # noqa: FBT001 -- markdown-it's signature
    """Read a line that stands for a fence: what it holds is not known here."""
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]].rstrip()
    if len(line) != 1 or not stash.is_fence(line):
        return False
    if not silent:
        token = state.push("fence", "code", 0)
        token.content, token.meta = line, {"indent": state.sCount[start]}
        state.line = start + 1
    return True


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- markdown-it's signature
    """Read a table, unless a row has more cells than the header: those would be dropped."""
    tokens, line, parent = len(state.tokens), state.line, state.parentType
    if not parse_table(state, start, end, silent):
        return False
    if silent or _cells_fit(state, tokens, start, state.line):
        return True
    del state.tokens[tokens:]
    state.line, state.parentType = line, parent
    return False


def _cells_fit(state: StateBlock, first_token: int, start: int, end: int) -> bool:
    columns = 0
    for token in state.tokens[first_token:]:
        if token.type == "thead_close":
            break
        columns += token.type == "th_open"
    rows = (
        state.src[state.bMarks[n] + state.tShift[n] : state.eMarks[n]]
        for n in range(start + 2, end)
    )
    return all(len(escapedSplit(row.strip(" \t").strip("|"))) <= columns for row in rows)


class _Markdown(MarkdownIt):
    """Addresses stay as written here; they are judged where they become links."""

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802 -- markdown-it's name
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802 -- markdown-it's name
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802 -- markdown-it's name
        return link


def _markdown() -> MarkdownIt:
    markdown = _Markdown()
    markdown.inline = _Inline()
    markdown.configure("commonmark", {"html": False, "maxNesting": DEEPEST})
    markdown.enable(["table", "strikethrough"])
    markdown.disable(["reference", "code", "html_block", "html_inline", "backticks"])
    markdown.block.ruler.at("fence", _fence, {"alt": ["paragraph", "blockquote", "list"]})
    markdown.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    return markdown


_MARKDOWN = _markdown()
