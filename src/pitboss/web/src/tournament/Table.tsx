/** The tournament table: the staged scene of blackjack, with standings, betting order and the director's console beside it. */
import { directs, isStaff } from "../roles";
import { lazy, Suspense } from "preact/compat";
import { useMemo, useRef, useState } from "preact/hooks";
import { ClockLine, Controls } from "../blackjack/Controls";
import { LogPanel } from "../table/LogPanel";
import { clothOf, tableName } from "../blackjack/scene/cloth";
import { geometryOf, spareHeight, type Geometry } from "../blackjack/scene/geometry";
import { sceneOf } from "../blackjack/scene/model";
import { SceneView } from "../blackjack/scene/SceneView";
import { layOut } from "../blackjack/scene/things";
import { useStaging } from "../blackjack/staging";
import { sideSpots, stakesOf } from "../blackjack/words";
import { NO_DEADLINES, SPECTATOR, useCommands } from "../live";
import { money } from "../money";
import type { TableProps } from "../pages/Table";
import { Loading } from "../parts/Loading";
import { enterRoom } from "../room/enter";
import { navigate } from "../router";
import { notify } from "../say";
import { me } from "../session";
import { closed } from "../socket";
import { t } from "../strings";
import { tournamentWords } from "../strings/tournament";
import { useLayout, type Layout } from "../table/layout";
import { Shell, type SidePanel } from "../table/Shell";
import { SpeedChoice } from "../table/Transport";
import { useTitle } from "../use";
import { useWagerCoach, WagerCoach } from "./Coach";
import { Enter } from "./Enter";
import { useGathering } from "./gather";
import { CupSheets, type Open } from "./Sheets";
import { entriesAt, sourceOf } from "./source";
import { chipsOf, emptyTable, stageLine, tableShown } from "./standing";
import { Standings } from "./Standings";
import { TablePicker } from "./TablePicker";
import type { Card, CupTableView, View } from "./types";
import "../styles/blackjack.css";
import "../styles/scene.css";
import "../styles/tournament.css";

// loaded on demand: players do not need it
const Director = lazy(() => import("./Director"));

