"""The nouns of formatted text: what a card says, and nothing about how it is drawn.

Blocks stand below one another, inlines run within a line. Every value is immutable. They are
tuples, so two nodes of different kinds may compare equal: ask for the type, never for equality.
"""

from typing import Literal, NamedTuple, TypeAlias


class Text(NamedTuple):
    """Words as they are."""

    text: str


class Emphasis(NamedTuple):
    """What is stressed, in slanted letters as a rule."""

    inlines: "Inlines"


class Strong(NamedTuple):
    """What stands out, in bold letters as a rule."""

    inlines: "Inlines"


class Struck(NamedTuple):
    """What is crossed out."""

    inlines: "Inlines"


class Code(NamedTuple):
    """A piece of code within a line."""

    text: str


class Math(NamedTuple):
    """Maths within a paragraph: its TeX without delimiters; ``display`` when set by itself."""

    source: str
    display: bool


class Link(NamedTuple):
    """Words that lead to an ``http``, ``https`` or ``mailto`` address, and to no other."""

    url: str
    inlines: "Inlines"


class Image(NamedTuple):
    """A picture: where it lies, as the author wrote it, and the words that stand for it."""

    target: str
    words: str


class Sound(NamedTuple):
    """A recording to be played: where it lies, as the author wrote it."""

    target: str


class LineBreak(NamedTuple):
    """A line end the author insists on."""


class SoftBreak(NamedTuple):
    """A line end of the source, as good as a space."""


Inline: TypeAlias = (
    Text | Emphasis | Strong | Struck | Code | Math | Link | Image | Sound | LineBreak | SoftBreak
)
Inlines: TypeAlias = tuple[Inline, ...]


class Paragraph(NamedTuple):
    """Running text."""

    inlines: Inlines


class Heading(NamedTuple):
    """A title; ``level`` from 1, the highest, to 6."""

    level: int
    inlines: Inlines


class CodeBlock(NamedTuple):
    """Lines of code; ``language`` is all that stands after the opening fence, often nothing."""

    text: str
    language: str


class DisplayMath(NamedTuple):
    """A formula on lines of its own: its TeX without delimiters."""

    source: str


class BulletList(NamedTuple):
    """Items without an order, each of blocks."""

    items: tuple["Blocks", ...]


class NumberedList(NamedTuple):
    """Items in order, each of blocks, counted from ``start``."""

    start: int
    items: tuple["Blocks", ...]


Alignment: TypeAlias = Literal["left", "center", "right", ""]
Row: TypeAlias = tuple[Inlines, ...]


class Table(NamedTuple):
    """Rows of cells; ``header``, every row and ``alignments`` are equally long."""

    header: Row
    rows: tuple[Row, ...]
    alignments: tuple[Alignment, ...]


class Quote(NamedTuple):
    """Blocks somebody else said."""

    blocks: "Blocks"


class Rule(NamedTuple):
    """A line across."""


Block: TypeAlias = (
    Paragraph | Heading | CodeBlock | DisplayMath | BulletList | NumberedList | Table | Quote | Rule
)
Blocks: TypeAlias = tuple[Block, ...]
