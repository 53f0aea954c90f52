/** What never changes during a round: cloth, rail, inscriptions, float, shoe, discard rack. */
import { memo } from "preact/compat";
import { CHIPS } from "../../money";
import { t } from "../../strings";
import { ArcText } from "../../table/ArcText";
import { SpokenName } from "../../table/SpokenName";
import { SceneDefs } from "../../table/SceneDefs";
import { arc, polar, round } from "../../table/svg";
import type { Cloth, View } from "../types";
import { inscriptions, limitSign } from "./cloth";
import type { Geometry } from "./geometry";

export const TableDrawing = memo(function TableDrawing({ geometry: g, card }: { geometry: Geometry; card: Cloth }) {
  const spread = g.layout === "wide" ? 70 : 24; // beyond the picture: a replay is wider than a table
  const edge = (radius: number) => {
    const [from, to] = [polar(g.centre.x, g.centre.y, radius, 90 + spread), polar(g.centre.x, g.centre.y, radius, 90 - spread)];
    return `${arc(g.centre.x, g.centre.y, radius, 90 + spread, 90 - spread)}L${round(to.x)} -900L${round(from.x)} -900Z`;
  };
  const ring = (radius: number) => arc(g.centre.x, g.centre.y, radius, 90 + Math.max(spread, 50), 90 - Math.max(spread, 50));
  return (
    <g aria-hidden="true">
      <SceneDefs x={g.centre.x} y={g.height * 0.3} radius={g.width * 0.72} soft={g.width / 80} />
      <path d={edge(g.felt + g.rail)} fill="#000" opacity=".5" transform="translate(0 10)" filter="url(#soft)" />
      <path d={ring(g.felt + g.rail / 2)} fill="none" stroke="var(--rail-2)" stroke-width={g.rail} />
      <path d={ring(g.felt + g.rail * 0.42)} fill="none" stroke="var(--rail-1)" stroke-width={g.rail * 0.3} filter="url(#soft)" />
      <path d={ring(g.felt + g.rail * 0.2)} fill="none" stroke="var(--rail-3)" stroke-opacity=".55" stroke-width="1.6" />
      <path d={ring(g.felt + 2)} fill="none" stroke="url(#lip)" stroke-width="5" />
      <path d={ring(g.felt + g.rail - 7)} class="rail-stitch" />
      <clipPath id="felt-clip">
        <path d={edge(g.felt)} />
      </clipPath>
      <path d={edge(g.felt)} class="cloth" />
      <g clip-path="url(#felt-clip)">
        <rect x={-g.width} y={-200} width={g.width * 3} height={g.height + 200} class="grain" />
        <path d={arc(g.centre.x, g.centre.y, g.felt, 90 + spread, 90 - spread)} class="inner-shade" stroke-width={(26 * g.width) / 1200 + 8} />
      </g>
      <Inscriptions geometry={g} card={card} />
      <Float geometry={g} />
    </g>
  );
});

function Inscriptions({ geometry: g, card }: { geometry: Geometry; card: Cloth }) {
  const [title, drawing, insurance] = inscriptions(card);
  const on = (radius: number) => arc(g.centre.x, g.centre.y, radius, 120, 60);
  const line = g.insurance;
  return (
    <g>
      <ArcText d={on(g.title.r)} text={title} class="print-1" size={g.title.size} />
      {g.drawing && <ArcText d={on(g.drawing.r)} text={drawing} class="print-2" size={g.drawing.size} style={g.layout === "upright" ? "letter-spacing:.02em" : undefined} />}
      {line && (
        <>
          <path d={arc(g.centre.x, g.centre.y, line.from, 90 + line.spread, 90 - line.spread)} class="line-print" />
          <path d={arc(g.centre.x, g.centre.y, line.to, 90 + line.spread, 90 - line.spread)} class="line-print" />
          <ArcText d={on(line.r)} text={insurance} class="print-2" size={line.size} />
          {g.layout === "wide" && [-1, 1].map((side) => <ArcText key={side} d={arc(g.centre.x, g.centre.y, line.r, 90 + side * 13 + 6, 90 + side * 13 - 6)} text="◆" class="print-2 ornament" size={9} style="fill-opacity:.7" />)}
        </>
      )}
    </g>
  );
}

/** The dealer's float, its columns of chips. */
function Float({ geometry: { float } }: { geometry: Geometry }) {
  const order = ["5", "25", "100", "500", "1000", "500", "100", "25", "5", "1", "050"].map((key) => CHIPS.find((chip) => chip.key === key)!);
  return (
    <g transform={`translate(${float.x} ${float.y}) scale(${float.scale})`}>
      <rect x={-214} y={-40} width={428} height={68} rx={8} fill="#1b100a" stroke="var(--rail-3)" stroke-width="2.5" />
      {order.map(({ key }, nth) => {
        const x = -190 + nth * 38;
        return (
          <g key={nth}>
            <rect x={x - 16} y={-36} width={32} height={60} rx={4} fill="#0c0705" />
            {Array.from({ length: 7 + ((nth * 5) % 4) }, (_, chip) => (
              <g key={chip} transform={`translate(${x} ${18 - chip * 6.2})`}>
                <rect x={-15} y={-3} width={30} height={5.2} rx={1.6} fill={`var(--chip-${key})`} />
                <path d="M-10.800-3h3.600v5.200h-3.600zM-1.800-3h3.600v5.200h-3.600zM7.200-3h3.600v5.200h-3.600z" fill={`var(--chip-${key}-spot)`} />
              </g>
            ))}
          </g>
        );
      })}
    </g>
  );
}

