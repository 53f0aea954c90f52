"""The program of the general kernel: rules, chart and wagers as integers, built by querying the engine.

Rules that the kernel cannot play raise ``NotSimulable`` with their clause before anything runs.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations, product

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pitboss.atoms.dealer import may_peek, must_draw
from pitboss.atoms.fit import fit
from pitboss.atoms.hand import add_card
from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack import act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.betting import least_wager
from pitboss.games.blackjack.bonus import bonus_odds
from pitboss.games.blackjack.prizes import prize_awards
from pitboss.games.blackjack.shoe import cards_behind_cutting_card, cards_by_side
from pitboss.games.blackjack.side_bets import name_options
from pitboss.games.blackjack.state import Wager, ace_or_ten
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.choices import (
    BlackjackPaid,
    CutCardDuring,
    CutCardFirst,
    DealerBlackjack,
    DealerDraws,
    DoubleOn,
    EmptyShoe,
    ShoeKind,
)
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text
from pitboss.simulate.blackjack.general.hand_pays import HandPays
from pitboss.simulate.blackjack.general.layout import BOXES, HANDS, WAGERS
from pitboss.simulate.blackjack.general.multi_round_wagers import Meter, StreakWager, meter_of, streak_fates, streaks_of
from pitboss.simulate.blackjack.general.side_deals import deal_classes, reads_dealer
from pitboss.simulate.blackjack.general.sides import STREAK, SideClasses, side_classes
from pitboss.strategy.actions import action_tables
from pitboss.strategy.bonus_classes import class_of_21
from pitboss.strategy.chart import Chart, column
from pitboss.strategy.count_settings import CountSettings
from pitboss.strategy.dealer_reads import with_dealer_drawing
from pitboss.strategy.hand_classes import (
    BUST,
    DEALER_22,
    DEALER_BUST,
    DEALER_LOW,
    DRAWN_21,
    FIVE_UNDER,
    MOST_DOUBLES,
    THREE_CARD_21,
    TWO_CARD_21,
    NotSimulable,
)
from pitboss.strategy.settlement_probe import NoCards
from pitboss.strategy.side_probe import check_simulable

_PLAYER = "player"
#: Cards whose number alone decides the class of a 21.
_ANY_CARDS = (0,) * 32


def _no_cards() -> NDArray[np.uint8]:
    return np.zeros(0, np.uint8)


class Program(Struct, frozen=True):
    """One table, chart and set of wagers as integers. Amounts are in cents, results in units of ``unit`` cents."""

    rules: BlackjackRules
    chart: Chart
    boxes: int
    stakes: tuple[int, ...]
    sides: tuple[tuple[str, int], ...]
    ante: int
    unit: int
    #: The kernel's settings by name.
    words: dict[str, int]
    #: Results in units; the index is the spot, the class of the hand and the class of the dealer's.
    pay: NDArray[np.int64]
    #: Results in units of hands that are settled when they are finished, by class; otherwise OPEN.
    immediate: NDArray[np.int64]
    #: Byte tables by name.
    tables: dict[str, NDArray[np.uint8]]
    classes: SideClasses
    #: The cards of the shoe.
    cards: NDArray[np.uint8]
    #: The counting parameters, if a player counts.
    count: CountSettings | None = None
    #: The cards of the other side of a double shoe.
    other_cards: NDArray[np.uint8] = field(default_factory=_no_cards)
    streaks: tuple[StreakWager, ...] = ()
    meter: Meter | None = None
    #: With other players at the table, the chart of each box of the table; None on the player's own ``boxes``.
    seats: tuple[Chart | None, ...] = ()

    @property
    def initial(self) -> int:
        """The amount in cents that one box wagers on the main game before the deal."""
        return sum(self.stakes)


def build(
    rules: BlackjackRules,
    chart: Chart,
    *,
    stakes: Sequence[int] = (),
    sides: Mapping[str, int] | None = None,
    boxes: int = 1,
    shuffle_every_round: bool = False,
    shuffles: bool = True,
) -> Program:
    """Builds the program. Raises NotSimulable, or ValueError if the table refuses the wagers.

    Without stakes, the minimum is wagered on as many spots as are required. ``shuffles=False`` is for a caller that
    shuffles at the end of rounds itself.
    """
    wagers = place_wagers(rules, stakes=stakes, sides=sides, boxes=boxes, shuffles=shuffles)
    mains = tuple(bet.amount for bet in wagers if bet.kind == "main")
    placed = tuple((bet.kind, bet.amount) for bet in wagers if bet.kind not in ("main", "ante"))
    streaks, classes = streaks_of(rules, placed), _classes(rules, placed)
    fit("the boxes of a table", boxes, BOXES + 1)
    fit("the hands of all boxes", boxes * max(1, rules.terms.split_hands), HANDS + 1)
    money = HandPays(rules, chart, mains, marked=bool(streaks))
    tables = action_tables(rules, chart) | _card_tables(rules) | classes.tables
    cards, other = _shoes(rules)
    words = (
        _words(with_dealer_drawing(rules, dict(placed)), shuffle_every_round, len(cards))
        | money.words
        | {"boxes": boxes, "own_first": 0, "own_end": boxes, "spots": len(mains)}
    )
    words |= {"paid_on_split": int(classes.paid_on_split), "wagers": len(placed)}
    return Program(
        rules=rules,
        chart=chart,
        boxes=boxes,
        stakes=mains,
        sides=placed,
        ante=sum(bet.amount for bet in wagers if bet.kind == "ante"),
        unit=money.unit,
        words=words,
        pay=money.pay,
        immediate=money.immediate,
        tables=tables | {"need": money.need, "fate": streak_fates()},
        classes=classes,
        cards=cards,
        other_cards=other,
        streaks=streaks,
        meter=meter_of(rules, placed, boxes, NoCards()),
    )


def place_wagers(
    rules: BlackjackRules,
    *,
    stakes: Sequence[int] = (),
    sides: Mapping[str, int] | None = None,
    boxes: int = 1,
    shuffles: bool = True,
) -> list[Wager]:
    """Returns the wagers of one box as the engine places them.

    Raises NotSimulable if no kernel plays one of them, and ValueError if the table refuses them.
    """
    _refuse_unsupported(rules, sides or {})
    if shuffles and rules.terms.cut_card_during is CutCardDuring.SHUFFLE_AFTER_NEXT_ROUND:
        what = "a shuffle one round after the round of the cutting card"
        raise NotSimulable(what, rules.cite("cut_card_during"), rules.rulebook)
    if not 1 <= boxes <= rules.terms.boxes:
        raise ValueError(str(rules.refuse("boxes", f"{boxes} boxes: the table has 1 to {rules.terms.boxes}")))
    given = tuple(stakes) or (least_wager(rules, rules.limits.minimum),) * (
        rules.terms.spots_needed if rules.terms.spots > 1 else 1
    )
    return _wagers(rules, given, dict(sides or {}), boxes)


def _shoes(rules: BlackjackRules) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Returns the cards of the shoe, and those of the other side of a double shoe."""
    one, other = (*cards_by_side(rules), ())[:2]
    return np.array(one, np.uint8), np.array(other, np.uint8)


