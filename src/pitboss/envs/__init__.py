"""Gymnasium environments that step the engine. Importing this package registers them with Gymnasium."""

from pitboss.extras import require

require("envs", "gymnasium", "numpy")

import gymnasium

from pitboss.envs.actions import DECISIONS, IllegalAction
from pitboss.envs.blackjack import BLACKJACK, BlackjackEnv

__all__ = ["BLACKJACK", "DECISIONS", "BlackjackEnv", "IllegalAction"]

if BLACKJACK not in gymnasium.registry:
    gymnasium.register(id=BLACKJACK, entry_point="pitboss.envs.blackjack:BlackjackEnv")
