"""The gate through which every value of a deck file comes in: checked once, then trusted.

A `Reader` turns nodes into texts, flags, tags and fields, and reports what is wrong with them.
Nothing behind it looks at YAML quirks again.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from flashcards import text as texts
from flashcards.style.catalogue import RULES, closest

from . import escapes, media
from .findings import Findings
from .hints import INVISIBLE_INDENT
from .nodes import Mapping, Node, Scalar, Sequence, is_empty, is_todo
from .source import Source
from .syntax import Fault, Place

MAX_TEXT = 100_000
"""Characters of one text; a card of a novel's length is a mistake or an attack."""

STYLE_OK = "style-ok"
"""The key of a file, topic or entry under which it names the rules of style it may break."""

_TRUE = frozenset({"true", "yes", "on"})
_FALSE = frozenset({"false", "no", "off"})
_BETWEEN_TAGS = re.compile(r"[\s,]+")
_ID = re.compile(r"\S{1,100}")
_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_COMMENT = re.compile(r"[ \t]+(#[^\r\n]*)")
_MEANT_COMMENT = re.compile(r"(?:[ \t]{2,}|\t)#(?:[ \t#!]|$)")
_LINE_MARKS = re.compile(r"^[ \t]*(?:[-*+] |[0-9]+[.)] |```|~~~)", re.MULTILINE)
_INVISIBLE = re.compile("[\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]")
_CLOSE_ENOUGH = 65
_LONGEST_KEY = 40


