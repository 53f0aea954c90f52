import { lazy, Suspense } from "preact/compat";
import { Actions } from "../blackjack/Actions";
import { stakesOf } from "../blackjack/words";
import { useTable } from "../live";
import { money } from "../money";
import type { TableProps } from "../pages/Table";
import { BetBar } from "../parts/BetBar";
import { Clauses } from "../parts/ClauseRef";
import { Clock } from "../parts/Clock";
import { useChipKeys, useKeys } from "../parts/keys";
import { Loading } from "../parts/Loading";
import { Log } from "../parts/Log";
import { Notices } from "../parts/Notices";
import { Purse } from "../parts/Purse";
import { RoundResult } from "../parts/RoundResult";
import { TableHead } from "../parts/TableHead";
import { blackjackResults } from "../results";
import { me } from "../session";
import { useTitle } from "../use";
import { CupTable } from "./CupTable";
import { useGathering, type Gathering } from "./gather";
import { Leaders } from "./Leaders";
import type { Card, View, You } from "./types";
import "../styles/blackjack.css";
import "../styles/tournament.css";

// loaded on demand: players do not need it
const Director = lazy(() => import("./Director"));

export default function Table({ id, info }: TableProps) {
  useTitle(info.title);
  useChipKeys();
  const { card, view, you, speak, clock, log, ended } = useTable<Card, View, You>(id);
  const player = me.value?.role === "player" ? me.value.name : "";
  const entry = view?.entries.find((each) => each.player === player);
  const own = view?.tables.find((each) => entry && each.number === entry.table);
  const chosen = useGathering(card, own, player, speak);
  if (!card || !view || !you) return <Loading />;
  const chips = new Map(view.entries.map((each) => [each.player, each.chips ?? 0]));
  const enter = (you.actions ?? []).find((action) => action.verb === "enter");
  const bets = !ended && own?.to_bet[0] === player ? own : null;
  const actions = you.role === "player" ? (you.actions ?? []) : [];

  return (
    <div class="table-page">
      <TableHead title={info.title} at={stage(view)} links={[[`/rules/${card.rulebook}`, "Rules"], [`/screen/${id}`, "Big screen"], [`/history/${id}`, "History"], [`/tables/${id}/fairness`, "Fairness"]]} />
      <Conditions card={card} view={view} />
      {view.unfinishable && (
        <p class="due-words">
          {view.unfinishable.message} <Clauses rulebook={card.rulebook} clauses={view.unfinishable.clauses ?? []} />
        </p>
      )}
      {[...view.tables]
        .sort((one, two) => Number(two.number === own?.number) - Number(one.number === own?.number))
        .map((each) => (
          <CupTable key={each.number} table={chosen.on(each)} {...{ card, player, chips }} mine={each.number === own?.number} open={each === bets} onPlace={chosen.place} onTake={chosen.take} />
        ))}
      <div class="controls">
        <Notices />
        <Clock clock={clock} rulebook={card.rulebook} you={player} />
        <Actions actions={actions} rulebook={card.rulebook} onDo={(words) => void speak(words)} keysOn stakes={stakesOf(card, own?.boxes ?? [], player)} />
        {own?.phase === "betting" && <RoundResult settled={blackjackResults(own, player)} rulebook={card.rulebook} />}
        {bets && <Gathered chosen={chosen} most={bets.maximum} />}
        {!entry && you.role === "player" && you.at_table && enter && <Enter refusal={enter.refusal?.message} fee={card.entry_fee} onEnter={() => void speak("enter")} />}
      </div>
      {!ended && <Purse here={you.money ?? 0} at={!!you.at_table} usual={Math.max(card.entry_fee + (card.chips_are_bought ? card.chips : 0), 10_000)} onSpeak={speak} />}
      {(you.role === "operator" || you.role === "dealer") && (
        <Suspense fallback={<Loading />}>
          <Director {...{ card, view, you }} id={id} onSpeak={speak} />
        </Suspense>
      )}
      <div class="beside">
        <section class="panel" aria-label="Leaderboard">
          <h2>Leaderboard</h2>
          <Leaders view={view} />
        </section>
        <Log entries={log} rulebook={card.rulebook} id={id} table={own?.number} />
      </div>
    </div>
  );
}

/** The chips of a wager until it is bet, which is done once. */
function Gathered({ chosen, most }: { chosen: Gathering; most: number }) {
  useKeys((event) => {
    const bets = event.key.toLowerCase() === "g" && !event.repeat && chosen.sum > 0;
    if (bets) chosen.bet();
    return bets;
  });
  return (
    <BetBar most={most} hand={chosen.hand} onHand={chosen.setHand} all={chosen.sum ? [["Clear", chosen.clear]] : []}>
      <button type="button" class="primary" disabled={!chosen.sum} aria-keyshortcuts="G" title="The chips you have placed are bet together" onClick={chosen.bet}>
        Bet {chosen.sum ? money(chosen.sum) : "your chips"} <kbd>G</kbd>
      </button>
    </BetBar>
  );
}

function Enter({ fee, refusal, onEnter }: { fee: number; refusal?: string; onEnter: () => void }) {
  return (
    <p class="enter">
      <button type="button" class="primary" aria-disabled={!!refusal} onClick={() => !refusal && onEnter()}>
        {fee ? `Enter for ${money(fee)}` : "Enter, free of charge"}
      </button>
      {refusal && <span class="soft"> {refusal}</span>}
    </p>
  );
}

/** Where the tournament stands, in words. */
export function stage(view: View): string {
  if (view.phase === "session") return view.final ? "the final" : `session ${view.session}`;
  const words: Record<string, string> = { entry: "entries are open", between: `after session ${view.session}`, over: "over", cancelled: "cancelled" };
  return words[view.phase] ?? view.phase;
}

function Conditions({ card, view }: { card: Card; view: View }) {
  const facts: [string, string][] = [
    ["Entry", money(card.entry_fee)],
    ["Chips", money(card.chips)],
    ["Session", `${card.session[1]} ${card.session[0]}`],
    ["Go on", `${card.advance} a table${card.alternates ? `, ${card.alternates} in reserve` : ""}`],
    ["Pool", money(view.pool)],
    ...(card.prizes.length ? ([["Prizes", card.prizes.map(money).join(", ")]] as [string, string][]) : []),
    ["Players", `${view.entries.filter((entry) => !["withdrawn", "refused"].includes(entry.status)).length}, ${card.max_players ? `${card.min_players} to ${card.max_players} needed` : `at least ${card.min_players} needed`}`],
    ["Can be finished", card.finishing ? `by ${card.finishing} players` : "never: no number of players fits"],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
