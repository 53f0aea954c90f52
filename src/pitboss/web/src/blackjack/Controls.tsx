/** The strip of a blackjack table: chips, tools, the big button, decisions and answers, all in their places. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { fault, Refused, type Schemas } from "../api";
import { secondsLeft } from "../parts/deadline";
import { ANSWERS_ENTER } from "../parts/focus";
import { useKeys } from "../parts/keys";
import { personally } from "../refusals";
import { notify } from "../say";
import { blackjackResults } from "../results";
import { me } from "../session";
import { t } from "../strings";
import { Acts, BigButton, ChipTray, ICONS, Say, Tools, trayOf, type Act, type BigButtonProps } from "../table/Strip";
import type { Bets } from "./bets";
import { AddForm, JoinForm } from "./Purse";
import type { Drawable } from "./scene/model";
import type { Action, View, You } from "./types";
import { ACTIONS, actionName, keyOf, KEYS } from "./words";

/** The decisions that have a place of their own. */
const DECISIONS = ["hit", "stand", "double", "split", "surrender"];
/** Answers to an offer, in the order of their buttons. */
const ANSWERS = ["insure", "even", "pass", "follow", "keep", "press", "decline", "accept", "refuse", "cut"];

interface ControlsProps {
  rulebook: string;
  view: Drawable & Pick<View, "minimum" | "maximum">;
  you: You;
  actions: Action[];
  stakes: number[];
  bets: Bets;
  /** Whether the table is still being shown: everything but Skip waits. */
  showing: boolean;
  ended: boolean;
  sentence: [string, string];
  balance: number;
  onFelt: number;
  onDo: (words: string) => void;
  onSkip: () => void;
  onPurse: () => void;
  onResult: () => void;
  onLess: (action: Action) => void;
  speak: (words: string) => Promise<boolean>;
  /** Where a game has its own: whether bets are open to the player, the big button, the name of the balance, and the way to a seat. */
  open?: boolean;
  big?: BigButtonProps;
  balanceName?: string;
  away?: ComponentChildren;
}

export function Controls(props: ControlsProps) {
  const { rulebook, view, you, stakes, bets, showing, ended, sentence, balance, onFelt, onDo, onSkip, onPurse, onResult, onLess, speak } = props;
  const actions = showing ? [] : props.actions;
  const betting = (props.open ?? (view.phase === "betting" && !!you.at_table)) && !showing && !ended;
  const ready = actions.find((action) => action.verb === "ready" && !action.refusal);
  const answers = answersOf(actions);
  const acts = DECISIONS.map((verb) => actOf(verb, actions, stakes, onDo, rulebook));
  const big = bigButton();

  function bigButton() {
    if (showing) return { label: t.common.skip, shortcut: "Space", primary: false, disabled: false, onPress: onSkip };
    if (props.big) return props.big;
    const deal = { label: t.common.deal, shortcut: "Enter", primary: true, disabled: !ready, onPress: () => ready && onDo(ready.words) };
    if (bets.rebet && betting && !bets.laid && !ready) return { ...deal, label: t.common.rebetDeal, disabled: false, onPress: () => void bets.rebet!().then((done) => done && speak("ready")) };
    return deal;
  }
  const tools = [
    { name: t.common.undo, shortcut: "U", icon: ICONS.undo, act: bets.undo },
    { name: t.common.redo, shortcut: "Y", icon: ICONS.redo, act: bets.redo },
    { name: t.common.clear, shortcut: "C", icon: ICONS.clear, act: bets.clear },
    { name: t.common.twice, shortcut: "X", icon: t.common.twiceShort, act: bets.twice },
    { name: t.common.rebet, shortcut: "B", icon: ICONS.rebet, act: bets.rebet && (() => void bets.rebet!()) },
  ].map(({ act, ...tool }) => ({ ...tool, disabled: !betting || !act, onPress: () => act?.() }));

  useKeys((event) => {
    const key = event.key;
    const onControl = (event.target as Element).closest(ANSWERS_ENTER);
    if (key === " " && showing) return onSkip(), true;
    if (key === "Enter" && !onControl && !big.disabled && !showing) return big.onPress(), true;
    if (event.repeat) return false;
    const found = actions.find((action) => !action.refusal && keyOf(action) === key.toLowerCase() && (DECISIONS.includes(action.verb) || answers.includes(action)));
    if (found) return onDo(found.words), true;
    const tool = betting && tools.find(({ shortcut, disabled }) => !disabled && shortcut.toLowerCase() === key.toLowerCase());
    if (tool) return tool.onPress(), true;
    const chip = betting ? trayOf(view.maximum)[Number(key) - 1] : undefined;
    if (chip) return bets.setChip(chip), true;
    return false;
  });
  const strip = useFocusKept(`${betting} ${answers.length > 0} ${acts.some(({ disabled }) => !disabled)}`);

  const away = "away" in props ? props.away : !ended && !you.at_table && !showing ? <JoinForm view={view} speak={speak} /> : betting && balance + onFelt < view.minimum ? <AddForm minimum={view.minimum} speak={speak} /> : null;
  const less = actions.filter((action) => !action.refusal && (action.less || action.verb === "cut") && (action.verb === "follow" || !action.less?.refusal) && (!answers.length || answers.includes(action)));
  return (
    <div class="strip-grid" ref={strip}>
      <Say
        balance={balance}
        balanceName={props.balanceName}
        onFelt={onFelt}
        sentence={sentence[0]}
        detail={<Detail text={bets.hint || sentence[1]} />}
        purse={you.at_table ? <PurseButton onPurse={onPurse} /> : undefined}
        onSentence={!showing && view.phase === "betting" && blackjackResults(view, me.value?.name ?? "").length && !bets.laid ? onResult : undefined}
        answers={answers.length ? answers.map((action) => <Answer key={action.words} {...{ action, rulebook, stakes, onDo }} several={severalBoxes(actions)} />) : away}
      />
      <ChipTray chosen={bets.exact ? 0 : bets.chip} onChoose={bets.setChip} most={view.maximum} disabled={!betting} onOther={onPurse} />
      {!!less.length && <LessButtons actions={less} onLess={onLess} />}
      <Tools tools={tools} />
      <BigButton {...big} />
      <Acts acts={acts} />
    </div>
  );
}

