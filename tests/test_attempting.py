"""What is recognised in an answer: a shipped topic answered in eight ways, and single wordings."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards.attempting import judging
from flashcards.attempting.assessing import Assessment, Reading, assess, share, suggested
from flashcards.attempting.judging import UnreadableVerdictError, judged, verdicts
from flashcards.attempting.practice import cards_for
from flashcards.deck.reading import load
from flashcards.model import Rating
from flashcards.notes import Attempt, KeyPoint, Topic

SHIPPED = Path(__file__).parent.parent / "decks" / "multi-head-attention.yaml"

GOOD = """
Splitting adds nothing: every layout has the same number of weights, 4 d_model^2 in all. A single
head gives each query one row of weights, so whatever it reads comes back as one weighted average.
With h heads there are several weightings in parallel, and the output projection learns how to mix
them. Voita found positional and syntactic heads. Most of them can be pruned after training, but
training from scratch with few is worse. Too many heads get too narrow.
"""
PARTIAL = """
The parameter count is unchanged when you split a head. Each head attends to something else, so you
get several distributions which are concatenated at the end. I forgot which papers looked at this.
"""
WRONG = """
Multi-head attention is better because it has more parameters, so the model is bigger and can learn
more. The more heads, the better it gets, since each of them sees the whole input again.
"""
PARAPHRASE = """
However you cut it, the matrices cost just as much as before. What a lone head cannot do is look at
two places for different purposes: whatever it reads ends up blended into a single mixture. Cutting
it gives every word a handful of separate lookups, and a last matrix decides how they are blended.
People who looked into trained models saw heads that follow syntax. Many could later be removed,
though they may have been of use while learning. Make the slices too thin, and each gets too weak.
"""
PARROTED = """
Keep the weight budget fixed. Say what splitting one wide attention head into narrow ones changes,
and why that helps, and which published findings support the explanation or limit it.
"""
KEYWORDS = (
    "same budget, one distribution, W^O, concat, Voita, Clark, pruning, Michel, low-rank, 32 heads"
)


@pytest.fixture(scope="module")
def topic() -> Topic:
    """Give the topic on multi-head attention that comes with the program."""
    return load(str(SHIPPED)).topics[0]


def assessed(topic: Topic, answer: str) -> Assessment:
    """Assess an answer to the attempt of a topic."""
    assert topic.attempt
    return assess(answer, topic.attempt, topic.red_flags, f"{topic.title} {topic.question}")


def suggestion(topic: Topic, found: Assessment) -> Rating | None:
    """Give the rating that is suggested, None where it is left to the person."""
    assert topic.attempt
    covered = share(topic.attempt.key_points, found.ticked)
    return None if found.is_undecided else suggested(covered)


def test_a_good_answer_is_ticked_and_suggests_good(topic: Topic) -> None:
    """Every point is made, each with the place that shows it; no red flag is seen in it."""
    found = assessed(topic, GOOD)
    assert all(found.ticked)
    assert suggestion(topic, found) is Rating.GOOD
    first = found.found[0]
    assert first
    assert GOOD[first.span.start : first.span.end] == "same number of weights"
    assert not found.misconceptions


def test_a_partial_answer_is_ticked_in_part(topic: Topic) -> None:
    """Two of six points, 5 of 13 by weight: below 40 %."""
    found = assessed(topic, PARTIAL)
    assert found.ticked == (True, False, True, False, False, False)
    assert suggestion(topic, found) is Rating.AGAIN


def test_a_wrong_answer_scores_nothing_and_is_warned_about(topic: Topic) -> None:
    """It shares many words with the right one, and none of the wordings; two red flags are."""
    found = assessed(topic, WRONG)
    assert not any(found.ticked)
    assert suggestion(topic, found) is Rating.AGAIN
    assert [one.claim for one in found.misconceptions] == [
        "Multi-head attention wins because it has more parameters.",
        "The more heads, the better.",
    ]


def test_a_paraphrase_is_left_to_the_person(topic: Topic) -> None:
    """A right answer in other words is not recognised, and is not called wrong either."""
    found = assessed(topic, PARAPHRASE)
    assert found.reading is Reading.UNCLEAR
    assert not any(found.ticked)
    assert suggestion(topic, found) is None
    assert not found.misconceptions


@pytest.mark.parametrize("padding", ["", "Well, that is so."])
def test_a_parroted_prompt_scores_nothing(topic: Topic, padding: str) -> None:
    """The question's own words are no answer, though some would count for one."""
    found = assessed(topic, PARROTED + padding)
    assert found.reading is Reading.PARROTED
    assert suggestion(topic, found) is Rating.AGAIN


