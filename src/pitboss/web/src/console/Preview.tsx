import { useEffect, useRef, useState } from "preact/hooks";
import { send, type ErrorBody, type Schemas } from "../api";
import { Clauses } from "../parts/ClauseRef";
import { Reason } from "../parts/Reason";
import { sentence } from "../parts/events";
import { bodyOf, say } from "../say";
import { houseWords } from "../strings/house";

export interface PreviewProps {
  id: string;
  /** The command; empty while the form is incomplete. */
  words: string;
  rulebook: string;
  /** How far the table is: what was seen is looked at again as it goes on. */
  version: number;
  onSpeak: (words: string) => Promise<boolean>;
  onEnd: () => void;
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
export function Preview({ id, words, rulebook, version, onSpeak, onEnd }: PreviewProps) {
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
  useEffect(() => {
    if (seen && !confirmed) void look();
  }, [version]);
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
                </li>
              ))}
            </ol>
          ) : (
            <p>{houseWords.dependsOnHidden}</p>
          )}
          <button type="button" class="primary" disabled={confirmed} onClick={() => void confirm()}>
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
