"""The starter decks: each loads, names its sources, and says nothing that can be shown wrong.

What a deck computes is computed here again, and what it prints as code is run.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from collection_code import DECKS, code, load, run, texts
from conftest import Learner
from numpy.typing import NDArray

from flashcards.text import has_control, normalise

Array = NDArray[np.float64]
MultiHeadAttention = Callable[..., Array]

SCHEMA_LINE = "# yaml-language-server: $schema=deck.schema.json"
DRILLED = ("tldr", "key_concepts", "cheat_sheet", "red_flags", "most_common_mistake", "follow_ups")
READ = ("short_answer", "memory_aid", "quick_scan", "answer", "examples", "attempt", "references")
SECTIONS = {"question", "title", "id", "tags", *DRILLED, *READ}


def _drilled(topic: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Give every item of a topic that becomes a card, with the name of its section."""
    for section in DRILLED:
        value = topic[section]
        for item in value if isinstance(value, list) else [value]:
            yield section, item


def _sources(value: object) -> Iterator[object]:
    """Give every `source` under `value`, however deep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "source":
                yield inner
            else:
                yield from _sources(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _sources(inner)


TOPICS = [
    pytest.param(topic, id=f"{path.stem}-{topic['id']}")
    for path in DECKS
    for topic in load(path).get("topics", [])
]


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
class TestEveryFile:
    """What holds for a starter deck as a file."""

    def test_an_editor_knows_its_schema(self, path: Path) -> None:
        """The first line names the schema, so that an editor completes and checks the keys."""
        assert path.read_text(encoding="utf-8").splitlines()[0] == SCHEMA_LINE

    def test_it_has_a_name_and_a_place_among_the_new_cards(self, path: Path) -> None:
        """`deck` names it, and `order` is a number that no other starter deck has."""
        deck = load(path)
        assert deck["deck"]
        orders = [load(other)["order"] for other in DECKS]
        assert orders.count(str(int(deck["order"]))) == 1

    def test_no_backslash_stands_in_double_quotes(self, path: Path) -> None:
        """TeX is never written where YAML would turn its backslashes into control characters."""
        text = path.read_text(encoding="utf-8")
        for token in yaml.scan(text, Loader=yaml.BaseLoader):
            if isinstance(token, yaml.ScalarToken) and token.style == '"':
                assert "\\" not in text[token.start_mark.index : token.end_mark.index]

    def test_every_text_is_fit_to_show(self, path: Path) -> None:
        """No text is empty, and none holds a control character."""
        for text in texts(load(path)):
            assert text.strip()
            assert has_control(text) is None

    def test_no_key_is_written_twice(self, path: Path) -> None:
        """A second `back` would silently replace the first one."""
        root = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
        nodes = [root]
        while nodes:
            node = nodes.pop()
            if isinstance(node, yaml.MappingNode):
                keys = [key.value for key, _ in node.value]
                assert len(keys) == len(set(keys)), f"line {node.start_mark.line + 1}: {keys}"
                nodes += [value for _, value in node.value]
            elif isinstance(node, yaml.SequenceNode):
                nodes += node.value


@pytest.mark.parametrize("topic", TOPICS)
class TestEveryTopic:
    """What holds for an interview topic of a starter deck."""

    def test_it_has_every_section(self, topic: dict[str, Any]) -> None:
        """The starter topics show the whole format, and nothing outside it."""
        assert set(topic) == SECTIONS
        assert len(topic["title"]) <= 40

    def test_every_card_names_its_source(self, topic: dict[str, Any]) -> None:
        """Whoever doubts a card can look it up."""
        for section, item in _drilled(topic):
            assert isinstance(item, dict), f"{section}: {item}"
            assert item.get("source"), f"{section}: {item}"

    def test_every_source_key_is_a_reference(self, topic: dict[str, Any]) -> None:
        """A list of sources holds keys, each found under `references`; free text is one text."""
        keys = [reference["key"] for reference in topic["references"]]
        assert len(keys) == len(set(keys))
        named = {key for source in _sources(topic) if isinstance(source, list) for key in source}
        assert named == set(keys)

    def test_every_reference_can_be_opened(self, topic: dict[str, Any]) -> None:
        """A reference has a title to read and an address to go to."""
        for reference in topic["references"]:
            assert set(reference) == {"key", "title", "url"}
            assert reference["url"].startswith("https://")

    def test_a_follow_up_has_a_line_to_grade_and_an_answer_to_read(
        self, topic: dict[str, Any]
    ) -> None:
        """The short answer is graded; the full one opens after it and really is fuller."""
        for item in topic["follow_ups"]:
            assert len(item["short"].split()) <= 20
            assert len(item["approach"].split()) >= 60

    def test_no_two_cards_ask_the_same(self, topic: dict[str, Any]) -> None:
        """The mistake that names a red flag is that card; all other prompts differ."""
        prompts = [
            normalise(
                next(
                    item[key]
                    for key in ("front", "question", "claim", "term", "text")
                    if key in item
                )
            )
            for section, item in _drilled(topic)
            if section != "most_common_mistake"
        ]
        assert len(prompts) == len(set(prompts))
        mistake = topic["most_common_mistake"]["claim"]
        assert mistake in [item["claim"] for item in topic["red_flags"]]

    def test_its_python_runs(self, topic: dict[str, Any]) -> None:
        """Every block marked `python` in the detailed answer runs as it stands."""
        blocks = code(topic["answer"])
        assert blocks
        for block in blocks:
            run(block)


# What the topic on multi-head attention says, computed again.

ATTENTION: dict[str, Any] = next(
    topic
    for path in DECKS
    for topic in load(path).get("topics", [])
    if topic["id"] == "multi-head-attention"
)
ANSWER: str = ATTENTION["answer"]
CHEAT_SHEET = "\n".join(item["text"] for item in ATTENTION["cheat_sheet"])
RED_FLAGS = "\n".join(" ".join(texts(item)) for item in ATTENTION["red_flags"])
D_MODEL = 512


@pytest.fixture
def attend() -> MultiHeadAttention:
    """The function that the detailed answer prints."""
    function: MultiHeadAttention = run(code(ANSWER)[0])["multi_head_attention"]
    return function


def _inputs(d_model: int, tokens: int = 6, batch: int = 2) -> tuple[Array, list[Array]]:
    """Give random tokens and the four projections, the same on every run."""
    random = np.random.default_rng(7)
    x = random.standard_normal((batch, tokens, d_model))
    return x, [random.standard_normal((d_model, d_model)) for _ in range(4)]


def _softmax(scores: Array) -> Array:
    exponentials: Array = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights: Array = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights


def _one_head(x: Array, w_q: Array, w_k: Array, w_v: Array, mask: Array | None = None) -> Array:
    """One head for one sequence `x` (n, d_model), straight from the formula."""
    scores = (x @ w_q) @ (x @ w_k).T / np.sqrt(w_q.shape[1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    averages: Array = _softmax(scores) @ (x @ w_v)
    return averages


def _head_by_head(
    x: Array, projections: list[Array], heads: int, mask: Array | None = None
) -> Array:
    """Multi-head attention with a plain loop: the sum of head_i · W^O_i over the heads."""
    w_q, w_k, w_v, w_o = projections
    result = np.zeros_like(x)
    bounds = range(0, x.shape[2] + 1, x.shape[2] // heads)
    for row, sequence in enumerate(x):
        for first, last in pairwise(bounds):
            own = slice(first, last)
            head = _one_head(sequence, w_q[:, own], w_k[:, own], w_v[:, own], mask)
            result[row] += head @ w_o[own]
    return result


@pytest.mark.parametrize("heads", [1, 2, 8])
def test_the_printed_code_is_multi_head_attention(attend: MultiHeadAttention, heads: int) -> None:
    """The code agrees with a loop over the heads, whose outputs W^O adds up block by block."""
    x, projections = _inputs(16)
    np.testing.assert_allclose(
        attend(x, *projections, heads), _head_by_head(x, projections, heads), atol=1e-9
    )


def test_the_printed_code_masks_every_head_before_softmax(attend: MultiHeadAttention) -> None:
    """Under a causal mask a token's result does not change when later tokens do."""
    x, projections = _inputs(16)
    causal = np.tril(np.ones((6, 6), dtype=bool))
    masked = attend(x, *projections, 4, causal)
    np.testing.assert_allclose(masked, _head_by_head(x, projections, 4, causal), atol=1e-9)
    changed = x.copy()
    changed[:, 3:] += 1
    np.testing.assert_allclose(attend(changed, *projections, 4, causal)[:, :3], masked[:, :3])


