"""Where in the text of a deck file changes belong, as splices that leave all else as it is. Pure.

Nothing here needs to be right about every form of YAML: what comes of it is read again and
compared with what is meant (`growing`). What has no sure place is refused with its line.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, NoReturn

from flashcards.errors import NotWrittenError

from . import layout
from .changes import Append, Change, Fill, Insert, Path, Unfold
from .layout import Columns, Field, Fields, Items
from .meaning import insertion
from .nodes import Mapping, Node, Scalar, is_empty
from .nodes import Sequence as List
from .scalars import STEP
from .source import Source
from .splicing import Edit

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_DOCUMENT_END: Final = re.compile(r"\.\.\.(?:\s|$)")
_CLOSING: Final = re.compile(r"(?:[\s,]|#[^\r\n]*+)*+[\]}]")
_COLON: Final = re.compile(r"[ \t]*:")
_NOTHING_IN_BRACKETS: Final = re.compile(r"\[\s*\]|\{\s*\}")
_BLOCK_HEADER: Final = re.compile(r"[|>][-+0-9]*")
_STEPS: Final = range(2, 9)
_FEW_KEYS: Final = 3


def edits_of(source: Source, root: Node | None, changes: Sequence[Change]) -> list[Edit]:
    """Give the splices that make `changes`, in the order of the text.

    Raises:
        NotWrittenError: One of them has no sure place.
    """
    placer = _Placer(source, root)
    pieces = [piece for change in changes for piece in placer.pieces(change)]
    # At one place the deepest comes first: an entry of a list before the key below that list.
    pieces.sort(key=lambda piece: (piece.edit.start, piece.edit.end, -piece.depth))
    edits = [piece.edit for piece in pieces]
    end = len(source.text)
    if source.lines[-1] and any(edit.start == edit.end == end for edit in edits):
        edits.append(Edit(end, end, placer.line_end))
    return edits


class _Piece(NamedTuple):
    """A splice, and how deep in the tree that lies which it adds."""

    edit: Edit
    depth: int


class _Spot(NamedTuple):
    """A value of the file: what holds it, its key or dash, and the place of what comes behind it.

    ``behind`` is a line and a column, None at the end of the file. ``key`` is None in a list.
    """

    node: Node
    parent: Node | None
    key: Scalar | None
    behind: tuple[int, int] | None


class _Placer:
    """Finds the places of changes in one file."""

    def __init__(self, source: Source, root: Node | None) -> None:
        self._source = source
        self._root = root if root is not None and not is_empty(root) else None
        found = _LINE_END.search(source.written)
        self.line_end = found.group() if found else "\n"
        self._begun = 0

    def pieces(self, change: Change) -> Iterator[_Piece]:
        if isinstance(change, Append):
            edits = self._append(change)
        elif isinstance(change, Insert):
            edits = self._insert(change)
        elif isinstance(change, Fill):
            edits = self._fill(change)
        else:
            edits = self._unfold(change)
        return (_Piece(edit, len(change.path)) for edit in edits)

    # Finding

    def _spot(self, path: Path) -> _Spot:
        """Follow `path` from the top of the file; what an alias repeats is not here, but there."""
        spot = _Spot(self._root or Mapping([], flow=False, line=0, column=0), None, None, None)
        for step in path:
            spot = self._below_spot(spot, step)
        return spot

    def _below_spot(self, spot: _Spot, step: str | int) -> _Spot:
        node, behind = spot.node, spot.behind
        key: Node
        if isinstance(node, Mapping):
            pairs = list(node.pairs())
            at = next(n for n, (key, _) in enumerate(pairs) if _is_key(key, step))
            key, value = pairs[at]
            if at + 1 < len(pairs):
                behind = (pairs[at + 1][0].line, pairs[at + 1][0].column)
        elif isinstance(node, List) and isinstance(step, int):
            key = value = node.items[step]
            if step + 1 < len(node.items):
                behind = self._dash(node, step + 1)
        else:
            self._refuse(node, "what is to be added has no place here")
        here = (node.line, node.column)
        if (key.line, key.column) < here or (value.line, value.column) < (key.line, key.column):
            self._refuse(node, "it repeats by an alias what stands elsewhere")
        named = key if isinstance(node, Mapping) and isinstance(key, Scalar) else None
        return _Spot(value, node, named, behind)

    def _dash(self, node: List, number: int) -> tuple[int, int]:
        """Give the place of an item's dash, which may stand on a line above it."""
        line = node.items[number].line
        while line > node.line and self._source.line(line)[node.column : node.column + 1] != "-":
            line -= 1
        return line, node.column

    def _columns(self, node: List) -> Columns:
        """Give how a list of lines is set out, from its last entry."""
        if self._source.line(node.line)[node.column : node.column + 1] != "-":
            self._refuse(node, "something stands in front of this list")
        step = node.items[-1].column - node.column
        return Columns(node.column, node.column + (step if step in _STEPS else STEP))

    # Adding to a list

    def _append(self, change: Append) -> Iterator[Edit]:
        items = change.items
        top = self._spot(change.path[:-1])
        if isinstance(top.node, Mapping) and not any(
            _is_key(key, change.path[-1]) for key, _ in top.node.pairs()
        ):
            yield self._begin(top.node, Field(str(change.path[-1]), items))
            return
        spot = self._spot(change.path)
        node, key = spot.node, spot.key
        if isinstance(node, List) and node.items:
            yield self._onto(spot, node, items)
        elif isinstance(top.node, Mapping) and top.node.flow:
            if not isinstance(node, List):
                self._refuse(node, "this is no list")
            start = self._source.index(node.line, node.column) + 1
            yield Edit(start, start, layout.bracketed(items)[1:-1])
        elif key is not None:
            yield from self._into_nothing(spot, key, items)

    def _begin(self, root: Mapping, field: Field) -> Edit:
        """Begin a list at the end of the file."""
        if root.flow:
            self._refuse(root, f"it is written in braces, and has no `{field.key}`")
        apart = [""] if root.parts or self._begun else []
        self._begun += 1
        lines = [*apart, *layout.field_lines(field, root.column)]
        return self._below(None, lines)

    def _into_nothing(self, spot: _Spot, key: Scalar, items: Items) -> Iterator[Edit]:
        node = spot.node
        if isinstance(node, List):
            # An empty list in brackets gives way to entries on lines of their own.
            start = self._colon(key)
            brackets = re.compile(r"[ \t]*\[\s*\]").match(self._source.text, start)
            if not brackets:
                self._refuse(node, "something stands in the brackets of this list, or before them")
            yield Edit(brackets.start(), brackets.end(), "")
        elif not isinstance(node, Scalar) or node.start != node.end:
            self._refuse(node, f"`{key.text}` is no list")
        columns = Columns(key.column + STEP, key.column + 2 * STEP)
        yield self._below(spot.behind, list(layout.item_lines(items, columns)))

    def _onto(self, spot: _Spot, node: List, items: Items) -> Edit:
        last = node.items[-1]
        if node.flow:
            end = _end_in_brackets(self._source, last)
            if end is None:
                self._refuse(last, "it is not clear where this entry ends")
            return Edit(end, end, f", {layout.bracketed(items)[1:-1]}")
        columns = self._columns(node)
        line, _ = self._dash(node, len(node.items) - 1)
        apart = items.apart
        if len(node.items) > 1:
            apart = not self._source.line(line - 1).strip()
        lines = list(layout.item_lines(items._replace(apart=apart), columns))
        return self._below(spot.behind, ["", *lines] if apart else lines)

    # Adding to a map

    def _insert(self, change: Insert) -> Iterator[Edit]:
        spot = self._spot(change.path)
        node, field = spot.node, change.field
        if not isinstance(node, Mapping) or not node.parts:
            self._refuse(node, f"`{field.key}` has no place here")
        pairs = list(node.pairs())
        names = [key.text if isinstance(key, Scalar) else None for key, _ in pairs]
        at = insertion(names, field.key, change.order)
        if node.flow:
            end = _end_in_brackets(self._source, pairs[at][1])
            if end is None:
                self._refuse(pairs[at][0], "it is not clear where this value ends")
            yield Edit(end, end, f", {layout.bracketed(Fields((field,)))[1:-1]}")
            return
        behind = spot.behind
        if at + 1 < len(pairs):
            behind = (pairs[at + 1][0].line, pairs[at + 1][0].column)
        first = pairs[0][0]
        lines = list(layout.field_lines(field, first.column))
        yield self._below(behind, ["", *lines] if self._is_apart(pairs, field) else lines)

    def _is_apart(self, pairs: list[tuple[Node, Node]], field: Field) -> bool:
        """Tell whether the keys of a map are parted by blank lines."""
        if any(self._has_blank_above(key.line) for key, _ in pairs[1:]):
            return field.apart
        return field.apart and len(pairs) <= _FEW_KEYS

    def _has_blank_above(self, line: int) -> bool:
        while self._source.line(line - 1).lstrip().startswith("#"):
            line -= 1
        return not self._source.line(line - 1).strip()

    def _unfold(self, change: Unfold) -> Iterator[Edit]:
        spot = self._spot(change.path)
        node, parent = spot.node, spot.parent
        if not isinstance(node, Scalar) or not isinstance(parent, List):
            self._refuse(node, "this is no text in a list")
        start, end = node.start, node.end
        if parent.flow:
            yield Edit(start, start, f"{{{change.key}: ")
            yield Edit(end, end, f", {layout.bracketed(change.fields)[1:-1]}}}")
            return
        if self._source.place(end)[0] != node.line or node.style in {"|", ">"}:
            self._refuse(node, "a text of several lines has no room for an answer beside it")
        yield Edit(start, start, f"{change.key}: ")
        line_end = self._end_of_line(node.line)
        lines = layout.lines(change.fields, node.column)
        yield Edit(line_end, line_end, "".join(self.line_end + line for line in lines))

    # Filling in

    def _fill(self, change: Fill) -> Iterator[Edit]:
        spot = self._spot(change.path)
        node, parent = spot.node, spot.parent
        start, end = self._stub(spot)
        if isinstance(parent, Mapping | List) and parent.flow:
            blank = " " if spot.key else ""
            yield Edit(start, end, f"{blank}{layout.bracketed(change.value)}")
            return
        end, comment = self._remark(node, end)
        if comment.removeprefix("#").strip() in change.remarks:
            comment = ""
        first, *rest = self._instead(spot, change)
        told = f"{first}  {comment}" if comment else first
        yield Edit(start, end, self.line_end.join([told, *rest]))

    def _instead(self, spot: _Spot, change: Fill) -> list[str]:
        """Give what stands behind the colon or dash of a stub once it is filled in, and below."""
        if isinstance(spot.parent, List):
            columns = self._columns(spot.parent)
            first, *rest = layout.entry_lines(change.value, columns)
            return [" " * (columns.entry - columns.dash - 1) + first, *rest]
        indent = spot.key.column if spot.key else 0
        columns = Columns(indent + STEP, indent + 2 * STEP)
        first, *rest = layout.value_lines(change.value, columns, indent)
        return [f" {first}" if first else "", *rest]

    def _stub(self, spot: _Spot) -> tuple[int, int]:
        """Give where a stub begins, right behind its colon or dash, and where it ends."""
        node, parent, source = spot.node, spot.parent, self._source
        if spot.key is not None:
            start = self._colon(spot.key)
        elif isinstance(parent, List) and not parent.flow:
            line, column = self._dash(parent, parent.items.index(node))
            start = source.index(line, column) + 1
        else:
            start = source.index(node.line, node.column)
        begin = node.start if isinstance(node, Scalar) else source.index(node.line, node.column)
        end = node.end if isinstance(node, Scalar) else begin
        if not isinstance(node, Scalar):
            brackets = _NOTHING_IN_BRACKETS.match(source.text, begin)
            if not brackets:
                self._refuse(node, "something stands where nothing should")
            end = brackets.end()
        if source.text[start:begin].strip():
            self._refuse(node, "something stands in front of this stub")
        return start, max(start, end)

    def _remark(self, node: Node, end: int) -> tuple[int, str]:
        """Give the end of a stub's last line, and the comment behind the stub."""
        source = self._source
        if isinstance(node, Scalar) and node.style in {"|", ">"}:
            header = source.line(node.line)[node.column :]
            found = _BLOCK_HEADER.match(header)
            comment = header[found.end() :] if found else header
            written = source.text[node.start : node.end].rstrip()
            end = max(node.start + len(written), self._end_of_line(node.line))
        else:
            line_end = self._end_of_line(source.place(end)[0])
            comment, end = source.written[end:line_end], line_end
        if comment.strip() and not comment.strip().startswith("#"):
            self._refuse(node, "something stands behind this stub")
        return end, comment.strip()

    # Lines

    def _colon(self, key: Scalar) -> int:
        """Give the place behind the colon of a key."""
        found = _COLON.match(self._source.text, key.end)
        if not found:
            self._refuse(key, "the colon does not stand behind its key")
        return found.end()

    def _end_of_line(self, number: int) -> int:
        return self._source.index(number, 0) + len(self._source.line(number))

    def _below(self, behind: tuple[int, int] | None, lines: Sequence[str]) -> Edit:
        """Put `lines` below all that stands in front of `behind`, or in the file if it is None."""
        number = self._line_below(behind)
        if number < len(self._source.lines):
            at = self._source.index(number, 0)
            return Edit(at, at, "".join(line + self.line_end for line in lines))
        # The last line has no end of its own yet.
        at = len(self._source.text)
        return Edit(at, at, "".join(self.line_end + line for line in lines))

    def _line_below(self, behind: tuple[int, int] | None) -> int:
        """Give the number of the line in front of which new ones belong.

        Blank lines in front of what is behind, and comments there no further in, stay with it.
        """
        lines = self._source.lines
        ends = (number for number, line in enumerate(lines) if _DOCUMENT_END.match(line))
        number = next(ends, len(lines)) if behind is None else behind[0]
        while number > 0:
            line = lines[number - 1]
            bare = line.lstrip()
            is_theirs = (
                behind is not None and bare[:1] == "#" and len(line) - len(bare) <= behind[1]
            )
            if bare and not is_theirs:
                break
            number -= 1
        return number

    def _refuse(self, node: Node, reason: str) -> NoReturn:
        message = (
            f"{self._source.path}:{node.line + 1}:{node.column + 1}: nothing was written, for "
            f"{reason}. Write it plainly, an entry behind each `- `, or add the text by hand."
        )
        raise NotWrittenError(message)


def _is_key(node: Node, name: str | int) -> bool:
    return isinstance(node, Scalar) and node.text == name


def _end_in_brackets(source: Source, node: Node) -> int | None:
    """Give the place behind a node that stands in brackets; None where it cannot be told."""
    if isinstance(node, Scalar):
        return node.end
    start = source.index(node.line, node.column)
    inside = node.parts if isinstance(node, Mapping) else node.items
    end = _end_in_brackets(source, inside[-1]) if inside else start + 1
    closing = _CLOSING.match(source.text, end) if end is not None and end > start else None
    return closing.end() if closing else None
