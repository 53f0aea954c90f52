"""A tournament of five agents that act at random."""

from pitboss.envs.tournament import TournamentEnv

cup = TournamentEnv("nz-tournament", {"session": "rounds:2", "playoff": "rounds:1"}, players=5)
cup.reset(seed=1)
for agent in cup.agent_iter():
    _, reward, over, _, info = cup.last()
    cup.step(None if over else cup.action_space(agent).sample(info["action_mask"]))
    if over:
        print(agent, reward)
