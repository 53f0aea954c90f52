import { useState } from "preact/hooks";
import { Actions } from "../blackjack/Actions";
import type { Spot } from "../blackjack/types";
import { betOf, betWords, more, withSpot } from "../blackjack/words";
import { useTable } from "../live";
import { money } from "../money";
import type { TableProps } from "../pages/Table";
import { BetBar, FIRST_CHIP } from "../parts/BetBar";
import { Clock } from "../parts/Clock";
import { useChipKeys } from "../parts/keys";
import { Loading } from "../parts/Loading";
import { Log } from "../parts/Log";
import { Purse } from "../parts/Purse";
import { TableHead } from "../parts/TableHead";
import { me } from "../session";
import { useTitle } from "../use";
import { CupTable } from "./CupTable";
import { Director } from "./Director";
import { Leaders } from "./Leaders";
import type { Card, View, You } from "./types";
import "../styles/blackjack.css";
import "../styles/tournament.css";

export default function Table({ id, info }: TableProps) {
  useTitle(info.title);
  useChipKeys();
  const { card, view, you, speak, clock, version, told } = useTable<Card, View, You>(id);
  const [hand, setHand] = useState(FIRST_CHIP);
  const player = me.value?.role === "player" ? me.value.name : "";
  if (!card || !view || !you) return <Loading />;
  const entry = view.entries.find((each) => each.player === player);
  const own = view.tables.find((each) => entry && each.number === entry.table);
  const chips = new Map(view.entries.map((each) => [each.player, each.chips ?? 0]));
  const enter = (you.actions ?? []).find((action) => action.verb === "enter");
  const actions = you.role === "player" ? (you.actions ?? []) : [];

  function lay(box: number, spot: Spot, amount: (before: number) => number) {
    if (own) void speak(`t${own.number} ${betWords(card!, box, withSpot(betOf(own.boxes[box - 1], player, 1), spot, amount))}`);
  }
  const take = (box: number, spot: Spot) => lay(box, spot, () => 0);
  function place(box: number, spot: Spot) {
    if (hand === "take") return take(box, spot);
    lay(box, spot, (before) => ("exactly" in hand ? hand.exactly : more(spot, before, hand.add)));
  }

  return (
    <div class="table-page">
      <TableHead title={info.title} at={stage(view)} links={[[`/rules/${card.rulebook}`, "Rules"], [`/screen/${id}`, "Big screen"], [`/history/${id}`, "History"]]} />
      <Conditions card={card} view={view} />
      {[...view.tables]
        .sort((one, two) => Number(two.number === own?.number) - Number(one.number === own?.number))
        .map((each) => (
          <CupTable key={each.number} table={each} {...{ card, player, chips }} mine={each.number === own?.number} open={each.to_bet.includes(player)} onPlace={place} onTake={take} />
        ))}
      <div class="controls">
        <Clock clock={clock} rulebook={card.rulebook} you={player} version={version} />
        <Actions actions={actions} rulebook={card.rulebook} onDo={(words) => void speak(words)} keysOn />
        {own?.to_bet[0] === player && <BetBar most={own.maximum} hand={hand} onHand={setHand} all={[]} />}
        {!entry && you.role === "player" && you.at_table && enter && <Enter refusal={enter.refusal?.message} fee={card.entry_fee} onEnter={() => void speak("enter")} />}
      </div>
      <Purse here={you.money ?? 0} at={!!you.at_table} usual={Math.max(card.entry_fee + (card.chips_are_bought ? card.chips : 0), 10_000)} onSpeak={speak} />
      {(you.role === "operator" || you.role === "dealer") && <Director {...{ card, view, you }} id={id} onSpeak={speak} />}
      <div class="beside">
        <section class="panel" aria-label="Leaderboard">
          <h2>Leaderboard</h2>
          <Leaders view={view} />
        </section>
        <Log told={told} rulebook={card.rulebook} id={id} />
      </div>
    </div>
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
    ["Go on", `${card.advance} a table`],
    ["Pool", money(view.pool)],
    ...(card.prizes.length ? ([["Prizes", card.prizes.map(money).join(", ")]] as [string, string][]) : []),
    ["Players", `${view.entries.filter((entry) => !["withdrawn", "refused"].includes(entry.status)).length} of ${card.min_players}${card.max_players ? ` to ${card.max_players}` : " or more"}`],
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
