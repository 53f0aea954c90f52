"""Exact figures of side wagers: combinations, probability, pay and contribution of every line of a pay table.

The wager's own code grades the cards and the engine pays them. If a wager depends on play, a round played on the engine
decides whether the box gets a further card.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Final

from msgspec.structs import replace

from pitboss.analyse.edge import TOTAL, Edge, edge
from pitboss.analyse.shoe import ImpossibleCards, NotAnalysable
from pitboss.analyse.strategy import best_chart
from pitboss.analyse.wagers_cards import CardCounts, DealCounts, Further, Grade, cards_of, in_any_order
from pitboss.analyse.wagers_check import BoxGrading, check_cards_decide, check_lines, check_prizes
from pitboss.analyse.wagers_deals import DealtLines, dealt_cards, describe_reads, is_enumerable
from pitboss.analyse.wagers_played import play_deals
from pitboss.analyse.wagers_rounds import Play, by_first_hand, settlement
from pitboss.analyse.wagers_streaks import STREAK, streak_table
from pitboss.analyse.wagers_table import LOST, WagerOutcome, WagerTable, stake_of
from pitboss.atoms.hand import points
from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack.prizes import prize_awards
from pitboss.games.blackjack.state import dealer_blackjack
from pitboss.games.blackjack.wagers import progressive
from pitboss.games.blackjack.wagers.base import Reads, SideWager, side_plays
from pitboss.law.errors import LawError
from pitboss.law.resolve import BlackjackRules, SideTerms
from pitboss.money import amount_text
from pitboss.strategy.chart import Chart, choose
from pitboss.strategy.side_pays import SidePayProbe

__all__ = ["WagerOutcome", "WagerTable", "exact"]

#: The parts of a wager's terms by which it is lost: in general, or by the side of 13 and by 13 itself.
_LOST_BY: Final = ("lost", "lost_side", "thirteen")


def exact(
    rules: BlackjackRules, *, strategy: str | Chart | None = None, gone: Sequence[int] = (), infinite: bool = False
) -> dict[str, WagerTable]:
    """Returns the table of every wager besides the main one that is offered, including insurance.

    If a wager depends on play, the strategy plays the box: a chart, or ``total`` (the default) or ``composition`` as in
    ``edge`` for the cards that are left. A streak is computed for rounds from a full shoe, regardless of ``gone``.
    Raises ImpossibleCards if more cards are gone than exist, and NotAnalysable for a double shoe and for wagers that
    cards do not decide.
    """
    cards = cards_of(rules, gone, infinite=infinite)
    player = _Player(rules, strategy or TOTAL, gone, infinite=infinite)
    tables: dict[str, WagerTable] = {}
    for name, terms in rules.sides.items():
        if not terms.offered:
            continue
        play = _play_of(rules, terms)
        if play.reads.box_alone:
            tables[name] = _by_cards(rules, terms, cards, player)
        elif play.reads != Reads():
            tables[name] = _by_deals(rules, terms, cards, player)
        elif play.prizes_at is not None:
            tables |= {table.name: table for table in _by_prizes(rules, terms, cards)}
        elif terms.play == STREAK:
            tables[name] = streak_table(rules, terms, player.edge())
        else:
            raise NotAnalysable(f"the wager on {name}", terms.cite("offered", "settled"), rules.rulebook)
    if rules.terms.ante is not None:
        tables["ante"] = _ante(rules)
    insured = _insurance(rules, cards)
    return tables if insured is None else {**tables, "insurance": insured}


def _play_of(rules: BlackjackRules, terms: SideTerms) -> SideWager:
    try:
        return side_plays(rules)[terms.name]
    except LawError as unknown:
        what = f"the wager on {terms.name}: {unknown}"
        raise NotAnalysable(what, terms.cite("offered", "settled"), rules.rulebook) from None


class _Player:
    """The player's strategy; the figures of the main game are computed lazily."""

    def __init__(self, rules: BlackjackRules, strategy: str | Chart, gone: Sequence[int], *, infinite: bool) -> None:
        self._rules, self._strategy, self._gone, self._infinite = rules, strategy, gone, infinite

    @property
    def name(self) -> str:
        """The name of the strategy."""
        return self._strategy if isinstance(self._strategy, str) else self._strategy.name

    def edge(self, gone: Sequence[int] = ()) -> Edge:
        """Returns the edge of the main game with that strategy, without the cards that are gone."""
        return edge(self._rules, strategy=self._strategy, gone=gone, infinite=self._infinite)

    @cached_property
    def play(self) -> Play:
        """The next command: by the chart, or by the best action on two cards followed by the chart of totals."""
        if isinstance(self._strategy, Chart):
            return partial(choose, self._strategy)
        chart = best_chart(self._rules, gone=self._gone, infinite=self._infinite)
        if self._strategy == TOTAL:
            return partial(choose, chart)
        first = {(hand.cards, hand.up): hand.action for hand in self.edge(self._gone).hands}
        return partial(by_first_hand, first, chart)


