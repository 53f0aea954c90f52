"""Side wagers exactly: every line of a pay table with its combinations, its probability, its pay and what it adds.

What decides a wager is asked of the wager itself, what it pays of the engine, and where it depends on play,
whether the box gets a further card is asked of a round that the engine plays by the strategy.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial

from msgspec.structs import replace

from pitboss.analyse.edge import TOTAL, Edge, edge
from pitboss.analyse.shoe import ImpossibleCards, NotAnalysable
from pitboss.analyse.strategy import best_chart
from pitboss.analyse.wagers_asking import Play, by_first_hand, settled_as
from pitboss.analyse.wagers_cards import Cards, Grade, Tally, cards_of, in_any_order
from pitboss.analyse.wagers_streaks import STREAK, streak_table
from pitboss.analyse.wagers_table import LOST, Outcome, WagerTable, stake_of
from pitboss.atoms.hand import points
from pitboss.blackjack.prizes import prize_awards
from pitboss.blackjack.state import dealer_blackjack
from pitboss.blackjack.wagers import progressive
from pitboss.blackjack.wagers.base import PLAYS, SideWager
from pitboss.cards import DECK_SIZE
from pitboss.kernel.side_pays import SidePays
from pitboss.kernel.strategy import Chart, choose
from pitboss.law.resolve import BlackjackRules, SideTerms
from pitboss.money import amount_text

__all__ = ["Outcome", "WagerTable", "exact"]


def exact(
    rules: BlackjackRules, *, strategy: str | Chart | None = None, gone: Sequence[int] = (), infinite: bool = False
) -> dict[str, WagerTable]:
    """Every wager beside the main one that the table offers, insurance among them.

    Where a wager depends on play, the box is played by the strategy: a chart, or ``total`` or ``composition`` as in
    ``edge`` for the cards that are left; by totals where none is given. A streak is reckoned in rounds from a full
    shoe, whatever is gone. ImpossibleCards where more of a card are gone than there are, NotAnalysable for a double
    shoe and for wagers that are decided in other ways.
    """
    cards = cards_of(rules, gone, infinite=infinite)
    player = _Player(rules, strategy or TOTAL, gone, infinite=infinite)
    found: dict[str, WagerTable] = {}
    for name, terms in rules.sides.items():
        if not terms.offered:
            continue
        play = PLAYS.get(terms.play, SideWager)
        if play.cards_that_count:
            found[name] = _by_cards(rules, terms, cards, player)
        elif play.prizes_at is not None:
            found |= {table.name: table for table in _by_prizes(rules, terms, cards)}
        elif terms.play == STREAK:
            found[name] = streak_table(rules, terms, player.edge())
        else:
            raise NotAnalysable(f"the wager on {name}", terms.cite("offered", "settled"), rules.rulebook)
    if rules.terms.ante is not None:
        found["ante"] = _ante(rules)
    insured = _insurance(rules, cards)
    return found if insured is None else {**found, "insurance": insured}


class _Player:
    """Who plays the box; what there is to know of the main game is only looked for where a wager needs it."""

    def __init__(self, rules: BlackjackRules, strategy: str | Chart, gone: Sequence[int], *, infinite: bool) -> None:
        self._rules, self._strategy, self._gone, self._infinite = rules, strategy, gone, infinite

    @property
    def name(self) -> str:
        """The strategy's."""
        return self._strategy if isinstance(self._strategy, str) else self._strategy.name

    def edge(self, gone: Sequence[int] = ()) -> Edge:
        """The main game by that strategy, once these cards are gone."""
        return edge(self._rules, strategy=self._strategy, gone=gone, infinite=self._infinite)

    @cached_property
    def play(self) -> Play:
        """What is done next: by the chart, or first by the best of the two cards and then by the chart of totals."""
        if isinstance(self._strategy, Chart):
            return partial(choose, self._strategy)
        chart = best_chart(self._rules, gone=self._gone, infinite=self._infinite)
        if self._strategy == TOTAL:
            return partial(choose, chart)
        first = {(hand.cards, hand.up): hand.action for hand in self.edge(self._gone).hands}
        return partial(by_first_hand, first, chart)


