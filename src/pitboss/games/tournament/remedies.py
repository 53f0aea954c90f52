"""Remedies against players who break the rules of a tournament, by the names that rulebooks give them."""

from typing import Final

from pitboss.games.blackjack.state import Stage
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.state import State
from pitboss.law.errors import LawError
from pitboss.law.irregularities import Irregularity, RemedySpec
from pitboss.law.refusal_builder import RefusalBuilder

#: When a reason applies: to a player who can bet and has no wager down, or to one who was given a seat.
NO_WAGER_DOWN: Final = "no_wager_down"
IN_PLAY: Final = "in_play"

_GIVEN: Final = {"applies": (NO_WAGER_DOWN, IN_PLAY)}
REMEDIES: Final = {
    name: RemedySpec(name=name, says=says, target="PLAYER", given=_GIVEN)
    for name, says in (
        ("disqualify", "The player is disqualified; ``applies``: in which play the reason holds."),
        ("may_disqualify", "The director may disqualify the player; ``applies``: in which play the reason holds."),
    )
}


def reason_without_wager(rules: TournamentRules) -> str:
    """Returns the reason for which a player without a wager is disqualified. Raises LawError where the law has none."""
    for kind, entry in rules.law.irregularities.items():
        if entry.given.get("applies") == NO_WAGER_DOWN:
            return kind
    what = f'no reason applies to a player without a wager: one has given = {{ applies = "{NO_WAGER_DOWN}" }}'
    raise LawError(f"{rules.law.rulebook}: irregularities: {what}")


def object_to_reason(entry: Irregularity, state: State, player: str, objections: RefusalBuilder) -> None:
    """Objects to a disqualification for a reason that does not hold in the player's play now."""
    table = state.table_of(player)
    applies = entry.given.get("applies")
    if applies == NO_WAGER_DOWN:
        at_play = table is not None and table.running and player in table.players
        betting = table is not None and table.play.stage == Stage.BETTING and player in table.to_bet()
        if not (at_play and betting):
            objections.add("wager_every_hand", f"{player} has a wager down or cannot make one")
    elif applies == IN_PLAY and table is None:
        objections.add("disqualified", "tournament play has not begun", clauses=entry.clauses)