function PurseButton({ onPurse }: { onPurse: () => void }) {
  return (
    <button type="button" class="link purse-button" aria-label={t.blackjack.addChips} title={t.blackjack.addChips} onClick={onPurse}>
      +
    </button>
  );
}

function Detail({ text }: { text: string }) {
  return (
    <>
      {text.split("\n").map((line, nth) => (
        <span key={nth} class="result-words">
          {line}
        </span>
      ))}
    </>
  );
}

/** Smaller amounts of what is offered, in the place of the chips, which are off at that moment. */
function LessButtons({ actions, onLess }: { actions: Action[]; onLess: (action: Action) => void }) {
  return (
    <div class="less-row">
      {actions.map((action) => (
        <button key={action.words} type="button" class="btn less" onClick={() => onLess(action)}>
          {action.verb === "cut" ? t.blackjack.cutElsewhere : t.blackjack.forLess(ACTIONS[action.verb] ?? action.verb)}
        </button>
      ))}
    </div>
  );
}

/** The answers to what is asked: of several boxes, for the first that still asks. */
function answersOf(actions: Action[]): Action[] {
  const open = actions.filter((action) => ANSWERS.includes(action.verb) && !action.refusal);
  const first = open[0];
  if (!first) return [];
  const shown = actions.filter((action) => ANSWERS.includes(action.verb) && action.box === first.box && (!action.refusal || BESIDE[first.verb]?.includes(action.verb) || open.some((each) => BESIDE[each.verb]?.includes(action.verb) && each.box === action.box)));
  return shown.sort((one, two) => ANSWERS.indexOf(one.verb) - ANSWERS.indexOf(two.verb));
}

/** Actions shown with their refusal beside an answer that is always available. */
const BESIDE: Record<string, string[]> = { pass: ["insure"], keep: ["follow", "keep"] };

function severalBoxes(actions: Action[]): boolean {
  return new Set(actions.filter((action) => ANSWERS.includes(action.verb) && !action.refusal).map(({ box }) => box)).size > 1;
}

