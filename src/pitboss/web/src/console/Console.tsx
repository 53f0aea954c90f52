import { useState } from "preact/hooks";
import { Clauses } from "../parts/ClauseRef";
import type { Card, View, You } from "../blackjack/types";
import { kindName } from "../blackjack/words";
import { Preview } from "./Preview";

interface ConsoleProps {
  card: Card;
  view: View;
  you: You;
  id: string;
  onSpeak: (words: string) => Promise<boolean>;
}

/** For the dealer and the supervisor: cards of a real shoe, and irregularities with what they will bring before they are confirmed. */
export function Console({ card, view, you, id, onSpeak }: ConsoleProps) {
  return (
    <section class="console panel" aria-label="Console">
      <h2>{you.role === "operator" ? "Supervisor's console" : "Dealer's console"}</h2>
      {card.cards_are_read && <Reader view={view} onSpeak={onSpeak} />}
      {!!card.irregularities.length && <Irregularities {...{ card, id, onSpeak }} />}
      <AnyWords onSpeak={onSpeak} />
    </section>
  );
}

const RANKS = [..."A23456789TJQK"];
const SUITS: [string, string, string][] = [
  ["s", "♠", "spades"],
  ["h", "♥", "hearts"],
  ["d", "♦", "diamonds"],
  ["c", "♣", "clubs"],
];

function Reader({ view, onSpeak }: { view: View; onSpeak: (words: string) => Promise<boolean> }) {
  const [rank, setRank] = useState("");
  return (
    <fieldset class="reader">
      <legend>{view.awaited ? `Enter ${view.awaited}` : "No card is asked for"}</legend>
      <div class="ranks">
        {RANKS.map((each) => (
          <button type="button" key={each} aria-pressed={rank === each} onClick={() => setRank(each)}>
            {each === "T" ? "10" : each}
          </button>
        ))}
      </div>
      <div class="suits">
        {SUITS.map(([suit, sign, name]) => (
          <button type="button" key={suit} aria-label={name} class={`suit suit-${name}`} disabled={!rank} onClick={() => void onSpeak(`card ${rank}${suit}`).then((done) => done && setRank(""))}>
            {sign}
          </button>
        ))}
        <button type="button" onClick={() => void onSpeak("card |")}>
          Cutting card
        </button>
      </div>
    </fieldset>
  );
}

function Irregularities({ card, id, onSpeak }: Pick<ConsoleProps, "card" | "id" | "onSpeak">) {
  const [chosen, setChosen] = useState<Card["irregularities"][number] | null>(null);
  return (
    <fieldset>
      <legend>Irregularities</legend>
      <div class="irregularities">
        {card.irregularities.map((each) => (
          <button type="button" key={each.kind} aria-pressed={chosen?.kind === each.kind} onClick={() => setChosen(each)}>
            {kindName(each.kind)}
          </button>
        ))}
      </div>
      {chosen && <Confirm key={chosen.kind} {...{ card, id, onSpeak }} irregularity={chosen} onEnd={() => setChosen(null)} />}
    </fieldset>
  );
}

interface ConfirmProps extends Pick<ConsoleProps, "card" | "id" | "onSpeak"> {
  irregularity: Card["irregularities"][number];
  onEnd: () => void;
}

function Confirm({ card, id, irregularity, onSpeak, onEnd }: ConfirmProps) {
  const [detail, setDetail] = useState("");
  const words = `irregularity ${irregularity.kind}${detail.trim() ? ` ${detail.trim()}` : ""}`;
  return (
    <div class="confirm" role="group" aria-label={kindName(irregularity.kind)}>
      <p>
        <strong>{kindName(irregularity.kind)}</strong>: {kindName(irregularity.remedy)} <Clauses rulebook={card.rulebook} clauses={irregularity.clauses} />
      </p>
      {irregularity.details && (
        <label>
          {irregularity.details}{" "}
          <input value={detail} onInput={(event) => setDetail(event.currentTarget.value)} />
        </label>
      )}
      <Preview {...{ id, words, onSpeak, onEnd }} rulebook={card.rulebook} />
    </div>
  );
}

/** Anything else, in the words of the notation. */
function AnyWords({ onSpeak }: { onSpeak: (words: string) => Promise<boolean> }) {
  const [words, setWords] = useState("");
  return (
    <form
      class="any-words"
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim()) void onSpeak(words.trim()).then((done) => done && setWords(""));
      }}
    >
      <label>
        In words of the notation <input value={words} placeholder="closing 3, limit 20-500, absent ann …" onInput={(event) => setWords(event.currentTarget.value)} />
      </label>
      <button type="submit">Say it</button>
    </form>
  );
}
