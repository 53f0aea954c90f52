"""The legal decisions of players: iterable and testable with ``in``, validated by the same checks as commands."""

from collections.abc import Iterator
from math import lcm

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.decide import refusal_of
from pitboss.games.blackjack.decisions import added_amounts, least_double, own_stakes
from pitboss.games.blackjack.grammar import command_words
from pitboss.games.blackjack.offers import initial_stakes, insurance_cap, insured_spots
from pitboss.games.blackjack.state import Stage, State
from pitboss.law.resolve import BlackjackRules

_DECISIONS: tuple[type[cmd.PlayerCommand], ...] = (cmd.Hit, cmd.Stand, cmd.SplitPair, cmd.Surrender)
#: Answers to open offers.
_ANSWERS: tuple[type[cmd.PlayerCommand], ...] = (
    cmd.TakeEvenMoney,
    cmd.Pass,
    cmd.Follow,
    cmd.Keep,
    cmd.Press,
    cmd.DeclinePrize,
    cmd.AcceptCard,
    cmd.RefuseCard,
)


class LegalActions:
    """The decisions that are legal now, each once, with its usual amount."""

    def __init__(self, rules: BlackjackRules, state: State) -> None:
        self._rules = rules
        self._state = state

    def __contains__(self, command: object) -> bool:
        return isinstance(command, cmd.Command) and refusal_of(self._rules, self._state, command) is None

    def __iter__(self) -> Iterator[cmd.Command]:
        for candidate in self._candidates():
            if refusal_of(self._rules, self._state, candidate) is None:
                yield candidate

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(map(command_words, self)) or 'none'}>"

    def for_box(self, box: int) -> list[cmd.Command]:
        """Returns the legal commands of the decider of the box, or of the first player whose answer it awaits."""
        commands = [command for command in self if getattr(command, "box", 0) == box]
        names = [getattr(command, "player", "") for command in commands]
        decider = self._state.deciders.get(box, "")
        first = decider if decider in names else next(iter(names), "")
        return [command for command, name in zip(commands, names, strict=True) if name == first]

    def verbs(self, box: int) -> list[str]:
        """Returns the verbs of ``for_box``, without duplicates."""
        return list(dict.fromkeys(command.verb for command in self.for_box(box)))

    def _candidates(self) -> Iterator[cmd.Command]:
        state = self._state
        if state.stage not in (Stage.FIRST_PRIZES, Stage.OFFERS, Stage.PLAY, Stage.LAST_PRIZES):
            return
        bettors = dict.fromkeys((wager.player, wager.box) for wager in state.wagers if wager.box in state.deciders)
        for player, box in bettors:
            yield from self._for_player(player, box)

    def _for_player(self, player: str, box: int) -> Iterator[cmd.Command]:
        state = self._state
        if state.turn_box == box and state.deciders[box] == player:
            yield from (kind(player=player, box=box) for kind in _DECISIONS)
            yield self.double(player, box)
        # skip commands that are certainly refused: building an unread refusal is expensive
        if state.shows_ace:
            yield self.insure(player, box)
        if state.offer is not None:
            yield from (kind(player=player, box=box) for kind in _ANSWERS)

    def double(self, player: str, box: int) -> cmd.DoubleDown:
        """Returns the full double, or the largest one that the rulebook allows and the player can pay."""
        state, rules = self._state, self._rules
        hand = state.turn
        full = cmd.DoubleDown(player=player, box=box)
        if hand is None or hand.box != box:
            return full
        stakes = own_stakes(state, hand, player)
        least = {spot: least_double(rules, state, stake) for spot, stake in stakes.items()}
        left = state.money[player] - sum(least.values())
        if sum(added_amounts(stakes, ()).values()) <= state.money[player] or left < 0:
            return full
        amounts = [0] * max(stakes, default=0)
        for spot, stake in stakes.items():
            amounts[spot - 1] = self._in_chips(least[spot], min(least[spot] + left, stake), stake)
            left -= amounts[spot - 1] - least[spot]
        return cmd.DoubleDown(player=player, box=box, amounts=tuple(amounts))

    def _in_chips(self, least: int, most: int, stake: int) -> int:
        """Returns the largest amount up to ``most`` in whole chips; the full stake needs no rounding."""
        terms = self._rules.terms
        unit = lcm(terms.increment or 1, terms.chip_unit or terms.insurance_unit or 1)
        whole = most if most == stake else most - most % unit
        return whole if whole >= max(least, unit) else most

    def insure(self, player: str, box: int) -> cmd.Insure:
        """Returns the maximum insurance, or the largest one that the player can pay."""
        state, rules = self._state, self._rules
        empty = cmd.Insure(player=player, box=box, amounts=())
        unit = rules.terms.chip_unit or rules.terms.insurance_unit or 1
        left = state.money[player]
        amounts = []
        insured = insured_spots(state, empty)
        stakes = {spot: stake for spot, stake in initial_stakes(state, empty).items() if spot not in insured}
        caps = [insurance_cap(rules, stakes.get(spot, 0)) for spot in range(1, rules.terms.spots + 1)]
        for cap in caps:
            most = min(cap, left)
            amounts.append(most - most % unit)
            left -= amounts[-1]
        if not any(amounts):  # propose the full amounts, so that the refusal names the lack of money
            amounts = [cap - cap % unit for cap in caps]
        while len(amounts) > 1 and not amounts[-1]:
            amounts.pop()
        return cmd.Insure(player=player, box=box, amounts=tuple(amounts))


def legal_actions(rules: BlackjackRules, state: State) -> LegalActions:
    """Returns the decisions that are legal now."""
    return LegalActions(rules, state)
