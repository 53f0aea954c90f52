import { useEffect, useRef, useState } from "preact/hooks";
import { send, type ErrorBody, type Schemas } from "../api";
import { Clauses } from "../parts/ClauseRef";
import { Reason } from "../parts/Reason";
import { sentence } from "../parts/events";
import { bodyOf, say } from "../say";
import { money } from "../money";
import { houseWords } from "../strings/house";
import { personName } from "../table/people";

export interface PreviewProps {
  id: string;
  /** The command; empty while the form is incomplete. */
  words: string;
  rulebook: string;
  /** How far the table is: what was seen is looked at again as it goes on. */
  version: number;
  onSpeak: (words: string) => Promise<boolean>;
  onEnd: () => void;
  /** Whether what they will bring is shown at once, with the confirmation focused. */
  readBack?: boolean;
}

interface Seen {
  words: string;
  events: Schemas["EventInfo"][];
  refusal?: ErrorBody;
}

async function ask(id: string, words: string): Promise<Seen> {
  try {
    const answer = await send<Schemas["Preview"]>("POST", `/tables/${id}/preview`, { words });
    return { words, events: answer.events ?? [] };
  } catch (error) {
    return { words, events: [], refusal: bodyOf(error) };
  }
}

/** What words will bring, or what forbids them, is shown before they are confirmed. */
export function Preview({ id, words, rulebook, version, onSpeak, onEnd, readBack }: PreviewProps) {
  const [found, setFound] = useState<Seen | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const looks = useRef(0); // of several looks only the last counts
  const seen = found?.words === words ? found : null;
  const events = (seen?.events ?? []).filter((event) => event.text);
  async function look() {
    const nth = ++looks.current;
    const answer = await ask(id, words);
    if (nth !== looks.current) return;
    setFound(answer);
    say(answer.refusal?.message ?? answer.events.filter((event) => event.text).map((event) => sentence(event)).join(". "));
  }
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if ((seen || readBack) && !confirmed) void look();
  }, [version]);
  useEffect(() => {
    if (readBack && seen) yes.current?.focus();
  }, [!!seen]);
  async function confirm() {
    setConfirmed(true);
    if (await onSpeak(words)) onEnd();
    else setConfirmed(false);
  }
  return (
    <div class="preview">
      {!seen && (
        <button type="button" disabled={!words} onClick={() => void look()}>
          {houseWords.whatHappens}
        </button>
      )}
      {seen?.refusal && (
        <p class="preview-refused">
          <Reason refused={seen.refusal} rulebook={rulebook} />
        </p>
      )}
      {seen && !seen.refusal && (
        <>
          {events.length ? (
            <ol>
              {events.map((event, nth) => (
                <li key={nth}>
                  <span translate={false}>{sentence(event)}</span> <Clauses rulebook={rulebook} clauses={event.clauses ?? []} />
                  <MoneyChanges event={event} />
                </li>
              ))}
            </ol>
          ) : (
            <p>{houseWords.dependsOnHidden}</p>
          )}
          <button ref={yes} type="button" class="primary" disabled={confirmed} onClick={() => void confirm()}>
            {houseWords.confirm}
          </button>
        </>
      )}{" "}
      <button type="button" onClick={onEnd}>
        {houseWords.cancel}
      </button>
    </div>
  );
}

/** The money of each player whom a correction concerns, before and after it. */
function MoneyChanges({ event }: { event: Schemas["EventInfo"] }) {
  const changes = ((event.fields as { money?: unknown } | undefined)?.money ?? []) as [string, number, number][];
  if (!/^(EntryCorrected|CorrectionProposed)$/.test(event.type) || !changes.length) return null;
  return (
    <table class="money-changes">
      <thead>
        <tr>
          <th scope="col">{houseWords.player}</th>
          <th scope="col">{houseWords.moneyBefore}</th>
          <th scope="col">{houseWords.moneyAfter}</th>
          <th scope="col">{houseWords.difference}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(([name, before, after]) => (
          <tr key={name}>
            <th scope="row" translate={false}>{personName(name)}</th>
            <td>{money(before)}</td>
            <td>{money(after)}</td>
            <td>{money(after - before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
