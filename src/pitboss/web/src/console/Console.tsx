import { supervises } from "../roles";
import { useState } from "preact/hooks";
import { Actions } from "../blackjack/Actions";
import type { Card, View, You } from "../blackjack/types";
import { actionName } from "../blackjack/words";
import { AnyWords } from "./AnyWords";
import { Asked } from "./Asked";
import { Duties } from "./Duties";
import { Irregularities, splitHands } from "./Irregularities";
import { People } from "./People";
import { Reader } from "./Reader";
import { TableForms } from "./TableForms";
import { WhyNot } from "./WhyNot";
import { houseWords } from "../strings/house";

export interface ConsoleProps {
  card: Card;
  view: View;
  you: You;
  id: string;
  onSpeak: (words: string) => Promise<boolean>;
}

const OF_PEOPLE = ["absent", "void", "exclude"];
/** Previewed before they are confirmed, as the cards they draw cannot be taken back. */
const SHOWN_FIRST = ["timeout"];

/** For the dealer and the supervisor: cards of a real shoe, and irregularities with what they will bring before they are confirmed. */
export default function Console({ card, view, you, id, onSpeak }: ConsoleProps) {
  const [asked, setAsked] = useState("");
  const actions = view.awaited ? [] : (you.actions ?? []).filter((action) => !OF_PEOPLE.includes(action.verb));
  return (
    <section class="console panel" aria-label={houseWords.console}>
      <h2>{supervises(you.role) ? houseWords.supervisor : houseWords.dealer}</h2>
      {(card.cards_are_read || view.awaited) && <Reader awaited={view.awaited} onSpeak={onSpeak} />}
      <Actions actions={actions} rulebook={card.rulebook} onDo={(words) => (SHOWN_FIRST.includes(words.split(" ")[0]!) ? setAsked(words) : void onSpeak(words))} keysOn />
      <WhyNot actions={actions} rulebook={card.rulebook} name={(action) => actionName(action, false)} />
      <Duties rulebook={card.rulebook} version={view.version} {...{ id, onSpeak }} />
      {!!card.irregularities.length && (
        <fieldset>
          <legend>{houseWords.irregularities}</legend>
          <Irregularities known={card.irregularities} boxes={card.boxes} hands={splitHands(view.boxes)} people={view.people.map((person) => person.name)} rulebook={card.rulebook} version={view.version} {...{ id, onSpeak }} />
        </fieldset>
      )}
      <People people={view.people} operator={supervises(you.role)} onAsk={setAsked} />
      {supervises(you.role) && <TableForms view={view} onAsk={setAsked} />}
      <AnyWords example="limit 20-500 box=1 ann, press 2 …" onAsk={setAsked} />
      {asked && <Asked words={asked} rulebook={card.rulebook} version={view.version} {...{ id, onSpeak }} onEnd={() => setAsked("")} />}
    </section>
  );
}
