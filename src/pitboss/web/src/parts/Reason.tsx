import type { ErrorBody } from "../api";
import { Clauses, clausesIn } from "./ClauseRef";

/** Why something was refused, with the clauses that it rests on. */
export function Reason({ refused, rulebook = "" }: { refused: ErrorBody; rulebook?: string }) {
  const book = refused.rulebook || rulebook;
  return (
    <>
      <span translate={false}>{refused.message}</span> {book && <Clauses rulebook={book} clauses={clausesIn(refused.clause)} />}
    </>
  );
}
