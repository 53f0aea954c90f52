/** The table as one picture: the drawn cloth, the boxes, and the cards and chips where the timeline says they are. */
import { useMemo } from "preact/hooks";
import { money } from "../../money";
import { keepFocus } from "../../parts/focus";
import { t } from "../../strings";
import { CardShape } from "../../table/CardShape";
import { StackShape } from "../../table/ChipShape";
import { Moving, type Movers } from "../../table/Moving";
import { round } from "../../table/svg";
import type { Cloth, View } from "../types";
import { outcomeText } from "../words";
import { BoxDrawing, type Placing } from "./BoxDrawing";
import type { Geometry } from "./geometry";
import type { Scene, SceneHand, SceneWager } from "./model";
import { Signs } from "./Signs";
import { LimitSign, Rack, Shoes, TableDrawing } from "./TableDrawing";
import { badgeWidth, layOut, type Pill, type Thing, type Total } from "./things";

interface SceneViewProps extends Placing {
  geometry: Geometry;
  card: Cloth;
  view: Partial<View>;
  scene: Scene;
  things: Thing[];
  movers: Movers;
  /** The amounts of chips are read out with their boxes. */
  onWhy: (wager: SceneWager, box: number) => void;
  onLimits: () => void;
}

export function SceneView({ geometry, card, view, scene, things, movers, onWhy, onLimits, ...placing }: SceneViewProps) {
  const laid = useMemo(() => layOut(scene, { geometry, cloth: card, player: placing.player }), [scene, geometry, card, placing.player]);
  const places = [...geometry.boxes.values()].sort((one, two) => one.box - two.box);
  return (
    <svg class="scene" viewBox={`0 0 ${geometry.width} ${round(geometry.height)}`} preserveAspectRatio="xMidYMax meet" role="group" aria-label={t.blackjack.table} onMouseDown={keepFocus}>
      <TableDrawing geometry={geometry} card={card} />
      <Shoes geometry={geometry} view={{ shoes: view.shoes ?? [] }} />
      <Rack geometry={geometry} />
      {view.minimum !== undefined && view.maximum !== undefined && <LimitSign geometry={geometry} card={card} view={{ minimum: view.minimum, maximum: view.maximum }} onOpen={onLimits} />}
      <Signs geometry={geometry} card={card} view={view} />
      {places.map((place) => {
        const box = scene.boxes.find((each) => each.box === place.box);
        return box && <BoxDrawing key={place.box} {...{ geometry, place, box }} cloth={card} betting={scene.betting} {...placing} />;
      })}
      <Hands scene={scene} things={laid.things} />
      {things.map((thing) => (
        <Moving key={thing.id} id={thing.id} rest={thing.rest} movers={movers}>
          {thing.kind === "card" ? <CardShape card={thing.code} width={thing.size} /> : <StackShape cents={thing.cents} radius={thing.size} />}
        </Moving>
      ))}
      {laid.totals.map((total) => (
        <TotalBadge key={total.id} total={total} />
      ))}
      {laid.pills.map((pill) => (
        <ResultPill key={pill.id} pill={pill} reach={geometry.layout === "wide" ? 27 : geometry.layout === "tablet" ? 23 : 21} onWhy={() => onWhy(pill.wager, pill.box)} />
      ))}
    </svg>
  );
}