@pytest.mark.parametrize("heads", [1, 8, 32])
def test_the_weights_are_the_same_for_every_number_of_heads(heads: int) -> None:
    """Queries, keys, values and W^O hold 4·d_model² weights, whatever the number of heads."""
    d_k = D_MODEL // heads
    weights = 3 * heads * D_MODEL * d_k + heads * d_k * D_MODEL
    assert weights == 4 * D_MODEL**2
    assert f"{weights:,} for 1, 8 or 32 heads" in ANSWER
    assert "{{4·d_model²}}" in CHEAT_SHEET


@pytest.mark.parametrize("heads", [1, 8])
def test_heads_cost_softmax_entries_and_no_multiplications(heads: int) -> None:
    """Scores of h heads are h·n² numbers, each a sum of d_k products: n²·d_model products."""
    x, (w_q, w_k, *_) = _inputs(D_MODEL, tokens=5, batch=1)
    d_k = D_MODEL // heads
    query = (x @ w_q).reshape(5, heads, d_k)
    key = (x @ w_k).reshape(5, heads, d_k)
    products = np.einsum("qhd,khd->hqkd", query, key)
    assert products.sum(axis=-1).size == heads * 5**2
    assert products.size == 5**2 * D_MODEL
    assert "{{h·n²}} softmax entries" in CHEAT_SHEET
    assert "{{n²·d_model}} multiplications" in CHEAT_SHEET


