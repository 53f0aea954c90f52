/** The controls of the strip: tools, the big button, quick bets, and the keys for all of them. */
import { money } from "../money";
import { ANSWERS_ENTER } from "../parts/focus";
import { useKeys } from "../parts/keys";
import { notify } from "../say";
import { guests, me, sitDown } from "../session";
import { t } from "../strings";
import { ICONS, trayOf, type Act, type Tool } from "../table/Strip";
import { totalOf, type Bets } from "./bets";
import { buyIn, takeChips } from "../table/buyIn";
import type { Stage } from "./stage";

export function toolsOf(bets: Bets): Tool[] {
  const tool = (name: string, shortcut: string, icon: string, act: (() => unknown) | null): Tool => ({ name, shortcut, icon, disabled: !act, onPress: () => void act?.() });
  return [
    tool(t.common.undo, "U", ICONS.undo, bets.undo),
    tool(t.common.redo, "Y", ICONS.redo, bets.redo),
    tool(t.common.clear, "C", ICONS.clear, bets.clear),
    tool(t.common.twice, "X", t.common.twiceShort, bets.twice),
    tool(t.common.rebet, "B", ICONS.rebet, bets.rebet),
  ];
}

interface ActsOf {
  bets: Bets;
  open: boolean;
  each: number;
  setEach: (each: number) => void;
  /** Opens the sheet of the player's chips; null where there is no seat. */
  onChips: (() => void) | null;
}

/** Quick bets: a number with its neighbours, and saved bets; then the player's chips. */
export function actsOf({ bets, open, each, setEach, onChips }: ActsOf): Act[] {
  const choice = (count: number, name: string, shortcut: string): Act => ({
    id: `each-${count}`, name, shortcut, note: t.roulette.straightUps(2 * count + 1), disabled: !open, pressed: each === count, reason: t.roulette.wheelChoice,
    onPress: () => open && setEach(each === count ? 0 : count),
  });
  const act = (id: string, name: string, note: string, press: (() => unknown) | null): Act => ({ id, name, shortcut: "", note, disabled: !press, onPress: () => void press?.() });
  return [
    choice(1, t.roulette.plusOne, "N"),
    choice(2, t.roulette.plusTwo, "M"),
    act("save", t.roulette.save, bets.own.length ? t.roulette.bets(bets.own.length) : t.roulette.none, bets.save),
    act("saved", t.roulette.saved, bets.saved.length ? t.roulette.amount(totalOf(bets.saved)) : t.roulette.none, bets.laySaved),
    act("chips", t.common.chips, t.common.addOrLeave, onChips),
  ];
}

export interface SpinButton {
  label: string;
  shortcut: string;
  primary: boolean;
  /** Null where it is dimmed. */
  press: (() => void) | null;
}

interface SpinOf {
  stage: Stage | null;
  player: string;
  bets: Bets;
  speak: (words: string) => Promise<boolean>;
  onSignIn: () => void;
}

/** Join, Spin, Rebet & spin or Skip. Where a dealer spins the ball, players only repeat their bets. */
export function spinButton({ stage, player, bets, speak, onSignIn }: SpinOf): SpinButton {
  const join = stage && !stage.ended && !stage.you.at_table && joinButton(stage, { speak, onSignIn });
  if (join) return join;
  if (!stage || stage.busy || stage.view.phase === "closed") return { label: t.common.skip, shortcut: "Space", primary: false, press: stage && (stage.busy || stage.spinning) ? stage.skip : null };
  const { card, view, you } = stage;
  const dealt = card.numbers_are_read;
  const { rebet } = bets;
  const start = buyIn(view.minimum);
  if (start && !stage.ended && !bets.own.length && (you.money ?? 0) < view.minimum) return { label: `${t.common.add} ${money(start)}`, shortcut: "", primary: true, press: () => void takeChips(start, speak) };
  if (rebet) return { label: dealt ? t.common.rebet : t.common.rebetSpin, shortcut: "Enter", primary: true, press: () => void rebet().then((done) => done && !dealt && speak("ready")) };
  const ready = (you.actions ?? []).find((action) => action.verb === "ready" && !action.refusal);
  const waits = view.people.find((person) => person.name === player)?.ready;
  const press = !dealt && ready && !waits && bets.own.length ? () => void speak(ready.words) : null;
  return { label: t.common.spin, shortcut: "Enter", primary: !!press, press };
}

/** The big button of a person without a seat; null where none can be taken. */
function joinButton({ view }: Stage, { speak, onSignIn }: Pick<SpinOf, "speak" | "onSignIn">): SpinButton | null {
  const person = me.value;
  if (!person && guests.value) return { label: t.common.playAsGuest, shortcut: "", primary: true, press: () => void sitDown().catch(notify) };
  if (!person) return guests.value === false ? { label: t.common.signIn, shortcut: "", primary: true, press: onSignIn } : null;
  if (person.role !== "player") return null;
  const start = buyIn(view.minimum);
  return { label: t.common.joinWith(start), shortcut: "", primary: true, press: start ? () => void takeChips(start, speak) : null };
}

interface Keys {
  stage: Stage | null;
  tools: Tool[];
  acts: Act[];
  bets: Bets;
  spin: SpinButton;
  open: boolean;
  onOther: () => void;
}

export function useTableKeys({ stage, tools, acts, bets, spin, open, onOther }: Keys): void {
  useKeys((event) => {
    const key = event.key.toUpperCase();
    const answers = (event.target as Element).matches(key === " " ? `${ANSWERS_ENTER}, [role=radio]` : ANSWERS_ENTER);
    if (key === " " && stage?.busy) return stage.skip(), true;
    if ((key === "ENTER" || key === " ") && answers) return false;
    if (key === "ENTER" && spin.press && spin.shortcut !== "Space") return spin.press(), true;
    if (key === " " && spin.press && spin.shortcut === "Space") return spin.press(), true;
    const tool = tools.find(({ shortcut, disabled }) => shortcut === key && !disabled);
    if (tool) return tool.onPress(), true;
    const act = acts.find(({ shortcut, disabled }) => shortcut && shortcut === key && !disabled);
    if (act) return act.onPress(), true;
    if (key === "O" && open) return onOther(), true;
    const chip = stage && open ? trayOf(stage.view.maximum)[Number(key) - 1] : undefined;
    if (chip) return bets.setChip(chip), true;
    return false;
  });
}
