"""A vector of tables, stepped by random legal actions."""

from pitboss.envs.vector import BlackjackVectorEnv

envs = BlackjackVectorEnv(rules="6D H17 DAS LS", num_envs=64, observation="flat")
observations, info = envs.reset(seed=1)
observations, rewards, over, _, info = envs.step(envs.sample_actions())
assert observations.shape == (64, 6)
print(info["action_mask"].sum(axis=0), dict(zip(envs.action_names, info["action_mask"][0], strict=True)))
