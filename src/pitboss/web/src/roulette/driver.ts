/** Drives the wheel: keeps the running spin on a clock of its own and draws it frame by frame. */
import { motionReduced } from "../timeline/player";
import { settings } from "../settings";
import { restingWheel, restsAt, stillAt, TRACK, wheelAt, type Spin, type WheelState } from "./ball";

/** Draws one wheel; a scene has one, and a phone a close-up as well. */
export type DrawWheel = (state: WheelState, moving: boolean) => void;

const FACTORS = { casino: 1, fast: 2.5, instant: 1 };

export class WheelDriver {
  private readonly drawn = new Set<DrawWheel>();
  private spin: Spin | null = null;
  private state: WheelState = { rotor: 0, ball: null };
  private elapsed = 0;
  private frame = 0;
  private last = 0;

  constructor(private readonly order: readonly number[]) {}

  /** Adds a drawing, which gets the present state at once; returns how to remove it. */
  draws(draw: DrawWheel): () => void {
    this.drawn.add(draw);
    draw(this.state, !!this.spin);
    return () => this.drawn.delete(draw);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
  }

  get running(): boolean {
    return !!this.spin && !this.spin.result;
  }

  /** Starts a spin from the pocket that the ball is in. */
  start(wheel: string, from: number | null): void {
    this.stop();
    this.spin = { order: this.order, rotor: this.state.rotor, sense: wheel === "clockwise" ? 1 : -1, from, begun: 0, result: null };
    this.elapsed = 0;
    if (motionReduced()) return this.show({ rotor: this.state.rotor, ball: { angle: 0, radius: TRACK } }, false);
    this.run();
  }

  /** Lets the running ball come to rest in a number; returns in how many milliseconds of the table's time it does. */
  land(number: number): number {
    if (!this.spin || motionReduced()) return 0;
    this.spin = { ...this.spin, result: { number, known: this.elapsed } };
    return restsAt(this.spin) - this.elapsed;
  }

  /** Shows the ball in its pocket: at the end of a spin, or at once where the way there is not shown. */
  rest(number: number | null): void {
    // what comes to rest by itself goes on: only the rotor still turns
    if (this.spin?.result?.number === number && this.elapsed >= restsAt(this.spin)) return;
    this.stop();
    const rotor = this.spin?.result && !motionReduced() ? wheelAt(this.spin, stillAt(this.spin)).rotor : this.state.rotor;
    this.spin = null;
    this.show(restingWheel(this.order, number, rotor % 360), false);
  }

  private show(state: WheelState, moving: boolean): void {
    this.state = state;
    for (const draw of this.drawn) draw(state, moving);
  }

  private run(): void {
    this.last = performance.now();
    this.frame = requestAnimationFrame(this.tick);
  }

  private readonly tick = (now: number): void => {
    const spin = this.spin;
    if (!spin) return;
    this.elapsed += Math.max(0, now - this.last) * FACTORS[settings.peek().speed];
    this.last = now;
    const done = this.elapsed >= stillAt(spin);
    this.show(wheelAt(spin, Math.min(this.elapsed, stillAt(spin))), !done);
    if (!done) this.frame = requestAnimationFrame(this.tick);
    else this.spin = null;
  };
}
