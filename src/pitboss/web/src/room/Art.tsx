/** The picture of a table in a list: cards, chips and an inscription on its cloth, or a wheel. */
import { clothOf } from "../blackjack/scene/cloth";
import { ArcText } from "../table/ArcText";
import { CardShape } from "../table/CardShape";
import { StackShape } from "../table/ChipShape";
import { arc, keystone, round } from "../table/svg";
import { plain } from "../plain";
import { t } from "../strings";

const WIDTH = 300;
const HEIGHT = 150;
const WHEEL = [0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26];
const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
const POCKET = 360 / WHEEL.length;
/** Two cards that suit the inscription of a cloth. */
const HANDS: Record<string, [string, string]> = { nz: ["As", "Kh"], mbs: ["Qd", "Qs"], canberra: ["9c", "4h"], tribal: ["Jc", "Ad"] };
const ACES: [card: string, place: number][] = [
  ["Ah", -1.5],
  ["Ac", -0.5],
  ["Ad", 0.5],
  ["As", 1.5],
];

function Wheel() {
  const radius = HEIGHT * 0.86;
  return (
    <g transform={`translate(${WIDTH / 2} ${HEIGHT * 1.02}) rotate(-8)`}>
      <circle r={radius} fill="var(--rail-1)" />
      <circle r={radius * 0.95} fill="var(--rail-2)" />
      {WHEEL.map((number, nth) => (
        <path
          key={number}
          d={keystone(0, 0, round(radius * 0.56), round(radius * 0.84), (nth - 0.5) * POCKET - 90, (nth + 0.5) * POCKET - 90)}
          class={number === 0 ? "pocket-green" : RED.has(number) ? "pocket-red" : "pocket-black"}
        />
      ))}
      {WHEEL.map((number, nth) => (
        <text key={number} transform={`rotate(${round(nth * POCKET)}) translate(0 ${round(-radius * 0.68)})`} class="pocket-number" font-size={radius * 0.1} text-anchor="middle">
          {number}
        </text>
      ))}
      <circle r={radius * 0.56} class="wheel-bowl" />
      <circle cx={radius * 0.12} cy={-radius * 0.89} r={radius * 0.04} fill="#fff" />
    </g>
  );
}

function At({ card, x, y, turn }: { card: string; x: number; y: number; turn: number }) {
  return (
    <g transform={`translate(${round(x)} ${round(y)}) rotate(${turn})`}>
      <CardShape card={card} width={HEIGHT * 0.3} />
    </g>
  );
}

export function Art({ game, rulebook }: { game: string; rulebook: string }) {
  const cloth = clothOf(rulebook);
  const centre = WIDTH / 2;
  const [left, right] = HANDS[cloth] ?? HANDS.nz!;
  const inscription = game === "tournament" ? t.room.tournamentArt : game !== "blackjack" ? t.room.gameArt(plain(game)) : (t.room.art[cloth as keyof typeof t.room.art] ?? t.room.otherArt);
  return (
    <span class="art" data-cloth={cloth} aria-hidden="true">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice">
        {game === "roulette" ? (
          <Wheel />
        ) : (
          <>
            <ArcText d={arc(centre, -HEIGHT * 2.1, HEIGHT * 2.52, 130, 50)} text={inscription} class="print-1" size={HEIGHT * 0.105} />
            <path d={arc(centre, -HEIGHT * 2.1, HEIGHT * 2.6, 105, 75)} class="line-print" />
            {game === "tournament" ? (
              ACES.map(([card, place]) => <At key={card} card={card} x={centre + place * HEIGHT * 0.2} y={HEIGHT * 0.84 + Math.abs(place) * 4} turn={place * 7} />)
            ) : (
              <>
                <At card={left} x={centre - HEIGHT * 0.13} y={HEIGHT * 0.8} turn={-6} />
                <At card={right} x={centre + HEIGHT * 0.13} y={HEIGHT * 0.77} turn={5} />
                {[-1, 1].map((side) => (
                  <g key={side} transform={`translate(${round(centre + side * HEIGHT * 0.58)} ${round(HEIGHT * 0.82)})`}>
                    <StackShape cents={side < 0 ? 7500 : 11_000} radius={HEIGHT * 0.1} />
                  </g>
                ))}
              </>
            )}
          </>
        )}
      </svg>
    </span>
  );
}
