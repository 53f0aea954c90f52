/** The blackjack table: the shell, the staged scene, and what a player, a dealer or an operator does at it. */
import { isStaff } from "../roles";
import { lazy, Suspense } from "preact/compat";
import { useMemo, useRef, useState } from "preact/hooks";
import { NO_DEADLINES, SPECTATOR, useCommands } from "../live";
import type { TableProps } from "../pages/Table";
import { Loading } from "../parts/Loading";
import { me } from "../session";
import { closed } from "../socket";
import { t } from "../strings";
import { useLayout, type Layout } from "../table/layout";
import { LogPanel } from "../table/LogPanel";
import { Shell, type SidePanel } from "../table/Shell";
import { SpeedChoice } from "../table/Transport";
import { useTitle } from "../use";
import { useBets } from "./bets";
import { CoachPanel, useCoach } from "./Coach";
import { ClockLine, Controls } from "./Controls";
import { CountTrainer } from "./CountTrainer";
import { Sheets, type Open } from "./Sheets";
import { clothOf, finePrint, tableName } from "./scene/cloth";
import { geometryOf, spareHeight, type Geometry } from "./scene/geometry";
import { sceneOf } from "./scene/model";
import { SceneView } from "./scene/SceneView";
import { layOut } from "./scene/things";
import { useBlackjackStaging } from "./staging";
import type { Card, View } from "./types";
import { stakesOf } from "./words";
import "../styles/blackjack.css";
import "../styles/scene.css";

// loaded on demand: players do not need it
const Console = lazy(() => import("../console/Console"));

/** Said by the seats on the rail. */
const SEATS = ["sit", "leave"];

