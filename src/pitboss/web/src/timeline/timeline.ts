/**
 * The state of a table as a function of time. A `Track` is the motion of one thing, a step is a value that a channel has
 * from a moment on. `at(t)` gives every value of a moment, so playing, skipping, scrubbing and screenshots are one call.
 */
import { EASE, type EaseName } from "./easing";

/** Where a thing is: place, rotation in degrees, scale, opacity, and 0 to 1 from face down to face up. */
export interface Pose {
  x: number;
  y: number;
  r: number;
  s: number;
  o: number;
  face: number;
}

interface Key {
  t: number;
  duration: number;
  pose: Partial<Pose>;
  ease: EaseName;
}

const REST: Pose = { x: 0, y: 0, r: 0, s: 1, o: 1, face: 1 };
const NAMES = Object.keys(REST) as (keyof Pose)[];
/** Milliseconds of a fade where motion is reduced. */
export const FADE = 120;

export class Track {
  private readonly start: Pose;
  private readonly keys: Key[] = [];

  constructor(start: Partial<Pose> = {}) {
    this.start = { ...REST, ...start };
  }

  /** From a moment on, moves to a pose within a duration. Keys are added in the order of their moments. */
  to(t: number, duration: number, pose: Partial<Pose>, ease: EaseName = "ui"): this {
    this.keys.push({ t, duration, pose, ease });
    return this;
  }

  get end(): number {
    return this.keys.reduce((end, { t, duration }) => Math.max(end, t + duration), 0);
  }

  at(t: number): Pose {
    const pose = { ...this.start };
    for (const key of this.keys) {
      if (t < key.t) continue;
      const share = key.duration > 0 ? EASE[key.ease](Math.min(1, (t - key.t) / key.duration)) : 1;
      for (const name of NAMES) {
        const goal = key.pose[name];
        if (goal !== undefined) pose[name] += (goal - pose[name]) * share;
      }
    }
    return pose;
  }

  /** The same track with no flight and no turn: each pose is taken at once, and only opacity changes, within `FADE`. */
  reduced(moment: (t: number) => number): Track {
    const track = new Track({ ...this.start });
    for (const { t, pose } of this.keys) {
      const { o, ...place } = pose;
      track.to(moment(t), 0, place);
      if (o !== undefined) track.to(moment(t), FADE, { o }, "linear");
    }
    return track;
  }
}

export interface Step<Channels, Name extends keyof Channels = keyof Channels> {
  t: number;
  channel: Name;
  value: Channels[Name];
}

/** Channels are named values, e.g. `sentence`, `balance`, `sound`; what a channel holds is the game's own. */
export class Timeline<Channels extends object> {
  readonly tracks = new Map<string, Track>();
  readonly steps: Step<Channels>[] = [];
  end = 0;

  track(id: string, start?: Partial<Pose>): Track {
    const track = new Track(start);
    this.tracks.set(id, track);
    return track;
  }

  step<Name extends keyof Channels>(t: number, channel: Name, value: Channels[Name]): void {
    // kept sorted; steps of one moment stay in the order they were added
    let place = this.steps.length;
    while (place > 0 && this.steps[place - 1]!.t > t) place--;
    this.steps.splice(place, 0, { t, channel, value });
    this.end = Math.max(this.end, t);
  }

  /** The latest value of every channel at a moment. */
  at(t: number): Partial<Channels> {
    const now: Partial<Channels> = {};
    for (const step of this.steps) {
      if (step.t > t) break;
      now[step.channel] = step.value;
    }
    return now;
  }

  /** The steps after one moment and up to another, in order. */
  between(after: number, upTo: number): Step<Channels>[] {
    return this.steps.filter(({ t }) => t > after && t <= upTo);
  }

  /** The same order of events with short fades and no motion. */
  reduced(): Timeline<Channels> {
    const moments = [...new Set(this.steps.map(({ t }) => t))].sort((one, two) => one - two);
    const moment = (t: number) => {
      const later = moments.findIndex((each) => each >= t);
      return FADE * (later < 0 ? moments.length : later);
    };
    const short = new Timeline<Channels>();
    for (const { t, channel, value } of this.steps) short.step(moment(t), channel, value);
    for (const [id, track] of this.tracks) short.tracks.set(id, track.reduced(moment));
    short.end = moments.length * FADE;
    return short;
  }
}