def _classes(rules: BlackjackRules, placed: Sequence[tuple[str, int]]) -> SideClasses:
    try:
        if reads_dealer(rules, placed):
            return deal_classes(rules, placed)
        return side_classes(rules, placed, dealt_again=rules.terms.empty_shoe is EmptyShoe.MISDEAL)
    except ValueError as error:
        clauses = tuple(clause for name, _ in placed for clause in rules.sides[name].cite("settled"))
        raise NotSimulable(str(error), clauses, rules.rulebook) from None


def _refuse_unsupported(rules: BlackjackRules, sides: Mapping[str, int]) -> None:
    terms = rules.terms
    for name, amount in sides.items():
        side = rules.sides.get(name)
        if side is None:
            continue  # the engine's refusal is more precise
        if side.offered and side_plays(rules)[name].prizes_at is not None and not prize_awards(rules, name, amount):
            what = f"the wager on {name} of {amount_text(amount)}, because its awards are not chosen"
            raise NotSimulable(what, side.cite("prize", "amount"), rules.rulebook)
        if side.offered:
            check_simulable(rules, name, amount)
    columns = sum(1 + (name in rules.sides and rules.sides[name].play == STREAK) for name in sides)
    if columns > WAGERS:
        raise NotSimulable(f"{len(sides)} side wagers at once", rules.cite("side_wager_offered"), rules.rulebook)
    if terms.suited_blackjack_odds is not None and terms.consolidated_payout and terms.spots > 1:
        what = "a blackjack paid by its suits that is paid with its insurance on some spots"
        raise NotSimulable(what, rules.cite("suited_blackjack_odds", "consolidated_payout"), rules.rulebook)
    _refuse_decisions(rules, sides)


