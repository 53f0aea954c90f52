"""The buttons of one viewer: every command that makes sense now, with its refusal if it is not allowed."""

from collections.abc import Iterator
from functools import cache

from pitboss.games.blackjack import State, legal_actions
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.allowed import free_box, usual_bet
from pitboss.games.blackjack.shoe import cut_margin
from pitboss.games.blackjack.state import Stage
from pitboss.games.blackjack.view_cache import ActionKey, CommandFactory, ViewCache, action_view
from pitboss.games.live.base import STAFF, Actor, Role
from pitboss.games.live.views import ActionView
from pitboss.law.choices import ShoeKind
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules


def commands_of(rules: BlackjackRules, state: State, actor: Actor) -> list[cmd.Command]:
    """Returns the candidate commands of a viewer, allowed or not."""
    if actor.role is Role.PLAYER:
        return [key.make(rules, state, actor.name, key.box) for key in _player_keys(rules, state, actor.name)]
    commands = [*_dealer_commands(rules, state)] if actor.role in STAFF else []
    if actor.role in STAFF and actor.role is not Role.DEALER:
        commands += [cmd.OrderShuffle(), cmd.ReplaceCards()]
    return commands


def actions_of(rules: BlackjackRules, state: State, actor: Actor, cache: ViewCache) -> tuple[ActionView, ...]:
    """Returns every button of a viewer, enabled or refused."""
    if actor.role is Role.PLAYER:
        return tuple(cache.buttons(state, actor.name, _player_keys(rules, state, actor.name)))
    if actor.role is Role.DIRECTOR:
        return ()  # a director directs tournaments
    return tuple([action_view(rules, state, command) for command in commands_of(rules, state, actor)])


# --- factories of player commands --------------------------------------------------------------------------------


def _plain(kind: type[cmd.PlayerCommand]) -> CommandFactory:
    return lambda rules, state, player, box: kind(player=player, box=box)


def _double(rules: BlackjackRules, state: State, player: str, box: int) -> cmd.Command:
    return legal_actions(rules, state).double(player, box)


def _insure(rules: BlackjackRules, state: State, player: str, box: int) -> cmd.Command:
    return legal_actions(rules, state).insure(player, box)


def _keep_on_second(rules: BlackjackRules, state: State, player: str, box: int) -> cmd.Command:
    return cmd.Keep(player=player, box=box, hand=2)