/** The shoe with its cards, the shoe's other side beside it where there are two. */
export function Shoes({ geometry: { shoe, layout }, view }: { geometry: Geometry; view: Pick<View, "shoes"> }) {
  const shoes = view.shoes ?? [];
  const words = shoes.map(({ drawn, cards_in: cards, cutting_card_out: out }, nth) => [shoes.length > 1 ? t.blackjack.shoeSide("AB"[nth]!, drawn, cards) : t.blackjack.shoe(drawn, cards), out && t.blackjack.cuttingCardOut].filter(Boolean).join(", "));
  return (
    <g transform={`translate(${shoe.x} ${shoe.y}) scale(${shoe.scale})`} class="shoe" {...(words.length ? { role: "img" as const, "aria-label": words.join("; ") } : { "aria-hidden": true })}>
      <g transform="rotate(14)">
        <rect x={-57} y={-21} width={146} height={84} rx={8} fill="#000" opacity=".35" />
        <rect x={-44} y={-36} width={130} height={82} rx={7} fill="url(#shoe-body)" stroke="#55504c" stroke-width="1.5" />
        {Array.from({ length: 15 }, (_, nth) => (
          <rect key={nth} x={-28 + nth * 5.2} y={-27} width={3.7} height={64} rx={1} fill={nth % 2 ? "#e9e3d6" : "#cfc7b7"} />
        ))}
        <rect x={51} y={-27} width={5} height={64} fill="var(--gold)" />
        <path d="M-44-36L-72-24V36L-44 46Z" fill="#262220" stroke="#55504c" stroke-width="1.5" />
        <path d="M-78-20L-50-30V38L-78 32Z" fill="var(--card)" stroke="var(--card-edge)" />
        <path d="M-74-15L-54-22.500V31L-74 27Z" fill="var(--cloth-2)" />
      </g>
      {shoes.length > 1 && layout === "wide" && words.map((text, nth) => <text key={nth} x={20} y={80 + nth * 18} class="print-2 small-print" font-size="15" text-anchor="middle">{text}</text>)}
    </g>
  );
}

export function Rack({ geometry: { rack } }: { geometry: Geometry }) {
  return (
    <g transform={`translate(${rack.x} ${rack.y}) scale(${rack.scale}) rotate(-10)`} role="img" aria-label={t.blackjack.rack}>
      <rect x={-42} y={-24} width={92} height={76} rx={6} fill="#000" opacity=".3" />
      {Array.from({ length: 7 }, (_, nth) => (
        <rect key={nth} x={-34} y={24 - nth * 5} width={72} height={9} rx={2} fill={nth % 2 ? "#e8e1d3" : "#f7f2e7"} stroke="#b9ae9a" stroke-width=".7" />
      ))}
      <rect x={-34} y={-28} width={72} height={24} rx={3} fill="var(--cloth-2)" stroke="#f7f2e7" stroke-width="4" />
      <rect x={-44} y={-36} width={92} height={80} rx={6} fill="url(#glass)" stroke="#fff" stroke-opacity=".35" stroke-width="1.5" />
    </g>
  );
}

interface SignProps {
  geometry: Geometry;
  card: Cloth;
  view: Pick<View, "minimum" | "maximum">;
  onOpen: () => void;
}

/** The limit sign; pressed, it shows all limits and pay tables. */
export function LimitSign({ geometry: { sign }, card, view, onOpen }: SignProps) {
  const [range = "", ...sides] = limitSign(card, view.minimum, view.maximum);
  const press = (event: KeyboardEvent) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), onOpen());
  return (
    <g class="sign" transform={`translate(${sign.x} ${sign.y}) scale(${sign.scale})`} role="button" tabindex={0} onClick={onOpen} onKeyDown={press}>
      <SpokenName text={t.common.limits([range, ...sides].join(", "))} />
      <g aria-hidden="true">
      {sign.compact ? (
        <>
          <rect x={-46} y={-20} width={92} height={40} fill="transparent" />
          <rect x={-46} y={-14} width={92} height={28} rx={5} fill="#f6f0e2" />
          <text y={5.5} text-anchor="middle" font-size={range.length > 11 ? 12 : 15} class="sign-range" {...(range.length > 11 ? { textLength: 84, lengthAdjust: "spacingAndGlyphs" } : {})}>
            {range}
          </text>
        </>
      ) : (
        <>
          <rect x={-70} y={-46} width={140} height={96} rx={7} fill="#000" opacity=".32" transform="translate(3 6)" />
          <rect x={-70} y={-46} width={140} height={96} rx={7} fill="#f6f0e2" />
          <rect x={-65} y={-41} width={130} height={86} rx={4} fill="none" stroke="var(--cloth-2)" stroke-width="1.4" />
          <text y={sides.length > 2 ? -17 : sides.length ? -9 : 9} text-anchor="middle" font-size={range.length > 11 ? 19 : range.length > 9 || sides.length > 2 ? 22 : 24} class="sign-range">
            {range}
          </text>
          {sides.map((line, nth) => (
            <text key={nth} y={sides.length > 2 ? 3 + nth * 16 : 14 + nth * 19} text-anchor="middle" font-size={15} class="sign-line" {...(line.length > 16 ? { textLength: 116, lengthAdjust: "spacingAndGlyphs" } : {})}>
              {line}
            </text>
          ))}
        </>
      )}
      </g>
    </g>
  );
}
