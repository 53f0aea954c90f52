/** Chips on the layout and their way: laid from the tray, collected to the float, paid from it. */
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { money } from "../money";
import { ChipShape, StackShape } from "../table/ChipShape";
import { Moving } from "../table/Moving";
import type { Pose } from "../timeline/timeline";
import { DOLLY_TRACK, keyOf, payTrack, stakeTrack } from "./director";
import { dollyPoint, isField, nameOf } from "./positions";
import type { Point, Scene } from "./scene";
import type { Stage } from "./stage";
import type { Laid } from "./types";

const AT_REST: Pose = { x: 0, y: 0, r: 0, s: 1, o: 1, face: 1 };

/** The chips of one wager, and where they are. */
export interface Stack {
  key: string;
  wager: Laid;
  at: Point;
  own: boolean;
  /** The player's colour: the dealer's, or one of the page's own. */
  colour: string;
}

/** Stacks by position, the owners of one position side by side. */
export function stacksOf(wagers: readonly Laid[], player: string, where: (name: string) => Point | null, colour: (player: string) => string, chip: number): Stack[] {
  const byName = Map.groupBy(wagers, nameOf);
  return [...byName].flatMap(([name, here]) => {
    const at = where(name);
    if (!at) return [];
    return here.map((wager, nth): Stack => ({ key: keyOf(wager), wager, at: { x: at.x + nth * chip * 0.5, y: at.y - nth * chip * 0.35 }, own: wager.player === player, colour: colour(wager.player) }));
  });
}

interface ChipLayerProps {
  stage: Stage;
  scene: Scene;
  stacks: Stack[];
  tray: Point;
}

export function ChipLayer({ stage, scene, stacks, tray }: ChipLayerProps) {
  const drawn = useRef<ReadonlySet<string> | null>(null);
  useLayoutEffect(() => {
    drawn.current = new Set(stacks.map(({ key }) => key));
  });
  useLayoutEffect(stage.pose);
  const before = drawn.current;
  const names = Map.groupBy(stacks, ({ wager }) => nameOf(wager));
  return (
    <g aria-hidden="true" class="cloth-chips">
      {[...names].map(([name, here]) => (
        <g key={name} data-chips={name}>
          {here.map((stack) => (
            <StackOnLayout key={stack.key} {...{ stack, scene, tray, stage }} fresh={!!before && stack.own && !before.has(stack.key)} />
          ))}
        </g>
      ))}
      {stage.busy && [...stage.paying].map(([key, wager]) => <Payment key={key} stack={stacks.find((stack) => stack.key === key)} {...{ wager, scene, stage }} />)}
    </g>
  );
}

function StackOnLayout({ stack, scene, tray, stage, fresh }: { stack: Stack; scene: Scene; tray: Point; stage: Stage; fresh: boolean }) {
  const { key, at, wager } = stack;
  const rest = useMemo((): Pose => ({ ...AT_REST, ...at }), [at.x, at.y]);
  const laid = useRef(fresh);
  return (
    <Moving id={stakeTrack(key)} rest={rest} movers={stage.movers}>
      <g class={`${(wager.result ?? 0) > 0 ? "won" : ""}${laid.current ? " laid" : ""}`} style={laid.current ? `--from-x:${tray.x - at.x}px;--from-y:${tray.y - at.y}px` : undefined}>
        <Chips {...{ stack }} radius={scene.chip} />
      </g>
    </Moving>
  );
}

/** Own chips by denomination; chips of a colour, and other players' chips, in one colour each. */
export function Chips({ stack: { wager, own, colour }, radius }: { stack: Stack; radius: number }) {
  if (own && !wager.colour) return <StackShape cents={wager.amount} radius={radius} />;
  return (
    <g class="stack-shape">
      <ellipse cx="1" cy={radius * 0.28} rx={radius * 0.95} ry={radius * 0.9} class="chip-shade" />
      <ChipShape chip={{ name: wager.count ? String(wager.count) : short(wager.amount), colour }} radius={radius * (own ? 1 : 0.88)} />
    </g>
  );
}

function short(cents: number): string {
  const dollars = cents / 100;
  return dollars >= 1000 ? `${+(dollars / 1000).toFixed(1)}K` : String(dollars);
}

/** Payments are value chips: they come from the float, rest beside the stake, and go to their owner. */
function Payment({ stack, wager, scene, stage }: { stack: Stack | undefined; wager: Laid; scene: Scene; stage: Stage }) {
  const hidden = useMemo((): Pose => ({ ...AT_REST, o: 0 }), []);
  if (!stack) return null;
  return (
    <Moving id={payTrack(stack.key)} rest={hidden} movers={stage.movers}>
      <g transform={`translate(${scene.chip * 1.3} ${-scene.chip * 0.5})`}>
        <StackShape cents={wager.result ?? 0} radius={scene.chip} />
      </g>
    </Moving>
  );
}

/** The dolly on the winning number. */
export function Dolly({ scene, number, stage }: { scene: Scene; number: number; stage: Stage }) {
  const at = dollyPoint(scene, number);
  const q = scene.chip / 15;
  return (
    <g transform={`translate(${at.x} ${at.y})`} aria-hidden="true">
      <Moving id={DOLLY_TRACK} rest={AT_REST} movers={stage.movers}>
        <g class="dolly" data-dolly={number} transform={`scale(${q})`}>
          <ellipse cy="7" rx="9" ry="4.5" fill="#cfd4d6" stroke="#7c8587" />
          <path d="M-5 6C-3 -3 -3.5 -6 -3.5 -12H3.5C3.5 -6 3 -3 5 6Z" fill="#eef2f2" stroke="#8a9496" />
          <circle cy="-14" r="5.5" fill="#fff" stroke="#8a9496" />
        </g>
      </Moving>
    </g>
  );
}

/** Where the pill of a result is, in radii of a chip from the place of the wager, so that pills side by side do not meet. */
function pillOffset(kind: string, won: boolean, upright: boolean): Point {
  if (kind === "neighbour") return { x: 3.1, y: 0 };
  // below the label of its field
  if (isField(kind) && kind !== "straight" && !upright) return { x: 0, y: won ? 1.6 : 1.3 };
  if (!won) return { x: 0, y: 0 };
  // low cells have their number on the left, which stays readable
  return { x: upright ? 0.6 : 0, y: (kind === "straight" ? 1 : -1) * (upright ? 1.55 : 1.9) };
}

/** What an own wager won or lost, beside its place. */
export function Pill({ at, wager, scene }: { at: Point; wager: Laid; scene: Scene }) {
  const cents = wager.result ?? 0;
  const size = Math.max(scene.race ? 13 : 11.5, scene.chip * 0.97);
  // without the sign of dollars where cells are small, so that numbers stay readable
  const text = `${cents > 0 ? "+" : ""}${scene.race ? money(cents) : money(cents).replace("$", "")}`;
  const width = text.length * size * 0.56 + size * 0.9;
  const offset = pillOffset(wager.kind, cents > 0, scene.grid.upright);
  const x = Math.min(Math.max(at.x + offset.x * scene.chip, width / 2 + 2), scene.width - width / 2 - 2);
  return (
    <g class={`badge ${cents > 0 ? "win" : "lose"}`} transform={`translate(${x} ${at.y + offset.y * scene.chip})`} aria-hidden="true">
      <rect x={-width / 2} y={-size * 0.7} width={width} height={size * 1.4} rx={size * 0.7} stroke-width="1.3" />
      <text y={size * 0.36} font-size={size}>
        {text}
      </text>
    </g>
  );
}
