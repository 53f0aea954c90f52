/** My rounds, with filters: mistakes, splits, a clause. */
import { useEffect, useState } from "preact/hooks";
import { money } from "../money";
import { when } from "../plain";
import { Pills } from "../room/Pills";
import { Link } from "../router";
import { say } from "../say";
import { cardShort } from "../table/cardNames";
import { learnWords } from "../strings/learn";
import type { RatedRound } from "./rounds";
import { shareAddress } from "./share";
import { actionName } from "./Values";

type Filter = "all" | "mistakes" | "splits";

function matches({ round, rated }: RatedRound, filter: Filter, clause: string): boolean {
  if (filter === "mistakes" && !rated.some(({ rating }) => rating.mistake)) return false;
  if (filter === "splits" && !round.split) return false;
  return !clause || round.clauses.some((each) => each.startsWith(clause));
}

export function Rounds({ rounds }: { rounds: readonly RatedRound[] }) {
  const [filter, setFilter] = useState<Filter>("all");
  const [clause, setClause] = useState("");
  const found = rounds.filter((each) => matches(each, filter, clause.trim()));
  return (
    <section class="my-rounds" aria-label={learnWords.rounds}>
      <div class="filters">
        <Pills
          name={learnWords.filter}
          values={[
            ["all", learnWords.all],
            ["mistakes", learnWords.onlyMistakes],
            ["splits", learnWords.onlySplits],
          ]}
          chosen={filter}
          onChoose={(value) => setFilter(value as Filter)}
        />
        <label>
          {learnWords.clause} <input value={clause} placeholder={learnWords.clausePlaceholder} onInput={(event) => setClause(event.currentTarget.value)} />
        </label>
      </div>
      {!found.length && <p class="soft">{learnWords.noneMatch}</p>}
      {!!found.length && (
        <ol class="round-list">
          {found.map((each) => (
            <RoundRow key={`${each.round.table} ${each.round.round}`} {...each} />
          ))}
        </ol>
      )}
    </section>
  );
}

function RoundRow({ round, rated }: RatedRound) {
  const { net } = round;
  return (
    <li>
      <span class="round-head">
        <Link href={`/history/${round.table}/${round.round}`}>
          {learnWords.roundOf(round.title, round.round)}
        </Link>
        <small>{when(round.time)}</small>
        <strong class={net > 0 ? "net-won" : net < 0 ? "net-lost" : undefined}>{net > 0 ? `+${money(net)}` : money(net)}</strong>
      </span>
      {rated.map(({ id, decision, rating }) => (
        <span key={id} class={rating.mistake ? "decision mistake" : "decision"}>
          {decision.cards.map(cardShort).join(" ")} – {cardShort(decision.up)}: {actionName(decision.did)}. {rating.mistake ? `${learnWords.bestIs(actionName(rating.best))} −${money(rating.cost)}` : ""}{" "}
          <Share address={shareAddress(round, decision)} />
        </span>
      ))}
    </li>
  );
}

/** Milliseconds for which a link says that it was copied. */
const COPIED_SHOWN = 2500;

/** Copies the address of a hand; where the browser refuses, the link opens it. */
function Share({ address }: { address: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    const timer = copied && setTimeout(() => setCopied(false), COPIED_SHOWN);
    return () => clearTimeout(timer || undefined);
  }, [copied]);
  async function copy(event: MouseEvent) {
    if (!navigator.clipboard) return;
    event.preventDefault();
    await navigator.clipboard.writeText(new URL(address, location.href).href);
    setCopied(true);
    say(learnWords.shared);
  }
  return (
    <a class="share" href={address} onClick={(event) => void copy(event)}>
      {copied ? learnWords.shared : learnWords.share}
    </a>
  );
}
