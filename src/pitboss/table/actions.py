"""What is open to one person at a table of blackjack, and of all else why it is not: each by the check that refuses."""

from collections.abc import Iterator
from functools import lru_cache

from pitboss.blackjack import State, legal_actions, refusal_of
from pitboss.blackjack import commands as cmd
from pitboss.blackjack.shoe import cut_margin
from pitboss.blackjack.state import Stage
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind
from pitboss.notation.words import command_words
from pitboss.table.allowed import free_box, usual_bet
from pitboss.table.live_base import Actor, Role
from pitboss.table.shared_views import ActionView

_DECISIONS: tuple[type[cmd.PlayerCommand], ...] = (cmd.Hit, cmd.Stand, cmd.DoubleDown, cmd.SplitPair, cmd.Surrender)
_ANSWERS: dict[str, tuple[type[cmd.PlayerCommand], ...]] = {
    "insurance": (cmd.TakeEvenMoney, cmd.Pass),
    "follow": (cmd.Follow, cmd.Keep),
    "prize": (cmd.Press, cmd.DeclinePrize),
    "exposed": (cmd.AcceptCard, cmd.RefuseCard),
}


def action(rules: BlackjackRules, state: State, command: cmd.Command) -> ActionView:
    """A command as a button: its words, and what forbids it."""
    return ActionView(command.verb, _words(command), getattr(command, "box", 0), refusal_of(rules, state, command))


@lru_cache(maxsize=16384)  # the same buttons are shown again after every command, to everybody
def _words(command: cmd.Command) -> str:
    return command_words(command).partition(": ")[2]


def commands_of(rules: BlackjackRules, state: State, actor: Actor) -> list[cmd.Command]:
    """What a person may want to do, allowed or not."""
    if actor.role is Role.PLAYER and actor.name in state.money:
        return [*_betting(rules, state, actor.name), *_play(rules, state, actor.name)]
    commands = [*_dealing(rules, state)] if actor.role in (Role.DEALER, Role.OPERATOR) else []
    if actor.role is Role.OPERATOR:
        commands += [cmd.OrderShuffle(), cmd.ReplaceCards()]
    return commands


def actions_of(rules: BlackjackRules, state: State, actor: Actor) -> tuple[ActionView, ...]:
    """Every button of a person, whether it may be pressed or not."""
    return tuple(action(rules, state, command) for command in commands_of(rules, state, actor))


def _betting(rules: BlackjackRules, state: State, player: str) -> Iterator[cmd.Command]:
    """The least wager on each box, and each side wager with it on the player's own."""
    if state.stage == Stage.CLOSED:
        return
    own = free_box(rules, state, player)
    boxes = range(1, rules.terms.boxes + 1) if state.stage == Stage.BETTING else (own,)
    for box in boxes:
        yield usual_bet(rules, state, player, box)
    if state.stage != Stage.BETTING:
        return
    for box in sorted({bet.box for bet in state.bets if bet.player == player}):
        yield cmd.Withdraw(player=player, box=box)
    for box, name in state.seats.items():
        if name == player:
            yield cmd.Leave(player=player, box=box)
    if state.cut_offer and state.cut_offer[0] == player:
        cards = state.shoe.cards_in
        yield cmd.CutCards(player=player, depth=max(cards // 2, cut_margin(rules, cards)))
        yield cmd.DeclineCut(player=player)


def side_refusals(rules: BlackjackRules, state: State, player: str) -> dict[str, Refusal | None]:
    """For each side wager on offer what forbids its least amount beside the least main wager on the player's box."""
    if state.stage != Stage.BETTING or player not in state.money:
        return {}
    usual = usual_bet(rules, state, player, free_box(rules, state, player))
    found = {}
    for name, side in rules.sides.items():
        if side.offered:
            sides = (*usual.sides, (name, side.amount or 100))
            bet = cmd.PlaceBet(player=player, box=usual.box, amounts=usual.amounts, sides=sides)
            found[name] = refusal_of(rules, state, bet)
    return found


def _play(rules: BlackjackRules, state: State, player: str) -> Iterator[cmd.Command]:
    """In a round: the decisions on the player's boxes and the answers to what is asked."""
    if state.stage in (Stage.BETTING, Stage.CLOSED):
        return
    legal = legal_actions(rules, state)
    boxes = [box for box, name in state.callers.items() if name == player]
    turn = [box for box in boxes if box == state.turn_box]
    for box in turn or boxes[:1]:
        for kind in _DECISIONS:
            yield legal.double(player, box) if kind is cmd.DoubleDown else kind(player=player, box=box)
    wagered = dict.fromkeys(
        wager.box for wager in state.wagers if wager.player == player and wager.box in state.callers
    )
    asked = [box for name, box in state.offer.waiting if name == player] if state.offer is not None else []
    for box in asked or list(wagered)[:1]:
        yield legal.insure(player, box)
        for kind in _ANSWERS.get(state.offer.kind if state.offer is not None else "insurance", ()):
            yield kind(player=player, box=box)
        if asked and _after_split(state):
            yield cmd.Keep(player=player, box=box, hand=2)


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
