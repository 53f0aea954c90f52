/** The scene of a roulette table: cloth, wheel, layout, racetrack, board and chips in one picture. */
import { memo } from "preact/compat";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { me } from "../session";
import { t } from "../strings";
import { personName } from "../table/people";
import { SceneDefs } from "../table/SceneDefs";
import { arc } from "../table/svg";
import { motionReduced } from "../timeline/player";
import { Board } from "./Board";
import { ChipLayer, Dolly, Pill, stacksOf } from "./ChipLayer";
import { CloseUp } from "./CloseUp";
import { colourOf } from "./colours";
import { keyOf, type Places } from "./director";
import { Areas, Edges, Print } from "./Layout";
import { chipPoint, nameOf, type Position } from "./positions";
import { groupPoints, Racetrack } from "./Racetrack";
import type { Point, Scene } from "./scene";
import type { Stage } from "./stage";
import { useTouchAim } from "./touchAim";
import type { Card, Laid } from "./types";
import { Wheel, WheelDefs } from "./Wheel";

type Placed = Card["positions"][number];

export interface FeltProps {
  stage: Stage;
  scene: Scene;
  player: string;
  open: boolean;
  /** Neighbours on each side that a press on a number takes with it. */
  each: number;
  aim: Placed | null;
  onAim: (position: Placed | null) => void;
  onPlace: (position: Position) => void;
  onTake: (position: Position) => void;
  onNumbers: (numbers: number[]) => void;
  onLimits: () => void;
  setPlaces: (places: Places) => void;
}

/** Wagers as they lie: of a settled spin the winning ones stay until the next bet. */
export function wagersShown(stage: Stage): Laid[] {
  const { view, results } = stage;
  if (view.wagers.length || view.phase !== "betting") return view.wagers;
  return view.settled.filter((wager) => (wager.result ?? 0) > 0).map((wager) => ({ ...wager, colour: results.get(keyOf(wager))?.colour ?? "", count: results.get(keyOf(wager))?.count ?? 0 }));
}

/** Results of settled wagers that may be shown at this moment. */
export function resultsShown(stage: Stage): Laid[] {
  const { view, busy, results } = stage;
  if (busy) return [...results.values()];
  if (view.wagers.length || view.phase !== "betting") return view.wagers.filter((wager) => wager.result != null);
  return view.settled;
}

/** The number on which the dolly stands; null where there is none. */
export function dollyNumber({ view }: Stage): number | null {
  return view.dolly >= 0 && (view.phase !== "betting" || !view.wagers.length) ? view.dolly : null;
}

/** Where every position has its chips. */
export function usePoints(scene: Scene, card: Card): (name: string) => Point | null {
  return useMemo(() => {
    const points = new Map(card.positions.flatMap((position): [string, Point][] => (chipPoint(scene.grid, position) ? [[nameOf(position), chipPoint(scene.grid, position)!]] : [])));
    if (scene.race) for (const [name, at] of groupPoints(scene.race, card)) points.set(name, at);
    return (name: string) => points.get(name) ?? null;
  }, [scene, card]);
}

const floatOf = (scene: Scene): Point => ({ x: scene.wheel.x + scene.wheel.r * 0.6, y: -40 });
const trayOf = (scene: Scene): Point => ({ x: scene.width / 2, y: scene.height + 50 });

