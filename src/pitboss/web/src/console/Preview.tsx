import { useState } from "preact/hooks";
import { Refused, send, type ErrorBody, type Schemas } from "../api";
import { Clauses } from "../parts/ClauseRef";
import { say } from "../say";

interface PreviewProps {
  id: string;
  /** What is to be said; empty as long as something is missing. */
  words: string;
  rulebook: string;
  onSpeak: (words: string) => Promise<boolean>;
  onEnd: () => void;
}

interface Seen {
  words: string;
  events: Schemas["Shown"][];
  refusal?: ErrorBody;
}

/** What words will bring, or what forbids them, is shown before they are confirmed. */
export function Preview({ id, words, rulebook, onSpeak, onEnd }: PreviewProps) {
  const [found, setFound] = useState<Seen | null>(null);
  const seen = found?.words === words ? found : null;
  const events = (seen?.events ?? []).filter((event) => event.text);
  async function look() {
    try {
      const answer = await send<Schemas["Preview"]>("POST", `/tables/${id}/preview`, { words });
      setFound({ words, events: answer.events ?? [] });
      say((answer.events ?? []).map((event) => event.text).join(". "));
    } catch (error) {
      const refusal = error instanceof Refused ? error.body : { kind: "page", message: String(error), clause: "", rulebook: "", allowed: [] };
      setFound({ words, events: [], refusal });
      say(refusal.message);
    }
  }
  return (
    <div class="preview">
      {!seen && (
        <button type="button" disabled={!words} onClick={() => void look()}>
          What will happen?
        </button>
      )}
      {seen?.refusal && (
        <p class="preview-refused">
          {seen.refusal.message} <Clauses rulebook={seen.refusal.rulebook || rulebook} clauses={seen.refusal.clause ? seen.refusal.clause.split(/, | and /) : []} />
        </p>
      )}
      {seen && !seen.refusal && (
        <>
          {events.length ? (
            <ol>
              {events.map((event, nth) => (
                <li key={nth}>
                  {event.text} <Clauses rulebook={rulebook} clauses={event.clauses ?? []} />
                </li>
              ))}
            </ol>
          ) : (
            <p>It is allowed; what follows depends on cards that nobody has seen.</p>
          )}
          <button type="button" class="primary" onClick={() => void onSpeak(words).then((done) => done && onEnd())}>
            Confirm
          </button>
        </>
      )}{" "}
      <button type="button" onClick={onEnd}>
        Cancel
      </button>
    </div>
  );
}
