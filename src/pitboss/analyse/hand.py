"""One hand in front of a player: what each decision is worth, and what a mistake costs."""

from collections.abc import Sequence

from msgspec import Struct

from pitboss.analyse.column import Column
from pitboss.analyse.edge import ACTIONS
from pitboss.analyse.game import Game, game_of
from pitboss.analyse.hands import BUST_HAND
from pitboss.analyse.plays import Insuring
from pitboss.analyse.shoe import ACE, TEN, ImpossibleCards, check_cards, shoe_of, value_of
from pitboss.cards import card_names
from pitboss.kernel.actions import DOUBLE, HIT, STAND
from pitboss.law.cite import clause_list
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import EvenMoney


class HandAnswer(Struct, frozen=True):
    """What may be decided, per unit of the first wager.

    Whatever follows is played as is best for the cards held. Where the dealer's hole card is read before the play, he
    is known to have no blackjack.
    """

    rulebook: str
    cards: str
    up: str
    total: int
    soft: bool
    #: What each decision is worth, the best first.
    actions: dict[str, float]
    best: str
    #: What each decision costs against the best.
    costs: dict[str, float]
    #: What a unit on insurance is worth, where it may be made.
    insurance: float | None = None
    #: The chance of a dealer's blackjack, where nobody has looked.
    dealer_blackjack: float = 0.0
    #: What a wager is worth that is not doubled with the hand: a back bettor's who does not follow.
    undoubled: float | None = None


class OfSplit(Struct, frozen=True):
    """A hand of a box that was split: into how many by now, and whether splitting added the wager on this one."""

    hands: int = 2
    added: bool = False


def hand(
    rules: BlackjackRules,
    cards: Sequence[int],
    up: int,
    gone: Sequence[int] = (),
    *,
    split: OfSplit | None = None,
    infinite: bool = False,
) -> HandAnswer:
    """The decisions on a hand; ImpossibleCards, or ValueError where there is nothing to decide.

    A split hand is counted for itself, per unit of its own wager; the card that was split is its first, and the cards
    of the other hands are among those gone.
    """
    game, values = game_of(rules), sorted(value_of(card) for card in cards)
    number, blackjack = game.hands.of(*values), values == [ACE, TEN] and split is None
    _check(rules, cards, split)
    if not infinite:
        shoe_of(rules, [*gone, *cards, up])  # objects to cards that are not there
    waits = blackjack and value_of(up) == ACE
    _check_undecided(game, cards, number, waits=waits)
    shoe = shoe_of(rules, gone, infinite=infinite)
    check_cards(rules, shoe)
    column = Column(game, shoe, value_of(up), added=split is not None and split.added)
    beaten = column.blackjack_chance(number)
    worth = _blackjack(column, number) if waits else decisions(column, number, values, split)
    undoubled = column.undoubled(number) if ACTIONS[DOUBLE] in worth else None
    if game.reads and not blackjack:
        worth = {name: value / (1.0 - beaten) for name, value in worth.items()}
        undoubled = None if undoubled is None else undoubled / (1.0 - beaten)
    actions = dict(sorted(worth.items(), key=lambda item: -item[1]))
    best = next(iter(actions))
    asked = value_of(up) == ACE and len(values) == 2 and game.pays.insured > 0 and split is None
    insurable = asked and (not blackjack or rules.terms.insurance_for_blackjack)
    return HandAnswer(
        rulebook=rules.rulebook,
        cards=card_names(cards),
        up=card_names([up]),
        total=int(game.hands.total[number]),
        soft=bool(game.hands.soft[number]),
        actions=actions,
        best=best,
        costs={name: actions[best] - value for name, value in actions.items()},
        insurance=game.pays.insurance / game.pays.insured * beaten - (1.0 - beaten) if insurable else None,
        dealer_blackjack=0.0 if game.reads and not asked else beaten,
        undoubled=undoubled,
    )


def _check(rules: BlackjackRules, cards: Sequence[int], split: OfSplit | None) -> None:
    """Objects to fewer cards than a hand has, to more hands than a box may be split into, and to cards on an ace of a
    split pair."""
    if len(cards) < 2:
        raise ImpossibleCards(f"'{card_names(cards)}' is no hand: it has two cards or more")
    if split is None:
        return
    most = rules.terms.split_hands
    if split.hands > most:
        law = f"({rules.rulebook} {clause_list(rules.cite('split_hands'))})"
        raise ImpossibleCards(f"{split.hands} hands: a box is split into {most} at most {law}")
    first, *others = (value_of(card) for card in cards)
    if first == ACE and others != [ACE]:
        law = f"({rules.rulebook} {clause_list(rules.cite('split_aces'))})"
        raise ImpossibleCards(f"{card_names(cards)}: a split ace has its only card, nothing is decided on it {law}")


def _check_undecided(game: Game, cards: Sequence[int], number: int, *, waits: bool) -> None:
    """Objects to a hand on which nothing is decided any more, unless it is a blackjack that waits."""
    if number == BUST_HAND:
        raise ImpossibleCards(f"{card_names(cards)} is over 21: nothing is decided on it")
    if game.ended[number] and not waits:
        ended = f"a hand of {int(game.hands.total[number])} with {len(cards)} cards"
        raise ImpossibleCards(f"{card_names(cards)}: nothing is decided on {ended}")


def decisions(column: Column, number: int, values: Sequence[int], split: OfSplit | None = None) -> dict[str, float]:
    """What each decision on a hand brings; whatever follows is played as is best."""
    column.play(free=True)
    pair = values[0] if len(values) == 2 and values[0] == values[1] else -1
    if split is not None:
        choices = column.split_choices(number, pair, split.hands)
    elif len(values) == 2:
        choices = column.choices(number, pair)
    else:
        choices = {HIT: float(column.hit[number])}
        if not column.game.must[number]:
            choices[STAND] = float(column.stand[number])
    return {ACTIONS[action]: value for action, value in choices.items()}


def _blackjack(column: Column, number: int) -> dict[str, float]:
    """A blackjack against an ace waits for the dealer's second card, or is paid at once where that is offered."""
    pays, ends = column.game.pays, column.ends[number]
    worth = {"wait": float(ends @ pays.blackjack) / pays.unit}
    offered = column.game.rules.terms.even_money is not EvenMoney.NONE
    if offered:
        worth["even money"] = pays.even / pays.unit
    elif Insuring(column.game).consolidates:
        worth["insure for half, paid at once"] = pays.even / pays.unit
    return worth
