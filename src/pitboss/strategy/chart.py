"""Strategy charts: the move for each total or pair against the dealer's first card.

``choose`` plays a chart on the engine. A cell whose move the table forbids falls back as its code says. ``check_chart``
rejects a chart with a move that is never allowed.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.atoms.hand import is_ace, points
from pitboss.display import grid_html, rows_html
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import refusal_of
from pitboss.games.blackjack.hand_permissions import is_pair
from pitboss.games.blackjack.offers import initial_stakes, insurance_cap
from pitboss.games.blackjack.state import Hand, Stage, State, Wager, points_of
from pitboss.law.choices import DealerBlackjack
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

#: The dealer's first card by column.
UPS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
#: The codes of a cell.
CODES: Final = {
    "S": "stand",
    "H": "hit",
    "D": "double, else hit",
    "E": "double, else stand",
    "P": "split, else by total",
    "R": "surrender, else hit",
    "Q": "surrender, else stand",
}
#: The colour of each code in pictures of a chart.
COLOURS: Final = {
    "S": "#f6d5d5",
    "H": "#d7ecd9",
    "D": "#cfe2f3",
    "E": "#d9d2e9",
    "P": "#fff2cc",
    "R": "#e2e2e2",
    "Q": "#e2e2e2",
    "X": "#d9d2e9",
}
SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "hard": tuple(str(total) for total in range(4, 22)),
    "soft": tuple(str(total) for total in range(12, 22)),
    "pair": ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
}
#: The codes and rows for a doubled hand, where it may still be surrendered or doubled again.
DOUBLED_CODES: Final = {
    "S": CODES["S"],
    "E": CODES["E"],
    "Q": CODES["Q"],
    "X": "double, else surrender, else stand",
}
DOUBLED_SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "doubled": SECTIONS["hard"],
    "doubled-soft": SECTIONS["soft"],
}
_DOUBLES, _SURRENDERS, _STANDS = "DE", "RQ", "SEQ"
_PLAYER = "player"


class StrategyError(ValueError):
    """Raised for a chart that cannot be parsed, has an empty cell, or has a move that the table forbids."""


class Chart(Struct, frozen=True):
    """Rows of ten codes: hard totals from 4, soft totals from 12, pairs from the ace; and the insurance policy.

    A counting player may switch charts at given counts (``by_count``, ascending) and take insurance from a count on
    (``insure_at``). ``doubled`` has the rows of doubled hands, hard totals and then soft ones; without them a doubled
    hand stands.
    """

    name: str
    hard: tuple[str, ...]
    soft: tuple[str, ...]
    pair: tuple[str, ...]
    insure: bool = False
    even_money: bool = False
    insure_at: int | None = None
    by_count: tuple[tuple[int, "Chart"], ...] = ()
    doubled: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        grids = [
            grid_html(section, UPS, zip(labels, self.rows(section), strict=True), COLOURS)
            for section, labels in self.sections.items()
        ]
        taken = [name for name, holds in (("insurance", self.insure), ("even money", self.even_money)) if holds]
        return rows_html(self.name, [("takes", ", ".join(taken) or "no insurance")]) + "".join(grids)

    @property
    def counts(self) -> bool:
        """Whether the chart depends on the count."""
        return self.insure_at is not None or bool(self.by_count)

    def at(self, count: int) -> "Chart":
        """Returns the chart that applies at a count."""
        return next((chart for step, chart in reversed(self.by_count) if count >= step), self)

    @property
    def sections(self) -> Mapping[str, tuple[str, ...]]:
        """The labels of the rows of each section of the chart."""
        return {**SECTIONS, **DOUBLED_SECTIONS} if self.doubled else SECTIONS

    @property
    def codes(self) -> Mapping[str, str]:
        """The codes that the cells of the chart may have, with their meanings."""
        return CODES | DOUBLED_CODES if self.doubled else CODES

    def rows(self, section: str) -> tuple[str, ...]:
        """Returns the rows of a section."""
        hard = len(SECTIONS["hard"])
        doubled = {"doubled": self.doubled[:hard], "doubled-soft": self.doubled[hard:]}
        return {"hard": self.hard, "soft": self.soft, "pair": self.pair, **doubled}[section]

    def by_total(self, total: int, up_card: int, *, soft: bool) -> str:
        """Returns the code for a total."""
        return (self.soft[total - 12] if soft else self.hard[total - 4])[column(up_card)]

    def after_double(self, total: int, up_card: int, *, soft: bool) -> str:
        """Returns the code for a doubled hand."""
        if not self.doubled:
            return "S"
        return self.rows("doubled-soft" if soft else "doubled")[total - (12 if soft else 4)][column(up_card)]

    @property
    def tens_by_total(self) -> bool:
        """Whether a pair of tens is played like any other 20, so that its ranks do not matter."""
        return self.pair[-1] == self.hard[20 - 4]

    def for_pair(self, card: int, up_card: int) -> str:
        """Returns the code for a pair of cards with this card's value."""
        return self.pair[points(card) - 1][column(up_card)]