def test_a_list_of_keywords_is_left_to_the_person(topic: Topic) -> None:
    """It names all the wordings and explains none: they are shown, and not ticked."""
    found = assessed(topic, KEYWORDS)
    assert found.reading is Reading.KEYWORDS
    assert all(found.found)
    assert not any(found.ticked)
    assert suggestion(topic, found) is None


@pytest.mark.parametrize(
    ("answer", "reading"),
    [
        ("", Reading.EMPTY),
        (" \n\t", Reading.EMPTY),
        ("I don't know", Reading.TOO_SHORT),
        ("... !? — *", Reading.TOO_SHORT),
        ("I do not know that, sorry.", Reading.NOTHING),
        ("Sorry, I really have no idea at all of what this question is about.", Reading.NOTHING),
    ],
)
def test_no_answer_scores_nothing(topic: Topic, answer: str, reading: Reading) -> None:
    """Nothing, or `don't know`, is Again and never praised."""
    found = assessed(topic, answer)
    assert found.reading is reading
    assert suggestion(topic, found) is Rating.AGAIN


def said(answer: str, *accept: str) -> str | None:
    """Give the place in the answer that is ticked for the wordings, None if none is."""
    attempt = Attempt("Explain.", 3, (KeyPoint("-", accept, 1),))
    # What surrounds it keeps the answer from being a list of key words.
    text = f"{answer} And this is another sentence which goes on for some more words than that."
    found = assess(text, attempt)
    place = found.found[0]
    return text[place.span.start : place.span.end] if found.ticked[0] and place else None


@pytest.mark.parametrize(
    ("answer", "accept"),
    [
        ("Then d_k is 64 here.", "64"),
        ("It holds 4·d² weights.", "4 d^2"),
        ("It is mixed by $W^O$ in the end.", "W_O"),
        ("There are 1,000 of them.", "1000"),
        ("The layers share the embeddings.", "share the embeddings"),
        ("We get two independent distribution for it.", "independent distributions"),
        ("The same small budget is spent.", "the same budget"),
        ("It doesn't share keys.", "does not share"),
        ("It is not size: the same budget is spent.", "same budget"),
        ("They are concatenated first.", "concat"),
        ("Caf\u00e9s are cached lazily.", "cafe\u0301s are cached"),
    ],
)
def test_a_wording_is_recognised(answer: str, accept: str) -> None:
    """Endings, slips, marks, hyphens and one word between do no harm."""
    assert said(answer, accept)


@pytest.mark.parametrize(
    ("answer", "accept"),
    [
        ("Then d_k is 46 here.", "64"),
        ("Then d_k is 640 here.", "64"),
        ("It is at 0.9 of that.", "0.8"),
        ("The layer does not share keys.", "shares"),
        ("The layer does not share keys.", "share keys"),
        ("The layer doesn\u2019t share keys.", "share keys"),
        ("The layers share keys.", "does not share"),
        ("It is never the same budget.", "same budget"),
        ("We work w/o any budget.", "W^O"),
        ("They are dependent of it.", "independent"),
        ("The decoder attends to it.", "encoder"),
        ("A budget that is not the same.", "same"),
        ("An affect on the loss.", "effect"),
        ("You keep keys and values of past tokens.", "a key and a value for it"),
    ],
)
def test_what_only_looks_alike_is_not_ticked(answer: str, accept: str) -> None:
    """64 is not 46, and a negation turns a statement round."""
    assert said(answer, accept) is None


def test_a_wording_with_a_negation_is_shown_and_not_ticked() -> None:
    """The person sees what was found, and that it was denied."""
    attempt = Attempt("Explain.", 3, (KeyPoint("Sharing.", ("share keys",), 1),))
    found = assess("The heads of this layer do not share keys with any of the others.", attempt)
    (place,) = found.found
    assert place
    assert place.negated
    assert found.ticked == (False,)


def test_what_is_copied_from_the_prompt_makes_no_point() -> None:
    """A wording that stands in a copied passage is the question's, even in a longer answer."""
    attempt = Attempt(
        "Say why the same number of weights is used.", 3, (KeyPoint("-", ("same number",), 1),)
    )
    copied = "You ask me to say why the same number of weights is used, which has many reasons."
    assert not assess(copied, attempt).ticked[0]
    own = "You find that both come with the same number in the end, whichever one takes here."
    assert assess(own, attempt).ticked[0]


