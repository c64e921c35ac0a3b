"""The rules of good cards: what each says, how bad it is to break it, why, and who found it.

The names are part of the interface (authors write them under `style-ok`), and are never renamed.
A message says what was measured, the fix what to do; both are filled in with the details a check
gives. The limits are convention: tools and authors agree on their order, nobody measured them.
"""

from typing import Final, NamedTuple

from flashcards.notes import Severity

PREFIX: Final = "style/"
"""What stands before a rule's name in the code of a problem, apart from the faults of a deck."""

LONG_ANSWER: Final = 20
"""Words of an answer above which it is long."""

TOO_LONG_ANSWER: Final = 40
"""Words of an answer above which it is no answer to one question."""

LONG_FRONT_WORDS: Final = 25
"""Words of a question above which it is long."""

LONG_FRONT_CHARACTERS: Final = 200
"""Characters of a question, its code and maths aside, above which it is long."""

LISTED: Final = 3
"""Commas and semicolons of an answer from which it is a list."""

REVEALED: Final = 0.8
"""Share of an answer's content words that stand in the question, from which it is given away."""

ALIKE: Final = 85
"""Percent of likeness (of the sorted words, by edit distance) from which questions interfere."""

MOST_GAPS: Final = 3
"""Cards of one cloze above which the text asks too much."""

LONG_GAP: Final = 6
"""Words of a gap above which it is long."""

CONTEXT: Final = 3
"""Content words that must be left around a gap."""


class Rule(NamedTuple):
    """One rule: its name, its severity, the templates of message and fix, reason and sources."""

    name: str
    severity: Severity
    message: str
    fix: str
    reason: str
    sources: tuple[str, ...]

    @property
    def code(self) -> str:
        """The code of a problem that breaks the rule."""
        return PREFIX + self.name


def _wozniak(number: int, rule: str) -> str:
    return f"Wo\u017aniak 1999, Twenty rules of formulating knowledge, rule {number}: {rule}"


_MATUSCHAK = "Matuschak 2020, How to write good prompts"
_NIELSEN = "Nielsen 2018, Augmenting long-term memory"
_BJORNSTAD = "Bjornstad, Rules for designing precise Anki cards, and our own practice"
_ATOMIC = _wozniak(4, "stick to the minimum information principle")
_SETS = (_wozniak(9, "avoid sets"), _wozniak(10, "avoid enumerations"))
_CLOZE = (_wozniak(5, "cloze deletion is easy and effective"), _BJORNSTAD)
_INTERFERENCE = _wozniak(11, "combat interference")
_WORDING = _wozniak(12, "optimize wording")

_ERROR, _WARNING, _INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

