import { useEffect, useRef, useState } from "preact/hooks";
import { get, Refused, UNAUTHENTICATED, UNREACHABLE, type ErrorBody, type Schemas } from "./api";
import { notify } from "./say";
import { me } from "./session";
import { connection } from "./socket";

/** What a path of the interface answers, or why it does not; both null until then. A path of "" asks for nothing. */
export function useAnswer<T>(path: string): { found: T | null; refused: ErrorBody | null } {
  const [answer, setAnswer] = useState<{ path: string; found: T | null; refused: ErrorBody | null } | null>(null);
  const [again, setAgain] = useState(0);
  // what could not be asked for is asked for again as the line comes back
  const back = answer?.refused?.kind === UNREACHABLE && connection.value === "open";
  useEffect(() => {
    if (back) setAgain((count) => count + 1);
  }, [back]);
  // a private house answers by who is signed in: what was refused is asked for again by who signs in, and what was shown
  // is not shown any longer to who signs out
  const who = me.value?.name ?? "";
  const asker = useRef(who);
  useEffect(() => {
    const before = asker.current;
    asker.current = who;
    if (before !== who && (before || answer?.refused?.kind === UNAUTHENTICATED)) setAgain((count) => count + 1);
  }, [who]);
  useEffect(() => {
    let wanted = true;
    if (path)
      get<T>(path).then(
        (found) => wanted && setAnswer({ path, found, refused: null }),
        (error) => wanted && (error instanceof Refused ? setAnswer({ path, found: null, refused: error.body }) : notify(error)),
      );
    return () => {
      wanted = false;
    };
  }, [path, again]);
  return answer?.path === path ? answer : { found: null, refused: null };
}

/** The same where only the answer is of use; a refusal is shown as a notice. */
export function useGet<T>(path: string): T | null {
  const { found, refused } = useAnswer<T>(path);
  useEffect(() => {
    if (refused) notify(new Refused(refused));
  }, [refused]);
  return found;
}

/** What a table is called; its id where it cannot be asked for. */
export function useTableName(id: string): string {
  return useAnswer<Schemas["TablePage"]>(`/tables/${id}`).found?.table.title || id;
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · pitboss` : "pitboss";
  }, [title]);
}

/** The latest value that has stood still for a while. */
export function useLater<T>(value: T, wait: number): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return still;
}
