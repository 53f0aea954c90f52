/** What is drawn on the cloth: its fields, the chips, and the mark on the number that won. */
import { money } from "../money";
import { ChipFace } from "../parts/Chips";
import { CELL, NAMES, positionName, type Position, type Spot } from "./geometry";

export interface Lying {
  player: string;
  amount: number;
  colour: string;
  /** So many chips of the colour that the dealer gave: "3 blue". */
  chips: string;
  result?: number | null;
}

/** What a place is, what it pays, and what lies there. */
export function placeLabel(position: Position, odds: string, lying: Lying[]): string {
  const on = lying.map(({ player, amount, chips }) => [player, chips, money(amount)].filter(Boolean).join(" ")).join(", ");
  return `${positionName(position)}, pays ${odds}${on ? `; ${on}` : ""}`;
}

export function Field({ position, spot, red, won }: { position: Position; spot: Spot; red: boolean; won: boolean }) {
  const { kind, place } = position;
  const fill = kind !== "straight" ? (kind === "red" ? "#a8202e" : kind === "black" ? "#16181c" : "transparent") : place === "0" ? "#12743f" : red ? "#a8202e" : "#16181c";
  const text = kind === "straight" ? place : kind === "column" ? "2 : 1" : kind === "dozen" ? `${["1st", "2nd", "3rd"][Number(place) - 1]} 12` : NAMES[kind];
  const middle = [spot.x + spot.width / 2, spot.y + spot.height / 2];
  return (
    <g class={won ? "won" : ""}>
      <rect {...spot} fill={fill} stroke="var(--felt-line)" stroke-width="1.5" />
      <text x={middle[0]} y={middle[1]} transform={spot.height > 1.8 * spot.width && kind !== "straight" ? `rotate(90 ${middle[0]} ${middle[1]})` : undefined} text-anchor="middle" dominant-baseline="central" fill="#fff" font-size={kind === "straight" ? 20 : 16} font-family="var(--serif)">
        {text}
      </text>
    </g>
  );
}

/** What lies on a place, everybody's in a colour of their own. */
export function Chips({ name, spot, lying }: { name: string; spot: Spot; lying: Lying[] }) {
  if (!lying.length) return null;
  // on a wide place beside what is written there, not on it
  const [x, y] = [spot.x + spot.width * (spot.width > 1.5 * CELL ? 0.82 : 0.5), spot.y + spot.height * (spot.height > 1.5 * CELL ? 0.82 : 0.5)];
  return (
    <g data-chips={name}>
      {lying.map(({ player, amount, colour, result }, nth) => (
        <g key={player} transform={`translate(${x - 13 + nth * 6} ${y - 13 - nth * 4})`} class={result == null ? "" : result > 0 ? "won" : "lost"}>
          <ChipFace chip={{ name: short(amount), colour }} size={26} />
        </g>
      ))}
    </g>
  );
}

function short(cents: number): string {
  const dollars = cents / 100;
  return dollars >= 1000 ? `${+(dollars / 1000).toFixed(1)}k` : String(dollars);
}

export function Dolly({ spot }: { spot: Spot }) {
  return <circle class="dolly" cx={spot.x + spot.width / 2} cy={spot.y + spot.height / 2} r={CELL / 2 - 3} fill="none" stroke="var(--gold)" stroke-width="4" />;
}
