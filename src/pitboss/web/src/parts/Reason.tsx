import type { ErrorBody } from "../api";
import { Clauses, clausesIn } from "./ClauseRef";

/** Why something was refused, with the clauses that it rests on. */
export function Reason({ refused, rulebook = "", most }: { refused: ErrorBody; rulebook?: string; most?: number }) {
  const book = refused.rulebook || rulebook;
  return (
    <>
      {refused.message} {book && <Clauses rulebook={book} clauses={clausesIn(refused.clause).slice(0, most)} />}
    </>
  );
}
