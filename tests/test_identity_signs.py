"""Cards that differ in signs only: operators, regular expressions, the marks of a shell.

Where a sign is what a card asks for it counts as a word, so that a slip elsewhere costs no history
and one sign never takes the history of another.
"""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_identity import Learner, note, uids
from test_identity_edits import FAMILIES, _slip

pytestmark = pytest.mark.slow


Entry = tuple[str, str]

THREE = [
    ("In Python, what does `<` do?", "Tells if less"),
    ("In Python, what does `>` do?", "Tells if greater"),
    ("In Python, what does `**` do?", "Raises to a power"),
]
PATTERNS = [
    ("In a regex, what does `^` match?", "The start of a line"),
    ("In a regex, what does `$` match?", "The end of a line"),
    ("In a regex, what does `.` match?", "Any character"),
]


def kept(before: Sequence[Entry], after: Sequence[Entry]) -> list[bool]:
    """Tell of each card, edited in its place, whether it is who it was."""
    learner = Learner()
    first = learner.read(*(note(number, *card) for number, card in enumerate(before)))
    again = learner.read(*(note(number, *card) for number, card in enumerate(after)))
    return [old == new for old, new in zip(uids(first), uids(again), strict=True)]


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize(
    ("cards", "old", "new"),
    [
        (THREE, "Python", "Ptyhon"),
        (PATTERNS, "regex", "reegx"),
        (PATTERNS, "regex", "regular expression"),
    ],
)
def test_a_word_corrected_beside_a_sign(
    cards: list[Entry], old: str, new: str, number: int
) -> None:
    """The sign and the answer say which card it is, whatever happens to the words around them."""
    front, back = cards[number]
    after = [*cards]
    after[number] = (front.replace(old, new), back)
    assert all(kept(cards, after))


@pytest.mark.parametrize("number", range(len(FAMILIES["operators"])))
def test_a_slip_in_any_operator(number: int) -> None:
    """Of 22 operators none loses its history when one question is misspelt."""
    cards = FAMILIES["operators"]
    for seed in range(4):
        front, back = cards[number]
        chance = random.Random(seed)
        edited = (_slip(front, chance), back)
        assert all(kept(cards, [*cards[:number], edited, *cards[number + 1 :]]))


@pytest.mark.parametrize("wrong", ["Ptyhon", "Pythn", "Pythoon"])
def test_a_slip_in_question_and_answer(wrong: str) -> None:
    """The sign is as clear a sign of the card as a word is, whatever is misspelt beside it."""
    cards = FAMILIES["operators"]
    for number, (front, back) in enumerate(cards):
        edited = (front.replace("Python", wrong), f"{back[:2]}{back[1:]}")
        assert all(kept(cards, [*cards[:number], edited, *cards[number + 1 :]]))


@pytest.mark.parametrize("family", [THREE, FAMILIES["operators"]])
def test_one_answer_to_all(family: list[Entry]) -> None:
    """Where every sign has the same answer, the sign alone tells the cards apart."""
    cards = [(front, "It calls a method") for front, _ in family]
    for number, (front, back) in enumerate(cards):
        edited = (front.replace("Python", "Ptyhon"), back)
        assert all(kept(cards, [*cards[:number], edited, *cards[number + 1 :]]))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What does `*` collect?", "What does `**` collect?"),
        ("In Python, what is `2**3`?", "In Python, what is `2*3`?"),
        ("In Python, what is 2 ** 3?", "In Python, what is 2 * 3?"),
        ("Which calls match the parameter `*x`?", "Which calls match the parameter `**x`?"),
        ("Who may use the name `_x` here?", "Who may use the name `__x` here?"),
        ("Which sign matches here, `.`", "Which sign matches here, `?`"),
        ("Do JavaScript values equal under `===`?", "Do JavaScript values equal under `!==`?"),
    ],
)
@pytest.mark.parametrize("back", ["It depends", "Those whose names fit what is written there."])
def test_a_card_replaced_by_one_of_another_sign(one: str, other: str, back: str) -> None:
    """Emphasis and code have the same marks; in code they make another question."""
    assert kept([(one, back)], [(other, back)]) == [False]


def test_the_answer_is_a_sign() -> None:
    """Two operators are two answers, as two words are."""
    before = [("Which sign multiplies in Python?", "`*`")]
    assert kept(before, [("Which sign raises to a power in Python?", "`**`")]) == [False]
    assert kept(before, [("Which sign multiplies in Pyhton?", "`*`")]) == [True]


def test_marks_that_only_emphasise() -> None:
    """Bold, code around a name and a list make no other card."""
    before = [("What does snake_case look like in a name?", "a_b, not aB")]
    for front in (
        "What does `snake_case` look like in a name?",
        "What does **snake_case** look like in a *name*?",
        "* What does snake_case look like in a name",
    ):
        assert kept(before, [(front, before[0][1])]) == [True]