def _refuse_decisions(rules: BlackjackRules, sides: Mapping[str, int]) -> None:
    """Raises NotSimulable for decisions of the player that the kernel cannot hold."""
    terms = rules.terms
    if terms.redoubles >= MOST_DOUBLES:
        raise NotSimulable(f"more than {MOST_DOUBLES} doubles of a hand", rules.cite("redoubles"), rules.rulebook)
    if terms.double_any_cards and terms.double_on is DoubleOn.WITHOUT_ACE:
        what = "doubles on any number of cards without an ace"
        raise NotSimulable(what, rules.cite("double_any_cards", "double_on"), rules.rulebook)
    for name in ("surrender_after_double", "surrender_after_split", "surrender_lost_to_blackjack"):
        if getattr(terms, name) and any(side in rules.sides and rules.sides[side].play == STREAK for side in sides):
            raise NotSimulable("a surrender beside a wager over rounds", rules.cite(name), rules.rulebook)


def _wagers(rules: BlackjackRules, stakes: tuple[int, ...], sides: dict[str, int], boxes: int) -> list[Wager]:
    """Places the wagers on every box and returns those of box 1; raises ValueError if the engine refuses them."""
    terms = rules.terms
    if not any(stakes) or any(0 < stake < rules.limits.minimum for stake in stakes):
        least = amount_text(rules.limits.minimum)
        raise ValueError(str(rules.refuse("limits", f"a main wager is {least} at least", "limit_breach")))
    waived = terms.ante_waiver is not None and sum(stakes) >= terms.ante_waiver
    if terms.ante is not None and not waived:
        sides = {"ante": terms.ante} | sides
    chance = NoCards()
    state, _ = open_state(rules, chance)
    for box in range(1, boxes + 1):
        name = f"{_PLAYER}{box}"
        act(rules, state, cmd.JoinTable(player=name, money=10**12), chance)
        bet = cmd.PlaceBet(player=name, box=box, amounts=stakes, sides=tuple(sides.items()))
        outcome = act(rules, state, bet, chance)
        if isinstance(outcome, Refusal):
            raise ValueError(str(name_options(rules, outcome, [name for name in sides if name != "ante"])))
    return [bet for bet in state.bets if bet.box == 1]


