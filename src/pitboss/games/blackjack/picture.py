"""A table and a hand of blackjack as HTML, for notebooks. Face-down cards stay face down."""

from pitboss.display import cards_svg, rows_html
from pitboss.games.blackjack.plan import phase
from pitboss.games.blackjack.state import Hand, State
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text, net_text


def table_html(rules: BlackjackRules, state: State) -> str:
    """Returns the dealer, each hand with its wagers, and the money of the players."""
    rows = [("dealer", cards_svg(cards, hidden=int(state.hole >= 0)), "", "") for cards in state.dealer if cards]
    for box, hands in sorted(state.hands.items()):
        for hand in hands:
            mark = " ◂" if hand is state.turn else ""
            who = f"{state.deciders.get(box, '')}, box {box}{mark}"
            rows.append((who, cards_svg(hand.cards), _total(hand), _wagers(state, hand)))
    bets = [(f"{bet.player}, box {bet.box}", "", "", f"{bet.kind} {amount_text(bet.amount)}") for bet in state.bets]
    title = f"{rules.rulebook}, round {state.round}: {phase(state)}"
    purses = [(player, amount_text(cents)) for player, cents in state.money.items()]
    return rows_html(title, [*rows, *bets]) + rows_html("money", purses)


def hand_html(hand: Hand) -> str:
    """Returns the cards of a hand and its total."""
    return rows_html("", [(cards_svg(hand.cards), _total(hand))])


def _total(hand: Hand) -> str:
    if hand.blackjack:
        return "blackjack"
    words = [word for word, holds in (("bust", hand.bust), ("doubled", hand.doubled)) if holds]
    return " ".join((f"{'soft ' if hand.soft else ''}{hand.total}", *words))


def _wagers(state: State, hand: Hand) -> str:
    own = [wager for wager in state.wagers if wager.hand == hand.number and wager.box == hand.box]
    texts = [
        f"{wager.kind} {amount_text(wager.amount)}"
        + (f": {net_text(wager.result)}" if wager.result is not None else "")
        for wager in own
    ]
    return ", ".join(texts)