class Reader:
    """Reads the nodes of one file."""

    def __init__(
        self,
        source: Source,
        findings: Findings,
        flaws: dict[Place, Fault],
        coming: Iterable[str] = (),
    ) -> None:
        """Read nodes of `source`; `flaws` are the parser's faults of single nodes.

        The images and sounds `coming` were found good, and need not be in their places yet.
        """
        self.source = source
        self.findings = findings
        self._flaws = flaws
        self._folder = Path(source.path).parent
        self._media: dict[str, str | None] = dict.fromkeys(coming)
        self._ids: dict[tuple[str, str], int] = {}
        # Lines whose key begins with a blank that is none, and so lies in another entry than meant.
        self._torn: list[int] = []

    # Maps

    def fields(self, node: Mapping, known: Collection[str], where: str) -> dict[str, Node]:
        """Give the values of a map by key; keys that are unknown or stand twice are reported.

        Of a key that stands twice the first counts. Merge keys (``<<``) are followed, and take
        over all but the ``id``, which belongs to one entry.
        """
        self._flawed(node)
        fields: dict[str, Node] = {}
        merged: list[Node] = []
        firsts: dict[str, Scalar] = {}
        for key, value in node.pairs():
            if not isinstance(key, Scalar):
                self._not_a_key(key)
            elif key.text in fields:
                firsts = firsts or _first_keys(node)
                self._duplicate(node, key, firsts)
            elif key.text in known:
                fields[key.text] = value
            elif key.text == "<<" and not key.style:
                merged.append(value)
            else:
                self._unknown(node, key, value, known, where)
        for value in merged:
            for name, inherited in self._merge(value, known, where):
                if name != "id":
                    fields.setdefault(name, inherited)
        return fields

    def _merge(self, node: Node, known: Collection[str], where: str) -> Iterator[tuple[str, Node]]:
        for source in node.items if isinstance(node, Sequence) else [node]:
            if isinstance(source, Mapping):
                yield from self.fields(source, known, where).items()
            else:
                what = "`<<` takes an entry over, and needs `*name` of an entry above."
                self.findings.at(source, "wrong-shape", what=what, fix="Name one, or delete it.")

    def _not_a_key(self, key: Node) -> None:
        what = "A list or map stands where a key is meant."
        fix = "Put single quotes around a text that starts with `{` or `[`."
        self.findings.at(key, "wrong-shape", what=what, fix=fix)

    def _duplicate(self, node: Mapping, key: Scalar, firsts: dict[str, Scalar]) -> None:
        first = firsts[key.text]
        dash = ""
        if first is node.parts[0] and not node.flow:
            dash = ", or put `- ` in front of the second if a new entry begins there"
        self.findings.at(key, "duplicate-key", key=key.text, first=str(first.line + 1), dash=dash)

    def _unknown(
        self, node: Mapping, key: Scalar, value: Node, known: Collection[str], where: str
    ) -> None:
        if found := INVISIBLE_INDENT.fullmatch(self.source.line(key.line)[: key.column + 1]):
            self._torn.append(key.line)
            name = f"U+{ord(found[1]):04X}"
            details = {"name": name, "where": "in the indentation"}
            self.findings.report("invisible-blank", key.line, found.start(1), **details)
            return
        if node.flow and isinstance(value, Scalar) and value.start == value.end and node.parts:
            self.findings.at(key, "comma-in-braces", key=key.text)
            return
        self.findings.at(key, "unknown-key", key=key.text, where=where, fix=_advice(key, known))

    def is_torn(self, node: Mapping) -> bool:
        """Tell whether the lines below an entry belong to it but for an invisible character.

        Their fault is reported already; it counts as one of the entry, too.
        """
        if not self._torn:
            return False
        last: Node = node
        while not isinstance(last, Scalar):
            below = last.parts if isinstance(last, Mapping) else last.items
            if not below:
                return False
            last = below[-1]
        # A text ends at the latest where the line below it begins.
        first = self.source.place(max(last.start, last.end - 1))[0] + 1
        next_line = next((n for n in range(first, len(self.source.lines)) if self._says(n)), -1)
        if next_line not in self._torn:
            return False
        self.findings.spoil()
        return True

    def _says(self, number: int) -> bool:
        """Tell whether a line is neither blank nor a comment."""
        return self.source.line(number).lstrip(" \t")[:1] not in {"", "#"}

    # Texts

    def text(self, node: Node, key: str) -> str:
        """Give the text of a scalar, clean; empty for nothing, and for what is no text.

        `key` names the value in messages. A place the author left open (``todo``) is empty too;
        `nodes.is_todo` tells the two apart.
        """
        if not isinstance(node, Scalar):
            self._not_a_text(node, key)
            return ""
        if self._flaws:
            self._flawed(node)
        if is_empty(node):
            return ""
        self._check_writing(node, key)
        text = self._cleaned(node)
        text = text.strip("\n").rstrip() if node.style in {"|", ">"} else text.strip()
        if len(text) > MAX_TEXT:
            self.findings.at(node, "text-too-long", count=f"{len(text):,}", limit=f"{MAX_TEXT:,}")
            return text[:MAX_TEXT]
        return self._with_media(text, node)

    def filled(self, node: Node, key: str) -> str:
        """Give the text of a scalar as `text` does, and nothing for a stub."""
        return "" if is_todo(node) else self.text(node, key)

    def _flawed(self, node: Node) -> None:
        flaw = self._flaws.get((node.line, node.column)) if self._flaws else None
        if flaw:
            self.findings.report(flaw.code, flaw.line, flaw.column, **flaw.details)

    def _not_a_text(self, node: Mapping | Sequence, key: str) -> None:
        first = next(iter(node.parts if isinstance(node, Mapping) else node.items), None)
        bracket = "{" if isinstance(node, Mapping) else "["
        shape = "a map" if isinstance(node, Mapping) else "a list"
        fix = f"Put single quotes around the text, or write it under `{key}: |`."
        if isinstance(first, Mapping) and first.flow and node.flow and bracket == "{":
            self.findings.at(node, "gap-at-start")
            return
        if node.flow:
            what = f"A text cannot start with `{bracket}` without quotes: YAML reads {shape}."
        else:
            what = f"`{key}` holds {shape} where one text is meant."
        self.findings.at(node, "wrong-shape", what=what, fix=fix)

    def _check_writing(self, node: Scalar, key: str) -> None:
        """Report what YAML did to the text without a word."""
        source = self.source
        if source.marred and source.is_marred(node.start, node.end):
            self.findings.spoil()
        if not node.style:
            if source.text[node.end : node.end + 1] in {" ", "\t"}:
                self._check_comment(node, key)
            if "\n" in node.text:
                what = "A blank line does not end a text without quotes: what follows joined it."
                self.findings.at(node, "joined-lines", what=what, key=key)
        elif node.style == '"' and (fault := escapes.fault(source.text, node.start, node.end)):
            self.findings.report(
                "backslash-in-quotes",
                *source.place(fault.at),
                escape=fault.escape,
                name=fault.name,
                word=fault.word,
                key=key,
            )
        # Joining takes line ends and indentations away: a text as long as it is written has none.
        if node.style != "|" and node.end - node.start > len(node.text) + 2:
            self._check_joining(node, key)

    def _check_joining(self, node: Scalar, key: str) -> None:
        """Report lines of a list or of code that YAML put on one line."""
        written = self.source.text[node.start : node.end]
        if "\r" in written:
            written = written.replace("\r\n", "\n").replace("\r", "\n")
        if "\n" not in written:
            return
        if len(_LINE_MARKS.findall(written)) > max(1, len(_LINE_MARKS.findall(node.text))):
            sign = "`>` joins lines" if node.style == ">" else "Without `|` lines are joined"
            what = f"{sign}, also those of a list or of code."
            self.findings.at(node, "joined-lines", what=what, key=key)

    def _check_comment(self, node: Scalar, key: str) -> None:
        comment = _COMMENT.match(self.source.text, node.end)
        if comment and not _MEANT_COMMENT.match(comment.group()):
            place = self.source.place(comment.start(1))
            self.findings.report("cut-comment", *place, comment=comment[1], key=key)

    def _cleaned(self, node: Scalar) -> str:
        text = node.text
        if text.isascii() and text.isprintable():
            return text
        unsafe = texts.has_control(text)
        if unsafe and (index := self.source.text.find(unsafe.group(), node.start, node.end)) >= 0:
            name = f"U+{ord(unsafe.group()):04X}"
            effect = f"it is shown as {texts.clean(unsafe.group())}"
            place = self.source.place(index)
            self.findings.report("invisible-character", *place, name=name, effect=effect)
        return texts.clean(text)

    def _with_media(self, text: str, node: Scalar) -> str:
        """Report media that may not be used, and take what must not be opened out of the text."""
        pieces = []
        at = 0
        for found in media.references(text):
            target = found.target
            if target not in self._media:
                self._media[target] = media.fault(target, self._folder)
            code = self._media[target]
            if code is None:
                continue
            written = found.written or text[found.start : found.end]
            index = self.source.text.find(written, node.start, node.end)
            place = self.source.place(index) if index >= 0 else (node.line, node.column)
            self.findings.report(code, *place, target=target)
            if code != "media-missing":
                pieces += [text[at : found.start], found.words]
                at = found.end
        return "".join([*pieces, text[at:]]) if pieces else text

    # Other values

    def flag(self, fields: dict[str, Node], key: str) -> bool:
        """Give a value that is true or false; false when it is not written."""
        node = fields.get(key)
        if node is None or is_empty(node):
            return False
        word = node.text.casefold() if isinstance(node, Scalar) else ""
        if word not in _TRUE | _FALSE:
            self.bad_value(node, key, "true or false", f"Write `{key}: true`, or delete it.")
        return word in _TRUE

    def number(self, fields: dict[str, Node], key: str) -> int | None:
        """Give a whole number; None when it is not written."""
        node = fields.get(key)
        if node is None or is_empty(node):
            return None
        if isinstance(node, Scalar) and _INTEGER.fullmatch(node.text):
            return int(node.text)
        self.bad_value(node, key, "a whole number", f"Write a number, as in `{key}: 2`.")
        return None

    def identifier(self, fields: dict[str, Node], kind: str) -> str | None:
        """Give the author's ``id``; one that stands twice among its `kind` is reported."""
        node = fields.get("id")
        if node is None or is_empty(node):
            return None
        name = self.text(node, "id")
        if not _ID.fullmatch(name):
            self.bad_value(node, "id", "one word", "Write it without blanks, in 1-100 characters.")
            return None
        first = self._ids.setdefault((kind, name), node.line)
        if first != node.line:
            self.findings.at(node, "duplicate-id", id=name, first=str(first + 1))
        return name

    def tags(self, fields: dict[str, Node]) -> tuple[str, ...]:
        """Give the tags: a list, or the words of one text; a blank within one becomes ``_``."""
        node = fields.get("tags")
        if node is None or is_empty(node):
            return ()
        if isinstance(node, Sequence):
            words = ["_".join(self.text(item, "tags").split()) for item in node.items]
        else:
            words = _BETWEEN_TAGS.split(self.text(node, "tags"))
        return tuple(dict.fromkeys(filter(None, words)))

    def style_ok(self, fields: dict[str, Node]) -> tuple[str, ...]:
        """Give the rules of style that are silent: a list, or the words of one text."""
        node = fields.get(STYLE_OK)
        if node is None or is_empty(node):
            return ()
        named = []
        for item in node.items if isinstance(node, Sequence) else [node]:
            for word in filter(None, _BETWEEN_TAGS.split(self.text(item, STYLE_OK))):
                if word not in RULES:
                    self._unknown_rule(item, word)
                named.append(word)
        return tuple(dict.fromkeys(named))

    def _unknown_rule(self, node: Node, word: str) -> None:
        near = closest(word)
        fix = f"Did you mean `{near}`?" if near else f"The rules are {', '.join(RULES)}."
        self.findings.at(
            node, "bad-value", key=STYLE_OK, value=word, wanted="a rule of style", fix=fix
        )

    def listed(self, node: Node, key: str) -> tuple[str, ...]:
        """Give one text or a list of texts."""
        nodes = node.items if isinstance(node, Sequence) else [node]
        return tuple(filter(None, (self.text(item, key) for item in nodes)))

    def bad_value(self, node: Node, key: str, wanted: str, fix: str) -> None:
        """Report that `node` is not what `key` takes."""
        value = node.text if isinstance(node, Scalar) else "a list or map"
        self.findings.at(node, "bad-value", key=key, value=value, wanted=wanted, fix=fix)


def _first_keys(node: Mapping) -> dict[str, Scalar]:
    """Give each key of a map where it stands first."""
    firsts: dict[str, Scalar] = {}
    for key, _ in node.pairs():
        if isinstance(key, Scalar):
            firsts.setdefault(key.text, key)
    return firsts


def _advice(key: Scalar, known: Collection[str]) -> str:
    """Say what the author of an unknown key may have meant."""
    name = key.text[:_LONGEST_KEY]
    if invisible := _INVISIBLE.search(name):
        return f"Delete the invisible character U+{ord(invisible.group()):04X} in it."
    if closest := closest_of(name, known):
        return f"Did you mean `{closest}`?"
    if " " in name.strip():
        return "If this is a text with `: ` in it, put single quotes around it."
    return f"The keys here are {', '.join(sorted(known))}."


def closest_of(word: str, words: Collection[str]) -> str | None:
    """Give the one of `words` that `word` was most likely meant to be, None if none is near."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 -- only files with a fault pay for it

    found = process.extractOne(
        word.casefold(), sorted(words), scorer=fuzz.ratio, score_cutoff=_CLOSE_ENOUGH
    )
    return found[0] if found else None
