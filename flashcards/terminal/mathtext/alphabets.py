"""The letters that Unicode has for maths: fonts, raised and lowered letters, marks over letters.

Source of the ranges: The Unicode Standard, block Mathematical Alphanumeric Symbols, whose gaps
are filled from Letterlike Symbols.
"""

# ruff: noqa: RUF001 - signs that look like others are meant as they are

from enum import IntEnum
from string import ascii_lowercase, ascii_uppercase, digits
from unicodedata import normalize


class Font(IntEnum):
    """A style of letters; `PLAIN` and `ROMAN` change nothing, and `ROMAN` makes words."""

    PLAIN = 0
    ROMAN = 1
    BOLD = 2
    BOLD_ITALIC = 3
    SCRIPT = 4
    FRAKTUR = 5
    DOUBLE_STRUCK = 6
    SANS = 7
    MONOSPACE = 8


_GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ"
_FIRST = {
    Font.BOLD: (0x1D400, 0x1D7CE, 0x1D6A8),
    Font.BOLD_ITALIC: (0x1D468, 0x1D7CE, 0x1D71C),
    Font.SCRIPT: (0x1D49C, None, None),
    Font.FRAKTUR: (0x1D504, None, None),
    Font.DOUBLE_STRUCK: (0x1D538, 0x1D7D8, None),
    Font.SANS: (0x1D5A0, 0x1D7E2, None),
    Font.MONOSPACE: (0x1D670, 0x1D7F6, None),
}
_ELSEWHERE = {
    Font.SCRIPT: "BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ",
    Font.FRAKTUR: "CℭHℌIℑRℜZℨ",
    Font.DOUBLE_STRUCK: "CℂHℍNℕPℙQℚRℝZℤ",
}


def _alphabet(font: Font) -> dict[str, str]:
    letters_at, digits_at, greek_at = _FIRST[font]
    ranges = [
        (ascii_uppercase + ascii_lowercase, letters_at),
        (digits, digits_at),
        (_GREEK, greek_at),
    ]
    found = {
        character: chr(first + place)
        for characters, first in ranges
        if first is not None
        for place, character in enumerate(characters)
    }
    exceptions = _ELSEWHERE.get(font, "")
    return found | dict(zip(exceptions[::2], exceptions[1::2], strict=True))


_ALPHABETS = {font: _alphabet(font) for font in _FIRST}

_RAISED = dict(
    zip(
        "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδεθφχ′″‴⁗°†‡",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᵋᶿᵠᵡ′″‴⁗°†‡",
        strict=True,
    )
) | {"⊤": "ᵀ", "⊺": "ᵀ", "𝖳": "ᵀ", "∘": "°"}
_LOWERED = dict(
    zip(
        "0123456789+-=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
)

MARKS = {
    "hat": "\u0302", "widehat": "\u0302", "check": "\u030c", "tilde": "\u0303",
    "widetilde": "\u0303", "bar": "\u0304", "overline": "\u0305", "vec": "\u20d7",
    "overrightarrow": "\u20d7", "overleftarrow": "\u20d6", "dot": "\u0307", "ddot": "\u0308",
    "dddot": "\u20db", "breve": "\u0306", "acute": "\u0301", "grave": "\u0300",
    "mathring": "\u030a", "underline": "\u0332",
}  # fmt: skip
"""The combining character of every accent, by TeX's name without the backslash."""

_NEGATION = "\u0338"


def styled(character: str, font: Font) -> str:
    """Give `character` in `font`, or as it is where Unicode has no such letter."""
    return _ALPHABETS[font].get(character, character) if font in _ALPHABETS else character


def raised(text: str) -> str | None:
    """Give `text` as superscript characters, None if one of them does not exist."""
    return _each(text, _RAISED)


def lowered(text: str) -> str | None:
    """Give `text` as subscript characters, None if one of them does not exist."""
    return _each(text, _LOWERED)


def _each(text: str, table: dict[str, str]) -> str | None:
    found = [table.get(character) for character in text]
    return None if None in found else "".join(filter(None, found))


def marked(character: str, accent: str) -> str:
    """Put an accent, named as in `MARKS`, on one character."""
    return normalize("NFC", character + MARKS[accent])


def negated(sign: str) -> str:
    """Strike a sign through: `=` becomes `≠`."""
    return normalize("NFC", sign + _NEGATION)
