"""Commands that only live tables of blackjack have: players come and go, and a dealer enters cards and prizes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pitboss.games.blackjack import act, refusal_of, resume
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import Chance, UnknownOutcome
from pitboss.games.blackjack.entered_shoe import ImpossibleCard
from pitboss.games.blackjack.floor import chips_missing
from pitboss.games.blackjack.outcome_entry import EnteredPrize
from pitboss.games.blackjack.state import Stage
from pitboss.games.commands import (
    CloseReveals,
    CommitContribution,
    Contribute,
    DeclareReady,
    LeaveTable,
    MixBeacon,
    RevealContribution,
)
from pitboss.games.live.contributions import REVEALS
from pitboss.games.live.events import ChipsBrought, PlayerReady, PurseFilled, PurseTaken
from pitboss.games.live.seeds import commit_contribution, end_contribution
from pitboss.games.live.table import Done, Handler
from pitboss.law.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.games.blackjack.live import BlackjackTable


def join(table: "BlackjackTable", command: cmd.JoinTable) -> Done:
    """Joins the table, or adds to the purse of a player who is at it."""
    player, pending = command.player, table.pending
    if player in table.state.excluded:
        return table.rules.refuse("exclude_player", f"{player} is excluded from the game")
    if player in table.state.money:
        return table.record_live(PurseFilled((), player, command.money))
    table.present.add(player)
    done = table.carry_out(command)
    if table.pending is None:  # otherwise the new OutcomeAwaited event replaces it in the log
        table.pending = pending
    return done


def with_chips(table: "BlackjackTable", command: cmd.Command) -> Done:
    """Executes a command of an anonymous player, who first lays the chips that it needs beyond the purse."""
    player = table.player_of(command)
    missing = chips_missing(table.rules, table.state, command)
    if isinstance(missing, Refusal):
        return missing
    arrived: list[Any] = []
    if player not in table.state.money:
        joined = act(table.rules, table.state, cmd.JoinTable(player=player, money=0), table.chance)
        assert not isinstance(joined, Refusal), joined
        arrived = list(joined)
    if missing or player not in table.present:
        table.present.add(player)
    if missing:
        brought = ChipsBrought((), player, missing)
        table.apply_live(brought)
        arrived.append(brought)
    done = table.carry_out_alone(command, arrived)
    assert not isinstance(done, Refusal), done
    return done


def leave(table: "BlackjackTable", command: LeaveTable) -> Done:
    """Withdraws the player's wagers, gives up their boxes and cashes out."""
    player, state = command.player, table.state
    if player not in table.present:
        return table.rules.refuse("own_money", f"{player} is not at the table")
    between = state.stage in (Stage.BETTING, Stage.CLOSED)
    if any(wager.player == player and (wager.open or not between) for wager in state.wagers):
        return table.rules.refuse("wager_stays", f"{player} has wagers that are not decided", "round_ended")
    events: list[Any] = []
    boxes = dict.fromkeys(bet.box for bet in state.bets if bet.player == player)
    steps: list[cmd.Command] = [cmd.Withdraw(player=player, box=box) for box in boxes]
    steps += [cmd.Leave(player=player, box=box) for box, name in state.seats.items() if name == player]
    for refusal in [refusal_of(table.rules, state, step) for step in steps]:
        if refusal is not None:
            return refusal
    for step in steps:
        try:
            done = act(table.rules, state, step, table.chance)
        except UnknownOutcome as unknown:  # the awaited outcome stays pending
            done = unknown.events
        assert not isinstance(done, Refusal), done
        events += done
    return table.record_live(*events, PurseTaken((), player, state.money[player]))


def contribute(table: "BlackjackTable", command: Contribute) -> Done:
    """Adds a word to the seeds whose outcomes have not begun."""
    if table.fair is None:
        return Refusal("seed", "the cards of this table are not shuffled from seeds", (), table.rulebook)
    added = table.seeds.contribute(table.fair, command, table.present, table.rulebook)
    return added if isinstance(added, Refusal) else table.record_live(*added)


def commit(table: "BlackjackTable", command: CommitContribution) -> Done:
    """Commits to a contribution to a seed whose outcomes have not begun."""
    if table.fair is None:
        return Refusal("seed", "the cards of this table are not shuffled from seeds", (), table.rulebook)
    done = commit_contribution(table.fair, command, table.present, table.rulebook)
    return done if isinstance(done, Refusal) else table.record_live(*done)


def reveal(table: "BlackjackTable", command: RevealContribution | MixBeacon | CloseReveals) -> Done:
    """Reveals a contribution, or leaves out those that are missing; the last one resumes the round."""
    if table.fair is None:
        return Refusal("seed", "the cards of this table are not shuffled from seeds", (), table.rulebook)
    done = end_contribution(table.fair, command, table.rulebook)
    if isinstance(done, Refusal):
        return done
    if table.pending is None or table.pending.kind != REVEALS or table.fair.contributions.waiting():
        return table.record_live(*done)
    return table.record([*done, *_resumed(table, table.chance)])


def ready(table: "BlackjackTable", command: DeclareReady) -> Done:
    """Declares a player with a wager ready for the deal."""
    return not_ready(table, command.player) or table.record_live(PlayerReady((), command.player))


def not_ready(table: "BlackjackTable", player: str) -> Refusal | None:
    """Returns a refusal if the player has no wager for the next round."""
    if table.state.stage == Stage.BETTING and any(bet.player == player for bet in table.state.bets):
        return None
    return table.rules.refuse("main_wager", f"{player} has no wager for the next round")


def enter_outcome(table: "BlackjackTable", command: cmd.EnterCard | cmd.EnterPrize) -> Done:
    """Enters a card of a physical shoe or a prize of a display, and resumes the round."""
    if table.pending is None or table.pending.kind != command.verb:
        return Refusal("card_awaited", f"no {command.verb} is awaited", (), table.rulebook)
    item = command.card if isinstance(command, cmd.EnterCard) else command.cents
    chance = table.chance
    if table.reader is None:
        chance = EnteredPrize(table.chance, item)
    else:
        try:
            table.reader.enter(item)
        except ImpossibleCard as error:
            return Refusal("strange_card", str(error), (), table.rulebook)
    return table.record(_resumed(table, chance))


def _resumed(table: "BlackjackTable", chance: Chance) -> list[Any]:
    """Resumes the round that waited for an outcome; returns its events, up to the next unknown outcome."""
    again = table.again
    try:
        if again is not None:
            done = act(table.rules, table.state, again, chance)
            assert not isinstance(done, Refusal), done
        else:
            done = resume(table.rules, table.state, chance)
        return list(done)
    except UnknownOutcome as unknown:
        return table.wait(unknown, again)


HANDLERS: Final[Mapping[type, Handler]] = {
    cmd.JoinTable: join,
    LeaveTable: leave,
    Contribute: contribute,
    CommitContribution: commit,
    RevealContribution: reveal,
    MixBeacon: reveal,
    CloseReveals: reveal,
    DeclareReady: ready,
    cmd.EnterCard: enter_outcome,
    cmd.EnterPrize: enter_outcome,
}