export default function Table({ id, info }: TableProps) {
  const player = me.value?.role === "player" ? me.value.name : "";
  const { layout } = useLayout();
  const [stageSize, setStageSize] = useState({ width: innerWidth, height: innerHeight });
  const focus = useRef(0);
  const [touched, setTouched] = useState(0);
  const [sheet, setSheet] = useState<Open>(null);
  const geometry = useGeometry(layout, stageSize, focus, player, touched);
  const staging = useBlackjackStaging(id, player, geometry);
  const { card, message, shown, movers, showing } = staging;
  const ended = closed.value.has(id);
  const you = message && ended ? { ...message.you, ...SPECTATOR } : (message?.you ?? null);
  const speak = useCommands(id, you);
  const bets = useBets(card, message?.view ?? null, player, speak);
  const coaching = useCoach(card, message?.view ?? null, you?.actions ?? [], player);
  const name = card ? tableName(card, info.spec.title ?? "") : info.title;
  useTitle(name);
  if (!card || !message || !you || !shown) return <Loading />;
  const { view } = message;
  const house = isStaff(you.role);
  const actions = house ? [] : (you.actions ?? []).filter((action) => action.verb !== "ready" || isWaiting(card, view, player));

  async function act(words: string) {
    const judged = coaching.heard(words);
    if (await speak(words)) judged();
  }

  const panels: SidePanel[] = [
    ...(house
      ? [{ name: "house", title: t.common.console, named: true, content: <Suspense fallback={<Loading />}><Console {...{ card, view, you }} id={id} onSpeak={speak} /></Suspense> }]
      : [{ name: "coach", title: t.common.coach, content: <><CoachPanel coaching={coaching} showing={showing} /><CountTrainer running={staging.count} round={view.round} due={view.phase === "betting" && !showing} left={view.shoes.reduce((sum, shoe) => sum + shoe.cards_in - shoe.drawn, 0)} /></> }]),
    { name: "log", title: t.common.log, content: <LogPanel {...{ id }} title={t.blackjack.round(view.round)} entries={staging.log} since={staging.since} rulebook={card.rulebook} attests={house || info.spec.duties !== "none"} /> },
    { name: "transport", title: t.common.speed, content: <SpeedChoice />, fixed: true },
  ];
  return (
    <Shell
      class={house ? "with-console" : ""}
      cloth={clothOf(card.rulebook)}
      title={name}
      fine={finePrint(card, info.document || card.rulebook)}
      tools={
        <button type="button" class="link not-small" onClick={() => setSheet({ kind: "pays" })}>
          {t.common.payTables}
        </button>
      }
      links={[[`/rules/${card.rulebook}`, t.common.rules], [`/tables/${id}/analysis`, t.common.edges], [`/history/${id}`, t.common.history], [`/tables/${id}/fairness`, t.common.fairness]]}
      panels={panels}
      onSize={setStageSize}
      stage={() => {
        const place = geometry(card, view)!;
        const scene = bets.drafted ? sceneOf(bets.drafted, shown.scene, player) : shown.scene;
        const things = bets.drafted ? layOut(scene, { geometry: place, cloth: card, player }).things : shown.things;
        return (
          <SceneView
            {...{ geometry: place, card, view, scene, things, movers, player }}
            open={view.phase === "betting" && !showing && !house && !ended}
            here={!!you.at_table}
            refusals={you.side_wagers}
            waits={bets.waits}
            onPlace={(box, spot) => (setTouched(box), bets.place(box, spot))}
            onTake={bets.take}
            seatAt={(box) => actions.find((action) => SEATS.includes(action.verb) && action.box === box && !action.refusal)}
            onSeat={(words) => void speak(words)}
            onWhy={(wager, box) => setSheet({ kind: "why", wager, box })}
            onLimits={() => setSheet({ kind: "pays" })}
          />
        );
      }}
      sheet={<Sheets {...{ card, view, bets, speak, player, open: sheet, balance: shown.balance, stakes: stakesOf(card, view.boxes, player) }} onDo={(words) => void act(words)} onClose={() => setSheet(null)} />}
      strip={() => (
        <>
          {!showing && <ClockLine clock={ended ? NO_DEADLINES : (message.clock ?? NO_DEADLINES)} you={player} />}
          <Controls
            {...{ view, you, actions, bets, showing, ended, speak }}
            rulebook={card.rulebook}
            stakes={stakesOf(card, view.boxes, player)}
            sentence={shown.sentence}
            balance={shown.balance}
            onFelt={shown.onFelt}
            onDo={(words) => void act(words)}
            onSkip={staging.skip}
            onPurse={() => setSheet({ kind: "purse" })}
            onResult={() => setSheet({ kind: "results" })}
            onLess={(action) => setSheet({ kind: "less", action })}
          />
        </>
      )}
    />
  );
}

/** Whether a deadline is running that a ready player may cut short. */
function isWaiting(card: Card, view: View, player: string): boolean {
  return !card.cards_are_read && !view.people.some((person) => person.name === player && person.ready);
}

/** The geometry for the window; the box in the middle changes between rounds only. */
function useGeometry(layout: Layout, size: { width: number; height: number }, focus: { current: number }, player: string, touched: number): (card: Card, view: View) => Geometry | null {
  const cache = useRef<{ key: string; geometry: Geometry } | null>(null);
  return useMemo(
    () => (card, view) => {
      if (!focus.current || view.phase === "betting") focus.current = focusOf(view, card, player, touched);
      const spare = spareHeight(layout, size);
      const key = `${layout} ${card.boxes} ${layout === "wide" ? 0 : focus.current} ${spare}`;
      if (cache.current?.key !== key) cache.current = { key, geometry: geometryOf(layout, card.boxes, focus.current, spare) };
      return cache.current.geometry;
    },
    [layout, size, player, touched],
  );
}

/** The box in the middle of a narrow table: the one the player last bet on, the player's first, or the middle one. */
function focusOf(view: View, card: Card, player: string, touched: number): number {
  if (touched) return touched;
  const own = view.boxes.find((box) => player && ((box.bets ?? []).some((bet) => bet.player === player) || box.seat === player || box.decides === player));
  return own?.box ?? Math.ceil(card.boxes / 2);
}
