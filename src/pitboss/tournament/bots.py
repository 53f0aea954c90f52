"""Players made of simple rules: betting styles that differ, and one way to play a hand that they share."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from pitboss.atoms.match import same_points
from pitboss.blackjack import commands as at_table
from pitboss.blackjack import legal_actions
from pitboss.blackjack.state import Hand, Stage
from pitboss.tournament import commands as cmd
from pitboss.tournament.results import playoff_due
from pitboss.tournament.rules import TournamentRules
from pitboss.tournament.state import Phase, State, Table

Style = Callable[[Table, str], int]

_TENS = 36
_UNIT_SHARE = 20


# --- betting styles ----------------------------------------------------------------------------------------------


def unit_of(table: Table) -> int:
    """A twentieth of the chips at the start."""
    return max(table.play.minimum, table.stack // _UNIT_SHARE)


def flat(table: Table, player: str) -> int:
    """Always the same: one unit."""
    return unit_of(table)


def proportional(table: Table, player: str) -> int:
    """A tenth of what the player holds."""
    return table.play.money[player] // 10


def catch_up(table: Table, player: str) -> int:
    """A unit in the lead, else as much as would overtake the leader."""
    best = max(table.play.money[name] + _lying(table, name) for name in table.able if name != player)
    behind = best - table.play.money[player]
    return unit_of(table) if behind <= 0 else behind + unit_of(table)


def _lying(table: Table, player: str) -> int:
    return sum(bet.amount for bet in table.play.bets if bet.player == player)


def all_in(table: Table, player: str) -> int:
    """Everything, every time."""
    return table.play.money[player]


#: The betting styles, by their names on the command line.
STYLES: Mapping[str, Style] = {"flat": flat, "proportional": proportional, "catch-up": catch_up, "all-in": all_in}


def lawful_wager(rules: TournamentRules, table: Table, player: str, wanted: int) -> int:
    """The wager nearest to the one wanted that the sign and the player's chips allow on every spot that needs one."""
    play, terms = table.play, rules.terms
    if player in table.late:
        return play.minimum
    step = play.minimum if terms.multiples_of_minimum else terms.increment or 100
    most = min(play.maximum, play.money[player] // rules.table.terms.spots_needed)
    wager = min(max(wanted, play.minimum), most)
    stepped = wager - wager % step
    return stepped if stepped >= play.minimum else play.minimum


# --- the play of a hand ------------------------------------------------------------------------------------------


def decide_hand(rules: TournamentRules, table: Table) -> at_table.Command:
    """What the shared rule does with the hand in turn.

    It splits aces and eights and doubles ten and eleven; else it draws to 17 against a strong card of the dealer, and
    to 12 against a weak one.
    """
    play = table.play
    hand = play.turn
    assert hand is not None
    player, box = play.callers[hand.box], hand.box
    legal = legal_actions(rules.table, play)
    up_card = play.dealer[0][0]
    strong = up_card < 4 or up_card >= 24
    cards = hand.cards
    if len(cards) == 2:
        split = at_table.SplitPair(player=player, box=box)
        if same_points(cards[0], cards[1]) and cards[0] >> 2 in (0, 7) and split in legal:
            return split
        double = at_table.DoubleDown(player=player, box=box)
        if hand.total in (10, 11) and 4 <= up_card < _TENS and double in legal:
            return double
    if _draws(hand, strong=strong):
        return at_table.Hit(player=player, box=box)
    return at_table.Stand(player=player, box=box)


def _draws(hand: Hand, *, strong: bool) -> bool:
    if hand.soft:
        return hand.total < 18
    return hand.total < (17 if strong else 12)


# --- a whole tournament ------------------------------------------------------------------------------------------


def next_command(rules: TournamentRules, state: State, styles: Mapping[str, Style]) -> cmd.Command | None:
    """What is done next by players of these styles and a plain director; None when the tournament is over.

    A session that is not done is played on; its chips are counted as they are, and play-offs are held as they fall due.
    """
    if state.phase is Phase.OVER or state.phase is Phase.CANCELLED:
        return None
    if state.phase is not Phase.SESSION:
        return cmd.StartSession()
    for table in state.tables.values():
        if table.running:
            return cmd.PlayAtTable(command=_at_table(rules, table, styles), table=table.number)
    for table in state.tables.values():
        if not table.tallied:
            chips = table.play.money
            counted = tuple((name, chips[name]) for name in table.players if name not in state.disqualified)
            return cmd.TallyChips(chips=counted, table=table.number)
        if playoff_due(rules, state, table):
            return cmd.BeginPlayoff(table=table.number)
    return None


def _at_table(rules: TournamentRules, table: Table, styles: Mapping[str, Style]) -> at_table.Command:
    play = table.play
    if play.stage == Stage.BETTING:
        waiting = table.to_bet()
        if not waiting:
            return at_table.Deal()
        player = waiting[0]
        wager = lawful_wager(rules, table, player, styles[player](table, player))
        return at_table.PlaceBet(
            player=player, box=table.box_of(player), amounts=(wager,) * rules.table.terms.spots_needed
        )
    if play.offer is not None:
        return at_table.CloseOffer()
    return decide_hand(rules, table)


def entries(players: Iterable[str]) -> Iterator[cmd.Command]:
    """Everybody enters."""
    for player in players:
        yield cmd.AcceptEntry(player=player)