# --- wagers decided by cards --------------------------------------------------------------------------------------


def _by_cards(rules: BlackjackRules, terms: SideTerms, cards: CardCounts, player: _Player) -> WagerTable:
    stake = terms.least or stake_of(rules)
    pays = SidePayProbe(rules, terms.name, stake)
    grade, most = cache(pays.play.line), pays.play.reads.box
    peeks = most > 2 and rules.terms.hole_card and rules.terms.card_reader
    further = _FurtherCards(rules, player, (terms.name, stake), grade) if most > 2 else None
    tally = DealCounts(cards, grade, most, further, peeks=peeks)
    if not tally.deals:
        raise ImpossibleCards(f"{cards.all} cards are too few for a deal that decides {terms.name}")
    walk = BoxGrading(grade, most, further, peeks)
    checked = check_cards_decide(rules, (terms, stake), walk, lambda: player.play)
    share = 2 if most == 2 and in_any_order(grade) else 1
    lines = _in_order(pays.play, tally.lines)
    outcomes = tuple(
        WagerOutcome(
            line or LOST,
            tally.lines[line] // share,
            Fraction(tally.lines[line], tally.deals),
            Fraction(pays.on_line(line), stake),
            terms.lines[line].clauses if line else terms.cite(*_LOST_BY),
        )
        for line in lines
    )
    table = WagerTable(
        name=terms.name,
        stake=stake,
        over=_over(most, share, peeks=peeks),
        outcomes=outcomes,
        clauses=terms.cite("offered", "amount", "settled"),
        source=checked.source,
        strategy=player.name if most > 2 else "",
        notes=(*checked.notes, *_notes(rules, terms, most)),
    )
    return _with_meter(terms, table) if terms.play == "progressive" else table


def _by_deals(rules: BlackjackRules, terms: SideTerms, cards: CardCounts, player: _Player) -> WagerTable:
    """Returns the table of a wager that reads the dealer's cards or the result, by enumeration or by engine play."""
    stake = terms.least or stake_of(rules)
    pays = SidePayProbe(rules, terms.name, stake)
    reads = pays.play.reads
    if is_enumerable(reads):
        checked = check_lines(rules, terms, stake)
        chances, error, notes, strategy = DealtLines(rules, pays.play, cards).chances(), 0.0, checked.notes, ""
        deals, source = dealt_cards(reads), checked.source
    else:
        played = play_deals(rules, (terms.name, stake), cards, player.play)
        chances, error, strategy = played.chances, played.standard_error, player.name
        notes, deals, source = played.notes, 0, "simulated"
    number = cards.any(0, deals) if deals else 0
    outcomes = tuple(
        WagerOutcome(
            line or LOST,
            int(chances[line] * number),
            chances[line],
            Fraction(pays.on_line(line), stake),
            terms.lines[line].clauses if line else terms.cite(*_LOST_BY),
        )
        for line in _in_order(pays.play, chances)
    )
    return WagerTable(
        name=terms.name,
        stake=stake,
        over=describe_reads(reads),
        outcomes=outcomes,
        clauses=terms.cite("offered", "amount", "settled"),
        source=source,
        strategy=strategy,
        standard_error=error,
        notes=(*notes, *_notes(rules, terms, 0)),
    )


def _in_order(play: SideWager, lines: Iterable[str]) -> list[str]:
    """Returns lines in the order of the pay table, a loss last. Raises LawError for any that it does not have."""
    found = list(lines)
    for line in found:
        play.check_line(line)
    return sorted(found, key=[*play.terms.lines, ""].index)


def _over(most: int, share: int, *, peeks: bool) -> str:
    if most == 2:
        return "the first two cards of a box" + ("" if share == 2 else ", in the order dealt")
    under = ", the dealer's first card and the one under it" if peeks else " and the dealer's first card"
    return f"the first {most} cards that a box would get{under}, in the order dealt"


def _notes(rules: BlackjackRules, terms: SideTerms, most: int) -> tuple[str, ...]:
    notes = []
    if most > 2:
        notes.append("whether a box gets a third card and more is decided by the strategy")
    if rules.terms.float_unit is not None:
        notes.append("a win that the float cannot pay exactly is rounded as the rulebook says")
    return tuple(notes)


def further_cards(rules: BlackjackRules, chart: Chart, side: tuple[str, int], grade: Grade) -> Further:
    """Returns the engine's answer whether a box that plays by a chart gets a further card that counts, cached."""
    return _FurtherCards(rules, _Player(rules, chart, (), infinite=False), side, grade)


