import { fault, Refused } from "../api";
import { Clauses } from "../parts/ClauseRef";
import { useKeys } from "../parts/keys";
import { notify } from "../say";
import { OtherAmount, type Usual } from "./OtherAmount";
import type { Action } from "./types";
import { actionName, keyOf } from "./words";

const ALWAYS = ["hit", "stand", "double", "split", "surrender"];
const ELSEWHERE = ["bet", "withdraw", "leave", "sit", "enter"];
/** What keeps the table in order, and is nobody's next step. */
const KEEPING = ["dealer", "shuffle", "new_cards", "absent"];
const FOR_LESS = ["double", "insure", "follow", "cut"];
/** What whoever is asked something else is told of too, with what forbids it: by the answer that is always open. */
const ASKED: Record<string, string[]> = { pass: ["insure"], keep: ["follow", "keep"] };

interface ActionsProps {
  actions: Action[];
  rulebook: string;
  onDo: (words: string) => void;
  keysOn: boolean;
  /** What the dealer has to enter first: as long as that lasts the buttons stay where they are, and nothing is open. */
  awaited?: string;
  /** Where amounts other than the usual may be asked for. */
  usual?: Usual;
}

interface ButtonProps {
  action: Action;
  rulebook: string;
  several: boolean;
  awaited: string;
  stakes?: number[];
  onDo: (words: string) => void;
}

/** A button with its key; where it may not be pressed, why not and on which clause. */
function ActionButton({ action, rulebook, several, awaited, stakes, onDo }: ButtonProps) {
  const key = keyOf(action);
  const reason = action.refusal;
  const clauses = reason?.clauses ?? [];
  const shut = !!reason || !!awaited;
  const press = () => (reason ? notify(new Refused({ ...fault(action.verb, reason.message), clause: clauses.join(", "), rulebook })) : awaited || onDo(action.words));
  return (
    <span class="action">
      <button type="button" class={shut || KEEPING.includes(action.verb) ? "" : "primary"} aria-disabled={shut} aria-keyshortcuts={key?.toUpperCase()} title={reason?.message ?? (awaited ? `Waiting for ${awaited}` : undefined)} data-verb={action.verb} onClick={press}>
        {actionName(action, several, stakes)} {key && <kbd>{key.toUpperCase()}</kbd>}
      </button>
      {reason && (
        <span class="action-why">
          <Clauses rulebook={rulebook} clauses={clauses.slice(0, 1)} />
        </span>
      )}
    </span>
  );
}

/** Of what is not open: the usual decisions while one is due, and what else an offer might have brought. */
function isTold(action: Action, open: Action[]): boolean {
  if (open.some((each) => ALWAYS.includes(each.verb)) && ALWAYS.includes(action.verb)) return true;
  return open.some((each) => ASKED[each.verb]?.includes(action.verb) && each.box === action.box);
}

/** Every action that is open in this phase, and of the usual decisions those that are not, each with the reason. */
export function Actions({ actions, rulebook, onDo, keysOn, awaited = "", usual }: ActionsProps) {
  const here = actions.filter((action) => !ELSEWHERE.includes(action.verb));
  const open = here.filter((action) => !action.refusal);
  const shown = here.filter((action) => !action.refusal || isTold(action, open));
  const boxes = new Set(open.map((action) => action.box));
  useKeys((event) => {
    const found = keysOn && !awaited && !event.repeat && open.find((action) => keyOf(action) === event.key.toLowerCase());
    if (found) onDo(found.words);
    return !!found;
  });
  if (!open.length) return null;
  return (
    <div class="actions" role="group" aria-label="Your actions">
      {shown.map((action) => (
        <ActionButton key={`${action.verb} ${action.box} ${action.words}`} action={action} rulebook={rulebook} several={boxes.size > 1} awaited={awaited} stakes={usual?.stakes} onDo={onDo} />
      ))}
      {usual && !awaited && open.filter((action) => FOR_LESS.includes(action.verb)).map((action) => <OtherAmount key={action.words} action={action} rulebook={rulebook} {...usual} onDo={onDo} />)}
    </div>
  );
}
