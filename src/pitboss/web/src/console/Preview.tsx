import { useState } from "preact/hooks";
import { send, type Schemas } from "../api";
import { Clauses } from "../parts/ClauseRef";
import { notify } from "../say";

interface PreviewProps {
  id: string;
  words: string;
  rulebook: string;
  onSpeak: (words: string) => Promise<boolean>;
  onEnd: () => void;
}

/** What words will bring is shown before they are confirmed. */
export function Preview({ id, words, rulebook, onSpeak, onEnd }: PreviewProps) {
  const [seen, setSeen] = useState<{ words: string; events: Schemas["Shown"][] } | null>(null);
  const shown = seen?.words === words ? seen.events.filter((event) => event.text) : null;
  function look() {
    send<Schemas["Preview"]>("POST", `/tables/${id}/preview`, { words }).then((found) => setSeen({ words, events: found.events ?? [] }), notify);
  }
  return (
    <div class="preview">
      {!shown && (
        <button type="button" onClick={look}>
          What will happen?
        </button>
      )}
      {shown && (
        <>
          <ol>
            {shown.map((event, nth) => (
              <li key={nth}>
                {event.text} <Clauses rulebook={rulebook} clauses={event.clauses ?? []} />
              </li>
            ))}
          </ol>
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
