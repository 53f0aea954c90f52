/** On a phone the wheel is small: while the ball runs, a large second drawing of it is shown over the layout, which is closed then. */
import { Wheel } from "./Wheel";
import type { Scene } from "./scene";
import type { Stage } from "./stage";

const PLATE: Record<string, string> = { red: "#a8202d", black: "#17181b", green: "#14734a" };

export function CloseUp({ scene, stage, number }: { scene: Scene; stage: Stage; number: number | null }) {
  const { width, height } = scene;
  const radius = Math.min(width * 0.47, height * 0.47);
  const { card } = stage;
  return (
    <g class="close-up" aria-hidden="true">
      <rect x={-width} y={-height} width={3 * width} height={3 * height} class="close-up-shade" />
      <Wheel closeUp x={width / 2} y={height / 2} radius={radius} order={card.wheel} colours={card.colours} driver={stage.driver} number={null} spinning={stage.spinning} />
      {number !== null && (
        <g class="plate" transform={`translate(${width / 2} ${height / 2})`}>
          <rect x={-radius * 0.26} y={-radius * 0.26} width={radius * 0.52} height={radius * 0.52} rx="10" fill={PLATE[card.colours[number]!]} />
          <text y={radius * 0.11} class="num" font-size={radius * 0.3}>
            {number}
          </text>
        </g>
      )}
    </g>
  );
}
