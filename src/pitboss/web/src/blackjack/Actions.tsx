import { useLayoutEffect } from "preact/hooks";
import { Clauses } from "../parts/ClauseRef";
import { OtherAmount, type Usual } from "./OtherAmount";
import type { Action } from "./types";
import { actionName, KEYS } from "./words";

const ALWAYS = ["hit", "stand", "double", "split", "surrender"];
const ELSEWHERE = ["bet", "withdraw", "leave", "enter"];

interface ActionsProps {
  actions: Action[];
  rulebook: string;
  onDo: (words: string) => void;
  keysOn: boolean;
  /** Where amounts other than the usual may be asked for. */
  usual?: Usual;
}

/** A button with its key; where it may not be pressed, why not and on which clause. */
function ActionButton({ action, rulebook, several, onDo }: { action: Action; rulebook: string; several: boolean; onDo: (words: string) => void }) {
  const key = KEYS[action.verb];
  const reason = action.refusal;
  return (
    <span class="action">
      <button type="button" class={reason ? "" : "primary"} aria-disabled={!!reason} aria-keyshortcuts={key?.toUpperCase()} title={reason ? reason.message : undefined} data-verb={action.verb} onClick={() => !reason && onDo(action.words)}>
        {actionName(action, several)} {key && <kbd>{key.toUpperCase()}</kbd>}
      </button>
      {reason && (
        <span class="action-why">
          <Clauses rulebook={rulebook} clauses={(reason.clauses ?? []).slice(0, 1)} />
        </span>
      )}
    </span>
  );
}

/** Every action that is open in this phase, and of the usual decisions those that are not, each with the reason. */
export function Actions({ actions, rulebook, onDo, keysOn, usual }: ActionsProps) {
  const inPlay = actions.some((action) => !action.refusal && ALWAYS.includes(action.verb));
  const shown = actions.filter((action) => !ELSEWHERE.includes(action.verb)).filter((action) => !action.refusal || (inPlay && ALWAYS.includes(action.verb)));
  const open = shown.filter((action) => !action.refusal);
  const boxes = new Set(open.map((action) => action.box));
  // before the buttons are painted, so that no key is lost between the two
  useLayoutEffect(() => {
    if (!keysOn) return;
    function press(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      const found = open.find((action) => KEYS[action.verb] === event.key.toLowerCase());
      if (found) {
        event.preventDefault();
        onDo(found.words);
      }
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
  if (!open.length) return null;
  return (
    <div class="actions" role="group" aria-label="Your actions">
      {shown.map((action) => (
        <ActionButton key={`${action.verb} ${action.box} ${action.words}`} action={action} rulebook={rulebook} several={boxes.size > 1} onDo={onDo} />
      ))}
      {usual && open.filter((action) => ["double", "insure", "cut"].includes(action.verb)).map((action) => <OtherAmount key={action.words} action={action} {...usual} onDo={onDo} />)}
    </div>
  );
}
