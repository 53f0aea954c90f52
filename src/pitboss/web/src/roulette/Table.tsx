import { lazy, Suspense } from "preact/compat";
import { useMemo } from "preact/hooks";
import { useTable } from "../live";
import { money } from "../money";
import type { TableProps } from "../pages/Table";
import { BetBar } from "../parts/BetBar";
import { Clock } from "../parts/Clock";
import { useChipKeys } from "../parts/keys";
import { Loading } from "../parts/Loading";
import { Log } from "../parts/Log";
import { Purse } from "../parts/Purse";
import { TableHead } from "../parts/TableHead";
import { Won } from "../parts/Won";
import { me } from "../session";
import { useTitle } from "../use";
import { Neighbours, Numbers } from "./Beside";
import { Cloth } from "./Cloth";
import { colourOf } from "./colours";
import type { Lying } from "./Drawn";
import type { Position } from "./geometry";
import type { Card, View, You } from "./types";
import { nameOf, useWagers } from "./wagers";
import { Wheel } from "./Wheel";
import "../styles/blackjack.css";
import "../styles/roulette.css";

// only for those who run the table: whoever plays need not fetch it
const SpinConsole = lazy(() => import("./SpinConsole"));

export default function Table({ id, info }: TableProps) {
  useTitle(info.title);
  const table = useTable<Card, View, You>(id);
  const { card, view, you, ended, speak } = table;
  const player = me.value?.name ?? "";
  const { own, ...bets } = useWagers(view, player, speak);
  useChipKeys();
  const odds = useMemo(() => new Map((card?.positions ?? []).map((position) => [position.kind, position.pays])), [card]);
  if (!card || !view || !you) return <Loading />;

  const open = view.phase === "betting" && !!you.at_table;
  const hurry = (you.actions ?? []).find((action) => action.verb === "ready" && !action.refusal);
  const hurried = view.people.find((person) => person.name === player)?.ready;
  // a settled spin stays in sight until the next wager is laid
  const shown = view.wagers.length ? view.wagers : view.settled;
  const byPlace = Map.groupBy(shown, nameOf);

  function lying(position: Position): Lying[] {
    return (byPlace.get(nameOf(position)) ?? []).map((wager) => ({ player: wager.player, amount: wager.amount, colour: colourOf(view!, wager.player), chips: wager.count ? `${wager.count} ${wager.colour}` : "", result: wager.result }));
  }

  const staked = own.reduce((sum, wager) => sum + wager.amount, 0);
  const settledNow = view.wagers.length === 0 && view.settled.length > 0;
  return (
    <div class="table-page">
      <TableHead title={info.title} at={view.round ? `spin ${view.round}` : "before the first spin"} links={[[`/rules/${card.rulebook}`, "Rules"], [`/tables/${id}/analysis`, "Exact edges"], [`/history/${id}`, "History"], [`/tables/${id}/fairness`, "Fairness"]]} />
      <div class="felt felt-roulette">
        <div class="roulette-side">
          <Wheel order={card.wheel} reds={reds(card)} number={view.number >= 0 ? view.number : null} spinning={view.phase === "running"} spin={view.round} />
          <Numbers card={card} view={view} />
        </div>
        <Cloth positions={card.positions} reds={reds(card)} odds={(kind) => (odds.get(kind) ?? "").replace(":", " to ")} lying={lying} winning={settledNow && view.number >= 0 ? view.number : null} open={open} onPlace={bets.place} onTake={bets.take} />
        <Neighbours positions={card.positions.filter((position) => position.kind === "neighbour")} {...{ lying, open }} onPlace={bets.place} onTake={bets.take} />
      </div>
      <div class="controls">
        <Clock clock={table.clock} rulebook={card.rulebook} you={player} />
        <p class="staked">
          {staked > 0 && <>You have {money(staked)} on the cloth. </>}
          {settledNow && <Won settled={view.settled.filter((wager) => wager.player === player)} rulebook={card.rulebook} />}
        </p>
        {you.at_table && view.phase === "betting" && (
          <>
            <BetBar most={view.maximum} hand={bets.hand} onHand={bets.setHand} all={bets.all} />
            {bets.rack && (
              <label>
                <input type="checkbox" checked={bets.coloured} onChange={(event) => bets.setColoured(event.currentTarget.checked)} /> Play my {bets.rack.colour} chips, {money(bets.rack.value)} each
              </label>
            )}
            {(hurry || hurried) && !card.numbers_are_read && (
              <button type="button" class="primary" aria-disabled={hurried} onClick={() => hurry && !hurried && void speak(hurry.words)}>
                {hurried ? "Waiting for the others" : "Spin now"}
              </button>
            )}
          </>
        )}
      </div>
      {!ended && <Purse here={you.money ?? 0} at={!!you.at_table} usual={view.minimum * 50} onSpeak={speak} />}
      {(you.role === "dealer" || you.role === "operator") && (
        <Suspense fallback={<Loading />}>
          <SpinConsole {...{ card, view, you }} id={id} onSpeak={speak} />
        </Suspense>
      )}
      <Log told={table.told} rulebook={card.rulebook} id={id} />
    </div>
  );
}

function reds(card: Card): number[] {
  return card.colours.flatMap((colour, number) => (colour === "red" ? [number] : []));
}