export function Felt(props: FeltProps) {
  const { stage, scene, player, open, aim, each, onAim, onPlace, onTake, onNumbers, setPlaces } = props;
  const { card, view, busy } = stage;
  const points = usePoints(scene, card);
  const stacks = stacksOf(wagersShown(stage), player, points, (name) => colourOf(view, name), scene.chip);
  const svg = useRef<SVGSVGElement>(null);
  const bubble = useTouchAim(svg, onAim);
  useLayoutEffect(() => {
    const at = new Map(stacks.map(({ key, at }) => [key, at]));
    setPlaces({ chips: (key) => at.get(key) ?? null, float: floatOf(scene), tray: trayOf(scene) });
  });
  // flights are laid out for one scene: another window shows their end
  useEffect(() => () => stage.skip(), [scene]);
  const dolly = dollyNumber(stage);
  const won = (position: Placed) => dolly !== null && (!busy || stage.lit) && position.numbers.includes(dolly);
  const covered = useMemo(() => new Set(aim?.numbers ?? []), [aim]);
  const words = chipWords(stage);
  const small = scene.kind === "upright" || scene.kind === "lying";
  const shown = view.number >= 0 && !stage.spinning ? view.number : null;
  return (
    <svg ref={svg} class="scene" viewBox={`0 0 ${scene.width} ${scene.height}`} preserveAspectRatio="xMidYMax meet" role="group" aria-label={t.roulette.table}>
      <SceneDefs x={scene.width * 0.58} y={scene.height * 0.3} radius={scene.width * 0.68} soft={scene.soft} />
      <WheelDefs />
      <Cloth scene={scene} />
      <Print {...{ scene, card }} />
      <Edges {...{ scene, card, won, covered }} />
      <Areas {...{ scene, open, onPlace, onTake, onAim }} positions={card.positions} chips={words} />
      {scene.race && <Racetrack oval={scene.race} font={scene.outside} {...{ card, each, open, won, covered, onPlace, onTake, onAim, onNumbers }} chips={words} />}
      <Board {...{ scene, card, view }} number={shown} onLimits={props.onLimits} />
      <ellipse cx={scene.wheel.x + 4} cy={scene.wheel.y + scene.wheel.r * 0.06} rx={scene.wheel.r * 1.02} ry={scene.wheel.r * 1.01} class="wheel-shade" />
      <Wheel x={scene.wheel.x} y={scene.wheel.y} radius={scene.wheel.r} order={card.wheel} colours={card.colours} driver={stage.driver} number={shown} spinning={stage.spinning} />
      <ChipLayer {...{ stage, scene, stacks }} tray={trayOf(scene)} />
      {dolly !== null && <Dolly {...{ scene, stage }} number={dolly} />}
      {resultsShown(stage).filter((wager) => wager.player === player && wager.result).map((wager) => {
        const at = points(nameOf(wager));
        return at && <Pill key={keyOf(wager)} at={at} wager={wager} scene={scene} />;
      })}
      {bubble}
      {small && view.phase === "closed" && view.dolly < 0 && !motionReduced() && <CloseUp {...{ scene, stage }} number={shown} />}
    </svg>
  );
}

/** The chips on a position in words: whose, and how much. */
export function chipWords(stage: Stage): (position: Position) => string {
  const byName = Map.groupBy(wagersShown(stage), nameOf);
  return (position) =>
    (byName.get(nameOf(position)) ?? []).map(({ player, amount, colour, count }) => [player === me.peek()?.name ? t.results.you : personName(player), count ? `${count} ${colour}` : "", t.roulette.amount(amount)].filter(Boolean).join(" ")).join(", ");
}

/** Centre of the flat arc that the rail follows. */
const FAR = 5200;

/** Cloth, grain and rail: they run beyond the picture to the edges of the stage. */
const Cloth = memo(function Cloth({ scene }: { scene: Scene }) {
  const { width, height, felt, rail } = scene;
  const line = (y: number) => arc(width / 2, felt - FAR, FAR + y, 102, 78);
  const body = `${line(0)}L${width * 2} -900L${-width} -900Z`;
  return (
    <g aria-hidden="true">
      <path d={body} class="cloth" />
      <clipPath id="felt-clip">
        <path d={body} />
      </clipPath>
      <g clip-path="url(#felt-clip)">
        <rect x={-width * 0.4} y="-200" width={width * 1.8} height={height + 200} class="grain" />
        <path d={line(0)} class="inner-shade" stroke-width="22" />
      </g>
      <path d={line(rail / 2)} fill="none" stroke="var(--rail-2)" stroke-width={rail} />
      <path d={line(rail * 0.42)} fill="none" stroke="var(--rail-1)" stroke-width={rail * 0.3} filter="url(#soft)" />
      <path d={line(2)} fill="none" stroke="url(#lip)" stroke-width="5" />
      <path d={line(rail * 0.2)} fill="none" stroke="var(--rail-3)" stroke-opacity=".55" stroke-width="1.5" />
      <path d={line(rail - 7)} class="rail-stitch" />
    </g>
  );
});