class _FurtherCards:
    """Cache of the engine's answer whether a box gets a further card that counts, keyed by the points of the cards."""

    def __init__(self, rules: BlackjackRules, player: _Player, side: tuple[str, int], grade: Grade) -> None:
        self._rules, self._player, self._side, self._grade = rules, player, side, grade
        self._cache: dict[tuple[tuple[int, ...], int, bool], bool] = {}

    def __call__(self, cards: Sequence[int], up_card: int, blackjack: bool) -> bool:
        key = tuple(points(card) for card in cards), points(up_card), blackjack
        if key not in self._cache:
            line = self._grade(tuple(cards))
            after = next(longer for card in range(DECK_SIZE) if self._grade(longer := (*cards, card)) != line)
            under = next(card for card in range(DECK_SIZE) if dealer_blackjack([up_card, card]) is blackjack)
            settled = settlement(self._rules, self._player.play, self._side, cards=after, dealer=(up_card, under))
            self._cache[key] = settled.outcome == (self._grade(after) or LOST)
        return self._cache[key]


def _with_meter(terms: SideTerms, table: WagerTable) -> WagerTable:
    """Sets the top award to its mean: the reset value of the meter plus the share of all wagers between two top awards.

    The players get that share back in full, so the time of the win does not matter. The number of wagers between two
    awards has a geometric distribution, which gives the spread of the award.
    """
    top = next((outcome for outcome in table.outcomes if outcome.name == progressive.TOP), None)
    if top is None:
        return table
    share = Fraction(progressive.meter_share(terms.details["rate"], table.stake), table.stake)
    reset, chance = Fraction(terms.details["reset"], table.stake), top.probability
    won = replace(top, pay=reset + share / chance - 1, spread=share**2 * (1 - chance) / chance**2)
    outcomes = tuple(won if outcome is top else outcome for outcome in table.outcomes)
    mean = amount_text(round((won.pay + 1) * table.stake))
    note = f"the top award is the meter at its long-run mean, {mean}, with one such wager in a round"
    return replace(table, outcomes=outcomes, notes=(*table.notes, note))


# --- prizes, the ante and insurance -------------------------------------------------------------------------------


def _prize(pays: SidePayProbe, cards: Sequence[int]) -> str:
    return "prize" if pays.wins_prize(cards) else ""


def _by_prizes(rules: BlackjackRules, terms: SideTerms, cards: CardCounts) -> Iterator[WagerTable]:
    """Iterates over one table for each stake in the rulebook, or for the single amount of the wager."""
    stakes = terms.details.get("stakes") or (terms.least or stake_of(rules),)
    for place, stake in enumerate(stakes):
        awards = prize_awards(rules, terms.name, stake)
        if not awards:
            reason = f"the wager on {terms.name}, because its awards are not listed"
            raise NotAnalysable(reason, terms.cite("prize"), rules.rulebook)
        checked = check_prizes(rules, terms, stake)
        pays = SidePayProbe(rules, terms.name, stake)
        tally = DealCounts(cards, partial(_prize, pays))
        tickets = sum(weight for _, weight in awards)
        wins, deals = tally.lines["prize"] // 2, tally.deals // 2 * tickets
        nets = [(f"prize {amount_text(prize)}", wins * weight, pays.on_prize(prize)) for prize, weight in awards]
        nets.append((LOST, tally.lines[""] // 2 * tickets, pays.on_line("")))
        yield WagerTable(
            name=terms.name if place == 0 else f"{terms.name} at {amount_text(stake)}",
            stake=stake,
            over="the first two cards of a box and the tickets that the display draws from",
            outcomes=tuple(
                WagerOutcome(
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
            source=checked.source,
            notes=checked.notes,
        )


def _ante(rules: BlackjackRules) -> WagerTable:
    collected = WagerOutcome("collected", 1, Fraction(1), Fraction(-1), rules.cite("ante_collected"))
    return WagerTable(
        name="ante",
        stake=rules.terms.ante or 0,
        over="every round",
        outcomes=(collected,),
        clauses=rules.cite("ante_due", "ante"),
    )


def _insurance(rules: BlackjackRules, cards: CardCounts) -> WagerTable | None:
    """Returns the table of the dealer's second card after an ace, for any cards in the box; None if no ace is left."""
    aces = [card for card in range(DECK_SIZE) if card < 4]
    wins = sum(cards.ways((ace, card)) for ace in aces for card in range(DECK_SIZE) if dealer_blackjack([ace, card]))
    deals = sum(cards.ways((ace, card)) for ace in aces for card in range(DECK_SIZE))
    if not deals:
        return None
    odds = rules.terms.insurance_odds
    lost = WagerOutcome(LOST, deals - wins, Fraction(deals - wins, deals), Fraction(-1), rules.cite("insurance_lost"))
    won = WagerOutcome(
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
        notes=("from the shoe and the dealer's ace alone, without the player's own cards",),
    )
