"""Bots at blackjack tables: flat bets, and one simple rule for playing hands."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from pitboss.atoms.match import same_points
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.allowed import usual_bet
from pitboss.games.blackjack.decide import refusal_of
from pitboss.games.blackjack.legal import legal_actions
from pitboss.games.blackjack.live import BlackjackTable
from pitboss.games.blackjack.state import Hand, Stage, State
from pitboss.games.live.base import is_bot
from pitboss.games.live.bots import BotMove, bots_bet
from pitboss.law.resolve import BlackjackRules

_TENS: Final = 36
#: A bot buys in for this many of its bets, and again when fewer than the second number are left.
_BUY_IN, _LEAST_LEFT = 60, 8
#: The answers of a bot to an offer, in the order of preference: no insurance, and whatever keeps the round moving.
_ANSWERS: Final = (cmd.Pass, cmd.Keep, cmd.Press, cmd.AcceptCard, cmd.RefuseCard, cmd.DeclinePrize)


def decide_hand(rules: BlackjackRules, play: State) -> cmd.Command:
    """Returns the bots' decision for the hand in turn.

    It splits aces and eights and doubles ten and eleven. Otherwise it draws to 17 against a strong up card, and to 12
    against a weak one.
    """
    hand = play.turn
    assert hand is not None
    player, box = play.deciders[hand.box], hand.box
    legal = legal_actions(rules, play)
    up_card = play.dealer[0][0]
    strong = up_card < 4 or up_card >= 24
    cards = hand.cards
    if len(cards) == 2:
        split = cmd.SplitPair(player=player, box=box)
        if same_points(cards[0], cards[1]) and cards[0] >> 2 in (0, 7) and split in legal:
            return split
        double = cmd.DoubleDown(player=player, box=box)
        if hand.total in (10, 11) and 4 <= up_card < _TENS and double in legal:
            return double
    if _draws(hand, strong=strong):
        return cmd.Hit(player=player, box=box)
    return cmd.Stand(player=player, box=box)


def _draws(hand: Hand, *, strong: bool) -> bool:
    if hand.soft:
        return hand.total < 18
    return hand.total < (17 if strong else 12)


def answer_or_decide(rules: BlackjackRules, play: State, bots: Sequence[str]) -> cmd.Command | None:
    """Returns the command of the bot that the round waits for: a cut, an answer or a decision; None if it waits for
    none of them."""
    if play.cut_offer:
        return cmd.DeclineCut(player=play.cut_offer[0]) if play.cut_offer[0] in bots else None
    if play.offer is not None:
        for player, box in play.offer.waiting:
            for kind in _ANSWERS if player in bots else ():
                answer = kind(player=player, box=box)
                if refusal_of(rules, play, answer) is None:
                    return answer
        return None
    if play.stage == Stage.PLAY and play.turn_box and play.deciders[play.turn_box] in bots:
        return decide_hand(rules, play)
    return None


def next_bot_move(live: BlackjackTable, bots: Sequence[str]) -> BotMove | None:
    """Returns the next command of a bot, or None while the table waits for a person."""
    state = live.state
    if not live.people() or live.awaited:
        return None
    command = answer_or_decide(live.rules, state, bots)
    if command is not None:
        return BotMove(command.actor, command)
    if state.stage != Stage.BETTING or state.cut_offer:
        return None
    all_bet = bots_bet(state.round, (bet.player for bet in state.bets))
    betting = (nth for nth, bot in enumerate(bots) if all_bet or _is_backed(state, bot))
    return next((move for nth in betting for move in _bet(live, bots[nth], nth)), None)


def _is_backed(state: State, bot: str) -> bool:
    """Whether a person wagered on a bot's box in the last round, and cannot do so again before the bot has bet."""
    return any(state.seats.get(wager.box) == bot and not is_bot(wager.player) for wager in state.wagers)


def _bet(live: BlackjackTable, bot: str, number: int) -> Iterator[BotMove]:
    """Yields the buy-in or the bet that a bot lacks for the next round."""
    rules, state = live.rules, live.state
    box = _box_of(rules, state, bot)
    if not box or any(bet.player == bot for bet in state.bets):
        return
    least = usual_bet(rules, state, bot, box)
    unit = sum(least.amounts) + sum(amount for _, amount in least.sides)
    if state.money.get(bot, 0) < unit * _LEAST_LEFT:
        if bot not in state.excluded:
            yield BotMove(bot, cmd.JoinTable(player=bot, money=unit * _BUY_IN), quick=True)
        return
    more = replace(least, amounts=tuple(amount * (1 + number % 3) for amount in least.amounts))
    for bet in (more, least):
        if refusal_of(rules, state, bet) is None:
            yield BotMove(bot, bet, quick=True)
            return


def _box_of(rules: BlackjackRules, state: State, bot: str) -> int:
    """Returns the box of a bot: its seat, else the free box furthest from the middle; 0 if there is none."""
    own = [box for box, name in state.seats.items() if name == bot]
    if own:
        return own[0]
    taken = {*state.seats, *(bet.box for bet in state.bets)}
    free = [box for box in range(1, rules.terms.boxes + 1) if box not in taken]
    middle = (rules.terms.boxes + 1) / 2
    # people sit in the middle: the last free box is theirs
    return max(free, key=lambda box: (abs(box - middle), -box)) if len(free) > 1 else 0
