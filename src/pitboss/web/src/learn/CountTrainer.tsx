/** The running count: trained at a real table, after a drill with single cards. */
import { useEffect, useState } from "preact/hooks";
import { hiLo, signed } from "../blackjack/counting";
import { enterSuggestedRoom } from "../room/enter";
import { Pills } from "../room/Pills";
import { navigate } from "../router";
import { notify } from "../say";
import { choose } from "../settings";
import { learnWords } from "../strings/learn";
import { CardShape } from "../table/CardShape";

const RANKS = "A23456789TJQK";
const SUITS = "shdc";
const LENGTHS = ["10", "20", "52"];
const SPEEDS = ["1", "2", "4"];

function shuffled(): string[] {
  const cards = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  for (let left = cards.length - 1; left > 0; left--) {
    const other = crypto.getRandomValues(new Uint32Array(1))[0]! % (left + 1);
    [cards[left], cards[other]] = [cards[other]!, cards[left]!];
  }
  return cards;
}

/** Opens a practice room whose coach asks for the count after each round. */
export function CountAtTable() {
  const [busy, setBusy] = useState(false);
  async function open() {
    setBusy(true);
    try {
      choose({ count: true });
      navigate(`/tables/${await enterSuggestedRoom()}`);
    } catch (error) {
      notify(error);
      setBusy(false);
    }
  }
  return (
    <section class="count" aria-label={learnWords.countTable}>
      <h2>{learnWords.countTable}</h2>
      <p>{learnWords.countTablePitch}</p>
      <button class="btn primary" type="button" disabled={busy} onClick={() => void open()}>
        {learnWords.countTableOpen}
      </button>
    </section>
  );
}

/** Cards one after the other, to warm up. */
export function CountDrill() {
  const [length, setLength] = useState("20");
  const [speed, setSpeed] = useState("1");
  const [cards, setCards] = useState<string[]>([]);
  const [at, setAt] = useState(-1);
  const [guess, setGuess] = useState("");
  const [verdict, setVerdict] = useState("");
  const [score, setScore] = useState({ right: 0, all: 0 });
  const running = at >= 0 && at < cards.length;
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setAt(at + 1), 1000 / Number(speed));
    return () => clearTimeout(timer);
  }, [at, running, speed]);
  const asks = cards.length > 0 && at >= cards.length && !verdict;
  function begin() {
    setCards(shuffled().slice(0, Number(length)));
    setAt(0);
    setVerdict("");
    setGuess("");
  }
  function check(event: Event) {
    event.preventDefault();
    const count = cards.reduce((sum, card) => sum + hiLo(card), 0);
    const right = Number(guess.replace("−", "-")) === count && guess.trim() !== "";
    setScore({ right: score.right + Number(right), all: score.all + 1 });
    setVerdict(right ? learnWords.countRight(signed(count)) : learnWords.countWrong(signed(count)));
  }
  return (
    <section class="count" aria-label={learnWords.countTitle}>
      <h2>{learnWords.countTitle}</h2>
      <p>{learnWords.countPitch}</p>
      <div class="filters">
        <Pills name={learnWords.countCards} values={LENGTHS.map((each) => [each, each] as const)} chosen={length} onChoose={setLength} />
        <Pills name={learnWords.countSpeed} values={SPEEDS.map((each) => [each, each] as const)} chosen={speed} onChoose={setSpeed} />
      </div>
      <div class="count-card" data-cloth="nz" data-nth={at}>
        {running && (
          <svg viewBox="-54 -74 108 148">
            <CardShape card={cards[at]!} width={100} />
          </svg>
        )}
      </div>
      {asks ? (
        <form onSubmit={check}>
          <label>
            {learnWords.yourCount} <input inputMode="numeric" value={guess} onInput={(event) => setGuess(event.currentTarget.value)} />
          </label>{" "}
          <button class="btn primary" type="submit">
            {learnWords.check}
          </button>
        </form>
      ) : (
        <button class="btn primary" type="button" disabled={running} onClick={begin}>
          {learnWords.countStart}
        </button>
      )}
      <p role="status">{verdict}</p>
      {!!score.all && <p class="soft">{learnWords.countScore(score.right, score.all)}</p>}
    </section>
  );
}
