"""Two agents at one table, by PettingZoo."""

from pitboss.envs.players import BlackjackPlayersEnv

table = BlackjackPlayersEnv("nz-blackjack", players=2, bet_sizes=(1, 2))
table.reset(seed=1)
for agent in table.agent_iter():
    _, reward, over, _, info = table.last()
    table.step(None if over else table.action_space(agent).sample(info["action_mask"]))
    if over:
        print(agent, reward)
