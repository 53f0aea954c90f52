"""From the rules of a table, a chart and the wagers to what a kernel runs: plain integers, made by asking the engine.

What the kernel cannot play is refused by name and clause (``NotSimulable``), before anything runs.
"""

from collections.abc import Mapping, Sequence
from math import gcd
from typing import Any, Final

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pitboss.atoms.dealer import must_draw
from pitboss.atoms.hand import add_card
from pitboss.blackjack import State, act, open_state
from pitboss.blackjack import commands as cmd
from pitboss.blackjack.chance import UnknownOutcome
from pitboss.blackjack.dealing import Dealing, payable
from pitboss.blackjack.prizes import prize_awards
from pitboss.blackjack.settle import settle_at_once, settle_bust, settle_hand
from pitboss.blackjack.shoe import cards_behind_cutting_card
from pitboss.blackjack.state import Hand, Wager
from pitboss.blackjack.wagers.base import side_plays
from pitboss.cards import DECK_SIZE
from pitboss.kernel.actions import action_tables
from pitboss.kernel.count_settings import Counting
from pitboss.kernel.layout import DEALER_CLASSES, MARKS
from pitboss.kernel.over_rounds import SURRENDERED, Meter, Streak, fates, meter_of, streaks_of
from pitboss.kernel.sides import SIMULATED, SideClasses, side_classes
from pitboss.kernel.strategy import Chart, insurance_stakes
from pitboss.law.cite import Clauses, clause_list
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import BlackjackPaid, CutCardDuring, CutCardFirst, DealerDraws, EmptyShoe, EvenMoney, ShoeKind
from pitboss.money import amount_text

# The class of a finished hand: its total up to 20, or one of these.
DRAWN_21: Final = 21
BUST: Final = 22
TWO_CARD_21: Final = 23
BLACKJACK: Final = 24
FIVE_CARD_21: Final = 25
FIVE_UNDER: Final = 26
#: A blackjack that was paid with its insurance on some spots, and waits on others.
PARTLY_PAID: Final = 27
DOUBLED: Final = 32
ORIGINAL: Final = 64
#: Where a hand is not settled as it is finished.
OPEN: Final = 2**62
# The class of the dealer's hand: 17 to 21 as 0 to 4, then these.
DEALER_22: Final = 5
DEALER_BUST: Final = 6
DEALER_BLACKJACK: Final = 7
DEALER_LOW: Final = 8
#: Results of a round in units may not pass this, so that sums of squares stay exact.
LARGEST: Final = 2**21

_PLAYER = "player"


class NotSimulable(ValueError):
    """What the simulator does not play, and the clauses that ask for it."""

    def __init__(self, what: str, clauses: Clauses = (), rulebook: str = "") -> None:
        law = f" ({rulebook} {clause_list(clauses)})" if clauses else ""
        super().__init__(f"not simulated: {what}{law}")
        self.what = what
        self.clauses = clauses


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
    #: Settings of the kernel by name.
    words: dict[str, int]
    #: Results in units, by spot, class of the hand and class of the dealer's.
    pay: NDArray[np.int64]
    #: Results in units of hands that are settled as they are finished, by class; else OPEN.
    at_once: NDArray[np.int64]
    #: Byte tables by name.
    tables: dict[str, NDArray[np.uint8]]
    classes: SideClasses
    #: The cards of the shoe.
    cards: NDArray[np.uint8]
    #: How somebody counts the cards, where anybody does.
    count: Counting | None = None
    #: The cards of the other side of a double shoe.
    other_cards: NDArray[np.uint8] = field(default_factory=_no_cards)
    streaks: tuple[Streak, ...] = ()
    meter: Meter | None = None

    @property
    def initial(self) -> int:
        """What one box wagers on the main game before the deal, in cents."""
        return sum(self.stakes)


class _NoCards:
    """Nobody deals: the engine is only asked."""

    def draw(self, side: int) -> int:
        raise UnknownOutcome("no card is dealt")

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Nothing to shuffle."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Nothing to restock."""

    def prize(self, kind: str, stake: int) -> int:
        raise UnknownOutcome("no prize is drawn")


