"""A tournament of blackjack for several agents: a PettingZoo environment on the director and the engine."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.envs.actions import IllegalAction, Mask, decision
from pitboss.envs.agents import AgentsEnv, metadata_of
from pitboss.envs.arguments import limits_of, render_pixels, resolve_table
from pitboss.envs.blackjack import SIZES, hand_values
from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack import legal_actions
from pitboss.games.blackjack.chance import Chance
from pitboss.games.blackjack.drawing import draw_table
from pitboss.games.blackjack.state import Stage
from pitboss.games.tournament import TournamentRules, act, open_tournament, tournament_rules
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament.bots import entries, lawful_wager, next_command
from pitboss.games.tournament.field import complaint
from pitboss.games.tournament.state import Phase, TournamentTable
from pitboss.law import Limits, Refusal
from pitboss.law.choices import SessionUnit
from pitboss.strategy.decision_masks import DECISIONS
from pitboss.tables import ShuffledShoe

GAME: Final = "tournament"
#: The parts of an observation before those of a hand. Chips and bets are in units of the chips a session begins with.
STANDING: Final = ("chips", "best_other", "bet", "best_other_bet", "players", "bet_after", "rounds_left", "session")
#: The bound of each of them, which no session reaches.
MOST: Final = 1e6
#: What an agent may decide on a hand; offers of insurance are closed at once.
ON_A_HAND: Final = tuple(DECISIONS)[:5]


class TournamentEnv(AgentsEnv):
    """One tournament an episode: players bet in the order of the law, and are eliminated session by session.

    The first actions bet a share of the player's chips, by the nearest lawful wager; the others decide on the hand in
    turn. The reward of a place comes at the end, 0 for those who are out before the final.
    """

    metadata: dict[str, Any] = metadata_of("pitboss_tournament_v0")

    def __init__(
        self,
        rulebook: str,
        options: Mapping[str, str | int | bool] | None = None,
        *,
        players: int = 7,
        limits: Limits | tuple[int, int] = (1_000, 50_000),
        bet_shares: Sequence[float] = (0.0, 0.1, 0.25, 0.5, 1.0),
        rewards: Sequence[float] = (1.0,),
        render_mode: str | None = None,
    ) -> None:
        super().__init__(players, render_mode)
        if not bet_shares or not all(isinstance(share, int | float) and 0 <= share <= 1 for share in bet_shares):
            text = "write shares of a player's chips, from 0 for the least wager to 1 for all"
            raise ValueError(f"bet_shares={bet_shares!r}: {text}")
        if not all(isinstance(reward, int | float) for reward in rewards):
            raise ValueError(f"rewards={rewards!r}: write numbers, from the reward of the first place on")
        self.rules = tournament_table(rulebook, options or {}, limits_of(limits), players)
        self.rewards_by_place = tuple(rewards)
        self._shares = tuple(bet_shares)
        names = (*(f"bet {share:.0%}" for share in bet_shares), *ON_A_HAND)
        self._set_spaces(names, [MOST] * len(STANDING) + [size - 1 for size in SIZES.values()])

    # --- PettingZoo ----------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a tournament."""
        self._chance = self._generator(seed)
        self._shoes: dict[int, Chance] = {}
        self._begin_episode()
        self.game, _ = open_tournament(self.rules)
        self.is_reset = True
        for entry in entries(self.possible_agents):
            self._do("enter", entry)
        self._advance()

    def step(self, action: Any) -> None:
        """Executes the action of the agent in turn. Raises IllegalAction for a refused one, which changes nothing."""
        agent = self._begin_step(action)
        if agent is None:
            return
        self._execute(agent, int(action))
        self._clear_rewards()
        self._advance()
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> NDArray[np.float32]:
        """Returns the standing of an agent at its table, in the order of ``STANDING``, and its hand as in blackjack."""
        table = self.game.table_of(agent)
        if table is None:
            return np.zeros(len(STANDING) + len(SIZES), np.float32)
        return np.array([*self._standing(table, agent), *self._hand(table, agent)], np.float32)

    def render(self) -> Any:
        """Returns the table where an agent decides as pixels in the mode ``rgb_array``; None without a render mode."""
        table = self._asked_at or next(iter(self.game.tables.values()))
        return render_pixels(draw_table(table.play, tuple(table.boxes))) if self.render_mode is not None else None

    # --- the tournament ------------------------------------------------------------------------------------------

    def _shoe(self, table: int) -> Chance:
        if table not in self._shoes:
            self._shoes[table] = ShuffledShoe(self.rules.table, int(self._chance.integers(2**63)))
        return self._shoes[table]

    def _do(self, action: str, command: cmd.Command) -> None:
        done = act(self.rules, self.game, command, self._shoe)
        if isinstance(done, Refusal):
            raise IllegalAction(action, done)

    def _execute(self, agent: str, index: int) -> None:
        table, name = self._asked_at, self.action_names[index]
        assert table is not None
        box = table.box_of(agent)
        if index < len(self._shares):
            wanted = round(self._shares[index] * table.play.money[agent])
            wager = lawful_wager(self.rules, table, agent, wanted)
            spots = self.rules.table.terms.spots_needed
            command: at_table.Command = at_table.PlaceBet(player=agent, box=box, amounts=(wager,) * spots)
        else:
            command = decision(name, legal_actions(self.rules.table, table.play), agent, box)
        self._do(name, cmd.PlayAtTable(command=command, table=table.number))

    def _advance(self) -> None:
        """Directs the tournament until an agent is asked, or all is over; terminates the agents that are out."""
        while (asked := self._asked()) is None:
            command = next_command(self.rules, self.game, {})
            if command is None:
                break
            self._do("direct", command)
        self._asked_at = asked[0] if asked is not None else None
        over = asked is None
        alive = set(self.game.in_play) if self.game.session else set(self.agents)
        for agent in self.agents:
            if (over or agent not in alive) and not self.terminations[agent]:
                self.terminations[agent] = True
                place = self.game.places.get(agent, 0)
                self.rewards[agent] = (
                    self.rewards_by_place[place - 1] if 0 < place <= len(self.rewards_by_place) else 0.0
                )
        self.agent_selection = asked[1] if asked is not None else self.agents[0]
        self._inform()

    def _asked(self) -> tuple[TournamentTable, str] | None:
        """Returns who decides next, and where; None where the director goes on."""
        if self.game.phase is not Phase.SESSION:
            return None
        table = next((table for table in self.game.tables.values() if table.running), None)
        if table is None:
            return None
        if table.play.stage == Stage.BETTING:
            waiting = table.to_bet()
            return (table, waiting[0]) if waiting else None
        return None if table.play.offer is not None else (table, table.play.deciders[table.play.turn_box])

    # --- observations --------------------------------------------------------------------------------------------

    def _standing(self, table: TournamentTable, agent: str) -> tuple[float, ...]:
        play, unit = table.play, table.stack or 1
        bets = dict.fromkeys(table.able, 0)
        for bet in play.bets:
            bets[bet.player] = bets.get(bet.player, 0) + bet.amount
        for wager in play.wagers:
            bets[wager.player] = bets.get(wager.player, 0) + wager.amount
        others = [name for name in table.able if name != agent]
        waiting = table.to_bet() if play.stage == Stage.BETTING else []
        after = len(waiting) - waiting.index(agent) - 1 if agent in waiting else 0
        return (
            play.money.get(agent, 0) / unit,
            max((play.money[name] for name in others), default=0) / unit,
            bets.get(agent, 0) / unit,
            max((bets[name] for name in others), default=0) / unit,
            len(table.able),
            after,
            max(table.count - table.rounds, 0),
            self.game.session,
        )

    def _hand(self, table: TournamentTable, agent: str) -> tuple[int, ...]:
        turn = table.play.turn
        if turn is None or table.play.deciders[turn.box] != agent:
            return (0,) * len(SIZES)
        return hand_values(table.play, 2, turn)

    def _inform(self) -> None:
        """Sets the mask, the table, and the chips and the order of betting there, for every agent."""
        for agent in self.agents:
            table = self.game.table_of(agent)
            self.infos[agent] = {"action_mask": self._mask(agent)}
            if table is not None:
                chips = {name: table.play.money.get(name, 0) for name in table.players}
                self.infos[agent] |= {"table": table.number, "chips": chips, "order": tuple(table.to_bet())}

    def _mask(self, agent: str) -> Mask:
        mask = np.zeros(len(self.action_names), np.int8)
        table = self._asked_at
        if table is None or agent != self.agent_selection:
            return mask
        if table.play.stage == Stage.BETTING:
            mask[: len(self._shares)] = 1
            return mask
        commands = legal_actions(self.rules.table, table.play)
        verbs = {command.verb for command in commands if isinstance(command, at_table.PlayerCommand)}
        return np.array([*[0] * len(self._shares), *(verb in verbs for verb in ON_A_HAND)], np.int8)


def tournament_table(rulebook: str, options: Mapping[str, Any], limits: Limits, players: int) -> TournamentRules:
    """Returns the rules; raises ValueError, with the clause, where so many players cannot play to the end."""
    rules = tournament_rules(resolve_table(GAME, rulebook, options, limits))
    if isinstance(rules, Refusal):
        raise ValueError(str(rules))
    if SessionUnit.MINUTES in (rules.terms.session[0], rules.terms.playoff[0]):
        raise ValueError("an environment has no clock: give sessions and play-offs in rounds or shoes")
    wrong = complaint(rules, players)
    if wrong:
        raise ValueError(wrong)
    return rules
