"""Tables: CSV, TSV and what Anki exports as text, with or without names above the columns.

The delimiter is the one that gives the most rows the same number of cells. A first row that names
a front and a back is a header; without one the columns are front, back and tags.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from flashcards.importing import cells, columns, readable
from flashcards.importing.drafts import CardDraft, Harvest, Remark
from flashcards.importing.sources import MAX_ENTRIES, NotImportedError, Source
from flashcards.text import count

KIND: Final = "table"

_DELIMITERS: Final = ("\t", ",", ";", "|")
_NAMED_DELIMITERS: Final = {"tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " "}
_DIRECTIVE = re.compile(r"#([a-z ]+):(.*)")
_EXCEL = re.compile(r"sep=(.)$", re.IGNORECASE)
_ANKI_COLUMN = re.compile(r"(guid|deck|tags|notetype) column")
_WITHOUT_HEADER: Final = ("front", "back", "tags")
_ANKI_GAP = re.compile(r"\{\{c[0-9]")
_NEEDED = 2
_SAMPLE_CHARACTERS = 100_000
_SAMPLE_ROWS = 200
_MOST_ODD_ROWS = 0.2
_NO_COLUMN: Final = frozenset({"", "-"})


class Row(NamedTuple):
    """The cells of a row, and the line it begins on, from 1."""

    cells: tuple[str, ...]
    line: int


class _Preamble(NamedTuple):
    """What lines above the table say of it: Anki's ``#separator:tab``, Excel's ``sep=;``."""

    delimiter: str = ""
    fields: Mapping[int, str] = {}
    names: tuple[str, ...] = ()
    deck: str = ""
    is_html: bool = False
    lines: int = 0


def is_table(text: str) -> bool:
    """Tell whether most lines of a text have the same two or more cells."""
    return bool(_delimiter(text))


def names_delimiter(text: str) -> bool:
    """Tell whether a text says itself that it is a table, as those of Anki and Excel do."""
    return bool(_preamble(text).delimiter)


def read(source: Source, wanted: Sequence[str], renamed: Mapping[str, str]) -> Harvest:
    """Read a row as a card; `wanted` names the columns in order, `renamed` the header's words.

    Raises:
        NotImportedError: No delimiter fits, a quote is never closed, or no columns make a card.
    """
    preamble = _preamble(source.text)
    text = source.text.split("\n", preamble.lines)[-1]
    delimiter = preamble.delimiter or _delimiter(text)
    if not delimiter and text.count('"') % 2:
        # An open quote swallows lines; reading tells where it stands.
        delimiter = max(_DELIMITERS, key=text.count)
    if not delimiter:
        reason = "no two columns are found: no tab, comma, semicolon or bar parts most lines alike."
        raise NotImportedError(source.path, reason)
    rows = _rows(source, text, delimiter, preamble.lines)
    fields, has_header = _fields(source, rows, preamble, wanted, renamed)
    cards: list[CardDraft] = []
    lost: Counter[int] = Counter()
    names = rows[0].cells if has_header else ()
    for row in rows[has_header:]:
        texts = {field: row.cells[n] for n, field in fields.items() if n < len(row.cells)}
        if not any(map(str.strip, row.cells)):
            continue
        if preamble.is_html:
            texts = {field: _unmarked(field, text) for field, text in texts.items()}
        cards.append(cells.card(source.place(row.line), texts))
        lost.update(n for n, cell in enumerate(row.cells) if n not in fields and cell.strip())
    left_out = tuple(
        Remark(source.place(rows[0].line), f"column {_name(n, names)}: {count(number, 'text')}.")
        for n, number in sorted(lost.items())
    )
    guessed: tuple[Remark, ...] = ()
    if not (has_header or wanted or preamble.fields or preamble.names):
        taken = "front, back and tags by their places; the first row is a card as well."
        guessed = (Remark(source.place(rows[0].line), f"the columns, {taken}"),)
    return Harvest(KIND, tuple(cards), deck=preamble.deck, left_out=left_out, guessed=guessed)


def _unmarked(field: str, text: str) -> str:
    if field in {"id", "tags", "deck"}:
        return text
    has_gaps = field in {"front", "cloze"} and _ANKI_GAP.search(text)
    return readable.cloze(text) if has_gaps else readable.markdown(text)


def _name(number: int, names: Sequence[str]) -> str:
    name = names[number].strip() if number < len(names) else ""
    return f"{number + 1} \u201c{name}\u201d" if name else str(number + 1)


def _preamble(text: str) -> _Preamble:
    found = _Preamble()
    fields: dict[int, str] = {}
    for line in text.split("\n", 20)[:20]:
        excel = _EXCEL.fullmatch(line.strip()) if not found.lines else None
        directive = _DIRECTIVE.fullmatch(line.rstrip())
        if excel:
            return _Preamble(excel[1], lines=1)
        if not directive:
            break
        key, value = directive[1], directive[2]
        column = _ANKI_COLUMN.fullmatch(key)
        if key == "separator":
            found = found._replace(delimiter=_NAMED_DELIMITERS.get(value.lower(), value[:1]))
        elif key == "deck":
            found = found._replace(deck=value)
        elif key == "html":
            found = found._replace(is_html=value.strip().lower() == "true")
        elif key == "columns":
            found = found._replace(names=tuple(re.split(r"[\t,;]", value)))
        elif column and value.isdigit():
            fields[int(value) - 1] = {"guid": "id"}.get(column[1], column[1])
        found = found._replace(lines=found.lines + 1)
    return found._replace(fields=fields)


def _delimiter(text: str) -> str:
    """Find what parts the cells: most rows alike, then most cells."""
    sample = text[:_SAMPLE_CHARACTERS]
    if len(text) > len(sample):
        sample = sample[: sample.rfind("\n") + 1]
    best = (0.0, 0, "")
    for delimiter in _DELIMITERS:
        widths = Counter(map(len, _sampled(sample, delimiter)))
        width, number = max(widths.items(), key=lambda item: item[1], default=(0, 0))
        share = number / max(1, widths.total())
        if width >= _NEEDED and share >= 1 - _MOST_ODD_ROWS:
            best = max(best, (round(share, 2), width, delimiter))
    return best[2]


def _sampled(sample: str, delimiter: str) -> list[list[str]]:
    try:
        rows = csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)
        return [row for row in islice(rows, _SAMPLE_ROWS) if row]
    except csv.Error:
        return []


def _rows(source: Source, text: str, delimiter: str, above: int) -> list[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = above + 1
    rows = []
    before = csv.field_size_limit(len(text) + 1)
    try:
        for row in reader:
            if row:
                rows.append(Row(tuple(row), line))
            line = above + reader.line_num + 1
            if len(rows) > MAX_ENTRIES:
                reason = f"there are more than {MAX_ENTRIES:,} rows; split the file."
                raise NotImportedError(source.path, reason)
    except csv.Error as error:
        reason = (
            f"the quotes of this row do not match ({error}); close them, or double those inside."
        )
        raise NotImportedError(source.place(line), reason) from error
    finally:
        csv.field_size_limit(before)
    if not rows:
        raise NotImportedError(source.path, "there is no row in it.")
    return rows


def _fields(
    source: Source,
    rows: Sequence[Row],
    preamble: _Preamble,
    wanted: Sequence[str],
    renamed: Mapping[str, str],
) -> tuple[dict[int, str], bool]:
    """Give the field of each column that is taken over, and whether the first row names them."""
    first = rows[0].cells
    named = [columns.known(cell, renamed) for cell in first]
    has_header = columns.both_sides(named)
    if wanted:
        fields = {n: name for n, name in enumerate(wanted) if name not in _NO_COLUMN}
        if not columns.both_sides(fields.values()):
            reason = "--columns names no front and back (or cloze)."
            raise NotImportedError(source.path, reason)
        return fields, has_header
    if has_header:
        return _once(dict(enumerate(named))), True
    if renamed:
        raise NotImportedError(source.place(rows[0].line), _not_mapped(first, renamed))
    if preamble.fields or preamble.names:
        return _of_anki(preamble, max(len(row.cells) for row in rows)), False
    return dict(enumerate(_WITHOUT_HEADER)), False


def _not_mapped(first: Sequence[str], renamed: Mapping[str, str]) -> str:
    names = ", ".join(f"\u201c{cell.strip()}\u201d" for cell in first[:10])
    return f"--map names no two columns of this header ({', '.join(renamed)}): it has {names}."


def _of_anki(preamble: _Preamble, width: int) -> dict[int, str]:
    fields = {n: field for n, field in preamble.fields.items() if field in columns.FIELDS}
    named = {n: columns.known(name, {}) for n, name in enumerate(preamble.names)}
    fields |= {n: field for n, field in _once(named).items() if n not in preamble.fields}
    if not columns.both_sides(fields.values()):
        free = (n for n in range(width) if n not in preamble.fields)
        fields |= dict(zip(free, ("front", "back"), strict=False))
    return fields


def _once(named: Mapping[int, str | None]) -> dict[int, str]:
    """Give the columns that are known, each field to the first that has its name."""
    fields: dict[int, str] = {}
    for number, field in named.items():
        if field and field not in fields.values():
            fields[number] = field
    return fields