def build(
    rules: BlackjackRules,
    chart: Chart,
    *,
    stakes: Sequence[int] = (),
    sides: Mapping[str, int] | None = None,
    boxes: int = 1,
    shuffle_every_round: bool = False,
) -> Program:
    """The program; NotSimulable, or ValueError where such wagers may not be made at the table.

    Without stakes, the minimum lies on as many spots as must be wagered on.
    """
    _refuse_what_is_missing(rules, sides or {})
    if not 1 <= boxes <= rules.terms.boxes:
        raise ValueError(str(rules.refuse("boxes", f"{boxes} boxes: the table has 1 to {rules.terms.boxes}")))
    given = tuple(stakes) or (rules.limits.minimum,) * (rules.terms.spots_needed if rules.terms.spots > 1 else 1)
    wagers = _wagers(rules, given, dict(sides or {}), boxes)
    mains = tuple(bet.amount for bet in wagers if bet.kind == "main")
    placed = tuple((bet.kind, bet.amount) for bet in wagers if bet.kind not in ("main", "ante"))
    streaks = streaks_of(rules, placed)
    money = _Money(rules, chart, mains, marked=bool(streaks))
    tables, classes = action_tables(rules, chart), _classes(rules, placed)
    tables |= _card_tables(rules) | classes.tables | {"need": money.need, "fate": fates()}
    cards, other = (np.array(list(range(DECK_SIZE)) * decks, np.uint8) for decks in _decks_by_side(rules))
    words = _words(rules, shuffle_every_round, len(cards)) | money.words | {"boxes": boxes, "spots": len(mains)}
    words |= {"paid_on_split": int(classes.paid_on_split), "wagers": len(placed)}
    meter = meter_of(rules, placed, boxes, _NoCards())
    ante = sum(bet.amount for bet in wagers if bet.kind == "ante")
    return Program(
        rules=rules,
        chart=chart,
        boxes=boxes,
        stakes=mains,
        sides=placed,
        ante=ante,
        unit=money.unit,
        words=words,
        pay=money.pay,
        at_once=money.at_once,
        tables=tables,
        classes=classes,
        cards=cards,
        other_cards=other,
        streaks=streaks,
        meter=meter,
    )


def _classes(rules: BlackjackRules, placed: Sequence[tuple[str, int]]) -> SideClasses:
    try:
        return side_classes(rules, placed, _NoCards(), dealt_again=rules.terms.empty_shoe is EmptyShoe.MISDEAL)
    except ValueError as error:
        clauses = tuple(clause for name, _ in placed for clause in rules.sides[name].cite("settled"))
        raise NotSimulable(str(error), clauses, rules.rulebook) from None


def decks_dealt(rules: BlackjackRules) -> int:
    """The decks in the shoe; of two batches, those of one."""
    batches = rules.terms.shoe is ShoeKind.BATCH and rules.options.get("automated_shuffler")
    return rules.terms.decks // 2 if batches else rules.terms.decks


def _decks_by_side(rules: BlackjackRules) -> tuple[int, int]:
    """The decks in the shoe, or in each side of a double one."""
    if rules.terms.shoe is ShoeKind.DOUBLE:
        return rules.terms.decks_a, rules.terms.decks_b
    return decks_dealt(rules), 0


def _refuse_what_is_missing(rules: BlackjackRules, sides: Mapping[str, int]) -> None:
    terms = rules.terms
    for name, amount in sides.items():
        side = rules.sides.get(name)
        if side is None:
            continue  # which the engine says better
        if side.play not in SIMULATED:
            raise NotSimulable(f"the wager on {name}", side.cite("offered", "settled"), rules.rulebook)
        if side.offered and side_plays(rules)[name].prizes_at is not None and not prize_awards(rules, name, amount):
            what = f"the wager on {name} of {amount_text(amount)}, whose awards nobody has chosen"
            raise NotSimulable(what, side.cite("prize", "amount"), rules.rulebook)
    if terms.cut_card_during is CutCardDuring.SHUFFLE_AFTER_NEXT_ROUND:
        what = "a shuffle one round after the round of the cutting card"
        raise NotSimulable(what, rules.cite("cut_card_during"), rules.rulebook)


def _wagers(rules: BlackjackRules, stakes: tuple[int, ...], sides: dict[str, int], boxes: int) -> list[Wager]:
    """The wagers of one box as they lie on the layout; ValueError where the engine refuses them."""
    terms = rules.terms
    if any(0 < stake < rules.limits.minimum for stake in stakes):
        least = amount_text(rules.limits.minimum)
        raise ValueError(str(rules.refuse("limits", f"a main wager is {least} at least", "limit_breach")))
    waived = terms.ante_waiver is not None and sum(stakes) >= terms.ante_waiver
    if terms.ante is not None and not waived:
        sides = {"ante": terms.ante} | sides
    chance = _NoCards()
    state, _ = open_state(rules, chance)
    for box in range(1, boxes + 1):
        name = f"{_PLAYER}{box}"
        act(rules, state, cmd.JoinTable(player=name, money=10**12), chance)
        bet = cmd.PlaceBet(player=name, box=box, amounts=stakes, sides=tuple(sides.items()))
        done = act(rules, state, bet, chance)
        if isinstance(done, Refusal):
            raise ValueError(str(done))
    return [bet for bet in state.bets if bet.box == 1]