export default function Table({ id, info }: TableProps) {
  const player = me.value?.role === "player" ? me.value.name : "";
  const { layout } = useLayout();
  const [stageSize, setStageSize] = useState({ width: innerWidth, height: innerHeight });
  const [chosen, setChosen] = useState(0);
  const [sheet, setSheet] = useState<Open>(null);
  const latest = useRef<{ card: Card | null; view: View | null }>({ card: null, view: null });
  const geometry = useGeometry(layout, stageSize, player, chosen);
  const staging = useStaging(id, player, geometry, sourceOf(player, chosen, latest.current.card, latest.current.view));
  const { card, message, shown, movers, showing } = staging;
  latest.current = { card, view: message?.view ?? null };
  const ended = closed.value.has(id);
  const you = message && ended ? { ...message.you, ...SPECTATOR } : (message?.you ?? null);
  const speak = useCommands(id, you && { ...you, at_table: true });
  const entry = message?.view.entries.find((each) => each.player === player);
  const own = message?.view.tables.find(({ number }) => number === entry?.table);
  const coaching = useWagerCoach(card, message?.view ?? null, own, player, !!info.spec.practice);
  const bet = async (words: string) => {
    const judged = coaching.heard(words);
    const taken = await speak(words);
    if (taken) judged();
    return taken;
  };
  const gathering = useGathering(card, own, player, entry?.chips ?? 0, bet, (table) => staging.assume(table));
  const name = card ? tableName(card, info.spec.title ?? "") : info.title;
  useTitle(name);
  if (!card || !message || !you || !shown) return <Loading />;
  const view = shown.beside as View;
  const table = tableShown(view, player, chosen) ?? emptyTable(card);
  const house = isStaff(you.role);
  const mine = !!own && own.number === table.number;
  const actions = house || !mine ? [] : (you.actions ?? []);
  const clock = ended ? NO_DEADLINES : (message.clock ?? NO_DEADLINES);
  const turn = gathering.turn && mine && !showing && !ended;
  const over = view.phase === "over" && !showing;

  async function again() {
    try {
      navigate(`/tables/${await enterRoom({ rulebook: info.spec.rulebook, choices: info.spec.choices, limits: info.spec.limits, bots: info.spec.practice?.bots ?? 0 })}`);
    } catch (error) {
      notify(error);
    }
  }
  const canRepeat = over && !ended && !!info.spec.practice && !house;
  const big = canRepeat
    ? { label: tournamentWords.newTournament, shortcut: "Enter", primary: true, disabled: false, onPress: () => void again() }
    : { label: gathering.sum ? tournamentWords.betSum(gathering.sum) : gathering.last ? tournamentWords.betAgain(gathering.last) : tournamentWords.bet, shortcut: "Enter", primary: true, disabled: !turn || !(gathering.sum || gathering.last), onPress: gathering.bet };
  const panels: SidePanel[] = [
    ...(house ? [{ name: "house", title: t.common.console, named: true, content: <Suspense fallback={<Loading />}><Director {...{ card, you }} corrects={!!info.spec.floor && directs(you.role)} view={message.view} id={id} onSpeak={speak} /></Suspense> }] : []),
    { name: "standings", title: tournamentWords.standings, content: <Standings {...{ card, view, player, clock }} table={table.number ? table : undefined} coach={entry && !house ? <WagerCoach coaching={coaching} /> : null} /> },
    { name: "log", title: t.common.log, content: <LogPanel {...{ id }} title={t.blackjack.round(table.round)} entries={staging.log} since={staging.since} rulebook={card.rulebook} attests={house || info.spec.duties !== "none"} entriesOf={(updates) => entriesAt(updates, table.number)} /> },
    { name: "transport", title: t.common.speed, content: <SpeedChoice />, fixed: true },
  ];
  return (
    <Shell
      class={`cup${house ? " with-console" : ""}`}
      cloth={clothOf(card.rulebook)}
      title={view.phase === "session" && (layout === "upright" || layout === "lying") ? shortStage(stageLine(view, table), layout) : name}
      fine={stageLine(view, table.number ? table : undefined)}
      tools={
        <>
          <TablePicker tables={view.tables} value={table.number} onChoose={setChosen} />
          <button type="button" class="link not-small" onClick={() => setSheet({ kind: "conditions" })}>
            {tournamentWords.conditions}
          </button>
        </>
      }
      links={[[`/rules/${card.rulebook}`, t.common.rules], [`/screen/${id}`, tournamentWords.bigScreen], [`/history/${id}`, t.common.history], [`/tables/${id}/fairness`, t.common.fairness]]}
      panels={panels}
      side={tournamentWords.side}
      onSize={setStageSize}
      stage={() => {
        const place = geometry(card, message.view)!;
        const drafted = mine && !showing ? gathering.drafted : null;
        const scene = drafted ? sceneOf(drafted, shown.scene, player) : shown.scene;
        const things = drafted ? layOut(scene, { geometry: place, cloth: card, player }).things : shown.things;
        return (
          <SceneView
            {...{ geometry: place, card, scene, things, movers, player }}
            view={{ minimum: table.minimum, maximum: table.maximum, shoes: table.shoes }}
            open={turn}
            here={turn}
            waits={gathering.bets.waits}
            onPlace={gathering.bets.place}
            onTake={gathering.bets.take}
            seatAt={() => undefined}
            onSeat={() => undefined}
            extra={extraOf(view, table)}
            onWhy={(wager) => setSheet({ kind: "why", wager })}
            onLimits={() => setSheet({ kind: "conditions" })}
          />
        );
      }}
      sheet={<CupSheets {...{ card, view, you, table, player, speak }} open={sheet} bets={gathering.bets} stakes={stakesOf(card, own?.boxes ?? [], player)} onClose={() => setSheet(null)} />}
      strip={() => (
        <>
          {!showing && <ClockLine clock={clock} shows={({ what, who }) => what !== "time" && (!who.length || who.includes(player))} you={player} />}
          <Controls
            {...{ actions, showing, ended, speak, big }}
            you={{ ...you, at_table: you.role === "player" }}
            view={{ ...table, phase: over ? "betting" : table.phase }}
            bets={gathering.bets}
            open={turn}
            rulebook={card.rulebook}
            stakes={stakesOf(card, own?.boxes ?? [], player)}
            sentence={shown.sentence}
            balance={shown.balance}
            balanceName={tournamentWords.yourChips}
            onFelt={shown.onFelt}
            onDo={(words) => void speak(words)}
            onSkip={staging.skip}
            onPurse={() => setSheet({ kind: "purse" })}
            onResult={() => setSheet({ kind: "results" })}
            onLess={(action) => setSheet({ kind: "less", action })}
            away={!ended && !entry && !showing && message.view.phase === "entry" ? <Enter {...{ card, you, speak }} enter={(you.actions ?? []).find(({ verb }) => verb === "enter")} /> : null}
          />
        </>
      )}
    />
  );
}

