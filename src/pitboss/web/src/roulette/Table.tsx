import { useMemo } from "preact/hooks";
import { Link } from "wouter-preact";
import type { Schemas } from "../api";
import { Loading } from "../app";
import { BetBar } from "../blackjack/BetBar";
import { useChipKeys } from "../blackjack/keys";
import { useTable } from "../live";
import { money } from "../money";
import type { TableProps } from "../pages/Table";
import { ChipFace } from "../parts/Chips";
import { Clauses } from "../parts/ClauseRef";
import { Clock } from "../parts/Clock";
import { Log } from "../parts/Log";
import { Purse } from "../parts/Purse";
import { me } from "../session";
import { useTitle } from "../use";
import { Cloth, type Lying } from "./Cloth";
import { colourOf } from "./colours";
import { positionName, type Position } from "./geometry";
import { SpinConsole } from "./SpinConsole";
import { nameOf, useWagers } from "./wagers";
import { Wheel } from "./Wheel";
import "../styles/blackjack.css";
import "../styles/roulette.css";

export type Card = Schemas["RouletteCard"];
export type View = Schemas["RouletteView"];
export type You = Schemas["You"];
export type Laid = Schemas["LaidView"];

export default function Table({ id, info }: TableProps) {
  useTitle(info.title);
  const table = useTable<Card, View, You>(id);
  const { card, view, you, speak } = table;
  const player = me.value?.name ?? "";
  const { own, ...bets } = useWagers(view, player, speak);
  useChipKeys();
  const odds = useMemo(() => new Map((card?.positions ?? []).map((position) => [position.kind, position.pays])), [card]);
  if (!card || !view || !you) return <Loading />;

  const open = view.phase === "betting" && !!you.at_table;
  const ready = view.people.find((person) => person.name === player)?.ready;
  // a settled spin stays in sight until the next wager is laid
  const shown = view.wagers.length ? view.wagers : view.settled;
  const byPlace = Map.groupBy(shown, nameOf);

  function lying(position: Position): Lying[] {
    return (byPlace.get(nameOf(position)) ?? []).map((wager) => ({ player: wager.player, amount: wager.amount, colour: colourOf(view!, wager.player), chips: wager.count ? `${wager.count} ${wager.colour}` : "", result: wager.result }));
  }

  const staked = own.reduce((sum, wager) => sum + wager.amount, 0);
  const beside = card.positions.filter((position) => position.kind === "neighbour");
  const settledNow = view.wagers.length === 0 && view.settled.length > 0;
  return (
    <div class="table-page">
      <div class="table-head">
        <h1 class="table-title">
          {info.title} <small>spin {view.round}</small>
        </h1>
        <p class="table-links">
          <Link href={`/rules/${card.rulebook}`}>Rules</Link> · <Link href={`/tables/${id}/analysis`}>Exact edges</Link> · <Link href={`/history/${id}`}>History</Link>
        </p>
      </div>
      <div class="felt felt-roulette">
        <div class="roulette-side">
          <Wheel order={card.wheel} reds={reds(card)} number={view.number >= 0 ? view.number : null} spinning={view.phase === "running"} spin={view.round} />
          <Numbers card={card} view={view} />
        </div>
        <Cloth positions={card.positions} reds={reds(card)} odds={(kind) => (odds.get(kind) ?? "").replace(":", " to ")} lying={lying} winning={settledNow && view.number >= 0 ? view.number : null} open={open} onPlace={bets.place} onTake={bets.take} />
        {!!beside.length && (
          <div class="neighbours" role="group" aria-label="Neighbours">
            {beside.map((position) => (
              <button type="button" key={position.place} class="spot neighbour" aria-disabled={!open} aria-label={`${positionName(position)}, pays ${position.pays.replace(":", " to ")}`} onClick={() => bets.place(position)} onContextMenu={(event) => (event.preventDefault(), bets.take(position))}>
                {position.place} {lying(position).map((wager) => ` ${money(wager.amount)}`)}
              </button>
            ))}
          </div>
        )}
      </div>
      <div class="controls">
        <Clock clock={table.clock} rulebook={card.rulebook} you={player} version={table.version} />
        <p class="staked">
          {staked > 0 && <>You have {money(staked)} on the cloth. </>}
          {settledNow && <Results settled={view.settled.filter((wager) => wager.player === player)} rulebook={card.rulebook} />}
        </p>
        {you.at_table && view.phase === "betting" && (
          <>
            <BetBar most={view.maximum} hand={bets.hand} onHand={bets.setHand} all={bets.all} />
            {bets.rack && (
              <label>
                <input type="checkbox" checked={bets.coloured} onChange={(event) => bets.setColoured(event.currentTarget.checked)} /> Play my {bets.rack.colour} chips, {money(bets.rack.value)} each
              </label>
            )}
            {own.length > 0 && !card.numbers_are_read && (
              <button type="button" class="primary" aria-disabled={ready} onClick={() => !ready && void speak("ready")}>
                {ready ? "Waiting for the others" : "Spin now"}
              </button>
            )}
          </>
        )}
        <Purse here={you.money ?? 0} at={!!you.at_table} usual={view.minimum * 50} onSpeak={speak} />
      </div>
      {(you.role === "dealer" || you.role === "operator") && <SpinConsole {...{ card, view, you }} id={id} onSpeak={speak} />}
      <Log told={table.told} rulebook={card.rulebook} id={id} />
    </div>
  );
}

function reds(card: Card): number[] {
  return card.colours.flatMap((colour, number) => (colour === "red" ? [number] : []));
}

/** The last numbers, the latest first. */
function Numbers({ card, view }: { card: Card; view: View }) {
  const shown = [...view.numbers].reverse().slice(0, 16);
  return (
    <div class="numbers">
      <h2>Last numbers</h2>
      {shown.length ? (
        <ol>
          {shown.map((number, nth) => (
            <li key={nth} class={`number number-${card.colours[number]}`}>
              {number}
            </li>
          ))}
        </ol>
      ) : (
        <p>None yet</p>
      )}
      <p class="numbers-limits">
        {money(view.minimum)} – {money(view.maximum)}
      </p>
      <People view={view} />
    </div>
  );
}

/** Who is at the table, and the colour of everybody's chips. */
function People({ view }: { view: View }) {
  if (!view.people.length) return null;
  return (
    <ul class="rack" aria-label="Players and their chips">
      {view.people.map((person) => {
        const given = view.colours.find((each) => each.player === person.name);
        return (
          <li key={person.name}>
            <ChipFace chip={{ name: given ? String(given.value / 100) : "", colour: colourOf(view, person.name) }} size={22} /> {person.name} {money(person.money)}
            {given && <small> {given.colour}</small>}
          </li>
        );
      })}
    </ul>
  );
}

function Results({ settled, rulebook }: { settled: Laid[]; rulebook: string }) {
  if (!settled.length) return null;
  const net = settled.reduce((sum, wager) => sum + (wager.result ?? 0), 0);
  const clauses = [...new Set(settled.flatMap((wager) => wager.clauses ?? []))];
  return (
    <>
      <strong class={net > 0 ? "won" : ""}>
        {net > 0 ? "+" : ""}
        {money(net)}
      </strong>{" "}
      on {settled.length} {settled.length === 1 ? "wager" : "wagers"} <Clauses rulebook={rulebook} clauses={clauses.slice(0, 4)} />
    </>
  );
}