# --- wagers that cards decide -------------------------------------------------------------------------------------


def _by_cards(rules: BlackjackRules, terms: SideTerms, cards: Cards, player: _Player) -> WagerTable:
    stake = terms.amount or stake_of(rules)
    pays = SidePays(rules, terms.name, stake)
    grade, most = cache(pays.play.line), pays.play.cards_that_count
    peeks = most > 2 and rules.terms.hole_card and rules.terms.card_reader
    further = _Asked(rules, player, (terms.name, stake), grade) if most > 2 else None
    tally = Tally(cards, grade, most, further, peeks=peeks)
    if not tally.deals:
        raise ImpossibleCards(f"{cards.all} cards are too few for a deal that decides {terms.name}")
    share = 2 if most == 2 and in_any_order(grade) else 1
    order = [*terms.lines, ""]
    lines = sorted(tally.lines, key=order.index)
    outcomes = tuple(
        Outcome(
            line or LOST,
            tally.lines[line] // share,
            Fraction(tally.lines[line], tally.deals),
            Fraction(pays.on_line(line), stake),
            terms.lines[line].clauses if line else terms.cite("lost"),
        )
        for line in lines
    )
    table = WagerTable(
        name=terms.name,
        stake=stake,
        over=_over(most, share, peeks=peeks),
        outcomes=outcomes,
        clauses=terms.cite("offered", "amount", "settled"),
        strategy=player.name if most > 2 else "",
        notes=_notes(rules, terms, most),
    )
    return _with_meter(terms, table) if terms.play == "progressive" else table


def _over(most: int, share: int, *, peeks: bool) -> str:
    if most == 2:
        return "the first two cards of a box" + ("" if share == 2 else ", in the order dealt")
    under = ", the dealer's first card and the one under it" if peeks else " and the dealer's first card"
    return f"the first {most} cards that a box would get{under}, in the order dealt"


def _notes(rules: BlackjackRules, terms: SideTerms, most: int) -> tuple[str, ...]:
    notes = []
    if most > 2:
        notes.append("whether a box gets a third card and more is decided by the strategy")
    if terms.amount is None:
        notes.append("wins are paid in whole cents: a fraction of a cent is cut off")
    if rules.terms.float_unit is not None:
        notes.append("a win that the float cannot pay is rounded as the rulebook says")
    return tuple(notes)


class _Asked:
    """Whether a box gets a further card that counts, asked of the engine once for cards of the same points."""

    def __init__(self, rules: BlackjackRules, player: _Player, side: tuple[str, int], grade: Grade) -> None:
        self._rules, self._player, self._side, self._grade = rules, player, side, grade
        self._known: dict[tuple[tuple[int, ...], int, bool], bool] = {}

    def __call__(self, cards: Sequence[int], up_card: int, blackjack: bool) -> bool:
        key = tuple(points(card) for card in cards), points(up_card), blackjack
        if key not in self._known:
            line = self._grade(tuple(cards))
            after = next(longer for card in range(DECK_SIZE) if self._grade(longer := (*cards, card)) != line)
            under = next(card for card in range(DECK_SIZE) if dealer_blackjack([up_card, card]) is blackjack)
            settled = settled_as(self._rules, self._player.play, self._side, cards=after, dealer=(up_card, under))
            self._known[key] = settled == (self._grade(after) or LOST)
        return self._known[key]


