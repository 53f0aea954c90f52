"""Blackjack for several agents at one table: a PettingZoo environment on the engine itself."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.envs.actions import IllegalAction, Mask, deal_command, decision
from pitboss.envs.agents import AgentsEnv, metadata_of
from pitboss.envs.arguments import bet_sizes_of, render_pixels, resolve_table
from pitboss.envs.blackjack import BET, BUY_IN, OFFER, PLAY, SETTLED, SIZES, ante_of, hand_values
from pitboss.games.blackjack import act, legal_actions, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.drawing import draw_table
from pitboss.law import Limits, Refusal
from pitboss.law.laboratory import GAME
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text
from pitboss.strategy.decision_masks import DECISIONS
from pitboss.tables import ShuffledShoe


class BlackjackPlayersEnv(AgentsEnv):
    """One round an episode: every player bets on a box of their own, then the table asks each in its turn.

    The table is named as for ``BlackjackEnv``. An observation has the flat values of the player's hand, and the box.
    ``infos`` has the mask of legal actions, all 0 unless it is the player's turn. Rewards come as the round settles.
    """

    metadata: dict[str, Any] = metadata_of("pitboss_blackjack_v0")

    def __init__(
        self,
        rulebook: str = "",
        options: Mapping[str, str | int | bool] | None = None,
        *,
        rules: str = "",
        players: int = 2,
        limits: Limits | tuple[int, int] = (1_000, 100_000),
        bet_sizes: Sequence[int] = (1,),
        render_mode: str | None = None,
    ) -> None:
        super().__init__(players, render_mode)
        sizes = bet_sizes_of(bet_sizes)
        self.rules: BlackjackRules = resolve_table(GAME, rulebook, options or {}, limits, shorthand=rules)
        if players > self.rules.terms.boxes:
            raise ValueError(f"players={players}: the table has {self.rules.terms.boxes} boxes")
        self._boxes = {agent: number + 1 for number, agent in enumerate(self.possible_agents)}
        self._bets = tuple(size * self.rules.limits.minimum for size in sizes)
        names = (*(f"bet {amount_text(bet)}" for bet in self._bets), *DECISIONS)
        self._set_spaces(names, [*(size - 1 for size in SIZES.values()), self.rules.terms.boxes])

    # --- PettingZoo ----------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a round. A seed, or a reset in the middle of a round, opens a new table."""
        random = self._generator(seed)
        if seed is not None or self.agents or not self.is_reset:
            self._open(int(random.integers(2**63)))
        self._begin_episode()
        self._phase, self._before, self._first = BET, dict(self.game.money), dict[str, int]()
        self.agent_selection = self.agents[0]
        self._inform()

    def step(self, action: Any) -> None:
        """Executes the action of the agent in turn. Raises IllegalAction for a refused one, which changes nothing."""
        agent = self._begin_step(action)
        if agent is None:
            return
        self._execute(agent, int(action))
        self._clear_rewards()
        self._advance()
        self._accumulate_rewards()
        self._inform()

    def observe(self, agent: str) -> NDArray[np.float32]:
        """Returns the values of the agent's hand, in the order of ``SIZES``, and the box."""
        values: tuple[int, ...] = (self._phase, *[0] * (len(SIZES) - 1))
        box = self._boxes[agent]
        if self._phase != BET:
            turn = self.game.turn
            hand = turn if turn is not None and turn.box == box else self.game.hands[box][0]
            values = hand_values(self.game, self._phase, hand)
        return np.array([*values, box], np.float32)

    def render(self) -> Any:
        """Returns the table as pixels in the mode ``rgb_array``; None without a render mode."""
        if self.render_mode is None:
            return None
        return render_pixels(draw_table(self.game, tuple(self._boxes.values())))

    # --- the table -----------------------------------------------------------------------------------------------

    def _open(self, seed: int) -> None:
        self._shoe = ShuffledShoe(self.rules, seed)
        self.game, _ = open_state(self.rules, self._shoe)
        self.is_reset = True
        for agent in self.possible_agents:
            self._do("join", cmd.JoinTable(player=agent, money=BUY_IN))

    def _do(self, action: str, command: cmd.Command) -> None:
        done = act(self.rules, self.game, command, self._shoe)
        if isinstance(done, Refusal):
            raise IllegalAction(action, done)

    def _execute(self, agent: str, index: int) -> None:
        name, box = self.action_names[index], self._boxes[agent]
        if index < len(self._bets):
            bet = self._bets[index]
            self._do(name, cmd.PlaceBet(player=agent, box=box, amounts=(bet,), sides=ante_of(self.rules, bet)))
            self._first[agent] = bet
        else:
            self._do(name, decision(name, legal_actions(self.rules, self.game), agent, box))

    def _advance(self) -> None:
        """Selects the agent that acts next; after the last bet the cards are dealt, after the last hand all is paid."""
        if self._phase == BET:
            waiting = [agent for agent in self.agents if agent not in self._first]
            if waiting:
                self.agent_selection = waiting[0]
                return
            rounds = self.game.round
            while self.game.round == rounds:  # once more if the cutting card came first, and the cards were shuffled
                self._do("deal", deal_command(self.rules, self.game))
        asked = {command.player for command in self._commands()}
        if not asked:
            self._settle()
            return
        offer = self.game.offer
        self._phase = OFFER if offer is not None else PLAY
        box = offer.waiting[0][1] if offer is not None else self.game.turn_box
        self.agent_selection = self.possible_agents[box - 1]

    def _settle(self) -> None:
        self._phase = SETTLED
        for agent in self.agents:
            net = self.game.money[agent] - self._before[agent]
            self.rewards[agent], self.terminations[agent] = net / self._first[agent], True
        self.agent_selection = self.agents[0]

    def _inform(self) -> None:
        """Sets the legal actions and the net result in cents of every agent."""
        over = self._phase == SETTLED
        nets = {agent: self.game.money[agent] - self._before[agent] if over else 0 for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._mask(agent), "net": nets[agent]} for agent in self.agents
        }

    def _commands(self) -> list[cmd.PlayerCommand]:
        return [command for command in legal_actions(self.rules, self.game) if isinstance(command, cmd.PlayerCommand)]

    def _mask(self, agent: str) -> Mask:
        mask = np.zeros(len(self.action_names), np.int8)
        if agent != self.agent_selection or self._phase == SETTLED:
            return mask
        if self._phase == BET:
            mask[: len(self._bets)] = 1
            return mask
        box = self._boxes[agent]
        verbs = {command.verb for command in self._commands() if command.player == agent and command.box == box}
        return np.array([*[0] * len(self._bets), *(verb in verbs for verb in DECISIONS)], np.int8)
