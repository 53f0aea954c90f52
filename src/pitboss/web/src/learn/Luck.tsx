/** Results against expectation as a graph: the result of each round, the expectation, and bands of one and two deviations. */
import { money } from "../money";
import { learnWords } from "../strings/learn";
import type { LuckPoint } from "./figures";

const WIDTH = 720;
const HEIGHT = 240;
const EDGE = { left: 64, right: 12, top: 12, bottom: 24 };

export function Luck({ points }: { points: readonly LuckPoint[] }) {
  const all = [{ result: 0, expected: 0, deviation: 0 }, ...points];
  const most = Math.max(100, ...all.flatMap(({ result, expected, deviation }) => [Math.abs(result), Math.abs(expected) + 2 * deviation]));
  const x = (nth: number) => EDGE.left + ((WIDTH - EDGE.left - EDGE.right) * nth) / Math.max(1, all.length - 1);
  const y = (cents: number) => EDGE.top + ((HEIGHT - EDGE.top - EDGE.bottom) * (most - cents)) / (2 * most);
  const line = (value: (point: LuckPoint) => number) => all.map((point, nth) => `${nth ? "L" : "M"}${x(nth).toFixed(1)} ${y(value(point)).toFixed(1)}`).join("");
  const band = (times: number) => {
    const upper = all.map((point, nth) => `${x(nth).toFixed(1)} ${y(point.expected + times * point.deviation).toFixed(1)}`);
    const lower = all.map((point, nth) => `${x(nth).toFixed(1)} ${y(point.expected - times * point.deviation).toFixed(1)}`).reverse();
    return `M${upper.join("L")}L${lower.join("L")}Z`;
  };
  const last = all.at(-1)!;
  const luck = last.result - last.expected;
  const away = last.deviation ? luck / last.deviation : 0;
  return (
    <figure class="luck">
      <figcaption>{learnWords.luckSentence(money(last.result), money(Math.round(last.expected)), Math.abs(away).toFixed(1), luck >= 0)}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={learnWords.luckGraph(points.length)}>
        <path d={band(2)} class="band band-2" />
        <path d={band(1)} class="band band-1" />
        <path d={`M${EDGE.left} ${y(0)}H${WIDTH - EDGE.right}`} class="axis" />
        <path d={line(({ expected }) => expected)} class="expected" />
        <path d={line(({ result }) => result)} class="result" />
        {[most, 0, -most].map((cents) => (
          <text key={cents} x={EDGE.left - 8} y={y(cents) + 4} text-anchor="end">
            {money(Math.round(cents))}
          </text>
        ))}
        <text x={WIDTH - EDGE.right} y={HEIGHT - 6} text-anchor="end">
          {learnWords.roundsCount(points.length)}
        </text>
      </svg>
    </figure>
  );
}
