import { supervises } from "../roles";
import { useState } from "preact/hooks";
import { Actions } from "../blackjack/Actions";
import { Duties } from "../console/Duties";
import { Preview } from "../console/Preview";
import { plain } from "../plain";
import type { Card, View, You } from "./types";
import { houseWords } from "../strings/house";

interface ConsoleProps {
  card: Card;
  view: View;
  you: You;
  id: string;
  onSpeak: (words: string) => Promise<boolean>;
}

/** For the dealer: the calls, the number of a real wheel, and spins that do not count. */
export default function SpinConsole({ card, view, you, id, onSpeak }: ConsoleProps) {
  const [fault, setFault] = useState("");
  const [number, setNumber] = useState("");
  return (
    <div class="console panel">
      <h2>{supervises(you.role) ? houseWords.supervisor : houseWords.dealer}</h2>
      <Actions actions={(you.actions ?? []).filter((action) => action.verb !== "no_spin")} rulebook={card.rulebook} onDo={(words) => void onSpeak(words)} keysOn={false} />
      {card.numbers_are_read && (
        <form
          class="details"
          onSubmit={(event) => {
            event.preventDefault();
            void onSpeak(`number ${number}`);
            setNumber(""); // at once: the next may be typed before this one is answered
          }}
        >
          <label>
            {houseWords.winningNumber} <input class="short" type="number" min={0} max={36} value={number} onInput={(event) => setNumber(event.currentTarget.value)} />
          </label>
          <button type="submit" disabled={number === ""}>
            {houseWords.enter}
          </button>
        </form>
      )}
      <GiveChips view={view} onSpeak={onSpeak} />
      <Duties rulebook={card.rulebook} version={view.version} {...{ id, onSpeak }} />
      <fieldset>
        <legend>{houseWords.noSpin}</legend>
        <div class="irregularities">
          {card.faults.map((each) => (
            <button type="button" key={each.reason} aria-pressed={fault === each.reason} onClick={() => setFault(each.reason)} translate={false}>
              {plain(each.reason)}
            </button>
          ))}
        </div>
        {fault && <Preview key={fault} version={view.version} id={id} words={`no_spin ${fault}`} rulebook={card.rulebook} onSpeak={onSpeak} onEnd={() => setFault("")} />}
      </fieldset>
    </div>
  );
}

const COLOURS = ["blue", "orange", "purple", "teal", "pink", "brown", "lime", "grey"];

/** Chips of a colour for a player, at so much each. */
function GiveChips({ view, onSpeak }: { view: View; onSpeak: (words: string) => Promise<boolean> }) {
  const free = COLOURS.filter((colour) => !view.colours.some((given) => given.colour === colour));
  const [player, setPlayer] = useState("");
  const [colour, setColour] = useState("");
  const [value, setValue] = useState("");
  if (!view.people.length) return null;
  const who = player || view.people[0]!.name;
  const which = free.includes(colour) ? colour : free[0];
  return (
    <form
      class="details"
      onSubmit={(event) => {
        event.preventDefault();
        void onSpeak(`chips ${who} ${which} ${value}`);
        setValue("");
      }}
    >
      <label>
        {houseWords.chipsFor}{" "}
        <select value={who} onChange={(event) => setPlayer(event.currentTarget.value)}>
          {view.people.map((person) => (
            <option key={person.name} translate={false}>{person.name}</option>
          ))}
        </select>
      </label>
      <label>
        {houseWords.ofColour}{" "}
        <select value={which} onChange={(event) => setColour(event.currentTarget.value)}>
          {free.map((each) => (
            <option key={each} value={each}>
              {houseWords.colours[each]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {houseWords.at} <input class="short" inputMode="decimal" value={value} onInput={(event) => setValue(event.currentTarget.value.trim())} /> {houseWords.each}
      </label>
      <button type="submit" disabled={!value || !which}>
        {houseWords.issue}
      </button>
    </form>
  );
}
