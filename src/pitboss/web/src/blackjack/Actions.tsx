import { fault, Refused } from "../api";
import { Clauses } from "../parts/ClauseRef";
import { useKeys } from "../parts/keys";
import { personally } from "../refusals";
import { notify } from "../say";
import { me } from "../session";
import { OtherAmount } from "./OtherAmount";
import type { Action } from "./types";
import { actionName, keyOf } from "./words";
import { houseWords } from "../strings/house";

const ALWAYS = ["hit", "stand", "double", "split", "surrender"];
const ELSEWHERE = ["bet", "withdraw", "leave", "sit", "enter"];
/** Housekeeping actions, which are not a player's next step. */
const KEEPING = ["dealer", "shuffle", "new_cards", "timeout", "absent"];
/** Actions shown with their refusal beside another question, by the answer that is always available. */
const ASKED: Record<string, string[]> = { pass: ["insure"], keep: ["follow", "keep"] };

interface ActionsProps {
  actions: Action[];
  rulebook: string;
  onDo: (words: string) => void;
  keysOn: boolean;
  /** A player's wagers on the hand in turn by spot; none where there is no player. */
  stakes?: number[];
}

interface ButtonProps {
  action: Action;
  /** The key that does it. */
  shortcut?: string;
  rulebook: string;
  several: boolean;
  stakes?: number[];
  onDo: (words: string) => void;
}

/** Whether it is open but for a card that the dealer has to enter first: until then the button stays where it is, and is grey. */
const waits = (action: Action) => action.refusal?.kind === "card_awaited";

/** A button with its key; where it may not be pressed, why not and on which clause. */
function ActionButton({ action, shortcut, rulebook, several, stakes, onDo }: ButtonProps) {
  const shut = !!action.refusal;
  const reason = waits(action) ? null : action.refusal;
  const clauses = reason?.clauses ?? [];
  const press = () => {
    if (reason) notify(new Refused({ ...fault(action.verb, reason.message), clause: clauses.join(", "), rulebook }));
    else if (!shut) onDo(action.words);
  };
  return (
    <span class="action">
      <button type="button" class={shut || KEEPING.includes(action.verb) ? "" : "primary"} aria-disabled={shut} aria-keyshortcuts={shortcut?.toUpperCase()} title={reason ? personally(reason.message, me.value?.name ?? "") : shut ? houseWords.waitsForCard : undefined} data-verb={action.verb} onClick={press}>
        {actionName(action, several, stakes)} {shortcut && <kbd>{shortcut.toUpperCase()}</kbd>}
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
export function Actions({ actions, rulebook, onDo, keysOn, stakes }: ActionsProps) {
  const here = actions.filter((action) => !ELSEWHERE.includes(action.verb));
  const open = here.filter((action) => !action.refusal || waits(action));
  const shown = here.filter((action) => open.includes(action) || isTold(action, open));
  const ready = open.filter((action) => !waits(action));
  const several = new Set(open.map((action) => action.box)).size > 1;
  // of several boxes a key answers for the first that still asks
  const keyed = (action: Action) => keysOn && [...open, ...shown].find((each) => keyOf(each) === keyOf(action)) === action;
  useKeys((event) => {
    const found = !event.repeat && ready.find((action) => keyOf(action) === event.key.toLowerCase() && keyed(action));
    if (found) onDo(found.words);
    return !!found;
  });
  if (!open.length) return null;
  return (
    <div class="actions" role="group" aria-label={houseWords.yourActions}>
      {shown.map((action) => (
        <ActionButton key={`${action.verb} ${action.box} ${action.words}`} shortcut={keyed(action) ? keyOf(action) : undefined} {...{ action, rulebook, several }} stakes={stakes} onDo={onDo} />
      ))}
      {stakes && ready.map((action) => <OtherAmount key={action.words} {...{ action, rulebook, several, stakes, onDo }} />)}
    </div>
  );
}
