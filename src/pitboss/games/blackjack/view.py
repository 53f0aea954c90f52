"""Serializable views of a blackjack table: layout, wagers, hands, turn. They contain no hidden card."""

from collections.abc import Callable, Container, Mapping
from math import lcm

from msgspec import Struct

from pitboss.cards import card_name
from pitboss.games.blackjack import State
from pitboss.games.blackjack.betting import least_wager, main_step, own_maximum
from pitboss.games.blackjack.floor import NextCard, side_letters
from pitboss.games.blackjack.irregularities import remedy_of
from pitboss.games.blackjack.phrases import total_text
from pitboss.games.blackjack.plan import phase
from pitboss.games.blackjack.prizes import prize_awards
from pitboss.games.blackjack.state import Hand, Stage, Wager, dealer_blackjack, points_of
from pitboss.games.live.base import TableSpec
from pitboss.games.live.views import PersonView, Settlement
from pitboss.law.cite import Clauses
from pitboss.law.resolve import BlackjackRules


class PayView(Struct, frozen=True):
    """A line of a pay table: odds such as ``11:1``, or a fixed award in cents."""

    name: str
    odds: str
    award: int
    clauses: Clauses


class SpotView(Struct, frozen=True, kw_only=True):
    """A kind of wager that every box takes: its limits and its pay table. Amounts are cents.

    ``amount`` is the only valid amount, or 0; ``most`` is 0 if only the player's money limits the wager.
    """

    kind: str
    spot: int = 1
    least: int
    most: int
    step: int = 1
    amount: int = 0
    needs: str = ""
    over_rounds: bool = False
    pays: tuple[PayView, ...] = ()
    prizes: tuple[tuple[int, int], ...] = ()
    clauses: Clauses = ()


class IrregularityView(Struct, frozen=True):
    """An irregularity of the rulebook: its arguments in the notation, its remedy and its clauses."""

    kind: str
    details: str
    remedy: str
    clauses: Clauses


class BlackjackCard(Struct, frozen=True, kw_only=True):
    """The constant part of a table's view: rules, layout, pay tables."""

    game: str = "blackjack"
    rulebook: str
    title: str
    boxes: int
    boxes_per_player: int
    players_per_box: int
    decks: tuple[int, ...]
    spots: tuple[SpotView, ...]
    blackjack_pays: str
    insurance_pays: str
    choices: dict[str, str]
    options: dict[str, str]
    irregularities: tuple[IrregularityView, ...]
    turn_seconds: int
    betting_seconds: int
    cards_are_read: bool
    hole_card: bool
    sides: tuple[str, ...]
    #: Whether the dealer runs the table alone, and by which letter each side wager is typed there.
    floor: bool = False
    side_letters: dict[str, str] = {}


class WagerView(Struct, frozen=True, kw_only=True):
    """A wager; ``result`` is its net result, None while it is open; ``clauses`` are those of its settlement."""

    player: str
    kind: str
    amount: int
    spot: int = 1
    result: int | None = None
    outcome: str = ""
    clauses: Clauses = ()


class HandView(Struct, frozen=True, kw_only=True):
    """A hand with its face-up cards and total; ``hidden`` is the number of cards face down."""

    number: int = 0
    cards: tuple[str, ...]
    total: str
    hidden: int = 0
    wagers: tuple[WagerView, ...] = ()
    in_turn: bool = False
    note: str = ""


class BoxView(Struct, frozen=True, kw_only=True):
    """A box: its seat and decider, its hands, the wagers on the box, and the bets for the next round.

    ``lammer`` counts the hands won in a row; ``maximum`` is the individual maximum of the player ``reserved_for``.
    """

    box: int
    seat: str = ""
    decides: str = ""
    hands: tuple[HandView, ...] = ()
    wagers: tuple[WagerView, ...] = ()
    bets: tuple[WagerView, ...] = ()
    lammer: int = 0
    maximum: int = 0
    reserved_for: str = ""


class QuestionView(Struct, frozen=True):
    """The open question (``cut``, ``insurance``, ``follow``, ``prize``, ``exposed`` or ``turn``) and its players."""

    kind: str
    asked: tuple[tuple[str, int], ...]
    hand: int = 0
    card: str = ""


class ShoeView(Struct, frozen=True):
    """The public part of a shoe, or of a side of it."""

    cards_in: int
    drawn: int
    discards: int
    cutting_card_out: bool


