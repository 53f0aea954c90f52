/** Moves cards and stacks from one scene to the next: their tracks, and which of them are drawn at each moment. */
import type { Timeline } from "../../timeline/timeline";
import type { Channels } from "./film";
import type { Scene } from "./model";
import { layOut, type Stage, type Thing } from "./things";

/** Milliseconds at casino speed. */
const CARD = { flight: 420, turn: 170, turned: 280, lies: 430 };
const CHIP = 300;
const SWEEP = 460;
const PAY = 420;

/** From a moment on a thing is drawn like this, or, where it is null, no longer. */
interface Change {
  t: number;
  id: string;
  thing: Thing | null;
}

export class Director {
  end = 0;
  /** What lies on the table after the last move. */
  private readonly mounted = new Map<string, Thing>();
  private changes: Change[] = [];
  /** The order of drawing from a moment on; what is in none lies below. */
  private readonly orders: { t: number; rank: Map<string, number> }[] = [];
  private raised = 0;

  constructor(
    private readonly timeline: Timeline<Channels>,
    private readonly stage: Stage,
    scene: Scene,
  ) {
    for (const thing of layOut(scene, stage).things) this.put(thing, 0);
    this.orders.push({ t: 0, rank: new Map([...this.mounted.keys()].map((id, nth) => [id, nth])) });
  }

  /** Starts every motion towards a scene at a moment; returns after how long its numbers are true. */
  move(scene: Scene, at: number): number {
    const goal = layOut(scene, this.stage).things;
    const rank = new Map(goal.map(({ id }, nth) => [id, nth]));
    const lost = lostWagers(scene);
    for (const [id, thing] of this.mounted) if (!rank.has(id)) this.remove(thing, at, lost.has(id));
    const lands = goal.reduce((latest, thing) => Math.max(latest, this.place(thing, this.mounted.get(thing.id), at)), 0);
    this.orders.push({ t: at, rank });
    this.end = Math.max(this.end, at + lands);
    return lands;
  }

  /** Writes what is drawn at each moment, after the last move. */
  finish(): void {
    const drawn = new Map<string, Thing>();
    const changes = this.changes.sort((one, two) => one.t - two.t);
    let order = 0;
    if (changes[0]?.t !== 0) this.timeline.step(0, "things", []);
    changes.forEach(({ t, id, thing }, nth) => {
      if (thing) drawn.set(id, thing);
      else drawn.delete(id);
      if (changes[nth + 1]?.t === t) return;
      while ((this.orders[order + 1]?.t ?? Infinity) <= t) order++;
      const { rank } = this.orders[order]!;
      const things = [...drawn.values()].sort((one, two) => Number(one.kind === "card") - Number(two.kind === "card") || (rank.get(one.id) ?? -1) - (rank.get(two.id) ?? -1));
      this.timeline.step(t, "things", things);
    });
  }

  private put(thing: Thing, t: number): void {
    this.mounted.set(thing.id, thing);
    // a stack that comes back is not removed any more
    this.changes = this.changes.filter((change) => change.id !== thing.id || change.t <= t);
    this.changes.push({ t, id: thing.id, thing });
  }

  /** Moves one thing to its place in the goal; returns the duration of the motion. */
  private place(thing: Thing, before: Thing | undefined, at: number): number {
    if (!before) {
      const lands = this.enter(thing, at);
      this.put(thing.code ? { ...thing, code: null } : thing, at);
      if (thing.code) this.put(thing, at + CARD.turned);
      return lands;
    }
    if (moved(before, thing)) this.trackOf(before).to(at, 320, { x: thing.rest.x, y: thing.rest.y, r: thing.rest.r }, "ui");
    if (thing.kind === "card") {
      if (before.size !== thing.size) this.put({ ...thing, code: before.code }, at); // several hands of the dealer are smaller
      if (!thing.code || before.code) return 0;
      this.trackOf(before).to(at + CARD.turn, 220, { face: 1 }, "flip");
      this.put(thing, at + CARD.turned);
      return CARD.lies;
    }
    this.mounted.set(thing.id, thing);
    if (before.cents === thing.cents) return 0;
    return thing.cents > before.cents ? this.raise(thing, before, at) : this.lower(thing, before, at);
  }