def test_a_flag_beside_the_same_letter_in_small() -> None:
    """-C is not -c, so a slip beside -C is as clear as one beside any letter."""
    cards = [
        (front.replace("what", "hwat") if "-c" in front else front, back)
        for front, back in FAMILIES["flags"]
    ]
    number = next(index for index, card in enumerate(cards) if "-C" in card[0])
    front, back = cards[number]
    for wrong in ("waht", "wat", "whatt"):
        edited = (front.replace("what", wrong), back)
        assert all(kept(cards, [*cards[:number], edited, *cards[number + 1 :]]))


@pytest.mark.parametrize("family", ["str", "cmp"])
def test_a_slip_beside_a_word_that_another_is_like(family: str) -> None:
    """Strcmp is nearly strncmp, but a card that asks for strcmp before and after asks for it."""
    cards = [card for card in FAMILIES["calls"] if family in card[0]]
    for number, (front, back) in enumerate(cards):
        edited = (front.replace("does", "doees"), back)
        assert all(kept(cards, [*cards[:number], edited, *cards[number + 1 :]]))


# The law: decks where nothing but signs tells the cards apart, edited at random.

SIGNS = "+ - * / // % ** & | ^ << >> < > ~ @ _ : ... . # ? ! = == != <= >= -> $ \\ && || ?? ?."
FORMULAS = (
    "In Python, what does `{}` do?",
    "What does {} stand for in a pattern?",
    "What does the pattern `a{}` match?",
    "What is `x {} y` here?",
    "Which of both does `{0}a{0}` mean?",
)
SYLLABLES = ("ka", "lom", "mi", "tru", "ven", "so", "pra")
_SHARED = ("It depends", "Yes", "A number that both of the others have in common")
CARDS = st.tuples(st.sampled_from(SIGNS.split()), st.sampled_from((None, None, *_SHARED)))
EDITS = st.sampled_from(("none", "none", "front", "back", "both", "gone", "moved"))


def _text(formula: str, sign: str, answer: str | None) -> Entry:
    number = SIGNS.split().index(sign)
    own = f"A matter of {SYLLABLES[number // 7]}{SYLLABLES[number % 7]}"
    if "`" not in formula and not set(sign) - set(
        ".:?!"
    ):  # they end sentences, and ask for something only in code
        sign = f"`{sign}`"
    return formula.format(sign), answer or own


@settings(max_examples=300)
@given(
    st.sampled_from(FORMULAS),
    st.lists(CARDS, min_size=1, max_size=14, unique_by=lambda card: card[0]),
    st.lists(EDITS, min_size=14, max_size=14),
    st.integers(0, 14),
    st.randoms(use_true_random=False),
)
def test_no_sign_takes_the_history_of_another(
    formula: str,
    cards: list[tuple[str, str | None]],
    edits: list[str],
    new: int,
    chance: random.Random,
) -> None:
    """Slips, deletions, additions and moves in one save: no history goes to another card."""
    learner = Learner()
    old = cards[: max(1, len(cards) - new)]
    before = [note(number, *_text(formula, *card)) for number, card in enumerate(old)]
    owner = dict(zip(uids(learner.read(*before)), old, strict=True))
    after = [
        (card, *_edited(edit, *_text(formula, *card), chance))
        for card, edit in zip(old, edits, strict=False)
        if edit != "gone"
    ]
    after += [(card, *_text(formula, *card), "deck.yaml") for card in cards[len(old) :]]
    chance.shuffle(after)
    present = [
        note(number, front, back, path=path) for number, (_, front, back, path) in enumerate(after)
    ]
    for (card, *_), uid in zip(after, uids(learner.read(*present)), strict=True):
        assert owner.get(uid, card) == card


def _edited(edit: str, front: str, back: str, chance: random.Random) -> tuple[str, str, str]:
    """Give front, back and file after an edit."""
    if edit in {"front", "both"}:
        front = _slip(front, chance)
    if edit in {"back", "both"}:
        back = _slip(back, chance)
    return front, back, "later.yaml" if edit == "moved" else "deck.yaml"


def test_a_sign_that_many_ask_for_vouches_for_none() -> None:
    """`**` in Kotlin is not `**` in Python, whose card went, where every other language has it."""
    cards = [
        ("In Python, what does `**` mean?", "Power"),
        ("In Ruby, what does `**` mean?", "Double splat"),
        ("In Perl, what does `**` mean?", "Exponent"),
    ]
    after = [("In Kotlin, what does `**` mean?", "Power"), *cards[1:]]
    assert kept(cards, after) == [False, True, True]
