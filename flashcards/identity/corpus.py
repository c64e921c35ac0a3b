"""The cards of a run as witnesses: how rare the words of an open card are, and who else has them.

From that follows whether two questions are one, or two of the same formula.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

from flashcards.identity.likeness import Bag, Slip, any_slip, bag, likeness, tokens, weight_of
from flashcards.identity.ties import Search, Ties
from flashcards.identity.wording import ALONE, Wording, plain, sides_of, word
from flashcards.model import Kind, Section

_CLEARLY = 0.6  # the difference may be at most this part of that to any other card
_FILED = 24  # cards kept under each word of a formula; any of them will do as a witness
_WORDS = 4  # shared words under which rivals are looked up
_RIVALS = 6  # compared for each pair
AS_RARE = 0.70
"""A word of this part of the greatest weight is as good as the rarest."""

_PAIR = 2  # the present card and the stored one


class Corpus:
    """The cards of the run by the words of those still open.

    A settled card is read once, in today's wording, and so is each open card of either side.
    Stored cards stand in the files under the complement of their index.
    """

    def __init__(self, ties: Ties, search: Search) -> None:
        """Read every present card and every stored card that is still to be had."""
        self._ties = ties
        cards, stored = search.open_cards(), search.free_stored()
        texts = [*cards.values(), *stored.values()]
        self._wanted = {name for text in texts for name in tokens(text.plain_question)}
        self._wanted.update(name for text in texts for name in tokens(text.plain_answer))
        self._signs = frozenset(name.strip(ALONE) for name in self._wanted if name[0] == ALONE)
        self._sides = {side for text in texts for side in (text.question, text.answer)}
        self._total = len(ties.present) + len(stored)
        self._users: Counter[str] = Counter()
        self._uses: Counter[tuple[str, str]] = Counter()
        self._filed: dict[tuple[Kind, Section], dict[str, list[int]]] = {}
        self._weights: dict[str, float] = {}
        self._bags: dict[str, Bag] = {}
        self._wordings = {~index: text for index, text in stored.items()} | cards
        for index, card in enumerate(ties.present):
            self._read(index, (card.kind, card.section), *sides_of(card))
        for index in stored:
            known = ties.known[index]
            self._read(~index, (known.kind, known.section), *sides_of(known))

    def weight(self, name: str) -> float:
        """Give the weight of a word, great for words that few cards use."""
        found = self._weights.get(name)
        if found is None:
            found = self._weights[name] = weight_of(self._users[name], self._total)
        return found

    def bag(self, plain: str) -> Bag:
        """Weigh the words of a normalised text."""
        found = self._bags.get(plain)
        if found is None:
            found = self._bags[plain] = bag(plain, self.weight)
        return found

    def unique(self, group: str, one: str, other: str) -> bool:
        """Tell whether no third card of `group` has the side that two cards share."""
        uses = self._uses[group, one]
        return (uses if one == other else uses + self._uses[group, other]) <= _PAIR

    def share_a_sign(self, card: int, stored: int) -> bool:
        """Tell whether a sign that stands alone in both questions is in no third card."""
        mine, theirs = self._wordings[card], self._wordings[~stored]
        shared = {*tokens(mine.plain_question)}.intersection(tokens(theirs.plain_question))
        return any(name[0] == ALONE and self._users[name] <= _PAIR for name in shared)

    def stands_out(self, card: int, stored: int, slip: Slip) -> bool:
        """Tell whether the two questions are alike more clearly than their formula is.

        They are not when a third question, of neither note and equal to neither, is about as
        close to one of them. What counts is the difference, not the likeness: in long formulas
        every two cards are very like each other.
        """
        mine = self.bag(self._wordings[card].exact_question)
        theirs = self.bag(self._wordings[~stored].exact_question)
        alike = likeness(mine, theirs, slip)
        words = self.bag(self._wordings[~stored].plain_question).weights
        rarest = AS_RARE * max(words.values(), default=0.0)
        told = {name for name in mine.weights if theirs.weights.get(name, 0.0) >= rarest}

        def rivals_slip(one: str, other: str) -> bool:
            """Forgive no slip in the rare words both have: strcmp, had they it, is not strncmp."""
            return told.isdisjoint((one, other)) and any_slip(one, other)

        for rival in self._rivals(card, stored):
            third = self.bag(rival)
            closest = max(likeness(each, third, rivals_slip) for each in (mine, theirs))
            if 1 - alike > _CLEARLY * (1 - closest):
                return False
        return True

    def _rivals(self, card: int, stored: int) -> Iterator[str]:
        """Give the questions that share most with both, other than theirs."""
        mine, theirs = self._wordings[card], self._wordings[~stored]
        shared = (
            self.bag(mine.plain_question).weights.keys()
            & self.bag(theirs.plain_question).weights.keys()
        )
        present = self._ties.present[card]
        filed = self._filed[present.kind, present.section]
        votes: Counter[int] = Counter()
        for name in sorted(shared, key=lambda name: (-self.weight(name), name))[:_WORDS]:
            votes.update(filed.get(name, ()))
        own = {mine.exact_question, theirs.exact_question}
        others = [index for index in votes if not self._sibling(index, card, stored)]
        others.sort(key=lambda index: (-votes[index], index))
        for index in others[:_RIVALS]:
            exact = self._wording(index).exact_question
            if exact not in own:
                yield exact

    def _sibling(self, index: int, card: int, stored: int) -> bool:
        """Tell whether the filed card is of the note of `card` or of that of `stored`."""
        note = self._ties.known[stored].note_uid
        if index < 0:
            return self._ties.known[~index].note_uid == note
        if self._ties.present[index].note == self._ties.present[card].note:
            return True
        settled = self._ties.stored_of.get(index)
        return settled is not None and self._ties.known[settled].note_uid == note

    def _wording(self, index: int) -> Wording:
        found = self._wordings.get(index)
        if found is None:  # a settled card
            found = self._wordings[index] = word(self._ties.present[index])
        return found

    def _read(self, index: int, kind: tuple[Kind, Section], question: str, answer: str) -> None:
        asked = self._wanted.intersection(self._words(question))
        told = self._wanted.intersection(self._words(answer))
        self._users.update(asked | told)
        filed = self._filed.get(kind)
        if filed is None:
            filed = self._filed[kind] = defaultdict(list)
        for name in asked:
            cards = filed[name]
            if len(cards) < _FILED:
                cards.append(index)
        for side in (question, answer):
            if side in self._sides:
                self._uses[f"{kind[0]}/{kind[1]}", side] += 1

    def _words(self, text: str) -> list[str]:
        """Split a side of any card; only where a wanted sign may stand alone is it worth more."""
        if self._signs and any(sign in text for sign in self._signs):
            return tokens(plain(text))
        return tokens(text.casefold())