def test_a_point_without_wordings_is_found_by_its_own_sentence() -> None:
    """Most of its long words in one sentence, in any order, all of its numbers with them."""
    attempt = Attempt("Explain.", 3, (KeyPoint("With 8 heads the queries are 64 wide.", (), 1),))
    assert assess("Its queries are only 64 wide once you have 8 heads there.", attempt).ticked[0]
    for wrong in ("46 wide once you have 8 heads", "64 wide once you have 9 heads"):
        assert not assess(f"Its queries are only {wrong} there.", attempt).ticked[0]


def test_a_red_flag_that_is_denied_is_no_misconception(topic: Topic) -> None:
    """Who says that it is not the number of parameters is right."""
    answer = "It does not win because it has more parameters; more heads are not always better."
    assert not assessed(topic, answer).misconceptions


@given(st.text(max_size=300), st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_read(answer: str, accept: str, prompt: str) -> None:
    """Whatever is written, the places lie in the answer and only found points are ticked."""
    points = (KeyPoint(accept or "-", (accept,), 1),)
    found = assess(answer, Attempt(prompt, 3, points), ((accept, prompt),), prompt)
    for place, tick in zip(found.found, found.ticked, strict=True):
        assert not tick or (place and not place.negated)
        assert place is None or 0 <= place.span.start < place.span.end


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=1))
def test_more_ticks_never_cover_less(points: list[tuple[int, bool]]) -> None:
    """The share is between 0 and 1, and grows with each tick."""
    weighted = [KeyPoint("-", (), weight) for weight, _ in points]
    ticks = [tick for _, tick in points]
    covered = share(weighted, ticks)
    assert 0 <= covered <= 1
    assert share(weighted, [True] * len(ticks)) == 1
    for place in range(len(ticks)):
        assert share(weighted, [*ticks[:place], True, *ticks[place + 1 :]]) >= covered


@pytest.mark.parametrize(
    ("covered", "rating"),
    [(0.0, 1), (0.39, 1), (0.4, 2), (0.69, 2), (0.7, 3), (1.0, 3)],
)
def test_the_share_suggests_a_rating(covered: float, rating: int) -> None:
    """Below 40 % Again, below 70 % Hard, else Good; Easy is the person's alone."""
    assert suggested(covered) == rating


def test_missing_points_name_the_cards_that_train_them() -> None:
    """The closest cards by their telling words, two a point at most."""
    cards = {
        1: "What does pruning after training cost?\nLittle, yet the heads helped.",
        2: "Who found induction heads?\nOlsson.",
        3: "d_k of the base model?\n64",
    }
    missing = [KeyPoint("A head that is pruned after training still helped.", (), 1)]
    assert cards_for(missing, cards, "Heads") == (1,)
    assert cards_for([], cards, "Heads") == ()


ANSWER = "It costs the same  budget, and “one” average\nis what a head gives — no more."
POINTS = 2


def verdict(*points: dict[str, object]) -> str:
    """Write what a judge gives."""
    return json.dumps({"points": points})


def test_a_judge_counts_where_it_quotes() -> None:
    """Case, blanks and the shape of quotes do not matter; an unmet point needs no quotation."""
    quote = 'Same Budget, and "one" average is'
    met, unmet = verdicts(
        verdict({"id": 1, "met": True, "quote": quote}, {"id": 2, "met": False}), POINTS, ANSWER
    )
    assert met.span
    assert ANSWER[met.span.start : met.span.end] == "same  budget, and “one” average\nis"
    assert unmet.met is False


@pytest.mark.parametrize("quote", ["twice the budget", "", " ", "is", None, 7, ["same"], "…"])
def test_a_quotation_that_is_not_there_does_not_count(quote: object) -> None:
    """Then the wording decides, as without a judge; a word or two that stand anywhere count not."""
    told = verdict({"id": 1, "met": True, "quote": quote}, {"id": 2, "met": False})
    first, _ = verdicts(told, POINTS, ANSWER)
    assert first.met is None
    attempt = Attempt(
        "-", 3, (KeyPoint("-", ("same budget",), 1), KeyPoint("-", ("head gives",), 1))
    )
    by_wording = assess(ANSWER, attempt)
    assert by_wording.ticked == (True, True)
    assert judged(by_wording, (first, judging.Verdict(met=False))).ticked == (True, False)


@pytest.mark.parametrize(
    "text",
    [
        "", "rubbish", "[]", "7", "null", '{"points": 3}', '{"points": [1, {}]}',
        '{"points": [{"id": 9, "met": true}]}', "[" * 100_000, '{"points": [{"id": true}]',
    ],
)  # fmt: skip
def test_what_is_no_verdict_is_refused(text: str) -> None:
    """Whatever a judge prints, it is a verdict or a sentence."""
    with pytest.raises(UnreadableVerdictError):
        verdicts(text, POINTS, ANSWER)
