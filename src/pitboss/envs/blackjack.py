"""Blackjack as a Gymnasium environment: one player, one round an episode, on the engine itself."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete, Space

from pitboss.atoms.hand import points
from pitboss.cards import card_names
from pitboss.envs.actions import IllegalAction, LegalDiscrete, Mask, deal_command, decision
from pitboss.envs.arguments import (
    OBSERVATIONS,
    REWARD_UNITS,
    bet_sizes_of,
    check_choice,
    check_positive,
    render_pixels,
    resolve_table,
    side_wagers_of,
)
from pitboss.envs.count import CardCounter
from pitboss.games.blackjack import act, legal_actions, open_state, refusal_of
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import Chance
from pitboss.games.blackjack.drawing import draw_table
from pitboss.games.blackjack.side_bets import ante_waived, name_options
from pitboss.games.blackjack.state import Hand, State
from pitboss.law import Limits, Refusal
from pitboss.law.laboratory import GAME
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text, net_text
from pitboss.strategy.count_systems import find_system
from pitboss.strategy.decision_masks import DECISIONS
from pitboss.tables import ShuffledShoe

#: The name for ``gymnasium.make``.
BLACKJACK: Final = "pitboss/Blackjack-v0"
PLAYER: Final = "player"
#: So much that no run of losses ends it; cents.
BUY_IN: Final = 10**15
#: The values of ``phase`` in an observation.
PHASES: Final = ("bet", "offer", "play", "settled")
BET, OFFER, PLAY, SETTLED = range(4)
#: How many values each part of an observation has.
SIZES: Final = {"phase": len(PHASES), "total": 32, "soft": 2, "pair": 11, "up_card": 11, "hands": 10}


class BlackjackEnv(gymnasium.Env[Any, Any]):
    """One round of blackjack an episode. The first action is the bet size, then each box is decided in turn.

    ``rulebook`` and ``options`` name a table, or ``rules`` does in shorthand such as ``6D H17 DAS LS``. One shoe serves
    many rounds; ``reset(seed=…)``, and a reset in the middle of a round, open a new table.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012 # as Gymnasium declares it

    def __init__(
        self,
        rulebook: str = "",
        options: Mapping[str, str | int | bool] | None = None,
        *,
        rules: str = "",
        limits: Limits | tuple[int, int] = (1_000, 100_000),
        boxes: int = 1,
        side_wagers: Mapping[str, int] | None = None,
        count: str | None = None,
        bet_sizes: Sequence[int] = (1,),
        observation: str = "dict",
        reward_unit: str = "first_wager",
        render_mode: str | None = None,
    ) -> None:
        check_choice("observation", observation, OBSERVATIONS)
        check_choice("reward_unit", reward_unit, REWARD_UNITS)
        check_choice("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        check_positive("boxes", boxes)
        sizes, self.sides = bet_sizes_of(bet_sizes), side_wagers_of(side_wagers)
        self.rules: BlackjackRules = resolve_table(GAME, rulebook, options or {}, limits, shorthand=rules)
        self.render_mode = render_mode
        self.boxes = boxes
        self.bets = tuple(size * self.rules.limits.minimum for size in sizes)
        #: What each action does.
        self.action_names = (*(f"bet {amount_text(bet)}" for bet in self.bets), *DECISIONS)
        self._reward_unit, self.flat = reward_unit, observation == "flat"
        self.system = find_system(count) if count is not None else None
        self._counter = CardCounter(self.rules, self.system) if self.system is not None else None
        self.action_space: LegalDiscrete = LegalDiscrete(len(self.bets), len(DECISIONS))
        self.observation_space = self._space()
        self._phase, self._box, self._first_wager, self._net = SETTLED, 1, 0, 0
        self._last: Hand | None = None
        self._commands: dict[str, cmd.Command] = {}
        self._check_bets()

    # --- Gymnasium -----------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a round; returns the observation before the bet, and the legal actions in ``info``."""
        super().reset(seed=seed)
        if seed is not None or self._phase in (OFFER, PLAY) or not hasattr(self, "state"):
            self.open_table(ShuffledShoe(self.rules, int(self.np_random.integers(2**63))))
        self._phase, self._box, self._net, self._last = BET, 1, 0, None
        self._commands = {}
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Executes an action. The reward comes as the round settles. Raises IllegalAction for a refused action."""
        if self._phase == SETTLED:
            raise ResetNeeded("no round is in play: call reset for the next one")
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is not an action: write a number from 0 to {len(self.action_names) - 1}")
        reward = self._execute(int(action))
        return self._observe(), reward, self._phase == SETTLED, False, self._info()

    def render(self) -> Any:
        """Returns the table as text in the mode ``ansi``, as pixels in ``rgb_array``; None without a render mode."""
        if self.render_mode is not None and not hasattr(self, "state"):
            raise ResetNeeded("there is no table to render before the first reset")
        if self.render_mode == "rgb_array":
            return render_pixels(draw_table(self.state, range(1, self.boxes + 1)))
        return self._text() if self.render_mode == "ansi" else None

    def unit(self, bet: int) -> int:
        """Returns the cents that the net result of a round with that bet is divided by."""
        return bet if self._reward_unit == "first_wager" else self.rules.limits.minimum

    # --- the table -----------------------------------------------------------------------------------------------

    def open_table(self, shoe: Chance) -> None:
        """Opens a new table whose cards come from that shoe."""
        self._shoe, self._phase = shoe, SETTLED
        self._counter = CardCounter(self.rules, self.system) if self.system is not None else None
        self.state, events = open_state(self.rules, self._shoe)
        if self._counter is not None:
            self._counter.follow(events, self.state)
        self._do("join", cmd.JoinTable(player=PLAYER, money=BUY_IN))

    def _execute(self, index: int) -> float:
        """Executes an action and advances to the next one; returns the reward, 0 before the round settles."""
        if self._phase == BET and index < len(self.bets):
            self._deal(self.bets[index])
        else:
            self._decide(index)
        self._advance()
        return self._net / self.unit(self._first_wager) if self._phase == SETTLED else 0.0

    def _do(self, action: str, command: cmd.Command) -> None:
        done = act(self.rules, self.state, command, self._shoe)
        if isinstance(done, Refusal):
            raise IllegalAction(action, done)
        if self._counter is not None:
            self._counter.follow(done, self.state)

    def _deal(self, amount: int) -> None:
        self._first_wager = amount
        self._before = self.state.money[PLAYER]
        for box in range(1, self.boxes + 1):
            self._do("bet", self._place_bet(self.state, box, amount))
        rounds = self.state.round
        self._do("deal", deal_command(self.rules, self.state))
        if self.state.round == rounds:  # the cutting card came first, and the cards were shuffled
            self._do("deal", deal_command(self.rules, self.state))

    def _place_bet(self, state: State, box: int, amount: int) -> cmd.PlaceBet:
        """Returns the bet on a box, with the side wagers that are not open from earlier rounds, and the ante."""
        is_open = {wager.kind for wager in state.wagers if wager.open and wager.box == box}
        sides = [(name, cents) for name, cents in self.sides.items() if name not in is_open]
        return cmd.PlaceBet(player=PLAYER, box=box, amounts=(amount,), sides=(*sides, *ante_of(self.rules, amount)))

    def _decide(self, index: int) -> None:
        """Executes an action that is not the bet before the round; a refused one changes nothing."""
        name = self.action_names[index]
        if index < len(self.bets):
            command: cmd.Command = cmd.PlaceBet(player=PLAYER, box=self._box, amounts=(self.bets[index],))
        else:
            command = self._commands.get(name) or decision(
                name, legal_actions(self.rules, self.state), PLAYER, self._box
            )
        self._do(name, command)

    def _advance(self) -> None:
        """Sets the phase and the legal commands of the box that decides next."""
        commands = [
            command for command in legal_actions(self.rules, self.state) if isinstance(command, cmd.PlayerCommand)
        ]
        if not commands:
            self._phase, self._commands = SETTLED, {}
            self._net = self.state.money[PLAYER] - self._before
            return
        offer = self.state.offer
        self._phase = OFFER if offer is not None else PLAY
        self._box = offer.waiting[0][1] if offer is not None else self.state.turn_box
        self._commands = {command.verb: command for command in commands if command.box == self._box}

    def _check_bets(self) -> None:
        """Raises ValueError unless every bet size is legal on all boxes."""
        state, _ = open_state(self.rules, shoe := ShuffledShoe(self.rules, seed=0))
        act(self.rules, state, cmd.JoinTable(player=PLAYER, money=BUY_IN), shoe)
        for bet in self.bets:
            for box in range(1, self.boxes + 1):
                command = self._place_bet(state, box, bet)
                refusal = refusal_of(self.rules, state, command)
                if refusal is not None:
                    what = f"bet {amount_text(bet)} on box {box}"
                    raise IllegalAction(what, name_options(self.rules, refusal, self.sides))
                act(self.rules, state, command, shoe)

    # --- observations --------------------------------------------------------------------------------------------

    def _space(self) -> Space[Any]:
        bound = self._counter.bound if self._counter is not None else 0.0
        if self.flat:
            low, high = [0.0] * len(SIZES), [size - 1.0 for size in SIZES.values()]
            if self._counter is not None:
                low, high = [*low, -bound], [*high, bound]
            return Box(np.array(low, np.float32), np.array(high, np.float32), dtype=np.float32)
        spaces: dict[str, Space[Any]] = {name: Discrete(size) for name, size in SIZES.items()}
        if self._counter is not None:
            spaces["count"] = Box(-bound, bound, (1,), np.float32)
        return Dict(spaces)

    def _observe(self) -> Any:
        values, count = self._values(), self._count()
        if self.flat:
            return np.array([*values, *count], np.float32)
        seen: dict[str, Any] = {name: np.int64(value) for name, value in zip(SIZES, values, strict=True)}
        if count:
            seen["count"] = np.array(count, np.float32)
        return seen

    def _count(self) -> tuple[float, ...]:
        """Returns the count as the only part, or nothing without one."""
        return (self._counter.value(),) if self._counter is not None else ()

    def _values(self) -> tuple[int, ...]:
        """Returns the parts of an observation in the order of ``SIZES``; before the deal only the phase is not 0."""
        if self._phase == BET:
            return (BET, 0, 0, 0, 0, 0)
        hands = self.state.hands[self._box]
        self._last = self.state.turn or (self._last if self._last in hands else None) or hands[0]
        return hand_values(self.state, self._phase, self._last)

    def _info(self) -> dict[str, Any]:
        mask: Mask = np.array(self._legal(), np.int8)
        self.action_space.legal = mask
        return {"action_mask": mask.copy(), "box": self._box, "net": self._net}

    def _legal(self) -> list[bool]:
        """Returns for every action whether it is legal now."""
        bets = [self._phase == BET] * len(self.bets)
        return [*bets, *[verb in self._commands for verb in DECISIONS]]

    def _text(self) -> str:
        if self._phase == BET:
            return "place your bet\n"
        hidden = " ??" if self._phase != SETTLED and self.state.hole >= 0 else ""
        lines = [f"dealer  {card_names(self.state.dealer[0])}{hidden}"]
        for box in range(1, self.boxes + 1):
            for hand in self.state.hands[box]:
                mark = " <" if hand is self.state.turn else ""
                lines.append(f"box {box}   {card_names(hand.cards)}  {'soft ' * hand.soft}{hand.total}{mark}")
        if self._phase == SETTLED:
            lines.append(f"net     {net_text(self._net)}")
        else:
            lines.append(f"box {self._box}: {', '.join(self._commands)}?")
        return "\n".join(lines) + "\n"


def hand_values(state: State, phase: int, hand: Hand) -> tuple[int, ...]:
    """Returns the parts of an observation of that hand, in the order of ``SIZES``."""
    cards = hand.cards
    pair = points(cards[0]) if len(cards) == 2 and points(cards[0]) == points(cards[1]) else 0
    return (phase, hand.total, hand.soft, pair, points(state.dealer[0][0]), len(state.hands[hand.box]))


def ante_of(rules: BlackjackRules, amount: int) -> tuple[tuple[str, int], ...]:
    """Returns the ante that a bet needs, as a side wager; nothing where there is none, or it is waived."""
    ante = rules.terms.ante
    return () if ante is None or ante_waived(rules, (amount,)) else (("ante", ante),)
