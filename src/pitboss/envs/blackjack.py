"""Blackjack as a Gymnasium environment: one player, one round an episode, on the engine itself."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete, Space

from pitboss.atoms.hand import points
from pitboss.cards import card_names
from pitboss.envs.actions import DECISIONS, IllegalAction, LegalDiscrete, Mask, decision
from pitboss.envs.count import CardCounter
from pitboss.games.blackjack import act, legal_actions, open_state, refusal_of
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Hand
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.laboratory import GAME, laboratory_rules
from pitboss.law.options import choices_as_text
from pitboss.law.resolve import BlackjackRules, game_of
from pitboss.money import amount_text, net_text
from pitboss.strategy.count_systems import find_system
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
REWARD_UNITS: Final = ("first_wager", "minimum")
OBSERVATIONS: Final = ("dict", "flat")


class BlackjackEnv(gymnasium.Env[Any, Any]):
    """One round of blackjack an episode. The first action is the bet size, then each box is decided in turn.

    ``rulebook`` and ``options`` name a table, or ``rules`` does in shorthand such as ``6D H17 DAS LS``. One shoe serves
    many rounds; ``reset(seed=…)``, and a reset in the middle of a round, open a new table.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 # as Gymnasium declares it

    def __init__(
        self,
        rulebook: str = "",
        options: Mapping[str, str | int | bool] | None = None,
        *,
        rules: str = "",
        limits: tuple[int, int] = (1_000, 100_000),
        boxes: int = 1,
        count: str | None = None,
        bet_sizes: Sequence[int] = (1,),
        observation: str = "dict",
        reward_unit: str = "first_wager",
        render_mode: str | None = None,
    ) -> None:
        _check_choice("observation", observation, OBSERVATIONS)
        _check_choice("reward_unit", reward_unit, REWARD_UNITS)
        _check_choice("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        if not bet_sizes or any(type(size) is not int or size <= 0 for size in (boxes, *bet_sizes)):
            raise ValueError("boxes and every one of bet_sizes must be positive whole numbers")
        self.rules = _resolve(rulebook, options or {}, rules, Limits(*limits))
        self.render_mode = render_mode
        self._boxes = range(1, boxes + 1)
        self._bets = tuple(size * self.rules.limits.minimum for size in bet_sizes)
        #: What each action does.
        self.action_names = (*(f"bet {amount_text(bet)}" for bet in self._bets), *DECISIONS)
        self._reward_unit, self._flat = reward_unit, observation == "flat"
        self._system = find_system(count) if count is not None else None
        self._counter = CardCounter(self.rules, self._system) if self._system is not None else None
        self.action_space: LegalDiscrete = LegalDiscrete(len(self._bets), len(DECISIONS))
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
            self._open_table(int(self.np_random.integers(2**63)))
        self._phase, self._box, self._net, self._last = BET, 1, 0, None
        self._commands = {}
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Executes an action. The reward comes as the round settles. Raises IllegalAction for a refused action."""
        if self._phase == SETTLED:
            raise ResetNeeded("the round is over: call reset for the next one")
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is not an action: write a number from 0 to {len(self.action_names) - 1}")
        index = int(action)
        if self._phase == BET and index < len(self._bets):
            self._deal(self._bets[index])
        else:
            self._decide(index)
        self._advance()
        reward = 0.0
        if self._phase == SETTLED:
            unit = self._first_wager if self._reward_unit == "first_wager" else self.rules.limits.minimum
            reward = self._net / unit
        return self._observe(), reward, self._phase == SETTLED, False, self._info()

    def render(self) -> Any:
        """Returns the table as text in the mode ``ansi``; None without a render mode."""
        return self._text() if self.render_mode == "ansi" else None

    # --- the table -----------------------------------------------------------------------------------------------

    def _open_table(self, seed: int) -> None:
        self._shoe = ShuffledShoe(self.rules, seed)
        self._counter = CardCounter(self.rules, self._system) if self._system is not None else None
        self.state, events = open_state(self.rules, self._shoe)
        if self._counter is not None:
            self._counter.follow(events, self.state)
        self._do("join", cmd.JoinTable(player=PLAYER, money=BUY_IN))

    def _do(self, action: str, command: cmd.Command) -> None:
        done = act(self.rules, self.state, command, self._shoe)
        if isinstance(done, Refusal):
            raise IllegalAction(action, done)
        if self._counter is not None:
            self._counter.follow(done, self.state)

    def _deal(self, amount: int) -> None:
        self._first_wager = amount
        self._before = self.state.money[PLAYER]
        for box in self._boxes:
            self._do("bet", cmd.PlaceBet(player=PLAYER, box=box, amounts=(amount,)))
        self._do("deal", cmd.Deal())

    def _decide(self, index: int) -> None:
        """Executes an action that is not the bet before the round; a refused one changes nothing."""
        name = self.action_names[index]
        if index < len(self._bets):
            command: cmd.Command = cmd.PlaceBet(player=PLAYER, box=self._box, amounts=(self._bets[index],))
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
        self._phase = PLAY if self.state.turn_box else OFFER
        self._box = self.state.turn_box or commands[0].box
        self._commands = {command.verb: command for command in commands if command.box == self._box}

    def _check_bets(self) -> None:
        """Raises ValueError unless every bet size is legal on all boxes."""
        state, _ = open_state(self.rules, shoe := ShuffledShoe(self.rules, seed=0))
        act(self.rules, state, cmd.JoinTable(player=PLAYER, money=BUY_IN), shoe)
        for bet in self._bets:
            for box in self._boxes:
                command = cmd.PlaceBet(player=PLAYER, box=box, amounts=(bet,))
                refusal = refusal_of(self.rules, state, command)
                if refusal is not None:
                    raise IllegalAction(f"bet {amount_text(bet)} on box {box}", refusal)
                act(self.rules, state, command, shoe)

    # --- observations --------------------------------------------------------------------------------------------

    def _space(self) -> Space[Any]:
        bound = self._counter.bound if self._counter is not None else 0.0
        if self._flat:
            low, high = [0.0] * len(SIZES), [size - 1.0 for size in SIZES.values()]
            if self._counter is not None:
                low, high = [*low, -bound], [*high, bound]
            return Box(np.array(low, np.float32), np.array(high, np.float32), dtype=np.float32)
        spaces: dict[str, Space[Any]] = {name: Discrete(size) for name, size in SIZES.items()}
        if self._counter is not None:
            spaces["count"] = Box(-bound, bound, (1,), np.float32)
        return Dict(spaces)

    def _observe(self) -> Any:
        values = self._values()
        count = [self._counter.value()] if self._counter is not None else []
        if self._flat:
            return np.array([*values, *count], np.float32)
        seen: dict[str, Any] = {name: np.int64(value) for name, value in zip(SIZES, values, strict=True)}
        if count:
            seen["count"] = np.array(count, np.float32)
        return seen

    def _values(self) -> tuple[int, ...]:
        """Returns the parts of an observation in the order of ``SIZES``; before the deal only the phase is not 0."""
        if self._phase == BET:
            return (BET, 0, 0, 0, 0, 0)
        hands = self.state.hands[self._box]
        hand = self.state.turn or (self._last if self._last in hands else None) or hands[0]
        self._last = hand
        cards = hand.cards
        pair = points(cards[0]) if len(cards) == 2 and points(cards[0]) == points(cards[1]) else 0
        return (self._phase, hand.total, hand.soft, pair, points(self.state.dealer[0][0]), len(hands))

    def _info(self) -> dict[str, Any]:
        mask = self._mask()
        self.action_space.legal = mask
        return {"action_mask": mask.copy(), "box": self._box, "net": self._net}

    def _mask(self) -> Mask:
        bets = [self._phase == BET] * len(self._bets)
        return np.array([*bets, *(verb in self._commands for verb in DECISIONS)], np.int8)

    def _text(self) -> str:
        if self._phase == BET:
            return "place your bet\n"
        hidden = " ??" if self._phase != SETTLED and self.state.hole >= 0 else ""
        lines = [f"dealer  {card_names(self.state.dealer[0])}{hidden}"]
        for box in self._boxes:
            for hand in self.state.hands[box]:
                mark = " <" if hand is self.state.turn else ""
                lines.append(f"box {box}   {card_names(hand.cards)}  {'soft ' * hand.soft}{hand.total}{mark}")
        if self._phase == SETTLED:
            lines.append(f"net     {net_text(self._net)}")
        else:
            lines.append(f"box {self._box}: {', '.join(self._commands)}?")
        return "\n".join(lines) + "\n"


def _check_choice(name: str, value: str | None, allowed: Sequence[str | None]) -> None:
    if value not in allowed:
        raise ValueError(f"{name}={value!r}: write {' or '.join(map(repr, allowed))}")


def _resolve(rulebook: str, options: Mapping[str, Any], shorthand: str, limits: Limits) -> BlackjackRules:
    """Returns the rules of the table; raises ValueError, with the clause, where the law does not allow it."""
    if bool(rulebook) == bool(shorthand):
        raise ValueError("name one table: rulebook=… with its options, or rules='6D H17 DAS LS'")
    if shorthand:
        if options:
            raise ValueError("options belong to a rulebook: with rules=… write everything in its words")
        return laboratory_rules(shorthand, limits)
    rules = resolve(load_rulebook(rulebook), choices_as_text(options), limits)
    if isinstance(rules, Refusal):
        raise ValueError(str(rules))
    if game_of(rules) != GAME:
        raise ValueError(f"{rulebook} is a rulebook of {game_of(rules)}; this environment plays {GAME}")
    return rules
