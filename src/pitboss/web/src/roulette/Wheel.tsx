import { useEffect, useRef, useState } from "preact/hooks";

interface WheelProps {
  order: number[];
  reds: number[];
  /** The number in which the ball lies, or null while nobody knows. */
  number: number | null;
  spinning: boolean;
  /** Grows by one a spin, so that the same number twice turns the wheel twice. */
  spin: number;
}

const R = 150;

function wedge(index: number, of: number): string {
  const half = Math.PI / of;
  const middle = (index / of) * 2 * Math.PI;
  const point = (angle: number, radius: number) => `${radius * Math.sin(angle)} ${-radius * Math.cos(angle)}`;
  return `M ${point(middle - half, R)} A ${R} ${R} 0 0 1 ${point(middle + half, R)} L ${point(middle + half, 96)} A 96 96 0 0 0 ${point(middle - half, 96)} Z`;
}

/** The wheel, which turns and stops with the ball in its number at the top. */
export function Wheel({ order, reds, number, spinning, spin }: WheelProps) {
  const rest = (pocket: number | null) => (pocket === null ? 0 : (-order.indexOf(pocket) / order.length) * 360);
  const [turn, setTurn] = useState(() => rest(number)); // whoever comes later finds the wheel at rest
  const last = useRef(number === null ? -1 : spin);
  useEffect(() => {
    if (number === null || last.current === spin) return;
    last.current = spin;
    setTurn((before) => before - ((((before - rest(number)) % 360) + 360) % 360) - 1440);
  }, [number, spin, order]);
  const label = number === null ? (spinning ? "The wheel turns" : "The wheel") : `The ball lies in ${number}`;
  return (
    <svg class={`wheel${spinning ? " wheel-spinning" : ""}`} viewBox="-170 -178 340 348" role="img" aria-label={label}>
      <circle r="166" fill="var(--rail)" stroke="var(--rail-edge)" stroke-width="6" />
      <g class="wheel-turn" style={{ transform: `rotate(${turn}deg)` }}>
        {order.map((pocket, index) => {
          const angle = (index / order.length) * 360;
          return (
            <g key={pocket}>
              <path d={wedge(index, order.length)} fill={pocket === 0 ? "#12743f" : reds.includes(pocket) ? "#a8202e" : "#16181c"} stroke="#c9a227" stroke-width=".8" />
              <text transform={`rotate(${angle}) translate(0 -137)`} text-anchor="middle" dominant-baseline="central" font-size="13" font-weight="600" fill="#fff">
                {pocket}
              </text>
            </g>
          );
        })}
        <circle r="96" fill="var(--rail-edge)" />
        <circle r="58" fill="var(--rail)" stroke="#c9a227" stroke-width="2" />
        {[0, 90, 180, 270].map((angle) => (
          <path key={angle} d="M -4 0 L 0 -74 L 4 0 Z" fill="#c9a227" transform={`rotate(${angle})`} />
        ))}
        <circle r="12" fill="#e9c46a" />
      </g>
      {spinning && (
        <g class="ball-runs">
          <circle cx="0" cy="-158" r="7" fill="#fff" stroke="#999" />
        </g>
      )}
      {number !== null && !spinning && <circle class="ball" cx="0" cy="-110" r="7" fill="#fff" stroke="#999" />}
    </svg>
  );
}