def test_the_head_size_of_the_transformer_base() -> None:
    """512 channels over 8 heads are 64 each, and 16 each over 32 heads."""
    card = next(
        item for item in ATTENTION["cheat_sheet"] if "What is d_k?" in item.get("front", "")
    )
    assert "d_model = 512, h = 8" in card["front"]
    assert card["back"] == str(512 // 8)
    assert f"32, where d_k = {512 // 32}" in RED_FLAGS


def _worked_values() -> Array:
    """Read the table of the worked example: three tokens, four channels."""
    rows = re.findall(r"^\| [ABC] \| (\d), (\d) \| (\d), (\d) \|$", ANSWER, re.MULTILINE)
    return np.array(rows, dtype=np.float64)


def _tuple(numbers: Array) -> str:
    return "(" + ", ".join(f"{number:g}" for number in numbers) + ")"


def test_the_worked_example_adds_up() -> None:
    """One head returns the mean of A and C; two heads return A's first half and C's second."""
    values = _worked_values()
    wanted = np.concatenate([values[0, :2], values[2, 2:]])
    one_head = np.array([0.5, 0, 0.5]) @ values
    two_heads = np.concatenate(
        [np.array([1, 0, 0]) @ values[:, :2], np.array([0, 0, 1]) @ values[:, 2:]]
    )
    assert f"C's second half: {_tuple(wanted)}." in ANSWER
    assert f"weights (.5, 0, .5): {_tuple(one_head)}" in ANSWER
    assert two_heads.tolist() == wanted.tolist()
    assert f"second: {_tuple(two_heads)}." in " ".join(ANSWER.split())


def test_no_other_row_of_weights_solves_the_worked_example() -> None:
    """Channel 1 is largest on A alone and channel 3 on C alone, so no average reaches both."""
    values = _worked_values()
    assert [values[:, channel].argmax() for channel in (0, 2)] == [0, 2]
    for channel in (0, 2):
        assert (values[:, channel] == values[:, channel].max()).sum() == 1


def test_softmax_comes_close_to_one_token() -> None:
    """A score 8 above the two others gets the weight that the worked example says."""
    weight = _softmax(np.array([8.0, 0.0, 0.0]))[0]
    assert f"8 above the two others has weight {weight:.4f}.".replace(" 0.", " .") in " ".join(
        ANSWER.split()
    )


@pytest.mark.parametrize("d_k", [16, 64])
def test_scores_have_the_rank_of_the_head_and_softmax_lifts_it(d_k: int) -> None:
    """With 128 random tokens, scores have rank d_k and the weights after softmax rank 128."""
    random = np.random.default_rng(7)
    query, key = random.standard_normal((2, 128, d_k))
    scores = query @ key.T / np.sqrt(d_k)
    assert np.linalg.matrix_rank(scores) == d_k
    assert np.linalg.matrix_rank(_softmax(scores)) == 128
    assert "128 tokens and d_k = 64, scores have rank 64" in " ".join(RED_FLAGS.split())


def test_heads_that_start_identical_stay_identical() -> None:
    """Two heads with equal weights and equal blocks of W^O get equal gradients."""
    x, (w_q, w_k, w_v, w_o) = _inputs(8)
    twins = [np.hstack([w[:, :4]] * 2) for w in (w_q, w_k, w_v)] + [np.vstack([w_o[:4]] * 2)]

    def slope(matrix: int, row: int, column: int) -> float:
        losses = []
        for step in (1e-5, -1e-5):
            moved = [weights.copy() for weights in twins]
            moved[matrix][row, column] += step
            losses.append(float((_head_by_head(x, moved, 2) ** 2).sum()))
        return (losses[0] - losses[1]) / 2e-5

    for matrix in range(3):
        assert slope(matrix, 2, 1) == pytest.approx(slope(matrix, 2, 5), rel=1e-4)
    assert slope(3, 1, 2) == pytest.approx(slope(3, 5, 2), rel=1e-4)


def test_the_cache_of_llama_4() -> None:
    """40 query heads on 8 key/value heads: five to each, and a fifth of the full cache."""
    example = next(item["text"] for item in ATTENTION["examples"] if "Llama 4" in item["text"])
    words = " ".join(example.split())
    assert "40 query heads against 8 key/value heads" in words
    assert 40 // 8 == 5
    assert "Five query heads share each key/value head" in words
    assert "a fifth" in words


# The deck of examples, which shows the format and stays out of the default review.


def _example(front: str) -> dict[str, Any]:
    path = DECKS[0].parent / "examples" / "binary-numbers.yaml"
    (card,) = [card for card in load(path)["cards"] if front in card.get("front", "")]
    assert isinstance(card, dict)
    return card


def test_the_examples_count_right() -> None:
    """Every number of the binary deck, counted."""
    assert _example("binary 0110")["back"] == str(0b0110)
    assert _example("hexadecimal FF")["back"] == str(0xFF)
    assert _example("1 KiB")["back"] == f"{2**10:,} bytes"
    assert _example("6 & 3")["back"] == str(6 & 3)
    assert _example("byte worth")["back"] == str(0b00010000)
    assert (0b00010110, 0b00010110 << 1) == (22, 0b00101100)
    assert all(sum(2**k for k in range(n)) == 2**n - 1 for n in range(64))


def test_the_drawings_show_the_bytes_they_are_said_to() -> None:
    """The digits in each image are those its words name."""
    folder = DECKS[0].parent / "examples" / "img"
    for name, bits in (("one-bit", "00010000"), ("before", "00010110"), ("shifted", "00101100")):
        drawn = (folder / f"{name}.svg").read_text(encoding="utf-8")
        assert "".join(re.findall(r'font-size="20"[^>]*>([01])<', drawn)) == bits


def test_the_examples_stay_out_of_the_default_review(learner: Learner) -> None:
    """They are read when named, and not with the starter collection."""
    place = ("--home", str(learner.home))
    decks = {card["deck"] for card in learner.run_bare(*place, "cards", "--json").json["cards"]}
    assert decks
    assert not any(deck.startswith("Examples") for deck in decks)
    named = learner.run_bare(
        *place, "--decks", str(DECKS[0].parent / "examples"), "cards", "--json"
    )
    assert len(named.json["cards"]) == 11