def column(up_card: int) -> int:
    """Returns the column index of the dealer's first card."""
    return 9 if is_ace(up_card) else points(up_card) - 2


# --- moves that the table allows ---------------------------------------------------------------------------------


def two_cards(rules: BlackjackRules, cards: Sequence[int], up_card: int, *, split: bool = False) -> State:
    """Returns a state in which a player decides on these cards: the first two, or more of them."""
    stake = (rules.terms.chip_unit or 1) * 100_000
    aces = split and is_ace(cards[0])
    hand = Hand(1, 1, list(cards), *points_of(list(cards)), split=split, split_aces=aces)
    return State(
        stage=Stage.PLAY,
        money={_PLAYER: stake * 100},
        minimum=rules.limits.minimum,
        maximum=rules.limits.maximum,
        wagers=[Wager(0, _PLAYER, 1, "main", stake, 1)],
        boxes=[1],
        deciders={1: _PLAYER},
        hands={1: [hand]},
        dealer=[[up_card]],
        turn_box=1,
        turn_hand=1,
        decided=[1] if split or len(cards) > 2 else [],
    )


def decision_refusal(rules: BlackjackRules, state: State, kind: type[cmd.PlayerCommand]) -> Refusal | None:
    """Returns the refusal of the decision in this state, or None."""
    return refusal_of(rules, state, kind(player=_PLAYER, box=1))


def hand_of_cell(section: str, label: str) -> tuple[int, int]:
    """Returns two cards that make the cell. A hard total that only a pair makes is represented by the pair."""
    if section == "pair":
        card = 0 if label == "A" else (int(label) - 1) * 4
        return card, card + 1
    if section == "soft":
        return 0, (int(label) - 12) * 4
    total = int(label)
    low = max(2, total - 10)
    return (low - 1) * 4, (min(total - low, 10) - 1) * 4


def cell_refusal(rules: BlackjackRules, section: str, label: str, up: str, code: str) -> Refusal | None:
    """Returns the refusal of a code's first move on two cards that make the cell, or None if it is allowed."""
    up_card = 0 if up == "A" else (int(up) - 1) * 4
    total = int(label) if section != "pair" else 0
    if total == 21:
        return None if code == "S" else rules.refuse("no_draw_on_21", "21 is not decided", "double_blackjack")
    kind: type[cmd.PlayerCommand]
    if code == "P":
        kind = cmd.SplitPair
    elif code in _DOUBLES:
        kind = cmd.DoubleDown
    elif code in _SURRENDERS:
        kind = cmd.Surrender
    else:
        kind = cmd.Stand if code == "S" else cmd.Hit
    state = two_cards(rules, hand_of_cell(section, label), up_card)
    refusal = decision_refusal(rules, state, kind)
    return decision_refusal(rules, state, cmd.Stand) if refusal is None and code in _STANDS else refusal


def cells(chart: Chart) -> Iterator[tuple[str, str, str, str]]:
    """Iterates over section, row, column and code of every cell."""
    for section, labels in SECTIONS.items():
        for label, row in zip(labels, chart.rows(section), strict=True):
            for up, code in zip(UPS, row, strict=True):
                yield section, label, up, code


