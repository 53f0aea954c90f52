"""`pitboss.envs` in use."""

import gymnasium

from pitboss.envs import BLACKJACK, DECISIONS, BlackjackEnv, IllegalAction

env = gymnasium.make(BLACKJACK, rulebook="nz-blackjack", bet_sizes=(1, 2)).unwrapped
assert isinstance(env, BlackjackEnv)
print(env.action_names, list(DECISIONS))
observation, info = env.reset(seed=1)
try:
    env.step(env.action_names.index("hit"))  # before the bet
except IllegalAction as error:
    print(error)
over = False
while not over:
    observation, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
print(reward, info["net"])
