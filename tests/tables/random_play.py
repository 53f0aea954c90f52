"""Plays a live table at random: everything that is offered comes up sooner or later."""

import random

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import legal_actions
from pitboss.games.blackjack.allowed import usual_bet
from pitboss.games.blackjack.state import Stage
from pitboss.law import Limits, Refusal
from pitboss.law.choices import ShoeKind
from pitboss.tables import Table
from tests.irregularity_kinds import BLACKJACK_KINDS

LIMITS = Limits(1_000, 100_000)
RULEBOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")
PURSE = 100_000_000


def open_table(rulebook: str, choices: dict[str, str], seed: int, limits: Limits = LIMITS) -> Table:
    table = Table.open(rulebook, choices, limits, seed=seed)
    assert isinstance(table, Table), table
    for player in ("ann", "bob", "cid"):
        table.join(player, PURSE)
    return table


def play_rounds(table: Table, rounds: int, seed: int, *, unruly: float = 0) -> None:
    """So many rounds, with random wagers, decisions and house business, and with that share of irregularities."""
    chooser = random.Random(seed)
    while table.state.round < rounds or table.state.stage != Stage.BETTING:
        if table.state.stage == Stage.CLOSED:
            return
        if chooser.random() < unruly:
            table.do(_irregularity(table, chooser))
        elif table.state.stage == Stage.BETTING:
            _between_rounds(table, chooser)
        else:
            _decide(table, chooser)


def _irregularity(table: Table, chooser: random.Random) -> cmd.Command:
    """An irregularity or a command of the house; often refused."""
    box, player = str(chooser.choice([*table.state.hands, 1])), chooser.choice(list(table.state.money))
    if chooser.random() < 0.3:
        return chooser.choice(
            [cmd.MarkAbsent(who=player), cmd.VoidPlayer(who=player), cmd.CloseOffer(), cmd.CallTimeout(box=int(box))]
        )
    kind = chooser.choice([*table.rules.irregularities, *BLACKJACK_KINDS])
    hand = f"{box}.{chooser.randint(1, 2)}"
    details: dict[str, list[tuple[str, ...]]] = {
        "misdealt": [(box,), (hand,), ("dealer",), (box, "lost"), (hand, "lost"), ("dealer", "lost")],
        "void": [(box,), (hand,), ("round",)],
        "shuffler_failure": [(box,), (hand,), ("round",)],
        "damaged_card": [("Ah",)],
        "missed_insurance": [(box,)],
        "no_ante": [(box,)],
    }
    return cmd.ReportIrregularity(kind=kind, details=chooser.choice(details.get(kind, [()])))


def _between_rounds(table: Table, chooser: random.Random) -> None:
    state = table.state
    if chooser.random() < 0.03:
        table.do(chooser.choice([cmd.OrderShuffle(), cmd.ReplaceCards(), cmd.ChangeDealer(), cmd.OfferCut()]))
    while state.cut_offer:
        player = state.cut_offer[0]
        cut = cmd.CutCards(player=player, depth=state.shoe.cards_in // 2)
        table.do(chooser.choice([cut, cmd.DeclineCut(player=player)]))
    for player in state.money:
        for _ in range(3):
            if not isinstance(table.do(_bet(table, player, chooser)), Refusal):
                break
    sides = ("a", "b") if table.rules.terms.shoe is ShoeKind.DOUBLE else ("",)
    table.do(cmd.Deal(side=chooser.choice(sides)))


def _bet(table: Table, player: str, chooser: random.Random) -> cmd.PlaceBet:
    bet = usual_bet(table.rules, table.state, player, chooser.randint(1, table.rules.terms.boxes))
    amounts = tuple(amount * chooser.randint(1, 8) for amount in bet.amounts)
    sides = list(bet.sides)
    for name, side in table.rules.sides.items():
        if side.offered and chooser.random() < 0.5:
            sides.append((name, side.amount or chooser.choice([100, 500])))
    unseated = chooser.random() < 0.2
    return cmd.PlaceBet(player=player, box=bet.box, amounts=amounts, sides=tuple(sides), unseated=unseated)


def _decide(table: Table, chooser: random.Random) -> None:
    open_ways = list(legal_actions(table.rules, table.state))
    box = table.state.presses[0] if table.state.presses else 0
    house: list[cmd.Command] = [cmd.HousePress(box=box)] if box else [cmd.CloseOffer()]
    if open_ways and chooser.random() < 0.95:
        command = chooser.choice(open_ways)
    else:
        command = house[0]
    done = table.do(command)
    if isinstance(done, Refusal) and command in open_ways:
        raise AssertionError(f"{command} is legal and refused: {done}")