class BlackjackView(Struct, frozen=True, kw_only=True):
    """The public view of the table."""

    game: str = "blackjack"
    version: int
    phase: str
    round: int
    minimum: int
    maximum: int
    dealer: tuple[HandView, ...]
    boxes: tuple[BoxView, ...]
    people: tuple[PersonView, ...]
    question: QuestionView | None
    button: int
    shoes: tuple[ShoeView, ...]
    side: int
    exposed: str
    meter: int
    rounds_left: int
    closed: bool
    awaited: str
    button_works: bool
    reader_works: bool
    waits_for: tuple[str, ...]
    seeds: tuple[tuple[str, str], ...]
    #: Where the card goes that the dealer of a floor table enters next.
    next_card: NextCard | None = None


# --- the constant part -------------------------------------------------------------------------------------------


def card_of(spec: TableSpec, rules: BlackjackRules, decks: tuple[int, ...]) -> BlackjackCard:
    """Returns the constant part of the view."""
    terms = rules.terms
    chosen = {name: str(value) for name, value in rules.options.items() if value is not None}
    return BlackjackCard(
        rulebook=rules.rulebook,
        title=spec.title or rules.title,
        boxes=terms.boxes,
        boxes_per_player=terms.boxes_per_player,
        players_per_box=terms.players_per_box,
        decks=decks,
        spots=(*main_spots(rules), *_side_spots(rules)),
        blackjack_pays=str(terms.blackjack_odds),
        insurance_pays=str(terms.insurance_odds),
        choices=spec.choices,
        options=chosen,
        irregularities=irregularities_of(rules),
        turn_seconds=spec.turn_seconds,
        betting_seconds=spec.betting_seconds,
        cards_are_read=spec.cards_are_read,
        hole_card=terms.hole_card,
        sides=("a", "b")[: len(decks)] if len(decks) > 1 else (),
        floor=spec.floor,
        side_letters=side_letters(rules) if spec.floor else {},
    )


def irregularities_of(rules: BlackjackRules) -> tuple[IrregularityView, ...]:
    """Returns the irregularities that the rulebook provides for."""
    return tuple(
        IrregularityView(kind, remedy_of(rules, kind).target, entry.remedy, entry.clauses)
        for kind, entry in rules.irregularities.items()
    )


def main_spots(rules: BlackjackRules) -> list[SpotView]:
    """Returns the spots of main wagers, and of the ante."""
    terms, limits = rules.terms, rules.limits
    step = lcm(terms.increment or limits.step or 1, main_step(rules))
    spots = [
        SpotView(
            kind="main",
            spot=spot,
            least=least_wager(rules, limits.minimum),
            most=limits.maximum,
            step=step,
            needs="" if spot <= terms.spots_needed else "main",
            pays=(PayView("win", str(terms.even_odds), 0, rules.cite("even_odds")),),
            clauses=rules.cite("limits", "main_wager"),
        )
        for spot in range(1, terms.spots + 1)
    ]
    if terms.ante:
        ante = SpotView(
            kind="ante", least=terms.ante, most=terms.ante, amount=terms.ante, clauses=rules.cite("ante", "ante_due")
        )
        spots.append(ante)
    return spots


def _side_spots(rules: BlackjackRules) -> list[SpotView]:
    spots = []
    for name, side in rules.sides.items():
        if side.offered:
            pays = [
                PayView(line, str(pay.odds) if pay.odds is not None else "", pay.award, pay.clauses)
                for line, pay in side.lines.items()
            ]
            spots.append(
                SpotView(
                    kind=name,
                    least=side.least or 1,
                    most=side.posted[1] if side.posted is not None else side.amount or 0,
                    amount=side.amount or 0,
                    needs=side.needs,
                    over_rounds=side.play == "streak",
                    pays=tuple(pays),
                    prizes=prize_awards(rules, name),
                    clauses=side.cite("offered", "placed", "amount"),
                )
            )
    return spots


# --- the variable part -------------------------------------------------------------------------------------------


def boxes_of(rules: BlackjackRules, state: State, settled: Mapping[int, Settlement]) -> tuple[BoxView, ...]:
    """Returns the views of all boxes."""
    return tuple(box_view(state, box, settled) for box in range(1, rules.terms.boxes + 1))


def box_view(state: State, box: int, settled: Mapping[int, Settlement]) -> BoxView:
    """Returns the view of a box."""
    hands = state.hands.get(box, [])
    numbers = {hand.number for hand in hands}
    wagers = [wager for wager in state.wagers if wager.box == box]
    holder, _ = state.own_maximum.get(box, ("", 0))
    return BoxView(
        box=box,
        seat=state.seats.get(box, ""),
        decides=state.deciders.get(box, "") if hands else "",
        hands=tuple(_hand(state, hand, wagers, settled) for hand in hands),
        wagers=tuple(wager_view(wager, settled) for wager in wagers if not _by_hand(wager, numbers)),
        bets=tuple(wager_view(bet, {}) for bet in state.bets if bet.box == box),
        lammer=state.streaks.get(box, 0),
        maximum=own_maximum(state, holder, box) if holder else 0,
        reserved_for=holder,
    )