_ALL: Final = (
    Rule(
        "duplicate-front",
        _WARNING,
        "This asks what {where} asks, and {answer}.",
        "Delete one of the two, or say in each front what sets them apart.",
        "Two cards with one question are reviewed twice, and where their answers differ each "
        "makes the other wrong. Letter case, blanks and punctuation make no difference here.",
        (_INTERFERENCE, "Anki's own test for duplicates compares the first field"),
    ),
    Rule(
        "near-duplicate",
        _WARNING,
        "This asks nearly what {where} asks ({score}% alike), and {answer}: "
        "\u201c{other}\u201d.{more}",
        "Put what differs first, or ask for the difference itself; delete what repeats.",
        "Questions that look alike call up each other's answers, most of all when the one word "
        "that differs is the point.",
        (_INTERFERENCE, f"token sort ratio of {ALIKE} or more, the measure of duplicate finders"),
    ),
    Rule(
        "answer-long",
        _WARNING,
        "The answer has {count} words; a line to be graded has at most {limit}.",
        "{shorten}",
        "A long answer is never recalled the same way twice, so it cannot be graded honestly. "
        "Code and formulas do not count.",
        (_ATOMIC, f"{_MATUSCHAK}: focused", "the limit is a convention, not measured"),
    ),
    Rule(
        "answer-too-long",
        _ERROR,
        "The answer has {count} words, twice what a graded line may have ({limit}).",
        "{shorten}",
        "An answer of this length holds several facts; some are recalled and some are not, and "
        "no rating is right. Code and formulas do not count.",
        (_ATOMIC, f"{_MATUSCHAK}: focused", "the limit is a convention, not measured"),
    ),
    Rule(
        "front-too-long",
        _WARNING,
        "The question has {count}; it should have at most {limit}.",
        "Ask in one short sentence; what else is worth knowing can follow the answer.",
        "Every word is read again at every review, and long questions are recognised by their "
        "shape instead of being read. Code and formulas do not count.",
        (_WORDING, "the limit is a convention, not measured"),
    ),
    Rule(
        "list-answer",
        _WARNING,
        "The answer is a list: {count}.",
        "Make a card of each item, or a cloze with a gap for each.",
        "A set has no order to recall it by: one forgotten item fails the rest. Code, maths and "
        "tuples do not count.",
        _SETS,
    ),
    Rule(
        "list-prompt",
        _WARNING,
        "\u201c{words}\u201d asks for a list.",
        "Ask for each item by what it does, or leave gaps in a sentence that names them.",
        "Whether all items came is hard to grade, and one forgotten item fails the rest.",
        _SETS,
    ),
    Rule(
        "multiple-facts",
        _WARNING,
        "The answer has {count} sentences; one is graded.",
        "{shorten}",
        "Two facts of one card have one rating and one interval between them: the easy one is "
        "reviewed as often as the hard one.",
        (_ATOMIC, f"{_MATUSCHAK}: focused", f"{_NIELSEN}: atomic questions"),
    ),
    Rule(
        "two-questions",
        _WARNING,
        "This asks two things: {what}.",
        "Make a card of each question.",
        "When only one of the two is known, no rating is right.",
        (f"{_MATUSCHAK}: focused",),
    ),
    Rule(
        "yes-no",
        _WARNING,
        "{what}, so a guess is right half the time.",
        "Ask what, why or how instead.",
        "Where two answers are possible, nothing needs to be recalled.",
        (f"{_MATUSCHAK}: effortful",),
    ),
    Rule(
        "either-or",
        _WARNING,
        "The answer \u201c{answer}\u201d is one of two that the question offers.",
        "Leave the choices out: ask which it is, or why.",
        "To choose is to recognise, not to recall, and a guess is right half the time.",
        (f"{_MATUSCHAK}: effortful",),
    ),
    Rule(
        "front-reveals-answer",
        _WARNING,
        "The question gives the answer away: {what}.",
        "Take these words out of the question, or ask for what it does not say.",
        "What stands in the question is matched by eye, not recalled.",
        (f"{_MATUSCHAK}: effortful, no pattern matching",),
    ),
    Rule(
        "unresolved-reference",
        _WARNING,
        "\u201c{words}\u201d points at something that is not on the card.",
        "Name what is meant: cards come alone, in any order.",
        "On the day of the review nothing stands above or below the card.",
        (_wozniak(16, "context cues simplify wording"), f"{_MATUSCHAK}: precise"),
    ),
    Rule(
        "vague-verb",
        _WARNING,
        "\u201c{words}\u201d does not say which answer counts.",
        "Ask one thing of it (what, why, when); a task for a free answer belongs under `attempt`.",
        "A prompt that admits many answers is answered differently each time, and what is "
        "practised is never the same.",
        (f"{_MATUSCHAK}: precise and consistent",),
    ),
    Rule(
        "no-context",
        _INFO,
        "Nothing on the card says which field \u201c{words}\u201d belongs to.",
        "Name the field in the question, or give the file a `deck:`, which stands above its cards.",
        "A short term means different things in different fields, and cards of all decks come "
        "mixed.",
        (_wozniak(16, "context cues simplify wording"),),
    ),
    Rule(
        "undated",
        _INFO,
        "\u201c{words}\u201d stands here without a year.",
        "Say as of which year this holds.",
        "Such a fact goes out of date while its card lives on.",
        (_wozniak(19, "provide date stamping"),),
    ),
    Rule(
        "no-source",
        _INFO,
        "{what}",
        "Add `source:`, and under a topic `references:`.",
        "Who doubts a card years later needs to know where it came from.",
        (_wozniak(18, "provide sources"),),
    ),
    Rule(
        "orphan",
        _INFO,
        "{what}",
        "Write more cards on it, or put this one where others are.",
        "A fact without neighbours is soon forgotten, and means little when it is not.",
        (f"{_NIELSEN}: avoid orphan questions",),
    ),
    Rule(
        "cloze-many",
        _WARNING,
        "This text makes {count} cards; {limit} are enough.",
        "Split the text, or number gaps alike that belong together.",
        "Each gap gives the others away, and a text with many is read more often than recalled.",
        _CLOZE,
    ),
    Rule(
        "cloze-long",
        _WARNING,
        "The gap \u201c{words}\u201d hides {count} words; at most {limit} are recalled as one.",
        "Put the braces around the words that matter.",
        "The wording of a long gap is guessed, not recalled, and cannot be graded.",
        _CLOZE,
    ),
    Rule(
        "cloze-function-word",
        _WARNING,
        "The gap \u201c{words}\u201d hides what grammar gives away.",
        "Put the braces around a word that carries the fact.",
        "Articles, small verbs and prepositions can be filled in without knowing anything.",
        _CLOZE,
    ),
    Rule(
        "cloze-no-context",
        _WARNING,
        "Around the gap \u201c{words}\u201d stands too little to say what is asked: {count}.",
        "Write a whole sentence around the gap, or ask a question.",
        "A gap with hardly a word around it has many right answers.",
        _CLOZE,
    ),
    Rule(
        "number-without-unit",
        _WARNING,
        "The answer is the bare number {words}, and the question does not say of what.",
        "Give the unit in the answer, or ask `how many ...?`.",
        "Without its unit a number is neither understood nor checked.",
        (_WORDING,),
    ),
    Rule(
        "page-residue",
        _ERROR,
        "{what}",
        "{mend}",
        "Text copied from a page brings its buttons and half a mark along; they are drilled with "
        "the card.",
        ("captures of pages, which `import` cleans and a paste does not",),
    ),
)

RULES: Final = {rule.name: rule for rule in _ALL}
"""The rules by name, in the order of the catalogue."""


def closest(name: str) -> str | None:
    """Give the rule that `name` was most likely meant to be, None if none is near."""
    # After a slip only.
    from difflib import get_close_matches  # noqa: PLC0415 - loaded by who mistyped

    return next(iter(get_close_matches(name.casefold().replace("_", "-"), RULES, n=1)), None)
