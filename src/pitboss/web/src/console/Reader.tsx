import { useState } from "preact/hooks";
import { amount, cents } from "../money";
import { useKeys } from "../parts/keys";
import { houseWords } from "../strings/house";

const RANKS = [..."A23456789TJQK"];
const SUITS: [string, string, string][] = [
  ["s", "♠", "spades"],
  ["h", "♥", "hearts"],
  ["d", "♦", "diamonds"],
  ["c", "♣", "clubs"],
];

interface ReaderProps {
  /** What the table waits for, in words; nothing where it does not. */
  awaited: string;
  /** Said in front of the card: `t2 ` in a tournament. */
  front?: string;
  onSpeak: (words: string) => Promise<boolean>;
}

/** Cards of a real shoe, entered by click or by two keys, 9 then H; and the prize that a display shows. */
export function Reader({ awaited, front = "", onSpeak }: ReaderProps) {
  const [rank, setRank] = useState("");
  const [prize, setPrize] = useState("");
  function say(words: string) {
    setRank(""); // at once: the next card may be typed before this one is answered
    setPrize("");
    void onSpeak(front + words);
  }
  useKeys((event) => {
    if (!awaited || event.repeat) return false;
    const key = event.key === "0" || event.key === "1" ? "T" : event.key.toUpperCase();
    const suit = SUITS.find(([letter]) => letter === event.key.toLowerCase());
    if (rank && suit) say(`card ${rank}${suit[0]}`);
    else if (RANKS.includes(key)) setRank(key);
    else return false;
    return true;
  });
  return (
    <fieldset class={`reader${awaited ? " reader-wanted" : ""}`}>
      <legend>{awaited ? houseWords.enterWhat(awaited) : houseWords.noCard}</legend>
      <div class="ranks">
        {RANKS.map((each) => (
          <button type="button" key={each} aria-pressed={rank === each} disabled={!awaited} onClick={() => setRank(each)}>
            {each === "T" ? "10" : each}
          </button>
        ))}
      </div>
      <div class="suits">
        {SUITS.map(([suit, sign, name]) => (
          <button type="button" key={suit} aria-label={houseWords.suits[suit]} class={`suit suit-${name}`} disabled={!rank || !awaited} onClick={() => say(`card ${rank}${suit}`)}>
            {sign}
          </button>
        ))}
        <button type="button" disabled={!awaited} onClick={() => say("card |")}>
          {houseWords.cuttingCard}
        </button>
        {awaited.includes("prize") && (
          <form
            class="details"
            onSubmit={(event) => {
              event.preventDefault();
              const won = cents(prize);
              if (won) say(`prize ${amount(won)}`);
            }}
          >
            <label>
              {houseWords.prize} <input class="short" inputMode="decimal" value={prize} onInput={(event) => setPrize(event.currentTarget.value)} />
            </label>
            <button type="submit">{houseWords.enter}</button>
          </form>
        )}
      </div>
      {!!awaited && <p class="soft">{houseWords.byKeys}</p>}
    </fieldset>
  );
}
