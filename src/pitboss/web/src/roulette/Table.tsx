import { isStaff } from "../roles";
import { lazy, Suspense } from "preact/compat";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useCommands } from "../live";
import type { TableProps } from "../pages/Table";
import { Loading } from "../parts/Loading";
import { navigate } from "../router";
import { notify } from "../say";
import { askForGuests, me } from "../session";
import { t } from "../strings";
import { LogPanel } from "../table/LogPanel";
import { Shell, type SidePanel } from "../table/Shell";
import { Acts, BigButton, ChipTray, Say, Tools } from "../table/Strip";
import { SpeedChoice } from "../table/Transport";
import { useTitle } from "../use";
import { useBets } from "./bets";
import { ClockLine } from "./ClockLine";
import { actsOf, spinButton, toolsOf, useTableKeys } from "./controls";
import { Felt, type FeltProps } from "./Felt";
import { houseEdge } from "./figures";
import { BetsPanel, Rack } from "./Panels";
import { withNeighbours } from "./race";
import { extraHeight, sceneOf, type SceneKind } from "./scene";
import { SeatSheet } from "./Seat";
import { AmountSheet, LimitsSheet, TrackSheet } from "./Sheets";
import { sentenceOf } from "./sentences";
import { useStage, type Stage } from "./stage";
import type { Position } from "./positions";
import type { Card } from "./types";
import "../styles/roulette.css";

// loaded on demand: players do not need it
const SpinConsole = lazy(() => import("./SpinConsole"));

type Placed = Card["positions"][number];
type OpenSheet = "" | "track" | "chips" | "amount" | "limits";

export default function Table({ id, info }: TableProps) {
  useTitle(info.title);
  const { stage, setPlaces } = useStage(id);
  const speak = useCommands(id, stage?.you);
  const player = me.value?.role === "player" ? me.value.name : "";
  const open = !!stage && !stage.busy && stage.view.phase === "betting" && !!stage.you.at_table;
  const bets = useBets(stage?.view ?? null, player, open, speak);
  const [each, setEach] = useState(0);
  const [aim, setAim] = useState<Placed | null>(null);
  const [sheet, setSheet] = useState<OpenSheet>("");
  useEffect(() => void (me.value || askForGuests().catch(notify)), [me.value]);
  const spin = spinButton({ stage, player, bets, speak, onSignIn: () => navigate("/account") });
  const tools = toolsOf(bets);
  const acts = actsOf({ bets, open, each, setEach, onChips: stage?.you.at_table && !stage.ended ? () => setSheet("chips") : null });
  useTableKeys({ stage, tools, acts, bets, spin, open, onOther: () => setSheet("amount") });
  if (!stage) return <Loading />;

  const { card, view, you } = stage;
  const place = (position: Position) => (each && position.kind === "straight" ? numbers(withNeighbours(card.wheel, position.numbers[0]!, each)) : bets.place(position));
  const numbers = (wanted: number[]) => bets.place(...wanted.map((number) => ({ kind: "straight", place: String(number) })));
  const handlers = { aim, each, open, onAim: setAim, onPlace: place, onTake: bets.take, onNumbers: numbers };
  const close = () => setSheet("");
  const house = isStaff(you.role);
  const panels: SidePanel[] = [
    ...(house
      ? [{ name: "console-panel", title: t.common.console, content: <HouseSide {...{ stage, id, speak }} /> }]
      : [{ name: "coach", title: t.roulette.yourBetsShort, content: <BetsPanel {...{ stage, player, aim, open }} onTake={bets.take} /> }]),
    { name: "log", title: t.common.log, content: <LogPanel {...{ id }} title={t.roulette.spin(view.round)} all={t.roulette.mySpins} entries={stage.log} since={stage.since} rulebook={card.rulebook} attests={info.spec.duties !== "none"} /> },
    { name: "transport", title: t.common.speed, content: <SpeedChoice />, fixed: true },
  ];
  const { text, detail } = sentenceOf(stage, player, bets.own);
  return (
    <Shell
      cloth="nz"
      class="roulette"
      title={info.title}
      fine={t.roulette.fine(info.document || card.title, houseEdge(card.positions, card.wheel.length))}
      tools={
        <>
          <button type="button" class="link not-small" onClick={() => setSheet("limits")}>
            {t.common.payTable}
          </button>
          <button type="button" class="link only-small" aria-expanded={sheet === "track"} onClick={() => setSheet(sheet === "track" ? "" : "track")}>
            {t.roulette.track}
          </button>
        </>
      }
      links={[[`/rules/${card.rulebook}`, t.common.rules], [`/tables/${id}/analysis`, t.common.edges], [`/history/${id}`, t.common.history], [`/tables/${id}/fairness`, t.common.fairness]]}
      panels={panels}
      side={t.roulette.side}
      busy={stage.busy || stage.spinning}
      stage={(layout, size) => <Scene kind={layout} {...{ size, stage, player, setPlaces }} {...handlers} onLimits={() => setSheet("limits")} />}
      sheet={
        sheet === "track" ? (
          <TrackSheet {...{ stage, player }} {...handlers} onClose={close} />
        ) : sheet === "chips" ? (
          <SeatSheet here={you.money ?? 0} minimum={view.minimum} speak={speak} onClose={close} />
        ) : sheet === "amount" ? (
          <AmountSheet bets={bets} onClose={close} />
        ) : sheet === "limits" ? (
          <LimitsSheet {...{ card, view }} onClose={close} />
        ) : null
      }
      strip={() => (
        <>
          <ClockLine clock={stage.clock} />
          <Say balance={you.money ?? 0} onFelt={onFelt(stage, player)} sentence={text} detail={detail} />
          <ChipTray chosen={bets.exact ? 0 : bets.chip} onChoose={bets.setChip} most={view.maximum} disabled={!open} onOther={() => setSheet("amount")} />
          <Tools tools={tools} />
          <BigButton label={spin.label} shortcut={spin.shortcut} primary={spin.primary} disabled={!spin.press} onPress={() => spin.press?.()} />
          <Acts acts={acts} class="hot" />
        </>
      )}
    />
  );
}

/** Beside the felt of a dealer or an operator: the console, and the players' chips. */
function HouseSide({ stage, id, speak }: { stage: Stage; id: string; speak: (words: string) => Promise<boolean> }) {
  const { card, view, you } = stage;
  return (
    <>
      <Rack stage={stage} />
      <Suspense fallback={<Loading />}>
        <SpinConsole {...{ card, view, you }} id={id} onSpeak={speak} />
      </Suspense>
    </>
  );
}

/** What the player has on the felt, as it is shown. */
function onFelt({ view }: Stage, player: string): number {
  return view.wagers.filter((wager) => wager.player === player).reduce((sum, wager) => sum + wager.amount, 0);
}

interface SceneProps extends Omit<FeltProps, "scene"> {
  kind: SceneKind;
  size: { width: number; height: number };
}

/** The felt in the scene of the window. */
function Scene({ kind, size, ...felt }: SceneProps) {
  const extra = kind === "wide" ? Math.round(extraHeight(size.width, size.height)) : 0;
  const scene = useMemo(() => sceneOf(kind, extra), [kind, extra]);
  return <Felt scene={scene} {...felt} />;
}
