/** The console of a physical wheel that the dealer runs alone: chips by colour, calls read back, numbers by two keys. */
import { useState } from "preact/hooks";
import { useTable } from "../live";
import { money } from "../money";
import type { TableProps } from "../pages/Table";
import { Loading } from "../parts/Loading";
import { plain } from "../plain";
import type { Card, Laid, View, You } from "../roulette/types";
import { colourOf } from "../roulette/colours";
import { t } from "../strings";
import { floorWords } from "../strings/floor";
import { personName } from "../table/people";
import { useTitle } from "../use";
import { FloorFrame } from "./FloorFrame";
import { useFloorKeys, type Mode } from "./floorKeys";
import "../styles/roulette-floor.css";

const SHOWN_FIRST = /^(correct|confirm_correction|no_spin|adjust)\b/;
/** A call: the dealer reads back where its chips go before they are booked. */
const CALL = /^[a-z]+ (n\d+|voisins|tiers|orphelins) \d+$/;
const SHOWN_NUMBERS = 18;

function modeOf(view: View): Mode {
  return view.phase === "betting" ? "wagers" : view.dolly < 0 ? "number" : "nothing";
}

export default function RouletteFloor({ id, info, onFull }: TableProps & { onFull: () => void }) {
  const { card, view, log, speak } = useTable<Card, View, You>(id);
  const [asked, setAsked] = useState("");
  const mode = view ? modeOf(view) : "nothing";
  const { typed, refused } = useFloorKeys(asked || !view ? null : { version: view.version, mode, enter: "no_more_bets" }, (words) =>
    SHOWN_FIRST.test(words) || CALL.test(words) ? (setAsked(words), "asked" as const) : speak(words),
  );
  useTitle(info.title);
  if (!card || !view) return <Loading />;
  const laid = view.wagers.reduce((sum, wager) => sum + wager.amount, 0);
  const letters = new Map(Object.entries(card.colour_letters ?? {}).map(([letter, colour]) => [colour, letter]));
  const help = mode === "wagers" ? [floorWords.help.chips, floorWords.help.calls, floorWords.help.colours([...letters].map(([colour, letter]) => `${letter} ${colour}`).join(", ")), floorWords.help.undo].join(" ") : `${floorWords.help[mode as "number"]} ${floorWords.help.undo}`;
  return (
    <FloorFrame
      {...{ id, view, laid, mode, typed, refused, asked, log, help, onFull }}
      title={info.title}
      rulebook={card.rulebook}
      next={mode === "wagers" ? (view.voided ? floorWords.voided : floorWords.wagers) : mode === "number" ? floorWords.number : floorWords.nothing}
      readBack={CALL.test(asked)}
      onSpeak={speak}
      onAsked={setAsked}
    >
      <ol class="floor-numbers" aria-label={t.roulette.lastNumbers}>
        {view.numbers.slice(0, SHOWN_NUMBERS).map((number, nth) => (
          <li key={nth} class={`pocket-${card.colours[number]}`} translate={false}>
            {number}
          </li>
        ))}
      </ol>
      <ol class="floor-colours">
        {view.people.map((person) => {
          const chips = view.colours.filter((each) => each.player === person.name);
          return (
            <li key={person.name} data-player={person.name} style={{ borderColor: colourOf(view, person.name) }}>
              <h2 translate={false}>
                {chips.map((each) => letters.get(each.colour)).filter(Boolean).map((letter) => (
                  <kbd key={letter}>{letter}</kbd>
                ))}{" "}
                {personName(person.name)}
              </h2>
              <p>{[...chips.map((each) => floorWords.each(money(each.value))), floorWords.holds(money(person.money))].join(" · ")}</p>
              <Wagers wagers={view.wagers.filter((wager) => wager.player === person.name)} />
              <Wagers wagers={view.settled.filter((wager) => wager.player === person.name)} settled />
            </li>
          );
        })}
      </ol>
    </FloorFrame>
  );
}

/** The wagers of a player: where, how many chips and what they are worth; settled ones with their result. */
function Wagers({ wagers, settled }: { wagers: Laid[]; settled?: boolean }) {
  if (!wagers.length) return null;
  return (
    <ul class={settled ? "floor-settled" : ""} aria-label={settled ? floorWords.settled : floorWords.laid}>
      {wagers.map((wager) => (
        <li key={`${wager.kind} ${wager.place}`} data-position={`${wager.kind} ${wager.place ?? ""}`.trim()}>
          <b translate={false}>{wager.place && wager.kind !== "dozen" && wager.kind !== "column" ? wager.place : plain(`${wager.kind} ${wager.place ?? ""}`.trim())}</b> {!!wager.count && !settled && <span>×{wager.count}</span>} <span>{money(wager.amount)}</span>
          {wager.result != null && <em class={wager.result > 0 ? "won" : "lost-wager"}>{money(wager.result)}</em>}
        </li>
      ))}
    </ul>
  );
}