/** What lies on the table, for screen readers: a group for each hand, and an amount for each wager. */
function Hands({ scene, things }: { scene: Scene; things: Thing[] }) {
  const names = t.blackjack;
  const at = new Map(things.map((thing) => [thing.id, thing]));
  const wager = (each: SceneWager) => {
    const stack = at.get(each.id);
    return stack && <Area key={each.id} role="img" label={t.blackjack.laid(each.player, t.blackjack.wager(each.kind), money(each.amount))} things={[stack]} />;
  };
  const hand = (each: SceneHand, label: string) => <Area key={label} role="group" label={label} things={each.cards.flatMap(({ id }) => at.get(id) ?? [])} />;
  return (
    <>
      {scene.dealer.map((each, nth) => hand(each, `${scene.dealer.length > 1 ? names.dealerHandNumber(nth + 1) : names.dealerHand}${each.total ? `, ${names.total(each.total)}` : ""}`))}
      {scene.boxes.flatMap((box) => [
        ...box.hands.map((each, nth) => hand(each, `${box.hands.length > 1 ? names.handNumber(nth + 1, box.box) : names.handOfBox(box.box)}${each.total ? `, ${names.total(each.total)}` : ""}${each.inTurn ? `, ${names.inTurn}` : ""}`)),
        ...[...box.hands.flatMap((each) => each.wagers), ...box.wagers, ...box.bets].map(wager),
      ])}
    </>
  );
}

/** The area of some things, with a name and without a drawing. */
function Area({ role, label, things }: { role: "group" | "img"; label: string; things: Thing[] }) {
  if (!things.length) return null;
  const half = ({ kind, size }: Thing) => (kind === "card" ? { x: size / 2, y: size * 0.7 } : { x: size, y: size });
  const left = Math.min(...things.map((thing) => thing.rest.x - half(thing).x));
  const right = Math.max(...things.map((thing) => thing.rest.x + half(thing).x));
  const top = Math.min(...things.map((thing) => thing.rest.y - half(thing).y));
  const bottom = Math.max(...things.map((thing) => thing.rest.y + half(thing).y));
  return (
    <g role={role} aria-label={label} class="area">
      <rect x={round(left)} y={round(top)} width={round(right - left)} height={round(bottom - top)} fill="transparent" pointer-events="none" />
    </g>
  );
}

function TotalBadge({ total: { text, state, at, size } }: { total: Total }) {
  const width = badgeWidth(text, size);
  return (
    <g class={`badge total${state ? ` ${state}` : ""}${text === "blackjack" ? " total-blackjack" : ""}`} transform={`translate(${round(at.x)} ${round(at.y)})`} aria-hidden="true">
      <rect rx={size * 0.72} height={size * 1.44} y={-size * 0.72} width={round(width)} x={round(-width / 2)} stroke-width="1.3" />
      <text y={size * 0.36} font-size={size}>
        {t.blackjack.total(text)}
      </text>
    </g>
  );
}

/** What a wager brought; pressed, why and by which clause. */
function ResultPill({ pill: { wager, at, size, own, merged, turn, room }, reach, onWhy }: { pill: Pill; reach: number; onWhy: () => void }) {
  const text = outcomeText(wager);
  const result = wager.result ?? 0;
  const state = result > 0 ? "win" : result < 0 ? "lose" : "even";
  const kind = result > 0 ? "wager-won" : result < 0 ? "wager-lost" : "wager-even";
  const shown = text.length > room ? text.replace("$", "") : text;
  const width = badgeWidth(shown, size);
  return (
    <g class={`wager ${kind}${own ? " wager-mine" : ""}`}>
      <g
        class={`badge result-mark ${state}`}
        transform={`translate(${round(at.x)} ${round(at.y)}) rotate(${round(turn)})`}
        role={merged ? "img" : "button"}
        tabindex={own ? 0 : merged ? undefined : -1}
        aria-label={t.blackjack.resultLabel(wager.player, t.blackjack.wager(wager.kind), text)}
        onClick={merged ? undefined : onWhy}
        onKeyDown={(event) => !merged && (event.key === "Enter" || event.key === " ") && (event.preventDefault(), onWhy())}
      >
        <circle r={reach} fill="transparent" />
        <rect rx={size * 0.72} height={size * 1.44} y={-size * 0.72} width={round(width)} x={round(-width / 2)} stroke-width="1.3" />
        <text y={size * 0.36} font-size={size} aria-hidden="true">
          {shown}
        </text>
      </g>
    </g>
  );
}