def check_chart(chart: Chart, rules: BlackjackRules) -> None:
    """Raises StrategyError for the first cell whose move the table forbids, with the rule and its clauses."""
    for section, label, up, code in cells(chart):
        refusal = cell_refusal(rules, section, label, up, code)
        if refusal is not None:
            where = f"{chart.name}: {section} {label} against {up}"
            raise StrategyError(f"{where}: '{code}' ({CODES[code]}) is not allowed: {refusal} [{refusal.kind}]")
    for _, other in chart.by_count:
        check_chart(other, rules)


def require_countless(chart: Chart) -> Chart:
    """Returns the chart if it can be played without counting; raises StrategyError if it cannot."""
    if chart.counts:
        raise StrategyError(f"{chart.name} depends on the count: play it with simulate --count")
    return chart


def fit_chart(chart: Chart, rules: BlackjackRules) -> Chart:
    """Returns the chart with forbidden moves replaced by their fallbacks and with the draws that the table demands."""
    rows: dict[str, list[str]] = {section: [] for section in SECTIONS}
    fitted: dict[tuple[str, str, str], str] = {}
    for section, label, up, original in cells(chart):
        code = original
        if code == "P" and cell_refusal(rules, section, label, up, code) is not None:
            soft = label == "A"
            total = "12" if soft else str(2 * int(label))
            code = fitted["soft" if soft else "hard", total, up]
        if cell_refusal(rules, section, label, up, code) is not None:
            code = "S" if code in _STANDS else "H"
        if cell_refusal(rules, section, label, up, code) is not None:
            code = "H" if code == "S" and label != "21" else "S"
        fitted[section, label, up] = code
        rows[section].append(code)
    hard, soft_rows, pair = (
        tuple("".join(codes[start : start + 10]) for start in range(0, len(codes), 10)) for codes in rows.values()
    )
    by_count = tuple((step, fit_chart(other, rules)) for step, other in chart.by_count)
    return replace(chart, hard=hard, soft=soft_rows, pair=pair, by_count=by_count)


# --- play --------------------------------------------------------------------------------------------------------


def choose(chart: Chart, rules: BlackjackRules, state: State) -> cmd.Command:
    """Returns the chart's next command for a table that waits for a player."""
    offer = state.offer
    if offer is not None:
        player, box = offer.waiting[0]
        if offer.kind == "insurance":
            return _answer_offer(chart, rules, state, player, box)
        if offer.kind == "prize":
            return cmd.Press(player=player, box=box)
        raise ValueError(f"a chart has no answer to the offer '{offer.kind}'")
    hand = state.turn
    if hand is None:
        raise ValueError("no hand waits for a decision")
    return _decide_hand(chart, rules, state, hand)


def insurance_stakes(rules: BlackjackRules, stakes: Mapping[int, int]) -> tuple[int, ...]:
    """Returns the maximum insurance on each spot, rounded down to payable chips."""
    unit = rules.terms.chip_unit or rules.terms.insurance_unit or 1
    most = [insurance_cap(rules, stakes.get(spot, 0)) for spot in range(1, max(stakes, default=0) + 1)]
    return tuple(amount - amount % unit for amount in most)


def _answer_offer(chart: Chart, rules: BlackjackRules, state: State, player: str, box: int) -> cmd.Command:
    even = cmd.TakeEvenMoney(player=player, box=box)
    if chart.even_money and refusal_of(rules, state, even) is None:
        return even
    insure = cmd.Insure(player=player, box=box, amounts=())
    insure = replace(insure, amounts=insurance_stakes(rules, initial_stakes(state, insure)))
    if chart.insure and refusal_of(rules, state, insure) is None:
        return insure
    return cmd.Pass(player=player, box=box)


def _decide_hand(chart: Chart, rules: BlackjackRules, state: State, hand: Hand) -> cmd.Command:
    player, box = state.deciders[hand.box], hand.box
    up_card = state.dealer[0][0]
    wanted = _wanted_if_doubled(chart, hand, up_card) if hand.doubled else _wanted(chart, rules, hand, up_card)
    for kind in wanted:
        command = kind(player=player, box=box)
        if refusal_of(rules, state, command) is None:
            return command
    raise ValueError(f"no decision is allowed on box {box}")


