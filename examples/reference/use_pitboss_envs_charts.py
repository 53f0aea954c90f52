"""Tables that are played by the best chart, and a chart made of codes of cells."""

from pitboss.analyse.strategy import best_chart
from pitboss.envs.charts import CELLS, ChartPolicy, cells_of, chart_of_cells
from pitboss.envs.vector import BlackjackVectorEnv

envs = BlackjackVectorEnv(rules="6D H17 DAS LS", num_envs=64, observation="flat")
policy = ChartPolicy(best_chart(envs.rules))
observations, info = envs.reset(seed=1)
for _ in range(20):
    observations, rewards, over, cut, info = envs.step(policy.actions(observations, info["action_mask"]))
print(cells_of(observations, info["action_mask"]).max() < CELLS, chart_of_cells("stands", "S" * CELLS).name)
