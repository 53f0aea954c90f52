/** Keys of a floor table: two a card, one a decision, a line for wagers. A key that comes before the table has answered waits for it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { View } from "../blackjack/types";
import { useKeys } from "../parts/keys";

export type Mode = "card" | "turn" | "insurance" | "follow" | "prize" | "exposed" | "cut" | "number" | "wagers" | "nothing";

/** Anonymous players have names of the server: "box_3", "box_3_2". */
export const ANONYMOUS = /^box_(\d+)(?:_(\d))?$/;

/** The letters of each question. */
export const LETTERS: Record<string, string> = { turn: "hsdpr", insurance: "ien", follow: "fn", prize: "yn", exposed: "yn", cut: "n" };
export const RANKS = "A23456789TJQK";

/** Whom the open question is to: the first anonymous player, or else the first player. */
export function askedFirst(view: View): [string, number] | undefined {
  const asked = view.question?.asked ?? [];
  return (asked.find(([name]) => ANONYMOUS.test(name)) ?? asked[0]) as [string, number] | undefined;
}

/** What the next key is about. */
export function modeOf(view: View): Mode {
  if (view.awaited) return view.awaited.includes("prize") ? "nothing" : "card";
  const asked = askedFirst(view);
  if (view.question && asked) return ANONYMOUS.test(asked[0]) ? (view.question.kind as Mode) : "nothing";
  return view.phase === "betting" ? "wagers" : "nothing";
}

interface Typing {
  /** A line that Enter sends, or the rank of a card. */
  typed: string;
  /** The wager that was refused: until another for the same box, or Enter alone, which deals only after that. */
  refused: string;
}

/** The card whose rank is typed and whose suit a key is; ten is T, 1 or 0. */
function cardOf(typed: string, key: string): string {
  return RANKS.includes(typed) && typed && "shdc".includes(key.toLowerCase()) ? typed + key.toLowerCase() : "";
}

function rankOf(key: string): string {
  const rank = key === "0" || key === "1" ? "T" : key.toUpperCase();
  return rank.length === 1 && RANKS.includes(rank) ? rank : "";
}

/** What one key does: the words that it sends, and what is typed after it; null where it means nothing. A card is read as one also while a decision is asked, so that its suit decides nothing. */
export function press(key: string, mode: Mode, typed: string, enter: string): { words?: string; typed: string } | null {
  if (key === "Escape") return { typed: "" };
  if (key === "Backspace") return typed ? { typed: typed.slice(0, -1) } : { words: "undo", typed: "" };
  const line = typed.startsWith("/") || mode === "wagers" || mode === "nothing";
  if (key === "/" && !typed) return { typed: "/" };
  if (line) {
    if (key === "Enter") return typed.replace("/", "").trim() ? { words: typed.replace("/", "").trim(), typed: "" } : mode === "wagers" ? { words: enter, typed: "" } : null;
    return key.length === 1 && (mode === "wagers" || typed) ? { typed: typed + key } : null;
  }
  if (mode === "number") {
    if (!/^\d$/.test(key)) return null;
    return typed ? { words: `number ${Number(typed + key)}`, typed: "" } : { typed: key };
  }
  const card = cardOf(typed, key);
  if (card) return { words: `card ${card}`, typed: "" };
  if (mode === "card" && key.toLowerCase() === "x") return { words: "card |", typed: "" };
  if (!typed && LETTERS[mode]?.includes(key.toLowerCase())) return { words: key.toLowerCase(), typed: "" };
  return rankOf(key) ? { typed: rankOf(key) } : null;
}

/** What keys are about now: the version of the table, and what Enter alone says while wagers are taken. */
interface Keyed {
  version: number;
  mode: Mode;
  enter: string;
}

type Key = Pick<KeyboardEvent, "key" | "timeStamp">;

/** Milliseconds within which a barcode scanner ends a card or a number with Enter, which means nothing then. */
const SCANNER = 100;

/** What stays of the keys typed ahead of a refusal: wagers on other boxes up to Enter alone, and the line in progress. A card or a decision was meant for a table that did not come. */
function keptKeys(mode: Mode, waiting: Key[]): Key[] {
  if (mode !== "wagers") return [];
  const alone = waiting.findIndex(({ key }, nth) => key === "Enter" && (!nth || waiting[nth - 1]?.key === "Enter"));
  return alone < 0 ? waiting : waiting.slice(0, alone);
}

/** Takes the keys of the page one after the other: a command is answered and shown before the next key is read. */
export function useFloorKeys(view: Keyed | null, onSpeak: (words: string) => Promise<boolean> | "asked"): Typing {
  const [, redraw] = useState(0);
  const state = useRef({ typed: "", refused: "", waiting: [] as Key[], busy: false, sent: -1, scanned: -SCANNER });
  const now = state.current;
  const latest = useRef(view);
  latest.current = view;

  function take({ key, timeStamp }: Key): boolean {
    const keyed = latest.current;
    if (!keyed) return false;
    if (key === "Enter" && !now.typed && timeStamp - now.scanned < SCANNER) return true;
    const done = press(key, keyed.mode, now.typed, keyed.enter);
    if (!done) return false;
    show({ typed: done.typed });
    if (!done.words) return true;
    if (/^(card|number) /.test(done.words)) now.scanned = timeStamp;
    if (now.refused && keyed.mode === "wagers" && done.words === keyed.enter) show({ refused: "" });
    else send(done.words, keyed);
    return true;
  }
  function show(typing: Partial<Typing>) {
    Object.assign(now, typing);
    redraw((count) => count + 1);
  }
  function send(words: string, { version, mode, enter }: Keyed) {
    const answer = onSpeak(words);
    if (answer === "asked") return void (now.waiting = []); // keys wait for the confirmation
    now.busy = true;
    now.sent = version;
    void answer.then((accepted) => {
      if (accepted && words.split(" ")[0] === now.refused.split(" ")[0]) show({ refused: "" });
      if (accepted) return;
      now.busy = false;
      now.waiting = keptKeys(mode, now.waiting);
      if (mode === "wagers" && words !== enter) show({ refused: words });
      drain();
    });
  }
  function drain() {
    while (!now.busy && now.waiting.length) take(now.waiting.shift()!);
  }
  useEffect(() => {
    if (view && now.busy && view.version !== now.sent) now.busy = false;
    drain();
  }, [view?.version, view?.mode]);
  useKeys((event) => {
    if (event.repeat) return false;
    const known = event.key.length === 1 || ["Enter", "Backspace", "Escape"].includes(event.key);
    const button = (event.target as HTMLElement).closest?.("button, a, summary") && (event.key === "Enter" || event.key === " ");
    if (!known || button) return false;
    if (!now.busy) return take(event);
    now.waiting.push(event);
    return true;
  });
  return { typed: now.typed, refused: now.refused };
}