class _Money:
    """What the engine pays, hand by hand."""

    def __init__(self, rules: BlackjackRules, chart: Chart, stakes: tuple[int, ...], *, marked: bool) -> None:
        self.rules, self.stakes = rules, stakes
        #: How many hands have won and lost, with what they bring.
        self.marks: dict[tuple[int, ...], int] = {}
        self.dealing = Dealing(rules, State(minimum=rules.limits.minimum, money={_PLAYER: 0}), _NoCards())
        classes = [*range(4, FIVE_UNDER + 1)]
        at_once = {code: self._at_once(code) for code in self._codes(classes)}
        pay = {
            (spot, code, dealer): self._settled(spot, code, dealer)
            for spot in range(1, len(stakes) + 1)
            for code in self._codes(classes)
            if at_once[code] is None and code & 31 != FIVE_UNDER
            for dealer in range(DEALER_LOW + 1)
        }
        words, whole = self._words(chart), self._ways(chart)["whole"]
        for spot in range(1, len(stakes) + 1):
            for dealer in range(DEALER_LOW + 1):
                paid = 0 if whole >> spot - 1 & 1 else pay.get((spot, BLACKJACK | ORIGINAL, dealer), 0)
                pay[spot, PARTLY_PAID | ORIGINAL, dealer] = paid
        amounts = [*words.values(), *pay.values(), *(net for net in at_once.values() if net is not None)]
        self.unit = gcd(*(abs(amount) for amount in amounts)) or 1
        self._check_size(amounts)
        self.words = {name: amount // self.unit for name, amount in words.items()} | self._ways(chart)
        self.pay = np.zeros((len(stakes), 128, DEALER_CLASSES), np.int64)
        self.at_once = np.full(128, OPEN, np.int64)
        self.need = np.zeros(128, np.uint8)
        self.need[PARTLY_PAID | ORIGINAL] = sum(4 << spot for spot in range(len(stakes)) if not whole >> spot & 1)
        marks = {key: mark << MARKS if marked else 0 for key, mark in self.marks.items()}
        if marked:
            self.words["blackjack_pays"] += 1 << MARKS
            self.words["even_pays"] += 1 << MARKS
            self.words["surrender_pays"] += SURRENDERED << MARKS + 4
        for code, net in at_once.items():
            if net is not None:
                self.at_once[code] = net // self.unit + marks[code,]
            else:
                self.need[code] = 3 if self._matters(code) else 1
        for (spot, code, dealer), net in pay.items():
            self.pay[spot - 1, code, dealer] = net // self.unit + marks.get((spot, code, dealer), 0)

    @staticmethod
    def _codes(classes: list[int]) -> list[int]:
        return [kind | more for kind in classes for more in (0, DOUBLED, ORIGINAL, DOUBLED | ORIGINAL)]

    def _check_size(self, amounts: list[int]) -> None:
        most = max(abs(amount) for amount in amounts) // self.unit * 9 * max(1, self.rules.terms.split_hands)
        if most > LARGEST:
            stakes = " and ".join(amount_text(stake) for stake in self.stakes)
            raise NotSimulable(f"a main wager of {stakes}: its results have no common unit that is large enough")

    def _hand(self, code: int, *, spot: int = 0) -> Hand:
        """A hand of that class with its wagers, on the state that the engine is asked about."""
        kind = code & 31
        split = not code & ORIGINAL or kind == TWO_CARD_21
        cards = {
            BUST: [36, 37, 38],
            TWO_CARD_21: [0, 36],
            BLACKJACK: [0, 36],
            FIVE_CARD_21: [4, 8, 12, 16, 24],
            FIVE_UNDER: [4, 5, 8, 9, 12],
        }.get(kind, [4, 8, 12])
        total = {BUST: 30, TWO_CARD_21: 21, BLACKJACK: 21, FIVE_CARD_21: 21, FIVE_UNDER: 14}.get(kind, kind)
        hand = Hand(1, 1, cards, total, split=split, doubled=bool(code & DOUBLED), closed=True)
        wagers: list[Wager] = []
        for number, stake in enumerate(self.stakes, 1):
            if stake and spot in (0, number):
                original = bool(code & ORIGINAL)
                wagers.append(Wager(len(wagers), _PLAYER, 1, "main", stake, 1, number, original))
                if hand.doubled:
                    wagers.append(Wager(len(wagers), _PLAYER, 1, "double", stake, 1, number, original=False))
        self.dealing.state.wagers = wagers
        self.dealing.state.hands = {1: [hand]}
        return hand

    def _net(self, *key: int) -> int:
        results = [wager.result or 0 for wager in self.dealing.state.wagers if wager.kind == "main"]
        self.marks[key] = sum(net > 0 for net in results) + 16 * sum(net < 0 for net in results)
        return sum(wager.result or 0 for wager in self.dealing.state.wagers)

    def _at_once(self, code: int) -> int | None:
        """What a hand brings that is settled as it is finished, on all spots; None where it waits for the dealer."""
        hand, terms = self._hand(code), self.rules.terms
        if hand.bust:
            settle_bust(self.dealing, hand)
        elif terms.twenty_one_wins_at_once and hand.total == 21:
            settle_at_once(self.dealing, hand, "win_21")
        elif terms.hand_limit and len(hand.cards) >= terms.hand_limit:
            settle_at_once(self.dealing, hand, "win_five_cards")
        return None if any(wager.open for wager in self.dealing.state.wagers) else self._net(code)

    def _settled(self, spot: int, code: int, dealer: int) -> int:
        """What a hand brings on one spot against a dealer's hand."""
        hand = self._hand(code, spot=spot)
        cards = {DEALER_BLACKJACK: [0, 36], DEALER_LOW: [4, 36]}.get(dealer, [8, 8, 8])
        totals = {DEALER_22: 22, DEALER_BUST: 26, DEALER_BLACKJACK: 21, DEALER_LOW: 12}
        settle_hand(self.dealing, hand, spot, totals.get(dealer, dealer + 17), cards)
        return self._net(spot, code, dealer)

    def _matters(self, code: int) -> bool:
        """Whether the dealer's further cards can change what becomes of an open hand."""
        kind, safe = code & 31, self.rules.terms.two_card_21_beats_drawn_21
        return kind not in (BUST, BLACKJACK) and not (kind == TWO_CARD_21 and safe)

    def _paid(self, odds: Any, amounts: Sequence[int]) -> int:
        return sum(payable(self.dealing, Wager(0, _PLAYER, 1, "main", stake), odds)[0] for stake in amounts)

    def _words(self, chart: Chart) -> dict[str, int]:
        """Amounts in cents."""
        terms, stakes = self.rules.terms, self.stakes
        insured = insurance_stakes(self.rules, dict(enumerate(stakes, 1)))
        words = {
            "blackjack_pays": self._paid(terms.blackjack_odds, stakes),
            "even_pays": self._paid(terms.even_odds, stakes),
            "surrender_pays": sum(stake // 2 - stake for stake in stakes),
        }
        whole = [2 * amount == stake for amount, stake in zip(insured, stakes, strict=True)]
        at_once = [stake for stake, paid in zip(stakes, whole, strict=True) if paid]
        words["whole_pays"] = self._paid(terms.even_odds, at_once) if terms.consolidated_payout else 0
        for spot in range(3):
            amount = insured[spot] if spot < len(insured) else 0
            words[f"insured_{spot + 1}"] = amount
            words[f"insurance_pays_{spot + 1}"] = self._paid(terms.insurance_odds, [amount])
        return words

    def _ways(self, chart: Chart) -> dict[str, int]:
        terms, stakes = self.rules.terms, self.stakes
        insured = insurance_stakes(self.rules, dict(enumerate(stakes, 1)))
        insures = chart.insure and any(insured)
        whole = [amount * 2 == stake for amount, stake in zip(insured, stakes, strict=True)]
        consolidated = terms.consolidated_payout and insures
        even = chart.even_money and terms.even_money is not EvenMoney.NONE
        return {
            "insures": int(insures),
            "insures_blackjack": int(insures and terms.insurance_for_blackjack),
            "takes_even": int(even),
            "consolidates": int(consolidated and all(whole)),
            "whole": sum(1 << spot for spot, paid in enumerate(whole) if paid) if consolidated else 0,
        }


def behind(rules: BlackjackRules, cards: int) -> int:
    """How many cards lie behind the cutting card: what the rulebook says, and in a small shoe no more than half."""
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
        "reader": int(terms.card_reader and terms.hole_card),
        "paid_at_once": int(terms.blackjack_paid is BlackjackPaid.AT_ONCE),
        "paid_if_safe": int(terms.blackjack_paid is BlackjackPaid.AT_ONCE_UNLESS_ACE_OR_TEN),
        "always_second": int(terms.dealer_draws is not DealerDraws.IF_IT_MATTERS),
        "always_draws": int(terms.dealer_draws is DealerDraws.ALWAYS),
        "split_hands": terms.split_hands,
        "resplit_aces": int(terms.resplit_aces),
        "hand_limit": terms.hand_limit or 255,
    }


def _card_tables(rules: BlackjackRules) -> dict[str, NDArray[np.uint8]]:
    """The points of hands as states: the total, 32 for soft, and of two cards 64 for a pair; cards from 52 on, which
    stand for none, count ten."""
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
                kind = {2: TWO_CARD_21, 5: FIVE_CARD_21}.get(cards, DRAWN_21)
            elif total < 21 and cards >= limit:
                kind = FIVE_UNDER
            finished[cards, total] = kind
    draws = np.array([must_draw(total) for total in range(32)], np.uint8)
    return {"after": after, "finished": finished, "dealer": _dealer_table(), "draws": draws}


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
