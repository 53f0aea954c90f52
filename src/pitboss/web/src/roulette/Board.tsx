/** The board: the winning number, the last numbers with hot and cold ones, and the limits. */
import { t } from "../strings";
import { hotAndCold } from "./figures";
import type { Scene } from "./scene";
import type { Card, View } from "./types";

const PLATE: Record<string, string> = { red: "#a8202d", black: "#17181b", green: "#14734a" };

interface BoardProps {
  scene: Scene;
  card: Card;
  view: View;
  /** The number on the plate; null while the ball runs and before the first spin. */
  number: number | null;
  onLimits: () => void;
}

export function Board({ scene, card, view, number, onLimits }: BoardProps) {
  const { plate } = scene;
  return (
    <>
      <g class="plate" transform={`translate(${plate.x} ${plate.y})`} aria-hidden="true">
        <rect x={-plate.size / 2} y={-plate.size / 2} width={plate.size} height={plate.size} rx="8" fill={number === null ? "#0d0c0b" : PLATE[card.colours[number]!]} />
        <text y={plate.size * 0.2} class="num" font-size={plate.size * 0.56} data-plate>
          {number ?? ""}
        </text>
      </g>
      <LastNumbers {...{ scene, card }} numbers={view.numbers} />
      <HotAndCold {...{ scene, card }} numbers={view.numbers} />
      {scene.sign && <Sign at={scene.sign} {...{ view, onLimits }} narrow={scene.kind !== "wide"} />}
    </>
  );
}

function LastNumbers({ scene, card, numbers }: { scene: Scene; card: Card; numbers: readonly number[] }) {
  const { last } = scene;
  const shown = numbers.slice(0, last.columns * last.rows);
  const label = shown.length ? `${t.roulette.lastNumbers}: ${shown.join(", ")}` : `${t.roulette.lastNumbers}: ${t.roulette.noNumbers}`;
  return (
    <g class="last" role="img" aria-label={label}>
      {Array.from({ length: last.columns * last.rows }, (_, nth) => {
        const x = last.x + (nth % last.columns) * last.cell;
        const y = last.y + Math.floor(nth / last.columns) * last.row;
        const number = shown[nth];
        return (
          <g key={nth}>
            <rect x={x} y={y} width={last.cell - 3} height={last.row - 4} rx="4" class="last-cell" />
            {number !== undefined && (
              <text x={x + (last.cell - 3) / 2} y={y + (last.row - 4) / 2 + last.font * 0.36} class={`hist ${card.colours[number]}`} font-size={last.font} data-number>
                {number}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

function HotAndCold({ scene, card, numbers }: { scene: Scene; card: Card; numbers: readonly number[] }) {
  const { x, y, font, narrow } = scene.hot;
  const { hot, cold, spins } = hotAndCold(numbers, card.wheel);
  const hots = hot.map(({ number, times }) => (narrow ? String(number) : t.roulette.hotNumber(number, times))).join(" · ") || t.roulette.none;
  const colds = !cold.length ? t.roulette.none : narrow ? cold.join(" · ") : t.roulette.coldIn(cold.join(" · "), spins);
  // beside each other where the board is a line
  const aside = scene.kind === "tablet" ? 150 : 0;
  return (
    <g class="hot-cold" font-size={font}>
      <text x={x} y={y} class="hot-name">
        {t.roulette.hot}
      </text>
      <text x={x + font * 2.9} y={y} class="hot-numbers">
        {hots}
      </text>
      <text x={x + aside} y={aside ? y : y + font * 1.5} class="hot-name">
        {t.roulette.cold}
      </text>
      <text x={x + aside + font * 2.9} y={aside ? y : y + font * 1.5} class="hot-numbers">
        {colds}
      </text>
    </g>
  );
}

function Sign({ at, view, onLimits, narrow }: { at: { x: number; y: number; font: number }; view: View; onLimits: () => void; narrow: boolean }) {
  const range = t.roulette.range(view.minimum, view.maximum);
  const width = Math.max(80, range.length * at.font * 0.6 + 16);
  const x = narrow ? at.x : at.x + 84 - width;
  return (
    <g class="sign" transform={`translate(${x} ${at.y - 26})`} role="button" tabindex={0} aria-label={t.common.limits(range)} onClick={onLimits} onKeyDown={(event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), onLimits())}>
      <rect width={width} height="46" rx="5" />
      <text x={width / 2} y="19" class="sign-name" font-size={at.font * 0.95}>
        {t.roulette.limits}
      </text>
      <text x={width / 2} y="38" class="sign-range" font-size={at.font * 1.06}>
        {range}
      </text>
    </g>
  );
}
