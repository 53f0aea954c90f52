/** The motion of wheel and ball: a pure function of time that ends with the ball in the pocket of the number. */

/** A spin. Times are in milliseconds of the table's timeline. */
export interface Spin {
  /** Numbers around the wheel, clockwise. */
  order: readonly number[];
  /** The turn of the rotor before the spin, in degrees. */
  rotor: number;
  /** 1 where the wheel turns clockwise; the ball runs against it. */
  sense: 1 | -1;
  /** The pocket that the ball is taken from; null before the first spin. */
  from: number | null;
  begun: number;
  /** The number and when the page learnt it; null while the ball still runs. */
  result: { number: number; known: number } | null;
}

/** Angles in degrees clockwise from the top, the radius as a share of the wheel's. */
export interface WheelState {
  rotor: number;
  ball: { angle: number; radius: number } | null;
}

/** Radii of the ball on its track and in a pocket. */
export const TRACK = 0.9;
export const POCKET = 0.535;
/** Degrees a second of the ball against the rotor while it runs, and of the rotor. */
const RUN = 840;
const ROTOR = 40;
/** Milliseconds in which ball and rotor reach their speed, and in which the rotor stops after the ball has come to rest. */
const LAUNCH = 500;
const STOP = 5000;
/** The slowing ball covers `1 - (1 - p)^SLOWING` of its way in the share p of its time. */
const SLOWING = 2.4;
/** How long a spin takes in all, and its slowing part at least. */
const WHOLE = 7200;
const SLOWS = 3600;
/** When the slowing ball leaves its track, and when it has stopped hopping. */
const LEAVES = 0.62;
const LANDED = 0.93;

/** Way of something that speeds up to `speed` degrees a second in LAUNCH. */
function launched(time: number, speed: number): number {
  const way = time < LAUNCH ? (time * time) / (2 * LAUNCH) : time - LAUNCH / 2;
  return (Math.max(0, way) * speed) / 1000;
}

function pocketAngle(order: readonly number[], number: number): number {
  return (order.indexOf(number) / order.length) * 360;
}

/** The slowing part of a spin: when it starts, how long it takes, and how far the ball runs in it. */
function slowing(spin: Spin, result: { number: number; known: number }): { start: number; time: number; way: number } {
  const start = Math.max(result.known - spin.begun, LAUNCH);
  const least = (Math.max(SLOWS, WHOLE - start) / 1000 / SLOWING) * RUN;
  // the ball runs against the rotor: against the clock where the rotor turns with it
  const here = relative(spin, launched(start, RUN));
  const there = pocketAngle(spin.order, result.number);
  const rest = ((((here - there) * spin.sense) % 360) + 360) % 360;
  const way = rest + 360 * Math.max(0, Math.ceil((least - rest) / 360));
  return { start, time: (way * SLOWING * 1000) / RUN, way };
}

/** The angle of the ball on the rotor after it has run so far. */
function relative(spin: Spin, way: number): number {
  return (spin.from === null ? 0 : pocketAngle(spin.order, spin.from)) - spin.sense * way;
}

/** When the ball has come to rest; infinite while its number is unknown. */
export function restsAt(spin: Spin): number {
  if (!spin.result) return Infinity;
  const { start, time } = slowing(spin, spin.result);
  return spin.begun + start + time;
}

/** When nothing moves any more. */
export function stillAt(spin: Spin): number {
  return restsAt(spin) + STOP;
}

/** How fast the ball runs at a time, as a share of its full speed: for the sound. */
export function ballSpeed(spin: Spin, now: number): number {
  const time = now - spin.begun;
  if (time < 0 || now >= restsAt(spin)) return 0;
  if (!spin.result) return Math.min(1, time / LAUNCH);
  const slow = slowing(spin, spin.result);
  return time < slow.start ? Math.min(1, time / LAUNCH) : (1 - (time - slow.start) / slow.time) ** (SLOWING - 1);
}

export function wheelAt(spin: Spin, now: number): WheelState {
  const time = Math.max(0, now - spin.begun);
  const rest = restsAt(spin) - spin.begun;
  const after = Math.min(Math.max(0, time - rest), STOP);
  const turned = launched(Math.min(time, rest), ROTOR) + ((after - (after * after) / (2 * STOP)) * ROTOR) / 1000;
  const rotor = spin.rotor + spin.sense * turned;
  const lift = Math.min(1, time / LAUNCH);
  const start = spin.from === null ? TRACK : POCKET + (TRACK - POCKET) * lift * lift * (3 - 2 * lift);
  if (!spin.result) return { rotor, ball: { angle: rotor + relative(spin, launched(time, RUN)), radius: start } };
  const slow = slowing(spin, spin.result);
  if (time < slow.start) return { rotor, ball: { angle: rotor + relative(spin, launched(time, RUN)), radius: start } };
  const part = Math.min(1, (time - slow.start) / slow.time);
  const way = launched(slow.start, RUN) + slow.way * (1 - (1 - part) ** SLOWING);
  return { rotor, ball: { angle: rotor + relative(spin, way), radius: fallRadius(part) } };
}

/** The radius of the slowing ball: it leaves the track, falls, hops over the frets and rests in the pocket. */
function fallRadius(part: number): number {
  if (part <= LEAVES) return TRACK;
  const fall = Math.min(1, (part - LEAVES) / (LANDED - LEAVES));
  const down = TRACK - (TRACK - POCKET) * fall * fall * (3 - 2 * fall);
  const hop = fall > 0.42 ? Math.abs(Math.sin((fall - 0.42) * 13)) * 0.085 * (1 - fall) ** 1.3 : 0;
  return down + hop;
}

/** A wheel at rest with the ball in the pocket of a number. */
export function restingWheel(order: readonly number[], number: number | null, rotor: number): WheelState {
  return { rotor, ball: number === null ? null : { angle: rotor + pocketAngle(order, number), radius: POCKET } };
}
