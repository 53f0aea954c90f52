"""What is open to one person at a table of blackjack, and of all else why it is not: each by the check that refuses."""

from collections.abc import Iterator
from functools import cache

from pitboss.blackjack import State, legal_actions
from pitboss.blackjack import commands as cmd
from pitboss.blackjack.shoe import cut_margin
from pitboss.blackjack.state import Stage
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind
from pitboss.table.allowed import free_box, usual_bet
from pitboss.table.kept import Kept, Maker, Wanted, action
from pitboss.table.live_base import Actor, Role
from pitboss.table.shared_views import ActionView


def commands_of(rules: BlackjackRules, state: State, actor: Actor) -> list[cmd.Command]:
    """What a person may want to do, allowed or not."""
    if actor.role is Role.PLAYER:
        return [wanted.make(rules, state, actor.name, wanted.box) for wanted in _wanted(rules, state, actor.name)]
    commands = [*_dealing(rules, state)] if actor.role in (Role.DEALER, Role.OPERATOR) else []
    if actor.role is Role.OPERATOR:
        commands += [cmd.OrderShuffle(), cmd.ReplaceCards()]
    return commands


def actions_of(rules: BlackjackRules, state: State, actor: Actor, kept: Kept) -> tuple[ActionView, ...]:
    """Every button of a person, whether it may be pressed or not."""
    if actor.role is Role.PLAYER:
        return tuple(kept.buttons(state, actor.name, _wanted(rules, state, actor.name)))
    return tuple([action(rules, state, command) for command in commands_of(rules, state, actor)])


# --- how what a player says is made ------------------------------------------------------------------------------


def _plain(kind: type[cmd.PlayerCommand]) -> Maker:
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
def _with_side(name: str) -> Maker:
    """The least main wager, and beside it the least of a side wager."""

    def make(rules: BlackjackRules, state: State, player: str, box: int) -> cmd.Command:
        usual = usual_bet(rules, state, player, box)
        sides = (*usual.sides, (name, rules.sides[name].amount or 100))
        return cmd.PlaceBet(player=player, box=box, amounts=usual.amounts, sides=sides)

    return make


_WITHDRAW, _LEAVE, _SIT = _plain(cmd.Withdraw), _plain(cmd.Leave), _plain(cmd.Sit)
_DECISIONS = (_plain(cmd.Hit), _plain(cmd.Stand), _double, _plain(cmd.SplitPair), _plain(cmd.Surrender))
_ANSWERS: dict[str, tuple[Maker, ...]] = {
    "insurance": (_plain(cmd.TakeEvenMoney), _plain(cmd.Pass)),
    "follow": (_plain(cmd.Follow), _plain(cmd.Keep)),
    "prize": (_plain(cmd.Press), _plain(cmd.DeclinePrize)),
    "exposed": (_plain(cmd.AcceptCard), _plain(cmd.RefuseCard)),
}


# --- what a player may want to say -------------------------------------------------------------------------------


def _wanted(rules: BlackjackRules, state: State, player: str) -> list[Wanted]:
    if player not in state.money or state.stage == Stage.CLOSED:
        return []
    return _betting(rules, state, player) if state.stage == Stage.BETTING else _play(rules, state, player)


def _betting(rules: BlackjackRules, state: State, player: str) -> list[Wanted]:
    """The least wager on each box, to take back what lies, to get up, and to sit down where nobody sits."""
    found = list(_bets(rules.terms.boxes))
    found += [Wanted(_WITHDRAW, box) for box in sorted({bet.box for bet in state.bets if bet.player == player})]
    found += [Wanted(_LEAVE, box) for box, name in state.seats.items() if name == player]
    found += [Wanted(_SIT, box) for box in range(1, rules.terms.boxes + 1) if box not in state.seats]
    if state.cut_offer and state.cut_offer[0] == player:
        found += [Wanted(_cut, 0), Wanted(_decline_cut, 0)]
    return found


@cache
def _bets(boxes: int) -> tuple[Wanted, ...]:
    return tuple(Wanted(usual_bet, box) for box in range(1, boxes + 1))


def side_refusals(rules: BlackjackRules, state: State, player: str, kept: Kept) -> dict[str, Refusal | None]:
    """For each side wager on offer what forbids its least amount beside the least main wager on the player's box."""
    if state.stage != Stage.BETTING or player not in state.money:
        return {}
    names = [name for name, side in rules.sides.items() if side.offered]
    if not names:
        return {}
    box = free_box(rules, state, player)
    shown = kept.buttons(state, player, [Wanted(_with_side(name), box) for name in names])
    return {name: button.refusal for name, button in zip(names, shown, strict=True)}


def _play(rules: BlackjackRules, state: State, player: str) -> list[Wanted]:
    """In a round: the decisions on the player's box in turn, or the first, and the answers to what is asked."""
    found = [Wanted(usual_bet, free_box(rules, state, player))]
    boxes = [box for box, name in state.callers.items() if name == player]
    if boxes:
        found += _decisions(state.turn_box if state.turn_box in boxes else boxes[0])
    offer = state.offer
    asked = [box for name, box in offer.waiting if name == player] if offer is not None else []
    for box in asked or _first_wagered(state, player):
        found += _answers(offer.kind if offer is not None else "insurance", box)
        if asked and _after_split(state):
            found.append(Wanted(_keep_on_second, box))
    return found


@cache
def _decisions(box: int) -> tuple[Wanted, ...]:
    return tuple(Wanted(make, box, by_turn=True) for make in _DECISIONS)


@cache
def _answers(kind: str, box: int) -> tuple[Wanted, ...]:
    return tuple(Wanted(make, box) for make in (_insure, *_ANSWERS[kind]))


def _first_wagered(state: State, player: str) -> list[int]:
    """The first box in play on which the player has wagered, where there is one."""
    for wager in state.wagers:
        if wager.player == player and wager.box in state.callers:
            return [wager.box]
    return []


def _after_split(state: State) -> bool:
    """Whether back bettors are asked because a pair was split: whoever keeps may say which hand has the wager."""
    offer = state.offer
    return offer is not None and offer.kind == "follow" and not state.hand_of(state.turn_box, offer.hand).doubled


def _dealing(rules: BlackjackRules, state: State) -> Iterator[cmd.Command]:
    for side in ("a", "b") if rules.terms.shoe is ShoeKind.DOUBLE else ("",):
        yield cmd.Deal(side=side)
    yield cmd.CloseOffer()
    yield cmd.OfferCut()
    yield cmd.ChangeDealer()
    if state.presses:
        yield cmd.HousePress(box=state.presses[0])
    for player in dict.fromkeys(state.callers.values()):
        yield cmd.MarkAbsent(who=player)