def _cut(rules: BlackjackRules, state: State, player: str, box: int) -> cmd.Command:
    cards = state.shoe.cards_in
    return cmd.CutCards(player=player, depth=max(cards // 2, cut_margin(rules, cards)))


def _decline_cut(rules: BlackjackRules, state: State, player: str, box: int) -> cmd.Command:
    return cmd.DeclineCut(player=player)


@cache
def _with_side(name: str) -> CommandFactory:
    """Returns a factory of the minimum bet with the minimum of a side wager."""

    def make(rules: BlackjackRules, state: State, player: str, box: int) -> cmd.Command:
        usual = usual_bet(rules, state, player, box)
        sides = (*usual.sides, (name, rules.sides[name].least or 100))
        return cmd.PlaceBet(player=player, box=box, amounts=usual.amounts, sides=sides)

    return make


_WITHDRAW, _LEAVE, _SIT = _plain(cmd.Withdraw), _plain(cmd.Leave), _plain(cmd.Sit)
_DECISIONS = (_plain(cmd.Hit), _plain(cmd.Stand), _double, _plain(cmd.SplitPair), _plain(cmd.Surrender))
_ANSWERS: dict[str, tuple[CommandFactory, ...]] = {
    "insurance": (_plain(cmd.TakeEvenMoney), _plain(cmd.Pass)),
    "follow": (_plain(cmd.Follow), _plain(cmd.Keep)),
    "prize": (_plain(cmd.Press), _plain(cmd.DeclinePrize)),
    "exposed": (_plain(cmd.AcceptCard), _plain(cmd.RefuseCard)),
}


# --- candidate commands of a player ------------------------------------------------------------------------------


def _player_keys(rules: BlackjackRules, state: State, player: str) -> list[ActionKey]:
    if player not in state.money or state.stage == Stage.CLOSED:
        return []
    return _betting(rules, state, player) if state.stage == Stage.BETTING else _play(rules, state, player)


def _betting(rules: BlackjackRules, state: State, player: str) -> list[ActionKey]:
    """Returns the candidates between rounds: bet on each box, withdraw, leave, sit on a vacant box, cut."""
    keys = list(_bets(rules.terms.boxes))
    keys += [ActionKey(_WITHDRAW, box) for box in sorted({bet.box for bet in state.bets if bet.player == player})]
    keys += [ActionKey(_LEAVE, box) for box, name in state.seats.items() if name == player]
    keys += [ActionKey(_SIT, box) for box in range(1, rules.terms.boxes + 1) if box not in state.seats]
    if state.cut_offer and state.cut_offer[0] == player:
        keys += [ActionKey(_cut, 0), ActionKey(_decline_cut, 0)]
    return keys


@cache
def _bets(boxes: int) -> tuple[ActionKey, ...]:
    return tuple(ActionKey(usual_bet, box) for box in range(1, boxes + 1))


def side_refusals(rules: BlackjackRules, state: State, player: str, cache: ViewCache) -> dict[str, Refusal | None]:
    """Returns, for each offered side wager, the refusal of its minimum with the minimum bet on the player's box."""
    if state.stage != Stage.BETTING or player not in state.money:
        return {}
    names = [name for name, side in rules.sides.items() if side.offered]
    if not names:
        return {}
    box = free_box(rules, state, player)
    buttons = cache.buttons(state, player, [ActionKey(_with_side(name), box) for name in names])
    return {name: button.refusal for name, button in zip(names, buttons, strict=True)}


def _play(rules: BlackjackRules, state: State, player: str) -> list[ActionKey]:
    """Returns the candidates in a round: decisions on the player's box in turn or first box, and answers to offers."""
    keys = [ActionKey(usual_bet, free_box(rules, state, player))]
    boxes = [box for box, name in state.deciders.items() if name == player]
    if boxes:
        keys += _decisions(state.turn_box if state.turn_box in boxes else boxes[0])
    offer = state.offer
    offered = [box for name, box in offer.waiting if name == player] if offer is not None else []
    for box in offered or _first_wagered(state, player):
        keys += _answers(offer.kind if offer is not None else "insurance", box)
        if offered and _after_split(state):
            keys.append(ActionKey(_keep_on_second, box))
    return keys


@cache
def _decisions(box: int) -> tuple[ActionKey, ...]:
    return tuple(ActionKey(make, box, by_turn=True) for make in _DECISIONS)


@cache
def _answers(kind: str, box: int) -> tuple[ActionKey, ...]:
    return tuple(ActionKey(make, box) for make in (_insure, *_ANSWERS[kind]))


def _first_wagered(state: State, player: str) -> list[int]:
    """Returns a list with the first box in play with a wager of the player; empty if there is none."""
    for wager in state.wagers:
        if wager.player == player and wager.box in state.deciders:
            return [wager.box]
    return []


def _after_split(state: State) -> bool:
    """Returns whether the open offer to follow is about a split, so that a back bettor may choose the hand."""
    offer = state.offer
    return offer is not None and offer.kind == "follow" and not state.hand_of(state.turn_box, offer.hand).doubled


def _dealer_commands(rules: BlackjackRules, state: State) -> Iterator[cmd.Command]:
    for side in ("a", "b") if rules.terms.shoe is ShoeKind.DOUBLE else ("",):
        yield cmd.Deal(side=side)
    yield cmd.CloseOffer()
    yield cmd.OfferCut()
    yield cmd.ChangeDealer()
    if state.presses:
        yield cmd.HousePress(box=state.presses[0])
    if state.turn_box and state.offer is None:
        yield cmd.CallTimeout(box=state.turn_box)
    for player in dict.fromkeys(state.deciders.values()):
        yield cmd.MarkAbsent(who=player)
