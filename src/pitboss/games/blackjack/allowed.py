"""The allowed alternatives of a refusal, as lines of the notation. Every line passes the validation of its command."""

from collections.abc import Iterator

from pitboss.games.blackjack import State, legal_actions, refusal_of
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.betting import least_wager
from pitboss.games.blackjack.grammar import command_words
from pitboss.games.blackjack.state import Stage
from pitboss.law.choices import ShoeKind
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text


def allowed_now(rules: BlackjackRules, state: State, actor: str = "") -> tuple[str, ...]:
    """Returns the allowed lines: the actor's own if there are any, else those of all players and the house."""
    lines = list(dict.fromkeys((*_betting(rules, state, actor), *_players(rules, state), *_house(rules, state))))
    own = [line for line in lines if line.startswith(f"{actor}:")]
    return tuple(own or lines)


def usual_bet(rules: BlackjackRules, state: State, player: str, box: int) -> cmd.PlaceBet:
    """Returns the minimum bet on a box with its ante."""
    terms = rules.terms
    amounts = (least_wager(rules, state.minimum),) * (terms.spots_needed if terms.spots > 1 else 1)
    waived = terms.ante_waiver is not None and sum(amounts) >= terms.ante_waiver
    ante = terms.ante if terms.ante and not waived else 0
    sides = (("ante", ante),) if ante else ()
    return cmd.PlaceBet(player=player, box=box, amounts=amounts, sides=sides)


def free_box(rules: BlackjackRules, state: State, player: str) -> int:
    """Returns the player's seat, else the box of the player's bet, else the first vacant box."""
    seats = [box for box, name in state.seats.items() if name == player]
    if seats:
        return min(seats)
    for bet in state.bets:
        if bet.player == player:
            return bet.box
    taken = {*state.seats, *(bet.box for bet in state.bets)}
    return next((box for box in range(1, rules.terms.boxes + 1) if box not in taken), 1)


def _betting(rules: BlackjackRules, state: State, actor: str) -> Iterator[str]:
    if state.stage != Stage.BETTING:
        return
    for player in [actor] if actor in state.money else state.money:
        own = [bet for bet in state.bets if bet.player == player]
        most = min(state.maximum, state.money[player] + sum(bet.amount for bet in own))
        least = least_wager(rules, state.minimum)
        if (player == actor or not own) and most >= least:
            yield f"{player}: bet BOX {amount_text(least)}-{amount_text(most)}{_with_ante(rules)}"
        for box in sorted({bet.box for bet in state.bets if bet.player == player}):
            yield f"{player}: withdraw {box}"


def _with_ante(rules: BlackjackRules) -> str:
    return f" ante={amount_text(rules.terms.ante)}" if rules.terms.ante else ""


def _players(rules: BlackjackRules, state: State) -> Iterator[str]:
    for command in legal_actions(rules, state):
        yield command_words(command)
    if state.cut_offer:
        margin, cards = rules.terms.cut_margin, state.shoe.cards_in
        yield f"{state.cut_offer[0]}: cut {margin}-{cards - margin}"
        yield f"{state.cut_offer[0]}: decline"


def _house(rules: BlackjackRules, state: State) -> Iterator[str]:
    sides = ("a", "b") if rules.terms.shoe is ShoeKind.DOUBLE else ("",)
    candidates: list[cmd.Command] = [cmd.Deal(side=side) for side in sides]
    candidates.append(cmd.CloseOffer())
    candidates += [cmd.HousePress(box=box) for box in state.presses[:1]]
    for command in candidates:
        if refusal_of(rules, state, command) is None:
            yield command_words(command)
