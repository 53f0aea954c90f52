"""The engine's refusal of an action that compiled code found illegal: the position is rebuilt as a state."""

from pitboss.envs.actions import decision
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import legal_actions, open_state, refusal_of
from pitboss.games.blackjack.state import Hand, Offer, Stage, State, Wager
from pitboss.law import Refusal
from pitboss.simulate.blackjack.stepper.layout import BET, OFFER
from pitboss.simulate.blackjack.stepper.tables import BoxPosition, SteppedTables
from pitboss.strategy.decision_masks import DECISIONS, table_of_kind
from pitboss.tables import ShuffledShoe

_PLAYER = "player"


def refusal_at(tables: SteppedTables, table: int, action: int) -> Refusal | None:
    """Returns the refusal of an action at a table; None if the engine would allow it in the position built here."""
    at, bets, box = tables.position(table), tables.bets, int(tables.at_boxes[table])
    state = _state(tables, at, box)
    player = next(iter(state.money))
    if action < len(bets):
        command: cmd.Command = cmd.PlaceBet(player=player, box=box, amounts=(bets[action],))
    else:
        verb = tuple(DECISIONS)[action - len(bets)]
        command = decision(verb, legal_actions(tables.rules, state), player, box)
    return refusal_of(tables.rules, state, command)


def _state(tables: SteppedTables, at: BoxPosition, box: int) -> State:
    """Returns a state with the hand in turn, and no hands on other boxes."""
    rules = tables.rules
    if at.phase == BET:
        state, _ = open_state(rules, ShuffledShoe(rules, seed=0))
        state.money[_PLAYER] = state.maximum
        return state
    state = table_of_kind(rules, at.kind, at.cards, at.up)
    hands = [*state.hands[1], *(Hand(number, 1, split=True) for number in range(2, at.hands + 1))]
    player, stake = state.wagers[0].player, state.wagers[0].amount
    state.wagers += [Wager(0, player, 1, "main", stake, hand.number, original=False) for hand in hands[1:]]
    if at.insured:
        state.wagers.append(Wager(0, player, 1, "insurance", stake // 2))
    for wager in state.wagers:
        wager.box, wager.amount = box, wager.amount * tables.bets[at.bet] // stake
    for hand in hands:
        hand.box = box
    state.hands, state.boxes, state.deciders, state.turn_box = {box: hands}, [box], {box: player}, box
    if at.phase == OFFER:
        state.stage, state.turn_box, state.turn_hand = Stage.OFFERS, 0, 0
        state.offer = Offer("insurance", [(player, box)])
    return state
