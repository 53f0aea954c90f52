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
}

/** What one key does: the words that it sends, and what is typed after it; null where it means nothing. */
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
  if (mode === "card") {
    const rank = key === "0" || key === "1" ? "T" : key.toUpperCase();
    if (typed && "shdc".includes(key.toLowerCase())) return { words: `card ${typed}${key.toLowerCase()}`, typed: "" };
    if (key.toLowerCase() === "x") return { words: "card |", typed: "" };
    return rank.length === 1 && RANKS.includes(rank) ? { typed: rank } : null;
  }
  return LETTERS[mode]?.includes(key.toLowerCase()) && key.length === 1 ? { words: key.toLowerCase(), typed: "" } : null;
}

/** What keys are about now: the version of the table, and what Enter alone says while wagers are taken. */
interface Keyed {
  version: number;
  mode: Mode;
  enter: string;
}

/** Takes the keys of the page one after the other: a command is answered and shown before the next key is read. */
export function useFloorKeys(view: Keyed | null, onSpeak: (words: string) => Promise<boolean>): Typing {
  const [typed, setTyped] = useState("");
  const state = useRef({ typed: "", waiting: [] as string[], busy: false, sent: -1 });
  const now = state.current;

  function take(key: string): boolean {
    if (!view) return false;
    const done = press(key, view.mode, now.typed, view.enter);
    if (!done) return false;
    now.typed = done.typed;
    setTyped(done.typed);
    if (done.words) send(done.words, view.version);
    return true;
  }
  function send(words: string, version: number) {
    now.busy = true;
    now.sent = version;
    void onSpeak(words).then((accepted) => {
      if (accepted) return;
      now.busy = false; // the keys behind a refused line were meant for a table that did not come
      now.waiting = [];
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
    if (!now.busy) return take(event.key);
    now.waiting.push(event.key);
    return true;
  });
  return { typed };
}
