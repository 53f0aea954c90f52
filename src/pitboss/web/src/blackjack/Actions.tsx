import { useLayoutEffect } from "preact/hooks";
import { Clauses } from "../parts/ClauseRef";
import type { Action } from "./types";
import { ACTIONS, KEYS } from "./words";

const ALWAYS = ["hit", "stand", "double", "split", "surrender"];

/** A button with its key; where it may not be pressed, why not and on which clause. */
function ActionButton({ action, rulebook, several, onDo }: { action: Action; rulebook: string; several: boolean; onDo: (words: string) => void }) {
  const key = KEYS[action.verb];
  const name = `${ACTIONS[action.verb] ?? action.verb}${several && action.box ? ` on ${action.box}` : ""}${detail(action)}`;
  const reason = action.refusal;
  return (
    <span class="action">
      <button type="button" class={reason ? "" : "primary"} aria-disabled={!!reason} aria-keyshortcuts={key} title={reason ? reason.message : undefined} data-verb={action.verb} onClick={() => !reason && onDo(action.words)}>
        {name} {key && <kbd>{key === "Enter" ? "↵" : key.toUpperCase()}</kbd>}
      </button>
      {reason && (
        <span class="action-why">
          <Clauses rulebook={rulebook} clauses={(reason.clauses ?? []).slice(0, 1)} />
        </span>
      )}
    </span>
  );
}

/** The amounts that belong to an action: "insure 1 50" says 50. */
function detail(action: Action): string {
  if (!["insure", "double", "follow"].includes(action.verb)) return "";
  const amount = action.words.split(" ")[2];
  return amount ? ` ${amount}` : "";
}

/** Every action that is open in this phase, and of the usual decisions those that are not, each with the reason. */
export function Actions({ actions, rulebook, onDo, keysOn }: { actions: Action[]; rulebook: string; onDo: (words: string) => void; keysOn: boolean }) {
  const shown = actions.filter((action) => !["bet", "withdraw", "leave"].includes(action.verb)).filter((action) => !action.refusal || ALWAYS.includes(action.verb));
  const boxes = new Set(shown.filter((action) => !action.refusal).map((action) => action.box));
  // before the buttons are painted, so that no key is lost between the two
  useLayoutEffect(() => {
    if (!keysOn) return;
    function press(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      if (event.key === "Enter" && target.tagName !== "BODY" && target.id !== "main") return;
      const found = shown.find((action) => !action.refusal && KEYS[action.verb]?.toLowerCase() === event.key.toLowerCase());
      if (found) {
        event.preventDefault();
        onDo(found.words);
      }
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
  if (!shown.some((action) => !action.refusal)) return null;
  return (
    <div class="actions" role="group" aria-label="Your actions">
      {shown.map((action) => (
        <ActionButton key={`${action.verb} ${action.box} ${action.words}`} action={action} rulebook={rulebook} several={boxes.size > 1} onDo={onDo} />
      ))}
    </div>
  );
}
