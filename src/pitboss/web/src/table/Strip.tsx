/** The parts of the action strip. Each keeps its place in every phase; what is not allowed is dimmed, never removed. */
import type { ComponentChildren } from "preact";
import { CHIPS, money } from "../money";
import { drag } from "../parts/drag";
import { Notices } from "../parts/Notices";
import { notices } from "../say";
import { t } from "../strings";
import { ChipPicture } from "./ChipShape";

interface SayProps {
  balance: number;
  /** What the balance is called, where it is not money. */
  balanceName?: string;
  onFelt: number;
  sentence: string;
  detail?: ComponentChildren;
  /** Answers to an offer; their place is kept. */
  answers?: ComponentChildren;
  /** What stands beside the balance, e.g. a button to add chips. */
  purse?: ComponentChildren;
  /** Where the sentence can be opened, e.g. to all results. */
  onSentence?: () => void;
}

/** Balance, what is happening in one sentence or what was refused, and the answers to an offer. */
export function Say({ balance, balanceName = t.common.balance, onFelt, sentence, detail, answers, purse, onSentence }: SayProps) {
  return (
    <div class="say">
      <dl class="purse">
        <div>
          <dt>{balanceName}</dt>
          <dd data-balance>{money(balance)}</dd>
        </div>
        <div>
          <dt>{t.common.onFelt}</dt>
          <dd data-on-felt data-short={t.common.onFeltShort}>{money(onFelt)}</dd>
        </div>
      </dl>
      {purse}
      {notices.value.length ? (
        <Notices />
      ) : (
        <p class="sentence" data-sentence>
          {onSentence ? (
            <button type="button" class="sentence-button" onClick={onSentence}>
              {sentence}
            </button>
          ) : (
            <span>{sentence}</span>
          )}
          <small>{detail}</small>
        </p>
      )}
      <div class="answer" hidden={!answers} role="group" aria-label={t.common.answers}>
        {answers}
      </div>
    </div>
  );
}

interface ChipTrayProps {
  chosen: number;
  onChoose: (cents: number) => void;
  /** The table's maximum: larger chips are not offered. */
  most: number;
  disabled: boolean;
  /** Asks for another amount: a long press or a right click on a chip. */
  onOther?: () => void;
}

/** Milliseconds of a long press. */
const LONG = 550;

/** Calls back unless the pointer is lifted or moved away before. */
function longPress(down: PointerEvent, act: () => void): void {
  const over = new AbortController();
  const timer = setTimeout(() => (over.abort(), act()), LONG);
  const end = () => (clearTimeout(timer), over.abort());
  const moved = (event: PointerEvent) => Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > 8 && end();
  window.addEventListener("pointerup", end, { signal: over.signal });
  window.addEventListener("pointercancel", end, { signal: over.signal });
  window.addEventListener("pointermove", moved, { signal: over.signal });
}

/** The chips that can be laid: one tab stop, arrows inside, keys 1 to 7; dragged to its place by mouse or finger. */
export function ChipTray({ chosen, onChoose, most, disabled, onOther }: ChipTrayProps) {
  const offered = trayOf(most);
  function step(event: KeyboardEvent, nth: number) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = (nth + by + offered.length) % offered.length;
    onChoose(offered[next]!);
    ((event.currentTarget as HTMLElement).parentElement?.children[next] as HTMLElement | undefined)?.focus();
  }
  const first = offered.includes(chosen) ? chosen : offered[0];
  return (
    <div class={`chips${disabled ? " off" : ""}`} role="radiogroup" aria-label={t.common.chip}>
      {offered.map((value, nth) => (
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={value === chosen}
          aria-label={t.common.chipName(value)}
          title={t.common.shortcut(money(value), String(nth + 1))}
          tabIndex={value === first ? 0 : -1}
          disabled={disabled}
          onPointerDown={(event) => {
            if (disabled) return;
            drag(event, () => onChoose(value));
            if (onOther) longPress(event, onOther);
          }}
          onContextMenu={(event) => {
            if (!onOther || disabled) return;
            event.preventDefault();
            onOther();
          }}
          onKeyDown={(event) => step(event, nth)}
          onClick={() => onChoose(value)}
        >
          <ChipPicture value={value} />
        </button>
      ))}
    </div>
  );
}

/** Seven chips up to the table's maximum, the smallest first. */
export function trayOf(most: number): number[] {
  const fitting = CHIPS.filter(({ value }) => value >= 50 && value <= Math.max(most, 100)).map(({ value }) => value);
  return fitting.reverse().slice(0, 7);
}

export interface Tool {
  name: string;
  shortcut: string;
  /** A path in a square of 24, or a few letters. */
  icon: string;
  disabled: boolean;
  onPress: () => void;
}

export const ICONS = {
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 5 5",
  redo: "M15 7l5 5-5 5M20 12H10a5 5 0 0 0-5 5",
  clear: "M6 6l12 12M18 6L6 18",
  rebet: "M19 12a7 7 0 1 1-2.200-5.100M19 4v4h-4",
};

/** Undo, redo, clear, double, rebet. */
export function Tools({ tools }: { tools: Tool[] }) {
  return (
    <div class="tools" role="group" aria-label={t.common.tools}>
      {tools.map(({ name, shortcut, icon, disabled, onPress }) => (
        <button key={name} type="button" class="btn" aria-label={t.common.shortcut(icon.startsWith("M") ? name : `${icon} ${name}`, shortcut)} aria-keyshortcuts={shortcut} title={`${name} (${shortcut})`} disabled={disabled} data-quick onClick={onPress}>
          {icon.startsWith("M") ? (
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={icon} />
            </svg>
          ) : (
            <span aria-hidden="true">{icon}</span>
          )}
        </button>
      ))}
    </div>
  );
}

export interface BigButtonProps {
  label: string;
  shortcut: string;
  primary: boolean;
  disabled: boolean;
  onPress: () => void;
}

/** Letters of a label that leave room for its key. */
const ROOM = 13;

/** Deal, Spin or Skip: the only control whose label changes. */
export function BigButton({ label, shortcut, primary, disabled, onPress }: BigButtonProps) {
  return (
    <div class="deal">
      <button type="button" class={`btn${primary && !disabled ? " primary" : ""}`} aria-disabled={disabled} aria-keyshortcuts={shortcut} onClick={() => !disabled && onPress()}>
        {label} {label.length < ROOM && <kbd>{shortcut}</kbd>}
      </button>
    </div>
  );
}

export interface Act {
  id: string;
  name: string;
  shortcut: string;
  /** What it costs, e.g. "+$25". */
  note?: string;
  /** Why it is not allowed now; pressing it tells. */
  disabled: boolean;
  reason?: string;
  /** For a choice that stays: whether it is made. */
  pressed?: boolean;
  onPress: () => void;
}

/** The decisions, in fixed places. */
export function Acts({ acts, class: name = "" }: { acts: Act[]; class?: string }) {
  return (
    <div class={`acts ${name}`} role="group" aria-label={t.common.decision} style={`--acts:${acts.length}`}>
      {acts.map(({ id, name, shortcut, note, disabled, reason, pressed, onPress }) => (
        <button key={id} type="button" class="btn" data-verb={id} aria-pressed={pressed} aria-disabled={disabled} aria-keyshortcuts={shortcut} title={reason} onClick={onPress}>
          {name}
          <span>
            {note && <i>{note}</i>}
            {shortcut && <kbd>{shortcut}</kbd>}
          </span>
        </button>
      ))}
    </div>
  );
}
