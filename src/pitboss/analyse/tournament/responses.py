"""The best response in the last round to players who bet by given styles."""

from collections.abc import Mapping

import numpy as np

from pitboss.analyse.tournament.last_round import LastRound, Values
from pitboss.games.blackjack.state import State as Play
from pitboss.games.blackjack.state import Wager
from pitboss.games.tournament.bots import Style, lawful_wager
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.state import TournamentTable


def respond(
    rules: TournamentRules, last: LastRound, play: Values, player: int, styles: Mapping[int, Style]
) -> dict[int, float]:
    """Returns what each wager of the player at a place is worth, if all others bet by their styles in turn."""
    rows = []
    for wager in last.wagers[player]:
        placed: dict[int, int] = {}
        for turn in last.order:
            placed[turn] = wager if turn == player else _style_wager(rules, last, placed, turn, styles[turn])
        rows.append([placed[place] for place in range(len(last.chips))])
    worth = play.values(last, np.array(rows, np.int64))[:, player]
    return dict(zip(last.wagers[player], map(float, worth), strict=True))


def _style_wager(rules: TournamentRules, last: LastRound, placed: Mapping[int, int], player: int, style: Style) -> int:
    """Returns the lawful wager of a style, in the view of a table with the wagers placed so far."""
    if last.wagers[player] == (0,):
        return 0
    names = [f"p{place + 1}" for place in range(len(last.chips))]
    limits = rules.law.limits
    bets = [
        Wager(number, names[place], place + 1, "main", wager) for number, (place, wager) in enumerate(placed.items())
    ]
    money = {
        name: held - placed.get(place, 0) for place, (name, held) in enumerate(zip(names, last.chips, strict=True))
    }
    able = [names[place] for place in range(len(names)) if last.wagers[place] != (0,)]
    table = TournamentTable(
        number=1,
        boxes=dict(enumerate(names, 1)),
        play=Play(money=money, minimum=limits.minimum, maximum=limits.maximum, bets=bets),
        players=names,
        able=able,
        stack=rules.terms.chips,
    )
    return lawful_wager(rules, table, names[player], style(table, names[player]))
