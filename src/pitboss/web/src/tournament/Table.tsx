import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { Schemas } from "../api";
import { Loading } from "../app";
import { Actions } from "../blackjack/Actions";
import type { Spot } from "../blackjack/types";
import { betOf, betWords, more } from "../blackjack/words";
import { useTable } from "../live";
import { CHIPS, money, type Chip } from "../money";
import type { TableProps } from "../pages/Table";
import { ChipPicker } from "../parts/ChipPicker";
import { Clock } from "../parts/Clock";
import { Log } from "../parts/Log";
import { Purse } from "../parts/Purse";
import { me } from "../session";
import { useTitle } from "../use";
import { CupTable } from "./CupTable";
import { Director } from "./Director";
import { Leaders } from "./Leaders";
import "../styles/blackjack.css";
import "../styles/tournament.css";

export type Card = Schemas["TournamentCard"];
export type View = Schemas["TournamentView"];
export type You = Schemas["You"];

export default function Table({ id, info }: TableProps) {
  useTitle(info.title);
  const table = useTable<Card, View, You>(id);
  const { card, view, you, speak } = table;
  const [chip, setChip] = useState<Chip>(CHIPS.find((each) => each.value === 500)!);
  const player = me.value?.name ?? "";
  if (!card || !view || !you) return <Loading />;
  const entry = view.entries.find((each) => each.player === player);
  const own = view.tables.find((each) => entry && each.number === entry.table);
  const enter = (you.actions ?? []).find((action) => action.verb === "enter");

  function place(box: number, spot: Spot, add: number) {
    if (!own) return;
    const bet = betOf(own.boxes[box - 1], player, 1);
    bet.main[0] = add ? more(spot, bet.main[0] ?? 0, add) : 0;
    void speak(`t${own.number} ${betWords(card!, box, bet)}`);
  }

  return (
    <div class="table-page">
      <h1 class="table-title">
        {info.title}{" "}
        <small>
          {view.phase}
          {view.session ? `, session ${view.session}${view.final ? ", the final" : ""}` : ""}
        </small>
      </h1>
      <p class="table-links">
        <Link href={`/rules/${card.rulebook}`}>Rules</Link> · <Link href={`/screen/${id}`}>Big screen</Link> · <Link href={`/history/${id}`}>History</Link>
      </p>
      <Conditions card={card} view={view} />
      {[...view.tables]
        .sort((one, two) => Number(two.number === own?.number) - Number(one.number === own?.number))
        .map((each) => (
          <CupTable key={each.number} table={each} card={card} player={player} mine={each.number === own?.number} open={each.to_bet.includes(player)} onPlace={(box, spot) => place(box, spot, chip.value)} onTake={(box, spot) => place(box, spot, 0)} />
        ))}
      <div class="controls">
        <Clock clock={table.clock} rulebook={card.rulebook} you={player} version={table.version} />
        <Actions actions={(you.actions ?? []).filter((action) => action.verb !== "enter" && you.role === "player")} rulebook={card.rulebook} onDo={(words) => void speak(words)} keysOn />
        {own?.to_bet[0] === player && (
          <div class="bet-bar">
            <strong>Your bet</strong>
            <ChipPicker chosen={chip} onChoose={setChip} most={own.maximum} />
          </div>
        )}
        {!entry && you.role === "player" && you.at_table && enter && (
          <button type="button" class="primary" aria-disabled={!!enter.refusal} title={enter.refusal?.message} onClick={() => void speak("enter")}>
            Enter for {money(card.entry_fee)}
          </button>
        )}
        <Purse here={you.money ?? 0} at={!!you.at_table} usual={Math.max(card.entry_fee + (card.chips_are_bought ? card.chips : 0), 10_000)} onSpeak={speak} />
      </div>
      {you.role === "operator" && <Director {...{ card, view, you }} id={id} onSpeak={speak} />}
      <div class="beside">
        <section class="panel" aria-label="Leaderboard">
          <h2>Leaderboard</h2>
          <Leaders view={view} />
        </section>
        <Log told={table.told} rulebook={card.rulebook} />
      </div>
    </div>
  );
}

function Conditions({ card, view }: { card: Card; view: View }) {
  const facts: [string, string][] = [
    ["Entry", money(card.entry_fee)],
    ["Chips", money(card.chips)],
    ["Session", `${card.session[1]} ${card.session[0]}`],
    ["Go on", `${card.advance} a table`],
    ["Pool", money(view.pool)],
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
