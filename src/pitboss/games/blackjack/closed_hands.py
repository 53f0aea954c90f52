"""The rules that bar a decision on a box because of its hands: how they were closed, and what they are."""

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.hand_permissions import alike, is_pair
from pitboss.games.blackjack.state import Hand, State
from pitboss.law.choices import EvenMoney
from pitboss.law.resolve import BlackjackRules


def closed_grounds(rules: BlackjackRules, state: State, command: cmd.PlayerCommand) -> tuple[str, ...]:
    """Returns the rules that closed the hands of the box, those that bar this decision first."""
    hands = state.hands[command.box]
    if not hands:
        return ()
    grounds = _grounds_of_the_hands(rules, state, command)
    if not isinstance(command, cmd.Stand | cmd.Surrender):
        grounds += _no_further_card(rules, state, command)
    if all(hand.bust for hand in hands):
        grounds += ["bust_closed", "draw"] if isinstance(command, cmd.Hit) else ["bust_closed"]
    if all(hand.surrendered for hand in hands):
        grounds += ["surrender_half", "surrendered"]
    limit = rules.terms.hand_limit
    if limit and any(len(hand.cards) >= limit for hand in hands):
        grounds += ["hand_limit", "paid_at_once"]
    return tuple(grounds)


def _paid_by(rules: BlackjackRules, state: State) -> str:
    """Returns the rule on which a blackjack was paid before the dealer's hand was played."""
    even = state.shows_ace and rules.terms.even_money is not EvenMoney.NONE
    return "even_money_cards" if even else "blackjack_paid"


def _no_further_card(rules: BlackjackRules, state: State, command: cmd.PlayerCommand) -> list[str]:
    """Returns the rules on split aces, doubled hands and 21, which get no further card and no further wager."""
    hands = state.hands[command.box]
    grounds = []
    if any(hand.split_aces for hand in hands):
        grounds += ["split_aces_closed", "split_aces"]
        if isinstance(command, cmd.SplitPair):
            grounds.append("split_aces_once")
        elif isinstance(command, cmd.DoubleDown):
            grounds.append("double_split_aces")
    if any(hand.doubled for hand in hands):
        grounds += ["double_closed", "double_one_card"]
    if any(hand.total == 21 for hand in hands):
        blackjack = hands[0].blackjack
        if not isinstance(command, cmd.SplitPair):
            grounds.append("no_draw_on_21")
        if isinstance(command, cmd.DoubleDown):
            grounds.append("double_blackjack" if blackjack else "double_21")
        if hands[0].cleared:
            grounds.append(_paid_by(rules, state) if blackjack else "paid_at_once")
    return grounds


def _grounds_of_the_hands(rules: BlackjackRules, state: State, command: cmd.PlayerCommand) -> list[str]:
    """Returns the rules that bar a decision on every hand of the box, open or closed."""
    hands = state.hands[command.box]
    if isinstance(command, cmd.Surrender) and (len(hands) > 1 or hands[0].blackjack or command.box in state.decided):
        blackjack = hands[0].blackjack and command.box not in state.decided
        return ["surrender_split" if len(hands) > 1 else "surrender_half" if blackjack else "surrender_first"]
    if isinstance(command, cmd.DoubleDown) and all(len(hand.cards) > 2 and not hand.doubled for hand in hands):
        return ["double_after_split" if len(hands) > 1 else "double_two_cards"]
    if isinstance(command, cmd.SplitPair):
        pair = [] if any(is_pair(rules.terms, hand) for hand in hands) else [not_a_pair(rules, hands[0])]
        return [*pair, hands_limit(rules)] if len(hands) >= rules.terms.split_hands else pair
    return []


def not_a_pair(rules: BlackjackRules, hand: Hand) -> str:
    """Returns the rule that bars the split of a hand: a pair that was not split in time, or different values."""
    if len(hand.cards) > 2 and alike(rules.terms, hand.cards[0], hand.cards[1]):
        return "split_later"
    return "split_again" if hand.split else "split_pair"


def hands_limit(rules: BlackjackRules) -> str:
    """Returns the rule that limits the hands of a box: one split only, or a number of hands."""
    return "split_once" if rules.terms.split_hands == 2 and rules.cite("split_once") else "split_hands"
