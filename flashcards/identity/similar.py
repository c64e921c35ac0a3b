"""The rounds that need judgement: an equal question elsewhere, an equal answer, similar text.

A present card and a stored one are compared side by side, question with question and answer
with answer, because cards of one formula are alike on one side and not on the other. Where only
the question can tell, it must be closer to the stored one than any other card of the formula
is: a wrong hand-over is worse than a lost history.

Never all pairs: candidates come from the rarest words of a card, and every list is capped.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from flashcards.identity.corpus import AS_RARE, Corpus
from flashcards.identity.likeness import any_slip, likely_slip, likeness, only_slips, tokens
from flashcards.identity.ties import LONG, Search, Ties
from flashcards.identity.wording import Wording

_NEAR = 0.60  # similar enough in the same file or topic
_FAR = 0.75  # similar enough elsewhere
_EACH_SIDE = 0.50  # below it one side is another text, however alike the other is
_LOOSE = 0.30  # enough where the answer is equal and long, and no other card has it

_RARE_WORDS = 6  # words of a card under which candidates are looked up
_FILED = 48  # a word of more stored cards finds nothing
_SMALL = 12  # open cards of one place, question or answer that are all candidates
_CANDIDATES = 6  # compared for each card

_SAME_PLACE = 2


class Pair(NamedTuple):
    """A present and a stored card that may be one.

    ``side`` is 2 when the questions are equal, 1 when the answers are, else 0.
    ``closeness`` is 2 in the same place, 1 in the same file or topic, else 0.
    """

    side: int
    score: float
    closeness: int
    card: int
    stored: int


def tie_similar(ties: Ties, search: Search) -> None:
    """Tie what is alike enough, the best pairs first; doubt what fits equally well twice."""
    if not search.open_cards() or not search.free_stored():
        return
    judge = _Judge(ties, search)
    candidates = _Candidates(search, judge.corpus)
    pairs = [
        pair
        for card in search.open_cards()
        for stored in candidates.of(card)
        if (pair := judge.compare(card, stored))
    ]
    pairs.sort(key=lambda pair: (-pair.side, -pair.score, -pair.closeness, pair.card))
    for _, equals in groupby(pairs, key=attrgetter("side", "score", "closeness")):
        _settle(ties, search, list(equals))


def _settle(ties: Ties, search: Search, pairs: Sequence[Pair]) -> None:
    """Settle pairs of equal worth: each for itself, unless they compete for a card."""
    rivals: dict[int, list[int]] = defaultdict(list)
    claims: dict[int, list[int]] = defaultdict(list)
    for pair in pairs:
        if ties.open_card(pair.card) and ties.free(pair.stored):
            rivals[pair.card].append(pair.stored)
            claims[pair.stored].append(pair.card)
    for card, found in rivals.items():
        stored = [index for index in found if ties.free(index)]
        if not stored or not ties.open_card(card):
            continue
        cards = sorted({other for index in stored for other in claims[index]})
        cards = [other for other in cards if ties.open_card(other)]
        if _one_text(search.cards, cards) and _one_text(search.stored, stored):
            ties.settle(cards, sorted(stored))
        elif any(ties.known[index].reviewed for index in stored):
            ties.doubt(cards, sorted(stored))


def _one_text(texts: dict[int, Wording], indexes: Sequence[int]) -> bool:
    return len({texts[index][-2:] for index in indexes}) == 1


class _Judge:
    """Compares two cards."""

    def __init__(self, ties: Ties, search: Search) -> None:
        self.corpus = Corpus(ties, search)
        self._cards = search.cards
        self._stored = search.stored

    def compare(self, card: int, stored: int) -> Pair | None:
        """Give the pair when it is alike enough to be one card."""
        mine, theirs = self._cards[card], self._stored[stored]
        if self._ask_for_other_signs(mine, theirs):
            return None
        closeness = _closeness(mine, theirs)
        if mine.plain_question == theirs.plain_question and mine.letters == theirs.letters:
            side, score = 2, self._same_question(mine, theirs, closeness)
        elif mine.plain_answer == theirs.plain_answer:
            side, score = 1, self._same_answer(card, stored, closeness)
        else:
            side, score = 0, self._both_changed(card, stored, closeness)
        return Pair(side, round(score, 3), closeness, card, stored) if score else None

    def _ask_for_other_signs(self, mine: Wording, theirs: Wording) -> bool:
        """Tell whether the questions have the same words about other signs: `2**3` and `2*3`.

        Where one has none at all, its author has only begun to mark what is code.
        """
        if mine.signs == theirs.signs or not (mine.signs and theirs.signs):
            return False
        return only_slips(*(self.corpus.bag(_words(text)) for text in (mine, theirs)))

    def _same_question(self, mine: Wording, theirs: Wording, closeness: int) -> float:
        """Judge the answers: a short question ("Space") may stand in every topic."""
        alike = self._alike(mine.plain_answer, theirs.plain_answer)
        enough = _NEAR if closeness == _SAME_PLACE else _FAR
        own = self._speaks(mine.group, mine.question, theirs.question)
        return (1 + alike) / 2 if own or alike >= enough else 0.0

    def _same_answer(self, card: int, stored: int, closeness: int) -> float:
        """Judge the questions: a short answer ("Yes") may be that of many."""
        mine, theirs = self._cards[card], self._stored[stored]
        alike = likeness(
            self.corpus.bag(mine.plain_question), self.corpus.bag(theirs.plain_question), any_slip
        )
        alone = self.corpus.unique(mine.group, mine.answer, theirs.answer)
        if alone and alike >= _LOOSE and len(mine.answer.split()) >= LONG:
            return (1 + alike) / 2
        if alike < (_NEAR if closeness else _FAR):
            return 0.0
        told = alone and self.corpus.share_a_sign(card, stored)
        return (1 + alike) / 2 if told or self.corpus.stands_out(card, stored, any_slip) else 0.0

    def _both_changed(self, card: int, stored: int, closeness: int) -> float:
        """Judge both sides: neither may be another text, and the question must stand out."""
        mine, theirs = self._cards[card], self._stored[stored]
        asked = self._alike(mine.plain_question, theirs.plain_question)
        if asked < _EACH_SIDE:
            return 0.0
        told = self._alike(mine.plain_answer, theirs.plain_answer)
        score = (asked + told) / 2
        if told < _EACH_SIDE or score < (_NEAR if closeness else _FAR):
            return 0.0
        if self._other_fact(mine, theirs):
            return 0.0
        return score if self.corpus.stands_out(card, stored, likely_slip) else 0.0

    def _other_fact(self, mine: Wording, theirs: Wording) -> bool:
        """Tell whether the answers differ by more than slips where they may not.

        A short answer with a further word is another: O(n) and O(log n). And where the questions
        share only what many share, only the answer can vouch for them: strncpy and strncmp.
        """
        answers = self.corpus.bag(mine.plain_answer), self.corpus.bag(theirs.plain_answer)
        if only_slips(*answers):
            return False
        if min(len(mine.plain_answer.split()), len(theirs.plain_answer.split())) < LONG:
            return True
        asked = self.corpus.bag(theirs.plain_question).weights
        shared = asked.keys() & self.corpus.bag(mine.plain_question).weights.keys()
        rarest = max(asked.values(), default=0.0)
        return max(map(asked.__getitem__, shared), default=0.0) < AS_RARE * rarest

    def _alike(self, mine: str, theirs: str) -> float:
        return likeness(self.corpus.bag(mine), self.corpus.bag(theirs), likely_slip)

    def _speaks(self, group: str, mine: str, theirs: str) -> bool:
        """Tell whether a side that both have is long, and theirs alone."""
        return len(mine.split()) >= LONG and self.corpus.unique(group, mine, theirs)


def _words(text: Wording) -> str:
    names = tokens(text.plain_question)
    return " ".join(name.rstrip("+#") for name in names if name[0].isalnum())


def _closeness(mine: Wording, theirs: Wording) -> int:
    same_topic = mine.topic == theirs.topic
    if mine.path == theirs.path:
        return _SAME_PLACE if same_topic else 1
    return int(same_topic and mine.topic != "")


class _Candidates:
    """Finds the stored cards worth comparing with a present one."""

    def __init__(self, search: Search, corpus: Corpus) -> None:
        self._corpus = corpus
        self._cards = search.open_cards()
        self._stored = search.free_stored()
        self._files = tuple((key, self._file(key)) for key in _FILED_BY)
        self._by_word: dict[tuple[str, str], list[int]] = defaultdict(list)
        for index, text in self._stored.items():
            for name in self._words(text):
                self._by_word[text.group, name].append(index)

    def of(self, card: int) -> Iterator[int]:
        """Give the candidates for `card`, each once."""
        text = self._cards[card]
        found: dict[int, None] = {}
        for key, filed in self._files:
            stored = filed.get(key(text), ())
            if len(stored) <= _SMALL:
                found.update(dict.fromkeys(stored))
        found.update(dict.fromkeys(self._by_rare_words(text)))
        yield from found

    def _by_rare_words(self, text: Wording) -> list[int]:
        """Give the stored cards that share most of the rare words of `text`."""
        votes: Counter[int] = Counter()
        looked_up = 0
        for name in self._words(text):
            stored = self._by_word.get((text.group, name), ())
            if 0 < len(stored) <= _FILED and looked_up < _RARE_WORDS:
                looked_up += 1
                votes.update(stored)
        return sorted(votes, key=lambda index: (-votes[index], index))[:_CANDIDATES]

    def _words(self, text: Wording) -> list[str]:
        """Give the words of both sides, the rarest first."""
        names = {*tokens(text.plain_question), *tokens(text.plain_answer)}
        return sorted(names, key=lambda name: (-self._corpus.weight(name), name))

    def _file(self, key: Callable[[Wording], Hashable]) -> dict[Hashable, list[int]]:
        filed: dict[Hashable, list[int]] = defaultdict(list)
        for index, text in self._stored.items():
            filed[key(text)].append(index)
        return filed


_FILED_BY: tuple[Callable[[Wording], Hashable], ...] = (
    attrgetter("group", "path", "topic"),
    attrgetter("group", "plain_question"),
    attrgetter("group", "plain_answer"),
)
