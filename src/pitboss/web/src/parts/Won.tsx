import { money } from "../money";
import { Clauses } from "./ClauseRef";

interface WonProps {
  /** Somebody's wagers of the last round. */
  settled: { result?: number | null; clauses?: string[] }[];
  rulebook: string;
  /** In a few words how it came about. */
  why?: string;
}

/** What somebody's wagers brought together, how that came about, and on which clauses. */
export function Won({ settled, rulebook, why = "" }: WonProps) {
  if (!settled.length) return null;
  const net = settled.reduce((sum, wager) => sum + (wager.result ?? 0), 0);
  const clauses = [...new Set(settled.flatMap((wager) => wager.clauses ?? []))];
  return (
    <>
      <strong class={net > 0 ? "won" : ""}>{net ? `You ${net > 0 ? "won" : "lost"} ${money(Math.abs(net))}` : "You have your wager back"}</strong>
      {settled.length > 1 && ` on ${settled.length} wagers`}
      {why && `: ${why}`} <Clauses rulebook={rulebook} clauses={clauses} few={2} />
    </>
  );
}