def behind(rules: BlackjackRules, cards: int) -> int:
    """Returns the number of cards behind the cutting card: the rulebook's, limited to half of a small shoe."""
    return max(1, min(cards_behind_cutting_card(rules, cards), cards // 2)) if cards > 1 else 0


def _words(rules: BlackjackRules, shuffle_every_round: bool, cards: int) -> dict[str, int]:
    terms = rules.terms
    continuous = terms.shoe is ShoeKind.CONTINUOUS
    every = shuffle_every_round or continuous
    return {
        "cut": cards if every else cards - behind(rules, cards),
        "every_round": int(every),
        "double": int(terms.shoe is ShoeKind.DOUBLE),
        "red_side": int(terms.red_side != "a"),
        "continuous": int(continuous),
        "cut_first_shuffles": int(terms.cut_card_first is CutCardFirst.SHUFFLE_AT_ONCE),
        "behind": terms.cut_card_behind,
        "share": terms.cut_card_share,
        "burns": int(terms.burn_new_shoe),
        "misdeal": int(terms.empty_shoe is EmptyShoe.MISDEAL),
        "hole": int(terms.hole_card),
        "reader": _peek_columns(rules),
        "paid_now": _paid_columns(rules),
        "always_second": int(terms.dealer_draws is not DealerDraws.IF_IT_MATTERS),
        "always_draws": int(terms.dealer_draws is DealerDraws.ALWAYS),
        "split_hands": terms.split_hands,
        "resplit_aces": int(terms.resplit_aces),
        "busts_and_one": int(terms.dealer_blackjack is DealerBlackjack.BUSTS_AND_ONE),
        "doubled_plays": int(terms.surrender_after_double or terms.redoubles > 0),
        "redoubles": terms.redoubles,
        "hand_limit": terms.hand_limit or 255,
    }


def _peek_columns(rules: BlackjackRules) -> int:
    """Returns one bit for each column of the chart under whose first card the hole card is read."""
    terms, bits = rules.terms, 0
    if terms.card_reader and terms.hole_card:
        for card in range(DECK_SIZE):
            bits |= may_peek(card, terms.peek_under_ace, terms.peek_under_ten) << column(card)
    return bits


def _paid_columns(rules: BlackjackRules) -> int:
    """Returns one bit for each column under whose first card a blackjack is paid on completion of the deal."""
    paid, bits = rules.terms.blackjack_paid, 0
    for card in range(DECK_SIZE):
        safe = paid is BlackjackPaid.AT_ONCE_UNLESS_ACE_OR_TEN and not ace_or_ten(card)
        bits |= int(paid is BlackjackPaid.AT_ONCE or safe) << column(card)
    return bits


def _card_tables(rules: BlackjackRules) -> dict[str, NDArray[np.uint8]]:
    """Returns the transition tables of hand states.

    A state is the total, plus 32 if soft, plus 64 for two cards that are a pair. A card from 52 on is a placeholder and
    counts ten.
    """
    after = np.zeros((64, 64), np.uint8)
    for state in range(64):
        for card in range(64):
            if state & 31 <= 21:
                total, soft = add_card(state & 31, state >= 32, card if card < DECK_SIZE else 36)
                after[state, card] = total | soft << 5
    finished = np.zeros((32, 32), np.uint8)
    limit = rules.terms.hand_limit or 255
    for cards in range(2, 32):
        for total in range(2, 32):
            kind = total if total <= 20 else BUST
            if total == 21:
                kind = TWO_CARD_21 if cards == 2 else class_of_21(rules, _ANY_CARDS[:cards])
                if cards >= limit and bonus_odds(rules.terms, _ANY_CARDS[:cards]) is None:
                    kind = FIVE_UNDER
            elif total < 21 and cards >= limit:
                kind = FIVE_UNDER
            finished[cards, total] = kind
    forms, three = _three_cards(rules)
    if rules.terms.bonus_21:
        finished[3, 21] = THREE_CARD_21
    hits = rules.terms.dealer_hits_soft_17
    draws = np.array([must_draw(state & 31, state >= 32, hits) for state in range(64)], np.uint8)
    return {
        "after": after,
        "finished": finished,
        "dealer": _dealer_table(),
        "draws": draws,
        "form_of_21": forms,
        "three_of_21": three,
    }


def _three_cards(rules: BlackjackRules) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Returns the tables of three cards of 21: the form by the first two ranks, and the classes by form and suits.

    Two different cards of 6, 7 and 8 have the third beside them, and two sevens a seven.
    """
    forms, three = np.zeros((16, 16), np.uint8), np.full((3, 4, 4), DRAWN_21, np.uint8)
    for form, (one, two, last) in enumerate(((5, 6, 7), (6, 6, 6)), 1):
        for first, second in permutations((one, two, last), 2):
            forms[first, second] = form * 16
        for differ, suit in product(range(4), repeat=2):
            other = suit ^ differ
            three[form, differ, suit] = class_of_21(rules, (4 * one + suit, 4 * two + other, 4 * last + other))
    return forms, three


def _dealer_table() -> NDArray[np.uint8]:
    table = np.zeros(32, np.uint8)
    for total in range(32):
        if total < 17:
            table[total] = DEALER_LOW
        elif total <= 21:
            table[total] = total - 17
        else:
            table[total] = DEALER_22 if total == 22 else DEALER_BUST
    return table
