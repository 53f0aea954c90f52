"""A table of blackjack as people see it: the cloth, what lies there, whose turn it is; no hidden card, no order."""

from collections.abc import Callable, Container, Mapping

from msgspec import Struct

from pitboss.blackjack import State
from pitboss.blackjack.betting import own_maximum
from pitboss.blackjack.plan import phase
from pitboss.blackjack.prizes import prize_awards
from pitboss.blackjack.state import Hand, Stage, Wager, dealer_blackjack, points_of
from pitboss.cards import card_name
from pitboss.law.cite import Clauses
from pitboss.law.resolve import BlackjackRules
from pitboss.notation.words import IRREGULARITIES
from pitboss.table.live_base import TableSpec
from pitboss.table.shared_views import PersonView, Settlement
from pitboss.table.view import total_text


class PayView(Struct, frozen=True):
    """A line of a pay table: odds like ``11:1``, or a fixed award in cents."""

    name: str
    odds: str
    award: int
    clauses: Clauses


class SpotView(Struct, frozen=True, kw_only=True):
    """A place for a wager on every box: its kind, what may lie there, and what it pays. Amounts are cents.

    ``amount`` is the only amount where there is but one, ``most`` 0 where nothing but the player's money limits it.
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
    """An irregularity that the rulebook provides for: the words behind its name, and its clauses."""

    kind: str
    details: str
    remedy: str
    clauses: Clauses


class BlackjackCard(Struct, frozen=True, kw_only=True):
    """What does not change at a table."""

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


class WagerView(Struct, frozen=True, kw_only=True):
    """A wager; ``result`` is what it won or lost, None while it is open, on these clauses."""

    player: str
    kind: str
    amount: int
    spot: int = 1
    result: int | None = None
    outcome: str = ""
    clauses: Clauses = ()


class HandView(Struct, frozen=True, kw_only=True):
    """A hand with its cards and total, ``hidden`` of which lie face down."""

    number: int = 0
    cards: tuple[str, ...]
    total: str
    hidden: int = 0
    wagers: tuple[WagerView, ...] = ()
    in_turn: bool = False
    note: str = ""


class BoxView(Struct, frozen=True, kw_only=True):
    """A box: who sits there and decides, its hands, the wagers that go by box, what lies for the next round.

    ``lammer`` counts the hands won in a row, ``maximum`` is that of the one player for whom there is another.
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
    """What people are asked: ``cut``, ``insurance``, ``follow``, ``prize``, ``exposed`` or ``turn``, each on a box."""

    kind: str
    asked: tuple[tuple[str, int], ...]
    hand: int = 0
    card: str = ""


class ShoeView(Struct, frozen=True):
    """What everybody can see of a shoe, or of a side of it."""

    cards_in: int
    drawn: int
    discards: int
    cutting_card_out: bool


class BlackjackView(Struct, frozen=True, kw_only=True):
    """What everybody may see."""

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


# --- what does not change ----------------------------------------------------------------------------------------


def card_of(spec: TableSpec, rules: BlackjackRules, decks: tuple[int, ...]) -> BlackjackCard:
    """The table as its sign and its cloth show it."""
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
    )


def irregularities_of(rules: BlackjackRules) -> tuple[IrregularityView, ...]:
    """What the rulebook provides for."""
    return tuple(
        IrregularityView(kind, IRREGULARITIES[kind][2], str(rule.value), rule.clauses)
        for kind, rule in rules.irregularities.items()
        if kind in IRREGULARITIES
    )


def main_spots(rules: BlackjackRules) -> list[SpotView]:
    """Where main wagers lie, and the ante."""
    terms, limits = rules.terms, rules.limits
    step = terms.increment or limits.step or terms.chip_unit or 1
    spots = [
        SpotView(
            kind="main",
            spot=spot,
            least=limits.minimum,
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
                    least=side.amount or 1,
                    most=side.amount or 0,
                    amount=side.amount or 0,
                    needs=side.needs,
                    over_rounds=side.play == "streak",
                    pays=tuple(pays),
                    prizes=prize_awards(rules, name),
                    clauses=side.cite("offered", "placed", "amount"),
                )
            )
    return spots


# --- what changes ------------------------------------------------------------------------------------------------


def boxes_of(rules: BlackjackRules, state: State, settled: Mapping[int, Settlement]) -> tuple[BoxView, ...]:
    """Every box of the cloth."""
    return tuple(box_view(state, box, settled) for box in range(1, rules.terms.boxes + 1))


def box_view(state: State, box: int, settled: Mapping[int, Settlement]) -> BoxView:
    """One of them."""
    hands = state.hands.get(box, [])
    numbers = {hand.number for hand in hands}
    wagers = [wager for wager in state.wagers if wager.box == box]
    holder, _ = state.own_maximum.get(box, ("", 0))
    return BoxView(
        box=box,
        seat=state.seats.get(box, ""),
        decides=state.callers.get(box, "") if hands else "",
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
    """A wager, and how it was settled."""
    known = settled.get(wager.number) if wager.result is not None else None
    return WagerView(
        player=wager.player,
        kind=wager.kind,
        amount=wager.amount,
        spot=wager.spot,
        result=wager.result,
        outcome=known.outcome if known else "",
        clauses=known.clauses if known else (),
    )


def dealer_of(state: State) -> tuple[HandView, ...]:
    """The dealer's hand, or each of several, without the card that lies face down."""
    hands = []
    for number, cards in enumerate(state.dealer, 1):
        total, soft = points_of(cards) if cards else (0, False)
        hidden = int(state.hole >= 0 and number == len(state.dealer))
        names = tuple(card_name(card) for card in cards)
        said = total_text(total, soft, dealer_blackjack(cards))
        hands.append(HandView(number=number, cards=names, total=said, hidden=hidden))
    return tuple(hands)


def question_of(state: State) -> QuestionView | None:
    """Whom the table asks, and what."""
    if state.cut_offer:
        return QuestionView("cut", ((state.cut_offer[0], 0),))
    offer = state.offer
    if offer is not None:
        card = card_name(offer.card) if offer.card >= 0 else ""
        return QuestionView(offer.kind, tuple(offer.waiting), offer.hand, card)
    if state.turn_box:
        return QuestionView("turn", ((state.callers[state.turn_box], state.turn_box),), state.turn_hand)
    return None


def phase_of(state: State) -> str:
    """The phase as the notation names it."""
    return phase(state)


def people_of(state: State, present: Container[str], is_ready: Callable[[str], bool]) -> tuple[PersonView, ...]:
    """Who is at the table, with what and where."""
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
) -> BlackjackView:
    """The whole table."""
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
    )


def shoes_of(state: State) -> tuple[ShoeView, ...]:
    """What can be seen of each side of the shoe."""
    return tuple(ShoeView(shoe.cards_in, shoe.drawn, len(shoe.rack), shoe.cut_card_out) for shoe in state.shoes)