function press(action: Action, rulebook: string, onDo: (words: string) => void): void {
  const { refusal } = action;
  if (!refusal) onDo(action.words);
  else if (refusal.kind !== "card_awaited") notify(new Refused({ ...fault(action.verb, refusal.message), clause: (refusal.clauses ?? []).join(", "), rulebook }));
}

function Answer({ action, rulebook, stakes, several, onDo }: { action: Action; rulebook: string; stakes: number[]; several: boolean; onDo: (words: string) => void }) {
  const shortcut = keyOf(action)?.toUpperCase();
  const reason = reasonOf(action);
  return (
    <button type="button" class="btn" data-verb={action.verb} aria-disabled={!!action.refusal} aria-keyshortcuts={shortcut} title={reason} onClick={() => press(action, rulebook, onDo)}>
      {actionName(action, several, stakes)} {shortcut && <kbd>{shortcut}</kbd>}
    </button>
  );
}

/** Why an action is not allowed, with the clause that decides. */
function reasonOf({ refusal }: Action): string | undefined {
  if (!refusal) return undefined;
  const clause = refusal.clauses?.[0];
  return t.blackjack.refused(personally(refusal.message, me.value?.name ?? ""), clause ?? "");
}

function actOf(verb: string, actions: Action[], stakes: number[], onDo: (words: string) => void, rulebook: string): Act {
  const found = actions.find((action) => action.verb === verb && !action.refusal) ?? actions.find((action) => action.verb === verb);
  const open = !!found && !found.refusal;
  const whole = found ? actionName(found, false, stakes) : "";
  const cost = open && whole.includes("$") ? `+${whole.slice(whole.indexOf("$"))}` : "";
  const reason = found && reasonOf(found);
  return { id: verb, name: t.blackjack.actions[verb]!, shortcut: KEYS[verb]!.toUpperCase(), note: cost, disabled: !open, reason, onPress: () => found && press(found, rulebook, onDo) };
}

/** When a phase begins and the focus was on the strip, it goes to the first control that is allowed. */
function useFocusKept(phase: string) {
  const ref = useRef<HTMLDivElement>(null);
  const [inside, setInside] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const enter = () => setInside(true);
    const leave = (event: FocusEvent) => event.relatedTarget && !element.contains(event.relatedTarget as Node) && setInside(false);
    element.addEventListener("focusin", enter);
    element.addEventListener("focusout", leave);
    return () => {
      element.removeEventListener("focusin", enter);
      element.removeEventListener("focusout", leave);
    };
  }, []);
  useEffect(() => {
    const active = document.activeElement as HTMLElement | null;
    const lost = !active || active === document.body || (ref.current?.contains(active) && (active.matches(":disabled") || active.getAttribute("aria-disabled") === "true"));
    if (!inside || !lost) return;
    const order = [".answer button:not([aria-disabled=true])", ".acts button:not([aria-disabled=true])", ".deal button:not([aria-disabled=true])", ".chips button:not(:disabled)[tabindex='0']"];
    for (const selector of order) {
      const found = ref.current?.querySelector<HTMLElement>(selector);
      if (found) return found.focus({ preventScroll: true });
    }
  }, [phase]);
  return ref;
}

interface ClockLineProps {
  clock: Schemas["DeadlineInfo"][];
  you: string;
  /** Which deadlines are shown; all of them by default. */
  shows?: (due: Schemas["DeadlineInfo"]) => boolean;
}

/** The time left for a decision, as a line above the strip and in seconds. It is shown once the table has finished showing. */
export function ClockLine({ clock, you, shows = () => true }: ClockLineProps) {
  const [, tick] = useState(0);
  const running = clock.filter((due) => due.seconds > 0 && shows(due));
  const due = running.find(({ who }) => who.includes(you)) ?? running[0];
  useEffect(() => {
    if (!due) return;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [due]);
  if (!due || due.seconds < 1) return null;
  const left = secondsLeft(due, clock);
  const share = Math.min(1, left / due.seconds);
  const yours = due.who.includes(you) || due.what === "betting";
  return (
    <div class={`clock clock-line${share < 0.25 ? " late" : ""}`} data-clock={due.what}>
      <i style={`transform:scaleX(${share.toFixed(3)})`} />
      {yours && <span>{t.blackjack.timeLeft(Math.ceil(left))}</span>}
    </div>
  );
}
