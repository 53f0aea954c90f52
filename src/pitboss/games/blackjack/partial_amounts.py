"""The partial variants of doubling, following and insurance: the same command for the least amount."""

from pitboss.games.blackjack import State
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.decisions import least_double, own_stakes
from pitboss.law.resolve import BlackjackRules


def with_least_amount(rules: BlackjackRules, state: State, command: cmd.Command) -> cmd.Command | None:
    """Returns the command with the least amount in chips, allowed or not; None if that is not less."""
    if isinstance(command, cmd.Insure):
        chip = _chip(rules)
        least = tuple([min(chip, amount) for amount in command.amounts])
        return cmd.Insure(player=command.player, box=command.box, amounts=least) if least != command.amounts else None
    if isinstance(command, cmd.DoubleDown):
        usual, least = _added(rules, state, command.player, state.turn_hand)
        is_less = least != (command.amounts or usual)
        return cmd.DoubleDown(player=command.player, box=command.box, amounts=least) if is_less else None
    if isinstance(command, cmd.Follow) and state.offer is not None:
        usual, least = _added(rules, state, command.player, state.offer.hand)
        return cmd.Follow(player=command.player, box=command.box, amount=least[0]) if least != usual else None
    return None


def _chip(rules: BlackjackRules) -> int:
    return rules.terms.chip_unit or rules.terms.insurance_unit or 1


def _added(rules: BlackjackRules, state: State, player: str, hand: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the usual and the least amounts to add by spot, to the player's wagers on a hand of the box in turn."""
    stakes = own_stakes(state, state.hand_of(state.turn_box, hand), player)
    usual = tuple([stakes.get(spot, 0) for spot in range(1, max(stakes) + 1)])
    return usual, tuple([_least(rules, state, stake) for stake in usual])


def _least(rules: BlackjackRules, state: State, stake: int) -> int:
    chip, least = _chip(rules), least_double(rules, state, stake)
    # if only the full wager may be added, the command for one chip gets a refusal with that rule
    least = chip if least == stake else -(-least // chip) * chip
    return min(least, stake)