def _with_meter(terms: SideTerms, table: WagerTable) -> WagerTable:
    """The top award at its mean: what the meter is reset to, and the share of all wagers between two top awards.

    That share comes back to the players in full, whenever it is won, so nothing need be known of when that is. How many
    wagers lie between two awards spreads as the chance of the award says, and the award with it.
    """
    top = next((outcome for outcome in table.outcomes if outcome.name == progressive.TOP), None)
    if top is None:
        return table
    share = Fraction(int(terms.details["rate"] * table.stake), table.stake)
    reset, chance = Fraction(terms.details["reset"], table.stake), top.probability
    won = replace(top, pay=reset + share / chance - 1, spread=share**2 * (1 - chance) / chance**2)
    outcomes = tuple(won if outcome is top else outcome for outcome in table.outcomes)
    mean = amount_text(round((won.pay + 1) * table.stake))
    note = f"the top award is the meter, reckoned at its mean in the long run, {mean}, with one such wager in a round"
    return replace(table, outcomes=outcomes, notes=(*table.notes, note))


# --- prizes, the ante and insurance -------------------------------------------------------------------------------


def _prize(pays: SidePays, cards: Sequence[int]) -> str:
    return "prize" if pays.wins_prize(cards) else ""


def _by_prizes(rules: BlackjackRules, terms: SideTerms, cards: Cards) -> Iterator[WagerTable]:
    """One table for each stake that the rulebook names, or for the one amount of the wager."""
    stakes = terms.details.get("stakes") or (terms.amount or stake_of(rules),)
    for place, stake in enumerate(stakes):
        awards = prize_awards(rules, terms.name, stake)
        if not awards:
            what = f"the wager on {terms.name}, whose awards nobody has listed"
            raise NotAnalysable(what, terms.cite("prize"), rules.rulebook)
        pays = SidePays(rules, terms.name, stake)
        tally = Tally(cards, partial(_prize, pays))
        tickets = sum(weight for _, weight in awards)
        wins, deals = tally.lines["prize"] // 2, tally.deals // 2 * tickets
        nets = [(f"prize {amount_text(prize)}", wins * weight, pays.on_prize(prize)) for prize, weight in awards]
        nets.append((LOST, tally.lines[""] // 2 * tickets, pays.on_line("")))
        yield WagerTable(
            name=terms.name if place == 0 else f"{terms.name} at {amount_text(stake)}",
            stake=stake,
            over="the first two cards of a box and the tickets that the display draws from",
            outcomes=tuple(
                Outcome(
                    name,
                    times,
                    Fraction(times, deals),
                    Fraction(net, stake),
                    terms.cite("lost" if name == LOST else "prize"),
                )
                for name, times, net in nets
                if times
            ),
            clauses=terms.cite("offered", "amount", "settled"),
        )


def _ante(rules: BlackjackRules) -> WagerTable:
    collected = Outcome("collected", 1, Fraction(1), Fraction(-1), rules.cite("ante_collected"))
    return WagerTable(
        name="ante",
        stake=rules.terms.ante or 0,
        over="every round",
        outcomes=(collected,),
        clauses=rules.cite("ante_due", "ante"),
    )


def _insurance(rules: BlackjackRules, cards: Cards) -> WagerTable | None:
    """On the dealer's second card after an ace, whatever the box holds; None where no ace is left."""
    aces = [card for card in range(DECK_SIZE) if card < 4]
    wins = sum(cards.ways((ace, card)) for ace in aces for card in range(DECK_SIZE) if dealer_blackjack([ace, card]))
    deals = sum(cards.ways((ace, card)) for ace in aces for card in range(DECK_SIZE))
    if not deals:
        return None
    odds = rules.terms.insurance_odds
    lost = Outcome(LOST, deals - wins, Fraction(deals - wins, deals), Fraction(-1), rules.cite("insurance_lost"))
    won = Outcome(
        "won",
        wins,
        Fraction(wins, deals),
        Fraction(odds.pays, odds.to),
        rules.cite("insurance_won", "insurance_odds"),
    )
    return WagerTable(
        name="insurance",
        stake=stake_of(rules),
        over="an ace of the dealer's and his second card",
        outcomes=(won, lost),
        clauses=rules.cite("insurance"),
        notes=("by the shoe and the dealer's ace alone: who has seen his own cards knows more",),
    )
