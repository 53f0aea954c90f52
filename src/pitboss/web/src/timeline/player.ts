/**
 * The one scheduler of a table: plays timelines one after the other and drives felt, numbers, sentences, sound and the
 * live region from the same clock. Nothing is shown before its moment.
 */
import { signal } from "@preact/signals";
import { settings } from "../settings";
import { Timeline, type Step } from "./timeline";

export type Speed = "casino" | "fast" | "instant";
const FACTORS: Record<Speed, number> = { casino: 1, fast: 2.5, instant: Infinity };

export interface Listener<Channels extends object> {
  /** The values of the channels have changed; `timeline` has the tracks of the things in them. */
  onState: (now: Partial<Channels>, timeline: Timeline<Channels>, t: number) => void;
  /** A frame between two changes: only poses differ. */
  onFrame?: (timeline: Timeline<Channels>, t: number) => void;
  /** A step has come, for effects such as sound and announcements; after a jump only the last of each channel in `lastOnly`. */
  onStep?: (step: Step<Channels>, jumped: boolean) => void;
}

/** Whether motion is to be reduced, by the system or by the page's own setting. */
export function motionReduced(): boolean {
  return settings.peek().motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export class Player<Channels extends object> {
  /** Whether something is still to be shown. */
  readonly busy = signal(false);
  /** Whether the clock is held, e.g. by a scrubber. */
  readonly held = signal(false);
  private readonly waiting: Timeline<Channels>[] = [];
  private current = new Timeline<Channels>();
  private t = 0;
  private frame = 0;
  private last = 0;
  private readonly hidden = () => document.hidden && this.skip();

  constructor(private readonly listener: Listener<Channels>) {
    document.addEventListener("visibilitychange", this.hidden);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    document.removeEventListener("visibilitychange", this.hidden);
  }

  get timeline(): Timeline<Channels> {
    return this.current;
  }

  get time(): number {
    return this.t;
  }

  /** Shows a timeline after those that are still waiting; `jump` shows its end at once, as after a reconnect. */
  play(timeline: Timeline<Channels>, { jump = false } = {}): void {
    const reduce = motionReduced();
    this.waiting.push(reduce ? timeline.reduced() : timeline);
    if (jump || document.hidden || settings.peek().speed === "instant") return this.skip();
    if (!this.busy.peek()) {
      this.busy.value = true;
      this.next();
      this.run();
    }
  }

  /** Shows the end of everything that is waiting. */
  skip(): void {
    cancelAnimationFrame(this.frame);
    const passed = [...this.current.between(this.t, Infinity), ...this.waiting.flatMap(({ steps }) => steps)];
    this.current = this.waiting.pop() ?? this.current;
    this.waiting.length = 0;
    this.t = this.current.end;
    this.show();
    for (const step of passed) this.listener.onStep?.(step, true);
    this.busy.value = false;
  }

  /** Shows a moment of the current timeline: the scrubber of a replay. */
  seek(t: number): void {
    this.t = Math.max(0, Math.min(this.current.end, t));
    this.show();
  }

  hold(held: boolean): void {
    this.held.value = held;
    if (!held && this.busy.peek()) this.run();
  }

  private show(): void {
    this.listener.onState(this.current.at(this.t), this.current, this.t);
    this.listener.onFrame?.(this.current, this.t);
  }

  private next(): boolean {
    const timeline = this.waiting.shift();
    if (!timeline) return false;
    this.current = timeline;
    this.t = 0;
    this.show();
    for (const step of timeline.between(-1, 0)) this.listener.onStep?.(step, false);
    return true;
  }

  private run(): void {
    this.last = performance.now();
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(this.tick);
  }

  private readonly tick = (now: number): void => {
    if (this.held.peek()) return;
    const speed = settings.peek().speed;
    if (speed === "instant") return this.skip();
    this.advance(Math.max(0, now - this.last) * FACTORS[speed]);
    this.last = now;
    if (this.busy.peek()) this.frame = requestAnimationFrame(this.tick);
  };

  private advance(milliseconds: number): void {
    const before = this.t;
    this.t = Math.min(this.current.end, before + milliseconds);
    const steps = this.current.between(before, this.t);
    if (steps.length) this.listener.onState(this.current.at(this.t), this.current, this.t);
    this.listener.onFrame?.(this.current, this.t);
    for (const step of steps) this.listener.onStep?.(step, false);
    if (this.t >= this.current.end && !this.next()) this.busy.value = false;
  }
}