def _by_hand(wager: Wager, hands: set[int]) -> bool:
    return wager.kind in ("main", "double") and wager.hand in hands


def _hand(state: State, hand: Hand, wagers: list[Wager], settled: Mapping[int, Settlement]) -> HandView:
    note = "surrendered" if hand.surrendered else "doubled" if hand.doubled else "split" if hand.split else ""
    return HandView(
        number=hand.number,
        cards=tuple(card_name(card) for card in hand.cards),
        total=total_text(hand.total, hand.soft, hand.blackjack) if hand.cards else "",
        wagers=tuple(wager_view(wager, settled) for wager in wagers if _by_hand(wager, {hand.number})),
        in_turn=state.turn_box == hand.box and state.turn_hand == hand.number,
        note=note,
    )


def wager_view(wager: Wager, settled: Mapping[int, Settlement]) -> WagerView:
    """Returns the view of a wager with its settlement."""
    settlement = settled.get(wager.number) if wager.result is not None else None
    return WagerView(
        player=wager.player,
        kind=wager.kind,
        amount=wager.amount,
        spot=wager.spot,
        result=wager.result,
        outcome=settlement.outcome if settlement else "",
        clauses=settlement.clauses if settlement else (),
    )


def dealer_of(state: State) -> tuple[HandView, ...]:
    """Returns the views of the dealer's hands, without the hole card."""
    hands = []
    for number, cards in enumerate(state.dealer, 1):
        total, soft = points_of(cards) if cards else (0, False)
        hidden = int(state.hole >= 0 and number == len(state.dealer))
        names = tuple(card_name(card) for card in cards)
        text = total_text(total, soft, dealer_blackjack(cards))
        hands.append(HandView(number=number, cards=names, total=text, hidden=hidden))
    return tuple(hands)


def question_of(state: State) -> QuestionView | None:
    """Returns the open question and the players whose answer the table waits for; None if there is none."""
    if state.cut_offer:
        return QuestionView("cut", ((state.cut_offer[0], 0),))
    offer = state.offer
    if offer is not None:
        card = card_name(offer.card) if offer.card >= 0 else ""
        return QuestionView(offer.kind, tuple(offer.waiting), offer.hand, card)
    if state.turn_box:
        return QuestionView("turn", ((state.deciders[state.turn_box], state.turn_box),), state.turn_hand)
    return None


def phase_of(state: State) -> str:
    """Returns the phase by its name in the notation."""
    return phase(state)


def people_of(state: State, present: Container[str], is_ready: Callable[[str], bool]) -> tuple[PersonView, ...]:
    """Returns the players at the table with their chips and boxes."""
    boxes: dict[str, list[int]] = {}
    for box, name in sorted(state.seats.items()):
        boxes.setdefault(name, []).append(box)
    return tuple(
        PersonView(name, money, tuple(boxes.get(name, ())), name in state.absent, is_ready(name))
        for name, money in state.money.items()
        if name in present
    )


def table_view(
    rules: BlackjackRules,
    state: State,
    *,
    version: int,
    boxes: tuple[BoxView, ...],
    people: tuple[PersonView, ...],
    awaited: str,
    waits_for: tuple[str, ...],
    seeds: tuple[tuple[str, str], ...],
    next_card: NextCard | None = None,
) -> BlackjackView:
    """Returns the public view of the table."""
    return BlackjackView(
        version=version,
        phase=phase_of(state),
        round=state.round,
        minimum=state.minimum,
        maximum=state.maximum,
        dealer=dealer_of(state),
        boxes=boxes,
        people=people,
        question=question_of(state),
        button=state.presses[0] if state.presses else 0,
        shoes=shoes_of(state),
        side=state.side,
        exposed=card_name(state.exposed) if state.exposed >= 0 else "",
        meter=state.meter if rules.options.get("progressive") else 0,
        rounds_left=state.rounds_left,
        closed=state.stage == Stage.CLOSED,
        awaited=awaited,
        button_works=not state.button_failed,
        reader_works=not state.reader_failed,
        waits_for=waits_for,
        seeds=seeds,
        next_card=next_card,
    )


def shoes_of(state: State) -> tuple[ShoeView, ...]:
    """Returns the public part of each side of the shoe."""
    return tuple(ShoeView(shoe.cards_in, shoe.drawn, len(shoe.rack), shoe.cut_card_out) for shoe in state.shoes)