  /** More chips are laid on a stack. */
  private raise(thing: Thing, before: Thing, at: number): number {
    const more = { ...thing, id: `${thing.id}+${++this.raised}`, cents: thing.cents - before.cents };
    const lands = this.enter(more, at);
    this.put(more, at);
    this.mounted.delete(more.id);
    this.changes.push({ t: at + lands, id: more.id, thing: null });
    this.put(thing, at + lands);
    return lands;
  }

  /** A part of a stack goes back to its player, or to the float where it is lost. */
  private lower(thing: Thing, before: Thing, at: number): number {
    const less = { ...thing, id: `${thing.id}-${++this.raised}`, cents: before.cents - thing.cents };
    this.put(less, at);
    this.put(thing, at);
    this.remove(less, at, thing.result < 0);
    return 0;
  }

  private remove(thing: Thing, at: number, lost: boolean): void {
    this.leave(thing, at, lost);
    this.mounted.delete(thing.id);
    this.changes.push({ t: at + SWEEP + 20, id: thing.id, thing: null });
    this.end = Math.max(this.end, at + SWEEP + 20);
  }

  private trackOf(thing: Thing) {
    return this.timeline.tracks.get(thing.id) ?? this.timeline.track(thing.id, thing.rest);
  }

  private enter(thing: Thing, at: number): number {
    const { geometry } = this.stage;
    const { x, y, r } = thing.rest;
    if (thing.kind === "card") {
      const { shoe } = geometry;
      const track = this.timeline.track(thing.id, { x: shoe.x - 62 * shoe.scale, y: shoe.y - 12 * shoe.scale, r: 14, s: 0.8, o: 0, face: 0 });
      track.to(at, 1, { o: 1 }).to(at, CARD.flight, { x, y, r, s: 1 }, "deal");
      if (thing.code) track.to(at + CARD.turn, 220, { face: 1 }, "flip");
      this.timeline.step(at, "sound", "card");
      return CARD.lies;
    }
    const from = thing.paid ? floatOf(geometry) : thing.home;
    const track = this.timeline.track(thing.id, { x: from.x, y: from.y, o: 0, s: thing.paid ? 0.9 : 1.15 });
    track.to(at, 1, { o: 1 }).to(at, thing.paid ? PAY : CHIP, { x, y, s: 1 }, thing.paid ? "deal" : "chip");
    return thing.paid ? PAY : CHIP;
  }

  private leave(thing: Thing, at: number, lost: boolean): void {
    const { geometry } = this.stage;
    const track = this.trackOf(thing);
    if (thing.kind === "card") {
      track.to(at, 420, { x: geometry.rack.x, y: geometry.rack.y, r: -10, s: 0.6 }, "sweep").to(at + 230, 160, { face: 0 }, "flip").to(at + 400, 60, { o: 0 });
      return;
    }
    // a lost stack goes to the float, any other back to its player
    const to = lost ? floatOf(geometry) : thing.home;
    track.to(at, SWEEP - 60, { x: to.x, y: to.y, s: lost ? 0.8 : 1 }, "sweep").to(at + SWEEP - 120, 80, { o: 0 });
  }
}

/** The ids of the wagers that are lost in a scene. */
function lostWagers(scene: Scene): Set<string> {
  const all = scene.boxes.flatMap((box) => [...box.wagers, ...box.hands.flatMap((hand) => hand.wagers)]);
  return new Set(all.filter(({ result }) => (result ?? 0) < 0).map(({ id }) => id));
}

function floatOf({ float }: Stage["geometry"]): { x: number; y: number } {
  return { x: float.x, y: float.y + 6 };
}

function moved(one: Thing, two: Thing): boolean {
  return Math.abs(one.rest.x - two.rest.x) + Math.abs(one.rest.y - two.rest.y) + Math.abs(one.rest.r - two.rest.r) > 0.05;
}
