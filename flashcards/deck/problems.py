"""The catalogue of what can be wrong with a deck file, and how each fault is worded.

One entry a code. The codes are part of the interface: they are never renamed. A message says
what is wrong in the author's terms, the fix what to do; both are filled in with the details the
reader gives. An error keeps its card (or file) out, the others do not.
"""

from typing import Final, NamedTuple

from flashcards.notes import Severity


class Wording(NamedTuple):
    """How one code is put: its severity, and the templates of its message and fix."""

    severity: Severity
    message: str
    fix: str


_ERROR, _WARNING, _INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
_LITERAL = "Put single quotes around the text, or write it under `{key}: |` on lines of its own."

_LITERAL_KEY = _LITERAL.format(key="key")

CATALOGUE: Final[dict[str, Wording]] = {
    # The whole file
    "unreadable-file": Wording(_ERROR, "The file cannot be read: {reason}.", "{fix}"),
    "too-big": Wording(
        _ERROR,
        "The file is too big: {what}; at most {limit} are read.",
        "Split it into several files.",
    ),
    "wrong-encoding": Wording(_ERROR, "{what}", "{fix}"),
    "not-a-deck": Wording(
        _ERROR,
        "This is not a deck: it has neither `cards` nor `topics` at the top.",
        "{fix}If it holds cards in another shape, run `flashcards import FILE`; "
        "else begin it with `cards:` or `topics:`.",
    ),
    "empty-deck": Wording(
        _WARNING,
        "There are no cards in this file.",
        "Add an entry under `cards:` or `topics:`.",
    ),
    "more-problems": Wording(
        _INFO,
        "There are {count} more problems in this file.",
        "Mend the ones above, then check again.",
    ),
    # What makes a file no YAML
    "not-yaml": Wording(_ERROR, "{what}", "{fix}"),
    "second-document": Wording(
        _ERROR,
        "A second document begins here; a deck file holds one.",
        "Delete this `---` line, or move what follows it to a file of its own.",
    ),
    "merge-conflict": Wording(
        _ERROR,
        "An unresolved merge conflict.",
        "Keep the lines you want and delete the `<<<<<<<`, `=======` and `>>>>>>>` lines.",
    ),
    "tab-indent": Wording(
        _ERROR,
        "There is a tab in the indentation; YAML is indented with spaces.",
        "Replace the tab with spaces.",
    ),
    "uneven-indent": Wording(_ERROR, "{what}", "{fix}"),
    "stray-line": Wording(
        _ERROR,
        "This line is neither a key nor an entry.",
        "If it goes on with the text above, indent it deeper than the key there, "
        "or write that text under `key: |`; else delete it or put `#` in front.",
    ),
    "invisible-blank": Wording(
        _ERROR,
        "There is an invisible character, {name}, {where}.",
        "Replace it with a plain space, or delete it where the line then stands too deep.",
    ),
    "missing-blank": Wording(
        _ERROR,
        "A space is needed after the {behind}.",
        "Put a space after the {sign}.",
    ),
    "wrong-dash": Wording(
        _ERROR,
        "`{dash}` begins no entry.",
        "Write `- ` in front of the entry.",
    ),
    "colon-in-text": Wording(
        _ERROR,
        "`: ` in a text without quotes begins a new key.",
        _LITERAL_KEY,
    ),
    "second-key-on-line": Wording(
        _ERROR,
        "`{key}:` belongs on a line of its own; here it stands in the line of `{first}:`.",
        "Write `{above}`, and on the line below `{below}`. "
        "If it is part of the text, put single quotes around the text.",
    ),
    "sign-at-start": Wording(
        _ERROR,
        "A text cannot start with {sign} without quotes: {why}.",
        _LITERAL_KEY,
    ),
    "gap-at-start": Wording(
        _ERROR,
        "A text that starts with a gap needs quotes: YAML reads `{{{{` as a map.",
        _LITERAL_KEY,
    ),
    "open-quote": Wording(
        _ERROR,
        "The quote opened here is {how}.",
        "Close it at the end of {whose} text.",
    ),
    "text-after-quote": Wording(
        _ERROR,
        "There is text after the closing quote.",
        "Put the whole text in single quotes, or write it under `key: |` on lines of its own.",
    ),
    "apostrophe-in-quotes": Wording(
        _ERROR,
        "The text ends at this apostrophe, for it stands between single quotes.",
        "Write the apostrophe twice (`it''s`), or write the text under `key: |`.",
    ),
    "unknown-escape": Wording(
        _ERROR,
        "`{escape}` in double quotes: the backslash begins an escape, and YAML knows no such one.",
        "Use single quotes, or write the text under `key: |`; there a backslash stays one.",
    ),
    "open-bracket": Wording(
        _ERROR,
        "The `{opening}` opened here is not closed with `{closing}`.",
        "Close it; a text that starts with `{opening}` needs quotes.",
    ),
    "slip-in-brackets": Wording(
        _ERROR,
        "{what}",
        "Put single quotes around each text in it, or write the entry on lines of its own.",
    ),
    # What YAML does to a text without a word
    "alias-bomb": Wording(
        _ERROR,
        "The aliases of this file repeat more than {limit} characters or entries.",
        "Write the entries out, or use fewer aliases.",
    ),
    "unknown-alias": Wording(
        _ERROR,
        "`*{name}` repeats an anchor `&{name}`, and there is none above.",
        "A text cannot start with `*`: put single quotes around it.",
    ),
    "unused-anchor": Wording(
        _ERROR,
        "`&{name}` is read as an anchor that nothing uses, and is not on the card.",
        "A text cannot start with `&`: put single quotes around it.",
    ),
    "unsupported-tag": Wording(
        _ERROR,
        "`{tag}` is read as a YAML tag, and tags are not supported.",
        "A text cannot start with `!`: put single quotes around it.",
    ),
    "control-character": Wording(
        _ERROR,
        "There is a control character, {name}, in the file.",
        "Delete it.",
    ),
    "invisible-character": Wording(
        _WARNING,
        "There is an invisible character, {name}, in this text; {effect}.",
        "Delete it, or type the character you meant.",
    ),
    "backslash-in-quotes": Wording(
        _ERROR,
        "In double quotes `{escape}` is {name}, so the backslash of `{word}` is lost.",
        "Use single quotes, or write the text under `{key}: |`; there a backslash stays one.",
    ),
    "cut-comment": Wording(
        _WARNING,
        "Everything after ` #` is a comment and not on the card: `{comment}`.",
        _LITERAL + " A comment that is meant stands after two spaces and `# `.",
    ),
    "joined-lines": Wording(
        _WARNING,
        "{what}",
        "Write the text under `{key}: |`, which keeps its lines; "
        "text that belongs to no entry needs a `#` in front.",
    ),
    "comma-in-braces": Wording(
        _ERROR,
        "A comma ended the value before `{key}`, for inside {{ }} a comma begins a new key.",
        "Put single quotes around the value, or write the entry on lines of its own.",
    ),
    # Shapes and values
    "duplicate-key": Wording(
        _ERROR,
        "`{key}` stands twice in this entry, first on line {first}.",
        "Delete one of the two{dash}.",
    ),
    "unknown-key": Wording(_ERROR, "There is no key `{key}` in {where}.", "{fix}"),
    "wrong-shape": Wording(_ERROR, "{what}", "{fix}"),
    "bad-value": Wording(_ERROR, "`{key}` is `{value}`, which is not {wanted}.", "{fix}"),
    "empty-side": Wording(_ERROR, "The {side} is empty.{why}", "{fix}"),
    "text-too-long": Wording(
        _ERROR,
        "This text has {count} characters; a card holds at most {limit}.",
        "Split it over several cards.",
    ),
    "duplicate-id": Wording(
        _WARNING,
        "The id `{id}` is already on line {first}.",
        "Delete the copied `id`: an id is never needed, and each belongs to one entry.",
    ),
    "ambiguous-history": Wording(
        _WARNING,
        "A history is not given by guess: {what} equally well. It starts new.",
        "{which}: flashcards relink {old} {new}",
    ),
    "title-too-long": Wording(
        _WARNING,
        "The title has {count} characters; it stands above every card of the topic.",
        "Shorten it to {limit} characters.",
    ),
    "unknown-reference": Wording(
        _WARNING,
        "No reference of this topic has the key `{key}`; it is shown as it is.",
        "Did you mean `{closest}`?",
    ),
    # Gaps and bullets
    "no-gap": Wording(
        _ERROR,
        "This cloze has no gap.",
        "Put what is asked in double braces, `{{{{like this}}}}`; "
        "braces inside maths or code do not count, so put the whole formula in the gap.",
    ),
    "gap-number": Wording(
        _ERROR,
        "A gap has a number above 500, the highest that Anki knows.",
        "Number the gaps from `c1` on, or leave the numbers out.",
    ),
    "too-many-gaps": Wording(
        _ERROR,
        "This cloze makes more cards than one text should: {limit} at most.",
        "Split it into several entries, or number gaps alike that belong together.",
    ),
    "asks-nothing": Wording(
        _INFO,
        "This bullet asks nothing: it is read, and makes no card.",
        "To drill it, put `{{{{ }}}}` around what is to be recalled, "
        "or write `term: rest`, or `front` and `back`.",
    ),
    # Media
    "media-outside": Wording(
        _ERROR,
        "`{target}` lies outside the folder of this deck.",
        "Copy the file into the deck's folder, and name it relative to the deck.",
    ),
    "media-missing": Wording(
        _ERROR,
        "`{target}` is not there.",
        "Give the path relative to this file, inside its folder.",
    ),
    "media-too-big": Wording(
        _ERROR,
        "`{target}` has more than 32 MiB.",
        "Make the image smaller, or cut the sound.",
    ),
    "media-unknown": Wording(
        _ERROR,
        "`{target}` is neither an image nor a sound.",
        "Use PNG, JPEG, GIF, WebP, AVIF, SVG, BMP or TIFF, or MP3, Ogg, FLAC, WAV, MP4 or WebM.",
    ),
    "media-ending": Wording(
        _ERROR,
        "`{target}` does not end as what is in it: an image or a sound.",
        "Rename the file, here and on the disk, so that it ends in what it is: `.png`, `.mp3`.",
    ),
}