/** "Final · Round 2 of 8"; on an upright phone "Round 2 of 8". */
function shortStage(line: string, layout: Layout): string {
  const [stage = "", round] = line.split(" · ");
  return layout === "upright" && round ? round : [stage, round].filter(Boolean).join(" · ");
}

/** Chips beside each name, who bets first, and whose bet is next. */
function extraOf(view: View, table: CupTableView) {
  const chips = chipsOf(view);
  return (number: number) => {
    const seat = table.boxes.find(({ box }) => box === number)?.seat ?? "";
    const gone = view.entries.find(({ table: at, box, player }) => at === table.number && box === number && table.went_out.includes(player));
    const held = chips.get(seat);
    const betting = table.running && table.phase === "betting";
    return {
      name: gone ? tournamentWords.out(gone.player) : "",
      note: seat && held !== undefined ? money(held) : undefined,
      first: table.running && table.marker === number ? tournamentWords.betsFirst : undefined,
      next: betting && seat && table.to_bet[0] === seat ? tournamentWords.betsNext : undefined,
    };
  };
}

/** The geometry for the window: the player's box in the middle. Without side bets the cards are nearer to their circle. */
function useGeometry(layout: Layout, size: { width: number; height: number }, player: string, chosen: number): (card: Card, view: View) => Geometry | null {
  const cache = useRef<{ key: string; geometry: Geometry } | null>(null);
  return useMemo(
    () => (card, view) => {
      const table = tableShown(view, player, chosen);
      const focus = table?.boxes.find(({ seat }) => player && seat === player)?.box ?? view.entries.find((entry) => entry.player === player && entry.table === table?.number)?.box ?? Math.ceil(card.boxes / 2);
      const spare = spareHeight(layout, size);
      const key = `${layout} ${card.boxes} ${layout === "wide" ? 0 : focus} ${spare}`;
      if (cache.current?.key !== key) cache.current = { key, geometry: withoutSides(geometryOf(layout, card.boxes, focus || Math.ceil(card.boxes / 2), spare), card) };
      return cache.current.geometry;
    },
    [layout, size, player, chosen],
  );
}

/** Own cards have the room of the side bets where there is one large box. */
const OWN_LARGER = 1.15;
/** Labels of at least 11 pixels on a tablet, whose stage is smaller than its scene. */
const TABLET_FONT = 14.2;

function withoutSides(geometry: Geometry, card: Card): Geometry {
  if (sideSpots(card).length) return geometry;
  const [inner, outer] = geometry.ring;
  const wide = geometry.layout === "wide";
  const readable = (size: number) => (geometry.layout === "tablet" ? Math.max(size, TABLET_FONT) : size);
  const { drawing, insurance, miniFont } = geometry;
  return {
    ...geometry,
    ownCard: geometry.ownCard * (wide ? 1 : OWN_LARGER),
    ring: [inner, inner + (outer - inner) * (wide ? 0.5 : 0.3)],
    miniFont: readable(miniFont),
    drawing: drawing && { ...drawing, size: readable(drawing.size) },
    insurance: insurance && { ...insurance, size: readable(insurance.size) },
  };
}
