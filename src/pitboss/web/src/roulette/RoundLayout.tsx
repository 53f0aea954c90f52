import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Schemas } from "../api";
import { SPECTATOR } from "../live";
import { me } from "../session";
import { useLayout } from "../table/layout";
import { Felt } from "./Felt";
import { afterEvent, beforeRound } from "./roundView";
import { sceneOf } from "./scene";
import { useReplayStage } from "./stage";
import type { Card, View, You } from "./types";
import "../styles/parts.css";
import "../styles/table.css";
import "../styles/scene.css";
import "../styles/roulette.css";

interface RoundLayoutProps {
  card: Card;
  /** The table now, for its limits. */
  now: View;
  round: number;
  /** The described events of the round, and the one that is shown. */
  events: Schemas["EventInfo"][];
  at: number;
  onBusy: (busy: boolean) => void;
}

/** A moment of a finished spin on the same scene; from one event to the next ball, dolly and chips move as they did. */
export function RoundLayout({ card, now, round, events, at, onBusy }: RoundLayoutProps) {
  const player = me.value?.name ?? "";
  const { layout } = useLayout();
  const scene = useMemo(() => sceneOf(layout === "lying" ? "wide" : layout, 0), [layout]);
  const views = useMemo(() => events.reduce<View[]>((all, event) => [...all, afterEvent(all.at(-1)!, event)], [beforeRound(now, round)]).slice(1), [events]);
  const { stage, setPlaces, deliver } = useReplayStage();
  const before = useRef(-2);
  useLayoutEffect(() => {
    const event = events[at];
    const view = views[at];
    if (!event || !view) return;
    const updates = [{ version: at, events: [event] } as Schemas["Update"]];
    const you = { ...SPECTATOR, money: 0 } as unknown as You;
    deliver({ now: { version: at, view, you, updates } as never, card, updates, jump: at !== before.current + 1 });
    before.current = at;
  }, [at]);
  useEffect(() => onBusy(!!stage?.busy), [stage?.busy]);
  if (!stage) return null;
  const nothing = () => undefined;
  return (
    <div class="table roulette just-scene" data-cloth="nz" data-layout={layout}>
      <div class="stage" style={`aspect-ratio:${scene.width}/${scene.height}`}>
        <Felt {...{ stage, scene, player, setPlaces }} open={false} each={0} aim={null} onAim={nothing} onPlace={nothing} onTake={nothing} onNumbers={nothing} onLimits={nothing} />
      </div>
    </div>
  );
}
