/** Beside the felt: the player's bets with what they pay and won, and the players' chips. */
import { useState } from "preact/hooks";
import { money } from "../money";
import { ChipFace } from "../parts/Chips";
import { Clauses } from "../parts/ClauseRef";
import { resultSentence } from "../results";
import { me } from "../session";
import { t } from "../strings";
import { personName } from "../table/people";
import { colourOf } from "./colours";
import { keyOf } from "./director";
import { resultsShown } from "./Felt";
import { houseEdge, spokenOdds } from "./figures";
import { nameOf, positionName, type Position } from "./positions";
import type { Stage } from "./stage";
import type { Card, Laid } from "./types";

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

interface BetsPanelProps {
  stage: Stage;
  player: string;
  aim: Card["positions"][number] | null;
  open: boolean;
  onTake: (position: Position) => void;
}

export function BetsPanel({ stage, player, aim, open, onTake }: BetsPanelProps) {
  const { card, view } = stage;
  const own = (wager: Laid) => wager.player === player;
  const results = new Map(resultsShown(stage).filter(own).map((wager) => [keyOf(wager), wager]));
  const onFelt = view.wagers.filter(own);
  // what is collected stays in its place of the list with its result until the next bet
  const order = new Map(card.positions.map((position, nth) => [nameOf(position), nth]));
  const bets = [...onFelt.map((wager) => results.get(keyOf(wager)) ?? wager), ...[...results.values()].filter((wager) => !onFelt.some((each) => keyOf(each) === keyOf(wager)))];
  bets.sort((one, two) => order.get(nameOf(one))! - order.get(nameOf(two))!);
  const edge = houseEdge(card.positions, card.wheel.length);
  return (
    <>
      <h2>
        {t.roulette.yourBets} {edge && <span class="edge">{t.roulette.edge(edge)}</span>}
      </h2>
      <div class="bets-box" tabindex={0} role="region" aria-label={t.roulette.yourBets}>
        <table class="bets">
          <thead>
            <tr>
              <th scope="col">{t.roulette.bet}</th>
              <th scope="col">{t.roulette.stake}</th>
              <th scope="col">{t.roulette.pays}</th>
              <th scope="col">{t.roulette.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {bets.map((wager) => (
              <BetRow key={keyOf(wager)} {...{ wager, stage, onTake }} open={open && !results.has(keyOf(wager))} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="verdict">{aim ? t.roulette.covers(capital(positionName(aim)), aim.numbers.length, spokenOdds(aim.pays)) : t.roulette.coverHint}</p>
      <Rack stage={stage} />
    </>
  );
}

interface BetRowProps {
  wager: Laid;
  stage: Stage;
  open: boolean;
  onTake: (position: Position) => void;
}

/** A bet; of a settled one a press on its name says why and by which clause. */
function BetRow({ wager, stage, open, onTake }: BetRowProps) {
  const [why, setWhy] = useState(false);
  const position = stage.card.positions.find((each) => nameOf(each) === nameOf(wager));
  const name = capital(positionName(wager));
  const { result, clauses } = wager;
  const { number, colour } = stage.view;
  const settled = result != null;
  const laws = stage.view.settled.find((each) => keyOf(each) === keyOf(wager))?.clauses ?? clauses;
  return (
    <>
      <tr class="bet">
        <td>
          <button type="button" class="bet-name" aria-expanded={settled ? why : undefined} aria-label={open ? t.roulette.takeBack(name) : name} aria-disabled={!settled && !open} title={open ? t.roulette.takeBack(name) : undefined} onClick={() => (settled ? setWhy(!why) : open && position && onTake(position))}>
            {name}
            {open && <span aria-hidden="true"> ✕</span>}
          </button>
        </td>
        <td>{money(wager.amount)}</td>
        <td>{position?.pays}</td>
        <td class={settled ? (result > 0 ? "win" : "lose") : ""}>{settled ? t.roulette.signed(result) : ""}</td>
      </tr>
      {settled && why && (
        <tr class="why">
          <td colSpan={4}>
            <span class="result-words">{resultSentence({ name, net: result, won: result > 0, reason: `${number} ${colour}`, clauses: laws })}</span> <Clauses rulebook={stage.card.rulebook} clauses={laws} few={2} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The display rack: the other players, and the reader where the dealer gave a colour, with their money. */
export function Rack({ stage: { view } }: { stage: Stage }) {
  const colours = new Map(view.colours.map((each) => [each.player, each]));
  const shown = view.people.filter(({ name }) => name !== me.value?.name || colours.has(name));
  if (!shown.length) return null;
  return (
    <ul class="rack" aria-label={t.roulette.rack} tabindex={0}>
      {shown.map(({ name, money: chips }) => {
        const given = colours.get(name);
        return (
          <li key={name}>
            <ChipFace chip={{ name: given ? String(given.value / 100) : "", colour: colourOf(view, name) }} size={20} /> <bdi>{name === me.value?.name ? t.blackjack.you : personName(name)}</bdi> <span>{money(chips)}</span>
            {given && <small> {given.colour}</small>}
          </li>
        );
      })}
    </ul>
  );
}
