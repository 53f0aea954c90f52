"""Tables for the tests of the analyser, and every deal of a small shoe played by the engine."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from pitboss.cards import full_shoe, parse_card
from pitboss.games.blackjack import State, act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.games.blackjack.state import Stage
from pitboss.law import Limits, TableRules, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules

Play = Callable[[BlackjackRules, State], cmd.Command]
STAKE = 1_000


@cache
def _rules(rulebook: str, choices: tuple[tuple[str, str], ...]) -> BlackjackRules:
    rules = resolve(load_rulebook(rulebook), dict(choices), Limits(STAKE, STAKE * 100))
    assert isinstance(rules, TableRules), str(rules)
    return rules


def rules_of(rulebook: str, **choices: str) -> BlackjackRules:
    """Returns the rules of a table with these options."""
    return _rules(rulebook, tuple(sorted(choices.items())))


def all_but(decks: int, kept: str) -> tuple[int, ...]:
    """Returns the cards that are gone when only these are left of so many decks."""
    gone = Counter(full_shoe(decks))
    gone.subtract(parse_card(name) for name in kept.split())
    assert min(gone.values()) >= 0
    return tuple(gone.elements())


class _Listed:
    """A source of chance with these cards; a further card raises UnknownOutcome."""

    def __init__(self, cards: Sequence[int]) -> None:
        self.left = list(cards)

    def draw(self, side: int) -> int:
        if not self.left:
            raise UnknownOutcome("the next card")
        return self.left.pop(0)

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Does nothing: the order is fixed."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Does nothing: no round is long enough."""

    def prize(self, kind: str, stake: int) -> int:
        raise NotImplementedError


def _outcome(rules: BlackjackRules, play: Play, side: tuple[str, int], cards: Sequence[int]) -> str | None:
    """Returns the settlement of the side wager with these cards; None if it needs more cards."""
    chance = _Listed(cards)
    state, _ = open_state(rules, chance)
    wanted: cmd.Command = cmd.JoinTable(player="ann", money=10**9)
    bet = cmd.PlaceBet(player="ann", box=1, amounts=(STAKE,), sides=(side,))
    todo: list[cmd.Command] = [bet, cmd.Deal()]
    while True:
        try:
            events = act(rules, state, wanted, chance)
        except UnknownOutcome as unknown:
            return _settled(unknown.events, side[0])
        assert isinstance(events, list), str(events)
        found = _settled(events, side[0])
        if found is not None:
            return found
        assert todo or state.stage != Stage.BETTING
        wanted = todo.pop(0) if todo else play(rules, state)


def _settled(events: Sequence[ev.Event], kind: str) -> str | None:
    found = (event.outcome for event in events if isinstance(event, ev.WagerSettled) and event.kind == kind)
    return next(found, None)


def every_deal(rules: BlackjackRules, play: Play, side: tuple[str, int], kept: str) -> dict[str, Fraction]:
    """Returns the probability of each outcome of a side wager, from every order of these cards on the engine."""
    chances: dict[str, Fraction] = {}
    shoe = Counter(parse_card(name) for name in kept.split())

    def go(cards: tuple[int, ...], left: Mapping[int, int], chance: Fraction) -> None:
        outcome = _outcome(rules, play, side, cards)
        if outcome is not None:
            chances[outcome] = chances.get(outcome, Fraction(0)) + chance
            return
        total = sum(left.values())
        assert total, "the shoe ran out"
        for card, count in left.items():
            if count:
                go((*cards, card), {**left, card: count - 1}, chance * Fraction(count, total))

    go((), shoe, Fraction(1))
    return chances
