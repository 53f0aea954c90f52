/** A card drawn in a box of 100 by 140, with a large index: faces are shapes, so that a scene is one picture. */
import { memo } from "preact/compat";
import { cardName, CROWN_PATHS, SUIT_PATHS } from "./cardNames";
import { round } from "./svg";

interface SuitProps {
  suit: string;
  x: number;
  y: number;
  size: number;
  class?: string;
}

export function Suit({ suit, x, y, size, class: name = `ink-${suit}` }: SuitProps) {
  return <path d={SUIT_PATHS[suit]} class={name} transform={`translate(${round(x - size / 2)} ${round(y - size / 2)}) scale(${round(size / 32)})`} />;
}

function Paper() {
  return <rect x=".75" y=".75" width="98.5" height="138.5" rx="9" class="card-paper" />;
}

function Face({ card }: { card: string }) {
  const [rank = "", suit = ""] = card;
  const ink = `ink-${suit}`;
  return (
    <g class="face">
      <Paper />
      <text x={rank === "T" ? 19.5 : 18.5} y="39" class={`card-rank ${ink}`} text-anchor="middle" {...(rank === "T" ? { textLength: 30, lengthAdjust: "spacingAndGlyphs" } : {})}>
        {rank === "T" ? "10" : rank}
      </text>
      <Suit suit={suit} x={18.5} y={57} size={23} />
      {CROWN_PATHS[rank] ? (
        <>
          <rect x="40" y="13" width="48" height="114" rx="24" class={`court-panel ${ink}`} />
          <rect x="43.5" y="16.5" width="41" height="107" rx="20.5" class={`court-line ${ink}`} />
          <path d={CROWN_PATHS[rank]} transform="translate(64 43) scale(.66)" class={ink} />
          <text x="64" y="90" class={`court-letter ${ink}`} text-anchor="middle">
            {rank}
          </text>
          <Suit suit={suit} x={64} y={107} size={17} />
        </>
      ) : rank === "A" ? (
        <>
          <circle cx="61" cy="92" r="30" class={`court-line ${ink}`} />
          <Suit suit={suit} x={61} y={92} size={40} />
        </>
      ) : (
        <Suit suit={suit} x={64} y={100} size={56} />
      )}
    </g>
  );
}

const LATTICE = Array.from({ length: 19 }, (_, nth) => {
  const from = -120 + nth * 12;
  return `M${Math.max(7, 7 + from)} ${from < 0 ? 7 - from : 7}L${Math.min(93, 133 + from)} ${133 + from > 93 ? 133 - (40 + from) : 133}`;
}).join("");

function Back() {
  return (
    <g class="back">
      <Paper />
      <rect x="7" y="7" width="86" height="126" rx="5" class="back-body" />
      <path d={LATTICE} class="back-line" />
      <rect x="11" y="11" width="78" height="118" rx="3" class="back-frame" />
      <circle cx="50" cy="70" r="17" class="back-medal" />
      <Suit suit="s" x={50} y={70} size={19} class="back-suit" />
    </g>
  );
}

interface CardShapeProps {
  /** Null while it lies face down: its face is then not in the document. */
  card: string | null;
  /** Width in units of the scene. */
  width: number;
}

/** A card with its centre at 0, 0. */
export const CardShape = memo(function CardShape({ card, width }: CardShapeProps) {
  return (
    <g class="card-shape" role="img" aria-label={card ? cardName(card) : "a card face down"} data-card={card ?? ""}>
      <g transform={`scale(${width / 100}) translate(-50 -70)`}>
        <rect x="0" y="2.5" width="100" height="140" rx="9" class="card-shade" />
        {card ? <Face card={card} /> : <Back />}
      </g>
    </g>
  );
});