def _wanted_if_doubled(chart: Chart, hand: Hand, up_card: int) -> list[type[cmd.PlayerCommand]]:
    """Returns the chart's decisions on a doubled hand, the best first."""
    code = chart.after_double(hand.total, up_card, soft=hand.soft)
    again: list[type[cmd.PlayerCommand]] = [cmd.DoubleDown] if code in "EX" else []
    return [*again, cmd.Surrender, cmd.Stand] if code in "QX" else [*again, cmd.Stand]


def _wanted(chart: Chart, rules: BlackjackRules, hand: Hand, up_card: int) -> list[type[cmd.PlayerCommand]]:
    """Returns the chart's decisions on a hand, the best first."""
    code = chart.for_pair(hand.cards[0], up_card) if is_pair(rules.terms, hand) else ""
    wanted: list[type[cmd.PlayerCommand]] = [cmd.SplitPair] if code == "P" else []
    if code in ("", "P") or hand.split:
        code = chart.by_total(hand.total, up_card, soft=hand.soft)
    if code in _DOUBLES:
        wanted.append(cmd.DoubleDown)
    elif code in _SURRENDERS:
        wanted.append(cmd.Surrender)
    return wanted + ([cmd.Stand, cmd.Hit] if code in _STANDS else [cmd.Hit, cmd.Stand])


# --- built-in charts ---------------------------------------------------------------------------------------------

_ALL_H, _ALL_S, _ALL_P = "H" * 10, "S" * 10, "P" * 10

#: The dealer's own drawing rule.
MIMIC: Final = Chart(
    "mimic",
    hard=(_ALL_H,) * 13 + (_ALL_S,) * 5,
    soft=(_ALL_H,) * 5 + (_ALL_S,) * 5,
    pair=(*(_ALL_H,) * 8, _ALL_S, _ALL_S),
)

#: For four to eight decks, a dealer who stands on all 17s, and a dealer's blackjack that takes the original wager only.
BASIC: Final = Chart(
    "basic",
    hard=(
        *(_ALL_H,) * 5,
        "HDDDDHHHHH",
        "DDDDDDDDHH",
        "DDDDDDDDDH",
        "HHSSSHHHHH",
        "SSSSSHHHHH",
        "SSSSSHHHHH",
        "SSSSSHHHRH",
        "SSSSSHHRRR",
        *(_ALL_S,) * 5,
    ),
    soft=(_ALL_H, *("HHHDDHHHHH",) * 2, *("HHDDDHHHHH",) * 2, "HDDDDHHHHH", "SEEEESSHHH", *(_ALL_S,) * 3),
    pair=(
        _ALL_P,
        *("PPPPPPHHHH",) * 2,
        "HHHPPHHHHH",
        "DDDDDDDDHH",
        "PPPPPHHHHH",
        "PPPPPPHHHH",
        _ALL_P,
        "PPPPPSPPSS",
        _ALL_S,
    ),
)

_ROWS_WITHOUT_DOUBLES = {"2": "HHPPPPHHHH", "3": "HHPPPPHHHH", "4": _ALL_H, "6": "HPPPPHHHHH"}
_ROWS_AGAINST_ALL = {"A": "PPPPPPPPPH", "8": "PPPPPPPPHH"}


def basic_chart(rules: BlackjackRules) -> Chart:
    """Returns basic strategy by total for this table.

    Forbidden moves are replaced. Where a dealer's blackjack is not checked before the play and takes doubled and split
    wagers whole, the chart risks less.
    """
    terms = rules.terms
    hard, pair = list(BASIC.hard), dict(zip(SECTIONS["pair"], BASIC.pair, strict=True))
    if not terms.double_after_split:
        pair |= _ROWS_WITHOUT_DOUBLES
    if terms.dealer_blackjack is DealerBlackjack.ALL and not terms.card_reader:
        pair |= _ROWS_AGAINST_ALL
        hard[11 - 4] = "DDDDDDDDHH"
    return fit_chart(replace(BASIC, hard=tuple(hard), pair=tuple(pair.values())), rules)


def built_in(name: str, rules: BlackjackRules) -> Chart:
    """Returns ``basic`` or ``mimic`` for this table; raises StrategyError for another name."""
    if name == "basic":
        return basic_chart(rules)
    if name == "mimic":
        return fit_chart(MIMIC, rules)
    raise StrategyError(f"there is no strategy '{name}': write best, basic, mimic or the name of a file")
