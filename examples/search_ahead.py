"""Search ahead on the engine: a round as a tree of decisions and of cards that may come.

Expectimax goes through all of it, a Monte Carlo tree search (UCT) through as much as it is given time for. Both know no
rule, only what the engine says is legal and what comes of it; the exact figures of the analyser stand beside theirs.
``search_ahead.py 1e5`` searches longer.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from math import log, sqrt
from random import Random
from time import process_time

import msgspec

from pitboss import Limits, Refusal, load_rulebook, resolve
from pitboss.analyse.hand import hand
from pitboss.atoms.hand import points
from pitboss.cards import full_shoe, parse_card
from pitboss.games.blackjack import State, act, legal_actions, open_state, resume
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.games.blackjack.state import Stage
from pitboss.law.resolve import BlackjackRules

WAGER = 1_000  # cents
MONEY = 100 * WAGER


class Cards:
    """Chance for one round: these cards in this order, and then nobody knows."""

    def __init__(self, cards: Sequence[int] = ()) -> None:
        self._next = iter(cards)

    def draw(self, side: int) -> int:
        for card in self._next:
            return card
        raise UnknownOutcome("the next card")

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Of the next round, at which nobody looks."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """The same."""

    def prize(self, kind: str, stake: int) -> int:
        raise UnknownOutcome("a prize")


class Unseen(Cards):
    """Chance that draws from the cards that nobody has seen."""

    def __init__(self, cards: Sequence[int], chance: Random) -> None:
        self._left, self._chance = list(cards), chance

    def draw(self, side: int) -> int:
        left = self._left
        place = self._chance.randrange(len(left))
        left[place], left[-1] = left[-1], left[place]
        return left.pop()


class Position(msgspec.Struct, frozen=True):
    """A node of the tree: somebody is to decide, a card is to come, or the round is over. It never changes."""

    rules: BlackjackRules
    state: State
    unseen: tuple[int, ...]
    card_is_due: bool = False

    @property
    def is_over(self) -> bool:
        return self.state.stage == Stage.BETTING

    @property
    def result(self) -> float:
        """What the round brought, in units of the wager."""
        return (self.state.money["ann"] - MONEY) / WAGER

    def decisions(self) -> list[cmd.Command]:
        return list(legal_actions(self.rules, self.state))

    def cards(self) -> Iterator[tuple[int, float]]:
        """A card of each value that may come, and how likely that value is."""
        like = {points(card): card for card in self.unseen}
        for value, cards in Counter(map(points, self.unseen)).items():
            yield like[value], cards / len(self.unseen)

    def after(self, decision: cmd.Command) -> "Position":
        """Where a decision leads, as far as no card is wanted."""
        state = deepcopy(self.state)
        try:
            done = act(self.rules, state, decision, Cards())
            assert not isinstance(done, Refusal), done
        except UnknownOutcome:
            return Position(self.rules, state, self.unseen, card_is_due=True)
        return Position(self.rules, state, self.unseen)

    def with_card(self, card: int) -> "Position":
        """Where it leads that this card comes."""
        state, place = deepcopy(self.state), self.unseen.index(card)
        unseen = self.unseen[:place] + self.unseen[place + 1 :]
        try:
            resume(self.rules, state, Cards([card]))
        except UnknownOutcome:
            return Position(self.rules, state, unseen, card_is_due=True)
        return Position(self.rules, state, unseen)


def position(rulebook: str, choices: dict[str, str], cards: str) -> Position:
    """A round into which these cards have come: the box, the dealer, the box again."""
    rules = resolve(load_rulebook(rulebook), choices, Limits(WAGER, 100 * WAGER))
    assert not isinstance(rules, Refusal), rules
    state, _ = open_state(rules, Cards())
    act(rules, state, cmd.JoinTable(player="ann", money=MONEY), Cards())
    act(rules, state, cmd.PlaceBet(player="ann", box=1, amounts=(WAGER,)), Cards())
    now = Position(rules, state, tuple(full_shoe(rules.terms.decks))).after(cmd.Deal())
    for card in cards.split():
        now = now.with_card(parse_card(card))
    return now


def expectimax(at: Position) -> float:
    """What a round is worth if every decision is the best: all of the tree."""
    if at.is_over:
        return at.result
    if at.card_is_due:
        return sum(chance * expectimax(at.with_card(card)) for card, chance in at.cards())
    return max(expectimax(at.after(decision)) for decision in at.decisions())


class Move(msgspec.Struct):
    """A decision, how often it was tried, and what that brought in the mean."""

    decision: cmd.Command
    tries: int = 0
    mean: float = 0.0


class Search:
    """A Monte Carlo tree search: each try imagines the cards anew, so that it never knows the next one."""

    def __init__(self, root: Position, seed: int, curious: float = 2.0) -> None:
        self.root, self._chance, self._curious = root, Random(seed), curious
        self._nodes: dict[tuple[object, ...], list[Move]] = {}

    def run(self, tries: int) -> list[Move]:
        """The moves of the root after so many tries, the most tried first."""
        for _ in range(tries):
            self._try()
        return sorted(self._moves(self.root.state), key=lambda move: -move.tries)

    def _try(self) -> None:
        rules, state = self.root.rules, deepcopy(self.root.state)
        shoe = Unseen(self.root.unseen, self._chance)
        path: list[Move] = []
        while state.stage != Stage.BETTING:
            path.append(self._chosen(self._moves(state)))
            act(rules, state, path[-1].decision, shoe)
        won = (state.money["ann"] - MONEY) / WAGER
        for move in path:
            move.tries += 1
            move.mean += (won - move.mean) / move.tries

    def _moves(self, state: State) -> list[Move]:
        """What is open here; where the same is seen, the same is, and the engine need not be asked again."""
        turn, asked = state.turn, state.offer.kind if state.offer else ""
        seen = (asked, state.turn_hand, len(state.hands[1]), tuple(sorted(map(points, turn.cards))) if turn else ())
        if seen not in self._nodes:
            self._nodes[seen] = [Move(decision) for decision in legal_actions(self.root.rules, state)]
        return self._nodes[seen]

    def _chosen(self, moves: list[Move]) -> Move:
        """UCB1: the best so far, and a bonus for what was tried seldom."""
        all_tries = sum(move.tries for move in moves)
        return max(
            moves,
            key=lambda move: (
                move.mean + self._curious * sqrt(log(all_tries) / move.tries) if move.tries else float("inf")
            ),
        )


def main(tries: int) -> None:
    begin = process_time()
    sixteen = position("mbs-blackjack", {"decks": "6"}, "Th Ts 6c")
    exact = hand(sixteen.rules, [parse_card("Th"), parse_card("6c")], parse_card("Ts")).actions
    print("ten and six against a ten: the whole tree, and the analyser")
    for decision in sixteen.decisions():
        worth = expectimax(sixteen.after(decision))
        print(f"  {decision.verb:10}{worth:+.6f}  {exact[decision.verb]:+.6f}")
        assert abs(worth - exact[decision.verb]) < 1e-9
    print(f"  {process_time() - begin:.1f} s")

    begin = process_time()
    eights = position("mbs-blackjack", {"decks": "6"}, "8h 6s 8c")
    exact = hand(eights.rules, [parse_card("8h"), parse_card("8c")], parse_card("6s")).actions
    print(f"eights against a six: {tries:,} tries, and the analyser")
    for move in Search(eights, seed=1).run(tries):
        verb = move.decision.verb
        print(f"  {verb:10}{move.mean:+.3f} in {move.tries:6,} tries  {exact[verb]:+.6f}")
    print(f"  {tries / (process_time() - begin):,.0f} tries a second")


if __name__ == "__main__":
    main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 5_000)
