"""Gymnasium environments that step the engine, and a compiled vector of them. Importing registers them."""

from pitboss.extras import require

require("envs", "gymnasium", "numpy")

import gymnasium

from pitboss.envs.actions import IllegalAction
from pitboss.envs.blackjack import BLACKJACK, BlackjackEnv
from pitboss.envs.roulette import ROULETTE, RouletteEnv
from pitboss.strategy.decision_masks import DECISIONS

__all__ = ["BLACKJACK", "DECISIONS", "ROULETTE", "BlackjackEnv", "IllegalAction", "RouletteEnv"]

if BLACKJACK not in gymnasium.registry:
    gymnasium.register(
        id=BLACKJACK,
        entry_point="pitboss.envs.blackjack:BlackjackEnv",
        vector_entry_point="pitboss.envs.vector:BlackjackVectorEnv",
    )
if ROULETTE not in gymnasium.registry:
    gymnasium.register(id=ROULETTE, entry_point="pitboss.envs.roulette:RouletteEnv")
