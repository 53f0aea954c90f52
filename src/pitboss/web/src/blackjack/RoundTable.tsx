import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { me } from "../session";
import { useLayout } from "../table/layout";
import { Movers } from "../table/Moving";
import { Player } from "../timeline/player";
import { clothOf } from "./scene/cloth";
import { film, type Channels } from "./scene/film";
import { geometryOf } from "./scene/geometry";
import { sceneOf, type Scene, type SceneWager } from "./scene/model";
import { SceneView } from "./scene/SceneView";
import { layOut, type Thing } from "./scene/things";
import { Why } from "./Sheets";
import type { Box, Card, View } from "./types";
import "../styles/parts.css";
import "../styles/table.css";
import "../styles/scene.css";

const EMPTY: Box = { box: 0, seat: "", decides: "", hands: [], wagers: [], bets: [], lammer: 0, maximum: 0, reserved_for: "" };

/** A frame of a finished round as a view: empty boxes are left out of frames, and bets lie as wagers. */
function viewOf(card: Card, picture: Schemas["Picture"] | undefined): Pick<View, "phase" | "dealer" | "boxes" | "round"> {
  const lying = new Map((picture?.boxes ?? []).map((box) => [box.box, box]));
  const boxes = Array.from({ length: card.boxes }, (_, nth) => lying.get(nth + 1) ?? { ...EMPTY, box: nth + 1 });
  return { phase: picture?.phase ?? "betting", dealer: picture?.dealer ?? [], boxes, round: 1 };
}

/** A moment of a finished round on the same scene; from one moment to the next cards and chips move as they did. */
export function RoundTable({ card, picture, onBusy }: { card: Card; picture: Schemas["Picture"] | undefined; onBusy: (busy: boolean) => void }) {
  const player = me.value?.name ?? "";
  const { layout } = useLayout();
  const [why, setWhy] = useState<SceneWager | null>(null);
  const geometry = useMemo(() => geometryOf(layout === "lying" ? "wide" : layout, card.boxes, Math.ceil(card.boxes / 2), 0), [layout, card]);
  const view = viewOf(card, picture);
  const movers = useMemo(() => new Movers(), []);
  const stage = { geometry, cloth: card, player };
  const state = useMemo(() => signal<{ scene: Scene; things: Thing[] }>({ scene: sceneOf(view, null, player), things: [] }), []);
  const scheduler = useMemo(
    () =>
      new Player<Channels>({
        onState(now, timeline, t) {
          state.value = { scene: now.scene ?? state.peek().scene, things: now.things ?? state.peek().things };
          movers.pose(timeline, t);
        },
        onFrame: (timeline, t) => movers.pose(timeline, t),
      }),
    [],
  );
  useEffect(() => () => scheduler.stop(), []);
  useEffect(() => onBusy(scheduler.busy.value), [scheduler.busy.value]);
  useLayoutEffect(() => {
    scheduler.skip();
    const before = state.peek().scene;
    const goal = sceneOf(view, before, player);
    scheduler.play(film({ stage, before, goal, settle: () => goal, entries: [], balance: { from: 0, to: 0 }, ending: ["", ""], spoken: "" }), { jump: picture === undefined });
  }, [picture]);
  useEffect(() => {
    scheduler.skip();
    movers.pose(null, 0);
    const { scene } = state.peek();
    state.value = { scene, things: layOut(scene, stage).things };
  }, [geometry]);
  const nothing = () => undefined;
  return (
    <div class="table just-scene" data-cloth={clothOf(card.rulebook)} data-layout={layout}>
      <div class="stage" style={`aspect-ratio:${geometry.width}/${geometry.height}`}>
        <SceneView {...{ geometry, card, movers, player }} view={{}} scene={state.value.scene} things={state.value.things} open={false} here={false} waits={() => false} onPlace={nothing} onTake={nothing} seatAt={nothing} onSeat={nothing} onLimits={nothing} onWhy={setWhy} />
        {why && <Why wager={why} rulebook={card.rulebook} onClose={() => setWhy(null)} />}
      </div>
    </div>
  );
}
