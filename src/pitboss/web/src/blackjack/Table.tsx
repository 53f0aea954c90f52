import { lazy, Suspense } from "preact/compat";
import { useTable } from "../live";
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
import { Actions } from "./Actions";
import { useBets } from "./bets";
import { Coach, useCoach } from "./Coach";
import { Felt } from "./Felt";
import type { Card, View, You } from "./types";
import { roundOf, stakesOf } from "./words";
import "../styles/blackjack.css";

// only for those who run the table: whoever plays need not fetch it
const Console = lazy(() => import("../console/Console"));

/** Said by the buttons of the boxes. */
const SEATS = ["sit", "leave"];

export default function Table({ id, info }: TableProps) {
  useTitle(info.title);
  const { card, view, you, told, ended, speak, clock } = useTable<Card, View, You>(id);
  const player = me.value?.role === "player" ? me.value.name : "";
  const bets = useBets(card, view, player, speak);
  const coaching = useCoach(card, view, you?.actions ?? [], player);
  useChipKeys();
  if (!card || !view || !you) return <Loading />;
  const betting = view.phase === "betting";
  const last = roundOf(view, player);
  const house = you.role === "dealer" || you.role === "operator";
  const actions = house ? [] : (you.actions ?? []).filter((action) => action.verb !== "ready" || isWaiting(card, view, player));

  async function act(words: string) {
    const judged = coaching.heard(words);
    if (await speak(words)) judged();
  }

  return (
    <div class="table-page">
      <TableHead title={info.title} at={view.round ? `round ${view.round}` : "before the first round"} links={[[`/rules/${card.rulebook}`, "Rules"], [`/tables/${id}/analysis`, "Exact edges and strategy"], [`/history/${id}`, "History"], [`/tables/${id}/fairness`, "Fairness"]]} />
      <Felt {...{ card, player }} view={bets.shown ?? view} open={betting && !!you.at_table} refusals={you.side_wagers} onPlace={bets.place} onTake={bets.take} seatAt={(box) => actions.find((action) => SEATS.includes(action.verb) && action.box === box && !action.refusal)} onSeat={(words) => void speak(words)} />
      <div class="controls">
        <Clock clock={clock} rulebook={card.rulebook} you={player} but={view.awaited && "card"} />
        {view.awaited && <p class="awaited">Waiting for the dealer to enter {view.awaited}</p>}
        <Actions actions={actions} rulebook={card.rulebook} onDo={(words) => void act(words)} keysOn stakes={stakesOf(card, view.boxes, player)} />
        {betting && !!last.settled.length && (
          <p class="staked">
            <Won {...last} rulebook={card.rulebook} />
          </p>
        )}
        {you.at_table && betting && bets.hint && <p class="awaited">{bets.hint}</p>}
        {you.at_table && betting && <BetBar most={view.maximum} hand={bets.hand} onHand={bets.setHand} all={bets.all} />}
      </div>
      {!ended && <Purse here={you.money ?? 0} at={!!you.at_table} usual={view.minimum * 50} onSpeak={speak} />}
      {house && (
        <Suspense fallback={<Loading />}>
          <Console {...{ card, view, you }} id={id} onSpeak={speak} />
        </Suspense>
      )}
      <div class="beside">
        <Coach coaching={coaching} />
        <Log told={told} rulebook={card.rulebook} id={id} />
      </div>
    </div>
  );
}

/** Whether anything is still waited for that whoever is ready may cut short. */
function isWaiting(card: Card, view: View, player: string): boolean {
  return !card.cards_are_read && !view.people.some((person) => person.name === player && person.ready);
}
